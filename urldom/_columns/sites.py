"""`registrable_domain` for columns of URLs."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from urldom._columns.arrays import Column, over, pa, pc, string_type, strings_of
from urldom._columns.decomposing import decompose
from urldom._columns.faces import from_table
from urldom._errors import InvalidHostError
from urldom._sites import registrable_domain as registrable_domain_of_host
from urldom._standards.interface import StandardLike
from urldom._standards.usual_url import HOST
from urldom._values.url_value import AnyURL


@from_table
def registrable_domain(
    urls: Column, base: AnyURL | Column | None = None, *, standard: StandardLike = "whatwg", encoding: str = "utf-8"
) -> Any:
    """Return the registrable domain of each host: its public suffix and the label before it (URL Standard 3.2)."""
    (hosts,) = decompose(urls, base, attributes=["hostname"], standard=standard, encoding=encoding).flatten()
    return over([hosts], _of_hosts, string_type(urls))


def _of_hosts(hosts: Any) -> Any:
    """Return the domains of a slice of hosts. Each distinct host is looked up once."""
    encoded: Any = strings_of(hosts).dictionary_encode()
    is_usual = pc.match_substring_regex(encoded.dictionary, HOST).to_pylist()
    texts = encoded.dictionary.to_pylist()
    rules = _rules()
    domains = [_of_usual(text, rules) if usual else _of_any(text) for text, usual in zip(texts, is_usual, strict=True)]
    return pa.array(domains, pa.string()).take(encoded.indices)


def _of_any(host: str) -> str | None:
    try:
        return registrable_domain_of_host(host)
    except InvalidHostError:
        return None


def _of_usual(host: str, rules: _Rules) -> str | None:
    """Return what `_of_any` returns, faster: labels are added from right to left until no longer rule can match."""
    dot = host.rfind(".")
    # At the start of each iteration, the text after `dot` is the longest public suffix that was found so far.
    while dot > 0 and host[dot + 1 :] not in rules.before_wildcard:
        dot = host.rfind(".", 0, dot)
        domain = host[dot + 1 :]
        if domain not in rules.ends:
            return domain
        if domain not in rules.suffixes:
            break
    return _of_any(host)


class _Rules(NamedTuple):
    """The rules of the Public Suffix List that are in ASCII. A rule that is not in ASCII cannot match a usual host."""

    #: The rules that are neither wildcard rules nor exceptions.
    suffixes: frozenset[str]
    #: The wildcard rules, without the `*.` at the start.
    before_wildcard: frozenset[str]
    #: The domain of each rule, without the mark `*.` or `!`, and its parents: `co.uk` and `uk` for the rule `co.uk`.
    ends: frozenset[str]


@cache
def _rules() -> _Rules:
    registrable_domain_of_host("example")  # raises ImportError with a hint if the package is not installed
    from publicsuffixlist import PSLFILE

    with open(PSLFILE, encoding="utf-8") as lines:
        rules = [line.split()[0].lower() for line in lines if line.strip() and not line.startswith("//")]
    rules = list(filter(str.isascii, rules))
    wild = {rule[2:] for rule in rules if rule.startswith("*.")}
    ends: set[str] = set()
    for rule in rules:
        labels = rule.removeprefix("*.").removeprefix("!").split(".")
        ends.update(".".join(labels[start:]) for start in range(len(labels)))
    suffixes = frozenset(rule for rule in rules if rule[0] not in "*!")
    return _Rules(suffixes, frozenset(wild), frozenset(ends))
