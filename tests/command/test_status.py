"""The exit statuses that `docs/command.md` lists."""

import pytest


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (["normalize", "http://a/"], 0),
        (["normalize", "http://a/", "b"], 1),
        (["set", "http://a/", "port=x"], 1),
        (["match", "http://b/*", "http://a/"], 1),
        (["normalize", "--nope"], 2),
        (["set", "http://a/", "nope=x"], 2),
        ([], 2),
        (["--help"], 0),
    ],
)
def test_exit_status(run, call, status):
    assert run(*call).status == status
