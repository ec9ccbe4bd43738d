"""Run the tests on changed copies of the checkout. The checkout itself never changes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.tools.mutate.mutations import Mutation
from tests.tools.mutate.rooms import own_tests, room_of, room_tests

#: A plugin for pytest. It writes the names of failed tests into a file, and the seconds of each
#: test into another. It leaves out the tests of `MUTATE_WITHOUT`, and all but those of
#: `MUTATE_ONLY`: in the arguments of pytest, some names would have another meaning. It runs the
#: files of `MUTATE_FIRST` before others, and quick tests before slow ones. It does not let
#: hypothesis search for the smallest example of a failure, because that one failed is enough.
_PLUGIN = """
import json
import os
from collections import Counter
from hypothesis import Phase, settings

register = settings.register_profile

def register_without_search(name, parent=None, **options):
    register(name, parent, **{**options, "phases": [Phase.explicit, Phase.generate]})

type.__setattr__(settings, "register_profile", staticmethod(register_without_search))

def name_of(test):
    return test.nodeid.replace("\\n", " ").encode("utf-8", "backslashreplace").decode()

def _write(report):
    if report.failed:
        with open(os.environ["MUTATE_FAILED"], "a", encoding="utf-8") as file:
            file.write(name_of(report) + "\\n")

pytest_collectreport = _write
seconds = Counter()

def pytest_runtest_logreport(report):
    _write(report)
    seconds[report.nodeid] += report.duration

def pytest_sessionfinish():
    if "MUTATE_MEASURED" in os.environ:
        with open(os.environ["MUTATE_MEASURED"], "w") as file:
            json.dump(seconds, file)

def names_in(variable):
    with open(os.environ[variable], encoding="utf-8") as file:
        return set(file.read().split("\\n"))

def pytest_collection_modifyitems(items):
    without = names_in("MUTATE_WITHOUT")
    items[:] = [item for item in items if name_of(item) not in without]
    if "MUTATE_ONLY" in os.environ:
        only = names_in("MUTATE_ONLY")
        items[:] = [item for item in items if name_of(item) in only]
    if "MUTATE_ORDER" not in os.environ:
        return
    with open(os.environ["MUTATE_ORDER"]) as file:
        measured = json.load(file)
    of_files = Counter()
    for name, taken in measured.items():
        of_files[name.partition("::")[0]] += taken
    first = os.environ["MUTATE_FIRST"].split(os.pathsep)

    def order(item):
        file = item.nodeid.partition("::")[0]
        return file not in first, of_files[file], file, measured.get(item.nodeid, 0)

    items.sort(key=order)
"""
_NOT_COPIED = (
    ".git",
    "__pycache__",
    ".hypothesis",
    ".*_cache",
    "build",
    "dist",
    "site",
    "node_modules",
)
#: A run of the tests of a room may take so many times as long as without a change, and at least so
#: many seconds. These are seconds of a processor. A busy machine gives them in so many times as
#: many seconds at most.
_TIMES, _SECONDS, _BUSY = 4, 60, 10
#: The most memory that a run may use, in bytes
_MEMORY = 12 * 2**30
#: How many of the failed tests of a run with several changes are tried on each change
_TRIED = 150


class Run(NamedTuple):
    is_green: bool
    failed: list[str]  #: the names of failed tests, if the run ended in time
    seconds: float
    output: str


@dataclass
class Result:
    """Whether a change was noticed, and by which tests."""

    mutation: Mutation
    by: str = ""  #: "room", "suite", or empty if no test noticed the change


@dataclass
class Copy:
    """A copy of the checkout."""

    root: Path
    folder: Path
    #: The names of tests that fail without a change. They do not run.
    left_out: list[str]
    _number: int = 0

    @contextmanager
    def changed(self, mutations: list[Mutation]) -> Iterator[None]:
        """Apply changes, which must not overlap, and undo them at the end."""
        originals: dict[str, str] = {}
        for mutation in sorted(mutations, key=lambda one: one.start, reverse=True):
            file = self.root / "urldom" / mutation.module
            source = file.read_text(encoding="utf-8")
            originals.setdefault(mutation.module, source)
            self._write(file, mutation.apply(source))
        try:
            yield
        finally:
            for module, source in originals.items():
                self._write(self.root / "urldom" / module, source)

    def _write(self, file: Path, source: str) -> None:
        """Write a module with a time of its own, because Python compares times to find whether
        bytecode is outdated."""
        file.write_text(source, encoding="utf-8", newline="")
        self._number += 1
        os.utime(file, (self._number, self._number))

    def pytest(
        self, arguments: list[str], timeout: float, environment: dict[str, str] | None = None
    ) -> Run:
        failed, without = self.folder / "failed.txt", self.folder / "without.txt"
        failed.write_text("")
        without.write_text("\n".join(self.left_out), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--tb=short",
            "-p",
            "no:cacheprovider",
            "-p",
            "mutate_plugin",
        ]
        started = time.perf_counter()
        files = {"MUTATE_FAILED": str(failed), "MUTATE_WITHOUT": str(without)}
        output, code = self._run([*command, *arguments], timeout, {**files, **(environment or {})})
        if code == 4:  # A wrong call would look like a failed test.
            raise SystemExit(
                f"pytest cannot be called with {' '.join(arguments)}:\n{output[-3000:]}"
            )
        seconds = time.perf_counter() - started
        names = list(dict.fromkeys(failed.read_text(encoding="utf-8").splitlines()))
        # 5: no test was collected
        return Run(code in (0, 5), names, seconds, output)

    def run_only(self, names: list[str]) -> Run:
        """Run tests until one fails. `names` are names of tests."""
        only = self.folder / "only.txt"
        only.write_text("\n".join(names), encoding="utf-8")
        files = dict.fromkeys(name.partition("::")[0] for name in names)
        return self.pytest(["-x", *files], 600, {"MUTATE_ONLY": str(only)})

    def imports(self, module: str) -> bool:
        """Return whether the module can still be imported. If not, it is no change of an answer."""
        name = ".".join(["urldom", *Path(module).with_suffix("").parts]).removesuffix(".__init__")
        return self._run([sys.executable, "-c", f"import urldom, {name}"], _SECONDS, {})[1] == 0

    def _run(
        self, command: list[str], timeout: float, environment: dict[str, str]
    ) -> tuple[str, int | None]:
        """Return the output and the exit code, or `None` if the time was over."""
        paths = f"{self.root}{os.pathsep}{self.folder}"
        # Bytecode of what does not change saves two thirds of the time of a short run.
        settings = {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "", **environment}
        with subprocess.Popen(
            command,
            cwd=self.root,
            env={**_OWN_ENVIRONMENT, **settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=partial(_set_limits, int(timeout)),
        ) as process:
            try:
                output, _ = process.communicate(timeout=timeout * _BUSY)
                return output.decode(errors="replace"), process.returncode
            except subprocess.TimeoutExpired:
                return "", None
            finally:
                _end(process)


def _set_limits(seconds: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and the processes that it started. Each run has a process group of its
    own."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


#: The environment without the options of a suite that runs this program: the copies have other
#: files.
_OWN_ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name != "PYTEST_ADDOPTS" and not name.startswith("COVERAGE_")
}


class Runner:
    """Copies of the checkout, one for each job."""

    def __init__(self, checkout: Path, jobs: int, say: Callable[[str], None]) -> None:
        self._say = say
        self._folder = tempfile.TemporaryDirectory(prefix="mutate-")
        self._copies: list[Copy] = []
        self._free: SimpleQueue[Copy] = SimpleQueue()
        self._failing: list[str] = []
        self._seconds: dict[str, float] = {}
        for number in range(jobs):
            folder = Path(self._folder.name, str(number))
            shutil.copytree(
                checkout, folder / "checkout", ignore=shutil.ignore_patterns(*_NOT_COPIED)
            )
            (folder / "mutate_plugin.py").write_text(_PLUGIN)
            self._copies.append(Copy(folder / "checkout", folder, self._failing))
            self._free.put(self._copies[-1])
        self._pool = ThreadPoolExecutor(jobs)

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._folder.cleanup()

    @contextmanager
    def _copy(self) -> Iterator[Copy]:
        copy = self._free.get()
        try:
            yield copy
        finally:
            self._free.put(copy)

    def prepare(self, rooms: list[str]) -> None:
        """Run the tests of the rooms without a change. Tests that fail are left out of the other
        runs."""
        for room, run in zip(rooms, self._pool.map(self._without_change, rooms), strict=True):
            self._seconds[room] = run.seconds
            self._failing += run.failed
            if not run.is_green and not run.failed:
                raise SystemExit(
                    f"the tests of {room} do not run without a change:\n{run.output[-3000:]}"
                )
            failing = f", {len(run.failed)} tests fail" if run.failed else ""
            self._say(f"{room}: {run.seconds:.0f} s without a change{failing}")

    def _without_change(self, room: str) -> Run:
        with self._copy() as copy:
            doctests = f"urldom/{room}" + (
                ".py" if (copy.root / f"urldom/{room}.py").exists() else ""
            )
            tests = [
                place
                for place in room_tests(f"{room}.py", copy.root)
                if place != f"urldom/{room}.py"
            ]
            return copy.pytest([doctests, *tests], 1800, {"MUTATE_MEASURED": self._measured(room)})

    # One change

    def can_import(self, mutation: Mutation) -> bool:
        with self._copy() as copy, copy.changed([mutation]):
            return copy.imports(mutation.module)

    def noticed_in_its_room(self, mutations: list[Mutation]) -> Iterator[Result]:
        """Yield the result of each change after the tests of its room."""
        yield from self._pool.map(self._in_its_room, mutations)

    def _in_its_room(self, mutation: Mutation) -> Result:
        with self._copy() as copy, copy.changed([mutation]):
            limit = max(_SECONDS, _TIMES * self._seconds[room_of(mutation.module)])
            order = {
                "MUTATE_ORDER": self._measured(room_of(mutation.module)),
                "MUTATE_FIRST": os.pathsep.join(own_tests(mutation.module, copy.root)),
            }
            run = copy.pytest(["-x", *room_tests(mutation.module, copy.root)], limit, order)
        result = Result(mutation, "" if run.is_green else "room")
        self._say(
            f"{result.by or 'not yet noticed':16}{run.seconds:6.1f} s  {mutation.module},"
            f" {mutation.kind}"
        )
        return result

    def _measured(self, room: str) -> str:
        """Return the name of the file with the seconds of each test of a room."""
        return str(Path(self._folder.name, room.replace("/", "-") + ".json"))

    # Several changes

    def noticed_by_the_suite(self, mutations: list[Mutation]) -> set[Mutation]:
        """Return the changes that the quick suite notices. It runs with all the changes at once,
        until no test fails: each failed test is then tried on each change alone."""
        noticed: set[Mutation] = set()
        while remaining := _without_overlaps([one for one in mutations if one not in noticed]):
            failed = self._fails_with(remaining, [f"-n{len(self._copies)}"])
            if failed is None or failed:
                found = self._those_that_fail(remaining, failed or [])
                if not found:
                    found = self._in_halves(remaining)
                if not found:
                    break
                noticed |= found
                continue
            # No test fails: none of these changes is noticed. Changes that overlap with them are
            # left.
            left = [one for one in mutations if one not in noticed and one not in remaining]
            return noticed | (self.noticed_by_the_suite(left) if left else set())
        return noticed

    def _fails_with(self, mutations: list[Mutation], arguments: list[str]) -> list[str] | None:
        """Return the names of the failed tests, or `None` if the run did not end."""
        with self._copy() as copy, copy.changed(mutations):
            run = copy.pytest(arguments, 1800)
        self._say(
            f"the quick suite with {len(mutations)} changes: {len(run.failed)} failed,"
            f" {run.seconds:.0f} s"
        )
        return run.failed if run.is_green or run.failed else None

    def _those_that_fail(self, mutations: list[Mutation], failed: list[str]) -> set[Mutation]:
        tried = _spread(failed, _TRIED)
        if not tried:
            return set()
        # A test may fail only because of the tests before it. Then nothing tells which change it
        # noticed.
        with self._copy() as copy:
            while not (run := copy.run_only(tried)).is_green and run.failed:
                self._failing += run.failed

        def fails(mutation: Mutation) -> bool:
            with self._copy() as copy, copy.changed([mutation]):
                return not copy.run_only(tried).is_green

        return {
            one
            for one, does in zip(mutations, self._pool.map(fails, mutations), strict=True)
            if does
        }

    def _in_halves(self, mutations: list[Mutation]) -> set[Mutation]:
        """Return the noticed ones among changes that are only noticed together, or that keep the
        run from ending."""
        if len(mutations) == 1:
            failed = self._fails_with(mutations, [f"-n{len(self._copies)}"])
            return set(mutations) if failed is None or failed else set()
        middle = len(mutations) // 2
        return self.noticed_by_the_suite(mutations[:middle]) | self.noticed_by_the_suite(
            mutations[middle:]
        )


def _without_overlaps(mutations: list[Mutation]) -> list[Mutation]:
    chosen: list[Mutation] = []
    for mutation in mutations:
        others = [one for one in chosen if one.module == mutation.module]
        if all(mutation.end <= one.start or one.end <= mutation.start for one in others):
            chosen.append(mutation)
    return chosen


def _spread(names: list[str], count: int) -> list[str]:
    """Return at most `count` of the names of tests, from as many test functions as possible."""
    by_function: dict[str, list[str]] = {}
    for name in names:
        by_function.setdefault(name.partition("[")[0], []).append(name)
    ordered = [
        of_one[place]
        for place in range(3)
        for of_one in by_function.values()
        if place < len(of_one)
    ]
    return ordered[:count]
