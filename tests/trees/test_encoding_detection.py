"""The encoding sniffing algorithm, step by step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urldom.text.encodings import find_encoding
from urldom.trees.encoding_detection import detect_encoding, find_encoding_in_content


@pytest.mark.parametrize(
    ("data", "transport", "expected"),
    [
        (b"", None, "windows-1252"),
        (b"", "UTF8", "utf-8"),
        (b"", "klingon", "windows-1252"),
        # A byte order mark wins over all.
        (b"\xef\xbb\xbf<meta charset=koi8-r>", "latin1", "utf-8"),
        (b"\xfe\xff\0<", "latin1", "utf-16be"),
        (b"\xff\xfe<\0", None, "utf-16le"),
        # What came with the document wins over what is in it.
        (b"<meta charset=koi8-r>", "cp1251", "windows-1251"),
        (b"<meta charset=koi8-r>", "klingon", "koi8-r"),
        (b"<meta charset='koi8-r'>", None, "koi8-r"),
        (b'<META\nCHARSET = " KOI8-R "/>', None, "koi8-r"),
        (b"<meta/charset=koi8-r>", None, "koi8-r"),
        (b"<metacharset=koi8-r>", None, "windows-1252"),
        (b"<meta charset=klingon><meta charset=koi8-r>", None, "koi8-r"),
        (b"<meta charset=utf-16><p>", None, "utf-8"),
        (b"<meta charset=x-user-defined><p>", None, "windows-1252"),
        (b"<meta http-equiv=content-type content='text/html; charset=koi8-r'>", None, "koi8-r"),
        (b"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", None, "koi8-r"),
        (b"<meta content='text/html; charset=koi8-r'>", None, "windows-1252"),
        (b"<meta http-equiv=refresh content='charset=koi8-r'>", None, "windows-1252"),
        (b"<meta charset=koi8-r http-equiv=content-type content='charset=cp1251'>", None, "koi8-r"),
        (b"<meta charset=cp1251 charset=koi8-r>", None, "windows-1251"),
        # What is no tag is skipped.
        (b"<!-- <meta charset=cp1251> --><meta charset=koi8-r>", None, "koi8-r"),
        (b"<!--><meta charset=koi8-r>", None, "koi8-r"),
        (b"<!-- <meta charset=cp1251>", None, "windows-1252"),
        (b"<p title='<meta charset=cp1251>'><meta charset=koi8-r>", None, "koi8-r"),
        (b"<p title=a'b><meta charset=koi8-r>", None, "koi8-r"),
        (b"</p title='<meta charset=cp1251>'><meta charset=koi8-r>", None, "koi8-r"),
        (b"<!doctype '><meta charset=koi8-r>", None, "koi8-r"),
        (b"< <<meta charset=koi8-r>", None, "koi8-r"),
        (b"<p ===a = b / ><meta charset=koi8-r>", None, "koi8-r"),
        (b"<p title='", None, "windows-1252"),
        # Only the first 1024 bytes count.
        (b" " * 1000 + b"<meta charset=koi8-r>", None, "koi8-r"),
        (b" " * 1010 + b"<meta charset=koi8-r>", None, "windows-1252"),
        # The XML declaration
        (b"<?xml version='1.0' encoding='koi8-r'?>", None, "koi8-r"),
        (b"<?xml version='1.0' encoding='cp1251'?><meta charset=koi8-r>", None, "koi8-r"),
        (b"<\0?\0x\0m\0l\0", None, "utf-16le"),
        (b"\0<\0?\0x\0m\0l", None, "utf-16be"),
    ],
)
def test_html(data, transport, expected):
    assert detect_encoding(data, transport=transport) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<a/>", "utf-8"),
        (b'<?xml version="1.0"?><a/>', "utf-8"),
        (b'<?xml version="1.0" encoding = "ISO-8859-1"?><a/>', "windows-1252"),
        (b'<?xml version="1.0"?><a encoding="koi8-r"/>', "utf-8"),
        (b'<?xml version="1.0" encoding="koi8-r', "utf-8"),
        (b"<meta charset=koi8-r>", "utf-8"),
    ],
)
def test_xml(data, expected):
    assert detect_encoding(data, is_xml=True) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", None),
        ("charset", None),
        ("charset koi8-r", None),
        ("charsetx; CHARSET = koi8-r;x", "koi8-r"),
        ("charset='koi8-r'x", "koi8-r"),
        ("charset='koi8-r", None),
        ('charset=" koi8-r "', "koi8-r"),
        ("charset=koi8-r x", "koi8-r"),
        ("charset=klingon", None),
    ],
)
def test_the_content_of_a_meta_element(content, expected):
    assert find_encoding_in_content(content) == expected


@given(st.text())
def test_any_label(label):
    assert find_encoding(label) is None or isinstance(find_encoding(label), str)


@given(st.binary(), st.booleans())
def test_any_bytes(data, is_xml):
    assert find_encoding(detect_encoding(data, is_xml=is_xml)) is not None


PIECES = [b"<meta ", b"charset=", b"koi8-r", b"'", b'"', b">", b"<!--", b"-->", b"</p ", b" ", b"=", b"/", b"<", b"\0"]


@given(st.lists(st.sampled_from(PIECES), max_size=200).map(b"".join))
def test_any_markup(data):
    assert detect_encoding(data) in ("windows-1252", "koi8-r")
