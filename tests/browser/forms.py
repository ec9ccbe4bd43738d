"""Random pages of forms, submitted by Chromium and by urldom: `python -m tests.browser.forms
--help`.

Each case is a page, the number of a form in the page, and the number of a submit button in the
form. A script opens the page in a frame, fills in its controls, and submits the form to a server on
the loopback. The server keeps the request, and `difference` compares it with urldom's request. The
boundary of a multipart body is random, so `normalized` replaces it in both requests."""

from __future__ import annotations

import argparse
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import attrs
from webencodings import lookup

from urldom.trees import Form, TreeDocument, parse
from urldom.whatwg import URL

from .browser import Browser

#: Labels of encodings, each with the Python codec that encodes a page. The codec `ascii` writes
#: character references.
ENCODINGS: Final = {
    "utf-8": "utf-8",
    "windows-1251": "cp1251",
    "windows-1252": "latin-1",
    "koi8-r": "koi8-r",
    "iso-8859-2": "iso-8859-2",
    "shift_jis": "ascii",
    "euc-jp": "ascii",
    "iso-2022-jp": "ascii",
    "gbk": "ascii",
    "gb18030": "ascii",
    "big5": "ascii",
    "euc-kr": "ascii",
    "utf-16le": "utf-16-le",
    "x-user-defined": "ascii",
}
#: Words and characters of names and values. No legacy encoding has all of these characters.
TEXTS: Final = (
    *("a", "b", "name", "x y", "1", "0", "-1", "on", "yes", "a+b", "a%20b", "100%", "a&b=c", "a;b", "*-._", "~",
        "#?/:@"),
    *('"', "'", 'a"b', "\\", "<b>", "&amp;", "a\tb", " a ", "", " ", "a  b", "a\nb", "a\rb", "a\r\nb", "\n\r", "\n",
        "\r\n\r\n"),
    *("caf\u00e9", "\u00fc\u00df", "\u00a5", "\u203e", "\u20ac", "\u00a0", "\u00ad", "\u0141\u00f3d\u017a"),
    *("\u043f\u0440\u0438\u0432\u0435\u0442", "\u0401\u0451", "\u2116", "\u6771\u4eac", "\u3042\u30a2", "\uff71\uff76"),
    *("\u4e2d\u6587", "\u9fa5", "\u4e02", "\u3400", "\ud55c\uad6d\uc5b4", "\uac02", "\u2212", "\uff0d", "\uff5e",
        "\u301c"),
    *("\U0001f600", "\U00020000", "\ufffd", "\ue5e5", "\ue000", "\uf780", "\u0141", "\u2025", "\u2550", "\u1ebd"),
    *("\u05d0\u05d1", "\u0627\u0644", "\u200f", "\ufeff", "\u2028", "\x7f", "\x80", "\x1b$B", "\x0e", "\x0b", "\x0c"),
)  # fmt: skip
NAMES: Final = (
    *("a", "b", "c", "q", "a", "b", "user[name]", "x.y", "name with space", "_charset_", "_CHARSET_", "isindex"),
    *("action", "submit", "elements", "length", "method", "0", "x", "y", "a\nb", 'q"uote', "\u0438\u043c\u044f",
        "\u540d"),
    *("\u3042", "\u00e9", "\U0001f600", "a&b", "a=b", "%41", "\r\nX: y", "a;b", "\\"),
)  # fmt: skip
TYPES: Final = (
    *("text", "search", "tel", "url", "email", "password", "hidden", "date", "month", "week", "time", "datetime-local"),
    *("number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button", "", "TEXT",
        "nonsense"),
    *("Hidden", "datetime", "checkbox", "radio", "hidden", "text", "submit"),
)  # fmt: skip
#: Values for each type of `input`. Some values are invalid for their type.
TYPED: Final = {
    "number": ("5", "-1.5", "1e3", "1E+2", ".5", "5.", "+5", "abc", " 5 ", "0x10", "1e999", "-0", "1,5", "NaN",
        "--1", "1e", "00"),
    "range": ("5", "50", "-20", "150", "3.7", "abc", "1e400", "0.5", "99.99"),
    "color": ("#ff0000", "#FF00AA", "#abc", "red", "ff0000", "#ff00000", " #00ff00", "#gggggg", "rgb(1,2,3)",
        "transparent", "Blue"),
    "date": ("2024-02-29", "2023-02-29", "2024-1-1", "0001-01-01", "0000-01-01", "12345-06-07", "275760-09-13",
        "275760-09-14", " 2024-01-01", "2024-13-01", "2024-01-01T00:00"),
    "month": ("2024-02", "2024-13", "2024-2", "0000-01", "10000-01", "275760-09", "275760-10", "2024-00"),
    "week": ("2024-W01", "2020-W53", "2021-W53", "2024-W1", "2024W01", "2024-w01", "0000-W01", "2024-W00",
        "275760-W37", "275760-W38"),
    "time": ("12:30", "12:30:15", "12:30:15.5", "12:30:15.1234", "24:00", "1:00", "12:60", "12:30:60", "12:30:00.",
        "12:30:15.50", "00:00:00.000"),
    "datetime-local": ("2024-02-29T12:30", "2024-02-29 12:30", "2024-02-29T12:30:00", "2024-02-29T12:30:15.50",
        "2024-02-30T12:30", "2024-02-29t12:30", "2024-02-29T24:00", "2024-02-29T12:30Z", "12024-02-28T12:30:00.000"),
    "email": (" a@b.example ", "a@b.example\n", "not an email", "a@b, c@d", " a@b ,  c@d ,", "a\r\nb@c",
        "\u00fc@b\u00fccher.example", ",", "a@b,\tc@d"),
    "url": (" http://a.example/ ", "no url", "a\nb", "\thttp://b\u00fccher.example\t", "  "),
}  # fmt: skip
ENCTYPES: Final = (
    *(
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "text/plain",
        "MULTIPART/FORM-DATA",
        "nonsense",
        "",
    ),
    *("multipart/form-data", "text/plain", "application/json", " text/plain"),
)
METHODS: Final = ("get", "post", "POST", "Post", "put", "", "post", " post")
CHARSETS: Final = (
    *("utf-8", "windows-1252", "iso-8859-1", "shift_jis", "nonsense, iso-2022-jp", "unknown euc-kr", "nonsense", "",
        "big5"),
    *("UTF-16", "gb18030", "\tgbk\n koi8-r", "utf-16be utf-8", "x-user-defined", "x-sjis koi8-r", "latin1"),
    *("UTF8,koi8-r", ",", "iso-8859-8-i", "euc-jp"),
)  # fmt: skip
#: URLs for `action`. All of them resolve to URLs in the case's own folder, such as `/7/`.
ACTIONS: Final = (
    *("", "a", "./b", "../c", "?x=y", "?", "#f", "a?b=c#d", "a?\u00e9=\u0438#\u00fc", "/{0}/root", "//{1}/{0}/host",
        " a ", "a\nb"),
    *("http://{1}/{0}/abs?x", "d/../e", "a?b=c&d", "a b", "a%20b", "\\{0}\\back", "a;b", "a?'\"", "http:x", "a#",
        "  ", "?\u4e2d#\u4e2d"),
)  # fmt: skip

#: Opens the pages in frames, four at a time, and submits the forms. A result names the form, the
#: button and the values that were filled in.
SCRIPT: Final = """
const prototype = HTMLFormElement.prototype
const loaded = (frame, milliseconds) => new Promise(resolve => {
    frame.addEventListener("load", () => resolve(true), {once: true})
    setTimeout(() => resolve(false), milliseconds)
})
const isSubmit = control => control.localName === "button" ? control.type === "submit"
    : control.localName === "input" && (control.type === "submit" || control.type === "image")
const filesOf = (view, files) => {
    const transfer = new DataTransfer()
    for (const [name, content, type] of files) transfer.items.add(new File([content], name, {type}))
    return transfer.files
}
const fill = (view, control, kind, value) => {
    if (kind === "value") {
        const before = control.value
        if (control.maxLength >= 0 && value.length > control.maxLength) return null
        control.value = value
        if (control.type === "range" && control.value !== value) { control.value = before; return null }
    }
    else if (kind === "checked") control.checked = value
    else if (kind === "files") control.files = filesOf(view, value)
    else if (kind === "options") {
        const free = [...control.options].filter(o => !o.disabled
            && !(o.parentElement.localName === "optgroup" && o.parentElement.disabled))
            .filter((o, i, all) => all.every(other => other === o || other.value !== o.value))
        if (!free.length) return null
        const chosen = new Set(value.slice(0, control.multiple ? value.length : 1).map(n => free[n % free.length]))
        for (const option of control.options)
            if (control.multiple || chosen.has(option)) option.selected = chosen.has(option)
        return [...chosen].map(option => option.value)
    }
    return value
}
const submit = async ({page, form, submitter, fills}) => {
    const frame = document.createElement("iframe")
    frame.src = page
    const opened = loaded(frame, 20000)
    document.body.append(frame)
    await opened
    const result = {filled: []}
    const {contentDocument, contentWindow} = frame
    const forms = [...contentDocument.querySelectorAll("form")]
    if (forms.length) {
        const chosen = forms[form % forms.length]
        result.form = chosen.getAttribute("data-f")
        result.inside = Object.fromEntries([...contentDocument.querySelectorAll("[data-k]")].map(control =>
            [control.getAttribute("data-k"), control.closest("form")?.getAttribute("data-f") ?? null]))
        for (const [key, kind, value] of fills) {
            const control = contentDocument.querySelector(`[data-k="${key}"]`)
            if (!control || control.form !== chosen || control.matches(":disabled") || control.readOnly
                || control.closest("datalist")) continue
            const filled = fill(contentWindow, control, kind, value)
            if (filled !== null) result.filled.push([key, filled])
        }
        const buttons = [...contentDocument.querySelectorAll("button, input")]
            .filter(control => control.form === chosen && isSubmit(control) && !control.matches(":disabled"))
        const button = submitter === null ? undefined : buttons[submitter % buttons.length]
        const sent = loaded(frame, 30000)
        chosen.setAttribute("novalidate", "")
        if (button) {
            result.submitter = button.getAttribute("data-k")
            prototype.requestSubmit.call(chosen, button)
        } else prototype.submit.call(chosen)
        result.sent = await sent
        result.location = frame.contentWindow.location.href
    }
    frame.remove()
    return result
}
window.results = null
const results = [], waiting = argument.map((one, number) => [one, number])
const work = async () => {
    while (waiting.length) {
        const [one, number] = waiting.shift()
        try { results[number] = await submit(one) } catch (error) { results[number] = {error: String(error)} }
    }
}
Promise.all([work(), work(), work(), work()]).then(() => { window.results = results })
return true
"""


@attrs.frozen
class Request:
    """A request, as it arrived at the server."""

    method: str
    target: str
    content_type: str | None
    body: bytes


class Server:
    """A server for the pages of the cases, on a loopback port. It keeps the request of each
    case."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[str, bytes]] = {}
        self.sent: dict[str, list[Request]] = {}

    def __enter__(self) -> Server:
        pages, sent = self.pages, self.sent

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                number = self.path.split("/")[1].partition("?")[0]
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                answer = pages.pop(number, None)
                if answer is None:
                    answer = ("text/html", b"<!DOCTYPE html>")
                    request = Request(
                        self.command, self.path, self.headers.get("Content-Type"), body
                    )
                    sent.setdefault(number, []).append(request)
                self.send_response(200)
                self.send_header("Content-Type", answer[0])
                self.send_header("Cache-Control", "no-store")
                self.send_header("Content-Length", str(len(answer[1])))
                with suppress(ConnectionError):
                    self.end_headers()
                    self.wfile.write(answer[1])

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.host = f"127.0.0.1:{self._server.server_port}"
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@attrs.frozen
class Fill:
    """The user's change of a control: `kind` is value, checked, options or files."""

    key: str
    name: str
    kind: str
    value: Any
    type: str


@attrs.frozen
class Case:
    number: str
    content_type: str
    text: str
    codec: str
    form: int
    submitter: int | None
    fills: tuple[Fill, ...]
    features: frozenset[str]

    @property
    def page(self) -> bytes:
        return self.text.encode(self.codec, "xmlcharrefreplace")

    @property
    def path(self) -> str:
        return (
            f"/{self.number}/dir/page.html"
            if self.number.isdigit()
            else f"/{self.number}/page.html"
        )

    def question(self, host: str) -> dict[str, Any]:
        fills = [(fill.key, fill.kind, fill.value) for fill in self.fills]
        return {
            "page": f"http://{host}{self.path}",
            "form": self.form,
            "submitter": self.submitter,
            "fills": fills,
        }


class Maker:
    """Makes random cases, for a server at `host`."""

    def __init__(self, seed: int, host: str) -> None:
        self.random = Random(seed)
        self.host = host
        self.number = 0

    def __iter__(self) -> Iterator[Case]:
        while True:
            yield self.case()

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def may(self, percent: float) -> bool:
        return self.random.random() * 100 < percent

    def note(self, feature: str) -> None:
        self.features.add(feature)

    def case(self) -> Case:
        self.number += 1
        self.keys = 0
        self.is_in_form = False
        self.features: set[str] = set()
        self.fills: list[Fill] = []
        self.ids: list[str] = [self.one("f", "g", "F", "f\u00e9", "0") for _ in range(2)]
        encoding = self.one("utf-8", *ENCODINGS)
        self.note(f"encoding {encoding}")
        text = self.page(encoding)
        content_type = f"text/html;charset={encoding}"
        if encoding not in ("utf-16le", "x-user-defined") and self.may(30):
            content_type = "text/html"
        return Case(
            str(self.number),
            content_type,
            text,
            ENCODINGS[encoding],
            self.random.randrange(4),
            None if self.may(30) else self.random.randrange(5),
            tuple(self.fills),
            frozenset(self.features),
        )

    # The page

    def page(self, encoding: str) -> str:
        head = f"<meta charset={encoding}>"
        if self.may(20):
            self.note("base")
            head += (
                "<base"
                f' href="{self.attribute(self.url("../base/", "b/c", "//{1}/{0}/other/", "?q", "/{0}/x/y"))}">'
            )
        direction = (
            self.note_of("dir", f' dir="{self.one("rtl", "ltr", "auto", "x")}"')
            if self.may(12)
            else ""
        )
        doctype = "" if self.may(10) else "<!DOCTYPE html>"
        body = self.body()
        if encoding == "iso-2022-jp":  # An escape sequence would change all later characters.
            body = body.replace("\x1b", "&#27;")
        return f"{doctype}<html{direction}><head>{head}<title>Forms</title></head><body>{body}</body></html>"

    def body(self) -> str:
        parts = [self.flow(0) for _ in range(self.random.randrange(3))]
        parts.insert(self.random.randrange(len(parts) + 1), self.form(0))
        return "".join(parts)

    def note_of(self, feature: str, text: str) -> str:
        self.note(feature)
        return text

    def flow(self, depth: int) -> str:
        kind = self.random.randrange(100)
        if kind < 56 or depth > 4:
            return self.control()
        inner = "".join(self.flow(depth + 1) for _ in range(self.random.choice((1, 1, 2, 3))))
        if kind < 66:
            name = self.one("div", "p", "label", "span", "section", "b")
            return f"<{name}{self.direction()}>{inner}</{name}>"
        if kind < 80:
            return self.fieldset(inner, depth)
        if kind < 85:
            return self.form(depth + 1)
        if kind < 89:
            self.note("in a table")
            if (
                self.is_in_form or "<form" in inner
            ):  # The parser ignores the start tag of a nested form. The nested form's end tag then ends the outer form.
                return self.one(
                    f"<table><tr><td>{inner}</table>", f"<table>{self.control()}<tr><td>x</table>"
                )
            self.note("form left open in a table")
            start = f"<form{self.form_attributes()}>"
            return self.one(
                f"<table>{start}<tr><td>{inner}</form></table>",
                f"<table><tr>{start}<td>{inner}</td></form><td></table>",
            )
        if kind < 92:
            return self.note_of("datalist", f"<datalist id=d>{inner}<option value=dd></datalist>")
        if kind < 94:
            return self.note_of("template", f"<template>{inner}</template>")
        if kind < 96:
            return self.note_of("object", f"<object name={self.one('a', 'o')}>{inner}</object>")
        if kind < 98:
            return self.note_of("output", f"<output name=out{self.owner()}>{inner}</output>")
        return self.note_of("details", f"<details>{inner}</details>")

    def fieldset(self, inner: str, depth: int) -> str:
        self.note("fieldset")
        disabled = self.note_of("disabled fieldset", " disabled") if self.may(50) else ""
        legend = ""
        for _ in range(self.random.choice((0, 1, 1, 2))):
            self.note("legend")
            legend += f"<legend>{self.flow(depth + 1)}</legend>"
        before = self.flow(depth + 1) if self.may(10) else ""
        return f"<fieldset{disabled}{self.owner()} name=set>{before}{legend}{inner}</fieldset>"

    def form(self, depth: int) -> str:
        if depth:
            self.note("form in something")
        was_in_form, self.is_in_form = self.is_in_form, True
        inner = "".join(self.flow(depth + 1) for _ in range(self.random.choice((1, 2, 3, 5, 8))))
        if self.may(40):
            inner += self.one(
                f"<input type=submit{self.common()}{self.button_attributes()}>", self.button()
            )
        self.is_in_form = was_in_form
        # If an enclosing element ends before the form's end tag, the form also owns controls after
        # that element. The tree does not show these owners.
        end = "</form>" if depth or self.may(85) else self.note_of("form without end tag", "")
        return f"<form{self.form_attributes()}>{inner}{end}"

    def form_attributes(self) -> str:
        text = f" data-f={self.key()}"
        if self.may(50):
            text += f' id="{self.random.choice(self.ids)}"'
        text += self.sometimes(85, "action", self.url(*ACTIONS))
        text += self.sometimes(85, "method", self.one(*METHODS, *["post"] * 6))
        text += self.sometimes(80, "enctype", self.one(*ENCTYPES))
        text += self.sometimes(22, "accept-charset", self.one(*CHARSETS))
        return text + self.sometimes(20, "name", "form") + self.direction()

    def sometimes(self, percent: float, name: str, value: str) -> str:
        if not self.may(percent):
            return ""
        self.note(name)
        return f' {name}="{self.attribute(value)}"'

    def url(self, *choices: str) -> str:
        return self.one(*choices).replace("{0}", str(self.number)).replace("{1}", self.host)

    def key(self) -> int:
        self.keys += 1
        return self.keys

    def direction(self) -> str:
        if not self.may(12):
            return ""
        return self.note_of("dir", f' dir="{self.one("rtl", "ltr", "auto", "Auto", "x", "")}"')

    def owner(self) -> str:
        if not self.may(12):
            return ""
        return self.note_of("form=", f' form="{self.random.choice([*self.ids, "", "missing"])}"')

    def attribute(self, value: str) -> str:
        """Return the value in double quotes. A line end that the parser would change is written as
        a character reference."""
        return escape(value).replace("\r", "&#13;").replace("\x80", "\ufffd")

    def text(self) -> str:
        if self.may(25):
            return self.one(*TEXTS) + self.one(*TEXTS) + self.one(*TEXTS)
        return self.one(*TEXTS)

    # Controls

    def control(self) -> str:
        kind = self.random.randrange(100)
        if kind < 58:
            return self.input()
        if kind < 68:
            return self.textarea()
        if kind < 83:
            return self.select()
        if kind < 94:
            return self.button()
        return self.one(
            "text",
            "<img name=a alt=b>",
            "<meter value=1>",
            "<progress>",
            "<p>",
            "</p>",
            "<i>",
            "</x>",
        )

    def common(self) -> str:
        """Return the attributes of any control. Some controls have no name, and some names are
        empty."""
        name = self.one(*NAMES) if self.may(92) else ""
        text = f" data-k={self.key()}"
        if self.may(90):
            text += f' name="{self.attribute(name)}"'
        if self.may(7):
            text += f" {self.one('disabled', 'disabled=false', 'DISABLED')}"
            self.note("disabled")
        if self.may(5):
            text += f' id="{self.random.choice(self.ids)}"'
            self.note("the id of a form on a control")
        return text + self.owner() + self.direction()

    def filled(self, common: str, kind: str, value: Any, type: str, *, percent: float = 20) -> str:
        """Return the attributes of a control that the user may fill in. If the user fills it in,
        its name is unique."""
        if not self.may(percent):
            return common
        name = f"user {self.keys} {self.one('', '', '', *TEXTS[:17])}"
        common = re.sub(r' name="[^"]*"', "", common) + f' name="{self.attribute(name)}"'
        self.fills.append(Fill(str(self.keys), name, kind, value, type))
        self.note(f"filled in: {type}")
        return common

    def input(self) -> str:
        type = self.one(*TYPES)
        known = type.lower() if type.lower() in TYPES else "text"
        known = known if known not in ("", "nonsense", "datetime") else "text"
        self.note(f"input {known}")
        common = self.common()
        value = self.one(*TYPED[known]) if known in TYPED and self.may(90) else self.text()
        text = f' type="{type}"' if type else ""
        if known == "hidden" and self.may(20):
            self.note("_charset_")
            common = re.sub(r' name="[^"]*"', "", common) + self.one(
                ' name="_charset_"', ' name="_CHARSET_"'
            )
            text += "" if self.may(70) else ' value="x"'
        elif known == "radio":
            return self.radios(common, value)
        elif known == "checkbox":
            text += self.one("", " checked", " checked=false")
            text += f' value="{self.attribute(value)}"' if self.may(60) else ""
            return f"<input{text}{self.filled(common, 'checked', self.may(60), known)}>"
        elif known == "file":
            files = [self.file() for _ in range(self.random.choice((1, 1, 2)))]
            text += " multiple" if len(files) > 1 or self.may(20) else ""
            return f"<input{text}{self.filled(common, 'files', files, known, percent=70)}>"
        elif known in ("submit", "image"):
            text += self.button_attributes()
            text += f' value="{self.attribute(value)}"' if self.may(70) else ""
        else:
            text += f' value="{self.attribute(value)}"' if self.may(88) else ""
            text += self.input_attributes(known)
        if known not in ("hidden", "submit", "image", "reset", "button"):
            common = self.filled(common, "value", self.typed(known), known)
        return f"<input{text}{common}>"

    def input_attributes(self, known: str) -> str:
        text = self.dirname()
        if known == "range" and self.may(60):
            limits = {
                "min": ("0", "-5", "3", "0.5", "x", "7.3"),
                "max": ("10", "99.5", "1000", "x"),
                "step": ("1", "3", "0.5", "any", "x", "7.3", "0", "-1", "1000", "0.1", "ANY"),
            }
            for name, values in limits.items():
                if self.may(50):
                    text += f' {name}="{self.one(*values)}"'
            self.note("range with limits")
        if known == "email" and self.may(50):
            text += self.note_of("email multiple", " multiple")
        if self.may(8):
            text += self.note_of("maxlength", f" maxlength={self.one('0', '3', '-1')}")
        if self.may(5):
            text += self.note_of("readonly", " readonly")
        if self.may(5):
            text += " list=d required"
        return text

    def dirname(self) -> str:
        if not self.may(20):
            return ""
        name = self.one("d.dir", "a", "\u0438.dir", "_charset_")
        return self.note_of("dirname", f' dirname="{name}"')

    def typed(self, known: str) -> str:
        """Return a text that a user can enter."""
        fixed = {
            "number": "12.5",
            "range": "30",
            "color": "#0a0b0c",
            "date": "2025-12-31",
            "month": "2025-12",
            "week": "2025-W10",
            "time": "23:59",
            "datetime-local": "2025-12-31T23:59",
            "email": "me@here.example",
            "url": "https://b.example/",
        }
        return fixed.get(known) or self.one(
            *(text for text in TEXTS if not re.search("[\r\n]", text)), "a\0b"
        )

    def file(self) -> tuple[str, str, str]:
        name = self.one(
            "a.txt",
            "b.png",
            'q"uote.txt',
            "\u0438\u043c\u044f.txt",
            "\u6771.txt",
            "\u3042",
            "a;b",
            "x\\y.txt",
            "\u00e9",
            "a\nb",
            "a\r\nb.txt",
            "no",
            "%22.txt",
        )
        return name, self.text(), self.one("text/plain", "image/png", "", "application/x-a;b=c")

    def radios(self, common: str, value: str) -> str:
        """Return a group of radio buttons, and other controls with the same name."""
        if self.may(60):
            checked = self.one("", " checked")
            text = f' value="{self.attribute(value)}"' if self.may(80) else ""
            return f"<input type=radio{checked}{text}{common}>"
        self.note("group of radio buttons")
        owner = common
        buttons = []
        values = [f"v{number}" for number in range(self.random.choice((2, 3, 4)))]
        chosen = self.random.randrange(len(values))
        name = f"user {self.keys} "
        for number, text in enumerate(values):
            attributes = (
                owner if number == 0 else re.sub(r"data-k=\d+", f"data-k={self.key()}", owner)
            )
            attributes = re.sub(r' name="[^"]*"', "", attributes) + f' name="{name}"'
            checked = " checked" if self.may(35) else ""
            buttons.append(
                f"<input type=radio value={text}{checked}{attributes}>{self.one('', 'x', '<p>')}"
            )
            if number == chosen and self.may(60):
                self.fills.append(Fill(str(self.keys), name, "checked", True, "radio"))
                self.note("filled in: radio")
        return "".join(buttons)

    def textarea(self) -> str:
        self.note("textarea")
        common = self.common()
        text = self.text()
        if self.may(40):
            text = self.one(
                "\n", "\r\n", "\n\n", "\r", "&#10;", "&#13;&#10;", "&#13;", "\n\r"
            ) + escape(text)
            self.note("textarea that starts with a line end")
        else:
            text = escape(text)
        text = text.replace("\x80", "")
        wrap = self.one("", "", "", " wrap=off", " wrap=hard cols=200")
        value = self.one(*TEXTS) + self.one("", "\n", "\r\nx", "\ry", "\n\n")
        common = self.filled(common, "value", value, "textarea")
        maximum = self.note_of("maxlength", " maxlength=2") if self.may(5) else ""
        return f"<textarea{common}{wrap}{maximum}{self.dirname()}>{text}</textarea>"

    def select(self) -> str:
        self.note("select")
        common = self.common()
        text = self.note_of("select multiple", " multiple") if self.may(30) else ""
        if self.may(25):
            text += self.note_of(
                "select size", f' size="{self.one("1", "2", "5", "0", "x", "-1")}"'
            )
        if self.may(15):
            text += " required"
        options = "".join(
            self.option_or_group() for _ in range(self.random.choice((0, 1, 2, 3, 4, 5)))
        )
        if self.may(20):
            options = (
                self.note_of("placeholder option", "<option value=''>Choose</option>") + options
            )
        chosen = [self.random.randrange(6) for _ in range(self.random.choice((1, 1, 2)))]
        return f"<select{text}{self.filled(common, 'options', chosen, 'select')}>{options}</select>"

    def option_or_group(self) -> str:
        if self.may(15):
            self.note("optgroup")
            disabled = self.note_of("disabled optgroup", " disabled") if self.may(40) else ""
            inner = "".join(self.option() for _ in range(self.random.choice((0, 1, 2, 3))))
            return f"<optgroup{disabled} label=x>{inner}</optgroup>"
        return self.option() if self.may(96) else "<hr>"

    def option(self) -> str:
        text = f' value="{self.attribute(self.text())}"' if self.may(45) else ""
        if self.may(25):
            text += self.note_of("selected option", " selected")
        if self.may(15):
            text += self.note_of("disabled option", " disabled")
        if self.may(10):
            text += f' label="{self.attribute(self.text())}"'
        return f"<option{text}>{escape(self.text())}{self.one('</option>', '')}".replace(
            "\r", "&#13;"
        ).replace("\x80", "")

    def button(self) -> str:
        common = self.common()
        type = self.one("submit", "submit", "", "reset", "button", "SUBMIT", "nonsense")
        self.note(f"button {type.lower()}")
        text = f' type="{type}"' if type else ""
        text += f' value="{self.attribute(self.text())}"' if self.may(70) else ""
        return f"<button{text}{common}{self.button_attributes()}>{self.one('Go', '<b>Go</b>', '')}</button>"

    def button_attributes(self) -> str:
        text = self.sometimes(15, "formaction", self.url(*ACTIONS))
        text += self.sometimes(15, "formmethod", self.one(*METHODS))
        text += self.sometimes(12, "formenctype", self.one(*ENCTYPES))
        return text + self.one("", "", "", " formnovalidate")


# Requests of Chromium and of urldom

_BOUNDARY: Final = re.compile(rb'boundary="?([^";]+)"?')


def normalized(request: Request) -> Request:
    """Return the request with its random boundary replaced by B."""
    found = _BOUNDARY.search((request.content_type or "").encode())
    if found is None:
        return request
    boundary = found[1]
    return attrs.evolve(
        request,
        content_type=(request.content_type or "").replace(found[0].decode(), "boundary=B"),
        body=request.body.replace(b"--" + boundary, b"--B"),
    )


@attrs.frozen
class Answer:
    """The requests of Chromium. `chosen` has the form, the submitter and the filled-in values."""

    case: Case
    host: str
    chosen: dict[str, Any]
    requests: list[Request]

    @property
    def address(self) -> str:
        return f"http://{self.host}{self.case.path}"


@attrs.frozen
class Difference:
    answer: Answer
    where: str
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        answer = self.answer
        return (
            f"{self.where}\n  Chromium {self.theirs!r}\n  urldom   {self.ours!r}\n"
            f"  chosen {answer.chosen} {answer.case.content_type}\n  {answer.case.page!r}"
        )


def ask(
    browser: Browser, server: Server, cases: Iterable[Case], size: int = 100
) -> Iterator[Answer]:
    """Yield Chromium's answers to the cases."""
    cases = iter(cases)
    while chunk := list(islice(cases, size)):
        for case in chunk:
            server.pages[case.number] = (case.content_type, case.page)
        server.pages["harness"] = ("text/html;charset=utf-8", b"<!DOCTYPE html><title>x</title>")
        browser.visit(f"http://{server.host}/harness")
        browser.run(SCRIPT, [case.question(server.host) for case in chunk])
        browser.wait_until("return window.results !== null", 300)
        for case, chosen in zip(chunk, browser.run("return window.results"), strict=True):
            yield Answer(case, server.host, chosen, server.sent.pop(case.number, []))


class Library(NamedTuple):
    """Functions that walk through the tree of a library."""

    root: Callable[[Any], Any]
    children: Callable[[Any], Iterable[Any]]
    get: Callable[[Any, str], str | None]
    text: Callable[[Any], str | None]


LIBRARIES: Final = {
    "turbohtml": Library(
        lambda tree: tree.root,
        lambda node: [child for child in node.children if hasattr(child, "tag")],
        lambda node, name: node.attr(name),
        lambda node: node.text,
    ),
    "html5lib": Library(
        lambda tree: tree,
        lambda node: [child for child in node if isinstance(child.tag, str)],
        lambda node, name: node.get(name),
        lambda node: node.text,
    ),
    "selectolax": Library(
        lambda tree: tree.root,
        lambda node: node.iter(),
        lambda node, name: (node.attributes[name] or "") if name in node.attributes else None,
        lambda node: node.text(),
    ),
}
_CONTROLS: Final = frozenset(["input", "button", "select", "textarea"])


def _elements(page: TreeDocument, parser: str) -> list[tuple[int, str, Any]]:
    """Return the elements of a page in tree order, each with its depth and its local name."""
    library = LIBRARIES[parser]
    found: list[tuple[int, str, Any]] = []
    stack = [(0, library.root(page.tree))]
    while stack:
        depth, node = stack.pop()
        found.append((depth, node.tag.rpartition("}")[2], node))
        stack += [(depth + 1, child) for child in reversed(list(library.children(node)))]
    return found


def _shape(answer: Answer, parser: str) -> list[tuple[int, str, str | None, str | None]]:
    """Return the shape of a page's tree. The shape includes the text of each `textarea`, because
    html5lib differs
    there: it keeps some line breaks at the beginning."""
    library = LIBRARIES[parser]
    return [
        (
            depth,
            name,
            library.get(node, "data-k") or library.get(node, "data-f"),
            library.text(node) or "" if name == "textarea" else None,
        )
        for depth, name, node in _elements(_parsed(answer, parser), parser)
    ]


def _by_key(page: TreeDocument, parser: str = "turbohtml") -> dict[str, Any]:
    """Return the controls by their keys."""
    get = LIBRARIES[parser].get
    controls = [node for _, name, node in _elements(page, parser) if name in _CONTROLS]
    return {key: node for node in controls if (key := get(node, "data-k")) is not None}


def _parsed(answer: Answer, parser: str = "turbohtml") -> TreeDocument:
    case = answer.case
    return parse(case.page, answer.address, content_type=case.content_type, parser=parser)


def _form(answer: Answer, page: TreeDocument, parser: str = "turbohtml") -> Form:
    """Return the form that was submitted."""
    get = LIBRARIES[parser].get
    return next(form for form in page.forms() if get(form.node, "data-f") == answer.chosen["form"])


def disagreements(answer: Answer) -> Iterator[tuple[str, Difference | None]]:
    """Yield the libraries whose tree of the page equals turbohtml's tree. With each library, yield
    the difference between urldom's requests for the two trees."""
    if "form" not in answer.chosen:
        return
    mine = normalized(ours(answer)[0])
    for parser in LIBRARIES:
        if parser != "turbohtml" and _shape(answer, parser) == _shape(answer, "turbohtml"):
            other = normalized(ours(answer, parser)[0])
            yield parser, None if other == mine else Difference(answer, parser, other, mine)


def ours(answer: Answer, parser: str = "turbohtml") -> tuple[Request, str]:
    """Return the request that urldom makes for the same form, and the URL of the submission."""
    case, chosen, page = answer.case, answer.chosen, _parsed(answer, parser)
    form = _form(answer, page, parser)
    elements = _by_key(page, parser)
    filled = dict(chosen["filled"])
    values: dict[str, Any] = {}
    files: dict[str, Any] = {}
    for fill in case.fills:
        if fill.key in filled:
            _put(
                fill,
                filled[fill.key],
                partial(LIBRARIES[parser].get, elements[fill.key]),
                values,
                files,
            )
    submission = page.submission(
        form,
        submitter=elements.get(chosen.get("submitter")),
        values=values or None,
        files=files or None,
    )
    url = URL(submission.url)
    request = Request(
        submission.method,
        submission.url.partition("#")[0].removeprefix(url.origin),
        submission.headers.get("Content-Type"),
        submission.body or b"",
    )
    return request, submission.url


def _put(
    fill: Fill,
    value: Any,
    get: Callable[[str], str | None],
    values: dict[str, Any],
    files: dict[str, Any],
) -> None:
    """Add the value that the user filled in, as `submission` accepts it."""
    if fill.kind == "files":
        files[fill.name] = [
            (name, content.encode(), kind or "application/octet-stream")
            for name, content, kind in value
        ]
    elif fill.type == "radio":
        values[fill.name] = get("value")
    elif fill.kind == "options" and get("multiple") is None:
        (values[fill.name],) = value
    else:
        values[fill.name] = value


def difference(answer: Answer) -> Difference | None:
    """Return the difference between urldom's request and Chromium's, or `None` if the requests are
    equal."""
    if "form" not in answer.chosen:
        return None
    if len(answer.requests) != 1:
        return Difference(answer, "requests", 1, answer.requests)
    theirs = normalized(answer.requests[0])
    try:
        mine, url = ours(answer)
    except Exception as error:
        return Difference(answer, "error", repr(error), theirs)
    mine = normalized(mine)
    for name in ("method", "target", "content_type", "body"):
        if getattr(mine, name) != getattr(theirs, name):
            return Difference(answer, name, getattr(mine, name), getattr(theirs, name))
    if url != answer.chosen["location"]:
        return Difference(answer, "url", url, answer.chosen["location"])
    return None


FORMS_METHOD: Final = (
    "4.10.22.3: with formmethod, a body can be plain text, and a query cannot"
    " (Chromium looks at the form's method instead)"
)
OUTSIDE: Final = (
    "13.2.6.4.7: the end tag of a nested form ends only the nested form (Chromium: the outer form"
    " too)"
)
URLENCODED: Final = "application/x-www-form-urlencoded"
PIECES: Final = (
    "4.10.22.3, Submit as entity body: a plain body is encoded in one piece"
    " (Chromium: in several pieces, which end in the ASCII state)"
)
#: The known departures of Chromium from the HTML Standard. Each key names the rule of the Standard,
#: and each function rewrites the page. For the rewritten page, the Standard requires the request
#: that Chromium sent for the original page.
DEPARTURES: Final[dict[str, Callable[[str], str]]] = {
    "4.10.5.1.18: the value of a submit button without one is empty (Chromium: its label)": (
        lambda page: re.sub(
            '<input type="?submit"?(?![^>]* value=)',
            r"\g<0> value=Submit",
            page,
            flags=re.IGNORECASE,
        )
    ),
    "4.10.22.4 step 5.1: a control in a datalist is not sent (Chromium sends it)": lambda page: (
        page.replace("datalist", "x-list")
    ),
    "4.10.22.3 step 13: an action of spaces is not empty (Chromium: it is empty)": lambda page: (
        page.replace('action="  "', 'action=""')
    ),
    "4.10.22.5: any whitespace separates labels of encodings, and the default is UTF-8 (Chromium: commas do too, tabs do not, and the default is the page's encoding)": lambda page: (
        re.sub('accept-charset="([^"]*)"', _labels, page)
    ),
    "2.3.5.8: months and weeks have no maximum (Chromium: the maximum of JavaScript's Date)": (
        lambda page: re.sub('value="275760-(W38|10|09-14)"', 'value=""', page)
    ),
    "4.10.5.3.8: the step base is the number at the start of a value (Chromium: a whole value)": (
        lambda page: re.sub('(<input type="range"[^>]*) value="100%"', r'\1 value=""', page)
    ),
    "4.10.22.4 step 5.11: a _charset_ control sends its direction (Chromium does not send it)": (
        lambda page: re.sub(
            "<input[^>]*hidden[^>]*>", _without_direction, page, flags=re.IGNORECASE
        )
    ),
}


def _labels(attribute: re.Match[str]) -> str:
    labels = re.split("[ ,]+", attribute[1])
    known = [
        label for label in labels if not re.search(r"[\t\n]", label) and lookup(label) is not None
    ]
    return f'accept-charset="{" ".join(known)}"' if known else ""


def _without_direction(element: re.Match[str]) -> str:
    is_charset = ' name="_charset_"' in element[0].lower()
    return re.sub(' dirname="[^"]*"', "", element[0]) if is_charset else element[0]


def _is_encoded_in_pieces(found: Difference) -> bool:
    """Return whether the bodies differ only in escape sequences of ISO-2022-JP."""
    if found.where != "body" or b"\x1b" not in found.theirs or b"--B" in found.theirs:
        return False
    mine, theirs = (re.sub(rb"\x1b\([BJ]", b"", body) for body in (found.ours, found.theirs))
    return mine == theirs


def _is_encoded_by_the_forms_method(found: Difference) -> bool:
    """Return whether Chromium encoded plain text by the form's `method`, although the button has a
    `formmethod`."""
    answer = found.answer
    theirs = normalized(answer.requests[0])
    mine, url = ours(answer)
    is_get = _form(answer, _parsed(answer)).method == "get"
    if is_get and mine.method == "POST" and mine.content_type == "text/plain":
        other, _ = ours(_rewritten(answer, "text/plain", URLENCODED))
        return theirs == attrs.evolve(mine, body=other.body)
    if not is_get and mine.method == "GET":
        other, _ = ours(_rewritten(answer, ' formmethod="[^"]*"', ' formmethod="post"'))
        expected = URL(url)
        expected.search = "?" + "".join(
            bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in other.body
        )
        is_target = theirs == attrs.evolve(
            mine, target=expected.href.partition("#")[0].removeprefix(expected.origin)
        )
        return (
            other.content_type == "text/plain"
            and is_target
            and answer.chosen["location"] == expected.href
        )
    return False


def _rewritten(answer: Answer, pattern: str, replacement: str) -> Answer:
    text = re.sub(pattern, replacement, answer.case.text, flags=re.IGNORECASE)
    return attrs.evolve(answer, case=attrs.evolve(answer.case, text=text))


def _with_chromiums_forms(answer: Answer, page: str) -> str:
    """Return the page as Chromium's parser reads it: after the end tag of a nested form, controls
    are outside all forms."""
    for key, control in _by_key(_parsed(answer)).items():
        form = control.closest("form")
        is_nested = form is not None and bool(form.select("form"))
        if is_nested and answer.chosen["inside"].get(key, "") is None:
            page = re.sub(f" data-k={key}(?=[ >])", r'\g<0> form=""', page)
    return page


def explained(found: Difference) -> list[str]:
    """Return the known departures that explain a difference, or an empty list."""
    answer = found.answer
    kinds, page = [], answer.case.text
    for kind, write in {OUTSIDE: partial(_with_chromiums_forms, answer), **DEPARTURES}.items():
        written = write(page)
        if written != page:
            kinds.append(kind)
            page = written
    rest = difference(attrs.evolve(answer, case=attrs.evolve(answer.case, text=page)))
    if rest is None:
        return kinds
    if _is_encoded_in_pieces(rest):
        return [*kinds, PIECES]
    if rest.where != "error" and _is_encoded_by_the_forms_method(rest):
        return [*kinds, FORMS_METHOD]
    return []


def counted(
    browser: Browser, server: Server, cases: Iterable[Case], number: int
) -> tuple[Counter[str], list[Difference]]:
    """Compare `number` cases. Return counts of cases, features and known differences, and the
    unknown differences."""
    count: Counter[str] = Counter()
    unknown: list[Difference] = []
    for answer in ask(browser, server, islice(cases, number)):
        count["forms"] += 1
        count.update(_features(answer))
        for parser, disagreement in disagreements(answer):
            count[f"trees of {parser}"] += 1
            unknown += [] if disagreement is None else [disagreement]
        found = difference(answer)
        if found is not None:
            kinds = explained(found)
            count.update(kinds)
            if not kinds:
                unknown.append(found)
    return count, unknown


def _features(answer: Answer) -> Iterator[str]:
    """Yield the features of a page whose form was submitted."""
    if not answer.requests:
        return
    yield "sent"
    yield from answer.case.features
    request = answer.requests[0]
    yield f"{request.method} {(request.content_type or '').partition(';')[0]}".strip()
    if request.body or "?" in request.target.rstrip("?"):
        yield "entries"
    if "submitter" in answer.chosen:
        yield "submitter"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forms", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with Server() as server, Browser() as browser:
        count, unknown = counted(browser, server, Maker(options.seed, server.host), options.forms)
    for name, number in count.most_common():
        print(f"{number:>9,}  {name}")
    print(f"{len(unknown):>9,}  unknown differences", *unknown[:50], sep="\n")
    sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
