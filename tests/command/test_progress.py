"""The progress that the command shows on a terminal's standard error."""

import os
import subprocess
import sys
import threading
import time

import pytest

from urldom.command._progress import Progress

pytestmark = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="this system has no pseudo-terminals"
)

#: A program that runs the command. It shows the progress at once, so that tests do not wait for a
#: second.
AT_ONCE = (
    "import sys; from urldom.command import _progress as progress; from urldom.command import main;"
    " progress.FIRST = {first}; {also}; sys.exit(main())"
)


def on_a_terminal(
    *call: str,
    stdin: bytes = b"",
    first: float = 0,
    also: str = "pass",
    stdout: bool = False,
    term: str = "xterm",
):
    """Run the command on a terminal. Return its status, its standard output, and the text on the
    terminal.

    The terminal is the standard error of the command. With `stdout`, it is also the standard
    output."""
    terminal, stream = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", AT_ONCE.format(first=first, also=also), *call],
        stdin=subprocess.PIPE,
        stdout=stream if stdout else subprocess.PIPE,
        stderr=stream,
        env={**os.environ, "TERM": term, "COLUMNS": "100"},
    ) as process:
        os.close(stream)
        shown: list[bytes] = []
        reader = threading.Thread(target=_read_all, args=(terminal, shown))
        reader.start()
        out, _ = process.communicate(stdin, timeout=60)
        reader.join()
    os.close(terminal)
    return process.returncode, out, b"".join(shown).decode()


def _read_all(terminal: int, shown: list[bytes]) -> None:
    try:
        while data := os.read(terminal, 1 << 16):
            shown.append(data)
    except OSError:  # Reading a closed terminal raises an error on Linux.
        pass


LINES = b"".join(b"http://h/%d\n" % number for number in range(20_000))
WITHOUT_RICH = "sys.modules['rich'] = None"


def test_rich_draws_a_bar_with_the_lines_and_the_rate():
    pytest.importorskip("rich")
    status, out, shown = on_a_terminal("normalize", stdin=LINES)
    assert (status, out) == (0, LINES)
    assert "━" in shown and " lines, " in shown and " a second" in shown
    assert shown.endswith("\x1b[2K")  # At the end the bar is removed.
    # Each time the bar hides the cursor, it shows the cursor again.
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h") == 1


@pytest.mark.parametrize("also", ["pass", WITHOUT_RICH])
def test_messages_and_progress_are_on_different_lines(also):
    status, out, shown = on_a_terminal("normalize", stdin=LINES + b"b\n", also=also)
    assert (status, out) == (1, LINES)
    assert "urldom: line 20001: 'b' does not resolve under whatwg: " in shown


def test_message_is_above_the_bar_and_unbroken():
    pytest.importorskip("rich")
    bad = b"http://a b/" + b"x" * 300 + b"\n"
    _, out, shown = on_a_terminal("normalize", stdin=LINES + 2 * bad + LINES)
    assert out == LINES * 2
    for number in (20_001, 20_002):
        assert f"urldom: line {number}: 'http://a b/{'x' * 100}" in shown
    before = shown[: shown.index("urldom: line 20001")]
    assert before.endswith("\r\x1b[2K")  # The bar is removed before the message.
    assert "\r\nurldom: line 20002" in shown  # The bar is removed once for both messages.


@pytest.mark.parametrize(("also", "term"), [(WITHOUT_RICH, "xterm"), ("pass", "dumb")])
def test_progress_is_plain_lines_without_rich_or_on_a_dumb_terminal(also, term):
    status, out, shown = on_a_terminal("get", "--json", stdin=LINES, also=also, term=term)
    assert (status, out.count(b"\n")) == (0, 20_000)
    assert (
        shown.startswith("urldom: ") and shown.endswith(" a second\r\n") and shown.count("\n") == 1
    )


def test_remaining_time_is_shown_if_standard_input_is_a_file(tmp_path):
    (tmp_path / "lines").write_bytes(LINES)
    program = f"sys.stdin = open({str(tmp_path / 'lines')!r}); {WITHOUT_RICH}"
    assert on_a_terminal("normalize", also=program)[2].endswith(":00 to go\r\n")


def test_links_counts_files(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.css").write_text("a { b: url(c) }")
    status, out, shown = on_a_terminal(
        "links", str(tmp_path), "--address", "http://h/", also=WITHOUT_RICH
    )
    assert (status, out) == (0, b"http://h/c\n" * 3)
    assert shown.startswith("urldom: 1 file, ")


def test_quick_jobs_and_output_on_the_terminal_show_no_progress():
    assert on_a_terminal("normalize", stdin=LINES, first=100) == (0, LINES, "")
    _, _, shown = on_a_terminal("normalize", stdin=b"http://a/\n", stdout=True)
    assert shown == "http://a/\r\n"


def test_remaining_time_is_estimated_from_the_rate(monkeypatch):
    progress = Progress("line", 1000)
    assert progress.text(20, 100, 10.0) == "20 lines, 2 a second, 1:30 to go"
    assert progress.text(20, 2000, 10.0) == "20 lines, 2 a second, 0:00 to go"
    assert Progress("line").text(2_000_000, 100, 10.0) == "2,000,000 lines, 200,000 a second"


def test_tick_reads_the_clock_once():
    with Progress("line") as progress:
        looks = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "monotonic", lambda: looks.append(1) or 0.0)
            progress.tick(1, 1)
    assert looks == [1]
