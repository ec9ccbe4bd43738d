"""The names of the standards."""

from __future__ import annotations

import urldom
from urldom._core.standards.names import STANDARD_NAMES, load_standard


def test_name_is_the_constant_in_lower_case():
    assert STANDARD_NAMES == ("html5", "whatwg", "rfc3986", "rfc3987", "rfc2396", "rfc1808")
    for name in STANDARD_NAMES:
        assert load_standard(name) is getattr(urldom, name.upper())
        assert load_standard(name).name == name
