"""Each element that makes a browser send something: the destination, the mode and the headers,
written by hand from the HTML Standard, SVG 2 and CSS, and the elements that send nothing."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from tests.trees.requests.helpers import ADDRESS, outcome, page_of, referer, sent
from urldom.http import Request
from urldom.trees import document

#: The source, the destination, the mode and the initiator.
SENT = [
    ("<a href=x>", "document", "navigate", "a"),
    ("<area href=x>", "document", "navigate", "area"),
    ("<a href=x download>", "", "no-cors", "download"),
    ("<a href=y ping=x>", "", "no-cors", "ping"),
    ("<svg><a href=x></svg>", "document", "navigate", "a"),
    ("<svg><a xlink:href=x></svg>", "document", "navigate", "a"),
    ("<meta http-equiv=Refresh content='0; url=x'>", "document", "navigate", "meta"),
    ("<link rel=stylesheet href=x>", "style", "no-cors", "link"),
    ("<link rel='Alternate StyleSheet' title=t href=x>", "style", "no-cors", "link"),
    ("<link rel=stylesheet type=Text/CSS href=x>", "style", "no-cors", "link"),
    ("<link rel='shortcut icon' href=x>", "image", "no-cors", "link"),
    ("<link rel=manifest href=x>", "manifest", "cors", "link"),
    ("<link rel=modulepreload href=x>", "script", "cors", "link"),
    ("<link rel=modulepreload as=JSON href=x>", "json", "cors", "link"),
    ("<link rel=modulepreload as=worker href=x>", "worker", "cors", "link"),
    ("<link rel=preload as=fetch href=x>", "", "no-cors", "link"),
    ("<link rel=preload as=font href=x crossorigin>", "font", "cors", "link"),
    ("<link rel=preload as=image href=x>", "image", "no-cors", "link"),
    ("<link rel=preload as=image imagesrcset=x>", "image", "no-cors", "link"),
    ("<link rel=preload as=script href=x>", "script", "no-cors", "link"),
    ("<link rel=preload as=style href=x>", "style", "no-cors", "link"),
    ("<link rel=preload as=track href=x>", "track", "no-cors", "link"),
    ("<link rel=prefetch href=x>", "", "no-cors", "prefetch"),
    ("<link rel=compression-dictionary href=x>", "", "cors", "compression-dictionary"),
    ("<script src=x></script>", "script", "no-cors", "script"),
    ("<script src=x type=' Text/JavaScript '></script>", "script", "no-cors", "script"),
    ("<script src=x language=JavaScript1.5></script>", "script", "no-cors", "script"),
    ("<script src=x crossorigin=anonymous></script>", "script", "cors", "script"),
    ("<script src=x type=Module></script>", "script", "cors", "script"),
    ("<script src=x type=module nomodule></script>", "script", "cors", "script"),
    ("<svg><script href=x></script></svg>", "script", "no-cors", "script"),
    ("<iframe src=x></iframe>", "iframe", "navigate", "iframe"),
    ("<frameset><frame src=x></frameset>", "frame", "navigate", "frame"),
    ("<object data=x></object>", "object", "navigate", "object"),
    ("<embed src=x>", "embed", "navigate", "embed"),
    ("<img src=x>", "image", "no-cors", "img"),
    ("<img src=x crossorigin=use-credentials>", "image", "cors", "img"),
    ("<img src=x srcset='y 2x'>", "image", "no-cors", "imageset"),
    ("<img src=y srcset='x 2x'>", "image", "no-cors", "imageset"),
    ("<picture><img src=x></picture>", "image", "no-cors", "imageset"),
    ("<picture><source srcset=x><img></picture>", "image", "no-cors", "imageset"),
    ("<picture><source srcset=x><img crossorigin></picture>", "image", "cors", "imageset"),
    ("<video src=x></video>", "video", "no-cors", "video"),
    ("<video src=x crossorigin></video>", "video", "cors", "video"),
    ("<video poster=x crossorigin></video>", "image", "no-cors", "video"),
    ("<audio src=x></audio>", "audio", "no-cors", "audio"),
    ("<video><source src=x></video>", "video", "no-cors", "source"),
    ("<audio crossorigin><source src=x></audio>", "audio", "cors", "source"),
    ("<video><track src=x></video>", "track", "same-origin", "track"),
    ("<audio crossorigin><track src=x></audio>", "track", "cors", "track"),
    ("<input type=Image src=x>", "image", "no-cors", "input"),
    ("<body background=x>", "image", "no-cors", "css"),
    ("<table background=x>", "image", "no-cors", "css"),
    ("<svg><image href=x /></svg>", "image", "no-cors", "image"),
    ("<svg><image xlink:href=x crossorigin /></svg>", "image", "cors", "image"),
    ("<svg><filter><feImage href=x /></filter></svg>", "image", "no-cors", "feImage"),
    ("<svg><use href=u#x /></svg>", "image", "same-origin", "use"),
    ("<svg><rect fill='url(u#x)'/></svg>", "image", "cors", "css"),
    ("<svg><rect cursor='url(x)'/></svg>", "image", "no-cors", "css"),
    ("<p style='background: url(x)'>", "image", "no-cors", "css"),
    ("<p style='color: red; Mask-Image: linear-gradient(red), url(x)'>", "image", "cors", "css"),
    ("<style>@import 'x' screen;</style>", "style", "no-cors", "css"),
    (
        "<style>@media print { @font-face { font-family: a; src: local(a), url(x) } }</style>",
        "font",
        "cors",
        "css",
    ),
    ("<style>a:hover { list-style: square url(x) }</style>", "image", "no-cors", "css"),
    (
        "<style>@font-face { src: url(y) } p { background: image-set('x' 1x) }</style>",
        "image",
        "no-cors",
        "css",
    ),
    ("<style>p { &:hover { filter: url(x) } }</style>", "image", "cors", "css"),
    ("<style>p { filter: none; background: url(x) }</style>", "image", "no-cors", "css"),
    ("<style>p { shape-outside: url(x) }</style>", "image", "cors", "css"),
]


@each_case(("source", "destination", "mode", "initiator"), SENT)
def test_element_has_the_destination_and_the_mode_of_the_text(source, destination, mode, initiator):
    request = sent(source)
    assert (request.destination, request.mode, request.initiator) == (destination, mode, initiator)
    assert request.headers["Sec-Fetch-Dest"] == (destination or "empty")
    assert request.headers["Sec-Fetch-Mode"] == mode


#: The source, and a part of the reason.
NOT_SENT = [
    ("<a href='mailto:x'>", "mailto"),
    ("<a href='javascript:x'>", "javascript"),
    ("<a href='data:,x'>", "data"),
    ("<a href='http://[x'>", "does not resolve"),
    ("<a href='#x'>", "part of the same page"),
    ("<img usemap='#x'>", "part of the same page"),
    ("<a href='https://example.com/dir/page?q#x'>", "part of the same page"),
    ("<a href='https://example.com:25/x'>", "port"),
    ("<link rel=canonical href=x>", "links of this kind"),
    ("<link href=x>", "links of this kind"),
    ("<link rel=apple-touch-icon href=x>", "links of this kind"),
    ("<link rel=preconnect href=x>", "connects"),
    ("<link rel=dns-prefetch href=x>", "looks up"),
    ("<link rel=preload href=x>", "as"),
    ("<link rel=preload as=video href=x>", "as"),
    ("<link rel=modulepreload as=image href=x>", "as"),
    ("<link rel=icon imagesrcset=x>", "links of this kind"),
    ("<link rel='alternate stylesheet' href=x>", "title"),
    ("<link rel=stylesheet disabled href=x>", "disabled"),
    ("<link rel=stylesheet type=text/less href=x>", "text/css"),
    ("<script src=x type=importmap></script>", "scripts of this type"),
    ("<script src=x type=text/template></script>", "scripts of this type"),
    ("<script src=x language=vbscript></script>", "scripts of this type"),
    ("<script src=x nomodule></script>", "nomodule"),
    ("<iframe src=x srcdoc=y></iframe>", "srcdoc"),
    ("<iframe src='?q#x'></iframe>", "frame of itself"),
    ("<picture><source src=x><img></picture>", "src"),
    ("<picture><source srcset=x></picture>", "srcset"),
    ("<video><source srcset=x></video>", "srcset"),
    ("<track src=x>", "track"),
    ("<video><track src='//example.org/x'></video>", "origin"),
    ("<svg><use href='//example.org/u#x'/></svg>", "origin"),
    ("<input type=text src=x>", "input"),
    ("<blockquote cite=x>", "cite"),
    ("<base href=x>", "base"),
    ("<svg><linearGradient href=x /></svg>", "linearGradient"),
]


@each_case(("source", "part"), NOT_SENT)
def test_nothing_is_sent_and_the_reason_is_told(source, part):
    reason = outcome(source)
    assert isinstance(reason, str)
    assert part in reason


def test_link_has_the_whole_headers():
    request = sent("<a href='//www.example.org/x#y'>", of="x#y")
    assert (request.method, request.url, request.body) == (
        "GET",
        "https://www.example.org/x#y",
        None,
    )
    assert request.headers == {
        "Upgrade-Insecure-Requests": "1",
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
        "Referer": "https://example.com/",
    }


def test_person_is_told_for_links_only():
    page = page_of(
        "<a href=b>b</a><iframe src=c></iframe><img src=d><meta http-equiv=refresh"
        " content='1;url=e'>"
    )
    users = [
        page.request(url, user_activation=True).headers.get("Sec-Fetch-User") for url in page.urls()
    ]
    assert users == ["?1", None, None, None]


def test_compression_dictionary_has_no_referrer():
    text = "<link rel=compression-dictionary href=x referrerpolicy=unsafe-url>"
    assert "Referer" not in sent(text).headers


def test_prefetch_tells_its_purpose():
    assert sent("<link rel=prefetch href=x>").headers["Sec-Purpose"] == "prefetch"
    headers = sent("<link rel=prefetch crossorigin href=//example.org/x>").headers
    assert [*headers][:3] == ["Origin", "Sec-Purpose", "Sec-Fetch-Site"]


@pytest.mark.parametrize(
    ("address", "ping", "expected"),
    [
        (
            "https://example.com/p#f",
            "/x",
            {"Ping-From": "https://example.com/p#f", "Ping-To": "https://o.example/"},
        ),
        ("https://example.com/p", "//o.example/x", {"Ping-To": "https://o.example/"}),
        (
            "http://h/p",
            "//o.example/x",
            {"Ping-From": "http://h/p", "Ping-To": "http://o.example/"},
        ),
    ],
)
def test_ping_posts_the_word_ping(address, ping, expected):
    request = sent(f"<a href='//o.example' ping='{ping}'>", address)
    assert (request.method, request.body) == ("POST", b"PING")
    assert {
        name: value for name, value in request.headers.items() if name.startswith("Ping")
    } == expected
    assert request.headers["Content-Type"] == "text/ping"
    assert request.headers["Origin"] == address[: address.index("/p")]
    assert "Referer" not in request.headers


def test_ping_of_a_link_that_does_not_resolve_is_not_sent():
    assert "resolve" in outcome("<a href='http://[' ping=x>")


@pytest.mark.parametrize("rel", ["noreferrer", "x NoReferrer"])
@pytest.mark.parametrize("element", ["a", "area"])
def test_noreferrer_has_precedence_over_the_attribute(element, rel):
    assert referer(f"<{element} href=x rel='{rel}' referrerpolicy=unsafe-url>") is None


def test_noreferrer_counts_for_links_only():
    assert referer("<img src=x rel=noreferrer>") == "https://example.com/dir/page?q"
    assert referer("<a href=x rel=xnoreferrer>") == "https://example.com/dir/page?q"


@each_case(
    "source",
    [
        "<a href=x P>", "<area href=x P>", "<img src=x P>", "<iframe src=x P></iframe>", "<script src=x P></script>",
        "<link rel=stylesheet href=x P>", "<picture><source srcset=x><img P></picture>",
    ],
)  # fmt: skip
@each_case(
    ("value", "expected"),
    [("Origin", 1), ("never", 2), (" origin", 2), ("", 2), ("no-referrer", 0)],
)
def test_referrerpolicy_counts_where_html_has_it(source, value, expected):
    source = source.replace("P", f'referrerpolicy="{value}"')
    assert (
        referer(source)
        == [None, "https://example.com/", "https://example.com/dir/page?q"][expected]
    )


@pytest.mark.parametrize(
    "source",
    ["<embed src=x P>", "<object data=x P></object>", "<video src=x P></video>", "<input type=image src=x P>",
     "<a href=x download P>", "<picture><source srcset=x P><img></picture>"],
)  # fmt: skip
def test_referrerpolicy_does_not_count_elsewhere(source):
    assert (
        referer(source.replace("P", "referrerpolicy=no-referrer"))
        == "https://example.com/dir/page?q"
    )


@pytest.mark.parametrize(
    ("source", "url"),
    [
        ("<img src='http://o.example/x'>", "https://o.example/x"),
        ("<video><source src='http://o.example/x'></video>", "https://o.example/x"),
        ("<a href='http://o.example/x'>", "http://o.example/x"),
    ],
)
def test_secure_page_upgrades_images_and_media(source, url):
    assert sent(source).url == url


@pytest.mark.parametrize(
    "source",
    [
        "<img srcset='http://o.example/x 2x'>",
        "<picture><source srcset=http://o.example/x><img></picture>",
        "<script src=http://o.example/x></script>",
        "<iframe src=http://o.example/x></iframe>",
        "<img src=http://192.0.2.1/x>",
    ],
)
def test_secure_page_blocks_other_insecure_requests(source):
    assert "mixed content" in outcome(source)


def test_element_has_its_usual_attribute():
    page = page_of(
        "<a href=b></a><img src=c srcset='d 2x'><object data=e></object><link href=f"
        " rel=icon><video poster=g>"
    )
    found = [next(iter(page.tree.iter(f"{{http://www.w3.org/1999/xhtml}}{name}"))) for name in
             ("a", "img", "object", "link", "video")]  # fmt: skip
    assert [page.request(node).url[-1] for node in found] == ["b", "c", "e", "f", "g"]
    assert page.request(found[1], "srcset").url[-1] == "d"


def test_element_and_found_url_have_equal_requests():
    page = page_of(
        "<p><a href='/b c' rel=noreferrer><img src='//o.example/d' crossorigin><svg><image href=e"
        " /></svg>"
    )
    for found in page.urls():
        assert page.request(found.node, found.attribute) == page.request(found)


def test_attribute_with_several_urls_is_ambiguous():
    page = page_of("<img srcset='a 1x, b 2x'>")
    node = next(page.urls()).node
    with pytest.raises(ValueError, match="several URLs"):
        page.request(node, "srcset")
    with pytest.raises(ValueError, match="has no attribute src"):
        page.request(node, "src")
    node.set("srcset", "")
    assert "does not contain a URL" in page.why_not(node, "srcset")


def test_wrong_arguments_raise_type_errors():
    page = page_of("<a href=b>")
    found = next(page.urls())
    with pytest.raises(TypeError, match="an attribute of its own"):
        page.request(found, "href")
    with pytest.raises(TypeError, match="a URLAttribute, a Form"):
        page.request("b")


def test_requests_are_read_live():
    page = page_of("<a href=b>")
    node = next(page.urls()).node
    assert "Referer" in page.request(node).headers
    node.set("rel", "noreferrer")
    assert "Referer" not in page.request(node).headers
    node.set("download", "")
    assert page.request(node).mode == "no-cors"


def test_link_that_was_seen_before_has_its_own_headers():
    """Links with equal attributes share work, but a request is not changed by a change of another
    one's headers."""
    page = page_of(
        "<a href=b></a><a href=c></a><a href='#d'></a><a href=//o.example></a><a href=e"
        " download></a>"
    )
    urls = [*page.urls()]
    page.request(urls[0]).headers["Referer"] = "changed"
    assert page.request(urls[1]) == page_of("<a href=c>").request(
        next(page_of("<a href=c>").urls())
    )
    assert page.request(urls[1]).headers["Referer"] == ADDRESS.partition("#")[0]
    assert page.request(urls[2]) is None
    assert page.request(urls[3]).headers["Referer"] == "https://example.com/"
    assert page.request(urls[4]).mode == "no-cors"


def test_urls_of_a_feed_are_not_sent():
    feed = '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="icon" href="x"/></feed>'
    page = page_of(feed, parser="xml.etree")
    assert "does not load" in page.why_not(next(page.urls()))


def test_page_of_another_standard_has_requests_of_the_url_standard():
    request = sent(r"<a href='http://o.example?x'>", "http://example.com/\u00e9", standard="html5")
    assert (request.url, request.headers["Referer"]) == (
        "http://o.example/?x",
        "http://example.com/",
    )
    assert isinstance(request, Request)


def test_stylesheet_instruction_sends_a_request():
    lxml = pytest.importorskip("lxml.etree")
    page = document(
        lxml.XML('<?xml-stylesheet href="x"?><svg xmlns="http://www.w3.org/2000/svg"/>'), ADDRESS
    )
    assert page.request(next(page.urls())).destination == "style"


def test_requests_that_are_made_alike_differ_where_their_elements_and_servers_do():
    body = "".join(
        f'<a href="{server}/{i}" {attributes}>a</a>'
        for i, attributes in enumerate(
            ["", "", "rel=noreferrer", "referrerpolicy=origin", "rel=noreferrer"]
        )
        for server in ("https://a.example.org", "https://b.example.net", "http://c.example.net", "")
    )
    first = page_of(body)
    urls = [*first.urls()]
    together = [first.request(found).headers for found in urls]
    for found, headers in zip(urls, together, strict=True):
        alone = page_of(body)
        assert (
            alone.request(next(one for one in alone.urls() if one.value == found.value)).headers
            == headers
        )
