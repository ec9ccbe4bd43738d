"""The output of `match`, and its exit status, which has the meaning of grep's exit status."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.command.shell import needs_a_shell, shell

LINES = b"https://a.example.com/x\nnot a URL\n\nHTTPS://EXAMPLE.com/user/7\r\nhttps://example.org/User/8\n"


def test_matching_lines_are_printed_verbatim(run: Any) -> None:
    assert run("match", "https://{*.}?example.com/*", stdin=LINES) == (
        0,
        "https://a.example.com/x\nHTTPS://EXAMPLE.com/user/7\n",
        "",
    )


def test_urls_can_be_arguments(run: Any) -> None:
    assert (
        run("match", "https://*/x", "https://a/x", "https://b/y", "https://c/x").out
        == "https://a/x\nhttps://c/x\n"
    )
    assert (
        run("match", "https://*/x", "https://a/x", "-", stdin=b"https://b/x\n").out
        == "https://a/x\nhttps://b/x\n"
    )


def test_invert_prints_lines_that_do_not_match_or_are_not_urls(run: Any) -> None:
    outcome = run("match", "-v", "https://{*.}?example.com/*", stdin=LINES)
    assert outcome == (0, "not a URL\n\nhttps://example.org/User/8\n", "")


@pytest.mark.parametrize(
    ("call", "status", "out"),
    [
        (["-c", "https://*.com/*"], 0, "2\n"),
        (["--count", "-v", "https://*.com/*"], 0, "3\n"),
        (["-vc", "https://*.com/*"], 0, "3\n"),
        (["-vci", "https://*.com/*"], 0, "3\n"),
        (["--count", "https://nowhere/"], 1, "0\n"),
        (["-c", "--json", "https://nowhere/"], 1, '{"count": 0}\n'),
        (["https://nowhere/"], 1, ""),
        (["-v", "-e", "https://*/*", "-e", "https://a/"], 0, "not a URL\n\n"),
        (
            ["-i", "https://*/user/:id"],
            0,
            "HTTPS://EXAMPLE.com/user/7\nhttps://example.org/User/8\n",
        ),
        (["--base", "https://example.com/a", "/user/:id"], 0, "HTTPS://EXAMPLE.com/user/7\n"),
        (["--base", "https://h/a/", "/a/:id"], 0, "not a URL\n"),
    ],
)
def test_option_has_the_expected_output_and_status(
    run: Any, call: list[str], status: int, out: str
) -> None:
    assert run("match", *call, stdin=LINES) == (status, out, "")


def test_json_includes_the_line_number_and_the_groups(run: Any) -> None:
    outcome = run("match", "--json", "https://*/:kind/:id", "-", stdin=LINES)
    pattern = {"protocol": "https", "port": "", "pathname": "/:kind/:id"}
    assert [json.loads(line) for line in outcome.out.splitlines()] == [
        {
            "line": number,
            "input": url,
            "result": {"pattern": pattern, "groups": {"kind": kind, "id": id}},
        }
        for number, url, kind, id in [
            (4, "HTTPS://EXAMPLE.com/user/7", "user", "7"),
            (5, "https://example.org/User/8", "User", "8"),
        ]
    ]
    outcome = run("match", "--json", "-v", "https://*/*", stdin=LINES)
    assert [json.loads(line) for line in outcome.out.splitlines()] == [
        {"line": number, "input": line, "result": None}
        for number, line in [(2, "not a URL"), (3, "")]
    ]


def test_patterns_can_come_from_standard_input(run: Any) -> None:
    call = ["match", "-f", "-", "https://a/x", "https://b/"]
    assert run(*call, stdin=b"# hosts\nhttps://a/*\n") == (0, "https://a/x\n", "")
    outcome = run("match", "-f", "-", stdin=b"https://a/*\n")
    assert (outcome.status, outcome.out) == (2, "")
    assert "both the patterns and the URLs" in outcome.err


def test_patterns_can_come_from_files(run: Any, tmp_path: Any) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"\xef\xbb\xbf# hosts\r\n\r\n  https://a.example.com/*  \r\n")
    second.write_text("https://example.org/*\n")
    assert run(
        "match", "-f", str(first), "--file", str(second), "-e", "http://x/", stdin=LINES
    ).out == ("https://a.example.com/x\nhttps://example.org/User/8\n")
    second.write_text("# nothing\n")
    assert run("match", "-f", str(second), stdin=LINES) == (1, "", "")
    second.write_text("https://a/\n\nhttps://u:\\:secret@a/(\n")
    outcome = run("match", "-f", str(second), stdin=LINES)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"{second}, line 3: " in outcome.err
    assert "a parenthesis is not closed" in outcome.err
    assert "secret" not in outcome.err


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ([], "urldom match PATTERN [URL ...]"),
        (["https://a/("], "a parenthesis is not closed"),
        (["/a"], "begin it with https://"),
        (["-f", "/nowhere/at/all"], "/nowhere/at/all: No such file or directory"),
        (["-e"], "the option -e needs a value"),
        (["--base", "b", "https://a/"], "the base 'b' is not an absolute URL"),
        (["--keep-bad", "https://a/"], "unrecognized arguments: --keep-bad"),
        (["-x", "https://a/"], "unknown option '-x'"),
    ],
)
def test_wrong_call_has_status_2(run: Any, call: list[str], words: str) -> None:
    outcome = run("match", *call, stdin=LINES)
    assert (outcome.status, outcome.out) == (2, "")
    assert words in outcome.err


def test_many_lines_keep_their_numbers(run: Any) -> None:
    lines = [f"https://h/{'a' if number % 3 else 'b'}{number}" for number in range(1, 20_001)]
    outcome = run("match", "--json", "https://h/b*", stdin="\n".join(lines).encode())
    found = [json.loads(line) for line in outcome.out.splitlines()]
    assert [each["line"] for each in found] == [*range(3, 20_001, 3)]


def test_bytes_that_are_not_text_are_percent_encoded(run: Any) -> None:
    assert (
        run("match", "http://a/:x", stdin=b"http://a/\xff\nhttp://a/\xc3\xa9\n").out
        == "http://a/%FF\nhttp://a/é\n"
    )


@needs_a_shell
def test_match_ends_if_its_reader_stops() -> None:
    process = shell("yes https://a/ | urldom match 'https://a/' | head -1")
    assert (process.stdout, process.stderr) == (b"https://a/\n", b"")
