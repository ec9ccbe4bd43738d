"""The standard streams, whatever they are connected to."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterator
from io import BufferedReader
from typing import Any, Final, TextIO, cast

from urldom.command.status import WrongCallError

#: How long a message may be, in characters.
_LONGEST_MESSAGE: Final = 1000
#: How much of standard input is read at once, in bytes.
_BLOCK: Final = 1 << 16
#: The name of the error handler that percent-encodes.
_PERCENT: Final = "urldom.percent"
#: The surrogates as which Python has the bytes of an argument that are no text.
_UNDECODED = re.compile("[\udc80-\udcff]")


def prepare() -> None:
    """Puts a stream that leads nowhere in the place of each one that is closed, as by `>&-`, and has standard output
    escape what its encoding lacks: a URL is any text, and no reason to stop."""
    for name, mode in {"stdin": "r", "stdout": "w", "stderr": "w"}.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    reconfigure: Callable[..., None] | None = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def silence(stream: TextIO) -> None:
    """Has all that is written to a broken stream go nowhere, also what the interpreter flushes at its end."""
    try:
        descriptor = stream.fileno()
    except OSError:  # It is no stream of the system's.
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


def say(message: str) -> None:
    """Writes a message to standard error, as a line of bounded length. Where that breaks, the work goes on."""
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE]}..."
    if not message.isprintable():
        message = "".join(character if character.isprintable() else repr(character)[1:-1] for character in message)
    try:
        print(f"urldom: {message}", file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def text_of_argument(argument: str) -> str:
    """An argument of the command line, with the bytes that are no text percent-encoded.

    >>> text_of_argument("/caf\\udce9")
    '/caf%E9'
    """
    return _UNDECODED.sub(lambda match: f"%{ord(match[0]) - 0xDC00:02X}", argument)


def one_line(url: str) -> str:
    """A URL as it fits a line: some standards leave a line break inside a fragment as it is.

    >>> one_line("http://h/#a\\nb")
    'http://h/#a%0Ab'
    """
    return url if url.isprintable() else url.replace("\n", "%0A").replace("\r", "%0D")


def read_lines(label: str, tick: Callable[[int, int], None]) -> Iterator[str]:
    """The lines of standard input as they arrive, without their ends, `\\n` or `\\r\\n`.

    `label` is one of the Encoding Standard; a byte order mark counts for more, and is dropped. Bytes that are no text
    are percent-encoded. `tick` is called now and then, with the numbers of lines and bytes so far.
    """
    codecs.register_error(_PERCENT, _percent_encode)
    file = cast(BufferedReader, sys.stdin.buffer)
    decode: Callable[[bytes, bool], str] | None = None
    count = size = 0
    unfinished: list[str] = []
    while True:
        try:
            block = file.read1(_BLOCK)
        except OSError as error:
            raise WrongCallError(f"standard input: {error.strerror}") from None
        if decode is None:
            decode = _decoder(label, block)
        first, *others = decode(block, not block).split("\n")
        unfinished.append(first)
        for other in others:
            yield "".join(unfinished).removesuffix("\r")
            unfinished = [other]
        if not block:
            break
        count += len(others)
        size += len(block)
        tick(count, size)
    if last := "".join(unfinished):
        yield last.removesuffix("\r")


def _decoder(label: str, start: bytes) -> Callable[[bytes, bool], str]:
    """What decodes the blocks of a text that begins with `start`; its last argument says whether they are the last."""
    from webencodings import IncrementalDecoder, lookup

    # The first waits for the three bytes that a byte order mark may have; a short line has to be answered before.
    may_be_marked = start[:1] in (b"\xef", b"\xfe", b"\xff")
    encoding: Any = lookup(label)
    decoder = (
        IncrementalDecoder(encoding, _PERCENT) if may_be_marked else encoding.codec_info.incrementaldecoder(_PERCENT)
    )
    decode: Callable[[bytes, bool], str] = decoder.decode
    return decode


def _percent_encode(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "%" + error.object[error.start : error.end].hex("%").upper(), error.end


def size_of_input() -> int | None:
    """The bytes that standard input has still to give, where it is a file; else `None`."""
    try:
        position = sys.stdin.buffer.tell()
        size = os.fstat(sys.stdin.fileno()).st_size
    except OSError:
        return None
    return size - position if size > position else None
