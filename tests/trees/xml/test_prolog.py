"""The bytes of a document in XML declare their encoding, in the declaration that the document has."""

import codecs

import pytest

from tests.cases import each_case
from tests.trees.helpers import ADDRESS, XML_PARSERS
from urldom.trees import document, parse


def written(data, parser, **options):
    pytest.importorskip(parser)
    page = parse(data, ADDRESS, parser=parser, **{"content_type": "text/xml", **options})
    return page.to_bytes()


@each_case("parser", XML_PARSERS)
@each_case(
    ("before", "after"),
    [
        ("", ""),
        ("<?xml version='1.0'?>", "<?xml version='1.0'?>"),
        (
            "<?xml version='1.0' encoding='UTF8' standalone='yes' ?>\n\n",
            "<?xml version='1.0' encoding='UTF8' standalone='yes' ?>\n\n",
        ),
        ('<?xml version="1.0"\tencoding="ascii"?>', '<?xml version="1.0"\tencoding="utf-8"?>'),
    ],
)
def test_declaration_of_utf_8_stays(parser, before, after):
    text = "<a>\xe9\u2603</a>"
    data = (before + text).encode()
    assert written(data, parser, encoding="utf-8") == (after + text).encode()


@each_case("parser", XML_PARSERS)
@each_case(
    ("declaration", "encoding", "after"),
    [
        ("", "koi8-r", "<?xml version='1.0' encoding='koi8-r'?>\n"),
        ("<?xml version='1.0'?>", "koi8-r", "<?xml version='1.0' encoding='koi8-r'?>"),
        (
            "<?xml version='1.0' encoding='utf-8' standalone='no'?>",
            "windows-1251",
            "<?xml version='1.0' encoding='windows-1251' standalone='no'?>",
        ),
        (
            "<?xml version='1.0' encoding='CP1251'?>",
            "windows-1251",
            "<?xml version='1.0' encoding='CP1251'?>",
        ),
    ],
)
def test_declaration_names_the_encoding(parser, declaration, encoding, after):
    data = f"{declaration}<a>\u044f</a>".encode(encoding)
    assert written(data, parser, encoding=encoding).replace(b'"', b"'") == (
        f"{after}<a>\u044f</a>".encode(encoding)
    )


@each_case("parser", XML_PARSERS)
@each_case(
    ("character", "after"),
    [("\xe9", "ISO-8859-1"), ("\u201c", "windows-1252")],
    ids=["the same in both", "only in windows-1252"],
)
def test_label_stays_if_browsers_and_other_readers_agree(parser, character, after):
    data = f"<?xml version='1.0' encoding='ISO-8859-1'?><a>{character}</a>".encode("windows-1252")
    expected = data.replace(b"ISO-8859-1", after.encode())
    assert written(data, parser) == expected


@each_case("parser", XML_PARSERS)
@each_case("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_has_a_mark(parser, encoding):
    mark = codecs.BOM_UTF16_LE if encoding == "utf-16-le" else codecs.BOM_UTF16_BE
    data = mark + "<?xml version='1.0' encoding='UTF-16'?><a>\u2603</a>".encode(encoding)
    assert written(data, parser) == data


@each_case("parser", XML_PARSERS)
def test_characters_that_an_encoding_lacks_are_references(parser):
    text = "<!--\u2603--><a b='\u2603'>\u2603<![CDATA[\u2603]]></a>"
    data = written(text, parser, encoding="koi8-r").replace(b'"', b"'")
    assert data.endswith(b"<!--?--><a b='&#9731;'>&#9731;<![CDATA[]]>&#9731;<![CDATA[]]></a>")


@each_case("parser", XML_PARSERS)
@each_case(
    "text",
    [
        "<!-- > ' \" ] [ --><!DOCTYPE a><a/>",
        '<!DOCTYPE a [<!-- ]> \' --><?b ]> " ?><!ENTITY c "]>\'">]><!-- d --><a/>',
        '<!DOCTYPE a PUBLIC "-//b//" "]>[">\n<?b c?><a/>',
    ],
)
def test_document_type_comments_and_instructions_stay(parser, text):
    pytest.importorskip(parser)
    page = parse(text, ADDRESS, content_type="text/xml", parser=parser)
    page.tree.set("e", "f")
    spaces = str.maketrans("", "", " \n")
    expected = text.replace("<a/>", '<a e="f"/>')
    assert page.to_text().translate(spaces) == expected.translate(spaces)


def test_markup_in_the_document_type_is_not_in_the_document():
    text = (
        "<!DOCTYPE a [<!ENTITY b 'c'><?xml-stylesheet href='d'?><!ENTITY e '<f/>'>]>"
        "<?xml-stylesheet href='g'?><a/>"
    )
    page = parse(text, ADDRESS, content_type="text/xml", parser="xml.etree")
    page.rewrite(lambda url: "h")
    page.tree.set("i", "j")
    assert page.to_text() == text.replace("'g'", "'h'").replace("<a/>", '<a i="j"/>')


def test_bytes_of_a_given_tree_have_a_declaration():
    etree = pytest.importorskip("xml.etree.ElementTree")
    data = document(etree.fromstring("<a/>"), ADDRESS).to_bytes()
    assert data == b'<?xml version="1.0" encoding="utf-8"?>\n<a/>'
