"""Names for the parts of parsed URLs and of standards in other libraries."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import Hints, hint, hints_for, use

_VALUE_NAMES: Final = {
    **use("urldom.resolve(reference, url)", "resolve", "join", "urljoin"),
    **use("attrs.asdict(url)", "asdict", "_asdict", "to_dict"),
    **use("str(url)", "href", "geturl", "toString"),
    **use("query", "search", "query_string"),
    **use("path", "pathname"),
    **use("fragment", "hash", "anchor"),
    **use("scheme", "protocol"),
}
_REPLACE: Final = {
    **use("attrs.evolve(url, ...)", "replace", "_replace"),
}
PARSED_URL_NAMES: Final = {
    **_VALUE_NAMES,
    **hint("use `urldom.URL(url).{name}`", "params", "segments", "origin", "effective_port"),
    **use("authority", "netloc"),
    **use("userinfo", "username", "user", "password"),
    **use("replace(...)", "_replace", "with_path"),
    **use("host", "hostname", "domain"),
}


@hints_for("a ParsedURL", PARSED_URL_NAMES)
class ParsedURLHints(Hints):
    __slots__ = ()


#: Parts that a `URIReference` and a `GenericRL` leave together in the authority
_PARTS_OF_AN_AUTHORITY: Final = ("host", "hostname", "port", "userinfo", "username", "password")

URI_REFERENCE_NAMES: Final = {
    **_VALUE_NAMES,
    **_REPLACE,
    **hint(
        "use `authority`, which is not split",
        "netloc",
        *_PARTS_OF_AN_AUTHORITY,
    ),
}


@hints_for("a URIReference", URI_REFERENCE_NAMES)
class URIReferenceHints(Hints):
    __slots__ = ()


GENERIC_RL_NAMES: Final = {
    **_VALUE_NAMES,
    **_REPLACE,
    **hint(
        "use `net_loc`, which is not split",
        "netloc",
        "authority",
        *_PARTS_OF_AN_AUTHORITY,
    ),
}


@hints_for("a GenericRL", GENERIC_RL_NAMES)
class GenericRLHints(Hints):
    __slots__ = ()


STANDARD_NAMES: Final = {
    **use("is_valid_url(url)", "is_valid", "validate"),
    **use("resolve(url, base)", "join", "urljoin"),
    **use("parse(url)", "urlparse", "urlsplit"),
}


@hints_for("a Standard", STANDARD_NAMES)
class StandardHints(Hints):
    __slots__ = ()


PARSED_URL_KEYWORDS: Final = {
    **hint("use `userinfo`, `host` and `port`", "netloc", "authority", "hostport"),
    **use("userinfo", "username", "user", "password"),
    **use("scheme", "protocol"),
    **use("host", "hostname", "domain"),
    **use("path", "pathname"),
    **use("query", "search", "params", "query_string"),
    **use("fragment", "hash", "anchor"),
}
