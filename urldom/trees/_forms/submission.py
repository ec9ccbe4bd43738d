"""The form submission algorithm (HTML Standard 4.10.22.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from urldom._contexts import BaseContext
from urldom._errors import InvalidURLError, shown, wrong_type
from urldom._text.percent_encode_sets import PATH
from urldom.trees._forms import encoding as encodings
from urldom.trees._forms.controls import FormElement, find_forms
from urldom.trees._forms.encoding import Entry
from urldom.trees._forms.entries import EntryList, encoding_name
from urldom.trees._forms.explaining import Told
from urldom.trees._forms.filling import Filling
from urldom.trees._forms.forms import Control, Enctype, Form, Method, Steps, Submission
from urldom.trees._forms.reading import default_button, enctype_of, method_of, read_controls
from urldom.trees._tree import Node, Tree
from urldom.trees._tree_bases import TreeBases

_STEPS: Final[dict[str, tuple[Steps, Steps]]] = {
    "http": ("Mutate action URL", "Submit as entity body"),
    "https": ("Mutate action URL", "Submit as entity body"),
    "ftp": ("Get action URL", "Get action URL"),
    "javascript": ("Get action URL", "Get action URL"),
    "data": ("Mutate action URL", "Get action URL"),
    "mailto": ("Mail with headers", "Mail as body"),
}
#: For a scheme that is not in this table, the Standard does not define steps: see the rulings.
_OTHER_STEPS: Final[tuple[Steps, Steps]] = ("Mutate action URL", "Get action URL")


def written_action(form: Form) -> str | None:
    """Return the `action` attribute of a form, or `None`."""
    return form._element.page.tree.get(form.node, "action")  # pyright: ignore[reportPrivateUsage]


class Submitting:
    """Reads and submits the forms of a document."""

    def __init__(self, context: BaseContext, address: str, tree: Tree, bases: TreeBases) -> None:
        self._context = context
        self._address = address
        self._tree = tree
        self._bases = bases

    # forms() ----------------------------------------------------------------------------------------------------------

    def forms(self) -> Iterator[Form]:
        """Yield the forms in tree order."""
        get = self._tree.get
        for element in find_forms(self._tree):
            node = element.node
            controls = tuple(read_controls(element))
            try:
                action = self._resolve(get(node, "action") or "", node)
            except InvalidURLError:
                action = None
            method, enctype = method_of(get(node, "method")), enctype_of(get(node, "enctype"))
            button = default_button(controls)
            yield Form(node, get(node, "id"), get(node, "name"), method, enctype, action, controls, button, element)

    def _resolve(self, action: str, node: Node) -> str:
        """Run steps 13 and 14. If the action does not resolve, raise `InvalidURLError`."""
        context = self._context
        return context.standard.resolve_string(action or self._address, self._bases.base_url_of(node), context.encoding)

    # submission() -----------------------------------------------------------------------------------------------------

    def submission(self, form: object, submitter: object, values: object, files: object) -> Submission:
        """Submit a form."""
        element, controls = self._find_form(form)
        button_at = self._find_submitter(element, controls, submitter)
        filling = Filling(element.fields, controls)
        filling.fill(values, None if button_at is None else controls[button_at])
        filling.choose(files)
        button = None if button_at is None else filling.controls[button_at]
        return self._submit(element, filling, button)

    def _find_form(self, given: Any) -> tuple[FormElement, list[Control]]:
        """Return the form that was passed to `submission`, and its controls."""
        if isinstance(given, Form):
            element = given._element  # pyright: ignore[reportPrivateUsage]
            if element.page.tree is not self._tree:
                raise ValueError("the form belongs to another page: pass a form of this page's forms()")
            return element, list(given.controls)
        elements = find_forms(self._tree)
        element = self._find_named_form(elements, given) if isinstance(given, str) else self._find_node(elements, given)
        return element, read_controls(element)

    def _find_node(self, elements: list[FormElement], given: object) -> FormElement:
        wanted = self._element(given, "form")
        for element in elements:
            if self._tree.is_same(element.node, wanted):
                return element
        name = shown(self._tree.name(wanted))
        raise ValueError(f"the element {name} is not a form of the page: pass a form of forms()")

    def _find_named_form(self, elements: list[FormElement], given: str) -> FormElement:
        get = self._tree.get
        for attribute in ("id", "name"):
            for element in elements:
                if given and get(element.node, attribute) == given:
                    return element
        known = [get(one.node, "id") or get(one.node, "name") for one in elements]
        names = ", ".join([shown(one) for one in known if one][:10]) or "without ids and names"
        raise ValueError(f"the page has no form with the id or name {shown(given)}: its forms are {names}")

    def _element(self, given: Any, what: str) -> Node:
        node = name = None
        try:
            node = self._tree.element(given)
            name = self._tree.name(node)
        except AttributeError:
            pass
        if not isinstance(name, str):
            raise wrong_type(f"a {what}", f"a {_CLASSES[what]}, an element of the tree or a str", given)
        return node

    def _find_submitter(self, element: FormElement, controls: list[Control], given: Any) -> int | None:
        if given is None:
            return None
        if isinstance(given, str):
            i = self._find_named_submitter(controls, given)
        elif given in controls:  # Controls are compared by identity.
            i = controls.index(given)
        else:
            i = self._find_submitting_node(element, given)
        control = controls[i]
        if not control.is_submit_button:
            raise ValueError(f"the submitter {shown(control.name)} is not a submit button: its type is {control.type}")
        if control.disabled:
            raise ValueError(f"the submitter {shown(control.name)} is disabled: a user cannot press it")
        return i

    def _find_submitting_node(self, element: FormElement, given: Any) -> int:
        node = self._element(given.node if isinstance(given, Control) else given, "submitter")
        for i, field in enumerate(element.fields):
            if self._tree.is_same(field.node, node):
                return i
        raise ValueError("the submitter does not belong to the form: pass one of form.controls")

    def _find_named_submitter(self, controls: list[Control], name: str) -> int:
        named = [i for i, control in enumerate(controls) if control.name == name]
        buttons = [i for i in named if controls[i].is_submit_button]
        if len(buttons) > 1:
            values = ", ".join(shown(controls[i].value) for i in buttons[:10])
            reason = f"the form has {len(buttons)} submit buttons with the name {shown(name)} and the values {values}"
            raise ValueError(f"{reason}: pass one of form.controls")
        if named:
            return (buttons or named)[0]
        names = [shown(control.name) for control in controls if control.is_submit_button and control.name]
        known = f"its submit buttons are {', '.join(names[:10])}" if names else "its submit buttons have no names"
        raise ValueError(f"the form has no submit button with the name {shown(name)}: {known}")

    def _submit(self, element: FormElement, filling: Filling, button: Control | None) -> Submission:
        get, node, context = self._tree.get, element.node, self._context
        # steps 6 and 7
        accept_charset = get(node, "accept-charset")
        encoding = encodings.pick_encoding(accept_charset, context.encoding)
        entry_list = EntryList(encoding, button, filling.coordinate)
        told = [
            (control.name, control.type, field.association, entry_list.add(field, control, filling.files))
            for field, control in zip(element.fields, filling.controls, strict=True)
        ]
        entries = entry_list.entries
        # steps 10 to 17
        source = element.node if button is None else button.node
        method_from, method_value = self._attribute(node, source, "method")
        action_from, action = self._attribute(node, source, "action")
        enctype_from, enctype_value = self._attribute(node, source, "enctype")
        method, enctype = method_of(method_value), enctype_of(enctype_value)
        url = ""
        steps: Steps = "Dialog"
        if method != "dialog":
            base_url = self._bases.base_url_of(source)
            url = context.standard.resolve_string(action or self._address, base_url, context.encoding)
            scheme = url.partition(":")[0]
            steps = _STEPS.get(scheme, _OTHER_STEPS)[method == "post"]
        explained = Told(
            place=element.number,
            submitter=None if button is None else (button.name, button.type),
            method=(method, method_from),
            action=(url, action_from, action),
            enctype=(enctype, enctype_from),
            accept_charset=accept_charset,
            document_encoding=encoding_name(context.encoding),
            in_dialog=element.in_dialog,
            has_password=any(control.type == "password" for control in filling.controls),
            controls=tuple(told),
        )
        return _make(method, url, steps, entries, enctype, encoding, explained)

    def _attribute(self, form: Node, source: Node, name: str) -> tuple[str, str | None]:
        """Return the name and the value of an attribute. The submitter's attribute has precedence over the form's."""
        get = self._tree.get
        if source is not form:
            value = get(source, f"form{name}")
            if value is not None:
                return f"form{name} of the submitter", value
        value = get(form, name)
        return ("" if value is None else name), value


_CLASSES: Final = {"form": "Form", "submitter": "Control"}


def _make(
    method: Method, url: str, steps: Steps, entries: list[Entry], enctype: Enctype, encoding: str, told: Told
) -> Submission:
    """Make the submission. The steps depend on the scheme and the method."""
    headers: dict[str, str] = {}
    body: bytes | None = None
    if steps == "Mutate action URL":
        url = _with_query(url, encodings.urlencoded(encodings.to_pairs(entries), encoding))
    elif steps == "Submit as entity body":
        body, headers["Content-Type"] = _entity_body(entries, enctype, encoding)
    elif steps == "Mail with headers":
        url = _with_query(url, encodings.urlencoded(encodings.to_pairs(entries), encoding).replace("+", "%20"))
    elif steps == "Mail as body":
        url = _with_mail_body(url, entries, enctype, encoding)
    name = "POST" if steps == "Submit as entity body" else "GET"
    return Submission(name, url, headers, body, tuple(entries), encoding_name(encoding), steps, told)


def _entity_body(entries: list[Entry], enctype: Enctype, encoding: str) -> tuple[bytes, str]:
    """Run *submit as entity body*: return the body and its media type."""
    if enctype == "multipart/form-data":
        body, boundary = encodings.multipart(entries, encoding)
        return body, f"{enctype}; boundary={boundary}"
    pairs = encodings.to_pairs(entries)
    if enctype == "text/plain":
        return encodings.encode(encoding, encodings.plain_text(pairs)), enctype
    return encodings.urlencoded(pairs, encoding).encode(), enctype


def _with_mail_body(url: str, entries: list[Entry], enctype: Enctype, encoding: str) -> str:
    """Run *mail as body*: return the URL with the entries in its `body` field."""
    pairs = encodings.to_pairs(entries)
    if enctype == "text/plain":
        body = PATH.encode(encodings.plain_text(pairs))
    else:
        body = encodings.urlencoded(pairs, encoding)
    query = url.partition("#")[0].partition("?")[2]
    return _with_query(url, f"{query}&body={body}" if query else f"body={body}")


def _with_query(url: str, query: str) -> str:
    """Return a URL with its query replaced. The fragment does not change."""
    before, hash, fragment = url.partition("#")
    return f"{before.partition('?')[0]}?{query}{hash}{fragment}"
