"""`links` and `link_errors`: every URL of each document in a column, or the reason why a document
fails."""

from __future__ import annotations

from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from urldom import InvalidURLError, columns  # noqa: E402
from urldom.trees import parse, stylesheet  # noqa: E402

ADDRESS = "http://example.com/a/b"
PAGE = '<meta charset="windows-1251"><base href="/c/"><a href="?é">x</a><img srcset="d, e 2x"><a href="http://[">'.encode(
    "windows-1252"
)
FEED = b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/f/"><icon>g</icon></feed>'
SHEET = b"@import 'h.css'; p { background: url(i.png) }"
FIELDS = ("url", "kind", "element_name", "attribute", "value")


def expected(document: Any) -> list[dict[str, str | None]]:
    return [{name: getattr(link, name) for name in FIELDS} for link in document.urls()]


@pytest.mark.parametrize(
    "kind",
    [pa.binary(), pa.large_binary(), pa.binary_view(), pa.dictionary(pa.int8(), pa.binary())],
    ids=str,
)
def test_links_match_the_urls_of_each_document(kind: Any) -> None:
    pytest.importorskip("lxml")
    documents = pa.array([PAGE, None, FEED, SHEET])
    documents = (
        documents.dictionary_encode() if pa.types.is_dictionary(kind) else documents.cast(kind)
    )
    types = pa.array(["text/html", None, None, "text/css;charset=utf-8"])
    for column in documents, pa.chunked_array([documents[:3], documents[3:]]):
        found = columns.links(column, ADDRESS, types)
        assert found.to_pylist() == [
            expected(parse(PAGE, ADDRESS, content_type="text/html")),
            None,
            expected(parse(FEED, ADDRESS)),
            expected(stylesheet(SHEET, ADDRESS)),
        ]
        assert columns.link_errors(column, ADDRESS, types).to_pylist() == [None] * 4


def test_documents_can_be_text_with_addresses_and_a_standard() -> None:
    pytest.importorskip("lxml")
    page = "<a href='x y'><p xml:base='/z/'>"
    addresses = pa.array(["http://a/", "http://b/c/"])
    found = columns.links(pa.array([page, page]), addresses, "text/html", standard="html5")
    assert found.to_pylist() == [
        expected(parse(page, address, content_type="text/html", standard="html5"))
        for address in addresses.to_pylist()
    ]
    assert (
        columns.links(pa.array([page]), addresses[1:], None).to_pylist()[0][0]["url"]
        == "http://b/c/x%20y"
    )


def test_document_that_fails_does_not_affect_other_rows() -> None:
    pytest.importorskip("lxml")
    rows: list[tuple[bytes | None, str | None, str | None, str | None]] = [
        (PAGE, ADDRESS, "text/html", None),
        (PAGE, None, "text/html", "the address of the document is missing"),
        (PAGE, "/a", "text/html", "'/a'"),
        (b"\x89PNG", ADDRESS, "image/png", "unknown content type 'image/png'"),
        (b"<feed", ADDRESS, "application/atom+xml", "not well-formed XML"),
        (None, None, None, None),
        (b"<a href=x", ADDRESS, "text/html", None),
        (b"\xff\xfe\x00<a href=\xff>", ADDRESS, None, None),
        (b"", ADDRESS, None, None),
        (b"<div>" * 2_000 + b"<a href=x>", ADDRESS, "text/html; charset=no-such", None),
    ]
    documents, addresses, types, reasons = (list(column) for column in zip(*rows, strict=True))
    columns_of_rows = [pa.array(documents), pa.array(addresses), pa.array(types)]
    found = columns.links(*columns_of_rows)
    errors = columns.link_errors(*columns_of_rows).to_pylist()
    for document, reason, links, error in zip(
        documents, reasons, found.to_pylist(), errors, strict=True
    ):
        assert (links is None) == (document is None or reason is not None)
        assert error is None if reason is None else reason in error


def test_parser_error_makes_only_its_row_null(monkeypatch: pytest.MonkeyPatch) -> None:
    import urldom.trees

    def give_up(source: bytes, *given: Any, **options: Any) -> Any:
        if source == b"bad":
            raise RecursionError("too deep")
        return parse(source, *given, **options)

    monkeypatch.setattr(urldom.trees, "parse", give_up)
    documents = pa.array([FEED, b"bad", FEED])
    assert [links is None for links in columns.links(documents, ADDRESS).to_pylist()] == [
        False,
        True,
        False,
    ]
    assert columns.link_errors(documents, ADDRESS).to_pylist() == [
        None,
        "RecursionError: too deep",
        None,
    ]


def test_page_whose_urls_would_fill_the_memory_is_null() -> None:
    """The base URL fills half of the page, and each resolved URL contains it."""
    pytest.importorskip("lxml")
    half = 100_000
    page = b'<base href="/' + b"a" * half + b'/">' + b"<a href=b>" * (half // 10)
    documents = pa.array([b"<a href=x>", page, b"<a href=y>" * 20_000])
    assert [row and len(row) for row in columns.links(documents, ADDRESS).to_pylist()] == [
        1,
        None,
        20_000,
    ]
    (none, error, nor_here) = columns.link_errors(documents, ADDRESS).to_pylist()
    assert none is nor_here is None
    assert "longer than 16 times the document plus 1048576 characters" in error


@pytest.mark.parametrize(
    "documents", [pa.nulls(2), pa.nulls(2, pa.binary()), pa.array([], pa.string())], ids=str
)
def test_each_null_has_a_null_result(documents: Any) -> None:
    assert columns.links(documents, ADDRESS).to_pylist() == [None] * len(documents)
    assert columns.link_errors(documents, ADDRESS).to_pylist() == [None] * len(documents)


DOCUMENTS = pa.array([b"<a href=x>"])


@pytest.mark.parametrize(
    "call, error, words",
    [
        (
            lambda: columns.links([b""], ADDRESS),
            TypeError,
            "documents must be a pyarrow Array or ChunkedArray of bytes",
        ),
        (
            lambda: columns.links(pa.array([1]), ADDRESS),
            TypeError,
            "a column of bytes or strings, not of int64",
        ),
        (
            lambda: columns.links(DOCUMENTS, None),
            TypeError,
            "the address of the documents is missing",
        ),
        (lambda: columns.links(DOCUMENTS, "b"), InvalidURLError, "'b' is not a URL"),
        (
            lambda: columns.links(DOCUMENTS, pa.array([1])),
            TypeError,
            "addresses must be a column of strings, not of int64",
        ),
        (
            lambda: columns.links(DOCUMENTS, pa.array(["a", "b"])),
            ValueError,
            "there are 2 addresses for 1 rows",
        ),
        (
            lambda: columns.links(DOCUMENTS, ADDRESS, "image/png"),
            ValueError,
            "content type 'image/png': use",
        ),
        (
            lambda: columns.links(DOCUMENTS, ADDRESS, 7),
            TypeError,
            "a content type must be a str, not int",
        ),
        (
            lambda: columns.links(DOCUMENTS, ADDRESS, pa.array([1])),
            TypeError,
            "content types must be a column of strings",
        ),
        (
            lambda: columns.links(DOCUMENTS, ADDRESS, pa.array(["a", "b"])),
            ValueError,
            "there are 2 content types",
        ),
        (
            lambda: columns.links(DOCUMENTS, ADDRESS, standard="html6"),
            ValueError,
            "unknown standard 'html6'",
        ),
    ],
)
def test_error_says_what_was_expected(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize(
    "content_type", [None, "application/atom+xml", "text/html", "image/svg+xml"]
)
def test_one_content_type_applies_to_all_rows(content_type: str | None) -> None:
    pytest.importorskip("lxml")
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'><a href='b'/></svg>"
    found = columns.links(pa.array([svg]), ADDRESS, content_type).to_pylist()
    assert found == [expected(parse(svg, ADDRESS, content_type=content_type))]
