"""Each syntax finds the URLs in a value. Replacing a URL does not change the text before and after
it."""

import tracemalloc
from itertools import pairwise
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom.trees._syntaxes import (
    COMMA_LIST,
    CSS,
    CSS_VALUES,
    REFRESH,
    SPACE_LIST,
    SRCSET,
    URL,
    XML_STYLESHEET,
    splice,
)

ALL = [URL, SPACE_LIST, COMMA_LIST, SRCSET, REFRESH, CSS, CSS_VALUES, XML_STYLESHEET]
each_syntax = pytest.mark.parametrize("syntax", ALL, ids=[syntax.name for syntax in ALL])


def urls(syntax, value):
    return [span.url for span in syntax.find(value)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a", ["a"]),
        (" \t\n\f\ra b\r ", ["a b"]),
        ("", [""]),
        ("  ", [""]),
        (
            "\xa0a\x0b",
            ["\xa0a\x0b"],
        ),  # Whitespace outside ASCII, and vertical tabs, are part of the URL.
    ],
)
def test_surrounding_html_spaces_are_not_part_of_a_url(value, expected):
    assert urls(URL, value) == expected


def test_lists_are_split_at_spaces_or_commas():
    assert urls(SPACE_LIST, " a\tb,c\n\fd ") == ["a", "b,c", "d"]
    assert urls(COMMA_LIST, " a b , ,c,") == ["a b", "c"]
    assert urls(SPACE_LIST, " ") == urls(COMMA_LIST, " , ") == []


@each_case(
    ("value", "expected"),
    [
        ("", []),
        (" , ,", []),
        ("a.png", ["a.png"]),
        ("a.png 1x, b.png 2x", ["a.png", "b.png"]),
        # HTML Standard, "parse a srcset attribute", steps 4 to 8: a URL ends at whitespace. Commas
        # at the end of a URL are removed, and other commas are part of it.
        ("a.png,b.png", ["a.png,b.png"]),
        ("a.png,, b.png", ["a.png", "b.png"]),
        (",a.png 1x", ["a.png"]),
        ("data:,x 1x", ["data:,x"]),
        ("a 1x,b 2x", ["a", "b"]),
        # The descriptor tokeniser: a comma in parentheses does not end an image candidate. A
        # descriptor with parentheses is invalid.
        ("a (1x, b 2x", []),
        ("a (x,y), b 2x", ["b"]),
        ("a x(,), b", ["b"]),
        # The descriptor parser: which descriptors are valid
        ("a 1w", ["a"]),
        ("a 0w", []),
        ("a 1w 2w", []),
        ("a 1w 1x", []),
        ("a 1x 1w", []),
        ("a 1w 2h", ["a"]),
        ("a 2h 1w", ["a"]),
        ("a 2h", []),
        ("a 1w 0h", []),
        ("a 1h 1h 1w", []),
        ("a 1x 2x", []),
        ("a 1h 1x", []),
        ("a 0x", ["a"]),
        ("a -0x", ["a"]),
        ("a -1x", []),
        ("a -.0e9x", ["a"]),
        ("a 1.5e-3x", ["a"]),
        ("a .5x", ["a"]),
        ("a 1.x", []),
        ("a +1x", []),
        ("a +1w", []),
        ("a 1X", []),
        ("a x", []),
        ("a 1q, b", ["b"]),
        ("a 1x\n, b\f2x", ["a", "b"]),
        ("a " + "9" * 5000 + "w", ["a"]),
    ],
)
def test_srcset_has_the_urls_of_valid_candidates(value, expected):
    assert urls(SRCSET, value) == expected


@each_case(
    ("density", "is_one"),
    [
        # The rules for parsing floating-point number values reject 2 to the power of 1024, and
        # greater numbers.
        ("1e400", False),
        ("-1e400", False),
        ("1.8e308", False),
        ("1.7e308", True),
        ("9" * 309, False),
        ("9" * 308, True),
        ("1" + "0" * 400 + "e-400", True),
        ("1e-400", True),
        ("-1e-400", True),
        ("0e99999", True),
        ("1e" + "9" * 5000, False),
        ("1e-" + "9" * 5000, True),
        ("inf", False),
        ("nan", False),
        ("1_0", False),
    ],
    ids=lambda value: str(value)[:12],
)
def test_density_is_a_finite_number(density, is_one):
    assert urls(SRCSET, f"a {density}x, b 1x") == (["a", "b"] if is_one else ["b"])


@each_case(
    ("value", "expected"),
    [
        ("", []),
        ("5", []),
        ("5;", []),
        ("5; ", []),
        ("url=x", []),
        (";url=x", []),
        ("x;url=y", []),
        ("-1;url=y", []),
        ("5;url=x", ["x"]),
        (" \t5 \n; \fURL = x y ", ["x y"]),
        ("5,x", ["x"]),
        ("5 x", ["x"]),
        ("5x", []),
        (".;x", ["x"]),
        ("1.5.;x", ["x"]),
        ("5;;x", [";x"]),
        ("5;url", ["url"]),
        ("5;urlx", ["urlx"]),
        ("5;ur=x", ["ur=x"]),
        ("5;u", ["u"]),
        ("5;url=", [""]),
        ("5;url='x'y", ["x"]),
        ("5;url='x", ["x"]),
        ('5;url="x\'y"', ["x'y"]),
        ("5;'x' y", ["x"]),
        ("5;url=''", [""]),
        ("5;url x", ["url x"]),
    ],
)
def test_refresh_has_at_most_one_url(value, expected):
    assert urls(REFRESH, value) == expected


@each_case(
    ("value", "expected"),
    [
        ("color: red", []),
        ("background: url(a)", ["a"]),
        ("background: URL( 'a b' ), url( c )", ["a b", "c"]),
        ("a { b: url(c) } d { e: f(url(g)) }", ["c", "g"]),
        ('a { content: "url(b)" } /* url(c) */ d { e: url(f) }', ["f"]),
        ("/* url(a)", []),
        (r"\75\72 l(a)", ["a"]),
        (r"url(a\29 .png)", ["a).png"]),
        ("url('a\\\nb\\'c')", ["ab'c"]),
        ('url("\\d800 \\0 \\110000 ")', ["\ufffd\ufffd\ufffd"]),
        ("url(a b)", []),
        ("url(a'b)", []),
        ("url('a\nb')", []),
        # CSS Syntax 3, 4.3.6: a backslash before a newline makes a bad URL.
        ("url(a\\\n) url(\\\r\n) url(\\\f) url('b\\\nc')", ["bc"]),
        # 4.3.14: an escaped parenthesis does not end a bad URL, but one after a backslash does.
        ("url(a b\\\\) url(c)", ["c"]),
        ("url(a'\\\\\\) url(c)) url(d)", ["d"]),
        ("url(a\x01\\5c) url(c)", ["c"]),
        ("/* \\*/ url(a\\\\\\)b) '\\\\' url(c)", ["a\\)b", "c"]),
        ("url('a' 'b')", ["a"]),
        ("url(f('a')), src( x )", []),
        ("url(a", ["a"]),
        ("url('a", ["a"]),
        ("url('a\\", ["a"]),
        # A backslash at the end becomes U+FFFD, except in a string (CSS Syntax 3, 4.3.5 and 4.3.7).
        ("url(a\\", ["a\ufffd"]),
        ("url(a\\\\", ["a\\"]),
        ("url(a\\61\r\nb\\)\\", ["aab)\ufffd"]),
        ("url('\\61\r\n\\'\\\\') url(b)", ["a'\\", "b"]),
        ('@import "a"; @import url(b); @import url("c") screen', ["a", "b", "c"]),
        ('@IMPORT/**/"a" layer("b")', ["a"]),
        ('@charset "a"; @namespace url(b); @namespace c url("d"); @x "e"', []),
        ('@font-face { src: local("a"), url(b) format("c") }', ["b"]),
        ('a: image-set("b" 1x type("c"), url(d) 2x); e: src("f"); g: "h"', ["b", "d", "f"]),
        ("a\r\n\r\f\n url(b)\r\n url(c)", ["b", "c"]),
        # These characters become U+FFFD in every style sheet (CSS Syntax 3, 3.3).
        ("\x00 url(a\x00b)", ["a\ufffdb"]),
        ("url('\ud800\\\x00') url(\\\udfff)", ["\ufffd\ufffd", "\ufffd"]),
        ("url(\ud83d\ude00)", ["😀"]),
        ("a: " + "1" * 5000 + "; b: url(" + "2" * 5000 + ")", ["2" * 5000]),
        ("url()", [""]),
        ("}}) url(a)", ["a"]),
    ],
)
def test_css_has_the_urls_of_functions_and_imports(value, expected):
    assert urls(CSS, value) == expected


#: What can stand for a string in `image-set()` and `src()`, with the URL `"a"`.
SUBSTITUTES = [
    'var(--n, "a")',
    'VAR(--n,"a")',
    'env(n, "a")',
    'if(else: "a")',
    'if(style(--n: "b"): "a")',
    'attr(data-n, "a")',
    '--f("a")',
    '--f({"a"})',
    'inherit(--n, "a")',
    'first-valid("a")',
    'random-item(--n; "a")',
    'toggle("a")',
    'var(--n, env(n, if(else: "a")))',
]


@each_case("substitute", SUBSTITUTES)
def test_string_that_a_function_substitutes_is_a_url_where_a_string_is(substitute):
    for function in ("image-set", "-webkit-image-set", "src"):
        value = f'b: {function}({substitute} type("c")); d: {substitute}'
        assert urls(CSS, value) == ["a"]


def test_string_among_other_arguments_of_image_set_is_not_a_url():
    value = """a: image-set(url(b) type("c") x("d"), var(--n, url(e) type("f")) [ "g" ])"""
    assert urls(CSS, value) == ["b", "e"]
    assert urls(CSS, 'a: cross-fade("b", image-set("c" 1x), src("d"))') == ["c", "d"]


def test_string_in_a_custom_property_is_not_a_url():
    assert urls(CSS, "--s: 'a'; background: image-set(var(--s) 1x)") == []


@pytest.mark.parametrize(
    ("escape", "character"),
    [
        (r"\41 ", "A"),
        ("\\1F600\r\n", "\U0001f600"),
        (r"\0 ", "\ufffd"),
        (r"\d800 ", "\ufffd"),
        (r"\110000 ", "\ufffd"),
        (r"\)", ")"),
        ("\\\n", ""),
    ],
)
def test_escapes_in_css_mean_the_same_beside_a_number_of_5000_digits(escape, character):
    """The parser of CSS does not read such a number."""
    digits = "1" * 5000
    assert urls(CSS, f"@import 'a{escape}x{digits}'") == [f"a{character}x{digits}"]
    assert urls(CSS, f"@import 'a{escape}x'") == [f"a{character}x"]


def test_replacing_a_url_in_css_keeps_the_text_around_it():
    value = "\x00 { b: url(a\x00b) } \ud800 { d: url(c) } \x00\r\n\f"
    first, second = CSS.find(value)
    written = splice(value, [(second, CSS.write("x", second))])
    assert written == "\x00 { b: url(a\x00b) } \ud800 { d: url(x) } \x00\r\n\f"
    assert value[first.start : first.end] == "a\x00b"


@each_case(
    ("value", "expected"),
    [
        ('href="a"', ["a"]),
        ("type='text/css' href = ' a b ' title=\"c\"", ["a b"]),
        ('\r\n\thref\n=\n"a"\t ', ["a"]),
        ('href="&amp;&lt;&gt;&quot;&apos;&#65;&#x41;&#x1F600;"', ["&<>\"'AA\U0001f600"]),
        ("href='&#32;a&#10;'", ["a"]),
        ('href=""', [""]),
        ("href='\"?>'", ['"?>']),
        ('é:x-1.·="b" href="a"', ["a"]),
        ("", []),
        (" ", []),
        ('type="a"', []),
        ('HREF="a"', []),
        ('x:href="a"', []),
        # The URL of a malformed instruction is not found.
        ("href=a", []),
        ("href", []),
        ('href="a', []),
        ("href=\"a'", []),
        ('href="a" b', []),
        ('href="a"b="c"', []),
        ('href="a" href="b"', []),
        ('href="a" b="" b=""', []),
        ('1="b" href="a"', []),
        ('href="a" b="<"', []),
        ('href="a" b="&"', []),
        ('href="&nbsp;"', []),
        ('href="&amp"', []),
        ('href="&&amp;"', []),
        ('href="&amp;&', []),
        ('href="&#X41;"', []),
        ('href="&#0;"', []),
        ('href="&#8;"', []),
        ('href="&#xD800;"', []),
        ('href="&#xFFFF;"', []),
        ('href="&#x110000;"', []),
        ('href="&#' + "9" * 5000 + ';"', []),
        ('href="&#' + "0" * 5000 + '65;"', ["A"]),
        ('href="a"\f', []),
        ('href="a"\xa0b="c"', []),
    ],
    ids=lambda value: str(value)[:40],
)
def test_style_sheet_instruction_has_the_url_of_its_href(value, expected):
    assert urls(XML_STYLESHEET, value) == expected


def _pieces(*pieces):
    """Return a strategy for values: special pieces of a syntax, mixed with any text."""
    return st.lists(st.one_of(st.sampled_from(pieces), st.text(max_size=3)), max_size=12).map(
        "".join
    )


VALUES = {
    URL.name: _pieces(" ", "\t", "a"),
    SPACE_LIST.name: _pieces(" ", "\n", "a", "b"),
    COMMA_LIST.name: _pieces(" ", ",", "a", "b"),
    SRCSET.name: _pieces(" ", ",", "a", "(", ")", "1x", "2w", "3h", ", b 2x", "c"),
    REFRESH.name: _pieces("0;", "url", "=", " ", "'", '"', "5", ",", "x"),
    CSS.name: _pieces(
        "url(",
        ")",
        "'",
        '"',
        "\\",
        "\n",
        "\r\n",
        "@import ",
        "{",
        "}",
        ";",
        "a",
        "/*",
        "*/",
        "src(",
        "6",
        "\x00",
    ),
    XML_STYLESHEET.name: st.one_of(
        _pieces("href", "=", '"', "'", " ", "\n", "&amp;", "&#65;", "x", "&", "type='a' "),
        st.sampled_from(['href="a"', "b='c' href = ' &amp;a ' ", "\nhref=''"]),
    ),
}
VALUES[CSS_VALUES.name] = VALUES[CSS.name]
NEW_URLS = st.one_of(
    st.text(max_size=8),
    st.lists(
        st.sampled_from(
            [
                *" \t\n,;()'\"\\<>=#&",
                "url",
                "URL =",
                "a",
                "\x00",
                "</style>",
                "6",
                "é",
                "&lt;",
                "?>",
            ]
        ),
        max_size=6,
    ).map("".join),
)


@each_syntax
@given(data=st.data())
def test_replacing_a_url_by_itself_keeps_the_value(syntax, data):
    value = data.draw(VALUES[syntax.name])
    spans = list(syntax.find(value))
    assert splice(value, [(span, value[span.start : span.end]) for span in spans]) == value
    assert all(a.end <= b.start for a, b in pairwise(spans))


@each_syntax
@given(data=st.data())
def test_new_url_is_read_back_and_the_other_urls_are_kept(syntax, data):
    """The syntax escapes the new URL. From the new value, it reads the new URL and the other
    URLs."""
    value = data.draw(VALUES[syntax.name])
    spans = list(syntax.find(value))
    if not spans:
        return
    index = data.draw(st.integers(0, len(spans) - 1))
    new = data.draw(NEW_URLS)
    try:
        text = syntax.write(new, spans[index])
    except ValueError as error:
        assert "empty URL" in str(error) and not new.strip(" \t\n\f\r")
        return
    rewritten = splice(value, [(spans[index], text)])
    assert rewritten.startswith(value[: spans[index].start]) and rewritten.endswith(
        value[spans[index].end :]
    )
    found = list(syntax.find(rewritten))
    expected = [span.url for span in spans]
    expected[index] = _as_read_back(syntax, new, spans[index])
    assert [span.url for span in found] == expected


def _as_read_back(syntax, url, span):
    url = url.strip(" \t\n\f\r").translate(dict.fromkeys(map(ord, "\t\n\r")))
    if syntax.is_css:
        return url.replace("\x00", "\ufffd")
    if syntax in (SPACE_LIST, SRCSET, COMMA_LIST):
        return syntax.write(url, span)
    if syntax is REFRESH and span.form in ("'", '"'):
        # Around a URL with both quotation marks, the marks that the value does not use are written.
        other = "'" if span.form == '"' else '"'
        return url.replace(other, quote(other)) if span.form in url else url
    if syntax is REFRESH and url[:1] in ("'", '"'):
        return quote(url[0]) + url[1:]
    return url


@each_case(
    ("syntax", "value", "new", "expected"),
    [
        (URL, " a ", "b c", " b c "),
        (SPACE_LIST, "a  b", "x y", "x%20y  b"),
        (COMMA_LIST, "a , b", "x,y", "x%2Cy , b"),
        (SRCSET, " a 1x,  b 2x", "x,", " x%2C 1x,  b 2x"),
        (SRCSET, "a, b", ",x y,z", "%2Cx%20y,z, b"),
        (REFRESH, "0; URL='a' x", "it's", '0; URL="it\'s" x'),
        (REFRESH, "0; URL=' a", "'\"", """0; URL="'%22\""""),
        (REFRESH, "0; a", "url=x", "0; url=url=x"),
        (REFRESH, "0 a", ";x", "0 url=;x"),
        (REFRESH, "0;url=a", "'x'", "0;url=%27x'"),
        (CSS, "b: url(a) c", "x y)", r"b: url(x\ y\)) c"),
        (CSS, "b: url('a') c", "it's\x01", r"b: url('it\'s\1 ') c"),
        (CSS, "b: url(a)", "</style>", r"b: url(\3c /style\3e )"),
        (CSS, "b: url(a)", "-->", r"b: url(--\3e )"),
        (CSS, r"@import '\61';", '"', r"""@import '\"';"""),
        (
            XML_STYLESHEET,
            'href=" a " b="c"',
            "<\"'&?>",
            'href=" &lt;&quot;&apos;&amp;?&gt; " b="c"',
        ),
    ],
)
def test_special_characters_of_the_syntax_are_escaped(syntax, value, new, expected):
    first = next(iter(syntax.find(value)))
    assert splice(value, [(first, syntax.write(new, first))]) == expected


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("?a=1&b=2&c", "?a=1&b=2&c"),
        ("&", "&"),
        ("& &#", r"&\ &#"),
        ("&rcub;", r"\26 rcub;"),
        ("&#125;", r"\26 #125;"),
        ("&#x7D", r"\26 #x7D"),
        ("?a&lt=b", r"?a\26 lt=b"),
        ("&amp;", r"\26 amp;"),
        ("&CounterClockwiseContourIntegral;", r"\26 CounterClockwiseContourIntegral;"),
        ("&#" + "0" * 50 + "125;", r"\26 #" + "0" * 50 + "125;"),
    ],
    ids=lambda value: value[:12],
)
def test_only_ampersands_of_character_references_are_escaped_in_css(new, expected):
    (span,) = CSS.find("b: url(a)")
    assert CSS.write(new, span) == expected
    assert urls(CSS, f"b: url({expected})") == [new]


@pytest.mark.parametrize(
    ("syntax", "value", "expected"),
    [
        (URL, "x", "ab c"),
        (SPACE_LIST, "x", "ab%20c"),
        (COMMA_LIST, "x", "ab c"),
        (SRCSET, "x 1x", "ab%20c 1x"),
        (REFRESH, "0;url=x", "0;url=ab c"),
        (REFRESH, "0;'x'", "0;'ab c'"),
        (CSS, "url(x)", r"url(ab\ c)"),
        (CSS, "url('x')", "url('ab c')"),
        (XML_STYLESHEET, "href='x'", "href='ab c'"),
    ],
)
def test_spaces_have_the_same_meaning_in_every_syntax(syntax, value, expected):
    (span,) = syntax.find(value)
    assert splice(value, [(span, syntax.write("\f\n a\tb\r\n c\t ", span))]) == expected


@each_syntax
@given(value=st.text())
@example(value="\ud800 url(\ud800) 1x")
def test_any_text_is_accepted(syntax, value):
    for span in syntax.find(value):
        assert 0 <= span.start <= span.end <= len(value)


@pytest.mark.parametrize(
    ("syntax", "value", "expected"),
    [
        (CSS, 'url("' + "\\a " * 20_000 + '")', "\n" * 20_000),
        (CSS, "url(" + "\\a " * 20_000 + ")", "\n" * 20_000),
        (XML_STYLESHEET, 'href="' + "&amp;" * 20_000 + '"', "&" * 20_000),
    ],
    ids=["string", "url", "instruction"],
)
def test_escapes_take_little_memory(syntax, value, expected):
    """A regular expression with a repeated group would need hundreds of bytes for each escape."""
    needed = _peak_of(lambda: urls(syntax, value) == [expected])
    assert needed < 100 * len(expected)


def _peak_of(function):
    """Call a function, which must return a true value, and return the peak of its memory in
    bytes."""
    tracemalloc.start()
    try:
        assert function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
