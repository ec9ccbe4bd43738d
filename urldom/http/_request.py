"""`Request`: the request of a browser for a URL of a page, and the one after a redirect (Fetch
Standard).

A request is plain data, which two kinds of callers make:

- A program calls `Request(...)`, whose constructor checks and normalizes the arguments.
- A page calls `send`, with its `Client` and with what the table of elements says about the element.
  Main fetch finds the headers, or the reason why a browser sends nothing, which `send` returns as a
  `str`. All fields are right by then, so `send` makes the request without the checks, which would
  take longer than all the rest.

A request that `send` made remembers its `Facts`, and if a form made it, the `Submission`.
`explain()` tells them, and `redirected()` runs main fetch again with them. If a program made the
request, its headers are all the facts that there are, and a redirect adds no header that it did not
have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar, cast, get_args

import attrs

from urldom._core import passwords
from urldom._core.errors import (
    InvalidURLError,
    UnresolvableURLError,
    shown,
    type_name,
    unknown_name,
    wrong_type,
)
from urldom._core.objects.url import URL
from urldom._core.public import public
from urldom._core.standards.registry import DEFAULT_STANDARD
from urldom._core.values.url_value import AnyURL
from urldom.http._fetching import (
    DESTINATIONS,
    MODES,
    Asked,
    Client,
    Destination,
    Facts,
    Mode,
    main_fetch,
    why_referer,
)
from urldom.http._hints import RequestHints
from urldom.http._location import Headers, header_values, location
from urldom.http._referrers import DEFAULT, ReferrerPolicy
from urldom.http._submission import Submission
from urldom.http._trust import Site, is_trusted, origin_of, serialized

_T = TypeVar("_T")

_SITES: Final = get_args(Site)  # from the closest on
#: The headers that a browser makes for each URL, and `Host`.
_OWN: Final = frozenset([
    "host", "origin", "referer", "upgrade-insecure-requests",
    "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user",
])  # fmt: skip
#: A *request-body-header name* (Fetch Standard 2.2.2), and the length of the body (RFC 9110 15.4).
_OF_A_BODY: Final = frozenset([
    "content-encoding", "content-language", "content-length", "content-location", "content-type",
])  # fmt: skip
#: `Authorization` is the only *CORS non-wildcard request-header name*. Browsers choose the cookies
#: for each URL.
_OF_AN_ORIGIN: Final = frozenset(["authorization", "cookie"])
#: The methods that are written in upper case (Fetch Standard 2.2.1, "normalize").
_NORMALIZED: Final = frozenset(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"])
#: The keyword, after `allow-`, without which a sandboxed page sends nothing for an initiator (HTML
#: Standard 7.1.5).
_NEEDS: Final = {"form": "forms", "download": "downloads", "meta": "scripts", "script": "scripts"}
#: The reason why `Sec-Fetch-Site` or `Origin` has this value.
_REASONS: Final = {
    "same-origin": "each URL of the request has the page's origin",
    "same-site": "a URL of the request has another origin of the page's site",
    "cross-site": "a URL of the request belongs to another site than the page",
    "none": "no page makes the request",
    "null": "the origin is opaque, or a redirect or the policy hides it",
}
_is_token = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+").fullmatch
_find_line_end = re.compile(r"[\0\r\n]").search


def _checked_url(url: AnyURL) -> str:
    return "" if url == "" else serialized(url, "the URL of a request")


def _checked_method(method: str) -> str:
    if not isinstance(method, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a method", "a str", method)
    if not _is_token(method):
        raise ValueError(f"{shown(method)} is not an HTTP method: use a word such as GET")
    upper = method.upper()
    return upper if upper in _NORMALIZED else method


def _checked_headers(headers: Mapping[str, str] | Iterable[tuple[str, str]]) -> dict[str, str]:
    checked = dict(headers)
    for name, value in checked.items():
        if not (isinstance(name, str) and isinstance(value, str)):  # pyright: ignore[reportUnnecessaryIsInstance]
            kinds = f"{type_name(name)} and {type_name(value)}"
            raise TypeError(f"the names and values of headers must be str, not {kinds}")
        if not _is_token(name):
            raise ValueError(
                f"{shown(name)} is not the name of a header: use letters, digits and hyphens"
            )
        if _find_line_end(value):
            raise ValueError(
                f"the value of the header {name} contains a line end or U+0000: remove it"
            )
    return checked


@public("urldom.http")
class RefusedRedirectError(InvalidURLError):
    """Raised for a redirect that a browser does not follow.

    `url` is its URL, without passwords, and `reason` says why.

    >>> try:
    ...     Request("GET", "https://example.com/").redirected(302, {"Location": "data:,x"})
    ... except RefusedRedirectError as error:
    ...     error.reason
    'a browser sends nothing for a data: URL, because it is the content'
    """

    def __str__(self) -> str:
        return f"a browser does not follow the redirect to {shown(self.url)}: {self.reason}"


# Instances have a `__dict__`, because filling it takes a fifth of the time of setting slots.
@attrs.frozen(repr=False, slots=False)
class _Fields:
    """The fields of a request, as plain data. The constructor checks nothing."""

    method: str
    url: str
    headers: dict[str, str] = attrs.field(factory=dict[str, str], hash=False)
    body: bytes | None = None
    destination: Destination = "document"
    mode: Mode = "navigate"
    initiator: str = ""
    entries: tuple[tuple[str, Any], ...] = attrs.field(default=(), kw_only=True)
    encoding: str | None = attrs.field(default=None, kw_only=True)
    steps: str | None = attrs.field(default=None, kw_only=True)
    _submission: Submission | None = attrs.field(
        default=None, eq=False, kw_only=True, alias="_submission"
    )
    _facts: Facts | None = attrs.field(default=None, eq=False, kw_only=True, alias="_facts")


@public("urldom.http")
@attrs.frozen(repr=False, slots=False, init=False)
class Request(_Fields, RequestHints):
    """A request, as a browser sends it for a URL of a page.

    `page.request(...)` and `page.submission(...)` make one.

    Send it with an HTTP client: `requests.request(r.method, r.url, headers=r.headers,
    data=r.body)`. A request is immutable, so add headers such as `User-Agent` with `attrs.evolve`.
    The constructor raises `InvalidURLError` for an invalid `url`, and `ValueError` for a method
    that is not one word and for a header that contains a line end.

    Attributes:
        method: The HTTP method. As in browsers, `"post"` becomes `"POST"`.
        url: The absolute URL, serialized by the URL Standard.
        headers: The headers that depend on the URL, the page and the element, in Chromium's order.
        body: The bytes of the body, or `None`.
        destination: The *destination* of the Fetch Standard, such as `"document"` or `"image"`.
        mode: The *mode* of the Fetch Standard: `"navigate"`, `"no-cors"`, `"cors"` or
            `"same-origin"`.
        initiator: The local name of the element, `"imageset"` for an image of `srcset` or
            `picture`, `"css"` or `""`.
        entries: The pairs of a name and a value (a `str` or a `File`) that a form sends. A redirect
            may drop them.
        encoding: The name of the encoding that a form uses, or `None`.
        steps: The Standard's name for the steps that submit a form, or `None`. `"Mutate action
            URL"` puts the entries into the URL, `"Submit as entity body"` into the body, and `"Get
            action URL"` leaves them out. `"Mail with headers"` and `"Mail as body"` start an email.
            `"Dialog"` closes a dialog, and `url` is `""`.

    >>> Request("POST", "https://example.com/a", body=b"x").redirected(303, {"Location": "/b"})
    <Request GET https://example.com/b>
    """

    __match_args__ = ("method", "url", "headers", "body", "destination", "mode", "initiator")

    def __init__(
        self,
        method: str,
        url: AnyURL,
        headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        body: bytes | None = None,
        destination: Destination = "document",
        mode: Mode = "navigate",
        initiator: str = "",
        *,
        entries: tuple[tuple[str, Any], ...] = (),
        encoding: str | None = None,
        steps: str | None = None,
        _submission: Submission | None = None,
        _facts: Facts | None = None,
    ) -> None:
        super().__init__(
            method,
            cast(str, url),
            dict(headers),
            body,
            destination,
            mode,
            initiator,
            entries=entries,
            encoding=encoding,
            steps=steps,
            _submission=_submission,
            _facts=_facts,
        )
        self.__attrs_post_init__()

    def __attrs_post_init__(self) -> None:
        """Check the fields, and normalize some of them. The constructor that attrs gives to a
        subclass calls it too."""
        checked = {
            "url": _checked_url(self.url),
            "headers": _checked_headers(self.headers),
            "method": _checked_method(self.method),
        }
        if self.destination not in DESTINATIONS:
            raise ValueError(unknown_name("destination", self.destination, map(repr, DESTINATIONS)))
        if self.mode not in MODES:
            raise ValueError(unknown_name("mode", self.mode, map(repr, MODES)))
        if not isinstance(self.body, (bytes, type(None))):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a body", "bytes or None", self.body)
        # A form that closes a dialog requests no URL.
        if not checked["url"] and self.steps != "Dialog":
            raise InvalidURLError("", "it is empty", DEFAULT_STANDARD)
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @property
    def is_request(self) -> bool:
        """`True` if an HTTP client can send the request, because the scheme is `http` or `https`.

        >>> Request("GET", "mailto:a@example.com").is_request
        False
        """
        return self.url.startswith(("http:", "https:"))

    def redirected(self, status: int, headers: Headers) -> Request | None:
        """Return the request that a browser sends after a redirect, or `None`.

        See the Fetch Standard, "HTTP-redirect fetch".

        - A `POST` becomes a `GET` without a body after 301 and 302, and any method but `GET` and
          `HEAD` after 303.
        - `Authorization` and `Cookie` are not sent to another origin.
        - `Referer`, `Origin`, `Sec-Fetch-*` and the scheme are those for the new URL, by the facts
          of the page and by the response's `Referrer-Policy`. A request that a program made gets no
          header that it did not have.

        Args:
            status: The status of the response.
            headers: The headers of the response, from any HTTP client, or pairs. Values are read as
                in `location`.

        Raises:
            RefusedRedirectError: If a browser does not follow the redirect, for example because 20
                came before it.
            InvalidURLError: If the `Location` header does not parse.
            TypeError: If an argument has a wrong type.

        >>> own = {"Authorization": "Basic eA==", "Referer": "https://example.com/a"}
        >>> request = Request("GET", "https://example.com/", own)
        >>> request.redirected(302, {"location": "//example.org/"}).headers
        {'Referer': 'https://example.com/'}
        """
        if not isinstance(status, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a status", "an int", status)
        values = header_values(headers, ("location", "referrer-policy"))
        locations = values["location"]
        if status not in (301, 302, 303, 307, 308) or not locations:
            return None
        try:
            url = location(locations[0], self.url).href
        except UnresolvableURLError as error:  # Its message would show the query of a form.
            given, base = self._shown(error.url), self._shown(self.url)
            raise UnresolvableURLError(given, base, error.reason, error.standard) from None
        outcome: Request | str
        if any(value != locations[0] for value in locations):
            outcome = "the response has several Location headers, and they differ"
        else:
            policy = ReferrerPolicy.parse(values["referrer-policy"])
            outcome = self._follow(status, url, policy)
        if isinstance(outcome, str):
            raise RefusedRedirectError(self._shown(url), outcome, DEFAULT_STANDARD)
        return outcome

    def explain(self) -> str:
        """Return an explanation of the headers and of a form's submission, without passwords.

        >>> request = Request("GET", "https://example.com/", {"Referer": "https://example.com/a"})
        >>> print(request.redirected(302, {"Location": "//example.org/"}).explain())
        GET https://example.org/
        redirects: 1, from https://example.com/
        Referer: https://example.com/, because the policy sends the origin to another origin
        policy: strict-origin-when-cross-origin, from the default
        """
        facts, submission = self._facts, self._submission
        is_redirected = facts is not None and facts.chain != ()
        if submission is None or is_redirected:
            first = f"{self.method} {self._shown(self.url)}"
        else:
            first = submission.explanation(self.method, self.url, self.encoding, self.steps)
        if facts is None:
            return first
        return "\n".join([first, *self._explained(facts)])

    def _explained(self, facts: Facts) -> Iterator[str]:
        """Yield the lines about the facts."""
        if facts.chain:
            yield f"redirects: {len(facts.chain)}, from {self._shown(facts.chain[0])}"
        if facts.upgrade:
            yield f"https: instead of http:, because {facts.upgrade}"
        for name, value in self.headers.items():
            if name.lower() not in _OWN or name == "Referer":
                continue
            if name != "Sec-Fetch-Mode" and value in _REASONS:
                yield f"{name}: {value}, because {_REASONS[value]}"
            else:
                yield f"{name}: {value}"
        referer = self.headers.get("Referer")
        sent = "no Referer" if referer is None else f"Referer: {passwords.masked(referer)}"
        yield f"{sent}, because {why_referer(self.url, facts)}"
        yield f"policy: {facts.policy}, from {facts.policy_from}"
        if not is_trusted(self.url):
            yield "no Sec-Fetch- headers, because the URL is not trustworthy"

    def _follow(self, status: int, url: str, policy: ReferrerPolicy) -> Request | str:
        """Return the request after a redirect, or why a browser sends none.

        It runs "HTTP-redirect fetch" from step 6 on (Fetch Standard 4.4).
        """
        own = {name.lower(): value for name, value in self.headers.items()}
        referer = URL.parse(own.get("referer", ""))  # The next `Referer` is made from it.
        source = None if referer is None else referer.href
        destination = self.destination
        mode = self.mode
        facts = self._facts
        if facts is None:
            destination = _known_or(own.get("sec-fetch-dest"), DESTINATIONS, destination)
            mode = _known_or(own.get("sec-fetch-mode"), MODES, mode)
            facts = _facts_of_program(self.url, own, source)
        chain = (*facts.chain, self.url)
        if len(chain) > 20:  # step 6
            return "20 redirects came before it"
        # steps 8 and 9
        if (
            mode == "cors"
            and _names_a_user(url)
            and _leaves_the_origin(facts.client, [*chain, url])
        ):
            return (
                "it contains a user or a password, and an origin that is not the page's is involved"
            )
        method = self.method
        body = self.body
        dropped = _OWN
        if _becomes_get(status, method):  # step 11
            method = "GET"
            body = None
            dropped |= _OF_A_BODY
        if origin_of(self.url) != origin_of(url):  # step 12
            dropped |= _OF_AN_ORIGIN
        facts = facts._replace(source=source, upgrade="", chain=chain)
        if policy:  # "set request's referrer policy on redirect"
            facts = facts._replace(policy=policy, policy_from="the response that redirects")
        others = {
            name: value for name, value in self.headers.items() if name.lower() not in dropped
        }
        asked = Asked(method, url, destination, mode, self.initiator)
        fetched = main_fetch(asked, facts, others)
        if isinstance(fetched, str):
            return fetched
        headers = fetched.headers
        if facts.of_program:
            headers = _headers_of_program(headers, own)
        # Without a body, the entries are not sent: the response has chosen the URL.
        entries: tuple[tuple[str, Any], ...] = ()
        encoding = steps = None
        if body is not None:
            entries = self.entries
            encoding = self.encoding
            steps = self.steps
        return _unchecked(
            method, fetched.url, headers, body, destination, mode, self.initiator,
            entries, encoding, steps, self._submission, fetched.facts,
        )  # fmt: skip

    def _shown(self, url: str) -> str:
        """Return a URL without passwords, also those in the query of a form."""
        if self._submission is None:
            return passwords.masked(url)
        return self._submission.shown_url(url)

    def __repr__(self) -> str:
        url = repr(self._shown(self.url))[1:-1]
        if self.body is None:
            return f"<Request {self.method} {url}>"
        size = f"{len(self.body)} bytes"
        types = [value for name, value in self.headers.items() if name.lower() == "content-type"]
        if types and types[0]:
            return f"<Request {self.method} {url}, {size} of {types[0]}>"
        return f"<Request {self.method} {url}, {size}>"


def _unchecked(
    method: str,
    url: str,
    headers: dict[str, str],
    body: bytes | None,
    destination: Destination,
    mode: Mode,
    initiator: str,
    entries: tuple[tuple[str, Any], ...],
    encoding: str | None,
    steps: str | None,
    submission: Submission | None,
    facts: Facts,
) -> Request:
    """Return a request of fields that are right, without the constructor's checks."""
    made = Request.__new__(Request)
    _Fields.__init__(
        made,
        method,
        url,
        headers,
        body,
        destination,
        mode,
        initiator,
        entries=entries,
        encoding=encoding,
        steps=steps,
        _submission=submission,
        _facts=facts,
    )
    return made


def with_url(request: Request, url: str) -> Request:
    """Return a copy of a request, for another URL of its origin."""
    fields = request.__dict__.copy()
    fields["url"] = url
    fields["headers"] = request.headers.copy()
    copied = Request.__new__(Request)
    # `copy.copy` does the same in six times the time, and a page has many such requests.
    object.__setattr__(copied, "__dict__", fields)
    return copied


def send(
    client: Client | None,
    method: str,
    url: str,
    *,
    destination: Destination,
    mode: Mode,
    initiator: str = "",
    policy: ReferrerPolicy | None = None,
    policy_from: str = "the element",
    user_activation: bool = False,
    body: bytes | None = None,
    content_headers: Mapping[str, str] | None = None,
    entries: tuple[tuple[str, Any], ...] = (),
    encoding: str | None = None,
    steps: str | None = None,
    submission: Submission | None = None,
) -> Request | str:
    """Return the request that a browser sends for a URL, or why it sends nothing.

    Args:
        client: The page, or `None` if a person enters the URL.
        method: The HTTP method, in upper case if it is a known one.
        url: The serialized URL.
        destination, mode: As in `Request`.
        initiator: `"form"` for forms, `"imageset"` for `srcset` and `picture`, or the name of the
            element.
        policy: The policy of the element, which `policy_from` names. Without it, the page's policy
            counts.
        policy_from: What sets the policy.
        user_activation: `True` if a person clicked.
        body: The body, or `None`.
        content_headers: The headers that describe the body, and others that the element adds.
        entries, encoding, steps: As in `Request`, for a form.
        submission: The facts about the submission of a form.
    """
    if content_headers and not _are_printable(content_headers.values()):
        return "a header would contain a character that is not printable ASCII"
    source = None
    if client is not None:
        source = client.url
        if client.allows is not None and not _is_allowed(initiator, client.allows):
            return f"the page is in a sandbox without the keyword allow-{_NEEDS[initiator]}"
        if not policy:
            policy, policy_from = client.policy, "the page"
    if not policy:
        policy, policy_from = DEFAULT, "the default"
    asked = Asked(method, url, destination, mode, initiator)
    facts = Facts(client, source, policy, policy_from, user_activation)
    fetched = main_fetch(asked, facts, content_headers or {})
    if isinstance(fetched, str):
        return fetched
    return _unchecked(
        method, fetched.url, fetched.headers, body, destination, mode, initiator,
        entries, encoding, steps, submission, fetched.facts,
    )  # fmt: skip


def _are_printable(values: Iterable[str]) -> bool:
    return all(value.isascii() and value.isprintable() for value in values)


def _is_allowed(initiator: str, keywords: frozenset[str]) -> bool:
    """Return whether a sandbox with these keywords lets an initiator send a request."""
    return initiator not in _NEEDS or f"allow-{_NEEDS[initiator]}" in keywords


# Redirects


def _names_a_user(url: str) -> bool:
    """Return whether a serialized URL contains a user or a password."""
    _, _, rest = url.partition("//")
    authority, _, _ = rest.partition("/")
    return "@" in authority


def _leaves_the_origin(client: Client | None, urls: Iterable[str]) -> bool:
    return client is not None and any(origin_of(url) != client.origin for url in urls)


def _becomes_get(status: int, method: str) -> bool:
    if status in (301, 302):
        return method == "POST"
    return status == 303 and method not in ("GET", "HEAD")


def _known_or(header: str | None, known: tuple[_T, ...], default: _T) -> _T:
    """Return the destination or the mode that a `Sec-Fetch-` header names, or else the default."""
    if header is None:
        return default
    name = header.replace("empty", "")
    return next((one for one in known if one == name), default)


def _headers_of_program(headers: dict[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Return the headers after a redirect that a program's request already had. `own` are those
    before it."""
    kept = {name: value for name, value in headers.items() if name.lower() in own}
    site = own.get("sec-fetch-site", "")
    if site in _SITES and "Sec-Fetch-Site" in kept:  # The least related URL counts.
        kept["Sec-Fetch-Site"] = max(site, kept["Sec-Fetch-Site"], key=_SITES.index)
    return kept


def _facts_of_program(url: str, own: Mapping[str, str], source: str | None) -> Facts:
    """Return the facts of a request that a program made. Only its `own` headers, and `source`, the
    URL in its `Referer`, say where it comes from."""
    #: A URL with the origin of the client.
    of_client: str | None
    if "origin" in own:
        origin = URL.parse(own["origin"])
        of_client = "about:blank" if origin is None else origin.href
    elif source is not None:
        of_client = source
    else:
        # `Sec-Fetch-Site` says only whether the origin is another one, so that an opaque origin
        # stands for it, or is like the origin of the request.
        by_site = {"cross-site": "about:blank", "same-site": url, "same-origin": url}
        of_client = by_site.get(own.get("sec-fetch-site", ""))
    client = None if of_client is None else Client(None, origin_of(of_client))
    return Facts(
        client, source, DEFAULT, "the default", own.get("sec-fetch-user") == "?1", of_program=True
    )
