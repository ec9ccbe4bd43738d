"""The inputs of a URL pattern: strings, URLs and mappings (URL Pattern Standard 1.4, "match")."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from urldom._errors import Failure, wrong_type
from urldom._object.url import URL
from urldom._patterns.canonicalization import cut, match_beginning
from urldom._patterns.init import process_url_pattern_init
from urldom._patterns.url_components import COMPONENTS, PATHNAME, AnyInput, MatchInput, unknown_component
from urldom._text.scalar_values import scalar_value_string
from urldom._values.references import DOT_SEGMENT
from urldom._values.url_value import AnyURL, url_text

#: An input of `test` and `exec`: a URL, or its components by name.
Input: TypeAlias = AnyURL | Mapping[str, str]


def checked_components(components: Mapping[str, str]) -> dict[str, str]:
    """Return the URLPatternInit of a mapping. Raises `TypeError` for an unknown key or a value that is not a `str`."""
    if not isinstance(components, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a pattern", "a str or a mapping of components", components)
    init: dict[str, str] = {}
    for name, value in components.items():
        if name not in COMPONENTS and name != "baseURL":
            raise TypeError(unknown_component(name))
        if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type(name, "a str", value)
        init[name] = scalar_value_string(value)
    return init


def read_up_to_path(url: Input | None, base: AnyURL | None) -> AnyInput | None:
    """Do the same as `read`, but the pieces after the path can be missing, so most strings need no parser."""
    if base is None:
        if type(url) is str:
            match = match_beginning(url)
            if match is not None:
                pieces = match.groups()
                if DOT_SEGMENT not in pieces[PATHNAME]:
                    return pieces
        elif type(url) is URL:
            return url._pieces
    return read(url, base)


def read(url: Input | None, base: AnyURL | None) -> AnyInput | None:
    """Return the pieces of a URL, or the components of a mapping. An invalid input returns `None`."""
    try:
        return cut(url) if type(url) is str and base is None else parsed(url, base)
    except Failure:
        return None


def parsed(url: Input | None, base: AnyURL | None) -> AnyInput:
    """Do the same as `read`, but raise `Failure` for an invalid input."""
    if url is None or isinstance(url, Mapping):
        if base is not None:
            raise TypeError("pass the base of a mapping in its key 'baseURL'")
        components = process_url_pattern_init(checked_components(url or {}), "url")
        protocol, username, password, hostname, port, pathname, search, hash = components.values()
        userinfo, port = f"{username}:{password}@", port and f":{port}"
        return MatchInput(f"{protocol}:", "", userinfo, hostname, port, pathname, f"?{search}", f"#{hash}")
    if isinstance(url, URL) and base is None:
        pieces = url._pieces
        assert pieces is not None  # Each `URL` is valid.
        return pieces
    return cut(url_text(url), None if base is None else cut(url_text(base)))


def inputs_of(url: Input | None, base: AnyURL | None) -> tuple[str | Mapping[str, str], ...]:
    if type(url) is str and base is None:
        return (url,)
    given = {} if url is None else dict(url) if isinstance(url, Mapping) else url_text(url)
    return (given,) if base is None else (given, url_text(base))
