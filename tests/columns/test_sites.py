"""`registrable_domain` of columns compared with the function on the object's `hostname`, row by
row."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case, few_or_many
from tests.columns.rows import STANDARDS, domain_of, part_of, real_urls, some_bases, some_rows
from tests.strategies import TOKENS

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
PSLFILE = pytest.importorskip(
    "publicsuffixlist", reason="publicsuffixlist is not installed"
).PSLFILE

from urldom import columns  # noqa: E402

with open(PSLFILE, encoding="utf-8") as _lines:
    RULES = [line.split()[0] for line in _lines if line.strip() and not line.startswith("//")]


def hosts_around_rules() -> list[str]:
    """Return hosts made from each rule of the list: the rule itself, and the rule with its first
    label changed or removed, or with more labels before it."""
    hosts: list[str] = []
    for rule in RULES:
        bare = rule.removeprefix("!").removeprefix("*.")
        more = [f"{before}{bare}" for before in ("a.", "b.a.", "c.b.a.", "xn--a.", "1.2.", "A.")]
        hosts += [
            bare,
            f"{bare}.",
            bare.partition(".")[2] or "localhost",
            f"x{bare}",
            *more,
            f"a.x{bare}",
        ]
    return hosts


def test_hosts_of_some_rules_match_the_function() -> None:
    urls = random.Random(0).sample([f"http://{host}/" for host in hosts_around_rules()], 8000)
    expected = [domain_of(url, None, "whatwg") for url in urls]
    assert columns.registrable_domain(pa.array(urls)).to_pylist() == expected
    for name in ("public_suffix", "subdomain"):
        found = getattr(columns, name)(pa.array(urls)).to_pylist()
        assert found == [part_of(name, url, None, "whatwg") for url in urls]


@pytest.mark.full
def test_hosts_of_every_rule_match_the_function() -> None:
    urls = [f"http://{host}/" for host in hosts_around_rules()]
    expected = [domain_of(url, None, "whatwg") for url in urls]
    assert columns.registrable_domain(pa.array(urls)).to_pylist() == expected


@few_or_many("count", 300, 1500)
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("base", [None, "http://www.example.co.uk/a", "column"])
def test_registrable_domain_matches_the_function(
    standard: str, base: str | None, count: int
) -> None:
    urls = some_rows(count, seed=1, references=base is not None)
    each = some_bases(len(urls), seed=2) if base == "column" else [base] * len(urls)
    given_base = pa.array(each) if base == "column" else base
    found = columns.registrable_domain(pa.array(urls), given_base, standard=standard)
    assert found.to_pylist() == [
        domain_of(url, of_row, standard) for url, of_row in zip(urls, each, strict=True)
    ]


def test_domains_of_real_urls_match_the_function() -> None:
    urls = real_urls()[:5000]
    assert columns.registrable_domain(pa.array(urls)).to_pylist() == [
        domain_of(url, None, "whatwg") for url in urls
    ]


@given(
    st.lists(
        st.lists(
            st.sampled_from([*TOKENS, "co", "uk", "ck", "www", "github", "io", "kobe", "jp"]),
            max_size=6,
        ).map(".".join),
        max_size=6,
    ),
    st.sampled_from(STANDARDS),
)
def test_any_host_matches_the_function(hosts: list[str], standard: str) -> None:
    urls = [f"http://{host}".encode("utf-8", "replace").decode() for host in hosts]
    found = columns.registrable_domain(pa.array(urls, pa.string()), standard=standard)
    assert found.to_pylist() == [domain_of(url, None, standard) for url in urls]


@each_case(
    ("url", "domain"),
    [
        ("https://www.example.co.uk/a", "example.co.uk"),
        ("https://a.b.github.io:8080/", "b.github.io"),
        ("http://www.ck/", "www.ck"),
        ("http://a.b.ck/", "a.b.ck"),
        ("http://a.city.kobe.jp/", "city.kobe.jp"),
        ("http://www.bücher.example./", "xn--bcher-kva.example."),
        ("http://co.uk/", None),
        ("http://localhost/", None),
        ("http://127.0.0.1/", None),
        ("http://[::1]/", None),
        ("mailto:a@example.com", None),
        ("file:///a", None),
        ("http://a b/", None),
        ("www.example.com", None),
        (None, None),
    ],
)
def test_url_has_the_expected_domain(url: str | None, domain: str | None) -> None:
    for more in "", "#a":  # Each of the two URLs matches another expression.
        column = pa.array([url and url + more], pa.string())
        assert columns.registrable_domain(column, standard="whatwg").to_pylist() == [domain]


TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
SOME = ["http://a.h.com/", None, "HTTP://B.example.co.uk", "x", "http://[", "http://a.h.com/"]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("chunked", [False, True])
def test_results_do_not_depend_on_the_type_of_column(kind: Any, chunked: bool) -> None:
    array = (
        pa.array(SOME).dictionary_encode() if pa.types.is_dictionary(kind) else pa.array(SOME, kind)
    )
    column = (
        pa.chunked_array([array[:2], array[2:2], array[2:], array[:0]]) if chunked else array[1:]
    )
    found = columns.registrable_domain(column)
    assert found.type == (pa.large_string() if kind == pa.large_string() else pa.string())
    assert isinstance(found, pa.ChunkedArray) == chunked
    assert (
        found.to_pylist()
        == ["h.com", None, "example.co.uk", None, None, "h.com"][0 if chunked else 1 :]
    )


def test_rows_without_the_list_raise_import_error() -> None:
    program = """
import sys
sys.modules["publicsuffixlist"] = None
import pyarrow
from urldom import columns
assert columns.registrable_domain(pyarrow.array([], pyarrow.string())).to_pylist() == []
try:
    columns.registrable_domain(pyarrow.array(["http://example.com/"]))
except ImportError as error:
    print(error)
"""
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "pip install publicsuffixlist" in process.stdout
