"""A pydantic model with URL fields: validated as URLs, serialized as strings.

It needs pydantic.

It prints:

    example.com ?page=2
    {"start":"https://example.com/?page=2","licence":"http://example.com/licence"}
    start: Input should be a valid URL, it is a relative URL without a base: add https://, or pass a base
"""

from typing import Annotated

from pydantic import BaseModel, ValidationError

from urldom import RFC3986, URL, URLDecomposition


class Crawl(BaseModel):
    start: URL
    licence: Annotated[URLDecomposition, RFC3986]


def main() -> None:
    crawl = Crawl(start="https://EXAMPLE.com:443", licence="http://example.com/licence")
    crawl.start.params["page"] = 2
    print(crawl.start.hostname, crawl.start.search)
    print(crawl.model_dump_json())
    try:
        Crawl(start="example.com", licence="http://example.com/")
    except ValidationError as error:
        for detail in error.errors():
            print(*detail["loc"], detail["msg"], sep=": ")


if __name__ == "__main__":
    main()
