"""`URLPattern.explain`: why a pattern matches a URL, or where each component stops matching."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

import attrs

from urldom._core import passwords
from urldom._core.errors import Failure, shown
from urldom._core.public import public
from urldom._core.text.unicode import visible, width
from urldom.patterns._canonicalization import SPECIAL_SCHEMES
from urldom.patterns._components import WITH_CASE, Component, matcher_of
from urldom.patterns._matchers import NOWHERE, Places, lowered
from urldom.patterns._parts import Options, Part, segment_wildcard_regexp

#: The start and the end of a group in the text of its component, or `None` if the match does not
#: use the group.
GroupSpan = tuple[int, int] | None

#: The largest number of characters in a quotation.
_MOST_QUOTED: Final = 48
#: A pattern, a URL, a group, or an input that matches is cut to this number of characters.
_MOST_SHOWN: Final = 200

_match_up_to_path_end = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.\-]*:(?://[^/?#\\]*)?([^?#]*)").match


@public("urldom.patterns")
@attrs.frozen(repr=False)
class URLPatternComponentExplanation:
    """The explanation of one component: why it matches, or where it stops matching.

    `str()` returns the explanation as several lines of text, without passwords.

    Attributes:
        name: The name of the component.
        pattern: The pattern of the component.
        input: The text of the component in the URL.
        matched: Whether the pattern matches.
        groups: The start and end of each group in `input`, in characters. An optional group that
            matches nothing is `None`. If the pattern does not match, there are no groups.
        stopped: If the pattern does not match, the offset in `input` up to which its longest
            beginning matches.
        reason: A sentence about what is expected at `stopped`, or `None`.
        hints: Sentences about common mistakes that explain the result.

    >>> from urldom import URLPattern
    >>> path = URLPattern(pathname="/user/:id").explain("https://example.com/users/7").components[5]
    >>> path.name, path.matched, path.stopped, path.reason
    ('pathname', False, 5, "expected '/' after '/user', found 's/7'")
    """

    name: str
    pattern: str
    input: str
    matched: bool
    groups: Mapping[str, GroupSpan]
    stopped: int | None = None
    reason: str | None = None
    hints: tuple[str, ...] = ()

    def __repr__(self) -> str:
        pattern = passwords.masked_pattern(self.name, self.pattern)
        input = "***" if self.name == "password" else passwords.without_passwords(self.input)
        if self.matched:
            rest = f"groups={self._groups_without_passwords()!r}"
        else:
            rest = f"stopped={self.stopped}, reason={self.reason!r}"
        return (
            f"URLPatternComponentExplanation({self.name!r}, pattern={pattern!r}, input={input!r}, "
            f"matched={self.matched}, {rest})"
        )

    def __str__(self) -> str:
        verdict = "matches" if self.matched else self.reason
        lines = [f"{self.name}: {verdict}"]
        if self.name == "password":
            return lines[0]
        pattern = passwords.masked_pattern(self.name, self.pattern)
        lines.append(f"    pattern  '{_clipped(pattern)}'")
        input = passwords.with_starred_passwords(self.input)
        lines += self._lines_of_input(input)
        for name, span in self._groups_without_passwords().items():
            if span is None:
                lines.append(f"    group {name}: no part in the match")
            else:
                start, end = span
                lines.append(f"    group {name}: '{_clipped(input[start:end])}'")
        lines += [f"    hint: {hint}" for hint in self.hints]
        return "\n".join(lines)

    def _lines_of_input(self, input: str) -> list[str]:
        """Return a line with the input, or with its text around the place where matching stops, and
        a line with a mark below this place."""
        if self.stopped is None:
            return [f"    input    '{_clipped(input)}'"]
        start = max(0, self.stopped - 60)
        end = self.stopped + 40
        dots_before = "…" if start else ""
        dots_after = "…" if end < len(input) else ""
        before = f"'{dots_before}{visible(input[start : self.stopped])}"
        return [
            f"    input    '{dots_before}{visible(input[start:end])}{dots_after}'",
            f"             {' ' * width(before)}^",
        ]

    def _groups_without_passwords(self) -> Mapping[str, GroupSpan]:
        """Return no groups if the name of one can be a password, because the user forgot to escape
        the colon before it: see `masked_pattern`."""
        is_masked = passwords.masked_pattern(self.name, self.pattern) != self.pattern
        return {} if is_masked else self.groups


@public("urldom.patterns")
@attrs.frozen(repr=False)
class URLPatternExplanation:
    """The result of `URLPattern.explain`: why a URL matches, or where it stops matching.

    `str()` returns the explanation as several lines of text, without passwords.

    Attributes:
        matched: Whether the URL matches.
        url: The parsed URL as a string, or `None` for an invalid URL and for a mapping.
        reason: A sentence that says why the URL is invalid, or `None` if it is valid.
        components: The explanation of each component. It is empty if the URL is invalid.

    >>> from urldom import URLPattern
    >>> URLPattern(hostname="example.com").explain("http://a b/").reason
    "'http://a b/' is not a URL: a host cannot contain a space"
    """

    matched: bool
    url: str | None
    reason: str | None
    components: tuple[URLPatternComponentExplanation, ...]

    def __repr__(self) -> str:
        if self.reason is not None:
            return f"URLPatternExplanation(matched=False, reason={self.reason!r})"
        stopped = [component.name for component in self.components if not component.matched]
        fields = [f"matched={self.matched}"]
        if self.url is not None:
            fields.append(f"url={shown(self.url)}")
        if stopped:
            fields.append(f"stopped={stopped}")
        return f"URLPatternExplanation({', '.join(fields)})"

    def __str__(self) -> str:
        if self.reason is not None:
            return f"No match: {self.reason}"
        url = "these components" if self.url is None else _clipped(passwords.masked(self.url))
        verdict = "Match" if self.matched else "No match"
        lines = [f"{verdict}: {url}", ""]
        lines += [str(component) for component in self.components if component.pattern != "*"]
        free = [component.name for component in self.components if component.pattern == "*"]
        if free:
            lines.append(f"{', '.join(free)}: '*' matches anything")
        return "\n".join(lines)


def explain(
    components: Mapping[str, Component],
    inputs: Mapping[str, str],
    url: str | None,
    written: str | None,
) -> URLPatternExplanation:
    """Explain how the components of a pattern match `inputs`, the components of `url`. `written` is
    the URL before parsing, or `None` if it has a base."""
    explained = tuple(
        [
            _explain_component(name, component, inputs, written)
            for name, component in components.items()
        ]
    )
    return URLPatternExplanation(all(one.matched for one in explained), url, None, explained)


def _explain_component(
    name: str, component: Component, inputs: Mapping[str, str], written: str | None
) -> URLPatternComponentExplanation:
    pattern, input = component.pattern_string, inputs[name]
    spans = component.matcher.spans(input)
    if spans is not None:
        # A regular expression can contain other groups: see `Component.groups_in`.
        named = zip(component.group_name_list, spans)  # noqa: B905
        groups = {group: None if span == NOWHERE else span for group, span in named}
        return URLPatternComponentExplanation(name, pattern, input, True, groups)
    stop = find_stop(component, input)
    if name == "password" or passwords.masked_pattern(name, pattern) != pattern:
        reason, hints = f"the {name} does not match", []
    else:
        reason = _reason(name, component, input, stop)
        hints = _hints(name, component, inputs, written)
    return URLPatternComponentExplanation(
        name, pattern, input, False, {}, stop.place, reason, tuple(hints)
    )


# The place where matching stops


class Stop(NamedTuple):
    """The place in the input where a component stops matching."""

    place: int
    #: The fixed text or the group that must follow, or `None` if the input must end there.
    expected: Part | None
    #: The number of characters of the fixed text that match before the place.
    fitting: int = 0


def find_stop(component: Component, input: str) -> Stop:
    """Return the place up to which the longest possible beginning of the part list matches.
    Bisection finds the first part that does not match, and the first character of a fixed text that
    does not match."""
    parts = [part for part in component.part_list if part.type != "fixed-text" or part.value]
    end = _end_of_regular_expression if component.has_regexp_groups else _end_of_parts

    def longest(before: Sequence[Part], more: Sequence[Part]) -> int:
        """Return how many parts of `more` can follow `before`, so that all together match a
        beginning of the input."""
        return bisect_left(
            range(len(more)),
            True,
            key=lambda count: end([*before, *more[: count + 1]], component.options, input) < 0,
        )

    count = longest([], parts)
    before = parts[:count]
    if count == len(parts):
        return Stop(end(before, component.options, input), None)
    pieces = _pieces(parts[count])
    count = longest(before, pieces)
    before += pieces[:count]
    expected = pieces[count]
    fitting = 0
    if expected.type == "fixed-text":
        characters = [expected._replace(value=character) for character in expected.value]
        fitting = longest(before, characters)
        before += characters[:fitting]
    return Stop(end(before, component.options, input), expected, fitting)


def _pieces(part: Part) -> list[Part]:
    """Return the prefix, the group and the suffix of a part, each as a part without a modifier."""
    if part.type == "fixed-text":
        return [part._replace(modifier="none")]
    pieces = [part._replace(modifier="none", prefix="", suffix="")]
    if part.prefix:
        pieces.insert(0, Part("fixed-text", part.prefix, "none"))
    if part.suffix:
        pieces.append(Part("fixed-text", part.suffix, "none"))
    return pieces


def _end_of_parts(parts: Sequence[Part], options: Options, input: str) -> int:
    """Return the end of the longest match of the parts at the beginning of the input, or -1 if they
    do not match there."""
    if options.ignore_case:
        input = input.lower()
        parts = [lowered(part) for part in parts]
    start = count = 0
    # Fixed text at the beginning, which can be very long, does not need a matcher.
    for part in parts:
        if part.type != "fixed-text" or part.modifier != "none":
            break
        if not input.startswith(part.value, start):
            return -1
        start += len(part.value)
        count += 1
    other_parts = parts[count:]
    places = Places(input[start:], options.delimiter_code_point)

    def ends_before(place: int) -> bool:
        """Return whether no match of the other parts ends at `place` or after it."""
        *_, beginnings = places.viable(other_parts, places.from_place_on(place))
        return not places.has(beginnings, 0)

    # Up to the last end, `ends_before` is false, and after it true, so bisection finds that end.
    after_last_end = bisect_left(range(len(places.input) + 1), True, key=ends_before)
    if after_last_end == 0:
        return -1
    return start + after_last_end - 1


def _end_of_regular_expression(parts: Sequence[Part], options: Options, input: str) -> int:
    """Return the result of `_end_of_parts`, found with a regular expression whose segment wildcards
    are greedy."""
    segment = segment_wildcard_regexp(options).removesuffix("?")
    greedy = [
        part._replace(type="regexp", value=segment) if part.type == "segment-wildcard" else part
        for part in parts
    ]
    rest = Part("full-wildcard", "", "none", "rest")
    try:
        spans = matcher_of([*greedy, rest], options).spans(input)
    except Failure:  # The expression refers to a group of a later part.
        return -1
    if spans is None:
        return -1
    start_of_rest, _ = spans[-1]
    return start_of_rest


def _reason(name: str, component: Component, input: str, stop: Stop) -> str:
    """Return a sentence that says what is expected at a stop, and what the input contains there."""
    input = passwords.with_starred_passwords(input)
    # If only a few characters of the fixed text match, the sentence quotes the fixed text from its
    # first character.
    fitting = stop.fitting if stop.fitting < _MOST_QUOTED // 2 else 0
    start = stop.place - fitting
    if start < len(input):
        found = f"found {_quoted(input[start:])}"
    elif input or stop.expected is None:
        found = f"but the {name} ends there"
    else:
        found = f"but the {name} is empty"
    after = ""
    if start:
        dots = "…" if start > _MOST_QUOTED else ""
        after = f" after '{dots}{visible(input[:start][-_MOST_QUOTED:])}'"
    if stop.expected is not None:
        # Its first `stop.fitting` characters match, of which the sentence quotes `fitting`.
        expected = _expected(stop.expected, stop.fitting - fitting, component.options)
        return f"expected {expected}{after}, {found}"
    return f"expected the end{after}, {found}" if start else f"expected nothing, {found}"


def _expected(part: Part, start: int, options: Options) -> str:
    """Return what is expected at a stop: a fixed text from its character at `start` on, or a
    group."""
    if part.type == "fixed-text":
        return _quoted(part.value[start:])
    if part.type != "segment-wildcard":
        return f"a match of {_group_text(part)}"
    delimiter = options.delimiter_code_point
    other = f" other than '{delimiter}'" if delimiter else ""
    return f"one or more characters{other} for {_group_text(part)}"


def _group_text(part: Part) -> str:
    """Return a group in the syntax of patterns and in quotes, or words for one without a name."""
    name = f":{part.name}" if part.has_custom_name else ""
    if part.type == "regexp":
        return _quoted(f"{name}({part.value})")
    if name:
        return _quoted(name)
    return "'*'" if part.type == "full-wildcard" else "a group"


def _quoted(text: str) -> str:
    """Return the beginning of a text in quotes, without passwords."""
    return f"'{_clipped(passwords.with_starred_passwords(text), _MOST_QUOTED)}'"


def _clipped(text: str, most: int = _MOST_SHOWN) -> str:
    dots = "…" if len(text) > most else ""
    return f"{visible(text[:most])}{dots}"


# Hints about common mistakes


def _hints(
    name: str, component: Component, inputs: Mapping[str, str], written: str | None
) -> list[str]:
    """Return hints about common mistakes. Each hint is about a mistake without which the component
    would match."""
    input, test = inputs[name], component.matcher.test
    found: list[str] = []
    if name == "port":
        found += _port_hints(component, input, inputs["protocol"])
    elif name == "hostname":
        found += _bare_domain_hints(component, input)
    elif name == "pathname":
        found += _path_hints(component, input, written)
        if inputs["search"]:
            found += _question_mark_hints(component, input)
    if name in WITH_CASE:
        options = component.options._replace(ignore_case=True)
        if matcher_of(component.part_list, options).test(input):
            found.append("only upper and lower case differ: see ignore_case")
    decoded = unquote(input)
    if decoded != input and decoded.isascii() and decoded.isprintable() and test(decoded):
        found.append(
            f"percent-encoded characters are not decoded: {_quoted(input)} is not"
            f" {_quoted(decoded)}"
        )
    return found


def _port_hints(component: Component, input: str, protocol: str) -> list[str]:
    if not component.pattern_string:
        return ["a pattern without a port matches only the default port: ':*' matches every port"]
    default = SPECIAL_SCHEMES.get(protocol)
    if not input and default is not None and component.matcher.test(str(default)):
        return [f"a URL leaves out {default}, the default port of {protocol}"]
    return []


def _bare_domain_hints(component: Component, input: str) -> list[str]:
    """Return a hint if the pattern is like `*.example.com`, and the input is `example.com`."""
    if len(component.part_list) < 2:
        return []
    wildcard, after, *rest = component.part_list
    if (
        wildcard.type not in ("full-wildcard", "segment-wildcard")
        or after.type != "fixed-text"
        or not after.value.startswith(".")
    ):
        return []
    bare_domain = [after._replace(value=after.value[1:]), *rest]
    if not matcher_of(bare_domain, component.options).test(input):
        return []
    group = f":{wildcard.name}" if wildcard.has_custom_name else "*"
    return [f"'{group}.' does not match the bare domain, but '{{{group}.}}?' does"]


def _path_hints(component: Component, input: str, written: str | None) -> list[str]:
    """Return a hint if the path would match as it was before parsing, and one if it would match
    with a slash more or less at its end."""
    test = component.matcher.test
    found: list[str] = []
    path = _path_in(written)
    if path is not None and path != input and test(path):
        found.append(
            f"the path {_quoted(path)} is normalized to {_quoted(input)} before it is matched"
        )
    if test(f"{input}/") or (input.endswith("/") and test(input[:-1])):
        found.append("only the slash at the end differs: '{/}?' makes it optional")
    return found


def _path_in(written: str | None) -> str | None:
    """Return the path in a URL before parsing, or `None` if it is not found."""
    if written is None:
        return None
    match = _match_up_to_path_end(written)
    return None if match is None else match[1]


def _question_mark_hints(component: Component, input: str) -> list[str]:
    """Return a hint if a question mark in the path, which should begin the search, is a
    modifier."""
    parts = component.part_list
    for index, part in enumerate(parts[:-1]):
        if part.modifier != "optional":
            continue
        path_before = [*parts[:index], part._replace(modifier="none")]
        if not matcher_of(path_before, component.options).test(input):
            continue
        if part.type == "fixed-text" or part.suffix:
            what = "braces makes their content"
        else:
            what = "a group makes it"
        return [f"a '?' after {what} optional: write '\\?' to begin the search"]
    return []
