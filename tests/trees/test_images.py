"""`page.image_source()` returns the image that a browser loads (HTML Standard 4.8.4.3)."""

from __future__ import annotations

import math
from fractions import Fraction
from html import escape
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.calls import count_calls
from tests.cases import each_case, few_or_many
from tests.conformance import cases
from tests.trees.parsers import each_html_parser, each_xml_parser, parse_xml
from urldom import URL
from urldom.trees import document, parse
from urldom.trees._libraries import adapt
from urldom.trees._tree import html_name

ADDRESS = "http://h/d/page"
SCREEN = {"width": 1000, "height": 800}


def image(attributes, *sources, **options):
    """Return the URL of an `img`, relative to the page's folder, or `None`. `sources` are before it
    in a `picture`."""
    root = ElementTree.Element("html")
    parent = ElementTree.SubElement(root, "picture") if sources else root
    for source in sources:
        ElementTree.SubElement(parent, "source", source)
    node = ElementTree.SubElement(parent, "img", attributes)
    url = document(root, ADDRESS).image_source(node, **{**SCREEN, **options})
    return None if url is None else url.removeprefix("http://h/d/")


def matches(query, **options):
    return image({"src": "no"}, {"srcset": "yes", "media": query}, **options) == "yes"


def is_size(sizes, expected, **options):
    """Return `True` if the source size is between the next lower and the next higher pixel."""
    widths = {
        "below": max(1, math.floor(expected) - 1),
        "size": math.ceil(expected) + 1,
        "above": 1_000_000,
    }
    if expected == 1:
        del widths["below"]  # No image has less than one pixel.
    srcset = ", ".join(f"{name} {width}w" for name, width in widths.items())
    return image({"srcset": srcset, "sizes": sizes}, **options) == (
        "below" if expected < 1 else "size"
    )


# Conformance
# ------------------------------------------------------------------------------------------------------


@pytest.mark.conformance
def test_srcset_has_the_results_of_web_platform_tests():
    for case in cases("srcset"):
        attributes = {name: case[name] for name in ("srcset", "sizes") if case[name] is not None}
        expected = URL(case["selected"], ADDRESS).href if case["selected"] else None
        found = image(attributes)
        assert (found if found is None else URL(found, ADDRESS).href) == expected, case


#: Sizes for which web-platform-tests expect 1px. By Media Queries 4, a width is greater than a
#: negative one ("false in the negative range"), and any token is allowed in parentheses
#: (`<general-enclosed>`). Chromium follows it in both.
LEFT = {"(min-width:-1px) 100vw, 1px", "(min-width:0) or (!) 100vw, 1px"}


@pytest.mark.conformance
def test_sizes_have_the_results_of_web_platform_tests():
    srcset = "small 50w, large 51w"
    for case in cases("sizes"):
        is_same = image({"srcset": srcset, "sizes": case["sizes"]}) == image(
            {"srcset": srcset, "sizes": case["same_as"]}
        )
        assert is_same == (case["sizes"] not in LEFT), case


# The choice
# ---------------------------------------------------------------------------------------------------------


@each_case(
    ("attributes", "density", "expected"),
    [
        ({"src": "a"}, 1, "a"),
        ({"src": ""}, 1, None),
        ({}, 1, None),
        ({"srcset": "", "src": "a"}, 1, "a"),
        ({"srcset": "a 1x, b 2x, c 3x"}, 1, "a"),
        ({"srcset": "a 1x, b 2x, c 3x"}, 1.25, "b"),
        ({"srcset": "c 3x, b 2x, a 1x"}, 2, "b"),
        ({"srcset": "a 1x, b 2x, c 3x"}, 4, "c"),
        ({"srcset": "a .5x, b 0x"}, 1, "a"),
        ({"srcset": "a 2x, b 2x, c 2.0x"}, 1, "a"),
        ({"srcset": "a 2x", "src": "b"}, 1, "b"),
        ({"srcset": "a 2x", "src": "b"}, 2, "a"),
        ({"srcset": "a", "src": "b"}, 1, "a"),
        ({"srcset": "a 10w", "src": "b"}, 1, "a"),
        ({"srcset": "a 10w 5h, b 1000w 500h", "src": "c"}, 1, "b"),
        ({"srcset": "a 500w, b 999w, c 1000w, d 2000w"}, 1, "c"),
        ({"srcset": "a 500w, b 999w, c 1000w, d 2000w"}, 2, "d"),
        ({"srcset": "a 500w, b 999w, c 1000w, d 2000w", "sizes": "50vw"}, 1, "a"),
        ({"srcset": "b 2000w, a 1000w", "sizes": "0"}, 1, "b"),  # Both densities are infinite.
        ({"srcset": "a 1x, b 500w", "sizes": "500px"}, 1, "a"),
        ({"srcset": "b 400w, c 800w", "sizes": "auto, 400px", "loading": "lazy"}, 1, "b"),
        ({"srcset": f"a {'9' * 400}w, b 1w"}, 1, "a"),
        ({"srcset": "http://[/ 1x", "src": "b"}, 1, None),
    ],
)
def test_image_has_the_least_density_that_is_enough(attributes, density, expected):
    assert image(attributes, density=density) == expected


@each_case(
    ("sources", "expected"),
    [
        ([{"srcset": "a"}], "a"),
        ([{"srcset": "a"}, {"srcset": "b"}], "a"),
        ([{}], "img"),
        ([{"srcset": ""}], "img"),
        ([{"srcset": "a -1x"}, {"srcset": "b"}], "b"),
        ([{"src": "a"}], "img"),
        ([{"srcset": "a 2x"}], "a"),
        ([{"srcset": "a 100w, b 200w", "sizes": "150px"}], "b"),
        ([{"srcset": "a", "media": "print"}, {"srcset": "b", "media": "(width > 900px)"}], "b"),
        ([{"srcset": "a", "media": ""}], "a"),
        ([{"srcset": "a", "media": ","}], "img"),
        ([{"srcset": "a", "type": "image/webp"}], "a"),
        ([{"srcset": "a", "type": " IMAGE/PNG ; q=1 "}], "a"),
        ([{"srcset": "a", "type": ""}], "a"),
        ([{"srcset": "a", "type": "image/tiff"}, {"srcset": "b", "type": "image/avif"}], "b"),
        ([{"srcset": "a", "type": "image"}], "img"),
        ([{"srcset": "a", "type": "text/html"}], "img"),
        ([{"srcset": "a", "type": "image/png,image/gif"}], "img"),
        ([{"srcset": "a", "width": "5", "height": "5"}], "a"),
    ],
)
def test_first_source_that_suits_is_used(sources, expected):
    assert image({"src": "img", "sizes": "1px"}, *sources) == expected


PAGE = """<!DOCTYPE html><html><head><base href="/base/"></head><body>
<picture><source srcset="a"><img n=a><source srcset="b"></picture>
<picture><img src="b" n=b><source srcset="c"></picture>
<picture><div><source srcset="d"></div><img src="e" n=e></picture>
<div><source srcset="f"><img src="g" n=g></div>
<picture><source srcset="h" media="print"><source srcset="i?я, j 2x"><p></p><img src="k" n=i?%D1%8F></picture>
<picture><div><img src="l" n=l></div></picture></body></html>"""


@each_html_parser
def test_all_libraries_select_the_same_images(parse):
    page = document(parse(PAGE), ADDRESS, encoding="utf-8")
    tree = adapt(page.tree)
    nodes = list(tree.find(html_name(tree, "img")))
    assert len(nodes) == 6
    for node in nodes:
        assert page.image_source(node, width=1000) == f"http://h/base/{tree.get(node, 'n')}"


@each_xml_parser
def test_images_of_xhtml_are_selected_and_others_raise(parse):
    text = (
        '<r xmlns:h="http://www.w3.org/1999/xhtml"><h:picture><h:source'
        ' srcset="a"/><h:img/></h:picture><img/></r>'
    )
    page = document(parse(text), ADDRESS)
    tree = adapt(page.tree)
    (node,) = tree.find("{http://www.w3.org/1999/xhtml}img")
    assert page.image_source(node, width=1000) == "http://h/d/a"
    (other,) = tree.find("img")
    with pytest.raises(
        ValueError,
        match="the node must be an img, or a link with rel=preload and as=image, not 'img'",
    ):
        page.image_source(other, width=1000)


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"href": "a"}, "a"),
        ({"href": "a", "imagesrcset": "b 100w, c 1000w", "imagesizes": "50px"}, "b"),
        ({"href": "a", "imagesrcset": "b 2x"}, "a"),
        ({"href": "a", "srcset": "b", "sizes": "1px"}, "a"),
        ({"href": "a", "media": "print"}, None),
        ({"href": "a", "media": "screen", "type": "image/png"}, "a"),
        ({"href": "a", "type": "image/tiff"}, None),
        ({}, None),
    ],
)
def test_preload_selects_by_its_own_attributes(attributes, expected):
    root = ElementTree.Element("html")
    picture = ElementTree.SubElement(root, "picture")
    ElementTree.SubElement(picture, "source", srcset="no")
    node = ElementTree.SubElement(
        picture, "link", {"rel": "x PRELOAD", "as": "Image", **attributes}
    )
    found = document(root, ADDRESS).image_source(node, width=1000)
    assert found == (None if expected is None else f"http://h/d/{expected}")


def test_keywords_of_a_preload_are_separated_by_ascii_whitespace():
    page = document(
        ElementTree.XML('<html><link rel="preload\xa0x" as="image" href="a"/></html>'), ADDRESS
    )
    with pytest.raises(ValueError, match="rel=preload"):
        page.image_source(page.tree[0], width=1000)


def test_url_is_resolved_with_the_encoding_and_the_base_of_the_element():
    page = parse(
        '<img srcset=" ,?q=я 1x">'.encode("koi8-r"),
        ADDRESS,
        content_type="text/html; charset=koi8-r",
        parser="lxml",
    )
    assert page.image_source(page.tree.find(".//img"), width=1) == "http://h/d/page?q=%D1"
    page = document(
        parse_xml('<html xml:base="/x/"><img src="a"/></html>'), ADDRESS, standard="html5"
    )
    assert page.image_source(page.tree[0], width=1) == "http://h/x/a"


# Sizes
# --------------------------------------------------------------------------------------------------------------


@each_case(
    ("sizes", "expected"),
    [
        *(
            ("100px", 100),
            ("1in", 96),
            ("2.54cm", 96),
            ("25.4mm", 96),
            ("101.6Q", 96),
            ("72pt", 96),
            ("6pc", 96),
        ),
        *(
            ("10em", 160),
            ("10rem", 160),
            ("10ex", 80),
            ("10CH", 80),
            ("10ric", 160),
            ("10cap", 110),
            ("10rlh", 180),
        ),
        *(
            ("10vw", 100),
            ("10vh", 80),
            ("10vmin", 80),
            ("10vmax", 100),
            ("10svw", 100),
            ("10lvh", 80),
            ("10dvb", 80),
        ),
        *(
            ("10cqi", 100),
            ("1e2px", 100),
            ("+1.5E+2px", 150),
            ("0", 0),
            ("-0px", 0),
            ("\\31 00px", 1000),
        ),
        ("calc(100px + 50px - 20px)", 130),
        ("calc(100px + 50px * 2)", 200),
        ("calc((100px + 50px) * 2 / 3)", 100),
        ("calc(2 * (3 + 4) * 1px)", 14),
        ("CALC(100vw - calc(2 * min(50px, 10vw)))", 900),
        ("min(500px, 20vw, 30em)", 200),
        ("max(500px, 20vw, 30em)", 500),
        ("clamp(200px, 10vw, 300px)", 200),
        ("clamp(200px, 25vw, 300px)", 250),
        ("clamp(200px, 90vw, 300px)", 300),
        ("clamp(400px, 90vw, 300px)", 400),
        ("calc(-5px)", 0),
        ("calc(10px*10px/1px)", 100),
        ("calc(0px / 0)", 0),
        ("min(100px, 0px / 0)", 0),
        ("clamp(10px, 20px, 0px / 0)", 0),
        ("(width: 1000px) 70px, 80px", 70),
        ("(width: 999px) 70px, 80px", 80),
        ("(width)70px", 70),
        ("not (print) 70px, 80px", 80),
        ("(width) 10%, 70px", 70),
        ("auto, 70px", 70),
        ("auto", 1000),
        ("70px,", 70),
        ("calc(" * 90 + "70px" + ")" * 90, 70),
        # Invalid entries are skipped, and the default is 100vw.
        *(
            (text, 1000)
            for text in (
                "calc(1px+2px)",
                "calc(1px +2px)",
                "calc(1px+ 2px)",
                "calc(1px - )",
                "calc(1px 2px)",
            )
        ),
        *(
            (text, 1000)
            for text in (
                "calc()",
                "calc(1)",
                "calc(1px + 1)",
                "calc(1px, 2px)",
                "calc(1px * 1px)",
                "min()",
            )
        ),
        *(
            (text, 1000)
            for text in (
                "min(1px, 2)",
                "clamp(1px, 2px)",
                "calc(10% + 1px)",
                "calc(1 / 1px)",
                "abs(1px)",
            )
        ),
        *(
            (text, 1000)
            for text in (
                "calc(1foo)",
                "(1px)",
                "1x",
                "1dpi",
                "calc(1dppx)",
                "calc(* 1px)",
                "calc(a)",
                "1px)",
            )
        ),
        *(
            (text, 1000)
            for text in (
                "[1px]",
                "calc([1px])",
                "1px 2px",
                "calc(1px) /",
                "max(1px,)",
                "(width)) 1px",
            )
        ),
        ("calc(" * 200 + "70px" + ")" * 200, 1000),
    ],
)
def test_source_size(sizes, expected):
    assert is_size(sizes, expected)


@pytest.mark.parametrize("sizes", ["1e999px", "calc(1e999px)", "calc(1px / 0)", f"{'9' * 400}px"])
def test_infinite_size_keeps_the_order_of_the_densities(sizes):
    assert image({"srcset": "a 10w, b 20w, c 15w", "sizes": sizes}) == "b"


def test_without_a_height_sizes_and_queries_that_need_it_are_left_out():
    for sizes in (
        "10vh",
        "10vmin",
        "10vb",
        "calc(1px + 1vmax)",
        "(height) 1px",
        "(orientation) 1px",
        "(aspect-ratio: 1) 1px",
    ):
        assert is_size(f"{sizes}, 70px", 70, height=None)
    assert is_size("10vi", 100, height=None)
    assert not matches("not (height)", height=None) and not matches(
        "not (orientation: portrait)", height=None
    )


# Media queries
# --------------------------------------------------------------------------------------------------------

TRUE = [
    *(
        "",
        " ",
        "/**/",
        "all",
        "SCREEN",
        "only screen",
        "not print",
        "not speech",
        "print, screen",
        "(width",
        "&, screen",
    ),
    *(
        "(width)",
        "(min-width: 1000px)",
        "(MAX-WIDTH:1000px)",
        "(width: 1000px)",
        "(width = 62.5em)",
        "(width>=1000px)",
    ),
    *(
        "(400px <= width < 1001px)",
        "(1001px>width>=400px)",
        "(1000px=width)",
        "(0<width)",
        "(width > -1px)",
    ),
    *(
        "(min-width:-1px)",
        "(min-width: calc(10px * 2))",
        "(calc(1px) < width)",
        "(\\77 idth)",
        "(height: 800px)",
    ),
    *(
        "(orientation: landscape)",
        "(aspect-ratio: 5/4)",
        "(aspect-ratio: 1.25)",
        "(aspect-ratio:1000 / 800)",
    ),
    *(
        "(min-aspect-ratio: 1)",
        "(max-aspect-ratio: 1/0)",
        "(max-aspect-ratio: 0/0)",
        "(1 < aspect-ratio < 3/2)",
    ),
    *(
        "(resolution: 96dpi)",
        "(resolution: 1x)",
        "(min-resolution: 37.7dpcm)",
        "(max-resolution: 1dppx)",
    ),
    *(
        "(min-resolution: calc(-1dppx))",
        "(-webkit-min-device-pixel-ratio: 1)",
        "(-webkit-device-pixel-ratio: 1.0)",
    ),
    *(
        "(color)",
        "(min-color: 8)",
        "(color: calc(4 * 2))",
        "(monochrome: 0)",
        "not (monochrome)",
        "not (color-index)",
    ),
    *(
        "(hover)",
        "(hover: HOVER)",
        "(pointer: fine)",
        "(prefers-color-scheme)",
        "(prefers-color-scheme: light)",
    ),
    *(
        "not (prefers-reduced-motion)",
        "not (prefers-contrast)",
        "(color-gamut: srgb)",
        "not (color-gamut: p3)",
    ),
    *(
        "(update: fast)",
        "(scripting)",
        "not (forced-colors)",
        "(device-width)",
    ),
    *(
        "(width) and (height)",
        "(foo) or (width)",
        "foo(bar) or (width)",
        "((foo) or (width))",
        "not (width: 0)",
    ),
    *(
        "(((width)) and (not (width: 0)))",
        "screen and (width) and (height)",
        "screen and not (width: 0)",
    ),
    *(
        "screen and ((foo) or (width))",
        "not print and (foo)",
        "not screen and (width: 0)",
        "(width)and (height)",
    ),
    *(
        "(min-width:0) or (!)",
        "(width) or ()",
        "(width) or (foo: [a])",
        '(width) or ("a',
        "(width<=/**/2000px)",
    ),
]
FALSE = [
    *(
        "print",
        "not screen",
        "not all",
        "speech",
        "only print",
        "(width: 0)",
        "(max-width: 999px)",
        "(width < 1000px)",
    ),
    *(
        "(min-width)",
        "(min-width: 1)",
        "(min-width: 10%)",
        "(min-width: foo)",
        "(width: 1e3)",
        "(min-width:1px 2px)",
    ),
    *(
        "(10px < width > 5px)",
        "(10px = width = 10px)",
        "(10px = width < 9999px)",
        "(width <=> 10px)",
        "(width < = 9999px)",
    ),
    *(
        "(width < 9999px < 99999px)",
        "(1px < 2px)",
        "(min-width > 1px)",
        "(1px < min-width)",
        "(width:1000px:1000px)",
    ),
    *(
        "(orientation > 0)",
        "(min-orientation: landscape)",
        "(orientation: portrait)",
        "(orientation = landscape)",
    ),
    *("(min-aspect-ratio: -1/2)", "(max-aspect-ratio: 5/4/1)", "(min-aspect-ratio: 1/0)"),
    *("(color: 8px)", "(grid)", "not (grid)", "(hover: 0)"),
    *(
        "(foo)",
        "not (foo)",
        "not ((foo))",
        "(foo) and (width)",
        "(type)",
        "not (type)",
        "(type: screen)",
        "not foo(bar)",
    ),
    *(
        "(foo) or (bar)",
        "not ((foo) or (width: 0))",
        "screen and (foo)",
        "not screen and (foo)",
        "not print and (])",
    ),
    *(
        "(width) and (height) or (color)",
        "not (width) and (height)",
        "(width) and not (width: 0)",
        "(width) (height)",
    ),
    *(
        "(width) and(height)",
        "screen or (width)",
        "screen and (width) or (height)",
        "screen and",
        "and",
        "or",
        "only",
    ),
    *(
        "not",
        "layer",
        "not layer",
        "only (width)",
        "screen, print, and"[8:],
        "(width) or (])",
        "(width) or [a]",
    ),
    *(
        "screen (width)",
        "screen and(width)",
        "not only screen",
        "(width);",
        "1px",
        ")",
        "(-webkit-min-width: 0)",
    ),
    *(
        "(min--webkit-device-pixel-ratio: 1)",
        "(min-min-width: 0)",
        "(width" * 200,
        "(" * 200 + "width" + ")" * 200,
    ),
]


@each_case("media", TRUE)
def test_query_that_matches(media):
    assert matches(media)


@each_case("media", FALSE)
def test_query_that_does_not_match(media):
    assert not matches(media)


@pytest.mark.parametrize(
    ("media", "query"),
    [
        ({"prefers-color-scheme": "dark"}, "(prefers-color-scheme: dark)"),
        ({"prefers-reduced-motion": "reduce"}, "(prefers-reduced-motion)"),
        ({"hover": "none"}, "not (hover)"),
        ({"orientation": "portrait"}, "(orientation: portrait)"),
        ({"color-gamut": "rec2020"}, "(color-gamut: p3)"),
        ({"dynamic-range": "high"}, "(dynamic-range: standard) and (dynamic-range: high)"),
        ({"resolution": 3}, "(resolution: 3x)"),
        ({"color": 0, "monochrome": 2}, "(monochrome: 2) and (not (color))"),
        ({"device-width": 2000.5}, "(device-width > 2000px)"),
        ({"update": "none"}, "not (update)"),
        ({"type": "print"}, "print"),
    ],
)
def test_media_answers_queries(media, query):
    assert matches(query, media=media) and not matches(query)


@each_case(
    ("options", "error", "message"),
    [
        ({"width": "5"}, TypeError, "width must be a number, not str"),
        ({"width": True}, TypeError, "width must be a number, not bool"),
        ({"width": None}, TypeError, "width must be a number, not NoneType"),
        ({"width": 0}, ValueError, "width must be a positive finite number, not 0"),
        ({"width": 10**400}, ValueError, "width must be a positive finite number"),
        ({"height": -1.5}, ValueError, "height must be a positive finite number, not -1.5"),
        ({"density": math.inf}, ValueError, "density must be a positive finite number, not inf"),
        ({"density": math.nan}, ValueError, "density must be a positive finite number, not nan"),
        ({"media": "print"}, TypeError, "media must be a mapping, not str"),
        (
            {"media": {"foo": "bar"}},
            ValueError,
            "unknown media feature 'foo': use one of .*, any-hover, ",
        ),
        ({"media": {5: "bar"}}, ValueError, "unknown media feature 5: use one of"),
        (
            {"media": {"hover": "some"}},
            ValueError,
            "unknown value of hover 'some': use one of hover, none",
        ),
        (
            {"media": {"hover": None}},
            ValueError,
            "unknown value of hover None: use one of hover, none",
        ),
        ({"media": {"color": "8"}}, TypeError, "color must be a number, not str"),
        ({"media": {"color": -1}}, ValueError, "color must be a positive finite number, not -1"),
        ({"media": {"color": False}}, TypeError, "color must be a number, not bool"),
        ({"media": {"color": None}}, TypeError, "color must be a number, not NoneType"),
    ],
)
def test_wrong_options_raise(options, error, message):
    with pytest.raises(error, match=message):
        image({"src": "a"}, **options)


@pytest.mark.parametrize("name", ["a", "source", "picture", "link"])
def test_node_that_is_not_an_image_raises(name):
    page = document(parse_xml(f'<html><{name} rel="icon" as="image"/></html>'), ADDRESS)
    with pytest.raises(ValueError, match=f"not '{name}'"):
        page.image_source(page.tree[0], width=1)
    with pytest.raises(TypeError, match="a node must be an element of the tree"):
        page.image_source("img", width=1)


# Properties
# -----------------------------------------------------------------------------------------------------------

SPACES = st.sampled_from(["", " ", "\n", "/**/", " /**/ "])
#: Three truth values: `None` is unknown. Each has the text of a query.
FACTS = st.sampled_from(
    [
        ("(width)", True),
        ("(width: 1px)", False),
        ("(foo)", None),
        ("f(x)", None),
        ("(color < 9)", True),
        ("(3 < color < 5)", False),
    ]
)


def negated(fact):
    text, value = fact
    return f"(not {text})", None if value is None else not value


def joined(word, facts, spaces):
    values = [value for _, value in facts]
    decisive = word == "or"
    value = decisive if decisive in values else None if None in values else not decisive
    return f"({spaces}{f' {word}{spaces} '.join(text for text, _ in facts)}{spaces})", value


CONDITIONS = st.recursive(
    FACTS,
    lambda inner: st.one_of(
        inner.map(negated),
        st.builds(
            joined, st.sampled_from(["and", "or"]), st.lists(inner, min_size=1, max_size=4), SPACES
        ),
    ),
    max_leaves=20,
)


@given(CONDITIONS)
def test_conditions_follow_three_valued_logic(condition):
    text, value = condition
    assert matches(text) == (value is True)
    assert matches(f"not {text}") == (value is False)
    assert is_size(f"{text} 70px, 80px", 70 if value else 80)


NUMBERS = st.integers(-20, 20).map(lambda number: Fraction(number, 4))
PIXELS = {
    "px": Fraction(1),
    "in": Fraction(96),
    "pt": Fraction(4, 3),
    "em": Fraction(16),
    "vw": Fraction(10),
    "vh": Fraction(8),
}
LENGTHS = st.tuples(NUMBERS, st.sampled_from([*PIXELS])).map(
    lambda pair: (f"{float(pair[0])}{pair[1]}", pair[0] * PIXELS[pair[1]])
)


def added(first, second, sign):
    value = first[1] + second[1] if sign == "+" else first[1] - second[1]
    return f"({first[0]} {sign} ({second[0]}))", value


def scaled(length, number, sign):
    text = f"{float(number)}"
    if sign == "/" and number:
        return f"({length[0]} / {text})", length[1] / number
    return f"({text}*{length[0]})", number * length[1]


def called(name, arguments):
    values = [value for _, value in arguments]
    if name == "clamp":
        arguments, values = (arguments * 3)[:3], (values * 3)[:3]
        value = max(values[0], min(values[1], values[2]))
    else:
        value = min(values) if name == "min" else max(values)
    return f"{name}({', '.join(text for text, _ in arguments)})", value


CALCULATIONS = st.recursive(
    LENGTHS,
    lambda inner: st.one_of(
        st.builds(added, inner, inner, st.sampled_from(["+", "-"])),
        st.builds(scaled, inner, NUMBERS, st.sampled_from(["*", "/"])),
        st.builds(
            called,
            st.sampled_from(["min", "max", "clamp"]),
            st.lists(inner, min_size=1, max_size=4),
        ),
    ),
    max_leaves=12,
)


@given(CALCULATIONS)
@example(("(0.25px / 0.25)", Fraction(1)))
def test_calculations_have_the_values_of_fractions(calculation):
    text, value = calculation
    if value < 900_000:
        assert is_size(f"calc({text})", max(Fraction(0), value))


@given(
    st.lists(st.tuples(st.integers(1, 50), st.sampled_from(["w", "x"]))),
    st.integers(1, 40),
    st.integers(1, 8),
)
def test_choice_is_the_least_sufficient_density(descriptors, size, density):
    srcset = ", ".join(
        f"{number} {value}{unit}" for number, (value, unit) in enumerate(descriptors)
    )
    densities = [
        Fraction(value, size) if unit == "w" else Fraction(value) for value, unit in descriptors
    ]
    found = image({"srcset": srcset, "sizes": f"{size}px"}, density=density)
    if not densities:
        assert found is None
    else:
        best = min((value for value in densities if value >= density), default=max(densities))
        assert found == str(densities.index(best))


PIECES = [
    *(
        "(",
        ")",
        "[",
        "{",
        "}",
        "calc(",
        "min(",
        "width",
        "not",
        "and",
        "or",
        ",",
        " ",
        "1px",
        "50",
        "/",
        "*",
        "+ ",
        "- ",
    ),
    *(
        "<",
        "=",
        ":",
        ">",
        "screen",
        "only",
        '"',
        "'",
        "\\",
        "\n",
        "/*",
        "*/",
        "url(",
        "@a",
        "#",
        "1e9",
        "%",
        "\ud800",
        "\0",
    ),
    *(
        "min-",
        "aspect-ratio",
        "resolution",
        "1x",
        "é",
        "U+1",
        "-->",
        "<!--",
        "layer",
        "auto",
        "9" * 5000,
        "||",
        "!",
        ";",
    ),
]


@given(st.lists(st.sampled_from(PIECES), max_size=15).map("".join))
def test_any_text_is_a_size_and_a_query(text):
    assert image({"srcset": "a 1w, b 500w", "sizes": text}) in ("a", "b")
    assert matches(text) in (True, False)
    assert image({"srcset": text}) is None or text


# Hostile input
# --------------------------------------------------------------------------------------------------------

HOSTILE = [
    *(
        "calc(",
        "(",
        "((width) and ",
        "not (",
        "(not ",
        "1px,",
        "(width) 1px 1,",
        "(width) and ",
        "(width) or ",
        "min(1px,",
    ),
    *(
        "calc(1px + ",
        "1px + ",
        "9",
        "\\",
        "/**/ ",
        " /**/",
        "'",
        "<",
        "(<",
        "(width<",
        "a(",
        "[",
        "]",
        "1/",
        "(1/",
        "-",
        "\0",
    ),
]


@few_or_many("length", 400, 1_000)
@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("attribute", ["sizes", "media"])
def test_long_value_takes_linear_time(piece, attribute, length):
    def select(length):
        value = (piece * (length // len(piece) + 1))[:length]
        if attribute == "media":
            return lambda: matches(value)
        return lambda: image({"srcset": "a 1w, b 1000w", "sizes": value})

    assert select(30 * length)() in (True, False, "a", "b")
    assert count_calls(select(4 * length)) < 6 * count_calls(select(length)) + length


def test_long_srcset_is_read():
    count = 20_000
    srcset = ", ".join(f"{number} {number}w" for number in range(1, count))
    assert image({"srcset": srcset}) == "1000"
    assert image({"srcset": f"a {'0' * 100_000}1x, b {'9' * 100_000}x, c 2x"}, density=2) == "c"


def test_attributes_of_many_images_are_escaped_in_one_page():
    sizes = "(width < 900px) 1px, calc(5px)"
    text = f'<img srcset="a 1w, b 5w, c 900w" sizes="{escape(sizes)}">'
    page = parse(text, ADDRESS, content_type="text/html", parser="lxml")
    assert page.image_source(page.tree.find(".//img"), width=1000) == "http://h/d/b"
