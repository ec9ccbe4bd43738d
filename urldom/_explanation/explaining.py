"""`explain`: how a standard reads a URL, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from urldom._contexts import Base, context_of
from urldom._errors import InvalidURLError
from urldom._explanation import html5, references, url_standard
from urldom._explanation.assignments import narrate_assignment
from urldom._explanation.bases import narrate_base
from urldom._explanation.steps import Explanation, Span, Step, spans_of
from urldom._explanation.watching import Call, Look, watch
from urldom._object.decomposition import URLDecomposition
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import DEFAULT_STANDARD, find_standard
from urldom._standards.table import split_authority
from urldom._standards.url_standard.state_machine import basic_url_parse
from urldom._standards.url_standard.url_record import record_of
from urldom._standards.url_standard.validation import ValidationError
from urldom._text.encodings import output_encoding
from urldom._values.parsed_url import ParsedURL
from urldom._values.pieces import Pieces
from urldom._values.references import GenericRL, URIReference
from urldom._values.url_value import AnyURL, url_text

#: What resolving returns, or what it raises.
_Resolved: TypeAlias = "tuple[Any, InvalidURLError | None]"
_Narrated: TypeAlias = "tuple[list[Step], tuple[Span, ...], Any, InvalidURLError | None]"


def explain(
    url: AnyURL,
    base: Base | None = None,
    *,
    standard: StandardLike | None = None,
    encoding: str | None = None,
    set: Mapping[str, Any] | None = None,
) -> Explanation:
    """How a standard reads `url`: the steps of its text that this URL takes, each with its section, what it looked at
    and what it made.

    What is told is what the code does while it resolves the URL. `url`, `base`, `standard` and `encoding` are as for
    `urldom.resolve`; a `URLDecomposition` brings its own reference, base, standard and encoding. `set` has values by
    attributes, which are then assigned in that order (HTML5 2.6.6; URL Standard 6.1).

    A URL that does not resolve has an explanation too: its last step says why. Raises `TypeError` for what is no URL,
    base or attribute, `LookupError` for an unknown encoding label, `ValueError` for an unknown standard, `RuntimeError`
    where urldom is installed without its source.

    >>> explanation = explain("http://EXAMPLE.com/a b", standard="whatwg")
    >>> str(explanation.result)
    'http://example.com/a%20b'
    >>> for step in explanation:
    ...     if step.made:
    ...         print(step.section, step.looked_at, dict(step.made), [error.name for error in step.errors])
    URL Standard 4.4, scheme state http: {'scheme': 'http'} []
    URL Standard 4.4, host state EXAMPLE.com {'host': 'example.com'} []
    URL Standard 3.5, host parser EXAMPLE.com {'host': 'example.com'} []
    URL Standard 3.3, domain parser EXAMPLE.com {'host': 'example.com'} []
    URL Standard 4.4, path state a b {'path': '/a%20b'} ['invalid-URL-unit']
    """
    if set is not None and not isinstance(set, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("set has values by the names of attributes")
    if isinstance(url, URLDecomposition) and base is None:
        text, base = url.reference, url.base
        standard = url.standard if standard is None else standard
        encoding = url.encoding if encoding is None else encoding
    else:
        text = url_text(url)
    context = None if base is None else context_of(base)
    if context is not None:
        standard = context.standard if standard is None else standard
        encoding = context.encoding if encoding is None else encoding
    found = find_standard(DEFAULT_STANDARD if standard is None else standard)
    name = output_encoding("utf-8" if encoding is None else encoding)

    steps = html5.narrate_beginning(text, name) if found.name == "html5" else []
    base_text: str | None = None
    if base is not None:
        base_text, base_steps = narrate_base(base, found)
        steps += base_steps
    result: Any = None
    error: InvalidURLError | None = None
    spans: tuple[Span, ...] = ()
    if steps and steps[-1].errors:
        _, error = _resolved(found, text, base_text, name)
    else:
        told, spans, result, error = _NARRATORS[found.name](found, text, base_text, name)
        steps += told
    if set:
        decomposition = URLDecomposition(text, base_text if context is None else context, standard=found, encoding=name)
        for attribute, value in set.items():
            steps += narrate_assignment(decomposition, attribute, value)
        error = decomposition.error
        result = None if error is not None else found.resolve(decomposition.href)
    result_spans = () if result is None else spans_of(_pieces_of(result), str(result))
    return Explanation(text, base_text, found, name, result, error, tuple(steps), spans, result_spans)


def _narrate_html5(standard: Standard, text: str, base: str | None, encoding: str) -> _Narrated:
    outcome, calls = _watched(standard, text, base, encoding, html5.LOOKS)
    steps, spans = html5.narrate(calls[-1])  # The first one may be the base's.
    return steps, spans, *outcome


def _narrate_references(standard: Standard, text: str, base: str | None, encoding: str) -> _Narrated:
    outcome, calls = _watched(standard, text, base, encoding, references.LOOKS)
    return *references.narrate(calls[0], standard.name), *outcome


def _narrate_url_standard(standard: Standard, text: str, base: str | None, encoding: str) -> _Narrated:
    """The state machine is what the standard's quick way is held equal to, and what it falls back on."""
    record = None if base is None else record_of(standard.cut_base(base))
    errors: list[ValidationError] = []
    calls = watch(lambda: basic_url_parse(text, record, encoding, errors), url_standard.LOOKS).calls
    return *url_standard.narrate(calls[0], errors), *_resolved(standard, text, base, encoding)


#: The explanation of each standard: its steps, the components in the URL, and what resolving returns or raises.
_NARRATORS: Final[dict[str, Callable[[Standard, str, str | None, str], _Narrated]]] = {
    "html5": _narrate_html5,
    "whatwg": _narrate_url_standard,
    "rfc3986": _narrate_references,
    "rfc2396": _narrate_references,
    "rfc1808": _narrate_references,
}


def _watched(
    standard: Standard, text: str, base: str | None, encoding: str, looks: Mapping[Any, Look]
) -> tuple[_Resolved, list[Call]]:
    """What resolving returns or raises, and the calls that it made of what does the steps."""
    top = watch(lambda: _resolved(standard, text, base, encoding), looks)
    return top.result, top.calls


def _resolved(standard: Standard, text: str, base: str | None, encoding: str) -> _Resolved:
    try:
        return standard.resolve(text, base, encoding=encoding), None
    except InvalidURLError as error:
        return None, error


def _pieces_of(value: ParsedURL | URIReference | GenericRL) -> Pieces:
    """The pieces that a parsed URL is written as."""
    if isinstance(value, ParsedURL):
        userinfo = "" if value.userinfo is None else f"{value.userinfo}@"
        authority, path, query, fragment = value.host, value.path, value.query, value.fragment
        inside = userinfo, value.host or "", "" if value.port is None else f":{value.port}"
    elif isinstance(value, GenericRL):
        authority, path = value.net_loc or None, f"{value.path};{value.params}" if value.params else value.path
        query, fragment = value.query or None, value.fragment or None
        inside = split_authority(value.net_loc)
    else:
        authority, path, query, fragment = value.authority, value.path, value.query, value.fragment
        inside = split_authority(value.authority or "")
    return (
        f"{value.scheme}:" if value.scheme else "",
        "" if authority is None else "//",
        *inside,
        path,
        "" if query is None else f"?{query}",
        "" if fragment is None else f"#{fragment}",
        None,
    )
