"""The fuzzer finds no difference in the package, and finds a deliberate fault."""

import subprocess
import sys
from pathlib import Path

import pytest

FAULT = """
import sys
from tests.tools import fuzz
from urldom._core.standards.whatwg import authority
authority.rewrite_ipv6 = lambda text: text
sys.argv = ["fuzz", "--families", "IPv6", "--inputs", "200", "--jobs", "1"]
fuzz.main()
"""


def run(*arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.full
def test_fuzzer_finds_no_difference():
    process = run("-m", "tests.tools.fuzz", "--inputs", "70", "--jobs", "1")
    assert (process.returncode, process.stderr) == (0, "") and "no difference" in process.stdout


@pytest.mark.full
def test_fuzzer_finds_a_fault():
    process = run("-c", FAULT)
    assert process.returncode == 1 and "Traceback" not in process.stderr, (
        process.stdout + process.stderr
    )
