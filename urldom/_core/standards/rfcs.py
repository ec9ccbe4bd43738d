"""The standards that define URI references. Their steps to resolve one are also their reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple

from urldom._core.errors import Failure, shown
from urldom._core.standards.interface import Engine
from urldom._core.standards.names import StandardName
from urldom._core.standards.parts import Grammar, PageRules, ParsedT, References, StepReading
from urldom._core.standards.reference_forms import ReferenceForms
from urldom._core.standards.sentences import RFC3986_PARTS, RFC3986_STEPS, TABLE, address_of
from urldom._core.standards.table import ATTRIBUTES
from urldom._core.standards.table_model import TableModel
from urldom._core.text.percent_encoding import BARE_PERCENT
from urldom._core.values.pieces import (
    Pieces,
    components,
    from_components,
    href,
    is_absolute,
    with_path,
    with_query,
    with_written,
)
from urldom._core.values.reference_values import URIReference, resolve_reference
from urldom._core.values.telling import Say, Sentences, silent


def reference_engine(
    references: References[ParsedT],
    *,
    name: StandardName,
    cut_as_written: Callable[[str], Pieces],
    match: Callable[[str], re.Match[str] | None],
    sentences: Callable[[], Sentences],
    kept: Mapping[str, str] | None = None,
    forms: ReferenceForms | None = None,
    parameters_delimiter: str = "",
    base_may_be_unknown: bool = False,
) -> Engine[ParsedT]:
    """Return the engine of a standard that parses and resolves references. `match` matches those
    that its grammar allows. `kept` is described in `TableModel`, and the other arguments in
    `parts`."""
    way = _WayOfReferences(references, cut_as_written)
    grammar: Grammar[ParsedT] = Grammar(
        name=name,
        cut=way.cut,
        cut_as_written=cut_as_written,
        is_valid_url=lambda url, encoding: match(url) is not None,
        with_path=way.with_path,
        with_query=way.with_query,
        is_strict=True,
        references=references,
        forms=forms,
        parameters_delimiter=parameters_delimiter,
        base_may_be_unknown=base_may_be_unknown,
    )
    names = [row.component.name for row in ATTRIBUTES]
    model = TableModel({name: partial(way.settle, name) for name in names}, kept=kept)

    def read_base(base: str) -> str:
        grammar.cut_base(base)
        return base  # The steps use the base as it is.

    reading = StepReading(
        sentences=sentences,
        read_base=read_base,
        read=way.read,
        read_assignment=model.read_assignment,
    )
    return Engine(grammar=grammar, object_model=model, reading=reading, page_rules=PageRules())


class _WayOfReferences(Generic[ParsedT]):
    """Pieces from references: each function makes a reference into a string, and parses it
    again."""

    def __init__(
        self, references: References[ParsedT], cut_as_written: Callable[[str], Pieces]
    ) -> None:
        self._references = references
        self._cut_as_written = cut_as_written

    def cut(self, url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces:
        base_text = None if base is None else href(base)
        resolved = self._references.resolve(url, base_text)
        pieces = self._cut_as_written(str(resolved))
        if not is_absolute(pieces):
            raise Failure("it has no scheme")
        return with_written(pieces, url)

    def read(self, url: str, base: str | None, encoding: str, say: Say) -> ParsedT:
        return self._references.resolve(url, base, say)

    def with_query(self, pieces: Pieces, query: str) -> Pieces:
        return self.settle("query", with_query(pieces, query))

    def with_path(self, pieces: Pieces, path: str) -> Pieces:
        return self.settle("path", with_path(pieces, path))

    def settle(self, changed: str, pieces: Pieces) -> Pieces:
        """Apply the integrity rule (ruling 17) to pieces whose component `changed` is new."""
        output = href(pieces)
        try:
            read_back = self._cut_as_written(output)
            resolved = self.cut(output)
        except Failure:
            raise Failure(
                f"the URL would become {shown(output)}, which is not an absolute URL"
            ) from None
        expected = components(pieces)
        *before, query, fragment = expected
        # Under RFC 1808, an empty query or fragment becomes absent.
        expected_under_rfc1808 = (*before, query or None, fragment or None)
        if components(read_back) not in (expected, expected_under_rfc1808):
            raise Failure(
                f"the URL would become {shown(output)}, which differs in more than the {changed}"
            )
        if href(resolved) == output:
            return with_written(resolved, None)
        return with_written(resolved, output)


class ReferenceGrammar(NamedTuple):
    """A grammar that parses references, which are resolved by RFC 3986 section 5.2."""

    #: Matches a reference. The groups are scheme, userinfo, host, port, path, query and fragment.
    match: Callable[[str], re.Match[str] | None]
    #: The step that parses a reference, and the section on the base.
    parsing_step: str
    base_section: str
    #: The production that matches a reference, and what it is called, in errors.
    production: str
    noun: str
    #: The members of a character class: the characters that a reference can contain.
    characters: str
    #: Returns a reason of the standard's own why a reference does not match, or `None`.
    own_reason: Callable[[str], str | None] = lambda url: None

    def sentences(self) -> Sentences:
        return Sentences(
            address=address_of,
            sequences=(
                {
                    self.parsing_step: (
                        f"The reference is parsed by the grammar of {self.noun} reference."
                    ),
                    **RFC3986_STEPS,
                },
            ),
            others={
                "RFC 3986 section 5.2.1": "The base has to have a scheme.",
                **RFC3986_PARTS,
                **TABLE,
            },
            base=self.base_section,
            parsing=(self.parsing_step,),
            depths=dict.fromkeys(RFC3986_PARTS, 1),
        )

    def parse(self, url: str) -> URIReference:
        match = self._matched(url)
        scheme, _, host, _, path, query, fragment = match.groups()
        authority = None
        if host is not None:
            # The authority begins after the scheme, its colon and two slashes, and ends where the
            # path begins.
            start = match.end(1) + 1 if scheme else 0
            authority = url[start + 2 : match.start(5)]
        return URIReference(scheme, authority, path, query, fragment)

    def resolve(
        self, url: str, base: str | None, say: Say = silent, *, strict: bool = True
    ) -> URIReference:
        """Return the target of a reference, and report each step of the standard. Raises
        `Failure`."""
        say(self.parsing_step, url)
        reference = self.parse(url)
        base_uri = None
        if base is not None:
            try:
                base_uri = self.parse(base)
            except Failure as failure:
                raise Failure(f"its base is not {self.noun}: {failure.reason}") from None
        say(self.parsing_step, None, reference)
        return resolve_reference(reference, base_uri, say, strict=strict)

    def cut_as_written(self, url: str) -> Pieces:
        components: Any = self._matched(url).groups()
        return from_components(components, url)

    def _matched(self, url: str) -> re.Match[str]:
        match = self.match(url)
        if match is None:
            raise Failure(self.own_reason(url) or self._reason(url))
        return match

    def _reason(self, url: str) -> str:
        """Return the reason why the grammar does not match the URL."""
        forbidden = re.search(f"[^{self.characters}]", url)
        if forbidden is not None:
            return f"it contains {forbidden[0]!r}, which must be percent-encoded in {self.noun}"
        if BARE_PERCENT.search(url):
            return "it contains a percent sign without two hexadecimal digits after it"
        if url.count("#") > 1:
            return "it contains two number signs"
        return f"it does not match the {self.production}"

    def engine(
        self, name: StandardName, kept: Mapping[str, str] | None = None
    ) -> Engine[URIReference]:
        return reference_engine(
            References(parse=self.parse, resolve=self.resolve),
            name=name,
            cut_as_written=self.cut_as_written,
            match=self.match,
            sentences=self.sentences,
            kept=kept,
        )
