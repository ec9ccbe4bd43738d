"""The table of readings on a terminal."""

from __future__ import annotations

import unicodedata

import pytest

from urldom.readings import Reading, Readings

BASE = "http://base.example/dir/page"


def test_table_shows_each_reading():
    readings = {
        "whatwg": Reading("http", "例え.example", None, "/\x1b[31m\n"),
        "rfc3986": Reading(error="it holds '例'\x07"),
        "a": Reading("http", "h" * 40 + ".evil.test", 8080, None),
    }
    assert str(Readings("http://例\n", BASE, readings)) == "\n".join(
        [
            f"http://例\\n against {BASE}",
            "         scheme  host                                     port  path",
            "whatwg   http    例え.example                                   /\\x1b[31m\\n",
            "rfc3986  refused: it holds '例'\\x07",
            f"a        http    {'h' * 18}...{'h' * 8}.evil.test  8080",
            f"host: xn--r8jz45g.example (whatwg) / {'h' * 18}...{'h' * 8}.evil.test (a)",
            "port: 80 (whatwg) / 8080 (a)",
            "path: /%1B%5B31m%0A (whatwg) / / (a)",
        ]
    )


@pytest.mark.parametrize("text", ["ไทยที่", "ि्", "é️", "🎉", "a\u20dd"])
def test_combining_mark_has_no_width(text):
    rows = str(
        Readings("x", None, {"a": Reading("http", text, 1), "b": Reading("http", "h", 1)})
    ).split("\n")
    marks = sum(unicodedata.category(character) in ("Mn", "Me") for character in text)
    assert rows[2].index("1") - marks + text.count("🎉") == rows[3].index("1")
