"""`make_selector` escapes names as CSS requires."""

from urldom.trees._tree import make_selector


def test_names_are_escaped_and_names_of_xml_are_left_out():
    assert make_selector(frozenset(["b", "a-b"]), frozenset(["x:y", "1", "a/b", "a b"])) == (
        r":is(a\2d b,b,[\31 ],[x\3a y])"
    )
    assert make_selector(frozenset(["*", "a"]), frozenset()) == "*"
