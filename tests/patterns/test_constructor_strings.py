"""Constructor strings are split into components (URL Pattern Standard 1.6)."""

from __future__ import annotations

from tests.cases import each_case
from urldom.patterns._constructor_strings import parse_constructor_string


@each_case(
    ("text", "expected"),
    [
        # Only a part of a URL
        ("", {"pathname": ""}),
        ("a", {"pathname": "a"}),
        ("/a?b#c", {"pathname": "/a", "search": "b", "hash": "c"}),
        ("?a", {"search": "a"}),
        ("?a#b", {"search": "a", "hash": "b"}),
        ("#a?b", {"hash": "a?b"}),
        ("data:foo", {"pathname": "data:foo"}),
        ("{https://h/}", {"pathname": "{https://h/}"}),
        # With a protocol: the components after the last one are wildcards, so they are absent here
        ("https://h", {"protocol": "https", "hostname": "h", "port": ""}),
        ("https://h/a", {"protocol": "https", "hostname": "h", "port": "", "pathname": "/a"}),
        (
            "https://h?q",
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/", "search": "q"},
        ),
        (
            "https://h#f",
            {
                "protocol": "https",
                "hostname": "h",
                "port": "",
                "pathname": "/",
                "search": "",
                "hash": "f",
            },
        ),
        (
            "https://h:8#f",
            {
                "protocol": "https",
                "hostname": "h",
                "port": "8",
                "pathname": "/",
                "search": "",
                "hash": "f",
            },
        ),
        (
            "https://h/a#f",
            {
                "protocol": "https",
                "hostname": "h",
                "port": "",
                "pathname": "/a",
                "search": "",
                "hash": "f",
            },
        ),
        ("x://h?q", {"protocol": "x", "hostname": "h", "port": "", "pathname": "", "search": "q"}),
        ("x:?q", {"protocol": "x", "hostname": "", "port": "", "pathname": "", "search": "q"}),
        ("x:/a", {"protocol": "x", "hostname": "", "port": "", "pathname": "/a"}),
        ("https:/a", {"protocol": "https", "hostname": "", "port": "", "pathname": "/a"}),
        ("https\\:h/a", {"protocol": "https", "hostname": "h", "port": "", "pathname": "/a"}),
        ("data\\:foo", {"protocol": "data", "hostname": "", "port": "", "pathname": "foo"}),
        ("http{s}?://h", {"protocol": "http{s}?", "hostname": "h", "port": ""}),
        # The authority
        (
            "https://[::1]:80/a",
            {"protocol": "https", "hostname": "[::1]", "port": "80", "pathname": "/a"},
        ),
        (
            "https://h:80:90/",
            {"protocol": "https", "hostname": "h", "port": "80:90", "pathname": "/"},
        ),
        ("https://u@h", {"protocol": "https", "username": "u", "hostname": "h", "port": ""}),
        (
            "https://u\\:p@h/",
            {
                "protocol": "https",
                "username": "u",
                "password": "p",
                "hostname": "h",
                "port": "",
                "pathname": "/",
            },
        ),
        ("https://u:p@h", {"protocol": "https", "username": "u:p", "hostname": "h", "port": ""}),
        (
            "https://a@b@c/",
            {"protocol": "https", "username": "a", "hostname": "b@c", "port": "", "pathname": "/"},
        ),
        (
            "https://h?a@b",
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/", "search": "a@b"},
        ),
        (
            "https://h#a@b",
            {
                "protocol": "https",
                "hostname": "h",
                "port": "",
                "pathname": "/",
                "search": "",
                "hash": "a@b",
            },
        ),
        (
            "https://{a@b}.h/",
            {"protocol": "https", "hostname": "{a@b}.h", "port": "", "pathname": "/"},
        ),
        # A question mark after a group is a modifier
        (
            "https://h/:id?q",
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/:id?q"},
        ),
        (
            "https://h/(a)?q",
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/(a)?q"},
        ),
        ("https://h/*?q", {"protocol": "https", "hostname": "h", "port": "", "pathname": "/*?q"}),
        (
            "https://h/{a}?q",
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/{a}?q"},
        ),
        (
            "https://h/:a\\?q",
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/:a", "search": "q"},
        ),
        (
            "https://h/a??q",
            {"protocol": "https", "hostname": "h", "port": "", "pathname": "/a", "search": "?q"},
        ),
    ],
)
def test_constructor_string_has_the_components_of_the_standard(
    text: str, expected: dict[str, str]
) -> None:
    assert parse_constructor_string(text, lambda protocol: protocol.startswith("http")) == expected


def test_protocol_is_passed_as_it_is_written() -> None:
    given: list[str] = []
    parse_constructor_string("(a|b)c://h/:x", lambda protocol: bool(given.append(protocol)))
    assert given == ["(a|b)c"]
