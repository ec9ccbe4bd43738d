"""The two states of a URL object.

A *detached* URL stores its own pieces. Its state never changes, so URLs that were made in the same
way share it. A *live* URL stores a reference in its state, which is resolved against a base context
at each access."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, TypeAlias

from urldom._core.contexts.base_argument import base_of_context
from urldom._core.contexts.base_value import BaseValue
from urldom._core.contexts.copying import restore
from urldom._core.contexts.protocol import BaseContext, apart_from_tree
from urldom._core.errors import Failure, InvalidURLError
from urldom._core.standards.interface import Engine, Standard, engine_of
from urldom._core.standards.parts import ObjectModel, Setter
from urldom._core.standards.registry import find_standard
from urldom._core.text.encodings import output_encoding
from urldom._core.values.pieces import Pieces, with_written, written
from urldom._core.values.url_value import url_text


def resolved(url: str, base: BaseValue) -> Pieces:
    """Resolve `url` against `base` (HTML5 2.6.3). If `url` does not resolve, return the standard's
    `no_url`."""
    try:
        return base.cut(url)
    except Failure:
        return with_written(base.engine.object_model.no_url, url)


class Detached:
    """The way in which a URL without a base context was made: its engine, base URL and encoding."""

    __slots__ = (
        "base",
        "base_url",
        "cut",
        "encoding",
        "engine",
        "is_element",
        "object_model",
        "setters",
        "standard",
    )

    base: str | None
    base_url: str | None
    #: Cuts a URL without a base into pieces. Raises `Failure` for an invalid URL.
    cut: Callable[[str], Pieces]

    def __init__(
        self, engine: Engine, encoding: str, base: str | None = None, is_element: bool = True
    ) -> None:
        """`is_element` is true for the URL of an element, and false for a `URL` object. Their
        setters differ."""
        self.engine: Engine = engine
        #: A part of the engine, which reading an attribute needs.
        self.object_model: ObjectModel = engine.object_model
        self.standard: Standard = engine.standard
        self.encoding: str = encoding
        self.base = self.base_url = base
        self.is_element: bool = is_element
        self.setters: Mapping[str, Setter] = (
            engine.object_model.element_setters if is_element else engine.object_model.setters
        )
        output = output_encoding(encoding)
        cut = engine.grammar.cut
        self.cut = cut if output == "utf-8" else partial(cut, encoding=output)

    def current_base(self) -> BaseValue:
        return BaseValue(self.engine, self.base, self.encoding)

    def current_standard(self) -> Standard:
        return self.standard

    def given(self) -> tuple[Standard, str]:
        """Return the standard and the encoding that were given to the constructor."""
        return self.standard, self.encoding

    def copy(self) -> Detached:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.standard, self.encoding, self.base, self.is_element)


def _restored(standard: Standard, encoding: str, base: str | None, is_element: bool) -> Detached:
    return detached(engine_of(standard), encoding, base, is_element)


#: Caches the states. Each pair of a standard and an encoding needs one.
detached = lru_cache(64)(Detached)


class Live:
    """The state of a live URL: a reference, and the base context against which it is resolved."""

    __slots__ = (
        "_reading",
        "base",
        "engine",
        "given_encoding",
        "given_standard",
        "reference",
        "standard",
    )

    #: A cache of the last reading: the string and the base, and the resulting pieces.
    _reading: tuple[str, BaseValue, Pieces] | None

    def __init__(
        self, reference: str, base: BaseContext, standard: Standard | None, encoding: str | None
    ) -> None:
        """If `standard` or `encoding` is `None`, the base context's standard or encoding is
        used."""
        self.reference: str = reference
        self.base: BaseContext = base
        self.given_standard: Standard | None = standard
        self.given_encoding: str | None = encoding
        #: The standard of the last reading, and its engine.
        self.standard: Standard = find_standard(base.standard) if standard is None else standard
        self.engine: Engine = engine_of(self.standard)
        self._reading = None

    @property
    def object_model(self) -> ObjectModel:
        return self.engine.object_model

    @property
    def encoding(self) -> str:
        return self.base.encoding if self.given_encoding is None else self.given_encoding

    @property
    def base_url(self) -> str:
        return url_text(self.base.base_url, "a base URL")

    @property
    def setters(self) -> Mapping[str, Setter]:
        return self.object_model.element_setters

    def current_base(self) -> BaseValue:
        """Return the base of the context, which is the base of the last reading itself if nothing
        has changed."""
        reading = self._reading
        last = None if reading is None else reading[1]
        base = base_of_context(self.base, self.given_standard, self.given_encoding, last)
        if base.engine is not self.engine:
            self.engine, self.standard = base.engine, base.engine.standard
        return base

    def current_standard(self) -> Standard:
        if self.given_standard is None and (standard := self.base.standard) is not self.standard:
            self.standard = find_standard(standard)
            self.engine = engine_of(self.standard)
        return self.standard

    def given(self) -> tuple[Standard | None, str | None]:
        return self.given_standard, self.given_encoding

    def read(self) -> Pieces:
        return self.read_string(self.reference)

    def read_string(self, reference: str) -> Pieces:
        base = self.current_base()
        reading = self._reading
        if reading is not None and reading[1] is base and reading[0] == reference:
            return reading[2]
        pieces = resolved(reference, base)
        self._reading = reference, base, pieces
        return pieces

    def copy(self) -> Live:
        return Live(self.reference, self.base, self.given_standard, self.given_encoding)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Return the state for a deep copy or a pickle, without the cached reading and the tree of
        the base context."""
        slots = {name: getattr(self, name) for name in Live.__slots__ if name != "engine"}
        return None, slots | {"_reading": None, "base": apart_from_tree(self.base)}

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        restore(self, state)
        self.engine = engine_of(self.standard)


URLState: TypeAlias = Detached | Live


def why_not_absolute(state: URLState, pieces: Pieces) -> InvalidURLError | None:
    """Return the error of a URL that does not resolve, or `None`."""
    try:
        state.current_base().absolute_pieces(written(pieces))
    except InvalidURLError as error:
        return error
    return None
