"""4.4 URL parsing: the basic URL parser.

The state machine of the Standard looks at one code point a step. This one takes all the code points that a state
consumes at a time; the states, their order and what each does to the URL are the Standard's. A state is a method that
returns the next one, or `None` where the Standard returns; on entry `self.pointer` stands at the state's first code
point. *failure* is an exception.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Optional

from urldom._errors import Failure, InvalidURLError
from urldom._standards.url_standard.hosts import parse_host
from urldom._standards.url_standard.paths import (
    NORMALIZED_WINDOWS_DRIVE_LETTER,
    WINDOWS_DRIVE_LETTER,
    normalize_segments,
)
from urldom._standards.url_standard.percent_encode_sets import (
    C0_CONTROL,
    FRAGMENT,
    PATH,
    QUERY,
    SPECIAL_QUERY,
    USERINFO,
    percent_encode_after_encoding,
)
from urldom._standards.url_standard.url_record import SPECIAL_SCHEMES, URLRecord
from urldom._standards.url_standard.validation import (
    INVALID_URL_UNIT,
    Errors,
    ValidationError,
    fail,
    offsets,
    place,
    record,
)
from urldom._text.grammar import SCHEME, port_number
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL, url_text

State = Callable[["BasicURLParser"], Optional["State"]]

C0_CONTROL_OR_SPACE: Final = "".join(map(chr, range(0x21)))
_TAB_OR_NEWLINE = re.compile("[\t\n\r]")

_SCHEME = re.compile(SCHEME)
_DIGITS = re.compile("[0-9]*")
#: Where the authority, the host and the port end: for URLs that are special, and for the others.
_AUTHORITY_END = {True: re.compile(r"[/?#\\]|\Z"), False: re.compile(r"[/?#]|\Z")}
_FILE_HOST_END = re.compile(r"[/\\?#]")
_PATH_END = re.compile("[?#]")
_SLASHES = re.compile(r"[/\\]*")
_COLON_OR_BRACKETS = re.compile(r":|\[[^\]]*")

_STARTS_WITH_A_WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|](?:[/\\?#]|\Z)")


def basic_url_parse(
    text: str, base: URLRecord | None = None, encoding: str = "utf-8", errors: Errors = None
) -> URLRecord:
    """The basic URL parser on a string, with an optional base URL, the name of an output encoding, and a list that the
    validation errors are to go to. Raises `Failure`.

    >>> url = basic_url_parse("../x?y", basic_url_parse("http://EXAMPLE.com:80/a/b/c"))
    >>> url.host, url.port, url.path, url.query
    ('example.com', None, '/a/x', 'y')
    """
    scalars = scalar_value_string(text)
    # Step 1
    stripped = scalars.strip(C0_CONTROL_OR_SPACE)
    if errors is not None and len(stripped) != len(scalars):
        index = 0 if text[0] in C0_CONTROL_OR_SPACE else len(text) - 1
        errors.append(ValidationError("invalid-URL-unit", text[index], start=index, end=index + 1))
    before = 0 if errors is None else len(errors)
    parser = BasicURLParser(stripped, base, encoding, errors)
    # Step 9
    state: State | None = BasicURLParser.scheme_start_state
    if errors is None:
        while state is not None:
            state = state(parser)
        return parser.url
    begin = len(scalars) - len(scalars.lstrip(C0_CONTROL_OR_SPACE))
    places = offsets(text, parser.input, begin)
    place(errors, before, text, begin, len(text), range(len(text) + 1))
    while state is not None:
        first, start = len(errors), parser.pointer
        try:
            state = state(parser)
        finally:
            place(errors, first, parser.input, start, min(parser.pointer, len(parser.input)), places)
    return parser.url


class BasicURLParser:
    """The state machine, without a state override: the setters have functions of their own (see `setters`)."""

    __slots__ = ("base", "encoding", "errors", "input", "pointer", "url")

    def __init__(self, text: str, base: URLRecord | None, encoding: str, errors: Errors) -> None:
        # Steps 2 and 3
        found = _TAB_OR_NEWLINE.search(text)
        if found:
            record(errors, "invalid-URL-unit", found[0])
            text = _TAB_OR_NEWLINE.sub("", text)
        self.input: str = text
        self.base: URLRecord | None = base
        self.encoding: str = encoding
        self.errors: Errors = errors
        self.url: URLRecord = URLRecord()
        self.pointer: int = 0

    @property
    def c(self) -> str:
        """The code point at the pointer, or `""` for the EOF code point."""
        return self.input[self.pointer : self.pointer + 1]

    def take_slash(self) -> bool:
        """Whether the code point is a slash, or a backslash that stands for one. If so, the pointer moves behind it."""
        c = self.c
        if c != "/" and (c != "\\" or not self.url.is_special):
            return False
        if c == "\\":
            record(self.errors, "invalid-reverse-solidus", c)
        self.pointer += 1
        return True

    def take_until(self, end: re.Pattern[str]) -> str:
        """The code points before the next match of `end`, or all of them; the pointer moves there."""
        start = self.pointer
        found = end.search(self.input, start)
        self.pointer = found.start() if found else len(self.input)
        return self.input[start : self.pointer]

    def record_invalid_units(self, text: str, *, backslash: str = "invalid-URL-unit") -> None:
        if self.errors is not None:
            for unit in INVALID_URL_UNIT.findall(text):
                record(self.errors, backslash if unit == "\\" else "invalid-URL-unit", unit)

    # The states, in the Standard's order

    def scheme_start_state(self) -> State | None:
        return BasicURLParser.scheme_state if _SCHEME.match(self.input) else BasicURLParser.no_scheme_state

    def scheme_state(self) -> State | None:
        url = self.url
        end = _SCHEME.match(self.input).end()  # type: ignore[union-attr]
        # Steps 3 and 4
        if not self.input.startswith(":", end):
            return BasicURLParser.no_scheme_state
        # Step 2
        buffer = self.input[:end].lower()
        url.scheme = buffer
        self.pointer = end + 1
        if buffer == "file":
            if not self.input.startswith("//", self.pointer):
                record(self.errors, "special-scheme-missing-following-solidus", self.input[: self.pointer])
            return BasicURLParser.file_state
        if buffer in SPECIAL_SCHEMES:
            if self.base is not None and self.base.scheme == buffer:
                return BasicURLParser.special_relative_or_authority_state
            return BasicURLParser.special_authority_slashes_state
        return BasicURLParser.path_or_authority_state if self.take_slash() else BasicURLParser.opaque_path_state

    def no_scheme_state(self) -> State | None:
        base = self.base
        if base is None or (base.has_opaque_path and self.c != "#"):
            fail(self.errors, "missing-scheme-non-relative-URL")
        if base.has_opaque_path:
            url = self.url
            url.scheme, url.path, url.query = base.scheme, base.path, base.query
            url.has_opaque_path = True
            self.pointer += 1
            return BasicURLParser.fragment_state
        if base.scheme != "file":
            return BasicURLParser.relative_state
        return BasicURLParser.file_state

    def special_relative_or_authority_state(self) -> State | None:
        if self.input.startswith("//", self.pointer):
            self.pointer += 2
            return BasicURLParser.special_authority_ignore_slashes_state
        record(self.errors, "special-scheme-missing-following-solidus", self.input[: self.pointer])
        return BasicURLParser.relative_state

    def path_or_authority_state(self) -> State | None:
        return BasicURLParser.authority_state if self.take_slash() else BasicURLParser.path_state

    def relative_state(self) -> State | None:
        url, base = self.url, self.base
        assert base is not None
        url.scheme = base.scheme
        if self.take_slash():
            return BasicURLParser.relative_slash_state
        url.username, url.password, url.host, url.port = base.username, base.password, base.host, base.port
        url.path, url.query = base.path, base.query
        if self.c in ("", "?", "#"):
            return self.state_after_path()
        url.query = None
        self.shorten_path()
        return BasicURLParser.path_state

    def relative_slash_state(self) -> State | None:
        url, base = self.url, self.base
        assert base is not None
        if self.take_slash():
            if url.is_special:
                return BasicURLParser.special_authority_ignore_slashes_state
            return BasicURLParser.authority_state
        url.username, url.password, url.host, url.port = base.username, base.password, base.host, base.port
        return BasicURLParser.path_state

    def special_authority_slashes_state(self) -> State | None:
        if self.input.startswith("//", self.pointer):
            self.pointer += 2
        else:
            record(self.errors, "special-scheme-missing-following-solidus", self.input[: self.pointer])
        return BasicURLParser.special_authority_ignore_slashes_state

    def special_authority_ignore_slashes_state(self) -> State | None:
        end = _SLASHES.match(self.input, self.pointer).end()  # type: ignore[union-attr]
        if self.errors is not None:
            for slash in self.input[self.pointer : end]:
                record(self.errors, "special-scheme-missing-following-solidus", slash)
        self.pointer = end
        return BasicURLParser.authority_state

    def authority_state(self) -> State | None:
        url = self.url
        end = _AUTHORITY_END[url.is_special].search(self.input, self.pointer).start()  # type: ignore[union-attr]
        at_sign = self.input.rfind("@", self.pointer, end)
        # Step 1. Only the last @ ends the credentials; those before it are in the percent-encode set.
        if at_sign >= 0:
            credentials = self.input[self.pointer : at_sign]
            if self.errors is not None:
                for _ in range(credentials.count("@") + 1):
                    record(self.errors, "invalid-credentials", credentials)
            username, _, password = credentials.partition(":")
            url.username = USERINFO.encode(username)
            url.password = USERINFO.encode(password)
            self.pointer = at_sign + 1
            # Step 2.1
            if self.pointer == end:
                fail(self.errors, "host-missing")
        return BasicURLParser.host_state

    def host_state(self) -> State | None:
        url = self.url
        end = _AUTHORITY_END[url.is_special].search(self.input, self.pointer).start()  # type: ignore[union-attr]
        # insideBrackets: the first colon that is not between brackets ends the host
        found = _COLON_OR_BRACKETS.finditer(self.input, self.pointer, end)
        host_end = next((match.start() for match in found if match[0] == ":"), end)
        buffer = self.input[self.pointer : host_end]
        # Steps 2 and 3
        has_port = host_end < end
        if buffer == "" and (has_port or url.is_special):
            fail(self.errors, "host-missing")
        self.pointer = host_end + has_port
        url.host = parse_host(buffer, is_opaque=not url.is_special, errors=self.errors)
        return BasicURLParser.port_state if has_port else BasicURLParser.path_start_state

    def port_state(self) -> State | None:
        url = self.url
        start = self.pointer
        self.pointer = _DIGITS.match(self.input, start).end()  # type: ignore[union-attr]
        buffer = self.input[start : self.pointer]
        # Step 3
        if not _AUTHORITY_END[url.is_special].match(self.input, self.pointer):
            fail(self.errors, "port-invalid", self.take_until(_AUTHORITY_END[url.is_special]))
        # Step 2
        if buffer:
            port = port_number(buffer)
            if port is None:
                fail(self.errors, "port-out-of-range", buffer)
            url.port = None if port == SPECIAL_SCHEMES.get(url.scheme) else port
        return BasicURLParser.path_start_state

    def file_state(self) -> State | None:
        url, base = self.url, self.base
        url.scheme = "file"
        url.host = ""
        if self.take_slash():
            return BasicURLParser.file_slash_state
        if base is None or base.scheme != "file":
            return BasicURLParser.path_state
        url.host, url.path, url.query = base.host, base.path, base.query
        if self.c in ("", "?", "#"):
            return self.state_after_path()
        url.query = None
        drive_letter = _STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, self.pointer)
        if drive_letter is None:
            self.shorten_path()
        else:
            record(self.errors, "file-invalid-Windows-drive-letter", drive_letter[0][:2])
            url.path = ""
        return BasicURLParser.path_state

    def file_slash_state(self) -> State | None:
        url, base = self.url, self.base
        if self.take_slash():
            return BasicURLParser.file_host_state
        if base is not None and base.scheme == "file":
            url.host = base.host
            if not _STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, self.pointer):
                first_segment = base.path[: base.path.find("/", 1)] if base.path.find("/", 1) > 0 else base.path
                if NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(first_segment):
                    url.path = first_segment
        return BasicURLParser.path_state

    def file_host_state(self) -> State | None:
        url = self.url
        buffer = self.take_until(_FILE_HOST_END)
        if WINDOWS_DRIVE_LETTER.fullmatch(buffer):
            record(self.errors, "file-invalid-Windows-drive-letter-host", buffer)
            return self.parse_path(buffer)  # buffer is not reset here
        host = parse_host(buffer, errors=self.errors) if buffer else ""
        url.host = "" if host == "localhost" else host
        return BasicURLParser.path_start_state

    def path_start_state(self) -> State | None:
        if not self.url.is_special and self.c in ("", "?", "#"):
            return self.state_after_path()
        self.take_slash()
        return BasicURLParser.path_state

    def path_state(self) -> State | None:
        return self.parse_path("")

    def parse_path(self, buffer: str) -> State | None:
        """The path state, with what is in the buffer when it is entered."""
        text = self.take_until(_PATH_END)
        url = self.url
        if url.is_special:
            self.record_invalid_units(text, backslash="invalid-reverse-solidus")
            text = text.replace("\\", "/")
        else:
            self.record_invalid_units(text)
        # Percent-encoding neither makes nor takes away a /, a dot segment or a drive letter.
        url.path = normalize_segments(f"{url.path}/{buffer}{PATH.encode(text)}", is_file=url.scheme == "file")
        return self.state_after_path()

    def shorten_path(self) -> None:
        """4.2 Shorten a URL's path."""
        url = self.url
        if url.scheme != "file" or not NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(url.path):
            url.path = url.path[: max(url.path.rfind("/"), 0)]

    def opaque_path_state(self) -> State | None:
        url = self.url
        url.has_opaque_path = True
        buffer = self.take_until(_PATH_END)
        self.record_invalid_units(buffer)
        # Step 3
        if buffer.endswith(" ") and self.c:
            buffer = f"{buffer[:-1]}%20"
        url.path = C0_CONTROL.encode(buffer)
        return self.state_after_path()

    def state_after_path(self) -> State | None:
        """What begins at the code point that ends a path: the query, the fragment, or nothing."""
        c = self.c
        self.pointer += 1
        return BasicURLParser.query_state if c == "?" else BasicURLParser.fragment_state if c == "#" else None

    def query_state(self) -> State | None:
        url = self.url
        buffer, number_sign, fragment = self.input[self.pointer :].partition("#")
        self.record_invalid_units(buffer)
        # Step 1
        encoding = "utf-8" if not url.is_special or url.scheme in ("ws", "wss") else self.encoding
        # Step 2
        url.query = percent_encode_after_encoding(encoding, buffer, SPECIAL_QUERY if url.is_special else QUERY)
        self.pointer = len(self.input) - len(fragment)
        return BasicURLParser.fragment_state if number_sign else None

    def fragment_state(self) -> State | None:
        buffer = self.input[self.pointer :]
        self.pointer = len(self.input)
        self.record_invalid_units(buffer)
        self.url.fragment = FRAGMENT.encode(buffer)
        return None


def validation_errors(url: AnyURL, base: AnyURL | None = None) -> tuple[ValidationError, ...]:
    """The validation errors (1.1) of a URL, in the order in which the parser meets them. A failure is the last of them.

    `base` is the base URL; raises `InvalidURLError` where that does not parse.

    >>> [error.name for error in validation_errors(r"https:\\\\user@EXAMPLE.com\\a b")]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['special-scheme-missing-following-solidus', 'special-scheme-missing-following-solidus',
     'special-scheme-missing-following-solidus', 'invalid-credentials', 'invalid-reverse-solidus', 'invalid-URL-unit']
    """
    url = url_text(url)
    base_text = None if base is None else url_text(base, "a base")
    try:
        base_url = None if base_text is None else basic_url_parse(base_text)
    except Failure as failure:
        raise InvalidURLError(base_text or "", failure.reason, "whatwg") from None
    errors: list[ValidationError] = []
    with suppress(Failure):
        basic_url_parse(url, base_url, errors=errors)
    return tuple(errors)
