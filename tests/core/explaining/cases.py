"""URLs whose explanations contain every step. Run as a program, this module prints the
explanations."""

from __future__ import annotations

import json
from typing import Any

from urldom import BaseChain, Document, Element, explain
from urldom._core.standards.registry import STANDARD_NAMES

#: URLs and their bases
URLS: list[tuple[str, str | None]] = [
    *((" ../\xe9/./b?\xe9#x", "http://h/a/c"), ("http://h\\@x/y#\\", None), ("http://h/#\\", None)),
    *(("http://a:b/", None), ("http://a_b/", None), ("x", None), ("data://x", None), ("", "http://a/b?c")),
    *(("?x", "http://a"), ("g:h", "http://a/b"), ("//g;p?x#f", "http://a/b"), ("../g", "http://a/b/c")),
    *(("/g", "x:/b"), ("../../g;x", "x:a"), (".", "x:"), ("..", "x:"), ("x:../a", None), ("x:..", None)),
    *(("http://h" + "/a/.." * 30, None), ("http://h/" + "a" * 300 + "/../b", None)),
    *(("HT\tTP://u@EX%41mple.com:80\\a b", None), ("http://h/\ud800?\ud800", None), ("x:/a", None)),
    *(("x://H/a?b#c", None), ("file:\\\\x/y", None), ("file:a", "file:///C:/b"), ("/a", "file:///C:/b")),
    *(("file://C|/x?#", None), ("mailto:a#b", None), ("http:a", "http://h/b"), ("#a", "mailto:b")),
    *(("http://[1::2]/", None), ("http://0x1.2/", None), ("http://[1", None), ("http://h:99999/", None)),
    *(("x", "y"), ("http://[::f%2e]/", None), ("/a", "http://h/b"), ("\\a", "http://h/b")),
]  # fmt: skip
#: Attributes and values to assign
ASSIGNMENTS: list[tuple[str, Any]] = [
    *(("protocol", "https:"), ("host", "x:81"), ("host", "x:y"), ("hostname", "//EX.com"), ("hostname", "")),
    *(("port", 99999), ("port", -1), ("port", "81a"), ("pathname", "a b"), ("search", "?a b"), ("hash", "#\xe9")),
    *(("hash", None), ("port", None), ("search", None), ("username", "u"), ("password", "p")),
    *(("href", "http://x/y"), ("href", "x")),
]  # fmt: skip


def explanations_as_json() -> list[Any]:
    """Return the explanations, in the form of `to_json`."""
    explanations = [
        explain(url, base, standard=name) for url, base in URLS for name in STANDARD_NAMES
    ]
    for name, value in ASSIGNMENTS:
        standards = ["whatwg"] if name in ("username", "password", "href") else STANDARD_NAMES
        for standard in standards:
            for url in ("http://h/", "mailto:a", "x"):
                explanations.append(explain(url, standard=standard, set={name: value}))
    page = Document("about:blank", creator=Document("http://h/a", base_href="/s/"))
    explanations.append(explain("u", Element(Element(page, xml_base="x/"), xml_base="http:")))
    explanations.append(
        explain("u", BaseChain(content="x", retrieval="http://outer/", default="http://d/"))
    )
    return [explanation.to_json() for explanation in explanations]


if __name__ == "__main__":
    print(json.dumps(explanations_as_json()))
