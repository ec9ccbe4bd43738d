"""How others read the same URL, and whether all of them read it alike.

A filter is fooled if it reads another host than the one that is fetched. `readings` calls every reader that is there:

- the five standards, by their names: `"html5"`, `"whatwg"`, `"rfc3986"`, `"rfc2396"`, `"rfc1808"`;
- HTTP clients: `"urllib.request"`, `"urllib3"`, `"httpx"`, `"httpx2"`, `"requests"`, `"aiohttp"`, `"scrapy"`;
- parsers: `"urllib.parse"`, `"yarl"`, `"w3lib"`, `"ada_url"`, `"pydantic"`.

A library that is not installed is left out. The others are called live: none of their answers is written down here.
`require_agreement` accepts a URL that all read alike, and `url_has_allowed_host_and_scheme` checks a redirect.

>>> found = readings("http://0x7f.1/")
>>> found["whatwg"].host, found["rfc3986"].host
('127.0.0.1', '0x7f.1')
>>> "host" in found.disagreements
True

**What is the same.** A `Reading` holds what one reader makes of a URL. Two are compared by what decides which server is
connected to:

- schemes, ignoring ASCII case;
- ports, as numbers. A port that is not written is the scheme's default port;
- hosts, ignoring case, and IPv6 addresses as addresses. A domain in Unicode equals the domain in Punycode that spells
  it letter by letter, if IDNA 2003 and UTS 46 agree on it. Nothing else is equal: `0x7f.1` is not `127.0.0.1`, because
  not every client reads it so. Neither is `①②⑦.0.0.1`, `%31`, or a name with a final dot. An empty host counts as none;
- paths, in the spelling of RFC 3986 6.2.2.1 and 6.2.2.2. An empty path after a host is `/`, and characters that cannot
  be sent as they are count as escaped in UTF-8. A different path leads to the same host, so only `disagreements`
  compares paths.

**What a refusal means.** A reader that refuses a URL reads no host. A refusal by a library or by the URL Standard
differs from a host. If a filter uses one reader and the client another, nobody can tell what happens. Some code takes
an error for a URL without a host. A refusal by `html5`, `rfc3986`, `rfc2396` or `rfc1808` is ignored. These are
grammars of their time. They cannot hold `http://example.com/é` or `http://a_b.example/`, and no client follows them. If
they accept a URL, the reading counts like any other. There is one exception: under RFC 1808 the host of
`http://example.com?q` is `example.com?q`. Nobody can connect to that, so it counts as a refusal. `urllib.request` and
`scrapy` look up the user info as a part of the host. There is no such host, so that refusal is ignored too. `requests`,
`aiohttp` and `scrapy` refuse every scheme except `http` and `https`: for other schemes, name the other readers in
`among`.
"""

from __future__ import annotations

from urldom._readings.agreement import AmbiguousURLError, require_agreement
from urldom._readings.readers import LONGEST_AUTHORITY_FOR_LIBRARIES, LONGEST_FOR_LIBRARIES, Readings, readings
from urldom._readings.reading import Reading
from urldom._readings.redirects import url_has_allowed_host_and_scheme

__all__ = ["AmbiguousURLError", "Reading", "Readings", "readings", "require_agreement"]
__all__ += ["LONGEST_AUTHORITY_FOR_LIBRARIES", "LONGEST_FOR_LIBRARIES", "url_has_allowed_host_and_scheme"]


def __dir__() -> list[str]:
    return __all__
