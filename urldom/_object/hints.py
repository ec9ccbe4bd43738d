"""Names from other libraries and from scripts, each with its equivalent in urldom."""

from __future__ import annotations

from typing import Final

_PARAMS: Final = "use `params`, a mapping of the query's names and values, or `search`"
_SEGMENTS: Final = "use `segments`"
_SUFFIX: Final = "use `pathlib.PurePosixPath(url.segments[-1])`"
_JOIN: Final = "use `urldom.resolve(reference, url)` or `URL(reference, url)`"
_SET_PARAMS: Final = 'use `params`, on a copy: `new = url.replace(); new.params["name"] = "value"`, or `.update(...)`'
_ONLY_PARAMS: Final = "use `params`, without the old query: `new = url.replace(search=None); new.params.update(...)`"
_CREDENTIALS: Final = "use `username` and `password`, or `credentials`"

#: The keys are names that a URL of urldom does not have.
NAMES_ELSEWHERE: Final = {
    # The URL class in a script
    "hostName": "use `hostname`",
    "pathName": "use `pathname`",
    "userName": "use `username`",
    "passWord": "use `password`",
    "searchParams": "use `search_params` of `urldom.URL`, or `params`",
    "canParse": "use `can_parse` of `urldom.URL`",
    "toJSON": "use `to_json` of `urldom.URL`, or `href`",
    "toString": "use `str(url)` or `href`",
    # Names of urllib.parse, which most libraries share
    "scheme": "use `protocol`",
    "netloc": f"use `host`; for the user, {_CREDENTIALS}",
    "authority": f"use `host`; for the user, {_CREDENTIALS}",
    "path": "use `pathname`",
    "query": _PARAMS,
    "fragment": "use `hash`",
    "geturl": "use `href`",
    "_replace": "use `replace(...)`",
    "user": "use `username`",
    "userinfo": _CREDENTIALS,
    # yarl
    "raw_path": "use `pathname`",
    "raw_host": "use `hostname`",
    "raw_user": "use `username`",
    "raw_password": "use `password`",
    "raw_fragment": "use `hash`",
    "query_string": "use `search`",
    "raw_query_string": "use `search`",
    "path_qs": "use `pathname` and `search`",
    "raw_path_qs": "use `pathname` and `search`",
    "raw_authority": f"use `host`; for the user, {_CREDENTIALS}",
    "host_subcomponent": "use `hostname`",
    "host_port_subcomponent": "use `host`",
    "path_safe": "use `pathname`",
    "is_default_port": "use `effective_port == default_port`",
    "explicit_port": "use `port`, or `effective_port`",
    "parts": _SEGMENTS,
    "raw_parts": _SEGMENTS,
    "name": "use `segments[-1]`",
    "raw_name": "use `segments[-1]`",
    "suffix": _SUFFIX,
    "suffixes": _SUFFIX,
    "raw_suffix": _SUFFIX,
    "raw_suffixes": _SUFFIX,
    "parent": "use `del url.segments[-1]` on a copy, or `URL('.', url)`",
    "human_repr": "use `display()`",
    "absolute": "use `bool(url)`",
    "is_absolute": "use `bool(url)`",
    "relative": "use `relative_to(base)`",
    "join": _JOIN,
    "joinpath": 'use `url / "segment"`',
    "with_scheme": "use `replace(protocol=...)`",
    "with_user": "use `replace(username=...)`",
    "with_password": "use `replace(password=...)`",
    "with_host": "use `replace(hostname=...)`",
    "with_port": "use `replace(port=...)`",
    "with_path": "use `replace(pathname=...)`",
    "with_name": "use `segments[-1] = ...` on a copy",
    "with_suffix": "use `segments[-1] = ...` on a copy",
    "with_query": _ONLY_PARAMS,
    "update_query": _SET_PARAMS,
    "extend_query": _SET_PARAMS,
    "without_query_params": 'use `params.pop("name", None)` on a copy',
    "without_fragment": "use `replace(hash=None)`",
    "query_params": _PARAMS,
    "resolve": _JOIN,
    "with_fragment": "use `replace(hash=...)`",
    # httpx
    "copy_with": "use `replace(...)`",
    "copy_set_param": _SET_PARAMS,
    "copy_add_param": "use `params.add(name, value)`",
    "copy_remove_param": 'use `del url.params["name"]`',
    "copy_merge_params": _SET_PARAMS,
    "is_absolute_url": "use `bool(url)`",
    "is_relative_url": "use `not url`",
    # furl
    "args": "use `params`",
    "url": "use `href`",
    "set": "use `assign(...)`",
    "add": "use `params.add(name, value)`",
    "remove": "use `replace(...)` with `None`, or `del url.params[...]`",
    "copy": "use `copy.copy(url)`, or `replace(...)`",
    "tostr": "use `str(url)`",
    "asdict": "use `attrs.asdict(url.parsed)`",
}
