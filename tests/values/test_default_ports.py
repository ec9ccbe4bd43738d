"""The default ports (HTML5 2.6.2)."""

from __future__ import annotations

import pytest

from urldom import HTML5, URLDecomposition
from urldom._core.values.default_ports import is_default_port

#: The ports that the specifications of the schemes and IANA's registry name.
PORTS = {
    "http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "gopher": 70, "telnet": 23, "nntp": 119, "ldap": 389,
    "imap": 143, "rtsp": 554,
}  # fmt: skip


@pytest.mark.parametrize(("scheme", "port"), PORTS.items())
def test_scheme_has_its_default_port(scheme, port):
    assert URLDecomposition(f"{scheme}://h/", standard=HTML5).default_port == port
    assert is_default_port(scheme, str(port)) and is_default_port(scheme.upper(), f"000{port}")
    assert not is_default_port(scheme, str(port + 1)) and not is_default_port(scheme, f"{port}0")


def test_absent_port_is_the_default():
    """Ruling 4: an empty port is the default port of any scheme."""
    assert is_default_port("http", "") and is_default_port("x", "")
    assert not is_default_port("x", "80") and not is_default_port("http", "0") and not is_default_port("x", "0")
    assert URLDecomposition("x://h/", standard=HTML5).default_port is None
