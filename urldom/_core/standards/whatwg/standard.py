"""The URL Standard's engine, with the HTML Standard's `HTMLHyperlinkElementUtils` and base URLs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar, Final

from urldom._core.errors import Failure, InvalidURLError, SetterReturned
from urldom._core.standards.interface import DECOMPOSITION_ATTRIBUTES, Cut, Engine, Getter, Setter, Standard
from urldom._core.standards.usual_url import BEGINNING, USUAL_URL, UsualURL
from urldom._core.standards.whatwg import cutting
from urldom._core.standards.whatwg.cutting import NORMALIZED_WINDOWS_DRIVE_LETTER, normalize_segments
from urldom._core.standards.whatwg.setters import ELEMENT_SETTERS, SETTERS, first_unused
from urldom._core.standards.whatwg.url_record import SPECIAL_SCHEMES, URLRecord, pieces_of, record_of
from urldom._core.standards.whatwg.usual import DEFAULT_PORTS, WITH_A_HOST, match_reference
from urldom._core.text.percent_encode_sets import C0_CONTROL_OR_SPACE
from urldom._core.values.late import late
from urldom._core.values.pieces import (
    HOST,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    Pieces,
    href_without_fragment,
    is_absolute,
    path_guard,
    with_path,
)
from urldom._core.values.telling import Say, Sentences
from urldom._core.values.value_of_pieces import parsed_url

if TYPE_CHECKING:
    from urldom._core.values.parsed_url import ParsedURL


def get_host(url: Pieces) -> str:
    return url[HOST] + url[PORT]


def get_search(url: Pieces) -> str:
    return url[QUERY] if url[QUERY] != "?" else ""


def get_origin(url: Pieces) -> str:
    """Return the serialized origin of a URL (URL Standard 4.7). An opaque origin is `"null"`."""
    if not is_absolute(url):
        return ""
    scheme = url[SCHEME]
    if scheme == "blob:":
        # This library has no blob URL store, so a URL never has a blob URL entry.
        try:
            url = cutting.cut(url[PATH])
        except Failure:
            return "null"
        return get_origin(url) if url[SCHEME] in ("http:", "https:") else "null"
    return f"{scheme}//{url[HOST]}{url[PORT]}" if scheme in WITH_A_HOST else "null"


#: The maximum number of characters of a base for `_usual_resolver`.
_LONGEST_BASE: Final = 2048
#: The number of directories that `_usual_resolver` computes for a base: its own directory, and the ones above it.
_DIRECTORIES: Final = 16


def _usual_resolver(engine: Engine, base: str, resolve: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that resolves a usual relative reference by joining strings. It calls `resolve` for other URLs,
    which need percent-encoding or have dot segments that are not at the beginning."""
    try:
        pieces = engine.cut_base(base)
    except Failure:
        return resolve
    if pieces[SCHEME] not in WITH_A_HOST:
        return resolve
    root = "".join(pieces[:PATH])
    whole = root + pieces[PATH]
    queried = whole + pieces[QUERY]
    directories = {"../" * level: f"{root}{pieces[PATH].rsplit('/', level + 1)[0]}/" for level in range(_DIRECTORIES)}
    directory = directories[""]

    def resolve_usual(url: str) -> str:
        match = match_reference(url)
        if match is None:
            return resolve(url)
        ups, path = match.groups()
        if "/." in path:
            return resolve(url)
        if ups:
            return directories[ups] + url[len(ups) :] if ups in directories else resolve(url)
        if not path:
            return (whole if url[:1] == "?" else queried) + url
        return (root if path[0] == "/" else directory) + url

    return resolve_usual


class _Engine(Engine["ParsedURL"]):
    name = "whatwg"
    attributes: ClassVar[tuple[str, ...]] = (*DECOMPOSITION_ATTRIBUTES, "href", "origin", "username", "password")
    assignable: ClassVar[tuple[str, ...]] = (*DECOMPOSITION_ATTRIBUTES, "href", "username", "password")
    setters: Mapping[str, Setter] = SETTERS
    element_setters: Mapping[str, Setter] = ELEMENT_SETTERS
    # The getters of HTMLHyperlinkElementUtils return these values if the element's url is null.
    no_url: ClassVar[Pieces] = (":", "", "", "", "", "", "", "", None)
    no_url_failure: ClassVar[type[Failure]] = SetterReturned  # "If this element's url is null, then return."
    writes_input: ClassVar[bool] = True
    default_ports: ClassVar[Mapping[str, int | None]] = SPECIAL_SCHEMES
    xml_base: ClassVar[bool] = False
    live_fallback: ClassVar[bool] = False
    stripped: ClassVar[str] = C0_CONTROL_OR_SPACE
    # CSS Values 4, "fetch a style resource", calls the URL parser without an encoding, so the encoding is UTF-8.
    css_encoding: ClassVar[str | None] = "utf-8"
    is_grammar: ClassVar[bool] = False
    usual_url: ClassVar[UsualURL] = USUAL_URL._replace(beginning=BEGINNING)

    def string_resolver(self, base: str, encoding: str) -> Callable[[str], str]:
        resolve = super().string_resolver(base, encoding)
        return resolve if len(base) > _LONGEST_BASE else _usual_resolver(self, base, resolve)

    # Only `explain` needs these sentences, and the modules that these methods import.
    sentences: Callable[[], Sentences] = staticmethod(late("urldom._core.standards.whatwg.sentences", "SENTENCES"))

    def read(self, url: str, base: str | None, encoding: str, say: Say) -> ParsedURL:
        from urldom._core.standards.whatwg.state_machine import basic_url_parse

        say(URLRecord().values())
        base_url = None if base is None else record_of(self.cut_base(base))
        return parsed_url(pieces_of(basic_url_parse(url, base_url, encoding, say), url))

    def read_assignment(self, name: str, absolute: str, value: str | None, say: Say) -> object:
        from urldom._core.standards.whatwg.state_machine import set_attribute

        record = record_of(self.cut(absolute))
        say(record.values())
        set_attribute(record, name, value or "", say)
        return record

    cut: Cut = staticmethod(cutting.cut)
    cut_as_written: Callable[[str], Pieces] = staticmethod(cutting.cut)
    host: Getter = staticmethod(get_host)
    pathname: Getter = itemgetter(PATH)
    search: Getter = staticmethod(get_search)
    origin: Getter = staticmethod(get_origin)
    first_unused = staticmethod(first_unused)  # pyright: ignore[reportAssignmentType]
    query_encoding = staticmethod(cutting.query_encoding)  # pyright: ignore[reportAssignmentType]

    def with_path(self, pieces: Pieces, path: str) -> Pieces:
        is_file = pieces[SCHEME] == "file:"
        # Escaped segments, except a Windows drive letter, do not change when the URL is parsed again.
        return with_path(pieces, normalize_segments(path, is_file=True) if is_file and path[2:3] == "|" else path)

    def absolute_string(self, url: str) -> str | None:
        absolute = super().absolute_string(url)
        # URL Standard 4.4, scheme state: if two slashes do not follow a special scheme, the result depends on the base.
        if absolute is not None and f"{absolute.partition(':')[0]}:" in DEFAULT_PORTS:
            _, _, rest = cutting.clean(url).partition(":")
            return absolute if re.match(r"[/\\]{2}", rest) else None
        return absolute

    def base_directory(self, base: Pieces) -> str:
        # URL Standard 4.2, shorten a URL's path: a drive letter is not removed.
        if base[SCHEME] == "file:" and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(base[PATH]):
            return f"{base[PATH]}/"
        return super().base_directory(base)

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        paths = super().paths_to(path, base)
        if base[SCHEME] == "file:":
            # URL Standard 4.4, file state: a reference that begins with a drive letter is not relative.
            paths += [f"./{found}" for found in paths if found[1:2] == "|"]
            # URL Standard 4.4, file slash state: an absolute path gets the drive letter of the base.
            drive, rest = path[:3], path[3:]
            if rest[:1] == "/" and drive == base[PATH][:3] and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(drive):
                paths.append(path_guard(rest) + rest)
        return paths

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        """Return `True` if `url` is a *valid URL string* (URL Standard 4.3), relative to an http or https URL."""
        from urldom._core.standards.whatwg.writing import is_valid_url_string

        return is_valid_url_string(url)

    def fallback_base_url(self, address: str, creator: str | None, container: str | None) -> str:
        """Return the HTML Standard's *fallback base URL*. For some `about:` documents, it is the *about base URL*: the
        base URL of the container when the document was made, or else of the creator."""
        about_base_url = creator if container is None else container
        if about_base_url is None:
            return address
        try:
            url = href_without_fragment(self.cut(address))
        except Failure:
            return address
        # This condition is "matches about:srcdoc" or "matches about:blank".
        return about_base_url if url == "about:srcdoc" or url.partition("?")[0] == "about:blank" else address

    def base_element_url(self, href: str, fallback: str, encoding: str) -> str:
        """Return the HTML Standard's *frozen base URL* of a `base` element."""
        try:
            url = self.resolve_string(href, fallback, encoding)
        except InvalidURLError:
            return fallback
        return fallback if url.startswith(("data:", "javascript:")) else url


WHATWG: Final[Standard[ParsedURL]] = _Engine().standard
