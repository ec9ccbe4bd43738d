"""`URLPattern` and `URLPatternList` as fields of pydantic models."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

pytest.importorskip("pydantic")

from pydantic import BaseModel, TypeAdapter, ValidationError

from tests.cases import each_case
from urldom.patterns import URLPattern, URLPatternList
from urldom.strategies import url_patterns

ONE: TypeAdapter[Any] = TypeAdapter(URLPattern)
MANY: TypeAdapter[Any] = TypeAdapter(URLPatternList)
TEXT = "https://*.example.com/user/:id"
PATTERN = URLPattern(TEXT)


class Scope(BaseModel):
    allow: URLPatternList
    start: URLPattern | None = None


@each_case(
    ("value", "expected"),
    [
        (TEXT, PATTERN),
        (PATTERN, PATTERN),
        ({"pathname": "/a"}, URLPattern(pathname="/a")),
        ({"pathname": "b", "baseURL": "https://h/a/"}, URLPattern("b", "https://h/a/")),
        ({"pathname": "/a", "ignoreCase": True}, URLPattern(pathname="/a", ignore_case=True)),
        ({"ignoreCase": False}, URLPattern()),
    ],
)
@each_case("strict", [False, True])
def test_pattern_is_validated_from_each_form(
    value: object, expected: URLPattern, strict: bool
) -> None:
    assert ONE.validate_python(value, strict=strict) == expected
    assert MANY.validate_python([value, TEXT], strict=strict) == URLPatternList([expected, PATTERN])


def test_pattern_list_is_accepted_unchanged() -> None:
    assert MANY.validate_python(URLPatternList([TEXT])) == URLPatternList([TEXT])
    assert MANY.validate_python([]) == URLPatternList([])


@given(url_patterns())
def test_pattern_is_read_back_from_json(pattern: URLPattern) -> None:
    assert ONE.validate_json(ONE.dump_json(pattern)) == pattern
    assert ONE.validate_python(ONE.dump_python(pattern)) == pattern
    patterns = URLPatternList([pattern, PATTERN])
    assert MANY.validate_json(MANY.dump_json(patterns)) == patterns


def test_pattern_is_serialized_as_its_components() -> None:
    scope = Scope(allow=["https://h/*", URLPattern(pathname="/A", ignore_case=True)])  # type: ignore[arg-type]
    assert scope.model_dump(exclude_none=True) == {
        "allow": [
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/*"},
            {"pathname": "/A", "ignoreCase": True},
        ]
    }
    assert Scope.model_validate_json(scope.model_dump_json()) == scope


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (
            "https://h/(",
            (
                "the pattern '/(' of the component pathname is not valid: a parenthesis is not"
                " closed, at 1"
            ),
        ),
        ("/a", "a relative pattern needs a base"),
        ({"scheme": "https"}, "unknown component 'scheme': use protocol"),
        ({"port": 80}, "port must be a str, not int"),
        ({"ignoreCase": 1}, "ignoreCase must be a bool, not int"),
        (5, "a pattern must be a str or a mapping of components, not int"),
        (None, "not None"),
        (b"https://h/", "not bytes"),
    ],
)
def test_invalid_pattern_raises_a_validation_error_with_the_reason(
    value: object, words: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        ONE.validate_python(value)
    (error,) = caught.value.errors()
    assert (error["type"], error["loc"]) == ("url_pattern", ())
    assert words in error["msg"]
    with pytest.raises(ValidationError) as caught:
        MANY.validate_python([TEXT, value])
    assert [each["loc"] for each in caught.value.errors()] == [(1,)]


@pytest.mark.parametrize("value", [5, TEXT, {"pathname": "/a"}, None])
def test_only_a_list_is_a_pattern_list(value: object) -> None:
    with pytest.raises(ValidationError, match="list"):
        MANY.validate_python(value)


@pytest.mark.parametrize(
    "value", ["https://u:secret@h/(", {"password": "secret("}, {"password": "secret", "port": "("}]
)
def test_errors_do_not_show_passwords(value: object) -> None:
    for adapter, given_value in ((ONE, value), (MANY, [value])):
        with pytest.raises(ValidationError) as caught:
            adapter.validate_python(given_value)
        assert "secret" not in f"{caught.value}{caught.value.errors()}"


def test_json_schema_has_each_form_of_a_pattern() -> None:
    text, mapping = ONE.json_schema()["anyOf"]
    assert text == {"type": "string"}
    assert {"protocol", "hash", "baseURL", "ignoreCase"} < {*mapping["properties"]}
    assert mapping["additionalProperties"] is False
    schema = MANY.json_schema()
    assert (schema["type"], len(schema["items"]["anyOf"])) == ("array", 2)
