"""`ValidationError`: its fields, its description and its representation, which masks passwords."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

from urldom.whatwg import ValidationError, validation_errors


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://bob:secret@h/", "bob:***"),
        ("http://bob:secret@h:x/", "bob:***"),
        ("http://h/ ", " "),
    ],
)
def test_representation_has_no_password(url, shown):
    errors = validation_errors(url)
    assert f"found={shown!r}" in repr(errors[0]) and "secret" not in repr(errors)


def test_representation_has_every_field():
    assert repr(ValidationError("port-invalid", "x", failure=True, start=1, end=2)) == (
        "ValidationError(name='port-invalid', found='x', failure=True, start=1, end=2)"
    )


@pytest.mark.parametrize(
    ("name", "found", "shown"),
    [
        ("invalid-credentials", "bob:secret", "bob:***"),
        ("invalid-credentials", ":secret", ":***"),
        ("invalid-credentials", "bob", "bob"),
        ("invalid-credentials", "bob:secret@x", "bob:***"),
        ("domain-to-ASCII", "bob:secret@h^", "bob:***@h^"),
        ("domain-to-ASCII", "a:b^", "a:b^"),
        ("port-invalid", "7z", "7z"),
    ],
)
def test_password_is_masked_in_the_representation_only(name, found, shown):
    error = ValidationError(name, found)
    assert (
        repr(error)
        == f"ValidationError(name={name!r}, found={shown!r}, failure=False, start=0, end=0)"
    )
    assert error.found == found


def test_error_is_a_value():
    error = ValidationError("host-missing")
    assert attrs.astuple(error) == ("host-missing", "", False, 0, 0)
    assert error.description == "the host is missing"
    assert error == ValidationError("host-missing") != ValidationError("host-missing", failure=True)
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert twin == error and hash(twin) == hash(error)
    with pytest.raises(AttributeError):
        error.start = 1
    with pytest.raises(TypeError):
        ValidationError("host-missing", "", True)
