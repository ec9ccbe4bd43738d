"""The Unicode Character Database: unicodedata2, if it is installed, or Python's own."""

from __future__ import annotations

import sys
import unicodedata
from types import SimpleNamespace

from tests.fresh import fresh
from urldom._core.text import unicode


def test_database_is_at_least_as_new_as_that_of_python():
    found, own = unicode.unicodedata.unidata_version, unicodedata.unidata_version
    assert [*map(int, found.split("."))] >= [*map(int, own.split("."))]


def test_database_of_python_is_used_without_unicodedata2(monkeypatch):
    monkeypatch.setitem(sys.modules, "unicodedata2", None)  # Its import raises ImportError.
    assert fresh(unicode.__name__).unicodedata is unicodedata


def test_unicodedata2_replaces_the_database_of_python(monkeypatch):
    newer = SimpleNamespace()
    monkeypatch.setitem(sys.modules, "unicodedata2", newer)
    assert fresh(unicode.__name__).unicodedata is newer
