"""Closed, broken and full streams, and Ctrl-C: the command ends quietly, or reports an error with the stream's name."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command.shell import needs_a_shell, shell
from urldom.command import main

pytestmark = needs_a_shell
needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
FULL = b"urldom: standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("urldom get http://a/ >&-", 0),
        ("urldom get b >&- 2>&-", 1),
        ("urldom resolve --base http://a/ <&-", 0),
        ("urldom get <&- >&- 2>&-", 0),
        ("urldom resolve <&- >&- 2>&-", 2),
        ("urldom links - --address http://a/ <&-", 0),
        ("urldom --help >&-", 0),
        ("urldom --version >&-", 0),
    ],
)
def test_command_ends_quietly_if_a_stream_is_closed(line, status):
    completed = shell(line)
    assert (completed.returncode, completed.stdout, completed.stderr) == (status, b"", b"")


@pytest.mark.parametrize("redirection", ["2>&-", pytest.param("2>/dev/full", marks=needs_dev_full)])
def test_broken_standard_error_does_not_affect_standard_output(redirection):
    completed = shell(f"urldom resolve --base http://a/ b http://c:c/ d {redirection}")
    assert (completed.returncode, completed.stdout, completed.stderr) == (1, b"http://a/b\nhttp://a/d\n", b"")


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
            monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": stdin, "fileno": stdin.fileno}))
            assert main(call) == 2
            assert capsys.readouterr() == ("", "urldom: standard input: Bad file descriptor\n")


@pytest.mark.parametrize("call", [["normalize"], ["get", "--json"], ["set", "-", "hash=x"]])
def test_ctrl_c_ends_the_command_quietly(call):
    with subprocess.Popen(
        [sys.executable, "-m", "urldom", *call], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdin.write(b"http://a/\nb\n")
        process.stdin.flush()
        assert process.stderr.readline().startswith(b"urldom: line 2")  # The command is running.
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    # With this status, a shell loop around the command ends too.
    assert (process.returncode, err) == (-signal.SIGINT, b"")
    assert b"http" in out  # Finished output is not lost.


@pytest.fixture
def long_work(tmp_path):
    """A running `links` command with two worker processes."""
    page = tmp_path / "page.html"
    page.write_text("<a href='http://a:a/'><a href=b>")
    (tmp_path / "folder").mkdir()
    for number in range(20_000):
        os.link(page, tmp_path / "folder" / f"{number}.html")
    with subprocess.Popen(
        [sys.executable, "-m", "urldom", "links", "--jobs", "2", str(tmp_path / "folder")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # communicate() would not get data that readline() buffers.
        start_new_session=True,
    ) as process:
        assert b".html: 'http://a:a/'" in process.stderr.readline()  # The worker processes are running.
        yield process
        process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("to_all", [pytest.param(True, marks=pytest.mark.full), False])
def test_signal_ends_the_processes_of_links(long_work, number, to_all):
    (os.killpg if to_all else os.kill)(long_work.pid, number)
    _, err = long_work.communicate(timeout=60)
    assert long_work.returncode == -number
    assert err.count(b"\n") == err.count(b"urldom: ")
    _assert_group_ends(long_work.pid)


def test_processes_of_links_end_if_the_reader_stops(long_work):
    long_work.stdout.close()  # The command notices the closed pipe when a buffer is full.
    long_work.stderr.close()
    assert long_work.wait(60) in (0, 1)
    _assert_group_ends(long_work.pid)


def test_processes_of_links_inherit_an_ignored_hangup(tmp_path):
    for number in range(300):
        (tmp_path / f"{number}.html").write_text("<a href='http://a:a/'><a href=b>")
    call = f"trap '' HUP; exec '{sys.executable}' -m urldom links --jobs 2 {tmp_path}"
    with subprocess.Popen(
        ["sh", "-c", call], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        process.stderr.readline()
        os.killpg(process.pid, signal.SIGHUP)
        out, _ = process.communicate(timeout=60)
    assert (process.returncode, out.count(b"/b\n")) == (1, 300)


def test_killed_process_of_links_leaves_no_processes(long_work):
    long_work.kill()
    long_work.communicate(timeout=60)
    _assert_group_ends(long_work.pid)


def _assert_group_ends(group: int) -> None:
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("a process still runs")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signal_removes_the_bar_from_the_terminal(number):
    pytest.importorskip("rich")
    terminal, stderr = os.openpty()
    program = "from urldom._command import progress; from urldom.command import main; progress.FIRST = 0; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "normalize"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(stderr)
        process.stdin.write(b"http://a/\n")
        process.stdin.flush()
        shown = b""
        while b"1 line" not in shown:
            shown += os.read(terminal, 1 << 16)
        process.send_signal(number)
        assert process.wait(60) == -number
    assert os.read(terminal, 1 << 16).endswith(b"\r\x1b[2K\x1b[?25h")
    os.close(terminal)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_a_command_that_waits_for_its_reader(number):
    with subprocess.Popen(
        [sys.executable, "-m", "urldom", "get"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        process.stdin.write(b"http://a/\n" * 6000)  # The output is larger than the buffer of a pipe.
        process.stdin.flush()
        assert process.stdout.read(10)
        time.sleep(0.5)
        process.send_signal(number)
        assert process.wait(60) == -number


def test_ignored_signal_stays_ignored():
    with subprocess.Popen(
        ["sh", "-c", f"trap '' HUP; exec '{sys.executable}' -m urldom normalize"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        process.stdin.write(b"http://a/\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"http://a/\n"
        process.send_signal(signal.SIGHUP)
        assert process.communicate(b"http://b/\n", timeout=60)[0] == b"http://b/\n"
    assert process.returncode == 0


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
        with subprocess.Popen([sys.executable, "-m", "urldom", *call], stdin=read, stdout=subprocess.PIPE) as process:
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
            [sys.executable, "-m", "urldom", "resolve", "--base", "http://a/"], stdin=subprocess.PIPE, stdout=stdout
        ) as process,
    ):
        os.close(stdout)
        for number in range(3):
            process.stdin.write(b"%d\n" % number)
            process.stdin.flush()
            assert shown.readline() == b"http://a/%d\r\n" % number
        process.stdin.close()
        assert process.wait(60) == 0


def test_arguments_and_output_are_utf_8_in_every_locale():
    line = "urldom normalize --standard html5 'http://a/#é☃'"
    for environment in ({"PYTHONIOENCODING": "latin-1"}, {"PYTHONUTF8": "0", "LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}):
        assert shell(line, **environment).stdout == "http://a/#é☃\n".encode()
        assert '"result": "http://a/#é☃"'.encode() in shell(f"{line} --json", **environment).stdout
        for name, shown in {"é": "é", "$(printf '\\351')": "%E9"}.items():
            completed = shell(f"urldom links {name} --address http://a/", **environment)
            assert completed.stderr == f"urldom: {shown}: No such file or directory\n".encode()


def test_the_module_runs_the_command():
    assert shell("urldom normalize HTTP://A").stdout == b"http://a/\n"
