"""Makes the request that a browser sends for a URL of a page, by the table of elements and the policies of the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import repeat
from operator import is_
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
    #: The attributes whose values decide about the request, or `None` if it depends on more than attributes.
    values: tuple[str, ...] | None
    #: The attributes of which only the presence does.
    present: tuple[str, ...]
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
    #: Requests that were made. The first key is what the headers of all requests to a server depend on.
    _kept: dict[Any, dict[Any, Request]] = attrs.field(factory=dict[Any, Any], init=False)
    #: The beginning of the last URL, up to its path, and the requests to its server, or `None` to keep none.
    _last: tuple[str, dict[Any, Request] | None] = attrs.field(default=("\n", None), init=False)

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
        _, values, present, owners = kind = self._kinds.get(what) or self._kind(what, found)
        owner = self._owner(node, owners) if owners else None
        client = self.policies.client(node)
        prefix, kept = self._last
        if not url.startswith(prefix):
            prefix, kept = self._last = self._server(url)
        key: Any = None
        if kept is not None and values is not None and not (url.startswith(self.document) and self._is_page(url)):
            get = tree.get
            # The policies keep their clients alive, and this object its kinds, so that no other ones get their `id`.
            is_missing = map(is_, map(get, repeat(node), present), repeat(None))  # twice as fast as a comprehension
            key = id(kind), id(client), user_activation, *map(get, repeat(node), values), *is_missing
            if owner is not None:
                key += owner[1], get(owner[0], "crossorigin") is None, get(owner[0], "referrerpolicy")
            if (like := kept.get(key)) is not None:
                return with_url(like, url)
        sent = self._send(found, url, kind, owner, client, user_activation)
        if kept is not None and key and isinstance(sent, Request) and sent.url == url and len(kept) < _KEPT:
            kept[key] = with_url(sent, url)  # A program may change the headers of the other one.
        return sent

    def _kind(self, what: tuple[Any, Any, str], found: URLAttribute) -> _Kind:
        name, attribute, use = found.element_name or "", found.attribute or "", what[2]
        rows: tuple[Sent, ...] = ()
        if use or attribute in CSS_ATTRIBUTES:
            rows = (css_row(use or attribute),)
        elif self.tree.is_bare or name == "xml-stylesheet" or what[0].startswith(_PAGES):
            rows = TABLE.get((name, attribute)) or TABLE.get((ascii_lower(name), attribute), ())
        values = {name for row in rows for name in row.values}
        values |= {"target"} if self.policies.client().is_framed else set()
        values |= {"loading"} if self.policies.has_changes else set()
        present = {name for row in rows for name in row.present} - values
        owners = tuple(one for row in rows for one in row.owners)
        is_alike = bool(rows) and rows[0].initiator != "ping"
        kind = _Kind(rows, tuple(values) if is_alike else None, tuple(present), owners)
        self._kinds[what] = kind
        return kind

    def _server(self, url: str) -> tuple[str, dict[Any, Request] | None]:
        """Return the beginning of a URL and the requests that were made to its server, or to servers like it."""
        client = self.policies.client()
        if not url.startswith(("https://", "http://")) or (url[4] == ":" and client.upgrades):
            return "\n", None
        origin = origin_of(url)
        port = origin[6:].rpartition(":")[2] if ":" in origin[6:] else ""
        key = url[4], site_of(client.origin, (origin,)), is_trusted_origin(origin), port
        return url[: url.index("/", 8) + 1], self._kept.setdefault(key, {}) if len(self._kept) < _KEPT else None

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
        self,
        found: URLAttribute,
        url: str,
        kind: _Kind,
        owner: tuple[Node, str] | None,
        client: Client,
        user_activation: bool,
    ) -> Request | str:
        node, name, get = found.node, found.element_name or "", partial(self.tree.get, found.node)
        holder, above = owner or (node, "")
        row = next((row for row in kind.rows if (not row.owners or above in row.owners) and row.when(get)), None)
        if row is None:
            return f"a browser does not load the URL in {found.attribute or 'the text'} of the element {name}"
        if row.is_later or ascii_lower(get("loading")) == "lazy":
            client = self.policies.client()
        if reason := row.why_not or (self._is_page(url) and self._on_page(row, url, get)):
            return reason
        if row.initiator == "ping":
            return self._ping(client, node, url)
        counting = {counts: self.tree.get(node if name == "img" else holder, counts) for counts in row.counts}
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

    def _owner(self, node: Node, owners: tuple[str, ...]) -> tuple[Node, str] | None:
        """Return the element that an element belongs to, and its name, or `None` if there is no such element."""
        above, name = node, ""
        for _ in range(_NESTED):
            if (above := self.tree.parent(above)) is None or (name := self._name(above)) not in ("source", "track"):
                break
        if above is not None and name == "picture" and owners == ("img",) and (above := self._img(above)) is not None:
            name = "img"
        return None if above is None or name not in owners else (above, name)

    def _img(self, picture: Node) -> Node | None:
        if self._picture is None or not self.tree.is_same(self._picture[0], picture):
            img, inner = None, picture
            while img is None and inner is not None:
                names = {self._name(one): one for one in self.tree.children(inner) if type(self.tree.name(one)) is str}
                img, inner = names.get("img"), names.get("source")
            self._picture = picture, img
        return self._picture[1]
