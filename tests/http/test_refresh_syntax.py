"""The shared declarative refresh steps (HTML Standard 4.2.5.3): the parts of a refresh, each with
its place."""

from __future__ import annotations

from tests.cases import each_case
from urldom.http._refresh import BARE, cut_refresh


@each_case(
    ("value", "seconds", "url", "form"),
    [
        # the examples of the Standard
        ("300", "300", None, ""),
        ("20; URL=page4.html", "20", "page4.html", ""),
        # steps 3 and 4: spaces, and the digits of the time
        ("\t\n\f\r 5;a", "5", "a", BARE),
        (".5;a", "", "a", BARE),
        ("0.9.9;a", "0", "a", BARE),
        ("09;a", "09", "a", BARE),
        (".", "", None, ""),
        # step 7: what may follow the time
        ("5,a", "5", "a", BARE),
        *((f"5{space}a", "5", "a", BARE) for space in " \t\n\f\r"),
        # steps 8 to 10: spaces, one semicolon or comma, and spaces
        ("5 ; a", "5", "a", BARE),
        ("5 , a", "5", "a", BARE),
        ("5;\t\n\f\r a", "5", "a", BARE),
        ("5;;a", "5", ";a", BARE),
        ("5 ; ", "5", None, ""),
        ("5;", "5", None, ""),
        # step 11: "url", spaces, "=" and spaces
        ("5;url=a", "5", "a", ""),
        ("5;uRl \t\n\f\r= \t\n\f\ra", "5", "a", ""),
        ("5;URL=", "5", "", ""),
        ("5;ur=a", "5", "ur=a", BARE),
        ("5;url a", "5", "url a", BARE),
        ("5;url", "5", "url", BARE),
        ("5;urls=a", "5", "urls=a", BARE),
        ("5;url==a", "5", "=a", ""),
        # *skip quotes*
        ("5;url='a'b", "5", "a", "'"),
        ('5;url="a\'b"c', "5", "a'b", '"'),
        ("5;url='a", "5", "a", "'"),
        ("5;url=''", "5", "", "'"),
        ("5;'a'b", "5", "a", "'"),
        ('5;"a', "5", "a", '"'),
        ("5;'", "5", "", "'"),
        ("5;a'b'", "5", "a'b'", BARE),
        ("5;url=a ", "5", "a ", ""),
    ],
)
def test_value_is_cut_into_its_parts(value, seconds, url, form):
    parts = cut_refresh(value)
    assert parts is not None
    assert (parts.seconds, parts.form) == (seconds, form)
    assert (None if parts.start is None else value[parts.start : parts.end]) == url


def test_url_has_its_place_in_the_value():
    assert cut_refresh("5; url='a' ") == ("5", 8, 9, "'")
    assert cut_refresh("5; a ") == ("5", 3, 5, BARE)
    assert cut_refresh("5 ; ") == ("5", None, 4, "")


@each_case(
    "value",
    ["", " ", "a", "-1;a", "+1;a", ";a", "5x", "5:a", "5'a'", "5.x", "\xa05", "\u0665", "url=a"],
)
def test_value_without_a_time_is_no_refresh(value):
    """Steps 5 and 7: without digits or a dot, or before any other character, the steps return."""
    assert cut_refresh(value) is None
