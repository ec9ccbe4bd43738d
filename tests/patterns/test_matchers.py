"""The matchers return the groups of the Standard's regular expressions, and take linear time."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calls import count_calls, count_lines
from tests.cases import each_case, few_or_many
from urldom import InvalidPatternError
from urldom.patterns import URLPattern
from urldom.patterns._matchers import ANYTHING, Matcher, make_matcher, match_parts
from urldom.patterns._parts import (
    DEFAULT_OPTIONS,
    HOSTNAME_OPTIONS,
    PATHNAME_OPTIONS,
    Modifier,
    Options,
    Part,
    generate_regular_expression,
    parse_pattern_string,
)

#: For each modifier, the least and the greatest number of repetitions of a part.
TIMES = {"none": (1, 1), "optional": (0, 1), "zero-or-more": (0, 3), "one-or-more": (1, 3)}


def text(random: Random, longest: int, shortest: int = 0, letters: str = "ab/.-") -> str:
    return "".join(random.choice(letters) for _ in range(random.randint(shortest, longest)))


def part_list(random: Random) -> list[Part]:
    parts: list[Part] = []
    for number in range(random.randint(0, 6)):
        kind = random.choice(
            ("fixed-text", "segment-wildcard", "segment-wildcard", "full-wildcard")
        )
        modifier = random.choice(
            ("none", "none", "none", "optional", "zero-or-more", "one-or-more")
        )
        if kind == "fixed-text":
            parts.append(Part(kind, text(random, 3, 1), modifier))
        else:
            prefix, suffix = (
                random.choice(("", "/", "/", text(random, 3))),
                random.choice(("", "", text(random, 3))),
            )
            parts.append(Part(kind, "", modifier, f"n{number}", prefix, suffix))
    return parts


def matching(random: Random, parts: list[Part]) -> str:
    """Return a text that usually matches the parts. It does not match if a group for a single
    segment contains a delimiter."""
    found: list[str] = []
    for part in parts:
        times = random.randint(*TIMES[part.modifier])
        if part.type == "fixed-text":
            found.append(part.value * times)
        elif times:
            is_full = part.type == "full-wildcard"
            letters = "ab-./" if is_full else "ab-."
            groups = [text(random, 3, not is_full, letters) for _ in range(times)]
            found.append(part.prefix + (part.suffix + part.prefix).join(groups) + part.suffix)
    return "".join(found)


def check(random: Random) -> int:
    """Make a random part list, and check its matches with eight inputs. Return the number of inputs
    that match."""
    ecma = pytest.importorskip("corvus_regex_ecma262")
    options: Options = random.choice((DEFAULT_OPTIONS, HOSTNAME_OPTIONS, PATHNAME_OPTIONS))
    options = options._replace(ignore_case=random.random() < 0.2)
    parts = part_list(random)
    regular_expression = generate_regular_expression(parts, options)
    compiled = ecma.compile(regular_expression, "vi" if options.ignore_case else "v")
    matchers = [make_matcher(parts, options)]
    if not options.ignore_case:
        matchers.append(match_parts(parts, options))  # `make_matcher` may choose a faster way.
    matches = 0
    for _ in range(8):
        input = matching(random, parts) if random.random() < 0.6 else text(random, 8)
        input = input.upper() if options.ignore_case and random.random() < 0.5 else input
        match = compiled.search(input)
        expected = (
            None
            if match is None
            else [match.span(group) for group in range(1, compiled.groups + 1)]
        )
        matches += match is not None
        for matcher in matchers:
            spans = matcher.spans(input)
            assert (None if spans is None else [*spans]) == expected, (
                regular_expression,
                input,
                matcher,
            )
            assert bool(matcher.test(input)) is (match is not None), (
                regular_expression,
                input,
                matcher,
            )
    return matches


@given(st.integers(0, 2**64))
def test_matcher_and_regular_expression_of_the_standard_have_the_same_groups(seed):
    random = Random(seed)
    for _ in range(5):
        check(random)


@pytest.mark.full
def test_many_matchers_and_regular_expressions_have_the_same_groups():
    random = Random(26)
    assert sum(check(random) for _ in range(20_000)) > 40_000


#: Patterns and inputs of about n characters. A backtracking engine takes more than linear time for
#: them.
HOSTILE = {
    "repeated groups within each other": lambda n: ({"pathname": "/{:a}*{:b}*{:c}+x"}, "a" * n),
    "repeated texts": lambda n: ({"pathname": "/{a}*{a}*{a}*{a}*b"}, "a" * n),
    "repeated texts of two lengths": lambda n: ({"pathname": "/{aa}*{aaa}*{a}+b"}, "a" * n),
    "full wildcards": lambda n: ({"pathname": "/*a*a*a*b"}, "a" * n),
    "full wildcards between slashes": lambda n: ({"pathname": "*/*/*/*/x"}, "a/" * (n // 2)),
    "a full wildcard in the middle": lambda n: ({"pathname": "/:a/*/:b/x"}, "a/" * (n // 2)),
    "two full wildcards": lambda n: ({"pathname": "/:a/*/b/*/c"}, "a/b/" * (n // 4)),
    "a full wildcard before a segment": lambda n: (
        {"pathname": "/*/:b.js"},
        "a/" * (n // 2) + "b.j" * (n // 4),
    ),
    "optional segments": lambda n: ({"pathname": "/:a?/:b?/:c?/:d?/:e?/x"}, "a/" * (n // 2)),
    "optional texts": lambda n: ({"pathname": "/{a}?{a}?{a}?{a}?:b/x"}, "a" * n),
    "separated segments": lambda n: ({"pathname": "{/:a-}*"}, "a-/" * (n // 3)),
    "separated segments without a delimiter": lambda n: (
        {"search": "{:a-}*{:b-}*!"},
        "?" + "a-" * (n // 2),
    ),
    "segments in a host": lambda n: ({"hostname": "{:a.}*:b{.:c}*.x"}, "a." * (n // 2)),
    "many groups": lambda n: (
        {"pathname": "".join(f"/:a{number}?" for number in range(40)) + "/x"},
        "a/" * (n // 2),
    ),
    "many wildcards": lambda n: ({"search": "*a" * 40 + "b"}, "?" + "a" * n),
}


def prepared(family: str, length: int) -> tuple[URLPattern, str]:
    components, hostile = HOSTILE[family](length)
    url = f"https://{hostile}x/" if "hostname" in components else f"https://h/{hostile}"
    return URLPattern(components), url


@pytest.mark.parametrize("family", HOSTILE)
def test_time_is_linear_in_the_length_of_a_url(family):
    def work(length: int) -> int:
        pattern, url = prepared(family, length)
        # The work is the number of executed lines of Python.
        return count_lines(lambda: (pattern.test(url), pattern.exec(url)))

    work(100)  # fills the caches before the measurement
    assert work(8000) < 2.5 * work(4000) + 100


#: Patterns of about n characters.
LONG = {
    "groups": lambda n: "/" + "/".join(f":a{number}" for number in range(n // 6)),
    "wildcards": lambda n: "/" + "*/" * (n // 2),
    "optional texts": lambda n: "/" + "{a}?" * (n // 4),
    "repeated groups": lambda n: "/" + "".join(f"{{:a{number}-}}*" for number in range(n // 9)),
    "open braces": lambda n: "/" + "{" * n,
    "braces": lambda n: "/" + "{}" * (n // 2),
    "open parentheses": lambda n: "/" + "(" * n,
    "questions in open parentheses": lambda n: "/" + "(?" * (n // 2),
    "a nested regular expression": lambda n: "/(" + "(?:" * (n // 8) + "a" + ")" * (n // 8) + ")",
    "colons": lambda n: "/" + ":" * n,
    "backslashes": lambda n: "/" + "\\" * n,
    "a name": lambda n: "/:" + "a" * n,
    "at signs": lambda n: "@" * n,
    "brackets": lambda n: "[" * n,
    "a host": lambda n: "a." * (n // 2),
    "a host of groups": lambda n: ".".join(f":a{number}" for number in range(n // 6)),
    "questions": lambda n: "/?" + "?" * n,
    "hashes": lambda n: "/#" + "#" * n,
    "fixed texts": lambda n: "/" + "é" * n,
    "dot segments": lambda n: "/" + "a/../" * (n // 5),
}


@few_or_many("length", 500, 2000)
@pytest.mark.parametrize("family", LONG)
def test_time_is_linear_in_the_length_of_a_pattern(family, length):
    def work(length: int) -> int:
        def construct() -> None:
            with suppress(InvalidPatternError, ModuleNotFoundError):
                URLPattern(f"https://{LONG[family](length)}")

        return count_calls(construct) + count_lines(construct)

    work(100)  # fills the caches before the measurement
    short = work(length)  # A second call would find the compiled pattern in a cache.
    assert work(2 * length) < 2.5 * short + 100


@pytest.mark.parametrize(
    ("pattern", "spans"),
    [
        (
            "*a*",
            {
                "a": [(0, 0), (1, 1)],
                "xaya": [(0, 3), (4, 4)],
                "xayaz": [(0, 3), (4, 5)],
                "": None,
                "b": None,
            },
        ),
        (
            "/*/a/*",
            {
                "/x/a/": [(1, 2), (5, 5)],
                "/a/a/": [(1, 2), (5, 5)],
                "/a/": None,
                "//a/a/b": [(1, 3), (6, 7)],
            },
        ),
        (
            "*a*b*",
            {
                "ab": [(0, 0), (1, 1), (2, 2)],
                "ba": None,
                "abab": [(0, 2), (3, 3), (4, 4)],
                "aab": [(0, 1), (2, 2), (3, 3)],
            },
        ),
        ("a*", {"a": [(1, 1)], "ab": [(1, 2)], "ba": None}),
        ("*a", {"a": [(0, 0)], "ba": [(0, 1)], "ab": None}),
        ("a*a", {"aa": [(1, 1)], "a": None, "aba": [(1, 2)]}),
    ],
)
def test_wildcards_between_texts_match_as_much_as_they_can(
    pattern: str, spans: dict[str, list[tuple[int, int]] | None]
) -> None:
    """The same as the regular expression of the Standard, with `(.*)` for each wildcard."""
    matcher = make_matcher(parse_pattern_string(pattern, DEFAULT_OPTIONS, str), DEFAULT_OPTIONS)
    for text, expected in spans.items():
        found = matcher.spans(text)
        assert (None if found is None else [*found]) == expected
        assert bool(matcher.test(text)) is (expected is not None)


def kind_of(matcher: Matcher) -> str:
    """Return the name of the function that made the matcher, or its text."""
    if matcher is ANYTHING:
        return "anything"
    return "text" if matcher.text is not None else matcher.spans.__qualname__.partition(".")[0]


def _of(text: str, name: str, modifier: Modifier = "none") -> Part:
    """Return the part `:` with a segment wildcard, `*` with a full wildcard, or fixed text."""
    if text in (":", "/:"):
        return Part("segment-wildcard", "", modifier, name, text[:-1])
    return (
        Part("full-wildcard", "", modifier, name)
        if text == "*"
        else Part("fixed-text", text, modifier)
    )


@each_case(
    ("options", "texts", "kind"),
    [
        # `re` would backtrack if two wildcards could end anywhere, and take quadratic time.
        (DEFAULT_OPTIONS, ":", "_segments"),
        (DEFAULT_OPTIONS, ": - :", "_segments"),
        (DEFAULT_OPTIONS, ": - : - :", "match_parts"),
        (DEFAULT_OPTIONS, ": - *", "_segments"),
        (DEFAULT_OPTIONS, ": - : *", "match_parts"),
        (PATHNAME_OPTIONS, "/: /:", "_segments"),
        (PATHNAME_OPTIONS, "/: -", "match_parts"),
        (PATHNAME_OPTIONS, "/: /x *", "_segments"),
        (PATHNAME_OPTIONS, "/: / * /x", "_segments"),
        (PATHNAME_OPTIONS, "/: / * x", "match_parts"),
        (PATHNAME_OPTIONS, "/: / * /x * /y", "match_parts"),
        (PATHNAME_OPTIONS, "/: / * /x *", "_segments"),
        (PATHNAME_OPTIONS, "/: / * /:", "_segments"),
        (PATHNAME_OPTIONS, "* /x *", "_spans_of_wildcards"),
        (PATHNAME_OPTIONS, "*", "anything"),
        (PATHNAME_OPTIONS, "/x", "text"),
        (HOSTNAME_OPTIONS, ": .x", "_segments"),
        (HOSTNAME_OPTIONS, ": x", "match_parts"),
    ],
)
def test_expressions_of_re_are_made_only_of_parts_that_take_linear_time(
    options: Options, texts: str, kind: str
) -> None:
    parts = [_of(text, f"n{number}") for number, text in enumerate(texts.split())]
    assert kind_of(make_matcher(parts, options)) == kind


@pytest.mark.parametrize(
    ("modifiers", "kind"),
    [
        (["none", "optional"], "_segments"),
        (["optional", "none"], "_segments"),
        (["optional", "optional"], "match_parts"),
        (["none", "zero-or-more"], "_segments"),
        (["none", "one-or-more"], "_segments"),
        (["zero-or-more", "none"], "match_parts"),
        (["one-or-more", "none"], "match_parts"),
    ],
)
def test_one_part_can_be_optional_and_only_the_last_one_repeated(
    modifiers: list[Modifier], kind: str
) -> None:
    parts = [_of("/:", f"n{number}", modifier) for number, modifier in enumerate(modifiers)]
    assert kind_of(make_matcher(parts, PATHNAME_OPTIONS)) == kind


@pytest.mark.parametrize(("text", "after"), [("ab", "c"), ("a", "a"), ("aa", "a"), ("aba", "b")])
@pytest.mark.parametrize(("modifier", "least"), [("zero-or-more", 0), ("one-or-more", 1)])
def test_repeated_text_matches_any_number_of_repeats(
    text: str, after: str, modifier: Modifier, least: int
) -> None:
    matcher = match_parts(
        [Part("fixed-text", text, modifier), Part("fixed-text", after, "none")], DEFAULT_OPTIONS
    )
    inputs = {text * count + after for count in range(least, 20)}
    for input in sorted(inputs):
        assert matcher.test(input), input
        for changed in (
            f"x{input}",
            f"{input}x",
            f"{input[:-1]}",
            input.replace(text, f"{text}x", 1),
        ):
            assert matcher.test(changed) is (changed in inputs), changed
