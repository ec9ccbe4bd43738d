"""The syntaxes of attribute values and texts that contain URLs, and how each finds and writes
these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from math import inf
from typing import Any, Final, NamedTuple

import attrs

from urldom._core.text.unicode import scalar_value_string
from urldom.http._refresh import BARE, cut_refresh

SPACES: Final = " \t\n\f\r"
SPACE_RUN: Final = re.compile(rf"[{SPACES}]+")
UNSPACED: Final = re.compile(rf"[^{SPACES}]+")


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


@attrs.frozen(eq=False)
class Syntax:
    name: str
    #: Returns the spans of the URLs in order, in time linear in the value's length.
    find: Callable[[str], Iterable[URLSpan]]
    #: Returns the text that replaces a span. Characters are percent-encoded if the syntax has no
    #: escapes.
    write: Callable[[str, URLSpan], str]


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
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _find_url(value: str) -> Iterable[URLSpan]:
    url = value.strip(SPACES)
    start = len(value) - len(value.lstrip(SPACES)) if url and url != value else 0
    return (URLSpan(start, start + len(url), url),)


URL: Final = Syntax("URL potentially surrounded by spaces", _find_url, url_alone)


def _not_empty(url: str, syntax: str) -> str:
    if not (url := url_alone(url)):
        raise ValueError(f"an empty URL cannot be written in {syntax}")
    return url


_COMMA_LIST_ITEM = re.compile(rf"[^,{SPACES}](?:[^,]*[^,{SPACES}])?")
SPACE_LIST: Final = Syntax(
    "set of space-separated URLs",
    lambda value: (URLSpan(*match.span(), match[0]) for match in UNSPACED.finditer(value)),
    lambda url, span: SPACE_RUN.sub(percent_encode, _not_empty(url, "a list")),
)
COMMA_LIST: Final = Syntax(
    "list of URLs separated by commas",
    lambda value: (URLSpan(*match.span(), match[0]) for match in _COMMA_LIST_ITEM.finditer(value)),
    lambda url, span: _not_empty(url, "a list").replace(",", "%2C"),
)

# HTML Standard, "Srcset attributes"
# -------------------------------------------------------------------------------

_CANDIDATE_URL = re.compile(r"[ \t\n\f\r,]*([^ \t\n\f\r,][^ \t\n\f\r]*)")
#: Matches to the first comma, or to the end of parentheses before it. A match of all of them would
#: use more memory.
_DESCRIPTORS = re.compile(r"[^,(]*(?:\([^)]*\)?)?")
_WIDTH_OR_HEIGHT = re.compile(r"[0-9]+[wh]\Z")
_DENSITY = re.compile(r"(-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)x\Z")


def _find_in_srcset(value: str) -> Iterator[URLSpan]:
    """Run *parse a srcset attribute*, which ignores a candidate with an invalid descriptor."""
    position = 0
    while match := _CANDIDATE_URL.match(value, position):  # steps 4 to 6
        position = match.end()
        url = match[1].rstrip(",")
        form: str | None = ""
        if url == match[1]:  # step 8 *Otherwise*
            while position < len(value) and value[position] != ",":
                position = _DESCRIPTORS.match(value, position).end()  # type: ignore[union-attr]
            form = _read_descriptors(value[match.end() : position])
        if form is not None:
            yield URLSpan(match.start(1), match.start(1) + len(url), url, form)


def _read_descriptors(text: str) -> str | None:
    """Run the *descriptor parser* (steps 9 to 15). Text in parentheses may have spaces, but is
    never a descriptor. Return the descriptor of the width or the density, `""` if both are missing,
    or `None` if one is invalid."""
    found: dict[str, str] = {}
    for descriptor in UNSPACED.findall(text):
        unit = descriptor[-1]
        if _WIDTH_OR_HEIGHT.match(descriptor):
            if not descriptor[:-1].strip("0") or unit in found or "x" in found:
                return None
        # The rules for parsing floating-point number values fail if a number is too large for a
        # double.
        elif found or not (number := _DENSITY.match(descriptor)) or not 0 <= float(number[1]) < inf:
            return None
        found[unit] = descriptor
    return None if "h" in found and "w" not in found else found.get("w") or found.get("x", "")


def _write_in_srcset(url: str, span: URLSpan) -> str:
    url = SPACE_RUN.sub(percent_encode, _not_empty(url, "a srcset"))
    # A comma at the start or the end of a URL is not a part of the URL.
    return re.sub(r"\A,+|,+\Z", lambda match: "%2C" * len(match[0]), url)


SRCSET: Final = Syntax("srcset", _find_in_srcset, _write_in_srcset)

# HTML Standard, the shared declarative refresh steps
# --------------------------------------------------------------

#: The quotation marks around the URL of a refresh, each with the other one.
_QUOTES: Final = {"'": '"', '"': "'"}
_MISREAD_BARE = re.compile(r"[Uu][Rr][Ll][ \t\n\f\r]*=|[;,]")


def _find_in_refresh(value: str) -> Iterator[URLSpan]:
    if (parts := cut_refresh(value)) is None or parts.start is None:
        return  # A refresh without a URL loads the page itself again.
    if parts.form in _QUOTES:
        closed = parts.end + (parts.end < len(value))
        yield URLSpan(
            parts.start - 1, closed, value[parts.start : parts.end].strip(SPACES), parts.form
        )
        return
    for span in _find_url(value[parts.start : parts.end]):
        yield URLSpan(parts.start + span.start, parts.start + span.end, span.url, parts.form)


def _write_in_refresh(url: str, span: URLSpan) -> str:
    url = url_alone(url)
    if span.form in _QUOTES:
        # In the other quotation marks, a URL keeps the marks that it has.
        mark = _QUOTES[span.form] if span.form in url else span.form
        return mark + url.replace(mark, f"%{ord(mark):02X}") + mark
    url = re.sub(r"\A[\"']", percent_encode, url)
    return f"url={url}" if span.form == BARE and (not url or _MISREAD_BARE.match(url)) else url


REFRESH: Final = Syntax("refresh", _find_in_refresh, _write_in_refresh)

# CSS
# --------------------------------------------------------------------------------------------------------------

#: Every value that contains a URL matches this pattern. A backslash can begin an escaped letter of
#: "url".
_MAY_HOLD_URL = re.compile(r"url|src\(|image|import|\\", re.IGNORECASE)
_CSS_NEWLINE = re.compile(r"\r\n|[\n\r\f]")
_LONG_NUMBER = re.compile(r"[0-9]{4000,}")
_CSS_SPACES = re.compile(r"[ \t\n\f\r]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Matches an escape (CSS Syntax 3, section 4.3.7), and also a backslash before a newline or at the
#: end of the text.
_CSS_ESCAPE = re.compile(r"\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\n\f\r])?|\r\n|[\s\S]|\Z)")
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
#: The functions in which a string is a URL (CSS Images 4, "image-set()" and "image()").
_FUNCTIONS_OF_STRINGS: Final = frozenset(["image-set", "-webkit-image-set", "image"])
#: The at-rules in whose prelude a `url()` is a name: CSS Namespaces, and `@document` of a draft of
#: CSS Conditional.
_NAMING_RULES: Final = frozenset(["namespace", "document", "-moz-document"])
_BLOCKS: Final = frozenset(["{} block", "() block", "[] block"])
_FONT_FACE: Final = "@font-face"


def css_tokens(value: str) -> list[Any]:
    """Return the component values of a text, without its comments."""
    from tinycss2 import parse_component_value_list

    # The CSS parser calls int(), which rejects thousands of digits, so as many letters replace
    # them.
    text = _LONG_NUMBER.sub(lambda match: "x" * len(match[0]), value)
    tokens: list[Any] = parse_component_value_list(text, skip_comments=True)
    return tokens


def _find_in_css(value: str) -> Iterator[URLSpan]:
    """Yield the URLs of a style sheet or declaration list: `url()` tokens and functions, and
    strings that are URLs."""
    if not _MAY_HOLD_URL.search(value):
        return
    parsed = css_tokens(value)
    lines = [0, *(match.end() for match in _CSS_NEWLINE.finditer(value))]
    # For each open list of component values: the rest of it, whether strings are URLs, the at-rule
    # of a prelude, and the name of the property, or of the at-rule around the declarations.
    stack: list[tuple[Iterator[Any], bool, str, str]] = [(iter(parsed), False, "", "")]
    while stack:
        values, strings_are_urls, rule, use = stack.pop()
        for token in values:
            kind = token.type
            if kind == "at-keyword":
                rule = token.lower_value
            elif kind == "literal" and token.value == ";":
                rule, use = "", use if use == _FONT_FACE else ""
            elif kind == "ident" and not use:
                use = token.lower_value
            elif kind in _BLOCKS:
                is_font = rule == "font-face"
                if kind == "{} block":
                    rule, use = "", use if use == _FONT_FACE else ""
                stack += (
                    (values, strings_are_urls, rule, use),
                    (iter(token.content), False, "", _FONT_FACE * is_font),
                )
                break
            elif kind == "function" and token.lower_name not in _URL_FUNCTIONS:
                are_urls = token.lower_name in _FUNCTIONS_OF_STRINGS
                stack += (
                    (values, strings_are_urls, rule, use),
                    (iter(token.arguments), are_urls, "", use),
                )
                break
            elif rule not in _NAMING_RULES and (
                url := _url_of(token, strings_are_urls or rule == "import")
            ):
                line: int = url.source_line
                start = lines[line - 1] + url.source_column - 1
                within = "@import" if rule == "import" else use
                yield _css_span(value, start, url, within)
                rule = ""


def _url_of(token: Any, strings_are_urls: bool) -> Any:
    if token.type == "url" or (token.type == "string" and strings_are_urls):
        return token
    arguments = token.arguments if token.type == "function" else ()  # a URL function
    first = next((argument for argument in arguments if argument.type != "whitespace"), None)
    return first if first is not None and first.type == "string" else None


def _css_span(value: str, start: int, token: Any, use: str) -> URLSpan:
    """Return the span of a string or an unquoted URL, given its token and the position of the
    token."""
    quote = value[start] if token.type == "string" else ""
    stops = _STOPS_STRING[quote] if quote else _STOPS_URL
    start = start + 1 if quote else _CSS_SPACES.match(value, value.index("(", start) + 1).end()  # type: ignore[union-attr]
    end = start
    # One match of the whole text would use memory for each escape.
    while (match := stops.search(value, end)) and match[0] == "\\":
        end = _CSS_ESCAPE.match(value, match.start()).end()  # type: ignore[union-attr]
    end = match.start() if match else len(value)
    text = value[start:end]  # In the token, letters replace the digits of long numbers.
    if "\\" in text:
        text = _SURROGATE.sub("\ufffd", token.value)
    return URLSpan(
        start, end, scalar_value_string(text).replace("\0", "\ufffd"), quote, use
    )  # CSS Syntax 3, section 3.3


def _css_escape(match: re.Match[str]) -> str:
    character = match[0]
    if character == "&":
        text = match.string[
            match.start() : match.start() + 40
        ]  # Named character references are shorter.
        if unescape(text) == text:
            return character
    if character in "&<>\x7f" or character < " ":
        return f"\\{ord(character):x} "
    return f"\\{character}"


CSS: Final = Syntax(
    "CSS",
    _find_in_css,
    lambda url, span: (_UNSAFE_IN_STRING if span.form else _UNSAFE_UNQUOTED).sub(
        _css_escape, url_alone(url)
    ),
)

# Associating Style Sheets with XML documents 1.0, second edition
# --------------------------------------------------

#: A name is any word that does not begin with a digit, while XML 1.0 lists its characters one by
#: one (production 4).
_PSEUDO_ATTRIBUTE = re.compile(
    r"""[ \t\r\n]*((?![\d.\xb7-])[\w:.\xb7-]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')(?=[ \t\r\n]|\Z)"""
)
_REFERENCE = re.compile(
    r"&(?:#0*(?P<decimal>[0-9]{1,7});|#x0*(?P<hexadecimal>[0-9a-fA-F]{1,6});|(?:amp|lt|gt|quot|apos);)?"
)
_PREDEFINED: Final = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
#: The characters of XML (XML 1.0, production 2).
_XML_CHARACTER = re.compile("[\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_XML_ESCAPES: Final = str.maketrans(
    {character: reference for reference, character in _PREDEFINED.items()}
)


def _find_in_instruction(value: str) -> Iterator[URLSpan]:
    """Yield the `href` in the data of an `xml-stylesheet` processing instruction, unless the data
    is malformed."""
    position = 0
    found: dict[str, URLSpan] = {}
    while match := _PSEUDO_ATTRIBUTE.match(value, position):
        position = match.end()
        name, group = match[1], 3 if match[2] is None else 2
        start, text = match.start(group), match[group]
        try:
            url = _REFERENCE.sub(_referred_to, text)
        except ValueError:
            return
        if name in found:
            return
        (written,) = _find_url(text)
        found[name] = URLSpan(
            start + written.start, start + written.end, url.strip(SPACES), value[start - 1]
        )
    if "href" in found and not value[position:].strip(" \t\r\n"):
        yield found["href"]


def _referred_to(match: re.Match[str]) -> str:
    """Return the character that a reference means. Raise `ValueError` for an invalid reference or
    an ampersand."""
    if match[0] in _PREDEFINED:
        return _PREDEFINED[match[0]]
    code_point = int(match["decimal"] or "0") or int(match["hexadecimal"] or "0", 16)
    character = chr(code_point) if code_point <= 0x10FFFF else "\0"
    if not _XML_CHARACTER.match(character):
        raise ValueError("the reference does not mean a character of XML")
    return character


XML_STYLESHEET: Final = Syntax(
    "xml-stylesheet",
    _find_in_instruction,
    # The `>` is escaped too, because a `?>` in the URL would end the instruction.
    lambda url, span: url_alone(url).translate(_XML_ESCAPES),
)
