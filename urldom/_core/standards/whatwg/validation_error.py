"""`ValidationError`: a value class of attrs.

A program without validation errors does not import attrs for it.
"""

from __future__ import annotations

import attrs

from urldom._core.passwords import masked_authority
from urldom._core.public import public
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS


@public("urldom.whatwg")
@attrs.frozen(repr=False)
class ValidationError:
    """One validation error of the URL Standard (1.1).

    Attributes:
        name: The error's name in the Standard.
        found: The invalid code points, as in the input, or `""`.
        failure: `True` if the error made the parser fail.
        start: The offset of `found` in the input, in characters. If the parser decoded a part of
            the input first, such as a host, `start` is the offset of that part.
        end: The offset after `found` or after that part, in characters.

    >>> from urldom.whatwg import validation_errors
    >>> error = validation_errors("http://h:7z/")[0]
    >>> error.description, error.found, error.start, error.end
    ('the port is not a number', 'z', 10, 11)
    """

    name: str
    found: str = ""
    failure: bool = attrs.field(default=False, kw_only=True)
    start: int = attrs.field(default=0, kw_only=True)
    end: int = attrs.field(default=0, kw_only=True)

    def __repr__(self) -> str:
        found = masked_authority(self.found)
        if self.name == "invalid-credentials":
            found = masked_authority(f"{found}@")[:-1]
        place = f"failure={self.failure!r}, start={self.start!r}, end={self.end!r}"
        return f"{type(self).__name__}(name={self.name!r}, found={found!r}, {place})"

    @property
    def description(self) -> str:
        """The meaning of the error, in words.

        >>> ValidationError("host-missing").description
        'the host is missing'
        """
        return DESCRIPTIONS[self.name]
