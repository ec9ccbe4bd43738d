"""`Request`, and what `redirected` makes of it, compared with the steps of the Fetch Standard."""

from __future__ import annotations

import pickle
from email.message import Message
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import each_case
from tests.http.fetch_reference import (
    NAVIGATIONS,
    POLICIES,
    SITES,
    Fetch,
    NetworkError,
    origin,
    serialized,
)
from tests.http.fetch_reference import trusted as is_trusted
from urldom import URL, InvalidURLError
from urldom.http import ReferrerPolicy, RefusedRedirectError, Request, redirect
from urldom.http._fetching import Client
from urldom.http._request import send, with_url

PAGE = Client("https://example.com/a?b", "https://example.com", is_secure=True)


def request(url: str, client: Client | None = PAGE, method: str = "GET", **options: Any) -> Any:
    return send(client, method, url, **{"destination": "document", "mode": "navigate", **options})


# The constructor


def test_program_makes_a_request_and_sends_what_it_says():
    made = Request(
        "GET",
        URL("https://Example.com:443/a b"),
        {"User-Agent": "bot"},
        destination="image",
        mode="no-cors",
    )
    assert (made.method, made.url, made.headers) == (
        "GET",
        "https://example.com/a%20b",
        {"User-Agent": "bot"},
    )
    assert (made.body, made.initiator, made.entries, made.encoding, made.steps) == (
        None,
        "",
        (),
        None,
        None,
    )
    assert made.is_request and not Request("GET", "data:,x").is_request
    assert attrs.evolve(made, headers=[("Cookie", "a=b")]).headers == {"Cookie": "a=b"}
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.url = "https://example.org/"


@attrs.frozen
class TaggedRequest(Request):
    """A request of a user's own class."""

    tag: str = ""


def test_subclass_of_attrs_has_the_defaults_and_the_checks_of_a_request():
    request = TaggedRequest("post", "https://h/a b", tag="x")
    assert (request.method, request.url, request.tag, request.headers) == (
        "POST",
        "https://h/a%20b",
        "x",
        {},
    )
    with pytest.raises(InvalidURLError):
        TaggedRequest("GET", "a", tag="x")
    assert Request.__match_args__ == (
        "method",
        "url",
        "headers",
        "body",
        "destination",
        "mode",
        "initiator",
    )


def test_requests_are_equal_by_what_is_sent_and_can_be_pickled():
    made = request("https://example.com/")
    same = Request("GET", "https://example.com/", dict(made.headers))
    assert made == same and hash(made) == hash(same) and made != request("https://example.com/b")
    copy = pickle.loads(pickle.dumps(made))
    assert copy == made and copy.explain() == made.explain()
    assert copy.redirected(302, {"Location": "/b"}) == made.redirected(302, {"Location": "/b"})


@pytest.mark.parametrize("method", ["", "GE T", "GET\r\nX: y", "GET\0", "G(T", "GÉT", "\ud800"])
def test_method_that_is_not_a_token_is_rejected(method):
    with pytest.raises(ValueError, match="is not an HTTP method: use a word such as GET"):
        Request(method, "https://example.com/")


@pytest.mark.parametrize(
    "headers", [{"a": "b\r\nc"}, {"a": "\n"}, {"a": "\0"}, {"a\r\nb": "c"}, {"": "c"}, {"a:": "c"}]
)
def test_header_that_would_end_its_line_is_rejected(headers):
    with pytest.raises(ValueError, match="header"):
        Request("GET", "https://example.com/", headers)
    with pytest.raises(ValueError, match="header"):
        attrs.evolve(request("https://example.com/"), headers=headers)


@pytest.mark.parametrize("method", ["delete", "Get", "heaD", "options", "post", "put"])
def test_browsers_write_six_methods_in_upper_case(method):
    assert Request(method, "https://example.com/").method == method.upper()
    assert Request("patch", "https://example.com/").method == "patch"
    moved = Request(method, "https://example.com/", body=b"x").redirected(303, {"Location": "/b"})
    assert moved.method == ("HEAD" if method == "heaD" else "GET")


@pytest.mark.parametrize(
    "options", [{"mode": "bogus"}, {"mode": []}, {"destination": 5}, {"destination": "bogus"}]
)
def test_unknown_mode_or_destination_is_rejected(options):
    (name,) = options
    with pytest.raises(ValueError, match=rf"unknown {name} .*: use one of '"):
        Request("GET", "https://example.com/", **options)
    assert (
        Request("GET", "https://example.com/", destination="worker", mode="cors").destination
        == "worker"
    )


@pytest.mark.parametrize("value", ["http://h/a\nX: y", "a\rb", "a\0", "é", "\ud800", "\x7f"])
def test_header_of_an_element_that_cannot_be_sent_is_not_sent(value):
    reason = request("https://example.com/", content_headers={"Ping-To": value})
    assert reason == "a header would contain a character that is not printable ASCII"


@pytest.mark.parametrize("url", ["", "/a", "https://", "http://a b/"])
def test_url_that_does_not_parse_is_rejected(url):
    with pytest.raises(InvalidURLError):
        Request("GET", url)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Request(b"GET", "https://example.com/"), "a method must be a str, not bytes"),
        (lambda: Request("GET", b"https://example.com/"), "not bytes"),
        (
            lambda: Request("GET", "https://example.com/", body="x"),
            "a body must be bytes or None, not str",
        ),
        (
            lambda: Request("GET", "https://example.com/", {"a": b"b"}),
            "the names and values of headers must be str, not ",
        ),
        (
            lambda: Request("GET", "https://example.com/", {1: "b"}),
            "the names and values of headers must be str, not ",
        ),
        (
            lambda: Request("GET", "https://example.com/").redirected("302", {}),
            "a status must be an int, not str",
        ),
        (
            lambda: Request("GET", "https://example.com/").redirected(302, {"Location": 5}),
            "not int",
        ),
    ],
)
def test_value_of_a_wrong_type_is_rejected(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@pytest.mark.parametrize(
    "headers", [None, 5, "Location: /b", [("Location",)], [(5, "/")], {5: "/"}]
)
def test_headers_of_a_wrong_type_are_rejected(headers):
    with pytest.raises(
        TypeError,
        match="headers must be a mapping or an iterable of pairs of names and values, not ",
    ):
        Request("GET", "https://example.com/").redirected(302, headers)


def test_password_of_a_url_is_hidden():
    made = Request("GET", "https://bob:secret@example.com/")
    moved = made.redirected(307, {"Location": "https://bob:secret@example.org/"})
    assert moved is not None
    assert "secret" not in repr(made) + made.explain() + repr(moved) + moved.explain()
    with pytest.raises(RefusedRedirectError) as caught:
        made.redirected(307, {"Location": "ftp://bob:secret@example.org/"})
    assert "secret" not in str(caught.value) + repr(caught.value)


def test_password_of_a_form_is_hidden_in_the_errors_of_a_redirect():
    made = request(
        "https://example.com/?secret",
        submission=Told(),
        steps="Mutate action URL",
        encoding="UTF-8",
    )
    for location in (
        "ftp://example.com/?secret",
        "https://example.com:x/?secret",
        "//example.com:25/?secret",
    ):
        with pytest.raises(InvalidURLError) as caught:
            made.redirected(302, {"Location": location})
        assert (
            "?..." in str(caught.value)
            and "secret" not in f"{caught.value} {caught.value!r} {caught.value.args}"
        )


class Told:
    """The facts about a form with a password."""

    def shown_url(self, url: str) -> str:
        return url.partition("?")[0] + "?..."

    def explanation(self, method: str, url: str, encoding: str, steps: str) -> str:
        return f"{method} {self.shown_url(url)} of a form"


def test_password_in_a_query_of_a_form_is_hidden_also_after_a_redirect():
    made = request(
        "https://example.com/?secret",
        submission=Told(),
        steps="Mutate action URL",
        encoding="UTF-8",
    )
    moved = made.redirected(302, {"Location": "/b?secret"})
    assert made.explain().startswith("GET https://example.com/?... of a form\n")
    assert moved.explain().startswith(
        "GET https://example.com/b?...\nredirects: 1, from https://example.com/?...\n"
    )
    assert "secret" not in repr(made) + made.explain() + repr(moved) + moved.explain()


# What is sent


def test_headers_have_the_order_of_chromium():
    post = request(
        "https://example.com/",
        method="POST",
        content_headers={"Content-Type": "text/plain"},
        body=b"x",
    )
    assert [*post.headers] == [
        *("Upgrade-Insecure-Requests", "Content-Type", "Origin"),
        *("Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Referer"),
    ]
    clicked = request("https://example.com/", user_activation=True)
    assert [*clicked.headers][1:] == [
        "Sec-Fetch-Site",
        "Sec-Fetch-Mode",
        "Sec-Fetch-User",
        "Sec-Fetch-Dest",
        "Referer",
    ]


def test_request_without_a_page_comes_from_the_address_bar():
    made = request("https://example.com/", None, user_activation=True)
    assert made.headers == {
        "Upgrade-Insecure-Requests": "1",
        "Sec-Fetch-Site": "none",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-User": "?1",
        "Sec-Fetch-Dest": "document",
    }


def test_opaque_origin_is_null_and_cross_site():
    made = request("https://example.com/", Client(None, "null"), method="POST")
    assert (made.headers["Origin"], made.headers["Sec-Fetch-Site"]) == ("null", "cross-site")
    assert "Referer" not in made.headers
    script = request(
        "https://example.com/", Client(None, "null"), destination="script", mode="cors"
    )
    assert (script.headers["Origin"], script.headers["Sec-Fetch-Dest"]) == ("null", "script")


@pytest.mark.parametrize(
    ("url", "options", "words"),
    [
        ("data:,x", {}, "it is the content"),
        ("javascript:x", {}, "it is a script"),
        ("about:blank", {}, "for an about: URL, because it needs another protocol"),
        ("mailto:a@example.com", {}, "an email program"),
        ("blob:https://example.com/x", {}, "another protocol than HTTP"),
        ("tel:5", {}, "another protocol than HTTP"),
        ("http://example.org/", {"destination": "script", "mode": "no-cors"}, "mixed content"),
        ("http://127.0.0.2.example/", {"destination": "iframe"}, "mixed content"),
        (
            "https://example.org/",
            {"destination": "xslt", "mode": "same-origin"},
            "the page's origin only",
        ),
        ("https://example.com:6667/", {}, "port 6667"),
    ],
)
def test_reason_why_nothing_is_sent(url, options, words):
    assert words in request(url, **options)


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("http://example.org/:443", "https://example.org/:443"),
        ("http://example.org:443/a.png", "https://example.org/a.png"),
        ("http://u:p@example.org:443/", "https://u:p@example.org/"),
        ("http://example.org:4430/", "https://example.org:4430/"),
    ],
)
def test_upgraded_url_has_the_default_port_of_its_scheme(url, sent):
    made = request(url, destination="image", mode="no-cors")
    assert (made.url, made.headers["Sec-Fetch-Site"]) == (sent, "cross-site")
    same = request(url.replace("example.org", "example.com"), destination="image", mode="no-cors")
    assert same.headers["Sec-Fetch-Site"] == ("same-site" if ":4430" in sent else "same-origin")


def test_explanation_says_where_each_header_comes_from():
    made = request("http://example.org/a.png", destination="image", mode="no-cors", initiator="img")
    assert made.explain().splitlines() == [
        "GET https://example.org/a.png",
        "https: instead of http:, because it would be mixed content",
        (
            "Sec-Fetch-Site: cross-site, because a URL of the request belongs to another site than"
            " the page"
        ),
        "Sec-Fetch-Mode: no-cors",
        "Sec-Fetch-Dest: image",
        "Referer: https://example.com/, because the policy sends the origin to another origin",
        "policy: strict-origin-when-cross-origin, from the default",
    ]
    made = request(
        "http://example.org/",
        policy=ReferrerPolicy.SAME_ORIGIN,
        policy_from="the attribute referrerpolicy",
    )
    assert made.explain().splitlines()[2:] == [
        "no Referer, because the policy sends nothing to a less secure URL",
        "policy: same-origin, from the attribute referrerpolicy",
        "no Sec-Fetch- headers, because the URL is not trustworthy",
    ]
    long = attrs.evolve(PAGE, url="https://example.com/".ljust(4097, "a"))
    reason = (
        "Referer: https://example.com/, because the URL of the page has more than 4,096 characters"
    )
    assert reason in request("https://example.com/", long).explain()
    made = request(
        "https://example.org/", attrs.evolve(PAGE, url="https://example.com/#".ljust(5000, "a"))
    )
    assert (
        "Referer: https://example.com/, because the policy sends the origin to another origin"
        in made.explain()
    )
    made = request("https://example.org/", attrs.evolve(PAGE, url="blob:https://example.com/a"))
    assert "no Referer, because no page with an origin sends the request" in made.explain()
    made = request("https://example.org/", Client(None, "null"))
    assert "no Referer, because no page with an origin sends the request" in made.explain()
    assert (
        Request("GET", "https://example.org/", {"Cookie": "secret"}).explain()
        == "GET https://example.org/"
    )


def test_explanation_of_a_mode_is_not_that_of_a_site():
    made = request("https://example.com/", destination="xslt", mode="same-origin")
    assert "Sec-Fetch-Mode: same-origin" in made.explain().splitlines()
    made = attrs.evolve(made, headers={"Referer": "https://bob:secret@example.com/"})
    assert "Referer: https://bob:***@example.com/, because" in made.explain()


def test_repr_shows_the_size_and_the_type_of_the_body():
    assert (
        repr(Request("PUT", "https://example.com/", body=b"ab"))
        == "<Request PUT https://example.com/, 2 bytes>"
    )
    typed = Request("PUT", "https://example.com/", {"content-type": "text/plain"}, b"ab")
    assert repr(typed) == "<Request PUT https://example.com/, 2 bytes of text/plain>"


def test_request_for_another_url_of_the_origin_is_what_send_returns():
    made = with_url(request("https://example.org/a"), "https://example.org/b?c")
    assert made == request("https://example.org/b?c")
    made.headers["X"] = "y"
    assert "X" not in request("https://example.org/a").headers


# Redirects


def test_headers_of_every_client_are_read():
    message = Message()
    message["location"] = "/b"
    for headers in (
        {"Location": "/b"},
        {b"LOCATION": b"/b"},
        {b"Location": [b"/b"]},
        {"Location": ["/b", "/b"]},
        [("X", "y"), ("location", "/b"), ("Location", "/b")],
        ((name, value) for name, value in [("location", "/b")]),
        message,
    ):
        moved = Request("GET", "https://example.com/a#top").redirected(301, headers)
        assert moved is not None and moved.url == "https://example.com/b#top"


@pytest.mark.parametrize("status", [200, 300, 304, 305, 306, 309, 404])
def test_other_status_is_not_a_redirect(status):
    assert Request("GET", "https://example.com/").redirected(status, {"Location": "/b"}) is None
    assert redirect(Request("GET", "https://example.com/"), 302, {"Content-Location": "/b"}) is None


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"Location": "javascript:alert(1)"}, "a javascript: URL, because it is a script"),
        ({"Location": "ftp://example.com/"}, "another protocol than HTTP"),
        ({"Location": "//example.com:25/"}, "blocks port 25"),
        ([("Location", "/b"), ("Location", "/c")], "several Location headers, and they differ"),
    ],
)
def test_refused_redirect_raises(headers, words):
    with pytest.raises(RefusedRedirectError, match=words):
        Request("GET", "https://example.com/").redirected(302, headers)


@pytest.mark.parametrize(
    ("library", "kind"),
    [
        *(("httpx", "Headers"), ("urllib3", "HTTPHeaderDict")),
        *(("multidict", "CIMultiDict"), ("scrapy.http", "Headers")),
    ],
)
def test_several_location_headers_of_a_client_are_refused(library, kind):
    module = pytest.importorskip(library)
    make = getattr(module, kind)
    pairs = [("Location", "/b"), ("location", "/c")]
    headers = make({"Location": ["/b", "/c"]}) if library == "scrapy.http" else make(pairs)
    with pytest.raises(RefusedRedirectError, match="several Location headers"):
        Request("GET", "https://example.com/").redirected(302, headers)


def test_redirect_with_a_password_stays_in_the_origin_if_the_mode_is_cors():
    options = {"destination": "script", "mode": "cors"}
    location = {"Location": "https://u:p@example.com/"}
    there = request("https://example.org/", **options)
    with pytest.raises(RefusedRedirectError, match="it contains a user or a password"):
        there.redirected(302, location)
    with pytest.raises(RefusedRedirectError, match="it contains a user or a password"):
        request("https://example.com/", **options).redirected(
            302, {"Location": "https://u@example.org/"}
        )
    assert (
        request("https://example.com/", **options).redirected(302, location).url
        == "https://u:p@example.com/"
    )
    assert (
        request("https://example.org/", destination="script", mode="no-cors")
        .redirected(302, location)
        .url
    )


def test_location_that_does_not_parse_raises():
    with pytest.raises(InvalidURLError, match="does not resolve"):
        Request("GET", "https://example.com/").redirected(302, {"Location": "https://"})


def test_twenty_redirects_are_followed():
    made = Request("GET", "https://example.com/")
    for i in range(20):
        made = made.redirected(302, {"Location": f"/{i}"})
    with pytest.raises(RefusedRedirectError, match="20 redirects came before it"):
        made.redirected(302, {"Location": "/20"})


def test_request_of_a_program_gets_no_header_that_it_did_not_have():
    own = {
        "user-agent": "bot",
        "authorization": "x",
        "cookie": "y",
        "host": "example.com",
        "content-type": "a/b",
    }
    made = Request("POST", "https://example.com/", own, b"x")
    moved = made.redirected(308, {"Location": "/b", "Referrer-Policy": "origin"})
    assert (moved.method, moved.body) == ("POST", b"x")
    assert moved.headers == {name: value for name, value in own.items() if name != "host"}
    assert moved.redirected(302, {"Location": "//example.org/"}).headers == {"user-agent": "bot"}


def test_request_of_a_program_keeps_the_headers_of_a_browser_up_to_date():
    own = {
        "Origin": "https://example.com",
        "Sec-Fetch-Site": "same-origin",
        "Referer": "https://example.com/a",
    }
    moved = Request("POST", "https://example.com/", own).redirected(
        307, {"Location": "//example.org/"}
    )
    assert moved.headers == {
        "Origin": "https://example.com",
        "Sec-Fetch-Site": "cross-site",
        "Referer": "https://example.com/",
    }
    again = moved.redirected(307, {"Location": "//www.example.com/"})
    assert again.headers["Origin"] == "null"
    broken = Request("GET", "https://example.com/", {"Referer": "no URL", "Sec-Fetch-Site": "none"})
    assert broken.redirected(302, {"Location": "/b"}).headers == {"Sec-Fetch-Site": "none"}


@each_case(
    ("site", "location", "expected"),
    [
        *(("cross-site", "/b", "cross-site"), ("cross-site", "//example.org/", "cross-site")),
        *(("same-site", "/b", "same-site"), ("same-site", "//example.org/", "cross-site")),
        *(
            ("same-site", "//www.example.com/", "same-site"),
            ("same-origin", "//www.example.com/", "same-site"),
        ),
        *(("same-origin", "/b", "same-origin"), ("same-origin", "//example.org/", "cross-site")),
        *(("none", "//example.org/", "none"), ("", "/b", "none")),
    ],
)
@each_case("more", [{}, {"Referer": "https://example.com/a"}])
def test_site_of_a_request_of_a_program_comes_no_closer(site, location, expected, more):
    own = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", **more}
    moved = Request("GET", "https://example.com/", own).redirected(302, {"Location": location})
    if site or not more:
        assert moved.headers["Sec-Fetch-Site"] == expected
        assert moved.redirected(302, {"Location": location}).headers["Sec-Fetch-Site"] == expected
    assert (moved.headers["Sec-Fetch-Mode"], moved.headers["Sec-Fetch-Dest"]) == ("cors", "empty")
    assert (moved.mode, moved.destination) == ("cors", "")
    assert moved.headers.keys() == own.keys()


def test_headers_of_a_program_say_its_mode_and_destination():
    own = {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    moved = Request("GET", "https://example.com/", own).redirected(302, {"Location": "/b"})
    assert (moved.mode, moved.destination) == ("no-cors", "image")
    own = {"sec-fetch-mode": "bogus", "sec-fetch-dest": "bogus"}
    moved = Request("GET", "https://example.com/", own, mode="cors", destination="font").redirected(
        302, {"Location": "/b"}
    )
    assert moved.headers == {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "font"}


def test_redirect_without_a_body_drops_the_entries_of_a_form():
    form = {"entries": (("pw", "secret"),), "encoding": "UTF-8", "submission": Told()}
    post = request(
        "https://example.com/",
        method="POST",
        body=b"pw=secret",
        steps="Submit as entity body",
        **form,
    )
    kept = post.redirected(307, {"Location": "/b"})
    assert (kept.entries, kept.encoding, kept.steps) == (
        post.entries,
        "UTF-8",
        "Submit as entity body",
    )
    get = request("https://example.com/?pw=secret", steps="Mutate action URL", **form)
    for moved in (
        post.redirected(303, {"Location": "/b"}),
        get.redirected(302, {"Location": "/b"}),
    ):
        assert (moved.entries, moved.encoding, moved.steps) == ((), None, None)


@pytest.mark.parametrize("origin", ["null", "", "https://a b.example.com", "x"])
def test_origin_that_is_not_a_url_is_opaque(origin):
    own = {"Origin": origin, "Sec-Fetch-Site": "cross-site"}
    moved = Request("POST", "https://example.com/", own).redirected(
        307, {"Location": "https://b.example.com/"}
    )
    assert moved.headers == {"Origin": "null", "Sec-Fetch-Site": "cross-site"}
    own = {"Origin": "HTTPS://Example.com:443", "Sec-Fetch-Site": "same-origin"}
    moved = Request("POST", "https://example.com/", own).redirected(307, {"Location": "/b"})
    assert moved.headers == {"Origin": "https://example.com", "Sec-Fetch-Site": "same-origin"}


def test_redirect_keeps_the_referrer_of_the_hop_before():
    """A page's URL that was cut to its origin stays cut, and a `Referer` that was left out stays
    out."""
    there = request("https://example.org/").redirected(302, {"Location": "https://example.com/"})
    assert there.headers["Referer"] == "https://example.com/"
    down = request("http://example.org/").redirected(302, {"Location": "https://example.com/"})
    assert "Referer" not in down.headers
    assert "because the request before the redirect had none" in down.explain()
    policy = [("Referrer-Policy", "no-referrer"), ("Location", "/b")]
    silent = request("https://example.com/").redirected(302, policy)
    assert (
        "Referer" not in silent.headers
        and "policy: no-referrer, from the response that redirects" in silent.explain()
    )


# Compared with the steps of the texts

HOSTS = [*SITES]
urls = st.builds(
    "{}://{}{}{}/{}{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["", "", "", "u@", "u:p@"]),
    st.sampled_from(HOSTS),
    st.sampled_from(["", "", "", ":8080", ":8443"]),
    st.sampled_from(["", "a", "a/b"]),
    st.sampled_from(["", "", "?q", "?q=http://example.org/@"]),
    st.sampled_from(["", "", "#f"]),
)
kinds = st.one_of(
    st.tuples(st.sampled_from(NAVIGATIONS), st.just("navigate")),
    st.tuples(
        st.sampled_from(["image", "script", "video", "", "style"]),
        st.sampled_from(["no-cors", "cors"]),
    ),
    st.just(("xslt", "same-origin")),
)
OWN = [
    ("User-Agent", "bot"),
    ("Authorization", "x"),
    ("cookie", "a=b"),
    ("Host", "h"),
    ("content-type", "a/b"),
]
hops = st.tuples(
    st.sampled_from([301, 302, 303, 307, 308]),
    st.one_of(urls, st.sampled_from(["/c", "d?e"])),
    st.one_of(st.none(), st.sampled_from(POLICIES)),
)


@settings(max_examples=400)
@given(
    urls,
    st.sampled_from(["GET", "HEAD", "POST", "PUT"]),
    urls,
    kinds,
    st.sampled_from(POLICIES),
    st.sampled_from(["", "form", "imageset"]),
    st.booleans(),
    st.booleans(),
    st.lists(hops, max_size=4),
)
def test_requests_are_those_of_the_texts(
    page, method, url, kind, policy, initiator, upgrades, active, chain
):
    page_origin = serialized(origin(page))
    client = Client(page, page_origin, ReferrerPolicy(policy), upgrades, is_trusted(page))
    destination, mode = kind
    expected = Fetch(
        page, method, [url], mode, destination, policy, initiator, upgrades, active, body=b"x"
    )
    options = {
        "destination": destination,
        "mode": mode,
        "initiator": initiator,
        "user_activation": active,
    }
    sent = send(client, method, url, body=b"x", **options)
    try:
        expected.main_fetch()
    except NetworkError:
        assert isinstance(sent, str)
        return
    assert isinstance(sent, Request)
    compare(sent, expected)
    expected.own = list(OWN)
    sent = attrs.evolve(sent, headers={**sent.headers, **dict(OWN)})
    for status, location, response_policy in chain:
        headers = {"location": location} | (
            {} if response_policy is None else {"referrer-policy": response_policy}
        )
        try:
            expected.redirect(status, location, response_policy)
        except NetworkError:
            with pytest.raises(RefusedRedirectError):
                sent.redirected(status, headers)
            return
        moved = sent.redirected(status, headers)
        assert moved is not None
        sent = moved
        compare(sent, expected)


def compare(sent: Request, expected: Fetch) -> None:
    assert (sent.method, sent.url, sent.body) == (expected.method, expected.url, expected.body)
    assert {name.lower(): value for name, value in sent.headers.items()} == expected.headers()
    assert sent.explain() and "\r" not in "".join(sent.headers.values())


# Hostile input

hostile = st.text(
    st.sampled_from(["\r", "\n", "\0", "\ud800", "a", "/", ":", "\\", "@", "#", "?", " ", "é", "%"])
)


@given(hostile, hostile, hostile)
def test_nothing_can_be_injected(location, policy, referer):
    own = {
        "Referer": referer.translate(dict.fromkeys(map(ord, "\r\n\0"), "x")),
        "Sec-Fetch-Site": "none",
    }
    made = Request("GET", "https://example.com/", own)
    try:
        moved = made.redirected(302, [("Location", location), ("Referrer-Policy", policy)])
    except InvalidURLError:
        return
    assert moved is not None
    for name, value in moved.headers.items():
        assert f"{name}{value}".isascii() and f"{name}{value}".isprintable()
    assert moved.url.isascii() and moved.url.isprintable()


def test_long_headers_take_linear_time():
    """Quadratic time would take minutes."""
    made = Request(
        "GET", "https://example.com/", {"Referer": f"https://example.com/{'a' * 1_000_000}"}
    )
    for part in ("a", "/", "@", ".", "%"):
        moved = made.redirected(
            302, {"Location": "/a" + part * 1_000_000, "Referrer-Policy": "origin," * 200_000}
        )
        assert moved is not None and moved.headers["Referer"] == "https://example.com/"
