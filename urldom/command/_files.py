"""The subcommand `links`, which prints every URL in files and folders."""

from __future__ import annotations

import argparse
import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeVar
from urllib.parse import quote_from_bytes

from urldom._core.errors import RejectedValueError, shown
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import find_engine
from urldom._core.text import encodings
from urldom.command import _streams as streams
from urldom.command._answers import STANDARD_INPUT, json_encoder, require_absolute
from urldom.command._progress import Progress
from urldom.command._signals import follow_parent
from urldom.command._status import DONE, SOME_INPUT_BAD, WrongCallError
from urldom.trees import Form, StyleSheet, TreeDocument, URLAttribute, stylesheet
from urldom.trees._forms.forms import element_of
from urldom.trees._page import open_page
from urldom.trees._source import parse_data, sniff_syntax

_HTML_SUFFIXES: Final = frozenset([".html", ".htm"])
_XML_SUFFIXES: Final = frozenset([".xhtml", ".xml", ".atom", ".rss", ".svg"])
_SUFFIXES: Final = _HTML_SUFFIXES | {".css"} | _XML_SUFFIXES
#: The greatest number of files that are sent to a process at once, except at first.
_MOST_FILES: Final = 16
_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


class _Source(NamedTuple):
    """A file, or the reason why it cannot be read."""

    path: str
    address: str
    error: OSError | None = None


def links(options: argparse.Namespace) -> int:
    _check(options)
    work = partial(
        _find_links,
        encoding=options.encoding,
        standard=options.standard,
        encode=json_encoder() if options.json else None,
        terminal=sys.stdout.isatty(),
    )
    # Only this process can read standard input.
    jobs = 1 if STANDARD_INPUT in options.files else options.jobs
    status = DONE
    with (
        Progress("file") as progress,
        closing(in_processes(work, _sources(options), jobs)) as answers,
    ):
        try:
            for count, (text, messages) in enumerate(answers, 1):
                for message in messages:
                    status = SOME_INPUT_BAD
                    progress.say(message)
                sys.stdout.write(text)
                progress.tick(count)
        except ImportError as error:
            raise WrongCallError(str(error)) from None
    return status


def _check(options: argparse.Namespace) -> None:
    for file in options.files:
        if "://" in file and not os.path.lexists(file):
            hint = "download it first, and pass the URL as --address"
            raise WrongCallError(f"{shown(file)} is a URL, but links reads files: {hint}")
    if options.address is not None:
        require_absolute(options.address, find_engine(options.standard), "address")
        if len(options.files) > 1:
            raise WrongCallError(f"--address needs one file or folder, not {len(options.files)}")
        return
    for file in options.files:
        if file == STANDARD_INPUT:
            raise WrongCallError("standard input has no address: pass one as --address")
        if os.path.exists(file) and not os.path.isfile(file) and not os.path.isdir(file):
            raise WrongCallError(
                f"{shown(file)} is a stream, which has no address: pass one as --address"
            )
    try:
        os.getcwd()
    except OSError as error:
        raise WrongCallError(
            f"the addresses of files need the current folder: {error.strerror}"
        ) from None


def _sources(options: argparse.Namespace) -> Iterator[_Source]:
    """Yield the files with their addresses, in the order of the arguments."""
    for argument in options.files:
        if argument == STANDARD_INPUT or not os.path.isdir(argument):
            yield _Source(argument, options.address or Path(argument).absolute().as_uri())
            continue
        below = None if options.address is None else _with_slash(options.address, options.standard)
        for path, error in _walk(argument):
            if below is None:
                address = Path(path).absolute().as_uri()
            else:
                address = below + quote_from_bytes(
                    os.fsencode(Path(path).relative_to(argument).as_posix())
                )
            yield _Source(path, address, error)


def _with_slash(address: str, standard: str) -> str:
    """Return the address of a folder with a slash at its end. The addresses of its files begin with
    it."""
    url = URLDecomposition(address, standard=standard)
    try:
        url.assign(pathname=f"{url.pathname.removesuffix('/')}/", search=None, hash=None)
    except RejectedValueError:
        raise WrongCallError(
            f"a folder cannot have the address {shown(address)}: pass an address with a"
            " hierarchical path"
        ) from None
    return url.href


def _walk(folder: str) -> Iterator[tuple[str, OSError | None]]:
    """Yield the HTML, XML and CSS files in a folder, and each unreadable folder with its error, by
    their names. Symbolic links to folders are not followed, because they may form a circle."""
    waiting = [(folder, True)]
    while waiting:
        path, is_folder = waiting.pop()
        if not is_folder:
            yield path, None
            continue
        try:
            with os.scandir(path) as entries:
                found = [
                    (entry.path, entry.is_dir(follow_symlinks=False))
                    for entry in entries
                    if _is_wanted(entry)
                ]
        except OSError as error:
            yield path, error
        else:
            waiting += sorted(found, reverse=True)


def _is_wanted(entry: os.DirEntry[str]) -> bool:
    if entry.is_dir(follow_symlinks=False):
        return True
    if os.path.splitext(entry.name)[1].lower() not in _SUFFIXES:
        return False
    # A broken symbolic link, or one to itself, is included, so that the command reports an error
    # when it reads it.
    return os.path.isfile(entry.path) or not os.path.exists(entry.path)


def _find_links(
    source: _Source,
    encoding: str | None,
    standard: str,
    encode: Callable[[object], str] | None,
    terminal: bool,
) -> tuple[str, list[str]]:
    """Return the URLs in a file as text for standard output, and messages for standard error.
    `encode` writes a link as JSON, and `terminal` is true if standard output is a terminal."""
    path = streams.text_of_argument(source.path)
    name = path if path != STANDARD_INPUT else "standard input"
    lines: list[str] = []
    messages: list[str] = []
    try:
        # Standard input has the suffix of its address.
        is_input = source.path == STANDARD_INPUT
        file = (
            URLDecomposition(source.address, standard=standard).pathname
            if is_input
            else source.path
        )
        suffix = os.path.splitext(file)[1].lower()
        page = read_page(
            _read(source), source.address, suffix=suffix, encoding=encoding, standard=standard
        )
        for link, form in (
            _with_forms(page) if encode is not None else ((link, None) for link in page.urls())
        ):
            url = link.url if link is not None else None
            error = link.error if link is not None and url is None else None
            if error is not None:
                messages.append(f"{name}: {error}")
            if encode is not None:
                lines.append(encode({"file": path, **dict(_json_members(link, form))}) + "\n")
            elif url is not None:
                lines.append(streams.one_line(url, terminal=terminal) + "\n")
        return "".join(lines), messages
    except OSError as error:
        reason = str(error.strerror)
    except ValueError as error:
        reason = str(error)
    except MemoryError:
        reason = "there is not enough memory for it"
    if encode is not None:
        lines.append(encode({"file": path, "error": reason}) + "\n")
    return "".join(lines), [*messages, f"{name or 'the empty path'}: {reason}"]


def read_page(
    data: bytes,
    address: str,
    *,
    suffix: str = "",
    encoding: str | None = None,
    standard: StandardLike,
) -> TreeDocument | StyleSheet:
    """Return the document or style sheet of a file. `suffix`, in lower case, or the bytes determine
    its type."""
    transport = None if encoding is None else encodings.find_encoding(encoding)
    if suffix == ".css":
        content_type = None if transport is None else f"text/css;charset={transport}"
        return stylesheet(data, address, content_type=content_type, standard=standard)
    syntax = (
        "html" if suffix in _HTML_SUFFIXES else sniff_syntax(data, is_xml=suffix in _XML_SUFFIXES)
    )
    tree, name, parser = parse_data(data, transport, syntax)
    return TreeDocument(open_page(tree, address, encoding=name, standard=standard, parser=parser))


def _with_forms(
    page: TreeDocument | StyleSheet,
) -> Iterator[tuple[URLAttribute | None, Form | None]]:
    """Yield every URL of a page, each `action` with its form, and then the forms without an
    `action`."""
    rest: list[Form] = []
    waiting: deque[Form] = deque()
    if isinstance(page, TreeDocument):
        for form in page.forms():
            written = element_of(form).page.tree.get(form.node, "action")
            (rest if written is None else waiting).append(form)
    for link in page.urls():
        its_form: Form | None = None
        if waiting and link.element_name == "form" and link.attribute == "action":
            is_same = link.node is waiting[0].node or link.node == waiting[0].node
            its_form = waiting.popleft() if is_same else None
        yield link, its_form
    yield from ((None, form) for form in (*rest, *waiting))


def _json_members(link: URLAttribute | None, form: Form | None) -> Iterator[tuple[str, object]]:
    """Yield the members of the JSON object for a URL, a form, or a URL with its form."""
    if link is not None:
        url = link.url
        yield from {
            "element": link.element_name,
            "attribute": link.attribute,
            "kind": link.kind,
        }.items()
        yield "value", link.value
        yield (
            ("error", str(link.error))
            if url is None
            else ("url", streams.one_line(url, terminal=False))
        )
    if form is not None:
        if link is None:
            yield from {
                "element": "form",
                "attribute": None,
                "kind": "form",
                "value": "",
                "url": form.action,
            }.items()
        yield from {"method": form.method, "enctype": form.enctype}.items()
        yield (
            "controls",
            [{"name": control.name, "type": control.type} for control in form.controls],
        )


def _read(source: _Source) -> bytes:
    if source.error is not None:
        raise source.error
    if source.path == STANDARD_INPUT:
        try:
            return sys.stdin.buffer.read()
        except OSError as error:
            raise WrongCallError(f"standard input: {error.strerror}") from None
    with open(source.path, "rb") as file:
        return file.read()


def in_processes(
    work: Callable[[_Item], _Answer], items: Iterable[_Item], jobs: int
) -> Generator[_Answer, None, None]:
    """Yield the result of `work` for each item, in order. `jobs` processes compute a few results in
    advance."""
    if jobs == 1:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # More processes than processors would not be faster, and Windows allows no more than 61.
    count = min(jobs, os.cpu_count() or 1, 61)
    waiting: deque[Future[list[_Answer]]] = deque()
    rest, size = iter(items), 1
    try:
        processes = ProcessPoolExecutor(count, initializer=follow_parent)
        try:
            while several := list(islice(rest, size)):
                waiting.append(processes.submit(_work_on_several, work, several))
                size = min(2 * size, _MOST_FILES)
                if len(waiting) > 2 * count:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            processes.shutdown(cancel_futures=True)
    except (BrokenProcessPool, OSError):
        raise WrongCallError(
            "a process of --jobs could not start, or ended early: use --jobs 1"
        ) from None


def _work_on_several(work: Callable[[_Item], _Answer], items: list[_Item]) -> list[_Answer]:
    return list(map(work, items))
