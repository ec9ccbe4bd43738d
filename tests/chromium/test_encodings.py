"""The query of a URL in a document whose encoding is not UTF-8: URL Standard 4.4 query state, 1.3 percent-encode after
encoding."""

from __future__ import annotations

from random import Random

import pytest

from urldom import WHATWG, Document, URLDecomposition, resolve
from urldom.text.encodings import decode

from .browser import Browser, Site

MULTI_BYTE = ["gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"]
ENCODINGS = [
    *("utf-8", "utf-16le", "utf-16be", "x-user-defined", "ibm866", "koi8-r", "koi8-u", "macintosh", "x-mac-cyrillic"),
    *(f"windows-{number}" for number in (874, *range(1250, 1259))),
    *(f"iso-8859-{number}" for number in (*range(2, 9), "8-i", 10, 13, 14, 15, 16)),
    *MULTI_BYTE,
]

QUERIES = [
    "",
    "a b",
    "'",
    '"',
    "<>",
    "`{|}^",
    "~\\",
    "%41%zz%",
    "+;&=/?:@",
    "é",
    "Ж",
    "ж",
    "ц",
    "ę",
    "€",
    "“ ‘",
    "¥",
    "‾",
    "−",
    "～",
    "あ",
    "ｱ",
    "ｶﾞ",
    "亜",
    "中",
    "丂",
    "䏌",
    "한",
    "\u0e01",
    "\uf780",
    "\ue5e5",
    "\U00020087",
    "\U0001f600",
    "\U0010ffff",
    "aあb亜é\U0001f600c",
    "é&ж=+ж#あ",
]

#: URLs whose query is set: a special one's is in the document's encoding, another's in UTF-8.
URLS = ["/a?b#c", "https://other.example/?", "ws://other.example/", "wss://h/?x", "foo://h/p", "mailto:a", "file:///a"]

#: What is assigned to `search`, and not to be written in a page.
VALUES = [*QUERIES, "??", "#", "a\tb\nc", "\0\x7f\x80\x9f", "\ud800", "é\udc00ж"]


def markup(text: str) -> str:
    """`text` as it stands in a page of any encoding."""
    return "".join(f"&#{ord(character)};" for character in text)


@pytest.fixture(scope="module")
def pages(browser: Browser, site: Site) -> dict[str, str]:
    """A page for each encoding, with a link for each query, in frames: the address of each."""
    addresses = {}
    for encoding in ENCODINGS:
        page = "<!DOCTYPE html>" + "".join(f'<a href="{markup("?q=" + query)}"></a>' for query in QUERIES)
        body = f"\ufeff{page}".encode(encoding) if encoding.startswith("utf-16") else page.encode()
        addresses[encoding] = site.put(f"/encodings/{encoding}", body, f"text/html;charset={encoding}")
    browser.visit(
        site.put("/encodings/", "".join(f'<iframe src="{address}"></iframe>' for address in addresses.values()))
    )
    return addresses


def test_links(browser: Browser, pages: dict[str, str]) -> None:
    theirs = browser.run(
        """return Array.from(document.querySelectorAll("iframe"), frame => [
            frame.contentDocument.characterSet,
            Array.from(frame.contentDocument.links, link => [link.href, link.search])
        ])"""
    )
    for encoding, (character_set, links) in zip(ENCODINGS, theirs, strict=True):
        assert character_set.lower() == encoding
        document = Document(pages[encoding], encoding=encoding, standard=WHATWG)
        for query, link in zip(QUERIES, links, strict=True):
            url = URLDecomposition(f"?q={query}", document)
            assert link == [url.href, url.search], (encoding, query)
            resolved = resolve(f"?q={query}", document.address, standard=WHATWG, encoding=encoding)
            assert str(resolved) == url.href, (encoding, query)


def test_every_character(browser: Browser, pages: dict[str, str]) -> None:
    """Every character of the Basic Multilingual Plane, and some others, each by itself; but in a single-byte encoding
    no ideographs and syllables."""
    few = [chr(code) for code in (*range(0x80, 0x2600), *range(0xF700, 0x10000), *range(0x20000, 0x20100))]
    many = [*few, *map(chr, range(0x2600, 0xD800)), *map(chr, range(0xE000, 0xF700))]
    characters = {encoding: many if encoding in MULTI_BYTE else few for encoding in ENCODINGS}
    queries = {encoding: "?" + "\x01".join(characters[encoding]) for encoding in ENCODINGS}
    theirs = browser.run(
        """return Array.from(document.querySelectorAll("iframe"), ({contentDocument}, index) => {
            const link = contentDocument.createElement("a")
            link.href = argument[index]
            return link.search
        })""",
        list(queries.values()),
    )
    for (encoding, query), their in zip(queries.items(), theirs, strict=True):
        our = URLDecomposition(query, pages[encoding], encoding=encoding, standard=WHATWG).search
        if our != their:
            triples = zip(characters[encoding], our[1:].split("%01"), their[1:].split("%01"), strict=True)
            assert [triple for triple in triples if triple[1] != triple[2]] == [], encoding


def test_setting_search(browser: Browser, pages: dict[str, str]) -> None:
    theirs = browser.run(
        """return Array.from(document.querySelectorAll("iframe"), ({contentDocument}) =>
            argument.urls.map(url => argument.values.map(value => {
                const link = contentDocument.createElement("a")
                link.href = url
                link.search = value
                return [link.href, link.search]
            })))""",
        {"urls": URLS, "values": VALUES},
    )
    for encoding, of_encoding in zip(ENCODINGS, theirs, strict=True):
        document = Document(pages[encoding], encoding=encoding, standard=WHATWG)
        for url, of_url in zip(URLS, of_encoding, strict=True):
            for value, link in zip(VALUES, of_url, strict=True):
                decomposition = URLDecomposition(url, document)
                decomposition.search = value
                # A difference in spelling: see leaves.without_spellings.
                spelled = [text.replace("%27", "'") for text in link] if url.startswith(("foo:", "mailto:")) else link
                assert spelled == [decomposition.href, decomposition.search], (encoding, url, value)


#: What random bytes are put together of; in ISO-2022-JP escape sequences are as frequent as bytes.
SINGLES = [bytes((byte,)) for byte in range(0x100)]
ESCAPES = [b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$@", b"\x1b$B", b"!!", b"$$"] * 40
PAIRS = [bytes((lead, trail)) for lead in range(0x80, 0x100) for trail in range(0x100)]
#: Chromium makes something else of the four pairs of Big5 that are two characters each.
TWO_CHARACTERS = [b"\x88\x62", b"\x88\x64", b"\x88\xa3", b"\x88\xa5"]


def test_decoders(browser: Browser) -> None:
    """Every byte, in a multi-byte encoding every pair of bytes of which the first is not ASCII, each by itself; and
    bytes in any order."""
    random = Random(0)
    for encoding in [encoding for encoding in ENCODINGS if not encoding.startswith("utf-16")]:
        tokens = [*SINGLES, *SINGLES[0x80:], *(b"0", b"1") * 40]
        cases = [pair for pair in PAIRS if pair not in TWO_CHARACTERS] if encoding in MULTI_BYTE else []
        end = b""
        if encoding == "iso-2022-jp":
            # Chromium leaves the Standard where an escape sequence breaks off.
            end = b"\x1b(Ba"
            tokens = [*(token for token in tokens if token != b"\x1b"), *ESCAPES]
            cases += [b"\x1b$B" + bytes(byte & 0x7F for byte in pair) for pair in PAIRS if pair[0] & 0x7F != 0x1B]
            cases += [b"\x1b(" + state + one for one in SINGLES for state in (b"J", b"I")]
        elif encoding == "euc-jp":
            # And behind this byte, where no character of three bytes follows.
            tokens = [token for token in tokens if token != b"\x8f"]
        cases += [b"".join(random.choices(tokens, k=random.randint(3, 12))) for _ in range(3000)]
        cases = [*SINGLES, *(case + end for case in cases)]
        theirs = browser.run(
            """const octets = hex => Uint8Array.from(hex.match(/../g), octet => parseInt(octet, 16))
            const decoder = () => new TextDecoder(argument.encoding, {ignoreBOM: true})
            return argument.cases.map(hex => decoder().decode(octets(hex)))""",
            {"encoding": encoding, "cases": [case.hex() for case in cases]},
        )
        ours = [decode(encoding, case) for case in cases]
        different = [found for found in zip(cases, ours, theirs, strict=True) if found[1] != found[2]]
        assert different[:10] == [], encoding
