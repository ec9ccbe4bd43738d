"""`URLDecomposition`: the mutable object with the *URL decomposition IDL attributes* (HTML5 2.6.6).

The object holds an immutable parsed-URL value, the tuple of `values.pieces`, which is the *input*
of its attributes. The getters are in `readable`. A setter, such as that of `hostname`, does what
the specification says in three modules:

1. `URLDecomposition._run_setter_steps` takes the input, and calls the setter of the standard.
2. `table.make_output` runs the *setter preprocessor*, escapes the value, tests the *setter
   condition*, and returns the *output* (`table_model` is its quick way).
3. `URLDecomposition._run_common_setter_action` stores the output in place of the old value, and
   calls `on_set`, the *common setter action*.

Most assignments go the quick way of `_run_setter`, which only stores the output.
"""

from __future__ import annotations

# A property of `ReadableURL` that gets a setter stays readable, and other modules call two methods
# as functions, under the names at the end of this module:
# pyright: reportIncompatibleMethodOverride=false, reportPrivateUsage=false
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar, overload

from urldom._core.contexts.protocol import Base, context_of
from urldom._core.errors import Failure, RejectedValueError, SetterReturned, wrong_type
from urldom._core.hints.urls import URLDecompositionHints
from urldom._core.objects.assigning import (
    Assignments,
    assigned,
    assigned_text,
    set_attribute,
    why_not_assignable,
)
from urldom._core.objects.readable import ReadableURL
from urldom._core.objects.states import Detached, Live, detached, resolved
from urldom._core.public import public
from urldom._core.standards.interface import Standard, StandardLike, engine_of
from urldom._core.standards.registry import (
    OBJECT_MODEL_STANDARD,
    find_engine,
    find_standard,
    object_model_engine,
)
from urldom._core.text.encodings import checked_label, output_encoding
from urldom._core.text.filling_table import FillingTable
from urldom._core.values.late import late
from urldom._core.values.pieces import Pieces, is_absolute, with_written, written
from urldom._core.values.url_value import AnyURL, url_text

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from urldom._core.objects.frozen import FrozenURL
    from urldom._core.objects.segments import Segments
    from urldom._core.params import Pairs, Params
    from urldom._core.text.plain_values import PlainValue

_Self = TypeVar("_Self", bound="URLDecomposition")

#: For each standard or its name, the state of a URL that has no base and whose encoding is UTF-8.
_IN_UTF_8: Final = FillingTable[StandardLike, Detached](
    lambda standard: detached(find_engine(standard), "utf-8")
)

_Value = TypeVar("_Value", contravariant=True)


def _checked_action(on_set: Callable[[str], object]) -> Callable[[str], object]:
    """Return the *common setter action* that was passed to the constructor."""
    if not callable(on_set):
        raise wrong_type("on_set", "a function of the output or None", on_set)
    return on_set


def _state_without_base(standard: StandardLike | None, encoding: str | None) -> Detached:
    """Return the state of a URL without a base, of which the standard or the encoding is given."""
    if encoding is not None:
        return detached(find_engine(standard or OBJECT_MODEL_STANDARD), checked_label(encoding))
    assert standard is not None
    if not isinstance(standard, Standard):
        standard = find_standard(standard)
    return _IN_UTF_8[standard]


def _state_on_url(base: Base, standard: StandardLike | None, label: str | None) -> Detached:
    """Return the state of a URL whose base is a URL, and not a base context."""
    engine = find_engine(standard) if standard else object_model_engine()
    return Detached(engine, label or "utf-8", url_text(base))


class Assignable(Protocol[_Value]):
    """A property that is read as a `str`, and to which other types can be assigned too.

    Properties with a setter are typed so, because mypy gives a property one type for both.
    """

    @overload
    def __get__(self, instance: None, owner: object) -> property: ...
    @overload
    def __get__(self, instance: object, owner: object) -> str: ...
    def __set__(self, instance: object, value: _Value) -> None: ...


def assignable(assign: Callable[[Any, _Value], None]) -> Assignable[_Value]:
    """Return the property of `ReadableURL` with a setter, and with the docstrings of both."""
    read = getattr(ReadableURL, assign.__name__)
    attribute: Any = property(read.fget, assign, doc=f"{read.__doc__}\n\n        {assign.__doc__}")
    return attribute  # type: ignore[no-any-return]


def with_setter(attribute: property, assign: Callable[[Any, _Value], None]) -> Assignable[_Value]:
    """Return a property with another setter."""
    changed: Any = attribute.setter(assign)
    return changed  # type: ignore[no-any-return]


@public("urldom")
class URLDecomposition(ReadableURL, URLDecompositionHints):
    """A URL whose parts can be read and assigned one by one, as a script does in a page.

    See HTML5 2.6.6.

    The constructor computes the *input*, which the attributes read:

    - With `base`, the input is `url` resolved against `base`, or `""` if `url` does not resolve
      (under `WHATWG`, see `href`). With a base context, each access computes the input again.
    - Without `base`, the input is `url` after parsing and normalisation. If `url` is not absolute,
      the input is `url` unchanged (ruling 13).

    Reading the attributes of HTML5 2.6.6 never raises an error, and assigning a string to them
    never does either. If the standard does not accept the string, the URL stays unchanged, and
    `assign()` raises an error with the reason.

    `str(url)` returns `href`, and `bool(url)` is `True` if the URL is absolute. Two objects are
    equal if they have the same standard and `href`. The object is mutable, so it cannot be hashed,
    and the class can be subclassed.

    Args:
        url: Any string, or a URL object of urldom, such as a `ParsedURL`.
        base: An absolute URL or a base context.
        standard: The standard, or its name. `None` uses the base context's standard, or `HTML5`
            without a context.
        encoding: The encoding of the query, as a label of the Encoding Standard. `None` uses the
            base context's encoding, or UTF-8 without a context.
        on_set: The *common setter action*: a function that is called with the new URL after each
            assignment, or with the unchanged input if the standard does not accept the assigned
            value. Either becomes the `reference`, so a relative link becomes absolute (ruling 18).

    Raises:
        TypeError: If an argument has a wrong type.
        ValueError: If `standard` is an unknown name.
        LookupError: If `encoding` is an unknown label.

    >>> url = URLDecomposition("https://www.example.com:4443?")
    >>> url.host, url.pathname, url.search
    ('www.example.com:4443', '/', '?')
    >>> url.hostname = "example.org"
    >>> str(url)
    'https://example.org:4443?'
    """

    __slots__ = ("_on_set",)

    _on_set: Callable[[str], object] | None
    _NOT_COPIED: ClassVar[tuple[str, ...]] = ("_on_set",)

    def __init__(
        self,
        url: AnyURL,
        base: Base | None = None,
        *,
        standard: StandardLike | None = None,
        encoding: str | None = None,
        on_set: Callable[[str], object] | None = None,
    ) -> None:
        text = url if type(url) is str else url_text(url)
        self._on_set = None if on_set is None else _checked_action(on_set)
        if base is None:
            if standard is None and encoding is None:
                state = _IN_UTF_8[OBJECT_MODEL_STANDARD]
            else:
                state = _state_without_base(standard, encoding)
            self._state = state
            try:
                self._pieces = state.cut(text)
            except Failure:
                self._pieces = with_written(state.object_model.no_url, text)
            return
        label = None if encoding is None else checked_label(encoding)
        context = context_of(base)
        if context is None:
            self._state = _state_on_url(base, standard, label)
            self._pieces = self._make(text)
            return
        output_encoding(context.encoding if label is None else label)  # raises `LookupError`
        given_standard = None if standard is None else find_standard(standard)
        self._state = Live(text, context, given_standard, label)
        self._pieces = None

    @assignable
    def protocol(self, value: str) -> None:
        """The setter removes colons at the end of the value, and ignores a value that is not a
        scheme. Under `WHATWG`, it does not change a special scheme, such as `http`, to a scheme
        that is not special, or the reverse.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com/")
        >>> url.protocol = "https"
        >>> url.protocol = "a b"  # not a scheme: ignored
        >>> url.protocol
        'https:'
        """
        self._run_setter("protocol", value)

    @assignable
    def host(self, value: str) -> None:
        """The setter accepts a host with or without a port (ruling 16). A host without a port
        removes the URL's port, except under `WHATWG`.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com:80/")
        >>> url.host
        'example.com'
        >>> url.host = "example.org:8080"
        >>> str(url)
        'http://example.org:8080/'
        """
        self._run_setter("host", value)

    @assignable
    def hostname(self, value: str) -> None:
        """The setter ignores an empty value. Except under `WHATWG`, it removes slashes at the
        value's beginning.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com:8080/")
        >>> url.hostname = "example.org"
        >>> url.hostname = "a@b"  # not a host: ignored
        >>> str(url)
        'http://example.org:8080/'
        """
        self._run_setter("hostname", value)

    @assignable
    def port(self, value: str | int | None) -> None:
        """The setter uses the digits at the beginning of the value, or an `int`, and ignores a port
        over 65535. `None` removes the port. A value without digits, such as `""`, sets the port to
        0, except under `WHATWG`, where `""` removes the port and the setter ignores other values
        without digits.

        Raises:
            TypeError: If the assigned value is not a `str`, an `int` or `None`.

        >>> url = URLDecomposition("http://example.com/")
        >>> url.port = 8080
        >>> url.port = "99999"  # too large: ignored
        >>> url.port
        '8080'
        """
        self._run_setter("port", value)

    @assignable
    def pathname(self, value: str) -> None:
        """The setter adds a missing slash at the beginning. If the URL is not hierarchical, it
        ignores the value.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com/a/b?q")
        >>> url.pathname = "c?d"
        >>> url.pathname, str(url)
        ('/c%3Fd', 'http://example.com/c%3Fd?q')
        """
        self._run_setter("pathname", value)

    @assignable
    def search(self, value: str | None) -> None:
        """The setter removes one question mark at the beginning of the value. `None` removes the
        query, and so does `""` under `WHATWG` and RFC 1808. Otherwise, `""` sets an empty query:
        the question mark stays in `href`.

        Raises:
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("http://example.com/?a#top")
        >>> url.search = "b=1"
        >>> url.search, str(url)
        ('?b=1', 'http://example.com/?b=1#top')
        """
        self._run_setter("search", value)

    @assignable
    def hash(self, value: str | None) -> None:
        """The setter removes one number sign at the beginning of the value. `None` removes the
        fragment, and so does `""` under `WHATWG` and RFC 1808. Otherwise, `""` sets an empty
        fragment: the number sign stays in `href`.

        Raises:
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("http://example.com/#")
        >>> url.hash = "top"
        >>> url.hash
        '#top'
        """
        self._run_setter("hash", value)

    @assignable
    def href(self, value: str) -> None:
        """`href` can be assigned under `WHATWG` only. The setter accepts any string, and replaces
        the whole URL.

        Raises:
            AttributeError: If `href` is assigned under another standard.
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("https://example.com/", standard="whatwg")
        >>> url.href = "HTTPS://EXAMPLE.ORG"
        >>> url.href
        'https://example.org/'
        """
        standard = self._state.current_standard()
        if "href" not in standard.assignable:
            raise AttributeError(why_not_assignable("href", standard))
        text = value if type(value) is str else assigned_text("href", value)
        self._run_common_setter_action(self._make(text), text)

    @assignable
    def username(self, value: str | None) -> None:
        """The setter percent-encodes the value except `%`, so that escapes stay. `None` removes the
        username.

        Raises:
            AttributeError: If the URL has another standard.
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("https://example.com/", standard="whatwg")
        >>> url.username = "bob@home"
        >>> url.username, str(url)
        ('bob%40home', 'https://bob%40home@example.com/')
        """
        self._run_setter("username", value)

    @assignable
    def password(self, value: str | None) -> None:
        """The setter percent-encodes the value except `%`, so that escapes stay. `None` removes the
        password.

        Raises:
            AttributeError: If the URL has another standard.
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("https://bob:p%40ss@example.com/", standard="whatwg")
        >>> url.password = None
        >>> str(url)
        'https://bob@example.com/'
        """
        self._run_setter("password", value)

    @property
    def params(self) -> Params:
        """The query's names and values, as a live mapping in the URL's encoding.

        It is a `urldom.params.Params`.

        Assigning a mapping or pairs replaces the whole query.

        Raises:
            RejectedValueError: If the URL does not accept a query.
            TypeError: If the assigned value is not a mapping or pairs, or a value has a wrong type.

        >>> url = URLDecomposition("http://example.com/?a=1&q=%EC%E8", encoding="windows-1251")
        >>> url.params["q"], url.params.get("b")
        ('ми', None)
        >>> url.params["a"] = "р"
        >>> str(url)
        'http://example.com/?a=%F0&q=%EC%E8'
        >>> url.params = {"page": 2, "all": True}
        >>> url.search
        '?page=2&all=true'
        """
        return _params()(self)

    @params.setter
    def params(self, value: Pairs) -> None:
        # After `url.params |= {...}`, Python assigns the `Params` that has already changed the URL.
        if getattr(value, "_url", None) is not self:
            self.assign(params=value)

    @property
    def segments(self) -> Segments:
        """The path's segments, as a live sequence of decoded text (`Segments`).

        An assignment replaces all segments.

        Raises:
            RejectedValueError: If the path cannot contain an assigned segment, such as `".."`.
            TypeError: If the assigned value is not an iterable of `str`, or is a single `str`.

        >>> url = URLDecomposition("https://example.com/a%20b/")
        >>> url.segments
        Segments(['a b', ''])
        >>> url.segments = ["c/d", "e"]
        >>> str(url)
        'https://example.com/c%2Fd/e'
        """
        return _segments()(self)

    @segments.setter
    def segments(self, value: Iterable[PlainValue]) -> None:
        # After `url.segments += ["x"]`, the assigned `Segments` have already changed the URL.
        if getattr(value, "_url", None) is not self:
            self.assign(segments=value)

    @property
    def credentials(self) -> tuple[str, str] | None:
        """The decoded username and password for Basic authentication, or `None` without either.

        The attribute exists only under `WHATWG`. Bytes that are not UTF-8 become U+FFFD. The setter
        escapes all special characters, `%` included, and `None` removes both.

        Raises:
            AttributeError: If the URL has another standard.
            RejectedValueError: If the URL cannot have credentials, because it is a file URL or has
                no host.
            TypeError: If the assigned value is not a pair of `str` or `None`.

        >>> url = URLDecomposition("https://bob:p%40ss@example.com/", standard="whatwg")
        >>> url.credentials
        ('bob', 'p@ss')
        >>> url.credentials = "bob", "100%"
        >>> str(url)
        'https://bob:100%25@example.com/'
        """
        return super().credentials

    @credentials.setter
    def credentials(self, value: tuple[str, str] | None) -> None:
        self._require("credentials", "username")
        self.assign(credentials=value)

    def frozen(self) -> FrozenURL:
        """Return the URL as it is now, as a value that never changes.

        Returns:
            A `FrozenURL` with the same standard, encoding and `href`. It has no `base` and no
            `on_set`.

        Raises:
            InvalidURLError: If the URL is not absolute.

        >>> url = URLDecomposition("../b", "http://example.com/a/c")
        >>> url.frozen()
        FrozenURL('http://example.com/b', standard=HTML5)
        """
        pieces = self._pieces or self._read()
        error = self.error
        if error is not None:
            raise error
        return _freeze()(self._state.engine, pieces, self._state.encoding)

    # Assigning

    def assign(self, **values: Unpack[Assignments]) -> None:
        """Assign several attributes, or none of them if one value is rejected.

        A value is rejected if the standard would ignore it or use only a part of it, but not if the
        standard only escapes or normalises it. For example, letters become lower case, a host is
        rewritten, the default port is left out, dot segments are removed, and `\\` or an empty path
        becomes `/`. One `:` at the end of a scheme, and one `?` or `#` at the beginning of a query
        or fragment, may be written or left out.

        If a value is rejected, the URL stays unchanged. Otherwise, the common setter action of
        HTML5 2.6.6 runs once.

        Reading a name afterwards returns its value, in whatever order the values are given. So a
        `host` without a port also removes the URL's port unless `port` is given too, although the
        setter of `host` keeps it under `WHATWG`, as the URL Standard says. Two values that exclude
        each other, such as `search` and other `params`, are rejected.

        Args:
            **values: The new values, by the names of the attributes. `None` removes a port, a
                query, a fragment, a username or a password, and changes nothing if the URL does not
                have it. `params` is the whole query, as a mapping or pairs, `segments` is the whole
                path, and `credentials` are a username and a password, or `None`. These three are
                data: `%` in them is a character like any other.

        Raises:
            RejectedValueError: If a value is rejected. The error's `reason` says why, and at which
                place in the value.
            TypeError: If a name is not an assignable attribute, or a value has a wrong type.

        >>> url = URLDecomposition("http://example.com/", standard="whatwg")
        >>> url.assign(protocol="https", port=8443)
        >>> str(url)
        'https://example.com:8443/'
        """
        pieces = assigned(self._state, self._pieces or self._read(), values)
        if self._on_set is None and self._pieces is not None:
            self._pieces = pieces
        elif values:
            self._run_common_setter_action(pieces)

    def _run_setter(self, name: str, value: Any) -> None:
        """Run the setter of an attribute.

        A string that is assigned to a URL without a base context and without a common setter action
        goes the quick way: its output is only stored. The setters of the standard are in
        `table_model` and in `whatwg.setters`. Most assignments are such, and the tests compare the
        two ways."""
        input = self._pieces
        if input is None or value.__class__ is not str or self._on_set is not None:
            self._run_setter_steps(name, value)
            return
        try:
            self._pieces = self._state.setters[name](input, value)
        except SetterReturned:
            pass
        except Failure:
            if is_absolute(input):
                self._pieces = with_written(input, None)  # as `_let_output_be_input`
        except KeyError:  # The standard lacks the attribute.
            self._run_setter_steps(name, value)

    def _run_setter_steps(self, name: str, value: Any) -> None:
        """Run the setter of an attribute with the *common setter action* (HTML5 2.6.6, "On setting
        ...").

        The standard's setter makes the output: in HTML5 it runs `table.make_output`."""
        input = self._require(name)
        try:
            output = set_attribute(self._state, input, name, assigned_text(name, value))
        except SetterReturned:  # Under `WHATWG`, the setter has returned early (ruling 18).
            return
        except Failure:
            # "otherwise, the user agent must let output be equal to the input"
            self._let_output_be_input(input)
            return
        self._run_common_setter_action(output)

    def _set_query(self, query: str) -> None:
        """Replace the query with `""` or with text that begins with a question mark. Raises
        `RejectedValueError`."""
        pieces = self._read()
        try:
            error = self.error
            if error is not None:
                raise Failure(f"the URL is not absolute: {error.reason}")
            pieces = self._state.engine.grammar.with_query(pieces, query)
        except Failure as failure:
            raise RejectedValueError("params", query[1:], failure.reason) from None
        self._run_common_setter_action(pieces)

    def _let_output_be_input(self, input: Pieces) -> None:
        """Run the common setter action with the unchanged input, because a value was rejected
        (ruling 18)."""
        if is_absolute(input):
            self._run_common_setter_action(with_written(input, None))
        elif self._on_set is not None:
            self._on_set(self.href)  # The text as written stays, so that nothing is lost.

    def _run_common_setter_action(self, output: Pieces, text: str | None = None) -> None:
        """Store the output, and call `on_set` with it. `text` is the output as written, if it is
        given."""
        is_detached = self._pieces is not None
        if is_detached:
            self._pieces = output
            if self._on_set is None:
                return  # Nobody needs the text.
        if text is None:
            text = written(output)
        if not is_detached:
            assert isinstance(self._state, Live)
            self._state.reference = text
        if self._on_set is not None:
            self._on_set(text)

    def _make(self, url: str) -> Pieces:
        """Return the pieces of `url`, resolved with this URL's base, standard and encoding."""
        return resolved(url, self._state.current_base())

    def _copy(self: _Self, pieces: Pieces) -> _Self:
        if self._pieces is None or type(self) is not URLDecomposition:
            copied = self.__copy__()
            copied._run_common_setter_action(pieces)
            return copied
        copied = URLDecomposition.__new__(type(self))
        copied._on_set = None
        copied._state = self._state
        copied._pieces = pieces
        return copied

    def _why_ignored(self, name: str, value: Any) -> str | None:
        """Return why the setter of `name` would ignore the value, or `None`. Raises `TypeError` as
        `assign` does."""
        pieces, state = self._read(), self._state
        if name not in state.standard.assignable:
            raise TypeError(why_not_assignable(name, state.standard))
        try:
            text = assigned_text(name, value)
            if name != "href":
                set_attribute(state, pieces, name, text)
        except Failure as failure:
            return failure.reason
        return None

    @classmethod
    def _detached(cls: type[_Self], pieces: Pieces, standard: Standard, encoding: str) -> _Self:
        url = cls.__new__(cls)
        url._on_set = None
        url._state = detached(engine_of(standard), encoding)
        url._pieces = pieces
        return url


#: Returns the reason why a setter of a URL object would ignore a value, or `None`.
why_ignored: Callable[[URLDecomposition, str, Any], str | None] = URLDecomposition._why_ignored
#: Returns the URL with these pieces, without a base.
url_of_pieces: Callable[[Pieces, Standard, str], URLDecomposition] = URLDecomposition._detached

_freeze: Callable[[], Callable[..., FrozenURL]] = late("urldom._core.objects.frozen", "frozen_url")
_params: Callable[[], type[Params]] = late("urldom._core.params", "Params")
_segments: Callable[[], type[Segments]] = late("urldom._core.objects.segments", "Segments")
