"""The policies of a page, which its headers, its `meta` elements and the page around it set (HTML
Standard 7.1.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from urldom._core.contexts.protocol import BaseContext
from urldom._core.errors import InvalidURLError
from urldom.http._fetching import Client, Destination
from urldom.http._location import header_text, header_values
from urldom.http._referrers import ReferrerPolicy
from urldom.http._trust import is_trusted_origin, origin_of, serialized
from urldom.trees._lookup import Lookup
from urldom.trees._places import walk_tree
from urldom.trees._requests.types import is_handled_type, is_page_type
from urldom.trees._shadow_trees import find_inert
from urldom.trees._table import ascii_lower, lower_tokens
from urldom.trees._tree import Node, Tree, html_name

_READ: Final = frozenset(["content-security-policy", "content-type", "referrer-policy"])
_NOTHING: Final = Lookup([])
#: The URLs of documents that have no response of their own, so that the policies of another
#: document apply.
_WITHOUT_RESPONSE: Final = ("about:srcdoc", "about:blank")
#: The elements whose content a link can navigate, by the name of the element.
_FRAMES: Final[tuple[Destination, ...]] = ("iframe", "frame", "object", "embed")
_LACKS: Final = "the page is in a sandbox without the keyword {}"
_UPGRADE: Final = "upgrade-insecure-requests"


def read_headers(headers: Any) -> dict[str, str]:
    """Return the headers that matter for a page, by their names in lower case, with several of a
    name joined."""
    found = header_values(headers, _READ)
    texts: dict[str, str] = {}
    for name, values in found.items():
        if values:
            texts[name] = ", ".join([header_text(value, name.title()) for value in values])
    return texts


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the tokens of each directive, and of repeated ones in a policy only the
    first (CSP 2.2)."""
    for policy in text.split(","):
        found: dict[str, list[str]] = {}
        for directive in policy.split(";"):
            tokens = lower_tokens(directive)
            if tokens:
                name, *values = tokens
                found.setdefault(name, values)
        yield from found.items()


def sandboxed(client: Client, sandbox: str | None) -> Client:
    """Return the client of a document in a frame with a `sandbox` attribute, whose value may be
    `None`."""
    if sandbox is None:
        return client
    return _in_sandbox(client, lower_tokens(sandbox))


class Navigable(NamedTuple):
    """The window or frame that a link or a form navigates."""

    destination: Destination
    #: Whether it shows the URL of `Policies.document`.
    is_page: bool = False
    #: If this is not empty, the sandbox of the page does not allow it.
    why_not: str = ""


class Policies:
    """The policies of a page: the search for its `meta` elements, and the client of the requests of
    each element."""

    __slots__ = (
        "_before",
        "_clients",
        "_last",
        "_tree",
        "address",
        "base_target",
        "counts_targets",
        "document",
        "frames",
        "inert",
        "is_srcdoc",
        "replaced",
    )

    def __init__(
        self,
        tree: Tree,
        address: str,
        headers: Mapping[str, str],
        around: Client | None,
        is_framed: bool,
    ) -> None:
        """Read the headers, and search the tree. `around` is the client of the creator, or if
        `is_framed` is true, the client of the container."""
        self._tree = tree
        #: The serialized address, or `""` if browsers cannot parse it.
        self.address = serialized_or_empty(address)
        metas, bases = self._elements("meta", "base")
        self.inert = inert_elements(tree)
        #: The elements in media and in an `object` that shows its content, by their keys. A browser
        #: shows no `object` and no `embed` there.
        self.replaced = _inside(tree, self._replacing())
        #: The kinds of the frames of the page, by their names.
        self.frames = self._find_frames()
        #: The `target` of links and forms that have none, or `None`.
        self.base_target = self._find_base_target(bases)
        first = _client(self.address, headers, around, is_framed)
        #: The client after the whole page.
        self._last = first
        #: `True` if the URL of the page is not the one that it shows in a frame.
        self.is_srcdoc = first.is_framed and _has_no_response(self.address)
        url = (first.url or "") if self.is_srcdoc else self.address
        #: The URL of the page without a fragment, or of the page around a `srcdoc` page, which
        #: frames must not load.
        self.document, _, _ = url.partition("#")
        #: The clients of the page by their policies, in which alone they differ, so that equal ones
        #: are one object.
        self._clients = {(first.policy, first.upgrades): first}
        #: The elements before a `meta` that changes a policy, by their keys, each with the client
        #: of its requests. The elements are kept alive, because otherwise other elements could get
        #: their keys.
        self._before: dict[int, tuple[Node, Client]] = {}
        # Few pages have such a `meta`, and only theirs are walked through.
        if any(self._after(meta, first) is not first for meta in metas):
            self._walk()
        #: `False` if the target of a link does not change its request, because the page has no
        #: frames and is in no sandbox.
        self.counts_targets = bool(self.frames) or first.allows is not None

    def _elements(self, *names: str) -> list[list[Node]]:
        """Return the elements of HTML with each of these names, in tree order."""
        found: dict[str, list[Node]] = {html_name(self._tree, name): [] for name in names}
        for node in self._tree.find(*found):
            found[self._tree.name(node)].append(node)
        return list(found.values())

    def _find_base_target(self, bases: list[Node]) -> str | None:
        """Return the `target` of the first `base` that has one ("get an element's target")."""
        for node in bases:
            target = self._tree.get(node, "target")
            if target is not None and self._is_in_document(node):
                return target
        return None

    def _is_in_document(self, node: Node | None) -> bool:
        """Return `True` if an element is in no `noscript` and in no `template`, also of a shadow
        tree."""
        tree, template = self._tree, html_name(self._tree, "template")
        if tree.key(node) in self.inert:
            return False
        while node is not None and tree.name(node) != template:
            node = tree.parent(node)
        return node is None

    def _replacing(self) -> list[Node]:
        """Return the media elements, and the `object` elements that show their content."""
        videos, audios, objects = self._elements("video", "audio", "object")
        get = self._tree.get
        shown = [
            node for node in objects if get(node, "data") and is_handled_type(partial(get, node))
        ]
        return [*videos, *audios, *shown]

    def _find_frames(self) -> dict[str, Destination]:
        """Return the kind of each frame of the page by its name. Of frames with one name, the first
        counts."""
        found: dict[str, Destination] = {}
        for kind, nodes in zip(_FRAMES, self._elements(*_FRAMES), strict=True):
            for node in nodes:
                name = self._tree.get(node, "name")
                if name and self._is_frame(node, kind):
                    found.setdefault(name, kind)
        return found

    def _is_frame(self, node: Node, kind: str) -> bool:
        """Return `True` if an element shows a page. Whether an `object` is loaded is unknown."""
        key, get = self._tree.key(node), partial(self._tree.get, node)
        if key in self.inert:
            return False
        if kind in ("iframe", "frame"):
            return True
        source = get("data" if kind == "object" else "src")
        return bool(source) and is_page_type(get) and key not in self.replaced

    def choose_navigable(self, target: str | None, user_activation: bool) -> Navigable:
        """Run "the rules for choosing a navigable" (HTML Standard 7.3.1.7), and check that the
        sandbox allows the navigation (7.4.2.4). The frames of other pages are unknown."""
        client = self._last
        word = ascii_lower(target)
        is_above = word in ("_parent", "_top")
        if word in ("", "_self") or (is_above and not client.is_framed):
            return Navigable("iframe" if client.is_framed else "document", not self.is_srcdoc)
        if word == "_parent" and client.is_nested:
            return Navigable("iframe")
        if is_above:
            return Navigable("document", self.is_srcdoc, self._why_not_top(user_activation))
        if word != "_blank" and target in self.frames:
            return Navigable(self.frames[target])
        why_not = ""
        if client.allows is not None and "allow-popups" not in client.allows:
            why_not = _LACKS.format("allow-popups")
        return Navigable("document", False, why_not)

    def _why_not_top(self, user_activation: bool) -> str:
        """Return why the sandbox does not let the page navigate the window around it, or `""`."""
        allows = self._last.allows
        if allows is None or "allow-top-navigation" in allows:
            return ""
        if user_activation and "allow-top-navigation-by-user-activation" in allows:
            return ""
        return _LACKS.format("allow-top-navigation")

    def _walk(self) -> None:
        """Give the elements before each `meta` that changes a policy the client before it."""
        tree, name = self._tree, html_name(self._tree, "meta")
        before: list[Node] = []
        at_top = _NOTHING.entries_at_top(tree)
        for node, _, _ in walk_tree(tree, at_top, tree.root, in_document=True):
            if tree.name(node) == name:
                changed = self._after(node, self._last)
                if changed is not self._last:
                    for element in before:
                        self._before[tree.key(element)] = element, self._last
                    before.clear()
                    self._last = changed
            before.append(node)

    def client(self, node: Node = None) -> Client:
        """Return the client of the requests that a browser sends when it parses an element, or
        later for `None`."""
        if node is None or not self._before:
            return self._last
        held = self._before.get(self._tree.key(node))
        if held is None:
            return self._last
        _, client = held
        return client

    def _after(self, meta: Node, client: Client) -> Client:
        """Return the client after a `meta` (HTML Standard 4.2.5.1, "referrer", and 4.2.5.3). It is
        the same object if the `meta` changes nothing."""
        tree = self._tree
        content = tree.get(meta, "content") or ""
        policy, upgrades = client.policy, client.upgrades
        if ascii_lower(tree.get(meta, "name")) == "referrer":
            policy = ReferrerPolicy.of(content, legacy=True) or policy
        if not upgrades and ascii_lower(tree.get(meta, "http-equiv")) == "content-security-policy":
            parent = tree.parent(meta)
            is_in_head = parent is not None and tree.name(parent) == html_name(tree, "head")
            # A `meta` has no other directive that matters here: its `sandbox` is ignored.
            upgrades = is_in_head and _UPGRADE in dict(_directives(content))
        if (policy, upgrades) not in self._clients:
            self._clients[policy, upgrades] = attrs.evolve(client, policy=policy, upgrades=upgrades)
        return self._clients[policy, upgrades]


def inert_elements(tree: Tree) -> dict[int, Node]:
    """Return the elements in `template` and `noscript`, by their keys. A browser with scripts
    ignores them, unless the template makes a shadow tree."""
    return _inside(tree, find_inert(tree))


def _inside(tree: Tree, tops: Iterable[Node]) -> dict[int, Node]:
    """Return the elements in other elements, by their keys."""
    found: dict[int, Node] = {}
    for top in tops:
        waiting = [] if tree.key(top) in found else tree.children(top)
        while waiting:
            node = waiting.pop()
            if type(tree.name(node)) is str:
                found[tree.key(node)] = node
                waiting += tree.children(node)
    return found


def serialized_or_empty(address: str) -> str:
    """Return a URL as browsers serialize it, or `""` if they cannot parse it."""
    with suppress(InvalidURLError):  # The page's standard may not be the URL Standard.
        return serialized(address, "address")
    return ""


def _client(
    url: str, headers: Mapping[str, str], around: Client | None, is_framed: bool = False
) -> Client:
    """Return the client of a page before its first element.

    Args:
        url: The URL of the page, which is empty if browsers cannot parse it.
        headers: The headers of the response.
        around: The client of the creator, or if `is_framed` is true, the client of
            the container.
        is_framed: `True` if the page is in a frame of `around`.
    """
    directives = list(_directives(headers.get("content-security-policy", "")))
    container = around if is_framed else None
    origin = origin_of(url) if url else "null"
    _, _, host = origin.partition("://")
    client = Client(
        url,
        origin,
        ReferrerPolicy.parse(headers.get("referrer-policy", "")),
        upgrades=any(name == _UPGRADE for name, _ in directives),
        is_framed=container is not None,
        is_nested=container is not None and container.is_framed,
        host=host,
    )
    if container is not None and container.allows is not None:
        client = _in_sandbox(client, container.allows)  # "creation sandboxing flags"
    if around is not None and _has_no_response(url):
        client = _inheriting(client, around)
    for name, tokens in directives:
        if name == "sandbox":
            client = _in_sandbox(client, tokens)
    return attrs.evolve(
        client,
        # "Determine request's referrer": a document with an opaque origin sends none.
        url=None if client.origin == "null" else client.url,
        is_secure=client.is_secure or is_trusted_origin(client.origin),
    )


def _in_sandbox(client: Client, keywords: Iterable[str]) -> Client:
    """Return the client of a document in a sandbox with these keywords, besides the sandboxes that
    it is in already."""
    found = frozenset(keywords)
    client = attrs.evolve(client, allows=found if client.allows is None else client.allows & found)
    if "allow-same-origin" in found:
        return client
    return attrs.evolve(client, url=None, origin="null")


def _inheriting(client: Client, around: Client) -> Client:
    """Return the client of a document without a response of its own, which has the policies and the
    origin of the other document ("determine navigation params policy container" and "determine the
    origin")."""
    return attrs.evolve(
        client,
        url=(around.url or "") if client.is_framed else client.url,
        origin=around.origin,
        host=around.host,
        policy=client.policy or around.policy,
        upgrades=client.upgrades or around.upgrades,
        is_secure=around.is_secure,
        allows=around.allows,
    )


def _has_no_response(url: str) -> bool:
    """Return `True` for a URL of `_WITHOUT_RESPONSE`, whatever its query and fragment."""
    without_fragment, _, _ = url.partition("#")
    without_query, _, _ = without_fragment.partition("?")
    return without_query in _WITHOUT_RESPONSE


def client_of(context: BaseContext) -> Client:
    """Return the client of a base context, which has no headers and no elements."""
    address = str(getattr(context, "address", context.base_url))
    return _client(serialized_or_empty(address), {}, None)
