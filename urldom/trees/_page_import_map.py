"""The import map of a page (HTML Standard 8.1.5.1)."""

from __future__ import annotations

from urldom.imports._import_map import ImportMap, Report, merge_maps
from urldom.trees._lookup import IMPORT_MAPS
from urldom.trees._page import Page
from urldom.trees._places import choose_row, walk_tree


def page_import_map(page: Page, report: Report | None) -> ImportMap:
    """Return the maps of a page, merged in tree order. The first `base` element counts for the maps
    after it, because a browser reads a map when it has parsed the `script`."""
    tree = page.tree
    document, early = page.bases.search()
    base_url = document.base_url if early is None else early.url
    maps: list[ImportMap] = []
    here = IMPORT_MAPS.entries_at_top(tree)
    for node, entry, _ in walk_tree(tree, here, tree.root, in_document=True):
        if early is not None and tree.is_same(node, early.base):
            base_url = document.base_url
        text = "" if choose_row(tree, entry.text, node) is None else tree.text(node)
        found = _parse(text, base_url, report) if text else None
        if found is not None:
            maps.append(found)
    return maps[0] if len(maps) == 1 else merge_maps(maps, report)


def _parse(text: str, base_url: str, report: Report | None) -> ImportMap | None:
    """Return an import map, or report why it is ignored and return `None`."""
    try:
        return ImportMap.parse(text, base_url, report=report)
    except ValueError as error:
        if report is not None:
            report(f"an import map is ignored: {error}")
        return None
