"""On a terminal, every character of the output is printable. In a pipe, the output has the
characters of the URL."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import unicodedata
from contextlib import suppress

import pytest

from tests.standards import KEEPING, STANDARD_NAMES
from urldom.command import main

#: Controls of ASCII and Latin-1, and characters that change the direction of text or hide
#: characters
CONTROLS = "\x01\x07\x08\x0b\x1b]0;x\x07\x1b[31m\x7f\x80\x85\x9b2J\xad\u061c\u200b\u200e\u2028\u202a\u202e\u2066\u2069"
FRAGMENT = f"é{CONTROLS}☃"
URL = f"http://h/#{FRAGMENT}"
ESCAPED = "".join(
    (
        character
        if character.isprintable()
        else "".join(f"%{octet:02X}" for octet in character.encode())
    )
    for character in URL
)


def on_a_pseudo_terminal(*call: str) -> str:
    """Return the output on a terminal that is both standard output and standard error."""
    terminal, stream = os.openpty()
    with subprocess.Popen([sys.executable, "-m", "urldom", *call], stdout=stream, stderr=stream):
        os.close(stream)
        text = b""
        with suppress(OSError):  # Reading a closed terminal raises an error on Linux.
            while data := os.read(terminal, 1 << 16):
                text += data
    os.close(terminal)
    return text.decode().replace("\r\n", "\n")


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def on_a_terminal(monkeypatch):
    def on_a_terminal(*call: str, stdin: bytes = b"") -> str:
        shown = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            patch.setattr(sys, "stdout", shown)
            patch.setattr(sys, "stderr", shown)
            main(call)
        return shown.getvalue()

    return on_a_terminal


@pytest.fixture
def in_a_pipe(run):
    return lambda *call: run(*call).out


def hidden(text: str) -> list[str]:
    """Return the characters of a text that are not printable, except line ends."""
    return [unicodedata.name(c, ascii(c)) for c in text.replace("\n", "") if not c.isprintable()]


@pytest.mark.parametrize("standard", KEEPING)
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (["normalize", URL], ESCAPED),
        (["resolve", "--base", "http://h/", f"#{FRAGMENT}"], ESCAPED),
        (["relative", "--base", "http://h/x", URL], ESCAPED.replace("http://h/", ".")),
        (["set", URL, "port=80"], ESCAPED.replace("h/", "h:80/")),
        (["get", URL, "--only", "hash,host"], ESCAPED.removeprefix("http://h/") + "\th"),
    ],
)
def test_controls_of_a_url_are_escaped_on_a_terminal_and_raw_in_a_pipe(
    call, expected, standard, on_a_terminal, in_a_pipe
):
    call = [*call, "--standard", standard]
    assert on_a_terminal(*call) == f"{expected}\n"
    assert in_a_pipe(*call) == expected.replace(ESCAPED.partition("#")[2], FRAGMENT) + "\n"


def test_controls_of_attributes_are_percent_encoded(on_a_terminal):
    shown = on_a_terminal("get", URL, "--standard", "html5")
    assert f"hash     #{ESCAPED.partition('#')[2]}\n" in shown
    assert hidden(shown) == []


def test_controls_of_standard_input_are_escaped(on_a_terminal):
    lines = f"{URL}\nhttp://h/\n{FRAGMENT}\n".encode()
    shown = on_a_terminal("normalize", "--standard", "html5", stdin=lines)
    assert shown.startswith(f"{ESCAPED}\nhttp://h/\n")
    assert hidden(shown) == []


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo-terminals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_controls_of_links_are_escaped(jobs, tmp_path):
    for name in ("a.xml", "b.xml"):
        (tmp_path / name).write_text(
            '<a xmlns="http://www.w3.org/1999/xhtml" href="#é\x80\u202e\u2028"/>', "utf-8"
        )
    call = ["links", str(tmp_path), "--address", "http://h/", "--standard", "html5", "--jobs", jobs]
    assert on_a_pseudo_terminal(*call).count("#é%C2%80%E2%80%AE%E2%80%A8\n") == 2
    shown = on_a_pseudo_terminal(*call, "--json")
    assert hidden(shown) == []
    assert [json.loads(line)["url"][-4:] for line in shown.splitlines()] == [
        "é\x80\u202e\u2028"
    ] * 2


@pytest.mark.parametrize("verb", ["normalize", "get", "explain", "compare"])
def test_controls_in_json_are_escaped_without_changing_the_value(verb, on_a_terminal, in_a_pipe):
    call = (
        [verb, URL, "--json"] if verb == "compare" else [verb, URL, "--json", "--standard", "html5"]
    )
    shown = on_a_terminal(*call)
    assert hidden(shown) == []
    assert "é" in shown
    assert json.loads(shown) == json.loads(in_a_pipe(*call))


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize(
    "call",
    [
        *(["explain", URL, "--standard", standard] for standard in STANDARD_NAMES),
        *(
            ["explain", f"http://{FRAGMENT}/", "--standard", standard]
            for standard in STANDARD_NAMES
        ),
        ["explain", f"{FRAGMENT}:", "--base", "http://h/"],
        [
            "explain",
            "http://h/",
            f"host={FRAGMENT}",
            f"port={FRAGMENT}",
            f"hash={FRAGMENT}",
            "--standard",
            "html5",
        ],
        ["compare", URL, f"http://{FRAGMENT}/", f"http://h:{FRAGMENT}/"],
        [
            "normalize",
            f"http://{FRAGMENT}/",
            f"http://h:{FRAGMENT}/",
            f"{FRAGMENT}://h/",
            "--keep-bad",
        ],
        ["set", "http://h/", f"port={FRAGMENT}"],
        ["set", "http://h/", f"{FRAGMENT}=80"],
        ["resolve", "--base", FRAGMENT, "x"],
        ["relative", "--base", "http://h/", FRAGMENT],
        ["get", URL, "--only", FRAGMENT],
        ["get", URL, "--encoding", FRAGMENT],
        ["get", URL, "--standard", FRAGMENT],
        ["links", FRAGMENT, "--address", "http://h/"],
        ["links", FRAGMENT, "--address", "http://h/", "--json"],
        ["links", "x", "--jobs", FRAGMENT],
        [FRAGMENT],
        [f"--{FRAGMENT}"],
    ],
    ids=lambda call: ascii(" ".join(call).replace(FRAGMENT, "X"))[1:-1],
)
def test_messages_and_tables_have_no_controls(call, colour, on_a_terminal, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    if not colour:
        monkeypatch.setitem(sys.modules, "rich", None)
    shown = on_a_terminal(*call)
    assert shown
    assert hidden(re.sub(r"\x1b\[[0-9;]*m", "", shown) if colour else shown) == []
