"""Trustworthy URLs, mixed content, upgrades and sites (Secure Contexts, Mixed Content, Fetch Metadata)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from urldom._http.location import response_pieces
from urldom._object.url import URL
from urldom._sites import registrable_domain
from urldom._text.ipv6 import is_ipv4_address
from urldom._values.pieces import href
from urldom._values.url_value import AnyURL

#: How the origins of a page and of its request are related (Fetch Metadata 2.3).
Site: TypeAlias = Literal["same-origin", "same-site", "cross-site", "none"]

#: Matches the origin of a server on this machine (Secure Contexts 3.1, steps 4 and 5).
_is_local = re.compile(r"[a-z]+://(?:127(?:\.[0-9]+){3}|\[::1\]|(?:[^/:]*\.)?localhost\.?)(?::[0-9]+)?").fullmatch
#: Matches a URL that *matches about:blank* or *matches about:srcdoc* (HTML Standard 2.4.1).
_is_inherited = re.compile(r"about:(?:blank(?:[?#]|\Z)|srcdoc(?:#|\Z))").match
#: The parts of a page whose insecure requests are upgraded (Mixed Content 4.1).
_UPGRADEABLE: Final = frozenset(["audio", "image", "video"])


def serialized(url: AnyURL, name: str) -> str:
    """Return an absolute URL as the URL Standard serializes it. Raises `InvalidURLError`."""
    return href(response_pieces(url, name))


# The functions below take serialized URLs and origins, unless they are public.


def origin_of(url: str) -> str:
    """Return the serialized origin (URL Standard 4.7)."""
    if not url.startswith(("http://", "https://")):
        return URL(url).origin
    origin = url[: url.index("/", 8)]
    return f"{origin[: origin.index('/') + 2]}{origin[origin.rindex('@') + 1 :]}" if "@" in origin else origin


def is_trustworthy(url: AnyURL) -> bool:
    """Return whether a URL is *potentially trustworthy*: nobody on the network can change it (Secure Contexts 3.2).

    These are `https:`, `wss:`, `file:` and `data:` URLs, servers on the same machine (`localhost` and its subdomains,
    `127.0.0.0/8`, `[::1]`), `about:blank`, `about:srcdoc`, and a `blob:` URL of a trustworthy origin.

    Args:
        url: An absolute URL.

    Returns:
        `True` if the URL is potentially trustworthy.

    Raises:
        InvalidURLError: If `url` does not parse.
        TypeError: If `url` is not a URL or a `str`.

    >>> [is_trustworthy(url) for url in ("https://example.com/", "http://a.localhost:80/", "http://example.com/")]
    [True, True, False]
    """
    return is_trusted(serialized(url, "a URL"))


def is_trusted(url: str) -> bool:
    if url.startswith(("https:", "data:", "file:")):
        return True
    if url.startswith("about:"):
        return _is_inherited(url) is not None
    return is_trusted_origin(origin_of(url))


def is_trusted_origin(origin: str) -> bool:
    """Run "Is origin potentially trustworthy?" (Secure Contexts 3.1)."""
    return origin.startswith(("https:", "wss:")) or _is_local(origin) is not None


def mixed_content(
    url: AnyURL, page: AnyURL, *, destination: str = "", initiator: str = ""
) -> Literal["blocked", "upgraded"] | None:
    """Return what a browser does with an insecure request of a trustworthy page (Mixed Content 4).

    A browser upgrades images, audio and video to `https:`, unless the host is an IP address. It blocks other requests.

    Args:
        url: The URL of the request.
        page: The URL of the page.
        destination: The request's *destination*, such as `"image"` or `"script"`. `"document"` is a page in a window of
            its own, which is never mixed content. The page in a frame has the destination `"iframe"`.
        initiator: `"imageset"` for an image of a `srcset` or a `picture` element, which a browser blocks.

    Returns:
        `"blocked"`, `"upgraded"`, or `None` if the request is not mixed content.

    Raises:
        InvalidURLError: If a URL does not parse.
        TypeError: If a URL is not a URL or a `str`.

    >>> mixed_content("http://example.org/a.png", "https://example.com/", destination="image")
    'upgraded'
    >>> mixed_content("http://example.org/a.js", "https://example.com/", destination="script")
    'blocked'
    """
    is_secure = is_trusted_origin(origin_of(serialized(page, "the URL of a page")))
    return mixed(serialized(url, "the URL of a request"), destination, initiator) if is_secure else None


def mixed(url: str, destination: str, initiator: str) -> Literal["blocked", "upgraded"] | None:
    """Return what happens to a request of a page that *prohibits mixed security contexts*."""
    if destination == "document" or is_trusted(url):
        return None
    is_image_set = destination == "image" and initiator == "imageset"
    is_upgraded = destination in _UPGRADEABLE and not is_image_set and url.startswith("http:")
    return "upgraded" if is_upgraded and not _has_address(url) else "blocked"


def _has_address(url: str) -> bool:
    host = origin_of(url).partition("://")[2]
    return host.startswith("[") or bool(is_ipv4_address(host.partition(":")[0]))


def upgraded(url: AnyURL) -> str:
    """Return an `http:` or `ws:` URL with the scheme `https:` or `wss:` (Upgrade Insecure Requests 4.1).

    Only the scheme changes. So a URL without a port leads to port 443 instead of 80, and another port stays as it is.

    Args:
        url: An absolute URL.

    Returns:
        The URL. A URL with another scheme is returned as it is.

    Raises:
        InvalidURLError: If `url` does not parse.
        TypeError: If `url` is not a URL or a `str`.

    >>> upgraded("http://example.com/a"), upgraded("http://example.com:8080/")
    ('https://example.com/a', 'https://example.com:8080/')
    """
    return secured(serialized(url, "a URL"))


def secured(url: str) -> str:
    if not url.startswith(("http:", "ws:")):
        return url
    scheme, _, rest = url.partition(":")
    return serialized(f"{scheme}s:{rest}", "a URL")  # The new scheme has the default port 443.


def fetch_site(url: AnyURL, source: AnyURL | None, *, chain: Iterable[AnyURL] = ()) -> Site:
    """Return the value of the `Sec-Fetch-Site` header (Fetch Metadata 2.3).

    Args:
        url: The URL of the request.
        source: The URL of the page, or `None` if a person enters the URL.
        chain: The URLs before `url`, if the request was redirected. One URL of another site is enough for `cross-site`.

    Returns:
        The relation of the request to the page. Two URLs of one site have the same scheme and registrable domain.

    Raises:
        InvalidURLError: If a URL does not parse.
        TypeError: If a URL is not a URL or a `str`.
        ImportError: If the domains have to be looked up, but publicsuffixlist is not installed (the extra `site`).

    >>> fetch_site("https://static.example.com/", "https://example.com/a"), fetch_site("https://example.com/", None)
    ('same-site', 'none')
    >>> fetch_site("https://example.com/", "https://example.com/a", chain=["https://example.org/"])
    'cross-site'
    """
    origins = [origin_of(serialized(one, "the URL of a request")) for one in (*chain, url)]
    return "none" if source is None else site_of(origin_of(serialized(source, "the URL of a page")), origins)


def site_of(origin: str, others: Iterable[str]) -> Site:
    site: Site = "same-origin"
    for other in others:
        if other == origin != "null":
            continue
        if not _are_same_site(origin, other):
            return "cross-site"
        site = "same-site"
    return site


@lru_cache(maxsize=1024)
def _are_same_site(a: str, b: str) -> bool:
    """Return whether two origins are schemefully same site (HTML Standard 7.1.1.1).

    The hosts of one site have the same last two labels, so most hosts need no look-up."""
    (scheme, _, host), (other_scheme, _, other) = a.partition("://"), b.partition("://")
    host, other = re.sub(":[0-9]+$", "", host), re.sub(":[0-9]+$", "", other)
    if scheme != other_scheme or not host or host.rsplit(".", 2)[-2:] != other.rsplit(".", 2)[-2:]:
        return False
    return host == other or (registrable_domain(host) or host) == (registrable_domain(other) or other)
