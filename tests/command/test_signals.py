"""Ctrl-C and other signals end the command and its processes."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.command.shell import needs_a_shell

pytestmark = needs_a_shell


@pytest.mark.parametrize("call", [["normalize"], ["get", "--json"], ["set", "-", "hash=x"]])
def test_ctrl_c_ends_the_command_quietly(call):
    with subprocess.Popen(
        [sys.executable, "-m", "urldom", *call],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
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
        assert (
            b".html: 'http://a:a/'" in process.stderr.readline()
        )  # The worker processes are running.
        yield process
        process.kill()


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGINT,
        *(pytest.param(one, marks=pytest.mark.full) for one in (signal.SIGTERM, signal.SIGHUP)),
    ],
)
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
    program = (
        "from urldom.command import _progress as progress; from urldom.command import main;"
        " progress.FIRST = 0; main()"
    )
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


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGINT,
        *(pytest.param(each, marks=pytest.mark.full) for each in (signal.SIGTERM, signal.SIGHUP)),
    ],
)
def test_signal_ends_a_command_that_waits_for_its_reader(number):
    with subprocess.Popen(
        [sys.executable, "-m", "urldom", "get"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        process.stdin.write(
            b"http://a/\n" * 6000
        )  # The output is larger than the buffer of a pipe.
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
