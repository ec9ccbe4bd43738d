"""Runs code, and tells what happened in it: which of the steps that it cites it came to, and what each of them changed.

A step that is done cites its step in a comment, and what is watched is that very code while it runs (`sys.settrace`):
nothing is done twice, and code that nobody watches pays nothing. A citation covers the statement on which, or directly
above which, it stands, with all that is indented below it.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
import tokenize
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import StringIO
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple, TypeAlias

import attrs

from urldom._errors import Failure

#: What a look at the variables of a function returns: what of them counts, by the names under which it is told.
Look: TypeAlias = "Callable[[Mapping[str, Any]], dict[str, Any]]"

#: How many lines of one call are looked at: nobody reads the thousandth turn of a loop.
_LINES: Final = 400
#: `# Step 7`, `# 2.6.2 step 1`, `# Steps 4 and 6`, `# Section 5.2.2`
_CITATION: Final = re.compile(
    r"#.*?((?:\b\d[\d.]* )?\b(?:steps?|sections?|appendix) \w[\w.]*(?: and \w[\w.]*)?)", re.IGNORECASE
)


@attrs.define
class Turn:
    """One statement with a citation, as it ran: the step that it cites, whether it did more than to look at its
    condition, and what was changed by it, by name: what was there before and after."""

    step: str
    is_entered: bool = False
    changes: dict[str, tuple[Any, Any]] = attrs.field(factory=dict[str, tuple[Any, Any]])


@attrs.define
class Call:
    """One call of a function that was watched.

    `arguments` is how its variables looked at its beginning, `variables` at its end; `calls` are the calls of watched
    functions that it made itself. `failure` is the one that it ended with.
    """

    name: str
    arguments: dict[str, Any]
    variables: dict[str, Any]
    turns: list[Turn] = attrs.field(factory=list[Turn])
    calls: list[Call] = attrs.field(factory=lambda: list[Call]())
    result: Any = None
    failure: Failure | None = None


class Cited(NamedTuple):
    """A citation: the first line of the statement that it covers, the step that it cites, whether that begins with a
    condition."""

    statement: int
    step: str
    is_condition: bool


@attrs.define
class _Open:
    """A call that goes on, and the statement that runs in it."""

    call: Call
    look: Look
    cited: Mapping[int, Cited]
    statement: int = 0
    lines: int = 0


def watch(run: Callable[[], Any], looks: Mapping[Any, Look]) -> Call:
    """Calls `run`, and tells the calls of the functions in `looks`: `looks` has, for each of them, what looks at its
    variables. The call that is returned is that of `run` itself; a `Failure` that ends it is its `failure`.

    >>> def twice(n):
    ...     n = n * 2  # Step 1
    ...     return n
    >>> watch(lambda: twice(2) + 1, {twice: dict}).calls[0].result
    4
    """
    watched = {_code_of(function): look for function, look in looks.items()}
    top = Call("", {}, {})
    stack = [top]
    before = sys.gettrace()

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        look = watched.get(frame.f_code)
        if look is None:
            return None
        seen = look(frame.f_locals)
        call = Call(frame.f_code.co_name, seen, seen)
        open_call = _Open(call, look, citations(frame.f_code))
        frame.f_trace_lines = bool(open_call.cited)
        stack[-1].calls.append(call)
        stack.append(call)

        def follow(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                _look_again(open_call, frame)
                call.failure = None  # What was raised was caught.
            elif event == "exception":
                call.failure = argument[1] if isinstance(argument[1], Failure) else None
            elif event == "return":
                _look_again(open_call, frame)
                call.result = argument
                stack.pop()
            return follow

        return follow

    sys.settrace(enter)
    try:
        top.result = run()
    except Failure as failure:
        top.failure = failure
    finally:
        sys.settrace(before)
    return top


def _code_of(function: Any) -> CodeType:
    code: CodeType = getattr(function, "__func__", function).__code__
    return code


def _look_again(here: _Open, frame: FrameType) -> None:
    """Puts down what the statement that ran has changed, and notes the one that runs next."""
    call = here.call
    seen = here.look(frame.f_locals)
    if here.statement:
        changes = call.turns[-1].changes
        for name, value in seen.items():
            old = call.variables.get(name)
            if value != old:
                changes[name] = changes[name][0] if name in changes else old, value
    call.variables = seen
    here.lines += 1
    if here.lines > _LINES:
        frame.f_trace_lines = False
        here.statement = 0
        return
    cited = here.cited.get(frame.f_lineno)
    statement = 0 if cited is None else cited.statement
    is_inside = frame.f_lineno != statement
    if cited is not None and statement == here.statement and is_inside:
        call.turns[-1].is_entered = True
    elif cited is not None:
        call.turns.append(Turn(cited.step, is_entered=is_inside or not cited.is_condition))
    here.statement = statement


@lru_cache(maxsize=64)
def citations(code: CodeType) -> Mapping[int, Cited]:
    """The lines of a function that citations cover, by their numbers. Raises `RuntimeError` where Python has not the
    source."""
    try:
        lines, first = inspect.getsourcelines(code)
    except OSError:
        raise RuntimeError("what is explained is told by the source of urldom, which Python has not found") from None
    source = textwrap.dedent("".join(lines))
    source_lines = source.splitlines()
    cited: dict[int, str] = {}
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT and (found := _CITATION.match(token.string)):
            line = token.start[0]
            while source_lines[line - 1].lstrip().startswith("#"):
                line += 1  # A comment that has a line of its own speaks of the next one.
            cited[line] = found[1].rstrip(".").lower()
    covered: dict[int, Cited] = {}
    # An inner statement comes behind the one that it stands in, and its own citation counts.
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and node.lineno in cited:
            citation = Cited(first + node.lineno - 1, cited[node.lineno], isinstance(node, ast.If))
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                covered[first + line - 1] = citation
    return covered
