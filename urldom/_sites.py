"""Public suffixes and registrable domains (URL Standard 3.2), origins and sites (HTML Standard, 7.1.1).

The Public Suffix List comes from the installed package publicsuffixlist (the extra `site`). It is loaded at its first
use.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from urldom._errors import Failure, InvalidHostError, type_name
from urldom._object.url import URL
from urldom._standards.url_standard.hosts import FORBIDDEN_HOST_CODE_POINT, parse_host
from urldom._text.ipv6 import is_ipv4_address
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


class Origin:
    """The origin of a URL (HTML Standard 7.1.1.3, "The Origin interface").

    An origin is a scheme, a host and a port, or it is *opaque*. `Origin.from_url(url)` returns the origin of a URL.
    `Origin()` makes a new opaque origin. An origin is immutable.

    Two origins are equal if they are same origin. An origin can be a member of a `set` or a key of a `dict`. An opaque
    origin equals only itself: two URLs such as `data:,x` have two origins. `str()` returns the serialized origin, the
    same as `url.origin`. It is `"null"` for an opaque origin.

    A copy is the origin itself. Unpickling an opaque origin makes a new one.

    >>> origin = Origin.from_url("https://www.example.com/a")
    >>> origin == Origin.from_url("HTTPS://WWW.EXAMPLE.COM:443/b?c"), origin.same_site(Origin.from_url("https://example.com/"))
    (True, True)
    >>> opaque = Origin.from_url("data:,x")
    >>> opaque.opaque, opaque == opaque, opaque == Origin.from_url("data:,x")
    (True, True, False)
    """

    __module__ = "urldom.whatwg"
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

        >>> str(Origin.from_url("blob:https://example.com/d0360e2f")), Origin.from_url("file:///a").opaque
        ('https://example.com', True)
        """
        origin = cls()
        object.__setattr__(origin, "_serialized", URL(url).origin)
        return origin

    @property
    def opaque(self) -> bool:
        """True for an opaque origin, such as the origin of a `data:` or `file:` URL (HTML Standard 7.1.1).

        >>> Origin.from_url("data:,x").opaque, Origin.from_url("http://example.com/").opaque
        (True, False)
        """
        return self._serialized == "null"

    def same_origin(self, other: Origin) -> bool:
        """Return whether two origins are *same origin* (HTML Standard 7.1.1).

        They have the same scheme, host and port, or they are the same opaque origin.

        Args:
            other: Another origin.

        Returns:
            `True` if the two are same origin.

        Raises:
            TypeError: If `other` is not an `Origin`.

        >>> origin = Origin.from_url("https://example.com/")
        >>> [origin.same_origin(Origin.from_url(url)) for url in ("https://example.com:443/a", "http://example.com/")]
        [True, False]
        """
        return self is _checked(other) or (not self.opaque and self._serialized == other._serialized)

    def same_site(self, other: Origin) -> bool:
        """Return whether two origins are *same site* (HTML Standard 7.1.1.1). Ports may differ.

        They have the same scheme and the same registrable domain, or they are the same opaque origin. Hosts without a
        registrable domain are compared themselves.

        Args:
            other: Another origin.

        Returns:
            `True` if the two are same site.

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
        """*Obtain a site* of a tuple origin (HTML Standard, 7.1.1.1)."""
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
        raise AttributeError(f"an Origin cannot be changed: make another one, by Origin.from_url, in place of {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __copy__(self) -> Origin:
        return self

    def __deepcopy__(self, memo: object) -> Origin:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), ()) if self.opaque else (type(self).from_url, (self._serialized,))


def _checked(other: object) -> object:
    if not isinstance(other, Origin):
        raise TypeError(f"expected an Origin, got {type_name(other)}: make one by Origin.from_url")
    return other


def same_site(a: AnyURL, b: AnyURL) -> bool:
    """Whether the origins of two URLs are *same site* (HTML Standard, 7.1.1.1): see `urldom.whatwg.Origin.same_site`.
    An opaque origin, as of `data:` and `file:` URLs, is same site with no other. A URL has a new one each time.

    `a` and `b` are absolute URLs, read under `WHATWG`. Raises `InvalidURLError` for any other string, `TypeError` for
    another type, and `ImportError` without the Public Suffix List (the extra `site`).

    >>> same_site("https://www.example.com/", "https://login.example.com:8443/a")
    True
    >>> same_site("https://a.github.io/", "https://b.github.io/"), same_site("http://h/", "https://h/")
    (False, False)
    """
    return Origin.from_url(a).same_site(Origin.from_url(b))


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
        raise ImportError("public suffixes are in the package publicsuffixlist: pip install publicsuffixlist") from None
    return PublicSuffixList(accept_unknown=True)
