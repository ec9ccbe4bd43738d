"""Print the host that each library or standard reads in hostile inputs, so that filters can be
compared with browsers.

The inputs are resolved against `http://base.example/dir/page`. If a program passes the host that a
library read to a browser, the browser may connect to another host. In the table, an arrow points to
that other host.

It needs no other library. Each installed library that urldom.readings supports has a column (`pip
install 'urldom[all-tests]'` installs all of them). It prints a Markdown table. docs/security.md
shows a part of it."""

from urldom import URL, InvalidURLError
from urldom.readings import Reading, readings

BASE = "http://base.example/dir/page"
STANDARDS = ("html5", "whatwg", "rfc3986", "rfc2396", "rfc1808")

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


def code(text: str) -> str:
    return f"`{text}`".replace("\t", "\\t").replace("\n", "\\n") if text else "none"


def cell(reading: Reading) -> str:
    if reading.error is not None:
        return "error"
    host = reading.host or ""
    if host == "":
        return code(host)
    # Some libraries return an IPv6 address without its brackets.
    in_url = f"[{host}]" if ":" in host and not host.startswith("[") else host
    try:
        fetched = URL(f"http://{in_url}/").hostname
    except InvalidURLError:
        return f"{code(host)} → error"
    return code(host) if fetched == host else f"{code(host)} → {code(fetched)}"


def main() -> None:
    rows = [readings(text, BASE) for text in INPUTS]
    titles = [name.upper() if name in STANDARDS else name for name in rows[0]]
    print(f"| input | {' | '.join(titles)} |")
    print("| --- " * (len(titles) + 1) + "|")
    for row in rows:
        print(f"| {code(row.url)} | {' | '.join(map(cell, row.values()))} |")


if __name__ == "__main__":
    main()
