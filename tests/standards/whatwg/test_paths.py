"""The segments of a path, normalized as by the path state (URL Standard 4.4)."""

from __future__ import annotations

import pytest

from urldom._standards.whatwg.paths import DOT_SEGMENTS, has_escaped_dot, normalize_segments


@pytest.mark.parametrize(
    ("path", "normalized", "of_a_file"),
    [
        ("", "", ""),
        ("/", "/", "/"),
        ("/a/./b", "/a/b", "/a/b"),
        ("/a/..", "/", "/"),
        ("/../../a", "/a", "/a"),
        ("/a//../b", "/a/b", "/a/b"),
        ("/%2E/.%2e/a/%2e%2E/", "/", "/"),
        ("/.../a.", "/.../a.", "/.../a."),
        ("/C|/../a", "/a", "/C:/a"),
        ("/C:/../..", "/", "/C:/"),
        ("/C:/a/../..", "/", "/C:/"),
        ("/a/C|", "/a/C|", "/a/C|"),
        ("/../C|/.", "/C|/", "/C:/"),
    ],
)
def test_path_is_normalized(path, normalized, of_a_file):
    assert (normalize_segments(path), normalize_segments(path, is_file=True)) == (normalized, of_a_file)


def test_dot_segments_are_those_of_the_standard():
    assert sorted(segment for segment, dots in DOT_SEGMENTS.items() if dots == 1) == ["%2E", "%2e", "."]
    assert {segment.lower() for segment, dots in DOT_SEGMENTS.items() if dots == 2} == {
        *("..", ".%2e", "%2e.", "%2e%2e")
    }
    assert len(DOT_SEGMENTS) == 12


def test_escaped_dot_is_found():
    assert [has_escaped_dot(path) for path in ("/%2ea", "/%2E", "/.", "/%20e")] == [True, True, False, False]
