"""Animations of SVG with the URL `{u}`. The answers are those of Chromium, which
`tests/browser/test_animations.py` asks again."""

from __future__ import annotations

_SHAPE = '<path d="M0 0 9 9 20 3" {}>{}</path>'
_IMAGE = "<image width=9 height=9>{}</image>"
#: The properties whose animations are requested, and the modes of the requests.
MODES = {
    "clip-path": "cors",
    "cursor": "no-cors",
    "filter": "cors",
    "marker-end": "cors",
    "marker-mid": "cors",
    "marker-start": "cors",
    "mask": "cors",
}
_OTHERS = ("fill", "marker", "stroke", "style", "background")


def _value(name: str) -> str:
    return "url({u}),auto" if name == "cursor" else "url({u})"


def _of_property(name: str, animation: str) -> str:
    animation = animation.replace("NAME", name).replace("VALUE", _value(name))
    return "<svg>" + _SHAPE.format("", animation) + "</svg>"


_TO = '<set attributeName="NAME" to="VALUE"/>'
_BY = '<animate attributeName="NAME" by="VALUE" dur=".1s" repeatCount="indefinite"/>'
_ANIMATIONS = (
    _TO,
    '<animate attributeName="NAME" to="VALUE" dur=".1s" repeatCount="indefinite"/>',
    '<animate attributeName="NAME" from="VALUE" to="none" dur=".1s" repeatCount="indefinite"/>',
    '<animate attributeName="NAME" values="none;VALUE" dur=".1s" repeatCount="indefinite"/>',
)
_HREF = '<set attributeName="href" to="{u}"/>'
_IN_FEIMAGE = f"<filter id=f><feImage>{_HREF}</feImage></filter>"

#: The markup of each animation that is requested, and the mode of the request.
REQUESTED = [
    *((_of_property(name, each), mode) for name, mode in MODES.items() for each in _ANIMATIONS),
    (f"<svg>{_IMAGE.format(_HREF)}</svg>", "no-cors"),
    (
        f"<svg>{_IN_FEIMAGE}" + _SHAPE.format('filter="url(#f)"', "") + "</svg>",
        "no-cors",
    ),
]
#: The markup of animations that are not requested.
IGNORED = [
    *(_of_property(name, _TO) for name in _OTHERS),
    *(_of_property(name, _BY) for name in MODES),
    f"<svg><rect width=9 height=9>{_HREF}</rect></svg>",
]
