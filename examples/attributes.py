"""Read and assign the parts of a URL one by one, as a script in a page does.

It prints:

    protocol https:
    host     www.example.com:4443
    hostname www.example.com
    port     4443
    pathname /
    search   ?
    hash
    https://example.org:4443/a%20b?q
    port cannot be set to '99999': the port is greater than 65535
    https://example.org:4443/a%20b?q
"""

from urldom import RejectedValueError, URLDecomposition


def main() -> None:
    url = URLDecomposition("https://www.example.com:4443?")
    for name in ("protocol", "host", "hostname", "port", "pathname", "search", "hash"):
        print(f"{name:<8} {getattr(url, name)}".rstrip())

    url.hostname = "example.org"
    url.pathname = "a b"
    url.search = "q"
    url.port = "99999"  # ignored, as in a browser
    print(url)

    try:
        # If one part is invalid, `assign` sets none.
        url.assign(hostname="example.net", port="99999")
    except RejectedValueError as error:
        print(error)
    print(url)


if __name__ == "__main__":
    main()
