"""Entities and hostile documents in XML."""

import pytest

from tests.trees.helpers import ADDRESS, XML_PARSERS, urls
from urldom.trees import parse
from urldom.trees._source import replace_entities_of_html

BOMB = '<!DOCTYPE a [<!ENTITY a "xxxxxxxxxx">{}]><a>&j;</a>'.format(
    "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True)
    )
)


DOCTYPE = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"'
    ' "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"'
)


@pytest.mark.parametrize("parser", XML_PARSERS)
@pytest.mark.parametrize("page", ["<a>\0</a>", "<\0a\0/\0>\0", "\0<\0a\0/\0>", "<a/>\0"])
def test_xml_with_a_nul_raises(parser, page):
    pytest.importorskip(parser)
    for source in (page, page.encode()):
        with pytest.raises(
            ValueError,
            match=r"the document is not well-formed XML: U\+0000 is not a character of XML",
        ):
            parse(source, ADDRESS, content_type="text/xml;charset=utf-8", parser=parser)


@pytest.mark.parametrize("parser", XML_PARSERS)
@pytest.mark.parametrize(
    "doctype",
    [
        f"{DOCTYPE}>",
        f"{DOCTYPE} [<!-- &x; -->]>",
        (
            "<?xml version='1.0'?>\n<!-- c -->\n<!DOCTYPE html\nPUBLIC '-//W3C//DTD XHTML"
            " 1.1//EN\n'\n''>"
        ),
        '<!DOCTYPE html PUBLIC "-//WAPFORUM//DTD XHTML Mobile 1.2//EN" "">',
    ],
    ids=["strict", "subset", "1.1", "mobile"],
)
def test_xhtml_doctype_declares_the_entities_of_html(parser, doctype):
    pytest.importorskip(parser)
    page = f"""{doctype}<html xmlns="http://www.w3.org/1999/xhtml"><!-- &nbsp; --><a
    href="x&nbsp;&eacute;&amp;&AMP;&bne;&lt;">&nbsp;<![CDATA[&nbsp;]]><?x &nbsp;?></a><style>@import "&eacute;"; /*
    <![CDATA[ */ @import "&eacute;"; ]]></style></html>"""
    found = [
        url.value for url in parse(page, ADDRESS, content_type="text/xml", parser=parser).urls()
    ]
    assert found == ["x\xa0é&&=\u20e5<", "é", "&eacute;"]
    if doctype.startswith("<?xml"):
        assert [url.value for url in parse(page, ADDRESS, parser=parser).urls()] == found


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_declared_entity_has_priority_and_other_doctypes_declare_no_entities(parser):
    pytest.importorskip(parser)
    rest = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="&eacute;"/></html>'
    own = f"{DOCTYPE} [<!ENTITY eacute 'b'>]>{rest}"
    assert urls(own, content_type="text/xml", parser=parser) == ["http://h/d/b"]
    for page in (
        f"<!DOCTYPE html>{rest}",
        rest,
        f"<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>{rest}",
    ):
        with pytest.raises(ValueError, match="the document is not well-formed XML: "):
            parse(page, ADDRESS, content_type="text/xml", parser=parser)


def test_unknown_entity_raises():
    page = f'{DOCTYPE}><html xmlns="http://www.w3.org/1999/xhtml">&klingon;</html>'
    with pytest.raises(
        ValueError, match="the document is not well-formed XML: undefined entity &klingon;"
    ):
        parse(page, ADDRESS, content_type="text/xml")


@pytest.mark.parametrize("parser", XML_PARSERS)
@pytest.mark.parametrize(
    "declared",
    [f'href CDATA "{"x" * 20_000}"', " ".join(f'a{i} CDATA ""' for i in range(1000))],
    ids=["long", "many"],
)
def test_bomb_of_default_values_raises(parser, declared):
    pytest.importorskip(parser)
    page = f"<!DOCTYPE r [<!ATTLIST a {declared}>]><r>{'<a/>' * 20_000}</r>"
    with pytest.raises(
        ValueError, match=r"the default attributes that the document declares have more than"
    ):
        parse(page, ADDRESS, content_type="text/xml", parser=parser)


def test_default_values_of_attributes_are_used():
    links = '<a xmlns="http://www.w3.org/1999/xhtml"/>' * 20
    page = f'<!DOCTYPE r [<!ATTLIST a href CDATA "{"x" * 1000}">]><r>{links}</r>'
    assert urls(page, content_type="text/xml") == ["http://h/d/" + "x" * 1000] * 20
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(page[:-1], ADDRESS, content_type="text/xml")


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_entity_bomb_raises(parser):
    pytest.importorskip(parser)
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(BOMB, ADDRESS, content_type="text/xml", parser=parser)


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_external_entities_are_not_read(parser, tmp_path):
    pytest.importorskip(parser)
    (tmp_path / "secret").write_text("secret")
    secret = (tmp_path / "secret").as_uri()
    page = (
        "<!DOCTYPE a [<!ENTITY x SYSTEM"
        f" '{secret}'>]><rss><channel><link>&x;</link></channel></rss>"
    )
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(page, ADDRESS, content_type="text/xml", parser=parser)
    internal = "<!DOCTYPE a [<!ENTITY x 'b'>]><rss><channel><link>&x;</link></channel></rss>"
    assert urls(internal, content_type="text/xml", parser=parser) == ["http://h/d/b"]


@pytest.mark.parametrize(
    "piece",
    ["<!--", "<?", "<!-- -->", "<?x?>", " ", "<", "&", "&a", "<![CDATA[", "<!ENTITY ", "a:"],
)
def test_long_text_without_entities_takes_linear_time(piece):
    """In quadratic time, this test would take minutes."""
    for start in ("", "<", f"{DOCTYPE}>"):
        assert replace_entities_of_html(start + piece * 100_000) == start + piece * 100_000
