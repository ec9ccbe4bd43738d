"""URL Pattern Standard 2, "Pattern strings": tokens, parts, and how parts are written again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Final, Literal, NamedTuple

import attrs

from urldom._core.errors import Failure
from urldom._core.text.unicode import unicodedata
from urldom.patterns._canonicalization import EncodingCallback

# Tokens (sections 2.1.1 and 2.1.2)

TokenType = Literal[
    "open",
    "close",
    "regexp",
    "name",
    "char",
    "escaped-char",
    "other-modifier",
    "asterisk",
    "end",
    "invalid-char",
]
TokenizePolicy = Literal["strict", "lenient"]
#: Finds a parenthesis, an escaped code point, a backslash at the end, or a code point that is not
#: ASCII.
_find_in_regexp: Final = re.compile(r"[()]|\\.?|[^\x00-\x7f]", re.DOTALL).search
#: The reasons of errors for tokens at which braces are open, or which do not begin a part.
_UNEXPECTED: Final[dict[TokenType, str]] = {
    "open": "braces cannot be nested",
    "close": "a closing brace has no opening brace",
    "regexp": "braces can contain only one group",
    "name": "braces can contain only one group",
    "asterisk": (
        "an asterisk is not allowed here: it is a wildcard, or a modifier after a group or braces"
    ),
    "other-modifier": (
        "a modifier must follow a group or braces (write a backslash before it for the character"
        " itself)"
    ),
}
# "IdentifierStart" and "IdentifierPart" of ECMAScript are the characters with the properties
# ID_Start and ID_Continue (UAX 31), "$" and "_", and the two joiners. Most characters with these
# properties belong to a few general categories, which Python provides. The other characters are
# listed here.
_START_CATEGORIES: Final = frozenset(["Lu", "Ll", "Lt", "Lm", "Lo", "Nl"])
_PART_CATEGORIES: Final = _START_CATEGORIES | {"Mn", "Mc", "Nd", "Pc"}
_OTHER_ID_START: Final = frozenset("\u1885\u1886\u2118\u212e\u309b\u309c")
_OTHER_ID_CONTINUE: Final = frozenset("\u00b7\u0387\u19da\u30fb\uff65").union(
    map(chr, range(0x1369, 0x1372))
)


@attrs.frozen
class Token:
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

    The time is linear, because reading an invalid regular expression stops at the next "(" that
    could begin another."""
    tokens: list[Token] = []
    index = 0
    while index < len(input):
        token, end, reason = _token_at(input, index)
        if reason is not None and policy == "strict":
            raise PatternFailure(reason, index)
        tokens.append(token)
        index = end
    tokens.append(Token("end", index, ""))  # Step 5
    return tokens


def _token_at(input: str, index: int) -> tuple[Token, int, str | None]:
    """Return the token that begins at `index`, the index after it, and the reason if the token is
    invalid, or `None`. An exception for each invalid token would be slower."""
    code_point = input[index]
    start = index + 1
    if code_point == "\\":  # Step 4.4
        if start == len(input):
            return _invalid_token(input, index, "a backslash has no character after it")
        return Token("escaped-char", index, input[start]), start + 1, None
    if code_point == ":":  # Step 4.7
        end = _name_end(input, start)
        if end == start:
            return _invalid_token(
                input, index, "a colon has no name after it (write \\: for a colon)"
            )
        return Token("name", index, input[start:end]), end, None
    if code_point == "(":  # Step 4.8
        end, reason = _regexp_end(input, start)
        if reason is not None:
            return _invalid_token(input, index, reason)
        return Token("regexp", index, input[start : end - 1]), end, None
    return Token(_OF_ONE_CODE_POINT.get(code_point, "char"), index, code_point), start, None


def _invalid_token(input: str, index: int, reason: str) -> tuple[Token, int, str]:
    """*Process a tokenizing error*: a token of one code point, after which tokenizing goes on."""
    return Token("invalid-char", index, input[index]), index + 1, reason


def _name_end(input: str, start: int) -> int:
    """Return the end of the longest name that begins at `start`, which is `start` if there is
    none."""
    end = start
    while end < len(input) and is_valid_name_code_point(input[end], first=end == start):
        end += 1
    return end


def _regexp_end(input: str, start: int) -> tuple[int, str | None]:
    """Return the index after the parenthesis that closes the regular expression at `start`, and the
    reason if the expression is invalid, or `None`."""
    if input.startswith("?", start):
        return start, "a regular expression cannot begin with a question mark"
    position = start
    depth = 1
    while depth:
        found = _find_in_regexp(input, position)
        if found is None or found[0] == "\\":
            return start, "a parenthesis is not closed"
        position = found.end()
        text = found[0]
        if not text.isascii():
            return start, f"a regular expression can contain only ASCII, not {text[-1]!r}"
        if text == ")":
            depth -= 1
        elif text == "(":
            depth += 1
            if not input.startswith("?", position):
                return start, "a regular expression cannot contain a capturing group: write (?:...)"
    if position == start + 1:
        return start, "a regular expression cannot be empty"
    return position, None


@lru_cache(maxsize=1024)
def is_valid_name_code_point(code_point: str, *, first: bool) -> bool:
    """Return whether a name can contain the code point. If `first` is true, return whether a name
    can begin with it."""
    if code_point in "$_":
        return True
    if code_point == "\u2e2f":  # the only letter with the property Pattern_Syntax
        return False
    category = unicodedata.category(code_point)
    if category in _START_CATEGORIES or code_point in _OTHER_ID_START:
        return True
    return not first and (
        category in _PART_CATEGORIES
        or code_point in _OTHER_ID_CONTINUE
        or code_point in "\u200c\u200d"
    )


# Parts (sections 2.1.3 to 2.1.5)

PartType = Literal["fixed-text", "regexp", "segment-wildcard", "full-wildcard"]
Modifier = Literal["none", "optional", "zero-or-more", "one-or-more"]

_MODIFIERS: Final[dict[str, Modifier]] = {"?": "optional", "*": "zero-or-more", "+": "one-or-more"}
#: The character of each modifier.
MODIFIER_STRINGS: Final[dict[Modifier, str]] = {
    "none": "",
    **{kind: text for text, kind in _MODIFIERS.items()},
}
FULL_WILDCARD_REGEXP_VALUE: Final = ".*"


class Part(NamedTuple):
    """A part of a pattern: fixed text, or a group with a prefix and a suffix."""

    type: PartType
    value: str
    modifier: Modifier
    name: str = ""
    prefix: str = ""
    suffix: str = ""

    @property
    def has_custom_name(self) -> bool:
        """Whether the pattern names the group. The name of another group is its number."""
        return not self.name.isdecimal()


class Options(NamedTuple):
    """The options of a component: the code point that ends a segment, and the code point that can
    be a prefix."""

    delimiter_code_point: str = ""
    prefix_code_point: str = ""
    ignore_case: bool = False


# URL Pattern Standard 1.5, "Internals"
DEFAULT_OPTIONS: Final = Options()
HOSTNAME_OPTIONS: Final = Options(delimiter_code_point=".")
PATHNAME_OPTIONS: Final = Options(delimiter_code_point="/", prefix_code_point="/")


def escape_regexp_string(input: str) -> str:
    return "".join([f"\\{c}" if c in ".+*?^${}()[]|/\\" else c for c in input])


def segment_wildcard_regexp(options: Options) -> str:
    return f"[^{escape_regexp_string(options.delimiter_code_point)}]+?"


def parse_pattern_string(
    input: str, options: Options, encoding_callback: EncodingCallback
) -> list[Part]:
    """Parse a pattern string. Raises `PatternFailure`."""
    return PatternParser(tokenize(input, "strict"), options, encoding_callback).parse()


class PatternParser:
    def __init__(
        self, token_list: list[Token], options: Options, encoding_callback: EncodingCallback
    ) -> None:
        self.token_list = token_list
        self.options = options
        self.encoding_callback = encoding_callback
        self.segment_wildcard_regexp = segment_wildcard_regexp(options)
        self.part_list: list[Part] = []
        self.pending_fixed_value: list[str] = []
        #: The position in the pattern string at which the pending fixed value begins.
        self.pending_position = 0
        self.index = 0
        self.numeric_names = map(str, count())
        #: The names of the parts.
        self.names: set[str] = set()

    def parse(self) -> list[Part]:
        while self.index < len(self.token_list):
            char_token = self.try_to_consume("char")
            name_token = self.try_to_consume("name")
            regexp_or_wildcard_token = self.try_to_consume_regexp_or_wildcard(name_token)
            if name_token is not None or regexp_or_wildcard_token is not None:  # Step 3.4
                prefix = "" if char_token is None else self.take_prefix(char_token)
                modifier_token = self.try_to_consume_modifier()
                self.add_part(prefix, name_token, regexp_or_wildcard_token, "", modifier_token)
                continue
            fixed_token = char_token or self.try_to_consume("escaped-char")
            if fixed_token is not None:  # Step 3.7
                self.append_fixed_value(fixed_token.value, fixed_token.index)
                continue
            open_token = self.try_to_consume("open")
            if open_token is not None:  # Step 3.9
                prefix = self.consume_text()
                name_token = self.try_to_consume("name")
                regexp_or_wildcard_token = self.try_to_consume_regexp_or_wildcard(name_token)
                suffix = self.consume_text()
                self.consume_required("close")
                modifier_token = self.try_to_consume_modifier()
                self.add_part(
                    prefix,
                    name_token,
                    regexp_or_wildcard_token,
                    suffix,
                    modifier_token,
                    open_token.index,
                )
                continue
            self.maybe_add_part_from_pending_fixed_value()
            self.consume_required("end")
        return self.part_list

    def take_prefix(self, char_token: Token) -> str:
        """Return the character before a group if it can be the group's prefix. Another character is
        fixed text before the group."""
        if char_token.value == self.options.prefix_code_point:
            return char_token.value
        self.append_fixed_value(char_token.value, char_token.index)
        return ""

    def try_to_consume(self, type: TokenType) -> Token | None:
        next_token = self.token_list[self.index]
        if next_token.type != type:
            return None
        self.index += 1
        return next_token

    def try_to_consume_modifier(self) -> Token | None:
        return self.try_to_consume("other-modifier") or self.try_to_consume("asterisk")

    def try_to_consume_regexp_or_wildcard(self, name_token: Token | None) -> Token | None:
        token = self.try_to_consume("regexp")
        if name_token is None and token is None:
            token = self.try_to_consume("asterisk")
        return token

    def consume_required(self, type: TokenType) -> None:
        if self.try_to_consume(type) is None:
            token = self.token_list[self.index]
            raise PatternFailure(_UNEXPECTED.get(token.type, "a brace is not closed"), token.index)

    def consume_text(self) -> str:
        result: list[str] = []
        while token := self.try_to_consume("char") or self.try_to_consume("escaped-char"):
            result.append(token.value)
        return "".join(result)

    def append_fixed_value(self, value: str, position: int) -> None:
        """Append to the pending fixed value, and remember the position at which it begins."""
        if not self.pending_fixed_value:
            self.pending_position = position
        self.pending_fixed_value.append(value)

    def encode(self, value: str, position: int) -> str:
        """Run the encoding callback on a fixed text that begins at `position`."""
        try:
            return self.encoding_callback(value)
        except Failure as failure:
            raise PatternFailure(failure.reason, position) from None

    def maybe_add_part_from_pending_fixed_value(self) -> None:
        if not self.pending_fixed_value:
            return
        value = "".join(self.pending_fixed_value)
        self.pending_fixed_value.clear()
        if value:
            self.part_list.append(
                Part("fixed-text", self.encode(value, self.pending_position), "none")
            )

    def add_part(
        self,
        prefix: str,
        name_token: Token | None,
        regexp_or_wildcard_token: Token | None,
        suffix: str,
        modifier_token: Token | None,
        position: int | None = None,
    ) -> None:
        """Add a part. `position` is the position of the part's opening brace, or `None` for a part
        without braces."""
        modifier = "none" if modifier_token is None else _MODIFIERS[modifier_token.value]
        group_token = name_token or regexp_or_wildcard_token
        if group_token is None:
            # "{foo}" or "{foo}?": without a group, only braces make a part.
            assert position is not None
            if modifier == "none":
                self.append_fixed_value(prefix, position)
                return
            self.maybe_add_part_from_pending_fixed_value()
            if prefix:
                self.part_list.append(Part("fixed-text", self.encode(prefix, position), modifier))
            return
        self.maybe_add_part_from_pending_fixed_value()
        token = regexp_or_wildcard_token
        type: PartType = "regexp"
        regexp_value = "" if token is None else token.value
        # A regular expression counts as a wildcard if it is equal to the wildcard's expression.
        if token is None or regexp_value == self.segment_wildcard_regexp:
            type, regexp_value = "segment-wildcard", ""
        elif token.type == "asterisk" or regexp_value == FULL_WILDCARD_REGEXP_VALUE:
            type, regexp_value = "full-wildcard", ""
        name = next(self.numeric_names) if name_token is None else name_token.value
        if name in self.names:
            raise PatternFailure("two groups have this name", group_token.index)
        self.names.add(name)
        if position is None:
            position = group_token.index
        prefix = self.encode(prefix, position)
        suffix = self.encode(suffix, position)
        self.part_list.append(Part(type, regexp_value, modifier, name, prefix, suffix))


# Converting part lists to regular expressions and to pattern strings (sections 2.2 and 2.3)


def generate_regular_expression(part_list: Sequence[Part], options: Options) -> str:
    """Generate a regular expression from a part list (URL Pattern Standard 2.2), whose groups are
    the named parts."""
    expressions = [_regular_expression_of(part, options) for part in part_list]
    return f"^{''.join(expressions)}$"


def _regular_expression_of(part: Part, options: Options) -> str:
    modifier = MODIFIER_STRINGS[part.modifier]
    if part.type == "fixed-text":  # Step 3.1
        value = escape_regexp_string(part.value)
        return value if part.modifier == "none" else f"(?:{value}){modifier}"
    regexp_value = part.value
    if part.type == "segment-wildcard":
        regexp_value = segment_wildcard_regexp(options)
    elif part.type == "full-wildcard":
        regexp_value = FULL_WILDCARD_REGEXP_VALUE
    is_repeated = part.modifier in ("zero-or-more", "one-or-more")
    if not part.prefix and not part.suffix:  # Step 3.7
        if is_repeated:
            return f"((?:{regexp_value}){modifier})"
        return f"({regexp_value}){modifier}"
    prefix, suffix = escape_regexp_string(part.prefix), escape_regexp_string(part.suffix)
    if not is_repeated:  # Step 3.8
        return f"(?:{prefix}({regexp_value}){suffix}){modifier}"
    # The group contains all repeats, with the suffix and the prefix between two of them.
    repeats = f"(?:{regexp_value})(?:{suffix}{prefix}(?:{regexp_value}))*"
    result = f"(?:{prefix}({repeats}){suffix})"
    return f"{result}?" if part.modifier == "zero-or-more" else result


def escape_pattern_string(input: str) -> str:
    return "".join([f"\\{c}" if c in "+*?:{}()\\" else c for c in input])


def generate_pattern_string(part_list: Sequence[Part], options: Options) -> str:
    """Generate a pattern string from a part list (URL Pattern Standard 2.3)."""
    padded = [None, *part_list, None]
    rows = zip(part_list, padded[:-2], padded[2:], strict=True)
    return "".join([_pattern_string_of(*row, options) for row in rows])


def _pattern_string_of(
    part: Part, previous_part: Part | None, next_part: Part | None, options: Options
) -> str:
    """Write one part as a pattern string, so that it is read as the same part between its
    neighbors."""
    modifier = MODIFIER_STRINGS[part.modifier]
    if part.type == "fixed-text":  # Step 3.4
        value = escape_pattern_string(part.value)
        return value if part.modifier == "none" else f"{{{value}}}{modifier}"
    needs_grouping = _needs_grouping(part, previous_part, next_part, options)
    # Steps 3.11 to 3.17
    result = escape_pattern_string(part.prefix)
    if part.has_custom_name:
        result += f":{part.name}"
    if part.type == "full-wildcard":
        result += _full_wildcard_string(part, previous_part, needs_grouping=needs_grouping)
    elif part.type == "regexp":
        result += f"({part.value})"
    elif not part.has_custom_name:
        result += f"({segment_wildcard_regexp(options)})"
    elif _continues_a_name(part.suffix):
        # A segment wildcard is written as its name alone, which has to end before the suffix.
        result += "\\"
    result += escape_pattern_string(part.suffix)
    return f"{{{result}}}{modifier}" if needs_grouping else f"{result}{modifier}"


def _needs_grouping(
    part: Part, previous_part: Part | None, next_part: Part | None, options: Options
) -> bool:
    """Return whether a group needs braces, without which its prefix, its suffix, or a part beside
    it would be read in another way (steps 3.6 to 3.8)."""
    if part.suffix or part.prefix not in ("", options.prefix_code_point):
        return True
    ends_with_its_name = (
        part.has_custom_name and part.type == "segment-wildcard" and part.modifier == "none"
    )
    if ends_with_its_name and next_part is not None and _would_change_a_name(next_part):
        return True
    if part.prefix or previous_part is None or previous_part.type != "fixed-text":
        return False
    last_code_point = previous_part.value[-1:]
    return last_code_point != "" and last_code_point == options.prefix_code_point


def _would_change_a_name(next_part: Part) -> bool:
    """Return whether a part directly after the name of a group would continue this name, or be the
    regular expression of its group (step 3.7)."""
    if next_part.prefix or next_part.suffix:
        return False
    if next_part.type == "fixed-text":
        return _continues_a_name(next_part.value)
    return not next_part.has_custom_name


def _continues_a_name(text: str) -> bool:
    return text != "" and is_valid_name_code_point(text[0], first=False)


def _full_wildcard_string(part: Part, previous_part: Part | None, *, needs_grouping: bool) -> str:
    """Return "*", or the regular expression if an asterisk would be a modifier, of the group before
    it or of its own name (step 3.15)."""
    follows_a_group = (
        previous_part is not None
        and previous_part.type != "fixed-text"
        and previous_part.modifier == "none"
    )
    is_separated = needs_grouping or part.prefix != ""
    if part.has_custom_name or (follows_a_group and not is_separated):
        return f"({FULL_WILDCARD_REGEXP_VALUE})"
    return "*"
