"""The form encoding (URL Standard 5), and the class URLSearchParams (URL Standard 6.2)."""

from __future__ import annotations

from enum import Enum

import pytest

from urldom._core.standards.whatwg.url_search_params import parse_urlencoded, serialize_urlencoded
from urldom.whatwg import URL, URLSearchParams


def test_init_accepts_strings_pairs_and_records():
    assert list(URLSearchParams()) == []
    assert list(URLSearchParams("?a=b&&c&=d&e=f=g")) == [
        ("a", "b"),
        ("c", ""),
        ("", "d"),
        ("e", "f=g"),
    ]
    assert list(URLSearchParams("??a")) == [("?a", "")]
    assert list(URLSearchParams({"a": "b", "c": "d"})) == [("a", "b"), ("c", "d")]
    assert list(URLSearchParams([("a", "b"), ["a", "c"]])) == [("a", "b"), ("a", "c")]
    assert list(URLSearchParams(URLSearchParams("a=1&a=2"))) == [("a", "1"), ("a", "2")]


@pytest.mark.parametrize("init", [["ab"], [("a",)], [("a", "b", "c")], [("a", 1)], {"a": 1}, 5])
def test_init_of_a_wrong_type_raises_type_error(init):
    with pytest.raises(TypeError):
        URLSearchParams(init)


def test_query_is_decoded():
    assert URLSearchParams("a=%F0%9F%92%A9&b=%zz%4&c=%C3&d=a+b%2B&%61=x").get_all("a") == [
        "💩",
        "x",
    ]
    assert URLSearchParams("b=%zz%4").get("b") == "%zz%4"
    assert URLSearchParams("c=%C3x").get("c") == "\ufffdx"
    assert URLSearchParams("d=a+b%2B").get("d") == "a b+"
    assert URLSearchParams("id=0&value=%ef%bb%bftest").get("value") == "\ufefftest"


def test_pairs_are_encoded():
    assert str(URLSearchParams({"a b": "*-._~!'()é\n"})) == "a+b=*-._%7E%21%27%28%29%C3%A9%0A"


def test_pairs_can_be_read():
    params = URLSearchParams("a=1&b=2&a=3")
    assert (params.get("a"), params.get("x"), params.get_all("a"), params.get_all("x")) == (
        "1",
        None,
        ["1", "3"],
        [],
    )
    assert params.has("a") and not params.has("x")
    assert params.has("a", "3") and not params.has("a", "2")
    assert (len(params), params.size, "b" in params, "2" in params, 1 in params) == (
        3,
        3,
        True,
        False,
        False,
    )
    assert repr(params) == "URLSearchParams('a=1&b=2&a=3')"


def test_pairs_can_be_changed():
    params = URLSearchParams("a=1&b=2&a=3&c=4")
    params.set("a", "5")
    assert str(params) == "a=5&b=2&c=4"
    params.set("d", "6")
    params.append("b", "7")
    params.delete("b", "2")
    assert str(params) == "a=5&c=4&d=6&b=7"
    params.delete("x")
    params.delete("a")
    assert str(params) == "c=4&d=6&b=7"
    with pytest.raises(TypeError):
        params.append("a", 1)
    assert str(params) == "c=4&d=6&b=7"


def test_sort_is_stable_and_by_code_units():
    params = URLSearchParams("z=b&a=b&z=a&a=a")
    params.sort()
    assert str(params) == "a=b&a=a&z=b&z=a"
    # U+FB03 is before U+1F308 by code points, but after it by code units.
    params = URLSearchParams("ﬃ&🌈")
    params.sort()
    assert [name for name, _ in params] == ["🌈", "ﬃ"]


def test_lone_surrogates_are_replaced():
    params = URLSearchParams("a=\ud800")
    params.append("\udc00", "x")
    assert list(params) == [("a", "\ufffd"), ("\ufffd", "x")]
    assert params.get("\udfff") == "x"
    assert list(URLSearchParams([("\ud83c\udf08", "")])) == [("🌈", "")]


@pytest.mark.parametrize("init", [None, 1, b"x", [1], [None]])
def test_error_for_a_wrong_type_names_the_accepted_types(init):
    with pytest.raises(
        TypeError, match=r"(init must be a str, .*|pair of a name and a value), not "
    ):
        URLSearchParams(init)


class Name(str, Enum):
    """Strings with their own `__str__`."""

    A = "a"


def test_str_subclass_becomes_str():
    params = URLSearchParams({Name.A: Name.A})
    params.append(Name.A, Name.A)
    assert [type(text) for pair in params for text in pair] == [str] * 4
    params.set(Name.A, Name.A)
    assert list(params) + list(URLSearchParams([(Name.A, Name.A)])) == [("a", "a")] * 2
    assert {type(text) for pair in params for text in pair} == {str}
    assert list(URLSearchParams(Name.A)) == [("a", "")]


def test_iteration_sees_changes():
    url = URL("http://h/?a=1&b=2&c=3")
    names = []
    for name, _ in url.search_params:
        url.search = "?x=1&y=2&z=3"
        names.append(name)
    assert names == ["a", "y", "z"]


def test_equal_names_of_a_record_become_one_pair():
    replacement, *surrogates = "\ufffd", "\ud800", "\udfff"
    assert list(URLSearchParams({surrogates[0]: "1", replacement: "2"})) == [("\ufffd", "2")]
    assert list(
        URLSearchParams({"a": "0", surrogates[1]: "1", "b": "\ud800", replacement: "2"})
    ) == [
        ("a", "0"),
        ("\ufffd", "2"),  # the pair keeps the position of the first of the equal names
        ("b", "\ufffd"),
    ]


def test_equal_names_of_a_sequence_stay_two_pairs():
    assert list(URLSearchParams([("\ud800", "1"), ("\ufffd", "2")])) == [
        ("\ufffd", "1"),
        ("\ufffd", "2"),
    ]


def test_url_and_its_params_have_the_same_pairs_after_a_change():
    """*Update* stores the list (URL Standard 6.2), and serializes it. An empty list has the query
    null."""
    url = URL("http://h/?a=%7E")
    params = url.search_params
    params.append("b", "~")
    assert (list(params), url.href) == ([("a", "~"), ("b", "~")], "http://h/?a=%7E&b=%7E")
    params.delete("a")
    params.delete("b")
    assert (list(params), url.href, params.size) == ([], "http://h/", 0)
    params.set("c", "")
    params.sort()
    assert (list(params), url.search, str(url.search_params)) == ([("c", "")], "?c=", "c=")


def test_params_that_held_pairs_are_read_again_after_another_change_of_the_url():
    url = URL("http://h/")
    params = url.search_params
    params.append("a", "\u00e9")
    url.search = "?a=b"
    assert list(params) == [("a", "b")]
    url.href = "http://h/?c"
    assert list(params) == [("c", "")]
    assert params is url.search_params


def test_parser_splits_and_decodes():
    assert parse_urlencoded("a=%C3%A9&b+c&&=d=e") == [("a", "é"), ("b c", ""), ("", "d=e")]
    assert list(URLSearchParams("\ud800")) == [("\ufffd", "")]


def test_serializer_keeps_only_letters_digits_and_four_marks():
    assert (
        serialize_urlencoded([("a b", "~é"), ("*-._", "!'()")]) == "a+b=%7E%C3%A9&*-._=%21%27%28%29"
    )
