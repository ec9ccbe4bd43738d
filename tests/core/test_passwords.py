"""No `repr` and no error message shows a password. Only `str`, `href` and the attributes contain
it."""

from __future__ import annotations

import io
import json
import logging
import pickle
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urldom
from tests.cases import each_case
from urldom import (
    RFC1808,
    URL,
    BaseChain,
    Document,
    Element,
    URLDecomposition,
    URLPattern,
    URLPatternList,
    URLPatternMap,
    columns,
    explain,
    hosts,
    html5,
    http,
    parse,
    readings,
    resolve,
    rfc1808,
    rfc2396,
    rfc3986,
    trees,
    whatwg,
)
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.command import main
from urldom.readings import AmbiguousURLError, require_agreement

SECRET = "Pa55w0rd"
EVERY = URLPattern("*://*/:first*")


def markup(url: str) -> Any:
    return trees.parse(f'<a href="{url}">', "http://h/", parser="lxml")


#: Operations on a URL with a password, by name
USES: dict[str, Callable[[str], object]] = {
    "URL": URL,
    "URL with it as the base": lambda url: URL("x", url),
    "URL.parse": URL.parse,
    "http.location": lambda url: http.location(url, "ws://h/"),
    "http.location from it": lambda url: http.location("http://[", url),
    "http.refresh": lambda url: http.refresh(f"0;url={url}", "ws://h/"),
    "http.links": lambda url: http.links(f'<{url}>; rel=a; anchor="{url}"', "ws://h/"),
    "http.data": http.data,
    "URL.href": lambda url: setattr(URL("http://h/"), "href", url),
    "assign href": lambda url: URL("http://h/").assign(href=url),
    "replace href": lambda url: URL("http://h/").replace(href=url),
    "assign hostname": lambda url: URL("http://h/").assign(hostname=url),
    "assign host": lambda url: URLDecomposition("http://h/").assign(host=url.partition("//")[2]),
    "assign protocol": lambda url: URLDecomposition("http://h/").assign(protocol=url),
    "assign port": lambda url: URL("http://h/").assign(port=url),
    "assign password": lambda url: URL("file:///").assign(password=SECRET),
    "assign a wrong name": lambda url: URL(url).assign(query="x"),  # type: ignore[call-arg]
    "a wrong attribute": lambda url: URL(url).query,  # type: ignore[attr-defined]
    "params": lambda url: URLDecomposition(url).params.update(a="b"),
    "ParsedURL.replace": lambda url: parse(url).replace(host="a/b"),
    "ParsedURL.replace userinfo": lambda url: parse("http://h/").replace(userinfo=f"u:{SECRET}"),
    "Document": Document,
    "Document with a base": lambda url: Document("http://h/", base_href=url),
    "Element": lambda url: Element(Document(url), xml_base=url),
    "a URL in a document": lambda url: URLDecomposition(url, Document(url)),
    "a URL in an element": lambda url: URLDecomposition("x", Element(Document(url), xml_base=url)),
    "BaseChain": lambda url: BaseChain(content=url, retrieval=url),
    "explain": explain,
    "explain against": lambda url: explain("x", url),
    "html5.parse": html5.parse,
    "html5.resolve": html5.resolve,
    "html5.resolve against": lambda url: html5.resolve("x", url),
    "RFC 3986": rfc3986.parse,
    "RFC 3986 against": lambda url: rfc3986.resolve("x", url),
    "RFC 2396": rfc2396.parse,
    "RFC 2396 against": lambda url: rfc2396.resolve("x", url),
    "RFC 1808": rfc1808.parse,
    "RFC 1808 against": lambda url: rfc1808.resolve("x", url),
    "RFC 1808 object": lambda url: URLDecomposition(url, standard=RFC1808),
    "URLPattern": URLPattern,
    "URLPattern with a base": lambda url: URLPattern(url, "http://h/"),
    "URLPattern with it as the base": lambda url: URLPattern("/:a", url),
    "URLPattern.build": lambda url: URLPattern(url).build({"b": "c"}),
    "URLPattern.build without a value": lambda url: URLPattern(url).build({}),
    "URLPattern.exec": lambda url: EVERY.exec(url),
    "URLPattern.explain": lambda url: str(EVERY.explain(url)),
    "URLPattern explained": lambda url: str(URLPattern(url).explain("http://a:b@c/")),
    "URLPatternList": lambda url: URLPatternList([url, EVERY]),
    "URLPatternMap": lambda url: URLPatternMap({url: url, EVERY: 1}),
    "URLPatternMap.match": lambda url: URLPatternMap({EVERY: url}).match(url),
    "URLPatternMap with a URL as a key": lambda url: URLPatternMap({EVERY: 1})[url],  # type: ignore[index]
    "validation_errors": whatwg.validation_errors,
    "domain_to_ascii": hosts.domain_to_ascii,
    "readings": readings.readings,
    "require_agreement": readings.require_agreement,
    "columns.errors": lambda url: columns.errors(pyarrow_array(url)).to_pylist(),
    "trees": markup,
    "trees.parse": lambda url: trees.parse("<p>", url, parser="lxml"),
    "urls of a page": lambda url: list(markup(url).urls()),
    "a URL of a page": lambda url: markup(url).url_of(next(markup(url).urls()).node),
    "a style sheet": lambda url: trees.stylesheet(f"@import '{url}'", "http://h/"),
    "a style sheet at": lambda url: trees.stylesheet("", url),
}
#: Ends of URLs, some of which make the URL invalid
ENDS = [
    *(
        "h/",
        "h:80/",
        "h:x/",
        "h:99999/",
        "a b/",
        "[::1]/",
        "[/",
        "",
        "h%zz/",
        "1.2.3.999/",
        "h/@x",
        "h:1:2/",
        "é.example/",
    ),
    *(
        "h@i/",
        "h/?next=http://bob:Pa55w0rd@i:x/",
        "h\\x",
        "xn--a/",
        "h/\x07",
        "h\ud800/",
        "ex.example/a b#c d",
    ),
]
STARTS = ["http://", "//", "https:", "ftp:\\\\", " HTTP:///", "foo://", "ht\ttp://", "file://", ""]


def pyarrow_array(url: str) -> Any:
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.array([url if url.isprintable() else "http://h:x/"])


def shown_text(use: Callable[[str], object], url: str) -> str:
    """Return the whole text of an error, or the `repr` of a result."""
    try:
        return repr(use(url))
    except Exception as error:
        return f"{error} {error!r} {''.join(traceback.format_exception_only(error))}"


def in_any_standard(url: str) -> list[Callable[[str], object]]:
    uses: list[Callable[[str], object]] = []
    for name in STANDARD_NAMES:
        uses += [
            lambda url, name=name: URLDecomposition(url, standard=name),
            lambda url, name=name: URLDecomposition(url, standard=name).error,
            lambda url, name=name: URLDecomposition("x", url, standard=name).error,
            lambda url, name=name: resolve("x", url, standard=name),
            lambda url, name=name: parse(url, standard=name),
        ]
    return uses


@each_case("name", USES)
def test_errors_and_reprs_show_no_password(name: str) -> None:
    if name.startswith(("trees", "urls", "a URL of a page")):
        pytest.importorskip("lxml")
    starts = STARTS
    if name in ("readings", "require_agreement", "explain", "explain against"):
        starts = STARTS[:3]  # These operations are slow, so they are tested with fewer URLs.
    elif name.startswith(("RFC", "html5", "explain", "URLPattern")):
        starts = [
            "http://",
            "//",
            "foo://",
        ]  # Without the slashes, these operations find no password.
    for start in starts:
        for end in ENDS:
            url = f"{start}bob:{SECRET}@{end}"
            assert SECRET not in shown_text(USES[name], url), url


@given(
    st.sampled_from(["http://", "//", "foo://"]),
    st.text("ab%:. \té", max_size=4),
    st.text(max_size=12),
)
def test_random_url_shows_no_password(start: str, user: str, end: str) -> None:
    url = f"{start}{user}:{SECRET}@{end}"
    for use in (*in_any_standard(url), URL, lambda url: URL("http://h/").assign(href=url)):
        assert SECRET not in shown_text(use, url), url


# Many random URLs

#: Beginnings after which a user info is read, at least by browsers
BEGINNINGS = [
    *(
        "http://",
        "//",
        "foo://",
        "HTTP://",
        "https:/",
        "http:",
        "ftp:\\",
        "ws:\\\\",
        " http://",
        "ht\ttp://",
        "http:///",
    ),
    *("file://", "git+ssh://", "http:/", "ftp:", "/\\"),
]
USERS = ["", "bob", "b@b", "é", "%41", "a b", "[", "[::1]", "[x", "user%40x", "a;b", "1", "b.b"]
PASSWORDS = [
    *(
        SECRET,
        f"pa@{SECRET}",
        f"{SECRET}@",
        f"a:{SECRET}",
        f"{SECRET}:1",
        f"%{SECRET}",
        f"%41{SECRET}é",
        f" {SECRET}",
    ),
    *(
        f"[{SECRET}",
        f"{SECRET}]",
        f"{SECRET}<>",
        f"|{SECRET}^",
        f"\t{SECRET}",
        f"{SECRET}\ud800",
        f"\0{SECRET}",
    ),
]
HOSTS = [
    "h",
    "h:80",
    "h:x",
    "H.example",
    "[::1]",
    "[::1",
    "a b",
    "1.2.3.999",
    "é.example",
    "h%zz",
    "",
    "%",
    "xn--a",
    "h|",
]
RESTS = [
    "",
    "/",
    "/a/../b",
    "?q",
    "#f",
    "/a b?c d#e f",
    "/%zz",
    "/x@y",
    "/;p",
    "/?u=http://bob:Pa55w0rd@i/",
    "\\x",
    ":",
]


def random_urls(count: int) -> Iterator[str]:
    draw = random.Random(count)
    for _ in range(count):
        beginning, user, password, host, rest = map(
            draw.choice, (BEGINNINGS, USERS, PASSWORDS, HOSTS, RESTS)
        )
        yield f"{beginning}{user}:{password}@{host}{rest}"


def texts_about(url: str, standard: str) -> Iterator[tuple[str, str]]:
    """Yield what a program shows about a URL: the name and the text."""
    made = URLDecomposition(url, standard=standard)
    yield "repr", repr(made)
    yield "parsed", repr(made.parsed)
    yield "error", f"{made.error} {made.error!r}"
    yield "with a base", repr(URLDecomposition("x", url, standard=standard))
    yield "display", made.display()
    yield "parse", shown_text(lambda url: parse(url, standard=standard), url)
    yield "resolve", shown_text(lambda url: resolve("x", url, standard=standard), url)
    yield (
        "assign",
        shown_text(
            lambda url: URLDecomposition("http://h/", standard=standard).assign(hostname=url), url
        ),
    )
    yield "log", logging.makeLogRecord({"msg": "%r %s", "args": (made, made.error)}).getMessage()


def showing(count: int, every: int) -> list[object]:
    """Return what shows the password of a random URL. `every` is the number of URLs for each
    explanation."""
    found: list[object] = []
    for number, url in enumerate(random_urls(count)):
        for standard in STANDARD_NAMES:
            found += [
                (standard, name, url, text)
                for name, text in texts_about(url, standard)
                if SECRET in text
            ]
        found += [("URL", url, text) for text in [shown_text(URL, url)] if SECRET in text]
        if number % every == 0:
            for standard in STANDARD_NAMES:
                explanation = explain(
                    url, "http://bob:Pa55w0rd@h/" if number % 3 else None, standard=standard
                )
                text = f"{explanation} {explanation!r} {' '.join(map(str, explanation))}"
                found += [(standard, "explain", url, text)] if SECRET in text else []
    return found


def test_random_urls_show_no_password() -> None:
    assert showing(300, 10) == []


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(4_000, marks=pytest.mark.full),
        pytest.param(20_000, marks=pytest.mark.nightly),
    ],
)
def test_many_random_urls_show_no_password(count: int) -> None:
    assert showing(count, 20) == []


@pytest.mark.parametrize(
    "call", [["normalize"], ["get"], ["relative", "--base", "http://h/"], ["set", "-", "port=x"]]
)
def test_json_of_the_command_shows_no_password_in_an_error(
    call: list[str], monkeypatch: Any, capsys: Any
) -> None:
    lines = [url for url in random_urls(2_000) if "\ud800" not in url]
    stdin = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert main([*call, "--json"]) == 1
    out, err = capsys.readouterr()
    assert SECRET not in err
    errors = [answer["error"] for answer in map(json.loads, out.splitlines()) if "error" in answer]
    assert len(errors) > 300 and not any(SECRET in error for error in errors)


def test_explanation_of_an_assignment_shows_no_password() -> None:
    for url, values in (
        ("http://h/", {"password": SECRET}),
        ("http://h/", {"href": f"http://bob:{SECRET}@i/"}),
        ("file:///", {"password": SECRET}),
        (f"http://bob:{SECRET}@h/", {"hash": "x"}),
    ):
        assert SECRET not in str(explain(url, set=values))  # type: ignore[arg-type]


def test_stars_of_an_explanation_are_as_long_as_the_password() -> None:
    lines = str(explain(f"http://bob:{SECRET}@h/")).splitlines()
    assert lines[2] == "http://bob:********@h/" and lines[3] == "┬───   ┬─────────── ┬┬"


@pytest.mark.parametrize(
    "text",
    [
        "https://bob:pa@Pa55w0rd@h/",  # The error showed 'Pa55w0rd@h' (finding H9).
        "https://bob:pa@Pa55w0rd(@h/",
        "https://bob:(Pa55w0rd@h/",
        "https://bob:{Pa55w0rd@h/",
        "https://bob:(*Pa55w0rd)@h/",
        "https://bob:(*Pa55w0rd|@)#@h/",
        "https://bob:@(Pa55w0rd@x)a/",
        "https://bob:(Pa55w0rd@)",
        "https://bob:a@Pa55w0rd}:@h/",
        "http{s}?://bob:@{Pa55w0rd*@h/",
        "https:bob:Pa55w0rd(@h/",
    ],
)
def test_error_about_a_pattern_shows_no_password(text: str) -> None:
    pytest.importorskip("corvus_regex_ecma262")
    for use in (
        URLPattern,
        lambda text: URLPatternMap({text: 1}),
        lambda text: URLPattern(text).build({}),
    ):
        assert SECRET not in shown_text(use, text)


@given(
    st.sampled_from(["http", "*", "http{s}?", "foo"]),
    st.text("ab%. \té", min_size=1, max_size=4),
    st.text("@ab%:é*(){}+.[]|", max_size=2),
    st.text("@ab%:é*(){}+.[]|", max_size=2),
    st.text("@ab%: \té*(){}?+/#.[]|", max_size=5),
)
def test_random_pattern_shows_no_password(
    protocol: str, user: str, before: str, after: str, end: str
) -> None:
    pytest.importorskip("corvus_regex_ecma262")
    text = f"{protocol}://{user}:{before}{SECRET}{after}@{end}"
    for name in ("URLPattern", "URLPatternList", "URLPattern explained"):
        assert SECRET not in shown_text(USES[name], text), text
    with suppress(urldom.InvalidPatternError):
        if SECRET in URLPattern(text).username:  # In `a:b[`, `:b` is a group of the username.
            return
    assert SECRET not in shown_text(USES["URLPattern.build"], text), text


def test_pattern_keeps_its_password() -> None:
    with pytest.raises(urldom.InvalidPatternError) as caught:
        URLPattern(f"https://bob:pa@{SECRET}@h/")
    assert caught.value.pattern == f"{SECRET}@h"
    assert pickle.loads(pickle.dumps(caught.value)).pattern == f"{SECRET}@h"
    assert SECRET not in str(pickle.loads(pickle.dumps(caught.value)))


def test_url_without_a_password_is_shown_unchanged() -> None:
    for url in (
        "http://bob@h:x/",
        "http://[::1]:x/a:b@c",
    ):
        assert repr(url) in shown_text(URL, url)


def test_url_keeps_its_password() -> None:
    url = URL(f"http://bob:{SECRET}@h/")
    assert SECRET in str(url) and SECRET in url.href and url.password == SECRET
    assert repr(url) == "URL('http://bob:***@h/')"
    assert SECRET in f"{url}"
    with pytest.raises(urldom.InvalidURLError) as caught:
        URL(f"http://bob:{SECRET}@h:x/")
    assert SECRET in caught.value.url


def test_pydantic_shows_no_password() -> None:
    pydantic = pytest.importorskip("pydantic")
    with pytest.raises(pydantic.ValidationError) as caught:
        pydantic.TypeAdapter(URL).validate_python(f"http://bob:{SECRET}@h:x/")
    assert (
        SECRET
        not in f"{caught.value} {caught.value!r} {caught.value.errors()} {caught.value.json()}"
    )


@pytest.mark.parametrize(
    "call",
    [
        ["get"],
        ["normalize"],
        ["resolve", "--base", "http://h/"],
        ["relative", "--base", "http://h/"],
        ["set", "hash=x"],
        ["explain"],
    ],
)
def test_error_of_the_command_shows_no_password(
    call: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"http://bob:{SECRET}@h:x/"
    arguments = [call[0], url, *call[1:]] if call[0] == "set" else [*call, url]
    assert main(arguments) == 1
    assert SECRET not in capsys.readouterr().err


def test_wrong_call_of_the_command_shows_no_password(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", "--base", f"//bob:{SECRET}@h/", "x"]) == 2
    assert main(["links", f"http://bob:{SECRET}@h/"]) == 2
    assert SECRET not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "on"),
    [
        ("http://x@bob:secret@h/", "host"),
        (r"http://evil.example\@bob:secret@good.example/", "host"),
        (r"http://CORP\bob:secret@h/", "host"),
        ("http:/bob:secret@h", "path"),
    ],
)
def test_error_about_a_disagreement_shows_no_password(url: str, on: str) -> None:
    """For some readers, the password is a part of the host or the path."""
    with pytest.raises(AmbiguousURLError) as caught:
        require_agreement(url, on=[on])
    assert "bob:***@" in str(caught.value) and "secret" not in f"{caught.value} {caught.value!r}"
