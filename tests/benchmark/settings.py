"""What the options say, for the jobs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.benchmark.families import Families


@dataclass(frozen=True)
class Settings:
    families: Families
    most: int  #: URLs of a family in a round
    rounds: int
    pages: Path  #: a folder of HTML pages
    links: int  #: in the long page
    rows: int  #: of a column

    @property
    def few(self) -> int:
        """How many URLs where there are hundreds of cells."""
        return max(min(self.most, 10), self.most // 20)
