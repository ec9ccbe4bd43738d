"""`require_agreement` and Django's check of redirects: accept a URL only if all readers agree on
it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category
from urllib.parse import urlsplit

from urldom._core import passwords
from urldom._core.errors import error_repr, shown, unknown_name, wrong_type
from urldom._core.objects.url import URL
from urldom._core.public import public
from urldom._core.standards.registry import DEFAULT_STANDARD
from urldom._core.values.url_value import AnyURL, url_text
from urldom.readings._readers import Readings, read, reader_names
from urldom.readings._reading import (
    COMPONENTS,
    Groups,
    counts,
    disagreements,
    draw_groups,
    normalize_escapes,
    server,
)

_CONTROL: Final = re.compile(r"[\0-\x1f\x7f]")
#: The shared declarative refresh steps of the HTML Standard drop quotes at the start of a URL, and
#: httpx drops a colon.
_DROPPED: Final = ("'", '"', ":")
#: The host of the page against which a relative URL is resolved, which can be any host.
_ANY_HOST: Final = "page.invalid"


@public("urldom.readings")
class AmbiguousURLError(ValueError):
    """Readers disagree on a URL.

    The message, of limited length, shows the value that each reader returns.

    Attributes:
        url: The URL as a string.
        readings: The `Readings` that were compared.
        on: The components that the readers had to agree on.

    >>> try:
    ...     require_agreement(r"http://good.example\\@evil.example/", among=["rfc2396"])
    ... except AmbiguousURLError as error:
    ...     error.on, error.readings["rfc2396"].host
    (('scheme', 'host', 'port'), 'evil.example')
    """

    def __init__(self, url: str, readings: Readings, on: tuple[str, ...]) -> None:
        super().__init__(url, readings, on)
        self.url = url
        self.readings = readings
        self.on = on

    def __repr__(self) -> str:
        return error_repr(self)

    def __str__(self) -> str:
        found = disagreements(self.readings, self.on)
        parts = [
            f"{component} {draw_groups(_without_passwords(groups), ', ')}"
            for component, groups in found.items()
        ]
        return f"{shown(self.url)} is read in different ways: {'; '.join(parts)}"


def _without_passwords(groups: Groups) -> Groups:
    """Mask passwords in the groups. Some readers return the password as a part of the host or of
    the path."""
    masked: Groups = {}
    for value, names in groups.items():
        if isinstance(value, str):
            start = len(value) - len(value.lstrip("/\\"))
            value = value[:start] + passwords.masked_authority(value[start:])
        masked[value] = (*masked.get(value, ()), *names)
    return masked


def require_agreement(
    url: AnyURL,
    base: AnyURL | None = None,
    *,
    among: Iterable[str] | None = None,
    on: Iterable[str] = ("scheme", "host", "port"),
) -> URL:
    """Return a parsed URL if all readers agree on the URL. Fetch the result, not the given string.

    The readers must also agree on `str(result)`. They can all agree on a URL that nobody should
    fetch, such as `file:///etc/passwd` or `http://127.0.0.1/`, so check the scheme and the host of
    the result.

    Args:
        url: The URL.
        base: The base URL of a relative `url`.
        among: The names of the readers that must agree with the URL Standard. By default, all
            readers must agree.
        on: The components that the readers must agree on. Each is `scheme`, `host`, `port` or
            `path`.

    Returns:
        The absolute URL, as the URL Standard parses it.

    Raises:
        AmbiguousURLError: If the readers disagree.
        InvalidURLError: If `url` is invalid under the URL Standard, or relative without a base.
        ValueError: If a reader or component is unknown, or `on` is empty.
        TypeError: If `url` or `base` is neither a `str` nor a URL object, or `among` or `on` is a
            `str`, not a list.

    >>> require_agreement("http://EXAMPLE.com:80/é")
    URL('http://example.com/%C3%A9')
    """
    readers = reader_names()
    if among is not None:
        readers = (DEFAULT_STANDARD, *_chosen(among, readers, "reader"))
    components = _chosen(on, COMPONENTS, "component")
    if not components:
        raise ValueError(f"on is empty: use one or more of {', '.join(COMPONENTS)}")
    text = url_text(url)
    against = None if base is None else url_text(base, "a base")
    result = URL(text, against)
    for reference, its_base in dict.fromkeys([(text, against), (result.href, None)]):
        all_readings = {name: read(name, reference, its_base) for name in readers}
        found = Readings(reference, its_base, all_readings)
        if disagreements(found, components):
            raise AmbiguousURLError(reference, found, components)
    return result


def _chosen(names: Iterable[str], known: tuple[str, ...], what: str) -> tuple[str, ...]:
    if isinstance(names, str):
        raise wrong_type(f"{what}s", f"a list of names such as [{names!r}]", names)
    chosen = tuple(names)
    for name in chosen:
        if name not in known:
            raise ValueError(unknown_name(what, name, known))
    return chosen


def url_has_allowed_host_and_scheme(
    url: AnyURL | None, allowed_hosts: str | Iterable[str] | None, require_https: bool = False
) -> bool:
    """Return whether a redirect from an allowed host stays on the allowed hosts, for every reader.

    The function is a stricter `django.utils.http.url_has_allowed_host_and_scheme`, with the same
    parameters. All available readers must agree on the redirect, from an `http:` page and from an
    `https:` page. A relative URL must stay on the server of the page. An absolute URL must lead to
    the scheme, the host and the port that are written in it: the scheme is `http` or `https`, and
    `allowed_hosts` contains the host and the port exactly as written. A URL that begins with two
    slashes, such as `//host/`, counts as an `http` URL.

    The URL must pass these checks with the spaces around it and without them, and also after the
    escapes of unreserved characters are decoded, as the library requests does on a redirect.
    Backslashes must not change the host.

    A URL is never allowed if it is empty, has a control character, a lone surrogate or more than
    2,048 characters, or begins with three slashes, a quote or a colon (some readers drop the last
    two). A host that is not ASCII is not allowed either: write it in Punycode, both in the URL and
    in `allowed_hosts`.

    An allowed URL must still be escaped before it is written into a document, such as into an
    attribute in HTML.

    Args:
        url: The URL to redirect to. For `None`, the result is `False`.
        allowed_hosts: A host, or several hosts. `None` means that only relative URLs are allowed.
        require_https: If true, an absolute URL must have the scheme `https`.

    Raises:
        TypeError: If `url` is not a URL, a `str` or `None`.

    >>> hosts = {"good.example", "www.good.example:8443"}
    >>> good = ["/a?next=é", "https://www.good.example:8443/"]
    >>> [url_has_allowed_host_and_scheme(url, hosts) for url in good]
    [True, True]
    >>> bad = ["//evil.example", r"/\\evil.example", "http:/x"]
    >>> [url_has_allowed_host_and_scheme(url, hosts) for url in bad]
    [False, False, False]
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
    if authority and not _is_allowed(scheme or "http", authority, allowed_hosts, require_https):
        return False
    forms = [text, stripped]
    normal = normalize_escapes(stripped)
    if len(normal) < len(stripped):
        # requests, which other machines may use, decodes these escapes before it looks for a
        # scheme.
        forms.append(normal)
    return all(_leads_there(form, scheme, authority or _ANY_HOST) for form in dict.fromkeys(forms))


def _is_allowed(
    scheme: str, authority: str, allowed_hosts: str | Iterable[str] | None, require_https: bool
) -> bool:
    schemes = ("https",) if require_https else ("http", "https")
    hosts = {allowed_hosts} if isinstance(allowed_hosts, str) else set(allowed_hosts or ())
    return scheme in schemes and authority in hosts


def _scheme_and_authority(url: str) -> tuple[str, str] | None:
    """Return the scheme and the authority that `urlsplit` finds, or `None` if Django never allows
    the URL."""
    # Browsers read any number of slashes as two, and drop control characters at the start.
    if url.startswith("///") or category(url[0]).startswith("C"):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme and not parts.netloc:  # Browsers find a host after `https:` without slashes.
        return None
    return parts.scheme, parts.netloc


def _leads_there(url: str, scheme: str, authority: str) -> bool:
    """Return whether each reader finds this authority, from `http:` and `https:` pages on it, and
    without a page."""
    pages: list[tuple[str | None, str]] = [
        (f"{own}://{authority}/", scheme or own) for own in ("http", "https")
    ]
    if scheme:
        pages.append((None, scheme))
    for page, expected_scheme in pages:
        there = server(read(DEFAULT_STANDARD, f"{expected_scheme}://{authority}/", None))
        _, host, _ = there
        if host is None:
            return False
        for name in reader_names():
            reading = read(name, url, page)
            if counts(name, reading) and server(reading) != there:
                return False
    return True
