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
    origin = url[: url.index("/", 8)]
    return (
        f"{origin[: origin.index('/') + 2]}{origin[origin.rindex('@') + 1 :]}"
        if "@" in origin
        else origin
    )


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

    >>> [is_trustworthy(url) for url in ("https://example.com/", "http://a.localhost:80/", "http://example.com/")]
    [True, True, False]
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

    >>> [mixed_content("http://h/", "https://example.com/", destination=one) for one in ("image", "script", "document")]
    ['upgraded', 'blocked', None]
    """
    is_secure = is_trusted_origin(origin_of(serialized(page, "the URL of a page")))
    return (
        mixed(serialized(url, "the URL of a request"), destination, initiator)
        if is_secure
        else None
    )


def mixed(url: str, destination: str, initiator: str) -> Literal["blocked", "upgraded"] | None:
    """Return what happens to a request of a page that *prohibits mixed security contexts*."""
    if destination == "document" or is_trusted(url):
        return None
    kinds = ("audio", "video") if initiator == "imageset" else ("audio", "image", "video")
    host = origin_of(url).partition("://")[2].partition(":")[0]
    is_upgraded = (
        destination in kinds
        and url.startswith("http:")
        and host[0] != "["
        and not ipv6.is_ipv4_address(host)
    )
    return "upgraded" if is_upgraded else "blocked"


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
    # The new scheme has the default port 443.
    return serialized(f"{scheme}s:{rest}", "a URL") if scheme in ("http", "ws") else text


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

    >>> fetch_site("https://static.example.com/", "https://example.com/a"), fetch_site("https://example.com/", None)
    ('same-site', 'none')
    >>> fetch_site("https://example.com/", "https://example.com/a", chain=["https://example.org/"])
    'cross-site'
    """
    origins = [origin_of(serialized(one, "the URL of a request")) for one in (*chain, url)]
    return (
        "none"
        if source is None
        else site_of(origin_of(serialized(source, "the URL of a page")), origins)
    )


def site_of(origin: str, others: Sequence[str]) -> Site:
    if origin != "null" and others.count(origin) == len(others):
        return "same-origin"
    for other in others:
        if not _are_same_site(origin, other):
            return "cross-site"
    return "same-site"


def _are_same_site(a: str, b: str) -> bool:
    """Return whether two origins are schemefully same site (HTML Standard 7.1.1.1)."""
    (scheme, _, host), (other_scheme, _, other) = a.partition("://"), b.partition("://")
    if scheme != other_scheme or not host:
        return False
    if ":" in a[6:] or ":" in b[6:]:
        host, other = (_port.sub("", one) for one in (host, other))
    # The hosts of one site have the same last two labels, so most hosts need no look-up.
    return host == other or (
        host.rsplit(".", 2)[-2:] == other.rsplit(".", 2)[-2:] and _domain(host) == _domain(other)
    )


@lru_cache(maxsize=1024)
def _domain(host: str) -> str:
    return registrable_domain(host) or host
