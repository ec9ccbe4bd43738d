"""The image that a browser selects from a `srcset`, a `picture` or a preload (HTML Standard
4.8.4.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import copysign, inf, isnan, nan
from operator import eq, ge, gt, le, lt
from typing import Any, Final, NamedTuple, TypeAlias

from urldom._core.errors import shown, unknown_name, wrong_type
from urldom._core.text.unicode import scalar_value_string
from urldom.http._media_types import parse_media_type
from urldom.trees._syntaxes import SPACES, SRCSET, URLSpan, css_tokens
from urldom.trees._tree import Node, Tree, html_name

#: The image types that Chromium supports.
_IMAGE: Final = re.compile(
    r"image/(apng|avif|bmp|gif|jpe?g|jxl|pjpeg|png|svg\+xml|vnd\.microsoft\.icon|webp|x-(icon|png|xbitmap))"
)


class Unit(NamedTuple):
    """The unit of a number, as the powers of `px` and `dppx`. A product adds the powers."""

    px: int
    dppx: int

    def times(self, other: Unit) -> Unit:
        return Unit(self.px + other.px, self.dppx + other.dppx)

    def divided_by(self, other: Unit) -> Unit:
        return Unit(self.px - other.px, self.dppx - other.dppx)


_NO_UNIT: Final = Unit(0, 0)
_LENGTH: Final = Unit(1, 0)
_RESOLUTION: Final = Unit(0, 1)
#: A number and its unit.
_Value: TypeAlias = tuple[float, Unit]
#: A font has its initial size, 16 pixels, and typical other measures, which depend on the font.
_FONT: Final = {"em": 16, "ex": 8, "ch": 8, "ic": 16, "cap": 11, "lh": 18}
_LENGTHS: Final = {
    "px": 1,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "q": 2.4 / 2.54,
    "in": 96,
    "pc": 16,
    "pt": 96 / 72,
}
_UNITS: Final[dict[str, _Value]] = {
    **{unit: (length, _LENGTH) for unit, length in (_FONT | _LENGTHS).items()},
    **{f"r{unit}": (length, _LENGTH) for unit, length in _FONT.items()},
    **{
        unit: (dots, _RESOLUTION)
        for unit, dots in (("dppx", 1), ("x", 1), ("dpi", 1 / 96), ("dpcm", 2.54 / 96))
    },
}
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
#: The features that have numbers as values, with their units.
_NUMBERS: Final[dict[str, object]] = {
    **dict.fromkeys(("width", "height", "device-width", "device-height"), _LENGTH),
    **dict.fromkeys(("color", "color-index", "monochrome", "-webkit-device-pixel-ratio"), _NO_UNIT),
    **dict.fromkeys(("aspect-ratio", "device-aspect-ratio"), "ratio"),
    "resolution": _RESOLUTION,
}
_LIMIT: Final = re.compile(r"(|-webkit-)(min|max)-([^-].*)")
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

#: The signs of a feature, in a text that has an `o` for any other token.
_FEATURE: Final = re.compile(r"(o+)(?:(:|[<>]=?|=)(o+)(?:([<>]=?)(o+))?)?")


class Screen:
    """The viewport, the density and the preferences by which a browser selects images."""

    def __init__(
        self, width: float, height: float | None, density: float, media: Mapping[str, Any] | None
    ) -> None:
        self.width, self.density = wide, dense = (
            _positive("width", width),
            _positive("density", density),
        )
        sides: dict[str, float] = {"w": wide, "i": wide}
        facts: dict[str, Any] = {name: words[0] for name, words in _WORDS.items()}
        facts |= {
            "color": 8,
            "color-index": 0,
            "monochrome": 0,
            "width": wide,
            "device-width": wide,
        }
        facts |= {"resolution": dense, "-webkit-device-pixel-ratio": dense, "orientation": None}
        if height is not None:
            tall = _positive("height", height)
            sides |= {"h": tall, "b": tall, "min": min(wide, tall), "max": max(wide, tall)}
            facts |= {
                "height": tall,
                "device-height": tall,
                "orientation": "portrait" if wide <= tall else "landscape",
            }
            facts |= dict.fromkeys(("aspect-ratio", "device-aspect-ratio"), wide / tall)
        if not isinstance(media, Mapping | None):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("media", "a mapping", media)
        facts |= {name: _checked(name, value) for name, value in (media or {}).items()}
        self._type, self._facts = facts.pop("type"), facts
        kinds = ("v", "sv", "lv", "dv", "cq")
        self._units = _UNITS | {
            of + side: (sides[side] / 100, _LENGTH) for side in sides for of in kinds
        }

    def matches(self, media: str) -> bool:
        """Return `True` if a `media` attribute *matches the environment*."""
        queries = [_solid(query) for query in _split(css_tokens(scalar_value_string(media)))]
        return queries == [[]] or any(
            _is_sound(query) and self._query(query) == 1 for query in queries
        )

    def source_size(self, sizes: str) -> float:
        """Run *parse a sizes attribute*. `auto` is ignored, because only a layout knows the width
        of the image."""
        for entry in map(_solid, _split(css_tokens(scalar_value_string(sizes)))):
            size = self._number(entry[-1:], _LENGTH) if _is_sound(entry) else None
            if size is None or (size < 0 and entry[-1].type == "dimension"):
                continue
            if len(entry) == 1 or self._condition(entry[:-1]) == 1:
                return min(max(0.0, size), _LONGEST)  # The maximum of 0 and NaN is 0 in this order.
        return self.width

    def _query(self, tokens: list[Any]) -> float:
        first = _word(tokens[:1])
        start = 1 if first in ("not", "only") else 0
        kind, rest = _word(tokens[start : start + 1]), tokens[start + 1 :]
        if kind in ("", "not", "only", "and", "or", "layer"):  # not a media type
            return self._condition(tokens)
        value: float = kind in ("all", self._type)
        if rest and _word(rest[:1]) != "and":
            return _UNKNOWN
        if rest:
            value = min(value, self._condition(rest[1:], ["and"]))
        return 1 - value if first == "not" else value

    def _condition(self, tokens: list[Any], joints: Sequence[str] = ("and", "or")) -> float:
        if joints and _word(tokens[:1]) == "not":
            return 1 - self._condition(tokens[1:], joints=())
        words = {_word([token]) for token in tokens[1::2]}
        are_blocks = all(token.type in ("() block", "function") for token in tokens[::2])
        if len(tokens) % 2 == 0 or not are_blocks or len(words) > 1 or not words.issubset(joints):
            return _UNKNOWN
        values = map(self._in_parentheses, tokens[::2])
        return max(values) if words == {"or"} else min(values)

    def _in_parentheses(self, token: Any) -> float:
        if token.type == "function":
            return _UNKNOWN
        value = self._feature(token.content)
        return self._condition(_solid(token.content)) if value == _UNKNOWN else value

    def _feature(self, tokens: list[Any]) -> float:
        signs = [
            "o" if token.type != "literal" or token.value not in _SIGNS else token.value
            for token in tokens
        ]
        if not (match := _FEATURE.fullmatch("".join(signs))):
            return _UNKNOWN
        left, middle, right = (_solid(tokens[slice(*match.span(group))]) for group in (1, 3, 5))
        name, sign, next_sign = _word(left), match[2], match[4]
        if sign is None:
            fact = self._facts.get(name)
            return _UNKNOWN if fact is None else fact not in ("none", "no-preference", 0)
        if next_sign is None and (sign == ":" or name in _NUMBERS):
            if sign == ":" and (limit := _LIMIT.fullmatch(name)):
                name, sign = limit[1] + limit[3], limit[2]
            return self._compare(name, sign, middle)
        name = _word(middle)
        value = self._compare(name, sign.translate({60: ">", 62: "<"}), left)
        if next_sign is not None:
            value = min(value, self._compare(name, next_sign, right))
        return value if sign[0] == (next_sign or sign)[0] else _UNKNOWN

    def _compare(self, name: str, sign: str, tokens: list[Any]) -> float:
        fact, words, word = self._facts.get(name), _WORDS.get(name, ()), _word(tokens)
        if fact is not None and word in words and sign == ":":
            # A screen with a wide gamut or range has the narrower ones too.
            is_cumulative = name in ("color-gamut", "dynamic-range")
            return words.index(word) <= words.index(fact) if is_cumulative else bool(word == fact)
        value = self._number(tokens, _NUMBERS[name]) if name in _NUMBERS else None
        return _UNKNOWN if value is None or fact is None else _SIGNS[sign](fact, value)

    # CSS Values 4

    def _number(self, tokens: list[Any], kind: object) -> float | None:
        """Return the number of a value that has a unit or type, or `None` if the value is
        invalid."""
        if kind == "ratio":
            return self._ratio(tokens)
        value = None
        if len(tokens) == 1 and tokens[0].type != "() block":
            value = self._operand(tokens[0])
        if value is None:
            return None
        number, unit = value
        if kind == _LENGTH and number == 0 and tokens[0].type == "number":
            return 0.0  # the only length that needs no unit
        return number if unit == kind else None

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

    def _operand(self, token: Any) -> _Value | None:
        if token.type == "number":
            return token.value, _NO_UNIT
        if token.type == "dimension" and token.lower_unit in self._units:
            number, unit = self._units[token.lower_unit]
            return token.value * number, unit
        if token.type == "() block":
            return self._sum(token.content)
        if token.type != "function" or token.lower_name not in _FUNCTIONS:
            return None
        count, function = _FUNCTIONS[token.lower_name]
        arguments = [*_split(token.arguments)]
        values = [value for argument in arguments if (value := self._sum(argument)) is not None]
        numbers, units = [number for number, _ in values], {unit for _, unit in values}
        are_valid = len(values) == len(arguments) and count in (0, len(arguments))
        if not are_valid or len(units) != 1:
            return None
        return nan if any(map(isnan, numbers)) else function(numbers), units.pop()

    def _sum(self, tokens: list[Any]) -> _Value | None:
        places = [place for place, token in enumerate(tokens) if token.type != "whitespace"]
        operands = [
            value for place in places[::2] if (value := self._operand(tokens[place])) is not None
        ]
        if 2 * len(operands) != len(places) + 1:  # Signs must separate all operands.
            return None
        terms = operands[:1]
        for place, (number, unit) in zip(places[1::2], operands[1:], strict=True):
            sign = tokens[place].value if tokens[place].type == "literal" else ""
            if sign in ("*", "/"):
                left, left_unit = terms.pop()
                if sign == "*":
                    terms.append((left * number, left_unit.times(unit)))
                else:
                    terms.append((_divided(left, number), left_unit.divided_by(unit)))
            elif (
                sign in ("+", "-")
                and tokens[place - 1].type == tokens[place + 1].type == "whitespace"
            ):
                terms.append((-number if sign == "-" else number, unit))
            else:
                return None
        units = {unit for _, unit in terms}
        return (sum(number for number, _ in terms), units.pop()) if len(units) == 1 else None


def select(tree: Tree, node: Node, screen: Screen) -> str | None:
    """Run *select an image source*, and return the URL as written, or `None`. Raise if the node is
    not an image."""

    def get(attribute: str, node: Node = node) -> str:
        return tree.get(node, attribute) or ""

    img, link, picture, source = (
        html_name(tree, name) for name in ("img", "link", "picture", "source")
    )
    name, parent = tree.name(node), tree.parent(node)
    is_preload = (
        name == link and "preload" in get("rel").lower().split() and get("as").lower() == "image"
    )
    if name != img and not is_preload:
        raise ValueError(
            f"the node must be an img, or a link with rel=preload and as=image, not {shown(name)}"
        )
    if is_preload and not _is_used(tree, node, screen):
        return None
    nested: list[Node] = []
    while (
        parent is not None and tree.name(parent) == source
    ):  # In a tree of lxml, a `source` contains what follows it.
        nested.append(parent)
        parent = tree.parent(parent)
    is_in_picture = name == img and parent is not None and tree.name(parent) == picture
    for child in (*tree.children_in_document(parent), *nested[-2::-1]) if is_in_picture else ():
        if tree.is_same(child, node):
            break
        found = list(SRCSET.find(get("srcset", child))) if tree.name(child) == source else []
        if found and _is_used(tree, child, screen):
            return _selected(found, get("sizes", child), screen)
    srcset, sizes, default = (
        ("imagesrcset", "imagesizes", "href") if is_preload else ("srcset", "sizes", "src")
    )
    found = list(SRCSET.find(get(srcset)))
    if get(default) and not any(span.form.endswith("w") for span in found):
        found.append(URLSpan(0, 0, get(default)))
    return _selected(found, get(sizes), screen)


def _selected(found: list[URLSpan], sizes: str, screen: Screen) -> str | None:
    """Return the URL with the least density that is enough for the screen, as Chromium does, or
    else the greatest."""
    size = screen.source_size(sizes) if any(span.form.endswith("w") for span in found) else 1
    densities: dict[float, str] = {}
    for span in found:  # Of equal densities, the first one stays.
        number = float(span.form[:-1] or 1)
        densities.setdefault(
            _divided(number, size) if span.form.endswith("w") else number, span.url
        )
    if not densities:
        return None
    enough = [density for density in densities if density >= screen.density]
    return densities[min(enough) if enough else max(densities)]


def _is_used(tree: Tree, node: Node, screen: Screen) -> bool:
    """Return `True` if the media and the type of a source suit the screen."""
    media, content_type = tree.get(node, "media"), (tree.get(node, "type") or "").strip(SPACES)
    parsed = parse_media_type(content_type)
    is_supported = not content_type or (
        parsed is not None and _IMAGE.fullmatch(parsed.essence) is not None
    )
    return is_supported and (media is None or screen.matches(media))


def _split(tokens: list[Any], mark: str = ",") -> Iterator[list[Any]]:
    start = 0
    for place, token in enumerate(tokens):
        if token.type == "literal" and token.value == mark:
            yield tokens[start:place]
            start = place + 1
    yield tokens[start:]


def _solid(tokens: list[Any]) -> list[Any]:
    return [token for token in tokens if token.type != "whitespace"]


def _is_sound(tokens: list[Any], levels: int = 100) -> bool:
    """Return `False` if a bracket or a string is invalid, or if the nesting is too deep (CSS Values
    4: 32 levels)."""
    inner = (getattr(token, "content", None) or getattr(token, "arguments", ()) for token in tokens)
    are_sound = all(token.type != "error" or token.kind.startswith("eof") for token in tokens)
    return levels >= 0 and are_sound and all(_is_sound(each, levels - 1) for each in inner if each)


def _word(tokens: list[Any]) -> str:
    """Return the tokens as one word in lower case, or `""` if they are not a word."""
    return tokens[0].lower_value if len(tokens) == 1 and tokens[0].type == "ident" else ""


def _divided(number: float, by: float) -> float:
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
        return value if type(value) is int and not value else _positive(name, value)
    if name not in _WORDS:
        raise ValueError(unknown_name("media feature", name, sorted({*_WORDS, *_NUMBERS})))
    if value not in _WORDS[name]:
        raise ValueError(unknown_name(f"value of {name}", value, _WORDS[name]))
    return value
