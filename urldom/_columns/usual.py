"""Usual rows: the URLs that Arrow's kernels can split. Only this module defines which URLs are usual.

All five standards parse a *usual* URL in the same way, and keep every character of it. It is an `http` or `https` URL
whose scheme and host are in lower case. Its host is a name. Its path has no segment that could be a dot segment. None
of its characters needs an escape. For each standard, a property test checks that it keeps the usual URLs.

The expressions use only syntax that RE2 (Arrow) and Rust's regex (polars) have in common. They are *one-pass*: at each
character, there is only one way to continue. Such expressions are fast in both engines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from urldom._columns.arrays import pa, pc
from urldom._columns.bases import Bases
from urldom._patterns.parts import Options, Part
from urldom._patterns.pattern import URLPattern
from urldom._patterns.writing import generate_regular_expression
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, Standard
from urldom._text.grammar import HEXDIG, LONGEST_LABEL, PCHAR

# RFC 2396 section 3.2.2: <domainlabel>, in lower case. The last label begins with a letter, so the host is not an IPv4
# address. A label that begins with "xn--" is not usual, because some standards check its Punycode.
_REST: Final = "(?:-*[a-z0-9])*"
_X_LABEL: Final = f"x(?:(?:-+[a-z0-9]|[a-mo-z0-9]){_REST})?"
_TOP_LABEL: Final = f"(?:[a-wyz]{_REST}|{_X_LABEL})"
_NUMERIC_LABELS: Final = rf"(?:[0-9]{_REST}\.)*"
_HOST: Final = rf"{_NUMERIC_LABELS}{_TOP_LABEL}(?:\.{_NUMERIC_LABELS}{_TOP_LABEL})*"
# A usual port has four digits. So it is not the default port of http or https, and it is not too large.
_PORT: Final = "[1-9][0-9]{3}"

# RFC 3986 section 3.3: <pchar> without the apostrophe, which the URL Standard escapes in the query of a URL. A segment
# with a semicolon is not usual, because RFC 1808 reads parameters after it. A segment that begins with a dot or %2e is
# not usual either, because it can be a dot segment.
_PCT_ENCODED: Final = f"%[{HEXDIG}]{{2}}"
_IN_QUERY: Final = PCHAR.replace("'", "")
_IN_SEGMENT: Final = _IN_QUERY.replace(";", "")
_BEGINS_SEGMENT: Final = _IN_SEGMENT.replace(".", "")
_SEGMENT: Final = rf"(?:(?:[{_BEGINS_SEGMENT}]|%[013-9A-Fa-f][{HEXDIG}])(?:[{_IN_SEGMENT}]|{_PCT_ENCODED})*)?"
_QUERY: Final = rf"(?:[{_IN_QUERY}/?]|{_PCT_ENCODED})+"

#: Matches a usual host.
HOST: Final = f"^{_HOST}$"
_AUTHORITY: Final = f"^(?P<protocol>https?:)//(?P<host>(?P<hostname>{_HOST})(?::(?P<port>{_PORT}))?)"
#: Matches a usual URL up to the end of its authority.
AUTHORITY: Final = rf"{_AUTHORITY}(?:[/?#]|$)"
#: Matches a usual URL completely. A URL without a path must end after its authority, because RFC 1808 reads a query
#: after the host as a part of the host.
WHOLE: Final = (
    rf"{_AUTHORITY}"
    rf"(?:(?P<pathname>(?:/{_SEGMENT})+)(?P<behind>(?P<search>(?:\?{_QUERY})?)(?P<hash>(?:#{_QUERY})?))|)$"
)
#: Matches a character that needs no escape in the name of a parameter. A plus sign needs an escape, because a plus sign
#: in a name means a space (URL Standard 5.1).
_is_in_name = re.compile(rf"[{_IN_QUERY}/?](?<![&=+])").match
#: An expression that matches nowhere.
_NOTHING: Final = "^&"
#: Splits the end of a usual URL, after the path, into the query and the fragment.
_BEHIND: Final = "^(?P<search>[^#]*)(?P<hash>.*)$"
#: Splits the host of a usual URL into the host name and the port.
_HOST_AND_PORT: Final = "^(?P<hostname>[^:]*)(?::(?P<port>.*))?$"
#: Matches a usual URL without a path.
_WITHOUT_PATH: Final = "^[^/]*//[^/]*$"
#: Matches a reference that may not be a path: an empty reference, a query, or a reference with a colon in its first
#: segment (RFC 3986 section 4.2).
_NOT_A_PATH: Final = r"^(?:[^/?#:]*:|\?|$)"

#: The attributes that can be read from the beginning of a URL, up to the end of its authority, under some standards:
#: see `is_authority_enough`.
_OF_AUTHORITY: Final = frozenset(["protocol", "host", "hostname", "port", "origin"])
#: The greatest number of groups in an expression. With more groups, RE2 would read the string twice. If more attributes
#: are needed, the expression has the composite groups, and `attribute` splits these.
_MOST_GROUPS: Final = 4
_COMPOSITE: Final = ("protocol", "host", "pathname", "behind")

#: The parts of a usual URL, by the names of their attributes. Assigning a value to a part has the same effect in all
#: usual URLs with the same scheme.
PARTS: Final = ("protocol", "hostname", "port", "pathname", "search", "hash")
#: The schemes that can be assigned to usual URLs. The assignment keeps the authority, because all these schemes allow
#: the same hosts as `http`, and none of them has a default port of four digits.
LIKE_HTTP: Final = frozenset(["http:", "https:", "ws:", "wss:", "ftp:"])


def is_authority_enough(standard: str) -> bool:
    """Return whether each URL that begins with a usual scheme and a usual authority is valid under the standard."""
    return standard in ("whatwg", "html5")


def longest_host(standard: str) -> int | None:
    """Return the greatest length of a usual host, or `None` if there is no limit."""
    # HTML5 2.6.3 step 6 limits the length of a label (RFC 3490 section 4.1 step 8). A host that is not longer than this
    # limit has no label over the limit.
    return LONGEST_LABEL if standard == "html5" else None


def parameter(name: str, *, escapes: bool) -> str:
    """Return the expression for the first value of a parameter in the query of a usual URL (URL Standard 5.1).

    The value is not decoded. If `escapes` is true, the expression matches the name with any of its characters
    percent-encoded in UTF-8. Otherwise it matches only the name without percent-escapes.

    >>> parameter("a b", escapes=False)
    '(?:^\\\\?|&)a\\\\+b(?:=(?P<value>[^&]*))?(?:&|$)'
    """

    def written(octet: int) -> str:
        character = chr(octet)
        plain = r"\+" if character == " " else re.escape(character) if _is_in_name(character) else None
        escaped = "%" + "".join(f"[{digit}{digit.lower()}]" if digit.isalpha() else digit for digit in f"{octet:02X}")
        if escapes:
            return escaped if plain is None else f"(?:{plain}|{escaped})"
        return _NOTHING if plain is None else plain

    # The empty text between two "&"s is not a parameter. So an empty name needs an equals sign.
    value = "=(?P<value>[^&]*)" if name == "" else "(?:=(?P<value>[^&]*))?"
    return rf"(?:^\?|&){''.join(map(written, name.encode()))}{value}(?:&|$)"


def capturing(expression: str, names: Collection[str]) -> str:
    """Return an expression in which only the groups with these names capture text.

    >>> capturing(_HOST_AND_PORT, ["port"])
    '^(?:[^:]*)(?::(?P<port>.*))?$'
    """
    return re.sub(r"\(\?P<(\w+)>", lambda group: group[0] if group[1] in names else "(?:", expression)


#: The characters that end a component of a usual URL. The component cannot contain them.
_ENDS_OF_COMPONENTS: Final = {"hostname": ":/?#", "port": "/?#", "pathname": "?#", "search": "#", "hash": ""}


#: Matches a regular expression that has the same meaning in ECMAScript and RE2. A regular expression that it matches
#: never matches a character that ends a component.
_is_common = re.compile(
    r"(?:(?:[a-zA-Z0-9_-]|\\[dw]|\[(?:[a-zA-Z0-9_]|a-z|A-Z|0-9|\\[dw])+\])(?:[+*?]|\{\d{1,2}(?:,\d{0,2})?\})?|\|)*"
).fullmatch


class PatternExpression(NamedTuple):
    """An expression, without `^` and `$`, that matches each usual URL that a URL pattern matches."""

    text: str
    #: `False` if the expression can also match a usual URL that the pattern does not match. For some patterns, RE2 has
    #: no exact expression.
    is_exact: bool


def expression_of_pattern(pattern: URLPattern) -> PatternExpression | None:
    """Return the expression for a pattern, or `None` if the pattern matches no usual URL.

    >>> from urldom.patterns import URLPattern
    >>> print(expression_of_pattern(URLPattern("https://*.example.com/user/:id")).text)
    (?:https)://([^:/?#]*)\\.example\\.com(?::)?\\/user(?:\\/([^?#/]+))(?:[?]([^#]*))?(?:#(.*))?
    """
    components = pattern._components  # pyright: ignore[reportPrivateUsage]

    def matches(name: str, text: str) -> bool:
        return bool(components[name].matcher.test(text))

    schemes = [scheme for scheme in ("http", "https") if matches("protocol", scheme)]
    if not (schemes and matches("username", "") and matches("password", "")):
        return None
    texts: dict[str, str] = {}
    is_exact = True
    for name, ends in _ENDS_OF_COMPONENTS.items():
        component = components[name]
        parts = [_for_re2(part, component.options, ends) for part in component.part_list]
        is_exact = is_exact and all(part.type != "regexp" or _is_common(part.value) for part in component.part_list)
        if name == "pathname":
            from_slash = _from_slash(component.part_list, parts)
            is_exact = is_exact and from_slash is not None
            parts = [_ANY_PATH] if from_slash is None else from_slash
        text = generate_regular_expression(parts, component.options).removeprefix("^").removesuffix("$")
        texts[name] = f"(?i:{text})" if component.options.ignore_case else text
    for name, delimiter in {"port": ":", "search": "[?]", "hash": "#"}.items():
        text = f"{delimiter}{texts[name]}"
        texts[name] = f"(?:{text})?" if matches(name, "") else text
    if matches("pathname", "/"):
        texts["pathname"] = f"(?:{texts['pathname']})?"
    return PatternExpression(f"(?:{'|'.join(schemes)})://{''.join(texts.values())}", is_exact)


def _for_re2(part: Part, options: Options, ends: str) -> Part:
    """Return a part for RE2. It matches the same text as `part`, but never a character of `ends`.

    Wildcards become regular expressions. A regular expression that RE2 may not support becomes an expression that
    matches anything.
    """

    def any_but(characters: str) -> str:
        return f"[^{characters}]" if characters else "."

    text = part.prefix + part.suffix + (part.value if part.type == "fixed-text" else "")
    if any(end in text for end in ends):
        return Part("regexp", _NOTHING, part.modifier)
    if part.type == "segment-wildcard":
        return part._replace(type="regexp", value=any_but(ends + options.delimiter_code_point) + "+")
    if part.type == "full-wildcard" or (part.type == "regexp" and not _is_common(part.value)):
        return part._replace(type="regexp", value=any_but(ends) + "*")
    return part


_ANY_PATH: Final = Part("regexp", "/[^?#]*", "none")


def _from_slash(part_list: Sequence[Part], parts: list[Part]) -> list[Part] | None:
    """Return the parts of a pathname, changed so that they match only paths that begin with a slash.

    Without this change, the parts could match the end of the authority. If the parts cannot be changed in this way, the
    result is `None`.
    """

    def is_required(part: Part) -> bool:
        return part.modifier in ("none", "one-or-more")

    if not parts:
        return [Part("regexp", _NOTHING, "none")]
    first, *rest = parts
    text = _first_text(first)
    text_after = _first_text(rest[0]) if rest and is_required(rest[0]) else ""
    if text.startswith("/"):
        if is_required(first) or text_after.startswith("/"):
            return parts
        return None if rest else [first._replace(modifier="none" if first.modifier == "optional" else "one-or-more")]
    if part_list[0].type == "full-wildcard" and not text + first.suffix and first.modifier == "none":
        if not rest or (text_after and not text_after.startswith("/")):
            return [_ANY_PATH, *rest]
        return [_ANY_PATH._replace(modifier="optional"), *rest] if text_after else None
    return None


def _first_text(part: Part) -> str:
    return part.value if part.type == "fixed-text" else part.prefix


class UsualRows:
    """The usual rows of a slice, and their attributes."""

    def __init__(self, strings: Any, bases: Bases, standard: Standard, attributes: Collection[str] = ()) -> None:
        self._standard = standard
        self.urls: Any = strings if bases.are_absent() else _resolved(strings, bases)
        wanted: set[str] = {
            group
            for name in attributes
            for group in (("protocol", "host") if name == "origin" else [name])
            if group in DECOMPOSITION_ATTRIBUTES
        }
        # If there are bases, each string is the beginning of a base followed by a reference. A reference such as
        # "\\host" can change the authority. So the complete string must be checked.
        is_enough = is_authority_enough(standard.name) and bases.are_absent()
        expression = AUTHORITY if wanted and is_enough and _OF_AUTHORITY.issuperset(attributes) else WHOLE
        longest = longest_host(standard.name)
        if longest is not None and "host" not in wanted:
            wanted.add("hostname")
        if len(wanted) > _MOST_GROUPS:
            wanted = {*_COMPOSITE}
        if wanted:
            cut: Any = pc.extract_regex(self.urls, capturing(expression, wanted))
            self._cut = _fields(cut)
            #: A mask of the usual rows.
            self.mask: Any = cut.is_valid()
        else:
            self._cut = {}
            self.mask = pc.fill_null(pc.match_substring_regex(self.urls, expression), False)
        if longest is not None:
            host = self._cut["host"] if "host" in self._cut else self._cut["hostname"]
            self.leave_out(pc.greater(pc.binary_length(host), longest))
        failures = bases.are_failures()
        if failures is not None:
            self.leave_out(failures)

    def leave_out(self, rows: Any) -> None:
        """Remove the rows that are true in `rows` from the usual rows."""
        self.mask = pc.and_not(self.mask, pc.fill_null(rows, False))

    def attribute(self, name: str) -> Any:
        """Return an attribute of the rows. In the unusual rows, the values are arbitrary."""
        if name == "href":
            return self.href()
        if name == "origin":
            return pc.binary_join_element_wise(self.attribute("protocol"), self.attribute("host"), "//")
        if name not in self._cut and name in ("hostname", "port"):
            host = self._cut["host"]
            if pc.any(pc.match_substring(host, ":")).as_py():
                self._cut |= _fields(pc.extract_regex(host, _HOST_AND_PORT))
            else:
                self._cut["hostname"] = host
        if name not in self._cut and name in ("search", "hash"):
            behind = self._cut["behind"]
            if pc.any(pc.not_equal(behind, "")).as_py():
                self._cut |= _fields(pc.extract_regex(behind, _BEHIND))
        found = self._cut.get(name)
        if found is None:
            return pa.repeat("", len(self.urls))
        return pc.if_else(pc.equal(found, ""), "/", found) if name == "pathname" else found

    def href(self) -> Any:
        """Return the URLs of the rows. The URL Standard adds a slash if a URL has no path."""
        slash = self._standard.resolve_string("http://host").removeprefix("http://host")
        if not slash:
            return self.urls
        bare = pc.match_substring_regex(self.urls, _WITHOUT_PATH)
        if not pc.any(bare).as_py():
            return self.urls
        return pc.if_else(bare, pc.binary_join_element_wise(self.urls, slash, ""), self.urls)

    def replaced(self, parts: dict[str, tuple[str, str]]) -> Any:
        """Return the URLs of the rows with new `parts`. Rows without a path are removed from the usual rows.

        A key of `parts` is one of `PARTS`. For each key, the first value is for `http` URLs, and the second value is
        for `https` URLs.
        """
        self.leave_out(pc.match_substring_regex(self.urls, _WITHOUT_PATH))
        is_http = pc.equal(self.attribute("protocol"), "http:")

        def part(name: str) -> Any:
            if name in parts:
                return pc.if_else(is_http, *parts[name])
            array = self.attribute(name)
            if name == "port":
                return pc.if_else(pc.equal(array, ""), "", pc.binary_join_element_wise(":", array, ""))
            return array

        host = [part("hostname"), part("port")] if {"hostname", "port"} & {*parts} else [self.attribute("host")]
        rest = map(part, ("pathname", "search", "hash"))
        return pc.binary_join_element_wise(part("protocol"), "//", *host, *rest, "")


def _fields(cut: Any) -> dict[str, Any]:
    """Return the text that each group of an expression matches, by the name of the group."""
    return {field.name: cut.field(index) for index, field in enumerate(cut.type)}


def _resolved(references: Any, bases: Bases) -> Any:
    """Concatenate each reference of a usual kind with the beginning of its base.

    References of other kinds stay unchanged.

    If the concatenated string is a usual URL, it is the resolved URL, because it has no dot segment.
    """
    scheme, origin, directory, document = bases.beginnings()
    begins = [pc.starts_with(references, text) for text in ("//", "/", "#")]
    before = pc.case_when(pc.make_struct(*begins), scheme, origin, document, directory)
    joined: Any = pc.binary_join_element_wise(before, references, "")
    is_path = pc.and_(pc.invert(pc.match_substring_regex(references, _NOT_A_PATH)), pc.is_valid(joined))
    return pc.if_else(is_path, joined, references)
