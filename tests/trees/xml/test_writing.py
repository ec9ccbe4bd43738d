"""A document in XML is written as it was, except for what has changed in its tree."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.cases import each_case, more_at_night
from tests.conformance import cases
from urldom.trees import UnwritableError, document, parse

ADDRESS = "http://example.com/d/feed"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd"


def page_of(text, **options):
    return parse(text, ADDRESS, content_type="text/xml", parser="xml.etree", **options)


# Documents that a program changes in any way

#: Parts between two tags. Each has a `]`, `>`, a line break, or markup that a tree does not keep.
TEXTS = st.lists(
    st.sampled_from(
        [
            *("a", "]]", "&gt;", "]", " > ", "\r\n", "\r", "&#13;", "&#xe9;", "é", '"', "&amp;"),
            *("<!-- <1> -->", "<?b <1>?>", "<![CDATA[<1>&e;]]>", "<![CDATA[]]]]>", "<![CDATA[]]>"),
        ]
    ),
    max_size=5,
).map("".join)
VALUES = st.lists(
    st.sampled_from(["a", "&amp;", "&lt;", ">", "\r\n", "\t", "&#9;", "&#xA;", "é", "/"]),
    max_size=4,
).map("".join)
NAMES = st.sampled_from(["a", "b", "p:a", "q:a", "p:b"])
DECLARATIONS = st.lists(
    st.sampled_from(
        [
            'xmlns="u:1"',
            'xmlns=""',
            'xmlns="u:2"',
            'xmlns:p="u:2"',
            "xmlns:q='u:1'",
            "xmlns:r='u:9'",
        ]
    ),
    max_size=2,
    unique_by=lambda declaration: declaration.partition("=")[0],
)


@st.composite
def elements(draw, depth=3):
    name = draw(NAMES)
    attributes = draw(st.lists(st.sampled_from(["c", "p:c", "xml:lang"]), max_size=2, unique=True))
    pieces = [name, *draw(DECLARATIONS)]
    for attribute in attributes:
        quote = draw(st.sampled_from("\"'"))
        pieces.append(f"{attribute} = {quote}{draw(VALUES)}{quote}")
    tag = "\n ".join(pieces)
    children = draw(st.lists(elements(depth - 1), max_size=3)) if depth else []
    if not children and draw(st.booleans()):
        return f"<{tag} />"
    inside = draw(TEXTS) + "".join(f"{child}{draw(TEXTS)}" for child in children)
    return f"<{tag}>{inside}</{name} >"


@st.composite
def documents(draw):
    before = draw(st.sampled_from(["", "<?xml version='1.0' encoding='utf-8'?>\r\n"]))
    comment = draw(st.sampled_from(["", "<!-- <r> -->", "<?xml-stylesheet  href='s'?>\n"]))
    doctype = draw(
        st.sampled_from(["", '<!DOCTYPE r [<!ENTITY e "<\'>"><!-- ] -->]>', "<!DOCTYPE r>"])
    )
    inside = draw(TEXTS) + draw(elements()) + draw(TEXTS) + draw(elements(0))
    root = f"<r xmlns:p='u:1' xmlns:q='u:2'>{inside}</r>"
    after = draw(st.sampled_from(["", "\n", "<!-- after -->"]))
    text = f"{before}{comment}{doctype}{root}{after}"
    assume(is_well_formed(text))
    return text


def is_well_formed(text):
    try:
        ElementTree.fromstring(text.encode())
    except ElementTree.ParseError:  # Two parts may make a "]]>", which is not allowed.
        return False
    return True


def shape(node):
    """Return what a tree says of an element. An empty text and none are equal."""
    if not isinstance(node.tag, str):
        return ("comment", node.text)
    texts = [node.text or "", *((child.tail or "") for child in node)]
    return node.tag, dict(node.attrib), texts, [shape(child) for child in node]


def without_comments(shaped):
    """Return a shape after a parser has dropped the comments."""
    if shaped[0] == "comment":
        return shaped
    name, attributes, (text, *tails), children = shaped
    texts, kept = [text], []
    for child, tail in zip(children, tails, strict=True):
        if child[0] == "comment":
            texts[-1] += tail
        else:
            kept.append(without_comments(child))
            texts.append(tail)
    return name, attributes, texts, kept


NEW_TEXTS = st.none() | st.text(st.sampled_from("a]>&<\r\n\t é'\""), max_size=6)
NEW_NAMES = st.sampled_from(["a", "{u:1}a", "{u:2}b", "{u:3}a", f"{{{ITUNES}}}image"])
NEW_ATTRIBUTES = st.sampled_from(["c", "d", "{u:1}c", "{u:3}c"])
CHANGES = st.tuples(
    st.sampled_from(
        [
            *("text", "tail", "value", "attribute", "no value", "name"),
            *("remove", "add", "move", "copy", "comment"),
        ]
    ),
    st.integers(0, 30),
    st.integers(0, 30),
    NEW_TEXTS,
    NEW_NAMES,
    NEW_ATTRIBUTES,
)


def apply(root, change):
    """Change the tree as a program might."""
    kind, first, second, text, name, attribute = change
    nodes = [node for node in root.iter() if isinstance(node.tag, str)]
    node, other = nodes[first % len(nodes)], nodes[second % len(nodes)]
    is_inside = other in node.iter()
    if kind == "text":
        node.text = text
    elif kind == "tail" and node is not root:
        node.tail = text
    elif kind == "value" and node.keys():
        node.set(list(node.keys())[second % len(node.keys())], text or "")
    elif kind == "attribute":
        node.set(attribute, text or "")
    elif kind == "no value" and node.keys():
        del node.attrib[next(iter(node.keys()))]
    elif kind == "name":
        node.tag = name
    elif kind == "remove" and len(node):
        node.remove(node[second % len(node)])
    elif kind == "add":
        ElementTree.SubElement(node, name, {attribute: text or ""}).text = text
    elif kind == "comment":
        node.insert(second % (len(node) + 1), ElementTree.Comment("c"))
    elif kind == "move" and not is_inside and node is not root:
        parent = next(above for above in nodes if node in list(above))
        parent.remove(node)
        other.append(node)
    elif kind == "copy" and not is_inside:
        other.append(node)


@given(documents())
def test_document_that_does_not_change_is_written_as_it_was(text):
    assert page_of(text).to_text() == text
    assert page_of(text).to_bytes() == text.encode()


@given(documents(), st.lists(CHANGES, min_size=1, max_size=4))
def test_changed_document_is_read_as_its_tree(text, changes):
    page = page_of(text)
    for change in changes:
        apply(page.tree, change)
    written = page.to_text()
    assert shape(ElementTree.fromstring(written)) == without_comments(shape(page.tree))
    beginning = text.partition("<r ")[0]
    assert written.startswith(beginning) and written.endswith(text.rpartition(">")[2])


@given(documents(), st.integers(0, 30), st.text(st.sampled_from("1]>&<\r\t'\""), max_size=4))
def test_changed_value_or_text_leaves_the_rest_of_the_document_as_it_was(text, place, new):
    page = page_of(text)
    nodes = list(page.tree.iter())
    node = nodes[place % len(nodes)]
    if node.keys() and place % 2:
        node.set(next(iter(node.keys())), new)
    elif len(node):
        node[-1].tail = new
    else:
        node.text = new
    before, after = tokens(text), tokens(page.to_text())
    if len(before) == len(after):
        assert sum(one != other for one, other in zip(before, after, strict=True)) <= 1
    else:  # `<a/>` has become two tags.
        assert len(after) == len(before) + 2
    assert re.findall(KEPT, text) == re.findall(KEPT, page.to_text())


#: What no tree of ElementTree has. Each stays if a text changes.
KEPT = r"<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>]*"


def tokens(text):
    """Return the tags of a document, and what stands between two of them."""
    return re.split(r"(</?[a-z][^>'\"]*(?:\"[^\"]*\"[^>'\"]*|'[^']*'[^>'\"]*)*>)", text)


# Single cases


def rewritten(text, function=lambda url: "https://b.example/?c&d", **options):
    page = page_of(text, **options)
    page.rewrite(function)
    return page.to_text()


@each_case(
    ("text", "expected"),
    [
        ("<svg {svg}><a href = 'a'\n/></svg>", "<svg {svg}><a href = '{new}'\n/></svg>"),
        ("<rss><link>a</link ></rss>", "<rss><link>{new}</link ></rss>"),
        ("<rss><link><!--c--> a</link></rss>", "<rss><link><!--c--> {new}</link></rss>"),
        ("<rss><link>a<?c d?></link></rss>", "<rss><link>{new}<?c d?></link></rss>"),
        (
            "<rss><link>\r\n<![CDATA[a&b]]>\r\n</link></rss>",
            "<rss><link>\r\n<![CDATA[https://b.example/?c&d]]>\r\n</link></rss>",
        ),
        (
            "<rss xmlns:itunes='{itunes}'><itunes:image href='a'/></rss>",
            "<rss xmlns:itunes='{itunes}'><itunes:image href='{new}'/></rss>",
        ),
        (
            "<?xml-stylesheet  href='a'  ?>\n<!-- b --><feed/>",
            "<?xml-stylesheet href='{new}'  ?>\n<!-- b --><feed/>",
        ),
        (
            '<!DOCTYPE svg [<!ENTITY s "u:s">]><svg {svg} xmlns:s="&s;"><a href="a">&s;</a></svg>',
            '<!DOCTYPE svg [<!ENTITY s "u:s">]>'
            '<svg {svg} xmlns:s="&s;"><a href="{new}">&s;</a></svg>',
        ),
        (
            '<!DOCTYPE svg [<!ENTITY u "a">]><svg {svg}><a href="&u;"/></svg>',
            '<!DOCTYPE svg [<!ENTITY u "a">]><svg {svg}><a href="{new}"/></svg>',
        ),
    ],
)
def test_only_the_url_changes(text, expected):
    names = {
        "svg": 'xmlns="http://www.w3.org/2000/svg"',
        "itunes": ITUNES,
        "new": "https://b.example/?c&amp;d",
    }
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
        expected = expected.replace(f"{{{name}}}", value)
    assert rewritten(text) == expected


def test_elements_of_an_entity_are_written_in_its_place_if_something_changes():
    doctype = "<!DOCTYPE a [<!ENTITY b '<b>c</b>'>]>"
    text = f"{doctype}<a>&b;<d>e</d></a>"
    page = page_of(text)
    assert page.to_text() == text
    page.tree.find("d").text = "f"
    assert page.to_text() == f"{doctype}<a><b>c</b><d>f</d></a>"


def test_part_of_a_text_before_and_after_a_link_stays():
    text = (
        "<rss><item><description>&lt;p>&#8220;&lt;a href=&quot;a&quot;> &#xe9; &lt;/p></description>"
        "</item></rss>"
    )
    page = page_of(text)
    description = page.tree[0][0]
    description.text = description.text.replace('href="a"', 'href="b&c"')
    assert page.to_text() == text.replace("&quot;a&quot;", "&quot;b&amp;c&quot;")


def test_references_of_an_xhtml_document_type_stay():
    text = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"'
        ' "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n'
        '<html xmlns="http://www.w3.org/1999/xhtml"><p title="&eacute;">&nbsp;'
        '<a href="b?&eacute;">&copy;</a></p></html>'
    )
    assert rewritten(text) == text.replace("b?&eacute;", "https://b.example/?c&amp;d")
    page = page_of(text)
    page.tree[0][0].text += "2"
    page.tree[0].set("title", "\xe9a")
    assert page.to_text() == text.replace("&copy;", "&copy;2").replace('"&eacute;"', '"&eacute;a"')


def test_entity_of_the_document_has_its_own_value():
    text = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""'
        ' [<!ENTITY copy "\xa9\xae"><!ENTITY reg "">]>'
        '<html xmlns="http://www.w3.org/1999/xhtml">&copy;&reg;&nbsp;</html>'
    )
    page = page_of(text)
    assert page.tree.text == "\xa9\xae\xa0"
    page.tree.text = "\xa9b"
    assert page_of(page.to_text()).tree.text == "\xa9b"


def test_elements_of_an_entity_are_written_in_its_place_once_the_tree_changes():
    start = "<!DOCTYPE svg [<!ENTITY b \"<b c='d'/>e\">]><svg xmlns='u:s'>"
    text = f"{start}f<!--g--><h>&b;</h><!--i--></svg>"
    page = page_of(text)
    assert page.to_text() == text
    page.tree[0].set("j", "k")
    assert page.to_text() == f'{start}f<!--g--><h j="k"><b c="d"/>e</h><!--i--></svg>'


@each_case(
    ("change", "expected"),
    [
        (
            lambda root: root.remove(root[0]),
            '<a xmlns="u:1" xmlns:p="u:2"><!--1--><e p:f="g"/></a>',
        ),
        (
            lambda root: (root[0].append(root[1]), root.remove(root[1])),
            '<a xmlns="u:1" xmlns:p="u:2"><!--1--><b c=\'d\'><!--2--><e p:f="g"/></b ><!--3--></a>',
        ),
        (
            lambda root: root[1].append(ElementTree.Element("{u:2}h", {"i": "<j>"})),
            '<a xmlns="u:1" xmlns:p="u:2"><!--1--><b c=\'d\'><!--2--></b ><!--3-->'
            '<e p:f="g"><p:h i="&lt;j&gt;"/></e></a>',
        ),
        (
            lambda root: root[1].set("{u:3}k", "l"),
            '<a xmlns="u:1" xmlns:p="u:2"><!--1--><b c=\'d\'><!--2--></b ><!--3-->'
            '<e p:f="g" xmlns:ns0="u:3" ns0:k="l"/></a>',
        ),
        (
            lambda root: root.append(ElementTree.Element("m")),
            '<a xmlns="u:1" xmlns:p="u:2"><!--1--><b c=\'d\'><!--2--></b ><!--3--><e p:f="g"/>'
            '<m xmlns=""/></a>',
        ),
        (
            lambda root: [setattr(node, "tag", node.tag[5:]) for node in root.iter()],
            '<a xmlns:p="u:2"><!--1--><b c="d"><!--2--></b><!--3--><e p:f="g"/></a>',
        ),
    ],
    ids=["removed", "moved", "added", "new namespace", "no namespace", "namespaces removed"],
)
def test_changed_tree_keeps_what_it_can(change, expected):
    page = page_of(
        '<a xmlns="u:1" xmlns:p="u:2"><!--1--><b c=\'d\'><!--2--></b ><!--3--><e p:f="g"/></a>'
    )
    change(page.tree)
    assert page.to_text() == expected


def test_attribute_is_removed_with_the_spaces_before_it():
    page = page_of("<a b='c'\n d='e' f='g' />")
    del page.tree.attrib["d"]
    assert page.to_text() == "<a b='c' f='g' />"


def test_moved_element_keeps_its_namespace():
    text = '<a xmlns="u:1"><b xmlns="u:2"><c d="e"/></b><f xmlns=""/></a>'
    page = page_of(text)
    first, second = page.tree
    moved = first[0]
    first.remove(moved)
    second.append(moved)
    assert page.to_text() == (
        '<a xmlns="u:1"><b xmlns="u:2"></b><f xmlns=""><ns0:c xmlns:ns0="u:2" d="e"/></f></a>'
    )


@each_case(
    ("text", "name", "expected"),
    [
        (
            '<a xmlns:itunes="u:1"><b itunes:c="d"/></a>',
            f"{{{ITUNES}}}e",
            f'<a xmlns:itunes="u:1"><b itunes:c="d" xmlns:ns0="{ITUNES}" ns0:e="f"/></a>',
        ),
        (
            '<a xmlns:p="u:1"><b xmlns:p="u:2"/></a>',
            "{u:1}e",
            '<a xmlns:p="u:1"><b xmlns:p="u:2" xmlns:ns0="u:1" ns0:e="f"/></a>',
        ),
        (
            '<a xmlns:p="u:1"><c xmlns:p="u:2"/><b/></a>',
            "{u:1}e",
            '<a xmlns:p="u:1"><c xmlns:p="u:2"/><b p:e="f"/></a>',
        ),
        ('<a xmlns="u:1"><b/></a>', "e", '<a xmlns="u:1"><b e="f"/></a>'),
        ("<a><b/></a>", XML_LANG, '<a><b xml:lang="f"/></a>'),
    ],
)
def test_added_attribute_gets_a_prefix_that_means_its_namespace(text, name, expected):
    page = page_of(text)
    page.tree[-1].set(name, "f")
    assert page.to_text() == expected


def test_text_after_the_root_is_not_in_the_document():
    page = page_of("<a>b</a><!--c-->\n")
    page.tree.text, page.tree.tail = "d", "e"
    assert page.to_text() == "<a>d</a><!--c-->\n"


@each_case(
    ("node", "message"),
    [
        (
            ElementTree.Comment("--><a/>"),
            "XML cannot write this page, because the comment '--><a/>'",
        ),
        (ElementTree.Comment("b-"), 'contains "--", or ends with "-": change the tree$'),
        (ElementTree.ProcessingInstruction("b", "?><a/>"), r'contains "\?>": change the tree$'),
    ],
)
def test_comment_or_instruction_that_would_end_early_raises(node, message):
    page = page_of("<a/>")
    page.tree.append(node)
    with pytest.raises(UnwritableError, match=message) as raised:
        page.to_text()
    assert raised.value.node is node


def test_text_that_is_not_a_string_raises():
    page = page_of("<a><b/></a>")
    page.tree[0].text = 5
    with pytest.raises(TypeError, match="a text of the tree must be a str, not int"):
        page.to_text()


def test_characters_that_xml_forbids_become_replacement_characters():
    page = page_of("<a b='c'>d<e><![CDATA[f]]></e></a>")
    page.tree.text = "\x00\ufffe"
    page.tree.set("b", "\x1f")
    page.tree[0].text = "f\x08"
    assert page.to_text() == "<a b='\ufffd'>\ufffd\ufffd<e><![CDATA[f\ufffd]]></e></a>"


# Trees that `document()` received


@each_case(
    "text",
    [
        f'<rss xmlns:itunes="{ITUNES}"><itunes:image href="a"/></rss>',
        '<feed xmlns="http://www.w3.org/2005/Atom"><link href="a"/>b</feed>',
        (
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
            "<image:loc>a</image:loc></urlset>"
        ),
        (
            '<rdf:RDF xmlns="http://purl.org/rss/1.0/"'
            ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            '<channel rdf:about="a" xml:lang="de"/></rdf:RDF>'
        ),
        (
            '<feed xmlns="http://www.w3.org/2005/Atom"><div xmlns="http://www.w3.org/1999/xhtml">'
            '<svg xmlns="http://www.w3.org/2000/svg"/></div></feed>'
        ),
        '<a xmlns="u:1"><b xmlns=""/></a>',
        '<a xmlns:ns0="u:1" xmlns:ns1="u:2"><ns0:b/><ns1:b/></a>',
    ],
)
def test_tree_without_its_text_gets_the_usual_prefixes(text):
    assert document(ElementTree.fromstring(text), ADDRESS).to_text() == text


@given(documents(), st.lists(CHANGES, max_size=3))
def test_tree_without_its_text_is_read_as_itself(text, changes):
    root = ElementTree.fromstring(text)
    for change in changes:
        apply(root, change)
    written = document(root, ADDRESS).to_text()
    assert shape(ElementTree.fromstring(written)) == without_comments(shape(root))


def test_registered_prefix_is_used(monkeypatch):
    monkeypatch.setattr(ElementTree, "_namespace_map", {ITUNES: "pod"})
    text = f'<rss xmlns:pod="{ITUNES}"><pod:image/></rss>'
    assert document(ElementTree.fromstring(text), ADDRESS).to_text() == text


# Size


@more_at_night("size", 2_000, 1_000_000)
def test_deeply_nested_document_is_written(size):
    text = f"<rss>{'<a>' * size}<link>b</link>{'</a>' * size}</rss>"
    page = page_of(text)
    page.rewrite(lambda url: "c")
    assert page.to_text() == text.replace("<link>b", "<link>c")
    page.tree[0].set("{u:1}d", "e")
    assert page.to_text().startswith('<rss><a xmlns:ns0="u:1" ns0:d="e"><a><a>')
    page.tree.tag = "d"
    given_tree = document(page.tree, ADDRESS).to_text()
    assert page.to_text() == given_tree


@pytest.mark.parametrize(
    "tag",
    [
        "<b{}/>",
        "<b{} xmlns:p='u:1'{}c='d'{}>",
        "<b c='{}'>",
        "<b c='{}' >{}",
        "<b><!--{}--><?e{}?>",
        "<b c ={}'d'>",
    ],
)
def test_long_spaces_take_linear_time(tag):
    """In quadratic time, this test would take minutes."""
    tag = tag.replace("{}", " " * 100_000)
    end = "" if "/>" in tag else "</b>"
    for change in ("value", "name"):
        page = page_of(f"<a>{tag}{end}</a>")
        page.tree[0].set("c" if change == "value" else "{u:2}d", "f")
        page.tree[0].text = "g"
        assert ElementTree.fromstring(page.to_text())[0].text == "g"


@pytest.mark.conformance
def test_feeds_of_feedparser_are_written_as_they_were():
    count = 0
    for case in cases("feeds"):
        if is_well_formed(case["markup"]):
            assert page_of(case["markup"]).to_text() == case["markup"], case["name"]
            count += 1
    assert count >= 250
