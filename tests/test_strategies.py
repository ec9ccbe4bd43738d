"""The strategies for users' tests: their guarantees, their coverage, and their shrinking.
hypothesis finds them through the entry point."""

from __future__ import annotations

import contextlib
import dataclasses
import re
import subprocess
import sys
import unicodedata
from importlib.metadata import entry_points

import attrs
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from tests.cases import each_case
from urldom import (
    HTML5,
    URL,
    WHATWG,
    FrozenURL,
    InvalidPatternError,
    ParsedURL,
    UnresolvableURLError,
    URLDecomposition,
    parse,
    resolve,
)
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.html5 import is_absolute, is_valid_url
from urldom.patterns import URLPattern
from urldom.strategies import (
    hostile_urls,
    hosts,
    matching,
    references,
    register,
    url_patterns,
    urls,
)

register()  # hypothesis calls `register` through an entry point, but only if urldom is installed.

BOTH = (WHATWG, HTML5)


def full(*values):
    """Mark parameters that run only with `--all`."""
    return [pytest.param(value, marks=pytest.mark.full) for value in values]


def not_drawn(strategy, classes, count):
    """Return the names of the classes of examples that the strategy does not draw in `count`
    examples."""
    left = dict(classes)

    def strike_off(example):
        for name in [name for name, belongs in left.items() if belongs(example)]:
            del left[name]
        return not left

    with contextlib.suppress(NoSuchExample):
        find(
            strategy,
            strike_off,
            settings=settings(max_examples=count, phases=[Phase.generate], derandomize=True),
        )
    return list(left)


# Guarantees

SCHEMES = ["http", "https", "ws", "wss", "ftp", "gopher", "my.app", "HTTP"]
OF_STANDARDS = {standard: urls(standard=standard) for standard in STANDARD_NAMES}


@given(urls())
def test_url_is_valid_under_html5_and_whatwg(url):
    assert all(is_absolute(url, standard=standard) for standard in BOTH)
    assert is_valid_url(url)
    assert url.startswith(("http://", "https://"))


@pytest.mark.parametrize("standard", ["whatwg", "rfc2396", *full("html5", "rfc3986", "rfc1808")])
@given(data=st.data())
def test_url_of_a_standard_is_valid_under_that_standard(standard, data):
    url = data.draw(OF_STANDARDS[standard])
    assert is_absolute(url, standard=standard)
    assert is_valid_url(url)
    assert url.isascii() or standard in ("html5", "whatwg")


@given(urls(schemes=SCHEMES))
def test_url_has_a_requested_scheme(url):
    scheme, slashes, _ = url.partition("://")
    assert scheme in SCHEMES and slashes
    for standard in BOTH:
        made = URLDecomposition(url, standard=standard)
        assert made and made.hostname and made.protocol.lower() == f"{scheme.lower()}:"


@given(urls(schemes=(scheme for scheme in ("ftp", "ws"))))
def test_schemes_can_be_any_collection(url):
    assert url.startswith(("ftp://", "ws://"))


@each_case(
    ("arguments", "kind", "message"),
    [
        ({"schemes": "http"}, TypeError, "schemes must be a collection of str, not str"),
        ({"schemes": [b"http"]}, TypeError, "a scheme must be a str, not bytes"),
        ({"schemes": []}, ValueError, "schemes is empty"),
        (
            {"schemes": ["http", "file"]},
            ValueError,
            "'file://user@example.com:1/' has no port under whatwg",
        ),
        ({"schemes": ["data"]}, ValueError, "has no port under html5"),
        ({"schemes": ["http:"]}, ValueError, "has no port"),
        ({"schemes": ["http://h/?"]}, ValueError, "has no port"),
        ({"schemes": ["", "http"]}, ValueError, "has no port"),
        ({"schemes": ["é"]}, ValueError, "has no port"),
        ({"schemes": [" http"]}, ValueError, "has no port"),
        ({"standard": "html6"}, ValueError, "unknown standard 'html6'"),
        ({"standard": 5}, TypeError, "a standard must be a Standard or the name of one, not int"),
    ],
)
def test_urls_raises_for_wrong_arguments_before_drawing(arguments, kind, message):
    with pytest.raises(kind, match=message):
        urls(**arguments)


@given(hosts())
def test_host_is_valid_under_html5_and_whatwg(host):
    for standard in BOTH:
        url = URLDecomposition(f"http://{host}/path", standard=standard)
        assert url.hostname and url.pathname == "/path"
    url = URLDecomposition("http://h/", standard=WHATWG)
    url.assign(hostname=host)
    assert url == URLDecomposition(f"http://{host}/", standard=WHATWG)


@given(references(), urls())
def test_reference_resolves_against_a_url(reference, base):
    for standard in BOTH:
        assert is_absolute(resolve(reference, base, standard=standard), standard=standard)


@given(references() | hostile_urls(), urls() | hostile_urls(), st.sampled_from(STANDARD_NAMES))
def test_resolving_raises_only_documented_errors(reference, base, standard):
    try:
        resolved = resolve(reference, base, standard=standard)
    except UnresolvableURLError as error:
        assert (error.url, error.base, error.standard) == (
            reference,
            base,
            standard,
        ) and error.reason
    else:
        # RFC 1808 resolves against a relative base too.
        assert is_absolute(resolved, standard=standard) or standard == "rfc1808"


@given(hostile_urls())
def test_hostile_string_is_a_string(text):
    assert type(text) is str
    url = URL.parse(text)
    assert url is None or URL(url.href) == url


# Coverage

URL_CLASSES = {
    "both schemes": lambda url: url.protocol == "https:",
    "an IPv4 address": lambda url: url.hostname.replace(".", "").isdigit(),
    "an IPv6 address": lambda url: url.hostname.startswith("["),
    "a domain in Unicode": lambda url: not url.hostname.isascii() or "xn--" in url.hostname,
    "a domain of four labels": lambda url: (
        url.hostname.count(".") > 2 and url.hostname[-1].isalpha()
    ),
    "a final dot": lambda url: url.hostname.endswith("."),
    "a port": lambda url: url.port,
    "a user name": lambda url: url.username and not url.password,
    "a password": lambda url: url.password,
    "an escape in the path": lambda url: "%20" in url.pathname,
    "an escaped slash in the path": lambda url: "%2F" in url.pathname,
    "an apostrophe in the query": lambda url: "%27" in url.search,
    "an empty segment": lambda url: "//" in url.pathname,
    "no path": lambda url: url.pathname == "/",
    "a query": lambda url: len(url.search) > 3,
    "pairs": lambda url: len(url.search_params) > 1,
    "a fragment": lambda url: url.hash,
}


REFERENCE_CLASSES = {
    "the empty one": lambda reference: reference == "",
    "a query alone": lambda reference: reference.startswith("?") and len(reference) > 1,
    "an empty query": lambda reference: reference == "?",
    "a fragment alone": lambda reference: reference.startswith("#") and len(reference) > 1,
    "a query and a fragment": lambda reference: "?" in reference and "#" in reference,
    "an absolute path": lambda reference: reference[:1] == "/" and reference[1:2] not in ("", "/"),
    "a relative path": lambda reference: reference[:1].isalpha() and ":" not in reference,
    "a path that goes up": lambda reference: reference.startswith("../") and len(reference) > 6,
    "this folder": lambda reference: reference in (".", "./"),
    "an authority": lambda reference: reference.startswith("//") and "@" in reference,
    "an absolute URL": lambda reference: reference.startswith("https://"),
}


def host_read(text):
    """Return the host that a browser reads, or "" if there is no host."""
    url = URL.parse(text, "http://base.example/")
    return "" if url is None else url.hostname


def has_category(*categories):
    return lambda text: any(unicodedata.category(character) in categories for character in text)


HOSTILE_CLASSES = {
    "the empty string": lambda text: text == "",
    "a backslash in the place of a slash": lambda text: (
        "\\" in text and host_read(text) == "evil.example"
    ),
    "a backslash before an at sign": lambda text: "\\@" in text and "good.example" in text,
    "user info that looks like a host": lambda text: (
        "good.example@" in text and host_read(text) == "evil.example"
    ),
    "two at signs": lambda text: text.count("@") == 2,
    "a tab inside": lambda text: "\t" in text[1:-1],
    "a line break inside": lambda text: "\n" in text[1:-1] and len(text) > 5,
    "a space at an end": lambda text: text != text.strip(" ") and len(text) > 5,
    "NUL": lambda text: "\0" in text and "://" in text,
    "a hexadecimal IPv4 address": lambda text: (
        "0x7f" in text.lower() and host_read(text) == "127.0.0.1"
    ),
    "an octal IPv4 address": lambda text: "0177" in text and host_read(text) == "127.0.0.1",
    "an IPv4 address that is one number": lambda text: (
        "2130706433" in text and host_read(text) == "127.0.0.1"
    ),
    "an IPv4 address of full-width digits": lambda text: (
        not text.isascii() and host_read(text) == "127.0.0.1"
    ),
    "an IPv4 address in escapes": lambda text: "%31%32" in text and host_read(text) == "127.0.0.1",
    "an IPv4 address inside an IPv6 address": lambda text: (
        "[::ffff:" in text and host_read(text) == "[::ffff:7f00:1]"
    ),
    "an open bracket": lambda text: "[" in text and "]" not in text and len(text) > 3,
    "an ideographic full stop": lambda text: "。" in text and "." in host_read(text),
    "a slash that Unicode makes": lambda text: (
        ("／" in text or "℀" in text) and "evil.example" in text
    ),
    "escaped dot segments": lambda text: "%2e%2e" in text.lower() and URL.parse(text) is not None,
    "doubly escaped dot segments": lambda text: "%252e" in text,
    "an escaped delimiter in the host": lambda text: re.search(
        "://[^/?#]*%(2f|40|23|3f|5c)", text, re.IGNORECASE
    ),
    "a bad escape": lambda text: "%zz" in text,
    "a bidirectional control": lambda text: "\u202e" in text and "://" in text,
    "an invisible character": has_category("Cf"),
    "a lone surrogate": has_category("Cs"),
    "a lone surrogate in a URL": lambda text: (
        has_category("Cs")(text) and URL.parse(text) is not None
    ),
    "a noncharacter": lambda text: any(character in text for character in "\ufdd0\ufffe\U0010ffff"),
    "a sharp s": lambda text: "faß" in text,
    "joiners": lambda text: "\u200d" in text and "://" in text,
    "a label in invalid Punycode": lambda text: "xn--a" in text and "://" in text,
    "an empty label": lambda text: "a..b" in text,
    "a label that is too long": lambda text: "a" * 64 in text and text.startswith("http://a"),
    "letters of two scripts": lambda text: "gοοd" in text,
    "a port that is too great": lambda text: ":65536" in text,
    "a port of other digits": lambda text: ":８０" in text,
    "a script": lambda text: (
        host_read(text) == "" and text.strip("\x01").lower().startswith("javascript:")
    ),
    "a scheme with a line break in it": lambda text: text.startswith("java\nscript:"),
    "data": lambda text: text.startswith("data:"),
    "a drive letter": lambda text: "C|" in text and text.startswith("file:"),
    "three slashes": lambda text: text.startswith("///") and host_read(text) == "evil.example",
    "no slashes": lambda text: text == "http:evil.example/x",
    "a path of two slashes": lambda text: "/.//" in text,
    "a long string": lambda text: len(text) > 20_000,
    "a long host": lambda text: len(host_read(text)) > 8_000,
    "a long path of dot segments": lambda text: text.count("../") > 2_000,
    "many at signs": lambda text: text.count("@") > 253,
    "a URL with an inserted text": lambda text: "：" in text and text.startswith("https://"),
    "a string that is not absolute under any standard": lambda text: (
        not any(is_absolute(text, standard=name) for name in STANDARD_NAMES)
    ),
    "a URL that is absolute under every standard": lambda text: all(
        is_absolute(text, standard=name) for name in STANDARD_NAMES
    ),
    "any text": lambda text: (
        len(text) > 5 and not any(delimiter in text for delimiter in ":/.@%?#")
    ),
}


every_strategy = pytest.mark.parametrize(
    ("strategy", "classes"),
    [
        (st.from_type(URL), URL_CLASSES),
        (references(), REFERENCE_CLASSES),
        (hostile_urls(), HOSTILE_CLASSES),
    ],
    ids=["urls", "references", "hostile_urls"],
)


@pytest.mark.full
@every_strategy
def test_most_classes_are_drawn_soon(strategy, classes):
    assert len(not_drawn(strategy, classes, 400)) < len(classes) / 2


@pytest.mark.full
@every_strategy
def test_each_class_is_drawn(strategy, classes):
    assert not_drawn(strategy, classes, 100_000) == []


# Shrinking


@pytest.mark.parametrize(
    ("strategy", "simplest"),
    [
        pytest.param(urls(), "http://a", marks=pytest.mark.full),
        (urls(schemes=["wss", "ws"]), "wss://a"),
        pytest.param(urls(standard="rfc2396"), "http://a", marks=pytest.mark.full),
        pytest.param(references(), "", marks=pytest.mark.full),
        (hosts(), "a"),
        (hostile_urls(), ""),
    ],
    ids=["urls", "urls with schemes", "urls of a standard", "references", "hosts", "hostile_urls"],
)
def test_strategy_shrinks_to_the_simplest_example(strategy, simplest):
    assert find(strategy, lambda _: True) == simplest


@pytest.mark.parametrize(
    ("condition", "simplest"),
    [
        (lambda url: url.endswith("/"), "http://a/"),
        *(
            pytest.param(condition, simplest, marks=pytest.mark.full)
            for condition, simplest in [
                (lambda url: URL(url).port == "8080", "http://a:8080"),
                (lambda url: URL(url).username, "http://a@a"),
                (lambda url: URL(url).hostname == "[::]", "http://[::]"),
                (lambda url: URL(url).pathname.count("/") > 2, "http://a///"),
            ]
        ),
    ],
)
def test_url_shrinks_to_the_simplest_url_with_the_property(condition, simplest):
    assert find(urls(), condition) == simplest


@pytest.mark.parametrize(
    "strategy", [urls(), urls(standard="rfc1808"), references(), hosts(), hostile_urls()]
)
def test_strategies_pass_the_health_checks(strategy):
    """The health checks of hypothesis cover the first ten valid examples, and up to fifty invalid
    ones."""

    @settings(suppress_health_check=[HealthCheck.too_slow], max_examples=30, database=None)
    @given(st.lists(strategy, max_size=5), strategy)
    def draw(many, one):
        assert len(many) <= 5 and isinstance(one, str)

    draw()


# Types


@dataclasses.dataclass
class Page:
    address: URL
    links: list[URLDecomposition]
    parsed: ParsedURL
    canonical: URL | None


@attrs.define
class Job:
    url: URL
    referrer: ParsedURL | None


@settings(max_examples=20)
@given(st.from_type(FrozenURL))
def test_a_strategy_draws_frozen_urls(url):
    assert type(url) is FrozenURL and url == URL(url)


@given(st.from_type(URL), st.from_type(URLDecomposition), st.from_type(ParsedURL))
def test_from_type_draws_each_type(url, decomposition, parsed):
    assert (type(url), type(decomposition), type(parsed)) == (URL, URLDecomposition, ParsedURL)
    assert url and decomposition and is_absolute(parsed)
    assert decomposition.standard is HTML5


@settings(max_examples=20)
@given(st.builds(Page), st.from_type(Job))
def test_classes_with_fields_are_built(page, job):
    assert page.address and all(page.links) and page.parsed.scheme and job.url
    assert page.canonical is None or URL(page.canonical) == page.canonical


def test_pydantic_models_are_built():
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        url: URL
        more: list[URL]

    @settings(max_examples=20)
    @given(st.builds(Model))
    def check(model):
        assert Model.model_validate_json(model.model_dump_json()) == model

    check()


def run(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.strip()


installed = pytest.mark.skipif(
    not any(
        entry.value == "urldom.strategies:register" for entry in entry_points(group="hypothesis")
    ),
    reason="urldom is not installed with its entry point for hypothesis",
)


@installed
@pytest.mark.parametrize(
    "first",
    [
        "import hypothesis",
        *full("import urldom.strategies", "from urldom.strategies import urls", "import urldom"),
    ],
)
def test_hypothesis_finds_the_types_through_the_entry_point(first):
    program = f"""
{first}
from hypothesis import find, strategies as st
from urldom import URL, ParsedURL, URLDecomposition, URLPattern, URLPatternList
print(find(st.from_type(URL), bool), find(st.from_type(URLDecomposition), bool), find(st.from_type(ParsedURL), bool))
print(find(st.from_type(URLPattern), bool), find(st.from_type(URLPatternList), bool))
"""
    assert (
        run(program) == "http://a/ http://a http://a/\nURLPattern() URLPatternList([URLPattern()])"
    )


def test_register_imports_only_needed_modules():
    program = """
import os, sys
os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"
import hypothesis
before = set(sys.modules)
from urldom.strategies import register
register()
print(*{name.partition(".")[0] for name in set(sys.modules) - before if not hasattr(sys.modules[name], "__file__") or
    "site-packages" in (sys.modules[name].__file__ or "")} - {"urldom"})
"""
    assert (
        set(run(program).split()) & {"pytest", "_pytest", "pydantic", "lxml", "bs4", "yarl"}
        == set()
    )


def test_import_without_hypothesis_says_what_to_install():
    program = """
import sys
sys.modules["hypothesis"] = None
try:
    import urldom.strategies
except ImportError as error:
    print(error)
"""
    assert "pip install hypothesis" in run(program)


@given(st.from_type(ParsedURL))
def test_parsed_url_matches_its_string(parsed):
    assert parse(parsed) == parsed


@given(url_patterns(), st.data())
def test_url_drawn_for_a_pattern_matches_it(pattern, data):
    assert pattern.test(data.draw(matching(pattern)))


@given(st.data())
def test_urls_can_be_drawn_for_regular_expressions(data):
    pytest.importorskip("corvus_regex_ecma262")
    pattern = data.draw(url_patterns(regular_expressions=True))
    assert pattern.test(data.draw(matching(pattern)))


def test_patterns_need_the_library_only_for_regular_expressions():
    program = """
import sys
sys.modules["corvus_regex_ecma262"] = None
from hypothesis import find
from urldom.strategies import url_patterns
print(find(url_patterns(), lambda pattern: "?" in pattern.pathname).pathname)
try:
    find(url_patterns(regular_expressions=True), lambda pattern: pattern.has_regexp_groups)
except ModuleNotFoundError as error:
    print(error.name)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "/:n0?\ncorvus_regex_ecma262\n"


@given(url_patterns())
def test_pattern_has_a_regular_expression_only_on_request(pattern):
    assert not pattern.has_regexp_groups


@pytest.mark.parametrize(
    ("pattern", "condition"),
    [
        ("https://*.example.com/*", lambda url: url.count("/") > 3),
        (URLPattern(pathname="/:a?/x"), lambda url: url.count("/") == 3),
        (URLPattern(pathname="/:a?/x"), lambda url: url.count("/") == 4),
        (URLPattern(protocol="data", pathname="*,*"), lambda url: url.startswith("data:")),
        (URLPattern(username="u", password="p"), lambda url: "//u:p@" in url),
        ("mailto:*@example.com", lambda url: url.endswith("@example.com")),
    ],
)
def test_each_kind_of_text_is_drawn_for_a_group(pattern, condition):
    assert find(
        matching(pattern), condition, settings=settings(max_examples=2000, phases=[Phase.generate])
    )


@pytest.mark.parametrize(
    "pattern", ["https://example.com/a{/b}?/:c+", URLPattern(), "*://*:*/*.html"]
)
def test_matching_passes_the_health_checks(pattern):
    @given(matching(pattern))
    def check(url):
        assert URL.can_parse(url)

    check()


def test_matching_raises_for_an_invalid_pattern():
    with pytest.raises(InvalidPatternError, match="not closed"):
        matching("https://h/(")
    with pytest.raises(TypeError, match="not int"):
        matching(5)
