"""Readers who search the documentation for their own words find a page that answers them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cases import each_case

DOCS = Path(__file__).parents[2] / "docs"

#: For each word or phrase that readers search for, the pages that must contain it
WORDS = {
    "SSRF": ["private-addresses.md", "why-parsers-disagree.md", "glossary.md"],
    "performance": ["speed.md", "faq.md"],
    "async": ["faq.md", "comparison.md"],
    "relative": ["relative-references.md", "bases.md", "quick-start.md"],
    "join": ["quick-start.md", "faq.md", "glossary.md"],
    "query string": ["parameters.md", "faq.md"],
    "canonical": ["url-object.md", "faq.md", "migrate/w3lib.md"],
    "normalise": ["url-object.md", "faq.md"],
    "whitelist": ["allow-lists.md", "why-parsers-disagree.md"],
    "blacklist": ["allow-lists.md"],
    "open redirect": ["validate-redirect.md", "why-parsers-disagree.md"],
    "subdomain": ["display.md", "allow-lists.md"],
    "TLD": ["display.md"],
    "root domain": ["display.md"],
    "duplicate": ["recipes.md"],
    "tracking parameters": ["recipes.md", "data-frames.md"],
    "Punycode": ["display.md", "glossary.md"],
    "percent-encoded": ["build-url.md"],
    "percent-encode": ["glossary.md"],
    "URL encoding": ["glossary.md"],
    "compare": ["comparison.md", "faq.md"],
    "thread-safe": ["faq.md"],
    "pickle": ["faq.md", "versioning.md"],
    "deprecation": ["versioning.md"],
    "alpha": ["versioning.md", "comparison.md"],
    "bytes": ["faq.md"],
    "trailing slash": ["faq.md"],
    "password": ["faq.md", "display.md"],
    "Referer": ["send.md", "scrapy.md"],
    "mixed content": ["send.md"],
    "extract": ["pages.md"],
}


def words(text: str) -> str:
    """Return the text in lower case, without the punctuation of Markdown."""
    return " ".join(re.findall(r"[\w-]+", text.lower()))


@each_case(("word", "page"), [(word, page) for word, pages in WORDS.items() for page in pages])
def test_the_page_has_the_word(word: str, page: str) -> None:
    text = re.sub(
        r"^```.*?^```|`[^`\n]*`",
        "",
        (DOCS / page).read_text(encoding="utf-8"),
        flags=re.DOTALL | re.MULTILINE,
    )
    # As in Sphinx's search, a word also finds its plural and other forms.
    assert re.search(rf"\b{re.escape(words(word).removesuffix('e'))}", words(text))


def glossary() -> list[tuple[list[str], str]]:
    """Return the terms and the meaning of each entry of the glossary."""
    text = (
        (DOCS / "glossary.md")
        .read_text(encoding="utf-8")
        .partition(":::{glossary}\n")[2]
        .partition(":::\n")[0]
    )
    entries = re.findall(r"((?:^\S.*\n)+)((?:^  .*\n)+)", text, re.MULTILINE)
    return [(terms.splitlines(), " ".join(meaning.split())) for terms, meaning in entries]


@each_case(
    ("terms", "meaning"), glossary(), ids=lambda value: value[0] if isinstance(value, list) else ""
)
def test_term_cites_a_section_or_links_to_a_page(terms: list[str], meaning: str) -> None:
    section = r"\((?:and )?(?:RFC|HTML5|URL Standard|HTML Standard|URL Pattern Standard)\b[^()]*\)"
    assert (
        re.search(section, meaning)
        or re.search(r"\[[^\]]+\]\([^)]+\)", meaning)
        or "In urldom" in meaning
    )


def test_glossary_is_in_alphabetical_order() -> None:
    terms = [terms[0].lower() for terms, _ in glossary()]
    assert len(terms) > 40 and terms == sorted(terms)
