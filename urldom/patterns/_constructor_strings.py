"""URL Pattern Standard 1.6, "Constructor string parsing": split a URL with pattern syntax into its
components."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from urldom.patterns._parts import Token, TokenType, tokenize

ConstructorStringState = Literal[
    "init",
    "protocol",
    "authority",
    "username",
    "password",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
    "done",
]

#: The states of components, in the order in which a URL has the components.
_ORDER: Final = (
    "protocol",
    "authority",
    "username",
    "password",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)
#: For each component, the delimiters that end it, with the components that they begin.
_DELIMITERS: Final[dict[ConstructorStringState, dict[str, ConstructorStringState]]] = {
    "init": {"?": "search", "#": "hash"},
    "username": {":": "password", "@": "hostname"},
    "password": {"@": "hostname"},
    "hostname": {":": "port", "/": "pathname", "?": "search", "#": "hash"},
    "port": {"/": "pathname", "?": "search", "#": "hash"},
    "pathname": {"?": "search", "#": "hash"},
    "search": {"#": "hash"},
    "hash": {},
}
_AFTER_A_GROUP: Final[frozenset[TokenType]] = frozenset(["name", "regexp", "close", "asterisk"])


def parse_constructor_string(
    input: str, matches_a_special_scheme: Callable[[str], bool]
) -> dict[str, str]:
    """Parse a constructor string to a URLPatternInit. `matches_a_special_scheme` compiles the
    pattern of a protocol."""
    return ConstructorStringParser(input, matches_a_special_scheme).parse()


class ConstructorStringParser:
    def __init__(self, input: str, matches_a_special_scheme: Callable[[str], bool]) -> None:
        self.input = input
        self.token_list: list[Token] = tokenize(input, "lenient")
        self.result: dict[str, str] = {}
        self.component_start = 0
        self.token_index = 0
        self.token_increment = 1
        self.group_depth = 0
        self.hostname_ipv6_bracket_depth = 0
        self.protocol_matches_a_special_scheme = False
        self.state: ConstructorStringState = "init"
        self._matches_a_special_scheme = matches_a_special_scheme

    def parse(self) -> dict[str, str]:
        while self.token_index < len(self.token_list):
            self.token_increment = 1
            token = self.token_list[self.token_index]
            if token.type == "end":
                self.end_state()
                if self.state == "done":
                    break
            elif token.type == "open":
                self.group_depth += 1
            elif self.group_depth == 0 or token.type == "close":
                self.group_depth = max(0, self.group_depth - 1)
                getattr(self, f"{self.state}_state", self.component_state)()
            self.token_index += self.token_increment
        if "hostname" in self.result and "port" not in self.result:
            self.result["port"] = ""
        return self.result

    # The states

    def end_state(self) -> None:
        """Finish the component at the end of the string (step 2.3). In two states, the parser reads
        the string again as another component: without a protocol, or without credentials."""
        if self.state == "init":
            self.rewind_and_set_state("init")
            if not self.component_state():
                self.change_state("pathname", 0)
        elif self.state == "authority":
            self.rewind_and_set_state("hostname")
        else:
            self.change_state("done", 0)

    def init_state(self) -> None:
        if self.is_char(":"):
            self.rewind_and_set_state("protocol")

    def protocol_state(self) -> None:
        if not self.is_char(":"):
            return
        self.protocol_matches_a_special_scheme = self._matches_a_special_scheme(
            self.make_component_string()
        )
        if self.is_char("/", 1) and self.is_char("/", 2):
            self.change_state("authority", 3)
        elif self.protocol_matches_a_special_scheme:
            self.change_state("authority", 1)
        else:
            self.change_state("pathname", 1)

    def authority_state(self) -> None:
        if self.is_char("@"):
            self.rewind_and_set_state("username")
        elif self.is_char("/") or self.is_search_prefix() or self.is_char("#"):
            self.rewind_and_set_state("hostname")

    def hostname_state(self) -> None:
        if self.is_char("["):
            self.hostname_ipv6_bracket_depth += 1
        elif self.is_char("]"):
            self.hostname_ipv6_bracket_depth -= 1
        elif not (self.is_char(":") and self.hostname_ipv6_bracket_depth):
            self.component_state()

    def component_state(self) -> bool:
        """Change the state at a delimiter, and return whether there is one. All other components
        have this state."""
        delimiter = self.token_list[self.token_index].value
        state = _DELIMITERS[self.state].get(delimiter)
        if state is None:
            return False
        is_delimiter = self.is_search_prefix() if delimiter == "?" else self.is_char(delimiter)
        if not is_delimiter:
            return False
        self.change_state(state, 0 if delimiter == "/" else 1)
        return True

    # The algorithms that the states use

    def change_state(self, new_state: ConstructorStringState, skip: int) -> None:
        state, result = self.state, self.result
        if state not in ("init", "authority", "done"):
            result[state] = self.make_component_string()
        if state != "init" and new_state != "done":
            for component in _ORDER[_ORDER.index(state) + 1 : _ORDER.index(new_state)]:
                # Of the components that the string passes over, only these three become empty
                # (steps 2.1 to 2.3).
                if component in ("hostname", "pathname", "search") and component not in result:
                    is_root = component == "pathname" and self.protocol_matches_a_special_scheme
                    result[component] = "/" if is_root else ""
        self.state = new_state
        self.token_index += skip
        self.component_start = self.token_index
        self.token_increment = 0

    def rewind_and_set_state(self, state: ConstructorStringState) -> None:
        self.token_index = self.component_start
        self.token_increment = 0
        self.state = state

    def safe_token(self, index: int) -> Token:
        """Return the token at an index, or the last token (*get a safe token*, URL Pattern Standard
        1.6)."""
        return self.token_list[min(index, len(self.token_list) - 1)]

    def is_char(self, value: str, offset: int = 0) -> bool:
        """Return whether the token at this offset from the token index is a *non-special pattern
        char*."""
        token = self.safe_token(self.token_index + offset)
        return token.value == value and token.type in ("char", "escaped-char", "invalid-char")

    def is_search_prefix(self) -> bool:
        if self.is_char("?"):
            return True
        if self.token_list[self.token_index].value != "?":
            return False
        return (
            self.token_index == 0
            or self.safe_token(self.token_index - 1).type not in _AFTER_A_GROUP
        )

    def make_component_string(self) -> str:
        end_index = self.token_list[self.token_index].index
        return self.input[self.safe_token(self.component_start).index : end_index]
