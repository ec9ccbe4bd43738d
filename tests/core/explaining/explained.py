"""Checks for every explanation: its result is the result of `resolve`, and its steps lead to this
result."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import attrs

from urldom import InvalidURLError, URLDecomposition, explain, find_standard, resolve
from urldom._core.errors import RejectedValueError
from urldom._core.standards.whatwg.url_record import join_userinfo
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.reference_values import GenericRL
from urldom.explanation import Explanation


def check_explanation(
    url: str, base: str | None, standard: str, encoding: str = "utf-8"
) -> Explanation:
    """Explain the URL, and compare the explanation with the result or the error of `resolve`."""
    explanation = explain(url, base, standard=standard, encoding=encoding)
    try:
        resolved = resolve(url, base, standard=standard, encoding=encoding)
        result: Any = getattr(resolved, "parsed", resolved)
    except InvalidURLError as error:
        assert explanation.result is None
        assert type(explanation.error) is type(error) and str(explanation.error) == str(error)
        assert any(found.failure for step in explanation for found in step.errors)
    else:
        assert explanation.result == result and type(explanation.result) is type(result)
        assert explanation.error is None and explanation.reason is None
        assert not any(error.failure for step in explanation for error in step.errors)
        values = replayed(explanation)
        if standard == "whatwg":
            userinfo = join_userinfo(
                values.pop("username", "") or "", values.pop("password", "") or ""
            )
            values |= {"userinfo": userinfo[:-1]} if userinfo else {}
        assert values == components_of(result)
        text = str(result)
        assert_spans(explanation.result_components, text)
    assert (explanation.url, explanation.base, explanation.standard) == (
        url,
        base,
        find_standard(standard),
    )
    assert_spans(explanation.components, url)
    for step in explanation:
        assert step.section and step.says and step.address.startswith("https://")
        if step.start is not None:
            assert step.end is not None and 0 <= step.start <= step.end <= len(url)
            place = url[step.start : step.end]
            assert place == step.looked_at or standard == "whatwg"
            # `looked_at` lacks the tabs and newlines that the URL Standard removes, and has U+FFFD
            # for each lone surrogate.
            assert _sub_removed("", scalar_value_string(place)) == _sub_removed(
                "", scalar_value_string(step.looked_at or "")
            )
        for found in step.errors:
            if found.start is not None:
                assert found.end is not None and 0 <= found.start <= found.end <= len(url)
    json.dumps(explanation.to_json())
    str(explanation)
    return explanation


_sub_removed = re.compile("[\t\n\r]").sub


def assert_spans(spans: Any, text: str) -> None:
    """Check that the components are in order, and do not overlap."""
    end = 0
    for span in spans:
        assert end <= span.start <= span.end <= len(text), (spans, text)
        end = span.end


def replayed(explanation: Explanation) -> dict[str, str | None]:
    """Apply the changes that each step reports, and return the resulting components."""
    values: dict[str, str | None] = {"path": ""}
    for step in explanation:
        if step.depth == 0:
            values |= {
                name: value
                for name, value in step.made.items()
                if name not in ("base URL", "url", "encoding")
            }
    return {name: value for name, value in values.items() if value is not None}


def components_of(result: Any) -> dict[str, str | None]:
    """Return the components of the result of `resolve`, with the names that the steps of its
    standard use."""
    values: dict[str, Any] = attrs.asdict(result)
    if isinstance(result, GenericRL):
        return {name: value for name, value in values.items() if value or name == "path"}
    return {name: value for name, value in values.items() if value is not None}


def check_assignment(url: str, name: str, value: str, standard: str) -> None:
    """Explain an assignment, and compare the explanation with the assignment."""
    decomposition = URLDecomposition(url, standard=standard)
    explanation = explain(url, standard=standard, set={name: value})
    before = decomposition.href
    strict = copy.copy(decomposition)
    setattr(decomposition, name, value)
    failures = [error.description for step in explanation for error in step.errors if error.failure]
    if failures and decomposition.href == before:
        try:
            strict.assign(**{name: value})
        except RejectedValueError as error:
            # `assign` also rejects a value if the setter uses only a part of it. The error then
            # contains a position. The error for an IPv6 address without brackets contains advice.
            # So does the error for a relative URL without a base.
            is_reported = error.reason.startswith(tuple(failures))
            assert is_reported or re.search(r", at \d+$|in brackets: \[", error.reason)
    else:
        made = [step.made for step in explanation if "href" in step.made]
        assert (made[-1]["href"] if made else before) == decomposition.href
    assert (None if explanation.result is None else str(explanation.result)) == (
        str(resolve(decomposition.href, standard=standard)) if decomposition else None
    )
