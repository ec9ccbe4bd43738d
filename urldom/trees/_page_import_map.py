"""The import map of a page (HTML Standard 8.1.5.1)."""

from __future__ import annotations

from urldom.imports._import_map import ImportMap, Report, merge_maps
from urldom.trees._lookup import IMPORT_MAPS
from urldom.trees._page import Page
from urldom.trees._places import choose_row, walk_tree


def page_import_map(page: Page, report: Report | None) -> ImportMap:
    """Return the maps of a page, merged in tree order."""
    tree, base, base_url = page.tree, page.bases.find_base(), page.document.fallback_base_url
    maps: list[ImportMap] = []
    for node, entry in walk_tree(
        tree, IMPORT_MAPS.entries_at_top(tree), tree.root, None, in_document=True
    ):
        if base is not None and tree.is_same(node, base):
            base_url = page.bases.base_url()
        elif choose_row(tree, entry.text, node) is not None and (text := tree.text(node)):
            try:
                maps.append(ImportMap.parse(text, base_url, report=report))
            except ValueError as error:
                if report is not None:
                    report(f"an import map is ignored: {error}")
    return maps[0] if len(maps) == 1 else merge_maps(maps, report)
