"""`params`: the query's names and values as a live mapping, in the encoding of the URL."""

from __future__ import annotations

import copy
import enum
import hashlib
import hmac
import pickle
from collections.abc import MutableMapping
from datetime import date
from fnmatch import fnmatchcase
from functools import cache
from urllib.parse import parse_qsl, quote, quote_plus, unquote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from webencodings.labels import LABELS

from tests.cases import each_case
from tests.standards import KEEPING, every_standard
from tests.strategies import bases, hostile
from urldom import WHATWG, Document, Element, RejectedValueError, URLDecomposition
from urldom._core import params as params_module
from urldom._core.params import form_decode, query_from_pairs
from urldom._core.standards.registry import STANDARD_NAMES
from urldom._core.text.encoding_indexes import encoder_table
from urldom._core.text.encodings import output_encoding
from urldom._core.text.percent_encoding import percent_decode
from urldom._core.text.unicode import scalar_value_string
from urldom.params import query_string
from urldom.whatwg import URL, URLSearchParams

#: The encodings of the Encoding Standard, except `replacement`, which does not encode text
ENCODINGS = sorted(set(LABELS.values()) - {"replacement"})


class MultiDict(dict[str, object]):
    """A mapping with repeated names, as yarl has."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.pairs = pairs

    def items(self):
        return self.pairs


def url_with(query: str, **options: str) -> URLDecomposition:
    return URLDecomposition(f"http://example.com/?{query}", **options)


# Reading


@each_case(
    ("query", "pairs"),
    [
        ("", []),
        ("&", []),
        ("a=1", [("a", "1")]),
        ("a", [("a", "")]),
        ("=", [("", "")]),
        ("=b", [("", "b")]),
        ("a=b=c", [("a", "b=c")]),
        ("a=1&&b=2&", [("a", "1"), ("b", "2")]),
        ("a+b=c%20d&%2B=%26", [("a b", "c d"), ("+", "&")]),
        ("q=%C3%A9&q=%E9", [("q", "é"), ("q", "\ufffd")]),
        ("%61=1&a=2", [("a", "1"), ("a", "2")]),
        ("a;b=1", [("a;b", "1")]),
        ("%EF%BB%BFa=b", [("\ufeffa", "b")]),
    ],
)
@every_standard
def test_query_has_the_expected_pairs(query, pairs, standard):
    params = url_with(query, standard=standard).params
    assert params.pairs() == pairs
    assert list(params) == list(dict(pairs)) and len(params) == len(dict(pairs))
    for name, _ in pairs:
        assert params[name] == next(value for other, value in pairs if other == name)
        assert params.get_all(name) == [value for other, value in pairs if other == name]


def test_params_is_a_mutable_mapping():
    params = url_with("a=1&b=2&a=3").params
    assert isinstance(params, MutableMapping)
    assert dict(params) == {"a": "1", "b": "2"}
    assert list(params.items()) == [("a", "1"), ("b", "2")]
    assert params.get("c") is None and params.get("c", "d") == "d" and params.get_all("c") == []
    assert "a" in params and "c" not in params and 1 not in params
    assert params.pop("a") == "1" and params.pairs() == [("b", "2")]
    assert params.setdefault("b", "x") == "2" and params.setdefault("c", 3) == "3"
    assert params.pairs() == [("b", "2"), ("c", "3")]
    assert str(params) == "b=2&c=3"
    with pytest.raises(KeyError, match="nope"):
        params["nope"]
    with pytest.raises(KeyError, match="nope"):
        del params["nope"]


def test_params_equals_objects_with_the_same_pairs():
    params = url_with("a=1&b=%32").params
    assert params == URL("foo:?a=1&b=2").params
    assert params == {"b": "2", "a": "1"} and params != {"a": "1"} and params != {"a": "1", "b": 2}
    assert params == URL("foo:?b=2&a=1").params
    assert (
        url_with("a=1&b=2&a=3").params
        == url_with("b=2&a=1&a=3").params
        != url_with("b=2&a=3&a=1").params
    )
    assert url_with("a=1&a=2").params != {"a": "1"}
    assert params != [("a", "1"), ("b", "2")]
    with pytest.raises(TypeError, match="unhashable"):
        hash(params)
    assert repr(params) == "Params([('a', '1'), ('b', '2')])"


# Writing


@each_case(
    ("query", "name", "value", "written"),
    [
        ("", "a", "1", "a=1"),
        ("a=1", "a", "2", "a=2"),
        ("a=1&b=2", "a", "3", "a=3&b=2"),
        ("%61=1&b=2", "a", "3", "%61=3&b=2"),  # The name keeps its escape.
        ("a&b", "a", "", "a=&b"),
        ("a&b", "b", "x", "a&b=x"),
        ("x=%7e&a=1&&y=!&a=2&z", "a", "3", "x=%7e&a=3&&y=!&z"),
        ("a=1&", "b", "2", "a=1&b=2&"),  # The `&` stays at the end.
        ("a=1&&", "b", "2", "a=1&&b=2&"),
        ("&", "b", "2", "&b=2&"),
        ("a", "b c", "d&e=f+g#h%", "a&b+c=d%26e%3Df%2Bg%23h%25"),
        ("a=1", "é", "ß", "a=1&%C3%A9=%C3%9F"),
        ("a=1", "a", 2, "a=2"),
        ("a=1", "a", -0.5, "a=-0.5"),
        ("a=1", "a", 1e100, "a=1e%2B100"),
        ("a=1&b", "a", ["2", 3], "a=2&a=3&b"),
        ("a=1&b&a=2&c&a=3", "a", ("4", "5"), "a=4&b&a=5&c"),
        ("a=1&b", "c", ["2", 3.5], "a=1&b&c=2&c=3.5"),
        ("a=1&b", "a", range(2, 4), "a=2&a=3&b"),
        ("a=1&b", "a", [], "b"),
        ("a", "\ud800", "\udc00", "a&%EF%BF%BD=%EF%BF%BD"),
    ],
)
@every_standard
def test_setting_writes_only_the_assigned_pair(query, name, value, written, standard):
    url = url_with(f"{query}#f" if query else "#f", standard=standard)
    url.params[name] = value
    assert url.href == f"http://example.com/?{written}#f"


def test_removing_the_last_pair_removes_the_query():
    url = url_with("a=1#f")
    del url.params["a"]
    assert url.href == "http://example.com/#f"
    url.params["b"] = "2"
    url.params.clear()
    assert url.href == "http://example.com/#f"
    url.params.clear()
    assert url.href == "http://example.com/#f"


@every_standard
@each_case("tail", ["", "?", "?b&", "?&", "?&&", "?&b", "?b&&", "?a&&b&&", "?=&", "?x=%7E+%20"])
@each_case("value", ["1", ["1", "2"], ""])
def test_deleting_an_added_name_restores_the_url(standard, tail, value):
    url = URLDecomposition(f"http://h/p{tail}#f", standard=standard)
    before = url.href
    url.params["new"] = value
    assert url.params.get_all("new") == ([value] if isinstance(value, str) else value)
    del url.params["new"]
    assert url.href == before


def test_empty_query_is_kept_over_several_changes():
    url = url_with("", standard="whatwg")
    url.params.update(a=1, b=2)
    url.params.add("a", 3)
    url.params.sort()
    assert url.href == "http://example.com/?a=1&a=3&b=2"
    del url.params["a"], url.params["b"]
    assert url.href == "http://example.com/?"
    url.params["a"] = 1
    url.params.clear()
    assert url.href == "http://example.com/"
    url.params["a"] = 1
    del url.params["a"]
    assert url.href == "http://example.com/"


#: Queries with pairs and empty sequences, and hostile queries
any_query = st.one_of(
    st.lists(
        st.sampled_from(
            [
                "",
                "",
                "a",
                "a=1",
                "%61=%7e",
                "=",
                "q=%EC%zz",
                "é=☺",
                "x=%20+~'",
                "%26%239786%3B=1",
                ";",
            ]
        ),
        max_size=6,
    ).map("&".join),
    hostile.filter(lambda text: "#" not in text),
)
#: Hierarchical URLs, opaque URLs, a URL with an RFC 1808 parameter, and a relative URL
any_start = st.sampled_from(
    [
        "http://h/p",
        "http://h",
        "foo:a/b",
        "foo:a  ",
        "mailto:a@b",
        "file:///c|/a",
        "ws://h/",
        "http://h/p;t=1",
        "x",
    ]
)


@given(
    any_start,
    st.none() | any_query,
    st.sampled_from(["", "#", "#f?g"]),
    st.sampled_from(STANDARD_NAMES),
    st.sampled_from(["utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030"]),
    st.sampled_from(["new", "a b&=", "é☺", "", "q", "\ud800"]),
    st.sampled_from(["1", "", "é☺&=", ["1", "2"]]),
)
def test_deleting_any_added_name_restores_the_url(
    start, query, fragment, standard, encoding, name, value
):
    tail = "" if query is None else f"?{query}"
    url = URLDecomposition(
        f"{start}{tail}{fragment}", "http://b/", standard=standard, encoding=encoding
    )
    before = url.href
    if name in url.params:
        return
    try:
        url.params[name] = value
    except RejectedValueError:
        assert url.href == before
        return
    assert len(url.params.get_all(name)) == (1 if isinstance(value, str) else 2)
    assert url.href != before
    del url.params[name]
    assert url.href == before


@given(any_query, st.sampled_from(STANDARD_NAMES), st.data())
def test_edited_pair_keeps_the_position_and_the_bytes_around_the_pair(query, standard, data):
    url = url_with(query, standard=standard)
    if not url.params:
        return
    name = data.draw(st.sampled_from(sorted(url.params)))
    before = url.search[1:].split("&")
    touched = {
        place
        for place, sequence in enumerate(before)
        if name in url_with(sequence, standard=standard).params
    }
    url.params[name] = "new"
    after = url.search[1:].split("&")
    (written,) = (sequence for sequence in after if sequence.endswith("=new"))
    assert [sequence for sequence in after if sequence is not written] == [
        sequence for place, sequence in enumerate(before) if place not in touched
    ]
    assert after.index(written) == min(touched)


def test_deleting_a_name_keeps_the_bytes_of_pairs_with_other_names():
    url = url_with("x=%7E%zz&a=1&&a&y==&%61=3")
    del url.params["a"]
    assert url.search == "?x=%7E%zz&&y=="


def test_add_appends_pairs():
    url = url_with("a=1")
    url.params.add("a", 2)
    url.params.add("b", ["x", 3.0])
    assert url.search == "?a=1&a=2&b=x&b=3.0"
    url.params.add("c", [])
    assert url.search == "?a=1&a=2&b=x&b=3.0"


def test_update_replaces_and_appends_pairs():
    url = url_with("a=1&b=2&a=3")
    url.params.update({"b": "x", "c": ["y", 4]})
    assert url.search == "?a=1&b=x&a=3&c=y&c=4"
    url.params.update([("a", 1), ("d", 2), ("a", 5), ("a", 6)], b=7)
    assert url.search == "?a=1&b=7&a=5&a=6&c=y&c=4&d=2"
    new = url_with("")
    new.params.update([("b", 1), ("a", 2), ("b", 3)], c=4)
    assert new.search == "?b=1&a=2&b=3&c=4"
    new.params.update(MultiDict([("a", 5), ("b", 6), ("a", 7)]), b=[])
    assert new.search == "?a=5&a=7&c=4"
    url.params.update(URLSearchParams("c=8&c=9"), a=0)
    assert url.search == "?a=0&b=7&c=8&c=9&d=2"
    url.params.update(url_with("b=1&b=2").params)
    assert url.search == "?a=0&b=1&b=2&c=8&c=9&d=2"
    url.params.update()
    assert url.search == "?a=0&b=1&b=2&c=8&c=9&d=2"


def test_sorting_keeps_the_bytes_and_the_order_of_one_name():
    url = url_with("%7A=1&b=2&&é=3&B&b=%31&=&\U00010000=4&\uffff=5")
    before = url.search[1:].split("&")
    url.params.sort()
    after = url.search[1:].split("&")
    assert after == [
        "=",
        "B",
        "",
        "b=2",
        "b=%31",
        "%7A=1",
        "%C3%A9=3",
        "%F0%90%80%80=4",
        "%EF%BF%BF=5",
    ]
    assert sorted(after) == sorted(before) and before.index("") == 2
    url.params.sort()
    assert url.search[1:].split("&") == after


@every_standard
def test_sorting_keeps_an_empty_query_and_empty_pairs(standard):
    for query in ("", "&", "a&", "&a", "a&&b&"):
        url = url_with(query, standard=standard)
        href = url.href
        url.params.sort()
        assert url.href == href


# Changes of the URL and of its base


def test_params_follows_changes_of_the_url():
    url = url_with("a=1")
    params = url.params
    url.search = "?b=2"
    assert list(params) == ["b"]
    params["c"] = "3"
    assert url.search == "?b=2&c=3" and url.params == params
    for name in params:
        del params[name]
    assert url.search == ""


def test_search_params_and_params_show_the_same_changes():
    url = URL("http://h/?a=1&b='")
    url.params["a"] = "2"
    assert url.search_params.get("a") == "2"
    url.search_params.append("c", "~")
    assert url.params.get_all("c") == ["~"]
    assert (
        url.search == "?a=2&b=%27&c=%7E"
    )  # search_params writes the whole query again, as the URL Standard requires.


def test_change_of_a_url_with_a_context_calls_on_set():
    document = Document("http://example.com/a/", encoding="windows-1251")
    hrefs: list[str] = []
    url = URLDecomposition("b?q=мир", Element(document), on_set=hrefs.append)
    assert url.params["q"] == "мир"
    url.params["r"] = "да"
    assert url.href == "http://example.com/a/b?q=%EC%E8%F0&r=%E4%E0"
    assert hrefs == [url.href] and url.reference == url.href
    url.params.update(q="1", r="2", s="3")
    assert hrefs[1:] == ["http://example.com/a/b?q=1&r=2&s=3"]


def test_params_of_a_copied_url_is_independent():
    url = url_with("a=1")
    for other in (
        copy.copy(url.params),
        copy.deepcopy(url.params),
        pickle.loads(pickle.dumps(url.params)),
    ):
        assert other == url.params
        other["a"] = "2"
        assert other["a"] == "2" and url.params["a"] == "1"


# Under each standard


@every_standard
def test_url_without_a_host_has_params(standard):
    url = URLDecomposition("mailto:a@b?subject=x%20y", standard=standard)
    assert url.params["subject"] == "x y"
    url.params["subject"] = "z"
    assert url.href == "mailto:a@b?subject=z"


@every_standard
def test_params_of_an_invalid_url_cannot_be_changed(standard):
    url = URLDecomposition("//h?a=1", standard=standard)
    assert url.params.pairs() == [] and len(url.params) == 0 and "a" not in url.params
    with pytest.raises(RejectedValueError, match=r"the URL is not absolute: .+") as caught:
        url.params["a"] = "2"
    assert caught.value.attribute == "params"
    url.params.clear()
    assert url.reference == "//h?a=1"


def test_unescaped_non_ascii_character_is_read():
    """RFC 1808 and RFC 2396 keep the non-ASCII characters of a query."""
    for standard in ("rfc1808", "rfc2396"):
        url = URLDecomposition("http://h/?é=м%EC+x", standard=standard, encoding="windows-1251")
        assert url.params.pairs() == [("é", "мм x")]


# Encodings


def test_bytes_of_a_windows_1251_query_are_kept():
    url = URL("http://e/?q=%EC%E8")
    page = Document("http://e/", encoding="windows-1251", standard=WHATWG)
    url = URLDecomposition("?q=%EC%E8&page=1", page)
    assert url.params["q"] == "ми"
    url.params["page"] = "2"
    assert url.search == "?q=%EC%E8&page=2"
    url.params["q"] = "мир"
    assert url.search == "?q=%EC%E8%F0&page=2"


def test_unencodable_character_is_written_as_in_a_form():
    url = url_with("a=1", encoding="windows-1252")
    url.params["q"] = "é м"
    assert url.search == "?a=1&q=%E9+%26%231084%3B"
    assert url.params["q"] == "é &#1084;"


@pytest.mark.parametrize("label", ["utf-16", "utf-16be", "UTF-8", "replacement", "hz-gb-2312"])
def test_encodings_with_the_output_encoding_utf_8_write_utf_8(label):
    url = url_with("a=1", encoding=label)
    url.params["a"] = "é"
    assert url.search == "?a=%C3%A9" and url.params["a"] == "é"


def test_some_queries_under_whatwg_are_always_in_utf_8():
    """UTF-8 is used for `ws:` and `wss:` URLs, and for URLs that are not special (URL Standard 4.4,
    query state, step 1)."""
    for text, written in {
        "http:": "%E9",
        "ws:": "%C3%A9",
        "foo:": "%C3%A9",
        "file:": "%E9",
    }.items():
        url = URLDecomposition(f"{text}//h/?é=é", standard="whatwg", encoding="latin1")
        url.params["é"] = "é"
        assert url.search == f"?{written}={written}"


@cache
def characters_of(encoding: str) -> st.SearchStrategy[str]:
    """Return a strategy for texts that encoding and decoding do not change."""
    if encoding == "utf-8" or encoding.startswith("utf-16"):
        return st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    name = "jis0208" if encoding == "iso-2022-jp" else encoding
    # Several characters may have the same bytes. The bytes are decoded to the first of these
    # characters in the index.
    first = {
        data: character
        for character, data in reversed(encoder_table(name).items())
        if data[0] >= 0x80
    }
    ascii = [
        chr(code)
        for code in range(0x80)
        if encoding != "iso-2022-jp" or code not in (0x0E, 0x0F, 0x1B)
    ]
    return st.text(st.sampled_from([*ascii, *first.values()]), max_size=8)


#: One encoding for each kind of encoder. The other encodings use one byte for each character, like
#: windows-1251.
KINDS = {
    *("utf-8", "utf-16le", "windows-1251", "windows-1252", "iso-8859-8-i", "x-user-defined"),
    *("shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5", "euc-kr"),
}


@pytest.mark.parametrize(
    "encoding",
    [pytest.param(name, marks=[] if name in KINDS else pytest.mark.full) for name in ENCODINGS],
)
@given(data=st.data())
def test_set_value_is_read_back_in_every_encoding(encoding, data):
    texts = characters_of(encoding)
    url = url_with(
        data.draw(st.sampled_from(["", "a=1", "%F0%E9&x=%26&&=", "a&b=%1B$B!!%1B(B"])),
        encoding=encoding,
    )
    before = url.search[1:].split("&")
    name, value, other = data.draw(texts), data.draw(texts), data.draw(texts)
    touched = {name, other} & set(url.params)
    url.params[name] = value
    url.params.add(other, [value, name])
    values = [value] if other != name else [value, value, name]
    assert url.params.get_all(name) == values
    assert url.params.get_all(other)[-2:] == [value, name]
    if not touched and before != [""]:
        assert (
            url.search[1:].split("&")[: len(before) - (not before[-1])]
            == before[: len(before) - (not before[-1])]
        )


def test_there_are_39_encodings():
    """The Encoding Standard has 40 encodings, with `replacement`. They have 37 different output
    encodings."""
    assert len(ENCODINGS) == 39
    assert len({output_encoding(encoding) for encoding in ENCODINGS}) == 37


QUERIES = st.lists(
    st.sampled_from(
        [
            "a",
            "b",
            "=",
            "&",
            "&&",
            "+",
            "%20",
            "%26",
            "%3D",
            "%C3%A9",
            "%E9",
            "%",
            "%zz",
            "é",
            "'",
            "~",
            "#",
        ]
    ),
    max_size=12,
).map("".join)


@given(QUERIES)
def test_pairs_in_utf_8_match_url_search_params(query):
    url = URL(f"http://h/?{query}")
    assert list(url.params.pairs()) == list(url.search_params) == list(URLSearchParams(url.search))


@given(
    QUERIES, st.sampled_from(["a", "b", "é", "", "new"]), st.lists(st.text(max_size=4), max_size=3)
)
def test_setting_a_name_keeps_the_bytes_of_pairs_with_other_names(query, name, values):
    url = URL(f"http://h/?{query}")
    sequences = [sequence for sequence in url.search[1:].split("&") if sequence]
    others = [
        sequence
        for sequence in sequences
        if URL(f"http://h/?{sequence}").params.pairs()[0][0] != name
    ]
    url.params[name] = values
    after = [sequence for sequence in url.search[1:].split("&") if sequence]
    assert [one for one in after if URL(f"http://h/?{one}").params.pairs()[0][0] != name] == others
    assert [len(text) for text in url.params.get_all(name)] == [len(text) for text in values]


@given(hostile, bases, st.sampled_from(STANDARD_NAMES), hostile, hostile)
def test_any_string_raises_only_documented_errors(url, base, standard, name, value):
    decomposition = URLDecomposition(url, base, standard=standard)
    params = decomposition.params
    assert len(params.pairs()) >= len(params)
    try:
        params[name] = value
    except RejectedValueError:
        # RFC 1808 reads a query right after the net_loc as a part of the net_loc.
        assert not decomposition or standard == "rfc1808"
    else:
        assert params[name] == scalar_value_string(value)
        params.sort()
        del params[name]
        assert name not in params


# Wrong calls


class Colour(str, enum.Enum):
    RED = "red"

    def __str__(self):
        return "nonsense"


class Size(enum.IntEnum):
    SMALL = 1


def test_subclass_of_str_or_int_is_written_as_its_value():
    url = url_with("")
    url.params.update({Colour.RED: Colour.RED, "size": Size.SMALL})
    assert url.search == "?red=red&size=1" and url.params[Colour.RED] == "red"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "NoneType"),
        (object(), "object"),
        (b"x", "bytes"),
        ({"x"}, "set"),
        ({}, "dict"),
        (bytearray(b"x"), "bytearray"),
        (1j, "complex"),
        (["x", None], "NoneType"),
        ([["x"]], "list"),
    ],
)
def test_value_of_a_wrong_type_raises_type_error(value, kind):
    url = url_with("a=1")
    change = rf"'q' must be a str, a number, .* or a list of these, not {kind}"
    with pytest.raises(TypeError, match=change):
        url.params["q"] = value
    with pytest.raises(TypeError, match=change):
        url.params.add("q", value)
    with pytest.raises(TypeError, match=change):
        url.params.update(a="2", q=value)
    assert url.search == "?a=1"


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), 10**5000], ids=["nan", "inf", "huge"]
)
def test_infinite_or_too_long_number_raises_value_error(value):
    url = url_with("a=1")
    with pytest.raises(ValueError, match=r"the parameter 'q' (cannot be|has too many digits)"):
        url.params["q"] = value
    assert url.search == "?a=1"


def test_date_that_is_missing_raises_type_error():
    class NotADate(date):
        """A value like `pandas.NaT`: a date that is not equal to itself."""

        def __eq__(self, other):
            return False

        __hash__ = date.__hash__

    with pytest.raises(TypeError, match="the parameter 'q' must be"):
        url_with("a=1").params["q"] = NotADate(2026, 1, 1)


def test_name_of_a_wrong_type_raises_type_error():
    params = url_with("a=1").params
    for call in (
        lambda: params[1],
        lambda: params.get(None),
        lambda: params.get_all(b"a"),
        lambda: params.add(1, "x"),
        lambda: params.__setitem__(1, "x"),
        lambda: params.__delitem__(1),
        lambda: params.update({1: "x"}),
    ):
        with pytest.raises(
            TypeError, match=r"the name of a parameter must be a str, not (int|NoneType|bytes)"
        ):
            call()


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (1, "parameters must be a mapping or an iterable of pairs, not int"),
        ("ab", "parameters must be a mapping or an iterable of pairs, not str"),
        (["ab"], "each item must be a pair of a name and a value, not 'ab'"),
        ([("a",)], r"each item must be a pair of a name and a value, not \('a',\)"),
        ([None], "each item must be a pair of a name and a value, not None"),
    ],
)
def test_update_with_a_wrong_type_raises_type_error(other, message):
    url = url_with("a=1")
    with pytest.raises(TypeError, match=message):
        url.params.update(other)
    assert url.search == "?a=1"


def test_assigned_params_replace_the_whole_query():
    url = url_with("a=1&b=%7e")
    url.params = {"q": ["x y", 2]}
    assert url.search == "?q=x+y&q=2"
    url.params = URL("http://h/?b=3&c").params
    assert url.search == "?b=3&c="
    url.params = []
    assert url.href == "http://example.com/"


def test_update_by_an_operator_keeps_the_other_pairs():
    url = url_with("a=1&b=%7e")
    url.params |= {"a": 2, "c": 3}
    assert url.search == "?a=2&b=%7e&c=3"
    params = url.params
    params |= [("a", 5)]
    assert url.search == "?a=5&b=%7e&c=3"


@pytest.mark.parametrize("value", [None, "a=b", 1, [1]])
def test_assigned_params_of_another_type_raise_type_error(value):
    url = url_with("a=1")
    with pytest.raises(TypeError):
        url.params = value
    assert url.search == "?a=1"


def test_assigned_params_are_written_in_the_encoding_of_the_url():
    url = url_with("a=1", encoding="windows-1251")
    url.params = {"р": "☺ &"}
    assert url.search == "?%F0=%26%239786%3B+%26"


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("windows-1252", "☺"), ("shift_jis", "¥"), ("shift_jis", "−"), ("iso-2022-jp", "ｱ")],
)
def test_name_that_the_encoding_changes_is_found(encoding, name):
    url = url_with("a=1", standard="whatwg", encoding=encoding)
    url.params[name] = 1
    written = url.search
    url.params[name] = 2
    assert url.search == written.replace("=1", "=2").replace("?a=2", "?a=1")
    assert name in url.params and url.params[name] == "2" and url.params.get_all(name) == ["2"]
    assert url.params.setdefault(name, 3) == "2" and url.params.pop(name) == "2"
    assert url.search == "?a=1"
    assert url.params.setdefault(name, "☺") == url.params[name]
    url.params.update([(name, 4)], **{name: 5})
    assert url.params.get_all(name) == ["5"]
    del url.params[name]
    assert list(url.params) == ["a"]


@pytest.mark.parametrize(
    ("encoding", "query", "value"),
    [
        ("euc-jp", "%8F%A2%B7", "\uff5e"),
        ("gb18030", "%815%F47", "\ue7c7"),
        ("gbk", "%815%F47", "\ue7c7"),
    ],
)
def test_decoding_follows_the_index_of_the_encoding_standard(encoding, query, value):
    assert url_with(f"q={query}", standard="whatwg", encoding=encoding).params["q"] == value


@pytest.mark.parametrize("standard", KEEPING)
def test_lone_surrogate_of_a_query_is_read_as_a_replacement_character(standard):
    params = url_with("\ud800=\udfff&b=2", standard=standard).params
    assert dict(params) == {"\ufffd": "\ufffd", "b": "2"}
    params.sort()
    params.update([("\ud800", 3)], **{"\ud800": 4})
    assert params.get_all("\udfff") == ["4"]


def test_default_is_checked_like_a_value():
    url = url_with("a=1")
    with pytest.raises(ValueError, match="the default of the parameter 'b' is an empty list"):
        url.params.setdefault("b", [])
    assert url.params.setdefault("a", []) == "1"
    assert url.search == "?a=1"


def test_adding_an_empty_list_changes_nothing():
    calls = []
    url = url_with("a=1&", on_set=calls.append)
    url.params.add("a", [])
    url.params["b"] = []
    url.params.update({})
    assert (calls, url.search) == ([], "?a=1&")


@pytest.mark.parametrize("wrong", [memoryview(b"hi"), memoryview(b"")])
def test_bytes_like_values_raise_type_error(wrong):
    url = url_with("q=1")
    for change in (lambda: url.params.__setitem__("q", wrong), lambda: url.params.update(wrong)):
        with pytest.raises(TypeError, match="memoryview"):
            change()
    assert url.search == "?q=1"


@pytest.mark.parametrize("pair", [{"c", "d"}, {"c": 1, "d": 2}, frozenset("cd")])
def test_unordered_pair_raises_type_error(pair):
    with pytest.raises(TypeError, match="a pair of a name and a value"):
        url_with("a=1").params.update([pair])


@every_standard
def test_query_is_parsed_once_for_several_reads(standard, monkeypatch):
    url, decoded = url_with("%61=1&%62=2", standard=standard), []
    monkeypatch.setattr(
        params_module, "percent_decode", lambda text: decoded.append(text) or percent_decode(text)
    )
    for _ in range(3):
        assert [url.params[name] for name in url.params] == ["1", "2"]
    assert decoded == [b"%61", b"%62"]
    url.search = "c=3"
    assert dict(url.params) == {"c": "3"}
    copied = copy.copy(url)
    copied.params["c"] = 4
    assert (dict(url.params), dict(copied.params), pickle.loads(pickle.dumps(url)).params["c"]) == (
        {"c": "3"},
        {"c": "4"},
        "3",
    )


def test_error_for_none_says_how_to_remove_a_name():
    url = url_with("launch=1")
    for change in (
        lambda: url.params.update(launch=None),
        lambda: url.params.__setitem__("launch", None),
    ):
        with pytest.raises(
            TypeError,
            match=r"the parameter 'launch' must be .*, not NoneType: to remove it, use `del`",
        ):
            change()
    assert url.search == "?launch=1"
    with pytest.raises(TypeError, match=r"the parameter 'launch' must be .*, not bytes$"):
        url.params["launch"] = b"2"


@pytest.mark.parametrize(
    ("name", "right"), [("getlist", "get_all"), ("append", "add"), ("multi_items", "pairs")]
)
def test_method_name_of_another_library_gets_a_hint(name, right):
    with pytest.raises(AttributeError, match=rf"'{name}': use `{right}"):
        getattr(URL("http://h/?a=1").params, name)
    assert not hasattr(URL("http://h/").params, "nonsense")


def test_form_decoding_and_its_inverse():
    assert form_decode("a+%E9", "windows-1252") == "a é"
    assert form_decode("é+%C3%A9", "utf-8") == "é é"
    assert query_from_pairs({"q": "a b", "tag": ["x", "y"]}) == "q=a+b&tag=x&tag=y"


# Changes of a few names, beside a model that splits the query into its sequences

NAMES = st.sampled_from(["a", "b", "ab", "a-b", "utm_source", "", "é", "a b", "A", "%"])
VALUES = st.sampled_from(["", "1", "x y", "é&=+%", "a"])


def edited(query: str | None, name: str, values: list[str]) -> str | None:
    """Return a query in which the first sequence of the name has the first value, and the next one
    the next value."""
    sequences = [] if query is None else query.split("&")
    output, left = [], list(values)
    places = [
        i for i, one in enumerate(sequences) if one and unquote_plus(one.partition("=")[0]) == name
    ]
    for place, sequence in enumerate(sequences):
        if place not in places:
            output.append(sequence)
            continue
        if left:
            output.append(
                f"{sequence.partition('=')[0]}={quote_plus(left.pop(0), safe='*')}".replace(
                    "~", "%7E"
                )
            )
        if place == places[-1]:
            output += [f"{quote_plus(name, safe='*')}={quote_plus(one, safe='*')}" for one in left]
    if not places:
        new = [f"{quote_plus(name, safe='*')}={quote_plus(one, safe='*')}" for one in left]
        output[len(output) - (output[-1:] == [""]) :] = [
            *new,
            *output[len(output) - (output[-1:] == [""]) :],
        ]
    return "&".join(output) if output else None


@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                "a=1",
                "ab=2",
                "b=%61",
                "%61=3",
                "a%2Db=x",
                "a-b",
                "=",
                "",
                "utm_source=y",
                "a+b=1",
            ]
        )
    ),
    st.lists(
        st.tuples(NAMES, st.lists(VALUES, max_size=2)),
        max_size=6,
        unique_by=lambda change: change[0],
    ),
)
@example(["a", ""], [("b", ["1"])])
@example(["", "a"], [("a", [])])
@example(["ab", "a=1", "a"], [("a", ["2"])])
@example(["%61=1", "a=2"], [("a", ["3"])])
@example(["a", ""], [("a", []), ("b", [""])])
@example(["", "a"], [("b", ["", ""]), ("a", [])])
@example(["", "a"], [("a", []), ("b", [""])])
def test_changes_write_what_the_model_writes(sequences, changes):
    query = "&".join(sequences)
    expected = query or None
    for name, values in sorted(changes, key=lambda change: not change[1]):  # the removals last
        expected = edited(expected, name, values)
    url = URL(f"http://h/?{query}" if query else "http://h/")
    url.params.update(changes)
    assert url.search == (f"?{expected}" if expected else "")
    for name, values in changes:
        one = URL(f"http://h/?{query}" if query else "http://h/")
        present = name in one.params
        try:
            if values:
                one.params[name] = values
            else:
                del one.params[name]
        except KeyError:
            assert (
                not present
                and one.search == URL(f"http://h/?{query}" if query else "http://h/").search
            )
        else:
            assert present or values
            assert one.search == (
                f"?{left}" if (left := edited(query or None, name, values)) else ""
            )


# Queries for signatures and other servers


def test_query_string_signs_the_example_of_amazons_documentation():
    """Amazon S3, API Reference, "Authenticating Requests: Using Query Parameters (AWS Signature
    Version 4)"."""
    day, time, scope = "20130524", "20130524T000000Z", "20130524/us-east-1/s3/aws4_request"
    query = query_string(
        {
            "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
            "X-Amz-Credential": f"AKIAIOSFODNN7EXAMPLE/{scope}",
            "X-Amz-Date": time,
            "X-Amz-Expires": 86400,
            "X-Amz-SignedHeaders": "host",
        }
    )
    assert query == (
        "X-Amz-Algorithm=AWS4-HMAC-SHA256"
        "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
        "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
    )
    request = (
        f"GET\n/test.txt\n{query}\nhost:examplebucket.s3.amazonaws.com\n\nhost\nUNSIGNED-PAYLOAD"
    )
    hashed = hashlib.sha256(request.encode()).hexdigest()
    assert hashed == "3bfa292879f6447bbcda7001decf97f4a54dc650c8942174ae0a9121cf58ad04"
    key = b"AWS4wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    for part in (day, "us-east-1", "s3", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(
        key, f"AWS4-HMAC-SHA256\n{time}\n{scope}\n{hashed}".encode(), "sha256"
    ).hex()
    assert signature == "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
    url = URL("https://examplebucket.s3.amazonaws.com/test.txt").replace(
        search=f"{query}&X-Amz-Signature={signature}"
    )
    assert url.search == f"?{query}&X-Amz-Signature={signature}"


@given(
    st.lists(st.tuples(st.text(), st.text())),
    st.sampled_from(["%20", "+"]),
    st.text("-._~/:!$'()*,;?@[]"),
)
def test_query_string_escapes_everything_but_the_characters_that_are_safe(pairs, spaces, safe):
    def escaped(text):  # `quote` never escapes `_.-~`.
        kept = quote(text, safe=safe)
        return "".join(
            quote(c).replace(c, f"%{ord(c):02X}") if c in "-._~" and c not in safe else c
            for c in kept
        )

    query = query_string(pairs, spaces=spaces, safe=safe)
    assert query == "&".join(f"{escaped(name)}={escaped(value)}" for name, value in pairs).replace(
        "%20", spaces
    )
    assert parse_qsl(query, keep_blank_values=True) == pairs


@given(st.lists(st.tuples(st.text(), st.text()), min_size=1))
def test_query_string_is_read_back_from_a_url(pairs):
    query = query_string(pairs)
    for url in (
        URL("https://h/").replace(search=query),
        URL("https://h/").replace(search=f"?{query}"),
    ):
        assert url.search == f"?{query}" and url.params.pairs() == pairs


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"spaces": " "}, "spaces must be"),
        ({"spaces": ""}, "spaces must be"),
        *(({"safe": f"-{character}"}, "safe cannot contain") for character in " %&=#+é\n"),
    ],
)
def test_query_string_refuses_options_that_would_not_be_read_back(options, message):
    with pytest.raises(ValueError, match=message):
        query_string({"q": "a b"}, **options)


# discard


@given(
    st.lists(
        st.sampled_from(
            ["a", "a=1", "%61=2", "ab=3", "utm_a", "utm%5Fb=4", "b=%61", "=", "", "a+b", "é=5"]
        )
    ),
    st.lists(st.sampled_from(["a", "utm_*", "*b", "a b", "é", "", "*", "x", "a*b*"]), max_size=3),
)
@example(["utm_a", "", "q"], ["utm_*"])
def test_discard_removes_the_names_that_match_and_keeps_the_other_bytes(sequences, names):
    url = URL("http://h/").replace(search="&".join(sequences))
    kept = []
    for sequence in url.search[1:].split("&"):
        name = unquote_plus(sequence.partition("=")[0])
        if not sequence or not any(fnmatchcase(name, pattern) for pattern in names):
            kept.append(sequence)
    url.params.discard(*names)
    assert url.search[1:] == "&".join(kept)


def test_discarding_the_only_parameter_removes_the_query_unless_it_was_there_before():
    url = URL("http://h/?a")
    url.params.discard("a")
    assert url.href == "http://h/"
    url = URL("http://h/?")
    url.params["a"] = 1
    url.params.discard("a")
    assert url.href == "http://h/?"
    url.params["a"] = 1
    url.search = "x=1"
    url.params.discard("x")
    assert url.href == "http://h/"


def test_discarded_name_of_another_type_raises_type_error():
    url = URL("http://h/?a")
    with pytest.raises(TypeError):
        url.params.discard(None)
    assert url.search == "?a"
