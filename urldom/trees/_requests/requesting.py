"""Makes the request of a browser for a URL of a page, by the table of elements and the policies of the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import attrs

from urldom._core.errors import InvalidURLError, wrong_type
from urldom.http._fetching import Client
from urldom.http._referrers import ReferrerPolicy
from urldom.http._request import Request, send, with_url
from urldom.http._trust import is_trusted_origin, origin_of, serialized, site_of
from urldom.trees._requests.policies import Policies, serialized_or_empty
from urldom.trees._requests.table import CSS_ATTRIBUTES, OWN, TABLE, Get, Sent, css_row
from urldom.trees._style_sheet import StyleSheet
from urldom.trees._table import HTML, SVG, ascii_lower, lower_tokens
from urldom.trees._tree import Node, OfElement, Tree
from urldom.trees._url_attribute import URLAttribute

_PAGES: Final = tuple(f"{{{namespace}}}" for namespace in (HTML, SVG))
#: The number of elements around a `source` or a `track` that are searched, because some parsers nest them.
_NESTED: Final = 64
#: The largest number of requests that are kept, to make others like them.
_KEPT: Final = 256
_POLICY: Final = "referrerpolicy"
_BUTTONS: Final = ("submit", "image", "reset", "button")


@attrs.define(eq=False)
class Requesting:
    """Makes the requests of a page. A `str` instead of a request is the reason why a browser sends nothing."""

    tree: Tree
    #: `True` if the page's standard is the URL Standard.
    is_of_browsers: bool
    policies: Policies
    #: Returns the URL in an attribute of an element, or the reason why the attribute has no URL.
    find: Callable[[Node, str], URLAttribute | str]
    #: Returns the request of a form, or of the form of a button.
    submit: Callable[[Node, bool], Request | str]
    #: The `picture` of the last `source`, and its `img`, because many searches for the same one would take long.
    _picture: tuple[Node, Node | None] | None = None
    #: The requests of links, which differ only in the URL, by their servers and the attributes that matter.
    _made: dict[Any, dict[Any, Request]] = attrs.field(factory=dict[Any, Any], init=False)
    #: The last server, as the beginning of its URLs, and its requests.
    _last: tuple[str, dict[Any, Request]] = attrs.field(default=("\n", {}), init=False)

    def sent(self, given: Any, attribute: str | None, user_activation: bool, sheet: Any) -> Request | str:
        if type(found := given) is not URLAttribute or attribute is not None:
            found = self._found(given, attribute, user_activation)
            if not isinstance(found, URLAttribute):
                return found
        url = found._reading[0](found.value, found.base_url)  # pyright: ignore[reportPrivateUsage]
        if not isinstance(url, str):
            return f"it does not resolve: {url.reason}"
        if found.attribute != "href" or found.element_name != "a":
            return self._of_kind(found, url, user_activation, sheet)
        prefix, made = self._last
        if not url.startswith(prefix):
            if url[:4] != "http" or not self.is_of_browsers:
                return self._of_kind(found, url, user_activation, sheet)
            prefix, made = self._last = url[: url.find("/", 8) + 1], self._requests_to(url)
        get, node, policies = self.tree.get, found.node, self.policies
        like = made.get(key := (user_activation, get(node, "rel"), get(node, _POLICY), get(node, "download")))
        is_inert = policies.inert and self.tree.key(node) in policies.inert
        if like is not None and not is_inert and not self._is_page(url):
            return with_url(like, url)
        sent = self._of_element(found, url, user_activation)
        is_framed = policies.client().is_framed  # The requests of a frame depend on the target.
        if isinstance(sent, Request) and sent.url == url and len(made) < _KEPT and not is_framed:
            made[key] = with_url(sent, url)  # A program may change the headers of the other one.
        return sent

    def _requests_to(self, url: str) -> dict[Any, Request]:
        """Return the requests of links to the server of a URL, or to servers whose requests have the same headers."""
        client, origin = self.policies.client(), origin_of(url)
        if url[4] == ":" and client.upgrades:
            return {}
        port = origin[6:].rpartition(":")[2] if ":" in origin[6:] else ""
        key = url[4], site_of(client.origin, (origin,)), is_trusted_origin(origin), port
        return self._made.setdefault(key, {}) if len(self._made) < _KEPT else {}

    def _is_page(self, url: str) -> bool:
        document = self.policies.document
        return url.startswith(document) and url[len(document) :][:1] in ("", "#")

    def _of_kind(self, found: URLAttribute, url: str, user_activation: bool, sheet: Any) -> Request | str:
        if found.kind == "form":
            return self.submit(found.node, user_activation)
        if found.kind == "fragment":
            return "it is a part of the same page"
        try:
            url = url if self.is_of_browsers else serialized(url, "the URL of a request")
        except InvalidURLError as error:
            return f"browsers cannot parse it: {error.reason}"
        return (
            self._of_sheet(found, url, sheet) if found.node is None else self._of_element(found, url, user_activation)
        )

    def _found(self, given: Any, attribute: str | None, user_activation: bool) -> URLAttribute | Request | str:
        if isinstance(given, URLAttribute):
            raise TypeError("a URLAttribute has an attribute of its own: pass an attribute only with an element")
        given = given.node if isinstance(given, OfElement) else given
        node = self.tree.require_element(given, "a URL", "a URLAttribute, a Form, a Control or an element of the tree")
        if not isinstance(attribute, (str, type(None))):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("an attribute", "a str", attribute)
        name, kind = self._name(node), ascii_lower(self.tree.get(node, "type"))
        if attribute is None and (name in ("form", "button") or (name == "input" and kind in _BUTTONS)):
            return self.submit(node, user_activation)
        return self.find(node, self._own(node) if attribute is None else attribute)

    def _name(self, node: Node) -> str:
        return ascii_lower(self.tree.name(node).rpartition("}")[2])

    def _own(self, node: Node) -> str:
        """Return the name of the attribute that contains the URL of an element."""
        own = OWN.get(self._name(node), ["href"])
        return next((name for name in own if self.tree.get(node, name) is not None), own[0])

    def _of_sheet(self, found: URLAttribute, url: str, sheet: Any) -> Request | str:
        if not isinstance(sheet, StyleSheet):
            raise wrong_type("sheet", "the StyleSheet that contains the URL", sheet)
        client = self.policies.client()
        row: Any = css_row(_use(found))
        source = serialized_or_empty(sheet.address)
        client = attrs.evolve(client, url=source or None, policy=sheet._policy or client.policy)  # pyright: ignore[reportPrivateUsage]
        return send(client, "GET", url, destination=row.destination, mode=row.mode, initiator="css")

    def _of_element(self, found: URLAttribute, url: str, user_activation: bool) -> Request | str:
        node, name = found.node, found.element_name or ""
        if self.policies.inert and self.tree.key(node) in self.policies.inert:
            return "a browser ignores the elements in a template or a noscript element"
        get: Get = partial(self.tree.get, node)
        if (chosen := self._choose(found, get)) is None:
            return f"a browser does not load the URL in {found.attribute or 'the text'} of the element {name}"
        row, owner = chosen
        client = self.policies.client(None if row.is_later or ascii_lower(get("loading")) == "lazy" else node)
        target = get("target")
        if target is None and "rel" in row.counts and not self.tree.name(node).startswith(_PAGES[1]):
            target = self.policies.base_target
        if reason := row.why_not or self._on_page(row, url, target):
            return reason
        if row.initiator == "ping":
            return self._ping(client, node, url)
        counting = {counts: (get if name == "img" else owner)(counts) for counts in row.counts}
        options: Any = {"mode": row.mode if counting.get("crossorigin") is None else "cors"}
        if "noreferrer" in lower_tokens(counting.get("rel")):
            options |= {"policy": ReferrerPolicy.NO_REFERRER, "policy_from": "rel=noreferrer"}
        elif policy := ReferrerPolicy.of(counting.get("referrerpolicy")):
            options |= {"policy": policy, "policy_from": "the attribute referrerpolicy"}
        if row.initiator in ("prefetch", "prerender"):
            options["content_headers"] = {"Sec-Purpose": "prefetch" + ";prerender" * (row.initiator == "prerender")}
        options["user_activation"] = user_activation and row.destination == "document" and name in ("a", "area")
        options["destination"] = ascii_lower(get("as")) if row.destination == "AS" else row.destination
        return send(client, "GET", url, initiator=row.initiator or name, target=target, **options)

    def _choose(self, found: URLAttribute, get: Get) -> tuple[Sent, Get] | None:
        """Return the row of a URL, and the `get` of the element whose attributes count."""
        node, name, attribute = found.node, found.element_name or "", found.attribute or ""
        rows: tuple[Sent, ...] = ()
        if (use := _use(found)) or attribute in CSS_ATTRIBUTES:
            rows = (css_row(use or attribute),)
        elif self.tree.is_bare or name == "xml-stylesheet" or self.tree.name(node).startswith(_PAGES):
            rows = TABLE.get((name, attribute)) or TABLE.get((ascii_lower(name), attribute), ())
        for row in rows:
            owner = self._owner(node, row.owners) if row.owners else get
            # The condition of a row without a request is about the owner.
            if owner is not None and row.when(owner if row.why_not else get):
                return row, owner
        return None

    def _on_page(self, row: Sent, url: str, target: str | None) -> str:
        """Return why nothing is sent for a URL, because it is the URL of the page."""
        if not self._is_page(url):
            return ""
        if row.destination in ("iframe", "frame"):
            return "the page would be in a frame of itself"  # HTML Standard 4.8.5
        is_window = row.destination == "document" and not self.policies.client().is_framed
        is_here = is_window and "#" in url and ascii_lower(target) in ("", "_self")
        return "it is a part of the same page" if is_here else ""  # "navigate", step 15

    def _ping(self, client: Client, node: Node, url: str) -> Request | str:
        """Run steps 4 and 5 of "hyperlink auditing" (HTML Standard 4.6.7)."""
        link = self.find(node, self._own(node))
        if isinstance(link, str) or not (followed := serialized_or_empty(link.url or "")):
            return "the URL of the link does not resolve in browsers, so nobody can follow it"
        headers = {"Content-Type": "text/ping"}
        page = self.policies.address
        if page and (not page.startswith("https:") or origin_of(page) == origin_of(url)):
            headers["Ping-From"] = page
        headers["Ping-To"] = followed
        client = attrs.evolve(client, url=None)  # A ping has no referrer, but the policy of the page counts.
        options: Any = {"body": b"PING", "content_headers": headers, "initiator": "ping"}
        return send(client, "POST", url, destination="", mode="no-cors", **options)

    def _owner(self, node: Node, owners: tuple[str, ...]) -> Get | None:
        """Return the `get` of the element that an element belongs to, or `None` if there is no such element."""
        tree, above = self.tree, self.tree.parent(node)
        for _ in range(_NESTED):
            if above is None or self._name(above) not in ("source", "track"):
                break
            above = tree.parent(above)
        if above is not None and owners == ("img",) and self._name(above) == "picture":
            above = self._img(above)
        if above is None or self._name(above) not in owners:
            return None
        return partial(tree.get, above)

    def _img(self, picture: Node) -> Node | None:
        if self._picture is None or not self.tree.is_same(self._picture[0], picture):
            img, inner = None, picture
            while img is None and inner is not None:
                names = {self._name(one): one for one in self.tree.children(inner) if type(self.tree.name(one)) is str}
                img, inner = names.get("img"), names.get("source")
            self._picture = picture, img
        return self._picture[1]


def _use(found: URLAttribute) -> str:
    return found._reading.use  # pyright: ignore[reportPrivateUsage]
