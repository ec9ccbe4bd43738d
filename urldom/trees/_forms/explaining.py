"""The explanations of `Submission.explain()`."""

from __future__ import annotations

import attrs

from urldom._errors import masked, shown
from urldom.trees._forms.controls import BY_ANCESTOR


@attrs.frozen
class Told:
    """The facts about a submission that its explanation needs. They include no nodes and no values of controls."""

    place: int
    submitter: tuple[str, str] | None
    #: Each choice, and the attribute that sets it. The third item of `action` is the attribute's value, or `None`.
    method: tuple[str, str]
    action: tuple[str, str, str | None]
    enctype: tuple[str, str]
    accept_charset: str | None
    document_encoding: str
    in_dialog: bool
    has_password: bool
    #: Four texts for each control: its name, its type, how it got its form owner, and why it is sent or left out.
    controls: tuple[tuple[str, str, str, str], ...]

    def shown_url(self, url: str) -> str:
        """Return the URL of the submission without passwords. Its query may contain the password of a form."""
        before, mark, _ = url.partition("?")
        return masked(f"{before}?..." if mark and self.has_password else url)

    def explanation(self, method: str, url: str, encoding: str, steps: str) -> str:
        is_dialog = steps == "Dialog"
        shown_url = masked(url) if steps == "Get action URL" else self.shown_url(url)
        lines = [
            "Close a dialog" if is_dialog else f"{method} {shown_url}",
            f"form: {'the first' if self.place == 0 else f'number {self.place + 1}'} of the page",
            f"submitter: {'none' if self.submitter is None else _named(*self.submitter)}",
            f"method: {self.method[0]}, {_from(self.method[1], 'method')}",
            f"action: {self._action(is_dialog)}",
        ]
        if steps in ("Submit as entity body", "Mail as body"):
            lines.append(f"enctype: {self.enctype[0]}, {_from(self.enctype[1], 'enctype')}")
        lines.append(f"encoding: {encoding}, {self._encoding(encoding)}")
        if not is_dialog:
            scheme = url.partition(":")[0]
            lines.append(f"steps: {steps}, for the scheme {scheme} and the method {self.method[0]}")
        for name, kind, association, outcome in self.controls:
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
        return f"{masked(url)}, {why} (steps 12 to 14)"

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
