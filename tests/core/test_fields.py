"""URLs as fields of pydantic models, attrs classes and dataclasses."""

from __future__ import annotations

import copy
import dataclasses
import enum
import json
import pickle
import subprocess
import sys
import warnings
from typing import Annotated, Any, Generic, Optional, TypeVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.strategies import hostile
from urldom import (
    HTML5,
    RFC1808,
    RFC2396,
    RFC3986,
    URL,
    WHATWG,
    Document,
    FrozenURL,
    InvalidURLError,
    ParsedURL,
    URLDecomposition,
    html5,
    parse,
    resolve,
)
from urldom._core.standards.registry import STANDARD_NAMES, find_standard
from urldom.html5 import is_absolute
from urldom.strategies import register

pydantic = pytest.importorskip("pydantic")
from pydantic import (  # noqa: E402
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    TypeAdapter,
    ValidationError,
    validate_call,
)

register()  # Hypothesis calls `register` through an entry point, but only if urldom is installed.

STANDARDS = [find_standard(name) for name in STANDARD_NAMES]
JSON_SCHEMA = {"type": "string", "format": "uri"}
DECOMPOSITIONS = {standard.name: Annotated[URLDecomposition, standard] for standard in STANDARDS}
#: Every type of field, with its standard.
TYPES: dict[str, tuple[Any, Any]] = {
    "URL": (URL, WHATWG),
    "URLDecomposition": (URLDecomposition, HTML5),
    "FrozenURL": (FrozenURL, WHATWG),
    **{
        f"FrozenURL {standard.name}": (Annotated[FrozenURL, standard], standard)
        for standard in STANDARDS
    },
    **{
        name: (field, standard)
        for (name, field), standard in zip(DECOMPOSITIONS.items(), STANDARDS, strict=True)
    },
    "ParsedURL html5": (Annotated[ParsedURL, HTML5], HTML5),
    "ParsedURL whatwg": (Annotated[ParsedURL, WHATWG], WHATWG),
}
every_type = pytest.mark.parametrize(("field", "standard"), TYPES.values(), ids=TYPES)


class Page(BaseModel):
    url: URL
    canonical: Optional[URL] = None  # noqa: UP045 (pydantic gets another kind of type from `| None`)
    identifier: Annotated[URLDecomposition, RFC3986] | None = None
    links: list[URL] = []
    named: dict[str, URLDecomposition] = {}
    parsed: Annotated[ParsedURL, WHATWG] | None = None
    home: URL = URL("http://home.example/")


def error_of(field: Any, value: object, **options: Any) -> tuple[str, str]:
    """Validate a value, and return the type and the message of the only error."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(field).validate_python(value, **options)
    (error,) = caught.value.errors()
    return error["type"], error["msg"]


# Validation


@every_type
def test_string_is_parsed_under_the_standard_of_the_field(field, standard):
    adapter = TypeAdapter(field)
    text = "HTTP://EXAMPLE.com:80/a/../%7e?q#f"
    for value in (adapter.validate_python(text), adapter.validate_json(json.dumps(text))):
        if isinstance(value, (URLDecomposition, FrozenURL)):
            assert value.standard is standard and (value.base, value.encoding) == (None, "utf-8")
        else:
            assert type(value) is ParsedURL
        assert str(value) == str(resolve(text, standard=standard))


@every_type
@each_case(
    "text", ["", "a", "//h/", "?q", "\ud800", "http://a:b/", "http://[/", "http://a b/", "1:x"]
)
def test_invalid_url_raises_with_the_reason(field, standard, text):
    made = URLDecomposition(text, standard=standard)
    if made:
        assert ":" in text and standard in (RFC1808, RFC2396), (
            "only RFC 1808 and RFC 2396 accept this URL"
        )
        assert str(TypeAdapter(field).validate_python(text)) == text
    else:
        assert error_of(field, text) == (
            "url_parsing",
            f"Input should be a valid URL, {made.error.reason}",
        )


@every_type
@each_case("value", [None, 5, b"http://h/", ["http://h/"], {}, object(), Document("http://h/")])
def test_value_of_another_type_raises(field, standard, value):
    assert error_of(field, value) == ("url_type", "URL input should be a string or URL")


@every_type
@each_case("text", ["5", "null", "[]", "{}"])
def test_json_value_of_another_type_raises(field, standard, text):
    with pytest.raises(ValidationError, match="URL input should be a string or URL"):
        TypeAdapter(field).validate_json(text)


@every_type
@given(text=hostile)
def test_string_is_validated_or_raises_a_validation_error(field, standard, text):
    adapter = TypeAdapter(field)
    try:
        value = adapter.validate_python(text)
    except ValidationError as error:
        assert not is_absolute(resolved(text, standard), standard=standard) or "surrogate" in str(
            error
        )
    else:
        assert adapter.validate_json(adapter.dump_json(value)) == value
        assert adapter.validate_python(value) is value


def resolved(text, standard):
    """Resolve `text` without a base. Under WHATWG, `http:h` resolves, although `is_absolute`
    returns `False`."""
    try:
        return resolve(text, standard=standard)
    except InvalidURLError:
        return ""


def test_url_with_a_lone_surrogate_is_rejected():
    text = "http://h/#\ud800"
    assert URLDecomposition(text).href == text
    for field in (URLDecomposition, Annotated[ParsedURL, HTML5]):
        assert error_of(field, text)[0] == "url_parsing"
    assert TypeAdapter(URL).validate_python(text).hash == "#%EF%BF%BD"


@every_type
def test_enum_member_of_str_is_accepted(field, standard):
    class Address(str, enum.Enum):
        HOME = "http://h/"

    assert str(TypeAdapter(field).validate_python(Address.HOME)) == "http://h/"
    assert str(TypeAdapter(field).validate_python(Address.HOME, strict=True)) == "http://h/"


# URL objects and live URLs

LIVE = URLDecomposition("b", Document("http://h/a/"))


@each_case(
    ("field", "value"),
    [
        (URL, URL("http://h/")),
        (URLDecomposition, URLDecomposition("HTTP://h/")),
        (URLDecomposition, LIVE),
        (Annotated[URLDecomposition, WHATWG], URLDecomposition("http://h/", standard=WHATWG)),
        (Annotated[URLDecomposition, WHATWG], URL("http://h/")),
        (Annotated[URLDecomposition, RFC1808], URLDecomposition("http://h/", standard=RFC1808)),
        (Annotated[ParsedURL, HTML5], html5.parse("HTTP://h/")),
    ],
)
@each_case("strict", [False, True])
def test_value_of_the_field_type_is_kept(field, value, strict):
    assert TypeAdapter(field).validate_python(value, strict=strict) is value


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (URL, URLDecomposition("HTTP://H"), URL("http://h/")),
        (URL, html5.parse("HTTP://H"), URL("http://h/")),
        (URL, RFC1808.parse("http://h"), URL("http://h/")),
        (URL, LIVE, URL("http://h/a/b")),
        (URLDecomposition, URL("HTTP://H"), URLDecomposition("http://h/")),
        (URLDecomposition, RFC3986.parse("HTTP://H"), URLDecomposition("HTTP://H")),
        (
            Annotated[URLDecomposition, RFC3986],
            URL("HTTP://H"),
            URLDecomposition("http://h/", standard=RFC3986),
        ),
        (
            Annotated[URLDecomposition, WHATWG],
            LIVE,
            URLDecomposition("http://h/a/b", standard=WHATWG),
        ),
        (
            Annotated[ParsedURL, WHATWG],
            html5.parse("HTTP://H"),
            ParsedURL("http", host="h", path="/"),
        ),
        (
            Annotated[ParsedURL, HTML5],
            URL("http://h/?"),
            ParsedURL("http", host="h", path="/", query=""),
        ),
    ],
)
def test_value_of_another_url_type_is_converted(field, value, expected):
    made = TypeAdapter(field).validate_python(value)
    assert type(made) is type(expected) and made == expected and made is not value


@each_case("field", [field for field, _ in TYPES.values()], ids=TYPES)
@each_case(
    "value",
    [URLDecomposition("a"), URLDecomposition("a", "nonsense"), html5.parse("a"), html5.parse("")],
)
def test_relative_url_value_raises(field, value):
    assert error_of(field, value)[0] == "url_parsing"


# Serialization


@every_type
def test_field_is_serialized_as_a_string_in_every_mode(field, standard):
    adapter = TypeAdapter(field)
    value = adapter.validate_python("http://h/?q=%C3%A9")
    assert adapter.dump_python(value) == adapter.dump_python(value, mode="json") == str(value)
    assert type(adapter.dump_python(value)) is str
    assert json.loads(adapter.dump_json(value)) == str(value)


def test_model_is_read_back_from_json():
    page = Page(
        url="HTTP://H",
        canonical="http://c",
        identifier="urn:a:b",
        links=["http://l"],
        named={"a": "http://N"},
        parsed="http://p",
    )
    dumped = {
        "url": "http://h/",
        "canonical": "http://c/",
        "identifier": "urn:a:b",
        "links": ["http://l/"],
        "named": {"a": "http://N"},
        "parsed": "http://p/",
        "home": "http://home.example/",
    }
    assert (
        page.model_dump()
        == page.model_dump(mode="json")
        == json.loads(page.model_dump_json())
        == dumped
    )
    assert Page(**page.model_dump()) == Page.model_validate_json(page.model_dump_json()) == page
    assert Page(url="http://h").model_dump(exclude_defaults=True) == {"url": "http://h/"}


@pytest.mark.parametrize("value", ["http://x", 5, None])
def test_unvalidated_value_is_serialized_with_a_warning(value):
    with pytest.warns(UserWarning, match="the value must be a URL, not"):
        assert Page.model_construct(url=value).model_dump()["url"] == value


# JSON schemas


@every_type
@each_case("mode", ["validation", "serialization"])
def test_json_schema_is_a_string_with_the_format_uri(field, standard, mode):
    assert TypeAdapter(field).json_schema(mode=mode) == JSON_SCHEMA


@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_model_has_a_json_schema(mode):
    properties = Page.model_json_schema(mode=mode)["properties"]
    # Before 2.7, pydantic leaves out this default.
    assert properties["home"].pop("default", "http://home.example/") == "http://home.example/"
    optional = {"anyOf": [JSON_SCHEMA, {"type": "null"}], "default": None}
    assert properties == {
        "url": {"title": "Url", **JSON_SCHEMA},
        "canonical": {"title": "Canonical", **optional},
        "identifier": {"title": "Identifier", **optional},
        "links": {"title": "Links", "type": "array", "items": JSON_SCHEMA, "default": []},
        "named": {
            "title": "Named",
            "type": "object",
            "additionalProperties": JSON_SCHEMA,
            "default": {},
        },
        "parsed": {"title": "Parsed", **optional},
        "home": {"title": "Home", **JSON_SCHEMA},
    }


def test_json_schema_has_the_arguments_of_field():
    class Described(BaseModel):
        before: Annotated[URLDecomposition, Field(description="d", examples=["http://h/"]), WHATWG]
        after: Annotated[URLDecomposition, WHATWG, Field(description="d", examples=["http://h/"])]
        alone: URL = Field(description="d", examples=["http://h/"])

    for schema in Described.model_json_schema()["properties"].values():
        del schema["title"]
        assert schema == {**JSON_SCHEMA, "description": "d", "examples": ["http://h/"]}


# Other features of pydantic


def test_each_model_has_its_own_default():
    first, second = Page(url="http://h"), Page(url="http://h")
    assert first.home == second.home and first.home is not second.home
    first.home.hostname = "changed"
    assert second.home.hostname == "home.example"


def test_assignments_are_validated_if_the_model_is_configured():
    class Assigned(BaseModel):
        model_config = ConfigDict(validate_assignment=True)
        url: URL

    model = Assigned(url="http://h")
    model.url = "HTTP://I"
    assert model.url == URL("http://i/")
    with pytest.raises(ValidationError, match="it is a relative URL without a base"):
        model.url = "x"
    assert model.url == URL("http://i/")


def test_frozen_model_with_an_immutable_url_is_hashable():
    class Frozen(BaseModel):
        model_config = ConfigDict(frozen=True, strict=True)
        url: Annotated[ParsedURL, WHATWG]

    class OfMutable(BaseModel):
        model_config = ConfigDict(frozen=True)
        url: URL

    assert {Frozen(url="http://h"), Frozen(url="HTTP://H")} == {Frozen(url="http://h/")}
    with pytest.raises(ValidationError, match="frozen"):
        Frozen(url="http://h").url = "http://i"
    with pytest.raises(TypeError, match="unhashable"):
        hash(OfMutable(url="http://h"))


def test_copies_and_pickles_of_a_model_are_equal():
    page = Page(url="http://h", links=["http://l"])
    assert page.model_copy().url is page.url
    for duplicate in (
        page.model_copy(deep=True),
        copy.deepcopy(page),
        pickle.loads(pickle.dumps(page)),
    ):
        assert duplicate == page
        duplicate.links[0].hostname = "changed"
        assert page.links[0].hostname == "l"


def test_only_an_immutable_url_can_be_a_key_or_in_a_set():
    immutable = Annotated[ParsedURL, WHATWG]
    keys = TypeAdapter(dict[immutable, int])
    made = keys.validate_python({"http://h": 1})
    assert made == {ParsedURL("http", host="h", path="/"): 1}
    assert keys.dump_python(made) == {"http://h/": 1} and keys.dump_json(made) == b'{"http://h/":1}'
    assert len(TypeAdapter(set[immutable]).validate_python(["http://h", "HTTP://h"])) == 1
    with pytest.raises((ValidationError, TypeError), match="hashable"):
        TypeAdapter(set[URL]).validate_python(["http://h"])


@pytest.mark.parametrize(
    "field", [int | URL, URL | int, URL | list[URL] | int, Annotated[ParsedURL, WHATWG] | int]
)
@pytest.mark.parametrize(("value", "dumped"), [(5, 5), ("http://h", "http://h/")])
def test_value_in_a_union_keeps_its_type(field, value, dumped):
    adapter = TypeAdapter(field)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = adapter.validate_python(value)
        assert adapter.dump_python(made) == json.loads(adapter.dump_json(made)) == dumped


def test_invalid_url_in_a_union_with_str_is_a_str():
    adapter = TypeAdapter(URL | str)
    assert adapter.validate_python("http://h") == URL("http://h/")
    assert adapter.validate_python("h") == "h"


def test_validators_run_before_and_after_the_standard():
    def without_fragment(url: URLDecomposition) -> URLDecomposition:
        url.hash = None
        return url

    for field in (
        Annotated[URLDecomposition, AfterValidator(without_fragment), WHATWG],
        Annotated[URLDecomposition, WHATWG, AfterValidator(without_fragment)],
        Annotated[
            URL, BeforeValidator(lambda text: text.strip()), AfterValidator(without_fragment)
        ],
    ):
        url = TypeAdapter(field).validate_python("HTTP://H/#f")
        assert url.standard is WHATWG and str(url) == "http://h/"


Item = TypeVar("Item")


def test_url_is_a_type_in_root_models_generics_and_calls():
    class Root(RootModel[URL]):
        pass

    class Box(BaseModel, Generic[Item]):
        item: Item

    @pydantic.dataclasses.dataclass
    class Visit:
        url: URL
        referrer: Annotated[ParsedURL, HTML5] | None = None

    @validate_call
    def host(url: URL, *more: Annotated[URLDecomposition, RFC3986]) -> list[str]:
        return [url.hostname, *(one.hostname for one in more)]

    assert Root("http://h").model_dump_json() == '"http://h/"'
    assert Box[Annotated[URLDecomposition, WHATWG]](item="http://h").item.origin == "http://h"
    assert Visit("http://h").url == URL("http://h/")
    assert host("http://H", "http://H") == ["h", "H"]
    with pytest.raises(ValidationError):
        host("http://h", "x")


# Subclasses


class Plain(URL):
    __slots__ = ()


class WithNote(URLDecomposition):
    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.note = "n"


class Secure(URL):
    def __init__(self, url: Any) -> None:
        super().__init__(url)
        if self.protocol != "https:":
            raise ValueError("it is not secure")


def test_subclass_can_be_a_field():
    for kind in (Plain, WithNote, Secure):
        url = TypeAdapter(kind).validate_python("https://h")
        assert type(url) is kind
        assert TypeAdapter(kind).validate_python(url) is url
        assert type(TypeAdapter(kind).validate_python(URL("https://h"))) is kind
        assert TypeAdapter(kind).json_schema() == JSON_SCHEMA
    plain = Plain("http://h")
    assert TypeAdapter(URL).validate_python(plain) is plain
    noted = TypeAdapter(Annotated[WithNote, WHATWG]).validate_python("http://H")
    assert (noted.note, noted.href, noted.standard) == ("n", "http://h/", WHATWG)
    assert error_of(Secure, "http://h") == ("value_error", "Value error, it is not secure")


# Invalid declarations


@pytest.mark.parametrize(
    ("field", "message"),
    [
        (Annotated[URL, HTML5], "URL cannot be annotated with HTML5: it has its own standard"),
        (Annotated[URL, WHATWG], "URL cannot be annotated with WHATWG"),
        (Annotated[Secure, RFC3986], "Secure cannot be annotated with RFC3986"),
        (
            Annotated[str, WHATWG],
            "WHATWG must annotate FrozenURL or URLDecomposition itself, not <class 'str'>",
        ),
        (
            Annotated[Page, WHATWG],
            "WHATWG must annotate FrozenURL or URLDecomposition itself, not .*Page",
        ),
        (
            Annotated[URLDecomposition | None, WHATWG],
            "WHATWG must annotate FrozenURL or URLDecomposition itself, not .*None",
        ),
        (Annotated[list[URLDecomposition], WHATWG], r"itself, not list\["),
        (
            Annotated[ParsedURL, RFC3986],
            "a ParsedURL must be annotated with WHATWG or HTML5, not RFC3986",
        ),
        (
            Annotated[URLDecomposition, HTML5, WHATWG],
            "URLDecomposition is annotated with two standards",
        ),
        (Annotated[ParsedURL, WHATWG, WHATWG], "ParsedURL is annotated with two standards"),
    ],
)
def test_invalid_annotation_raises_when_the_model_is_defined(field, message):
    with pytest.raises(TypeError, match=message):
        pydantic.create_model("Model", field=(field, ...))


# attrs and dataclasses


@attrs.define
class Job:
    url: URL = attrs.field(converter=URL)
    referrer: URL | None = attrs.field(default=None, converter=attrs.converters.optional(URL))
    base: URLDecomposition = attrs.field(
        factory=lambda: URLDecomposition("http://b/"),
        validator=attrs.validators.instance_of(URLDecomposition),
    )


@attrs.frozen(order=True)
class Key:
    url: ParsedURL = attrs.field(converter=parse)


@dataclasses.dataclass
class Visit:
    url: URL
    home: URL = dataclasses.field(default_factory=lambda: URL("http://home.example/"))

    def __post_init__(self) -> None:
        self.url = URL(self.url)


@dataclasses.dataclass(frozen=True, order=True)
class FrozenVisit:
    url: ParsedURL


def test_attrs_converts_a_url_on_init_and_assignment():
    job = Job("HTTP://H")
    assert job == Job("http://h/") != Job("http://i")
    job.url = "HTTP://I"
    job.referrer = "http://r"
    assert (job.url, job.referrer) == (URL("http://i/"), URL("http://r/"))
    with pytest.raises(InvalidURLError):
        job.url = "i"
    with pytest.raises(TypeError):
        Job(b"http://h/")
    with pytest.raises(TypeError):
        Job("http://h", base="http://b")
    assert Job("http://h").base is not Job("http://h").base
    assert attrs.evolve(job, url="http://h").url == URL("http://h/")
    assert attrs.evolve(job).url is not job.url


def test_attrs_asdict_keeps_urls_and_converts_parsed_urls():
    job = Job("http://h")
    assert attrs.asdict(job) == {
        "url": URL("http://h/"),
        "referrer": None,
        "base": URLDecomposition("http://b/"),
    }
    assert attrs.asdict(job)["url"] is job.url
    assert attrs.asdict(Key("http://h"))["url"]["host"] == "h"
    assert attrs.asdict(Key("http://h"), recurse=False) == {"url": parse("http://h")}


def test_dataclasses_copy_replace_and_compare_urls():
    visit = Visit("HTTP://H")
    assert visit == Visit("http://h/") != Visit("http://i/")
    made = dataclasses.asdict(visit)
    assert made == {"url": URL("http://h/"), "home": URL("http://home.example/")}
    made["url"].hostname = "changed"
    assert dataclasses.replace(visit, home=URL("http://new/")) == Visit(
        "http://h/", URL("http://new/")
    )
    assert visit.url == URL("http://h/")
    assert visit.home is not Visit("http://h").home
    assert (
        json.dumps(dataclasses.asdict(visit), default=str)
        == '{"url": "http://h/", "home": "http://home.example/"}'
    )


@pytest.mark.skipif(
    sys.version_info < (3, 11),
    reason="dataclasses of Python 3.10 reject only three types of defaults",
)
def test_dataclass_rejects_a_mutable_url_as_default():
    with pytest.raises(ValueError, match="default_factory"):

        @dataclasses.dataclass
        class Shared:
            url: URL = URL("http://h/")  # noqa: RUF009


@pytest.mark.parametrize("kind", [Key, FrozenVisit])
def test_frozen_class_with_an_immutable_url_is_ordered_and_hashable(kind):
    first, second = kind(html5.parse("http://a/")), kind(html5.parse("http://b/"))
    assert sorted({second, first, kind(html5.parse("http://a/"))}) == [first, second]
    with pytest.raises(TypeError, match="unhashable"):
        hash(FrozenVisit(URL("http://a/")))


# Other libraries


def test_urldom_does_not_import_pydantic():
    program = (
        "import sys, urldom._core.pydantic_schemas; urldom.URL; "
        "print(*[f'pydantic{end}' in sys.modules for end in ('', '_core')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]


@given(st.from_type(Visit) | st.builds(Job, st.from_type(URL)))
def test_hypothesis_makes_classes_with_url_fields(made):
    assert URL(made.url) == made.url


@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_schema_has_the_arguments_of_field_in_any_annotation_order(mode):
    field = pydantic.Field(description="d", examples=["http://h"])
    expected = {"type": "string", "format": "uri", "description": "d", "examples": ["http://h"]}
    for kind in (
        Annotated[URL, field],
        Annotated[URLDecomposition, RFC3986, field],
        Annotated[URLDecomposition, field, RFC3986],
    ):
        assert pydantic.TypeAdapter(kind).json_schema(mode=mode) == expected
        assert pydantic.TypeAdapter(list[kind]).json_schema(mode=mode)["items"] == expected
        assert pydantic.TypeAdapter(kind | None).json_schema(mode=mode)["anyOf"][0] == expected
