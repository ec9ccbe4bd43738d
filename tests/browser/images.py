"""Random images with a `srcset`, in a `picture` or without, and the URL that Chromium selects for
each of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import Any, Final

import attrs

from urldom.trees import parse

from .browser import Browser, Site

#: What a headless Chromium answers to queries, where it differs from a desktop browser with a
#: mouse.
HEADLESS: Final = {"hover": "none", "any-hover": "none", "pointer": "none", "any-pointer": "none"}
#: The features that Chromium can emulate, with the values that it accepts.
EMULATED: Final = {
    "prefers-color-scheme": ["light", "dark"],
    "prefers-reduced-motion": ["no-preference", "reduce"],
    "prefers-contrast": ["no-preference", "more", "less", "custom"],
    "prefers-reduced-transparency": ["no-preference", "reduce"],
    "forced-colors": ["none", "active"],
    "color-gamut": ["srgb", "p3", "rec2020"],
}
#: Units of a length, each with a number of units that is about a quarter of a usual viewport.
LENGTHS: Final = {
    "px": 200,
    "cm": 5,
    "mm": 50,
    "q": 200,
    "in": 2,
    "pc": 12,
    "pt": 150,
    "em": 12,
    "rem": 12,
    **dict.fromkeys(
        ("vw", "vh", "vmin", "vmax", "vi", "vb", "svw", "lvh", "dvmin", "dvw", "svmax"), 25
    ),
}
TYPES: Final = [
    *(
        "image/png",
        "image/webp",
        "image/avif",
        "image/jpeg;q=1",
        "IMAGE/GIF",
        "",
        " image/svg+xml ",
        "image/apng",
    ),
    *("image/tiff", "image/jp2", "image", "text/html", "image/x-unknown", "image/*"),
]


@attrs.frozen
class Screen:
    width: int
    height: int
    density: float
    media: dict[str, str]


@attrs.frozen
class Case:
    """An image: its HTML, the screen, and the URLs that Chromium and urldom select, without their
    start."""

    html: str
    screen: Screen
    theirs: str
    ours: str
    features: frozenset[str]


class Maker:
    """Makes random images. The same seed makes the same images."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.features: set[str] = set()
        self.count = 0

    def chance(self, probability: float) -> bool:
        return self.draw.random() < probability

    def screen(self) -> Screen:
        draw = self.draw
        media = {name: draw.choice(values) for name, values in EMULATED.items() if self.chance(0.5)}
        width, height = (
            draw.choice([320, 400, 640, 768, 800, 1024, 1280, 1600, 1921]) for _ in range(2)
        )
        return Screen(width, height, draw.choice([1, 1, 1.25, 1.5, 2, 2.5, 3]), media)

    def image(self, screen: Screen) -> str:
        self.features = set()
        self.count += 1
        draw = self.draw
        inner = "".join(self.source(screen) for _ in range(draw.choice([0, 0, 1, 2, 3])))
        src = f' src="{self.url("src")}"' if self.chance(0.5) else ""
        image = f"<img{self.sources(screen, 0.8)}{src}>"
        if inner or self.chance(0.1):
            self.features.add("picture")
            wrapped = f"<div>{inner}</div>" if self.chance(0.05) else inner
            image = f"<picture>{wrapped}{image}{self.source(screen) if self.chance(0.1) else ''}</picture>"
        return image

    def url(self, name: object) -> str:
        return f"{self.count}/{name}"

    def source(self, screen: Screen) -> str:
        media = f' media="{escape(self.media(screen))}"' if self.chance(0.6) else ""
        kind = f' type="{self.draw.choice(TYPES)}"' if self.chance(0.4) else ""
        self.features |= {name for name, text in (("media", media), ("type", kind)) if text}
        return f"<source{self.sources(screen, 0.95)}{media}{kind}>"

    def sources(self, screen: Screen, probability: float) -> str:
        if not self.chance(probability):
            return ""
        srcset = f' srcset="{self.srcset(screen)}"'
        if not self.chance(0.7):
            return srcset
        self.features.add("sizes")
        return f'{srcset} sizes="{escape(self.sizes(screen))}"'

    def srcset(self, screen: Screen) -> str:
        draw = self.draw
        by_width = self.chance(0.7)
        found = []
        for number in range(draw.choice([1, 2, 3, 4, 6])):
            descriptor = (
                f"{draw.randint(1, 60) * 50}w"
                if by_width
                else f"{draw.choice([0, 0.5, 1, 1.5, 2, 3, 4])}x"
            )
            if self.chance(0.1):
                descriptor = draw.choice(
                    [
                        "",
                        "1x",
                        "2x",
                        "700w",
                        "700w 300h",
                        "300h",
                        "1w 1x",
                        "-1x",
                        "1e0x",
                        ".5x",
                        "0w",
                        "(a)",
                    ]
                )
            url = f"{self.url(f'{draw.randrange(10**9)}-{number}')}"
            found.append(f"{url} {descriptor}".strip())
        return draw.choice([", ", ",\n", " , "]).join(found)

    def sizes(self, screen: Screen) -> str:
        draw = self.draw
        entries = []
        for _ in range(draw.choice([1, 1, 2, 3])):
            condition = self.condition(screen, 2) if self.chance(0.6) else ""
            entries.append(f"{condition} {self.length(3)}".strip())
        if self.chance(0.08):
            self.features.add("invalid")
            entries.insert(
                0,
                draw.choice(
                    [
                        "",
                        "1",
                        "-1px",
                        "50%",
                        "foo",
                        "1px 2px",
                        "(width) ",
                        "] 5px",
                        "screen 10px",
                        "not 1px",
                    ]
                ),
            )
        return draw.choice([", ", ","]).join(entries)

    def length(self, depth: int) -> str:
        draw = self.draw
        if depth == 0 or self.chance(0.6):
            unit = draw.choice([*LENGTHS])
            return f"{round(LENGTHS[unit] * draw.uniform(0.2, 4), draw.choice([0, 1, 2])):g}{unit}"
        kind = draw.choice(["calc", "calc", "min", "max", "clamp"])
        self.features.add(kind)
        arguments = {"calc": 1, "clamp": 3}.get(kind) or draw.randint(1, 3)
        return f"{kind}({', '.join(self.sum(depth - 1) for _ in range(arguments))})"

    def sum(self, depth: int) -> str:
        draw = self.draw
        terms = []
        for _ in range(draw.choice([1, 1, 2, 3])):
            term = self.length(depth)
            if self.chance(0.3):
                factor = draw.choice(["2", "0.5", "-1", "(1 + 0.5)", "calc(3 / 4)"])
                term = draw.choice(
                    [
                        f"{term} * {factor}",
                        f"{factor} * {term}",
                        f"{term} / {factor}",
                        f"{factor}*{term}",
                    ]
                )
            terms.append(f"({term})" if self.chance(0.1) else term)
        return draw.choice([" + ", " - "]).join(terms)

    def media(self, screen: Screen) -> str:
        draw = self.draw
        queries = []
        for _ in range(draw.choice([1, 1, 1, 2])):
            kind = draw.choice(
                [
                    "",
                    "",
                    "",
                    "screen",
                    "all",
                    "print",
                    "not screen",
                    "not print",
                    "only screen",
                    "speech",
                    "not all",
                ]
            )
            if not kind:
                queries.append(self.condition(screen, 2))
                continue
            self.features.add("media type")
            rest = draw.choice(
                ["", "", *(f" and {self.in_parentheses(screen, 1)}" for _ in range(2))]
            )
            queries.append(f"{kind}{rest}")
        if self.chance(0.05):
            queries.append(
                draw.choice(
                    [
                        "",
                        "&",
                        "or",
                        "only",
                        "screen or (width)",
                        "and (width)",
                        "(width) and (width) or (width)",
                    ]
                )
            )
        return ", ".join(queries)

    def condition(self, screen: Screen, depth: int) -> str:
        draw = self.draw
        if self.chance(0.6):
            return self.in_parentheses(screen, depth)
        joined = draw.choice(["not", "and", "or"])
        self.features.add(joined)
        if joined == "not":
            return f"not {self.in_parentheses(screen, depth)}"
        return f" {joined} ".join(
            self.in_parentheses(screen, depth) for _ in range(draw.choice([2, 3]))
        )

    def in_parentheses(self, screen: Screen, depth: int) -> str:
        if depth and self.chance(0.2):
            return f"({self.condition(screen, depth - 1)})"
        if self.chance(0.07):
            self.features.add("unknown")
            return self.draw.choice(
                [
                    "(foo)",
                    "(foo: bar)",
                    "(width: red)",
                    "foo(bar)",
                    "(min-width)",
                    "(1 < 2)",
                    "(min-hover: none)",
                    "()",
                ]
            )
        return f"({self.feature(screen)})"

    def feature(self, screen: Screen) -> str:
        draw = self.draw
        name = draw.choice(
            [
                *["width"] * 5,
                *["height"] * 2,
                "aspect-ratio",
                "resolution",
                "orientation",
                "color",
                "word",
                "word",
            ]
        )
        self.features.add(name)
        if name == "orientation":
            return draw.choice(["orientation", "orientation: portrait", "orientation:landscape"])
        if name == "word":
            name, values = draw.choice(
                [
                    *EMULATED.items(),
                    ("hover", ["hover", "none"]),
                    ("update", ["fast", "slow", "none"]),
                ]
            )
            return draw.choice(
                [name, f"{name}: {draw.choice(values)}", f"{name}:{draw.choice(values).upper()}"]
            )
        values = [self.value(name, screen) for _ in range(2)]
        sign = draw.choice(["<", "<=", ">", ">=", "="])
        other = draw.choice([sign[0], f"{sign[0]}=" if sign != "=" else ">"])
        forms = [
            f"min-{name}: {values[0]}",
            f"max-{name}:{values[0]}",
            f"{name}: {values[0]}",
            name,
        ]
        ranges = [
            f"{name} {sign} {values[0]}",
            f"{values[0]}{sign}{name}",
            f"{values[0]} {sign} {name} {other} {values[1]}",
        ]
        is_range = self.chance(0.4)
        self.features |= {"range"} if is_range else set()
        return draw.choice(ranges if is_range else [*forms[:2], *forms])

    def value(self, name: str, screen: Screen) -> str:
        draw = self.draw
        if name in ("width", "height"):
            exact = {"width": screen.width, "height": screen.height}[name]
            return draw.choice(
                [
                    f"{exact}px",
                    f"{exact + draw.choice([-1, 1])}px",
                    f"{exact / 16}em",
                    "0",
                    self.length(1),
                    self.length(1),
                ]
            )
        if name == "aspect-ratio":
            width, height = screen.width, screen.height
            return draw.choice(
                [f"{width}/{height}", "1", "16 / 9", f"{width} / {height + 1}", "0.8", "4/3", "1/0"]
            )
        if name == "resolution":
            return draw.choice(
                [
                    f"{screen.density}dppx",
                    f"{screen.density}x",
                    f"{screen.density * 96:g}dpi",
                    "1.5x",
                    "2dppx",
                    "100dpi",
                ]
            )
        return draw.choice(["0", "1", "8", "9"])


def ask(browser: Browser, site: Site, screen: Screen, images: list[str], path: str) -> list[str]:
    """Return the part of each selected URL after the page's folder, or `""`."""
    command = browser.driver.execute_cdp_cmd
    size = {"width": screen.width, "height": screen.height}
    screen_size = {f"screen{name.title()}": value for name, value in size.items()}
    command(
        "Emulation.setDeviceMetricsOverride",
        {**size, **screen_size, "deviceScaleFactor": screen.density, "mobile": False},
    )
    features = [{"name": name, "value": screen.media.get(name, "")} for name in EMULATED]
    command("Emulation.setEmulatedMedia", {"media": "", "features": features})
    text = "".join(f"<div>{image}</div>" for image in images)
    address = site.put(path, f"<!DOCTYPE html><meta charset=utf-8><body>{text}")
    browser.visit(address)
    found: list[str] = browser.run("return Array.from(document.images, image => image.currentSrc)")
    command("Emulation.clearDeviceMetricsOverride", {})
    command("Emulation.setEmulatedMedia", {"media": "", "features": []})
    return [url.removeprefix(address.rpartition("/")[0]) for url in found]


def selected(screen: Screen, images: list[str]) -> list[str]:
    """Return what `ask` returns, by urldom."""
    page = parse(
        "".join(images), "http://h/", content_type="text/html;charset=utf-8", parser="html5lib"
    )
    options: Any = attrs.asdict(screen) | {"media": HEADLESS | screen.media}
    nodes = page.tree.iter("{http://www.w3.org/1999/xhtml}img")
    return [(page.image_source(node, **options) or "").removeprefix("http://h") for node in nodes]


def compared(
    browser: Browser, site: Site, seed: int, screens: int, each: int = 20
) -> Iterable[Case]:
    """Yield random images, `each` of them for each screen."""
    maker = Maker(seed)
    for number in range(screens):
        screen = maker.screen()
        images, features = [], []
        for _ in range(each):
            images.append(maker.image(screen))
            features.append(frozenset(maker.features))
        theirs = ask(browser, site, screen, images, f"/images-{seed}-{number}/page")
        ours = selected(screen, images)
        for case in zip(images, theirs, ours, features, strict=True):
            yield Case(case[0], screen, *case[1:])


def counted(cases: Iterable[Case]) -> tuple[Counter[str], list[Case]]:
    """Return how many cases have each feature, and the cases with a difference."""
    count: Counter[str] = Counter()
    different = []
    for case in cases:
        count.update(case.features)
        count.update(["image"] if case.theirs else ["no image"])
        different += [case] if case.ours != case.theirs else []
    return count, different
