"""The elements of forms in a tree, as `find_forms` finds them: what `Form` and `Control` are made
of."""

from __future__ import annotations

from operator import attrgetter
from typing import TypeAlias

import attrs

from urldom.trees._tree import Node, Tree

#: An option: the element, whether its `optgroup` is disabled, and its text, or `None` if it has
#: child elements.
OptionElement: TypeAlias = tuple[Node, bool, "str | None"]


@attrs.define(eq=False)
class FormElement:
    """A `form` element, and the fields that belong to it."""

    node: Node
    #: Its index in the result of `find_forms`, and in `Subtree.nodes`.
    number: int
    index: int
    page: Subtree
    in_dialog: bool
    fields: list[Field] = attrs.Factory(list["Field"])


@attrs.define(eq=False)
class Field:
    """A submittable element."""

    node: Node
    local: str
    index: int
    page: Subtree
    #: How the form owner was found, or `""` for the nearest ancestor form (HTML Standard 4.10.18.3,
    #: "reset the form owner").
    association: str
    fieldset: Node | None
    in_datalist: bool
    options: list[OptionElement] = attrs.Factory(list[OptionElement])


class Subtree:
    """The elements of a document or of a shadow tree. A control and its form owner are in the same
    subtree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        #: The elements in tree order, which the list keeps alive, so that lxml does not make new
        #: objects for them.
        self.nodes: list[Node] = []
        #: For each element of `nodes`, the index of its parent in `nodes`, or -1 at the top.
        self.parents: list[int] = []
        self.forms: list[FormElement] = []
        #: The controls with a `form` attribute, and its value, the ID of the owner.
        self.named: list[tuple[Field, str]] = []

    def find_named_owners(self) -> None:
        """Find the owners by ID (HTML Standard 4.10.18.3, "reset the form owner", step 3).

        The value of a control's `form` attribute is an ID. The owner is the first element with this
        ID. If that element is not a form, the control has no owner."""
        forms = {form.index: form for form in self.forms}
        owner_ids = {owner_id for _, owner_id in self.named if owner_id}
        owners: dict[str, FormElement | None] = {}
        if owner_ids:
            for index, node in enumerate(self.nodes):
                node_id = self.tree.get(node, "id")
                if node_id is not None and node_id in owner_ids:
                    owners.setdefault(node_id, forms.get(index))
        for field, owner_id in self.named:
            owner = owners.get(owner_id)
            if owner is not None:
                owner.fields.append(field)
        # The added fields stand among the others in tree order.
        for form in self.forms:
            form.fields.sort(key=attrgetter("index"))
