"""IP addresses as text."""

from __future__ import annotations

from urldom._core.text.ipv6 import expand_ipv6, ipv6_pieces, is_ipv4_address, without_ipv4


def test_ipv4_address_at_the_end_becomes_two_pieces():
    assert without_ipv4("::ffff:1.2.3.4") == "::ffff:102:304"
    assert without_ipv4("::1") == "::1"
    assert [without_ipv4(f"::1.2.3{end}") for end in ("", ".256", ".04", ".4.5")] == [""] * 4


def test_compressed_pieces_are_written_out():
    assert expand_ipv6("2001:DB8::102:304") == ":2001:DB8:0:0:0:0:102:304:"
    assert expand_ipv6("1:2:3:4:5:6:7::") == ":1:2:3:4:5:6:7:0:"
    assert expand_ipv6("1:2:3:4:5:6:7:8") == ":1:2:3:4:5:6:7:8:"
    for invalid in ("1::2::3", "1:2:3:4:5:6:7", "1:2:3:4::5:6:7:8", "12345::", "g::"):
        assert expand_ipv6(invalid) is None
    assert ipv6_pieces("::1.2.3.4") == ["0", "0", "0", "0", "0", "0", "102", "304"]


def test_ipv4_address_has_four_decimal_numbers():
    assert is_ipv4_address("255.0.10.1")
    assert not any(map(is_ipv4_address, ["256.0.0.1", "01.2.3.4", "1.2.3", "1.2.3.4."]))
