"""Forms made from elements. Names and values can contain characters that parsers remove."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from urldom.trees import TreeDocument, document

ADDRESS = "http://example.com/a/form.html"
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"


def page_of(form: dict[str, str], *controls: tuple[str, dict[str, str]]) -> TreeDocument:
    """Return a page of one form. `form` contains the attributes of the form, and `controls`
    contains the names and attributes of the controls."""
    root = ElementTree.Element("html")
    element = ElementTree.SubElement(root, "form", form)
    for name, attributes in controls:
        ElementTree.SubElement(element, name, attributes)
    return document(root, ADDRESS)


def hidden(name: str, value: str) -> tuple[str, dict[str, str]]:
    return "input", {"type": "hidden", "name": name, "value": value}


def sent(page: TreeDocument, **options: Any) -> Any:
    """Return the submission of the page's only form."""
    (form,) = page.forms()
    return page.submission(form, **options)


def post(enctype: str, *pairs: tuple[str, str], encoding: str = "utf-8", files: Any = None) -> Any:
    """Return the submission of a form with hidden controls and file uploads."""
    attributes = {"method": "post", "enctype": enctype, "accept-charset": encoding}
    for_files = [("input", {"type": "file", "name": name, "multiple": ""}) for name in files or ()]
    return sent(page_of(attributes, *(hidden(*pair) for pair in pairs), *for_files), files=files)


def boundary_of(submission: Any) -> bytes:
    found = re.fullmatch(
        r"multipart/form-data; boundary=([\w'()+,./:=?-]{1,70})", submission.headers["Content-Type"]
    )
    assert found is not None
    return found[1].encode()
