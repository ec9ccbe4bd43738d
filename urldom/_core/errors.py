"""The errors that urldom raises, and the functions that show values in messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final


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


class InvalidHostError(InvalidURLError):
    """A string that is not a valid host, given to a function that needs a host. `url` is the string.

    >>> from urldom.hosts import domain_to_ascii
    >>> try:
    ...     domain_to_ascii("a b.example")
    ... except InvalidHostError as error:
    ...     error.url, error.standard
    ('a b.example', 'whatwg')
    """

    def __str__(self) -> str:
        return f"{shown(self.url)} is not a host under {self.standard}: {self.reason}"


class InvalidPatternError(ValueError):
    """A pattern that the URL Pattern Standard does not accept, or from which `URLPattern.build` cannot make a URL.

    Attributes:
        pattern: The pattern string of the component, or the whole string if it is invalid as a whole.
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

    #: The words about the pattern in a message, and whether the message shows the pattern. In a string with a password,
    #: such as `https://user:a@b@host`, any component can contain a part of the password.
    _problem = "is not valid"
    _is_shown = True

    def __init__(self, pattern: str, component: str | None, position: int | None, reason: str) -> None:
        super().__init__(pattern, component, position, reason)
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
            return _MASK
        return self.pattern if self.component is None else masked_pattern(self.component, self.pattern)


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


class RejectedValueError(ValueError):
    """A value that an assignment would ignore or use only in part.

    `URLDecomposition.assign()` raises it, and so do other functions that build or change a URL, or fill in a form.

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

    def __init__(self, attribute: str, value: object, reason: str, *, is_password: bool = False) -> None:
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
        return repr(_MASK) if is_password and self.value is not None else shown(self.value)


for _error in (InvalidURLError, InvalidHostError, InvalidPatternError, UnresolvableURLError, RejectedValueError):
    _error.__module__ = "urldom"


def error_repr(error: Exception, *arguments: object) -> str:
    """Return the `repr` of an error, without passwords."""
    return f"{type(error).__name__}({', '.join(map(shown, arguments or error.args))})"


#: Replaces a password in reprs and messages.
_MASK: Final = "***"
_match_before_authority = re.compile(r"[\0-\x20]*(?:([A-Za-z][A-Za-z0-9+.\-\t\n\r]*):)?([/\\\t\n\r]*)").match
#: Schemes that can precede a path without slashes. Any other word before a colon and an "@" may be a user's name.
_SCHEMES: Final = frozenset(["http", "https", "ws", "wss", "ftp", "file", "mailto", "sip", "sips", "xmpp", "acct"])
_is_port_and_path = re.compile(r"[0-9]*[/?#]|[0-9]+\\").match
_find_delimiter = re.compile(r"[/\\?#]").search
#: Matches the password of a URL within a text.
_INNER_PASSWORD: Final = re.compile(r"(//[^/?#\\:]*:)[^/?#\\]+(?=@)")


def masked(url: str) -> str:
    """Return a URL, valid or not, without passwords. A `/`, `?` or `#` that is not escaped does not end a password."""
    if "@" not in url:
        return url
    cut = cut_at_password(url)
    return without_passwords(url if cut is None else f"{cut[0]}{_MASK}{cut[2]}")


def cut_at_password(url: str) -> tuple[str, str, str] | None:
    """Return the text before the password of a URL, valid or not, the password, and the rest."""
    found = _match_before_authority(url)
    assert found is not None  # The expression matches the empty string.
    scheme, slashes = found[1], found[2]
    if slashes.strip("\t\n\r") or scheme is None or scheme.lower() in _SCHEMES:
        start = found.end()
    else:
        delimiter = _find_delimiter(url)
        # The word before the colon may be a user's name, if an "@" comes before the first delimiter.
        start = 0 if "@" in url[: delimiter.start() if delimiter else None] else len(url)
    cut = _cut_authority(url[start:])
    return cut and (url[:start] + cut[0], cut[1], cut[2])


def without_passwords(text: str) -> str:
    """Return a text without the passwords of the URLs in it."""
    return _INNER_PASSWORD.sub(rf"\1{_MASK}", text)


def with_starred_passwords(text: str) -> str:
    """Replace each character of a password by a star, so that places in the text stay the same."""
    return _INNER_PASSWORD.sub(lambda found: f"{found[1]}{'*' * (len(found[0]) - len(found[1]))}", text)


def masked_authority(text: str) -> str:
    """Return `text` without the password of the authority at its beginning."""
    cut = _cut_authority(text)
    return text if cut is None else f"{cut[0]}{_MASK}{cut[2]}"


def _cut_authority(text: str) -> tuple[str, str, str] | None:
    delimiter = _find_delimiter(text)
    authority = text if delimiter is None else text[: delimiter.start()]
    before, _, _ = (authority if "@" in authority else text).rpartition("@")
    user, colon, password = before.partition(":")
    # `user` can contain an "@" or a backslash, after which some parsers read a user's name.
    name = user[max(user.rfind("@"), user.rfind("\\")) + 1 :]
    is_ipv6_address = text[:1] == "[" and "@" not in authority
    if not colon or is_ipv6_address or _find_delimiter(name) or _is_port_and_path(password):
        return None
    return f"{user}:", password, text[len(before) :]


def masked_pattern(component: str, pattern: str) -> str:
    """Return the pattern of a component without a password: in `https://user:secret@host`, `:secret` is a group."""
    if component == "password":
        return pattern if pattern in ("", "*") else _MASK
    if component == "username":
        user, colon, _ = pattern.partition(":")
        return f"{user}:{_MASK}" if user and colon else pattern
    if component in ("hostname", "port") and "@" in pattern:  # A regular expression can contain the end of a password.
        return f"{_MASK}{pattern[pattern.rindex('@') :]}"
    return without_passwords(pattern)


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
        return "an int of that size" if isinstance(value, int) else f"a {type_name(value)} that cannot be shown"
    return text if len(text) <= 200 else f"{text[:200]}..."


def quoted(character: str) -> str:
    """Return the text that names a character in a reason."""
    if character == " ":
        return "a space"
    return f'"{character}"' if character.isprintable() else f"U+{ord(character):04X}"


def at(position: int) -> str:
    """Return the text that names a place in a reason: the number of characters before the place."""
    return f", at {position}"


class Failure(Exception):
    """An invalid URL, or an invalid value for a component. Callers of the library get the errors above instead."""

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


def unknown_name(what: str, given: object, names: Iterable[str], *, under: str | None = None) -> str:
    """Return the message for a name that is not one of `names`. `under` is the name of a standard."""
    return f"unknown {what} {shown(given)}{f' under {under}' if under else ''}: use {_one_of(names)}"


def not_assignable(name: object, names: Iterable[str], under: str) -> str:
    """Return the message for a name that is not an assignable attribute under a standard."""
    return f"{shown(name)} cannot be assigned under {under}: use {_one_of(names)}"


def _one_of(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed) if len(listed) == 1 else f"one of {', '.join(listed)}"


def missing_package(
    feature: str, package: str, module: str | None = None, error: ModuleNotFoundError | None = None
) -> ModuleNotFoundError:
    """Return the error for a library that is not installed, or `error` if another module is missing."""
    if error is not None and error.name != (module or package.partition(">")[0]):
        return error
    name = f"'{package}'" if ">" in package else package
    return ModuleNotFoundError(f"{feature} needs {package}: pip install {name}", name=module)


def type_name(value: object) -> str:
    """Return a type's name with its module, because other libraries have a `URL` too."""
    kind = type(value)
    if kind.__module__ == "builtins":
        return kind.__name__
    module = kind.__module__.partition("._")[0]  # the public module, if the type is one of urldom's own
    return f"{module}.{kind.__name__}"
