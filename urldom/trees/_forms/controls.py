"""Finds and reads the forms and controls of a page (HTML Standard 4.10.2, 4.10.5 to 4.10.11,
4.10.15, 4.10.18).

One walk through the tree finds all of them in linear time. A control needs facts about its
ancestors (its form, a disabled fieldset, a `datalist`), so the walk carries them along in a state.
The controls of a form are read only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

import attrs

from urldom.trees._forms.elements import Field, FormElement, OptionElement, Subtree
from urldom.trees._forms.forms import Control, Enctype, Method, Options, ReadOption
from urldom.trees._forms.values import (
    INPUT_TYPES,
    Get,
    normalize_newlines,
    parse_non_negative_integer,
)
from urldom.trees._lookup import Entries, Entry, Lookup
from urldom.trees._places import entries_inside
from urldom.trees._table import FOREIGN_NAMESPACES, HTML, SVG, TEXT, Row, ascii_lower
from urldom.trees._tree import Node, Tree

_METHODS: Final[dict[str, Method]] = {"post": "post", "dialog": "dialog"}
_ENCTYPES: Final[dict[str, Enctype]] = {
    "multipart/form-data": "multipart/form-data",
    "text/plain": "text/plain",
}
#: The elements whose text is not text of an option around them: `html.parser` puts options into
#: options.
_NO_TEXT: Final = frozenset(
    ["script", f"{{{HTML}}}script", f"{{{SVG}}}script", "option", "optgroup"]
)


@attrs.define(eq=False)
class _State:
    """The facts about the ancestors of an element. An element that changes them makes a new state
    for its children."""

    here: Entries
    table: _Table
    #: The state from which `inner` made this state, or `None` at the top of the tree.
    outer: _State | None = None
    form: FormElement | None = None
    fieldset: _Fieldset | None = None
    in_datalist: bool = False
    select: Field | None = None
    in_group: bool = False
    in_disabled_group: bool = False
    in_table_part: bool = False
    in_dialog: bool = False

    def inner(self, **changes: object) -> _State:
        """Return the state inside an element that changes these facts."""
        # `attrs.evolve` would take three times as long.
        made = _State(
            self.here,
            self.table,
            self,
            self.form,
            self.fieldset,
            self.in_datalist,
            self.select,
            self.in_group,
            self.in_disabled_group,
            self.in_table_part,
            self.in_dialog,
        )
        for name, value in changes.items():
            setattr(made, name, value)
        return made


@attrs.define(eq=False)
class _Fieldset:
    """A disabled `fieldset`."""

    node: Node
    index: int
    outer: _Fieldset | None
    #: `True` after the first `legend` of the fieldset, whose controls are not disabled (HTML
    #: Standard 4.10.15).
    had_legend: bool = False


@attrs.define(eq=False)
class _Table:
    """A `table`, or the page outside all tables, and the form that a parser left open in the
    table."""

    form: FormElement | None = None


def find_forms(tree: Tree) -> list[FormElement]:
    """Return the forms of a tree with their controls, in tree order, but those in shadow trees
    last.

    The content of a `template` is ignored, because it is another document. So is the content of a
    `noscript`, because a browser that runs scripts reads it as text."""
    forms: list[FormElement] = []
    waiting: list[list[Node]] = [[tree.root]]
    for roots in waiting:  # The loop adds shadow trees to the list.
        page = Subtree(tree)
        _walk(page, roots, waiting)
        page.find_named_owners()
        forms += page.forms
    for number, form in enumerate(forms):
        form.number = number
    return forms


def _walk(page: Subtree, roots: list[Node], shadow_trees: list[list[Node]]) -> None:
    """Add the forms and fields below `roots` to `page`, and the shadow trees in it to
    `shadow_trees`."""
    tree = page.tree
    tree_name, tree_children = tree.name, tree.children
    has_shadow_trees = type(tree).shadow_children is not Tree.shadow_children
    nodes, parents = page.nodes, page.parents
    state = _State(_ELEMENTS.entries_at_top(tree), _Table())
    parent = -1
    here = state.here
    # As in `walk_tree`, `None` marks the end of an open element, and `outers` has the state around
    # it.
    stack: list[Node | None] = roots[::-1]
    outers: list[tuple[_State, int]] = []
    while stack:
        if (node := stack.pop()) is None:
            state, parent = outers.pop()
            here = state.here
            continue
        name = tree_name(node)
        if type(name) is not str:
            continue
        entry = here[name]
        index = len(nodes)
        nodes.append(node)
        parents.append(parent)
        inner = state
        if not entry.is_plain:
            entered = _enter(page, node, entry, state, index)
            here = state.here  # A start tag that ends foreign content changes it.
            if entered is None:
                continue
            inner = entered
        children = tree_children(node)
        if has_shadow_trees and (shadow := tree.shadow_children(node)):
            shadow_trees.append(shadow)
            children = children[len(shadow) :]
        if children:
            stack.append(None)
            outers.append((state, parent))
            children.reverse()
            stack += children
            state = inner
            parent = index
            here = inner.here


def _enter(page: Subtree, node: Node, entry: Entry, state: _State, index: int) -> _State | None:
    """Record an element, and return the state for its children, or `None` if they do not matter to
    forms."""
    local = entry.text[0].element if entry.text else ""
    if entry.hides_base:  # The element's content is another document, or text.
        if local:
            _add_field(page, node, local, state, index)
        return None
    if local == "option":
        text = page.tree.leaf_text(node)
        if text is not None:  # Most options contain only text.
            if state.select is not None:
                state.select.options.append((node, state.in_disabled_group, text))
            return None
    inner = _foreign_state(page.tree, entry, node, state)
    if local in _READ:
        field = _add_field(page, node, local, inner, index)
        if local == "select":
            return inner.inner(select=field, in_group=False, in_disabled_group=False)
        return inner
    return _ENTER[local](_Opened(page, node, index, inner)) if local else inner


def _foreign_state(tree: Tree, entry: Entry, node: Node, state: _State) -> _State:
    """Return the state for the children of an element, which may begin or end foreign content."""
    here = state.here
    if entry.inner is not None:
        here = entries_inside(tree, here, entry, node)
    if not entry.ends_foreign or here.namespace != HTML:
        return state if here is state.here else state.inner(here=here)
    # The start tag closes the foreign elements around it, so what follows it is HTML too.
    outer: _State | None = state
    while outer is not None and outer.here.namespace in FOREIGN_NAMESPACES:
        outer.here = here
        outer = outer.outer
    return state


class _Opened(NamedTuple):
    """An element of the table `_ENTER`, and the state around it."""

    page: Subtree
    node: Node
    place: int
    state: _State

    def has(self, attribute: str) -> bool:
        return self.page.tree.get(self.node, attribute) is not None


# Each of these functions records an element, and returns the state for its children. A select's
# *list of options* (HTML Standard 4.10.7) has no options in an option, an `hr`, a `datalist`, a
# select, or an `optgroup` in an `optgroup`, but `html.parser` nests options and optgroups if their
# end tags are missing.


def _enter_option(at: _Opened) -> _State:
    if (select := at.state.select) is None:
        return at.state
    select.options.append((at.node, at.state.in_disabled_group, None))
    return at.state if at.page.tree.is_loosely_parsed else at.state.inner(select=None)


def _enter_optgroup(at: _Opened) -> _State:
    if at.state.in_group and not at.page.tree.is_loosely_parsed:
        return at.state.inner(select=None)
    return at.state.inner(in_group=True, in_disabled_group=at.has("disabled"))


def _enter_fieldset(at: _Opened) -> _State:
    if not at.has("disabled"):
        return at.state
    fieldset = _Fieldset(at.node, at.place, at.state.fieldset)
    return at.state.inner(fieldset=fieldset, in_table_part=False)


def _enter_legend(at: _Opened) -> _State:
    fieldset = at.state.fieldset
    if fieldset is None or fieldset.had_legend or at.page.parents[at.place] != fieldset.index:
        return at.state
    fieldset.had_legend = True
    return at.state.inner(fieldset=fieldset.outer)


def _enter_form(at: _Opened) -> _State:
    page, state = at.page, at.state
    form = FormElement(at.node, 0, at.place, page, state.in_dialog)
    page.forms.append(form)
    # In a table, the controls after an empty `form` belong to it (HTML Standard 13.2.6.4.9, the tag
    # "form").
    state.table.form = None
    if state.in_table_part and not page.tree.is_loosely_parsed and not page.tree.children(at.node):
        state.table.form = form
    return state.inner(form=form, in_table_part=False)


_ENTER: Final[dict[str, Callable[[_Opened], _State]]] = {
    "form": _enter_form,
    "option": _enter_option,
    "optgroup": _enter_optgroup,
    "hr": lambda at: at.state.inner(select=None),
    "datalist": lambda at: at.state.inner(select=None, in_datalist=True, in_table_part=False),
    "fieldset": _enter_fieldset,
    "legend": _enter_legend,
    "dialog": lambda at: at.state.inner(in_dialog=True, in_table_part=False),
    # An HTML parser does not put the following elements into a `form` that is a child of one of the
    # next elements.
    "table": lambda at: at.state.inner(in_table_part=True, table=_Table(at.state.table.form)),
    **dict.fromkeys(
        ["tbody", "thead", "tfoot", "tr"], lambda at: at.state.inner(in_table_part=True)
    ),
    **dict.fromkeys(["td", "th", "caption"], lambda at: at.state.inner(in_table_part=False)),
}


def _add_field(page: Subtree, node: Node, local: str, state: _State, index: int) -> Field:
    """Record a control with its form owner (HTML Standard 4.10.18.3, "reset the form owner"). An
    owner by ID is found after the walk, because it may follow the control."""
    owner, association = state.form, ""
    left_open = state.table.form
    if left_open is not None and page.forms[-1] is left_open:
        # A parser ignores a second form while one is open, so a form around the table cannot be the
        # owner.
        owner, association = left_open, "the parser, which left the form open in the table"
    fieldset = None if state.fieldset is None else state.fieldset.node
    field = Field(node, local, index, page, association, fieldset, state.in_datalist)
    owner_id = page.tree.get(node, "form")
    if owner_id is not None:
        field.association = "its form attribute"
        page.named.append((field, owner_id))
    elif owner is not None:
        owner.fields.append(field)
    return field


def strings(tree: Tree, node: Node, is_left_out: Callable[[Node, str], bool]) -> Iterator[str]:
    """Yield the strings in an element and its descendants, except in those for which `is_left_out`
    is true."""
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
    """Return the state of a `method` or `formmethod` attribute."""
    return _METHODS.get(ascii_lower(value), "get")


def enctype_of(value: str | None) -> Enctype:
    """Return the state of an `enctype` or `formenctype` attribute."""
    return _ENCTYPES.get(ascii_lower(value), "application/x-www-form-urlencoded")


def controls_of(form: FormElement) -> list[Control]:
    """Return the controls of a form, in tree order."""
    controls = [_READ[field.local](field) for field in form.fields]
    # Only the last checked button of a group of radio buttons stays checked.
    last_checked: dict[str, int] = {}
    for i, control in enumerate(controls):
        if control.type == "radio" and control.checked and control.name:
            earlier = last_checked.get(control.name)
            if earlier is not None:
                controls[earlier] = attrs.evolve(controls[earlier], checked=False)
            last_checked[control.name] = i
    return controls


def _getter(field: Field) -> tuple[Get, str, bool]:
    """Return what each control is read with: the `get` of its element, its name, and whether it is
    disabled."""
    get: Get = partial(field.page.tree.get, field.node)
    return get, get("name") or "", field.fieldset is not None or get("disabled") is not None


def _read_input(field: Field) -> Control:
    get, name, disabled = _getter(field)
    kind = _type_of_input(get) if field.local == "input" else _type_of_button(get)
    traits, sanitize, _ = INPUT_TYPES[kind]
    value = get("value")
    checked: bool | None = None
    if "checked" in traits:
        checked = get("checked") is not None
        value = "on" if value is None else value
    elif sanitize is not None:
        value = sanitize(value or "", get)
    elif kind == "file":
        value = ""
    return Control(
        field.node,
        name,
        kind,
        value or "",
        checked,
        disabled=disabled,
        readonly="readonly" in traits and get("readonly") is not None,
        multiple="multiple" in traits and get("multiple") is not None,
        is_submit_button="submits" in traits,
    )


def _type_of_input(get: Get) -> str:
    written = ascii_lower(get("type"))
    return written if written in INPUT_TYPES else "text"


def _type_of_button(get: Get) -> str:
    written = ascii_lower(get("type"))
    if written in ("submit", "reset", "button"):
        return written
    # The `type` attribute is in the Auto state (HTML Standard 4.10.6).
    has_command = get("command") is not None or get("commandfor") is not None
    return "button" if has_command else "submit"


def _read_textarea(field: Field) -> Control:
    get, name, disabled = _getter(field)
    tree = field.page.tree
    value = normalize_newlines(tree.text(field.node))
    if tree.is_loosely_parsed:
        value = value.removeprefix("\n")
    return Control(
        field.node, name, "textarea", value, disabled=disabled, readonly=get("readonly") is not None
    )


def _read_select(field: Field) -> Control:
    get, name, disabled = _getter(field)
    tree = field.page.tree
    options = Options([_read_option(tree, option) for option in field.options])
    is_multiple = get("multiple") is not None
    if not is_multiple:
        options = _with_one_selected(options, get("size"))
    return Control(
        field.node,
        name,
        "select-multiple" if is_multiple else "select-one",
        options.first_value(),
        options=options,
        disabled=disabled,
        multiple=is_multiple,
    )


def _with_one_selected(options: Options, size: str | None) -> Options:
    """Run the *selectedness setting algorithm*, for a select without `multiple`."""
    selected = options.selected_places()
    if len(selected) > 1:
        return options.with_selected(selected[-1:])
    # Browsers treat `size="0"` as `size="1"`: see the rulings.
    display_size = parse_non_negative_integer(size) or 1
    if not selected and display_size == 1:
        return options.with_selected(options.enabled_places()[:1])
    return options


def _read_option(tree: Tree, option: OptionElement) -> ReadOption:
    get = tree.get
    node, in_disabled_group, text = option
    if text is None:
        text = "".join(strings(tree, node, lambda node, name: name in _NO_TEXT))
    value = get(node, "value")
    # Most options have no attribute except `value`.
    known = 0 if value is None else 1
    if len(tree.attribute_names(node)) == known:
        return value, None, text, False, in_disabled_group
    disabled = in_disabled_group or get(node, "disabled") is not None
    return value, get(node, "label"), text, get(node, "selected") is not None, disabled


#: The submittable elements (HTML Standard 4.10.2), except form-associated custom elements, which
#: only scripts make.
_READ: Final = {
    "input": _read_input,
    "button": _read_input,
    "select": _read_select,
    "textarea": _read_textarea,
}
#: A table with a row for each name, from which a `Lookup` recognizes HTML's elements in any tree.
_ELEMENTS: Final = Lookup(Row(name, TEXT, None) for name in (*_READ, *_ENTER))
