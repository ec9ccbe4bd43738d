"""Names for the parts of a column's URLs in other libraries and in SQL."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import Hints, hint, hints_for, use

COLUMN_NAMES: Final = {
    **hint(
        "use `decompose(attributes=[...])`",
        "parse",
        "parse_url",
        "urlparse",
        "urlsplit",
        "components",
    ),
    **hint("use `errors()`, which is null for a valid URL", "is_valid", "valid", "error"),
    **use("matches(patterns)", "match", "test", "contains"),
    **hint("use `hostname`, or `registrable_domain`", "domain", "domain_name"),
    **use("param(name)", "get_param", "query_param", "extract_url_parameter"),
    **use("registrable_domain", "registered_domain", "etld_plus_one", "fld"),
    **use("set(...)", "assign", "replace", "with_host", "with_path", "with_query"),
    **use("resolve(base)", "join", "urljoin", "absolute"),
    **use("href", "url", "normalize", "canonicalize"),
    **use("hostname", "host_name", "raw_host"),
    **use("pathname", "path"),
    **use("search", "query", "query_string"),
    **use("host", "netloc", "authority"),
    **use("protocol", "scheme"),
    **use("hash", "fragment"),
    **use("username", "user"),
}


@hints_for("a URLAccessor", COLUMN_NAMES)
class URLAccessorHints(Hints):
    __slots__ = ()


@hints_for("`.url`", COLUMN_NAMES)
class URLNamespaceHints(Hints):
    __slots__ = ()
