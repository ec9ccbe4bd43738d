"""urldom sends Chromium's requests for twenty forms. The counts for other libraries in
docs/forms.md are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cases import each_case

from .twenty import FORMS, LIBRARIES, Form, by_urldom, right

DOCUMENTATION = Path(__file__).parents[3] / "docs/forms.md"
#: The names of the libraries in the documentation.
DOCUMENTED = {"Scrapy's FormRequest": "Scrapy's `FormRequest`", "form2request": "form2request 0.2"}
DOCUMENTED["MechanicalSoup"] = "MechanicalSoup 1.4"


@each_case("parser", ["turbohtml", "selectolax", "html5lib", "lxml", "bs4"])
@each_case("form", FORMS.values(), ids=FORMS.keys())
def test_urldom_sends_the_request_of_chromium(form: Form, parser: str) -> None:
    pytest.importorskip(parser, reason=f"{parser} is not installed")
    assert by_urldom(form, parser=parser) == form.sent


@pytest.mark.parametrize("library", LIBRARIES)
def test_documented_counts_of_other_libraries_are_true(library: str) -> None:
    try:
        count = len(right(library))
    except ImportError as error:
        pytest.skip(str(error))
    row = f"| {DOCUMENTED.get(library, library)} | {count} |"
    assert row in re.sub(" +", " ", DOCUMENTATION.read_text(encoding="utf-8"))
