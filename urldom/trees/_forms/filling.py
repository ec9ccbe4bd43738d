"""Fills in the controls of a form with the `values` and `files` of a submission."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from mimetypes import MimeTypes
from typing import Any, Final, NoReturn, TypeAlias, cast

import attrs

from urldom._errors import RejectedValueError, shown, wrong_type
from urldom._text.scalar_values import scalar_value_string
from urldom.trees._forms.controls import Field
from urldom.trees._forms.entries import Coordinate
from urldom.trees._forms.forms import Control, File, Option
from urldom.trees._forms.reading import BUTTON_TYPES
from urldom.trees._forms.values import SANITIZE, Get, normalize_newlines, parse_non_negative_integer, strip_newlines
from urldom.trees._syntaxes import SPACES

#: The type of a value in the mapping `values`, whose keys are the names of controls.
Value: TypeAlias = "str | int | float | bool | Sequence[str | int | float | bool | Sequence[str | int | float]]"
Values: TypeAlias = Mapping[str, Value]
#: The types of a file: a `File`, a path, or a tuple as in requests and httpx.
FileLike: TypeAlias = "File | os.PathLike[str] | tuple[str, bytes] | tuple[str, bytes, str]"
Files: TypeAlias = "Mapping[str, FileLike | Sequence[FileLike]]"

#: The types of sequences that are treated as one value, not as a list of values.
_BYTES: Final = (bytes, bytearray, memoryview)
_NO_LISTS: Final = (str, bytes, bytearray, memoryview)
#: The types of controls that `maxlength` applies to.
_LIMITED: Final = frozenset(["text", "search", "url", "tel", "email", "password", "textarea"])
#: The types of controls whose sanitization algorithm replaces invalid values, each with an example of a valid value.
_WANTED: Final = {
    "number": "a number such as 1.5",
    "range": "a number such as 50, within min and max, on a step",
    "date": "a date such as 2025-12-31",
    "month": "a month such as 2025-12",
    "week": "a week such as 2025-W52",
    "time": "a time such as 23:59",
    "datetime-local": "a date and time such as 2025-12-31T23:59",
    "color": "a color such as #336699",
}


class Filling:
    """Fills in the controls of a form."""

    def __init__(self, fields: Sequence[Field], controls: list[Control]) -> None:
        self._fields = fields
        #: The controls in the order of `_fields`. `fill` and `choose` replace them with filled-in controls.
        self.controls = controls
        self.files: dict[int, tuple[File, ...]] = {}
        self.coordinate: Coordinate = (0, 0)
        self._places: dict[str, list[int]] = {}
        for i, control in enumerate(controls):
            if control.name:
                self._places.setdefault(control.name, []).append(i)
        self._has_password = any(control.type == "password" for control in controls)

    # values -----------------------------------------------------------------------------------------------------------

    def fill(self, values: object, submitter: Control | None) -> None:
        """Fill in the controls with `values`. If `submitter` is an image, read the coordinates of the click too."""
        remaining = dict(_checked_mapping(values, "values"))
        if submitter is not None and submitter.type == "image":
            self._press(remaining, submitter)
        for name, value in remaining.items():
            self._fill_name(name, value)

    def _press(self, values: dict[str, Any], submitter: Control) -> None:
        """Remove the coordinates of the click from `values`, and store them in this object."""
        prefix = f"{submitter.name}." if submitter.name else ""
        place = [0, 0]
        for i, axis in enumerate("xy"):
            name = f"{prefix}{axis}"
            if name in values and name not in self._places:
                value = values.pop(name)
                if not isinstance(value, int) or isinstance(value, bool):
                    raise wrong_type(f"the coordinate {name}", "an int", value)
                place[i] = value
        self.coordinate = place[0], place[1]

    def _fill_name(self, name: str, value: object) -> None:
        places = self._places.get(name)
        if places is None:
            self._reject_name(name, value)
        units = self._units([i for i in places if self.controls[i].type not in BUTTON_TYPES])
        if not units:
            self._reject(
                name, value, f"{_a(self.controls[places[0]])} does not accept values: pass it as the submitter"
            )
        if all(self.controls[i].type == "file" for unit in units for i in unit):
            self._reject(name, value, "it is a file upload: pass its files in files=")
        usable = [unit for unit in units if self._why_not(unit[0]) is None]
        if not usable:
            self._reject(name, value, cast(str, self._why_not(units[0][0])), units[0][0])
        if len(usable) > 1 and not _is_list(value):
            # Many pages have a hidden control with the name of a checkbox, so that the form sends a value even if the
            # checkbox is not checked. So a single value in `values` sets the checkbox.
            visible = [unit for unit in usable if self.controls[unit[0]].type != "hidden"]
            usable = visible if len(visible) == 1 else usable
        elif len(usable) > 1 and self._is_of_checkboxes(usable, value):
            usable = [unit for unit in usable if self.controls[unit[0]].type != "hidden"]
        if len(usable) == 1:
            self._fill_unit(name, usable[0], value)
            return
        if not _is_list(value) or len(cast("Sequence[object]", value)) != len(usable):
            kinds = ", ".join(self.controls[unit[0]].type for unit in usable)
            reason = f"the form has {len(usable)} controls with that name ({kinds})"
            self._reject(name, value, f"{reason}: pass a list of {len(usable)} values")
        for unit, one in zip(usable, cast("Sequence[object]", value), strict=True):
            self._fill_unit(name, unit, one)

    def _is_of_checkboxes(self, units: list[list[int]], value: object) -> bool:
        """Return `True` if the list `value` sets a single group of checkboxes or a single `select`."""
        visible = [unit for unit in units if self.controls[unit[0]].type != "hidden"]
        if len(visible) != 1 or len(cast("Sequence[object]", value)) == len(units):
            return False
        return self.controls[visible[0][0]].type in ("checkbox", "select-multiple")

    def _units(self, places: list[int]) -> list[list[int]]:
        """Group the controls. All checkboxes are one group, and so are all radio buttons. Each remaining control is its
        own group."""
        units: dict[object, list[int]] = {}
        for i in places:
            kind = self.controls[i].type
            units.setdefault(kind if kind in ("checkbox", "radio") else i, []).append(i)
        for kind in ("checkbox", "radio"):
            # A group leaves out its disabled controls, unless all of them are disabled.
            enabled = [i for i in units.get(kind, ()) if self._why_not(i) is None]
            if enabled:
                units[kind] = enabled
        return list(units.values())

    def _why_not(self, i: int) -> str | None:
        """Return the reason why a user cannot fill in a control, or `None` if a user can fill it in."""
        control, field = self.controls[i], self._fields[i]
        if field.in_datalist:
            return "the control is in a datalist, and forms never send it"
        if control.disabled:
            return "the control is disabled"
        if control.readonly:
            return "the control is read-only"
        if control.type == "hidden" and control.name.lower() == "_charset_":
            return "browsers fill in the name of the encoding themselves"
        return None

    def _fill_unit(self, name: str, unit: list[int], value: object) -> None:
        kind = self.controls[unit[0]].type
        if kind == "radio":
            self._fill_radio(name, unit, value)
        elif kind == "checkbox":
            self._fill_checkboxes(name, unit, value)
        elif kind.startswith("select"):
            self._fill_select(name, unit[0], value)
        elif kind == "file":
            self._reject(name, value, "it is a file upload: pass its files in files=")
        else:
            self._fill_text(name, unit[0], value)

    def _fill_radio(self, name: str, unit: list[int], value: object) -> None:
        if isinstance(value, bool):
            value_error = "pass the value of the radio button to check"
            self._reject(name, value, f"{value_error}: {self._values_of(unit)}", unit[0])
        text = self._text(name, value, unit[0])
        found = next((i for i in unit if self.controls[i].value == text), None)
        if found is None:
            self._reject_choice(name, value, [self.controls[i].value for i in unit], "enabled radio button", unit[0])
        for i in self._places[name]:
            if self.controls[i].type == "radio":
                self._check(i, i == found)

    def _fill_checkboxes(self, name: str, unit: list[int], value: object) -> None:
        if isinstance(value, bool):
            if len(unit) > 1:
                reason = f"the form has {len(unit)} checkboxes with that name: pass the values of those to check"
                self._reject(name, value, f"{reason}, from {self._values_of(unit)}", unit[0])
            self._check(unit[0], value)
            return
        wanted = list(cast("Sequence[object]", value)) if _is_list(value) else [value]
        if wanted and all(isinstance(one, bool) for one in wanted):
            if len(wanted) != len(unit):
                self._reject(
                    name, value, f"the form has {len(unit)} checkboxes with that name: pass a value for each", unit[0]
                )
            for i, one in zip(unit, wanted, strict=True):
                self._check(i, bool(one))
            return
        free: dict[str, deque[int]] = {}
        for i in unit:
            free.setdefault(self.controls[i].value, deque()).append(i)
        checked: set[int] = set()
        for one in wanted:
            text = self._text(name, one, unit[0])
            if text not in free:
                self._reject_choice(name, one, list(free), "enabled checkbox", unit[0])
            if not free[text]:
                self._reject(
                    name,
                    value,
                    f"the value {shown(text)} is in the list too often: fewer checkboxes of the form have it",
                    unit[0],
                )
            checked.add(free[text].popleft())
        for i in unit:
            self._check(i, i in checked)

    def _check(self, i: int, checked: bool) -> None:
        if self.controls[i].checked is not checked:
            self.controls[i] = attrs.evolve(self.controls[i], checked=checked)

    def _fill_select(self, name: str, i: int, value: object) -> None:
        control = self.controls[i]
        wanted = list(cast("Sequence[object]", value)) if _is_list(value) else [value]
        if not control.multiple and len(wanted) != 1:
            self._reject(name, value, "the select accepts one option", i)
        by_value = _option_places(control.options, "value")
        by_label: dict[str, list[int]] = {}
        # For each text in `value`, the positions of the enabled options with this text that are not selected yet.
        free: dict[str, deque[int]] = {}
        selected: set[int] = set()
        for one in wanted:
            if isinstance(one, bool):
                self._reject(name, value, "pass the value of an option", i)
            text = self._text(name, one, i)
            if text not in free:
                if text not in by_value:
                    by_label = by_label or _option_places(control.options, "label")
                places = by_value.get(text) or by_label.get(text)
                if not places:
                    self._reject_choice(name, one, [*by_value], "option", i)
                free[text] = deque(place for place in places if not control.options[place].disabled)
                if not free[text]:
                    self._reject(name, one, "the option is disabled", i)
            while free[text] and free[text][0] in selected:
                free[text].popleft()
            if not free[text]:
                self._reject(name, value, f"the option {shown(text)} is in the list more than once", i)
            selected.add(free[text].popleft())
        options = control._options.with_selected(selected)  # pyright: ignore[reportPrivateUsage]
        self.controls[i] = attrs.evolve(control, options=options, value=options.first_value())

    def _fill_text(self, name: str, i: int, value: object) -> None:
        control, field = self.controls[i], self._fields[i]
        if _is_list(value) or isinstance(value, bool):
            self._reject(name, value, f"{_a(control)} accepts one str, int or float", i)
        text = self._text(name, value, i)
        tree, node = field.page.tree, field.node

        def get(attribute: str) -> str | None:
            return tree.get(node, attribute)

        kind = control.type
        if kind == "textarea":
            text = normalize_newlines(text)
        elif kind != "hidden" and strip_newlines(text) != text:
            self._reject(name, value, f"{_a(control)} cannot contain a line break", i)
        if kind in SANITIZE:
            text = self._sanitized(name, value, text, i, get)
        limit = parse_non_negative_integer(get("maxlength")) if kind in _LIMITED else None
        length = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if limit is not None and length > limit:
            self._reject(name, value, f"it is {length} UTF-16 code units long, and maxlength is {limit}", i)
        self.controls[i] = attrs.evolve(control, value=text)

    def _sanitized(self, name: str, value: object, text: str, i: int, get: Get) -> str:
        """Sanitise a text. If the control would replace the text by another value, raise `RejectedValueError`."""
        kind = self.controls[i].type
        if kind == "color":
            from urldom.trees._forms.values import parse_color

            is_accepted = parse_color(text) is not None
        elif kind == "range":
            is_accepted = SANITIZE[kind](text, get) == text
        else:
            is_accepted = not text or bool(SANITIZE[kind](text, get)) or kind not in _WANTED
        if not is_accepted:
            self._reject(name, value, f"the {kind} control accepts {_WANTED[kind]}", i)
        return SANITIZE[kind](text, get)

    def _text(self, name: str, value: object, i: int) -> str:
        if isinstance(value, str):
            return scalar_value_string(str.__str__(value))
        if isinstance(value, float):
            if not isfinite(value):
                self._reject(name, value, "the value is not a finite number", i)
            return float.__repr__(value)
        if isinstance(value, int) and not isinstance(value, bool):
            try:
                return int.__repr__(value)
            except ValueError:  # str() rejects an int with thousands of digits.
                self._reject(name, value, "the number has too many digits", i)
        raise wrong_type(f"the value of {shown(name)}", "a str, an int or a float", value)

    # files ------------------------------------------------------------------------------------------------------------

    def choose(self, files: object) -> None:
        """Choose the files of the file uploads."""
        for name, given in _checked_mapping(files, "files").items():
            places = self._places.get(name)
            if places is None:
                self._reject_name(name, given)
            uploads = [i for i in places if self.controls[i].type == "file"]
            if not uploads:
                self._reject(name, given, f"{_a(self.controls[places[0]])} is not a file upload: use values=")
            usable = [i for i in uploads if self._why_not(i) is None]
            if not usable:
                self._reject(name, given, cast(str, self._why_not(uploads[0])))
            self._choose_for(name, usable, given)

    def _choose_for(self, name: str, uploads: list[int], given: Any) -> None:
        chosen = [_file(name, one) for one in (given if _is_file_list(given) else [given])]
        if len(uploads) == 1:
            if len(chosen) > 1 and not self.controls[uploads[0]].multiple:
                self._reject(name, [file.name for file in chosen], "the file upload accepts one file")
            shares = [chosen]
        elif len(chosen) == len(uploads):
            shares = [[file] for file in chosen]
        else:
            names = [file.name for file in chosen]
            self._reject(name, names, f"the form has {len(uploads)} file uploads with that name: pass a file for each")
        for i, share in zip(uploads, shares, strict=True):
            self.files[self._fields[i].index] = tuple(share)
            first = share[0].name if share else ""
            self.controls[i] = attrs.evolve(self.controls[i], value=first)

    # errors -----------------------------------------------------------------------------------------------------------

    def _values_of(self, unit: list[int]) -> str:
        return _listed([self.controls[i].value for i in unit])

    def _reject(self, name: str, value: object, reason: str, i: int | None = None) -> NoReturn:
        places = self._places.get(name, ()) if i is None else (i,)
        is_password = any(self.controls[place].type == "password" for place in places)
        raise RejectedValueError(name, value, reason, is_password=is_password)

    def _reject_choice(self, name: str, value: object, known: list[str], what: str, i: int) -> NoReturn:
        choices = f": choose from {_listed(known)}" if known else ""
        self._reject(name, value, f"no {what} has this value{choices}", i)

    def _reject_name(self, name: str, value: object) -> NoReturn:
        names = list(self._places)
        near = _near(name, names)
        known = f"its controls are {_listed(names)}" if names else "its controls have no names"
        hint = f": did you mean {shown(near[0])}?" if near else f", {known}"
        reason = f"the form has no control with that name{hint}"
        # `name` may be a misspelling of a password control's name, so the error masks the value.
        raise RejectedValueError(name, value, reason, is_password=self._has_password)


def _near(name: str, names: list[str]) -> list[str]:
    """Return the most similar names, the nearest first."""
    from difflib import get_close_matches

    short = [one for one in names[:_MOST_NAMES] if len(one) <= _LONGEST_NAME]
    return get_close_matches(name[:_LONGEST_NAME], short)


#: A hint compares at most 200 names, and at most 100 characters of each.
_MOST_NAMES: Final = 200
_LONGEST_NAME: Final = 100
#: The greatest number of values that an error lists.
_LISTED: Final = 10


def _listed(texts: Iterable[str]) -> str:
    listed = list(texts)
    more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return ", ".join(map(shown, listed[:_LISTED])) + more


def _a(control: Control) -> str:
    """Return the text with which an error describes a control, such as "a text control"."""
    kind = "image button" if control.type == "image" else control.type
    return f"a {kind} button" if control.type in ("submit", "reset") else f"a {kind} control"


def _option_places(options: tuple[Option, ...], attribute: str) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for i, option in enumerate(options):
        places.setdefault(getattr(option, attribute), []).append(i)
    return places


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, _NO_LISTS)


def _checked_mapping(given: object, what: str) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise wrong_type(what, "a mapping from the names of controls", given)
    for name in cast("Mapping[object, object]", given):
        if not isinstance(name, str):
            raise wrong_type("the name of a control", "a str", name)
    return cast("Mapping[str, Any]", given)


def _is_file_list(given: Any) -> bool:
    # A tuple that begins with a `str` is one file.
    if isinstance(given, tuple) and len(cast("tuple[object, ...]", given)) and isinstance(given[0], str):
        return False
    return _is_list(cast("object", given))


#: Python's own table of media types. Unlike the operating system's table, it does not depend on the machine.
_media_types: Final = MimeTypes()
_is_media_type: Final = re.compile(
    r"[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\t\x20-\x7e]*)?"
).fullmatch
_FILE_WANTED: Final = (
    "a path such as pathlib.Path('a.txt'), or a tuple (file name, bytes) or (file name, bytes, media type)"
)


def _file(name: str, given: Any) -> File:
    """Make a `File` from a value of `files`."""
    if isinstance(given, os.PathLike):
        return _read_path(name, cast("os.PathLike[str]", given))
    parts = cast("tuple[object, ...]", given if isinstance(given, tuple) else ())
    if isinstance(given, File):
        parts = (given.name, given.body, given.content_type)
    if not 2 <= len(parts) <= 3:
        raise wrong_type(f"a file of {shown(name)}", _FILE_WANTED, cast("object", given))
    return _given_file(name, parts[0], parts[1], parts[2] if len(parts) == 3 else None)


def _read_path(name: str, given: os.PathLike[str]) -> File:
    path: str = os.fsdecode(os.fspath(given))
    try:
        with open(path, "rb") as file:
            body = file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RejectedValueError(name, path, f"the file cannot be read: {reason}") from error
    filename = scalar_value_string(os.path.basename(path))
    return File(filename, body, _guess(filename))


def _given_file(name: str, filename: object, body: Any, content_type: object) -> File:
    if not isinstance(filename, str):
        raise wrong_type("the name of a file", "a str", filename)
    if not isinstance(body, _BYTES):
        hint = "read() it first" if hasattr(body, "read") else "encode it first" if isinstance(body, str) else ""
        raise wrong_type("the body of a file", "bytes", body, hint)
    if content_type is not None and not isinstance(content_type, str):
        raise wrong_type("the media type of a file", "a str", content_type)
    if content_type is not None and not _is_media_type(content_type):
        raise RejectedValueError(name, content_type, "the media type is invalid: pass one such as text/plain")
    filename = scalar_value_string(str.__str__(filename))
    return File(filename, bytes(cast("bytes", body)), content_type or _guess(filename))


def _guess(filename: str) -> str:
    # `guess_type` would read a name such as `data:,` as a URL.
    _, dot, extension = filename.rpartition(".")
    found = _media_types.types_map[True].get(f".{extension.strip(SPACES).lower()}") if dot else None
    return found or "application/octet-stream"
