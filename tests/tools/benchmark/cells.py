"""A `Cell` contains the values of all subjects, and its `Place` identifies it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.tools.benchmark.peers import OURS


class Place(NamedTuple):
    """The job, family, attribute and case of a cell. `attribute` and `case` may be empty."""

    job: str
    family: str
    attribute: str = ""
    case: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether the job's input at this place is its usual input, such as plain URLs."""
        return self.family == "plain" and self.case in ("", "plain", "a base as a string")

    def __str__(self) -> str:
        details = " = ".join(filter(None, (self.attribute, self.case)))
        return f"{self.family}: {details}" if details else self.family


@dataclass
class Cell:
    """The value of each subject, and the reason for each subject that is left out. A lower value is
    better."""

    place: Place
    unit: str
    values: dict[str, float] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    #: Whether the answers of the subjects were compared
    is_compared: bool = False
    #: The first answer of each subject that answers otherwise than urldom
    differs: dict[str, str] = field(default_factory=dict)

    @property
    def ours(self) -> list[str]:
        return [name for name in self.values if name in OURS]

    @property
    def peers(self) -> list[str]:
        return [name for name in self.values if name not in OURS]

    def ratio(self, subject: str, peer: str) -> float | None:
        """Return the subject's value divided by the peer's, or `None` if the subject or the peer is
        left out."""
        if subject not in self.values or not self.values.get(peer):
            return None
        return self.values[subject] / self.values[peer]
