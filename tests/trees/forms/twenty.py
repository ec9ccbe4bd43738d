"""Twenty forms with the requests that Chromium sends. Each form tests a rule of the HTML Standard
that programs often miss.

`python -m tests.trees.forms.twenty` counts the forms for which each installed library sends the
request of Chromium. If a form has a default button, the button is clicked."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

from urldom.trees import parse

URLENCODED: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data; boundary=B"


class Sent(NamedTuple):
    """A request. `target` is the path and the query. B replaces the boundary of a multipart
    body."""

    method: str
    target: str
    content_type: str | None
    body: bytes


class Form(NamedTuple):
    """A page at `/form/page.html`. Its first form is tested."""

    page: str
    sent: Sent
    encoding: str = "utf-8"

    @property
    def text(self) -> str:
        """The page as text. It declares its encoding."""
        return f"<!DOCTYPE html><meta charset={self.encoding}><title>A form</title>{self.page}"

    @property
    def source(self) -> bytes:
        return self.text.encode(self.encoding)


def get(query: str, path: str = "/form/a") -> Sent:
    return Sent("GET", f"{path}?{query}", None, b"")


def post(body: bytes, path: str = "/form/a", content_type: str = URLENCODED) -> Sent:
    return Sent("POST", path, content_type, body)


_RUSSIAN: Final = "\u0434\u0430"

FORMS: Final[dict[str, Form]] = {
    "a base element": Form(
        "<base href=/form/base/><form action=a><input name=n value=v></form>",
        get("n=v", "/form/base/a"),
    ),
    "the page's encoding": Form(
        f"<form action=a><input name=n value={_RUSSIAN}></form>", get("n=%E4%E0"), "windows-1251"
    ),
    "accept-charset": Form(
        f"<form action=a accept-charset='nonsense koi8-r'><input name=n value={_RUSSIAN}></form>",
        get("n=%C4%C1"),
    ),
    "characters missing from the encoding": Form(
        "<form action=a><input name=n value='&#233;&#1076;'></form>",
        get("n=%E9%26%231076%3B"),
        "windows-1252",
    ),
    "controls outside of the form": Form(
        "<input name=before value=1 form=f><form action=a id=f><input name=in value=2>"
        "<input name=other value=3 form=g></form><input name=after value=4 form=f>",
        get("before=1&in=2&after=4"),
    ),
    "a disabled fieldset": Form(
        "<form action=a><fieldset disabled><legend><input name=in-legend value=1></legend><input"
        " name=out value=2><select name=s><option>3</select></fieldset><input name=last"
        " value=4></form>",
        get("in-legend=1&last=4"),
    ),
    "line ends": Form(
        "<form action=a method=post><textarea name=t>\n\none\ntwo</textarea><input type=hidden"
        " name=h value='a&#13;b'></form>",
        post(b"t=%0D%0Aone%0D%0Atwo&h=a%0D%0Ab"),
    ),
    "an action with a query and a fragment": Form(
        "<form action='a?old=1#part'><input name=n value=v></form>", get("n=v")
    ),
    "an empty action": Form(
        "<form action='' method=get><input name=n value=v></form>", get("n=v", "/form/page.html")
    ),
    "options": Form(
        "<form action=a><select name=s><option disabled>0<option label=x>  two \n words </select>"
        "<select name=m multiple><option selected>1<optgroup disabled><option selected>2</optgroup>"
        "<option selected value=''>3</select><select name=size size=2><option>4</select></form>",
        get("s=two+words&m=1&m="),
    ),
    "an image button": Form(
        "<form action=a><input name=n value=v><input type=image name=i value=w></form>",
        get("n=v&i.x=0&i.y=0"),
    ),
    "dirname": Form(
        "<form action=a><input name=n value='&#1488;' dirname=d dir=auto><textarea name=t"
        " dirname=e></textarea></form>",
        get("n=%D7%90&d=rtl&t=&e=ltr"),
    ),
    "_charset_": Form(
        "<form action=a><input type=hidden name=_charset_ value=x><input name=n value=v></form>",
        get("_charset_=windows-1251&n=v"),
        "windows-1251",
    ),
    "radio buttons and checkboxes": Form(
        "<form action=a><input type=radio name=r value=1 checked><input type=radio name=r value=2"
        " checked><input type=checkbox name=c checked><input type=checkbox name=c value=3></form>",
        get("r=2&c=on"),
    ),
    "a multipart body": Form(
        "<form action=a method=post enctype=multipart/form-data><input name='a\"b' value='c\"d'>"
        "<input type=file name=f></form>",
        post(
            b'--B\r\nContent-Disposition: form-data; name="a%22b"\r\n\r\nc"d\r\n'
            b'--B\r\nContent-Disposition: form-data; name="f"; filename=""\r\n'
            b"Content-Type: application/octet-stream\r\n\r\n\r\n--B--\r\n",
            content_type=MULTIPART,
        ),
    ),
    "a plain body": Form(
        "<form action=a method=post enctype=text/plain><input name=n value='v w'>"
        "<textarea name=t>x\ny</textarea></form>",
        post(b"n=v w\r\nt=x\r\ny\r\n", content_type="text/plain"),
    ),
    "a submit button with its own attributes": Form(
        "<form action=x><input name=n value=v><button type=button name=b value=1>1</button>"
        "<button name=s value=2 formaction=a formmethod=post>2</button>"
        "<button name=s value=3>3</button></form>",
        post(b"n=v&s=2"),
    ),
    "buttons that do not submit": Form(
        "<form action=a><input type=button name=b value=1><input type=reset name=r value=2><input"
        " name=n value=v><button type=reset name=r value=3></button><input type=submit name=s"
        " value=4></form>",
        get("n=v&s=4"),
    ),
    "sanitised values": Form(
        "<form action=a><input type=number name=n value=1,5><input type=range name=r value=500>"
        "<input type=color name=c><input type=email name=e value=' a@b.example '>"
        "<input type=date name=d value=2023-02-29></form>",
        get("n=&r=100&c=%23000000&e=a%40b.example&d="),
    ),
    "an action as browsers read it": Form(
        "<form action=' \\form\\.\\a\n'><input name=n value=v></form>", get("n=v")
    ),
}

_BOUNDARY: Final = re.compile(r"multipart/form-data; *boundary=\"?([^\";]+)\"?")


def made(
    host: str,
    method: str,
    url: str,
    headers: Mapping[Any, Any],
    body: bytes | str | None,
    *,
    is_sent: bool = True,
) -> Sent:
    """Return the request that the server at `host` receives. Requests do not contain fragments."""
    target = url.removeprefix(f"http://{host}").partition("#")[0]
    names = {_text(name).lower(): _text(value) for name, value in headers.items()}
    content = (body.encode() if isinstance(body, str) else body) or b""
    content_type = names.get("content-type") if method == "POST" else None
    found = _BOUNDARY.fullmatch(content_type or "")
    if found is not None:
        content_type, content = MULTIPART, content.replace(b"--" + found[1].encode(), b"--B")
    return Sent(method, target, content_type, content)


def _text(value: object) -> str:
    """Return a header's name or value as text. Scrapy's values are lists of bytes."""
    first = value[0] if isinstance(value, list) else value
    return first.decode("latin-1") if isinstance(first, bytes) else str(first)


_HOST: Final = "example.com"
_ADDRESS: Final = f"http://{_HOST}/form/page.html"


def by_urldom(form: Form, host: str = _HOST, **options: Any) -> Sent:
    page = parse(form.source, f"http://{host}/form/page.html", content_type="text/html", **options)
    first = next(iter(page.forms()))
    submission = page.submission(first, submitter=first.default_button)
    return made(host, submission.method, submission.url, submission.headers, submission.body)


def _by_form2request(form: Form) -> Sent:
    response = import_module("scrapy.http").HtmlResponse(_ADDRESS, body=form.source)
    request = import_module("form2request").form2request(response.css("form")[0])
    return made(_HOST, request.method, request.url, dict(request.headers), request.body)


def _by_scrapy(form: Form) -> Sent:
    http = import_module("scrapy.http")
    request = http.FormRequest.from_response(http.HtmlResponse(_ADDRESS, body=form.source))
    return made(_HOST, request.method, request.url, dict(request.headers), request.body)


def _by_mechanicalsoup(form: Form) -> Sent:
    mechanicalsoup, requests = import_module("mechanicalsoup"), import_module("requests")
    soup = import_module("bs4").BeautifulSoup(form.source, "lxml")
    chosen = mechanicalsoup.Form(soup.form)
    chosen.choose_submit(None)
    arguments = mechanicalsoup.Browser.get_request_kwargs(chosen.form, _ADDRESS)
    request = requests.Request(**arguments).prepare()
    return made(_HOST, request.method, request.url, request.headers, request.body)


LIBRARIES: Final[dict[str, Callable[[Form], Sent]]] = {
    "urldom": by_urldom,
    "form2request": _by_form2request,
    "Scrapy's FormRequest": _by_scrapy,
    "MechanicalSoup": _by_mechanicalsoup,
}


def right(library: str) -> list[str]:
    """Return the names of the forms for which the library sends Chromium's request. Raise
    `ImportError` if the library is not installed."""
    found = []
    for name, form in FORMS.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                sent = LIBRARIES[library](form)
            except ImportError:
                raise
            except Exception:  # For example, some libraries cannot make multipart bodies.
                continue
        if sent == form.sent:
            found.append(name)
    return found


def main() -> None:
    for library in LIBRARIES:
        try:
            names = right(library)
        except ImportError as error:
            print(f"{library}: {error}")
        else:
            print(f"{library}: {len(names)} of {len(FORMS)}: {', '.join(names)}")


if __name__ == "__main__":
    main()
