"""A URL is only let through if all readers agree on it."""

from __future__ import annotations

from collections.abc import Iterable

from urldom._errors import error_repr, shown, unknown_name, wrong_type
from urldom._object.url import URL
from urldom._readings.drawing import draw_groups
from urldom._readings.readers import Readings, read, reader_names
from urldom._readings.reading import COMPONENTS, disagreements
from urldom._values.url_value import AnyURL, url_text


class AmbiguousURLError(ValueError):
    """Not all readers read a URL alike. `url` is that URL's string, `readings` the `Readings` that were compared, and
    `on` the components that the readers had to agree on. The message says who reads what, and its length is bounded.

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
        parts = [f"{component} {draw_groups(groups, ', ')}" for component, groups in found.items()]
        return f"{shown(self.url)} is read in different ways: {'; '.join(parts)}"


def require_agreement(
    url: AnyURL,
    base: AnyURL | None = None,
    *,
    among: Iterable[str] | None = None,
    on: Iterable[str] = ("scheme", "host", "port"),
) -> URL:
    """The `URL` that every reader makes of `url`. Fetch this one, not the string that went in.

    `among` names the readers that have to agree, by default all that are there. The URL Standard is always one of them,
    because it reads the result. `on` names the components that they have to agree on, of `scheme`, `host`, `port` and
    `path`. They have to agree on the result too. All may agree on a URL that nobody should fetch, such as
    `file:///etc/passwd` or `http://127.0.0.1/`: check the scheme and the host of the result.

    Raises `AmbiguousURLError` if they differ, and `InvalidURLError` if `url` is not an absolute URL under the URL
    Standard. Both are `ValueError`s. Raises `ValueError` for an unknown reader or component, or if `on` is empty.
    Raises `TypeError` for a value that is neither a `str` nor a URL.

    >>> require_agreement("http://EXAMPLE.com:80/é")
    URL('http://example.com/%C3%A9')
    >>> require_agreement("http://good.example#@evil.example/", among=["urllib.parse", "rfc3986"]).hostname
    'good.example'
    """
    readers = reader_names() if among is None else ("whatwg", *_chosen(among, reader_names(), "reader"))
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
