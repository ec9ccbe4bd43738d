"""Every reader that is there: the standards, and the libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from urldom._errors import url_repr
from urldom._object.decomposition import URLDecomposition
from urldom._readings.drawing import draw
from urldom._readings.libraries import description, installed_libraries, library_reader
from urldom._readings.reading import COMPONENTS, Groups, Reading, disagreements, reading
from urldom._standards.registry import STANDARD_NAMES
from urldom._text.grammar import port_number
from urldom._values.url_value import AnyURL, url_text

#: The longest URL, or base, that a library is given, in characters.
LONGEST_FOR_LIBRARIES: Final = 16_384
#: The longest part of it that may be its user info, host and port, unless that part is ASCII: a library's IDNA need not
#: take linear time.
LONGEST_AUTHORITY_FOR_LIBRARIES: Final = 512


@attrs.frozen(eq=False)
class Readings(Mapping[str, Reading]):
    """A mapping from the name of each reader to its reading of `url`, resolved against `base` if there is one.

    The five standards come first. Two are equal if their readings are. `str()` draws a table for a terminal.
    """

    __module__ = "urldom.readings"

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
        """The components that not all readers read alike: the names of those who read the same, by what they read, as
        it is compared. It is empty if all agree. The module `urldom.readings` says what is the same.

        >>> found = readings("http://good.example/").disagreements
        >>> "host" in found, "port" in found
        (False, False)
        """
        return disagreements(self, COMPONENTS)

    def to_json(self) -> dict[str, Any]:
        """The same as dictionaries, lists, strings and numbers, which `json.dumps` takes.

        >>> sorted(readings("http://h/").to_json())
        ['base', 'disagreements', 'readings', 'url']
        """
        return {
            "url": self.url,
            "base": self.base,
            "readings": {name: attrs.asdict(reading) for name, reading in self.items()},
            "disagreements": {
                component: [{"value": value, "readers": list(names)} for value, names in groups.items()]
                for component, groups in self.disagreements.items()
            },
        }

    def __str__(self) -> str:
        return draw(self.url, self.base, self, self.disagreements)


def readings(url: AnyURL, base: AnyURL | None = None) -> Readings:
    """Read `url` with each reader that is there, resolved against `base` if one is given.

    The reading of an HTTP client is the server that it connects to. It opens no connection. Without a base, the client
    opens the URL. With one, the page at the base redirects the client to the URL. The `Location` header holds the URL
    in UTF-8, and the client's own code follows it. So `requests` opens a URL in one way and follows it in another: on
    a redirect, it first decodes the escapes of unreserved characters, even in a scheme.

    A parser reports what it reads. `yarl` gives the host in ASCII. `w3lib` gives what `urlsplit` finds in its
    `safe_url_string`. `yarl` and `ada_url` join a URL with its base themselves. `urllib.parse.urljoin` does it for the
    other parsers.

    If a reader refuses the URL, its reading has an `error`. So has a library that is installed and cannot be imported.
    So has each library for a URL of more than `LONGEST_FOR_LIBRARIES` characters, or with more than
    `LONGEST_AUTHORITY_FOR_LIBRARIES` before its path that are not all ASCII. The standards take linear time for any
    length. A library that is not installed is left out. No string raises an error. Raises `TypeError` for a value that
    is neither a `str` nor a URL.

    >>> found = readings("http://good.example/a?b")
    >>> found["html5"], found["urllib.parse"].host
    (Reading(scheme='http', host='good.example', port=None, path='/a', error=None), 'good.example')
    """
    text = url_text(url)
    against = None if base is None else url_text(base, "a base")
    return Readings(text, against, {name: read(name, text, against) for name in reader_names()})


def reader_names() -> tuple[str, ...]:
    """The names of the readers that are there."""
    return *STANDARD_NAMES, *installed_libraries()


def read(name: str, url: str, base: str | None) -> Reading:
    """Read a URL with one reader. Its error becomes a refusal."""
    try:
        if name in STANDARD_NAMES:
            return _by_standard(name, url, base)
        refusal = _too_long(url) or _too_long(base or "")
        return library_reader(name)(url, base) if refusal is None else Reading(error=refusal)
    except MemoryError:
        raise
    except BaseException as error:
        # The panics of libraries in Rust are not an `Exception`.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        return Reading(error=f"it raises {description(error)}")


def _by_standard(name: str, url: str, base: str | None) -> Reading:
    read = URLDecomposition(url, base, standard=name)
    error = read.error
    if error is not None:
        return Reading(error=error.reason)
    port = port_number(read.port)
    if port is None:
        return Reading(error="the port is greater than 65535")
    return reading(read.protocol[:-1], read.hostname, port if read.port else None, read.pathname)


#: A scheme, if there is one, slashes of any kind and number, and characters that readers ignore among them. The group
#: is the longest text that any reader reads as an authority.
_find_authority: Final = re.compile(r"(?:[^:/?#]*:)?[/\\\s\0-\x1f]*([^/?#]*)").match


def _too_long(url: str) -> str | None:
    """Why the libraries are not given a URL."""
    if len(url) > LONGEST_FOR_LIBRARIES:
        return f"it is longer than {LONGEST_FOR_LIBRARIES:,} characters, the limit for libraries"
    if len(url) > LONGEST_AUTHORITY_FOR_LIBRARIES and not url.isascii():
        found = _find_authority(url)
        if found and len(found[1]) > LONGEST_AUTHORITY_FOR_LIBRARIES and not found[1].isascii():
            return f"its authority is not ASCII, and longer than {LONGEST_AUTHORITY_FOR_LIBRARIES} characters"
    return None
