"""Closed, broken and full streams, and Ctrl-C: the command ends quietly, or reports an error with
the stream's name."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command.shell import needs_a_shell, shell
from urldom.command import main

pytestmark = needs_a_shell
needs_dev_full = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no /dev/full"
)
CLOSED_OUTPUT = b"urldom: standard output: Bad file descriptor\n"
CLOSED_INPUT = b"urldom: standard input: Bad file descriptor\n"
FULL = b"urldom: standard output: No space left on device\n"


@pytest.mark.parametrize(
    "call",
    [
        *("normalize http://a/", "get --json b", "match -c 'http://*' b", "compare http://a/"),
        *("links page.html", "links --jobs 2 .", "--help"),
        *(
            pytest.param(call, marks=pytest.mark.full)
            for call in (
                *("get http://a/", "normalize --keep-bad b", "set http://a/ hash=x"),
                *("resolve --base http://a/ b", "relative --base http://a/ http://a/b"),
                *("explain http://a/", "match 'http://*' http://a/", "--version", "get --help"),
            )
        ),
    ],
)
def test_closed_standard_output_is_reported(call, tmp_path):
    (tmp_path / "page.html").write_text("<a href=b>")
    completed = shell(f"cd '{tmp_path}'; urldom {call} >&-", PYTHONPATH=os.pathsep.join(sys.path))
    assert (completed.returncode, completed.stdout) == (2, b"")
    assert completed.stderr.endswith(CLOSED_OUTPUT)


@pytest.mark.parametrize(
    "call",
    [
        *("normalize", "set - hash=x", "compare http://a/ - >/dev/null"),
        "links - --address http://a/",
        *(
            pytest.param(call, marks=pytest.mark.full)
            for call in (
                *("get", "get --json -", "resolve --base http://a/", "relative --base http://a/"),
                *("compare", "match 'http://*'"),
            )
        ),
    ],
)
def test_closed_standard_input_is_reported(call):
    completed = shell(f"urldom {call} <&-")
    assert (completed.returncode, completed.stdout, completed.stderr) == (2, b"", CLOSED_INPUT)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("urldom get b >&- 2>&-", 1),
        ("urldom get http://a/ >&- 2>&-", 2),
        ("urldom resolve <&- >&- 2>&-", 2),
    ],
)
def test_command_ends_quietly_without_standard_error(line, status):
    completed = shell(line)
    assert (completed.returncode, completed.stdout, completed.stderr) == (status, b"", b"")


@pytest.mark.parametrize("redirection", ["<&-", "2>&-", "<&- 2>&-"])
def test_stream_that_is_not_used_can_be_closed(redirection):
    completed = shell(f"urldom normalize HTTP://A {redirection}")
    assert (completed.returncode, completed.stdout, completed.stderr) == (0, b"http://a/\n", b"")


@pytest.mark.parametrize("redirection", ["2>&-", pytest.param("2>/dev/full", marks=needs_dev_full)])
def test_broken_standard_error_does_not_affect_standard_output(redirection):
    completed = shell(f"urldom resolve --base http://a/ b http://c:c/ d {redirection}")
    assert (completed.returncode, completed.stdout, completed.stderr) == (
        1,
        b"http://a/b\nhttp://a/d\n",
        b"",
    )


@needs_dev_full
@pytest.mark.parametrize(
    "line",
    [
        "urldom resolve --base http://a/ b >/dev/full",
        "seq 100000 | urldom resolve --base http://a/ >/dev/full",
        "echo '<a href=b>' | urldom links - --address http://a/ >/dev/full",
        "urldom --version >/dev/full",
        "urldom get --help >/dev/full",
    ],
)
def test_full_standard_output_is_reported_by_name(line):
    completed = shell(line)
    assert (completed.returncode, completed.stderr) == (2, FULL)


@pytest.mark.parametrize(
    "line",
    [
        "seq 100000 | urldom resolve --base http://a/",
        "seq -f http://a/%.0f 100000 | urldom relative --base http://a/",
        "seq 100000 | urldom get --base http://a/ --json",
        "urldom --help",
        "seq 100000 | sed 's/.*/<a href=&>/' | urldom links - --address http://a/",
    ],
)
def test_reader_of_the_output_may_stop(line):
    completed = shell(f"{{ {line}; echo $? >&2; }} | head -1")
    assert completed.stdout.count(b"\n") == 1
    assert completed.stderr == b"0\n"


def test_unreadable_standard_input_is_reported_by_name(run, monkeypatch, capsys):
    with open(os.open(os.devnull, os.O_WRONLY), "rb", closefd=True) as stdin:
        for call in (["normalize"], ["get", "--json"]):
            monkeypatch.setattr(
                sys, "stdin", type("Stdin", (), {"buffer": stdin, "fileno": stdin.fileno})
            )
            assert main(call) == 2
            assert capsys.readouterr() == ("", "urldom: standard input: Bad file descriptor\n")


@pytest.mark.parametrize(
    "call",
    [
        ["normalize"],
        ["resolve", "--base", "http://a/"],
        ["relative", "--base", "foo:"],
        ["get", "--json"],
        ["set", "-", "hash=x"],
    ],
)
def test_each_line_is_processed_when_it_arrives(call):
    with subprocess.Popen(
        [sys.executable, "-m", "urldom", *call], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for number in range(3):
            process.stdin.write(b"http://a/%d\nhttp:" % number)
            process.stdin.flush()
            assert b"http://a/%d" % number in process.stdout.readline()
            process.stdin.write(b"//b/\n")
            process.stdin.flush()
            assert b"http://b/" in process.stdout.readline()
        process.stdin.close()
        assert process.wait(60) == 0


def test_non_blocking_streams_are_waited_for():
    """The program that starts the command may make a stream non-blocking for its own use."""
    for call in (["normalize"], ["links", "-", "--address", "http://a/"]):
        read, write = os.pipe()
        os.set_blocking(read, False)
        with subprocess.Popen(
            [sys.executable, "-m", "urldom", *call], stdin=read, stdout=subprocess.PIPE
        ) as process:
            os.close(read)
            time.sleep(1)  # Now the command waits for its streams.
            os.write(write, b"http://a/#<a href=b>\n")
            os.close(write)
            assert process.stdout.read().count(b"\n") == 1
        assert process.returncode == 0


def test_each_line_of_a_terminal_is_processed_when_it_arrives():
    terminal, stdout = os.openpty()
    with (
        open(terminal, "rb") as shown,
        subprocess.Popen(
            [sys.executable, "-m", "urldom", "resolve", "--base", "http://a/"],
            stdin=subprocess.PIPE,
            stdout=stdout,
        ) as process,
    ):
        os.close(stdout)
        for number in range(3):
            process.stdin.write(b"%d\n" % number)
            process.stdin.flush()
            assert shown.readline() == b"http://a/%d\r\n" % number
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({"PYTHONIOENCODING": "latin-1"}, marks=pytest.mark.full),
        {"PYTHONUTF8": "0", "LC_ALL": "C"},
        pytest.param({"LC_ALL": "C.UTF-8"}, marks=pytest.mark.full),
    ],
    ids=" ".join,
)
def test_arguments_and_output_are_utf_8_in_every_locale(environment):
    line = "urldom normalize --standard html5 'http://a/#é☃'"
    assert shell(line, **environment).stdout == "http://a/#é☃\n".encode()
    assert '"result": "http://a/#é☃"'.encode() in shell(f"{line} --json", **environment).stdout
    for name, shown in {"é": "é", "$(printf '\\351')": "%E9"}.items():
        completed = shell(f"urldom links {name} --address http://a/", **environment)
        assert completed.stderr == f"urldom: {shown}: No such file or directory\n".encode()
