"""`urldom._contexts` imports the module of a name on first use."""

from __future__ import annotations

import importlib

import pytest

import urldom
from urldom import _contexts


@pytest.mark.parametrize(("name", "module"), [("Document", "document"), ("is_context", "protocol")])
def test_name_is_that_of_its_module(name, module):
    assert getattr(_contexts, name) is getattr(importlib.import_module(f"urldom._contexts.{module}"), name)
    assert name in _contexts.__all__


def test_other_names_are_missing():
    with pytest.raises(AttributeError, match=r"module 'urldom\._contexts' has no attribute 'Link'"):
        _contexts.Link  # noqa: B018
    assert urldom.BaseChain is _contexts.BaseChain
