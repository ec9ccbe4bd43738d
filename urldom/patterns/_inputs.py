"""The inputs of a URL pattern: strings, URLs and mappings (URL Pattern Standard 1.4, "match", and
3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from urldom._core.errors import Failure, wrong_type
from urldom._core.objects.url import URL, pieces_of
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import Pieces
from urldom._core.values.references import DOT_SEGMENT
from urldom._core.values.url_value import AnyURL, url_text
from urldom.patterns import _canonicalization as canonicalization
from urldom.patterns._canonicalization import SPECIAL_SCHEMES, cut, has_opaque_path, match_beginning
from urldom.patterns._parts import escape_pattern_string
from urldom.patterns._url_components import (
    COMPONENTS,
    PATHNAME,
    AnyInput,
    components_of,
    unknown_component,
)

#: An input of `test` and `exec`: a URL, or its components by name.
Input: TypeAlias = AnyURL | Mapping[str, str]
#: Returns the pieces of a `URL`, which is parsed already.
read_url: Callable[[URL], AnyInput] = pieces_of


def checked_components(components: Mapping[str, str]) -> dict[str, str]:
    """Return the URLPatternInit of a mapping. Raises `TypeError` for an unknown key or a value that
    is not a `str`."""
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
    """Do the same as `read`, but the pieces after the path can be missing, so most strings need no
    parser."""
    if base is None:
        if type(url) is str:
            match = match_beginning(url)
            if match is not None:
                pieces = match.groups()
                if DOT_SEGMENT not in pieces[PATHNAME]:
                    return pieces
        elif type(url) is URL:
            return read_url(url)
    return read(url, base)


def read(url: Input | None, base: AnyURL | None) -> AnyInput | None:
    """Return the pieces of a URL, or the components of a mapping. An invalid input returns
    `None`."""
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
        port = f":{port}" if port else ""
        userinfo = f"{username}:{password}@"
        return f"{protocol}:", "", userinfo, hostname, port, pathname, f"?{search}", f"#{hash}"
    if isinstance(url, URL) and base is None:
        return read_url(url)
    base_pieces = None if base is None else cut(url_text(base))
    return cut(url_text(url), base_pieces)


def inputs_of(url: Input | None, base: AnyURL | None) -> tuple[str | Mapping[str, str], ...]:
    if type(url) is str and base is None:
        return (url,)
    if url is None or isinstance(url, Mapping):
        given: str | Mapping[str, str] = dict(url or {})
    else:
        given = url_text(url)
    return (given,) if base is None else (given, url_text(base))


# URL Pattern Standard 3.2, "URLPatternInit processing"

#: For each component, keys of a URLPatternInit. If it has none of them, it inherits the component
#: from the base URL.
_INHERITED_WITHOUT: Final[dict[str, list[str]]] = {
    "protocol": ["protocol"],
    "username": ["protocol", "hostname", "port", "username"],
    "password": ["protocol", "hostname", "port", "username", "password"],
    "hostname": ["protocol", "hostname"],
    "port": ["protocol", "hostname", "port"],
    "pathname": ["protocol", "hostname", "port", "pathname"],
    "search": ["protocol", "hostname", "port", "pathname", "search"],
    "hash": ["protocol", "hostname", "port", "pathname", "search", "hash"],
}

InitType = Literal["pattern", "url"]


class InitFailure(Failure):
    """Raised if a component of a URLPatternInit is invalid."""

    def __init__(self, component: str, reason: str) -> None:
        super().__init__(reason)
        self.component = component


def process_url_pattern_init(init: Mapping[str, str], type: InitType) -> dict[str, str]:
    """Process a URLPatternInit. If `type` is `"url"`, a missing component becomes empty. Raises
    `InitFailure`."""
    result: dict[str, str] = {} if type == "pattern" else dict.fromkeys(COMPONENTS, "")
    directory: str | None = None
    if "baseURL" in init:
        base = _parsed_base(init["baseURL"])
        base_components = components_of(base)
        result.update(_inherited(base_components, init, type))
        if not has_opaque_path(base):
            path = base_components["pathname"]
            directory = process_base_url_string(path[: path.rfind("/") + 1], type)
    for component in COMPONENTS:  # Steps 12 to 20
        if component not in init:
            continue
        value = init[component]
        if component == "pathname" and directory and not is_absolute_pathname(value, type):
            value = directory + value
        try:
            result[component] = _process(component, value, type, result.get("protocol", ""))
        except Failure as failure:
            raise InitFailure(component, failure.reason) from None
    return result


def _parsed_base(base_url: str) -> Pieces:
    try:
        return cut(base_url)
    except Failure as failure:
        raise InitFailure("baseURL", failure.reason) from None


def _inherited(
    base_components: Mapping[str, str], init: Mapping[str, str], type: InitType
) -> dict[str, str]:
    """Return the components that a URLPatternInit inherits from its base URL (step 11)."""
    inherited: dict[str, str] = {}
    for component, value in base_components.items():
        if type == "pattern" and component in ("username", "password"):
            continue  # A pattern does not inherit credentials.
        if not any(key in init for key in _INHERITED_WITHOUT[component]):
            # The Standard does not escape the port of the base URL, which has only digits.
            inherited[component] = process_base_url_string(value, type)
    return inherited


def process_base_url_string(input: str, type: InitType) -> str:
    return input if type == "url" else escape_pattern_string(input)


def is_absolute_pathname(input: str, type: InitType) -> bool:
    return input.startswith("/") or (type == "pattern" and input.startswith(("\\/", "{/")))


def _process(component: str, value: str, type: InitType, protocol_value: str) -> str:
    """*Process protocol for init* to *process hash for init*."""
    if component == "protocol":
        value = value.removesuffix(":")
    elif component == "search":
        value = value.removeprefix("?")
    elif component == "hash":
        value = value.removeprefix("#")
    if type == "pattern":
        return value
    if component == "port":
        return canonicalization.canonicalize_port(value, protocol_value)
    if component == "pathname" and protocol_value and protocol_value not in SPECIAL_SCHEMES:
        return canonicalization.canonicalize_opaque_pathname(value)
    return canonicalization.ENCODING_CALLBACKS[component](value)
