"""The command, called as a user calls it."""

import io
import json
import subprocess
import sys

import pytest

from urldom.command import main

ROW = """\
protocol https:
host     www.example.com:4443
hostname www.example.com
port     4443
pathname /
search   ?
hash
"""


class Outcome:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(capsys, monkeypatch):
    def run(*arguments: str, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        status = main(arguments)
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run


def test_get_prints_the_row_of_the_specification(run):
    # HTML5 2.6.6, the second example table
    outcome = run("get", "https://www.example.com:4443?")
    assert (outcome.status, outcome.out, outcome.err) == (0, ROW, "")


def test_get_as_json(run):
    outcome = run("get", "--json", "http://example.com/carrot#question%3f")
    assert json.loads(outcome.out) == {
        "protocol": "http:",
        "host": "example.com",
        "hostname": "example.com",
        "port": "",
        "pathname": "/carrot",
        "search": "",
        "hash": "#question%3f",
    }


def test_get_with_a_base_and_an_encoding(run):
    outcome = run("get", "?é", "--base", "http://h/p", "--encoding", "latin1", "--json")
    assert json.loads(outcome.out)["search"] == "?%E9"


def test_get_under_whatwg_has_its_attributes(run):
    outcome = run("get", "--standard", "whatwg", "--json", "HTTP://u:p@EXAMPLE.com")
    attributes = json.loads(outcome.out)
    assert attributes["href"] == "http://u:p@example.com/"
    assert (attributes["origin"], attributes["username"], attributes["password"]) == ("http://example.com", "u", "p")


def test_get_reads_lines_and_goes_on_after_a_bad_one(run):
    outcome = run("get", "-", "--json", stdin="http://a/\n1a:b\nhttp://b/\n")
    assert outcome.status == 1
    assert [json.loads(line)["host"] for line in outcome.out.splitlines()] == ["a", "b"]
    assert outcome.err.splitlines() == [
        "urldom: '1a:b' does not resolve under html5: the first segment of a relative URL holds a colon"
    ]


def test_set(run):
    outcome = run("set", "http://example.com/a", "hostname=example.org", "pathname=/x", "search=a=b")
    assert (outcome.status, outcome.out) == (0, "http://example.org/x?a=b\n")


def test_set_says_why_a_value_is_rejected(run):
    outcome = run("set", "http://example.com/a", "port=99999")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "urldom: port cannot be set to '99999': the port is greater than 65535\n"


def test_resolve(run):
    outcome = run("resolve", "http://a/b/c/d;p?q", "../g", "?y", "//h")
    assert (outcome.status, outcome.out) == (0, "http://a/b/g\nhttp://a/b/c/d;p?y\nhttp://h\n")


def test_resolve_reads_lines(run):
    outcome = run("resolve", "http://a/b", stdin="c\n\nhttp://a:b/\nd\r\n")
    assert (outcome.status, outcome.out.splitlines()) == (1, ["http://a/c", "http://a/b", "http://a/d"])
    assert outcome.err.count("\n") == 1


def test_a_hyphen_is_standard_input(run):
    assert run("resolve", "http://a/", "b", "-", "./-", stdin="c\nd\n").out.split() == [
        "http://a/b",
        "http://a/c",
        "http://a/d",
        "http://a/-",
    ]


def test_resolve_says_once_that_its_base_is_bad(run):
    outcome = run("resolve", "b", stdin="x\n" * 1000)
    assert outcome.status == 1
    assert outcome.err == "urldom: the base 'b' is no absolute URL under html5\n"


def test_a_url_with_a_line_break_stays_one_line(run):
    assert run("resolve", "http://a/", "#x\ny").out == "http://a/#x\\ny\n"


@pytest.mark.parametrize(
    ("arguments", "help"),
    [
        ([], "get,set,resolve,links"),
        (["get"], "URL"),
        (["get", "http://a/", "--standard", "rfc1738"], "whatwg"),
        (["get", "http://a/", "--encoding", "utf-9"], "'utf-9' is no label"),
        (["set", "http://a/", "hostname"], "NAME=VALUE"),
        (["set", "http://a/", "hots=b"], "hostname"),
        (["set", "http://a/"], "NAME=VALUE"),
        (["links", "no-such-file.html"], "no-such-file.html"),
        (["links", "-", "--address", "b"], "no absolute URL"),
    ],
)
def test_a_wrong_call_helps(run, arguments, help):
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert help in outcome.err


def test_a_file_that_cannot_be_read_is_named(run, tmp_path):
    assert run("links", str(tmp_path)).err == f"urldom: {tmp_path}: Is a directory\n"


def test_as_a_module_with_undecodable_bytes_and_a_closed_pipe(tmp_path):
    lines = tmp_path / "lines"
    lines.write_bytes(b"".join(b"caf\xe9#\xff%d\n" % number for number in range(20_000)))
    with lines.open("rb") as stdin:
        process = subprocess.Popen(
            [sys.executable, "-m", "urldom", "resolve", "http://a/"],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    assert process.stdout and process.stderr
    assert process.stdout.readline().startswith(b"http://a/caf")
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("call", [["get", "-"], ["set", "-", "hash=x"]])
def test_a_base_that_is_no_url_is_said_once(run, call):
    outcome = run(*call, "--base", "b", stdin="x\nhttp://a/\n")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "urldom: the base 'b' is no absolute URL under html5\n"


def test_set_says_why_there_is_no_url(run):
    outcome = run("set", "-", "hostname=b", stdin="x\nhttp://a/\n")
    assert (outcome.status, outcome.out) == (1, "http://b/\n")
    assert outcome.err == "urldom: 'x' does not resolve under html5: it is relative and there is no base URL\n"
    assert run("set", "x", "href=http://a/", "--standard", "whatwg").out == "http://a/\n"


@pytest.mark.parametrize(
    "call",
    [["set", "http://a/", "protocol=" + "1" * 1000], ["resolve", "b" * 1000], ["set", "http://a/", "n" * 1000 + "="]],
)
def test_no_message_is_as_long_as_what_it_is_about(run, call):
    assert len(run(*call).err) < 500


def test_what_resolve_lacks_is_its_base(run):
    outcome = run("resolve")
    assert outcome.status == 2 and outcome.err.endswith("the following arguments are required: BASE\n")
