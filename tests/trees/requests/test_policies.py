"""The policies of a page: headers, `meta` elements, and what has precedence."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from tests.trees.parsers import each_html_parser
from tests.trees.requests.helpers import ADDRESS, outcome, page_of, referer, sent
from urldom.trees import document, parse

WHOLE = "https://example.com/dir/page?q"
ORIGIN = "https://example.com/"
LINK = "<a href=x>"


@each_case(
    ("headers", "expected"),
    [
        ({}, WHOLE),
        ({"Referrer-Policy": "origin"}, ORIGIN),
        ({"REFERRER-POLICY": "Origin"}, ORIGIN),
        ({b"referrer-policy": b"no-referrer"}, None),
        ([("Referrer-Policy", "origin"), ("Referrer-Policy", "no-referrer")], None),
        ([(b"Referrer-Policy", b"no-referrer"), ("x", 1), ("referrer-policy", "unknown")], None),
        ({"Referrer-Policy": ["no-referrer", "origin"]}, ORIGIN),
        (iter([("Referrer-Policy", "origin")]), ORIGIN),
        ({"Referrer-Policy": "origin; x"}, WHOLE),
        ({"Content-Security-Policy": "sandbox"}, None),
        ({"Content-Security-Policy": "sandbox allow-scripts Allow-Same-Origin"}, WHOLE),
        ({"Content-Security-Policy": "default-src *; SandBox allow-forms"}, None),
        ({"Content-Security-Policy": "sandbox allow-same-origin; sandbox"}, WHOLE),
        ({"Content-Security-Policy": "sandbox allow-same-origin, sandbox"}, None),
        ([("Content-Security-Policy", "img-src *"), ("content-security-policy", b"sandbox")], None),
        ({"Content-Security-Policy-Report-Only": "sandbox"}, WHOLE),
    ],
)
def test_headers_bring_policies(headers, expected):
    assert referer(LINK, headers=headers) == expected


def test_document_has_headers_too():
    from xml.etree import ElementTree

    page = document(
        ElementTree.XML("<html><a href='x'/></html>"),
        ADDRESS,
        headers={"referrer-policy": "origin"},
    )
    assert page.request(next(page.urls())).headers["Referer"] == ORIGIN


@pytest.mark.parametrize(
    "headers", [5, "abc", [1], [("a", "b", "c")], {1: "x"}, {"Referrer-Policy": 1}, [None]]
)
def test_other_headers_raise_type_errors(headers):
    with pytest.raises(TypeError):
        page_of(LINK, headers=headers)


def test_content_type_of_headers_counts_without_another():
    feed = b"<a><b href='x'/></a>"
    assert (
        parse(feed, ADDRESS, headers={"content-type": "text/xml; charset=iso-8859-2"}).encoding
        == "iso-8859-2"
    )
    options = {
        "headers": {"content-type": "text/xml; charset=iso-8859-2"},
        "content_type": "text/xml",
    }
    assert parse(feed, ADDRESS, **options).encoding == "utf-8"


@each_case(
    ("metas", "expected"),
    [
        ("<meta name=referrer content=origin>", ORIGIN),
        ("<meta name=Referrer content=ORIGIN>", ORIGIN),
        ("<meta name=referrer content=never>", None),
        ("<meta name=referrer content=always>", WHOLE),
        ("<meta name=referrer content=default>", WHOLE),
        ("<meta name=referrer content=origin-when-crossorigin>", WHOLE),
        ("<meta name=referrer content=' no-referrer'>", WHOLE),
        ("<meta name=referrer content='no-referrer, origin'>", WHOLE),
        ("<meta name=referrer content=''><meta name=referrer>", WHOLE),
        ("<meta name=referrer content=no-referrer><meta name=referrer content=unknown>", None),
        ("<meta name=referrer content=no-referrer><meta name=referrer content=origin>", ORIGIN),
        ("<meta http-equiv=referrer content=no-referrer>", WHOLE),
        ("<meta name=referrer http-equiv=Content-Security-Policy content=no-referrer>", None),
        ("<template><meta name=referrer content=no-referrer></template>", WHOLE),
        ("<noscript><meta name=referrer content=no-referrer></noscript>", WHOLE),
        (
            "<svg><meta name=referrer content=no-referrer></svg>",
            None,
        ),  # The parser ends the svg before the meta.
        ("<meta http-equiv=content-security-policy content=sandbox>", WHOLE),
    ],
)
def test_meta_sets_the_policy(metas, expected):
    assert referer(metas + LINK) == expected


def test_meta_has_precedence_over_the_header_and_the_attribute_over_both():
    header = {"Referrer-Policy": "no-referrer"}
    assert referer("<meta name=referrer content=origin><img src=x>", headers=header) == ORIGIN
    assert (
        referer(
            "<meta name=referrer content=origin><img src=x referrerpolicy=unsafe-url>",
            headers=header,
        )
        == WHOLE
    )
    assert referer("<img src=x referrerpolicy=unknown>", headers=header) is None


LATER = "<meta name=referrer content=no-referrer>"


@pytest.mark.parametrize("source", ["<img src=x>", "<script src=x></script>", "<link rel=stylesheet href=x>",
                                    "<style>@import 'x';</style>", "<iframe src=x></iframe>"])  # fmt: skip
def test_meta_counts_for_elements_after_it(source):
    assert referer(source + LATER) == WHOLE
    assert referer(LATER + source) is None
    assert referer(f"<meta name=referrer content=origin>{source}{LATER}") == ORIGIN


@pytest.mark.parametrize("source", [LINK, "<a href=x download>", "<meta http-equiv=refresh content='1;url=x'>",
                                    "<img src=x loading=Lazy>", "<p style='background: url(x)'>",
                                    "<style>@font-face { src: url(x) }</style>"])  # fmt: skip
def test_each_meta_counts_for_what_is_sent_later(source):
    assert referer(source + LATER) is None


def test_policies_are_searched_again_after_refresh():
    page = page_of("<meta name=referrer content=origin><img src=x>")
    (found,) = page.urls()
    assert page.request(found).headers["Referer"] == ORIGIN
    page.tree[0][0].set("content", "no-referrer")
    assert page.request(found).headers["Referer"] == ORIGIN
    page.refresh()
    assert "Referer" not in page.request(found).headers


UPGRADE = "upgrade-insecure-requests"


@pytest.mark.parametrize("address", ["http://h/", "https://h/"])
@pytest.mark.parametrize(
    "source",
    ["<script src=http://o/x></script>", "<iframe src=http://o/x></iframe>", "<a href=http://h/x>"],
)
def test_insecure_requests_are_upgraded(source, address):
    assert (
        sent(source, address, headers={"Content-Security-Policy": f"img-src *; {UPGRADE}"}).url[:6]
        == "https:"
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{UPGRADE}">'
    assert sent(meta + source, address).url[:6] == "https:"
    # A policy outside the head is ignored.
    assert sent(f"<body>{meta}{source}", "http://h/").url[:5] == "http:"
    assert (
        sent(source, "http://h/", headers={"Content-Security-Policy-Report-Only": UPGRADE}).url[:5]
        == "http:"
    )


def test_link_to_another_host_is_not_upgraded():
    assert (
        sent("<a href=http://o/x>", headers={"Content-Security-Policy": UPGRADE}).url
        == "http://o/x"
    )


def test_link_of_a_sandboxed_page_to_its_own_host_is_upgraded():
    policies = f"sandbox allow-scripts allow-top-navigation, {UPGRADE}"
    headers = {"Content-Security-Policy": policies}
    assert sent("<a href=http://h/x>", "http://h/", headers=headers).url == "https://h/x"
    assert sent("<a href=http://o/x>", "http://h/", headers=headers).url == "http://o/x"


def test_sandboxed_page_has_an_opaque_origin():
    request = sent(
        "<img src=//example.com/x crossorigin>", headers={"Content-Security-Policy": "sandbox"}
    )
    assert (request.headers["Origin"], request.headers["Sec-Fetch-Site"]) == ("null", "cross-site")
    assert "Referer" not in request.headers


@pytest.mark.parametrize(
    "address", ["data:text/html,", "file:///a", "about:blank", "blob:https://example.com/1"]
)
def test_pages_without_a_server_send_no_referer(address):
    request = sent("<a href=https://example.com/x>", address)
    assert "Referer" not in request.headers
    assert request.headers["Sec-Fetch-Site"] == (
        "same-origin" if address.startswith("blob") else "cross-site"
    )


@each_html_parser
def test_policies_are_equal_in_each_tree(parse):
    source = (
        "<html><head><script src=a></script><meta name=referrer content=origin><script"
        " src=b></script><meta name=referrer content=no-referrer></head><body><img src=c><a"
        " href=d>d</a><a href=e referrerpolicy=origin>e</a><picture><source srcset=f><img"
        " src=g></picture><video crossorigin><source src=h><track src=i></video></body>"
    )
    page = document(parse(source), ADDRESS)
    requests = [page.request(found) for found in page.urls()]
    assert [request.headers.get("Referer") for request in requests[:5]] == [
        WHOLE,
        ORIGIN,
        None,
        None,
        ORIGIN,
    ]
    assert [(request.destination, request.mode, request.initiator) for request in requests[5:]] == [
        ("image", "no-cors", "imageset"),
        ("image", "no-cors", "imageset"),
        ("video", "cors", "source"),
        ("track", "cors", "track"),
    ]


@each_html_parser
@each_case("name", ["template", "noscript"])
def test_inert_elements_send_nothing(parse, name):
    inert = f"<{name}><a href=b>b</a><p><img src=c></p></{name}>"
    page = document(
        parse(f"<html><body><a href=a>a</a><div>{inert}</div><a href=d>d</a></body></html>"),
        ADDRESS,
    )
    found = {url.value: page.request(url) is not None for url in page.urls()}
    assert found == {value: value in ("a", "d") for value in found}
    assert {"a", "d"} <= found.keys()


def test_explanation_names_the_element():
    page = page_of("<a href=b rel=noreferrer></a><img src=c referrerpolicy=origin>")
    one, two = (page.request(found).explain() for found in page.urls())
    assert "rel=noreferrer" in one
    assert "the attribute referrerpolicy" in two
    assert outcome("<a href=mailto:x>").startswith("a browser")
