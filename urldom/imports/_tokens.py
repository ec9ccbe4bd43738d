"""The tokens of a script (ECMAScript 12), as far as they decide what is an import."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

_BEFORE_OPERANDS: Final = (
    "await case default delete do else extends in instanceof new of return throw typeof void yield"
)
#: The words that an operand can follow. After any other name, a `/` divides.
_WORDS_BEFORE_OPERANDS: Final = frozenset(_BEFORE_OPERANDS.split())
#: The words before a `(...)` that a statement follows.
_BEFORE_STATEMENTS: Final = frozenset(["for", "if", "while", "with"])
#: The tokens before a `{` that begins a block, not an object.
_BEFORE_BLOCKS: Final = frozenset(["", ";", "{", "}", ")", "=>", "do", "else", "finally", "try"])
_ENDS_OPERAND: Final = frozenset(["]", "++", "--"])


class Token(NamedTuple):
    """A token. Its kind is `name`, `number`, `string`, `template`, `regex` or `punctuator`. Of a
    template with substitutions, each text between them is a token."""

    kind: str
    text: str
    start: int


@lru_cache(maxsize=1)
def _token_pattern() -> re.Pattern[str]:
    """Return the pattern of a token without its context. No two of its ways match the same text, so
    that it does not backtrack."""
    return re.compile(
        r"""
        (?P<space> [\s\ufeff]+ | //[^\n\r\u2028\u2029]* )
        | (?P<name> [A-Za-z_$#\\\x80-\U0010ffff][\w$\x80-\U0010ffff]* )
        | (?P<number> \.?[0-9][\w.]* )
        | (?P<string>
            "[^"\\\n\r]* (?: \\(?:\r\n|[\s\S]) [^"\\\n\r]* )* "
            | '[^'\\\n\r]* (?: \\(?:\r\n|[\s\S]) [^'\\\n\r]* )* ' )
        | (?P<punctuator> => | \.\.\. | \?\.(?![0-9]) | \+\+ | -- | [\s\S] )
        """,
        re.VERBOSE,
    )


@lru_cache(maxsize=1)
def _regex_pattern() -> re.Pattern[str]:
    """Return the pattern of a regular expression literal."""
    in_class = r"\[ [^\]\\\n\r]* (?: \\. [^\]\\\n\r]* )* \]"
    return re.compile(rf"/ (?: [^/\\\[\n\r] | \\. | {in_class} )+ /[\w$]*", re.VERBOSE)


#: Matches the text of a template up to a substitution or the end.
_find_end_of_text: Final = re.compile(r"[^`\\$]*(?:(?:\\[\s\S]|\$(?!\{))[^`\\$]*)*(?:`|\$\{)").match
_find_line_end: Final = re.compile(r"[\n\r]|\Z").search


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a script, without comments. A quotation mark without its second one hides
    the rest of its line."""
    return _Lexer(text).tokens()


class _Lexer:
    """Cuts a script into tokens.

    Whether a `/` divides or begins a regular expression depends on the tokens before it, and of a
    `)` or `}` on what its bracket began."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        #: The text of the last token, and whether the next one may be an operand.
        self._last = ""
        self._is_operand_next = True
        #: For each open bracket, whether an operand may follow its end, or `None` for a template.
        self._open: list[bool | None] = []
        #: Before this place, no `/` begins a regular expression: none ends in its line.
        self._no_regex_before = 0

    def tokens(self) -> Iterator[Token]:
        if self._text.startswith("#!"):
            self._skip_line()
        match = _token_pattern().match
        while found := match(self._text, self._at):
            kind, start = found.lastgroup or "", self._at
            self._at = found.end()
            if kind == "space":
                continue
            token = Token(kind, found[0], start)
            if kind == "punctuator":
                special = self._special(token)
                if special is None:
                    continue
                token = special
            self._pass(token)
            yield token

    def _special(self, token: Token) -> Token | None:
        """Return the token that begins with a character, or `None` if it is to be ignored."""
        character = token.text
        if character == "/":
            return self._after_slash(token)
        if character in "\"'":  # The string does not end in this line.
            self._skip_line()
            return None
        is_template = character == "`"
        if character == "}" and self._open and self._open[-1] is None:
            self._open.pop()
            is_template = True
        return self._template(token.start) if is_template else token

    def _after_slash(self, token: Token) -> Token | None:
        """Return a regular expression, or the `/` itself, or `None` for a comment."""
        start = token.start
        if self._text.startswith("/*", start):
            end = self._text.find("*/", start + 2)
            self._at = len(self._text) if end == -1 else end + 2
            return None
        if not self._is_operand_next or start < self._no_regex_before:
            return token
        found = _regex_pattern().match(self._text, start)
        if found is None:
            self._no_regex_before = self._line_end()
            return token
        self._at = found.end()
        return Token("regex", found[0], start)

    def _template(self, start: int) -> Token:
        """Return the text of a template up to a substitution or its end."""
        found = _find_end_of_text(self._text, start + 1)
        self._at = len(self._text) if found is None else found.end()
        text = self._text[start : self._at]
        if text.endswith("${"):
            self._open.append(None)
        return Token("template", text, start)

    def _pass(self, token: Token) -> None:
        """Note a token, and whether an operand may follow it, so that a `/` would begin a regular
        expression."""
        kind, text, _ = token
        if kind == "punctuator":
            self._is_operand_next = self._pass_punctuator(text)
        elif kind == "name":
            is_property = self._last in (".", "?.")
            self._is_operand_next = text in _WORDS_BEFORE_OPERANDS and not is_property
        else:
            self._is_operand_next = kind == "template" and text.endswith("${")
        self._last = text

    def _pass_punctuator(self, text: str) -> bool:
        """Open or close a bracket, and return `True` if an operand may follow."""
        if text == "(":
            self._open.append(self._last in _BEFORE_STATEMENTS)
        elif text == "{":
            self._open.append(self._last in _BEFORE_BLOCKS)
        elif text in (")", "}"):
            return bool(self._open.pop()) if self._open else text == "}"
        return text not in _ENDS_OPERAND

    def _skip_line(self) -> None:
        self._at = self._line_end()

    def _line_end(self) -> int:
        """Return the end of the line."""
        found = _find_line_end(self._text, self._at)
        return len(self._text) if found is None else found.start()
