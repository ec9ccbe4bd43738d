"""The command, run in the test's process."""

import io
import signal
import sys
from collections.abc import Iterator
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


@pytest.fixture(autouse=True)
def _default_hangup() -> Iterator[None]:
    """Tests start processes with the default for SIGHUP, even if the suite runs under `nohup`. A
    new program inherits an ignored signal, but not a handler."""
    if not hasattr(signal, "SIGHUP") or signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGHUP, lambda number, frame: None)
    yield
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
