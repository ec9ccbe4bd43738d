"""`is_trustworthy`, `mixed_content`, `upgraded` and `fetch_site`, compared with their texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.http.fetch_reference import SITES, Fetch
from urldom import URL, InvalidURLError
from urldom.http import fetch_site, is_trustworthy, mixed_content, upgraded


@each_case(
    "url",
    [
        *(
            "https://example.com/",
            "wss://example.com/",
            "file:///a",
            "data:,x",
            "about:blank",
            "about:srcdoc#a",
        ),
        *("about:blank?a#b", "blob:https://example.com/x", "blob:http://localhost/x"),
        *(
            "http://localhost/",
            "http://LOCALHOST.:80/",
            "http://a.b.localhost/",
            "http://a.localhost.:8080/",
        ),
        *(
            "http://127.0.0.1/",
            "http://127.255.255.255:80/",
            "http://0x7f.1/",
            "http://[::1]:8080/",
        ),
        *("ws://localhost/", "ftp://127.0.0.1/", "http://u:p@localhost/"),
    ],
)
def test_trustworthy_urls(url):
    assert is_trustworthy(url) and is_trustworthy(URL(url))


@each_case(
    "url",
    [
        *(
            "http://example.com/",
            "ws://example.com/",
            "ftp://example.com/",
            "about:about",
            "about:blankx",
            "about:srcdoc?",
        ),
        *(
            "blob:http://example.com/x",
            "blob:x",
            "javascript:0",
            "mailto:a@localhost",
            "x://localhost/",
            "x://127.0.0.1/",
        ),
        *(
            "http://localhost.example/",
            "http://xlocalhost/",
            "http://127.0.0.1.example/",
            "http://127.example/",
        ),
        *(
            "http://128.0.0.1/",
            "http://[::2]/",
            "http://[::ffff:127.0.0.1]/",
            "http://localhost@example.com/",
        ),
        *("http://0.0.0.0/", "http://example.com/@localhost/", "http://localhost../"),
    ],
)
def test_urls_that_are_not_trustworthy(url):
    assert not is_trustworthy(url)


@pytest.mark.parametrize("destination", ["audio", "image", "video"])
def test_images_and_media_are_upgraded(destination):
    def outcome(url: str, initiator: str = "") -> str | None:
        return mixed_content(
            url, "https://example.com/", destination=destination, initiator=initiator
        )

    assert outcome("http://example.org/") == outcome("http://example.org:8080/") == "upgraded"
    assert (
        outcome("http://10.0.0.1/")
        == outcome("http://[::2]/")
        == outcome("ftp://example.org/")
        == "blocked"
    )
    assert (
        outcome("http://127.0.0.1/") is outcome("https://10.0.0.1/") is outcome("data:,x") is None
    )
    # Only an image has an image set.
    assert outcome("http://example.org/", "imageset") == (
        "blocked" if destination == "image" else "upgraded"
    )


@pytest.mark.parametrize(
    "destination", ["", "script", "style", "font", "track", "iframe", "frame", "object", "embed"]
)
def test_other_insecure_content_is_blocked(destination):
    assert (
        mixed_content("http://example.org/", "https://example.com/", destination=destination)
        == "blocked"
    )
    assert (
        mixed_content("http://example.org/", "http://localhost/", destination=destination)
        == "blocked"
    )
    assert (
        mixed_content("http://example.org/", "http://example.com/", destination=destination) is None
    )
    assert (
        mixed_content("https://example.org/", "https://example.com/", destination=destination)
        is None
    )


def test_navigation_of_a_window_is_not_mixed_content():
    assert (
        mixed_content("http://example.org/", "https://example.com/", destination="document") is None
    )


@pytest.mark.parametrize(
    "page", ["data:,x", "about:blank", "file:///a", "blob:http://example.com/x"]
)
def test_page_without_a_trustworthy_origin_allows_insecure_content(page):
    assert mixed_content("http://example.org/", page, destination="script") is None


@pytest.mark.parametrize(
    ("url", "secure"),
    [
        ("http://example.com", "https://example.com/"),
        ("http://u:p@example.com:80/a?b#c", "https://u:p@example.com/a?b#c"),
        ("http://example.com:8080/", "https://example.com:8080/"),
        ("http://example.com:443/", "https://example.com/"),
        ("ws://example.com/", "wss://example.com/"),
        ("HTTPS://example.com:80/", "https://example.com:80/"),
        ("ftp://example.com/", "ftp://example.com/"),
        ("data:http:", "data:http:"),
    ],
)
def test_upgrade_changes_the_scheme_only(url, secure):
    assert upgraded(url) == upgraded(URL(url)) == secure


# Sites


@each_case(
    ("url", "source", "site"),
    [
        ("https://example.com/", None, "none"),
        ("https://example.com:443/b", "https://example.com/a", "same-origin"),
        ("https://example.com:8443/", "https://example.com/", "same-site"),
        ("https://a.example.co.uk/", "https://b.example.co.uk/", "same-site"),
        ("https://a.co.uk/", "https://b.co.uk/", "cross-site"),
        ("https://a.github.io/", "https://b.github.io/", "cross-site"),
        ("http://example.com/", "https://example.com/", "cross-site"),
        ("https://127.0.0.1/", "https://127.0.0.1:8080/", "same-site"),
        ("https://1.0.0.1/", "https://127.0.0.1:8080/", "cross-site"),
        ("https://[::1]:80/", "https://[::1]/", "same-site"),
        ("https://b/", "https://a.b/", "cross-site"),
        ("https://localhost:80/", "https://localhost/", "same-site"),
        ("https://example.com./", "https://example.com/", "cross-site"),
        ("https://a.example.com./", "https://example.com./", "same-site"),
        ("https://example.com/", "data:,x", "cross-site"),
        ("https://example.com/", "about:blank", "cross-site"),
    ],
)
def test_site_is_that_of_fetch_metadata(url, source, site):
    assert fetch_site(url, source) == site
    assert fetch_site(URL(url), source and URL(source)) == site


def test_one_foreign_url_of_the_chain_is_enough():
    page = "https://example.com/"
    assert fetch_site(page, page, chain=[page]) == "same-origin"
    assert fetch_site(page, page, chain=["https://www.example.com/"]) == "same-site"
    assert (
        fetch_site(page, page, chain=["https://www.example.com/", URL("https://example.org/")])
        == "cross-site"
    )
    assert (
        fetch_site(page, page, chain=["https://example.org/", "https://www.example.com/"])
        == "cross-site"
    )
    assert fetch_site(page, None, chain=["https://example.org/"]) == "none"


urls = st.builds(
    "{}://{}{}/".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from([*SITES]),
    st.sampled_from(["", ":8080"]),
)


@given(urls, st.lists(urls, min_size=1, max_size=4))
def test_site_of_a_chain_is_that_of_the_text(page, chain):
    expected = Fetch(page, "GET", chain, "no-cors", "image", "origin").sec_fetch_site()
    assert fetch_site(chain[-1], page, chain=chain[:-1]) == expected


@pytest.mark.parametrize(
    "call",
    [
        is_trustworthy,
        upgraded,
        lambda url: mixed_content(url, "https://h/"),
        lambda url: fetch_site(url, None),
    ],
)
def test_wrong_url_raises(call):
    for url in ("", "/a", "https://", "http://a b/"):
        with pytest.raises(InvalidURLError):
            call(url)
    with pytest.raises(TypeError, match="not bytes"):
        call(b"https://example.com/")


def test_long_hosts_take_linear_time():
    """Quadratic time would take minutes."""
    for part in ("a.", ".localhost", "localhost.", "127.", "a@", ":a", "/"):
        url = f"http://{part * 200_000}x/"
        try:
            assert is_trustworthy(url) in (True, False)
            assert mixed_content(url, "https://h/", destination="image") is not None
        except InvalidURLError:
            continue
