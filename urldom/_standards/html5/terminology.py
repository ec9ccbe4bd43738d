"""HTML5 2.6.1, Terminology: *valid URL*, and the reserved `about:` URLs."""

from __future__ import annotations

from typing import Final

from urldom._text.encodings import output_encoding
from urldom._text.grammar import uri_reference

ABOUT_LEGACY_COMPAT: Final = "about:legacy-compat"
ABOUT_SRCDOC: Final = "about:srcdoc"
ABOUT_BLANK: Final = "about:blank"


def is_valid_url(url: str, encoding: str = "utf-8") -> bool:
    """Whether `url` is a *valid URL* in a document whose character encoding is `encoding`, an Encoding Standard label.

    Raises `LookupError` for an unknown label.

    >>> is_valid_url("/é?é"), is_valid_url("/é?é", "windows-1252"), is_valid_url("a b")
    (True, False, False)
    """
    unicode_encoding = output_encoding(encoding) == "utf-8"  # UTF-16 among them
    # The first condition. It is contained in the second and the third together, for a URI reference is ASCII.
    if uri_reference().match(url):
        return True
    iri = uri_reference(iri=True).match(url)
    if iri is None:
        return False
    query = iri[6]
    return query is None or query.isascii() or unicode_encoding
