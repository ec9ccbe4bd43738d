"""`registrable_domain`, `public_suffix` and `subdomain` for columns of URLs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from urldom._core.errors import InvalidHostError
from urldom._core.objects.sites import ascii_domain
from urldom._core.standards import usual_url
from urldom._core.standards.interface import StandardLike
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import Column, array_of, pc, string_type
from urldom.columns._cutting import Bases, RowParser, completed, over_urls
from urldom.columns._docstrings import from_table
from urldom.columns._usual import UsualRows
from urldom.hosts import public_suffix as public_suffix_of_host
from urldom.hosts import registrable_domain as registrable_domain_of_host


@from_table
def registrable_domain(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the registrable domain of each host: its public suffix and the label before it (URL
    Standard 3.2)."""
    parser = RowParser.of(standard, encoding, default_scheme)
    return _over_hosts(lambda _, domain: domain, registrable_domain_of_host, urls, base, parser)


@from_table
def public_suffix(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the public suffix of each host: the domain under which people register names (URL
    Standard 3.2)."""

    def suffix_of_usual(_: str, domain: str) -> str:
        _, _, suffix = domain.partition(".")
        return suffix

    parser = RowParser.of(standard, encoding, default_scheme)
    return _over_hosts(suffix_of_usual, public_suffix_of_host, urls, base, parser)


@from_table
def subdomain(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the labels of each host before its registrable domain."""

    def before(host: str, domain: str) -> str:
        return host[: -len(domain) - 1]

    def of_any(host: str) -> str | None:
        domain = registrable_domain_of_host(host)
        return None if domain is None else before(ascii_domain(host) or "", domain)

    parser = RowParser.of(standard, encoding, default_scheme)
    return _over_hosts(before, of_any, urls, base, parser)


def _over_hosts(
    of_usual: Callable[[str, str], str],
    of_any: Callable[[str], str | None],
    urls: Any,
    base: Any,
    parser: RowParser,
) -> Any:
    """Return a column of a part of each host. `of_usual` reads the part from a usual host and its
    registrable domain, and `of_any` from any host."""

    def of_slice(strings: Any, bases: Bases, parser: RowParser) -> Any:
        return _of_hosts(of_usual, of_any, strings, bases, parser)

    return over_urls(of_slice, urls, base, parser, string_type(urls))


def _of_hosts(
    of_usual: Callable[[str, str], str],
    of_any: Callable[[str], str | None],
    strings: Any,
    bases: Bases,
    parser: RowParser,
) -> Any:
    """Return the part of each host of a slice, and look up each distinct host once."""
    rows = UsualRows(strings, bases, parser.engine, ["hostname"])
    hosts = completed(
        rows.attribute("hostname"), strings, bases, rows.mask, parser, attrgetter("hostname")
    ).dictionary_encode()
    rules = _rules()
    is_usual = pc.match_substring_regex(hosts.dictionary, usual_url.HOST).to_pylist()
    found: list[str | None] = []
    for host, usual in zip(hosts.dictionary.to_pylist(), is_usual, strict=True):
        domain = _domain_of_usual(host, rules) if usual else None
        try:
            found.append(of_any(host) if domain is None else of_usual(host, domain))
        except InvalidHostError:
            found.append(None)
    return array_of(found).take(hosts.indices)


def _domain_of_usual(host: str, rules: _Rules) -> str | None:
    """Return the registrable domain of a usual host, or `None` if only the whole list of rules
    determines it. Labels are added from right to left until no longer rule can match."""
    dot = host.rfind(".")
    # At the start of each iteration, the text after `dot` is the longest public suffix that was
    # found so far.
    while dot > 0 and host[dot + 1 :] not in rules.before_wildcard:
        dot = host.rfind(".", 0, dot)
        domain = host[dot + 1 :]
        if domain not in rules.ends:
            return domain
        if domain not in rules.suffixes:
            break
    return None


class _Rules(NamedTuple):
    """The rules of the Public Suffix List that are in ASCII, because no other rule can match a
    usual host."""

    #: The rules that are neither wildcard rules nor exceptions.
    suffixes: frozenset[str]
    #: The wildcard rules, without the `*.` at the start.
    before_wildcard: frozenset[str]
    #: The domain of each rule, without the mark `*.` or `!`, and its parents: `co.uk` and `uk` for
    #: the rule `co.uk`.
    ends: frozenset[str]


@cache
def _rules() -> _Rules:
    # This raises ImportError with a hint if the package is not installed.
    registrable_domain_of_host("example")
    from publicsuffixlist import PSLFILE

    with open(PSLFILE, encoding="utf-8") as lines:
        rules = [
            line.split()[0].lower() for line in lines if line.strip() and not line.startswith("//")
        ]
    rules = list(filter(str.isascii, rules))
    wild = {rule[2:] for rule in rules if rule.startswith("*.")}
    ends: set[str] = set()
    for rule in rules:
        labels = rule.removeprefix("*.").removeprefix("!").split(".")
        ends.update(".".join(labels[start:]) for start in range(len(labels)))
    suffixes = frozenset(rule for rule in rules if rule[0] not in "*!")
    return _Rules(suffixes, frozenset(wild), frozenset(ends))
