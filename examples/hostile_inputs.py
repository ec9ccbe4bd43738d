"""What a filter sees, and what is fetched: the host that each library finds in the same hostile inputs, resolved
against `http://base.example/dir/page`; and behind an arrow, where it is another one, the host that a browser goes to
when it is given the URL that the library made of the input.

It needs yarl, w3lib and ada_url (`pip install 'urldom[test]'`; ada_url stands for the browser) and prints a table in
Markdown, of which the README shows a part.
"""

from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

import ada_url
import w3lib.url
import yarl

from urldom import URLDecomposition

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
    "http://evil.example\\@good.example/",
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
    "http://①②⑦.⓪.⓪.①/",
    "http://169。254。169。254/",
    # tabs and line breaks
    "ht\ttp://evil.example/",
    "http://good.exam\nple/",
    "//\tevil.example/x",
    # IPv4 in other spellings
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://127.0.0.1./",
    # percent-encoded hosts
    "http://%65vil.example/",
    "http://%31%32%37.0.0.1/",
    # ports
    "http://good.example:080/",
    "http://good.example:80evil/",
]


#: Makes of an input the host that is read, and the URL that is handed on.
Reader = Callable[[str], tuple[str, str]]


def of_standard(name: str) -> Reader:
    def read(text: str) -> tuple[str, str]:
        url = URLDecomposition(text, BASE, standard=name)
        if url.error is not None:
            raise url.error
        return url.hostname, url.href

    return read


def of_urllib(text: str) -> tuple[str, str]:
    url = urljoin(BASE, text)
    return urlsplit(url).hostname or "", url


def of_yarl(text: str) -> tuple[str, str]:
    url = yarl.URL(BASE).join(yarl.URL(text))
    return url.host or "", str(url)


def of_w3lib(text: str) -> tuple[str, str]:
    url = w3lib.url.safe_url_string(urljoin(BASE, text))
    return urlsplit(url).hostname or "", url


def of_ada(text: str) -> tuple[str, str]:
    url = ada_url.URL(text, BASE)
    return url.hostname, url.href


READERS: dict[str, Reader] = {
    "urllib.parse": of_urllib,
    "yarl": of_yarl,
    "w3lib": of_w3lib,
    "ada_url": of_ada,
    "RFC1808": of_standard("rfc1808"),
    "RFC2396": of_standard("rfc2396"),
    "RFC3986": of_standard("rfc3986"),
    "HTML5": of_standard("html5"),
    "WHATWG": of_standard("whatwg"),
}


def code(text: str) -> str:
    return f"`{text}`".replace("\t", "\\t").replace("\n", "\\n") if text else "none"


def cell(read: Reader, text: str) -> str:
    try:
        host, url = read(text)
    except ValueError:
        return "error"
    try:
        fetched = code(ada_url.URL(url).hostname)
    except ValueError:
        fetched = "error"
    return code(host) if fetched == code(host) else f"{code(host)} → {fetched}"


def main() -> None:
    print(f"| input | {' | '.join(READERS)} |")
    print("| --- " * (len(READERS) + 1) + "|")
    for text in INPUTS:
        print(f"| {code(text)} | {' | '.join(cell(read, text) for read in READERS.values())} |")


if __name__ == "__main__":
    main()
