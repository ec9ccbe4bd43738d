"""The algorithm of RFC 8288 appendix B, character by character. Tests compare the links of this
algorithm with those of `urldom.http.links()`."""

from __future__ import annotations

OWS = " \t"


class Input:
    def __init__(self, text: str) -> None:
        self.rest = list(reversed(text))

    @property
    def next(self) -> str:
        return self.rest[-1] if self.rest else ""

    def consume_until(self, stops: str) -> str:
        found = ""
        while self.rest and self.next not in stops:
            found += self.rest.pop()
        return found

    def skip(self, characters: str) -> None:
        while self.rest and self.next in characters:
            self.rest.pop()


def parse_field_value(text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each target with its parameters (RFC 8288 B.2, steps 2.1 to 2.7)."""
    found = []
    field_value = Input(text)
    while field_value.rest:
        # The algorithm does not say which step discards the comma between two links.
        field_value.skip(OWS + ",")
        if field_value.next != "<":
            return found
        field_value.rest.pop()
        target = field_value.consume_until(">")
        if field_value.next != ">":
            return found
        field_value.rest.pop()
        found.append((target, parse_parameters(field_value)))
    return found


def parse_parameters(input: Input) -> list[tuple[str, str]]:
    """Parse the parameters of a link (RFC 8288 B.3)."""
    parameters: list[tuple[str, str]] = []
    while input.rest:
        input.skip(OWS)
        if input.next != ";":
            return parameters
        input.rest.pop()
        input.skip(OWS)
        name = input.consume_until(OWS + "=;,")
        input.skip(OWS)
        value = ""
        if input.next == "=":
            input.rest.pop()
            input.skip(OWS)
            value = (
                parse_quoted_string(input)
                if input.next == '"'
                else input.consume_until(";,").rstrip(OWS)
            )
        parameters.append((name.lower(), value))
        input.skip(OWS)
        if input.next in ("", ","):
            return parameters
    return parameters


def parse_quoted_string(input: Input) -> str:
    """Parse a quoted string (RFC 8288 B.4)."""
    output = ""
    input.rest.pop()
    while input.rest:
        character = input.rest.pop()
        if character == "\\":
            if not input.rest:
                return output
            output += input.rest.pop()
        elif character == '"':
            return output
        else:
            output += character
    return output
