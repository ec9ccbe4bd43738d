"""Makes the request that a browser sends for a URL of a page, by the table of elements and the policies of the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from urldom._errors import InvalidURLError, wrong_type
from urldom._http.referrers import ReferrerPolicy
from urldom._http.request import Client, Request, send, with_url
from urldom._http.trust import is_trusted_origin, origin_of, serialized, site_of
from urldom.trees._requests.policies import Policies
from urldom.trees._requests.table import CSS_ATTRIBUTES, OWN, TABLE, Get, Sent, css_row
from urldom.trees._style_sheet import StyleSheet
from urldom.trees._syntaxes import UNSPACED
from urldom.trees._table import HTML, SVG, ascii_lower
from urldom.trees._tree import Node, Tree
from urldom.trees._url_attribute import URLAttribute

_PAGES: Final = tuple(f"{{{namespace}}}" for namespace in (HTML, SVG))
#: At most this number of elements around a `source` or a `track` is searched: some parsers nest them in each other.
_NESTED: Final = 64
#: At most this number of requests is kept, to make others like them.
_KEPT: Final = 256
_BUTTONS: Final = {("input", "submit"), ("input", "image")}


class _Kind(NamedTuple):
    """What the table says about an attribute of the elements with one name."""

    rows: tuple[Sent, ...]
    #: The attributes that decide about the request, of the element and of the one that it belongs to. `None`: the
    #: request depends on more than these.
    reads: tuple[str, ...] | None
    #: The names of the elements that this one may belong to.
    owners: tuple[str, ...]


@attrs.define(eq=False)
class Requesting:
    """Makes the requests of a page. A `str` instead of a request is the reason why a browser sends nothing.

    Most requests of a page differ from an earlier one in the URL alone, so it keeps some of each kind."""

    tree: Tree
    #: The address of the page without a fragment.
    document: str
    #: Whether the page's standard is the URL Standard.
    is_of_browsers: bool
    policies: Policies
    inert: dict[int, Node]
    #: Returns the URL in an attribute of an element, or the reason why there is none.
    find: Callable[[Node, str], URLAttribute | str]
    #: Returns the request of a form, or of the form of a button.
    submit: Callable[[Node, bool], Request | str]
    #: The `picture` of the last `source`, and its `img`, because many searches for the same one would take long.
    _picture: tuple[Node, Node | None] | None = None
    #: By the name of an element, its attribute, and the property or at-rule of CSS.
    _kinds: dict[tuple[str, str, str], _Kind] = attrs.field(factory=dict[Any, Any], init=False)
    #: The beginning of the last URL, up to its path, and what the headers of all requests to its server depend on.
    _server: tuple[str, Any] = attrs.field(default=("\n", None), init=False)
    _kept: dict[Any, Request] = attrs.field(factory=dict[Any, Any], init=False)

    def sent(self, given: Any, attribute: str | None, user_activation: bool, sheet: Any) -> Request | str:
        found = given
        if type(given) is not URLAttribute or attribute is not None:
            found = self._found(given, attribute, user_activation)
            if not isinstance(found, URLAttribute):
                return found
        url = found._reading[0](found.value, found.base_url)  # pyright: ignore[reportPrivateUsage]
        if not isinstance(url, str):
            return f"it does not resolve: {url.reason}"
        if found.kind == "form":
            return self.submit(found.node, user_activation)
        if found.kind == "fragment":
            return "it is a part of the same page"
        if not self.is_of_browsers:
            try:
                url = serialized(url, "the URL of a request")
            except InvalidURLError as error:
                return f"browsers cannot parse it: {error.reason}"
        if found.node is None:
            return self._of_sheet(found, url, sheet)
        if self.inert and self.tree.key(found.node) in self.inert:
            return "a browser ignores the elements in a template or a noscript element"
        return self._of_element(found, url, user_activation)

    def _of_element(self, found: URLAttribute, url: str, user_activation: bool) -> Request | str:
        tree, node = self.tree, found.node
        name = found.element_name if tree.is_bare else tree.name(node)
        what: Any = name, found.attribute, found._reading.use  # pyright: ignore[reportPrivateUsage]
        kind = self._kinds.get(what) or self._kind(what, found)
        client = self.policies.client(node)
        owner = self._owner(node, kind.owners) if kind.owners else None
        key: Any = None
        if kind.reads is not None and (server := self._server_of(url)) and not self._is_page(url):
            values = [tree.get(node, attribute) for attribute in kind.reads]
            if owner is not None:
                values += [tree.name(owner), *(tree.get(owner, attribute) for attribute in kind.reads)]
            # The policies keep their clients alive, so that no other one gets the same `id`.
            key = what, user_activation, server, id(client), *values
            if (like := self._kept.get(key)) is not None:
                return with_url(like, url)
        sent = self._send(found, url, kind, owner, client, user_activation)
        if key is not None and isinstance(sent, Request) and sent.url == url and len(self._kept) < _KEPT:
            self._kept[key] = with_url(sent, url)  # A program may change the headers of the other one.
        return sent

    def _kind(self, what: tuple[Any, Any, str], found: URLAttribute) -> _Kind:
        name, attribute, use = found.element_name or "", found.attribute or "", what[2]
        rows: tuple[Sent, ...] = ()
        if use or attribute in CSS_ATTRIBUTES:
            rows = (css_row(use or attribute),)
        elif self.tree.is_bare or name == "xml-stylesheet" or what[0].startswith(_PAGES):
            rows = TABLE.get((name, attribute)) or TABLE.get((ascii_lower(name), attribute), ())
        reads = dict.fromkeys(name for row in rows for name in row.reads)
        if self.policies.client().is_framed:
            reads["target"] = None
        if self.policies.has_changes:
            reads["loading"] = None
        is_alike = bool(rows) and rows[0].initiator != "ping"
        kind = _Kind(rows, tuple(reads) if is_alike else None, tuple(one for row in rows for one in row.owners))
        self._kinds[what] = kind
        return kind

    def _server_of(self, url: str) -> Any:
        """Return what the headers of all requests to the server of a URL depend on, or `None` if there is more."""
        prefix, server = self._server
        if not url.startswith(prefix):
            server = None
            if url.startswith(("https://", "http://")):
                client, origin = self.policies.client(), origin_of(url)
                if url[4] == "s" or not client.upgrades:
                    port = origin[6:].rpartition(":")[2] if ":" in origin[6:] else ""
                    server = url[4], site_of(client.origin, (origin,)), is_trusted_origin(origin), port
                self._server = url[: url.index("/", 8) + 1], server
        return server

    def _is_page(self, url: str) -> bool:
        return url.startswith(self.document) and url[len(self.document) :][:1] in ("", "#")

    def _found(self, given: Any, attribute: str | None, user_activation: bool) -> URLAttribute | Request | str:
        if isinstance(given, URLAttribute):
            raise TypeError("a URLAttribute has an attribute of its own: pass an attribute only with an element")
        node = self.tree.require_element(given, "a URL", "a URLAttribute, or an element of the tree")
        if attribute is None and self._submits(node):
            return self.submit(node, user_activation)
        return self.find(node, self._own(node) if attribute is None else attribute)

    def _name(self, node: Node) -> str:
        return ascii_lower(self.tree.name(node).rpartition("}")[2])

    def _own(self, node: Node) -> str:
        """Return the name of the attribute that contains the URL of an element."""
        own = OWN.get(self._name(node), ["href"])
        return next((name for name in own if self.tree.get(node, name) is not None), own[0])

    def _submits(self, node: Node) -> bool:
        name, kind = self._name(node), ascii_lower(self.tree.get(node, "type"))
        return name == "form" or (name, kind) in _BUTTONS or (name == "button" and kind not in ("button", "reset"))

    def _of_sheet(self, found: URLAttribute, url: str, sheet: Any) -> Request | str:
        if not isinstance(sheet, StyleSheet):
            raise wrong_type("sheet", "the StyleSheet that contains the URL", sheet)
        client = self.policies.client()
        row: Any = css_row(found._reading.use)  # pyright: ignore[reportPrivateUsage]
        source = serialized(sheet.address, "address")
        client = attrs.evolve(client, url=source, policy=sheet._policy or client.policy)  # pyright: ignore[reportPrivateUsage]
        return send(client, "GET", url, destination=row.destination, mode=row.mode, initiator="css")

    def _send(
        self, found: URLAttribute, url: str, kind: _Kind, owner: Node, client: Client, user_activation: bool
    ) -> Request | str:
        node, name, get = found.node, found.element_name or "", partial(self.tree.get, found.node)
        above = "" if owner is None else self._name(owner)
        row = next((row for row in kind.rows if (not row.owners or above in row.owners) and row.when(get)), None)
        if row is None:
            return f"a browser does not load the URL in {found.attribute or 'the text'} of the element {name}"
        if row.is_later or ascii_lower(get("loading")) == "lazy":
            client = self.policies.client()
        if reason := row.why_not or (self._is_page(url) and self._on_page(row, url, get)):
            return reason
        if row.initiator == "ping":
            return self._ping(client, node, url)
        holder = node if owner is None or name == "img" else owner
        counting = {counts: self.tree.get(holder, counts) for counts in row.counts}
        options: Any = {"mode": row.mode if counting.get("crossorigin") is None else "cors"}
        if "noreferrer" in UNSPACED.findall(ascii_lower(counting.get("rel"))):
            options |= {"policy": ReferrerPolicy.NO_REFERRER, "policy_from": "rel=noreferrer"}
        elif policy := ReferrerPolicy.of(counting.get("referrerpolicy")):
            options |= {"policy": policy, "policy_from": "the attribute referrerpolicy"}
        if row.initiator == "prefetch":
            options["content_headers"] = {"Sec-Purpose": "prefetch"}
        options["user_activation"] = user_activation and row.destination == "document" and name != "meta"
        options["destination"] = ascii_lower(get("as")) if row.destination == "AS" else row.destination
        return send(client, "GET", url, initiator=row.initiator or name, target=get("target"), **options)

    def _on_page(self, row: Sent, url: str, get: Get) -> str:
        """Return why nothing is sent for the URL of the page itself."""
        if row.destination in ("iframe", "frame"):
            return "the page would be in a frame of itself"  # HTML Standard 4.8.5
        is_here = row.destination == "document" and "#" in url and ascii_lower(get("target")) in ("", "_self")
        return "it is a part of the same page" if is_here else ""  # "navigate", step 15

    def _ping(self, client: Client, node: Node, url: str) -> Request | str:
        """Run steps 4 and 5 of "hyperlink auditing" (HTML Standard 4.6.7)."""
        target = self.find(node, self._own(node))
        if isinstance(target, str) or target.url is None:
            return "the URL of the link does not resolve, so nobody can follow it"
        headers = {"Content-Type": "text/ping"}
        page = self.policies.address
        if not page.startswith("https:") or origin_of(page) == origin_of(url):
            headers["Ping-From"] = page
        headers["Ping-To"] = target.url
        client = attrs.evolve(client, url=None)  # Its referrer is "no-referrer", and its policy is that of the page.
        options: Any = {"body": b"PING", "content_headers": headers, "initiator": "ping"}
        return send(client, "POST", url, destination="", mode="no-cors", **options)

    def _owner(self, node: Node, owners: tuple[str, ...]) -> Node | None:
        """Return the element that an element belongs to, or `None` if there is no such element."""
        tree, above = self.tree, self.tree.parent(node)
        for _ in range(_NESTED):
            if above is None or self._name(above) not in ("source", "track"):
                break
            above = tree.parent(above)
        if above is not None and owners == ("img",) and self._name(above) == "picture":
            above = self._img(above)
        return None if above is None or self._name(above) not in owners else above

    def _img(self, picture: Node) -> Node | None:
        if self._picture is None or not self.tree.is_same(self._picture[0], picture):
            img, inner = None, picture
            while img is None and inner is not None:
                names = {self._name(one): one for one in self.tree.children(inner) if type(self.tree.name(one)) is str}
                img, inner = names.get("img"), names.get("source")
            self._picture = picture, img
        return self._picture[1]
