"""The URLs of import maps and speculation rules are URLs of the page, and a rewritten page means
the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.trees.parsers import HTML_PARSERS
from urldom.imports import ImportMap
from urldom.trees import TreeDocument, document, parse

ADDRESS = "https://example.com/a/b"
PAGE = """<html><head>
<script type="importmap">{"imports": {"react": "./lib\\u002freact.js", "x/": "/x/", "./k.js": "https:k.example",
"no": "b.js", "other": null}, "scopes": {"s/": {"a": "../a.js?q=\xe9"}, "": {}}, "integrity": {"./k.js": "sha384-x"}}
</script><base href="/c/d">
<script type="importmap" src="x">{"imports": {"src": "/src"}}</script>
<script type=" ImportMap ">{"imports": {"react": "/other.js", "d": "./d.js"}}</script>
<script type="speculationrules">{"prefetch": [{"urls": ["/p", "q"], "relative_to": "document"},
{"where": {"href_matches": "/*"}}], "prerender": [{"urls": ["r?\xe9"]}], "tag": "t"}</script>
<script type="module">import "./m.js"</script><script type="application/json">{"imports": {"a": "/b"}}</script>
</head><body></body></html>"""
ROWS = [
    # A browser reads the first map before the `base`.
    ("resource", "./lib/react.js", "https://example.com/a/lib/react.js"),
    ("metadata", "/x/", "https://example.com/x/"),
    ("metadata", "./k.js", "https://example.com/a/k.js"),
    ("resource", "https:k.example", "https://k.example/"),
    ("metadata", "s/", "https://example.com/a/s/"),
    ("resource", "../a.js?q=\xe9", "https://example.com/a.js?q=%C3%A9"),
    ("metadata", "", "https://example.com/a/b"),
    ("metadata", "./k.js", "https://example.com/a/k.js"),
    ("base", "/c/d", "https://example.com/c/d"),
    ("resource", "x", "https://example.com/c/x"),
    ("resource", "/other.js", "https://example.com/other.js"),
    ("resource", "./d.js", "https://example.com/c/d.js"),
    ("hyperlink", "/p", "https://example.com/p"),
    ("hyperlink", "q", "https://example.com/c/q"),
    ("hyperlink", "r?\xe9", "https://example.com/c/r?%C3%A9"),
]
each_html_parser = pytest.mark.parametrize(
    "parse_html", HTML_PARSERS.values(), ids=list(HTML_PARSERS)
)


def urls(page: TreeDocument) -> list[str | None]:
    return [url.url for url in page.urls()]


def page_of(value: Any, **options: Any) -> TreeDocument:
    text = value if isinstance(value, str) else json.dumps(value)
    return parse(
        f'<html><script type="importmap">{text}</script></html>',
        ADDRESS,
        parser="xml.etree",
        **options,
    )


def text_of(page: TreeDocument) -> str:
    return str(page.tree.find("script").text)


@each_html_parser
def test_the_urls_of_scripts_are_found_and_rewritten(parse_html: Any) -> None:
    page = document(parse_html(PAGE), ADDRESS, encoding="windows-1252")
    assert [(url.kind, url.value, url.url) for url in page.urls()] == ROWS
    found = page.import_map()
    assert (
        found.imports["react"] == "https://example.com/a/lib/react.js"
    )  # The `base` element comes later.
    assert found.imports["https://example.com/a/k.js"] == "https://k.example/"
    assert found.imports["d"] == "https://example.com/c/d.js"
    assert "src" not in found.imports
    page.make_absolute()
    assert page.import_map() == found
    assert urls(page) == [row[2] for row in ROWS]
    page.make_relative()
    assert urls(page) == [row[2] for row in ROWS]
    assert [url.value for url in page.urls()][:3] == ["./lib/react.js", "/x/", "./k.js"]
    page.make_relative("https://example.com/z/y/x")
    moved = document(
        parse_html(page.to_text()), "https://example.com/z/y/x", encoding="windows-1252"
    )
    assert urls(moved) == [row[2] for row in ROWS]


@each_html_parser
def test_only_the_first_base_element_with_an_href_counts_for_the_maps_after_it(
    parse_html: Any,
) -> None:
    script = '<script type="importmap">{"imports": {"%s": "./x"}}</script>'
    parts = [script % "a", '<base target="_top">', script % "b", '<base href="/c/d">', script % "c"]
    source = f"<html><head>{''.join(parts)}<base href='/e/'>{script % 'd'}</head></html>"
    found = document(parse_html(source), ADDRESS).import_map().imports
    assert dict(found) == {
        name: f"https://example.com/{'a' if name in 'ab' else 'c'}/x" for name in "abcd"
    }


def test_an_address_without_slashes_is_not_relative() -> None:
    page = page_of(
        {
            "imports": {"a": "https:x.js", "https:y/": " HTTPS:z/", "b": "./https:x"},
            "scopes": {"https:s": {}},
        }
    )
    absolute = ["https://y/", "https://z/"]
    assert urls(page) == [
        "https://x.js/",
        *absolute,
        "https://example.com/a/https:x",
        "https://example.com/a/s",
    ]
    found = page.import_map()
    page.make_absolute()
    assert page.import_map() == found
    page.make_relative()
    assert page.import_map() == found


@pytest.mark.parametrize(
    ("new", "written"),
    [
        ("x.js", "./x.js"),
        (" ./x\n.js ", "./x.js"),
        ("a/b:c", "./a/b:c"),
        ("..", "./.."),
        ("../..", "../.."),
        ("//h/x", "//h/x"),
        ("https://h/</script><!--", "https://h/\\u003c/script>\\u003c!--"),
        ('./"\\', '.\\/\\"\\\\'.replace("\\/", "/", 1)),
    ],
)
def test_a_new_address_is_written_as_an_address_in_json(new: str, written: str) -> None:
    page = page_of({"imports": {"a": "/x"}})
    page.rewrite(lambda url: new)
    assert text_of(page) == f'{{"imports": {{"a": "{written}"}}}}'


@pytest.mark.parametrize("new", ["", "?q", "#f", "\\x"])
def test_an_address_that_would_mean_another_url_is_rejected(new: str) -> None:
    page = page_of({"imports": {"a": "/x"}})
    with pytest.raises(ValueError, match="cannot be written in an import map"):
        page.rewrite(lambda url: new)
    assert page.import_map().imports["a"] == "https://example.com/x"


def test_a_bare_specifier_and_other_strings_stay() -> None:
    text = (
        '{"imports": {"react": "react", "x": 5}, "scopes": {"/s": "/t"}, "integrity": {"a": "/b"},'
        ' "y": ["/z"]}'
    )
    page = page_of(text)
    page.rewrite(lambda url: "https://h/")
    assert text_of(page) == text.replace('"/s"', '"https://h/"')


def test_malformed_json_has_no_urls_and_an_import_map_without_it() -> None:
    warnings: list[str] = []
    page = page_of('{"imports": {"a": "/x"},}')
    assert (list(page.urls()), page.import_map(report=warnings.append)) == ([], ImportMap())
    assert len(warnings) == 1 and warnings[0].startswith("an import map is ignored: it is not JSON")
    assert page_of("").import_map(report=warnings.append) == ImportMap() and len(warnings) == 1


@each_html_parser
def test_maps_in_templates_and_noscript_elements_are_not_the_pages(parse_html: Any) -> None:
    script = '<script type=importmap>{"imports": {"%s": "/x"}}</script>'
    html = f"<html><body><noscript>{script % 'b'}</noscript><template>{script % 'a'}</template>{script % 'c'}"
    assert list(document(parse_html(html), ADDRESS).import_map().imports) == ["c"]


def test_many_maps_are_merged_in_order() -> None:
    scripts = "".join(
        f'<script type="importmap">{{"imports": {{"a{number % 400}": "/{number}"}}}}</script>'
        for number in range(1_001)
    )
    found = parse(f"<html>{scripts}</html>", ADDRESS, parser="xml.etree").import_map().imports
    assert dict(found) == {f"a{number}": f"https://example.com/{number}" for number in range(400)}


_paths = st.text('ab/.:?#%&<"\\ \xe9', max_size=8)
_urls = st.builds(
    lambda start, path: start + path,
    st.sampled_from(["/", "./", "../", "https://h/", "//h/", "x:"]),
    _paths,
)
_names = st.one_of(_urls, _paths, st.builds(lambda name: f"{name}/", _paths))
_entries = st.one_of(
    st.tuples(_names, st.none() | st.builds(lambda url: f"{url}/", _urls)),
    st.tuples(_names, _urls),
)
_addresses = st.lists(_entries, max_size=4).map(dict)
_scopes = st.dictionaries(_names, _addresses, max_size=2)


@given(
    _addresses,
    _scopes,
    st.sampled_from([ADDRESS, "https://example.com/", "https://example.com/a/b?q", "https://h/x/"]),
)
@example({"/:\\": "/:"}, {}, ADDRESS)
def test_a_rewritten_map_is_the_same_map(imports: Any, scopes: Any, address: str) -> None:
    text = json.dumps({"imports": imports, "scopes": scopes})
    page = parse("<html><script type='importmap'/></html>", ADDRESS, parser="xml.etree")
    page.tree.find("script").text = text
    found = page.import_map()
    page.make_absolute()
    assert page.import_map() == found == ImportMap.parse(text, ADDRESS)
    page.make_relative(address)
    assert ImportMap.parse(text_of(page), address) == found
