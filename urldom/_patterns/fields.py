"""Fields of pydantic models: the core schemas of `URLPattern` and `URLPatternList`, which pass themselves as `kind`."""

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
    """
    from pydantic_core import core_schema as schemas

    text = schemas.str_schema()
    fields = {name: schemas.typed_dict_field(text, required=False) for name in (*COMPONENTS, "baseURL")}
    fields[_IGNORE_CASE] = schemas.typed_dict_field(schemas.bool_schema(), required=False)
    in_json = schemas.union_schema([text, schemas.typed_dict_schema(fields, extra_behavior="forbid")])
    # `in_json` is only for the JSON schema. The validator around `in_json` never calls it.
    serialization = _serialization(kind, write, schemas.dict_schema())
    return schemas.no_info_wrap_validator_function(
        lambda value, _: _pattern_of(value, kind), in_json, serialization=serialization
    )


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


def _pattern_of(value: Any, kind: Any) -> Any:
    """Return the pattern of a value. Raises pydantic's error, which shows an invalid value without its password."""
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
        from pydantic_core import PydanticCustomError, ValidationError

        shown: Any = masked(value) if isinstance(value, str) else cast(Any, value)
        if isinstance(value, Mapping) and "password" in value:
            shown = {**cast("Mapping[str, Any]", value), "password": "***"}
        reason = PydanticCustomError("url_pattern", "{reason}", {"reason": str(error)})
        raise ValidationError.from_exception_data(kind.__name__, [{"type": reason, "input": shown}]) from None
