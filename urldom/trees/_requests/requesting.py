"""Makes the request that a browser sends for a URL of a page, by the table of elements and the policies of the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import attrs

from urldom._errors import InvalidURLError, wrong_type
from urldom._http.referrers import ReferrerPolicy
from urldom._http.request import Client, Request, send, with_url
from urldom._http.trust import origin_of, serialized
from urldom._standards.interface import Standard
from urldom._standards.registry import DEFAULT_STANDARD, find_standard
from urldom.trees._requests.policies import Policies
from urldom.trees._requests.table import CSS_ATTRIBUTES, OWN, TABLE, Get, Sent, css_row
from urldom.trees._style_sheet import StyleSheet
from urldom.trees._syntaxes import UNSPACED
from urldom.trees._table import HTML, SVG, ascii_lower
from urldom.trees._tree import Node, Tree
from urldom.trees._url_attribute import URLAttribute

#: At most this number of elements around a `source` or a `track` is searched: some parsers nest them in each other.
_NESTED: Final = 64
#: At most this number of requests is kept, to make others like them.
_KEPT: Final = 256
_PAGES: Final = tuple(f"{{{namespace}}}" for namespace in (HTML, SVG))
_POLICY: Final = "referrerpolicy"
_STANDARD: Final = find_standard(DEFAULT_STANDARD)


@attrs.define(eq=False)
class Requesting:
    """Makes the requests of a page. A `str` instead of a request is the reason why a browser sends nothing."""

    tree: Tree
    address: str
    standard: Standard
    policies: Policies
    #: Returns the URL in an attribute of an element, or the reason why there is none.
    find: Callable[[Node, str], URLAttribute | str]
    #: Returns the request of a form, or of the form of a button.
    submit: Callable[[Node, bool], Request | str]
    #: The `picture` of the last `source`, and its `img`, because many searches for the same one would take long.
    _picture: tuple[Node, Node | None] | None = None
    #: The requests of links. Those of links with the same attributes to the same origin differ in the URL alone.
    _made: dict[Any, Request] = attrs.Factory(dict[Any, Request])
    #: The address without a fragment, and whether the page's standard is the URL Standard.
    _document: str = ""
    _is_quick: bool = False

    def __attrs_post_init__(self) -> None:
        try:
            self.address = serialized(self.address, "address")
        except InvalidURLError:  # The standard of the page is not the URL Standard.
            pass
        self._document = self.address.partition("#")[0]
        self._is_quick = self.standard is _STANDARD

    def sent(self, given: Any, attribute: str | None, user_activation: bool, sheet: Any) -> Request | str:
        is_link = type(given) is URLAttribute and attribute is None
        found = given if is_link else self._found(given, attribute, user_activation)
        if not isinstance(found, URLAttribute):
            return found
        url = found._reading[0](found.value, found.base_url)  # pyright: ignore[reportPrivateUsage]
        if not isinstance(url, str):
            return f"it does not resolve: {url.reason}"
        if found.attribute == "href" and found.element_name == "a" and self._is_quick and url[:4] == "http":
            get, node = self.tree.get, found.node
            key = url[: url.find("/", 8)], user_activation, get(node, "download"), get(node, "rel"), get(node, _POLICY)
            if (like := self._made.get(key)) is not None and not url.startswith(self._document):
                return with_url(like, url)
            sent = self._of_element(found, url, user_activation)
            if isinstance(sent, Request) and sent.url == url and len(self._made) < _KEPT:
                self._made[key] = sent
            return sent
        return self._of_kind(found, url, user_activation, sheet)

    def _of_kind(self, found: URLAttribute, url: str, user_activation: bool, sheet: Any) -> Request | str:
        if found.kind == "form":
            return self.submit(found.node, user_activation)
        if found.kind == "fragment":
            return "it is a part of the same page"
        try:
            url = url if self._is_quick else serialized(url, "the URL of a request")
        except InvalidURLError as error:
            return f"browsers cannot parse it: {error.reason}"
        return (
            self._of_sheet(found, url, sheet) if found.node is None else self._of_element(found, url, user_activation)
        )

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
        is_button = (name == "input" and kind in ("submit", "image")) or (
            name == "button" and kind not in ("button", "reset")
        )
        return name == "form" or is_button

    def _of_sheet(self, found: URLAttribute, url: str, sheet: Any) -> Request | str:
        if not isinstance(sheet, StyleSheet):
            raise wrong_type("sheet", "the StyleSheet that contains the URL", sheet)
        client = self.policies.client()
        row, source = css_row(_use(found)), serialized(sheet.address, "address")
        client = attrs.evolve(client, url=source, policy=sheet._policy or client.policy)  # pyright: ignore[reportPrivateUsage]
        return send(client, "GET", url, destination=row.destination, mode=row.mode, initiator="css")

    def _of_element(self, found: URLAttribute, url: str, user_activation: bool) -> Request | str:
        node, name, attribute = found.node, found.element_name or "", found.attribute or ""
        if (use := _use(found)) or attribute in CSS_ATTRIBUTES:
            rows: tuple[Sent, ...] = (css_row(use or attribute),)
        elif self.tree.is_bare or str(self.tree.name(node)).startswith(_PAGES) or name == "xml-stylesheet":
            rows = TABLE.get((name, attribute)) or TABLE.get((ascii_lower(name), attribute), ())
        else:
            rows = ()
        get: Get = partial(self.tree.get, node)
        for row in rows:
            owner = self._owner(node, row.owners) if row.owners else get
            if owner is not None and (row.when is None or row.when(get)):
                break
        else:
            return f"a browser does not load the URL in {attribute or 'the text'} of the element {name}"
        if row.why_not:
            return row.why_not
        client = self.policies.client(None if row.is_later or ascii_lower(get("loading")) == "lazy" else node)
        if attribute == "ping":
            return self._ping(client, node, url)
        if url.startswith(self._document) and url[len(self._document) :][:1] in ("", "#"):
            if row.destination in ("iframe", "frame"):
                return "the page would be in a frame of itself"  # HTML Standard 4.8.5
            if row.destination == "document" and "#" in url and ascii_lower(get("target")) in ("", "_self"):
                return "it is a part of the same page"  # "navigate", step 15
        mode, policy, policy_from = row.mode, None, ""
        for counting in row.counts:
            if (value := (get if name == "img" else owner)(counting)) is None:
                continue
            if counting == "crossorigin":
                mode = "cors"
            elif counting == "rel":
                if "noreferrer" in value.lower() and "noreferrer" in UNSPACED.findall(ascii_lower(value)):
                    policy, policy_from = ReferrerPolicy.NO_REFERRER, "rel=noreferrer"
            elif policy is None:
                policy, policy_from = ReferrerPolicy.of(value) or None, "the attribute referrerpolicy"
        return send(
            client,
            "GET",
            url,
            destination=row.destination,
            mode=mode,
            initiator=row.initiator or name,
            policy=policy,
            policy_from=policy_from,
            user_activation=user_activation and row.destination == "document" and name != "meta",
            content_headers={"Sec-Purpose": "prefetch"} if row.initiator == "prefetch" else None,
        )

    def _ping(self, client: Client, node: Node, url: str) -> Request | str:
        """Run steps 4 and 5 of "hyperlink auditing" (HTML Standard 4.6.7)."""
        target = self.find(node, self._own(node))
        if isinstance(target, str) or target.url is None:
            return "the URL of the link does not resolve, so nobody can follow it"
        headers = {"Content-Type": "text/ping"}
        if not self.address.startswith("https:") or origin_of(self.address) == origin_of(url):
            headers["Ping-From"] = self.address
        headers["Ping-To"] = target.url
        client = attrs.evolve(client, url=None)  # Its referrer is "no-referrer", and its policy is that of the page.
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
