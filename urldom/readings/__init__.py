"""Compare how different standards and libraries read the same URL.

A filter can be fooled if it reads another host than the HTTP client. `readings` calls every
available *reader*:

- the standards, by their names, such as `"whatwg"` and `"rfc3986"`
- HTTP clients: `"urllib.request"`, `"urllib3"`, `"httpx"`, `"httpx2"`, `"requests"`, `"aiohttp"`
  and `"scrapy"`
- parsers: `"urllib.parse"`, `"yarl"`, `"w3lib"`, `"ada_url"` and `"pydantic"`

`require_agreement` accepts a URL only if all readers agree on it. `url_has_allowed_host_and_scheme`
checks a redirect.

>>> found = readings("http://0x7f.1/")
>>> found["whatwg"].host, found["rfc3986"].host
('127.0.0.1', '0x7f.1')

Two readers agree if they would connect to the same server. If a library or the URL Standard refuses
a URL, the refusal disagrees with every host, because some code treats an error like a URL without a
host. The guide lists all rules.

`requests`, `aiohttp` and `scrapy` refuse all schemes but `http` and `https`: for others, do not
name them in `among`."""

from __future__ import annotations

from collections.abc import Callable

from urldom.readings._agreement import (
    AmbiguousURLError,
    require_agreement,
    url_has_allowed_host_and_scheme,
)
from urldom.readings._readers import Readings, readings
from urldom.readings._reading import Reading

__all__ = ["AmbiguousURLError", "Reading", "Readings", "readings", "require_agreement"]
__all__ += ["url_has_allowed_host_and_scheme"]
__dir__: Callable[[], list[str]] = __all__.copy
