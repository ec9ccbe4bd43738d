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
from urldom.trees._forms.elements import Field, Subtree
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
    document.

    >>> pick_encoding("nonsense latin1", "koi8-r"), pick_encoding("nonsense", "koi8-r")
    ('windows-1252', 'utf-8')
    >>> pick_encoding(None, "utf-16le")
    'utf-8'
    """
    if accept_charset is not None:
        labels = SPACE_RUN.split(accept_charset.strip(SPACES))
        encoding = next(filter(None, map(encodings.find_encoding, labels)), "utf-8")
    return encodings.output_encoding(encoding)


def encode_form_text(encoding: str, text: str) -> bytes:
    """Encode a text, with numeric references for characters that the encoding lacks (Encoding
    Standard, "encode").

    >>> encode_form_text("windows-1252", "\u00e9\u2603")
    b'\\xe9&#9731;'
    """
    if encoding == "utf-8" or (text.isascii() and encoding != "iso-2022-jp"):
        return text.encode()
    output: list[bytes] = []
    for encoded, error in encodings.encode_or_fail(encoding, text):
        output.append(encoded)
        if error is not None:
            output.append(b"&#%d;" % error)
    return b"".join(output)


def normalize(text: str) -> str:
    """Replace each line break with CR LF."""
    if "\n" in text or "\r" in text:
        return _LINE_BREAK.sub("\r\n", text)
    return text


def urlencoded(pairs: Iterable[tuple[str, str]], encoding: str) -> str:
    """Run the *application/x-www-form-urlencoded serializer*.

    >>> urlencoded([("a b", "\u00e9"), ("c", "\u2603")], "windows-1252")
    'a+b=%E9&c=%26%239731%3B'
    """

    def escaped(text: str) -> str:
        if text.isalnum() and text.isascii():
            return text
        return sets.percent_encode_after_encoding(encoding, text, sets.FORM_URLENCODED)

    return "&".join([f"{escaped(name)}={escaped(value)}" for name, value in pairs])


def plain_text(pairs: Iterable[tuple[str, str]]) -> str:
    """Run the *text/plain encoding algorithm*."""
    return "".join([f"{name}={value}\r\n" for name, value in pairs])


def multipart(entries: Iterable[Entry], encoding: str) -> tuple[bytes, str]:
    """Run the *multipart/form-data encoding algorithm*. Return the body and its boundary."""
    # No entry contains the boundary, because nobody can guess it.
    boundary = f"----FormBoundary{token_hex(20)}"
    delimiter = f"--{boundary}".encode()

    def quotable(text: str) -> bytes:
        """Escape the bytes that would end a name, in ISO-2022-JP even if they are part of another
        character."""
        octets = encode_form_text(encoding, text)
        return octets.replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")

    output: list[bytes] = []
    for name, value in entries:
        disposition = b'Content-Disposition: form-data; name="%b"' % quotable(normalize(name))
        output += delimiter, b"\r\n", disposition
        if isinstance(value, File):
            filename, content_type = quotable(value.name), value.content_type.encode()
            output.append(b'; filename="%b"\r\nContent-Type: %b' % (filename, content_type))
            body = value.body
        else:
            body = encode_form_text(encoding, normalize(value))
        output += b"\r\n\r\n", body, b"\r\n"
    return b"".join([*output, delimiter, b"--\r\n"]), boundary


def encoding_name(encoding: str) -> str:
    """Return the name of an encoding as the Encoding Standard writes it.

    >>> encoding_name("utf-8"), encoding_name("shift_jis"), encoding_name("windows-1252")
    ('UTF-8', 'Shift_JIS', 'windows-1252')
    """
    if encoding in _NAMES:
        return _NAMES[encoding]
    return encoding.upper() if encoding.startswith(_UPPER) else encoding


class EntryList:
    """The *entry list* of a form, to which the controls are added in tree order."""

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
        reason = self._why_left_out(field, control)
        if reason:
            return f"left out: {reason} (step 5.1)"
        name = control.name
        # step 5.2
        if control.type == "image":
            prefix = f"{name}." if name else ""
            x, y = self._coordinate
            self._append(f"{prefix}x", str(x))
            self._append(f"{prefix}y", str(y))
            return "sent: the coordinate at which the image was pressed (step 5.2)"
        # Steps 5.4 and 5.5. Step 5.3 is for form-associated custom elements, which only scripts
        # make.
        if not name:
            return "left out: it has no name (step 5.4)"
        outcome = self._add_value(field, control, files)
        # Step 5.11, for an *auto-directionality form-associated element*
        if "dirname" in TYPES[control.type].traits and field.local != "button":
            dirname = field.page.tree.get(field.node, "dirname")
            if dirname:
                self._append(dirname, self._direction_of(field, control))
                outcome += ", and its direction, for its dirname attribute (step 5.11)"
        return outcome

    def _why_left_out(self, field: Field, control: Control) -> str:
        """Run step 5.1: return why a control has no entry, or `""`."""
        traits = TYPES[control.type].traits
        if field.in_datalist:
            return "it is in a datalist"
        if control.disabled:
            if field.fieldset is not None:
                return "a fieldset around it is disabled"
            return "it is disabled"
        if "button" in traits and control is not self._submitter:
            return "it is a button, and not the submitter"
        if "checked" in traits and not control.checked:
            return "it is not checked"
        return ""

    def _add_value(
        self, field: Field, control: Control, files: Mapping[int, tuple[File, ...]]
    ) -> str:
        """Run steps 5.6 to 5.10."""
        name = control.name
        if field.local == "select":  # step 5.6
            return self._add_options(name, control)
        if control.checked is not None:  # step 5.7
            self._append(name, control.value)
            return "sent: it is checked (step 5.7)"
        if control.type == "file":  # step 5.8
            return self._add_files(name, files.get(field.index, ()))
        if control.type == "hidden" and name.lower() == "_charset_":  # step 5.9
            self._append(name, encoding_name(self._encoding))
            return "sent: the name of the encoding (step 5.9)"
        # step 5.10
        value = control.value
        node, get = field.node, field.page.tree.get
        if control.type == "textarea" and ascii_lower(get(node, "wrap")) == "hard":
            value = wrap(value, parse_non_negative_integer(get(node, "cols")) or 20)
        self._append(name, value)
        if control is self._submitter:
            return "sent: it is the submitter (step 5.10)"
        return "sent: its value (step 5.10)"

    def _add_options(self, name: str, control: Control) -> str:
        values = options_of(control).sent_values()
        for value in values:
            self._append(name, value)
        if values:
            return "sent: the options that are selected and enabled (step 5.6)"
        return "left out: no option is both selected and enabled (step 5.6)"

    def _add_files(self, name: str, selected: tuple[File, ...]) -> str:
        for file in selected or (File("", b""),):
            self.entries.append((scalar_value_string(name), file))
        if selected:
            return "sent: the files that are selected (step 5.8)"
        return "sent: an empty file, because no file is selected (step 5.8)"

    def _append(self, name: str, value: str) -> None:
        self.entries.append((scalar_value_string(name), scalar_value_string(value)))

    def _direction_of(self, field: Field, control: Control) -> Direction:
        """Return the directionality of an *auto-directionality form-associated element*."""
        page = field.page
        state = ascii_lower(page.tree.get(field.node, "dir"))
        if state in _DIRECTIONS:
            return _DIRECTIONS[state]
        if state == "auto":
            return text_directionality(control.value) or "ltr"
        if control.type == "tel":
            return "ltr"
        return self._direction_at(page, page.parents[field.index])

    def _direction_at(self, page: Subtree, index: int) -> Direction:
        """Return the directionality of the element at an index of `page.nodes`, and keep it for
        this element and those between it and the one that decides."""
        undecided: list[int] = []
        while (direction := self._directions.get(index)) is None:
            undecided.append(index)
            direction = _own_direction(page.tree, page.nodes[index])
            if direction is not None:
                break
            index = page.parents[index]
        self._directions.update(dict.fromkeys(undecided, direction))
        return direction


# The directionality of elements (HTML Standard 3.2.6.4), which a control with a `dirname` attribute
# sends

Direction: TypeAlias = Literal["ltr", "rtl"]
_HTML: Final = f"{{{HTML}}}"
_DIRECTIONS: Final[dict[str, Direction]] = {"ltr": "ltr", "rtl": "rtl"}
#: The directions of characters, by their bidirectional classes. Other classes have no direction.
_STRONG: Final[dict[str, Direction]] = {"L": "ltr", "R": "rtl", "AL": "rtl"}
#: The text of these elements does not affect the directionality of the elements around them.
_OWN: Final = frozenset(["bdi", "script", "style", "textarea"])


def text_directionality(text: str) -> Direction | None:
    """Return the direction of the first character with a strong direction, or `None`.

    >>> text_directionality("1 a"), text_directionality("(\u05d0"), text_directionality("12")
    ('ltr', 'rtl', None)
    """
    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), None)


def _own_direction(tree: Tree, node: Node) -> Direction | None:
    """Return the directionality of an element, or `None` if it is the parent's."""
    state = _dir(tree, node)
    if state in _DIRECTIONS:
        return _DIRECTIONS[state]
    if not state and _html_name(tree, node) != "bdi":
        return None

    def decides_itself(child: Node, name: str) -> bool:
        return _html_name(tree, child) in _OWN or _dir(tree, child) != ""

    # the "contained text auto directionality"
    for text in strings(tree, node, decides_itself):
        direction = text_directionality(text)
        if direction is not None:
            return direction
    return "ltr"


def _dir(tree: Tree, node: Node) -> str:
    """Return the state of the `dir` attribute of an HTML element, or `""` for the undefined
    state."""
    if not _html_name(tree, node):
        return ""
    state = ascii_lower(tree.get(node, "dir"))
    return state if state == "auto" or state in _DIRECTIONS else ""


def _html_name(tree: Tree, node: Node) -> str:
    """Return the local name of an element of HTML, or `""` for another element."""
    name: str = tree.name(node)
    if tree.is_bare:
        return name.lower()
    return name.removeprefix(_HTML) if name.startswith(_HTML) else ""
