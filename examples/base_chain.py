"""Resolve links against a base that changes: `base href`, `xml:base`, and a frame that uses its
creator's base.

It prints:

    http://example.com/news/today.html
    http://example.com/archive/2007/today.html
    link: http://example.com/archive/2007/ -> http://example.com/archive/2008/
    http://example.com/archive/2008/today.html
    http://example.com/archive/help
"""

from urldom import Document, Element, URLDecomposition, resolve


def main() -> None:
    page = Document("http://example.com/index.html", base_href="/news/")
    section = Element(page)
    link = Element(section, kind="hyperlink")
    url = URLDecomposition("today.html", link)
    print(url.href)

    page.base_href = "/archive/"
    section.xml_base = "2007/"
    print(url.href)  # `url` is resolved against the base as it is now.

    link.observe(lambda element, old, new: print(f"link: {old} -> {new}"))
    section.xml_base = "2008/"
    print(url.href)

    frame = Document("about:blank", creator=page)
    print(resolve("help", frame))


if __name__ == "__main__":
    main()
