"""RFC 2396: URI references (section 4), their resolution (section 5.2), and the examples of
appendix C."""

import pytest

from tests.cases import each_case
from tests.core.standards.readings import told
from urldom import RFC2396, UnresolvableURLError, URLDecomposition
from urldom._core.standards.interface import engine_of
from urldom.html5 import is_valid_url

BASE = "http://a/b/c/d;p?q"

NORMAL = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/?y",
    "g?y": "http://a/b/c/g?y",
    "#s": f"{BASE}#s",  # (current document)#s
    "g#s": "http://a/b/c/g#s",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/;x",
    "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s",
    ".": "http://a/b/c/",
    "./": "http://a/b/c/",
    "..": "http://a/b/",
    "../": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../": "http://a/",
    "../../g": "http://a/g",
}
ABNORMAL = {
    "": BASE,  # (current document)
    "../../../g": "http://a/../g",
    "../../../../g": "http://a/../../g",
    "/./g": "http://a/./g",
    "/../g": "http://a/../g",
    "g.": "http://a/b/c/g.",
    ".g": "http://a/b/c/.g",
    "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g",
    "./g/.": "http://a/b/c/g/",
    "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x",
    "http:g": "http:g",  # the result that RFC 2396 requires of validating parsers
}


@each_case(("reference", "target"), [*NORMAL.items(), *ABNORMAL.items()])
def test_appendix_c_examples_resolve(reference, target):
    assert str(RFC2396.resolve(reference, BASE)) == target
    assert str(RFC2396.resolve(reference, f"{BASE}#f")) == target
    assert RFC2396.resolve(reference, RFC2396.parse(BASE)) == RFC2396.parse(target)


@pytest.mark.parametrize(
    ("url", "same_document"),
    [
        ("", True),
        ("#", True),
        ("#s", True),
        ("?", False),
        (".", False),
        ("//", False),
        ("a:", False),
        ("http:#s", False),
    ],
)
def test_section_4_2_finds_same_document_references(url, same_document):
    # "an empty URI reference within a document is interpreted as a reference to the start of that
    # document". "a reference containing only a fragment identifier is a reference to the identified
    # fragment of that document".
    assert RFC2396.parse(url).is_same_document is same_document


@each_case(
    ("url", "expected"),
    [
        # Section 1.3, Example URI
        ("ftp://ftp.is.co.za/rfc/rfc1808.txt", ("ftp", "ftp.is.co.za", "/rfc/rfc1808.txt", None, None)),
        (
            "gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles",
            ("gopher", "spinaltap.micro.umn.edu", "/00/Weather/California/Los%20Angeles", None, None),
        ),
        (
            "http://www.math.uio.no/faq/compression-faq/part1.html",
            ("http", "www.math.uio.no", "/faq/compression-faq/part1.html", None, None),
        ),
        ("mailto:mduerst@ifi.unizh.ch", ("mailto", None, "mduerst@ifi.unizh.ch", None, None)),
        ("news:comp.infosystems.www.servers.unix", ("news", None, "comp.infosystems.www.servers.unix", None, None)),
        ("telnet://melvyl.ucop.edu/", ("telnet", "melvyl.ucop.edu", "/", None, None)),
        # Appendix B
        (
            "http://www.ics.uci.edu/pub/ietf/uri/#Related",
            ("http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related"),
        ),
        # Section 4.3: "the authority component wins"
        ("//a//b", (None, "a", "//b", None, None)),
        ("///a", (None, "", "/a", None, None)),
        ("//h?q", (None, "h", "", "q", None)),
        # The expression of appendix B matches every string
        ("", (None, None, "", None, None)),
        ("?#", (None, None, "", "", "")),
        ("a b\n#é#\ud800", (None, None, "a b\n", None, "é#\ud800")),
        ("1a:b", (None, None, "1a:b", None, None)),
        (":", (None, None, ":", None, None)),
        ("é:b", (None, None, "é:b", None, None)),
        ("%", (None, None, "%", None, None)),
    ],
)  # fmt: skip
def test_section_4_3_url_has_the_expected_components(url, expected):
    parsed = RFC2396.parse(url)
    assert (parsed.scheme, parsed.authority, parsed.path, parsed.query, parsed.fragment) == expected
    assert str(parsed) == url


@pytest.mark.parametrize(
    ("reference", "base", "target"),
    [
        ("g", "http://a", "http://a/g"),
        ("//g/../h", BASE, "http://g/../h"),  # dot segments of an absolute path stay
        ("http://g/../h", BASE, "http://g/../h"),
        ("?", BASE, "http://a/b/c/?"),
        ("../", "file:/a/b/c", "file:/a/"),
        ("g", "a:b/c", "a:b/g"),
        ("#s", "mailto:a@b", "mailto:a@b#s"),
        ("a/../../g", BASE, "http://a/b/g"),
    ],
)
def test_section_5_2_references_outside_appendix_c_resolve(reference, base, target):
    assert str(RFC2396.resolve(reference, base)) == target


@pytest.mark.parametrize("base", [None, "", "a", "//h/", "/a", "#f"])
def test_relative_reference_needs_a_base_with_a_scheme(base):
    with pytest.raises(UnresolvableURLError) as caught:
        RFC2396.resolve("x", base)
    assert (caught.value.url, caught.value.base, caught.value.standard) == ("x", base, "rfc2396")


@each_case(
    "url",
    [
        *("http://a/b;p=1;q/c?d#e", "mailto:a@b", "a:b?c", "a:?b", "//h", "//", "//u:p@h:80", "/a", "a/b:c", ""),
        *("#", "#f", "a;b?c"),
        *("g:h", "./g", "http://a_b!~*'()/", "//h?q", "a?", "%41", "//%41", "/a//b", "a//b"),
    ],
)  # fmt: skip
def test_appendix_a_grammar_accepts_the_url(url):
    assert is_valid_url(url, standard="rfc2396")


@each_case(
    "url",
    [
        *("?y", "?"),  # the production for <relativeURI> has no empty path
        *("a:", "a:#f", "1a:b", ":a", "a:b#c#d", "#a#b", "[", "//[::1]/", "a b", "%", "%4", "%zz", "/%", "a?%"),
        *("#%", "//%"),
        *("é", '"', "<", ">", "\\", "^", "`", "{", "|", "}", "\0", "\n", "a\n"),
    ],
)  # fmt: skip
def test_appendix_a_grammar_rejects_the_url(url):
    assert not is_valid_url(url, standard="rfc2396")


def test_url_has_the_seven_attributes():
    url = URLDecomposition("http://u@h:8/a;p?b#c", standard="rfc2396")
    assert (url.protocol, url.host, url.hostname, url.port) == ("http:", "h:8", "h", "8")
    assert (url.pathname, url.search, url.hash) == ("/a;p", "?b", "#c")
    url.host = "i"
    url.search = "é"
    assert str(url) == "http://u@i/a;p?%C3%A9#c"


@pytest.mark.parametrize(
    ("url", "base", "reference"),
    [
        # RFC 2396 section 5.2, step 2: a reference without a path and a query refers to the current
        # document
        ("http://a/b?x#y", "http://a/b?x", "#y"),
        ("http://a/b?x", "http://a/b?x", ""),
        ("http://a/b?x#y", "http://a/b?z", "b?x#y"),
        ("http://a/b", "http://a/b?z", "b"),
        ("http://a/b#c", "http://a/b#d", "#c"),
    ],
)
def test_reference_to_the_current_document_has_only_a_fragment(url, base, reference):
    assert URLDecomposition(url, standard="rfc2396").relative_to(base) == reference


def steps_and_target(reference):
    said, target = told(engine_of(RFC2396), reference, BASE)
    return [(rule.removeprefix("RFC 2396 section 5.2 "), *rest) for rule, *rest in said], target


def test_each_step_of_section_5_2_is_told():
    said, target = steps_and_target("g?y")
    assert said == [
        ("step 1", "g?y", RFC2396.parse("g?y")),
        ("step 3", None, {"scheme": "http"}),
        ("step 4", None, {"authority": "a"}),
        ("steps 5 and 6", None, {"path": "/b/c/g"}),
        ("step 7", None, {"path": "/b/c/g"}),
    ]
    assert str(target) == "http://a/b/c/g?y"
    said, target = steps_and_target("#s")
    assert said == [("step 1", "#s", RFC2396.parse("#s")), ("step 2", None, target)]
    assert [step for step, *_ in steps_and_target("//g")[0]] == ["step 1", "step 3", "step 7"]
    assert [step for step, *_ in steps_and_target("/g")[0]] == [
        "step 1",
        "step 3",
        "step 4",
        "step 7",
    ]


def test_text_before_a_colon_is_a_scheme_only_by_the_grammar():
    """Appendix B would find the scheme "1a", but section 3.1 lets a scheme begin with a letter
    only."""
    reference = RFC2396.parse("1a:b")
    assert (reference.scheme, reference.path) == (None, "1a:b")
    assert not RFC2396.is_valid_url(
        "1a:b"
    )  # The path of a relative reference does not begin with "1a:" either.


@pytest.mark.parametrize(
    ("reference", "uri"),
    [
        ("http://a/b?c#d", "http://a/b?c"),
        ("http://a/b#", "http://a/b"),
        ("mailto:a@b", "mailto:a@b"),
        ("#d", ""),
    ],
)
def test_uri_is_the_reference_without_its_fragment(reference, uri):
    """Section 4."""
    parsed = RFC2396.parse(reference)
    assert str(parsed.uri) == uri and parsed.uri.fragment is None and parsed.uri.uri == parsed.uri
    assert str(parsed) == reference
