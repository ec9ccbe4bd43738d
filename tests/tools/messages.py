"""Every text that the package can show: errors, reasons, help, steps of `explain`, representations.

`python -m tests.tools.messages` writes the texts to `tests/tools/messages.txt`, by module.
`tests/tools/test_messages.py` compares that file with the source, so a reviewer sees each new
text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import urldom

ROOT: Final = Path(urldom.__file__).parent
LISTED: Final = Path(__file__).with_name("messages.txt")

#: A field of an f-string
FIELD: Final = "{…}"
#: The functions that make a message from their first two arguments, and the message that each
#: function makes. Most of these functions are in `urldom/_core/errors.py`.
_COMPLETE: Final = {
    "wrong_type": "{} must be {}, not {…}",
    "not_a_url": "{} must be {}, not {…}",
    "require_str": "{} must be a str, not {…}",
    "unknown_name": "unknown {} {…}: use one of {…}",
    "not_assignable": "{…} cannot be assigned: use one of {…}",
    "missing_package": "{} needs {}: pip install {}",
}
#: The functions of `urldom/_core/hints` that make a hint from their first argument. The others are
#: names.
_HINTS: Final = {"use": "use `{}`", "hint": "{}"}
#: Names of arguments of argparse whose values are shown in help
_HELP: Final = frozenset(["help", "description", "epilog", "usage"])
_makes_an_error: Final = re.compile(
    r"(error|failure|setterreturned|warn|_reject|_reject_choice|_refused)\Z", re.I
).search
#: Finds two words in a row, or a word and a field of an f-string
_has_words: Final = re.compile(
    r"(?:[A-Za-z]{2}|…\})['\"`)]?[,:;]? ['\"`({]?(?:[A-Za-z]|\{…)"
).search
#: Texts that are not shown to readers: names of types, public identifiers of DTDs, regular
#: expressions
_is_for_programs: Final = re.compile(
    r"-//|tuple\[|Mapping\[|pd\.|[\w. |]*Mapping\[|\[|File \|"
).match
#: The modules that make docstrings from texts. These texts are not messages.
_WITH_DOCSTRINGS: Final = frozenset(
    f"urldom.{name}"
    for name in (
        *("columns._docstrings", "columns._table", "patterns._pattern"),
        *("pandas", "polars", "spark", "duckdb"),
    )
)
_is_of_a_docstring: Final = re.compile(
    r"[A-Z`'\s>].*|\{'.*|.*[.\n]|\w+ ?=.*|import [\w.]+(?: as \w+)?|from .* import .*", re.DOTALL
).fullmatch


class Message(NamedTuple):
    """A text of the package. `kind` is `error`, `help` or `text`."""

    module: str
    kind: str
    text: str


def messages() -> list[Message]:
    """Return the texts of the package, sorted by module. If a module contains a text twice, the
    text is listed once."""
    found = {
        message
        for path in ROOT.rglob("*.py")
        for message in messages_of(ast.parse(path.read_text("utf-8")), _module_name(path))
    }
    return sorted(found)


def messages_of(tree: ast.AST, module: str) -> Iterator[Message]:
    """Yield every text in errors and help of a module, and every other text of at least two words,
    except docstrings."""
    for kind, text in _texts(tree, "text"):
        if not (kind == "text" and module in _WITH_DOCSTRINGS and _is_of_a_docstring(text)):
            yield Message(module, kind, text)


def _texts(node: ast.AST, kind: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Expr) and isinstance(
        node.value, ast.Constant
    ):  # Docstrings are not messages.
        return
    if _is_text(node):
        text = _written(node)
        if not _is_for_programs(text) and (_has_words(text) or (kind == "help" and text)):
            yield kind, text
        for part in getattr(node, "values", ()):
            yield from _texts(part.value, kind) if isinstance(part, ast.FormattedValue) else ()
    elif isinstance(node, ast.Call):
        yield from _texts_of_call(node, kind)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            is_help = isinstance(key, ast.Constant) and key.value in _HELP
            yield from () if key is None else _texts(key, kind)
            yield from _texts(value, "help" if is_help else kind)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts(child, kind)


def _texts_of_call(call: ast.Call, kind: str) -> Iterator[tuple[str, str]]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    arguments = call.args
    if name in _HINTS and len(arguments) >= 2:
        yield "text", _completed(_HINTS[name], [_written(arguments[0])])
        return
    if name in _COMPLETE:
        given = [_written(argument) for argument in arguments[:2]]
        yield "error", _completed(_COMPLETE[name], given)
        arguments = arguments[2:]
    kind = "error" if name in _COMPLETE or _makes_an_error(name) else kind
    yield from _texts(call.func, kind)
    for argument in arguments:
        yield from _texts(argument, kind)
    for keyword in call.keywords:
        yield from _texts(keyword.value, "help" if keyword.arg in _HELP else kind)


def _completed(message: str, given: list[str]) -> str:
    """Replace each `{}` of a message by the text with the same number. If there are more `{}` than
    texts, the last text replaces each remaining `{}`."""
    for text in given:
        message = message.replace("{}", text, 1)
    return message.replace("{}", given[-1])


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _written(node: ast.AST) -> str:
    """Return the text of a literal, with `{…}` instead of each field."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_written, node.values))
    return FIELD


def _module_name(path: Path) -> str:
    parts = ("urldom", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def listing(found: list[Message]) -> str:
    """Return the content of the file: a paragraph for each module, a line for each text."""
    lines: list[str] = []
    module = ""
    for message in found:
        if message.module != module:
            module = message.module
            lines += ["", module]
        text = "".join(
            c if c.isprintable() else c.encode("unicode_escape").decode() for c in message.text
        )
        lines.append(f"    {message.kind:<5}  {text}".rstrip())
    return "\n".join(lines).lstrip("\n") + "\n"


if __name__ == "__main__":
    LISTED.write_text(listing(messages()), "utf-8")
