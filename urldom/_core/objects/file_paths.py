"""`URL.from_path` and `url.to_path`: the path of a file, and its `file:` URL (URL Standard 4.4, RFC
8089)."""

from __future__ import annotations

import os
import re
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Any, Final
from urllib.parse import quote

from urldom._core.errors import Failure, RejectedValueError, shown, wrong_type
from urldom._core.objects.building import host_of_server, server_of_host
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.text.percent_encoding import percent_decode
from urldom._core.values.pieces import Pieces

_cut: Final = find_engine(DEFAULT_STANDARD).grammar.cut
#: RFC 3986's `pchar` and the slash. A `|` after a letter would become the colon of a drive, so it
#: is escaped.
_KEPT: Final = "/:@!$&'()*+,;="
_begins_with_drive = re.compile(r"[A-Za-z]:/").match
#: Finds names that Windows changes, or reads as a device, unless `\\?\` precedes the path.
_find_changed_name = re.compile(
    r"/|[. ](?=\\|\Z)|(?:\\|\A)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])"
    r" *(?=[.:\\]|\Z)",
    re.IGNORECASE,
).search
# Finds an escape of a character that a file's name cannot contain.
_find_lost_escape = re.compile("%(?:00|2F)", re.IGNORECASE).search
_find_lost_escape_on_windows = re.compile("%(?:00|2F|5C)", re.IGNORECASE).search


def pieces_of_path(path: Any, windows: bool | None) -> Pieces:
    """Return the pieces of the URL of a path, which `URL.from_path` describes."""
    if windows is None:
        windows = os.name == "nt"
        if isinstance(path, PurePath):
            windows = isinstance(path, PureWindowsPath)
    text = os.fspath(path) if hasattr(path, "__fspath__") else path
    if not isinstance(text, str):
        hint = "call os.fsdecode(path)" if isinstance(text, bytes) else ""
        raise wrong_type("path", "a str or a path of pathlib", path, hint)
    try:
        host = ""
        if windows:
            server, text = _cut_windows_path(text)
            if server:
                host = host_of_server(server)
            path_piece = _escape(text, "strict")
        elif text[:1] == "/":
            path_piece = _escape(text, "surrogateescape")
        else:
            raise Failure(
                "it is not an absolute path of POSIX: call os.path.abspath(path), or pass"
                " windows=True"
            )
    except Failure as failure:
        raise RejectedValueError("path", path, failure.reason) from None
    return "file:", "//", "", host, "", path_piece, "", "", None


def _cut_windows_path(path: str) -> tuple[str, str]:
    """Return the server of a path of Windows, or an empty string, and the rest with slashes."""
    text = path.replace("\\", "/")
    if text[:4] in ("//?/", "//./"):
        is_unc = text[4:8].upper() == "UNC/"
        if text[2] == "." or not (is_unc or _begins_with_drive(text, 4)):
            raise Failure("it names a device, and a URL can name a file only")
        found = _find_changed_name(path, 4) if path[:4] == "\\\\?\\" else None
        if found is not None:
            raise Failure(
                f"without \\\\?\\, Windows reads the name at {found.start()} in another way"
            )
        text = f"//{text[8:]}" if is_unc else text[4:]
    if _begins_with_drive(text):
        return "", f"/{text}"
    if text[:2] != "//":
        raise Failure(
            "it is not an absolute path of Windows, which begins with a drive or a server"
        )
    server, _, rest = text[2:].partition("/")
    share, _, _ = rest.partition("/")
    if not server or not share:
        raise Failure("a path of a server needs a server and a share")
    return server, f"/{rest}"


def _escape(path: str, errors: str) -> str:
    """Return the path in escapes. `errors` says how Python decodes the names of files that are not
    UTF-8."""
    if "\0" in path:
        raise Failure("a path cannot contain U+0000")
    if "/." in path:
        first, *segments = path.split("/")
        if ".." in segments:
            raise Failure("it contains .., which a URL cannot keep: call os.path.realpath(path)")
        kept = [segment for segment in segments if segment != "."]
        if segments[-1] == ".":
            kept.append("")  # The path of a directory keeps its slash.
        path = "/".join([first, *kept])
    try:
        return quote(path.encode("utf-8", errors), safe=_KEPT)
    except UnicodeEncodeError as error:
        raise Failure(
            f"it has a lone surrogate, at {error.start}, which is not a character"
        ) from None


def path_of_url(href: str, windows: bool | None) -> PurePosixPath | PureWindowsPath:
    """Return the path that a URL names, which `url.to_path` describes."""
    windows = os.name == "nt" if windows is None else bool(windows)
    try:
        scheme, _, _, host, _, path, *_ = _cut(href, None)
        if scheme != "file:":
            raise Failure("its scheme is not file")
        find = _find_lost_escape_on_windows if windows else _find_lost_escape
        found = find(path)
        if found is not None:
            raise Failure(f"a name of a file cannot contain {found[0]}")
        octets = percent_decode(path.encode())
        if windows:
            return _windows_path(host, octets)
        if host:
            raise Failure(f"its file is on the host {host}")
        return PurePosixPath(octets.decode("utf-8", "surrogateescape"))
    except Failure as failure:
        system = "Windows" if windows else "POSIX"
        raise ValueError(
            f"{shown(href)} is not the URL of a file on {system}: {failure.reason}"
        ) from None


def _windows_path(host: str, octets: bytes) -> PureWindowsPath:
    try:
        path = octets.decode()
    except UnicodeDecodeError:
        raise Failure("its path is not UTF-8") from None
    if host:
        path = f"//{server_of_host(host)}{path}"
        _cut_windows_path(path)  # It raises an error if the path lacks a share, or names a device.
    else:
        path = f"{path[1:]}/" if len(path) == len("/C:") else path[1:]
        if not _begins_with_drive(path):
            raise Failure("it has neither a drive nor a host")
    return PureWindowsPath(path)
