"""A public class says where users import it from, so that a traceback, a pickle and the message of
another library name what a user knows."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable
from typing import Final, ForwardRef, TypeVar

_Class = TypeVar("_Class", bound=type)


def public(module: str) -> Callable[[_Class], _Class]:
    """Return a decorator that sets the `__module__` of a class to the public module that exports
    the class.

    `typing.get_type_hints` reads the annotations of a class in the module that the class names, so
    each of them that has another name than those of `builtins` remembers the module that defines
    it.

    `inspect.getsource` cannot find such a class: it looks in the file of the module that the class
    names. It raises `OSError`. In Python 3.13, it would return other lines of that file, at the
    number of the line of this class or of a base class, so the number is one that no file has. The
    sources of the methods are found."""

    def decorated(kind: _Class) -> _Class:
        annotations = kind.__annotations__
        for name, annotation in annotations.items():
            if isinstance(annotation, str) and not _is_of_builtins(annotation):
                annotations[name] = ForwardRef(annotation, module=kind.__module__, is_class=True)
        kind.__module__ = module
        if sys.version_info >= (3, 13):
            kind.__firstlineno__ = sys.maxsize
        return kind

    return decorated


_find_names: Final = re.compile(r"[A-Za-z_]\w*").findall


def _is_of_builtins(annotation: str) -> bool:
    """Return whether an annotation has only names that every module has."""
    return all(hasattr(builtins, name) for name in _find_names(annotation))
