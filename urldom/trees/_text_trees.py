"""Trees of texts that are not markup: JSON Feeds, chapters of podcasts, web app manifests, and
sitemaps that are lists of URLs. All other text keeps its characters when a
string changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Any, Final, NoReturn, TypeAlias, cast

from urldom._core.errors import shown
from urldom.http._media_types import read_content_type
from urldom.imports._json_values import read_json, strings_of_json
from urldom.trees._source import characters, decode_source
from urldom.trees._syntaxes import URLSpan, splice
from urldom.trees._table import JSON_FEED, MANIFEST, PODCAST_CHAPTERS, URL_LIST
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
    encoding: str = "utf-8"  # pyright: ignore[reportIncompatibleVariableOverride]

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
    _read_json(text)
    nodes = (
        TextNode(_name(namespace, each.path), each.start, each.end, each.value, each.path)
        for each in strings_of_json(text)
        if not each.is_name
    )
    return TextTree(text, f"{{{namespace}}}", nodes, _written_in_json, read_json)


def _read_json(text: str) -> Any:
    try:
        return read_json(text)
    except ValueError as error:
        raise ValueError(f"the document is not valid: {error}") from None


def _name(namespace: str, path: _Path) -> str:
    """Return the name of a string: the names of the members around it."""
    # A dot in the name of a member is escaped, because dots separate the names.
    names = [each.replace(".", "\\.") for each in path if isinstance(each, str)]
    return f"{{{namespace}}}{'.'.join(names)}"


def _written_in_json(text: str) -> str:
    """Return a string as JSON writes it between quotation marks."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


_LINE = re.compile(r"[^\r\n]+")
_BEGINS_LIST = re.compile(r"\s*https?://\S+[ \t]*(?:[\r\n]|\Z)", re.IGNORECASE)


def _list_tree(text: str, encoding: str) -> TextTree:
    """Return the tree of a sitemap that is a list of URLs (Sitemaps protocol, "Text file")."""
    name = f"{{{URL_LIST}}}line"
    nodes: list[TextNode] = []
    for match in _LINE.finditer(text):
        line = match[0].strip()
        if line and not line.startswith("#"):  # A comment: a fragment would mean the list itself.
            nodes.append(TextNode(name, match.start(), match.end(), match[0], (len(nodes),)))
    tree = TextTree(text, f"{{{URL_LIST}}}", nodes, str, _lines)
    tree.encoding = encoding
    return tree


def _lines(text: str) -> list[str]:
    lines = (match[0].strip() for match in _LINE.finditer(text))
    return [line for line in lines if line]


#: The vocabularies of JSON, by their media types.
_OF_JSON: Final = {
    "application/feed+json": JSON_FEED,
    "application/json+chapters": PODCAST_CHAPTERS,
    "application/manifest+json": MANIFEST,
}
#: Types by which servers send every kind of JSON, and types of an unknown text.
_GENERIC_JSON: Final = frozenset(["application/json", "text/json"])
_UNKNOWN: Final = frozenset(["", "text/plain", "application/octet-stream"])
#: A byte order mark as Latin-1 decodes it, or in text, and the spaces after it
_START: Final = r"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\ufeff)?\s*"
_BEGINS_JSON = re.compile(rf"{_START}\{{")
_MAY_BEGIN_LIST = re.compile(rf"{_START}https?://", re.IGNORECASE)
_FEED_VERSION: Final = "https://jsonfeed.org/version/"


def read_text_tree(
    data: bytes | str, content_type: str | None, transport: str | None = None
) -> TextTree | None:
    """Return the tree of a document that is not markup, or `None` if it may be.

    The content type decides. Without a precise one, the members of JSON show its kind, and a text
    is a sitemap if its first line is a URL.

    Args:
        data: The document.
        content_type: The content type.
        transport: The encoding that comes before the `charset` of the content type. JSON is in
            UTF-8.

    Raises:
        TypeError: If the content type is not a string.
        ValueError: If the content type names JSON, and the document is not JSON, or of an unknown
            kind.
    """
    # This function does not reject any type: the caller does.
    found = read_content_type(content_type, takes=lambda essence: True, known=())
    essence = "" if found is None else found.essence
    if essence in _OF_JSON:
        return _json_tree(_decoded(data), _OF_JSON[essence])
    beginning = characters(data[:1024])
    if essence in _UNKNOWN:
        if _MAY_BEGIN_LIST.match(beginning):
            charset = None if found is None else found.encoding
            return _read_list(data, transport or charset or "utf-8", essence)
        if _BEGINS_JSON.match(beginning):
            with suppress(ValueError):
                return _known_json(_decoded(data))
    elif essence in _GENERIC_JSON and _BEGINS_JSON.match(beginning):
        tree = _known_json(_decoded(data))
        return _refuse_json(content_type) if tree is None else tree
    return None


def _read_list(data: bytes | str, transport: str, essence: str) -> TextTree | None:
    """Return the tree of a list of URLs, or `None` for another text."""
    text, encoding = decode_source(data, transport, is_xml=False)
    # Without `text/plain`, it may also be a snippet of HTML.
    is_list = _BEGINS_LIST.match(text) and (essence == "text/plain" or "<" not in text)
    return _list_tree(text, encoding) if is_list else None


def _refuse_json(content_type: str | None) -> NoReturn:
    raise ValueError(
        f"the content type {shown(content_type)} does not say what kind of JSON this is: pass the"
        " content_type of its kind, such as application/manifest+json"
    )


def _known_json(text: str) -> TextTree | None:
    """Return the tree of a JSON text if its members show its kind: the version of a JSON Feed, or
    the version and the chapters of a podcast. Raise `ValueError` for any other text than JSON."""
    value = _read_json(text)
    members = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    version = members.get("version")
    if not isinstance(version, str):
        return None
    if version.startswith(_FEED_VERSION):
        return _json_tree(text, JSON_FEED)
    if isinstance(members.get("chapters"), list):
        return _json_tree(text, PODCAST_CHAPTERS)
    return None


def _decoded(data: bytes | str) -> str:
    """Return the text of a document, which is in UTF-8 unless a byte order mark says otherwise."""
    text, _ = decode_source(data, "utf-8", is_xml=False)
    return text
