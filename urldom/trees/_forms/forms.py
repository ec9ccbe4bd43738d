"""The form that a user sees: `Form`, `Control`, `Option`, and the `File` that it sends."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Final, Literal, TypeAlias

import attrs

from urldom._core.errors import url_repr
from urldom._core.public import public
from urldom.trees._forms.elements import FormElement
from urldom.trees._hints import ControlHints, FileHints, FormHints
from urldom.trees._syntaxes import SPACE_RUN, SPACES
from urldom.trees._tree import Node, OfElement

#: The states of `method` and `enctype` (HTML Standard 4.10.19.6).
Method: TypeAlias = Literal["get", "post", "dialog"]
Enctype: TypeAlias = Literal[
    "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"
]

#: The steps that submit a form, by its scheme and method. `"Dialog"` is for the method `dialog`.
Steps: TypeAlias = Literal[
    "Mutate action URL",
    "Submit as entity body",
    "Get action URL",
    "Mail with headers",
    "Mail as body",
    "Dialog",
]

#: The data of an `option` element: its `value`, `label`, text with all spaces, and whether it is
#: selected and disabled.
ReadOption: TypeAlias = tuple["str | None", "str | None", str, bool, bool]


@public("urldom.trees")
@attrs.frozen
class File(FileHints):
    """A file that a form sends.

    Attributes:
        name: The file's name, as the form sends it.
        body: The file's bytes.
        content_type: The media type.

    >>> File("a.txt", b"abc", "text/plain")
    File(name='a.txt', body=3 bytes, content_type='text/plain')
    """

    name: str
    body: bytes = attrs.field(repr=lambda body: f"{len(body)} bytes")
    content_type: str = "application/octet-stream"


@public("urldom.trees")
@attrs.frozen
class Option:
    """An `option` of a `select` element.

    Attributes:
        value: The value that the form sends.
        label: The text that the user sees.
        selected: `True` if the option is selected.
        disabled: `True` if the option or its `optgroup` is disabled. A form does not send a
            disabled option.

    >>> Option("de", "Deutsch", selected=True)
    Option(value='de', label='Deutsch', selected=True, disabled=False)
    """

    value: str
    label: str
    selected: bool = False
    disabled: bool = False


class Options:
    """The options of a select. Their `Option` objects take time, so they are made when they are
    first used."""

    def __init__(self, read: Sequence[ReadOption] = ()) -> None:
        self.read = read

    @cached_property
    def made(self) -> tuple[Option, ...]:
        return tuple(
            [
                Option(_value(value, text), label or _collapsed(text), selected, disabled)
                for value, label, text, selected, disabled in self.read
            ]
        )

    def first_value(self) -> str:
        """Return the value of the select: that of the first selected option, or `""`."""
        for value, _, text, selected, _ in self.read:
            if selected:
                return _value(value, text)
        return ""

    def sent_values(self) -> list[str]:
        """Return the values of the options that are selected and not disabled."""
        return [
            _value(value, text)
            for value, _, text, selected, disabled in self.read
            if selected and not disabled
        ]

    def selected_places(self) -> list[int]:
        return [i for i, (_, _, _, selected, _) in enumerate(self.read) if selected]

    def enabled_places(self) -> list[int]:
        return [i for i, (_, _, _, _, disabled) in enumerate(self.read) if not disabled]

    def with_selected(self, chosen: Container[int]) -> Options:
        """Return a copy in which only the options at the places in `chosen` are selected."""
        return Options(
            [
                (value, label, text, i in chosen, disabled)
                for i, (value, label, text, _, disabled) in enumerate(self.read)
            ]
        )


def _value(value: str | None, text: str) -> str:
    return _collapsed(text) if value is None else value


def _collapsed(text: str) -> str:
    """Run the Infra Standard's "strip and collapse ASCII whitespace"."""
    return text if text.isalnum() else SPACE_RUN.sub(" ", text.strip(SPACES))


NO_OPTIONS: Final = Options()


@public("urldom.trees")
@attrs.frozen(eq=False, repr=False)
class Control(OfElement, ControlHints):
    """A control of a form: an `input`, `button`, `select` or `textarea` element.

    A control is immutable, so it keeps its attributes if the tree changes.

    Attributes:
        node: The element, as an object of its library. With lxml, the labels of a control are
            `node.xpath("ancestor::label | //label[@for = $id]", id=node.get("id", ""))`.
        name: Its name, or `""`. A form does not send a control without a name, except that an image
            button then sends its coordinates as `x` and `y`.
        type: The `type` that a script sees, such as `"text"`, `"checkbox"`, `"select-one"`,
            `"textarea"` or `"submit"`.
        value: The value in the page, sanitized by the rules of the type. A `select` has the value
            of its first selected option, or `""`.
        checked: `True` if a checkbox or radio button is checked, `False` if it is not, and `None`
            for other types.
        options: The options of a `select`, or `()`.
        disabled: `True` if the control or a fieldset around it is disabled.
        readonly: `True` if the attribute `readonly` prevents a user from changing the value, as it
            does in text fields and date fields.
        multiple: `True` if a `select` or a file upload accepts several values.
        is_submit_button: `True` if the control can be a submitter.

    >>> from urldom.trees import parse
    >>> inputs = '<input name="q" value="a"/><input type="checkbox" name="c"/>'
    >>> html = f"<html><form>{inputs}</form></html>"
    >>> form, = parse(html, "http://example.com/", parser="xml.etree").forms()
    >>> for control in form.controls:
    ...     print(control)
    Control(name='q', type='text', value='a')
    Control(name='c', type='checkbox', value='on', checked=False)"""

    node: Node
    name: str
    type: str
    value: str
    checked: bool | None = None
    _options: Options = attrs.field(default=NO_OPTIONS, alias="options")
    disabled: bool = False
    readonly: bool = False
    multiple: bool = False
    is_submit_button: bool = False

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of a `select`, or `()`.

        >>> from urldom.trees import parse
        >>> options = '<option value="1">One</option><option>Two</option>'
        >>> html = f"<html><form><select>{options}</select></form></html>"
        >>> form, = parse(html, "http://example.com/", parser="xml.etree").forms()
        >>> [(option.value, option.selected) for option in form.controls[0].options]
        [('1', True), ('Two', False)]
        """
        return self._options.made

    def __repr__(self) -> str:
        parts = [f"name={self.name!r}", f"type={self.type!r}", f"value={self.shown_value()}"]
        if self.checked is not None:
            parts.append(f"checked={self.checked}")
        if self.options:
            values = ", ".join([repr(option.value) for option in self.options])
            parts.append(f"options=[{values}]")
        parts += [
            f"{name}=True" for name in ("disabled", "readonly", "multiple") if getattr(self, name)
        ]
        return f"Control({', '.join(parts)})"

    def shown_value(self) -> str:
        """Return the `repr` of the value, with a password masked.

        >>> from urldom.trees import parse
        >>> html = '<html><form><input type="password" value="secret"/></form></html>'
        >>> form, = parse(html, "http://example.com/", parser="xml.etree").forms()
        >>> print(form.controls[0].shown_value())
        '***'
        """
        return "'***'" if self.type == "password" and self.value else url_repr(self.value)


@public("urldom.trees")
@attrs.frozen(eq=False, repr=False)
class Form(OfElement, FormHints):
    """A `form` element, as `TreeDocument.forms()` finds it.

    A form is immutable, so `TreeDocument.submission` submits it with these attributes even if the
    tree has changed.

    Attributes:
        node: The element, as an object of its library.
        id: The `id` attribute, or `None`.
        name: The `name` attribute, or `None`.
        method: `"get"`, `"post"` or `"dialog"`. A submit button can replace the form's method,
            `enctype` and action.
        enctype: The media type of the body.
        action: The absolute URL that the form is sent to, or `None` if the `action` attribute does
            not resolve.
        controls: The submittable elements that belong to the form, in tree order, also outside the
            `form` element.
        default_button: The button that the Enter key presses, or `None` (HTML Standard, "implicit
            submission").

    >>> from urldom.trees import parse
    >>> html = '<html><form action="s"><input name="q" value="a"/><button>Go</button></form></html>'
    >>> form, = parse(html, "http://example.com/", parser="xml.etree").forms()
    >>> form
    <Form get http://example.com/s: q='a' (text), '' (submit)>
    >>> form.controls[0].value, form.default_button is form.controls[1]
    ('a', True)
    """

    node: Node
    id: str | None
    name: str | None
    method: Method
    enctype: Enctype
    action: str | None
    controls: tuple[Control, ...]
    default_button: Control | None
    _element: FormElement = attrs.field(alias="_element")

    def __repr__(self) -> str:
        controls = ", ".join(map(_brief, self.controls[:20])) or "no controls"
        more = f", and {len(self.controls) - 20} more" if len(self.controls) > 20 else ""
        action = "without a valid action"
        if self.action is not None:
            action = url_repr(self.action)[1:-1]  # without the quotation marks
        return f"<Form {self.method} {action}: {controls}{more}>"


#: What other modules read of a control and of a form, and users do not.
options_of: Callable[[Control], Options] = attrgetter("_options")
element_of: Callable[[Form], FormElement] = attrgetter("_element")


def _brief(control: Control) -> str:
    kind, value = control.type, control.shown_value()
    name = control.name if control.name.isprintable() else repr(control.name)
    if control.checked is not None:
        kind += ", checked" if control.checked else ", not checked"
    elif kind.startswith("select"):
        selected = [repr(option.value) for option in control.options if option.selected]
        value = ", ".join(selected) if selected else "nothing"
    elif not name:
        return f"{value} ({kind})"
    return f"{name}={value} ({kind})"
