"""The command as a module, and its exit statuses."""

from tests.command.shell import needs_a_shell, shell

pytestmark = needs_a_shell


def test_the_module_runs_the_command():
    assert shell("urldom normalize HTTP://A").stdout == b"http://a/\n"
