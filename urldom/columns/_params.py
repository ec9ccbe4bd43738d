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
#: Split a pair (URL Standard 5.1). The second one is quicker if only the name is wanted.
_NAME_AND_VALUE: Final = "(?s)^(?P<name>[^=]*)(?:=(?P<value>.*))?$"
_NAME: Final = "^(?P<name>[^=]*)"
#: Matches a character that needs no escape in the name of a parameter. A plus sign means a space.
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
    written = [_written(byte, escapes=escapes) for byte in name.encode()]
    value = "(?:=(?P<value>[^&]*))?"
    # The empty text between two "&"s is not a parameter, so an empty name needs an equals sign.
    if name == "":
        value = "=(?P<value>[^&]*)"
    return rf"(?:^\?|&){''.join(written)}{value}(?:&|$)"


def _written(byte: int, *, escapes: bool) -> str:
    """Return an expression for the ways to write a byte of a name in a usual query."""
    character = chr(byte)
    ways: list[str] = []
    if character == " ":
        ways.append(r"\+")
    elif _is_in_name(character):
        ways.append(re.escape(character))
    if escapes:
        digits = map(_hex_digit, f"{byte:02X}")
        ways.append(f"%{''.join(digits)}")
    if not ways:
        return NOTHING
    return f"(?:{'|'.join(ways)})"


def _hex_digit(digit: str) -> str:
    return f"[{digit}{digit.lower()}]" if digit.isalpha() else digit


def _of_usual(rows: UsualRows, name: str, parser: RowParser) -> tuple[Any, Any]:
    """Return a mask of the rows whose parameter pyarrow's kernels can read, and an array with its
    values."""
    queries = rows.attribute("search")
    if len(name) > _LONGEST_NAME:
        rows.leave_out(pc.not_equal(queries, ""))
        return rows.mask, pa.nulls(len(queries), pa.string())
    # The expression for an escaped name needs a single sequence of bytes for each character, but
    # U+FFFD has several ones in UTF-8, and any character can have them in other encodings.
    reads_escapes = parser.encoding == "utf-8" and "\ufffd" not in name
    if not reads_escapes:
        rows.leave_out(pc.match_substring(queries, "%"))
    (values,) = pc.extract_regex(queries, parameter(name, escapes=reads_escapes)).flatten()
    return rows.mask, _form_decoded(values, parser)


def _form_decoded(texts: Any, parser: RowParser) -> Any:
    def decode(text: str) -> str:
        return form_decode(text, parser.encoding)

    return decoded(texts, "[+%]", decode, decodes_lines=parser.encoding == "utf-8")


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
    maps = _Pairs(queries, parser, with_values=True).by_name()
    return completed(maps, strings, bases, mask, parser, read)


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
    def read(view: URLDecomposition) -> list[str]:
        return list(view.params)

    queries, mask = _queries(strings, bases, parser)
    names = _Pairs(queries, parser).by_name()
    return completed(names, strings, bases, mask, parser, read)


def _queries(strings: Any, bases: Bases, parser: RowParser) -> tuple[Any, Any]:
    """Return each query with its question mark, and a mask of the rows whose queries are in the
    encoding of `parser`. Outside the mask, a query is null. A URL without a query can have a
    question mark."""

    def read(view: URLDecomposition) -> str:
        return f"?{view.params}"

    rows = UsualRows(strings, bases, parser.engine, ["search"])
    queries = rows.attribute("search")
    if parser.encoding != "utf-8":  # The queries of some schemes are in UTF-8.
        return null_unless(rows.mask, queries), rows.mask
    queries = completed(queries, strings, bases, rows.mask, parser, read)
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
            if pairs.discard(name_patterns.name_matcher(distinct[0])):
                queries = pairs.queries()
                array = rows.replaced({"search": queries})
                rows.leave_out(pc.equal(queries, "?"))
            else:
                array = rows.href()
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
    """The pairs of names and values in queries, in one array for all rows of a slice.

    `_sequences` has the pairs as they are written, `_rows` the row of each pair, and `_offsets` the
    place of each row's first pair."""

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
        self._sequences: Any = lists.values
        self._rows: Any = pc.list_parent_indices(lists)
        self._offsets: Any = lists.offsets
        if not with_empty:
            self._keep(pc.not_equal(self._sequences, ""))
        cut = pc.extract_regex(self._sequences, _NAME_AND_VALUE if with_values else _NAME)
        self._names: Any = _form_decoded(cut.field("name"), parser)
        self._values: Any = None
        if with_values:
            self._values = _form_decoded(cut.field("value"), parser)

    def _keep(self, pairs: Any) -> None:
        """Remove the pairs that are false in `pairs`."""
        if pc.all(pairs).as_py():
            return
        self._sequences = self._sequences.filter(pairs)
        self._rows = self._rows.filter(pairs)
        counts = pc.cumulative_sum(pairs.cast(pa.int32()))
        kept_before = pa.concat_arrays([pa.array([0], pa.int32()), counts])
        self._offsets = kept_before.take(self._offsets)

    def by_name(self) -> Any:
        """Return a list of the distinct names of each row, or with the values a map of the
        names."""
        ids = self._ids_of_names()
        # Numbers are given in the order of the pairs, so a name is new in its row if its number is
        # greater than each number before it.
        greatest = pa.concat_arrays([pa.array([-1], ids.type), pc.cumulative_max(ids)])
        is_first = pc.greater(greatest[1:], greatest[:-1])
        self._keep(is_first)
        names = self._names.filter(is_first)
        starts = null_unless(self._is_valid, self._offsets[:-1])
        offsets = pa.concat_arrays([starts, self._offsets[-1:]])
        if self._values is None:
            return pa.ListArray.from_arrays(offsets, names)
        if len(names) == len(ids):  # No row has a name twice, so each name has one value.
            values = self._values
            ends = list(range(len(ids) + 1))
        else:
            order = pc.array_sort_indices(ids)  # a stable sort
            values = self._values.take(order)
            ends = [0, *pc.run_end_encode(ids.take(order)).run_ends.to_pylist()]
        of_names = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)
        return pa.MapArray.from_arrays(offsets, names, of_names)

    def _ids_of_names(self) -> Any:
        """Return a number for each pair, which is the same for a name that its row has again."""
        codes: Any = self._names.dictionary_encode()
        first_of_row = pc.multiply(self._rows, len(codes.dictionary))
        places = pc.add(first_of_row, codes.indices.cast(pa.int64()))
        return places.dictionary_encode().indices

    def discard(self, matches: Callable[[str], bool]) -> bool:
        """Remove the pairs whose names match, and return whether there were any."""
        codes: Any = self._names.dictionary_encode()
        of_names = pa.array(list(map(matches, codes.dictionary.to_pylist())), pa.bool_())
        is_empty = pc.equal(self._sequences, "")  # This is not a pair, even for the name "".
        keeps = pc.or_(pc.invert(of_names.take(codes.indices)), is_empty)
        self._keep(keeps)
        return not pc.all(keeps).as_py()

    def queries(self) -> Any:
        """Return the query of each row, with its question mark."""
        lists = pa.ListArray.from_arrays(self._offsets, self._sequences)
        query = pc.binary_join_element_wise("?", pc.binary_join(lists, "&"), "")
        return pc.if_else(pc.equal(pc.list_value_length(lists), 0), "", query)
