"""URL Standard 5: the parser and the serializer of application/x-www-form-urlencoded."""

from __future__ import annotations

from urldom._standards.whatwg.form_encoded import parse, parse_string, serialize


def test_parser_splits_and_decodes():
    assert parse(b"a=%C3%A9&b+c&&=d=e") == [("a", "é"), ("b c", ""), ("", "d=e")]
    assert parse_string("\ud800") == [("\ufffd", "")]


def test_serializer_keeps_only_letters_digits_and_four_marks():
    assert serialize([("a b", "~é"), ("*-._", "!'()")]) == "a+b=%7E%C3%A9&*-._=%21%27%28%29"
