"""`Segments`, the segments of a URL's path as a live sequence, and `url / "segment"`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, SupportsIndex, TypeVar, cast, overload

from urldom._core.errors import Failure, RejectedValueError, wrong_type
from urldom._core.objects.states import why_not_absolute
from urldom._core.public import public
from urldom._core.standards.parts import Grammar
from urldom._core.text.grammar import SUB_DELIMS, UNRESERVED
from urldom._core.text.percent_encoding import PercentEncoder, percent_decoded
from urldom._core.text.plain_values import plain_text
from urldom._core.values.pieces import PATH, Pieces, is_absolute, is_hierarchical, path_of

if TYPE_CHECKING:
    from urldom._core.text.plain_values import PlainValue

_URL = TypeVar("_URL")

#: The characters that are not escaped in a new segment. A `;` is escaped: it begins a parameter
#: (RFC 3986 section 3.3), and some servers read `..;` as `..`.
SEGMENT_CHARACTERS: Final = f"{UNRESERVED}{SUB_DELIMS.replace(';', '')}:@"
_encode: Final = PercentEncoder(SEGMENT_CHARACTERS).encode
#: The segments that resolving a URL removes. The `%` of an escaped dot is escaped again, so
#: `%2e%2e` is plain text.
DOT_SEGMENTS: Final = (".", "..")
#: The name of a segment in an error's message.
_A_SEGMENT: Final = "a segment of a path"
_ONE_EMPTY: Final = 'one empty segment alone is the path "/", which has no segments'


def escape_segment(segment: object) -> str:
    """Return a segment, escaped for a path. Raises `RejectedValueError` for a dot segment."""
    if type(segment) is not str:
        segment = plain_text(segment, _A_SEGMENT)
    if segment in DOT_SEGMENTS:
        raise RejectedValueError(
            "segments", segment, "it is a dot segment, and resolving a URL removes dot segments"
        )
    return _encode(segment)


def require_str(name: str, value: object) -> str:
    """Return the value as a plain `str`. `name` is for the error's message."""
    if type(value) is str:
        return value
    if not isinstance(value, str):
        raise wrong_type(name, "a str", value)
    return str.__str__(value)


def segment_texts(segments: Any) -> list[str]:
    """Return the segments as a list. A single string is rejected, because its characters would
    become segments."""
    is_single = isinstance(segments, (str, bytes, bytearray, memoryview))
    if is_single or not hasattr(segments, "__iter__"):
        raise wrong_type("segments", "an iterable of str, such as a list", cast("object", segments))
    return [
        segment if type(segment) is str else plain_text(segment, _A_SEGMENT) for segment in segments
    ]


def all_segments(segments: Any) -> list[str]:
    """Return all the segments of a path as a list."""
    texts = segment_texts(segments)
    if texts == [""]:
        raise RejectedValueError("segments", [""], _ONE_EMPTY)
    return texts


@public("urldom")
class Segments(MutableSequence[str]):
    """The segments of a URL's path, as a live list of text.

    See RFC 3986 section 3.3, URL Standard 4.1.

    `URLDecomposition.segments` returns this object, which has the methods of
    `collections.abc.MutableSequence`, such as `append`, `pop` and `remove`. Each access reads the
    URL's path, and each change writes it, in time proportional to its length, and runs the common
    setter action once.

    Escapes are decoded as UTF-8, and bytes that are not UTF-8 become U+FFFD. The path `/a/` has two
    segments, `"a"` and `""`, while `/`, an opaque path and a string that is not a URL have none.

    A new segment is plain text: `/`, `?`, `#`, `%`, `;`, a backslash, and every character that a
    path cannot contain are escaped. A lone surrogate becomes U+FFFD. **Every other segment keeps
    its bytes**, and so does one that is assigned the text that it already has. If only one empty
    segment remains after others are deleted, the path is `/`. Under RFC 1808, the parameters after
    the first `;` are kept, and are not segments. An error changes nothing.

    Raises:
        RejectedValueError: If a segment is `"."` or `".."`, or is one empty segment alone, or the
            URL has an opaque path, or the string is not a URL. In a file URL, also if a change
            would make `C|` a drive letter.
        TypeError: If a value has a wrong type.
        IndexError: If a list would raise it.
        ValueError: If a list would raise it.

    >>> from urldom import URL
    >>> url = URL("https://example.com/caf%C3%A9/%7Eb?q#top")
    >>> url.segments, url.segments[-1], len(url.segments)
    (Segments(['café', '~b']), '~b', 2)
    >>> url.segments[0] = "a b"
    >>> url.segments.append("c/d")
    >>> str(url)
    'https://example.com/a%20b/%7Eb/c%2Fd?q#top'
    """

    __slots__ = ("_url",)

    _url: Any

    def __init__(self, url: Any) -> None:
        """`url` is the `URLDecomposition` that has these segments."""
        self._url = url

    # Reading

    @overload
    def __getitem__(self, index: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> str | list[str]:
        _, written = _read(self._url)
        if isinstance(index, slice):
            return _decoded(written[index])
        return percent_decoded(written[index])

    def __len__(self) -> int:
        _, written = _read(self._url)
        return len(written)

    def __iter__(self) -> Iterator[str]:
        return iter(self[:])

    def __reversed__(self) -> Iterator[str]:
        return reversed(self[:])

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the index, counted from 0, of the first segment that is equal to `value`.

        Args:
            value: The text of a segment.
            start: The index at which the search begins.
            stop: The index before which the search ends. `None` searches to the end of the path.

        Raises:
            ValueError: If no segment is equal to `value`.

        >>> from urldom import URL
        >>> URL("https://example.com/a/b%20c").segments.index("b c")
        1
        """
        found = self[:]
        return found.index(value, start, len(found) if stop is None else stop)

    # Writing

    @overload
    def __setitem__(self, index: SupportsIndex, value: PlainValue) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[PlainValue]) -> None: ...
    def __setitem__(self, index: SupportsIndex | slice, value: Any) -> None:
        pieces, written = _read(self._url)
        if isinstance(index, slice):
            old, values = written[index], segment_texts(value)
            written[index] = _escape_all(old, values)
            if old or values:
                self._write(pieces, written, values)
            return
        value = plain_text(value, _A_SEGMENT)
        if percent_decoded(written[index]) != value:
            written[index] = escape_segment(value)
        self._write(pieces, written, (value,))

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        pieces, written = _read(self._url)
        count = len(written)
        del written[index]
        if len(written) < count:
            self._write(pieces, written)

    def insert(self, index: SupportsIndex, value: PlainValue) -> None:
        """Insert a segment before the segment at `index`.

        Args:
            index: An index, as for `list.insert`.
            value: The text of the new segment.

        Raises:
            RejectedValueError: If the path cannot contain the segment, such as `".."`.
            TypeError: If the segment has a wrong type.

        >>> from urldom import URL
        >>> url = URL("https://example.com/b")
        >>> url.segments.insert(0, "a")
        >>> url.pathname
        '/a/b'
        """
        pieces, written = _read(self._url)
        written.insert(index, escape_segment(value))
        self._write(pieces, written, (value,))

    def extend(self, values: Iterable[PlainValue]) -> None:
        """Add several segments at the end, in one change.

        Args:
            values: The texts of the new segments.

        Raises:
            RejectedValueError: If the path cannot contain one of the segments.
            TypeError: If `values` is not an iterable, or is a single `str`, or a segment has a
                wrong type.

        >>> from urldom import URL
        >>> url = URL("https://example.com/a/")
        >>> url.segments.extend(["b", "c"])  # after the empty segment
        >>> url.pathname
        '/a//b/c'
        """
        self[len(self) :] = values

    def clear(self) -> None:
        """Remove all segments, so that the path is `/`.

        >>> from urldom import URL
        >>> url = URL("https://example.com/a/b?q")
        >>> url.segments.clear()
        >>> str(url)
        'https://example.com/?q'
        """
        del self[:]

    def reverse(self) -> None:
        """Reverse the order of the segments, in one change.

        >>> from urldom import URL
        >>> url = URL("https://example.com/a/b")
        >>> url.segments.reverse()
        >>> url.pathname
        '/b/a'
        """
        pieces, written = _read(self._url)
        if written:
            self._write(pieces, written[::-1])

    def _write(self, pieces: Pieces, written: list[str], values: Iterable[object] = ()) -> None:
        """Write all the segments into the URL, whose old pieces are `pieces`. `values` are the new
        segments."""
        if written == [""] and "" in values:
            raise RejectedValueError("segments", [""], _ONE_EMPTY)
        self._url._run_common_setter_action(
            _with_path(self._url._state, pieces, f"/{'/'.join(written)}")
        )

    # Special methods: comparison, text and copies

    def __eq__(self, other: object) -> bool:
        """Return whether the segments equal the segments of another URL, or the items of a list or
        a tuple."""
        if isinstance(other, (Segments, list, tuple)):
            return self[:] == list(cast("Iterable[object]", other))
        return NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Segments({self[:]!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        url = copy(self._url)  # The copied segments belong to a copy of the URL.
        return getattr, (url, "segments")


def _escape_all(old: list[str], values: list[str]) -> list[str]:
    """Return the values, escaped. A value that equals the text of an old segment gets the bytes of
    that segment."""
    kept = {percent_decoded(segment): segment for segment in reversed(old)}
    output: list[str] = []
    for index, value in enumerate(values):
        if index < len(old) and percent_decoded(old[index]) == value:
            output.append(old[index])
        elif value in kept:
            output.append(kept[value])
        else:
            output.append(escape_segment(value))
    return output


def with_segments(state: Any, pieces: Pieces, segments: Iterable[object]) -> Pieces:
    """Return the pieces of a URL whose state is `state`, with other segments. Raises
    `RejectedValueError`."""
    old, values = _written(state.engine.grammar, pieces), all_segments(segments)
    if not (old or values):
        return pieces
    return _with_path(state, pieces, f"/{'/'.join(_escape_all(old, values))}")


def read_segments(url: Any) -> tuple[str, ...]:
    """Return the segments of a URL's path, decoded."""
    _, written = _read(url)
    return tuple(_decoded(written))


def with_added_segment(url: _URL, segment: object) -> _URL:
    """Return a copy of a `URLDecomposition` with one more segment: `url / segment`."""
    view: Any = url
    pieces: Pieces = view._pieces or view._read()
    written = escape_segment(segment)
    if not written:
        reason = 'it is empty: call segments.append("") to end the path with a slash'
        raise RejectedValueError("segments", segment, reason)
    path = pieces[PATH]
    if ";" in path:
        path, _ = _cut_parameters(path, view._state.engine.grammar)
    # The new segment replaces an empty last segment.
    path = path + written if path[-1:] == "/" else f"{path}/{written}"
    copied: _URL = view._copy(_with_path(view._state, pieces, path))
    return copied


def _read(url: Any) -> tuple[Pieces, list[str]]:
    """Return the pieces of the URL, and its segments with their escapes."""
    pieces: Pieces = url._pieces or url._read()
    return pieces, _written(url._state.engine.grammar, pieces)


def _written(grammar: Grammar, pieces: Pieces) -> list[str]:
    path = path_of(pieces)
    if ";" in path:
        path, _ = _cut_parameters(path, grammar)
    if path == "/" or path[:1] != "/":
        return []
    return path[1:].split("/")


def _decoded(written: list[str]) -> list[str]:
    """Return several segments, decoded."""
    path = "/".join(written)
    if "%" not in path and path.isascii():
        return written
    if "%2F" in path or "%2f" in path:
        return [*map(percent_decoded, written)]
    return percent_decoded(path).split("/")


def _cut_parameters(path: str, grammar: Grammar) -> tuple[str, str]:
    """Return the path up to its parameters, and the parameters with their delimiter."""
    if not (grammar.parameters_delimiter and grammar.parameters_delimiter in path):
        return path, ""
    path, delimiter, parameters = path.partition(grammar.parameters_delimiter)
    return path, delimiter + parameters


def _with_path(state: Any, pieces: Pieces, path: str) -> Pieces:
    """Return the pieces with the segments of `path`, which is already escaped. Raises
    `RejectedValueError`."""
    grammar: Grammar = state.engine.grammar
    old = pieces[PATH]
    try:
        if old[:1] != "/":
            _require_segments(state, pieces)
        if ";" in old:
            _, parameters = _cut_parameters(old, grammar)
            path += parameters
        changed = grammar.with_path(pieces, path)
        read_back = changed[PATH]
        if read_back != path:
            raise Failure(f"{path[:200]!r} would be read as {read_back[:200]!r}")
    except Failure as failure:
        # An opaque path begins without a slash.
        segments = [*map(percent_decoded, path.removeprefix("/").split("/"))]
        raise RejectedValueError("segments", segments, failure.reason) from None
    return changed


def _require_segments(state: Any, pieces: Pieces) -> None:
    """Raise `Failure` if the URL cannot have segments."""
    if not is_absolute(pieces):
        error = why_not_absolute(state, pieces)
        reason = "" if error is None else error.reason
        raise Failure(f"the URL is not absolute: {reason}")
    if not is_hierarchical(pieces):
        raise Failure(
            'the URL has an opaque path, which has no segments: no "/" follows the scheme'
        )
