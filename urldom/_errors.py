"""The three errors that urldom raises for a string that is no URL, does not resolve, or is no value for an attribute;
what stands for them inside; and what an error calls a type."""

from __future__ import annotations

from typing import Any


class InvalidURLError(ValueError):
    """A string that a standard's parser does not accept.

    `url` is the string as given, `reason` a sentence, `standard` the standard's name (`"html5"`, ...).

    >>> from urldom import parse
    >>> try:
    ...     parse("http://a:b/")
    ... except InvalidURLError as error:
    ...     error.url, error.standard
    ('http://a:b/', 'whatwg')
    """

    __module__ = "urldom"

    def __init__(self, url: str, reason: str, standard: str) -> None:
        super().__init__(url, reason, standard)
        self.url = url
        self.reason = reason
        self.standard = standard

    def __str__(self) -> str:
        return f"{shown(self.url)} is not a URL under {self.standard}: {self.reason}"


class InvalidHostError(InvalidURLError):
    """A string that is no host, where one is asked for; `url` is that string."""

    __module__ = "urldom"

    def __str__(self) -> str:
        return f"{shown(self.url)} is no host under {self.standard}: {self.reason}"


class UnresolvableURLError(InvalidURLError):
    """A URL that has no absolute form (HTML5 2.6.3: "the URL is not resolvable"); `base` is the base URL's string, or
    `None`.

    >>> from urldom import html5
    >>> try:
    ...     html5.resolve("http:x", "http://example.com/")
    ... except UnresolvableURLError as error:
    ...     error.url, error.base, error.reason
    ('http:x', 'http://example.com/', 'it has no host, and http: URLs have one')
    """

    __module__ = "urldom"

    def __init__(self, url: str, base: str | None, reason: str, standard: str) -> None:
        super().__init__(url, reason, standard)
        self.base = base
        self.args: tuple[Any, ...] = (url, base, reason, standard)

    def __str__(self) -> str:
        against = "" if self.base is None else f" against {shown(self.base)}"
        return f"{shown(self.url)} does not resolve{against} under {self.standard}: {self.reason}"


class RejectedValueError(ValueError):
    """A value that assigning to the attribute would silently ignore, found by `URLDecomposition.assign()`.

    >>> from urldom import URLDecomposition
    >>> try:
    ...     URLDecomposition("http://example.com/").assign(port="99999")
    ... except RejectedValueError as error:
    ...     error.attribute, error.value
    ('port', '99999')
    """

    __module__ = "urldom"

    def __init__(self, attribute: str, value: object, reason: str) -> None:
        super().__init__(attribute, value, reason)
        self.attribute = attribute
        self.value = value
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.attribute} cannot be set to {shown(self.value)}: {self.reason}"


def shown(value: object) -> str:
    """The value as an error message shows it: a megabyte of it helps nobody."""
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python writes
        return "an int of that size"
    return text if len(text) <= 200 else f"{text[:200]}..."


def quoted(character: str) -> str:
    """How a reason shows a character."""
    return f'"{character}"' if character.isprintable() else f"U+{ord(character):04X}"


def at(position: int) -> str:
    """How a reason names a place: by the characters before it."""
    return f", at {position}"


class Failure(Exception):
    """That a string is no URL, or no value for a component, and why: `reason` is a sentence. It never leaves the
    package: whoever calls the library gets one of the errors above, or nothing where an assignment is ignored."""

    # Without an __init__ of its own it is made in a third of the time: an assignment that is ignored makes one.
    @property
    def reason(self) -> str:
        reason: str = self.args[0]
        return reason


class SetterReturned(Failure):
    """A setter of the HTML Standard returned before it came to *update href* (ruling 18)."""


def type_name(value: object) -> str:
    """What an error calls the type of a value: others have a `URL` too, so that its module belongs to its name."""
    kind = type(value)
    if kind.__module__ == "builtins":
        return kind.__name__
    module = kind.__module__.partition("._")[0]  # the public module, if the type is one of urldom's own
    return f"{module}.{kind.__name__}"
