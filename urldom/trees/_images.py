"""The image that a browser selects from a `srcset`, a `picture` or a preload (HTML Standard
4.8.4.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import copysign, inf, isnan, nan
from operator import eq, ge, gt, le, lt
from typing import Any, Final, NamedTuple

from urldom._core.errors import shown, unknown_name, wrong_type
from urldom._core.text.unicode import scalar_value_string
from urldom.http._media_types import parse_media_type
from urldom.trees._requests.types import IMAGE_TYPE
from urldom.trees._syntaxes import SPACES, SRCSET, URLSpan, css_tokens
from urldom.trees._table import ascii_lower, lower_tokens
from urldom.trees._tree import Node, Tree, html_name


class Unit(NamedTuple):
    """The unit of a number, as the powers of `px` and `dppx`."""

    px: int
    dppx: int


_NO_UNIT: Final = Unit(0, 0)
_LENGTH: Final = Unit(1, 0)
_RESOLUTION: Final = Unit(0, 1)


class Value(NamedTuple):
    """A number with its unit. A product adds the powers of the units, and a quotient subtracts
    them."""

    number: float
    unit: Unit

    def times(self, other: Value) -> Value:
        unit = Unit(self.unit.px + other.unit.px, self.unit.dppx + other.unit.dppx)
        return Value(self.number * other.number, unit)

    def divided_by(self, other: Value) -> Value:
        unit = Unit(self.unit.px - other.unit.px, self.unit.dppx - other.unit.dppx)
        return Value(_divided(self.number, other.number), unit)

    def negated(self) -> Value:
        return Value(-self.number, self.unit)


#: The lengths of the units in `px`. A font has its initial size, 16 pixels, and typical other
#: measures, which depend on the font.
_FONT: Final = {"em": 16, "ex": 8, "ch": 8, "ic": 16, "cap": 11, "lh": 18}
_LENGTHS: Final = {
    "px": 1,
    "in": 96,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "q": 2.4 / 2.54,
    "pc": 16,
    "pt": 96 / 72,
    **_FONT,
    **{f"r{unit}": length for unit, length in _FONT.items()},
}
#: The densities of the units in `dppx`.
_RESOLUTIONS: Final = {"dppx": 1, "x": 1, "dpi": 1 / 96, "dpcm": 2.54 / 96}
_UNITS: Final = {
    **{unit: Value(length, _LENGTH) for unit, length in _LENGTHS.items()},
    **{unit: Value(density, _RESOLUTION) for unit, density in _RESOLUTIONS.items()},
}
#: The beginnings of the units of the viewport: the default, small, large and dynamic one, and the
#: query container, which is the viewport here.
_VIEWPORTS: Final = ("v", "sv", "lv", "dv", "cq")
#: The largest length, because with an infinite one all densities would be equal.
_LONGEST: Final = 1e38

#: The media type, and the features that have words as values. A desktop browser has the first word.
_WORDS: Final = {
    "any-hover": ("hover", "none"),
    "any-pointer": ("fine", "coarse", "none"),
    "color-gamut": ("srgb", "p3", "rec2020"),
    "display-mode": ("browser", "fullscreen", "minimal-ui", "picture-in-picture", "standalone"),
    "dynamic-range": ("standard", "high"),
    "forced-colors": ("none", "active"),
    "hover": ("hover", "none"),
    "orientation": ("landscape", "portrait"),
    "pointer": ("fine", "coarse", "none"),
    "prefers-color-scheme": ("light", "dark"),
    "prefers-contrast": ("no-preference", "custom", "less", "more"),
    "prefers-reduced-data": ("no-preference", "reduce"),
    "prefers-reduced-motion": ("no-preference", "reduce"),
    "prefers-reduced-transparency": ("no-preference", "reduce"),
    "scripting": ("enabled", "initial-only", "none"),
    "type": ("screen", "print"),
    "update": ("fast", "none", "slow"),
}
_RATIO: Final = "ratio"
#: The features that have numbers as values, with their units, or `_RATIO`.
_NUMBERS: Final[dict[str, Unit | str]] = {
    **dict.fromkeys(("width", "height", "device-width", "device-height"), _LENGTH),
    **dict.fromkeys(("color", "color-index", "monochrome", "-webkit-device-pixel-ratio"), _NO_UNIT),
    **dict.fromkeys(("aspect-ratio", "device-aspect-ratio"), _RATIO),
    "resolution": _RESOLUTION,
}
#: A feature with a prefix that is a sign, such as `min-width`.
_LIMIT: Final = re.compile(r"(|-webkit-)(min|max)-([^-].*)")
#: The relations between the fact of a feature and a value, by the sign or the prefix.
_SIGNS: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": lt,
    "<=": le,
    "max": le,
    ">": gt,
    ">=": ge,
    "min": ge,
    "=": eq,
    ":": eq,
}
#: The sign between two values if they are swapped.
_SWAPPED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
#: The mathematical functions, each with the number of its arguments, or 0 for any number.
_FUNCTIONS: Final[dict[str, tuple[int, Callable[[list[float]], float]]]] = {
    "calc": (1, min),
    "clamp": (3, lambda values: max(values[0], min(values[1:]))),
    "max": (0, max),
    "min": (0, min),
}
#: In the logic of Media Queries 4, *false* is 0 and *true* is 1. An invalid query is as false as an
#: unknown one.
_UNKNOWN: Final = 0.5
#: The value of a feature that is known, but not for this screen. The negation is 0.25.
_DEPENDS: Final = 0.75
#: The media features. The media type stands before them in a query.
_FEATURES: Final = {*_WORDS, *_NUMBERS} - {"type"}

#: A media feature, in a text that has an `o` for each token that is not a sign: one value, two
#: values with a sign between them, or a range, which has three.
_FEATURE: Final = re.compile(
    r"(?P<left>o+)"
    r"(?:(?P<sign>:|[<>]=?|=)(?P<middle>o+)(?:(?P<next_sign>[<>]=?)(?P<right>o+))?)?"
)


class Screen:
    """The viewport, the density and the preferences by which a browser selects images."""

    def __init__(
        self, width: float, height: float | None, density: float, media: Mapping[str, Any] | None
    ) -> None:
        self.width = _positive("width", width)
        self.density = _positive("density", density)
        if height is not None:
            height = _positive("height", height)
        if not isinstance(media, Mapping | None):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("media", "a mapping", media)
        given = {name: _checked(name, value) for name, value in (media or {}).items()}
        facts = {**_features_of(self.width, height, self.density), **given}
        #: The media type, such as `"screen"`, and the values of the media features. A feature whose
        #: value is `None` is unknown.
        self._type = facts.pop("type")
        self._facts = facts
        self._units = {**_UNITS, **_viewport_units(self.width, height)}

    def matches(self, media: str) -> bool:
        """Return `True` if a `media` attribute *matches the environment*."""
        return 1 in self._values(media)

    @classmethod
    def of_any_size(cls) -> Screen:
        """Return a screen of which nothing is known."""
        screen = cls(1, None, 1, None)
        screen._facts = {}
        return screen

    def may_match(self, media: str) -> bool:
        """Return `True` if a `media` attribute matches, or may match, because it depends on what is
        not known of the screen."""
        return not {1, _DEPENDS, 1 - _DEPENDS}.isdisjoint(self._values(media))

    def _values(self, media: str) -> list[float]:
        """Return the value of each query of a `media` attribute."""
        queries = [_solid(query) for query in _split(css_tokens(scalar_value_string(media)))]
        if queries == [[]]:  # An empty list of queries is true.
            return [1]
        return [self._query(query) if _is_sound(query) else _UNKNOWN for query in queries]

    def source_size(self, sizes: str) -> float:
        """Run *parse a sizes attribute*. `auto` is ignored, because only a layout knows the width
        of the image."""
        for entry in map(_solid, _split(css_tokens(scalar_value_string(sizes)))):
            if not _is_sound(entry):
                continue
            condition, last = entry[:-1], entry[-1:]
            size = self._number(last, _LENGTH)
            if size is None or (size < 0 and last[0].type == "dimension"):
                continue
            if not condition or self._condition(condition) == 1:
                return min(max(0.0, size), _LONGEST)  # The maximum of 0 and NaN is 0 in this order.
        return self.width

    def _query(self, tokens: list[Any]) -> float:
        """Evaluate a `<media-query>`: a condition, or a media type and perhaps a condition.

        `not` or `only` may precede a media type.
        """
        modifier = _word(tokens[:1])
        rest = tokens[1:] if modifier in ("not", "only") else tokens
        media_type = _word(rest[:1])
        rest = rest[1:]
        if media_type in ("", "not", "only", "and", "or", "layer"):  # not a media type
            return self._condition(tokens)
        value: float = media_type in ("all", self._type)
        if rest:
            if _word(rest[:1]) != "and":
                return _UNKNOWN
            value = min(value, self._condition(rest[1:], joints=["and"]))
        return 1 - value if modifier == "not" else value

    def _condition(self, tokens: list[Any], joints: Sequence[str] = ("and", "or")) -> float:
        """Evaluate a `<media-condition>`: terms in parentheses with one of the words `joints`
        between them, or a `not` and one term."""
        if joints and _word(tokens[:1]) == "not":
            return 1 - self._condition(tokens[1:], joints=())
        terms = tokens[::2]
        words = {_word([token]) for token in tokens[1::2]}
        if len(tokens) % 2 == 0 or len(words) > 1 or not words.issubset(joints):
            return _UNKNOWN
        if any(term.type not in ("() block", "function") for term in terms):
            return _UNKNOWN
        values = [self._in_parentheses(term) for term in terms]
        return max(values) if words == {"or"} else min(values)

    def _in_parentheses(self, token: Any) -> float:
        """Evaluate a `<media-in-parens>`: a media feature, or a condition in parentheses."""
        if token.type == "function":
            return _UNKNOWN
        value = self._feature(token.content)
        return self._condition(_solid(token.content)) if value == _UNKNOWN else value

    def _feature(self, tokens: list[Any]) -> float:
        """Evaluate a `<media-feature>`."""
        # A sign is one character, so a character of the outline is at the index of its token.
        signs = [_sign(token) for token in tokens]
        outline = "".join([sign if sign in _SIGNS else "o" for sign in signs])
        match = _FEATURE.fullmatch(outline)
        if match is None:
            return _UNKNOWN
        left = _solid(tokens[slice(*match.span("left"))])
        middle = _solid(tokens[slice(*match.span("middle"))])
        sign, next_sign = match["sign"], match["next_sign"]
        if sign is None:  # an `<mf-boolean>`
            fact = self._facts.get(_word(left))
            if fact is None:
                return _DEPENDS if _word(left) in _FEATURES else _UNKNOWN
            return fact not in ("none", "no-preference", 0)
        if next_sign is None:
            return self._two_values(left, sign, middle)
        # An `<mf-range>` with the name between two values. The signs have one direction.
        if sign[0] != next_sign[0]:
            return _UNKNOWN
        name, right = _word(middle), _solid(tokens[slice(*match.span("right"))])
        from_left = self._compare(name, _SWAPPED[sign], left)
        return min(from_left, self._compare(name, next_sign, right))

    def _two_values(self, left: list[Any], sign: str, right: list[Any]) -> float:
        """Evaluate an `<mf-plain>`, such as `min-width: 1px`, or an `<mf-range>` with a name and a
        value, such as `width > 1px` or `1px < width`."""
        name = _word(left)
        if sign == ":" and (limit := _LIMIT.fullmatch(name)):
            prefix, sign, rest = limit.groups()
            return self._compare(prefix + rest, sign, right)
        if sign == ":" or name in _NUMBERS:
            return self._compare(name, sign, right)
        return self._compare(_word(right), _SWAPPED[sign], left)

    def _compare(self, name: str, sign: str, tokens: list[Any]) -> float:
        """Compare the fact of a feature with the value in the tokens."""
        if name not in _FEATURES:
            return _UNKNOWN
        fact, words = self._facts.get(name), _WORDS.get(name, ())
        word = _word(tokens)
        if sign == ":" and word in words:
            if fact is None:
                return _DEPENDS
            # A screen with a wide gamut or range has the narrower ones too.
            if name in ("color-gamut", "dynamic-range"):
                return words.index(word) <= words.index(fact)
            return bool(word == fact)
        value = self._number(tokens, _NUMBERS[name]) if name in _NUMBERS else None
        if value is None:
            return _UNKNOWN
        return _DEPENDS if fact is None else _SIGNS[sign](fact, value)

    # CSS Values 4

    def _number(self, tokens: list[Any], kind: Unit | str) -> float | None:
        """Return the number of a value with this unit, or of a ratio, or `None` if the value is
        invalid."""
        if kind == _RATIO:
            return self._ratio(tokens)
        if len(tokens) != 1 or tokens[0].type == "() block":
            return None
        value = self._operand(tokens[0])
        if value is None:
            return None
        if kind == _LENGTH and value.number == 0 and tokens[0].type == "number":
            return 0.0  # the only length that needs no unit
        return value.number if value.unit == kind else None

    def _ratio(self, tokens: list[Any]) -> float | None:
        """Return the number of a ratio: one number that is not negative, or two with a slash
        between them."""
        numbers: list[float] = []
        for part in _split(tokens, "/"):
            number = self._number(_solid(part), _NO_UNIT)
            if number is None or isnan(number) or number < 0:
                return None
            numbers.append(number)
        if len(numbers) == 1:
            return numbers[0]
        if len(numbers) != 2:
            return None
        above, below = numbers
        return above / below if below else inf

    def _operand(self, token: Any) -> Value | None:
        """Return the value of a `<calc-value>`, or `None` if it is invalid."""
        if token.type == "number":
            return Value(token.value, _NO_UNIT)
        if token.type == "dimension" and token.lower_unit in self._units:
            return Value(token.value, _NO_UNIT).times(self._units[token.lower_unit])
        if token.type == "() block":
            return self._sum(token.content)
        if token.type == "function" and token.lower_name in _FUNCTIONS:
            return self._function(token)
        return None

    def _function(self, token: Any) -> Value | None:
        """Return the value of a mathematical function, or `None` if its arguments are invalid."""
        count, function = _FUNCTIONS[token.lower_name]
        arguments = list(_split(token.arguments))
        values = [value for argument in arguments if (value := self._sum(argument)) is not None]
        units = {value.unit for value in values}
        if len(values) != len(arguments) or count not in (0, len(arguments)) or len(units) != 1:
            return None
        numbers = [value.number for value in values]
        # Python's `min` and `max` do not always return a NaN.
        result = nan if any(map(isnan, numbers)) else function(numbers)
        return Value(result, units.pop())

    def _sum(self, tokens: list[Any]) -> Value | None:
        """Return the value of a `<calc-sum>`: operands with a sign between each two, or `None` if
        it is invalid."""
        places = [place for place, token in enumerate(tokens) if token.type != "whitespace"]
        places_of_operands, places_of_signs = places[::2], places[1::2]
        operands = [
            value
            for place in places_of_operands
            if (value := self._operand(tokens[place])) is not None
        ]
        if len(operands) != len(places_of_signs) + 1:  # One is invalid, or a sign is at the end.
            return None
        terms = operands[:1]
        for place, operand in zip(places_of_signs, operands[1:], strict=True):
            sign = _calc_sign(tokens, place)
            if sign == "*":
                terms[-1] = terms[-1].times(operand)
            elif sign == "/":
                terms[-1] = terms[-1].divided_by(operand)
            elif sign == "+":
                terms.append(operand)
            elif sign == "-":
                terms.append(operand.negated())
            else:
                return None
        units = {term.unit for term in terms}
        if len(units) != 1:
            return None
        return Value(sum([term.number for term in terms]), units.pop())


def _features_of(width: float, height: float | None, density: float) -> dict[str, Any]:
    """Return the media type and the values of the media features of a desktop browser."""
    features: dict[str, Any] = {name: words[0] for name, words in _WORDS.items()}
    features |= {"color": 8, "color-index": 0, "monochrome": 0}
    features |= {"width": width, "device-width": width, "orientation": None}
    features |= {"resolution": density, "-webkit-device-pixel-ratio": density}
    if height is not None:
        features |= {"height": height, "device-height": height}
        features |= {"aspect-ratio": width / height, "device-aspect-ratio": width / height}
        features["orientation"] = "portrait" if width <= height else "landscape"
    return features


def _viewport_units(width: float, height: float | None) -> dict[str, Value]:
    """Return the units of a hundredth of a side of the viewport, such as `vw`."""
    # A `vi` is in the inline direction, which is horizontal, and a `vb` in the block direction.
    sides = {"w": width, "i": width}
    if height is not None:
        sides |= {"h": height, "b": height, "min": min(width, height), "max": max(width, height)}
    return {
        viewport + side: Value(length / 100, _LENGTH)
        for side, length in sides.items()
        for viewport in _VIEWPORTS
    }


def select(tree: Tree, node: Node, screen: Screen) -> str | None:
    """Run *select an image source*, and return the URL as written, or `None`. Raise if the node is
    not an image."""
    if _is_preload(tree, node):
        if not _is_used(tree, node, screen):
            return None
        return _select_own(
            tree,
            node,
            screen,
            srcset_name="imagesrcset",
            sizes_name="imagesizes",
            default_name="href",
        )
    name = tree.name(node)
    if name != html_name(tree, "img"):
        raise ValueError(
            f"the node must be an img, or a link with rel=preload and as=image, not {shown(name)}"
        )
    for source in _sources_before(tree, node):
        candidates = list(SRCSET.find(tree.get(source, "srcset") or ""))
        if candidates and _is_used(tree, source, screen):
            return _select_from(candidates, tree.get(source, "sizes") or "", screen)
    return _select_own(
        tree, node, screen, srcset_name="srcset", sizes_name="sizes", default_name="src"
    )


def _is_preload(tree: Tree, node: Node) -> bool:
    """Return `True` for a `link` that preloads an image."""
    if tree.name(node) != html_name(tree, "link"):
        return False
    is_image = ascii_lower(tree.get(node, "as")) == "image"
    return is_image and "preload" in lower_tokens(tree.get(node, "rel"))


def _sources_before(tree: Tree, img: Node) -> Iterator[Node]:
    """Yield each `source` before an `img` in its `picture`."""
    source = html_name(tree, "source")
    parent = tree.parent(img)
    # In a tree of lxml, a `source` contains what follows it.
    around: list[Node] = []
    while parent is not None and tree.name(parent) == source:
        around.append(parent)
        parent = tree.parent(parent)
    if parent is None or tree.name(parent) != html_name(tree, "picture"):
        return
    # The last one around it is a child of the `picture`, like each `source` in other trees.
    inner = around[:-1]
    for child in (*tree.children_in_document(parent), *reversed(inner)):
        if tree.is_same(child, img):
            return
        if tree.name(child) == source:
            yield child


def _select_own(
    tree: Tree, node: Node, screen: Screen, *, srcset_name: str, sizes_name: str, default_name: str
) -> str | None:
    """Select an image from an element's own attributes, which have these names."""
    candidates = list(SRCSET.find(tree.get(node, srcset_name) or ""))
    default = tree.get(node, default_name)
    # The default has the density 1, which cannot be compared with a width.
    if default and not any(_has_width(candidate) for candidate in candidates):
        candidates.append(URLSpan(0, 0, default))
    return _select_from(candidates, tree.get(node, sizes_name) or "", screen)


def _select_from(candidates: list[URLSpan], sizes: str, screen: Screen) -> str | None:
    """Return the URL with the least density that is enough for the screen, as Chromium does, or
    else the greatest."""
    # *Normalize the source densities*
    size = 1.0
    if any(_has_width(candidate) for candidate in candidates):
        size = screen.source_size(sizes)
    densities: dict[float, str] = {}
    for candidate in candidates:
        density = float(candidate.form[:-1] or 1)
        if _has_width(candidate):
            density = _divided(density, size)
        densities.setdefault(density, candidate.url)  # Of equal densities, the first one stays.
    if not densities:
        return None
    enough = [density for density in densities if density >= screen.density]
    chosen = min(enough) if enough else max(densities)
    return densities[chosen]


def _has_width(candidate: URLSpan) -> bool:
    return candidate.form.endswith("w")


def _is_used(tree: Tree, node: Node, screen: Screen) -> bool:
    """Return `True` if a browser may select an image of a `source` or a `link`: it supports the
    type, and the media match the screen."""
    content_type = (tree.get(node, "type") or "").strip(SPACES)
    if content_type:
        parsed = parse_media_type(content_type)
        if parsed is None or not IMAGE_TYPE.fullmatch(parsed.essence):
            return False
    media = tree.get(node, "media")
    return media is None or screen.matches(media)


def _split(tokens: list[Any], mark: str = ",") -> Iterator[list[Any]]:
    """Yield the tokens between marks."""
    start = 0
    for place, token in enumerate(tokens):
        if _sign(token) == mark:
            yield tokens[start:place]
            start = place + 1
    yield tokens[start:]


def _sign(token: Any) -> str:
    """Return the character of a delimiter, or `""` for another token."""
    return str(token.value) if token.type == "literal" else ""


def _calc_sign(tokens: list[Any], place: int) -> str:
    """Return the sign between two operands. A `+` or a `-` needs spaces on both sides, without
    which it is `""`."""
    sign = _sign(tokens[place])
    if sign in ("+", "-"):
        before, after = tokens[place - 1], tokens[place + 1]
        if before.type != "whitespace" or after.type != "whitespace":
            return ""
    return sign


def _solid(tokens: list[Any]) -> list[Any]:
    """Return the tokens without spaces."""
    return [token for token in tokens if token.type != "whitespace"]


def _is_sound(tokens: list[Any], levels: int = 100) -> bool:
    """Return `False` if a bracket or a string is invalid, or if the nesting is too deep. CSS Values
    4 requires 32 levels."""
    if levels < 0:
        return False
    for token in tokens:
        # A bracket or a string that the end of the text closes is valid.
        if token.type == "error" and not token.kind.startswith("eof"):
            return False
        inner = getattr(token, "content", None) or getattr(token, "arguments", None)
        if inner and not _is_sound(inner, levels - 1):
            return False
    return True


def _word(tokens: list[Any]) -> str:
    """Return the tokens as one word in lower case, or `""` if they are not a word."""
    if len(tokens) == 1 and tokens[0].type == "ident":
        return str(tokens[0].lower_value)
    return ""


def _divided(number: float, by: float) -> float:
    """Return a quotient, which is infinite, or NaN, if the divisor is 0."""
    return number / by if by else number * copysign(inf, by)


def _positive(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(name, "a number", value)
    if not 0 < value <= _LONGEST:
        raise ValueError(f"{name} must be a positive finite number, not {shown(value)}")
    return float(value)


def _checked(name: str, value: Any) -> Any:
    """Return the value that a caller gave for a media feature, or raise."""
    if name in _NUMBERS:
        is_zero = type(value) is int and value == 0
        return value if is_zero else _positive(name, value)
    if name not in _WORDS:
        raise ValueError(unknown_name("media feature", name, sorted({*_WORDS, *_NUMBERS})))
    if value not in _WORDS[name]:
        raise ValueError(unknown_name(f"value of {name}", value, _WORDS[name]))
    return value
