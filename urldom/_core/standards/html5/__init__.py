"""HTML5 (2011 draft) 2.6, URLs. `resolving` has 2.6.2 and 2.6.3, and `reading` has them once more,
step by step, for `urldom.explain`.

The parts that other standards use too are outside this package: `fragment_escape` (HTML5 2.6.4),
the table of the attributes (2.6.6), and base URLs with their changes (2.6.3 step 4, 2.6.5).
Comments cite by number the rulings of `docs/rulings.md` on cases that the draft does not define."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from urldom._core.standards.html5 import resolving
from urldom._core.standards.html5.resolving import SETTLE, USUAL, settle_path
from urldom._core.standards.interface import Engine, Standard
from urldom._core.standards.parts import Grammar, PageRules, StepReading
from urldom._core.standards.table_model import TableModel
from urldom._core.standards.usual_url import BEGINNING, USUAL_URL
from urldom._core.text.encodings import output_encoding
from urldom._core.text.grammar import LONGEST_LABEL, uri_reference
from urldom._core.values.late import late
from urldom._core.values.pieces import Pieces, href, with_path
from urldom._core.values.telling import Say, Told
from urldom._core.values.value_of_pieces import parsed_url

if TYPE_CHECKING:
    from urldom._core.values.parsed_url import ParsedURL


def _with_path(pieces: Pieces, path: str) -> Pieces:
    return settle_path(with_path(pieces, path))


def _is_valid_url(url: str, encoding: str) -> bool:
    """Return `True` if `url` is a *valid URL* in a document of this encoding (HTML5 2.6.1)."""
    is_unicode = output_encoding(encoding) == "utf-8"  # UTF-16 has the output encoding UTF-8.
    # A URI reference is an IRI reference too, but its expression is compiled faster.
    iri = uri_reference().match(url) or uri_reference(iri=True).match(url)
    if iri is None:
        return False
    query = iri[6]
    return query is None or query.isascii() or is_unicode


def _begin(url: str, encoding: str) -> list[Told]:
    return [
        Told("HTML5 2.6.3 step 1", url),
        Told("HTML5 2.6.3 steps 2 and 3", made={"encoding": encoding}),
    ]


def _read_base(base: str) -> str:
    return href(_GRAMMAR.cut_base(base))


def _read(url: str, base: str | None, encoding: str, say: Say) -> ParsedURL:
    from urldom._core.standards.html5.reading import resolve  # Only `explain` needs this module.

    base_pieces = None if base is None else _GRAMMAR.cut_base(base)
    return parsed_url(resolve(url, base_pieces, encoding, say))


_GRAMMAR: Final[Grammar[ParsedURL]] = Grammar(
    name="html5",
    cut=resolving.cut,
    cut_as_written=resolving.parse,
    is_valid_url=_is_valid_url,
    with_path=_with_path,
    is_strict=True,
    # HTML5 2.6.3 step 6 limits the length of a label (RFC 3490 section 4.1 step 8), which a shorter
    # host cannot exceed.
    usual_url=USUAL_URL._replace(beginning=BEGINNING, longest_host=LONGEST_LABEL),
)
_MODEL: Final = TableModel(SETTLE, USUAL, resolving.resolve_unescaped_host)
_READING: Final = StepReading(
    sentences=late("urldom._core.standards.html5.sentences", "SENTENCES"),
    begin=_begin,
    read_base=_read_base,
    read=_read,
    read_assignment=_MODEL.read_assignment,
)

HTML5: Final[Standard[ParsedURL]] = Engine(
    grammar=_GRAMMAR, object_model=_MODEL, reading=_READING, page_rules=PageRules()
).standard
