"""`Request`: the request of a browser for a URL of a page, and the one after a redirect (Fetch Standard)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

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
from urldom._core.standards.registry import DEFAULT_STANDARD
from urldom._core.values.url_value import AnyURL
from urldom.http._hints import RequestHints
from urldom.http._location import Headers, header_values, location
from urldom.http._referrers import DEFAULT, PARTS, ReferrerPolicy, referrer_of, relation, stripped
from urldom.http._trust import Site, is_trusted, mixed, origin_of, serialized, site_of, upgraded

#: Fetch Standard 2.2.5, "destination" and "mode".
Destination: TypeAlias = Literal[
    "", "audio", "audioworklet", "document", "embed", "font", "frame", "iframe", "image", "json", "manifest", "object",
    "paintworklet", "report", "script", "serviceworker", "sharedworker", "style", "text", "track", "video",
    "webidentity", "worker", "xslt",
]  # fmt: skip
Mode: TypeAlias = Literal["cors", "navigate", "no-cors", "same-origin"]
_KNOWN: Final = {"destination": get_args(Destination), "mode": get_args(Mode)}
_SITES: Final = get_args(Site)  # from the closest on
#: The destinations of a *navigation request* (Fetch Standard 2.2.5).
_NAVIGATIONS: Final = frozenset(["document", "embed", "frame", "iframe", "object"])
#: The headers that a browser makes for each URL, and `Host`.
_OWN: Final = frozenset([
    "host", "origin", "referer", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user",
    "upgrade-insecure-requests",
])  # fmt: skip
#: A *request-body-header name* (Fetch Standard 2.2.2), and the length of the body (RFC 9110 15.4).
_OF_A_BODY: Final = frozenset(f"content-{part}" for part in ("encoding", "language", "length", "location", "type"))
#: `Authorization` is the only *CORS non-wildcard request-header name*. Browsers choose the cookies for each URL.
_OF_AN_ORIGIN: Final = frozenset(["authorization", "cookie"])
#: The *bad ports* (Fetch Standard 2.9).
_BAD_PORTS: Final = frozenset(map(str, [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530,
    531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
    5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]))  # fmt: skip
_UNSENT: Final = {"data": "it is the content", "javascript": "it is a script", "mailto": "it opens an email program"}
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


@attrs.frozen
class Client:
    """The facts about a page that its requests need: *environment settings object* and *policy container*."""

    url: str | None  # the URL that a `Referer` is made of: a `srcdoc` page has its parent's
    origin: str  # serialized
    policy: ReferrerPolicy = ReferrerPolicy.EMPTY
    upgrades: bool = False  # whether the page or a page around it has the directive `upgrade-insecure-requests`
    is_secure: bool = False  # whether the settings *prohibit mixed security contexts* (Mixed Content 4.2)
    is_framed: bool = False  # whether links and forms of the page navigate a frame
    allows: frozenset[str] | None = None  # the keywords that all sandboxes of the page have, or `None` outside


#: The keyword, after `allow-`, without which a sandboxed page sends nothing for an initiator (HTML Standard 7.1.5).
_NEEDS: Final = {"form": "forms", "download": "downloads", "meta": "scripts", "script": "scripts"}


class _Facts(NamedTuple):
    """The facts about a request that a redirect and an explanation need."""

    client: Client | None
    source: str | None  # the URL that the `Referer` is made of
    policy: ReferrerPolicy
    policy_from: str
    user_activation: bool
    upgrade: str = ""  # why the scheme is `https:`, if it was `http:`
    chain: tuple[str, ...] = ()  # the URLs before this one
    of_program: bool = False  # whether a program made the request: a redirect then adds no header


def _checked_url(url: AnyURL) -> str:
    return "" if url == "" else serialized(url, "the URL of a request")


def _checked_headers(headers: Mapping[str, str] | Iterable[tuple[str, str]]) -> dict[str, str]:
    checked = dict(headers)
    for name, value in checked.items():
        if not (isinstance(name, str) and isinstance(value, str)):  # pyright: ignore[reportUnnecessaryIsInstance]
            kinds = f"{type_name(name)} and {type_name(value)}"
            raise TypeError(f"the names and values of headers must be str, not {kinds}")
        if not _is_token(name):
            raise ValueError(f"{shown(name)} is not the name of a header: use letters, digits and hyphens")
        if _find_line_end(value):
            raise ValueError(f"the value of the header {name} contains a line end or U+0000: remove it")
    return checked


class RefusedRedirectError(InvalidURLError):
    """Raised for a redirect that a browser does not follow. `url` is its URL, without passwords, and `reason` says why.

    >>> try:
    ...     Request("GET", "https://example.com/").redirected(302, {"Location": "data:,x"})
    ... except RefusedRedirectError as error:
    ...     error.reason
    'a browser sends nothing for a data: URL, because it is the content'
    """

    __module__ = "urldom.http"

    def __str__(self) -> str:
        return f"a browser does not follow the redirect to {shown(self.url)}: {self.reason}"


# Instances have a `__dict__`, because filling it takes a fifth of the time of setting slots.
@attrs.frozen(repr=False, slots=False)
class Request(RequestHints):
    """A request, as a browser sends it for a URL of a page. `page.request(...)` and `page.submission(...)` make one.

    Send it with an HTTP client: `requests.request(r.method, r.url, headers=r.headers, data=r.body)`. A request is
    immutable, so add headers such as `User-Agent` with `attrs.evolve`. The constructor raises `InvalidURLError` for an
    invalid `url`, and `ValueError` for a method that is not one word and for a header that contains a line end.

    Attributes:
        method: The HTTP method. As in browsers, `"post"` becomes `"POST"`.
        url: The absolute URL, serialized by the URL Standard.
        headers: The headers that depend on the URL, the page and the element, in Chromium's order.
        body: The bytes of the body, or `None`.
        destination: The *destination* of the Fetch Standard, such as `"document"` or `"image"`.
        mode: The *mode* of the Fetch Standard: `"navigate"`, `"no-cors"`, `"cors"` or `"same-origin"`.
        initiator: The local name of the element, `"imageset"` for an image of `srcset` or `picture`, `"css"` or `""`.
        entries: The pairs of a name and a value (a `str` or a `File`) that a form sends. A redirect may drop them.
        encoding: The name of the encoding that a form uses, or `None`.
        steps: The Standard's name for the steps that submit a form, or `None`. `"Mutate action URL"` puts the entries
            into the URL, `"Submit as entity body"` into the body, and `"Get action URL"` leaves them out. `"Mail with
            headers"` and `"Mail as body"` start an email. `"Dialog"` closes a dialog, and `url` is `""`.

    >>> Request("POST", "https://example.com/a", body=b"x").redirected(303, {"Location": "/b"})
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
        if (upper := self.method.upper()) in ("DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"):
            vars(self)["method"] = upper  # Fetch Standard 2.2.1, "normalize"
        for name, names in _KNOWN.items():
            if (value := getattr(self, name)) not in names:
                raise ValueError(unknown_name(name, value, map(repr, names)))
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
        """Return the request that a browser sends after a redirect, or `None` (Fetch Standard, "HTTP-redirect fetch").

        - A `POST` becomes a `GET` without a body after 301 and 302, and any method but `GET` and `HEAD` after 303.
        - `Authorization` and `Cookie` are not sent to another origin.
        - `Referer`, `Origin`, `Sec-Fetch-*` and the scheme are those for the new URL, by the facts of the page and by
          the response's `Referrer-Policy`. A request that a program made gets no header that it did not have.

        Args:
            status: The status of the response.
            headers: The headers of the response, from any HTTP client, or pairs. Values are read as in `location`.

        Raises:
            RefusedRedirectError: If a browser does not follow the redirect, for example because 20 came before it.
            InvalidURLError: If the `Location` header does not parse.
            TypeError: If an argument has a wrong type.

        >>> own = {"Authorization": "Basic eA==", "Referer": "https://example.com/a"}
        >>> Request("GET", "https://example.com/", own).redirected(302, {"location": "//example.org/"}).headers
        {'Referer': 'https://example.com/'}
        """
        if not isinstance(status, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a status", "an int", status)
        values = header_values(headers, ("location", "referrer-policy"))
        if status not in (301, 302, 303, 307, 308) or not (found := values["location"]):
            return None
        try:
            url = location(found[0], self.url).href
        except UnresolvableURLError as error:  # Its message would show the query of a form.
            given, base = self._shown(error.url), self._shown(self.url)
            raise UnresolvableURLError(given, base, error.reason, error.standard) from None
        outcome: Request | str = "the response has several Location headers, and they differ"
        if all(value == found[0] for value in found):
            outcome = _follow(self, status, url, ReferrerPolicy.parse(values["referrer-policy"]))
        if isinstance(outcome, str):
            raise RefusedRedirectError(self._shown(url), outcome, DEFAULT_STANDARD)
        return outcome

    def explain(self) -> str:
        """Return an explanation of the headers, and of the submission of a form, in several lines without passwords.

        >>> request = Request("GET", "https://example.com/", {"Referer": "https://example.com/a"})
        >>> print(request.redirected(302, {"Location": "//example.org/"}).explain())
        GET https://example.org/
        redirects: 1, from https://example.com/
        Referer: https://example.com/, because the policy sends the origin to another origin
        policy: strict-origin-when-cross-origin, from the default
        """
        facts, told = self._facts, self._told
        lines = [f"{self.method} {self._shown(self.url)}"]
        if told is not None and not (facts and facts.chain):
            lines = [told.explanation(self.method, self.url, self.encoding, self.steps)]
        if facts is None:
            return lines[0]
        if facts.chain:
            lines.append(f"redirects: {len(facts.chain)}, from {self._shown(facts.chain[0])}")
        if facts.upgrade:
            lines.append(f"https: instead of http:, because {facts.upgrade}")
        for name, value in self.headers.items():
            if name.lower() in _OWN and name != "Referer":
                because = "" if name == "Sec-Fetch-Mode" else _REASONS.get(value, "")
                lines.append(f"{name}: {value}{because and f', because {because}'}")
        own = self.headers.get("Referer")
        lines.append(
            f"{'no Referer' if own is None else f'Referer: {passwords.masked(own)}'}, because {_reason(self, facts)}"
        )
        lines.append(f"policy: {facts.policy}, from {facts.policy_from}")
        if not is_trusted(self.url):
            lines.append("no Sec-Fetch- headers, because the URL is not trustworthy")
        return "\n".join(lines)

    def _shown(self, url: str) -> str:
        """Return a URL without passwords, also those in the query of a form."""
        return passwords.masked(url) if self._told is None else str(self._told.shown_url(url))

    def __repr__(self) -> str:
        body = ""
        if self.body is not None:
            kind = next((value for name, value in self.headers.items() if name.lower() == "content-type"), "")
            body = f", {len(self.body)} bytes{kind and f' of {kind}'}"
        return f"<Request {self.method} {repr(self._shown(self.url))[1:-1]}{body}>"


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
    target: str | None = None,
    **of_form: Any,
) -> Request | str:
    """Return the request that a browser sends for a serialized URL, or why it sends nothing.

    `client` is `None` if a person enters the URL. `policy` is the policy of the element, which `policy_from` names.
    `initiator` is `"form"` for forms, `"imageset"` for `srcset` and `picture`. Only links and forms have a `target`."""
    if content_headers and not all(value.isascii() and value.isprintable() for value in content_headers.values()):
        return "a header would contain a character that is not printable ASCII"
    needed = _NEEDS.get(initiator)
    if needed and client and client.allows is not None and f"allow-{needed}" not in client.allows:
        return f"the page is in a sandbox without the keyword allow-{needed}"
    if client and client.is_framed and destination == "document" and (target or "").lower() in ("", "_self"):
        destination = "iframe"
    if not policy:
        policy = (client and client.policy) or DEFAULT
        policy_from = "the page" if client and client.policy else "the default"
    # The checks of the constructor, which cannot fail here, would take longer than all the rest.
    request = object.__new__(Request)
    vars(request).update({
        "method": method, "url": url, "body": body, "destination": destination, "mode": mode, "initiator": initiator,
        "entries": (), "encoding": None, "steps": None, "_told": None, "headers": {}, **of_form,
    })  # fmt: skip
    facts = _Facts(client, None if client is None else client.url, policy, policy_from, user_activation)
    return _complete(request, facts, content_headers or {})


def with_url(request: Request, url: str) -> Request:
    """Return a request like another one, for another URL of its origin."""
    copy, fields = object.__new__(Request), vars(request).copy()
    fields["url"], fields["headers"] = url, fields["headers"].copy()
    object.__setattr__(copy, "__dict__", fields)  # half the time of an update of the new `__dict__`
    return copy


def _complete(request: Request, facts: _Facts, others: Mapping[str, str]) -> Request | str:
    """Add the headers and the facts to a new request, or return why nothing is sent ("main fetch", steps 5 to 7)."""
    client, url, destination = facts.client, request.url, request.destination
    if not url.startswith(("http:", "https:")):
        scheme = url.partition(":")[0]
        because = _UNSENT.get(scheme, "it needs another protocol than HTTP")
        return f"a browser sends nothing for {'an' if scheme[0] in 'aeiou' else 'a'} {scheme}: URL, because {because}"
    origin, upgrade = origin_of(url), ""
    if client is not None and url.startswith("http:"):
        # Only a window that goes to another host keeps the scheme (Upgrade Insecure Requests 4.1).
        is_other = origin.partition("://")[2] != client.origin.partition("://")[2]
        if client.upgrades and not (destination == "document" and request.initiator != "form" and is_other):
            upgrade = "the page has the directive upgrade-insecure-requests"
        elif client.is_secure and (outcome := mixed(url, destination, request.initiator)):
            if outcome == "blocked":
                return "the URL is mixed content: a secure page does not load it from an insecure server"
            upgrade = "it would be mixed content"
        if upgrade:
            url, facts = upgraded(url), facts._replace(upgrade=upgrade)
            origin = origin_of(url)
    if request.mode == "same-origin" and client is not None and origin != client.origin:
        return "the URL has another origin than the page, and the request is for the page's origin only"
    port = origin.rpartition(":")[2]
    if port in _BAD_PORTS:
        return f"a browser blocks port {port}, which belongs to another protocol"
    vars(request).update(url=url, _facts=facts)
    vars(request)["headers"] = _headers(request, facts, [*map(origin_of, facts.chain), origin], others)
    return request


def _headers(request: Request, facts: _Facts, origins: list[str], others: Mapping[str, str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    client, mode, is_navigation = facts.client, request.mode, request.destination in _NAVIGATIONS
    if is_navigation:
        headers["Upgrade-Insecure-Requests"] = "1"
    headers.update(others)
    value = None if client is None else _origin(facts.policy, client.origin, request.method, origins, mode)
    if value is not None:
        headers["Origin"] = value
        if "Sec-Purpose" in others:
            headers["Sec-Purpose"] = headers.pop("Sec-Purpose")
    if is_trusted(request.url):  # Fetch Metadata 3
        headers["Sec-Fetch-Site"] = "none" if client is None else site_of(client.origin, origins)
        headers["Sec-Fetch-Mode"] = mode
        if facts.user_activation and is_navigation:
            headers["Sec-Fetch-User"] = "?1"
        headers["Sec-Fetch-Dest"] = request.destination or "empty"
    if (referer := referrer_of(facts.source, request.url, facts.policy)) is not None:
        headers["Referer"] = referer
    return headers


def _origin(policy: ReferrerPolicy, origin: str, method: str, origins: list[str], mode: str) -> str | None:
    """Return the `Origin` header of a request to URLs with these origins (Fetch Standard 3.2)."""
    # the *response tainting* "cors"
    is_tainted = mode == "cors" and (origin == "null" or any(one != origin for one in origins))
    if not is_tainted and method in ("GET", "HEAD"):
        return None
    # the *redirect-taint*: another origin than the page's redirects to a third one
    if any(last not in (one, origin) for last, one in pairwise(origins)):
        return "null"
    if mode == "cors":
        return origin
    # A policy that sends no part of the URL hides the origin too. Unlike for the `Referer`, only `https:` is secure.
    is_downgrade = origin.startswith("https:") and not origins[-1].startswith("https:")
    return "null" if PARTS[policy][2 if is_downgrade else origins[-1] != origin] is None else origin


def _follow(request: Request, status: int, url: str, policy: ReferrerPolicy) -> Request | str:
    """Run "HTTP-redirect fetch" from step 6 on (Fetch Standard 4.4). Return the request, or why none is sent."""
    own = {name.lower(): value for name, value in request.headers.items()}
    referer = URL.parse(own.get("referer", ""))  # The next `Referer` is made from it.
    source = None if referer is None else referer.href
    moved, facts = with_url(request, url), request._facts  # pyright: ignore[reportPrivateUsage]
    fields, site = vars(moved), own.get("sec-fetch-site", "")
    if facts is None:
        for name, header in (("mode", "sec-fetch-mode"), ("destination", "sec-fetch-dest")):
            value = str(own.get(header, fields[name])).replace("empty", "")
            fields[name] = value if value in _KNOWN[name] else fields[name]
        facts = _facts_of_program(request, own, source)
    client, chain, dropped = facts.client, (*facts.chain, request.url), _OWN
    if len(chain) > 20:
        return "20 redirects came before it"
    is_named = "@" in url.partition("//")[2].partition("/")[0]  # a user or a password
    if moved.mode == "cors" and is_named and client and any(origin_of(one) != client.origin for one in (*chain, url)):
        return "it contains a user or a password, and an origin that is not the page's is involved"
    if (status in (301, 302) and request.method == "POST") or (status == 303 and request.method not in ("GET", "HEAD")):
        fields.update(method="GET", body=None)
        dropped |= _OF_A_BODY
    if moved.body is None:  # The response has chosen the URL, so the entries are not in it.
        fields.update(entries=(), encoding=None, steps=None)
    if origin_of(request.url) != origin_of(url):
        dropped |= _OF_AN_ORIGIN
    facts = facts._replace(source=source, upgrade="", chain=chain)
    if policy:
        facts = facts._replace(policy=policy, policy_from="the response that redirects")
    others = {name: value for name, value in request.headers.items() if name.lower() not in dropped}
    if isinstance(outcome := _complete(moved, facts, others), Request) and facts.of_program:
        fields["headers"] = {name: value for name, value in moved.headers.items() if name.lower() in own}
        if site in _SITES and "Sec-Fetch-Site" in moved.headers:
            moved.headers["Sec-Fetch-Site"] = max(site, moved.headers["Sec-Fetch-Site"], key=_SITES.index)
    return outcome


def _facts_of_program(request: Request, own: Mapping[str, str], source: str | None) -> _Facts:
    """Return the facts of a request that a program made. Only its headers say where it comes from."""
    # Without a page, `Sec-Fetch-Site` says whether the origin is opaque, or like the origin of the request.
    known = {"cross-site": "about:blank", "same-site": request.url, "same-origin": request.url}
    page = source or known.get(own.get("sec-fetch-site", ""))
    if "origin" in own:
        page = (URL.parse(own["origin"]) or URL("about:blank")).href
    client = Client(None, origin_of(page)) if page else None
    return _Facts(client, source, DEFAULT, "the default", own.get("sec-fetch-user") == "?1", of_program=True)


def _reason(request: Request, facts: _Facts) -> str:
    """Return why a request has its `Referer`, or none."""
    source = facts.source or "about:blank"
    whole, origin = stripped(source)
    if whole is None:
        return "the request before the redirect had none" if facts.chain else "no page with an origin sends the request"
    related = relation(origin, request.url)
    part = PARTS[facts.policy][related]
    if part == "whole" and whole == f"{origin}/" and len(source.partition("#")[0]) > 4096:
        return "the URL of the page has more than 4,096 characters"
    words = {"whole": "the whole URL", "origin": "the origin"}.get(part or "", "nothing")
    return f"the policy sends {words} to {('the same origin', 'another origin', 'a less secure URL')[related]}"
