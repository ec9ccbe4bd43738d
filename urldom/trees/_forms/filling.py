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
            axes = [f"{prefix}x", f"{prefix}y"]
            x, y = [remaining.pop(axis, 0) if axis not in self._places else 0 for axis in axes]
            for axis, place in zip(axes, (x, y), strict=True):
                if not isinstance(place, int) or isinstance(place, bool):
                    raise wrong_type(f"the coordinate {axis}", "an int", place)
            self.coordinate = x, y
        for name, value in remaining.items():
            self._named(name, value).fill(value)

    def choose(self, files: object) -> None:
        for name, given in _checked_mapping(files, "files").items():
            self._named(name, given).choose(given)

    def _named(self, name: str, value: object) -> _Named:
        if name in self._places:
            return _Named(self, name, self._places[name])
        from difflib import get_close_matches

        near = get_close_matches(
            name[:100], [one for one in islice(self._places, 200) if len(one) <= 100]
        )
        known = (
            f"its controls are {_listed(self._places)}"
            if self._places
            else "its controls have no names"
        )
        hint = f": did you mean {shown(near[0])}?" if near else f", {known}"
        # The error masks the value, because `name` may be a misspelled name of a password control.
        has_password = any(control.type == "password" for control in self.controls)
        raise RejectedValueError(
            name, value, f"the form has no control with that name{hint}", is_password=has_password
        )


class _Named:
    def __init__(self, filling: Filling, name: str, places: list[int]) -> None:
        self._filling = filling
        self._name = name
        self._controls = filling.controls
        self._places = places

    def fill(self, value: object) -> None:
        if not (units := self._units()):
            described = _described(self._controls[self._places[0]])
            self._reject(value, f"{described} does not accept values: pass it as the submitter")
        if all(self._type(unit) == "file" for unit in units):
            self._reject(value, _IN_FILES)
        usable = [unit for unit in units if self._why_not(unit[0]) is None]
        if not usable:
            self._reject(value, self._why_not(units[0][0]) or "")
        # Many pages have a hidden control with the name of a checkbox, for the value of an
        # unchecked one.
        visible = [unit for unit in usable if self._type(unit) != "hidden"]
        if len(visible) == 1 and (
            not _is_list(value)
            or (
                len(value) != len(usable)
                and self._type(visible[0]) in ("checkbox", "select-multiple")
            )
        ):
            usable = visible
        values = [value] if len(usable) == 1 else value
        if not _is_list(values) or len(values) != len(usable):
            kinds = ", ".join([self._type(unit) for unit in usable])
            reason = f"the form has {len(usable)} controls with that name ({kinds})"
            self._reject(value, f"{reason}: pass a list of {len(usable)} values")
        for unit, one in zip(usable, values, strict=True):
            self._fill_unit(unit, one)

    def _units(self) -> list[list[int]]:
        """Group the controls except buttons, so that a user can fill in all controls of a group or
        none."""
        units: dict[object, list[int]] = {}
        for i in self._places:
            kind = self._controls[i].type
            traits = TYPES[kind].traits
            if "button" not in traits:
                units.setdefault(kind if "checked" in traits else i, []).append(i)
        return [[i for i in unit if self._why_not(i) is None] or unit for unit in units.values()]

    def _type(self, unit: list[int]) -> str:
        return self._controls[unit[0]].type

    def _why_not(self, i: int) -> str | None:
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
                self._reject(
                    value, f"pass the value of the radio button to check: {self._values_of(unit)}"
                )
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
            self._reject(
                value, f"{count}: pass the values of those to check, from {self._values_of(unit)}"
            )
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
        by_value = _places_by([(self._controls[i].value, i) for i in unit])
        return self._each_once(
            value, wanted, lambda one, key: by_value.get(key) or self._unknown(one, by_value, what)
        )

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
        by_value = _places_by(
            [(option.value, place) for place, option in enumerate(control.options)]
        )
        by_label = _places_by(
            [(option.label, place) for place, option in enumerate(control.options)]
        )

        def find(one: object, text: str) -> Iterable[int]:
            places = (
                by_value.get(text) or by_label.get(text) or self._unknown(one, by_value, "option")
            )
            enabled = [place for place in places if not control.options[place].disabled]
            return enabled or self._reject(one, "the option is disabled")

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
        traits, sanitize, wanted = TYPES[kind]
        if sanitize is not None:
            sanitized = sanitize(text, get)
            # The control would replace an invalid value with another one.
            is_replaced = (
                sanitized != text if kind == "range" else bool(text and wanted and not sanitized)
            )
            if parse_color(text) is None if kind == "color" else is_replaced:
                self._reject(value, f"the {kind} control accepts {wanted}")
            text = sanitized
        limit = (
            types.parse_non_negative_integer(get("maxlength")) if "maxlength" in traits else None
        )
        length = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if limit is not None and length > limit:
            self._reject(value, f"it is {length} UTF-16 code units long, and maxlength is {limit}")
        self._controls[i] = attrs.evolve(control, value=text)

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
        uploads = [i for i in self._places if self._controls[i].type == "file"]
        if not uploads:
            self._reject(
                given,
                f"{_described(self._controls[self._places[0]])} is not a file upload: use values=",
            )
        usable = [i for i in uploads if self._why_not(i) is None]
        if not usable:
            self._reject(given, self._why_not(uploads[0]) or "")
        # A tuple that begins with a `str` is one file.
        is_list = _is_list(given) and not (
            isinstance(given, tuple) and given[:1] and isinstance(given[0], str)
        )
        chosen = [_file(self._name, one) for one in (given if is_list else [given])]
        names = [file.name for file in chosen]
        if len(usable) == 1 and len(chosen) > 1 and not self._controls[usable[0]].multiple:
            self._reject(names, "the file upload accepts one file")
        if len(usable) > 1 and len(chosen) != len(usable):
            self._reject(
                names,
                f"the form has {len(usable)} file uploads with that name: pass a file for each",
            )
        shares = [chosen] if len(usable) == 1 else [[file] for file in chosen]
        for i, share in zip(usable, shares, strict=True):
            self._filling.files[self._filling.fields[i].index] = tuple(share)
            self._controls[i] = attrs.evolve(
                self._controls[i], value=share[0].name if share else ""
            )

    def _values_of(self, unit: list[int]) -> str:
        return _listed([self._controls[i].value for i in unit])

    def _unknown(self, value: object, known: Iterable[str], what: str) -> NoReturn:
        choices = _listed(known)
        self._reject(value, f"no {what} has this value{choices and f': choose from {choices}'}")

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
    return (
        f"{article} {control.type}"
        f" {'button' if control.type in ('submit', 'reset', 'image') else 'control'}"
    )


def _places_by(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for text, place in pairs:
        places.setdefault(text, []).append(place)
    return places


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, *_BYTES))


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
_is_media_type: Final = re.compile(
    r"[!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\t\x20-\x7e]*)?"
).fullmatch


def _file(name: str, given: Any) -> File:
    if isinstance(given, File):
        given = (given.name, given.body, given.content_type)
    elif isinstance(given, os.PathLike):
        given = (
            os.path.basename(os.fsdecode(cast("os.PathLike[str]", given))),
            cast("object", given),
        )
    elif isinstance(filename := getattr(given, "name", None), str) and hasattr(given, "read"):
        given = (os.path.basename(filename), given)
    if not isinstance(given, tuple) or not 2 <= len(cast("tuple[object, ...]", given)) <= 3:
        wanted = (
            "a path such as pathlib.Path('a.txt'), or a tuple (file name, bytes) or (file name,"
            " bytes, media type)"
        )
        hint = "pass its name: (file name, file)" if hasattr(cast("object", given), "read") else ""
        raise wrong_type(f"a file of {shown(name)}", wanted, cast("object", given), hint)
    filename, body, content_type = cast("tuple[Any, Any, Any]", (*given, None)[:3])
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


def _read(name: str, filename: str, body: Any) -> bytes:
    try:
        if isinstance(body, os.PathLike):
            with open(cast("os.PathLike[str]", body), "rb") as file:
                return file.read()
        if hasattr(body, "read"):
            body = body.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        path = (
            os.fsdecode(cast("os.PathLike[str]", body))
            if isinstance(body, os.PathLike)
            else filename
        )
        raise RejectedValueError(name, path, f"the file cannot be read: {reason}") from error
    if not isinstance(body, _BYTES):
        hint = "encode it first, or open the file in binary mode" if isinstance(body, str) else ""
        raise wrong_type("the body of a file", "bytes", body, hint)
    return bytes(cast("bytes", body))


def _guess(filename: str) -> str:
    # `guess_type` would read a name such as `data:,` as a URL.
    _, dot, extension = filename.rpartition(".")
    found = _media_types.types_map[True].get(f".{extension.strip(SPACES).lower()}") if dot else None
    return found or "application/octet-stream"
