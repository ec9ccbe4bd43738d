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
