"""Closed, broken and full streams, and Ctrl-C: each ends the command quietly, or is an error with the stream's name."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command.shell import needs_a_shell, shell
from urldom.command import main

pytestmark = needs_a_shell
needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
FULL = b"urldom: standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("urldom get http://a/ >&-", 0),
        ("urldom get b >&- 2>&-", 1),
        ("urldom resolve http://a/ <&-", 0),
        ("urldom get <&- >&- 2>&-", 0),
        ("urldom resolve <&- >&- 2>&-", 2),
        ("urldom links - --address http://a/ <&-", 0),
        ("urldom --help >&-", 0),
        ("urldom --version >&-", 0),
    ],
)
def test_f27_a_closed_stream_ends_it_quietly(line, status):
    done = shell(line)
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


@pytest.mark.parametrize("redirection", ["2>&-", pytest.param("2>/dev/full", marks=needs_dev_full)])
def test_f27_a_broken_standard_error_loses_no_standard_output(redirection):
    done = shell(f"urldom resolve http://a/ b http://c:c/ d {redirection}")
    assert (done.returncode, done.stdout, done.stderr) == (1, b"http://a/b\nhttp://a/d\n", b"")


@needs_dev_full
@pytest.mark.parametrize(
    "line",
    [
        "urldom resolve http://a/ b >/dev/full",
        "seq 100000 | urldom resolve http://a/ >/dev/full",
        "echo '<a href=b>' | urldom links - --address http://a/ >/dev/full",
        "urldom --version >/dev/full",
        "urldom get --help >/dev/full",
    ],
)
def test_a_full_standard_output_is_an_error_with_its_name(line):
    done = shell(line)
    assert (done.returncode, done.stderr) == (2, FULL)


@pytest.mark.parametrize(
    "line",
    [
        "seq 100000 | urldom resolve http://a/",
        "seq 100000 | urldom get --base http://a/ --json",
        "urldom --help",
        "seq 100000 | sed 's/.*/<a href=&>/' | urldom links - --address http://a/",
    ],
)
def test_whoever_reads_may_stop(line):
    done = shell(f"{{ {line}; echo $? >&2; }} | head -1")
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b"0\n"


def test_standard_input_that_cannot_be_read_is_an_error_with_its_name(run, monkeypatch, capsys):
    with open(os.open(os.devnull, os.O_WRONLY), "rb", closefd=True) as stdin:
        for call in (["normalize"], ["get", "--json"]):
            monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": stdin, "fileno": stdin.fileno}))
            assert main(call) == 2
            assert capsys.readouterr() == ("", "urldom: standard input: Bad file descriptor\n")


@pytest.mark.parametrize("call", [["normalize"], ["get", "--json"], ["set", "-", "hash=x"]])
def test_ctrl_c_ends_it_quietly(call):
    with subprocess.Popen(
        [sys.executable, "-m", "urldom", *call], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdin.write(b"http://a/\nb\n")
        process.stdin.flush()
        assert process.stderr.readline().startswith(b"urldom: line 2")  # It is at work.
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert b"http" in out  # What is done is not lost.


def test_ctrl_c_ends_the_processes_of_links_too(tmp_path):
    fifo, page = tmp_path / "fifo.html", tmp_path / "page.html"
    os.mkfifo(fifo)
    page.write_text("<a href='http://a:a/'>")
    with (
        subprocess.Popen(
            [sys.executable, "-m", "urldom", "links", "--jobs", "2", str(page), str(fifo)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process,
        open(fifo, "wb"),
    ):  # A process of it reads this.
        assert b"page.html: 'http://a:a/'" in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_lines_are_answered_as_they_arrive_on_a_terminal():
    terminal, stdout = os.openpty()
    with (
        open(terminal, "rb") as shown,
        subprocess.Popen(
            [sys.executable, "-m", "urldom", "resolve", "http://a/"], stdin=subprocess.PIPE, stdout=stdout
        ) as process,
    ):
        os.close(stdout)
        for number in range(3):
            process.stdin.write(b"%d\n" % number)
            process.stdin.flush()
            assert shown.readline() == b"http://a/%d\r\n" % number
        process.stdin.close()
        assert process.wait(60) == 0


def test_what_the_encoding_of_standard_output_lacks_is_escaped():
    latin = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"}
    line = "urldom normalize --standard html5 'http://a/#é☃'"
    assert shell(line, **latin).stdout == b"http://a/#\xe9\\u2603\n"
    assert b'"result": "http://a/#\\u00e9\\u2603"' in shell(f"{line} --json", **latin).stdout
    assert '"result": "http://a/#é☃"'.encode() in shell(f"{line} --json", PYTHONUTF8="1").stdout


def test_the_module_is_the_command():
    assert shell("urldom normalize HTTP://A").stdout == b"http://a/\n"
