"""`urldom.w3lib`, by itself and compared with w3lib."""

from __future__ import annotations

import importlib
import inspect
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import urldom.w3lib
from tests.cases import each_case, few_or_many
from tests.conformance import REAL_URLS
from tests.core.standards.whatwg.strategies import urls
from tests.strategies import encodings
from tests.tools.benchmark.families import FAMILIES, Families
from tests.w3lib.differences import DIFFERENCES
from urldom import WHATWG, InvalidURLError, URLDecomposition
from urldom._core.standards.registry import find_engine
from urldom._core.standards.resolving import resolve_string
from urldom._core.text.percent_encode_sets import PATH, USERINFO
from urldom._core.text.percent_encoding import percent_decode
from urldom.w3lib import canonicalize_url, safe_url_string
from urldom.whatwg import URL

ENGINE = find_engine("whatwg")
FILES = [REAL_URLS, *map(Path, filter(None, os.environ.get("URLDOM_URLS", "").split(os.pathsep)))]
BASES = ["http://example.com/a/b?c", "https://u@h:8080/"]
#: Against these bases, a browser parses the host of a reference by other rules than against the
#: bases above.
OTHER_BASES = ["file:///C:/a/b", "file:///", "foo://h/a/b", "foo:/a"]


def or_none(function: Any, *arguments: Any, **options: Any) -> Any:
    """Return the result of a function, or `None` if it raises `InvalidURLError`."""
    try:
        return function(*arguments, **options)
    except InvalidURLError:
        return None


# Arguments and errors


@pytest.mark.parametrize(
    ("url", "encoding", "safe"),
    [
        (b"http://h/\xc3\xa9?\xc3\xa9", "utf8", "http://h/%C3%A9?%C3%A9"),
        (b"http://h/\xe9?\xe9", "utf8", "http://h/%E9?%E9"),
        (b"http://h/\xe9?\xe9", "latin-1", "http://h/%C3%A9?%E9"),
        (b"http://h/\x83~?\x83~", "shift_jis", "http://h/%E3%83%9F?%83~"),
        (b"http://h/\x83 ?\x83 ", "shift_jis", "http://h/%83%20?%83"),
        ("http://h/?é".encode("utf-16-le"), "utf-16", "http://h/?%C3%A9"),
        ("http://h/?é".encode("utf-16-le") + b"\x00", "utf-16", "http://h/?%C3%A9%00"),
        (b"http://h/?\xe9", "iso-2022-kr", "http://h/?%E9"),
        (b"", "utf8", ""),
        (URLDecomposition("http://H/é"), "utf8", "http://h/%C3%A9"),
    ],
)
def test_urls_can_be_str_bytes_or_objects(url, encoding, safe):
    assert safe_url_string(url, encoding) == safe
    assert canonicalize_url(url, encoding=encoding) == canonicalize_url(safe)


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        # Only the query of a URL with an opaque path is not split into pairs.
        ("x:/%7e?b=%7E&a", "x:/~?a=&b=~"),
        ("x:%7e?b=%7E&a", "x:~?b=~&a"),
        ("x:/.//a?b&a", "x:/.//a?a=&b="),
        # A space is a plus, however it is written.
        ("http://h/?a=%20b c+d%2B", "http://h/?a=+b+c+d%2B"),
        ("http://h/?a=%2", "http://h/?a=%252"),
    ],
)
def test_canonical_form_follows_the_documented_rules(url, canonical):
    assert canonicalize_url(url) == canonical


def test_canonicalize_url_accepts_a_parse_result():
    parts = urlparse("http://h/b;p?d=1&c=2#e")
    assert canonicalize_url(parts) == "http://h/b;p?c=2&d=1"
    assert canonicalize_url(parts, keep_fragments=True) == "http://h/b;p?c=2&d=1#e"


@pytest.mark.parametrize("url", [None, 1, object(), bytearray(b"http://h/")])
@pytest.mark.parametrize("function", [safe_url_string, canonicalize_url])
def test_url_of_a_wrong_type_raises_type_error(function, url):
    with pytest.raises(TypeError):
        function(url)


def test_invalid_url_raises_an_error_with_the_url():
    for function in (safe_url_string, canonicalize_url):
        with pytest.raises(InvalidURLError, match="the host is missing") as caught:
            function("http://#x")
        assert caught.value.url == "http://#x" and isinstance(caught.value, ValueError)


@pytest.mark.parametrize("options", [{}, {"path_encoding": "latin1"}, {"quote_path": False}])
def test_error_has_the_url_verbatim(options):
    with pytest.raises(InvalidURLError) as caught:
        safe_url_string(" http://h:x/é\n", **options)
    assert caught.value.url == " http://h:x/é\n"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("utf_8", "utf-8"),
        ("latin-1", "windows-1252"),
        ("iso2022jp", "iso-2022-jp"),
        ("cp932", "shift_jis"),
        ("mac_roman", "macintosh"),
        ("CP1251", "windows-1251"),
    ],
)
def test_encoding_can_have_a_python_name(name, label):
    url = "http://h/?é€миあ"
    assert safe_url_string(url, name) == safe_url_string(url, label)
    assert safe_url_string(url, path_encoding=name) == safe_url_string(url, path_encoding=label)
    assert canonicalize_url(url, encoding=name) == canonicalize_url(url, encoding=label)


@each_case("name", ["nope", "cp437", "", "\0", "\ud800", "base64", "idna"])
@each_case("url", ["http://h/", b"http://h/"])
def test_unknown_encoding_raises_lookup_error(name, url):
    for options in ({"encoding": name}, {"path_encoding": name}):
        with pytest.raises(LookupError, match=re.escape(repr(name))):
            safe_url_string(url, **options)
    if name:
        with pytest.raises(LookupError, match=re.escape(repr(name))):
            canonicalize_url(url, encoding=name)


def test_w3lib_is_not_imported():
    program = (
        "import sys, urldom.w3lib; print(*(name for name in sys.modules if"
        " name.startswith('w3lib')))"
    )
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == []


@each_case("function", [safe_url_string, canonicalize_url])
@each_case(
    "url", ["///h:8a/", r"\\h h/", "//", "/\\", r"\/h:x", "//?q", "///#f", " /\t/ ", r"//\[::1/"]
)
def test_reference_that_resolves_against_no_http_url_raises(function, url):
    with pytest.raises(InvalidURLError) as caught:
        function(url)
    assert caught.value.url == url
    with pytest.raises(InvalidURLError) as against:
        URL(url, "http://h/")
    assert caught.value.reason == against.value.reason


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
def test_accepted_input_resolves_against_an_http_url(seed):
    draw = random.Random(seed)
    parts = [
        "/",
        "//",
        "\\",
        "h",
        "h h",
        ":8a",
        ":80",
        "@",
        "?",
        "#",
        "[",
        "]",
        ".",
        "..",
        " ",
        "\t",
        "a:",
        "http:",
        "é",
    ]
    accepted = 0
    for _ in range(20_000):
        url = "".join(draw.choices(parts, k=draw.randint(0, 6)))
        for function in (safe_url_string, canonicalize_url):
            if (result := or_none(function, url)) is not None:
                accepted += 1
                assert URL.can_parse(url, "http://example.com/a") and URL.can_parse(
                    result, "http://example.com/a"
                ), url
    assert accepted > 20_000


# safe_url_string


@given(urls, encodings)
def test_safe_url_of_an_absolute_url_is_its_href(url, encoding):
    safe = or_none(safe_url_string, url, encoding)
    href = or_none(resolve_string, ENGINE.grammar, url, None, encoding)
    if href is not None:
        assert safe == href
        assert encoding != "utf-8" or safe == URL(url).href
    elif safe is not None:
        # a relative reference
        assert not URL.can_parse(safe)
        for base in BASES:
            assert or_none(resolve_string, ENGINE.grammar, safe, base) == or_none(
                resolve_string, ENGINE.grammar, url, base, encoding
            )


@given(urls, encodings, encodings)
def test_safe_url_is_ascii_and_a_second_call_does_not_change_it(url, encoding, path_encoding):
    safe = or_none(safe_url_string, url, encoding, path_encoding)
    if safe is not None:
        assert safe.isascii()
        assert safe_url_string(safe, encoding, path_encoding) == safe


@given(urls, encodings)
def test_path_encoding_affects_only_non_ascii_characters(url, encoding):
    safe = or_none(safe_url_string, url, encoding)
    if safe is not None and url.isascii():
        assert safe_url_string(url, encoding, "windows-1251") == safe


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("http://é.example/é?é#é", "http://xn--9ca.example/%E9?%C3%A9#%C3%A9"),
        ("http:\\\\é.example\\é", "http://xn--9ca.example/%E9"),
        ("http:é.example/é", "http://xn--9ca.example/%E9"),
        ("file://C|/é", "file:///C:/%E9"),
        ("file:é", "file:///%E9"),
        ("mailto:é", "mailto:%E9"),
        ("foo://é", "foo://%C3%A9"),
        ("//é.example/é?é", "//xn--9ca.example/%E9?%C3%A9"),
        ("é/☃", "%E9/%26%239731%3B"),
    ],
)
def test_path_is_escaped_in_the_path_encoding(url, safe):
    assert safe_url_string(url, path_encoding="windows-1252") == safe


@given(urls, encodings)
def test_escaping_an_unquoted_path_later_makes_the_safe_url(url, encoding):
    safe = or_none(safe_url_string, url, encoding)
    written = or_none(safe_url_string, url, encoding, quote_path=False)
    assert (written is None) == (safe is None)
    if written is not None:
        assert safe_url_string(written, encoding) == safe


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("http://h\\a b/../é\t?é", "http://h/é?%C3%A9"),
        ("http:h", "http://h/"),
        ("file://C|/é x", "file:///C:/é x"),
        ("foo:é <", "foo:é <"),
        ("foo://h?", "foo://h?"),
        ("a é?b c", "a é?b%20c"),
    ],
)
def test_quote_path_false_does_not_escape_the_path(url, safe):
    assert safe_url_string(url, quote_path=False) == safe


# canonicalize_url

options = st.fixed_dictionaries(
    {
        "keep_blank_values": st.booleans(),
        "keep_fragments": st.booleans(),
        "encoding": st.none() | encodings,
        "query_separator": st.sampled_from(["&", ";", "&&"]),
    }
)


@given(urls, options)
@example("file:///%43|/a", {})
def test_second_call_does_not_change_the_canonical_form(url, options):
    canonical = or_none(canonicalize_url, url, **options)
    if canonical is not None:
        assert canonical.isascii()
        assert canonicalize_url(canonical, **options) == canonical


@given(urls, encodings, st.booleans())
def test_url_and_safe_url_have_one_canonical_form(url, encoding, keep_fragments):
    safe = or_none(safe_url_string, url, encoding)
    canonical = or_none(canonicalize_url, url, True, keep_fragments, encoding)
    assert (safe is None) == (canonical is None)
    if safe is not None:
        assert canonicalize_url(safe, keep_fragments=keep_fragments) == canonical


@given(urls, st.sampled_from([*BASES, "ws://h", *OTHER_BASES]))
@example("%43|/a", "file:///")
@example("/%43|", "file:///D:/a")
def test_reference_and_canonical_reference_lead_to_one_url(reference, base):
    canonical = or_none(canonicalize_url, reference, keep_fragments=True)
    written = re.sub("[\t\n\r]", "", reference).lstrip("".join(map(chr, range(0x21))))
    has_host = re.match(r"[/\\]{2}", written) is not None
    if (
        canonical is not None
        and not URL.can_parse(reference)
        and not (has_host and base in OTHER_BASES)
    ):
        resolved = or_none(resolve_string, ENGINE.grammar, reference, base)
        ours = or_none(resolve_string, ENGINE.grammar, canonical, base)
        assert (ours is None) == (resolved is None)
        if ours is not None:
            assert canonicalize_url(ours) == canonicalize_url(resolved)


pairs = st.lists(
    st.tuples(st.sampled_from(["", "a", "a b", "ä", "%E9", "="]), st.text(max_size=3)), max_size=5
)


@given(pairs, st.randoms())
def test_order_of_the_pairs_does_not_matter(pairs, random):
    url, other = URL("http://h/"), URL("http://h/")
    for name, value in pairs:
        url.search_params.append(name, value)
    for name, value in random.sample(pairs, len(pairs)):
        other.search_params.append(name, value)
    canonical = canonicalize_url(url.href)
    assert canonicalize_url(other.href) == canonical
    assert sorted(URL(canonical).search_params) == sorted(url.search_params)


def plainly(url: str, keep_blank_values: bool, keep_fragments: bool, encoding: str) -> str:
    """Return the canonical form of an absolute URL without an opaque path. This version works byte
    by byte, and has no fast paths."""
    record = WHATWG.resolve(url, encoding=encoding)
    special = record.scheme in ENGINE.grammar.default_ports
    kept = "%/\\;|" if record.scheme == "file" else "%/\\;"
    unreserved = re.compile(r"[A-Za-z0-9\-._~]")

    def respell(text: str, table: list[str], kept: str) -> str:
        bare = re.search("%[0-9A-Fa-f]?%", text)
        if "|" in kept:
            bare = bare or next(
                (part for part in text.split("/") if re.fullmatch(r"%[0-9A-Fa-f]{2}\|", part)), None
            )

        def spell(match: re.Match[str]) -> str:
            octet = int(match[1], 16)
            return f"%{octet:02X}" if bare or chr(octet) in kept else table[octet]

        return re.sub("%([0-9A-Fa-f]{2})", spell, text)

    def form(octets: bytes) -> str:
        return "".join(
            (
                chr(octet)
                if unreserved.match(chr(octet))
                else "+"
                if octet == 0x20
                else f"%{octet:02X}"
            )
            for octet in octets
        )

    sequences = [
        sequence.replace("+", " ").partition("=")
        for sequence in (record.query or "").split("&")
        if sequence
    ]
    octets = [
        (percent_decode(name.encode()), percent_decode(value.encode()))
        for name, _, value in sequences
    ]
    query = "&".join(
        f"{form(name)}={form(value)}"
        for name, value in sorted(octets)
        if value or keep_blank_values
    )
    host = record.host
    if not special and host is not None:
        unreserved_octets = [
            chr(octet) if unreserved.match(chr(octet)) else f"%{octet:02X}" for octet in range(256)
        ]
        host = respell(
            host.lower(),
            [text if text[0] == "%" else text.lower() for text in unreserved_octets],
            "",
        )
    return str(
        record.replace(
            userinfo=record.userinfo and respell(record.userinfo, USERINFO.table, "%"),
            host=host,
            path=respell(record.path, PATH.table, kept),
            query=query or None,
            fragment=(record.fragment or None) if keep_fragments else None,
        )
    )


@given(urls, st.booleans(), st.booleans(), encodings)
def test_fast_paths_match_the_plain_version(url, keep_blank_values, keep_fragments, encoding):
    record = or_none(WHATWG.resolve, url, encoding=encoding)
    # The plain version does not support opaque paths. Paths that begin with `//` are skipped too.
    if (
        record is not None
        and (record.host is not None or record.path[:1] == "/")
        and record.path[:2] != "//"
    ):
        ours = canonicalize_url(url, keep_blank_values, keep_fragments, encoding)
        assert ours == plainly(url, keep_blank_values, keep_fragments, encoding)


@given(
    st.one_of(st.binary(), urls.map(lambda url: url.encode("utf-8", "replace"))),
    encodings,
    encodings,
)
def test_bytes_raise_only_documented_errors(octets, encoding, path_encoding):
    for call in (
        lambda: safe_url_string(octets, encoding, path_encoding),
        lambda: safe_url_string(octets, encoding, quote_path=False),
        lambda: canonicalize_url(octets, encoding=encoding),
    ):
        or_none(call)


HOSTILE = [
    "a=%41&",
    "&",
    "=",
    "%",
    "%%34",
    "+",
    ";",
    "/../",
    "/%2e",
    "\\",
    "?",
    "#",
    "@",
    ":",
    "[",
    " ",
    "é",
    "a&",
    "%E9",
]


@few_or_many("count", 4_000, 20_000)
@each_case("beginning", ["http://h/", "http://h/?", "http://", "foo:", "foo:?", "", "//", "?"])
@each_case("text", HOSTILE)
def test_long_url_takes_linear_time(beginning, text, count):
    """In quadratic time, this test would run for minutes."""
    url = beginning + text * count
    canonical = or_none(canonicalize_url, url)
    assert canonical is None or canonicalize_url(canonical) == canonical
    for options in ({"path_encoding": "latin1"}, {"quote_path": False}):
        assert (or_none(safe_url_string, url, **options) is None) == (canonical is None)


# Compared with w3lib


def w3lib_url_module() -> Any:
    """Return the module `w3lib.url`. The tables show the results of w3lib 2.5 and newer."""
    pytest.importorskip("w3lib", minversion="2.5")
    return importlib.import_module("w3lib.url")


@each_case("row", DIFFERENCES, ids=lambda row: row.call)
def test_table_of_differences_is_true(row):
    w3lib_url = w3lib_url_module()
    assert (row.result(w3lib_url), row.result(urldom.w3lib)) == (row.theirs, row.ours)
    assert row.theirs != row.ours


def test_table_has_every_kind():
    kinds = {row.kind for row in DIFFERENCES}
    assert set(KINDS) <= kinds
    assert len(DIFFERENCES) > 40


EMPTY_PATH = "an empty path becomes `/`"
PORT = "the default port is removed"
EMPTY = "an empty query or fragment is kept"
DOTS = "dot segments are removed"
ESCAPED = "w3lib escapes characters that the URL Standard keeps"
USERINFO_KEPT = "escapes and a bare `%` in user info do not change"
EMPTY_PASSWORD = "an empty password is removed"
HOST = "the host is parsed: IPv4, IPv6, escapes, UTS #46"
SLASHES = "slashes are added or removed"
NO_URL = "not a URL"
A_URL = "a valid URL"
FILE = "`file:` has its own rules"
OPAQUE_HOST = "with an unknown scheme, the host is opaque and the path may be empty"
OPAQUE_PATH = (
    "a path that does not begin with a slash is opaque: it does not change, and its query is not"
    " sorted"
)
PARAMETERS = "the path is not split into parameters"
REFERENCE = "the result resolves to the same URL as the reference"
KINDS = [
    *(
        EMPTY_PATH,
        PORT,
        EMPTY,
        DOTS,
        ESCAPED,
        USERINFO_KEPT,
        EMPTY_PASSWORD,
        HOST,
        SLASHES,
        NO_URL,
        A_URL,
        FILE,
        OPAQUE_HOST,
    ),
    *(OPAQUE_PATH, PARAMETERS, REFERENCE),
]

#: RFC 3986 appendix B, with the parts of the authority
_match_parts = re.compile(
    r"(?:([^:/?#]+):)?(?://(?:([^/?#]*)@)?([^/?#@]*?)(?::([0-9]*))?(?=[/?#]|\Z))?([^?#]*)(\?[^#]*)?(#.*)?",
    re.DOTALL,
).fullmatch


def unescaped(text: str | None) -> bytes:
    return percent_decode((text or "").encode())


def differences(given: str, theirs: str | None, ours: str | None) -> Iterator[str]:
    """Yield the kinds of difference between two results, part by part. An unknown kind has the name
    of the part."""
    if ours is None:
        yield NO_URL if not URL.can_parse(given, BASES[0]) else "refused"
        return
    if theirs is None:
        yield A_URL
        return
    scheme, userinfo, host, port, path, query, fragment = _match_parts(ours).groups()  # type: ignore[union-attr]
    other_scheme, *others = _match_parts(theirs).groups()  # type: ignore[union-attr]
    other_userinfo, other_host, other_port, other_path, other_query, other_fragment = others
    if scheme != other_scheme:
        yield "the scheme"
        return
    special = scheme in ENGINE.grammar.default_ports
    if special and (other_host is None or other_host == "" != host):
        yield FILE if scheme == "file" else SLASHES
        if safe_url_string(theirs) != safe_url_string(ours):
            yield "another URL after the slashes"
        return
    if scheme is not None and not special and host is None and path[:1] != "/":
        if (path, query) != (other_path, other_query):
            yield OPAQUE_PATH
        return
    if host != other_host:
        yield (
            HOST
            if special and URL(f"{scheme}://{other_host}/").hostname == host
            else (FILE if scheme == "file" else OPAQUE_HOST if not special else "the host")
        )
    if port != other_port:
        yield (
            PORT
            if port is None and other_port == str(ENGINE.grammar.default_ports.get(scheme))
            else "the port"
        )
    yield from userinfo_differences(userinfo, other_userinfo)
    if path != other_path:
        yield from path_differences(scheme, path, other_path)
    for part, other in ((query, other_query), (fragment, other_fragment)):
        if part != other:
            yield (
                EMPTY
                if other is None
                else ESCAPED
                if unescaped(part) == unescaped(other)
                else "query or fragment"
            )


def userinfo_differences(ours: str | None, theirs: str | None) -> Iterator[str]:
    if ours != theirs and (theirs or "").endswith(":"):
        yield EMPTY_PASSWORD
        theirs = theirs[:-1] or None  # type: ignore[index]
    if ours != theirs:
        yield USERINFO_KEPT if unescaped(ours) == unescaped(theirs) else "the user info"


def path_differences(scheme: str | None, ours: str, theirs: str) -> Iterator[str]:
    parsed = URL(f"http://h{theirs}").pathname if scheme else None
    if (ours, theirs) == ("/", ""):
        yield EMPTY_PATH
    elif (ours, theirs) == ("", "/"):
        yield OPAQUE_HOST if scheme else REFERENCE
    elif ours == f"{theirs};" or (";" in ours and unescaped(ours) == unescaped(theirs)):
        yield PARAMETERS
    elif unescaped(ours) == unescaped(theirs):
        yield ESCAPED
    elif ours == parsed:
        yield DOTS
    elif parsed is not None and unescaped(ours) == unescaped(parsed):
        yield from (DOTS, ESCAPED)
    else:
        yield "the path"


def real_urls() -> list[str]:
    lines = (
        line
        for file in FILES
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines()
    )
    return list(dict.fromkeys(lines))


def made_up_urls() -> list[str]:
    families = Families(Path("nowhere.txt"))
    return [url for family in FAMILIES for url in families.urls(family, 30)]


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("safe_url_string", {}),
    ("canonicalize_url", {}),
    ("canonicalize_url", {"keep_fragments": True}),
    ("canonicalize_url", {"keep_blank_values": False}),
    ("canonicalize_url", {"query_separator": ";"}),
]


@pytest.mark.parametrize(("name", "options"), CALLS)
@pytest.mark.parametrize("source", [made_up_urls, real_urls])
def test_urls_have_only_known_differences(name, options, source):
    w3lib_url = w3lib_url_module()
    function = getattr(w3lib_url, name)
    different = 0
    for url in source():
        ours = or_none(getattr(urldom.w3lib, name), url, **options)
        try:
            theirs = function(url, **options)
        except ValueError:
            theirs = None
        if ours != theirs:
            different += 1
            assert set(differences(url, theirs, ours)) <= set(KINDS), (url, theirs, ours)
            assert set(differences(url, theirs, ours)), (url, theirs, ours)
    if source is real_urls and name == "canonicalize_url":
        assert different < 1000


def test_signatures_match_w3lib():
    w3lib_url = w3lib_url_module()
    for name in urldom.w3lib.__all__:
        theirs, ours = (_parameters(getattr(module, name)) for module in (w3lib_url, urldom.w3lib))
        assert ours == theirs


def _parameters(function: Any) -> list[tuple[str, object]]:
    return [
        (name, parameter.default)
        for name, parameter in inspect.signature(function).parameters.items()
    ]
