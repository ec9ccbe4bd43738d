"""A document that is not text is named, and gzip's data are read up to a limit."""

import gzip
import zlib

import pytest

from tests.cases import each_case
from tests.trees.helpers import ADDRESS, urls
from urldom.trees import parse
from urldom.trees._binary import binary_type, decompress_gzip

SITEMAP = (
    b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    b"<url><loc>http://h/a</loc></url></urlset>"
)


@each_case(
    ("data", "essence"),
    [
        (b"%PDF-1.7\n", "application/pdf"),
        (b"%!PS-Adobe-3.0", "application/postscript"),
        (b"\x89PNG\r\n\x1a\n\x00", "image/png"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"RIFF\n\n\n\nWEBPVP8 ", "image/webp"),
        (b"RIFF1234AVI ", "video/avi"),
        (b"RIFF1234WAVE", "audio/wave"),
        (b"FORM1234AIFF", "audio/aiff"),
        (b"BM6\x00", "image/bmp"),
        (b"\x00\x00\x01\x00", "image/x-icon"),
        (b"ID3\x03", "audio/mpeg"),
        (b"OggS\x00", "application/ogg"),
        (b"MThd\x00\x00\x00\x06", "audio/midi"),
        (b"PK\x03\x04", "application/zip"),
        (b"Rar!\x1a\x07\x00", "application/x-rar-compressed"),
        (b"wOF2", "font/woff2"),
        (bytes(8) + b"\1\0\2\0" + bytes(22) + b"LP", "application/vnd.ms-fontobject"),
        (b"\x00\x00\x00\x10ftypmp42\x00\x00\x00\x00", "video/mp4"),
        (b"\x00\x00\x00\x14ftypisom\x00\x00\x00\x00mp41", "video/mp4"),
        (b"\x1a\x45\xdf\xa3\x01\x00\x42\x82\x84webm", "video/webm"),
    ],
)
def test_binary_document_without_content_type_raises(data, essence):
    assert binary_type(data) == essence
    with pytest.raises(ValueError, match=f"is not HTML or XML, but {essence} by its first bytes: "):
        parse(data, ADDRESS)
    parse(data, ADDRESS, parser="html5lib")
    parse(data, ADDRESS, content_type="text/html")


@each_case(
    "data",
    [
        *(
            b"",
            b"<p>%PDF-",
            b" %PDF-",
            b"%PDF",
            b"RIFF1234WEBP",
            b"\x1a\x45\xdf\xa3webm",
            b"GIF88a",
            b"a" * 34 + b"LP",
        ),
        *(b"\x00\x00\x00\x10ftypisom\x00\x00\x00\x00", b"\x00\x00\x00\x11ftypmp42", b"ftypmp42"),
    ],
)
def test_other_document_is_parsed(data):
    assert binary_type(data) is None
    parse(data, ADDRESS)


@each_case("recover", [False, True])
def test_picture_that_is_sent_as_xml_is_named(recover):
    data = b"\x89PNG\r\n\x1a\n\x00"
    for document in (data, gzip.compress(data)):
        with pytest.raises(ValueError, match="sent as XML, but it is image/png by its first bytes"):
            parse(document, ADDRESS, content_type="application/xml", recover=recover)


CONTENT_TYPES = [None, "application/gzip", "application/x-gzip", "application/octet-stream"]


@each_case("content_type", [*CONTENT_TYPES, "application/xml"])
def test_sitemap_in_gzip_is_read(content_type):
    data = gzip.compress(SITEMAP)
    assert urls(data, content_type=content_type) == ["http://h/a"]
    parts = gzip.compress(SITEMAP[:50]) + gzip.compress(b"") + b"\0" + gzip.compress(SITEMAP[50:])
    assert urls(parts + b"\0" * 20, content_type=content_type) == ["http://h/a"]


@each_case("content_type", CONTENT_TYPES)
def test_gzip_without_xml_raises(content_type):
    for content in (b"<p>a", b"a", gzip.compress(SITEMAP), b"\x89PNG\r\n\x1a\n"):
        with pytest.raises(ValueError, match=r"do not contain XML|is not HTML or XML|not name"):
            parse(gzip.compress(content), ADDRESS, content_type=content_type)


def test_page_that_looks_like_gzip_is_a_page():
    assert urls(gzip.compress(SITEMAP), content_type="text/html") == []


def test_broken_gzip_raises():
    data = gzip.compress(SITEMAP)
    for broken in (data[:-1], data[:20], data[:3], data[:20] + b"\xff" * 20, data[:-8] + b"\0" * 8):
        with pytest.raises(ValueError, match=r"gzip data (are broken|end too early)"):
            parse(broken, ADDRESS)


def test_gzip_is_read_up_to_a_limit():
    data = gzip.compress(SITEMAP)
    assert len(list(parse(data, ADDRESS, max_decompressed=len(SITEMAP)).urls())) == 1
    with pytest.raises(ValueError, match=r"contain more than 5 bytes: pass a greater max_decomp"):
        parse(data, ADDRESS, max_decompressed=5)
    bomb = zlib.compressobj(wbits=31)
    zeros = bomb.compress(bytes(60_000_000)) + bomb.flush()
    with pytest.raises(ValueError, match="contain more than 52428800 bytes"):
        parse(zeros, ADDRESS)


def test_many_members_take_linear_time():
    assert decompress_gzip(gzip.compress(b"") * 20_000, 10) == b""


def test_recover_reads_what_gzip_contains():
    data = gzip.compress(SITEMAP.replace(b"/a", b"/?a&b"))
    assert urls(data, recover=True) == ["http://h/?a&b"]
