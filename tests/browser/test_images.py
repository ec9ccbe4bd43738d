"""`page.image_source()` returns the `currentSrc` of Chromium. `images.py` makes random images."""

from __future__ import annotations

from html import escape

import pytest

from tests.conformance import cases

from .browser import Browser, Site
from .images import Screen, ask, compared, counted, selected

SCREENS = 25
CASES = 500
#: For each feature, the least number of images that must have it.
FEATURES = {
    100: (
        "picture",
        "media",
        "type",
        "sizes",
        "calc",
        "min",
        "max",
        "clamp",
        "width",
        "height",
        "range",
        "word",
        "or",
    ),
    50: (
        "not",
        "and",
        "aspect-ratio",
        "resolution",
        "orientation",
        "color",
        "media type",
        "unknown",
        "invalid",
    ),
}


def test_random_images_are_selected_as_in_chromium(browser: Browser, site: Site) -> None:
    count, different = counted(compared(browser, site, 1, SCREENS, CASES // SCREENS))
    if different:
        pytest.fail(
            "\n".join([f"{len(different)} of {CASES}", *map(str, different[:20])]), pytrace=False
        )
    for least, features in FEATURES.items():
        assert {name: count[name] for name in features if count[name] < least} == {}
    assert count["image"] > 0.9 * CASES > count["no image"] > 0


SRCSET = "1 1w, 50 50w, 100 100w, 1000 1000w, 9999 9999w"

#: Rules that Chromium does not follow. The random images leave them out. Each entry has the
#: attributes of an `img`, the image that Chromium selects, and the one that the rule requires and
#: urldom selects.
LEFT_OUT = {
    "HTML 4.8.4.3.11: auto without lazy loading is ignored": (
        f'srcset="{SRCSET}" sizes="auto, 50px"',
        "1000",
        "50",
    ),
    "HTML 4.8.4.3.10: a width can have any size": ('srcset="a 99999999999w, b 1w"', "b", "a"),
    "HTML 4.8.4.3.7: densities are equal only as numbers": (
        'srcset="a 1.0000000001x, b 1x"',
        "a",
        "b",
    ),
    "HTML 4.8.4.3.8: a default source of spaces is not empty": ('src=" "', "", "page"),
    "CSS Values 4, calc(): a sign needs spaces": (
        f'srcset="{SRCSET}" sizes="calc(25px+ 25px), 100px"',
        "50",
        "100",
    ),
    "CSS Values 4, calc(): a product can have any type": (
        f'srcset="{SRCSET}" sizes="calc(5px*10px/1px)"',
        "1000",
        "50",
    ),
    "CSS Values 4, calc(): a quotient of 0 is infinite": (
        f'srcset="{SRCSET}" sizes="calc(1px/0)"',
        "1000",
        "9999",
    ),
    "Media Queries 5: prefers-reduced-data is known": (
        f'srcset="{SRCSET}" sizes="(prefers-reduced-data: no-preference) 50px"',
        *("1000", "50"),
    ),
    # urldom's own limits, for which the standards leave room: the size of a font, and the depth of
    # parentheses
    "CSS Values 4, ch: it depends on the font": (f'srcset="{SRCSET}" sizes="6.25ch"', "100", "50"),
    "CSS Values 4, calc(): 32 levels of parentheses": (
        f'srcset="{SRCSET}" sizes="{"calc(" * 150}50px{")" * 150}"',
        *("50", "1000"),
    ),
}


@pytest.mark.parametrize("rule", LEFT_OUT)
def test_urldom_follows_the_standard_and_chromium_does_not(
    rule: str, browser: Browser, site: Site
) -> None:
    attributes, theirs, ours = LEFT_OUT[rule]
    screen, images = Screen(1000, 800, 1, {}), [f"<img {attributes}>"]
    (found,) = ask(browser, site, screen, images, f"/left-out-{len(rule)}/page")
    (expected,) = selected(screen, images)
    assert (found.removeprefix("/"), expected.removeprefix("/") or "page") == (theirs, ours)


def test_images_of_web_platform_tests_are_selected_as_in_chromium(
    browser: Browser, site: Site
) -> None:
    """Chromium takes a `data:` image of a greater density than the screen's, so each URL is one of
    the page's site."""
    screen = Screen(1000, 1000, 1, {})
    images = [
        f'<img srcset="a 50w, b 51w, c 1000w" sizes="{escape(case["sizes"])}">'
        for case in cases("sizes")
    ]
    images += [
        f'<img srcset="{escape(case["srcset"].replace("data:,", f"{number}/"))}">'
        for number, case in enumerate(cases("srcset"))
        if case["sizes"] is None
    ]
    theirs, ours = ask(browser, site, screen, images, "/of-wpt/page"), selected(screen, images)
    assert len(images) > 400
    for image, found, expected in zip(images, theirs, ours, strict=True):
        if "0.1ch" not in image:
            assert found == expected, image
