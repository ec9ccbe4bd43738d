"""Strategies of hypothesis, for tests of code that handles URLs.

`urls()`, `references()`, `hosts()` and `hostile_urls()` draw strings, `url_patterns()` draws
patterns, and `matching(pattern)` draws URLs that a pattern matches. All of them need hypothesis
(`pip install hypothesis`).

`from_type` and `builds` of hypothesis can also draw `URL`, `FrozenURL`, `URLDecomposition`,
`ParsedURL`, `URLPattern` and `URLPatternList` objects, without an import of this module, because
hypothesis finds `register` by its entry point.

>>> from hypothesis import given
>>> from urldom import URL
>>> @given(references(), urls())
... def test_a_resolved_url_resolves_to_itself(reference, base):
...     url = URL(reference, base)
...     assert URL(url) == url
>>> test_a_resolved_url_resolves_to_itself()
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import product
from string import ascii_letters, ascii_lowercase, digits
from typing import TYPE_CHECKING, Any

from urldom import Standard, StandardLike, URLDecomposition, find_standard
from urldom._core.errors import missing_package, shown, wrong_type
from urldom._core.standards.registry import STANDARD_NAMES
from urldom._core.text import grammar

if TYPE_CHECKING:
    from urldom.patterns._components import Component
    from urldom.patterns._pattern import URLPattern

__all__ = ["hostile_urls", "hosts", "matching", "references", "register", "url_patterns", "urls"]
__dir__: Callable[[], list[str]] = __all__.copy


def register() -> None:
    """Register strategies for the classes of URLs and of patterns.

    They are `URL`, `FrozenURL`, `URLDecomposition`, `ParsedURL`, `URLPattern` and `URLPatternList`.

    hypothesis calls this entry point when it is imported, so there is usually no need to call it.

    >>> register()
    >>> from hypothesis import find, strategies
    >>> from urldom import URL
    >>> find(strategies.from_type(URL), lambda url: url.protocol == "https:").hostname
    'a'
    """
    # If the import below is the first import of hypothesis, this code runs before the rest of the
    # module.
    from hypothesis.strategies import register_type_strategy

    from urldom import URL, FrozenURL, ParsedURL, URLPattern, URLPatternList, parse

    register_type_strategy(URL, lambda _: urls().map(URL))
    register_type_strategy(FrozenURL, lambda _: urls().map(FrozenURL))
    register_type_strategy(URLDecomposition, lambda _: urls().map(URLDecomposition))
    register_type_strategy(ParsedURL, lambda _: urls().map(parse))
    register_type_strategy(URLPattern, lambda _: url_patterns())
    register_type_strategy(
        URLPatternList, lambda _: st.lists(url_patterns(), max_size=4).map(URLPatternList)
    )


try:
    from hypothesis import strategies as st
except ModuleNotFoundError as _error:
    raise missing_package("urldom.strategies", "hypothesis", error=_error) from None


# The unreserved characters of RFC 3986 section 2.3, and some of RFC 3987's <ucschar>, of two to
# four bytes in UTF-8.
_UNRESERVED = f"{ascii_letters}{digits}-._~"
_UCSCHAR = "éßøñЖяλ中日本かغ한ह🦊"
_ESCAPES = ("%20", "%C3%A9", "%25", "%2F", "%3f", "%23", "%27", "%00")
#: Letters that can form labels in any order, under IDNA 2003 and UTS 46.
_LABEL_LETTERS = "éüßøñçłžπλйжшя中文日本語かなカナ한국"
_DOMAINS = (
    "a",
    "example.com",
    "localhost",
    "www.example.co.uk",
    "example.com.",
    "xn--bcher-kva.example",
)
#: Patterns of path segments and of hosts, in which NAME becomes the name of a group.
_SEGMENTS = (
    "/a",
    "/:NAME",
    "/*",
    "/:NAME?",
    "/:NAME*",
    "/:NAME+",
    "{/a}?",
    "{/a}+",
    "/index.html",
    "/:NAME.html",
    "/é",
    "/{:NAME-}?b",
)
_HOSTNAME_PATTERNS = (
    "*.example.com",
    "{*.}?example.com",
    ":sub.example.com",
    "*",
    ":a.:b",
    "bücher.example",
)
_SCHEMES_WITH_HOSTS = ("https", "http", "ws", "wss", "ftp", "file")
#: The schemes that `matching` tries first.
_SCHEMES = (*_SCHEMES_WITH_HOSTS, "data", "urn")
#: The characters of text that `matching` draws for regular expressions.
_IN_REGULAR_EXPRESSIONS = st.characters(codec="ascii", categories=("L", "N"))
#: How often at least and at most `matching` repeats a part with each modifier.
_TIMES = {"optional": (0, 1), "zero-or-more": (0, 3), "one-or-more": (1, 3)}
_UNICODE_DOMAINS = (
    "bücher.example",
    "faß.example",
    "例え.テスト",
    "пример.испытание",
    "דוגמה.example",
    "مثال.إختبار",
)


def urls(
    *, schemes: Collection[str] = ("http", "https"), standard: StandardLike | None = None
) -> st.SearchStrategy[str]:
    """Return a strategy for absolute URLs that look like real ones.

    The URLs have hosts of all kinds (see `hosts`), paths, queries and fragments, and some have user
    info, a port, escapes, empty segments, dot segments, or letters of several scripts. Each is
    valid under HTML5 (RFC 3987).

    Args:
        schemes: The schemes of the URLs. URLs with these schemes must be able to have a host and a
            port.
        standard: The standard under which each URL is absolute, or its name. If it allows only
            ASCII, the URLs are ASCII. `None` means each standard that allows other characters.

    Raises:
        ValueError: If a scheme, such as `data`, has no host and port, `schemes` is empty, or the
            standard is unknown.
        TypeError: If `schemes` is a `str`, or a scheme is not a `str`.

    >>> from hypothesis import find
    >>> find(urls(schemes=["wss"], standard="rfc3986"), lambda url: url.endswith("/"))
    'wss://a/'
    """
    if isinstance(schemes, str):
        raise wrong_type("schemes", "a collection of str", schemes)
    names = list(schemes)
    if not names:
        raise ValueError("schemes is empty: pass one scheme or more")
    chosen = [find_standard(name) for name in (STANDARD_NAMES if standard is None else [standard])]
    allowing = [found for found in chosen if found.is_valid_url("http://é/é?é#é")]
    for scheme, found in product(names, allowing or chosen):
        _require_port(scheme, found)
    unicode = bool(allowing)
    pieces = (_authority(unicode), _path(unicode), _tail("?", unicode), _tail("#", unicode))
    return _joined(st.sampled_from(names), st.just("://"), *pieces)


def _require_port(scheme: object, standard: Standard) -> None:
    """Raise `ValueError` if URLs with a scheme cannot have a host and a port."""
    if not isinstance(scheme, str):
        raise wrong_type("a scheme", "a str", scheme)
    example = URLDecomposition(f"{scheme}://user@example.com:1/", standard=standard)
    if example.protocol.lower() != f"{scheme.lower()}:" or example.port != "1":
        raise ValueError(
            f"{shown(example.reference)} has no port under {standard.name}: pass another scheme"
        )


def references() -> st.SearchStrategy[str]:
    """Draw URL references of all kinds.

    Examples are `""`, `?query`, `#fragment`, `/absolute/path`, `relative`, `../up`, `//host/path`,
    and those of `urls`.

    Returns:
        A strategy for strings that resolve against each URL of `urls()` under `WHATWG` and `HTML5`.

    >>> from hypothesis import find
    >>> find(references(), lambda reference: reference.startswith(".."))
    '..'
    """
    start = st.one_of(
        st.sampled_from(("", "/", ".", "..", "./", "../", "../..")),
        _joined(
            # RFC 3986 section 4.2: no first segment has a colon, and two slashes would begin an
            # authority.
            st.sampled_from(("", "./", "../", "../../", "/")),
            _run(_UNRESERVED + grammar.SUB_DELIMS + "@", True, min_size=1),
            _path(True),
        ),
        _joined(st.just("//"), _authority(True), _path(True)),
    )
    return _joined(start, _tail("?", True), _tail("#", True)) | urls()


def hosts() -> st.SearchStrategy[str]:
    """Draw hosts of all kinds, in the form that they have in a URL.

    They are IPv4 and IPv6 addresses and domains, also in Unicode or Punycode, with a final dot, or
    with only one label.

    Returns:
        A strategy for strings that are valid hosts under `WHATWG` and `HTML5`.

    >>> from hypothesis import find
    >>> find(hosts(), lambda host: host.endswith("."))
    'example.com.'
    """
    return _hosts(True)


def hostile_urls() -> st.SearchStrategy[str]:
    """Return a strategy for strings that test a filter: misleading, invalid and barely valid URLs.

    The strings contain delimiters, spaces, controls and escapes at odd places, invalid schemes and
    ports, unusual IP addresses, characters that become delimiters or digits, domains at the limits
    of IDNA, and lone surrogates. Some are valid URLs, some repeat a piece up to 8,193 times, and
    the empty string and arbitrary text are drawn too.

    >>> from hypothesis import given
    >>> from urldom import URL
    >>> @given(hostile_urls())
    ... def test_only_a_valid_url_is_parsed(text):
    ...     assert URL.parse(text) is None or URL(text).protocol
    >>> test_only_a_valid_url_is_parsed()
    """
    start = st.sampled_from(
        ("http://", "https://", "//", "HTTP:/", "ws:", "ftp://u:p@", "foo://", "http:\\")
    )
    tail = st.sampled_from(("", "/", ":80/", "?q", "#f", "\\@good.example/", "/../x", ":80:80"))
    piece = st.sampled_from(
        ("a", "a.", "/", "../", "%61", "é", "@", ":", "?", "#", "&a", "0", "[", "\\", " ", "\t")
    )
    size = st.sampled_from((64, 254, 2_084, 8_193))
    return st.one_of(
        st.sampled_from(_HOSTILE),
        _joined(start, st.sampled_from(_HOSTILE_HOSTS), tail),
        _with(references(), st.sampled_from(_INTRUDERS)),
        _joined(st.sampled_from(_LONG), st.builds(str.__mul__, piece, size)),
        st.text(st.characters(exclude_categories=())),
    )


def url_patterns(*, regular_expressions: bool = False) -> st.SearchStrategy[URLPattern]:
    """Return a strategy for URL patterns (URL Pattern Standard).

    Patterns have some of the components, with fixed text, wildcards, groups, braces and modifiers.
    Some ignore case.

    Args:
        regular_expressions: If true, some patterns have one, which needs corvus-regex-ecma262 (the
            extra `pattern`).

    >>> from hypothesis import find
    >>> find(url_patterns(), lambda pattern: "?" in pattern.pathname).pathname
    '/:n0?'
    """
    from urldom.patterns._pattern import URLPattern

    def component(*choices: str, expressions: tuple[str, ...] = ()) -> st.SearchStrategy[str]:
        return st.sampled_from([*choices, *expressions] if regular_expressions else choices)

    def numbered(segments: list[str]) -> str:
        return "".join(
            segment.replace("NAME", f"n{number}") for number, segment in enumerate(segments)
        )

    segment = component(
        *_SEGMENTS, expressions=(r"/(\d+)", "/:NAME([a-z]+)", "/:NAME(a|b)?", r"/([^\/]*)")
    )
    components: dict[str, st.SearchStrategy[Any]] = {
        "pathname": st.lists(segment, min_size=1, max_size=4).map(numbered) | st.just("*"),
        "hostname": component(
            "example.com", *_HOSTNAME_PATTERNS, expressions=("(www|api).example.com",)
        ),
        "protocol": component(
            "https", "http{s}?", "http", "*", ":scheme", expressions=("(http|https)",)
        ),
        "port": component("", "8080", "80*", ":port", "*", expressions=(r"(80\d\d)",)),
        "search": component("", "q=:value", "*", "*a=*", "{q=1}?", expressions=(r"q=(\d*)",)),
        "hash": component("", ":name", "*", "top", expressions=("([a-z]*)",)),
        "username": component("", "*", ":user"),
        "password": component("", "*"),
        "ignore_case": st.booleans(),
    }
    return st.fixed_dictionaries({}, optional=components).map(lambda given: URLPattern(**given))


def matching(pattern: URLPattern | str) -> st.SearchStrategy[str]:
    """Return a strategy for URLs that a pattern matches.

    hypothesis reads a regular expression as Python's `re` does, and raises `Unsatisfiable` if no
    URL matches.

    Args:
        pattern: A pattern, or its constructor string.

    Raises:
        InvalidPatternError: If the string is not a valid pattern.
        TypeError: If `pattern` has another type.

    >>> from hypothesis import find
    >>> find(matching("https://*.example.com/user/:id"), lambda url: True)
    'https://0.example.com/user/0'
    """
    from urldom.patterns._pattern import URLPattern, compiled_components

    if not isinstance(pattern, (str, URLPattern)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a pattern", "a URLPattern or a str", pattern)
    made = pattern if isinstance(pattern, URLPattern) else URLPattern(pattern)
    components = compiled_components(made)
    texts = {name: _text_of(name, component) for name, component in components.items()}
    schemes = [scheme for scheme in _SCHEMES if components["protocol"].matcher.test(scheme)]
    if schemes:
        texts["protocol"] = st.sampled_from(schemes)
    return st.fixed_dictionaries(texts).map(_url_of_components).filter(made.test)


def _text_of(name: str, component: Component) -> st.SearchStrategy[str]:
    """Draw text that the pattern of a component matches."""
    delimiter = st.just(component.options.delimiter_code_point)
    characters = digits if name == "port" else ascii_lowercase + digits
    run = st.text(characters, min_size=1, max_size=3)
    parts: list[st.SearchStrategy[str]] = []
    for place, part in enumerate(component.part_list):
        if part.type == "fixed-text":
            text = st.just(part.value)
        elif part.type == "regexp":
            text = st.from_regex(part.value, fullmatch=True, alphabet=_IN_REGULAR_EXPRESSIONS)
        elif part.type == "segment-wildcard" or name in ("protocol", "hostname"):
            text = run
        elif name == "pathname" and place == 0 and not part.prefix:
            text = _joined(st.just("/"), st.just("") | run)
        else:
            text = st.just("") | run | _joined(run, delimiter, run)
        one = _joined(st.just(part.prefix), text, st.just(part.suffix))
        if part.modifier == "none":
            parts.append(one)
        else:
            least, most = _TIMES[part.modifier]
            parts.append(st.lists(one, min_size=least, max_size=most).map("".join))
    return _joined(*parts)


def _url_of_components(texts: dict[str, str]) -> str:
    def after(mark: str, name: str) -> str:
        return f"{mark}{texts[name]}" if texts[name] else ""

    authority = texts["hostname"] + after(":", "port")
    userinfo = texts["username"] + after(":", "password")
    if userinfo:
        authority = f"{userinfo}@{authority}"
    slashes = "//" if authority or texts["protocol"] in _SCHEMES_WITH_HOSTS else ""
    before_query = f"{texts['protocol']}:{slashes}{authority}{texts['pathname']}"
    return before_query + after("?", "search") + after("#", "hash")


def _joined(*pieces: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*pieces).map("".join)


def _run(characters: str, unicode: bool, *, min_size: int = 0) -> st.SearchStrategy[str]:
    """Draw a string of `characters` and escapes, and if `unicode` is true, of non-ASCII
    characters."""
    choices = [*characters, *_ESCAPES]
    if unicode:
        choices += _UCSCHAR
    return st.lists(st.sampled_from(choices), min_size=min_size, max_size=8).map("".join)


def _authority(unicode: bool) -> st.SearchStrategy[str]:
    user = _run(_UNRESERVED + grammar.SUB_DELIMS + ":", unicode)
    port = st.integers(0, 65535).map(str) | st.sampled_from(("80", "443", "8080", ""))
    return _joined(
        st.just("") | user.map("{}@".format), _hosts(unicode), st.just("") | port.map(":{}".format)
    )


def _hosts(unicode: bool) -> st.SearchStrategy[str]:
    word = st.text(ascii_letters + digits, min_size=1, max_size=10)
    label = word | _joined(word, st.just("-"), word)
    if unicode:
        label |= st.text(_LABEL_LETTERS, min_size=1, max_size=6)
    # The last label contains only letters, because with a number the host would be an IPv4 address.
    last = st.text(ascii_lowercase, min_size=1, max_size=6)
    return st.one_of(
        st.sampled_from(_DOMAINS + (_UNICODE_DOMAINS if unicode else ())),
        _joined(st.lists(label.map("{}.".format), max_size=3).map("".join), last),
        st.ip_addresses(v=4).map(str),
        st.ip_addresses(v=6).map("[{}]".format),
    )


def _path(unicode: bool) -> st.SearchStrategy[str]:
    """Draw segments, with a slash before each."""
    odd = st.sampled_from(
        ("index.html", "..", ".", "~user", "a;v=1", "%2E", "a%2Fb", "caf%c3%a9", "...")
    )
    segment = _run(_UNRESERVED + grammar.SUB_DELIMS + ":@", unicode) | odd
    return st.lists(segment.map("/{}".format), max_size=4).map("".join)


def _tail(delimiter: str, unicode: bool) -> st.SearchStrategy[str]:
    """Draw `""`, or the delimiter and a query or a fragment."""
    usual = st.sampled_from(
        ("q=1", "a=1&b=2&a=", "q=a+b%20c", "&&=", "next=http://example.com/?x", "x='*'")
    )
    text = _run(_UNRESERVED + grammar.SUB_DELIMS + ":@/?", unicode) | usual
    return st.just("") | text.map(f"{delimiter}{{}}".format)


@st.composite
def _with(draw: st.DrawFn, texts: st.SearchStrategy[str], intruders: st.SearchStrategy[str]) -> str:
    """Draw a text, and insert one of the `intruders` at a random place."""
    text = draw(texts)
    place = draw(st.integers(0, len(text)))
    return text[:place] + draw(intruders) + text[place:]


# fmt: off
#: Complete hostile strings.
_HOSTILE = (
    "", " ", ":", "/", "//", "///", "?", "#", ":/", "://", "@", "http", "http:", "http:/",
    "http://", "http://?",
    # User info, and text that looks like user info
    "http://good.example@evil.example/", "http://good.example:80@evil.example/",
    "http://a@b@evil.example/", "http://good.example%40evil.example/",
    "http://good.example#@evil.example/", "http://good.example?@evil.example/",
    "http://evil.example#@good.example/", "http://good.example&@evil.example#@other.example/",
    "http://@/", "http://:@h/",
    # Backslashes
    "http://evil.example\\@good.example/", "http://good.example\\@evil.example/",
    "http:\\\\evil.example\\x", "\\\\evil.example/x", "/\\evil.example/x", "\\/evil.example",
    "https:\\evil.example", "..\\..\\x", "file:\\\\h\\c$",
    # Too many or too few slashes. Some strings begin with `http:`, which can be the scheme of the
    # base.
    "///evil.example/x", "////evil.example/x", "http:/evil.example/x", "http:evil.example/x",
    "http:///evil.example/x", "http:x", "https:x", "/.//evil.example", "/..//evil.example/x",
    "http://h/..//evil.example", "web+demo:/.//not-a-host/",
    # Tabs, line breaks, spaces, controls
    "ht\ttp://evil.example/", "http://good.exam\nple/", "//\tevil.example/x", "/\t/evil.example/",
    "/\n/evil.example", " http://h/ ", "\x00http://h/", "\x1f\x20http://h/\x0c",
    "java\nscript:alert(1)", "\x01javascript:alert(1)", "http://h/\r\nSet-Cookie: a=1",
    "http://h/ x", "http://h/?a b", "http://h/#a b", "http:// /", "\xa0http://h/",
    # Schemes
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "javascript://h/%0Aalert(1)",
    "data:text/html,<script>alert(1)</script>", "data:,a#b", "vbscript:x", "view-source:http://h/",
    "blob:https://h/x", "blob:x", "about:blank", "about:srcdoc", "file:///etc/passwd",
    "file://h/C|/x", "file:///C|/x", "file:c:/x", "file:..", "mailto:a@b?subject=x", "urn:a:b",
    "1a:b", "a.b+c-d:e", "é:b", "http+unix://%2Fsock/x", "jar:file:///a!/b", "//h", "tel:+1-2",
    "C:\\x", "C|/x", "x:y:z",
    # Escapes and dot segments
    "http://h/%2e%2e/x", "http://h/a/.%2E/x", "http://h/%2e./%2e/x", "http://h/a/..;/x",
    "http://h/..%2fx", "%2e%2e/x", "http://h/%252e%252e/x", "http://h/..%5cx", "../../../../x",
    "http://h/%c0%ae%c0%ae/x", "..//../x", "http://h/./.", "http://h/%", "http://h/%4",
    "http://h/%zz", "http://h/%C3", "http://h/%u0041", "http://h/%00", "http://h/?%", "%",
    "http%3A%2F%2Fevil.example%2F", "http://h/?q=%EC%E8#%FF", "http://h/a|b^c`d{e}",
    "http://h/?'\"<>", "http://h/[x]",
)
#: Hosts, some of them invalid.
_HOSTILE_HOSTS = (
    # IPv4 addresses, and similar hosts
    "0x7f.1", "0X7F.0.0.1", "0177.0.0.1", "2130706433", "017700000001", "127.1", "127.0.0.1.",
    "0x7f000001", "0", "0x", "1.2.3.4.5", "256.256.256.256", "4294967296", "1.2.3.08", "1..2",
    "127.0.0.1..", "0000000000000127.0.0.1", "a.0x7f",
    # IPv6 addresses, and similar hosts
    "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[0:0:0:0:0:0:0:1]",
    "[::1%25eth0]", "[::1%eth0]", "[::1", "::1", "[]", "[:]", "[::1]a", "[1::2::3]", "[v1.a:b]",
    "[FE80::]", "[::1.2.3]", "[12345::]", "[0:1:2:3:4:5:6:7:8]",
    # Characters that become digits, dots and other delimiters
    "①②⑦.⓪.⓪.①", "１２７．０．０．１", "127。0。0。1", "169｡254｡169｡254",
    "good.example／evil.example", "good.example℀evil.example", "good.example＠evil.example",
    "good.example：80", "good.example＃evil.example", "good.example？x", "good.example﹖x",
    "ｇｏｏｄ.example", "𝓰ood.example",
    "¼.example", "％４１", "a․b", "⒈.example", "㏂", "℡", "ﬁle", "K.example",
    # Escapes
    "%31%32%37.0.0.1", "%65vil.example", "ex%2Fample", "%00.example", "a%40b", "a%3a80", "a%2eb",
    "%", "%zz", "%c3%9f.example", "%E2%91%A0", "%ef%bc%85%ef%bc%94%ef%bc%91", "a%5cb", "a%20b",
    "a%23b", "a%3fb", "xn--%C3%A9", "%FF",
    # IDNA
    "faß.example", "ς.example", "xn--", "xn--a", "xn--ls8h.example", "xn--0", "xn--a-ß",
    "XN--BCHER-KVA", "xn--bcher-kvaß", "a..b", ".a", "a.", ".", "..", "-a", "a-", "a--b", "ab--c",
    "a_b", "*", "İ.example", "ı.example", "аррӏе.example", "gοοd.example", "é.example", "☃.example",
    "👨\u200d👩\u200d👧.example", "a\u200db", "a\u200cb", "नी\u200dक", "١٢٣", "דa", "1א", "\u0301a",
    "a\u0640", "・", "a·b", "ⒶⒷ", "xn--mgba3gch31f060k", "xn--1ch", "≠", "a", "é",
    # Invisible and bidirectional
    "good\u202eexample", "\u200f.example", "go\u00adod.example", "go\u200bod.example",
    "\ufeffgood.example", "a\u2066b", "\u00ad", "\u200b", "\u2060", "\u180e", "a\U000e0061b",
    "a\ufe0f", "\u3164", "\u115f.example", "a\u034fb",
    # Characters that no host can contain
    "\ud800", "a\udfffb", "\ufffd", "\ufdd0", "\U0010ffff", "a b", "a\x00b", "a\x7fb", "a<b", "a>b",
    "a^b", "a|b", "a\tb", "",
    # Ports
    "h:", "h:0", "h:00080", "h:65535", "h:65536", "h:99999999999999999999", "h:-1", "h:+1",
    "h:８０", "h: 80", "h:8a", "h::80", "h:80 ", "h:0x50", "h:٣",
    # User info
    "u:p@h", "@h", ":@h", "u:@h", "u@", "u:p@", "a@b@h", "u%40@h", "u\\@h", "é:ß@h", "u:p:q@h",
    "[::1]@h", "u/@h",
)
#: The pieces that `_with` inserts at any place of a URL.
_INTRUDERS = (
    "\\", "\t", "\n", "\r", " ", "\x00", "\x0b", "\x1f", "\x7f", "\x80", "\x85", "\xa0", "@", ":",
    "/", "//", "?", "#", "[", "]", "%", "%2", "%zz", "%00", "%2e", "%2e%2e/", "%2F", "%5c",
    "%0d%0a", "%C3", "..", ";", "&", "'", '"', "<", ">", "|", "^", "`", "{", "}", "．", "。", "／",
    "＼", "＠", "：", "％", "℀", "①", "\xad", "\u200b", "\u200d", "\u200e", "\u202e", "\u2028",
    "\u2066", "\ufeff", "\ufffd", "\ufffe", "\ud800", "\udc00", "\U000e0001", "\U0010ffff",
    "e\u0301", "İ", "ſ", "K",
)
#: The beginnings of the long strings, each followed by a repeated piece.
_LONG = (
    "", "http://", "http://h/", "http://h/?", "http://h/#", "http://u:", "http://h:", "http://[",
    "xn--", "a:", "data:,", "../",
)
# fmt: on
