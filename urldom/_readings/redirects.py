"""Where a redirect may lead: Django's check, if every reader has to pass it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category
from urllib.parse import urlsplit

from urldom._readings.readers import read, reader_names
from urldom._readings.reading import counts, normalize_escapes, server
from urldom._values.url_value import AnyURL, url_text

#: As in Django.
_LONGEST_REDIRECT: Final = 2048
_CONTROL: Final = re.compile(r"[\0-\x1f\x7f]")
#: The shared declarative refresh steps of the HTML Standard drop a quote from the start of the URL, and httpx a colon.
_DROPPED: Final = ("'", '"', ":")
#: The host of the page that a relative URL stands on: what it does on one host, it does on all.
_ANY_HOST: Final = "page.invalid"


def url_has_allowed_host_and_scheme(
    url: AnyURL | None, allowed_hosts: str | Iterable[str] | None, require_https: bool = False
) -> bool:
    """Whether a redirect to `url`, from a page of one of the allowed hosts, stays on them for every reader.

    The signature and the meaning are those of `django.utils.http.url_has_allowed_host_and_scheme`. A relative URL is
    allowed. An absolute URL is allowed if `allowed_hosts` (one host, several, or none) holds its host, with its port
    if it has one, spelled the same. Its scheme has to be `http` or `https`, with `require_https` only `https`.
    `//host/` counts as `http`. `None`, the empty URL, three slashes at the start, and more than 2,048 characters are
    not allowed.

    Django allows whatever this function allows, but not the other way round. Every reader that is there has to agree,
    from an `http:` page and from an `https:` page. An absolute URL has to lead to this scheme, host and port. A
    relative URL has to stay on the page's, whatever host the page has. The URL is read both as it is and without the
    spaces around it. Backslashes must not make another host of it, not even an allowed one. Which readers are there
    depends on what is installed: see `readings`, and the module `urldom.readings` for what a refusal means.

    The URL is also read with the escapes of unreserved characters decoded, because requests reads it so on a redirect.

    Four more things are never allowed. A control character has no place in a header. A quote at the start is dropped
    by a `meta refresh`, and a colon at the start by httpx. A host that is not ASCII has no bytes in a header that all
    read alike: write it in Punycode, both in `allowed_hosts` and in the URL.

    True does not mean that the URL is escaped for the place that it is put in. Raises `TypeError` for a value that is
    not a `str`, a URL or `None`.

    >>> hosts = {"good.example", "www.good.example:8443"}
    >>> for url in ("/a?next=é", "https://www.good.example:8443/", "//evil.example", r"/\\evil.example", "http:/x"):
    ...     url_has_allowed_host_and_scheme(url, hosts)
    True
    True
    False
    False
    False
    """
    if url is None:
        return False
    text = url_text(url)
    stripped = text.strip()
    if not stripped or len(text) > _LONGEST_REDIRECT or _CONTROL.search(text) or stripped[0] in _DROPPED:
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
        # requests decodes these escapes before it looks for a scheme. It need not be installed here.
        forms.append(normal)
    return all(_leads_there(form, scheme, authority or _ANY_HOST) for form in dict.fromkeys(forms))


def _scheme_and_authority(url: str) -> tuple[str, str] | None:
    """Both as `urlsplit` finds them, or `""`. The result is `None` if Django never allows the URL."""
    # Browsers take any number of slashes for two, and drop controls from the start.
    if url.startswith("///") or category(url[0]).startswith("C"):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    # After a scheme they take any number too, even none.
    return None if parts.scheme and not parts.netloc else (parts.scheme, parts.netloc)


def _leads_there(url: str, scheme: str, authority: str) -> bool:
    """Whether every reader goes to that authority, from a page there, and without one if there is a scheme."""
    without_page = [(None, scheme)] if scheme else []
    for page, expected in [*((f"{own}://{authority}/", scheme or own) for own in ("http", "https")), *without_page]:
        there = server(read("whatwg", f"{expected}://{authority}/", None))
        if there[1] is None:
            return False
        for name in reader_names():
            reading = read(name, url, page)
            if counts(name, reading) and server(reading) != there:
                return False
    return True
