"""The tables of schemes (rulings 4 and 9)."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from tests.standards import OF_THE_TABLE
from urldom import HTML5, URLDecomposition
from urldom._core.values.schemes import (
    DEFAULT_PORTS,
    NEEDING_A_HOST,
    SERVER_BASED,
    WITHOUT_AUTHORITY,
    is_default_port,
)

#: The ports that the specifications of the schemes and IANA's registry name.
PORTS = {
    "aaa": 3868, "aaas": 3868, "acap": 674, "cap": 1026, "dict": 2628, "dns": 53, "ftp": 21, "go": 1096,
    "gopher": 70, "http": 80, "https": 443, "icap": 1344, "imap": 143, "ipp": 631, "iris.beep": 702,
    "iris.lwz": 715, "iris.xpc": 713, "iris.xpcs": 714, "ldap": 389, "ldaps": 636, "msrp": 2855, "msrps": 2855,
    "mtqp": 1038, "mupdate": 3905, "news": 119, "nfs": 2049, "nntp": 119, "pop": 110, "prospero": 1525,
    "rsync": 873, "rtsp": 554, "sieve": 4190, "snews": 563, "snmp": 161, "soap.beep": 605, "soap.beeps": 605,
    "telnet": 23, "tftp": 69, "tip": 3372, "tn3270": 23, "vemmi": 575, "wais": 210, "ws": 80, "wss": 443,
    "xmlrpc.beep": 602, "xmlrpc.beeps": 602, "z39.50r": 210, "z39.50s": 210,
}  # fmt: skip


@each_case(("scheme", "port"), PORTS.items())
def test_scheme_has_its_default_port(scheme, port):
    assert URLDecomposition(f"{scheme}://h/", standard=HTML5).default_port == port
    assert is_default_port(scheme, str(port)) and is_default_port(scheme.upper(), f"000{port}")
    assert not is_default_port(scheme, str(port + 1)) and not is_default_port(scheme, f"{port}0")


def test_no_other_scheme_has_a_default_port():
    assert DEFAULT_PORTS.keys() == PORTS.keys()


def test_absent_port_is_the_default():
    """Ruling 4: an empty port is the default port of any scheme."""
    assert is_default_port("http", "") and is_default_port("x", "")
    assert (
        not is_default_port("x", "80")
        and not is_default_port("http", "0")
        and not is_default_port("x", "0")
    )
    assert URLDecomposition("x://h/", standard=HTML5).default_port is None


def test_scheme_with_a_default_port_need_not_be_server_based():
    """Rulings 4 and 9: the four tables are not the same, and not one of them follows from
    another."""
    assert DEFAULT_PORTS.keys() > SERVER_BASED and NEEDING_A_HOST < SERVER_BASED
    assert {"ldap"} == SERVER_BASED - NEEDING_A_HOST
    assert not WITHOUT_AUTHORITY & DEFAULT_PORTS.keys()


@each_case("scheme", DEFAULT_PORTS)
def test_scheme_of_the_table_is_a_scheme_in_lower_case(scheme):
    assert URLDecomposition(f"{scheme}://h/").protocol == f"{scheme}:" == f"{scheme}:".lower()


@pytest.mark.parametrize("standard", OF_THE_TABLE)
def test_host_leaves_out_the_default_port_of_a_registered_scheme(standard):
    for scheme, port in (("ldaps", 636), ("dict", 2628), ("snmp", 161)):
        url = URLDecomposition(f"{scheme}://h:{port}/", standard=standard)
        assert (url.host, url.port, url.effective_port) == ("h", str(port), port)
        assert URLDecomposition(f"{scheme}://h:80/", standard=standard).host == "h:80"


def test_only_a_server_based_scheme_replaces_backslashes():
    """HTML5 2.6.3 step 12."""
    assert URLDecomposition("ldap://h/#\\").href == "ldap://h/#/"
    assert URLDecomposition("ldaps://h/#\\").href == "ldaps://h/#\\"


@pytest.mark.parametrize(
    "url", ["ldap:///o=U,c=US", "ldap://", "ldap:g", "dict:///x", "news://h/g", "news:g"]
)
def test_url_without_a_host_resolves_if_its_scheme_does_not_need_one(url):
    assert URLDecomposition(url).href == url and str(HTML5.resolve(url)) == url
