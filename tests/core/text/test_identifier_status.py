"""The table of the characters that UTS 39 allows in names."""

from __future__ import annotations

import re

import pytest
from fontTools import unicodedata

from tests.cases import each_case
from tests.conformance import cases
from urldom._core.text.identifier_status import ALLOWED, SCRIPTS

CHARACTERS = "".join(
    chr(code_point) for code_point in range(0x110000) if not 0xD800 <= code_point <= 0xDFFF
)
FOUND = {
    script: re.findall(f"[{characters}]", CHARACTERS) for script, characters in ALLOWED.items()
}
#: UAX 31, table 5, without Bopomofo, because Unicode 17 allows none of its letters
RECOMMENDED = (
    "Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana "
    "Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt"
)


def test_scripts_are_the_recommended_scripts():
    assert list(ALLOWED) == RECOMMENDED.split()


def test_table_is_complete():
    counts = {script: len(characters) for script, characters in FOUND.items()}
    assert (counts["Hani"], counts["Hang"]) == (19846, 11173)
    assert sum(counts.values()) == 33272


@each_case("script", ALLOWED)
def test_each_character_belongs_to_its_script(script):
    assert [c for c in FOUND[script] if script not in unicodedata.script_extension(c)] == []


#: The allowed characters that the table of each script leaves out, for the reasons that its comment
#: gives
LEFT_OUT = {
    "Arab": "\u064b-\u0652\u0654\u0655\u0670\u06fd\u06fe",
    "Armn": "\u0308\u058a",
    "Beng": "\u02bc",
    "Cyrl": "\u02bc\u0300-\u0302\u0304\u0306\u0308\u030b",
    "Deva": "\u02bc",
    "Geor": "\u00b7",
    "Grek": "\u00b7\u0300\u0301\u0304\u0306\u0308\u1fa0-\u1fa7\u1fb2-\u1fb4",
    "Hani": "\u00b7",
    "Hebr": "\u0307\u0308\u05f3\u05f4",
    "Hira": "\u30a0",
    "Kana": "\u0323\u30a0",
    "Knda": "\u0b83",
    "Latn": (
        "\u00b7\u02bc\u0300-\u0304\u0306-\u030c\u0323\u0331ǎǐǒǔǝḍḓḡḥḷḽḿṃṅṇṉṋṛṣṭṱẍẓƒƙƴǯɍɓɔɖɗɛɣɨɩɲʉʋʒ"
    ),
    "Mlym": "\u0b83",
    "Taml": "\U00011301\U00011303\U0001133c",
    "Telu": "\u0b83",
    "Thai": "\u02bc\u0303\u0331",
    "Tibt": "\u0f0b",
}


@pytest.mark.conformance
def test_table_has_the_allowed_characters_of_each_script():
    allowed = [
        chr(number)
        for run in cases("identifier_status")
        for number in range(run["first"], run["last"] + 1)
    ]
    usable = [
        character
        for character in allowed
        if unicodedata.normalize("NFKC", character.lower()) == character
    ]
    expected = {script: set() for script in ALLOWED}
    for character in usable:
        for script in unicodedata.script_extension(character) & {*ALLOWED}:
            expected[script].add(character)
    for script, characters in expected.items():
        left_out = re.findall(f"[{LEFT_OUT[script]}]", CHARACTERS) if script in LEFT_OUT else []
        assert {*FOUND[script]} == characters - {*left_out}, script


def test_each_character_is_a_letter_a_mark_or_a_digit():
    # If the database is older than the table, new characters have the category "Cn".
    others = {
        c for found in FOUND.values() for c in found if unicodedata.category(c)[0] not in "LM"
    }
    assert {c for c in others if unicodedata.category(c) not in ("Nd", "Cn")} == set("〇・")


def test_each_character_is_in_lower_case_and_normalised():
    for found in FOUND.values():
        assert [c for c in found if unicodedata.normalize("NFKC", c.lower()) != c] == []


def test_scripts_with_plain_names_allow_no_marks():
    for script in (
        "Latn",
        "Grek",
        "Cyrl",
        "Hebr",
        "Arab",
        "Armn",
        "Geor",
        "Hani",
        "Hira",
        "Kana",
        "Hang",
    ):
        assert [c for c in FOUND[script] if unicodedata.category(c)[0] == "M"] == []


def test_character_has_its_scripts():
    assert SCRIPTS["a"] == {"Latn"}
    assert SCRIPTS["ー"] == {"Hira", "Kana"}
    assert SCRIPTS["・"] == {"Hang", "Hani", "Hira", "Kana"}
    assert SCRIPTS["٣"] == {"Arab", "Thaa"}


@each_case("character", [*"A1-_.·ʼ׳་ɡƙㄅⲁ𐞀\u0301\u0591\u0651\u200d\u3099\u0338\U00011301"])
def test_excluded_character_has_no_script(character):
    assert SCRIPTS[character] == set()
