"""`AbsoluteURL`: the constructors that `URL` and `FrozenURL` have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from typing import TYPE_CHECKING, Final, TypeVar

from urldom._core.contexts.protocol import Base
from urldom._core.errors import InvalidURLError
from urldom._core.hints import unexpected_keyword
from urldom._core.hints.urls import BUILD_KEYWORDS
from urldom._core.objects.readable import ReadableURL
from urldom._core.objects.states import Detached, detached
from urldom._core.passwords import masked
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.text.default_scheme import checked_scheme, with_scheme
from urldom._core.values.late import late
from urldom._core.values.pieces import Pieces
from urldom._core.values.url_value import AnyURL, url_text

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from pathlib import PurePosixPath, PureWindowsPath

    from typing_extensions import Never

    from urldom._core.params import Pairs
    from urldom._core.text.plain_values import PlainValue

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
        def _of(cls: type[_Self], pieces: Pieces) -> _Self: ...  # the URL with these pieces

    @classmethod
    def parse(
        cls: type[_Self],
        url: AnyURL,
        base: Base | None = None,
        *,
        default_scheme: str | None = None,
    ) -> _Self | None:
        """Return a URL, or `None` if it is invalid (URL Standard 6.1).

        With `default_scheme`, an address without a scheme gets this one: `example.com/x`,
        `localhost:8080`, `//host`. A name before a colon is a host only if a port of at most 65535
        follows the colon, and the name is not `tel`, `sms`, `data`, `javascript` or a special
        scheme. In `mailto:a@b` and `user:pass@host`, it is a scheme. A reference that does not name
        a host, such as `/x`, `?x` or `./x`, stays relative.

        Args:
            url: A URL, which may be relative if `base` is given.
            base: A URL or a base context.
            default_scheme: A scheme without a colon, such as `"https"`.

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
            url: A URL, which may be relative if `base` is given.
            base: A URL or a base context.

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
        """Return the URL with these parts.

        Pass each part without escapes: `%` is escaped, and so is a character that would end its
        part. A lone surrogate becomes U+FFFD, and an empty username, password, query or fragment is
        left out.

        Args:
            scheme: The scheme, without a colon.
            host: A domain name, an IPv4 address of four decimal numbers, or an IPv6 address with or
                without brackets. A `%` is rejected, and so is another way to write an IPv4 address,
                such as `0x7f.1`. In a file URL and in a URL whose scheme is not special, the host
                can be `""` (`foo:///a`). With `None`, the latter has no authority (`foo:a`), and
                `""` means the same for schemes such as `mailto`, `tel`, `data` and `urn`.
            port: An `int` or digits. The default port of the scheme is left out.
            username: The username, not escaped.
            password: The password, not escaped.
            path: The path, which is split at its slashes. A missing slash at the beginning is
                added, a `;` is escaped, and dot segments are rejected. If the URL has no host and
                the path does not begin with a slash, the path is opaque: no slash is added to it,
                and it keeps `;` and dots.
            segments: The path's segments, instead of `path`. Slashes and `;` in them are escaped. A
                host is needed.
            query: A mapping or pairs, which are written as `params.update` writes them, but without
                a host a space is `%20`. A `str` is the complete query.
            fragment: The fragment, without `#`.

        Raises:
            RejectedValueError: If a part cannot contain its value. `attribute` is the name of the
                parameter.
            TypeError: If a value has a wrong type, or both `path` and `segments` are given.
            ValueError: If a number in `query` is not finite.

        >>> from urldom import URL
        >>> str(URL.build(host="example.com", segments=["a/b", "50%"], query={"q": "x&y"}))
        'https://example.com/a%2Fb/50%25?q=x%26y'
        >>> str(URL.build(scheme="http", host="::1", port=8080, username="bob", password="p@ss"))
        'http://bob:p%40ss@[::1]:8080/'
        >>> str(URL.build(scheme="mailto", path="joe@example.com", query={"subject": "a b"}))
        'mailto:joe@example.com?subject=a%20b'
        """
        if unknown:
            raise unexpected_keyword("AbsoluteURL.build", unknown, BUILD_KEYWORDS)
        return cls._of(
            _builder()(scheme, host, port, username, password, path, segments, query, fragment)
        )

    @classmethod
    def from_path(
        cls: type[_Self], path: str | PathLike[str], *, windows: bool | None = None
    ) -> _Self:
        """Return the `file:` URL of a file's absolute path, as Node.js's `pathToFileURL` does.

        Every character of a name is kept, so `%`, `#` and `?` are escaped, and so is a backslash on
        POSIX. A slash at the end of a `str` is kept too, while `.` segments are left out. On
        Windows, a server becomes the host (`\\\\nas\\docs\\a`), and the prefix `\\\\?\\` is left
        out.

        Args:
            path: An absolute path. On POSIX, bytes of a name that are not UTF-8 are written as
                `os.fsdecode` does.
            windows: `True` for a path of Windows, `False` for a path of POSIX. By default, the
                class of the path decides if it is a `PureWindowsPath` or a `PurePosixPath`, and
                otherwise the system that Python runs on.

        Raises:
            RejectedValueError: If the path is relative, contains `..` or U+0000, or names a device
                of Windows.
            TypeError: If `path` is not a `str` or a path of `pathlib`.

        >>> from urldom import URL
        >>> str(URL.from_path("/srv/50% #1?.txt", windows=False))
        'file:///srv/50%25%20%231%3F.txt'
        >>> [str(URL.from_path(path, windows=True)) for path in ("C:/Users/Zoë/", "//nas/docs/a b")]
        ['file:///C:/Users/Zo%C3%AB/', 'file://nas/docs/a%20b']
        """
        from urldom._core.objects.file_paths import pieces_of_path

        return cls._of(pieces_of_path(path, windows))

    def to_path(self, *, windows: bool | None = None) -> PurePosixPath | PureWindowsPath:
        """Return the path of the file that a `file:` URL names, as Node.js's `fileURLToPath` does.

        The query and the fragment are ignored. `open` and `pathlib.Path` accept the result. Unlike
        Python's `url2pathname`, it rejects URLs that would name an unexpected file. On Windows,
        `url2pathname` reads `////nas/x` as a file of the server `nas`, and opening the file would
        send a login to `nas`.

        Args:
            windows: `True` for a path of Windows, `False` for a path of POSIX. By default, Python's
                own system decides.

        Returns:
            A `PureWindowsPath` or a `PurePosixPath`.

        Raises:
            ValueError: If the scheme is not `file`, the path contains `%2F` or `%00`, or on POSIX
                the URL has a host. On Windows also if the path contains `%5C` or is not UTF-8, or
                the URL has neither a drive nor a host.

        >>> from urldom import URL
        >>> URL("file:///srv/50%25%20%231%3F.txt").to_path(windows=False)
        PurePosixPath('/srv/50% #1?.txt')
        >>> urls = URL("file:///C:/Users/Zo%C3%AB/"), URL("file://nas/docs/a%20b")
        >>> [url.to_path(windows=True) for url in urls]
        [PureWindowsPath('C:/Users/Zoë'), PureWindowsPath('//nas/docs/a b')]
        """
        from urldom._core.objects.file_paths import path_of_url

        return path_of_url(self.href, windows)

    def to_json(self) -> str:
        """Return `href` (URL Standard 6.1).

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


_builder: Callable[[], Callable[..., Pieces]] = late("urldom._core.objects.building", "build")
