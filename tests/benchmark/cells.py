"""What is measured: places, and the cells with the subjects' values there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.benchmark.peers import OURS


class Place(NamedTuple):
    """Where a cell stands. `attribute` and `case` are empty but where the job has several of them."""

    job: str
    family: str
    attribute: str = ""
    case: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it is what a job is mostly done to."""
        return self.family == "plain" and self.case in ("", "plain", "a base as a string")

    def __str__(self) -> str:
        what = " = ".join(filter(None, (self.attribute, self.case)))
        return f"{self.family}: {what}" if what else self.family


@dataclass
class Cell:
    """What each subject took (the less, the better), and why some subjects are left out."""

    place: Place
    unit: str
    values: dict[str, float] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def ours(self) -> list[str]:
        return [name for name in self.values if name in OURS]

    @property
    def peers(self) -> list[str]:
        return [name for name in self.values if name not in OURS]

    def ratio(self, subject: str, peer: str) -> float | None:
        """The subject's value by the peer's; `None` where one of them is left out."""
        if subject not in self.values or not self.values.get(peer):
            return None
        return self.values[subject] / self.values[peer]
