"""The attributes for each component are read-only, documented and typed."""

from __future__ import annotations

import inspect

import pytest

from urldom.patterns import URLPattern, URLPatternResult

COMPONENTS = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")


@pytest.mark.parametrize("name", COMPONENTS)
@pytest.mark.parametrize(("kind", "value"), [(URLPattern, "str"), (URLPatternResult, "URLPatternComponentResult")])
def test_attribute_has_a_type_and_an_example(kind: type, value: str, name: str) -> None:
    attribute = vars(kind)[name]
    assert isinstance(attribute, property)
    assert inspect.signature(attribute.fget).return_annotation == value  # type: ignore[arg-type]
    assert f">>> {'pattern' if kind is URLPattern else 'result'}.{name}" in inspect.getdoc(attribute)  # type: ignore[operator]
    assert name in inspect.getdoc(attribute).splitlines()[0]  # type: ignore[union-attr]


def test_assignment_is_refused_with_a_reason() -> None:
    pattern = URLPattern({})
    with pytest.raises(AttributeError, match="a pattern is immutable: make a new one with another hostname"):
        pattern.hostname = "h"  # type: ignore[arg-type, misc] # pyright: ignore
    with pytest.raises(AttributeError, match="a result is immutable"):
        pattern.exec("https://h/").hostname = "h"  # type: ignore # pyright: ignore
