"""A changed text or value is written so that a parser reads it, and keeps what did not change."""

from html.entities import html5
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom.trees._syntaxes import XML_ENTITIES
from urldom.trees._xml.texts import change_text, change_value


def read(source):
    return ElementTree.fromstring(f"<a>{source}</a>".encode()).text or ""


@each_case(
    ("source", "new", "expected"),
    [
        ("a", "b", "b"),
        ("", "<", "&lt;"),
        ("a&#38;b&quot;c", 'a&d"c', "a&#38;d&quot;c"),
        ("a > b\r\nc", "a > b\nd", "a > b\r\nd"),
        ("]]a>", "]]>", "]]&gt;"),
        ("]a>", "]]>", "]]&gt;"),
        ("a]]&gt;", "a>", "a&gt;"),
        ("<![CDATA[a]]>", "b<c", "<![CDATA[b<c]]>"),
        ("<![CDATA[a]]>", "]]>", "<![CDATA[]]]]><![CDATA[>]]>"),
        ("<![CDATA[]]a>]]>", "]]>", "<![CDATA[]]]]><![CDATA[>]]>"),
        ("<![CDATA[a\r\nb]]>", "a\nc", "<![CDATA[a\r\nc]]>"),
        ("<![CDATA[a&b]]>", "a&\r", "a&amp;&#13;"),
        ("<![CDATA[a]]>", "", "<![CDATA[]]>"),
        ("\n<![CDATA[a]]>\n", "\nb\n", "\n<![CDATA[b]]>\n"),
        ("a<![CDATA[b]]>c", "d", "d<![CDATA[]]>"),
        ("a<!--b-->c", "d", "d<!--b-->"),
        ("a<!--b-->c", "ad", "a<!--b-->d"),
        ("a<?b c?>", "a d", "a d<?b c?>"),
        ("a<!--b-->c", "adc", "ad<!--b-->c"),
        ("<!--b-->", "c", "c<!--b-->"),
        ("<!--b--><![CDATA[]]>", "c", "<!--b--><![CDATA[c]]>"),
    ],
)
def test_only_what_differs_is_written_anew(source, new, expected):
    changed = change_text(source, read(source), new, XML_ENTITIES)
    assert (changed, read(changed)) == (expected, new)


def test_entity_that_is_not_known_is_replaced():
    assert change_text("a&b;<!--c-->", "add", "ade", XML_ENTITIES) == "ade<!--c-->"
    assert change_value("'a&b;'", "add", "ade", XML_ENTITIES) == '"ade"'


def test_entity_of_two_characters_can_change_in_part():
    assert change_text("&bne;a", "=\u20e5a", "=b", html5) == "=b"
    assert change_text("&bne;a", "=\u20e5a", "\u20e5a", html5) == "\u20e5a"
    assert change_text("&bne;a", "=\u20e5a", "=\u20e5b", html5) == "&bne;b"


@each_case(
    ("source", "old", "new", "expected"),
    [
        ('"a"', "a", "\"'&<>\t\n\r", '"&quot;\'&amp;&lt;&gt;&#9;&#10;&#13;"'),
        ("'a'", "a", "\"'", "'\"&#39;'"),
        ("'a > &#x41;'", "a > A", "a > A\n", "'a > &#x41;&#10;'"),
        ("'a\r\nb\tc'", "a b c", "a b d", "'a\r\nb\td'"),
        ("' a\n'", "a", "b", '"b"'),  # the value of a type such as NMTOKEN
    ],
)
def test_value_keeps_its_quotation_marks(source, old, new, expected):
    assert change_value(source, old, new, XML_ENTITIES) == expected


PARTS = [
    "a",
    "]]",
    "]",
    ">",
    "&gt;",
    "\r\n",
    "&#13;",
    "<!--b-->",
    "<![CDATA[c]]>",
    "<![CDATA[]]]]>",
]


@given(st.lists(st.sampled_from(PARTS), max_size=5), st.text("a]>&<\n\r", max_size=6))
def test_any_changed_text_is_read_as_the_new_text(parts, new):
    source = "".join(parts)
    try:
        old = read(source)
    except ElementTree.ParseError:  # Two parts have made a "]]>", which is not allowed.
        return
    assert read(change_text(source, old, new, XML_ENTITIES)) == new
