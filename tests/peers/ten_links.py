"""Ten legal but difficult links of one page, and the libraries that find the same URLs as Chromium.

    python -m tests.peers.ten_links

The page is in windows-1251. A long comment precedes its three `base` elements. The first `base` has
no `href`, so the second sets the base URL. A library finds a URL if its result is the same string
as Chromium's. The program runs the installed libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias
from urllib.parse import urljoin

#: The `href` of each link, verbatim
LINKS: Final = (
    "глава 1.html",  # a space
    "\n  глава&#9;2.html\n",  # a tab in the URL, and line breaks around the URL
    "?поиск=мир&amp;x=&#9731;",  # a query with a character that is not in the encoding
    "#место",  # a fragment, which is always in UTF-8
    "..\\..\\архив\\2024",  # backslashes
    "том/%2e%2e/./указатель",  # an escaped dot segment
    "\\/пример.испытание:80/",  # a host, and the default port
    "http:том.html?[a]|{b}",  # a scheme without slashes
    "///fa&szlig;.example//x;",  # three slashes, a letter of IDNA 2008, an empty segment, and a final semicolon
    "http://0x7F.1\\путь?x='y'^z",  # an IPv4 address with a hexadecimal number
)
PAGE: Final = (
    '<!DOCTYPE html><meta charset="windows-1251"><title>Ссылки</title>\n<!--'
    f' {"Оглавление. " * 400} -->\n<base target="_self"><base href="/Книги\\том 1/"><base'
    ' href="/другое/">\n'
    + "".join(f'<p><a href="{link}">{number}</a>\n' for number, link in enumerate(LINKS, 1))
).encode("windows-1251")
CONTENT_TYPE: Final = "text/html"

#: The result of a library: an absolute URL or `None` for each link, or the set of found URLs
Answer: TypeAlias = "list[str | None] | set[str]"


def _urldom_parse(address: str) -> Answer:
    from urldom.trees import parse

    page = parse(PAGE, address, content_type=CONTENT_TYPE)
    return [url.url for url in page.urls() if url.element_name == "a"]


def _response(address: str):  # type: ignore[no-untyped-def]
    from scrapy.http import HtmlResponse

    return HtmlResponse(address, body=PAGE, headers={"Content-Type": CONTENT_TYPE})


def _by_text(links: Iterable[object]) -> list[str | None]:
    """Return the URLs of Scrapy's links, in the order of the page. The text of a link is its
    number."""
    urls = {link.text: link.url for link in links}  # type: ignore[attr-defined]
    return [urls.get(str(number)) for number in range(1, len(LINKS) + 1)]


def _followed(follow: Callable[[object], object], address: str) -> list[str | None]:
    urls: list[str | None] = []
    for link in _response(address).css("a"):
        try:
            urls.append(follow(link).url)  # type: ignore[attr-defined]
        except ValueError:
            urls.append(None)
    return urls


def _urldom_extractor(address: str) -> Answer:
    from urldom.scrapy import LinkExtractor

    return _by_text(LinkExtractor().extract_links(_response(address)))


def _urldom_follow(address: str) -> Answer:
    from urldom.scrapy import follow

    response = _response(address)
    return _followed(lambda link: follow(response, link), address)


def _scrapy_extractor(address: str) -> Answer:
    from scrapy.linkextractors import LinkExtractor

    return _by_text(LinkExtractor().extract_links(_response(address)))


def _scrapy_follow(address: str) -> Answer:
    return _followed(_response(address).follow, address)


def _lxml(address: str) -> Answer:
    from lxml import html

    page = html.document_fromstring(PAGE)
    page.make_links_absolute(address)
    return [link.get("href") for link in page.iter("a")]


def _turbohtml_resolve(address: str) -> Answer:
    import turbohtml

    page = turbohtml.parse(PAGE)
    base = page.select_one("base[href]")
    page.resolve_links(urljoin(address, base.attrs["href"]))
    return [link.attrs["href"] for link in page.select("a")]


def _turbohtml_extract(address: str) -> Answer:
    from turbohtml.extract import UrlCleaning, extract_links

    options = UrlCleaning(strip_fragment=False)
    return set(extract_links(PAGE.decode("windows-1251"), address, options))


def _beautiful_soup(address: str) -> Answer:
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(PAGE, "html.parser")
    base = urljoin(address, soup.find("base", href=True)["href"])
    return [urljoin(base, link["href"]) for link in soup.find_all("a")]


READERS: Final[dict[str, Callable[[str], Answer]]] = {
    "urldom.trees.parse": _urldom_parse,
    "urldom.scrapy.LinkExtractor": _urldom_extractor,
    "urldom.scrapy.follow": _urldom_follow,
    "Scrapy's LinkExtractor": _scrapy_extractor,
    "Scrapy's response.follow": _scrapy_follow,
    "lxml's make_links_absolute": _lxml,
    "turbohtml's resolve_links": _turbohtml_resolve,
    "turbohtml's extract_links": _turbohtml_extract,
    "BeautifulSoup and urljoin": _beautiful_soup,
}


def found_by(address: str, chromium_urls: list[str]) -> dict[str, list[bool]]:
    """Return the links that each installed library finds, compared with Chromium's URLs for the
    page at `address`."""
    found = {}
    for name, reader in READERS.items():
        try:
            answer = reader(address)
        except ImportError:
            continue
        pairs = (
            zip(chromium_urls, answer, strict=True)
            if isinstance(answer, list)
            else ((url, None) for url in chromium_urls)
        )
        found[name] = [
            url == expected or (isinstance(answer, set) and url in answer)
            for url, expected in pairs
        ]
    return found


def main() -> None:
    from tests.browser.browser import Browser, Site

    with Browser() as browser, Site() as site:
        address = site.put("/dir/page.html", PAGE, CONTENT_TYPE)
        browser.visit(address)
        chromium_urls = browser.run("return [...document.links].map(link => link.href)")
        for number, url in enumerate(chromium_urls, 1):
            print(f"{number:>2} {url}")
        print()
        for name, found in found_by(address, chromium_urls).items():
            missed = ", ".join(
                str(number) for number, is_found in enumerate(found, 1) if not is_found
            )
            print(f"{name:28} {sum(found):>2} of {len(found)}{'; not ' if missed else ''}{missed}")


if __name__ == "__main__":
    main()
