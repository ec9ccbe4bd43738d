"""The documentation is true: the sessions of each page run."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = {page.name: page.read_text(encoding="utf-8") for page in (Path(__file__).parents[1] / "docs").glob("*.md")}
SESSIONS = {name: re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL) for name, text in PAGES.items()}


@pytest.mark.parametrize("page", [name for name, sessions in SESSIONS.items() if sessions])
def test_the_sessions_run(page: str) -> None:
    """The sessions of one page share their names, as a reader would have it who types them in."""
    names: dict[str, object] = {}
    for session in SESSIONS[page]:
        test = doctest.DocTestParser().get_doctest(session, names, page, page, 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


def commands() -> list[tuple[str, str]]:
    """The commands of the pages, and what they print."""
    blocks = re.findall(r"```console\n(.*?)```", "".join(PAGES.values()), re.DOTALL)
    calls = [call for block in blocks for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(call, output) for call, _, output in (call.partition("\n") for call in calls)]


@pytest.mark.parametrize(("call", "output"), commands())
def test_the_commands_print_what_they_say(call: str, output: str) -> None:
    if "urldom links" in call:
        pytest.importorskip("lxml")
    command = re.sub(r"\burldom (?=[a-z])", lambda match: f"{shlex.quote(sys.executable)} -m urldom ", call)
    assert command != call
    # The printf of bash has \x.
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, encoding="utf-8")
    assert ran.stdout == output
    assert ran.returncode == ('"error"' in output)
