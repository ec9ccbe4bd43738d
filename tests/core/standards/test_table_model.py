"""The quick way through the table of HTML5 2.6.6 has the results of the specification's
algorithms."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import hostile
from urldom import URLDecomposition
from urldom._core.errors import Failure
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.standards.table import ATTRIBUTES, get_attribute, make_output
from urldom._core.standards.table_model import TableModel
from urldom._core.values.pieces import href, url_pieces

ENGINES: list[Any] = [find_engine(name) for name in STANDARD_NAMES]
TABLE_ENGINES = [engine for engine in ENGINES if isinstance(engine.object_model, TableModel)]
NAMES = [row.name for row in ATTRIBUTES]

#: Parts of values that a quick setter could read in another way than the steps
TOKENS = (
    *(
        "",
        "a",
        "A",
        "0",
        "80",
        "443",
        "65535",
        "65536",
        "007",
        "é",
        "ß",
        "\uff0e",
        "\u3002",
        "\u00ad",
        "\u200b",
    ),
    *(
        "%41",
        "%2e",
        "%",
        "%zz",
        ".",
        "..",
        "-",
        "_",
        ":",
        "/",
        "//",
        "\\",
        "?",
        "#",
        "@",
        " ",
        "\t",
        "\n",
        "\x00",
    ),
    *(
        "[::1]",
        "[",
        "]",
        "[v1.a]",
        "1.2.3.4",
        "xn--bcher-kva",
        "xn--",
        "C|",
        "\ud800",
        "\U0001f600",
        "\u0663",
    ),
)
URLS = (
    *(
        "http://h/p?q#f",
        "HTTP://u:p@h:80",
        "https://h:/?#",
        "foo://h:9/a/../b",
        "foo:///x",
        "foo:/a",
        "mailto:a@b?c",
    ),
    *("http://u\\@h/", "http://h/#a\\b", "ldap:///o", "about:blank", "data:,x#y"),
)


def outcome(function: Any, *arguments: Any) -> Any:
    """Return the result of a function, or the reason for its failure."""
    try:
        return function(*arguments)
    except Failure as failure:
        return failure.reason


def check(engine: Any, url: str, name: str, value: str | None) -> None:
    """Check the quick setter against the steps, and every getter against the table."""
    try:
        before = engine.grammar.cut(url)
    except Failure:
        before = engine.object_model.no_url
    quick = outcome(engine.object_model.setters[name], before, value)
    output = outcome(make_output, engine.object_model.rows[name], before, value)
    if isinstance(output, str):
        assert quick == output
        return
    resolved = outcome(engine.grammar.cut, href(output))
    if isinstance(quick, str):  # The integrity rule rejects the output (ruling 17).
        assert isinstance(resolved, str) or url_pieces(resolved) != url_pieces(output)
    else:
        assert url_pieces(quick) == url_pieces(resolved)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", NAMES)
def test_quick_setters_have_the_output_of_the_steps_for_pairs_of_tokens(name, step):
    for url, tokens in product(URLS[::step], product(TOKENS, repeat=2)):
        check(TABLE_ENGINES[0], url, name, "".join(tokens))


@pytest.mark.parametrize("name", NAMES)
def test_quick_setters_have_the_output_of_the_steps_for_tokens(name):
    for engine, url, value in product(TABLE_ENGINES, URLS, (None, *TOKENS)):
        check(engine, url, name, value)


texts = st.lists(st.sampled_from(TOKENS), max_size=6).map("".join) | hostile


@given(
    st.sampled_from(TABLE_ENGINES),
    texts | st.sampled_from(URLS),
    st.sampled_from(NAMES),
    st.none() | texts,
)
def test_quick_setters_have_the_output_of_the_steps(engine, url, name, value):
    check(engine, url, name, value)


@given(
    st.sampled_from([engine.standard for engine in TABLE_ENGINES]), texts | st.sampled_from(URLS)
)
def test_getters_return_what_the_table_says(standard, url):
    decomposition = URLDecomposition(url, standard=standard)
    engine = find_engine(standard)
    try:
        input = engine.grammar.cut(url)
    except Failure:
        input = engine.object_model.no_url
    assert [getattr(decomposition, name) for name in NAMES] == [
        get_attribute(row, input) for row in ATTRIBUTES
    ]
    model = engine.object_model
    quick = [model.host(input), model.pathname(input), model.search(input)]
    assert quick == [decomposition.host, decomposition.pathname, decomposition.search]


def test_table_has_the_prefixes_and_suffixes_of_the_specification():
    assert {row.name: (row.component.name, row.prefix, row.suffix) for row in ATTRIBUTES} == {
        "protocol": ("scheme", "", ":"),
        "host": ("hostport", "", ""),
        "hostname": ("host", "", ""),
        "port": ("port", "", ""),
        "pathname": ("path", "", ""),
        "search": ("query", "?", ""),
        "hash": ("fragment", "#", ""),
    }
