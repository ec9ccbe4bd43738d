"""Public suffixes, registrable domains (URL Standard 3.2) and sites (HTML Standard, 7.1.1.1)."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publicsuffixlist import PSLFILE

from tests.strategies import any_text, hostile
from urldom import InvalidURLError, URLDecomposition, parse, whatwg
from urldom.whatwg import URL, domain_to_ascii, public_suffix, registrable_domain, same_site


@pytest.mark.parametrize(
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
def test_the_table_of_the_standard(host, suffix, registrable):
    assert (public_suffix(host), registrable_domain(host)) == (suffix, registrable)


@pytest.mark.parametrize(
    ("host", "suffix", "registrable"),
    [
        # a rule of one label, and of two
        ("domain.biz", "biz", "domain.biz"),
        ("a.b.domain.biz", "biz", "domain.biz"),
        ("uk", "uk", None),
        ("co.uk", "co.uk", None),
        ("a.b.example.co.uk", "co.uk", "example.co.uk"),
        ("parliament.uk", "uk", "parliament.uk"),
        # no rule, and so the rule *
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
        # above a wildcard, as browsers have it
        ("kobe.jp", "kobe.jp", None),
        # four labels
        ("a.example.k12.ak.us", "k12.ak.us", "example.k12.ak.us"),
        # the owners of names, too
        ("a.b.whatwg.github.io", "github.io", "whatwg.github.io"),
        # in any script, in any form, and in Punycode
        ("www.食狮.公司.cn", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
        ("www.食狮。公司．ｃｎ", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
        ("xn--85x722f.xn--fiqs8s", "xn--fiqs8s", "xn--85x722f.xn--fiqs8s"),
        ("faß.DE", "de", "xn--fa-hia.de"),
        ("ex%41mple.c%6Fm", "com", "example.com"),
        # the dot at the end
        ("com.", "com.", None),
        ("www.ck.", "ck.", "www.ck."),
        ("a.b.nonexistent-tld.", "nonexistent-tld.", "b.nonexistent-tld."),
    ],
)
def test_the_algorithm_of_the_list(host, suffix, registrable):
    assert (public_suffix(host), registrable_domain(host)) == (suffix, registrable)


@pytest.mark.parametrize(
    "host",
    [
        # IP addresses, however they are written
        *("127.0.0.1", "0x7f.1", "2130706433", "①②⑦.⓪.⓪.①", "1.2.3.4.", "[::1]", "[::ffff:1.2.3.4]"),
        # the empty host; opaque hosts
        *("", "a%2Fb", "256.256.256.256", "example.1", "xn--\xff", "\xad", "a%zz"),
        # empty labels
        *(".", "..", ".com", ".example.com", "example..com", "example.com.."),
    ],
)
def test_what_is_no_domain_of_the_list_has_none(host):
    assert public_suffix(host) is None
    assert registrable_domain(host) is None


@pytest.mark.parametrize(
    "host",
    [
        *("https://example.com/", "example.com:443", "user@example.com", "example.com/", "//example.com", "a b", " a"),
        *("example.com\n", "[::1", "[::1]:80", "::1", "a\\b", "a|b", "a?b", "a#b", "\0"),
    ],
)
@pytest.mark.parametrize("function", [public_suffix, registrable_domain])
def test_what_no_url_has_for_its_host_is_an_error(function, host):
    with pytest.raises(InvalidURLError) as caught:
        function(host)
    assert caught.value.url == host
    assert caught.value.standard == "whatwg"


@pytest.mark.parametrize(("value", "name"), [(None, "NoneType"), (b"example.com", "bytes"), (URL("http://h/"), "URL")])
@pytest.mark.parametrize("function", [public_suffix, registrable_domain])
def test_a_host_is_a_string(function, value, name):
    with pytest.raises(TypeError, match=rf"a host is a str, not .*{name}"):
        function(value)


def test_the_list_is_the_whole_one_and_its_names_are_those_of_the_url_standard():
    """Each rule, in the ASCII that the URL Standard makes of it; the package has the list's in that of IDNA 2003."""
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


#: Hosts of every kind: what is drawn from the tests' texts, and what is made of names that the list has.
hosts = st.one_of(
    hostile,
    any_text,
    st.lists(
        st.sampled_from(["", "a", "www", "city", "kobe", "jp", "ck", "co", "uk", "com", "公司", "cn", "1", "é"])
    ).map(".".join),
)


@given(hosts)
def test_they_hold_together_for_every_string(host):
    try:
        suffix, registrable = public_suffix(host), registrable_domain(host)
    except InvalidURLError:
        return
    if suffix is None:
        assert registrable is None
        return
    domain = domain_to_ascii(URL(f"http://{host}/").hostname)
    # The asserts of the steps
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


def test_a_long_host():
    assert registrable_domain("a." * 200_000 + "com") == "a.com"
    assert public_suffix("a" * 400_000) == "a" * 400_000


# Sites


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("https://example.com/", "https://example.com/", True),
        ("https://example.com/a?b#c", "https://user:pw@WWW.example.com:8443/", True),
        ("https://a.example.co.uk/", "https://b.c.example.co.uk/", True),
        ("https://a.co.uk/", "https://b.co.uk/", False),
        ("https://example.com/", "https://example.org/", False),
        # schemefully
        ("http://example.com/", "https://example.com/", False),
        ("ws://example.com/", "http://example.com/", False),
        # no registrable domain: the host
        ("https://github.io/", "https://github.io:444/", True),
        ("https://github.io/", "https://a.github.io/", False),
        ("https://a.github.io/", "https://b.github.io/", False),
        ("http://localhost:1/", "http://localhost:2/", True),
        ("http://127.0.0.1/", "http://0x7f.1/", True),
        ("http://127.0.0.1/", "http://127.0.0.2/", False),
        ("http://[::1]/", "http://[0:0::1]:80/", True),
        ("http://a..b/", "http://a..b/", True),
        ("http://a..b/", "http://c..b/", False),
        # the dot at the end
        ("https://a.example.com./", "https://example.com./", True),
        ("https://example.com./", "https://example.com/", False),
        # IDNA
        ("https://食狮.公司.cn/", "https://www.xn--85x722f.xn--55qx5d.cn/", True),
        # the origin of a blob URL is that of its path
        ("blob:https://a.example.com/uuid", "https://b.example.com/", True),
        ("blob:data:,x", "blob:data:,x", False),
        # opaque origins
        ("data:,x", "data:,x", False),
        ("file:///a", "file:///a", False),
        ("foo://example.com/", "foo://example.com/", False),
        ("about:blank", "https://example.com/", False),
    ],
)
def test_same_site(a, b, same):
    assert same_site(a, b) is same
    assert same_site(b, a) is same


def test_every_value_of_a_url_is_welcome():
    url = URL("https://a.example.com/")
    for other in (url, URLDecomposition("https://b.example.com/"), parse("https://c.example.com:1/")):
        assert same_site(url, other)
    assert same_site(URLDecomposition("/x", "https://d.example.com/"), url)


def test_what_is_no_url_is_an_error_on_either_side():
    for arguments in (("example.com", "data:,x"), ("data:,x", "example.com")):
        with pytest.raises(InvalidURLError) as caught:
            same_site(*arguments)
        assert caught.value.url == "example.com"
    for arguments in ((None, "data:,x"), ("data:,x", b"http://h/")):
        with pytest.raises(TypeError, match="a URL is a str, a parsed URL or a URLDecomposition, not "):
            same_site(*arguments)


@given(hostile)
def test_same_site_says_of_every_string_what_it_is(text):
    url = URL.parse(text)
    if url is None:
        with pytest.raises(InvalidURLError):
            same_site(text, "http://h/")
    else:
        assert same_site(text, text) == (url.origin != "null")


# The package of the list


def test_the_list_is_loaded_when_it_is_needed():
    program = """
import sys
import urldom.whatwg
assert "publicsuffixlist" not in sys.modules
urldom.whatwg.public_suffix("127.0.0.1")
assert "publicsuffixlist" not in sys.modules
urldom.whatwg.public_suffix("a.com")
assert "publicsuffixlist" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_the_package_the_error_says_what_to_install():
    program = """
import sys
sys.modules["publicsuffixlist"] = None
from urldom.whatwg import *
print(URL("http://h/"), public_suffix("[::1]"), same_site("data:,x", "data:,y"))
for call in (lambda: public_suffix("a.com"), lambda: registrable_domain("a.com"), lambda: same_site("http://a/", "http://b/")):
    try:
        call()
    except ImportError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    values, *errors = done.stdout.splitlines()
    assert values == "http://h/ None False"
    assert len(errors) == 3
    assert all("pip install 'urldom[site]'" in error for error in errors)


def test_the_names_are_public():
    assert {"public_suffix", "registrable_domain", "same_site"} <= set(whatwg.__all__)
