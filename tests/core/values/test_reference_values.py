"""References as values."""

from __future__ import annotations

import pytest

from urldom._core.errors import Failure
from urldom._core.values.reference_values import (
    GenericRL,
    URIReference,
    absent_first,
    recompose,
    resolve_reference,
    target_reference,
    told_values,
)

BASE = URIReference("http", "a", "/b/c/d;p", "q")


def test_reference_is_resolved():
    assert str(resolve_reference(URIReference(path="../g"), BASE)) == "http://a/b/g"
    assert str(resolve_reference(URIReference(), BASE)) == "http://a/b/c/d;p?q"
    assert str(resolve_reference(URIReference(query=""), BASE)) == "http://a/b/c/d;p?"


@pytest.mark.parametrize(("strict", "target"), [(True, "HTTP:g"), (False, "http://a/b/c/g")])
def test_scheme_of_the_base_is_ignored_only_if_not_strict(strict, target):
    assert str(resolve_reference(URIReference("HTTP", path="g"), BASE, strict=strict)) == target
    assert str(resolve_reference(URIReference("x", path="g"), BASE, strict=strict)) == "x:g"


@pytest.mark.parametrize("base", [None, URIReference(path="a")])
def test_base_needs_a_scheme(base):
    with pytest.raises(Failure, match="has no scheme" if base else "without a base"):
        resolve_reference(URIReference(path="g"), base)


def test_path_without_an_authority_is_not_read_as_one():
    assert str(target_reference("x", None, "//a", None, None)) == "x:/.//a"
    assert str(target_reference("x", "", "//a", None, None)) == "x:////a"
    assert recompose(None, None, "a", "", "") == "a?#"


def test_absent_component_comes_first():
    assert sorted(["b", None, ""], key=absent_first) == [None, "", "b"]


def test_password_is_not_shown():
    for value in (URIReference(authority="u:secret@h"), GenericRL(net_loc="u:secret@h")):
        assert "secret" not in repr(value) and "@h" in repr(value)


def test_told_values_of_rfc_1808_are_never_empty_but_for_the_path():
    assert told_values(GenericRL(scheme="http", query="q")) == {
        "scheme": "http",
        "net_loc": None,
        "path": "",
        "params": None,
        "query": "q",
        "fragment": None,
    }
    assert told_values(URIReference(query=""))["query"] == ""
    assert told_values({"a": "b"}) == {"a": "b"}


def test_steps_of_resolving_are_reported():
    said = []
    resolve_reference(URIReference(path="../g"), BASE, lambda step, *_: said.append(step))
    assert said[0] == "RFC 3986 section 5.2.2" and said[-1] == "RFC 3986 section 5.3"
    values = []
    target = resolve_reference(
        URIReference(path="../g", query="y"), BASE, lambda *step: values.append(step)
    )
    made = {"scheme": BASE.scheme, "authority": BASE.authority, "path": target.path, "query": "y"}
    assert ("RFC 3986 section 5.2.2", None, made) in values
    assert values[-1] == ("RFC 3986 section 5.3", None, {"path": target.path})
    said.clear()
    with pytest.raises(Failure):
        resolve_reference(
            URIReference(path="g"), URIReference(path="a"), lambda step, *_: said.append(step)
        )
    assert "RFC 3986 section 5.2.1" in said


@pytest.mark.parametrize(
    ("authority", "shown"),
    [("u:p@h", "'u:***@h'"), ("u@h", "'u@h'"), ("h:8", "'h:8'"), ("", "''"), (None, "None")],
)
def test_representation_of_an_authority_has_no_password(authority, shown):
    assert f"authority={shown}, " in repr(URIReference("x", authority))


def test_components_are_absent_by_default():
    assert GenericRL() == GenericRL("", "", "", "", "", "") and str(GenericRL()) == ""
    assert URIReference() == URIReference(None, None, "", None, None) and str(URIReference()) == ""
