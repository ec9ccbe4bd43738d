"""Every case of the web-platform-tests for URLs, with `URL` and with `WHATWG`."""

from __future__ import annotations

import pytest

from tests.conformance import cases
from urldom import WHATWG, InvalidURLError, RejectedValueError, URLDecomposition, resolve
from urldom._core.text.encodings import output_encoding
from urldom._core.text.percent_encode_sets import (
    SPECIAL_QUERY,
    percent_encode_after_encoding,
    scalar_value_string,
)
from urldom._core.text.uts46 import to_ascii
from urldom.hosts import domain_to_ascii
from urldom.whatwg import URL

SEVEN = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
ATTRIBUTES = ("href", "origin", "username", "password", *SEVEN)


@pytest.mark.conformance
def test_url_parses_each_case():
    for case in cases("url"):
        if "href" not in case:
            with pytest.raises(InvalidURLError):
                URL(case["input"], case["base"])
            assert not URL.can_parse(case["input"], case["base"])
            assert URL.parse(case["input"], case["base"]) is None
            # Without `relative_to`, the URL is not valid with another base either.
            assert (
                case["base"]
                or "relative_to" in case
                or not URL.can_parse(case["input"], "https://example.com/")
            )
        else:
            url = URL(case["input"], case["base"])
            expected = {attribute: case[attribute] for attribute in ATTRIBUTES if attribute in case}
            assert {attribute: getattr(url, attribute) for attribute in expected} == expected, case
            assert str(url.search_params) == case.get("search_params", str(url.search_params))


@pytest.mark.conformance
def test_whatwg_parses_each_case():
    for case in cases("url"):
        if "href" not in case:
            with pytest.raises(InvalidURLError):
                WHATWG.resolve(case["input"], case["base"])
            if case["base"] is None:
                with pytest.raises(InvalidURLError):
                    WHATWG.parse(case["input"])
                url = URLDecomposition(case["input"], standard=WHATWG)
                assert [getattr(url, name) for name in SEVEN] == [":", "", "", "", "", "", ""]
                assert (url.href, url.origin, url.username, url.password) == (
                    case["input"],
                    "",
                    "",
                    "",
                )
            continue
        resolved = WHATWG.resolve(case["input"], case["base"])
        assert str(resolved) == case["href"]
        # A ParsedURL as the base has the same result as its string.
        if case["base"] is not None:
            assert WHATWG.resolve(case["input"], WHATWG.parse(case["base"])) == resolved
        parsed = WHATWG.parse(case["href"])
        assert parsed == resolved
        assert parsed.path == case["pathname"]
        assert parsed.hostport or case["host"] == ""
        assert (parsed.scheme or "") + ":" == case["protocol"]
        input = case["input"] if case["base"] is None else case["href"]
        url = URLDecomposition(input, standard=WHATWG)
        assert [getattr(url, attribute) for attribute in SEVEN] == [
            case[attribute] for attribute in SEVEN
        ]
        for attribute in ("href", "origin", "username", "password"):
            if attribute in case:
                assert getattr(url, attribute) == case[attribute]


@pytest.mark.conformance
def test_decomposition_parses_each_case():
    for case in cases("url"):
        if "href" not in case:
            with pytest.raises(InvalidURLError):
                resolve(case["input"], case["base"], standard=WHATWG)
            if case["base"] is None:
                assert URLDecomposition(case["input"], standard=WHATWG).protocol == ":"
        elif case["base"] is None or URL.can_parse(case["base"]):
            url = URLDecomposition(case["input"], case["base"], standard=WHATWG)
            expected = {attribute: case[attribute] for attribute in ATTRIBUTES if attribute in case}
            assert {attribute: getattr(url, attribute) for attribute in expected} == expected, case


@pytest.mark.conformance
def test_url_sets_each_case():
    for case in cases("setters"):
        url = URL(case["href"])
        setattr(url, case["attribute"], case["value"])
        for name, value in case["expected"].items():
            assert getattr(url, name) == value, case


@pytest.mark.conformance
def test_whatwg_sets_each_case():
    for case in cases("setters"):
        url = URLDecomposition(case["href"], standard=WHATWG)
        before = url.href
        try:
            url.assign(**{case["attribute"]: case["value"]})
        except RejectedValueError as error:
            assert (error.attribute, error.value) == (case["attribute"], case["value"])
            assert url.href == before, case
            continue
        if case["attribute"] == "host" and not url.port:
            # `assign` is read back, so it removes an old port. The setter keeps the port.
            url.port = (
                URLDecomposition(before, standard=WHATWG).port
                if ":" not in case["value"].rpartition("]")[2]
                else None
            )
        for name, value in case["expected"].items():
            assert getattr(url, name) == value, case


@pytest.mark.conformance
@pytest.mark.parametrize("name", ["to_ascii", "idna", "idna_removed"])
def test_domain_to_ascii_matches_each_case(name):
    for case in cases(name):
        domain, output = scalar_value_string(case["input"]), case["output"]
        if domain == "":
            # The one case that tests only ToASCII: a URL cannot have an empty domain.
            assert to_ascii(domain) == output
            continue
        if output is None:
            with pytest.raises(InvalidURLError):
                domain_to_ascii(case["input"])
            assert not URL.can_parse(f"https://{domain}/x")
        else:
            assert domain_to_ascii(case["input"]) == output
            url = URL(f"https://{domain}/x")
            assert (url.host, url.hostname, url.href) == (output, output, f"https://{output}/x")


@pytest.mark.conformance
def test_percent_encoding_matches_each_case():
    for case in cases("percent_encoding"):
        for label, output in case["output"].items():
            encoding = output_encoding(label)
            assert percent_encode_after_encoding(encoding, case["input"], SPECIAL_QUERY) == output
            base = "https://example.com/"
            resolved = WHATWG.resolve(f"?{case['input']}", base, encoding=label)
            assert resolved.query == output, (case, label)
