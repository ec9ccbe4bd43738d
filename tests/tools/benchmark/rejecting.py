"""Find out that a URL is invalid.

Each family breaks another rule of the URL Standard. No URL is rejected twice, so that no cache
helps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.parts import fresh, operation
from tests.tools.benchmark.peers import ada_url, can_ada, pywhatwgurl
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import measure
from tests.tools.benchmark.values import Values
from urldom.whatwg import URL

_INVALID: Final[Values] = {
    "relative": lambda n: f"/a/{n}",
    "no host": lambda n: f"https://:{1024 + n % 60000}/{n}",
    "a space in the host": lambda n: f"https://h{n} .example.org/",
    "a forbidden escape": lambda n: f"https://h{n}%2F.example.org/",
    "a mapped delimiter": lambda n: f"https://h{n}\uff0f.example.org/",
    "non-ASCII host": lambda n: f"https://b\u00fccher{n}\u0378.example/",
    "Punycode": lambda n: f"https://xn--{n}-\u00e9.example/",
    "letters as a port": lambda n: f"https://h{n}.example.org:x/",
    "a port too large": lambda n: f"https://h{n}.example.org:{70000 + n}/",
    "IPv4 of five parts": lambda n: f"https://1.2.3.{n & 255}.{n}/",
    "IPv4 part too large": lambda n: f"https://1.2.{256 + n}.3/",
    "IPv6 of seven pieces": lambda n: f"https://[1:2:3:4:5:6:{n & 0xFFFF:x}]/{n}",
    "IPv6 of nine pieces": lambda n: f"https://[1:2:3:4:5:6:7:8:{n & 0xFFFF:x}]/{n}",
    "IPv6 compressed twice": lambda n: f"https://[::{n & 0xFFFF:x}::1]/{n}",
    "IPv4 in IPv6": lambda n: f"https://[::ffff:1.2.3.{256 + n}]/",
    "IPv6 not closed": lambda n: f"https://[::{n & 0xFFFF:x}/{n}",
    "an opaque host": lambda n: f"git://h{n}^.example.org/",
}


def invalid(settings: Settings) -> Iterator[Cell]:
    """Measure `URL.parse`, which returns `None` for an invalid URL. The answers are whether a URL
    is valid."""
    for family, make in _INVALID.items():
        subjects = {"URL": operation(lambda text: URL.parse(text) is not None, make)}
        if can_ada:
            subjects["can_ada"] = operation(can_ada.can_parse, make)
        if ada_url:
            subjects["ada_url"] = operation(ada_url.check_url, make)
        if pywhatwgurl:
            subjects["pywhatwgurl"] = operation(pywhatwgurl.URL.can_parse, make)
        place = Place("invalid", family)
        yield measure(place, subjects, fresh(settings), settings.rounds)
