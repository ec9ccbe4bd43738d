"""RFC 1808: parsing in the order of section 2.4, resolving by section 4, and the examples of
section 5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.core.standards.readings import told
from tests.core.standards.reference import remove_complete_segments as by_string_patterns
from urldom import (
    RFC1808,
    BaseChain,
    Document,
    UnresolvableURLError,
    URLDecomposition,
    explain,
    resolve,
)
from urldom._core.standards.interface import engine_of
from urldom._core.values.reference_values import GenericRL
from urldom._core.values.references import remove_complete_segments
from urldom.html5 import is_authority_based, is_valid_url


def components(url):
    parsed = RFC1808.parse(url)
    return parsed.scheme, parsed.net_loc, parsed.path, parsed.params, parsed.query, parsed.fragment


# Section 5, Examples and Recommended Practice

BASE = "http://a/b/c/d;p?q#f"

NORMAL = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/d;x",
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
    "": "http://a/b/c/d;p?q#f",  # "an empty reference resolves to the complete base URL"
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
    "http:g": "http:g",
    "http:": "http:",
}


@each_case(("embedded", "absolute"), [*NORMAL.items(), *ABNORMAL.items()])
def test_section_5_examples_resolve(embedded, absolute):
    assert str(RFC1808.resolve(embedded, BASE)) == absolute
    assert RFC1808.resolve(embedded, RFC1808.parse(BASE)) == RFC1808.parse(absolute)


# Section 2.4, Parsing a URL


@each_case(
    ("url", "expected"),
    [
        ("http://a/b/c/d;p?q#f", ("http", "a", "/b/c/d", "p", "q", "f")),
        # 2.4.1: "the substring after the first (left-most) crosshatch"
        ("a#b#c?d", ("", "", "a", "", "", "b#c?d")),
        ("#", ("", "", "", "", "", "")),
        ("#s", ("", "", "", "", "", "s")),
        # 2.4.2: "a colon after the first character and before any characters not allowed as part of
        # a scheme name"
        ("g:h", ("g", "", "h", "", "", "")),
        ("1a+-.:b", ("1a+-.", "", "b", "", "", "")),
        (":a", ("", "", ":a", "", "", "")),
        ("a_b:c", ("", "", "a_b:c", "", "", "")),
        ("a/b:c", ("", "", "a/b:c", "", "", "")),
        ("é:b", ("", "", "é:b", "", "", "")),
        ("a:b:c", ("a", "", "b:c", "", "", "")),
        # 2.4.3: "up to, but not including, the next slash". The net_loc is parsed first, so it may
        # contain "?".
        ("//h?q", ("", "h?q", "", "", "", "")),
        ("//h;p?q/a", ("", "h;p?q", "/a", "", "", "")),
        ("//h#f/a", ("", "h", "", "", "", "f/a")),
        ("//", ("", "", "", "", "", "")),
        ("///a", ("", "", "/a", "", "", "")),
        ("a://", ("a", "", "", "", "", "")),
        # 2.4.4: "the first (left-most) question mark"
        ("a?b?c;d", ("", "", "a", "", "b?c;d", "")),
        ("a?", ("", "", "a", "", "", "")),
        # 2.4.5: "the first (left-most) semicolon"
        ("a;b;c/d", ("", "", "a", "b;c/d", "", "")),
        ("a/;b", ("", "", "a/", "b", "", "")),
        (";", ("", "", "", "", "", "")),
        # 2.4.6: the slash before a path is a part of the path
        ("/a", ("", "", "/a", "", "", "")),
        ("", ("", "", "", "", "", "")),
        ("ftp://h/a;type=a", ("ftp", "h", "/a", "type=a", "", "")),
    ],
)
def test_section_2_4_parses_in_order(url, expected):
    assert components(url) == expected


@pytest.mark.parametrize(
    ("url", "shortest"),
    [
        ("a?#", "a"),
        ("a;", "a"),
        ("//", ""),
        ("http://h/;?#", "http://h/"),
        ("//h?#", "//h?"),
        ("///a", "/a"),
        ("////a", "////a"),
    ],
)
def test_absent_component_equals_an_empty_component(url, shortest):
    assert str(RFC1808.parse(url)) == shortest
    assert RFC1808.parse(shortest) == RFC1808.parse(url)


# Section 4, Resolving Relative URLs


@each_case(
    ("embedded", "base", "absolute"),
    [
        # Step 1: "If the base URL is the empty string (unknown), the embedded URL is interpreted as
        # an absolute URL"
        ("http://h/../a", "", "http://h/../a"),
        ("a", "", "a"),
        ("", "", ""),
        ("a", None, "a"),
        # Step 2
        ("g:h/../i", BASE, "g:h/../i"),
        # Step 3
        ("//g/../h", BASE, "http://g/../h"),
        ("//g;x?y", BASE, "http://g;x?y"),
        # Step 5
        ("#", BASE, "http://a/b/c/d;p?q"),
        (";x?y", BASE, "http://a/b/c/d;x?y"),
        (";x", BASE, "http://a/b/c/d;x"),
        (";", BASE, "http://a/b/c/d;p?q"),
        ("?", BASE, "http://a/b/c/d;p?q"),
        # Section 2.2, net_path: a slash follows the net_loc, because another character would be
        # part of the net_loc
        ("?y", "http://a", "http://a/?y"),
        (";x", "http://a?q", "http://a?q/;x"),
        ("#s", "http://a", "http://a#s"),
        # Step 6: "or the entire path if no slash is present"
        ("g", "a:b;p", "a:g"),
        ("g/..", "http://a/b/c", "http://a/b/"),
        ("g", "http://a", "http://a/g"),
        ("../../../g/..", BASE, "http://a/../"),
        # "Parameters [...] do not affect the resolving of relative paths"
        ("g;x=1/../y", BASE, "http://a/b/c/g;x=1/../y"),
        ("g", "ftp://h/a/b;type=d", "ftp://h/a/g"),
    ],
)
def test_section_4_steps_have_the_expected_results(embedded, base, absolute):
    assert str(RFC1808.resolve(embedded, base)) == absolute


@pytest.mark.parametrize("base", ["a", "//h/", "/a", ":a", "#f"])
def test_non_empty_base_must_be_absolute(base):
    with pytest.raises(UnresolvableURLError) as caught:
        RFC1808.resolve("x", base)
    assert (caught.value.url, caught.value.base, caught.value.standard) == ("x", base, "rfc1808")


@given(
    st.lists(
        st.sampled_from(["/", "/", ".", "..", "../", "./", "a", "b", "...", ":"]), max_size=14
    ).map("".join)
)
def test_step_6_matches_its_string_patterns(path):
    assert remove_complete_segments(path) == by_string_patterns(path)


# Section 3, Establishing a Base URL


@pytest.mark.parametrize("base", ["rel/y", "//h/", "/a", ":a", "#f"])
def test_section_4_step_2b_does_not_look_at_the_base(base):
    assert (
        str(RFC1808.resolve("http://x/", base))
        == str(resolve("http://x/", base, standard="rfc1808"))
        == "http://x/"
    )
    explanation = explain("http://x/", base, standard="rfc1808")
    assert (str(explanation.result), explanation.error) == ("http://x/", None)
    assert not any(error.failure for step in explanation for error in step.errors)
    with pytest.raises(UnresolvableURLError, match="its base has no scheme"):
        RFC1808.resolve("", base)  # Step 2a looks at it.


def test_section_3_bases_have_an_order_of_precedence():
    chain = BaseChain(
        "http://content/", "http://encapsulating/", "http://retrieval/", "http://default/"
    )
    assert chain.base_url == "http://content/"
    chain.content = None
    assert chain.base_url == "http://encapsulating/"
    chain.encapsulating = None
    assert chain.base_url == "http://retrieval/"
    chain.retrieval = None
    assert chain.base_url == "http://default/"
    chain.default = ""
    assert chain.base_url == ""


def test_section_3_relative_url_is_skipped_as_a_base():
    assert BaseChain("../content", "", "http://retrieval/").base_url == "http://retrieval/"


def test_section_3_encapsulating_entity_may_be_a_live_base_context():
    document = Document("http://outer/a")
    chain = BaseChain(encapsulating=document, retrieval="http://retrieval/")
    assert chain.base_url == "http://outer/a"
    document.base_href = "/b"
    assert chain.base_url == "http://outer/b"
    assert BaseChain(encapsulating=chain).base_url == "http://outer/b"


def test_base_chain_is_a_base_context():
    chain = BaseChain(retrieval=BASE)
    assert (chain.standard, chain.encoding) == (RFC1808, "utf-8")
    assert str(resolve("?y", chain)) == "http://a/b/c/d;p?y"
    url = URLDecomposition("../g", chain)
    assert (url.href, url.pathname) == ("http://a/b/g", "/b/g")
    chain.content = "http://z/1/2/3"
    assert url.href == "http://z/1/g"
    # Without a base, the URL is read as an absolute URL (section 4 step 1).
    assert URLDecomposition("http://h/", BaseChain()).hostname == "h"


@pytest.mark.parametrize("url", ["", "a/./b/../c", "../a;p?q#f", "//h/a", "http:g"])
def test_section_4_step_1_keeps_the_components_without_a_base(url):
    assert str(RFC1808.resolve(url)) == url


# Section 2.2, BNF


@each_case(
    "url",
    [
        *("", "#", "?", ";", "//", "///", "//h", "//h?q;p/a", "/a//b", "a;b;c/d?e#f", "g:h", "1.+-:?;/:@&=#"),
        *("a:b%41", "http://h//a"),
        *(":a", "a/b:c", "@&=", "$-_.+!*'(),", "#a/b;c?d"),
    ],
)  # fmt: skip
def test_section_2_2_grammar_accepts_the_url(url):
    assert is_valid_url(url, standard="rfc1808")


@each_case(
    "url",
    [
        *("//h//a", "////a"),  # abs_path = "/" rel_path, and the first segment of rel_path is not empty
        *("a b", "%", "%4", "a%zz", "a?%", "a;%", "#%", "//%", "a:%", "#a#b", "~", "a~", "[", "{", "|", "\\", "^"),
        *("`", '"', "<"),
        *("é", "\0", "\n", "a\n", "a:é"),
    ],
)  # fmt: skip
def test_section_2_2_grammar_rejects_the_url(url):
    assert not is_valid_url(url, standard="rfc1808")


def test_url_has_the_seven_attributes():
    url = URLDecomposition("http://u@h:8/a;p?b#c", standard="rfc1808")
    assert (url.protocol, url.host, url.hostname, url.port) == ("http:", "h:8", "h", "8")
    assert (url.pathname, url.search, url.hash) == ("/a;p", "?b", "#c")
    url.pathname = "/x;y"
    assert RFC1808.parse(str(url)).params == "y"
    url.search = ""
    assert url.search == ""


@pytest.mark.parametrize(
    "text", ["http:////evil.example/x", "http:////", "http:///x", "http:////h?q#f"]
)
def test_path_of_two_slashes_is_not_a_net_loc(text):
    url = URLDecomposition(text, standard="rfc1808")
    assert (url.hostname, url.href) == ("", str(resolve(text, standard="rfc1808")))
    assert URLDecomposition(url.href, standard="rfc1808").pathname == url.pathname
    assert is_authority_based(text, standard="rfc1808") is url.href.startswith("http://")
    url.hash = "new"
    assert URLDecomposition(url.href, standard="rfc1808").hostname == ""


@pytest.mark.parametrize(
    ("reference", "base", "steps"),
    [
        # RFC 1808 section 4: the steps that apply
        ("g", None, "1"),
        ("g", "http://a/b/c", "2, 2c, 3, 4 and 6, 7"),
        ("//h", "http://a/b/c", "2, 2c, 7"),
        ("x:g", "http://a/b/c", "2, 2b"),
        ("", "http://a/b/c;p?q", "2, 2a"),
        ("/g", "http://a/b", "2, 2c, 3, 7"),
        (";x", "http://a/b/c;p?q", "2, 2c, 3, 5, 7"),
        ("?y", "http://a/b/c;p?q", "2, 2c, 3, 5, 7"),
    ],
)
def test_steps_that_apply_are_told(reference, base, steps):
    explained = [step for step in explain(reference, base, standard="rfc1808") if step.applies]
    told = [
        step.section.removeprefix("RFC 1808 section 4 step")
        for step in explained
        if " 4 step" in step.section
    ]
    assert ", ".join(text.removeprefix("s").strip() for text in told) == steps


def test_values_of_the_steps_are_told():
    steps = {
        step.section: dict(step.made)
        for step in explain("?y", "http://a/b/c;p?q", standard="rfc1808")
    }
    assert steps["RFC 1808 section 4 step 2"] == {"path": "", "query": "y"}
    assert steps["RFC 1808 section 4 step 2c"] == {"scheme": "http"}
    assert steps["RFC 1808 section 4 step 3"] == {"net_loc": "a"}
    assert steps["RFC 1808 section 4 step 5"] == {"path": "/b/c", "params": "p"}


def test_empty_query_or_fragment_becomes_absent():
    for name, expected in (("search", "http://h/a#d"), ("hash", "http://h/a?b")):
        url = URLDecomposition("http://h/a?b#d", standard="rfc1808")
        setattr(url, name, "")
        assert url.href == expected


@pytest.mark.parametrize(
    ("url", "base", "reference"),
    [
        ("http://a/b;q?x#y", "http://a/b;p", ";q?x#y"),
        ("http://a/b;q", "http://a/b", ";q"),
        ("http://a/b?x", "http://a/b?y", "?x"),
        ("http://a/b/c", "http://a/b/d", "c"),
    ],
)
def test_reference_has_only_what_differs(url, base, reference):
    """RFC 1808 section 4, steps 5a and 5b: parameters or a query alone replace those of the
    base."""
    found = URLDecomposition(url, standard="rfc1808").relative_to(base)
    assert found == reference and str(RFC1808.resolve(found, base)) == url


def steps_of(reference):
    said, _ = told(engine_of(RFC1808), reference, BASE.removesuffix("#f"))
    return [(rule.removeprefix("RFC 1808 section"), *rest) for rule, *rest in said]


def test_each_step_is_told_with_its_values():
    parsed = GenericRL("", "", "../g", "x", "y", "s")
    assert steps_of("../g;x?y#s") == [
        (" 4 step 2", "../g;x?y#s"),
        (" 2.4.1", None, {"fragment": "s"}),
        (" 2.4.4", None, {"query": "y"}),
        ("s 2.4.5 and 2.4.6", None, {"path": "../g", "params": "x"}),
        (" 4 step 2", None, parsed),
        (" 4 step 2c", None, {"scheme": "http"}),
        (" 4 step 3", None, {"net_loc": "a"}),
        (" 4 steps 4 and 6", None, {"path": "/b/g"}),
        (" 4 step 7",),
    ]
    assert steps_of("")[-1] == (" 4 step 2a", None, GenericRL("http", "a", "/b/c/d", "p", "q", ""))
    assert steps_of("//g")[1] == (" 2.4.3", None, {"net_loc": "g"})
    for reference, params, query in (("#s", "p", "q"), (";x", "x", None), ("?y", "p", "y")):
        assert steps_of(reference)[-2] == (
            " 4 step 5",
            None,
            {"path": "/b/c/d", "params": params, "query": query},
        )
