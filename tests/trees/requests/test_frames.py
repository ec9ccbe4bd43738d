"""Pages that have no response of their own, and sandboxed frames: they have the policies of the
page around them."""

from __future__ import annotations

import pytest

from tests.trees.requests.helpers import ADDRESS, page_of
from urldom import Document
from urldom.trees import parse

WHOLE = "https://example.com/dir/page?q"
INNER = "<a href='https://example.com/x'>"


def inner_of(source: str, **options):
    page = page_of(source, **options)
    ((_, inner),) = page.embedded_documents(
        lambda text: parse(text, ADDRESS, parser="html5lib").tree
    )
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
    before, after = (
        "<meta name=referrer content=origin>",
        "<meta name=referrer content=no-referrer>",
    )
    assert (
        request_of(inner_of(before + srcdoc() + after)).headers["Referer"] == "https://example.com/"
    )
    header = {"Referrer-Policy": "no-referrer"}
    assert "Referer" not in request_of(inner_of(srcdoc(), headers=header)).headers
    own = srcdoc("<meta name=referrer content=unsafe-url>" + INNER)
    assert request_of(inner_of(own, headers=header)).headers["Referer"] == WHOLE


def test_srcdoc_has_the_upgrades_and_the_mixed_content_of_its_container():
    header = {"Content-Security-Policy": "upgrade-insecure-requests"}
    assert (
        request_of(inner_of(srcdoc("<script src=http://o/x>"), headers=header)).url == "https://o/x"
    )
    page = inner_of(srcdoc("<script src=http://o/x>"))
    assert "mixed content" in page.why_not(next(page.urls()))


@pytest.mark.parametrize(
    ("sandbox", "is_opaque"),
    [
        ("sandbox", True),
        ("sandbox='allow-scripts'", True),
        ("sandbox=' Allow-Same-Origin x'", False),
        ("", False),
    ],
)
def test_sandbox_makes_the_origin_opaque(sandbox, is_opaque):
    request = request_of(inner_of(srcdoc("<img src=https://example.com/x crossorigin>", sandbox)))
    assert request.headers.get("Origin") == ("null" if is_opaque else None)
    assert ("Referer" not in request.headers) == is_opaque
    page = inner_of(srcdoc("<link rel=stylesheet href=http://o/x>", sandbox))
    assert "mixed content" in page.why_not(next(page.urls()))


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("<script src=/x></script>", "allow-scripts"),
        ("<meta http-equiv=refresh content='0; url=/x'>", "allow-scripts"),
        ("<form action=/x><button>", "allow-forms"),
        ("<a href=/x download>", "allow-downloads"),
        ("<a href=/x>", ""),
        ("<img src=/x>", ""),
        ("<link rel=modulepreload href=/x>", ""),
    ],
)
def test_sandbox_blocks_what_needs_a_missing_keyword(text, keyword):
    for tokens, is_blocked in (("", True), (f"ALLOW-{keyword[6:].upper()} x", False)):
        header = {"Content-Security-Policy": f"sandbox {tokens}"}
        for page in (page_of(text, headers=header), inner_of(srcdoc(text, f"sandbox='{tokens}'"))):
            reason = page.why_not(next(url for url in page.urls() if url.value == "/x"))
            expected = (
                f"the page is in a sandbox without the keyword {keyword}"
                if keyword and is_blocked
                else None
            )
            assert reason == expected


def test_all_sandboxes_around_a_frame_must_have_the_keyword():
    for outer, inner, is_blocked in (
        ("sandbox=allow-scripts", "", False),
        ("", "sandbox=allow-scripts", False),
        ("sandbox=allow-scripts", "sandbox=allow-forms", True),
        ("sandbox=allow-forms", "sandbox=allow-scripts", True),
    ):
        text = f"<iframe {inner} srcdoc='<script src=/x></script>'></iframe>"
        ((_, page),) = inner_of(srcdoc(text, outer)).embedded_documents()
        assert (page.request(next(page.urls())) is None) == is_blocked


def test_frame_in_a_sandboxed_frame_is_sandboxed():
    text = "<iframe srcdoc='<a href=https://example.com/x>'></iframe>"
    ((_, inner),) = inner_of(srcdoc(text, "sandbox")).embedded_documents()
    assert "Referer" not in request_of(inner).headers


@pytest.mark.parametrize(
    "around", [page_of("<meta name=referrer content=origin>"), Document(ADDRESS)]
)
def test_container_and_creator_are_any_base_contexts(around):
    inner = page_of(INNER, "about:srcdoc", container=around)
    assert request_of(inner).headers["Referer"] == (
        "https://example.com/" if hasattr(around, "urls") else WHOLE
    )
    blank = request_of(page_of(INNER, "about:blank", creator=around))
    assert blank.headers["Sec-Fetch-Site"] == "same-origin"
    assert "Referer" not in blank.headers  # The URL of the page is about:blank.


def test_page_with_a_response_has_its_own_policies():
    outer = page_of("", headers={"Referrer-Policy": "no-referrer"})
    assert (
        request_of(page_of(INNER, "https://example.com/frame", container=outer)).headers["Referer"][
            -5:
        ]
        == "frame"
    )


def test_many_frames_in_frames_need_no_recursion():
    page = page_of(INNER)
    for _ in range(2000):
        page = parse(INNER, "about:srcdoc", container=page, parser="html5lib")
    assert request_of(page).headers["Referer"] == WHOLE


@pytest.mark.parametrize(
    ("link", "destination"),
    [
        ("<a href=https://o.example/x>", "iframe"),
        ("<a href=https://o.example/x target=_Self>", "iframe"),
        ("<a href=https://o.example/x target=_top>", "document"),
        ("<meta http-equiv=refresh content='1;url=https://o.example/x'>", "iframe"),
        ("<form action=https://o.example/x></form>", "iframe"),
        ("<form action=https://o.example/x target=_blank></form>", "document"),
    ],
)
def test_links_and_forms_navigate_their_frame(link, destination):
    page = inner_of(srcdoc(link))
    for _ in range(2):
        assert request_of(page).destination == destination


def test_frame_of_a_secure_page_does_not_leave_for_an_insecure_one():
    page = inner_of(srcdoc("<a href=http://o.example/x>"))
    assert "mixed content" in page.why_not(next(page.urls()))
    assert (
        request_of(inner_of(srcdoc("<a href=http://o.example/x target=_top>"))).url
        == "http://o.example/x"
    )


def test_links_of_a_frame_with_other_targets_do_not_share_a_request():
    page = inner_of(srcdoc("<a href=/a target=_top></a><a href=/b></a><a href=/c target=_top></a>"))
    assert [page.request(found).destination for found in page.urls()] == [
        "document",
        "iframe",
        "document",
    ]


def test_form_in_a_frame_is_mixed_content_or_upgraded():
    form = srcdoc("<form action=http://o.example/x><button></button></form>")
    page = inner_of(form)
    assert page.request(next(page.urls())) is None
    assert "mixed content" in page.why_not(next(page.urls()))
    upgrading = inner_of(form, headers={"Content-Security-Policy": "upgrade-insecure-requests"})
    assert request_of(upgrading).url == "https://o.example/x?"


def test_blank_document_without_a_frame_navigates_itself():
    assert request_of(page_of(INNER, "about:blank", creator=page_of(""))).destination == "document"


@pytest.mark.parametrize(("standard", "query"), [("whatwg", "%D0%B6"), ("html5", "%E6")])
def test_srcdoc_is_utf_8_except_under_html5_where_it_has_the_encoding_of_its_container(
    standard, query
):
    page = page_of(srcdoc("<a href='/?ж'>"), encoding="windows-1251", standard=standard)
    ((_, inner),) = page.embedded_documents()
    assert next(inner.urls()).url == f"https://example.com/?{query}"


def framed(source, container="", address="https://example.com/f", **options):
    """Return the page of a frame whose container is another page."""
    standard = options.get("standard", "whatwg")
    around = page_of(container, **options)
    return page_of(source, address, container=around, standard=standard)


@pytest.mark.parametrize(
    ("target", "destination"), [("", "iframe"), ("_top", "document"), ("_blank", "document")]
)
def test_link_of_a_page_in_a_frame_navigates_the_frame(target, destination):
    page = framed(f"<a href=/x target='{target}'></a><a href=#y></a>")
    link, fragment = page.urls()
    assert page.request(link).destination == destination
    assert page.request(link).headers["Referer"] == "https://example.com/f"
    assert page.why_not(fragment) == "it is a part of the same page"


def test_sandbox_of_the_container_counts_in_its_frames():
    headers = {"Content-Security-Policy": "sandbox allow-scripts"}
    page = framed("<a href=/x></a><a href=/x target=_blank></a>", headers=headers)
    link, popup = page.urls()
    assert "Referer" not in page.request(link).headers
    assert "allow-popups" in page.why_not(popup)


@pytest.mark.parametrize("standard", ["whatwg", "html5"])
def test_only_srcdoc_has_the_base_url_of_its_container(standard):
    page = framed("<a href=x></a>", "<base href=/b/>", "https://o/f", standard=standard)
    assert page.fallback_base_url == page.base_url == "https://o/f"
