"""The tables of the conformance data are made from a checkout of web-platform-tests."""

import json
import re

from tests.cases import each_case
from tests.conformance import FOLDER, OWN_SETS, SETS, cases
from tests.conformance.update import main

#: The least number of cases of each set. A table that lost its rows would otherwise pass in
#: silence.
LEAST = {
    "url": 892,
    "setters": 278,
    "to_ascii": 87,
    "idna": 2671,
    "idna_removed": 20,
    "percent_encoding": 7,
    "url_pattern": 369,
    "url_pattern_generate": 19,
    "url_pattern_compare": 25,
    "data_urls": 78,
    "base64": 80,
    "mime_types": 955,
    "import_maps": 109,
    "srcset": 249,
    "sizes": 165,
    "identifier_status": 300,
    "feeds": 230,
    "broken": 54,
    "vocabularies": 430,
    "markup_attacks": 2100,
}
TEST = {"input": "a\ud800", "base": None, "output": None}
URL = dict.fromkeys(
    ("href", "protocol", "username", "password", "host", "hostname", "port", "pathname"), "x"
)
FILES = {
    "url/resources/urltestdata.json": [
        "a comment",
        {**TEST, "failure": True, "relativeTo": "any-base"},
    ],
    "url/resources/urltestdata-javascript-only.json": [
        {**TEST, **URL, "search": "", "hash": "", "comment": "words"}
    ],
    "url/resources/setters_tests.json": {
        "comment": ["words"],
        "port": [{"href": "a:", "new_value": "1", "expected": {"href": "a:"}, "comment": "words"}],
    },
    "url/resources/toascii.json": ["words", TEST],
    "url/resources/IdnaTestV2.json": [{**TEST, "comment": "words"}],
    "url/resources/IdnaTestV2-removed.json": [TEST],
    "url/resources/percent-encoding.json": [TEST],
    "urlpattern/resources/urlpatterntestdata.json": [{"//": "words", "pattern": [], "inputs": []}],
    "urlpattern/resources/urlpattern-generate-test-data.json": [
        {"pattern": {}, "component": "port", "groups": {}, "expected": None}
    ],
    "urlpattern/resources/urlpattern-compare-test-data.json": [
        {"component": "port", "left": {}, "right": {}, "expected": 0}
    ],
    "fetch/data-urls/resources/data-urls.json": [["data:,X", "text/plain", [88]], ["data:", None]],
    "fetch/data-urls/resources/base64.json": [["a", None], ["", []]],
    "mimesniff/mime-types/resources/mime-types.json": [
        "words",
        {"input": "a", "output": None},
        {"input": "a/b", "output": "a/b", "encoding": None, "navigable": True},
    ],
    "mimesniff/mime-types/resources/generated-mime-types.json": [],
    "html/semantics/embedded-content/the-img-element/srcset/parse-a-srcset-attribute.html": (
        "<!-- words --><img srcset='&#x1;data:,a&nbsp;&#xC;1x' data-expect='data:,a'"
        " data-desc='words'><p>"
    ),
    "html/semantics/embedded-content/the-img-element/srcset/select-an-image-source.html": (
        "<img srcset='data:,a 1w' sizes=1px data-expect=''>"
    ),
    "html/semantics/embedded-content/the-img-element/sizes/support/sizes-iframed.sub.html": (
        "<p><img srcset=a sizes='100vw'>\n<img srcset=a><p><img sizes=1px>\n<img"
        " sizes='\\(,1px'><img sizes=''>"
    ),
    "import-maps/data-driven/resources/scopes.json": {
        "name": "words",
        "importMap": {},
        "tests": {
            "words": {"expectedParsedImportMap": {"imports": {}}},
            "more words": {
                "importMap": {"imports": 1},
                "expectedResults": {"a": None},
                "baseURL": "b:",
            },
        },
    },
}
FEED = """<!--
Header: Content-Location: http://h/
Description: words
Expect: not bozo and feed['title'] == '<a href="http://h/b">' and feed['type'] == 'text/html'
-->
<feed/>"""


@each_case("name", SETS)
def test_set_has_its_cases(name):
    assert len(list(cases(name))) >= LEAST[name]


ATTACKS = {
    "expect.mjs": 'export default [{ "title": "words", "payload": "<a\\">" }]',
    "examples.md": "words `<b>` words",
    "data.yml": "words `<b>` words",
    "vectors.txt": """<div id="1"><c>//["'`-->]]>]</div>""",
    "tree-construction/a.dat": "#data\n<d>\n#errors\n#document-fragment\ntd\n#document\n| <d>\n",
}


def test_tables_are_made_from_a_checkout(tmp_path, capsys):
    for path, content in FILES.items():
        file = tmp_path / "wpt" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content))
    identifiers = tmp_path / "IdentifierStatus.txt"
    identifiers.write_text(
        "# words\n\n0027 ; Allowed # words\n0030..0039 ; Allowed\n003A; Allowed\n003B; Restricted\n"
    )
    feed = tmp_path / "tests" / "wellformed" / "base" / "a.xml"
    feed.parent.mkdir(parents=True)
    feed.write_text(FEED)
    command = [str(tmp_path / "wpt"), "--into", str(tmp_path), "--identifiers", str(identifiers)]
    command += ["--feeds", str(tmp_path / "tests"), "--attacks", str(tmp_path / "attacks")]
    for name, content in ATTACKS.items():
        file = tmp_path / "attacks" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    assert main(command) == 0
    assert "import_maps: 2 cases, changed" in capsys.readouterr().out
    made = {*SETS} - {*OWN_SETS}
    assert {file.stem for file in tmp_path.glob("*.jsonl")} == made
    texts = {name: (tmp_path / f"{name}.jsonl").read_text().splitlines() for name in made}
    assert not any(re.search("words|comment", line) for lines in texts.values() for line in lines)
    assert texts["url"][1:] == [
        r'["a\ud800",null,"any-base"]',
        r'["a\ud800",null,null,"x",null,null,"x","x","x","x","x","x","x","",""]',
    ]
    assert texts["setters"][1:] == ['["port","a:","1",{"href":"a:"}]']
    assert texts["data_urls"][1:] == ['["data:,X","text/plain","58"]', '["data:",null]']
    assert texts["base64"][1:] == ['["a",null]', '["",""]']
    assert texts["mime_types"][1:] == ['["a",null]', '["a/b","a/b",null]']
    assert texts["import_maps"][1:] == [
        '{"map":{},"parsed":{"imports":{}}}',
        '{"map":{"imports":1},"base":"b:","resolved":{"a":null}}',
    ]
    assert texts["srcset"][1:] == [
        r'["\u0001data:,a\u00a0\f1x",null,"data:,a"]',
        '["data:,a 1w","1px",""]',
    ]
    assert texts["sizes"][1:] == [r'["\\(,1px","1px"]', '["","1px"]']
    assert texts["identifier_status"][1:] == ["[39,39]", "[48,58]"]
    values = [
        "wellformed/base/a",
        "<feed/>",
        "http://h/",
        "application/xml",
        "feed['title']",
        ["http://h/b"],
    ]
    assert [json.loads(line) for line in texts["feeds"][1:]] == [values]
    assert main(command) == 0
    assert "changed" not in capsys.readouterr().out
    for name in made:
        assert texts[name][0] == (FOLDER / f"{name}.jsonl").read_text().splitlines()[0]


def test_folder_without_the_data_changes_nothing(tmp_path, capsys):
    assert main([str(tmp_path), "--into", str(tmp_path)]) == 2
    assert "has no file url/resources/urltestdata.json" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_columns_without_a_value_are_left_out():
    valid, invalid = (
        next(case for case in cases("url") if ("href" in case) is is_valid)
        for is_valid in (True, False)
    )
    assert "relative_to" not in valid and {*invalid} <= {"input", "base", "relative_to"}
