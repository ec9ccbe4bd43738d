"""Forms, compared with Chromium's requests. `forms.py` makes random forms, and lists the known
differences."""

from __future__ import annotations

import pytest

from tests.cases import more_at_night
from tests.trees.forms.twenty import FORMS, by_urldom, made

from .browser import Browser
from .forms import Case, Maker, Server, ask, counted, difference

#: How many forms the numbers of `FEATURES` belong to
CASES = 1_000
#: For each feature, the least number of submitted forms that must have it.
FEATURES = {
    100: (
        *(
            "submitter",
            "GET",
            "POST application/x-www-form-urlencoded",
            "POST multipart/form-data",
            "POST text/plain",
        ),
        *(
            "entries",
            "base",
            "accept-charset",
            "form=",
            "disabled fieldset",
            "legend",
            "textarea",
            "select",
            "optgroup",
        ),
        *(
            "select multiple",
            "dirname",
            "dir",
            "_charset_",
            "in a table",
            "template",
            "datalist",
            "object",
            "output",
        ),
        *(
            "formaction",
            "formmethod",
            "formenctype",
            "filled in: text",
            "filled in: select",
            "filled in: textarea",
        ),
        *(
            "filled in: file",
            "input image",
            "input file",
            "input number",
            "input range",
            "input color",
            "input date",
        ),
        *(
            "placeholder option",
            "disabled option",
            "textarea that starts with a line end",
            "form in something",
        ),
    ),
    30: (
        *(
            "encoding utf-8",
            "encoding windows-1251",
            "encoding windows-1252",
            "encoding koi8-r",
            "encoding iso-8859-2",
        ),
        *(
            "encoding shift_jis",
            "encoding euc-jp",
            "encoding iso-2022-jp",
            "encoding gbk",
            "encoding gb18030",
        ),
        *(
            "encoding big5",
            "encoding euc-kr",
            "encoding utf-16le",
            "encoding x-user-defined",
            "maxlength",
        ),
        *(
            "input email",
            "input url",
            "input week",
            "input month",
            "input time",
            "input datetime-local",
            "input tel",
        ),
    ),
}


@pytest.fixture(scope="module")
def server() -> object:
    with Server() as served:
        yield served


@more_at_night("cases", CASES // 4, CASES)
def test_random_forms_send_the_requests_of_chromium_except_for_known_differences(
    browser: Browser, server: Server, cases: int
) -> None:
    count, unknown = counted(browser, server, Maker(1, server.host), cases)
    if unknown:
        pytest.fail(
            "\n".join([f"{len(unknown)} of {cases}", *map(str, unknown[:20])]), pytrace=False
        )
    assert count["sent"] > 0.98 * cases
    if cases < CASES:  # Not every feature is in so few of them.
        return
    for least, features in FEATURES.items():
        assert {name: count[name] for name in features if count[name] < least} == {}


def test_chromium_and_urldom_send_the_listed_requests_of_twenty_forms(
    browser: Browser, server: Server
) -> None:
    for name, form in FORMS.items():
        (answer,) = ask(
            browser,
            server,
            [Case("form", "text/html", form.text, form.encoding, 0, 0, (), frozenset())],
        )
        (request,) = answer.requests
        content_type = (
            {} if request.content_type is None else {"Content-Type": request.content_type}
        )
        url = f"http://{server.host}{request.target}"
        assert (name, made(server.host, request.method, url, content_type, request.body)) == (
            name,
            form.sent,
        )
        assert by_urldom(form) == form.sent


#: Rules of the HTML Standard that Chromium does not follow. The random forms leave these cases out.
#: Each entry has the content of a form, the query that Chromium sends, and the query that the
#: Standard requires and urldom sends.
LEFT_OUT = {
    "4.10.19.2: an empty dirname sends nothing": ("<input name=n dirname=''>", "n=&=ltr", "n="),
    "4.10.19.2: a direction is rtl or ltr": (
        "<input name=n dirname=d dir=RTL>",
        "n=&d=RTL",
        "n=&d=rtl",
    ),
    "4.10.5.1.13: a maximum below the minimum is ignored": (
        "<input type=range name=n value=50 max=-5>",
        "n=0",
        "n=50",
    ),
    "4.10.5.1.13: a valid number keeps its spelling": (
        "<input type=range name=n value=1e1>",
        "n=1e%2B1",
        "n=1e1",
    ),
    "4.10.5.1.13: a number is written as in ECMAScript": (
        "<input type=range name=n value=150 max=1e2 step=any>",
        "n=1e%2B2",
        "n=100",
    ),
    "4.10.5.3.8: spaces before the number that is the step base are skipped": (
        "<input type=range name=n value=' 7' step=3>",
        "n=51",
        "n=49",
    ),
    "4.10.5.1.14: spaces around a color are skipped": (
        "<input type=color name=n value=' red '>",
        "n=%23000000",
        "n=%23ff0000",
    ),
    "4.10.22.4 step 5.1: a control in a datalist is not sent": (
        "<datalist><input name=n></datalist>",
        "n=",
        "",
    ),
    "Encoding Standard 4.3: replacement is not an output encoding": (
        "<input type=hidden name=_charset_>",
        "_charset_=replacement",
        "_charset_=UTF-8",
    ),
}


@pytest.mark.parametrize("rule", LEFT_OUT)
def test_urldom_follows_the_standard_and_chromium_does_not(
    rule: str, browser: Browser, server: Server
) -> None:
    controls, theirs, standard = LEFT_OUT[rule]
    charset = " accept-charset=replacement" if "replacement" in rule else ""
    page = f"<!DOCTYPE html><meta charset=utf-8><form data-f=1{charset}>{controls}</form>"
    (answer,) = ask(
        browser, server, [Case("form", "text/html", page, "utf-8", 0, None, (), frozenset())]
    )
    found = difference(answer)
    assert found is not None and found.where == "target"
    assert [target.partition("?")[2] for target in (found.theirs, found.ours)] == [theirs, standard]
