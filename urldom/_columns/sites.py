"""`registrable_domain`, of columns of URLs."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from urldom._columns.arrays import Column, over, pa, pc, string_type, strings_of
from urldom._columns.decomposing import decompose
from urldom._columns.usual import HOST
from urldom._errors import InvalidHostError
from urldom._sites import registrable_domain as registrable_domain_of_host
from urldom._standards.interface import StandardLike
from urldom._values.url_value import AnyURL


def registrable_domain(
    urls: Column, base: AnyURL | Column | None = None, *, standard: StandardLike = "whatwg", encoding: str = "utf-8"
) -> Any:
    """The registrable domain of each host (URL Standard 3.2): its public suffix and the label before it, in ASCII.

    A row is what `urldom.hosts.registrable_domain` returns for the `hostname`. It is null for an IP address, a public
    suffix, an empty host, an invalid URL and a null, and for a host of another standard that the URL Standard does not
    accept. The parameters, the result and the errors are those of `resolve()`. If
    there are rows, raises `ImportError` without the Public Suffix List (the extra `site`).

    >>> import pyarrow
    >>> urls = pyarrow.array(["https://www.example.co.uk/a", "http://co.uk/", "http://127.0.0.1/", None])
    >>> registrable_domain(urls).to_pylist()
    ['example.co.uk', None, None, None]
    """
    read = decompose(urls, base, attributes=["hostname"], standard=standard, encoding=encoding)
    (hosts,) = read.flatten()
    return over([hosts], _of_hosts, string_type(urls))


def _of_hosts(hosts: Any) -> Any:
    """The domains of a slice of hosts. Each distinct host is looked up once."""
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
    """As `_of_any`, of a usual host, and without a search for the longest rule if no longer one can match."""
    dot = host.rfind(".")
    # After `dot` there is a public suffix, by a rule of as many labels.
    while dot > 0 and host[dot + 1 :] not in rules.before_wildcard:
        dot = host.rfind(".", 0, dot)
        domain = host[dot + 1 :]
        if domain not in rules.ends:
            return domain
        if domain not in rules.suffixes:
            break
    return _of_any(host)


class _Rules(NamedTuple):
    """The rules of the Public Suffix List that are in ASCII. No other rule matches a usual host."""

    #: The rules without a wildcard that are not exceptions.
    suffixes: frozenset[str]
    #: The rest of the rules with a wildcard.
    before_wildcard: frozenset[str]
    #: Each rule without its wildcard, and what remains of it without its first labels.
    ends: frozenset[str]


@cache
def _rules() -> _Rules:
    registrable_domain_of_host("example")  # raises ImportError, with a hint, without the package
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
