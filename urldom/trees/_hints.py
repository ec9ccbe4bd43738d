"""Names for the parts of pages, forms and style sheets in other libraries."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import Hints, contexts, hint, hints_for, use

TREE_DOCUMENT_NAMES: Final = {
    **contexts.BASE_CONTEXT_NAMES,
    **hint(
        "use `submission(form, values={...})`",
        "submit",
        "submit_form",
        "submit_selected",
        "click",
        "select_form",
        "fill",
    ),
    **hint(
        "use `tree`, the object of the library that parsed the page",
        "find",
        "find_all",
        "findall",
        "select",
        "select_one",
        "css",
        "xpath",
        "iter",
    ),
    **hint(
        "use `tree`, the object of the library that parsed the page",
        "getroot",
        "root",
        "head",
        "body",
        "title",
        "text",
        "soup",
        "querySelector",
    ),
    **hint(
        'use `urls()`, whose results have a `kind`, such as `"hyperlink"`',
        "links",
        "iterlinks",
        "images",
        "scripts",
        "find_links",
    ),
    **use(
        "to_bytes()", "tostring", "to_string", "prettify", "serialize", "html", "content", "encode"
    ),
    **use("rewrite(function)", "rewrite_links", "replace_urls"),
    **hint("use `address`, or `base_url`", "url", "URL"),
    **use("make_absolute()", "make_links_absolute"),
    **use("embedded_documents()", "frames", "iframes"),
    **use("url_of(node)", "absolute_url", "get_url"),
    **use("forms()", "form", "get_form"),
    **use("base_url", "base_href"),
    **use(
        'push_state("?q=2")', "pushState", "replaceState", "replace_state", "history", "navigate"
    ),
}


@hints_for("a TreeDocument", TREE_DOCUMENT_NAMES)
class TreeDocumentHints(Hints):
    __slots__ = ()


STYLE_SHEET_NAMES: Final = {
    **use("rewrite(function)", "replace_urls", "replaceUrls"),
    **use("to_bytes()", "content"),
    **use("str(sheet)", "text", "css", "cssText"),
    **use("address", "url", "href", "base_url"),
    **use("urls()", "links", "imports"),
}


@hints_for("a StyleSheet", STYLE_SHEET_NAMES)
class StyleSheetHints(Hints):
    __slots__ = ()


URL_ATTRIBUTE_NAMES: Final = {
    **hint("use `page.rewrite(function)`, or `page.url_of(node)`", "set", "replace", "assign"),
    **use("attribute", "attr", "attribute_name"),
    **hint("use `urldom.URL(found.url).{name}`", "host", "hostname", "params", "origin"),
    **use("get(attribute)", "attrib", "attrs", "attributes", "getAttribute"),
    **use("url", "absolute_url", "href", "resolved"),
    **use("element_name", "tag", "tag_name", "name"),
    **hint('use `get("{name}")`', "rel", "title"),
    **use("base_url", "base"),
    **use("value", "raw", "raw_url", "text", "link"),
    **use("node", "element"),
    **use("kind", "type"),
}


@hints_for("a URLAttribute", URL_ATTRIBUTE_NAMES)
class URLAttributeHints(Hints):
    __slots__ = ()


_CONTROL_NAMES: Final = {
    **hint(
        "use `page.submission(form, values={...})`",
        "set",
        "set_value",
        "fill",
        "select",
        "check",
        "click",
        "submit",
    ),
    **use("node", "element", "elem", "tag"),
}
FORM_NAMES: Final = {
    **_CONTROL_NAMES,
    **hint(
        "use `page.submission(form, values={...})`",
        "set_input",
        "set_checkbox",
        "choose",
        "values",
        "data",
    ),
    **use("action", "url", "target"),
    **use("controls", "fields", "inputs", "elements"),
    **use("enctype", "encoding", "content_type"),
    **use("default_button", "submit_button"),
}


@hints_for("a Form", FORM_NAMES)
class FormHints(Hints):
    __slots__ = ()


CONTROL_NAMES: Final = {
    **_CONTROL_NAMES,
    **use("value", "current_value", "default"),
    **use("options", "choices", "items"),
    **use("type", "kind", "input_type"),
    **use("checked", "selected"),
}


@hints_for("a Control", CONTROL_NAMES)
class ControlHints(Hints):
    __slots__ = ()


FILE_NAMES: Final = {
    **use("content_type", "type", "media_type", "mimetype"),
    **use("body", "content", "data", "read"),
    **use("name", "filename"),
}


@hints_for("a File", FILE_NAMES)
class FileHints(Hints):
    __slots__ = ()


SUBMISSION_KEYWORDS: Final = {
    **use("values", "data", "fields", "params", "form_data"),
    **use("submitter", "button", "click"),
}
