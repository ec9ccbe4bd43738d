"""The bytes and the text of header values."""

import pytest

from urldom.http._location import header_bytes, header_text, url_reference


@pytest.mark.parametrize(
    ("value", "octets", "text", "reference"),
    [
        ("/a b", b"/a b", "/a b", "/a b"),
        (b"/a", b"/a", "/a", "/a"),
        ("\u00e9", b"\xc3\xa9", "\u00e9", "%C3%A9"),
        (b"\xc3\xa9 \x7f%", b"\xc3\xa9 \x7f%", "\u00e9 \x7f%", "%C3%A9 \x7f%"),
        (b"\xe9", b"\xe9", "\udce9", "%E9"),
        ("\udc80\udcff", b"\x80\xff", "\udc80\udcff", "%80%FF"),
        # A surrogate pair is one character, and any other surrogate becomes U+FFFD.
        ("\ud83d\ude00", "\U0001f600".encode(), "\U0001f600", "%F0%9F%98%80"),
        ("\ud800x", b"\xef\xbf\xbdx", "\ufffdx", "%EF%BF%BDx"),
        ("\udc7f", b"\xef\xbf\xbd", "\ufffd", "%EF%BF%BD"),
        ("\udd00", b"\xef\xbf\xbd", "\ufffd", "%EF%BF%BD"),
    ],
)
def test_value_has_bytes_text_and_a_reference(value, octets, text, reference):
    assert header_bytes(value, "Link") == octets
    assert header_text(value, "Link") == text
    assert url_reference(value, "Link") == reference


@pytest.mark.parametrize("function", [header_bytes, header_text, url_reference])
def test_value_of_another_type_raises(function):
    with pytest.raises(
        TypeError, match="the value of a Link header must be bytes or a str, not int"
    ):
        function(5, "Link")
