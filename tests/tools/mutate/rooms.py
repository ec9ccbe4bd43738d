"""The modules of the core, and where their tests are. Both are found in the folders, so that a
module that is moved or added needs no entry here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

#: A folder or a module below the package, and the folders and files of its tests, relative to
#: `tests`
ROOMS = {
    "_core/text": ["core/text"],
    "_core/values": ["core/values"],
    "_core/standards": ["core/standards"],
    "_core/contexts": ["core/contexts"],
    "_core/objects": ["core/objects"],
    "patterns": ["patterns"],
    "_core/params": ["core/test_params.py"],
    "urllib": ["urllib"],
    "hosts": ["test_hosts.py", "core/objects/test_addresses.py"],
    "trees/_places": ["trees/test_places.py", "trees/test_*_bases.py", "command/test_links.py"],
    "trees/_table": ["trees/test_table.py", "command/test_links.py", "trees/test_parsing.py"],
    "trees/_tree_bases": ["trees/test_*_bases.py"],
    "trees/_forms": ["trees/forms"],
    "http": ["http"],
    "w3lib": ["w3lib"],
}


def room_of(module: str) -> str:
    """Return the room of a module, given by its path below the package."""
    return next(room for room in ROOMS if module == f"{room}.py" or module.startswith(f"{room}/"))


def modules(package: Path, wanted: list[str]) -> list[str]:
    """Return the paths of the core's modules whose path begins with one of `wanted`, or of all."""
    prefixes = [_path(name) for name in wanted] or [*ROOMS]
    found = [
        file.relative_to(package).as_posix()
        for room in ROOMS
        for file in sorted([*package.glob(f"{room}.py"), *package.glob(f"{room}/**/*.py")])
    ]
    chosen = [
        path
        for path in found
        if any(path == f"{prefix}.py" or path.startswith(prefix) for prefix in prefixes)
    ]
    if not chosen:
        raise SystemExit(
            f"no module of the core is called {', '.join(wanted)}: use one of {', '.join(ROOMS)}"
        )
    return chosen


def _path(name: str) -> str:
    """Return a module's path below the package, given as a path or as a dotted name."""
    path = name.removesuffix(".py").removeprefix("./")
    path = path if "/" in path else path.replace(".", "/")
    return path.removeprefix("urldom/")


def room_tests(module: str, root: Path) -> list[str]:
    """Return the examples in the docstrings of a module and the tests of its room, as arguments of
    pytest."""
    return [f"urldom/{module}", *_of_the_room(module, root)]


def own_tests(module: str, root: Path) -> list[str]:
    """Return the files whose tests are about a module: the module itself with its examples, and the
    test files of its name. If more than one folder has such a file, the one whose folder has the
    name of the module's folder counts."""
    path = Path(module)
    name = (path.parent.name if path.stem == "__init__" else path.stem).lstrip("_")
    of_the_room = [Path(argument) for argument in _of_the_room(module, root)]
    named = [
        file
        for file in (found.relative_to(root) for found in (root / "tests").rglob(f"test_{name}.py"))
        if any(file == place or place in file.parents for place in of_the_room)
    ]
    beside = [file for file in named if file.parent.name == path.parent.name.lstrip("_")]
    return [f"urldom/{module}", *sorted(file.as_posix() for file in beside or named)]


def _of_the_room(module: str, root: Path) -> Iterator[str]:
    for pattern in ROOMS[room_of(module)]:
        for place in sorted((root / "tests").glob(pattern)):
            yield place.relative_to(root).as_posix()
