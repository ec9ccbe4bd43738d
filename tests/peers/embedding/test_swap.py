"""The projects' own tests pass after the swap of `urllib.parse`, except tests that contain a
mistake of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .projects import (
    FAILED,
    PASSED,
    PROJECTS,
    SKIPPED,
    new_failures,
    outcomes,
    prepare,
    run,
    skip_without_pango,
    swap,
    swap_module,
)


@pytest.mark.nightly
@pytest.mark.parametrize("name", PROJECTS)
def test_own_tests_pass_after_the_swap(name, environment, tmp_path):
    skip_without_pango(name)
    project = PROJECTS[name]
    source = prepare(project, environment, tmp_path)
    python = environment / "venv/bin/python"
    before = run(project, source, python)
    assert Counter(before.values())[PASSED] >= project.passing
    assert swap(source / project.package) == project.lines
    # A test that lacks a program, such as Ghostscript, fails before and after.
    passed = [test for test in project.truths if before[test] == PASSED]
    truths = {test: f"{FAILED}: {project.truths[test].line}" for test in passed}
    assert new_failures(before, run(project, source, python)) == truths


SOURCE = '''"""Like urllib.parse."""
import urllib
import urllib.request
from urllib.parse import clear_cache
from urllib.parse import quote, urljoin
urllib.parse.urlsplit("http://h/")  # urllib.parse
'''


@pytest.mark.quick
def test_only_imports_and_uses_are_swapped(tmp_path: Path):
    module = tmp_path / "module.py"
    module.write_text(SOURCE)
    assert swap_module(module) == 3
    assert module.read_text().splitlines()[1:] == [
        "import urldom.urllib",
        "import urllib.request",
        "from urllib.parse import clear_cache",
        "from urldom.urllib import quote, urljoin",
        'urldom.urllib.urlsplit("http://h/")  # urldom.urllib',
    ]


RESULTS = """<testsuite>
<testcase classname="tests.test_a" name="test_b[N0123456789abcdef0123456789abcdef]"/>
<testcase classname="tests.test_a" name="test_c"><failure>def test_c():
&gt;   check(1)
def check(number):
&gt;   assert number == 2
</failure></testcase>
<testcase classname="tests.test_a" name="test_c"><error/></testcase>
<testcase classname="tests.test_a" name="test_d"><skipped/></testcase>
</testsuite>"""


@pytest.mark.quick
def test_results_have_the_line_that_failed():
    assert outcomes(ElementTree.fromstring(RESULTS).iter("testcase")) == {
        "tests.test_a::test_b[N]": PASSED,
        "tests.test_a::test_c": f"{FAILED}: check(1)",
        "tests.test_a::test_c (2)": FAILED,
        "tests.test_a::test_d": SKIPPED,
    }


@pytest.mark.quick
def test_test_that_no_longer_passes_is_a_new_failure():
    before = {"a": PASSED, "b": PASSED, "c": PASSED, "d": FAILED, "e": PASSED}
    after = {"a": PASSED, "b": FAILED, "c": SKIPPED, "d": FAILED, "f": FAILED}
    assert new_failures(before, after) == {"b": FAILED, "c": SKIPPED, "e": "missing"}
