"""CSS colors as *valid simple colors*, for the Color state of `input` (HTML Standard 4.10.5.1.14, CSS Color 4).

As in browsers, a color that depends on another color is invalid, such as `color-mix()`. So is `calc()`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from math import floor
from typing import Any, Final

from urldom.trees._syntaxes import SPACES

_match_simple_color: Final = re.compile(r"#[0-9A-Fa-f]{6}").fullmatch
#: The system colors, as Chromium has them in a light scheme. tinycss2 does not know them.
_SYSTEM_COLORS: Final = {
    name: color
    for color, names in (
        ("#ffffff", "canvas field highlighttext selecteditemtext activecaption appworkspace background"),
        ("#ffffff", "inactivecaption infobackground menu scrollbar window"),
        ("#000000", "canvastext buttontext fieldtext marktext captiontext infotext menutext windowtext"),
        ("#767676", "buttonborder activeborder inactiveborder windowframe threeddarkshadow threedhighlight"),
        ("#767676", "threedlightshadow threedshadow"),
        ("#efefef", "buttonface buttonhighlight buttonshadow threedface"),
        *(("#808080", "graytext inactivecaptiontext"), ("#0000ee", "linktext"), ("#551a8b", "visitedtext")),
        *(("#ff0000", "activetext"), ("#0041c6", "highlight"), ("#1967d2", "selecteditem"), ("#ffff00", "mark")),
    )
    for name in names.split()
}


def parse_color(value: str) -> str | None:
    """Return a CSS color as a *valid simple color*, without alpha and clipped to sRGB as in Chromium, or `None`."""
    if _match_simple_color(value):
        return value.lower()
    if len(value) > 200:  # The CSS parser calls itself for each bracket, so long input could exhaust the stack.
        return None
    if (system_color := _SYSTEM_COLORS.get(value.strip(SPACES).lower())) is not None:
        return system_color
    color4: Any = import_module("tinycss2.color4")
    try:
        color = color4.parse_color(value)
        if color is None:
            return None
        if color == "currentcolor":
            return "#000000"
        if color.space in ("srgb", "hsl", "hwb"):
            channels = color.to("srgb").coordinates
        else:
            numbers = [min(max(number or 0.0, -1e6), 1e6) for number in color.coordinates]
            if color.space in _LIGHTNESS:
                most, xyz = _LIGHTNESS[color.space]
                lightness, second, third = numbers
                second = max(second, 0.0) if color.space.endswith("ch") else second  # The chroma has no sign.
                color = color4.Color(color.space, (min(max(lightness, 0.0), most), second, third), 1).to(xyz)
                numbers = color.coordinates
            channels = _to_srgb(color.space, numbers)
        return "#" + "".join([f"{floor(min(max(channel or 0.0, 0.0), 1.0) * 255 + 0.5):02x}" for channel in channels])
    except (ValueError, ArithmeticError, LookupError):  # raised for infinite numbers, too
        return None


# Conversions to sRGB (CSS Color 4, 10). The curves of prophoto-rgb and rec2020 are those of Chromium.


_P3: Final = "1.2249402 -0.2249402 0 -0.042057 1.042057 0 -0.0196376 -0.078636 1.0982736"
_PROPHOTO: Final = "2.0343808 -0.7276358 -0.3067451 -0.2288257 1.2317425 -0.0029168 -0.0085588 -0.1532667 1.1618255"
_REC2020: Final = "1.660491 -0.5876411 -0.0728499 -0.1245505 1.1328999 -0.0083494 -0.0181508 -0.1005789 1.1187297"
#: For the spaces that begin with a lightness, its greatest value, and the space to which tinycss2 converts them.
_LIGHTNESS: Final = {
    **dict.fromkeys(["lab", "lch"], (100.0, "xyz-d50")),
    **dict.fromkeys(["oklab", "oklch"], (1.0, "xyz-d65")),
}
#: For each space, the function that makes its values linear, and the matrix that converts these to linear sRGB.
_SPACES: Final[dict[str, tuple[Callable[[float], float], str]]] = {
    "srgb-linear": (float, "1 0 0 0 1 0 0 0 1"),
    "display-p3": (lambda n: n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4, _P3),
    "a98-rgb": (lambda n: n ** (563 / 256), "1.3983557 -0.3983557 0 0 1 0 0 -0.042929 1.042929"),
    "prophoto-rgb": (lambda n: n**1.8, _PROPHOTO),
    "rec2020": (lambda n: n / 4.5 if n < 0.0812429 else ((n + 0.0992968) / 1.0992968) ** (1 / 0.45), _REC2020),
    "xyz-d65": (float, "3.2409699 -1.5373832 -0.4986108 -0.9692436 1.8759675 0.0415551 0.0556301 -0.203977 1.0569715"),
    "xyz-d50": (float, "3.1341359 -1.617386 -0.4906622 -0.9787955 1.9162544 0.0334429 0.0719554 -0.2289768 1.405386"),
}


def _to_srgb(space: str, numbers: Sequence[float]) -> Sequence[float]:
    decode, matrix = _SPACES[space]
    cells, vector = [*map(float, matrix.split())], [-decode(-n) if n < 0 else decode(n) for n in numbers]
    linear = [sum(a * b for a, b in zip(cells[row:], vector, strict=False)) for row in (0, 3, 6)]
    return [12.92 * n if n <= 0.0031308 else 1.055 * min(n, 1.0) ** (1 / 2.4) - 0.055 for n in linear]
