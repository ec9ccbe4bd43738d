"""The form submission algorithm (HTML Standard 4.10.22.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from urldom._core.contexts.document import Document
from urldom._core.errors import InvalidURLError, shown
from urldom._core.standards import resolving
from urldom._core.standards.registry import find_engine
from urldom._core.text import percent_encode_sets as sets
from urldom.http._referrers import ReferrerPolicy
from urldom.http._request import Request, send
from urldom.http._submission import Choice, SentControl, Submission
from urldom.http._trust import serialized
from urldom.trees._forms import entries as form_entries
from urldom.trees._forms.controls import controls_of, enctype_of, find_forms, method_of
from urldom.trees._forms.elements import Field, FormElement
from urldom.trees._forms.entries import Entry, EntryList, encoding_name
from urldom.trees._forms.filling import Filling
from urldom.trees._forms.forms import Control, Enctype, File, Form, Method, Steps, element_of
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
#: For another scheme, such as `file`, the Standard does not define steps, so these are the ones of
#: `data`.
_OTHER_STEPS: Final[tuple[Steps, Steps]] = ("Mutate action URL", "Get action URL")


class _EntryLists(NamedTuple):
    """The entries that a form sends without a submitter."""

    encoding: str
    entries: list[Entry]
    controls: tuple[SentControl, ...]
    #: For each control, the number of the entries before it.
    places: list[int]


class _Outcome(NamedTuple):
    """The request of a submission, and why a browser does not send it, or `""`."""

    request: Request
    refusal: str


class Submitting:
    """The forms of a page, and their submission.

    Args:
        document: The document without its tree.
        tree: The tree.
        bases: The base URLs of the document and its elements.
        policies: A function that returns the policies of the page.
    """

    def __init__(
        self, document: Document, tree: Tree, bases: TreeBases, policies: Callable[[], Policies]
    ) -> None:
        self._policies = policies
        # `request` reads the forms once, as `page.request()` promises, and keeps of them:
        #: The form of each form and control, by its key, with the index of the control.
        self._form_of: dict[int, tuple[FormElement, int | None]] | None = None
        #: The controls of the forms that were sent, by the numbers of the forms, and the entries.
        self._sent: dict[int, tuple[Filling, _EntryLists]] = {}
        self._resolve_string = partial(
            resolving.resolve_string, find_engine(document.standard).grammar
        )
        self._encoding = document.encoding
        self._address = document.address
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
            # the *default button* (HTML Standard 4.10.22.2)
            button = next((control for control in controls if control.is_submit_button), None)
            yield Form(
                node,
                get(node, "id"),
                get(node, "name"),
                method_of(get(node, "method")),
                enctype_of(get(node, "enctype")),
                action,
                controls,
                button,
                element,
            )

    def _resolve(self, action: str | None, node: Node) -> str:
        """Run steps 13 and 14. Raise `InvalidURLError` if the action does not resolve."""
        return self._resolve_string(
            action or self._address, self._bases.base_url_of(node), self._encoding
        )

    def request(self, node: Node, user_activation: bool) -> Request | str:
        """Return the request of a form or a button, or why none is sent, from forms that are read
        once."""
        if self._form_of is None:
            self._form_of = self._find_form_of()
        found = self._form_of.get(self._tree.key(node))
        if found is None:  # Every form is found.
            return "the button does not belong to a form"
        element, i = found
        if element.number not in self._sent:
            filling = Filling(element.fields, controls_of(element))
            self._sent[element.number] = filling, self._without_submitter(element, filling)
        filling, without_submitter = self._sent[element.number]
        try:
            if i is not None:
                _check_submitter(filling.controls[i])
            sent, refusal = self._submit(element, filling, i, user_activation, without_submitter)
        except ValueError as error:
            return str(error)
        if sent.steps == "Dialog":
            return "a form with the method dialog sends nothing"
        if not sent.is_request:  # `send` returns why its URL cannot be requested.
            return send(None, "GET", sent.url, destination="document", mode="navigate")
        return refusal or sent

    def _find_form_of(self) -> dict[int, tuple[FormElement, int | None]]:
        key = self._tree.key
        form_of: dict[int, tuple[FormElement, int | None]] = {}
        for element in find_forms(self._tree):
            form_of[key(element.node)] = element, None
            for i, field in enumerate(element.fields):
                form_of[key(field.node)] = element, i
        return form_of

    def submission(self, form: object, submitter: object, values: object, files: object) -> Request:
        """Return the request of a form that is filled in. The arguments are those of
        `TreeDocument.submission`, and are not checked."""
        element, controls = self._find_form(form)
        i = self._find_submitter(element, controls, submitter)
        filling = Filling(element.fields, controls)
        pressed = None if i is None else controls[i]
        filling.fill(values, pressed)
        filling.choose(files)
        without_submitter = self._without_submitter(element, filling)
        is_pressed = i is not None  # by a person
        outcome = self._submit(element, filling, i, is_pressed, without_submitter)
        return outcome.request

    def _find_form(self, given: Any) -> tuple[FormElement, list[Control]]:
        """Return the form that was passed to `submission`, and its controls: those that a `Form`
        has, or else those in the tree."""
        if isinstance(given, Form):
            element = element_of(given)
            if element.page.tree is not self._tree:
                raise ValueError(
                    "the form belongs to another page: pass a form of this page's forms()"
                )
            return element, list(given.controls)
        elements = find_forms(self._tree)
        if isinstance(given, str):
            element = self._find_named_form(elements, given)
        else:
            i = self._index(elements, given, "form", "Form")
            if i is None:
                name = shown(self._tree.name(self._tree.element(given)))
                raise ValueError(
                    f"the element {name} is not a form of the page: pass a form of forms()"
                )
            element = elements[i]
        return element, controls_of(element)

    def _find_named_form(self, elements: list[FormElement], given: str) -> FormElement:
        get = self._tree.get
        attributes = ("id", "name") if given else ()  # An empty name is not one.
        for attribute in attributes:
            for element in elements:
                if get(element.node, attribute) == given:
                    return element
        known = [get(one.node, "id") or get(one.node, "name") for one in elements]
        names = ", ".join([shown(one) for one in known if one][:10]) or "without ids and names"
        raise ValueError(
            f"the page has no form with the id or name {shown(given)}: its forms are {names}"
        )

    def _index(
        self, elements: Iterable[FormElement | Field], given: Any, what: str, own: str
    ) -> int | None:
        """Return the index of the element that a user gave, or `None`. `what` it should be, and its
        `own` class, are words for an error."""
        wanted = f"a {own}, an element of the tree or a str"
        node = self._tree.require_element(given, f"a {what}", wanted)
        for i, element in enumerate(elements):
            if self._tree.is_same(element.node, node):
                return i
        return None

    def _find_submitter(
        self, element: FormElement, controls: list[Control], given: Any
    ) -> int | None:
        """Return the index of a form's submitter among its controls, each of which has a field of
        the form at the same index."""
        if given is None:
            return None
        i: int | None
        if isinstance(given, str):
            i = self._find_named_submitter(controls, given)
        elif given in controls:  # Controls are compared by identity.
            i = controls.index(given)
        else:
            node = given.node if isinstance(given, Control) else given
            i = self._index(element.fields, node, "submitter", "Control")
        if i is None:
            raise ValueError("the submitter does not belong to the form: pass one of form.controls")
        _check_submitter(controls[i])
        return i

    def _find_named_submitter(self, controls: list[Control], name: str) -> int:
        named = [i for i, control in enumerate(controls) if control.name == name]
        buttons = [i for i in named if controls[i].is_submit_button]
        if len(buttons) > 1:
            values = ", ".join([shown(controls[i].value) for i in buttons[:10]])
            reason = (
                f"the form has {len(buttons)} submit buttons with the name {shown(name)} and the"
                f" values {values}"
            )
            raise ValueError(f"{reason}: pass one of form.controls")
        if buttons:
            return buttons[0]
        if named:  # The caller raises, because it is no submit button.
            return named[0]
        known = "its submit buttons have no names"
        all_buttons = [control for control in controls if control.is_submit_button]
        names = [shown(control.name) for control in all_buttons if control.name]
        if names:
            known = f"its submit buttons are {', '.join(names[:10])}"
        raise ValueError(f"the form has no submit button with the name {shown(name)}: {known}")

    def _without_submitter(self, element: FormElement, filling: Filling) -> _EntryLists:
        """Run steps 6 and 7 for a form without a submitter."""
        encoding = form_entries.pick_encoding(
            self._tree.get(element.node, "accept-charset"), self._encoding
        )
        entry_list = EntryList(encoding, None, filling.coordinate)
        controls: list[SentControl] = []
        places: list[int] = []
        for field, control in zip(element.fields, filling.controls, strict=True):
            places.append(len(entry_list.entries))
            outcome = entry_list.add(field, control, filling.files)
            controls.append(SentControl(control.name, control.type, field.association, outcome))
        return _EntryLists(encoding, entry_list.entries, tuple(controls), places)

    def _submit(
        self,
        element: FormElement,
        filling: Filling,
        i: int | None,
        user_activation: bool,
        without_submitter: _EntryLists,
    ) -> _Outcome:
        """Run steps 6 to 21. `i` is the index of the submitter, and `without_submitter` the entries
        without it."""
        node = element.node
        source = node  # of the attributes that a submitter can replace
        entries = without_submitter.entries
        button_outcome = ""
        if i is not None:
            # Only the entries of the submitter depend on it, so they are put at its place.
            button, place = filling.controls[i], without_submitter.places[i]
            own = EntryList(without_submitter.encoding, button, filling.coordinate)
            button_outcome = own.add(element.fields[i], button, filling.files)
            entries = [*entries[:place], *own.entries, *entries[place:]]
            source = button.node
        # steps 10 to 17
        method_from, method_value = self._attribute(node, source, "method")
        action_from, action = self._attribute(node, source, "action")
        enctype_from, enctype_value = self._attribute(node, source, "enctype")
        method, enctype = method_of(method_value), enctype_of(enctype_value)
        url = ""
        steps: Steps = "Dialog"
        if method != "dialog":
            url = self._resolve(action, source)
            steps = _steps(url, method)
        submission = Submission(
            place=element.number,
            submitter=i,
            submitter_outcome=button_outcome,
            method=Choice(method, method_from),
            action=Choice(url, action_from),
            written_action=action,
            enctype=Choice(enctype, enctype_from),
            accept_charset=self._tree.get(node, "accept-charset"),
            document_encoding=encoding_name(self._encoding),
            in_dialog=element.in_dialog,
            controls=without_submitter.controls,
        )
        encoding = without_submitter.encoding
        form = _SentForm(steps, tuple(entries), enctype, encoding, submission)
        _, target = self._attribute(node, source, "target")
        rel = lower_tokens(self._tree.get(node, "rel"))
        return self._send(form, url, rel, target, user_activation)

    def _send(
        self,
        form: _SentForm,
        action: str,
        rel: tuple[str, ...],
        target: str | None,
        user_activation: bool,
    ) -> _Outcome:
        """Run step 20 and "plan to navigate" with the link types of the form."""
        url, headers, body = _run(form, action)
        method = "GET" if body is None else "POST"
        encoding = encoding_name(form.encoding)
        refusal = ""
        if url.startswith(("http:", "https:")):
            policies = self._policies()
            navigable = policies.choose_navigable(
                policies.base_target if target is None else target, user_activation
            )
            policy: ReferrerPolicy | None = None
            if "noreferrer" in rel:  # A form has no attribute `referrerpolicy`.
                policy = ReferrerPolicy.NO_REFERRER
            sent = navigable.why_not or send(
                policies.client(),
                method,
                serialized(url, "the action"),
                destination=navigable.destination,
                mode="navigate",
                initiator="form",
                policy=policy,
                policy_from="rel=noreferrer",
                user_activation=user_activation,
                body=body,
                content_headers=headers,
                entries=form.entries,
                encoding=encoding,
                steps=form.steps,
                submission=form.submission,
            )
            if isinstance(sent, Request):
                return _Outcome(sent, "")
            refusal = sent
        # A request for another scheme, or one that a browser does not send, has no headers of the
        # page.
        request = Request(
            method,
            url,
            headers,
            body,
            initiator="form",
            entries=form.entries,
            encoding=encoding,
            steps=form.steps,
            _submission=form.submission,
        )
        return _Outcome(request, refusal)

    def _attribute(self, form: Node, source: Node, name: str) -> tuple[str, str | None]:
        """Return the name and value of an attribute of the submitter, or else of the form."""
        get = self._tree.get
        if source is not form:
            value = get(source, f"form{name}")
            if value is not None:
                return f"form{name} of the submitter", value
        value = get(form, name)
        return "" if value is None else name, value


def _check_submitter(control: Control) -> None:
    if not control.is_submit_button:
        raise ValueError(
            f"the submitter {shown(control.name)} is not a submit button: its type is"
            f" {control.type}"
        )
    if control.disabled:
        raise ValueError(f"the submitter {shown(control.name)} is disabled: a user cannot press it")


class _SentForm(NamedTuple):
    """What a submission sends, and the facts about it."""

    steps: Steps
    entries: tuple[Entry, ...]
    enctype: Enctype
    encoding: str
    submission: Submission


def _steps(url: str, method: Method) -> Steps:
    """Return the steps for the scheme of the action and the method (step 21)."""
    scheme, _, _ = url.partition(":")
    of_get, of_post = _STEPS.get(scheme, _OTHER_STEPS)
    return of_post if method == "post" else of_get


def _run(form: _SentForm, url: str) -> tuple[str, dict[str, str], bytes | None]:
    """Run the form's steps on the URL of its action. Return the URL of the request, the headers of
    the body, and the body."""
    steps, entries, enctype, encoding, _ = form
    if steps in ("Get action URL", "Dialog"):
        return url, {}, None
    if steps == "Submit as entity body":
        content_type, body = _entity_body(form)
        return url, {"Content-Type": content_type}, body
    pairs = _pairs(entries)
    if steps == "Mail as body":
        if enctype == "text/plain":
            text = sets.PATH.encode(form_entries.plain_text(pairs))
        else:
            text = form_entries.urlencoded(pairs, encoding)
        return _with_mail_body(url, text), {}, None
    # The other two steps are "Mutate action URL" and "Mail with headers".
    query = form_entries.urlencoded(pairs, encoding)
    if steps == "Mail with headers":
        query = query.replace("+", "%20")
    before, _, hash_sign, fragment = _cut_query(url)
    return f"{before}?{query}{hash_sign}{fragment}", {}, None


def _pairs(entries: Iterable[Entry]) -> list[tuple[str, str]]:
    """*Convert to a list of name-value pairs*. A file is replaced by its name."""
    normalize = form_entries.normalize
    pairs: list[tuple[str, str]] = []
    for name, value in entries:
        text = value.name if isinstance(value, File) else value
        pairs.append((normalize(name), normalize(text)))
    return pairs


def _entity_body(form: _SentForm) -> tuple[str, bytes]:
    """Run *submit as entity body*: return the media type, and the body."""
    enctype, encoding = form.enctype, form.encoding
    if enctype == "multipart/form-data":
        body, boundary = form_entries.multipart(form.entries, encoding)
        return f"{enctype}; boundary={boundary}", body
    pairs = _pairs(form.entries)
    if enctype == "text/plain":
        text = form_entries.plain_text(pairs)
    else:
        text = form_entries.urlencoded(pairs, encoding)
    return enctype, form_entries.encode_form_text(encoding, text)


def _with_mail_body(url: str, text: str) -> str:
    """Run *mail as body*: return the URL with the text in its field `body`."""
    before, query, hash_sign, fragment = _cut_query(url)
    body = f"body={text}"
    if query:
        body = f"{query}&{body}"
    return f"{before}?{body}{hash_sign}{fragment}"


def _cut_query(url: str) -> tuple[str, str, str, str]:
    """Cut a URL into what is before the query, the query, the `#`, and the fragment."""
    without_fragment, hash_sign, fragment = url.partition("#")
    before, _, query = without_fragment.partition("?")
    return before, query, hash_sign, fragment
