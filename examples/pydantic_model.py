"""A pydantic model with URL fields: validated as URLs, serialized as strings.

It needs pydantic.

It prints:

    https://example.com/?page=2
    {
     "start": "https://example.com/",
     "skip": [
      "https://example.com/login"
     ],
     "licence": "http://example.com/licence"
    }
    start
    Input should be a valid URL, it is a relative URL without a base: add https://, or pass a base
"""

from typing import Annotated

from pydantic import BaseModel, ValidationError

from urldom import RFC3986, FrozenURL


class Crawl(BaseModel, frozen=True):
    start: FrozenURL
    skip: frozenset[FrozenURL] = frozenset()
    licence: Annotated[FrozenURL, RFC3986]


def main() -> None:
    skip = ["https://example.com/login", "https://EXAMPLE.com/./login"]
    crawl = Crawl(start="https://EXAMPLE.com:443", skip=skip, licence="http://example.com/licence")
    print(crawl.start.replace(params={"page": 2}))
    print(crawl.model_dump_json(indent=1))
    try:
        Crawl(start="example.com", licence="http://example.com/")
    except ValidationError as error:
        for detail in error.errors():
            print(*detail["loc"], detail["msg"], sep="\n")


if __name__ == "__main__":
    main()
