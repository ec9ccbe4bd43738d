"""The types that every function with a URL argument accepts."""

from __future__ import annotations

from typing import TypeAlias

from urldom._core.errors import wrong_type


class URLValue:
    """The base class of urldom's URL objects. Their `str()` is a URL."""

    __slots__ = ()


#: The type of a URL in any form: a string, or a URL object of urldom.
AnyURL: TypeAlias = str | URLValue


def url_text(url: object, name: str = "a URL") -> str:
    """Return the string of a URL argument. `name` is the name of the value in the error for any
    other type."""
    if url.__class__ is str:
        return url  # pyright: ignore[reportReturnType]
    if isinstance(url, str):
        return str.__str__(url)  # A subclass such as an Enum may have another `__str__`.
    if isinstance(url, URLValue):
        return str(url)
    raise not_a_url(name, "a str or a URL of urldom", url)


def not_a_url(argument: str, expected: str, value: object) -> TypeError:
    """Return the error for a value that is not a URL, with a hint for bytes and the URL objects of
    other libraries."""
    kind = type(value)
    package, _, _ = kind.__module__.partition(".")
    hint = ""
    if isinstance(value, bytes):
        hint = "decode it first, or use urldom.http.location"
    elif "url" in kind.__name__.lower() and package != "urldom":
        hint = "convert it to a str first"  # yarl.URL, httpx.URL, furl.furl
    return wrong_type(argument, expected, value, hint)
