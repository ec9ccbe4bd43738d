"""URL Pattern Standard 1.3 The URL pattern struct and 1.4 High-level operations: `URLPattern`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from urldom._core import passwords
from urldom._core.errors import Failure, InvalidPatternError, shown, wrong_type
from urldom._core.hints import with_keyword_hints
from urldom._core.objects import segments
from urldom._core.objects.url import URL, url_of
from urldom._core.public import public
from urldom._core.text import percent_encoding, plain_values
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import Pieces, href
from urldom._core.values.references import DOT_SEGMENT
from urldom._core.values.url_value import AnyURL, url_text
from urldom.patterns import _inputs as inputs
from urldom.patterns import _url_components as url_components
from urldom.patterns._canonicalization import SPECIAL_SCHEMES, WITH_A_HOST, match_path
from urldom.patterns._components import Component, compile_component_of, matches_a_special_scheme
from urldom.patterns._constructor_strings import parse_constructor_string
from urldom.patterns._generating import build, compare_part_lists, generate
from urldom.patterns._hints import PATTERN_KEYWORDS, URLPatternHints, URLPatternResultHints
from urldom.patterns._inputs import (
    InitFailure,
    Input,
    checked_components,
    inputs_of,
    parsed,
    read,
    read_up_to_path,
    read_url,
)
from urldom.patterns._matchers import ANYTHING
from urldom.patterns._parts import PatternFailure
from urldom.patterns._url_components import (
    COMPONENTS,
    PATHNAME,
    PLACES,
    AnyInput,
    ComponentAttribute,
    components_of,
)

if TYPE_CHECKING:
    from urldom.patterns._explaining import URLPatternExplanation


def _pattern_string(
    read: Callable[[URLPattern, str], str],
    name: str,
    string: str,
    note: str = "",
) -> ComponentAttribute[str]:
    """Return the attribute for the pattern of a component, which `read` reads. `string` is its
    value in the example."""
    doc = f"""The pattern of the {name}{note}.

    >>> pattern = URLPattern(r"HTTPS://:user@*.BÜCHER.example:443/é/:id\\?q=:value#:part")
    >>> pattern.{name}
    {string!r}
    """
    refusal = f"a pattern is immutable: make a new one with another {name}"
    return ComponentAttribute(name, read, refusal, doc)


@public("urldom")
class URLPattern(URLPatternHints):
    """A pattern for each component of a URL (URL Pattern Standard 1.2).

    Use it as an entry of an allow-list, as the scope of a crawl, or as a route. Pass either
    `pattern` or keywords, not both. A missing component is `"*"`, which matches anything, or comes
    from the base URL.

    Patterns are immutable and hashable, and equal if their components and `ignore_case` are equal.

    Args:
        pattern: A URL with pattern syntax, or a mapping from component names, and `baseURL`, to
            patterns.
        base: The base URL of a relative `pattern`, or of the keywords. It is not allowed with a
            mapping. It fills in the components before the first one that you pass, except the
            username and the password. For a `pathname`, these are the protocol, the hostname and
            the port, and the directory too if the path is relative.
        ignore_case: If true, the path, the query and the fragment match without regard to the case
            of ASCII letters. In the protocol and an HTTP host, case never matters.
        protocol: The pattern of the scheme, without its colon.
        username: The pattern of the username.
        password: The pattern of the password.
        hostname: The pattern of the host, without the port.
        port: The pattern of the port. `""` matches the default port of the scheme only.
        pathname: The pattern of the path.
        search: The pattern of the query, without its question mark.
        hash: The pattern of the fragment, without its number sign.

    Raises:
        InvalidPatternError: If the pattern or its base URL is invalid.
        TypeError: If a value has the wrong type, or the mapping has an unknown key.
        ModuleNotFoundError: If a regular expression needs corvus-regex-ecma262, which is missing
            (the extra `pattern`).

    >>> pattern = URLPattern("https://*.example.com/user/:id")
    >>> pattern.test("https://www.example.com/user/7?tab=1")
    True
    >>> pattern.test("https://example.com.evil.test/user/7")
    False
    >>> api = URLPattern(hostname="example.com", pathname="/api/*")
    >>> api.test("http://example.com/api/../admin")
    False
    """

    __slots__ = (
        *("_components", "_exact", "_exact_of", "_given", "_ignore_case"),
        *("_origin", "_read", "_test_path", "_tests"),
    )

    def _read_string(self, name: str) -> str:
        return self._components[name].pattern_string

    protocol: ComponentAttribute[str] = _pattern_string(
        _read_string, "protocol", "https", ", without its colon"
    )
    username: ComponentAttribute[str] = _pattern_string(_read_string, "username", ":user")
    password: ComponentAttribute[str] = _pattern_string(_read_string, "password", "*")
    hostname: ComponentAttribute[str] = _pattern_string(
        _read_string, "hostname", "*.xn--bcher-kva.example"
    )
    port: ComponentAttribute[str] = _pattern_string(
        _read_string, "port", "", ", which is empty for the default port of the protocol"
    )
    pathname: ComponentAttribute[str] = _pattern_string(_read_string, "pathname", "/%C3%A9/:id")
    search: ComponentAttribute[str] = _pattern_string(
        _read_string, "search", "q=:value", ", without its question mark"
    )
    hash: ComponentAttribute[str] = _pattern_string(
        _read_string, "hash", ":part", ", without its number sign"
    )
    _ignore_case: bool
    #: The URLPatternInit.
    _given: dict[str, str]
    _components: dict[str, Component]
    #: For a string that begins with this origin, `_test_path` is the only test.
    #: `str.startswith(())` is always false.
    _origin: str | tuple[()]
    _test_path: Callable[[str], object]
    #: The function that reads inputs: `read_up_to_path` if any query and any fragment match,
    #: otherwise `read`.
    _read: Callable[[Input | None, AnyURL | None], AnyInput | None]
    #: The pieces that must be equal to fixed text, and a function that reads them from an input.
    _exact: object
    _exact_of: Callable[[AnyInput], object]
    #: For each other component that is not `"*"`: the index of its piece, and a test of this piece.
    _tests: tuple[tuple[int, Callable[[str], object]], ...]

    @with_keyword_hints(PATTERN_KEYWORDS)
    def __init__(
        self,
        pattern: str | Mapping[str, str] | None = None,
        base: AnyURL | None = None,
        *,
        ignore_case: bool = False,
        protocol: str | None = None,
        username: str | None = None,
        password: str | None = None,
        hostname: str | None = None,
        port: str | None = None,
        pathname: str | None = None,
        search: str | None = None,
        hash: str | None = None,
    ) -> None:
        values = (protocol, username, password, hostname, port, pathname, search, hash)
        keywords = {
            name: value for name, value in zip(COMPONENTS, values, strict=True) if value is not None
        }
        init = _init_of(pattern, None if base is None else url_text(base), keywords)
        # Create a URL pattern (URL Pattern Standard 1.4), steps 4 to 18
        strings = _component_strings(init)
        components: dict[str, Component] = {}
        for name, string in strings.items():
            protocol_component = components.get("protocol")
            components[name] = _compile(
                name, string, protocol_component, pattern, ignore_case=bool(ignore_case)
            )
        self._given = init
        self._components = components
        self._ignore_case = bool(ignore_case)
        self._set_tests(components)

    def _set_tests(self, components: Mapping[str, Component]) -> None:
        """Set the attributes that `test` reads.

        The pieces that must be equal to fixed text are compared all at once, before the other
        pieces are tested, because comparing is faster.
        """
        exact: dict[int, str] = {}
        tests: list[tuple[int, Callable[[str], object]]] = []
        for name, component in components.items():
            matcher, place = component.matcher, PLACES[name]
            if matcher.text is not None and place.is_comparable:
                exact[place.index] = place.with_delimiters(matcher.text)
            elif matcher is not ANYTHING:
                tests.append((place.index, place.test_of(matcher.test)))
        self._tests = tuple(tests)
        needs_all_pieces = any(index > PATHNAME for index, _ in tests)
        self._read = read if needs_all_pieces else read_up_to_path
        texts = tuple(exact.values())
        # An itemgetter returns an item for one index, and a tuple for several.
        self._exact = texts[0] if len(texts) == 1 else texts
        self._exact_of = itemgetter(*exact) if exact else lambda _: ()
        # The only test of a string that begins with the origin
        self._test_path = components["pathname"].matcher.test
        self._origin = _origin_of(components)

    @property
    def ignore_case(self) -> bool:
        """Whether the path, the query and the fragment match without regard to case.

        >>> URLPattern("https://example.com/a", ignore_case=True).test("https://example.com/A")
        True
        """
        return self._ignore_case

    @property
    def has_regexp_groups(self) -> bool:
        r"""Whether a component has a regular expression (URL Pattern Standard 1.4).

        >>> URLPattern(pathname=r"/:id(\d+)").has_regexp_groups
        True
        >>> URLPattern(pathname="/:id").has_regexp_groups
        False
        """
        return any(component.has_regexp_groups for component in self._components.values())

    def test(self, url: Input | None = None, base: AnyURL | None = None) -> bool:
        """Return whether the URL matches (URL Pattern Standard 1.4). An invalid URL does not match.

        Args:
            url: A URL, or a mapping of components. A component that is missing from the mapping is
                empty, or comes from the `baseURL` of the mapping. `None` means an empty mapping.
            base: The base URL of a relative `url`. It is not allowed with a mapping.

        Raises:
            TypeError: If `url` has a wrong type, or is a mapping with an unknown key or together
                with a `base`.

        >>> URLPattern(pathname="/a/*").test("b", "https://example.com/a/")
        True
        """
        if base is None and type(url) is str and url.startswith(self._origin):
            path = match_path(url, len(self._origin))
            if path is not None and DOT_SEGMENT not in path[0]:
                return bool(self._test_path(path[0]))
        # For a `URL`, a call of `_read` would be slower.
        pieces = read_url(url) if type(url) is URL and base is None else self._read(url, base)
        # This repeats the body of `_matches`, because a call would be slower.
        if pieces is None or self._exact_of(pieces) != self._exact:
            return False
        for index, test in self._tests:  # noqa: SIM110
            if not test(pieces[index]):
                return False
        return True

    def _matches(self, pieces: AnyInput) -> bool:
        if self._exact_of(pieces) != self._exact:
            return False
        for index, test in self._tests:  # noqa: SIM110
            if not test(pieces[index]):
                return False
        return True

    def exec(self, url: Input | None = None, base: AnyURL | None = None) -> URLPatternResult | None:
        """Return the match of a URL with its groups, or `None` (URL Pattern Standard 1.4).

        Args:
            url: A URL or a mapping of components, as for `test`.
            base: The base URL of a relative `url`.

        Raises:
            TypeError: If `url` has a wrong type, or is a mapping with an unknown key or together
                with a `base`.

        >>> pattern = URLPattern("/blog/:year/:slug", "https://example.com")
        >>> pattern.exec("https://example.com/blog/2026/x").groups
        {'year': '2026', 'slug': 'x'}
        """
        pieces = self._read(url, base)
        if pieces is None or not self._matches(pieces):
            return None
        return URLPatternResult(inputs_of(url, base), pieces, self)

    def explain(
        self, url: Input | None = None, base: AnyURL | None = None
    ) -> URLPatternExplanation:
        """Explain why a URL matches, or where each component stops matching.

        Args:
            url: A URL or a mapping of components, as for `test`.
            base: The base URL of a relative `url`.

        Returns:
            The explanation, which `print` shows as text, without passwords.

        Raises:
            TypeError: If `url` has a wrong type, or is a mapping with an unknown key or together
                with a `base`.

        >>> print(URLPattern(hostname="*.example.com").explain("https://www.example.org/user/7"))
        No match: https://www.example.org/user/7
        <BLANKLINE>
        hostname: expected '.example.com' after 'www', found '.example.org'
            pattern  '*.example.com'
            input    'www.example.org'
                                  ^
        protocol, username, password, port, pathname, search, hash: '*' matches anything
        """
        from urldom.patterns._explaining import URLPatternExplanation, explain

        try:
            pieces = parsed(url, base)
        except InitFailure as failure:
            return URLPatternExplanation(
                False, None, f"the component {failure.component}: {failure.reason}", ()
            )
        except Failure as failure:
            against = "" if base is None else f" against {shown(url_text(base))}"
            reason = f"{shown(inputs_of(url, None)[0])} is not a URL{against}: {failure.reason}"
            return URLPatternExplanation(False, None, reason, ())
        texts = components_of(pieces)
        if url is None or isinstance(url, Mapping):
            return explain(self._components, texts, None, None)
        # The input is not a mapping, so these are the pieces of a URL.
        parsed_url = href(cast("Pieces", pieces))
        written = url_text(url) if base is None else None
        return explain(self._components, texts, parsed_url, written)

    def generate(self, component: str, groups: Mapping[str, str]) -> str:
        """Return the encoded text of a component, with a value in place of each group.

        Browsers return the same text.

        Each value is encoded like fixed text, so in a query it can add a parameter. For values of
        users, use `build`.

        Args:
            component: The name of the component, such as `"pathname"`.
            groups: The value of each named group.

        Raises:
            ValueError: If `component` is not the name of a component, or its pattern has a
                wildcard, a regular expression or a modifier. Also if a value is missing or empty,
                or if the group would have a different value in a URL, as for `".."`.
            TypeError: If `groups` is not a mapping, or a value is not a `str`.

        >>> pattern = URLPattern("https://example.com/user/:name/edit")
        >>> pattern.generate("pathname", {"name": "Ann Lee"})
        '/user/Ann%20Lee/edit'
        """
        compiled = self._component(component)
        if not isinstance(groups, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("groups", "a mapping of names to str", groups)
        values = {
            name: scalar_value_string(segments.require_str(f"the group {name!r}", text))
            for name, text in groups.items()
        }
        try:
            return generate(component, compiled, values, self._components["protocol"])
        except Failure as failure:
            pattern, reason = self._without_password(component, failure.reason)
            message = f"the component {component} cannot be generated from {pattern!r}: {reason}"
            raise ValueError(message) from None

    def build(self, groups: Mapping[str, plain_values.PlainValue | None]) -> URL:
        """Return the URL that matches this pattern with these values in its named groups.

        Each value is data: it never adds a segment, a parameter or a label of the host, and
        `exec(url).decoded` returns it. A component that is `"*"` is left out, and so is an optional
        part without a value.

        Args:
            groups: The value of each named group, without escapes: a `str`, a number, a `bool`, a
                date, a `UUID` or an `Enum` of these. `None` means no value.

        Raises:
            InvalidPatternError: If a value is missing, has an unknown name, or is not allowed at
                its place, such as `".."` in a path, or upper case or Unicode in a host. Also if the
                pattern has no protocol or host, or has a wildcard without a name.
            TypeError: If `groups` is not a mapping, or a value has another type.
            ValueError: If a value is a number that is not finite.

        >>> pattern = URLPattern("https://example.com/:name/search?q=:q&limit=:limit")
        >>> pattern.build({"name": "Ann/Lee", "q": "a&admin=1", "limit": 5})
        URL('https://example.com/Ann%2FLee/search?q=a%26admin%3D1&limit=5')
        """
        if not isinstance(groups, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("groups", "a mapping of names to values", groups)
        known: set[str] = set()
        for component in self._components.values():
            known.update(component.group_name_list)
        values = {
            name: plain_values.plain_text(value, f"the group {name!r}")
            for name, value in groups.items()
            if value is not None
        }
        for name in groups:
            if name not in known or name.isdecimal():
                reason = f"it has no group {shown(name)}"
                raise InvalidPatternError(repr(self), None, None, reason, problem="cannot be built")
        try:
            return url_of(build(self._components, values))
        except InitFailure as failure:
            pattern, reason = self._without_password(failure.component, failure.reason)
            raise InvalidPatternError(
                pattern, failure.component, None, reason, problem="cannot be built"
            ) from None

    def _without_password(self, name: str, reason: str) -> tuple[str, str]:
        """Return the pattern of a component, and the reason why it cannot be generated, without
        passwords. The reason can quote groups and text that contain the password."""
        string = self._components[name].pattern_string
        pattern = passwords.masked_pattern(name, string)
        if pattern != string:
            reason = "a value does not fit the pattern"
        return pattern, reason

    @staticmethod
    def compare_component(component: str, left: URLPattern, right: URLPattern) -> int:
        """Compare a component of two patterns, to sort patterns by how specific they are.

        This is the order from the least to the most specific: `*`, a group that ends at a
        delimiter, a regular expression, fixed text. The names of groups are ignored.

        Args:
            component: The name of the component, such as `"pathname"`.
            left: A pattern.
            right: Another pattern.

        Returns:
            1 if `left` is more specific, -1 if it is less specific, and 0 if they are equal.

        Raises:
            ValueError: If `component` is not the name of a component.
            TypeError: If `left` or `right` is not a `URLPattern`.

        >>> from functools import cmp_to_key, partial
        >>> patterns = [URLPattern(pathname=path) for path in ("/a/b", "/a/*", "/a/:id")]
        >>> patterns.sort(key=cmp_to_key(partial(URLPattern.compare_component, "pathname")))
        >>> [pattern.pathname for pattern in patterns]
        ['/a/*', '/a/:id', '/a/b']
        """
        for pattern in (left, right):
            if not isinstance(pattern, URLPattern):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise wrong_type("a pattern to compare", "a URLPattern", pattern)
        return compare_part_lists(
            left._component(component).part_list, right._component(component).part_list
        )

    def _component(self, name: str) -> Component:
        """Return the component of this name. Raises `ValueError` for another name."""
        try:
            return self._components[name]
        except KeyError:
            raise ValueError(url_components.unknown_component(name)) from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLPattern):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        strings = [component.pattern_string for component in self._components.values()]
        return (*strings, self._ignore_case)

    def __repr__(self) -> str:
        strings = {
            name: passwords.masked_pattern(name, component.pattern_string)
            for name, component in self._components.items()
        }
        arguments = [f"{name}={string!r}" for name, string in strings.items() if string != "*"]
        if self._ignore_case:
            arguments.append("ignore_case=True")
        return f"URLPattern({', '.join(arguments)})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """Return the schema of a pydantic field of this type: see
        `urldom._core.pydantic_schemas`."""
        from urldom._core.pydantic_schemas import pattern_schema

        return pattern_schema(URLPattern, COMPONENTS, as_mapping)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(URLPattern, ignore_case=self._ignore_case), (self._given,)


@public("urldom.patterns")
class URLPatternComponentResult(NamedTuple):
    """The match of a component (URL Pattern Standard 1.2).

    Attributes:
        input: The text of the component in the URL.
        groups: The text of each group, by its name. An optional group that matches nothing is
            `None`.

    >>> URLPattern(pathname="/:kind/:id?").exec("https://example.com/book").pathname
    URLPatternComponentResult(input='/book', groups={'kind': 'book', 'id': None})
    """

    input: str
    groups: dict[str, str | None]


def _component_result(
    read: Callable[[URLPatternResult, str], URLPatternComponentResult],
    name: str,
    input: str,
) -> ComponentAttribute[URLPatternComponentResult]:
    """Return the attribute for the match of a component, which `read` reads. `input` is its text in
    the example."""
    doc = f"""The text of the {name}, and the groups in it.

    >>> from urldom import URLPattern
    >>> pattern = URLPattern(pathname="/a/:id")
    >>> result = pattern.exec("HTTPS://ann:x@www.example.com:443/a/7?q=é#top")
    >>> result.{name}.input
    {input!r}
    """
    return ComponentAttribute(name, read, "a result is immutable", doc)


@public("urldom.patterns")
class URLPatternResult(URLPatternResultHints):
    """The result of `URLPattern.exec`: the text and the groups of each component.

    See the URL Pattern Standard 1.2.

    Only `URLPattern.exec` creates results.

    Args:
        inputs: The URL that was matched, and its base if one was given.
        pieces: The parsed URL.
        pattern: The pattern.

    >>> result = URLPattern("https://example.com/:kind/*").exec("https://example.com/book/1/2")
    >>> result.pathname.input, result.pathname.groups
    ('/book/1/2', {'kind': 'book', '0': '1/2'})
    """

    __slots__ = ("_inputs", "_pattern", "_pieces")

    _inputs: tuple[str | Mapping[str, str], ...]
    _pattern: URLPattern
    _pieces: AnyInput

    def _read_component(self, name: str) -> URLPatternComponentResult:
        """Create a component match result (URL Pattern Standard 1.4)."""
        component, place = compiled_components(self._pattern)[name], PLACES[name]
        if place.index >= len(self._pieces):
            (url,) = self._inputs
            self._pieces = read(url, None) or ()
        input = place.of(self._pieces[place.index])
        return URLPatternComponentResult(input, component.groups_in(input) or {})

    protocol: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "protocol", "https"
    )
    username: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "username", "ann"
    )
    password: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "password", "x"
    )
    hostname: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "hostname", "www.example.com"
    )
    port: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "port", ""
    )
    pathname: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "pathname", "/a/7"
    )
    search: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "search", "q=%C3%A9"
    )
    hash: ComponentAttribute[URLPatternComponentResult] = _component_result(
        _read_component, "hash", "top"
    )

    def __init__(
        self, inputs: tuple[str | Mapping[str, str], ...], pieces: AnyInput, pattern: URLPattern
    ) -> None:
        # If `pieces` ends at the path, `inputs` contains exactly one string.
        self._inputs = inputs
        self._pieces = pieces
        self._pattern = pattern

    @property
    def groups(self) -> dict[str, str | None]:
        """The named groups of all components.

        If two components have a group with the same name, the result contains the group of the
        later component.

        >>> pattern = URLPattern("https://:user.example.com/*/:page")
        >>> pattern.exec("https://ann.example.com/a/b").groups
        {'user': 'ann', 'page': 'b'}
        """
        return self._groups_of(compiled_components(self._pattern))

    def _groups_of(self, components: Iterable[str]) -> dict[str, str | None]:
        """Return the groups of some components that have a name, and not only a number."""
        found: dict[str, str | None] = {}
        for name in components:
            if compiled_components(self._pattern)[name].has_custom_names:
                groups = self._read_component(name).groups.items()
                found.update({group: text for group, text in groups if not group.isdecimal()})
        return found

    @property
    def decoded(self) -> dict[str, str | None]:
        """The named groups of all components as text, with their escapes decoded as UTF-8.

        `URLPattern.build` makes a URL from such groups. A `+` stays, because it means a space only
        in a query that a form has written, which `URL.params` reads. A host stays in Punycode.

        >>> pattern = URLPattern("https://example.com/:name/:id?")
        >>> pattern.exec("https://example.com/Ann%20Lee").decoded
        {'name': 'Ann Lee', 'id': None}
        """
        return {
            name: text and percent_encoding.percent_decoded(text)
            for name, text in self.groups.items()
        }

    @property
    def inputs(self) -> tuple[str | Mapping[str, str], ...]:
        """The URL that was matched, as a string or mapping, and its base if one was given.

        >>> URLPattern(pathname="/a/*").exec("b", "https://example.com/a/").inputs
        ('b', 'https://example.com/a/')
        """
        return self._inputs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLPatternResult):
            return NotImplemented
        return self._inputs == other._inputs and self._pattern == other._pattern

    def __repr__(self) -> str:
        inputs = tuple([_without_passwords(each) for each in self._inputs])
        # A group in the password contains the password, or a part of it.
        shown_components = [
            name
            for name, component in compiled_components(self._pattern).items()
            if passwords.masked_pattern(name, component.pattern_string) == component.pattern_string
        ]
        groups = self._groups_of(shown_components)
        return f"URLPatternResult(inputs={inputs!r}, groups={groups!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._pattern.exec, self._inputs


def _without_passwords(input: str | Mapping[str, str]) -> str | dict[str, str]:
    if isinstance(input, str):
        return passwords.masked(input)
    masked = {name: passwords.masked(text) for name, text in input.items()}
    if input.get("password"):
        masked["password"] = "***"
    return masked


#: What the other modules read of a pattern, and users do not: its components, the functions that
#: read an input and match its pieces, and its only origin, with the test of the path after it.
compiled_components: Callable[[URLPattern], Mapping[str, Component]] = attrgetter("_components")
reader_of: Callable[[URLPattern], Callable[[Input | None, AnyURL | None], AnyInput | None]]
reader_of = attrgetter("_read")
test_of_pieces: Callable[[URLPattern], Callable[[AnyInput], bool]] = attrgetter("_matches")
only_origin_of: Callable[[URLPattern], str | tuple[()]] = attrgetter("_origin")
test_of_path: Callable[[URLPattern], Callable[[str], object]] = attrgetter("_test_path")


def as_mapping(pattern: URLPattern) -> dict[str, Any]:
    """Return the components of a pattern that are not `"*"`, and `ignoreCase` if it is true, as a
    mapping for JSON."""
    components = compiled_components(pattern)
    strings = {name: component.pattern_string for name, component in components.items()}
    found: dict[str, Any] = {name: string for name, string in strings.items() if string != "*"}
    if pattern.ignore_case:
        found["ignoreCase"] = True
    return found


def _component_strings(init: dict[str, str]) -> dict[str, str]:
    """Return the pattern string of each component (URL Pattern Standard 1.4, "create", steps 4 to
    6). Raises `InvalidPatternError`."""
    try:
        processed = inputs.process_url_pattern_init(init, "pattern")
    except InitFailure as failure:
        raise InvalidPatternError(
            init[failure.component], failure.component, None, failure.reason
        ) from None
    strings = {name: processed.get(name, "*") for name in COMPONENTS}
    default_port = SPECIAL_SCHEMES.get(strings["protocol"])
    if default_port is not None and strings["port"].lstrip("0") == str(default_port):
        strings["port"] = ""
    return strings


def _origin_of(components: Mapping[str, Component]) -> str | tuple[()]:
    """Return the origin of all URLs that a pattern matches, or an empty tuple if `_test_path`
    cannot use it. It cannot if there are several origins, if parsing would change the origin, or if
    another component must be tested."""
    protocol = components["protocol"].matcher.text
    hostname = components["hostname"].matcher.text
    port = components["port"].matcher.text
    if f"{protocol}:" not in WITH_A_HOST or hostname is None or port is None:
        return ()
    for name in ("username", "password", "search", "hash"):
        if components[name].matcher is not ANYTHING:
            return ()
    origin = f"{protocol}://{hostname}{PLACES['port'].with_delimiters(port)}"
    pieces = read(f"{origin}/", None)
    is_kept = pieces is not None and href(cast("Pieces", pieces)) == f"{origin}/"
    return origin if is_kept else ()


def _compile(
    name: str,
    input: str,
    protocol: Component | None,
    pattern: object = None,
    *,
    ignore_case: bool = False,
) -> Component:
    """Return a compiled component. Raises `InvalidPatternError`.

    `pattern` is the argument of `URLPattern` that the component is a part of. If it is a string
    that may have a password, the error does not show `input`.
    """
    try:
        return compile_component_of(name, input, protocol, ignore_case=ignore_case)
    except Failure as failure:
        position = failure.position if isinstance(failure, PatternFailure) else None
        is_shown = not isinstance(pattern, str) or not _may_have_a_password(pattern)
        raise InvalidPatternError(
            input, name, position, failure.reason, is_shown=is_shown
        ) from None


def _may_have_a_password(pattern: str) -> bool:
    """Return whether a constructor string may have a password. In one such as
    `https://user:a@b@host`, any component can contain a part of it."""
    before, _, _ = pattern.rpartition("@")
    _, _, after_slashes = before.partition("//")
    _, _, after_scheme = before.partition(":")
    return ":" in (after_slashes or after_scheme)


_RELATIVE: Final = (
    "a relative pattern needs a base: begin it with https://, pass a base, or write {'pathname':"
    " ...} for any host"
)


def _init_of(
    pattern: str | Mapping[str, str] | None, base_url: str | None, keywords: dict[str, str]
) -> dict[str, str]:
    """Return the URLPatternInit for the arguments of `URLPattern`."""
    if pattern is not None and keywords:
        raise TypeError(f"pass a pattern or the keyword {next(iter(keywords))!r}, not both")
    if pattern is None:
        init = checked_components(keywords)
    elif isinstance(pattern, str):
        init = _init_of_string(scalar_value_string(pattern), has_base=base_url is not None)
    elif base_url is None:
        init = checked_components(pattern)
    else:
        raise TypeError("pass the base of a mapping in its key 'baseURL'")
    if base_url is not None:
        init["baseURL"] = scalar_value_string(base_url)
    return init


def _init_of_string(pattern: str, *, has_base: bool) -> dict[str, str]:
    """Run *parse a constructor string*."""

    def is_special(protocol: str) -> bool:
        component = _compile("protocol", protocol, None, pattern)
        return matches_a_special_scheme(component)

    init = parse_constructor_string(pattern, is_special)
    if not has_base and "protocol" not in init:
        raise InvalidPatternError(pattern, component=None, position=0, reason=_RELATIVE)
    return init
