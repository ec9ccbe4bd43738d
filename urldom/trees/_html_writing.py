"""Writes a tree as HTML (HTML Standard 13.3, *serializing HTML fragments*), and parses the text
again where a parser may read another tree from it.

No function here calls itself, so a tree may have any depth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from urldom._core.errors import shown
from urldom.trees._html_events import (
    OF_HTML,
    End,
    Event,
    Start,
    breaks_out,
    compare,
    read_events,
)
from urldom.trees._html_scripts import (
    Runnable,
    find_foreign,
    find_new,
    may_break_out,
    runnables_of,
    without_last_end_tags,
)
from urldom.trees._table import HTML, MATHML, SVG
from urldom.trees._tree import LITERAL, Comment, Tree, html_name, local_name, split_name
from urldom.trees._unwritable import UnwritableError

#: HTML 13.3 step 1 of *serializes as void*: the void elements, and five obsolete ones.
_VOID: Final = frozenset(
    f"{OF_HTML}{name}"
    for name in (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
        *("track", "wbr", "basefont", "bgsound", "frame", "keygen", "param"),
    )
)
#: The elements in which the parser drops a line break at the start.
_DROPPING: Final = ("pre", "textarea", "listing")
_ALL_DROPPING: Final = frozenset(f"{OF_HTML}{name}" for name in _DROPPING)
#: A start tag before a line break that a parser drops, or one that may be another, because its
#: attributes are not as simple as most.
_FIND_BREAK: Final = re.compile(
    rf"""<(?:{"|".join(_DROPPING)})(?=[ >])(?!(?:[ ][^ ">=]+="[^">]*")*>[^\n])"""
)
#: The elements whose content is text for a browser with scripting.
_READ_AS_TEXT: Final = ("title", "textarea", "noscript", *LITERAL)
#: What ends a comment besides `-->` (HTML 13.2.5.43 and 13.2.5.50).
_ENDS_OF_COMMENT: Final = ("--!>", "<!-->", "<!--->")
#: The vocabularies in words, by their namespaces
_VOCABULARIES: Final = {HTML: "HTML", SVG: "SVG", MATHML: "MathML", "": "no namespace"}
#: HTML 13.3, *escaping a string*, and a carriage return, which a parser reads as a line feed.
_IN_TEXT: Final = (
    ("&", "&amp;"),
    ("\xa0", "&nbsp;"),
    ("<", "&lt;"),
    (">", "&gt;"),
    ("\r", "&#13;"),
)
_IN_ATTRIBUTE: Final = (*_IN_TEXT, ('"', "&quot;"))


def write_html(tree: Tree, encoding: str, *, force: bool) -> str:
    """Return the text of a tree in HTML. Raise `UnwritableError` if a parser would read another
    tree from it, or a browser would run what it does not run in the source, unless `force` is
    true."""
    text = _write(tree, encoding, force=force)
    if text.startswith("\ufeff") and tree.written_inside not in tree.literal():
        text = f"&#xFEFF;{text[1:]}"  # At the start, it would be a byte order mark.
    if tree.was_given and not force and may_break_out(tree, text):
        _require_own_scripts(tree, text)
    if tree.source is None:
        return text
    shorter = without_last_end_tags(tree.source, text)
    if shorter != text:
        text = shorter
        if not force:
            _require_same(tree, text)
    if not force:
        _require_nothing_new_runs(tree, tree.source, text)
    return text


def _require_nothing_new_runs(tree: Tree, source: str, text: str) -> None:
    if not tree.may_run_more(source, text):
        return
    new = find_new(source, text, may_have_scripts=tree.was_given)
    if new is not None:
        reason = f"{_in_words_of(new)} is text for a browser with scripting, and would run"
        raise UnwritableError(None, reason)


def _require_own_scripts(tree: Tree, text: str) -> None:
    own = runnables_of(event for _, event in read_events(tree))
    foreign = find_foreign(tree.source, text, own)
    if foreign is not None:
        raise UnwritableError(None, f"{_in_words_of(foreign)} is text, and would run in a browser")


def _in_words_of(new: Runnable) -> str:
    what = "a script" if new.name == "script" else f"the attribute {new.name}"
    return f"{what} {shown(new.code)}" if new.code else what


def _write(tree: Tree, encoding: str, *, force: bool) -> str:
    # The library's own text is the usual answer, if nothing in it is doubtful or it is read back.
    text = tree.write(encoding) if tree.can_write() else ""
    is_doubtful = tree.was_given or tree.is_doubtful(text) or _needs_care(tree)
    if text and not is_doubtful and not _may_lose_break(tree, text):
        return text
    if text and _is_read_back(tree, text):
        return text
    # Otherwise, the tree is written by the Standard, and what is doubtful is read back.
    text, has_odd_piece = write_tree(tree)
    if force:
        return text
    if is_doubtful or has_odd_piece or _may_lose_break(tree, text):
        _require_same(tree, text)
    if tree.knows_only_html:
        _require_as_browsers(tree, text)
    return text


def _needs_care(tree: Tree) -> bool:
    """Return `True` if a script contains `<!--`, after which a parser may read past the end tag
    (HTML 13.2.5, *script data double escaped state*), or if a snippet is read literally."""
    scripts = tree.find(html_name(tree, "script"))
    if any("<!--" in tree.text(node) for node in scripts):
        return True
    return tree.written_inside in tree.literal()


def _may_lose_break(tree: Tree, text: str) -> bool:
    """Return `True` if a parser may read a line break in the HTML of a tree differently."""
    if "\r" in text:
        return True
    return not tree.knows_only_html and _FIND_BREAK.search(text) is not None


def _is_read_back(tree: Tree, text: str) -> bool:
    """Return `True` if the library's parser reads the tree from a text, as far as a fast comparison
    can see."""
    read = _read_again(tree, text)
    return read is not None and tree.is_equal(read)


def _read_again(tree: Tree, text: str) -> Tree | None:
    """Return the tree that the library's parser reads from a text, or `None` if it fails."""
    if tree.parse_again is None:
        return None
    try:
        return tree.parse_again(text)
    except (ImportError, MemoryError):
        raise
    except Exception:  # The parsers of other libraries raise errors of any class.
        return None


def _require_same(tree: Tree, text: str) -> None:
    """Raise `UnwritableError` if the parser reads another tree from the text of a tree."""
    if tree.parse_again is None:
        _require_no_markup_in_text(tree)
        return
    read = _read_again(tree, text)
    if read is None:
        raise UnwritableError(None, "its parser fails")
    if tree.is_equal(read):
        return
    difference = compare(tree, read)
    if difference is not None:
        tree.was_given = True  # The program gets a node, so it may change the tree.
        node, written, found = difference
        raise UnwritableError(node, _reason(written, found))


def _reason(written: Event | None, found: Event | None) -> str:
    """Return how two events differ, in words."""
    if isinstance(written, Start) and isinstance(found, Start) and written.name == found.name:
        names = {*written.attributes.items(), *found.attributes.items()}
        name, _ = min(names - (written.attributes.items() & found.attributes.items()))
        return f"the attribute {shown(name)} of {local_name(written.name)} is read differently"
    words, words_found = _in_words(written), _in_words(found)
    if words == words_found:  # Only the vocabularies of the names differ.
        words += _of_vocabulary(written)
        words_found += _of_vocabulary(found)
    return f"{words} is read as {words_found}"


def _of_vocabulary(event: Event | None) -> str:
    """Return the vocabulary of an element, in words, or `""` for other events."""
    if not isinstance(event, (Start, End)):
        return ""
    namespace, _ = split_name(event.name)
    return f" of {_VOCABULARIES.get(namespace, shown(namespace))}"


def _require_as_browsers(tree: Tree, text: str) -> None:
    """Raise `UnwritableError` if browsers end an element or a comment before its end. Old versions
    of Python's parser do not know these rules, so that a comparison does not see it."""
    if not _may_end_early(text):
        return
    depths = dict.fromkeys((f"{OF_HTML}{name}" for name in _READ_AS_TEXT), 0)
    for node, event in read_events(tree):
        if isinstance(event, Comment) and _ends_early(event):
            raise UnwritableError(node, f"{_in_words(event)} ends earlier for browsers")
        if isinstance(event, (Start, End)) and event.name in depths:
            depths[event.name] += 1 if isinstance(event, Start) else -1
            if depths[event.name] > 1:
                name = local_name(event.name)
                raise UnwritableError(node, f"browsers read the inner {name} as the end of another")


def _may_end_early(text: str) -> bool:
    """Return `True` if an element or a comment of an HTML text may end before its end for
    browsers."""
    has_two = any(text.count(f"<{name}") > 1 for name in _READ_AS_TEXT)
    return has_two or any(end in text for end in _ENDS_OF_COMMENT)


def _ends_early(comment: Comment) -> bool:
    """Return `True` if a comment ends before its end for browsers."""
    return not comment.is_whole and any(end in _written(comment) for end in _ENDS_OF_COMMENT)


def _require_no_markup_in_text(tree: Tree) -> None:
    """Raise `UnwritableError` if a text, a name or a comment would become markup, which is all that
    can be known without a parser."""
    above = [tree.written_inside]
    literal = tree.literal()
    for node, event in read_events(tree):
        if breaks_out(event, above[-1], is_literal=above[-1] in literal):
            raise UnwritableError(node, f"{_in_words(event)} may be read as other markup")
        if isinstance(event, Start):
            above.append(event.name)
        elif isinstance(event, End):
            above.pop()


def write_tree(tree: Tree) -> tuple[str, bool]:
    """Return the HTML of a tree, or of the content of a fragment's root, and `True` if a parser may
    read a part of it in another way."""
    pieces: list[str] = []
    above: list[str] = [tree.written_inside]
    before: Event | None = None
    has_odd_piece = False
    literal = tree.literal()
    dropping = frozenset[str]() if tree.knows_only_html else _ALL_DROPPING
    for _, event in read_events(tree):
        is_literal = above[-1] in literal
        has_odd_piece = has_odd_piece or breaks_out(event, above[-1], is_literal=is_literal)
        if isinstance(event, Start):
            pieces += _start_tag(event)
            above.append(event.name)
        elif isinstance(event, End):
            above.pop()
            if event.name not in _VOID:
                pieces.append(f"</{local_name(event.name)}>")
        elif isinstance(event, Comment):
            pieces.append(_written(event))
        elif is_literal:
            pieces.append(event)
        else:
            is_first = before is None or isinstance(before, Start)
            is_line_feed_dropped = is_first and above[-1] in dropping
            pieces.append(_written_text(event, is_line_feed_dropped=is_line_feed_dropped))
        before = event
    return "".join(pieces), has_odd_piece


def _start_tag(element: Start) -> Iterator[str]:
    """Yield the pieces of a start tag."""
    yield f"<{local_name(element.name)}"
    for name, value in element.attributes.items():
        yield f' {name}="{_escaped(value, _IN_ATTRIBUTE)}"'
    yield ">"


def _written_text(text: str, *, is_line_feed_dropped: bool) -> str:
    """Return a text in HTML, after a line feed if the parser drops the first one."""
    escaped = _escaped(text, _IN_TEXT)
    return f"\n{escaped}" if is_line_feed_dropped and text.startswith("\n") else escaped


def _written(comment: Comment) -> str:
    return comment.text if comment.is_whole else f"<!--{comment.text}-->"


def _escaped(text: str, references: tuple[tuple[str, str], ...]) -> str:
    for character, reference in references:
        if character in text:
            text = text.replace(character, reference)
    return text


def _in_words(event: Event | None) -> str:
    if event is None:
        return "nothing"
    if isinstance(event, Start):
        return f"the element {local_name(event.name)}"
    if isinstance(event, End):
        return f"the end of {local_name(event.name)}"
    if isinstance(event, Comment):
        return f"the comment {shown(event.text)}"
    return f"the text {shown(event)}"
