"""The comparison of two checkouts calls every public function, and finds a difference."""

import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import each_case
from tests.tools.beside import __main__ as program
from tests.tools.beside import names, rendering
from tests.tools.beside.batches import BATCHES
from tests.tools.beside.calls import GROUPS
from tests.tools.beside.inputs import case
from tests.tools.beside.worker import answers

ROOT = Path(__file__).parents[2]

#: The public functions that the comparison does not call, with the reason
NOT_CALLED = {
    "urldom.BaseContext": (
        "a protocol, whose members are declared, and the classes of urldom have their own"
    ),
    "urldom.spark": (
        "Spark runs the functions in a process of its own, and they are functions of"
        " `urldom.columns`"
    ),
    "urldom.strategies": (
        "hypothesis draws constants of the package's source, so its examples change with the source"
    ),
}


def test_program_names_every_group():
    assert {*program.GROUPS} == {*GROUPS, *BATCHES, "hints"}


def test_case_depends_on_the_seed_and_the_number_alone():
    assert case(1, 2) == case(1, 2)
    assert len({case(seed, number) for seed in (1, 2) for number in range(50)}) == 100


@each_case("group", GROUPS)
def test_answers_repeat(group):
    calls = GROUPS[group].calls
    assert [*answers(calls(case(0, 5)))] == [*answers(calls(case(0, 5)))]


@pytest.mark.full
def test_comparison_finds_changed_answers_and_nothing_else(tmp_path):
    shutil.copytree(
        ROOT / "urldom", tmp_path / "urldom", ignore=shutil.ignore_patterns("__pycache__")
    )
    hosts = tmp_path / "urldom" / "hosts.py"
    source = hosts.read_text(encoding="utf-8")
    hosts.write_text(
        f"{source}\n\ndef public_suffix(host):\n    return 'changed'\n", encoding="utf-8"
    )
    command = [
        sys.executable,
        "-m",
        "tests.tools.beside",
        str(tmp_path),
        "--inputs",
        "100",
        "--groups",
        "of_hosts",
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 1, result.stderr
    differing = re.findall(r"^of_hosts: (\w+)", result.stdout, re.MULTILINE)
    assert differing == ["public_suffix"], result.stdout
    assert "old: \"'changed'\"" in result.stdout


@pytest.mark.full
def test_comparison_calls_every_public_function():
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    called = set()

    def note(frame, event, argument):
        if event == "call":
            called.add(frame.f_code)

    rendering.shared_names.update(names.members_of_classes())
    cases = [case(0, number) for number in range(8)]
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for group in GROUPS.values():
            for one in cases:
                list(answers(group.calls(one)))
        for batch in BATCHES.values():
            list(answers(batch.calls(cases)))
    finally:
        sys.setprofile(before)
    missed = [name for name, codes in public_functions() if codes and not called & codes]
    unexpected = [name for name in missed if not name.startswith(tuple(NOT_CALLED))]
    assert not unexpected, unexpected


def public_functions():
    """Yield the name of each public function and method of the package, and its code: of the
    wrapper, or wrapped."""
    for module in names.public_modules():
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            is_ours = str(getattr(value, "__module__", "")).startswith(
                "urldom"
            )  # `urldom.urllib` has others.
            if not isinstance(value, type):
                if is_ours:
                    yield f"{module.__name__}.{name}", codes_of(value)
            elif is_ours:
                for member, found in names.members(value):
                    yield (
                        f"{module.__name__}.{name}.{member}",
                        codes_of(getattr(found, "__func__", found)),
                    )


def codes_of(function):
    codes = {
        getattr(one, "__code__", None)
        for one in (function, inspect.unwrap(function), getattr(function, "fget", None))
    }
    return codes - {None}
