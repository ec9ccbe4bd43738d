"""The living URL Standard (https://url.spec.whatwg.org/).

The code follows the commit 6ae84860d128 (2026-07-02) of its source.
"""

from urldom._core.standards.whatwg.standard import WHATWG

__all__ = ["WHATWG"]
