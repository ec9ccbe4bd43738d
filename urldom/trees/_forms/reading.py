"""Read the controls of a form from its elements (HTML Standard 4.10.5 to 4.10.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import attrs

from urldom.trees._forms.controls import Field, FormElement, OptionElement
from urldom.trees._forms.forms import NO_OPTIONS, Control, Enctype, Method, Options, ReadOption
from urldom.trees._forms.values import INPUT_TYPES, Get, normalize_newlines, parse_non_negative_integer
from urldom.trees._table import HTML, SVG, ascii_lower
from urldom.trees._tree import Node, Tree

_METHODS: Final[dict[str, Method]] = {"post": "post", "dialog": "dialog"}
_ENCTYPES: Final[dict[str, Enctype]] = {"multipart/form-data": "multipart/form-data", "text/plain": "text/plain"}
#: Their text is not text of an option around them. (With `html.parser`, an option can contain options.)
_NO_TEXT: Final = frozenset(["script", f"{{{HTML}}}script", f"{{{SVG}}}script", "option", "optgroup"])


def strings(tree: Tree, node: Node, is_left_out: Callable[[Node, str], bool]) -> Iterator[str]:
    """Yield the strings in an element and its descendants, except in those for which `is_left_out` is true."""
    stack: list[Node | str] = list(tree.contents(node))[::-1]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        name = tree.name(item)
        if type(name) is str and not is_left_out(item, name):
            stack += list(tree.contents(item))[::-1]


def method_of(value: str | None) -> Method:
    return _METHODS.get(ascii_lower(value), "get")


def enctype_of(value: str | None) -> Enctype:
    return _ENCTYPES.get(ascii_lower(value), "application/x-www-form-urlencoded")


def read_controls(form: FormElement) -> list[Control]:
    controls = [_READ[field.local](field) for field in form.fields]
    last: dict[str, int] = {}
    for i, control in enumerate(controls):
        if control.type == "radio" and control.checked and control.name:
            if control.name in last:  # Only the last checked button of a group stays checked.
                before = last[control.name]
                controls[before] = attrs.evolve(controls[before], checked=False)
            last[control.name] = i
    return controls


def _getter(field: Field) -> tuple[Get, str, bool]:
    get: Get = partial(field.page.tree.get, field.node)
    return get, get("name") or "", field.fieldset is not None or get("disabled") is not None


def _read_button(field: Field) -> Control:
    get, name, disabled = _getter(field)
    kind = ascii_lower(get("type"))
    if kind not in ("submit", "reset", "button"):
        # The `type` attribute is in the Auto state (HTML Standard 4.10.6).
        kind = "submit" if get("command") is None and get("commandfor") is None else "button"
    return Control(field.node, name, kind, get("value") or "", disabled=disabled, is_submit_button=kind == "submit")


def _read_input(field: Field) -> Control:
    get, name, disabled = _getter(field)
    kind = ascii_lower(get("type"))
    if kind not in INPUT_TYPES:
        kind = "text"
    traits, sanitize, _ = INPUT_TYPES[kind]
    value, checked = get("value"), None
    if "checked" in traits:
        checked = get("checked") is not None
        value = "on" if value is None else value
    elif sanitize is not None:
        value = sanitize(value or "", get)
    elif kind == "file":
        value = ""
    readonly = "readonly" in traits and get("readonly") is not None
    multiple = "multiple" in traits and get("multiple") is not None
    return Control(
        field.node, name, kind, value or "", checked, NO_OPTIONS, disabled, readonly, multiple, "submits" in traits
    )


def _read_textarea(field: Field) -> Control:
    get, name, disabled = _getter(field)
    tree = field.page.tree
    value = normalize_newlines(tree.text(field.node))
    if tree.is_loosely_parsed:
        value = value.removeprefix("\n")
    return Control(field.node, name, "textarea", value, disabled=disabled, readonly=get("readonly") is not None)


def _read_select(field: Field) -> Control:
    get, name, disabled = _getter(field)
    tree = field.page.tree
    options = Options([_read_option(tree, option) for option in field.options])
    is_multiple = get("multiple") is not None
    if not is_multiple:
        # Browsers treat `size="0"` as `size="1"`: see the rulings.
        options = _with_one_selected(options, parse_non_negative_integer(get("size")) or 1)
    kind = "select-multiple" if is_multiple else "select-one"
    return Control(field.node, name, kind, options.first_value(), None, options, disabled, False, is_multiple)


def _with_one_selected(options: Options, display_size: int) -> Options:
    """Run the *selectedness setting algorithm* for a select without `multiple`."""
    selected = [i for i, option in enumerate(options.read) if option[3]]
    if not selected and display_size == 1:
        first = next((i for i, option in enumerate(options.read) if not option[4]), None)
        return options if first is None else options.with_selected((first,))
    return options if len(selected) < 2 else options.with_selected(selected[-1:])


def _read_option(tree: Tree, option: OptionElement) -> ReadOption:
    get = tree.get
    node, in_disabled_group, text = option
    if text is None:
        text = "".join(strings(tree, node, lambda node, name: name in _NO_TEXT))
    value = get(node, "value")
    if len(tree.attribute_names(node)) == (value is not None):  # Most options have no attribute except `value`.
        return value, None, text, False, in_disabled_group
    disabled = in_disabled_group or get(node, "disabled") is not None
    return value, get(node, "label"), text, get(node, "selected") is not None, disabled


_READ: Final = {"input": _read_input, "button": _read_button, "select": _read_select, "textarea": _read_textarea}
