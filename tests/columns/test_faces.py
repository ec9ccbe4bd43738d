"""The faces of columns: every function for pyarrow, pandas, polars and Spark has the arguments and
the words of the table."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from inspect import Parameter
from typing import Any, Final, NamedTuple

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
from urldom import columns
from urldom._core.standards.parts import DECOMPOSITION_ATTRIBUTES
from urldom._core.standards.registry import find_standard
from urldom.columns._table import ATTRIBUTES, DECOMPOSED, EACH, FUNCTIONS, Argument

EACH_NAME: Final = [*ATTRIBUTES, *FUNCTIONS]


class Face(NamedTuple):
    """A library whose columns urldom accepts, and how its functions are written."""

    library: str
    #: The class that has the functions as methods. `None` if they are functions of the module.
    owner: str | None
    #: The types of a column, and of one base URL for all rows, in annotations.
    column: str
    url: str = "AnyURL"
    prefix: str = ""
    #: The names of the first parameters.
    first: tuple[str, str] = ("self", "self")
    #: The options of attributes and of functions. pandas has a method for the other options.
    options: tuple[str, ...] = ("attributes", "standard", "encoding", "default_scheme")
    of_attributes: tuple[str, ...] = ("standard", "encoding", "default_scheme")
    missing: tuple[str, ...] = ()

    def function(self, name: str) -> Any:
        """Return a function or a method as it is written, without the property that pandas makes of
        an attribute."""
        pytest.importorskip(self.library)
        found: Any = importlib.import_module(self.module)
        if self.owner is not None:
            found = getattr(found, self.owner)
        found = inspect.getattr_static(found, self.prefix + name)
        return found.fget if isinstance(found, property) else found

    @property
    def module(self) -> str:
        library = {"pyarrow": "columns", "pyspark": "spark"}.get(self.library, self.library)
        return f"urldom.{library}"


FACES: Final = {
    "arrow": Face("pyarrow", None, "Column", first=("urls", "documents")),
    "pandas": Face(
        "pandas",
        "URLAccessor",
        "RowValues",
        options=("attributes",),
        of_attributes=(),
        missing=("links", "link_errors"),
    ),
    "polars": Face("polars", "_URLNamespace", "ExprOrSeries"),
    "spark": Face(
        "pyspark",
        None,
        "ColumnOrName",
        "URLValue",
        "url_",
        ("col", "html"),
        of_attributes=("standard", "default_scheme"),
    ),
}
#: Every function of every face
ROWS: Final = [
    (face, name) for face in FACES for name in EACH_NAME if name not in FACES[face].missing
]
each_function = pytest.mark.parametrize(("face", "name"), ROWS)


def first_line(function: Callable[..., Any]) -> str:
    """Return the docstring in the source of a function, in one line."""
    (written,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(written, ast.FunctionDef)
    return " ".join((ast.get_docstring(written) or "").split())


def test_the_table_has_all_attributes_of_the_standards() -> None:
    assert {*ATTRIBUTES} == {*DECOMPOSITION_ATTRIBUTES, "href", *find_standard("whatwg").attributes}
    assert tuple(ATTRIBUTES)[: len(DECOMPOSED)] == DECOMPOSED


def test_every_function_of_arrow_is_public_and_in_the_table() -> None:
    assert sorted(EACH_NAME) == sorted(columns.__all__)


@pytest.mark.parametrize("face", FACES)
def test_a_face_has_no_function_that_is_not_in_the_table(face: str) -> None:
    found = FACES[face]
    pytest.importorskip(found.library)
    module = importlib.import_module(found.module)
    owner = module if found.owner is None else getattr(module, found.owner)
    written = {
        name for name in vars(owner) if not name.startswith("_") and callable(vars(owner)[name])
    }
    names = {
        name.removeprefix(found.prefix)
        for name in written
        if hasattr(vars(owner)[name], "__wrapped__")
    }
    assert names <= {*EACH_NAME}
    assert not names & {*found.missing}


@each_function
def test_function_has_the_arguments_and_options_of_the_table(face: str, name: str) -> None:
    found, table = FACES[face], EACH[name]
    is_attribute = name in ATTRIBUTES
    allowed = found.of_attributes if is_attribute else found.options
    has_arguments = not is_attribute or face == "arrow"
    arguments: list[Argument] = [*table.arguments] if has_arguments else []
    options = [option for option in table.options if option in allowed]
    first, *parameters = inspect.signature(found.function(name)).parameters.values()
    assert first.name == found.first[table.column.name == "documents"]
    values = ["values"] if table.has_values else []
    assert [each.name for each in parameters] == [
        argument.name for argument in arguments
    ] + options + values
    for argument, parameter in zip(arguments, parameters, strict=False):
        assert parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
        assert parameter.default is (None if argument.may_be_none else Parameter.empty)
        types = parameter.annotation.split(" | ")
        assert ("None" in types, found.column in types) == (argument.may_be_none, True)
        assert (found.url in types) == (argument.one == "url")
    defaults = {
        "attributes": DECOMPOSED,
        "standard": "whatwg",
        "encoding": "utf-8",
        "default_scheme": None,
    }
    for option in parameters[len(arguments) : len(arguments) + len(options)]:
        assert option.default == defaults[option.name]
        is_positional = option.name == "standard" and not has_arguments
        assert option.kind is (
            Parameter.POSITIONAL_OR_KEYWORD if is_positional else Parameter.KEYWORD_ONLY
        )
    if values:
        assert parameters[-1].kind is Parameter.VAR_KEYWORD


@each_function
def test_docstring_begins_with_the_words_in_the_source_of_the_function_of_arrow(
    face: str, name: str
) -> None:
    """Editors show the docstring in the source."""
    function = FACES[face].function(name)
    expected = first_line(getattr(columns, name)).replace(
        "`links()", f"`{FACES[face].prefix}links()"
    )
    assert expected
    assert first_line(function) == expected
    assert " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split()) == expected


@each_function
def test_docstring_lists_all_parameters(face: str, name: str) -> None:
    function = FACES[face].function(name)
    text = inspect.getdoc(function) or ""
    parameters = [
        parameter for parameter in inspect.signature(function).parameters if parameter != "self"
    ]
    arguments = text.partition("Args:\n")[2].partition("\n\n")[0]
    assert re.findall(r"^    \**(\w+): ", arguments, re.MULTILINE) == parameters
    assert "Returns:\n    " in text
    assert "\n>>> " in text


@each_function
def test_function_has_its_own_module_and_name(face: str, name: str) -> None:
    found = FACES[face]
    function = found.function(name)
    assert function.__module__.startswith(found.module)
    assert function.__name__ == found.prefix + name
    assert function.__qualname__ == ".".join(filter(None, [found.owner, function.__name__]))


#: The option -OO removes docstrings, but from every module, so each library would have to be
#: compiled again.
WITHOUT_DOCSTRINGS = """
from importlib.machinery import SourceFileLoader

def get_code(self, name, original=SourceFileLoader.get_code):
    if not name.startswith("urldom"):
        return original(self, name)
    return compile(self.get_data(self.path), self.path, "exec", dont_inherit=True, optimize=2)

SourceFileLoader.get_code = get_code
"""


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_faces_can_be_imported_without_docstrings(name: str) -> None:
    pytest.importorskip(name)
    subprocess.run([sys.executable, "-c", WITHOUT_DOCSTRINGS + f"import urldom.{name}"], check=True)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda url: url.resolve("http://h/", 5), r"resolve\(\): too many positional arguments"),
        (lambda url: url.resolve(horst=5), "resolve.*'horst'"),
    ],
)
def test_unknown_arguments_raise_type_error(call: Any, words: str) -> None:
    pandas = pytest.importorskip("pandas")
    importlib.import_module("urldom.pandas")
    with pytest.raises(TypeError, match=words):
        call(pandas.Series(["a"]).url)


def test_unknown_argument_of_a_function_is_named_with_the_known_ones() -> None:
    with pytest.raises(
        TypeError,
        match=r"unknown argument 'encodng': use one of standard, encoding, default_scheme",
    ):
        columns.param(["http://h/?q=1"], "q", encodng="utf-8")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("function", "pattern"), [(columns.matches, "http://h/*"), (columns.groups, "http://h/:name")]
)
def test_functions_for_patterns_name_their_own_arguments(function: Any, pattern: str) -> None:
    with pytest.raises(
        TypeError, match=r"\Aunknown argument 'standard': leave it out, because patterns follow"
    ):
        function(["http://h/a"], pattern, standard="html5")
    with pytest.raises(
        TypeError, match=r"\Aunknown argument 'encodng': use one of encoding, default_scheme\Z"
    ):
        function(["http://h/a"], pattern, encodng="utf-8")
