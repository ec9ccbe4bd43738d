"""`urldom explain`."""

import json

import pytest

from tests.command.shell import needs_a_shell, shell
from urldom import explain


def test_explain_prints_the_explanation(run):
    expected = str(explain("../é", "http://h/a/b", standard="whatwg"))
    assert run("explain", "../é", "--base", "http://h/a/b") == (0, f"{expected}\n", "")


def test_explain_uses_the_standard_the_encoding_and_assignments(run):
    expected = str(
        explain(
            "http://h/?é", standard="html5", encoding="windows-1252", set={"host": "x", "hash": ""}
        )
    )
    outcome = run(
        "explain", "http://h/?é", "host=x", "hash=", "--standard", "html5", "--encoding", "latin1"
    )
    assert outcome == (0, f"{expected}\n", "")


@pytest.mark.parametrize("arguments", [["x"], ["http://h:x/"], ["http://h/", "port=x"]])
def test_status_is_1_for_an_invalid_url_or_value(run, arguments):
    outcome = run("explain", *arguments)
    assert (outcome.status, outcome.err) == (1, "")
    assert "!" in outcome.out


def test_json_prints_one_object_a_line(run):
    outcome = run("explain", "http://h/", "--json")
    assert json.loads(outcome.out) == {
        "line": 1,
        "input": "http://h/",
        "result": explain("http://h/", standard="whatwg").to_json(),
    }


@pytest.mark.parametrize("assignment", ["x", "hostName=x", "origin=x"])
def test_wrong_assignment_is_a_usage_error(run, assignment):
    assert run("explain", "http://h/", assignment).status == 2


def test_error_about_a_missing_url_names_only_the_url(run):
    assert run("explain").err.endswith("the following arguments are required: URL\n")


def test_wrong_base_is_a_usage_error(run):
    assert run("explain", "x", "--base", "y").status == 2


@needs_a_shell
def test_lines_of_standard_input_are_explained():
    process = shell("urldom explain - --json --base http://h/", b"a\n\xff\n")
    results = [json.loads(line)["result"]["result"] for line in process.stdout.splitlines()]
    assert (process.returncode, results) == (0, ["http://h/a", "http://h/%FF"])


@needs_a_shell
def test_explanations_are_separated_by_an_empty_line():
    process = shell("urldom explain - --base http://h/", b"a\nb\n")
    assert process.stdout.decode().count("\n\nwhatwg, utf-8 against 'http://h/'\n") == 1
