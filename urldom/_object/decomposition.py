"""`URLDecomposition`: the mutable object with the *URL decomposition IDL attributes* (HTML5 2.6.6).

It is a view: it holds the pieces of a URL, which are immutable (`urldom._values.pieces`). A getter reads a piece. A
setter has the standard make the next pieces and stores them, in one store. On a base context nothing is held but the
string as it is written, and the pieces are made at each reading, or remembered from the last one where nothing has
changed since."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, TypedDict, TypeVar

from urldom._contexts import BaseContext, is_context
from urldom._errors import Failure, InvalidURLError, RejectedValueError, SetterReturned, type_name
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._text.encodings import checked_label, output_encoding
from urldom._text.grammar import LARGEST_PORT, port_number
from urldom._values.pieces import Pieces, href, written
from urldom._values.url_value import AnyURL, URLValue, url_text

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from urldom.params import Params

#: What a URL is resolved against: an absolute URL, or a base context.
Base = AnyURL | BaseContext
_Self = TypeVar("_Self", bound="URLDecomposition")

_HTML5: Final = find_standard()
#: The attributes from which `None` removes the component (ruling 19).
_REMOVABLE: Final = frozenset(["port", "search", "hash", "username", "password"])


class Assignments(TypedDict, total=False):
    """What `URLDecomposition.replace()` takes."""

    protocol: str
    host: str
    hostname: str
    port: str | int | None
    pathname: str
    search: str | None
    hash: str | None
    href: str
    username: str | None
    password: str | None


class URLDecomposition(URLValue):
    """A URL whose parts are read and assigned one by one, as a script in a page does it (HTML5 2.6.6).

    `url` is any string, or any value that stands for a URL. Without `base` the *input* is the absolute URL that `url`
    is, resolved, or `url` as it is written where it is none (ruling 13); with `base`, an absolute URL or a base
    context, it is `url` resolved against that, or `""` where that fails. On a context it is made at each access: when
    the context's base URL changes, so do the attributes. `standard` and `encoding` (a label of the Encoding Standard)
    are by default the base context's, else `HTML5` and UTF-8. `on_set(output)` is the *common setter action*: it is
    called with the new URL after an assignment, and with the input where a value is not accepted (ruling 18).

    The attributes are strings; `port` takes an `int` too, and `None` removes the port, the query and the fragment
    (ruling 19). Reading one never raises. Assigning one never raises for a string: a value that the standard does not
    accept leaves the URL as it is; `replace()` says why. A value of a wrong type is a `TypeError`. Making one raises
    `LookupError` for an unknown encoding label.

    `str()` of it is `href`. It is equal to another of the same standard and `href`, true where it is an absolute URL,
    and, being mutable, has no hash. It can be subclassed.

    >>> url = URLDecomposition("https://www.example.com:4443?")
    >>> url.host, url.pathname, url.search
    ('www.example.com:4443', '/', '?')
    >>> url.hostname = "example.org"
    >>> str(url)
    'https://example.org:4443?'
    """

    __slots__ = (
        "__weakref__",
        "_base",
        "_encoding",
        "_has_standard_of_base",
        "_last_query",
        "_on_set",
        "_pieces",
        "_reading",
        "_reference",
        "_standard",
    )

    _base: AnyURL | BaseContext | None
    #: `None` for that of the base context.
    _encoding: str | None
    _on_set: Callable[[str], object] | None
    #: The state, where there is no base context; else `None`.
    _pieces: Pieces | None
    #: The state, where there is a base context: the string as it is written.
    _reference: str
    #: What `params` reads, of the last query that it was asked about.
    _last_query: object
    #: The last reading on a base context: the string, the base URL, the encoding, the standard, and the pieces that
    #: they made.
    _reading: tuple[str, str, str, Standard, Pieces]
    _standard: Standard
    #: Whether the standard is that of the base context, and is looked up at each reading.
    _has_standard_of_base: bool

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
        if on_set is not None and not callable(on_set):
            raise TypeError(f"on_set is a function of the output, or None, not {type_name(on_set)}")
        self._on_set = on_set
        self._base = base
        if base is None:
            self._standard = found = _HTML5 if standard is None else find_standard(standard)
            try:
                if encoding is None:
                    self._encoding = "utf-8"
                    self._pieces = found.cut(text)
                else:
                    self._encoding = checked_label(encoding)
                    self._pieces = found.cut(text, None, output_encoding(self._encoding))
            except Failure:
                self._pieces = (*found.no_url[:8], text)
            return
        self._encoding = None if encoding is None else checked_label(encoding)
        context = context_of(base)
        if context is None:
            self._standard = _HTML5 if standard is None else find_standard(standard)
            self._encoding = self._encoding or "utf-8"
            self._base = base_url = url_text(base)
            self._pieces = self._resolve(text, base_url, self._encoding)
        else:
            self._has_standard_of_base = standard is None
            self._standard = find_standard(context.standard if standard is None else standard)
            output_encoding(context.encoding if encoding is None else encoding)
            self._pieces = None
            self._reference = text

    @staticmethod
    def _of_pieces(pieces: Pieces, standard: Standard, encoding: str) -> URLDecomposition:
        url = URLDecomposition.__new__(URLDecomposition)
        url._base = url._on_set = None
        url._standard = standard
        url._encoding = encoding
        url._pieces = pieces
        return url

    # The seven attributes. Where the standards differ, the standard says what is read.

    @property
    def protocol(self) -> str:
        """The scheme and a colon (HTML5 2.6.6).

        Assigning it drops colons at the end of the value, and is accepted where that is a scheme.
        """
        return (self._pieces or self._read())[0]

    @protocol.setter
    def protocol(self, value: str) -> None:
        self._assign("protocol", value)

    @property
    def host(self) -> str:
        """The host, and, where it is not the scheme's default one, a colon and the port (HTML5 2.6.6).

        A host is assigned with the port behind it or without one: see ruling 16.
        """
        pieces = self._pieces or self._read()
        return self._standard.host(pieces) if pieces[4] else pieces[3]

    @host.setter
    def host(self, value: str) -> None:
        self._assign("host", value)

    @property
    def hostname(self) -> str:
        """The host (HTML5 2.6.6). It is always the host of `href`.

        Assigning it drops slashes at the beginning of the value; an empty one is not accepted.
        """
        return (self._pieces or self._read())[3]

    @hostname.setter
    def hostname(self, value: str) -> None:
        self._assign("hostname", value)

    @property
    def port(self) -> str:
        """The port: its digits, or `""` (HTML5 2.6.6).

        The digits at the beginning of the value are assigned, up to 65535; an `int` is welcome; `None` removes the
        port."""
        port = (self._pieces or self._read())[4]
        return port[1:] if port else port

    @port.setter
    def port(self, value: str | int | None) -> None:
        self._assign("port", value)

    @property
    def pathname(self) -> str:
        """The path (HTML5 2.6.6).

        Assigning it puts a slash before a value that has none; the URL has to be hierarchical.
        """
        pieces = self._pieces or self._read()
        path = pieces[5]
        return path if path and pieces[1] else self._standard.pathname(pieces)

    @pathname.setter
    def pathname(self, value: str) -> None:
        self._assign("pathname", value)

    @property
    def search(self) -> str:
        """A question mark and the query (HTML5 2.6.6).

        Assigning it drops a question mark at the beginning of the value; `None` removes the query.
        """
        pieces = self._pieces or self._read()
        query = pieces[6]
        if not query:
            return query
        return query if len(query) > 1 and pieces[1] else self._standard.search(pieces)

    @search.setter
    def search(self, value: str | None) -> None:
        self._assign("search", value)

    @property
    def hash(self) -> str:
        """A number sign and the fragment, where that is not empty (HTML5 2.6.6).

        Assigning it drops a number sign at the beginning of the value; `None` removes the fragment.
        """
        fragment = (self._pieces or self._read())[7]
        return fragment if fragment != "#" else ""

    @hash.setter
    def hash(self, value: str | None) -> None:
        self._assign("hash", value)

    # What only `WHATWG` has

    @property
    def href(self) -> str:
        """The input (ruling 13; URL Standard 6.1): the absolute URL. Where there is none, the string as it is written
        if there is no base or the standard is `WHATWG`, else `""`.

        It can be assigned under `WHATWG`, and any string can.
        """
        pieces = self._pieces or self._read()
        if len(pieces[0]) > 1:
            return href(pieces)
        reference = pieces[8] or ""
        if self._base is None:
            return reference
        if "href" not in self._standard.attributes:
            return ""
        # The HTML Standard's getter returns the attribute's value, which is no URL, unless it is the base that is none.
        return "" if len(self._resolve(reference, None, self.encoding)[0]) > 1 else reference

    @href.setter
    def href(self, value: str) -> None:
        self._require("href")
        text = _text("href", value)
        self._store(self._make(text), text)

    @property
    def origin(self) -> str:
        """The origin, serialized (URL Standard 6.1); `"null"` where it is opaque. Only under `WHATWG`."""
        return self._standard.origin(self._require("origin"))

    @property
    def username(self) -> str:
        """The username, percent-encoded (URL Standard 6.1). Only under `WHATWG`. `None` removes it."""
        return self._require("username")[2][:-1].partition(":")[0]

    @username.setter
    def username(self, value: str | None) -> None:
        self._require("username")
        self._assign("username", value)

    @property
    def password(self) -> str:
        """The password, percent-encoded (URL Standard 6.1). Only under `WHATWG`. `None` removes it."""
        return self._require("password")[2][:-1].partition(":")[2]

    @password.setter
    def password(self, value: str | None) -> None:
        self._require("password")
        self._assign("password", value)

    # For people, and for whoever connects

    @property
    def default_port(self) -> int | None:
        """The default port of the scheme (`<hostport>` in HTML5 2.6.2; URL Standard 4.2), `None` where it has none.

        >>> URLDecomposition("https://example.com:8443/").default_port
        443
        """
        scheme = (self._pieces or self._read())[0][:-1]
        return self._standard.default_ports.get(scheme.lower())

    @property
    def effective_port(self) -> int | None:
        """The port to connect to: the one that is written, else the default one. `None` where there is neither, where
        the one written is over 65535, as the RFCs allow, or where a host holds a colon, as two of them allow.

        >>> URLDecomposition("https://example.com/").effective_port
        443
        """
        pieces = self._pieces or self._read()
        digits = pieces[4][1:]
        if not digits:
            # Under RFC 2396 and RFC 1808, a host can hold colons: who knows which port is meant.
            return None if ":" in pieces[3].rpartition("]")[2] else self.default_port
        return port_number(digits)

    def display(self) -> str:
        """The URL as people are shown it, never to be parsed again (URL Standard 4.8): without credentials, the host in
        Unicode where that is safe, escapes decoded where they show as text.

        >>> URLDecomposition("http://user:secret@example.com/caf%C3%A9?q=a%20b", standard="whatwg").display()
        'http://example.com/café?q=a%20b'
        """
        from urldom._object.display import displayed

        return displayed(self._pieces or self._read())

    # What made it

    @property
    def reference(self) -> str:
        """The string as it is written: what the object was made of, or the output of the last assignment (2.6.6). With
        a base it may be relative.

        >>> URLDecomposition("../b", "http://example.com/a/c").reference
        '../b'
        """
        return self._reference if self._pieces is None else written(self._pieces)

    @property
    def base(self) -> AnyURL | BaseContext | None:
        """What the URL is resolved against (2.6.3): a string, or a base context; `None` where there is none."""
        return self._base

    @property
    def standard(self) -> Standard:
        """The standard by which it is read and assigned: `HTML5` (2.6) or another."""
        if self._pieces is None and self._has_standard_of_base:
            base: Any = self._base
            self._standard = find_standard(base.standard)
        return self._standard

    @property
    def encoding(self) -> str:
        """The label of the encoding in which a query is escaped (2.6.3 step 8)."""
        base: Any = self._base
        return base.encoding if self._encoding is None else self._encoding

    @property
    def params(self) -> Params:
        """The query's names and values as a live mapping, in the URL's encoding: see `urldom.params.Params`.

        >>> url = URLDecomposition("http://example.com/?a=1&q=%EC%E8", encoding="windows-1251")
        >>> url.params["q"], url.params.get("b")
        ('ми', None)
        >>> url.params["a"] = "р"
        >>> str(url)
        'http://example.com/?a=%F0&q=%EC%E8'
        """
        from urldom.params import Params

        return Params(self, self._read_query, self._set_query)

    @property
    def error(self) -> InvalidURLError | None:
        """Why there is no absolute URL (2.6.3), or `None` where there is one.

        >>> URLDecomposition("http://a:b/").error.reason
        "its port 'b' is no number"
        """
        if self:
            return None
        base_url = None if self._base is None else self._base_url()
        try:
            self._standard.absolute_pieces(self.reference, base_url, self.encoding)
        except InvalidURLError as error:
            return error
        return None

    # Assigning

    def replace(self, **values: Unpack[Assignments]) -> None:
        """Assigns several attributes (2.6.6), in the order given, all or none; the common setter action runs once, at
        the end.

        Raises `RejectedValueError` for the first value that an assignment would silently ignore, with the reason, and
        `TypeError` for a name that is no attribute and for a value of a wrong type. Then nothing changes. An
        `href` is taken, or raises, as when it is assigned.

        >>> url = URLDecomposition("http://example.com/")
        >>> url.replace(protocol="https", port=8443)
        >>> str(url)
        'https://example.com:8443/'
        """
        if not values:
            return
        pieces = self._pieces or self._read()
        standard = self._standard
        setters = standard.setters
        for name, value in values.items():
            if name not in setters and name not in standard.assignable:
                raise TypeError(f"{name!r} is no attribute that can be set under {standard.name}")
            if value.__class__ is not str:
                require_type(name, value)
        for name, value in values.items():
            try:
                text: Any = value if value.__class__ is str else _text(name, value)
                if name == "href":
                    pieces = self._make(text)
                    continue
                if len(pieces[0]) < 2:
                    raise Failure("the URL is not an absolute URL")
                pieces = setters[name](pieces, text)
            except Failure as failure:
                raise RejectedValueError(name, value, failure.reason) from None
        if "protocol" in values:
            pieces = self._settled(pieces)
        self._store(pieces)

    def _assign(self, name: str, value: Any) -> None:
        pieces = self._pieces or self._read()
        standard = self._standard
        try:
            if value.__class__ is not str:
                value = _text(name, value)
            if len(pieces[0]) < 2:
                raise standard.no_url_failure("the URL is not an absolute URL")
            pieces = standard.setters[name](pieces, value)
        except SetterReturned:
            return
        except Failure:
            self._reject()
            return
        if name == "protocol":
            pieces = self._settled(pieces)
        if self._pieces is not None and self._on_set is None:
            self._pieces = pieces
        else:
            self._store(pieces)

    def _read_query(self) -> tuple[str, str]:
        """The query with its question mark, `""` where there is none, and the name of the encoding in which it is
        escaped."""
        pieces = self._pieces or self._read()
        encoding = self.encoding
        if encoding != "utf-8":
            encoding = self._standard.query_encoding(pieces[0], output_encoding(encoding))
        return pieces[6], encoding

    def _set_query(self, query: str) -> None:
        """Makes `query` the URL's; `""` removes it. Unlike an assignment to `search` it is no user's text: it raises
        where it is not accepted."""
        pieces = self._pieces or self._read()
        try:
            error = self.error
            if error is not None:
                raise Failure(f"there is no URL: {error.reason}")
            pieces = self._standard.with_query(pieces, query and f"?{query}")
        except Failure as failure:
            raise RejectedValueError("params", query, failure.reason) from None
        self._store(pieces)

    def _reject(self) -> None:
        """A value is not accepted: the output is the input, and the common setter action runs all the same (ruling
        18). The string stays as it is written, but where the standard has even the input written anew."""
        pieces = self._pieces or self._read()
        if self._standard.writes_input and len(pieces[0]) > 1:
            self._store((*pieces[:8], None))
        elif self._on_set is not None:
            self._on_set(self.href)

    def _settled(self, pieces: Pieces) -> Pieces:
        """What an output is read back as."""
        return self._standard.read_back(pieces)

    def _store(self, pieces: Pieces, output: str | None = None) -> None:
        """Makes the pieces those of the URL, and runs the common setter action."""
        if self._pieces is not None:
            self._pieces = pieces
        else:
            self._reference = written(pieces) if output is None else output
        if self._on_set is not None:
            self._on_set(written(pieces) if output is None else output)

    # Reading

    def _read(self, reference: str | None = None) -> Pieces:
        """The pieces of the input, on a base context; `reference` is the string as it is written, where that is at
        hand."""
        base: Any = self._base
        if self._has_standard_of_base:
            self._standard = find_standard(base.standard)
        written = self.reference if reference is None else reference
        made_of = written, self._base_url(), self._encoding or base.encoding, self._standard
        try:
            if self._reading[:4] == made_of:
                return self._reading[4]
        except AttributeError:  # the first reading
            pass
        pieces = self._resolve(*made_of[:3])
        self._reading = *made_of, pieces
        return pieces

    def _base_url(self) -> str:
        base: Any = self._base
        return base if base.__class__ is str else url_text(base.base_url, "a base URL")

    def _make(self, url: str) -> Pieces:
        """The pieces of a URL that takes the place of this one."""
        return self._resolve(url, None if self._base is None else self._base_url(), self.encoding)

    def _resolve(self, url: str, base_url: str | None, encoding: str) -> Pieces:
        standard = self._standard
        try:
            base = None if base_url is None else standard.cut_base(base_url)
            return standard.cut(url, base, output_encoding(encoding))
        except Failure:
            return (*standard.no_url[:8], url)

    def _require(self, name: str) -> Pieces:
        """The pieces, where the standard has the attribute `name`."""
        pieces = self._pieces or self._read()
        if name not in self._standard.attributes:
            raise AttributeError(f"{name!r} is no attribute of a URL under {self._standard.name}; WHATWG has it")
        return pieces

    # As an object among others

    def __str__(self) -> str:
        return self.href

    def __format__(self, specification: str) -> str:
        return format(self.href, specification)

    def __bool__(self) -> bool:
        return len((self._pieces or self._read())[0]) > 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLDecomposition):
            return NotImplemented
        return self.standard is other.standard and self.href == other.href

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        parts = [repr(self.reference)]
        if self._base is not None:
            parts.append(repr(self._base))
        if self._pieces is not None or not self._has_standard_of_base:
            parts += [f"standard={self._standard!r}"] if self._standard is not _HTML5 else []
        if self._encoding not in (None, "utf-8"):
            parts.append(f"encoding={self._encoding!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __getstate__(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        """What a copy is made of: everything but the common setter action, which belongs to the original."""
        names = {name for kind in type(self).__mro__ for name in _slots(kind)} - _NOT_OF_A_COPY
        slots = {name: getattr(self, name) for name in names if hasattr(self, name)}
        return getattr(self, "__dict__", None), slots | dict.fromkeys(self._NOT_COPIED)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """What pydantic validates a field of this type by: see `urldom._object.fields`."""
        from urldom._object.fields import core_schema

        return core_schema(source, handler)

    #: The slots that a copy has empty.
    _NOT_COPIED: ClassVar[tuple[str, ...]] = ("_on_set",)

    def __reduce__(self) -> tuple[Any, ...]:
        return _new, (type(self),), self.__getstate__()


#: The URL that has these pieces, without a base.
url_of_pieces: Final = URLDecomposition._of_pieces  # pyright: ignore[reportPrivateUsage]


def context_of(base: object) -> BaseContext | None:
    """A base where it is a base context, `None` where it is a URL. Raises `TypeError` for what is neither."""
    if isinstance(base, (str, URLValue)):
        return None
    if not is_context(base):
        raise TypeError(f"a base is a URL or a base context, not {type_name(base)}")
    return base


#: What the interpreter keeps, and what is remembered only to be quick.
_NOT_OF_A_COPY: Final = frozenset(["__weakref__", "__dict__", "_reading", "_last_query"])
#: Names that scripts in pages, and people who come from them, write.
_MISSPELLINGS: Final = {
    "hostName": "hostname",
    "pathName": "pathname",
    "searchParams": "search_params",
    "userName": "username",
    "passWord": "password",
    "toJSON": "to_json",
}


def _misspelled(misspelled: str, name: str) -> property:
    """An attribute that is not there, for one that is: it says so, whether it is read or assigned."""

    def refuse(url: object, value: object = None) -> NoReturn:
        where = "" if hasattr(type(url), name) else " of urldom.URL"
        raise AttributeError(f"a URL has no attribute {misspelled!r}; it is {name!r}{where}")

    return property(refuse, refuse, doc=f"It is spelled `{name}`.")


for _wrong, _right in _MISSPELLINGS.items():
    setattr(URLDecomposition, _wrong, _misspelled(_wrong, _right))


def _new(kind: type[_Self]) -> _Self:
    return kind.__new__(kind)


def _slots(kind: type) -> tuple[str, ...]:
    """The slots that a class adds, by the names under which they are reached."""
    slots = kind.__dict__.get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    private = f"_{kind.__name__.lstrip('_')}"
    return tuple(f"{private}{name}" if name.startswith("__") and not name.endswith("__") else name for name in names)


def require_type(name: str, value: object) -> None:
    """Raises `TypeError` for what the attribute `name` does not take (ruling 19)."""
    if isinstance(value, str) or (value is None and name in _REMOVABLE):
        return
    if name == "port" and isinstance(value, int) and not isinstance(value, bool):
        return
    kind = {"port": "a str, an int or None"}.get(name, "a str or None" if name in _REMOVABLE else "a str")
    raise TypeError(f"{name} takes {kind}, not {type_name(value)}")


def _text(name: str, value: Any) -> Any:
    """A value as the string that it is assigned as; `None` where it removes the component. Raises `TypeError` for
    another type, and `Failure` for an `int` that no port is."""
    require_type(name, value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        if value < 0:
            raise Failure("a port is 0 or greater")
        return str(min(value, LARGEST_PORT + 1))  # an int of any size has no string of a size to match
    return None
