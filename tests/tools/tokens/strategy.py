"""The same tokens for property tests: hypothesis draws strings, and shortens them token by token."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.tools.tokens.making import ENDS, GROUPS, STARTS, TOKENS

#: A token of a kind, each kind as often as the others
tokens = st.one_of(*map(st.sampled_from, GROUPS.values()))
#: Two to six tokens
token_strings = st.lists(tokens, min_size=2, max_size=6).map("".join)
#: One to four tokens in a string that often resembles a URL
token_urls = st.builds(
    "{}{}{}".format,
    st.sampled_from(STARTS),
    st.lists(st.sampled_from(TOKENS), min_size=1, max_size=4).map("".join),
    st.sampled_from(["", *ENDS]),
)
