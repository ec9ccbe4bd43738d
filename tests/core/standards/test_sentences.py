"""The sentences of `explain` for the steps that several standards share."""

from __future__ import annotations

import pytest

from urldom import URLDecomposition
from urldom._core.standards.sentences import TABLE, address_of

HTML5 = "https://www.w3.org/TR/2011/WD-html5-20110525/urls.html"


@pytest.mark.parametrize(
    ("step", "address"),
    [
        (
            "RFC 1808 sections 2.4.5 and 2.4.6",
            "https://www.rfc-editor.org/rfc/rfc1808#section-2.4.5",
        ),
        ("RFC 3986 5.2.4 step 2A", "https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4"),
        ("RFC 3986 appendix A", "https://www.rfc-editor.org/rfc/rfc3986#appendix-A"),
        ("HTML5 2.6.2 step 1", f"{HTML5}#parsing-urls"),
        ("HTML5 2.6.3 step 12", f"{HTML5}#resolving-urls"),
        ("HTML5 2.6.3 step 4, substeps 1 to 3", f"{HTML5}#document-base-url"),
        ("HTML5 2.6.6, hash", f"{HTML5}#interfaces-for-url-manipulation"),
    ],
)
def test_address_leads_to_the_section(step, address):
    assert address_of(step) == address


def test_table_has_three_columns_for_each_attribute():
    columns = ("setter preprocessor", "%-escaping", "setter condition")
    names = URLDecomposition("").standard.attributes
    expected = {f"HTML5 2.6.6, {name}, {column}" for name in names for column in columns}
    assert {step for step in TABLE if "ruling" not in step} == expected
    assert {step for step in TABLE if "ruling" in step} == {
        f"HTML5 2.6.6, {name}, ruling 19" for name in ("port", "search", "hash")
    }
