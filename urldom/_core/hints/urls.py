"""Names for the parts of a URL object and of its params in other libraries."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import Hints, hint, hints_for, use

URL_NAMES: Final = {
    **hint(
        "use `host`; for the user, use `username` and `password`, or `credentials`",
        "netloc",
        "authority",
        "raw_authority",
    ),
    **hint(
        "use `hostname`, or `urldom.hosts.registrable_domain(url.hostname)`",
        "domain",
        "registered_domain",
        "registrable_domain",
    ),
    **hint(
        'use `params`, on a copy: `new = url.replace(); new.params["name"] = "value"`',
        "update_query",
        "copy_set_param",
    ),
    **hint(
        "use `params`, on a copy: `new = url.replace(); new.params.update(...)`",
        "extend_query",
        "copy_merge_params",
    ),
    **hint(
        "use `urldom.resolve(reference, url)` or `URL(reference, url)`",
        "join",
        "resolve",
        "urljoin",
        "click",
    ),
    **use("href", "geturl", "url", "uri", "to_text"),
    **hint(
        "use `params`, a mapping of the query's names and values, or `search`",
        "query",
        "query_params",
    ),
    **use("display()", "human_repr", "to_iri"),
    **hint(
        "use `urldom.whatwg.Origin.from_url(url).same_origin(...)`", "same_origin", "is_same_origin"
    ),
    **use("username", "userName", "user", "raw_user"),
    **hint(
        "use `replace(params=...)`, or `replace(search=...)` for a str", "with_query", "with_params"
    ),
    **use("replace(username=...)", "with_user"),
    **use(
        "pathlib.PurePosixPath(url.segments[-1])",
        "suffix",
        "suffixes",
        "raw_suffix",
        "raw_suffixes",
    ),
    **use("host", "host_port_subcomponent", "hostport"),
    **hint('use `params.pop("name", None)` on a copy', "without_query_params", "copy_remove_param"),
    **use("segments[-1]", "name", "raw_name", "filename"),
    **use('replace(segments=[*url.segments[:-1], "name"])', "with_name", "with_suffix", "sibling"),
    **use("segments", "parts", "raw_parts", "path_segments"),
    **hint('use `replace(segments=url.segments[:-1])`, or `URL(".", url)`', "parent"),
    **use("str(url)", "tostr", "startswith", "endswith", "split", "encode"),
    **hint("use `username` and `password`, or `credentials`", "userinfo", "auth"),
    **hint("use `href`, which is normalized", "normalize", "canonicalize"),
    **hint("use `search_params` of `urldom.URL`, or `params`", "searchParams"),
    **hint("use `can_parse` of `urldom.URL`", "canParse", "is_valid"),
    **hint("use `pathname` and `search`", "path_qs", "raw_path_qs", "request_uri"),
    **use("search", "query_string", "raw_query_string", "querystring"),
    **use("urldom.hosts.public_suffix(url.hostname)", "public_suffix", "tld"),
    **hint("use `params.add(name, value)`", "copy_add_param", "add"),
    **hint("use `to_json` of `urldom.URL`, or `href`", "toJSON"),
    **use("attrs.asdict(url.parsed)", "asdict", "_asdict", "to_dict"),
    **use("protocol", "scheme"),
    **use("effective_port == default_port", "is_default_port"),
    **use("bool(url)", "absolute", "is_absolute", "is_absolute_url"),
    **use("assign(...)", "set"),
    **hint("use `port`, or `effective_port`", "explicit_port"),
    **use("hostname", "hostName", "raw_host", "host_subcomponent"),
    **use("params", "args", "query_dict"),
    **use("urldom.hosts.same_site(url, other)", "same_site"),
    **hint("use `copy.copy(url)`, or `replace(...)`", "copy"),
    **use("not url", "is_relative_url"),
    **use("pathname", "pathName", "path", "raw_path", "path_safe"),
    **use("replace(...)", "_replace", "copy_with", "evolve"),
    **use("replace(hostname=...)", "with_host"),
    **hint("use `replace(...)` with `None`", "remove"),
    **use("replace(password=...)", "with_password"),
    **use("replace(hash=None)", "without_fragment"),
    **use("hash", "fragment", "raw_fragment", "anchor"),
    **hint("use `str(url)` or `href`", "toString"),
    **use("replace(protocol=...)", "with_scheme"),
    **use("replace(pathname=...)", "with_path"),
    **use("replace(hash=...)", "with_fragment"),
    **use("password", "passWord", "raw_password"),
    **use('url / "segment"', "joinpath", "child"),
    **use("replace(port=...)", "with_port"),
    **use("relative_to(base)", "relative"),
    **hint('use `urldom.URL.from_path("/a/path")`', "from_file_path", "from_uri", "as_uri"),
    **hint("use `to_path` of `urldom.URL`", "to_file_path"),
}


@hints_for("a URL", URL_NAMES)
class URLHints(Hints):
    __slots__ = ()


URL_DECOMPOSITION_NAMES: Final = {
    **hint("use `params`, or `search_params` of `urldom.URL`", "search_params"),
    **use("href", "to_json"),
    **hint("use `urldom.URL.{name}`", "build", "parse", "can_parse"),
}


@hints_for("a URLDecomposition", URL_DECOMPOSITION_NAMES)
class URLDecompositionHints(URLHints):
    __slots__ = ()


FROZEN_URL_NAMES: Final = {
    **hint(
        'use `new = URL(url); new.params.pop("name", None); new.frozen()`',
        "copy_remove_param",
        "without_query_params",
    ),
    **hint(
        'use `replace(params=[*url.params.pairs(), ("name", "value")])`',
        "add",
        "extend_query",
        "copy_add_param",
        "copy_merge_params",
    ),
    **hint(
        'use `new = URL(url); new.params["name"] = "value"; new.frozen()`',
        "update_query",
        "copy_set_param",
    ),
    **use("replace(...)", "assign", "set"),
    **hint("use `params`, or `URL(url).search_params`", "search_params", "searchParams"),
}


@hints_for("a FrozenURL", FROZEN_URL_NAMES)
class FrozenURLHints(URLHints):
    __slots__ = ()


FROZEN_PARAMS_NAMES: Final = {
    **use("get_all(name)", "getAll", "getall", "getlist", "get_list"),
    **use("pairs()", "multi_items", "allitems", "entries"),
    **hint(
        "a FrozenURL never changes: use `url.replace(params=...)`, or `URL(url).params`",
        "add",
        "set",
        "update",
        "pop",
        "setdefault",
        "clear",
    ),
    **use("str(params)", "toString"),
    **use("dict(params)", "to_dict"),
    **use("params[name]", "getone"),
    **use("name in params", "has"),
}


@hints_for("params", FROZEN_PARAMS_NAMES)
class FrozenParamsHints(Hints):
    __slots__ = ()


PARAMS_NAMES: Final = {
    **use("del params[name]", "remove", "delete"),
    **use("params[name] = [...]", "addlist"),
    **use("params[name] = value", "set"),
    **use("add(name, value)", "append"),
    **use("update(...)", "merge"),
}


@hints_for("params", PARAMS_NAMES)
class ParamsHints(FrozenParamsHints):
    __slots__ = ()


SEARCH_PARAMS_NAMES: Final = {
    **use("list(params)", "entries", "items", "pairs", "keys", "values", "forEach"),
    **use("get_all(name)", "getAll", "getall", "getlist"),
    **use("append(name, value)", "add"),
    **use("delete(name)", "remove", "pop"),
    **use("set(name, value)", "update"),
    **use("str(params)", "toString"),
    **use("size", "length"),
}


@hints_for("a URLSearchParams", SEARCH_PARAMS_NAMES)
class URLSearchParamsHints(Hints):
    __slots__ = ()


ORIGIN_NAMES: Final = {
    **use("urldom.URL(str(origin)).{name}", "protocol", "host", "hostname", "port"),
    **use("same_origin(other)", "is_same_origin", "equals"),
    **use("str(origin)", "serialize", "toString", "origin"),
    **use("same_site(other)", "is_same_site"),
    **use("from_url(url)", "parse", "of"),
    **use("opaque", "is_opaque"),
}


@hints_for("an Origin", ORIGIN_NAMES)
class OriginHints(Hints):
    __slots__ = ()


BUILD_KEYWORDS: Final = {
    **hint(
        "use `host`, and `port` for a port", "hostname", "netloc", "authority", "domain", "server"
    ),
    **use("path", "pathname"),
    **hint("pass each part without escapes, or use `urldom.URL(...)`", "encoded"),
    **hint("use `fragment`, without a number sign", "hash", "anchor"),
    **hint("use `username` and `password`", "userinfo", "credentials", "auth"),
    **hint("use `urldom.URL(reference, base)`", "base", "url", "href"),
    **hint("use `query`, without a question mark", "search"),
    **hint("use `scheme`, without a colon", "protocol"),
    **use("segments", "path_segments", "parts"),
    **use("query", "params", "query_params", "query_string"),
    **use("username", "user"),
}
