"""Bytes that are not of the encoding of an XML document are an error, or mended."""

import pytest

from tests.cases import each_case
from tests.trees.helpers import ADDRESS, XML_PARSERS
from urldom.trees import Mend, parse
from urldom.trees._mending.mend import MOST_MENDS


def declared(encoding):
    return f"<?xml version='1.0' encoding='{encoding}'?>".encode()


#: Bytes in `<a>`, the encoding with its declaration, and the bytes after which they are an error.
MALFORMED = [
    ("utf-8", b"<rss>", b"caf\xe9"),
    ("utf-8", b"\xef\xbb\xbf<rss>", b"\xc3"),
    ("utf-8", declared("utf-8") + b"<rss>", b"\xed\xa0\x80"),
    ("shift_jis", declared("Shift_JIS") + b"<rss>", b"\x81"),
    ("euc-jp", declared("EUC-JP") + b"<rss>", b"\x8f\xa1"),
    ("iso-2022-jp", declared("ISO-2022-JP") + b"<rss>", b"\xff"),
    ("windows-1255", declared("windows-1255") + b"<rss>", b"\xd9"),
    ("gb18030", declared("GB18030") + b"<rss>\x84\x31\xa4\x37", b"\xff"),
    ("utf-16le", "\ufeff<rss>".encode("utf-16le"), b"\x00\xd8"),
    ("utf-16be", "\ufeff<rss>\ufffd".encode("utf-16be"), b"\xdc\x00"),
]


def document(encoding, before, malformed):
    end = "</rss>"
    return before + malformed + end.encode(encoding if "16" in encoding else "ascii")


@pytest.mark.parametrize("parser", XML_PARSERS)
@each_case(("encoding", "before", "malformed"), MALFORMED)
def test_error_names_the_encoding_and_recover(parser, encoding, before, malformed):
    pytest.importorskip(parser)
    reason = f"a byte that is not {encoding}: line 1, column [0-9]+: pass recover=True to mend it"
    with pytest.raises(ValueError, match=reason):
        parse(document(encoding, before, malformed), ADDRESS, parser=parser)


@pytest.mark.parametrize("parser", XML_PARSERS)
@each_case(("encoding", "before", "malformed"), MALFORMED)
def test_recovered_document_says_where_bytes_were_replaced(parser, encoding, before, malformed):
    pytest.importorskip(parser)
    page = parse(document(encoding, before, malformed), ADDRESS, parser=parser, recover=True)
    (mend,) = page.mended
    assert mend.reason == f"bytes that are not {encoding}: replaced by U+FFFD"
    assert page.to_text()[mend.position :].startswith("\ufffd")
    assert page.encoding == encoding


@each_case(
    ("encoding", "data"),
    [
        (encoding, f"{mark}<rss>\ufffd</rss>".encode(encoding))
        for encoding in ("utf-8", "utf-16le", "utf-16be")
        for mark in ("", "\ufeff")
    ]
    + [("gb18030", declared("gb18030") + b"<rss>\x84\x31\xa4\x37</rss>")],
)
def test_replacement_character_of_the_document_is_not_an_error(encoding, data):
    content_type = f"text/xml;charset={encoding}"
    page = parse(data, ADDRESS, content_type=content_type, recover=True)
    assert (page.tree.text, page.mended) == ("\ufffd", ())
    assert parse(data, ADDRESS, content_type=content_type).tree.text == "\ufffd"


def test_other_mistakes_are_mended_too():
    page = parse(b"<rss>\r\n<link>/?a&b\xe9\xe8</link>", ADDRESS, recover=True)
    assert [(mend.line, mend.column) for mend in page.mended] == [(2, 10), (2, 12), (2, 21)]
    assert page.mended[1] == Mend(18, 2, 12, "bytes that are not utf-8: replaced by U+FFFD")
    assert [url.value for url in page.urls()] == ["/?a&b\ufffd\ufffd"]


def test_only_the_bytes_of_a_document_are_changed():
    text = b"<rss a='b'  c=\"d\"><!-- \xff --><link /></rss>"
    page = parse(text, ADDRESS, recover=True)
    assert page.to_text() == text.decode(errors="replace")


def test_page_of_html_has_replacement_characters():
    page = parse(b'<a href="\xff">', ADDRESS, content_type="text/html;charset=utf-8")
    assert [url.value for url in page.urls()] == ["\ufffd"]


def test_mends_of_bytes_are_bounded():
    page = parse(b"<rss>" + b"a\xff" * (MOST_MENDS + 1) + b"</rss>", ADDRESS, recover=True)
    assert len(page.mended) == MOST_MENDS
