"""Constructs the entry list (HTML Standard 4.10.22.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from urldom._text.scalar_values import scalar_value_string
from urldom.trees._forms.controls import Field
from urldom.trees._forms.directionality import Directions, is_auto_directionality
from urldom.trees._forms.encoding import Entry
from urldom.trees._forms.forms import Control, File
from urldom.trees._forms.reading import BUTTON_TYPES, CHECKABLE_TYPES, wrapped

#: The reasons why a control is sent or left out, each with its step of *constructing the entry list*.
IN_DATALIST: Final = "left out: it is in a datalist (step 5.1)"
DISABLED: Final = "left out: it is disabled (step 5.1)"
IN_FIELDSET: Final = "left out: a fieldset around it is disabled (step 5.1)"
NOT_SUBMITTER: Final = "left out: it is a button, and not the submitter (step 5.1)"
NOT_CHECKED: Final = "left out: it is not checked (step 5.1)"
COORDINATE: Final = "sent: the coordinate at which the image was pressed (step 5.2)"
UNNAMED: Final = "left out: it has no name (step 5.4)"
NOTHING_SELECTED: Final = "left out: no option is both selected and enabled (step 5.6)"
SELECTED: Final = "sent: the options that are selected and enabled (step 5.6)"
CHECKED: Final = "sent: it is checked (step 5.7)"
NO_FILE: Final = "sent: an empty file, because no file is selected (step 5.8)"
FILES: Final = "sent: the files that are selected (step 5.8)"
CHARSET: Final = "sent: the name of the encoding (step 5.9)"
SUBMITTER: Final = "sent: it is the submitter (step 5.10)"
VALUE: Final = "sent: its value (step 5.10)"
DIRECTION: Final = ", and its direction, for its dirname attribute (step 5.11)"

_NO_FILE: Final = File("", b"")
Coordinate = tuple[int, int]
#: If an encoding's name begins with one of these strings, the Encoding Standard writes the name in upper case. `_NAMES`
#: has the names that mix upper and lower case, and the names of KOI8.
_UPPER: Final = ("utf-8", "ibm", "iso-", "koi8-", "gbk", "euc-", "utf-16")
_NAMES: Final = {"big5": "Big5", "shift_jis": "Shift_JIS", "koi8-r": "KOI8-R", "koi8-u": "KOI8-U"}


def encoding_name(encoding: str) -> str:
    """Return the name of an encoding as the Encoding Standard writes it.

    >>> encoding_name("utf-8"), encoding_name("shift_jis"), encoding_name("windows-1252"), encoding_name("gb18030")
    ('UTF-8', 'Shift_JIS', 'windows-1252', 'gb18030')
    """
    if encoding in _NAMES:
        return _NAMES[encoding]
    return encoding.upper() if encoding.startswith(_UPPER) else encoding


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
        kind, name = control.type, control.name
        is_submitter = control is self._submitter
        # step 1
        if field.in_datalist:
            return IN_DATALIST
        if control.disabled:
            return DISABLED if field.fieldset is None else IN_FIELDSET
        if kind in BUTTON_TYPES and not is_submitter:
            return NOT_SUBMITTER
        if kind in CHECKABLE_TYPES and not control.checked:
            return NOT_CHECKED
        # step 2
        if kind == "image":
            prefix = f"{name}." if name else ""
            for axis, place in zip("xy", self._coordinate, strict=True):
                self._append(f"{prefix}{axis}", str(place))
            return COORDINATE
        # Step 3 is left out. It is for form-associated custom elements, which only scripts make, and scripts do not
        # run. The next lines are steps 4 and 5.
        if not name:
            return UNNAMED
        told = self._add_value(field, control, files)
        # step 11
        dirname = field.page.tree.get(field.node, "dirname")
        if dirname and is_auto_directionality(field, control):
            self._append(dirname, self._directions.of_control(field, control))
            told += DIRECTION
        return told

    def _add_value(self, field: Field, control: Control, files: Mapping[int, tuple[File, ...]]) -> str:
        kind, name = control.type, control.name
        if field.local == "select":  # step 6
            values = control._options.sent_values()  # pyright: ignore[reportPrivateUsage]
            for value in values:
                self._append(name, value)
            return SELECTED if values else NOTHING_SELECTED
        if kind in CHECKABLE_TYPES:  # step 7
            self._append(name, control.value)
            return CHECKED
        if kind == "file":  # step 8
            selected = files.get(field.index, ())
            for file in selected or (_NO_FILE,):
                self.entries.append((scalar_value_string(name), file))
            return FILES if selected else NO_FILE
        if kind == "hidden" and name.lower() == "_charset_" and name.isascii():  # step 9
            self._append(name, encoding_name(self._encoding))
            return CHARSET
        # step 10
        value = control.value
        if kind == "textarea":
            value = wrapped(value, partial(field.page.tree.get, field.node))
        self._append(name, value)
        return SUBMITTER if control is self._submitter else VALUE

    def _append(self, name: str, value: str) -> None:
        """Create an entry and append it."""
        self.entries.append((scalar_value_string(name), scalar_value_string(value)))
