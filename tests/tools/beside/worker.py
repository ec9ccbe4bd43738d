"""The process of one checkout: it reads requests from its standard input, one a line, and writes
its answers."""

from __future__ import annotations

import gc
import hashlib
import io
import json
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from typing import Any, Final

from tests.tools.beside import names, rendering
from tests.tools.beside.batches import BATCHES
from tests.tools.beside.calls import GROUPS, Call
from tests.tools.beside.expected import may_change
from tests.tools.beside.inputs import Case, case

#: The number of cases that are compared at once
CHUNK: Final = 100


def answers(calls: Iterable[Call]) -> Iterator[tuple[str, str]]:
    """Call each function, and yield its name and what it returned or raised, as text."""
    for name, call in calls:
        try:
            text = rendering.render(call())
        except Exception as error:
            text = rendering.render(error)
        yield name, text


def run(group: str, seed: int, numbers: Sequence[int]) -> Iterator[tuple[Case, str, str]]:
    """Yield each case with the name of a call and its answer.

    The answers of a batch are of the whole chunk that the first number is in, and stand under the
    first case of it."""
    if group in BATCHES:
        chunk = numbers[0] // CHUNK
        if _is_chosen(chunk, BATCHES[group].every):
            cases = [case(seed, number) for number in range(chunk * CHUNK, (chunk + 1) * CHUNK)]
            lasting = [one for one in cases if not may_change(one._asdict())]
            for name, text in answers(BATCHES[group].calls(lasting)):
                yield lasting[0], name, text
        return
    calls, every = GROUPS[group]
    for number in numbers:
        if _is_chosen(number, every):
            one = case(seed, number)
            for name, text in answers(calls(one)):
                yield one, name, text


def _is_chosen(number: int, every: int) -> bool:
    """Return whether a group runs for this number. The chosen numbers are even and odd, unlike
    multiples of `every`."""
    return (number * 2654435761 >> 7) % every == 0


def digests(answered: Iterable[tuple[Case, str, str]]) -> tuple[dict[int, str], int]:
    """Return a digest for the number of each case, and how many answers there are."""
    found: defaultdict[int, Any] = defaultdict(lambda: hashlib.blake2b(digest_size=8))
    count = 0
    for one, name, text in answered:
        found[one.number].update(f"{name}\0{text}\0".encode("utf-8", "surrogatepass"))
        count += 1
    return {number: made.hexdigest() for number, made in found.items()}, count


def respond(request: dict[str, Any]) -> Any:
    match request["do"]:
        case "names":
            return {
                "names": names.public_names(),
                "members": names.members_of_classes(),
                "guesses": names.guesses(),
            }
        case "share":
            rendering.shared_names.update(request["members"])
            return None
        case "hints":
            return list(answers(names.hints(request["guesses"])))
        case "digests":
            return {
                group: digests(run(group, request["seed"], request["numbers"]))
                for group in request["groups"]
            }
        case "show":
            return [
                (one._asdict(), name, text)
                for one, name, text in run(request["group"], request["seed"], request["numbers"])
            ]
        case unknown:
            raise ValueError(unknown)


def main() -> None:
    warnings.simplefilter("ignore")
    gc.freeze()  # The garbage collector need not visit what the imports made.
    output = sys.stdout
    # What a library prints is no answer.
    with redirect_stdout(io.StringIO()):
        for line in sys.stdin:
            print(json.dumps(respond(json.loads(line))), file=output, flush=True)


if __name__ == "__main__":
    main()
