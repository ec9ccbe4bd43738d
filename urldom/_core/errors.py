"""The errors that urldom raises, and the functions that show values in messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from urldom._core.passwords import MASK, masked, masked_pattern, without_passwords
from urldom._core.public import public


@public("urldom")
class InvalidURLError(ValueError):
    """A string that a standard's parser does not accept.

    Attributes:
        url: The string, as given.
        reason: The reason, in words.
        standard: The name of the standard, such as `"html5"`.

    >>> from urldom import parse
    >>> try:
    ...     parse("http://a:b/")
    ... except InvalidURLError as error:
    ...     error.url, error.standard
    ('http://a:b/', 'whatwg')
    """

    def __init__(self, url: str, reason: str, standard: str) -> None:
        super().__init__(url, reason, standard)
        self.url = url
        self.reason = reason
        self.standard = standard

    def __str__(self) -> str:
        return f"{shown(self.url)} is not a URL under {self.standard}: {self.reason}"

    def __repr__(self) -> str:
        return error_repr(self)


@public("urldom")
class InvalidHostError(InvalidURLError):
    """A string that is not a valid host, given to a function that needs a host.

    `url` is the string.

    >>> from urldom.hosts import domain_to_ascii
    >>> try:
    ...     domain_to_ascii("a b.example")
    ... except InvalidHostError as error:
    ...     error.url, error.standard
    ('a b.example', 'whatwg')
    """

    def __str__(self) -> str:
        return f"{shown(self.url)} is not a host under {self.standard}: {self.reason}"


@public("urldom")
class InvalidPatternError(ValueError):
    """A pattern that the standard does not accept, or from which `build` cannot make a URL.

    Attributes:
        pattern: The pattern string of the component, or the whole string if it is invalid as a
            whole.
        component: The component's name, or `None` if the whole string is invalid.
        position: The place of the error in `pattern`, in characters, or `None` if it is unknown.
        reason: The reason, in words.

    >>> from urldom import URLPattern
    >>> try:
    ...     URLPattern(pathname="/a{b")
    ... except InvalidPatternError as error:
    ...     error.component, error.position, error.reason
    ('pathname', 4, 'a brace is not closed')
    """

    def __init__(
        self,
        pattern: str,
        component: str | None,
        position: int | None,
        reason: str,
        *,
        problem: str = "is not valid",
        is_shown: bool = True,
    ) -> None:
        """Make the error. `problem` has the words about the pattern in the message, and `is_shown`
        says whether the message shows the pattern. In a string with a password, such as
        `https://user:a@b@host`, any component can contain a part of the password."""
        super().__init__(pattern, component, position, reason)
        self._problem = problem
        self._is_shown = is_shown
        self.pattern = pattern
        self.component = component
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        of = "" if self.component is None else f" of the component {self.component}"
        place = "" if self.position is None else f", at {self.position}"
        return f"the pattern {shown(self._masked())}{of} {self._problem}: {self.reason}{place}"

    def __repr__(self) -> str:
        return error_repr(self, self._masked(), *self.args[1:])

    def _masked(self) -> str:
        if not self._is_shown:
            return MASK
        if self.component is None:
            return self.pattern
        return masked_pattern(self.component, self.pattern)


@public("urldom")
class UnresolvableURLError(InvalidURLError):
    """A URL that has no absolute form (HTML5 2.6.3, "the URL is not resolvable").

    Attributes:
        url: The URL, as given.
        base: The base URL, or `None`.
        reason: The reason, in words.
        standard: The name of the standard.

    >>> from urldom import URLDecomposition
    >>> URLDecomposition("http:x", "http://example.com/").error.reason
    'it has no host, but http: URLs need one'
    """

    def __init__(self, url: str, base: str | None, reason: str, standard: str) -> None:
        super().__init__(url, reason, standard)
        self.base = base
        self.args: tuple[Any, ...] = (url, base, reason, standard)

    def __str__(self) -> str:
        against = "" if self.base is None else f" against {shown(self.base)}"
        return f"{shown(self.url)} does not resolve{against} under {self.standard}: {self.reason}"


@public("urldom")
class RejectedValueError(ValueError):
    """A value that an assignment would ignore or use only in part.

    `URLDecomposition.assign()` raises it, and so do other functions that build or change a URL, or
    fill in a form.

    Attributes:
        attribute: The name of the attribute or parameter.
        value: The value, as given.
        reason: The reason, in words.

    >>> from urldom import URLDecomposition
    >>> try:
    ...     URLDecomposition("http://example.com/").assign(port="99999")
    ... except RejectedValueError as error:
    ...     error.attribute, error.value
    ('port', '99999')
    """

    #: `True` if the value is a password, which a message does not show.
    _is_password = False

    def __init__(
        self, attribute: str, value: object, reason: str, *, is_password: bool = False
    ) -> None:
        super().__init__(attribute, value, reason)
        self.attribute = attribute
        self.value = value
        self.reason = reason
        if is_password:
            self._is_password = True

    def __str__(self) -> str:
        return f"{self.attribute} cannot be set to {self._shown_value()}: {self.reason}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.attribute!r}, {self._shown_value()}, {self.reason!r})"

    def _shown_value(self) -> str:
        is_password = self._is_password or self.attribute in ("password", "credentials")
        if is_password and self.value is not None:
            return repr(MASK)
        return shown(self.value)


def error_repr(error: Exception, *arguments: object) -> str:
    """Return the `repr` of an error, without passwords."""
    values = ", ".join(map(shown, arguments or error.args))
    return f"{type(error).__name__}({values})"


def text_repr(text: str | None) -> str:
    """Return the `repr` of a component, without the passwords of URLs in it."""
    return repr(text and without_passwords(text))


def url_repr(value: object) -> str:
    """Return the `repr` of a value. In a `str`, stars replace the password of a URL."""
    return repr(masked(value) if isinstance(value, str) else value)


def shown(value: object) -> str:
    """Return the value as an error message shows it: without passwords, and cut if it is long."""
    try:
        text = url_repr(value)
    except Exception:  # Python cannot write an int of too many digits, or lists nested too deeply.
        if isinstance(value, int):
            return "an int of that size"
        return f"a {type_name(value)} that cannot be shown"
    return text if len(text) <= 200 else f"{text[:200]}..."


def quoted(character: str) -> str:
    """Return the text that names a character in a reason."""
    if character == " ":
        return "a space"
    if character.isprintable():
        return f'"{character}"'
    return f"U+{ord(character):04X}"


def at(position: int) -> str:
    """Return the text that names a place in a reason: the number of characters before the place."""
    return f", at {position}"


class Failure(Exception):
    """An invalid URL, or an invalid value for a component. Callers of the library get the errors
    above instead."""

    # An ignored assignment makes a Failure, which takes a third of the time without an __init__.
    @property
    def reason(self) -> str:
        reason: str = self.args[0]
        return reason


class SetterReturned(Failure):
    """A setter of the HTML Standard returned before it reached *update href* (ruling 18)."""


def wrong_type(argument: str, expected: str, value: object, hint: str = "") -> TypeError:
    """Return the error for a value of a wrong type. `hint` says how to mend it."""
    if not hint and isinstance(value, bytes | bytearray) and "str" in expected.split():
        hint = "decode it first"
    mend = f": {hint}" if hint else ""
    return TypeError(f"{argument} must be {expected}, not {type_name(value)}{mend}")


def unknown_name(
    what: str, given: object, names: Iterable[str], *, under: str | None = None
) -> str:
    """Return the message for a name that is not one of `names`. `under` is the name of a
    standard."""
    where = f" under {under}" if under else ""
    return f"unknown {what} {shown(given)}{where}: use {_one_of(names)}"


def not_assignable(name: object, names: Iterable[str], under: str) -> str:
    """Return the message for a name that is not an assignable attribute under a standard."""
    return f"{shown(name)} cannot be assigned under {under}: use {_one_of(names)}"


def _one_of(names: Iterable[str]) -> str:
    listed = list(names)
    text = ", ".join(listed)
    return text if len(listed) == 1 else f"one of {text}"


def missing_package(
    feature: str,
    requirement: str,
    module: str | None = None,
    error: ModuleNotFoundError | None = None,
) -> ModuleNotFoundError:
    """Return the error for a package that is not installed, or `error` if that is about another
    module.

    `requirement` is a package, such as `pyarrow`, or one with its oldest version, such as
    `aiohttp>=3.10`. `module` is the module that it installs, if that has another name.
    """
    package, greater, _ = requirement.partition(">")
    if error is not None and error.name != (module or package):
        return error
    # A shell would take a `>` outside of quotes for a redirection.
    argument = f"'{requirement}'" if greater else requirement
    return ModuleNotFoundError(
        f"{feature} needs {requirement}: pip install {argument}", name=module
    )


def type_name(value: object) -> str:
    """Return a type's name with its module, because other libraries have a `URL` too."""
    kind = type(value)
    if kind.__module__ == "builtins":
        return kind.__name__
    # A private class of urldom is in a private module.
    module, _, _ = kind.__module__.partition("._")
    return f"{module}.{kind.__name__}"
