"""`explain`, and the classes of its result: the steps by which a standard parses a URL.

`explain` can also be imported from `urldom`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from urldom._core.contexts.base_argument import base_of
from urldom._core.contexts.protocol import Base
from urldom._core.errors import Failure, InvalidURLError, UnresolvableURLError, shown, wrong_type
from urldom._core.explaining.bases import narrate_base
from urldom._core.explaining.listening import Listener, listen, places_of_components
from urldom._core.explaining.steps import Explanation, Span, Step, StepError, spans_of
from urldom._core.objects.absolute import AbsoluteURL
from urldom._core.objects.decomposition import URLDecomposition, why_ignored
from urldom._core.objects.readable import ReadableURL
from urldom._core.standards.interface import Engine, StandardLike, engine_of
from urldom._core.standards.resolving import resolve
from urldom._core.text.encodings import output_encoding
from urldom._core.text.grammar import LARGEST_PORT
from urldom._core.values.url_value import AnyURL, url_text


def explain(
    url: AnyURL,
    base: Base | None = None,
    *,
    standard: StandardLike | None = None,
    encoding: str | None = None,
    set: Mapping[str, Any] | None = None,
) -> Explanation:
    """Return the steps by which a standard parses a URL.

    Each step has the section of the standard, the text that it read, and the values that it set. If
    the URL does not resolve, the last step has the reason.

    Args:
        url: The URL. If `base` is missing, a `URLDecomposition` has its own base, standard and
            encoding.
        base: The base URL or base context, as for `urldom.resolve`.
        standard: A standard, or its name. `None` means the base context's standard, or `WHATWG`.
        encoding: A label of the Encoding Standard, for queries. `None` means the base context's
            encoding, or UTF-8.
        set: A mapping of attributes to assign in this order after parsing (HTML5 2.6.6, URL
            Standard 6.1).

    Raises:
        TypeError: If `url`, `base` or `set` has a wrong type, or an attribute is unknown.
        ValueError: If the standard is unknown.
        LookupError: If the encoding is unknown.

    >>> explanation = explain("http://EXAMPLE.com/a b", standard="whatwg")
    >>> str(explanation.result)
    'http://example.com/a%20b'
    >>> step = explanation.steps[-1]
    >>> step.section, step.looked_at, dict(step.made), [error.name for error in step.errors]
    ('URL Standard 4.4, path state', 'a b', {'path': '/a%20b'}, ['invalid-URL-unit'])
    """
    if set is not None and not isinstance(set, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("set", "a mapping from attributes to values", set)
    if isinstance(url, ReadableURL) and base is None:
        text, base, standard, encoding = _arguments_of(url, standard, encoding)
    else:
        text = url_text(url)
    value = base_of(base, standard, encoding)
    engine, base_text = value.engine, value.text
    name = output_encoding(value.encoding)
    sentences = engine.reading.sentences()

    steps = listen(engine.reading.begin(text, name), sentences, text, None)
    error: InvalidURLError | None = None
    if base is not None and base_text is not None:
        base_steps = narrate_base(base, base_text, engine)
        # An invalid base is an error only if the standard looks at it.
        if base_steps[-1].errors:
            error = _error_with_base(engine, text, base_text, name)
        steps += base_steps
        if error is None:
            steps[-1] = _without_failure(steps[-1])
    result: Any = None
    read: list[Step] = []
    if error is None:
        result, error, read = _narrate_reading(engine, text, base_text, name)
        steps += read
    if set:
        decomposition = URLDecomposition(text, base, standard=engine.standard, encoding=name)
        steps += _narrate_assignments(decomposition, set, base_text)
        error = decomposition.error
        result = None
        if error is None:
            result = resolve(engine.grammar, decomposition.href)
    return Explanation(
        url=text,
        base=base_text,
        standard=engine.standard,
        encoding=name,
        result=result,
        error=error,
        steps=tuple(steps),
        components=tuple(places_of_components(read, sentences, text)),
        result_components=_spans_of_result(result),
    )


def _arguments_of(
    url: ReadableURL, standard: StandardLike | None, encoding: str | None
) -> tuple[str, Base | None, StandardLike, str]:
    """Return the text of a URL object, its base, and its standard and encoding unless given.

    A `URL` or a `FrozenURL` does not keep the base against which it was resolved.
    """
    text = url.href if isinstance(url, AbsoluteURL) else url.reference
    if standard is None:
        standard = url.standard
    if encoding is None:
        encoding = url.encoding
    return text, url.base, standard, encoding


def _error_with_base(
    engine: Engine, text: str, base_text: str, encoding: str
) -> InvalidURLError | None:
    """Return the error of a URL whose base is invalid.

    Returns `None` if the standard does not look at the base of this URL (RFC 1808 section 4 step
    2b).
    """
    try:
        resolve(engine.grammar, text, base_text, encoding)
    except InvalidURLError as error:
        return error
    return None


def _narrate_reading(
    engine: Engine, text: str, base_text: str | None, encoding: str
) -> tuple[Any, InvalidURLError | None, list[Step]]:
    """Run the reading of a standard. Return the URL or else the error, and the steps."""
    say = Listener()
    result: Any = None
    error: InvalidURLError | None = None
    failure: Failure | None = None
    try:
        result = engine.reading.read(text, base_text, encoding, say)
    except Failure as raised:
        failure = raised
        error = UnresolvableURLError(text, base_text, failure.reason, engine.name)
    return result, error, listen(say, engine.reading.sentences(), text, failure)


def _spans_of_result(result: Any) -> tuple[Span, ...]:
    return () if result is None else spans_of(attrs.asdict(result), str(result))


def _narrate_assignments(
    url: URLDecomposition, values: Mapping[str, Any], base: str | None
) -> list[Step]:
    """Assign the attributes of a URL in their order, and return the steps."""
    steps: list[Step] = []
    for name, value in values.items():
        steps += _narrate_assignment(url, name, value, base)
    return steps


def _narrate_assignment(
    url: URLDecomposition, name: str, value: Any, base: str | None
) -> list[Step]:
    """Assign an attribute of a URL, and return the steps.

    They are those of the table of HTML5 2.6.6, or of a setter of URL Standard 6.1.
    """
    before = _values(url)
    is_absolute = bool(url)
    ignored = why_ignored(url, name, value)
    errors = () if ignored is None else (StepError("", ignored, failure=True),)
    setattr(url, name, value)
    made = {part: after for part, after in _values(url).items() if after != before[part]}
    # The value as it is shown, and as the steps read it
    looked_at: str | None = None
    text: str | None = None
    is_negative = False
    if isinstance(value, str):
        looked_at = text = str.__str__(value)
    elif isinstance(value, int):
        looked_at = shown(value)
        text = str(min(value, LARGEST_PORT + 1))
        is_negative = value < 0
    parts: list[Step] = []
    if name == "href" or (is_absolute and not is_negative):
        is_accepted = not errors and bool(url)
        parts = _read_assignment(url, name, text, before["href"], base, is_accepted=is_accepted)
    sentences = engine_of(url.standard).reading.sentences()
    section = f"{sentences.section}, {name}"
    says = sentences.setters.get(name)
    if says is None:
        says = "The component is replaced. The common setter action is invoked with the new URL."
        if errors:
            says = "The value is rejected. The URL does not change."
    own = Step(section, says, sentences.address(section), looked_at, made=made, errors=errors)
    if sentences.setters:  # The setter is told first, and the parser's states are its parts.
        return [own, *(attrs.evolve(part, depth=part.depth + 1) for part in parts)]
    return [*parts, own]


def _read_assignment(
    url: URLDecomposition,
    name: str,
    value: str | None,
    absolute: str,
    base: str | None,
    *,
    is_accepted: bool,
) -> list[Step]:
    """Return the steps that a setter runs.

    If it accepts the value, an error of a step is not marked as a failure: the `host` setter of the
    URL Standard changes the host even if the port is invalid.
    """
    engine = engine_of(url.standard)
    say = Listener()
    failure: Failure | None = None
    try:
        if name == "href":
            engine.reading.read(value or "", base, output_encoding(url.encoding), say)
        else:
            engine.reading.read_assignment(name, engine.grammar.cut(absolute), value, say)
    except Failure as raised:
        failure = raised
    steps = listen(say, engine.reading.sentences(), None, failure)
    if is_accepted:
        return [_without_failure(step) for step in steps]
    return steps


def _without_failure(step: Step) -> Step:
    """Return a step whose errors did not end the steps."""
    errors = tuple(attrs.evolve(error, failure=False) for error in step.errors)
    return attrs.evolve(step, errors=errors)


def _values(url: URLDecomposition) -> Mapping[str, str]:
    """Return the values of the attributes, and the URL as `href`."""
    names = [name for name in url.standard.attributes if name not in ("origin", "href")]
    return {name: getattr(url, name) for name in names} | {"href": url.href}
