# PYTHON_ARGCOMPLETE_OK
"""The command `urldom`: see `urldom --help`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from urldom.command import streams
from urldom.command.arguments import parse
from urldom.command.signals import Signalled, Signals, die
from urldom.command.status import DONE, SIGNALLED, WRONG_CALL, WrongCallError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command with `arguments`, by default those of the process. Returns its exit status, as
    `urldom --help` says. It raises nothing. A signal that ends the process, such as Ctrl-C, does so once what is done
    is written; where `arguments` are given, it makes a status over 128.

    >>> main(["resolve", "http://example.com/a/", "b"])
    http://example.com/a/b
    0
    """
    streams.prepare()
    try:
        with Signals():
            status = _run(sys.argv[1:] if arguments is None else arguments)
            streams.flush()
            return status
    except BrokenPipeError:
        streams.silence(sys.stdout)  # Whoever read the output has seen enough.
        return DONE
    except OSError as error:  # All else that is read and written is looked after where that is done.
        streams.silence(sys.stdout)
        streams.say(f"standard output: {error.strerror}")
        return WRONG_CALL
    except Signalled as signalled:
        try:
            streams.flush()
        except OSError:
            streams.silence(sys.stdout)
        if arguments is None:
            die(signalled.number)
        return SIGNALLED + signalled.number


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
