"""`AbsoluteURL`: the constructors that `URL` and `FrozenURL` have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

from urldom._contexts.protocol import Base
from urldom._errors import InvalidURLError, masked
from urldom._hints import unexpected_keyword
from urldom._object.readable import ReadableURL
from urldom._object.states import Detached, detached
from urldom._standards.registry import DEFAULT_STANDARD, find_engine
from urldom._text.default_scheme import checked_scheme, with_scheme
from urldom._values.pieces import Pieces
from urldom._values.url_value import AnyURL, url_text

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from typing_extensions import Never

    from urldom._text.plain_values import PlainValue
    from urldom.params import Pairs

_Self = TypeVar("_Self", bound="AbsoluteURL")
ENGINE: Final = find_engine(DEFAULT_STANDARD)
#: The state of a URL under the URL Standard, in UTF-8.
DETACHED: Final[Detached] = detached(ENGINE, "utf-8", None, False)


class AbsoluteURL(ReadableURL):
    """A URL whose constructor raises `InvalidURLError` unless it is an absolute URL."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __init__(self, url: AnyURL, base: Base | None = None) -> None: ...

    @classmethod
    def parse(
        cls: type[_Self], url: AnyURL, base: Base | None = None, *, default_scheme: str | None = None
    ) -> _Self | None:
        """Parse a URL, and return `None` if it is invalid (URL Standard 6.1).

        With `default_scheme`, an address without a scheme gets this one: `example.com/x`, `localhost:8080`, `//host`.
        A name before a colon is a host only if a port follows the colon. In `mailto:a@b` and `user:pass@host`, it is a
        scheme. A reference that does not name a host, such as `/x`, `?x` or `./x`, stays relative.

        Args:
            url: A URL. It may be relative if `base` is given.
            base: A URL or a base context.
            default_scheme: A scheme without a colon, such as `"https"`.

        Returns:
            The URL, or `None` if the constructor would raise `InvalidURLError`.

        Raises:
            TypeError: If `url`, `base` or `default_scheme` has a wrong type.
            ValueError: If `default_scheme` is not a scheme.

        >>> from urldom import URL
        >>> URL.parse("example.com") is None
        True
        >>> URL.parse("example.com/x", default_scheme="https")
        URL('https://example.com/x')
        """
        scheme = checked_scheme(default_scheme)
        if scheme is not None:
            url = with_scheme(url_text(url), scheme)
        try:
            return cls(url, base)
        except InvalidURLError:
            return None

    @classmethod
    def can_parse(cls, url: AnyURL, base: Base | None = None) -> bool:
        """Return whether the constructor would accept a URL (URL Standard 6.1).

        Args:
            url: A URL. It may be relative if `base` is given.
            base: A URL or a base context.

        Returns:
            `True` if the constructor would not raise `InvalidURLError`.

        Raises:
            TypeError: If `url` or `base` has a wrong type.

        >>> from urldom import URL
        >>> URL.can_parse("x", "http://example.com/"), URL.can_parse("x")
        (True, False)
        """
        return cls.parse(url, base) is not None

    @classmethod
    def build(
        cls: type[_Self],
        *,
        scheme: str = "https",
        host: str | IPv4Address | IPv6Address | None = None,
        port: int | str | None = None,
        username: str | None = None,
        password: str | None = None,
        path: str = "",
        segments: Iterable[PlainValue] | None = None,
        query: str | Pairs | None = None,
        fragment: str | None = None,
        **unknown: Never,
    ) -> _Self:
        """Return the URL with these parts. Pass each part without escapes.

        A character that would end its part is escaped, and so is `%`. A value that is not allowed in its part is
        rejected. A lone surrogate becomes U+FFFD. An empty username, password, query or fragment is left out.

        Args:
            scheme: The scheme, without a colon.
            host: A domain name, an IPv4 address of four decimal numbers, or an IPv6 address with or without brackets. A
                `%` is rejected, and so is another way to write an IPv4 address, such as `0x7f.1`. The host can be `""`
                in a file URL, and in a URL whose scheme is not special (`foo:///a`). Without it, such a URL has no
                authority (`foo:a`). For `mailto`, `tel`, `data`, `urn` and the like, `""` means that too.
            port: An `int` or digits. The default port of the scheme is left out.
            username: The username, not escaped.
            password: The password, not escaped.
            path: The path. It is split at its slashes. A missing slash at the beginning is added. Dot segments are
                rejected. A `;` is escaped. A path of a URL without a host is opaque unless it begins with a slash: no
                slash is added to it, and it keeps `;` and dots.
            segments: The path's segments, in place of `path`. They can contain slashes. A `;` is escaped. A URL without
                a host cannot have them.
            query: A mapping or pairs, which are written as `params.update` writes them, but without a host a space is
                `%20`. A `str` is the complete query.
            fragment: The fragment, without `#`.

        Returns:
            The new URL.

        Raises:
            RejectedValueError: If a part cannot contain its value. The error's `attribute` is the name of the
                parameter.
            TypeError: If a value has a wrong type, or both `path` and `segments` are given.
            ValueError: If a number in `query` is not finite.

        >>> from urldom import URL
        >>> str(URL.build(host="example.com", segments=["a/b", "50%"], query={"q": "x&y"}, fragment="top"))
        'https://example.com/a%2Fb/50%25?q=x%26y#top'
        >>> str(URL.build(scheme="http", host="::1", port=8080, username="bob", password="p@ss", path="/a b"))
        'http://bob:p%40ss@[::1]:8080/a%20b'
        >>> str(URL.build(scheme="mailto", path="joe@example.com", query={"subject": "a b"}))
        'mailto:joe@example.com?subject=a%20b'
        """
        if unknown:
            raise unexpected_keyword("AbsoluteURL.build", unknown)
        return cls._of(_builder()(scheme, host, port, username, password, path, segments, query, fragment))

    def to_json(self) -> str:
        """Return `href` (URL Standard 6.1).

        Returns:
            The URL as a string.

        >>> from urldom import URL
        >>> URL("https://EXAMPLE.com").to_json()
        'https://example.com/'
        """
        return self.href

    def __repr__(self) -> str:
        standard, encoding = self._state.given()
        shown = [repr(masked(self.href))]
        if standard is not ENGINE.standard:
            shown.append(f"standard={standard!r}")
        if encoding != "utf-8":
            shown.append(f"encoding={encoding!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def _of(cls: type[_Self], pieces: Pieces) -> _Self:
        """Return the URL with these pieces."""
        raise NotImplementedError


@cache  # An import statement takes longer than `build`.
def _builder() -> Callable[..., Pieces]:
    from urldom._object.building import build

    return build
