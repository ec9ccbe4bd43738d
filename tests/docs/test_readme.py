"""The README is correct and short: its sessions run, its commands print the shown output, and its
links work."""

import doctest
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_sessions_run():
    pytest.importorskip("lxml")
    names: dict[str, object] = {}
    sessions = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(sessions) == 4
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, names, "README.md", "README.md", 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


def shell_session() -> list[tuple[str, str]]:
    block = re.search(r"^    \$ urldom .*\n(?:^    .*\n)*", README, re.MULTILINE)
    assert block is not None
    calls = re.split(r"^    \$ ", block[0], flags=re.MULTILINE)[1:]
    return [
        (call, re.sub("^    ", "", output, flags=re.MULTILINE))
        for call, _, output in (c.partition("\n") for c in calls)
    ]


@pytest.mark.parametrize(("call", "output"), shell_session())
def test_commands_print_the_shown_output(call, output):
    if "urldom links" in call:
        pytest.importorskip("lxml")
    command = re.sub(
        r"\burldom (?=get|set|resolve|links)", lambda match: f'"{sys.executable}" -m urldom ', call
    )
    assert command != call
    assert (
        subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout
        == output
    )


def test_reading_the_readme_takes_two_minutes():
    assert len(README.splitlines()) <= 110


def test_readme_has_the_two_set_up_commands():
    """Readers copy these commands, and `.ci/run` runs the second one from the README."""
    assert "\n    python -m pip install . && python examples/attributes.py\n" in README
    assert "\n    python -m pip install '.[test]' && python -m pytest -n auto\n" in README


def test_links_work_if_the_readme_is_shown_alone():
    """A package index shows the README without the other files. The build replaces each link to a
    file by the file's name."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pattern, replacement = re.findall(r"^(?:pattern|replacement) = '(.*)'$", project, re.MULTILINE)
    alone = re.sub(pattern, replacement, README)
    assert "quick start (`docs/quick-start.md`)" in alone
    assert all(target.startswith("https://") for target in re.findall(r"\]\(([^)]*)\)", alone))


@pytest.mark.full
def test_description_of_the_package_is_the_readme_without_links_to_files(tmp_path):
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--quiet",
        "--wheel-dir",
        str(tmp_path),
        str(ROOT),
    ]
    subprocess.run(command, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode()
    assert "quick start (`docs/quick-start.md`)" in metadata and "](docs/" not in metadata
