"""`require_agreement`: accept a URL only if all readers agree on it."""

from __future__ import annotations

from collections.abc import Iterable

from urldom._errors import error_repr, masked_authority, shown, unknown_name, wrong_type
from urldom._object.url import URL
from urldom._readings.readers import Readings, read, reader_names
from urldom._readings.reading import COMPONENTS, Groups, disagreements, draw_groups
from urldom._standards.registry import DEFAULT_STANDARD
from urldom._values.url_value import AnyURL, url_text


class AmbiguousURLError(ValueError):
    """Raised if readers disagree on a URL.

    The message has a limited length. It shows the value that each reader returns.

    Attributes:
        url: The URL as a string.
        readings: The `Readings` that were compared.
        on: The components that the readers had to agree on.

    >>> try:
    ...     require_agreement(r"http://good.example\\@evil.example/", among=["rfc2396"])
    ... except AmbiguousURLError as error:
    ...     error.on, error.readings["rfc2396"].host
    (('scheme', 'host', 'port'), 'evil.example')
    """

    __module__ = "urldom.readings"

    def __init__(self, url: str, readings: Readings, on: tuple[str, ...]) -> None:
        super().__init__(url, readings, on)
        self.url = url
        self.readings = readings
        self.on = on

    def __repr__(self) -> str:
        return error_repr(self)

    def __str__(self) -> str:
        found = disagreements(self.readings, self.on)
        parts = [f"{component} {draw_groups(_without_passwords(groups), ', ')}" for component, groups in found.items()]
        return f"{shown(self.url)} is read in different ways: {'; '.join(parts)}"


def _without_passwords(groups: Groups) -> Groups:
    """Mask passwords in the groups. Some readers return the password as a part of the host or of the path."""
    masked: Groups = {}
    for value, names in groups.items():
        shown_value = value
        if isinstance(value, str):
            start = len(value) - len(value.lstrip("/\\"))
            shown_value = value[:start] + masked_authority(value[start:])
        masked[shown_value] = (*masked.get(shown_value, ()), *names)
    return masked


def require_agreement(
    url: AnyURL,
    base: AnyURL | None = None,
    *,
    among: Iterable[str] | None = None,
    on: Iterable[str] = ("scheme", "host", "port"),
) -> URL:
    """Return a parsed URL if all readers agree on the URL. Fetch the result, not the given string.

    The readers must also agree on `str(result)`. All readers can agree on a URL that nobody should fetch,
    such as `file:///etc/passwd` or `http://127.0.0.1/`. So check the scheme and the host of the result.

    Args:
        url: The URL.
        base: The base URL of a relative `url`.
        among: The names of the readers that must agree. By default, all available readers must agree. The URL Standard
            is always one of the readers.
        on: The components that the readers must agree on. Each is `scheme`, `host`, `port` or `path`.

    Returns:
        The absolute URL, as the URL Standard parses it.

    Raises:
        AmbiguousURLError: If the readers disagree.
        InvalidURLError: If `url` is invalid under the URL Standard, or relative without a base.
        ValueError: If a reader or component is unknown, or `on` is empty.
        TypeError: If `url` or `base` is neither a `str` nor a URL object. Also if `among` or `on` is a `str` instead of
            several names.

    >>> require_agreement("http://EXAMPLE.com:80/é")
    URL('http://example.com/%C3%A9')
    """
    readers = reader_names() if among is None else (DEFAULT_STANDARD, *_chosen(among, reader_names(), "reader"))
    components = _chosen(on, COMPONENTS, "component")
    if not components:
        raise ValueError(f"on is empty: use one or more of {', '.join(COMPONENTS)}")
    text = url_text(url)
    against = None if base is None else url_text(base, "a base")
    result = URL(text, against)
    for reference, its_base in dict.fromkeys([(text, against), (result.href, None)]):
        found = Readings(reference, its_base, {name: read(name, reference, its_base) for name in readers})
        if disagreements(found, components):
            raise AmbiguousURLError(reference, found, components)
    return result


def _chosen(names: Iterable[str], known: tuple[str, ...], what: str) -> tuple[str, ...]:
    if isinstance(names, str):
        raise wrong_type(f"{what}s", f"a list of names such as [{names!r}]", names)
    chosen = tuple(names)
    for name in chosen:
        if name not in known:
            raise ValueError(unknown_name(what, name, known))
    return chosen
