"""The sentences of HTML5 (2011 draft) 2.6, RFC 1808 sections 2 and 4, and RFC 2396 section 4, each
beside the code that does what it demands, and with an input and the answer that it demands.

A row quotes the first words of its sentence, or of a line of a list or a table. A sentence that
demands nothing of this library has a reason in the place of the code. `python -m
tests.core.standards.audit FILE ...` prints the sentences of the given texts that no row quotes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from urldom import (
    HTML5,
    Document,
    Element,
    URLDecomposition,
    explain,
    html5,
    rfc1808,
    rfc2396,
)
from urldom.trees import parse as parse_page


class Row(NamedTuple):
    """A sentence, with the code that does it."""

    section: str  #: such as `HTML5 2.6.3 step 6`
    words: str  #: the first words of the sentence
    place: str = ""  #: `module:name` of the code, without `urldom.`
    cites: str = ""  #: words of the source of this code, which cite the sentence or name its terms
    ask: Callable[[], object] | None = None  #: the call that the sentence speaks about
    answer: object = None  #: the answer that the sentence demands
    reason: str = ""  #: why the sentence demands nothing of this library


_rows: list[Row] = []


def code(
    section: str, words: str, place: str, cites: str, ask: Callable[[], object], answer: object
) -> None:
    _rows.append(Row(section, words, place, cites, ask, answer))


def nothing(section: str, words: str, reason: str) -> None:
    _rows.append(Row(section, words, reason=reason))


_INTRODUCTION: Final = "it introduces the sentences that follow"
_TERM: Final = "it defines a term, and other sentences say what to do with it"
_MOTIVE: Final = "it gives the reason for other rules"
_EXAMPLE_OF_NEXT: Final = "it is a part of the example whose result the next row checks"

# The values that the rows ask for


def reason(call: Callable[[], object]) -> str:
    """Return the type of the error that a call raises, and the reason of an invalid URL."""
    try:
        call()
    except ValueError as error:
        return f"{type(error).__name__}: {getattr(error, 'reason', error)}"
    return "no error"


def resolved(url: str, base: str | None = None, encoding: str = "utf-8") -> str:
    return str(html5.resolve(url, base, encoding=encoding))


def parsed(url: str) -> tuple[str | None, ...]:
    found = html5.parse(url)
    return (
        found.scheme,
        found.userinfo,
        found.host,
        found.port,
        found.path,
        found.query,
        found.fragment,
    )


def got(url: str, name: str) -> str:
    found = getattr(URLDecomposition(url), name)
    assert isinstance(found, str)
    return found


def set_to(url: str, name: str, value: str) -> str:
    found = URLDecomposition(url)
    setattr(found, name, value)
    return found.href


def seven(url: str) -> list[str]:
    return [
        got(url, name)
        for name in ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
    ]


def told(
    change: Callable[[Document, Element, Element], object], kind: str = "hyperlink"
) -> list[str]:
    """Return the base URLs of a link that its observer gets after a change of its page or of the
    element above it."""
    page = Document("http://h/a/")
    above = Element(page, xml_base="b/")
    link: Any = Element(above, kind=kind)  # type: ignore[arg-type]
    calls: list[str] = []
    link.observe(lambda *arguments: calls.append(link.base_url))
    change(page, above, link)
    return calls


def page_with(markup: str) -> Any:
    source = f'<html xmlns="http://www.w3.org/1999/xhtml">{markup}</html>'
    return parse_page(
        source,
        "http://h/a/",
        parser="xml.etree",
        standard="html5",
        content_type="application/xhtml+xml",
    )


def stored(url: str, base: str, name: str, value: str) -> tuple[list[str], str]:
    """Return what the common setter action of a relative link gets, and the link's text after
    it."""
    outputs: list[str] = []
    link = URLDecomposition(url, Document(base), on_set=outputs.append)
    setattr(link, name, value)
    return outputs, link.reference


def rl(url: str) -> tuple[str, ...]:
    found = rfc1808.parse(url)
    return found.scheme, found.net_loc, found.path, found.params, found.query, found.fragment


def resolved_1808(url: str, base: str = "http://a/b/c/d;p?q#f") -> str:
    return str(rfc1808.resolve(url, base))


def reference(url: str) -> tuple[str | None, ...]:
    found = rfc2396.parse(url)
    return found.scheme, found.authority, found.path, found.query, found.fragment


def resolved_2396(url: str, base: str | None = "http://a/b/c/d;p?q") -> str:
    return str(rfc2396.resolve(url, base))


# HTML5 2.6 and 2.6.1

_S = "HTML5 2.6"
nothing(_S, "This specification defines the term URL", _INTRODUCTION)
nothing(_S, 'The term "URL" in this specification', _TERM)
nothing(_S, "Readers familiar with that RFC", "it is advice for readers")
nothing(_S, "This is a willful violation of RFC 3986", _MOTIVE)
_S = "HTML5 2.6.1"
nothing(_S, "A URL is a string", _TERM)
_VALID = "html5:is_valid_url"
_VALID_BY = "_core.standards.html5:_is_valid_url"
code(_S, "A URL is a valid URL if", _VALID, "HTML5 2.6.1", lambda: html5.is_valid_url("a b"), False)
code(
    _S,
    "The URL is a valid URI reference",
    _VALID_BY,
    "URI reference",
    lambda: html5.is_valid_url("../a%20b?c#d"),
    True,
)
code(
    _S,
    "The URL is a valid IRI reference and it has no query",
    _VALID_BY,
    "IRI reference",
    lambda: html5.is_valid_url("/\xe9", encoding="windows-1252"),
    True,
)
code(
    _S,
    "The URL is a valid IRI reference and its query component",
    _VALID_BY,
    "isascii",
    lambda: [
        html5.is_valid_url(f"/\xe9?{query}", encoding="windows-1252") for query in ("%E9", "\xe9")
    ],
    [True, False],
)
code(
    _S,
    "The URL is a valid IRI reference and the character encoding",
    _VALID_BY,
    "UTF-16",
    lambda: [
        html5.is_valid_url("/?\xe9", encoding=label) for label in ("utf-8", "utf-16", "shift_jis")
    ],
    [True, True, False],
)
code(
    _S,
    "A string is a valid non-empty URL if",
    _VALID,
    "valid non-empty URL",
    lambda: [html5.is_valid_url("", non_empty=flag) for flag in (False, True)],
    [True, False],
)
code(
    _S,
    "A string is a valid URL potentially surrounded by spaces",
    _VALID,
    "potentially surrounded by spaces",
    lambda: [html5.is_valid_url("\n /a\t", surrounded_by_spaces=flag) for flag in (False, True)],
    [False, True],
)
code(
    _S,
    "A string is a valid non-empty URL potentially surrounded",
    _VALID,
    "non_empty and not text",
    lambda: [
        html5.is_valid_url(text, non_empty=True, surrounded_by_spaces=True) for text in (" a ", " ")
    ],
    [True, False],
)
code(
    _S,
    "This specification defines the URL about:legacy-compat",
    "html5:ABOUT_LEGACY_COMPAT",
    "HTML5 2.6.1",
    lambda: html5.ABOUT_LEGACY_COMPAT,
    "about:legacy-compat",
)
code(
    _S,
    "This specification defines the URL about:srcdoc",
    "html5:ABOUT_SRCDOC",
    "HTML5 2.6.1",
    lambda: html5.ABOUT_SRCDOC,
    "about:srcdoc",
)

# HTML5 2.6.2. The quick way, which a program takes, and the reading, which `explain` shows, each do
# every step.

_PARSE = "_core.standards.html5.resolving:parse _core.standards.html5.reading:parse"
_AUTHORITY = (
    "_core.standards.html5.resolving:cut_authority _core.standards.html5.reading:_parse_authority"
)
_ADDED = "_core.text.grammar:HTML5_UNRESERVED"
_PARSED_URL = "_core.values.parsed_url:ParsedURL"
_S = "HTML5 2.6.2"
code(
    _S,
    "To parse a URL url into its component parts",
    _PARSE,
    "HTML5 2.6.2",
    lambda: html5.parse("a").path,
    "a",
)
code(
    f"{_S} step 1",
    "Strip leading and trailing space characters from url",
    _PARSE,
    "Step",
    lambda: parsed(" \t\n\f\r//h/a b\f"),
    (None, None, "h", None, "/a b", None, None),
)
code(
    f"{_S} step 2",
    "Parse url in the manner defined by RFC 3986",
    _PARSE,
    "2",
    lambda: parsed("http://u@h:80/p?q#f"),
    ("http", "u", "h", "80", "/p", "q", "f"),
)
code(
    f"{_S} step 2",
    "Add all characters with code points less than",
    _ADDED,
    "HTML5 2.6.2 step 2",
    lambda: parsed("http://\x00\x7f\xe9/\x20\U0010ffff"),
    ("http", None, "\x00\x7f\xe9", None, "/\x20\U0010ffff", None, None),
)
code(
    f"{_S} step 2",
    "Add the characters U+0022, U+003C, U+003E",
    _ADDED,
    "HTML5 2.6.2 step 2",
    lambda: [parsed(f"http://{added}/")[2] for added in '"<>[\\]^`{|}'],
    [*'"<>[\\]^`{|}'],
)
code(
    f"{_S} step 2",
    "Add a single U+0025 PERCENT SIGN character",
    _PARSE,
    "2",
    lambda: (parsed("http://h/%?%#%")[4:], reason(lambda: html5.parse("http://%/"))[:15]),
    (("/%", "%", "%"), "InvalidURLError"),
)
code(
    f"{_S} step 2",
    "Add the U+0023 NUMBER SIGN character",
    _PARSE,
    "2",
    lambda: parsed("#a#b")[6],
    "a#b",
)
code(
    f"{_S} step 3",
    "If url doesn't match the <URI-reference> production",
    _AUTHORITY,
    "@",
    lambda: [
        reason(lambda url=url: html5.parse(url))[:15]
        for url in ("http://a:b/", "http://a@b@c/", "1a:b", ":x")
    ],
    ["InvalidURLError"] * 4,
)
code(
    f"{_S} step 3",
    "Otherwise, parsing url was successful",
    _PARSED_URL,
    "HTML5 2.6.2",
    lambda: parsed("HTTP://E%41:080/%7e?%#%"),
    ("HTTP", None, "E%41", "080", "/%7e", "%", "%"),
)
for _name, _url, _component in (
    ("scheme", "a+b-c.1:x", "a+b-c.1"),
    ("host", "//[::1]:5", "[::1]"),
    ("port", "//h:", ""),
    ("query", "?", ""),
    ("fragment", "#", ""),
):
    code(
        f"{_S} step 3, {_name}",
        f"The substring matched by the <{_name}> production",
        _PARSED_URL,
        _name,
        lambda name=_name, url=_url: (
            getattr(html5.parse(url), name),
            getattr(html5.parse("a"), name),
        ),
        (_component, None),
    )
_HOSTPORT = "_core.values.parsed_url:ParsedURL.hostport"
code(
    f"{_S} step 3, hostport",
    "If there is a <scheme> component and a <port> component",
    _HOSTPORT,
    "hostport",
    lambda: [
        html5.parse(url).hostport for url in ("http://h:81/", "http://h:0080/", "https://h:80/")
    ],
    ["h:81", "h", "h:80"],
)
code(
    f"{_S} step 3, hostport",
    "Otherwise, it is the same as the <host> component",
    _HOSTPORT,
    "host",
    lambda: [
        html5.parse(url).hostport for url in ("//h:81/", "http://h/", "http://h:/", "mailto:a")
    ],
    ["h", "h", "h", None],
)
code(
    f"{_S} step 3, path",
    "The substring matched by one of the following productions",
    _PARSED_URL,
    "path",
    lambda: html5.parse("http://h").path,
    "",
)
for _production, _url, _component in (
    ("path-abempty", "//h/a//b", "/a//b"),
    ("path-absolute", "/a:b", "/a:b"),
    ("path-noscheme", "a/b:c", "a/b:c"),
    ("path-rootless", "x:a:b", "a:b"),
    ("path-empty", "x:?q", ""),
):
    code(
        f"{_S} step 3, path",
        f"<{_production}>",
        _PARSE,
        "path",
        lambda url=_url: html5.parse(url).path,
        _component,
    )
code(
    f"{_S} step 3, host-specific",
    "The substring that follows the substring matched by the <authority>",
    "_core.values.parsed_url:ParsedURL.host_specific",
    "host-specific",
    lambda: [html5.parse(url).host_specific for url in ("http://u@h:1/a?b#c", "mailto:a#b")],
    ["/a?b#c", "mailto:a#b"],
)
nothing(_S, "These parsing rules are a willful violation", _MOTIVE)

# HTML5 2.6.3

_S = "HTML5 2.6.3"
_RESOLVE = "_core.standards.html5.resolving:cut _core.standards.html5.reading:resolve"
_ESCAPING = "_core.standards.html5.resolving:_cut_unusual _core.standards.html5.reading:resolve"
_TRANSFORM = "_core.standards.html5.resolving:_transform _core.standards.html5.reading:_transform"
_READ = "_core.standards.html5.reading:resolve"
nothing(_S, "Resolving a URL is the process", _TERM)
code(
    _S,
    "To resolve a URL to an absolute URL relative to",
    "html5:resolve",
    "resolve",
    lambda: (
        resolved("b", "http://h/a"),
        str(html5.resolve("b", Element(Document("http://h/c/")))),
    ),
    ("http://h/b", "http://h/c/b"),
)
code(
    _S,
    "Resolving a URL can result in an error",
    "_core.standards.resolving:absolute_pieces",
    "UnresolvableURLError",
    lambda: reason(lambda: html5.resolve("http://%zz/"))[:20],
    "UnresolvableURLError",
)
code(
    f"{_S} step 1",
    "Let url be the URL being resolved",
    _RESOLVE,
    "url",
    lambda: resolved("http://h/"),
    "http://h/",
)
_ENCODING = "_core.objects.states:Live.encoding"
code(
    f"{_S} step 2",
    "Let encoding be determined as follows",
    _ENCODING,
    "encoding",
    lambda: explain("http://h/", standard="html5", encoding="shift_jis").encoding,
    "shift_jis",
)
for _words, _answer in (
    ("If the URL had a character encoding defined", "?%E9"),
    ("The URL character encoding is as defined", "?%E9"),
):
    code(
        f"{_S} step 2",
        _words,
        _ENCODING,
        "encoding",
        lambda: URLDecomposition("?\xe9", Document("http://h/"), encoding="windows-1252").search,
        _answer,
    )
for _words in ("If the URL came from a script", "The URL character encoding is the script's"):
    code(
        f"{_S} step 2",
        _words,
        "_core.objects.functions:resolve_under",
        "encoding",
        lambda: resolved("?\xe9", "http://h/", "latin1"),
        "http://h/?%E9",
    )
for _words in ("If the URL came from a DOM node", "The node has a Document, and the URL"):
    code(
        f"{_S} step 2",
        _words,
        _ENCODING,
        "encoding",
        lambda: (
            URLDecomposition(
                "?\xe9", Element(Document("http://h/", encoding="windows-1252"))
            ).search
        ),
        "?%E9",
    )
code(
    f"{_S} step 3",
    "If encoding is a UTF-16 encoding",
    "_core.text.encodings:output_encoding",
    "UTF-16",
    lambda: [
        resolved("http://h/?\xe9", None, label) for label in ("utf-16", "utf-16le", "UTF-16BE")
    ],
    ["http://h/?%C3%A9"] * 3,
)
code(
    f"{_S} step 4",
    "If the algorithm was invoked with an absolute URL",
    "_core.contexts.base_argument:base_of",
    "base",
    lambda: resolved("b", "http://h/a/"),
    "http://h/a/b",
)
_BASES = "_core.contexts.base_urls"
code(
    f"{_S} step 4",
    "Otherwise, let base be the base URI of the element",
    f"{_BASES}:element_base",
    "XML Base",
    lambda: [
        Element(Document("http://h/a/", base_href="b/")).base_url,
        Element(Element(Document("http://h/a/"), xml_base="b/"), xml_base="c/#d").base_url,
    ],
    ["http://h/a/b/", "http://h/a/b/c/"],
)
code(
    f"{_S} step 4",
    "For the purposes of the XML Base specification",
    "_core.contexts.document:Document",
    "xml_base",
    lambda: Document("http://h/").xml_base,
    True,
)
code(
    f"{_S} step 4",
    "It is possible for xml:base attributes to be present",
    "_core.contexts.element:Element.xml_base",
    "HTML5 2.6.3 step 4",
    lambda: page_with('<p xml:base="b/"><a href="c"/></p>').urls().__next__().url,
    "http://h/a/b/c",
)
nothing(f"{_S} step 4", "(Such scripts would not be conforming", "it is a rule for authors")
_DOCUMENT = f"{_BASES}:document_base"
_FALLBACK = f"{_BASES}:fallback_base_url"
code(
    f"{_S} step 4",
    "The document base URL of a Document object",
    _DOCUMENT,
    "document base URL",
    lambda: Document("http://h/a/", base_href="b/").base_url,
    "http://h/a/b/",
)
code(
    f"{_S} step 4 substep 1",
    "Let fallback base url be the document's address",
    _FALLBACK,
    "Substep 1",
    lambda: Document("http://h/a").fallback_base_url,
    "http://h/a",
)
code(
    f"{_S} step 4 substep 2",
    "If fallback base url is about:blank",
    _FALLBACK,
    "Substep 2",
    lambda: [
        Document(address, creator=Document("http://h/a/", base_href="b/")).fallback_base_url
        for address in ("about:blank", "about:blank#", "http://i/")
    ],
    ["http://h/a/b/", "about:blank#", "http://i/"],
)
code(
    f"{_S} step 4 substep 3",
    "If the Document is an iframe srcdoc document",
    _FALLBACK,
    "Substep 3",
    lambda: (
        Document(
            "about:srcdoc",
            container=Element(Document("http://h/a/", base_href="b/"), xml_base="http://no/"),
        ).fallback_base_url
    ),
    "http://h/a/b/",
)
code(
    f"{_S} step 4 substep 4",
    "If there is no base element that has an href attribute",
    _DOCUMENT,
    "Substep 4",
    lambda: Document("http://h/a/").base_url,
    "http://h/a/",
)
code(
    f"{_S} step 4 substep 4",
    "Otherwise, let url be the value of the href attribute of the first",
    "trees._tree_bases:TreeBases._base_href",
    "base",
    lambda: page_with('<base target="x"/><base href="b/"/><base href="c/"/>').base_url,
    "http://h/a/b/",
)
code(
    f"{_S} step 4 substep 5",
    "Resolve url relative to fallback base url",
    _DOCUMENT,
    "Substep 5",
    lambda: page_with('<head xml:base="http://no/"><base href="b/"/></head>').base_url,
    "http://h/a/b/",
)
code(
    f"{_S} step 4 substep 6",
    "The document base URL is the result of the previous step",
    _DOCUMENT,
    "Substep 6",
    lambda: Document("http://h/a/", base_href="http://%zz/").base_url,
    "http://h/a/",
)
code(
    f"{_S} step 5",
    "Parse url into its component parts",
    _ESCAPING,
    "Step 5",
    lambda: resolved(" http://h/ "),
    "http://h/",
)
_HOST = "_core.standards.html5.resolving:resolve_host _core.standards.html5.reading:resolve"
code(
    f"{_S} step 6",
    "If parsing url resulted in a <host> component",
    _HOST,
    "tep 6",
    lambda: resolved("http://%C3%A9.%65x/"),
    "http://xn--9ca.ex/",
)
code(
    f"{_S} step 6",
    "If any percent-encoded octets in that component are not valid UTF-8",
    "_core.text.idna2003:decode_escapes",
    "UTF-8",
    lambda: reason(lambda: html5.resolve("http://a%FF/"))[:20],
    "UnresolvableURLError",
)
code(
    f"{_S} step 6",
    "Apply the IDNA ToASCII algorithm",
    "_core.text.idna2003:to_ascii",
    "ToASCII",
    lambda: (resolved("http://\u0221.ex/"), reason(lambda: html5.resolve("http://a_b/"))[:20]),
    ("http://xn--6la.ex/", "UnresolvableURLError"),
)
code(
    f"{_S} step 6",
    "Replace the matching substring with the result of the ToASCII",
    _HOST,
    "to_ascii",
    lambda: resolved("http://u@FA\xdf.de:1/"),
    "http://u@fass.de:1/",
)
code(
    f"{_S} step 6",
    "If ToASCII fails to convert one of the components",
    "_core.text.idna2003:to_ascii",
    "Failure",
    lambda: [
        reason(lambda host=host: html5.resolve(f"http://{host}/"))[:20]
        for host in ("a" * 64, "a..b", "-a")
    ],
    ["UnresolvableURLError"] * 3,
)
code(
    f"{_S} step 7",
    "If parsing url resulted in a <path> component",
    _ESCAPING,
    "Step 7",
    lambda: resolved("http://h/%;:@!$'()*+,=~[]%2x"),
    "http://h/%;:@!$'()*+,=~%5B%5D%2x",
)
_PERCENT = "_core.text.percent_encoding:percent_encode"
code(
    f"{_S} step 7 substep 1",
    "Encode the character into a sequence of octets as defined by UTF-8",
    _PERCENT,
    "UTF-8",
    lambda: resolved("http://h/\xe9", None, "windows-1252"),
    "http://h/%C3%A9",
)
code(
    f"{_S} step 7 substep 2",
    "Replace the character with the percent-encoded form",
    _PERCENT,
    "percent",
    lambda: resolved("http://h/\u263a"),
    "http://h/%E2%98%BA",
)
nothing(f"{_S} step 7", 'For instance if url was "//example.com/a^b', _EXAMPLE_OF_NEXT)
code(
    f"{_S} step 7",
    "The result after this step was applied",
    _ESCAPING,
    "Step 7",
    lambda: resolved("//example.com/a^b\u263ac%FFd%z/?e", "http://h/"),
    "http://example.com/a%5Eb%E2%98%BAc%FFd%z/?e",
)
_QUERY = "_core.text.percent_encoding:escape_query"
code(
    f"{_S} step 8",
    "If parsing url resulted in a <query> component",
    _ESCAPING,
    "Step 8",
    lambda: resolved("http://h/?/?:@;=&+,%[]'\"%zz"),
    "http://h/?/?:@;=&+,%%5B%5D'%22%zz",
)
code(
    f"{_S} step 8 substep 1",
    "If the character in question cannot be expressed",
    _QUERY,
    "encod",
    lambda: resolved("http://h/?\u65e5", None, "windows-1252"),
    "http://h/??",
)
code(
    f"{_S} step 8 substep 2",
    "Encode the character into a sequence of octets as defined by the encoding",
    _QUERY,
    "encod",
    lambda: resolved("http://h/?\u65e5", None, "shift_jis"),
    "http://h/?%93%FA",
)
code(
    f"{_S} step 8 substep 3",
    "Replace the character with the percent-encoded form of those octets",
    _QUERY,
    "escape",
    lambda: resolved("http://h/?\xe9\\", None, "utf-8"),
    "http://h/?%C3%A9%5C",
)
code(
    f"{_S} step 9",
    "Apply the algorithm described in RFC 3986 section 5.2",
    _TRANSFORM,
    "5.2.2",
    lambda: [
        resolved(url, "http://u@h:1/a/b?c#d")
        for url in ("", "?x", "/y/../z", "../../w", "//i", "s:t")
    ],
    [
        "http://u@h:1/a/b?c",
        "http://u@h:1/a/b?x",
        "http://u@h:1/z",
        "http://u@h:1/w",
        "http://i",
        "s:t",
    ],
)
_CRITERIA = (
    "_core.standards.html5.resolving:check_conformance_criteria "
    "_core.standards.html5.reading:_check_conformance_criteria"
)
code(
    f"{_S} step 10",
    "Apply any relevant conformance criteria of RFC 3986 and RFC 3987",
    _CRITERIA,
    "ruling 9",
    lambda: [
        reason(lambda url=url: html5.resolve(url))[:20]
        for url in ("http:g", "http:///p", "x:/..//p", "ldap:///o=U,c=US", "news://h/g")
    ],
    [
        "UnresolvableURLError",
        "UnresolvableURLError",
        "UnresolvableURLError",
        "no error",
        "no error",
    ],
)
code(
    f"{_S} step 10",
    "For instance, if an absolute URI that would be returned",
    _CRITERIA,
    "ruling 9",
    lambda: reason(lambda: html5.resolve("data://h/,a"))[:20],
    "UnresolvableURLError",
)
code(
    f"{_S} step 11",
    "Let result be the target URI (T)",
    _READ,
    "step 11",
    lambda: resolved("g;x=1/../y", "http://a/b/c/d;p?q"),
    "http://a/b/c/y",
)
_BACKSLASHES = (
    "_core.standards.html5.resolving:replace_backslashes"
    " _core.standards.html5.reading:_replace_backslashes"
)
code(
    f"{_S} step 12",
    "If result uses a scheme with a server-based naming authority",
    _BACKSLASHES,
    "tep 12",
    lambda: [resolved("http://h/#a\\b"), resolved("x://h/#a\\b")],
    ["http://h/#a/b", "x://h/#a\\b"],
)
code(
    f"{_S} step 13",
    "Return result",
    _RESOLVE,
    "return",
    lambda: str(HTML5.resolve("HTTP://H:80")),
    "HTTP://H:80",
)
nothing(_S, "Some of the steps in these rules", _MOTIVE)
code(
    _S,
    "A URL is an absolute URL if resolving it",
    "html5:is_absolute",
    "absolute URL",
    lambda: [
        html5.is_absolute(url) for url in ("http://h", "//h", "a", "http:g", "http://%zz/", "x:")
    ],
    [True, False, False, False, False, True],
)
code(
    _S,
    "An absolute URL is a hierarchical URL if",
    "html5:is_hierarchical",
    "hierarchical URL",
    lambda: [html5.is_hierarchical(url) for url in ("http://h", "file:/a", "mailto:a", "/a")],
    [True, True, False, False],
)
code(
    _S,
    "An absolute URL is an authority-based URL if",
    "html5:is_authority_based",
    "authority-based URL",
    lambda: [html5.is_authority_based(url) for url in ("http://h", "file:///a", "file:/a", "//h")],
    [True, True, False, False],
)

# HTML5 2.6.4

_S = "HTML5 2.6.4"
_ESCAPE = "_core.text.percent_encoding:fragment_escape"


def escape(words: str, step: str, text: str, answer: str) -> None:
    code(
        f"{_S} step {step}",
        words,
        _ESCAPE,
        "HTML5 2.6.4",
        lambda: html5.fragment_escape(text),
        answer,
    )


code(
    _S,
    "To fragment-escape a string input",
    _ESCAPE,
    "HTML5 2.6.4",
    lambda: html5.fragment_escape("a b"),
    "a%20b",
)
escape("Let input be the string to be escaped", "1", "a", "a")
escape("Let position point at the first character", "2", " a", "%20a")
escape("Let output be an empty string", "3", "", "")
escape("Loop: If position is past the end of input", "4", "", "")
escape(
    "If the character in input pointed to by position is in the range",
    "5",
    "\x00\x1f\x20!",
    "%00%1F%20!",
)
for _code_point, _character in (
    *(
        ("U+0022", '"'),
        ("U+0023", "#"),
        ("U+0025", "%"),
        ("U+003C", "<"),
        ("U+003E", ">"),
        ("U+005B", "["),
    ),
    *(
        ("U+005C", "\\"),
        ("U+005D", "]"),
        ("U+005E", "^"),
        ("U+007B", "{"),
        ("U+007C", "|"),
        ("U+007D", "}"),
    ),
):
    escape(f"{_code_point} ", "5", f"a{_character}", f"a%{ord(_character):02X}")
escape("...then append the percent-encoded form", "5", "%41", "%2541")
escape("Otherwise, append the character itself", "5", "`\x7f\xe9\u263a~", "`\x7f\xe9\u263a~")
nothing(
    f"{_S} step 5",
    "This escapes any ASCII characters that are not valid",
    'it is a note, and the characters "`" and U+007F, which it overlooks, are not in the list that'
    " it describes",
)
escape("Advance position to the next character", "6", "a<b>", "a%3Cb%3E")
escape("Return to the step labeled loop", "7", "<<", "%3C%3C")
escape("End: Return output", "8", "ab", "ab")

# HTML5 2.6.5

_S = "HTML5 2.6.5"
_SET = "_core.contexts.chain:Link._set_reference"
_OBSERVE = "_core.contexts.element:Element.observe"
code(
    _S,
    "When an xml:base attribute changes",
    _SET,
    "HTML5 2.6.5",
    lambda: (
        told(lambda page, above, link: setattr(above, "xml_base", "c/")),
        told(lambda page, above, link: setattr(link, "xml_base", "c/")),
    ),
    (["http://h/a/c/"], ["http://h/a/b/c/"]),
)
code(
    _S,
    "When a document's document base URL changes",
    _SET,
    "HTML5 2.6.5",
    lambda: told(lambda page, above, link: setattr(page, "base_href", "/d/")),
    ["http://h/d/b/"],
)
code(
    _S,
    "When an element is moved from one document to another",
    "_core.contexts.element:Element.move_to",
    "HTML5 2.6.5",
    lambda: (
        told(lambda page, above, link: above.move_to(Document("http://i/"))),
        told(lambda page, above, link: above.move_to(Document("http://h/a/"))),
    ),
    (["http://i/b/"], []),
)
code(
    _S,
    "When an element is affected by a base URL change",
    _OBSERVE,
    "HTML5 2.6.5",
    lambda: told(lambda page, above, link: setattr(above, "xml_base", "./b/")),
    [],
)
for _words in (
    "If the element creates a hyperlink",
    "If the absolute URL identified by the hyperlink",
):
    code(
        _S,
        _words,
        _OBSERVE,
        "HTML5 2.6.5",
        lambda: told(lambda page, above, link: setattr(page, "base_href", "/d/"), "hyperlink"),
        ["http://h/d/b/"],
    )
nothing(_S, "For example, the CSS :link/:visited pseudo-classes", "this library shows no page")
for _words in (
    "If the element is a q, blockquote",
    "If the absolute URL identified by the cite attribute",
):
    code(
        _S,
        _words,
        _OBSERVE,
        "HTML5 2.6.5",
        lambda: told(lambda page, above, link: setattr(page, "base_href", "/d/"), "cite"),
        ["http://h/d/b/"],
    )
for _words in ("Otherwise", "The element is not directly affected"):
    code(
        _S,
        _words,
        "_core.contexts.element:Element.kind",
        "HTML5 2.6.5",
        lambda: told(lambda page, above, link: setattr(page, "base_href", "/d/"), None),  # type: ignore[arg-type]
        [],
    )


def _image_after_a_change() -> list[str]:
    page = Document("http://h/a/")
    source = URLDecomposition("i.png", Element(page))
    before = source.href
    page.base_href = "b/"
    return [before, source.href]


code(
    _S,
    "Changing the base URL doesn't affect the image displayed",
    "_core.objects.states:Live.base_url",
    "base",
    _image_after_a_change,
    ["http://h/a/i.png", "http://h/a/b/i.png"],
)

# HTML5 2.6.6

_S = "HTML5 2.6.6"
_TABLE = "_core.standards.table:ATTRIBUTES"
_OBJECT = "_core.objects.decomposition:URLDecomposition"
_READABLE = "_core.objects.readable:ReadableURL"
code(
    _S,
    "An interface that has a complement of URL decomposition",
    _OBJECT,
    "HTML5 2.6.6",
    lambda: sorted(HTML5.attributes),
    sorted(["protocol", "host", "hostname", "port", "pathname", "search", "hash"]),
)
_URL = "https://u@h.example:81/p?q#f"
_NEW = {
    "protocol": "ftp",
    "host": "i:82",
    "hostname": "i",
    "port": "82",
    "pathname": "/r",
    "search": "s",
    "hash": "g",
}
for _name, _what, _value, _changed in (
    ("protocol", "Returns the current scheme", "https:", "ftp://u@h.example:81/p?q#f"),
    ("host", "Returns the current host and port", "h.example:81", "https://u@i:82/p?q#f"),
    ("hostname", "Returns the current host in", "h.example", "https://u@i:81/p?q#f"),
    ("port", "Returns the current port", "81", "https://u@h.example:82/p?q#f"),
    ("pathname", "Returns the current path", "/p", "https://u@h.example:81/r?q#f"),
    ("search", "Returns the current query component", "?q", "https://u@h.example:81/p?s#f"),
    ("hash", "Returns the current fragment identifier", "#f", "https://u@h.example:81/p?q#g"),
):
    _new = {
        "protocol": "ftp",
        "host": "i:82",
        "hostname": "i",
        "port": "82",
        "pathname": "/r",
        "search": "s",
        "hash": "g",
    }
    code(
        _S,
        f"attribute DOMString {_name};",
        f"{_READABLE}.{_name}",
        "HTML5 2.6.6",
        lambda name=_name: isinstance(got(_URL, name), str),
        True,
    )
    code(
        _S, _what, f"{_READABLE}.{_name}", "HTML5 2.6.6", lambda name=_name: got(_URL, name), _value
    )
    _words = {
        "protocol": "Can be set, to change the underlying URL's scheme",
        "host": "Can be set, to change the underlying URL's host and port",
        "hostname": "Can be set, to change the underlying URL's host.",
        "port": "Can be set, to change the underlying URL's port",
        "pathname": "Can be set, to change the underlying URL's path",
        "search": "Can be set, to change the underlying URL's query",
        "hash": "Can be set, to change the underlying URL's fragment",
    }
    code(
        _S,
        _words[_name],
        f"{_OBJECT}.{_name}",
        f'"{_name}"',
        lambda name=_name, value=_NEW[_name]: set_to(_URL, name, value),
        _changed,
    )
code(
    _S,
    "The host and the port are separated by a colon",
    _TABLE,
    "host",
    lambda: got("x://h:1/", "host"),
    "h:1",
)
code(
    _S,
    "The port part, if omitted, will be assumed",
    _TABLE,
    "host",
    lambda: [set_to("http://h:81/", "host", "i"), got("http://h:80/", "host")],
    ["http://i/", "h"],
)
code(
    _S,
    "The attributes defined to be URL decomposition IDL attributes must act",
    _OBJECT,
    "HTML5 2.6.6",
    lambda: seven(_URL),
    ["https:", "h.example:81", "h.example", "81", "/p", "?q", "#f"],
)
code(
    _S,
    "In addition, an interface with a complement",
    _OBJECT,
    "on_set",
    lambda: stored("a", "http://h/", "hash", "b"),
    (["http://h/a#b"], "http://h/a#b"),
)
nothing(_S, "The seven URL decomposition IDL attributes have similar requirements", _INTRODUCTION)
code(
    _S,
    "On getting, if the input is an absolute URL",
    "_core.standards.table:get_attribute",
    '"On getting',
    lambda: [got("http://h/?", "search"), got("x:a?b", "search")],
    ["?", ""],
)
code(
    _S,
    "Otherwise, the attribute must return the empty string",
    "_core.standards.table:get_attribute",
    '"Otherwise, the attribute must return',
    lambda: seven("//h:1/p?q#f"),
    [""] * 7,
)
_ASSIGN = "_core.standards.table:make_output"
code(
    _S,
    "On setting, the new value must first be mutated",
    _ASSIGN,
    '"the new value must first be mutated',
    lambda: [
        set_to("http://h/", "search", "?a b"),
        set_to("http://h/", "pathname", "a^b"),
        set_to("http://h/", "hash", "#%"),
    ],
    ["http://h/?a%20b", "http://h/a%5Eb", "http://h/#%25"],
)
code(
    _S,
    "Then, if the input is an absolute URL and the resulting new value",
    _ASSIGN,
    '"Then, if the input is an absolute URL',
    lambda: [
        set_to("http://h/", "port", "65536"),
        set_to("mailto:a", "host", "h"),
        set_to("/a", "hash", "b"),
    ],
    ["http://h/", "mailto:a", "/a"],
)
code(
    _S,
    "Finally, the user agent must invoke the common setter action",
    f"{_OBJECT}._run_setter_steps",
    "common setter action",
    lambda: [stored("a", "http://h/b/", "port", "99999"), stored("a", "http://h/b/", "port", "1")],
    [(["http://h/b/a"], "http://h/b/a"), (["http://h:1/b/a"], "http://h:1/b/a")],
)
code(
    _S,
    "When replacing a component in the URL",
    "_core.standards.table:Component",
    '"including its prefix character"',
    lambda: [set_to("http://h/a", "search", ""), set_to("http://h/a", "hash", "")],
    ["http://h/a?", "http://h/a#"],
)
code(
    _S,
    "The previous paragraph applies in particular",
    "_core.standards.table:_replace_port",
    "port",
    lambda: set_to("http://h/?a#b", "port", "1"),
    "http://h:1/?a#b",
)
code(
    _S,
    "For the purposes of the above definitions, URLs must be parsed",
    "_core.contexts.base_value:BaseValue.cut",
    "grammar.cut",
    lambda: got("http://\u212aELVIN%2eex/", "hostname"),
    "kelvin.ex",
)
nothing(_S, "Attribute | Component | Getter condition", "it is the head of the table")
code(
    _S,
    "protocol | <scheme>",
    _TABLE,
    '"protocol"',
    lambda: [set_to("http://h/", "protocol", value) for value in ("ftp::", ":", "", "1")],
    ["ftp://h/", "http://h/", "http://h/", "http://h/"],
)
code(
    _S,
    "host | <hostport>",
    _TABLE,
    '"host"',
    lambda: [
        got("mailto:a", "host"),
        set_to("http://h/", "host", ""),
        set_to("file:/a", "host", "h"),
    ],
    ["", "http://h/", "file:/a"],
)
code(
    _S,
    "hostname | <host>",
    _TABLE,
    '"hostname"',
    lambda: (
        [set_to("http://h:1/", "hostname", value) for value in ("//i", "/", "")]
        + [got("file:/a", "hostname")]
    ),
    ["http://i:1/", "http://h:1/", "http://h:1/", ""],
)
code(
    _S,
    "port | <port>",
    _TABLE,
    '"port"',
    lambda: (
        [set_to("http://h/", "port", value) for value in ("8a9", "80.5")]
        + [got("http://h:/", "port")]
    ),
    ["http://h:8/", "http://h:80/", ""],
)
code(
    f"{_S}, port",
    "Remove any leading U+0030 DIGIT ZERO",
    "_core.standards.table:_keep_leading_number",
    'lstrip("0")',
    lambda: set_to("http://h/", "port", "0081"),
    "http://h:81/",
)
code(
    f"{_S}, port",
    "If the resulting string is empty, set it to a single",
    "_core.standards.table:_keep_leading_number",
    'or "0"',
    lambda: [set_to("http://h/", "port", value) for value in ("", "x", "65535", "65536")],
    ["http://h:0/", "http://h:0/", "http://h:65535/", "http://h/"],
)
code(
    _S,
    "pathname | <path>",
    _TABLE,
    '"pathname"',
    lambda: [
        set_to("http://h/", "pathname", "a"),
        set_to("mailto:a", "pathname", "b"),
        got("mailto:a", "pathname"),
    ],
    ["http://h/a", "mailto:a", ""],
)
code(
    _S,
    "search | <query>",
    _TABLE,
    '"search"',
    lambda: [
        set_to("http://h/", "search", "??a"),
        set_to("mailto:a", "search", "b"),
        got("http://h/", "search"),
    ],
    ["http://h/??a", "mailto:a", ""],
)
code(
    _S,
    "hash | <fragment>",
    _TABLE,
    '"hash"',
    lambda: [
        set_to("mailto:a", "hash", "##b"),
        got("http://h/#", "hash"),
        got("mailto:a#b", "hash"),
    ],
    ["mailto:a#%23b", "", "#b"],
)
nothing(_S, "The table below demonstrates how the getter condition", _INTRODUCTION)
nothing(_S, "Input URLsearch valueExplanation", "it is the head of a table")
for _url, _search in (
    ("http://example.com/", ""),
    ("http://example.com/?", "?"),
    ("http://example.com/?test", "?test"),
    ("http://example.com/?test#", "?test"),
):
    code(
        _S,
        f"{_url} ",
        f"{_READABLE}.search",
        "HTML5 2.6.6",
        lambda url=_url: got(url, "search"),
        _search,
    )
nothing(
    _S,
    "The question mark in the resulting value is the prefix",
    "it explains the answer of the row before it",
)
nothing(_S, "The following table is similar", _INTRODUCTION)
nothing(_S, "Input | protocol | host", "it is the head of a table")
for _url, _answers in (
    (
        "http://example.com/carrot#question%3f",
        ["http:", "example.com", "example.com", "", "/carrot", "", "#question%3f"],
    ),
    (
        "https://www.example.com:4443?",
        ["https:", "www.example.com:4443", "www.example.com", "4443", "/", "?", ""],
    ),
):
    code(_S, f"{_url} | ", _READABLE, "HTML5 2.6.6", lambda url=_url: seven(url), _answers)

# RFC 1808 section 2

_S = "RFC 1808 section 2.1"
_PARSE_1808 = "_core.standards.rfc1808:_cut"
_GRAMMAR_1808 = "_core.standards.rfc1808:_is_valid"


def valid_1808(*urls: str) -> Callable[[], object]:
    return lambda: [rfc1808.is_valid_url(url) for url in urls]


nothing(_S, "The URL syntax is dependent upon the scheme", _MOTIVE)
nothing(_S, "Some schemes use reserved characters", _MOTIVE)
nothing(_S, "However, there is enough uniformity", _MOTIVE)
code(
    _S,
    "This generic-RL syntax consists of six components",
    "_core.values.reference_values:GenericRL",
    "RFC 1808",
    lambda: rl("s://n/p;a?q#f"),
    ("s", "n", "/p", "a", "q", "f"),
)
code(
    _S,
    "each of which, except",
    "_core.values.reference_values:GenericRL",
    "RFC 1808",
    lambda: rl(""),
    ("", "", "", "", "", ""),
)
nothing(_S, "These components are defined as follows", _INTRODUCTION)
for _words, _component, _value in (
    ('scheme ":" ::= scheme name', 0, "s"),
    ('"//" net_loc ::= network location', 1, "u:p@n:1"),
    ('"/" path ::= URL path', 2, "/p/q"),
    ('";" params ::= object parameters', 3, "type=a"),
    ('"?" query ::= query information', 4, "q"),
    ('"#" fragment ::= fragment identifier', 5, "f"),
):
    code(
        _S,
        _words,
        _PARSE_1808,
        "RFC 1808 section 2.4",
        lambda component=_component: rl("s://u:p@n:1/p/q;type=a?q#f")[component],
        _value,
    )
code(
    _S,
    'Note that the fragment identifier (and the "#" that precedes it)',
    "_core.standards.rfc1808:_inherit",
    "fragment",
    lambda: resolved_1808("x"),
    "http://a/b/c/x",
)
code(
    _S,
    "However, since it is commonly used within the same string",
    _PARSE_1808,
    "fragment",
    lambda: rl("a#b#c"),
    ("", "", "a", "", "", "b#c"),
)
code(
    _S,
    "The order of the components is important",
    _PARSE_1808,
    "section 2.4",
    lambda: rl("a?b;c#d?e"),
    ("", "", "a", "", "b;c", "d?e"),
)
code(
    _S,
    "If both and are present",
    _PARSE_1808,
    "section 2.4.4",
    lambda: (rl("a;b?c")[3:5], rl("a?c;b")[3:5]),
    (("b", "c"), ("", "c;b")),
)
_S = "RFC 1808 section 2.2"
nothing(_S, "This is a BNF-like description", _INTRODUCTION)
nothing(_S, "Briefly, literals are quoted", "it explains the notation")
code(
    _S,
    "This BNF also describes the generic-RL syntax for valid base URLs",
    _GRAMMAR_1808,
    "section 2.2",
    valid_1808("http://a/b;c?d"),
    [True],
)
nothing(_S, "Note that this differs from the URL syntax", _MOTIVE)
for _words, _urls, _answers in (
    ("URL = ( absoluteURL", ("http://h/#f", "a#", "#f", "a#b#c"), [True, True, True, False]),
    ("absoluteURL = generic-RL", ("s:x/y?z", "s:a?b;c", "s:^"), [True, True, False]),
    ('generic-RL = scheme ":" relativeURL', ("s:", "s://n", "s:/p"), [True, True, True]),
    (
        "relativeURL = net_path | abs_path | rel_path",
        ("//n", "/p", "p", ""),
        [True, True, True, True],
    ),
    ('net_path = "//" net_loc', ("//n/a;b?c", "/a;b?c", "a;b?c", ";b", "?c", "//n?c"), [True] * 6),
    ("path = fsegment", ("a/b//c", "a//", ":a", "a^"), [True, True, True, False]),
    ("params = param", ("a;b;c/d;", "a;b^"), [True, False]),
    (
        "scheme = 1*( alpha",
        ("1+-.:^", "1+-.:a", "//;u@n/a", "?a?/:;#a?/:;"),
        [False, True, True, True],
    ),
    ('pchar = uchar | ":"', ("/a:@&=$-_.+!*'(),%41", "/%4", "/~"), [True, False, False]),
):
    code(_S, _words, _GRAMMAR_1808, "section 2.2", valid_1808(*_urls), _answers)
_S = "RFC 1808 section 2.4.1"
code(
    _S,
    "Parsing the Fragment Identifier If the parse string",
    _PARSE_1808,
    "section 2.4.1",
    lambda: rl("a#b#c")[5],
    "b#c",
)
code(
    _S,
    "If the crosshatch is the last character",
    _PARSE_1808,
    "section 2.4.1",
    lambda: (rl("a#")[5], rl("a")[5]),
    ("", ""),
)
code(
    _S,
    "The matched substring, including the crosshatch character",
    _PARSE_1808,
    "section 2.4.1",
    lambda: rl("#s:a")[:5],
    ("", "", "", "", ""),
)
code(
    _S,
    "Note that the fragment identifier is not considered part of the URL",
    "_core.standards.rfc1808:_inherit",
    "fragment",
    lambda: resolved_1808("#x"),
    "http://a/b/c/d;p?q#x",
)
code(
    _S,
    "However, since it is often attached to the URL",
    _PARSE_1808,
    "section 2.4.1",
    lambda: rl("s:a#b"),
    ("s", "", "a", "", "", "b"),
)
_S = "RFC 1808 section 2.4.2"
code(
    _S,
    'Parsing the Scheme If the parse string contains a colon ":"',
    _PARSE_1808,
    "section 2.4.2",
    lambda: [rl(url)[0] for url in ("a1+.-:b:c", "1:b", ":b", "a_:b", "/a:b")],
    ["a1+.-", "1", "", "", ""],
)
code(
    _S,
    "These characters and the colon are then removed",
    _PARSE_1808,
    "section 2.4.2",
    lambda: rl("a:b:c")[2],
    "b:c",
)
_S = "RFC 1808 section 2.4.3"
code(
    _S,
    "Parsing the Network Location/Login If the parse string begins",
    _PARSE_1808,
    "section 2.4.3",
    lambda: rl("//u@n?a;b/c"),
    ("", "u@n?a;b", "/c", "", "", ""),
)
code(
    _S,
    'If no trailing slash "/" is present',
    _PARSE_1808,
    "section 2.4.3",
    lambda: rl("//n?a")[:3],
    ("", "n?a", ""),
)
code(
    _S,
    "The double- slash and are removed",
    _PARSE_1808,
    "section 2.4.3",
    lambda: rl("s://n//a")[2],
    "//a",
)
_S = "RFC 1808 section 2.4.4"
code(
    _S,
    "Parsing the Query Information If the parse string",
    _PARSE_1808,
    "section 2.4.4",
    lambda: rl("/a?b?c")[4],
    "b?c",
)
code(
    _S,
    "If the question mark is the last character",
    _PARSE_1808,
    "section 2.4.4",
    lambda: (rl("/a?")[4], rl("/a")[4]),
    ("", ""),
)
code(
    _S,
    "The matched substring, including the question mark",
    _PARSE_1808,
    "section 2.4.4",
    lambda: rl("/a?b;c")[2:4],
    ("/a", ""),
)
_S = "RFC 1808 section 2.4.5"
code(
    _S,
    'Parsing the Parameters If the parse string contains a semicolon ";"',
    _PARSE_1808,
    "sections 2.4.5 and 2.4.6",
    lambda: rl("/a;b;c/d")[3],
    "b;c/d",
)
code(
    _S,
    "If the semicolon is the last character",
    _PARSE_1808,
    "sections 2.4.5 and 2.4.6",
    lambda: (rl("/a;")[3], rl("/a")[3]),
    ("", ""),
)
code(
    _S,
    "The matched substring, including the semicolon",
    _PARSE_1808,
    "sections 2.4.5 and 2.4.6",
    lambda: rl("/a;b")[2],
    "/a",
)
_S = "RFC 1808 section 2.4.6"
code(
    _S,
    "Parsing the Path After the above steps",
    _PARSE_1808,
    "sections 2.4.5 and 2.4.6",
    lambda: [rl(url)[2] for url in ("/a", "a", "//n/a")],
    ["/a", "a", "/a"],
)
code(
    _S,
    "Even though the initial slash is not part of the URL path",
    _PARSE_1808,
    "sections 2.4.5 and 2.4.6",
    lambda: (resolved_1808("/g"), resolved_1808("g")),
    ("http://a/g", "http://a/b/c/g"),
)
code(
    _S,
    "Often this is done by simply storing the preceding slash",
    _PARSE_1808,
    "sections 2.4.5 and 2.4.6",
    lambda: rl("/a")[2],
    "/a",
)

# RFC 1808 section 4

_S = "RFC 1808 section 4"
_RESOLVE_1808 = "_core.standards.rfc1808:resolve"
_INHERIT_1808 = "_core.standards.rfc1808:_inherit"
_SEGMENTS = "_core.values.references:remove_complete_segments"
nothing(_S, "This section describes an example algorithm", _INTRODUCTION)
code(
    _S,
    "Although this algorithm cannot guarantee",
    _RESOLVE_1808,
    "Step 7",
    lambda: [
        rfc1808.parse(resolved_1808(url)).scheme
        for url in ("a", "//n", "/a", "?a", "#a", "", "s:a")
    ],
    ["http"] * 6 + ["s"],
)
nothing(_S, "The following steps are performed in order", _INTRODUCTION)
code(
    f"{_S} step 1",
    "The base URL is established according to the rules of Section 3",
    "_core.contexts.base_chain:BaseChain",
    "RFC 1808",
    lambda: str(rfc1808.resolve("g", Document("http://h/a/", standard="rfc1808"))),
    "http://h/a/g",
)
code(
    f"{_S} step 1",
    "If the base URL is the empty string (unknown)",
    _RESOLVE_1808,
    "Step 1",
    lambda: [resolved_1808("../g;a?b#c", ""), str(rfc1808.resolve("g"))],
    ["../g;a?b#c", "g"],
)
code(
    f"{_S} step 2",
    "Both the base and embedded URLs are parsed",
    _RESOLVE_1808,
    "Step 2",
    lambda: resolved_1808("g;x?y#z"),
    "http://a/b/c/g;x?y#z",
)
code(
    f"{_S} step 2a",
    "If the embedded URL is entirely empty",
    _RESOLVE_1808,
    "Step 2a",
    lambda: resolved_1808(""),
    "http://a/b/c/d;p?q#f",
)
code(
    f"{_S} step 2b",
    "If the embedded URL starts with a scheme name",
    _RESOLVE_1808,
    "Step 2b",
    lambda: (
        [resolved_1808(url) for url in ("http:g", "g:../h")] + [resolved_1808("http://x/", "rel/y")]
    ),
    ["http:g", "g:../h", "http://x/"],
)
code(
    f"{_S} step 2c",
    "Otherwise, the embedded URL inherits the scheme",
    _INHERIT_1808,
    "Step 2c",
    lambda: resolved_1808("//g"),
    "http://g",
)
code(
    f"{_S} step 3",
    "If the embedded URL's <net_loc> is non-empty",
    _INHERIT_1808,
    "Step 3",
    lambda: resolved_1808("//g/x/../y"),
    "http://g/x/../y",
)
code(
    f"{_S} step 3",
    "Otherwise, the embedded URL inherits the <net_loc>",
    _INHERIT_1808,
    "Step 3",
    lambda: [resolved_1808("/g"), resolved_1808("g", "s:/a")],
    ["http://a/g", "s:/g"],
)
code(
    f"{_S} step 4",
    'If the embedded URL path is preceded by a slash "/"',
    _INHERIT_1808,
    "Steps 4 and 6",
    lambda: resolved_1808("/./g/../h"),
    "http://a/./g/../h",
)
code(
    f"{_S} step 5",
    "If the embedded URL path is empty",
    _INHERIT_1808,
    "Step 5",
    lambda: resolved_1808("?y"),
    "http://a/b/c/d;p?y",
)
code(
    f"{_S} step 5a",
    "if the embedded URL's <params> is non-empty",
    _INHERIT_1808,
    "Step 5",
    lambda: [resolved_1808(";x"), resolved_1808("#s")],
    ["http://a/b/c/d;x", "http://a/b/c/d;p?q#s"],
)
code(
    f"{_S} step 5b",
    "if the embedded URL's <query> is non-empty",
    _INHERIT_1808,
    "Step 5",
    lambda: [resolved_1808("?y"), resolved_1808("#s"), resolved_1808(";x?y")],
    ["http://a/b/c/d;p?y", "http://a/b/c/d;p?q#s", "http://a/b/c/d;x?y"],
)
code(
    f"{_S} step 6",
    "The last segment of the base URL's path",
    "_core.values.references:merge",
    "last segment",
    lambda: [resolved_1808("g"), resolved_1808("g", "s:a"), resolved_1808("g", "s:a/b")],
    ["http://a/b/c/g", "s:g", "s:a/g"],
)
nothing(f"{_S} step 6", "The following operations are then applied", _INTRODUCTION)
code(
    f"{_S} step 6a",
    'All occurrences of "./"',
    _SEGMENTS,
    "RFC 1808 section 4 step 6",
    lambda: [resolved_1808("./g/./h"), resolved_1808("a./g")],
    ["http://a/b/c/g/h", "http://a/b/c/a./g"],
)
code(
    f"{_S} step 6b",
    'If the path ends with "." as a complete path segment',
    _SEGMENTS,
    "RFC 1808 section 4 step 6",
    lambda: [resolved_1808("."), resolved_1808("g.")],
    ["http://a/b/c/", "http://a/b/c/g."],
)
code(
    f"{_S} step 6c",
    'All occurrences of "<segment>/../"',
    _SEGMENTS,
    "RFC 1808 section 4 step 6",
    lambda: resolved_1808("../g"),
    "http://a/b/g",
)
code(
    f"{_S} step 6c",
    "Removal of these path segments is performed iteratively",
    _SEGMENTS,
    "RFC 1808 section 4 step 6",
    lambda: [
        resolved_1808("x/y/../../g"),
        resolved_1808("../../../g"),
        resolved_1808("../../../../g"),
    ],
    ["http://a/b/c/g", "http://a/../g", "http://a/../../g"],
)
code(
    f"{_S} step 6d",
    'If the path ends with "<segment>/.."',
    _SEGMENTS,
    "RFC 1808 section 4 step 6",
    lambda: [resolved_1808(".."), resolved_1808("../..")],
    ["http://a/b/", "http://a/"],
)
code(
    f"{_S} step 7",
    "The resulting URL components, including any inherited",
    _RESOLVE_1808,
    "Step 7",
    lambda: resolved_1808("g;x=1/./y"),
    "http://a/b/c/g;x=1/./y",
)
code(
    _S,
    "Parameters, regardless of their purpose",
    _INHERIT_1808,
    "params",
    lambda: [resolved_1808("g;x=1/../y"), resolved_1808("g", "http://a/b;c/d")],
    ["http://a/b/c/g;x=1/../y", "http://a/g"],
)
code(
    _S,
    'In particular, the presence or absence of the ";type=d"',
    _INHERIT_1808,
    "params",
    lambda: [resolved_1808("g", base) for base in ("ftp://a/b/c;type=d", "ftp://a/b/c")],
    ["ftp://a/b/g"] * 2,
)
code(
    _S,
    "Fragment identifiers are only inherited from the base URL",
    _RESOLVE_1808,
    "Step 2a",
    lambda: [resolved_1808(url) for url in ("", "?y", "#")],
    ["http://a/b/c/d;p?q#f", "http://a/b/c/d;p?y", "http://a/b/c/d;p?q"],
)
nothing(
    _S,
    "The above algorithm is intended to provide an example",
    "it allows other algorithms with the same output",
)
nothing(
    _S,
    "For example, some systems may find it more efficient",
    "it allows other algorithms with the same output",
)

# RFC 2396 section 4

_S = "RFC 2396 section 4"
_PARSE_2396 = "_core.standards.rfc2396:parse"
_RESOLVE_2396 = "_core.standards.rfc2396:resolve"
_VALUE_2396 = "_core.values.reference_values:URIReference"
_GRAMMAR_2396 = "_core.standards.rfc2396:_is_valid"


def valid_2396(*urls: str) -> Callable[[], object]:
    return lambda: [rfc2396.is_valid_url(url) for url in urls]


nothing(_S, 'The term "URI-reference" is used here', _TERM)
code(
    _S,
    "A URI reference may be absolute or relative",
    _PARSE_2396,
    "URIReference",
    lambda: (reference("s:a#f"), reference("a#f")),
    (("s", None, "a", None, "f"), (None, None, "a", None, "f")),
)
code(
    _S,
    'However, "the URI" that results from such a reference',
    _RESOLVE_2396,
    "fragment",
    lambda: resolved_2396("../g#s"),
    "http://a/b/g#s",
)
nothing(_S, "Although it is possible to limit the discussion", _MOTIVE)
code(
    _S,
    "URI-reference = [ absoluteURI | relativeURI ]",
    _GRAMMAR_2396,
    "Appendix A",
    valid_2396("s:a#b", "a#b", "#b", "", "a#b#c"),
    [True, True, True, True, False],
)
code(
    _S,
    "The syntax for relative URI is a shortened form",
    _RESOLVE_2396,
    "Steps 5 and 6",
    lambda: [resolved_2396("./../g"), resolved_2396("s:./../g"), resolved_2396("/./g")],
    ["http://a/b/g", "s:./../g", "http://a/./g"],
)
nothing(_S, "The relative URI syntax is defined in Section 5", _INTRODUCTION)
_S = "RFC 2396 section 4.1"
nothing(_S, "When a URI reference is used to perform a retrieval", "this library retrieves nothing")
code(
    _S,
    "As such, it is not part of a URI",
    _RESOLVE_2396,
    "fragment",
    lambda: resolved_2396("g", "http://a/b#c"),
    "http://a/g",
)
code(
    _S,
    "fragment = *uric",
    _GRAMMAR_2396,
    "Appendix A",
    valid_2396("#;/?:@&=+$,-_.!~*'()%41", "#^", "#%4"),
    [True, False, False],
)
nothing(_S, "The semantics of a fragment identifier is a property", "it speaks of retrieved data")
nothing(_S, "Therefore, the format and interpretation of fragment", "it speaks of retrieved data")
code(
    _S,
    "The character restrictions described in Section 2",
    _GRAMMAR_2396,
    "Appendix A",
    valid_2396("# ", "#<", '#"'),
    [False] * 3,
)
nothing(
    _S, "Individual media types may define additional restrictions", "it speaks of retrieved data"
)
nothing(_S, "A fragment identifier is only meaningful when", "it speaks of retrieved data")
_S = "RFC 2396 section 4.2"
_SAME = "_core.values.reference_values:URIReference.is_same_document"
code(
    _S,
    "A URI reference that does not contain a URI",
    _SAME,
    "only a fragment",
    lambda: [rfc2396.parse(url).is_same_document for url in ("", "#f", "?", ".", "//")],
    [True, True, False, False, False],
)
code(
    _S,
    "In other words, an empty URI reference within a document",
    _RESOLVE_2396,
    "Step 2",
    lambda: [resolved_2396(""), resolved_2396("#s")],
    ["http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s"],
)
code(
    _S,
    "Traversal of such a reference should not result",
    _SAME,
    "only a fragment",
    lambda: rfc2396.parse("#s").is_same_document,
    True,
)
code(
    _S,
    "However, if the URI reference occurs in a context that is always intended",
    _RESOLVE_2396,
    "Step 2",
    lambda: resolved_2396(""),
    "http://a/b/c/d;p?q",
)
_S = "RFC 2396 section 4.3"
code(
    _S,
    "A URI reference is typically parsed according to the four main components",
    _PARSE_2396,
    "_components",
    lambda: reference("s://n/p?q#f"),
    ("s", "n", "/p", "q", "f"),
)
code(
    _S,
    "The individual components are then parsed for their subparts",
    "_core.standards.rfc2396:cut_as_written",
    "split_authority",
    lambda: [
        URLDecomposition("http://u@n:1/", standard="rfc2396").port,
        rfc2396.is_valid_url("mailto:a^b"),
    ],
    ["1", False],
)
code(
    _S,
    "Although the BNF defines what is allowed in each component",
    _PARSE_2396,
    "_components",
    lambda: reference("//a/b")[1:3],
    ("a", "/b"),
)
code(
    _S,
    "The greedy algorithm is used for disambiguation",
    _PARSE_2396,
    "_components",
    lambda: reference("///b")[1:3],
    ("", "/b"),
)
code(
    _S,
    "In other words, the authority component wins",
    _PARSE_2396,
    "_components",
    lambda: reference("//a")[1:3],
    ("a", ""),
)
code(
    _S,
    "Readers familiar with regular expressions should see Appendix B",
    "_core.standards.rfc2396:_components",
    "Appendix B",
    lambda: reference("http://www.ics.uci.edu/pub/ietf/uri/#Related"),
    ("http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related"),
)

ROWS: Final = tuple(_rows)


# The sentences of the texts


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, and the lines of its lists and tables."""
    # A file of an RFC has line breaks in its sentences, and blank lines between its paragraphs.
    is_wrapped = len(re.findall(r"\S\n[ \t]*\S", text)) >= len(re.findall(r"\n\s*\n", text))
    for paragraph in re.split(r"\n\s*\n" if is_wrapped else r"\n", text):
        joined = re.sub(r"^(?:[-\u2022]|\d+\.)\s+", "", re.sub(r"\s+", " ", paragraph).strip())
        yield from filter(None, re.split(r'(?<=[.])\s+(?=[A-Z"<(])', joined))


def main() -> None:
    quoted = [row.words for row in ROWS]
    for file in sys.argv[1:]:
        for sentence in sentences(Path(file).read_text(encoding="utf-8")):
            if not any(words in f"{sentence} " for words in quoted):
                print(f"{Path(file).name}: {sentence}")


if __name__ == "__main__":
    main()
