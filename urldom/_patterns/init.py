"""URL Pattern Standard 3.2, "URLPatternInit processing": the components of a pattern or a URL, and their base URL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from urldom._errors import Failure
from urldom._patterns.canonicalization import (
    ENCODING_CALLBACKS,
    SPECIAL_SCHEMES,
    canonicalize_opaque_pathname,
    canonicalize_port,
    cut,
    has_opaque_path,
)
from urldom._patterns.url_components import COMPONENTS, components_of
from urldom._patterns.writing import escape_pattern_string

#: Maps each component to keys of a URLPatternInit. If a URLPatternInit has none of the keys, it inherits the component
#: from the base URL.
_INHERITED_WITHOUT: Final[dict[str, frozenset[str]]] = {
    "protocol": frozenset(["protocol"]),
    "username": frozenset(["protocol", "hostname", "port", "username"]),
    "password": frozenset(["protocol", "hostname", "port", "username", "password"]),
    "hostname": frozenset(["protocol", "hostname"]),
    "port": frozenset(["protocol", "hostname", "port"]),
    "pathname": frozenset(["protocol", "hostname", "port", "pathname"]),
    "search": frozenset(["protocol", "hostname", "port", "pathname", "search"]),
    "hash": frozenset(["protocol", "hostname", "port", "pathname", "search", "hash"]),
}
#: The delimiters that may begin a component. Processing strips them, and the colon after a protocol.
_DELIMITERS_BEFORE: Final = {"search": "?", "hash": "#"}

InitType = Literal["pattern", "url"]


class InitFailure(Failure):
    """Raised if a component of a URLPatternInit is invalid."""

    def __init__(self, component: str, reason: str) -> None:
        super().__init__(reason)
        self.component = component


def process_url_pattern_init(init: Mapping[str, str], type: InitType) -> dict[str, str]:
    """Process a URLPatternInit. If `type` is `"url"`, a missing component becomes empty. Raises `InitFailure`."""
    result: dict[str, str] = {} if type == "pattern" else dict.fromkeys(COMPONENTS, "")
    base_path: str | None = None
    if "baseURL" in init:  # Step 11
        try:
            base = cut(init["baseURL"])
        except Failure as failure:
            raise InitFailure("baseURL", failure.reason) from None
        inherited = components_of(base)
        if not has_opaque_path(base):
            base_path = inherited["pathname"]
        for component, value in inherited.items():
            if type == "pattern" and component in ("username", "password"):
                continue  # A pattern does not inherit credentials.
            if _INHERITED_WITHOUT[component].isdisjoint(init):
                # The Standard does not escape the port of the base URL. The port has only digits, so escaping does not
                # change the port.
                result[component] = process_base_url_string(value, type)
    for component in COMPONENTS:  # Steps 12 to 20
        if component not in init:
            continue
        value = init[component]
        if component == "pathname" and base_path is not None and not is_absolute_pathname(value, type):
            value = process_base_url_string(base_path[: base_path.rfind("/") + 1], type) + value
        try:
            result[component] = _process(component, value, type, result.get("protocol", ""))
        except Failure as failure:
            raise InitFailure(component, failure.reason) from None
    return result


def process_base_url_string(input: str, type: InitType) -> str:
    return input if type == "url" else escape_pattern_string(input)


def is_absolute_pathname(input: str, type: InitType) -> bool:
    return input.startswith("/") or (type == "pattern" and input.startswith(("\\/", "{/")))


def _process(component: str, value: str, type: InitType, protocol_value: str) -> str:
    """*Process protocol for init* to *process hash for init*."""
    value = value.removesuffix(":" if component == "protocol" else "")
    value = value.removeprefix(_DELIMITERS_BEFORE.get(component, ""))
    if type == "pattern":
        return value
    if component == "port":
        return canonicalize_port(value, protocol_value)
    if component == "pathname" and protocol_value and protocol_value not in SPECIAL_SCHEMES:
        return canonicalize_opaque_pathname(value)
    return ENCODING_CALLBACKS[component](value)
