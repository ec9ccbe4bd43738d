"""`URLDecomposition.credentials` has the decoded username and password."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_text, hostile
from urldom import URLDecomposition
from urldom._standards.registry import STANDARD_NAMES
from urldom.whatwg import URL


@pytest.mark.parametrize(
    ("userinfo", "credentials"),
    [
        ("", None),
        ("@", None),
        (":@", None),
        ("bob@", ("bob", "")),
        ("bob:@", ("bob", "")),
        (":pw@", ("", "pw")),
        ("bob:p%40ss%3A%25@", ("bob", "p@ss:%")),
        ("b%C3%A9b:a:b@", ("béb", "a:b")),
        ("%FF:%zz@", ("\ufffd", "%zz")),
    ],
)
def test_credentials_are_decoded(userinfo, credentials):
    assert URL(f"https://{userinfo}h/").credentials == credentials


@pytest.mark.parametrize("url", ["mailto:bob@h", "file:///a", "data:,bob:pw@h"])
def test_url_without_authority_has_no_credentials(url):
    assert URL(url).credentials is None


def test_string_that_is_not_a_url_has_no_credentials():
    assert URLDecomposition("//bob@h", standard="whatwg").credentials is None


@pytest.mark.parametrize("standard", [name for name in STANDARD_NAMES if name != "whatwg"])
def test_standards_except_whatwg_have_no_credentials(standard):
    url = URLDecomposition("https://bob:pw@h/", standard=standard)
    with pytest.raises(AttributeError, match="'credentials'"):
        url.credentials  # noqa: B018
    assert not hasattr(url, "credentials")


@given(any_text, any_text)
def test_escaped_credentials_are_read_back(username, password):
    url = URL("https://h/")
    url.username, url.password = username.replace("%", "%25"), password.replace("%", "%25")
    read = url.credentials or ("", "")
    given_texts = [
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") for text in (username, password)
    ]
    assert [*read] == given_texts


@given(st.builds("https://{}@h/".format, hostile))
def test_reading_credentials_never_raises(text):
    url = URLDecomposition(text, standard="whatwg")
    assert (url.credentials is None) == (url.username + url.password == "")
