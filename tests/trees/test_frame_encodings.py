"""The encoding of a document in a frame, as Chromium 156 reads it."""

import pytest

from tests.cases import each_case
from urldom import Document
from urldom.trees import parse

ADDRESS = "http://h/p"


def container(encoding, address=ADDRESS, **options):
    return parse("<p>", address, encoding=encoding, **options)


#: The source of a frame in a page in GBK, and its encoding. `tests/browser/test_encodings.py` asks
#: Chromium again.
FRAMES = [
    (b"<p>\xe9", None, "gbk"),
    (b"<meta charset=koi8-r><p>\xe9", None, "koi8-r"),
    (b"<?xml version='1.0' encoding='koi8-r'?><p>\xe9", None, "koi8-r"),
    (b"<p>\xe9", "text/html; charset=koi8-r", "koi8-r"),
    (b"\xef\xbb\xbf<p>", None, "utf-8"),
    (b"<html xmlns='http://www.w3.org/1999/xhtml'><p/></html>", "application/xhtml+xml", "utf-8"),
]


@each_case(("source", "content_type", "encoding"), FRAMES)
def test_frame_that_declares_no_encoding_has_that_of_its_container(source, content_type, encoding):
    page = parse(source, "http://h/f", content_type=content_type, container=container("gbk"))
    assert page.encoding == encoding


@each_case(
    ("encoding", "address", "inherited"),
    [
        ("gbk", "http://h/f", "gbk"),
        ("iso-2022-jp", "http://h/f", "iso-2022-jp"),
        ("x-user-defined", "http://h/f", "x-user-defined"),
        ("latin1", "HTTP://H:80/f", "windows-1252"),
        ("utf-16le", "http://h/f", "windows-1252"),
        ("gbk", "https://h/f", "windows-1252"),
        ("gbk", "http://h:8080/f", "windows-1252"),
        ("gbk", "data:,x", "windows-1252"),
    ],
)
def test_encoding_is_inherited_from_the_same_origin_only(encoding, address, inherited):
    for around in (container(encoding), Document(ADDRESS, encoding=encoding, standard="whatwg")):
        assert parse(b"<p>\xe9", address, container=around).encoding == inherited


def test_encoding_is_not_inherited_from_a_sandbox():
    headers = {"Content-Security-Policy": "sandbox allow-scripts"}
    around = container("gbk", headers=headers)
    assert parse(b"<p>\xe9", "http://h/f", container=around).encoding == "windows-1252"


def test_queries_of_a_text_in_a_frame_have_the_inherited_encoding():
    page = parse("<a href='?ж'>", "http://h/f", container=container("windows-1251"))
    assert next(page.urls()).url == "http://h/f?%E6"


@pytest.mark.parametrize(("standard", "encoding"), [("whatwg", "utf-8"), ("html5", "gbk")])
def test_srcdoc_has_the_encoding_of_its_standard(standard, encoding):
    around = container("gbk", standard=standard)
    source = b"<meta charset=koi8-r><iframe srcdoc='&lt;meta charset=koi8-r>'></iframe>"
    page = parse(source, "about:srcdoc", container=around, standard=standard)
    ((_, inner),) = page.embedded_documents()
    assert page.encoding == inner.encoding == encoding


def test_frame_in_a_srcdoc_document_has_its_encoding():
    srcdoc = parse("<p>", "about:srcdoc", container=container("gbk"))
    assert parse(b"<p>", "http://h/f", container=srcdoc).encoding == "utf-8"


def test_container_must_be_a_base_context():
    with pytest.raises(TypeError, match="a container"):
        parse(b"<p>", "http://h/f", container="http://h/")
