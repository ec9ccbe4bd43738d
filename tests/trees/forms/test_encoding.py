"""The three algorithms of the HTML Standard that encode a form's body: multipart, urlencoded and
plain text.

In each encoding, each text of the tables is sent three times: as a name, as a value and as a file
name."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.cases import each_case
from urldom.trees._forms.entries import pick_encoding, urlencoded

from .making import MULTIPART, PLAIN, URLENCODED, boundary_of, post


class Written(NamedTuple):
    """A text in the bytes of each body. In a multipart body, the bytes depend on the place of the
    text."""

    urlencoded: bytes
    multipart_name: bytes
    multipart_file_name: bytes
    multipart_value: bytes
    plain: bytes


def alike(urlencoded: bytes, other: bytes) -> Written:
    return Written(urlencoded, other, other, other, other)


UTF_8 = {
    "ab": alike(b"ab", b"ab"),
    "": alike(b"", b""),
    # Each line end becomes CRLF, except in a file name of a multipart body.
    "a\nb": Written(b"a%0D%0Ab", b"a%0D%0Ab", b"a%0Ab", b"a\r\nb", b"a\r\nb"),
    "a\rb": Written(b"a%0D%0Ab", b"a%0D%0Ab", b"a%0Db", b"a\r\nb", b"a\r\nb"),
    "a\r\nb": Written(b"a%0D%0Ab", b"a%0D%0Ab", b"a%0D%0Ab", b"a\r\nb", b"a\r\nb"),
    "a\n\rb": Written(
        b"a%0D%0A%0D%0Ab", b"a%0D%0A%0D%0Ab", b"a%0A%0Db", b"a\r\n\r\nb", b"a\r\n\r\nb"
    ),
    "\n\n": Written(b"%0D%0A%0D%0A", b"%0D%0A%0D%0A", b"%0A%0A", b"\r\n\r\n", b"\r\n\r\n"),
    "\r\r\n": Written(b"%0D%0A%0D%0A", b"%0D%0A%0D%0A", b"%0D%0D%0A", b"\r\n\r\n", b"\r\n\r\n"),
    # Other whitespace, and controls
    "a\0b": alike(b"a%00b", b"a\0b"),
    " a  b ": alike(b"+a++b+", b" a  b "),
    "a\tb\x0b\x0c\x1b\x7f": alike(b"a%09b%0B%0C%1B%7F", b"a\tb\x0b\x0c\x1b\x7f"),
    "\x85\u2028": alike(b"%C2%85%E2%80%A8", b"\xc2\x85\xe2\x80\xa8"),
    # Quotes and backslashes
    'a"b': Written(b"a%22b", b"a%22b", b"a%22b", b'a"b', b'a"b'),
    "a'b": alike(b"a%27b", b"a'b"),
    "a\\b": alike(b"a%5Cb", b"a\\b"),
    '\\"': Written(b"%5C%22", b"\\%22", b"\\%22", b'\\"', b'\\"'),
    # Delimiters of one of the bodies
    "a=b&c;d": alike(b"a%3Db%26c%3Bd", b"a=b&c;d"),
    "a+b": alike(b"a%2Bb", b"a+b"),
    "100%0A%22": alike(b"100%250A%2522", b"100%0A%22"),
    "*-._~!()": alike(b"*-._%7E%21%28%29", b"*-._~!()"),
    "--": alike(b"--", b"--"),
    # Non-ASCII characters
    "\u00e9\u20ac": alike(b"%C3%A9%E2%82%AC", b"\xc3\xa9\xe2\x82\xac"),
    "\U0001f600": alike(b"%F0%9F%98%80", b"\xf0\x9f\x98\x80"),
    "\ufeffa": alike(b"%EF%BB%BFa", b"\xef\xbb\xbfa"),
    "\ufffd": alike(b"%EF%BF%BD", b"\xef\xbf\xbd"),
    "a\ud800b\udc00": alike(b"a%EF%BF%BDb%EF%BF%BD", b"a\xef\xbf\xbdb\xef\xbf\xbd"),
}

OTHER_ENCODINGS = {
    ("windows-1252", "\u00e9\u20ac"): alike(b"%E9%80", b"\xe9\x80"),
    ("windows-1252", "\u0259"): alike(b"%26%23601%3B", b"&#601;"),
    ("windows-1252", "\ufffd"): alike(b"%26%2365533%3B", b"&#65533;"),
    ("windows-1252", "\U0001f600"): alike(b"%26%23128512%3B", b"&#128512;"),
    ("windows-1252", "&#601;"): alike(
        b"%26%23601%3B", b"&#601;"
    ),  # In this encoding, \u0259 has these bytes too.
    ("windows-1251", "\u043f\u0401\u2116"): alike(b"%EF%A8%B9", b"\xef\xa8\xb9"),
    ("koi8-r", "\u043f"): alike(b"%D0", b"\xd0"),
    ("iso-8859-2", "\u0141\u00f3d\u017a"): alike(b"%A3%F3d%BC", b"\xa3\xf3d\xbc"),
    ("shift_jis", "\u8868"): alike(b"%95%5C", b"\x95\x5c"),  # The second byte is a backslash.
    ("shift_jis", "\u2212"): alike(b"%81%7C", b"\x81\x7c"),
    ("shift_jis", "\u00a5"): alike(b"%5C", b"\\"),
    ("euc-jp", "\u6771"): alike(b"%C5%EC", b"\xc5\xec"),
    ("iso-2022-jp", "a\u6771b"): alike(b"a%1B%24BEl%1B%28Bb", b"a\x1b$BEl\x1b(Bb"),
    # The second byte of the character is a quotation mark.
    ("iso-2022-jp", "\u3042"): Written(
        b"%1B%24B%24%22%1B%28B",
        b"\x1b$B$%22\x1b(B",
        b"\x1b$B$%22\x1b(B",
        b'\x1b$B$"\x1b(B',
        b'\x1b$B$"\x1b(B',
    ),
    ("gbk", "\u4e2d\u20ac"): alike(b"%D6%D0%80", b"\xd6\xd0\x80"),
    ("gb18030", "\u20ac\U0001f600"): alike(b"%A2%E3%949%FC6", b"\xa2\xe3\x949\xfc6"),
    ("big5", "\u4e2d"): alike(b"%A4%A4", b"\xa4\xa4"),
    ("big5", "\u529f"): alike(b"%A5%5C", b"\xa5\x5c"),
    ("euc-kr", "\ud55c"): alike(b"%C7%D1", b"\xc7\xd1"),
    ("x-user-defined", "\uf780"): alike(b"%80", b"\x80"),
    # UTF-16 is not an output encoding, so the body is in UTF-8.
    ("utf-16le", "\u00e9"): alike(b"%C3%A9", b"\xc3\xa9"),
    ("replacement", "\u00e9"): alike(b"%C3%A9", b"\xc3\xa9"),
}

CASES = {("utf-8", text): written for text, written in UTF_8.items()} | OTHER_ENCODINGS
each_row = each_case(
    ("encoding", "text", "written"),
    [(*case, written) for case, written in CASES.items()],
    ids=[f"{encoding} {text.encode('unicode_escape').decode()}" for encoding, text in CASES],
)


def body(enctype: str, *pairs: tuple[str, str], encoding: str, files: Any = None) -> bytes:
    """Return the body, with the boundary B."""
    submission = post(enctype, *pairs, encoding=encoding, files=files)
    if enctype != MULTIPART:
        assert submission.headers["Content-Type"] == enctype
        return submission.body
    return submission.body.replace(b"--" + boundary_of(submission), b"--B")


def part(disposition: bytes, content: bytes, *headers: bytes) -> bytes:
    head = b"\r\n".join([b"--B", b"Content-Disposition: form-data; " + disposition, *headers])
    return head + b"\r\n\r\n" + content + b"\r\n--B--\r\n"


@each_row
def test_urlencoded_body_has_the_bytes_of_the_table(
    encoding: str, text: str, written: Written
) -> None:
    assert body(URLENCODED, ("n", text), encoding=encoding) == b"n=" + written.urlencoded
    if text:
        assert body(URLENCODED, (text, "v"), encoding=encoding) == written.urlencoded + b"=v"
        assert body(URLENCODED, (text, text), ("a", ""), encoding=encoding) == b"%b=%b&a=" % (
            written.urlencoded,
            written.urlencoded,
        )
    files = {"n": (text, b"content")}
    assert body(URLENCODED, encoding=encoding, files=files) == b"n=" + written.urlencoded


@each_row
def test_multipart_body_has_the_bytes_of_the_table(
    encoding: str, text: str, written: Written
) -> None:
    assert body(MULTIPART, ("n", text), encoding=encoding) == part(
        b'name="n"', written.multipart_value
    )
    if text:
        assert body(MULTIPART, (text, "v"), encoding=encoding) == part(
            b'name="%b"' % written.multipart_name, b"v"
        )
    files = {"n": (text, b"\r\n\0\xff", "image/png")}
    assert body(MULTIPART, encoding=encoding, files=files) == part(
        b'name="n"; filename="%b"' % written.multipart_file_name,
        b"\r\n\0\xff",
        b"Content-Type: image/png",
    )


@each_row
def test_plain_body_has_the_bytes_of_the_table(encoding: str, text: str, written: Written) -> None:
    assert body(PLAIN, ("n", text), encoding=encoding) == b"n=" + written.plain + b"\r\n"
    if text:
        assert body(PLAIN, (text, "v"), ("a", text), encoding=encoding) == b"%b=v\r\na=%b\r\n" % (
            written.plain,
            written.plain,
        )
    assert (
        body(PLAIN, encoding=encoding, files={"n": (text, b"content")})
        == b"n=" + written.plain + b"\r\n"
    )


def test_form_without_entries_has_an_empty_body() -> None:
    assert body(URLENCODED, encoding="utf-8") == b""
    assert body(PLAIN, encoding="utf-8") == b""
    assert body(MULTIPART, encoding="utf-8") == b"--B--\r\n"


def test_each_file_is_one_part() -> None:
    files = {"n": [("a", b"1", "text/plain"), ("b", b"2", "text/css")]}
    assert (
        body(MULTIPART, ("x", "y"), encoding="utf-8", files=files)
        == b"--B\r\nContent-Disposition: form-data;"
        b' name="x"\r\n\r\ny\r\n--B\r\nContent-Disposition: form-data; name="n";'
        b' filename="a"\r\nContent-Type: text/plain\r\n\r\n1\r\n--B\r\nContent-Disposition:'
        b' form-data; name="n"; filename="b"\r\nContent-Type: text/css\r\n\r\n2\r\n--B--\r\n'
    )


@pytest.mark.parametrize(("enctype", "expected"), [(URLENCODED, b"n="), (PLAIN, b"n=\r\n")])
def test_missing_file_has_an_empty_name(enctype: str, expected: bytes) -> None:
    assert body(enctype, encoding="utf-8", files={"n": []}) == expected


def test_missing_file_is_an_empty_part() -> None:
    assert body(MULTIPART, encoding="utf-8", files={"n": []}) == part(
        b'name="n"; filename=""', b"", b"Content-Type: application/octet-stream"
    )


@pytest.mark.parametrize(
    ("accept_charset", "encoding", "expected"),
    [
        (None, "utf-8", "utf-8"),
        (None, "koi8-r", "koi8-r"),
        (None, "utf-16be", "utf-8"),
        ("latin1", "koi8-r", "windows-1252"),
        ("\tx \n sjis utf-8", "koi8-r", "shift_jis"),
        ("utf-16le", "koi8-r", "utf-8"),
        ("", "koi8-r", "utf-8"),
        ("latin1,sjis", "koi8-r", "utf-8"),
    ],
)
def test_encoding_is_picked_for_the_form(accept_charset, encoding, expected):
    """HTML Standard 4.10.22.5, "pick an encoding for the form"."""
    assert pick_encoding(accept_charset, encoding) == expected


def test_form_urlencoded_set_is_that_of_the_url_standard():
    """URL Standard 1.3: the application/x-www-form-urlencoded percent-encode set has all ASCII code
    points except alphanumerics and `*-._`."""
    ascii_text = "".join(map(chr, range(0x80)))
    kept = "*-._0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    expected = "".join(
        [c if c in kept else "+" if c == " " else f"%{ord(c):02X}" for c in ascii_text]
    )
    for encoding in ("utf-8", "windows-1252"):
        escaped = urlencoded([(ascii_text, "\u00e9")], encoding)
        # The pair's own "=" and the escapes of the value follow.
        assert escaped == expected + ("=%C3%A9" if encoding == "utf-8" else "=%E9")
