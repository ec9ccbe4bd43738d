"""URL Standard 6.1: the setters of the URL class, step by step, for `urldom.explain`. They call the basic URL parser
with a state override (URL Standard 4.4), which reports its states."""

from __future__ import annotations

from typing import Final

from urldom._errors import SetterReturned
from urldom._standards.whatwg.state_machine import BasicURLParser, State, basic_url_parse
from urldom._standards.whatwg.url_record import URLRecord
from urldom._text.percent_encode_sets import USERINFO
from urldom._text.scalar_values import scalar_value_string
from urldom._values.telling import Say

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
    """Run the setter steps of the attribute `name` on a URL. Raises `SetterReturned` if they return before a change.
    After a `Failure`, the URL keeps the changes that the parser made before."""
    if name in ("username", "password", "port") and url.cannot_have_username_password_port:
        raise SetterReturned(f"a URL without a host, or a file URL, cannot have a {name}")
    if name in ("host", "hostname", "pathname") and url.has_opaque_path:
        raise SetterReturned("a URL with an opaque path cannot have a host, and its path cannot be replaced")
    if name in ("username", "password"):
        setattr(url, name, USERINFO.encode(scalar_value_string(value)))
    elif name in _REMOVABLE and not value:
        setattr(url, _REMOVABLE[name], None)
    else:
        if name == "protocol":
            value = f"{value}:"
        elif name == "pathname":
            url.path = ""
        elif name in ("search", "hash"):
            value = value.removeprefix("?" if name == "search" else "#")
        basic_url_parse(value, say=say, url=url, override=_OVERRIDES[name])
