"""`url_has_allowed_host_and_scheme`: Django's check of redirects, for every reader."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category
from urllib.parse import urlsplit

from urldom._readings.readers import read, reader_names
from urldom._readings.reading import counts, normalize_escapes, server
from urldom._standards.registry import DEFAULT_STANDARD
from urldom._values.url_value import AnyURL, url_text

_CONTROL: Final = re.compile(r"[\0-\x1f\x7f]")
#: The shared declarative refresh steps of the HTML Standard drop quotes at the start of a URL, and httpx drops a colon.
_DROPPED: Final = ("'", '"', ":")
#: The host of the page against which a relative URL is resolved. The result is the same for every host.
_ANY_HOST: Final = "page.invalid"


def url_has_allowed_host_and_scheme(
    url: AnyURL | None, allowed_hosts: str | Iterable[str] | None, require_https: bool = False
) -> bool:
    """Return whether a redirect from an allowed host stays on the allowed hosts, for every reader.

    The function is a stricter `django.utils.http.url_has_allowed_host_and_scheme`, with the same parameters. All
    available readers must agree on the redirect, from an `http:` page and from an `https:` page. A relative URL must
    stay on the server of the page. An absolute URL must lead to the scheme, the host and the port that are written in
    it: the scheme is `http` or `https`, and `allowed_hosts` contains the host and the port exactly as written. A URL
    that begins with two slashes, such as `//host/`, counts as an `http` URL.

    The URL must pass these checks with the spaces around it and without them, and also after the escapes of unreserved
    characters are decoded, as the library requests does on a redirect. Backslashes must not change the host.

    These URLs are never allowed: an empty URL, a URL with a control character or with more than 2,048 characters, a URL
    that begins with three slashes, or with a quote or a colon (some readers drop them), and a URL whose host is not
    ASCII. Write such a host in Punycode, both in the URL and in `allowed_hosts`.

    An allowed URL must still be escaped before it is written into a document, such as into an attribute in HTML.

    Args:
        url: The URL to redirect to. For `None`, the result is `False`.
        allowed_hosts: A host, or several hosts. `None` means that only relative URLs are allowed.
        require_https: If true, an absolute URL must have the scheme `https`.

    Returns:
        Whether the redirect is allowed.

    Raises:
        TypeError: If `url` is not a URL, a `str` or `None`.

    >>> urls = "/a?next=é", "https://www.good.example:8443/", "//evil.example", r"/\\evil.example", "http:/x"
    >>> [url_has_allowed_host_and_scheme(url, {"good.example", "www.good.example:8443"}) for url in urls]
    [True, True, False, False, False]
    """
    if url is None:
        return False
    text = url_text(url)
    stripped = text.strip()
    if not stripped or len(text) > 2048 or _CONTROL.search(text) or stripped[0] in _DROPPED:
        return False
    written = _scheme_and_authority(stripped)
    if written is None or written != _scheme_and_authority(stripped.replace("\\", "/")):
        return False
    scheme, authority = written
    if not authority.isascii():
        return False
    if authority:
        hosts = {allowed_hosts} if isinstance(allowed_hosts, str) else set(allowed_hosts or ())
        if authority not in hosts or (scheme or "http") not in (("https",) if require_https else ("http", "https")):
            return False
    forms = [text, stripped]
    normal = normalize_escapes(stripped)
    if len(normal) < len(stripped):
        # requests decodes these escapes before it looks for a scheme. Clients on other machines can use requests, even
        # if it is not installed here.
        forms.append(normal)
    return all(_leads_there(form, scheme, authority or _ANY_HOST) for form in dict.fromkeys(forms))


def _scheme_and_authority(url: str) -> tuple[str, str] | None:
    """Return the scheme and the authority that `urlsplit` finds, or `None` if Django never allows the URL."""
    # Browsers read any number of slashes as two, and drop control characters at the start.
    if url.startswith("///") or category(url[0]).startswith("C"):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    # After a scheme, browsers even accept a URL without slashes.
    return None if parts.scheme and not parts.netloc else (parts.scheme, parts.netloc)


def _leads_there(url: str, scheme: str, authority: str) -> bool:
    """Return whether the URL leads to this authority for every reader: as a redirect from an `http:` page and from an
    `https:` page on this authority, and without a page if it has a scheme."""
    pages = [(f"{own}://{authority}/", scheme or own) for own in ("http", "https")]
    for page, expected in [*pages, *([(None, scheme)] if scheme else [])]:
        there = server(read(DEFAULT_STANDARD, f"{expected}://{authority}/", None))
        if there[1] is None:
            return False
        for name in reader_names():
            reading = read(name, url, page)
            if counts(name, reading) and server(reading) != there:
                return False
    return True
