"""URLs and values that the property tests draw: mutated conformance data, and generated URLs."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.conformance import cases
from tests.strategies import any_text, hostile
from tests.tools.tokens.strategy import token_strings, token_urls

SETTERS = (
    "protocol",
    "username",
    "password",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)


def _data() -> tuple[list[str], list[str]]:
    inputs = {
        case[key] for case in cases("url") for key in ("input", "base") if case[key] is not None
    }
    return sorted(inputs), sorted({case["value"] for case in cases("setters")})


_INPUTS, _VALUES = _data()


@st.composite
def _mutated(draw: st.DrawFn, texts: list[str]) -> str:
    text = draw(st.sampled_from(texts))
    start = draw(st.integers(0, len(text)))
    return text[:start] + draw(hostile) + text[start + draw(st.integers(0, 3)) :]


#: URLs that need little or no normalization: URLs that the fast path parses, and similar URLs
nearly_serialized = st.tuples(
    st.sampled_from(["http://", "https://", "https://", "HTTP://", "ws://", "http:"]),
    st.lists(
        st.sampled_from(
            [
                "www",
                "a",
                "example",
                "com",
                ".",
                "-",
                "--",
                "xn--",
                "0",
                "1",
                "0x",
                "0xa",
                "_",
                "A",
                "%61",
                ":80",
            ]
        ),
        max_size=6,
    ).map("".join),
    st.lists(
        st.sampled_from(
            [
                *"/?#aZ09.-_~!$&'()*+,;=:@%[]|^`{}<>\"\\ \té",
                "/",
                "/.",
                "/..",
                "/%2e",
                ".html",
                "%20",
            ]
        ),
        max_size=8,
    ).map("".join),
).map("".join)

urls = st.one_of(
    st.sampled_from(_INPUTS), _mutated(_INPUTS), nearly_serialized, hostile, token_urls
)
values = st.one_of(
    st.sampled_from(_VALUES), _mutated(_VALUES), nearly_serialized, hostile, token_strings, any_text
)
setters = st.sampled_from(SETTERS)
