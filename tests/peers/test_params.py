"""`params` compared with w3lib, furl and yarl on the queries of real URLs: the results of an
assignment, and the reasons for the differences. The other libraries parse the query and write it
again. `params` writes only the assignment.

The URLs are a sample of real ones, and those of the files in the environment variable
`URLDOM_URLS`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.cases import each_case
from tests.conformance import REAL_URLS
from urldom.whatwg import URL

furl = pytest.importorskip("furl")
w3lib_url = pytest.importorskip("w3lib.url")
yarl = pytest.importorskip("yarl")

FILES = [REAL_URLS, *map(Path, filter(None, os.environ.get("URLDOM_URLS", "").split(os.pathsep)))]


def by_urldom(url: str, changes: dict[str, str]) -> str:
    changed = URL(url)
    changed.params.update(changes)
    return changed.href


def by_furl(url: str, changes: dict[str, str]) -> str:
    changed = furl.furl(url)
    for name, value in changes.items():
        changed.args[name] = value
    return changed.url


def by_yarl(url: str, changes: dict[str, str]) -> str:
    return str(yarl.URL(url).update_query(changes))


OTHERS: dict[str, Callable[[str, dict[str, str]], str]] = {
    "w3lib": w3lib_url.add_or_replace_parameters,
    "furl": by_furl,
    "yarl": by_yarl,
}

ESCAPED = "a valid character is escaped"
DECODED = "an escape is decoded"
UPPER_CASE = "escapes become upper case"
PLUS = "a space becomes a plus"
EQUALS_SIGN = "an equals sign is added"
DROPPED = "empty sequences are dropped"
LOST = "invalid UTF-8 becomes U+FFFD"
NOT_FOUND = "a name in invalid UTF-8 is not found, and added again"

# fmt: off
#: The differences of each library. An example has a query, urldom's result for setting its first
#: name to 1, and the library's result. None of these differences is an error in urldom: urldom
#: keeps the spelling of every pair, and loses no pair.
DIFFERENCES: dict[tuple[str, str], tuple[str, str, str]] = {
    ("w3lib", ESCAPED):     ("q&b=c:d",      "q=1&b=c:d",      "q=1&b=c%3Ad"),
    ("w3lib", DECODED):     ("q&b=%7E",      "q=1&b=%7E",      "q=1&b=~"),
    ("w3lib", UPPER_CASE):  ("q&b=%c3%a9",   "q=1&b=%c3%a9",   "q=1&b=%C3%A9"),
    ("w3lib", PLUS):        ("q&b=%20",      "q=1&b=%20",      "q=1&b=+"),
    ("w3lib", EQUALS_SIGN): ("q&b",          "q=1&b",          "q=1&b="),
    ("w3lib", DROPPED):     ("q&&b=2&",      "q=1&&b=2&",      "q=1&b=2"),
    ("w3lib", NOT_FOUND):   ("%EC=2",        "%EC=1",          "%EC=2&%EF%BF%BD=1"),
    ("furl", ESCAPED):      ("q&b=c:d",      "q=1&b=c:d",      "q=1&b=c%3Ad"),
    ("furl", DECODED):      ("q&b=%7E",      "q=1&b=%7E",      "q=1&b=~"),
    ("furl", UPPER_CASE):   ("q&b=%c3%a9",   "q=1&b=%c3%a9",   "q=1&b=%C3%A9"),
    ("furl", PLUS):         ("q&b=%20",      "q=1&b=%20",      "q=1&b=+"),
    ("furl", LOST):         ("q&b=%EC",      "q=1&b=%EC",      "q=1&b=%EF%BF%BD"),
    ("yarl", ESCAPED):      ("q&b=c%zz",     "q=1&b=c%zz",     "q=1&b=c%25zz"),
    ("yarl", DECODED):      ("q&b=%2F",      "q=1&b=%2F",      "q=1&b=/"),
    ("yarl", UPPER_CASE):   ("q&b=%c3%a9",   "q=1&b=%c3%a9",   "q=1&b=%C3%A9"),
    ("yarl", PLUS):         ("q&b=%20",      "q=1&b=%20",      "q=1&b=+"),
    ("yarl", EQUALS_SIGN):  ("q&b",          "q=1&b",          "q=1&b="),
    ("yarl", DROPPED):      ("q&&b=2&",      "q=1&&b=2&",      "q=1&b=2"),
    ("yarl", LOST):         ("q&b=%EC",      "q=1&b=%EC",      "q=1&b=%EF%BF%BD"),
}
# fmt: on

_UNIT = re.compile("%[0-9A-Fa-f]{2}|.", re.DOTALL)


def differences(query: str, ours: str, theirs: str) -> Iterator[str]:
    """Yield the differences between two results for one query. The number of empty sequences
    counts, but their places do not: urldom adds a pair before an empty sequence at the end of the
    query, and furl adds the pair after it."""
    our_sequences, their_sequences = ours.split("&"), theirs.split("&")
    if "%EF%BF%BD" in theirs and "%EF%BF%BD" not in query:
        yield LOST if len(our_sequences) == len(their_sequences) else NOT_FOUND
        return
    if our_sequences.count("") > their_sequences.count(""):
        yield DROPPED
    for our, their in zip_longest(
        filter(None, our_sequences), filter(None, their_sequences), fillvalue=""
    ):
        yield from spelling_differences(our, their)


def spelling_differences(ours: str, theirs: str) -> Iterator[str]:
    """Yield the differences between two spellings of one pair, character by character."""
    if "=" not in ours and theirs.endswith("="):
        yield EQUALS_SIGN
        theirs = theirs[:-1]
    for our, their in zip_longest(_UNIT.findall(ours), _UNIT.findall(theirs), fillvalue=""):
        if our == their:
            continue
        if our == "%20" and their == "+":
            yield PLUS
        elif our.upper() == their.upper():
            yield UPPER_CASE
        elif len(our) == 1 and their == f"%{ord(our):02X}":
            yield ESCAPED
        elif len(their) == 1 and our.upper() == f"%{ord(their):02X}":
            yield DECODED
        else:
            yield f"{our} becomes {their}"


def query_of(url: str) -> str:
    return url.partition("#")[0].partition("?")[2]


def real_queries() -> list[str]:
    found: dict[str, None] = {}
    for file in FILES:
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            found[query_of(line)] = None
    return [query for query in found if query and URL(f"http://h/?{query}").params]


@each_case(("other", "kind"), DIFFERENCES)
def test_each_difference_has_an_example(other, kind):
    query, ours, theirs = DIFFERENCES[other, kind]
    url = f"http://h/?{query}"
    changes = {next(iter(URL(url).params)): "1"}
    assert (query_of(by_urldom(url, changes)), query_of(OTHERS[other](url, changes))) == (
        ours,
        theirs,
    )
    assert set(differences(query, ours, theirs)) == {kind}


@pytest.mark.parametrize("other", OTHERS)
def test_real_queries_have_only_known_differences(other):
    queries = real_queries()
    assert len(queries) > 250
    for query in queries:
        url = f"http://h/?{query}"
        changes = {next(iter(URL(url).params)): "new value", "urldom": "é"}
        ours, theirs = query_of(by_urldom(url, changes)), query_of(OTHERS[other](url, changes))
        unexplained = {
            kind for kind in differences(query, ours, theirs) if (other, kind) not in DIFFERENCES
        }
        assert unexplained == set(), (query, ours, theirs)
