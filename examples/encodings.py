"""The bytes of a query depend on the encoding of the page that contains the link.

It prints:

    utf-8        http://example.com/search?q=%D0%BC%D0%B8%D1%80
    windows-1251 http://example.com/search?q=%EC%E8%F0
    windows-1252 http://example.com/search?q=???
    utf-16       http://example.com/search?q=%D0%BC%D0%B8%D1%80
"""

from urldom import Document, resolve


def main() -> None:
    for encoding in ("utf-8", "windows-1251", "windows-1252", "utf-16"):
        page = Document("http://example.com/", encoding=encoding)
        print(f"{encoding:<12} {resolve('search?q=мир', page)}")


if __name__ == "__main__":
    main()
