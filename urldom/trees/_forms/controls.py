"""The forms of a page and their controls: form owners, fieldsets, lists of options (HTML Standard 4.10.2, 4.10.7,
4.10.15 and 4.10.18).

One walk through the tree finds all forms and controls in linear time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

import attrs

from urldom.trees._lookup import Entries, Entry, Lookup
from urldom.trees._places import entries_inside
from urldom.trees._table import FOREIGN_NAMESPACES, HTML, TEXT, Row
from urldom.trees._tree import Node, Tree

#: The names of the elements that `_walk` records.
_NAMES: Final = (
    *("form", "fieldset", "legend", "datalist", "input", "button", "select", "textarea", "option", "optgroup", "hr"),
    *("table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption", "dialog"),
)
#: A `Lookup` recognizes HTML's elements in any tree. It is made from a table, so this table has a row for each name.
_ELEMENTS: Final = Lookup(Row(name, TEXT, None) for name in _NAMES)

#: The submittable elements (HTML Standard 4.10.2). Form-associated custom elements are left out, because only a script
#: can make one.
_SUBMITTABLE: Final = frozenset(["input", "button", "select", "textarea"])
#: If a `form` is a child of one of these elements, an HTML parser does not put the following elements into the `form`.
_TABLE_PARTS: Final = frozenset(["table", "tbody", "thead", "tfoot", "tr"])


#: An option in a *list of options*, as three values. The first is the `option` element. The second is `True` if the
#: option is in a disabled `optgroup`. The third is the option's text, or `None` if the option has child elements.
OptionElement: TypeAlias = tuple[Node, bool, "str | None"]


@attrs.define(eq=False)
class FormElement:
    """A `form` element."""

    node: Node
    #: The index of the form in the result of `find_forms`.
    number: int
    #: The index of the element in `Subtree.nodes`.
    index: int
    page: Subtree
    in_dialog: bool
    #: The form's controls, in tree order.
    fields: list[Field] = attrs.Factory(list["Field"])


@attrs.define(eq=False)
class Field:
    """A submittable element."""

    node: Node
    local: str
    index: int
    page: Subtree
    owner: FormElement | None
    #: How the form owner was found: one of the constants `BY_...`.
    association: str
    #: The disabled `fieldset` that disables the element, or `None`.
    fieldset: Node | None
    in_datalist: bool
    #: The list of options, if the element is a `select`.
    options: list[OptionElement] = attrs.Factory(list[OptionElement])


#: How a control got its form owner (HTML Standard 4.10.18.3, "reset the form owner").
BY_ANCESTOR: Final = "its nearest ancestor form"
BY_ATTRIBUTE: Final = "its form attribute"
BY_PARSER: Final = "the parser, which left the form open in the table"
BY_NOTHING: Final = "no form around it"


@attrs.define(eq=False)
class _State:
    """The facts about the ancestors of an element. An element that changes these facts makes a new state for its
    children."""

    here: Entries
    known: _Known
    #: The state from which `inner` made this state, or `None` at the top of the tree.
    outer: _State | None
    form: FormElement | None = None
    fieldset: _Fieldset | None = None
    in_datalist: bool = False
    select: Field | None = None
    #: `True` if the element is in an `optgroup` of the select.
    in_group: bool = False
    #: `True` if the element is in a disabled `optgroup` of the select.
    in_disabled_group: bool = False
    table: _Table | None = None
    in_table_part: bool = False
    in_dialog: bool = False

    def inner(self) -> _State:
        return _State(
            self.here,
            self.known,
            self,
            self.form,
            self.fieldset,
            self.in_datalist,
            self.select,
            self.in_group,
            self.in_disabled_group,
            self.table,
            self.in_table_part,
            self.in_dialog,
        )

    def move_to(self, here: Entries) -> None:
        self.here = here
        self.known = _known(here.namespace, here.is_bare)


@attrs.define(eq=False)
class _Fieldset:
    """A disabled `fieldset`."""

    node: Node
    index: int
    #: The nearest disabled `fieldset` around this `fieldset`, or `None`.
    outer: _Fieldset | None
    #: `True` after the walk has entered the first `legend` of the fieldset. The controls in this `legend` are not
    #: disabled (HTML Standard 4.10.15).
    had_legend: bool = False


@attrs.define(eq=False)
class _Table:
    """A `table`, and the form that a parser left open in it."""

    form: FormElement | None


class Subtree:
    """The elements of a document or of a shadow tree. A control and its form owner are in the same subtree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        #: The elements in tree order. This list keeps the elements alive. Otherwise lxml would make new objects for
        #: them.
        self.nodes: list[Node] = []
        #: For each element of `nodes`, the index of its parent in `nodes`, or -1 at the top.
        self.parents: list[int] = []
        self.forms: list[FormElement] = []
        #: The controls whose form owner is not known yet, each with the value of its `form` attribute.
        self._named: list[tuple[Field, str]] = []

    def name_owner(self, field: Field, value: str) -> None:
        """Store a control with a `form` attribute. `find_named_owners` finds its owner."""
        self._named.append((field, value))

    def find_named_owners(self) -> None:
        """Find the owners by ID (HTML Standard 4.10.18.3, "reset the form owner", step 3).

        The value of a control's `form` attribute is an ID. The control's owner is the first element with this ID. If
        that element is not a form, the control has no owner.
        """
        if not self._named:
            return
        get, forms = self.tree.get, {form.index: form for form in self.forms}
        wanted = {value for _, value in self._named if value}
        owners: dict[str, FormElement | None] = {}
        for index, node in enumerate(self.nodes if wanted else ()):
            value = get(node, "id")
            if value is not None and value in wanted:
                wanted.remove(value)
                owners[value] = forms.get(index)
                if not wanted:
                    break
        for field, value in self._named:
            field.owner = owners.get(value)
            if field.owner is not None:
                field.owner.fields.append(field)
        for form in {owner.index: owner for owner in owners.values() if owner is not None}.values():
            form.fields.sort(key=_index)


def _index(field: Field) -> int:
    return field.index


def find_forms(tree: Tree) -> list[FormElement]:
    """Return the forms of a tree with their controls, in tree order. Forms in shadow trees come last.

    The contents of a `template` are ignored, because they are another document. The contents of a `noscript` are
    ignored too, because a browser that runs scripts reads them as text.
    """
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
    tree = page.tree
    tree_name, tree_children, tree_shadow_children = tree.name, tree.children, tree.shadow_children
    leaf_text = tree.leaf_text
    has_shadow_trees = type(tree).shadow_children is not Tree.shadow_children
    nodes, parents = page.nodes, page.parents
    here = _ELEMENTS.entries_at_top(tree)
    state, parent = _State(here, _known(here.namespace, here.is_bare), None), -1
    # `stack` has the elements to visit: the next element is at the end, and `None` marks the end of an open element.
    # `outers` has the state around each open element.
    stack: list[Node | None] = roots[::-1]
    outers: list[tuple[_State, int]] = []
    known = state.known
    while stack:
        node = stack.pop()
        if node is None:
            state, parent = outers.pop()
            known = state.known
            continue
        entry = known[tree_name(node)]
        if isinstance(entry, str):
            continue
        index = len(nodes)
        nodes.append(node)
        parents.append(parent)
        if entry is None:
            children = tree_children(node)
            inner = state
        elif entry.hides_base:  # The element's content is another document, or text.
            if entry.text:
                _enter(page, node, entry.text[0].element, state, index)
            continue
        else:
            local = entry.text[0].element if entry.text else ""
            if local == "option" and (text := leaf_text(node)) is not None:  # Most options contain only text.
                if state.select is not None:
                    state.select.options.append((node, state.in_disabled_group, text))
                continue
            children = tree_children(node)
            inner = _foreign_state(tree, entry, node, state)
            if local:
                inner = _enter(page, node, local, inner, index, children)
        if has_shadow_trees and (shadow := tree_shadow_children(node)):
            shadow_trees.append(shadow)
            children = children[len(shadow) :]
        if not children:
            continue
        stack.append(None)
        outers.append((state, parent))
        children.reverse()
        stack += children
        state, parent = inner, index
        known = state.known


#: `_Known` returns this value for a node that is not an element.
_NO_ELEMENT: Final = ""


class _Known(dict[Any, "Entry | str | None"]):
    """A cache of the table's entry for each name. The entry is `None` if elements with this name do not matter to
    forms."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries

    def __missing__(self, name: object) -> Entry | str | None:
        if not isinstance(name, str):
            return _NO_ELEMENT
        entry = self._entries[name]
        is_plain = not (entry.text or entry.hides_base or entry.ends_foreign) and entry.inner is None
        found = None if is_plain else entry
        if len(self) < _KEPT:
            self[name] = found
        return found


#: The greatest number of names in the cache.
_KEPT: Final = 4096


@lru_cache(maxsize=32)
def _known(namespace: str | None, is_bare: bool) -> _Known:
    return _Known(_ELEMENTS.entries(namespace, is_bare=is_bare))


def _foreign_state(tree: Tree, entry: Entry, node: Node, state: _State) -> _State:
    """Return the state for the children of an element, which may begin or end foreign content."""
    here = state.here if entry.inner is None else entries_inside(tree, state.here, entry, node)
    if entry.ends_foreign and here.namespace == HTML:
        outer: _State | None = state
        while outer is not None and outer.here.namespace in FOREIGN_NAMESPACES:
            outer.move_to(here)
            outer = outer.outer
        return state
    if here is state.here:
        return state
    inner = state.inner()
    inner.move_to(here)
    return inner


def _enter(
    page: Subtree, node: Node, local: str, state: _State, index: int, children: list[Node] | None = None
) -> _State:
    """Record an element, and return the state for its children."""
    if local in _SUBMITTABLE:
        field = _add_field(page, node, local, state, index)
        if local != "select" or not children:
            return state
        inner = state.inner()
        inner.select, inner.in_group, inner.in_disabled_group = field, False, False
        return inner
    if local == "option" or local == "optgroup" or local == "hr":
        if state.select is None:
            return state
        if local == "option":
            state.select.options.append((node, state.in_disabled_group, None if children else page.tree.text(node)))
        return _enter_list(page.tree, node, local, state) if children else state
    if local == "form":
        return _enter_form(page, node, state, index, children or [])
    if local in _TABLE_PARTS:
        inner = state.inner()
        inner.in_table_part = True
        if local == "table":
            inner.table = _Table(None if state.table is None else state.table.form)
        return inner
    fieldset = state.fieldset
    if local == "legend":
        if fieldset is None or fieldset.had_legend or page.parents[index] != fieldset.index:
            return state
        fieldset.had_legend = True
        inner = state.inner()
        inner.fieldset = fieldset.outer
        return inner
    if local == "fieldset" and page.tree.get(node, "disabled") is None:
        return state
    inner = state.inner()
    inner.in_table_part = False
    if local == "datalist":
        inner.in_datalist, inner.select = True, None
    elif local == "dialog":
        inner.in_dialog = True
    elif local == "fieldset":
        inner.fieldset = _Fieldset(node, index, fieldset)
    return inner


def _enter_list(tree: Tree, node: Node, local: str, state: _State) -> _State:
    """Return the state for the children of an element in a select (HTML Standard 4.10.7, "list of options").

    A select's list has its options at any depth. It has no options from inside an option, an `hr`, a `datalist`,
    another select, or an `optgroup` in an `optgroup`. In a tree of `html.parser`, options in nested options and
    optgroups belong to the list too, because `html.parser` nests these elements if their end tags are missing.
    """
    if local == "option" and tree.is_loosely_parsed:
        return state
    inner = state.inner()
    if local == "optgroup" and (not state.in_group or tree.is_loosely_parsed):
        inner.in_group, inner.in_disabled_group = True, tree.get(node, "disabled") is not None
    else:
        inner.select = None
    return inner


def _enter_form(page: Subtree, node: Node, state: _State, index: int, children: list[Node]) -> _State:
    form = FormElement(node, 0, index, page, state.in_dialog)
    page.forms.append(form)
    # In a table, an HTML parser makes an empty `form`. The controls after it belong to this `form`, which is the
    # parser's form element pointer (HTML Standard 13.2.6.4.9, 'A start tag whose tag name is "form"').
    is_left_open = state.in_table_part and not page.tree.is_loosely_parsed and not children
    if state.table is not None:
        state.table.form = form if is_left_open else None
    inner = state.inner()
    inner.form, inner.in_table_part = form, False
    return inner


def _add_field(page: Subtree, node: Node, local: str, state: _State, index: int) -> Field:
    owner, association = state.form, BY_ANCESTOR
    value = page.tree.get(node, "form")
    if value is not None:
        owner, association = None, BY_ATTRIBUTE
    elif state.table is not None and state.table.form is not None and page.forms[-1] is state.table.form:
        # While a form is open, a parser ignores the start tag of a second form. The parser did not ignore the form in
        # the table. So it had closed any form around the table, and that form cannot be the owner.
        owner, association = state.table.form, BY_PARSER
    elif owner is None:
        association = BY_NOTHING
    fieldset = None if state.fieldset is None else state.fieldset.node
    field = Field(node, local, index, page, owner, association, fieldset, state.in_datalist)
    if value is not None:
        page.name_owner(field, value)
    elif owner is not None:
        owner.fields.append(field)
    return field
