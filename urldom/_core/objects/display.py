"""URLs as text that is shown to people (URL Standard 4.8, URL rendering).

- The user info is left out (4.8.1). A string that is not a URL has an unknown host, and so has the
  path of a URL such as `blob:https://u:p@h/`: they are shown in ASCII, without what may be user
  info.
- A label of the host is shown in Unicode if it consists of letters of one script with their marks,
  of digits of one system, and of hyphens (4.8.3). Four kinds of labels stay in Punycode all the
  same: a label that looks like a number, a label that looks like ASCII under a top-level label in
  another script, a label with a letter of few languages under a top-level label of none of them,
  and a right-to-left label that would be drawn in another order than it is written.
- In the path, the query and the fragment, escapes are replaced by their characters, and characters
  stay (4.8.3). A character that could mislead is shown in escapes: one that is invisible, looks
  like a delimiter, or changes other characters.

What could mislead is never changed, only left in Punycode or in escapes, so that somebody who knows
these can read it. Names are not compared with the names of known sites: `exampłe` is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from urldom._core.passwords import masked, without_passwords
from urldom._core.text.filling_table import FillingTable
from urldom._core.text.grammar import HEXDIG, LONGEST_LABEL, UNRESERVED
from urldom._core.text.identifier_status import SCRIPTS
from urldom._core.text.percent_encoding import percent_encode
from urldom._core.text.punycode import ACE_PREFIX, decode, encode
from urldom._core.text.unicode import unicodedata
from urldom._core.values.pieces import Pieces


def displayed(pieces: Pieces) -> str:
    """Return the text for a URL, or for a string that is not an absolute URL (docs/display.md).
    This function never raises."""
    scheme, slashes, _, host, port, path, query, fragment, text = pieces
    if len(scheme) < 2:
        return _hostless(masked(text or ""))
    before = scheme + slashes
    if not slashes and _AUTHORITY.match(_REMOVED.sub("", scheme + path)):
        before, path = _hostless(scheme + path), ""
    elif not host:
        path = masked(before + path)[len(before) :]
    after = port + _visible(_ESCAPES.sub(_decoded, without_passwords(path + query + fragment)))
    _, _, host = host.rpartition("@")  # Under RFC 2396 and RFC 1808, a host can contain an @.
    return before + _visible(_shown_host(host, after)) + after


#: The URL Standard's parser removes these characters first, even between two slashes.
_REMOVED: Final = re.compile("[\t\n\r]")
#: Matches the text before a host: two slashes, or a scheme that needs no slashes. It also matches
#: user info after them.
_AUTHORITY: Final = re.compile(
    r"\A([^/\\?#]*[/\\]{2,}|[\0-\x20]*(?:https?|wss?|ftp):[/\\]?)(?:[^/\\?#]*@)?",
    re.ASCII | re.IGNORECASE,
)


def _hostless(text: str) -> str:
    """Return a text whose host is unknown, in ASCII and without user info."""
    return "".join(map(_ESCAPE_OF.__getitem__, _AUTHORITY.sub(r"\1", _REMOVED.sub("", text))))


# The path, the query and the fragment

_ESCAPES: Final = re.compile(f"(?:%[{HEXDIG}]{{2}})+")
#: Matches the escapes of one character, in escapes that are valid UTF-8.
_ESCAPES_OF_A_CHARACTER: Final = re.compile("%(?:[0-7].|[CDcd].%..|[Ee].%..%..|[Ff].%..%..%..)")

# The kinds of characters
_LETTER: Final = "letter"
_MARK: Final = "mark"
_SIGN: Final = "sign"
_HIDDEN: Final = "hidden"

#: Letters and marks (by their general category) that are blank or invisible.
_BLANK: Final = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2d7f\u3164"
    "\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
)
#: Letters that look like a delimiter and that few languages use: a click, the glottal stops, a
#: length mark, tones of Lisu, a letter of Bamum, Latin "um", and marks that repeat Kana. Many words
#: contain the Han letter U+4E3F, the Kana ノ and the visarga, so these are left out.
_LIKE_DELIMITERS: Final = (
    "\u01c3\u0241\u0242\u0294\u02d0\u097d\ua4f8-\ua4fd\ua6eb\ua778\u3031-\u3035"
)
#: Marks that cross a letter out, or enclose it.
_OVERLAYS: Final = "\u0334-\u0338\u0488\u0489\u20d0-\u20ff"
#: Blocks of historic scripts (UAX 31, table 4), whose letters can look like other characters. The
#: Plane 1 blocks between these blocks, such as musical notation, are included.
_HISTORIC: Final = (
    "\u1680-\u177f\u2c00-\u2c5f\u2c80-\u2cff\ua840-\ua87f\U00010000-\U000104af\U00010500-\U00010cff"
    "\U00010d40-\U000110ff\U00011150-\U000113ff\U00011480-\U00016eff\U00016fa0-\U0001e0ff"
    "\U0001e150-\U0001e2bf\U0001e300-\U0001e7df\U0001e800-\U0001e8ff\U0001e960-\U0001efff"
)
_is_misleading: Final = re.compile(f"[{_BLANK}{_LIKE_DELIMITERS}{_OVERLAYS}{_HISTORIC}]").match
#: The signs that are shown, besides currency signs. Any other sign may look like a delimiter, a
#: space or a lock (URL Standard 4.8.3).
_is_ordinary: Final = re.compile(
    "[._~\xa1-\xbf×÷-]"  # of ASCII and Latin-1
    "|[\u2010-\u2015\u2018-\u201f†‡•…′″‹›※№™℃℉]"  # typographic
    "|[՚-՟֊־׳״।॥॰๏๚๛་-།၊။។៕]"  # of other scripts of today
    "|[、-〃〈-】〔-〛〜-〟・]"  # Chinese and Japanese
    "|[\u2190-\u21ff∂∆∇∈∏∑−√∞∩∪∫≈≡≤≥]"  # arrows, mathematics
    # pictures
    "|[⌘⌚⌛⌨⏏⏩-⏺⬅-⬇⬛⬜⭐⭕]"
    "|[\u25a0-\u25ff\u2600-\u262f\u2638-\u266e\u2670-\u2689\u2690-\u26ff]"
    # Dingbats without "!", quotes, "+" and brackets
    "|[\u2701-\u2718\u271d-\u2752\u2756\u2761\u2764-\u2767\u2794\u2798-\u27af]"
    # pictures without locks and an equals sign
    "|[\U0001f1e6-\U0001f1ff\U0001f300-\U0001f50e\U0001f514-\U0001f64f]"
    "|[\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb\U0001f900-\U0001faff]"
).match
_is_unreserved: Final = re.compile(f"[{UNRESERVED}]*").fullmatch


def _kind(character: str) -> str:
    """Return the kind of a character. A mark is shown only after a letter or digit, and a hidden
    character never."""
    category = unicodedata.category(character)
    if category[0] in "CZ" or _is_misleading(character):
        return _HIDDEN
    if not _is_unreserved("".join(filter(str.isascii, unicodedata.normalize("NFKC", character)))):
        return _HIDDEN
    if category[0] in "PS" and category != "Sc" and not _is_ordinary(character):
        return _HIDDEN
    if category[0] == "M":
        return _MARK
    return _LETTER if category[0] in "LN" else _SIGN


#: The largest number of marks on a letter (UTS 39, section 5.4).
_MARKS: Final = 4

_KINDS: Final = FillingTable(_kind)
#: The text for a hidden character that the URL contains unescaped. An ASCII character stays as it
#: is.
_ESCAPE_OF: Final = FillingTable[str, str](
    lambda one: one if "!" <= one <= "~" else percent_encode(one)
)


def _decoded(run: re.Match[str]) -> str:
    """Return the text that is shown for a run of escapes."""
    start = run.start()
    before = run.string[max(0, start - 2) : start]
    if "%" in before:
        return run[0]  # If a digit after it is decoded, the percent sign looks like an escape.
    try:
        text = bytes.fromhex(run[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return run[0]
    return _shown(text, _ESCAPES_OF_A_CHARACTER.findall(run[0]), before)


def _visible(text: str) -> str:
    """Return the text, with its hidden characters escaped."""
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    return _shown(text, map(_ESCAPE_OF.__getitem__, text), "")


def _shown(text: str, escapes: Iterable[str], before: str) -> str:
    """Return the text, with the hidden characters replaced by their escapes. `escapes` has those of
    all characters."""
    output: list[str] = []
    marks = 0  # how many more marks may follow
    if before and _KINDS[before[-1]] == _LETTER:
        marks = _MARKS
    for character, escape in zip(text, escapes, strict=True):
        kind = _KINDS[character]
        if kind == _LETTER:
            is_shown = True
            marks = _MARKS
        elif kind == _MARK:
            is_shown = marks > 0
            marks -= 1
        else:
            is_shown = kind == _SIGN
            marks = 0
        output.append(character if is_shown else escape)
    return "".join(output)


# The host


def _shown_host(host: str, after: str) -> str:
    """Return the text that is shown for a host: safe labels in Unicode, the others in ASCII.

    `after` is the text that is shown after the host. It can change the place at which a
    right-to-left label is drawn.
    """
    if host.isascii() and (host.startswith("[") or ACE_PREFIX not in host):
        return host
    _, _, top_label = host.rstrip(".").rpartition(".")
    top_scripts: frozenset[str] | None = None  # `None` until the loop has passed the top label
    order = _DrawingOrder(after)
    texts: list[str] = []
    # From the last label on: the top label and the text after a label decide how it is shown.
    for label in reversed(host.split(".")):
        shown = _label_in_unicode(label, top_label, top_scripts)
        if shown is None or (shown.is_right_to_left and not order.is_kept):
            shown = _label_in_ascii(label)
        texts.append(shown.text)
        order.add(shown)
        if top_scripts is None and label != "":  # An empty label is the root, after a final dot.
            top_scripts = shown.scripts
    return ".".join(reversed(texts))


class _DrawingOrder:
    """Whether the next right-to-left label is drawn where it is written. The labels are added from
    the last one on.

    A right-to-left label stays in its place if the text after it is drawn to its right. Otherwise,
    the two change places, which readers expect only if the host is right-to-left up to its end."""

    def __init__(self, after: str) -> None:
        """`after` is the text after the host."""
        self.is_kept: bool = _begins_left_to_right(after, default=True)
        self._ends_right_to_left = True

    def add(self, label: _Label) -> None:
        if label.is_right_to_left:
            self.is_kept = self._ends_right_to_left
        elif label.text:  # An empty label is the root, after a final dot.
            self.is_kept = _begins_left_to_right(label.text, default=self.is_kept)
            self._ends_right_to_left = False


def _label_in_unicode(
    label: str, top_label: str, top_scripts: frozenset[str] | None
) -> _Label | None:
    """Return a label in Unicode, or `None` if it must not be shown so under the top-level label.
    `top_scripts` are the scripts of the top-level label, or `None` for that label itself."""
    found = _label(label)
    if found is None or (found.looks_like_ascii and found.scripts != top_scripts):
        return None
    if found.only_under is not None and top_label not in found.only_under:
        return None
    return found


def _label_in_ascii(label: str) -> _Label:
    """Return a label in ASCII: its characters outside ASCII are escaped."""
    text = "".join([c if c.isascii() else percent_encode(c) for c in label])
    return _Label(text, frozenset(), False, False, None)


def _begins_left_to_right(text: str, *, default: bool) -> bool:
    """Return whether a text is drawn to the right of a right-to-left text before it. Its first
    letter decides, or its first digit: then the text is not."""
    for character in text:
        bidi_class = unicodedata.bidirectional(character)
        if bidi_class in ("L", "R", "AL", "AN", "EN"):
            return bidi_class == "L"
    return default


class _Label(NamedTuple):
    """A label as it is shown: in Unicode, if the labels and the text next to it allow it, or in
    ASCII, without scripts."""

    text: str
    #: The label's script, or all scripts of its writing system.
    scripts: frozenset[str]
    looks_like_ascii: bool
    is_right_to_left: bool
    #: The top-level labels under which this label is shown, or `None` if it is shown under every
    #: top-level label.
    only_under: frozenset[str] | None


#: The scripts of Japanese count as one script, and so do the scripts of Korean (UTS 39, section
#: 5.2, highly restrictive, without Latin, and without Bopomofo, which IdentifierStatus.txt does not
#: allow).
_SYSTEMS: Final = (frozenset(["Hani", "Hira", "Kana"]), frozenset(["Hani", "Hang"]))
#: Each of these characters is shown only after a letter of the listed scripts, or, with "^", at the
#: beginning of a label. Elsewhere, it looks like a hyphen, a dot or a letter. No other sign is
#: shown, and no other number but digits.
_ALLOWED_AFTER: Final = {
    "ー": frozenset(["Hira", "Kana"]),
    **dict.fromkeys("ヽヾ", frozenset(["Kana"])),
    **dict.fromkeys("ゝゞ", frozenset(["Hira"])),
    **dict.fromkeys("々丨", frozenset(["Hani"])),
    "・": frozenset(["Hani", "Hira", "Kana"]),
    "〆": frozenset(["^", "Hani", "Hira", "Kana"]),
    "〇": frozenset(["^", "Hani"]),
}
#: Finds a letter of Han or Katakana that looks like a sign or an ASCII letter next to, or between,
#: digits or hyphens.
_is_like_a_sign: Final = re.compile(
    "[0-9-][一丁七丅丨乛十工讠〇]|[一丁七丅丨乛十工讠〇][0-9-]|[0-9-][ノンソゾ丶丿乀乁][0-9-]"
).search
#: Matches a word of Katakana or Hiragana, with a letter of the other in it that looks the same.
_is_like_other_kana: Final = re.compile(
    "[ァ-ヿ]+[へべぺ]+[ァ-ヿ]+|[ぁ-ゟー・]+[ヘベペ]+[ぁ-ゟー・]+"
).fullmatch
#: Letters that most readers confuse with b, o or e, with the top-level labels of the languages that
#: use them.
_OF_FEW_LANGUAGES: Final = {
    "þ": frozenset(["is", "fo"]),
    "ð": frozenset(["is", "fo"]),
    "ə": frozenset(["az"]),
}
#: Letters that look like an ASCII letter, with or without a mark or a hook, in the data of UTS 39
#: or Chromium. A label of nothing else can pass for an ASCII label.
_LOOK_ALIKES: Final = frozenset(
    "агекмопрстухъыьюєѕіјћџґғҫүұһҽҿӏӕө"  # Cyrillic
    "αγηικνορστυχω"  # Greek
    "ագզէլհյոռսւցօք"  # Armenian
    "იოყძხ"  # Georgian
    "דוחטיןס"  # Hebrew
    "اةهھہۃەۿ"  # Arabic
    "ดทนบปพฟมรลหเแ"  # Thai
    "ຟນບພຣຮທ"  # Lao
    "ડટடபଠടഠധനറ"  # Gujarati, Tamil, Oriya, Malayalam
    "ခဂငတထပဝၜ"  # Burmese
    "ሀሠሰስበነተከዐዕዘጠፐ"  # Ethiopic
    "〇一丅丆丨丶丿乀乂乛ノソンヽー"  # Han, Katakana
)
#: Letters that look like a digit, but not like an ASCII letter.
_LIKE_DIGITS: Final = frozenset("бзҙӡθճշვკპउওਤੜဒ")
#: Letters that look roughly like an ASCII letter, such as small capitals. Most Cyrillic words
#: contain one.
_ROUGHLY_ALIKE: Final = frozenset("внңҥҭшщ")
#: Letters that few languages use. Hardly any word contains one, so they hint at a faked Latin
#: label.
_TELLTALES: Final = frozenset("ѕһӏ")

#: Matches the kinds of a label's characters: digits, hyphens where IDNA allows them (RFC 5891
#: section 4.2.3.1), letters with their marks, and ・ between letters. The number 〇 counts as a
#: letter.
_is_label: Final = re.compile(
    rf"(?!-|..--)(?:[D-]|[LN]M{{0,{_MARKS}}}(?:P(?=[LN]))?)+(?<!-)\Z"
).match


def _label(label: str) -> _Label | None:
    if len(label) > LONGEST_LABEL:  # Encoding or decoding Punycode takes quadratic time.
        return None
    if not label.isascii():
        label = ACE_PREFIX + encode(label)
    return _decoded_label(label) if label.startswith(ACE_PREFIX) else None


@lru_cache(maxsize=1024)
def _decoded_label(label: str) -> _Label | None:
    """Return the label that a Punycode label encodes, or `None` if it cannot be shown."""
    text = _u_label(label)
    if text is None:
        return None
    each = _scripts_of_each(text)
    kinds = _kinds(text)
    if each is None or not _is_label(kinds):
        return None
    if _is_like_a_sign(text) or _is_like_other_kana(text):
        return None
    is_right_to_left = not {"R", "AL", "AN"}.isdisjoint(map(unicodedata.bidirectional, text))
    begins_with_a_letter = kinds[0] == "L"
    if is_right_to_left and not begins_with_a_letter:  # RFC 5893 section 2, condition 1
        return None
    decomposed = unicodedata.normalize("NFD", text)
    if _mixes_digits(decomposed) or _repeats_a_mark(decomposed):
        return None
    scripts = _common_scripts(each)
    if scripts is None:
        return None
    # The number 〇 counts as a letter, as in `_is_label`.
    letters = {character for character in decomposed if _kind_in_label(character) in "LN"}
    has_marks = "M" in kinds  # A mark tells a letter from an ASCII letter or a digit.
    looks_like_a_number = not has_marks and letters <= _LIKE_DIGITS
    if looks_like_a_number:
        return None
    return _Label(
        text,
        scripts,
        looks_like_ascii=not has_marks and _look_like_ascii(letters),
        is_right_to_left=is_right_to_left,
        only_under=_only_under(letters),
    )


def _scripts_of_each(text: str) -> list[frozenset[str]] | None:
    """Return the scripts of each letter and mark, and of each digit that is not ASCII, or `None` if
    a character cannot be shown in its place."""
    found: list[frozenset[str]] = []
    before = frozenset(["^"])  # the scripts of the previous character
    for character in text:
        scripts = SCRIPTS[character]
        if character not in "-0123456789":
            needed = _ALLOWED_AFTER.get(character)
            if not scripts or (needed is not None and needed.isdisjoint(before)):
                return None
            found.append(scripts)
        before = scripts
    return found


def _common_scripts(each: list[frozenset[str]]) -> frozenset[str] | None:
    """Return the scripts that all the characters have, or the writing system that contains a script
    of each."""
    common = each[0].intersection(*each)
    for system in (common, *_SYSTEMS):
        if not any(map(system.isdisjoint, each)):
            return system
    return None


def _mixes_digits(decomposed: str) -> bool:
    """Return whether a text has digits of several systems (UTS 39, section 5.3)."""
    zeros = {ord(c) - unicodedata.digit(c) for c in decomposed if _kind_in_label(c) == "D"}
    return len(zeros) > 1


def _repeats_a_mark(decomposed: str) -> bool:
    """Return whether a letter has the same mark twice (UTS 39, section 5.4)."""
    marks: set[str] = set()  # of the current letter
    for character in decomposed:
        if _kind_in_label(character) != "M":
            marks.clear()
        elif character in marks:
            return True
        else:
            marks.add(character)
    return False


def _only_under(letters: set[str]) -> frozenset[str] | None:
    """Return the top-level labels of the languages that use all these letters, or `None` if most
    languages may use them."""
    domains = [_OF_FEW_LANGUAGES[letter] for letter in letters & _OF_FEW_LANGUAGES.keys()]
    return domains[0].intersection(*domains) if domains else None


def _kinds(text: str) -> str:
    return "".join(map(_kind_in_label, text))


def _kind_in_label(character: str) -> str:
    """Return `D` for a digit, a hyphen for itself, and the first letter of the category for any
    other character."""
    if character == "-":
        return "-"
    category = unicodedata.category(character)
    return "D" if category == "Nd" else category[0]


def _look_like_ascii(letters: set[str]) -> bool:
    """Return whether all the letters look like ASCII letters. A rough likeness, and the likeness to
    a digit, count only beside a letter that hardly any word contains: "москва" and "роза" are
    words, and "моѕсоу" is not."""
    if letters <= _LOOK_ALIKES:
        return True
    if letters.isdisjoint(_TELLTALES):
        return False
    return letters <= _LOOK_ALIKES | _LIKE_DIGITS | _ROUGHLY_ALIKE


def _u_label(label: str) -> str | None:
    """Return the text of a label in Punycode, or `None` if it is not in its one normal form, or not
    visible."""
    text = decode(label.removeprefix(ACE_PREFIX))
    if text is None or text.isascii() or ACE_PREFIX + encode(text) != label:
        return None
    is_normal = unicodedata.normalize("NFKC", text.lower()) == text
    return text if is_normal and _visible(text) == text else None
