"""URL Standard 3.3, IDNA: the domain parser and *domain to Unicode*.

The module `uts46` does the processing.
"""

from __future__ import annotations

import re

from urldom._core.errors import Failure, InvalidHostError, quoted, wrong_type
from urldom._core.standards.whatwg.validation import fail, record, tell
from urldom._core.text.unicode import scalar_value_string
from urldom._core.text.uts46 import to_ascii, to_unicode
from urldom._core.values.telling import Say

#: Finds a forbidden domain code point (URL Standard 3.2): a forbidden host code point, a C0
#: control, U+0025 (%) or U+007F DELETE.
_find_forbidden = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]").search


def domain_to_ascii(domain: str, *, be_strict: bool = False) -> str:
    """Return a domain in ASCII and in lower case, as in a parsed URL.

    This is the domain parser (URL Standard 3.3).

    Args:
        domain: A domain name, such as `"bücher.example"`.
        be_strict: `True` also checks the rules for host names, by which `a_b` is invalid, and the
            DNS's lengths.

    Raises:
        InvalidHostError: If the domain is invalid.
        TypeError: If `domain` is not a `str`.

    >>> domain_to_ascii("faß.EXAMPLE"), domain_to_ascii("a_b")
    ('xn--fa-hia.example', 'a_b')
    """
    _require_str(domain)
    try:
        return domain_parser(scalar_value_string(domain), be_strict=be_strict)
    except Failure as failure:
        raise InvalidHostError(domain, failure.reason, "whatwg") from None


def domain_parser(domain: str, *, be_strict: bool, say: Say | None = None) -> str:
    """Run the domain parser (URL Standard 3.3) on a scalar value string. Raises `Failure`."""
    tell(say, "URL Standard 3.3, domain parser", domain)
    # Steps 1 to 3. Without `be_strict`, they can only cause a validation error, which is recorded
    # in step 9.
    is_valid = True
    if be_strict or say is not None:
        strict_result = to_ascii(domain, be_strict=True)
        if be_strict:
            if strict_result is None:
                fail(say, "domain-to-ASCII", domain)
            return strict_result
        is_valid = strict_result is not None
    # Steps 4 to 6. A domain in ASCII only becomes lower case: its `xn--` labels are not checked.
    result = domain.lower() if domain.isascii() else to_ascii(domain)
    # Step 7
    if not result:
        fail(say, "domain-to-ASCII", domain)
    # Step 8
    forbidden = _find_forbidden(result)
    if forbidden is not None:
        fail(say, "domain-to-ASCII", domain, f"a host cannot contain {quoted(forbidden[0])}")
    # Step 9
    if not is_valid:
        record(say, "domain-to-ASCII", domain)
    tell(say, "URL Standard 3.3, domain parser", host=result)
    return result


def domain_to_unicode(domain: str) -> str:
    """Return a domain in Unicode (URL Standard 3.3, *domain to Unicode*).

    The result can look like another domain, so use `URLDecomposition.display()` for people: it
    decodes only safe names.

    Args:
        domain: A domain name, such as `"xn--bcher-kva.example"`.

    Returns:
        The domain in Unicode. An invalid domain is returned unchanged.

    Raises:
        TypeError: If `domain` is not a `str`.

    >>> domain_to_unicode("xn--fa-hia.example"), domain_to_unicode("xn--a")
    ('faß.example', 'xn--a')
    """
    _require_str(domain)
    text = to_unicode(scalar_value_string(domain))
    return domain if text is None else text


def _require_str(domain: object) -> None:
    if not isinstance(domain, str):
        raise wrong_type("a domain", "a str", domain)
