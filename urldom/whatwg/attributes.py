"""6.1 URL class: the getters and the setters of the attributes, on a URL record.

The HTML Standard's `HTMLHyperlinkElementUtils` has the same ones, but for `href`. A query that is set
is in UTF-8 there too, whatever the document's encoding.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from urldom.whatwg.parsing import BasicURLParser, basic_url_parse, basic_url_parse_into
from urldom.whatwg.percent_encoding import USERINFO, scalar_value_string, utf_8_percent_encode
from urldom.whatwg.url_record import URLRecord
from urldom.whatwg.validation import Failure


def origin(url: URLRecord) -> str:
    """4.7 The origin of a URL, serialized: `"null"` for an opaque one.

    >>> origin(basic_url_parse("blob:https://whatwg.org/d0360e2f")), origin(basic_url_parse("data:,x"))
    ('https://whatwg.org', 'null')
    """
    if url.scheme in ("ftp", "http", "https", "ws", "wss"):
        return f"{url.scheme}://{url.hostport}"
    if url.scheme == "blob":
        # There is no blob URL store, and so no blob URL entry.
        try:
            path_url = basic_url_parse(url.path)
        except Failure:
            return "null"
        if path_url.scheme in ("http", "https"):
            return origin(path_url)
    return "null"


def set_protocol(url: URLRecord, value: str) -> None:
    basic_url_parse_into(url, f"{value}:", BasicURLParser.scheme_start_state)


def set_username(url: URLRecord, value: str) -> None:
    if url.cannot_have_username_password_port:
        raise Failure("a URL without a host, or a file URL, has no username")
    url.username = utf_8_percent_encode(scalar_value_string(value), USERINFO)


def set_password(url: URLRecord, value: str) -> None:
    if url.cannot_have_username_password_port:
        raise Failure("a URL without a host, or a file URL, has no password")
    url.password = utf_8_percent_encode(scalar_value_string(value), USERINFO)


def set_host(url: URLRecord, value: str) -> None:
    if url.has_opaque_path:
        raise Failure("a URL with an opaque path has no host")
    basic_url_parse_into(url, value, BasicURLParser.host_state)


def set_hostname(url: URLRecord, value: str) -> None:
    if url.has_opaque_path:
        raise Failure("a URL with an opaque path has no host")
    basic_url_parse_into(url, value, BasicURLParser.hostname_state)


def set_port(url: URLRecord, value: str) -> None:
    if url.cannot_have_username_password_port:
        raise Failure("a URL without a host, or a file URL, has no port")
    if value == "":
        url.port = None
    else:
        basic_url_parse_into(url, value, BasicURLParser.port_state)


def set_pathname(url: URLRecord, value: str) -> None:
    if url.has_opaque_path:
        raise Failure("an opaque path cannot be replaced")
    url.path = ""
    basic_url_parse_into(url, value, BasicURLParser.path_start_state)


def set_search(url: URLRecord, value: str) -> None:
    if value == "":
        url.query = None
    else:
        basic_url_parse_into(url, value.removeprefix("?"), BasicURLParser.query_state)


def set_hash(url: URLRecord, value: str) -> None:
    if value == "":
        url.fragment = None
    else:
        basic_url_parse_into(url, value.removeprefix("#"), BasicURLParser.fragment_state)


#: The setter steps of each attribute, given the URL and a value. They raise `Failure` where they stop early; what they
#: have done until then stays done.
SETTERS: Final[dict[str, Callable[[URLRecord, str], None]]] = {
    "protocol": set_protocol,
    "username": set_username,
    "password": set_password,
    "host": set_host,
    "hostname": set_hostname,
    "port": set_port,
    "pathname": set_pathname,
    "search": set_search,
    "hash": set_hash,
}
