"""`find_markup` splits a text as HTML's tokenizer does (HTML Standard 13.2.5)."""

import pytest

from tests.cases import each_case
from urldom.trees._markup import find_doctype, find_markup


@each_case(
    ("text", "parts"),
    [
        ("", []),
        ("a < b", [("text", "a < b")]),
        ("<!-->a", [("comment", "<!-->"), ("text", "a")]),
        ("<!--->a", [("comment", "<!--->"), ("text", "a")]),
        ("<!--a--!>b", [("comment", "<!--a--!>"), ("text", "b")]),
        ("<!--a", [("comment", "<!--a")]),
        ("<?a?>b", [("comment", "<?a?>"), ("text", "b")]),
        ("</ a>b", [("comment", "</ a>"), ("text", "b")]),
        ("<a b='>'>c</a >", [("tag", "<a b='>'>"), ("text", "c"), ("tag", "</a >")]),
        ("<a b='c", [("tag", "<a b='c")]),
        (
            "<TITLE><b></titlex></title>",
            [("tag", "<TITLE>"), ("title", "<b></titlex>"), ("tag", "</title>")],
        ),
        ("<title></title>", [("tag", "<title>"), ("tag", "</title>")]),
        ("<plaintext>a</plaintext>", [("tag", "<plaintext>"), ("plaintext", "a</plaintext>")]),
        (
            "<script><!--<script></script>--></script>",
            [("tag", "<script>"), ("script", "<!--<script></script>-->")],
        ),
    ],
)
def test_each_part_has_its_kind(text, parts):
    found, start = [], 0
    for kind, end, _ in find_markup(text):
        found.append((kind, text[start:end]))
        start = end
    assert found[: len(parts)] == parts and start == len(text)


def test_tags_have_names_and_attributes():
    tags = [tag for _, _, tag in find_markup("<A B=c D='e' =f g/></A h=i>") if tag is not None]
    assert tags == [
        ("a", [("b", "c"), ("d", "e"), ("=f", ""), ("g", "")], False),
        ("a", [("h", "i")], True),
    ]


@pytest.mark.parametrize(
    ("text", "doctype"),
    [
        ("<!DocType a>b", "<!DocType a>"),
        (" \ufeff<!--a-->\n<!doctype b>", "<!doctype b>"),
        ("a<!doctype b>", ""),
        ("<p><!doctype b>", ""),
    ],
)
def test_only_comments_and_spaces_come_before_the_document_type(text, doctype):
    assert find_doctype(text) == doctype
