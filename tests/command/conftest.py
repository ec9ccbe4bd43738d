"""The command, called within the process."""

import io
import sys
from typing import NamedTuple

import pytest

from urldom.command import main


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch):
    def run(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(arguments)
        return Outcome(status, *capsys.readouterr())

    return run
