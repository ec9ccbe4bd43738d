"""The pages for users of other libraries: each line runs, and each public call of a library has a
line."""

from __future__ import annotations

import ast
import doctest
import re
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cases import each_case
from urldom import URL, RejectedValueError

PAGES = Path(__file__).parents[2] / "docs/migrate"
NAMES = [page.stem for page in sorted(PAGES.glob("*.md"))]


def text_of(page: str) -> str:
    return (PAGES / f"{page}.md").read_text(encoding="utf-8")


def tables(page: str) -> dict[str, list[list[str]]]:
    """Return the rows of each table with a line of urldom and its result, by the title above the
    first column."""
    found: dict[str, list[list[str]]] = {}
    for block in re.findall(r"(?:^\|.*\n)+", text_of(page), re.MULTILINE):
        cells = [
            [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in block.splitlines()
        ]
        if len(cells[0]) == 3:
            found[cells[0][0].strip("`")] = cells[2:]
    return found


def namespace(page: str) -> dict[str, Any]:
    """Return the variables that the first session of the page defines."""
    session = re.findall(r"```python\n(>>> .*?)```", text_of(page), re.DOTALL)[0]
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
    return test.globs


def lines() -> Iterator[Any]:
    for page in NAMES:
        for title, rows in tables(page).items():
            for row in rows:
                yield pytest.param(page, row, id=f"{title}: {row[0]}")


@each_case(("page", "row"), list(lines()))
def test_each_line_has_the_result_that_it_shows(page: str, row: list[str]) -> None:
    for library in {"lxml": ["lxml"], "w3lib": ["lxml"]}.get(page, []):
        pytest.importorskip(library)
    _, code, answer = row
    if not answer:
        assert re.match(r"(?:none|not needed): \S", code)  # The reason, or what to do instead
        return
    program = ast.parse(code.strip("`").replace("\\|", "|"))
    *statements, last = program.body
    assert isinstance(last, ast.Expr)
    names = namespace(page)
    exec(compile(ast.Module(statements, []), page, "exec"), names)
    assert repr(eval(compile(ast.Expression(last.value), page, "eval"), names)) == answer.strip(
        "`"
    ).replace("\\|", "|")


@pytest.mark.parametrize(
    "path", ["//evil.example/x", ".//evil.example/x", "\\\\evil.example", "..//evil.example/../x"]
)
def test_replacement_for_relative_of_yarl_keeps_the_host(path: str) -> None:
    (code,) = (row[1] for row in tables("yarl")["yarl.URL"] if row[0] == "`relative`")
    (base,) = re.findall('relative_to\\("(.*?)"\\)', code)
    url = (
        URL(f"/{path}", base) if path[0] == "." else URL(f"https://user:pw@example.com:8443/{path}")
    )
    assert url.pathname.startswith("//")
    reference = eval(code.strip("`"), {"url": url})
    assert URL(reference, base).href == url.href


def recipe(page: str, title: str, row: str) -> str:
    """Return the code in the row with this name."""
    (code,) = (cells[1].strip("`") for cells in tables(page)[title] if cells[0] == row)
    return code


def changed(page: str, title: str, row: str, original: str, hostile: str) -> Any:
    """Return the value of the last expression of a row, with a hostile text instead of the text in
    the row."""
    code = recipe(page, title, row)
    assert code.count(repr(original).replace("'", '"')) == 1
    statements, _, last = code.replace(repr(original).replace("'", '"'), repr(hostile)).rpartition(
        "; "
    )
    names = namespace(page)
    exec(statements, names)
    return eval(last, names)


@pytest.mark.parametrize(
    "host", ["evil.example/.example.com", "evil.example?", "evil.example#", "a@b", "h:80", "a\tb"]
)
def test_replacement_for_with_host_of_yarl_rejects_partly_used_hosts(host: str) -> None:
    with pytest.raises(RejectedValueError):
        changed("yarl", "yarl.URL", "`with_host`", "bücher.example", host)


@pytest.mark.parametrize("scheme", ["javascript", "http://evil.example/", "http:x", ""])
def test_replacement_for_with_scheme_of_yarl_rejects_partly_used_schemes(scheme: str) -> None:
    with pytest.raises(RejectedValueError):
        changed("yarl", "yarl.URL", "`with_scheme`", "http", scheme)


@pytest.mark.parametrize("path", ["//evil.example/x", "/a?b#c", "\\\\evil.example"])
def test_replacement_for_with_path_of_yarl_keeps_the_host(path: str) -> None:
    url = URL(changed("yarl", "yarl.URL", "`with_path`", "/a b", path))
    assert (url.host, url.search, url.hash) == ("example.com:8443", "", "")


HOSTILE_REDIRECTS = [
    "//evil.example/",
    "/\\evil.example",
    "https:/evil.example",
    "\x01https://evil.example",
    "javascript:x",
]


@pytest.mark.parametrize("target", HOSTILE_REDIRECTS)
@pytest.mark.parametrize(
    ("page", "title", "row", "original"),
    [
        ("yarl", "yarl.URL", "`not url.absolute`, to keep a redirect on its host", "//h/a"),
        (
            "urllib",
            "urllib.parse",
            "`not urlsplit(text).netloc`, to keep a redirect on its host",
            "http:/h/",
        ),
    ],
)
def test_hostile_redirect_is_refused(
    page: str, title: str, row: str, original: str, target: str
) -> None:
    assert changed(page, title, row, original, target) is False


@pytest.mark.parametrize(
    "text", ["https:/evil.example", "\x01https://evil.example", "ht\ttps://evil.example"]
)
def test_url_with_a_scheme_is_absolute_as_in_a_browser(text: str) -> None:
    for page, title, row, original in (
        ("urllib", "urllib.parse", "`bool(urlsplit(text).scheme)`", "http:/h/"),
        ("yarl", "yarl.URL", "`absolute`, `is_absolute`", "/a"),
    ):
        assert changed(page, title, row, original, text)[0] is True


def test_params_escape_more_than_yarl() -> None:
    yarl = pytest.importorskip("yarl")
    (characters,) = re.findall("yarl leaves ``(.+?)`` in a new query unescaped", text_of("yarl"))
    differing = ""
    for character in map(chr, range(0x80)):
        url = URL("http://h/")
        url.params["q"] = character
        of_yarl = yarl.URL("http://h/").with_query(q=character)
        assert URL(str(of_yarl)).params["q"] == of_yarl.query["q"] == character
        if url.href != str(of_yarl):
            differing += character
    assert differing == characters


@pytest.mark.parametrize("path", ["//evil.example/a", "/\\evil.example", "@evil.example/"])
def test_hostile_path_in_a_fragment_stays_a_path(path: str) -> None:
    pathname, _ = changed(
        "furl",
        "furl.Fragment",
        "`path`, `pathstr`, `query`, `querystr`, `args`",
        "/a?b=1",
        f"{path}?b=1",
    )
    assert pathname.strip("/") == path.replace("\\", "/").strip("/")


@pytest.mark.parametrize(
    "original", ["../../../etc/x", "//evil.example/x", "javascript:x", "file:///etc/passwd", "a\nb"]
)
def test_rewritten_link_of_lxml_leads_to_the_given_host(original: str) -> None:
    pytest.importorskip("lxml")
    names = namespace("lxml")
    names["tree"].find(".//img").set("srcset", original.replace("\n", "&#10;"))
    statement, _, last = recipe("lxml", "lxml", "`rewrite_links`").partition("; ")
    exec(statement, names)
    found = eval(last, names)
    url = URL(found.split()[0])
    assert (url.origin, url.pathname, list(url.params)) == ("https://img.example", "/", ["u"])


@pytest.mark.parametrize(
    ("method", "argument", "link"),
    [("make_links_absolute", "http://h/x", "http://h/b/c"), ("rewrite_links", str, "/b/c")],
)
def test_lxml_uses_and_removes_the_base_element_except_in_iterlinks(
    method: str, argument: Any, link: str
) -> None:
    html: Any = pytest.importorskip("lxml.html")
    tree = html.document_fromstring('<base href="/b/"><a href="c">d</a>')
    assert [found for _, _, found, _ in tree.iterlinks()] == ["/b/", "c"]
    getattr(tree, method)(argument)
    assert tree.find(".//a").get("href") == link
    assert tree.find(".//base") is None


def public(of: object) -> set[str]:
    return {name for name in dir(of) if not name.startswith("_")}


def public_names(page: str) -> dict[str, set[str]]:
    """Return the public names of the installed library, by the title of their table."""
    if page == "urllib":
        results = (
            getattr(urllib.parse, name) for name in urllib.parse.__all__ if name.endswith("Result")
        )
        return {
            "urllib.parse": {
                *urllib.parse.__all__,
                *(name for result in results for name in public(result)),
            }
        }
    if page == "w3lib":
        w3lib_url, w3lib_html = (pytest.importorskip(name) for name in ("w3lib.url", "w3lib.html"))
        assert callable(w3lib_html.get_base_url) and callable(w3lib_html.get_meta_refresh)
        return {
            "w3lib.url": set(w3lib_url.__all__),
            "w3lib.html": {"get_base_url", "get_meta_refresh"},
        }
    if page == "yarl":
        yarl = pytest.importorskip("yarl")
        module = {f"yarl.{name}" for name in yarl.__all__ if name.startswith("cache_")}
        return {"yarl.URL": public(yarl.URL) | module}
    if page == "furl":
        furl = pytest.importorskip("furl")
        url = furl.furl("http://h/a?b#c")
        parts = {
            "furl.furl": url,
            "furl.Path": url.path,
            "furl.Query": url.query,
            "furl.Fragment": url.fragment,
        }
        return {title: public(part) for title, part in parts.items()}
    html = pytest.importorskip("lxml.html")
    links = re.compile("link|base|url")
    names = {name for of in (html, html.HtmlElement) for name in public(of) if links.search(name)}
    return {"lxml": names | {"docinfo.URL"}}


@pytest.mark.parametrize("page", NAMES)
def test_each_public_name_has_a_line(page: str) -> None:
    found = tables(page)
    for title, names in public_names(page).items():
        spans = {span for row in found[title] for span in re.findall("`(.+?)`", row[0])}
        assert names - {re.sub(r"\(.*", "", span) for span in spans} == set(), title


def test_each_library_has_its_page() -> None:
    assert set(NAMES) == {"urllib", "w3lib", "yarl", "furl", "lxml"}
