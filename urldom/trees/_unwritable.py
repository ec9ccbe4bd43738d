"""`UnwritableError`: a page that cannot be written."""

from __future__ import annotations

from typing import Literal

from urldom._core.public import public
from urldom.trees._tree import Node


@public("urldom.trees")
class UnwritableError(ValueError):
    """A page that cannot be written, because its text would mean something else.

    A parser would read another tree from the text of HTML, or a browser would run a script that it
    does not run in the source. Of XML, only the texts of comments and processing instructions are
    looked at.

    Attributes:
        node: The first element that is read differently, or the comment or the instruction that XML
            does not allow, as an object of its library. `None` if it is outside of all elements.
        reason: What would be read instead, or what XML does not allow.

    >>> from urldom.trees import UnwritableError
    >>> UnwritableError(None, "it ends too early").reason
    'it ends too early'
    """

    def __init__(
        self, node: Node | None, reason: str, syntax: Literal["HTML", "XML"] = "HTML"
    ) -> None:
        super().__init__(node, reason, syntax)
        self.node = node
        self.reason = reason

    def __str__(self) -> str:
        _, _, syntax = self.args
        message = f"{syntax} cannot write this page, because {self.reason}: change the tree"
        if syntax == "XML":
            return message
        return f"{message}, or write it all the same with to_text(force=True)"
