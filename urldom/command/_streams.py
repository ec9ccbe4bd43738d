"""Read and write the standard streams, which may be any kind of file, such as a terminal or a
pipe."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import BufferedReader
from typing import Any, Final, TextIO, cast

from urldom._core.text import percent_encoding
from urldom._core.text.unicode import visible
from urldom.command._status import WrongCallError

#: The argument that means the lines of standard input.
STANDARD_INPUT: Final = "-"
#: The longest message, in characters.
_LONGEST_MESSAGE: Final = 1000
#: The number of bytes that are read from standard input at once.
_BLOCK: Final = 1 << 16


def prepare() -> None:
    """Make the standard streams blocking, and output UTF-8. The null device replaces a closed
    stream (`>&-`). Reading standard input and writing standard output are then errors, because only
    messages may get lost."""
    if_closed = {
        "stdin": ("r", os.O_WRONLY),
        "stdout": ("w", os.O_RDONLY),
        "stderr": ("w", os.O_WRONLY),
    }
    for name, (mode, access) in if_closed.items():
        stream = getattr(sys, name)
        if stream is None:
            null = os.open(os.devnull, access)
            setattr(sys, name, open(null, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(os, "set_blocking"):  # On Windows, `set_blocking` needs Python 3.12.
            # The errors mean that the stream is not one of the operating system.
            with suppress(OSError, ValueError):
                os.set_blocking(stream.fileno(), True)
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def flush() -> None:
    sys.stdout.flush()
    try:
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def flush_without_waiting() -> None:
    """Flush standard output as far as possible without waiting for its reader."""
    descriptor = sys.stdout.fileno()
    os.set_blocking(descriptor, False)
    try:
        sys.stdout.flush()
    finally:
        os.set_blocking(descriptor, True)  # Other processes may write to the same stream.


def silence(stream: TextIO) -> None:
    """Discard all later output to a broken stream, even the output that Python flushes when it
    exits."""
    try:
        descriptor = stream.fileno()
    except OSError:  # The stream has no file descriptor.
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


def say(message: str) -> None:
    """Write a message to standard error, as a line of bounded length. If the stream fails, the
    error is ignored."""
    try:
        sys.stderr.write(f"urldom: {bounded(message)}\n")
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def bounded(message: str) -> str:
    """Return a message with a bounded length, and with escaped control characters."""
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE]}..."
    return visible(message)


def text_of_argument(argument: str) -> str:
    """Return an argument of the command line, decoded as UTF-8 in every locale. Invalid bytes are
    percent-encoded."""
    try:
        return os.fsencode(argument).decode("utf-8", percent_encoding.PERCENT)
    except UnicodeEncodeError:  # A caller in Python can pass any text.
        return argument


def one_line(url: str, *, terminal: bool) -> str:
    """Return a URL as one line, with percent-encoded line breaks, and for a terminal without
    unprintable characters. A terminal executes some of them, and others change the direction of the
    text, so they are percent-encoded. Under some standards, a fragment can contain any
    character."""
    if url.isprintable():
        return url

    def one(character: str) -> str:
        is_harmful = character in "\n\r" or (terminal and not character.isprintable())
        return percent_encoding.percent_encode(character) if is_harmful else character

    return "".join(map(one, url))


def lines_of(argument: str, label: str, tick: Callable[[int, int], None]) -> Iterable[list[str]]:
    """Return the lists of lines that an argument means: those of standard input, which `read_lines`
    yields, or only the argument itself."""
    return read_lines(label, tick) if argument == STANDARD_INPUT else [[argument]]


def read_lines(label: str, tick: Callable[[int, int], None]) -> Iterator[list[str]]:
    """Yield lists of lines from standard input, as soon as they arrive. `tick` receives the numbers
    of lines and bytes. A byte order mark overrides the encoding's label, and invalid bytes are
    percent-encoded."""
    file = cast(BufferedReader, sys.stdin.buffer)
    decode: Callable[[bytes, bool], str] | None = None
    count = size = 0
    unfinished: list[str] = []
    while True:
        sys.stdout.flush()  # The results so far must appear before the wait for more input.
        block = _read_block(file)
        if decode is None:
            decode = _decoder(label, block)
        text = decode(block, not block)
        if "\n" in text:
            lines, last = _split_lines("".join(unfinished) + text)
            unfinished = [last]
            yield lines
            count += len(lines)
        else:
            unfinished.append(text)
        if not block:
            break
        size += len(block)
        tick(count, size)
    last = "".join(unfinished)
    if last:
        yield [last.removesuffix("\r")]


def _read_block(file: BufferedReader) -> bytes:
    """Return the next bytes, as soon as there are any, or `b""` at the end."""
    try:
        return file.read1(_BLOCK)
    except OSError as error:
        raise WrongCallError(f"standard input: {error.strerror}") from None


def _split_lines(text: str) -> tuple[list[str], str]:
    """Return the finished lines of a text without their line breaks, and the text after them."""
    *lines, last = text.split("\n")
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    return lines, last


def _decoder(label: str, start: bytes) -> Callable[[bytes, bool], str]:
    """Return a function of a block of a text that begins with `start`, and of whether the block is
    the last."""
    from webencodings import IncrementalDecoder, lookup

    # `IncrementalDecoder` would wait for three bytes, which may be a mark, but a short line must be
    # decoded at once.
    marks = (BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE)
    may_be_marked = any(start.startswith(mark[: len(start)]) for mark in marks)
    encoding: Any = lookup(label)
    if may_be_marked:
        decoder: Any = IncrementalDecoder(encoding, percent_encoding.PERCENT)
    else:
        decoder = encoding.codec_info.incrementaldecoder(percent_encoding.PERCENT)
    decode: Callable[[bytes, bool], str] = decoder.decode
    return decode


def size_of(arguments: Sequence[str]) -> int | None:
    """Return the number of unread bytes of standard input, or `None` if no argument means standard
    input, or it is not a file."""
    if STANDARD_INPUT not in arguments:
        return None
    try:
        left = os.fstat(sys.stdin.fileno()).st_size - sys.stdin.buffer.tell()
    except OSError:
        return None
    return left if left > 0 else None
