"""3.2 Host miscellaneous and 4.3 URL writing: the code points that hosts and URLs are made of."""

from __future__ import annotations

import re
from typing import Final

# U+00A0 to U+10FFFD but the surrogates and the noncharacters: the last two code points of each plane are such.
_SUPPLEMENTARY = "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 0x11))
_URL_CODE_POINTS: Final = r"0-9A-Za-z!$&'()*+,\-./:;=?@_~\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFD" + _SUPPLEMENTARY

#: What is no URL unit: a code point that is no URL code point, and a % that begins no percent-encoded byte.
INVALID_URL_UNIT: Final = re.compile(f"[^{_URL_CODE_POINTS}%]|%(?![0-9A-Fa-f]{{2}})")

FORBIDDEN_HOST_CODE_POINT: Final = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")
#: A forbidden host code point, a C0 control, U+0025 (%), or U+007F DELETE.
FORBIDDEN_DOMAIN_CODE_POINT: Final = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]")
