"""The public names of the package, with their signatures, and the hints of names that do not
exist."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any, Final

import urldom
from tests.tools.beside.calls import Call
from tests.tools.beside.rendering import clean
from urldom import (
    HTML5,
    RFC1808,
    RFC3986,
    URL,
    BaseChain,
    Document,
    Element,
    FrozenURL,
    URLDecomposition,
    URLPattern,
    URLPatternList,
    URLPatternMap,
    parse,
)
from urldom.http import Request, data, links, refresh
from urldom.readings import readings
from urldom.trees import File, stylesheet
from urldom.trees import parse as parse_page
from urldom.whatwg import Origin, URLSearchParams

_EXAMPLE: Final = "https://ann:x@www.example.com:8080/a/b.html?b=c&name=d#top"
_PAGE: Final = (
    '<html><form id="f" method="post" action="/s"><input name="q"/></form><a rel="next"'
    ' href="b">c</a></html>'
)


def public_modules() -> Iterator[Any]:
    """Yield the public modules whose libraries are installed."""
    yield urldom
    for found in pkgutil.walk_packages(urldom.__path__, "urldom."):
        if not any(part.startswith("_") for part in found.name.split(".")):
            try:
                yield importlib.import_module(found.name)
            except ImportError:
                continue


def public_names() -> dict[str, str]:
    """Return the signature or the type of each public name, and of each member of a public
    class."""
    names: dict[str, str] = {}
    for module in public_modules():
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            names[f"{module.__name__}.{name}"] = _signature(found)
            if isinstance(found, type):
                names |= {f"{name}.{member}": _signature(value) for member, value in members(found)}
    return names


def members_of_classes() -> dict[str, list[str]]:
    """Return the public attributes of each class of the package, by the name of the class."""
    found: dict[str, set[str]] = {}
    for kind in _classes():
        found.setdefault(kind.__name__, set()).update(
            name for name, value in members(kind) if not callable(value)
        )
    return {name: sorted(members) for name, members in found.items()}


def _classes() -> Iterator[type]:
    for module in public_modules():
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            if isinstance(found, type) and found.__module__.startswith("urldom"):
                yield found


def members(kind: type) -> Iterator[tuple[str, Any]]:
    for name in sorted(_attributes(kind)):
        value = inspect.getattr_static(kind, name)
        if isinstance(value, property) or not _is_hint(kind, name):
            yield name, value


def _attributes(kind: type) -> set[str]:
    ours = [base for base in kind.__mro__ if base.__module__.startswith("urldom")]
    found = {name for base in ours for name in vars(base) if not name.startswith("_")}
    # The fields of a named tuple or a data class have descriptors of other types.
    return found | set(getattr(kind, "_fields", ()))


def _is_hint(kind: type, name: str) -> bool:
    """Return whether the class has the name only to raise an error with a hint."""
    try:
        getattr(kind, name)
    except AttributeError:
        return True
    return False


def _signature(value: Any) -> str:
    function = getattr(value, "__func__", value)
    try:
        return clean(str(inspect.signature(function)))
    except (TypeError, ValueError):
        return type(value).__name__


#: Functions that make one object of each kind
OBJECTS: Final[dict[str, Callable[[], Any]]] = {
    "URL": lambda: URL(_EXAMPLE),
    "FrozenURL": lambda: FrozenURL(_EXAMPLE),
    "URLDecomposition, html5": lambda: URLDecomposition(_EXAMPLE),
    "URLDecomposition, whatwg": lambda: URLDecomposition(_EXAMPLE, standard="whatwg"),
    "URLDecomposition, rfc3986": lambda: URLDecomposition(_EXAMPLE, standard="rfc3986"),
    "Params": lambda: URL(_EXAMPLE).params,
    "FrozenParams": lambda: FrozenURL(_EXAMPLE).params,
    "segments": lambda: URL(_EXAMPLE).segments,
    "URLSearchParams": lambda: URLSearchParams("name=b"),
    "ParsedURL": lambda: parse(_EXAMPLE),
    "URIReference": lambda: RFC3986.parse(_EXAMPLE),
    "GenericRL": lambda: RFC1808.parse("http://example.com/a"),
    "Standard": lambda: HTML5,
    "Origin": lambda: Origin.from_url(_EXAMPLE),
    "Document": lambda: Document(_EXAMPLE),
    "Element": lambda: Element(Document(_EXAMPLE)),
    "BaseChain": lambda: BaseChain(_EXAMPLE),
    "URLPattern": lambda: URLPattern(_EXAMPLE),
    "URLPatternResult": lambda: URLPattern("*://*/:a").exec("http://h/b"),
    "URLPatternList": lambda: URLPatternList([_EXAMPLE]),
    "URLPatternMap": lambda: URLPatternMap({_EXAMPLE: 1}),
    "URLPatternMatch": lambda: URLPatternMap({"*://*/*": 1}).match("http://h/b"),
    "TreeDocument": lambda: parse_page(_PAGE, "https://example.com/a/", parser="xml.etree"),
    "URLAttribute": lambda: next(OBJECTS["TreeDocument"]().urls()),
    "Form": lambda: next(OBJECTS["TreeDocument"]().forms()),
    "Control": lambda: OBJECTS["Form"]().controls[0],
    "StyleSheet": lambda: stylesheet("a{b:url(c)}", "http://h/"),
    "File": lambda: File("a", b"b"),
    "Request": lambda: Request("GET", _EXAMPLE),
    "Data": lambda: data("data:,a"),
    "Link": lambda: links("<a>; rel=next", "http://h/")[0],
    "Refresh": lambda: refresh("1; url=a", "http://h/"),
    "readings": lambda: readings(_EXAMPLE),
    "Reading": lambda: readings(_EXAMPLE)["whatwg"],
    "ImportMap": lambda: urldom.imports.ImportMap.parse("{}", "http://h/"),
}


def guesses() -> list[str]:
    """Return every name that is an attribute or a hint of a class of the package."""
    found = {name for kind in _classes() for name in _attributes(kind)}
    for make in OBJECTS.values():
        found |= {
            name for base in type(make()).__mro__ for name in vars(base) if not name.startswith("_")
        }
    return sorted(found)


def hints(names: list[str]) -> Iterator[Call]:
    """Read every name of every object, class and module, and use it as a keyword."""
    for kind, make in OBJECTS.items():
        made = make()
        for name in names:
            yield f"{kind}.{name}", lambda made=made, name=name: _shallow(getattr(made, name))
        yield (
            f"dir({kind})",
            lambda made=made: sorted(name for name in dir(made) if not name.startswith("_")),
        )
        yield f"repr({kind})", lambda made=made: made
        for name in names:
            yield f"{kind}.{name} =", lambda made=made, name=name: _refused(made, name)
    for module in public_modules():
        for name in [*names, *_WRONG]:
            yield (
                f"{module.__name__}.{name}",
                lambda module=module, name=name: _of_module(module, name),
            )
    for name in [*names, *_WRONG]:
        for function in (
            URL,
            FrozenURL,
            URLDecomposition,
            URLPattern,
            Document,
            parse_page,
            FrozenURL.build,
        ):
            yield (
                f"{getattr(function, '__name__', function)}({name}=)",
                lambda name=name, function=function: _shallow(function("http://h/", **{name: "x"})),
            )


def _refused(made: Any, name: str) -> object:
    """Assign a value of a wrong type, which changes nothing."""
    try:
        setattr(made, name, ...)
    except Exception as error:
        return error
    return "assigned"


def _of_module(module: Any, name: str) -> object:
    found = getattr(module, name)
    return _shallow(found) if name in getattr(module, "__all__", ()) else PRIVATE


def _shallow(found: Any) -> object:
    if isinstance(found, type):
        return "a class"
    return type(found).__name__ if callable(found) else found


#: The answer for a name of a module that is not public, such as an imported function
PRIVATE: Final = "a private name"
#: More names that people try
_WRONG: Final = (
    *(
        "normalize",
        "canonicalize",
        "is_url",
        "tld",
        "domain",
        "is_private",
        "extract_links",
        "sitemap",
        "urljoin",
    ),
    *(
        "make_absolute",
        "referer",
        "urlencode",
        "parse_qs",
        "urlparse",
        "urlsplit",
        "quote",
        "unquote",
        "is_valid",
    ),
    *(
        "standard",
        "encoding",
        "base",
        "default_scheme",
        "scheme",
        "netloc",
        "query",
        "path",
        "fragment",
        "on_set",
    ),
)
