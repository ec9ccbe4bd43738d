"""`Request`: what a browser sends for a URL of a page, and what it sends after a redirect (Fetch Standard)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

import attrs

from urldom._errors import InvalidURLError, masked, shown, url_repr, wrong_type
from urldom._hints import WithHints
from urldom._http.location import HeaderValue, header_bytes, location
from urldom._http.referrers import DEFAULT, LONGEST, PARTS, ReferrerPolicy, referrer_of, relation
from urldom._http.trust import is_trusted, mixed, origin_of, secured, serialized, site_of
from urldom._standards.registry import DEFAULT_STANDARD
from urldom._values.url_value import AnyURL

#: Fetch Standard 2.2.5, "destination" and "mode".
Destination: TypeAlias = Literal[
    "", "audio", "document", "embed", "font", "frame", "iframe", "image", "json", "manifest", "object", "script",
    "style", "track", "video", "xslt",
]  # fmt: skip
Mode: TypeAlias = Literal["cors", "navigate", "no-cors", "same-origin"]
#: The headers of a response: a mapping, such as an HTTP client has, or pairs of a name and a value.
Headers: TypeAlias = Mapping[Any, Any] | Iterable[tuple[Any, Any]]

#: The destinations of a *navigation request* (Fetch Standard 2.2.5).
_NAVIGATIONS: Final = frozenset(["document", "embed", "frame", "iframe", "object"])
_REDIRECTS: Final = frozenset([301, 302, 303, 307, 308])
_MOST_REDIRECTS: Final = 20


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: The headers that a browser makes for each URL anew, and `Host`.
_OWN: Final = _words(
    "host origin referer sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user upgrade-insecure-requests"
)
#: A *request-body-header name*, and the length of the body (Fetch Standard 2.2.2, RFC 9110 15.4).
_OF_A_BODY: Final = _words("content-encoding content-language content-length content-location content-type")
#: `Authorization` is the only *CORS non-wildcard request-header name*. Browsers choose the cookies for each URL.
_OF_AN_ORIGIN: Final = _words("authorization cookie")
#: The *bad ports* (Fetch Standard 2.9).
_BAD_PORTS: Final = _words(
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 "
    "135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 "
    "995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
)
_UNSENT: Final = {
    "about": "it shows a page of the browser itself",
    "blob": "the content is in the browser's memory",
    "data": "the content is in the URL itself",
    "file": "the content is on the disk",
    "javascript": "it runs the script in the URL",
    "mailto": "it opens an email program",
}
#: The policies that hide the origin of a secure page from an insecure URL (Fetch Standard 3.2)
_STRICT: Final = frozenset(["no-referrer-when-downgrade", "strict-origin", "strict-origin-when-cross-origin"])
_is_token = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+").fullmatch
_find_line_end = re.compile(r"[\0\r\n]").search


class RefusedRedirectError(InvalidURLError):
    """Raised for a redirect that a browser does not follow.

    Attributes:
        url: The URL of the redirect, or its `Location` header.
        reason: A sentence that says why.

    >>> try:
    ...     Request("GET", "https://example.com/").redirected(302, {"Location": "data:,x"})
    ... except RefusedRedirectError as error:
    ...     error.reason
    'a browser sends nothing for a data: URL, because the content is in the URL itself'
    """

    __module__ = "urldom.http"

    def __str__(self) -> str:
        return f"a browser does not follow the redirect to {shown(self.url)}: {self.reason}"


@attrs.frozen
class Client:
    """What a page adds to its requests: the facts of its *environment settings object* and its *policy container*."""

    #: The URL that a `Referer` is made of, or `None` if the page sends none. A `srcdoc` page has its parent's.
    url: str | None
    #: The serialized origin, `"null"` if it is opaque.
    origin: str
    #: The referrer policy. The empty one is the default.
    policy: ReferrerPolicy = ReferrerPolicy.EMPTY
    #: Whether the page or a page around it has the directive `upgrade-insecure-requests`.
    upgrades: bool = False
    #: Whether the settings *prohibit mixed security contexts* (Mixed Content 4.2).
    is_secure: bool = False


@attrs.frozen
class _Facts:
    """What the next request of a chain of redirects needs to know, and what an explanation tells."""

    client: Client | None
    #: The URL that the `Referer` is made of.
    source: str | None
    policy: ReferrerPolicy
    #: Where the policy comes from, in words.
    policy_from: str
    user_activation: bool = False
    #: The URLs before this one.
    chain: tuple[str, ...] = ()
    #: Why the scheme is `https:`, if the URL of the page or of the redirect has another one.
    upgrade: str = ""
    #: Whether the browser adds the cookies of the URL.
    credentials: bool = True
    #: `False` if a program made the request. Redirects then add no headers.
    is_whole: bool = True


def _checked_headers(headers: Headers) -> dict[str, str]:
    checked = dict(headers)
    for name, value in checked.items():
        for text in (name, value):
            if not isinstance(text, str):
                raise wrong_type("the names and values of headers", "a str", text)
        if not _is_token(name):
            raise ValueError(f"{shown(name)} is not the name of a header: use letters, digits and hyphens")
        if _find_line_end(value):
            raise ValueError(f"the value of the header {name} contains a line end or U+0000, and would add a header")
    return checked


def _checked_url(url: AnyURL) -> str:
    return "" if url == "" else serialized(url, "the URL of a request")


@attrs.frozen(repr=False)
class Request(metaclass=WithHints):
    """A request, as a browser sends it for a URL of a page. `page.request(...)` makes one, and so does a program.

    Send it with an HTTP client: `requests.request(r.method, r.url, headers=r.headers, data=r.body)`. The headers are
    those that depend on the URL, the page and the element. Add your own, such as `User-Agent`, with `attrs.evolve`. A
    request is immutable, and can be compared and pickled.

    Attributes:
        method: The HTTP method.
        url: The absolute URL, serialized by the URL Standard.
        headers: The header fields, in the order of Chromium.
        body: The bytes of the body, or `None`.
        destination: The *destination* of the Fetch Standard, such as `"document"` or `"image"`.
        mode: The *mode* of the Fetch Standard: `"navigate"`, `"no-cors"`, `"cors"` or `"same-origin"`.
        initiator: The local name of the element, `"imageset"` for an image of `srcset` or `picture`, `"css"` for a URL
            of a style sheet, or `""`.
        entries: For a form, the pairs of a name and a value that it sends. A value is a `str` or a `File`.
        encoding: For a form, the name of the encoding that it uses.
        steps: For a form, the Standard's name for the steps that a browser takes. `"Mutate action URL"` puts the
            entries into the URL, `"Submit as entity body"` into the body, and `"Get action URL"` leaves them out.
            `"Mail with headers"` and `"Mail as body"` start an email, and `"Dialog"` closes a dialog: `url` is then
            `""`.

    Raises:
        InvalidURLError: If `url` is not an absolute URL.
        ValueError: If the method or a header contains a character that would end its line.
        TypeError: If a value has a wrong type.

    >>> request = Request("POST", "https://example.com/a", {"Content-Type": "text/plain"}, b"x")
    >>> request.redirected(303, {"Location": "/b"})
    <Request GET https://example.com/b>
    """

    __module__ = "urldom.http"

    method: str
    url: str = attrs.field(converter=_checked_url)
    headers: dict[str, str] = attrs.field(factory=dict[str, str], converter=_checked_headers, hash=False)
    body: bytes | None = None
    destination: Destination = "document"
    mode: Mode = "navigate"
    initiator: str = ""
    entries: tuple[tuple[str, Any], ...] = attrs.field(default=(), kw_only=True)
    encoding: str | None = attrs.field(default=None, kw_only=True)
    steps: str | None = attrs.field(default=None, kw_only=True)
    #: The `Told` of the module `urldom.trees._forms.submission`.
    _told: Any = attrs.field(default=None, eq=False, kw_only=True, alias="_told")
    _facts: _Facts | None = attrs.field(default=None, eq=False, kw_only=True, alias="_facts")

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.method, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a method", "a str", self.method)
        if not _is_token(self.method):
            raise ValueError(f"{shown(self.method)} is not an HTTP method: use a word such as GET")
        if not isinstance(self.body, (bytes, type(None))):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a body", "bytes or None", self.body)
        if not self.url and self.steps != "Dialog":
            raise InvalidURLError("", "it is empty", DEFAULT_STANDARD)

    @property
    def is_request(self) -> bool:
        """`True` if an HTTP client can send the request, because the scheme is `http` or `https`.

        >>> Request("GET", "mailto:a@example.com").is_request
        False
        """
        return self.url.startswith(("http:", "https:"))

    def redirected(self, status: int, headers: Headers) -> Request | None:
        """Return the request that a browser sends after a redirect (Fetch Standard, "HTTP-redirect fetch").

        - A `POST` becomes a `GET` after 301 and 302, and each method but `GET` and `HEAD` after 303. The body goes, and
          so do the headers that describe it.
        - `Authorization` and `Cookie` do not go to another origin, and `Host` does not go to another URL.
        - `Referer`, `Origin`, `Sec-Fetch-*` and the scheme are those of the new URL, by the page and by the response's
          `Referrer-Policy`. A request that a program made gets no header that it did not have.

        Args:
            status: The status of the response.
            headers: The headers of the response: those of any HTTP client, or pairs. The case of a name does not count.

        Returns:
            The next request, or `None` if the response is not a redirect.

        Raises:
            RefusedRedirectError: If a browser does not follow the redirect, for example because it leads to a `data:`
                URL, or because 20 redirects came before it.
            InvalidURLError: If the `Location` header does not parse.
            TypeError: If an argument has a wrong type.

        >>> own = {"User-Agent": "bot", "Authorization": "Basic eA==", "Referer": "https://example.com/"}
        >>> Request("GET", "https://example.com/", own).redirected(302, {"location": "//example.org/"}).headers
        {'User-Agent': 'bot', 'Referer': 'https://example.com/'}
        """
        if not isinstance(status, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a status", "an int", status)
        values = _values(headers, "location", "referrer-policy")
        if status not in _REDIRECTS or not (found := values["location"]):
            return None
        if any(value != found[0] for value in found):
            raise _refusal(found[0], "the response has several Location headers, and they differ")
        return _follow(self, status, location(found[0], self.url).href, ReferrerPolicy.parse(values["referrer-policy"]))

    def explain(self) -> str:
        """Explain why each header has its value, and which page, element or policy it comes from. For a form, explain
        the submission too. Passwords, and values of headers that a program added, are not shown.

        Returns:
            The explanation, as several lines.

        >>> request = Request("GET", "https://example.com/", {"Referer": "https://example.com/a"})
        >>> print(request.redirected(302, {"Location": "//example.org/"}).explain())
        GET https://example.org/
        redirects: 1, from https://example.com/
        Referer: https://example.com/, because the policy sends the origin to another origin
        policy: strict-origin-when-cross-origin, from the default
        """
        return "\n".join(_explain(self))

    def __repr__(self) -> str:
        size = "" if self.body is None else f", {len(self.body)} bytes of {self.headers.get('Content-Type')}"
        return f"<Request {self.method} {url_repr(_shown_url(self))[1:-1]}{size}>"


def redirect(request: Request, status: int, headers: Headers) -> Request | None:
    """Return the request that a browser sends after a redirect. It is `request.redirected(status, headers)`.

    Args:
        request: The request that the response answers.
        status: The status of the response.
        headers: The headers of the response.

    Returns:
        The next request, or `None` if the response is not a redirect.

    Raises:
        InvalidURLError: If the `Location` header does not parse, or if a browser does not follow it.
        TypeError: If an argument has a wrong type.

    >>> redirect(Request("GET", "https://example.com/"), 200, {})
    """
    return request.redirected(status, headers)


_set: Final[Callable[[object, str, object], None]] = object.__setattr__
_BLANK: Final = {
    field.name: field.default
    for field in attrs.fields(Request)
    if not isinstance(field.default, attrs.Factory)  # type: ignore[arg-type]
}


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
    credentials: bool = True,
    body: bytes | None = None,
    content_headers: Mapping[str, str] | None = None,
    **of_form: Any,
) -> Request | str:
    """Return the request that a browser sends for a serialized URL, or why it sends nothing.

    `client` is `None` if a person enters the URL. `policy` is the policy of the element, and `policy_from` says where
    it comes from. A form has the initiator `"form"`, and an image of `srcset` or `picture` has `"imageset"`."""
    if not policy:
        policy = (client and client.policy) or DEFAULT
        policy_from = "the page" if client and client.policy else "the default"
    admitted = _admit(client, url, destination, mode, initiator)
    if isinstance(admitted, str):
        return admitted
    url, upgrade = admitted
    source = None if client is None else client.url
    facts = _Facts(client, source, policy, policy_from, user_activation, (), upgrade, credentials)
    headers = _headers(facts, method, url, destination, mode, content_headers or {})
    # The constructor would check what is correct by construction, which takes twice the time.
    request = object.__new__(Request)
    fields = {
        **_BLANK, "method": method, "url": url, "headers": headers, "body": body, "destination": destination,
        "mode": mode, "initiator": initiator, **of_form, "_facts": facts,
    }  # fmt: skip
    for name, value in fields.items():
        _set(request, name, value)
    return request


def _admit(client: Client | None, url: str, destination: str, mode: str, initiator: str) -> tuple[str, str] | str:
    """Run steps 5 to 7 of "main fetch", and those that return a network error. Return the URL, and why it is upgraded,
    or why nothing is sent."""
    if not url.startswith(("http:", "https:")):
        scheme = url.partition(":")[0]
        because = _UNSENT.get(scheme, "it has an HTTP client only for http: and https:")
        return f"a browser sends nothing for {'an' if scheme == 'about' else 'a'} {scheme}: URL, because {because}"
    upgrade = ""
    if client is not None and (client.upgrades or client.is_secure) and url.startswith("http:"):
        here = origin_of(url).partition("://")[2]
        if client.upgrades and (
            destination != "document" or initiator == "form" or here == client.origin.partition("://")[2]
        ):
            url, upgrade = secured(url), "the page has the directive upgrade-insecure-requests"
        elif client.is_secure and (outcome := mixed(url, destination, initiator)):
            if outcome == "blocked":
                kind = destination or "such"
                return f"the URL is mixed content: a browser blocks insecure {kind} requests of a secure page"
            url, upgrade = secured(url), f"it would be mixed content: insecure {destination} in a secure page"
    origin = origin_of(url)
    if client is not None and mode == "same-origin" and origin != client.origin:
        return "the URL has another origin than the page, and this request may not leave the page's origin"
    port = origin.rpartition(":")[2]
    if port in _BAD_PORTS:
        return f"a browser blocks the port {port}, which belongs to another protocol than HTTP"
    return url, upgrade


def _headers(
    facts: _Facts, method: str, url: str, destination: str, mode: str, others: Mapping[str, str]
) -> dict[str, str]:
    headers: dict[str, str] = {}
    if destination in _NAVIGATIONS:
        headers["Upgrade-Insecure-Requests"] = "1"
    headers.update(others)
    client = facts.client
    if client is not None and (mode == "cors" or method not in ("GET", "HEAD")):
        origin = _origin(facts, client.origin, method, url, mode)
        if origin is not None:
            headers["Origin"] = origin
    if is_trusted(url):  # Fetch Metadata 3
        headers["Sec-Fetch-Site"] = "none" if client is None else site_of(client.origin, (*facts.chain, url))
        headers["Sec-Fetch-Mode"] = mode
        if facts.user_activation and destination in _NAVIGATIONS:
            headers["Sec-Fetch-User"] = "?1"
        headers["Sec-Fetch-Dest"] = destination or "empty"
    referer = referrer_of(facts.source, url, facts.policy)
    if referer is not None:
        headers["Referer"] = referer
    return headers


def _origin(facts: _Facts, origin: str, method: str, url: str, mode: str) -> str | None:
    """Append a request `Origin` header (Fetch Standard 3.2)."""
    origins = [origin_of(one) for one in (*facts.chain, url)]
    # the *response tainting* "cors"
    is_tainted = mode == "cors" and (origin == "null" or any(one != origin for one in origins))
    if not is_tainted and method in ("GET", "HEAD"):
        return None
    # the *redirect-taint*: a redirect led from one foreign origin to another origin
    if any(last not in (one, origin) for last, one in pairwise(origins)):
        return "null"
    if mode == "cors":
        return origin
    policy = facts.policy
    if policy in _STRICT:
        is_hidden = origin.startswith("https:") and not url.startswith("https:")
    else:
        is_hidden = policy == "no-referrer" or (policy == "same-origin" and origins[-1] != origin)
    return "null" if is_hidden else origin


# Redirects


def _follow(request: Request, status: int, url: str, response_policy: ReferrerPolicy) -> Request:
    """Run "HTTP-redirect fetch" from step 6 on (Fetch Standard 4.4)."""
    facts = request._facts or _facts_of(request)  # pyright: ignore[reportPrivateUsage]
    client, here, there = facts.client, origin_of(request.url), origin_of(url)
    chain = (*facts.chain, request.url)
    if response_policy:
        facts = attrs.evolve(facts, policy=response_policy, policy_from="the response that redirects")
    admitted = _admit(client, url, request.destination, request.mode, request.initiator)
    if isinstance(admitted, str):
        raise _refusal(url, admitted)
    if len(chain) > _MOST_REDIRECTS:
        raise _refusal(url, f"{_MOST_REDIRECTS} redirects came before it")
    is_named = "@" in url.split("/", 3)[2]  # a user or a password
    if is_named and request.mode == "cors" and client and any(origin_of(one) != client.origin for one in (*chain, url)):
        raise _refusal(url, "it contains a user or a password, and another origin than the page's is involved")
    url, upgrade = admitted
    method, body, dropped = request.method, request.body, _OWN
    if (status in (301, 302) and method == "POST") or (status == 303 and method not in ("GET", "HEAD")):
        method, body, dropped = "GET", None, dropped | _OF_A_BODY
    if here != there:
        dropped = dropped | _OF_AN_ORIGIN
    facts = attrs.evolve(facts, source=_referer_of(request), chain=chain, upgrade=upgrade)
    others = {name: value for name, value in request.headers.items() if name.lower() not in dropped}
    headers = _headers(facts, method, url, request.destination, request.mode, others)
    if not facts.is_whole:
        known = {name.lower() for name in request.headers}
        headers = {name: value for name, value in headers.items() if name.lower() in known}
    return attrs.evolve(request, method=method, url=url, headers=headers, body=body, _facts=facts)


def _refusal(url: HeaderValue, reason: str) -> RefusedRedirectError:
    text = header_bytes(url, "Location").decode(errors="replace")
    return RefusedRedirectError(text, reason, DEFAULT_STANDARD)


def _referer_of(request: Request) -> str | None:
    """Return the URL of the `Referer` header. The next `Referer` is made of it, and none stays none."""
    value = next((value for name, value in request.headers.items() if name.lower() == "referer"), "")
    try:
        return serialized(value, "a Referer")
    except InvalidURLError:
        return None


def _facts_of(request: Request) -> _Facts:
    """Return the facts of a request that a program made, as far as its headers tell them."""
    own = {name.lower(): value for name, value in request.headers.items()}
    referer = _referer_of(request)
    origin = own.get("origin") or (referer and origin_of(referer))
    client = Client(None, origin) if origin else None
    return _Facts(client, referer, DEFAULT, "the default", own.get("sec-fetch-user") == "?1", is_whole=False)


def _values(headers: Headers, *names: str) -> dict[str, list[HeaderValue]]:
    """Return the values of headers, by name. Scrapy's headers have lists of values."""
    found: dict[str, list[HeaderValue]] = {name: [] for name in names}
    pairs: Iterable[tuple[Any, Any]] = getattr(headers, "items", lambda: headers)()
    for name, value in pairs:
        text = header_bytes(name, "name of a").decode("latin-1").lower()
        if text in found and value is not None:
            found[text] += value if isinstance(value, (list, tuple)) else [value]
    return found


# Explanations


def _shown_url(request: Request) -> str:
    told = request._told  # pyright: ignore[reportPrivateUsage]
    return request.url if told is None else told.shown_url(request.url)


def _explain(request: Request) -> Iterator[str]:
    facts, told = request._facts, request._told  # pyright: ignore[reportPrivateUsage]
    if told is None:
        yield f"{request.method} {masked(request.url)}"
    else:
        yield told.explanation(request.method, request.url, request.encoding, request.steps)
    if facts is None:
        if request.headers:
            yield f"headers: {', '.join(request.headers)}, as the program gave them"
        return
    if facts.chain:
        yield f"redirects: {len(facts.chain)}, from {masked(facts.chain[0])}"
    if not facts.credentials:
        yield "cookies: none, because the element asks without credentials"
    if facts.upgrade:
        yield f"https: instead of http:, because {facts.upgrade}"
    for name, value in request.headers.items():
        lower = name.lower()
        if lower not in _OWN:
            yield f"{name}: {value if lower in _OF_A_BODY else '..., which the program gave'}"
        else:
            yield f"{name}: {masked(value)}, because {_reason(request, facts, lower, value)}"
    if facts.is_whole and "Referer" not in request.headers:
        yield f"no Referer, because {_reason(request, facts, 'referer', None)}"
    yield f"policy: {facts.policy}, from {facts.policy_from}"
    if facts.is_whole and not is_trusted(request.url):
        yield "no Sec-Fetch- headers, because the URL is not trustworthy"


_REASONS: Final = {
    "same-origin": "each URL of the request has the page's origin",
    "same-site": "a URL of the request has another origin of the page's site",
    "cross-site": "a URL of the request belongs to another site than the page",
    "none": "no page makes the request",
    "?1": "a person started the navigation",
    "1": "the request is a navigation",
    "null": "the origin is opaque, or the policy or a redirect hides it",
}


def _reason(request: Request, facts: _Facts, name: str, value: str | None) -> str:
    if name != "referer":
        return _REASONS.get(value or "", f"the request has the mode {request.mode} and the method {request.method}")
    if facts.source is None:
        return "the request before the redirect had none" if facts.chain else "the page sends none"
    origin = origin_of(facts.source)
    if origin == "null":
        return "the page has an opaque origin"
    related = relation(origin, request.url)
    part = PARTS[facts.policy][related]
    if part == "the whole URL" and value == f"{origin}/" and len(facts.source) > LONGEST:
        part = f"the origin, because the URL has more than {LONGEST:,} characters,"
    place = ("the same origin", "another origin", "a less secure URL")[related]
    return f"the policy sends {part} to {place}"
