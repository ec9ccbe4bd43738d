"""Names for the parts of responses and requests in other libraries."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import Hints, hint, hints_for, use

LINK_NAMES: Final = {
    **hint('use `dict(link.parameters).get("{name}")`', "title", "type", "hreflang", "media"),
    **use("parameters", "params", "attributes"),
    **use("url", "href", "target", "uri"),
    **use("rel", "relation", "rels"),
}


@hints_for("a Link", LINK_NAMES)
class LinkHints(Hints):
    __slots__ = ()


REFRESH_NAMES: Final = {
    **use("seconds", "delay", "time", "timeout"),
    **use("url", "href", "target", "location"),
}


@hints_for("a Refresh", REFRESH_NAMES)
class RefreshHints(Hints):
    __slots__ = ()


DATA_NAMES: Final = {
    **use("media_type", "mimetype", "mime_type", "content_type", "type"),
    **use("body", "data", "content"),
}


@hints_for("a Data", DATA_NAMES)
class DataHints(Hints):
    __slots__ = ()


REQUEST_NAMES: Final = {
    **hint(
        "use `requests.request(s.method, s.url, headers=s.headers, data=s.body)`", "send", "submit"
    ),
    **use("entries", "fields", "values", "params", "form_data"),
    **use('headers["Content-Type"]', "content_type"),
    **use("url", "action", "href"),
    **use("body", "data", "content"),
    **use("redirected(status, response.headers)", "redirect", "follow", "next", "next_request"),
}


@hints_for("a Request", REQUEST_NAMES)
class RequestHints(Hints):
    __slots__ = ()
