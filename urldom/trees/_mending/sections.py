"""Reads comments, CDATA sections, instructions and document types that are nearly well-formed."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from urldom.trees._mending.characters import without_forbidden
from urldom.trees._mending.mend import Notes
from urldom.trees._mending.names import as_name
from urldom.trees._mending.reading import after, end_of

_SECTION_START: Final = re.compile(r"<!?\s*\[?\s*CDATA\s*\[", re.IGNORECASE)
_DOCTYPE_START: Final = re.compile("<!doctype", re.IGNORECASE)
#: A document type without an internal subset (XML 1.0, production 28).
_DOCTYPE: Final = re.compile(
    r"<!DOCTYPE[ \t\r\n]+[A-Za-z_][\w.:-]*"
    r"(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+(?:\"[-'()+,./:=?;!*#@$%\w \r\n]*\""
    r"|'[-()+,./:=?;!*#@$%\w \r\n]*'))"
    r"[ \t\r\n]+(?:\"[^\"<>&]*\"|'[^'<>&]*'))?[ \t\r\n]*>",
    re.ASCII,
)
#: The beginning of the internal subset, and the parts in which a "]" does not end it.
_BEFORE_SUBSET: Final = re.compile(r"[^<>\[]*\[?")
_IN_SUBSET: Final = re.compile(r"\"|'|<!--|<\?|\]")
_SUBSET_ENDS: Final = {'"': '"', "'": "'", "<!--": "-->", "<?": "?>"}
_DECLARATION: Final = re.compile(
    r"<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:\"1\.0\"|'1\.0')"
    r"(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:\"[A-Za-z][\w.-]*\"|'[A-Za-z][\w.-]*'))?"
    r"(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:\"(?:yes|no)\"|'(?:yes|no)'))?"
    r"[ \t\r\n]*\?>",
    re.ASCII,
)
_DECLARATION_START: Final = re.compile(r"<\?xml(?=[\s?>])[^<>]*>?", re.IGNORECASE)
_TARGET: Final = re.compile(r"<\?([^ \t\r\n]+)")
#: The end of a comment that XML does not allow, as HTML and SGML know it. In `<!-->`, the hyphens
#: of the beginning belong to it (HTML 13.2.5.43).
_COMMENT_ENDING: Final = re.compile(r"--(?:!|\s*)>")
#: The content of a comment or an instruction that is never ended.
_UNENDED: Final = re.compile("[^<>]*")
#: The end of a CDATA section, of which a character is missing or separated.
_WRONG_SECTION_END: Final = re.compile(r"(?:\]\s*\]\s*>?|\]\s*>)\s*\Z")
_LONGEST_WRONG_END: Final = 20
_SECTION_ENDS: Final = re.compile(r"(?:\s*\]\]>)+")

_COMMENT: Final = 'a comment that contains "--", or ends with "-": its hyphens separated'
_OTHER_COMMENT_END: Final = "a comment whose end is not written as XML does: ended"
_COMMENT_END: Final = "a comment without its end: ended"
_SECTION: Final = "a CDATA section whose beginning is not written as XML does: read as a section"
_NESTED: Final = "a CDATA section in another one: read as a part of it"
_ENDED_TWICE: Final = "a CDATA section with two ends: ended once"
_SECTION_END: Final = "a CDATA section without its end: ended"
_MISPLACED_DECLARATION: Final = "an XML declaration that is misplaced or malformed: removed"
_INSTRUCTION: Final = "a processing instruction that is not well-formed: removed"
_INSTRUCTION_END: Final = "a processing instruction without its end: ended"
_REMOVED_DOCTYPE: Final = "a document type that is not well-formed, or declares entities: removed"
_UNKNOWN: Final = "markup that XML does not have here: removed"


class Section(NamedTuple):
    """A comment, a CDATA section, an instruction or a document type: what XML writes for it, and
    its end in the text."""

    written: str
    end: int


class SectionReader:
    """Reads the sections of a text, and adds to `notes` what was mended."""

    def __init__(self, text: str, notes: Notes) -> None:
        self._text = text
        self._notes = notes
        #: Where each string was sought and found last, so that no part of the text is searched
        #: twice.
        self._found: dict[str, tuple[int, int]] = {}
        #: `True` if no comment is ended after a position of the text.
        self._is_unended = False

    def is_cdata(self, position: int) -> bool:
        """Return `True` if a CDATA section begins at a position, perhaps with mistakes."""
        return _SECTION_START.match(self._text, position) is not None

    def comment(self, position: int) -> Section:
        """Return the comment at a position."""
        start = position + len("<!--")
        content_end, end = self._end_of_comment(start)
        content = without_forbidden(self._text, start, content_end, self._notes)
        # XML 1.0, production 15
        if "--" in content or content.endswith("-"):
            self._notes.add(position, _COMMENT)
            content = re.sub("-(?=-)", "- ", content)
            content = f"{content} " if content.endswith("-") else content
        return Section(f"<!--{content}-->", end)

    def _end_of_comment(self, start: int) -> tuple[int, int]:
        """Return the end of the content and the end of a comment."""
        text = self._text
        hyphens = self._find("--", start)
        if hyphens != -1 and text.startswith("-->", hyphens):
            return hyphens, hyphens + len("-->")
        if hyphens != -1 and text.startswith("<!--", hyphens - len("<!")):
            # In `<!-- a -> <b/> <!-- c -->`, the second comment is not a part of the first.
            end = text.find("->", start, hyphens)
            if end != -1:
                self._notes.add(end, _OTHER_COMMENT_END)
                return end, end + len("->")
        match = None if self._is_unended else _COMMENT_ENDING.search(text, start - len("--"))
        if match is None:
            self._is_unended = True
            self._notes.add(start, _COMMENT_END)
            return self._next_bracket(start)
        if match[0] != "-->" or match.start() < start:
            self._notes.add(match.start(), _OTHER_COMMENT_END)
        return max(start, match.start()), match.end()

    def cdata(self, position: int, element: str) -> Section:
        """Return a CDATA section. `element` is the name of the element that contains it."""
        match = _SECTION_START.match(self._text, position)
        start = position if match is None else match.end()
        if match is None or match[0] != "<![CDATA[":
            self._notes.add(position, _SECTION)
        content_end, end = self._end_of_cdata(start, element)
        content = without_forbidden(self._text, start, content_end, self._notes)
        if "]]>" in content:  # another section
            content = content.replace("<![CDATA[", "").replace("]]>", "")
        again = _SECTION_ENDS.match(self._text, end)
        if again is not None:
            self._notes.add(end, _ENDED_TWICE)
            end = again.end()
        return Section(f"<![CDATA[{content}]]>", end)

    def _end_of_cdata(self, start: int, element: str) -> tuple[int, int]:
        """Return the end of the content and the end of a CDATA section."""
        text = self._text
        end = self._find("]]>", start)
        own_end = text.find(f"</{element}", start, len(text) if end == -1 else end)
        inner = -1 if end == -1 else text.find("<![CDATA[", start, end)
        # In `<a><![CDATA[b]]</a>`, the end is wrong, whatever follows.
        is_wrong = text.endswith("]]", start, max(own_end, start))
        if end == -1 or (own_end != -1 and (inner > own_end or is_wrong)):
            self._notes.add(start, _SECTION_END)
            closed = len(text) if own_end == -1 else own_end
            beginning = max(start, closed - _LONGEST_WRONG_END)
            wrong = _WRONG_SECTION_END.search(text[beginning:closed])
            return closed if wrong is None else beginning + wrong.start(), closed
        if inner != -1:
            outer_end = self._find("]]>", end + 1)
            other = re.compile(rf"</{re.escape(element)}|<!\[CDATA\[")
            if outer_end != -1 and other.search(text, end, outer_end) is None:
                self._notes.add(inner, _NESTED)
                end = outer_end
        return end, end + len("]]>")

    def instruction(self, position: int, *, is_first: bool) -> Section:
        """Return a processing instruction, or the XML declaration if it is the first markup."""
        text = self._text
        declaration = _DECLARATION_START.match(text, position)
        if declaration is not None:
            match = _DECLARATION.match(text, position)
            if match is not None and is_first:
                return Section(match[0], match.end())
            self._notes.add(position, _MISPLACED_DECLARATION)
            return Section("", declaration.end())
        content_end, end = self._end_of_instruction(position + len("<?"))
        target = _TARGET.match(text, position, content_end)
        name = "" if target is None else target[1]
        if target is None or as_name(name) != name or ":" in name or name.lower() == "xml":
            self._notes.add(position, _INSTRUCTION)
            return Section("", end)
        data = without_forbidden(text, target.end(), content_end, self._notes)
        # Between the parts of another "?>", a character was removed.
        data = data.replace("?>", "? >")
        return Section(f"<?{name}{data}?>", end)

    def _end_of_instruction(self, start: int) -> tuple[int, int]:
        """Return the end of the content and the end of an instruction."""
        end = self._find("?>", start)
        bracket, after_bracket = self._next_bracket(start)
        # In `<?a b><c/><?d ?>`, the second instruction is not a part of the first.
        is_ended = after_bracket > bracket
        is_ended_early = is_ended and start < self._find("<?", after_bracket) < end
        if end != -1 and not is_ended_early:
            return end, end + len("?>")
        self._notes.add(start, _INSTRUCTION_END)
        if self._text.startswith("?", max(start, bracket - 1)):
            bracket -= 1
        return bracket, after_bracket

    def _next_bracket(self, start: int) -> tuple[int, int]:
        """Return the position of the next ">" and the position after it. If other markup begins
        before it, both are its beginning."""
        end = end_of(_UNENDED, self._text, start)
        return end, after(self._text, end, ">")

    def declaration(self, position: int, *, can_be_doctype: bool) -> Section:
        """Return the document type, or nothing for other markup that begins with `<!`. The
        entities of a document type are never expanded."""
        text = self._text
        match = _DOCTYPE.match(text, position)
        if match is not None and can_be_doctype:
            return Section(match[0], match.end())
        if _DOCTYPE_START.match(text, position) is None:
            self._notes.add(position, _UNKNOWN)
            return Section("", self._after_bracket(position))
        self._notes.add(position, _REMOVED_DOCTYPE)
        return Section("", self._end_of_doctype(position + len("<!doctype")))

    def _end_of_doctype(self, start: int) -> int:
        """Return the end of a document type, given the end of its `<!doctype`."""
        text = self._text
        position = end_of(_BEFORE_SUBSET, text, start)
        if not text.endswith("[", start, position):
            return after(text, position, ">")
        while found := _IN_SUBSET.search(text, position):
            if found[0] == "]":
                return self._after_bracket(found.end())
            closing = _SUBSET_ENDS[found[0]]
            end = self._find(closing, found.end())
            if end == -1:
                break
            position = end + len(closing)
        return self._after_bracket(start)

    def _after_bracket(self, start: int) -> int:
        """Return the position after the next ">", or the end of the text."""
        end = self._find(">", start)
        return len(self._text) if end == -1 else end + 1

    def _find(self, sought: str, start: int) -> int:
        """Return the position of a string, or -1 if the text does not contain it any more."""
        since, found = self._found.get(sought, (0, 0))
        if since <= start and (start <= found or found == -1):
            return found
        found = self._text.find(sought, start)
        self._found[sought] = start, found
        return found
