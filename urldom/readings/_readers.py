"""`readings`: call every available reader, that is the standards and the installed libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from urldom._core.errors import url_repr
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.public import public
from urldom._core.standards.registry import STANDARD_NAMES
from urldom._core.text import grammar
from urldom._core.values.url_value import AnyURL, url_text
from urldom.readings._libraries import description, installed_libraries, library_reader
from urldom.readings._reading import COMPONENTS, Groups, Reading, disagreements, draw, reading

#: The greatest lengths of a URL, and of user info, host and port together, in characters. The
#: second is for text outside ASCII, because the IDNA code of some libraries can take more than
#: linear time.
_LONGEST: Final = 16_384
_LONGEST_AUTHORITY: Final = 512
#: Matches an optional scheme, and any number of slashes, backslashes, and characters that some
#: readers ignore between them. The group is the longest text that a reader could read as the
#: authority.
_find_authority: Final = re.compile(r"(?:[^:/?#]*:)?[/\\\s\0-\x1f]*([^/?#]*)").match


@public("urldom.readings")
@attrs.frozen(eq=False)
class Readings(Mapping[str, Reading]):
    """A mapping from the name of each reader to its reading of a URL.

    The standards come first. `str()` returns a table for a terminal, and objects with equal
    readings are equal.

    Args:
        readings: The reading of each reader, by its name.

    Attributes:
        url: The URL as a string.
        base: The base URL as a string, or `None`.

    >>> found = readings("http://example.com/")
    >>> list(found)[:5]
    ['html5', 'whatwg', 'rfc3986', 'rfc3987', 'rfc2396']
    """

    url: str = attrs.field(repr=url_repr)
    base: str | None = attrs.field(repr=url_repr)
    _readings: Mapping[str, Reading] = attrs.field(repr=False)

    def __getitem__(self, name: str) -> Reading:
        return self._readings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._readings)

    def __len__(self) -> int:
        return len(self._readings)

    @property
    def disagreements(self) -> dict[str, Groups]:
        """The components on which the readers disagree.

        The dictionary maps each component to its values, normalized for the comparison, and each
        value to the names of the readers that return it. It is empty if all readers agree.

        >>> found = readings("http://good.example/").disagreements
        >>> "host" in found, "port" in found
        (False, False)
        """
        return disagreements(self, COMPONENTS)

    def to_json(self) -> dict[str, Any]:
        """Return the readings as a value for `json.dumps`.

        Returns:
            A dictionary with the URL, the base, the readings and the disagreements.

        >>> sorted(readings("http://h/").to_json())
        ['base', 'disagreements', 'readings', 'url']
        """
        return {
            "url": self.url,
            "base": self.base,
            "readings": {name: attrs.asdict(reading) for name, reading in self.items()},
            "disagreements": {
                component: [
                    {"value": value, "readers": list(names)} for value, names in groups.items()
                ]
                for component, groups in self.disagreements.items()
            },
        }

    def __str__(self) -> str:
        return draw(self.url, self.base, self, self.disagreements)


def readings(url: AnyURL, base: AnyURL | None = None) -> Readings:
    """Return the readings of a URL by all available readers.

    The reading of an HTTP client shows the server to which the client would connect, but no
    connection is opened. Without a base, the client's own code reads the URL as the URL of a
    request, and with a base, as a redirect from the base, whose `Location` header contains the URL
    in UTF-8. A client can read the same URL differently in these two ways: on a redirect, requests
    first decodes the escapes of unreserved characters, even in a scheme, and urllib3 reads the
    header in ISO-8859-1, so it finds another host or none if the host is in Unicode. Parsers return
    their components, and `urllib.parse.urljoin` resolves URLs for those that cannot, w3lib and
    pydantic: see `docs/readings.md`.

    A reading has an `error` if the reader refuses the URL, or if the library is installed but
    cannot be imported. Libraries are not called, and have an `error` too, if the URL or its base
    has more than 16,384 characters, or more than 512 characters of user info, host and port that
    are not all ASCII. The standards have no limit.

    Args:
        url: The URL. An invalid URL does not raise an error.
        base: The base URL of a relative `url`.

    Returns:
        The reading of each reader, by its name. A library that is not installed is left out.

    Raises:
        TypeError: If `url` or `base` is not a URL or a `str`.

    >>> found = readings("http://good.example/a?b")
    >>> found["html5"], found["urllib.parse"].host
    (Reading(scheme='http', host='good.example', port=None, path='/a', error=None), 'good.example')
    """
    text = url_text(url)
    against = None if base is None else url_text(base, "a base")
    return Readings(text, against, {name: read(name, text, against) for name in reader_names()})


def reader_names() -> tuple[str, ...]:
    return *STANDARD_NAMES, *installed_libraries()


def read(name: str, url: str, base: str | None) -> Reading:
    """Return the reading of a URL by one reader. If the reader raises an error, the reading has an
    `error`."""
    try:
        if name in STANDARD_NAMES:
            return _by_standard(name, url, base)
        refusal = _too_long(url) or _too_long(base or "")
        if refusal is not None:
            return Reading(error=refusal)
        return library_reader(name)(url, base)
    except BaseException as error:
        # A panic in a library written in Rust is not an `Exception`.
        is_answer = isinstance(error, Exception) or type(error).__name__ == "PanicException"
        if isinstance(error, MemoryError) or not is_answer:
            raise
        return Reading(error=f"it raises {description(error)}")


def _by_standard(name: str, url: str, base: str | None) -> Reading:
    read = URLDecomposition(url, base, standard=name)
    error = read.error
    if error is not None:
        return Reading(error=error.reason)
    port = grammar.port_number(read.port)
    if port is None:
        return Reading(error="the port is greater than 65535")
    scheme = read.protocol.removesuffix(":")
    return reading(scheme, read.hostname, port if read.port else None, read.pathname)


def _too_long(url: str) -> str | None:
    """Return the reason why a URL is too long for the libraries, or `None`."""
    if len(url) > _LONGEST:
        return f"it is longer than {_LONGEST:,} characters, the limit for libraries"
    if len(url) > _LONGEST_AUTHORITY and not url.isascii():
        match = _find_authority(url)
        authority = "" if match is None else match[1]
        if len(authority) > _LONGEST_AUTHORITY and not authority.isascii():
            return f"its authority is not ASCII, and longer than {_LONGEST_AUTHORITY} characters"
    return None
