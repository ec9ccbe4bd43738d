"""Standard input: lines, line ends, the encoding, and the limit of buffered data."""

import io
import json
import os
import sys
import tracemalloc
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.command.shell import needs_a_shell, shell
from urldom import WHATWG
from urldom.command import main
from urldom.command._streams import read_lines


def lines_of(data, label="utf-8", most=1 << 16):
    """Return the lines that the command reads if each read returns at most `most` bytes."""
    file = io.BytesIO(data)
    stdin = SimpleNamespace(buffer=SimpleNamespace(read1=lambda size: file.read(min(size, most))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        return [line for lines in read_lines(label, lambda count, size: None) for line in lines]


def test_standard_input_is_read_for_a_hyphen_or_no_argument(run):
    assert run("resolve", "--base", "http://a/", "b", "-", "./-", stdin=b"c\nd\n").out.split() == [
        *("http://a/b", "http://a/c", "http://a/d", "http://a/-")
    ]
    for call in (
        ["get"],
        ["get", "-"],
        ["normalize"],
        ["normalize", "-"],
        ["resolve", "--base", "http://a/"],
    ):
        assert "http://c/" in run(*call, stdin=b"http://c/\n").out


def test_lines_of_standard_input_between_arguments_are_counted_from_one(run):
    outcome = run("resolve", "--base", "http://a/", "http://b:b/", "-", stdin=b"c\nhttp://d:d/\n")
    first, second = outcome.err.splitlines()
    assert first.startswith("urldom: 'http://b:b/'") and second.startswith(
        "urldom: line 2: 'http://d:d/'"
    )


def test_lines_end_in_newlines_with_or_without_a_carriage_return():
    assert lines_of(b"a\r\n\nb\rc\n\x0bd\x85\xe2\x80\xa8\r\r\ne") == [
        "a",
        "",
        "b\rc",
        "\x0bd%85\u2028\r",
        "e",
    ]
    assert lines_of(b"") == []
    assert lines_of(b"\n") == [""]


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\n", codec="utf-8")).map(
            lambda line: line.rstrip("\r")
        )
    ),
    st.integers(1, 9),
)
def test_lines_do_not_depend_on_the_sizes_of_reads(lines, most):
    text = "".join(f"{line}\n" for line in lines)
    assert lines_of(b"\xef\xbb\xbf" + text.encode(), most=most) == lines
    assert (
        lines_of(text.encode("utf-16-le"), "utf-16", most)
        == [line.removeprefix("\ufeff") for line in lines[:1]] + lines[1:]
    )


@given(st.binary(), st.integers(1, 9))
def test_no_byte_is_lost(data, most):
    """Percent-decoding the lines restores the input, if it contains no percent sign and no carriage
    return."""
    data = data.replace(b"%", b"").replace(b"\r", b"").removeprefix(b"\xef\xbb\xbf")
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return  # The data has a byte order mark of another encoding.
    found = "\n".join(lines_of(data, most=most))
    decoded = io.BytesIO()
    for index, part in enumerate(found.split("%")):
        decoded.write(bytes.fromhex(part[:2]) + part[2:].encode() if index else part.encode())
    assert decoded.getvalue() == data.removesuffix(b"\n")


def test_bytes_that_are_not_text_are_percent_encoded(run):
    outcome = run("resolve", "--base", "http://x/", "-", stdin=b"http://a/\xff\xfe?\xe9\n")
    assert outcome == (0, "http://a/%FF%FE?%E9\n", "")
    answer = json.loads(run("get", "--json", stdin=b"http://a/caf\xe9").out)
    assert (answer["input"], answer["result"]["pathname"]) == ("http://a/caf%E9", "/caf%E9")
    assert run("normalize", "http://a/\udcff\udcfe").out == "http://a/%FF%FE\n"
    assert run("set", "http://a/\udce9", "hash=\udce9").out == "http://a/%E9#%E9\n"
    assert run("resolve", "--base", "http://a/\udce9/", "b").out == "http://a/%E9/b\n"


@needs_a_shell
def test_bytes_in_a_shell_argument_are_percent_encoded():
    assert (
        shell("urldom normalize $(printf 'http://a/\\351')", PYTHONUTF8="1").stdout
        == b"http://a/%E9\n"
    )


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        *(
            ("utf-16", "utf-16-le"),
            ("utf-16le", "utf-16"),
            ("utf-16be", "utf-16-be"),
            ("cp1251", "cp1251"),
        ),
        *(("gb18030", "gb18030"), ("iso-2022-jp", "iso2022_jp"), ("utf-8", "utf-16")),
    ],
)
def test_byte_order_mark_overrides_the_input_encoding(run, label, codec):
    word = "京" if codec in ("gb18030", "iso2022_jp") else "я"
    outcome = run(
        "normalize",
        "--input-encoding",
        label,
        stdin=f"http://h/{word}\r\nhttp://h/\n".encode(codec),
    )
    assert outcome == (0, f"{WHATWG.resolve(f'http://h/{word}')}\nhttp://h/\n", "")


@pytest.mark.parametrize(
    "call", [["normalize"], ["get", "--json"], ["resolve", "--base", "http://a/", "-", "-"]]
)
def test_memory_does_not_grow_with_the_lines(monkeypatch, call):
    line, count = b"http://h/" + b"x" * 1000 + b"\n", 5000

    class Lines(io.RawIOBase):
        left = count * len(line)

        def readable(self):
            return True

        def readinto(self, buffer):
            data = (line * (len(buffer) // len(line)))[: self.left]
            self.left -= len(data)
            buffer[: len(data)] = data
            return len(data)

    with open(os.devnull, "w") as nowhere:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Lines(), 1 << 16)))
        monkeypatch.setattr(sys, "stdout", nowhere)
        main(
            ["normalize", "http://h/"]
        )  # After this call, the measured call imports and caches nothing new.
        tracemalloc.start()
        assert main(call) == 0
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < count * len(line) / 4
