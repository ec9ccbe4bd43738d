"""Valid calls with their options in any order, and the help that wrong calls print."""

import json
import re
import subprocess
import sys

import pytest

from tests.command.shell import needs_a_shell, shell
from tests.standards import RFCS
from urldom.command import _arguments as arguments
from urldom.command import main


def test_options_can_be_anywhere(run):
    expected = run("resolve", "--standard", "html5", "--json", "--base", "http://A/", "b", "c").out
    assert json.loads(expected.splitlines()[1])["result"] == "http://A/c"
    for call in (
        ["--standard", "html5", "--json", "resolve", "--base", "http://A/", "b", "c"],
        ["resolve", "b", "--json", "--base=http://A/", "--standard=html5", "c"],
        ["--json", "--base", "http://A/", "resolve", "b", "c", "--standard", "html5"],
    ):
        assert run(*call) == (0, expected, "")


def test_url_that_begins_with_a_hyphen_follows_two_hyphens(run):
    assert (
        run("resolve", "--base", "http://a/", "--", "-b", "--json", "-").out
        == "http://a/-b\nhttp://a/--json\n"
    )
    assert run("get", "--base", "http://a/", "--json", "--", "-b").out.startswith(
        '{"line": 1, "input": "-b"'
    )
    assert run("set", "--base", "http://a/", "--", "-b", "hash=c").out == "http://a/-b#c\n"
    assert (
        run("resolve", "--base", "http://a/", "--", "a", "--", "--", "-").out
        == "http://a/a\nhttp://a/--\nhttp://a/--\n"
    )
    assert run("resolve", "--base", "http://a/", "--", "=b").out == "http://a/=b\n"
    assert run("get", "--base", "-b").err.startswith("urldom: the base '-b' is not an absolute URL")
    assert "-- -x" in run("resolve", "--help").out


def names_in(option: str) -> list[str]:
    return re.findall(r"(?:^| )(--?\w[\w-]*)", option)


def test_documented_options_match_the_parser():
    parser, verbs = arguments.parsers()
    helps = "".join(each.format_help() for each in (parser, *verbs.values()))
    # From Python 3.13, only the last name of an option is followed by its value.
    options = re.findall(r"^  (-\S+(?: \S+)*)", helps, re.MULTILINE)
    with_value = [option for option in options if not option.split()[-1].startswith("-")]
    assert (
        {name for option in with_value for name in names_in(option)}
        == arguments.WITH_VALUE
        != set()
    )
    assert {
        name for option in options for name in names_in(option)
    } - arguments.WITH_VALUE == arguments.WITHOUT_VALUE


VERBS = arguments.parsers()[1]


def examples_of(verb: str) -> list[str]:
    title, *lines = VERBS[verb].format_help().partition("\n\n")[0].split("\n")
    assert title == "Examples:"
    return [line.removeprefix("  ") for line in lines]


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_subcommand_begins_with_two_examples(run, verb):
    assert run(verb, "--help") == (0, VERBS[verb].format_help(), "")
    assert [example.startswith(f"urldom {verb} ") for example in examples_of(verb)] == [True, True]


@needs_a_shell
@pytest.mark.parametrize("verb", VERBS)
def test_examples_of_a_subcommand_work(verb, tmp_path):
    if verb == "links":
        pytest.importorskip("lxml")
    (tmp_path / "urls.txt").write_text(
        "http://example.com/a\nhttps://example.org/b?c\nhttps://www.example.com/\n"
    )
    (tmp_path / "scope.txt").write_text("# a comment\n\nhttps://example.com/*\n")
    (tmp_path / "links.txt").write_text("../d\n?e\n")
    (tmp_path / "folder").mkdir()
    for name in ("page.html", "folder/page.html"):
        (tmp_path / name).write_text("<a href=f>")
    for example in examples_of(verb):
        process = shell(f"cd {tmp_path} && {example}")
        assert process.stdout and not process.stderr
        assert process.returncode == (1 if "evil" in example and verb == "compare" else 0)


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_subcommand_lists_only_its_options(verb):
    help = VERBS[verb].format_help()
    verb_options = {*re.findall(r"--[a-z][\w-]*", VERBS[verb].format_usage()), "--help"}
    verb_options |= {"--base"} if verb == "links" else set()  # another name of --address
    assert {*re.findall(r"--[a-z][\w-]*", help)} == verb_options
    assert [other for other in VERBS if other != verb and f"urldom {other}" in help] == []
    assert ("rejected" in help) == (verb in ("set", "explain"))
    assert ("standard input is utf-8" in help.lower()) == ("--input-encoding" in verb_options)
    assert "argcomplete" not in help


@pytest.mark.parametrize(
    ("verb", "option"),
    [("explain", "--keep-bad"), ("compare", "--keep-bad"), ("compare", "--standard=html5")],
)
def test_option_without_effect_is_a_usage_error(run, verb, option):
    outcome = run(verb, option, "http://a/")
    assert (outcome.status, outcome.out) == (2, "")
    assert f"unrecognized arguments: {option}" in outcome.err


@pytest.mark.parametrize(
    ("call", "help"),
    [
        ([], "{get,set,resolve,relative,normalize,explain,compare,match,links}"),
        (["--json"], "{get,set,resolve,relative,normalize,explain,compare,match,links}"),
        (
            ["--standard", "html5"],
            "{get,set,resolve,relative,normalize,explain,compare,match,links}",
        ),
        (["http://a/"], "invalid choice: 'http://a/'"),
        (["http://u:secret@a/"], "invalid choice: 'http://u:***@a/'"),
        (["resolve", "http://a/", "b"], "the following arguments are required: --base"),
        (["relative", "http://a/", "http://a/b"], "the following arguments are required: --base"),
        (["relative", "--base", "/a"], "the base '/a' is not an absolute URL under whatwg"),
        (["get", "http://a/", "--standard", "rfc1738"], "whatwg"),
        (["get", "http://a/", "--encoding", "utf-9"], "--encoding: unknown encoding label 'utf-9'"),
        (["get", "http://a/", "--input-encoding", "iso-2022-kr"], "never decoded"),
        (["get", "-x"], "unknown option '-x': write -- before a URL that begins with a hyphen"),
        (
            ["get", "--attribute", "hostname", "http://a/"],
            "unknown option '--attribute': --help lists the options of each subcommand",
        ),
        (["get", "-1", "http://a/"], "unknown option '-1'"),
        (["get", "--x y"], "unknown option '--x y'"),
        (["get", "--nope\x1b[31m"], "unknown option '--nope\\x1b[31m'"),
        (["get", "--jobs", "\x1b[31m"], "unrecognized arguments: --jobs=\\x1b[31m"),
        (["get", "http://a/", "--base"], "the option --base needs a value"),
        (
            ["get", "--only", "host,nope"],
            "unknown attribute 'nope' under whatwg: use one of protocol, host",
        ),
        (
            ["get", "--only", "origin", "--standard", "html5"],
            "unknown attribute 'origin' under html5",
        ),
        (["set", "http://a/", "hostname"], "NAME=VALUE"),
        (
            ["set", "http://a/", "hots=b"],
            "'hots' cannot be assigned under whatwg: use one of protocol",
        ),
        (["set", "http://a/", "origin=b"], "'origin' cannot be assigned under whatwg"),
        (["set", "http://a/", "username=b", "--standard", "html5"], "under html5"),
        (["set", "http://a/", "hostname=b", "hostname=c"], "hostname is assigned twice"),
        (["set", "http://a/"], "no assignment is given: urldom set URL NAME=VALUE"),
        (["set", "hostname=x"], "(use - as URL for standard input)"),
        (["get", "--only", "host,port, host"], "host is named twice"),
        (["links"], "FILE"),
        (["links", "a.html", "--jobs", "0"], "1 or greater, not '0'"),
        (["links", "a.html", "--jobs", "٣"], "1 or greater"),
        (["links", "-", "--address", "b"], "the address 'b' is not an absolute URL under whatwg"),
        (["links", "http://a/b.html"], "'http://a/b.html' is a URL, but links reads files"),
        (
            ["links", "a.html", "b.html", "--address", "http://a/"],
            "--address needs one file or folder, not 2",
        ),
        (["links", "a.html", "-"], "pass one as --address"),
    ],
)
def test_wrong_call_prints_help(run, call, help):
    outcome = run(*call, stdin=b"<a href=x>")
    assert (outcome.status, outcome.out) == (2, "")
    assert help in outcome.err


@pytest.mark.parametrize(
    "url", ["http://u:secret@[a/", "http://u:secret/x@[a/", "http:u:secret@[a/"]
)
@pytest.mark.parametrize(
    "call",
    [
        [],
        *(
            ["get", option]
            for option in (
                "--standard",
                "--encoding",
                "--input-encoding",
                "--default-scheme",
                "--jobs",
            )
        ),
        *(["links", "a.html", option] for option in ("--jobs", "--address", "--base")),
        ["resolve", "b", "--base"],
        ["set", "http://a/"],
    ],
)
def test_message_about_a_wrong_call_has_no_password(run, call, url):
    outcome = run(*call, url)
    assert (outcome.status, outcome.out) == (2, "")
    assert "u:***@[a/" in outcome.err and "secret" not in outcome.err


def test_option_without_a_value_rejects_one(run):
    message = "urldom: the option --json does not accept a value\n"
    assert run("get", "--json=http://u:secret@[a/", "http://a/") == (2, "", message)


def test_links_of_standard_input_needs_an_address(run):
    message = "urldom: standard input has no address: pass one as --address\n"
    assert run("links", "-", stdin=b"<a href=x>") == (2, "", message)
    assert run("links", "-", "--address", "http://h/", stdin=b"<a href=x>") == (
        0,
        "http://h/x\n",
        "",
    )


@pytest.mark.parametrize(
    "call",
    [
        ["b" * 10**6],
        ["get", "http://a/", "--" + "b" * 10**6],
        ["get", "--standard", "b" * 10**6],
        ["get", "--encoding", "b" * 10**6],
        ["get", "b" * 10**6],
        ["get", "http://" + "b" * 10**6 + ":c/"],
        ["set", "http://a/", "protocol=" + "1" * 10**6],
        ["set", "http://a/", "b" * 10**6 + "="],
        ["set", "http://a/", "b" * 10**6],
        ["resolve", "--base", "b" * 10**6],
        ["links", "b" * 10**6],
        ["links", "http://" + "b" * 10**6],
        ["links", "a", "--address", "b" * 10**6],
        ["links", "a", "--jobs", "9" * 10**6],
    ],
)
def test_messages_about_long_arguments_are_short(run, call):
    outcome = run(*call)
    assert outcome.status in (1, 2)
    assert 10 < len(outcome.err) < 1500


def test_message_is_one_line_without_controls(run):
    assert run("links", "a\x1b[31m\nb").err == "urldom: a\\x1b[31m\\nb: No such file or directory\n"


def test_version_is_printed(run):
    for call in (["--version"], ["get", "--version"], ["--json", "--version"]):
        assert re.fullmatch(r"urldom \d+\.\d+\.\d+\S*\n", run(*call).out)


def test_help_explains_completion_and_exit_statuses(run):
    outcome = run("--help")
    assert outcome.status == 0
    assert (
        'eval "$(register-python-argcomplete urldom)"' in outcome.out
        and "The exit status is 0 if all went well, 1 if" in outcome.out
    )


def complete(
    line: str, tmp_path, program: str = "from urldom.command import main; main()"
) -> list[str]:
    """Return the completions that argcomplete's shell function receives."""
    answer = tmp_path / "answer"
    environment = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_IFS": "\n",
    }
    environment |= {"COMP_LINE": line, "COMP_POINT": str(len(line))}
    subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, timeout=60
    )
    return answer.read_text().split("\n")


def test_shell_completes_options_and_values(tmp_path):
    pytest.importorskip("argcomplete")
    assert {"get", "set", "resolve", "relative", "normalize", "compare", "links"} <= {
        word.strip() for word in complete("urldom ", tmp_path)
    }
    names = RFCS
    assert [word.strip() for word in complete("urldom get --standard r", tmp_path)] == names
    with open(sys.modules[main.__module__].__file__) as source:
        # argcomplete searches only these characters for its marker.
        assert "PYTHON_ARGCOMPLETE_OK" in source.read(1024)


def test_completion_without_argcomplete_says_what_to_install(run, monkeypatch):
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    monkeypatch.setitem(sys.modules, "argcomplete", None)
    assert run("get") == (2, "", "urldom: completion needs argcomplete: pip install argcomplete\n")


def test_optional_modules_are_imported_on_first_use():
    program = """
import sys
before = set(sys.modules)
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.command import main
main(["resolve", "--base", "http://a/", "b", "-"])
print(sorted({"rich", "argcomplete", "json", "urldom.trees", "concurrent", "xml"} & set(sys.modules) - before))
"""
    process = subprocess.run(
        [sys.executable, "-c", program], input=b"c\n", capture_output=True, check=True
    )
    assert process.stdout.split(b"\n") == [b"http://a/b", b"http://a/c", b"[]", b""]
