"""Hostile pages of forms: many controls, deeply nested controls, many references to an id.

The tests count executed lines of Python, not time. For a page of twice the size, at most twice the
lines may run. `tests/tools/benchmark/growth.py` measures time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.calls import count_lines
from tests.cases import more_at_night
from tests.trees.parsers import HTML_PARSERS, each_html_parser
from urldom.trees import TreeDocument, document

from .making import ADDRESS

MEGABYTE = 1_000_000
Element = ElementTree.Element


def page_with(*elements: Element) -> TreeDocument:
    root = Element("html")
    root.extend(elements)
    return document(root, ADDRESS)


def element(tag: str, /, *children: Element, text: str | None = None, **attributes: str) -> Element:
    made = Element(tag, attributes)
    made.text = text
    made.extend(children)
    return made


def nested(
    tag: str, depth: int, inner: Element, *, control: bool = False, **attributes: str
) -> Element:
    """Return `depth` nested elements. If `control` is given, each element contains a control."""
    outermost = innermost = Element(tag, attributes)
    for number in range(depth - 1):
        if control:
            ElementTree.SubElement(innermost, "input", name=str(number))
        innermost = ElementTree.SubElement(innermost, tag, attributes)
    innermost.append(inner)
    return outermost


def one(**attributes: str) -> Element:
    return element("input", **{"name": "a", "value": "b", **attributes})


def many(make: Callable[[int], Element], size: int) -> list[Element]:
    return [make(number) for number in range(size)]


def radio(name: str, **attributes: str) -> Element:
    return element("input", type="radio", name=name, **attributes)


def options(size: int, **attributes: str) -> list[Element]:
    return many(lambda number: element("option", text=str(number), **attributes), size)


def select(*children: Element, **attributes: str) -> Element:
    return element("form", element("select", *children, name="a", **attributes))


def in_auto(size: int) -> Element:
    """Return controls with `dirname`. Each sends the direction of the same long text."""
    text = element("div", *many(lambda number: one(dirname="d"), size), dir="auto")
    text.text = "- " * size
    text[-1].tail = "\u05d0"
    return element("form", text)


#: Functions that make a page of about n elements, and count the entries of its first form.
PAGES: dict[str, tuple[Callable[[int], list[Element]], Callable[[int], int]]] = {
    "controls": (lambda n: [element("form", *many(lambda i: one(name=str(i)), n))], lambda n: n),
    "controls of one name": (lambda n: [element("form", *many(lambda i: one(), n))], lambda n: n),
    "forms in forms": (lambda n: [nested("form", n, one(), control=True)], lambda n: n > 1),
    "fieldsets in fieldsets": (
        lambda n: [element("form", nested("fieldset", n, one(), control=True))],
        lambda n: n,
    ),
    "disabled fieldsets in others": (
        lambda n: [element("form", nested("fieldset", n, one(), control=True, disabled=""), one())],
        lambda n: 1,
    ),
    "legends of disabled fieldsets": (
        lambda n: [
            element(
                "form",
                *many(
                    lambda i: element("fieldset", element("legend", one()), one(), disabled=""), n
                ),
            )
        ],
        lambda n: n,
    ),
    "one fieldset of legends": (
        lambda n: [
            element(
                "form",
                element("fieldset", *many(lambda i: element("legend", one()), n), disabled=""),
            )
        ],
        lambda n: 1,
    ),
    "controls in deep elements": (
        lambda n: [element("form", nested("div", n, one(), control=True))],
        lambda n: n,
    ),
    "controls in datalists": (
        lambda n: [element("form", nested("datalist", n, one(), control=True), one())],
        lambda n: 1,
    ),
    "references from everywhere": (
        lambda n: [
            *many(lambda i: one(form="f"), n),
            element("form", id="f"),
            *many(lambda i: one(form="f"), n),
        ],
        lambda n: 2 * n,
    ),
    "references from other forms": (
        lambda n: [element("form", id="f"), *many(lambda i: element("form", one(form="f")), n)],
        lambda n: n,
    ),
    "references to as many forms": (
        lambda n: [
            element("form", id="x"),
            *many(lambda i: element("form", id=str(i)), n),
            *many(lambda i: one(form=str(i)), n),
            one(form="x"),
        ],
        lambda n: 1,
    ),
    "references to nothing": (
        lambda n: [element("form", *many(lambda i: one(form=str(i)), n))],
        lambda n: 0,
    ),
    "ids": (
        lambda n: [element("form", *many(lambda i: one(id=str(i), form="x"), n), id="x")],
        lambda n: n,
    ),
    "one id": (
        lambda n: [element("form", *many(lambda i: one(id="x", form="x"), n), id="x")],
        lambda n: n,
    ),
    "options": (lambda n: [select(*options(n))], lambda n: 1),
    "selected options": (lambda n: [select(*options(n, selected=""))], lambda n: 1),
    "selected options of many": (
        lambda n: [select(*options(n, selected=""), multiple="")],
        lambda n: n,
    ),
    "disabled options": (lambda n: [select(*options(n, disabled=""))], lambda n: 0),
    "groups of options": (
        lambda n: [
            select(
                *many(lambda i: element("optgroup", *options(1), disabled=""), n), element("option")
            )
        ],
        lambda n: 1,
    ),
    "an option of elements": (
        lambda n: [select(element("option", *many(lambda i: element("b", text=" x "), n)))],
        lambda n: 1,
    ),
    "a deep option": (
        lambda n: [select(element("option", nested("b", n, element("b", text="x"))))],
        lambda n: 1,
    ),
    "selects": (
        lambda n: [element("form", *many(lambda i: element("select", *options(1), name="a"), n))],
        lambda n: n,
    ),
    "radio buttons": (lambda n: [element("form", *many(lambda i: radio("a"), n))], lambda n: 0),
    "checked radio buttons": (
        lambda n: [element("form", *many(lambda i: radio("a", checked=""), n))],
        lambda n: 1,
    ),
    "groups of radio buttons": (
        lambda n: [element("form", *many(lambda i: radio(str(i), checked=""), n))],
        lambda n: n,
    ),
    "submit buttons": (
        lambda n: [element("form", *many(lambda i: one(type="submit"), n))],
        lambda n: 0,
    ),
    "directions of one text": (lambda n: [in_auto(n)], lambda n: 2 * n),
    "directions of their own": (
        lambda n: [element("form", *many(lambda i: one(dirname="d", dir="auto"), n))],
        lambda n: 2 * n,
    ),
    "directions from far above": (
        lambda n: [nested("div", n, element("form", *many(lambda i: one(dirname="d"), n)))],
        lambda n: 2 * n,
    ),
    "objects": (lambda n: [element("form", nested("object", n, one(), control=True))], lambda n: n),
    "text areas": (
        lambda n: [element("form", *many(lambda i: element("textarea", text="\n", name="a"), n))],
        lambda n: n,
    ),
    "templates": (
        lambda n: [element("form", one(), nested("template", n, one(), control=True))],
        lambda n: 1,
    ),
}
each_page = pytest.mark.parametrize(("make", "count"), PAGES.values(), ids=PAGES.keys())


def submit_first(page: TreeDocument) -> Any:
    forms = list(page.forms())
    return page.submission(forms[0])


@each_page
def test_work_is_linear_in_the_size_of_the_page(make: Any, count: Any) -> None:
    def work(size: int) -> int:
        page = page_with(*make(size))
        return count_lines(lambda: submit_first(page))

    work(10)
    assert work(400) <= 2.1 * work(200) + 200


@more_at_night("size", 500, 10_000)
@each_page
def test_large_page_has_the_right_number_of_entries(make: Any, count: Any, size: int) -> None:
    assert len(submit_first(page_with(*make(size))).entries) == count(size)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "name",
    [name for name in PAGES if " in " not in name and "deep" not in name and "far" not in name],
)
def test_page_of_100_000_elements_has_the_right_number_of_entries(name: str) -> None:
    make, count = PAGES[name]
    assert len(submit_first(page_with(*make(100_000))).entries) == count(100_000)


def test_submitting_all_forms_takes_linear_work() -> None:
    def work(size: int) -> int:
        page = page_with(
            *many(lambda number: element("form", one(), one(type="submit"), id=str(number)), size)
        )

        def submit_all() -> None:
            for form in page.forms():
                assert len(page.submission(form).entries) == 1
                assert len(page.submission(form, submitter=form.default_button).entries) == 2

        return count_lines(submit_all)

    work(10)
    assert work(200) <= 2.1 * work(100) + 200


@more_at_night("size", 200, 10_000)
@pytest.mark.parametrize("name", HTML_PARSERS)
def test_each_form_of_a_long_page_is_submitted(name: str, size: int) -> None:
    text = "".join(
        f"<form action={number}><input name=a value={number}></form>" for number in range(size)
    )
    page = document(HTML_PARSERS[name](text), ADDRESS)
    assert [page.submission(form).url for form in page.forms()] == [
        f"http://example.com/a/{number}?a={number}" for number in range(size)
    ]


@more_at_night("size", 100, 10_000)
@each_html_parser
def test_deeply_nested_forms_and_fieldsets_are_submitted(parse: Any, size: int) -> None:
    """Some parsers ignore a form inside another form, and some keep it. So a parser's tree has one
    form or many."""
    size = (
        min(size, 200) if parse in (HTML_PARSERS["lxml.html"], HTML_PARSERS["lxml.etree"]) else size
    )
    if "BeautifulSoup" in str(parse) or size > 1_000:
        size //= 10
    text = "<form id=f><fieldset>" * size + "<input name=a form=f>" + "</fieldset></form>" * size
    page = document(parse(text), ADDRESS)
    assert submit_first(page).entries == (("a", ""),)


def test_values_for_many_controls_take_linear_work() -> None:
    def work(size: int) -> int:
        page = page_with(element("form", *many(lambda number: one(name=str(number)), size)))
        (form,) = page.forms()
        values = {str(number): "x" for number in range(size)}

        def submit() -> None:
            assert page.submission(form, values=values).entries == tuple(values.items())

        return count_lines(submit)

    work(10)
    assert work(400) <= 2.1 * work(200) + 200


@more_at_night("size", MEGABYTE // 250, MEGABYTE)
@pytest.mark.parametrize(
    "enctype", ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]
)
@pytest.mark.parametrize(
    "text",
    ["a", "\r", "\n", "\r\n", "\n\r", '"', "\u3042", "\ud800", "\0", "--", " ", "%", "&", "\x1b"],
)
def test_long_texts_of_one_character_take_linear_time(text: str, enctype: str, size: int) -> None:
    value = text * (size // len(text))
    attributes = {"method": "post", "enctype": enctype, "accept-charset": "iso-2022-jp"}
    form = Element("form", attributes)
    form.extend(
        [
            one(type="hidden", name=value),
            one(type="hidden", value=value),
            element("textarea", text=value, name="b"),
        ]
    )
    form.append(element("select", element("option", text=value), name="c"))
    assert len(submit_first(page_with(form)).body) > size


@pytest.mark.parametrize(
    "value",
    [
        "1" * MEGABYTE,
        "1" * MEGABYTE + "-01-01",
        "-" * MEGABYTE,
        "1." + "0" * MEGABYTE,
        "1e" + "9" * MEGABYTE,
        "," * MEGABYTE,
        "2024-01-01T00:00:00." + "0" * MEGABYTE,
        "#" * MEGABYTE,
        "rgb(" + "1," * (MEGABYTE // 2),
        "(" * MEGABYTE,
    ],
    ids=lambda value: value[:10],
)
def test_value_of_a_megabyte_takes_linear_time(value: str) -> None:
    types = (
        "number",
        "range",
        "color",
        "date",
        "month",
        "week",
        "time",
        "datetime-local",
        "email",
        "url",
    )
    form = element("form", *[one(type=type, value=value) for type in types])
    form.extend(
        [
            one(type="range", min=value, max=value, step=value),
            one(type="email", multiple="", value=value),
        ]
    )
    assert len(submit_first(page_with(form)).entries) == len(types) + 2


@pytest.mark.parametrize(
    "name", ["action", "method", "enctype", "accept-charset", "id", "name", "target", "dir"]
)
@more_at_night("size", MEGABYTE // 20, MEGABYTE)
@pytest.mark.parametrize(
    "text", ["a", " ", "utf-8 ", ",", "\n", "?", "#", "/a", "../", "%", "\u3042", "\ud800"]
)
def test_long_attribute_takes_linear_time(name: str, text: str, size: int) -> None:
    form = Element("form", {name: text * (size // len(text))})
    form.append(one())
    assert submit_first(page_with(form)).entries == (("a", "b"),)
