"""The documentation is true: the sessions of each page run."""

import doctest
import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[1] / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_sessions_run(page: Path) -> None:
    """The sessions of one page share their names, as a reader would have it who types them in."""
    names: dict[str, object] = {}
    sessions = re.findall(r"```python\n(>>> .*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert sessions
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, names, page.name, str(page), 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs
