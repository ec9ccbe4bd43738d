"""Where hostile URLs lead: the host and the path that each library finds in the same thirty inputs.

It needs urllib.parse, yarl, w3lib and ada_url (`pip install 'urldom[benchmark]'`) and prints the README's table.
"""

from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

import ada_url
import w3lib.url
import yarl

from urldom import HTML5, RFC1808, RFC2396, RFC3986, WHATWG, Standard, URLDecomposition

BASE = "http://base.example/dir/page"

INPUTS = [
    # user info
    "http://good.example@evil.example/",
    "http://good.example:80@evil.example/",
    "http://good.example%40evil.example/",
    "http://good.example&@evil.example#@other.example/",
    "http://a@b@evil.example/",
    "http://good.example#@evil.example/",
    "http://good.example?@evil.example/",
    # backslashes
    "http://good.example\\@evil.example/",
    "http:\\\\evil.example\\x",
    "\\\\evil.example/x",
    "/\\evil.example/x",
    # slashes
    "///evil.example/x",
    "http:/evil.example/x",
    "http:evil.example/x",
    # full-width and ideographic delimiters in the host
    "http://good.example／evil.example/",
    "http://good。example/",
    "http://good.example＠evil.example/",
    "http://good.example：80/",
    # tabs and line breaks
    "ht\ttp://evil.example/",
    "http://good.exam\nple/",
    "//\tevil.example/x",
    # IPv4 in other spellings
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://127.0.0.1./",
    # percent-encoded dots and slashes
    "http://good.example/a/%2e%2e/%2e%2e/b",
    "http://good.example/a%2f..%2fb",
    "http://%65vil.example/",
    # ports
    "http://good.example:080/",
    "http://good.example:80evil/",
]


def of_standard(standard: Standard) -> Callable[[str], tuple[str, str]]:
    def read(url: str) -> tuple[str, str]:
        decomposition = URLDecomposition(str(standard.resolve(url, BASE)), standard=standard)
        return decomposition.hostname, decomposition.pathname

    return read


def of_urllib(url: str) -> tuple[str, str]:
    split = urlsplit(urljoin(BASE, url))
    return split.hostname or "", split.path


def of_yarl(url: str) -> tuple[str, str]:
    joined = yarl.URL(BASE).join(yarl.URL(url))
    return joined.host or "", joined.raw_path


def of_w3lib(url: str) -> tuple[str, str]:
    split = urlsplit(w3lib.url.safe_url_string(urljoin(BASE, url)))
    return split.hostname or "", split.path


def of_ada(url: str) -> tuple[str, str]:
    parsed = ada_url.URL(url, BASE)
    return parsed.hostname, parsed.pathname


COLUMNS: dict[str, Callable[[str], tuple[str, str]]] = {
    "urllib.parse": of_urllib,
    "yarl": of_yarl,
    "w3lib": of_w3lib,
    "ada_url": of_ada,
    "WHATWG": of_standard(WHATWG),
    "HTML5": of_standard(HTML5),
    "RFC3986": of_standard(RFC3986),
    "RFC2396": of_standard(RFC2396),
    "RFC1808": of_standard(RFC1808),
}


def code(text: str) -> str:
    shown = text.replace("\t", "\\t").replace("\n", "\\n").replace("|", "\\|")
    return f"`{shown}`" if shown else ""


def cell(read: Callable[[str], tuple[str, str]], url: str) -> str:
    try:
        host, path = read(url)
    except ValueError:
        return "error"
    return f"{code(host)} {code(path)}".strip()


def main() -> None:
    print(f"| input | {' | '.join(COLUMNS)} |")
    print("| --- " * (len(COLUMNS) + 1) + "|")
    for url in INPUTS:
        print(f"| {code(url)} | {' | '.join(cell(read, url) for read in COLUMNS.values())} |")


if __name__ == "__main__":
    main()
