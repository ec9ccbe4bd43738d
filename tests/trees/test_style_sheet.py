"""`urldom.trees.stylesheet()` finds and rewrites the URLs of style sheets."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from webencodings.labels import LABELS

from tests.cases import each_case
from urldom import HTML5
from urldom._core.errors import InvalidURLError
from urldom.html5 import is_absolute
from urldom.trees import StyleSheet, stylesheet

ADDRESS = "http://h/d/s.css"
ENCODINGS = sorted(set(LABELS.values()))
SHEET = """@charset "utf-8"; @import "a"; @import url(b) print; @namespace url(n);
p { background: url(c) no-repeat, image-set("d" 1x); clip-path: url(#e); mask: url(); src: url(http://a:b/) }"""


def values(sheet):
    return [url.value for url in sheet.urls()]


def codec(encoding):
    return f"utf-16-{encoding[6:]}" if encoding.startswith("utf-16") else "ascii"


# URLs and properties
# -----------------------------------------------------------------------------------------------


def test_urls_have_kind_value_and_absolute_url():
    found = list(stylesheet(SHEET, ADDRESS).urls())
    assert [(url.kind, url.value, url.url) for url in found[:-1]] == [
        *(("resource", value, f"http://h/d/{value}") for value in "abcd"),
        ("fragment", "#e", "http://h/d/s.css#e"),
    ]
    assert found[-1].url is None
    assert isinstance(found[-1].error, InvalidURLError) and found[-1].error.url == "http://a:b/"
    for url in found:
        assert (url.node, url.attribute, url.element_name, url.base_url) == (
            None,
            None,
            None,
            ADDRESS,
        )


def test_style_sheet_has_address_encoding_and_standard():
    sheet = stylesheet(SHEET, ADDRESS, standard=HTML5)
    assert isinstance(sheet, StyleSheet)
    assert (sheet.address, sheet.encoding, sheet.standard) == (ADDRESS, "utf-8", HTML5)
    assert repr(sheet) == f"<StyleSheet at {ADDRESS!r}>"
    assert stylesheet(SHEET, ADDRESS).standard.name == "whatwg"


@pytest.mark.parametrize("source", [None, 1, ["a"]])
def test_source_of_another_type_raises(source):
    with pytest.raises(TypeError, match="a style sheet must be bytes or a str, not "):
        stylesheet(source, ADDRESS)


def test_invalid_arguments_raise():
    with pytest.raises(ValueError, match="the address of a document must be an absolute URL: "):
        stylesheet("", "s.css")
    for content_type in ("text/html", "image/png", "css", "text/plain; charset=utf-8"):
        with pytest.raises(ValueError, match=r"unknown content type .*: use text/css$"):
            stylesheet("", ADDRESS, content_type=content_type)
    with pytest.raises(LookupError, match=r"unknown encoding label 'klingon': use one of .*utf-8"):
        stylesheet("", ADDRESS, environment_encoding="klingon")
    with pytest.raises(ValueError, match="unknown standard 'klingon'"):
        stylesheet("", ADDRESS, standard="klingon")


# The encoding
# -----------------------------------------------------------------------------------------------------


@each_case(
    ("start", "options", "expected"),
    [
        (b"", {}, "utf-8"),
        (b"", {"environment_encoding": "CP1251"}, "windows-1251"),
        (b'@charset "koi8-r";', {"environment_encoding": "cp1251"}, "koi8-r"),
        (
            b'@charset "koi8-r";',
            {"content_type": "text/css;charset=big5", "environment_encoding": "cp1251"},
            "big5",
        ),
        (b'@charset "koi8-r";', {"content_type": 'Text/CSS; Charset="Big5"'}, "big5"),
        (b'@charset "koi8-r";', {"content_type": "text/css;charset=klingon"}, "koi8-r"),
        (b'@charset "koi8-r";', {"content_type": ""}, "koi8-r"),
        (b'\xef\xbb\xbf@charset "koi8-r";', {"content_type": "text/css;charset=big5"}, "utf-8"),
        (b"\xff\xfe", {"content_type": "text/css;charset=big5"}, "utf-16le"),
        (b"\xfe\xff", {"content_type": "text/css;charset=big5"}, "utf-16be"),
        (b'@charset "utf-16";', {}, "utf-8"),
        (b'@charset "klingon";', {"environment_encoding": "cp1251"}, "windows-1251"),
        # Single quotation marks, capital letters and extra spaces make `@charset` invalid.
        (b"@charset 'koi8-r';", {}, "utf-8"),
        (b'@CHARSET "koi8-r";', {}, "utf-8"),
        (b'@charset  "koi8-r";', {}, "utf-8"),
        (b' @charset "koi8-r";', {}, "utf-8"),
        (b'@charset "koi8-r" ;', {}, "utf-8"),
        (b'@charset "' + b" " * 1007 + b'koi8-r";', {}, "utf-8"),
        (b'@charset "' + b" " * 1000 + b'koi8-r";', {}, "koi8-r"),
    ],
)
def test_encoding_is_declared_or_given(start, options, expected):
    assert stylesheet(start, ADDRESS, **options).encoding == expected
    if start[:1] == b"@":
        assert stylesheet(start.decode(), ADDRESS, **options).encoding == expected


def test_encoding_of_queries_depends_on_the_standard():
    for source in (
        '@charset "cp1251"; a { b: url(?я) }',
        '@charset "cp1251"; a { b: url(?я) }'.encode("cp1251"),
    ):
        assert [url.url for url in stylesheet(source, ADDRESS, standard="html5").urls()] == [
            "http://h/d/s.css?%FF"
        ]
        assert [url.url for url in stylesheet(source, ADDRESS).urls()] == [
            "http://h/d/s.css?%D1%8F"
        ]


# Rewriting
# --------------------------------------------------------------------------------------------------------


def test_make_absolute_resolves_every_url():
    sheet = stylesheet(SHEET.encode(), ADDRESS)
    sheet.make_absolute()
    expected = SHEET
    for old in ('"a"', "(b)", "(c)", '"d"'):
        expected = expected.replace(old, f"{old[0]}http://h/d/{old[1:]}")
    assert str(sheet) == expected and bytes(sheet) == expected.encode()
    assert values(sheet) == [*(f"http://h/d/{name}" for name in "abcd"), "#e", "http://a:b/"]
    sheet.make_absolute()
    assert str(sheet) == expected


def test_style_sheet_can_be_rewritten_twice():
    sheet = stylesheet(b"a{b:url(\xff)}/*\xfe*/c{d:url( 'e' )}", ADDRESS)
    sheet.rewrite(lambda url: "a (b)")
    sheet.rewrite(lambda url: f"{url.value}'")
    assert bytes(sheet) == rb"a{b:url(a\ \(b\)\')}/*" + b"\xfe" + rb"*/c{d:url( 'a (b)\'' )}"
    sheet.rewrite(lambda url: "")
    assert bytes(sheet) == b"a{b:url()}/*\xfe*/c{d:url( '' )}" and values(sheet) == []


def test_error_during_rewrite_changes_nothing():
    def fail(url):
        if url.value == "d":
            raise KeyError(url.value)
        return "x"

    for source in (SHEET, SHEET.encode()):
        sheet = stylesheet(source, ADDRESS)
        with pytest.raises(KeyError):
            sheet.rewrite(fail)
        for wrong in (1, b"x", ["x"]):
            with pytest.raises(
                TypeError, match="the result of a rewriting function must be a URL or None, not "
            ):
                sheet.rewrite(lambda url, wrong=wrong: wrong if url.value == "d" else "x")
        sheet.rewrite(lambda url: None)
        sheet.rewrite(lambda url: url.value)
        assert str(sheet) == SHEET


def test_style_sheet_of_text_has_no_bytes():
    with pytest.raises(TypeError, match="the style sheet was made from a str and has no bytes"):
        bytes(stylesheet("", ADDRESS))


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_bytes_outside_urls_are_kept(mark):
    rest = b"/* \xff \0 \xc3 */\r\n@import\f'a';\r\x00 b{c:\x80;d:url(e)} \xe2\x82"
    sheet = stylesheet(mark + rest, ADDRESS)
    assert bytes(sheet) == sheet.to_bytes() == mark + rest and str(sheet) == rest.decode(
        errors="replace"
    )
    sheet.make_absolute()
    assert bytes(sheet) == mark + rest.replace(b"'a'", b"'http://h/d/a'").replace(
        b"(e)", b"(http://h/d/e)"
    )


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_every_type_of_bytes_is_accepted(kind):
    assert bytes(stylesheet(kind(b"a{b:url(c)}"), ADDRESS)) == b"a{b:url(c)}"


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", "я中\U0001f600¥".encode()),
        ("windows-1251", rb"\xff\4e2d \1f600 \a5 ".replace(rb"\xff", b"\xff")),
        ("gbk", "я中".encode("gbk") + rb"\1f600 \a5 "),
        # Python's codec encodes a yen sign as the byte 0x5C, which is decoded as a backslash.
        ("shift_jis", "я中".encode("shift_jis") + rb"\1f600 \a5 "),
        ("iso-2022-jp", rb"\44f \4e2d \1f600 \a5 "),
        ("x-user-defined", rb"\44f \4e2d \1f600 \a5 "),
    ],
)
def test_characters_missing_from_the_encoding_are_escaped(encoding, expected):
    sheet = stylesheet(b"a{b:url(c)}", ADDRESS, content_type=f"text/css;charset={encoding}")
    sheet.rewrite(lambda url: "я中\U0001f600¥")
    assert bytes(sheet) == b"a{b:url(" + expected + b")}"
    assert values(sheet) == ["я中\U0001f600¥"]
    reparsed = stylesheet(bytes(sheet), ADDRESS, content_type=f"text/css;charset={encoding}")
    assert str(reparsed) == str(sheet) and values(reparsed) == values(sheet)


def test_rewriting_keeps_the_state_of_iso_2022_jp():
    """In ISO-2022-JP, escape sequences change the state. A new URL is written in the ASCII state.
    The bytes before and after the URL keep their state."""
    sheet = stylesheet(
        b'a{b:url(\x1b$B$"\x1b(B)}\x1b(Jc{d:url(\x1b$B$")\x1b(J)\x1b(J}~e{f:url(g\x1b(B)}',
        ADDRESS,
        environment_encoding="iso-2022-jp",
    )
    sheet.rewrite(lambda url: "x")
    assert bytes(sheet).count(b"url(x)") == 1
    assert str(stylesheet(bytes(sheet), ADDRESS, environment_encoding="iso-2022-jp")) == str(sheet)
    assert values(sheet) == ["x", "x", "x"]


# Any bytes
# --------------------------------------------------------------------------------------------------------

TOKENS = [
    "url(",
    ")",
    'url("',
    '")',
    "@import '",
    "';",
    "/*",
    "*/",
    " ",
    "\\",
    "\r\n",
    "{",
    "}",
    "abc",
    "image-set(",
]
OCTETS = [
    b"\x1b$B",
    b"\x1b(B",
    b"\x1b(J",
    b"\x1b(I",
    b"\xd8\xdc",
    b"\xf0\x9f\x98",
    b"\x81",
    b"\x8f\xa1",
    b"0",
    b"\0",
]


@st.composite
def sheets(draw):
    """Draw an encoding, and bytes that mix CSS syntax in that encoding with arbitrary bytes."""
    encoding = draw(st.sampled_from(ENCODINGS))
    tokens = st.sampled_from([token.encode(codec(encoding)) for token in TOKENS])
    return encoding, b"".join(
        draw(st.lists(tokens | st.sampled_from(OCTETS) | st.binary(max_size=3), max_size=25))
    )


@given(sheets(), st.text(max_size=8))
def test_rewritten_urls_are_read_back(sheet, new):
    encoding, data = sheet
    content_type = f"text/css;charset={encoding}"
    rewritten = stylesheet(data, ADDRESS, content_type=content_type)
    assert bytes(rewritten) == data
    before = [*rewritten.urls()]
    rewritten.rewrite(lambda url: new)
    reparsed = stylesheet(bytes(rewritten), ADDRESS, content_type=content_type)
    assert str(reparsed) == str(rewritten)
    assert values(reparsed) == values(rewritten)
    if not before:
        assert bytes(rewritten) == data


@given(sheets())
def test_make_absolute_makes_each_valid_url_absolute(sheet):
    encoding, data = sheet
    rewritten = stylesheet(data, ADDRESS, content_type=f"text/css;charset={encoding}")
    meant = [url.url for url in rewritten.urls()]
    rewritten.make_absolute()
    reparsed = stylesheet(bytes(rewritten), ADDRESS, content_type=f"text/css;charset={encoding}")
    assert [url.url for url in reparsed.urls()] == [url.url for url in rewritten.urls()] == meant
    assert all(
        url.kind == "fragment" or url.url is None or is_absolute(url.value, standard="whatwg")
        for url in reparsed.urls()
    )


@given(sheets(), st.lists(st.binary(max_size=4), min_size=2, max_size=5))
def test_random_bytes_around_urls_are_kept(sheet, pieces):
    """Rewriting URLs between random bytes does not change these bytes."""
    encoding, _ = sheet
    old, new = (f" a{{b:url({url})}} ".encode(codec(encoding)) for url in ("c", "xyz"))
    data = old.join(piece[: len(piece) // 2 * 2] for piece in pieces)
    rewritten = stylesheet(data, ADDRESS, content_type=f"text/css;charset={encoding}")
    assume(rewritten.encoding == encoding and values(rewritten) == ["c"] * data.count(old))
    rewritten.rewrite(lambda url: "xyz")
    assert bytes(rewritten) == data.replace(old, new)


# Cost
# -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1_000, pytest.param(100_000, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "(",
        "[",
        "url(",
        "a(",
        "image-set(",
        "image-set(--f({",
        "src(",
        "@import ",
        "'\n",
        "/*",
        "\\",
        "url(\\",
        "\ufffd",
    ],
)
def test_hostile_style_sheet_is_rewritten_in_linear_time(piece, count):
    """Quadratic time would take minutes for 100,000 pieces."""
    sheet = stylesheet((piece * count + "}) url(a)").encode(), ADDRESS)
    before = values(sheet)
    sheet.rewrite(lambda url: f"x{url.value}")
    assert values(sheet) == [f"x{value}" for value in before]
