"""URL Pattern Standard 3.2, "URLPatternInit processing": the components of a pattern or a URL, and their base URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from urldom._errors import Failure
from urldom._patterns.canonicalization import (
    canonicalize_hash,
    canonicalize_hostname,
    canonicalize_opaque_pathname,
    canonicalize_password,
    canonicalize_pathname,
    canonicalize_port,
    canonicalize_protocol,
    canonicalize_search,
    canonicalize_username,
)
from urldom._patterns.writing import escape_pattern_string
from urldom._standards.url_standard.state_machine import basic_url_parse
from urldom._standards.url_standard.url_record import SPECIAL_SCHEMES, URLRecord

#: The components, in the Standard's order.
COMPONENTS: Final = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
#: Maps each component to keys of a URLPatternInit. If a URLPatternInit has none of the keys, it inherits the component
#: from the base URL.
_INHERITED_WITHOUT: Final[dict[str, tuple[str, ...]]] = {
    "protocol": ("protocol",),
    "username": ("protocol", "hostname", "port", "username"),
    "password": ("protocol", "hostname", "port", "username", "password"),
    "hostname": ("protocol", "hostname"),
    "port": ("protocol", "hostname", "port"),
    "pathname": ("protocol", "hostname", "port", "pathname"),
    "search": ("protocol", "hostname", "port", "pathname", "search"),
    "hash": ("protocol", "hostname", "port", "pathname", "search", "hash"),
}
#: A pattern does not inherit credentials.
_NOT_OF_A_PATTERN: Final = ("username", "password")

InitType = Literal["pattern", "url"]


class InitFailure(Failure):
    """Raised if a component of a URLPatternInit is invalid."""

    def __init__(self, component: str, reason: str) -> None:
        super().__init__(reason)
        self.component = component


def process_url_pattern_init(init: Mapping[str, str], type: InitType) -> dict[str, str]:
    """Process a URLPatternInit. If `type` is `"url"`, a missing component becomes empty. Raises `InitFailure`."""
    result: dict[str, str] = {} if type == "pattern" else dict.fromkeys(COMPONENTS, "")
    base_url: URLRecord | None = None
    if "baseURL" in init:  # Step 11
        try:
            base_url = basic_url_parse(init["baseURL"])
        except Failure as failure:
            raise InitFailure("baseURL", failure.reason) from None
        for component, value in components_of(base_url).items():
            if type == "pattern" and component in _NOT_OF_A_PATTERN:
                continue
            if not any(name in init for name in _INHERITED_WITHOUT[component]):
                # The Standard does not escape the port of the base URL. The port has only digits, so escaping does not
                # change the port.
                result[component] = process_base_url_string(value, type)
    # Steps 12 to 20
    for component, process in _PROCESSES.items():
        if component not in init:
            continue
        value = init[component]
        if component == "pathname" and base_url is not None and not base_url.has_opaque_path:
            value = _resolve_pathname(value, base_url, type)
        try:
            result[component] = process(value, type, result.get("protocol", ""))
        except Failure as failure:
            raise InitFailure(component, failure.reason) from None
    return result


def components_of(url: URLRecord) -> dict[str, str]:
    """Return the components of a URL as a pattern matches them (URL Pattern Standard 1.4, "match", step 13)."""
    return {
        "protocol": url.scheme,
        "username": url.username,
        "password": url.password,
        "hostname": url.host or "",
        "port": "" if url.port is None else str(url.port),
        "pathname": url.path,
        "search": url.query or "",
        "hash": url.fragment or "",
    }


def process_base_url_string(input: str, type: InitType) -> str:
    return input if type == "url" else escape_pattern_string(input)


def _resolve_pathname(value: str, base_url: URLRecord, type: InitType) -> str:
    if is_absolute_pathname(value, type):
        return value
    base_url_path = process_base_url_string(base_url.path, type)
    return base_url_path[: base_url_path.rfind("/") + 1] + value


def is_absolute_pathname(input: str, type: InitType) -> bool:
    return input.startswith("/") or (type == "pattern" and input.startswith(("\\/", "{/")))


def _process_protocol(value: str, type: InitType, protocol_value: str) -> str:
    stripped_value = value.removesuffix(":")
    return stripped_value if type == "pattern" else canonicalize_protocol(stripped_value)


def _process_port(port_value: str, type: InitType, protocol_value: str) -> str:
    return port_value if type == "pattern" else canonicalize_port(port_value, protocol_value)


def _process_pathname(pathname_value: str, type: InitType, protocol_value: str) -> str:
    if type == "pattern":
        return pathname_value
    if protocol_value in SPECIAL_SCHEMES or protocol_value == "":
        return canonicalize_pathname(pathname_value)
    return canonicalize_opaque_pathname(pathname_value)


def _process_search(value: str, type: InitType, protocol_value: str) -> str:
    stripped_value = value.removeprefix("?")
    return stripped_value if type == "pattern" else canonicalize_search(stripped_value)


def _process_hash(value: str, type: InitType, protocol_value: str) -> str:
    stripped_value = value.removeprefix("#")
    return stripped_value if type == "pattern" else canonicalize_hash(stripped_value)


def _process_by(canonicalize: Callable[[str], str]) -> Callable[[str, InitType, str], str]:
    """Return a function that processes a component without stripping a delimiter."""

    def process(value: str, type: InitType, protocol_value: str) -> str:
        return value if type == "pattern" else canonicalize(value)

    return process


#: The function that processes each component of a URLPatternInit, in the Standard's order.
_PROCESSES: Final[dict[str, Callable[[str, InitType, str], str]]] = {
    "protocol": _process_protocol,
    "username": _process_by(canonicalize_username),
    "password": _process_by(canonicalize_password),
    "hostname": _process_by(canonicalize_hostname),
    "port": _process_port,
    "pathname": _process_pathname,
    "search": _process_search,
    "hash": _process_hash,
}
