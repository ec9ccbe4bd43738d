"""`links` and `link_errors` for columns of documents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from urldom._columns.arrays import Column, is_column, over, pa
from urldom._columns.cutting import checked_base
from urldom._columns.faces import ADDRESS, CONTENT_TYPE, DOCUMENTS, from_table
from urldom._errors import type_name
from urldom._standards.interface import Standard, StandardLike, engine_of
from urldom._standards.registry import find_standard
from urldom._text.media_types import extract_media_type
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL

if TYPE_CHECKING:
    from urldom.trees import URLAttribute

#: The fields of the struct for a link. They are attributes of `urldom.trees.URLAttribute`.
_FIELDS: Final = ("url", "kind", "element_name", "attribute", "value")
#: The greatest length of all links of a document together is `_MOST_PER_OCTET` characters for each byte of the
#: document, plus `_MOST_BESIDE`. Otherwise, a long base URL and thousands of references would need quadratic space.
_MOST_PER_OCTET: Final = 16
_MOST_BESIDE: Final = 1 << 20
#: Calls a function with slices of documents. They are small, so that one array can contain all links of a slice.
_over_documents: Final = partial(over, in_threads=False, most=(1 << 10, 1 << 26))

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

    def of_slice(*columns: Any) -> Any:
        found: dict[str, list[str | None]] = {name: [] for name in _FIELDS}
        ends = [0]
        failed: list[bool] = []
        for answer in _answers(columns, found_standard):
            failed.append(not isinstance(answer, list))
            for link in answer if isinstance(answer, list) else ():
                for name in _FIELDS:
                    value = getattr(link, name)
                    found[name].append(value and scalar_value_string(value))
            ends.append(len(found["url"]))
        values = pa.StructArray.from_arrays([pa.array(found[name], pa.string()) for name in _FIELDS], fields=list(LINK))
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values, mask=pa.array(failed, pa.bool_()))

    found_standard = find_standard(standard)
    return _over_documents(_checked(documents, address, content_type, found_standard), of_slice, pa.list_(LINK))


@from_table
def link_errors(
    documents: Column,
    address: AnyURL | Column,
    content_type: str | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Any:
    """Return the reason why `links()` returns null for a document, as a sentence."""

    def of_slice(*columns: Any) -> Any:
        return pa.array([a if isinstance(a, str) else None for a in _answers(columns, found)], pa.string())

    found = find_standard(standard)
    return _over_documents(_checked(documents, address, content_type, found), of_slice, pa.string())


def _answers(columns: tuple[Any, ...], standard: Standard) -> Iterator[list[URLAttribute] | str | None]:
    """Yield for each document its links, or the reason why they are missing, or `None` if the document is null."""
    for row in zip(*columns, strict=True):
        source, address, content_type = (value.as_py() for value in row)
        if source is not None and address is None:
            yield "the address of the document is missing"
        else:
            yield None if source is None else _links_or_error(source, address, content_type, standard)


def _links_or_error(
    source: bytes | str, address: str, content_type: str | None, standard: Standard
) -> list[URLAttribute] | str:
    room = len(source) * _MOST_PER_OCTET + _MOST_BESIDE
    links: list[URLAttribute] = []
    try:
        for link in _links(source, address, content_type, standard):
            room -= len(link.value) + len(link.url or "")
            if room < 0:
                return (
                    f"the links are longer than {_MOST_PER_OCTET} times the document plus {_MOST_BESIDE} characters: "
                    "the base URL is too long"
                )
            links.append(link)
        return links
    except ImportError:  # Without a parser, every other document would fail too.
        raise
    except (ValueError, LookupError) as error:
        return str(error)
    except Exception as error:  # An error in one document must not stop the work on the other documents.
        return f"{type_name(error)}: {error}"


def _links(source: bytes | str, address: str, content_type: str | None, standard: Standard) -> Iterator[URLAttribute]:
    # Only columns of documents need the parsers.
    from urldom.trees import parse, stylesheet

    known = extract_media_type(content_type) if isinstance(content_type, str) else None
    if known is not None and known.essence == "text/css":
        return stylesheet(source, address, content_type=content_type, standard=standard).urls()
    return parse(source, address, content_type=content_type, standard=standard).urls()


def _checked(documents: Any, address: Any, content_type: Any, standard: Standard) -> list[Any]:
    """Return the three arguments as columns. Raises the same errors as `links`."""
    DOCUMENTS.require(documents)
    if address is None:
        raise TypeError("the address of the documents is missing: pass one URL, or a column of URLs")
    address = checked_base(ADDRESS, address, len(documents), engine_of(standard))
    if is_column(content_type):
        CONTENT_TYPE.require(content_type, len(documents))
    else:
        # This document is valid as HTML and as XML. It raises the error for an unknown type or a missing parser.
        list(_links(b"<html />", "http://host/", content_type, standard))
    parts = (address, content_type)
    return [
        documents,
        *(part if is_column(part) else pa.repeat(pa.scalar(part, pa.string()), len(documents)) for part in parts),
    ]
