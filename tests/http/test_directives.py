"""`split_directive()` cuts a fragment at the first `:~:` (URL Fragment Text Directives 3.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.helpers import page_of
from urldom.http import split_directive


@each_case(
    ("fragment", "expected"),
    [
        ("", ("", ())),
        ("#", ("#", ())),
        ("a", ("a", ())),
        ("a:~:", ("a", ())),
        (":~:text=a", ("", ("text=a",))),
        ("#:~:text=a", ("#", ("text=a",))),
        ("#a:~:text=b,c&text=d-,e&selector(x)", ("#a", ("text=b,c", "text=d-,e", "selector(x)"))),
        ("a:~:b:~:c", ("a", ("b:~:c",))),
        ("a:~:&text=b&", ("a", ("", "text=b", ""))),
        ("a&b:~:c", ("a&b", ("c",))),
        ("a%3A~:b", ("a%3A~:b", ())),
        ("a::~:~:b", ("a:", ("~:b",))),
        ("a:~text=b", ("a:~text=b", ())),
    ],
)
def test_fragment_and_directives(fragment, expected):
    assert split_directive(fragment) == expected


@pytest.mark.parametrize("fragment", [None, b"a", 1])
def test_fragment_of_another_type_raises(fragment):
    with pytest.raises(TypeError, match="a fragment must be a str"):
        split_directive(fragment)


@given(st.text(":~&a#"))
def test_parts_are_the_fragment(fragment):
    before, directives = split_directive(fragment)
    assert ":~:" not in before
    rebuilt = f"{before}:~:{'&'.join(directives)}"
    assert fragment in (rebuilt, before) if not directives else fragment == rebuilt


@pytest.mark.parametrize("fragment", ["#:~:text=a", ":~:", "#a:~:text=b", "a:~:", "none:~:text=a"])
def test_indicated_ignores_the_directives(fragment):
    page = page_of('<html><p id="a"/></html>')
    assert page.indicated(fragment) is page.indicated(split_directive(fragment)[0])
