"""Coverage-guided fuzzing with atheris, the property tests as its oracles: `python -m tests.fuzz [--seconds N]`.

Every property test of the suite is a target, once for each of its parameters; the first byte of the fuzzer's data
chooses one, the rest is what hypothesis draws from. What fails is printed and ends the run: a smaller example of it
belongs into the test as an `@example`.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import atheris
from hypothesis import given, settings

MODULES = (
    "tests.test_invariants",
    "tests.test_fast_paths",
    "tests.test_parsing",
    "tests.test_resolving",
    "tests.whatwg.test_properties",
    "tests.trees.test_syntaxes",
    "tests.trees.test_hostile_pages",
    "tests.trees.test_encoding_detection",
)

Target = Callable[[bytes], object]


def targets() -> Iterator[tuple[str, Target]]:
    for module in map(import_module, MODULES):
        for name, test in vars(module).items():
            if name.startswith("test_") and hasattr(test, "hypothesis"):
                for fixed in parameters(test):
                    yield f"{name}{list(fixed.values())}", bind(test, fixed)


def parameters(test: Any) -> Iterator[dict[str, Any]]:
    """What pytest's `parametrize` marks give the test: one mapping for each combination."""
    marks = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for values in itertools.product(*(values for _, values in marks)):
        yield {name: value for (name, _), value in zip(marks, values, strict=True)}


def bind(test: Any, fixed: dict[str, Any]) -> Target:
    """The test as hypothesis runs it on bytes, with the parameters in place."""
    inner = test.hypothesis.inner_test
    strategies = test.hypothesis._given_kwargs

    def bound(**drawn: Any) -> None:
        inner(**drawn, **fixed)

    target: Target = settings(database=None)(given(**strategies)(bound)).hypothesis.fuzz_one_input
    return target


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0, help="0 is another one each time")
    options = parser.parse_args()
    with atheris.instrument_imports(include=["urldom"]):
        listed = list(targets())
    print(f"{len(listed)} targets")

    def run(data: bytes) -> None:
        if len(data) > 1:
            name, target = listed[data[0] % len(listed)]
            try:
                target(data[1:])
            except Exception:
                print(f"failed: {name}", file=sys.stderr)
                raise

    with tempfile.TemporaryDirectory() as corpus:
        flags = [f"-max_total_time={options.seconds}", f"-seed={options.seed}", "-max_len=2048", "-verbosity=0"]
        atheris.Setup([sys.argv[0], *flags, f"-artifact_prefix={tempfile.gettempdir()}/", corpus], run)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
