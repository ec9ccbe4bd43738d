"""`python -m tests.tools.mutate`: change the core at random, and print the changes that the quick
suite does not notice.

If such a change cannot alter any result, add the printed line and the reason to
`equivalent.json`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from tests.tools.mutate.mutations import Mutation, sample
from tests.tools.mutate.rooms import ROOMS, modules, room_of
from tests.tools.mutate.running import Result, Runner

_CHECKOUT = Path(__file__).parents[3]
_EQUIVALENT = Path(__file__).with_name("equivalent.json")
#: So many in a hundred have to be noticed.
_ENOUGH = 97


def equivalents() -> dict[tuple[str, str, str], str]:
    """Return the changes that change no answer, each with its reason. The keys are the module, and
    the lines before and after the change."""
    listed = json.loads(_EQUIVALENT.read_text(encoding="utf-8"))
    return {(one["module"], one["before"], one["after"]): one["reason"] for one in listed}


def choose(runner: Runner, found: Iterable[Mutation], count: int) -> list[Mutation]:
    """Return the first `count` changes with which the module can still be imported."""
    return list(islice((mutation for mutation in found if runner.can_import(mutation)), count))


def print_table(results: list[Result], equal: list[Mutation]) -> None:
    changes = Counter(room_of(result.mutation.module) for result in results)
    noticed = Counter(room_of(result.mutation.module) for result in results if result.by)
    by_room = Counter(room_of(result.mutation.module) for result in results if result.by == "room")
    equals = Counter(room_of(mutation.module) for mutation in equal)
    print(f"\n{'room':20}{'changes':>9}{'noticed':>9}{'by its room':>13}{'equivalent':>12}")
    for room in ROOMS:
        if changes[room] or equals[room]:
            print(f"{room:20}{changes[room]:9}{noticed[room]:9}{by_room[room]:13}{equals[room]:12}")
    total = [sum(counter.values()) for counter in (changes, noticed, by_room, equals)]
    print(f"{'all':20}{total[0]:9}{total[1]:9}{total[2]:13}{total[3]:12}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.mutate",
        description=(
            "Change the core at random, in copies of the checkout, and run the quick suite: first"
            " the tests of the changed module's room, then everything. The exit code is 1 if fewer"
            f" than {_ENOUGH} in 100 are noticed."
        ),
        epilog="The rooms of the core: " + ", ".join(ROOMS) + ".",
    )
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="change only these modules or rooms"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the same seed makes the same changes (0)"
    )
    parser.add_argument(
        "--count", type=int, default=300, metavar="N", help="the number of changes (300)"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes (one a processor)"
    )
    parser.add_argument("--list", action="store_true", help="print the changes, and run nothing")
    parser.add_argument("--room-only", action="store_true", help="do not run the whole quick suite")
    parser.add_argument(
        "--checkout",
        type=Path,
        default=_CHECKOUT,
        metavar="DIR",
        help="change this checkout instead",
    )
    options = parser.parse_args(arguments)

    package = options.checkout / "urldom"
    sources = {
        module: (package / module).read_text(encoding="utf-8")
        for module in modules(package, options.modules)
    }
    found = sample(package, list(sources), options.seed)
    if options.list:
        for mutation in islice(found, options.count):
            print(described(mutation, sources))
        return 0
    started = time.perf_counter()
    with Runner(options.checkout, options.jobs, lambda line: print(line, flush=True)) as runner:
        chosen = choose(runner, found, options.count)
        known = equivalents()
        equal = [one for one in chosen if (one.module, *one.lines(sources[one.module])) in known]
        different = [one for one in chosen if one not in equal]
        print(
            f"seed {options.seed}: {len(different)} changes, and {len(equal)} of the equivalent"
            " ones",
            flush=True,
        )
        runner.prepare(
            [room for room in ROOMS if any(room_of(one.module) == room for one in different)]
        )
        results: list[Result] = []
        try:
            results.extend(runner.noticed_in_its_room(different))
        except KeyboardInterrupt:
            print(f"interrupted after {len(results)} changes", flush=True)
            options.room_only = True
        left = [result.mutation for result in results if not result.by]
        if left and not options.room_only:
            by_suite = runner.noticed_by_the_suite(left)
            for result in results:
                result.by = result.by or ("suite" if result.mutation in by_suite else "")
    unnoticed = [result.mutation for result in results if not result.by]
    for mutation in unnoticed:
        print(f"\nnobody noticed: {described(mutation, sources)}")
    print_table(results, equal)
    share = 100 * (len(results) - len(unnoticed)) / max(1, len(results))
    print(f"{share:.1f} in 100 are noticed, in {(time.perf_counter() - started) / 60:.0f} minutes")
    return int(share < _ENOUGH)


def described(mutation: Mutation, sources: dict[str, str]) -> str:
    """Return a change as a difference, and as an entry of the list of equivalent changes."""
    source = sources[mutation.module]
    before, after = mutation.lines(source)
    entry = json.dumps(
        {"module": mutation.module, "before": before, "after": after}, ensure_ascii=False
    )
    return f"urldom/{mutation.module}, {mutation.kind}\n{mutation.diff(source)}\n{entry}"


if __name__ == "__main__":
    sys.exit(main())
