"""3.2 Host miscellaneous and 4.3 URL writing: the code points that hosts and URLs are made of."""

from __future__ import annotations

import re
from typing import Final

_ASCII_URL_CODE_POINTS = re.compile(r"[0-9A-Za-z!$&'()*+,\-./:;=?@_~]")
# The others are U+00A0 to U+10FFFD, but for surrogates and noncharacters.
_SURROGATES_AND_NONCHARACTERS = "\ud800-\udfff\ufdd0-\ufdef" + "".join(
    chr(plane + last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)
)
_OTHER_ASCII = "".join(
    chr(code) for code in range(0x80) if not _ASCII_URL_CODE_POINTS.match(chr(code)) and code != 0x25
)

#: What is no URL unit: a code point that is no URL code point, and a % that begins no percent-encoded byte.
INVALID_URL_UNIT: Final = re.compile(
    f"[{re.escape(_OTHER_ASCII)}\x80-\x9f{_SURROGATES_AND_NONCHARACTERS}]|%(?![0-9A-Fa-f]{{2}})"
)

FORBIDDEN_HOST_CODE_POINT: Final = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")
#: A forbidden host code point, a C0 control, U+0025 (%), or U+007F DELETE.
FORBIDDEN_DOMAIN_CODE_POINT: Final = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]")
