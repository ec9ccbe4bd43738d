"""The tables of the guide to pages say what changes when each parser's page is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cases import each_case
from urldom.trees import parse

PAGE = (Path(__file__).parents[2] / "docs/pages.md").read_text(encoding="utf-8")

#: For each line of a table, a document, and what the written text has for each word in a cell.
CASES: dict[str, dict[str, tuple[str, dict[str, str]]]] = {
    "HTML": {
        "missing tags, such as `<body>` and `</p>`": (
            "<!DOCTYPE html><p>a",
            {"added": "><body><p>a</p></body>", "only end tags added": "<!DOCTYPE html><p>a</p>"},
        ),
        "missing document type": (
            "<p>a</p>",
            {"added, of HTML 4.0": "<!DOCTYPE html PUBLIC", "not added": ""},
        ),
        "`viewBox` in SVG": (
            "<!DOCTYPE html><svg viewBox='0 0 1 1'></svg>",
            {"kept": "viewBox", "in lower case": "viewbox"},
        ),
        "spaces between elements": (
            "<!DOCTYPE html><p>a</p>\n\n  <p>b</p>   <p>c</p>",
            {
                "kept": "</p>\n\n  <p>b</p>   <p>",
                "one space or line break": "</p>\n<p>b</p> <p>",
            },
        ),
        "`<a>` in another `<a>`": (
            "<!DOCTYPE html><a>b<a>c</a></a>",
            {"after it": "<a>b</a><a>c</a>", "kept": "<a>b<a>c</a></a>"},
        ),
        "`<img>` in the `noscript` of a `head`": (
            "<!DOCTYPE html><head><noscript><img></noscript></head>",
            {"moved to the body": "<body><img>", "kept": "<noscript><img"},
        ),
    },
    "XML": {
        "prefixes, comments, instructions, CDATA sections, document type": (
            "<!DOCTYPE a:b><!--c--><a:b xmlns:a='d'><?e f?><![CDATA[g]]></a:b>",
            {"kept": "<?e f?><![CDATA[g]]></a:b>"},
        ),
        "`<a  b='c'></a>`": (
            "<r><a  b='c'></a></r>",
            {"kept": "<a  b='c'></a>", '`<a b="c"/>`': '<a b="c"/>'},
        ),
        "references, such as `&#233;`": (
            "<a>&#233;</a>",
            {"kept": "<a>&#233;</a>", "the character": "<a>\xe9</a>"},
        ),
    },
}


def table(title: str) -> list[list[str]]:
    """Return the lines of the table with a title above its first column."""
    for block in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in block.splitlines()]
        if cells[0][0] == title:
            return [cells[0], *cells[2:]]
    raise AssertionError(f"no table of {title}")


def lines() -> list[Any]:
    return [
        pytest.param(title, parser, line[0], line[column], id=f"{parser}: {line[0]}")
        for title in CASES
        for line in table(title)[1:]
        for column, parsers in enumerate(table(title)[0])
        if column
        for parser in parsers.split(", ")
    ]


def test_tables_have_a_case_for_each_line() -> None:
    for title, cases in CASES.items():
        assert [line[0] for line in table(title)[1:]] == list(cases)


@each_case(("title", "parser", "line", "cell"), lines())
def test_each_parser_writes_what_its_column_says(
    title: str, parser: str, line: str, cell: str
) -> None:
    pytest.importorskip(parser)
    source, words = CASES[title][line]
    content_type = {"HTML": "text/html", "XML": "text/xml"}[title]
    text = parse(source, "http://h/", content_type=content_type, parser=parser).to_text()
    assert words[cell] in text
    for other, wrong in words.items():
        assert other == cell or not wrong or wrong not in text
    if cell == "not added":
        assert "<!DOCTYPE" not in text
