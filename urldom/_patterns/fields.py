"""Fields of pydantic models: the core schemas of `URLPattern` and `URLPatternList`.

This module imports pydantic only when pydantic requests a *core schema*.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from urldom._errors import InvalidPatternError, masked, wrong_type
from urldom._patterns.init import COMPONENTS
from urldom._patterns.lists import URLPatternList
from urldom._patterns.pattern import URLPattern

#: A key that a mapping can have in addition to the components (URL Pattern Standard 1.2, URLPatternOptions).
_IGNORE_CASE = "ignoreCase"


def components_of(pattern: URLPattern) -> dict[str, Any]:
    """Return the components of a pattern that are not `"*"`, and `ignoreCase` if it is true, as a mapping for JSON.

    >>> components_of(URLPattern("https://example.com/a/*", ignore_case=True))
    {'protocol': 'https', 'hostname': 'example.com', 'port': '', 'pathname': '/a/*', 'ignoreCase': True}
    """
    components: dict[str, Any] = {name: getattr(pattern, name) for name in COMPONENTS}
    found = {name: text for name, text in components.items() if text != "*"}
    return {**found, _IGNORE_CASE: True} if pattern.ignore_case else found


def pattern_schema() -> Any:
    """Return the schema of a field of the type `URLPattern`.

    The field accepts a pattern, a string or a mapping. The mapping can also have the key `ignoreCase`. `components_of`
    serializes a pattern as a mapping. The validation of this mapping returns an equal pattern.

    >>> from pydantic import TypeAdapter
    >>> adapter = TypeAdapter(URLPattern)
    >>> pattern = adapter.validate_python("https://example.com/a/*")
    >>> adapter.dump_json(pattern)
    b'{"protocol":"https","hostname":"example.com","port":"","pathname":"/a/*"}'
    >>> adapter.validate_json(adapter.dump_json(pattern)) == pattern
    True
    """
    from pydantic_core import core_schema as schemas

    text = schemas.str_schema()
    fields = {name: schemas.typed_dict_field(text, required=False) for name in (*COMPONENTS, "baseURL")}
    fields[_IGNORE_CASE] = schemas.typed_dict_field(schemas.bool_schema(), required=False)
    in_json = schemas.union_schema([text, schemas.typed_dict_schema(fields, extra_behavior="forbid")])
    serialization = schemas.plain_serializer_function_ser_schema(
        lambda value: components_of(_checked(value, URLPattern)), return_schema=schemas.dict_schema()
    )
    # `in_json` is only for the JSON schema. The validator around `in_json` never calls it.
    steps: list[Any] = [
        schemas.no_info_wrap_validator_function(lambda value, _: _pattern_of(value), in_json),
        schemas.no_info_plain_validator_function(_refuse_masked),
    ]
    return schemas.chain_schema(steps, serialization=serialization)


def list_schema() -> Any:
    """Return the schema of a field of the type `URLPatternList`. Each item is validated as a `URLPattern`."""
    from pydantic_core import core_schema as schemas

    # pydantic does not accept a `URLPatternList` as a list. So the first step converts it to a list.
    steps: list[Any] = [
        schemas.no_info_before_validator_function(
            lambda value: list(value) if isinstance(value, URLPatternList) else value,
            schemas.list_schema(pattern_schema()),
        ),
        schemas.no_info_plain_validator_function(URLPatternList),
    ]
    serialization = schemas.plain_serializer_function_ser_schema(
        lambda value: list(map(components_of, _checked(value, URLPatternList))), return_schema=schemas.list_schema()
    )
    return schemas.chain_schema(steps, serialization=serialization)


class _MaskedText(str):
    """An invalid pattern without its password.

    An error of pydantic shows the input of the step that raises it. So one step masks the password, and the next step
    raises the error.
    """

    reason: str


class _MaskedMapping(dict[Any, Any]):
    """An invalid mapping without its password."""

    reason: str


def _pattern_of(value: Any) -> Any:
    """Return the pattern of a value. Raises an error that pydantic turns into a `ValidationError`."""
    if isinstance(value, URLPattern):
        return value
    try:
        if value is None:
            raise wrong_type("a pattern", "a str or a mapping of components", value)
        if not isinstance(value, Mapping) or _IGNORE_CASE not in value:
            return URLPattern(cast(Any, value))
        components = dict(cast("Mapping[str, Any]", value))
        ignore_case = components.pop(_IGNORE_CASE)
        if not isinstance(ignore_case, bool):
            raise wrong_type(_IGNORE_CASE, "a bool", ignore_case)
        return URLPattern(components, ignore_case=ignore_case)
    except (InvalidPatternError, TypeError) as error:
        return _refused(value, str(error))


def _refused(value: Any, reason: str) -> Any:
    """Raise an error with `reason`.

    If the value has a password, return the masked value instead, and do not raise the error.

    The next step raises the error for a masked value.
    """
    refused: _MaskedText | _MaskedMapping
    if isinstance(value, str) and masked(value) != value:
        refused = _MaskedText(masked(value))
    elif isinstance(value, Mapping) and "password" in value:
        refused = _MaskedMapping({**value, "password": "***"})
    else:
        raise _error(reason) from None
    refused.reason = reason
    return refused


def _refuse_masked(value: object) -> object:
    if isinstance(value, (_MaskedText, _MaskedMapping)):
        raise _error(value.reason)
    return value


def _error(reason: str) -> Exception:
    from pydantic_core import PydanticCustomError

    return PydanticCustomError("url_pattern", "{reason}", {"reason": reason})


def _checked(value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        from pydantic_core import PydanticSerializationUnexpectedValue

        # pydantic catches this error. If the field has a union type, pydantic then tries the other types of the union.
        raise PydanticSerializationUnexpectedValue(str(wrong_type("the value", f"a {kind.__name__}", value)))
    return value
