"""The encoders, compared with the indexes of the Encoding Standard."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tests.cases import each_case
from urldom import WHATWG, URLDecomposition
from urldom._core.text.encoding_indexes import encoder_table
from urldom._core.text.encodings import (
    _output_encoding,
    encode_or_fail,
    find_label_or_codec,
    output_encoding,
)
from urldom._core.text.percent_encode_sets import (
    FORM_URLENCODED,
    SPECIAL_QUERY,
    percent_encode_after_encoding,
)

# A digest for each encoding: the hash of every non-ASCII code point and its bytes. The bytes follow
# the Standard's index files and the steps of its encoders. For gb18030, the digest covers only
# index gb18030.
DIGESTS = {
    "ibm866": "cb9f9104879b32fe",
    "iso-8859-10": "cb0820283f4d9814",
    "iso-8859-13": "5c0a11fa06078e38",
    "iso-8859-14": "4feef05a49bd8475",
    "iso-8859-15": "79db6569573621c8",
    "iso-8859-16": "e1345c0fdea1ed79",
    "iso-8859-2": "011accb06a9cdd7d",
    "iso-8859-3": "41d930ae70115aa1",
    "iso-8859-4": "e769bc858a868a81",
    "iso-8859-5": "ca0a79f505a17163",
    "iso-8859-6": "72fa8b2dc840d7bb",
    "iso-8859-7": "dce9a35266673878",
    "iso-8859-8": "52cfc29f8a11418f",
    "iso-8859-8-i": "52cfc29f8a11418f",
    "koi8-r": "5745e980e55ffc93",
    "koi8-u": "bc64565765b8fc6c",
    "macintosh": "b3c88e6c481c14dd",
    "windows-1250": "cd56168883c600bc",
    "windows-1251": "7212f4e288771e1f",
    "windows-1252": "62846bb7c5a63d99",
    "windows-1253": "c9ae4ce58b3b55b9",
    "windows-1254": "46b6383e4639de39",
    "windows-1255": "5567c8052ae55064",
    "windows-1256": "9b59ec6af4164ae4",
    "windows-1257": "ee9125fa775231d6",
    "windows-1258": "14d4103f80a975ce",
    "windows-874": "a692266df64c401b",
    "x-mac-cyrillic": "c4d2acef14dec5d9",
    "big5": "97fb38f8652f9d09",
    "euc-kr": "49c54d727e2e3452",
    "euc-jp": "758e3ab9d140d2d3",
    "shift_jis": "a25cd231acaaf153",
    "gbk": "e820b1440e05cdf7",
    "gb18030": "0414904031dff055",
    "x-user-defined": "0ff3e65d69471151",
}


@each_case("encoding", DIGESTS)
def test_every_code_point_has_the_bytes_of_the_index(encoding):
    digest = sha256()
    for character, data in sorted(encoder_table(encoding).items()):
        assert list(encode_or_fail(encoding, character)) == [(data, None)]
        digest.update(f"{ord(character):X}:{data.hex()};".encode())
    assert digest.hexdigest()[:16] == DIGESTS[encoding]


@each_case(
    ("label", "text", "encoded"),
    [
        # Encoding Standard 1.3, the table of examples
        ("shift_jis", " ", "%20"),
        ("shift_jis", "≡", "%81%DF"),
        ("shift_jis", "‽", "%26%238253%3B"),
        ("iso-2022-jp", "¥", "%1B(J\\%1B(B"),
        ("utf-8", "≡‽", "%E2%89%A1%E2%80%BD"),
        # ISO-2022-JP: ASCII characters in the Roman state, errors in each state, and the return to
        # ASCII at the end
        (
            "iso-2022-jp",
            "¥a~あいb☃あ☃",
            "%1B(J\\a%1B(B~%1B$B$%22$$%1B(Bb%26%239731%3B%1B$B$%22%1B(B%26%239731%3B",
        ),
        ("iso-2022-jp", "¥\x1b¥あ\x0e", "%1B(J\\%26%2365533%3B\\%1B$B$%22%1B(B%26%2365533%3B"),
        ("iso-2022-jp", "ｱ−", "%1B$B%%22!]%1B(B"),
        # Characters with special rules in other encodings
        ("windows-1252", "é€\x81☃", "%E9%80%81%26%239731%3B"),
        ("big5", "十╪", "%A4Q%F9%EA"),
        ("gbk", "€\ue5e5𠀀", "%80%26%2358853%3B%26%23131072%3B"),
        ("gb18030", "€\ue5e5𠀀", "%A2%E3%26%2358853%3B%952%826"),
    ],
)
def test_percent_encode_after_encoding_matches_the_examples(label, text, encoded):
    assert percent_encode_after_encoding(output_encoding(label), text, SPECIAL_QUERY) == encoded


def test_form_urlencoded_set_is_escaped():
    assert (
        percent_encode_after_encoding("shift_jis", "1+1 ≡ 2%20‽", FORM_URLENCODED)
        == "1%2B1+%81%DF+2%2520%26%238253%3B"
    )
    assert percent_encode_after_encoding("utf-8", "a *-._~é", FORM_URLENCODED) == "a+*-._%7E%C3%A9"


@pytest.mark.parametrize(
    ("url", "query"),
    [
        ("http://h/?é", "%E9"),
        ("ftp://h/?é", "%E9"),
        ("ws://h/?é", "%C3%A9"),
        ("wss://h/?é", "%C3%A9"),
        ("foo://h/?é", "%C3%A9"),
        ("mailto:x?é", "%C3%A9"),
    ],
)
def test_encoding_of_a_query_depends_on_the_scheme(url, query):
    assert WHATWG.resolve(url, encoding="latin1").query == query
    element = URLDecomposition(url, standard=WHATWG, encoding="latin1")
    assert element.search == f"?{query}"
    element.hash = ""
    assert element.href.endswith(f"?{query}")


def test_only_the_query_is_encoded():
    resolved = WHATWG.resolve("/é?é#é", "http://é.example/", encoding="windows-1251")
    assert str(resolved) == "http://xn--9ca.example/%C3%A9?%26%23233%3B#%C3%A9"


def test_search_setter_writes_utf_8():
    element = URLDecomposition("http://h/?a", standard=WHATWG, encoding="windows-1252")
    element.search = "é"
    assert element.href == "http://h/?%C3%A9"


@pytest.mark.parametrize("label", ["utf-16", "UTF-16BE", " utf-8 ", "replacement", "iso-2022-kr"])
def test_output_encoding_of_utf_16_and_replacement_is_utf_8(label):
    assert output_encoding(label) == "utf-8"


def test_unknown_label_raises_lookup_error():
    with pytest.raises(LookupError):
        WHATWG.resolve("x", "http://h/", encoding="nonsense")


@pytest.mark.parametrize(
    "take", [output_encoding, lambda label: URLDecomposition("x", encoding=label)]
)
@pytest.mark.parametrize("label", [["utf-8"], {}, b"utf-8", 5])
def test_non_string_label_raises_type_error(take, label):
    with pytest.raises(
        TypeError, match=f"an encoding label must be a str, not {type(label).__name__}"
    ):
        take(label)


def test_long_labels_are_not_cached():
    cached = _output_encoding.cache_info().currsize
    for length in range(1000):
        assert output_encoding(" " * length + "latin1") == "windows-1252"
    assert _output_encoding.cache_info().currsize <= cached + 1


def test_name_of_a_codec_of_python_is_that_of_an_encoding():
    labels = ["latin-1", "u8", "EUC_JP", "hkscs", "mac_roman"]
    assert [*map(find_label_or_codec, labels)] == [
        "windows-1252",
        "utf-8",
        "euc-jp",
        "big5",
        "macintosh",
    ]
    for label in ("klingon", "a\0", "\ud800", "rot13", "utf-7"):
        with pytest.raises(LookupError, match="encoding"):
            find_label_or_codec(label)
