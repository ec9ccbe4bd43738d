"""`display()` shows a label in Unicode only if Chromium does. If a page has no title, Chromium
shows the URL instead."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from time import sleep

import pytest
from fontTools import unicodedata

from tests.core.objects.domain_labels import IN_PUNYCODE, LIKE_KNOWN_SITES, STRICTER, WORDS
from urldom import URLDecomposition
from urldom._core.text.identifier_status import ALLOWED

from .browser import Browser, Site

#: The labels between the tested label and the top-level label. They resemble none of the well-known
#: sites in Chromium's list.
END = "a.b.c.zqx"
#: The greatest length of a host in these tests. DNS allows only 253 characters, but Chromium does
#: not look up these hosts.
LONGEST_HOST = 4000


class Titles:
    """A browser that shows the same page for every host."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def title(self, host: str) -> str:
        """Return the title that Chromium shows for a URL of the host."""
        url = f"http://{host}/"
        self.browser.visit(url)
        for _ in range(500):
            for target in self.browser.driver.execute_cdp_cmd("Target.getTargets", {})[
                "targetInfos"
            ]:
                if target["type"] == "page" and target["url"] == url:
                    return target["title"].strip("\u202a\u202c")
            sleep(0.01)
        raise AssertionError(f"Chromium does not show {url}")

    def shown(self, labels: Iterable[str], top: str = "com") -> set[str]:
        """Return the labels that Chromium shows in Unicode, under a top-level label."""
        end = f".{END}.{in_ascii(top)}"
        urls = {
            label: f"http://{in_ascii(label)}{end}/"
            for label in labels
            if len(in_ascii(label)) <= 63
        }
        valid = self.browser.run(
            "return argument.filter(url => URL.canParse(url) && new URL(url).href == url)",
            [*urls.values()],
        )
        waiting = [label for label in urls if urls[label] in {*valid}]
        found: set[str] = set()
        while waiting:
            some = waiting[: LONGEST_HOST // 64]
            waiting = waiting[len(some) :]
            titles = self.title(".".join(map(in_ascii, some)) + end).split(".")
            found.update(
                label for label, title in zip(some, titles, strict=False) if label == title
            )
        return found


@pytest.fixture(scope="module")
def titles() -> Iterator[Titles]:
    pytest.importorskip("selenium")
    with ExitStack() as stack:
        address = stack.enter_context(Site()).put("/", "<p>A page without a title")
        rules = f"--host-resolver-rules=MAP * {address.split('/')[2]}"
        browser = stack.enter_context(Browser(rules, "--disable-features=HttpsUpgrades"))
        browser.visit("http://example.com/")
        yield Titles(browser)


def in_ascii(label: str) -> str:
    return label if label.isascii() else f"xn--{label.encode('punycode').decode()}"


def is_shown(label: str, top: str = "com") -> bool:
    """Return whether `display()` shows the label in Unicode."""
    url = URLDecomposition(f"http://{in_ascii(label)}.{END}.{in_ascii(top)}/", standard="rfc3986")
    return url.display().startswith(f"http://{label}.")


def test_chromium_shows_the_labels_that_the_quick_suite_lists(titles):
    words = " ".join(WORDS.values()).split()
    kept = [label for labels in IN_PUNYCODE.values() for label in labels]
    assert titles.shown([*words, *kept, *STRICTER]) == {*words, *STRICTER}
    assert [
        label
        for label in LIKE_KNOWN_SITES
        if titles.title(f"{in_ascii(label)}.com") == f"{label}.com"
    ] == []
    assert titles.shown(LIKE_KNOWN_SITES) == {*LIKE_KNOWN_SITES}


# The table of characters that names can contain

#: For each script, a letter that does not look like a letter of another script.
LETTERS = dict(zip(ALLOWED, "ضթকжकለფψકਕ한文אあカកಕກzകကକකகకކกཀ", strict=True))
#: The letters, marks and digits of each script. Han and Hangul have only every eleventh character
#: here. `NAMES` has the characters that the table contains.
CHARACTERS: dict[str, list[str]] = {script: [] for script in ALLOWED}
for character in map(
    chr, [*range(0x80, 0x3400), *range(0x3400, 0x32400, 11), *range(0xA640, 0xAC00)]
):
    is_normal = unicodedata.normalize("NFKC", character.lower()) == character
    if is_normal and unicodedata.category(character) in ("Ll", "Lo", "Lm", "Mn", "Mc", "Nd"):
        for script in unicodedata.script_extension(character) & ALLOWED.keys():
            CHARACTERS[script].append(character)
NAMES = {
    script: [*filter(re.compile(f"[{ALLOWED[script]}]").match, found)]
    for script, found in CHARACTERS.items()
}
#: African letters that Chromium shows although the table does not contain them. The table also
#: lacks the marks that several scripts use.
LEFT_OUT = "ƒƙƴǝǯɍɓɔɖɗɛɣɨɩɲʉʋʒ"


def after_a_letter(characters: dict[str, list[str]]) -> set[str]:
    """Return a label for each character: a letter of the same script, followed by the character."""
    labels = {
        f"{LETTERS[script]}{character}"
        for script, found in characters.items()
        for character in found
    }
    return {label for label in labels if unicodedata.normalize("NFC", label) == label}


def test_chromium_shows_each_character_of_the_table(titles):
    labels = {label for label in after_a_letter(NAMES) if is_shown(label)}
    assert len(labels) > 4500
    assert labels - titles.shown(labels) == set()


def test_chromium_keeps_characters_outside_the_table_in_punycode(titles):
    labels = after_a_letter(CHARACTERS) - after_a_letter(NAMES)
    assert len(labels) > 8000
    assert not any(map(is_shown, labels))
    shown = {label[1] for label in titles.shown(labels)}
    assert {c for c in shown if unicodedata.script(c) != "Zinh"} == set(LEFT_OUT)


# Random labels

#: Top-level labels: labels under which some letters are shown, and one label for most scripts.
TOPS = (
    "com is az ru am рф 中国 みんな コム ไทย ລາວ გე հայ ελ भारत భారత్ ভারত ਭਾਰਤ ભારત ଭାରତ ಭಾರತ"
    " ഭാരതം இந்தியா ලංකා 한국 السعودية קום"
)
#: Characters that are shown only in some places of a label.
CAREFUL = "へヘべベぺペー・ヽヾノンソゾ一七十工丁〇々ゝゞ〆·'丨0123456789-"
#: Letters that look like an ASCII letter, or like a digit.
ALIKE = (
    "агекопрстухъыьюєѕіјћџґғҫүұһҽҿӏӕөбзҙӡвмнңҥҭшщ" "αγηικνορστυχωθβ" "ագզէլհյոռսւցօքշճ" "იოყძხვკპ" "דוחטיןס" "اةهھہۃەۿ"
    "ดทนบปพฟมรลหเแ๐" "ຟນບພຣຮທ" "ડટ૦૧૨" "டப௦" "ଠ୦" "ടഠധനറ൦" "ခဂငတထပဝၜဒ၀" "ሀሠሰስበነተከዐዕዘጠፐ" "উও০২৭" "उ०२" "ਤਓੜ੦੧੨" "೦೧౦౧"
    "一丅丆丨丶丿乂ノソンヽー"
)  # fmt: skip
ALIKE_IN = {
    script: [*filter(re.compile(f"[{ALLOWED[script]}]").match, ALIKE)] for script in ALLOWED
}
#: Marks. Most of them are not allowed in names.
MARKS = [
    c
    for c in map(chr, [*range(0x300, 0x1100), *range(0xA8E0, 0xA8F2)])
    if unicodedata.category(c) == "Mn"
]
WORD = [word for words in WORDS.values() for word in words.split()]


def label(draw: random.Random) -> str:
    """Return a word, or characters of one or two scripts. Every second label has one more character
    somewhere."""
    one, other = draw.sample(list(ALLOWED), 2)
    pools = [
        NAMES[one],
        NAMES[one],
        CHARACTERS[one],
        NAMES[one] + NAMES[other],
        [*NAMES[one], *CAREFUL],
        ALIKE_IN[one],
    ]
    text = (
        draw.choice(WORD)
        if draw.random() < 0.2
        else "".join(draw.choices(draw.choice(pools) or WORD, k=draw.randint(1, 7)))
    )
    if draw.random() < 0.5:
        place = draw.randint(0, len(text))
        more = draw.choice([CAREFUL, "abcxyz", CHARACTERS[one], CHARACTERS[other], MARKS, MARKS])
        text = f"{text[:place]}{draw.choice(more)}{text[place:]}"
    return unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("top", TOPS.split())
def test_random_label_is_shown_only_if_chromium_shows_it(top, titles):
    draw = random.Random(top)
    labels = {label(draw) for _ in range(5000 if top == "com" else 500)}
    shown = {text for text in labels if not text.isascii() and is_shown(text, top)}
    assert len(shown) > len(labels) / 5
    hidden = shown - titles.shown(shown, top)
    assert len(hidden) * 100 < len(shown), hidden
