"""Import maps: reasons, warnings, merging, values, and hostile maps.
`conformance/test_import_maps.py` compares results with the algorithm of the text."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

from tests.cases import each_case
from urldom import URL, FrozenURL, InvalidURLError
from urldom.imports import ImportMap, UnresolvableSpecifierError

BASE = "https://example.com/a/"
FOUND = ImportMap.parse(
    json.dumps(
        {
            "imports": {
                "a": "./a.js",
                "p/": "./p/",
                "no": None,
                "no/": None,
                "data/": "data:text/javascript,/",
            },
            "scopes": {"./s/": {"a": "/s.js"}, "./s/t/": {"b": "/t.js"}, "./s": {"a": "/exact.js"}},
            "integrity": {"./a.js": "sha384-x"},
        }
    ),
    BASE,
)


@pytest.mark.parametrize(
    ("specifier", "reason"),
    [
        ("b", "it is a bare specifier, and the import map does not have it"),
        ("", "it is a bare specifier, and the import map does not have it"),
        ("https://[/", "it is an invalid URL, and the import map does not have it"),
        ("no", "the import map blocks 'no'"),
        ("no/x", "the import map blocks 'no/'"),
        ("p/../x", "after 'p/', '../x' leads outside 'https://example.com/a/p/'"),
        (
            "p//other.example/x",
            "after 'p/', '/other.example/x' leads outside 'https://example.com/a/p/'",
        ),
    ],
)
def test_a_specifier_that_does_not_resolve_has_a_reason(specifier: str, reason: str) -> None:
    with pytest.raises(UnresolvableSpecifierError) as caught:
        FOUND.resolve(specifier, "https://u:secret@example.com/")
    assert (caught.value.specifier, caught.value.reason) == (specifier, reason)
    assert reason in str(caught.value)
    assert "secret" not in str(caught.value) + repr(caught.value)
    assert isinstance(caught.value, ValueError)


def test_the_rest_after_a_prefix_must_resolve() -> None:
    with pytest.raises(UnresolvableSpecifierError, match="after 'data/', 'x' does not resolve"):
        FOUND.resolve("data/x", BASE)


@pytest.mark.parametrize(
    ("referrer", "a"),
    [
        ("https://example.com/a/s/x.js", "https://example.com/s.js"),
        (
            "https://example.com/a/s/t/x.js",
            "https://example.com/s.js",
        ),  # The inner scope does not have it.
        ("https://example.com/a/s", "https://example.com/exact.js"),
        ("https://example.com/a/sx", "https://example.com/a/a.js"),
        ("https://EXAMPLE.com:443/a/s", "https://example.com/exact.js"),
    ],
)
def test_the_innermost_scope_that_has_the_specifier_applies(referrer: str, a: str) -> None:
    assert FOUND.resolve("a", referrer).href == FOUND.resolve("a", FrozenURL(referrer)).href == a


@pytest.mark.parametrize(
    ("value", "warning"),
    [
        (
            {"import": {}},
            (
                "unknown members of an import map are ignored: 'import' (the known ones are"
                " imports, scopes, integrity)"
            ),
        ),
        ({"imports": {"": "/x"}}, "an empty specifier is ignored"),
        ({"imports": {"a": 5}}, "'a' is blocked: a number is not a URL"),
        ({"imports": {"a": None}}, "'a' is blocked: null is not a URL"),
        ({"imports": {"a": [True]}}, "'a' is blocked: an array is not a URL"),
        ({"imports": {"a": "b"}}, "'a' is blocked: 'b' is not a URL, and does not begin with"),
        ({"imports": {"a/": "/b"}}, "'a/' is blocked: '/b' does not end in \"/\""),
        ({"scopes": {"https://[/": {}}}, "a scope is ignored: 'https://[/' does not resolve"),
        ({"integrity": {"a": "x"}}, "the integrity of 'a' is ignored"),
        ({"integrity": {"/a": 5}}, "the integrity of '/a' is ignored"),
    ],
)
def test_ignored_parts_are_reported(value: Any, warning: str) -> None:
    warnings: list[str] = []
    ImportMap.parse(json.dumps(value), BASE, report=warnings.append)
    assert len(warnings) == 1 and warning in warnings[0]


@each_case(
    ("text", "reason"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("\ufeff{}", "it is not JSON"),
        ('{"imports": {"a": NaN}}', "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ('{"x": ' + "[" * 200_000, "it is nested too deeply"),
        ("[]", "must be an object of JSON, not an array"),
        ('{"imports": []}', "'imports' must be an object of JSON"),
        ('{"scopes": {"a": null}}', "'a' must be an object of JSON, not null"),
        ('{"integrity": 1}', "'integrity' must be an object of JSON, not a number"),
        ('{"integrity": 1e999}', "'integrity' must be an object of JSON, not a number"),
        ('{"imports": false}', "'imports' must be an object of JSON, not a boolean"),
    ],
)
def test_an_invalid_map_is_rejected(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason.replace("[", r"\[")):
        ImportMap.parse(text, BASE)


def test_the_bytes_of_a_file_may_begin_with_a_byte_order_mark() -> None:
    assert ImportMap.parse('\ufeff{"imports": {"\xe9": "/x"}}'.encode(), BASE).imports == {
        "\xe9": "https://example.com/x"
    }


def test_the_last_of_equal_names_counts_and_numbers_may_be_long() -> None:
    text = (
        '{"imports": {"a": "/1", "./x": "/x1", "a": "/2", "x": '
        + "9" * 10_000
        + ', "/a/x": "/x2"}}'
    )
    found = ImportMap.parse(text, BASE).imports
    assert dict(found) == {
        "x": None,
        "https://example.com/a/x": "https://example.com/x2",
        "a": "https://example.com/2",
    }


def test_lone_surrogates_stay_in_bare_specifiers_and_are_replaced_in_urls() -> None:
    found = ImportMap.parse(
        '{"imports": {"\\ud800": "./\\udfff", "\\ud83d\\ude00": "/smile"}}', BASE
    )
    assert found.resolve("\ud800", BASE).href == "https://example.com/a/%EF%BF%BD"
    assert found.resolve("\U0001f600", BASE).href == "https://example.com/smile"
    assert list(found.imports) == ["\U0001f600", "\ud800"]  # by UTF-16 code units


def test_entries_of_the_earlier_map_stay() -> None:
    later = ImportMap.parse(
        '{"imports": {"a": "/later", "b": "/b"}, "scopes": {"./s/": {"a": "/later", "c": "/c"},'
        ' "./u/": {"a": "/u"}}, "integrity": {"./a.js": "sha384-y", "/b": "sha384-b"}}',
        BASE,
    )
    warnings: list[str] = []
    merged = FOUND.merge(later, report=warnings.append)
    assert [len(warnings), *map(merged.imports.get, ["a", "b"])] == [
        3,
        *(f"https://example.com/{x}" for x in ("a/a.js", "b")),
    ]
    assert dict(merged.scopes["https://example.com/a/s/"]) == {
        "a": "https://example.com/s.js",
        "c": "https://example.com/c",
    }
    assert merged.scopes["https://example.com/a/u/"] == {"a": "https://example.com/u"}
    assert merged.scopes["https://example.com/a/s"] == FOUND.scopes["https://example.com/a/s"]
    assert dict(merged.integrity) == {
        "https://example.com/a/a.js": "sha384-x",
        "https://example.com/b": "sha384-b",
    }
    assert merged.merge(ImportMap()) == ImportMap().merge(merged) == merged != FOUND
    assert list(merged.scopes) == sorted(merged.scopes, reverse=True)
    assert (
        merged.merge(FOUND, report=warnings.append) == merged and len(warnings) == 3
    )  # Equal entries do not differ.


def test_a_longer_prefix_of_a_later_map_comes_first() -> None:
    one, two = (
        ImportMap.parse(text, BASE)
        for text in ('{"imports": {"a/": "/1/"}}', '{"imports": {"a/b/": "/2/"}}')
    )
    assert one.merge(two).resolve("a/b/c", BASE).pathname == "/2/c"


def test_a_map_is_a_value_that_does_not_change() -> None:
    for duplicate in (copy.copy(FOUND), copy.deepcopy(FOUND), pickle.loads(pickle.dumps(FOUND))):
        assert duplicate == FOUND
        assert duplicate.resolve("p/x", BASE).href == "https://example.com/a/p/x"
    for mapping in (
        FOUND.imports,
        FOUND.scopes,
        FOUND.scopes["https://example.com/a/s"],
        FOUND.integrity,
    ):
        with pytest.raises(TypeError):
            mapping["x"] = "y"  # type: ignore[index]
    with pytest.raises(AttributeError):
        FOUND.imports = {}  # type: ignore[misc]
    assert (
        repr(ImportMap.parse('{"imports": {"a": "/"}}', BASE))
        == "ImportMap(imports={'a': 'https://example.com/'}, scopes={}, integrity={})"
    )


def test_a_map_has_a_hash_and_shows_no_password() -> None:
    text = (
        '{"imports": {"https://u:secret@h/": "https://u:secret@i/", "a": null}, "scopes":'
        ' {"//u:secret@h": {}}}'
    )
    found, same = ImportMap.parse(text, BASE), ImportMap.parse(text, BASE)
    assert "u:***@i" in repr(found) and "secret" not in repr(found) + repr(found.imports) + repr(
        found.scopes
    )
    assert (
        {found: 1}[same] == 1
        and hash(FOUND) == hash(copy.copy(FOUND))
        and hash(ImportMap()) == hash(ImportMap())
    )


def test_a_blocked_specifier_is_null_in_a_warning() -> None:
    warnings: list[str] = []
    ImportMap({"a": None}).merge(ImportMap({"a": "https://h/"}), report=warnings.append)
    ImportMap({"a": "https://h/"}).merge(ImportMap({"a": None}), report=warnings.append)
    assert warnings == [
        "'a' has the value null already, so 'https://h/' is ignored",
        "'a' has the value 'https://h/' already, so null is ignored",
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"imports": {1: 2}}, "a name or value of an import map must be a str, not int"),
        ({"imports": {"a": {}}}, "a name or value of an import map must be a str, not dict"),
        ({"imports": 5}, "a part of an import map must be a mapping, not int"),
        ({"scopes": 5}, "a part of an import map must be a mapping, not int"),
        ({"scopes": {"x": 5}}, "a part of an import map must be a mapping, not int"),
        ({"scopes": {5: {}}}, "a name or value of an import map must be a str, not int"),
        (
            {"integrity": {"a": b"b"}},
            "a name or value of an import map must be a str, not bytes: decode it first",
        ),
    ],
)
def test_a_part_of_a_wrong_type_is_rejected(options: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        ImportMap(**options)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ImportMap.parse(5, BASE),  # type: ignore[arg-type]
        lambda: ImportMap.parse("{}", None),  # type: ignore[arg-type]
        lambda: FOUND.resolve(None, BASE),  # type: ignore[arg-type]
        lambda: FOUND.resolve("a", 5),  # type: ignore[arg-type]
        lambda: FOUND.merge({}),  # type: ignore[arg-type]
    ],
)
def test_an_argument_of_a_wrong_type_is_a_type_error(call: Any) -> None:
    with pytest.raises(TypeError, match=r"not (int|None|NoneType|dict)"):
        call()


def test_a_base_or_referrer_must_be_absolute() -> None:
    with pytest.raises(InvalidURLError):
        ImportMap.parse("{}", "/a")
    with pytest.raises(InvalidURLError):
        FOUND.resolve("a", "a")


def test_a_result_is_a_new_url() -> None:
    url = FOUND.resolve("a", BASE)
    url.pathname = "/other"
    assert isinstance(url, URL) and FOUND.resolve("a", BASE).pathname == "/a/a.js"


def test_specifiers_and_referrers_of_many_folders_resolve_in_a_large_map() -> None:
    prefixes = {"x/" * number: f"/{number}/" for number in range(1, 2_000, 7)}
    text = json.dumps(
        {
            "imports": prefixes,
            "scopes": {f"/{'y/' * number}": prefixes for number in range(1, 300, 7)},
        }
    )
    found = ImportMap.parse(text, BASE)
    url = found.resolve("x/" * 50_000, f"https://example.com/{'y/' * 50_000}")
    assert url.href == f"https://example.com/1996/{'x/' * 48_004}"
