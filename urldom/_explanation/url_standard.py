"""The URL Standard's basic URL parser (4.4), state by state, as the state machine runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import attrs

from urldom._explanation.steps import Span, Step, StepError, Values, changed, failure_of
from urldom._explanation.watching import Call, Look
from urldom._standards.url_standard import hosts, idna
from urldom._standards.url_standard.state_machine import BasicURLParser, basic_url_parse
from urldom._standards.url_standard.url_record import URLRecord
from urldom._standards.url_standard.validation import ValidationError

ADDRESS: Final = "https://url.spec.whatwg.org/#"

#: The states, in the Standard's order, and what each does.
_STATES: Final = {
    "scheme start state": "Is there a letter that can begin a scheme?",
    "scheme state": "What stands before the first colon is the scheme, in lower case.",
    "no scheme state": "Without a scheme, the base URL has to lend one.",
    "special relative or authority state": "Two slashes follow the base's own scheme, or what follows is relative.",
    "path or authority state": "After one slash, a second one begins an authority.",
    "relative state": "What the URL lacks is the base's.",
    "relative slash state": "After one slash, a second one begins an authority; else host and port are the base's.",
    "special authority slashes state": "Two slashes are expected here; it goes on without them.",
    "special authority ignore slashes state": "All further slashes are skipped.",
    "authority state": "What stands before the last @ is username and password.",
    "host state": "What follows, up to a colon or the end of the authority, is parsed as a host.",
    "port state": "Digits are the port; the scheme's default one is left out.",
    "file state": "A file URL has a host, if only an empty one; what it lacks is the base's, if that is a file URL.",
    "file slash state": "A second slash begins a host; else the host is the base's.",
    "file host state": "The host of a file URL, of which localhost is an empty one; a drive letter is none.",
    "path start state": "The path begins here, with a slash or without.",
    "path state": "Segments are percent-encoded; those of one dot are left out, those of two take one more away.",
    "opaque path state": "A path without a slash at its beginning is kept whole.",
    "query state": "The query is percent-encoded, in the encoding.",
    "fragment state": "The fragment is percent-encoded.",
}
#: The state's name where its address has another.
_OLD_NAMES: Final = {"opaque path state": "cannot-be-a-base-url-path-state"}
#: What parses a host (3.3 and 3.5): its section, its address and what it does.
_PARSERS: Final = {
    hosts.parse_host.__name__: (
        "3.5, host parser",
        "concept-host-parser",
        "An address in brackets is IPv6; else percent-encoded bytes are decoded, and a domain or IPv4 address is made.",
    ),
    idna.domain_parser.__name__: (
        "3.3, domain parser",
        "concept-domain-to-ascii",
        "The domain is mapped and encoded by UTS #46, to ASCII, in lower case.",
    ),
    hosts.parse_ipv4.__name__: (
        "3.5, IPv4 parser",
        "concept-ipv4-parser",
        "It ends in a number: its parts are decimal, octal behind 0 or hexadecimal behind 0x.",
    ),
    hosts.parse_ipv6.__name__: ("3.5, IPv6 parser", "concept-ipv6-parser", "Its pieces are eight, zeros left out."),
    hosts.parse_opaque_host.__name__: (
        "3.5, opaque-host parser",
        "concept-opaque-host-parser",
        "The scheme is not special: the host is only percent-encoded.",
    ),
}
#: The component that each state cuts out, and the delimiters which it takes with it.
_CUTS: Final = {
    "scheme state": ("scheme", ":/"),
    "authority state": ("userinfo", "@"),
    "host state": ("host", ":"),
    "port state": ("port", ""),
    "file host state": ("host", ""),
    "path state": ("path", "?#"),
    "opaque path state": ("path", "?#"),
    "query state": ("query", "#"),
    "fragment state": ("fragment", ""),
}


def _look_at_parser(variables: Mapping[str, Any]) -> dict[str, Any]:
    parser: BasicURLParser = variables["self"]
    return {"pointer": parser.pointer, "url": attrs.astuple(parser.url), "errors": len(parser.errors or ())}


def _look_at_text(variables: Mapping[str, Any]) -> dict[str, Any]:
    return {"text": variables.get("text", variables.get("domain"))}


def _states() -> Iterator[Any]:
    for name in _STATES:
        yield getattr(BasicURLParser, name.replace(" ", "_"))


#: What is watched: where hosts are parsed, and in all.
HOST_LOOKS: Final[dict[Any, Look]] = dict.fromkeys(
    (hosts.parse_host, hosts.parse_ipv4, hosts.parse_ipv6, hosts.parse_opaque_host, idna.domain_parser), _look_at_text
)
LOOKS: Final[dict[Any, Look]] = {
    basic_url_parse: lambda variables: {name: variables.get(name) for name in ("text", "scalars", "parser", "places")},
    **dict.fromkeys(_states(), _look_at_parser),
    **HOST_LOOKS,
}


def narrate(call: Call, errors: Sequence[ValidationError]) -> tuple[list[Step], tuple[Span, ...]]:
    """The steps of a call of the basic URL parser, with its validation errors, and where the components stand in the
    URL."""
    text: str = call.arguments["text"]
    scalars: str = call.variables["scalars"]
    parser: BasicURLParser = call.variables["parser"]
    places: Sequence[int] = call.variables["places"]
    steps: list[Step] = []
    first = call.calls[0].arguments["errors"]
    if scalars != text:
        says = "A string of a script becomes one of scalar values: a surrogate that is in no pair becomes U+FFFD."
        address = "https://infra.spec.whatwg.org/#javascript-string-convert"
        steps.append(Step("Infra Standard, convert", says, address, text, 0, len(text), {"url": scalars}))
    if parser.input != scalars:
        steps.append(
            Step(
                "URL Standard 4.4, steps 1 to 3",
                "C0 controls and spaces are removed from both ends, tabs and newlines from everywhere.",
                f"{ADDRESS}concept-basic-url-parser",
                scalars,
                0,
                len(text),
                {"url": parser.input},
                tuple(map(_as_error, errors[:first])),
            )
        )
    spans: list[Span] = []
    for state in call.calls:
        name = state.name.replace("_", " ")
        begin: int = state.arguments["pointer"]
        end = max(begin, min(state.variables["pointer"], len(parser.input)))
        looked_at = parser.input[begin:end]
        made = changed(_values(state.arguments["url"]), _values(state.variables["url"]))
        if name in _CUTS:
            # A drive letter in the place of a host begins the path.
            cut = _CUTS["path state"] if name == "file host state" and "path" in made else _CUTS[name]
            span = _cut(*cut, parser.input, begin, end)
            if span.start < span.end or span.name in ("query", "fragment"):
                spans.append(Span(span.name, places[span.start], _end(places, span.start, span.end)))
        found = errors[state.arguments["errors"] : state.variables["errors"]]
        steps.append(
            Step(
                f"URL Standard 4.4, {name}",
                _STATES[name],
                ADDRESS + _OLD_NAMES.get(name, name.replace(" ", "-")),
                looked_at,
                places[begin],
                _end(places, begin, end),
                made,
                tuple(map(_as_error, found)) or failure_of(state.failure),
            )
        )
        steps += narrate_hosts(state.calls, 1)
    return steps, tuple(spans)


def _cut(component: str, delimiters: str, text: str, begin: int, end: int) -> Span:
    """The component, without its delimiters, that a state has cut out of the text."""
    if component == "path" and begin and text[begin - 1] in "/\\":
        begin -= 1  # The state before has taken the slash.
    if component == "scheme":
        end = begin + len(text[begin:end].rstrip(delimiters))
    elif end > begin and text[end - 1] in delimiters:
        end -= 1
    return Span(component, begin, end)


def _end(places: Sequence[int], begin: int, end: int) -> int:
    """Where a span of the parser's input ends in the URL: what was removed behind it is no part of it."""
    return places[end - 1] + 1 if end > begin else places[begin]


def narrate_hosts(calls: Sequence[Call], depth: int) -> list[Step]:
    """The parsers of hosts, and those that they call."""
    steps: list[Step] = []
    for call in calls:
        section, fragment, says = _PARSERS[call.name]
        result: Any = call.result
        if isinstance(result, int):
            result = hosts.serialize_ipv4(result)
        elif isinstance(result, list):
            result = hosts.serialize_ipv6(cast("list[int]", result))
        made: Values = {} if call.failure else {"host": result}
        text = call.arguments["text"]
        steps.append(Step(f"URL Standard {section}", says, ADDRESS + fragment, text, made=made, depth=depth))
        steps += narrate_hosts(call.calls, depth + 1)
    return steps


def _as_error(error: ValidationError) -> StepError:
    return StepError(error.name, error.description, error.start, error.end, error.failure)


_FIELDS: Final = tuple(field.name for field in attrs.fields(URLRecord))


def _values(record: tuple[Any, ...]) -> Values:
    values = dict(zip(_FIELDS, record, strict=True))
    del values["has_opaque_path"]
    port = values["port"]
    return values | {"port": None if port is None else str(port)}
