"""`Segments`, the segments of a URL's path as a live sequence, and `url / "segment"`.

A path is a row of segments, each after its `/` (RFC 3986 section 3.3, URL Standard 4.1). A new segment is escaped, so
that it can only be that segment. Every other segment keeps its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from copy import copy
from typing import Any, ClassVar, Final, SupportsIndex, TypeVar, cast, overload

from urldom._errors import Failure, RejectedValueError, type_name
from urldom._standards.interface import Standard
from urldom._text.grammar import SUB_DELIMS, UNRESERVED
from urldom._text.percent_encoding import percent_decoded, percent_encoder
from urldom._values.pieces import PATH, Pieces, is_absolute, is_hierarchical

_URL = TypeVar("_URL")

#: The characters that are not escaped in a new segment. A `;` is escaped: it begins a parameter (RFC 3986 section 3.3),
#: and some servers read `..;` as `..`.
SEGMENT_CHARACTERS: Final = f"{UNRESERVED}{SUB_DELIMS.replace(';', '')}:@"
_encode: Final = percent_encoder(SEGMENT_CHARACTERS)


def escape_segment(segment: str, standard: Standard) -> str:
    """A segment, escaped for a path. Raises `RejectedValueError` for a dot segment."""
    if type(segment) is not str:
        segment = require_str(_A_SEGMENT, segment)
    if segment in standard.dot_segments:
        raise RejectedValueError("segments", segment, "it is a dot segment: a URL is resolved without it")
    return _encode(segment)


def require_str(name: str, value: object) -> str:
    """The value as a `str`, without the methods of a subclass. Raises `TypeError`, which calls the value `name`."""
    if type(value) is str:
        return value
    if not isinstance(value, str):
        raise TypeError(f"{name} is a str, not {type_name(value)}")
    return str.__str__(value)


#: What an error calls one.
_A_SEGMENT: Final = "a segment of a path"


def segment_texts(segments: Any) -> list[str]:
    """Several segments. Raises `TypeError` for one string, which would be one segment for each character."""
    if isinstance(segments, str) or not hasattr(segments, "__iter__"):
        raise TypeError(f"segments are an iterable of str, such as a list, not {type_name(segments)}")
    return [segment if type(segment) is str else require_str(_A_SEGMENT, segment) for segment in segments]


def one_empty_segment() -> RejectedValueError:
    """The error for one empty segment alone."""
    return RejectedValueError("segments", [""], 'one empty segment alone is the path "/", which has no segments')


class Segments(MutableSequence[str]):
    """The segments of a URL's path (RFC 3986 section 3.3, URL Standard 4.1), live: reading looks at the URL's path, and
    writing changes it. `URLDecomposition.segments` returns this object.

    Segments are text: escapes are decoded as UTF-8, and bytes that are not UTF-8 are U+FFFD. The path `/` has no
    segments, and `/a/` has two: `"a"` and `""`. An opaque path has none, and neither has a string that is not a URL.

    A new segment is data: `/`, `?`, `#`, `%`, `;`, a backslash, and all that a path cannot hold are escaped. A lone
    surrogate is U+FFFD. **A segment that is not touched keeps its bytes**, and so does one that is assigned the text
    that it reads as. If only one empty segment remains after others are deleted, the path is `/`.

    Raises `RejectedValueError` for `"."` and `".."`, and under `WHATWG` for `"%2e"` and the other dot segments of the
    URL Standard 4.1. Raises it also for one empty segment alone, for an opaque path, and for a string that is not a
    URL. In a file URL, it rejects a change that would make `C|` a drive letter. Raises `TypeError` for a value that is
    not a `str`, and `IndexError` and `ValueError` as a list does. Then nothing is changed. Each change runs the common
    setter action once, and takes time in proportion to the path.

    Under RFC 1808, the parameters after the first `;` are not part of the segments, and stay.

    >>> from urldom import URL
    >>> url = URL("https://example.com/caf%C3%A9/%7Eb?q#top")
    >>> url.segments, url.segments[-1], len(url.segments)
    (Segments(['café', '~b']), '~b', 2)
    >>> url.segments[0] = "a b"
    >>> url.segments.append("c/d")
    >>> str(url)
    'https://example.com/a%20b/%7Eb/c%2Fd?q#top'
    >>> del url.segments[:2]
    >>> url.segments += ["e", ""]
    >>> str(url)
    'https://example.com/c%2Fd/e/?q#top'
    """

    __slots__ = ("_url",)

    _url: Any

    def __init__(self, url: Any) -> None:
        """`url` is the `URLDecomposition` that has these as its attribute `segments`."""
        self._url = url

    # Reading

    @overload
    def __getitem__(self, index: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> str | list[str]:
        written = _read(self._url)[1]
        return _decoded(written[index]) if isinstance(index, slice) else percent_decoded(written[index])

    def __len__(self) -> int:
        return len(_read(self._url)[1])

    def __iter__(self) -> Iterator[str]:
        return iter(self[:])

    def __reversed__(self) -> Iterator[str]:
        return reversed(self[:])

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The place of the first segment that is equal to `value`. Raises `ValueError` if no segment is."""
        found = self[:]
        return found.index(value, start, len(found) if stop is None else stop)

    # Writing

    @overload
    def __setitem__(self, index: SupportsIndex, value: str) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[str]) -> None: ...
    def __setitem__(self, index: SupportsIndex | slice, value: Any) -> None:
        pieces, written = _read(self._url)
        if isinstance(index, slice):
            old, values = written[index], segment_texts(value)
            written[index] = self._escape_all(old, values)
            if old or values:
                self._write(pieces, written, values)
            return
        value = require_str(_A_SEGMENT, value)
        if percent_decoded(written[index]) != value:
            written[index] = escape_segment(value, self._url._state.standard)
        self._write(pieces, written, (value,))

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        pieces, written = _read(self._url)
        count = len(written)
        del written[index]
        if len(written) < count:
            self._write(pieces, written)

    def insert(self, index: SupportsIndex, value: str) -> None:
        """Puts a segment before the one at `index`."""
        pieces, written = _read(self._url)
        written.insert(index, escape_segment(value, self._url._state.standard))
        self._write(pieces, written, (value,))

    def extend(self, values: Iterable[str]) -> None:
        """Adds several segments at the end, in one change."""
        self[len(self) :] = values

    def clear(self) -> None:
        """Removes all segments: the path is `/`."""
        del self[:]

    def reverse(self) -> None:
        """Reverses the order of the segments, in one change."""
        pieces, written = _read(self._url)
        if written:
            self._write(pieces, written[::-1])

    def _escape_all(self, old: list[str], values: list[str]) -> list[str]:
        """The values, escaped. A value that an old segment reads as is written with the bytes of that segment."""
        kept = {percent_decoded(segment): segment for segment in reversed(old)}
        kept_there = dict(zip(range(len(old)), old, strict=True))
        standard = self._url._state.standard
        output: list[str] = []
        for place, value in enumerate(values):
            segment = kept_there.get(place)
            if segment is None or percent_decoded(segment) != value:
                segment = kept.get(value)
            output.append(escape_segment(value, standard) if segment is None else segment)
        return output

    def _write(self, pieces: Pieces, written: list[str], values: Iterable[str] = ()) -> None:
        """Write all the segments into the URL, whose pieces were read. `values` are the new segments among them."""
        if written == [""] and "" in values:
            raise one_empty_segment()
        self._url._store(_with_path(self._url, pieces, f"/{'/'.join(written)}"))

    # As an object among others

    def __eq__(self, other: object) -> bool:
        """Whether these are the same segments as those of another URL, of a list or of a tuple."""
        if isinstance(other, (Segments, list, tuple)):
            return self[:] == list(cast("Iterable[object]", other))
        return NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Segments({self[:]!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (copy(self._url), "segments")  # a copy is that of another URL


def with_one_more(url: _URL, segment: str) -> _URL:
    """`url / segment`: a copy of a `URLDecomposition` with one segment more. Raises as writing a segment does."""
    view: Any = url
    pieces: Pieces = view._pieces or view._state.read()
    standard: Standard = view._state.standard
    written = escape_segment(segment, standard)
    path = pieces[PATH]
    if ";" in path:
        path, _ = _cut_parameters(path, standard)
    # An empty last segment is filled.
    path = path + written if path[-1:] == "/" else f"{path}/{written}"
    copied: _URL = view._copy(_with_path(view, pieces, path))
    return copied


def _read(url: Any) -> tuple[Pieces, list[str]]:
    """The pieces of the URL, and its segments, not decoded."""
    pieces: Pieces = url._pieces or url._state.read()
    path = pieces[PATH]
    if ";" in path:
        path, _ = _cut_parameters(path, url._state.standard)
    return pieces, path[1:].split("/") if path[:1] == "/" != path else []


def _decoded(written: list[str]) -> list[str]:
    """Several segments, decoded."""
    path = "/".join(written)
    if "%" not in path and path.isascii():
        return written
    if "%2F" in path or "%2f" in path:
        return [*map(percent_decoded, written)]
    return percent_decoded(path).split("/")


def _cut_parameters(path: str, standard: Standard) -> tuple[str, str]:
    """The path up to its parameters, and these with their delimiter."""
    if not (standard.parameters_delimiter and standard.parameters_delimiter in path):
        return path, ""
    path, delimiter, parameters = path.partition(standard.parameters_delimiter)
    return path, delimiter + parameters


def _with_path(url: Any, pieces: Pieces, path: str) -> Pieces:
    """The pieces with the segments of `path`, which are escaped. Raises `RejectedValueError`."""
    standard: Standard = url._state.standard
    old = pieces[PATH]
    try:
        if old[:1] != "/":
            if not is_absolute(pieces):
                raise Failure(f"there is no URL: {url.error.reason}")
            if not is_hierarchical(pieces):
                raise Failure('the URL has an opaque path, which has no segments: no "/" follows the scheme')
        if ";" in old:
            path += _cut_parameters(old, standard)[1]
        changed = standard.with_path(pieces, path)
        if changed[PATH] != path:
            raise Failure(f"{path[:200]!r} would be read as {changed[PATH][:200]!r}")
    except Failure as failure:
        raise RejectedValueError("segments", [*map(percent_decoded, path[1:].split("/"))], failure.reason) from None
    return changed
