"""Validation of `URL`, `URLDecomposition` and `Annotated[..., standard]` as fields of pydantic's models.

pydantic calls a method of the class, or of its annotation, which returns a *core schema*. `import urldom` does not
import pydantic.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import signature
from typing import Any

import attrs

from urldom._errors import InvalidURLError, masked, wrong_type
from urldom._text.scalar_values import scalar_value_string
from urldom._values.parsed_url import ParsedURL
from urldom._values.url_value import URLValue


def core_schema(source: Any, handler: Any, standard: Any = None) -> Any:
    """Return the schema of a field of the type `source`.

    `source` is `URLDecomposition` or a subclass such as `URL`. With a standard, it can also be `ParsedURL`. `handler`
    comes from pydantic. `standard` is the standard in the annotation. `None` uses the type's own standard.

    The field accepts a string or a URL value that is an absolute URL under the standard. It is serialised as a string.
    Raises `TypeError`, when the model is defined, if the standard does not fit the type.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> from urldom import URLDecomposition, WHATWG
    >>> adapter = TypeAdapter(Annotated[URLDecomposition, WHATWG])
    >>> url = adapter.validate_python("HTTP://EXAMPLE.com")
    >>> url.origin, adapter.dump_json(url), adapter.json_schema()
    ('http://example.com', b'"http://example.com/"', {'format': 'uri', 'type': 'string'})
    """
    if standard is None:
        return handler.generate_schema(_Field(source, source))
    # `Annotated` can have other annotations between the type and the standard. The handler applies them too.
    return handler(_Field(source, _maker(source, standard)))


def _maker(kind: Any, standard: Any) -> Callable[[Any], Any]:
    """Return the function that makes a value of the class `kind` under the standard."""
    if kind is ParsedURL and isinstance(standard.resolve("http://example.com/"), ParsedURL):
        resolve: Callable[[Any], Any] = standard.resolve
        return resolve
    if kind is ParsedURL:
        raise TypeError(f"a ParsedURL must be annotated with WHATWG or HTML5, not {standard!r}")
    if isinstance(kind, _Field):
        raise TypeError(f"{kind.kind.__name__} is annotated with two standards: annotate it with one")
    if URLValue not in getattr(kind, "__mro__", ()) or not hasattr(kind, "__get_pydantic_core_schema__"):
        raise TypeError(f"{standard!r} must annotate URLDecomposition itself, not {kind!r}")
    try:
        signature(kind).bind("", standard=standard)
    except TypeError:
        raise TypeError(f"{kind.__name__} cannot be annotated with {standard!r}: it has its own standard") from None
    return partial(kind, standard=standard)


class _MaskedURL(str):
    """An invalid URL without its password. pydantic's error shows the input of the validation step that failed, so the
    URL must not contain its password."""

    reason: str

    def __new__(cls, url: str, reason: str) -> _MaskedURL:
        self = super().__new__(cls, url)
        self.reason = reason
        return self


def _refuse_masked(value: object) -> object:
    if isinstance(value, _MaskedURL):
        raise _parsing_error(value.reason)
    return value


def _parsing_error(reason: str) -> Exception:
    from pydantic_core import PydanticKnownError

    return PydanticKnownError("url_parsing", {"error": reason})


@attrs.frozen
class _Field:
    """The object whose schema pydantic uses instead of the schema of the annotated type."""

    kind: type
    make: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> Any:
        from pydantic_core import core_schema as schemas

        serialization = schemas.plain_serializer_function_ser_schema(self.serialize, return_schema=schemas.str_schema())
        # The string schema is only for the JSON schema. `validate` never calls its handler.
        steps: list[Any] = [
            schemas.no_info_wrap_validator_function(self.validate, schemas.str_schema()),
            schemas.no_info_plain_validator_function(_refuse_masked),
        ]
        return schemas.chain_schema(steps, serialization=serialization)

    def __get_pydantic_json_schema__(self, schema: object, handler: Callable[[object], dict[str, Any]]) -> Any:
        return {**handler(schema), "format": "uri"}

    def validate(self, value: object, _: object) -> Any:
        """Return the URL of a value. Raises an error from which pydantic makes a `ValidationError`."""
        if not isinstance(value, (str, URLValue)):
            from pydantic_core import PydanticKnownError

            raise PydanticKnownError("url_type")
        try:
            made = self.make(value)
            if not made:
                raise made.error
            text = str(made)
            if text != scalar_value_string(text):
                # HTML5 does not change a lone surrogate in a fragment, and JSON cannot contain it.
                raise InvalidURLError(text, "it contains a lone surrogate", "")
        except InvalidURLError as error:
            text = str(value)
            shown = masked(text)
            if shown != text:
                return _MaskedURL(shown, error.reason)
            raise _parsing_error(error.reason) from None
        return value if isinstance(value, self.kind) and value == made else made

    def serialize(self, value: object) -> str:
        """Return the string of a URL."""
        if not isinstance(value, self.kind):
            from pydantic_core import PydanticSerializationUnexpectedValue

            # After this error, pydantic tries the other members of a union.
            raise PydanticSerializationUnexpectedValue(str(wrong_type("the value", f"a {self.kind.__name__}", value)))
        return str(value)
