"""The output of `get`, `set`, `resolve`, `relative` and `normalize`, and their errors for invalid
input."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import BASES, url_behind_a_start
from urldom import URLDecomposition, resolve
from urldom._core.errors import InvalidURLError
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom.command import main
from urldom.command._streams import one_line

ROW = """\
protocol https:
host     www.example.com:4443
hostname www.example.com
port     4443
pathname /
search   ?
hash
"""
NO_SCHEME = (
    "does not resolve under whatwg: it is a relative URL without a base: add https://, or pass a"
    " base"
)
LINES = b"http://a/x\nb\nHTTP://C\n"
#: Subcommands that read `LINES`, and their results for its two URLs
VERBS = {
    "get": (["get"], None),
    "set": (["set", "-", "hash=h"], ["http://a/x#h", "http://c/#h"]),
    "resolve": (["resolve", "--base", "data:,"], ["http://a/x", "http://c/"]),
    "relative": (["relative", "--base", "http://a/y"], ["x", "//c/"]),
    "normalize": (["normalize"], ["http://a/x", "http://c/"]),
}
each_verb = pytest.mark.parametrize(("call", "results"), VERBS.values(), ids=VERBS.keys())


def test_get_prints_the_attributes_in_order(run):
    # HTML5 2.6.6, the second example table
    assert run("get", "--standard", "html5", "https://www.example.com:4443?") == (0, ROW, "")


def test_get_prints_an_empty_line_between_urls(run):
    outcome = run("get", "http://a/", "http://b/", "--standard", "rfc3986")
    assert outcome.out.split("\n\n") == [
        f"protocol http:\nhost     {host}\nhostname {host}\nport\npathname /\nsearch\nhash{end}"
        for host, end in [("a", ""), ("b", "\n")]
    ]


def test_get_as_json_prints_an_object_of_the_attributes(run):
    outcome = run("get", "--json", "http://u:p@example.com/carrot#question%3f")
    assert json.loads(outcome.out) == {
        "line": 1,
        "input": "http://u:p@example.com/carrot#question%3f",
        "result": {
            "protocol": "http:",
            "host": "example.com",
            "hostname": "example.com",
            "port": "",
            "pathname": "/carrot",
            "search": "",
            "hash": "#question%3f",
            "href": "http://u:p@example.com/carrot#question%3f",
            "origin": "http://example.com",
            "username": "u",
            "password": "p",
        },
    }


def test_get_uses_the_base_and_the_encoding(run):
    outcome = run("get", "?é", "--base", "http://h/p", "--encoding", "latin1", "--json")
    assert json.loads(outcome.out)["result"]["href"] == "http://h/p?%E9"


def test_the_default_standard_is_whatwg_and_names_ignore_case(run):
    assert run("normalize", "HTTP:\\\\A").out == "http://a/\n"
    assert run("normalize", "HTTP://A", "--standard", "HTML5").out == "HTTP://A\n"


def test_set_assigns_several_attributes(run):
    assert (
        run("set", "http://example.com/a", "hostname=example.org", "pathname=/x", "search=a=b").out
        == "http://example.org/x?a=b\n"
    )
    assert run("set", "x", "href=y", "--base", "http://b/").out == "http://b/y\n"


def test_set_rejects_values_that_contradict_each_other(run):
    outcome = run("set", "mailto:a", "href=http://b:1/", "port=2")
    assert outcome.status == 1 and "another value in the same call would replace it" in outcome.err


def test_set_with_an_empty_value_removes_the_component(run):
    assert (
        run(
            "set", "http://u:p@a:8/b?c#d", "username=", "password=", "port=", "search=", "hash="
        ).out
        == "http://a/b\n"
    )


def test_set_removes_and_assigns_parameters(run):
    url = "http://h/?utm_source=x&q=a%20b&utm_b&r=1"
    assert run("set", url, "--without", "utm_*").out == "http://h/?q=a%20b&r=1\n"
    assert (
        run("set", url, "--without", "utm_*", "--without", "q", "--param", "s=é&", "hash=t").out
        == "http://h/?r=1&s=%C3%A9%26#t\n"
    )
    assert (
        run("set", url, "--param", "q=1", "--param=q=2", "--without=*").out == "http://h/?q=1&q=2\n"
    )
    assert run("set", url, "search=a=1", "--param", "b=").out == "http://h/?a=1&b=\n"
    assert run("set", url, "--param", "q").err.endswith("--param must be NAME=VALUE, not 'q'\n")


def test_default_scheme_is_for_urls_without_one(run):
    lines = b"example.com/x\nlocalhost:8080\n/x\nmailto:a@b\n"
    outcome = run("normalize", "--default-scheme", "https", stdin=lines)
    assert outcome.out == "https://example.com/x\nhttps://localhost:8080/\nmailto:a@b\n"
    assert outcome.status == 1 and outcome.err.startswith("urldom: line 3: ")
    assert (
        run("get", "example.com", "--default-scheme", "https", "--only", "href").out
        == "https://example.com/\n"
    )
    assert (
        run("set", "example.com", "hash=a", "--default-scheme=ftp").out == "ftp://example.com/#a\n"
    )
    assert run("normalize", "example.com").status == 1
    outcome = run("get", "example.com", "--default-scheme", "https:")
    assert (
        outcome.status == 2
        and "it must be a scheme without a colon, such as https, not 'https:'" in outcome.err
    )


def test_name_of_a_file_is_reported_with_the_way_to_read_it(run, tmp_path):
    file = tmp_path / "urls.txt"
    file.write_text("http://h/")
    for call in (["get"], ["normalize"], ["resolve", "--base", "data:,"]):
        outcome = run(*call, str(file))
        assert outcome.status == 1
        assert outcome.err.endswith(
            f"(a command takes URLs: to read the lines of this file, pass - < {file})\n"
        )


def test_set_reports_the_reason_for_a_rejected_value(run):
    assert run("set", "http://example.com/a", "port=99999") == (
        1,
        "",
        "urldom: port cannot be set to '99999': the port is greater than 65535\n",
    )


@pytest.mark.parametrize(
    ("assignment", "reason"),
    [
        ("hostname=evil.com/.tenants.example.com", 'a host cannot contain "/", at 8'),
        ("hostname=evil.com?.tenants.example.com", 'a host cannot contain "?", at 8'),
        ("hostname=evil.com\\.tenants.example.com", 'a host cannot contain "\\", at 8'),
        ("hostname=evil.com#.tenants.example.com", 'a host cannot contain "#", at 8'),
        ("port=80abc", "a port can contain only digits, at 2"),
        ("host=b:99x", "a port can contain only digits, at 4"),
        ("hash=a\tb", "a tab would be removed, at 1"),
        ("pathname=/a\nb", "a newline would be removed, at 2"),
    ],
)
def test_set_rejects_a_partly_used_value(run, assignment, reason):
    outcome = run("set", "https://b.tenants.example.com/", "search=x", assignment)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.endswith(f": {reason}\n") and outcome.err.count("\n") == 1
    lines = run(
        "set", "-", assignment, "--keep-bad", stdin=b"https://b.tenants.example.com/\nhttp://h/\n"
    )
    assert (lines.status, lines.out) == (1, "\n\n")


def test_set_reports_the_reason_for_an_invalid_url(run):
    assert run("set", "-", "hostname=b", stdin=b"x\nhttp://a/\n") == (
        1,
        "http://b/\n",
        f"urldom: line 1: 'x' {NO_SCHEME}\n",
    )
    reason = "it is a relative URL without a base: add https://, or pass a base"
    assert run("set", "x", "href=y") == (1, "", f"urldom: href cannot be set to 'y': {reason}\n")


def test_resolve_prints_absolute_urls(run):
    outcome = run(
        "resolve", "--standard", "html5", "--base", "http://a/b/c/d;p?q", "../g", "?y", "//h"
    )
    assert outcome == (0, "http://a/b/g\nhttp://a/b/c/d;p?y\nhttp://h\n", "")


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_resolve_matches_the_function(run, standard):
    base = "http://a/b/c/d;p?q"
    references = [
        "",
        "g",
        "../..//x",
        "//h:x",
        "http:",
        "http:g",
        "?y#z",
        "#a b",
        "\\\\h",
        "é?é",
        "mailto:a@b",
        "h:/\x7f",
    ]
    call = ("resolve", "--base", base, "--standard", standard, "--")
    for reference in references:
        try:
            expected = f"{resolve(reference, base, standard=standard)}\n"
        except InvalidURLError as error:
            assert run(*call, reference) == (1, "", f"urldom: {error}\n")
        else:
            assert run(*call, reference) == (0, expected, "")


@pytest.mark.parametrize("standard", STANDARD_NAMES)
@given(
    st.lists(url_behind_a_start.filter("-".__ne__), min_size=1, max_size=5), st.sampled_from(BASES)
)
def test_relative_matches_the_object_and_resolves_back(standard, urls, base):
    """One call of the command has all URLs as arguments."""
    urls = [url.encode("utf-8", "replace").decode() for url in urls]
    views = [URLDecomposition(url, standard=standard) for url in urls]
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
        status = main(
            ["relative", "--base", base, "--standard", standard, "--keep-bad", "--", *urls]
        )
    found = out.getvalue().removesuffix("\n").split("\n")
    assert status == (0 if all(views) else 1)
    assert found == [
        one_line(view.relative_to(base), terminal=False) if view else "" for view in views
    ]
    for view, reference in zip(views, found, strict=True):
        if view and "%0" not in reference:  # A line break is percent-encoded as %0A.
            assert str(resolve(reference, base, standard=standard)) == view.href


def test_the_reference_to_the_base_itself_is_empty(run):
    outcome = run("relative", "--base", "http://h/a?b", "http://h/a?b", "http://h/a", "--json")
    assert [json.loads(line)["result"] for line in outcome.out.splitlines()] == ["", "a"]


def test_relative_accepts_only_absolute_urls(run):
    outcome = run("relative", "--base", "http://h/a", "b", "http://h/c")
    assert (outcome.status, outcome.out) == (1, "c\n")
    assert outcome.err.startswith(
        "urldom: 'b' does not resolve under whatwg: it is a relative URL without a base"
    )


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_normalize_accepts_only_absolute_urls(run, standard):
    outcome = run("normalize", "http://a/b/../c", "b", "//a/", "--standard", standard)
    assert (outcome.status, outcome.err.count("\n")) == (1, 2)
    assert outcome.out == URLDecomposition("http://a/b/../c", standard=standard).href + "\n"


@each_verb
def test_json_has_one_result_for_each_line(run, call, results):
    outcome = run(*call, "--json", stdin=LINES)
    first, second, third = map(json.loads, outcome.out.splitlines())
    assert outcome.status == 1
    assert [(answer["line"], answer["input"]) for answer in (first, second, third)] == [
        (1, "http://a/x"),
        (2, "b"),
        (3, "HTTP://C"),
    ]
    found = [first["result"], third["result"]]
    assert (found if results else [answer["href"] for answer in found]) == (
        results or ["http://a/x", "http://c/"]
    )
    assert "result" not in second
    assert outcome.err == f"urldom: line 2: {second['error']}\n"


@each_verb
def test_invalid_line_is_reported_by_number_and_can_be_kept(run, call, results):
    default_outcome, keep_outcome = run(*call, stdin=LINES), run(*call, "--keep-bad", stdin=LINES)
    assert default_outcome.status == keep_outcome.status == 1
    assert default_outcome.err == keep_outcome.err
    assert (
        default_outcome.err.startswith("urldom: line 2: 'b' does not resolve")
        and default_outcome.err.count("\n") == 1
    )
    if results:
        assert default_outcome.out == "".join(f"{result}\n" for result in results)
        assert keep_outcome.out.splitlines() == [results[0], "", results[1]]
    else:
        first, second = default_outcome.out.split("\n\n")
        names = [f"{line.split()[0]}\n" for line in first.splitlines()]
        assert keep_outcome.out == f"{first}\n\n{''.join(names)}\n{second}"


def test_invalid_argument_is_reported_without_a_line_number(run):
    outcome = run("normalize", "--json", "http://a/", "b")
    assert outcome.err.startswith("urldom: 'b' does not")
    assert json.loads(outcome.out.splitlines()[1])["line"] == 2


def test_json_is_not_escaped_to_ascii(run):
    assert '"input": "http://é/☃"' in run("normalize", "--json", "http://é/☃").out


@pytest.mark.parametrize(
    ("standard", "fragment"), [("html5", "#x%0D%0Ay"), ("whatwg", "#xy"), ("rfc1808", "#x%0D%0Ay")]
)
def test_a_line_break_in_a_url_is_percent_encoded(run, standard, fragment):
    url = "http://a/#x\r\ny"
    assert f"hash     {fragment}\n" in run("get", "--standard", standard, url).out
    assert run("set", "--standard", standard, url, "pathname=/").out == f"http://a/{fragment}\n"
    assert (
        run("resolve", "--standard", standard, "--base", "http://b/", url).out
        == f"http://a/{fragment}\n"
    )
    assert (
        json.loads(run("normalize", "--standard", standard, "--json", url).out)["result"]
        == f"http://a/{fragment}"
    )


@pytest.mark.parametrize("call", [["get", "-"], ["set", "-", "hash=x"]])
def test_invalid_base_is_reported_once_with_status_2(run, call):
    reason = "it is a relative URL without a base: add https://, or pass a base"
    expected = (2, "", f"urldom: the base 'b' is not an absolute URL under whatwg: {reason}\n")
    assert run(*call, "--base", "b", stdin=b"x\nhttp://a/\n") == expected
    for verb in "resolve", "relative":
        assert run(verb, "--base", "b", stdin=b"x\n" * 1000) == expected


@pytest.mark.parametrize(
    "base", ["http:example.com", "HTTP:/example.com", "http:\\\\example.com/a"]
)
def test_resolve_accepts_a_base_that_resolves_without_a_base(run, base):
    assert run("resolve", "--base", base, "b") == (0, "http://example.com/b\n", "")
    assert run("normalize", "--base", base, "b").status == 2
    assert run("set", "--base", base, "b", "hash=c").out == "http://example.com/b#c\n"


def test_option_only_prints_the_attributes_on_one_line(run):
    lines = b"http://user@a:8/x?y\nb\nhttp://c/\n"
    assert run("get", "--only", "hostname", stdin=lines).out == "a\nc\n"
    outcome = run("get", "--only=host,search,href", "--keep-bad", stdin=lines)
    assert outcome.out == "a:8\t?y\thttp://user@a:8/x?y\n\t\t\nc\t\thttp://c/\n"
    assert outcome.err.startswith("urldom: line 2: ")
    answer = json.loads(run("get", "--json", "--only", "port,host", "http://a:8/").out)
    assert list(answer["result"].items()) == [("port", "8"), ("host", "a:8")]
    assert (
        run("get", "--only", "hash,port", "--standard", "html5", "http://a:8/#\tb").out
        == "#%09b\t8\n"
    )


@each_verb
def test_each_line_is_parsed_once(run, monkeypatch, call, results):
    grammar = find_engine("whatwg").grammar
    cut, count = grammar.cut, []
    monkeypatch.setattr(
        grammar, "cut", lambda *arguments: count.append(arguments[0]) or cut(*arguments)
    )
    assert (
        run(*call, "--json", stdin=b"".join(b"http://h/%d\n" % n for n in range(100))).status == 0
    )
    assert len([url for url in count if url.startswith("http://h/")]) == 100
    assert run(*call, stdin=b"http://bad host/\n" * 100).status == 1
    assert count.count("http://bad host/") == 100
