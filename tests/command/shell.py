"""Run the command in a shell."""

import os
import subprocess
import sys

import pytest

needs_a_shell = pytest.mark.skipif(os.name != "posix", reason="sh is not installed")


def shell(
    line: str, stdin: bytes = b"", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run a line of sh in which `urldom` is the command."""
    return subprocess.run(
        ["sh", "-c", f'urldom() {{ "{sys.executable}" -m urldom "$@"; }}; {line}'],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
        timeout=100,
    )
