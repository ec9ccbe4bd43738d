"""A `base` element counts for what a browser requests after it, and for what scripts read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.calls import count_lines
from tests.cases import each_case
from tests.trees.parsers import each_html_parser
from tests.trees.requests.helpers import page_of
from tests.trees.requests.late_bases import EARLY, LATE, UNREADABLE
from urldom.trees import TreeDocument, URLAttribute, document, parse

ADDRESS = "http://h/d/p"
BEFORE, AFTER = "http://h/d/x", "http://h/b/x"


def late(markup: str, **options: Any) -> TreeDocument:
    markup = markup.replace("{u}", "x")
    return page_of(
        f'<!DOCTYPE html><title>x</title>{markup}<p><base href="/b/">', ADDRESS, **options
    )


def found_in(page: TreeDocument) -> URLAttribute:
    """Return the URL of the table's markup."""
    return next(one for one in page.urls() if one.value.split("#")[0] in ("x", BEFORE, AFTER))


def requested(page: TreeDocument) -> str:
    return found_in(page).requested_url.partition("#")[0]


@each_case(("name", "markup"), (EARLY | LATE).items())
def test_request_has_the_base_url_of_its_moment(name, markup):
    page = late(markup)
    found = found_in(page)
    assert requested(page) == (BEFORE if name in EARLY else AFTER)
    assert page.request(found).url == found.requested_url
    if found.attribute is not None:
        assert page.request(found.node, found.attribute) == page.request(found)


@each_case(("name", "markup"), (EARLY | LATE).items())
def test_scripts_read_the_url_by_the_later_base(name, markup):
    url = found_in(late(markup)).url.partition("#")[0]
    assert url == (BEFORE if name in UNREADABLE else AFTER)


@each_case(("name", "markup"), (EARLY | LATE).items())
def test_under_html5_the_document_base_url_alone_counts(name, markup):
    page = late(markup, standard="html5")
    found = found_in(page)
    assert requested(page) == AFTER
    assert found.url == found.requested_url


#: An `img` shows the early image in Chromium, and the HTML Standard resolves its URL later.
IMAGES = ("img", "img srcset", "picture img")


@each_case(("name", "markup"), (EARLY | LATE).items())
def test_absolute_urls_are_those_of_the_requests_except_for_images(name, markup):
    page = late(markup)
    before = requested(page)
    page.make_absolute()
    assert found_in(page).value.partition("#")[0] == (AFTER if name in IMAGES else before)


@pytest.mark.parametrize("address", [ADDRESS, "http://h/other/p", "http://o/b/p"])
@each_case(("name", "markup"), (EARLY | LATE).items())
def test_relative_urls_send_the_same_requests_at_a_new_address(name, markup, address):
    page = late(markup)
    before, read = requested(page), found_in(page).url
    number = [one.value for one in page.urls()].index(found_in(page).value)
    page.make_relative(address)
    moved = list(parse(page.to_text(), address, parser="html5lib").urls())[number]
    assert moved.url == read if name in IMAGES else moved.requested_url.startswith(before)


def test_import_map_has_the_base_url_of_its_moment():
    text = '{"imports": {"a": "./x", "b": "http://h/b/y"}, "scopes": {"s/": {}}}'
    page = late(f"<script type=importmap>{text}</script>")
    expected = page.import_map()
    found = [one.url for one in page.urls()]
    assert expected.resolve("a", page.base_url).href == BEFORE
    assert found[:3] == [BEFORE, "http://h/b/y", "http://h/d/s/"]
    page.make_relative("http://h/b/p")
    assert parse(page.to_text(), "http://h/b/p").import_map().imports == expected.imports


def test_image_source_is_the_url_that_is_requested():
    page = late("<img src={u}><img loading=lazy src={u}><link rel=preload as=image href={u}>")
    nodes = [found.node for found in page.urls()][:3]
    assert [page.image_source(node, width=9) for node in nodes] == [BEFORE, AFTER, BEFORE]


@each_html_parser
@each_case(
    ("markup", "expected"),
    [
        ('<base href="/b/"><script src=x></script>', AFTER),
        ('<script src=x></script><base href="/b/">', BEFORE),
        ('<p><script src=x></script><i><base href="/b/"></i>', BEFORE),
        ('<p><i><base href="/b/"></i><script src=x></script>', AFTER),
        ('<script src=x></script><base href="/b/"><base href="/c/">', BEFORE),
        ('<base href="/b/"><script src=x></script><base href="/c/">', AFTER),
        ('<base target=t><script src=x></script><base href="/b/">', BEFORE),
        ('<script src=x></script><template><base href="/b/"></template>', BEFORE),
        ('<svg><script href="x"></script></svg><base href="/b/">', BEFORE),
        ('<svg><base href="/c/"/></svg><script src=x></script><base href="/b/">', BEFORE),
    ],
)
def test_first_base_of_the_document_has_its_place_in_each_tree(parse, markup, expected):
    page = document(parse(f"<!DOCTYPE html><body>{markup}"), ADDRESS)
    found = found_in(page)
    assert found.requested_url == expected
    assert page.request(found.node, found.attribute).url == expected


def test_base_may_change_between_two_requests():
    page = late("<script src={u}></script><a href={u}></a>")
    script, link, base = [found.node for found in page.urls()]
    for href, expected in (("/b/", AFTER), ("/c/", "http://h/c/x"), ("/d/", BEFORE)):
        base.set("href", href)
        assert page.request(script).url == BEFORE
        assert page.request(link).url == expected


def test_url_that_resolves_only_before_the_base_is_requested():
    page = page_of("<script src=x></script><a href=x></a><base href='mailto:y'>", ADDRESS)
    script, link, _ = page.urls()
    assert (script.url, script.requested_url) == (None, BEFORE)
    assert page.request(script).url == BEFORE
    assert "it does not resolve" in page.why_not(link)


def test_requests_of_elements_before_a_base_take_linear_time():
    def lines(number: int) -> int:
        page = late("<script src={u}></script>" * number)
        nodes = [found.node for found in page.urls()][:number]
        return count_lines(lambda: [page.request(node) for node in nodes])

    assert lines(160) <= 9 * lines(20)
