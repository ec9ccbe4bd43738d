"""Trees of texts that are not markup: JSON Feeds, web app manifests, and sitemaps that are lists of
URLs. Only the strings that change are written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Any, Final, TypeAlias

from urldom.http._media_types import read_content_type
from urldom.imports._json_values import read_json, strings_of_json
from urldom.trees._source import decode_source
from urldom.trees._syntaxes import URLSpan, splice
from urldom.trees._table import JSON_FEED, MANIFEST, URL_LIST
from urldom.trees._tree import Node, Tree

_Path: TypeAlias = "tuple[str | int, ...]"


class TextNode:
    """A string of a JSON text, or a line of a list: an element of a `TextTree`.

    Args:
        name: The names of the members around the string, separated by dots, in the vocabulary's
            namespace.
        start: The position of the string in the source.
        end: The position after it.
        text: The string.
        path: The names of the members around it, and the numbers of the items of arrays. The root
            has none.
    """

    __slots__ = ("end", "is_changed", "name", "path", "start", "text")

    def __init__(self, name: str, start: int, end: int, text: str, path: _Path = ()) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.text = text
        self.path = path
        self.is_changed = False


class TextTree(Tree):
    """The strings of a text.

    Args:
        source: The text.
        root_name: The name of the document, in the vocabulary's namespace.
        nodes: The strings.
        written: Returns a string as the text spells it.
        read: Returns the value of the text, which is the `tree` for users.
    """

    is_bare = False
    is_html = False
    is_markup = False

    def __init__(
        self,
        source: str,
        root_name: str,
        nodes: Iterable[TextNode],
        written: Callable[[str], str],
        read: Callable[[str], Any],
    ) -> None:
        self._source = source
        self._nodes = list(nodes)
        self._by_path = {node.path: node for node in self._nodes}
        self._written = written
        self._read = read
        self.root_name = root_name
        self.root = TextNode(root_name, 0, 0, "")

    @property
    def given(self) -> Any:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The value of the text as it is now."""
        return self._read(self.write("utf-8"))

    def parent(self, node: Node) -> Node | None:
        return None if node is self.root else self.root

    def children(self, node: Node) -> list[Node]:
        return list(self._nodes) if node is self.root else []

    def name(self, node: Node) -> str:
        return str(node.name)

    def attribute_names(self, node: Node) -> Collection[str]:
        return ()

    def get(self, node: Node, name: str) -> str | None:
        """Return the string of another member of the same object. The root is beside no member, so
        its own members count."""
        sibling = self._by_path.get((*node.path[:-1], name))
        return None if sibling is None else sibling.text

    def set(self, node: Node, name: str, value: str) -> None:
        raise ValueError("a text without markup has no attributes: write its URLs with rewrite()")

    def set_text(self, node: Node, text: str) -> None:
        node.text = text
        node.is_changed = True

    def contents(self, node: Node) -> Iterable[Node | str]:
        return self._nodes if node is self.root else [node.text]

    def find(self, *names: str) -> Iterable[Node]:
        return ()

    def write(self, encoding: str) -> str:
        replacements = (
            (URLSpan(node.start, node.end, node.text), self._written(node.text))
            for node in self._nodes
            if node.is_changed
        )
        return splice(self._source, replacements)


def _json_tree(text: str, namespace: str) -> TextTree:
    """Return the tree of a JSON text. Raise `ValueError` for any other text."""
    try:
        read_json(text)
    except ValueError as error:
        raise ValueError(f"the document is not valid: {error}") from None
    nodes = (
        TextNode(_name(namespace, each.path), each.start, each.end, each.value, each.path)
        for each in strings_of_json(text)
        if not each.is_name
    )
    return TextTree(text, f"{{{namespace}}}", nodes, _written_in_json, read_json)


def _name(namespace: str, path: _Path) -> str:
    """Return the name of a string: the names of the members around it."""
    # A dot in the name of a member is escaped, because dots separate the names.
    names = [each.replace(".", "\\.") for each in path if isinstance(each, str)]
    return f"{{{namespace}}}{'.'.join(names)}"


def _written_in_json(text: str) -> str:
    """Return a string as JSON writes it between quotation marks."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


_LINE = re.compile(r"[^\r\n]+")
_is_http_url = re.compile(r"https?://[^\s]+", re.IGNORECASE).fullmatch


def _list_tree(text: str) -> TextTree | None:
    """Return the tree of a sitemap that is a list of URLs (Sitemaps protocol, "Text file"), or
    `None` if the text has other lines."""
    nodes: list[TextNode] = []
    for match in _LINE.finditer(text):
        line = match[0].strip()
        if not line:
            continue
        if not _is_http_url(line):
            return None
        name = f"{{{URL_LIST}}}line"
        nodes.append(TextNode(name, match.start(), match.end(), match[0], (len(nodes),)))
    return TextTree(text, f"{{{URL_LIST}}}", nodes, str, str.split) if nodes else None


#: The vocabularies of JSON, by their media types.
_OF_JSON: Final = {"application/feed+json": JSON_FEED, "application/manifest+json": MANIFEST}
#: Types by which servers send a JSON Feed too, and types of an unknown text.
_GENERIC_JSON: Final = frozenset(["application/json", "text/json"])
_UNKNOWN: Final = frozenset(["", "text/plain", "application/octet-stream"])
_BEGINS_JSON = re.compile(r"(?:\xef\xbb\xbf|\ufeff)?\s*\{")
_BEGINS_LIST = re.compile(r"(?:\xef\xbb\xbf|\ufeff)?\s*https?://", re.IGNORECASE)
_FEED_VERSION: Final = "https://jsonfeed.org/version/"


def read_text_tree(data: bytes | str, content_type: str | None) -> TextTree | None:
    """Return the tree of a document that is not markup, or `None` if it may be.

    The content type decides. Without a precise one, a text is a JSON Feed if its version says so,
    and a sitemap if all its lines are URLs.

    Raises:
        TypeError: If the content type is not a string.
        ValueError: If the content type names JSON, and the document is not JSON.
    """
    # This function does not reject any type: the caller does.
    found = read_content_type(content_type, takes=lambda essence: True, known=())
    essence = "" if found is None else found.essence
    if essence in _OF_JSON:
        return _json_tree(_decoded(data), _OF_JSON[essence])
    is_unknown = essence in _UNKNOWN
    if not is_unknown and essence not in _GENERIC_JSON:
        return None
    beginning = data[:1024]
    text = beginning if isinstance(beginning, str) else beginning.decode("latin-1")
    if is_unknown and _BEGINS_LIST.match(text):
        return _list_tree(_decoded(data))
    return _json_feed(_decoded(data)) if _BEGINS_JSON.match(text) else None


def _json_feed(text: str) -> TextTree | None:
    """Return the tree of a text if it is a JSON Feed."""
    if "jsonfeed.org" not in text:
        return None
    with suppress(ValueError):
        tree = _json_tree(text, JSON_FEED)
        version = tree.get(tree.root, "version") or ""
        if version.startswith(_FEED_VERSION):
            return tree
    return None


def _decoded(data: bytes | str) -> str:
    """Return the text of a document, which is in UTF-8 unless a byte order mark says otherwise."""
    text, _ = decode_source(data, "utf-8", is_xml=False)
    return text
