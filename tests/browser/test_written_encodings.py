"""In each encoding, Chromium reads the URLs and the scripts that a page had before it was written."""

from __future__ import annotations

from random import Random

import pytest

from tests.trees.helpers import HTML_PARSERS
from urldom.trees import parse

from .browser import Browser, Site

ENCODINGS = [
    *("utf-8", "utf-16le", "utf-16be", "ibm866", "iso-8859-2", "iso-8859-7", "koi8-r", "koi8-u"),
    *("macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1255"),
    *("gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"),
    "x-user-defined",
]
#: Characters of many scripts. Each encoding lacks some. In Shift_JIS and others, the second byte of
#: some of them is a backslash.
CHARACTERS = "\u00fcé€я☃漢字表ソ能功許功한กא\u2028😀𝒳\\n"
#: What a browser reads: values of a script, URLs, and computed styles.
READ = """
    return Array.from(document.querySelectorAll("p"), (p, index) => {
        const style = getComputedStyle(p, "::before")
        return [
            window.found[index], p.title, p.textContent, p.firstChild.href,
            style.content, style.backgroundImage,
        ]
    })
"""


def page(text: str, codes: list[str]) -> str:
    """Return a page with a text in its markup, and others in strings of a style sheet and of a
    script."""
    reference = "".join(f"&#{ord(character)};" for character in text)
    parts = ["<!DOCTYPE html><title>a</title><script>window.found = []</script>"]
    for number, code in enumerate(codes):
        in_regexp = code.replace("\u2028", "x")  # It would end the line.
        parts += [
            f"<style>.p{number}::before {{ content: '{code}'; background: url('/s/{code}') }}</style>",
            f"<script>window.found[{number}] = ['{code}', /{in_regexp}/.test('{code}')]</script>",
            f"<p class=p{number} title='{reference}'><a href='/a/{reference}'>{reference}</a></p>",
        ]
    return "".join(parts)


def random_code(random: Random) -> str:
    parts: list[str] = []
    for _ in range(random.randint(1, 6)):
        parts.append("\\" * random.choice([0, 0, 1, 2, 3]) + random.choice(CHARACTERS[:-2]))
    return "".join(parts)


def read(browser: Browser, url: str) -> list[list[object]]:
    browser.visit(url)
    found: list[list[object]] = browser.run(READ)
    return found


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_urls_and_scripts_are_read_as_before_in_each_encoding(
    browser: Browser, site: Site, encoding: str
) -> None:
    random = Random(encoding)
    text = CHARACTERS.replace("\\", "").replace("n", "")
    every = "".join(f"\\{character}{character}" for character in text if character != "\u2028")
    source = page(text, [every, *(random_code(random) for _ in range(23))])
    expected = read(browser, site.put("/d/page", source))
    assert all(values[0] for values in expected)
    for parser in HTML_PARSERS:
        pytest.importorskip(parser)
        parsed = parse(
            source, "http://h/", content_type="text/html", encoding=encoding, parser=parser
        )
        data = parsed.to_bytes()
        found = read(browser, site.put("/d/page", data, "text/html"))
        assert found == expected, (parser, data)
