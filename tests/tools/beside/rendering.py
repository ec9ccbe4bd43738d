"""Write an answer as text, so that the answers of two processes can be compared."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from typing import Any, Final

#: The public attributes of each class that both checkouts have, by the name of the class
shared_names: dict[str, list[str]] = {}

#: Parts of a `repr` that differ between processes or after a module has moved
_ADDRESS: Final = re.compile(
    r"<(?:bound method |function |built-in method )?(?:[\w.<>]*\.)?(\w+)[^<>]*? at 0x[0-9a-fA-F]+>"
)
_OF_LXML: Final = re.compile(r"<(\w+) [0-9a-f]{10,16}\b")
_CLASS: Final = re.compile(r"<class '(?:\w+\.)*(\w+)'>")
_OF_EXCEPTIONS: Final = frozenset(dir(Exception)) | {"obj"}


class Whole:
    """An object of which every public attribute is compared, not only the `repr`."""

    def __init__(self, value: object) -> None:
        self.value = value


def render(value: Any, depth: int = 0) -> str:
    """Return the type and the content of an answer."""
    if isinstance(value, Whole):
        return _whole(value.value, depth)
    kind = type(value)
    if value is None or kind in (bool, int, float, str, bytes):
        return repr(value)
    if isinstance(value, BaseException):
        return _error(value, depth)
    if depth > 6:
        return f"{kind.__name__} ..."
    if isinstance(value, type):
        return f"class {value.__name__}"
    if kind in (types.FunctionType, types.MethodType, types.BuiltinFunctionType):
        return f"function {value.__name__}"
    if isinstance(value, tuple | list):
        return f"{kind.__name__}({', '.join(render(item, depth + 1) for item in value)})"
    if kind in (dict, types.MappingProxyType):
        pairs = (
            f"{render(key, depth + 1)}: {render(item, depth + 1)}" for key, item in value.items()
        )
        return f"{kind.__name__}({', '.join(pairs)})"
    if isinstance(value, set | frozenset):
        return f"{kind.__name__}({', '.join(sorted(render(item, depth + 1) for item in value))})"
    if isinstance(value, Iterator):
        return f"iterator({', '.join(render(item, depth + 1) for item in value)})"
    return f"{kind.__name__} {_text(repr, value)} {_text(str, value)}"


def _text(write: Any, value: object) -> str:
    try:
        return clean(write(value))
    except Exception as error:
        return _error(error, 0)


def clean(text: str) -> str:
    """Return the `repr` without addresses and without the names of modules."""
    if " at 0x" in text:
        text = _ADDRESS.sub(r"<\1>", text)
    if "Element " in text:
        text = _OF_LXML.sub(r"<\1", text)
    if "<class '" in text:
        text = _CLASS.sub(r"<class \1>", text)
    return text


def _whole(value: Any, depth: int) -> str:
    kind = type(value)
    names = shared_names.get(kind.__name__)
    if names is None or isinstance(value, BaseException):
        return render(value, depth)
    parts = [render(value, depth)]
    for name in names:
        try:
            found = getattr(value, name)
        except Exception as error:
            parts.append(f"{name}: {_error(error, depth)}")
        else:
            if not isinstance(found, types.MethodType | types.FunctionType):
                parts.append(f"{name}: {render(found, depth + 1)}")
    return "\n    ".join(parts)


def _error(error: BaseException, depth: int) -> str:
    own = {name: getattr(error, name, None) for name in dir(error) if not name.startswith("_")}
    facts = ", ".join(
        f"{name}={render(fact, depth + 1)}"
        for name, fact in own.items()
        if name not in _OF_EXCEPTIONS
        and not isinstance(fact, types.MethodType | types.BuiltinMethodType)
    )
    notes = getattr(error, "__notes__", [])
    cause = type(error.__cause__).__name__
    return f"raises {type(error).__name__}({clean(str(error))!r}; {facts}; {notes}; {cause})"
