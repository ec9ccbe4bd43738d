"""The subcommand `links`, which prints every URL in files and folders."""

from __future__ import annotations

import argparse
import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import filterfalse, islice
from pathlib import Path
from typing import Final, NamedTuple, TypeVar
from urllib.parse import quote_from_bytes

from urldom._core.errors import InvalidURLError, RejectedValueError, shown
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import find_engine
from urldom._core.text import encodings
from urldom.command import _streams as streams
from urldom.command._answers import json_encoder, require_absolute
from urldom.command._progress import Progress
from urldom.command._signals import follow_parent
from urldom.command._status import DONE, SOME_INPUT_BAD, WrongCallError
from urldom.command._streams import STANDARD_INPUT
from urldom.trees import Form, StyleSheet, TreeDocument, URLAttribute, stylesheet
from urldom.trees._binary import open_gzip, require_text
from urldom.trees._forms.forms import element_of
from urldom.trees._page import open_page
from urldom.trees._parsing import open_parsed
from urldom.trees._source import parse_data, require_xml, sniff_syntax
from urldom.trees._text_trees import read_text_tree

_HTML_SUFFIXES: Final = frozenset([".html", ".htm"])
_XML_SUFFIXES: Final = frozenset(
    [
        *(".xhtml", ".xml", ".atom", ".rss", ".rdf", ".svg", ".opml", ".xbel", ".xspf", ".smil"),
        *(".smi", ".mpd", ".kml", ".gpx", ".opf", ".ncx", ".xsl", ".xslt", ".xsd", ".metalink"),
        ".meta4",
    ]
)
_JSON_TYPES: Final = {
    ".json": "application/json",
    ".jsonfeed": "application/feed+json",
    ".webmanifest": "application/manifest+json",
}
_SUFFIXES: Final = _HTML_SUFFIXES | {".css", ".jsonfeed", ".webmanifest"} | _XML_SUFFIXES
#: The greatest number of files that are sent to a process at once. The first batches are smaller,
#: so that the first results appear early.
_MOST_FILES: Final = 16
_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


class _Source(NamedTuple):
    """A file, or the reason why it cannot be read."""

    path: str
    address: str
    error: OSError | None = None


class _Found(NamedTuple):
    """The URLs in a file, as text for standard output, and messages for standard error."""

    text: str
    errors: list[str]
    notes: list[str]


class _Line(NamedTuple):
    """A line for standard output, and the error for standard error, if there is one."""

    text: str
    error: InvalidURLError | None = None


def links(options: argparse.Namespace) -> int:
    """Print the URLs in the files, and return the status of the command."""
    _check(options)
    work = partial(
        _find_links,
        encoding=options.encoding,
        standard=options.standard,
        recover=options.recover,
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
            for count, found in enumerate(answers, 1):
                for message in found.errors:
                    status = SOME_INPUT_BAD
                    progress.say(message)
                for message in found.notes:
                    progress.say(message)
                sys.stdout.write(found.text)
                progress.tick(count)
        except ImportError as error:
            raise WrongCallError(str(error)) from None
    return status


def _check(options: argparse.Namespace) -> None:
    """Raise `WrongCallError` unless each file can have an address."""
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
        folder = None if options.address is None else _with_slash(options.address, options.standard)
        for path, error in _walk(argument):
            if folder is None:
                address = Path(path).absolute().as_uri()
            else:
                path_in_folder = Path(path).relative_to(argument).as_posix()
                address = folder + quote_from_bytes(os.fsencode(path_in_folder))
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
    """Yield the files in a folder that have one of `_SUFFIXES`, and each unreadable folder with its
    error, by their names. Symbolic links to folders are not followed, because they may form a
    circle."""
    waiting = [(folder, True)]
    while waiting:
        path, is_folder = waiting.pop()
        if not is_folder:
            yield path, None
            continue
        try:
            with os.scandir(path) as entries:
                wanted = list(filter(_is_wanted, entries))
                found = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in wanted]
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
    recover: bool,
    encode: Callable[[object], str] | None,
    terminal: bool,
) -> _Found:
    """Return the URLs in a file. `encode` writes a link as JSON, and `terminal` is true if standard
    output is a terminal."""
    path = streams.text_of_argument(source.path)
    name = path or "the empty path"
    if path == STANDARD_INPUT:
        name = "standard input"
    lines: list[str] = []
    messages: list[str] = []
    try:
        page = read_page(
            _read(source),
            source.address,
            suffix=_suffix(source, standard),
            encoding=encoding,
            standard=standard,
            recover=recover,
        )
        found = _lines(page, terminal) if encode is None else _json_lines(page, path, encode)
        for line, error in found:
            if error is not None:
                messages.append(f"{name}: {error}")
            lines.append(line)
        return _Found("".join(lines), messages, _notes(page, name))
    except OSError as error:
        reason = str(error.strerror)
    except ValueError as error:
        reason = str(error)
    except MemoryError:
        reason = "there is not enough memory for it"
    if encode is not None:
        lines.append(encode({"file": path, "error": reason}) + "\n")
    return _Found("".join(lines), [*messages, f"{name}: {reason}"], [])


def _notes(page: TreeDocument | StyleSheet, name: str) -> list[str]:
    """Return what a user should know about a page without an error."""
    if isinstance(page, TreeDocument) and page.vocabulary is None:
        return [f"{name}: its vocabulary is unknown, so only links that any XML has are found"]
    return []


def _suffix(source: _Source, standard: str) -> str:
    """Return the suffix of a file, in lower case. Standard input has the suffix of its address."""
    path = source.path
    if path == STANDARD_INPUT:
        path = URLDecomposition(source.address, standard=standard).pathname
    _, suffix = os.path.splitext(path)
    return suffix.lower()


def _lines(page: TreeDocument | StyleSheet, terminal: bool) -> Iterator[_Line]:
    """Yield a line for each URL of a page. The line for an invalid URL is empty."""
    for link in page.urls():
        url = link.url
        if url is None:
            yield _Line("", link.error)
        else:
            yield _Line(streams.one_line(url, terminal=terminal) + "\n")


def _json_lines(
    page: TreeDocument | StyleSheet, path: str, encode: Callable[[object], str]
) -> Iterator[_Line]:
    """Yield a line with a JSON object for each URL and each form of a page."""
    for link, form in _with_forms(page):
        members = _json_members(link, form)
        error = link.error if link is not None and "error" in members else None
        yield _Line(encode({"file": path, **members}) + "\n", error)


def read_page(
    data: bytes,
    address: str,
    *,
    suffix: str = "",
    encoding: str | None = None,
    standard: StandardLike,
    recover: bool = False,
) -> TreeDocument | StyleSheet:
    """Return the document or style sheet of a file. `suffix`, in lower case, or the bytes determine
    its type. `recover` mends XML."""
    transport = None if encoding is None else encodings.find_encoding(encoding)
    if suffix == ".css":
        content_type = None if transport is None else f"text/css;charset={transport}"
        return stylesheet(data, address, content_type=content_type, standard=standard)
    open_tree = partial(open_page, address=address, standard=standard)
    if suffix in _HTML_SUFFIXES:
        return open_parsed(parse_data(data, transport, "html"), open_tree)
    content, is_zipped = open_gzip(data)
    is_xml = suffix in _XML_SUFFIXES
    text_tree = None if is_xml else read_text_tree(content, _JSON_TYPES.get(suffix), transport)
    if text_tree is not None:
        return TreeDocument(open_tree(text_tree, encoding=text_tree.encoding))
    require_text(content)
    syntax = sniff_syntax(content, is_xml=is_xml, recover=recover)
    if is_zipped:
        syntax = require_xml(syntax)
    hint = "pass --recover to mend it"
    parsed = parse_data(content, transport, syntax, recover=recover, hint=hint)
    return open_parsed(parsed, open_tree)


def _with_forms(
    page: TreeDocument | StyleSheet,
) -> Iterator[tuple[URLAttribute | None, Form | None]]:
    """Yield every URL of a page, each `action` with its form, and then the forms without an
    `action`."""
    forms = list(page.forms()) if isinstance(page, TreeDocument) else []
    waiting = deque(filter(_has_action, forms))
    without_action = list(filterfalse(_has_action, forms))
    for link in page.urls():
        its_form: Form | None = None
        if waiting and link.element_name == "form" and link.attribute == "action":
            node = waiting[0].node
            if link.node is node or link.node == node:
                its_form = waiting.popleft()
        yield link, its_form
    for form in (*without_action, *waiting):
        yield None, form


def _has_action(form: Form) -> bool:
    return element_of(form).page.tree.get(form.node, "action") is not None


def _json_members(link: URLAttribute | None, form: Form | None) -> dict[str, object]:
    """Return the members of the JSON object for a URL, a form, or a URL with its form. A form
    without an `action` has no URL in the page."""
    members: dict[str, object] = {}
    if link is not None:
        url = link.url
        members["element"] = link.element_name
        members["attribute"] = link.attribute
        members["kind"] = link.kind
        members["value"] = link.value
        if url is None:
            members["error"] = str(link.error)
        else:
            members["url"] = streams.one_line(url, terminal=False)
    elif form is not None:
        members = {
            "element": "form",
            "attribute": None,
            "kind": "form",
            "value": "",
            "url": form.action,
        }
    if form is not None:
        members["method"] = form.method
        members["enctype"] = form.enctype
        members["controls"] = [
            {"name": control.name, "type": control.type} for control in form.controls
        ]
    return members


def _read(source: _Source) -> bytes:
    """Return the bytes of a file. Raise `OSError` if it cannot be read."""
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
    rest = iter(items)
    size = 1
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
