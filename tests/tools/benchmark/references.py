"""The families of relative references, which pages often contain instead of absolute URLs."""

from __future__ import annotations

from typing import Final

from tests.tools.benchmark.families import Family

REFERENCES: Final[dict[str, Family]] = {
    "plain": lambda s: f"{s.path[1:]}page-{s.number}.html?{s.query}",
    "absolute": lambda s: s.url,
    "absolute, a port": lambda s: f"https://{s.host}:8080{s.path}?{s.query}",
    "absolute, spaces": lambda s: f"https://{s.host}/a file{s.path}",
    "absolute, non-ASCII host": lambda s: f"https://b\u00fccher{s.number}.example{s.path}",
    "scheme-relative": lambda s: f"//{s.host}{s.path}?{s.query}",
    "path-absolute": lambda s: f"{s.path}?{s.query}",
    "path-absolute, a fragment": lambda s: f"{s.path}?{s.query}#part-{s.number}",
    "up one": lambda s: f"../page-{s.number}.html",
    "up three": lambda s: f"../../../page-{s.number}.html?{s.query}",
    "here": lambda s: f"./page-{s.number}.html",
    "dot segments within": lambda s: f"a/../b/./page-{s.number}/..",
    "a file that begins with a dot": lambda s: f"/.well-known/{s.number}",
    "query only": lambda s: f"?{s.query}&n={s.number}",
    "fragment only": lambda s: f"#part-{s.number}",
    "spaces": lambda s: f"a file {s.number}.html?q=a b",
    "spaces around the URL": lambda s: f" page-{s.number}.html\n",
    "non-ASCII path": lambda s: f"stra\u00dfe/\u6771\u4eac/{s.number}",
    "non-ASCII query": lambda s: f"page.html?q=\u043f\u043e\u0438\u0441\u043a{s.number}",
    "percent-escapes": lambda s: f"caf%c3%a9/a%2Fb/{s.number}",
    "quotes and pipes": lambda s: f'"a"|b/{s.number}?q="a"',
    "backslashes": lambda s: f"a\\b\\{s.number}",
    "a colon": lambda s: f"./a:b/{s.number}",
    "mailto": lambda s: f"mailto:user{s.number}@{s.host}",
    "javascript": lambda s: f"javascript:open({s.number})",
    "data": lambda s: f"data:text/plain,number{s.number}",
}

#: The only family whose references are all equal.
EMPTY: Final = "empty"
