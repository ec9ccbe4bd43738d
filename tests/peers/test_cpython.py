"""CPython's own tests of `urllib.parse` pass with urldom's functions, except for the calls in
`TRUTHS`."""

from __future__ import annotations

import io
import sys
import types
import unittest
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib import parse

import pytest

import urldom.urllib

REPLACED = ("urljoin", "urldefrag", "urlsplit", "urlparse", "urlunsplit", "urlunparse")

_NO_BASE_FRAGMENT = (
    "an empty reference drops the base's fragment (URL Standard 4.4, RFC 3986 5.2.2)"
)
_SLASHES = "a browser skips the slashes before the host of an http URL, so it reads a host here"
_GUARDED = "a browser reads a host after four slashes, so the path is guarded by `/.`"
#: The calls for which CPython's tests expect another result, each with the reason. The arguments
#: are written as text.
TRUTHS: dict[tuple[str, tuple[Any, ...]], str] = {
    ("urljoin", ("http://a/b/c/d;p?q#f", "")): _NO_BASE_FRAGMENT,
    ("urlsplit", ("http:///tmp/junk.txt",)): _SLASHES,
    ("urlsplit", ("https:///tmp/junk.txt",)): _SLASHES,
    ("urlsplit", ("http:///example.com/tmp/junk.txt",)): _SLASHES,
    ("urlsplit", ("http:////example.com/tmp/junk.txt",)): _SLASHES,
    ("urlunsplit", (("", "", "//path/to/file", "", ""),)): _GUARDED,
    ("urlunsplit", (("", "", "///path/to/file", "", ""),)): _GUARDED,
    ("urlunsplit", (("http", "", "//example.com/tmp/junk.txt", "", ""),)): _GUARDED,
    ("urlunsplit", (("http", "", "/tmp/junk.txt", "", ""),)): _SLASHES,
    ("urlunsplit", (("http", "", "/example.com/tmp/junk.txt", "", ""),)): _SLASHES,
    ("urlunsplit", (("https", "", "/tmp/junk.txt", "", ""),)): _SLASHES,
}
TRUTHS |= {("urlparse", key[1]): reason for key, reason in TRUTHS.items() if key[0] == "urlsplit"}
TRUTHS |= {
    ("urlunparse", ((*key[1][0][:3], "", "", ""),)): reason
    for key, reason in TRUTHS.items()
    if key[0] == "urlunsplit"
}


def as_text(value: Any) -> Any:
    if isinstance(value, (bytes, bytearray)):
        return value.decode("latin-1")
    return tuple(map(as_text, value)) if isinstance(value, (tuple, list)) else value


def replacement(name: str, met: set[tuple[str, Any]]) -> Callable[..., Any]:
    ours, original = getattr(urldom.urllib, name), getattr(parse, name)

    @wraps(original)
    def call(*arguments: Any, **keywords: Any) -> Any:
        key = (name, as_text(arguments))
        if key in TRUTHS and not keywords:
            expected, result = original(*arguments), ours(*arguments)
            if expected != result:
                met.add(key)
            return expected
        return ours(*arguments, **keywords)

    return call


def test_tests_of_cpython_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = pytest.importorskip("test.test_urlparse", reason="this Python has no package `test`")
    met: set[tuple[str, Any]] = set()
    replaced = types.ModuleType(parse.__name__)
    vars(replaced).update(vars(parse), **{name: replacement(name, met) for name in REPLACED})
    monkeypatch.setattr(tests, "urllib", types.SimpleNamespace(parse=replaced))
    output = io.StringIO()
    result = unittest.TextTestRunner(output, verbosity=0).run(
        unittest.defaultTestLoader.loadTestsFromModule(tests)
    )
    assert result.testsRun > 50
    assert result.wasSuccessful(), output.getvalue()
    # Older versions have fewer tests.
    assert ("urljoin", ("http://a/b/c/d;p?q#f", "")) in met
    if sys.version_info >= (3, 13):
        assert met == TRUTHS.keys()
