"""The value of the `Referer` header (Referrer Policy)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from urldom._core.errors import unknown_name, wrong_type
from urldom._core.public import public
from urldom._core.values.url_value import AnyURL
from urldom.http._location import HeaderValue, header_texts
from urldom.http._trust import is_trusted, origin_of, serialized


@public("urldom.http")
class ReferrerPolicy(str, Enum):
    """A *referrer policy*: the part of a page's URL that its requests send to servers.

    See Referrer Policy 3.

    `EMPTY` means no policy, so that the policy of the page counts, or the default.

    >>> ReferrerPolicy.parse("no-referrer, strict-origin"), ReferrerPolicy.of("Origin")
    (<ReferrerPolicy.STRICT_ORIGIN: 'strict-origin'>, <ReferrerPolicy.ORIGIN: 'origin'>)
    """

    EMPTY = ""
    NO_REFERRER = "no-referrer"
    NO_REFERRER_WHEN_DOWNGRADE = "no-referrer-when-downgrade"
    SAME_ORIGIN = "same-origin"
    ORIGIN = "origin"
    STRICT_ORIGIN = "strict-origin"
    ORIGIN_WHEN_CROSS_ORIGIN = "origin-when-cross-origin"
    STRICT_ORIGIN_WHEN_CROSS_ORIGIN = "strict-origin-when-cross-origin"
    UNSAFE_URL = "unsafe-url"

    __str__ = str.__str__

    @classmethod
    def _missing_(cls, value: object) -> ReferrerPolicy:
        raise ValueError(
            unknown_name("referrer policy", value, [str(policy) for policy in cls if policy])
        )

    @classmethod
    def parse(cls, values: HeaderValue | Iterable[HeaderValue]) -> ReferrerPolicy:
        """Return the policy of a response's `Referrer-Policy` headers, or `EMPTY`.

        See Referrer Policy 8.1.

        The last known policy counts. If one value is not a list of words, such as `"origin; x"`,
        none counts.

        Args:
            values: The value of one header, or an iterable of values.

        Raises:
            TypeError: If a value is not `bytes` or a `str`.

        >>> ReferrerPolicy.parse([b"Origin, new-policy", b"unsafe-url"])
        <ReferrerPolicy.UNSAFE_URL: 'unsafe-url'>
        """
        texts = header_texts(values, "Referrer-Policy")
        elements = [one.strip(" \t") for text in texts for one in text.split(",")]
        if not all(map(_is_element, elements)):
            return cls.EMPTY  # "Extract header list values" returns failure (Fetch Standard 2.2.2).
        for element in reversed(elements):
            found = _BY_NAME.get(element.lower(), cls.EMPTY)
            if found:
                return found
        return cls.EMPTY

    @classmethod
    def of(cls, value: str | None, *, legacy: bool = False) -> ReferrerPolicy:
        """Return the policy of a `referrerpolicy` attribute or a `meta`, or `EMPTY`.

        See the HTML Standard 2.5.5, 4.2.5.1.

        Args:
            value: The attribute's value, or `None` if the element lacks it. A value with spaces is
                unknown.
            legacy: `True` for the `content` of `<meta name="referrer">`, which can also be an old
                word.

        Raises:
            TypeError: If `value` is neither a `str` nor `None`.

        >>> ReferrerPolicy.of("never"), ReferrerPolicy.of("never", legacy=True)
        (<ReferrerPolicy.EMPTY: ''>, <ReferrerPolicy.NO_REFERRER: 'no-referrer'>)
        """
        if value is None:
            return cls.EMPTY
        if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a referrer policy", "a str or None", value)
        name = value.lower()
        if legacy:
            name = _LEGACY.get(name, name)
        return _BY_NAME.get(name, cls.EMPTY)


#: In the grammar of Referrer Policy 4.1, an element consists of letters and hyphens, or is empty.
_is_element = re.compile("[A-Za-z-]*").fullmatch
DEFAULT: Final = ReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN
_BY_NAME: Final = {policy.value: policy for policy in ReferrerPolicy}
_LEGACY: Final = {
    "never": "no-referrer",
    "default": DEFAULT.value,
    "always": "unsafe-url",
    "origin-when-crossorigin": "origin-when-cross-origin",
}
#: The part of the page's URL that a policy sends, or `None` if it sends nothing.
Part: TypeAlias = Literal["whole", "origin", None]
#: How the URL of a request is related to the page's, as explanations call it.
Relation: TypeAlias = Literal["the same origin", "another origin", "a less secure URL"]


class Parts(NamedTuple):
    """The part of the page's URL that a policy sends in each relation (Referrer Policy 8.3, step
    8)."""

    to_same_origin: Part
    to_other_origin: Part
    #: From a trustworthy URL to one that is not.
    to_less_secure: Part


PARTS: Final = {
    ReferrerPolicy.NO_REFERRER: Parts(None, None, None),
    ReferrerPolicy.NO_REFERRER_WHEN_DOWNGRADE: Parts("whole", "whole", None),
    ReferrerPolicy.SAME_ORIGIN: Parts("whole", None, None),
    ReferrerPolicy.ORIGIN: Parts("origin", "origin", "origin"),
    ReferrerPolicy.STRICT_ORIGIN: Parts("origin", "origin", None),
    ReferrerPolicy.ORIGIN_WHEN_CROSS_ORIGIN: Parts("whole", "origin", "origin"),
    ReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN: Parts("whole", "origin", None),
    ReferrerPolicy.UNSAFE_URL: Parts("whole", "whole", "whole"),
}


def referrer(
    source: AnyURL, url: AnyURL, policy: ReferrerPolicy | str = ReferrerPolicy.EMPTY
) -> str | None:
    """Return the value of the `Referer` header for a request from a page.

    See Referrer Policy 8.3 and 8.4.

    Args:
        source: The URL of the page. `blob:` URLs, and URLs without an origin such as `data:`, are
            not sent.
        url: The URL of the request.
        policy: The policy, or its name. The empty policy is the default,
            `strict-origin-when-cross-origin`.

    Returns:
        The URL without fragment, user and password, or only the origin if the policy says so or if
        the URL has more than 4,096 characters. `None` if the request has no `Referer`.

    Raises:
        InvalidURLError: If a URL does not parse.
        ValueError: If the name of the policy is unknown.

    >>> referrer("https://bob:secret@example.com/a?b#c", "https://example.com/d")
    'https://example.com/a?b'
    >>> referrer("https://example.com/a", "https://example.org/")
    'https://example.com/'
    >>> referrer("https://example.com/a", "http://example.org/") is None
    True
    """
    target = serialized(url, "the URL of a request")
    return referrer_of(
        serialized(source, "the URL of a page"), target, ReferrerPolicy(policy) or DEFAULT
    )


def referrer_of(source: str | None, url: str, policy: ReferrerPolicy) -> str | None:
    """Return the `Referer` for serialized URLs and a policy that is not empty."""
    if source is None:
        return None
    whole, origin = stripped(source)
    if whole is None:
        return None
    part = sent_part(policy, relation(origin, url))
    if part == "whole":
        return whole
    return None if part is None else f"{origin}/"


@lru_cache(maxsize=128)
def stripped(source: str) -> tuple[str | None, str]:
    """Strip a URL for use as a referrer (Referrer Policy 8.4). Return it, or `None`, and its
    origin."""
    origin = origin_of(source)
    # `about:` and `data:` URLs have an opaque origin.
    if origin == "null" or source.startswith("blob:"):
        return None, origin
    without_fragment, _, _ = source.partition("#")
    _, _, authority_and_path = without_fragment.partition("//")
    _, _, path = authority_and_path.partition("/")
    whole = f"{origin}/{path}"
    if len(whole) > 4096:  # Referrer Policy 8.3, step 6
        whole = f"{origin}/"
    return whole, origin


def relation(origin: str, url: str) -> Relation:
    """Return how a serialized URL is related to a page with this origin."""
    if origin_of(url) == origin:
        return "the same origin"
    if is_trusted(f"{origin}/") and not is_trusted(url):
        return "a less secure URL"
    return "another origin"


def sent_part(policy: ReferrerPolicy, related: Relation) -> Part:
    """Return the part of the page's URL that a policy sends, or `None` (Referrer Policy 8.3, step
    8)."""
    parts = PARTS[policy]
    if related == "the same origin":
        return parts.to_same_origin
    if related == "another origin":
        return parts.to_other_origin
    return parts.to_less_secure
