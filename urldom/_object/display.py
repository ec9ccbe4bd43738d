"""A URL as people are shown it (URL Standard 4.8, URL rendering).

Never parse the result again. What may mislead stays as it is written: a label in Punycode, an escape as `%XX`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import Any, Final, NamedTuple

from urldom._text.filling_table import FillingTable
from urldom._text.grammar import HEXDIG, LONGEST_LABEL, UNRESERVED
from urldom._text.percent_encoding import percent_encode
from urldom._text.punycode import ACE_PREFIX, decode, encode
from urldom._text.unicode_database import unicodedata
from urldom._values.pieces import Pieces


def displayed(pieces: Pieces) -> str:
    """The text for the URL of the pieces, or for the string that is no absolute URL. It raises nothing.

    - The username and the password are left out (4.8.1).
    - A string that is no URL is shown in ASCII, every other character escaped: where its host is cannot be told. What
      seems to be its username and password is left out too. The same goes for the path of `blob:https://u:p@h/` and the
      like, which seems to have a host.
    - A label of the host is shown in Unicode where it consists of letters of one script of today, Han and the scripts
      that Japanese, Korean and Chinese have beside it counting as one each, their marks, digits of one system and
      hyphens (4.8.3; UTS 39). No mix of Latin with another script is shown. Two more labels stay in Punycode for what
      stands beside them: one that passes for ASCII (`_passes_for_ascii`), unless the top-level label is shown, in the
      same script; and one that reads from right to left, unless what follows is drawn to its right, or the host reads
      so from there to its end. Without fontTools (the extra `display`) every label stays in Punycode. Names are not
      compared with those of known sites: `exampłe` is shown.
    - In the path, the query and the fragment a run of escapes that is UTF-8 is replaced by its characters (4.8.3), but
      for those that mislead: what is ASCII and not unreserved (RFC 3986); signs, but for the ordinary ones
      (`_is_ordinary`); what looks like nothing; controls, also those of the direction; scripts of the past; a mark that
      is behind no letter, or that is its fifth; what is private or not assigned. Of these, what is not escaped in the
      URL, as a fragment need not be, is escaped.

    What reads from right to left is to be shown in a left-to-right place, as in `<bdi dir="ltr">`.

    >>> displayed(("https:", "//", "u:p@", "xn--bcher-kva.example", "", "/caf%C3%A9%20%2F", "?%E9", "", None))
    'https://bücher.example/café%20%2F?%E9'
    """
    scheme, slashes, _, host, port, path, query, fragment, text = pieces
    if len(scheme) < 2:
        return _hostless(text or "")
    before = scheme + slashes
    if not slashes and _AUTHORITY.match(_REMOVED.sub("", scheme + path)):
        before, path = _hostless(scheme + path), ""
    behind = port + _visible(_ESCAPES.sub(_decoded, path + query + fragment))
    # Under RFC 2396 and RFC 1808, a host can hold an @.
    return f"{before}{_visible(_shown_host(host.rpartition('@')[2], behind))}{behind}"


#: What the URL Standard's parser removes first, wherever it stands, be it between two slashes.
_REMOVED: Final = re.compile("[\t\n\r]")
#: What comes before a host, if any part of the text is one: two slashes, or a scheme that needs none; and a userinfo.
_AUTHORITY: Final = re.compile(
    r"\A([^/\\?#]*[/\\]{2,}|[\0-\x20]*(?:https?|wss?|ftp):[/\\]?)(?:[^/\\?#]*@)?", re.ASCII | re.IGNORECASE
)


def _hostless(text: str) -> str:
    """A text whose host, if it has one, cannot be told: in ASCII, without the userinfo."""
    return "".join(map(_ESCAPE_OF.__getitem__, _AUTHORITY.sub(r"\1", _REMOVED.sub("", text))))


# The path, the query and the fragment

#: A run of escapes; and the escapes of one character, in a run that is UTF-8.
_ESCAPES: Final = re.compile(f"(?:%[{HEXDIG}]{{2}})+")
_ESCAPES_OF_A_CHARACTER: Final = re.compile("%(?:[0-7].|[CDcd].%..|[Ee].%..%..|[Ff].%..%..%..)")

_LETTER, _MARK, _SIGN, _HIDDEN = "letter", "mark", "sign", "hidden"

#: What is blank, or stands for what could not be shown, although it has the general category of a letter or mark.
_BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2d7f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
#: Letters that look like a delimiter, and that few languages have: of the glottal stop, of the click, of length, Latin
#: "um", tones of Lisu, one of Bamum, marks that repeat Kana. The Han letter U+4E3F, the Kana ノ and the visarga are
#: ordinary.
_LIKE_DELIMITERS: Final = "\u01c3\u0241\u0242\u0294\u02d0\u097d\ua4f8-\ua4fd\ua6eb\ua778\u3031-\u3035"
#: Marks that strike a letter out, or enclose it.
_OVERLAYS: Final = "\u0334-\u0338\u0488\u0489\u20d0-\u20ff"
#: Blocks of scripts of the past (UAX 31, table 4), whose letters look like anything, and what lies between them in
#: Plane 1, such as musical notation.
_PAST: Final = (
    "\u1680-\u177f\u2c00-\u2c5f\u2c80-\u2cff\ua840-\ua87f\U00010000-\U000104af\U00010500-\U00010cff"
    "\U00010d40-\U000110ff\U00011150-\U000113ff\U00011480-\U00016eff\U00016fa0-\U0001e0ff"
    "\U0001e150-\U0001e2bf\U0001e300-\U0001e8ff\U0001e960-\U0001efff"
)
_is_misleading: Final = re.compile(f"[{_BLANK}{_LIKE_DELIMITERS}{_OVERLAYS}{_PAST}]").match
#: The signs that are shown, beside those of currencies. Any other may look like a delimiter, a space or a lock (4.8.3).
_is_ordinary: Final = re.compile(
    "[._~\xa1-\xbf×÷-]"  # of ASCII and Latin-1
    "|[\u2010-\u2015\u2018-\u201f†‡•…′″‹›※№™℃℉]"  # typographic
    "|[՚-՟֊־׳״।॥॰๏๚๛་-།၊။។៕]"  # of other scripts of today
    "|[、-〃〈-】〔-〛〜-〟・]"  # Chinese and Japanese
    "|[\u2190-\u21ff∂∆∇∈∏∑−√∞∩∪∫≈≡≤≥]"  # arrows, mathematics
    "|[⌘⌚⌛⌨⏏⏩-⏺\u25a0-\u25ff\u2600-\u262f\u2638-\u266e\u2670-\u2689\u2690-\u26ff⬅-⬇⬛⬜⭐⭕]"  # pictures
    # of which these lack marks of exclamation, quotation and plus, and brackets
    "|[\u2701-\u2718\u271d-\u2752\u2756\u2761\u2764-\u2767\u2794\u2798-\u27af]"
    # of which these lack locks and an equals sign
    "|[\U0001f1e6-\U0001f1ff\U0001f300-\U0001f50e\U0001f514-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb"
    "\U0001f900-\U0001faff]"
).match
_is_unreserved: Final = re.compile(f"[{UNRESERVED}]*").fullmatch


def _kind(character: str) -> str:
    """How a character is shown: as a letter (or digit), behind which a mark may stand, a mark, or a sign; or hidden."""
    category = unicodedata.category(character)
    if category[0] in "CZ" or _is_misleading(character):
        return _HIDDEN
    if not _is_unreserved("".join(filter(str.isascii, unicodedata.normalize("NFKC", character)))):
        return _HIDDEN
    if category[0] in "PS" and category != "Sc" and not _is_ordinary(character):
        return _HIDDEN
    return {"L": _LETTER, "N": _LETTER, "M": _MARK}.get(category[0], _SIGN)


def _escape(character: str) -> str:
    """What is shown for a hidden character that is not escaped. One of ASCII shows itself."""
    return character if "!" <= character <= "~" else percent_encode(character)


#: How many marks a letter may have (UTS 39, section 5.4).
_MARKS: Final = 4

_KINDS: Final = FillingTable(_kind)
_ESCAPE_OF: Final = FillingTable(_escape)


def _decoded(run: re.Match[str]) -> str:
    """What is shown for a run of escapes."""
    start = run.start()
    before = run.string[max(0, start - 2) : start]
    if "%" in before:
        return run[0]  # With a decoded digit behind it, this percent sign would look as if it began an escape.
    try:
        text = bytes.fromhex(run[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return run[0]
    return _shown(text, _ESCAPES_OF_A_CHARACTER.findall(run[0]), before)


def _visible(text: str) -> str:
    """The text, with what is hidden escaped."""
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    return _shown(text, map(_ESCAPE_OF.__getitem__, text), "")


def _shown(text: str, escapes: Iterable[str], before: str) -> str:
    """The characters of a text, and in the place of those that are hidden their escapes."""
    output: list[str] = []
    marks = _MARKS if before and _KINDS[before[-1]] == _LETTER else 0  # how many more may follow
    for character, escape in zip(text, escapes, strict=True):
        kind = _KINDS[character]
        is_shown = kind in (_LETTER, _SIGN) or (kind == _MARK and marks > 0)
        marks = _MARKS if kind == _LETTER else marks - 1 if kind == _MARK else 0
        output.append(character if is_shown else escape)
    return "".join(output)


# The host


def _shown_host(host: str, behind: str) -> str:
    """What is shown for a host, before what is shown behind it."""
    if host.isascii() and (host.startswith("[") or ACE_PREFIX not in host):
        return host
    shown: list[str] = []
    top: frozenset[str] | None = None  # the scripts of the top-level label
    ends_right_to_left = True  # whether all the labels that were seen are right-to-left
    keeps_order = _begins_left_to_right(behind, default=True)
    for label in reversed(host.split(".")):
        found = _label(label)
        if found and (
            (found.passes_for_ascii and found.scripts != top) or (found.is_right_to_left and not keeps_order)
        ):
            found = None
        text = found.text if found else "".join([c if c.isascii() else percent_encode(c) for c in label])
        shown.append(text)
        if found and found.is_right_to_left:
            keeps_order = ends_right_to_left
        elif label:  # An empty one is the root's.
            ends_right_to_left = False
            keeps_order = _begins_left_to_right(text, default=keeps_order)
        if label and top is None:
            top = found.scripts if found else frozenset()
    return ".".join(reversed(shown))


def _begins_left_to_right(text: str, *, default: bool) -> bool:
    """Whether a text is drawn to the right of what reads from right to left before it: its first letter decides, or a
    digit, which is not."""
    for character in text:
        bidi_class = unicodedata.bidirectional(character)
        if bidi_class in ("L", "R", "AL", "AN", "EN"):
            return bidi_class == "L"
    return default


class _Label(NamedTuple):
    """A label that can be shown in Unicode, if what stands beside it allows it."""

    text: str
    #: Its script, or the scripts that are one system of writing.
    scripts: frozenset[str]
    passes_for_ascii: bool
    is_right_to_left: bool


#: UAX 31, table 5: the scripts of today's common use.
_RECOMMENDED: Final = (
    *("Arab", "Armn", "Beng", "Bopo", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru", "Hang", "Hani", "Hebr"),
    *("Hira", "Kana", "Khmr", "Knda", "Laoo", "Latn", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu", "Thaa", "Thai"),
    "Tibt",
)
#: What counts as one script: each of them; and as on the highly restrictive level of UTS 39, section 5.2, but without
#: Latin, those that Japanese, Korean and Chinese are written in.
_SYSTEMS: Final = [
    *[frozenset([script]) for script in _RECOMMENDED],
    *map(frozenset, (["Hani", "Hira", "Kana"], ["Hani", "Hang"], ["Hani", "Bopo"])),
]
#: Of which scripts there are no letters that are shown, and no marks. The letters of Common and Inherited stand with
#: several scripts; names in Latin, Greek and Cyrillic are written with precomposed letters.
_NOT_SHOWN: Final = {"L": frozenset(["Zyyy", "Zinh"]), "M": frozenset(["Zyyy", "Zinh", "Latn", "Grek", "Cyrl"])}
#: What is shown only behind a letter of these scripts, or at the beginning (^): elsewhere it looks like a hyphen, a dot
#: or a letter. These are the only letters of Common that are shown, and the only signs and numbers.
_PLACES: Final = {
    "ー": frozenset(["Hira", "Kana"]),
    **dict.fromkeys("ヽヾ", frozenset(["Kana"])),
    **dict.fromkeys("ゝゞ", frozenset(["Hira"])),
    **dict.fromkeys("々丨", frozenset(["Hani"])),
    "ㄧ": frozenset(["Bopo"]),
    "・": frozenset(["Hani", "Hira", "Kana"]),
    "〆": frozenset(["^", "Hani", "Hira", "Kana"]),
    "〇": frozenset(["^", "Hani"]),
}
#: Letters that no name of today needs, of those that UTS 39 restricts: letters of the past, of phonetics, of
#: transliteration, of hardly any language, and parts of letters. One of ASCII with a mark, such as those of Vietnamese,
#: is none of them. (U+0259, between them, is Azerbaijani.)
_RARE: Final = re.compile(
    "[\u0138\u0180-\u0258\u025a-\u02af\u1d00-\u1dbf\u1e9c-\u1e9f\u1efa-\u1eff"  # Latin
    "\u214e\u2184\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f"
    "\u0370-\u037d\u03d7-\u03ff\u1f00-\u1fff"  # Greek
    "\u0450\u045d\u0460-\u0481\u048a-\u048f\u049d\u04a7\u04b9\u04c2-\u04ce\u04db\u04eb\u04ed\u04f7\u04fb-\u04ff"
    "\u0500-\u0524\u0526-\u052f\u1c80-\u1c8f\ua640-\ua69f"  # Cyrillic
    "\u0559\u0560\u0588\u05ef-\u05f2\u10f1-\u10ff\u2d00-\u2d2f"  # Armenian, Hebrew, Georgian
    "\u066e\u066f\u0673\u06a1\u06e5\u06e6\u097d"  # Arabic, Devanagari
    "\u1207\u1287\u12af\u12f8-\u12ff\u130f\u131f\u1347\u135a\u1380-\u138f"  # Ethiopic
    "\u0b0c\u0b35\u0b3d\u0b60\u0b61\u0d04\u0d0c\u0d29\u0d3a\u0d3d\u0d4e\u0d54-\u0d56\u0d5f-\u0d61"  # Oriya, Malayalam
    "\u0e86\u0e89\u0e8c\u0e8e-\u0e93\u0e98\u0ea0\u0ea8\u0ea9\u0eac\u0eaf\u0ede\u0edf"  # Lao
    "\u1050-\u1055\u1065\u1066\u106e-\u1070\u108e"  # Burmese
    "\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u31f0-\u31ff\U0001aff0-\U0001b16f]"  # Korean, Japanese
)
#: Letters that look like one of ASCII, with or without a mark or a hook: a label of nothing else passes for one in
#: Latin. They are those that UTS 39 maps so, and those that Chromium takes so.
_LOOK_ALIKES: Final = frozenset(
    "агекопрсухъыьюєѕіјћџґғҫүұһҽҿӏӕө"  # Cyrillic
    "αγηικνορστυχω"  # Greek
    "ագզէլհյոռսւցօք"  # Armenian
    "იოყძხ"  # Georgian
    "דוחטיןס"  # Hebrew
    "اةهھہۃەۿ"  # Arabic
    "ดทนบปพฟมรลหเแ"  # Thai
    "ຟນບພຣຮທ"  # Lao
    "ऽડટಽடபଠടഠധനറ"  # Devanagari, Gujarati, Kannada, Tamil, Oriya, Malayalam
    "ခဂငတထပဝၜ"  # Burmese
    "ሀሠሰስበነተከዐዕዘጠፐ"  # Ethiopic
    "〇一丅丆丨丶丿乀乂乛ノソンヽーㄒㄧㄨ"  # Han, Katakana, Bopomofo
)
#: Letters that look like a digit, but not like a letter.
_LIKE_DIGITS: Final = frozenset("бзҙӡθճշვპउওਤဒ丩ㄐ")
#: Letters that look like one of ASCII, but roughly, such as small capitals: most words have one. And letters that
#: hardly any word has, of the few languages that write them.
_ROUGHLY_ALIKE: Final = frozenset("вмнтңҥҭшщ")
_TELLTALES: Final = frozenset("ѕһӏ")

#: Letters, one of which is a number (〇), digits, and behind letters marks, two at most, and a sign (・), if a letter
#: follows; a hyphen as IDNA has it (RFC 5891 section 4.2.3.1).
_is_label: Final = re.compile(r"(?!-|..--)(?:[D-]|[LN]M?M?(?:P(?=[LN]))?)+(?<!-)\Z").match


def _label(label: str) -> _Label | None:
    if len(label) > LONGEST_LABEL:  # Punycode takes quadratic time.
        return None
    if not label.isascii():
        label = ACE_PREFIX + encode(label)
    return _decoded_label(label) if label.startswith(ACE_PREFIX) else None


@lru_cache(maxsize=1024)
def _decoded_label(label: str) -> _Label | None:
    """What a label in Punycode stands for, where that can be shown."""
    text = _u_label(label)
    if text is None:
        return None
    try:
        data: Any = import_module("fontTools.unicodedata")
    except ImportError:
        return None
    kinds = ""
    before: set[str] = {"^"}  # the scripts of the character before
    for character in text:
        category = unicodedata.category(character)
        kind = "-" if character == "-" else "D" if category == "Nd" else category[0]
        if character in _PLACES:
            if _PLACES[character].isdisjoint(before):
                return None
        elif kind in "NP" or data.script(character) in _NOT_SHOWN.get(kind, ()):
            return None
        if _RARE.match(character) and not unicodedata.normalize("NFD", character)[0].isascii():
            return None
        kinds += kind
        before = data.script_extension(character)
    if not _is_label(kinds):
        return None
    is_right_to_left = not {"R", "AL", "AN"}.isdisjoint(map(unicodedata.bidirectional, text))
    if is_right_to_left and kinds[0] != "L":  # RFC 5893 section 2, condition 1
        return None
    # UTS 39, section 5.3: one system of numbers; section 5.4: no mark twice
    characters = [*zip(text, kinds, strict=True)]
    zeros = {ord(character) - unicodedata.digit(character) for character, kind in characters if kind == "D"}
    if len(zeros) > 1 or any(one == following and one[1] == "M" for one, following in pairwise(characters)):
        return None
    found = [data.script_extension(character) for character in text if character not in "-0123456789"]
    scripts = next((system for system in _SYSTEMS if not any(map(system.isdisjoint, found))), None)
    if scripts is None:
        return None
    return _Label(text, scripts, "M" not in kinds and _passes_for_ascii(text), is_right_to_left)


def _passes_for_ascii(text: str) -> bool:
    """Whether all the letters, without their marks, look like ASCII. Rough likeness counts only with a letter that
    hardly any word has: "москва" and "роза" are words, "моѕсоу" is not. Likeness to digits counts among digits."""
    letters = {c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c)[0] == "L" or c == "〇"}
    if letters <= _LOOK_ALIKES or letters <= _LIKE_DIGITS:
        return True
    return not letters.isdisjoint(_TELLTALES) and letters <= _LOOK_ALIKES | _LIKE_DIGITS | _ROUGHLY_ALIKE


def _u_label(label: str) -> str | None:
    """The text of a label in Punycode, where it has no other label, and is in lower case and Normalization Form KC."""
    text = decode(label.removeprefix(ACE_PREFIX))
    if text is None or text.isascii() or ACE_PREFIX + encode(text) != label:
        return None
    return text if unicodedata.normalize("NFKC", text.lower()) == text else None
