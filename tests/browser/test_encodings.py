"""The encoding of a document, the text of its bytes, and the queries of its URLs, compared with
Chromium's.

URL Standard 4.4 query state and 1.3 "percent-encode after encoding" define the query."""

from __future__ import annotations

from random import Random

import pytest

from urldom import WHATWG, Document, URLDecomposition, resolve
from urldom._core.text.encodings import decode
from urldom.trees import _source as parsing
from urldom.trees import parse

from .browser import Browser, Site

MULTI_BYTE = ["gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"]
ENCODINGS = [
    *(
        "utf-8",
        "utf-16le",
        "utf-16be",
        "x-user-defined",
        "ibm866",
        "koi8-r",
        "koi8-u",
        "macintosh",
        "x-mac-cyrillic",
    ),
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

#: URLs whose query is assigned. If the scheme is special, the query is in the document's encoding.
#: Otherwise, the query is in UTF-8.
URLS = [
    "/a?b#c",
    "https://other.example/?",
    "ws://other.example/",
    "wss://h/?x",
    "foo://h/p",
    "mailto:a",
    "file:///a",
]

#: Values that a script assigns to `search`. A page could not contain all of these values.
VALUES = [*QUERIES, "??", "#", "a\tb\nc", "\0\x7f\x80\x9f", "\ud800", "é\udc00ж"]


def markup(text: str) -> str:
    """Return `text` as character references, for a page in any encoding."""
    return "".join(f"&#{ord(character)};" for character in text)


@pytest.fixture(scope="module")
def pages(browser: Browser, site: Site) -> dict[str, str]:
    """The addresses of pages in frames, one for each encoding. Each page has a link for each
    query."""
    addresses = {}
    for encoding in ENCODINGS:
        page = "<!DOCTYPE html>" + "".join(
            f'<a href="{markup("?q=" + query)}"></a>' for query in QUERIES
        )
        body = f"\ufeff{page}".encode(encoding) if encoding.startswith("utf-16") else page.encode()
        addresses[encoding] = site.put(
            f"/encodings/{encoding}", body, f"text/html;charset={encoding}"
        )
    browser.visit(
        site.put(
            "/encodings/",
            "".join(f'<iframe src="{address}"></iframe>' for address in addresses.values()),
        )
    )
    return addresses


def test_queries_of_links_use_the_encoding_of_the_page(
    browser: Browser, pages: dict[str, str]
) -> None:
    theirs = browser.run("""return Array.from(document.querySelectorAll("iframe"), frame => [
            frame.contentDocument.characterSet,
            Array.from(frame.contentDocument.links, link => [link.href, link.search])
        ])""")
    for encoding, (character_set, links) in zip(ENCODINGS, theirs, strict=True):
        assert character_set.lower() == encoding
        document = Document(pages[encoding], encoding=encoding, standard=WHATWG)
        for query, link in zip(QUERIES, links, strict=True):
            url = URLDecomposition(f"?q={query}", document)
            assert link == [url.href, url.search], (encoding, query)
            resolved = resolve(f"?q={query}", document.address, standard=WHATWG, encoding=encoding)
            assert str(resolved) == url.href, (encoding, query)


def test_every_character_in_a_query_agrees_with_chromium(
    browser: Browser, pages: dict[str, str]
) -> None:
    """Each query is one character. All characters of the Basic Multilingual Plane are tested, and
    some characters of other planes.

    For a single-byte encoding, ideographs and syllables are left out."""
    few = [
        chr(code)
        for code in (*range(0x80, 0x2600), *range(0xF700, 0x10000), *range(0x20000, 0x20100))
    ]
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
            triples = zip(
                characters[encoding], our[1:].split("%01"), their[1:].split("%01"), strict=True
            )
            assert [triple for triple in triples if triple[1] != triple[2]] == [], encoding


def test_assigned_search_uses_the_encoding_of_the_page(
    browser: Browser, pages: dict[str, str]
) -> None:
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
                # A known difference in spelling: see departures.without_spellings.
                spelled = (
                    [text.replace("%27", "'") for text in link]
                    if url.startswith(("foo:", "mailto:"))
                    else link
                )
                assert spelled == [decomposition.href, decomposition.search], (encoding, url, value)


#: Random bytes are made from these parts. For ISO-2022-JP, escape sequences are as frequent as
#: single bytes.
SINGLES = [bytes((byte,)) for byte in range(0x100)]
ESCAPES = [b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$@", b"\x1b$B", b"!!", b"$$"] * 40
PAIRS = [bytes((lead, trail)) for lead in range(0x80, 0x100) for trail in range(0x100)]
#: The four byte pairs of Big5 that decode to two characters each. Chromium departs from the
#: Standard for these pairs.
TWO_CHARACTERS = [b"\x88\x62", b"\x88\x64", b"\x88\xa3", b"\x88\xa5"]


def test_decoded_text_agrees_with_chromium(browser: Browser) -> None:
    """The test decodes every byte, and random bytes. In multi-byte encodings, it also decodes every
    pair of bytes whose first byte is not ASCII."""
    random = Random(0)
    for encoding in ENCODINGS:
        tokens = [*SINGLES, *SINGLES[0x80:], *(b"0", b"1") * 40]
        if encoding.startswith("utf-16"):
            tokens += SINGLES[0xD8:0xE0] * 40
        cases = (
            [pair for pair in PAIRS if pair not in TWO_CHARACTERS] if encoding in MULTI_BYTE else []
        )
        end = b""
        if encoding == "iso-2022-jp":
            # Chromium departs from the Standard for an incomplete escape sequence, so each case
            # ends with a complete one.
            end = b"\x1b(Ba"
            tokens = [*(token for token in tokens if token != b"\x1b"), *ESCAPES]
            cases += [
                b"\x1b$B" + bytes(byte & 0x7F for byte in pair)
                for pair in PAIRS
                if pair[0] & 0x7F != 0x1B
            ]
            cases += [b"\x1b(" + state + one for one in SINGLES for state in (b"J", b"I")]
        elif encoding == "euc-jp":
            # Chromium departs from the Standard after the byte 0x8F if it does not begin a
            # character of three bytes. So random bytes do not contain 0x8F.
            tokens = [token for token in tokens if token != b"\x8f"]
        mixed = [b"".join(random.choices(tokens, k=random.randint(3, 12))) for _ in range(3000)]
        cases += [
            case
            for case in mixed
            if encoding != "big5" or not any(pair in case for pair in TWO_CHARACTERS)
        ]
        cases = [*SINGLES, *(case + end for case in cases)]
        theirs = browser.run(
            """const bytes = hex => Uint8Array.from(hex.match(/../g), byte => parseInt(byte, 16))
            const decoder = () => new TextDecoder(argument.encoding, {ignoreBOM: true})
            return argument.cases.map(hex => decoder().decode(bytes(hex)))""",
            {"encoding": encoding, "cases": [case.hex() for case in cases]},
        )
        ours = [decode(encoding, case) for case in cases]
        different = [
            found for found in zip(cases, ours, theirs, strict=True) if found[1] != found[2]
        ]
        assert different[:10] == [], encoding


# The encoding of a document: HTML Standard 13.2.3.2 and 13.2.3.4
# ---------------------------------------------

METAS = [
    b"<meta charset=koi8-r>",
    b"<meta charset=koi8-u>",
    b"<META CharSet = 'EUC-KR' />",
    b"<meta http-equiv=content-type content='text/html; charset=windows-1251'>",
    b"<meta charset=klingon>",
]
#: Pages whose encoding is hard to determine.
DECLARATIONS = [
    b"",
    b"<p>",
    # The bytes end inside a tag.
    *(b"<meta charset=big5" + end for end in (b"", b"\n", b"/", b" x='>", b"'>")),
    *(b"<meta charset='big5" + end for end in (b"", b">", b"'", b"'>")),
    # A declaration at each offset around byte 1024
    *(
        start.ljust(length) + METAS[0]
        for start in (b"", b"<p>", b"</head>")
        for length in range(1000, 1030)
    ),
    *(b"<p>".ljust(length) + b"<meta charset=koi8-u>" for length in range(1000, 1010)),
    # Elements that Chromium treats as part of the head section, and other elements
    *(
        f"<{name}></{name}>".encode().ljust(1100) + METAS[0]
        for name in (
            *(
                "html",
                "head",
                "title",
                "base",
                "link",
                "meta",
                "style",
                "script",
                "noscript",
                "object",
                "template",
            ),
            *(
                "basefont",
                "bgsound",
                "command",
                "noframes",
                "iframe",
                "textarea",
                "xmp",
                "plaintext",
                "body",
                "br",
                "x",
            ),
        )
    ),
    *(
        f"<{name}>".encode().ljust(1100) + METAS[0]
        for name in ("html", "head", "base", "link", "object", "body", "p")
    ),
    *(
        f"</{name}>".encode().ljust(1100) + METAS[0]
        for name in ("html", "head", "base", "title", "object", "body", "p")
    ),
    # XML declarations
    *(
        declaration + rest
        for declaration in (
            b"<?xml version='1.0' encoding='koi8-r'?>",
            b'<?xml encoding = "koi8-r"?>',
            b"<?xml" + b" " * 1100 + b"encoding='koi8-r'?>",
            b"<?xml encoding='koi8-r'>",
            b"<?xml encoding='koi8-r'",
            b"<?xml encoding=koi8-r?>",
            b"<?xml encoding=' koi8-r'?>",
            b"<?xml encoding='utf-16'?>",
            b"<?xml encoding='x-user-defined'?>",
            b"<?xml encoding='klingon'?>",
            b"<?xml x='encoding' encoding='koi8-r'?>",
            b"<?xmlencoding='koi8-r'?>",
            b"<?XML encoding='koi8-r'?>",
            b" <?xml encoding='koi8-r'?>",
            b"\xef\xbb\xbf<?xml encoding='koi8-r'?>",
        )
        for rest in (b"", METAS[1], b"<p>" * 400 + METAS[1])
    ),
    *(
        "<?xml version='1.0'?><p>".encode(encoding)
        for encoding in ("utf-16", "utf-16-le", "utf-16-be")
    ),
]
ATTRIBUTES = [
    *(
        b"charset=" + label
        for label in (b"koi8-r", b"klingon", b"big5", b"utf-16", b"x-user-defined", b"''", b"utf-7")
    ),
    *(
        b"charset=" + label
        for label in (b"replacement", b"koi8&#45;r", b"koi8-r\0", b"' koi8-u '", b"\x0bkoi8-r")
    ),
    *(
        b"http-equiv=" + value
        for value in (b"content-type", b"'Content-Type'", b"refresh", b"' content-type'")
    ),
    *(
        b"content='" + value + b"'"
        for value in (b"", b"charset=klingon", b"text/html;charset=windows-1251")
    ),
    *(
        b"content='" + value + b"'"
        for value in (b'charset="koi8-u"', b'charset="koi8-u', b"charset = koi8-u x")
    ),
    *(
        b"content='" + value + b"'"
        for value in (b"charset charset=koi8-u", b"charset=&quot;koi8-u&quot;")
    ),
    *(b"charset", b"name=x", b"/", b"<meta"),
]
FILLING = [
    *(
        (b"<!--", b"-->"),
        (b"<script>", b"</script>"),
        (b"<style>", b"</style>"),
        (b"<title>", b"</title>"),
        (b"", b""),
    ),
    *(
        (b"<link href='", b"'>"),
        (b"<p title='", b"'>"),
        (b"<noscript>", b"</noscript>"),
        (b"</p ", b">"),
        (b"<!", b">"),
    ),
]
MARKUP = [
    *(
        b"<!--",
        b"-->",
        b"--!>",
        b"<!-->",
        b"<!--->",
        b"<!doctype html>",
        b"<![CDATA[",
        b"]]>",
        b"<?php",
        b"</>",
        b"<>",
    ),
    *(
        b"<",
        b">",
        b"'",
        b'"',
        b"<a b='",
        b"'>",
        b"</title x",
        b"<script/>",
        b"</script ",
        b"<scriptx",
        b"</SCRIPT/",
        b"--",
    ),
    *(
        f"<{slash}{name}>".encode()
        for slash in ("", "/")
        for name in (
            "html",
            "head",
            "body",
            "p",
            "title",
            "script",
            "style",
            "noscript",
            "object",
            "template",
            "svg",
            "xmp",
        )
    ),
    *(
        f"<{slash}{name}>".encode()
        for slash in ("", "/")
        for name in ("textarea", "iframe", "noembed", "noframes")
    ),
]


def random_page(random: Random) -> bytes:
    """Return a page with several `meta` elements, or text that looks like them, among markup that
    the prescan skips."""
    kind = random.randrange(4)
    if kind == 0:
        attributes = b" ".join(random.choices(ATTRIBUTES, k=random.randint(1, 4)))
        return (
            b"<meta "
            + attributes
            + random.choice([b">", b"/>", b"\n>", b"\n"])
            + random.choice([b"", METAS[0]])
        )
    if kind == 1:
        start = random.choice([b"", b"<html><head>", b"<p>", b"</head>", b"<script></script>"])
        before, after = random.choice(FILLING)
        length = random.randint(990, 1060) - len(start + before + after)
        return start + before + b"x" * length + after + b"".join(random.choices(METAS, k=2))
    if kind == 2:
        return b"".join(random.choices([*MARKUP, *METAS], k=random.randint(1, 14))) + METAS[3]
    pieces = []
    for _ in range(random.randint(2, 10)):
        before, after = random.choice(FILLING)
        pieces += [
            before + b"x" * random.randint(0, 900) + after,
            random.choice(MARKUP),
            random.choice(METAS),
        ]
    return b"".join(random.sample(pieces, random.randint(1, len(pieces)))) + random.choice(METAS)


#: Media types, with parameters.
CONTENT_TYPES = [
    *(
        f"text/html;charset={label}"
        for label in ("koi8-r", '"koi8-r"', "'koi8-r'", " koi8-r", "koi8-r ", '" koi8-r "')
    ),
    *(
        f"text/html;charset={label}"
        for label in ("", '""', '"koi8-r', '"koi8-r"x', '"koi8\\-r"', "klingon", "utf-7")
    ),
    *(
        f"text/html;charset={label}"
        for label in ("utf-16", "x-user-defined", "iso-2022-kr", "replacement")
    ),
    *(
        f"text/html{parameters}"
        for parameters in (";charset", ";;charset=koi8-r", ";charset =koi8-r", " ; CHARSET=KOI8-R")
    ),
    *(
        f"text/html;{first};charset=koi8-r"
        for first in ("charset", "charset=", 'charset=""', "charset=big5", 'x="a;b"')
    ),
    "TEXT/HTML;charset=koi8-r",
]
XML_TYPES = ["application/xml", "image/svg+xml", "application/xhtml+xml", "text/xml;charset=big5"]
XML_DOCUMENTS = [
    b"<a/>",
    *(
        f"<?xml version='1.0' encoding='{label}'?><a/>".encode()
        for label in ("koi8-r", "klingon", "utf-16", "latin1")
    ),
    b"<?xml version='1.0' encoding='x-user-defined'?><a/>",
    b"<a xmlns='http://www.w3.org/1999/xhtml'><meta charset='koi8-r'/></a>",
    b"\xef\xbb\xbf<?xml version='1.0' encoding='koi8-r'?><a/>",
    "\ufeff<a/>".encode("utf-16-le"),
    "<?xml version='1.0'?><a/>".encode("utf-16-be"),
]


def character_sets(
    browser: Browser,
    site: Site,
    pages: list[tuple[str, bytes]],
    encoding: str = "windows-1252",
) -> list[str]:
    """Return the encodings of pages in frames of a page in an encoding, which is by default the one
    without a frame. `pages` has their content types and bytes."""
    found: list[str] = []
    for start in range(0, len(pages), 100):
        addresses = [
            site.put(f"/declared/{number}", data, content_type)
            for number, (content_type, data) in enumerate(pages[start : start + 100], start)
        ]
        frames = "".join(f'<iframe src="{address}"></iframe>' for address in addresses)
        browser.visit(site.put(f"/declared/of/{start}", frames, f"text/html;charset={encoding}"))
        is_loaded = (
            'document.readyState === "complete" && document.querySelectorAll("iframe").length'
        )
        browser.wait_until(f"return {is_loaded} === {len(addresses)}", 60)
        found += browser.run(
            """return Array.from(document.querySelectorAll("iframe"), frame => frame.contentDocument.characterSet)"""
        )
    return [name.lower() for name in found]


def test_declared_encoding_agrees_with_chromium(browser: Browser, site: Site) -> None:
    random = Random(0)
    pages = [*DECLARATIONS, *(random_page(random) for _ in range(600))]
    theirs = character_sets(browser, site, [("text/html", page) for page in pages])
    ours = [parse(page, "http://h/", content_type="text/html").encoding for page in pages]
    assert [found for found in zip(pages, ours, theirs, strict=True) if found[1] != found[2]] == []


@pytest.mark.parametrize(
    "encoding", ["utf-8", "windows-1251", "gbk", "iso-2022-jp", "x-user-defined"]
)
def test_encoding_of_a_frame_agrees_with_chromium(
    encoding: str, browser: Browser, site: Site
) -> None:
    random = Random(encoding)
    pages = [*DECLARATIONS, *(random_page(random) for _ in range(50))]
    theirs = character_sets(browser, site, [("text/html", page) for page in pages], encoding)
    around = parse("", "http://h/", encoding=encoding)
    ours = [parse(page, "http://h/f", container=around, content_type="text/html") for page in pages]
    found = zip(pages, [page.encoding for page in ours], theirs, strict=True)
    assert [one for one in found if one[1] != one[2]] == []


def test_encoding_of_content_type_agrees_with_chromium(browser: Browser, site: Site) -> None:
    pages = [
        *((content_type, b"<!doctype html>") for content_type in CONTENT_TYPES),
        *((content_type, data) for content_type in XML_TYPES for data in XML_DOCUMENTS),
    ]
    theirs = character_sets(browser, site, pages)
    ours = [encoding_found(data, content_type) for content_type, data in pages]
    # If the bytes are not XML in the given encoding, urldom raises, and Chromium shows an error.
    assert [
        found
        for found in zip(pages, ours, theirs, strict=True)
        if found[1] not in (found[2], "not well-formed")
    ] == []
    assert [
        data
        for (_, data), found in zip(pages, ours, strict=True)
        if found == "not well-formed" and b"\0" not in data
    ] == []


def encoding_found(data: bytes, content_type: str) -> str:
    try:
        return parse(data, "http://h/", content_type=content_type).encoding
    except ValueError as error:
        assert "U+0000" in str(error)
        return "not well-formed"


def test_invalid_bytes_in_the_url_of_a_link_agree_with_chromium(
    browser: Browser, site: Site
) -> None:
    """The URL of a link contains bytes that are invalid in the page's encoding."""
    random = Random(0)
    values = [byte for byte in SINGLES if byte not in b'\0\t\n\r"&<>\x1b']
    for encoding in [encoding for encoding in ENCODINGS if not encoding.startswith("utf-16")]:
        # Chromium departs from the Standard for these bytes, so
        # test_decoded_text_agrees_with_chromium leaves them out too.
        chosen = [
            byte for byte in values if byte != {"euc-jp": b"\x8f", "big5": b"\x88"}.get(encoding)
        ]
        links = [
            b'<a href="#' + b"".join(random.choices(chosen, k=8)) + b' "></a>' for _ in range(100)
        ]
        data = b"<!doctype html>" + b"\n".join(links)
        page = site.put("/bytes", data, f"text/html;charset={encoding}")
        browser.visit(page)
        theirs = browser.run("""return Array.from(document.links, link => link.href)""")
        assert [url.url for url in parse(data, page, encoding=encoding).urls()] == theirs, encoding


def test_byte_order_mark_is_not_part_of_the_text(browser: Browser) -> None:
    marks = {"utf-8": b"\xef\xbb\xbf", "utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}
    for encoding, mark in marks.items():
        for data in (mark, mark + mark, mark + b"<\0p\0>\0", mark + b"<\0"):
            their = browser.run(
                """return new TextDecoder(argument.encoding).decode(Uint8Array.from(argument.data))""",
                {"encoding": encoding, "data": list(data)},
            )
            assert parsing.decode_source(data, "koi8-r", is_xml=False) == (their, encoding)
