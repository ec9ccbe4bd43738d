"""The options of the suite: `--all` runs every test, and `--explore` draws new examples for the property tests."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from urldom import find_standard
from urldom._object.states import detached
from urldom._standards.registry import STANDARD_NAMES, find_engine
from urldom._values.pieces import Pieces, check_invariants


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("urldom")
    group.addoption("--all", action="store_true", help="run the tests marked `full` too, and draw more examples")
    group.addoption("--explore", action="store_true", help="draw new examples, and print how to reproduce a failure")


def pytest_configure(config: pytest.Config) -> None:
    settings.register_profile(
        "urldom",
        derandomize=not config.getoption("--explore"),
        print_blob=True,
        database=None,
        deadline=None,
        max_examples=200 if config.getoption("--all") or config.getoption("--explore") else 30,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("urldom")


def pytest_sessionstart() -> None:
    """In every test, check each value that an engine's function `cut` or a standard's setter returns."""
    for name in STANDARD_NAMES:
        engine: Any = find_engine(name)
        engine.cut = checked(engine.cut)
        for setters in (engine.setters, engine.element_setters):
            setters.update({attribute: checked(setter) for attribute, setter in setters.items()})
    detached(find_standard("html5"), "utf-8").cut = find_engine("html5").cut


def checked(make: Callable[..., Pieces]) -> Callable[..., Pieces]:
    """Wrap `make`, so that each value that it returns is checked."""

    @wraps(make)
    def make_checked(*arguments: Any, **options: Any) -> Pieces:
        pieces = make(*arguments, **options)
        check_invariants(pieces)
        return pieces

    return make_checked


def pytest_report_header(config: pytest.Config) -> list[str]:
    run = "everything" if config.getoption("--all") else "the quick suite (--all runs everything)"
    examples = "new in this run" if config.getoption("--explore") else "the same in each run (--explore draws new ones)"
    return [f"tests: {run}", f"examples: {examples}"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"the name of a test has to be the same in each process: {item.nodeid}")
    if not config.getoption("--all"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_quick(item)])
        items[:] = filter(_is_quick, items)


def _is_quick(item: pytest.Item) -> bool:
    return item.get_closest_marker("full") is None or item.get_closest_marker("quick") is not None


def pytest_collection_finish() -> None:
    gc.freeze()  # The garbage collector need not visit the tests, which stay in memory.


def pytest_unconfigure() -> None:
    gc.unfreeze()
