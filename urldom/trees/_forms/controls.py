"""The forms of a page and their controls: form owners, fieldsets, lists of options (HTML Standard, 4.10.2, 4.10.7,
4.10.15 and 4.10.17).

One walk through the tree finds all of them, in linear time.
"""

from __future__ import annotations

from typing import Final

import attrs

from urldom.trees._lookup import Entries, Entry, Lookup
from urldom.trees._places import entries_inside
from urldom.trees._table import FOREIGN_NAMESPACES, HTML, TEXT, Row
from urldom.trees._tree import Node, Tree

#: The elements that the walk asks for, as a table: its lookup knows which elements are HTML in any tree.
_NAMES: Final = (
    *("form", "fieldset", "legend", "datalist", "input", "button", "select", "textarea", "option", "optgroup", "hr"),
    *("table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption", "dialog"),
)
_ELEMENTS: Final = Lookup(Row(name, TEXT, None) for name in _NAMES)

#: HTML Standard, 4.10.2: the submittable elements. (A form-associated custom element is one too, but only a script can
#: make one.)
_SUBMITTABLE: Final = frozenset(["input", "button", "select", "textarea"])
#: Where a parser puts a `form` element without any content.
_TABLE_PARTS: Final = frozenset(["table", "tbody", "thead", "tfoot", "tr"])


@attrs.define(eq=False)
class OptionElement:
    """An `option` in a select's *list of options*."""

    node: Node
    #: Whether it is in an `optgroup` that is disabled.
    in_disabled_group: bool


@attrs.define(eq=False)
class FormElement:
    """A `form` element."""

    node: Node
    #: Its number among the forms of the page, from 0.
    number: int
    #: Its place among the elements that the walk saw.
    index: int
    page: Subtree
    in_dialog: bool
    #: Its controls, in tree order.
    fields: list[Field] = attrs.Factory(list["Field"])


@attrs.define(eq=False)
class Field:
    """A submittable element."""

    node: Node
    local: str
    index: int
    page: Subtree
    owner: FormElement | None
    #: How the owner was found.
    association: str
    #: The `fieldset` that disables it.
    fieldset: Node | None
    in_datalist: bool
    #: A select's list of options.
    options: list[OptionElement] = attrs.Factory(list[OptionElement])


#: The ways in which a control gets its form owner (4.10.17.3, "reset the form owner").
BY_ANCESTOR: Final = "its nearest ancestor form"
BY_ATTRIBUTE: Final = "its form attribute"
BY_PARSER: Final = "the form that a parser left open in the table"
BY_NOTHING: Final = "no form around it"


@attrs.define(eq=False)
class _State:
    """What an element's ancestors mean for it. It is shared by all elements for which it is the same."""

    here: Entries
    #: The state in which the element stands that made this one, so far as foreign content is concerned.
    outer: _State | None
    form: FormElement | None = None
    fieldset: Node | None = None
    in_datalist: bool = False
    select: Field | None = None
    #: Within the select: whether there is an `optgroup`, and one that is disabled.
    in_group: bool = False
    in_disabled_group: bool = False
    table: _Table | None = None
    in_table_part: bool = False
    in_dialog: bool = False

    def inner(self) -> _State:
        return attrs.evolve(self, outer=self)


@attrs.define(eq=False)
class _Table:
    """A `table`, and the form that a parser left open in it."""

    form: FormElement | None


class Subtree:
    """The elements of a document, or of a shadow tree: the ones that IDs and form owners are looked for in."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        #: The elements in tree order, and the place of the parent of each. The elements are held, for lxml makes a new
        #: object for an element that nobody holds.
        self.nodes: list[Node] = []
        self.parents: list[int] = []
        self.forms: list[FormElement] = []
        #: The controls whose owner has yet to be found, with the values of their `form` attributes.
        self._named: list[tuple[Field, str]] = []

    def name_owner(self, field: Field, value: str) -> None:
        """Look for the owner of a control by its `form` attribute, once all elements are known."""
        self._named.append((field, value))

    def find_named_owners(self) -> None:
        """4.10.17.3, "reset the form owner", step 3: the first element with that ID, if it is a form."""
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
    """The forms of a tree with their controls, in tree order. Those in shadow trees come last.

    The contents of templates are other documents. Those of `noscript` are text, as they are where scripts run.
    """
    forms: list[FormElement] = []
    waiting: list[list[Node]] = [[tree.root]]
    for roots in waiting:  # Shadow trees are added in the loop.
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
    has_shadow_trees = type(tree).shadow_children is not Tree.shadow_children
    nodes, parents = page.nodes, page.parents
    state = _State(_ELEMENTS.entries_at_top(tree), None)
    # The elements to come with their states and the places of their parents, the next one last.
    stack: list[tuple[Node, _State, int]] = [(root, state, -1) for root in reversed(roots)]
    while stack:
        node, state, parent = stack.pop()
        name = tree_name(node)
        if type(name) is not str:
            continue
        entry = state.here[name]
        index = len(nodes)
        nodes.append(node)
        parents.append(parent)
        if entry.hides_base:  # Its content is in another document, or text.
            if entry.text:
                _enter(page, node, entry.text[0].element, state, index)
            continue
        children = tree_children(node)
        if has_shadow_trees and (shadow := tree_shadow_children(node)):
            shadow_trees.append(shadow)
            children = children[len(shadow) :]
        if entry.inner is not None or entry.ends_foreign:
            state = _foreign_state(tree, entry, node, state)
        inner = state
        if entry.text:
            inner = _enter(page, node, entry.text[0].element, state, index, children)
        if children:
            children.reverse()
            if inner.fieldset is node:
                stack += _in_fieldset(tree, children, inner, state, index)
            else:
                stack += [(child, inner, index) for child in children]


def _foreign_state(tree: Tree, entry: Entry, node: Node, state: _State) -> _State:
    """The state in an element that begins or ends foreign content."""
    here = state.here if entry.inner is None else entries_inside(tree, state.here, entry, node)
    if entry.ends_foreign and here.namespace == HTML:
        outer: _State | None = state
        while outer is not None and outer.here.namespace in FOREIGN_NAMESPACES:
            outer.here = here
            outer = outer.outer
        return state
    if here is state.here:
        return state
    inner = state.inner()
    inner.here = here
    return inner


def _in_fieldset(
    tree: Tree, children: list[Node], inner: _State, outer: _State, index: int
) -> list[tuple[Node, _State, int]]:
    """The children of a disabled `fieldset`, the last one first. Its first `legend` is not disabled by it (4.10.15)."""
    found = [(child, inner, index) for child in children]
    for i in reversed(range(len(children))):
        name = tree.name(children[i])
        entry = inner.here[name] if type(name) is str else None
        if entry is not None and entry.text and entry.text[0].element == "legend":
            found[i] = children[i], outer, index
            break
    return found


def _enter(
    page: Subtree, node: Node, local: str, state: _State, index: int, children: list[Node] | None = None
) -> _State:
    """Take note of an element, and return the state for its children."""
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
            state.select.options.append(OptionElement(node, state.in_disabled_group))
        return _enter_list(page.tree, node, local, state) if children else state
    if local == "form":
        return _enter_form(page, node, state, index, children or [])
    if local in _TABLE_PARTS:
        inner = state.inner()
        inner.in_table_part = True
        if local == "table":
            inner.table = _Table(None if state.table is None else state.table.form)
        return inner
    if local == "legend" or (local == "fieldset" and page.tree.get(node, "disabled") is None):
        return state
    inner = state.inner()
    inner.in_table_part = False
    if local == "datalist":
        inner.in_datalist, inner.select = True, None
    elif local == "dialog":
        inner.in_dialog = True
    elif local == "fieldset":
        inner.fieldset = node
    return inner


def _enter_list(tree: Tree, node: Node, local: str, state: _State) -> _State:
    """4.10.7, "list of options": options at any depth, but not in an option, an `hr`, a `datalist`, another select or
    an `optgroup` in an `optgroup`. A parser that is not HTML's puts options into options that the page does not end."""
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
    # HTML Standard, 13.2.6.4.9, 'A start tag whose tag name is "form"': the element has no content, and the parser
    # keeps it as its form element pointer.
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
        # A form around the table had ended, or else the parser would have left out the one in the table.
        owner, association = state.table.form, BY_PARSER
    elif owner is None:
        association = BY_NOTHING
    field = Field(node, local, index, page, owner, association, state.fieldset, state.in_datalist)
    if value is not None:
        page.name_owner(field, value)
    elif owner is not None:
        owner.fields.append(field)
    return field
