"""The libraries whose trees and parsers are used. A library is imported only when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

from urldom._core.errors import missing_package, unknown_name, wrong_type
from urldom.trees._libraries import bs4, lxml, selectolax, turbohtml, xml_etree
from urldom.trees._tree import Library, Tree

#: The libraries in the order of preference. The first three parse by the HTML Standard. turbohtml
#: is the fastest, and its trees are the most similar to Chromium's. selectolax takes quadratic time
#: for nested elements. html5lib is slow and follows an older Standard.
_OF_HTML: Final = (turbohtml.LIBRARY, selectolax.LIBRARY, xml_etree.HTML5LIB)
LIBRARIES: Final = (*_OF_HTML, xml_etree.LIBRARY, lxml.LIBRARY, bs4.LIBRARY, lxml.PARSEL)

#: The functions of the libraries that can parse each syntax, by the names of the libraries.
HTML_PARSERS: Final = {
    library.name: library.parse_html for library in LIBRARIES if library.parse_html is not None
}
FRAGMENT_PARSERS: Final = {
    library.name: library.parse_fragment
    for library in LIBRARIES
    if library.parse_fragment is not None
}
XML_PARSERS: Final = {
    library.name: library.parse_xml for library in LIBRARIES if library.parse_xml is not None
}
_PACKAGES: Final = {library.name: library.package or library.name for library in LIBRARIES}


def adapt(tree: object) -> Tree:
    """Return the adapter of a tree, or raise `TypeError` if its type is unknown."""
    library = find_library(type(tree))
    if library is not None and library.adapt is not None:
        return library.adapt(tree)
    *kinds, last = (library.kind for library in LIBRARIES if library.kind)
    is_source = isinstance(tree, str | bytes | bytearray) or hasattr(tree, "body")
    hint = "pass bytes, text or a response to parse()" if is_source else ""
    raise wrong_type("a tree", f"{', '.join(kinds)} or {last}", tree, hint)


def find_library(kind: type[object]) -> Library | None:
    """Return the library whose trees are of the class `kind`, or `None`. No library is imported,
    because a tree's library has been imported already."""
    for base in kind.__mro__:
        for library in LIBRARIES:
            if base.__module__.startswith(library.modules) and base.__name__ in library.classes:
                return library
    return None


def choose_parser(
    parser: str | None, parsers: dict[str, Callable[[str], Tree]], syntax: str
) -> str:
    """Return the name of the parser to use, by default the first that is installed."""
    if parser is None:
        installed = next(filter(is_installed, parsers), None)
        if installed is not None:
            return installed
        others = ", ".join(_PACKAGES[name] for name in parsers if name != "lxml")
        raise ImportError(f"parsing {syntax} needs a parser: pip install lxml, or one of {others}")
    if parser not in parsers:
        raise ValueError(unknown_name(f"parser for {syntax}", parser, parsers))
    if not is_installed(parser):
        raise missing_package(f"parser={parser!r}", _PACKAGES[parser])
    return parser


def is_installed(name: str) -> bool:
    return find_spec(name) is not None
