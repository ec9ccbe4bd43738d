"""Public suffixes and registrable domains (URL Standard 3.2), origins and sites (HTML Standard,
7.1.1)."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publicsuffixlist import PSLFILE

from tests.cases import each_case
from tests.strategies import any_text, hostile
from urldom import InvalidURLError, URLDecomposition, parse
from urldom.hosts import domain_to_ascii, public_suffix, registrable_domain, same_site
from urldom.whatwg import URL, Origin


@each_case(
    ("host", "suffix", "registrable"),
    [
        ("com", "com", None),
        ("example.com", "com", "example.com"),
        ("www.example.com", "com", "example.com"),
        ("sub.www.example.com", "com", "example.com"),
        ("EXAMPLE.COM", "com", "example.com"),
        ("example.com.", "com.", "example.com."),
        ("github.io", "github.io", None),
        ("whatwg.github.io", "github.io", "whatwg.github.io"),
        ("إختبار", "xn--kgbechtv", None),
        ("example.إختبار", "xn--kgbechtv", "example.xn--kgbechtv"),
        ("sub.example.إختبار", "xn--kgbechtv", "example.xn--kgbechtv"),
        ("[2001:0db8:85a3:0000:0000:8a2e:0370:7334]", None, None),
    ],
)
def test_table_of_the_standard_is_correct(host, suffix, registrable):
    assert (public_suffix(host), registrable_domain(host)) == (suffix, registrable)


@each_case(
    ("host", "suffix", "registrable"),
    [
        # a rule of one label, and of two
        ("domain.biz", "biz", "domain.biz"),
        ("a.b.domain.biz", "biz", "domain.biz"),
        ("uk", "uk", None),
        ("co.uk", "co.uk", None),
        ("a.b.example.co.uk", "co.uk", "example.co.uk"),
        ("parliament.uk", "uk", "parliament.uk"),
        # no rule matches, so the rule * applies
        ("localhost", "localhost", None),
        ("www.printer.localhost", "localhost", "printer.localhost"),
        ("a.b.nonexistent-tld", "nonexistent-tld", "b.nonexistent-tld"),
        # rules with a wildcard, and their exceptions
        ("ck", "ck", None),
        ("other.ck", "other.ck", None),
        ("a.b.other.ck", "other.ck", "b.other.ck"),
        ("www.ck", "ck", "www.ck"),
        ("a.www.ck", "ck", "www.ck"),
        ("jp", "jp", None),
        ("example.jp", "jp", "example.jp"),
        ("x.kobe.jp", "x.kobe.jp", None),
        ("a.b.x.kobe.jp", "x.kobe.jp", "b.x.kobe.jp"),
        ("www.city.kobe.jp", "kobe.jp", "city.kobe.jp"),
        # the name after the wildcard of a rule, which browsers treat as a public suffix
        ("kobe.jp", "kobe.jp", None),
        # four labels
        ("a.example.k12.ak.us", "k12.ak.us", "example.k12.ak.us"),
        # rules of private owners
        ("a.b.whatwg.github.io", "github.io", "whatwg.github.io"),
        # in any script, in any normalization form, and in Punycode
        ("www.食狮.公司.cn", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
        ("www.食狮。公司．ｃｎ", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
        ("xn--85x722f.xn--fiqs8s", "xn--fiqs8s", "xn--85x722f.xn--fiqs8s"),
        ("faß.DE", "de", "xn--fa-hia.de"),
        ("ex%41mple.c%6Fm", "com", "example.com"),
        # a dot at the end
        ("com.", "com.", None),
        ("www.ck.", "ck.", "www.ck."),
        ("a.b.nonexistent-tld.", "nonexistent-tld.", "b.nonexistent-tld."),
    ],
)
def test_host_has_the_suffix_and_domain_of_the_list(host, suffix, registrable):
    assert (public_suffix(host), registrable_domain(host)) == (suffix, registrable)


@each_case(
    "host",
    [
        # IP addresses in every spelling
        *(
            "127.0.0.1",
            "0x7f.1",
            "2130706433",
            "①②⑦.⓪.⓪.①",
            "1.2.3.4.",
            "[::1]",
            "[::ffff:1.2.3.4]",
        ),
        # the empty host and opaque hosts
        *("", "a%2Fb", "256.256.256.256", "example.1", "xn--\xff", "\xad", "a%zz"),
        # empty labels
        *(".", "..", ".com", ".example.com", "example..com", "example.com.."),
    ],
)
def test_host_without_a_listed_domain_has_no_suffix(host):
    assert public_suffix(host) is None
    assert registrable_domain(host) is None


@each_case(
    "host",
    [
        *(
            "https://example.com/",
            "example.com:443",
            "user@example.com",
            "example.com/",
            "//example.com",
            "a b",
            " a",
        ),
        *("example.com\n", "[::1", "[::1]:80", "::1", "a\\b", "a|b", "a?b", "a#b", "\0"),
    ],
)
@each_case("function", [public_suffix, registrable_domain])
def test_invalid_host_raises(function, host):
    with pytest.raises(InvalidURLError) as caught:
        function(host)
    assert caught.value.url == host
    assert caught.value.standard == "whatwg"


@pytest.mark.parametrize(
    ("value", "name"), [(None, "NoneType"), (b"example.com", "bytes"), (URL("http://h/"), "URL")]
)
@pytest.mark.parametrize("function", [public_suffix, registrable_domain])
def test_non_string_host_raises_type_error(function, value, name):
    with pytest.raises(TypeError, match=rf"a host must be a str, not .*{name}"):
        function(value)


def test_every_rule_applies_in_the_ascii_form_of_the_url_standard():
    """The test writes each rule in the ASCII form of the URL Standard. The package stores the rules
    in the ASCII form of IDNA 2003."""
    with open(PSLFILE, encoding="utf-8") as lines:
        rules = [line.split()[0] for line in lines if line.strip() and not line.startswith("//")]
    assert len(rules) > 8000
    for rule in rules:
        if rule.startswith("!"):
            domain = domain_to_ascii(rule[1:])
            assert public_suffix(domain) == domain.partition(".")[2]
        else:
            suffix = domain_to_ascii(rule.replace("*", "wild-card"))
            assert public_suffix(f"no-rule.has-this.{suffix}") == suffix
            assert registrable_domain(f"no-rule.has-this.{suffix}.") == f"has-this.{suffix}."


#: Hosts of every kind: random texts, and hosts made of names in the list
any_host = st.one_of(
    hostile,
    any_text,
    st.lists(
        st.sampled_from(
            ["", "a", "www", "city", "kobe", "jp", "ck", "co", "uk", "com", "公司", "cn", "1", "é"]
        )
    ).map(".".join),
)


@given(any_host)
def test_suffix_and_domain_are_consistent_for_every_string(host):
    try:
        suffix, registrable = public_suffix(host), registrable_domain(host)
    except InvalidURLError:
        return
    if suffix is None:
        assert registrable is None
        return
    domain = domain_to_ascii(URL(f"http://{host}/").hostname)
    # The assertions in the steps of URL Standard 3.2
    assert suffix.isascii()
    assert suffix.endswith(".") == domain.endswith(".")
    assert f".{domain}".endswith(f".{suffix}")
    if registrable is None:
        assert suffix == domain
    else:
        assert f".{domain}".endswith(f".{registrable}")
        label, _, rest = registrable.partition(".")
        assert label
        assert rest == suffix
        assert registrable_domain(registrable) == registrable
    assert public_suffix(suffix) == suffix


def test_long_host_takes_linear_time():
    assert registrable_domain("a." * 200_000 + "com") == "a.com"
    assert public_suffix("a" * 400_000) == "a" * 400_000


# Sites


@each_case(
    ("a", "b", "same"),
    [
        ("https://example.com/", "https://example.com/", True),
        ("https://example.com/a?b#c", "https://user:pw@WWW.example.com:8443/", True),
        ("https://a.example.co.uk/", "https://b.c.example.co.uk/", True),
        ("https://a.co.uk/", "https://b.co.uk/", False),
        ("https://example.com/", "https://example.org/", False),
        # URLs with different schemes have different sites.
        ("http://example.com/", "https://example.com/", False),
        ("ws://example.com/", "http://example.com/", False),
        # The hosts have no registrable domain, so the hosts are compared.
        ("https://github.io/", "https://github.io:444/", True),
        ("https://github.io/", "https://a.github.io/", False),
        ("https://a.github.io/", "https://b.github.io/", False),
        ("http://localhost:1/", "http://localhost:2/", True),
        ("http://127.0.0.1/", "http://0x7f.1/", True),
        ("http://127.0.0.1/", "http://127.0.0.2/", False),
        ("http://[::1]/", "http://[0:0::1]:80/", True),
        ("http://a..b/", "http://a..b/", True),
        ("http://a..b/", "http://c..b/", False),
        # a dot at the end
        ("https://a.example.com./", "https://example.com./", True),
        ("https://example.com./", "https://example.com/", False),
        # IDNA
        ("https://食狮.公司.cn/", "https://www.xn--85x722f.xn--55qx5d.cn/", True),
        # a blob URL has the origin of its path
        ("blob:https://a.example.com/uuid", "https://b.example.com/", True),
        ("blob:data:,x", "blob:data:,x", False),
        # opaque origins
        ("data:,x", "data:,x", False),
        ("file:///a", "file:///a", False),
        ("foo://example.com/", "foo://example.com/", False),
        ("about:blank", "https://example.com/", False),
    ],
)
def test_same_site_compares_sites(a, b, same):
    assert same_site(a, b) is same
    assert same_site(b, a) is same


def test_same_site_accepts_each_form_of_a_url():
    url = URL("https://a.example.com/")
    for other in (
        url,
        URLDecomposition("https://b.example.com/"),
        parse("https://c.example.com:1/"),
    ):
        assert same_site(url, other)
    assert same_site(URLDecomposition("/x", "https://d.example.com/"), url)


def test_invalid_url_on_either_side_raises():
    for arguments in (("example.com", "data:,x"), ("data:,x", "example.com")):
        with pytest.raises(InvalidURLError) as caught:
            same_site(*arguments)
        assert caught.value.url == "example.com"
    for arguments in ((None, "data:,x"), ("data:,x", b"http://h/")):
        with pytest.raises(TypeError, match="a URL must be a str or a URL of urldom, not "):
            same_site(*arguments)


@given(hostile)
def test_same_site_of_any_string_is_true_or_raises(text):
    url = URL.parse(text)
    if url is None:
        with pytest.raises(InvalidURLError):
            same_site(text, "http://h/")
    else:
        assert same_site(text, text) == (url.origin != "null")


# The package of the list


def test_list_is_loaded_on_first_use():
    program = """
import sys
import urldom.hosts
assert "publicsuffixlist" not in sys.modules
urldom.hosts.public_suffix("127.0.0.1")
assert "publicsuffixlist" not in sys.modules
urldom.hosts.public_suffix("a.com")
assert "publicsuffixlist" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_error_without_the_package_says_what_to_install():
    program = """
import sys
sys.modules["publicsuffixlist"] = None
from urldom import URL
from urldom.hosts import *
print(URL("http://h/"), public_suffix("[::1]"), same_site("data:,x", "data:,y"))
for call in (lambda: public_suffix("a.com"), lambda: registrable_domain("a.com"), lambda: same_site("http://a/", "http://b/")):
    try:
        call()
    except ImportError as error:
        print(error)
"""
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    values, *errors = process.stdout.splitlines()
    assert values == "http://h/ None False"
    assert len(errors) == 3
    assert all("pip install publicsuffixlist" in error for error in errors)


# Origins


def origins(*urls: str) -> list[Origin]:
    return [Origin.from_url(url) for url in urls]


def test_new_origin_is_opaque_and_equals_only_itself():
    first, second = Origin(), Origin()
    assert first.opaque and second.opaque
    assert first.same_origin(first) and first.same_site(first) and first == first
    assert not first.same_origin(second) and not first.same_site(second) and first != second
    assert len({first, second, first}) == 2


@pytest.mark.parametrize(
    "url", ["data:text/plain,opaque", "file:///a", "blob:data:,x", "blob:file:///a", "foo://h/"]
)
def test_opaque_origin_of_a_url_equals_only_itself(url):
    first, second = origins(url, url)
    assert first.opaque and second.opaque and str(first) == "null"
    assert first.same_origin(first) and first.same_site(first)
    assert not first.same_origin(second) and not first.same_site(second) and first != second


def test_tuple_origins_are_compared_by_site_and_origin():
    """The table of web-platform-tests, html/browsers/origin/api/origin-comparison.any.js."""
    a, a_a, b_a, b, b_b = origins(
        *(f"https://{host}.example" for host in ("a", "a.a", "b.a", "b", "b.b")),
    )
    assert [a.same_origin(other) for other in (a, a_a, b_a, b, b_b)] == [
        True,
        False,
        False,
        False,
        False,
    ]
    for origin in (a, a_a, b_a):
        assert [origin.same_site(other) for other in (a, a_a, b_a, b, b_b)] == [
            True,
            True,
            True,
            False,
            False,
        ]
    http, https = origins("http://a.example", "https://a.example")
    for first, second in ((http, https), (https, http)):
        assert not first.same_origin(second) and not first.same_site(second)


@pytest.mark.parametrize(
    ("url", "serialized"),
    [
        ("HTTPS://user:pw@EXAMPLE.com:443/a?b#c", "https://example.com"),
        ("http://0x7f.1:8080/", "http://127.0.0.1:8080"),
        ("ws://[0:0::1]/", "ws://[::1]"),
        ("ftp://h:21/", "ftp://h"),
        ("https://食狮.公司.cn/", "https://xn--85x722f.xn--55qx5d.cn"),
        ("blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f", "https://whatwg.org"),
        ("blob:ws://whatwg.org/", "null"),
        ("blob:blob:https://whatwg.org/", "null"),
        ("about:blank", "null"),
    ],
)
def test_str_of_an_origin_matches_the_url(url, serialized):
    origin = Origin.from_url(url)
    assert str(origin) == URL(url).origin == serialized
    assert repr(origin) == f"<Origin {serialized}>"
    assert origin.opaque == (serialized == "null")


def test_equal_origins_have_one_hash():
    first, second, other_port, other_scheme = origins(
        "https://h/a", "https://H:443/b", "https://h:444/", "http://h:443/"
    )
    assert first == second and hash(first) == hash(second)
    assert len({first, second, other_port, other_scheme}) == 3
    assert first != "https://h" and first != URL("https://h/")


def test_origin_cannot_be_changed():
    origin = Origin.from_url("https://h/")
    for change in (
        lambda: setattr(origin, "opaque", True),
        lambda: setattr(origin, "x", 1),
        lambda: delattr(origin, "x"),
    ):
        with pytest.raises(AttributeError, match="an Origin is immutable"):
            change()
    with pytest.raises(AttributeError, match="an Origin is immutable"):
        origin.host = "evil.example"
    assert str(origin) == "https://h"


def test_copy_of_an_origin_is_the_origin():
    for origin in (Origin(), Origin.from_url("https://h:1/")):
        assert copy.copy(origin) is origin and copy.deepcopy([origin])[0] is origin


def test_unpickled_opaque_origin_is_a_new_origin():
    origin, opaque = Origin.from_url("https://h:1/"), Origin()
    assert pickle.loads(pickle.dumps(origin)) == origin
    unpickled = pickle.loads(pickle.dumps(opaque))
    assert unpickled.opaque and unpickled != opaque


def test_each_form_of_a_url_has_an_origin():
    for url in (
        URL("https://h/a"),
        URLDecomposition("/x", "https://h/"),
        parse("https://h/"),
        "https://h",
    ):
        assert Origin.from_url(url) == Origin.from_url("https://h/")


def test_origin_is_made_from_a_url_and_compared_with_an_origin():
    with pytest.raises(InvalidURLError):
        Origin.from_url("example.com")
    with pytest.raises(TypeError, match="not bytes"):
        Origin.from_url(b"https://h/")
    origin = Origin.from_url("https://h/")
    for compare in (origin.same_origin, origin.same_site):
        with pytest.raises(
            TypeError,
            match=r"the other origin must be an Origin, not str: make one with Origin\.from_url",
        ):
            compare("https://h")


@given(hostile)
def test_origin_of_every_url_matches_the_attribute_origin(text):
    url = URL.parse(text)
    if url is not None:
        origin = Origin.from_url(text)
        assert (str(origin), origin.opaque) == (url.origin, url.origin == "null")
        assert (origin == Origin.from_url(url)) is not origin.opaque
