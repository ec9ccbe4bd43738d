"""`specifiers`: the modules that a script imports (ECMAScript 13.3.10, 16.2.2 and 16.2.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from urldom._core.errors import wrong_type
from urldom._core.public import public
from urldom.imports._tokens import Token, tokens

_NOTHING: Final = Token("", "", 0)
#: The characters of single escapes (ECMAScript 12.9.4.1).
_ESCAPES: Final = dict(zip("bfnrtv0", "\b\f\n\r\t\v\0", strict=True))
_ESCAPE: Final = re.compile(
    r"\\(?:u\{(?P<point>0*[0-9A-Fa-f]{1,6})\}|u(?P<unit>[0-9A-Fa-f]{4})|x(?P<byte>[0-9A-Fa-f]{2})"
    r"|(?P<end>\r\n|[\n\r\u2028\u2029])|(?P<invalid>0[0-9]|[1-9ux])|(?P<other>[\s\S]))"
)
#: The words after `import.` that import a module.
_PHASES: Final = ("source", "defer")


@public("urldom.imports")
class Specifier(str):
    """A module specifier of a script: the string, and its place.

    Attributes:
        start: The place in the script of the opening quotation mark.
        end: The place after the closing quotation mark.
        is_dynamic: `True` for `import("a")`, and `False` for a declaration such as `import "a"`.

    >>> script = 'import { tea } from "./tea.js"'
    >>> found, = specifiers(script)
    >>> found, script[found.start : found.end], found.is_dynamic
    ('./tea.js', '"./tea.js"', False)
    """

    __slots__ = ("end", "is_dynamic", "start")
    start: int
    end: int
    is_dynamic: bool


def specifiers(script: str) -> list[Specifier]:
    """Return the specifiers of the modules that a script imports, in their order.

    They stand in `import` and `export ... from` declarations, and in `import()` with a string.
    Strings, comments, templates and regular expressions are not searched. The URL of a specifier is
    `page.import_map().resolve(specifier, referrer)`.

    Args:
        script: The text of a module or a classic script. It is not checked: a browser imports
            nothing if the script has a syntax error.

    Raises:
        TypeError: If `script` is not a `str`.

    >>> specifiers('import a from "a"; import("./b.js"); import(c); "import d from \\'d\\'"')
    ['a', './b.js']
    """
    if not isinstance(script, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a script", "a str", script)
    if "import" not in script and "export" not in script:
        return []
    return [*_Reader(script).specifiers()]


class _Reader:
    """Finds the specifiers in the tokens of a script."""

    def __init__(self, script: str) -> None:
        self._tokens = tokens(script)
        #: Tokens that were looked at, and how many of them were passed. A list, because a deque
        #: takes longer to find a token in its middle.
        self._ahead: list[Token] = []
        self._passed = 0

    def specifiers(self) -> Iterator[Specifier]:
        before = ""
        while (token := self._next()) is not _NOTHING:
            if token.kind == "name" and before not in (".", "?."):
                yield from self._after_word(token.text)
            before = token.text

    def _after_word(self, word: str) -> Iterator[Specifier]:
        """Yield the specifier of the import that a word begins, if it begins one."""
        following = self._peek(0)
        if word == "import" and following.text in ("(", "."):
            yield from self._dynamic()
        elif word == "import" and following.kind == "string":
            yield from _specifier(following, is_dynamic=False)
        elif word == "import" or (word == "export" and following.text in ("{", "*")):
            yield from self._from()

    def _dynamic(self) -> Iterator[Specifier]:
        """Yield the specifier of a call (ECMAScript 13.3.10): `import("a")`, also with more
        arguments."""
        place = 0
        if self._peek(0).text == "." and self._peek(1).text in _PHASES:
            place = 2
        argument, end = self._peek(place + 1), self._peek(place + 2)
        if self._peek(place).text == "(" and end.text in (")", ","):
            yield from _specifier(argument, is_dynamic=True)

    def _from(self) -> Iterator[Specifier]:
        """Yield the specifier of a declaration, which follows `from`. A reserved word ends what
        cannot be a declaration, so that no token is looked at by more than two of them."""
        place = 0
        is_in_braces = False
        while True:
            token = self._peek(place)
            place += 1
            if token.text == "{" and not is_in_braces:
                is_in_braces = True
            elif token.text == "}" and is_in_braces:
                is_in_braces = False
            elif not is_in_braces and token.text == "from" and self._peek(place).kind == "string":
                yield from _specifier(self._peek(place), is_dynamic=False)
                return
            elif not _can_be_in_declaration(token, is_in_braces):
                return

    def _next(self) -> Token:
        """Pass a token, and return it."""
        token = self._peek(0)
        self._passed += 1
        if self._passed == len(self._ahead):
            self._ahead.clear()
            self._passed = 0
        return token

    def _peek(self, place: int) -> Token:
        """Return the token at a place after the passed ones."""
        index = self._passed + place
        while len(self._ahead) <= index:
            self._ahead.append(next(self._tokens, _NOTHING))
        return self._ahead[index]


def _can_be_in_declaration(token: Token, is_in_braces: bool) -> bool:
    """Return `True` for the tokens between `import` and `from`."""
    if token.kind == "name":
        return is_in_braces or token.text not in ("import", "export")
    if token.kind == "string":  # the name of an export, which may be any string
        return True
    return token.text in (",", "*")


def _specifier(token: Token, *, is_dynamic: bool) -> Iterator[Specifier]:
    """Yield the specifier in a string, or in a template without substitutions."""
    kind, text, start = token
    is_string = kind == "string" or (kind == "template" and text[:1] == text[-1:] == "`")
    value = _string_value(text[1:-1]) if is_string and len(text) > 1 else None
    if value is not None:
        found = Specifier(value)
        found.start = start
        found.end = start + len(text)
        found.is_dynamic = is_dynamic
        yield found


def _string_value(text: str) -> str | None:
    """Return the *string value* of the text in a string (ECMAScript 12.9.4.2), or `None` if it is a
    syntax error."""
    if "\\" not in text:
        return text
    try:
        value = _ESCAPE.sub(_unescape, text)
    except ValueError:
        return None
    # Two escapes can be the two halves of one character.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _unescape(match: re.Match[str]) -> str:
    """Return the character of an escape, or raise `ValueError`."""
    found: dict[str, Any] = match.groupdict()
    digits = found["point"] or found["unit"] or found["byte"]
    if digits is not None:
        return chr(int(digits, 16))
    if found["end"] is not None:  # a line continuation
        return ""
    character: str | None = found["other"]
    if character is None:
        raise ValueError("the escape is invalid in a module")
    return _ESCAPES.get(character, character)
