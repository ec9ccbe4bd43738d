"""The options of the suite: `--all` runs every test but those marked `nightly`, `--nightly` runs these
too, `--rest` runs what `--all` adds to the quick suite, and `--explore` draws new examples for the
property tests. At its end, the suite prints which sets of the conformance data ran, with their
numbers of cases."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.errors import InvalidArgument

from tests import conformance
from tests.core.values.invariants import check_invariants
from tests.tools.docstring_examples import find_examples_of_public_classes
from urldom._core.objects.states import detached
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.values.pieces import Pieces

#: The folders whose property tests draw more examples than others.
CORE = tuple(
    Path(__file__).parent / "core" / name
    for name in ("contexts", "objects", "standards", "text", "values")
)
#: The numbers of examples of a property: of the core, and of the rest
EXAMPLES = {"quick": (80, 20), "all": (500, 200)}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("urldom")
    group.addoption(
        "--all",
        action="store_true",
        help="run the tests marked `full` too, and draw more, new examples",
    )
    group.addoption(
        "--rest",
        action="store_true",
        help="run only the tests that `--all` adds to the quick suite",
    )
    group.addoption(
        "--nightly",
        action="store_true",
        help="run the tests marked `nightly` too: millions of inputs, and other projects' suites",
    )
    group.addoption(
        "--explore",
        action="store_true",
        help="draw new examples, and print how to reproduce a failure",
    )
    group.addoption(
        "--every-set", action="store_true", help="fail if a set of the conformance data did not run"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    find_examples_of_public_classes()
    option = config.option
    option.all = option.all or option.nightly or option.rest
    if (option.all or option.explore) and option.hypothesis_seed is None:
        # pytest-xdist copies the options to its workers, so each worker has the same seed.
        option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))
    of_the_core, of_the_rest = EXAMPLES["all" if option.all else "quick"]
    if option.explore:
        of_the_rest = 200
    for name, examples in (("core", of_the_core), ("rest", of_the_rest)):
        settings.register_profile(
            name,
            derandomize=option.hypothesis_seed is None,
            print_blob=True,
            database=None,
            deadline=None,
            max_examples=examples,
            suppress_health_check=[HealthCheck.too_slow],
        )
    settings.load_profile("rest")


def pytest_sessionstart() -> None:
    """In every test, check each value that an engine's function `cut` or a standard's setter
    returns."""
    for name in STANDARD_NAMES:
        engine: Any = find_engine(name)
        engine.grammar.cut = checked(engine.grammar.cut)
        for setters in (engine.object_model.setters, engine.object_model.element_setters):
            setters.update({attribute: checked(setter) for attribute, setter in setters.items()})
    detached(find_engine("html5"), "utf-8").cut = find_engine("html5").grammar.cut


def checked(make: Callable[..., Pieces]) -> Callable[..., Pieces]:
    """Wrap `make`, so that each value that it returns is checked."""

    @wraps(make)
    def make_checked(*arguments: Any, **options: Any) -> Pieces:
        pieces = make(*arguments, **options)
        check_invariants(pieces)
        return pieces

    return make_checked


def pytest_report_header(config: pytest.Config) -> list[str]:
    run = "the quick suite (--all runs more)"
    if config.option.all:
        run = "everything but what runs at night (--nightly runs it too)"
    if config.option.rest:
        run = "what --all adds to the quick suite"
    if config.option.nightly:
        run = "everything"
    seed = config.option.hypothesis_seed
    examples = "the same in each run (--explore draws new ones)"
    if seed is not None:
        examples = f"of the seed {seed} (--hypothesis-seed={seed} draws them again)"
    return [f"tests: {run}", f"examples: {examples}"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        function = getattr(item, "function", None)
        if is_hypothesis_test(function) and any(folder in item.path.parents for folder in CORE):
            with suppress(InvalidArgument):  # The property has its own number of examples.
                settings.get_profile("core")(function)
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(
                f"the name of a test has to be the same in each process: {item.nodeid}"
            )
    is_chosen = {item: _is_chosen(item, config.option) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if not is_chosen[item]])
    items[:] = [item for item in items if is_chosen[item]]


def _is_chosen(item: pytest.Item, option: Any) -> bool:
    if item.get_closest_marker("nightly") is not None:
        return bool(option.nightly)
    is_quick = (
        item.get_closest_marker("full") is None or item.get_closest_marker("quick") is not None
    )
    if option.rest:
        return not is_quick
    return is_quick or bool(option.all)


def pytest_collection_finish() -> None:
    gc.freeze()  # The garbage collector need not visit the tests, which stay in memory.


def pytest_unconfigure() -> None:
    gc.unfreeze()


# The conformance data


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Count the cases that a test marked `conformance` reads. The report of the test contains the
    counts."""
    conformance.read.clear()
    yield
    if item.get_closest_marker("conformance") is not None:
        item.user_properties.append(("conformance", dict(conformance.read)))


def sets_that_ran(config: pytest.Config) -> dict[str, int]:
    """Return the number of cases of each set, 0 if no test of the set passed."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    ran = Counter(dict.fromkeys(conformance.SETS, 0))
    for report in reporter.stats.get("passed", ()) if reporter else ():
        ran |= Counter(dict(report.user_properties).get("conformance", {}))
    return {name: ran[name] for name in conformance.SETS}


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    is_controller = not hasattr(session.config, "workerinput")
    if (
        session.config.option.every_set
        and is_controller
        and not all(sets_that_ran(session.config).values())
    ):
        session.exitstatus = exitstatus or pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    ran = sets_that_ran(config)
    counts = [f"{name} {count:,}" for name, count in ran.items() if count]
    if counts:
        terminalreporter.write_line(f"conformance: {', '.join(counts)}")
    if config.option.every_set and not all(ran.values()):
        missing = [name for name, count in ran.items() if not count]
        terminalreporter.write_line(
            f"conformance data that did not run: {', '.join(missing)}", red=True
        )
