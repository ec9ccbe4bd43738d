"""The syntaxes of attribute values and texts that contain URLs, and how each finds and writes
these.

A syntax is two functions. `find(value)` returns the spans of the URLs in order, in time linear in
the value's length. `write(url, span)` returns the text that replaces a span, with escapes for the
characters of the URL that have another meaning in the syntax. The value does not change outside of
the spans.

In every syntax, `write` removes the spaces around the URL, and tabs and line breaks in it, as the
URL Standard's parser does. Lists, `srcset` and a refresh have no escapes, so there `write`
percent-encodes each space, comma or quotation mark that would end the URL. If `find` reads the
written value, it returns all other characters of the URL unchanged.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from html import unescape
from itertools import islice
from math import inf
from string import hexdigits
from typing import Any, Final, NamedTuple

import attrs

from urldom._core.text.unicode import scalar_value_string
from urldom.http._refresh import BARE, cut_refresh
from urldom.trees._css_imports import IGNORED, Position, find_imports

SPACES: Final = " \t\n\f\r"
SPACE_RUN: Final = re.compile(rf"[{SPACES}]+")
UNSPACED: Final = re.compile(rf"[^{SPACES}]+")
#: The characters that XML does not allow. Some libraries reject them in a tree.
NOT_IN_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
#: The entities that XML itself declares (XML 1.0, 4.6).
XML_ENTITIES: Final = {"amp;": "&", "lt;": "<", "gt;": ">", "quot;": '"', "apos;": "'"}
FRACTION: Final = r"\.[0-9]+"
EXPONENT: Final = "(?:[eE][-+]?[0-9]+)?"
#: The HTML Standard's "valid floating-point number"
VALID_FLOATING_POINT_NUMBER: Final = rf"-?(?:[0-9]+(?:{FRACTION})?|{FRACTION}){EXPONENT}"


class Modifiers(NamedTuple):
    """The *request URL modifiers* of a URL in CSS (CSS Values 5, 4.5.4). A value is `""` if the URL
    lacks the modifier."""

    referrer_policy: str = ""
    cross_origin: str = ""
    integrity: str = ""
    #: `False` if CSS ignores the URL because of its modifiers.
    is_valid: bool = True


NO_MODIFIERS: Final = Modifiers()


class URLSpan(NamedTuple):
    """A URL in a value. `value[start:end]` is its text, and `url` is the string that the text
    means."""

    start: int
    end: int
    url: str
    #: The form of the URL in some syntaxes: a quotation mark, a word that the syntax defines, or in
    #: a `srcset` the descriptor of the width or the density.
    form: str = ""
    #: In CSS, `"@import"`, `"@font-face"`, or the name of the property that contains the URL, or
    #: `""` if it is unknown.
    use: str = ""
    #: Whether an `@import` in CSS is `CONDITIONAL` or `IGNORED`, or `""`.
    loading: str = ""
    modifiers: Modifiers = NO_MODIFIERS


NO_SPAN: Final = URLSpan(0, 0, "")


@attrs.frozen(eq=False)
class Syntax:
    """A syntax of values that contain URLs."""

    name: str
    #: Returns the spans of the URLs in order, in time linear in the value's length.
    find: Callable[[str], Iterable[URLSpan]]
    #: Returns the text that replaces a span, or raises `ValueError` if the syntax cannot contain
    #: the URL.
    write: Callable[[str, URLSpan], str]
    #: `True` if values are CSS, in which fragments and the encoding of queries have rules of their
    #: own.
    is_css: bool = False


def splice(value: str, replacements: Iterable[tuple[URLSpan, str]]) -> str:
    """Return `value` with new texts for some of its spans. The spans must be in order."""
    pieces: list[str] = []
    position = 0
    for span, text in replacements:
        pieces += value[position : span.start], text
        position = span.end
    pieces.append(value[position:])
    return "".join(pieces)


_TABS_AND_NEWLINES = re.compile(r"[\t\n\r]+")


def url_alone(url: str, span: URLSpan | None = None) -> str:
    """Return the URL without the spaces, tabs and line breaks that a URL parser removes before it
    parses."""
    return _TABS_AND_NEWLINES.sub("", url.strip(SPACES))


def percent_encode(match: re.Match[str]) -> str:
    """Return the match with each of its UTF-8 bytes percent-encoded."""
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _find_url(value: str) -> Iterable[URLSpan]:
    """Return the span of the URL in a value, or of an empty URL at the start of the value."""
    url = value.strip(SPACES)
    start = 0
    if url and url != value:
        start = len(value) - len(value.lstrip(SPACES))
    return (URLSpan(start, start + len(url), url),)


URL: Final = Syntax("URL potentially surrounded by spaces", _find_url, url_alone)


def _not_empty(url: str, syntax: str) -> str:
    """Return `url_alone` of a URL. Raises `ValueError` if that is empty."""
    if not (url := url_alone(url)):
        raise ValueError(f"an empty URL cannot be written in {syntax}")
    return url


SPACE_LIST: Final = Syntax(
    "set of space-separated URLs",
    lambda value: (URLSpan(*match.span(), match[0]) for match in UNSPACED.finditer(value)),
    lambda url, span: SPACE_RUN.sub(percent_encode, _not_empty(url, "a list")),
)


def _list_separated_by(mark: str, name: str) -> Syntax:
    """Return the syntax of a list of URLs with a mark between them, and perhaps spaces."""
    item = re.compile(rf"[^{mark}{SPACES}](?:[^{mark}]*[^{mark}{SPACES}])?")

    def find(value: str) -> Iterable[URLSpan]:
        return (URLSpan(*match.span(), match[0]) for match in item.finditer(value))

    def write(url: str, span: URLSpan) -> str:
        return _not_empty(url, "a list").replace(mark, f"%{ord(mark):02X}")

    return Syntax(f"list of URLs separated by {name}", find, write)


COMMA_LIST: Final = _list_separated_by(",", "commas")
#: SVG 2 animation, the attribute `values`
SEMICOLON_LIST: Final = _list_separated_by(";", "semicolons")

# Texts and attributes of XML and JSON


def _find_in_text(value: str) -> Iterable[URLSpan]:
    """Return the span of the URL in a text that may have any white space around it, as in sitemaps
    in the wild."""
    url = value.strip()
    if not url:
        return ()
    start = len(value) - len(value.lstrip())
    return (URLSpan(start, start + len(url), url),)


TEXT_URL: Final = Syntax("URL potentially surrounded by white space", _find_in_text, url_alone)

#: The beginning of a URL in a place that may also contain another text or name: a scheme with two
#: slashes, or one of the schemes without slashes that people use there.
_BEGINS_ABSOLUTE = re.compile(
    r"[a-z][a-z0-9+.-]*://[^/]"
    r"|(?:acct|data|doi|geo|info|magnet|mailto|news|tag|tel|urn|xmpp):.",
    re.IGNORECASE,
)


def is_absolute_url(text: str) -> bool:
    """Return `True` if a text without spaces around it is an absolute URL, and not other text."""
    return _BEGINS_ABSOLUTE.match(text) is not None and not re.search(r"\s", text)


def _find_absolute(value: str) -> Iterable[URLSpan]:
    return (span for span in _find_in_text(value) if is_absolute_url(span.url))


ABSOLUTE_URL: Final = Syntax("text that may be an absolute URL", _find_absolute, url_alone)


def _find_probable(value: str) -> Iterable[URLSpan]:
    return (span for span in _find_in_text(value) if _is_probable(span.url))


def _is_probable(text: str) -> bool:
    has_mark = "/" in text or "." in text
    return has_mark and not text.startswith("url(") and not re.search(r"\s", text)


PROBABLE_URL: Final = Syntax("text that may be a URL", _find_probable, url_alone)


def _find_manifest_id(value: str) -> Iterator[URLSpan]:
    """Yield the `id` of a web app manifest, which is resolved against an origin (Web Application
    Manifest, "process the id member")."""
    for span in _find_in_text(value):
        is_from_origin = is_absolute_url(span.url) or span.url[0] in "/\\"
        yield span if is_from_origin else span._replace(url=f"/{span.url}")


MANIFEST_ID: Final = Syntax("id of a web app", _find_manifest_id, url_alone)


def _find_locations(value: str) -> Iterable[URLSpan]:
    """Return each second word of an `xsi:schemaLocation` (XML Schema 1.0, 2.6.3). The others are
    namespaces."""
    return islice(SPACE_LIST.find(value), 1, None, 2)


SCHEMA_LOCATIONS: Final = Syntax(
    "list of namespaces and URLs of their schemas", _find_locations, SPACE_LIST.write
)


def _write_rdf_id(url: str, span: URLSpan) -> str:
    url = url_alone(url)
    if not url.startswith("#"):
        raise ValueError(f"{url!r} cannot be written as an rdf:ID: write a fragment, such as #a")
    return url[1:]


#: RDF 1.1 XML Syntax, 2.14: the name is a fragment of the base URL.
RDF_ID: Final = Syntax(
    "name of a fragment",
    lambda value: (span._replace(url=f"#{span.url}") for span in _find_in_text(value)),
    _write_rdf_id,
)


@cache
def template_of(syntax: Syntax) -> Syntax:
    """Return a syntax of attributes that may be *attribute value templates* (XSLT 3.0, 5.6.1),
    which contain no URL if they have an expression in braces."""

    def find(value: str) -> Iterable[URLSpan]:
        return () if "{" in value else syntax.find(value)

    def write(url: str, span: URLSpan) -> str:
        return syntax.write(url, span).replace("{", "%7B").replace("}", "%7D")

    return Syntax(f"template of a {syntax.name}", find, write, syntax.is_css)


#: The syntax of a whole value that is HTML. It has no URLs itself, but the document in it has.
DOCUMENT: Final = Syntax("document", lambda value: (), url_alone)

# HTML Standard 4.8.4.3.10, "Parsing a srcset attribute"

_CANDIDATE_URL = re.compile(r"[ \t\n\f\r,]*([^ \t\n\f\r,][^ \t\n\f\r]*)")
#: Matches to the next comma, or to the end of parentheses before it. A match of all parentheses
#: would use more memory.
_TO_COMMA = re.compile(r"[^,(]*(?:\([^)]*\)?)?")
#: A width or a height of 0 is an error, so the patterns do not match it.
_match_width = re.compile(r"0*[1-9][0-9]*w").fullmatch
_match_height = re.compile(r"0*[1-9][0-9]*h").fullmatch
_match_density = re.compile(f"({VALID_FLOATING_POINT_NUMBER})x").fullmatch


def _find_in_srcset(value: str) -> Iterator[URLSpan]:
    """Run *parse a srcset attribute*, and yield the URL of each image candidate without an error.

    The `form` of a span is its descriptor of the width or the density, such as `"640w"` or `"2x"`,
    or `""` if the candidate has none."""
    position = 0
    # The *splitting loop*. The pattern runs steps 4 to 6: it skips spaces and commas, and collects
    # a URL to the next space. Without a match, only spaces and commas are left.
    while match := _CANDIDATE_URL.match(value, position):
        written = match[1]
        start, position = match.span(1)
        url = written.rstrip(",")
        descriptors: list[str] = []  # step 7
        # Step 8: a comma at the end of the URL ends the candidate, which then has no descriptors.
        if url == written:
            descriptors, position = _tokenize_descriptors(value, position)
        descriptor = _parse_descriptors(descriptors)
        if descriptor is not None:  # step 15
            yield URLSpan(start, start + len(url), url, descriptor)


def _tokenize_descriptors(value: str, position: int) -> tuple[list[str], int]:
    """Run the *descriptor tokenizer* (step 8, *Otherwise*). Return the descriptors of a candidate,
    and the position of the comma after them.

    A comma in parentheses does not end the descriptors. In the Standard, a space in parentheses
    does not end a descriptor either. Here it does, which has the same result: a descriptor with a
    parenthesis is an error, whole or in parts."""
    start = position
    while position < len(value) and value[position] != ",":
        position = _TO_COMMA.match(value, position).end()  # type: ignore[union-attr]
    return UNSPACED.findall(value[start:position]), position


def _parse_descriptors(descriptors: list[str]) -> str | None:
    """Run the *descriptor parser* (steps 9 to 14). Return the descriptor of the width or the
    density, `""` if both are absent, or `None` for an error."""
    width = density = future_compat_h = ""
    for descriptor in descriptors:  # step 13
        if _match_width(descriptor) and not (width or density):
            width = descriptor
        elif _is_density(descriptor) and not (width or density or future_compat_h):
            density = descriptor
        elif _match_height(descriptor) and not (future_compat_h or density):
            future_compat_h = descriptor
        else:
            return None
    if future_compat_h and not width:  # step 14
        return None
    return width or density


def _is_density(descriptor: str) -> bool:
    match = _match_density(descriptor)
    # The rules for parsing floating-point number values fail if a number is too large for a double.
    return match is not None and 0 <= float(match[1]) < inf


def _write_in_srcset(url: str, span: URLSpan) -> str:
    url = SPACE_RUN.sub(percent_encode, _not_empty(url, "a srcset"))
    # A comma at the start or the end of a URL is not a part of the URL.
    return re.sub(r"\A,+|,+\Z", lambda match: "%2C" * len(match[0]), url)


SRCSET: Final = Syntax("srcset", _find_in_srcset, _write_in_srcset)

# HTML Standard 4.2.5.3, the *shared declarative refresh steps*

#: The quotation marks around the URL of a refresh, each with the other one.
_QUOTES: Final = {"'": '"', '"': "'"}
_MISREAD_BARE = re.compile(r"[Uu][Rr][Ll][ \t\n\f\r]*=|[;,]")


def _find_in_refresh(value: str) -> Iterator[URLSpan]:
    parts = cut_refresh(value)
    if parts is None:
        return
    _, start, end, form = parts
    if start is None:
        return  # A refresh without a URL loads the page itself again.
    (found,) = _find_url(value[start:end])
    if form in _QUOTES:
        # The span includes the quotation marks. At the end of the value, the second may be missing.
        yield URLSpan(start - 1, min(end + 1, len(value)), found.url, form)
    else:
        yield URLSpan(start + found.start, start + found.end, found.url, form)


def _write_in_refresh(url: str, span: URLSpan) -> str:
    url = url_alone(url)
    if span.form in _QUOTES:
        # In the other quotation marks, a URL keeps the marks that it has.
        mark = _QUOTES[span.form] if span.form in url else span.form
        return mark + url.replace(mark, f"%{ord(mark):02X}") + mark
    url = re.sub(r"\A[\"']", percent_encode, url)
    if span.form == BARE and (not url or _MISREAD_BARE.match(url)):
        return f"url={url}"
    return url


REFRESH: Final = Syntax("refresh", _find_in_refresh, _write_in_refresh)

# RFC 8288, in a `meta` of HTML 4 (7.4.4.2)

_LINK_VALUE = re.compile(r'[ \t,]*<([^>]*)>(?:[^,"]|"(?:[^"\\]|\\.)*"?)*')


def _find_in_link_header(value: str) -> Iterator[URLSpan]:
    position = 0
    while match := _LINK_VALUE.match(value, position):
        position = match.end()
        yield URLSpan(*match.span(1), match[1].strip(SPACES))


LINK_HEADER: Final = Syntax(
    "Link header",
    _find_in_link_header,
    lambda url, span: url_alone(url).replace(">", "%3E"),
)

# CSS

#: Every value that contains a URL matches this pattern. A backslash can begin an escaped letter of
#: "url".
_MAY_HOLD_URL = re.compile(r"url|src\(|image|import|\\", re.IGNORECASE)
_CSS_NEWLINE = re.compile(r"\r\n|[\n\r\f]")
_LONG_NUMBER = re.compile(r"[0-9]{4000,}")
_CSS_SPACES = re.compile(r"[ \t\n\f\r]*")
#: Matches an escape (CSS Syntax 3, section 4.3.7), and also a backslash before a newline or at the
#: end of the text.
_CSS_ESCAPE = re.compile(r"\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\n\f\r])?|\r\n|[\s\S]|\Z)")
_ESCAPED = re.compile(r"\\(\r\n|[\s\S])")
#: The characters that end a URL without quotes, or a string after its quotation mark, and the
#: backslash of an escape.
_STOPS_URL = re.compile(r"[ \t\n\f\r()\\]")
_STOPS_STRING: Final = {quote: re.compile(rf"[{quote}\\\n\f\r]") for quote in ("'", '"')}

#: The characters that are escaped in a string, and in a URL without quotes. A `<` may begin
#: `</style>`, and a `>` may end a comment or a CDATA section. An `&` may begin a character
#: reference in a `style` element of SVG.
_UNSAFE_IN_STRING = re.compile(r"[\"'\\<>\x00-\x1f\x7f]|&(?=[#0-9A-Za-z])")
_UNSAFE_UNQUOTED = re.compile(r"[\"'()\\<> \x00-\x1f\x7f]|&(?=[#0-9A-Za-z])")

#: The functions of the type `<url>` (CSS Values 4, "URLs: the <url> type").
_URL_FUNCTIONS: Final = frozenset(["url", "src"])
#: The functions in which a string is a URL (CSS Images 4, "image-set()" and "image()"), also if
#: another function returns the string.
_FUNCTIONS_OF_STRINGS: Final = frozenset(["image-set", "-webkit-image-set", "image", "src"])
#: The *arbitrary substitution functions*, which can return a string among their arguments (CSS
#: Values 5). The names of custom functions begin with two hyphens.
_SUBSTITUTIONS: Final = frozenset(
    ["attr", "env", "first-valid", "if", "inherit", "random-item", "toggle", "var"]
)
#: The at-rules in whose prelude a `url()` is a name: CSS Namespaces, and `@document` of a draft of
#: CSS Conditional.
_NAMING_RULES: Final = frozenset(["namespace", "document", "-moz-document"])
#: The types of tokens that may be a name, or end a declaration.
_WORDS: Final = frozenset(["at-keyword", "ident", "literal"])
_BLOCKS: Final = frozenset(["{} block", "() block", "[] block"])
_FONT_FACE: Final = "@font-face"


def css_escape(character: str) -> str:
    """Return the escape of a character by its code point, which a space ends (CSS Syntax 3,
    4.3.7)."""
    return f"\\{ord(character):x} "


def css_tokens(value: str) -> list[Any]:
    """Return the component values of a text, without its comments. Some characters of the text are
    replaced before, so only the positions of strings and URLs count, not their values."""
    return _component_values(_readable(value))


def _component_values(readable: str) -> list[Any]:
    from tinycss2 import parse_component_value_list

    tokens: list[Any] = parse_component_value_list(readable, skip_comments=True)
    return tokens


def _readable(value: str) -> str:
    """Return a style sheet of the same length with the same tokens, in which tinycss2 finds
    them."""
    # It calls int(), which rejects thousands of digits.
    text = _LONG_NUMBER.sub(lambda match: "x" * len(match[0]), value)
    return _ESCAPED.sub(_readable_escape, text) if "\\" in text else text


def _readable_escape(match: re.Match[str]) -> str:
    escaped = match[1]
    if escaped == "\\":
        # In a bad URL, tinycss2 would read the second backslash with a parenthesis after it (CSS
        # Syntax 3, section 4.3.14).
        return "\ufffd\ufffd"
    if escaped in ("\r\n", "\n", "\r", "\f"):
        # This is not an escape, except in a string. tinycss2 accepts it in a URL (section 4.3.6).
        return "\x01" + " " * len(escaped)
    return match[0]


@attrs.define(eq=False)
class _ValueList:
    """A list of component values that is being read, and what a URL in the rest of it is.

    The content of a block and the arguments of a function are lists of their own. They are kept on
    a stack instead of being read by recursion, because a page can nest thousands of them."""

    #: The component values that have not been read.
    values: Iterator[Any]
    #: `True` if a string is a URL, as among the arguments of `image-set()`.
    strings_are_urls: bool = False
    #: The name of the property in whose value a URL is, `"@font-face"` among the declarations of
    #: that rule, or `""`.
    use: str = ""
    #: The name of the at-rule in whose prelude a URL is, or `""`.
    rule: str = ""

    def end_declaration(self) -> None:
        """Forget the names before a semicolon or a block, which end a declaration or a prelude."""
        self.rule = ""
        if self.use != _FONT_FACE:
            self.use = ""

    def read_word(self, token: Any) -> None:
        """Keep the name of an at-rule, or the first name of a declaration, until its end."""
        if token.type == "at-keyword":
            self.rule = token.lower_value
        elif token.type == "ident":
            self.use = self.use or token.lower_value
        elif token.value == ";":
            self.end_declaration()

    def in_block(self, block: Any) -> _ValueList:
        if self.strings_are_urls and block.type == "{} block":
            # An argument of a custom function can be in braces (CSS Values 5, 2.1.1).
            return _ValueList(iter(block.content), True, self.use)
        use = _FONT_FACE if self.rule == "font-face" else ""
        if block.type == "{} block":
            self.end_declaration()
        return _ValueList(iter(block.content), use=use)

    def in_function(self, function: Any) -> _ValueList:
        name = function.lower_name
        keeps_strings = name in _SUBSTITUTIONS or name.startswith("--")
        strings_are_urls = name in _FUNCTIONS_OF_STRINGS or (
            self.strings_are_urls and keeps_strings
        )
        return _ValueList(iter(function.arguments), strings_are_urls, self.use)

    def url_in(self, token: Any) -> Any:
        """Return the token with the URL that `token` is, or that it has as its argument, or
        `None`."""
        if self.rule in _NAMING_RULES:
            return None
        strings_are_urls = self.strings_are_urls or self.rule == "import"
        if token.type == "url" or (token.type == "string" and strings_are_urls):
            return token
        if token.type != "function" or token.lower_name not in _URL_FUNCTIONS:
            return None
        first = next((each for each in token.arguments if each.type != "whitespace"), None)
        return first if first is not None and first.type == "string" else None

    def use_of_url(self) -> str:
        return "@import" if self.rule == "import" else self.use


def _find_in_css(value: str) -> Iterator[URLSpan]:
    """Yield the URLs of a style sheet or declaration list: `url()` tokens and functions, and
    strings that are URLs."""
    if not _MAY_HOLD_URL.search(value):
        return
    readable = _readable(value)
    tokens = _component_values(readable)
    line_starts = [0, *(match.end() for match in _CSS_NEWLINE.finditer(readable))]
    imports: dict[Position, str] | None = None
    for url, use, modifiers in _urls_among(tokens):
        line: int = url.source_line
        column: int = url.source_column
        start = line_starts[line - 1] + column - 1
        span = _css_span(value, start, url, use)
        if use == "@import":
            if imports is None:
                imports = find_imports(tokens)
            # An `@import` in a block is not a rule.
            span = span._replace(loading=imports.get((line, column), IGNORED))
        yield span if modifiers is NO_MODIFIERS else span._replace(modifiers=modifiers)


def _urls_among(tokens: list[Any]) -> Iterator[tuple[Any, str, Modifiers]]:
    """Yield the token of each URL among component values and inside them, its use and its
    modifiers."""
    stack = [_ValueList(iter(tokens))]
    while stack:
        inside = stack[-1]
        for token in inside.values:
            kind = token.type
            if kind in _WORDS:
                inside.read_word(token)
            elif kind in _BLOCKS:
                stack.append(inside.in_block(token))
                break
            elif (url := inside.url_in(token)) is not None:
                modifiers = _modifiers(token) if kind == "function" else NO_MODIFIERS
                yield url, inside.use_of_url(), modifiers
                inside.rule = ""  # A later string in the prelude of `@import` is not a URL.
            elif kind == "function" and inside.rule not in _NAMING_RULES:
                stack.append(inside.in_function(token))
                break
        else:
            stack.pop()


#: The keywords of the modifiers, or `None` for a string.
_MODIFIERS: Final[dict[str, tuple[str, ...] | None]] = {
    "referrer-policy": (
        "no-referrer",
        "no-referrer-when-downgrade",
        "same-origin",
        "origin",
        "strict-origin",
        "origin-when-cross-origin",
        "strict-origin-when-cross-origin",
        "unsafe-url",
    ),
    "cross-origin": ("anonymous", "use-credentials"),
    "integrity": None,
}
_INVALID: Final = Modifiers(is_valid=False)


def _modifiers(token: Any) -> Modifiers:
    """Return the modifiers in a `url()`. They stand in any order, and none may stand twice."""
    found: dict[str, str] = {}
    arguments = [each for each in token.arguments if each.type != "whitespace"]
    if arguments[-1].type == "error" and arguments[-1].kind.startswith("eof"):
        arguments.pop()  # At the end of the text, an open string is complete.
    for function in arguments[1:]:
        name = function.lower_name if function.type == "function" else ""
        if name not in _MODIFIERS or name in found:
            return _INVALID
        value = _modifier_value(function, _MODIFIERS[name])
        if value is None:
            return _INVALID
        found[name] = value
    if not found:
        return NO_MODIFIERS
    return Modifiers(
        found.get("referrer-policy", ""), found.get("cross-origin", ""), found.get("integrity", "")
    )


def _modifier_value(function: Any, keywords: tuple[str, ...] | None) -> str | None:
    """Return the argument of a modifier, or `None` if it is invalid."""
    arguments = [each for each in function.arguments if each.type != "whitespace"]
    if len(arguments) != 1:
        return None
    (argument,) = arguments
    if keywords is None:
        return str(argument.value) if argument.type == "string" else None
    is_known = argument.type == "ident" and argument.lower_value in keywords
    return str(argument.lower_value) if is_known else None


def _css_span(value: str, start: int, token: Any, use: str) -> URLSpan:
    """Return the span of a string or an unquoted URL, given its token and the position of the
    token."""
    if token.type == "string":
        quote = value[start]
        stops = _STOPS_STRING[quote]
        start += 1
    else:
        quote = ""
        stops = _STOPS_URL
        after_parenthesis = value.index("(", start) + 1
        start = _CSS_SPACES.match(value, after_parenthesis).end()  # type: ignore[union-attr]
    end = start
    # One match of the whole text would use memory for each escape.
    while (match := stops.search(value, end)) and match[0] == "\\":
        end = _CSS_ESCAPE.match(value, match.start()).end()  # type: ignore[union-attr]
    end = match.start() if match else len(value)
    text = value[start:end]
    if "\\" in text:
        at_end = "" if quote else "\ufffd"
        text = _CSS_ESCAPE.sub(partial(_meant_by_escape, at_end), text)
    url = scalar_value_string(text).replace("\0", "\ufffd")  # CSS Syntax 3, section 3.3
    return URLSpan(start, end, url, quote, use)


def _meant_by_escape(at_end: str, match: re.Match[str]) -> str:
    """Run *consume an escaped code point* (CSS Syntax 3, section 4.3.7). Return its character, or
    `at_end` for a backslash at the end of the text."""
    escaped = match[0][1:]
    if not escaped:
        return at_end
    if escaped[0] in "\r\n\f":  # A string goes on in the next line (4.3.5).
        return ""
    if escaped[0] not in hexdigits:
        return escaped
    number = int(escaped, 16)
    is_character = 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF
    return chr(number) if is_character else "\ufffd"


def _write_in_css(url: str, span: URLSpan) -> str:
    unsafe = _UNSAFE_IN_STRING if span.form else _UNSAFE_UNQUOTED
    return unsafe.sub(_safe_in_css, url_alone(url))


def _safe_in_css(match: re.Match[str]) -> str:
    """Return the escape of an unsafe character, or an `&` that needs none."""
    character = match[0]
    if character == "&":
        start = match.start()
        text = match.string[start : start + 40]  # Named character references are shorter.
        is_reference = unescape(text) != text
        if not is_reference:
            return character
    is_control = character < " " or character == "\x7f"
    # In `\<`, HTML would still read the `<`, so these are escaped by their code points.
    if is_control or character in "&<>":
        return css_escape(character)
    return f"\\{character}"


CSS: Final = Syntax("CSS", _find_in_css, _write_in_css, is_css=True)


def _find_in_css_value(value: str) -> Iterator[URLSpan]:
    # The words in a value are not the names of properties.
    return (span._replace(use="") for span in _find_in_css(value))


CSS_VALUE: Final = Syntax("value of a CSS property", _find_in_css_value, _write_in_css, is_css=True)


def _find_in_css_values(value: str) -> Iterator[URLSpan]:
    start = 0
    for part in value.split(";"):  # A browser splits at each semicolon, in a string and a URL too.
        for span in _find_in_css_value(part):
            yield span._replace(start=start + span.start, end=start + span.end)
        start += len(part) + 1


#: SVG Animations, the attribute `values`
CSS_VALUES: Final = Syntax(
    "values of a CSS property separated by semicolons",
    _find_in_css_values,
    lambda url, span: _write_in_css(url, span).replace(";", "\\3b "),
    is_css=True,
)

# Associating Style Sheets with XML documents 1.0, second edition

#: A name is any word that does not begin with a digit, while XML 1.0 lists its characters one by
#: one (production 4).
_PSEUDO_ATTRIBUTE = re.compile(
    r"[ \t\r\n]*((?![\d.\xb7-])[\w:.\xb7-]+)[ \t\r\n]*=[ \t\r\n]*"
    r"""(?:"(?P<double>[^"<]*)"|'(?P<single>[^'<]*)')"""
    r"(?=[ \t\r\n]|\Z)"
)
_REFERENCE = re.compile(
    r"&(?:#0*(?P<decimal>[0-9]{1,7});"
    r"|#x0*(?P<hexadecimal>[0-9a-fA-F]{1,6});"
    rf"|(?P<name>{'|'.join(XML_ENTITIES)}))?"
)
#: The characters of XML (XML 1.0, production 2).
_XML_CHARACTER = re.compile("[\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_XML_ESCAPES: Final = str.maketrans(
    {character: f"&{name}" for name, character in XML_ENTITIES.items()}
)


def _find_in_instruction(value: str) -> Iterator[URLSpan]:
    """Yield the `href` in the data of an `xml-stylesheet` processing instruction, unless the data
    is malformed."""
    position = 0
    found: dict[str, URLSpan] = {}
    while match := _PSEUDO_ATTRIBUTE.match(value, position):
        position = match.end()
        name = match[1]
        quoted = "double" if match["single"] is None else "single"
        start, text = match.start(quoted), match[quoted]
        try:
            url = _REFERENCE.sub(_referred_to, text).strip(SPACES)
        except ValueError:
            return
        if name in found:
            return
        (written,) = _find_url(text)
        quote = value[start - 1]
        found[name] = URLSpan(start + written.start, start + written.end, url, quote)
    if "href" in found and not value[position:].strip(" \t\r\n"):
        yield found["href"]


def _referred_to(match: re.Match[str]) -> str:
    """Return the character that a reference means. Raise `ValueError` for an invalid reference or
    an ampersand."""
    if match["name"] is not None:
        return XML_ENTITIES[match["name"]]
    if match["decimal"] is not None:
        code_point = int(match["decimal"])
    elif match["hexadecimal"] is not None:
        code_point = int(match["hexadecimal"], 16)
    else:
        raise ValueError("the ampersand does not begin a reference")
    if code_point > sys.maxunicode or not _XML_CHARACTER.match(chr(code_point)):
        raise ValueError("the reference does not mean a character of XML")
    return chr(code_point)


XML_STYLESHEET: Final = Syntax(
    "xml-stylesheet",
    _find_in_instruction,
    # The `>` is escaped too, because a `?>` in the URL would end the instruction.
    lambda url, span: url_alone(url).translate(_XML_ESCAPES),
)
