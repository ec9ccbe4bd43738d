"""The encoding sniffing algorithm, step by step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom._core.text.encodings import find_encoding
from urldom.trees._encoding_detection import declared_encoding, detect_encoding, label_in_content


@each_case(
    ("data", "transport", "expected"),
    [
        (b"", None, "windows-1252"),
        (b"", "UTF8", "utf-8"),
        (b"", "klingon", "windows-1252"),
        # A byte order mark has priority over everything else.
        (b"\xef\xbb\xbf<meta charset=koi8-r>", "latin1", "utf-8"),
        (b"\xfe\xff\0<", "latin1", "utf-16be"),
        (b"\xff\xfe<\0", None, "utf-16le"),
        # The transport's encoding has priority over the document's declaration.
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
        (
            b"<meta charset=cp1251 charset=koi8-r>",
            None,
            "koi8-r",
        ),  # The first `charset` counts, as in Chromium.
        (b"<meta charset='koi8&#45;r'>", None, "koi8-r"),
        (b"<meta charset='koi8&#x2d;r'>", None, "koi8-r"),
        # A number with more digits than `int()` accepts raises no error.
        (b"<meta charset='koi8&#" + b"0" * 5000 + b"45;r'>", None, "koi8-r"),
        (b"<meta charset='koi8&#" + b"4" * 5000 + b";r'><meta charset=big5>", None, "big5"),
        (
            b"<meta content='&#" + b"1" * 5000 + b";&#x" + b"1" * 5000 + b"&#;'>",
            None,
            "windows-1252",
        ),
        # A `meta` tag in a comment or in an attribute value does not count.
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
        # In `script`, `style`, `title` and `plaintext`, a `meta` tag is text.
        (b"<script>'<meta charset=cp1251>'</script><meta charset=koi8-r>", None, "koi8-r"),
        (
            b"<script><!--<script></script><meta charset=cp1251>--></script><meta charset=koi8-r>",
            None,
            "koi8-r",
        ),
        (b"<script><!--></script><meta charset=koi8-r>", None, "koi8-r"),
        (b"<TITLE><meta charset=cp1251></title ><meta charset=koi8-r>", None, "koi8-r"),
        (b"<style><meta charset=cp1251></stylex>", None, "windows-1252"),
        (b"<plaintext><meta charset=cp1251>", None, "windows-1252"),
        (b"<noscript><meta charset=koi8-r></noscript>", None, "koi8-r"),
        # The XML declaration
        (b"<?xml version='1.0' encoding='koi8-r'?>", None, "koi8-r"),
        (b"<?xml version='1.0' encoding='cp1251'?><meta charset=koi8-r>", None, "koi8-r"),
        (b"<?xml version='1.0' encoding='utf-16'?>", None, "utf-8"),
        (b"<?xml version='1.0' encoding='x-user-defined'?>", None, "x-user-defined"),
        (b"<?xml" + b" " * 2000 + b"encoding='koi8-r'?>", None, "koi8-r"),
        (b"<\0?\0x\0m\0l\0", None, "utf-16le"),
        (b"\0<\0?\0x\0m\0l", None, "utf-16be"),
    ],
)
def test_html_has_the_encoding_of_the_sniffing_algorithm(data, transport, expected):
    assert detect_encoding(data, transport=transport) == expected


META = b"<meta charset=koi8-r>"


@each_case(
    ("data", "expected"),
    [
        # In the head section, a meta element counts at any offset.
        (b" " * 5000 + META, "koi8-r"),
        (b"<!doctype html><html><head><!--" + b"x" * 5000 + b"-->" + META, "koi8-r"),
        (
            b"<head><script>" + b"x" * 5000 + b"</script><style>p{}</style><link href=x>" + META,
            "koi8-r",
        ),
        (
            b"<title>x</title><base href=x><noscript><link></noscript><object></object>"
            + b"x" * 5000
            + META,
            "koi8-r",
        ),
        # Outside the head section, a meta element has to begin in the first 1024 bytes.
        (b"<p>".ljust(1023) + META, "koi8-r"),
        (b"<p>".ljust(1010) + b"<meta charset=koi8-u>", "koi8-u"),
        (b"<p>".ljust(1024) + META, "windows-1252"),
        (b"</head>".ljust(1024) + META, "windows-1252"),
        (b"<body>".ljust(1024) + META, "windows-1252"),
        (b"<html></html>".ljust(1024) + META, "windows-1252"),
        (b"<template></template>".ljust(1024) + META, "windows-1252"),
        (b"<p title='" + b"x" * 1024 + b"'>" + META, "windows-1252"),
        # An incomplete tag or XML declaration at the end of the data does not count.
        (b"<meta charset=big5\n", "windows-1252"),
        (b"<meta charset=big5", "windows-1252"),
        (b"<meta charset='big5", "windows-1252"),
        (b"<meta charset='big5'/", "windows-1252"),
        (b"<meta charset=big5 x='>", "windows-1252"),
        (b"<?xml encoding='koi8-r'", "windows-1252"),
    ],
)
def test_meta_element_counts_in_the_head_or_the_first_1024_bytes(data, expected):
    assert detect_encoding(data) == expected


@pytest.mark.parametrize(
    "piece",
    [
        b"<",
        b"<!--",
        b"<!",
        b"<p ",
        b"<script>",
        b"<script><!--",
        b"<title>",
        b"<meta a='",
        b"</",
        b"<p a=b ",
        b"=",
        b"&",
        b"&#",
        b"&#0",
        b"0",
        b"1",
    ],
)
def test_hostile_page_without_declaration_has_the_default_encoding(piece):
    assert (
        detect_encoding(b"<meta " + piece * 50_000)
        == detect_encoding(piece * 50_000)
        == "windows-1252"
    )
    assert detect_encoding(b"<meta content='&#" + piece * 50_000 + b"'>") == "windows-1252"


@pytest.mark.parametrize(
    ("text", "is_xml", "expected"),
    [
        ("<meta charset=cp1251>я", False, "windows-1251"),
        ("<p>я", False, None),
        ('<?xml version="1.0" encoding="cp1251"?><a/>', True, "windows-1251"),
        ("<meta charset=cp1251>", True, None),
        ("<meta charset=ко́и8-я>", False, None),
    ],
)
def test_text_has_its_declared_encoding(text, is_xml, expected):
    assert declared_encoding(text, is_xml=is_xml) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<a/>", "utf-8"),
        (b'<?xml version="1.0"?><a/>', "utf-8"),
        (b'<?xml version="1.0" encoding = "ISO-8859-1"?><a/>', "windows-1252"),
        (b'<?xml version="1.0"?><a encoding="koi8-r"/>', "utf-8"),
        (b'<?xml version="1.0" encoding="koi8-r', "utf-8"),
        (b'<?xml version="1.0" encoding=" koi8-r"?>', "utf-8"),
        (b'<?xml x="encoding" encoding="koi8-r"?>', "utf-8"),
        (b"<meta charset=koi8-r>", "utf-8"),
    ],
)
def test_xml_has_the_encoding_of_its_declaration_or_utf_8(data, expected):
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
def test_charset_is_found_in_the_content_of_a_meta_element(content, expected):
    assert find_encoding(label_in_content(content)) == expected


@given(st.text())
def test_any_label_is_accepted_or_ignored(label):
    assert find_encoding(label) is None or isinstance(find_encoding(label), str)


@given(st.binary(), st.booleans())
def test_any_bytes_have_an_encoding(data, is_xml):
    assert find_encoding(detect_encoding(data, is_xml=is_xml)) is not None


PIECES = [
    b"<meta ",
    b"charset=",
    b"koi8-r",
    b"'",
    b'"',
    b">",
    b"<!--",
    b"-->",
    b"</p ",
    b" ",
    b"=",
    b"/",
    b"<",
    b"\0",
]


@given(st.lists(st.sampled_from(PIECES), max_size=200).map(b"".join))
def test_any_markup_has_an_encoding(data):
    assert detect_encoding(data) in ("windows-1252", "koi8-r")


@each_case("length", range(4050, 4140))
def test_declaration_around_byte_4096_is_found(length):
    """The first search covers only the first 4096 bytes. A declaration that begins before byte 4096
    and ends after it must still be found."""
    page = f"<?xml version='1.0' encoding='koi8-r'?><title>{'x' * length}</title><meta charset=big5>".encode()
    assert detect_encoding(page) == "big5"
