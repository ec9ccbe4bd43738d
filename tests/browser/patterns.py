"""Random URL patterns with inputs, for urldom and for Chromium: `python -m tests.browser.patterns
--help`.

Each pattern is made together with a URL that it should match. `DEPARTURES` lists the known
differences: the sections of the Standard that Chromium does not follow."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final

import attrs

from urldom import InvalidPatternError
from urldom.patterns import URLPattern

from .browser import Browser

#: Chromium has `generate` and `compareComponent` only as experiments, which a flag turns on.
FLAGS: Final = ("--enable-blink-features=URLPatternGenerate,URLPatternCompareComponent",)
COMPONENTS: Final = (
    "protocol",
    "username",
    "password",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)

#: Returns a pattern's component strings and its result for each input, or `null` if Chromium
#: rejects the pattern.
SCRIPT: Final = """
const names = argument.components
const groups = result => Object.fromEntries(Object.entries(result.groups).map(([k, v]) => [k, v ?? null]))
const answer = (pattern, input) => {
    let result, test
    try { result = pattern.exec(...input); test = pattern.test(...input) } catch { return "throws" }
    if (result === null || !test) return [result !== null, test]
    return Object.fromEntries(names.map(name => [name, [result[name].input, groups(result[name])]]))
}
const generated = (pattern, [component, values]) => {
    if (!pattern.generate) return "absent"
    try { return pattern.generate(component, values) } catch { return null }
}
let previous = null
return argument.cases.map(({pattern, inputs, generate}) => {
    let made
    try { made = new URLPattern(...pattern) } catch { return null }
    const found = {
        strings: Object.fromEntries(names.map(name => [name, made[name]])),
        regexp: made.hasRegExpGroups,
        answers: inputs.map(input => answer(made, input)),
        generated: generated(made, generate),
        compared: URLPattern.compareComponent && previous
            ? names.map(name => URLPattern.compareComponent(name, previous, made)) : [],
    }
    previous = made
    return found
})
"""


@attrs.frozen
class Case:
    """The arguments of `URLPattern`, of `test` and `exec`, and of `generate`."""

    pattern: list[Any]
    inputs: list[list[Any]]
    generate: tuple[str, dict[str, str]]


class Maker:
    """Makes random cases."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names = 0

    def __iter__(self) -> Iterator[Case]:
        while True:
            yield self.case()

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def may(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def case(self) -> Case:
        self.names = 0
        patterns, sample = self.components()
        options = {"ignoreCase": True} if self.may(15) else {}
        if self.may(60):
            pattern: list[Any] = [self.mutated(self.written(patterns), 10)]
            if self.may(25):
                pattern = [self.relative(patterns), self.base(sample)]
        else:
            given = {
                name: self.mutated(patterns[name], 4)
                for name in COMPONENTS
                if name in patterns and self.may(70)
            }
            if self.may(20):
                given["baseURL"] = self.base(sample)
            pattern = [given]
        if options:
            pattern.append(options)
        samples = [sample, sample, {**sample, **self.components()[1]}]
        inputs = [self.input(sample) for sample in samples for _ in range(2)]
        values = {
            name: self.text("pathname") for name in re.findall(r":(\w+)", json.dumps(pattern))
        }
        return Case(
            pattern, inputs, (self.one("pathname", "hostname", "search", "protocol"), values)
        )

    # Each of these methods makes a component as a pattern, and a text that the pattern should
    # match.

    def components(self) -> tuple[dict[str, str], dict[str, str]]:
        patterns: dict[str, str] = {}
        sample: dict[str, str] = {}

        def add(name: str, made: tuple[str, str]) -> None:
            patterns[name], sample[name] = made

        add("protocol", self.protocol())
        if self.may(15):
            add("username", self.parts("username"))
            add("password", self.parts("password"))
        add("hostname", self.hostname())
        if self.may(30):
            add("port", self.port())
        add("pathname", self.pathname())
        if self.may(40):
            add("search", self.parts("search"))
        if self.may(25):
            add("hash", self.parts("hash"))
        return patterns, sample

    def protocol(self) -> tuple[str, str]:
        if self.may(70):
            return self.random.choice(
                (("https", "https"), ("http", "http"), ("https", "https"), ("http{s}?", "https"))
            )
        return self.random.choice(
            (
                ("http{s}?", "http"), ("*", "http"), ("*", "foo"), (":p", "ws"), ("ws", "ws"), ("wss", "wss"),
                ("ftp", "ftp"), ("file", "file"), ("foo", "foo"), ("data", "data"), ("mailto", "mailto"),
                ("(https?)", "http"), ("(http|foo)", "foo"), ("h*s", "https"), ("HTTP", "http"), ("{ht}*ps", "https"),
                ("foo{-bar}+", "foo-bar-bar"), ("", "http"), ("javascript", "javascript"), ("a+b", "a+b"),
                ("(.*)", "x"),
            )
        )  # fmt: skip

    def hostname(self) -> tuple[str, str]:
        if self.may(15):
            return self.random.choice(
                (
                    ("[::1]", "[::1]"), ("[\\:\\:1]", "[::1]"), ("{[\\:\\:1]}", "[::1]"),
                    ("[2001:DB8::1]", "[2001:db8::1]"),
                    ("[*\\:1]", "[2001:db8::1]"), ("[\\:\\::a]", "[::a]"), ("127.0.0.1", "127.1"),
                    ("127.1", "127.0.0.1"),
                    ("0x7f.1", "127.0.0.1"), ("*", "a.b"), ("", "a"), ("localhost", "localhost"),
                    ("b\u00fccher.de", "b\u00fccher.de"),
                    ("*.b\u00fccher.de", "www.xn--bcher-kva.de"), ("xn--bcher-kva.de", "b\u00fccher.de"),
                    ("EXAMPLE.com", "example.com"), ("\u4f8b\u3048.jp", "\u4f8b\u3048.jp"), ("a%41", "aa"),
                    ("{*.}?a.b", "a.b"),
                    ("*.a.b", "x.y.a.b"), ("fa\u00df.de", "fa\u00df.de"), ("{[}:x{]}", "[::1]"),
                    ("example.com.", "example.com."),
                    ("a\u3002b", "a.b"), ("\uff41.b", "a.b"), ("ex{am}?ple.com", "example.com"),
                    ("([a-z]+).b", "a.b"), ("a*b", "axb"),
                )
            )  # fmt: skip
        return self.parts("hostname")

    def port(self) -> tuple[str, str]:
        return self.random.choice(
            (
                ("80", "80"), ("443", "443"), ("8080", "8080"), ("", ""), ("*", "81"), ("80*", "8080"),
                (":port", "99"),
                ("{80}?", "80"), ("{80}*", "8080"), ("(\\d+)", "1"), ("0080", "80"), ("443*", "4431"),
                ("8{0}?0", "80"),
                ("65535", "65535"), ("65536", "65535"), ("8a", "8"), ("(80|443)", "443"), ("000", "0"),
                ("{8}{0}", "80"),
                ("{8}:x{0}", "8080"), ("\\80", "80"),
            )
        )  # fmt: skip

    def pathname(self) -> tuple[str, str]:
        if self.may(10):
            return self.random.choice(
                (
                    ("*", "/a"), ("/*", "/a/b"), ("", "/"), ("/", "/"), ("/a/../b", "/b"), ("/a/./b", "/a/b"),
                    ("foo", "foo"),
                    ("/a/:b/..", "/a/b"), ("/a/%2e%2e/b", "/b"), ("{/a}/..", "/"), ("/..", "/"), ("/.", "/"),
                    ("/:a.", "/b."),
                    ("/:a/..", "/b/.."), ("/*.js", "/a/b.js"), ("/*/..", "/"), ("//a", "//a"), ("\\/a", "/a"),
                    ("{/a}?", "/a"),
                    ("./a", "/a"), ("../a", "/a"), (":a", "b"), ("/\\:a", "/:a"), ("/a\\\\b", "/a/b"),
                    ("text/:x", "text/html"),
                    ("/{a/}*b", "/a/a/b"), ("/:a?/:b?", "/c"), ("/:a*/:b+", "/c/d"), ("/C\\:/a", "/C:/a"),
                    ("/a b", "/a b"),
                )
            )  # fmt: skip
        pattern, text = self.parts("pathname")
        if self.may(90) and not pattern.startswith(("/", "{/")):
            pattern, text = f"/{pattern}", f"/{text}"
        return pattern, text

    def parts(self, component: str) -> tuple[str, str]:
        pattern, text = "", ""
        for _ in range(self.random.choice((1, 1, 2, 2, 3, 4, 5))):
            if component == "hostname" and pattern and self.may(70):
                pattern, text = f"{pattern}.", f"{text}."
            if component == "pathname" and self.may(50):
                pattern, text = f"{pattern}/", f"{text}/"
            more = self.part(component)
            pattern, text = pattern + more[0], text + more[1]
        return pattern, text

    def part(self, component: str) -> tuple[str, str]:
        if self.may(45):
            return self.fixed(component)
        group, make = self.group(component)
        if self.may(50):
            modifier, times = self.modifier(30)
            return group + modifier, "".join(make() for _ in range(times))
        before, text_before = self.fixed(component) if self.may(70) else ("", "")
        after, text_after = self.fixed(component) if self.may(50) else ("", "")
        if self.may(25):
            group, make = "", lambda: ""
        modifier, times = self.modifier(60)
        pattern = f"{{{before}{group}{after}}}{modifier}"
        return pattern, "".join(f"{text_before}{make()}{text_after}" for _ in range(times))

    def modifier(self, percent: int) -> tuple[str, int]:
        if not self.may(percent):
            return "", 1
        modifier = self.one("?", "*", "+")
        return (
            modifier,
            {
                "?": self.random.choice((0, 1)),
                "*": self.random.choice((0, 1, 2, 3)),
                "+": self.random.choice((1, 2)),
            }[modifier],
        )

    def group(self, component: str) -> tuple[str, Callable[[], str]]:
        kind = self.random.randrange(10)
        self.names += 1
        name = self.one("a", "b", "id", "\u00e9", "_x", "$", "a\u200c") + (
            str(self.names) if self.may(97) else ""
        )
        if kind < 4:
            return f":{name}", lambda: self.text(component)
        if kind < 7:
            return "*", lambda: self.one(
                "", self.text(component), self.text(component) + "/.?"[self.random.randrange(3)]
            )
        # The text may or may not match this regular expression.
        regexp = self.one(
            "\\\\d+", "\\\\w+", "[a-z]+", ".*", ".+", "[^/]+?", "[^.]+?", "[^\\\\/]+?", "a|b", "(?:a|b)+", "x?",
            "(?=a)a", "(?<n>a)", "[a-z&&[^b]]+",
            "\\\\p{L}+", "[\\\\q{ab|c}]", "(?i:A)", "a{2}", "[[a-z]--[b]]", "[", "a**", "(?:)", "\\\\/b",
            "(?!b).", "^a$", "\\\\bfoo", "a", "(?<=a)b", "[a&&&b]",
            "[(]", "\\\\u{61}", "\\\\x61", "\\\\-",
        ).replace("\\\\", "\\")  # fmt: skip
        prefix = f":{name}" if self.may(40) else ""
        return f"{prefix}({regexp})", lambda: self.one(
            "1", "a", "ab", "b", "", "aa", "/b", "foo", "A", "c"
        )

    def fixed(self, component: str) -> tuple[str, str]:
        text = self.text(component)
        if self.may(8):
            text = self.one(
                "\u00e9",
                "%41",
                "%2f",
                "%2e",
                "A",
                " ",
                "\u00df",
                "\U0001f600",
                "..",
                ".",
                "/",
                "",
                '"',
                "<",
                "%",
                "\ud800",
                "^",
                "-",
                "~",
                "=",
                "&",
                ";",
                "@",
                "!",
                "$",
                ",",
                "+",
            )
        return "".join(f"\\{c}" if c in "+*?:{}()\\" or self.may(2) else c for c in text), text

    def text(self, component: str) -> str:
        if self.may(15):
            return self.one("example", "com", "foo", "Bar", "index.html", "0", "a1", "a-b", "a_b")
        return "".join(self.random.choice("abcx") for _ in range(self.random.randint(1, 2)))

    # Arguments

    def written(self, patterns: Mapping[str, str]) -> str:
        """Return a constructor string."""
        text = f"{patterns['protocol']}:"
        if patterns["protocol"] not in ("data", "mailto", "javascript") or self.may(10):
            text += "//"
            if "username" in patterns:
                text += f"{patterns['username']}:{patterns['password']}@"
            text += patterns["hostname"]
            if patterns.get("port"):
                text += f":{patterns['port']}"
        return text + self.relative(patterns)

    def relative(self, patterns: Mapping[str, str]) -> str:
        text = patterns["pathname"] if self.may(90) else ""
        if "search" in patterns:
            text += self.one("?", "\\?") + patterns["search"]
        if "hash" in patterns:
            text += f"#{patterns['hash']}"
        return text

    def url(self, sample: Mapping[str, str]) -> str:
        text = f"{sample['protocol']}:"
        if sample["protocol"] not in ("data", "mailto", "javascript"):
            text += "//"
            if "username" in sample:
                text += f"{sample['username']}:{sample['password']}@"
            text += sample["hostname"]
            if sample.get("port"):
                text += f":{sample['port']}"
        text += sample["pathname"]
        if "search" in sample and self.may(95):
            text += f"?{sample['search']}"
        if "hash" in sample and self.may(95):
            text += f"#{sample['hash']}"
        return text.upper() if self.may(4) else text

    def base(self, sample: Mapping[str, str]) -> str:
        if self.may(40):
            return self.url(sample)
        return self.one(
            "https://example.com/a/b?q#f",
            "http://a.b:81/x/",
            "foo://h/p/q",
            "mailto:a@b",
            "https://u:p@a.b",
            "file:///a/b",
            "bad",
            "https://h/a*b/(c)/:d?e{f}",
        )

    def input(self, sample: Mapping[str, str]) -> list[Any]:
        if self.may(65):
            return [self.mutated(self.url(sample), 5)]
        if self.may(50):
            return [self.mutated(self.relative(sample), 5), self.base(sample)]
        given = {name: self.mutated(text, 3) for name, text in sample.items() if self.may(80)}
        if self.may(25):
            given["baseURL"] = self.base(sample)
        return [given] if self.may(98) else [given, "https://a.b"]

    def mutated(self, text: str, percent: int) -> str:
        while self.may(percent):
            start = self.random.randrange(len(text) + 1)
            end = start + self.random.choice((0, 0, 1, 2))
            piece = self.one(
                *":/?#@*+{}()[]\\.%&= ",
                "",
                "",
                "..",
                ":a",
                "{a}",
                "(b)",
                "\u00e9",
                "%2e",
                "://",
                "?*",
                "**",
                "{}",
                "[::1]",
                "*?",
            )
            text = text[:start] + piece + text[end:]
        return text


def make(case: Case) -> URLPattern:
    ignores_case = case.pattern[-1] == {"ignoreCase": True}
    return URLPattern(
        *(case.pattern[:-1] if ignores_case else case.pattern), ignore_case=ignores_case
    )


def ours(cases: Iterable[Case]) -> list[Any]:
    """Return urldom's results, in the form in which `SCRIPT` returns Chromium's results."""
    answers: list[Any] = []
    previous = None
    for case in cases:
        try:
            pattern = make(case)
        except (InvalidPatternError, TypeError):
            answers.append(None)
            continue
        try:
            generated = pattern.generate(*case.generate)
        except ValueError:
            generated = None
        answers.append(
            {
                "strings": {name: getattr(pattern, name) for name in COMPONENTS},
                "regexp": pattern.has_regexp_groups,
                "answers": [_answer(pattern, input) for input in case.inputs],
                "generated": generated,
                "compared": (
                    []
                    if previous is None
                    else [
                        URLPattern.compare_component(name, previous, pattern) for name in COMPONENTS
                    ]
                ),
            }
        )
        previous = pattern
    return answers


def _answer(pattern: URLPattern, input: list[Any]) -> Any:
    try:
        result, test = pattern.exec(*input), pattern.test(*input)
    except TypeError:
        return "throws"
    if result is None or not test:
        return [result is not None, test]
    return {
        name: [getattr(result, name).input, getattr(result, name).groups] for name in COMPONENTS
    }


@attrs.frozen
class Difference:
    """A difference between urldom (`ours`) and Chromium (`theirs`) in the part `where` of the
    result."""

    case: Case
    where: str
    ours: Any
    theirs: Any
    input: list[Any] = attrs.Factory(list[Any])

    @property
    def texts(self) -> str:
        """The pattern and the input, as one text."""
        return json.dumps([self.case.pattern, self.input], ensure_ascii=False)

    @property
    def ignores_case(self) -> bool:
        return self.case.pattern[-1] == {"ignoreCase": True}

    def reason(self) -> tuple[str | None, str]:
        """Return the component that urldom rejects, and the reason for the rejection."""
        try:
            make(self.case)
        except InvalidPatternError as error:
            return error.component, error.reason
        return None, ""

    def __str__(self) -> str:
        ours, theirs = self.ours, self.theirs
        if isinstance(ours, dict) and isinstance(theirs, dict):
            ours = {name: value for name, value in self.ours.items() if value != self.theirs[name]}
            theirs = {
                name: value for name, value in self.theirs.items() if value != self.ours[name]
            }
        return f"{self.where} {self.case.pattern} {self.input or ''}: {ours} {theirs}"


def ends_chromium(case: Case) -> bool:
    """Return whether the case may crash Chromium. A fixed text that is empty after encoding crashes
    Chromium."""
    try:
        make(case)
    except InvalidPatternError as error:
        return (error.component, error.reason) == ("hostname", "the host is missing")
    except TypeError:
        pass
    return "\\t" in json.dumps(case.pattern)


def ask(cases: list[Case]) -> list[Any]:
    """Return Chromium's results. The result `"ends"` means that the case crashes Chromium."""
    from selenium.common.exceptions import WebDriverException

    with Browser(*FLAGS) as browser, suppress(WebDriverException):
        return browser.run(
            SCRIPT, {"components": COMPONENTS, "cases": [attrs.asdict(case) for case in cases]}
        )
    middle = len(cases) // 2
    return [*ask(cases[:middle]), *ask(cases[middle:])] if middle else ["ends"]


def differences(cases: list[Case], theirs: list[Any]) -> Iterator[Difference]:
    """Yield the differences, except differences in spelling."""
    comparable = False
    for case, our, their in zip(
        cases, map(without_spellings, ours(cases)), map(without_spellings, theirs), strict=True
    ):
        if their == "ends":
            yield Difference(case, "ends", our, their)
            comparable = False
            continue
        if our is None or their is None:
            if our is not their:
                yield Difference(case, "made", our, their)
            comparable = comparable and our is their
            continue
        if our["strings"] != their["strings"]:
            yield Difference(case, "strings", our["strings"], their["strings"])
            comparable = False
            continue
        if our["regexp"] != their["regexp"]:
            yield Difference(case, "regexp", our["regexp"], their["regexp"])
        for input, our_answer, their_answer in zip(
            case.inputs, our["answers"], their["answers"], strict=True
        ):
            if our_answer != their_answer:
                yield Difference(case, "answer", our_answer, their_answer, input)
        if their["generated"] not in ("absent", our["generated"]):
            yield Difference(
                case, "generated", our["generated"], their["generated"], [*case.generate]
            )
        if comparable and their["compared"] not in ([], our["compared"]):
            yield Difference(case, "compared", our["compared"], their["compared"])
        comparable = True


def without_spellings(answers: Any) -> Any:
    """Return the results of urldom or Chromium, without known differences in spelling: see
    `departures.py`."""
    text = json.dumps(answers)
    return json.loads(text.replace("%7C", "|").replace("%27", "'").replace("%2A", "*"))


def _match(answer: Any) -> dict[str, Any] | None:
    """Return the answer if it has components, or `None`. The result of a match has components, and
    so do the strings of a pattern."""
    return None if answer is None or "pathname" not in answer else answer


def _ours_matches_alone(difference: Difference) -> bool:
    return (
        difference.where == "answer"
        and bool(_match(difference.ours))
        and not _match(difference.theirs)
    )


def _theirs_matches_alone(difference: Difference) -> bool:
    return (
        difference.where == "answer"
        and bool(_match(difference.theirs))
        and not _match(difference.ours)
    )


def _given(difference: Difference) -> Mapping[str, str]:
    """Return the input if it is a dictionary, or an empty dictionary."""
    given: Any = difference.input[0]
    return {} if isinstance(given, str) else given


def _unlike(difference: Difference) -> set[str]:
    """Return the names of the components with different values. If one of the two results has no
    components, return no names."""
    ours, theirs = _match(difference.ours), _match(difference.theirs)
    return {name for name in COMPONENTS if ours[name] != theirs[name]} if ours and theirs else set()


def _without_none(groups: Mapping[str, str | None]) -> dict[str, str]:
    return {name: text or "" for name, text in groups.items()}


def _differ_in_empty_groups_alone(difference: Difference) -> bool:
    ours, theirs = _match(difference.ours), _match(difference.theirs)
    if difference.where != "answer" or not ours or not theirs:
        return False
    return all(
        our[0] == their[0] and _without_none(our[1]) == _without_none(their[1])
        for our, their in zip(ours.values(), theirs.values(), strict=True)
    )


_REPEATED: Final = re.compile(r"[\w$\u200c})*][*+]")

#: The known departures of Chromium from the Standards. urldom follows the Standards.
DEPARTURES: Final[dict[str, Callable[[Difference], object]]] = {
    "URL Standard 4.4 port state: the port 0 is a port (Chromium removes it)": lambda d: re.search(
        r':0+(?=[/?#"\\])|"port": "0+"', d.texts
    ),
    "URL Standard 4.4 port state: in a dictionary, file has a port (Chromium removes it)": (
        lambda d: (
            d.where == "answer"
            and "file" in (_given(d).get("protocol", _given(d).get("baseURL", "")))
            and "port" in _given(d)
        )
    ),
    "URL Standard 4.4 file host state, path state: localhost is the empty host, and a host without a path is accepted. Empty segments can follow an empty host (Chromium: the opposite)": lambda d: (
        re.search(
            r"file:[/\\\\]*(localhost|[^/\\\\?#\"]*[?#]|//)|\"//[^/\"]*[?#].*file:",
            d.texts,
            re.IGNORECASE,
        )
    ),
    "URL Standard 3.2: a space is a forbidden domain code point (Chromium encodes it)": lambda d: (
        d.ours in (None, [False, False])
        and (
            "%20" in json.dumps(d.theirs)
            or d.reason() == ("baseURL", "a host cannot contain a space")
        )
    ),
    "URL Standard 3.5: a * in a host is kept (Chromium encodes it)": lambda d: (
        _unlike(d) == {"hostname"} and "*" in json.dumps(d.ours["hostname"])
    ),
    "URL Standard 3.5: a text after a wildcard can be an IPv6 address (Chromium rejects it)": (
        lambda d: (
            d.where == "made"
            and d.theirs is None
            and re.search(r".\[.*\]", d.ours["strings"]["hostname"])
        )
    ),
    "URL Standard 4.4 hostname state: an empty host is rejected (Chromium accepts it in a dictionary)": lambda d: (
        d.where == "answer" and _given(d).get("hostname", "")[:1] in ("/", "?", "#", "\\")
    ),
    "URL Standard 4.4 path state: \\ is / only in a special URL (Chromium: in any URL)": lambda d: (
        d.where == "answer"
        and isinstance(d.input[0], str)
        and any("\\" in text for text in d.input)
    ),
    "URL Pattern 1.4 create: ignoreCase applies to pathname, search and hash (Chromium: to all)": (
        lambda d: (
            d.ignores_case
            and d.where == "answer"
            and (_theirs_matches_alone(d) or len(_unlike(d) - {"pathname", "search", "hash"}) > 0)
        )
    ),
    "URL Pattern 1.4 match: a component that a dictionary lacks is the empty string (Chromium: it does not match a regular expression)": lambda d: (
        _ours_matches_alone(d)
        and isinstance(d.input[0], dict)
        and any(not text for text, _ in d.ours.values())
    ),
    "URL Pattern 1.6 parse a constructor string: an empty path is a path (Chromium: not if opaque)": lambda d: (
        d.where == "strings"
        and _unlike(d) == {"pathname"}
        and (d.ours["pathname"], d.theirs["pathname"]) == ("", "*")
    ),
    "URL Pattern 2.2: (.*)? that matches nothing has no group (Chromium: an empty one)": (
        _differ_in_empty_groups_alone
    ),
    "URL Pattern 2.2: repeated groups (V8 takes exponential time, and stops)": lambda d: (
        (d.where == "ends" or _ours_matches_alone(d))
        and _REPEATED.search(json.dumps(d.case.pattern))
    ),
    "URL Pattern 3.1 canonicalize an opaque pathname: ? and # end it (Chromium keeps them)": (
        lambda d: (
            (d.where == "answer" and re.search("[?#]", _given(d).get("pathname", "")))
            or (
                d.where == "strings"
                and _unlike(d) == {"pathname"}
                and re.search("[?#]", d.theirs["pathname"])
            )
        )
    ),
    "URL Pattern 3.1 canonicalize a search: a leading ? is kept (Chromium removes it from each text)": lambda d: (
        (_unlike(d) == {"search"} or d.where == "ends") and "?" in json.dumps(d.case.pattern)
    ),
    "URL Pattern 3.1 canonicalize a pathname: .. after only the added /- is accepted (Chromium rejects it)": lambda d: (
        d.where == "made" and d.theirs is None and ".." in json.dumps(d.case.pattern)
    ),
    "ECMAScript 22.2.2.9: \\q has letters of any case under the flag i (V8: only lower case)": (
        lambda d: d.ignores_case and _ours_matches_alone(d) and "\\q" in d.texts
    ),
    "generate has no Standard: a text that is not a URL's component is rejected (Chromium accepts it)": lambda d: (
        d.where == "generated" and d.ours is None
    ),
}


def counted(cases: Iterable[Case], number: int) -> tuple[Counter[str], list[Difference]]:
    """Compare `number` cases. Return counts of cases and known differences, and a list of unknown
    differences."""
    count: Counter[str] = Counter()
    unknown: list[Difference] = []
    cases = (case for case in cases if not ends_chromium(case))
    while count["patterns"] < number:
        chunk = [*islice(cases, 2000)]
        theirs = ask(chunk)
        count["patterns"] += len(chunk)
        for made in theirs:
            if made is not None and made != "ends":
                count["patterns that are made"] += 1
                count["inputs"] += len(made["answers"])
                count["inputs that match"] += sum(
                    _match(answer) is not None for answer in made["answers"]
                )
        for difference in differences(chunk, theirs):
            kind = next(
                (name for name, departure in DEPARTURES.items() if departure(difference)), None
            )
            if kind is None:
                unknown.append(difference)
            else:
                count[kind] += 1
    return count, unknown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patterns", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    count, unknown = counted(Maker(options.seed), options.patterns)
    for name, number in count.items():
        print(f"{number:>9,}  {name}")
    print(f"{len(unknown):>9,}  unknown differences", *unknown[:50], sep="\n")
    sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
