"""`url_has_allowed_host_and_scheme` allows a redirect only if every reader stays on the host."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given

from tests.cases import each_case
from tests.peers.redirects import ALLOWED, targets
from tests.strategies import hostile
from urldom import URL
from urldom.readings import Reading, url_has_allowed_host_and_scheme
from urldom.readings import _libraries as libraries

STAYING = [
    *(
        "/",
        "/a/b?next=http://evil.example/",
        "a/b",
        "?q",
        "#f",
        "../a",
        "/é?é#é",
        "/a:b",
        "a b",
        "/日本語/",
        "/a//b",
    ),
    *(
        "/a?x[]=1",
        "/a|b",
        "/%zz",
        " /a ",
        "/x?u=a@b",
        "@evil.example",
        "evil.example",
        "/a\\b",
        "..",
        "/;a",
    ),
]
ON_A_HOST = [
    *(
        "http://good.example",
        "http://good.example/é?é#é",
        "https://good.example/",
        "//good.example/x",
        "//good.example?q",
    ),
    *(
        "https://www.good.example:8443/x?y#z",
        "http://xn--bcher-kva.example/é",
        "http://127.0.0.1/",
        "//[::1]/",
    ),
]
NOT_ALLOWED = [
    *(
        "",
        " ",
        "\t",
        "///evil.example",
        "////good.example/",
        "http:///good.example",
        "http:good.example",
        "http:/x",
    ),
    *(
        "//evil.example",
        "http://evil.example/",
        "\\\\evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "/\t/evil.example",
    ),
    *(
        "http://good.example\\@evil.example/",
        "http://evil.example\\@good.example/",
        "http://good.example@evil.example/",
    ),
    *(
        "http://user@good.example/",
        "http://good.example?@evil.example/",
        "http://good.example:81/",
        "http://good.example.evil.example/",
        "http://GOOD.example/",
    ),
    *(
        "javascript:alert(1)",
        "data:,x",
        "mailto:a@good.example",
        "ftp://good.example/",
        "a:b",
        "\x08//evil.example",
    ),
    *(
        "\x00/x",
        "\ufeff/x",
        "\\\\good.example/x",
        "http:\\\\good.example/x",
        "http://[::1",
        "http://good.example:x/",
    ),
    *(
        "/" + "a" * 2048,
        "http://good.example\t.evil.example/",
        "https:evil.example",
    ),
]


@each_case("url", [*STAYING, *ON_A_HOST])
def test_redirect_to_the_same_host_is_allowed(url):
    assert url_has_allowed_host_and_scheme(url, set(ALLOWED))
    assert url_has_allowed_host_and_scheme(url, None) == (url in STAYING)
    if url in ON_A_HOST:
        secure = url.startswith("https:")
        assert url_has_allowed_host_and_scheme(url, ALLOWED, require_https=True) is secure
    else:
        assert url_has_allowed_host_and_scheme(url, "good.example", require_https=True)


@each_case("url", NOT_ALLOWED)
def test_redirect_to_another_host_is_not_allowed(url):
    assert not url_has_allowed_host_and_scheme(url, set(ALLOWED))
    assert not url_has_allowed_host_and_scheme(url, None)


@pytest.mark.parametrize("control", ["\0", "\t", "\r\n", "\x1f", "\x7f"])
@pytest.mark.parametrize(
    "url", ["/a{}b", "http://good.example/{}", "/{}/evil.example", "{}/x", "/x{}", "?{}", "#{}"]
)
def test_control_character_is_not_allowed(fresh, monkeypatch, url, control):
    monkeypatch.setattr(
        libraries, "LIBRARIES", {"urllib.parse": libraries.LIBRARIES["urllib.parse"]}
    )
    assert not url_has_allowed_host_and_scheme(url.format(control), ALLOWED)


@pytest.mark.parametrize("quote", ["'", '"', ":"])
def test_quote_or_colon_at_the_start_is_not_allowed(quote):
    for url in (
        f"{quote}//evil.example{quote}",
        f" {quote}//evil.example",
        f"\xa0{quote}http://evil.example",
        quote,
    ):
        assert not url_has_allowed_host_and_scheme(url, ALLOWED)
    assert url_has_allowed_host_and_scheme(f"/{quote}?{quote}#{quote}", ALLOWED)


@pytest.mark.parametrize("host", ["bücher.example", "ドメイン.example", "①.example"])
def test_unicode_host_is_not_allowed(host):
    for url in (f"http://{host}/", f"//{host}"):
        assert not url_has_allowed_host_and_scheme(url, host)


def test_allowed_hosts_are_one_host_or_several():
    for hosts in ("good.example", {"good.example"}, ["good.example"], iter(["good.example"])):
        assert url_has_allowed_host_and_scheme("http://good.example/", hosts)
    for hosts in (None, "", (), "example", "good.exampl", "*", {"GOOD.example"}):
        assert not url_has_allowed_host_and_scheme("http://good.example/", hosts)
        assert url_has_allowed_host_and_scheme("/", hosts)
    assert not url_has_allowed_host_and_scheme(None, "good.example")
    assert url_has_allowed_host_and_scheme(URL("http://good.example/"), "good.example")
    with pytest.raises(TypeError):
        url_has_allowed_host_and_scheme(b"/", None)


@pytest.mark.parametrize(
    "hosts",
    ["0x7f.1", "①②⑦.⓪.⓪.①", "faß.de", "127.0.0.1.", "%65vil.example", "a b", "user@h", "[::1"],
)
def test_ambiguous_allowed_host_is_not_allowed(hosts):
    url = f"http://{hosts}/"
    if hosts == "user@h":
        assert url_has_allowed_host_and_scheme(
            url, hosts
        )  # The authority of the URL equals the allowed host.
    else:
        assert not url_has_allowed_host_and_scheme(url, hosts)


@pytest.mark.parametrize("count", [200, pytest.param(3000, marks=pytest.mark.full)])
def test_target_that_django_refuses_is_refused(count):
    django = pytest.importorskip("django.utils.http").url_has_allowed_host_and_scheme
    hosts = set(ALLOWED)
    allowed = 0
    for target in [*STAYING, *ON_A_HOST, *NOT_ALLOWED, *islice(targets(7), count)]:
        for allowed_hosts in (hosts, None):
            for require_https in (False, True):
                if url_has_allowed_host_and_scheme(target, allowed_hosts, require_https):
                    allowed += 1
                    assert django(target, allowed_hosts, require_https), target
    assert allowed > count / 3


@pytest.mark.parametrize("count", [500, pytest.param(2000, marks=pytest.mark.full)])
def test_allowed_target_stays_on_the_host_under_the_url_standard(count):
    origins = {host: URL(f"http://{host}/").host for host in ALLOWED}
    allowed = 0
    for target in islice(targets(8), count):
        if url_has_allowed_host_and_scheme(target, ALLOWED):
            allowed += 1
            for host, as_read in origins.items():
                for scheme in ("http", "https"):
                    url = URL(target, f"{scheme}://{host}/dir/page")
                    assert url.host in origins.values() and url.protocol in ("http:", "https:"), (
                        target
                    )
                    if "good.example" not in target and not any(
                        other in target for other in ALLOWED
                    ):
                        assert url.host == as_read, target
    assert allowed > count / 7


@given(url=hostile)
def test_any_string_can_be_a_target(url):
    if url_has_allowed_host_and_scheme(url, "h"):
        assert URL(url, "https://h/").hostname == "h"
        assert not url_has_allowed_host_and_scheme(f"///{url}", "h")


def test_one_reader_with_another_host_is_enough_to_refuse(fresh, monkeypatch):
    assert url_has_allowed_host_and_scheme("/x", None)
    monkeypatch.setitem(
        libraries.LIBRARIES,
        "urllib.parse",
        lambda: lambda url, base: Reading("http", "i", None, "/"),
    )
    libraries.library_reader.cache_clear()
    assert not url_has_allowed_host_and_scheme("/x", None)
