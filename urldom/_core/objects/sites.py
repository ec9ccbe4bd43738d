"""Public suffixes and registrable domains (URL Standard 3.2), origins and sites (HTML Standard
7.1.1)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from urldom._core.errors import Failure, InvalidHostError, missing_package, wrong_type
from urldom._core.hints.urls import OriginHints
from urldom._core.objects.url import URL
from urldom._core.public import public
from urldom._core.standards.whatwg.hosts import FORBIDDEN_HOST_CODE_POINT, parse_host
from urldom._core.standards.whatwg.idna import domain_to_ascii as domain_to_ascii
from urldom._core.standards.whatwg.idna import domain_to_unicode as domain_to_unicode
from urldom._core.text.ipv6 import is_ipv4_address
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.url_value import AnyURL

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def public_suffix(host: str) -> str | None:
    """Return the *public suffix* of a host: the domain under which people register names.

    See the URL Standard 3.2.

    The function uses the whole Public Suffix List, including its private section (`github.io`). If
    the list has no rule for a host, the last label is the suffix, and a rule such as `*.ck` also
    makes `ck` itself a suffix, as in browsers.

    Args:
        host: A host, in Unicode or in ASCII, such as the `hostname` of a URL.

    Returns:
        The suffix in ASCII, which ends with a dot if `host` does, or `None` for an IP address, an
        opaque host, the empty string, and a domain with an empty label.

    Raises:
        InvalidHostError: If the host is invalid, for example a whole URL.
        TypeError: If `host` is not a `str`.
        ImportError: If publicsuffixlist is not installed (the extra `site`).

    >>> public_suffix("www.Example.co.uk"), public_suffix("example.إختبار")
    ('co.uk', 'xn--kgbechtv')
    >>> public_suffix("whatwg.github.io.")
    'github.io.'
    """
    return _in_list(host, "publicsuffix")


def registrable_domain(host: str) -> str | None:
    """Return the *registrable domain* of a host: its public suffix and the label before it.

    See the URL Standard 3.2.

    The Standard advises against relying on registrable domains for security, so compare origins
    instead.

    Args:
        host: A host, in Unicode or in ASCII, such as the `hostname` of a URL.

    Returns:
        The domain in ASCII, or `None` if the host has no public suffix, or no label before it.

    Raises:
        InvalidHostError: If the host is invalid, for example a whole URL.
        TypeError: If `host` is not a `str`.
        ImportError: If publicsuffixlist is not installed (the extra `site`).

    >>> [registrable_domain(host) for host in ("sub.www.example.com", "com", "[::1]")]
    ['example.com', None, None]
    """
    return _in_list(host, "privatesuffix")


@public("urldom.whatwg")
class Origin(OriginHints):
    """The origin of a URL (HTML Standard 7.1.1.3, "The Origin interface").

    An origin is immutable. It is a scheme, a host and a port, or it is *opaque*.
    `Origin.from_url(url)` returns the origin of a URL, and `Origin()` makes a new opaque origin.

    Two origins are equal if they are *same origin*. An opaque origin equals only itself, so two
    calls of `Origin.from_url("data:,x")` return different origins, and unpickling makes a new one.
    `str()` returns the serialized origin, as in `url.origin`, which is `"null"` for an opaque
    origin.

    >>> origin = Origin.from_url("https://www.example.com/a")
    >>> origin == Origin.from_url("HTTPS://WWW.EXAMPLE.COM:443/b?c")
    True
    >>> origin.same_site(Origin.from_url("https://example.com/"))
    True
    >>> opaque = Origin.from_url("data:,x")
    >>> opaque.opaque, opaque == opaque, opaque == Origin.from_url("data:,x")
    (True, True, False)
    """

    __slots__ = ("_serialized",)

    _serialized: str

    def __init__(self) -> None:
        object.__setattr__(self, "_serialized", "null")

    @classmethod
    def from_url(cls, url: AnyURL) -> Origin:
        """Return the origin of a URL (URL Standard 4.7).

        Args:
            url: An absolute URL, parsed under `WHATWG`.

        Returns:
            The origin. The origin of a `blob:` URL is the origin of the URL in its path.

        Raises:
            InvalidURLError: If `url` is not an absolute URL.
            TypeError: If `url` has a wrong type.

        >>> str(Origin.from_url("blob:https://example.com/d0360e2f"))
        'https://example.com'
        >>> Origin.from_url("file:///a").opaque
        True
        """
        origin = cls()
        object.__setattr__(origin, "_serialized", URL(url).origin)
        return origin

    @property
    def opaque(self) -> bool:
        """True for an opaque origin, such as the origin of a `data:` or `file:` URL.

        See the HTML Standard 7.1.1.

        >>> Origin.from_url("data:,x").opaque, Origin.from_url("http://example.com/").opaque
        (True, False)
        """
        return self._serialized == "null"

    def same_origin(self, other: Origin) -> bool:
        """Return whether two origins are *same origin* (HTML Standard 7.1.1).

        They have the same scheme, host and port, or are the same opaque origin.

        Args:
            other: Another origin.

        Raises:
            TypeError: If `other` is not an `Origin`.

        >>> origin = Origin.from_url("https://example.com/")
        >>> origin.same_origin(Origin.from_url("https://example.com:443/a"))
        True
        >>> origin.same_origin(Origin.from_url("http://example.com/"))
        False
        """
        return self is _checked(other) or (
            not self.opaque and self._serialized == other._serialized
        )

    def same_site(self, other: Origin) -> bool:
        """Return whether two origins are *same site* (HTML Standard 7.1.1.1). Ports may differ.

        Two origins are same site if they have the same scheme and registrable domain, or are the
        same opaque origin. If a host has no registrable domain, the hosts are compared instead.

        Args:
            other: Another origin.

        Raises:
            TypeError: If `other` is not an `Origin`.
            ImportError: If the Public Suffix List is not installed (the extra `site`).

        >>> Origin.from_url("https://a.github.io/").same_site(Origin.from_url("https://b.github.io/"))
        False
        """
        if self is _checked(other):
            return True
        return not (self.opaque or other.opaque) and self._site() == other._site()

    def _site(self) -> tuple[str, str]:
        """Run *obtain a site* for a tuple origin (HTML Standard 7.1.1.1)."""
        scheme_and_host = URL(self._serialized)
        host = scheme_and_host.hostname
        return scheme_and_host.protocol, registrable_domain(host) or host

    def __eq__(self, other: object) -> bool:
        return self.same_origin(other) if isinstance(other, Origin) else NotImplemented

    def __hash__(self) -> int:
        return object.__hash__(self) if self.opaque else hash(self._serialized)

    def __str__(self) -> str:
        return self._serialized

    def __repr__(self) -> str:
        return f"<Origin {self._serialized}>"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("an Origin is immutable: make a new one with Origin.from_url")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __copy__(self, memo: object = None) -> Origin:
        return self

    __deepcopy__ = __copy__

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), ()) if self.opaque else (type(self).from_url, (self._serialized,))


def _checked(other: object) -> object:
    if not isinstance(other, Origin):
        raise wrong_type("the other origin", "an Origin", other, "make one with Origin.from_url")
    return other


def same_site(a: AnyURL, b: AnyURL) -> bool:
    """Return whether the origins of two URLs are *same site* (HTML Standard 7.1.1.1).

    The rules are in `Origin.same_site`. A `data:` or `file:` URL has a new opaque origin in each
    call, so it is not same site with any URL, not even itself.

    Args:
        a: An absolute URL.
        b: An absolute URL.

    Raises:
        InvalidURLError: If a URL is invalid or relative under `WHATWG`.
        TypeError: If an argument is neither a `str` nor a URL object.
        ImportError: If publicsuffixlist is not installed (the extra `site`).

    >>> same_site("https://www.example.com/", "https://login.example.com:8443/a")
    True
    >>> same_site("http://example.com/", "https://example.com/")
    False
    """
    return Origin.from_url(a).same_site(Origin.from_url(b))


def ascii_domain(host: str) -> str | None:
    """Return a host as a domain, or `None` if it is another kind of host. Raises
    `InvalidHostError`."""
    if not isinstance(host, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a host", "a str", host)
    text = scalar_value_string(host)
    try:
        parsed = parse_host(text)
    except Failure as failure:
        if FORBIDDEN_HOST_CODE_POINT.search(text):
            raise InvalidHostError(
                text, f"{failure.reason}: if this is a URL, pass its hostname", "whatwg"
            ) from None
        return None  # The host is empty, or it is an opaque host (after a scheme such as `foo:`).
    return None if parsed.startswith("[") or is_ipv4_address(parsed) else parsed


def _in_list(host: str, kind: Literal["publicsuffix", "privatesuffix"]) -> str | None:
    """Run steps 1 to 5 of *public suffix* or *registrable domain* (URL Standard 3.2)."""
    domain = ascii_domain(host)
    if domain is None:
        return None
    found: str | None = getattr(_public_suffix_list(), kind)(domain)
    return f"{found}." if found and domain.endswith(".") else found


@cache
def _public_suffix_list() -> PublicSuffixList:
    try:
        from publicsuffixlist import PublicSuffixList
    except ModuleNotFoundError as error:
        raise missing_package("the Public Suffix List", "publicsuffixlist", error=error) from None
    return PublicSuffixList(accept_unknown=True)
