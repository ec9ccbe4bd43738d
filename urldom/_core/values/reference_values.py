"""References as values: `URIReference` (RFC 3986, RFC 3987, RFC 2396) and `GenericRL` (RFC
1808)."""

from __future__ import annotations

from typing import Any

import attrs

from urldom._core.errors import Failure, text_repr
from urldom._core.hints.values import GenericRLHints, URIReferenceHints
from urldom._core.passwords import masked, masked_authority
from urldom._core.public import public
from urldom._core.values.pieces import path_guard
from urldom._core.values.references import merge, remove_dot_segments
from urldom._core.values.telling import Say, Values, silent
from urldom._core.values.url_value import URLValue


def recompose(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """Join five components into a string (RFC 3986 section 5.3). An absent component is `None`.
    Without an authority, `/.` comes before a path that begins with `//`, because RFC 3986 section
    3.3 does not allow this path."""
    url = "" if scheme is None else f"{scheme}:"
    url += f"{path_guard(path)}{path}" if authority is None else f"//{authority}{path}"
    if query is not None:
        url = f"{url}?{query}"
    if fragment is not None:
        url = f"{url}#{fragment}"
    return url


def absent_first(component: str | None) -> tuple[bool, str]:
    """Return the key by which components are ordered. An absent component comes before an empty
    one."""
    return component is not None, component or ""


def component(**options: Any) -> Any:
    """Return an attrs field for a component that is `None` if it is absent."""
    return attrs.field(default=None, order=absent_first, **options)


def repr_of_userinfo(userinfo: str | None) -> str:
    return repr(userinfo and masked_authority(f"{userinfo}@")[:-1])


def repr_of_authority(authority: str | None) -> str:
    return repr(authority and masked_authority(authority))


def repr_of_path(path: str) -> str:
    # Without an authority, a path can be the rest of `http:bob:secret@host`.
    return repr(masked(path))


@public("urldom")
@attrs.frozen(order=True)
class URIReference(URLValue, URIReferenceHints):
    """The five components of a URI reference, as an immutable value.

    See RFC 3986 section 3, RFC 2396 section 4.3.

    A component is `None` if the reference lacks it. `str(reference)` returns the reference, and
    values are ordered by their components, `None` first.

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
    path: str = attrs.field(default="", repr=repr_of_path)
    query: str | None = component(repr=text_repr)
    fragment: str | None = component(repr=text_repr)

    @property
    def is_same_document(self) -> bool:
        """True if the reference is empty or only a fragment.

        See RFC 2396 section 4.2, RFC 3986 section 4.4.

        >>> URIReference(fragment="top").is_same_document, URIReference(query="").is_same_document
        (True, False)
        """
        return (
            not self.path and self.scheme is None and self.authority is None and self.query is None
        )

    @property
    def uri(self) -> URIReference:
        """The reference without its fragment, which is *the URI* of an absolute reference.

        See RFC 2396 section 4.

        A relative reference has to be resolved first.

        >>> from urldom import RFC2396
        >>> str(RFC2396.resolve("../a#top", "http://example.com/b/c").uri)
        'http://example.com/a'
        """
        return attrs.evolve(self, fragment=None)

    def __str__(self) -> str:
        return recompose(self.scheme, self.authority, self.path, self.query, self.fragment)


def target_reference(
    scheme: str, authority: str | None, path: str, query: str | None, fragment: str | None
) -> URIReference:
    """Return a target URI. Without an authority, a path that begins with `//` gets a prefix (RFC
    3986 section 3.3)."""
    if authority is None:
        path = path_guard(path) + path
    return URIReference(scheme, authority, path, query, fragment)


@public("urldom")
@attrs.frozen(order=True)
class GenericRL(URLValue, GenericRLHints):
    """The six components of `generic-RL`, as an immutable value (RFC 1808 section 2.1).

    An absent component is `""`, because RFC 1808 does not distinguish it from an empty one.
    `str(url)` is the URL.

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
    path: str = attrs.field(default="", repr=repr_of_path)
    params: str = attrs.field(default="", repr=repr_of_path)
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


def resolve_reference(
    reference: URIReference, base: URIReference | None, say: Say = silent, *, strict: bool = True
) -> URIReference:
    """Return the target URI of a reference (RFC 3986 sections 5.2 and 5.3), and report each step.
    Raises `Failure` if the base is not absolute, or if a relative reference has no base."""
    base_uri = reference if base is None else base
    if base_uri.scheme is None:  # Section 5.2.1
        say("RFC 3986 section 5.2.1")
        raise without_base(base)
    # Section 5.2.1 allows an implementation to normalise the base URI before it resolves the
    # reference.
    base_path = base_uri.path if base is None else remove_dot_segments(base_uri.path)
    say("RFC 3986 section 5.2.2")
    # Section 5.2.2, for a parser that is not strict
    ignores_scheme = (
        not strict
        and base is not None
        and reference.scheme is not None
        and reference.scheme.lower() == base_uri.scheme.lower()
    )
    scheme = None if ignores_scheme else reference.scheme
    authority, path, query = _transform(reference, scheme, base_uri, base_path, say)
    if scheme is None:
        scheme = base_uri.scheme
    target = target_reference(scheme, authority, path, query, reference.fragment)  # Section 5.3
    if say is not silent:
        made = {"scheme": scheme, "authority": authority, "path": path, "query": query}
        say("RFC 3986 section 5.2.2", None, made)
        say("RFC 3986 section 5.3", None, {"path": target.path})
    return target


def _transform(
    reference: URIReference, scheme: str | None, base: URIReference, base_path: str, say: Say
) -> tuple[str | None, str, str | None]:
    """Return the authority, the path and the query of the target (RFC 3986 section 5.2.2). The
    arguments `scheme` and `base_path` replace those of the reference and of the base."""
    authority = reference.authority
    path = reference.path
    query = reference.query
    if scheme is not None or authority is not None:
        return authority, remove_dot_segments(path, say), query
    authority = base.authority
    if not path:
        return authority, base_path, base.query if query is None else query
    if not path.startswith("/"):
        path = merge(authority is not None, base_path, path, say)
    return authority, remove_dot_segments(path, say), query


def without_base(base: object) -> Failure:
    """Return the failure for a reference whose base is missing or relative."""
    if base is None:
        return Failure("it is a relative reference without a base: pass a base")
    return Failure("its base has no scheme")


def told_values(made: Values | URIReference | GenericRL) -> Values:
    """Return the values that a step reports. RFC 1808 does not distinguish an absent component from
    an empty one."""
    if isinstance(made, GenericRL):
        values = {name: value or None for name, value in attrs.asdict(made).items()}
        return {**values, "path": made.path}
    return attrs.asdict(made) if isinstance(made, URIReference) else made
