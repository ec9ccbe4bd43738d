"""Names of a URL, of parameters and of a pattern in other libraries and in scripts, each with its name in urldom."""

from __future__ import annotations

from typing import Final


def _by_name(names_by_hint: dict[str, str]) -> dict[str, str]:
    return {name: hint for hint, names in names_by_hint.items() for name in names.split()}


_CREDENTIALS: Final = "use `username` and `password`, or `credentials`"

#: The hint for each name that a URL does not have. They come from scripts, urllib.parse, yarl, httpx and furl.
OF_A_URL: Final = _by_name(
    {
        "use `protocol`": "scheme",
        f"use `host`; for the user, {_CREDENTIALS}": "netloc authority raw_authority",
        "use `host`": "host_port_subcomponent",
        "use `hostname`": "hostName raw_host host_subcomponent",
        "use `port`, or `effective_port`": "explicit_port",
        "use `effective_port == default_port`": "is_default_port",
        "use `pathname`": "pathName path raw_path path_safe",
        "use `pathname` and `search`": "path_qs raw_path_qs",
        "use `search`": "query_string raw_query_string",
        "use `hash`": "fragment raw_fragment",
        "use `username`": "userName user raw_user",
        "use `password`": "passWord raw_password",
        _CREDENTIALS: "userinfo",
        "use `href`": "geturl url",
        "use `str(url)` or `href`": "toString",
        "use `str(url)`": "tostr",
        "use `to_json` of `urldom.URL`, or `href`": "toJSON",
        "use `can_parse` of `urldom.URL`": "canParse",
        "use `display()`": "human_repr",
        "use `bool(url)`": "absolute is_absolute is_absolute_url",
        "use `not url`": "is_relative_url",
        "use `relative_to(base)`": "relative",
        "use `urldom.resolve(reference, url)` or `URL(reference, url)`": "join resolve",
        "use `segments`": "parts raw_parts",
        "use `segments[-1]`": "name raw_name",
        "use `pathlib.PurePosixPath(url.segments[-1])`": "suffix suffixes raw_suffix raw_suffixes",
        "use `segments[-1] = ...` on a copy": "with_name with_suffix",
        "use `del url.segments[-1]` on a copy, or `URL('.', url)`": "parent",
        'use `url / "segment"`': "joinpath",
        "use `params`": "args",
        "use `params`, a mapping of the query's names and values, or `search`": "query query_params",
        "use `search_params` of `urldom.URL`, or `params`": "searchParams",
        'use `params`, on a copy: `new = url.replace(); new.params["name"] = "value"`, or `.update(...)`': (
            "update_query extend_query copy_set_param copy_merge_params"
        ),
        "use `params`, without the old query: `new = url.replace(search=None); new.params.update(...)`": "with_query",
        'use `params.pop("name", None)` on a copy': "without_query_params",
        "use `params.add(name, value)`": "copy_add_param add",
        'use `del url.params["name"]`': "copy_remove_param",
        "use `replace(...)` with `None`, or `del url.params[...]`": "remove",
        "use `replace(...)`": "_replace copy_with",
        "use `replace(protocol=...)`": "with_scheme",
        "use `replace(username=...)`": "with_user",
        "use `replace(password=...)`": "with_password",
        "use `replace(hostname=...)`": "with_host",
        "use `replace(port=...)`": "with_port",
        "use `replace(pathname=...)`": "with_path",
        "use `replace(hash=...)`": "with_fragment",
        "use `replace(hash=None)`": "without_fragment",
        "use `assign(...)`": "set",
        "use `copy.copy(url)`, or `replace(...)`": "copy",
        "use `attrs.asdict(url.parsed)`": "asdict",
    }
)
OF_PARAMS: Final = _by_name(
    {
        "use `get_all(name)`": "getAll getall getlist get_list",
        "use `params[name]`": "getone",
        "use `add(name, value)`": "append",
        "use `params[name] = [...]`": "addlist",
        "use `del params[name]`": "remove delete",
        "use `name in params`": "has",
        "use `params[name] = value`": "set",
        "use `update(...)`": "merge",
        "use `pairs()`": "multi_items allitems",
    }
)
#: The component (URL Pattern Standard 1.2) for each of its names in other APIs.
OF_A_PATTERN: Final[dict[object, str]] = {
    "scheme": "protocol",
    "host": "hostname",
    "path": "pathname",
    "query": "search",
    "fragment": "hash",
    "base_url": "baseURL",
    "base": "baseURL",
}
