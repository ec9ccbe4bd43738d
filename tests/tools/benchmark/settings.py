"""The options of the benchmark's command that jobs use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.tools.benchmark.families import Families


@dataclass(frozen=True)
class Settings:
    families: Families
    most: int  #: number of URLs of a family in a round
    rounds: int
    pages: Path  #: a folder of HTML pages
    links: int  #: number of links in the long page
    rows: int  #: number of rows in a column

    @property
    def few(self) -> int:
        """The number of URLs of a family in a round, for jobs with hundreds of cells."""
        return max(min(self.most, 10), self.most // 20)
