"""HTML5 2.6.1, Terminology: *valid URL*, and the reserved `about:` URLs."""

from __future__ import annotations

from typing import Final

from urldom._text.encodings import output_encoding
from urldom._text.grammar import uri_reference

ABOUT_LEGACY_COMPAT: Final = "about:legacy-compat"
ABOUT_SRCDOC: Final = "about:srcdoc"
ABOUT_BLANK: Final = "about:blank"


def is_valid_url(url: str, encoding: str = "utf-8") -> bool:
    """Return `True` if `url` is a *valid URL* in a document.

    `encoding` is a label of the document's encoding. Raises `LookupError` for an unknown label.

    >>> is_valid_url("/é?é"), is_valid_url("/é?é", "windows-1252"), is_valid_url("a b")
    (True, False, False)
    """
    unicode_encoding = output_encoding(encoding) == "utf-8"  # UTF-16 has the output encoding UTF-8.
    # The first condition of HTML5 2.6.1. A URI reference is ASCII, so it needs no check of its query's encoding.
    if uri_reference().match(url):
        return True
    iri = uri_reference(iri=True).match(url)
    if iri is None:
        return False
    query = iri[6]
    return query is None or query.isascii() or unicode_encoding
