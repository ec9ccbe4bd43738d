"""The policies of a page, which its headers, its `meta` elements and the page around it set (HTML
Standard 7.1.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any, Final

import attrs

from urldom._core.contexts.protocol import BaseContext
from urldom._core.errors import InvalidURLError
from urldom.http._fetching import Client
from urldom.http._location import header_text, header_values
from urldom.http._referrers import ReferrerPolicy
from urldom.http._trust import is_trusted_origin, origin_of, serialized
from urldom.trees._lookup import Lookup
from urldom.trees._places import walk_tree
from urldom.trees._table import ascii_lower, lower_tokens
from urldom.trees._tree import Node, Tree, html_name

_READ: Final = frozenset(["content-security-policy", "content-type", "referrer-policy"])
_NOTHING: Final = Lookup([])
#: The URLs of documents that have no response of their own, so that the policies of another
#: document apply.
_WITHOUT_RESPONSE: Final = ("about:srcdoc", "about:blank")


def read_headers(headers: Any) -> dict[str, str]:
    """Return the headers that matter for a page, by their names in lower case, with several of a
    name joined."""
    found = header_values(headers, _READ)
    return {
        name: ", ".join([header_text(one, name.title()) for one in found[name]])
        for name in found
        if found[name]
    }


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the tokens of each directive, and of repeated ones in a policy only the
    first (CSP 2.2)."""
    for policy in text.split(","):
        found: dict[str, list[str]] = {}
        for directive in policy.split(";"):
            if tokens := lower_tokens(directive):
                found.setdefault(tokens[0], tokens[1:])
        yield from found.items()


def sandboxed(client: Client, sandbox: str | None) -> Client:
    """Return the client of a document in a frame with a `sandbox` attribute, whose value may be
    `None`."""
    if sandbox is None:
        return client
    allows = _allowed(client.allows, tokens := lower_tokens(sandbox))
    own: Any = {} if "allow-same-origin" in tokens else {"url": None, "origin": "null"}
    return attrs.evolve(client, allows=allows, **own)


def _allowed(around: frozenset[str] | None, tokens: list[str]) -> frozenset[str]:
    return frozenset(tokens if around is None else around.intersection(tokens))


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
        "document",
        "inert",
    )

    def __init__(
        self, tree: Tree, address: str, headers: Mapping[str, str], around: Client | None
    ) -> None:
        """Read the headers, and search the tree. `around` is the client of the creator or the
        container of the page."""
        self._tree = tree
        #: The serialized address, or `""` if browsers cannot parse it.
        self.address = url = serialized_or_empty(address)
        found = {
            html_name(tree, name): list[Node]() for name in ("meta", "base", "template", "noscript")
        }
        for node in tree.find(*found):
            found[tree.name(node)].append(node)
        metas, bases, *inert = found.values()
        #: The elements in `template` and `noscript`, by their keys. A browser with scripts ignores
        #: them.
        self.inert = _inside(tree, chain(*inert))
        #: The `target` of links and forms that have none ("get an element's target").
        bases = [node for node in bases if tree.key(node) not in self.inert]
        self.base_target = next(
            (target for node in bases if (target := tree.get(node, "target")) is not None), None
        )
        #: The client after the whole page.
        self._last = first = _client(url, headers, around)
        #: The URL of the page without a fragment, or of the page around a `srcdoc` page, which
        #: frames must not load.
        self.document = ((first.url or "") if first.is_framed else url).partition("#")[0]
        #: The clients of the page by their policies, in which alone they differ, so that equal ones
        #: are one object.
        self._clients = {(first.policy, first.upgrades): first}
        #: The elements before a `meta` that changes a policy, by their keys, each with the client
        #: of its requests. The elements are kept alive, because otherwise other elements could get
        #: their keys.
        self._before: dict[int, tuple[Node, Client]] = {}
        meta, waiting = html_name(tree, "meta"), list[Node]()
        if all(self._changed(first, node) is first for node in metas):
            return
        here = _NOTHING.entries_at_top(tree)
        for node, _, _ in walk_tree(tree, here, tree.root, in_document=True):
            if (
                tree.name(node) == meta
                and (changed := self._changed(self._last, node)) is not self._last
            ):
                self._before.update((tree.key(one), (one, self._last)) for one in waiting)
                waiting.clear()
                self._last = changed
            waiting.append(node)

    def client(self, node: Node = None) -> Client:
        """Return the client of the requests that a browser sends when it parses an element, or
        later for `None`."""
        if node is None or not self._before:
            return self._last
        held = self._before.get(self._tree.key(node))
        return self._last if held is None else held[1]

    def _changed(self, client: Client, meta: Node) -> Client:
        """Return the client after a `meta` (HTML Standard 4.2.5.1, "referrer", and 4.2.5.3)."""
        tree, content = self._tree, self._tree.get(meta, "content") or ""
        policy, upgrades = client.policy, client.upgrades
        if ascii_lower(tree.get(meta, "name")) == "referrer":
            policy = ReferrerPolicy.of(content, legacy=True) or policy
        if not upgrades and ascii_lower(tree.get(meta, "http-equiv")) == "content-security-policy":
            parent = tree.parent(meta)
            is_in_head = parent is not None and tree.name(parent) == html_name(tree, "head")
            upgrades = is_in_head and any(
                name == "upgrade-insecure-requests" for name, _ in _directives(content)
            )
        if (policy, upgrades) not in self._clients:
            self._clients[policy, upgrades] = attrs.evolve(client, policy=policy, upgrades=upgrades)
        return self._clients[policy, upgrades]


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
    with suppress(InvalidURLError):  # The page's standard may not be the URL Standard.
        return serialized(address, "address")
    return ""


def _client(url: str, headers: Mapping[str, str], around: Client | None) -> Client:
    """Return the client of a page before its first element. `url` is empty if browsers cannot parse
    it."""
    policy = ReferrerPolicy.parse(headers.get("referrer-policy", ""))
    security = list(_directives(headers.get("content-security-policy", "")))
    upgrades = any(name == "upgrade-insecure-requests" for name, _ in security)
    source, origin, is_secure, allows = url, origin_of(url) if url else "null", False, None
    if around is not None and url.partition("#")[0].partition("?")[0] in _WITHOUT_RESPONSE:
        # "Determine navigation params policy container" and "determine the origin": both come from
        # the other document.
        policy, upgrades, is_secure = (
            policy or around.policy,
            upgrades or around.upgrades,
            around.is_secure,
        )
        allows = around.allows
        source, origin = (
            (around.url or "") if url.startswith("about:srcdoc") else url,
            around.origin,
        )
    for tokens in [tokens for name, tokens in security if name == "sandbox"]:
        allows, origin = (
            _allowed(allows, tokens),
            origin if "allow-same-origin" in tokens else "null",
        )
    is_secure = is_secure or is_trusted_origin(origin)
    # "Determine request's referrer": a document with an opaque origin sends none.
    is_framed = around is not None and url.startswith("about:srcdoc")
    return Client(
        None if origin == "null" else source, origin, policy, upgrades, is_secure, is_framed, allows
    )


def client_of(context: BaseContext) -> Client:
    """Return the client of a base context, which has no headers and no elements."""
    return _client(
        serialized_or_empty(str(getattr(context, "address", context.base_url))), {}, None
    )
