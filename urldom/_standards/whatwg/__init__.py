"""The living URL Standard (https://url.spec.whatwg.org/), as of commit 6ae84860d128 (2026-07-02) of its source.

The modules follow the sections of the Standard: `validation` (1.1), `percent_encode_sets` (1.3), `hosts` and `idna`
(3), `url_record` (4.1), `paths`, `writing` (4.3), `state_machine` and `cutting` (4.4), `form_encoded` (5), `setters`,
`reading` and `url_search_params` (6). `standard` defines the constant `urldom.WHATWG`. `urldom.whatwg` exports
the public names.
"""

from urldom._standards.whatwg.standard import WHATWG

__all__ = ["WHATWG"]
