"""A page's links, rewritten for an offline copy: what the page loads gets a local name, what one can follow an
absolute URL. Only http: and https: URLs are rewritten: a `file:` URL of the page's author is nothing to download. The
names of files are our own, and a suffix is one of those that we know. Scripts stay in the page.

It needs lxml.

It prints:

    <head><base href="./">
    <style>@import "local-1.css"; body { background: url(local-2.png) }</style></head>
    <body><img srcset="local-3.png 1x, local-4.png 2x" src="local-3.png">
    <a href="https://example.com/files/next.html">Next</a>, <a href="#top">top</a></body>

    https://example.com/files/print.css -> local-1.css
    https://example.com/files/paper.png -> local-2.png
    https://example.com/files/a.png -> local-3.png
    https://example.com/files/a.png?size=2 -> local-4.png
"""

from posixpath import splitext

from lxml import html
from lxml.html import HtmlElement

from urldom import URL
from urldom.trees import URLAttribute, document

PAGE = """\
<head><base href="/files/">
<style>@import "print.css"; body { background: url(paper.png) }</style></head>
<body><img srcset="a.png 1x, a.png?size=2 2x" src="a.png">
<a href="next.html">Next</a>, <a href="#top">top</a></body>"""
SUFFIXES = {".css", ".gif", ".jpg", ".js", ".png", ".svg", ".webp", ".woff2"}


def offline_copy(tree: HtmlElement, address: str) -> dict[str, str]:
    """Rewrites the tree. What is to be downloaded, and the name of the file for each."""
    files: dict[str, str] = {}

    def rewrite(url: URLAttribute) -> str | None:
        if url.url is None or url.value.startswith("#") or URL(url.url).protocol not in ("http:", "https:"):
            return None
        if url.kind == "base":
            return "./"
        if url.kind != "resource":
            return url.url
        if url.url not in files:
            suffix = splitext(URL(url.url).pathname)[1].lower()
            files[url.url] = f"local-{len(files) + 1}{suffix if suffix in SUFFIXES else ''}"
        return files[url.url]

    document(tree, address).rewrite(rewrite)
    return files


def main() -> None:
    tree = html.document_fromstring(PAGE)
    files = offline_copy(tree, "https://example.com/index.html")
    print(html.tostring(tree, encoding="unicode").removeprefix("<html>").removesuffix("</html>"))
    print()
    for url, file in files.items():
        print(url, "->", file)


if __name__ == "__main__":
    main()
