"""What a browser adds to a request before it sends it: the scheme and the headers ("main fetch",
Fetch Standard 4.1).

A page's requests differ in their URLs, and share what the page is: its `Client`. What the client,
the element and the redirects contribute to one request are its `Facts`. `main_fetch` makes of them
the URL and the headers, or finds the reason why nothing is sent. After a redirect it runs again,
with the facts of the request before."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import attrs

from urldom.http._referrers import (
    ReferrerPolicy,
    Relation,
    referrer_of,
    relation,
    sent_part,
    stripped,
)
from urldom.http._trust import is_trusted, mixed, origin_of, site_of, upgraded

#: Fetch Standard 2.2.5, "destination" and "mode".
Destination: TypeAlias = Literal[
    "", "audio", "audioworklet", "document", "embed", "font", "frame", "iframe", "image", "json",
    "manifest", "object", "paintworklet", "report", "script", "serviceworker", "sharedworker",
    "style", "text", "track", "video", "webidentity", "worker", "xslt",
]  # fmt: skip
Mode: TypeAlias = Literal["cors", "navigate", "no-cors", "same-origin"]
DESTINATIONS: Final = get_args(Destination)
MODES: Final = get_args(Mode)
#: The destinations of a *navigation request* (Fetch Standard 2.2.5).
_NAVIGATIONS: Final = frozenset(["document", "embed", "frame", "iframe", "object"])
#: The *bad ports* (Fetch Standard 2.9).
_BAD_PORTS: Final = frozenset(map(str, [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95,
    101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179,
    389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
    989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566,
    6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]))  # fmt: skip
#: Why a browser sends nothing for a URL with one of these schemes.
_UNSENT: Final = {
    "data": "it is the content",
    "javascript": "it is a script",
    "mailto": "it opens an email program",
}


@attrs.frozen
class Client:
    """The facts about a page that its requests need: *environment settings object* and *policy
    container*."""

    #: The URL that a `Referer` is made of: a `srcdoc` page has its parent's.
    url: str | None
    #: The serialized origin.
    origin: str
    policy: ReferrerPolicy = ReferrerPolicy.EMPTY
    #: Whether the page, or a page around it, has the directive `upgrade-insecure-requests`.
    upgrades: bool = False
    #: Whether the settings *prohibit mixed security contexts* (Mixed Content 4.2).
    is_secure: bool = False
    #: Whether links and forms of the page navigate a frame.
    is_framed: bool = False
    #: Whether the page around the frame is in a frame too.
    is_nested: bool = False
    #: The keywords that all sandboxes of the page have, or `None` outside a sandbox.
    allows: frozenset[str] | None = None
    #: The host and port of the page's URL, also if its origin is opaque: the *upgrade insecure
    #: navigations set*.
    host: str = ""


class Facts(NamedTuple):
    """The facts about a request that a redirect and an explanation need."""

    client: Client | None
    #: The URL that the `Referer` is made of.
    source: str | None
    policy: ReferrerPolicy
    policy_from: str
    user_activation: bool
    #: Why the scheme is `https:`, if it was `http:`.
    upgrade: str = ""
    #: The URLs before this one.
    chain: tuple[str, ...] = ()
    #: Whether a program made the request. A redirect then adds no header.
    of_program: bool = False


class Asked(NamedTuple):
    """The request that main fetch begins with. The URL is serialized."""

    method: str
    url: str
    destination: Destination
    mode: Mode
    initiator: str


class Fetched(NamedTuple):
    """What main fetch makes: the URL, perhaps with another scheme, the headers, and the facts with
    the reasons."""

    url: str
    headers: dict[str, str]
    facts: Facts


def main_fetch(asked: Asked, facts: Facts, others: Mapping[str, str]) -> Fetched | str:
    """Return what a browser sends, or why it sends nothing ("main fetch", steps 5 to 7 and 12).

    Args:
        asked: The request.
        facts: Its facts, of which this function finds the reason for an upgrade.
        others: The headers that the element or the request before a redirect contributes.
    """
    client, url = facts.client, asked.url
    if not url.startswith(("http:", "https:")):
        return _why_not_sent(url)
    if client is not None and url.startswith("http:"):
        upgrade = _why_upgraded(asked, client)  # steps 5 and 6
        if upgrade:
            url = upgraded(url)
            facts = facts._replace(upgrade=upgrade)
        elif client.is_secure and _mixed(asked) == "blocked":  # step 7
            return (
                "the URL is mixed content: a secure page does not load it from an insecure server"
            )
    origin = origin_of(url)
    if asked.mode == "same-origin" and client is not None and origin != client.origin:  # step 12
        return (
            "the URL has another origin than the page, and the request is for the page's origin"
            " only"
        )
    _, _, port = origin.rpartition(":")
    if port in _BAD_PORTS:  # step 7
        return f"a browser blocks port {port}, which belongs to another protocol"
    origins = [*map(origin_of, facts.chain), origin]
    return Fetched(url, _headers(asked, url, facts, origins, others), facts)


def _why_upgraded(asked: Asked, client: Client) -> str:
    """Return why a page's request for an `http:` URL is sent to the `https:` URL, or `""`."""
    if client.upgrades and _is_upgraded(asked, client):
        return "the page has the directive upgrade-insecure-requests"
    if client.is_secure and _mixed(asked) == "upgraded":
        return "it would be mixed content"
    return ""


def _mixed(asked: Asked) -> Literal["blocked", "upgraded"] | None:
    """Return what a secure page does with a request for an `http:` URL (Mixed Content 4)."""
    return mixed(asked.url, asked.destination, asked.initiator)


def _why_not_sent(url: str) -> str:
    """Return why nothing is sent for a URL of another scheme than HTTP's."""
    scheme, _, _ = url.partition(":")
    article = "an" if scheme[0] in "aeiou" else "a"
    because = _UNSENT.get(scheme, "it needs another protocol than HTTP")
    return f"a browser sends nothing for {article} {scheme}: URL, because {because}"


def _is_upgraded(asked: Asked, client: Client) -> bool:
    """Return whether `upgrade-insecure-requests` upgrades a request (Upgrade Insecure Requests
    4.1)."""
    if asked.destination != "document" or asked.initiator == "form":
        return True
    # Only a window that goes to another host keeps the scheme.
    _, _, host = origin_of(asked.url).partition("://")
    _, _, own_host = client.origin.partition("://")
    return host == (client.host or own_host)


def _headers(
    asked: Asked, url: str, facts: Facts, origins: list[str], others: Mapping[str, str]
) -> dict[str, str]:
    """Return the headers of a request in the order of browsers. `origins` are the
    origins of the URLs up to this one."""
    headers: dict[str, str] = {}
    client, mode = facts.client, asked.mode
    is_navigation = asked.destination in _NAVIGATIONS
    if is_navigation:
        headers["Upgrade-Insecure-Requests"] = "1"
    headers.update(others)
    origin = None
    if client is not None:
        origin = _origin(facts.policy, client.origin, asked.method, origins, mode)
    if origin is not None:
        headers["Origin"] = origin
        if "Sec-Purpose" in others:
            headers["Sec-Purpose"] = headers.pop("Sec-Purpose")
    if is_trusted(url):  # Fetch Metadata 3
        headers["Sec-Fetch-Site"] = "none" if client is None else site_of(client.origin, origins)
        headers["Sec-Fetch-Mode"] = mode
        if facts.user_activation and is_navigation:
            headers["Sec-Fetch-User"] = "?1"
        headers["Sec-Fetch-Dest"] = asked.destination or "empty"
    referer = referrer_of(facts.source, url, facts.policy)
    if referer is not None:
        headers["Referer"] = referer
    return headers


def _origin(
    policy: ReferrerPolicy, origin: str, method: str, origins: list[str], mode: str
) -> str | None:
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
    # A policy that sends no part of the URL hides the origin too.
    is_hidden = sent_part(policy, _relation_of_origins(origin, origins[-1])) is None
    return "null" if is_hidden else origin


def _relation_of_origins(origin: str, other: str) -> Relation:
    """Return the relation that counts for an `Origin` header. Unlike for the `Referer`, only
    `https:` is secure."""
    if origin.startswith("https:") and not other.startswith("https:"):
        return "a less secure URL"
    return "the same origin" if other == origin else "another origin"


def why_referer(url: str, facts: Facts) -> str:
    """Return why a request for a serialized URL has its `Referer`, or none."""
    source = facts.source or "about:blank"
    whole, origin = stripped(source)
    if whole is None:
        if facts.chain:
            return "the request before the redirect had none"
        return "no page with an origin sends the request"
    related = relation(origin, url)
    part = sent_part(facts.policy, related)
    if part is None:
        return f"the policy sends nothing to {related}"
    if part == "origin":
        return f"the policy sends the origin to {related}"
    without_fragment, _, _ = source.partition("#")
    if whole == f"{origin}/" and len(without_fragment) > 4096:
        return "the URL of the page has more than 4,096 characters"
    return f"the policy sends the whole URL to {related}"
