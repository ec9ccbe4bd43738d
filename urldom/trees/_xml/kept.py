"""`Kept`: what the tree of a parsed document keeps for `writing`."""

from __future__ import annotations

from typing import NamedTuple

from urldom.trees._tree import Node


class Kept(NamedTuple):
    """What is kept of a document that was parsed.

    Attributes:
        text: The text of the document.
        parsed: The same text, in which HTML's named references are numeric.
        elements: The elements of the tree, in tree order. They are kept alive, so that each has an
            `id` of its own.
        instructions: The instructions before the root that contain a URL.
    """

    text: str
    parsed: str
    elements: list[Node]
    instructions: list[Node]
