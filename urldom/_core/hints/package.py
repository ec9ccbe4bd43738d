"""Names of functions, classes and modules in other libraries, which somebody may import from
`urldom`."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import hint, use

PACKAGE_NAMES: Final = {
    **use(
        "urldom.hosts.{name}",
        "same_site",
        "public_suffix",
        "registrable_domain",
        "address_space",
        "domain_to_ascii",
        "domain_to_unicode",
    ),
    **use(
        "urldom.trees.{name}",
        "TreeDocument",
        "StyleSheet",
        "URLAttribute",
        "Form",
        "Control",
        "document",
        "parse_fragment",
        "stylesheet",
    ),
    **hint(
        "use `URL(url)`, or `parse(url)` for its components",
        "urlparse",
        "urlsplit",
        "parse_url",
        "Url",
        "url",
        "furl",
    ),
    **use(
        "urldom.whatwg.{name}",
        "Origin",
        "URLSearchParams",
        "ValidationError",
        "validation_errors",
        "is_valid_url",
    ),
    **hint(
        "use `URL(url).params` or `URL(url).segments`, which are decoded", "unquote", "unquote_plus"
    ),
    **use("urldom.columns.{name}", "decompose"),
    **hint(
        "use `URL.build(...)`, `params` or `segments`, which escape text", "quote", "quote_plus"
    ),
    **use("urldom.rfc3987.{name}", "to_iri", "to_uri"),
    **hint(
        "use `resolve(url, base)`, whose first argument is the reference, or urldom.urllib",
        "urljoin",
        "join",
    ),
    **use("urldom.patterns.{name}", "URLPatternResult"),
    **use("urldom.params.{name}", "Params", "FrozenParams", "query_string"),
    **use("urldom.http.Request", "Submission"),
    **use(
        "urldom.http.{name}",
        "location",
        "links",
        "refresh",
        "data",
        "Link",
        "Refresh",
        "Request",
        "ReferrerPolicy",
        "referrer",
    ),
    **hint("use `URL.can_parse(url)`", "can_parse", "canParse"),
    **use("urldom.readings.{name}", "Reading", "Readings", "require_agreement"),
    **use("InvalidURLError", "InvalidURL", "InvalidUrl", "URLError", "ParseError"),
    **use("urldom.w3lib.{name}", "canonicalize_url", "safe_url_string"),
    **hint("use `urldom.params.query_string(pairs)`", "urlencode"),
    **hint("use `URL.build(...)`", "build", "urlunparse", "urlunsplit"),
    **hint("use `URL(url).relative_to(base)`", "relative_to"),
    **hint("use `URL(url).replace(hash=None)`", "urldefrag"),
    **hint("use `URL(url).params`", "parse_qs", "parse_qsl"),
    **use("urldom.html5.{name}", "fragment_escape"),
    **use("URLPattern", "Pattern", "UrlPattern"),
}
