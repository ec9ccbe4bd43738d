"""List the fifty forms of a page, and submit each as if its default button was clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import find, form2request, lxml_html, mechanicalsoup, scrapy
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Batches, Run, Subject, measure
from urldom.trees import TreeDocument, document, parse

requests = find("requests")
http = find("scrapy.http") if scrapy else None

_FORMS: Final = 50
_ADDRESS: Final = "https://www.example.com/list/index.html"
_OPTIONS: Final = "".join(
    f"<option value={number}>Number {number}</option>" for number in range(20)
)
_PROSE: Final = "It was the best of times, it was the worst of times. " * 4

#: Each function makes form number `n` of a page. Multipart bodies are left out, because
#: form2request cannot make them.
FAMILIES: Final[dict[str, Callable[[int], str]]] = {
    "plain": lambda n: (
        f'<form action="/items/{n}" method="post"><input type="hidden" name="token"'
        f' value="{n * 7919:x}"><label>Name <input type="text" name="name" value="Item'
        f' {n}"></label><input type="checkbox" name="kept" value="yes" checked><button name="do"'
        ' value="save">Save</button></form>'
    ),
    "search boxes": lambda n: (
        f'<form action="/search/{n}"><input name="q" value="{n}"><button>Search</button></form>'
    ),
    "selects": lambda n: (
        f'<form action="/items/{n}" method="post"><select name="count">{_OPTIONS}</select><select'
        f' name="size" multiple>{_OPTIONS}</select><input type="submit" name="do"'
        f' value="{n}"></form>'
    ),
    "many controls": lambda n: (
        f'<form action="/items/{n}" method="post">'
        + "".join(
            f'<p><input type="text" name="field-{number}" value="{n} {number}"></p>'
            for number in range(30)
        )
        + "<textarea name=text>Some text</textarea><button>Send</button></form>"
    ),
    "among prose": lambda n: (
        f'<h2>{n}</h2><p>{_PROSE}<a href="/{n}">more</a> <b>of</b>'
        f' <i>it</i></p><p>{_PROSE}</p><form action="/votes/{n}" method="post"><input type="hidden"'
        f' name="id" value="{n}"><button>Vote</button></form>'
    ),
}


def _pages(settings: Settings, form: Callable[[int], str]) -> Batches:
    """Return the pages of a round. Each round has its own pages."""
    count = max(1, settings.most // 200)

    def batch(number: int) -> Sequence[bytes]:
        firsts = range(number * count * _FORMS, (number + 1) * count * _FORMS, _FORMS)
        head = "<!DOCTYPE html><meta charset=utf-8><title>Forms</title>"
        return [
            f"{head}{''.join(map(form, range(first, first + _FORMS)))}".encode() for first in firsts
        ]

    return batch


def _list(page: TreeDocument) -> None:
    for form in page.forms():
        _ = form.method, form.action, [(one.name, one.value, one.options) for one in form.controls]


def _submit(page: TreeDocument) -> None:
    for form in page.forms():
        page.submission(form, submitter=form.default_button)


def _each(function: Callable[[Any], object]) -> Run:
    def run(batch: Sequence[Any]) -> None:
        for one in batch:
            function(one)

    return run


def _lxml_trees(batch: Sequence[bytes]) -> Sequence[Any]:
    return [lxml_html.document_fromstring(page, base_url=_ADDRESS) for page in batch]


def _response(page: bytes) -> Any:
    return http.HtmlResponse(_ADDRESS, body=page, encoding="utf-8")


def _parsed_responses(batch: Sequence[bytes]) -> Sequence[Any]:
    responses = [_response(page) for page in batch]
    for response in responses:
        response.css("form")
    return responses


def _soup(page: bytes) -> Any:
    return find("bs4").BeautifulSoup(page, "lxml", from_encoding="utf-8")


def _soups(batch: Sequence[bytes]) -> Sequence[Any]:
    return [_soup(page) for page in batch]


def _list_lxml(tree: Any) -> None:
    for form in tree.forms:
        _ = (
            form.method,
            form.action,
            [(one.name, one.value, getattr(one, "value_options", ())) for one in form.inputs],
        )


def _list_soup(soup: Any) -> None:
    for form in soup.select("form"):
        _ = form.get("method"), form.get("action")
        for one in form.select("input, select, textarea, button"):
            _ = (
                one.get("name"),
                one.get("value"),
                [option.get("value") for option in one.select("option")],
            )


def _submit_form2request(response: Any) -> None:
    for form in response.css("form"):
        form2request.form2request(form)


def _submit_scrapy(response: Any) -> None:
    for number in range(_FORMS):
        http.FormRequest.from_response(response, formnumber=number)


def _submit_mechanicalsoup(soup: Any) -> None:
    for form in soup.select("form"):
        mechanicalsoup.Form(form).choose_submit(None)
        requests.Request(**mechanicalsoup.Browser.get_request_kwargs(form, _ADDRESS)).prepare()


def _job(name: str, subjects: dict[str, Subject], settings: Settings) -> Iterator[Cell]:
    for family, form in FAMILIES.items():
        if settings.families.is_chosen(family):
            yield measure(Place(name, family), subjects, _pages(settings, form), settings.rounds)


def forms_listed(settings: Settings) -> Iterator[Cell]:
    """Measure reading each form's method, action and controls from a parsed tree. urldom gets
    lxml's tree."""
    if not lxml_html:
        return
    subjects = {
        "urldom": Subject(_each(lambda tree: _list(document(tree, _ADDRESS))), _lxml_trees),
        "lxml": Subject(_each(_list_lxml), _lxml_trees),
    }
    if mechanicalsoup:
        subjects["mechanicalsoup"] = Subject(_each(_list_soup), _soups)
    yield from _job("forms listed", subjects, settings)


def forms_submitted(settings: Settings) -> Iterator[Cell]:
    """Measure making the request of each form of a parsed tree. All libraries get trees of lxml."""
    if not lxml_html:
        return
    subjects = {
        "urldom": Subject(_each(lambda tree: _submit(document(tree, _ADDRESS))), _lxml_trees)
    }
    if form2request and http:
        subjects["form2request"] = Subject(_each(_submit_form2request), _parsed_responses)
    if http:
        subjects["scrapy"] = Subject(_each(_submit_scrapy), _parsed_responses)
    if mechanicalsoup and requests:
        subjects["mechanicalsoup"] = Subject(_each(_submit_mechanicalsoup), _soups)
    yield from _job("forms submitted", subjects, settings)


def forms_of_bytes(settings: Settings) -> Iterator[Cell]:
    """Measure making the request of each form from the page's bytes. Each library uses its own
    parser."""
    subjects = {
        "urldom": Subject(
            _each(lambda page: _submit(parse(page, _ADDRESS, content_type="text/html")))
        )
    }
    if form2request and http:
        subjects["form2request"] = Subject(
            _each(lambda page: _submit_form2request(_response(page)))
        )
    if http:
        subjects["scrapy"] = Subject(_each(lambda page: _submit_scrapy(_response(page))))
    if mechanicalsoup and requests:
        subjects["mechanicalsoup"] = Subject(
            _each(lambda page: _submit_mechanicalsoup(_soup(page)))
        )
    yield from _job("forms of bytes", subjects, settings)
