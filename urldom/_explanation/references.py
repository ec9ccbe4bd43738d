"""RFC 3986 section 5.2, RFC 2396 section 5.2 and RFC 1808 section 4, step by step, as `resolve_reference` of each
standard does them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from urldom._errors import Failure
from urldom._explanation.paths import LOOKS_AT_PATHS, narrate_paths
from urldom._explanation.steps import Span, Step, Values, changed, failure_of, spans_of
from urldom._explanation.watching import Call, Look
from urldom._standards.rfc1808 import RFC1808
from urldom._standards.rfc2396 import RFC2396
from urldom._standards.rfc3986 import RFC3986
from urldom._standards.table import ReferenceStandard

_COMPONENTS: Final = ("scheme", "net_loc", "authority", "path", "params", "query", "fragment")


class _Document(NamedTuple):
    """An RFC: its number, the section that its steps are numbered in, the one in which the reference is parsed, and
    what each of them does, by its citation in the code."""

    number: str
    section: str
    parsing: str
    says: Mapping[str, str]

    def begin(self, citation: str) -> Step:
        """The step that a citation is of, with nothing made yet."""
        section, says = citation.replace("appendix a", "appendix A"), self.says[citation]
        if citation.startswith("step"):
            return Step(f"RFC {self.number} {self.section} {citation}", says, _address(self.number, self.section))
        return Step(f"RFC {self.number} {section}", says, _address(self.number, section))


def _address(number: str, section: str) -> str:
    """Where an RFC has a section or an appendix, or the first of several.

    >>> _address("1808", "sections 2.4.5 and 2.4.6")
    'https://www.rfc-editor.org/rfc/rfc1808#section-2.4.5'
    """
    kind, name = section.split()[:2]
    return f"https://www.rfc-editor.org/rfc/rfc{number}#{kind.removesuffix('s')}-{name}"


_DOCUMENTS: Final = {
    "rfc3986": _Document(
        "3986",
        "section 5.2",
        "appendix a",
        {
            "appendix a": "The reference is parsed by the grammar of a URI reference.",
            "section 5.2.1": "The base URI has to have a scheme.",
            "section 5.2.2": "What the reference lacks is the base's, up to the first component that it has; dot "
            "segments are removed.",
            "section 5.3": "The components are put together.",
        },
    ),
    "rfc2396": _Document(
        "2396",
        "section 5.2",
        "step 1",
        {
            "step 1": "The reference is parsed into its components (section 4.3).",
            "section 5.2": "The base has to have a scheme.",
            "step 2": "A reference that is empty or only a fragment is one to the base itself.",
            "step 3": "A reference with a scheme is absolute; any other has the base's.",
            "step 4": "A reference without an authority has the base's.",
            "steps 5 and 6": "A path without a slash before it goes behind the last slash of the base's path, and "
            '"." and ".." segments are removed.',
            "step 7": "The components are put together.",
        },
    ),
    "rfc1808": _Document(
        "1808",
        "section 4",
        "step 2",
        {
            "step 1": "Without a base, the embedded URL is taken as absolute.",
            "step 2": "The base is parsed into its components, as the embedded URL is (section 2.4).",
            "step 2a": "An embedded URL that is empty is the whole base URL.",
            "step 2b": "One that begins with a scheme is absolute.",
            "step 2c": "Any other has the scheme of the base.",
            "step 3": "One without a net_loc has that of the base.",
            "step 5": "An empty path is the base's, then missing params are, and then a missing query.",
            "steps 4 and 6": "A path without a slash before it goes behind the last slash of the base's path, and "
            '"." and ".." segments are removed.',
            "section 2.2": "Params or a query follow a slash, where there is a net_loc.",
            "step 7": "The components are put together.",
        },
    ),
}
#: RFC 1808 section 2.4, in which a URL is parsed.
_PARSING: Final = {
    "section 2.4.1": 'The fragment is what follows a "#".',
    "section 2.4.2": "The scheme is what stands before the first colon, where that can be one.",
    "section 2.4.3": 'The net_loc is what follows "//", up to the next slash.',
    "section 2.4.4": 'The query is what follows a "?".',
    "sections 2.4.5 and 2.4.6": 'The params are what follows a ";", and the rest is the path.',
}


def _look(variables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: variables.get(name) for name in ("url", "base", *_COMPONENTS)}


#: What is watched.
LOOKS: Final[dict[Any, Look]] = {
    RFC1808.resolve_reference: _look,
    RFC2396.resolve_reference: _look,
    RFC3986.resolve_reference: _look,
    RFC1808.parse: _look,
    RFC2396.parse: _look,
    RFC3986._parse: _look,  # pyright: ignore[reportPrivateUsage]
    **LOOKS_AT_PATHS,
}
#: What says something only where it is not fulfilled.
_CHECKS: Final = frozenset(["section 5.2", "section 5.2.1"])
_STANDARDS: Final[dict[str, ReferenceStandard[Any]]] = {"rfc1808": RFC1808, "rfc2396": RFC2396, "rfc3986": RFC3986}


def narrate(call: Call, name: str) -> tuple[list[Step], tuple[Span, ...]]:
    """The steps of a call of `resolve_reference` of the standard `name`, and where the components stand in the URL."""
    url: str = call.arguments["url"]
    document = _DOCUMENTS[name]
    parsing = call.calls[0]
    values_of = partial(_values, tells_empty=name != "rfc1808")
    parsed = {} if parsing.result is None else values_of(attrs.asdict(parsing.result))
    last = call.turns[-1].step
    parsing_step = document.parsing if any(turn.step == document.parsing for turn in call.turns) else last
    values = parsed
    steps: dict[str, Step] = {}
    for turn in call.turns:
        section = turn.step
        step = steps.get(section) or attrs.evolve(document.begin(section), applies=False)
        after = values | values_of({part: after for part, (_, after) in turn.changes.items()})
        made: Values = {**step.made, **changed(values, after)}
        if section == parsing_step:
            made = changed({}, parsed)
            step = attrs.evolve(step, looked_at=url, start=0, end=len(url))
        steps[section] = attrs.evolve(step, made=made, applies=step.applies or turn.is_entered)
        values = after
    result = values if call.result is None else values_of(attrs.asdict(call.result))
    steps[last] = attrs.evolve(
        steps[last],
        made={**steps[last].made, **changed(values, result)},
        errors=failure_of(call.failure),
    )
    try:
        spans = spans_of(_STANDARDS[name].cut_as_written(url), url)
    except Failure:
        spans = ()
    return [*_with_details(steps, call, parsing_step)], spans


def _with_details(steps: Mapping[str, Step], call: Call, parsing_step: str) -> Iterator[Step]:
    """The steps, with those that they are made of behind them."""
    paths = narrate_paths(call.calls, depth=1)
    for section, step in steps.items():
        if step.applies or section not in _CHECKS:
            yield step
        if section == "section 5.2.2":
            yield from paths
        if section == parsing_step:
            yield from _narrate_parsing(call.calls[0])


def _narrate_parsing(call: Call) -> Iterator[Step]:
    """RFC 1808 section 2.4."""
    for turn in call.turns:
        made = changed({}, _values({part: after for part, (_, after) in turn.changes.items()}, tells_empty=False))
        yield Step(
            f"RFC 1808 {turn.step}",
            _PARSING[turn.step],
            _address("1808", turn.step),
            made=made,
            applies=bool(made),
            depth=1,
        )


def _values(components: Mapping[str, Any], *, tells_empty: bool) -> Values:
    """The components; RFC 1808 tells no empty one from an absent one, but for the path."""
    return {
        name: value if value or tells_empty or name == "path" else None
        for name, value in components.items()
        if name in _COMPONENTS
    }
