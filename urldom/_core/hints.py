"""The names of attributes, keywords and functions in other libraries and in scripts, each with its name in urldom."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Missing:
    """A name that is not an attribute of a class. Using it raises `AttributeError` with a hint at the right name,
    unless an object has its own attribute of this name. (A `__getattr__` would make all other attributes slower.)"""

    __slots__ = ("_message", "_name")

    def __init__(self, owner: str, name: str, hint: str) -> None:
        self._name = name
        self._message = f"{owner} has no attribute {name!r}: {hint}"

    def __get__(self, instance: object, owner: type) -> object:
        own = getattr(instance, "__dict__", {})
        if self._name in own:
            return own[self._name]
        raise AttributeError(self._message, name=self._name, obj=owner if instance is None else instance)

    def __set__(self, instance: object, value: object) -> None:
        try:
            own = instance.__dict__
        except AttributeError:
            raise AttributeError(self._message, name=self._name, obj=instance) from None
        own[self._name] = value


class WithHints(type):
    """The type of a class whose wrong names have hints. These names do not show in `dir()`."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        if namespace["__module__"].startswith("urldom."):
            owner = _OWNERS.get(name) or f"{'an' if name[0] in 'EO' else 'a'} {name}"
            missing = {wrong: Missing(owner, wrong, hint) for wrong, hint in hints_of(name).items()}
            namespace = {"__dir__": _dir, **missing, **namespace}
        return super().__new__(cls, name, bases, namespace, **options)

    def __dir__(cls) -> list[str]:
        return _without_missing(cls, super().__dir__())


class AbstractWithHints(WithHints, ABCMeta):
    """The type of a class with hints and an abstract base class."""


def _dir(instance: object) -> list[str]:
    return [*{*_without_missing(type(instance), object.__dir__(instance)), *getattr(instance, "__dict__", ())}]


def _without_missing(kind: type, names: Iterable[str]) -> list[str]:
    found = {name: value for base in reversed(kind.__mro__) for name, value in vars(base).items()}
    return [name for name in names if not isinstance(found.get(name), Missing)]


def unexpected_keyword(function: str, given: Iterable[str]) -> TypeError:
    """Return the error for the keywords that a function does not have, with a hint at the right keyword."""
    names, hints = list(given), hints_of(function)
    name = next((name for name in names if name in hints), names[0])
    hint = f": {hints[name]}" if name in hints else ""
    return TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")


def with_keyword_hints(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Let the `TypeError` for an unknown keyword name the right keyword. (It makes the function a little slower.)"""

    @wraps(function)
    def call(*arguments: _P.args, **keywords: _P.kwargs) -> _T:
        try:
            return function(*arguments, **keywords)
        except TypeError:
            if keywords.keys() & hints_of(function.__qualname__):
                raise unexpected_keyword(function.__qualname__, keywords) from None
            raise

    return call


@cache
def hints_of(owner: str) -> dict[str, str]:
    """Return the hint for each wrong name of a class or a function, or of the package."""
    hints: dict[str, str] = {}
    for owners, _, entries in SECTIONS:
        if owner in owners.split():
            for entry in entries.replace("\n", " | ").split(" | "):
                right, _, names = entry.rpartition(": ")
                hint = right if "`" in right else f"use `{right}`"
                hints |= {name: hint.replace("{name}", name) for name in names.split()}
    return hints


#: The names of scripts, of urllib.parse, yarl, httpx, furl, hyperlink and urllib3, of lxml, Beautiful Soup and
#: MechanicalSoup, and of SQL's functions. In `[Owner Owner] right: wrong wrong | right: wrong`, a right name with
#: backticks is a complete hint, and `{name}` stands for the wrong name.
_TABLE: Final = """\
[ReadableURL] use `host`; for the user, use `username` and `password`, or `credentials`: netloc authority raw_authority
use `hostname`, or `urldom.hosts.registrable_domain(url.hostname)`: domain registered_domain registrable_domain
use `params`, on a copy: `new = url.replace(); new.params["name"] = "value"`: update_query copy_set_param
use `params`, on a copy: `new = url.replace(); new.params.update(...)`: extend_query copy_merge_params
use `urldom.resolve(reference, url)` or `URL(reference, url)`: join resolve urljoin click | href: geturl url uri to_text
use `params`, a mapping of the query's names and values, or `search`: query query_params | display(): human_repr to_iri
use `urldom.whatwg.Origin.from_url(url).same_origin(...)`: same_origin is_same_origin | username: userName user raw_user
use `replace(params=...)`, or `replace(search=...)` for a str: with_query with_params | replace(username=...): with_user
pathlib.PurePosixPath(url.segments[-1]): suffix suffixes raw_suffix raw_suffixes | host: host_port_subcomponent hostport
use `params.pop("name", None)` on a copy: without_query_params copy_remove_param | segments[-1]: name raw_name filename
replace(segments=[*url.segments[:-1], "name"]): with_name with_suffix sibling | segments: parts raw_parts path_segments
use `replace(segments=url.segments[:-1])`, or `URL(".", url)`: parent | str(url): tostr startswith endswith split encode
use `username` and `password`, or `credentials`: userinfo auth | use `href`, which is normalized: normalize canonicalize
use `search_params` of `urldom.URL`, or `params`: searchParams | use `can_parse` of `urldom.URL`: canParse is_valid
use `pathname` and `search`: path_qs raw_path_qs request_uri | search: query_string raw_query_string querystring
urldom.hosts.public_suffix(url.hostname): public_suffix tld | use `params.add(name, value)`: copy_add_param add
use `to_json` of `urldom.URL`, or `href`: toJSON | attrs.asdict(url.parsed): asdict _asdict to_dict | protocol: scheme
effective_port == default_port: is_default_port | bool(url): absolute is_absolute is_absolute_url | assign(...): set
use `port`, or `effective_port`: explicit_port | hostname: hostName raw_host host_subcomponent | params: args query_dict
urldom.hosts.same_site(url, other): same_site | use `copy.copy(url)`, or `replace(...)`: copy | not url: is_relative_url
pathname: pathName path raw_path path_safe | replace(...): _replace copy_with evolve | replace(hostname=...): with_host
use `replace(...)` with `None`: remove | replace(password=...): with_password | replace(hash=None): without_fragment
hash: fragment raw_fragment anchor | use `str(url)` or `href`: toString | replace(protocol=...): with_scheme
replace(pathname=...): with_path | replace(hash=...): with_fragment | password: passWord raw_password
url / "segment": joinpath child | replace(port=...): with_port | relative_to(base): relative
use `urldom.URL.from_path("/a/path")`: from_file_path from_uri as_uri | use `to_path` of `urldom.URL`: to_file_path
[URLDecomposition] use `params`, or `search_params` of `urldom.URL`: search_params | href: to_json
use `urldom.URL.{name}`: build parse can_parse
[FrozenURL] use `new = URL(url); new.params.pop("name", None); new.frozen()`: copy_remove_param without_query_params
use `replace(params=[*url.params.pairs(), ("name", "value")])`: add extend_query copy_add_param copy_merge_params
use `new = URL(url); new.params["name"] = "value"; new.frozen()`: update_query copy_set_param | replace(...): assign set
use `params`, or `URL(url).search_params`: search_params searchParams
[FrozenParams] get_all(name): getAll getall getlist get_list | pairs(): multi_items allitems entries
a FrozenURL never changes: use `url.replace(params=...)`, or `URL(url).params`: add set update pop setdefault clear
str(params): toString | dict(params): to_dict | params[name]: getone | name in params: has
[Params] del params[name]: remove delete | params[name] = [...]: addlist | params[name] = value: set
add(name, value): append | update(...): merge
[URLSearchParams] list(params): entries items pairs keys values forEach | get_all(name): getAll getall getlist
append(name, value): add | delete(name): remove pop | set(name, value): update | str(params): toString | size: length
[ParsedURL URIReference GenericRL] urldom.resolve(reference, url): resolve join urljoin
attrs.asdict(url): asdict _asdict to_dict | str(url): href geturl toString | query: search query_string | path: pathname
fragment: hash anchor | scheme: protocol
[URIReference GenericRL] attrs.evolve(url, ...): replace _replace
[URIReference] use `authority`, which is not split: netloc host hostname port userinfo username password
[GenericRL] use `net_loc`, which is not split: netloc authority host hostname port userinfo username password
[ParsedURL] use `urldom.URL(url).{name}`: params segments origin effective_port | authority: netloc
userinfo: username user password | replace(...): _replace with_path | host: hostname domain
[ParsedURL.replace] use `userinfo`, `host` and `port`: netloc authority hostport | userinfo: username user password
scheme: protocol | host: hostname domain | path: pathname | query: search params query_string | fragment: hash anchor
[Standard] is_valid_url(url): is_valid validate | resolve(url, base): join urljoin | parse(url): urlparse urlsplit
[Document Element BaseChain TreeDocument] urldom.resolve(reference, base): resolve join urljoin
encoding: charset characterSet | base_url: base baseURI url
[Document] use `address`, or `base_url`: url URL documentURI | container: parent | base_href: href
[Element] use `xml_base`, or `base_url`: base | parent: parentNode parentElement | document: ownerDocument
[Origin] urldom.URL(str(origin)).{name}: protocol host hostname port | same_origin(other): is_same_origin equals
str(origin): serialize toString origin | same_site(other): is_same_site | from_url(url): parse of | opaque: is_opaque
[Link] use `dict(link.parameters).get("{name}")`: title type hreflang media | parameters: params attributes
url: href target uri | rel: relation rels
[Refresh] seconds: delay time timeout | url: href target location
[Data] media_type: mimetype mime_type content_type type | body: data content
[TreeDocument] use `submission(form, values={...})`: submit submit_form submit_selected click select_form fill
use `tree`, the object of the library that parsed the page: find find_all findall select select_one css xpath iter
use `tree`, the object of the library that parsed the page: getroot root head body title text soup querySelector
use `urls()`, whose results have a `kind`, such as `"hyperlink"`: links iterlinks images scripts find_links
to_bytes(): tostring to_string prettify serialize html content encode | rewrite(function): rewrite_links replace_urls
use `address`, or `base_url`: url URL | make_absolute(): make_links_absolute | embedded_documents(): frames iframes
url_of(node): absolute_url get_url | forms(): form get_form | base_url: base_href
[StyleSheet] rewrite(function): replace_urls replaceUrls | bytes(sheet): to_bytes content | str(sheet): text css cssText
address: url href base_url | urls(): links imports
[URLAttribute] use `page.rewrite(function)`, or `page.url_of(node)`: set replace assign | attribute: attr attribute_name
use `urldom.URL(found.url).{name}`: host hostname params origin | get(attribute): attrib attrs attributes getAttribute
url: absolute_url href resolved | element_name: tag tag_name name | use `get("{name}")`: rel title | base_url: base
value: raw raw_url text link | node: element | kind: type
[Form Control] use `page.submission(form, values={...})`: set set_value fill select check click submit
node: element elem tag
[Form] use `page.submission(form, values={...})`: set_input set_checkbox choose values data | action: url target
controls: fields inputs elements | enctype: encoding content_type | default_button: submit_button
[Control] value: current_value default | options: choices items | type: kind input_type | checked: selected
[File] content_type: type media_type mimetype | body: content data read | name: filename
[Request] use `requests.request(s.method, s.url, headers=s.headers, data=s.body)`: send submit
entries: fields values params form_data | headers["Content-Type"]: content_type | url: action href | body: data content
[Request] redirected(status, response.headers): redirect follow next next_request
[URLPattern URLPatternResult URLPatternInit URLPattern.__init__] protocol: scheme | hostname: host | pathname: path
hash: fragment | search: query
[URLPattern] build: format reverse url_for generate_url | has_regexp_groups: hasRegExpGroups
exec(url): match fullmatch parse | exec(url).groups: groups params | test(url): matches is_match
[URLPatternList] URLPatternList([*patterns, pattern]): append add extend | first(url): match exec | test(url): matches
[URLPatternMap] match(url): first exec resolve route test add
[URLPatternMatch] decoded: groups params groupdict path_params | value: handler endpoint
[URLPatternResult] groups: params named groupdict path_params | inputs: input url
[Reading] host: hostname netloc | scheme: protocol | path: pathname
[URLAccessor _URLNamespace] use `decompose(attributes=[...])`: parse parse_url urlparse urlsplit components
use `errors()`, which is null for a valid URL: is_valid valid error | matches(patterns): match test contains
use `hostname`, or `registrable_domain`: domain domain_name | param(name): get_param query_param extract_url_parameter
registrable_domain: registered_domain etld_plus_one fld | set(...): assign replace with_host with_path with_query
resolve(base): join urljoin absolute | href: url normalize canonicalize | hostname: host_name raw_host | pathname: path
search: query query_string | host: netloc authority | protocol: scheme | hash: fragment | username: user
[AbsoluteURL.build] use `host`, and `port` for a port: hostname netloc authority domain server | path: pathname
pass each part without escapes, or use `urldom.URL(...)`: encoded | use `fragment`, without a number sign: hash anchor
use `username` and `password`: userinfo credentials auth | use `urldom.URL(reference, base)`: base url href
use `query`, without a question mark: search | use `scheme`, without a colon: protocol | segments: path_segments parts
query: params query_params query_string | username: user
[URLPatternInit] baseURL: base_url base
[URLPattern.__init__] ignore_case: ignoreCase case_sensitive | base: base_url baseURL
[TreeDocument.submission] values: data fields params form_data | submitter: button click
[urldom] urldom.hosts.{name}: same_site public_suffix registrable_domain address_space domain_to_ascii domain_to_unicode
urldom.trees.{name}: TreeDocument StyleSheet URLAttribute Form Control document parse_fragment stylesheet
use `URL(url)`, or `parse(url)` for its components: urlparse urlsplit parse_url Url url furl
urldom.whatwg.{name}: Origin URLSearchParams ValidationError validation_errors is_valid_url
use `URL(url).params` or `URL(url).segments`, which are decoded: unquote unquote_plus | urldom.columns.{name}: decompose
use `URL.build(...)`, `params` or `segments`, which escape text: quote quote_plus | urldom.rfc3987.{name}: to_iri to_uri
use `resolve(url, base)`, whose first argument is the reference, or urldom.urllib: urljoin join
urldom.patterns.{name}: URLPatternResult | urldom.params.{name}: Params FrozenParams query_string
urldom.http.Request: Submission
urldom.http.{name}: location links refresh data Link Refresh Request ReferrerPolicy referrer
use `URL.can_parse(url)`: can_parse canParse
urldom.readings.{name}: Reading Readings require_agreement | InvalidURLError: InvalidURL InvalidUrl URLError ParseError
urldom.w3lib.{name}: canonicalize_url safe_url_string | use `urldom.params.query_string(pairs)`: urlencode
use `URL.build(...)`: build urlunparse urlunsplit | use `URL(url).relative_to(base)`: relative_to
use `URL(url).replace(hash=None)`: urldefrag | use `URL(url).params`: parse_qs parse_qsl
urldom.html5.{name}: fragment_escape | URLPattern: Pattern UrlPattern"""
SECTIONS: Final = [section.partition("] ") for section in _TABLE[1:].split("\n[")]
#: The names of owners in messages, if they differ.
_OWNERS: Final = {"ReadableURL": "a URL", "FrozenParams": "params", "Params": "params", "_URLNamespace": "`.url`"}
#: The component (URL Pattern Standard 1.2) for each of its names in other APIs.
OF_A_PATTERN: Final[dict[Any, str]] = {name: hint.split("`")[1] for name, hint in hints_of("URLPatternInit").items()}
