"""The sentences of `explain` for the steps of HTML5 2.6.2 and 2.6.3."""

from __future__ import annotations

from typing import Final

from urldom._core.standards.sentences import RFC3986_PARTS, TABLE, address_of
from urldom._core.values.telling import Sentences

SENTENCES: Final = Sentences(
    address=address_of,
    sequences=(
        {
            "HTML5 2.6.3 step 5": "The URL is parsed into its components (HTML5 2.6.2).",
            "HTML5 2.6.3 step 6": (
                "In the host, percent-encoded bytes are decoded, and IDNA's ToASCII is applied."
            ),
            "HTML5 2.6.3 step 7": (
                "Characters that are not valid in the path are percent-encoded, in UTF-8."
            ),
            "HTML5 2.6.3 step 8": (
                "Characters that are not valid in the query are percent-encoded, in the encoding of"
                " queries."
            ),
            "HTML5 2.6.3 step 9": (
                "The base supplies the components that the URL lacks, and dot segments are removed "
                "(RFC 3986 section 5.2)."
            ),
            "HTML5 2.6.3 step 10": (
                "The requirements of the scheme are checked. Some schemes need a host, and others"
                " cannot have an authority. Without an authority, the path cannot begin with two"
                " slashes."
            ),
            "HTML5 2.6.3 step 11": "The result is the target URI.",
            "HTML5 2.6.3 step 12": (
                "If the scheme has a server-based naming authority, each backslash becomes a slash."
            ),
        },
    ),
    others={
        "HTML5 2.6.3 step 1": "This is the URL that is resolved.",
        "HTML5 2.6.3 steps 2 and 3": (
            "The encoding of queries is determined. UTF-16 is replaced by UTF-8."
        ),
        "HTML5 2.6.2 step 1": "Space characters are removed from both ends.",
        **RFC3986_PARTS,
        **TABLE,
    },
    base="HTML5 2.6.3 step 4",
    parsing=("HTML5 2.6.3 step 5",),
    components={
        "HTML5 2.6.3 step 6": "host",
        "HTML5 2.6.3 step 7": "path",
        "HTML5 2.6.3 step 8": "query",
    },
    depths=dict.fromkeys(RFC3986_PARTS, 1),
)
