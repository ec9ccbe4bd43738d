"""The URL Standard as one of urldom's standards, with the HTML Standard's `HTMLHyperlinkElementUtils` and base URLs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from urldom.encodings import output_encoding
from urldom.errors import InvalidURLError, RejectedValueError, UnresolvableURLError
from urldom.parsed import ParsedURL, keep_as_base, make_parsed_url, recompose
from urldom.rfc3986 import PlainBase, resolve_plain
from urldom.standards import DECOMPOSITION_ATTRIBUTES, Decomposition, Standard, StandardName
from urldom.whatwg.attributes import SETTERS, origin
from urldom.whatwg.parsing import basic_url_parse
from urldom.whatwg.serialized_form import (
    SERIALIZED_FORM,
    match_components,
    match_relative,
    match_serialized,
    plain_value,
)
from urldom.whatwg.url_record import URLRecord, serialize
from urldom.whatwg.validation import Failure
from urldom.whatwg.writing import is_valid_url_string

_SPECIAL_PREFIXES: Final = ("http:", "https:", "ws:", "wss:", "ftp:", "file:")
_WITHOUT_TAB_AND_NEWLINE: Final = dict.fromkeys(map(ord, "\t\n\r"))

# HTMLHyperlinkElementUtils: what the getters return where the element's url is null
_NO_URL: Final[Decomposition] = (":", "", "", "", "", "", "")


class URLStandard(Standard):
    """The URL Standard; its one instance is `WHATWG`.

    >>> str(WHATWG.parse("HTTP://EXAMPLE.com:80/a b")), WHATWG.resolve("../x", "http://example.com/a/b/c").path
    ('http://example.com/a%20b', '/a/x')
    >>> WHATWG.assign("http://example.com/", "port", "8080")
    'http://example.com:8080/'
    """

    __slots__ = ()

    name: ClassVar[StandardName] = "whatwg"
    attributes: ClassVar[tuple[str, ...]] = (*DECOMPOSITION_ATTRIBUTES, "href", "origin", "username", "password")
    plain_form: ClassVar[re.Pattern[str]] = SERIALIZED_FORM
    xml_base: ClassVar[bool] = False
    live_fallback: ClassVar[bool] = False
    # CSS Values 4, "fetch a style resource": the URL parser is given no encoding
    css_encoding: ClassVar[str | None] = "utf-8"

    def parse(self, url: str) -> ParsedURL:
        """The components of `url`, an absolute URL, as the basic URL parser (4.4) leaves them. The string of the result
        is the serialized URL. Raises `InvalidURLError`."""
        parsed = _parse_serialized(url)
        if parsed is not None:
            return parsed
        try:
            return _parsed_url(basic_url_parse(url))
        except Failure as failure:
            raise InvalidURLError(url, failure.reason, self.name) from None

    def resolve(self, url: str, base: str | ParsedURL | None = None, *, encoding: str = "utf-8") -> ParsedURL:
        """The components of what the URL parser (4.4) makes of `url` with `base` as the base URL, and with a query in
        `encoding`, a label of the Encoding Standard.

        Raises `UnresolvableURLError`, and `LookupError` for an unknown label."""
        encoding = output_encoding(encoding)
        parsed = _parse_serialized(url)
        if base is None:
            base_url = None
        else:
            if not isinstance(base, (str, ParsedURL)):
                raise TypeError(f"a base URL is a str or a ParsedURL, not {type(base).__name__}")
            try:
                if isinstance(base, str):
                    base_url = (_kept_base_url if len(base) <= _KEPT_LENGTH else _base_url)(base)
                elif isinstance(base._as_base, _BaseURL):
                    base_url = base._as_base
                else:
                    base_url = _base_url(str(base))
                    keep_as_base(base, base_url)
            except Failure as failure:
                raise UnresolvableURLError(
                    url, str(base), f"the base URL does not parse: {failure.reason}", self.name
                ) from None
        if parsed is not None:
            return parsed
        if base_url is not None and base_url.plain is not None:
            match = match_relative(url)
            if match is not None:
                return resolve_plain(base_url.plain, *match.groups())  # 4.4 comes to the same
        try:
            return _parsed_url(basic_url_parse(url, base_url.record if base_url else None, encoding))
        except Failure as failure:
            raise UnresolvableURLError(url, None if base is None else str(base), failure.reason, self.name) from None

    def _absolute_string(self, url: str) -> str | None:
        absolute = super()._absolute_string(url)
        # 4.4 scheme state: behind a special scheme, and without two slashes, it depends on the base's scheme.
        if absolute is not None and absolute.startswith(_SPECIAL_PREFIXES):
            _, _, behind = url.translate(_WITHOUT_TAB_AND_NEWLINE).partition(":")
            return absolute if re.match(r"[/\\]{2}", behind) else None
        return absolute

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        """Whether `url` is a *valid URL string* (4.3), in a document whose base URL is an http or https one. The
        encoding makes no difference."""
        return is_valid_url_string(url)

    def plain_value(self, name: str, value: str) -> str | None:
        return plain_value(name, value)

    def decompose(self, input: str, encoding: str = "utf-8") -> Decomposition:
        """What the getters of `HTMLHyperlinkElementUtils` return for an element with this `href`, and no base."""
        match = match_serialized(input)
        if match is not None and "/." not in input:
            protocol, host, path, search, hash = match.groups()
            return protocol, host, host, "", path or "/", search, hash
        url = _set_the_url(input, encoding)
        if url is None:
            return _NO_URL
        return (
            f"{url.scheme}:",
            url.hostport,
            url.host or "",
            "" if url.port is None else str(url.port),
            url.path,
            f"?{url.query}" if url.query else "",
            f"#{url.fragment}" if url.fragment else "",
        )

    def decompose_more(self, input: str, name: str) -> str:
        """`href`, `origin`, `username` or `password` of an element with this `href`, and no base."""
        url = _set_the_url(input, "utf-8")
        if name == "href":
            return input if url is None else serialize(url)
        if name == "origin":
            return "" if url is None else origin(url)
        if name == "username":
            return "" if url is None else url.username
        if name == "password":
            return "" if url is None else url.password
        return super().decompose_more(input, name)

    def assign(self, input: str, name: str, value: str, encoding: str = "utf-8") -> str:
        """The `href` that an element whose `href` is `input` has after its setter `name` (of
        `HTMLHyperlinkElementUtils`). Raises `RejectedValueError` where the setter leaves the URL as it is."""
        if name == "href":
            return value
        match = match_serialized(input)
        if match is not None and match["pathname"] and "/." not in input:
            plain = plain_value(name, value)
            if plain is not None and name == "port":
                return f"{input[: match.end('hostname')]}:{plain}{input[match.end('hostname') :]}"
            if plain is not None:
                start, end = match.span("hostname" if name == "host" else name)
                return f"{input[:start]}{plain}{input[end:]}"
        url = _set_the_url(input, encoding)
        if url is None:
            raise RejectedValueError(name, value, f"{input!r} is not a URL")
        before = serialize(url)
        try:
            SETTERS[name](url, value)
        except Failure as failure:
            after = serialize(url)
            # A setter can stop after it has done a part: host = "example.org:x" sets the host.
            if after == before:
                raise RejectedValueError(name, value, failure.reason) from None
            return after
        return serialize(url)

    def fallback_base_url(self, address: str, creator: str | None, container: str | None) -> str:
        """The HTML Standard's *fallback base URL*. The *about base URL* is what the base URL of the container, or else
        of the creator, was when the document was made."""
        about_base_url = creator if container is None else container
        if about_base_url is None:
            return address
        try:
            url = basic_url_parse(address)
        except Failure:
            return address
        # "matches about:srcdoc", "matches about:blank"
        if url.scheme == "about" and ((url.path == "srcdoc" and url.query is None) or url.path == "blank"):
            return about_base_url
        return address

    def base_element_url(self, href: str, fallback: str, encoding: str) -> str:
        """The HTML Standard's *frozen base URL* of a `base` element."""
        try:
            url = self.resolve(href, fallback, encoding=encoding)
        except InvalidURLError:
            return fallback
        return fallback if url.scheme in ("data", "javascript") else str(url)


WHATWG: Final = URLStandard()


class _BaseURL(NamedTuple):
    """A base URL."""

    record: URLRecord
    #: The same for relative references in serialized form, where the scheme is http or https.
    plain: PlainBase | None


def _base_url(base: str) -> _BaseURL:
    parsed = _parse_serialized(base)
    if parsed is not None:
        record = URLRecord(parsed.scheme or "", host=parsed.host, path=parsed.path, query=parsed.query)
        return _BaseURL(record, PlainBase.of(parsed))
    record = basic_url_parse(base)
    return _BaseURL(record, PlainBase.of(_parsed_url(record)) if record.scheme in ("http", "https") else None)


_kept_base_url = lru_cache(maxsize=256)(_base_url)
_KEPT_LENGTH: Final = 2048  # characters: what is kept is bounded in size too


def _parse_serialized(url: str) -> ParsedURL | None:
    """The fast path: the components of a URL that is in the serialized form, or `None` for any other."""
    try:
        match = match_components(url)
    except TypeError:
        raise TypeError(f"a URL is a str, not {type(url).__name__}") from None
    if match is None:
        return None
    scheme, host, path, query, fragment = match.groups()
    if "/." in path:
        return None
    if path:
        return make_parsed_url(url, scheme, None, host, None, path, query, fragment)
    return make_parsed_url(
        recompose(scheme, host, "/", query, fragment), scheme, None, host, None, "/", query, fragment
    )


def _parsed_url(url: URLRecord) -> ParsedURL:
    return make_parsed_url(
        serialize(url),
        url.scheme,
        url.userinfo if url.includes_credentials else None,
        url.host,
        None if url.port is None else str(url.port),
        url.path,
        url.query,
        url.fragment,
    )


def _set_the_url(href: str, encoding: str) -> URLRecord | None:
    """HTMLHyperlinkElementUtils, *set the url*, without a base."""
    try:
        return basic_url_parse(href, None, output_encoding(encoding))
    except Failure:
        return None
