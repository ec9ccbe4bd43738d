"""URI references and their resolution: RFC 3986 sections 5.2 and 5.3, RFC 2396 section 5.2, RFC 1808 section 4."""

from __future__ import annotations

import re
from typing import Any, Final

import attrs

from urldom._errors import Failure, masked_authority, text_repr
from urldom._text.grammar import DIGIT
from urldom._values.pieces import path_guard
from urldom._values.telling import Say, Told, Values, silent
from urldom._values.url_value import URLValue


def recompose(scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None) -> str:
    """Join five components into a string (RFC 3986 section 5.3). An absent component is `None`."""
    url = "" if scheme is None else f"{scheme}:"
    url += f"{path_guard(path)}{path}" if authority is None else f"//{authority}{path}"
    if query is not None:
        url = f"{url}?{query}"
    if fragment is not None:
        url = f"{url}#{fragment}"
    return url


def absent_first(component: str | None) -> tuple[bool, str]:
    """Return the key by which components are ordered. An absent component comes before an empty one."""
    return component is not None, component or ""


def component(**options: Any) -> Any:
    """Return an attrs field for a component that is `None` if it is absent."""
    return attrs.field(default=None, order=absent_first, **options)


def repr_of_userinfo(userinfo: str | None) -> str:
    """Return the `repr` of user info, without its password."""
    return repr(userinfo and masked_authority(f"{userinfo}@")[:-1])


def repr_of_authority(authority: str | None) -> str:
    """Return the `repr` of an authority, without its password."""
    return repr(authority and masked_authority(authority))


@attrs.frozen(order=True)
class URIReference(URLValue):
    """The five components of a URI reference, as an immutable value (RFC 3986 section 3, RFC 2396 section 4.3).

    A component is `None` if the reference lacks it. `str(reference)` returns the reference. Values are ordered by their
    components, `None` first.

    Attributes:
        scheme: The scheme, without `":"`.
        authority: The authority, without `"//"`.
        path: The path. It is `""` if the reference lacks it.
        query: The query, without `"?"`.
        fragment: The fragment, without `"#"`.

    >>> reference = URIReference(authority="example.com", path="/a", query="")
    >>> str(reference), reference.scheme
    ('//example.com/a?', None)
    """

    scheme: str | None = component()
    authority: str | None = component(repr=repr_of_authority)
    path: str = attrs.field(default="", repr=text_repr)
    query: str | None = component(repr=text_repr)
    fragment: str | None = component(repr=text_repr)

    @property
    def is_same_document(self) -> bool:
        """True if the reference is empty or only a fragment (RFC 2396 section 4.2, RFC 3986 section 4.4).

        >>> URIReference(fragment="top").is_same_document, URIReference(query="").is_same_document
        (True, False)
        """
        return not self.path and self.scheme is None and self.authority is None and self.query is None

    def __str__(self) -> str:
        return recompose(self.scheme, self.authority, self.path, self.query, self.fragment)


#: A path with a dot segment after its first segment contains this substring.
DOT_SEGMENT: Final = "/."

# RFC 3986 section 5.2.4, steps A and D. These steps apply only before the first segment is moved to the output.
_leading_dots = re.compile(r"(?:\.\.?/)*(?:\.\.?\Z)?").match


def remove_dot_segments(path: str, say: Say = silent) -> str:
    """Return the path without its dot segments (RFC 3986 section 5.2.4).

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    if DOT_SEGMENT not in path and not path.startswith("."):
        return path
    if say is not silent:
        return read_dot_segments(path, say)
    if path[0] == ".":  # steps A and D
        leading = _leading_dots(path)
        assert leading is not None
        path = path[leading.end() :]
    first, *segments = path.split("/")
    output = [first] if first else []
    for segment in segments:
        if segment == "..":  # step C
            if output:
                output.pop()
        elif segment != ".":  # Step B removes ".". Step E moves any other segment.
            output.append(f"/{segment}")
    if segments and segments[-1] in (".", ".."):
        output.append("/")
    return "".join(output)


#: At most this many states of the two buffers are reported.
_ROWS: Final = 20
#: At most this many characters of a buffer are reported.
_LENGTH: Final = 200


def read_dot_segments(path: str, say: Say) -> str:
    """Return the path without its dot segments, computed with the two buffers of RFC 3986 section 5.2.4.

    `remove_dot_segments` returns the same result faster, without reporting steps. Here, the input buffer is the part of
    `path` from the index `start`, so the time is linear.

    >>> rows = []
    >>> read_dot_segments("mid/content=5/../6", rows.append), len(rows), dict(rows[2].made)
    ('mid/6', 4, {'output buffer': 'mid', 'input buffer': '/6'})
    """
    output: list[str] = []
    start, row = 0, 0
    while start < len(path):
        looked_at = _clipped(path, start) if row < _ROWS else ""
        if path.startswith("../", start) or path.startswith("./", start):
            rule, start = "A", path.index("/", start) + 1
        elif path.startswith("/./", start):
            rule, start = "B", start + 2
        elif path[start : start + 3] == "/.":
            rule, path, start = "B", "/", 0
        elif path.startswith("/../", start):
            rule, start = "C", start + 3
            output[-1:] = []
        elif path[start : start + 4] == "/..":
            rule, path, start = "C", "/", 0
            output[-1:] = []
        elif path[start : start + 3] in (".", ".."):
            rule, start = "D", len(path)
        else:
            end = path.find("/", start + 1)
            end = len(path) if end < 0 else end
            output.append(path[start:end])
            rule, start = "E", end
        if row < _ROWS:
            made = {"output buffer": _clipped("".join(output)), "input buffer": _clipped(path, start)}
            say(Told(f"RFC 3986 5.2.4 step 2{rule}", looked_at, made))
        row += 1
    result = "".join(output)
    if row > _ROWS:
        say(Told("RFC 3986 5.2.4", made={"path": result}))
    return result


def _clipped(text: str, start: int = 0) -> str:
    """Return the text from the index `start`, without its middle if it is long."""
    if len(text) - start <= _LENGTH:
        return text[start:]
    return f"{text[start : start + _LENGTH - 80]}…{text[-79:]}"


def remove_complete_segments(path: str) -> str:
    """Return the path without its `.` and `..` segments (RFC 2396 section 5.2 step 6, c to f).

    These steps are also RFC 1808 section 4 step 6, a to d. A `.` that is a complete segment is removed. A `..` and the
    segment before it are removed. If no segment precedes a `..`, the `..` stays.

    >>> remove_complete_segments("/b/c/./../../../g")
    '/../g'
    """
    if "." not in path:
        return path
    root = "/" if path.startswith("/") else ""
    output: list[str] = []
    ended = False  # whether the last segment was removed, so that the slash before it stays
    for segment in path[len(root) :].split("/"):
        if segment == ".." and output and output[-1] != "..":
            output.pop()
            ended = True
        elif segment == ".":
            ended = True
        else:
            output.append(segment)
            ended = False
    if ended:
        output.append("")
    return root + "/".join(output)


def merge(base_has_authority: bool, base_path: str, path: str, say: Say = silent) -> str:
    """Append a relative path to the base's path without its last segment (RFC 3986 section 5.2.3).

    >>> merge(True, "", "g"), merge(True, "/b/c", "g")
    ('/g', '/b/g')
    """
    directory = "/" if base_has_authority and not base_path else base_path[: base_path.rfind("/") + 1]
    merged = directory + path
    say("RFC 3986 5.2.3", path, {"path": merged})
    return merged


def relative_path(path: str, directory: str) -> str:
    """Return the relative path that leads to `path` if it is appended to `directory`.

    `directory` ends in a slash or is empty. If `path` has no dot segments, `merge` and `remove_dot_segments` turn the
    result back into `path`.

    >>> relative_path("/a/b", "/a/"), relative_path("/a/x/", "/a/b/c/"), relative_path("/a:b", "/")
    ('b', '../../x/', './a:b')
    """
    if path.startswith(directory):
        rest = path[len(directory) :]
        if not rest:
            return "."
        # The first segment cannot contain a colon (RFC 3986 section 4.2). It cannot be empty, because the path would
        # then be absolute.
        return f"./{rest}" if rest[0] == "/" or (":" in rest and ":" in rest.partition("/")[0]) else rest
    above, segments = directory.split("/")[:-1], path.split("/")
    common = 0
    for segment, other in zip(above, segments[:-1], strict=False):
        if segment != other:
            break
        common += 1
    steps = "../" * (len(above) - common)
    rest = "/".join(segments[common:])
    return steps + rest if rest else steps[:-1]


def target_reference(
    scheme: str, authority: str | None, path: str, query: str | None, fragment: str | None
) -> URIReference:
    """Return a target URI as a value.

    If the URI has no authority, a parser would read two slashes at the beginning of its path as an authority (RFC 3986
    section 3.3). Such a path gets the prefix of the URL Standard.
    """
    if authority is None:
        path = path_guard(path) + path
    return URIReference(scheme, authority, path, query, fragment)


def resolve_reference(
    reference: URIReference, base: URIReference | None, say: Say = silent, *, strict: bool = True
) -> URIReference:
    """Return the target URI of a reference (RFC 3986 sections 5.2 and 5.3), and report each step. Raises `Failure` if
    the base is not absolute, or if a relative reference has no base.

    >>> str(resolve_reference(URIReference(path="../g"), URIReference("http", "a", "/b/c/d", "q")))
    'http://a/b/g'
    """
    base_uri = reference if base is None else base
    if base_uri.scheme is None:  # Section 5.2.1
        say("RFC 3986 section 5.2.1")
        raise without_base(base)
    # Section 5.2.1 allows an implementation to normalise the base URI before it resolves the reference.
    base_path = base_uri.path if base is None else remove_dot_segments(base_uri.path)
    say("RFC 3986 section 5.2.2")
    scheme, authority, path, query = reference.scheme, reference.authority, reference.path, reference.query
    # Section 5.2.2, for a parser that is not strict
    if not strict and base is not None and scheme is not None and scheme.lower() == base_uri.scheme.lower():
        scheme = None
    # Section 5.2.2
    has_own_path = True
    if scheme is None:
        scheme = base_uri.scheme
        if authority is None:
            authority = base_uri.authority
            if not path:
                has_own_path = False
                path, query = base_path, base_uri.query if query is None else query
            elif not path.startswith("/"):
                path = merge(authority is not None, base_path, path, say)
    if has_own_path:
        path = remove_dot_segments(path, say)
    made = {"scheme": scheme, "authority": authority, "path": path, "query": query}
    say("RFC 3986 section 5.2.2", None, made)
    target = target_reference(scheme, authority, path, query, reference.fragment)  # Section 5.3
    say("RFC 3986 section 5.3", None, {"path": target.path})
    return target


def without_base(base: object) -> Failure:
    """Return the failure for a reference whose base is missing or relative."""
    return Failure("it is a relative URI without a base: pass a base" if base is None else "its base has no scheme")


@attrs.frozen(order=True)
class GenericRL(URLValue):
    """The six components of `generic-RL`, as an immutable value (RFC 1808 section 2.1).

    An absent component is `""`, because RFC 1808 does not distinguish an absent component from an empty one. `str(url)`
    returns the URL.

    Attributes:
        scheme: The scheme, without `":"`.
        net_loc: The host, with a port and user info if the URL has them, without `"//"`.
        path: The path, with the slash that precedes it (RFC 1808 section 2.4.6).
        params: The parameters, without the first `";"`.
        query: The query, without `"?"`.
        fragment: The fragment, without `"#"`.

    >>> str(GenericRL(scheme="http", net_loc="a", path="/b", params="p"))
    'http://a/b;p'
    """

    scheme: str = ""
    net_loc: str = attrs.field(default="", repr=repr_of_authority)
    path: str = attrs.field(default="", repr=text_repr)
    params: str = ""
    query: str = attrs.field(default="", repr=text_repr)
    fragment: str = attrs.field(default="", repr=text_repr)

    def __str__(self) -> str:
        url = f"{self.scheme}:" if self.scheme else ""
        if self.net_loc or self.path.startswith("//"):
            url += f"//{self.net_loc}"
        url += self.path
        if self.params:
            url += f";{self.params}"
        if self.query:
            url += f"?{self.query}"
        return f"{url}#{self.fragment}" if self.fragment else url


def told_values(made: Values | URIReference | GenericRL) -> Values:
    """Return the values that a step reports. RFC 1808 does not distinguish an absent component from an empty one.

    >>> told_values(GenericRL(scheme="http", query="q"))["net_loc"] is None
    True
    """
    if isinstance(made, GenericRL):
        return {name: value or None for name, value in attrs.asdict(made).items()} | {"path": made.path}
    return attrs.asdict(made) if isinstance(made, URIReference) else made


_authority_parts = re.compile(rf"(?:([^@]*)@)?(\[[^\]]*\]|[^@:]*)(?::([{DIGIT}]*))?\Z").match


def split_authority(authority: str | None) -> tuple[str | None, str | None, str | None]:
    """Return the components userinfo, host and port of an authority of the form `userinfo@host:port`.

    If the authority has another form, all of it is the host.

    >>> split_authority("u:p@h:80"), split_authority("a:b"), split_authority(None)
    (('u:p', 'h', '80'), (None, 'a:b', None), (None, None, None))
    """
    found = None if authority is None else _authority_parts(authority)
    return (found[1], found[2], found[3]) if found else (None, authority, None)
