"""The URLs and encodings of style sheets (CSS Syntax 3 and CSS Values 4), compared with
Chromium's."""

from __future__ import annotations

from random import Random

from tests.trees.test_css_imports import BEFORE, BLOCKING, texts
from tests.trees.test_syntaxes import SUBSTITUTES
from urldom.trees import stylesheet

from .browser import Browser, Site

#: The functions that Chromium does not know, or whose strings it does not load.
NOT_IN_CHROMIUM = ("attr", "first-valid", "inherit", "random-item", "toggle")

#: Text before a rule. Some of these texts look like URLs, but none contains a URL.
NOISE = [
    *(
        b"",
        b" ",
        b"\n",
        b"\r\n",
        b"\f",
        b"/*\0*/",
        b"/**/",
        b"/* url(x) */",
        b"/* a{b:url(x)} */",
        b"/*\xff*/",
        b"/*/*/",
    ),
    *(
        b"<!-- ",
        b"-->",
        b"p{content:'url(x)'}",
        b'p{content:"a{background-image:url(x)}"}',
        b"p{content:'\\\nurl(x)'}",
    ),
    *(
        b"p{content:'\\'url(x)'}",
        b"p{--x:'url(x)'}",
        b"@media print{}",
        b"p{color:red;;}",
        b"\\75rl{}",
        b"p[a='url(x)']{}",
    ),
    *(
        b"@namespace n url(n);",
        b"p\xe9 {}",
        b"p{content:'\xff'}",
        b"urlx{}",
        b"p:not(url){}",
        b"p{color:url(x\\\n)}",
        b"p{color:url(x y\\\\)}",
        b'p{color:url(x"\\)\\\\)}',
        b"p{color:urlx(y)}",
    ),
]
#: Ways to write a URL as the value of a property.
VALUES = [
    *(
        b"url(%s)",
        b"url('%s')",
        b'url("%s")',
        b"url( %s )",
        b"url(\t'%s'\n)",
        b"URL(%s)",
        b"uRl( '%s')",
        b"u\\72l(%s)",
    ),
    *(
        b"\\75rl('%s')",
        b"url(/x%s)",
        b"url(//h/%s)",
        b"url(\f%s\r\n)",
        b"url(%s\n)",
        b"image-set('%s' 1x)",
        b"\\55 RL(%s)",
    ),
    *(
        b"image-set(url(%s) 1x)",
        b"-webkit-image-set('%s' 1x)",
        b"/**/url(%s)",
        b"url('%s'/**/)",
        b"u\\000072l(%s)",
    ),
]
#: Parts of URLs. Hosts are left out, because Chromium parses some hosts differently.
PARTS = [
    *(
        b"a",
        b"b.png",
        b"/y",
        b"..",
        b"?q",
        b"\\)",
        b"\\(",
        b"\\'",
        b'\\"',
        b"\\ ",
        b"\\\\y",
        b"\\26 ",
        b"\\26",
        b"\\000026x",
    ),
    *(
        b"\\0 ",
        b"\\d800 ",
        b"\\110000 ",
        b"\\ffffff",
        b"\\E9\r\n",
        b"\\e9\t",
        b"\0",
        b"\xff",
        b"\xc3\xa9",
        b"\xe2\x82",
        b"\\z",
    ),
    *(
        b"%20",
        b"&",
        b"<",
        b"{",
        b"}",
        b";",
        b"!",
        b"@",
        b"/*",
        b"*/",
        b"url",
        b":",
        b"http:",
        b"\\\xff",
        b"\\\0",
        b"-->",
        b"\x80",
    ),
]
AROUND = [
    (b"", b""),
    (b"@media all{", b"}"),
    (b"@supports (color:red){", b"}"),
    (b"@layer x{", b"}"),
    (b"@media all{@media all{", b"}}"),
]
ENDS = [b"}", b" }", b";}", b"!important}", b"; color:red}", b";;}", b" /* url(x) */ }", b"\n}\n"]

#: Ways to declare an encoding: the content type, and the first bytes.
DECLARATIONS = [
    *(
        (f"text/css;charset={label}", b"")
        for label in ("koi8-r", "big5", "shift_jis", "utf-16", "klingon", '"koi8-r"')
    ),
    *(
        ("text/css", f'@charset "{label}";'.encode())
        for label in ("koi8-r", "euc-kr", "utf-16", "klingon")
    ),
    *(
        ("text/css", start)
        for start in (b"@charset 'koi8-r';", b' @charset "koi8-r";', b'@charset "koi8-r" ;')
    ),
    *(
        ("text/css", start)
        for start in (
            b'@CHARSET "koi8-r";',
            b'@charset  "koi8-r";',
            b'\xef\xbb\xbf@charset "koi8-r";',
        )
    ),
    ("text/css;charset=big5", b'@charset "koi8-r";'),
    ("text/css;charset=klingon", b'@charset "koi8-r";'),
    ("text/css", b""),
]


def random_style_sheet(random: Random, number: int, encoding: str) -> tuple[bytes, int]:
    """Return a style sheet. Each rule sets a URL for one element. The elements are numbered from
    `number` on. Also return the number after the last element.

    Texts that look like URLs are between the rules. The last rule may be incomplete."""
    rules: list[bytes] = []
    for _ in range(random.randint(1, 6)):
        before, after = random.choice(AROUND)
        # CSS Values 4 requires queries in UTF-8. Chromium uses the style sheet's encoding, so only
        # UTF-8 style sheets have queries.
        parts = PARTS if encoding == "utf-8" else [part for part in PARTS if b"?" not in part]
        value = random.choice(VALUES) % b"".join(random.choices(parts, k=random.randint(1, 5)))
        rule = b"#e%d{background-image:" % number + value
        rules += [random.choice(NOISE), before, rule, random.choice(ENDS), after]
        number += 1
    if random.random() < 0.5:
        # A style sheet never ends with a backslash, because Chromium and tinycss2 read this
        # backslash differently.
        rules[-3:] = [rules[-3][:-1].rstrip(b"\\")]
    return b"".join(rules), number


def images(
    browser: Browser, site: Site, sheets: list[tuple[str, bytes]], encoding: str, count: int
) -> tuple[list[str], list[str | None]]:
    """Load a page with style sheets. Return their addresses, and the background images of `count`
    elements.

    `sheets` has the content types and the bytes of the style sheets. `encoding` is the page's
    encoding."""
    addresses = [
        site.put(f"/sheets/{number}", data, kind) for number, (kind, data) in enumerate(sheets)
    ]
    links = "".join(f'<link rel="stylesheet" href="{address}">' for address in addresses)
    elements = "".join(f'<p id="e{number}">' for number in range(count))
    browser.visit(
        site.put("/sheets/", f"<!doctype html>{links}{elements}", f"text/html;charset={encoding}")
    )
    browser.wait_until('return document.readyState === "complete"', 60)
    found: list[str | None] = browser.run(
        r"""return Array.from(document.querySelectorAll("p"), element => {
            const url = getComputedStyle(element).backgroundImage.match(/url\("(.*)"\)/)
            return url && url[1].replace(/\\(["\\])/g, "$1")
        })"""
    )
    return addresses, found


def test_urls_of_random_style_sheets_agree_with_chromium(browser: Browser, site: Site) -> None:
    random = Random(0)
    for encoding in ("utf-8", "windows-1252", "shift_jis"):
        sheets: list[tuple[str, bytes]] = []
        places: list[int] = [0]
        for _ in range(150):
            sheet, number = random_style_sheet(random, places[-1], encoding)
            sheets.append(("text/css", sheet))
            places.append(number)
        addresses, theirs = images(browser, site, sheets, encoding, places[-1])
        different = []
        for (_, data), address, start, end in zip(
            sheets, addresses, places, places[1:], strict=False
        ):
            found = stylesheet(data, address, environment_encoding=encoding)
            ours = [url.url for url in found.urls()]
            found.make_absolute()
            rewritten = [
                url.value
                for url in stylesheet(
                    bytes(found), "http://x/", environment_encoding=encoding
                ).urls()
            ]
            if not ours == rewritten == theirs[start:end]:
                different.append((data, ours, rewritten, theirs[start:end]))
        assert different == [], encoding


def test_encodings_of_style_sheets_agree_with_chromium(browser: Browser, site: Site) -> None:
    rules = [
        b"#e%d{background-image:url(\xc1\xc2)}" % number for number in range(len(DECLARATIONS))
    ]
    for encoding in ("windows-1251", "utf-8"):
        sheets = [
            (kind, start + rule) for (kind, start), rule in zip(DECLARATIONS, rules, strict=True)
        ]
        addresses, theirs = images(browser, site, sheets, encoding, len(sheets))
        ours = []
        for (kind, data), address in zip(sheets, addresses, strict=True):
            found = stylesheet(data, address, content_type=kind, environment_encoding=encoding)
            ours.append(next((url.url for url in found.urls()), None))
        assert list(zip(sheets, ours, strict=True)) == list(zip(sheets, theirs, strict=True)), (
            encoding
        )


def test_chromium_loads_the_strings_that_functions_substitute(browser: Browser, site: Site) -> None:
    values = [each for each in SUBSTITUTES if each.split("(")[0] not in NOT_IN_CHROMIUM]
    elements = ["<style>@function --f(--a) { result: var(--a) }</style>"]
    for number, value in enumerate(values):
        css = f"background-image: image-set({value} 1x)".replace('"a"', f'"/a{number}"')
        if "style(" in value:
            css += '; --n: "b"'  # which makes the condition true
        elements.append(f"<p style='{css}'>")
    browser.visit(site.put("/substituted", "".join(elements)))
    loaded = {path for path in browser.run(LOADED_PATHS) if path.startswith("/a")}
    assert loaded == {f"/a{number}" for number in range(len(values))}


LOADED_PATHS = """return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"""


def test_chromium_loads_the_same_imports(browser: Browser, site: Site) -> None:
    rules = [*texts(BEFORE), *texts(BLOCKING)]
    for path in ("/y1", *(f"/i{number}" for number in range(len(rules)))):
        site.put(path, "", "text/css")
    for number, before in enumerate(rules):
        sheet = f"{before} @import url(i{number});"
        site.put("/sheet", sheet, "text/css")
        browser.visit(site.put("/page", f"<link rel=stylesheet href='/sheet?{number}'>"))
        *_, found = stylesheet(sheet, "http://h/").urls()
        is_loaded = f"/i{number}" in browser.run(LOADED_PATHS)
        assert (found.kind == "resource") == is_loaded, sheet
