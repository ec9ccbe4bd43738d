"""Names with `*` compared with regular expressions."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom._core.text.name_patterns import name_matcher


def matches(names: list[str], name: str) -> bool:
    return any(
        re.fullmatch(".*".join(map(re.escape, each.split("*"))), name, re.DOTALL) for each in names
    )


@given(
    st.lists(st.lists(st.sampled_from("ab*\n."), max_size=5).map("".join), max_size=4),
    st.lists(st.sampled_from("ab\n*."), max_size=6).map("".join),
)
def test_names_match_as_regular_expressions_do(names: list[str], name: str) -> None:
    assert name_matcher(names)(name) == matches(names, name)


def test_lone_surrogate_in_a_name_is_u_fffd() -> None:
    """A name that is read from a query has no lone surrogate."""
    assert name_matcher(["a\ud800"])("a\ufffd") and name_matcher("\ud800*")("\ufffdb")


@each_case("names", ["*x*x*", "x*x", "*a*", "utm_*", "*", "a*b*b"])
@each_case("name", ["x", "xx", "axbx", "utm_", "utm", "", "ab", "abb", "a"])
def test_one_name_is_accepted(names: str, name: str) -> None:
    assert name_matcher(names)(name) == matches([names], name)
