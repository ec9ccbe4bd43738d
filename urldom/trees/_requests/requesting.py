"""Makes the request that a browser sends for a URL of a page, by the table of elements and the policies of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import attrs

from urldom._errors import InvalidURLError, wrong_type
from urldom._http.referrers import ReferrerPolicy
from urldom._http.request import Client, Request, send
from urldom._http.trust import origin_of, serialized
from urldom._standards.interface import Standard
from urldom._standards.registry import DEFAULT_STANDARD
from urldom.trees._requests.policies import Policies
from urldom.trees._requests.table import CSS_ATTRIBUTES, NAMES, OWN, TABLE, Sent, css_row
from urldom.trees._style_sheet import StyleSheet
from urldom.trees._syntaxes import UNSPACED
from urldom.trees._table import ascii_lower
from urldom.trees._tree import Node, Tree
from urldom.trees._url_attribute import URLAttribute

_Attributes: TypeAlias = dict[str, str]
_NONE: Final[_Attributes] = {}
#: At most this number of elements around a `source` or a `track` is searched: some parsers nest them in each other.
_NESTED: Final = 64


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
    #: The address without a fragment.
    _document: str = ""

    def __attrs_post_init__(self) -> None:
        try:
            self.address = serialized(self.address, "address")
        except InvalidURLError:  # The standard of the page is not the URL Standard.
            pass
        self._document = self.address.partition("#")[0]

    def sent(self, given: Any, attribute: str | None, user_activation: bool, sheet: Any) -> Request | str:
        found: URLAttribute | str
        if isinstance(given, URLAttribute):
            found = given
            if attribute is not None:
                raise TypeError("a URLAttribute has an attribute of its own: pass an attribute only with an element")
        else:
            node = self.tree.require_element(given, "a URL", "a URLAttribute, or an element of the tree")
            if attribute is None and self._submits(node):
                return self.submit(node, user_activation)
            found = self.find(node, self._own(node) if attribute is None else attribute)
        if isinstance(found, str):
            return found
        if found.kind == "form":
            return self.submit(found.node, user_activation)
        if found.kind == "fragment":
            return "it is a part of the same page"
        url = found.url
        try:
            if url is None:
                return f"it does not resolve: {found.error and found.error.reason}"
            if self.standard is not DEFAULT_STANDARD:
                url = serialized(url, "the URL of a request")
        except InvalidURLError as error:
            return f"browsers cannot parse it: {error.reason}"
        return self._of_sheet(found, url, sheet) if found.node is None else self._of_element(found, url, user_activation)

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
        else:
            rows = TABLE.get((name, attribute)) or TABLE.get((ascii_lower(name), attribute), ())
        attributes: _Attributes = dict(self.tree.values(node, NAMES))
        for row in rows:
            owner = self._owner(node, row.owners) if row.owners else _NONE
            if owner is not None and (row.when is None or row.when(attributes.get)):
                break
        else:
            return f"a browser does not load the URL in {attribute or 'the text'} of the element {name}"
        if row.why_not:
            return row.why_not
        is_later = row.is_later or ascii_lower(attributes.get("loading")) == "lazy"
        client = self.policies.client(None if is_later else node)
        if attribute == "ping":
            return self._ping(client, node, url)
        if url.startswith(self._document) and url[len(self._document) :][:1] in ("", "#"):
            if row.destination in ("iframe", "frame"):
                return "the page would be in a frame of itself"  # HTML Standard 4.8.5
            if row.destination == "document" and "#" in url and ascii_lower(attributes.get("target")) in ("", "_self"):
                return "it is a part of the same page"  # "navigate", step 15
        counting = owner if row.owners and name != "img" else attributes
        mode, credentials = row.mode, row.mode != "cors"
        if "crossorigin" in row.counts and (cors := counting.get("crossorigin")) is not None:
            mode, credentials = "cors", ascii_lower(cors) == "use-credentials"
        policy, policy_from = self._policy(row, counting)
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
            credentials=credentials,
            content_headers={"Sec-Purpose": "prefetch"} if row.initiator == "prefetch" else None,
        )

    def _policy(self, row: Sent, attributes: _Attributes) -> tuple[ReferrerPolicy | None, str]:
        """Return the policy of an element, or `None`, and its source. `rel=noreferrer` has precedence."""
        rel = attributes.get("rel")
        if rel and "noreferrer" in row.counts and "noreferrer" in UNSPACED.findall(ascii_lower(rel)):
            return ReferrerPolicy.NO_REFERRER, "rel=noreferrer"
        value = attributes.get("referrerpolicy") if "referrerpolicy" in row.counts else None
        return value and ReferrerPolicy.of(value) or None, "the attribute referrerpolicy"

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

    def _owner(self, node: Node, owners: tuple[str, ...]) -> _Attributes | None:
        """Return the attributes of the element that an element belongs to, or `None` if there is no such element."""
        tree, above = self.tree, self.tree.parent(node)
        for _ in range(_NESTED):
            if above is None or self._name(above) not in ("source", "track"):
                break
            above = tree.parent(above)
        if above is not None and owners == ("img",) and self._name(above) == "picture":
            above = self._img(above)
        if above is None or self._name(above) not in owners:
            return None
        return dict(tree.values(above, NAMES))

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
