"""Random import maps, and the URLs of `import.meta.resolve` in Chromium: `python -m
tests.browser.import_maps 7 3000`.

Each case has a frame of its own. A script in the page adds the maps to it, each while the frame has
another base URL, and then inline modules, whose base URL is the referrer."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from urldom import URL, InvalidURLError
from urldom.imports import ImportMap, UnresolvableSpecifierError

from .browser import Browser, Site

BASES: Final = (
    *(
        "https://a.example/",
        "https://a.example/x/",
        "https://a.example/x/y.html?q#f",
        "http://b.example:8080/x/y/z",
    ),
    *(
        "https://u:p@a.example/x/",
        "file:///x/y/z",
        "foo://host/x/y",
        "https://a.example/x//y",
        "mailto:x@y",
    ),
)
NAMES: Final = (
    *(
        "a",
        "b",
        "@s/p",
        "a/b",
        "x:y",
        "1",
        "react",
        "\u00e9",
        "\U0001f600",
        "\ud800",
        "\udc00z",
        "A",
        "__proto__",
    ),
    *(
        " a",
        "a ",
        "%61",
        "a\tb",
        ".",
        "..",
        "...",
        "",
        "toString",
        "a?q",
        "a#f",
        "\\a",
        "https:",
        "a:",
        ":a",
        "a b",
    ),
)
PATHS: Final = (
    *(
        "x",
        "y",
        "x/y",
        "..",
        "../..",
        ".",
        "x/",
        "y/",
        "x//y",
        "%2e",
        "%2e%2e/",
        "x.js",
        "x.js?q",
        "x.js#f",
        "",
        "/",
    ),
    *("?q", "#f", "\u00e9", "\ud800", "x%5Cy", "x:y", "//c.example/", "/x/", "../x/y", '"', "<b>"),
)
ORIGINS: Final = (
    *(
        "https://a.example/",
        "https://A.example:443/x/",
        "http://b.example:8080/x/",
        "https:a.example/",
        "file:///x/",
    ),
    *(
        "foo://host/x/",
        "foo:",
        "data:text/javascript,",
        "blob:https://a.example/",
        "node:",
        "about:",
        "mailto:",
    ),
    *(
        "https://[/",
        "https://a.example:99999/",
        " https://a.example/",
        "ws://a.example/",
        "javascript:",
        "//c.example/",
    ),
)

SCRIPT: Final = """
const resolve = "window.answers[NUMBER] = window.specifiers.map(specifier => {" +
    "try { return import.meta.resolve(specifier) } catch { return null } })"
window.answers = []
for (const {maps, referrers, specifiers} of argument) {
    const frame = document.createElement("iframe")
    document.body.append(frame)
    const inside = frame.contentDocument, view = frame.contentWindow
    const answer = {errors: [], urls: view.answers = []}
    window.answers.push(answer)
    view.specifiers = specifiers
    const base = inside.createElement("base")
    inside.head.append(base)
    const add = (type, href, text) => {
        base.setAttribute("href", href)
        const script = inside.createElement("script")
        script.type = type
        script.textContent = text
        inside.head.append(script)
    }
    maps.forEach(([text, href], number) => {
        view.onerror = () => { answer.errors.push(number); return true }
        add("importmap", href, text)
    })
    referrers.forEach((referrer, number) => add("module", referrer, resolve.replace("NUMBER", number)))
}
"""


class Case(NamedTuple):
    #: The texts of import maps, each with its base URL
    maps: list[tuple[str, str]]
    referrers: list[str]
    specifiers: list[str]


#: The numbers of the maps that are not accepted, and the URLs of the specifiers for each referrer.
Answer = tuple[list[int], list[list["str | None"]]]


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def __iter__(self) -> Iterator[Case]:
        while True:
            maps = [(self.text(), self.one(BASES)) for _ in range(self.one((1, 1, 1, 2, 3)))]
            found = [name for text, _ in maps for name in names_of(text)]
            specifiers = [self.near(found) for _ in range(8)]
            yield Case(maps, [self.one(BASES) for _ in range(2)], specifiers)

    def one(self, choices: Any) -> Any:
        return self.random.choice(choices)

    def may(self, percent: float) -> bool:
        return self.random.random() * 100 < percent

    def url(self) -> str:
        start = self.one((*ORIGINS, "/", "./", "../", "./", "/", "./"))
        return str(start) + "/".join(self.one(PATHS) for _ in range(self.random.randint(0, 2)))

    def specifier(self) -> str:
        name: str = self.url() if self.may(50) else self.one(NAMES)
        return name + "/" if self.may(45) else name

    def address(self) -> Any:
        return (
            self.one((None, 5, ["/x"], self.one(NAMES)))
            if self.may(12)
            else self.url() + ("/" * self.may(45))
        )

    def specifiers(self) -> Any:
        if self.may(1):
            return self.one((None, [], "x"))
        return {self.specifier(): self.address() for _ in range(self.random.randint(0, 6))}

    def text(self) -> str:
        found: dict[str, Any] = {}
        if self.may(95):
            found["imports"] = self.specifiers()
        if self.may(60):
            scope = [*BASES, "./", "", "x/", "/x/", *ORIGINS]
            found["scopes"] = {
                self.one(scope) + self.one(("", "", "x/")): self.specifiers() for _ in range(3)
            }
        if self.may(10):
            found["integrity"] = {self.specifier(): "sha384-x"}
        text = json.dumps(found, ensure_ascii=self.may(50))
        return (
            self.one((text + ",", f"[{text}]", text[:-1], f"\ufeff{text}", " ", "NaN"))
            if self.may(3)
            else text
        )

    def near(self, names: list[str]) -> str:
        """Return a specifier, usually with one of the names of the maps at its beginning."""
        name = self.one(names) if names and self.may(75) else self.specifier()
        return str(name) + self.one(PATHS) if self.may(45) else str(name)


def names_of(text: str) -> list[str]:
    try:
        found = json.loads(text)
        parts = [found.get("imports"), *(found.get("scopes") or {}).values()]
        return [name for part in parts if isinstance(part, dict) for name in part]
    except (ValueError, AttributeError):
        return []


def has_lone_surrogate(text: str) -> bool:
    """Return `True` if a JSON text has a lone surrogate, also as an escape."""
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode(
            "utf-16-le", "surrogatepass"
        ).decode("utf-16-le")
        return False
    except UnicodeDecodeError:
        return True
    except ValueError:
        return False


def by_urldom(case: Case) -> Answer:
    whole, errors = ImportMap(), []
    for number, (text, base) in enumerate(case.maps):
        try:
            parsed = ImportMap.parse(text, base)
            if has_lone_surrogate(text):
                raise ValueError(
                    "Chromium's JSON parser, unlike JSON.parse, rejects lone surrogates"
                )
            whole = whole.merge(parsed)
        except ValueError:
            errors.append(number)
    return errors, [
        [resolved(whole, name, referrer) for name in case.specifiers] for referrer in case.referrers
    ]


def resolved(found: ImportMap, specifier: str, referrer: str) -> str | None:
    try:
        return found.resolve(specifier, referrer).href
    except (UnresolvableSpecifierError, InvalidURLError):
        return None


def by_chromium(browser: Browser, page: str, cases: list[Case]) -> list[Answer]:
    browser.visit(page)
    browser.run(SCRIPT, [case._asdict() for case in cases])
    done = (
        "return window.answers.every(({urls}) => [0, 1].every(number => urls[number] !=="
        " undefined))"
    )
    browser.wait_until(done, 60)
    return [(answer["errors"], answer["urls"]) for answer in browser.run("return window.answers")]


def differences(browser: Browser, page: str, cases: list[Case]) -> tuple[int, list[str]]:
    """Return the number of URLs, and the differences without a known reason."""
    count, found = 0, []
    for start in range(0, len(cases), 250):
        part = cases[start : start + 250]
        for case, (errors, answers) in zip(part, by_chromium(browser, page, part), strict=True):
            our_errors, ours = by_urldom(case)
            if our_errors != errors:
                found.append(f"errors {our_errors} {errors}: {case.maps}")
                continue
            for referrer, our, their in zip(case.referrers, ours, answers, strict=True):
                for specifier, one, other in zip(case.specifiers, our, their, strict=True):
                    count += one is not None
                    if one != other and not is_known(specifier, referrer, one, other):
                        found.append(f"{specifier!r} in {referrer}: {one} {other}: {case.maps}")
    return count, found


#: Where Chromium leaves the texts, and urldom follows them: functions of a specifier, its referrer,
#: and both URLs. The paths have no backslashes, spaces and tabs, because Chromium parses them
#: otherwise (see `departures.py`).
DEPARTURES: Final[dict[str, Callable[[str, str, str | None, str | None], object]]] = {
    "URL Standard: a lone surrogate becomes U+FFFD (in Chromium, such a specifier is not a URL)": (
        lambda name, referrer, ours, theirs: ours is not None and re.search("[\ud800-\udfff]", name)
    ),
    "8.1.5: a specifier that begins like a path is bare if it is not a URL (in Chromium, it does not resolve)": lambda name, referrer, ours, theirs: (
        theirs is None and name.startswith(("/", "./", "../")) and not URL.can_parse(name, referrer)
    ),
    "URL Standard 4.4: the empty host and the slashes of a file: URL (in Chromium, they differ)": (
        lambda name, referrer, ours, theirs: (
            (ours or "").startswith("file:")
            or (referrer.startswith("file:") and name.startswith("/"))
        )
    ),
}


def is_known(specifier: str, referrer: str, ours: str | None, theirs: str | None) -> bool:
    return any(departure(specifier, referrer, ours, theirs) for departure in DEPARTURES.values())


def main() -> None:
    seed, number = (int(argument) for argument in sys.argv[1:] + ["1", "1000"][len(sys.argv) - 1 :])
    maker = iter(Maker(seed))
    with Browser() as browser, Site() as site:
        count, found = differences(
            browser, site.put("/page", "<!DOCTYPE html>"), [next(maker) for _ in range(number)]
        )
    print(*found[:40], sep="\n")
    print(f"{number} cases, {count} URLs, {len(found)} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
