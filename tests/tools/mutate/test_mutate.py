"""The program that changes the core at random."""

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

import urldom
from tests.cases import each_case
from tests.tools.mutate.__main__ import equivalents
from tests.tools.mutate.mutations import is_valid, mutations_of, sample
from tests.tools.mutate.rooms import ROOMS, modules, own_tests, room_of, room_tests

ROOT = Path(__file__).parents[3]
PACKAGE = Path(urldom.__file__).parent


def changes(source):
    """Return the changed lines after each change of the source."""
    return [one.lines(source)[1] for one in mutations_of("x.py", source) if is_valid(one, source)]


@each_case(
    ("source", "expected"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = a not in b", ["x = a in b"]),
        ("x = a and b or c", ["x = a or b or c", "x = a and b and c"]),
        ("x = not a", ["x = (a)"]),
        ("x = 1", ["x = (0)", "x = 2", "x = 0"]),
        ("x = True", ["x = False"]),
        ("x = 'ab'", ["x = 'a'", "x = 'b'"]),
        ("x = ''", ["x = 'x'"]),
        ("f(a, b)", ["f(b, a)", "pass"]),
        ("a.b = c", ["pass"]),
        ("x += y", ["pass"]),
        ("x = y[a:]", ["x = y[:]", "x = y[a + 1:]"]),
        ("x = a if b else c", ["x = a if False else c", "x = a if True else c"]),
        ("x = é + b", ["x = é - b"]),
        (
            "def f(a: int = 1): return a",
            ["def f(a: int = 0): return a", "def f(a: int = 2): return a"],
        ),
    ],
)
def test_syntax_tree_is_changed(source, expected):
    found = [line for line in changes(source) if line != "def f(a: int = 1): return None"]
    assert {*found} == {*expected} or {*found} == {*expected} - {"x = (0)"}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("[ab]*", ["[b]*", "[a]*", "[ab]", "[ab]+"]),
        ("[^a-z_]x", ["[a-z_]x", "[^_]x", "[^a-z]x"]),
        ("(?!a)b", ["b", "(?=a)b"]),
        (r"(?:a|b)\Z", [r"(?:a)\Z", "(?:a|b)"]),
        ("[a]{1,3}", ["[a]", "[a]{0,3}", "[a]{2,3}", "[a]{1,2}", "[a]{1,4}"]),
    ],
)
def test_expression_is_changed(expression, expected):
    assert {*changes(f'x = r"{expression}"')} == {f'x = r"{changed}"' for changed in expected}


def test_expression_made_from_an_f_string_is_changed():
    found = changes('x = rf"[{A}{B}]{{2}}(?:{f(C)})?"')
    expected = [
        "[{B}]{{2}}(?:{f(C)})?",
        "[{A}]{{2}}(?:{f(C)})?",
        "[{A}{B}](?:{f(C)})?",
        "[{A}{B}]{{2}}(?:{f(C)})",
    ]
    expected += ["[{A}{B}]{{1}}(?:{f(C)})?", "[{A}{B}]{{3}}(?:{f(C)})?"]
    assert {*found} == {f'x = rf"{expression}"' for expression in expected}


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring: 1 + 1"""',
        "x: 'a | b'",
        "X = Literal['a', 'b']",
        "__all__ = ['a']",
        "__slots__ = ('a',)",
        "if TYPE_CHECKING:\n    x = 1",
        "x = 'a text for people'",
        "import a.b",
    ],
)
def test_text_for_people_and_type_checkers_does_not_change(source):
    assert changes(source) == []


def test_seed_decides_the_changes():
    chosen = modules(PACKAGE, ["_core/text"])
    first, second, other = (list(islice(sample(PACKAGE, chosen, seed), 20)) for seed in (1, 1, 2))
    assert first == second != other
    assert (
        len(
            {
                (one.module, one.line((PACKAGE / one.module).read_text(encoding="utf-8")))
                for one in first
            }
        )
        == 20
    )


@pytest.mark.skipif(
    not (ROOT / "urldom").exists(), reason="the package is installed, and its source is not here"
)
@pytest.mark.parametrize("room", ROOMS)
def test_room_has_modules_and_tests(room):
    found = modules(PACKAGE, [room])
    assert found and {room_of(module) for module in found} == {room}
    for module in found:
        assert all((ROOT / test).exists() for test in room_tests(module, ROOT))
        assert len(room_tests(module, ROOT)) > 1


@pytest.mark.parametrize(
    "name", ["urldom._core.text.grammar", "urldom/_core/text/grammar.py", "_core/text/grammar"]
)
def test_module_is_found_by_its_name(name):
    assert modules(PACKAGE, [name]) == ["_core/text/grammar.py"]


def test_equivalent_changes_are_changes_of_the_source():
    """A change of the source can make an entry outdated."""
    for (module, before, after), reason in equivalents().items():
        source = (PACKAGE / module).read_text(encoding="utf-8")
        assert (before, after) in {one.lines(source) for one in mutations_of(module, source)}, (
            module,
            before,
            after,
        )
        assert reason


@pytest.mark.parametrize(
    ("module", "own"),
    [
        ("_core/text/grammar.py", ["tests/core/text/test_grammar.py"]),
        ("_core/standards/html5/reading.py", ["tests/core/standards/html5/test_reading.py"]),
        ("trees/_table.py", ["tests/trees/test_table.py"]),
    ],
)
def test_tests_of_a_module_have_its_name(module, own):
    assert own_tests(module, ROOT) == [f"urldom/{module}", *own]


# A small checkout with three functions. The tests of the room notice a change of the first
# function, and other tests a change of the second. No test notices a change of the third function.

MODULE = '''"""A module."""


def is_short(text):
    return len(text) < 3


def is_even(number):
    return number % 2 == 0


def is_tiny(number):
    return number < 1
'''
TEST = """
from urldom._core.text.lengths import is_short

def test_short():
    assert [is_short(text) for text in ("ab", "abc")] == [True, False]
"""

#: The names of tests can contain characters with a meaning in the arguments of pytest, or none in a
#: file.
OTHER = r"""
import pytest
from urldom._core.text.lengths import is_even

@pytest.mark.parametrize("name", ["a[b]::c", "-x y", "\n", "\ud800"])
def test_even(name):
    assert [is_even(number) for number in (1, 2)] == [False, True]
"""


@pytest.fixture
def checkout(tmp_path):
    for file, text in {
        "urldom/__init__.py": "",
        "urldom/strategies.py": "def register():\n    pass\n",  # Hypothesis calls it.
        "urldom/_core/__init__.py": "",
        "urldom/_core/text/__init__.py": "",
        "urldom/_core/text/lengths.py": MODULE,
        "tests/core/text/test_lengths.py": TEST,
        "tests/test_numbers.py": OTHER,
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    return tmp_path


@pytest.mark.full
def test_change_is_noticed_by_the_tests_of_its_function(checkout):
    command = [
        sys.executable,
        "-m",
        "tests.tools.mutate",
        "--checkout",
        str(checkout),
        "--jobs",
        "1",
    ]
    environment = {**os.environ, "PYTEST_ADDOPTS": "--every-set"}  # As .ci/run sets it
    process = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )
    assert process.returncode == 1, process.stdout + process.stderr
    assert "_core/text                  3        2            1" in process.stdout
    (unnoticed,) = process.stdout.split("nobody noticed: ")[1:]
    (entry,) = (json.loads(line) for line in unnoticed.splitlines() if line.startswith("{"))
    assert entry["before"] == "return number < 1"
    assert (checkout / "urldom/_core/text/lengths.py").read_text() == MODULE
