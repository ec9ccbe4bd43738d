"""Trustworthy URLs, mixed content, upgrades and sites (Secure Contexts, Mixed Content, Fetch
Metadata)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from urldom._core.objects.url import URL
from urldom._core.text import ipv6
from urldom._core.values.pieces import href
from urldom._core.values.url_value import AnyURL
from urldom.hosts import registrable_domain
from urldom.http._location import response_pieces

#: How the origins of a page and of its request are related (Fetch Metadata 2.3).
Site: TypeAlias = Literal["same-origin", "same-site", "cross-site", "none"]

#: Matches the origin of a server on this machine (Secure Contexts 3.1, steps 4 and 5).
_is_local = re.compile(
    r"[a-z]+://(?:127(?:\.[0-9]+){3}|\[::1\]|(?:[^/:]*\.)?localhost\.?)(?::[0-9]+)?"
).fullmatch
_port = re.compile(":[0-9]+$")
#: Matches a URL that *matches about:blank* or *matches about:srcdoc* (HTML Standard 2.4.1).
_is_inherited = re.compile(r"about:(?:blank(?:[?#]|\Z)|srcdoc(?:#|\Z))").match


def serialized(url: AnyURL, name: str) -> str:
    """Return an absolute URL as the URL Standard serializes it. Raises `InvalidURLError`."""
    return href(response_pieces(url, name))


# The functions below accept serialized URLs and origins, unless they are public.


def origin_of(url: str) -> str:
    """Return the serialized origin (URL Standard 4.7)."""
    if not url.startswith(("http://", "https://")):
        return URL(url).origin
    origin = url[: url.index("/", 8)]  # the first slash after the two of the scheme
    if "@" not in origin:
        return origin
    scheme, _, authority = origin.partition("//")
    _, _, hostport = authority.rpartition("@")
    return f"{scheme}//{hostport}"


def is_trustworthy(url: AnyURL) -> bool:
    """Return whether a URL is *potentially trustworthy*: nobody on the network can change it.

    See Secure Contexts 3.2.

    Args:
        url: An absolute URL.

    Returns:
        `True` for `https:`, `wss:`, `file:` and `data:` URLs, for servers on the same machine
        (`localhost` and its subdomains, `127.0.0.0/8`, `[::1]`), `about:blank`, `about:srcdoc`, and
        a `blob:` URL of a trustworthy origin.

    Raises:
        InvalidURLError: If `url` does not parse.

    >>> is_trustworthy("https://example.com/"), is_trustworthy("http://example.com/")
    (True, False)
    >>> is_trustworthy("http://a.localhost:80/")
    True
    """
    return is_trusted(serialized(url, "a URL"))


def is_trusted(url: str) -> bool:
    return (
        url.startswith(("https:", "data:", "file:"))
        or bool(_is_inherited(url))
        or is_trusted_origin(origin_of(url))
    )


def is_trusted_origin(origin: str) -> bool:
    """Run "Is origin potentially trustworthy?" (Secure Contexts 3.1)."""
    return origin.startswith(("https:", "wss:")) or _is_local(origin) is not None


def mixed_content(
    url: AnyURL, page: AnyURL, *, destination: str = "", initiator: str = ""
) -> Literal["blocked", "upgraded"] | None:
    """Return what a browser does with an insecure request of a trustworthy page (Mixed Content 4).

    Args:
        url: The URL of the request.
        page: The URL of the page.
        destination: The request's *destination*, such as `"image"`. A `"document"` in a window is
            never mixed content.
        initiator: `"imageset"` for an image of `srcset` or `picture`, which a browser blocks.

    Returns:
        `"upgraded"` for an image, audio or video, unless the host is an IP address, `"blocked"` for
        other requests, or `None` if the request is not mixed content.

    Raises:
        InvalidURLError: If a URL does not parse.

    >>> mixed_content("http://example.org/", "https://example.com/", destination="image")
    'upgraded'
    >>> mixed_content("http://example.org/", "https://example.com/", destination="script")
    'blocked'
    """
    is_secure = is_trusted_origin(origin_of(serialized(page, "the URL of a page")))
    if not is_secure:
        return None
    return mixed(serialized(url, "the URL of a request"), destination, initiator)


def mixed(url: str, destination: str, initiator: str) -> Literal["blocked", "upgraded"] | None:
    """Return what happens to a request of a page that *prohibits mixed security contexts*."""
    if destination == "document" or is_trusted(url):
        return None
    if destination not in ("audio", "image", "video") or not url.startswith("http:"):
        return "blocked"
    if destination == "image" and initiator == "imageset":
        return "blocked"
    _, _, hostport = origin_of(url).partition("://")
    host, _, _ = hostport.partition(":")
    is_ip_address = host[0] == "[" or ipv6.is_ipv4_address(host)
    return "blocked" if is_ip_address else "upgraded"


def upgraded(url: AnyURL) -> str:
    """Return an `http:` or `ws:` URL with the scheme `https:` or `wss:`.

    See Upgrade Insecure Requests 4.1.

    Args:
        url: An absolute URL.

    Returns:
        The URL, with its port unless that was 80. A URL with another scheme does not change.

    Raises:
        InvalidURLError: If `url` does not parse.

    >>> upgraded("http://example.com/a"), upgraded("http://example.com:8080/")
    ('https://example.com/a', 'https://example.com:8080/')
    """
    text = serialized(url, "a URL")
    scheme, _, rest = text.partition(":")
    if scheme not in ("http", "ws"):
        return text
    # Serializing leaves out a port 443, which is the default port of the new scheme.
    return serialized(f"{scheme}s:{rest}", "a URL")


def fetch_site(url: AnyURL, source: AnyURL | None, *, chain: Iterable[AnyURL] = ()) -> Site:
    """Return the value of the `Sec-Fetch-Site` header (Fetch Metadata 2.3).

    Args:
        url: The URL of the request.
        source: The URL of the page, or `None` if a person enters the URL.
        chain: The URLs before `url`, if the request was redirected. The least related one counts.

    Returns:
        The value. Two URLs of one site have the same scheme and registrable domain.

    Raises:
        InvalidURLError: If a URL does not parse.
        ImportError: If a domain has to be looked up, but publicsuffixlist is not installed (the
            extra `site`).

    >>> fetch_site("https://static.example.com/", "https://example.com/a")
    'same-site'
    >>> fetch_site("https://example.com/", None)
    'none'
    >>> fetch_site("https://example.com/", "https://example.com/a", chain=["https://example.org/"])
    'cross-site'
    """
    origins = [origin_of(serialized(one, "the URL of a request")) for one in (*chain, url)]
    if source is None:
        return "none"
    return site_of(origin_of(serialized(source, "the URL of a page")), origins)


def site_of(origin: str, others: Sequence[str]) -> Site:
    """Return how a page with this origin is related to the least related of other origins."""
    if origin != "null" and others.count(origin) == len(others):
        return "same-origin"
    for other in others:
        if not _are_same_site(origin, other):
            return "cross-site"
    return "same-site"


def _are_same_site(a: str, b: str) -> bool:
    """Return whether two origins are schemefully same site (HTML Standard 7.1.1.1)."""
    scheme, _, host = a.partition("://")
    other_scheme, _, other = b.partition("://")
    if scheme != other_scheme or not host:
        return False
    if ":" in host or ":" in other:
        host = _port.sub("", host)
        other = _port.sub("", other)
    if host == other:
        return True
    # The hosts of one site have the same last two labels, so most hosts need no look-up.
    if host.rsplit(".", 2)[-2:] != other.rsplit(".", 2)[-2:]:
        return False
    return _domain(host) == _domain(other)


@lru_cache(maxsize=1024)
def _domain(host: str) -> str:
    return registrable_domain(host) or host
