"""The registrable domain of a host, the site of a URL, and the address space of an IP address.

`public_suffix`, `registrable_domain` and `same_site` need the extra `site`, which installs the Public Suffix List.

>>> from ipaddress import ip_address
>>> from urldom.hosts import address_space, domain_to_ascii, registrable_domain
>>> registrable_domain("www.example.co.uk"), domain_to_ascii("Bücher.example"), address_space(ip_address("10.0.0.1"))
('example.co.uk', 'xn--bcher-kva.example', 'local')
"""

from __future__ import annotations

from urldom._addresses import address_space
from urldom._sites import domain_to_ascii, domain_to_unicode, public_suffix, registrable_domain, same_site

__all__ = ["address_space", "domain_to_ascii", "domain_to_unicode", "public_suffix", "registrable_domain", "same_site"]
__dir__ = __all__.copy
