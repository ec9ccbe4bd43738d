"""URL Pattern Standard 2.1.1, "Tokens", and 2.1.2, "Tokenizing"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

import attrs

from urldom._errors import Failure
from urldom._text.unicode_database import unicodedata

TokenType = Literal[
    "open", "close", "regexp", "name", "char", "escaped-char", "other-modifier", "asterisk", "end", "invalid-char"
]
TokenizePolicy = Literal["strict", "lenient"]


@attrs.frozen
class Token:
    """A token of a pattern string."""

    type: TokenType
    #: The index of its first code point in the pattern string.
    index: int
    #: The code points that it represents.
    value: str


class PatternFailure(Failure):
    """An invalid pattern string. `position` is the index of the code point with the error."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(reason)
        self.position = position


#: The tokens that are always one code point.
_OF_ONE_CODE_POINT: Final[dict[str, TokenType]] = {
    "*": "asterisk",
    "+": "other-modifier",
    "?": "other-modifier",
    "{": "open",
    "}": "close",
}


def tokenize(input: str, policy: TokenizePolicy) -> list[Token]:
    """Tokenize a pattern string. Raises `PatternFailure` under the policy "strict".

    The time is linear, because reading an invalid regular expression stops at the next "(" that could begin another.
    """
    tokens: list[Token] = []
    index = 0
    while index < len(input):
        c = input[index]
        kind: TokenType = _OF_ONE_CODE_POINT.get(c, "char")
        start, end, reason = index, index + 1, None
        if c == "\\":  # Step 4.4
            kind, start, end = "escaped-char", index + 1, index + 2
            if end > len(input):
                reason = "a backslash has no character after it"
        elif c == ":":  # Step 4.7
            kind, start, end = "name", index + 1, _name_end(input, index + 1)
            if end == start:
                reason = "a colon has no name after it (write \\: for a colon)"
        elif c == "(":  # Step 4.8
            kind, start = "regexp", index + 1
            end, reason = _regexp_end(input, start)
        if reason is not None:
            # *Process a tokenizing error*
            if policy == "strict":
                raise PatternFailure(reason, index)
            kind, start, end = "invalid-char", index, index + 1
        tokens.append(Token(kind, index, input[start : end - 1 if kind == "regexp" else end]))
        index = end
    tokens.append(Token("end", index, ""))  # Step 5
    return tokens


def _name_end(input: str, start: int) -> int:
    """Return the end of the name that begins at `start`."""
    end = start
    while end < len(input) and is_valid_name_code_point(input[end], first=end == start):
        end += 1
    return end


_find_in_regexp: Final = re.compile(r"[()\\]|[^\x00-\x7f]").search


def _regexp_end(input: str, start: int) -> tuple[int, str | None]:
    """Return the end of the regular expression that begins at `start`, and the reason if it is invalid, or `None`."""
    depth, position = 1, start
    if input.startswith("?", start):
        return start, "a regular expression cannot begin with a question mark"
    while True:
        found = _find_in_regexp(input, position)
        if found is None:
            return start, "a parenthesis is not closed"
        position = found.end()
        c = found[0]
        if c == "\\":
            if position == len(input):
                return start, "a parenthesis is not closed"
            c = input[position]
            position += 1
        elif c == ")":
            depth -= 1
            if depth == 0:
                return (position, None) if position - start > 1 else (start, "a regular expression cannot be empty")
        elif c == "(":
            depth += 1
            if not input.startswith("?", position):
                return start, "a regular expression cannot contain a capturing group: write (?:...)"
        if not c.isascii():
            return start, f"a regular expression can contain only ASCII, not {c!r}"


# "IdentifierStart" and "IdentifierPart" of ECMAScript are the characters with the properties ID_Start and ID_Continue
# (UAX 31), "$" and "_", and the two joiners. Most characters with these properties belong to a few general
# categories, which Python provides. The other characters are listed here.
_START_CATEGORIES: Final = frozenset(["Lu", "Ll", "Lt", "Lm", "Lo", "Nl"])
_PART_CATEGORIES: Final = _START_CATEGORIES | {"Mn", "Mc", "Nd", "Pc"}
_OTHER_ID_START: Final = frozenset("\u1885\u1886\u2118\u212e\u309b\u309c")
_OTHER_ID_CONTINUE: Final = frozenset(
    "\u00b7\u0387\u1369\u136a\u136b\u136c\u136d\u136e\u136f\u1370\u1371\u19da\u30fb\uff65"
)


@lru_cache(maxsize=1024)
def is_valid_name_code_point(code_point: str, *, first: bool) -> bool:
    """Return whether a name can contain the code point. If `first` is true, return whether a name can begin with it."""
    if code_point in "$_":
        return True
    if code_point == "\u2e2f":  # the only letter with the property Pattern_Syntax
        return False
    category = unicodedata.category(code_point)
    if category in _START_CATEGORIES or code_point in _OTHER_ID_START:
        return True
    return not first and (
        category in _PART_CATEGORIES or code_point in _OTHER_ID_CONTINUE or code_point in "\u200c\u200d"
    )
