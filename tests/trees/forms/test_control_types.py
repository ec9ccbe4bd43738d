"""The table of the types of controls has the columns of the tables in HTML Standard 4.10.5 and
4.10.11."""

from __future__ import annotations

from urldom.trees._forms.values import INPUT_TYPES, TYPES

TEXTS = {"text", "search", "url", "tel", "email", "password"}
DATES = {"date", "month", "week", "time", "datetime-local"}
BUTTONS = {"submit", "image", "reset", "button"}


def types_with(trait: str) -> set[str]:
    return {kind for kind, row in TYPES.items() if trait in row.traits}


def test_input_has_the_states_of_the_standard():
    assert set(INPUT_TYPES) == {
        *("hidden", "number", "range", "color", "checkbox", "radio", "file"),
        *TEXTS,
        *DATES,
        *BUTTONS,
    }
    assert set(TYPES) - set(INPUT_TYPES) == {"textarea", "select-one", "select-multiple"}


def test_attributes_apply_to_the_types_of_the_standard():
    assert types_with("maxlength") == TEXTS | {"textarea"}
    assert types_with("readonly") == TEXTS | DATES | {"number", "textarea"}
    assert types_with("checked") == {"checkbox", "radio"}
    assert types_with("multiple") == {"email", "file", "select-multiple"}


def test_dirname_applies_to_auto_directionality_elements():
    """HTML Standard 3.2.6.4, "auto-directionality form-associated elements"."""
    assert types_with("dirname") == TEXTS | {"hidden", "submit", "reset", "button", "textarea"}


def test_buttons_are_those_of_the_standard():
    """HTML Standard 4.10.2, "buttons" and "submit buttons"."""
    assert types_with("button") == BUTTONS
    assert types_with("submits") == {"submit", "image"}


def test_types_with_a_sanitization_algorithm():
    sanitized = {kind for kind, row in TYPES.items() if row.sanitize is not None}
    assert sanitized == TEXTS | DATES | {"number", "range", "color"}
    assert {kind for kind, row in TYPES.items() if row.wanted} == sanitized - TEXTS
