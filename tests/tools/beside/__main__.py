"""The command: `python -m tests.tools.beside --help`."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.tools.beside.checkouts import THIS_CHECKOUT, command, environment, mixed
from tests.tools.beside.expected import Difference, reason_of

#: The cases of a chunk, and the names of the groups, as in `worker`, which needs the package
CHUNK: Final = 100
GROUPS: Final = (
    *(
        "parsing",
        "modules_of_standards",
        "origins",
        "objects",
        "setters",
        "setters_with_a_base",
        "several_at_once",
    ),
    *(
        "queries",
        "segments",
        "of_hosts",
        "of_http",
        "of_imports",
        "of_patterns",
        "replacements",
        "explanations",
    ),
    *(
        "of_readings",
        "contexts",
        "pages",
        "columns_of_arrow",
        "columns_of_frames",
        "command",
        "scrapy",
        "fields",
    ),
    "hints",
)
_SHOWN: Final = 3  #: differences of a group that are printed in full


class Worker:
    """The process of one checkout."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            command("tests.tools.beside.worker"),
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
        )

    def ask(self, **request: Any) -> None:
        assert self._process.stdin is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)

    def answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(
                f"the process of a checkout ended with the status {self._process.wait()}"
            )
        return json.loads(line)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@dataclass
class Found:
    """What the comparison has found."""

    answers: int = 0
    meant: Counter[str] = field(default_factory=Counter)
    unexpected: list[Difference] = field(default_factory=list)

    def add(self, difference: Difference) -> None:
        reason = reason_of(difference)
        if reason is None:
            self.unexpected.append(difference)
        else:
            self.meant[reason] += 1


class Comparison:
    """The two processes, which work at the same time."""

    def __init__(self, old: Worker, new: Worker) -> None:
        self._workers = old, new
        self.found = Found()

    def both(self, **request: Any) -> tuple[Any, Any]:
        for worker in self._workers:
            worker.ask(**request)
        old, new = (worker.answer() for worker in self._workers)
        return old, new

    def names(self, *, with_hints: bool) -> list[str]:
        """Compare the public names. Return a line for each name or signature that differs."""
        old, new = self.both(do="names")
        shared = {
            kind: [name for name in members if name in new["members"][kind]]
            for kind, members in old["members"].items()
            if kind in new["members"]
        }
        self.both(do="share", members=shared)
        if with_hints:
            guesses = sorted({*old["guesses"], *new["guesses"]})
            self._compare("hints", {}, *self.both(do="hints", guesses=guesses))
        lines = [f"gone: {name}" for name in old["names"] if name not in new["names"]]
        lines += [f"new: {name}" for name in new["names"] if name not in old["names"]]
        for name, signature in old["names"].items():
            if name in new["names"] and new["names"][name] != signature:
                lines.append(f"signature: {name}\n    {signature}\n    {new['names'][name]}")
        return lines

    def chunk(self, seed: int, number: int, groups: list[str]) -> None:
        """Compare the answers for the cases of a chunk."""
        numbers = [*range(number * CHUNK, (number + 1) * CHUNK)]
        old, new = self.both(do="digests", seed=seed, numbers=numbers, groups=groups)
        for group in groups:
            (old_digests, _), (new_digests, count) = old[group], new[group]
            self.found.answers += count
            differing = [
                int(key)
                for key in {**old_digests, **new_digests}
                if old_digests.get(key) != new_digests.get(key)
            ]
            if differing:
                before, after = self.both(do="show", seed=seed, numbers=differing, group=group)
                cases = {json.dumps(case): case for case, _, _ in before}
                for key, case in cases.items():
                    self._compare(group, case, *(_of_case(shown, key) for shown in (before, after)))

    def _compare(self, group: str, case: dict[str, object], old: list[Any], new: list[Any]) -> None:
        for index, (before, after) in enumerate(zip(old, new, strict=False)):
            if before != after:
                self.found.add(
                    Difference(group, f"{before[0]} (answer {index})", before[1], after[1], case)
                )
        if len(old) != len(new):
            self.found.add(
                Difference(group, "number of answers", str(len(old)), str(len(new)), case)
            )


def _of_case(shown: list[Any], key: str) -> list[Any]:
    return [(name, text) for case, name, text in shown if json.dumps(case) == key]


def run(other: Path, inputs: int, seed: int, groups: list[str], report: Path | None) -> int:
    """Compare, print the result, and return the exit code."""
    started = time.perf_counter()
    with ExitStack() as stack:
        workers = []
        for checkout in (other, THIS_CHECKOUT):
            worker = Worker(stack.enter_context(mixed(checkout)))
            stack.callback(worker.close)
            workers.append(worker)
        comparison = Comparison(*workers)
        found = comparison.found
        lines = comparison.names(with_hints="hints" in groups)
        groups = [name for name in groups if name != "hints"]
        print("public names:", "" if lines else "no difference")
        for line in lines:
            print(f"  {line}")
        chunks = -(-inputs // CHUNK)
        done = 0
        try:
            for number in range(chunks):
                comparison.chunk(seed, number, groups)
                done = number + 1
                if done % 20 == 0:
                    seconds = time.perf_counter() - started
                    print(
                        f"{done * CHUNK:,} inputs, {found.answers:,} answers, "
                        f"{len(found.unexpected):,} unexpected differences, {seconds:,.0f} s",
                        file=sys.stderr,
                        flush=True,
                    )
        except KeyboardInterrupt:
            print(f"interrupted after {done * CHUNK:,} of {chunks * CHUNK:,} inputs")
    for reason, number in found.meant.most_common():
        print(f"meant: {number:,} answers: {reason}")
    for difference in _shortest(found.unexpected):
        print(_described(difference))
    if report is not None:
        report.write_text(
            "\n".join(map(_described, found.unexpected)),
            encoding="utf-8",
            errors="backslashreplace",
        )
    calls = Counter((difference.group, difference.call) for difference in found.unexpected)
    for (group, call), number in calls.most_common(40):
        print(f"{number:9,} {group}: {call}")
    seconds = time.perf_counter() - started
    verdict = (
        f"{len(found.unexpected):,} unexpected differences"
        if found.unexpected
        else "no unexpected difference"
    )
    print(
        f"{done * CHUNK:,} inputs, seed {seed}, {found.answers:,} answers, {verdict},"
        f" {seconds:,.0f} s"
    )
    return 1 if found.unexpected else 0


def _shortest(differences: list[Difference]) -> Iterator[Difference]:
    """Yield the shortest differences of each group."""
    shown: Counter[tuple[str, str]] = Counter()
    each: Counter[str] = Counter()
    for difference in sorted(differences, key=lambda found: len(found.old) + len(found.new)):
        place = difference.group, difference.call
        if not shown[place] and each[difference.group] < 10 * _SHOWN:
            yield difference
        shown[place] += 1
        each[difference.group] += 1


def _described(difference: Difference) -> str:
    group, call, old, new, case = difference
    start = next(
        (index for index, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    start = max(0, start - 100)
    parts = [f"\n{group}: {call}", f"  case: {case}"]
    parts += [
        f"  {name}: {text[start : start + 500]!a}" for name, text in (("old", old), ("new", new))
    ]
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.beside",
        description=(
            "Compare the answers of this checkout with the answers of another one, on the same"
            " inputs. The exit code is 1 if there is a difference that tests/tools/beside/expected.py"
            " does not list."
        ),
        epilog="Groups: " + ", ".join(GROUPS) + ". Most groups run for a part of the inputs.",
    )
    parser.add_argument(
        "other", type=Path, metavar="OTHER_CHECKOUT", help="the folder of the other checkout"
    )
    parser.add_argument(
        "--inputs", type=int, default=300_000, metavar="N", help="the number of inputs (300,000)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the same seed makes the same inputs (0)"
    )
    parser.add_argument(
        "--groups",
        nargs="+",
        choices=GROUPS,
        default=list(GROUPS),
        metavar="NAME",
        help="run only these",
    )
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write every unexpected difference to a file"
    )
    options = parser.parse_args()
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # A shell ignores the signal in the background.
    sys.exit(run(options.other, options.inputs, options.seed, options.groups, options.report))


if __name__ == "__main__":
    main()
