"""`param` for columns of URLs: one parameter of each query."""

from __future__ import annotations

import re
from typing import Any, Final

from urldom._columns.arrays import Column, is_column, pa, pc, string_type, strings_of
from urldom._columns.cutting import Bases, OtherRows, Reading, RowBase, merged, over_urls
from urldom._columns.faces import NAME, URLS, from_table
from urldom._columns.usual import NOTHING, UsualRows
from urldom._errors import Failure, wrong_type
from urldom._standards.interface import StandardLike
from urldom._standards.registry import find_engine
from urldom._standards.usual_url import IN_QUERY
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL
from urldom.params import form_decode

#: For a longer name, there is no regular expression, because RE2 limits the size of an expression.
_LONGEST_NAME: Final = 256
#: Matches a character that needs no escape in the name of a parameter. A plus sign means a space (URL Standard 5.1).
_is_in_name = re.compile(f"[{IN_QUERY}](?<![&=+])").match


@from_table
def param(
    urls: Column,
    name: str | Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
) -> Any:
    """Return the first value of a query parameter, decoded (URL Standard 5.1)."""
    URLS.require(urls)
    names: list[Any] = []
    if is_column(name):
        NAME.require(name, len(urls))
        names.append(name)
    elif not isinstance(name, str):
        raise wrong_type("the name of a parameter", "a str or a column of strings", name)
    one = scalar_value_string(str.__str__(name)) if isinstance(name, str) else None

    def of_slice(strings: Any, bases: Bases, reading: Reading, *slices: Any) -> Any:
        of_rows = list(map(strings_of, slices))
        distinct: list[str | None] = of_rows[0].unique().to_pylist() if of_rows else [one]
        first = distinct[0]
        if first is None or len(distinct) > 1:
            usual, array = pa.repeat(False, len(strings)), pa.nulls(len(strings), pa.string())
        else:
            usual, array = _of_usual(UsualRows(strings, bases, reading.engine, ["search"]), first, reading)
            of_rows = []
        others = OtherRows(strings, bases, usual)

        def answer(url: str, base: RowBase, wanted: str | None = first) -> str | None:
            if wanted is None:
                return None
            pieces = reading.pieces(url, base)
            return None if isinstance(pieces, Failure) else reading.view(pieces).params.get(wanted)

        return merged(array, others, pa.array(others.answers(answer, *of_rows), pa.string()))

    return over_urls(of_slice, urls, base, find_engine(standard), encoding, string_type(urls), *names)


def parameter(name: str, *, escapes: bool) -> str:
    """Return the expression for the first value of a parameter in a usual query (URL Standard 5.1), not decoded. If
    `escapes` is true, any character of the name can be percent-encoded in UTF-8."""

    def written(octet: int) -> str:
        character = chr(octet)
        plain = r"\+" if character == " " else re.escape(character) if _is_in_name(character) else None
        escaped = "%" + "".join(f"[{digit}{digit.lower()}]" if digit.isalpha() else digit for digit in f"{octet:02X}")
        if escapes:
            return escaped if plain is None else f"(?:{plain}|{escaped})"
        return NOTHING if plain is None else plain

    # The empty text between two "&"s is not a parameter. So an empty name needs an equals sign.
    value = "=(?P<value>[^&]*)" if name == "" else "(?:=(?P<value>[^&]*))?"
    return rf"(?:^\?|&){''.join(map(written, name.encode()))}{value}(?:&|$)"


def _of_usual(rows: UsualRows, name: str, reading: Reading) -> tuple[Any, Any]:
    """Return a mask of the rows whose parameter pyarrow's kernels can read, and an array with its values."""
    queries = rows.attribute("search")
    # The expression for an escaped name needs a single sequence of bytes for each character. In UTF-8, only U+FFFD has
    # several ones, and in other encodings any character can.
    reads_escapes = reading.encoding == "utf-8" and "\ufffd" not in name
    if len(name) > _LONGEST_NAME:
        rows.leave_out(pc.not_equal(queries, ""))
        return rows.mask, pa.nulls(len(queries), pa.string())
    if not reads_escapes:
        rows.leave_out(pc.match_substring(queries, "%"))
    (values,) = pc.extract_regex(queries, parameter(name, escapes=reads_escapes)).flatten()
    is_encoded = pc.fill_null(pc.match_substring_regex(values, "[+%]"), False)
    if not pc.any(is_encoded).as_py():
        return rows.mask, values
    encoded: Any = values.filter(is_encoded).dictionary_encode()
    texts = encoded.dictionary.to_pylist()
    together = "\n".join(texts)
    # One call for all values, joined with line breaks, is much faster, unless a value contains a line break itself.
    if "%0A" in together or "%0a" in together:
        decoded = [form_decode(text, reading.encoding) for text in texts]
    else:
        decoded = form_decode(together, reading.encoding).split("\n")
    return rows.mask, pc.replace_with_mask(values, is_encoded, pa.array(decoded, pa.string()).take(encoded.indices))
