"""The requests of a page: what a browser sends for the URLs in it.

A *request of a page* is what a browser sends for one URL in one place of the page: when it parses
the page (an image, a script), when it lays it out (a font), or when a person uses it (a link). Or
nothing is sent, and then there is a *reason*, a `str` in the place of the `Request`. All functions
here return the one or the other, and do not touch the network.

The facts come from three sources, each of which has its module:

- The *element*. `table` has the rows by the element and the attribute, or by the `use` of a URL in
  CSS or JSON. Of several rows, the first whose condition is true applies: `<link rel=icon>` and
  `<link rel=preload>` have different ones. A row says what is sent (destination, mode, initiator),
  when (while the browser parses, or later), and which attributes count, of this element or of its
  *owner*, as those of the `video` count for its `track`. Or it has the reason why nothing is sent.
- The *page*. `policies` reads its headers, its `meta` elements, and the page around a frame. The
  result is a `Client`. It changes in the middle of a page: a `meta` counts for the elements after
  it, and for all requests that are sent later.
- The *URL* and the client's relation to it, which `urldom.http` compares.

`Requesting.sent` decides in this order, and the first reason is the answer:

1. *Which URL?* A `URLAttribute` is one. Of an element, it is the URL in the attribute that was
   named, or in the element's usual one. Forms and buttons have no URL before they are submitted,
   so `urldom.trees._forms.submission` makes their requests.
2. *Is there one?* It has to resolve against its base URL, or if a browser requests it before the
   `base` element, against the base URL of that moment. Under another standard than the URL
   Standard, a browser must also be able to parse the result.
3. *The element*: is it outside of `template` and `noscript`, and has it a row that applies? If the
   row has a reason, that is the answer.
4. *The page's own URL*: a frame does not load the page around it, and following a link to a part
   of the page sends nothing.
5. *The client*: that of the element, or the last one of the page if the request is sent later.
6. *The referrer policy*: `rel=noreferrer`, or else the attribute `referrerpolicy`, or else the
   policy of the client, or else the default.
7. *Fetch* (`urldom.http._request.send`): sandboxes, upgrades and mixed content, origins and bad
   ports, and at last the headers.

Two kinds of URLs go another way after step 2. A link gets a copy of the request for a link of the
same kind, if there was one (`_LinkRequests`). A URL of a style sheet has no element: the row is
that of its `use`, and the sheet, with its own policy, is the referrer.

A `Requesting` belongs to a page until `refresh()`, and so does what it keeps: the policies; the
forms; the `img` of the last `picture`; and the requests of which links get copies. The attributes
of an element are read again for each request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias, cast

import attrs

from urldom._core.errors import InvalidURLError, wrong_type
from urldom.http._fetching import Client, Destination, Mode
from urldom.http._referrers import ReferrerPolicy
from urldom.http._request import Request, send, with_url
from urldom.http._trust import is_trusted_origin, origin_of, serialized, site_of
from urldom.trees._css_imports import IGNORED
from urldom.trees._requests.choosing import RowChooser, is_lazy
from urldom.trees._requests.policies import Navigable, Policies, serialized_or_empty
from urldom.trees._requests.table import DICTIONARY, OWN, Sent, css_row
from urldom.trees._requests.types import Get
from urldom.trees._style_sheet import StyleSheet, policy_of
from urldom.trees._syntaxes import Modifiers
from urldom.trees._table import SVG, ascii_lower, lower_tokens
from urldom.trees._tree import Node, OfElement, Tree, local_name
from urldom.trees._url_attribute import URLAttribute, node_of, resolve_requested, span_of

_SVG: Final = f"{{{SVG}}}"
_BUTTONS: Final = ("submit", "image", "reset", "button")

_MODIFIER: Final = "the modifier referrer-policy()"
_INVALID_MODIFIERS: Final = "a modifier of the url() is invalid, so CSS ignores it"

#: The request of a link depends on these, apart from the server: whether a person clicked the
#: link, its attributes `rel`, `referrerpolicy`, `download` and `target`, and what `_part_of_page`
#: returns for it.
_LinkKind: TypeAlias = tuple[
    bool, "str | None", "str | None", "str | None", "str | None", "str | None"
]


class _LinkRequests:
    """A request for each kind of link, from which those of other links are copied, or the reason
    why none is sent to a part of the page.

    A page has many links, and their requests differ in the URL only. A copy takes a tenth of the
    time of a request. The requests are kept with the policies of the page, from which they are
    made: until `refresh()`."""

    #: The largest number of servers, and of requests to a server, that are kept.
    _KEPT = 256

    def __init__(self, policies: Policies) -> None:
        self._policies = policies
        self._to_servers: dict[tuple[object, ...], dict[_LinkKind, Request | str]] = {}
        #: The server of the last link, as the beginning of its URLs, and its requests, because
        #: links to one server usually follow each other. No URL begins with a line break.
        self._last: tuple[str, dict[_LinkKind, Request | str]] = ("\n", {})

    def to(self, url: str) -> dict[_LinkKind, Request | str]:
        """Return the requests to the server of an absolute URL. For other schemes than `http:` and
        `https:`, none are kept."""
        server, requests = self._last
        if not url.startswith(server):
            if not url.startswith(("http:", "https:")):
                return {}
            server, requests = url[: url.find("/", 8) + 1], self._to_server_of(url)
            self._last = server, requests
        return requests

    def keep(
        self, requests: dict[_LinkKind, Request | str], kind: _LinkKind, sent: Request | str
    ) -> None:
        if len(requests) < self._KEPT:
            # A copy, because a program may change the headers of the request.
            requests[kind] = sent if isinstance(sent, str) else with_url(sent, sent.url)

    def _to_server_of(self, url: str) -> dict[_LinkKind, Request | str]:
        """Return the requests to a server. It shares them with all servers whose requests have the
        same headers."""
        if len(self._to_servers) >= self._KEPT:
            return {}
        client = self._policies.client()
        if url.startswith("http:") and client.upgrades:
            return {}  # Whether the URL is upgraded depends on the host.
        origin = origin_of(url)
        _, _, authority = origin.partition("://")
        _, colon, port = authority.rpartition(":")
        # What the headers and the reasons depend on: the scheme, the site, whether the server is
        # trusted, and the port, which may be a bad one.
        is_secure = url.startswith("https:")
        site, is_trusted = site_of(client.origin, (origin,)), is_trusted_origin(origin)
        key = is_secure, site, is_trusted, port if colon else ""
        return self._to_servers.setdefault(key, {})


def _part_of_page(url: str, document: str) -> str | None:
    """Return `""` for the URL of a page, `"#"` for it with a fragment, and else `None`."""
    if not url.startswith(document):
        return None
    rest = url[len(document) : len(document) + 1]
    return rest if rest in ("", "#") else None


class Requesting:
    """Makes the requests of a page. A `str` instead of a request is the reason why a browser sends
    nothing.

    Args:
        tree: The tree of the page.
        is_of_browsers: `True` if the page's standard is the URL Standard.
        policies: The policies of the page.
        find: Returns the URL in an attribute of an element, or the reason why the attribute has no
            URL.
        submit: Returns the request of a form, or of the form of a button. The argument is `True` if
            a person clicked.
    """

    def __init__(
        self,
        tree: Tree,
        is_of_browsers: bool,
        policies: Policies,
        find: Callable[[Node, str], URLAttribute | str],
        submit: Callable[[Node, bool], Request | str],
    ) -> None:
        self._tree = tree
        self._is_of_browsers = is_of_browsers
        self.policies = policies
        self._find = find
        self._submit = submit
        self._links = _LinkRequests(policies)
        self._rows = RowChooser(tree)

    def sent(
        self, given: Any, attribute: str | None, user_activation: bool, sheet: Any
    ) -> Request | str:
        """Return the request for what the user of `page.request()` gave, or why a browser sends
        nothing."""
        found = given
        if type(given) is not URLAttribute or attribute is not None:
            found = self._found(given, attribute, user_activation)
            if not isinstance(found, URLAttribute):
                return found
        url = found.requested_url
        if url is None:
            error = resolve_requested(found)
            assert isinstance(error, InvalidURLError)
            return f"it does not resolve: {error.reason}"
        is_link = found.attribute == "href" and found.element_name == "a"
        if is_link and self._is_of_browsers:
            return self._of_link(found, url, user_activation)
        return self._of_kind(found, url, user_activation, sheet)

    def _of_link(self, found: URLAttribute, url: str, user_activation: bool) -> Request | str:
        """Return a copy of the request for a link of the same kind, or make and keep one."""
        get = self._tree.get
        node = node_of(found)
        policies = self.policies
        if policies.inert and self._is_inert(node):
            return self._of_element(found, url, user_activation)
        requests = self._links.to(url)
        part = target = None
        if url.startswith(policies.document):  # A call takes time, and few links pass.
            part = _part_of_page(url, policies.document)
        if part is not None or policies.counts_targets:
            target = self._target(node, partial(get, node))
        rel, policy = get(node, "rel"), get(node, "referrerpolicy")
        kind = user_activation, rel, policy, get(node, "download"), target, part
        kept = requests.get(kind)
        if kept is not None:
            return kept if isinstance(kept, str) else with_url(kept, url)
        sent = self._of_element(found, url, user_activation)
        if isinstance(sent, str):
            can_keep = part == "#"
        else:
            # A copy cannot upgrade its URL, and the requests of a frame depend on the target.
            can_keep = sent.url == url and not policies.client().is_framed
        if can_keep:
            self._links.keep(requests, kind, sent)
        return sent

    def _is_inert(self, node: Node) -> bool:
        """Return `True` if an element is in a `template` or a `noscript`."""
        return self._tree.key(node) in self.policies.inert

    def _of_kind(
        self, found: URLAttribute, url: str, user_activation: bool, sheet: Any
    ) -> Request | str:
        """Make the request for a URL by its kind. Under another standard, a browser must be able to
        parse the URL."""
        if span_of(found).loading == IGNORED:
            return "browsers ignore an @import in a block or after another rule"
        if found.kind == "form":
            return self._submit(node_of(found), user_activation)
        if found.kind == "fragment":
            return "it is a part of the same page"
        if not self._is_of_browsers:
            try:
                url = serialized(url, "the URL of a request")
            except InvalidURLError as error:
                return f"browsers cannot parse it: {error.reason}"
        if node_of(found) is None:  # in a style sheet
            return self._of_sheet(found, url, sheet)
        return self._of_element(found, url, user_activation)

    def _found(
        self, given: Any, attribute: str | None, user_activation: bool
    ) -> URLAttribute | Request | str:
        """Return the URL of an element that the user gave, the request for a form or a button, or
        the reason why a browser sends nothing."""
        if isinstance(given, URLAttribute):
            raise TypeError(
                "a URLAttribute has an attribute of its own: pass an attribute only with an element"
            )
        if isinstance(given, OfElement):
            given = given.node
        node = self._tree.require_element(
            given, "a URL", "a URLAttribute, a Form, a Control or an element of the tree"
        )
        if not isinstance(attribute, (str, type(None))):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("an attribute", "a str", attribute)
        if attribute is not None:
            return self._find(node, attribute)
        if self._is_submitted(node):
            return self._submit(node, user_activation)
        return self._find(node, self._own(node))

    def _is_submitted(self, node: Node) -> bool:
        """Return `True` for a form or a button."""
        name = self._name(node)
        if name == "input":
            return ascii_lower(self._tree.get(node, "type")) in _BUTTONS
        return name in ("form", "button")

    def _name(self, node: Node) -> str:
        return ascii_lower(local_name(self._tree.name(node)))

    def _own(self, node: Node) -> str:
        """Return the name of the attribute that contains the URL of an element: of those that can,
        the first that the element has."""
        own = OWN.get(self._name(node), ["href"])
        return next((name for name in own if self._tree.get(node, name) is not None), own[0])

    def _of_sheet(self, found: URLAttribute, url: str, sheet: Any) -> Request | str:
        """Make the request for a URL of a style sheet, whose address is the referrer."""
        if not isinstance(sheet, StyleSheet):
            raise wrong_type("sheet", "the StyleSheet that contains the URL", sheet)
        row = css_row(span_of(found).use)
        modifiers = span_of(found).modifiers
        if not modifiers.is_valid:
            return _INVALID_MODIFIERS
        # The style sheet is the referrer, and its own policy counts before the page's.
        page = self.policies.client()
        source = serialized_or_empty(sheet.address) or None
        client = attrs.evolve(page, url=source, policy=policy_of(sheet) or page.policy)
        return send(
            client,
            "GET",
            url,
            destination=_destination(row, found.get),
            mode=_mode(row, {}, modifiers),
            initiator="css",
            policy=ReferrerPolicy.of(modifiers.referrer_policy),
            policy_from=_MODIFIER,
        )

    def _of_element(self, found: URLAttribute, url: str, user_activation: bool) -> Request | str:
        """Decide from the element on: steps 3 to 7 of the module's docstring."""
        node, name = node_of(found), found.element_name or ""
        if self.policies.inert and self._is_inert(node):
            return "a browser ignores the elements in a template or a noscript element"
        get: Get = partial(self._tree.get, node)
        chosen = self._rows.choose(found, get)
        if chosen is None:
            place = found.attribute or "the text"
            return f"a browser does not load the URL in {place} of the element {name}"
        row, counting = chosen
        modifiers = span_of(found).modifiers
        if not modifiers.is_valid:
            return _INVALID_MODIFIERS
        navigable = self._navigable(node, row, get, user_activation)
        why_not = self._why_not(row, node, navigable, url)
        if why_not:
            return why_not
        client = self._client(node, row, counting)
        if row.initiator == "ping":
            return self._ping(client, node, url)
        counts = {attribute: counting(attribute) for attribute in row.counts}
        policy, policy_from = _policy(counts, modifiers)
        is_link = name in ("a", "area") and row.destination == "document"
        return send(
            client,
            "GET",
            url,
            destination=navigable.destination,
            mode=_mode(row, counts, modifiers),
            initiator=row.initiator or name,
            policy=policy,
            policy_from=policy_from,
            user_activation=user_activation and is_link,
            content_headers=_SEC_PURPOSES.get(row.initiator),
        )

    def _client(self, node: Node, row: Sent, counting: Get) -> Client:
        """Return the client of the request for an element. `counting` reads the attributes that
        count."""
        client = self.policies.client(None if row.is_later or is_lazy(counting) else node)
        # The request for a dictionary has no referrer.
        return attrs.evolve(client, url=None) if row.initiator == DICTIONARY else client

    def _navigable(self, node: Node, row: Sent, get: Get, user_activation: bool) -> Navigable:
        """Return what a link or a refresh navigates, or for other elements their destination."""
        destination = _destination(row, get)
        if destination != "document":
            return _shown_in(destination)
        target = self._target(node, get) if "rel" in row.counts else get("target")
        return self.policies.choose_navigable(target, user_activation)

    def _target(self, node: Node, get: Get) -> str | None:
        """Run "get an element's target" (HTML Standard 4.2.3) for a link. Only those of HTML use
        the target of a `base`."""
        target = get("target")
        if target is not None or self._tree.name(node).startswith(_SVG):
            return target
        return self.policies.base_target

    def _why_not(self, row: Sent, node: Node, navigable: Navigable, url: str) -> str:
        """Return why nothing is sent for an element of a row, or `""`."""
        return (
            row.why_not
            or self._why_replaced(row, node)
            or navigable.why_not
            or self._on_page(row, url, navigable.is_page)
        )

    def _why_replaced(self, row: Sent, node: Node) -> str:
        """Return why an `object` or an `embed` shows nothing, or `""` (HTML Standard 4.8.6 and
        4.8.7)."""
        is_shown = row.destination not in ("object", "embed")
        if is_shown or self._tree.key(node) not in self.policies.replaced:
            return ""
        return "a browser shows the media element or the object around it instead"

    def _on_page(self, row: Sent, url: str, is_page: bool) -> str:
        """Return why nothing is sent if the URL is the page's own, or `""`."""
        if _part_of_page(url, self.policies.document) is None:
            return ""
        if row.destination in ("iframe", "frame"):
            return "the page would be in a frame of itself"  # HTML Standard 4.8.5
        if is_page and "#" in url:
            return "it is a part of the same page"  # "navigate", step 15
        return ""

    def _ping(self, client: Client, node: Node, url: str) -> Request | str:
        """Run steps 4 and 5 of "hyperlink auditing" (HTML Standard 4.6.7)."""
        link = self._find(node, self._own(node))
        followed = ""
        if isinstance(link, URLAttribute):
            followed = serialized_or_empty(link.url or "")
        if not followed:
            return "the URL of the link does not resolve in browsers, so nobody can follow it"
        headers = {"Content-Type": "text/ping"}
        page = self.policies.address
        if page and (not page.startswith("https:") or origin_of(page) == origin_of(url)):
            headers["Ping-From"] = page
        headers["Ping-To"] = followed
        # A ping has no referrer, but the policy of the page counts.
        client = attrs.evolve(client, url=None)
        return send(
            client,
            "POST",
            url,
            destination="",
            mode="no-cors",
            initiator="ping",
            body=b"PING",
            content_headers=headers,
        )


#: The headers of an element's request, by the initiator.
_SEC_PURPOSES: Final = {
    "prefetch": {"Sec-Purpose": "prefetch"},
    "prerender": {"Sec-Purpose": "prefetch;prerender"},
}


#: A page has many elements with few destinations.
_shown_in: Final = lru_cache(maxsize=64)(Navigable)


def _destination(row: Sent, get: Get) -> Destination:
    if row.destination != "AS":
        return row.destination
    return cast("Destination", ascii_lower(get("as")))  # The row's condition says that it is one.


def _mode(row: Sent, counts: Mapping[str, str | None], modifiers: Modifiers) -> Mode:
    """Return the mode of a request, which needs CORS if an attribute or a modifier says so."""
    if counts.get("crossorigin") is not None or modifiers.cross_origin:
        return "cors"
    return row.mode


def _policy(counts: Mapping[str, str | None], modifiers: Modifiers) -> tuple[ReferrerPolicy, str]:
    """Return the policy of an element with these attributes and modifiers, which may be empty, and
    what sets it."""
    if modifiers.referrer_policy:
        return ReferrerPolicy.of(modifiers.referrer_policy), _MODIFIER
    if "noreferrer" in lower_tokens(counts.get("rel")):
        return ReferrerPolicy.NO_REFERRER, "rel=noreferrer"
    return ReferrerPolicy.of(counts.get("referrerpolicy")), "the attribute referrerpolicy"
