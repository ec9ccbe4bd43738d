"""6.1 URL class."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NoReturn, final

from urldom.errors import InvalidURLError
from urldom.whatwg import attributes, form_encoded
from urldom.whatwg.parsing import basic_url_parse
from urldom.whatwg.serialized_form import match_serialized, plain_value
from urldom.whatwg.url_record import URLRecord, serialize
from urldom.whatwg.url_search_params import URLSearchParams
from urldom.whatwg.validation import Failure

#: A plain store, past the setter steps.
_store = object.__setattr__

_CREDENTIALS = re.compile("//([^/?#@]*)@")


@final
class URL:
    """A URL as scripts in a browser have it (URL Standard 6.1).

    `url` is resolved against `base`, a string or another `URL`, where one is given. Raises `InvalidURLError` where
    either does not parse.

    All the attributes are strings. `href`, `protocol`, `username`, `password`, `host`, `hostname`, `port`, `pathname`,
    `search` and `hash` can be assigned; a value that the Standard does not accept leaves the URL as it is, but for
    `href`, where it raises `InvalidURLError`. `origin` and `search_params` are only to be read.

    >>> url = URL("../b?q=1#top", "https://user@EXAMPLE.com:443/x/y/z")
    >>> url.href, url.host, url.pathname, url.origin
    ('https://user@example.com/x/b?q=1#top', 'example.com', '/x/b', 'https://example.com')
    >>> url.port = "8080"
    >>> url.username = ""
    >>> url.search_params.append("r", "é")
    >>> str(url)
    'https://example.com:8080/x/b?q=1&r=%C3%A9#top'
    """

    # What the getters return is kept as it is, for reading a slot costs a tenth of what calling a getter costs: seven
    # getters cost as much as the parser. While the slots are filled the object is of this class, whose stores are plain
    # ones; then it is given the class `_Assignable`, where assigning is the setter steps.
    __slots__ = (
        "_has_serialized_form",
        "_search_params",
        "hash",
        "host",
        "hostname",
        "href",
        "pathname",
        "port",
        "protocol",
        "search",
    )

    href: str
    protocol: str
    host: str
    hostname: str
    port: str
    pathname: str
    search: str
    hash: str
    #: The query object; `None` until it is asked for.
    _search_params: URLSearchParams | None
    #: Whether `href` is what `match_serialized` is for, but for a port, and so a concatenation of the attributes.
    _has_serialized_form: bool

    def __init__(self, url: str, base: str | URL | None = None) -> None:
        self._search_params = None
        if base is None and (match := match_serialized(url)) is not None:
            self.protocol, host, path, self.search, self.hash = match.groups()
            if "/." not in path:
                self.host = self.hostname = host
                self.port = ""
                self._has_serialized_form = True
                if path:
                    self.pathname = path
                    self.href = url
                else:
                    self.pathname = "/"
                    self.href = f"{self.protocol}//{host}/{self.search}{self.hash}"
                self.__class__ = _Assignable
                return
        _fill(self, _api_url_parse(url, base))

    @staticmethod
    def parse(url: str, base: str | URL | None = None) -> URL | None:
        """The `URL`, or `None` where it does not parse.

        >>> URL.parse("example.com") is None
        True
        """
        try:
            return URL(url, base)
        except InvalidURLError:
            return None

    @staticmethod
    def can_parse(url: str, base: str | URL | None = None) -> bool:
        """Whether `URL(url, base)` would raise nothing."""
        return URL.parse(url, base) is not None

    @property
    def origin(self) -> str:
        """The origin, serialized; `"null"` where it is opaque."""
        return attributes.origin(_record(self))

    @property
    def username(self) -> str:
        """The username, percent-encoded."""
        return _credentials(self)[0]

    @username.setter
    def username(self, value: str) -> None: ...  # `_Assignable` has it

    @property
    def password(self) -> str:
        """The password, percent-encoded."""
        return _credentials(self)[1]

    @password.setter
    def password(self, value: str) -> None: ...  # `_Assignable` has it

    @property
    def search_params(self) -> URLSearchParams:
        """The query's names and values; always the same object, and the URL's query changes with it."""
        if self._search_params is None:
            params = URLSearchParams(self.search)
            params._update = self._set_query
            _store(self, "_search_params", params)
            return params
        return self._search_params

    def _set_query(self, serialized_query: str) -> None:
        url = _record(self)
        url.query = serialized_query or None
        _fill(self, url)

    def to_json(self) -> str:
        """The same as `href`."""
        return self.href

    def __str__(self) -> str:
        return self.href

    def __repr__(self) -> str:
        return f"URL({self.href!r})"

    def __reduce__(self) -> tuple[type[URL], tuple[str]]:
        return URL, (self.href,)


class _Assignable(URL):  # type: ignore[misc]
    """What every `URL` is once it is made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: str) -> None:
        if self._has_serialized_form and (name != "search" or self._search_params is None):
            plain = plain_value(name, value)
            if plain is not None:
                _store(self, "hostname" if name == "host" else name, plain)
                if name == "hostname" or name == "port" or name == "host":
                    _store(self, "host", f"{self.hostname}:{self.port}" if self.port else self.hostname)
                _store(self, "href", f"{self.protocol}//{self.host}{self.pathname}{self.search}{self.hash}")
                return
        if name not in attributes.SETTERS and name != "href":
            raise AttributeError(f"attribute {name!r} of a URL cannot be assigned")
        if not isinstance(value, str):
            raise TypeError(f"{name} is a str, not {type(value).__name__}")
        if name == "href":
            url = _parse(value, None)
        else:
            url = _record(self)
            with suppress(Failure):  # what was done until then stays done
                attributes.SETTERS[name](url, value)
        # The query object is made from the given value, not from the query: they differ in tabs and newlines.
        if name == "search":
            self.search_params._list[:] = form_encoded.parse_string(value.removeprefix("?"))
        elif name == "href" and self._search_params is not None:
            self._search_params._list[:] = form_encoded.parse_string(url.query or "")
        _fill(self, url)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"attribute {name!r} of a URL cannot be deleted")


def _fill(self: URL, url: URLRecord) -> None:
    """Set what the getters return."""
    _store(self, "__class__", URL)
    self.href = href = serialize(url)
    self._has_serialized_form = match_serialized(href) is not None and "/." not in href
    self.protocol = f"{url.scheme}:"
    self.host = url.hostport
    self.hostname = url.host or ""
    self.port = "" if url.port is None else str(url.port)
    self.pathname = url.path
    self.search = f"?{url.query}" if url.query else ""
    self.hash = f"#{url.fragment}" if url.fragment else ""
    self.__class__ = _Assignable


def _record(self: URL) -> URLRecord:
    """The URL record that the slots were filled from."""
    href = self.href
    has_authority = href.startswith("//", len(self.protocol))
    username, password = _credentials(self)
    before_fragment, hash_sign, fragment = href.partition("#")
    _, question_mark, query = before_fragment.partition("?")
    return URLRecord(
        self.protocol[:-1],
        username,
        password,
        self.hostname if has_authority else None,
        int(self.port) if self.port else None,
        self.pathname,
        query if question_mark else None,
        fragment if hash_sign else None,
        not has_authority and not self.pathname.startswith("/"),
    )


def _credentials(self: URL) -> tuple[str, str]:
    match = _CREDENTIALS.match(self.href, len(self.protocol))
    if match is None:
        return "", ""
    username, _, password = match[1].partition(":")
    return username, password


def _api_url_parse(url: str, base: str | URL | None) -> URLRecord:
    """6.1 The API URL parser."""
    return _parse(url, None if base is None else _parse(str(base) if isinstance(base, URL) else base, None))


def _parse(url: str, base: URLRecord | None) -> URLRecord:
    if not isinstance(url, str):
        raise TypeError(f"a URL is a str, not {type(url).__name__}")
    try:
        return basic_url_parse(url, base)
    except Failure as failure:
        raise InvalidURLError(url, failure.reason, "whatwg") from None
