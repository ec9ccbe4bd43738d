"""Find the URL that a form in a page with a legacy encoding requests. The names and values of the
form's fields are encoded in that encoding, as in a browser.

It prints:

    http://example.com/find.cgi?q=%CD%C9%D2&lang=ru&price=%2612+%26%238364%3B
    http://example.com/find.cgi?q=%D0%BC%D0%B8%D1%80&lang=ru&price=%2612+%E2%82%AC
    {'q': 'мир', 'lang': 'ru', 'price': '&12 €'}
"""

from urldom import WHATWG, Document, URLDecomposition

FIELDS = {"q": "мир", "lang": "ru", "price": "&12 €"}


def target(action: str, fields: dict[str, str], page: Document) -> URLDecomposition:
    """Return the URL that a browser requests for a form with the method GET (HTML Standard, "mutate
    action URL")."""
    url = URLDecomposition(action, page)
    url.params.clear()
    url.params.update((name, value.replace("\n", "\r\n")) for name, value in fields.items())
    return url


def main() -> None:
    for encoding in ("koi8-r", "utf-8"):
        page = Document("http://example.com/index.html", encoding=encoding, standard=WHATWG)
        url = target("find.cgi?from=page", FIELDS, page)
        print(url)
    print(dict(url.params))


if __name__ == "__main__":
    main()
