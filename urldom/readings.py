"""How others read the same URL, and whether all of them read it alike.

A filter is fooled where the host that it reads is not the one that is fetched. `readings` asks every reader that is
there what it makes of a URL: the five standards by their names (`"html5"`, `"whatwg"`, `"rfc3986"`, `"rfc2396"`,
`"rfc1808"`), `"urllib.parse"`, and each of `"urllib3"`, `"httpx"`, `"requests"`, `"yarl"` (which aiohttp stands on),
`"w3lib"` (which Scrapy stands on), `"ada_url"` and `"pydantic"` that is installed. The libraries are asked live, and
nothing that they answer is written down here. `require_agreement` lets through what all read alike, and
`url_has_allowed_host_and_scheme` is the check for a redirect.

**What is the same.** `Reading` has what a reader says. Two of them are compared by what decides who is connected to:

- schemes without regard to ASCII case;
- ports as numbers, one that is not written being the scheme's default port;
- hosts without regard to case, IPv6 addresses as addresses, and a domain in Unicode as the one in Punycode that it
  spells letter by letter, where IDNA of 2003 and UTS 46 agree on that. Nothing else: `0x7f.1` is not `127.0.0.1`, since
  not everyone who connects takes it for that, and neither is `①②⑦.0.0.1`, `%31`, or a name with a final dot. An empty
  host is none;
- paths in the spelling of RFC 3986 6.2.2.1 and 6.2.2.2, an empty one behind a host being `/`, and what cannot be sent
  as it is being escaped as UTF-8. A different path leads nobody to another host, and only `disagreements` looks at it.

**What a refusal means.** A reader that refuses a URL reads no host. Where it is a library or the URL Standard, that
differs from a host: who checks by the one and fetches by the other cannot tell what comes of it, and some take an error
for a URL without a host. Where it is `html5`, `rfc3986`, `rfc2396` or `rfc1808` it counts for nothing: these are
grammars of their time, they cannot hold `http://example.com/é` or `http://a_b.example/`, and nobody fetches by what
they refuse. What they read without refusing counts like anybody's reading, but for one: to RFC 1808 the host of
`http://example.com?q` is `example.com?q`, to which nobody could connect, and that counts as a refusal. `requests`
refuses each scheme but `http` and `https`: of other schemes, ask `among` the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

import attrs

from urldom._errors import Failure, InvalidURLError, shown, type_name
from urldom._object.decomposition import URLDecomposition
from urldom._object.url import URL
from urldom._standards.registry import STANDARD_NAMES, find_standard
from urldom._text.grammar import HEXDIG, UNRESERVED, port_number
from urldom._text.percent_encoding import PATH_CHARACTERS, component_escaper
from urldom._text.visible import visible, width
from urldom._values.url_value import AnyURL, url_text

__all__ = [
    "LONGEST_AUTHORITY_FOR_LIBRARIES",
    "LONGEST_FOR_LIBRARIES",
    "AmbiguousURLError",
    "Reading",
    "Readings",
    "readings",
    "require_agreement",
    "url_has_allowed_host_and_scheme",
]


def __dir__() -> list[str]:
    return __all__


#: How long a URL, or a base, may be for the libraries, in characters; and how long what may be taken for its user info,
#: host and port, if it is not all ASCII. What others do for IDNA need not take linear time.
LONGEST_FOR_LIBRARIES: Final = 16_384
LONGEST_AUTHORITY_FOR_LIBRARIES: Final = 512
#: The components of a reading, in the order of a URL.
_COMPONENTS: Final = ("scheme", "host", "port", "path")
#: The readers whose refusals count for nothing.
_GRAMMARS: Final = frozenset(["html5", "rfc3986", "rfc2396", "rfc1808"])


@attrs.frozen
class Reading:
    """What one reader says of a URL, in its own spelling: `scheme` without the colon, `host`, `port` as a number, and
    `path`, of which each is `None` where there is none. Libraries name a default port or leave it out as they like.

    `error` is a sentence where the reader refuses the URL, and then the others are `None`.

    >>> readings(r"http://good.example\\@evil.example/")["whatwg"]
    Reading(scheme='http', host='good.example', port=None, path='/@evil.example/', error=None)
    """

    scheme: str | None = None
    host: str | None = None
    port: int | None = None
    path: str | None = None
    error: str | None = None


#: What a component of a reading is compared by.
Compared: TypeAlias = str | int | None
#: Makes the reading of a URL and its base, or raises whatever it likes.
Reader: TypeAlias = Callable[[str, "str | None"], Reading]


@attrs.frozen(eq=False)
class Readings(Mapping[str, Reading]):
    """What each reader says of `url`, resolved against `base` where there is one: a mapping by the reader's name, the
    five standards first. Two are equal whose readings are. `str()` makes of it a table for a terminal.
    """

    url: str
    base: str | None
    _readings: Mapping[str, Reading] = attrs.field(repr=False)

    def __getitem__(self, name: str) -> Reading:
        return self._readings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._readings)

    def __len__(self) -> int:
        return len(self._readings)

    @property
    def disagreements(self) -> dict[str, dict[Compared, tuple[str, ...]]]:
        """Where the readers part, by the component: the names of those who read the same, by what they read, as it is
        compared. It is empty where all agree. What is the same, and whose refusals count, is said above.

        >>> found = readings("http://good.example/").disagreements
        >>> "host" in found, "port" in found
        (False, False)
        """
        return _disagreements(self, _COMPONENTS)

    def to_json(self) -> dict[str, Any]:
        """The same in dictionaries, lists, strings and numbers, of which `json.dumps` makes an object.

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
        against = "" if self.base is None else f" against {_cell(self.base, _LONGEST_TITLE)}"
        differ = [f"{component}: {_told(groups, ' / ')}" for component, groups in self.disagreements.items()]
        return "\n".join([_cell(self.url, _LONGEST_TITLE) + against, *_table(self), *differ])


class AmbiguousURLError(ValueError):
    """A URL that not all readers read alike. `url` is that URL's string, `readings` the `Readings` that were compared,
    `on` the components that they had to agree on. The message says who reads what, and its length is bounded.

    >>> try:
    ...     require_agreement(r"http://good.example\\@evil.example/", among=["rfc2396"])
    ... except AmbiguousURLError as error:
    ...     error.on, error.readings["rfc2396"].host
    (('scheme', 'host', 'port'), 'evil.example')
    """

    def __init__(self, url: str, readings: Readings, on: tuple[str, ...]) -> None:
        super().__init__(url, readings, on)
        self.url = url
        self.readings = readings
        self.on = on

    def __str__(self) -> str:
        parts = [
            f"{component} {_told(groups, ', ')}" for component, groups in _disagreements(self.readings, self.on).items()
        ]
        return f"{shown(self.url)} is read in different ways: {'; '.join(parts)}"


# The functions


def readings(url: AnyURL, base: AnyURL | None = None) -> Readings:
    """What each reader that is there makes of `url`, resolved against `base` where one is given.

    Each library is asked for what it would fetch or report: `requests` for where the connection pool of its prepared
    request leads, which opens no connection; `httpx` and `yarl` for the host in ASCII, which they connect to; `w3lib`
    for what `urlsplit` finds in its `safe_url_string`. Where there is a base, `httpx`, `yarl` and `ada_url` join by
    themselves. The others have `urllib.parse.urljoin` before them, which requests, urllib3 and Scrapy call themselves
    for a redirect; pydantic has nothing of its own for it.

    A reader that refuses the URL has an `error` in its reading, whatever it raises. So has a library that is installed
    and cannot be imported, and each library for a URL of more than `LONGEST_FOR_LIBRARIES` characters, or with more
    than `LONGEST_AUTHORITY_FOR_LIBRARIES` before its path that are not all ASCII. What is urldom's own takes linear
    time for any length. A library that is not installed is not there. No string raises anything. Raises `TypeError` for
    what stands for no URL.

    >>> found = readings("http://good.example/a?b")
    >>> found["html5"], found["urllib.parse"].host
    (Reading(scheme='http', host='good.example', port=None, path='/a', error=None), 'good.example')
    """
    text = url_text(url)
    against = None if base is None else url_text(base, "a base")
    return Readings(text, against, {name: _read(name, text, against) for name in _names()})


def require_agreement(
    url: AnyURL,
    base: AnyURL | None = None,
    *,
    among: Iterable[str] | None = None,
    on: Iterable[str] = ("scheme", "host", "port"),
) -> URL:
    """The `URL` that every reader makes of `url`: what comes out, and not the string that went in, is to be fetched.

    `among` are the names of the readers that have to agree, by default all that are there; the URL Standard's is always
    one of them, for the result is read by it. `on` are the components that they have to agree on, of `scheme`, `host`,
    `port` and `path`. They have to agree on what comes out too. What all agree on may still be nothing that one should
    fetch, such as `file:///etc/passwd` or `http://127.0.0.1/`: check scheme and host in the result.

    Raises `AmbiguousURLError` where they differ, `InvalidURLError` for what is no absolute URL under the URL Standard
    (both are `ValueError`s), `ValueError` for the name of no reader or component and where `on` names none, and
    `TypeError` for what stands for no URL.

    >>> require_agreement("http://EXAMPLE.com:80/é")
    URL('http://example.com/%C3%A9')
    >>> require_agreement("http://good.example#@evil.example/", among=["urllib.parse", "rfc3986"]).hostname
    'good.example'
    """
    readers = _names() if among is None else ("whatwg", *_chosen(among, _names(), "reader"))
    components = _chosen(on, _COMPONENTS, "component")
    if not components:
        raise ValueError(f"on names no component: there are {', '.join(_COMPONENTS)}")
    text = url_text(url)
    against = None if base is None else url_text(base, "a base")
    result = URL(text, against)
    for reference, its_base in dict.fromkeys([(text, against), (result.href, None)]):
        found = Readings(reference, its_base, {name: _read(name, reference, its_base) for name in readers})
        if _disagreements(found, components):
            raise AmbiguousURLError(reference, found, components)
    return result


def url_has_allowed_host_and_scheme(
    url: AnyURL | None, allowed_hosts: str | Iterable[str] | None, require_https: bool = False
) -> bool:
    """Whether a redirect to `url`, from a page of one of the allowed hosts, stays on them, whoever reads it.

    The signature and the meaning are those of `django.utils.http.url_has_allowed_host_and_scheme`. A relative URL is
    allowed. An absolute one is if its host, with its port if it has one, is written as it is in `allowed_hosts` (a
    host, or several, or none), and its scheme is `http` or `https`, with `require_https` only `https`; of `//host/` it
    counts as `http`. Not allowed are `None`, the empty URL, three slashes at the start, and more than 2,048 characters.

    What it allows, Django allows, but not the other way round. Here every reader that is there has to agree, from an
    `http:` page and from an `https:` one: that an absolute URL leads to this scheme, host and port, and that a relative
    one stays on the page's, whatever host it has. It is read both as it is and without the spaces around it. And
    backslashes must not make another host of it, be it an allowed one. Who is there depends on what is installed: see
    `readings`, and above for what a refusal means. Whoever is there, not allowed are a control character, which has
    no place in a header, a quote at the start, which a `meta refresh` drops, and a host that is not in ASCII, which has
    no bytes in a header that all read alike: in `allowed_hosts` and in the URL it is written in Punycode.

    True does not mean that the URL is escaped for the place that it is put in. Raises `TypeError` for what stands for
    no URL, and is no `None`.

    >>> hosts = {"good.example", "www.good.example:8443"}
    >>> for url in ("/a?next=é", "https://www.good.example:8443/", "//evil.example", r"/\\evil.example", "http:/x"):
    ...     url_has_allowed_host_and_scheme(url, hosts)
    True
    True
    False
    False
    False
    """
    if url is None:
        return False
    text = url_text(url)
    stripped = text.strip()
    if not stripped or len(text) > _LONGEST_REDIRECT or _CONTROL.search(text) or stripped[0] in _QUOTES:
        return False
    written = _scheme_and_authority(stripped)
    if written is None or written != _scheme_and_authority(stripped.replace("\\", "/")):
        return False
    scheme, authority = written
    if not authority.isascii():
        return False
    if authority:
        hosts = {allowed_hosts} if isinstance(allowed_hosts, str) else set(allowed_hosts or ())
        if authority not in hosts or (scheme or "http") not in (("https",) if require_https else ("http", "https")):
            return False
    return all(_leads_there(form, scheme, authority or _ANY_HOST) for form in dict.fromkeys([text, stripped]))


#: As in Django.
_LONGEST_REDIRECT: Final = 2048
_CONTROL: Final = re.compile(r"[\0-\x1f\x7f]")
#: The shared declarative refresh steps of the HTML Standard take one at the start for no part of the URL.
_QUOTES: Final = ("'", '"')
#: The host of the page that a relative URL stands in: what it does on one host, it does on all.
_ANY_HOST: Final = "page.invalid"


def _scheme_and_authority(url: str) -> tuple[str, str] | None:
    """Both as `urlsplit` has them, `""` for what is not there; `None` where Django allows the URL on no host."""
    from unicodedata import category
    from urllib.parse import urlsplit

    # Browsers take any number of slashes for two, and drop controls from the start.
    if url.startswith("///") or category(url[0]).startswith("C"):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    # So they do behind a scheme, where there may be none.
    return None if parts.scheme and not parts.netloc else (parts.scheme, parts.netloc)


def _leads_there(url: str, scheme: str, authority: str) -> bool:
    """Whether every reader goes to that authority, from a page there."""
    for page_scheme in ("http", "https"):
        page = f"{page_scheme}://{authority}/"
        there = _where(_read("whatwg", f"{scheme or page_scheme}://{authority}/", None))
        for base in (page, None) if scheme else (page,):
            for name in _names():
                reading = _read(name, url, base)
                if _counts(name, reading) and _where(reading) != there:
                    return False
        if there[1] is None:
            return False
    return True


def _where(reading: Reading) -> tuple[Compared, Compared, Compared]:
    return _scheme(reading), _host(reading), _port(reading)


def _chosen(names: Iterable[str], known: tuple[str, ...], what: str) -> tuple[str, ...]:
    if isinstance(names, str):
        raise TypeError(f"{what}s are given as several names, such as [{names!r}], not as a str")
    chosen = tuple(names)
    for name in chosen:
        if name not in known:
            raise ValueError(f"there is no {what} {shown(name)}; there are {', '.join(known)}")
    return chosen


# What is compared


def _disagreements(readings: Readings, components: Iterable[str]) -> dict[str, dict[Compared, tuple[str, ...]]]:
    found = {component: _groups(readings, component) for component in components}
    return {component: groups for component, groups in found.items() if len(groups) > 1}


def _groups(readings: Readings, component: str) -> dict[Compared, tuple[str, ...]]:
    compared = _COMPARED[component]
    groups: dict[Compared, tuple[str, ...]] = {}
    for name, reading in readings.items():
        if _counts(name, reading):
            value = compared(reading)
            groups[value] = (*groups.get(value, ()), name)
    return groups


def _counts(name: str, reading: Reading) -> bool:
    """Whether it is compared. A host with a question mark, as RFC 1808 has it, is none that one could connect to."""
    return name not in _GRAMMARS or (reading.error is None and "?" not in (reading.host or ""))


def _scheme(reading: Reading) -> str | None:
    return None if reading.scheme is None else _ascii_lower(reading.scheme)


def _host(reading: Reading) -> str | None:
    host = reading.host
    if host is None:
        return None
    lowered = _ascii_lower(host)
    if ":" in host:
        return _ipv6(lowered)
    return lowered if host.isascii() or len(host) > _LONGEST_DOMAIN else _in_punycode(lowered)


def _port(reading: Reading) -> int | None:
    if reading.port is not None:
        return reading.port
    return find_standard("whatwg").default_ports.get(_scheme(reading) or "")


def _path(reading: Reading) -> str | None:
    if not reading.path:
        return None if reading.host is None else "/"
    return _ESCAPE.sub(_normal_escape, _escape_path(reading.path))


_COMPARED: Final[Mapping[str, Callable[[Reading], Compared]]] = {
    "scheme": _scheme,
    "host": _host,
    "port": _port,
    "path": _path,
}

#: A name that the DNS can hold is no longer, in characters of Punycode, and so none in Unicode either.
_LONGEST_DOMAIN: Final = 253
_UPPER_CASE: Final = re.compile("[A-Z]+")
_escape_path: Final = component_escaper(PATH_CHARACTERS)
#: The escapes that may be written otherwise: of ASCII, and with a letter in lower case.
_ESCAPE: Final = re.compile(f"%(?:[2-7][{HEXDIG}]|[{HEXDIG}][a-f]|[a-f][{HEXDIG}])")
_is_unreserved: Final = re.compile(f"[{UNRESERVED}]").match


def _ascii_lower(text: str) -> str:
    # To `str.lower`, the sign for kelvin is a k.
    return _UPPER_CASE.sub(lambda found: found[0].lower(), text)


def _normal_escape(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if _is_unreserved(character) else escape[0].upper()


def _ipv6(host: str) -> str:
    from ipaddress import IPv6Address

    try:
        return f"[{IPv6Address(host.removeprefix('[').removesuffix(']'))}]"
    except ValueError:
        return host


def _in_punycode(host: str) -> str:
    """The domain in Punycode, where all who know it write it so: where no letter is mapped to another, but for its
    case, and both IDNA of 2003 and UTS 46 have the same."""
    from urldom._text.idna2003 import to_ascii
    from urldom.whatwg import domain_to_ascii, domain_to_unicode

    # A letter whose lower case is in ASCII, or is several, is another letter.
    lower = "".join(
        [low if len(low) == 1 and not low.isascii() else letter for letter in host for low in [letter.lower()]]
    )
    try:
        ascii_domain = domain_to_ascii(lower)
        if domain_to_unicode(ascii_domain) == lower and to_ascii(lower) == ascii_domain:
            return ascii_domain
    except (InvalidURLError, Failure):
        pass
    return host


# The readers


def _read(name: str, url: str, base: str | None) -> Reading:
    try:
        if name in STANDARD_NAMES:
            return _by_standard(name, url, base)
        refusal = _too_long(url) or _too_long(base or "")
        return _library(name)(url, base) if refusal is None else Reading(error=refusal)
    except MemoryError:
        raise
    except BaseException as error:
        # The panics of libraries in Rust are no `Exception`.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        return Reading(error=f"it raises {type_name(error)}{_message(error)}")


#: A scheme, if there is one, slashes of any kind and number, and what readers drop beside them; then all that anyone
#: may take for an authority.
_find_authority: Final = re.compile(r"(?:[^:/?#]*:)?[/\\\s\0-\x1f]*([^/?#]*)").match


def _too_long(url: str) -> str | None:
    """Why the libraries are not asked for a URL."""
    if len(url) > LONGEST_FOR_LIBRARIES:
        return f"it is longer than the {LONGEST_FOR_LIBRARIES:,} characters that libraries are given"
    if len(url) > LONGEST_AUTHORITY_FOR_LIBRARIES and not url.isascii():
        found = _find_authority(url)
        if found and len(found[1]) > LONGEST_AUTHORITY_FOR_LIBRARIES and not found[1].isascii():
            return f"{LONGEST_AUTHORITY_FOR_LIBRARIES} characters before the path, not all in ASCII, are too many"
    return None


def _by_standard(name: str, url: str, base: str | None) -> Reading:
    read = URLDecomposition(url, base, standard=name)
    error = read.error
    if error is not None:
        return Reading(error=error.reason)
    port = port_number(read.port)
    if port is None:
        return Reading(error="the port is greater than 65535")
    return _reading(read.protocol[:-1], read.hostname, port if read.port else None, read.pathname)


def _reading(scheme: str | None, host: str | None, port: str | int | None, path: str | None) -> Reading:
    return Reading(scheme or None, host or None, None if port in (None, "") else int(port), path)


def _message(error: BaseException) -> str:
    try:
        message = " ".join(str(error).split())
    except Exception:  # It is as foreign as what raised it.
        return ""
    return f": {message[:_LONGEST_MESSAGE]}{'...' * (len(message) > _LONGEST_MESSAGE)}" if message else ""


_LONGEST_MESSAGE: Final = 160


@cache
def _names() -> tuple[str, ...]:
    """The names of the readers that are there."""
    return (*STANDARD_NAMES, *filter(_is_installed, _LIBRARIES))


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name.partition(".")[0]) is not None
    except ValueError:  # Somebody has put something else in its place in `sys.modules`.
        return False


@cache
def _library(name: str) -> Reader:
    """The reader that a library makes. One that cannot be imported refuses every URL: who relies on what it reads is to
    hear of it, and not to be told that all agree."""
    try:
        return _LIBRARIES[name]()
    except (MemoryError, RecursionError):  # That may be otherwise the next time.
        raise
    except Exception as error:
        refusal = Reading(error=f"it cannot be imported, for that raises {type_name(error)}{_message(error)}")
        return lambda url, base: refusal


def _joined(read: Callable[[str], Reading]) -> Reader:
    """The reader of what `urljoin` makes of a URL and its base."""
    from urllib.parse import urljoin

    return lambda url, base: read(url if base is None else urljoin(base, url))


def _urlsplit(url: str) -> Reading:
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    return _reading(parts.scheme, parts.hostname, parts.port, parts.path)


def _of_urllib_parse() -> Reader:
    return _joined(_urlsplit)


def _of_urllib3() -> Reader:
    parse_url: Any = import_module("urllib3.util").parse_url

    def read(url: str) -> Reading:
        parts = parse_url(url)
        return _reading(parts.scheme, parts.host, parts.port, parts.path)

    return _joined(read)


def _of_httpx() -> Reader:
    make: Any = import_module("httpx").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(base).join(url)
        path = made.raw_path.partition(b"?")[0].decode("ascii")
        return _reading(made.scheme, made.raw_host.decode("ascii"), made.port, path)

    return read


def _of_requests() -> Reader:
    requests: Any = import_module("requests")
    session = requests.Session()

    def read(url: str) -> Reading:
        prepared = requests.Request("GET", url).prepare()
        adapter = session.get_adapter(prepared.url)
        if hasattr(adapter, "get_connection_with_tls_context"):  # since 2.32
            pool = adapter.get_connection_with_tls_context(prepared, verify=True)
        else:
            pool = adapter.get_connection(prepared.url)
        return _reading(pool.scheme, pool.host, pool.port, prepared.path_url.partition("?")[0])

    return _joined(read)


def _of_yarl() -> Reader:
    make: Any = import_module("yarl").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(base).join(make(url))
        return _reading(made.scheme, made.raw_host, made.port, made.raw_path)

    return read


def _of_w3lib() -> Reader:
    safe_url_string: Any = import_module("w3lib.url").safe_url_string
    return _joined(lambda url: _urlsplit(safe_url_string(url)))


def _of_ada_url() -> Reader:
    make: Any = import_module("ada_url").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(url, base)
        return _reading(made.protocol[:-1], made.hostname, made.port, made.pathname)

    return read


def _of_pydantic() -> Reader:
    pydantic: Any = import_module("pydantic")
    validate: Any = pydantic.TypeAdapter(pydantic.AnyUrl).validate_python

    def read(url: str) -> Reading:
        try:
            made = validate(url)
        except pydantic.ValidationError as error:
            return Reading(error=str(error.errors(include_url=False)[0]["msg"]))
        return _reading(made.scheme, made.host, made.port, made.path)

    return _joined(read)


_LIBRARIES: Final[Mapping[str, Callable[[], Reader]]] = {
    "urllib.parse": _of_urllib_parse,
    "urllib3": _of_urllib3,
    "httpx": _of_httpx,
    "requests": _of_requests,
    "yarl": _of_yarl,
    "w3lib": _of_w3lib,
    "ada_url": _of_ada_url,
    "pydantic": _of_pydantic,
}


# As text

#: How much of a URL and of a component is shown, in characters.
_LONGEST_TITLE: Final = 200
_LONGEST_CELL: Final = 40


def _table(readings: Readings) -> list[str]:
    """The lines of a table, with its columns below each other."""
    rows = [["", *_COMPONENTS]]
    for name, reading in readings.items():
        cells = [getattr(reading, component) for component in _COMPONENTS] if reading.error is None else []
        rows.append([name, *("" if cell is None else _cell(str(cell)) for cell in cells)])
    widths = [max(width(row[column]) for row in rows if column < len(row)) for column in range(len(rows[0]))]
    refusals = [None, *(reading.error for reading in readings.values())]
    lines: list[str] = []
    for row, refusal in zip(rows, refusals, strict=True):
        cells = [cell + " " * (column - width(cell)) for cell, column in zip(row, widths, strict=False)]
        lines.append("  ".join(cells if refusal is None else [*cells, f"refused: {visible(refusal)}"]).rstrip())
    return lines


def _told(groups: Mapping[Compared, tuple[str, ...]], between: str) -> str:
    """Who reads what."""
    return between.join(
        f"{'none' if value is None else _cell(str(value))} ({', '.join(names)})" for value, names in groups.items()
    )


def _cell(text: str, longest: int = _LONGEST_CELL) -> str:
    # The end of a host says whose it is.
    half = (longest - 3) // 2
    return visible(text if len(text) <= longest else f"{text[:half]}...{text[-half:]}")
