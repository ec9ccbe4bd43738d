# PYTHON_ARGCOMPLETE_OK
"""The command `urldom`: see `urldom --help`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from urldom._command import streams
from urldom._command.arguments import parse
from urldom._command.signals import take_signals
from urldom._command.status import DONE, WRONG_CALL, WrongCallError

__all__ = ["main"]


def __dir__() -> list[str]:
    return __all__


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command with `arguments`, by default those of the process, which is ended then by a signal such as that
    of Ctrl-C once what is done is written. Returns its exit status, as `urldom --help` says. It raises nothing.

    >>> main(["resolve", "--base", "http://example.com/a/", "b"])
    http://example.com/a/b
    0
    """
    streams.prepare()
    if arguments is None:
        take_signals()
        arguments = sys.argv[1:]
    try:
        status = _run(arguments)
        streams.flush()
        return status
    except BrokenPipeError:
        streams.silence(sys.stdout)  # Whoever read the output has seen enough.
        return DONE
    except OSError as error:  # All else that is read and written is looked after where that is done.
        streams.silence(sys.stdout)
        streams.say(f"standard output: {error.strerror}")
        return WRONG_CALL


def _run(arguments: Sequence[str]) -> int:
    try:
        options = parse(arguments)
        run: Callable[..., int] = options.run
        return run(options)
    except SystemExit as exit:  # argparse has said why
        return WRONG_CALL if exit.code else DONE
    except WrongCallError as error:
        streams.say(str(error))
        return WRONG_CALL
    except MemoryError:
        streams.say("there is not enough memory")
        return WRONG_CALL
