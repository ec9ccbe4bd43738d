"""The readers for libraries. For each library, `LIBRARIES` has a function that imports it and creates its reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from urldom._errors import type_name, without_passwords
from urldom._readings import clients
from urldom._readings.reading import Reader, Reading, reading


@cache
def installed_libraries() -> tuple[str, ...]:
    """Return the names of the installed libraries."""
    return tuple(filter(_is_installed, LIBRARIES))


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name.partition(".")[0]) is not None
    except ValueError:  # `sys.modules` contains an object without a `__spec__`.
        return False


@cache
def library_reader(name: str) -> Reader:
    """Return the reader for a library. If the library cannot be imported, its reader refuses every URL."""
    try:
        return LIBRARIES[name]()
    except (MemoryError, RecursionError):  # The failure must not be cached, because the next call can succeed.
        raise
    except Exception as error:
        refusal = Reading(error=f"it cannot be imported: that raises {description(error)}")
        return lambda url, base: refusal


def description(error: BaseException) -> str:
    """Return the type and the message of an error, in one line of limited length."""
    try:
        message = without_passwords(" ".join(str(error).split()))
    except Exception:  # `__str__` is also code of the library, and can fail.
        message = ""
    shortened = f"{message[:160]}{'...' * (len(message) > 160)}"
    return f"{type_name(error)}: {shortened}" if message else type_name(error)


def _join(url: str, base: str | None) -> str:
    return url if base is None else urljoin(base, url)


def _library(
    module: str, name: str, read: Callable[[Any, str, str | None], Any], *attributes: str
) -> Callable[[], Reader]:
    """Return the function that creates the reader for a library. `read` takes the object `name` of the module, a URL
    and its base. `attributes` are the names of the result's scheme, host and path."""

    def make() -> Reader:
        library: Any = getattr(import_module(module), name)

        def read_attributes(url: str, base: str | None) -> Reading:
            made = read(library, url, base)
            scheme, host, path = [_text(getattr(made, attribute)) for attribute in attributes]
            return reading(scheme and scheme.removesuffix(":"), host, made.port, path and path.partition("?")[0])

        return read_attributes

    return make


def _text(value: str | bytes | None) -> str | None:
    return value.decode("ascii") if isinstance(value, bytes) else value


def _pydantic() -> Reader:
    pydantic: Any = import_module("pydantic")
    validate: Any = pydantic.TypeAdapter(pydantic.AnyUrl).validate_python

    def read(url: str, base: str | None) -> Reading:
        try:
            made = validate(_join(url, base))
        except pydantic.ValidationError as error:
            return Reading(error=str(error.errors(include_url=False)[0]["msg"]))
        return reading(made.scheme, made.host, made.port, made.path)

    return read


# fmt: off
#: For each library, the function that creates its reader. Each name begins with the name of the imported package.
LIBRARIES: Final[dict[str, Callable[[], Reader]]] = {
    "urllib.parse": _library(
        "urllib.parse", "urlsplit", lambda split, url, base: split(_join(url, base)), "scheme", "hostname", "path"),
    "urllib.request": clients.urllib_request,
    "urllib3": clients.urllib3,
    "httpx": clients.httpx,
    "httpx2": lambda: clients.httpx("httpx2"),
    "requests": clients.requests,
    "aiohttp": clients.aiohttp,
    "scrapy": clients.scrapy,
    "yarl": _library(
        "yarl", "URL", lambda make, url, base: make(base).join(make(url)) if base is not None else make(url),
        "scheme", "raw_host", "raw_path"),
    "w3lib": _library(
        "w3lib.url", "safe_url_string", lambda make_safe, url, base: urlsplit(str(make_safe(_join(url, base)))),
        "scheme", "hostname", "path"),
    "ada_url": _library(
        "ada_url", "URL", lambda make, url, base: make(url) if base is None else make(url, base),
        "protocol", "hostname", "pathname"),
    "pydantic": _pydantic,
}
# fmt: on
