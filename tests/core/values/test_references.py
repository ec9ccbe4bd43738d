"""The resolution of paths, by the examples of the RFCs and by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import each_case
from urldom._core.values.references import (
    merge,
    read_dot_segments,
    relative_path,
    remove_complete_segments,
    remove_dot_segments,
    split_authority,
)


def test_examples_of_rfc_3986_5_2_4():
    assert remove_dot_segments("/a/b/c/./../../g") == "/a/g"
    assert remove_dot_segments("mid/content=5/../6") == "mid/6"


@each_case(
    ("path", "removed"),
    [
        *[
            ("", ""),
            (".", ""),
            ("..", ""),
            ("./a", "a"),
            ("../../a", "a"),
            ("../.", ""),
            ("/.", "/"),
            ("/..", "/"),
        ],
        *[
            ("/../a", "/a"),
            ("/a/..", "/"),
            ("a/..", "/"),
            ("a/../b", "/b"),
            ("a/.", "a/"),
            ("/.a/..b/c.", "/.a/..b/c."),
        ],
        *[("/a//../b", "/a/b"), ("...", "..."), (".a", ".a"), ("/a/b/../../../c", "/c")],
    ],
)
def test_dot_segments_are_removed(path, removed):
    assert remove_dot_segments(path) == removed == read_dot_segments(path, lambda told: None)


def test_each_state_of_the_buffers_is_reported():
    told: list[Any] = []
    assert read_dot_segments("mid/content=5/../6", told.append) == "mid/6"
    assert [
        (one.step[-2:], one.looked_at, one.made["output buffer"], one.made["input buffer"])
        for one in told
    ] == [
        ("2E", "mid/content=5/../6", "mid", "/content=5/../6"),
        ("2E", "/content=5/../6", "mid/content=5", "/../6"),
        ("2C", "/../6", "mid", "/6"),
        ("2E", "/6", "mid/6", ""),
    ]


@pytest.mark.parametrize(("count", "rows"), [(20, 20), (21, 21), (30, 21)])
def test_twenty_states_are_reported_and_then_the_result(count, rows):
    told: list[Any] = []
    path = "/a" * count
    assert read_dot_segments(path, told.append) == path
    assert len(told) == rows
    assert (told[-1].step, told[-1].made) == ("RFC 3986 5.2.4", {"path": path}) or count == 20


@pytest.mark.parametrize("length", [200, 201])
def test_buffer_of_up_to_200_characters_is_whole(length):
    told: list[Any] = []
    read_dot_segments(f"/{'a' * (length - 2)}b", told.append)
    looked_at = told[0].looked_at
    assert len(looked_at) == 200 and ("…" in looked_at) is (length > 200)
    assert looked_at.startswith("/aa") and looked_at.endswith("ab")


@each_case(
    ("path", "removed"),
    [
        *[
            ("/b/c/./../../../g", "/../g"),
            ("", ""),
            (".", ""),
            ("..", ".."),
            ("a/..", ""),
            ("/a/..", "/"),
            ("/.", "/"),
        ],
        *[
            ("../../a", "../../a"),
            ("a/./b", "a/b"),
            ("a/b/..", "a/"),
            ("a/../b/.", "b/"),
            ("./.x/y.", ".x/y."),
        ],
    ],
)
def test_complete_segments_are_removed(path, removed):
    assert remove_complete_segments(path) == removed


@pytest.mark.parametrize(
    ("has_authority", "base", "merged"),
    [
        (True, "", "/g"),
        (False, "", "g"),
        (True, "/b/c", "/b/g"),
        (True, "/b/", "/b/g"),
        (False, "b", "g"),
    ],
)
def test_path_is_merged_with_the_base(has_authority, base, merged):
    said: list[Any] = []
    assert merge(has_authority, base, "g", lambda *step: said.append(step)) == merged
    assert said == [("RFC 3986 5.2.3", "g", {"path": merged})]


@pytest.mark.parametrize(
    ("path", "directory", "relative"),
    [
        *[
            ("/a/b", "/a/", "b"),
            ("/a/x/", "/a/b/c/", "../../x/"),
            ("/a:b", "/", "./a:b"),
            ("/b/a:b", "/", "b/a:b"),
        ],
        *[
            ("/a/", "/a/", "."),
            ("/a//b", "/a/", ".//b"),
            ("/", "/a/", ".."),
            ("/", "/a/b/", "../.."),
            ("/b", "/a/", "../b"),
        ],
        *[("a", "", "a"), ("/a/b/c", "/a/x/", "../b/c")],
    ],
)
def test_relative_path_leads_to_the_path(path, directory, relative):
    assert relative_path(path, directory) == relative
    assert remove_dot_segments(directory + relative) == path


@pytest.mark.parametrize(
    ("authority", "parts"),
    [
        ("u:p@h:80", ("u:p", "h", "80")),
        ("h", (None, "h", None)),
        ("@:", ("", "", "")),
        ("[::1]:8", (None, "[::1]", "8")),
        ("[::1]", (None, "[::1]", None)),
        ("a:b", (None, "a:b", None)),
        ("a@b@c", (None, "a@b@c", None)),
        ("", (None, "", None)),
        (None, (None, None, None)),
    ],
)
def test_authority_is_split(authority, parts):
    assert split_authority(authority) == parts
