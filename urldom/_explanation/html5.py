"""HTML5 2.6.3, step by step, as `urldom._standards.html5.resolving.cut` does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import attrs

from urldom._explanation.paths import LOOKS_AT_PATHS, narrate_paths
from urldom._explanation.steps import PIECES, Span, Step, Values, changed, failure_of, spans_of, values_of
from urldom._explanation.watching import Call, Look
from urldom._standards.html5 import resolving
from urldom._values.pieces import Pieces, href

ADDRESS: Final = "https://www.w3.org/TR/2011/WD-html5-20110525/urls.html#"


class _Row(NamedTuple):
    """A step of 2.6.3: what it does, and the component that it is about, where it is about one."""

    says: str
    component: str | None = None


#: The steps that are about the URL itself, in their order.
_STEPS: Final = {
    "step 5": _Row("The URL is parsed into its components (2.6.2)."),
    "step 6": _Row("In the host, percent-encoded octets are decoded, and IDNA's ToASCII is applied.", "host"),
    "step 7": _Row("What the path cannot hold is percent-encoded, in UTF-8.", "path"),
    "step 8": _Row("What the query cannot hold is percent-encoded, in the encoding.", "query"),
    "step 9": _Row("What the URL lacks is the base's, and dot segments are removed (RFC 3986 section 5.2)."),
    "step 10": _Row("What the scheme asks for is checked: an authority or none, a host, no path of two slashes."),
    "step 11": _Row("The result is the target URI."),
    "step 12": _Row("In a scheme with a server-based naming authority, each backslash becomes a slash."),
}
_RESTS: Final = {"path": "path_rest", "query": "query_rest", "fragment": "fragment_rest"}


def _look(variables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: variables.get(name) for name in ("url", *PIECES, "host_rest", *_RESTS.values())}


#: What is watched.
LOOKS: Final[dict[Any, Look]] = {resolving.cut: _look, resolving.replace_backslashes: dict, **LOOKS_AT_PATHS}


def narrate_beginning(url: str, encoding: str) -> list[Step]:
    """Steps 1 to 3, which are about what the steps are given."""
    address = f"{ADDRESS}resolving-urls"
    says = "The encoding of queries is determined; UTF-16 becomes UTF-8."
    return [
        Step("HTML5 2.6.3 step 1", "This is the URL that is resolved.", address, url, 0, len(url)),
        Step("HTML5 2.6.3 steps 2 and 3", says, address, made={"encoding": encoding}),
    ]


def narrate(call: Call, start: int = 0, depth: int = 0) -> tuple[list[Step], tuple[Span, ...]]:
    """The steps of a call of `cut`, and where the components stand in its URL, which begins at `start` in the input."""
    url: str = call.arguments["url"]
    if any(turn.step == "2.6.2 step 1" and turn.is_entered for turn in call.turns):
        inner = call.calls[-1]
        stripped: str = inner.arguments["url"]
        step = Step(
            "HTML5 2.6.2 step 1",
            "Space characters are removed from both ends.",
            f"{ADDRESS}parsing-urls",
            looked_at=url,
            start=start,
            end=start + len(url),
            made={"url": stripped},
            depth=depth,
        )
        rest, spans = narrate(inner, start + url.find(stripped), depth)
        return [step, *rest], spans
    changes = _changes_by_step(call)
    failing = call.turns[-1].step if call.failure is not None else None
    pieces = _parsed(changes.get("step 5", {}), is_parsed=failing != "step 5")
    spans = spans_of(pieces, url, start)
    steps: list[Step] = []
    values: Values = {}
    rewritten = url
    for name, row in _STEPS.items():
        if name == "step 12" and failing is None:
            pieces = call.result
        elif name != "step 5" and name != failing:
            pieces = _with_changes(pieces, changes.get(name, {}))
        looked_at, place = values.get(row.component or ""), _find(spans, row.component)
        if name in ("step 5", "step 9"):
            looked_at = url if name == "step 5" else rewritten
            place = Span("url", start, start + len(url)) if looked_at == url else None
        steps.append(
            Step(
                f"HTML5 2.6.3 {name}",
                row.says,
                f"{ADDRESS}resolving-urls",
                looked_at=looked_at,
                start=None if place is None else place.start,
                end=None if place is None else place.end,
                made=changed(values, values_of(pieces)),
                errors=failure_of(call.failure) if name == failing else (),
                applies=row.component is None or place is not None,
                depth=depth,
            )
        )
        values, rewritten = values_of(pieces), href(pieces)
        if name == "step 9":
            steps += narrate_paths(call.calls, depth + 1)
        if name == "step 12":
            steps += _narrate_anew(call, depth + 1)
        if name == failing:
            break
    return steps, spans


def _find(spans: tuple[Span, ...], component: str | None) -> Span | None:
    return next((span for span in spans if span.name == component), None)


def _changes_by_step(call: Call) -> dict[str, dict[str, Any]]:
    """What the variables are after each step, by its name, where it changed them."""
    changes: dict[str, dict[str, Any]] = {}
    for turn in call.turns:
        changes.setdefault(turn.step, {}).update({name: after for name, (_, after) in turn.changes.items()})
    return changes


def _with_changes(pieces: Pieces, changes: Mapping[str, Any]) -> Pieces:
    scheme, slashes, userinfo, host, port, path, query, fragment = (
        changes.get(name, piece) or "" for name, piece in zip(PIECES, pieces, strict=False)
    )
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def _parsed(variables: Mapping[str, Any], *, is_parsed: bool) -> Pieces:
    """The components as they are written, after step 5; where an authority cannot be parsed, it is all host."""
    pieces = {name: variables.get(name) or "" for name in PIECES}
    if variables.get("host") is not None:
        pieces["slashes"] = "//"
    if not is_parsed and variables.get("host_rest"):
        pieces["host"], pieces["port"] = f"{pieces['host']}{pieces['port']}{variables['host_rest']}", ""
    for name, rest in _RESTS.items():
        pieces[name] += variables.get(rest) or ""
    scheme, slashes, userinfo, host, port, path, query, fragment = pieces.values()
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def _narrate_anew(call: Call, depth: int) -> list[Step]:
    """The steps by which a URL is resolved anew whose authority ends at what was a backslash (ruling 10)."""
    for inner in call.calls:
        if inner.name == resolving.replace_backslashes.__name__ and inner.calls:
            # Its URL is none that stands in the input.
            return [attrs.evolve(step, start=None, end=None) for step in narrate(inner.calls[0], depth=depth)[0]]
    return []
