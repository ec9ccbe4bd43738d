"""The URL Standard's parts, with the HTML Standard's `HTMLHyperlinkElementUtils` and base URLs."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from urldom._core.errors import Failure
from urldom._core.standards.interface import Engine, Standard
from urldom._core.standards.parts import (
    DECOMPOSITION_ATTRIBUTES,
    Grammar,
    ObjectModel,
    PageRules,
    StepReading,
)
from urldom._core.standards.reference_forms import ReferenceForms
from urldom._core.standards.usual_url import BEGINNING, USUAL_URL
from urldom._core.standards.whatwg import cutting
from urldom._core.standards.whatwg.cutting import (
    NORMALIZED_WINDOWS_DRIVE_LETTER,
    normalize_segments,
)
from urldom._core.standards.whatwg.setters import ELEMENT_SETTERS, SETTERS, first_unused
from urldom._core.standards.whatwg.url_record import (
    SPECIAL_SCHEMES,
    URLRecord,
    pieces_of,
    record_of,
)
from urldom._core.standards.whatwg.usual import (
    DEFAULT_PORTS,
    MOST_UPS,
    WITH_A_HOST,
    match_reference,
)
from urldom._core.text.percent_encode_sets import C0_CONTROL_OR_SPACE
from urldom._core.values.late import late
from urldom._core.values.pieces import (
    HOST,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    Pieces,
    href,
    is_absolute,
    path_guard,
    with_path,
)
from urldom._core.values.telling import Say
from urldom._core.values.value_of_pieces import parsed_url

if TYPE_CHECKING:
    from urldom._core.values.parsed_url import ParsedURL


# The getters


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


# The grammar


def _quick_resolver(base: Pieces, resolve: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that resolves a usual relative reference by joining strings.

    It calls `resolve` for other URLs, which need percent-encoding or have dot segments that are not
    at the beginning.
    """
    if base[SCHEME] not in WITH_A_HOST:
        return resolve
    base_path = base[PATH]
    root = "".join(base[:PATH])
    whole = root + base_path
    queried = whole + base[QUERY]
    directories: dict[str, str] = {}
    directory_path = base_path
    for level in range(MOST_UPS + 1):
        directory_path, _, _ = directory_path.rpartition("/")
        directories["../" * level] = f"{root}{directory_path}/"
    directory = directories[""]

    def resolve_usual(url: str) -> str:
        match = match_reference(url)
        if match is None:
            return resolve(url)
        ups, path = match.groups()
        if "/." in path:
            return resolve(url)
        if ups:
            return directories[ups] + url[len(ups) :]
        if path:
            if path[0] == "/":
                return root + url
            return directory + url
        if url[:1] == "?":
            return whole + url
        return queried + url

    return resolve_usual


def _with_path(pieces: Pieces, path: str) -> Pieces:
    # Escaped segments, except a Windows drive letter, do not change when the URL is parsed again.
    if pieces[SCHEME] == "file:" and path[2:3] == "|":
        path = normalize_segments(path, is_file=True)
    return with_path(pieces, path)


_begins_with_slashes: Final = re.compile(r"[/\\]{2}").match


def _depends_on_base(url: str, pieces: Pieces) -> bool:
    """Return whether a URL is relative to a base with its own scheme.

    Its scheme is special, and two slashes do not follow (URL Standard 4.4, scheme state).
    """
    if pieces[SCHEME] not in DEFAULT_PORTS:
        return False
    _, _, rest = cutting.clean(url).partition(":")
    return _begins_with_slashes(rest) is None


def _is_valid_url(url: str, encoding: str) -> bool:
    """Return `True` if `url` is a *valid URL string* (URL Standard 4.3).

    It can be relative to an http or https URL.
    """
    from urldom._core.standards.whatwg.writing import is_valid_url_string

    return is_valid_url_string(url)


class _Forms(ReferenceForms):
    __slots__ = ()

    def base_directory(self, base: Pieces) -> str:
        # URL Standard 4.2, shorten a URL's path: a drive letter is not removed.
        if base[SCHEME] == "file:" and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(base[PATH]):
            return f"{base[PATH]}/"
        return super().base_directory(base)

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        paths = super().paths_to(path, base)
        if base[SCHEME] == "file:":
            # URL Standard 4.4, file state: a reference that begins with a drive letter is not
            # relative.
            paths += [f"./{found}" for found in paths if found[1:2] == "|"]
            # URL Standard 4.4, file slash state: an absolute path gets the drive letter of the
            # base.
            drive, rest = path[:3], path[3:]
            if (
                rest[:1] == "/"
                and drive == base[PATH][:3]
                and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(drive)
            ):
                paths.append(path_guard(rest) + rest)
        return paths


_GRAMMAR: Final[Grammar[ParsedURL]] = Grammar(
    name="whatwg",
    cut=cutting.cut,
    cut_as_written=cutting.cut,
    is_valid_url=_is_valid_url,
    with_path=_with_path,
    is_strict=False,
    default_ports=SPECIAL_SCHEMES,
    query_encoding=cutting.query_encoding,
    stripped=C0_CONTROL_OR_SPACE,
    forms=_Forms(),
    usual_url=USUAL_URL._replace(beginning=BEGINNING),
    quick_resolver=_quick_resolver,
    depends_on_base=_depends_on_base,
)


# The reading. Only `explain` needs the modules that these functions import.


def _read_base(base: str) -> str:
    return href(_GRAMMAR.cut_base(base))


def _read(url: str, base: str | None, encoding: str, say: Say) -> ParsedURL:
    from urldom._core.standards.whatwg.state_machine import basic_url_parse

    say(URLRecord().values())
    base_url = None if base is None else record_of(_GRAMMAR.cut_base(base))
    return parsed_url(pieces_of(basic_url_parse(url, base_url, encoding, say), url))


def _read_assignment(name: str, input: Pieces, value: str | None, say: Say) -> URLRecord:
    from urldom._core.standards.whatwg.state_machine import set_attribute

    record = record_of(input)
    say(record.values())
    set_attribute(record, name, value or "", say)
    return record


WHATWG: Final[Standard[ParsedURL]] = Engine(
    grammar=_GRAMMAR,
    object_model=ObjectModel(
        attributes=(*DECOMPOSITION_ATTRIBUTES, "href", "origin", "username", "password"),
        assignable=(*DECOMPOSITION_ATTRIBUTES, "href", "username", "password"),
        host=get_host,
        pathname=itemgetter(PATH),
        search=get_search,
        origin=get_origin,
        setters=SETTERS,
        element_setters=ELEMENT_SETTERS,
        first_unused=first_unused,
        # The getters of HTMLHyperlinkElementUtils return these values if the element's url is null.
        no_url=(":", "", "", "", "", "", "", "", None),
    ),
    reading=StepReading(
        sentences=late("urldom._core.standards.whatwg.sentences", "SENTENCES"),
        read_base=_read_base,
        read=_read,
        read_assignment=_read_assignment,
    ),
    page_rules=PageRules(
        xml_base=False,
        live_fallback=False,
        about_base_url=True,
        rejected_base_schemes=("data:", "javascript:"),
        # HTML Standard 2.4.3: a URL is resolved against the base URL of that moment.
        base_counts_before=False,
        # CSS Values 4, "fetch a style resource", calls the URL parser without an encoding, so the
        # encoding is UTF-8.
        css_encoding="utf-8",
        # HTML Standard 7.4.5, "create navigation params from a srcdoc resource", step 2: the body
        # is in UTF-8.
        srcdoc_encoding="utf-8",
    ),
).standard
