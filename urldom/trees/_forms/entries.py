"""Constructs the entry list (HTML Standard 4.10.22.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from urldom._text.scalar_values import scalar_value_string
from urldom.trees._forms.control_types import TYPES
from urldom.trees._forms.controls import Field
from urldom.trees._forms.directionality import Directions, is_auto_directionality
from urldom.trees._forms.encoding import Entry
from urldom.trees._forms.forms import Control, File
from urldom.trees._forms.reading import wrapped

_NO_FILE: Final = File("", b"")
Coordinate = tuple[int, int]
#: The Encoding Standard writes names that begin with these strings in upper case. `_NAMES` has those with mixed case.
_UPPER: Final = ("utf-8", "ibm", "iso-", "koi8-", "gbk", "euc-", "utf-16")
_NAMES: Final = {"big5": "Big5", "shift_jis": "Shift_JIS"}


def encoding_name(encoding: str) -> str:
    """Return the name of an encoding as the Encoding Standard writes it."""
    return _NAMES.get(encoding) or (encoding.upper() if encoding.startswith(_UPPER) else encoding)


class EntryList:
    """The entry list of a form."""

    def __init__(self, encoding: str, submitter: Control | None, coordinate: Coordinate) -> None:
        self.entries: list[Entry] = []
        self._encoding = encoding
        self._submitter = submitter
        self._coordinate = coordinate
        self._directions = Directions()

    def add(self, field: Field, control: Control, files: Mapping[int, tuple[File, ...]]) -> str:
        """Run step 5: add the entries of a control. Return why the control is sent or left out."""
        traits, name = TYPES[control.type].traits, control.name
        # step 1
        if field.in_datalist:
            return "left out: it is in a datalist (step 5.1)"
        if control.disabled:
            return f"left out: {'it' if field.fieldset is None else 'a fieldset around it'} is disabled (step 5.1)"
        if "button" in traits and control is not self._submitter:
            return "left out: it is a button, and not the submitter (step 5.1)"
        if "checked" in traits and not control.checked:
            return "left out: it is not checked (step 5.1)"
        # step 2
        if control.type == "image":
            prefix = f"{name}." if name else ""
            for axis, place in zip("xy", self._coordinate, strict=True):
                self._append(f"{prefix}{axis}", str(place))
            return "sent: the coordinate at which the image was pressed (step 5.2)"
        # Step 3 is for form-associated custom elements, which only scripts make. The next lines are steps 4 and 5.
        if not name:
            return "left out: it has no name (step 5.4)"
        told = self._add_value(field, control, files)
        # step 11
        dirname = field.page.tree.get(field.node, "dirname")
        if dirname and is_auto_directionality(field, control):
            self._append(dirname, self._directions.of_control(field, control))
            told += ", and its direction, for its dirname attribute (step 5.11)"
        return told

    def _add_value(self, field: Field, control: Control, files: Mapping[int, tuple[File, ...]]) -> str:
        name = control.name
        if field.local == "select":  # step 6
            values = control._options.sent_values()  # pyright: ignore[reportPrivateUsage]
            for value in values:
                self._append(name, value)
            if values:
                return "sent: the options that are selected and enabled (step 5.6)"
            return "left out: no option is both selected and enabled (step 5.6)"
        if control.checked is not None:  # step 7
            self._append(name, control.value)
            return "sent: it is checked (step 5.7)"
        if control.type == "file":  # step 8
            selected = files.get(field.index, ())
            for file in selected or (_NO_FILE,):
                self.entries.append((scalar_value_string(name), file))
            if selected:
                return "sent: the files that are selected (step 5.8)"
            return "sent: an empty file, because no file is selected (step 5.8)"
        if control.type == "hidden" and name.lower() == "_charset_":  # step 9
            self._append(name, encoding_name(self._encoding))
            return "sent: the name of the encoding (step 5.9)"
        # step 10
        is_area = control.type == "textarea"
        self._append(
            name, wrapped(control.value, partial(field.page.tree.get, field.node)) if is_area else control.value
        )
        return f"sent: {'it is the submitter' if control is self._submitter else 'its value'} (step 5.10)"

    def _append(self, name: str, value: str) -> None:
        self.entries.append((scalar_value_string(name), scalar_value_string(value)))
