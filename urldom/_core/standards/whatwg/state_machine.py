"""URL Standard 4.4, URL parsing: the basic URL parser. 6.1: the setters, which call it.

This is the Standard's state machine, to be read beside its text: the states in its order, under its
names. A state is a method that reads all code points of the Standard's state at once, from
`self.pointer` on, and returns the next state, or `None` at the end. If the parser returns
*failure*, the method raises `Failure`. A setter starts the parser in its *state override*.

`explain` reports what each state reads and makes. The quick way, `cutting`, makes the same result,
and calls this one for a few URLs; the tests compare both, so they share only the host parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Optional

from urldom._core.errors import Failure, InvalidURLError, SetterReturned
from urldom._core.standards.whatwg.error_types import NOT_RELATIVE_TO_OPAQUE, without_a_base
from urldom._core.standards.whatwg.hosts import parse_host
from urldom._core.standards.whatwg.url_record import SPECIAL_SCHEMES, URLRecord
from urldom._core.standards.whatwg.validation import (
    Places,
    error_class,
    fail,
    invalid_url_unit,
    offsets,
    placed,
    record,
    span_of,
)
from urldom._core.text import percent_encode_sets as sets
from urldom._core.text.grammar import INVALID_SCHEME, SCHEME, port_number
from urldom._core.text.percent_encode_sets import C0_CONTROL_OR_SPACE, percent_encode_after_encoding
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.telling import Say, Told
from urldom._core.values.url_value import AnyURL, url_text

if TYPE_CHECKING:
    from urldom._core.standards.whatwg.validation_error import ValidationError

State = Callable[["BasicURLParser"], Optional["State"]]

_TAB_OR_NEWLINE = re.compile("[\t\n\r]")

_SCHEME = re.compile(SCHEME)
_DIGITS = re.compile("[0-9]*")
#: Find the end of the authority, the host and the port.
_SPECIAL_AUTHORITY_END = re.compile(r"[/?#\\]|\Z")
_AUTHORITY_END = re.compile(r"[/?#]|\Z")
_FILE_HOST_END = re.compile(r"[/\\?#]")
_PATH_END = re.compile("[?#]")
_INPUT_END = re.compile(r"\Z")
_SLASHES = re.compile(r"[/\\]*")
_COLON_OR_BRACKETS = re.compile(r":|\[[^\]]*")

#: The single-dot and double-dot URL path segments, in lower case (URL Standard 4.1)
_SINGLE_DOT = frozenset([".", "%2e"])
_DOUBLE_DOT = frozenset(["..", ".%2e", "%2e.", "%2e%2e"])
_WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z][:|]")
_NORMALIZED_WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z]:")
_STARTS_WITH_A_WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|](?:[/\\?#]|\Z)")


def basic_url_parse(
    text: str,
    base: URLRecord | None = None,
    encoding: str = "utf-8",
    say: Say | None = None,
    *,
    url: URLRecord | None = None,
    override: State | None = None,
) -> URLRecord:
    """Run the basic URL parser on a string. Raises `Failure`.

    `encoding` is the name of an output encoding. With a state override, the parser changes `url`.
    After each state, it reports the state to `say`, and then the host parsers and the validation
    errors of this state.
    """
    if say is not None:
        return _parse_and_report(text, base, encoding, say, url, override)
    input = scalar_value_string(text)
    if url is None:
        input = input.strip(C0_CONTROL_OR_SPACE)  # Step 1
    parser = BasicURLParser(input, base, encoding, None, url, override)
    state: State | None = override or BasicURLParser.scheme_start_state  # Step 9
    while state is not None:
        state = state(parser)
    return parser.url


def _parse_and_report(
    text: str,
    base: URLRecord | None,
    encoding: str,
    say: Say,
    url: URLRecord | None,
    override: State | None,
) -> URLRecord:
    """Run the basic URL parser, and find the place in `text` of all that it reports."""
    scalars = scalar_value_string(text)
    if scalars != text:
        say(Told("Infra Standard, convert", text, {"url": scalars}, 0, len(text)))
    stripped = scalars
    begin = 0
    if url is None:  # Step 1
        stripped = scalars.strip(C0_CONTROL_OR_SPACE)
        begin = len(scalars) - len(scalars.lstrip(C0_CONTROL_OR_SPACE))
    said: list[object] = []
    parser = BasicURLParser(stripped, base, encoding, said.append, url, override)
    if parser.input != scalars:
        say(Told("URL Standard 4.4, steps 1 to 3", scalars, {"url": parser.input}, 0, len(text)))
    if len(stripped) != len(scalars):
        index = 0 if begin else len(text) - 1
        say(error_class()("invalid-URL-unit", text[index], start=index, end=index + 1))
    for one in placed(said, text, begin, len(text), Places.unchanged(0, len(text))):
        say(one)
    places = offsets(text, parser.input, begin)
    state: State | None = override or BasicURLParser.scheme_start_state  # Step 9
    while state is not None:
        step = f"URL Standard 4.4, {state.__name__.replace('_', ' ')}"
        start = parser.pointer
        said.clear()
        try:
            state = state(parser)
        finally:
            # The pointer can be after the end of the input, at the EOF code point.
            end = max(start, min(parser.pointer, len(parser.input)))
            looked_at = parser.input[start:end]
            say(Told(step, looked_at, parser.url.values(), *span_of(places, start, end)))
            for one in placed(said, parser.input, start, end, places):
                say(one)
    return parser.url


class BasicURLParser:
    """The state machine. `override` is the state override, or `None`."""

    __slots__ = ("base", "encoding", "input", "override", "pointer", "say", "url")

    def __init__(
        self,
        text: str,
        base: URLRecord | None,
        encoding: str,
        say: Say | None,
        url: URLRecord | None = None,
        override: State | None = None,
    ) -> None:
        # Steps 2 and 3
        found = _TAB_OR_NEWLINE.search(text)
        if found:
            record(say, "invalid-URL-unit", found[0])
            text = _TAB_OR_NEWLINE.sub("", text)
        self.input: str = text
        self.base: URLRecord | None = base
        self.encoding: str = encoding
        self.say: Say | None = say
        self.url: URLRecord = URLRecord() if url is None else url
        self.override: State | None = override
        self.pointer: int = 0

    @property
    def c(self) -> str:
        """The code point at the pointer, or `""` for the EOF code point."""
        return self.input[self.pointer : self.pointer + 1]

    def take_slash(self) -> bool:
        """Move the pointer over a slash, or over a backslash in a special URL.

        Return `True` if the pointer moved.
        """
        if self.c == "\\" and self.url.is_special:
            record(self.say, "invalid-reverse-solidus", "\\")
        elif self.c != "/":
            return False
        self.pointer += 1
        return True

    def take_until(self, end: re.Pattern[str]) -> str:
        """Return the code points up to the next match of `end`, or to the end of the input.

        Move the pointer there.
        """
        start = self.pointer
        found = end.search(self.input, start)
        self.pointer = found.start() if found else len(self.input)
        return self.input[start : self.pointer]

    def record_invalid_units(self, text: str, *, backslash: str = "invalid-URL-unit") -> None:
        if self.say is not None:
            for unit in invalid_url_unit().findall(text):
                record(self.say, backslash if unit == "\\" else "invalid-URL-unit", unit)

    def record_missing_slashes(self) -> None:
        """Record that two slashes do not follow the scheme, which ends at the pointer."""
        record(self.say, "special-scheme-missing-following-solidus", self.input[: self.pointer])

    # The states, in the Standard's order

    def scheme_start_state(self) -> State | None:
        if _SCHEME.match(self.input):
            return BasicURLParser.scheme_state
        return self.no_scheme()

    def no_scheme(self) -> State:
        """Return the no scheme state. With a state override, the parser fails."""
        if self.override is not None:
            raise Failure(INVALID_SCHEME)
        return BasicURLParser.no_scheme_state

    def scheme_state(self) -> State | None:
        url = self.url
        end = _SCHEME.match(self.input).end()  # type: ignore[union-attr]
        # Steps 3 and 4
        if not self.input.startswith(":", end):
            return self.no_scheme()
        # Step 2
        buffer = self.input[:end].lower()
        self.pointer = end + 1
        if self.override is not None:
            self.replace_scheme(buffer)
            return None
        url.scheme = buffer
        # Step 2.5
        if buffer == "file":
            if not self.input.startswith("//", self.pointer):
                self.record_missing_slashes()
            return BasicURLParser.file_state
        # Steps 2.6 and 2.7
        if buffer in SPECIAL_SCHEMES:
            if self.base is not None and self.base.scheme == buffer:
                return BasicURLParser.special_relative_or_authority_state
            return BasicURLParser.special_authority_slashes_state
        # Steps 2.8 and 2.9
        if self.take_slash():
            return BasicURLParser.path_or_authority_state
        return BasicURLParser.opaque_path_state

    def replace_scheme(self, buffer: str) -> None:
        """Run steps 2.1 to 2.3 of the scheme state, with a state override."""
        url = self.url
        # Steps 2.1.1 and 2.1.2
        if url.is_special != (buffer in SPECIAL_SCHEMES):
            return
        # Step 2.1.3
        if buffer == "file" and url.includes_credentials_or_port:
            return
        # Step 2.1.4
        if url.scheme == "file" and not url.host:
            return
        # Steps 2.2 and 2.3
        url.scheme = buffer
        if url.port == SPECIAL_SCHEMES.get(buffer):
            url.port = None

    def no_scheme_state(self) -> State | None:
        base = self.base
        if base is None:
            reason = without_a_base(self.input)
            fail(self.say, "missing-scheme-non-relative-URL", reason=reason)
        if base.has_opaque_path:
            if self.c != "#":
                fail(self.say, "missing-scheme-non-relative-URL", reason=NOT_RELATIVE_TO_OPAQUE)
            url = self.url
            url.scheme = base.scheme
            url.path = base.path
            url.has_opaque_path = True
            url.query = base.query
            self.pointer += 1
            return BasicURLParser.fragment_state
        if base.scheme == "file":
            return BasicURLParser.file_state
        return BasicURLParser.relative_state

    def special_relative_or_authority_state(self) -> State | None:
        if self.input.startswith("//", self.pointer):
            self.pointer += 2
            return BasicURLParser.special_authority_ignore_slashes_state
        self.record_missing_slashes()
        return BasicURLParser.relative_state

    def path_or_authority_state(self) -> State | None:
        if self.take_slash():
            return BasicURLParser.authority_state
        return BasicURLParser.path_state

    def relative_state(self) -> State | None:
        url, base = self.url, self.base
        assert base is not None
        url.scheme = base.scheme
        if self.take_slash():
            return BasicURLParser.relative_slash_state
        self.copy_authority(base)
        url.path = base.path
        url.query = base.query
        if self.c in ("", "?", "#"):
            return self.state_after_path()
        url.query = None
        self.shorten_path()
        return BasicURLParser.path_state

    def copy_authority(self, base: URLRecord) -> None:
        url = self.url
        url.username = base.username
        url.password = base.password
        url.host = base.host
        url.port = base.port

    def relative_slash_state(self) -> State | None:
        base = self.base
        assert base is not None
        if self.take_slash():
            if self.url.is_special:
                return BasicURLParser.special_authority_ignore_slashes_state
            return BasicURLParser.authority_state
        self.copy_authority(base)
        return BasicURLParser.path_state

    def special_authority_slashes_state(self) -> State | None:
        if self.input.startswith("//", self.pointer):
            self.pointer += 2
        else:
            self.record_missing_slashes()
        return BasicURLParser.special_authority_ignore_slashes_state

    def special_authority_ignore_slashes_state(self) -> State | None:
        end = _SLASHES.match(self.input, self.pointer).end()  # type: ignore[union-attr]
        if self.say is not None:
            for slash in self.input[self.pointer : end]:
                record(self.say, "special-scheme-missing-following-solidus", slash)
        self.pointer = end
        return BasicURLParser.authority_state

    def authority_state(self) -> State | None:
        url = self.url
        end = self.end_of_authority()
        at_sign = self.input.rfind("@", self.pointer, end)
        # Step 1. Only the last @ ends the credentials, so each earlier one is percent-encoded.
        if at_sign >= 0:
            credentials = self.input[self.pointer : at_sign]
            if self.say is not None:
                for _ in range(credentials.count("@") + 1):
                    record(self.say, "invalid-credentials", credentials)
            username, _, password = credentials.partition(":")
            url.username = sets.USERINFO.encode(username)
            url.password = sets.USERINFO.encode(password)
            self.pointer = at_sign + 1
            # Step 2.1
            if self.pointer == end:
                fail(self.say, "host-missing")
        return BasicURLParser.host_state

    def host_state(self) -> State | None:
        url = self.url
        if self.override is not None and url.scheme == "file":
            return BasicURLParser.file_host_state
        end = self.end_of_authority()
        host_end = self.end_of_host(end)
        has_port = host_end < end
        buffer = self.input[self.pointer : host_end]
        # Steps 2.1 and 3.2
        if buffer == "" and (has_port or url.is_special):
            fail(self.say, "host-missing")
        self.pointer = host_end
        if has_port:
            self.pointer += 1
            # Step 2.2
            if self.override is BasicURLParser.hostname_state:
                raise Failure("a hostname cannot have a port")
        # Step 3.3
        if buffer == "" and self.override is not None and url.includes_credentials_or_port:
            raise Failure("a URL with credentials or a port must have a host")
        # Steps 2.3 to 2.5, 3.4 and 3.5
        url.host = parse_host(buffer, is_opaque=not url.is_special, say=self.say)
        if has_port:
            return BasicURLParser.port_state
        return self.path_start_unless_override()

    @property
    def authority_end(self) -> re.Pattern[str]:
        return _SPECIAL_AUTHORITY_END if self.url.is_special else _AUTHORITY_END

    def end_of_authority(self) -> int:
        end = self.authority_end.search(self.input, self.pointer)
        assert end is not None
        return end.start()

    def end_of_host(self, end: int) -> int:
        """Return the position of the colon that ends the host, or else the end of the authority.

        A colon in brackets does not end the host, as the Standard's *insideBrackets* says.
        """
        for found in _COLON_OR_BRACKETS.finditer(self.input, self.pointer, end):
            if found[0] == ":":
                return found.start()
        return end

    def path_start_unless_override(self) -> State | None:
        """Return the state after the authority. With a state override, the parser ends there."""
        return BasicURLParser.path_start_state if self.override is None else None

    def hostname_state(self) -> State | None:
        return self.host_state()

    def port_state(self) -> State | None:
        url = self.url
        start = self.pointer
        self.pointer = _DIGITS.match(self.input, start).end()  # type: ignore[union-attr]
        buffer = self.input[start : self.pointer]
        # Step 3
        if self.override is None and not self.authority_end.match(self.input, self.pointer):
            fail(self.say, "port-invalid", self.take_until(self.authority_end))
        # Step 2
        if buffer:
            port = port_number(buffer)
            if port is None:
                fail(self.say, "port-out-of-range", buffer)
            url.port = None if port == SPECIAL_SCHEMES.get(url.scheme) else port
        elif self.override is not None:
            raise Failure("a port must begin with a digit")
        return self.path_start_unless_override()

    def file_state(self) -> State | None:
        url, base = self.url, self.base
        url.scheme = "file"
        url.host = ""
        if self.take_slash():
            return BasicURLParser.file_slash_state
        if base is None or base.scheme != "file":
            return BasicURLParser.path_state
        url.host = base.host
        url.path = base.path
        url.query = base.query
        if self.c in ("", "?", "#"):
            return self.state_after_path()
        url.query = None
        drive_letter = _STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, self.pointer)
        if drive_letter is None:
            self.shorten_path()
        else:
            record(self.say, "file-invalid-Windows-drive-letter", drive_letter[0][:2])
            url.path = ""
        return BasicURLParser.path_state

    def file_slash_state(self) -> State | None:
        url, base = self.url, self.base
        if self.take_slash():
            return BasicURLParser.file_host_state
        if base is not None and base.scheme == "file":
            url.host = base.host
            if not _STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, self.pointer):
                first_segment, _, _ = base.path[1:].partition("/")
                if _NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(first_segment):
                    url.path = f"/{first_segment}"
        return BasicURLParser.path_state

    def file_host_state(self) -> State | None:
        url = self.url
        buffer = self.take_until(_FILE_HOST_END)
        if self.override is None and _WINDOWS_DRIVE_LETTER.fullmatch(buffer):
            record(self.say, "file-invalid-Windows-drive-letter-host", buffer)
            return self.parse_path(buffer)  # The path state starts with the text in the buffer.
        host = parse_host(buffer, say=self.say) if buffer else ""
        url.host = "" if host == "localhost" else host
        return self.path_start_unless_override()

    def path_start_state(self) -> State | None:
        url = self.url
        if not url.is_special:
            if self.override is None and self.c in ("", "?", "#"):
                return self.state_after_path()
            if self.c == "":
                if url.host is None:
                    url.path = "/"
                return None
        self.take_slash()
        return BasicURLParser.path_state

    def path_state(self) -> State | None:
        return self.parse_path("")

    def parse_path(self, buffer: str) -> State | None:
        """Run the path state. `buffer` is the Standard's buffer when the state starts."""
        end = _PATH_END if self.override is None else _INPUT_END
        text = self.take_until(end)
        url = self.url
        if url.is_special:
            self.record_invalid_units(text, backslash="invalid-reverse-solidus")
            text = text.replace("\\", "/")
        else:
            self.record_invalid_units(text)
        # Percent-encoding all segments at once does not add or remove a slash or a dot segment.
        segments = (buffer + sets.PATH.encode(text)).split("/")
        path = url.path.split("/")[1:]
        self.append_segments(path, segments)
        url.path = "".join([f"/{segment}" for segment in path])
        return self.state_after_path()

    def append_segments(self, path: list[str], segments: list[str]) -> None:
        """Run steps 1.2 to 1.4 of the path state for each segment, at its end."""
        for segment in segments:
            if segment.lower() in _DOUBLE_DOT:  # Step 1.2
                self.shorten(path)
            elif segment.lower() not in _SINGLE_DOT:  # Step 1.4
                is_first_of_file = self.url.scheme == "file" and not path
                if is_first_of_file and _WINDOWS_DRIVE_LETTER.fullmatch(segment):
                    segment = f"{segment[0]}:"
                path.append(segment)
        # Steps 1.2.2 and 1.3: after a dot segment at the end, the path ends in a slash.
        if segments[-1].lower() in _SINGLE_DOT | _DOUBLE_DOT:
            path.append("")

    def shorten(self, path: list[str]) -> None:
        """Shorten a path (URL Standard 4.2)."""
        is_file = self.url.scheme == "file"
        if is_file and len(path) == 1 and _NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(path[0]):
            return
        del path[-1:]

    def shorten_path(self) -> None:
        """Shorten the URL's path (URL Standard 4.2)."""
        path = self.url.path.split("/")[1:]
        self.shorten(path)
        self.url.path = "".join([f"/{segment}" for segment in path])

    def opaque_path_state(self) -> State | None:
        url = self.url
        url.has_opaque_path = True
        buffer = self.take_until(_PATH_END)
        self.record_invalid_units(buffer)
        # Step 3
        if buffer.endswith(" ") and self.c:
            buffer = f"{buffer[:-1]}%20"
        url.path = sets.C0_CONTROL.encode(buffer)
        return self.state_after_path()

    def state_after_path(self) -> State | None:
        """Return the state that follows the path: the query or fragment state, or `None`."""
        c = self.c
        self.pointer += 1
        if c == "?":
            return BasicURLParser.query_state
        if c == "#":
            return BasicURLParser.fragment_state
        return None

    def query_state(self) -> State | None:
        url = self.url
        buffer = self.input[self.pointer :]
        number_sign = fragment = ""
        if self.override is None:
            buffer, number_sign, fragment = buffer.partition("#")
        self.record_invalid_units(buffer)
        # Step 1
        encoding = self.encoding
        if not url.is_special or url.scheme in ("ws", "wss"):
            encoding = "utf-8"
        # Step 2
        query_set = sets.SPECIAL_QUERY if url.is_special else sets.QUERY
        url.query = percent_encode_after_encoding(encoding, buffer, query_set)
        self.pointer = len(self.input) - len(fragment)
        return BasicURLParser.fragment_state if number_sign else None

    def fragment_state(self) -> State | None:
        buffer = self.input[self.pointer :]
        self.pointer = len(self.input)
        self.record_invalid_units(buffer)
        self.url.fragment = sets.FRAGMENT.encode(buffer)
        return None


def validation_errors(url: AnyURL, base: AnyURL | None = None) -> tuple[ValidationError, ...]:
    """Return the validation errors of a URL (URL Standard 1.1).

    Args:
        url: A URL. It may be relative if `base` is given.
        base: The base URL.

    Returns:
        The errors, in the order in which the parser finds them. If the parser fails, the failure is
        the last error. For a valid URL, the tuple is empty.

    Raises:
        InvalidURLError: If `base` is invalid.
        TypeError: If `url` or `base` has a wrong type.

    >>> [error.name for error in validation_errors(r"https:\\\\user@EXAMPLE.com\\a b")]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['special-scheme-missing-following-solidus', 'special-scheme-missing-following-solidus',
     'special-scheme-missing-following-solidus', 'invalid-credentials', 'invalid-reverse-solidus',
     'invalid-URL-unit']
    """
    url = url_text(url)
    base_text = None if base is None else url_text(base, "a base")
    try:
        base_url = None if base_text is None else basic_url_parse(base_text)
    except Failure as failure:
        raise InvalidURLError(base_text or "", failure.reason, "whatwg") from None
    said: list[object] = []
    with suppress(Failure):
        basic_url_parse(url, base_url, say=said.append)
    return tuple(error for error in said if isinstance(error, error_class()))


#: The state override of each setter that calls the parser.
_OVERRIDES: Final[dict[str, State]] = {
    "protocol": BasicURLParser.scheme_start_state,
    "host": BasicURLParser.host_state,
    "hostname": BasicURLParser.hostname_state,
    "port": BasicURLParser.port_state,
    "pathname": BasicURLParser.path_start_state,
    "search": BasicURLParser.query_state,
    "hash": BasicURLParser.fragment_state,
}
#: If the value of one of these attributes is empty, the setter removes the component.
_REMOVABLE: Final = {"port": "port", "search": "query", "hash": "fragment"}


def set_attribute(url: URLRecord, name: str, value: str, say: Say | None = None) -> None:
    """Run the setter steps of the attribute `name` on a URL.

    Raises `SetterReturned` if they return before a change. After a `Failure`, the URL keeps the
    changes that the parser made before.
    """
    _require_settable(url, name)
    if name in ("username", "password"):
        setattr(url, name, sets.USERINFO.encode(scalar_value_string(value)))
        return
    if value == "" and name in _REMOVABLE:
        setattr(url, _REMOVABLE[name], None)
        return
    if name == "protocol":
        value = f"{value}:"
    elif name == "pathname":
        url.path = ""
    elif name == "search":
        value = value.removeprefix("?")
    elif name == "hash":
        value = value.removeprefix("#")
    basic_url_parse(value, say=say, url=url, override=_OVERRIDES[name])


def _require_settable(url: URLRecord, name: str) -> None:
    """Run the first step of a setter, which returns if the URL cannot have the component."""
    # URL Standard 4.2, cannot have a username/password/port
    if name in ("username", "password", "port") and (not url.host or url.scheme == "file"):
        raise SetterReturned(f"a URL without a host, or a file URL, cannot have a {name}")
    if name in ("host", "hostname", "pathname") and url.has_opaque_path:
        raise SetterReturned(
            "a URL with an opaque path cannot have a host, and its path cannot be replaced"
        )
