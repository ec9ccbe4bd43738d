"""Columns of strings made of tokens: Arrow's kernels split the usual rows, and a `URLDecomposition`
has to have the same values, row by row. So it has for the links of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree

from tests.columns.rows import after, attributes, domain_of, part_of, resolved, value_of
from tests.tools.tokens.making import Case
from urldom import find_standard
from urldom.trees import document

#: The characters that HTML removes around a URL in an attribute.
SPACES: Final = " \t\n\f\r"
#: Returns, for each case, the value of the column and the value of the object.
ColumnCheck: TypeAlias = Callable[[Sequence[Case], str], Iterable[tuple[object, object]]]


def _urls(cases: Sequence[Case]) -> list[str]:
    """Return the strings, which Arrow stores only without lone surrogates."""
    return [_storable(case.text) for case in cases]


def _bases(cases: Sequence[Case]) -> list[str | None]:
    return [None if case.base is None else _storable(case.base_text or "") for case in cases]


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _array(texts: Sequence[str | None]) -> Any:
    import pyarrow

    return pyarrow.array(texts, pyarrow.string())


def decomposed(cases: Sequence[Case], standard: str) -> Iterator[tuple[object, object]]:
    from urldom import columns

    urls = _urls(cases)
    names = [*dict.fromkeys([*find_standard(standard).attributes, "href"])]
    found = columns.decompose(_array(urls), attributes=names, standard=standard).to_pylist()
    yield from zip(found, [attributes(url, None, names, standard) for url in urls], strict=True)


def resolved_rows(cases: Sequence[Case], standard: str) -> Iterator[tuple[object, object]]:
    from urldom import columns

    urls, bases = _urls(cases), _bases(cases)
    found = columns.resolve(_array(urls), _array(bases), standard=standard).to_pylist()
    pairs = zip(urls, bases, strict=True)
    yield from zip(found, [resolved(url, base, standard) for url, base in pairs], strict=True)


def single_attributes(cases: Sequence[Case], standard: str) -> Iterator[tuple[object, object]]:
    from urldom import columns

    urls = _urls(cases)
    for name in ("host", "hostname", "port", "pathname", "search"):
        found = getattr(columns, name)(_array(urls), standard=standard).to_pylist()
        expected = [attributes(url, None, [name], standard) for url in urls]
        yield from zip(found, [row and row[name] for row in expected], strict=True)


def polars_attributes(cases: Sequence[Case], standard: str) -> Iterator[tuple[object, object]]:
    import polars

    import urldom.polars  # noqa: F401  (the namespace `url`)

    urls = _urls(cases)
    for name in ("host", "hostname"):
        series: Any = polars.Series(urls, dtype=polars.String)
        found = getattr(series.url, name)(standard).to_list()
        expected = [attributes(url, None, [name], standard) for url in urls]
        yield from zip(found, [row and row[name] for row in expected], strict=True)


def assigned_rows(cases: Sequence[Case], standard: str) -> Iterator[tuple[object, object]]:
    from urldom import columns

    for name in {*find_standard(standard).assignable} - {"href"}:
        rows = [case for case in cases if case.name == name]
        if rows:
            urls = [_storable(case.target_text) for case in rows]
            values = [_storable(case.value) for case in rows]
            arguments: dict[str, Any] = {name: _array(values)}
            found = columns.set(_array(urls), standard=standard, **arguments).to_pylist()
            pairs = zip(urls, values, strict=True)
            expected = [after(url, None, {name: value}, standard) for url, value in pairs]
            yield from zip(found, expected, strict=True)


def read_parts(cases: Sequence[Case], standard: str) -> Iterator[tuple[object, object]]:
    from urldom import columns

    urls = _urls(cases)
    array = _array(urls)
    for name in ("segments", "display", "param_names"):
        found = getattr(columns, name)(array, standard=standard).to_pylist()
        yield from zip(found, [part_of(name, url, None, standard) for url in urls], strict=True)
    found = columns.param(array, "a", standard=standard).to_pylist()
    yield from zip(found, [value_of(url, None, "a", standard) for url in urls], strict=True)
    found = columns.registrable_domain(array, standard=standard).to_pylist()
    yield from zip(found, [domain_of(url, None, standard) for url in urls], strict=True)


def links_of_a_page(cases: Sequence[Case], standard: str) -> Iterator[tuple[object, object]]:
    """The links of a page are resolved by one resolver, which knows the base already."""
    for base in dict.fromkeys(["https://h:81/a/b?c", cases[0].base_text]):
        if base is None or resolved(base, None, standard) is None:
            continue
        texts = [case.text for case in cases if case.text.strip(SPACES)]
        root = ElementTree.Element("html")
        for text in texts:
            ElementTree.SubElement(root, "a", href=text)
        page = document(root, base, standard=standard)
        expected = [resolved(text.strip(SPACES), page.base_url, standard) for text in texts]
        yield from zip([link.url for link in page.urls()], expected, strict=True)


COLUMN_ENTRIES: Final[dict[str, ColumnCheck]] = {
    "columns: decompose": decomposed,
    "columns: resolve": resolved_rows,
    "columns: attributes": single_attributes,
    "columns: polars": polars_attributes,
    "columns: set": assigned_rows,
    "columns: parts": read_parts,
    "links of a page": links_of_a_page,
}
