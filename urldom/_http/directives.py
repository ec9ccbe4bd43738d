"""`split_directive`: the directives of a fragment (URL Fragment Text Directives, a draft)."""

from __future__ import annotations

from urldom._errors import wrong_type


def split_directive(fragment: str) -> tuple[str, tuple[str, ...]]:
    """Split a fragment at the first `:~:`, after which a browser reads directives such as `text=` (section 3.3).

    Args:
        fragment: The fragment of a URL, or its `hash`, with or without a `#`.

    Returns:
        The fragment before the `:~:`, with the `#` if it had one, and the directives, as written.

    Raises:
        TypeError: If the fragment is not a `str`.

    >>> from urldom import URL
    >>> split_directive(URL("https://example.com/wine#red:~:text=Pinot&text=Merlot,Malbec").hash)
    ('#red', ('text=Pinot', 'text=Merlot,Malbec'))
    """
    if not isinstance(fragment, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        hint = 'pass "" for a URL without a fragment' if fragment is None else ""
        raise wrong_type("a fragment", "a str", fragment, hint)
    before, _, directives = fragment.partition(":~:")
    return before, tuple(directives.split("&")) if directives else ()
