"""A public class says where users import it from, so that a traceback, a pickle and the message of another library
name what a user knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import ForwardRef, TypeVar

_Class = TypeVar("_Class", bound=type)


def public(module: str) -> Callable[[_Class], _Class]:
    """Return a decorator that sets the `__module__` of a class to the public module that exports the class.

    `typing.get_type_hints` reads the annotations of a class in the module that the class names, so each of them
    remembers the module that defines it.

    `inspect.getsource` cannot find such a class: it looks in the file of the module that the class names. It raises
    `OSError`. That is why this is a decorator: after `__module__ = ...` in the class statement, `inspect.getsource` of
    Python 3.13 would return other lines of that file. The sources of the methods are found.
    """

    def decorated(kind: _Class) -> _Class:
        annotations = kind.__annotations__
        for name, annotation in annotations.items():
            if isinstance(annotation, str):
                annotations[name] = ForwardRef(annotation, module=kind.__module__, is_class=True)
        kind.__module__ = module
        return kind

    return decorated
