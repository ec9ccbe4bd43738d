"""The *core schemas* by which urldom's classes are fields of pydantic's models.

They also serve `Annotated[..., standard]`. The classes pass themselves, because their modules
import this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from inspect import signature
from typing import Any, cast

import attrs

from urldom._core.errors import InvalidPatternError, InvalidURLError, wrong_type
from urldom._core.passwords import masked
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.parsed_url import ParsedURL
from urldom._core.values.url_value import URLValue

#: A key that a mapping can have in addition to the components (URL Pattern Standard 1.2,
#: URLPatternOptions).
_IGNORE_CASE = "ignoreCase"


def _schema(read: Callable[[Any], Any], described: Any, serialization: Any) -> Any:
    """Return the schema of a field.

    `described` is only for the JSON schema: `read` is called instead of it.
    """
    from pydantic_core import core_schema as schemas

    return schemas.no_info_wrap_validator_function(
        lambda value, _: read(value), described, serialization=serialization
    )


def _refused(kind: type, problem: Any, given: object, **context: object) -> Exception:
    """Return pydantic's error for a value, which shows `given`, the value without its password."""
    from pydantic_core import ValidationError

    return ValidationError.from_exception_data(
        kind.__name__, [{"type": problem, "input": given, "ctx": context}]
    )


def _serialization(kind: type, write: Callable[[Any], object], written: Any) -> Any:
    from pydantic_core import PydanticSerializationUnexpectedValue
    from pydantic_core import core_schema as schemas

    def serialize(value: object) -> object:
        if not isinstance(value, kind):
            # After this error, pydantic tries the other members of a union.
            error = wrong_type("the value", f"a {kind.__name__}", value)
            raise PydanticSerializationUnexpectedValue(str(error))
        return write(value)

    return schemas.plain_serializer_function_ser_schema(serialize, return_schema=written)


def url_schema(source: Any, handler: Any, standard: Any = None) -> Any:
    """Return the schema of a field for absolute URLs.

    `source` is `URLDecomposition`, a subclass, or, with an annotation's standard, `ParsedURL`.
    Raises `TypeError` if the standard does not fit the type.
    """
    if standard is None:
        return handler.generate_schema(_URLField(source, source))
    # The handler also applies other annotations between the type and the standard.
    return handler(_URLField(source, _maker(source, standard)))


def _maker(kind: Any, standard: Any) -> Callable[[Any], Any]:
    """Return the function that makes a value of the class `kind` under the standard."""
    if kind is ParsedURL:
        resolve: Callable[[Any], Any] = standard.resolve
        if not isinstance(resolve("http://example.com/"), ParsedURL):
            raise TypeError(f"a ParsedURL must be annotated with WHATWG or HTML5, not {standard!r}")
        return resolve
    if isinstance(kind, _URLField):
        raise TypeError(
            f"{kind.kind.__name__} is annotated with two standards: annotate it with one"
        )
    is_url_class = URLValue in getattr(kind, "__mro__", ())
    if not is_url_class or not hasattr(kind, "__get_pydantic_core_schema__"):
        raise TypeError(
            f"{standard!r} must annotate FrozenURL or URLDecomposition itself, not {kind!r}"
        )
    try:
        signature(kind).bind("", standard=standard)
    except TypeError:
        raise TypeError(
            f"{kind.__name__} cannot be annotated with {standard!r}: it has its own standard"
        ) from None
    return partial(kind, standard=standard)


@attrs.frozen
class _URLField:
    """The object whose schema pydantic uses instead of the schema of the annotated type."""

    kind: type
    make: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> Any:
        from pydantic_core import core_schema as schemas

        text = schemas.str_schema()
        return _schema(self.read, text, _serialization(self.kind, str, text))

    def __get_pydantic_json_schema__(
        self, schema: object, handler: Callable[[object], dict[str, Any]]
    ) -> Any:
        return {**handler(schema), "format": "uri"}

    def read(self, value: object) -> Any:
        """Return the URL of a value. Raises pydantic's error, without the password."""
        from pydantic_core import PydanticKnownError

        if not isinstance(value, (str, URLValue)):
            raise PydanticKnownError("url_type")
        try:
            made = self.make(value)
            if not made:  # a `URLDecomposition` of an invalid URL
                raise made.error
            text = str(made)
            if text != scalar_value_string(text):
                # HTML5 does not change a lone surrogate in a fragment, and JSON cannot contain it.
                raise InvalidURLError(text, "it contains a lone surrogate", "")
        except InvalidURLError as error:
            given = masked(str(value))
            raise _refused(self.kind, "url_parsing", given, error=error.reason) from None
        # A URL object that the standard does not change is kept, not copied.
        return value if isinstance(value, self.kind) and value == made else made


def pattern_schema(
    kind: Any, components: Iterable[str], write: Callable[[Any], dict[str, Any]]
) -> Any:
    """Return the schema of a field for a `URLPattern`, a string, or a mapping.

    `write` serializes a pattern as a mapping, from which validation makes an equal pattern.
    """
    from pydantic_core import core_schema as schemas

    text = schemas.str_schema()
    names = (*components, "baseURL")
    fields = {name: schemas.typed_dict_field(text, required=False) for name in names}
    fields[_IGNORE_CASE] = schemas.typed_dict_field(schemas.bool_schema(), required=False)
    mapping = schemas.typed_dict_schema(fields, extra_behavior="forbid")
    serialization = _serialization(kind, write, schemas.dict_schema())
    described = schemas.union_schema([text, mapping])
    return _schema(partial(_pattern_of, kind=kind), described, serialization)


def list_schema(kind: Any, items: Any, write: Callable[[Any], dict[str, Any]]) -> Any:
    """Return the schema of a field for a `URLPatternList`. `items` is the schema of an item."""
    from pydantic_core import core_schema as schemas

    # pydantic does not accept a `URLPatternList` as a list, so the first step converts it.
    def listed(value: Any) -> Any:
        return list(value) if isinstance(value, kind) else value

    def write_all(patterns: Any) -> list[dict[str, Any]]:
        return [write(pattern) for pattern in patterns]

    validated = schemas.no_info_before_validator_function(listed, schemas.list_schema(items))
    serialization = _serialization(kind, write_all, schemas.list_schema())
    return schemas.no_info_after_validator_function(kind, validated, serialization=serialization)


def _pattern_of(value: Any, kind: Any) -> Any:
    """Return the pattern of a value. Raises pydantic's error, without the password."""
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
        from pydantic_core import PydanticCustomError

        reason = PydanticCustomError("url_pattern", "{reason}", {"reason": str(error)})
        if isinstance(value, Mapping) and "password" in value:
            value = {**cast("Mapping[str, Any]", value), "password": "***"}
        given = masked(value) if isinstance(value, str) else cast(object, value)
        raise _refused(kind, reason, given) from None
