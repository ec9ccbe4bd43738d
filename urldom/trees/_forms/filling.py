"""Fills in the controls of a form with the `values` and `files` of a submission."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, islice
from math import isfinite
from mimetypes import MimeTypes
from typing import IO, Any, Final, NoReturn, TypeAlias, TypeGuard, cast

import attrs

from urldom._core.errors import RejectedValueError, shown, wrong_type
from urldom._core.text.unicode import scalar_value_string
from urldom.trees._forms import values as types
from urldom.trees._forms.elements import Field
from urldom.trees._forms.entries import Coordinate
from urldom.trees._forms.forms import Control, File, options_of
from urldom.trees._forms.values import TYPES, parse_color
from urldom.trees._syntaxes import SPACES

Value: TypeAlias = (
    "str | int | float | bool | Sequence[str | int | float | bool | Sequence[str | int | float]]"
)
Values: TypeAlias = Mapping[str, Value]
Body: TypeAlias = "bytes | os.PathLike[str] | IO[bytes]"
FileLike: TypeAlias = (
    "File | os.PathLike[str] | IO[bytes] | tuple[str, Body] | tuple[str, Body, str]"
)
Files: TypeAlias = "Mapping[str, FileLike | Sequence[FileLike]]"
_BYTES: Final = (bytes, bytearray, memoryview)
_IN_FILES: Final = "it is a file upload: pass its files in files="
_Find: TypeAlias = Callable[[object, str], Iterable[int]]


class Filling:
    """Fills in the controls of one form."""

    def __init__(self, fields: Sequence[Field], controls: list[Control]) -> None:
        self.fields = fields
        #: The controls in the order of `fields`, which `fill` and `choose` fill in.
        self.controls = controls
        self.files: dict[int, tuple[File, ...]] = {}
        self.coordinate: Coordinate = (0, 0)
        self._places = _places_by(
            [(control.name, i) for i, control in enumerate(controls) if control.name]
        )

    def fill(self, values: object, submitter: Control | None) -> None:
        """Fill in the controls, and read the coordinates of the click if `submitter` is an
        image."""
        remaining = dict(_checked_mapping(values, "values"))
        if submitter is not None and submitter.type == "image":
            prefix = f"{submitter.name}." if submitter.name else ""
            x = self._take_coordinate(f"{prefix}x", remaining)
            y = self._take_coordinate(f"{prefix}y", remaining)
            self.coordinate = x, y
        for name, value in remaining.items():
            self._named(name, value).fill(value)

    def _take_coordinate(self, axis: str, values: dict[str, Any]) -> int:
        """Remove a coordinate of the click from `values`, and return it, unless the name is that of
        a control."""
        if axis in self._places:
            return 0
        place = values.pop(axis, 0)
        if not isinstance(place, int) or isinstance(place, bool):
            raise wrong_type(f"the coordinate {axis}", "an int", place)
        return place

    def choose(self, files: object) -> None:
        """Choose the files of the file uploads."""
        for name, given in _checked_mapping(files, "files").items():
            self._named(name, given).choose(given)

    def _named(self, name: str, value: object) -> _Named:
        if name in self._places:
            return _Named(self, name, self._places[name])
        reason = f"the form has no control with that name{self._near(name)}"
        # The error masks the value, because `name` may be a misspelled name of a password control.
        has_password = any(control.type == "password" for control in self.controls)
        raise RejectedValueError(name, value, reason, is_password=has_password)

    def _near(self, name: str) -> str:
        """Return the end of an error: the most similar name, or else all names."""
        from difflib import get_close_matches

        names = [one for one in islice(self._places, 200) if len(one) <= 100]
        near = get_close_matches(name[:100], names)
        if near:
            return f": did you mean {shown(near[0])}?"
        if self._places:
            return f", its controls are {_listed(self._places)}"
        return ", its controls have no names"


class _Named:
    """The controls with one name. A unit is a list of the places of one or more controls, which one
    value fills in."""

    def __init__(self, filling: Filling, name: str, places: list[int]) -> None:
        self._filling = filling
        self._name = name
        self._controls = filling.controls
        self._places = places

    def fill(self, value: object) -> None:
        units = self._usable_units(value)
        values = [value] if len(units) == 1 else value
        if not _is_list(values) or len(values) != len(units):
            kinds = ", ".join([self._type(unit) for unit in units])
            reason = f"the form has {len(units)} controls with that name ({kinds})"
            self._reject(value, f"{reason}: pass a list of {len(units)} values")
        for unit, one in zip(units, values, strict=True):
            self._fill_unit(unit, one)

    def _usable_units(self, value: object) -> list[list[int]]:
        """Return the units that the value is for, and that a user can fill in. Reject the value if
        there are none."""
        units = self._units()
        if not units:
            described = _described(self._controls[self._places[0]])
            self._reject(value, f"{described} does not accept values: pass it as the submitter")
        if all(self._type(unit) == "file" for unit in units):
            self._reject(value, _IN_FILES)
        usable = [unit for unit in units if self._why_not(unit[0]) is None]
        if not usable:
            self._reject(value, self._why_not(units[0][0]) or "")
        # Many pages have a hidden control with the name of a checkbox, for the value of an
        # unchecked one. The value is then for the checkbox, unless there is one for each.
        visible = [unit for unit in usable if self._type(unit) != "hidden"]
        if len(visible) == 1:
            accepts_list = self._type(visible[0]) in ("checkbox", "select-multiple")
            if not _is_list(value) or (accepts_list and len(value) != len(usable)):
                return visible
        return usable

    def _units(self) -> list[list[int]]:
        """Group the controls: all checkboxes are one unit, and so are all radio buttons. Each other
        control is a unit, except buttons. Of a unit, only the controls count that a user can fill
        in, unless there are none."""
        units: dict[object, list[int]] = {}
        for i in self._places:
            kind = self._controls[i].type
            traits = TYPES[kind].traits
            if "checked" in traits:
                units.setdefault(kind, []).append(i)
            elif "button" not in traits:
                units[i] = [i]
        grouped: list[list[int]] = []
        for unit in units.values():
            usable = [i for i in unit if self._why_not(i) is None]
            grouped.append(usable or unit)
        return grouped

    def _type(self, unit: list[int]) -> str:
        return self._controls[unit[0]].type

    def _why_not(self, i: int) -> str | None:
        """Return the reason why a user cannot fill in a control, or `None`."""
        control = self._controls[i]
        if self._filling.fields[i].in_datalist:
            return "the control is in a datalist, and forms never send it"
        if control.disabled:
            return "the control is disabled"
        if control.readonly:
            return "the control is read-only"
        if control.type == "hidden" and control.name.lower() == "_charset_":
            return "browsers fill in the name of the encoding themselves"
        return None

    def _fill_unit(self, unit: list[int], value: object) -> None:
        kind = self._type(unit)
        if kind == "radio":
            if isinstance(value, bool):
                choices = self._values_of(unit)
                self._reject(value, f"pass the value of the radio button to check: {choices}")
            checked = self._picked(unit, value, [value], "enabled radio button")
            self._check([i for i in self._places if self._controls[i].type == "radio"], checked)
        elif kind == "checkbox":
            self._fill_checkboxes(unit, value)
        elif kind.startswith("select"):
            self._fill_select(unit[0], value)
        elif kind == "file":
            self._reject(value, _IN_FILES)
        else:
            self._fill_text(unit[0], value)

    def _fill_checkboxes(self, unit: list[int], value: object) -> None:
        count = f"the form has {len(unit)} checkboxes with that name"
        if isinstance(value, bool) and len(unit) > 1:
            choices = self._values_of(unit)
            self._reject(value, f"{count}: pass the values of those to check, from {choices}")
        wanted = value if _is_list(value) else [value]
        if wanted and all(isinstance(one, bool) for one in wanted):
            if len(wanted) != len(unit):
                self._reject(value, f"{count}: pass a value for each")
            self._check(unit, set(compress(unit, wanted)))
        else:
            self._check(unit, self._picked(unit, value, wanted, "enabled checkbox"))

    def _picked(
        self, unit: list[int], value: object, wanted: Sequence[object], what: str
    ) -> set[int]:
        """Return the places of the controls with the values in `wanted`."""
        by_value = _places_by([(self._controls[i].value, i) for i in unit])

        def find(one: object, text: str) -> Iterable[int]:
            return by_value.get(text) or self._unknown(one, by_value, what)

        return self._each_once(value, wanted, find)

    def _each_once(self, value: object, wanted: Sequence[object], find: _Find) -> set[int]:
        """Return a different place for each value in `wanted`. `find` returns all places for a
        value."""
        free: dict[str, Iterator[int]] = {}
        picked: set[int] = set()
        for one in wanted:
            text = self._text(one)
            if text not in free:
                free[text] = iter(find(one, text))
            place = next((place for place in free[text] if place not in picked), None)
            if place is None:
                self._reject(value, f"{shown(text)} is in the list more often than in the form")
            picked.add(place)
        return picked

    def _check(self, places: list[int], checked: set[int]) -> None:
        for i in places:
            self._controls[i] = attrs.evolve(self._controls[i], checked=i in checked)

    def _fill_select(self, i: int, value: object) -> None:
        control = self._controls[i]
        wanted = value if _is_list(value) else [value]
        if not control.multiple and len(wanted) != 1:
            self._reject(value, "the select accepts one option")
        if any(isinstance(one, bool) for one in wanted):
            self._reject(value, "pass the value of an option")
        all_options = control.options
        by_value = _places_by([(option.value, place) for place, option in enumerate(all_options)])
        by_label = _places_by([(option.label, place) for place, option in enumerate(all_options)])

        def find(one: object, text: str) -> Iterable[int]:
            places = by_value.get(text) or by_label.get(text)
            if places is None:
                self._unknown(one, by_value, "option")
            enabled = [place for place in places if not all_options[place].disabled]
            if not enabled:
                self._reject(one, "the option is disabled")
            return enabled

        picked = self._each_once(value, wanted, find)
        options = options_of(control).with_selected(picked)
        self._controls[i] = attrs.evolve(control, options=options, value=options.first_value())

    def _fill_text(self, i: int, value: object) -> None:
        control, field = self._controls[i], self._filling.fields[i]
        kind = control.type
        if _is_list(value) or isinstance(value, bool):
            self._reject(value, f"{_described(control)} accepts one str, int or float")
        get = partial(field.page.tree.get, field.node)
        text = self._text(value)
        if kind == "textarea":
            text = types.normalize_newlines(text)
        elif kind != "hidden" and types.strip_newlines(text) != text:
            self._reject(value, f"{_described(control)} cannot contain a line break")
        text = self._sanitized(value, kind, text, get)
        if "maxlength" in TYPES[kind].traits:
            self._check_length(value, text, types.parse_non_negative_integer(get("maxlength")))
        self._controls[i] = attrs.evolve(control, value=text)

    def _sanitized(self, value: object, kind: str, text: str, get: types.Get) -> str:
        """Sanitize a text. Reject it if the control would replace it with another value.

        `value` is the given value, which the error shows, and `get` reads the control's attributes.
        """
        _, sanitize, wanted = TYPES[kind]
        if sanitize is None:
            return text
        sanitized = sanitize(text, get)
        if kind == "color":  # A valid color can be written in another way.
            is_replaced = parse_color(text) is None
        elif kind == "range":
            is_replaced = sanitized != text
        else:
            is_replaced = bool(text and wanted and not sanitized)
        if is_replaced:
            self._reject(value, f"the {kind} control accepts {wanted}")
        return sanitized

    def _check_length(self, value: object, text: str, limit: int | None) -> None:
        length = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if limit is not None and length > limit:
            self._reject(value, f"it is {length} UTF-16 code units long, and maxlength is {limit}")

    def _text(self, value: object) -> str:
        if isinstance(value, str):
            return scalar_value_string(str.__str__(value))
        if isinstance(value, float):
            if not isfinite(value):
                self._reject(value, "the value is not a finite number")
            return float.__repr__(value)
        if isinstance(value, int) and not isinstance(value, bool):
            try:
                return int.__repr__(value)
            except ValueError:  # str() rejects an int with thousands of digits.
                self._reject(value, "the number has too many digits")
        raise wrong_type(f"the value of {shown(self._name)}", "a str, an int or a float", value)

    def choose(self, given: Any) -> None:
        uploads = self._usable_uploads(given)
        files = [_file(self._name, one) for one in _files_in(given)]
        names = [file.name for file in files]
        if len(uploads) == 1:
            (upload,) = uploads
            if len(files) > 1 and not self._controls[upload].multiple:
                self._reject(names, "the file upload accepts one file")
            self._set_files(upload, files)
            return
        if len(files) != len(uploads):
            count = f"the form has {len(uploads)} file uploads with that name"
            self._reject(names, f"{count}: pass a file for each")
        for upload, file in zip(uploads, files, strict=True):
            self._set_files(upload, [file])

    def _usable_uploads(self, given: object) -> list[int]:
        """Return the file uploads in which a user can choose files. Reject the files if there are
        none."""
        uploads = [i for i in self._places if self._controls[i].type == "file"]
        if not uploads:
            described = _described(self._controls[self._places[0]])
            self._reject(given, f"{described} is not a file upload: use values=")
        usable = [i for i in uploads if self._why_not(i) is None]
        if not usable:
            self._reject(given, self._why_not(uploads[0]) or "")
        return usable

    def _set_files(self, i: int, files: list[File]) -> None:
        self._filling.files[self._filling.fields[i].index] = tuple(files)
        value = files[0].name if files else ""
        self._controls[i] = attrs.evolve(self._controls[i], value=value)

    def _values_of(self, unit: list[int]) -> str:
        return _listed([self._controls[i].value for i in unit])

    def _unknown(self, value: object, known: Iterable[str], what: str) -> NoReturn:
        reason = f"no {what} has this value"
        choices = _listed(known)
        if choices:
            reason += f": choose from {choices}"
        self._reject(value, reason)

    def _reject(self, value: object, reason: str) -> NoReturn:
        is_password = any(self._controls[i].type == "password" for i in self._places)
        raise RejectedValueError(self._name, value, reason, is_password=is_password)


def _listed(texts: Iterable[str]) -> str:
    listed = list(texts)
    more = f" and {len(listed) - 10} more" if len(listed) > 10 else ""
    return ", ".join(map(shown, listed[:10])) + more


def _described(control: Control) -> str:
    """Describe a control for an error, such as "a text control"."""
    article = "an" if control.type in ("image", "email") else "a"
    noun = "button" if control.type in ("submit", "reset", "image") else "control"
    return f"{article} {control.type} {noun}"


def _places_by(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for text, place in pairs:
        places.setdefault(text, []).append(place)
    return places


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, *_BYTES))


def _files_in(given: object) -> Sequence[object]:
    """Return the files of a list or tuple, or one file. A tuple that begins with a `str` is one
    file."""
    if not _is_list(given):
        return [given]
    is_one_file = isinstance(given, tuple) and len(given) > 0 and isinstance(given[0], str)
    return [given] if is_one_file else given


def _checked_mapping(given: object, what: str) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise wrong_type(what, "a mapping from the names of controls", given)
    for name in cast("Mapping[object, object]", given):
        if not isinstance(name, str):
            raise wrong_type("the name of a control", "a str", name)
    return cast("Mapping[str, Any]", given)


#: Python's own table of media types, which does not depend on the machine, unlike the operating
#: system's.
_media_types: Final = MimeTypes()
_UNKNOWN_TYPE: Final = "application/octet-stream"
_is_media_type: Final = re.compile(
    r"[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\t\x20-\x7e]*)?"
).fullmatch


def _file(name: str, given: Any) -> File:
    """Return the file that a user gave for the control with this name."""
    filename, body, content_type = _parts_of_file(name, given)
    if not isinstance(filename, str):
        raise wrong_type("the name of a file", "a str", filename)
    body = _read(name, filename, body)
    if content_type is not None:
        if not isinstance(content_type, str):
            raise wrong_type("the media type of a file", "a str", content_type)
        if not _is_media_type(content_type):
            raise RejectedValueError(
                name, content_type, "the media type is invalid: pass one such as text/plain"
            )
    filename = scalar_value_string(str.__str__(filename))
    return File(filename, body, content_type or _guess(filename))


def _parts_of_file(name: str, given: Any) -> tuple[Any, Any, Any]:
    """Return the file name, the body and the media type of a `FileLike`, which are not checked. The
    media type may be missing (`None`)."""
    if isinstance(given, File):
        return given.name, given.body, given.content_type
    if isinstance(given, os.PathLike):
        path = os.fsdecode(cast("os.PathLike[str]", given))
        return os.path.basename(path), cast("object", given), None
    filename = getattr(given, "name", None)
    is_readable = hasattr(given, "read")
    if is_readable and isinstance(filename, str):
        return os.path.basename(filename), given, None
    if isinstance(given, tuple):
        parts = cast("tuple[object, ...]", given)
        if len(parts) == 2:
            return *parts, None
        if len(parts) == 3:
            return parts
    wanted = (
        "a path such as pathlib.Path('a.txt'), or a tuple (file name, bytes) or (file name,"
        " bytes, media type)"
    )
    hint = "pass its name: (file name, file)" if is_readable else ""
    raise wrong_type(f"a file of {shown(name)}", wanted, cast("object", given), hint)


def _read(name: str, filename: str, body: Any) -> bytes:
    try:
        if isinstance(body, os.PathLike):
            with open(cast("os.PathLike[str]", body), "rb") as file:
                return file.read()
        if hasattr(body, "read"):
            body = body.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        path = filename
        if isinstance(body, os.PathLike):
            path = os.fsdecode(cast("os.PathLike[str]", body))
        raise RejectedValueError(name, path, f"the file cannot be read: {reason}") from error
    if not isinstance(body, _BYTES):
        hint = ""
        if isinstance(body, str):
            hint = "encode it first, or open the file in binary mode"
        raise wrong_type("the body of a file", "bytes", body, hint)
    return bytes(cast("bytes", body))


def _guess(filename: str) -> str:
    """Return the media type for the extension of a file name."""
    # `guess_type` would read a name such as `data:,` as a URL.
    _, dot, extension = filename.rpartition(".")
    if not dot:
        return _UNKNOWN_TYPE
    known = _media_types.types_map[True]
    return known.get(f".{extension.strip(SPACES).lower()}", _UNKNOWN_TYPE)
