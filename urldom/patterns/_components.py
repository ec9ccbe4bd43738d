"""URL Pattern Standard 1.5, "Internals": components, and how they are compiled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from urldom._core.errors import Failure, missing_package
from urldom.patterns import _canonicalization as canonicalization
from urldom.patterns import _parts as parts
from urldom.patterns._canonicalization import SPECIAL_SCHEMES, EncodingCallback
from urldom.patterns._matchers import Bounds, Matcher, make_matcher
from urldom.patterns._parts import DEFAULT_OPTIONS, Options, Part

#: The options of the components (URL Pattern Standard 1.4, "create", steps 7 to 16).
_OPTIONS: Final = {"hostname": parts.HOSTNAME_OPTIONS, "pathname": parts.PATHNAME_OPTIONS}
#: The components in which `ignore_case` ignores the case of letters.
WITH_CASE: Final = ("pathname", "search", "hash")


class Component(NamedTuple):
    """A component: its normalized pattern, and the matcher for it."""

    pattern_string: str
    part_list: tuple[Part, ...]
    options: Options
    encoding_callback: EncodingCallback
    matcher: Matcher
    group_name_list: tuple[str, ...]
    #: Whether at least one group has a name, and not only a number.
    has_custom_names: bool
    has_regexp_groups: bool

    def groups_in(self, input: str) -> dict[str, str | None] | None:
        """Return the text of each group in an input by its name, or `None` if the input does not
        match."""
        spans = self.matcher.spans(input)
        if spans is None:
            return None
        # A regular expression can contain other groups, such as `(?<a>b)`, so there can be more
        # spans than names.
        found = zip(self.group_name_list, spans)  # noqa: B905
        return {name: None if start < 0 else input[start:end] for name, (start, end) in found}


@lru_cache(maxsize=1024)
def compile_component(
    input: str, encoding_callback: EncodingCallback, options: Options
) -> Component:
    """Compile a component. Raises `PatternFailure` for an invalid pattern, `Failure` for an invalid
    regular expression, and `ModuleNotFoundError` if a regular expression needs a library that is
    not installed."""
    part_list = parts.parse_pattern_string(input, options, encoding_callback)
    names = tuple(part.name for part in part_list if part.name)
    return Component(
        parts.generate_pattern_string(part_list, options),
        tuple(part_list),
        options,
        encoding_callback,
        matcher_of(part_list, options),
        names,
        has_custom_names=not all(map(str.isdecimal, names)),
        has_regexp_groups=any(part.type == "regexp" for part in part_list),
    )


def matcher_of(part_list: Sequence[Part], options: Options) -> Matcher:
    """Return the matcher for parts. Raises the same errors as `compile_component`."""
    if all(part.type != "regexp" for part in part_list):
        return make_matcher(part_list, options)
    try:
        import corvus_regex_ecma262 as ecma
    except ModuleNotFoundError as error:
        raise missing_package(
            "a pattern with a regular expression",
            "corvus-regex-ecma262",
            "corvus_regex_ecma262",
            error,
        ) from None
    expression = parts.generate_regular_expression(part_list, options)
    try:
        compiled: Any = ecma.compile(expression, "vi" if options.ignore_case else "v")
    except ecma.error as error:
        # The rest of the message is the expression, which can be a password.
        reason, _, _ = str(error).partition(" at offset ")
        raise Failure(
            f"a regular expression is invalid in JavaScript with the flag v: {reason}"
        ) from None

    def spans(input: str) -> Sequence[Bounds] | None:
        # `search` can take more than linear time if there is no match, so it runs only if `test`
        # finds one.
        if not compiled.test(input):
            return None
        match = compiled.search(input)
        return [match.span(group) for group in range(1, compiled.groups + 1)]

    return Matcher(compiled.test, spans)


def matches_a_special_scheme(protocol_component: Component) -> bool:
    """Return whether the protocol component matches a special scheme."""
    return any(map(protocol_component.matcher.test, SPECIAL_SCHEMES))


def hostname_pattern_is_an_ipv6_address(input: str) -> bool:
    return len(input) >= 2 and input.startswith(("[", "{[", "\\["))


def compile_component_of(
    name: str, input: str, protocol: Component | None, *, ignore_case: bool
) -> Component:
    """Compile the component `name` with `compile_component`. The pathname depends on the component
    `protocol`."""
    encoding_callback = canonicalization.ENCODING_CALLBACKS[name]
    options = _OPTIONS.get(name, DEFAULT_OPTIONS)
    if name == "hostname" and hostname_pattern_is_an_ipv6_address(input):
        encoding_callback = canonicalization.canonicalize_ipv6_hostname
    elif name == "pathname" and protocol is not None and not matches_a_special_scheme(protocol):
        encoding_callback = canonicalization.canonicalize_opaque_pathname
        options = DEFAULT_OPTIONS
    if ignore_case and name in WITH_CASE:
        options = options._replace(ignore_case=True)
    return compile_component(input, encoding_callback, options)
