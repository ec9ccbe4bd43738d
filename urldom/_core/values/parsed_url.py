"""`ParsedURL`: the components of a URL as an immutable value (HTML5 2.6.2).

It is the public view of the value that a URL object holds, the tuple of `pieces`, which has the
same components with their delimiters. `value_of_pieces` converts the one to the other."""

from __future__ import annotations

import re
from typing import Final

import attrs

from urldom._core.errors import RejectedValueError, at, quoted, text_repr, wrong_type
from urldom._core.hints import with_keyword_hints
from urldom._core.hints.values import PARSED_URL_KEYWORDS, ParsedURLHints
from urldom._core.public import public
from urldom._core.text.grammar import DIGIT
from urldom._core.values.reference_values import (
    component,
    recompose,
    repr_of_authority,
    repr_of_path,
    repr_of_userinfo,
)
from urldom._core.values.schemes import is_default_port
from urldom._core.values.url_value import URLValue


@public("urldom")
@attrs.frozen(order=True)
class ParsedURL(URLValue, ParsedURLHints):
    """The components of a URL, as an immutable value (HTML5 2.6.2).

    A component is `None` if the URL lacks it, and `""` if it is empty (ruling 3). `str(url)`
    returns the URL, and values are ordered by their components, `None` first.

    Attributes:
        scheme: The scheme, without `":"`.
        userinfo: The user name and password, without `"@"`.
        host: The host, without `"//"`.
        port: The port, without `":"`.
        path: The path. It is `""` if the URL lacks it.
        query: The query, without `"?"`.
        fragment: The fragment, without `"#"`.

    >>> url = ParsedURL(scheme="http", host="example.com", port="8080", path="/a", query="")
    >>> str(url), url.authority, url.hostport, url.host_specific
    ('http://example.com:8080/a?', 'example.com:8080', 'example.com:8080', '/a?')
    """

    scheme: str | None = component()
    userinfo: str | None = component(repr=repr_of_userinfo)
    host: str | None = component(repr=repr_of_authority)
    port: str | None = component()
    path: str = attrs.field(default="", repr=repr_of_path)
    query: str | None = component(repr=text_repr)
    fragment: str | None = component(repr=text_repr)

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(ParsedURL):
            value = getattr(self, field.name)
            if isinstance(value, str):
                continue
            if field.name == "path":
                raise wrong_type("path", "a str", value)
            if value is not None:
                raise wrong_type(field.name, "a str or None", value)

    @property
    def authority(self) -> str | None:
        """The substring that `<authority>` matched, such as `userinfo@host:port`, or `None`.

        See HTML5 2.6.2.

        >>> ParsedURL(scheme="http", userinfo="bob", host="h", port="80").authority
        'bob@h:80'
        """
        if self.host is None:
            return None
        authority = self.host
        if self.userinfo is not None:
            authority = f"{self.userinfo}@{authority}"
        if self.port is not None:
            authority = f"{authority}:{self.port}"
        return authority

    @property
    def hostport(self) -> str | None:
        """The host and the port (`<hostport>` in HTML5 2.6.2), without the scheme's default port.

        >>> [ParsedURL(scheme="http", host="h", port=port).hostport for port in ("8080", "80")]
        ['h:8080', 'h']
        """
        if self.host is None or self.port is None or self.scheme is None:
            return self.host
        if is_default_port(self.scheme, self.port):
            return self.host
        return f"{self.host}:{self.port}"

    @property
    def host_specific(self) -> str:
        """The part after the authority, or the complete URL if it has no authority.

        See `<host-specific>` in HTML5 2.6.2.

        >>> ParsedURL(scheme="http", host="h", path="/a", query="b").host_specific
        '/a?b'
        >>> ParsedURL(scheme="mailto", path="bob@example.com").host_specific
        'mailto:bob@example.com'
        """
        if self.host is None:
            return str(self)
        return recompose(None, None, self.path, self.query, self.fragment)

    @with_keyword_hints(PARSED_URL_KEYWORDS)
    def replace(self, **components: str | None) -> ParsedURL:
        """Return the URL with some components replaced. Nothing is escaped.

        Args:
            **components: The new values, by the names of their components. `None` removes a
                component.

        Raises:
            RejectedValueError: If a parser would read a different value for a component from the
                new URL.
            TypeError: If a name is unknown, or a value has the wrong type.

        >>> str(ParsedURL(scheme="http", host="h", path="/a").replace(host="i", query="b"))
        'http://i/a?b'
        >>> ParsedURL(scheme="http", host="h").replace(host="i/@h")
        Traceback (most recent call last):
            ...
        urldom.RejectedValueError: host cannot be set to 'i/@h': a host cannot contain "/", at 1"""
        url = attrs.evolve(self, **components)  # type: ignore[arg-type]
        for name, value in components.items():
            if value is None:
                continue
            reason = _not_read_back(name, value, url)
            if reason is not None:
                raise RejectedValueError(name, value, reason)
        return url

    def __str__(self) -> str:
        authority = self.host
        if self.userinfo is not None or self.port is not None:
            authority = self.authority
        return recompose(self.scheme, authority, self.path, self.query, self.fragment)


#: For each component, finds the first character at which a parser would end the component, or which
#: it would remove.
_FIND_FORBIDDEN: Final = {
    "scheme": re.compile(r"[^A-Za-z0-9+.-]").search,
    "userinfo": re.compile(r"[/?#\\@\0-\x20]").search,
    "host": re.compile(r"[/?#\\@\0-\x20]|\A[^\[]*?:|\].").search,
    "port": re.compile(f"[^{DIGIT}]").search,
    "path": re.compile(r"[?#\t\n\r]").search,
    "query": re.compile(r"[#\t\n\r]").search,
    "fragment": re.compile(r"[\t\n\r]").search,
}


def _not_read_back(name: str, value: str, url: ParsedURL) -> str | None:
    """Return why a parser would not read the component `name` of `url` as `value`, or `None`."""
    found = _FIND_FORBIDDEN[name](value)
    if found is not None:
        return f"a {name} cannot contain {quoted(found[0][-1])}{at(found.end() - 1)}"
    reason = None
    if name == "scheme" and not value[:1].isalpha():
        reason = "a scheme must begin with a letter"
    elif name == "host" and value[:1] == "[" and value[-1] != "]":
        reason = "the bracket is not closed"
    elif name in ("userinfo", "port") and url.host is None:
        reason = f"a URL without a host cannot have a {name}"
    elif name == "path":
        reason = _path_not_read_back(value, url)
    if reason is None and value[-1:] and value[-1] <= " " and str(url).endswith(value):
        return f"a space or control character at the end would be removed{at(len(value) - 1)}"
    return reason


def _path_not_read_back(path: str, url: ParsedURL) -> str | None:
    if url.host is not None:
        return None if path[:1] in ("", "/") else 'a path after a host must begin with "/"'
    first_segment, _, _ = path.partition("/")
    if url.scheme is None and ":" in first_segment:
        return "its first segment would be read as a scheme"
    return None


class Unfrozen(ParsedURL):
    """A `ParsedURL` whose slots can be assigned. This is faster than the constructor of a frozen
    class."""

    __slots__ = ()
    # In CPython, one slot of a type serves both methods, so assignment is fast only if both come
    # from `object`.
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__
