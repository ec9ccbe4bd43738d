"""The names of elements and attributes as XML writes them, with prefixes of their namespaces."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

from urldom.trees._mending.names import WELL_KNOWN
from urldom.trees._table import HTML, MATHML, SVG, XML
from urldom.trees._tree import Node, split_name
from urldom.trees._xml.texts import quote_value

#: The namespaces whose elements are written without a prefix in documents of other namespaces.
_WITHOUT_PREFIX: Final = frozenset([HTML, SVG, MATHML])
#: The prefixes by which other programs look for elements.
_WELL_KNOWN: Final = {
    namespace: prefix
    for prefix, namespace in WELL_KNOWN.items()
    # other prefixes of the same namespaces
    if prefix not in ("a10", "atom10", "dct", "m", "mrss", "xhtml", "xsd")
}


class Namespaces:
    """The namespaces that are declared at a place of the output.

    The names of `of_element` and `of_attribute` may need further declarations, which
    `take_declarations` returns for the tag with these names.

    Args:
        library: The module `xml.etree.ElementTree`.
    """

    def __init__(self, library: Any) -> None:
        self._of_prefix: dict[str, str] = {"": "", "xml": XML}
        #: For each namespace the prefix that was declared last.
        self._prefixes: dict[str, str] = {XML: "xml"}
        #: What `undo` restores: the dictionary, the key, and the old value.
        self._log: list[tuple[dict[str, str], str, str | None]] = []
        self._added: dict[str, str] = {}
        self._numbers = count()
        #: The prefixes to use. These are what `ElementTree.register_namespace` has registered.
        self._preferred: dict[str, str] = dict(library._namespace_map)
        if self._preferred.get(HTML) == "html":  # ElementTree's own choice
            self._preferred[HTML] = ""

    def prefer(self, declarations: dict[str, str]) -> None:
        """Prefer these prefixes to others."""
        for prefix, namespace in declarations.items():
            self._preferred[namespace] = prefix

    def declare(self, prefix: str, namespace: str) -> None:
        """Note a declaration, which `undo` undoes."""
        self._set(self._of_prefix, prefix, namespace)
        if prefix:
            self._set(self._prefixes, namespace, prefix)

    def _set(self, mapping: dict[str, str], key: str, value: str) -> None:
        self._log.append((mapping, key, mapping.get(key)))
        mapping[key] = value

    def mark(self) -> int:
        """Return a mark, for `undo`."""
        return len(self._log)

    def undo(self, mark: int) -> None:
        """Undo the declarations after a mark."""
        while len(self._log) > mark:
            mapping, key, old = self._log.pop()
            if old is None:
                del mapping[key]
            else:
                mapping[key] = old

    def of_element(self, name: str) -> str:
        """Return the name of an element, with the prefix of its namespace."""
        namespace, local = split_name(name)
        if self._of_prefix[""] == namespace:
            return local
        if not namespace:
            self._add("", "")
            return local
        if self._find(namespace) is None and self._is_without_prefix(namespace):
            self._add("", namespace)
            return local
        return f"{self._prefix(namespace)}:{local}"

    def of_attribute(self, name: str) -> str:
        """Return the name of an attribute, with the prefix of its namespace."""
        namespace, local = split_name(name)
        if not namespace:
            return local
        return f"{self._prefix(namespace)}:{local}"

    def declare_used(self, root: Node) -> None:
        """Add the namespaces of all elements and attributes to the declarations for the root
        element."""
        of_elements: dict[str, None] = {}
        of_attributes: dict[str, None] = {}
        for node in root.iter():
            if isinstance(node.tag, str):
                of_elements[_namespace(node.tag)] = None
                of_attributes.update(dict.fromkeys(map(_namespace, node.keys())))
        default = self._default_namespace(list(of_elements))
        if default:
            self._add("", default)
        for namespace in of_elements | of_attributes:
            if not namespace or self._find(namespace) is not None:
                continue
            is_unprefixed = namespace == default or self._is_without_prefix(namespace)
            # An attribute has the namespace of its prefix only.
            if namespace in of_attributes or not is_unprefixed:
                self._add_prefix(namespace)

    def _default_namespace(self, of_elements: list[str]) -> str:
        """Return the namespace of the elements that are written without a prefix, or `""`, given
        the namespaces of all elements, the root's first.

        It is the root's. If that has a usual prefix, as RDF has, it is the next namespace that has
        none."""
        root = of_elements[0]
        if not root or not self._preferred.get(root):
            return root
        others = [name for name in of_elements if name and self._preferred_prefix(name) is None]
        return others[0] if others else ""

    def take_declarations(self) -> str:
        """Return the declarations that were added, as they are written in a tag."""
        pieces: list[str] = []
        for prefix, namespace in self._added.items():
            name = f"xmlns:{prefix}" if prefix else "xmlns"
            pieces.append(f" {name}={quote_value(namespace)}")
        self._added.clear()
        return "".join(pieces)

    def _prefix(self, namespace: str) -> str:
        """Return a prefix of a namespace, and declare one if none is declared."""
        return self._find(namespace) or self._add_prefix(namespace)

    def _find(self, namespace: str) -> str | None:
        """Return a prefix of a namespace, or `None` if none is declared."""
        prefix = self._prefixes.get(namespace)
        if prefix is None or self._of_prefix.get(prefix) != namespace:
            return None
        return prefix

    def _preferred_prefix(self, namespace: str) -> str | None:
        """Return the prefix that a namespace usually has, or `None`."""
        return self._preferred.get(namespace) or _WELL_KNOWN.get(namespace)

    def _is_without_prefix(self, namespace: str) -> bool:
        """Return `True` if the elements of a namespace usually have no prefix."""
        preferred = self._preferred.get(namespace)
        return preferred == "" or (preferred is None and namespace in _WITHOUT_PREFIX)

    def _add(self, prefix: str, namespace: str) -> None:
        """Declare a namespace in the next tag."""
        self._added[prefix] = namespace
        self.declare(prefix, namespace)

    def _add_prefix(self, namespace: str) -> str:
        """Declare a prefix for a namespace in the next tag, and return the prefix."""
        prefix = self._preferred_prefix(namespace)
        while not prefix or prefix in self._of_prefix:
            prefix = f"ns{next(self._numbers)}"
        self._add(prefix, namespace)
        return prefix


def _namespace(name: str) -> str:
    namespace, _ = split_name(name)
    return namespace
