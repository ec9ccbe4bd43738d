"""Fetch a URL from an untrusted source, and connect only to public addresses.

For the URL and for each redirect, the program resolves the host once, checks each address, and
connects to an address that it has checked. Pass URLs to fetch them. Without arguments, the program
prints how it reads IP addresses in hosts.

It prints:

    http://2130706433/             refused: 127.0.0.1 is loopback
    http://0x7f.1/                 refused: 127.0.0.1 is loopback
    http://①②⑦.⓪.⓪.①/              refused: 127.0.0.1 is loopback
    http://0251.0376.0251.0376./   refused: 169.254.169.254 is local
    http://[::1]/                  refused: ::1 is loopback
    http://[2002:a00:1::]/         refused: 2002:a00:1:: is local
    http://[64:ff9b::a9fe:a9fe]/   refused: 64:ff9b::a9fe:a9fe is local
    ftp://9.9.9.9/                 refused: its scheme is ftp
    http://9.9.9.9/                9.9.9.9
"""

import http.client
import socket
import ssl
import sys
from ipaddress import ip_address

from urldom import FrozenURL
from urldom.hosts import address_space
from urldom.http import location

HOSTILE = [
    "http://2130706433/",
    "http://0x7f.1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://0251.0376.0251.0376./",
    "http://[::1]/",
    "http://[2002:a00:1::]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "ftp://9.9.9.9/",
    "http://9.9.9.9/",
]


class RefusedError(Exception):
    """A URL that does not lead to a public address."""


def public_address(url: FrozenURL) -> str:
    """Return the address to connect to. If any address of the host is not public, raise
    `RefusedError`."""
    if url.protocol not in ("http:", "https:"):
        raise RefusedError(f"its scheme is {url.protocol[:-1]}")
    try:
        found = socket.getaddrinfo(
            url.hostname.strip("[]"), url.effective_port, type=socket.SOCK_STREAM
        )
    except (OSError, UnicodeError):  # UnicodeError: a label is empty, or longer than 63 characters
        raise RefusedError("its host has no address") from None
    addresses = [str(sockaddr[0]) for *_, sockaddr in found]
    for address in addresses:
        space = address_space(ip_address(address))
        if space != "public":
            raise RefusedError(f"{address} is {space}")
    return addresses[0]


def connect(url: FrozenURL) -> http.client.HTTPConnection:
    """Connect to the checked address, so that the host is not resolved a second time."""
    sock = socket.create_connection((public_address(url), url.effective_port), timeout=10)
    name = url.hostname.strip("[]")
    if url.protocol == "https:":
        sock = ssl.create_default_context().wrap_socket(sock, server_hostname=name)
    connection = http.client.HTTPConnection(name, url.effective_port)
    connection.sock = sock
    return connection


def fetch(text: str, redirects: int = 5) -> bytes:
    url = FrozenURL(text)  # It never changes, so the program fetches the URL that it has checked.
    for _ in range(redirects + 1):
        connection = connect(url)
        connection.request("GET", url.pathname + url.search, headers={"Host": url.host})
        response = connection.getresponse()
        value = response.getheader("Location")
        if response.status not in (301, 302, 303, 307, 308) or value is None:
            return response.read()
        # http.client decodes headers as Latin-1.
        url = location(value.encode("latin-1"), url).frozen()
        connection.close()
    raise RefusedError(f"more than {redirects} redirects")


def main() -> None:
    given = sys.argv[1:]
    if given:
        for text in given:
            print(fetch(text))
        return
    for text in HOSTILE:
        try:
            answer = public_address(FrozenURL(text))
        except RefusedError as error:
            answer = f"refused: {error}"
        print(f"{text:<30} {answer}")


if __name__ == "__main__":
    main()
