"""Usual URLs under HTML5: a quick check accepts only what the specification's steps do not change."""

import pytest

from urldom import HTML5, InvalidURLError
from urldom._standards.html5.usual import USUAL, has_usual_labels


@pytest.mark.parametrize("host", ["a", "a-b.c", "A.1", "a--b", "a.", "1.2.3.4", "a" * 63, f"{'a' * 63}.{'b' * 63}"])
def test_host_of_usual_labels_is_kept(host):
    assert has_usual_labels(host)
    assert HTML5.resolve(f"http://{host}/").host == host


@pytest.mark.parametrize("host", ["-a", "a-", "a-.b", "a.-b", "a..b", ".a", ".", "a" * 64, f"a.{'b' * 64}", "a-..b"])
def test_host_with_an_unusual_label_is_rejected(host):
    """RFC 3490 section 4.1: a label has 1 to 63 characters, and does not begin or end with a hyphen."""
    assert not has_usual_labels(host)
    for url in (f"http://{host}/", f"http://u@{host}:80/a?b#c"):
        with pytest.raises(InvalidURLError):
            HTML5.resolve(url)


@pytest.mark.parametrize(
    ("component", "usual", "others"),
    [
        ("host", ["h", "a-b.C", "1.2.3.4", "a.", "[1::2]", "a" * 63], ["", "a_b", "-a", "a-", "a..b", "a:1", "a" * 64]),
        ("hostport", ["h", "h:", "h:80", "[1::2]:81"], ["h:x", ":80", "h:80:", "a b"]),
        ("port", ["1", "80", "9999"], ["0", "080", "65536", "10000", "", "8a", "\u0661"]),
    ],
)
def test_usual_value_of_a_component(component, usual, others):
    assert [value for value in usual if not USUAL[component](value)] == []
    assert [value for value in others if USUAL[component](value)] == []
