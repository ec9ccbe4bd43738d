"""`Submission`: the facts about the submission of a form, from which a `Request` explains
itself."""

from __future__ import annotations

from typing import NamedTuple

import attrs

from urldom._core import passwords
from urldom._core.errors import shown


class Choice(NamedTuple):
    """A value, and the attribute that sets it, such as `formmethod of the submitter`, or `""` for
    the default."""

    value: str
    attribute: str


class SentControl(NamedTuple):
    """A control of a form."""

    name: str
    type: str
    #: How the form owner was found, or `""` for the nearest ancestor form, which is the usual way.
    association: str
    #: Why the control is sent or left out.
    outcome: str


@attrs.frozen
class Submission:
    """The facts about a submission, as texts: without elements, and without the values of controls.

    Attributes:
        place: The number of the form in the page, from 0.
        submitter: The index of the submitter in `controls`, or `None`.
        submitter_outcome: The outcome of the submitter, which replaces the one in `controls`.
        action: The absolute URL, and the attribute that sets it.
        written_action: The value of that attribute, or `None` if no attribute sets the action.
    """

    place: int
    submitter: int | None
    submitter_outcome: str
    method: Choice
    action: Choice
    written_action: str | None
    enctype: Choice
    accept_charset: str | None
    document_encoding: str
    in_dialog: bool
    controls: tuple[SentControl, ...]

    def shown_url(self, url: str) -> str:
        """Return the URL of the submission without passwords. Its query may contain the password of
        a form."""
        before, mark, _ = url.partition("?")
        has_password = any(control.type == "password" for control in self.controls)
        if mark and has_password:
            url = f"{before}?..."
        return passwords.masked(url)

    def explanation(self, method: str, url: str, encoding: str | None, steps: str | None) -> str:
        """Return the explanation of a request with these facts, in several lines."""
        lines = [self._first_line(method, url, steps)]
        if self.place == 0:
            lines.append("form: the first of the page")
        else:
            lines.append(f"form: number {self.place + 1} of the page")
        lines.append(f"submitter: {self._submitter()}")
        lines.append(f"method: {_chosen(self.method, 'method')}")
        lines.append(f"action: {self._action(steps)}")
        if steps in ("Submit as entity body", "Mail as body"):
            lines.append(f"enctype: {_chosen(self.enctype, 'enctype')}")
        lines.append(f"encoding: {encoding}, {self._encoding(encoding)}")
        if steps != "Dialog":
            scheme, _, _ = url.partition(":")
            lines.append(
                f"steps: {steps}, for the scheme {scheme} and the method {self.method.value}"
            )
        for i, control in enumerate(self.controls):
            outcome = self.submitter_outcome if i == self.submitter else control.outcome
            if control.association:
                outcome += f" (it belongs to the form because of {control.association})"
            lines.append(f"{_named(control)}: {outcome}")
        return "\n".join(lines)

    def _first_line(self, method: str, url: str, steps: str | None) -> str:
        if steps == "Dialog":
            return "Close a dialog"
        if steps == "Get action URL":  # The query is the action's own.
            return f"{method} {passwords.masked(url)}"
        return f"{method} {self.shown_url(url)}"

    def _submitter(self) -> str:
        return "none" if self.submitter is None else _named(self.controls[self.submitter])

    def _action(self, steps: str | None) -> str:
        if steps == "Dialog":
            if self.in_dialog:
                return "close the dialog element around the form (step 11)"
            return "none, because the form is not in a dialog element (step 11)"
        url, attribute = self.action
        if self.written_action:
            why = f"from the attribute {attribute}"
        elif self.written_action is None:
            why = "the URL of the document, because the form has no action attribute"
        else:
            why = f"the URL of the document, because the attribute {attribute} is empty"
        return f"{passwords.masked(url)}, {why} (steps 12 to 14)"

    def _encoding(self, name: str | None) -> str:
        if self.accept_charset is not None:
            return f"from accept-charset={shown(self.accept_charset)}"
        if name != self.document_encoding:
            return f"because the document's encoding is {self.document_encoding}"
        return "the document's encoding"


def _named(control: SentControl) -> str:
    name = control.name
    if not name:
        return f"without a name ({control.type})"
    is_plain = name.isprintable() and name.strip() == name and len(name) <= 100
    if not is_plain:
        name = shown(name)
    return f"{name} ({control.type})"


def _chosen(choice: Choice, attribute: str) -> str:
    if choice.attribute:
        return f"{choice.value}, from the attribute {choice.attribute}"
    return f"{choice.value}, because the form has no {attribute} attribute"
