"""The places where a string enters the package, each with a check of its quick ways.

A check raises `AssertionError` if a quick way has another answer than the reading of its
specification, or than an independent writing in the tests. A *reading* that shares code with its
quick way does not count: the RFCs are compared with `tests.standards.reference`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final, NamedTuple, TypeAlias
from unittest.mock import patch
from urllib import parse as standard_library
from urllib.parse import parse_qsl, quote, unquote

from tests import test_invariants
from tests.core.explaining.explained import check_assignment, check_explanation
from tests.core.objects.relative import check_relative_to
from tests.core.standards import reference as rfc_reference
from tests.core.standards.html5 import reference as html5_reference
from tests.core.standards.html5 import test_properties as html5_properties
from tests.core.standards.readings import check_row, check_setting, outcome
from tests.core.standards.whatwg import reference as whatwg_reference
from tests.core.standards.whatwg import test_properties as whatwg_properties
from tests.core.text.reference import to_ascii as idna2003_to_ascii
from tests.core.values.invariants import check_invariants
from tests.standards import OF_THE_TABLE
from tests.tools.tokens.making import ASSIGNABLE, Case
from urldom import (
    URL,
    Document,
    FrozenURL,
    InvalidURLError,
    RejectedValueError,
    URLDecomposition,
    urllib,
    w3lib,
)
from urldom._core import params as params_module
from urldom._core.errors import Failure
from urldom._core.objects import building
from urldom._core.standards.html5 import reading as html5_reading
from urldom._core.standards.html5.resolving import resolve_host
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.standards.relating import relative_reference, shortest_reference
from urldom._core.standards.resolving import resolve_string, string_resolver
from urldom._core.standards.table_model import TableModel
from urldom._core.standards.whatwg import relative as whatwg_relative
from urldom._core.standards.whatwg.authority import cut_host
from urldom._core.standards.whatwg.cutting import clean
from urldom._core.standards.whatwg.hosts import parse_host
from urldom._core.standards.whatwg.state_machine import basic_url_parse, validation_errors
from urldom._core.standards.whatwg.url_record import pieces_of, record_of
from urldom._core.standards.whatwg.writing import is_valid_url_string
from urldom._core.text import idna2003, percent_encode_sets, percent_encoding, punycode
from urldom._core.text.encodings import output_encoding
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import (
    Pieces,
    fragment_of,
    href,
    is_hierarchical,
    path_of,
    query_of,
    url_pieces,
)
from urldom._core.values.value_of_pieces import parsed_url
from urldom.html5 import is_valid_url
from urldom.patterns import URLPattern, URLPatternList
from urldom.patterns import _inputs as pattern_inputs
from urldom.whatwg import URLSearchParams

Check: TypeAlias = Callable[[Case], None]
#: The eight pieces of a URL, or the reason why it is invalid.
Answer: TypeAlias = "Pieces | str"

_WHATWG: Final[Any] = find_engine("whatwg")
_HTML5: Final[Any] = find_engine("html5")
_TABLE: Final = tuple(OF_THE_TABLE)
_BASE: Final = "http://base.example/a/b?c"


# Parsing and resolving


def parsing(case: Case) -> None:
    """The quick way cuts a URL as the specification says."""
    _check_cut(find_engine(case.standard), case.text, None, output_encoding(case.encoding))


def resolving(case: Case) -> None:
    """The quick way resolves a URL against a base as the specification says."""
    engine: Any = find_engine(case.standard)
    if case.base_text is not None:
        base = _check_cut(engine, case.base_text, None, "utf-8")
        if isinstance(base, tuple):
            _check_cut(engine, case.text, base, output_encoding(case.encoding))


def _check_cut(engine: Any, text: str, base: Pieces | None, encoding: str) -> Answer:
    quick: Answer = outcome(engine.grammar.cut, text, base, encoding)
    if isinstance(quick, tuple):
        check_invariants(quick)
    for read in _READINGS.get(engine.name, (_read_reference,)):
        expected = read(engine.name, text, base, encoding)
        if isinstance(quick, str) or isinstance(expected, str):
            # A failure of an independent writing has no reason.
            assert isinstance(quick, str) and expected in (quick, "")
        else:
            assert quick[:8] == expected[:8]
    return quick


def _read_whatwg(name: str, text: str, base: Pieces | None, encoding: str) -> Any:
    try:
        record = basic_url_parse(text, None if base is None else record_of(base), encoding)
    except Failure as failure:
        return failure.reason
    return pieces_of(record, text)


def _read_html5(name: str, text: str, base: Pieces | None, encoding: str) -> Any:
    return outcome(html5_reading.resolve, text, base, encoding)


def _refer_to_html5(name: str, text: str, base: Pieces | None, encoding: str) -> Any:
    base_url = None if base is None else parsed_url(base)
    with suppress(Failure):
        return html5_reference.pieces_of(html5_reference.resolve(text, base_url, encoding))
    return ""


def _read_reference(name: str, text: str, base: Pieces | None, encoding: str) -> Any:
    """Resolve a reference by the independent writing of an RFC, and parse the result by its
    grammar."""
    against = None if base is None else href(base)
    if name == "rfc1808":
        if against is None:
            return _whole(name, _rl(rfc_reference.split_rfc1808(text)))
        return _whole(name, _rl(rfc_reference.resolve_rfc1808(text, against)))
    if not all(_is_of_grammar(name, each) for each in (text, against) if each is not None):
        return ""
    resolve = rfc_reference.resolve_rfc2396 if name == "rfc2396" else rfc_reference.resolve_rfc3986
    if against is None:
        # A reference without a base has to have a scheme, and is resolved against anything.
        against = text
        if rfc_reference.split(text)[0] is None:
            return ""
    return _whole(name, resolve(text, against))


def _is_of_grammar(name: str, text: str) -> bool:
    if name == "rfc3986":
        return rfc_reference.is_uri_reference(text)
    return name != "rfc3987" or rfc_reference.is_iri_reference(text)


def _rl(values: tuple[str, str, str, str, str, str]) -> str:
    """Put the values of a URL together (RFC 1808 section 2.1)."""
    scheme, net_loc, path, params, query, fragment = values
    authority = f"//{net_loc}" if net_loc or path.startswith("//") else ""
    return "".join(
        [
            scheme and f"{scheme}:",
            authority,
            path,
            params and f";{params}",
            query and f"?{query}",
            fragment and f"#{fragment}",
        ]
    )


def _whole(name: str, url: str) -> Any:
    """Return the pieces of a target, or `""` if it is not absolute."""
    engine: Any = find_engine(name)
    pieces: Answer = outcome(engine.grammar.cut_as_written, url)
    if not isinstance(pieces, tuple) or len(pieces[0]) < 2:
        return ""
    assert href(pieces) == url
    return pieces


_READINGS: Final[dict[str, tuple[Callable[..., Any], ...]]] = {
    "whatwg": (_read_whatwg,),
    "html5": (_read_html5, _refer_to_html5),
}


def resolving_many(case: Case) -> None:
    """The resolver for many references resolves as a single call does."""
    grammar: Any = find_engine(case.standard).grammar
    for base in (case.base_text, "https://h:81/a/b/c?q#f"):
        if base is not None:
            resolve = string_resolver(grammar, base, case.encoding)
            quick = _result(resolve, case.text)
            read = _result(resolve_string, grammar, case.text, base, case.encoding)
            assert quick == read


def _result(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Return the result of a public function, or its documented error as a string."""
    try:
        return function(*arguments, **named)
    except InvalidURLError as error:
        return f"{type(error).__name__}: {error.reason}"
    except RejectedValueError as error:
        return f"{type(error).__name__}: {error.attribute}, {error.reason}"


# Objects


def objects(case: Case) -> None:
    """The attributes of an object are those of the reading."""
    url = URLDecomposition(case.text, standard=case.standard)
    if case.standard == "whatwg":
        for base in {None, case.base_text}:
            if base is None or URL.can_parse(base):
                whatwg_properties.check_parsing(case.text, base)
    elif url:
        engine: Any = find_engine(case.standard)
        read = parsed_url(engine.grammar.cut(case.text))
        for name in engine.object_model.attributes:
            quick = getattr(url, name)
            expected = html5_reference.GETTERS[name](read)
            assert quick == expected, name
    if url:
        assert url.ip_address == _ip_address(url.hostname)


def _ip_address(host: str) -> IPv4Address | IPv6Address | None:
    with suppress(ValueError):
        if host[:1] == "[" and host[-1:] == "]" and "%" not in host:
            return IPv6Address(host[1:-1])
        return IPv4Address(host) if host.isascii() else None
    return None


# Assigning


def setting(case: Case) -> None:
    """A setter does what the described steps do."""
    engine: Any = find_engine(case.standard)
    text, value = case.target_text, case.value
    if case.standard == "whatwg":
        if case.name in engine.object_model.setters:
            check_setting(text, case.name, value)
            whatwg_properties.check_setting(text, case.name, value, case.encoding)
    elif isinstance(engine.object_model, TableModel) and case.name in engine.object_model.rows:
        check_row(engine, text, case.name, value)
        if case.standard == "html5":
            _inner(html5_properties.test_assigning_matches_the_reference)(
                text, [(case.name, value)]
            )


def _inner(test: Any) -> Any:
    """Return the function of a property test, without hypothesis."""
    return test.hypothesis.inner_test


def assignments(case: Case) -> None:
    """Several assignments to an object that only stores the output have the same results as to one
    that runs all steps, with a base and without one."""
    text, standard = case.target_text, case.standard
    outputs: list[str] = []
    quick = URLDecomposition(text, standard=standard)
    steps = URLDecomposition(text, standard=standard, on_set=outputs.append)
    based = URLDecomposition(text, _BASE, standard=standard)
    live = URLDecomposition(text, Document(_BASE, standard=standard))
    for name, tokens in case.values:
        if name in find_engine(standard).object_model.assignable:
            for url in (quick, steps, based, live):
                setattr(url, name, "".join(tokens))
    assert _seen(quick) == _seen(steps)
    assert _seen(based) == _seen(live)
    if quick:
        assert _seen(quick)[:-1] == _seen(URLDecomposition(quick.href, standard=standard))[:-1]


def _seen(url: URLDecomposition) -> list[str]:
    names = url.standard.attributes
    return [*(getattr(url, name) for name in names), url.href, url.reference]


def assigning(case: Case) -> None:
    """`assign` and `replace` agree with each other and with single assignments, in any order."""
    text, standard = case.target_text, case.standard
    assignable = find_engine(standard).object_model.assignable
    named: dict[str, Any] = {
        name: "".join(tokens) if tokens or name not in _REMOVABLE else None
        for name, tokens in case.values
        if name in assignable
    }
    if not named:
        return
    url = URLDecomposition(text, standard=standard)
    before = url.href
    assigned = _result(_assigned, url, named)
    assert _result(_replaced, url, named) == assigned
    assert url.href == before
    if url:
        assert _result(_replaced, FrozenURL(text, standard=standard), named) == assigned
        if standard == "whatwg":
            assert _result(_assigned, URL(text), named) == assigned
    if assigned.startswith("RejectedValueError"):
        return
    reordered = _result(_assigned, url, dict(reversed(named.items())))
    assert reordered == assigned or reordered.startswith("RejectedValueError")
    whole = URLDecomposition(assigned, standard=standard)
    for name, value in named.items():
        # A host without a port removes the port, unless the port is given too.
        if name != "host" or "port" not in named:
            assert _assigned(whole, {name: value}) == assigned, name


#: The attributes that `None` removes (ruling 19).
_REMOVABLE: Final = ("port", "search", "hash", "username", "password")


def _assigned(url: Any, values: dict[str, Any]) -> str:
    copied = copy(url)
    copied.assign(**values)
    return str(copied)


def _replaced(url: Any, values: dict[str, Any]) -> str:
    return str(url.replace(**values))


# Hosts


def hosts(case: Case) -> None:
    """The quick way of the host parser makes the same host as the reading, and as the independent
    writing. ToASCII of IDNA 2003 does too."""
    text = clean(case.value)
    if text:
        for is_special in (True, False):
            is_opaque = not is_special
            quick = _host_or_reason(cut_host, text, is_special=is_special)
            assert quick == _host_or_reason(parse_host, text, is_opaque=is_opaque)
            expected = _host_or_reason(whatwg_reference.parse_host, text, is_opaque=is_opaque)
            assert quick.host == expected.host
    domain = scalar_value_string(case.value)
    if domain and "%" not in domain and domain[0] != "[":
        ascii_domain = _ascii_domain(domain)
        assert _host_or_reason(idna2003.to_ascii, domain).host == ascii_domain
        if not set(":/?#@\\").intersection(domain):
            assert _host_or_reason(resolve_host, domain).host == ascii_domain


class _Host(NamedTuple):
    host: str | None
    reason: str | None = None


def _host_or_reason(parse: Callable[..., str], text: str, **options: bool) -> _Host:
    try:
        return _Host(parse(text, **options))
    except Failure as failure:
        return _Host(None, failure.reason)


def _ascii_domain(domain: str) -> str | None:
    """Return a domain after ToASCII, or `None` if it fails."""
    try:
        return idna2003_to_ascii(domain)
    except UnicodeError:
        return None


# Queries


def params(case: Case) -> None:
    """The parameters are those of `parse_qsl`. A change that looks only at one name has the same
    result as one that splits the whole query, and as a list of pairs."""
    url, standard, encoding = case.target_text, case.standard, case.encoding
    quick = URLDecomposition(url, standard=standard, encoding=encoding)
    slow = URLDecomposition(url, standard=standard, encoding=encoding)
    frozen = FrozenURL(url, standard=standard, encoding=encoding) if quick else None
    if frozen is not None:
        assert frozen.params.pairs() == quick.params.pairs()
    for name, tokens in case.values:
        before = quick.params.pairs()
        change = _CHANGES[ASSIGNABLE.index(name) % len(_CHANGES)]
        key = "a" if len(name) % 2 else "".join(tokens[:1])
        value = "".join(tokens[1:])
        changed = _result(change, quick.params, key, value)
        with patch.object(params_module, "_after_few_changes", _split_the_query):
            assert _result(change, slow.params, key, value) == changed
        assert (quick.href, quick.params.pairs()) == (slow.href, slow.params.pairs())
        if output_encoding(encoding) == "utf-8":
            query = scalar_value_string(str(quick.params))
            assert quick.params.pairs() == _scalar(parse_qsl(query, keep_blank_values=True))
            if quick and changed is None:
                model = URLSearchParams(before)
                _result(_OF_A_LIST[change], model, scalar_value_string(key), value)
                assert quick.params.pairs() == list(model)


def _split_the_query(query: str, changes: object) -> None:
    """Take the place of the quick way, and leave the change to the other one."""


def _scalar(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(scalar_value_string(name), scalar_value_string(value)) for name, value in pairs]


def _set(params: Any, key: str, value: str) -> None:
    params[key] = value


def _add(params: Any, key: str, value: str) -> None:
    params.add(key, value)


def _remove(params: Any, key: str, value: str) -> None:
    params[key] = []


def _discard(params: Any, key: str, value: str) -> None:
    params.discard(key.replace("*", ""))


def _set_two(params: Any, key: str, value: str) -> None:
    params.update({key: value, "b": "x y"})


def _sort(params: Any, key: str, value: str) -> None:
    params.sort()


def _set_two_of_a_list(pairs: URLSearchParams, key: str, value: str) -> None:
    # `update` writes the values of a name that is there in its place, and new names at the end.
    pairs.set(key, value)
    pairs.set("b", "x y")


#: Changes of parameters, and the same changes of a list of pairs (URL Standard 6.2).
_OF_A_LIST: Final[dict[Callable[..., None], Callable[..., None]]] = {
    _set: URLSearchParams.set,
    _add: URLSearchParams.append,
    _remove: lambda pairs, key, value: pairs.delete(key),
    _discard: lambda pairs, key, value: pairs.delete(key.replace("*", "")),
    _set_two: lambda pairs, key, value: _set_two_of_a_list(
        pairs, key, "x y" if key == "b" else value
    ),
    _sort: lambda pairs, key, value: pairs.sort(),
}
_CHANGES: Final = list(_OF_A_LIST)


def search_params(case: Case) -> None:
    """The list of a URL's pairs is that of `parse_qsl`, and writes each change into the query."""
    url = URL.parse(case.target_text)
    if url is None:
        return
    live = url.search_params
    assert list(live) == parse_qsl(url.search[1:], keep_blank_values=True)
    apart = URLSearchParams(list(live))
    for name, tokens in case.values:
        change = (URLSearchParams.set, URLSearchParams.append)[len(name) % 2]
        key, value = "".join(tokens[:1]), "".join(tokens[1:])
        for pairs in (live, apart):
            change(pairs, key, value)
        assert list(live) == list(apart)
        assert url.search == f"?{apart}"
        assert list(URL(url.href).search_params) == list(apart)
        assert parse_qsl(str(apart), keep_blank_values=True) == list(apart)


# Segments


def segments(case: Case) -> None:
    """Segments are decoded one by one, and `url / segment` is the assignment of all segments."""
    url = URLDecomposition(case.target_text, standard=case.standard)
    path = url.pathname if url else ""
    if case.standard == "rfc1808":
        path = path.partition(";")[0]
    written = path[1:].split("/") if path[:1] == "/" != path else []
    texts = [*url.segments]
    assert texts == [_decoded(segment) for segment in written]
    segment = case.value
    if not segment or segment in texts:  # A segment that is there keeps its escapes.
        return
    added = _result(lambda: (url / segment).href)
    directory = texts[:-1] if texts[-1:] == [""] else texts
    assert added == _result(lambda: url.replace(segments=[*directory, segment]).href)
    if url:
        frozen = FrozenURL(case.target_text, standard=case.standard)
        assert frozen.segments == tuple(texts)
        assert _result(lambda: (frozen / segment).href) == added
    appended = URLDecomposition(case.target_text, standard=case.standard)
    error = _result(appended.segments.append, segment)
    whole = _result(lambda: url.replace(segments=[*texts, segment]).href)
    assert (error or appended.href) == whole


def _decoded(text: str) -> str:
    return scalar_value_string(unquote(scalar_value_string(text), errors="replace"))


# Relative references


def relative_references(case: Case) -> None:
    """A relative reference resolves to its URL again, and is the shortest of all forms."""
    for text, base in ((case.text, case.base_text), (case.base_text, case.text)):
        for url, against in ((text, base), (text, text), (text, "https://h/a/b/c?q#f")):
            if url is None or against is None:
                continue
            made = URLDecomposition(url, standard=case.standard)
            if check_relative_to(made, against, case.encoding):
                grammar: Any = find_engine(case.standard).grammar
                pieces, base_pieces = grammar.cut(url), grammar.cut_base(against)
                quick = relative_reference(grammar, pieces, base_pieces)
                assert quick == shortest_reference(grammar, pieces, base_pieces)


# Building


def build(case: Case) -> None:
    """A built URL is read back as the same URL, with the parts that were given."""
    parts = {name: "".join(tokens) for name, tokens in case.values}
    scheme, host = _scheme_of(case), parts.get("host", parts.get("hostname", "h"))
    given = {
        "username": parts.get("username"),
        "password": parts.get("password"),
        "path": parts.get("pathname", ""),
        "query": parts.get("search"),
        "fragment": parts.get("hash"),
    }
    try:
        url = URL.build(scheme=scheme, host=host, **given)  # type: ignore[arg-type]
    except RejectedValueError:
        url = None
    scheme_piece = f"{scheme.lower()}:"
    quick = _result(building._host, host, scheme_piece)
    read = outcome(building._cut_host, scalar_value_string(host), scheme_piece)
    assert quick == read or quick == f"RejectedValueError: host, {read}"
    if url is None:
        return
    assert url == URL(url.href) and url_pieces(_pieces(url)) == url_pieces(_pieces(URL(url.href)))
    for name, value in (("username", url.username), ("password", url.password)):
        assert _decoded(value) == scalar_value_string(given[name] or "")
    assert _decoded(url.search[1:]) == scalar_value_string(given["query"] or "")
    assert _decoded(url.hash[1:]) == scalar_value_string(given["fragment"] or "")
    path = scalar_value_string(given["path"] or "")
    assert _decoded(url.pathname) in (path, f"/{path}")


def _pieces(url: URL) -> Pieces:
    return pattern_inputs.read_url(url)  # type: ignore[return-value]


def _scheme_of(case: Case) -> str:
    scheme = case.text.partition(":")[0]
    return scheme if scheme.isascii() and scheme.isalpha() else "https"


# Patterns


_PATTERNS: Final = [
    URLPattern(pattern)
    for pattern in (
        *("https://h/*", "http{s}?://*.h/a/:b", "https://www.h:*/a*", "*://*:*/*?a=*", "file:///*"),
        *("https://example.com/:a/:b.html", "x://h/*", "https://xn--9ca/*"),
        *({"pathname": "/a/*"}, {"hostname": "*.com"}, {"hostname": "{*.}?h"}, {"search": "q"}),
        *({"protocol": "http{s}?", "hostname": "h"}, {"pathname": "/a{/:b}*"}, {"hash": "f"}),
    )
]
_PATTERN_LIST: Final = URLPatternList(_PATTERNS)


def patterns(case: Case) -> None:
    """`test` has the answer of `exec`, and a list the answers of its patterns."""
    text = case.text
    read = pattern_inputs.read(text, None)
    quick = pattern_inputs.read_up_to_path(text, None)
    assert (quick and tuple(quick[:6])) == (read and tuple(read[:6]))
    base = case.base_text
    for against in {None, base}:
        found = [pattern for pattern in _PATTERNS if pattern.exec(text, against) is not None]
        assert [pattern for pattern in _PATTERNS if pattern.test(text, against)] == found
        assert _PATTERN_LIST.all(text, against) == found
        assert _PATTERN_LIST.first(text, against) == (found[0] if found else None)
        assert _PATTERN_LIST.test(text, against) == bool(found)
    url = URL.parse(text)
    if url is not None:
        expected = [pattern.exec(text) is not None for pattern in _PATTERNS]
        assert [pattern.test(url) for pattern in _PATTERNS] == expected


# The standard library's functions


def urllib_joining(case: Case) -> None:
    """A result that is found without the standard library is the same as the one with it, and a
    browser reads it as it reads the reference."""
    reference, base = case.text, case.base_text or _BASE
    for allow_fragments in (True, False):
        quick = _result_or_value_error(urllib.urljoin, base, reference, allow_fragments)
        assert quick == _result_or_value_error(_joined, base, reference, allow_fragments)
    by_browser = URL.parse(reference, base)
    if by_browser is not None:
        assert URL(urllib.urljoin(base, reference)) == by_browser


def _joined(base: str, reference: str, allow_fragments: bool) -> str:
    """Do the same as `urljoin`, but always ask the standard library."""
    url = urllib._cut_or_none(reference, urllib._cut_or_none(base))
    try:
        for text in (base, reference):
            urllib._reject_long_host(text)
        answer = standard_library.urljoin(base, reference, allow_fragments)
    except ValueError:
        if url is None:
            raise
        return href(url)
    if url is None:
        return urllib._guarded(answer, base, reference)
    is_whole = allow_fragments or "#" not in base + reference
    return urllib._best(url, answer, base, reference, is_whole=is_whole)


def _result_or_value_error(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"


def urllib_splitting(case: Case) -> None:
    """A string with a plain host is split as one whose host is compared with a browser's."""
    text = case.text
    quick = _result_or_value_error(urllib._as_read.__wrapped__, text)
    with patch.object(urllib, "_has_plain_host", _no_match):
        assert quick == _result_or_value_error(urllib._as_read.__wrapped__, text)


def _no_match(text: str) -> None:
    return None


# Checks of strings


def validity(case: Case) -> None:
    """A valid URL string has no validation errors, and a valid URL of HTML5 matches the grammar of
    RFC 3987."""
    text = case.text
    if is_valid_url_string(text):
        assert validation_errors(text, "https://example.com/") == ()
    assert is_valid_url(text) == (
        rfc_reference.is_uri_reference(text) or rfc_reference.is_iri_reference(text)
    )


def unresolved(case: Case) -> None:
    """The path of a string is found where the parser finds it."""
    text = case.text
    pieces = outcome(_WHATWG.grammar.cut, text)
    encoded = outcome(_WHATWG.grammar.cut, whatwg_relative.encode_path(text, "utf-8"))
    if isinstance(pieces, tuple):
        assert encoded[:8] == pieces[:8]
        path = path_of(whatwg_relative.with_written_path(pieces, text))
        if is_hierarchical(pieces):
            path = percent_encode_sets.PATH.encode(path)
        else:
            is_last = not (query_of(pieces) or fragment_of(pieces))
            if path.endswith(" ") and not is_last:  # opaque path state, step 3
                path = f"{path[:-1]}%20"
            path = percent_encode_sets.C0_CONTROL.encode(path)
        assert path == path_of(pieces)
    else:
        assert isinstance(encoded, str)


def canonical_urls(case: Case) -> None:
    """The canonical form of a URL without escapes is the one for which each escape is written
    anew."""
    text = case.text
    for keep in (True, False):
        quick = _result(w3lib.canonicalize_url, text, keep, keep)
        assert quick == _result(w3lib.canonicalize_url, text, keep, keep, "utf-8")
    if not quick.startswith("InvalidURLError"):
        assert w3lib.canonicalize_url(quick) == quick


def encoders(case: Case) -> None:
    """The encoders escape character by character as the percent-encode sets say."""
    text = case.value
    scalars = scalar_value_string(text)
    for members, expected in _ENCODE_SETS:
        assert members.encode(text) == whatwg_reference.percent_encode(scalars, expected)
    assert percent_encoding.escape_path(text) == html5_reference.escape(
        text, f"{html5_reference.PATH}%"
    )
    encoding = case.encoding
    assert percent_encoding.escape_query(text, encoding) == html5_reference.escape_query(
        text, encoding
    )
    assert percent_encoding.percent_decoded(text) == _decoded(text)
    form_encoded = quote(scalars, safe="*").replace("~", "%7E")
    assert percent_encode_sets.FORM_URLENCODED.encode(text) == form_encoded
    label = scalars.lower()
    assert punycode.encode(label) == label.encode("punycode").decode()


_ENCODE_SETS: Final = (
    (percent_encode_sets.C0_CONTROL, whatwg_reference.C0_CONTROL),
    (percent_encode_sets.FRAGMENT, whatwg_reference.FRAGMENT),
    (percent_encode_sets.QUERY, whatwg_reference.QUERY),
    (percent_encode_sets.SPECIAL_QUERY, whatwg_reference.SPECIAL_QUERY),
    (percent_encode_sets.PATH, whatwg_reference.PATH),
    (percent_encode_sets.USERINFO, whatwg_reference.USERINFO),
)


# Explanations and errors


def explanations(case: Case) -> None:
    """An explanation has the result of `resolve`, or of the assignment."""
    check_explanation(case.text, case.base_text, case.standard, case.encoding)
    if case.name in find_engine(case.standard).object_model.assignable:
        check_assignment(case.target_text, case.name, case.value, case.standard)


def documented_errors(case: Case) -> None:
    """Each function raises only documented errors."""
    test_invariants.do_everything(
        case.text, case.standard, case.base_text, case.encoding, case.value
    )


class Entry(NamedTuple):
    """A check, and how often it runs."""

    check: Check
    #: The standards under which it runs. A check that does not look at the standard has one.
    standards: tuple[str, ...] = STANDARD_NAMES
    #: How often it is chosen, compared with the others.
    weight: int = 1


#: The entry that every string goes through, under each standard.
UNDER_EACH: Final = "parsing"
#: The entry that every string goes through, under one standard.
UNDER_ONE: Final = "resolving"
ENTRIES: Final[dict[str, Entry]] = {
    UNDER_EACH: Entry(parsing),
    UNDER_ONE: Entry(resolving),
    "resolving many references": Entry(resolving_many, weight=2),
    "objects": Entry(objects),
    "setters": Entry(setting, weight=6),
    "assignments to objects": Entry(assignments, weight=3),
    "assign and replace": Entry(assigning, weight=2),
    "hosts": Entry(hosts, ("whatwg",), weight=4),
    "params": Entry(params, weight=2),
    "search_params": Entry(search_params, ("whatwg",)),
    "segments": Entry(segments, weight=2),
    "relative references": Entry(relative_references),
    "build": Entry(build, ("whatwg",)),
    "patterns": Entry(patterns, ("whatwg",)),
    "urllib: joining": Entry(urllib_joining, ("whatwg",), weight=2),
    "urllib: splitting": Entry(urllib_splitting, ("whatwg",)),
    "validity": Entry(validity, ("whatwg",)),
    "unresolved strings": Entry(unresolved, ("whatwg",)),
    "canonical URLs": Entry(canonical_urls, ("whatwg",)),
    "encoders": Entry(encoders, ("whatwg",)),
    "explanations": Entry(explanations),
    "documented errors": Entry(documented_errors),
}
