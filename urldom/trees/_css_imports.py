"""The `@import` rules of a style sheet, and which of them browsers load (CSS Cascade 5, section
2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

#: How a browser treats an `@import`: it loads the style sheet always (`""`), by the result of
#: `supports()` or a media query, or never.
CONDITIONAL: Final = "conditional"
IGNORED: Final = "ignored"

#: The line and the column of a token.
Position: TypeAlias = "tuple[int, int]"


def find_imports(tokens: Iterable[Any]) -> dict[Position, str]:
    """Return how a browser loads the `@import` rules outside blocks, by the positions of their
    URLs."""
    from tinycss2 import parse_stylesheet

    found: dict[Position, str] = {}
    may_follow = True  # whether an `@import` may follow
    has_import = False
    rules: list[Any] = parse_stylesheet(tokens, skip_comments=True, skip_whitespace=True)
    for rule in rules:
        if not _is_at_rule(rule, "import"):
            may_follow = may_follow and _lets_import_follow(rule, has_import)
            continue
        prelude = _without_spaces(rule.prelude)
        url = prelude[0] if prelude else None
        if url is None or url.type not in ("string", "url", "function"):
            continue
        is_loaded = may_follow and rule.content is None
        found[_position(url)] = _loading(prelude[1:]) if is_loaded else IGNORED
        has_import = has_import or is_loaded
    return found


def _lets_import_follow(rule: Any, has_import: bool) -> bool:
    """Return `True` if an `@import` may follow a rule of another kind. Statements of layers may
    stand before all imports, but not between them."""
    if _is_at_rule(rule, "layer") and rule.content is None:
        return not has_import
    return not _is_valid(rule)


def _position(url: Any) -> Position:
    """Return the position of the token that has the URL: of the string in a function."""
    token = url
    if url.type == "function":  # url("...")
        token = next((each for each in url.arguments if each.type == "string"), url)
    return token.source_line, token.source_column


def _loading(prelude: list[Any]) -> str:
    """Return how a valid rule is loaded, given what follows its URL: a layer and conditions."""
    rest = prelude
    if rest and _is_layer(rest[0]):
        rest = rest[1:]
    is_always = not rest or [getattr(each, "lower_value", None) for each in rest] == ["all"]
    return "" if is_always else CONDITIONAL


def _is_layer(token: Any) -> bool:
    if token.type == "ident":
        return bool(token.lower_value == "layer")
    return token.type == "function" and bool(token.lower_name == "layer")


def _is_at_rule(rule: Any, name: str) -> bool:
    return rule.type == "at-rule" and bool(rule.lower_at_keyword == name)


def _without_spaces(tokens: Iterable[Any]) -> list[Any]:
    # At the end of the style sheet, an open string or URL is complete, although it is an error.
    return [token for token in tokens if token.type not in ("whitespace", "comment", "error")]


#: The rules that browsers know, whose prelude must be empty, must not be, or may be anything. All
#: have a block.
_WITHOUT_PRELUDE: Final = frozenset(["font-face", "starting-style", "view-transition"])
_WITH_PRELUDE: Final = frozenset(
    [
        *("container", "counter-style", "font-palette-values", "font-feature-values", "function"),
        *("keyframes", "-webkit-keyframes", "position-try", "property", "supports"),
    ]
)
_WITH_ANY_PRELUDE: Final = frozenset(["layer", "media", "page", "scope"])


def _is_valid(rule: Any) -> bool:
    """Return `True` if a rule is valid, so that no `@import` after it is loaded. Only what makes
    the whole rule invalid counts, not its declarations."""
    if rule.type == "qualified-rule":
        return _is_selector_list(rule.prelude)
    if rule.type != "at-rule":
        return False
    name, prelude = rule.lower_at_keyword, _without_spaces(rule.prelude)
    if name == "namespace":
        return rule.content is None and _is_namespace(prelude)
    if rule.content is None:
        return False
    if name in _WITHOUT_PRELUDE:
        return not prelude
    if name == "property" and not _without_spaces(rule.content):
        return False  # It lacks its descriptors.
    return name in _WITH_ANY_PRELUDE or (name in _WITH_PRELUDE and bool(prelude))


def _is_namespace(prelude: list[Any]) -> bool:
    if len(prelude) == 2 and prelude[0].type == "ident":
        prelude = prelude[1:]
    return len(prelude) == 1 and prelude[0].type in ("string", "url", "function")


# Selectors 4, 17: only the structure is checked, and the names of pseudo-classes.

_COMBINATORS: Final = frozenset([">", "+", "~"])
_PSEUDO: Final = """
active after any-link autofill backdrop before checked cue default defined details-content dir
disabled empty enabled file-selector-button first first-child first-letter first-line
first-of-type focus focus-visible focus-within fullscreen future has grammar-error highlight host
host-context hover in-range indeterminate invalid is lang last-child last-of-type left link marker
modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type open
optional out-of-range part past paused picture-in-picture placeholder placeholder-shown playing
popover-open read-only read-write required right root scroll-marker search-text selection slotted
spelling-error target target-text user-invalid user-valid valid view-transition visited where
"""
_KNOWN_PSEUDO: Final = frozenset(_PSEUDO.split())
#: The pseudo-elements that CSS 2 writes with one colon
_OLD_PSEUDO_ELEMENTS: Final = frozenset(["after", "before", "first-letter", "first-line"])
_is_vendors: Final = re.compile(r"-(?:webkit|internal)-.+").fullmatch


def _is_selector_list(tokens: list[Any]) -> bool:
    return all(map(_is_selector, _split_at_commas(tokens)))


def _split_at_commas(tokens: list[Any]) -> Iterator[list[Any]]:
    """Yield the selectors of a list, without comments."""
    part: list[Any] = []
    for token in tokens:
        if token == ",":
            yield part
            part = []
        elif token.type != "comment":
            part.append(token)
    yield part


def _is_selector(tokens: list[Any]) -> bool:
    """Return `True` for a *complex selector*: compounds with combinators between them."""
    is_after_compound = is_after_element = False
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.type == "whitespace":
            position += 1
            continue
        if is_after_element:
            return False
        if token.type == "literal" and token.value in _COMBINATORS:
            if not is_after_compound:
                return False
            is_after_compound = False
            position += 1
            continue
        length = _length_of_simple(tokens[position : position + 3])
        if not length:
            return False
        is_after_compound = True
        is_after_element = _is_last(tokens[position : position + length])
        position += length
    return is_after_compound


def _length_of_simple(tokens: list[Any]) -> int:
    """Return the number of tokens of the *simple selector* at the start, or 0 without one."""
    first, *rest = tokens
    following = rest[0] if rest else None
    if first == ":":
        return _length_of_pseudo(tokens)
    if first == ".":
        return 2 if following is not None and following.type == "ident" else 0
    if first.type == "ident" and following == "|":
        return 0  # No prefix is declared before an `@import`.
    return 1 if _is_simple(first) else 0


def _length_of_pseudo(tokens: list[Any]) -> int:
    """Return the number of tokens of a pseudo-class, or of a pseudo-element with two colons, or 0
    if browsers do not know it."""
    name_at = 2 if tokens[1:2] == [":"] else 1
    names = tokens[name_at : name_at + 1]
    return name_at + 1 if any(map(_is_pseudo, names)) else 0


def _is_simple(token: Any) -> bool:
    """Return `True` for a simple selector of one token: a type, an id, or an attribute."""
    if token.type == "hash":
        return bool(token.is_identifier)
    if token.type == "[] block":
        inside = _without_spaces(token.content)
        return bool(inside) and (inside[0].type == "ident" or inside[0] in ("*", "|"))
    return token.type == "ident" or token in ("*", "|", "&")


def _is_last(simple: list[Any]) -> bool:
    """Return `True` for a pseudo-element after which nothing may follow."""
    if len(simple) < 2 or simple[0] != ":" or simple[-1].type != "ident":
        return False
    name = simple[-1].lower_value
    is_element = len(simple) == 3 or name in _OLD_PSEUDO_ELEMENTS
    return is_element and _is_vendors(name) is None


def _is_pseudo(token: Any) -> bool:
    """Return `True` for the name of a pseudo-class or pseudo-element that browsers know."""
    if token.type == "ident":
        name = token.lower_value
    elif token.type == "function":
        name = token.lower_name
    else:
        return False
    return name in _KNOWN_PSEUDO or _is_vendors(name) is not None
