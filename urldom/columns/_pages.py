"""`links` and `link_errors` for columns of documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from urldom._core.errors import type_name
from urldom._core.standards.interface import Standard, StandardLike
from urldom._core.standards.registry import find_engine, find_standard
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import Column, array_of, is_column, over, pa
from urldom.columns._cutting import checked_base
from urldom.columns._docstrings import from_table
from urldom.columns._table import ADDRESS, CONTENT_TYPE, DOCUMENTS
from urldom.http._media_types import extract_media_type

if TYPE_CHECKING:
    from urldom.trees import URLAttribute

#: The links of a document, or the reason why they are missing, or `None` if the document is null.
_Answer: TypeAlias = "list[URLAttribute] | str | None"

#: The fields of the struct for a link. They are attributes of `urldom.trees.URLAttribute`.
_FIELDS: Final = ("url", "kind", "element_name", "attribute", "value")
#: All links of a document together have at most `_MOST_PER_BYTE` characters for each byte of the
#: document, plus `_MOST_EXTRA`. Otherwise, a long base URL and thousands of references would need
#: quadratic space.
_MOST_PER_BYTE: Final = 16
_MOST_EXTRA: Final = 1 << 20
_fields: Final = attrgetter(*_FIELDS)
LINK: Final = pa.struct([(name, pa.string()) for name in _FIELDS])


@from_table
def links(
    documents: Column,
    address: AnyURL | Column,
    content_type: str | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Any:
    """Return every URL of each document."""

    def structs(answer: _Answer) -> list[tuple[str | None, ...]] | None:
        if not isinstance(answer, list):
            return None
        return [tuple(map(_in_arrow, _fields(link))) for link in answer]

    return _over_documents(structs, documents, address, content_type, standard, pa.list_(LINK))


@from_table
def link_errors(
    documents: Column,
    address: AnyURL | Column,
    content_type: str | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Any:
    """Return the reason why `links()` returns null for a document, as a sentence."""

    def reason(answer: _Answer) -> str | None:
        return answer if isinstance(answer, str) else None

    return _over_documents(reason, documents, address, content_type, standard, pa.string())


def _in_arrow(text: str | None) -> str | None:
    """Return a text without lone surrogates, which Arrow does not store."""
    return None if text is None else scalar_value_string(text)


def _over_documents(
    of_answer: Callable[[_Answer], Any],
    documents: Any,
    address: Any,
    content_type: Any,
    standard: StandardLike,
    kind: Any,
) -> Any:
    """Return a column of `of_answer(answer)` for each document. Raises the errors of `links`."""
    found = find_standard(standard)
    DOCUMENTS.require(documents)
    if address is None:
        raise TypeError(
            "the address of the documents is missing: pass one URL, or a column of URLs"
        )
    address = checked_base(ADDRESS, address, len(documents), find_engine(found))
    if is_column(content_type):
        CONTENT_TYPE.require(content_type, len(documents))
    else:
        # Parsing this document, which is valid HTML and XML, raises the error for an unknown type
        # or a missing parser.
        list(_links(b"<html />", "http://host/", content_type, found))
    columns = [
        each if is_column(each) else pa.repeat(pa.scalar(each, pa.string()), len(documents))
        for each in (documents, address, content_type)
    ]

    def of_slice(*slices: Any) -> Any:
        answers: list[Any] = []
        # The values become Python's objects one row after the other, to save memory.
        for row in zip(*slices, strict=True):
            source, url, media_type = (value.as_py() for value in row)
            answers.append(of_answer(_links_or_error(source, url, media_type, found)))
        return array_of(answers, kind)

    # The slices are small, so that one array can contain all links of a slice.
    return over(columns, of_slice, kind, in_threads=False, most=(1 << 10, 1 << 26))


def _links_or_error(
    source: bytes | str | None, address: str | None, content_type: str | None, standard: Standard
) -> _Answer:
    if source is None:
        return None
    if address is None:
        return "the address of the document is missing"
    room = len(source) * _MOST_PER_BYTE + _MOST_EXTRA
    links: list[URLAttribute] = []
    try:
        for link in _links(source, address, content_type, standard):
            room -= len(link.value) + len(link.url or "")
            if room < 0:
                return (
                    f"the links are longer than {_MOST_PER_BYTE} times the document plus"
                    f" {_MOST_EXTRA} characters: the base URL is too long"
                )
            links.append(link)
        return links
    except ImportError:  # Without a parser, every other document would fail too.
        raise
    except (ValueError, LookupError) as error:
        return str(error)
    except Exception as error:
        # An error of a parser in one document must not stop the work on the other documents.
        return f"{type_name(error)}: {error}"


def _links(
    source: bytes | str, address: str, content_type: str | None, standard: Standard
) -> Iterator[URLAttribute]:
    # Only columns of documents need the parsers.
    from urldom.trees import parse, stylesheet

    known = extract_media_type(content_type) if isinstance(content_type, str) else None
    if known is not None and known.essence == "text/css":
        return stylesheet(source, address, content_type=content_type, standard=standard).urls()
    return parse(source, address, content_type=content_type, standard=standard).urls()
