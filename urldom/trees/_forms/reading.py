"""Read the controls of a form from its elements (HTML Standard 4.10.5 to 4.10.11)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from urldom.trees._forms.controls import Field, FormElement, OptionElement
from urldom.trees._forms.forms import NO_OPTIONS, Control, Enctype, Method, Options, ReadOption
from urldom.trees._forms.values import SANITIZE, Get, normalize_newlines, parse_non_negative_integer, wrap
from urldom.trees._table import HTML, SVG, ascii_lower
from urldom.trees._tree import Node, Tree

#: The valid values of an `input` element's `type` attribute. If the attribute is missing or invalid, the type is
#: `"text"`.
_INPUT_TYPES: Final = frozenset(
    (
        *("hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time"),
        *("datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset"),
        "button",
    )
)
_SUBMIT_TYPES: Final = frozenset(["submit", "image"])
#: The types of buttons (HTML Standard 4.10.2).
BUTTON_TYPES: Final = frozenset(["submit", "image", "reset", "button"])
#: The types of controls that `readonly` applies to.
_READONLY_TYPES: Final = frozenset(
    (
        *("text", "search", "url", "tel", "email", "password", "date", "month", "week", "time", "datetime-local"),
        *("number", "textarea"),
    )
)
CHECKABLE_TYPES: Final = frozenset(["checkbox", "radio"])
_METHODS: Final[dict[str, Method]] = {"get": "get", "post": "post", "dialog": "dialog"}
URLENCODED: Final = "application/x-www-form-urlencoded"
_ENCTYPES: Final[dict[str, Enctype]] = {
    URLENCODED: URLENCODED,
    "multipart/form-data": "multipart/form-data",
    "text/plain": "text/plain",
}
#: The text of these elements does not belong to the text of an option around them. (With `html.parser`, an option can
#: contain options.)
_NO_TEXT: Final = frozenset(["script", f"{{{HTML}}}script", f"{{{SVG}}}script", "option", "optgroup"])


def reverse(contents: Iterable[Node | str]) -> list[Node | str]:
    """Return the contents of an element as a list in reverse order, to be used as a stack."""
    found = list(contents)
    found.reverse()
    return found


def method_of(value: str | None) -> Method:
    """Return the state of a `method` or `formmethod` attribute."""
    return _METHODS.get(ascii_lower(value), "get")


def enctype_of(value: str | None) -> Enctype:
    """Return the state of an `enctype` or `formenctype` attribute."""
    return _ENCTYPES.get(ascii_lower(value), URLENCODED)


def read_controls(form: FormElement) -> list[Control]:
    """Return the controls of a form, in tree order."""
    controls = [_read_control(field) for field in form.fields]
    last: dict[str, int] = {}
    for i, control in enumerate(controls):
        if control.type == "radio" and control.checked and control.name:
            if control.name in last:  # Only the last checked button of a group stays checked.
                before = controls[last[control.name]]
                controls[last[control.name]] = _unchecked(before)
            last[control.name] = i
    return controls


def _unchecked(control: Control) -> Control:
    return Control(control.node, control.name, control.type, control.value, False, disabled=control.disabled)


def default_button(controls: Iterable[Control]) -> Control | None:
    """Return the *default button* of a form (HTML Standard 4.10.22.2): its first submit button."""
    return next((control for control in controls if control.is_submit_button), None)


def _read_control(field: Field) -> Control:
    tree, node = field.page.tree, field.node
    get: Get = partial(tree.get, node)
    name = get("name") or ""
    disabled = field.fieldset is not None or get("disabled") is not None
    if field.local == "input":
        return _read_input(node, name, get, disabled)
    if field.local == "select":
        return _read_select(field, name, get, disabled)
    if field.local == "textarea":
        value = _textarea_value(tree, node)
        return Control(node, name, "textarea", value, disabled=disabled, readonly=get("readonly") is not None)
    kind = ascii_lower(get("type"))
    if kind not in ("submit", "reset", "button"):
        # The `type` attribute is in the Auto state (HTML Standard 4.10.6).
        is_command = get("command") is not None or get("commandfor") is not None
        kind = "button" if is_command else "submit"
    return Control(node, name, kind, get("value") or "", disabled=disabled, is_submit_button=kind == "submit")


def _read_input(node: Node, name: str, get: Get, disabled: bool) -> Control:
    kind = ascii_lower(get("type"))
    if kind not in _INPUT_TYPES:
        kind = "text"
    given = get("value")
    checked = None
    if kind in CHECKABLE_TYPES:
        checked = get("checked") is not None
        value = "on" if given is None else given
    elif kind == "file":
        value = ""
    else:
        value = given or ""
        sanitize = SANITIZE.get(kind)
        if sanitize is not None:
            value = sanitize(value, get)
    readonly = kind in _READONLY_TYPES and get("readonly") is not None
    multiple = kind in ("file", "email") and get("multiple") is not None
    is_submit_button = kind in _SUBMIT_TYPES
    return Control(node, name, kind, value, checked, NO_OPTIONS, disabled, readonly, multiple, is_submit_button)


# Text areas (4.10.11) -------------------------------------------------------------------------------------------------


def _textarea_value(tree: Tree, node: Node) -> str:
    text = normalize_newlines(tree.text(node))
    if tree.is_loosely_parsed:
        text = text.removeprefix("\n")
    return text


def wrapped(value: str, get: Get) -> str:
    """Return the value of a text area, given its API value. `wrap=hard` adds line breaks."""
    if ascii_lower(get("wrap")) != "hard":
        return value
    return wrap(value, parse_non_negative_integer(get("cols")) or 20)


# Selects (4.10.7) and options (4.10.10) -------------------------------------------------------------------------------


def _read_select(field: Field, name: str, get: Get, disabled: bool) -> Control:
    tree = field.page.tree
    is_multiple = get("multiple") is not None
    read = [_read_option(tree, option) for option in field.options]
    options = Options(read)
    if not is_multiple:
        options = _with_one_selected(options, read, _display_size(get("size")))
    kind = "select-multiple" if is_multiple else "select-one"
    return Control(field.node, name, kind, options.first_value(), None, options, disabled, False, is_multiple)


def _display_size(size: str | None) -> int:
    parsed = parse_non_negative_integer(size)
    # Browsers treat `size="0"` as `size="1"`: see the rulings.
    return parsed or 1


def _with_one_selected(options: Options, read: list[ReadOption], display_size: int) -> Options:
    """Run the *selectedness setting algorithm* for a select without `multiple`."""
    selected = [i for i, option in enumerate(read) if option[3]]
    if not selected and display_size == 1:
        first = next((i for i, option in enumerate(read) if not option[4]), None)
        return options if first is None else options.with_selected((first,))
    return options if len(selected) < 2 else options.with_selected(selected[-1:])


def _read_option(tree: Tree, option: OptionElement) -> ReadOption:
    get = tree.get
    node, in_disabled_group, text = option
    if text is None:
        text = "".join(_strings(tree, node))
    value = get(node, "value")
    if len(tree.attribute_names(node)) == (value is not None):  # Most options have no attribute except `value`.
        return value, None, text, False, in_disabled_group
    disabled = in_disabled_group or get(node, "disabled") is not None
    return value, get(node, "label"), text, get(node, "selected") is not None, disabled


def _strings(tree: Tree, node: Node) -> Iterable[str]:
    """Yield the strings in an option and its descendants, except the strings in scripts and in nested options."""
    stack: list[Node | str] = reverse(tree.contents(node))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        name = tree.name(item)
        if type(name) is str and name not in _NO_TEXT:
            stack += reverse(tree.contents(item))
