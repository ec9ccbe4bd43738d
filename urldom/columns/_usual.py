"""Usual rows: the rows of a slice that Arrow's kernels can split.

How a column is read
====================

A function for columns cuts its column into slices (`over` in `_arrays`), and reads each slice
twice: the usual rows with Arrow's kernels, all at once, and the other rows with the standard's
parser, one by one. Then it puts the two answers together. For `hostname`:

    the slice          "http://h/a?b"   "HTTP://H/"   "http://h:x"   null
    1. mask            true             false         false          false
    2. by kernels      "h"              (anything)    (anything)     null
    3. one by one                       "h"           null
    4. together        "h"              "h"           null           null

**1. Which rows are usual.** A usual URL is one that each standard parses in the same way, and that
parsing does not change: `http` or `https` in lower case, a host that is a name, nothing to escape,
no dot segment. `UsualURL` in the core has the regular expressions, whose groups are the attributes,
so to match a URL is to split it. `UsualRows` runs one of them as a kernel: `mask` is true for the
rows that match. (polars runs it itself for the host, and calls `urldom.columns` for the rest.)

A relative reference has to be resolved first. `_resolved` puts the beginning of its base and the
reference together as text (`Bases.beginnings` in `_cutting`). If the text is a usual URL, it is the
resolved URL, because it has no dot segment. Rows with an invalid base are left out.

A function that finds out more leaves out more rows (`leave_out`): `display` those with an escape,
`set` those without a path, `param` in a legacy encoding those with an escape in the query.

**2. The usual rows, all at once.** The function works on whole arrays: it takes a group
(`attribute`), joins parts (`replaced`), or matches the URLs against an expression that `_matching`
makes from a pattern. A kernel works on all rows of a slice, so the values in the other rows are
arbitrary until step 4, and nothing may use them.

**3. The other rows, one by one.** `OtherRows` has the rows that are neither usual nor null. Each
goes through the same code as an object: the grammar of the standard cuts it into pieces, and most
functions make a `URLDecomposition` of these and read it, or assign to it. An invalid URL is null.
Equal rows of a block of rows are parsed once.

**4. Together again.** `merged` puts the answers of step 3 into the array of step 2, in their rows,
and nulls into the rows that are null or invalid. `completed` does the steps 3 and 4 for a function
that reads one value from an object.

What it costs
-------------

On one core, the host name of a usual row takes about 0.2 microseconds, and all seven attributes
0.8. Another row takes 4 to 7, as in a loop over objects. More than 97 % of the links of real pages
are usual. A column without usual rows takes up to 1.5 times as long as the loop. Slices are
processed in threads, because kernels release Python's lock, but step 3 holds it.

What keeps the two answers equal
--------------------------------

A usual row may be left out: it has the same answer, only later. But no row may be usual if the
parser could give another answer. Two kinds of tests ensure this. The tests of `UsualURL` parse
changed URLs that match the expression under each standard, and the groups must be the attributes.
And the tests of each function compare columns of real, changed and hostile URLs with the objects,
row by row.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from urldom._core.standards import parts, resolving
from urldom._core.standards.interface import Engine
from urldom.columns._arrays import pa, pc
from urldom.columns._cutting import Bases, capturing

#: An expression that matches nowhere.
NOTHING: Final = "^&"
#: Splits the end of a usual URL, after the path, into the query and the fragment.
_AFTER_PATH: Final = "^(?P<search>[^#]*)(?P<hash>.*)$"
#: Splits the host of a usual URL into the host name and the port.
_HOST_AND_PORT: Final = "^(?P<hostname>[^:]*)(?::(?P<port>.*))?$"
#: Matches a usual URL without a path.
_WITHOUT_PATH: Final = "^[^/]*//[^/]*$"
#: Matches a reference that is empty, a query, or has a colon in its first segment (RFC 3986 section
#: 4.2).
_NOT_A_PATH: Final = r"^(?:[^/?#:]*:|\?|$)"

#: The attributes that can be read from the beginning of a usual URL: see `UsualURL.beginning`.
_OF_AUTHORITY: Final = frozenset(["protocol", "host", "hostname", "port", "origin"])
#: With more groups, RE2 would read a string twice, so for more attributes, `attribute` splits the
#: composite groups.
_MOST_GROUPS: Final = 4
_COMPOSITE: Final = ("protocol", "host", "pathname", "after_path")

#: The attributes whose assignment has the same effect in all usual URLs with the same scheme.
PARTS: Final = ("protocol", "hostname", "port", "pathname", "search", "hash")
#: The schemes that the kernels can assign. They allow the hosts of `http`, and have no default port
#: of four digits, so the authority stays.
LIKE_HTTP: Final = frozenset(["http:", "https:", "ws:", "wss:", "ftp:"])


class UsualRows:
    """The usual rows of a slice, and their attributes."""

    def __init__(
        self, strings: Any, bases: Bases, engine: Engine, attributes: Collection[str] = ()
    ) -> None:
        self._engine = engine
        has_bases = not bases.are_absent()
        self.urls: Any = _resolved(strings, bases) if has_bases else strings
        whole, beginning, longest_host = engine.grammar.usual_url
        groups = {*parts.DECOMPOSITION_ATTRIBUTES}.intersection(attributes)
        if "origin" in attributes:
            groups |= {"protocol", "host"}
        # The beginning is enough for attributes of the authority. But with bases, the whole string
        # must be checked, because a reference such as "\\host" can change the authority.
        expression = whole
        are_of_authority = bool(groups) and _OF_AUTHORITY.issuperset(attributes)
        if are_of_authority and beginning is not None and not has_bases:
            expression = beginning
        if longest_host is not None and "host" not in groups:
            groups.add("hostname")
        if len(groups) > _MOST_GROUPS:
            groups = {*_COMPOSITE}
        #: The texts of the groups, by name.
        self._cut: dict[str, Any] = {}
        if groups:
            cut: Any = pc.extract_regex(self.urls, capturing(expression, groups))
            self._cut = _fields(cut)
            #: A mask of the usual rows.
            self.mask: Any = cut.is_valid()
        else:
            self.mask = pc.fill_null(pc.match_substring_regex(self.urls, expression), False)
        if longest_host is not None:
            host = self._cut.get("host")
            if host is None:
                host = self._cut["hostname"]
            self.leave_out(pc.greater(pc.binary_length(host), longest_host))
        if has_bases:
            self.leave_out(bases.are_left_out())

    def leave_out(self, rows: Any) -> None:
        """Remove the rows that are true in `rows` from the usual rows."""
        self.mask = pc.and_not(self.mask, pc.fill_null(rows, False))

    def attribute(self, name: str) -> Any:
        """Return an attribute of the rows. In the unusual rows, the values are arbitrary."""
        if name == "href":
            return self.href()
        if name == "origin":
            return pc.binary_join_element_wise(
                self.attribute("protocol"), self.attribute("host"), "//"
            )
        if name not in self._cut:
            self._split_group_of(name)
        found = self._cut.get(name)
        if found is None:  # No row has this component.
            return pa.repeat("", len(self.urls))
        if name == "pathname":
            return pc.if_else(pc.equal(found, ""), "/", found)
        return found

    def _split_group_of(self, name: str) -> None:
        """Split the composite group that contains an attribute, unless its text is empty in all
        rows."""
        if name in ("hostname", "port"):
            host = self._cut["host"]
            if pc.any(pc.match_substring(host, ":")).as_py():
                self._cut |= _fields(pc.extract_regex(host, _HOST_AND_PORT))
            else:
                self._cut["hostname"] = host
        elif name in ("search", "hash"):
            after_path = self._cut["after_path"]
            if pc.any(pc.not_equal(after_path, "")).as_py():
                self._cut |= _fields(pc.extract_regex(after_path, _AFTER_PATH))

    def href(self) -> Any:
        """Return the URLs of the rows, to which the URL Standard adds a slash if they have no
        path."""
        resolved = resolving.resolve_string(self._engine.grammar, "http://host")
        slash = resolved.removeprefix("http://host")
        if slash == "":  # The other standards keep the empty path.
            return self.urls
        bare = pc.match_substring_regex(self.urls, _WITHOUT_PATH)
        if not pc.any(bare).as_py():
            return self.urls
        return pc.if_else(bare, pc.binary_join_element_wise(self.urls, slash, ""), self.urls)

    def replaced(self, parts: dict[str, Any]) -> Any:
        """Return the URLs with new `parts`, each an array, or a pair for `http` and for `https`
        URLs. URLs without a path are left out."""
        self.leave_out(pc.match_substring_regex(self.urls, _WITHOUT_PATH))
        is_http = pc.equal(self.attribute("protocol"), "http:")

        def part(name: str) -> Any:
            if name not in parts:
                array = self.attribute(name)
                return after_colons(array) if name == "port" else array
            new = parts[name]
            return pc.if_else(is_http, *new) if isinstance(new, tuple) else new

        if "hostname" in parts or "port" in parts:
            authority = [part("hostname"), part("port")]
        else:
            authority = [self.attribute("host")]
        after_authority = [part("pathname"), part("search"), part("hash")]
        return pc.binary_join_element_wise(part("protocol"), "//", *authority, *after_authority, "")


def after_colons(ports: Any) -> Any:
    """Return each port with the colon before it, and `""` for a URL without a port."""
    return pc.if_else(pc.equal(ports, ""), "", pc.binary_join_element_wise(":", ports, ""))


def _fields(cut: Any) -> dict[str, Any]:
    """Return the text that each group of an expression matches, by the name of the group."""
    return {field.name: cut.field(index) for index, field in enumerate(cut.type)}


def _resolved(references: Any, bases: Bases) -> Any:
    """Concatenate each reference of a usual kind with the beginning of its base. Other references,
    such as absolute ones, stay as they are. If the result is a usual URL, it has no dot segment, so
    it is the resolved URL."""
    scheme, origin, directory, document = bases.beginnings()
    # RFC 3986 section 4.2: the first of these texts that a reference begins with shows its kind. A
    # reference without them begins with a segment.
    begins = [pc.starts_with(references, text) for text in ("//", "/", "#")]
    before = pc.case_when(pc.make_struct(*begins), scheme, origin, document, directory)
    joined: Any = pc.binary_join_element_wise(before, references, "")
    is_path = pc.and_(
        pc.invert(pc.match_substring_regex(references, _NOT_A_PATH)), pc.is_valid(joined)
    )
    return pc.if_else(is_path, joined, references)
