"""Collect the URLs to crawl. Each URL that a page in windows-1251 links to is listed once, as a
browser requests it.

It needs lxml.

It prints:

    http://example.com/shop/search?q=%EC%E8%F0
    http://example.com/shop/caf%C3%A9
    http://example.com/
    http://xn--e1afmkfd.example/
"""

from lxml import html

from urldom import FrozenURL, URLDecomposition
from urldom.trees import document

PAGE = """\
<meta charset="windows-1251"><base href="/shop/">
<a href="search?q=мир">peace</a> <a href="./search?q=мир&utm_source=mail#results">again</a>
<a href="caf&eacute;">menu</a>
<a href="../">home</a> <a href="HTTP://EXAMPLE.com:80">home again</a>
<a href="//пример.example">abroad</a> <a href="mailto:shop@example.com">mail</a>
<a href="http://[broken/">broken</a> <img src="no-page.png">
""".encode("windows-1251")


def main() -> None:
    page = document(html.document_fromstring(PAGE), "http://example.com/index.html")
    frontier: dict[FrozenURL, None] = {}  # an ordered set
    for link in page.urls():
        requested = link.requested_url or ""
        url = URLDecomposition(requested, standard="whatwg", encoding=page.encoding)
        if link.kind == "hyperlink" and url.protocol in ("http:", "https:"):
            url.hash = None
            url.params.update({name: [] for name in url.params if name.startswith("utm_")})
            frontier[url.frozen()] = None
    print(*frontier, sep="\n")


if __name__ == "__main__":
    main()
