r"""Decide which URLs a program may fetch for somebody else, and which redirects it may follow.

Each URL is parsed once and compared with the allow-list. The program fetches the parsed URL, never
the original text.

It prints:

    https://docs.example.com/start          https://docs.example.com/start
    HTTPS:\\DOCS.example.com\guide#top      https://docs.example.com/guide
    https://api.example.com/v1/users?page=2 https://api.example.com/v1/users?page=2
    https://api.example.com/v1/../admin     refused: not on the list
    https://docs.example.com\@evil.test/    https://docs.example.com/@evil.test/
    https://docs.example.com@evil.test/     refused: not on the list
    https://evil.test/.example.com/         refused: not on the list
    https://me:pw@docs.example.com/         refused: it has credentials
    http://docs.example.com/                refused: not on the list
    ../v2/users                             https://api.example.com/v2/users
    //evil.test/                            refused: not on the list
"""

from urldom import URL, InvalidURLError, URLPatternList
from urldom.http import location

ALLOWED = URLPatternList(
    ["https://docs.example.com/*", "https://api.example.com/v1/*", "https://api.example.com/v2/*"]
)


class RefusedError(Exception):
    """A URL that the program may not fetch."""


def url_to_fetch(text: str, base: URL | None = None) -> str:
    """Return the URL to fetch, or raise `RefusedError`. For a redirect, `text` is the value of the
    `Location` header, and `base` is the URL that redirects."""
    try:
        url = URL(text) if base is None else location(text, base)
    except InvalidURLError:
        raise RefusedError("not a URL") from None
    if not ALLOWED.test(url):
        raise RefusedError("not on the list")
    if url.username or url.password:
        raise RefusedError("it has credentials")
    url.hash = ""  # If a fragment contains another #, some clients send a part of the fragment.
    return str(url)


def main() -> None:
    page = URL("https://api.example.com/v1/users")
    for text, base in [
        ("https://docs.example.com/start", None),
        (r"HTTPS:\\DOCS.example.com\guide#top", None),
        ("https://api.example.com/v1/users?page=2", None),
        ("https://api.example.com/v1/../admin", None),
        (r"https://docs.example.com\@evil.test/", None),
        ("https://docs.example.com@evil.test/", None),
        ("https://evil.test/.example.com/", None),
        ("https://me:pw@docs.example.com/", None),
        ("http://docs.example.com/", None),
        ("../v2/users", page),
        ("//evil.test/", page),
    ]:
        try:
            answer = url_to_fetch(text, base)
        except RefusedError as error:
            answer = f"refused: {error}"
        print(f"{text:<39} {answer}")


if __name__ == "__main__":
    main()
