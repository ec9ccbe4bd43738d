"""`urldom.http.links()` returns the links of `Link` headers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case, few_or_many
from tests.http.reference import parse_field_value
from urldom import URL, InvalidURLError
from urldom.http import Link, links

ADDRESS = "http://example.com/TheBook/chapter3?q#top"


def link(url, *rel, anchor=None, **parameters):
    return Link(URL(url), rel, None if anchor is None else URL(anchor), tuple(parameters.items()))


#: RFC 8288, section 3.5
EXAMPLES = [
    (
        '<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"',
        [link("http://example.com/TheBook/chapter2", "previous", title="previous chapter")],
    ),
    ('</>; rel="http://example.net/foo"', [link("http://example.com/", "http://example.net/foo")]),
    (
        '</terms>; rel="copyright"; anchor="#foo"',
        [
            link(
                "http://example.com/terms",
                "copyright",
                anchor="http://example.com/TheBook/chapter3?q#foo",
            )
        ],
    ),
    (
        (
            "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, "
            "</TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"
        ),
        [
            link("http://example.com/TheBook/chapter2", "previous", title="letztes Kapitel"),
            link("http://example.com/TheBook/chapter4", "next", title="n\u00e4chstes Kapitel"),
        ],
    ),
    (
        '<http://example.org/>; rel="start http://example.net/relation/other"',
        [link("http://example.org/", "start", "http://example.net/relation/other")],
    ),
    (
        '<https://example.org/>; rel="start", <https://example.org/index>; rel="index"',
        [link("https://example.org/", "start"), link("https://example.org/index", "index")],
    ),
]


@pytest.mark.parametrize(("value", "expected"), EXAMPLES)
def test_examples_of_rfc_8288_have_their_links(value, expected):
    assert (
        links(value, ADDRESS)
        == links(value.encode(), URL(ADDRESS))
        == links([value], ADDRESS)
        == expected
    )


#: RFC 8187, section 3.2.3, and RFC 5987
@each_case(
    ("parameter", "title"),
    [
        ("title=Economy", "Economy"),
        ('title="US-$ rates"', "US-$ rates"),
        ("title*=UTF-8''%c2%a3%20and%20%e2%82%ac%20rates", "\u00a3 and \u20ac rates"),
        (
            "title=\"EURO exchange rates\"; title*=utf-8''%e2%82%ac%20exchange%20rates",
            "\u20ac exchange rates",
        ),
        ("title*=utf-8''%e2%82%ac; title=EURO", "\u20ac"),
        ("title*=iso-8859-1'en'%A3%20rates", "\u00a3 rates"),
        ("title*=\"utf-8''%e2%82%ac\"", "\u20ac"),
        # If `title*` cannot be decoded, it is left out, and `title` is used.
        ("title*=utf-8''%e2%82; title=EURO", "EURO"),
        ("title*=utf-8''%zz; title=EURO", "EURO"),
        ("title*=x''a; title=EURO", "EURO"),
        ("title*=EURO; title=EURO", "EURO"),
        ("title*=utf-8'a b; title=EURO", "EURO"),
    ],
)
def test_title_in_the_encoding_of_rfc_8187_is_decoded(parameter, title):
    (found,) = links(f"</>; rel=a; {parameter}", ADDRESS)
    assert found.parameters == (("title", title),)


def test_first_value_of_a_repeated_parameter_is_used():
    value = (
        "</>; rel=a; rel=b; title=c; title=d; media=e; media=f; type=g; type=h; hreflang=i;"
        " HrefLang=j; x=1; x=2"
    )
    (found,) = links(value, ADDRESS)
    assert found.rel == ("a",)
    assert found.parameters == (
        *(
            ("title", "c"),
            ("media", "e"),
            ("type", "g"),
            ("hreflang", "i"),
            ("hreflang", "j"),
            ("x", "1"),
            ("x", "2"),
        ),
    )


def test_relation_types_are_in_lower_case():
    (found,) = links('</>; REL=" Next  HTTP://Example.net/Foo\t"', ADDRESS)
    assert found.rel == ("next", "http://example.net/foo")


def test_extended_parameter_that_is_not_allowed_is_ignored():
    value = "</>; rel=a; rel*=utf-8''b; anchor*=utf-8''c; type*=utf-8''d; x*=utf-8''%65; x=f"
    assert links(value, ADDRESS) == [link("http://example.com/", "a", x="e")]


@each_case(
    "value",
    [
        *(
            "",
            "x",
            "<a",
            "<a>",
            "<a>; title=b",
            "<a>; rel",
            '<a>; rel=""',
            '<a>; rel=" "',
            "<http://[>; rel=a",
            "a; rel=b",
        ),
        *("<a>; rel=b; anchor=http://[", "; rel=a", "<a>, rel=b"),
    ],
)
def test_invalid_link_is_ignored(value):
    assert links(value, ADDRESS) == []
    before = "</good>; rel=x"
    assert [found.url.pathname for found in links(f"{before}, {value}", ADDRESS)] == ["/good"]


@pytest.mark.parametrize(
    "value",
    [
        *(
            "<http://[>; rel=a, </b>; rel=c",
            "</a>, </b>; rel=c",
            ", ,</b>;rel=c,,",
            "</b>;;;rel=c;",
            "</b> ; rel = c ,",
        ),
        *(
            '</a>; title=",;<x>", </b>; rel=c',
            "</a>;x</b>, </b>; rel=c",
            '</b>; rel="c',
            '</b>; rel="c\\',
        ),
    ],
)
def test_links_after_an_invalid_link_are_returned(value):
    assert links(value, ADDRESS) == [link("http://example.com/b", "c")]


def test_several_headers_are_read_one_by_one():
    values = ['</a>; rel=x; title="', b"</b>; rel=y", "x", "</c>; rel=z"]
    assert [found.url.pathname for found in links(values, ADDRESS)] == ["/a", "/b", "/c"]
    assert links([], ADDRESS) == []


def test_bytes_that_are_not_utf_8_are_percent_encoded():
    value = b"</\xe9?\xc3\xa9>; rel=\xe9; title=\xc3\xa9\xe9; anchor=\xe9"
    (found,) = links(value, ADDRESS)
    assert found.url.href == "http://example.com/%E9?%C3%A9"
    assert found.anchor.href == "http://example.com/TheBook/%E9"
    assert (found.rel, found.parameters) == (("\ufffd",), (("title", "\u00e9\ufffd"),))


def test_empty_reference_is_the_url_of_the_response():
    (found,) = links('<>; rel=self; anchor=""', ADDRESS)
    assert found.url.href == found.anchor.href == "http://example.com/TheBook/chapter3?q"


def test_arguments_of_other_types_raise():
    with pytest.raises(
        TypeError, match="Link headers must be bytes, a str, or an iterable of these, not int"
    ):
        links(5, ADDRESS)
    with pytest.raises(
        TypeError, match="the value of a Link header must be bytes or a str, not None"
    ):
        links([None], ADDRESS)
    with pytest.raises(InvalidURLError):
        links("", "/a")


@each_case(
    ("value", "parameters"),
    [
        # RFC 8288, appendix B.4: a backslash escapes the next character, and a final one is
        # removed.
        ('</a>; title="x\\"y"; rel=next', {"title": 'x"y'}),
        ('</a>; rel=next; title="x\\\\y"', {"title": "x\\y"}),
        ('</a>; rel=next; title="x\\\\\\', {"title": "x\\"}),
        ('</a>; rel=next; title="x\\\\', {"title": "x\\"}),
        ('</a>; rel=next; title="x\\y', {"title": "xy"}),
        ('</a>; rel=next; title="x" ; type="a;b,c"', {"title": "x", "type": "a;b,c"}),
        # RFC 8187, section 3.2.1: every attr-char
        ("</a>; rel=next; title*=UTF-8''a~b", {"title": "a~b"}),
        (
            "</a>; rel=next; title*=utf-8'en'!#$&+-.^_`|~09AZaz%c3%A9",
            {"title": "!#$&+-.^_`|~09AZaz\u00e9"},
        ),
        ("</a>; rel=next; title*=ISO-8859-1''%e9", {"title": "\u00e9"}),
        *[
            (f"</a>; rel=next; title*=UTF-8''{text}", {})
            for text in ("a b", "a*", "a(", "%4", "%zz", "%ff")
        ],
        ("</a>; rel=next; title*=UTF-16''a", {}),
        ("</a>; rel=next; title*=UTF-8'a", {}),
        ("</a>; rel=next; title=a; title*=UTF-8''b; title*=UTF-8''c; title=d", {"title": "b"}),
        ("</a>; rel=next; title*=UTF-8''%ff; title=a", {"title": "a"}),
        ("</a>; rel=next; x*=UTF-8''a; x=b; X=c; y=", {"x": "a", "y": ""}),
        ("</a>; rel=next; rev*=a; hreflang*=b; media*=c; type*=d; anchor*=/x; rel*=e; =f", {}),
        ("</a>\t;\trel\t=\tnext\t;\ta\t=\tb\t", {"a": "b"}),
    ],
)
def test_parameters_are_read_as_the_rfcs_say(value, parameters):
    (found,) = links(value, ADDRESS)
    assert (found.url.href, found.rel, dict(found.parameters)) == (
        "http://example.com/a",
        ("next",),
        parameters,
    )


@pytest.mark.parametrize(
    ("value", "hrefs"),
    [
        (" ,\t,</a>;rel=a,,</b>;rel=b </c>;rel=c", ["/a", "/b </c>;rel=c"]),
        ("</a>;rel=a</b>;rel=b", ["/a"]),
        ("x</a>;rel=a", []),
        ("</a>;rel=a, x, </b>;rel=b", ["/a"]),
        ("</a;rel=a", []),
        ("</a>;rel=a;</b>;rel=b", ["/a"]),
    ],
)
def test_reading_stops_at_a_syntax_error(value, hrefs):
    found = links(value, ADDRESS)
    assert [one.url.pathname for one in found] == [href.partition(" ")[0] for href in hrefs]


@given(st.text('<>;, ="\\ab*\trel', max_size=40))
def test_links_equal_the_algorithm_of_appendix_b(value):
    expected = []
    for target, parameters in parse_field_value(value):
        rel = next((text for name, text in parameters if name == "rel"), "").split()
        anchor = next(
            (URL(text, ADDRESS).href for name, text in parameters if name == "anchor"), None
        )
        if rel:
            expected.append((URL(target, ADDRESS).href, tuple(rel), anchor))
    found = links(f"</>;rel=a,{value}", ADDRESS)[1:]
    assert [(one.url.href, one.rel, one.anchor and one.anchor.href) for one in found] == expected


@given(st.text(st.characters(exclude_characters='"\\', exclude_categories=["Cs"]), max_size=20))
def test_quoted_title_is_read_back(title):
    (found,) = links(f'</>; rel=a; title="{title}"', ADDRESS)
    assert found.parameters == (("title", title),)


@few_or_many("count", 2_000, 10_000)
@each_case(
    "part",
    [
        "<",
        "<>",
        "<>;",
        "<>,",
        ";",
        ",",
        " ",
        "<a>; rel=b,",
        '<a>;b="',
        "<a>;b=\\",
        '\\"',
        ";a*=utf-8''b",
        "; a=b",
        "'",
    ],
)
@each_case(
    "start", ["", "<a>", "<a>; rel=b", '<a>; rel="', "<a>; x*=utf-8'", "<a>; rel=x; title*="]
)
def test_long_value_takes_linear_time(start, part, count):
    """Quadratic time would take minutes."""
    links(start + part * count, ADDRESS)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["title", "title*", "type", "hreflang", "hreflang*", "x", "x*", "<>'\""]
            ),
            st.text(st.characters(exclude_categories=["Cc", "Cs"])),
        ),
        unique_by=lambda parameter: parameter[0].removesuffix("*"),
    ),
    st.lists(st.text('ab"\\<>;,=\u0436', min_size=1), min_size=1),
    st.sampled_from(["http://h/?a#b", 'data:,"<', "mailto:a;b,c"]),
)
def test_links_reads_what_a_link_writes(parameters, rel, url):
    link = Link(URL(url), tuple(rel), URL(url), tuple(parameters))
    assert links(str(link), ADDRESS) == [link]
    assert links([f"{link}, , {link}", str(link).encode()], ADDRESS) == [link] * 3


def test_repeated_parameters_are_written_alike():
    written = Link(
        URL("http://h/"), ("a",), None, (("x", "b"), ("hreflang", "de"), ("x", "\u0436"))
    )
    assert str(written) == (
        "<http://h/>; rel=\"a\"; x*=UTF-8''b; hreflang=\"de\"; x*=UTF-8''%D0%B6"
    )
    assert links(str(written), ADDRESS) == [written]


def test_a_link_cannot_end_its_header():
    values = (("title", "a\r\nSet-Cookie: b"), ("x", "\0\x7f"), ("y", "\ud800\n\u0436"))
    written = str(Link(URL("mailto:a>b"), ("c\nd",), None, values))
    assert written == (
        '<mailto:a%3Eb>; rel="c d"; title="a  Set-Cookie: b"; x="  "; y*=UTF-8\'\'%EF%BF%BD%0A%D0%B6'
    )


@each_case("name", ["", "a b", "a=", "a;", "a,", "a\n", "\u0436", "rel", "Anchor"])
def test_a_parameter_with_an_invalid_name_is_not_written(name):
    link = Link(URL("http://h/"), ("a",), None, ((name, "b"),))
    with pytest.raises(ValueError, match="cannot have the name"):
        str(link)
