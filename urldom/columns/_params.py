"""The parameters in the query of each URL: `param`, `params`, `param_names` and `without_params`
for columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from urldom._core.errors import wrong_type
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.params import form_decode
from urldom._core.standards import usual_url
from urldom._core.standards.interface import StandardLike
from urldom._core.text import name_patterns
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import Column, no_rows, null_unless, pa, pc, split, string_type
from urldom.columns._cutting import Bases, RowParser, completed, decoded, over_urls, over_values
from urldom.columns._docstrings import from_table
from urldom.columns._table import NAME, NAMES
from urldom.columns._usual import NOTHING, PARTS, UsualRows

#: For a longer name, there is no regular expression, because RE2 limits the size of an expression.
_LONGEST_NAME: Final = 256
#: Matches a character that needs no escape in the name of a parameter. A plus sign means a space
#: (URL Standard 5.1).
_NAME: Final = "^(?P<name>[^=]*)"
_is_in_name = re.compile(f"[{usual_url.IN_QUERY}](?<![&=+])").match


@from_table
def param(
    urls: Column,
    name: str | Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the first value of a query parameter, decoded (URL Standard 5.1)."""

    def of_slice(
        strings: Any, bases: Bases, parser: RowParser, names: list[str], *indices: Any
    ) -> Any:
        usual, array = no_rows(strings, pa.string())
        if names and not indices:
            usual, array = _of_usual(
                UsualRows(strings, bases, parser.engine, ["search"]), names[0], parser
            )

        def read(view: URLDecomposition, index: int = 0) -> str | None:
            return view.params.get(names[index])

        return completed(array, strings, bases, usual, parser, read, *indices)

    parser = RowParser.of(standard, encoding, default_scheme)
    kind = string_type(urls)
    return over_values(of_slice, urls, NAME, name, _checked_name, base, parser, kind)


def _checked_name(name: Any) -> str:
    if not isinstance(name, str):
        raise wrong_type("the name of a parameter", "a str or a column of strings", name)
    return scalar_value_string(str.__str__(name))


def parameter(name: str, *, escapes: bool) -> str:
    """Return the expression for the first value of a parameter in a usual query (URL Standard 5.1),
    not decoded. If `escapes` is true, any character of the name can be percent-encoded in UTF-8."""

    def written(byte: int) -> str:
        character = chr(byte)
        plain = (
            r"\+" if character == " " else re.escape(character) if _is_in_name(character) else None
        )
        escaped = "%" + "".join(
            f"[{digit}{digit.lower()}]" if digit.isalpha() else digit for digit in f"{byte:02X}"
        )
        if escapes:
            return escaped if plain is None else f"(?:{plain}|{escaped})"
        return NOTHING if plain is None else plain

    # The empty text between two "&"s is not a parameter, so an empty name needs an equals sign.
    value = "=(?P<value>[^&]*)" if name == "" else "(?:=(?P<value>[^&]*))?"
    return rf"(?:^\?|&){''.join(map(written, name.encode()))}{value}(?:&|$)"


def _of_usual(rows: UsualRows, name: str, parser: RowParser) -> tuple[Any, Any]:
    """Return a mask of the rows whose parameter pyarrow's kernels can read, and an array with its
    values."""
    queries = rows.attribute("search")
    # The expression for an escaped name needs a single sequence of bytes for each character, but
    # U+FFFD has several ones in UTF-8, and any character can have them in other encodings.
    reads_escapes = parser.encoding == "utf-8" and "\ufffd" not in name
    if len(name) > _LONGEST_NAME:
        rows.leave_out(pc.not_equal(queries, ""))
        return rows.mask, pa.nulls(len(queries), pa.string())
    if not reads_escapes:
        rows.leave_out(pc.match_substring(queries, "%"))
    (values,) = pc.extract_regex(queries, parameter(name, escapes=reads_escapes)).flatten()
    return rows.mask, _form_decoded(values, parser)


def _form_decoded(texts: Any, parser: RowParser) -> Any:
    return decoded(
        texts, "[+%]", lambda text: form_decode(text, parser.encoding), parser.encoding == "utf-8"
    )


@from_table
def params(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return all query parameters of each URL, as a map from each name to the list of its values
    (URL Standard 5.1)."""
    text = string_type(urls)
    parser = RowParser.of(standard, encoding, default_scheme)
    return over_urls(_maps, urls, base, parser, pa.map_(text, pa.list_(text)))


def _maps(strings: Any, bases: Bases, parser: RowParser) -> Any:

    def read(view: URLDecomposition) -> list[tuple[str, list[str]]]:
        return [(name, view.params.get_all(name)) for name in view.params]

    queries, mask = _queries(strings, bases, parser)
    return completed(
        _Pairs(queries, parser, with_values=True).by_name(), strings, bases, mask, parser, read
    )


@from_table
def param_names(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the names of the query parameters of each URL, each once, decoded (URL Standard
    5.1)."""
    parser = RowParser.of(standard, encoding, default_scheme)
    return over_urls(_lists_of_names, urls, base, parser, pa.list_(string_type(urls)))


def _lists_of_names(strings: Any, bases: Bases, parser: RowParser) -> Any:
    queries, mask = _queries(strings, bases, parser)
    return completed(
        _Pairs(queries, parser).by_name(), strings, bases, mask, parser, lambda view: [*view.params]
    )


def _queries(strings: Any, bases: Bases, parser: RowParser) -> tuple[Any, Any]:
    """Return each query with its question mark, and a mask of the rows whose queries are in the
    encoding of `parser`. Outside the mask, a query is null. A URL without a query can have a
    question mark."""
    rows = UsualRows(strings, bases, parser.engine, ["search"])
    queries = rows.attribute("search")
    if parser.encoding != "utf-8":  # The queries of some schemes are in UTF-8.
        return null_unless(rows.mask, queries), rows.mask
    queries = completed(queries, strings, bases, rows.mask, parser, lambda view: f"?{view.params}")
    return queries, pc.is_valid(strings)


@from_table
def without_params(
    urls: Column,
    names: name_patterns.Names | Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the absolute URL of each row without some query parameters. The rest of the query
    keeps its bytes."""

    def of_slice(
        strings: Any,
        bases: Bases,
        parser: RowParser,
        distinct: list[tuple[str, ...]],
        *indices: Any,
    ) -> Any:
        usual, array = no_rows(strings, pa.string())
        if distinct and not indices:
            rows = UsualRows(strings, bases, parser.engine, [*PARTS, "host"])
            pairs = _Pairs(rows.attribute("search"), parser, with_empty=True)
            array = rows.href()
            if pairs.have(name_patterns.name_matcher(distinct[0])):
                queries = pairs.queries()
                array = rows.replaced({"search": queries})
                rows.leave_out(pc.equal(queries, "?"))
            usual = rows.mask

        def read(view: URLDecomposition, index: int = 0) -> str:
            view.params.discard(*distinct[index])
            return view.href

        return completed(array, strings, bases, usual, parser, read, *indices)

    parser = RowParser.of(standard, encoding, default_scheme)
    kind = string_type(urls)
    return over_values(
        of_slice, urls, NAMES, names, name_patterns.checked_names, base, parser, kind
    )


class _Pairs:
    """The pairs of names and values in queries, in one array for all rows of a slice."""

    def __init__(
        self,
        queries: Any,
        parser: RowParser,
        *,
        with_values: bool = False,
        with_empty: bool = False,
    ) -> None:
        """Split the queries. `with_empty` keeps the empty sequences between two `&`, which are not
        pairs."""
        self._is_valid: Any = pc.is_valid(queries)
        lists = split(queries, "&", unless="")
        self._sequences, self._rows, self._offsets = (
            lists.values,
            pc.list_parent_indices(lists),
            lists.offsets,
        )
        if not with_empty:
            self._keep(pc.not_equal(self._sequences, ""))
        cut = pc.extract_regex(
            self._sequences, "(?s)^(?P<name>[^=]*)(?:=(?P<value>.*))?$" if with_values else _NAME
        )
        self._names: Any = _form_decoded(cut.field(0), parser)
        self._values: Any = _form_decoded(cut.field(1), parser) if with_values else None

    def _keep(self, pairs: Any) -> None:
        """Remove the pairs that are false in `pairs`."""
        if not pc.all(pairs).as_py():
            self._sequences, self._rows = self._sequences.filter(pairs), self._rows.filter(pairs)
            kept_before = pa.concat_arrays(
                [pa.array([0], pa.int32()), pc.cumulative_sum(pairs.cast(pa.int32()))]
            )
            self._offsets = kept_before.take(self._offsets)

    def by_name(self) -> Any:
        """Return a list of the distinct names of each row, or with the values a map of the
        names."""
        codes: Any = self._names.dictionary_encode()
        places = pc.add(
            pc.multiply(self._rows, len(codes.dictionary)), codes.indices.cast(pa.int64())
        )
        ids: Any = places.dictionary_encode().indices
        names, ends, values = self._names, [*range(len(ids) + 1)], self._values
        # The number of a name is new if it is greater than each number before it.
        greatest = pa.concat_arrays([pa.array([-1], ids.type), pc.cumulative_max(ids)])
        is_first = pc.greater(greatest[1:], greatest[:-1])
        self._keep(is_first)
        names = names.filter(is_first)
        starts = null_unless(self._is_valid, self._offsets[:-1])
        offsets = pa.concat_arrays([starts, self._offsets[-1:]])
        if values is None:
            return pa.ListArray.from_arrays(offsets, names)
        if len(names) < len(ids):
            order = pc.array_sort_indices(ids)  # a stable sort
            values, ends = (
                values.take(order),
                [0, *pc.run_end_encode(ids.take(order)).run_ends.to_pylist()],
            )
        return pa.MapArray.from_arrays(
            offsets, names, pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)
        )

    def have(self, matches: Callable[[str], bool]) -> bool:
        """Remove the pairs whose names match, and return whether there were any."""
        codes: Any = self._names.dictionary_encode()
        drops = pa.array([*map(matches, codes.dictionary.to_pylist())], pa.bool_()).take(
            codes.indices
        )
        keeps = pc.or_(pc.invert(drops), pc.equal(self._sequences, ""))
        self._keep(keeps)
        return not pc.all(keeps).as_py()

    def queries(self) -> Any:
        """Return the query of each row, with its question mark."""
        lists = pa.ListArray.from_arrays(self._offsets, self._sequences)
        query = pc.binary_join_element_wise("?", pc.binary_join(lists, "&"), "")
        return pc.if_else(pc.equal(pc.list_value_length(lists), 0), "", query)
