"""Finds what a browser runs in a text of HTML: scripts, event handlers and `javascript:` URLs.

A written page must not run what its source does not run. But a parser may read an element where a
browser with scripting reads text, as in a `noscript` (HTML 13.2.6.4.4), and a script that the end
of the page ends does not run (HTML 13.2.6.4.8)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from html import unescape
from html.entities import html5
from typing import Final, NamedTuple

from urldom.trees._html_events import Event, Start
from urldom.trees._markup import OpenForeign, Tag, find_markup
from urldom.trees._table import ascii_lower
from urldom.trees._tree import LITERAL, Tree, html_name, local_name

#: Text that may be a script, a handler or a `javascript:` URL, also with references.
_MAY_RUN: Final = re.compile(
    "[\t\n\f\r /\"']on[a-z]+[\t\n\f\r ]*=|<script|srcdoc|&(?:#|tab|newline|colon)"
    "|j[\t\n\r]*a[\t\n\r]*v[\t\n\r]*a[\t\n\r]*s[\t\n\r]*c[\t\n\r]*r[\t\n\r]*i[\t\n\r]*p"
    "[\t\n\r]*t[\t\n\r]*:",
    re.IGNORECASE,
)
_NOSCRIPT: Final = re.compile("<(?P<is_end>/)?noscript(?=[\t\n\f\r />])[^<>]*", re.IGNORECASE)
_END_OF_NOSCRIPT: Final = re.compile("</noscript", re.IGNORECASE)
#: An element of raw text with markup, which is an element of SVG for a browser.
_RAW_TEXT_WITH_MARKUP: Final = re.compile(
    rf"<({'|'.join(LITERAL)})(?=[ >])[^<>]*>[^<]*(?:<(?!/\1|[a-z!])[^<]*)*<[a-z!]", re.IGNORECASE
)
_TITLE_WITH_MARKUP: Final = re.compile("<(?:title|textarea)[^<>]*>[^<&]*(?:&(?!lt;)[^<&]*)*&lt;")
#: Start tags, up to the next `<` or `>`, which may be in an attribute. The elements whose content
#: is text begin with these letters. A search without IGNORECASE is fast.
_TAG: Final = re.compile("<[stxinpSTXINP][ctiemfolCTIEMFOL][rytxpefaRYTXPEFA][^<>]*")
_is_text_tag: Final = re.compile(
    rf"<(?:title|textarea|{'|'.join(LITERAL)})(?=[\t\n\f\r /]|\Z)", re.IGNORECASE
).match
_END_OF_SCRIPT: Final = re.compile("</script", re.IGNORECASE)
#: The end tags that may come after the last content of a page.
_END_TAGS: Final = re.compile(r"(?:</[^<>]*>|<body>|[\t\n\f\r ])*")
#: The end tag of a script at the end of a page, in its last characters.
_LAST_SCRIPT: Final = re.compile(r"</script[^<>]*>(?:</[^<>]*>|[\t\n\f\r ])*\Z", re.IGNORECASE)
_TAIL: Final = 1_000
#: The references that an attribute can contain (HTML 13.2.5.73).
_REFERENCE: Final = re.compile(r"&(?:#[0-9A-Za-z]+;?|[0-9A-Za-z]+;|[0-9A-Za-z]+(?![0-9A-Za-z=]))")
#: The attributes with URLs that a browser follows.
_FOLLOWED: Final = frozenset(["href", "xlink:href", "src", "action", "formaction", "data"])
_REWRITTEN: Final = _FOLLOWED | {"srcdoc"}
_is_script_url: Final = re.compile(
    "[\0-\x20]*j[\t\n\r]*a[\t\n\r]*v[\t\n\r]*a[\t\n\r]*s[\t\n\r]*c[\t\n\r]*r", re.IGNORECASE
).match


class Runnable(NamedTuple):
    """A script, or an attribute that runs one."""

    #: The attribute's name, or `"script"`.
    name: str
    #: The code, or `""` for a script with a URL.
    code: str


#: A script with a URL, which may be rewritten.
_EXTERNAL: Final = Runnable("script", "")
_URLS_OF_SCRIPT: Final = frozenset(["src", "href", "xlink:href"])


class _Read(NamedTuple):
    """The scripts and handlers that a browser runs in a text."""

    runnables: Counter[Runnable]
    #: The content of the script that the end of the text ends, or `None`. It does not run.
    last: str | None


def _normalized(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def _read(text: str) -> _Read:
    """Return what a browser with scripting runs in a text of HTML."""
    text = _normalized(text)
    reader = _Reader()
    after_tag = start = 0
    for _, end, tag in find_markup(text, OpenForeign()):
        if tag is not None:
            reader.read(tag, text[after_tag:start])
            after_tag = end
        if reader.has_frames:
            break
        start = end
    return reader.at_end(text[after_tag:])


class _Reader:
    """Collects what a browser runs while it reads the tags of a page."""

    def __init__(self) -> None:
        self._found: Counter[Runnable] = Counter()
        self._templates = _Templates()
        #: The start tag of the script whose end tag comes next, or `None`.
        self._script: Tag | None = None
        self._has_body = False
        #: `True` if the page has a `frameset` instead of a body, so that nothing more of it runs.
        self.has_frames = False

    def read(self, tag: Tag, before: str) -> None:
        """Read a tag, and the text between it and the tag before."""
        if self._script is not None and tag.is_end and tag.name == "script":
            self._found.update(_of_script(self._script, before))
        self._script = None
        self._templates.read(tag)
        self._has_body = self._has_body or tag.name == "body"
        if tag.name == "frameset" and not self._has_body:
            self._read_frameset(tag)
        elif not tag.is_end and not self._templates.is_inert():
            self._found.update(_of_attributes(tag))
            if tag.name == "script":
                self._script = tag

    def _read_frameset(self, tag: Tag) -> None:
        """Forget the handlers, because a browser ignores the elements of a body."""
        self.has_frames = True
        scripts = {each: number for each, number in self._found.items() if each.name == "script"}
        self._found = Counter(scripts) + Counter(_of_attributes(tag))

    def at_end(self, rest: str) -> _Read:
        """Return what was found, given the text after the last tag."""
        return _Read(self._found, None if self._script is None else rest)


class _Templates:
    """The open `template` elements. Nothing in them runs, unless they make shadow trees."""

    def __init__(self) -> None:
        self._are_inert: list[bool] = []
        self._inert = 0

    def is_inert(self) -> bool:
        return self._inert > 0

    def read(self, tag: Tag) -> None:
        if tag.name != "template":
            return
        if not tag.is_end:
            mode = ascii_lower(dict(tag.attributes).get("shadowrootmode"))
            self._are_inert.append(mode not in ("open", "closed"))
            self._inert += self._are_inert[-1]
        elif self._are_inert:
            self._inert -= self._are_inert.pop()


def _of_script(tag: Tag, content: str) -> Iterator[Runnable]:
    if not _URLS_OF_SCRIPT.isdisjoint(name for name, _ in tag.attributes):
        yield _EXTERNAL
    if content:
        yield Runnable("script", _code(content))


def _code(content: str) -> str:
    """Return the code of a script. In SVG, it may be in a CDATA section."""
    return unescape(content.replace("<![CDATA[", "").replace("]]>", ""))


def _of_attributes(tag: Tag) -> Iterator[Runnable]:
    names: set[str] = set()
    for name, written in tag.attributes:
        if name not in names:  # Only the first attribute with a name counts.
            names.add(name)
            value = _REFERENCE.sub(_referenced, written)
            if _runs(name, value):
                yield Runnable(name, value)
                # Python's parser reads references without a semicolon as in a text.
                yield Runnable(name, unescape(written))


def _runs(name: str, value: str) -> bool:
    is_url = name in _FOLLOWED and _is_script_url(value) is not None
    return name.startswith("on") or name == "srcdoc" or is_url


def _referenced(match: re.Match[str]) -> str:
    reference = match[0]
    is_known = reference.startswith("&#") or reference[1:] in html5
    return unescape(reference) if is_known else reference


def find_new(source: str, text: str, *, may_have_scripts: bool) -> Runnable | None:
    """Return a script or a handler that a browser runs in a written text, and that is text in its
    source, or `None`. With `may_have_scripts`, a program may have added scripts."""
    if _MAY_RUN.search(text) is None:
        return None
    known, _ = _read(source)
    written, _ = _read(text)
    if written[_EXTERNAL] > known[_EXTERNAL] and not may_have_scripts:
        return _EXTERNAL
    new = written.keys() - known.keys()
    if not may_have_scripts and _has_more_rewritten(written, known):
        changed = (each for each in new if each.name in _REWRITTEN)
        return min(changed, default=Runnable("srcdoc", ""))
    if not new:
        return None
    source = _normalized(source)
    hidden = f"{source}\0{_code(source)}"
    return next((each for each in sorted(new) if each.code and each.code in hidden), None)


def _has_more_rewritten(written: Counter[Runnable], known: Counter[Runnable]) -> bool:
    """Return `True` if a written text has more `srcdoc` attributes or `javascript:` URLs than its
    source. Their values change if URLs are rewritten. A parser may copy links, so only URLs that
    differ count."""
    more_documents = _count_documents(written) > _count_documents(known)
    return more_documents or _count_urls(written) > _count_urls(known)


def _count_documents(found: Counter[Runnable]) -> int:
    return sum(number for each, number in found.items() if each.name == "srcdoc")


def _count_urls(found: Counter[Runnable]) -> int:
    return sum(1 for each in found if each.name in _FOLLOWED)


def find_foreign(source: str | None, text: str, own: set[Runnable]) -> Runnable | None:
    """Return a script or a handler that a browser runs in a written text, and that is neither in
    its source nor in its tree (`own`), or `None`."""
    written, _ = _read(text)
    others = written.keys() - own - {_EXTERNAL}
    if others and source is not None:
        others -= _read(source).runnables.keys()
    return min(others, default=None)


def runnables_of(events: Iterable[Event]) -> set[Runnable]:
    """Return the scripts and handlers of a tree."""
    found: set[Runnable] = set()
    in_script = False
    for event in events:
        if isinstance(event, Start):
            in_script = local_name(event.name) == "script"
            for name, value in event.attributes.items():
                if _runs(ascii_lower(name), value):
                    found.add(Runnable(ascii_lower(name), _normalized(value)))
        elif isinstance(event, str) and in_script:
            found |= {Runnable("script", event), Runnable("script", _code(event))}
        else:
            in_script = False
    return found


def may_break_out(tree: Tree, text: str) -> bool:
    """Return `True` if a browser with scripting may read other markup than the parser in what a
    program put into the tree: the end of a `noscript` in its content. For a parser that knows only
    HTML, this may be markup in a raw text of SVG."""
    if "<noscript" in text:
        count = sum(1 for _ in tree.find(html_name(tree, "noscript")))
        if len(_END_OF_NOSCRIPT.findall(text)) != count:
            return True
    return tree.knows_only_html and any(
        _RAW_TEXT_WITH_MARKUP.search(text, *span) is not None for span in _spans_of_foreign(text)
    )


def may_run_more(source: str, text: str) -> bool:
    """Return `True` if a parser of the HTML Standard, which has no scripting, may have made scripts
    or handlers of text: in a `noscript`, or in SVG, where only an end tag makes a script run."""
    in_noscript = "<noscript" in text and _may_run_in_noscript(source)
    return in_noscript or _has_script_in_svg(text)


def may_run_more_of(source: str, text: str, literal: Collection[str]) -> bool:
    """Do what `may_run_more` does for libxml2, which ends an element at `/>`, and knows neither
    CDATA sections nor templates. Old versions do not read all elements literally that browsers
    do."""
    is_odd = len(literal) < len(LITERAL) or "<template" in text or "<frameset" in text
    if is_odd or "<![CDATA[" in source or may_run_more(source, text):
        return True
    # Browsers read markup in a `title` of SVG.
    if ("<svg" in text or "<math" in text) and _TITLE_WITH_MARKUP.search(text) is not None:
        return True
    return any(map(_may_close_itself, _TAG.findall(source)))


def _may_close_itself(tag: str) -> bool:
    """Return `True` if a start tag of an element whose content is text may end with `/>`."""
    if _is_text_tag(tag) is None:
        return False
    return tag.endswith("/") or tag.count('"') % 2 == 1 or tag.count("'") % 2 == 1


def _may_run_in_noscript(source: str) -> bool:
    start: int | None = None
    for match in _NOSCRIPT.finditer(source):
        if match["is_end"] is None:
            if '"' in match[0] or "'" in match[0]:
                return True  # An attribute may contain an end tag.
            start = match.end() if start is None else start
        elif start is not None:
            if _MAY_RUN.search(source, start, match.start()) is not None:
                return True
            start = None
    return start is not None and _MAY_RUN.search(source, start) is not None


def _has_script_in_svg(text: str) -> bool:
    """Return `True` if a written text may have a `script` in an `svg`."""
    return any(text.find("<script", *span) != -1 for span in _spans(text, "svg"))


def _spans_of_foreign(text: str) -> Iterator[tuple[int, int]]:
    yield from _spans(text, "svg")
    yield from _spans(text, "math")


def _spans(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of a written text from a start tag to the next end tag."""
    end = 0
    while (start := text.find(f"<{name}", end)) != -1:
        end = text.find(f"</{name}>", start)
        if end == -1:
            end = len(text)
        yield start, end


def without_last_end_tags(source: str, text: str) -> str:
    """Return a written text without its last end tags if the end of the source ends the script in
    them, so that it does not run."""
    place = _place_of_end_tags(text)
    if place == -1:
        return text
    written = text[text.rfind("<script", 0, place) : place]
    tail = max(0, len(source) - _TAIL)
    is_plain = _END_OF_SCRIPT.search(written) is None
    if is_plain and _LAST_SCRIPT.search(source, tail) is not None:
        return text  # The source has the end tag.
    last = _read(source).last
    if last is None:
        return text
    # In SVG, the content is written with references.
    is_written = text.endswith(last, 0, place) or _code(written).endswith(_code(last))
    return text[:place] if is_written else text


def _place_of_end_tags(text: str) -> int:
    """Return the position of the end tag of a script after which only end tags follow, or -1."""
    tail = max(0, len(text) - _TAIL)
    place = text.rfind("</script>", tail)
    if place == -1 and _END_TAGS.fullmatch(text, text.find("<", tail)) is not None:
        place = text.rfind("</script>")
    if place == -1 or _END_TAGS.fullmatch(text, place) is None:
        return -1
    return place
