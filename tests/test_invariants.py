"""Properties of every string, under every standard."""

import re
from urllib.parse import urljoin

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.standards import OF_THE_TABLE, RFCS, every_standard
from tests.strategies import (
    BASES,
    any_text,
    bases,
    encodings,
    hostile,
    uri_references,
    url_behind_a_start,
    url_like,
)
from tests.tools.tokens.strategy import token_strings, token_urls
from urldom import (
    Document,
    Element,
    InvalidURLError,
    ParsedURL,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
    html5,
    parse,
    resolve,
)
from urldom._core.standards.registry import find_standard
from urldom.html5 import (
    fragment_escape,
    is_absolute,
    is_authority_based,
    is_hierarchical,
    is_valid_url,
)
from urldom.whatwg import URL

ATTRIBUTES = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
#: The standards with the attributes of the table in HTML5 2.6.6
of_the_table = pytest.mark.parametrize("standard", OF_THE_TABLE)
rfcs = pytest.mark.parametrize("standard", RFCS)

values = st.one_of(url_like, token_strings, any_text, st.text("ab.:/?#@%4 \\[]1é", max_size=6))


def seven(url):
    return {name: getattr(url, name) for name in ATTRIBUTES}


def parsed_or_none(url, standard):
    try:
        return parse(url, standard=standard)
    except InvalidURLError:
        return None


# Only documented errors


def do_everything(url, standard, base, encoding, value):
    """Call each function that accepts a string. An undocumented error fails the test."""
    try:
        parse(url, standard=standard)
    except InvalidURLError as error:
        assert type(error) is InvalidURLError
        assert (error.url, error.standard) == (url, standard)
        assert error.reason
    try:
        resolve(url, base, standard=standard, encoding=encoding)
    except UnresolvableURLError as error:
        assert (error.url, error.base, error.standard) == (url, base, standard)
        assert error.reason
    absolute = is_absolute(url, standard=standard)
    hierarchical = is_hierarchical(url, standard=standard)
    assert absolute or not hierarchical
    assert hierarchical or not is_authority_based(url, standard=standard)
    assert is_valid_url(url, encoding=encoding, standard=standard) in (True, False)
    decomposition = URLDecomposition(url, base, standard=standard, encoding=encoding)
    assert type(decomposition.href) is str
    before = seven(decomposition)
    assert all(type(attribute) is str for attribute in before.values())
    for name in ATTRIBUTES:
        assigned = URLDecomposition(url, base, standard=standard, encoding=encoding)
        setattr(assigned, name, value)
        strict = URLDecomposition(url, base, standard=standard, encoding=encoding)
        try:
            strict.assign(**{name: value})
        except RejectedValueError as error:
            assert (error.attribute, error.value) == (name, value)
            assert error.reason
            assert strict.reference == url
            # An attribute may use only a part of a value. `assign` rejects such a value.
            if not re.search(r", at \d+$|^an empty port|in brackets: ", error.reason):
                assert assigned.href == decomposition.href
                # The unchanged input is stored (ruling 18). In the HTML Standard, *update href*
                # runs too if a value does not parse, but not if the setter returns early.
                kept = {assigned.href if assigned else url}
                if standard == "whatwg":
                    kept.add(url)
                assert assigned.reference in kept
        else:
            if name == "host" and ":" not in value.rpartition("]")[2]:
                assigned.port = (
                    None  # A strict host is read back: without a port, it removes the old one.
                )
            assert (str(strict), seven(strict)) == (str(assigned), seven(assigned))
    for against in filter(None, (base, value)):
        try:
            reference = decomposition.relative_to(against)
        except UnresolvableURLError as error:
            assert error.reason and error.standard == standard
        else:
            assert str(resolve(reference, against, standard=standard)) == decomposition.href
    document = Document(url, base_href=value, encoding=encoding, standard=standard, xml_base=True)
    assert type(Element(document, xml_base=url).base_url) is str
    fragment_escape(url)


@every_standard
@given(hostile | token_urls, bases, encodings, values)
def test_any_text_raises_only_documented_errors(standard, url, base, encoding, value):
    do_everything(url, standard, base, encoding, value)


HUGE = {
    "dots": lambda size: "/../" * (size // 4),
    "dots in a path": lambda size: "http://h" + "/a/../." * (size // 7),
    "relative dots": lambda size: "../" * (size // 3),
    "at signs": lambda size: "http://" + "@" * size,
    "colons": lambda size: ":" * size,
    "colons in an authority": lambda size: "http://" + ":" * size,
    "brackets": lambda size: "http://" + "[" * size + "]" * size,
    "percent signs": lambda size: "http://h/" + "%" * size,
    "percent signs in a host": lambda size: "http://" + "%" * size,
    "escapes in a host": lambda size: "http://" + "%C3%A9" * (size // 6),
    "one long label": lambda size: "http://" + "é" * size,
    "many labels": lambda size: "http://" + "é." * (size // 2),
    "many ideographic stops": lambda size: "http://" + "。" * size,
    "soft hyphens": lambda size: "http://" + "\xad" * size,
    "combining marks": lambda size: "http://a" + "\u0301" * size,
    "ligatures": lambda size: "http://" + "\ufdfa" * size,
    "backslashes": lambda size: "http://u" + "\\" * size + "@h",
    "backslashes behind": lambda size: "http://h/#" + "\\" * size,
    "space": lambda size: " " * size + "a" + " " * size + "b",
    "tabs": lambda size: "ht" + "\t" * size + "tp://h/",
    "a long scheme": lambda size: "a" * size,
    "a long port": lambda size: "http://h:" + "9" * size,
    "zeros in a port": lambda size: "http://h:" + "0" * size + "80",
    "IPv4 parts": lambda size: "http://" + "1." * (size // 2),
    "IPv6 pieces": lambda size: "http://[" + "1:" * (size // 2) + ":]",
    "semicolons": lambda size: "http://h/" + ";" * size,
    "question marks": lambda size: "http://h/" + "?" * size,
    "number signs": lambda size: "http://h/" + "#" * size,
    "non-ASCII path": lambda size: "http://h/" + "é" * size,
    "surrogates": lambda size: "http://h/?" + "\ud800" * (size // 4),
    "NULs": lambda size: "\0" * size,
}


@every_standard
@pytest.mark.parametrize("size", [10_000, pytest.param(1_000_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("make", HUGE.values(), ids=HUGE)
def test_a_megabyte_raises_only_documented_errors(standard, make, size):
    url = make(size)
    parsed_or_none(url, standard)
    try:
        resolve(url, "http://h/a/b/c", standard=standard, encoding="windows-1252")
    except UnresolvableURLError as error:
        assert error.url == url
    is_valid_url(url, standard=standard)
    assert seven(URLDecomposition(url, standard=standard)).keys() == set(ATTRIBUTES)
    decomposition = URLDecomposition("http://u@h:1/a?b#c", standard=standard)
    for name in ATTRIBUTES:
        setattr(decomposition, name, url[7:20_000])
    assert decomposition.hostname


# str and parse


@given(hostile)
def test_str_of_a_parsed_url_is_the_stripped_url(url):
    parsed = parsed_or_none(url, "html5")
    if parsed is None:
        return
    assert str(parsed) == url.strip(" \t\n\f\r")
    assert html5.parse(str(parsed)) == parsed
    fields = attrs.asdict(parsed, filter=lambda attribute, _: attribute.init)
    assert str(ParsedURL(**fields)) == str(parsed)


@given(hostile)
def test_str_of_a_parsed_reference_is_the_reference(url):
    assert str(parse(url, standard="rfc2396")) == url
    parsed = parsed_or_none(url, "rfc3986")
    assert parsed is None or str(parsed) == url


@every_standard
@given(hostile)
def test_str_of_a_parsed_url_parses_to_an_equal_value(standard, url):
    parsed = parsed_or_none(url, standard)
    if parsed is None:
        return
    assert parse(str(parsed), standard=standard) == parsed


@given(hostile | uri_references().map(str))
def test_url_of_rfc_3986_has_the_same_components_under_html5(url):
    strict = parsed_or_none(url, "rfc3986")
    if strict is None:
        return
    ours = html5.parse(url)
    assert (ours.scheme, ours.authority, ours.path, ours.query, ours.fragment) == attrs.astuple(
        strict
    )
    assert is_valid_url(url)


# resolve


@every_standard
@given(hostile | token_urls | uri_references().map(str), bases, bases, encodings, encodings)
def test_resolving_a_resolved_url_changes_nothing(
    standard, url, base, other_base, encoding, other_encoding
):
    try:
        resolved = resolve(url, base, standard=standard, encoding=encoding)
    except UnresolvableURLError:
        return
    if not is_absolute(
        str(resolved), standard=standard
    ):  # RFC 1808 section 4 step 1: without a base, the result may be relative
        assert (standard, base) == ("rfc1808", None)
        return
    assert parse(str(resolved), standard=standard) == getattr(resolved, "parsed", resolved)
    second_result = resolve(str(resolved), other_base, standard=standard, encoding=other_encoding)
    assert second_result == resolved
    assert str(second_result) == str(resolved)


@of_the_table  # Under the URL Standard, "http:a" resolves without a base. An http: base changes the result.
@given(hostile | uri_references().map(str), bases, bases)
def test_absolute_url_resolves_to_the_same_url_against_every_base(standard, url, base, other_base):
    if not is_absolute(url, standard=standard):
        return
    assert resolve(url, base, standard=standard) == resolve(url, other_base, standard=standard)


@given(hostile, st.sampled_from(BASES), encodings)
def test_resolved_url_of_html5_is_escaped_with_an_ascii_host(url, base, encoding):
    try:
        resolved = html5.HTML5.resolve(url, base, encoding=encoding)
    except UnresolvableURLError:
        return
    assert resolved.path.isascii() and not set(resolved.path) & set(' "<>\\^`{|}\0\t\n\x7f[]')
    assert resolved.query is None or resolved.query.isascii()
    assert not resolved.host or resolved.host.isascii() or resolved.host.startswith("[v")


segment = st.sampled_from(["a", "b", "c.d", ".", "..", "e;f", "%2E", "..."])
plain_reference = st.tuples(
    st.sampled_from(["", "/"]),
    st.lists(segment, max_size=5).map("/".join),
    st.sampled_from(["", "?q", "?a/../b"]),
    st.sampled_from(["", "#f", "#a/./b"]),
).map("".join)


@given(plain_reference, st.lists(segment, min_size=1, max_size=4).map("/".join))
def test_plain_references_resolve_as_in_the_standard_library(reference, path):
    base = str(resolve(f"http://example.com/{path}", standard="rfc3986"))
    # For an empty reference, a query or a fragment, urljoin keeps the params of RFC 1808.
    assume(reference and not reference.startswith(("?", "#")))
    expected = urljoin(base, reference)
    assert str(resolve(reference, base, standard="rfc3986")) == expected
    assert str(html5.resolve(reference, base)) == expected
    assume("%2E" not in reference + path)  # the URL Standard reads the segment %2E as a dot segment
    assert str(resolve(reference, base, standard="whatwg")) == expected


# Setters

#: For each assigned attribute, the attributes that the assignment may change. `host` contains the
#: port, and the port depends on the scheme.
CHANGES = {
    "protocol": {"protocol", "host"},
    "host": {"host", "hostname", "port"},
    "hostname": {"host", "hostname"},
    "port": {"host", "port"},
    "pathname": {"pathname"},
    "search": {"search"},
    "hash": {"hash"},
}
COMPONENTS = {
    "protocol": "scheme",
    "hostname": "host",
    "port": "port",
    "pathname": "path",
    "search": "query",
    "hash": "fragment",
}
starts = st.one_of(url_behind_a_start, st.sampled_from(BASES))


@of_the_table
@given(starts, st.sampled_from(ATTRIBUTES), values)
def test_setter_changes_only_its_component(standard, url, name, value):
    decomposition = URLDecomposition(url, standard=standard)
    before = seven(decomposition)
    setattr(decomposition, name, value)
    after = seven(decomposition)
    assert after == seven(URLDecomposition(str(decomposition), standard=standard))
    for other in set(ATTRIBUTES) - CHANGES[name]:
        assert after[other] == before[other]


def escaped(value, valid):
    """Escape the value by ruling 15, character by character."""
    output = ""
    for index, character in enumerate(value):
        digits = value[index + 1 : index + 3]
        is_escape = (
            character == "%"
            and len(digits) == 2
            and all(digit in "0123456789abcdefABCDEF" for digit in digits)
        )
        if (character.isascii() and (character.isalnum() or character in valid)) or is_escape:
            output += character
        else:
            output += "".join(
                f"%{octet:02X}" for octet in character.encode("utf-8", "surrogatepass")
            )
    return output.replace("%ED%A0%80", "%EF%BF%BD").replace("%ED%BF%BF", "%EF%BF%BD")


PCHAR = "-._~!$&'()*+,;=:@"
PREPARED = {
    "protocol": lambda value: value.rstrip(":"),
    "hostname": lambda value: (
        value.lstrip("/")
        if value.lstrip("/").startswith("[")
        else escaped(value.lstrip("/"), "-._~!$&'()*+,;=")
    ),
    "pathname": lambda value: escaped(value if value[:1] == "/" else f"/{value}", f"{PCHAR}/"),
    "search": lambda value: escaped(value[1:] if value[:1] == "?" else value, f"{PCHAR}/?"),
    "hash": lambda value: escaped(value[1:] if value[:1] == "#" else value, f"{PCHAR}/?"),
}


@given(
    starts,
    st.sampled_from(sorted(PREPARED)),
    st.text("ab.:/?#@%4é \\[]☺\ud800", max_size=8)
    | st.sampled_from(["https", "foo:", "[::1]", "é.com"]),
)
@settings(max_examples=2 * settings.default.max_examples)
def test_assigned_value_is_read_back_or_nothing_changes(url, name, value):
    decomposition = URLDecomposition(url)
    input = decomposition.href
    setattr(decomposition, name, value)
    if decomposition.reference in (
        url,
        input,
    ):  # ruling 18: the output of a rejected value is the input
        return
    expected = attrs.evolve(html5.parse(input), **{COMPONENTS[name]: PREPARED[name](value)})
    assert html5.parse(decomposition.reference) == expected
    assert decomposition.reference == str(expected)
    assert str(decomposition) == str(html5.resolve(decomposition.reference))


@given(starts, st.text("ab:[]0159.", max_size=8))
def test_host_accepts_a_host_with_an_optional_port(url, value):
    decomposition = URLDecomposition(url)
    input = decomposition.href
    decomposition.host = value
    if decomposition.reference in (
        url,
        input,
    ):  # ruling 18: the output of a rejected value is the input
        return
    host, colon, port = (
        value.partition(":")
        if not value.startswith("[")
        else (value.rpartition("]")[0] + "]", *value.rpartition("]")[2].partition(":")[1:])
    )
    parsed = html5.parse(decomposition.reference)
    assert (parsed.host, parsed.port) == (
        escaped(host, "-._~!$&'()*+,;=[]:"),
        port if colon else None,
    )


@every_standard
@given(starts, st.sampled_from(["pathname", "search", "hash", "port"]), values)
def test_pathname_search_hash_and_port_never_change_the_host(standard, url, name, value):
    decomposition = URLDecomposition(url, standard=standard)
    before = decomposition.hostname, decomposition.protocol
    resolved = URLDecomposition(decomposition.href, standard=standard).hostname
    setattr(decomposition, name, value)
    assert (decomposition.hostname, decomposition.protocol) == before
    assert URLDecomposition(decomposition.href, standard=standard).hostname == resolved


@every_standard
@given(starts, st.lists(st.tuples(st.sampled_from(ATTRIBUTES), values), max_size=4))
def test_attributes_after_assignments_match_the_href(standard, url, steps):
    decomposition = URLDecomposition(url, standard=standard)
    # Under WHATWG, "http:a" resolves without a base, but it is not absolute: an http: base changes
    # the result. Its attributes can be assigned.
    absolute = URL.can_parse(url) if standard == "whatwg" else is_absolute(url, standard=standard)
    for name, value in steps:
        setattr(decomposition, name, value)
        fresh = URLDecomposition(str(decomposition), standard=standard)
        assert seven(fresh) == seven(decomposition)
        assert fresh.href == decomposition.href
        assert is_absolute(fresh.href, standard=standard) is absolute
        assert absolute or str(decomposition) == url


@pytest.mark.parametrize(
    "standard", ["html5", "rfc3986", "whatwg"]
)  # Under the other standards, assigning the current host of a URL may be rejected.
@given(starts, st.sampled_from(ATTRIBUTES))
def test_assigning_the_current_value_changes_nothing(standard, url, name):
    decomposition = URLDecomposition(url, standard=standard)
    before = seven(decomposition)
    if not before[name]:
        return
    setattr(decomposition, name, before[name])
    resolved = URLDecomposition(decomposition.href, standard=standard)
    assert (
        resolved.hostname
        == URLDecomposition(
            URLDecomposition(url, standard=standard).href, standard=standard
        ).hostname
    )
    assert decomposition.hostname == before["hostname"] or name in ("host", "hostname")
    assert decomposition.protocol == before["protocol"]


@rfcs
@given(hostile, st.sampled_from(BASES))
def test_resolved_reference_is_absolute_under_its_rfc(standard, url, base):
    try:
        resolved = find_standard(standard).resolve(url, base)
    except UnresolvableURLError:
        return
    assert resolved.scheme
    assert is_absolute(str(resolved), standard=standard)
