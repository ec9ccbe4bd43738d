"""JSON is what JavaScript's `JSON.parse` accepts, and each string has its exact place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urldom.imports._json_values import find_strings, read_json

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=15,
)


def strings_of(
    value: Any, path: tuple[str | int, ...] = ()
) -> list[tuple[str, tuple[str | int, ...], bool]]:
    if isinstance(value, str):
        return [(value, path, False)]
    found: list[tuple[str, tuple[str | int, ...], bool]] = []
    if isinstance(value, dict):
        for name, member in value.items():
            found += [(name, path, True), *strings_of(member, (*path, name))]
    elif isinstance(value, list):
        for number, item in enumerate(value):
            found += strings_of(item, (*path, number))
    return found


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_every_string_is_found_with_its_path_and_place(
    value: Any, is_ascii: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii, indent=indent)
    found = list(find_strings(text))
    # A name has the depth of its object, and the path does not contain its own name.
    expected = [each for each in strings_of(value) if len(each[1]) + each[2] <= 5]
    assert [(each.value, each.path, each.is_name) for each in found] == expected
    for each in found:
        assert text[each.start - 1] == text[each.end] == '"'
        assert json.loads(text[each.start - 1 : each.end + 1]) == each.value


@pytest.mark.parametrize(
    "text", ["", "{", "[1,]", "NaN", '{"a": Infinity}', '"\n"', "'a'", "[" * 100_000, "\ufeff[]"]
)
def test_other_text_is_rejected_and_has_no_strings(text: str) -> None:
    with pytest.raises(ValueError, match="it is not JSON"):
        read_json(text)
    assert list(find_strings(text)) == []


def test_a_string_of_many_escapes_is_read() -> None:
    (found,) = find_strings('["' + "\\n" * 500_000 + '"]')
    assert (found.start, found.end, found.value) == (2, 1_000_002, "\n" * 500_000)
