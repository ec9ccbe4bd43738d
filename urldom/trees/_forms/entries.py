"""Constructs and encodes the entry list of a form, with the directions of controls.

See HTML Standard 3.2.6.4 and 4.10.22.4 to 4.10.22.9, and URL Standard 5.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from secrets import token_hex
from typing import Final, Literal, TypeAlias
from unicodedata import bidirectional

from urldom._core.text import encodings
from urldom._core.text import percent_encode_sets as sets
from urldom._core.text.unicode import scalar_value_string
from urldom.trees._forms.controls import strings
from urldom.trees._forms.elements import Field
from urldom.trees._forms.forms import Control, File, options_of
from urldom.trees._forms.values import TYPES, parse_non_negative_integer, wrap
from urldom.trees._syntaxes import SPACE_RUN, SPACES
from urldom.trees._table import HTML, ascii_lower
from urldom.trees._tree import Node, Tree

Entry: TypeAlias = "tuple[str, str | File]"
_LINE_BREAK: Final = re.compile("\r\n|\r|\n")
Coordinate = tuple[int, int]
#: The Encoding Standard writes names that begin with these strings in upper case, and those of
#: `_NAMES` in mixed case.
_UPPER: Final = ("utf-8", "ibm", "iso-", "koi8-", "gbk", "euc-", "utf-16")
_NAMES: Final = {"big5": "Big5", "shift_jis": "Shift_JIS"}


def pick_encoding(accept_charset: str | None, encoding: str) -> str:
    """*Pick an encoding for the form*, and return its name. `encoding` is the encoding of the
    document."""
    if accept_charset is not None:
        labels = SPACE_RUN.split(accept_charset.strip(SPACES))
        encoding = next(filter(None, map(encodings.find_encoding, labels)), "utf-8")
    return encodings.output_encoding(encoding)


def encode_form_text(encoding: str, text: str) -> bytes:
    """Encode a text, with numeric references for characters that the encoding lacks (Encoding
    Standard, "encode")."""
    if encoding == "utf-8" or (text.isascii() and encoding != "iso-2022-jp"):
        return text.encode()
    parts = encodings.encode_or_fail(encoding, text)
    return b"".join(
        [encoded if error is None else b"%b&#%d;" % (encoded, error) for encoded, error in parts]
    )


def normalize(text: str) -> str:
    return _LINE_BREAK.sub("\r\n", text) if "\n" in text or "\r" in text else text


def urlencoded(pairs: Iterable[tuple[str, str]], encoding: str) -> str:
    """Run the *application/x-www-form-urlencoded serializer*."""

    def escaped(text: str) -> str:
        is_plain = text.isalnum() and text.isascii()
        return (
            text
            if is_plain
            else sets.percent_encode_after_encoding(encoding, text, sets.FORM_URLENCODED)
        )

    return "&".join([f"{escaped(name)}={escaped(value)}" for name, value in pairs])


def plain_text(pairs: Iterable[tuple[str, str]]) -> str:
    """Run the *text/plain encoding algorithm*."""
    return "".join([f"{name}={value}\r\n" for name, value in pairs])


def multipart(entries: Iterable[Entry], encoding: str) -> tuple[bytes, str]:
    """Run the *multipart/form-data encoding algorithm*. Return the body and its boundary."""
    boundary = (  # No entry contains it, because nobody can guess it.
        f"----FormBoundary{token_hex(20)}"
    )
    delimiter = f"--{boundary}".encode()
    output: list[bytes] = []

    def quotable(text: str) -> bytes:
        """Escape the bytes that would end a name, in ISO-2022-JP even if they are part of another
        character."""
        return (
            encode_form_text(encoding, text)
            .replace(b"\n", b"%0A")
            .replace(b"\r", b"%0D")
            .replace(b'"', b"%22")
        )

    for name, value in entries:
        output += (
            delimiter,
            b'\r\nContent-Disposition: form-data; name="%b"' % quotable(normalize(name)),
        )
        if isinstance(value, File):
            output.append(
                b'; filename="%b"\r\nContent-Type: %b'
                % (quotable(value.name), value.content_type.encode())
            )
        body = (
            value.body if isinstance(value, File) else encode_form_text(encoding, normalize(value))
        )
        output += b"\r\n\r\n", body, b"\r\n"
    return b"".join([*output, delimiter, b"--\r\n"]), boundary


def encoding_name(encoding: str) -> str:
    return _NAMES.get(encoding) or (encoding.upper() if encoding.startswith(_UPPER) else encoding)


class EntryList:
    def __init__(self, encoding: str, submitter: Control | None, coordinate: Coordinate) -> None:
        self.entries: list[Entry] = []
        self._encoding = encoding
        self._submitter = submitter
        self._coordinate = coordinate
        #: The directions of elements by their indexes in `Subtree.nodes`. The index at the top is
        #: -1.
        self._directions: dict[int, Direction] = {-1: "ltr"}

    def add(self, field: Field, control: Control, files: Mapping[int, tuple[File, ...]]) -> str:
        """Run step 5: add the entries of a control, and return why the control is sent or left
        out."""
        traits, name = TYPES[control.type].traits, control.name
        # step 1
        if field.in_datalist:
            return "left out: it is in a datalist (step 5.1)"
        if control.disabled:
            return (
                f"left out: {'it' if field.fieldset is None else 'a fieldset around it'} is"
                " disabled (step 5.1)"
            )
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
        # Steps 4 and 5. Step 3 is for form-associated custom elements, which only scripts make.
        if not name:
            return "left out: it has no name (step 5.4)"
        told = self._add_value(field, control, files)
        # Step 11, for an *auto-directionality form-associated element*
        is_directed = "dirname" in traits and field.local != "button"
        if is_directed and (dirname := field.page.tree.get(field.node, "dirname")):
            self._append(dirname, self._direction_of(field, control))
            told += ", and its direction, for its dirname attribute (step 5.11)"
        return told

    def _add_value(
        self, field: Field, control: Control, files: Mapping[int, tuple[File, ...]]
    ) -> str:
        name = control.name
        if field.local == "select":  # step 6
            values = options_of(control).sent_values()
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
            for file in selected or (File("", b""),):
                self.entries.append((scalar_value_string(name), file))
            if selected:
                return "sent: the files that are selected (step 5.8)"
            return "sent: an empty file, because no file is selected (step 5.8)"
        if control.type == "hidden" and name.lower() == "_charset_":  # step 9
            self._append(name, encoding_name(self._encoding))
            return "sent: the name of the encoding (step 5.9)"
        # step 10
        value, node, get = control.value, field.node, field.page.tree.get
        if control.type == "textarea" and ascii_lower(get(node, "wrap")) == "hard":
            value = wrap(value, parse_non_negative_integer(get(node, "cols")) or 20)
        self._append(name, value)
        return (
            f"sent: {'it is the submitter' if control is self._submitter else 'its value'} (step"
            " 5.10)"
        )

    def _append(self, name: str, value: str) -> None:
        self.entries.append((scalar_value_string(name), scalar_value_string(value)))

    def _direction_of(self, field: Field, control: Control) -> Direction:
        """Return the directionality of an *auto-directionality form-associated element*."""
        page, index = field.page, field.page.parents[field.index]
        state = ascii_lower(page.tree.get(field.node, "dir"))
        if state in _DIRECTIONS:
            return _DIRECTIONS[state]
        if state == "auto":
            return text_directionality(control.value) or "ltr"
        if control.type == "tel":
            return "ltr"
        way: list[int] = []
        while (direction := self._directions.get(index)) is None:
            way.append(index)
            if (direction := _own_direction(page.tree, page.nodes[index])) is not None:
                break
            index = page.parents[index]
        self._directions.update(dict.fromkeys(way, direction))
        return direction


# The directionality of elements (HTML Standard 3.2.6.4), which a control with a `dirname` attribute
# sends -------------

Direction: TypeAlias = Literal["ltr", "rtl"]
_DIRECTIONS: Final[dict[str, Direction]] = {"ltr": "ltr", "rtl": "rtl"}
#: The directions of characters, by their bidirectional classes. Other classes have no direction.
_STRONG: Final[dict[str, Direction]] = {"L": "ltr", "R": "rtl", "AL": "rtl"}
#: The text of these elements does not affect the directionality of the elements around them.
_OWN: Final = frozenset(["bdi", "script", "style", "textarea"])


def text_directionality(text: str) -> Direction | None:
    """Return the direction of the first character with a strong direction, or `None`."""
    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), None)


def _own_direction(tree: Tree, node: Node) -> Direction | None:
    """Return the directionality of an element, or `None` if it is the parent's."""
    state = _dir(tree, node)
    if state in _DIRECTIONS:
        return _DIRECTIONS[state]
    if not state and _html_name(tree, node) != "bdi":
        return None
    # the "contained text auto directionality"
    for text in strings(
        tree, node, lambda child, _: _html_name(tree, child) in _OWN or _dir(tree, child) != ""
    ):
        if (direction := text_directionality(text)) is not None:
            return direction
    return "ltr"


def _dir(tree: Tree, node: Node) -> str:
    """Return the state of the `dir` attribute of an HTML element, or `""` for the undefined
    state."""
    state = ascii_lower(tree.get(node, "dir")) if _html_name(tree, node) else ""
    return state if state == "auto" or state in _DIRECTIONS else ""


def _html_name(tree: Tree, node: Node) -> str:
    """Return the local name of an element of HTML, or `""` for another element."""
    name: str = tree.name(node)
    if tree.is_bare:
        return name.lower()
    return name.rpartition("}")[2] if name.startswith(f"{{{HTML}}}") else ""
