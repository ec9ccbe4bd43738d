"""The bases of a column's rows, and its unusual rows, which the standard parses one by one, but
equal rows of a block once. `_usual` explains how they belong together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from itertools import islice, repeat
from typing import Any, Final, NamedTuple, TypeVar

from urldom._core.errors import Failure, InvalidURLError
from urldom._core.objects.decomposition import URLDecomposition, url_of_pieces
from urldom._core.standards.interface import Engine, StandardLike
from urldom._core.standards.registry import find_engine
from urldom._core.text import default_scheme as default_schemes
from urldom._core.text import encodings
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import (
    Pieces,
    authority_of,
    href,
    href_without_fragment,
    is_absolute,
    is_authority_based,
    path_of,
    scheme_of,
)
from urldom._core.values.url_value import url_text
from urldom.columns._arrays import (
    Column,
    array_of,
    is_column,
    null_unless,
    over,
    pa,
    pc,
    strings_of,
)
from urldom.columns._table import BASE, URLS, Argument

_Answer = TypeVar("_Answer")


def capturing(expression: str, names: Collection[str]) -> str:
    """Return an expression in which only the groups with these names capture text."""
    return re.sub(
        r"\(\?P<(\w+)>", lambda group: group[0] if group[1] in names else "(?:", expression
    )


class RowBase(NamedTuple):
    """The base of a row. Both fields are `None` if the row has no base."""

    url: str | None
    #: A failure if `url` is not an absolute URL.
    pieces: Pieces | Failure | None

    @staticmethod
    def of(url: str | None, engine: Engine) -> RowBase:
        if url is None:
            return NO_BASE
        try:
            return RowBase(url, engine.grammar.cut_new_base(url))
        except Failure as failure:
            return RowBase(url, failure)

    def beginnings(self) -> tuple[str | None, str | None, str | None, str | None]:
        """Return the prefixes that make `//host/path`, `/path`, `path` and `#fragment` absolute
        URLs, or nulls for a base without an authority, which is parsed instead."""
        pieces = self.pieces
        if pieces is None or isinstance(pieces, Failure) or not is_authority_based(pieces):
            return None, None, None, None
        scheme = scheme_of(pieces)
        origin = f"{scheme}//{authority_of(pieces)}"
        path = path_of(pieces)
        directory = path[: path.rfind("/") + 1]
        if directory == "":  # RFC 3986 section 5.2.3: a base without a path has the path "/".
            directory = "/"
        return scheme, origin, origin + directory, href_without_fragment(pieces)


def checked_base(argument: Argument, base: Any, length: int, engine: Engine) -> Any:
    """Check a base that a caller passed, and return it as `None`, the string of an absolute URL, or
    a column. Raises `TypeError` for another type, `ValueError` for a column of another length, and
    `InvalidURLError` for one base that is not an absolute URL."""
    if base is None and argument.may_be_none:
        return None
    if is_column(base):
        argument.require(base, length)
        return base
    # The bases can become a column, which cannot contain a lone surrogate, so U+FFFD replaces it.
    text = scalar_value_string(url_text(base, "a base"))
    failure = RowBase.of(text, engine).pieces
    if isinstance(failure, Failure):
        raise InvalidURLError(text, failure.reason, engine.name)
    return text


NO_BASE: Final = RowBase(None, None)

#: A slice keeps at most this many parsed bases, because the processor would read more of them from
#: slow memory.
MOST_BASES: Final = 256


class Bases:
    """The base URLs of a slice of a column, which are parsed when they are needed, and
    remembered."""

    def __init__(self, base: Any | str | None, engine: Engine) -> None:
        #: The index of each row's base among the distinct bases, or `None` if the bases are not a
        #: column.
        self.indices: Any = None
        if isinstance(base, pa.Array):
            encoded: Any = strings_of(base).dictionary_encode(null_encoding="encode")
            self._texts, self.indices = encoded.dictionary, encoded.indices
        else:
            self._texts = pa.array([base], pa.string())
        self._engine = engine
        self._rows: dict[int, RowBase] = {}
        self._list: list[str | None] = self._texts.to_pylist()

    def __getitem__(self, index: int) -> RowBase:
        """Return a distinct base."""
        found = self._rows.get(index)
        if found is None:
            if len(self._rows) == MOST_BASES:
                self._rows.clear()
            found = self._rows[index] = RowBase.of(self._list[index], self._engine)
        return found

    def are_absent(self) -> bool:
        return all(text is None for text in self._list)

    @cached_property
    def _few(self) -> list[RowBase] | None:
        """The distinct bases, or `None` if they are too many to be parsed one by one."""
        if len(self._list) > MOST_BASES:
            return None
        return [self[index] for index in range(len(self._list))]

    @cached_property
    def _usual(self) -> tuple[Any, Any]:
        """The parts of the distinct bases that are usual URLs with a path, and a mask of these
        bases."""
        whole, _, longest_host = self._engine.grammar.usual_url
        groups = ["protocol", "host", "pathname", "search"]
        cut: Any = pc.extract_regex(self._texts, capturing(whole, groups))
        _, host, path, _ = cut.flatten()
        mask = pc.and_(cut.is_valid(), pc.fill_null(pc.not_equal(path, ""), False))
        if longest_host is not None:
            is_short = pc.less_equal(pc.binary_length(host), longest_host)
            mask = pc.and_(mask, pc.fill_null(is_short, False))
        return cut, mask

    def _take(self, of_distinct: Any) -> Any:
        return of_distinct[0] if self.indices is None else of_distinct.take(self.indices)

    def are_left_out(self) -> Any:
        """Return a mask of the rows that are not usual because of their bases."""
        if self._few is not None:
            are_invalid = [isinstance(base.pieces, Failure) for base in self._few]
            return self._take(pa.array(are_invalid, pa.bool_()))
        _, mask = self._usual
        return self._take(pc.and_not(pc.is_valid(self._texts), mask))

    def beginnings(self) -> list[Any]:
        """Return each prefix of `RowBase.beginnings()` as a column, or as a scalar if the bases are
        not a column. With many bases, the prefixes of unusual ones are null."""
        if self._few is not None:
            rows = [base.beginnings() for base in self._few]
            return [self._take(array_of(texts)) for texts in zip(*rows, strict=True)]
        cut, mask = self._usual
        scheme, host, path, query = (null_unless(mask, part) for part in cut.flatten())
        origin = pc.binary_join_element_wise(scheme, host, "//")
        directory = pc.replace_substring_regex(path, "[^/]*$", "")
        before_path = pc.binary_join_element_wise(origin, directory, "")
        document = pc.binary_join_element_wise(origin, path, query, "")
        return list(map(self._take, (scheme, origin, before_path, document)))


class RowParser(NamedTuple):
    """The standard that parses URLs, the encoding of their queries, and the scheme for URLs without
    one, or `None`."""

    engine: Engine
    encoding: str
    default_scheme: str | None

    @staticmethod
    def of(standard: StandardLike, encoding: str, default_scheme: str | None) -> RowParser:
        """Check the options of a function. Raises the errors of `decompose`."""
        engine = find_engine(standard)
        return RowParser(
            engine,
            encodings.output_encoding(encoding),
            default_schemes.checked_scheme(default_scheme),
        )

    def strings(self, column: Any) -> Any:
        """Return a slice of URLs as an array of strings, with the default scheme."""
        urls = strings_of(column)
        scheme = self.default_scheme
        if scheme is None:
            return urls
        # The kernels add the scheme to plain addresses, and leave `http` and `https` URLs alone.
        is_bare = pc.fill_null(pc.match_substring_regex(urls, default_schemes.BARE), False)
        made = pc.if_else(is_bare, pc.binary_join_element_wise(f"{scheme}://", urls, ""), urls)
        is_done = pc.or_(is_bare, pc.match_substring_regex(urls, "^https?://"))
        others = pc.and_not(pc.is_valid(urls), is_done)
        rest: Any = urls.filter(others).dictionary_encode()
        texts = [default_schemes.with_scheme(text, scheme) for text in rest.dictionary.to_pylist()]
        if not texts:
            return made
        return pc.replace_with_mask(made, others, array_of(texts).take(rest.indices))

    def pieces(self, url: str, base: RowBase) -> Pieces | Failure:
        """Return the pieces of a row's absolute URL, or a failure."""
        engine, encoding, _ = self
        _, base_pieces = base
        if isinstance(base_pieces, Failure):
            return base_pieces
        try:
            pieces = engine.grammar.cut(url, base_pieces, encoding)
        except Failure as failure:
            return failure
        # Under RFC 1808, a URL can resolve to a relative URL.
        return pieces if is_absolute(pieces) else Failure("it is not absolute")

    def resolved(self, url: str, base: RowBase) -> str | None:
        """Return a row's absolute URL, or `None` if `pieces()` returns a failure."""
        pieces = self.pieces(url, base)
        return None if isinstance(pieces, Failure) else href(pieces)

    def view(self, pieces: Pieces) -> URLDecomposition:
        return url_of_pieces(pieces, self.engine.standard, self.encoding)


#: The number of rows in a block, so that it fits into the processor's cache.
_BLOCK: Final = 4096


class OtherRows:
    """The rows of a slice that are neither null nor usual."""

    def __init__(self, strings: Any, bases: Bases, usual: Any) -> None:
        self.mask: Any = pc.and_not(pc.is_valid(strings), usual)
        self._strings = strings
        self._bases = bases

    def answers(self, answer: Callable[..., _Answer], *columns: Any) -> list[_Answer]:
        """Return `answer(url, base, *values)` for each row. `values` are the row's values in
        `columns`. `answer` is called once for equal rows of a block."""
        strings = self._strings.filter(self.mask)
        urls = strings.to_pylist()
        values = [column.filter(self.mask).to_pylist() for column in columns]
        has_one_base = self._bases.indices is None
        places: Iterable[int]
        bases: Iterable[RowBase]
        if has_one_base:
            places = repeat(0, len(urls))
            bases = repeat(self._bases[0])
        else:
            places = self._bases.indices.filter(self.mask).to_pylist()
            bases = map(self._bases.__getitem__, places)
        if len(strings.unique()) == len(urls):  # A dictionary would be slower.
            return list(map(answer, urls, bases, *values))
        if has_one_base and not values:
            # The URL alone is the key, because tuples would double the time.
            base = self._bases[0]
            of_urls = {url: answer(url, base) for url in dict.fromkeys(urls)}
            return list(map(of_urls.__getitem__, urls))
        rows = zip(urls, places, *values, strict=True)
        answers: list[_Answer] = []
        while block := [*islice(rows, _BLOCK)]:
            of_rows: dict[tuple[Any, ...], Any] = dict.fromkeys(block)
            for row in of_rows:
                url, place, *row_values = row
                of_rows[row] = answer(url, self._bases[place], *row_values)
            answers += map(of_rows.__getitem__, block)
        return answers


def merged(array: Any, others: OtherRows, values: Any, valid: Any = None) -> Any:
    """Return `array` with `values` in the unusual rows, and with null in each row that is false in
    `valid`."""
    if len(values) and pa.types.is_nested(array.type):
        # `replace_with_mask` does not accept lists, so the rows are taken from both arrays: the
        # first unusual row from the place after `array`, the second one from the next place.
        counts = pc.cumulative_sum(others.mask.cast(pa.int64()))
        places_of_values = pc.add(counts, len(array) - 1)
        places = pc.if_else(others.mask, places_of_values, pa.array(range(len(array))))
        array = pa.concat_arrays([array, values]).take(places)
    elif len(values):
        array = pc.replace_with_mask(array, others.mask, values)
    if valid is None or pc.all(valid).as_py():
        return array
    return null_unless(valid, array)


def completed(
    array: Any,
    strings: Any,
    bases: Bases,
    usual: Any,
    parser: RowParser,
    read: Callable[[URLDecomposition], Any],
    *columns: Any,
) -> Any:
    """Return `array` with `read(view, *values)` in each unusual row with a valid URL and `values`
    of `columns`."""
    others = OtherRows(strings, bases, usual)
    of_view: Callable[..., Any] = read

    def answer(url: str, base: RowBase, *values: Any) -> Any:
        pieces = parser.pieces(url, base)
        return None if isinstance(pieces, Failure) else of_view(parser.view(pieces), *values)

    answers = others.answers(answer, *columns)
    return merged(array, others, array_of(answers, array.type), pc.is_valid(strings))


def decoded(texts: Any, escape: str, decode: Callable[[str], str], decodes_lines: bool) -> Any:
    """Decode the texts that the expression `escape` matches, each distinct one once.
    `decodes_lines` is true if the decoding of a line does not depend on the lines before it."""
    is_encoded = pc.fill_null(pc.match_substring_regex(texts, escape), False)
    if not pc.any(is_encoded).as_py():
        return texts
    encoded: Any = texts.filter(is_encoded).dictionary_encode()
    written = encoded.dictionary.to_pylist()
    made: list[str] = []
    if decodes_lines:
        # One call for all texts, joined with line breaks, is much faster.
        made = decode("\n".join(written)).split("\n")
    # A text with the escape `%0A` makes one line more. Then each text needs its own call.
    if len(made) != len(written):
        made = list(map(decode, written))
    return pc.replace_with_mask(texts, is_encoded, array_of(made).take(encoded.indices))


def _distinct(column: Any) -> tuple[list[str | tuple[str, ...]], list[Any]]:
    """Return the distinct texts or lists of texts in a slice, and each row's index, if they are not
    all equal."""
    if not pa.types.is_list(column.type) and not pa.types.is_large_list(column.type):
        column = strings_of(column)
    are_equal = column[1:].equals(column[:-1])
    if are_equal:
        column = column[:1]
    places: dict[str | tuple[str, ...], int] = {}
    indices: list[int | None] = []
    for value in column.to_pylist():
        if value is None:
            indices.append(None)
            continue
        key = value if isinstance(value, str) else tuple(value)
        indices.append(places.setdefault(key, len(places)))
    return [*places], [] if are_equal else [pa.array(indices, pa.int64())]


def over_urls(
    of_slice: Callable[..., Any],
    urls: Any,
    base: Any,
    parser: RowParser,
    kind: Any,
    *others: Column,
) -> Any:
    """Call `of_slice(strings, bases, parser, *others)` for each slice of a column of URLs. Return a
    column."""
    URLS.require(urls)
    engine = parser.engine
    checked = checked_base(BASE, base, len(urls), engine)
    if is_column(checked):

        def with_bases(strings: Any, bases: Any, *rest: Any) -> Any:
            return of_slice(parser.strings(strings), Bases(bases, engine), parser, *rest)

        return over([urls, checked, *others], with_bases, kind)

    one = Bases(checked, engine)

    def with_one_base(strings: Any, *rest: Any) -> Any:
        return of_slice(parser.strings(strings), one, parser, *rest)

    return over([urls, *others], with_one_base, kind)


def over_values(
    of_slice: Callable[..., Any],
    urls: Any,
    argument: Argument,
    given: Any,
    check: Callable[[Any], Any],
    base: Any,
    parser: RowParser,
    kind: Any,
) -> Any:
    """Call `of_slice(strings, bases, parser, values, *indices)` for each slice. `given` is one
    value for all rows, or a column. `values` are its distinct values, after `check`, and `indices`
    is a column of the rows' indexes into them, unless all rows have the same value. In a row whose
    value is null, the URL is null too."""
    URLS.require(urls)
    if not is_column(given):
        one = [check(given)]

        def with_one_value(strings: Any, bases: Bases, parser: RowParser) -> Any:
            return of_slice(strings, bases, parser, one)

        return over_urls(with_one_value, urls, base, parser, kind)
    argument.require(given, len(urls))

    def with_values(strings: Any, bases: Bases, parser: RowParser, column: Any) -> Any:
        distinct, indices = _distinct(column)
        strings = null_unless(column.is_valid(), strings)
        return of_slice(strings, bases, parser, list(map(check, distinct)), *indices)

    return over_urls(with_values, urls, base, parser, kind, given)
