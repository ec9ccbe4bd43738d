"""The hints at the right names: each name is absent, and its hint names what exists."""

from __future__ import annotations

import re

import pytest

import urldom
from urldom import URL, URLPattern
from urldom._hints import OF_A_PATTERN, OF_A_URL, OF_PARAMS

EXAMPLE = URL("https://example.com/a?b=c")


@pytest.mark.parametrize(("owner", "hints"), [(EXAMPLE, OF_A_URL), (EXAMPLE.params, OF_PARAMS)], ids=["URL", "params"])
def test_a_missing_name_has_its_hint(owner, hints):
    kind = "a URL" if hints is OF_A_URL else "params"
    for name, hint in hints.items():
        with pytest.raises(AttributeError) as caught:
            getattr(owner, name)
        assert str(caught.value) == f"{kind} has no attribute {name!r}: {hint}"
        assert name not in dir(owner)


@pytest.mark.parametrize(("owner", "hints"), [(EXAMPLE, OF_A_URL), (EXAMPLE.params, OF_PARAMS)], ids=["URL", "params"])
def test_hints_name_attributes_that_exist(owner, hints):
    for hint in hints.values():
        for name in re.findall(r"`(\w+)`|`(\w+)\(", hint):
            found = name[0] or name[1]
            assert (
                hasattr(owner, found)
                or hasattr(URL, found)
                or hasattr(urldom, found)
                or found in {"str", "bool", "None"}
            )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("netloc", "use `host`; for the user, use `username` and `password`, or `credentials`"),
        ("raw_path", "use `pathname`"),
        ("with_query", "use `params`, without the old query: `new = url.replace(search=None); new.params.update(...)`"),
    ],
)
def test_hints_of_a_url(name, hint):
    assert OF_A_URL[name] == hint


@pytest.mark.parametrize("name", [*OF_A_PATTERN])
def test_hints_of_a_pattern(name):
    with pytest.raises(TypeError, match=f"'{name}': use {OF_A_PATTERN[name]}$"):
        URLPattern({name: "x"})


#: The names in the URL class of a script, and in urllib.parse, yarl, httpx, furl and w3lib, that a URL here lacks.
NAMES_OF_A_URL = """
scheme netloc authority raw_authority host_port_subcomponent hostName raw_host host_subcomponent explicit_port
is_default_port pathName path raw_path path_safe path_qs raw_path_qs query_string raw_query_string fragment
raw_fragment userName user raw_user passWord raw_password userinfo geturl url toString tostr toJSON canParse human_repr
absolute is_absolute is_absolute_url is_relative_url relative join resolve parts raw_parts name raw_name suffix
suffixes raw_suffix raw_suffixes with_name with_suffix parent joinpath args query query_params searchParams
update_query extend_query copy_set_param copy_merge_params with_query without_query_params copy_add_param add
copy_remove_param remove _replace copy_with with_scheme with_user with_password with_host with_port with_path
with_fragment without_fragment set copy asdict
"""
#: The names in URLSearchParams of a script, and in the multidicts of other libraries, that `Params` lacks
NAMES_OF_PARAMS = """
getAll getall getlist get_list getone append addlist remove delete has set merge multi_items allitems
"""


@pytest.mark.parametrize(("owner", "names"), [(EXAMPLE, NAMES_OF_A_URL), (EXAMPLE.params, NAMES_OF_PARAMS)])
def test_names_of_other_libraries_have_a_hint(owner, names):
    for name in names.split():
        with pytest.raises(AttributeError, match=f"has no attribute '{name}': use "):
            getattr(owner, name)


@pytest.mark.parametrize(
    ("name", "component"),
    [
        ("scheme", "protocol"),
        ("host", "hostname"),
        ("path", "pathname"),
        ("query", "search"),
        ("fragment", "hash"),
        ("base_url", "baseURL"),
        ("base", "baseURL"),
    ],
)
def test_component_of_a_pattern_has_its_name_in_the_standard(name, component):
    with pytest.raises(TypeError, match=f"'{name}': use {component}$"):
        URLPattern({name: "x"})


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("set", "use `assign(...)`"),
        ("user", "use `username`"),
        ("path", "use `pathname`"),
        ("fragment", "use `hash`"),
        ("scheme", "use `protocol`"),
        ("query_string", "use `search`"),
        ("name", "use `segments[-1]`"),
        ("toString", "use `str(url)` or `href`"),
        ("userinfo", "use `username` and `password`, or `credentials`"),
    ],
)
def test_url_has_a_hint_at_the_right_name(name, hint):
    with pytest.raises(AttributeError) as caught:
        getattr(EXAMPLE, name)
    assert str(caught.value) == f"a URL has no attribute '{name}': {hint}"


@pytest.mark.parametrize(
    ("name", "hint"),
    [("getlist", "use `get_all(name)`"), ("set", "use `params[name] = value`"), ("append", "use `add(name, value)`")],
)
def test_params_have_a_hint_at_the_right_name(name, hint):
    with pytest.raises(AttributeError) as caught:
        getattr(EXAMPLE.params, name)
    assert str(caught.value) == f"params has no attribute '{name}': {hint}"
