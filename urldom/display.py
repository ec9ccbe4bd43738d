"""A URL as people are shown it (URL Standard 4.8, URL rendering).

What is shown is never to be parsed again. Where it could not be told what a text looks like, or to whom, it stays as it
is written: a label of the host in Punycode, an escape as `%XX`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    import unicodedata
else:
    try:
        # A newer Unicode Character Database than Python's own: what is unassigned there stays escaped.
        import unicodedata2 as unicodedata
    except ImportError:
        import unicodedata

from urldom.text.filling_table import FillingTable
from urldom.text.percent_encoding import percent_encode
from urldom.text.punycode import encode
from urldom.values.pieces import Pieces


def displayed(pieces: Pieces) -> str:
    """The text for the URL of the pieces, or for the string that is no absolute URL. It raises nothing.

    - The username and the password are left out (4.8.1), also where a string that is no URL seems to have them.
    - A label of the host is shown in Unicode where it consists of letters of one script of today, Han and the scripts
      that Japanese, Korean and Chinese have beside it counting as one each, their marks, digits of one system and
      hyphens (4.8.3; UTS 39). No mix of Latin with another script is shown. Two more labels stay in Punycode for what
      stands beside them: one of nothing but look-alikes of ASCII (`_LOOK_ALIKES`), unless the top-level label is shown,
      in the same script; and one that reads from right to left, unless what follows is drawn to its right, or the host
      reads so from there to its end. Without fontTools (the extra `display`) every label stays in Punycode. Names
      are not compared with those of known sites: `exampłe` is shown.
    - In the path, the query and the fragment a run of escapes that is UTF-8 is replaced by its characters (4.8.3), but
      for those that mislead: what is ASCII and not unreserved (RFC 3986); what looks like that, like a space, a lock or
      like nothing; controls, also those of the direction; a combining mark that no letter is before; what is private or
      not assigned. Of these, what is not escaped in the URL, as a fragment need not be, is escaped.

    What reads from right to left is to be shown in a left-to-right place, as in `<bdi dir="ltr">`.

    >>> displayed(("https:", "//", "u:p@", "xn--bcher-kva.example", "", "/caf%C3%A9%20%2F", "?%E9", "", None))
    'https://bücher.example/café%20%2F?%E9'
    """
    scheme, slashes, _, host, port, path, query, fragment, text = pieces
    if len(scheme) < 2:
        return _visible(_USERINFO.sub(r"\1", text or ""))
    behind = port + _visible(_ESCAPES.sub(_decoded, path + query + fragment))
    # Under RFC 2396 and RFC 1808, a host can hold an @.
    return f"{scheme}{slashes}{_visible(_shown_host(host.rpartition('@')[2], behind))}{behind}"


#: The userinfo of what is no URL, behind two slashes, or behind a scheme that needs none.
_USERINFO: Final = re.compile(
    r"\A([^/\\?#]*[/\\]{2,}|[\0-\x20]*(?:https?|wss?|ftp):[/\\]?)[^/\\?#]*@", re.ASCII | re.IGNORECASE
)


# The path, the query and the fragment

#: A run of escapes; and the escapes of one character, in a run that is UTF-8.
_ESCAPES: Final = re.compile("(?:%[0-9A-Fa-f]{2})+")
_ESCAPES_OF_A_CHARACTER: Final = re.compile("%(?:[0-7].|[CDcd].%..|[Ee].%..%..|[Ff].%..%..%..)")

_LETTER, _MARK, _SIGN, _HIDDEN = "letter", "mark", "sign", "hidden"

#: What is blank, or stands for what could not be shown, although it has the general category of a letter, mark or sign.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\ufffd"
    "\U00013441\U00013442\U0001d159\U000e0100-\U000e01ef]"
)
#: What looks like a delimiter, although its compatibility decomposition has none; and the locks (4.8.3).
_MISLEADING: Final = frozenset("\u0337\u0338\u20e5⁄∕╱⧸⟋⧵∖╲⟍∶꞉ː♯🔏🔐🔒🔓")
_is_unreserved: Final = re.compile("[A-Za-z0-9._~-]*").fullmatch


def _kind(character: str) -> str:
    """How a character is shown: as a letter (or digit), behind which a mark may stand, a mark, or a sign; or hidden."""
    category = unicodedata.category(character)[0]
    if category in "CZ" or _BLANK.match(character) or character in _MISLEADING:
        return _HIDDEN
    if not _is_unreserved("".join(filter(str.isascii, unicodedata.normalize("NFKC", character)))):
        return _HIDDEN
    return {"L": _LETTER, "N": _LETTER, "M": _MARK}.get(category, _SIGN)


def _escape(character: str) -> str:
    """What is shown for a hidden character that is not escaped. A delimiter shows itself."""
    return character if "!" <= character <= "~" else percent_encode(character)


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
    is_behind_letter = before != "" and _KINDS[before[-1]] == _LETTER
    for character, escape in zip(text, escapes, strict=True):
        kind = _KINDS[character]
        is_behind_letter = kind == _LETTER or (kind == _MARK and is_behind_letter)
        output.append(character if is_behind_letter or kind == _SIGN else escape)
    return "".join(output)


# The host


def _shown_host(host: str, behind: str) -> str:
    """What is shown for a host, before what is shown behind it."""
    if host.isascii() and (host.startswith("[") or "xn--" not in host):
        return host
    shown: list[str] = []
    top: frozenset[str] | None = None  # the scripts of the top-level label
    ends_right_to_left = True  # whether all the labels that were seen are right-to-left
    keeps_order = _begins_left_to_right(behind, default=True)
    for label in reversed(host.split(".")):
        found = _label(label)
        if found and ((found.is_look_alike and found.scripts != top) or (found.is_right_to_left and not keeps_order)):
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
    #: Whether it may pass for a label in ASCII.
    is_look_alike: bool
    is_right_to_left: bool


#: The most characters of a label in the DNS. Punycode takes quadratic time.
_LABEL_SIZE: Final = 63

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
#: Marks of these scripts are not shown: their names are written with precomposed letters. So are not those that stand
#: with any script.
_WITHOUT_MARKS: Final = frozenset(["Latn", "Grek", "Cyrl", "Zinh", "Zyyy"])
#: Blocks of letters for phonetics and history, and of parts of letters, which no name needs: unless one is a letter of
#: ASCII with a mark, such as those of Vietnamese. (U+0259, between them, is Azerbaijani.)
_RARE: Final = re.compile(
    "[\u0138\u0180-\u0258\u025a-\u02af\u0640\u1100-\u11ff\u1c80-\u1c8f\u1d00-\u1dbf\u1f00-\u1fff\u2c60-\u2c7f"
    "\u2d00-\u2d2f\u3031-\u3035\ua640-\ua69f\ua720-\ua7ff\ua960-\ua97f\uab30-\uab6f\ud7b0-\ud7ff]"
)
#: Letters that look like a character of ASCII, with or without a mark: a label of nothing else passes for one in Latin.
_LOOK_ALIKES: Final = frozenset(
    "аԁеҽԍһіјӏкорԛгѕтсҫуүѵѡԝхьъпз"  # Cyrillic
    "αγηικνορστυχωϳ"  # Greek
    "ագզէլհյոսւցօք"  # Armenian
    "იოყძხჽჿ"  # Georgian
    "וןסטחי"  # Hebrew
    "اهة"  # Arabic
    "กทนบพรลเแ"  # Thai
    "ຣທນບພ"  # Lao
    "ഠടଠဝငပሀሠዐ"  # Malayalam, Oriya, Burmese, Ethiopic
    "一丨丶丿乀ノソンヽーㄧ"  # Han, Katakana, Bopomofo
)

#: Letters, digits, and marks behind letters, two at most; a hyphen as IDNA has it (RFC 5891 section 4.2.3.1).
_is_label: Final = re.compile(r"(?!-|..--)(?:[D-]|LM?M?)+(?<!-)\Z").match


def _label(label: str) -> _Label | None:
    if len(label) > _LABEL_SIZE:
        return None
    if not label.isascii():
        label = f"xn--{encode(label)}"
    return _decoded_label(label) if label.startswith("xn--") else None


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
    for character in text:
        category = unicodedata.category(character)
        kinds += "-" if character == "-" else "D" if category == "Nd" else category[0]
        if kinds[-1] == "M" and data.script(character) in _WITHOUT_MARKS:
            return None
        if _RARE.match(character) and not unicodedata.normalize("NFD", character)[0].isascii():
            return None
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
    letters = {c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c)[0] == "L"}
    return _Label(text, scripts, "M" not in kinds and letters <= _LOOK_ALIKES, is_right_to_left)


def _u_label(label: str) -> str | None:
    """The text of a label in Punycode, where it has no other label, and is in lower case and Normalization Form KC."""
    try:
        text = label[4:].encode().decode("punycode")
    except (UnicodeError, OverflowError):  # Python 3.13 fails so at where it would report an error.
        return None
    is_written_so = not text.isascii() and f"xn--{encode(text)}" == label
    return text if is_written_so and unicodedata.normalize("NFKC", text.lower()) == text else None
