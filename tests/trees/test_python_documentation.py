"""In hundreds of pages of Python's documentation, urldom finds every link that lxml's `iterlinks`
finds.

urldom resolves each link as lxml's `make_links_absolute` does, except for known differences."""

from pathlib import Path

import pytest

from urldom.trees import document

PAGES = next(
    (
        path
        for path in sorted(Path("/usr/share/doc").glob("python3*/html"))
        if path.joinpath("library").is_dir()
    ),
    None,
)
ADDRESS = "https://docs.python.org/3/"
pytestmark = pytest.mark.skipif(PAGES is None, reason="Debian's python3-doc is not installed")


def explain(written, theirs, ours):
    """Return the reason why `theirs`, lxml's result of `urljoin`, differs from `ours`. `None` means
    an unknown reason."""
    if ours == f"{theirs}#" and written.endswith("#"):
        return "urljoin drops an empty fragment"
    if ours == f"{theirs}/" and theirs.count("/") == 2:
        return "the URL Standard writes an empty path as /"
    if any(character in theirs for character in "à>") and ours == theirs.replace(
        "à", "%C3%A0"
    ).replace(">", "%3E"):
        return "urljoin escapes nothing"
    return None


@pytest.mark.parametrize("step", [49, pytest.param(7, marks=pytest.mark.full)])
@pytest.mark.parametrize("standard", ["html5", "whatwg"])
def test_urls_finds_every_link_of_lxml(standard, step):
    """The test reads one page in `step` pages."""
    html = pytest.importorskip("lxml.html", reason="lxml is not installed")
    links, unexplained, missed = 0, [], []
    for path in sorted(PAGES.rglob("*.html"))[::step]:
        address = ADDRESS + path.relative_to(PAGES).as_posix()
        data = path.read_bytes()
        tree, absolute = html.document_fromstring(data), html.document_fromstring(data)
        ours = {}
        for url in document(tree, address, standard=standard).urls():
            ours.setdefault((url.node, url.attribute, url.value), url.url)
        absolute.make_links_absolute(address)
        theirs = zip(tree.iterlinks(), absolute.iterlinks(), strict=True)
        for (node, attribute, written, _), (_, _, resolved, _) in theirs:
            links += 1
            if (node, attribute, written.strip()) not in ours:
                missed.append((path.name, node.tag, attribute, written))
                continue
            url = ours[node, attribute, written.strip()]
            if url != resolved and explain(written, resolved, url) is None:
                unexplained.append((written, resolved, url))
    assert (missed, unexplained) == ([], [])
    assert links > 1000
