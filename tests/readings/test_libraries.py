"""The libraries that `readings` calls. If a library raises an error, its reading is a refusal."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from types import ModuleType

import pytest

from urldom._core.standards.registry import STANDARD_NAMES
from urldom.readings import (
    AmbiguousURLError,
    Reading,
    readings,
    require_agreement,
    url_has_allowed_host_and_scheme,
)
from urldom.readings._libraries import LIBRARIES

ALWAYS = ["urllib.parse", "urllib.request"]
OPTIONAL = [
    "urllib3",
    "httpx",
    "httpx2",
    "requests",
    "aiohttp",
    "scrapy",
    "yarl",
    "w3lib",
    "ada_url",
    "pydantic",
]


def test_each_standard_and_each_installed_library_is_a_reader():
    installed = [name for name in OPTIONAL if importlib.util.find_spec(name)]
    assert list(readings("http://h/")) == [*STANDARD_NAMES, *ALWAYS, *installed]


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_library_reads_an_ordinary_url(name):
    pytest.importorskip(name)
    user_info = "" if name == "scrapy" else "user:pw@"
    reading = readings(f"http://{user_info}example.com:8080/a/b?c#d")[name]
    assert reading == Reading("http", "example.com", 8080, "/a/b")
    assert readings("../é?c", "https://example.com/x/y/z")[name].host == "example.com"
    assert readings("//other.example/é", "https://example.com/x")[name].host == "other.example"


def test_missing_library_is_left_out(fresh, monkeypatch):
    monkeypatch.setitem(sys.modules, "yarl", None)
    found = readings("http://h/")
    assert "yarl" not in found and "urllib.parse" in found
    with pytest.raises(ValueError, match="unknown reader 'yarl': use one of html5, whatwg"):
        require_agreement("http://h/", among=["yarl"])


def test_library_that_cannot_be_imported_is_a_refusal(fresh, monkeypatch):
    broken = ModuleType("yarl")
    broken.__spec__ = importlib.util.spec_from_loader("yarl", None)
    monkeypatch.setitem(sys.modules, "yarl", broken)
    for _ in range(2):
        error = readings("http://h/")["yarl"].error
        assert error.startswith("it cannot be imported: that raises AttributeError")
    with pytest.raises(AmbiguousURLError):
        require_agreement("http://h/")
    assert not url_has_allowed_host_and_scheme("/", None)


class SilentError(Exception):
    def __str__(self):
        raise ValueError


class PanicException(BaseException):
    """An exception of libraries that are written in Rust."""


@pytest.mark.parametrize(
    "raised",
    [
        RecursionError("deep"),
        PanicException("rust"),
        OSError("a\nb" + "c" * 999),
        KeyError(),
        SilentError(),
    ],
)
def test_error_of_a_library_is_a_refusal(fresh, monkeypatch, raised):
    def read(url, base):
        raise raised

    monkeypatch.setitem(LIBRARIES, "urllib.parse", lambda: read)
    error = readings("http://h/")["urllib.parse"].error
    assert error.startswith("it raises ") and type(raised).__name__ in error and "\n" not in error
    assert len(error) < 250


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError, SystemExit])
def test_interrupts_are_raised(fresh, monkeypatch, raised):
    def read(url, base):
        raise raised

    monkeypatch.setitem(LIBRARIES, "urllib.parse", lambda: read)
    with pytest.raises(raised):
        readings("http://h/")


def test_import_of_readings_imports_no_library():
    program = f"import sys, urldom.readings; print(*set(sys.modules) & {set(OPTIONAL)})"
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == ""
