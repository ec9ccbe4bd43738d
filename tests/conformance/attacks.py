"""Make the table of markup that sanitizers and parsers were tested with, from a folder that holds
`expect.mjs` of DOMPurify, `examples.md` and `data.yml` of SonarSource's mXSS cheat sheet,
`vectors.txt` of the HTML5 Security Cheatsheet, and `tree-construction` of html5lib-tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

COLUMNS = ["origin", "markup", "context?"]
_PAYLOAD = re.compile(r'"payload"\s*:\s*("(?:[^"\\]|\\.)*")')
_CODE = re.compile(r"`([^`]*<[^`]*)`")
_VECTOR = re.compile(r'<div id="\d+">(.*?)//\["\'`-->\]\]>\]</div>', re.DOTALL)
_TEST = re.compile(r"#data\n(.*?)\n#errors\n(.*?)(?=\n#data\n|\Z)", re.DOTALL)
_CONTEXT = re.compile(r"#document-fragment\n([a-z0-9]+)$", re.MULTILINE)


def rows(folder: Path) -> Iterator[list[str | None]]:
    """Yield a row for each markup, once. A snippet has the name of the element around it."""
    seen: dict[tuple[str, str | None], str] = {}
    for origin, markup, context in _all(folder):
        seen.setdefault((markup, context), origin)
    for (markup, context), origin in seen.items():
        yield [origin, markup] if context is None else [origin, markup, context]


def _all(folder: Path) -> Iterator[tuple[str, str, str | None]]:
    for payload in _PAYLOAD.findall(_read(folder / "expect.mjs")):
        yield "DOMPurify", json.loads(payload, strict=False), None
    for name in ("examples.md", "data.yml"):
        for markup in _CODE.findall(_read(folder / name)):
            yield "mXSS cheat sheet", markup.replace("\\|", "|"), None
    for markup in _VECTOR.findall(_read(folder / "vectors.txt")):
        yield "HTML5 Security Cheatsheet", markup, None
    for file in sorted((folder / "tree-construction").glob("*.dat")):
        for markup, others in _TEST.findall(_read(file)):
            context = _CONTEXT.search(others)
            if context is not None or "#document-fragment" not in others:
                yield "html5lib-tests", markup, None if context is None else context[1]


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="surrogateescape")
