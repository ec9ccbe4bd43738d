"""The libraries that read URLs: one entry each, which imports the library when it is first called."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias
from urllib.parse import urljoin, urlsplit

from urldom._errors import type_name
from urldom._readings.reading import Reading, reading

#: Makes the reading of a URL and its base, or raises anything.
Reader: TypeAlias = Callable[[str, "str | None"], Reading]

_LONGEST_MESSAGE: Final = 160


@cache
def installed_libraries() -> tuple[str, ...]:
    """The names of the libraries that are installed."""
    return tuple(filter(_is_installed, LIBRARIES))


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name.partition(".")[0]) is not None
    except ValueError:  # Somebody has put something else in its place in `sys.modules`.
        return False


@cache
def library_reader(name: str) -> Reader:
    """The reader that a library makes. A library that cannot be imported refuses every URL: a caller who relies on it
    learns of it, and is not told that all agree."""
    try:
        return LIBRARIES[name]()
    except (MemoryError, RecursionError):  # The next time may go otherwise.
        raise
    except Exception as error:
        refusal = Reading(error=f"it cannot be imported, for that raises {description(error)}")
        return lambda url, base: refusal


def description(error: BaseException) -> str:
    """An error's type and its message, in one line of bounded length.

    >>> description(KeyError()), description(OSError("disk\\nfull"))
    ('KeyError', 'OSError: disk full')
    """
    try:
        message = " ".join(str(error).split())
    except Exception:  # Its `__str__` is as foreign as what raised it.
        message = ""
    shortened = f"{message[:_LONGEST_MESSAGE]}{'...' * (len(message) > _LONGEST_MESSAGE)}"
    return f"{type_name(error)}: {shortened}" if message else type_name(error)


def _joined(read: Callable[[str], Reading]) -> Reader:
    """The reader of what `urljoin` makes of a URL and its base."""
    return lambda url, base: read(url if base is None else urljoin(base, url))


def _urlsplit(url: str) -> Reading:
    parts = urlsplit(url)
    return reading(parts.scheme, parts.hostname, parts.port, parts.path)


def _urllib3() -> Reader:
    parse_url: Any = import_module("urllib3.util").parse_url

    def read(url: str) -> Reading:
        parts = parse_url(url)
        return reading(parts.scheme, parts.host, parts.port, parts.path)

    return _joined(read)


def _httpx() -> Reader:
    make: Any = import_module("httpx").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(base).join(url)
        path = made.raw_path.partition(b"?")[0].decode("ascii")
        return reading(made.scheme, made.raw_host.decode("ascii"), made.port, path)

    return read


def _requests() -> Reader:
    requests: Any = import_module("requests")
    session = requests.Session()

    def read(url: str) -> Reading:
        prepared = requests.Request("GET", url).prepare()
        adapter = session.get_adapter(prepared.url)
        if hasattr(adapter, "get_connection_with_tls_context"):  # since 2.32
            pool = adapter.get_connection_with_tls_context(prepared, verify=True)
        else:
            pool = adapter.get_connection(prepared.url)
        return reading(pool.scheme, pool.host, pool.port, prepared.path_url.partition("?")[0])

    return _joined(read)


def _yarl() -> Reader:
    make: Any = import_module("yarl").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(base).join(make(url))
        return reading(made.scheme, made.raw_host, made.port, made.raw_path)

    return read


def _w3lib() -> Reader:
    safe_url_string: Any = import_module("w3lib.url").safe_url_string
    return _joined(lambda url: _urlsplit(safe_url_string(url)))


def _ada_url() -> Reader:
    make: Any = import_module("ada_url").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(url, base)
        return reading(made.protocol[:-1], made.hostname, made.port, made.pathname)

    return read


def _pydantic() -> Reader:
    pydantic: Any = import_module("pydantic")
    validate: Any = pydantic.TypeAdapter(pydantic.AnyUrl).validate_python

    def read(url: str) -> Reading:
        try:
            made = validate(url)
        except pydantic.ValidationError as error:
            return Reading(error=str(error.errors(include_url=False)[0]["msg"]))
        return reading(made.scheme, made.host, made.port, made.path)

    return _joined(read)


#: By the name of each library, which begins with the package that is imported, what makes its reader.
LIBRARIES: Final[dict[str, Callable[[], Reader]]] = {
    "urllib.parse": lambda: _joined(_urlsplit),
    "urllib3": _urllib3,
    "httpx": _httpx,
    "requests": _requests,
    "yarl": _yarl,
    "w3lib": _w3lib,
    "ada_url": _ada_url,
    "pydantic": _pydantic,
}
