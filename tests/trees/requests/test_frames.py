"""Pages that have no response of their own, and sandboxed frames: they have the policies of the page around them."""

from __future__ import annotations

import pytest

from tests.trees.requests.helpers import ADDRESS, page_of
from urldom import Document
from urldom.trees import parse

WHOLE = "https://example.com/dir/page?q"
INNER = "<a href='https://example.com/x'>"


def inner_of(source: str, **options):
    page = page_of(source, **options)
    ((_, inner),) = page.embedded_documents(lambda text: parse(text, ADDRESS, parser="html5lib").tree)
    return inner


def request_of(page):
    return page.request(next(page.urls()))


def srcdoc(inner: str = INNER, attributes: str = "") -> str:
    return f'<iframe {attributes} srcdoc="{inner}"></iframe>'


def test_srcdoc_has_the_referer_and_the_origin_of_its_container():
    request = request_of(inner_of(srcdoc()))
    assert (request.headers["Referer"], request.headers["Sec-Fetch-Site"]) == (WHOLE, "same-origin")
    assert request_of(inner_of(srcdoc("<img src=x crossorigin>"))).headers["Referer"] == WHOLE


def test_srcdoc_has_the_policies_before_its_frame():
    before, after = "<meta name=referrer content=origin>", "<meta name=referrer content=no-referrer>"
    assert request_of(inner_of(before + srcdoc() + after)).headers["Referer"] == "https://example.com/"
    header = {"Referrer-Policy": "no-referrer"}
    assert "Referer" not in request_of(inner_of(srcdoc(), headers=header)).headers
    own = srcdoc("<meta name=referrer content=unsafe-url>" + INNER)
    assert request_of(inner_of(own, headers=header)).headers["Referer"] == WHOLE


def test_srcdoc_has_the_upgrades_and_the_mixed_content_of_its_container():
    header = {"Content-Security-Policy": "upgrade-insecure-requests"}
    assert request_of(inner_of(srcdoc("<script src=http://o/x>"), headers=header)).url == "https://o/x"
    page = inner_of(srcdoc("<script src=http://o/x>"))
    assert "mixed content" in page.why_not(next(page.urls()))


@pytest.mark.parametrize(
    ("sandbox", "is_opaque"),
    [("sandbox", True), ("sandbox='allow-scripts'", True), ("sandbox=' Allow-Same-Origin x'", False), ("", False)],
)
def test_sandbox_makes_the_origin_opaque(sandbox, is_opaque):
    request = request_of(inner_of(srcdoc("<img src=https://example.com/x crossorigin>", sandbox)))
    assert request.headers.get("Origin") == ("null" if is_opaque else None)
    assert ("Referer" not in request.headers) == is_opaque
    page = inner_of(srcdoc("<script src=http://o/x>", sandbox))
    assert "mixed content" in page.why_not(next(page.urls()))


def test_frame_in_a_sandboxed_frame_is_sandboxed():
    text = "<iframe srcdoc='<a href=https://example.com/x>'></iframe>"
    ((_, inner),) = inner_of(srcdoc(text, "sandbox")).embedded_documents()
    assert "Referer" not in request_of(inner).headers


@pytest.mark.parametrize("around", [page_of("<meta name=referrer content=origin>"), Document(ADDRESS)])
def test_container_and_creator_are_any_base_contexts(around):
    inner = page_of(INNER, "about:srcdoc", container=around)
    assert request_of(inner).headers["Referer"] == ("https://example.com/" if hasattr(around, "urls") else WHOLE)
    blank = request_of(page_of(INNER, "about:blank", creator=around))
    assert blank.headers["Sec-Fetch-Site"] == "same-origin"
    assert "Referer" not in blank.headers  # The URL of the page is about:blank.


def test_page_with_a_response_has_its_own_policies():
    outer = page_of("", headers={"Referrer-Policy": "no-referrer"})
    assert request_of(page_of(INNER, "https://example.com/frame", container=outer)).headers["Referer"][-5:] == "frame"


def test_many_frames_in_frames_need_no_recursion():
    page = page_of(INNER)
    for _ in range(2000):
        page = parse(INNER, "about:srcdoc", container=page, parser="html5lib")
    assert request_of(page).headers["Referer"] == WHOLE


@pytest.mark.parametrize(
    ("element", "destination"),
    [
        ("<a href=https://example.org/x>", "iframe"),
        ("<a href=https://example.org/x target=_SELF>", "iframe"),
        ("<a href=https://example.org/x target=_top>", "document"),
        ("<a href=https://example.org/x target=name>", "document"),
        ("<meta http-equiv=refresh content=0;url=https://example.org/x>", "iframe"),
        ("<form action=https://example.org/x></form>", "iframe"),
        ("<form action=https://example.org/x target=_blank></form>", "document"),
        ("<iframe src=https://example.org/x></iframe>", "iframe"),
    ],
)
def test_links_and_forms_of_srcdoc_navigate_their_frame(element, destination):
    page = inner_of(srcdoc(element))
    request = page.request(next(page.urls()))
    assert request.destination == request.headers["Sec-Fetch-Dest"] == destination


def test_links_of_a_frame_with_other_targets_do_not_share_a_request():
    page = inner_of(srcdoc("<a href=/a target=_top></a><a href=/b></a><a href=/c target=_top></a>"))
    assert [page.request(found).destination for found in page.urls()] == ["document", "iframe", "document"]


@pytest.mark.parametrize(
    "element", ["<a href=http://example.org/x>", "<form action=http://example.org/x><button></button></form>"]
)
def test_frames_are_not_navigated_to_mixed_content(element):
    page = inner_of(srcdoc(element))
    found = next(page.urls())
    assert page.request(found) is None
    assert "mixed content" in page.why_not(found)
    upgrading = inner_of(srcdoc(element), headers={"Content-Security-Policy": "upgrade-insecure-requests"})
    assert request_of(upgrading).url.startswith("https://example.org/x")


def test_frames_are_navigated_to_mixed_content_of_the_whole_page():
    assert request_of(inner_of(srcdoc("<a href=http://example.org/x target=_top>"))).url == "http://example.org/x"


def test_documents_that_are_not_in_frames_navigate_themselves():
    blank = request_of(page_of(INNER, "about:blank", creator=page_of("")))
    assert blank.destination == "document"
