"""The requests of random pages, compared with Chromium's. `requests.py` makes the pages, and lists
the differences."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

from tests.cases import more_at_night

from .browser import Browser
from .requests import (
    CONTENT,
    DEPARTURES,
    ELEMENTS,
    REWRITES,
    RULES,
    Case,
    Maker,
    Response,
    Server,
    Target,
    ask,
    counted,
    differences,
    explained,
)

#: How many pages the numbers of `FEATURES` belong to
CASES = 1_000
#: Elements and rules whose URLs browsers do not load, or only if they need them.
RARE = {
    "script data",
    "script nomodule",
    "other link",
    "preload nonsense",
    "stylesheet disabled",
    "stylesheet type",
    "object in video",
    "embed in audio",
}
#: For each feature, the least number of pages that must have it.
FEATURES = {
    200: (
        "Referrer-Policy",
        "meta referrer",
        "referrerpolicy",
        "crossorigin",
        "redirect",
        "other scheme",
        "target",
    ),
    60: (
        *(
            "upgrade-insecure-requests",
            "late base",
            "sandbox",
            "Referrer-Policy of a redirect",
            "srcdoc",
            "301",
            "302",
            "303",
            "307",
            "308",
        ),
    ),
    15: (
        *(
            "click in srcdoc",
            "base",
            "long address",
            "meta after elements",
            "meta upgrade-insecure-requests",
            "address",
        ),
        *("srcdoc sandbox", "nested srcdoc", "Referrer-Policy of a sheet"),
    ),
}


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[Server]:
    with Server() as served:
        yield served


@pytest.fixture(scope="module")
def visitor(server: Server) -> Iterator[Browser]:
    with server.browser() as running:
        yield running


@more_at_night("cases", CASES // 4, CASES)
def test_random_pages_send_the_requests_of_chromium_except_for_known_differences(
    server: Server, cases: int
) -> None:
    count, unknown = counted(server, Maker(1), cases)
    if unknown:
        pytest.fail(
            "\n".join([f"{len(unknown)} in {cases} pages", *map(str, unknown[:20])]), pytrace=False
        )
    assert count["pages"] == cases
    assert count["not loaded"] < 20
    assert count["requests"] > 4 * cases
    if cases < CASES:  # Not every feature is in so few of them.
        return
    for least, features in FEATURES.items():
        assert {name: count[name] for name in features if count[name] < least} == {}
    sent = {f"sent: {name}" for name in {*ELEMENTS, *RULES} - RARE}
    assert {name: count[name] for name in sent if count[name] < 20} == {}


SECURE, OTHER = "https://a.example.test", "https://b.co.uk"
INSECURE = "http://a.example.test"
UPGRADE = ("Content-Security-Policy", "upgrade-insecure-requests")


@attrs.frozen
class Example:
    """A page with one URL, for which Chromium leaves a text. `urls` are the origins of the URL and
    of its redirects."""

    element: str
    page: str
    urls: tuple[str, ...]
    markup: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    redirect: tuple[tuple[str, str], ...] = ()
    status: int = 302
    features: frozenset[str] = frozenset()
    is_activated: bool = False

    def case(self, number: int) -> Case:
        markup = self.markup or ELEMENTS[self.element].markup
        attributes = {
            "{p}": "",
            "{c}": "",
            "{n}": "0",
            "{r}": "x",
            "{e}": "text/plain",
            "{{": "{",
            "}}": "}",
        }
        targets = []
        for key in range(1, 1 + markup.count("{u}")):
            markup = markup.replace("{u}", f"{self.urls[0]}/{number}.{key}.0/dir/file", 1)
            places = [
                f"{origin}/{number}.{key}.{hop}/dir/file" for hop, origin in enumerate(self.urls)
            ]
            responses = [
                Response(self.status, (("Location", place), *self.redirect)) for place in places[1:]
            ]
            kind, body = CONTENT[ELEMENTS[self.element].content]
            last = Response(200, (("Content-Type", kind),), body) if kind else Response(204, ())
            element = self.element if key == 1 else "ping"
            targets.append(
                Target(str(key), element, places[0].replace("user:pass@", ""), (*responses, last))
            )
        for name, value in attributes.items():
            markup = markup.replace(name, value)
        headers = (*self.headers, ("Content-Type", "text/html"))
        head, body = (markup, "") if ELEMENTS[self.element].is_in_head else ("", markup)
        text = f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"
        page = Response(200, headers, text.encode())
        address = f"{self.page}/{number}.page.0/dir/"
        return Case(number, address, page, tuple(targets), self.is_activated, self.features)


def _img(attribute: str) -> str:
    return f'<img src="{{u}}" {attribute}>'


#: For each departure, a page that shows it. `SHOWN` names the other departures.
EXAMPLES = {
    "Referrer Policy 3.2": Example("img", SECURE, ("http://localhost",)),
    "Fetch 3.2: a same-origin GET": Example("img", SECURE, (SECURE,), _img("crossorigin")),
    "Referrer Policy 7": Example(
        "style background", SECURE, (SECURE,), headers=(("Referrer-Policy", "origin"),)
    ),
    "Mixed Content 4.3: a trustworthy": Example("img", "http://localhost", (INSECURE,)),
    "Mixed Content 4.3: an opaque": Example(
        *("img", SECURE, ("http://b.co.uk",)),
        headers=(("Content-Security-Policy", "sandbox allow-scripts"),),
        features=frozenset(["sandbox"]),
    ),
    "Mixed Content 4.1: a redirect to http": Example(
        "img", SECURE, ("https://localhost", "http://b.co.uk")
    ),
    "Upgrade Insecure Requests 4.1: a redirect": Example(
        "a", SECURE, (SECURE, INSECURE), headers=(UPGRADE,)
    ),
    "Fetch 4.1: the Referer": Example("a", SECURE, (INSECURE,), headers=(UPGRADE,)),
    "Upgrade Insecure Requests 4.1: all": Example(
        *("img", SECURE, ("http://localhost",)),
        headers=(UPGRADE,),
        features=frozenset(["upgrade-insecure-requests"]),
    ),
    "Mixed Content 4.1: trustworthy": Example("img", SECURE, (INSECURE, "http://localhost")),
    "Mixed Content 4.4: addresses": Example("script", SECURE, ("http://10.1.2.3",)),
    "Upgrade Insecure Requests 4.1: object": Example(
        *("object", SECURE, ("http://b.co.uk",)),
        headers=(UPGRADE,),
        features=frozenset(["upgrade-insecure-requests"]),
    ),
    "SVG 2 16.1.5": Example(
        "svg use", "https://127.0.0.1", ("http://127.0.0.1",), headers=(UPGRADE,)
    ),
    "Mixed Content 7.1": Example("form get", SECURE, (INSECURE,)),
    "Fetch 4.1: a frame": Example(
        *("a", SECURE, ("https://user:pass@b.co.uk",)),
        """<iframe srcdoc="<a href='{u}' data-click>x</a>"></iframe>""",
        features=frozenset(["click in srcdoc", "user and password"]),
    ),
    "HTML 4.6.7.8": Example("icon", SECURE, (OTHER,), '<link rel=icon href="{u}" crossorigin>'),
    "HTML 4.6.5": Example("a download", SECURE, (OTHER,)),
    "HTML 4.6.6": Example(
        *("a", SECURE, (OTHER,)),
        """<iframe srcdoc="<a href='{u}' ping='{u}' data-click>x</a>"></iframe>""",
    ),
    "HTML 4.6.7.12": Example("modulepreload as", SECURE, (OTHER,)),
    "HTML 4.6.8": Example(
        "preload script",
        SECURE,
        (SECURE,),
        '<link rel=preload as=script type=text/css href="{u}">',
    ),
    "HTML 4.8.8": Example("poster", SECURE, (OTHER,), '<video poster="{u}" crossorigin></video>'),
    "HTML 4.12.1.1": Example(
        "script",
        SECURE,
        (SECURE,),
        headers=(("Content-Security-Policy", "sandbox allow-same-origin"),),
    ),
    "SVG 2 12.3": Example(
        "svg image", SECURE, (OTHER,), '<svg><image href="{u}" crossorigin /></svg>'
    ),
    "Filter Effects 4": Example("svg filter", SECURE, (SECURE,)),
    "Fetch 3.2: the policy": Example(
        "a ping", SECURE, (OTHER,), headers=(("Referrer-Policy", "same-origin"),)
    ),
    "Fetch 3.2: a POST": Example("form post", SECURE, (SECURE, OTHER), status=307),
    "The order of headers: Chromium appends": Example(
        "video", SECURE, (SECURE, OTHER), '<video src="{u}" crossorigin></video>'
    ),
    "Upgrade Insecure Requests 4.1: a new": Example(
        "a",
        INSECURE,
        (INSECURE,),
        '<a href="{u}" target=new rel=noreferrer data-click>a</a>',
        headers=(UPGRADE,),
        features=frozenset(["popup"]),
    ),
    "Upgrade Insecure Requests 4.1: a frame": Example(
        "a",
        SECURE,
        (INSECURE,),
        """<iframe srcdoc="<meta http-equiv=Content-Security-Policy
        content=upgrade-insecure-requests><a href='{u}' data-click>a</a>"></iframe>""",
        features=frozenset(["srcdoc", "meta upgrade-insecure-requests"]),
    ),
    "The order of headers: Chromium puts": Example(
        "form post",
        SECURE,
        ("http://localhost",),
        '<form action="{u}" method=post target=_blank><input name=a value=b>'
        "<button data-click>x</button></form>",
        features=frozenset(["popup"]),
        is_activated=True,
    ),
    "HTML 7.4.2.4": Example(
        "a",
        SECURE,
        (SECURE,),
        """<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<iframe srcdoc='<a href={u}
        target=_parent data-click>a</a>'></iframe>"></iframe>""",
        features=frozenset(["nested srcdoc", "srcdoc sandbox"]),
    ),
    "HTML 7.4.2.2": Example(
        "form get",
        SECURE,
        (SECURE,),
        '<form action="{u}" target="new"><input name=a value=b><button data-click>x</button></form>',
        features=frozenset(["popup"]),
        is_activated=True,
    ),
    "Chromium does not load": Example(
        "track", SECURE, (SECURE,), '<video><track src="{u}"></video>'
    ),
    "HTML 4.10.22.3": Example(
        "form get",
        SECURE,
        (SECURE,),
        '<form action="{u}" rel=noreferrer><button data-click>x</button></form>',
    ),
    "HTML 2.5.6": Example("img", SECURE, (SECURE,), _img('referrerpolicy="never"')),
    "HTML 4.6.7:": Example(
        "icon", SECURE, (SECURE,), '<link rel=icon href="{u}" referrerpolicy="no-referrer">'
    ),
    "Referrer Policy 8.1": Example(
        "img",
        SECURE,
        (SECURE, SECURE),
        redirect=(("Referrer-Policy", "no-referrer, origin same-origin"),),
    ),
}
#: Departures that only random pages show: they need a style sheet of their own, or do not show
#: every time.
SHOWN = (
    "HTML 4.8.7",
    "HTML 4.2.5.1",
    "Mixed Content 4.1: a redirect of the imagesrcset",
    "The order of headers: Chromium's",
    "Fetch 4.1: a style sheet",
    "Fetch 3.2: a GET without CORS",
)


def test_each_known_difference_has_a_page_that_shows_it(visitor: Browser, server: Server) -> None:
    known = [*DEPARTURES, *REWRITES]
    assert [name for name in known if not name.startswith((*EXAMPLES, *SHOWN))] == []
    cases = [example.case(number) for number, example in enumerate(EXAMPLES.values(), 1)]
    shown: dict[str, list[str]] = {}
    for answer in ask(visitor, server, cases, windows=2, calm=1):
        name = list(EXAMPLES)[answer.case.number - 1]
        shown[name] = [
            kind for found in differences(answer) for kind in explained(found) or [str(found)]
        ]
    assert {
        name: kinds
        for name, kinds in shown.items()
        if not any(kind.startswith(name) for kind in kinds)
    } == {}


def test_elements_in_template_and_noscript_send_nothing(visitor: Browser, server: Server) -> None:
    elements = [
        (name, around)
        for name in ("img", "script", "stylesheet", "iframe")
        for around in ("template", "noscript")
    ]
    cases = [
        Example(name, SECURE, (SECURE,), f"<{around}>{ELEMENTS[name].markup}</{around}>").case(
            number
        )
        for number, (name, around) in enumerate(elements)
    ]
    for answer in ask(visitor, server, cases, windows=2, calm=0.5):
        assert [key for key, _ in answer.requests if key != "page"] == []
        assert list(differences(answer)) == []


def test_sandbox_blocks_what_chromium_blocks(visitor: Browser, server: Server) -> None:
    elements = (
        "meta refresh",
        "form get",
        "form post",
        "a",
        "img",
        "iframe",
        "stylesheet",
        "video",
    )
    keywords = ("", "allow-scripts", "allow-forms")
    cases = []
    for name in elements:
        for words in keywords:
            policy = ("Content-Security-Policy", f"sandbox allow-same-origin {words}")
            cases.append(Example(name, SECURE, (SECURE,), headers=(policy,)).case(len(cases)))
    sent = set()
    for answer in ask(visitor, server, cases, windows=2, calm=0.5):
        assert list(differences(answer)) == []
        place, word = divmod(answer.case.number, len(keywords))
        sent |= {(elements[place], keywords[word]) for key, _ in answer.requests if key != "page"}
    assert {
        name for name in elements if len({(name, words) for words in keywords} & sent) == 1
    } == {*elements[:3]}


@pytest.mark.parametrize(("element", "most"), [("img", 20), ("a", 19)])
def test_twenty_redirects_are_followed_but_chromium_navigates_after_nineteen_only(
    element: str, most: int, visitor: Browser, server: Server
) -> None:
    case = Example(element, SECURE, (SECURE,) * 24).case(1)
    (answer,) = ask(visitor, server, [case], calm=1)
    assert max(hop for key, hop in answer.requests if key == "1") == most
    assert [(found.name, found.hop) for found in differences(answer)] == (
        [] if most == 20 else [("sent", 20)]
    )
