"""`Params`, a live mapping of the names and values in a URL's query, and `FrozenParams`.

`FrozenParams` only reads them.

A query is a list of *sequences*, separated by `&` (URL Standard 5.1), so `?a&` ends in an empty
sequence. The first `=` of a sequence separates a name from a value. A changed sequence is written
by the rules of HTML's forms (URL Standard 5.2), in the encoding of the URL. Every other sequence
keeps its bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set
from contextlib import suppress
from copy import copy
from functools import lru_cache, partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar, cast

from urldom._core.errors import shown, wrong_type
from urldom._core.hints.urls import FrozenParamsHints, ParamsHints
from urldom._core.public import public
from urldom._core.text.encodings import decode
from urldom._core.text.grammar import ALPHA, DIGIT
from urldom._core.text.name_patterns import name_matcher
from urldom._core.text.percent_encode_sets import FORM_URLENCODED, percent_encode_after_encoding
from urldom._core.text.percent_encoding import PercentEncoder, percent_decode
from urldom._core.text.plain_values import plain_text
from urldom._core.text.unicode import scalar_value_string

if TYPE_CHECKING:
    from urldom._core.text.plain_values import PlainValue

#: The type of an assigned value: one value, or a list of values, with one pair for each.
Value: TypeAlias = "PlainValue | Sequence[PlainValue]"
_Pair: TypeAlias = "tuple[str, Value]"
#: Several names with their values. (If `Iterable` replaced the last three types, mypy would infer
#: `dict[str, object]` for a `dict` of several types.)
Pairs: TypeAlias = "Mapping[str, Value] | Sequence[_Pair] | Set[_Pair] | Iterator[_Pair]"

_Params = TypeVar("_Params", bound="Params")

#: Sequence types that are not accepted as lists of values.
_NO_LISTS: Final = (str, bytes, bytearray, memoryview)
#: Types that can contain two items, but are not accepted as a pair of a name and a value.
_NO_PAIRS: Final = (*_NO_LISTS, Set, Mapping)
_EXPECTED: Final = "a str, a number, a bool, a date, a UUID, an Enum, or a list of these"
_NOT_SAFE: Final = re.compile(r"[^!-~]|[%&=#+]")
#: Changes of more names split the query into all its names.
_FEW: Final = 4
#: Matches a name that is its own escaped form, and equals no other text without escapes.
_is_plain_name = re.compile(r"[A-Za-z0-9*\-._]+").fullmatch
_ESCAPED_NAME: Final = re.compile("&[^=&%]*%")
_ASCII_AND_OTHER: Final = re.compile(r"[\x00-\x7F]+|[^\x00-\x7F]+")


def form_decode(text: str, encoding: str) -> str:
    """Return the name or value that `text` encodes in a query (URL Standard 5.1).

    `encoding` is an encoding's name.
    """
    if not text.isascii():  # Some standards leave non-ASCII characters unescaped.
        runs = _ASCII_AND_OTHER.findall(text)
        return "".join(
            form_decode(run, encoding) if run.isascii() else scalar_value_string(run)
            for run in runs
        )
    if "+" in text:
        text = text.replace("+", " ")
    return decode(encoding, percent_decode(text.encode())) if "%" in text else text


class _Query:
    """A query, split into its sequences. It never changes, so threads may share it."""

    __slots__ = ("encoding", "places", "read_from", "sequences", "was_empty")

    def __init__(self, read_from: tuple[str, str], *, was_empty: bool = False) -> None:
        """Split a query.

        `read_from` is the query, with its question mark, and the name of its encoding. `was_empty`
        is true if the query was `?` before pairs were added, so that it is `?` again without them.
        """
        self.read_from = read_from
        query, self.encoding = read_from
        self.was_empty = was_empty or query == "?"
        self.sequences = query[1:].split("&") if query[1:] else []
        #: For each name, the indexes of its sequences. The names are in the order in which they
        #: first occur.
        self.places: dict[str, list[int]] = {}
        for place, sequence in enumerate(self.sequences):
            if sequence:
                name, _, _ = sequence.partition("=")
                self.places.setdefault(self._decode(name), []).append(place)

    def name(self, name: object) -> str:
        """Return the name as it would be read back from the query.

        Characters that the encoding lacks become other characters.
        """
        text = _name(name)
        if text.isascii() or self.encoding == "utf-8" or text in self.places:
            return text
        return self._decode(self.encode(text))

    def value(self, place: int) -> str:
        _, _, value = self.sequences[place].partition("=")
        return self._decode(value)

    def _decode(self, text: str) -> str:
        return form_decode(text, self.encoding)

    def encode(self, text: str) -> str:
        return percent_encode_after_encoding(self.encoding, text, FORM_URLENCODED)

    def pair(self, name: str, value: str) -> str:
        """Return a new sequence with this name and value."""
        return f"{self.encode(name)}={self.encode(value)}"

    def write(self, written: list[str | None], name: str, values: list[str]) -> None:
        """Write the values of a name into the places of its sequences, which keep their raw name.

        `None` stands in a place without a value. The values for which there is no place follow the
        last one.
        """
        places = self.places[name]
        for place, value in zip_longest(places, values[: len(places)]):
            raw_name, _, _ = self.sequences[place].partition("=")
            written[place] = None if value is None else f"{raw_name}={self.encode(value)}"
        last = places[-1]
        for value in values[len(places) :]:
            written[last] = f"{written[last]}&{self.pair(name, value)}"


@public("urldom.params")
class FrozenParams(Mapping[str, str], FrozenParamsHints):
    """The names and values in the query of a URL, as a read-only mapping (URL Standard 5).

    `FrozenURL.params` returns this object. It maps each name, in the order of the query, to its
    first value, decoded in the encoding of the query. `str()` returns the query.

    Raises:
        KeyError: If a name is missing.
        TypeError: If a name is not a `str`.

    >>> from urldom import FrozenURL
    >>> params = FrozenURL("http://example.com/?flag&q=a%20b&tag=x&tag=y#top").params
    >>> params["q"], params.get_all("tag"), "flag" in params, list(params), str(params)
    ('a b', ['x', 'y'], True, ['flag', 'q', 'tag'], 'flag&q=a%20b&tag=x&tag=y')
    """

    __slots__ = ("_url",)

    _url: Any

    def __init__(self, url: Any) -> None:
        """Read the query of `url`, whose `_last_query` is the last query that was split."""
        self._url = url

    def _read(self) -> _Query:
        read_from = self._url._read_query()
        last: _Query | None = getattr(self._url, "_last_query", None)
        if last is None or last.read_from != read_from:
            last = self._url._last_query = _Query(read_from)
        return last

    def __getitem__(self, name: str) -> str:
        query = self._read()
        return query.value(query.places[query.name(name)][0])

    def get_all(self, name: str) -> list[str]:
        """Return the values of all the pairs with this name, in order.

        Args:
            name: A name, decoded.

        Returns:
            The values, or an empty list if the name is missing.

        Raises:
            TypeError: If the name is not a `str`.

        >>> from urldom import URL
        >>> params = URL("http://example.com/?tag=x&tag=y").params
        >>> params.get_all("tag"), params.get_all("q")
        (['x', 'y'], [])
        """
        query = self._read()
        return [query.value(place) for place in query.places.get(query.name(name), [])]

    def pairs(self) -> list[tuple[str, str]]:
        """Return all pairs of a name and a value, in order.

        In UTF-8, `URLSearchParams` has the same pairs.

        Returns:
            The pairs, decoded.

        >>> from urldom import URL
        >>> URL("http://example.com/?tag=x&flag&tag=a+b").params.pairs()
        [('tag', 'x'), ('flag', ''), ('tag', 'a b')]
        """
        query = self._read()
        names = {place: name for name, places in query.places.items() for place in places}
        return [(names[place], query.value(place)) for place in sorted(names)]

    def __contains__(self, name: object) -> bool:
        query = self._read()
        return isinstance(name, str) and query.name(name) in query.places

    def __iter__(self) -> Iterator[str]:
        return iter(self._read().places)

    def __len__(self) -> int:
        return len(self._read().places)

    def __eq__(self, other: object) -> bool:
        """Return whether each name has the same values, in order.

        Another kind of mapping has one value for a name.
        """
        if isinstance(other, FrozenParams):
            return self._values() == other._values()
        if isinstance(other, Mapping):
            pairs = _pairs(cast("object", other))
            return self._values() == {name: [value] for name, value in pairs}
        return NotImplemented

    def _values(self) -> dict[str, list[str]]:
        query = self._read()
        return {
            name: [query.value(place) for place in places] for name, places in query.places.items()
        }

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """Return the query, unchanged, without its question mark."""
        return str(self._url._read_query()[0][1:])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.pairs()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # The copied object belongs to a copy of the URL.
        return getattr, (copy(self._url), "params")


@public("urldom.params")
class Params(MutableMapping[str, str], FrozenParams, ParamsHints):
    """The names and values in the query of a URL, as a live mapping (URL Standard 5).

    `URLDecomposition.params` returns this object, which is read like a `FrozenParams` and has the
    methods of `MutableMapping`. Each access reads the URL's query. Each change writes it and runs
    the common setter action once. The `params` of an invalid URL, or of a relative one without a
    base, are empty and cannot be changed.

    `params[name] = value` writes the value into the first pair of that name and removes the name's
    other pairs. A new name goes to the end. **Every other pair keeps its bytes** and its place,
    also after an error. Names that differ only in invalid bytes are one name. The query may change
    in a loop over `params`.

    A value is a `str`, a number, a `bool` (written `true` or `false`, as in a script), a date
    (written by ISO 8601), a `UUID` or an `Enum` of these. A list writes one pair for each of its
    values, so an empty list removes the name. Characters that the encoding lacks are written as in
    a form: `&#1084;`.

    `params |= other` is `params.update(other)`, and `url.params = other` replaces the whole query.

    Raises:
        KeyError: If a name is missing.
        RejectedValueError: If the URL does not accept a query.
        TypeError: If a name or value has another type.
        ValueError: If a number is not finite, such as NaN, or has more digits than Python converts.

    >>> from urldom import URL
    >>> url = URL("http://example.com/?flag&q=a%20b&tag=x&tag=y#top")
    >>> url.params["page"] = 2
    >>> url.params["tag"] = ["z"]
    >>> str(url)
    'http://example.com/?flag&q=a%20b&tag=z&page=2#top'
    """

    __slots__ = ()

    def __setitem__(self, name: str, value: Value) -> None:
        self._change([(name, _texts(name, value))])

    def __delitem__(self, name: str) -> None:
        before = self._url._read_query()[0]
        self._change([(name, [])])
        if self._url._read_query()[0] == before:
            raise KeyError(name)

    def add(self, name: str, value: Value) -> None:
        """Add a pair at the end. For a list, add one pair for each of its values.

        Args:
            name: The name of the new pair.
            value: The value, or a list of values.

        Raises:
            RejectedValueError: If the URL does not accept a query.
            TypeError: If the name or the value has another type.
            ValueError: If a number is not finite.

        >>> from urldom import URL
        >>> url = URL("http://example.com/?tag=x")
        >>> url.params.add("tag", "y z")
        >>> url.search
        '?tag=x&tag=y+z'
        """
        query, name = self._read(), _name(name)
        texts = _texts(name, value)
        if texts:
            self._write(query, query.sequences, [query.pair(name, text) for text in texts])

    def update(self, other: Pairs = (), /, **named: Value) -> None:  # type: ignore[override]
        """Assign values to several names, in one change.

        Args:
            other: A mapping, another URL's `params`, or an iterable of pairs, in which a name can
                occur several times. New names go to the end, in the given order. The values can be
                lists, as in Django's `QueryDict`.
            **named: Names and values, which replace the values that `other` has for the same names.

        Raises:
            RejectedValueError: If the URL does not accept a query.
            TypeError: If a name or value has another type.
            ValueError: If a number is not finite.

        >>> from urldom import URL
        >>> url = URL("http://example.com/?a=1&b=2")
        >>> url.params.update([("b", 3), ("b", 4)], c="5")
        >>> url.search
        '?a=1&b=3&b=4&c=5'
        """
        items = [(name, _texts(name, value)) for name, value in _pairs(other)]
        keywords = [(name, _texts(name, value)) for name, value in named.items()]
        if keywords:
            query = self._read()
            replaced = {query.name(name) for name, _ in keywords}
            items = [item for item in items if query.name(item[0]) not in replaced]
        self._change([*items, *keywords])

    if TYPE_CHECKING:  # Without it, mypy takes `params |= {...}` for an operation of `dict`.

        def __or__(self: _Params, other: Pairs) -> _Params: ...

    def __ior__(self: _Params, other: Pairs) -> _Params:
        self.update(other)
        return self

    def setdefault(self, name: str, default: Value = "") -> str:
        """Return the first value of a name. Assign a default first if the name is missing.

        Args:
            name: The name.
            default: The value for a missing name.

        Raises:
            RejectedValueError: If the URL does not accept a query.
            TypeError: If the name or the default has another type.
            ValueError: If the default is an empty list, or a number that is not finite.

        >>> from urldom import URL
        >>> url = URL("http://example.com/?page=2")
        >>> url.params.setdefault("page", 1), url.params.setdefault("size", 10)
        ('2', '10')
        >>> url.search
        '?page=2&size=10'
        """
        if name not in self:
            if not _texts(name, default):
                raise ValueError(
                    f"the default of the parameter {shown(name)} is an empty list: pass one value"
                    " or more"
                )
            self[name] = default
        return self[name]

    def sort(self) -> None:
        """Sort the pairs by their names, in the order of UTF-16 code units (URL Standard 6.2).

        Pairs with the same name keep their order. Empty sequences, such as between two `&`, stay in
        their places.

        >>> from urldom import URL
        >>> url = URL("http://example.com/?b=1&a=2&b=0")
        >>> url.params.sort()
        >>> url.search
        '?a=2&b=1&b=0'
        """
        query = self._read()
        pairs: list[str] = []
        for name in sorted(query.places, key=lambda name: name.encode("utf-16-be")):
            pairs += [query.sequences[place] for place in query.places[name]]
        sorted_pairs = iter(pairs)
        self._write(query, [next(sorted_pairs) if sequence else "" for sequence in query.sequences])

    def discard(self, *names: str) -> None:
        """Remove all pairs with some names, in one change.

        A name that the query lacks changes nothing.

        Args:
            *names: The names, decoded, in which `*` stands for any characters.

        Raises:
            TypeError: If a name is not a `str`.

        >>> from urldom import URL
        >>> url = URL("http://example.com/?utm_source=x&q=%7e&gclid=y&utm_id=z")
        >>> url.params.discard("utm_*", "gclid")
        >>> url.search
        '?q=%7e'
        """
        self._discard(name_matcher(names))

    def _discard(self, matches: Callable[[str], bool]) -> None:
        before, encoding = self._url._read_query()
        sequences = before[1:].split("&")
        is_plain = before.isascii() and "%" not in before and "+" not in before
        kept: list[str] = []
        for sequence in sequences:
            name, _, _ = sequence.partition("=")
            if not is_plain:
                name = form_decode(name, encoding)
            if sequence == "" or not matches(name):
                kept.append(sequence)
        if len(kept) == len(sequences):
            return
        if kept:
            self._url._set_query(f"?{'&'.join(kept)}")
            return
        last: _Query | None = getattr(self._url, "_last_query", None)
        was_empty = False
        if last is not None and last.read_from == (before, encoding):
            was_empty = last.was_empty
        self._url._set_query("?" if was_empty else "")

    def clear(self) -> None:
        """Remove the query.

        >>> from urldom import URL
        >>> url = URL("http://example.com/?b=1#top")
        >>> url.params.clear()
        >>> str(url)
        'http://example.com/#top'
        """
        if self._url._read_query()[0]:
            self._url._set_query("")

    def _change(self, changes: Sequence[tuple[str, list[str]]]) -> None:
        """Assign to each name its list of values, which replace those of its pairs, in order.

        Extra pairs are removed.
        """
        query, encoding = self._url._read_query()
        last: _Query | None = getattr(self._url, "_last_query", None)
        # If the query was `?`, it may have to be `?` again, which only `_change_sequences` does.
        was_empty = last is not None and last.was_empty
        changed: str | None = None
        if encoding == "utf-8" and not was_empty:
            changed = _after_few_changes(query, changes)
        if changed is None:
            self._change_sequences(changes)
        elif changed != query:
            self._url._set_query(changed)

    def _change_sequences(self, changes: Sequence[tuple[str, list[str]]]) -> None:
        """Do what `_change` does, but decode the name of each sequence of the query to find the
        names of the changes."""
        query = self._read()
        replaced: dict[str, list[str]] = {}
        new: list[str] = []
        for name, texts in changes:
            name_in_query = query.name(name)
            if name_in_query in query.places:
                replaced.setdefault(name_in_query, []).extend(texts)
            else:
                new += [query.pair(_name(name), text) for text in texts]
        if not replaced and not new:
            return
        # `write` leaves a `None` in the place of each pair that is removed.
        written: list[str | None] = [*query.sequences]
        for name, texts in replaced.items():
            query.write(written, name, texts)
        self._write(query, [sequence for sequence in written if sequence is not None], new)

    def _write(self, query: _Query, sequences: list[str], new: Sequence[str] = ()) -> None:
        """Replace the URL's `query` by these sequences.

        The `new` ones go to the end, but before an empty sequence that the query ends with, so that
        their removal restores the same query. Without sequences, the query is removed, or stays `?`
        if it was `?` before.
        """
        end = len(sequences)
        if query.sequences[-1:] == [""]:
            end -= 1
        sequences = [*sequences[:end], *new, *sequences[end:]]
        self._url._set_query(f"?{'&'.join(sequences)}" if sequences or query.was_empty else "")
        if query.was_empty:
            self._url._last_query = _Query(self._url._read_query(), was_empty=True)


def _after_few_changes(query: str, changes: Sequence[tuple[str, list[str]]]) -> str | None:
    """Return a query in UTF-8 after a few changes, without reading all its names.

    Returns `None` if the changes need all names.
    """
    text = f"&{query[1:]}"
    if len(query) < 2 or len(changes) > _FEW or ("%" in query and _ESCAPED_NAME.search(text)):
        return None
    if len(changes) > 1:
        names = {name for name, _ in changes}
        if len(names) < len(changes):
            return None
        # Removals come last, because one can make an empty sequence last, before which a new name
        # would go.
        changes = sorted(changes, key=lambda change: not change[1])
    for name, texts in changes:
        if len(texts) > 1 or type(name) is not str or not _is_plain_name(name):
            return None
        new = ""
        if texts:
            value = _encoded(texts[0]).replace("%20", "+")
            new = f"&{name}={value}"
        text = _with_sequence(text, f"&{name}", new)
    return f"?{text[1:]}" if text else ""


def _with_sequence(text: str, start: str, new: str) -> str:
    """Return sequences, each after a `&`, with `new` in place of those with one name.

    `start` is `&` and the name. `new` takes the place of the first of them. A new name goes to the
    end, but before an empty sequence.
    """
    first, *others = text.split(start)
    output = [first]
    is_placed = False
    for other in others:
        if other[:1] not in ("=", "&", ""):  # a longer name
            output += [start, other]
            continue
        if not is_placed:
            output.append(new)
            is_placed = True
        end = other.find("&")
        if end >= 0:
            output.append(other[end:])
    if is_placed:
        return "".join(output)
    if text[-1:] == "&":
        return f"{text[:-1]}{new}&"
    return text + new


def _name(name: object) -> str:
    """Return a name as a `str`. Raises `TypeError` for another type."""
    if not isinstance(name, str):
        raise wrong_type("the name of a parameter", "a str", name)
    return scalar_value_string(str.__str__(name))


def _pairs(other: object) -> Iterable[tuple[str, Any]]:
    is_dict = type(other) is dict  # the usual case: the other checks are slow
    if not is_dict and isinstance(other, FrozenParams):
        return other.pairs()
    if is_dict or isinstance(other, Mapping):
        return cast("Mapping[str, Any]", other).items()
    given = other
    if not isinstance(other, Iterable) or isinstance(other, _NO_LISTS):
        raise wrong_type("parameters", "a mapping or an iterable of pairs", given)
    return map(_pair, cast("Iterable[object]", other))


def _pair(pair: Any) -> tuple[str, Any]:
    if not isinstance(pair, _NO_PAIRS):
        with suppress(TypeError, ValueError):
            name, value = pair
            return name, value
    raise TypeError(
        f"each item must be a pair of a name and a value, not {shown(cast('object', pair))}"
    )


def _texts(name: object, value: object) -> list[str]:
    if type(value) is str:
        return [scalar_value_string(value)]
    if isinstance(value, Sequence) and not isinstance(value, _NO_LISTS):
        return [_text(name, one) for one in cast("Sequence[object]", value)]
    return [_text(name, value)]


def _text(name: object, value: Any) -> str:
    hint = "to remove it, use `del` or assign []" if value is None else ""
    return plain_text(value, f"the parameter {shown(name)}", _EXPECTED, hint)


def query_from_pairs(pairs: Pairs, encoding: str = "utf-8") -> str:
    """Return the query with these pairs, as `Params.update` writes it. Raises the same errors."""
    encode: Callable[[str], str] = _encoded
    if encoding != "utf-8":
        encode = partial(
            percent_encode_after_encoding, encoding, percent_encode_set=FORM_URLENCODED
        )
    return _written(pairs, encode).replace("%20", "+")


def _written(pairs: Pairs, encode: Callable[[str], str]) -> str:
    sequences: list[str] = []
    for name, value in _pairs(pairs):
        encoded = encode(name if type(name) is str else _name(name))
        if type(value) is str:
            sequences.append(f"{encoded}={encode(value)}")
        else:
            sequences += [f"{encoded}={encode(text)}" for text in _texts(name, value)]
    return "&".join(sequences)


def _encoded(text: str) -> str:
    """Return a name or a value, percent-encoded in UTF-8, with its spaces as `%20`."""
    return text if text.isalnum() and text.isascii() else FORM_URLENCODED.encode(text)


def query_string(pairs: Pairs, *, spaces: str = "%20", safe: str = "-._~") -> str:
    """Return the query with these pairs, escaped as a signature or another server needs it.

    Letters, digits and the characters of `safe` are kept, and the UTF-8 bytes of every other
    character are escaped. By default these are the *unreserved* characters (RFC 3986 section 2.3),
    as in Amazon's signatures. Assign the result to `search`: `params` itself writes a query as an
    HTML form does, with a space as `+` and `~` as `%7E`.

    Args:
        pairs: The names and values, as for `Params.update`. They are written in the given order.
        spaces: How a space is written: `"%20"` or `"+"`.
        safe: The ASCII characters that are kept besides letters and digits. A space and `%&=#+` are
            not allowed.

    Returns:
        The query without a question mark.

    Raises:
        TypeError: If a name or value has another type.
        ValueError: If a number is not finite, or `spaces` or `safe` has a value that is not
            allowed.

    >>> query_string({"prefix": "a b/c~", "max-keys": 2})
    'prefix=a%20b%2Fc~&max-keys=2'
    >>> query_string([("path", "/a b")], spaces="+", safe="/")
    'path=/a+b'
    """
    if spaces not in ("%20", "+"):
        raise ValueError(f'spaces must be "%20" or "+", not {shown(spaces)}')
    forbidden = _NOT_SAFE.search(safe)
    if forbidden:
        raise ValueError(
            f"safe cannot contain {forbidden[0]!r}, which would not be read back as the same text"
        )
    return _written(pairs, _strict_encoder(safe)).replace("%20", spaces)


@lru_cache(16)
def _strict_encoder(safe: str) -> Callable[[str], str]:
    return PercentEncoder(f"{ALPHA}{DIGIT}{re.escape(safe)}").encode
