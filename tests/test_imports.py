"""The import rule: a module imports only from the levels below its own, or from its own package.
Other tests check which modules `import urldom` loads."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import urldom
from tests.cases import each_case
from urldom._core.standards.registry import STANDARD_NAMES

ROOT = Path(urldom.__file__).parent

#: The levels, from bottom to top. A level has one or more groups. Each group is a list of patterns
#: of module names. Modules of the same group may import each other. Modules of different groups on
#: one level may not.
LEVELS: list[list[list[str]]] = [
    # The core
    [
        ["urldom._core"],
        ["urldom._core.passwords"],
        ["urldom._core.public"],
        ["urldom._core.hints", "urldom._core.hints.*"],
    ],
    [["urldom._core.errors"]],
    # Text: the grammar, percent-encoding, encodings, IDNA
    [["urldom._core.text", "urldom._core.text.*"]],
    # Values: pieces, parsed URLs, references
    [["urldom._core.values", "urldom._core.values.*"]],
    # Other objects from a URL's pieces: text for people, fields of pydantic models
    [["urldom._core.objects.display"], ["urldom._core.pydantic_schemas"]],
    # The interface of a standard, the table of HTML5 2.6.6, and what several standards share
    [
        [
            "urldom._core.standards",
            *(
                f"urldom._core.standards.{name}"
                for name in ("names", "interface", "parts", "resolving", "relating")
            ),
            *(f"urldom._core.standards.{name}" for name in ("reference_forms", "table", "rfcs")),
            *(
                f"urldom._core.standards.{name}"
                for name in ("sentences", "table_model", "usual_url")
            ),
        ]
    ],
    # The standards, which never import each other
    [
        ["urldom._core.standards.html5", "urldom._core.standards.html5[._]*"],
        ["urldom._core.standards.rfc1808"],
        ["urldom._core.standards.rfc2396"],
        ["urldom._core.standards.rfc3986"],
        ["urldom._core.standards.rfc3987"],
        ["urldom._core.standards.whatwg", "urldom._core.standards.whatwg.*"],
    ],
    # The only module with the names of the standards
    [["urldom._core.standards.registry"]],
    # The query's names and values
    [["urldom._core.params"]],
    # Base contexts: documents, elements, the chain
    [["urldom._core.contexts", "urldom._core.contexts.*"]],
    # The object model: URLDecomposition, FrozenURL and their helpers
    [
        [
            "urldom._core.objects",
            *(
                f"urldom._core.objects.{name}"
                for name in ("states", "segments", "assigning", "readable")
            ),
            *(
                f"urldom._core.objects.{name}"
                for name in ("decomposition", "building", "file_paths", "absolute")
            ),
            "urldom._core.objects.frozen",
        ]
    ],
    [["urldom._core.objects.url"], ["urldom._core.objects.functions"]],
    [["urldom._core.objects.sites"]],
    # Explanations
    [["urldom._core.explaining", "urldom._core.explaining.*"]],
    # What the core shows: a module for each standard, params, explanations
    [
        *([f"urldom.{name}"] for name in STANDARD_NAMES),
        *([f"urldom.{name}"] for name in ("params", "explanation")),
    ],
    # The products: hosts, and the functions of `urllib.parse`
    [["urldom.hosts"], ["urldom.urllib"]],
    # Targets of responses
    [["urldom.http", "urldom.http.*"]],
    # Import maps, and patterns of URLs
    [["urldom.imports", "urldom.imports.*"], ["urldom.patterns", "urldom.patterns.*"]],
    # The functions of w3lib, and pages
    [["urldom.w3lib"], ["urldom.trees", "urldom.trees.*"]],
    # The readings of other libraries, and columns of URLs
    [["urldom.readings", "urldom.readings.*"], ["urldom.columns", "urldom.columns.*"]],
    # Interfaces for libraries of data frames and databases
    [["urldom.pandas"], ["urldom.polars"], ["urldom.duckdb"], ["urldom.spark"]],
    [["urldom", "urldom.command", "urldom.command.*", "urldom.strategies", "urldom.scrapy"]],
    [["urldom.__main__"]],
]

#: The module of a standard
STANDARD = re.compile(r"urldom\._core\.standards\.(html5|rfc\d+|whatwg)\b")
#: The public modules of the standards. They belong to the standards, so they may import them.
DOORS = {f"urldom.{name}" for name in STANDARD_NAMES}
#: The other modules that may import a standard's module, each with its reason. They are at most
#: six.
KNOW_STANDARDS = {
    "urldom": "exports the constants",
    "urldom._core.objects.url": (
        "`URL` is the class of the URL Standard, and has a `URLSearchParams`"
    ),
    "urldom._core.objects.building": "builds a `URL`, so it cuts hosts as the URL Standard does",
    "urldom._core.objects.sites": (
        "domains, origins and sites are terms of the URL Standard and of the HTML Standard"
    ),
    "urldom.patterns._canonicalization": (
        "the URL Pattern Standard calls the basic URL parser with a state override"
    ),
    "urldom.w3lib": "w3lib's functions follow the URL Standard",
}

#: The readings: the modules that follow a specification step by step. They share nothing with the
#: quick way, which they check, so they import only each other, `_text`, `_values` and `_errors`.
READINGS = {
    "urldom._core.standards.html5": ("reading",),
    "urldom._core.standards.whatwg": (
        *(
            "error_types",
            "hosts",
            "idna",
            "state_machine",
            "url_record",
            "validation",
            "validation_error",
            "writing",
        ),
    ),
}

#: Modules that `import urldom` must not load
NOT_NEEDED = [
    *("idna", "webencodings", "encodings.idna", "stringprep", "unicodedata2"),
    *(
        "urldom._core.standards.whatwg",
        "urldom.whatwg",
        "urldom.trees",
        "urldom.readings",
        "urldom.command",
    ),
    *("urldom.hosts", "ipaddress", "urldom.patterns", "corvus_regex_ecma262"),
    *("urldom.explanation", "inspect", "ast", "tokenize", "unicodedata"),
    *(
        "lxml",
        "bs4",
        "html5lib",
        "selectolax",
        "turbohtml",
        "parsel",
        "tinycss2",
        "xml",
        "publicsuffixlist",
        "pydantic",
        "rich",
        "argcomplete",
        "hypothesis",
    ),
    *("urldom.columns", "pyarrow", "numpy", "pandas", "polars", "duckdb", "pyspark"),
    *("urllib3", "httpx", "httpx2", "requests", "aiohttp", "scrapy", "yarl", "w3lib", "ada_url"),
    *(
        "argparse",
        "json",
        "logging",
        "asyncio",
        "subprocess",
        "importlib.metadata",
        "email",
        "http",
        "socket",
    ),
]


def module_name(file: Path) -> str:
    name = ".".join(file.relative_to(ROOT.parent).with_suffix("").parts)
    return name.removesuffix(".__init__")


SOURCES = {module_name(file): file for file in sorted(ROOT.rglob("*.py"))}


@cache
def nodes(source: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(source)))


@cache
def place_of(module: str) -> tuple[int, int] | None:
    """Return the level of a module, and its group on that level."""
    for level, groups in enumerate(LEVELS):
        for group, patterns in enumerate(groups):
            if any(fnmatchcase(module, pattern) for pattern in patterns):
                return level, group
    return None


def late_module(node: ast.AST) -> str | None:
    """Return the module from which a call of `late` imports a name on first use, or `None` for
    another node."""
    is_late = isinstance(node, ast.Call) and ast.unparse(node.func) == "late"
    return ast.literal_eval(node.args[0]) if is_late else None


def is_public_module(node: ast.AST) -> bool:
    """Return whether a node is the call by which a class names its public module, and imports
    nothing."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "public"


def imports_of(
    module: str, source: str, modules: set[str], *, is_package: bool = False, strings: bool = True
) -> Iterator[tuple[int, str]]:
    """Yield each line on which a module imports one of `modules`, even in a function or only for
    type checkers. A string that is the name of one of `modules` counts as an import, unless
    `strings` is false."""
    package = module if is_package else module.rpartition(".")[0]
    public = {id(node.args[0]) for node in nodes(source) if is_public_module(node)}
    for node in nodes(source):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in modules:
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                parts = package.split(".")
                above = parts[: len(parts) - node.level + 1]
                origin = ".".join([*above, origin] if origin else above)
            for alias in node.names:
                target = f"{origin}.{alias.name}"
                if target in modules:
                    yield node.lineno, target
                elif origin in modules:
                    yield node.lineno, origin
        elif not strings and (name := late_module(node)) in modules:
            yield node.lineno, str(name)
        elif strings and isinstance(node, ast.Constant) and id(node) in public:
            continue
        elif (
            strings
            and isinstance(node, ast.Constant)
            and node.value in modules
            and node.value != "urldom"
        ):
            yield node.lineno, str(node.value)  # a module that `import_module` may import by name


def violations(
    module: str, source: str, modules: set[str], *, is_package: bool = False
) -> list[str]:
    here = place_of(module)
    assert here is not None
    found = []
    for line, target in imports_of(module, source, modules, is_package=is_package):
        there = place_of(target)
        if (
            there is not None
            and (there[0] < here[0] or there == here)
            and not forbidden_standard(module, target)
        ):
            continue
        found.append(f"{module}, line {line}: {target}")
    return found


def forbidden_standard(module: str, target: str) -> bool:
    knows = module in KNOW_STANDARDS or module in DOORS or STANDARD.match(module)
    return (
        bool(STANDARD.match(target)) and module != "urldom._core.standards.registry" and not knows
    )


def test_every_module_has_a_level():
    assert [module for module in SOURCES if place_of(module) is None] == []


#: The public modules that show the core. They belong to it, so they may import all of it.
FACES = {*DOORS, "urldom", "urldom.params", "urldom.explanation", "urldom.hosts"}
#: The seam: what the products may import from each module below `urldom._core`. It has at most 100
#: names.
SEAM = {
    "": "passwords",
    "contexts.base_urls": "document_base_url",
    "contexts.document": "at_address Document set_address",
    "contexts.element": "Element",
    "contexts.protocol": "BaseContext ChainedContext is_context",
    "errors": (
        "error_repr Failure InvalidHostError InvalidPatternError InvalidURLError "
        "missing_package not_assignable quoted RejectedValueError shown type_name "
        "unknown_name UnresolvableURLError url_repr wrong_type"
    ),
    "hints": "contexts hint Hints hints_for use with_keyword_hints",
    "objects": "assigning segments",
    "objects.decomposition": "url_of_pieces URLDecomposition",
    "objects.sites": "ascii_domain",
    "objects.states": "detached Live",
    "objects.url": "pieces_of URL url_of",
    "params": "form_decode",
    "public": "public",
    "pydantic_schemas": "list_schema pattern_schema",
    "standards": "parts relating resolving usual_url",
    "standards.interface": "Engine Standard StandardLike",
    "standards.registry": "DEFAULT_STANDARD find_engine find_standard STANDARD_NAMES",
    "standards.whatwg": "cutting relative state_machine url_record usual",
    "text": (
        "default_scheme encoding_indexes encodings grammar idna2003 ipv6 name_patterns "
        "percent_encode_sets percent_encoding plain_values uts46"
    ),
    "text.unicode": "scalar_value_string unicodedata visible width",
    "values": "pieces",
    "values.pieces": (
        "authority_of credentials_of fragment_of host_of href href_without_fragment "
        "is_absolute is_authority_based path_of Pieces port_of query_of scheme_of url_pieces "
        "userinfo_of with_fragment with_path with_written"
    ),
    "values.references": "DOT_SEGMENT merge remove_dot_segments",
    "values.url_value": "AnyURL url_text URLValue",
}


def names_of_the_core(source: str) -> set[tuple[str, str]]:
    """Return the names that a module imports from the core, each with the name of its module below
    `urldom._core`."""
    found = {
        (node.module, alias.name)
        for node in nodes(source)
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
    found |= {
        (module, ast.literal_eval(node.args[1]))
        for node in nodes(source)
        if (module := late_module(node))
    }
    core = "urldom._core"
    return {
        (module[len(core) + 1 :], name)
        for module, name in found
        if f"{module}.".startswith(f"{core}.")
    }


def test_products_use_only_the_seam():
    found: dict[str, set[str]] = {}
    for module, file in SOURCES.items():
        if not module.startswith("urldom._core") and module not in FACES:
            for origin, name in names_of_the_core(file.read_text(encoding="utf-8")):
                found.setdefault(origin, set()).add(name)
    assert found == {module: {*names.split()} for module, names in SEAM.items()}


def test_seam_has_at_most_100_public_names_from_25_modules():
    names = [name for names in SEAM.values() for name in names.split()]
    assert len(names) <= 100
    assert len(SEAM) <= 25
    assert [name for name in names if name.startswith("_")] == []


def test_names_of_the_core_are_found():
    lines = [
        "from urldom._core import a",
        "from urldom._core.b.c import d as e",
        "f = late('urldom._core.g', 'h')",
    ]
    assert names_of_the_core("\n".join(lines)) == {("", "a"), ("b.c", "d"), ("g", "h")}


def test_at_most_8_checks_of_private_names_are_switched_off():
    texts = [file.read_text(encoding="utf-8") for file in SOURCES.values()]
    assert sum(text.count("reportPrivateUsage") for text in texts) <= 8


def test_at_most_six_modules_know_a_standard():
    assert len(KNOW_STANDARDS) <= 6
    for module in KNOW_STANDARDS:
        source = SOURCES[module].read_text(encoding="utf-8")
        assert any(
            STANDARD.match(name)
            for _, name in imports_of(module, source, set(SOURCES), is_package=True)
        )


#: A module that names a standard, but imports nothing of it
NAMES_A_STANDARD = {
    "urldom._core.contexts.base_chain": "RFC 1808 section 3 defines the chain of base URLs"
}


def named_standards(source: str) -> Iterator[str]:
    """Yield the standards that the code names, except as the default of a parameter, and the
    modules of standards."""
    tree = ast.parse(source)
    defaults = [
        node.args for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.Lambda))
    ]
    allowed = {
        id(default)
        for one in defaults
        for default in (*one.defaults, *one.kw_defaults)
        if default is not None
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and node.value in STANDARD_NAMES
            and id(node) not in allowed
        ):
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield from DOORS & {
                node.module,
                *(f"{node.module}.{alias.name}" for alias in node.names),
            }


def test_only_the_listed_modules_name_a_standard():
    found = {
        module: names
        for module, file in SOURCES.items()
        if not (module in KNOW_STANDARDS or module in DOORS or STANDARD.match(module))
        and module not in ("urldom._core.standards.names", "urldom._core.standards.registry")
        and (names := {*named_standards(file.read_text(encoding="utf-8"))})
    }
    assert found.keys() == NAMES_A_STANDARD.keys(), found


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("find_standard('rfc3987')", ["rfc3987"]),
        ("def f(standard='whatwg'): pass", []),
        ("from urldom.rfc3987 import to_uri", ["urldom.rfc3987"]),
        ("from urldom import whatwg", ["urldom.whatwg"]),
        ("'rfc3987, and others'", []),
    ],
)
def test_name_of_a_standard_is_found(source, named):
    assert [*named_standards(source)] == named


def test_every_pattern_matches_a_module():
    """The table must not name modules that do not exist."""
    groups = [patterns for level in LEVELS for patterns in level]
    assert [
        patterns
        for patterns in groups
        if not any(fnmatchcase(name, one) for name in SOURCES for one in patterns)
    ] == []


def test_modules_import_only_from_lower_levels():
    found = []
    for module, file in SOURCES.items():
        source = file.read_text(encoding="utf-8")
        found += violations(module, source, set(SOURCES), is_package=file.name == "__init__.py")
    assert found == []


BELOW_STANDARDS = re.compile(r"urldom\._core\.(text|values|errors|passwords|public)\b")


@pytest.mark.parametrize(
    "module", [f"{package}.{name}" for package, names in READINGS.items() for name in names]
)
def test_reading_does_not_import_the_quick_way(module):
    readings = {f"{package}.{name}" for package, names in READINGS.items() for name in names}
    file = SOURCES[module]
    imported = {
        name for _, name in imports_of(module, file.read_text(encoding="utf-8"), set(SOURCES))
    }
    assert [name for name in imported - readings if not BELOW_STANDARDS.match(name)] == []


def test_steps_of_the_setters_do_not_import_the_quick_way():
    file = Path(__file__).parent / "core/standards/setter_steps.py"
    source = file.read_text(encoding="utf-8")
    imported = {
        name for _, name in imports_of("tests.core.standards.setter_steps", source, set(SOURCES))
    }
    assert [name for name in imported if not BELOW_STANDARDS.match(name)] == []


def circles(imported: dict[str, set[str]]) -> list[set[str]]:
    """Return the sets of modules that all import each other, directly or through others. `imported`
    has the modules that each module imports."""
    reached: dict[str, set[str]] = {}
    for module in imported:
        found: set[str] = set()
        waiting = [module]
        while waiting:
            new = imported[waiting.pop()] - found
            found |= new
            waiting += new
        reached[module] = found
    found_circles: list[set[str]] = []
    for module in imported:
        circle = {other for other in reached[module] if module in reached[other]}
        if circle and circle not in found_circles:
            found_circles.append(circle)
    return found_circles


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [{"b", "c"}]
    assert circles({"a": {"b"}, "b": set(), "c": {"a", "b"}}) == []


def test_no_modules_import_each_other():
    """An import in a function and one for type checkers count too."""
    imported: dict[str, set[str]] = {}
    for module, file in SOURCES.items():
        found = imports_of(
            module,
            file.read_text("utf-8"),
            set(SOURCES),
            is_package=file.name == "__init__.py",
            strings=False,
        )
        imported[module] = {name for _, name in found} - {module}
    assert circles(imported) == []


#: Why a function imports a package of others. Any module of urldom may do so.
LATE_PACKAGES = {
    "an optional library, which need not be installed": (
        "ada_url aiohttp argcomplete bs4 corvus_regex_ecma262 html5lib hypothesis lxml multidict"
        " publicsuffixlist pydantic pydantic_core requests rich scrapy selectolax tinycss2"
        " turbohtml twisted urllib3 w3lib yarl"
    ),
    "a dependency for encodings and domains that few URLs have": "idna webencodings",
    "a module of Python that only this function needs, and that is slow to import": (
        "concurrent datetime decimal difflib enum http inspect io ipaddress json logging"
        " multiprocessing stringprep textwrap threading urllib uuid warnings xml"
    ),
}
#: Why a function imports a module of urldom. Each reason has the importing modules, with the
#: imported ones. `import_module` stands for an import whose module is named in a table of that
#: module.
LATE_MODULES = {
    "names of a package that are each imported on first use": {
        "urldom": (
            "import_module urldom._core.standards.registry"
        ),  # and a public module that the caller names
        "urldom._core.standards.names": "import_module",
        "urldom._core.values.late": "import_module",  # for the modules below that call `late`
        "urldom.patterns": "urldom.patterns",
    },
    "a library or a subcommand that the caller names": {
        "urldom.command._arguments": "import_module",
        "urldom.command._explain": "urldom.readings",
        "urldom.readings._libraries": "import_module",
    },
    "a module for attributes and methods that few programs use": {
        "urldom._core.objects.absolute": (
            "urldom._core.objects.building urldom._core.objects.file_paths"
        ),
        "urldom._core.objects.assigning": "urldom._core.objects.segments urldom._core.params",
        "urldom._core.objects.decomposition": (
            "urldom._core.objects.frozen urldom._core.objects.segments urldom._core.params"
        ),
        "urldom._core.objects.frozen": "urldom._core.objects.segments urldom._core.params",
        "urldom._core.objects.readable": (
            "urldom._core.objects.display urldom._core.objects.segments"
        ),
        "urldom._core.values.value_of_pieces": "urldom._core.values.parsed_url",
        "urldom.trees._page": (
            "urldom.trees._forms.submission urldom.trees._images urldom.trees._requests.requesting"
        ),
        "urldom.trees._tree_document": "urldom.trees._reflection",
        "urldom.trees._page_urls": "urldom.trees._requests.choosing",
    },
    "a module that writes XML": {
        "urldom.trees._libraries.xml_etree": "urldom.trees._xml.writing",
    },
    "a module that writes HTML": {
        "urldom.trees._writing": "urldom.trees._html_writing",
        "urldom.trees._libraries.lxml": "urldom.trees._html_scripts",
        "urldom.trees._libraries.selectolax": "urldom.trees._html_scripts",
        "urldom.trees._libraries.turbohtml": "urldom.trees._html_scripts",
    },
    "a module for the fields of pydantic": {
        "urldom._core.objects.readable": "urldom._core.pydantic_schemas",
        "urldom.patterns._lists": "urldom._core.pydantic_schemas",
        "urldom.patterns._pattern": "urldom._core.pydantic_schemas",
        "urldom._core.standards.interface": "urldom._core.pydantic_schemas",
    },
    "the slow way, for what the quick way does not cut": {
        "urldom._core.standards.whatwg.cutting": "urldom._core.standards.whatwg.state_machine",
        "urldom._core.standards.whatwg.standard": (
            "urldom._core.standards.whatwg.state_machine urldom._core.standards.whatwg.writing"
        ),
    },
    "tables for encodings and domains that few URLs have, and for vocabularies of XML": {
        "urldom.readings._reading": "urldom._core.text urldom.hosts",
        "urldom.urllib": "urldom._core.text",
        "urldom._core.text.encodings": "urldom._core.text.encoding_indexes",
        "urldom.trees._first_tag": "urldom.trees._vocabularies",
        "urldom.trees._lookup": "urldom.trees._vocabularies",
        "urldom.trees._page": "urldom.trees._vocabularies",
        "urldom.trees._places": "urldom.trees._vocabularies",
        "urldom.trees._writing": "urldom._core.text",
    },
    "the mends of XML, which only malformed documents need": {
        "urldom.trees._source": (
            "urldom.trees._mending.mend urldom.trees._mending.mending"
            " urldom.trees._mending.undecodable"
        ),
    },
    "a module for explanations, or for reasons of errors": {
        "urldom": "urldom._core.hints.package",
        "urldom.patterns._pattern": "urldom.patterns._explaining",
        "urldom._core.standards.html5": (
            "urldom._core.standards.html5.reading urldom._core.standards.html5.sentences"
        ),
        "urldom._core.standards.whatwg.standard": "urldom._core.standards.whatwg.sentences",
        "urldom._core.standards.whatwg.validation": (
            "urldom._core.standards.whatwg.validation_error"
        ),
    },
    "a module of urldom that needs an optional library, or is needed by one function only": {
        "urldom.columns._pages": "urldom.trees",
        "urldom.command._arguments": "urldom",
        "urldom.strategies": "urldom urldom.patterns._pattern",
    },
}


def late_imports(source: str) -> set[str]:
    """Return what the functions of a module import: names of modules, and calls of
    `import_module`."""
    found: set[str] = set()
    functions = [
        node for node in nodes(source) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    for node in (node for function in functions for node in ast.walk(function)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(f"{'.' * node.level}{node.module or ''}")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "import_module":
            found.add(
                node.args[0].value if isinstance(node.args[0], ast.Constant) else "import_module"
            )
    return found | {name for name in map(late_module, nodes(source)) if name is not None}


def test_late_imports_are_found():
    source = (
        "import a\ndef f():\n    import b.c\n    from .d import e\n    import_module('g')\n   "
        " import_module(name)"
    )
    assert late_imports(f"{source}\nh = late('i', 'j')") == {"b.c", ".d", "g", "import_module", "i"}


def test_each_late_import_has_a_reason():
    packages = {package for names in LATE_PACKAGES.values() for package in names.split()}
    listed: dict[str, set[str]] = {}
    for modules in LATE_MODULES.values():
        for module, names in modules.items():
            listed.setdefault(module, set()).update(names.split())
    found = {module: late_imports(file.read_text("utf-8")) for module, file in SOURCES.items()}
    ours = {
        module: {name for name in names if name.split(".")[0] not in packages}
        for module, names in found.items()
    }
    assert {module: names for module, names in ours.items() if names} == listed
    assert packages <= {name.split(".")[0] for names in found.values() for name in names}


MODULES = {
    *("urldom.html5", "urldom.whatwg"),
    *(
        "urldom",
        "urldom._core.errors",
        "urldom._core.text",
        "urldom._core.text.grammar",
        "urldom._core.text.punycode",
        "urldom._core.values",
    ),
    *(
        "urldom._core.values.pieces",
        "urldom._core.standards",
        "urldom._core.standards.interface",
        "urldom._core.standards.table",
    ),
    *(
        "urldom._core.standards.html5",
        "urldom._core.standards.html5.parsing",
        "urldom._core.standards.rfc3986",
        "urldom._core.standards.registry",
    ),
    *(
        "urldom._core.contexts",
        "urldom._core.contexts.document",
        "urldom._core.objects.decomposition",
        "urldom._core.objects.url",
        "urldom._core.objects.functions",
    ),
}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("urldom._core.text.grammar", "from urldom._core.errors import InvalidURLError"),
        ("urldom._core.text.grammar", "from . import punycode"),
        ("urldom._core.standards.table", "from urldom._core.standards.interface import Standard"),
        (
            "urldom._core.standards.html5.parsing",
            "from ..table import ATTRIBUTES\nimport urldom._core.text.grammar",
        ),
        ("urldom._core.standards.registry", 'import_module("urldom._core.standards.rfc3986")'),
        (
            "urldom._core.objects.decomposition",
            "import re, attrs\nfrom urldom._core.contexts import document",
        ),
        ("urldom", "from urldom._core.objects.url import URL\nfrom .operations import parse"),
        ("urldom._core.errors", '"""Of urldom._core.standards.registry."""'),
    ],
)
def test_rule_allows_the_import(module, source):
    assert violations(module, source, MODULES, is_package=module == "urldom") == []


@each_case(
    ("module", "source"),
    [
        ("urldom._core.errors", "import urldom._core.text"),
        ("urldom._core.text.grammar", "from urldom._core.values import pieces"),
        ("urldom._core.text.grammar", "from urldom import values"),
        ("urldom._core.text.grammar", "from urldom import parse"),
        ("urldom._core.text.grammar", "from ..values.pieces import Pieces"),
        ("urldom._core.text.grammar", "def f():\n    from ..values import pieces"),
        (
            "urldom._core.text.grammar",
            "if TYPE_CHECKING:\n    from urldom._core.values.pieces import Pieces",
        ),
        ("urldom._core.text.grammar", 'import_module("urldom._core.values.pieces")'),
        ("urldom._core.standards.rfc3986", "from urldom._core.standards import html5"),
        ("urldom._core.standards.html5.parsing", "from ..rfc3986 import RFC3986"),
        (
            "urldom._core.standards.interface",
            "from urldom._core.standards.registry import find_standard",
        ),
        ("urldom._core.contexts.document", "from urldom._core.standards.html5 import HTML5"),
        ("urldom._core.objects.decomposition", "from urldom._core.standards.html5 import HTML5"),
        ("urldom.html5", "from urldom.whatwg import parse"),
        (
            "urldom._core.contexts",
            "from .document import Document\nfrom ..objects.decomposition import URLDecomposition",
        ),
    ],
)
def test_rule_forbids_the_import(module, source):
    assert (
        len(violations(module, source, MODULES, is_package=module == "urldom._core.contexts")) == 1
    )


#: Modules that `URL` does not need: a program that parses and changes URLs imports neither attrs
#: nor another standard
NOT_NEEDED_BY_A_URL = [
    *(
        "attr",
        "attrs",
        "urldom._core.standards.html5",
        "urldom._core.standards.rfc3986",
        "urldom._core.standards.table",
    ),
    *(
        "urldom._core.contexts.chain",
        "urldom._core.contexts.base_chain",
        "urldom._core.objects.segments",
        "urldom._core.params",
    ),
    *("urldom._core.standards.whatwg.state_machine", "urldom._core.standards.whatwg.writing"),
]


@pytest.mark.parametrize(
    ("statement", "not_needed"),
    [
        (
            "import urldom",
            [
                *NOT_NEEDED,
                "attr",
                "attrs",
                "urldom._core.standards",
                "urldom._core.objects",
                "urldom._core.errors",
            ],
        ),
        (
            (
                "from urldom import URL; url = URL('https://example.com/a?b'); url.hash = 'c';"
                " url.hostname"
            ),
            [
                *{*NOT_NEEDED} - {"urldom._core.standards.whatwg", "unicodedata"},
                *NOT_NEEDED_BY_A_URL,
            ],
        ),
        (
            (
                "from urldom.urllib import urljoin, urlsplit;"
                " urlsplit(urljoin('https://example.com/a?b', 'c'))"
            ),
            [
                *{*NOT_NEEDED} - {"urldom._core.standards.whatwg", "unicodedata", "ipaddress"},
                *NOT_NEEDED_BY_A_URL,
                *(
                    "urldom._core.objects",
                    "urldom._core.contexts",
                    "urldom._core.objects.functions",
                    "urldom._core.text.idna2003",
                ),
            ],
        ),
    ],
)
def test_import_loads_only_needed_modules(statement: str, not_needed: list[str]) -> None:
    program = f"""
import sys
before = set(sys.modules)
{statement}
new = set(sys.modules) - before
print(*sorted(module for module in new for name in {not_needed} if module == name or module.startswith(name + ".")))
"""
    process = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT.parent, capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == []


@pytest.mark.parametrize(
    "statement", ["urldom.WHATWG", "urldom.URL('http://h/')", "urldom.RFC1808.parse('a')"]
)
def test_lazy_names_are_imported_on_first_use(statement):
    program = f"import urldom; {statement}; from urldom import *; URLDecomposition, URL, RFC2396"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT.parent, check=True)


@pytest.mark.parametrize(
    ("program", "package"),
    [
        ("import urldom.columns", "pyarrow"),
        ("import urldom.pandas", "pandas"),
        ("import urldom.polars", "polars"),
        ("import urldom.duckdb", "duckdb"),
        ("import urldom.spark", "pyspark"),
        ("import urldom.strategies", "hypothesis"),
        ("import urldom.scrapy", "scrapy"),
        ("from urldom import hosts; hosts.registrable_domain('a.b')", "publicsuffixlist"),
        ("from urldom import URLPattern; URLPattern(pathname='/(a)')", "corvus_regex_ecma262"),
    ],
)
@pytest.mark.parametrize(
    ("source", "error"),
    [
        (
            "raise ImportError('it requires NumPy 2.0 or newer')",
            "ImportError: it requires NumPy 2.0 or newer",
        ),
        ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
    ],
)
def test_the_error_of_a_broken_package_is_shown(
    tmp_path: Path, program: str, package: str, source: str, error: str
) -> None:
    (tmp_path / f"{package}.py").write_text(source)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {program}"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.stderr.splitlines()[-1] == error
