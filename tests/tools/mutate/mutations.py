"""The changes: which places of a module can be changed, and what stands there afterwards.

A change replaces a part of the source text, so the rest of the module keeps its lines. The parts
come from the syntax tree, and for regular expressions from the tokens of the strings, because a
string with placeholders has no usable positions in the syntax tree before Python 3.12."""

from __future__ import annotations

import ast
import difflib
import io
import random
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Mutation(NamedTuple):
    """A change of a module."""

    module: str  #: the path of the module below the package, such as `_core/text/grammar.py`
    start: int
    end: int
    text: str  #: what stands between `start` and `end` instead
    kind: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]

    def lines(self, source: str) -> tuple[str, str]:
        """Return the changed lines before and after the change, without indentation."""
        begin = source.rfind("\n", 0, self.start) + 1
        end = source.find("\n", self.end)
        end = len(source) if end == -1 else end
        before = source[begin:end]
        after = source[begin : self.start] + self.text + source[self.end : end]
        return _stripped(before), _stripped(after)

    def line(self, source: str) -> int:
        return source.count("\n", 0, self.start) + 1

    def diff(self, source: str) -> str:
        before, after = source.splitlines(), self.apply(source).splitlines()
        lines = list(
            difflib.unified_diff(before, after, self.module, self.module, lineterm="", n=1)
        )
        return "\n".join(lines[2:])


def _stripped(lines: str) -> str:
    return "\n".join(line.strip() for line in lines.strip().splitlines())


def mutations_of(module: str, source: str) -> list[Mutation]:
    """Return every change of a module that this program knows, in the order of the source. The
    changed source may be
    invalid: `is_valid` says so."""
    return sorted({*_Changes(module, source), *_changes_of_expressions(module, source)})


def is_valid(mutation: Mutation, source: str) -> bool:
    changed = mutation.apply(source)
    try:
        return ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    except (SyntaxError, ValueError):
        return False


def sample(package: Path, modules: list[str], seed: int) -> Iterator[Mutation]:
    """Yield different changes. A line is drawn first, then one of its changes: so a long table, or
    a line with many constants, is not drawn more often than others."""
    chance = random.Random(f"mutations {seed}")
    sources = {module: (package / module).read_text(encoding="utf-8") for module in sorted(modules)}
    lines: dict[tuple[str, int], list[Mutation]] = defaultdict(list)
    for module, source in sources.items():
        for mutation in mutations_of(module, source):
            lines[module, mutation.line(source)].append(mutation)
    places = sorted(lines)
    chance.shuffle(places)
    for place in places:
        found = lines[place]
        chance.shuffle(found)
        yield from (
            mutation for mutation in found[:1] if is_valid(mutation, sources[mutation.module])
        )


# Changes of the syntax tree

_COMPARISONS = {
    "==": "!=",
    "!=": "==",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "is not": "is",
    "is": "is not",
    "not in": "in",
    "in": "not in",
}
_OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
}
#: Text for people, whose words no test needs to notice: two words with a space between
_PROSE = re.compile(r"""\w:? [\w`"'{(]""")
#: Names whose values only describe the code
_DESCRIPTIONS = {"__all__", "__slots__", "__match_args__"}
#: Calls whose arguments are types or names, for the type checker
_TYPING = {"cast", "TypeVar", "NewType", "overload", "ParamSpec"}


class _Changes(ast.NodeVisitor):
    """Collects the changes of a module. Annotations, docstrings, messages and blocks for type
    checkers are left out."""

    def __init__(self, module: str, source: str) -> None:
        self._module, self._source = module, source
        lines = source.splitlines(keepends=True)
        self._lines = lines
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))
        self._found: list[Mutation] = []
        self._in_message = 0
        self.visit(ast.parse(source))

    def __iter__(self) -> Iterator[Mutation]:
        return iter(self._found)

    def _offset(self, line: int, column: int) -> int:
        text = self._lines[line - 1]
        return self._starts[line - 1] + len(text.encode()[:column].decode())

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, (ast.expr, ast.stmt))
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self._offset(node.lineno, node.col_offset),
            self._offset(node.end_lineno, node.end_col_offset),
        )

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._source[start:end]

    def _add(self, start: int, end: int, text: str, kind: str) -> None:
        self._found.append(Mutation(self._module, start, end, text, kind))

    def _replace(self, node: ast.AST, text: str, kind: str) -> None:
        self._add(*self._span(node), text, kind)

    def _replace_between(
        self, left: ast.AST, right: ast.AST, old: str, new: str, kind: str
    ) -> None:
        """Replace an operator between two operands."""
        start, end = self._span(left)[1], self._span(right)[0]
        pattern = re.escape(old).replace(r"\ ", r"\s+")
        if old[0].isalpha():
            pattern = rf"\b{pattern}\b"
        for match in re.finditer(pattern, self._source[start:end]):
            self._add(start + match.start(), start + match.end(), new, kind)
            return

    # What is left out

    def visit_Import(self, node: ast.Import) -> None:
        pass

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass  # Its parts have no usable positions before Python 3.12.

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_arg(self, node: ast.arg) -> None:
        pass

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if any("overload" in ast.unparse(decorator) for decorator in node.decorator_list):
            return
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._body(node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and not self._describes([node.target], node.annotation):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self._describes(node.targets):
            return
        if isinstance(node.targets[0], (ast.Attribute, ast.Subscript)):
            self._replace(node, "pass", "statement removed")
        for target in node.targets:
            self.visit(target)
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._replace(node, "pass", "statement removed")
        self.visit(node.value)

    def _describes(self, targets: list[ast.expr], annotation: ast.expr | None = None) -> bool:
        is_alias = annotation is not None and "TypeAlias" in ast.unparse(annotation)
        return is_alias or any(
            isinstance(name, ast.Name) and name.id in _DESCRIPTIONS for name in targets
        )

    def visit_Raise(self, node: ast.Raise) -> None:
        self._replace(node, "pass", "statement removed")
        # The words of an error need not be noticed.

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return
        self._condition(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._replace(node.test, "False", "condition")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._replace(condition, "True", "condition")
        self.generic_visit(node)

    def _condition(self, test: ast.expr) -> None:
        for value in ("True", "False"):
            self._replace(test, value, "condition")

    # Statements and expressions

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node.value, (ast.Call, ast.Await)):
            self._replace(node, "pass", "statement removed")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (
            isinstance(node.value, ast.Constant) and node.value.value is None
        ):
            self._replace(node.value, "None", "return value")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "pass", "statement removed")

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "pass", "statement removed")

    def visit_Delete(self, node: ast.Delete) -> None:
        self._replace(node, "pass", "statement removed")

    def visit_Compare(self, node: ast.Compare) -> None:
        left: ast.expr = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            old = {
                ast.Eq: "==",
                ast.NotEq: "!=",
                ast.Lt: "<",
                ast.LtE: "<=",
                ast.Gt: ">",
                ast.GtE: ">=",
                ast.Is: "is",
                ast.IsNot: "is not",
                ast.In: "in",
                ast.NotIn: "not in",
            }[type(operator)]
            self._replace_between(left, right, old, _COMPARISONS[old], "comparison")
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._replace_between(left, right, old, new, "and, or")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, f"({self._text(node.operand)})", "not")
        elif isinstance(node.op, ast.USub):
            self._replace(node, self._text(node.operand), "sign")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_text = any(
            isinstance(side, ast.JoinedStr)
            or (isinstance(side, ast.Constant) and isinstance(side.value, (str, bytes)))
            for side in (node.left, node.right)
        )
        if type(node.op) in _OPERATORS and not is_text:
            self._replace_between(node.left, node.right, *_OPERATORS[type(node.op)], "operator")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        if name in _TYPING:
            for argument in node.args[1:]:
                self.visit(argument)
            return
        for left, right in zip(node.args, node.args[1:], strict=False):
            if not isinstance(left, ast.Starred) and not isinstance(right, ast.Starred):
                start, end = self._span(left)[0], self._span(right)[1]
                between = self._source[self._span(left)[1] : self._span(right)[0]]
                self._add(
                    start, end, self._text(right) + between + self._text(left), "arguments swapped"
                )
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "Literal":
            return  # a type
        if isinstance(node.slice, ast.Slice):
            for bound in (node.slice.lower, node.slice.upper):
                if bound is not None:
                    self._replace(bound, "", "slice")
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper):
            if isinstance(bound, (ast.Name, ast.Attribute)):
                self._replace(bound, f"{self._text(bound)} + 1", "off by one")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._replace(node, str(not value), "constant")
        elif isinstance(value, int):
            for changed in (value + 1, value - 1):
                self._replace(node, str(changed) if changed >= 0 else f"({changed})", "constant")
        elif isinstance(value, (str, bytes)):
            self._string(node, value)

    def _string(self, node: ast.Constant, value: str | bytes) -> None:
        text = self._text(node)
        prefix = re.match("[A-Za-z]*", text)
        assert prefix is not None
        if isinstance(value, str) and (_PROSE.search(value) or _IS_EXPRESSION.search(text)):
            return
        if not value:
            self._replace(node, "b'x'" if isinstance(value, bytes) else "'x'", "constant")
        elif len(value) > 1:
            self._replace(node, repr(value[:-1]), "constant")
            self._replace(node, repr(value[1:]), "constant")
        else:
            self._replace(node, repr(value[:0]), "constant")


# Changes of regular expressions, also of those that f-strings make

#: The source of a string that is a regular expression, or a part of one
_IS_EXPRESSION = re.compile(
    r"""(?sx) ^[rRfFbB]*["'] .* (?: \(\? | \[\^?[^\] ]+\][*+?{]? | [)\]}][*+?] | \\[AZzbBdDwWsS] | [.][*+] )"""
)
_STRING = re.compile(r"(?s)([A-Za-z]*)(\"\"\"|'''|\"|')(.*)\2")
_UNIT = re.compile(r"""(?sx)
      (?P<quantity> \{\{ [\d,]+ \}\} | \{ [\d,]+ \} | [*+?] )
    | (?P<placeholder> \{ (?: [^{}"'] | \{[^{}]*\} )+ \} )
    | (?P<set>      \[ \^? \]? (?: \\. | \{[A-Za-z_][\w.()]*\} | [^\]\\] )* \] )
    | (?P<look>     \( \? <? [=!] )
    | (?P<group>    \( (?: \? (?: P<\w+> | : | [a-z]+ \) | [a-z]*: ) )? )
    | (?P<anchor>   \\[AZzbB] | \^ | \$ )
    | (?P<escape>   \\. )
    | (?P<other>    . )
    """)


def _changes_of_expressions(module: str, source: str) -> Iterator[Mutation]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    left_out = _left_out(source)
    for start, _, text in _strings(source, starts):
        line = source.count("\n", 0, start) + 1
        match = _STRING.fullmatch(text)
        if (
            match is None
            or line in left_out
            or _PROSE.search(text)
            or not _IS_EXPRESSION.search(text)
        ):
            continue
        prefix, quote, body = match.groups()
        if "\\" in body and "r" not in prefix.lower():
            continue
        begin = start + len(prefix) + len(quote)
        for first, last, new in _expression_changes(body):
            yield Mutation(module, begin + first, begin + last, new, "expression")


def _strings(source: str, starts: list[int]) -> Iterator[tuple[int, int, str]]:
    """Yield the strings of a module with their places. Python 3.12 splits f-strings into several
    tokens."""
    begun: list[int] = []
    middle = getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "FSTRING_END", -1)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        start = starts[token.start[0] - 1] + token.start[1]
        end = starts[token.end[0] - 1] + token.end[1]
        if token.type == middle[0]:
            begun.append(start)
        elif token.type == middle[1]:
            first = begun.pop()
            if not begun:
                yield first, end, source[first:end]
        elif token.type == tokenize.STRING and not begun:
            yield start, end, source[start:end]


def _left_out(source: str) -> set[int]:
    """Return the lines of docstrings and of statements that raise errors."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Raise):
            assert isinstance(node, ast.stmt) and node.end_lineno is not None
            lines.update(range(node.lineno, node.end_lineno + 1))
    return lines


def _expression_changes(body: str) -> Iterator[tuple[int, int, str]]:
    """Yield changes of an expression: the place, and what stands there instead."""
    units = list(_UNIT.finditer(body))
    for unit in units:
        kind, start, end, text = unit.lastgroup, unit.start(), unit.end(), unit.group()
        if kind == "quantity":
            yield start, end, ""
            if text in "*+":
                yield start, end, "+" if text == "*" else "*"
            for number in re.finditer(r"\d+", text):
                for changed in (int(number[0]) + 1, int(number[0]) - 1):
                    if changed >= 0:
                        yield start + number.start(), start + number.end(), str(changed)
        elif kind == "anchor":
            yield start, end, ""
        elif kind == "look":
            flipped = text[:-1] + ("!" if text[-1] == "=" else "=")
            yield start, end, flipped
            close = _closing(body, units, start)
            if close is not None:
                yield start, close, ""
        elif kind == "set":
            yield from _set_changes(start, text)
        elif kind == "other" and text == "|":
            close = _end_of_alternative(units, end)
            if close is not None:
                yield start, close, ""


def _set_changes(start: int, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield changes of a set: one of its members removed, or its `^`."""
    inner = 1
    if text[1] == "^":
        yield start + 1, start + 2, ""
        inner = 2
    members = list(
        re.finditer(r"(?s)\{[A-Za-z_][\w.()]*\}|(?:\\.|[^\\])(?:-(?:\\.|[^\]\\]))?", text[inner:-1])
    )
    if len(members) > 1:
        for member in members:
            yield start + inner + member.start(), start + inner + member.end(), ""


def _closing(body: str, units: list[re.Match[str]], start: int) -> int | None:
    """Return the end of the group that begins at `start`."""
    depth = 0
    for unit in units:
        if unit.start() < start:
            continue
        if unit.lastgroup in ("look", "group") and not unit.group().endswith(")"):
            depth += 1
        elif unit.group() == ")":
            depth -= 1
            if depth == 0:
                return unit.end()
    return None


def _end_of_alternative(units: list[re.Match[str]], start: int) -> int | None:
    """Return the end of the alternative that begins at `start`, if a group contains it."""
    depth = 0
    for unit in units:
        if unit.start() < start:
            continue
        if unit.lastgroup in ("look", "group") and not unit.group().endswith(")"):
            depth += 1
        elif unit.group() == ")":
            depth -= 1
            if depth < 0:
                return unit.start()
        elif unit.group() == "|" and depth == 0:
            return unit.start()
    return None
