"""Compare how different standards and libraries read the same URL.

A filter can be fooled if it reads another host than the HTTP client. `readings` calls every available *reader*:

- the standards, by their names, such as `"whatwg"` and `"rfc3986"`
- HTTP clients: `"urllib.request"`, `"urllib3"`, `"httpx"`, `"httpx2"`, `"requests"`, `"aiohttp"` and `"scrapy"`
- parsers: `"urllib.parse"`, `"yarl"`, `"w3lib"`, `"ada_url"` and `"pydantic"`

A library that is not installed is left out. `readings` calls all other libraries in their installed versions.
`require_agreement` accepts a URL only if all readers agree on it. `url_has_allowed_host_and_scheme` checks a redirect.

>>> found = readings("http://0x7f.1/")
>>> found["whatwg"].host, found["rfc3986"].host
('127.0.0.1', '0x7f.1')
>>> "host" in found.disagreements
True

**Agreement.** A `Reading` contains the components that one reader finds in a URL. Two readers agree if they would
connect to the same server. These rules apply:

- Schemes are compared without regard to ASCII case.
- Ports are compared as numbers. A missing port is the default port of the scheme.
- Hosts are compared without regard to case, and IPv6 addresses by their value. A domain in Unicode equals its Punycode
  form if IDNA 2003 and UTS 46 return the same Punycode, and if both change only the case of letters.
- Hosts that differ in any other way do not agree. For example, `0x7f.1` and `①②⑦.0.0.1` differ from `127.0.0.1`,
  because some clients read them as names. `%31` differs from `1`, and `good.example.` differs from `good.example`. An
  empty host counts as a missing host.
- Paths are normalized first (RFC 3986 6.2.2.1 and 6.2.2.2). An empty path after a host counts as `/`. Characters that
  must be escaped count as escaped in UTF-8. A different path does not change the server, so only `disagreements`
  compares paths.

**Refusals.** A reader that refuses a URL does not find a host. If a library or the URL Standard refuses a URL, the
refusal counts as a disagreement with every host, because some code treats an error like a URL without a host. Three
kinds of readings are ignored:

- A refusal by a standard other than the URL Standard. Some of these standards refuse usual URLs such as
  `http://example.com/é` or `http://a_b.example/`, and no client uses them. If such a standard accepts a URL, its
  reading counts.
- A reading whose host contains a question mark. Under RFC 1808, the host of `http://example.com?q` is `example.com?q`.
  Nobody can connect to this host.
- A reading of a URL with user info by `urllib.request` or `scrapy`. These clients look up the user info as a part of
  the host. Such a host does not exist.

`requests`, `aiohttp` and `scrapy` refuse every scheme except `http` and `https`. For other schemes, name the other
readers in `among`.
"""

from __future__ import annotations

from urldom._readings.agreement import AmbiguousURLError, require_agreement
from urldom._readings.readers import Readings, readings
from urldom._readings.reading import Reading
from urldom._readings.redirects import url_has_allowed_host_and_scheme

__all__ = ["AmbiguousURLError", "Reading", "Readings", "readings", "require_agreement"]
__all__ += ["url_has_allowed_host_and_scheme"]


def __dir__() -> list[str]:
    return __all__
