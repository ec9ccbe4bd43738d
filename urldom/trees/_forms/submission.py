"""The form submission algorithm (HTML Standard 4.10.22.3), and the explanations of its choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from urldom._core import passwords
from urldom._core.contexts.protocol import BaseContext
from urldom._core.errors import InvalidURLError, shown
from urldom._core.standards.interface import engine_of
from urldom._core.standards.resolving import resolve_string
from urldom._core.text.percent_encode_sets import PATH
from urldom.http._referrers import ReferrerPolicy
from urldom.http._request import Request, send
from urldom.http._trust import serialized
from urldom.trees._forms import entries as encodings
from urldom.trees._forms.controls import BY_ANCESTOR, Field, FormElement, controls_of, enctype_of, find_forms, method_of
from urldom.trees._forms.entries import Entry, EntryList, encoding_name
from urldom.trees._forms.filling import Filling
from urldom.trees._forms.forms import Control, Enctype, File, Form, Steps
from urldom.trees._requests.policies import Policies
from urldom.trees._table import lower_tokens
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
#: For another scheme, such as `file`, the Standard does not define steps, so these are the ones of `data`.
_OTHER_STEPS: Final[tuple[Steps, Steps]] = ("Mutate action URL", "Get action URL")


class _Sent(NamedTuple):
    """The entries that a form sends without a submitter."""

    encoding: str
    entries: list[Entry]
    #: For each control, its four texts in `Told.controls`, and the number of the entries before it.
    told: tuple[tuple[str, str, str, str], ...]
    places: list[int]


class Submitting:
    def __init__(
        self, context: BaseContext, address: str, tree: Tree, bases: TreeBases, policies: Callable[[], Policies]
    ) -> None:
        self._policies = policies
        #: For `request`: the form of each form and control by its key, with the index of the control.
        self._known: dict[int, tuple[FormElement, int | None]] | None = None
        self._sent: dict[int, tuple[Filling, _Sent]] = {}
        self._resolve_string = partial(resolve_string, engine_of(context.standard).grammar)
        self._encoding = context.encoding
        self._address = address
        self._tree = tree
        self._bases = bases

    def forms(self) -> Iterator[Form]:
        get = self._tree.get
        for element in find_forms(self._tree):
            node = element.node
            controls = tuple(controls_of(element))
            try:
                action = self._resolve(get(node, "action"), node)
            except InvalidURLError:
                action = None
            method, enctype = method_of(get(node, "method")), enctype_of(get(node, "enctype"))
            # the *default button* (HTML Standard 4.10.22.2)
            button = next((control for control in controls if control.is_submit_button), None)
            yield Form(node, get(node, "id"), get(node, "name"), method, enctype, action, controls, button, element)

    def _resolve(self, action: str | None, node: Node) -> str:
        """Run steps 13 and 14. Raise `InvalidURLError` if the action does not resolve."""
        return self._resolve_string(action or self._address, self._bases.base_url_of(node), self._encoding)

    def request(self, node: Node, user_activation: bool) -> Request | str:
        """Return the request of a form or a button, or why none is sent, from forms that are read once."""
        key = self._tree.key
        if self._known is None:
            self._known = {}
            for element in find_forms(self._tree):
                self._known[key(element.node)] = element, None
                self._known.update((key(field.node), (element, i)) for i, field in enumerate(element.fields))
        if (known := self._known.get(key(node))) is None:
            return "the button does not belong to a form"
        element, i = known
        if element.number not in self._sent:
            filling = Filling(element.fields, controls_of(element))
            self._sent[element.number] = filling, self._without_submitter(element, filling)
        filling, without = self._sent[element.number]
        try:
            if i is not None:
                _check_submitter(filling.controls[i])
            sent = self._submit(element, filling, i, user_activation, without)
        except ValueError as error:
            return str(error)
        if sent.steps == "Dialog":
            return "a form with the method dialog sends nothing"
        if not sent.is_request:  # `send` knows why.
            return send(None, "GET", sent.url, destination="document", mode="navigate")
        return sent._told.refusal or sent  # pyright: ignore[reportPrivateUsage]

    def submission(self, form: object, submitter: object, values: object, files: object) -> Request:
        element, controls = self._find_form(form)
        i = self._find_submitter(element, controls, submitter)
        filling = Filling(element.fields, controls)
        filling.fill(values, None if i is None else controls[i])
        filling.choose(files)
        # A person presses the button.
        return self._submit(element, filling, i, i is not None, self._without_submitter(element, filling))

    def _find_form(self, given: Any) -> tuple[FormElement, list[Control]]:
        if isinstance(given, Form):
            element = given._element  # pyright: ignore[reportPrivateUsage]
            if element.page.tree is not self._tree:
                raise ValueError("the form belongs to another page: pass a form of this page's forms()")
            return element, list(given.controls)
        elements = find_forms(self._tree)
        if isinstance(given, str):
            element = self._find_named_form(elements, given)
        else:
            if (i := self._index(elements, given, "form", "Form")) is None:
                name = shown(self._tree.name(self._tree.element(given)))
                raise ValueError(f"the element {name} is not a form of the page: pass a form of forms()")
            element = elements[i]
        return element, controls_of(element)

    def _find_named_form(self, elements: list[FormElement], given: str) -> FormElement:
        get = self._tree.get
        for attribute in ("id", "name") if given else ():
            for element in elements:
                if get(element.node, attribute) == given:
                    return element
        known = [get(one.node, "id") or get(one.node, "name") for one in elements]
        names = ", ".join([shown(one) for one in known if one][:10]) or "without ids and names"
        raise ValueError(f"the page has no form with the id or name {shown(given)}: its forms are {names}")

    def _index(self, elements: Iterable[FormElement | Field], given: Any, what: str, own: str) -> int | None:
        node = self._tree.require_element(given, f"a {what}", f"a {own}, an element of the tree or a str")
        return next((i for i, element in enumerate(elements) if self._tree.is_same(element.node, node)), None)

    def _find_submitter(self, element: FormElement, controls: list[Control], given: Any) -> int | None:
        if given is None:
            return None
        i: int | None
        if isinstance(given, str):
            i = self._find_named_submitter(controls, given)
        elif given in controls:  # Controls are compared by identity.
            i = controls.index(given)
        else:
            i = self._index(element.fields, given.node if isinstance(given, Control) else given, "submitter", "Control")
        if i is None:
            raise ValueError("the submitter does not belong to the form: pass one of form.controls")
        _check_submitter(controls[i])
        return i

    def _find_named_submitter(self, controls: list[Control], name: str) -> int:
        named = [i for i, control in enumerate(controls) if control.name == name]
        buttons = [i for i in named if controls[i].is_submit_button]
        if len(buttons) > 1:
            values = ", ".join([shown(controls[i].value) for i in buttons[:10]])
            reason = f"the form has {len(buttons)} submit buttons with the name {shown(name)} and the values {values}"
            raise ValueError(f"{reason}: pass one of form.controls")
        if named:
            return (buttons or named)[0]
        names = [shown(control.name) for control in controls if control.is_submit_button and control.name]
        known = f"its submit buttons are {', '.join(names[:10])}" if names else "its submit buttons have no names"
        raise ValueError(f"the form has no submit button with the name {shown(name)}: {known}")

    def _without_submitter(self, element: FormElement, filling: Filling) -> _Sent:
        """Run steps 6 and 7 for a form without a submitter."""
        encoding = encodings.pick_encoding(self._tree.get(element.node, "accept-charset"), self._encoding)
        entry_list, told, places = EntryList(encoding, None, filling.coordinate), list[Any](), list[int]()
        for field, control in zip(element.fields, filling.controls, strict=True):
            places.append(len(entry_list.entries))
            outcome = entry_list.add(field, control, filling.files)
            told.append((control.name, control.type, field.association, outcome))
        return _Sent(encoding, entry_list.entries, tuple(told), places)

    def _submit(
        self, element: FormElement, filling: Filling, i: int | None, user_activation: bool, without: _Sent
    ) -> Request:
        node, encoding, entries = element.node, without.encoding, without.entries
        button = submitter = None
        if i is not None:
            button, place = filling.controls[i], without.places[i]
            own = EntryList(encoding, button, filling.coordinate)
            submitter = i, own.add(element.fields[i], button, filling.files)
            entries = [*entries[:place], *own.entries, *entries[place:]]
        # steps 10 to 17
        source = node if button is None else button.node
        method_from, method_value = self._attribute(node, source, "method")
        action_from, action = self._attribute(node, source, "action")
        enctype_from, enctype_value = self._attribute(node, source, "enctype")
        method, enctype = method_of(method_value), enctype_of(enctype_value)
        url = ""
        steps: Steps = "Dialog"
        if method != "dialog":
            url = self._resolve(action, source)
            steps = _STEPS.get(url.partition(":")[0], _OTHER_STEPS)[method == "post"]
        explained = Told(
            place=element.number,
            submitter=submitter,
            method=(method, method_from),
            action=(url, action_from, action),
            enctype=(enctype, enctype_from),
            accept_charset=self._tree.get(node, "accept-charset"),
            document_encoding=encoding_name(self._encoding),
            in_dialog=element.in_dialog,
            controls=without.told,
        )
        name = encoding_name(encoding)
        url, headers, body = _run(steps, url, entries, enctype, encoding)
        http_method = "GET" if body is None else "POST"
        of_form: Any = {"entries": tuple(entries), "encoding": name, "steps": steps, "_told": explained}
        options: Any = {"destination": "document", "mode": "navigate", "initiator": "form", "body": body}
        # step 20, and the link types of the form, which has no attribute referrerpolicy
        if "noreferrer" in lower_tokens(self._tree.get(node, "rel")):
            options |= {"policy": ReferrerPolicy.NO_REFERRER, "policy_from": "rel=noreferrer"}
        if url.startswith(("http:", "https:")):
            target = self._attribute(node, source, "target")[1]
            target = self._policies().base_target if target is None else target
            options |= {"user_activation": user_activation, "content_headers": headers, "target": target}
            sent = send(self._policies().client(), http_method, serialized(url, "the action"), **options, **of_form)
            if isinstance(sent, Request):
                return sent
            of_form["_told"] = attrs.evolve(explained, refusal=sent)
        return Request(http_method, url, headers, body, initiator="form", **of_form)

    def _attribute(self, form: Node, source: Node, name: str) -> tuple[str, str | None]:
        """Return the name and value of an attribute of the submitter, or else of the form."""
        get = self._tree.get
        if source is not form and (value := get(source, f"form{name}")) is not None:
            return f"form{name} of the submitter", value
        value = get(form, name)
        return ("" if value is None else name), value


def _check_submitter(control: Control) -> None:
    if not control.is_submit_button:
        raise ValueError(f"the submitter {shown(control.name)} is not a submit button: its type is {control.type}")
    if control.disabled:
        raise ValueError(f"the submitter {shown(control.name)} is disabled: a user cannot press it")


def _run(
    steps: Steps, url: str, entries: list[Entry], enctype: Enctype, encoding: str
) -> tuple[str, dict[str, str], bytes | None]:
    if steps in ("Get action URL", "Dialog"):
        return url, {}, None
    normalize = encodings.normalize
    pairs = [(normalize(name), normalize(one.name if isinstance(one, File) else one)) for name, one in entries]
    if steps == "Submit as entity body":
        if enctype == "multipart/form-data":
            body, boundary = encodings.multipart(entries, encoding)
            return url, {"Content-Type": f"{enctype}; boundary={boundary}"}, body
        is_plain = enctype == "text/plain"
        text = encodings.plain_text(pairs) if is_plain else encodings.urlencoded(pairs, encoding)
        return url, {"Content-Type": enctype}, encodings.encode(encoding, text)
    before, hash, fragment = url.partition("#")
    before, _, query = before.partition("?")
    is_plain = steps == "Mail as body" and enctype == "text/plain"
    sent = PATH.encode(encodings.plain_text(pairs)) if is_plain else encodings.urlencoded(pairs, encoding)
    if steps == "Mail as body":
        sent = f"{query}&body={sent}" if query else f"body={sent}"
    elif steps == "Mail with headers":
        sent = sent.replace("+", "%20")
    return f"{before}?{sent}{hash}{fragment}", {}, None


@attrs.frozen
class Told:
    """The facts about a submission that its explanation needs, without nodes and values of controls."""

    place: int
    #: Its index in `controls`, and the fourth text for it.
    submitter: tuple[int, str] | None
    #: Each choice, and the attribute that sets it. The third item of `action` is the attribute's value, or `None`.
    method: tuple[str, str]
    action: tuple[str, str, str | None]
    enctype: tuple[str, str]
    accept_charset: str | None
    document_encoding: str
    in_dialog: bool
    #: Four texts for each control: its name, its type, how it got its form owner, and why it is sent or left out.
    controls: tuple[tuple[str, str, str, str], ...]
    #: Why a browser does not send the request.
    refusal: str = ""

    def shown_url(self, url: str) -> str:
        """Return the URL of the submission without passwords. Its query may contain the password of a form."""
        before, mark, _ = url.partition("?")
        has_password = any(kind == "password" for _, kind, *_ in self.controls)
        return passwords.masked(f"{before}?..." if mark and has_password else url)

    def explanation(self, method: str, url: str, encoding: str, steps: str) -> str:
        is_dialog = steps == "Dialog"
        shown_url = passwords.masked(url) if steps == "Get action URL" else self.shown_url(url)
        lines = [
            "Close a dialog" if is_dialog else f"{method} {shown_url}",
            f"form: {'the first' if self.place == 0 else f'number {self.place + 1}'} of the page",
            f"submitter: {'none' if self.submitter is None else _named(*self.controls[self.submitter[0]][:2])}",
            f"method: {self.method[0]}, {_from(self.method[1], 'method')}",
            f"action: {self._action(is_dialog)}",
        ]
        if steps in ("Submit as entity body", "Mail as body"):
            lines.append(f"enctype: {self.enctype[0]}, {_from(self.enctype[1], 'enctype')}")
        lines.append(f"encoding: {encoding}, {self._encoding(encoding)}")
        if not is_dialog:
            scheme = url.partition(":")[0]
            lines.append(f"steps: {steps}, for the scheme {scheme} and the method {self.method[0]}")
        for i, (name, kind, association, outcome) in enumerate(self.controls):
            outcome = self.submitter[1] if self.submitter and self.submitter[0] == i else outcome
            owner = "" if association == BY_ANCESTOR else f" (it belongs to the form because of {association})"
            lines.append(f"{_named(name, kind)}: {outcome}{owner}")
        return "\n".join(lines)

    def _action(self, is_dialog: bool) -> str:
        if is_dialog:
            what = "close the dialog element around the form"
            return f"{what if self.in_dialog else 'none, because the form is not in a dialog element'} (step 11)"
        url, source, written = self.action
        why = f"from the attribute {source}"
        if not written:
            reason = "the form has no action attribute" if written is None else f"the attribute {source} is empty"
            why = f"the URL of the document, because {reason}"
        return f"{passwords.masked(url)}, {why} (steps 12 to 14)"

    def _encoding(self, name: str) -> str:
        if self.accept_charset is not None:
            return f"from accept-charset={shown(self.accept_charset)}"
        if name != self.document_encoding:
            return f"because the document's encoding is {self.document_encoding}"
        return "the document's encoding"


def _named(name: str, kind: str) -> str:
    is_plain = name.isprintable() and name.strip() == name and len(name) <= 100
    return f"{(name if is_plain else shown(name)) if name else 'without a name'} ({kind})"


def _from(source: str, attribute: str) -> str:
    return f"from the attribute {source}" if source else f"because the form has no {attribute} attribute"
