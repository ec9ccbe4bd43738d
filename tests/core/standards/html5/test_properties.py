"""The fast paths of `HTML5` match the reference implementation, which follows the specification
step by step."""

import contextlib

from hypothesis import example, given
from hypothesis import strategies as st

from tests.core.standards.html5 import reference
from tests.strategies import any_text, encodings, hostile, url_behind_a_start, url_like
from tests.tools.tokens.strategy import token_strings, token_urls
from urldom import Document, InvalidURLError, URLDecomposition
from urldom._core.errors import Failure
from urldom._core.standards.registry import find_engine
from urldom._core.text.encodings import output_encoding
from urldom.html5 import parse

ENGINE = find_engine("html5")
NAMES = ENGINE.object_model.attributes
HOSTS = [
    *(
        "example.com",
        "a",
        "a-b.c",
        "a--b",
        "-a",
        "a-.b",
        "a..b",
        ".",
        "a.",
        ".a",
        "A.b",
        "1.2.3.4",
        "x_y",
        "é",
        "xn--a",
    ),
    *(
        "",
        "a" * 64,
        "a." * 40,
        "%41",
        "%",
        "[::1]",
        "[v1.a\\]",
        "[1]",
        "[",
        "u@h",
        "u\\@h",
        "a@b@c",
    ),
]
PIECES = [
    *(
        "/",
        ".",
        "..",
        "/./",
        "/../",
        "a",
        "b%20",
        "%2e",
        "%",
        " ",
        "?",
        "#",
        ":",
        "@",
        "\\",
        "é",
        ";",
        "//",
        "\t",
        "'",
        "|",
    ),
    *("80", "\ud800", "[", "\n"),
]
tails = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
SCHEMES = [
    "http://",
    "https://",
    "HTTP://",
    "ftp://",
    "file://",
    "x://",
    "http:",
    "//",
    "mailto:",
    "data:",
    "x:",
    "",
]
made_urls = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(SCHEMES),
    st.sampled_from(HOSTS),
    st.sampled_from(["", ":", ":80", ":443", ":8080", ":x", "@b"]),
    tails,
)
urls = st.one_of(made_urls, tails, url_like, url_behind_a_start, hostile, token_urls)
values = st.one_of(
    tails,
    token_strings,
    any_text,
    st.sampled_from(
        [
            *HOSTS,
            "http",
            "https:",
            "ftp",
            "x",
            "mailto",
            "8080",
            "80",
            "0",
            "65536",
            "a:80",
            "[::1]:80",
        ]
    ),
)


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except (Failure, InvalidURLError):
        return None


@given(urls)
@example("http://[a/")
@example("http://%/")
@example("http://%zz/")
def test_parsing_matches_the_reference(url):
    parsed = outcome(parse, url)
    assert parsed == outcome(reference.parse, url)


@given(urls, urls, encodings)
@example("a", "http://h", "utf-8")
@example("?a", "http://h/b/c?d", "utf-8")
@example("", "http://h?b", "utf-8")
@example("..", "http://h/a/b", "utf-8")
@example("http://a-/", None, "utf-8")
def test_resolving_matches_the_reference(url, base, encoding):
    encoding = output_encoding(encoding)
    assert_cut(url, None, encoding)
    against = None if base is None else outcome(reference.resolve, base)
    if against is not None:
        assert_cut(url, against, encoding)
        assert_cut("".join(PIECES[3:5]) + url, against, encoding)


def assert_cut(url, against, encoding):
    expected = outcome(reference.resolve, url, against, encoding)
    pieces = outcome(
        ENGINE.grammar.cut,
        url,
        None if against is None else ENGINE.grammar.cut(str(against)),
        encoding,
    )
    if expected is None:
        assert pieces is None
    else:
        assert pieces == (*reference.pieces_of(expected), url)


@given(urls, st.lists(st.tuples(st.sampled_from(NAMES), values), min_size=1, max_size=4))
@example("http://u\\v@h/#\\", [("protocol", "https")])
@example("x://u\\v@h/#\\", [("protocol", "http")])
@example("x://h/#\\", [("protocol", "http")])
@example("x:/a", [("pathname", "/.//a")])
def test_assigning_matches_the_reference(url, assignments):
    outputs = []
    decomposition = URLDecomposition(url, on_set=outputs.append)
    live = URLDecomposition(url, Document("http://base.example/"), on_set=outputs.append)
    for name, value in assignments:
        for made in (decomposition, live):
            before = made.href
            expected = outcome(reference.assign, before, name, value)
            outputs.clear()
            written = made.reference
            setattr(made, name, value)
            if expected is None:
                # The output is the unchanged input, and is stored as any other (ruling 18).
                assert (made.reference, outputs) == (before or written, [before])
            else:
                assert (made.reference, outputs) == (expected, [expected])
                assert made.href == str(reference.resolve(expected))


@given(urls)
def test_attributes_match_the_reference(url):
    """The reference implementation resolves the URL, and reads its attributes by the table of HTML5
    2.6.6."""
    with contextlib.suppress(Failure):
        input = reference.resolve(url)
        decomposition = URLDecomposition(url)
        assert {name: getattr(decomposition, name) for name in NAMES} == {
            name: get(input) for name, get in reference.GETTERS.items()
        }
