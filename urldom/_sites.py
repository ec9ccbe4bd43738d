"""Public suffixes and registrable domains (URL Standard 3.2), and sites (HTML Standard, 7.1.1.1).

The Public Suffix List is that of the installed publicsuffixlist package (the extra `site`), loaded at its first use.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from urldom._errors import Failure, InvalidHostError, type_name
from urldom._object.url import URL
from urldom._standards.url_standard.hosts import FORBIDDEN_HOST_CODE_POINT, is_ipv4_address, parse_host
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def public_suffix(host: str) -> str | None:
    """The *public suffix* of a host (URL Standard 3.2): the domain under which people register names, in ASCII. The
    whole list counts, with names of private owners (`github.io`). Else the last label is the suffix (rule `*`).

    `host` is a host as somebody writes it, or the `hostname` of a URL. The result is `None` for an IP address, an
    opaque host, the empty string, and a domain with an empty label, which the list's algorithm does not accept. A dot
    at the end stays. If the list has `*.ck`, `ck` itself is one too, as in browsers.

    Raises `TypeError` for anything but a string, `InvalidURLError` for an invalid host, such as a URL, and
    `ImportError` without the list.

    >>> public_suffix("www.Example.co.uk"), public_suffix("example.إختبار"), public_suffix("whatwg.github.io.")
    ('co.uk', 'xn--kgbechtv', 'github.io.')
    """
    return _in_list(host, "publicsuffix")


def registrable_domain(host: str) -> str | None:
    """The *registrable domain* of a host (URL Standard 3.2): its public suffix and the label before it, in ASCII.

    The result is `None` where there is no such label, and where there is no public suffix; for what else is taken and
    raised, see `public_suffix`. The Standard warns of using it where security depends on it: an origin is better.

    >>> registrable_domain("sub.www.example.com"), registrable_domain("com"), registrable_domain("[::1]")
    ('example.com', None, None)
    """
    return _in_list(host, "privatesuffix")


def same_site(a: AnyURL, b: AnyURL) -> bool:
    """Whether two URLs are *same site* (HTML Standard, 7.1.1.1): the origins have the same scheme, and the same
    registrable domain or, without one, the same host. Ports may differ. An opaque origin, as of `data:` and `file:`
    URLs, is same site with no other. A URL has a new one each time.

    `a` and `b` are absolute URLs, read under `WHATWG`. Raises `InvalidURLError` for any other string, `TypeError` for
    another type, and `ImportError` without the Public Suffix List (the extra `site`).

    >>> same_site("https://www.example.com/", "https://login.example.com:8443/a")
    True
    >>> same_site("https://a.github.io/", "https://b.github.io/"), same_site("http://h/", "https://h/")
    (False, False)
    """
    site, other = _site(a), _site(b)
    return site is not None and site == other


def _site(url: AnyURL) -> tuple[str, str] | None:
    """*Obtain a site* (HTML Standard, 7.1.1.1), from the origin of a URL; `None` for an opaque origin."""
    origin = URL(url).origin
    # Step 1
    if origin == "null":
        return None
    # Steps 2 and 3
    scheme_and_host = URL(origin)
    host = scheme_and_host.hostname
    return scheme_and_host.protocol, registrable_domain(host) or host


def _domain(host: str) -> str | None:
    """The domain that a host is, `None` where it is another host."""
    if not isinstance(host, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a host is a str, not {type_name(host)}")
    text = scalar_value_string(host)
    try:
        parsed = parse_host(text)
    except Failure as failure:
        if FORBIDDEN_HOST_CODE_POINT.search(text):
            raise InvalidHostError(text, f"{failure.reason}; of a URL, give its hostname", "whatwg") from None
        return None  # Behind a scheme such as `foo:`, it is an opaque host, or the empty one.
    return None if parsed.startswith("[") or is_ipv4_address(parsed) else parsed


def _in_list(host: str, kind: Literal["publicsuffix", "privatesuffix"]) -> str | None:
    """URL Standard 3.2: *public suffix* steps 1 to 5, *registrable domain* steps 1 to 5."""
    domain = _domain(host)
    if domain is None:
        return None
    found: str | None = getattr(_public_suffix_list(), kind)(domain)
    return f"{found}." if found and domain.endswith(".") else found


@cache
def _public_suffix_list() -> PublicSuffixList:
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError:
        raise ImportError("public suffixes are in the package publicsuffixlist: pip install 'urldom[site]'") from None
    return PublicSuffixList(accept_unknown=True)
