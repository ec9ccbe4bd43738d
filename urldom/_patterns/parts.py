"""URL Pattern Standard 2.1.3 to 2.1.5, "Parts", "Options" and "Parsing": the parts of a pattern string."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from urldom._errors import Failure
from urldom._patterns.canonicalization import EncodingCallback
from urldom._patterns.tokens import PatternFailure, Token, TokenType, tokenize

PartType = Literal["fixed-text", "regexp", "segment-wildcard", "full-wildcard"]
Modifier = Literal["none", "optional", "zero-or-more", "one-or-more"]

_MODIFIERS: Final[dict[str, Modifier]] = {"?": "optional", "*": "zero-or-more", "+": "one-or-more"}
#: The character of each modifier.
MODIFIER_STRINGS: Final[dict[Modifier, str]] = {"none": "", **{kind: text for text, kind in _MODIFIERS.items()}}
FULL_WILDCARD_REGEXP_VALUE: Final = ".*"


class Part(NamedTuple):
    """A part of a pattern: fixed text, or a group with a prefix and a suffix."""

    type: PartType
    value: str
    modifier: Modifier
    name: str = ""
    prefix: str = ""
    suffix: str = ""


class Options(NamedTuple):
    """The options of a component: the code point that ends a segment, and the code point that can be a prefix."""

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


def parse_pattern_string(input: str, options: Options, encoding_callback: EncodingCallback) -> list[Part]:
    """Parse a pattern string. Raises `PatternFailure`."""
    return PatternParser(tokenize(input, "strict"), options, encoding_callback).parse()


class PatternParser:
    def __init__(self, token_list: list[Token], options: Options, encoding_callback: EncodingCallback) -> None:
        self.token_list = token_list
        self.options = options
        self.encoding_callback = encoding_callback
        self.segment_wildcard_regexp = segment_wildcard_regexp(options)
        self.part_list: list[Part] = []
        self.pending_fixed_value: list[str] = []
        #: The position in the pattern string at which the pending fixed value begins.
        self.pending_position = 0
        self.index = 0
        self.next_numeric_name = 0
        #: The names of the parts.
        self.names: set[str] = set()

    def parse(self) -> list[Part]:
        while self.index < len(self.token_list):
            char_token = self.try_to_consume("char")
            name_token = self.try_to_consume("name")
            regexp_or_wildcard_token = self.try_to_consume_regexp_or_wildcard(name_token)
            if name_token is not None or regexp_or_wildcard_token is not None:  # Step 3.4
                prefix = "" if char_token is None else char_token.value
                if prefix and prefix != self.options.prefix_code_point:
                    assert char_token is not None
                    self.append_fixed_value(prefix, char_token.index)
                    prefix = ""
                self.maybe_add_part_from_pending_fixed_value()
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
                self.add_part(prefix, name_token, regexp_or_wildcard_token, suffix, modifier_token, open_token.index)
                continue
            self.maybe_add_part_from_pending_fixed_value()
            self.consume_required("end")
        return self.part_list

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

    def consume_required(self, type: TokenType) -> Token:
        result = self.try_to_consume(type)
        if result is None:
            token = self.token_list[self.index]
            raise PatternFailure(_UNEXPECTED[token.type], token.index)
        return result

    def consume_text(self) -> str:
        result: list[str] = []
        while True:
            token = self.try_to_consume("char") or self.try_to_consume("escaped-char")
            if token is None:
                return "".join(result)
            result.append(token.value)

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
            self.part_list.append(Part("fixed-text", self.encode(value, self.pending_position), "none"))

    def add_part(
        self,
        prefix: str,
        name_token: Token | None,
        regexp_or_wildcard_token: Token | None,
        suffix: str,
        modifier_token: Token | None,
        position: int | None = None,
    ) -> None:
        """Add a part. `position` is the position of the part's opening brace, or `None` for a part without braces."""
        modifier = "none" if modifier_token is None else _MODIFIERS[modifier_token.value]
        group_token = name_token or regexp_or_wildcard_token
        if group_token is None:
            # "{foo}" or "{foo}?"
            assert position is not None
            if modifier == "none":
                self.append_fixed_value(prefix, position)
                return
            self.maybe_add_part_from_pending_fixed_value()
            if prefix:
                self.part_list.append(Part("fixed-text", self.encode(prefix, position), modifier))
            return
        self.maybe_add_part_from_pending_fixed_value()
        if regexp_or_wildcard_token is None:
            regexp_value = self.segment_wildcard_regexp
        elif regexp_or_wildcard_token.type == "asterisk":
            regexp_value = FULL_WILDCARD_REGEXP_VALUE
        else:
            regexp_value = regexp_or_wildcard_token.value
        # A regular expression counts as a wildcard if it is equal to the wildcard's expression.
        type: PartType = "regexp"
        if regexp_value == self.segment_wildcard_regexp:
            type, regexp_value = "segment-wildcard", ""
        elif regexp_value == FULL_WILDCARD_REGEXP_VALUE:
            type, regexp_value = "full-wildcard", ""
        if name_token is not None:
            name = name_token.value
        else:
            name = str(self.next_numeric_name)
            self.next_numeric_name += 1
        if name in self.names:
            raise PatternFailure("two groups have this name", group_token.index)
        self.names.add(name)
        position = group_token.index if position is None else position
        encoded_prefix = self.encode(prefix, position)
        encoded_suffix = self.encode(suffix, position)
        self.part_list.append(Part(type, regexp_value, modifier, name, encoded_prefix, encoded_suffix))


#: For each type of token, the reason of the error if such a token is unexpected. Strict tokens are all valid.
_UNEXPECTED: Final[dict[TokenType, str]] = {
    "open": "braces cannot be nested",
    "close": "a closing brace has no opening brace",
    "regexp": "braces can contain only one group",
    "name": "braces can contain only one group",
    "asterisk": "an asterisk is not allowed here: it is a wildcard, or a modifier after a group or braces",
    "other-modifier": "a modifier must follow a group or braces (write a backslash before it for the character itself)",
    "end": "a brace is not closed",
    "char": "a brace is not closed",
    "escaped-char": "a brace is not closed",
}
