"""The target of a `base`, frames of the page itself, speculation rules, import maps, and elements
that load nothing."""

from __future__ import annotations

import pytest

from tests.calls import count_lines
from tests.trees.requests.helpers import outcome, page_of, sent
from tests.trees.requests.test_forms import node
from tests.trees.requests.test_frames import inner_of, request_of, srcdoc
from urldom.trees import parse


@pytest.mark.parametrize("standard", ["rfc1808", "rfc2396", "whatwg"])
def test_ping_headers_are_urls_without_line_ends(standard):
    source = "<a href='http://h/a&#10;X: y' ping='https://h/x'>"
    headers = sent(source, "https://example.com/p", standard=standard).headers
    assert (headers["Ping-To"], headers.get("Ping-From")) == ("http://h/aX:%20y", None)


@pytest.mark.parametrize("standard", ["rfc1808", "rfc2396"])
def test_ping_of_what_browsers_cannot_parse_has_no_header_of_it(standard):
    request = sent("<a href=http://h/ ping='https://h/x'>", "http://h^h/\nX: y", standard=standard)
    assert "Ping-From" not in request.headers
    assert "does not resolve in browsers" in outcome(
        "<a href='http://h^h/' ping='https://h/x'>", standard=standard
    )


def test_base_target_opens_the_links_that_have_no_target():
    page = page_of(
        "<template><base target=_self></template><div><template shadowrootmode=open>"
        "<base target=_self></template></div><base target=_blank><a href='#x'><a href='#x' target>"
    )
    opening, staying = page.urls()
    assert page.request(opening).url == "https://example.com/dir/page?q#x"
    assert page.why_not(staying) == "it is a part of the same page"


def test_links_to_a_part_of_the_page_that_differ_in_their_target_differ():
    pytest.importorskip("turbohtml")
    text = (
        "<base target=_blank><a href=#a></a><a href=#b target=_self></a><svg><a href=#c></a></svg>"
        "<noscript><a href=#d></a></noscript><a href=#e></a><a href=#f target=_self></a>"
    )
    page = parse(text, "https://h/", content_type="text/html", parser="turbohtml")
    sent = {url.value: page.request(url) is not None for url in page.urls()}
    assert sent == {"#a": True, "#b": False, "#c": False, "#d": False, "#e": True, "#f": False}


@pytest.mark.parametrize(
    ("element", "destination"),
    [
        ("<a href=https://o/x>", "document"),
        ("<a href=https://o/x target=_self>", "iframe"),
        ("<a href=http://o/x>", "document"),
        ("<form action=https://o/x></form>", "document"),
        ("<form action=https://o/x target=_self></form>", "iframe"),
        ("<svg><a href=https://o/x /></svg>", "iframe"),
        ("<meta http-equiv=refresh content='0; url=https://o/x'>", "iframe"),
    ],
)
def test_base_target_counts_in_frames(element, destination):
    assert request_of(inner_of(srcdoc(f"<base target=_top>{element}"))).destination == destination


def test_page_is_not_in_a_frame_of_itself_inside_srcdoc():
    page = inner_of(
        srcdoc(
            "<iframe src='/dir/page?q#x'></iframe><iframe src=/dir/page></iframe><a"
            " href='page?q#x'>"
        )
    )
    refused, loaded, link = page.urls()
    assert page.why_not(refused) == "the page would be in a frame of itself"
    assert [page.request(one).destination for one in (loaded, link)] == ["iframe", "iframe"]


def test_speculation_rules_prefetch_and_prerender():
    for kind, purpose in (("prefetch", "prefetch"), ("prerender", "prefetch;prerender")):
        request = sent(f'<script type=speculationrules>{{"{kind}": [{{"urls": ["/x"]}}]}}</script>')
        assert (request.method, request.destination, request.mode) == (
            "GET",
            "document",
            "navigate",
        )
        assert request.headers["Sec-Purpose"] == purpose
        assert request.headers["Referer"] == "https://example.com/dir/page?q"


def test_module_of_an_import_map_is_loaded_by_scripts():
    reason = outcome('<script type=importmap>{"imports": {"a": "/x"}}</script>')
    assert reason == "a browser loads a module of an import map only if a script imports it"


def test_source_is_not_used_if_the_element_around_it_has_a_src():
    assert "has precedence" in outcome("<video src=a><source src=x></video>")
    assert sent("<video><source src=x></video>").destination == "video"


@pytest.mark.parametrize(
    ("attributes", "loads"),
    [
        ("for=y event=z", False),
        ("for=window event=z", False),
        ("for=' Window ' event='onload()'", True),
        ("for=y", True),
        ("for=y event=z type=' module '", True),
    ],
)
def test_script_for_another_event_is_not_loaded(attributes, loads):
    request = outcome(f"<script {attributes} src=x></script>")
    assert ("for and event" in request) != loads if isinstance(request, str) else loads


def test_form_and_control_objects_are_their_elements():
    page = page_of("<form action=/s><input name=q><button name=b></form>")
    (form,) = page.forms()
    assert page.request(form) == page.request(form.node)
    assert page.request(form.default_button, user_activation=True) == page.submission(
        form, submitter="b"
    )
    assert page.why_not(form.default_button, user_activation=True) is None


@pytest.mark.parametrize(
    ("button", "reason"),
    [("button type=button", "its type is button"), ("input type=reset", "its type is reset")],
)
def test_other_buttons_do_not_submit(button, reason):
    page = page_of(f"<form><{button}></form>")
    assert reason in page.why_not(node(page, button.partition(" ")[0]))


@pytest.mark.parametrize("attribute", [b"href", 5])
def test_attribute_is_a_str(attribute):
    page = page_of("<a href=x>")
    with pytest.raises(TypeError, match="an attribute must be a str"):
        page.request(node(page, "a"), attribute)


def test_form_to_data_has_a_true_reason():
    page = page_of("<form action=data:,x>")
    assert (
        page.why_not(node(page, "form"))
        == "a browser sends nothing for a data: URL, because it is the content"
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda number: "<form action=/s><input name=a></form>" * number,
        lambda number: f"<form>{'<button name=b formaction=/s>x</button>' * number}</form>",
    ],
)
def test_requests_of_forms_take_linear_time(make):
    def lines(number):
        page = page_of(make(number))
        found = [*page.urls(kind="form")]
        return count_lines(lambda: [page.request(one) for one in found])

    assert lines(160) <= 9 * lines(20)


def test_each_button_sends_its_own_entry_at_its_place():
    page = page_of(
        "<form><input name=a value=1><button name=b>x</button><input type=image name=c><input"
        " name=d>"
    )
    (form,) = page.forms()
    for control in form.controls[1:3]:
        pressed, submitted = (
            page.request(control, user_activation=True),
            page.submission(form, submitter=control),
        )
        assert pressed == submitted
        assert pressed.explain() == submitted.explain()
    assert page.request(form.controls[2]).entries == (
        ("a", "1"),
        ("c.x", "0"),
        ("c.y", "0"),
        ("d", ""),
    )


def test_forms_are_read_again_after_refresh():
    page = page_of("<form action=/s><input name=a value=1></form>")
    form = node(page, "form")
    assert page.request(form).url.endswith("?a=1")
    node(page, "input").set("value", "2")
    assert page.submission(form).url.endswith("?a=2")
    page.refresh()
    assert page.request(form).url.endswith("?a=2")


#: As Chromium 156 answers: the keywords of the sandbox, the target, and what is sent if a person
#: clicked, and if not.
SANDBOXES = [
    ("", "_blank", None, None),
    ("", "_top", None, None),
    ("", "_parent", None, None),
    ("", "new", None, None),
    ("", "_self", "iframe", "iframe"),
    ("allow-popups", "_blank", "document", "document"),
    ("allow-popups", "new", "document", "document"),
    ("allow-popups", "_top", None, None),
    ("allow-top-navigation", "_top", "document", "document"),
    ("allow-top-navigation", "_blank", None, None),
    ("allow-top-navigation-by-user-activation", "_parent", "document", None),
]


@pytest.mark.parametrize(("keywords", "target", "clicked", "by_script"), SANDBOXES)
def test_sandbox_decides_which_windows_a_link_navigates(keywords, target, clicked, by_script):
    page = inner_of(srcdoc(f"<a href=/x target={target}>", f"sandbox='{keywords}'"))
    link = next(page.urls())
    sent = [page.request(link, user_activation=acts) for acts in (True, False)]
    assert [one and one.destination for one in sent] == [clicked, by_script]


@pytest.mark.parametrize("kind", ["iframe", "object", "embed"])
def test_target_that_names_a_frame_of_the_page_navigates_it(kind):
    frame = f"<{kind} name=f src=/y data=/y></{kind}>"
    page = page_of(f"<a href=/x target=f></a><a href=/x target=F></a>{frame}")
    named, other, *_ = [page.request(link, user_activation=True) for link in page.urls()]
    assert (named.destination, named.headers["Sec-Fetch-User"]) == (kind, "?1")
    assert other.destination == "document"


@pytest.mark.parametrize(
    ("source", "is_sent"),
    [
        ("<link rel=stylesheet type='text/css; charset=utf-8' href=x>", True),
        ("<link rel=stylesheet type=' text/css ' href=x>", True),
        ("<link rel=stylesheet type='text/css x' href=x>", False),
        ("<link rel=preload as=image type=text/plain href=x>", False),
        ("<link rel=preload as=image type='image/png; x=y' href=x>", True),
        ("<link rel=preload as=style type=text/plain href=x>", False),
        ("<link rel=preload as=fetch type=application/x-none href=x>", True),
        ("<object data=x type=application/x-none></object>", False),
        ("<embed src=x type=x>", False),
        ("<embed src=x type='text/html; charset=utf-8'>", True),
        ("<video><object data=x></object></video>", False),
        ("<audio><embed src=x></audio>", False),
        ("<object data=y><embed src=x></object>", False),
        ("<object><embed src=x></object>", True),
        ("<object data=y type=application/x-none><embed src=x></object>", True),
        ("<object data=y><iframe src=x></iframe></object>", True),
        ("<link rel=preload as=image media=print href=x>", False),
        ("<link rel=preload as=image media='print, (min-width: 1px)' href=x>", True),
        ("<link rel=preload as=image media='not print and (max-width: 9px)' href=x>", True),
        ("<link rel=preload as=image media='not (nonsense)' href=x>", False),
        ("<link rel=preload as=image media='screen and (color)' href=x>", True),
        ("<link rel=preload as=image media='(type: screen)' href=x>", False),
        ("<link rel=preload as=image media=' ' href=x>", True),
        ("<link rel=preload as=image media=print imagesrcset=x>", False),
        ("<link rel=modulepreload media='not screen' href=x>", False),
        ("<link rel=prefetch media=print href=x>", True),
        ("<link rel=stylesheet media=print href=x>", True),
        ("<video><source media=print src=x></video>", False),
        ("<video><source type=video/x-none src=x></video>", False),
        ("<video><source type=' ' src=x></video>", False),
        ("<video><source type='' src=x></video>", True),
        ("<audio><source type='VIDEO/MP4; codecs=avc1.42E01E' src=x></audio>", True),
    ],
)
def test_types_and_elements_around_decide_as_in_chromium(source, is_sent):
    assert (not isinstance(outcome(source), str)) == is_sent


@pytest.mark.parametrize(
    "element",
    [
        "<object name=f></object>",
        "<embed name=f>",
        "<object name=f data=/y type=application/x-none></object>",
        "<object name=f data=/y type=image/png></object>",
        "<video><object name=f data=/y></object></video>",
    ],
)
def test_element_that_shows_no_page_is_no_frame(element):
    page = page_of(f"<a href=/x target=f></a>{element}")
    assert page.request(next(page.urls())).destination == "document"
