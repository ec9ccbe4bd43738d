"""The calls of the package for many cases at once: pages, columns, the command, Scrapy, and
pydantic."""

from __future__ import annotations

import contextlib
import html
import io
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from unittest import mock

from tests.tools.beside.calls import Call, after
from tests.tools.beside.inputs import Case
from tests.tools.beside.rendering import Whole
from urldom import columns, trees
from urldom.command import main
from urldom.patterns import URLPattern
from urldom.trees import Row, document, parse, parse_fragment, stylesheet

Cases: TypeAlias = Sequence[Case]


class Batch(NamedTuple):
    calls: Callable[[Cases], Iterator[Call]]
    every: int  #: the batch runs for one chunk of so many


BATCHES: Final[dict[str, Batch]] = {}


def batch(
    every: int,
) -> Callable[[Callable[[Cases], Iterator[Call]]], Callable[[Cases], Iterator[Call]]]:
    def register(calls: Callable[[Cases], Iterator[Call]]) -> Callable[[Cases], Iterator[Call]]:
        BATCHES[calls.__name__] = Batch(calls, every)
        return calls

    return register


def plain(text: str) -> str:
    """Return the text without lone surrogates, which markup, Arrow and terminals cannot contain."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _is_installed(name: str) -> bool:
    return find_spec(name) is not None


# Pages

HTML_PARSERS: Final = ("turbohtml", "selectolax", "lxml", "html5lib", "bs4")
#: One link for each row of the table of elements that matters: `{0}` and `{1}` are URLs
_LINKS: Final = (
    (
        '<a href="{0}" rel="noreferrer" ping="{1}" referrerpolicy="{2}">a</a><a href="{1}"'
        " target=_blank download>b</a>"
    ),
    (
        '<img src="{0}" srcset="{1} 1x, {0} 2x, /c 100w" sizes="(min-width: 10em) {2}, 50vw"'
        ' crossorigin lowsrc="{1}">'
    ),
    (
        '<link rel="stylesheet {2}" href="{0}" imagesrcset="{1} 2x">'
        '<link rel=preload as=image href="{1}"><link rel="icon" href="{0}">'
    ),
    (
        '<script src="{0}"></script><script type=module src="{1}"></script>'
        '<iframe src="{0}" srcdoc="&lt;a href=x&gt;"></iframe>'
    ),
    (
        '<form action="{0}" method="{2}" id="f"><input name="{1}" value="{2}"><input type=file'
        " name=f><select name=s multiple><option selected>{2}<option"
        ' value="{0}">b</select><textarea name=t>{1}</textarea><input type=checkbox name=c'
        ' checked><button name=go value="{2}" formaction="{1}">Go</button><input type=image'
        ' src="{0}"></form>'
    ),
    (
        '<video src="{0}" poster="{1}"><source src="{0}"><track src="{1}"></video><object'
        ' data="{0}"><embed src="{1}">'
    ),
    (
        '<div style="background: url({0}); color: red" xml:base="{1}"><q cite="{0}">q</q>'
        '<blockquote cite="{1}"></blockquote></div>'
    ),
    (
        '<style>@import "{0}"; a {{ background: url("{1}") }} @font-face {{ src: url({0}), url({1})'
        " }}</style>"
    ),
    (
        '<svg><a xlink:href="{0}"/><image href="{1}"/><use href="#{2}"/></svg><area href="{0}"><del'
        ' cite="{1}"></del>'
    ),
    (
        '<meta http-equiv="refresh" content="{2}; url={0}"><meta property="og:url" content="{1}">'
        '<meta name=referrer content="{2}">'
    ),
    (
        '<picture><source srcset="{0} 2x" media="(width > 1px)"><img srcset="{1}"'
        ' loading=lazy></picture><p id="{2}">p</p>'
    ),
    (
        '<a name="{2}" itemid="{0}" href="  {1}\n">x</a><body background="{0}"><input type=submit'
        " form=f formmethod=post>"
    ),
    (
        '<script type="importmap">{{"imports": {{"a": "{2}"}}}}</script><base href="{1}"'
        ' target=x><html manifest="{0}">'
    ),
)


def _page(cases: Cases) -> str:
    source = random.Random(cases[0].number)
    parts = ["<!doctype html><html><head><title>t</title>"]
    for index, case in enumerate(cases):
        texts = (case.url, case.other, source.choice(case.values))
        link = _LINKS[1] if index == 0 else source.choice(_LINKS)
        parts.append(link.format(*(html.escape(plain(text)) for text in texts)))
    return "\n".join(parts)


def _in_xml(text: str) -> str:
    allowed = "".join(letter for letter in plain(text) if letter in "\t\n" or letter.isprintable())
    return html.escape(allowed)


def _feed(cases: Cases) -> str:
    entries = [
        f'<entry xml:base="{_in_xml(case.other)}"><link href="{_in_xml(case.url)}"'
        f' rel="alternate"/><id>{_in_xml(case.url)}</id><icon>{_in_xml(case.value)}</icon><content'
        f' src="{_in_xml(case.other)}" type="html">&lt;a'
        f' href="{_in_xml(_in_xml(case.value))}"&gt;</content></entry>'
        for case in cases
    ]
    return f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/x/">{"".join(entries)}</feed>'


@batch(every=8)
def pages(cases: Cases) -> Iterator[Call]:
    few = cases[:12]
    text, number = _page(few), few[0].number
    address = "https://example.com/a/b?c"
    known = [name for name in HTML_PARSERS if _is_installed(name)]
    parser = known[number // len(cases) % len(known)] if known else None
    standard = few[0].standard
    for name, parsers in (("html", known), ("xml", ["xml.etree", "lxml"])):
        for one in parsers:
            if _is_installed(one):
                source, kind = (
                    (text, "text/html") if name == "html" else (_feed(few), "application/atom+xml")
                )
                make = _parsing(source, address, kind, one)
                yield f"{name}, {one}, urls", lambda make=make: _urls(make())
                yield f"{name}, {one}, written", lambda make=make: _written(make())
    if parser is None:
        return
    make = _parsing(text, address, "text/html", parser)
    yield f"{parser}, TreeDocument", lambda: Whole(make())
    yield (
        f"{parser}, {standard}",
        lambda: _urls(
            parse(text, address, content_type="text/html", parser=parser, standard=standard)
        ),
    )
    yield (
        f"{parser}, bytes",
        lambda: _urls(
            parse(
                plain(text).encode(),
                address,
                content_type=f"text/html; charset={few[0].encoding}",
                parser=parser,
            )
        ),
    )
    yield (
        f"{parser}, headers",
        lambda: _requests(
            parse(
                text,
                address,
                parser=parser,
                headers={"Content-Type": "text/html", "Referrer-Policy": few[0].value},
            )
        ),
    )
    yield f"{parser}, requests", lambda: _requests(make())
    yield f"{parser}, forms", lambda: _forms(make(), few)
    yield f"{parser}, rewritten", lambda: _rewritten(make(), few[0].value)
    yield f"{parser}, relative", lambda: _relative(make(), few[0].other)
    yield f"{parser}, parts", lambda: _parts_of_a_page(make(), few)
    yield (
        f"{parser}, fragment",
        lambda: _urls(parse_fragment(text, address, parser=parser, standard=standard)),
    )
    yield f"{parser}, assigned", lambda: _assigned(make(), few)
    yield "stylesheet", lambda: _sheet(few, standard)
    yield (
        "document, rows",
        lambda: _urls(
            document(
                make().tree,
                few[0].url,
                rows=[Row("p", "id", "hyperlink"), Row("a", "itemid", "citation")],
            )
        ),
    )


def _parsing(source: str, address: str, kind: str, parser: str) -> Callable[[], Any]:
    return lambda: parse(source, address, content_type=kind, parser=parser)


def _described(found: Any) -> object:
    return [after(lambda one, name=name: getattr(one, name), found)[0] for name in _OF_A_URL]


_OF_A_URL: Final = (
    *("element_name", "attribute", "kind", "value", "url", "error", "base_url", "requested_url"),
    *("is_conditional", "is_inert"),
)


def _urls(page: Any) -> object:
    return (
        page.base_url,
        page.fallback_base_url,
        page.encoding,
        page.parser,
        [_described(one) for one in page.urls()],
    )


def _written(page: Any) -> object:
    return page.to_bytes(), page.to_text()


def _requests(page: Any) -> object:
    found: list[object] = []
    for one in page.urls():
        found.append(after(lambda one: _request(page.request(one)), one)[0])
        found.append(after(lambda one: page.why_not(one, user_activation=True), one)[0])
    return found


def _request(request: Any) -> object:
    if request is None:
        return None
    return Whole(request), after(lambda request: request.explain(), request)[0]


def _forms(page: Any, cases: Cases) -> object:
    found: list[object] = []
    for form in page.forms():
        controls = [
            (Whole(control), after(lambda one: one.shown_value(), control)[0])
            for control in form.controls
        ]
        values: dict[str, Any] = {"t": cases[0].value, "s": [cases[1].value], "c": True}
        found += [
            *(form.action, form.method, form.enctype, form.id, form.name, controls),
            after(lambda form: _request(page.submission(form)), form)[0],
            after(lambda form, values=values: _request(page.submission(form, values=values)), form)[
                0
            ],
            after(
                lambda form: _request(page.submission(form, submitter=form.default_button)), form
            )[0],
            after(
                lambda form: _request(page.submission(form, files={"f": trees.File("a", b"b")})),
                form,
            )[0],
            after(lambda form: _request(page.request(form)), form)[0],
        ]
    found.append(after(lambda page: page.submission("nonsense"), page)[0])
    return found


def _rewritten(page: Any, value: str) -> object:
    seen: list[object] = []

    def function(one: Any) -> str | None:
        seen.append(one.value)
        return f"{plain(value)}x" if len(seen) % 3 else None

    outcome, _ = after(lambda page: page.rewrite(function), page)
    return outcome, seen, page.to_text(), _urls(page)


def _relative(page: Any, address: str) -> object:
    absolute, _ = after(lambda page: page.make_absolute(), page)
    first = page.to_text()
    relative, _ = after(lambda page: page.make_relative(), page)
    second = page.to_text()
    elsewhere, _ = after(lambda page: page.make_relative(plain(address)), page)
    return absolute, relative, elsewhere, first, second, page.to_text()


def _assigned(page: Any, cases: Cases) -> object:
    """Assign to links of a page, and to what its base URL depends on."""
    answers: list[object] = []
    for one, case in zip(list(page.urls()), [*cases, *cases, *cases], strict=False):
        if one.attribute:
            link, _ = after(lambda page, one=one: page.url_of(one.node, one.attribute), page)
            answers.append(after(lambda link, one=one, case=case: _set(page, one, case), link)[0])
    answers.append(after(lambda page: setattr(page, "address", cases[0].other), page)[0])
    page.refresh()
    return answers, page.to_text(), page.base_url


def _set(page: Any, one: Any, case: Case) -> object:
    link = page.url_of(one.node, one.attribute)
    outcome, _ = after(lambda link: setattr(link, case.name, plain(case.value)), link)
    return outcome, link.href, link, one.get(one.attribute), page.base_url_of(one.node)


def _parts_of_a_page(page: Any, cases: Cases) -> object:
    found: list[object] = [after(lambda page: Whole(page.import_map()), page)[0]]
    found += [
        after(lambda page, case=case: page.indicated(plain(case.value)) is None, page)[0]
        for case in cases
    ]
    found.append(
        after(lambda page: [_urls(inner) for _, inner in page.embedded_documents()], page)[0]
    )
    for one in page.urls():
        found.append(after(lambda page, one=one: Whole(page.chain(one.node)), page)[0])
        found.append(after(lambda page, one=one: page.reflect(one.node, "href"), page)[0])
        if one.element_name == "img":
            for width in (320.0, 1280.0):
                found.append(
                    after(
                        lambda page, one=one, width=width: page.image_source(one.node, width=width),
                        page,
                    )[0]
                )
    return found


def _sheet(cases: Cases, standard: str) -> object:
    rules = "\n".join(
        f'@import "{case.url}"; a {{ background: url({case.value}), url("{case.other}") }}'
        for case in cases
    )
    sheet = stylesheet(plain(rules).encode(), "https://example.com/css/", standard=standard)
    found = [_described(one) for one in sheet.urls()], Whole(sheet), bytes(sheet)
    sheet.make_absolute()
    absolute = str(sheet)
    sheet.make_relative()
    relative = str(sheet)
    sheet.rewrite(lambda one: "x y")
    return found, absolute, relative, str(sheet)


# Columns

ATTRIBUTES: Final = (
    *(
        "protocol",
        "host",
        "hostname",
        "port",
        "pathname",
        "search",
        "hash",
        "href",
        "origin",
        "username",
        "password",
    ),
)


class _Columns(NamedTuple):
    urls: list[str | None]
    bases: list[str | None]
    others: list[str]
    values: list[str]
    names: list[str]


def _columns(cases: Cases) -> _Columns:
    bases = [None if case.base is None else plain(case.base) for case in cases]
    return _Columns(
        urls=[None if case.number % 50 == 7 else plain(case.url) for case in cases],
        bases=bases,
        others=[plain(case.other) for case in cases],
        values=[plain(case.value) for case in cases],
        names=[plain(case.values[0]) for case in cases],
    )


@batch(every=15)
def columns_of_arrow(cases: Cases) -> Iterator[Call]:
    if not _is_installed("pyarrow"):
        return
    import pyarrow as pa

    found = _columns(cases)
    urls, values, names = (pa.array(items) for items in (found.urls, found.values, found.names))
    bases = pa.array(found.bases, pa.string())
    standard, encoding = cases[0].standard, cases[0].encoding
    pattern = "https://*.example.com/:a"
    patterns = pa.array([("*://*/*", "https://:a.com/*", None)[case.number % 3] for case in cases])
    calls: dict[str, Callable[..., Any]] = {
        "decompose": lambda **options: columns.decompose(urls, **options),
        "decompose, base": lambda **options: columns.decompose(urls, bases, **options),
        "resolve": lambda **options: columns.resolve(urls, bases, **options),
        "resolve, one base": lambda **options: columns.resolve(
            urls, "http://example.com/a/b", **options
        ),
        "errors": lambda **options: columns.errors(urls, bases, **options),
        "errors, a value": lambda **options: columns.errors(urls, **options, hostname=values),
        "display": lambda **options: columns.display(urls, **options),
        "params": lambda **options: columns.params(urls, **options),
        "param": lambda **options: columns.param(urls, "a", **options),
        "param, a column": lambda **options: columns.param(urls, names, **options),
        "param_names": lambda **options: columns.param_names(urls, **options),
        "without_params": lambda **options: columns.without_params(urls, ["a", "utm_*"], **options),
        "segments": lambda **options: columns.segments(urls, **options),
        "public_suffix": lambda **options: columns.public_suffix(urls, **options),
        "registrable_domain": lambda **options: columns.registrable_domain(urls, **options),
        "subdomain": lambda **options: columns.subdomain(urls, **options),
    }
    for name, call in calls.items():
        for options in (
            {},
            {"standard": standard, "encoding": encoding},
            {"default_scheme": "https"},
        ):
            yield (
                f"columns.{name}, {[*options]}",
                lambda call=call, options=options: _arrow(call(**options)),
            )
    for attribute in ATTRIBUTES:
        yield (
            f"columns.set, {attribute}",
            lambda attribute=attribute: _arrow(columns.set(urls, bases, **{attribute: values})),
        )
        yield (
            f"columns.set, {attribute}, standard",
            lambda attribute=attribute: _arrow(
                columns.set(urls, standard=standard, **{attribute: values})
            ),
        )
        yield (
            f"columns.decompose, {attribute}",
            lambda attribute=attribute: _arrow(columns.decompose(urls, attributes=[attribute])),
        )
    yield "columns.set, none", lambda: _arrow(columns.set(urls, port=None, search=values))
    yield "columns.matches", lambda: _arrow(columns.matches(urls, pattern, bases))
    yield (
        "columns.matches, patterns",
        lambda: _arrow(columns.matches(urls, [pattern, {"search": "a=*"}])),
    )
    yield "columns.matches, a column", lambda: _arrow(columns.matches(urls, patterns))
    yield "columns.matches, wrong patterns", lambda: _arrow(columns.matches(urls, names))
    yield "columns.groups", lambda: _arrow(columns.groups(urls, URLPattern(pathname="/:a/*")))
    yield "columns.groups, a column", lambda: _arrow(columns.groups(urls, patterns, bases))
    yield (
        "columns, chunks",
        lambda: _arrow(
            columns.resolve(pa.chunked_array([urls.slice(0, 40), urls.slice(40)]), bases)
        ),
    )
    yield (
        "columns, large",
        lambda: _arrow(columns.resolve(urls.cast(pa.large_string()), "http://h/")),
    )
    yield (
        "columns, dictionary",
        lambda: _arrow(columns.resolve(urls.dictionary_encode(), "http://h/")),
    )
    yield "columns, a wrong type", lambda: columns.resolve(pa.array([1, 2]))
    documents = pa.array([_page(cases[:3]), _feed(cases[:2]), *found.values[:2]])
    yield (
        "columns.links",
        lambda: _arrow(columns.links(documents, "https://example.com/a", standard=standard)),
    )
    yield (
        "columns.link_errors",
        lambda: _arrow(columns.link_errors(documents, "https://example.com/a", "text/html")),
    )


def _arrow(found: Any) -> object:
    return str(found.type), found.to_pylist()


@batch(every=30)
def columns_of_frames(cases: Cases) -> Iterator[Call]:
    if not _is_installed("pyarrow"):
        return
    found, standard = _columns(cases), cases[0].standard
    if _is_installed("pandas"):
        yield from _of_pandas(found, standard)
    if _is_installed("polars"):
        yield from _of_polars(found, standard)
    if _is_installed("duckdb"):
        yield from _of_duckdb(found, standard)


#: The functions of each interface, and their arguments
def _arguments(found: _Columns) -> dict[str, tuple[Any, ...]]:
    return {
        "decompose": (),
        "resolve": ("http://example.com/a/b",),
        "errors": (),
        "param": ("a",),
        "registrable_domain": (),
        "matches": ("*://*.example.com/*",),
        "params": (),
        "param_names": (),
        "without_params": (["a", "utm_*"],),
        "public_suffix": (),
        "subdomain": (),
        "segments": (),
        "groups": ("*://:host/*",),
        "display": (),
    }


def _of_pandas(found: _Columns, standard: str) -> Iterator[Call]:
    import pandas

    import urldom.pandas  # noqa: F401

    series = pandas.Series(found.urls, dtype=object)
    values = pandas.Series(found.values, dtype=object)
    for name in ATTRIBUTES:
        yield f"pandas.{name}", lambda name=name: _pandas(getattr(series.url, name))
        yield f"pandas.set, {name}", lambda name=name: _pandas(series.url.set(**{name: values}))
    for name, arguments in _arguments(found).items():
        yield (
            f"pandas.{name}",
            lambda name=name, arguments=arguments: _pandas(getattr(series.url, name)(*arguments)),
        )
        yield (
            f"pandas.{name}, {standard}",
            lambda name=name, arguments=arguments: _pandas(
                getattr(series.url.under(standard), name)(*arguments)
            ),
        )


def _pandas(found: Any) -> object:
    return type(found).__name__, str(getattr(found, "dtype", "")), found.to_dict()


def _of_polars(found: _Columns, standard: str) -> Iterator[Call]:
    import polars

    import urldom.polars  # noqa: F401

    frame = polars.DataFrame({"u": found.urls, "v": found.values}, strict=False)
    for name in ATTRIBUTES:
        yield f"polars.{name}", lambda name=name: _polars(getattr(frame["u"].url, name)())
        yield (
            f"polars.{name}, expression",
            lambda name=name: _polars(frame.select(getattr(polars.col("u").url, name)(standard))),
        )
        yield (
            f"polars.set, {name}",
            lambda name=name: _polars(
                frame.select(polars.col("u").url.set(**{name: polars.col("v")}))
            ),
        )
    for name, arguments in _arguments(found).items():
        yield (
            f"polars.{name}",
            lambda name=name, arguments=arguments: _polars(
                getattr(frame["u"].url, name)(*arguments)
            ),
        )
        yield (
            f"polars.{name}, expression",
            lambda name=name, arguments=arguments: _polars(
                frame.select(getattr(polars.col("u").url, name)(*arguments))
            ),
        )
    page = polars.Series(["<a href=b>c</a>"])
    yield "polars.links", lambda: _polars(page.url.links("http://h/"))
    yield "polars.link_errors", lambda: _polars(page.url.link_errors("http://h/"))


def _polars(found: Any) -> object:
    frame = found if hasattr(found, "to_dicts") else found.to_frame()
    return type(found).__name__, str(frame.schema), frame.to_dicts()


def _of_duckdb(found: _Columns, standard: str) -> Iterator[Call]:
    import duckdb
    import pyarrow as pa

    import urldom.duckdb

    connection = duckdb.connect()
    known = urldom.duckdb.register(connection)
    urldom.duckdb.register(connection, standard=standard, prefix="of_", default_scheme="https")
    table = pa.table({"u": pa.array(found.urls, pa.string()), "v": pa.array(found.values)})
    connection.register("t", table)
    yield "duckdb.register", lambda: known
    for name, rest in {
        **dict.fromkeys(
            ["hostname", "port", "href", "decompose", "display", "errors", "params", "segments"], ""
        ),
        "resolve": ", 'http://h/a'",
        "param": ", 'a'",
        "matches": ", '*://h/*'",
        "without_params": ", v",
        "set": ", {'search': v}",
    }.items():
        yield (
            f"duckdb.url_{name}",
            lambda name=name, rest=rest: connection.sql(
                f"SELECT url_{name}(u{rest}) FROM t"
            ).fetchall(),
        )
        yield (
            f"duckdb.of_{name}",
            lambda name=name, rest=rest: connection.sql(
                f"SELECT of_{name}(u{rest}) FROM t"
            ).fetchall(),
        )


# The command


@batch(every=15)
def command(cases: Cases) -> Iterator[Call]:
    few = [case for case in cases if "\n" not in case.url and "\r" not in case.url][:8]
    urls = [plain(case.url) for case in few]
    lines = "\n".join(urls)
    base, value, standard = "http://example.com/a/b?c", plain(cases[0].value), cases[0].standard
    encoding = ["--encoding", cases[0].encoding]
    for arguments in (
        ["get", *urls],
        ["get", "--json", "--standard", standard, "--keep-bad"],
        ["get", "--only", "hostname,port", "--default-scheme", "https"],
        ["get", "--base", base, *encoding],
        ["set", "-", f"{cases[0].name}={value}", "--standard", standard],
        ["set", "--param", f"a={value}", "--without", "utm_*", "--json", "-"],
        ["resolve", "--base", base, "--json", "--standard", standard, *encoding],
        ["relative", "--base", base, "--keep-bad"],
        ["normalize", "--standard", standard],
        ["explain", *urls[:1], "--base", base],
        ["explain", "--json", "--standard", standard, *urls[:1], f"{cases[0].name}={value}"],
        ["match", "*://*.example.com/*"],
        ["match", "-c", "-e", value, "-e", "http://*/*"],
        ["match", "-v", "--json", "--base", base, "/a/*"],
        ["compare", *urls[:1]],
        [value, *urls],
        ["get", "--standard", value],
    ):
        yield f"urldom {arguments[0]}", lambda arguments=arguments: _run(arguments, lines)
    yield "urldom links", lambda: _run_links(_page(cases[:6]), standard)
    for verb in (
        "get",
        "set",
        "resolve",
        "relative",
        "normalize",
        "explain",
        "compare",
        "match",
        "links",
    ):
        yield f"urldom {verb} --help", lambda verb=verb: _run([verb, "--help"], "")


def _run(arguments: list[str], lines: str) -> object:
    """Run the command, and return its exit status, its output and its errors."""
    standard_input = io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8")
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as output,
        tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
    ):
        with (
            mock.patch("sys.stdin", standard_input),
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(errors),
        ):
            try:
                status: object = main(arguments)
            except SystemExit as error:
                status = f"exit {error.code}"
        return status, _content(output), _content(errors)


def _content(file: Any) -> str:
    file.seek(0)
    return str(file.read())


def _run_links(page: str, standard: str) -> object:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(page.encode())
        address = ["--address", "http://example.com/a/", "--standard", standard]
        answers = [
            _run(["links", *address, str(file)], ""),
            _run(["links", "--json", *address, str(file)], ""),
        ]
        return [str(answer).replace(folder, "") for answer in answers]


# Scrapy


@batch(every=30)
def scrapy(cases: Cases) -> Iterator[Call]:
    if not _is_installed("scrapy"):
        return
    from scrapy.http import HtmlResponse
    from scrapy.http import Request as TheirRequest
    from scrapy.settings import Settings
    from scrapy.utils.test import get_crawler

    import urldom.scrapy as ours

    def response(**options: Any) -> Any:
        body = _page(cases[:8]).encode()
        return HtmlResponse(
            "https://example.com/a/b",
            body=body,
            request=TheirRequest("https://example.com/"),
            **options,
        )

    headers = {"Location": plain(cases[0].url), "Referrer-Policy": plain(cases[0].value)}
    settings = Settings({"REDIRECT_MAX_TIMES": 3})
    yield (
        "scrapy.LinkExtractor",
        lambda: _links(ours.LinkExtractor().extract_links(response(encoding="utf-8"))),
    )
    yield (
        "scrapy.LinkExtractor, patterns",
        lambda: _links(
            ours.LinkExtractor(
                allow_patterns=["*://*/*"], deny_patterns=["*://example.com/*"]
            ).extract_links(response())
        ),
    )
    yield (
        "scrapy.LinkExtractor.matches",
        lambda: [
            after(lambda one, case=case: one.matches(plain(case.url)), ours.LinkExtractor())[0]
            for case in cases[:10]
        ],
    )
    yield (
        "scrapy.follow",
        lambda: [
            after(
                lambda page, case=case: _scrapy_request(ours.follow(page, plain(case.url))),
                response(),
            )[0]
            for case in cases[:10]
        ],
    )
    yield (
        "scrapy.follow_all",
        lambda: [
            after(
                lambda page, case=case: list(
                    map(_scrapy_request, ours.follow_all(page, [plain(case.url), "a"]))
                ),
                response(),
            )
            for case in cases[:10]
        ],
    )
    yield (
        "scrapy.form_request",
        lambda: _scrapy_request(ours.form_request(response(), "f", values={"t": "x"})),
    )
    yield (
        "scrapy.Request",
        lambda: [
            after(lambda _, case=case: _scrapy_request(ours.Request(plain(case.url))), None)[0]
            for case in cases[:10]
        ],
    )
    yield (
        "scrapy.RequestFingerprinter",
        lambda: [
            after(
                lambda _, case=case: ours.RequestFingerprinter().fingerprint(
                    TheirRequest(plain(case.url))
                ),
                None,
            )[0]
            for case in cases[:10]
        ],
    )
    yield (
        "scrapy.RedirectMiddleware",
        lambda: _middleware(
            ours.RedirectMiddleware(settings), response(status=302, headers=headers), get_crawler
        ),
    )
    yield (
        "scrapy.MetaRefreshMiddleware",
        lambda: _middleware(ours.MetaRefreshMiddleware(settings), response(), get_crawler),
    )
    yield (
        "scrapy.RefererMiddleware",
        lambda: [
            after(
                lambda page, case=case: _scrapy_request(
                    ours.RefererMiddleware(Settings()).get_processed_request(
                        TheirRequest(plain(case.url)), page
                    )
                ),
                response(headers=headers),
            )[0]
            for case in cases[:5]
        ],
    )


def _links(found: Any) -> object:
    return [(link.url, link.text, link.fragment, link.nofollow) for link in found]


def _scrapy_request(found: Any) -> object:
    if not hasattr(found, "method"):
        return type(found).__name__
    return (
        type(found).__name__,
        found.url,
        found.method,
        dict(found.headers),
        found.body,
        found.encoding,
        found.meta,
    )


def _middleware(middleware: Any, response: Any, get_crawler: Any) -> object:
    from scrapy import Spider

    middleware.crawler = get_crawler(Spider)
    middleware.crawler.spider = Spider("a")
    found = middleware.process_response(response.request, response, middleware.crawler.spider)
    return _scrapy_request(found)


# Fields of models


@batch(every=20)
def fields(cases: Cases) -> Iterator[Call]:
    if not _is_installed("pydantic"):
        return
    from pydantic import TypeAdapter

    import urldom

    for kind in (urldom.URL, urldom.FrozenURL, urldom.URLDecomposition):
        adapter: Any = TypeAdapter(kind)
        yield (
            f"pydantic, {kind.__name__}",
            lambda adapter=adapter: [
                after(lambda adapter, case=case: adapter.validate_python(case.url), adapter)[0]
                for case in cases[:20]
            ],
        )
        yield (
            f"pydantic, {kind.__name__}, JSON",
            lambda adapter=adapter: [
                after(
                    lambda adapter, case=case: adapter.dump_json(adapter.validate_python(case.url)),
                    adapter,
                )[0]
                for case in cases[:5]
            ],
        )
        yield (
            f"pydantic, {kind.__name__}, schema",
            lambda adapter=adapter: str(adapter.json_schema()),
        )
