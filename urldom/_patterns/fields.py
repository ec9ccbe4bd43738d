"""Fields of pydantic models: the core schemas of `URLPattern` and `URLPatternList`.

This module imports pydantic only when pydantic requests a *core schema*. The classes pass themselves, because they are
defined in modules that import this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from urldom._errors import InvalidPatternError, masked, wrong_type
from urldom._patterns.url_components import COMPONENTS

#: A key that a mapping can have in addition to the components (URL Pattern Standard 1.2, URLPatternOptions).
_IGNORE_CASE = "ignoreCase"


def pattern_schema(kind: Any, write: Callable[[Any], dict[str, Any]]) -> Any:
    """Return the schema of a field of the type `kind`, which is `URLPattern`.

    The field accepts a pattern, a string or a mapping. The mapping can also have the key `ignoreCase`. `write`
    serializes a pattern as a mapping, whose validation returns an equal pattern.

    >>> from pydantic import TypeAdapter
    >>> from urldom import URLPattern
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
    # `in_json` is only for the JSON schema. The validator around `in_json` never calls it.
    steps: list[Any] = [
        schemas.no_info_wrap_validator_function(lambda value, _: _pattern_of(value, kind), in_json),
        schemas.no_info_plain_validator_function(_refuse_masked),
    ]
    return schemas.chain_schema(steps, serialization=_serialization(kind, write, schemas.dict_schema()))


def list_schema(kind: Any, items: Any, write: Callable[[Any], dict[str, Any]]) -> Any:
    """Return the schema of a field of the type `kind`, which is `URLPatternList`. `items` is the schema of an item."""
    from pydantic_core import core_schema as schemas

    # pydantic does not accept a `URLPatternList` as a list. So the first step converts it to a list.
    steps: list[Any] = [
        schemas.no_info_before_validator_function(
            lambda value: list(value) if isinstance(value, kind) else value, schemas.list_schema(items)
        ),
        schemas.no_info_plain_validator_function(kind),
    ]
    serialization = _serialization(kind, lambda patterns: list(map(write, patterns)), schemas.list_schema())
    return schemas.chain_schema(steps, serialization=serialization)


def _serialization(kind: type, write: Callable[[Any], object], written: Any) -> Any:
    from pydantic_core import PydanticSerializationUnexpectedValue
    from pydantic_core import core_schema as schemas

    def serialize(value: object) -> object:
        if not isinstance(value, kind):
            # pydantic catches this error. If the field has a union type, pydantic then tries the other types of the
            # union.
            raise PydanticSerializationUnexpectedValue(str(wrong_type("the value", f"a {kind.__name__}", value)))
        return write(value)

    return schemas.plain_serializer_function_ser_schema(serialize, return_schema=written)


class _MaskedText(str):
    """An invalid pattern without its password.

    An error of pydantic shows the input of the step that raises it. So one step masks the password, and the next step
    raises the error.
    """

    reason: str


class _MaskedMapping(dict[Any, Any]):
    """An invalid mapping without its password."""

    reason: str


def _pattern_of(value: Any, kind: Any) -> Any:
    """Return the pattern of a value, or an invalid value without its password. Raises pydantic's error otherwise."""
    if isinstance(value, kind):
        return value
    try:
        if value is None:
            raise wrong_type("a pattern", "a str or a mapping of components", value)
        if not isinstance(value, Mapping) or _IGNORE_CASE not in value:
            return kind(value)
        components = dict(cast("Mapping[str, Any]", value))
        ignore_case = components.pop(_IGNORE_CASE)
        if not isinstance(ignore_case, bool):
            raise wrong_type(_IGNORE_CASE, "a bool", ignore_case)
        return kind(components, ignore_case=ignore_case)
    except (InvalidPatternError, TypeError) as error:
        refused: _MaskedText | _MaskedMapping
        if isinstance(value, str) and masked(value) != value:
            refused = _MaskedText(masked(value))
        elif isinstance(value, Mapping) and "password" in value:
            refused = _MaskedMapping({**value, "password": "***"})
        else:
            raise _error(str(error)) from None
        refused.reason = str(error)
        return refused


def _refuse_masked(value: object) -> object:
    if isinstance(value, (_MaskedText, _MaskedMapping)):
        raise _error(value.reason)
    return value


def _error(reason: str) -> Exception:
    from pydantic_core import PydanticCustomError

    return PydanticCustomError("url_pattern", "{reason}", {"reason": reason})
