"""The output and the exit status of `compare`."""

import json

import pytest

from urldom.readings import readings

AGREED, TRICK = "http://example.com/é", "http://0x7f.1/"


def test_compare_prints_the_table(run):
    assert run("compare", AGREED) == (0, f"{readings(AGREED)}\n", "")
    assert run("compare", "/x", "--base", "http://h/") == (
        0,
        f"{readings('/x', 'http://h/')}\n",
        "",
    )


def test_status_is_1_if_hosts_differ(run):
    assert run("compare", TRICK) == (1, f"{readings(TRICK)}\n", "")
    assert run("compare", AGREED, TRICK, AGREED).status == 1
    # Only a different server changes the exit status. Other components may differ.
    assert "path" in readings("http://h/a/../b").disagreements
    assert run("compare", "http://h/a/../b", "mailto:a@b").status == 0


def test_tables_are_separated_by_an_empty_line(run):
    tables = f"{readings(AGREED)}\n\n{readings(TRICK)}\n"
    assert run("compare", AGREED, TRICK).out == tables
    assert run("compare", stdin=f"{AGREED}\n{TRICK}\n".encode()) == (1, tables, "")
    assert (
        run("compare", "--input-encoding", "latin1", stdin=AGREED.encode("latin1")).out
        == f"{readings(AGREED)}\n"
    )


@pytest.mark.parametrize("stdin", [b"", f"{TRICK}\r\n\n/x\n".encode()])
def test_json_prints_one_object_a_line(run, stdin):
    outcome = run("compare", "--json", "--base", "http://h/", stdin=stdin)
    assert outcome.status == bool(stdin) and outcome.err == ""
    assert list(map(json.loads, outcome.out.splitlines())) == [
        {"line": number, "input": line, "result": readings(line, "http://h/").to_json()}
        for number, line in enumerate(stdin.decode().splitlines(), 1)
    ]


def test_control_characters_are_escaped(run):
    outcome = run("compare", "http://h/\x1b[31m\u202e", "\x07")
    assert outcome.out.startswith("http://h/\\x1b[31m\\u202e\n")
    assert all(line.isprintable() for line in outcome.out.split("\n"))


@pytest.mark.parametrize(
    ("call", "help"),
    [
        (["--base", "b"], "urldom: the base 'b' is not an absolute URL under whatwg"),
        (["--standard", "html5"], "unrecognized arguments: --standard=html5"),
        (["--keep-bad"], "unrecognized arguments: --keep-bad"),
    ],
)
def test_wrong_call_prints_help(run, call, help):
    outcome = run("compare", "x", *call)
    assert (outcome.status, outcome.out) == (2, "") and help in outcome.err
