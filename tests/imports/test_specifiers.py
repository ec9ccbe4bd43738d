"""`urldom.imports.specifiers()` finds the modules that a script imports."""

import copy
import pickle

import pytest

from tests.cases import each_case, few_or_many
from urldom.imports import ImportMap, specifiers

#: Scripts with their specifiers. Those of `import()` are in `DYNAMIC`.
DECLARATIONS = [
    ("import 'a'", ["a"]),
    ('import"a";import b from"b"', ["a", "b"]),
    ("import * as a from 'a'; import b, * as c from 'b'; import d, {e} from 'c'", ["a", "b", "c"]),
    ("import {a as b, 'x y' as c, import as d, from, } from 'e'", ["e"]),
    ("import from from 'a'; import defer * as b from 'b'; import source c from 'c'", ["a", "b", "c"]),
    ("import a from 'a' with { type: 'json' }", ["a"]),
    ("import\n{\na // 'x'\n}\nfrom /* 'y' */\n'b'", ["b"]),
    ("export * from 'a'; export * as b from 'b'; export {c, d as 'x y'} from 'c'", ["a", "b", "c"]),
    ("export {}; export {a}; 'b'; export default 'c'; export const from = 'd'", []),
    ("#!/usr/bin/env 'node'\nimport 'a'", ["a"]),
    ("// import 'a'\n/* import 'b' */ 'import \"c\"'; `import 'd'`; /import 'e'/", []),
    ("import.meta.url; a = {import: 'b'}; a.import 'c'", []),
    (r"import '\x61\u0062\u{63}\u{1F600}\uD83D\uDE00\n\0\'\q\
d'", ["abc\U0001f600\U0001f600\n\0'qd"]),
    (r"import '\1'; import '\x6'; import '\u{110000}'; import '\00'; import 'a'", ["a"]),
    ("import 'a\nimport 'b'", ["b"]),
]  # fmt: skip
DYNAMIC = [
    ("import('a'); x = import ( `b` ); import('c', {with: {}}); import.source('d')", list("abcd")),
    ("import(`a${b}`); import('a' + b); import(a); import(); a.import('b'); a?.import('b')", []),
    ("[...import('a')]; a?.5:import('b')", ["a", "b"]),
    ("class A { import(a) {} }; `${import('a')} import('b') ${`${import('c')}`}`", ["a", "c"]),
]
#: Whether a `/` divides, or begins a regular expression.
SLASHES = [
    ("a / import('a') / 2; (a) / import('b') / 2; a[0] / import('c') / 2", list("abc")),
    ("a++ / import('a') / 2; 1 / import('b') / 2; x = {} / import('c') / 2", list("abc")),
    ("if (a) /import('a')/.b; while (0) /'/.c; else /'/; return /'/", []),
    ("a = /import('a')/g; [/'/, !/[/']/, a ? /'/ : /\\/'/]; {} /'/.b", []),
    ("a.return / import('a') / 2; of /'/; () => {}\n/'/.b; `a` / import('b') / 2", ["a", "b"]),
]


@each_case(("script", "expected"), [*DECLARATIONS, *DYNAMIC, *SLASHES])
def test_specifiers_of_a_script(script, expected):
    found = specifiers(script)
    assert found == expected
    assert all(script[name.start] == script[name.end - 1] in "'\"`" for name in found)
    assert [name.is_dynamic for name in found] == [
        "import" in script[: name.start].split(";")[-1]
        and script[: name.start].rstrip().endswith("(")
        for name in found
    ]


def test_specifiers_resolve_by_an_import_map():
    known = ImportMap.parse('{"imports": {"react": "./r.js"}}', "https://h/")
    (name,) = specifiers('import React from "react"')
    assert known.resolve(name, "https://h/a.js").href == "https://h/r.js"
    for again in (copy.copy(name), copy.deepcopy(name), pickle.loads(pickle.dumps(name))):
        assert (again, again.start, again.end, again.is_dynamic) == ("react", 18, 25, False)


def test_script_must_be_text():
    with pytest.raises(TypeError, match="a script must be a str, not bytes: decode it first"):
        specifiers(b"import 'a'")


@few_or_many("count", 1000, 100_000)
def test_hostile_scripts_take_linear_time(count):
    parts = ["import ", "import{", "import {a,", "a, ", "export *", "import('", "import(`", "(/["]
    parts += ["`${", "'", "\\'", "/*", "import{import ", "(", "{", "import a from ", "a/", "[/]/"]
    for part in parts:
        specifiers("import {" + part * count)
