"""The attributes of start tags as XML writes them, and the namespaces that they declare."""

from __future__ import annotations

import re
from typing import Final

from urldom.trees._mending.characters import mended_value
from urldom.trees._mending.mend import Notes
from urldom.trees._mending.names import (
    NAMESPACE,
    as_name,
    namespace_of_prefix,
    prefix_of,
    split_prefix,
)
from urldom.trees._mending.tags import Attribute, Tag
from urldom.trees._table import XML, XMLNS

_OTHER_REFERENCE: Final = re.compile("&(?!amp;)[^&;]*;")
_XML_ID: Final = "xml:id"

_TWICE: Final = "an attribute that the element has already: removed"
_NAMESPACE: Final = "a declaration of a namespace that XML does not allow: removed"
_NAMESPACE_SPACES: Final = "a namespace with spaces around it: removed"
_ID: Final = "an xml:id that is not a name, or that another element has: removed"


class AttributeWriter:
    """Writes the attributes of a document's elements, in their order, and adds to `notes` what was
    mended."""

    def __init__(self, text: str, notes: Notes) -> None:
        self._text = text
        self._notes = notes
        #: The namespaces that the open elements declare for each prefix. The last one counts.
        self._namespaces: dict[str, list[str]] = {"xml": [XML]}
        #: The prefixes that no element declares, in their order.
        self._undeclared: dict[str, None] = {}
        self._ids: set[str] = set()

    def declare(self, tag: Tag) -> list[str]:
        """Keep the namespaces that a tag declares, until `forget` is called with their prefixes,
        which this returns."""
        prefixes: list[str] = []
        for each in tag.attributes:
            if not each.name.startswith("xmlns:"):
                continue
            namespace = self._declared(each)
            if namespace is not None:
                prefix = each.name.removeprefix("xmlns:")
                self._namespaces.setdefault(prefix, []).append(namespace)
                prefixes.append(prefix)
        return prefixes

    def forget(self, prefixes: list[str]) -> None:
        """Forget the namespaces that an element declared for these prefixes."""
        for prefix in prefixes:
            self._namespaces[prefix].pop()

    def require_declared(self, prefix: str, position: int) -> None:
        """Note a prefix that no open element declares."""
        if prefix and not self._namespaces.get(prefix) and prefix not in self._undeclared:
            meaning = namespace_of_prefix(prefix)
            reason = f"the prefix {prefix} without its namespace: declared as {meaning}"
            self._notes.add(position, reason)
            self._undeclared[prefix] = None

    def missing_declarations(self) -> str:
        """Return declarations of the prefixes that no element declares."""
        return "".join(f' xmlns:{each}="{namespace_of_prefix(each)}"' for each in self._undeclared)

    def write(self, tag: Tag) -> str:
        """Return the attributes of a tag as XML writes them."""
        written: dict[tuple[str, str], str] = {}
        for each in tag.attributes:
            if not each.name:
                continue
            key = self._expanded_name(each)
            why_removed = self._why_removed(each, is_second=key in written)
            if why_removed:
                self._notes.add(each.position, why_removed)
            else:
                written[key] = self._written(each)
        return "".join(written.values())

    def _why_removed(self, attribute: Attribute, *, is_second: bool) -> str:
        """Return why XML does not allow an attribute, or `""`. `is_second` is true if the element
        has one of the same name."""
        if _is_declaration(attribute) and self._declared(attribute) is None:
            return _NAMESPACE
        if is_second:
            return _TWICE
        if attribute.name == _XML_ID and not self._is_new_id(attribute):
            return _ID
        return ""

    def _written(self, attribute: Attribute) -> str:
        """Return an attribute with its value in quotation marks, after a space."""
        start, end = attribute.start, attribute.end
        if _is_declaration(attribute):
            start, end = self._without_spaces(attribute)
        else:
            self.require_declared(prefix_of(attribute.name), attribute.position)
        value = mended_value(self._text, start, end, self._notes)
        return f' {attribute.name}="{value}"'

    def _expanded_name(self, attribute: Attribute) -> tuple[str, str]:
        """Return the namespace and the local name of an attribute. A declaration keeps its prefix
        instead."""
        prefix, name = split_prefix(attribute.name)
        if not prefix or _is_declaration(attribute):
            return prefix, name
        declared = self._namespaces.get(prefix)
        return (declared[-1] if declared else namespace_of_prefix(prefix)), name

    def _declared(self, declaration: Attribute) -> str | None:
        """Return the namespace that an attribute declares, or `None` if XML does not allow it
        (Namespaces in XML 1.0, section 3)."""
        value = self._text[declaration.start : declaration.end].strip()
        namespace = value.replace("&amp;", "&")
        _, _, prefix = declaration.name.partition(":")
        if prefix in ("xml", "xmlns") or namespace in (XML, XMLNS):
            is_allowed = prefix == "xml" and namespace == XML
        else:
            # libxml2 rejects a namespace that is not a URI reference.
            is_allowed = (bool(value) or not prefix) and NAMESPACE.fullmatch(value) is not None
        has_reference = _OTHER_REFERENCE.search(value) is not None
        return namespace if is_allowed and not has_reference else None

    def _is_new_id(self, attribute: Attribute) -> bool:
        """Return `True` if a value is a name that no other element has (xml:id 1.0, section 4)."""
        value = self._text[attribute.start : attribute.end].strip()
        is_new = value not in self._ids
        self._ids.add(value)
        return is_new and ":" not in value and as_name(value) == value

    def _without_spaces(self, declaration: Attribute) -> tuple[int, int]:
        """Return the part of a namespace without the spaces around it, which libxml2 rejects."""
        value = self._text[declaration.start : declaration.end]
        namespace = value.strip()
        if namespace == value:
            return declaration.start, declaration.end
        self._notes.add(declaration.start, _NAMESPACE_SPACES)
        start = declaration.start + value.index(namespace)
        return start, start + len(namespace)


def _is_declaration(attribute: Attribute) -> bool:
    """Return `True` for the declaration of a namespace."""
    return attribute.name == "xmlns" or attribute.name.startswith("xmlns:")
