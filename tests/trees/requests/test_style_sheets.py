"""The URLs of an external style sheet: the sheet is the source of the `Referer`, and its own header
counts."""

from __future__ import annotations

import pytest

from tests.trees.requests.helpers import page_of, sent
from urldom.trees import stylesheet

CSS = "@import 'a'; @font-face { src: url(b) } p { background: url(c); filter: url(d) }"
SHEET = "https://cdn.example/s/sheet.css?v#f"


def headers_of(page, text: str = CSS, **options):
    sheet = stylesheet(text, SHEET, **options)
    return [page.request(found, sheet=sheet).headers for found in sheet.urls()]


def test_sheet_is_the_source_of_the_referer_and_the_page_has_the_origin():
    (imported, font, image, read) = headers_of(page_of(""))
    assert {headers["Referer"] for headers in (imported, font, image, read)} == {
        "https://cdn.example/s/sheet.css?v"
    }
    assert {headers["Sec-Fetch-Site"] for headers in (imported, font, image, read)} == {
        "cross-site"
    }
    assert [headers["Sec-Fetch-Dest"] for headers in (imported, font, image, read)] == [
        "style",
        "font",
        "image",
        "image",
    ]
    assert [headers.get("Origin") for headers in (imported, image)] == [None, None]
    assert [headers.get("Origin") for headers in (font, read)] == [
        "https://example.com",
        "https://example.com",
    ]


def test_policy_of_the_sheet_has_precedence_over_that_of_the_page():
    page = page_of("", headers={"Referrer-Policy": "no-referrer"})
    assert all("Referer" not in headers for headers in headers_of(page))
    own = headers_of(page, headers=[(b"Referrer-Policy", b"origin")])
    assert {headers["Referer"] for headers in own} == {"https://cdn.example/"}


def test_page_decides_on_mixed_content_and_upgrades():
    page, sheet = (
        page_of(""),
        stylesheet("@import 'http://o/a'; p { background: url(http://o/b) }", SHEET),
    )
    imported, image = sheet.urls()
    assert "mixed content" in page.why_not(imported, sheet=sheet)
    assert page.request(image, sheet=sheet).url == "https://o/b"


def test_sheet_is_needed():
    page, sheet = page_of(""), stylesheet(CSS, SHEET)
    for wrong in (None, "sheet"):
        with pytest.raises(TypeError, match="sheet must be the StyleSheet"):
            page.request(next(sheet.urls()), sheet=wrong)


def test_fragment_of_a_sheet_is_not_sent():
    page, sheet = page_of(""), stylesheet("p { fill: url(#a) }", SHEET)
    assert "same page" in page.why_not(next(sheet.urls()), sheet=sheet)


def test_content_type_of_headers_counts():
    text = "p { background: url(я) }".encode("koi8-r")
    assert (
        stylesheet(text, SHEET, headers={"content-type": "text/css; charset=koi8-r"}).encoding
        == "koi8-r"
    )
    with pytest.raises(ValueError, match="content type"):
        stylesheet(text, SHEET, headers={"content-type": "text/html"})


#: As Chromium 156 answers: the modifiers, the mode and the `Referer`, or `None` for no request.
MODIFIERS = [
    ("referrer-policy(no-referrer)", ("no-cors", None)),
    ("REFERRER-POLICY( Origin )", ("no-cors", "https://example.com/")),
    ("cross-origin(anonymous)", ("cors", "https://example.com/dir/page?q")),
    ("cross-origin(use-credentials) referrer-policy(no-referrer)", ("cors", None)),
    ("/**/ integrity('')", ("no-cors", "https://example.com/dir/page?q")),
    ("referrer-policy(never)", None),
    ("referrer-policy()", None),
    ("referrer-policy('origin')", None),
    ("referrer-policy(origin) referrer-policy(origin)", None),
    ("integrity(x)", None),
    ("nonsense", None),
    (", cross-origin(anonymous)", None),
]


@pytest.mark.parametrize(("modifiers", "expected"), MODIFIERS)
@pytest.mark.parametrize("rule", ["@import URL;", "p { background: URL }"])
def test_modifiers_of_a_url_set_the_mode_and_the_policy(rule, modifiers, expected):
    css = rule.replace("URL", f'url("x" {modifiers})')
    page = page_of(f"<style>{css}</style>")
    request = page.request(next(page.urls()))
    assert (request and (request.mode, request.headers.get("Referer"))) == expected


@pytest.mark.parametrize("value", ["url('x", "url('x'", "url(x"])
def test_open_url_at_the_end_is_requested(value):
    assert sent(f'<p style="background: {value}">', of="x").url == "https://example.com/dir/x"


def test_modifiers_count_in_a_sheet_before_its_own_policy():
    text = '@import url("a" referrer-policy(origin)); p { background: url("b" x()) }'
    sheet = stylesheet(text, SHEET, headers={"Referrer-Policy": "no-referrer"})
    imported, image = sheet.urls()
    page = page_of("")
    assert page.request(imported, sheet=sheet).headers["Referer"] == "https://cdn.example/"
    assert "modifier" in page.why_not(image, sheet=sheet)
