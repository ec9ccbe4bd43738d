"""Strings made of tokens show no difference between a quick way and its reading, and show a
deliberate fault."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tools.tokens.entries import ENTRIES
from tests.tools.tokens.making import GROUPS, TOKENS, Case, Maker
from tests.tools.tokens.running import Outcome, blocks, run, run_block, shorten
from urldom import urllib
from urldom._core import params
from urldom._core.objects import building, segments
from urldom._core.standards import relating
from urldom._core.standards.html5 import resolving
from urldom._core.standards.registry import STANDARD_NAMES
from urldom._core.standards.whatwg import authority, cutting, setters, standard, usual
from urldom._core.text import idna2003

#: The strings of each test, which takes about a second.
STRINGS = 1500


def test_strings_show_no_difference():
    outcome = run_block((0, STRINGS), seed=1)
    assert outcome.differences == {}
    assert outcome.strings == STRINGS and 0.4 < outcome.valid / STRINGS < 0.7
    names = {name for name, _ in outcome.answers}
    assert names >= ENTRIES.keys()
    assert all(outcome.answers["parsing", name] == STRINGS for name in STANDARD_NAMES)


def usual_domain_with_brackets(text: str) -> Any:
    return usual.is_usual_host(text)


#: Faults of quick ways: the module, the name of a function, a wrong function, and the entries that
#: find it. The first two were in the package.
FAULTS = [
    (authority, "is_usual_domain", usual_domain_with_brackets, ["parsing", "hosts"]),
    (
        resolving,
        "decode_escapes",
        lambda host, *more: idna2003.decode_escapes(host, re.compile("%(3[c-e])|<", re.I).search),
        ["parsing"],
    ),
    (authority, "rewrite_ipv6", lambda text: f"[{text}]", ["parsing", "hosts"]),
    (cutting, "may_have_dot_segments", lambda path: "/." in path, ["parsing"]),
    (setters, "may_have_dot_segments", lambda path: "/." in path, ["setters"]),
    (cutting, "stripped", str.strip, ["parsing"]),
    (resolving, "has_usual_labels", lambda host: True, ["parsing"]),
    (standard, "match_reference", re.compile(r"((?:\.\./)*)([^?#:]*).*\Z").match, ["resolving many references"]),
    (relating, "relative_path", lambda path, base: path.rpartition("/")[2], ["relative references"]),
    (params, "_is_plain_name", lambda name: True, ["params"]),
    (segments, "_decoded", lambda written: written, ["segments"]),
    (building, "is_usual_host", lambda host: True, ["build"]),
    (urllib, "_has_plain_host", re.compile("[a-z]+://[a-z]+").match, ["urllib: splitting"]),
    (urllib, "_best", lambda url, answer, *more, **named: answer, ["urllib: joining"]),
]  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize(
    ("module", "name", "fault", "entries"),
    FAULTS,
    ids=[f"{module.__name__.rpartition('.')[2]}.{name}" for module, name, _, _ in FAULTS],
)
def test_fault_of_a_quick_way_is_found(monkeypatch, module, name, fault, entries):
    monkeypatch.setattr(module, name, fault)
    found = found_differences(entries)
    assert {entry for entry, _ in found} == {*entries}


def found_differences(entries: list[str]) -> dict[tuple[str, Case], str]:
    """Run blocks until each of the entries has found a difference, and return all differences."""
    outcome = Outcome()
    for entry in entries:
        for number in range(6):
            outcome.add(run_block((number, STRINGS), seed=2, only=[entry]))
            if any(name == entry for name, _ in outcome.differences):
                break
    return outcome.differences


def test_brackets_that_appear_when_a_host_is_mapped_are_found_in_few_tokens(monkeypatch):
    monkeypatch.setattr(authority, "is_usual_domain", usual_domain_with_brackets)
    found = found_differences(["parsing"])
    shortest = min((case for _, case in found), key=lambda case: len(case.url))
    assert len(shortest.url) <= 3 and shortest.standard == "whatwg"
    assert shortest.base is None and shortest.encoding == "utf-8"


@pytest.mark.full
def test_fault_of_a_kernel_is_found(monkeypatch):
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    pytest.importorskip("publicsuffixlist")
    from urldom.columns import _usual

    monkeypatch.setattr(_usual, "_AFTER_PATH", "^(?P<search>[^#?]*)(?P<hash>.*)$")
    found = found_differences(["columns: decompose"])
    assert found and all("?" in case.text for _, case in found)


def test_differences_are_printed(monkeypatch, capsys):
    monkeypatch.setattr(authority, "rewrite_ipv6", lambda text: f"[{text}]")
    assert run(STRINGS, seed=2, jobs=1, only=["parsing"]) == 1
    printed = capsys.readouterr().out
    assert "answers" in printed and re.search(
        r"\d+ differences\n\nparsing\n    Case\(url=", printed
    )
    monkeypatch.undo()
    assert run(200, seed=2, jobs=1, only=["parsing"]) == 0
    printed = capsys.readouterr().out
    assert f"{200 * len(STANDARD_NAMES):,} answers" in printed and "no difference" in printed


# The maker


def test_seed_makes_the_same_cases():
    first, second = ([maker.case() for _ in range(50)] for maker in (Maker(7), Maker(7)))
    assert first == second
    assert first != [Maker(8).case() for _ in range(50)]


def test_strings_have_tokens_of_each_kind():
    maker = Maker(1)
    met = {token for _ in range(STRINGS) for token in maker.case().url}
    assert all(met.intersection(group) for group in GROUPS.values())
    assert {"\u00ad", "[::1]", "xn--", "%2e", "C|", "\ud800", "%EF%BC%BB"} <= {*TOKENS}


def test_blocks_have_all_strings():
    assert blocks(4500) == [(0, 2000), (1, 2000), (2, 500)]


def test_case_loses_each_token_that_the_failure_does_not_need():
    def check(case: Case) -> None:
        assert not ("[" in case.text and case.value == "%2e")

    case = (
        Maker(3)
        .case()
        ._replace(
            url=("a", "[", "b"), base=("x:",), values=(("port", ("80",)), ("hash", ("%2e", "")))
        )
    )
    case = case._replace(values=case.values[::-1], encoding="gb18030")
    shortest = shorten(case, check)
    assert (shortest.url, shortest.base, shortest.target) == (("[",), None, ())
    assert (shortest.values, shortest.encoding) == ((("hash", ("%2e",)),), "utf-8")
