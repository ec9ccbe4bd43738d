"""The explanations of `Submission.explain()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from urldom._errors import masked, shown
from urldom.trees._forms.controls import BY_ANCESTOR

if TYPE_CHECKING:
    from urldom.trees._forms.forms import Submission


@attrs.frozen
class Told:
    """The facts about a submission that its explanation needs. They include no nodes and no values of controls."""

    #: The index of the form in the page's list of forms.
    place: int
    submitter: tuple[str, str] | None
    #: The method, and the name of the attribute that sets the method. `enctype` and `action` begin with the
    #: corresponding two items. The third item of `action` is the attribute's value, or `None`.
    method: tuple[str, str]
    action: tuple[str, str, str | None]
    enctype: tuple[str, str]
    accept_charset: str | None
    document_encoding: str
    in_dialog: bool
    has_password: bool
    #: Four texts for each control: its name, its type, how it got its form owner, and why it is sent or left out.
    controls: tuple[tuple[str, str, str, str], ...]


def explanation(submission: Submission, told: Told) -> str:
    """Explain a submission, with one line for each choice and each control."""
    lines = [_first_line(submission, told)]
    lines.append(f"form: {_ordinal(told.place)} of the page")
    lines.append(f"submitter: {'none' if told.submitter is None else _named(*told.submitter)}")
    method, source = told.method
    lines.append(f"method: {method}, {_from(source, 'method')}")
    if submission.steps == "Dialog":
        lines.append(_dialog(told))
    else:
        lines.append(_action(told))
        if submission.steps in ("Submit as entity body", "Mail as body"):
            enctype, source = told.enctype
            lines.append(f"enctype: {enctype}, {_from(source, 'enctype')}")
    lines.append(_encoding(submission, told))
    if submission.steps != "Dialog":
        scheme = submission.url.partition(":")[0]
        lines.append(f"steps: {submission.steps}, for the scheme {scheme} and the method {method}")
    lines += [_control(*control) for control in told.controls]
    return "\n".join(lines)


def _first_line(submission: Submission, told: Told) -> str:
    if submission.steps == "Dialog":
        return "Close a dialog"
    url = submission.url
    if told.has_password and submission.steps != "Get action URL":
        before, mark, _ = url.partition("?")
        url = f"{before}?..." if mark else url
    return f"{submission.method} {masked(url)}"


def _ordinal(place: int) -> str:
    return "the first" if place == 0 else f"number {place + 1}"


def _named(name: str, kind: str) -> str:
    return f"{_name(name)} ({kind})"


def _name(name: str) -> str:
    if not name:
        return "without a name"
    return name if name.isprintable() and name.strip() == name and len(name) <= 100 else shown(name)


def _from(source: str, attribute: str) -> str:
    return f"from the attribute {source}" if source else f"because the form has no {attribute} attribute"


def _action(told: Told) -> str:
    url, source, written = told.action
    if written:
        return f"action: {masked(url)}, from the attribute {source} (steps 12 to 14)"
    why = "the form has no action attribute" if written is None else f"the attribute {source} is empty"
    return f"action: {masked(url)}, the URL of the document, because {why} (steps 12 to 14)"


def _dialog(told: Told) -> str:
    if told.in_dialog:
        return "action: close the dialog element around the form (step 11)"
    return "action: none, because the form is not in a dialog element (step 11)"


def _encoding(submission: Submission, told: Told) -> str:
    name = submission.encoding
    if told.accept_charset is not None:
        return f"encoding: {name}, from accept-charset={shown(told.accept_charset)}"
    if name != told.document_encoding:
        return f"encoding: {name}, because the document's encoding is {told.document_encoding}"
    return f"encoding: {name}, the document's encoding"


def _control(name: str, kind: str, association: str, outcome: str) -> str:
    owner = "" if association == BY_ANCESTOR else f" (it belongs to the form because of {association})"
    return f"{_named(name, kind)}: {outcome}{owner}"
