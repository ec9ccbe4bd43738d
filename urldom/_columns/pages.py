"""`links` and `link_errors`, of columns of documents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from urldom._columns.arrays import Column, is_column, over, pa
from urldom._columns.bases import checked_base
from urldom._columns.faces import ADDRESS, CONTENT_TYPE, DOCUMENTS
from urldom._errors import type_name
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL

if TYPE_CHECKING:
    from urldom.trees import URLAttribute

#: What there is of each link: the names of `urldom.trees.URLAttribute`.
_FIELDS: Final = ("url", "kind", "element_name", "attribute", "value")
#: The most characters of a document's links, for each byte of it, and added to these. A base URL of half a page before
#: thousands of references makes more: the square of what was sent.
_MOST_PER_OCTET: Final = 16
_MOST_BESIDE: Final = 1 << 20
#: Documents are worked on in slices whose links an array of Arrow's strings can hold.
_over_documents: Final = partial(over, in_threads=False, most=(1 << 10, 1 << 26))

LINK: Final = pa.struct([(name, pa.string()) for name in _FIELDS])


def links(
    documents: Column,
    address: AnyURL | Column,
    content_type: str | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Any:
    """Every URL of each document: a list of structs with the fields `url`, `kind`, `element_name`, `attribute` and
    `value`, which are those of `urldom.trees.URLAttribute`. `url` is null if the value does not resolve.

    `documents` is a column of what servers sent, octets or text: pages, feeds and other XML, style sheets. `address`
    is the absolute URL of all, or a column; `content_type` the value of that header, or a column, in which a null is
    none. For how they are read, see `urldom.trees.parse`.

    A null is null in the result, and so is a document that fails: it has no address, another type, or XML that is not
    well-formed, its parser gives up, or its links take a mebibyte more than 16 times its size, as only in a page that
    is made to fill the memory. `link_errors()` says why. Raises, before any document is read, `TypeError` and
    `ValueError` for columns of another type or length and for one content type of no document, `InvalidURLError` for
    one address that is not an absolute URL, and `ImportError` without a parser for HTML.

    >>> import pyarrow
    >>> pages = pyarrow.array([b'<base href="/s/"><a href="b">', None])
    >>> for link in links(pages, "http://example.com/").to_pylist()[0]:
    ...     print(link["kind"], link["element_name"], link["url"])
    base base http://example.com/s/
    hyperlink a http://example.com/s/b
    """

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


def link_errors(
    documents: Column,
    address: AnyURL | Column,
    content_type: str | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
) -> Any:
    """Why a document has no links in what `links()` returns, a sentence. It is null if the document has links, or is
    null itself. Each document is parsed again: ask for those whose links are null.

    The parameters and the errors are those of `links()`.

    >>> import pyarrow
    >>> pages = pyarrow.array([b"<a href=b>", b"\\x89PNG"])
    >>> types = pyarrow.array(["text/html", "image/png"])
    >>> print(link_errors(pages, "http://example.com/", types)[1].as_py()[:43])
    the content type 'image/png' is none of the
    """

    def of_slice(*columns: Any) -> Any:
        return pa.array([a if isinstance(a, str) else None for a in _answers(columns, found)], pa.string())

    found = find_standard(standard)
    return _over_documents(_checked(documents, address, content_type, found), of_slice, pa.string())


def _answers(columns: tuple[Any, ...], standard: Standard) -> Iterator[list[URLAttribute] | str | None]:
    """Of each document its links, or why there are none, or `None` where it is null."""
    for row in zip(*columns, strict=True):
        source, address, content_type = (value.as_py() for value in row)
        if source is None:
            yield None
        elif address is None:
            yield "the address of the document is missing"
        else:
            yield _links_or_error(source, address, content_type, standard)


def _links_or_error(
    source: bytes | str, address: str, content_type: str | None, standard: Standard
) -> list[URLAttribute] | str:
    room = len(source) * _MOST_PER_OCTET + _MOST_BESIDE
    links: list[URLAttribute] = []
    try:
        for link in _links(source, address, content_type, standard):
            room -= len(link.value) + len(link.url or "")
            if room < 0:
                return f"its links take more than {_MOST_PER_OCTET} times what it does: its base URL is too long"
            links.append(link)
        return links
    except ImportError:  # which no other document would do better with
        raise
    except (ValueError, LookupError) as error:
        return str(error)
    except Exception as error:  # One document is no reason to lose the others.
        return f"{type_name(error)}: {error}"


def _links(source: bytes | str, address: str, content_type: str | None, standard: Standard) -> Iterator[URLAttribute]:
    from urldom._text.media_types import extract_media_type
    from urldom.trees import parse, stylesheet

    known = extract_media_type(content_type) if isinstance(content_type, str) else None
    if known is not None and known.essence == "text/css":
        return stylesheet(source, address, content_type=content_type, standard=standard).urls()
    return parse(source, address, content_type=content_type, standard=standard).urls()


def _checked(documents: Any, address: Any, content_type: Any, standard: Standard) -> list[Any]:
    """The three as columns. Raises what `links` does."""
    DOCUMENTS.require(documents)
    if address is None:
        raise TypeError("the address of the documents is needed: one, or a column of them")
    address = checked_base(ADDRESS, address, len(documents), standard)
    if is_column(content_type):
        CONTENT_TYPE.require(content_type, len(documents))
    else:
        # That there is a parser for it is found out on a small document, which is HTML and XML.
        list(_links(b"<html/>", "http://host/", content_type, standard))
    parts = (address, content_type)
    return [
        documents,
        *(part if is_column(part) else pa.repeat(pa.scalar(part, pa.string()), len(documents)) for part in parts),
    ]
