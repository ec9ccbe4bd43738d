"""The states of a URL object: detached or live, and absolute or not.

Two fields of an object hold its URL: `_pieces` is the parsed-URL value, and `_state` records how
the value was made. There are two kinds of states. A constructor chooses one of them, and the object
keeps it for its whole life.

- A *detached* URL has no base, or a base that is a fixed URL. `_pieces` is its value, which a
  getter reads and an assignment replaces as a whole. Its state is a `Detached`, which never
  changes, so that URLs that were made in the same way share it.
- A *live* URL has a base context, such as a page. `_pieces` is always `None`. Its state is a
  `Live`, which belongs to this object alone, and which keeps a *reference*: the string as written.
  Each access resolves the reference again, against the base that the context has now.

A URL of either kind is *absolute* or not. If it is not, because its string is invalid or relative,
its pieces are the standard's `no_url` with the string as written. Its attributes are then empty
(but under `WHATWG`, `protocol` is `":"`), and `error` says why.

    kind       absolute      changed by an assignment     becomes absolute, or ceases to be, by
    ---------  ------------  ---------------------------  -----------------------------------------
    detached   yes           yes: `_pieces`               `href = ...`, of `WHATWG` only
    detached   no            no: the value is rejected    `href = ...`, of `WHATWG` only
    live       yes           yes: the reference           a change of the context, or `href = ...`
    live       no            no: the value is rejected    a change of the context, or `href = ...`

The constructors of `URL` and `FrozenURL` make detached, absolute URLs only. A `URL` stays absolute,
because its `href` raises an error instead, and a `FrozenURL` does not change at all.

Only two statements change an object: `_pieces = ...` for a detached URL, in `URLDecomposition` and
in the setter of `URL.search`, and `Live.reference = ...`, in the *common setter action* of
`URLDecomposition`. They follow the setter of the standard, which either returns all nine pieces of
the output or raises an error. So another thread reads the old URL or the new one, and never a part
of each. The output is written as an absolute URL, and so is the unchanged input if a value was
rejected (ruling 18, with its exceptions). A link that was relative then resolves to the same URL on
each base: it is still live, but it no longer follows its base.

What stays true:

- `_pieces` is `None` if and only if `_state` is a `Live`. The hottest getters rely on it: they read
  `_pieces or _read()`.
- The pieces meet `pieces.check_invariants`, and if the URL is absolute, parsing `href` makes the
  same pieces.
- A `Live` looks up the standard and the encoding that the constructor did not receive, at each
  access. Its `engine` is that of its `standard`, and both are those of the last access.
- A *reading* that a `Live` keeps has the pieces that its string makes with its base. It is used
  only for the same string and the same `BaseValue`, which `current_base` returns until the base
  changes.
- A copy of a live URL is a live URL on the same context. `frozen()` makes a detached one.

A subclass of `Live` can keep its reference elsewhere, such as in an attribute of a page.
"""

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
    """The way in which a URL without a base context was made: its engine, base URL and encoding.

    It never changes."""

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


#: Caches the states. Each pair of a standard and an encoding needs one. A URL with a base has a
#: `Detached` of its own, because programs have as many base URLs as pages.
detached = lru_cache(64)(Detached)


class Live:
    """The state of a live URL: a reference, and the base context against which it is resolved.

    It belongs to one URL object."""

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
        last = None
        if self._reading is not None:
            _, last, _ = self._reading
        base = base_of_context(self.base, self.given_standard, self.given_encoding, last)
        if base.engine is not self.engine:
            self.engine, self.standard = base.engine, base.engine.standard
        return base

    def current_standard(self) -> Standard:
        if self.given_standard is None:
            standard = self.base.standard
            if standard is not self.standard:
                self.standard = find_standard(standard)
                self.engine = engine_of(self.standard)
        return self.standard

    def given(self) -> tuple[Standard | None, str | None]:
        return self.given_standard, self.given_encoding

    def read(self) -> Pieces:
        return self.read_string(self.reference)

    def read_string(self, reference: str) -> Pieces:
        """Return the pieces that a reference makes with the current base."""
        base = self.current_base()
        if self._reading is not None:
            read_reference, read_base, pieces = self._reading
            if read_base is base and read_reference == reference:
                return pieces
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
