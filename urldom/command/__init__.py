# PYTHON_ARGCOMPLETE_OK
"""The command `urldom`: see `urldom --help`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from urldom.command import _streams as streams
from urldom.command._arguments import parse
from urldom.command._signals import take_signals
from urldom.command._status import DONE, WRONG_CALL, WrongCallError

__all__ = ["main"]
__dir__: Callable[[], list[str]] = __all__.copy


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments`, and return its exit status: see `urldom --help`.

    Errors are printed, not raised. Without `arguments`, the process's own are used, and a signal
    such as Ctrl-C ends the process after the finished results.

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
        streams.silence(sys.stdout)  # The program that reads the output has closed the pipe.
        return DONE
    except OSError as error:  # The error is from standard output. Other errors were handled before.
        streams.silence(sys.stdout)
        streams.say(f"standard output: {error.strerror}")
        return WRONG_CALL


def _run(arguments: Sequence[str]) -> int:
    try:
        options = parse(arguments)
        run: Callable[..., int] = options.run
        return run(options)
    except SystemExit as exit:  # argparse has already printed the reason.
        return WRONG_CALL if exit.code else DONE
    except WrongCallError as error:
        streams.say(str(error))
        return WRONG_CALL
    except MemoryError:
        streams.say("there is not enough memory")
        return WRONG_CALL
