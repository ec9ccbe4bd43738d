"""The integrity rule (ruling 17) for each component: a new component may change or break the URL."""

from __future__ import annotations

import pytest

from urldom import HTML5
from urldom._errors import Failure
from urldom._standards.interface import engine_of

ENGINE = engine_of(HTML5)


@pytest.mark.parametrize(
    ("url", "name", "value", "expected"),
    [
        ("x://h/a#\\", "protocol", "http", "http://h/a#/"),
        ("http://h/a", "protocol", "x", "x://h/a"),
        ("http://h/", "hostname", "bücher", "http://xn--bcher-kva/"),
        ("http://h/", "host", "[::1]:8", "http://[::1]:8/"),
        ("http://h/", "pathname", "/a/../b/.", "http://h/b/"),
        ("http://h/", "pathname", "//a", "http://h//a"),
        ("x:/a", "pathname", "/b/./c", "x:/b/c"),
    ],
)
def test_new_component_is_resolved(url, name, value, expected):
    changed = ENGINE.setters[name](ENGINE.cut(url), value)
    assert "".join(changed[:8]) == expected == ENGINE.resolve_string(expected)


@pytest.mark.parametrize(
    ("url", "name", "value", "reason"),
    [
        ("x:/a", "protocol", "http", "it has no host, but http: URLs need one"),
        ("x://h/", "protocol", "mailto", "it has an authority, but mailto: URLs cannot have one"),
        ("x://\\@h/", "protocol", "http", "the userinfo contains a backslash, which would end the authority"),
        ("http://h/", "hostname", "[x]", "it begins with a bracket, but is not an IP address in brackets"),
        ("x:/a", "pathname", "//b", "it has no authority, and its path begins"),
        ("x:/a", "pathname", "/.//b", "it has no authority, and its path begins"),
    ],
)
def test_component_that_would_break_the_url_is_rejected(url, name, value, reason):
    with pytest.raises(Failure) as caught:
        ENGINE.setters[name](ENGINE.cut(url), value)
    assert caught.value.reason.startswith(reason)
