"""`URLDecomposition` and `URL` under each standard: arguments of every type, subclasses, copies and
errors.

The last sections test rulings 13, 18 and 19, and properties of any text."""

import copy
import enum
import inspect
import pickle
import re

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import urldom
import urldom.whatwg
from tests.cases import each_case
from tests.standards import CONSTANTS, OF_THE_TABLE, STANDARD_NAMES, every_standard
from tests.strategies import any_text, bases, hostile, url_behind_a_start, url_like
from urldom import (
    HTML5,
    RFC1808,
    RFC2396,
    RFC3986,
    URL,
    WHATWG,
    BaseChain,
    Document,
    Element,
    FrozenURL,
    InvalidURLError,
    ParsedURL,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
    URLPattern,
    parse,
    resolve,
)
from urldom.html5 import (
    is_absolute,
    is_authority_based,
    is_hierarchical,
    is_valid_url,
)
from urldom.whatwg import URLSearchParams, validation_errors

every_kind_of_base = pytest.mark.parametrize(
    "base",
    [None, "http://example.com/a/b", Document("http://example.com/a/b")],
    ids=["none", "str", "context"],
)
ATTRIBUTES = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
#: The attributes whose component is removed by assigning `None`.
REMOVABLE = ("port", "search", "hash")
#: The attributes that exist only under WHATWG.
OF_WHATWG = ("origin", "username", "password")

of_the_table = pytest.mark.parametrize("standard", OF_THE_TABLE)


def seven(url):
    return tuple(getattr(url, name) for name in ATTRIBUTES)


def nothing(standard):
    """Return the attributes of an invalid URL. HTML Standard, `protocol`: "If this's url is null,
    return `:`"."""
    return (":" if standard == "whatwg" else "", *[""] * 6)


def recorded(url, base=None, **options):
    """Return an object, and a list that records the arguments of its common setter action."""
    outputs = []
    return URLDecomposition(url, base, on_set=outputs.append, **options), outputs


def type_name(value):
    return type(value).__name__


def named(standard):
    """Return a regular expression for the name of a standard in a message."""
    return f"(?i){re.escape(standard)}"


copies = pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        *(
            lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ),
    ],
    ids=[
        "copy",
        "deepcopy",
        *(f"pickle {protocol}" for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
    ],
)


# The two constructors


def test_url_follows_the_url_standard():
    url = URL("https://EXAMPLE.com:443/a/../b?q=1#top")
    assert url.href == "https://example.com/b?q=1#top"
    url.hash = None
    assert str(url) == "https://example.com/b?q=1"


def test_urldecomposition_follows_html5_by_default():
    url = URLDecomposition("https://www.example.com:4443?")
    assert (url.host, url.pathname) == ("www.example.com:4443", "/")
    url.hostname = "example.org"
    assert str(url) == "https://example.org:4443?"


def test_url_is_a_decomposition_under_whatwg():
    assert URL is urldom.whatwg.URL
    assert issubclass(URL, URLDecomposition)
    url = URL("http://u:p@h:81/a?b#c")
    assert isinstance(url, URLDecomposition) and type(url) is URL
    assert url.standard is WHATWG and url.encoding == "utf-8"
    assert (bool(url), url.error) == (True, None)
    assert (url.origin, url.username, url.password) == ("http://h:81", "u", "p")
    assert seven(url) == ("http:", "h:81", "h", "81", "/a", "?b", "#c")


STEPS = [
    ("protocol", "https"),
    ("host", "i:82"),
    ("hostname", "É.example"),
    ("port", 83),
    ("port", "84"),
    ("port", None),
    ("pathname", "/a/../é b"),
    ("search", "?x y"),
    ("search", None),
    ("hash", "é"),
    ("hash", None),
    ("username", "ü"),
    ("password", ":"),
    ("username", None),
    ("password", None),
    ("hostname", "x y"),
    ("port", "x"),
    ("protocol", "1"),
    ("href", "HTTPS://a/"),
]


def test_url_and_decomposition_share_their_attributes():
    one, two = URL("HTTP://h:81/a?b#c"), URLDecomposition("HTTP://h:81/a?b#c", standard=WHATWG)
    for name, value in STEPS:
        setattr(one, name, value)
        setattr(two, name, value)
        assert (one.href, seven(one)) == (two.href, seven(two))
        assert all(getattr(one, name) == getattr(two, name) for name in OF_WHATWG)
        assert one == two
    assert one.href == "https://a/"
    for name in {*ATTRIBUTES, *OF_WHATWG} - {
        "search"
    }:  # The `search` of `URL` also changes `search_params`.
        assert inspect.getattr_static(URL, name) is inspect.getattr_static(URLDecomposition, name)


def test_url_inherits_assign_format_and_base():
    url = URL("http://h:81/a")
    url.assign(port=82, hash="x")
    assert url.href == "http://h:82/a#x"
    with pytest.raises(RejectedValueError) as caught:
        url.assign(hash="y", port="abc")
    assert (caught.value.attribute, caught.value.value, url.href) == (
        "port",
        "abc",
        "http://h:82/a#x",
    )
    assert f"{url:>20}" == "     http://h:82/a#x"
    assert resolve("b", url).pathname == "/b"
    assert URLDecomposition("b", url).href == "http://h:82/b"
    with pytest.raises(TypeError):
        hash(url)


def test_to_json_is_href():
    url = URL("HTTP://h")
    assert url.to_json() == url.href == str(url) == "http://h/"


@pytest.mark.parametrize(
    ("arguments", "href"),
    [
        (("../c", "http://h/a/b/"), "http://h/a/c"),
        (("http:x", "http://h/a/b"), "http://h/a/x"),
        (("http:x",), "http://x/"),
        (("", "http://h/a?b#c"), "http://h/a?b"),
    ],
)
def test_url_accepts_a_base(arguments, href):
    assert URL(*arguments).href == URL.parse(*arguments).href == href
    assert URL(arguments[0], base=arguments[1] if len(arguments) > 1 else None).href == href
    assert URL.can_parse(*arguments) is True
    assert seven(URL(*arguments)) == seven(URL(href))


@pytest.mark.parametrize(
    "arguments",
    [("a",), ("",), ("http://h:x/",), ("a", "b"), ("http://h/", "b"), ("//[", "http://h/")],
)
def test_url_raises_for_an_invalid_url(arguments):
    with pytest.raises(InvalidURLError) as caught:
        URL(*arguments)
    assert caught.value.url in arguments
    assert caught.value.standard == "whatwg"
    assert caught.value.reason
    assert URL.parse(*arguments) is None
    assert URL.can_parse(*arguments) is False


@pytest.mark.parametrize(
    "options", [{"standard": "html5"}, {"encoding": "koi8-r"}, {"nonsense": 1}]
)
def test_url_rejects_invalid_arguments(options):
    with pytest.raises(TypeError):
        URL("http://h/", **options)


def test_invalid_href_raises_and_changes_nothing():
    url = URL("http://h/?a#b")
    params = url.search_params
    with pytest.raises(InvalidURLError) as caught:
        url.href = "nothing"
    assert (caught.value.url, caught.value.standard) == ("nothing", "whatwg")
    assert (url.href, seven(url), list(params)) == (
        "http://h/?a#b",
        seven(URL("http://h/?a#b")),
        [("a", "")],
    )
    url.href = "HTTP://i/?c"
    assert (url.href, list(params), bool(url)) == ("http://i/?c", [("c", "")], True)


def test_decomposition_under_whatwg_accepts_an_invalid_url_and_href():
    url, outputs = recorded("nothing", standard=WHATWG)
    assert (url.href, seven(url), bool(url)) == ("nothing", nothing("whatwg"), False)
    assert (url.origin, url.username, url.password) == ("", "", "")
    url.href = "HTTP://h"
    assert (url.href, url.hostname, bool(url)) == ("http://h/", "h", True)
    url.href = "also nothing"
    assert (url.href, url.reference, seven(url), bool(url)) == (
        *("also nothing", "also nothing"),
        nothing("whatwg"),
        False,
    )
    assert outputs == [
        "HTTP://h",
        "also nothing",
    ]  # HTML Standard: "set this element's href content attribute to"


def test_search_params_and_search_follow_each_other():
    url = URL("http://h/?a=1#f")
    params = url.search_params
    assert url.search_params is params
    params.append("b", "é")
    assert url.href == "http://h/?a=1&b=%C3%A9#f"
    url.search = "?c=2"
    assert list(params) == [("c", "2")]
    url.search = None
    assert (params.size, url.href) == (0, "http://h/#f")
    url.assign(search="d=3")
    assert list(params) == [("d", "3")]
    params.delete("d")
    assert url.href == "http://h/#f"


def test_search_params_cannot_be_assigned():
    url = URL("http://h/?a")
    with pytest.raises(AttributeError):
        url.search_params = "b"
    assert url.href == "http://h/?a"


# All types of URL values

PAGE = "http://example.com/a/b"


class Text(str):
    def __str__(self):
        return "wrong"


class Address(str, enum.Enum):
    PAGE = PAGE


VALUES = {
    "str": lambda: PAGE,
    "str subclass": lambda: Text(PAGE),
    "enum": lambda: Address.PAGE,
    **{f"parsed by {name}": lambda name=name: parse(PAGE, standard=name) for name in CONSTANTS},
    **{
        f"object of {name}": lambda name=name: URLDecomposition(PAGE, standard=name)
        for name in CONSTANTS
    },
    "object on a base": lambda: URLDecomposition("b", "http://example.com/a/"),
    "object on a context": lambda: URLDecomposition("b", Document("http://example.com/a/")),
    "URL": lambda: URL(PAGE),
    **{
        f"frozen under {name}": lambda name=name: FrozenURL(PAGE, standard=name)
        for name in CONSTANTS
    },
}
every_value = pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)


@every_value
@every_standard
def test_every_url_value_is_accepted_under_each_standard(value, standard):
    expected = parse(PAGE, standard=standard)
    assert parse(value(), standard=standard) == expected
    assert str(resolve(value(), standard=standard)) == PAGE
    assert str(resolve(value(), "http://other.example/", standard=standard)) == PAGE
    assert CONSTANTS[standard].parse(value()) == CONSTANTS[standard].resolve(value()) == expected
    assert str(resolve("../c", value(), standard=standard)) == "http://example.com/c"
    assert str(CONSTANTS[standard].resolve("../c", value())) == "http://example.com/c"
    assert URLDecomposition(value(), standard=standard).href == PAGE
    assert URLDecomposition(value(), "http://other.example/", standard=standard).href == PAGE
    assert URLDecomposition("../c", value(), standard=standard).href == "http://example.com/c"
    for predicate in (is_absolute, is_hierarchical, is_authority_based):
        assert predicate(value(), standard=standard) is True
    assert is_valid_url(value(), standard=standard) is True
    assert Document(value(), standard=standard).base_url == PAGE


@every_value
def test_functions_accept_every_url_value(value):
    assert is_valid_url(value(), non_empty=True, surrounded_by_spaces=True) is True
    assert URL(value()).href == URL.parse(value()).href == PAGE
    assert URL("../c", value()).href == URL.parse("../c", value()).href == "http://example.com/c"
    assert URL.can_parse(value()) and URL.can_parse("../c", value())
    assert validation_errors(value()) == validation_errors("../c", value()) == ()
    for name in ("content", "encapsulating", "retrieval"):
        assert BaseChain(**{name: value()}).base_url == PAGE
    assert type(Document(value()).address) is type(URLDecomposition(value()).reference) is str


def test_current_state_of_an_object_is_used():
    url = URLDecomposition("http://h/a")
    url.pathname = "/b/c"
    assert str(parse(url)) == "http://h/b/c"
    assert str(resolve("d", url)) == "http://h/b/d"


def test_object_with_an_invalid_url_is_an_invalid_value():
    for value in (URLDecomposition("a"), URLDecomposition("http://a:b/")):
        with pytest.raises(InvalidURLError) as caught:
            resolve(value)
        assert caught.value.url == str(value)
        with pytest.raises(UnresolvableURLError) as caught:
            resolve("b", value)
        assert caught.value.base == str(value)
        assert is_absolute(value) is False


@every_standard
@each_case(
    ("wrong", "words"),
    [(5, "not int"), (b"http://h/", "not bytes"), (1.5, "not float"), (["http://h/"], "not list")],
)
def test_value_of_another_type_raises_with_its_type(standard, wrong, words):
    constant = CONSTANTS[standard]
    for call in (
        lambda: parse(wrong, standard=standard),
        lambda: resolve(wrong, standard=standard),
        lambda: resolve(wrong, "http://h/", standard=standard),
        lambda: resolve("a", wrong, standard=standard),
        lambda: constant.parse(wrong),
        lambda: constant.resolve(wrong),
        lambda: constant.resolve("a", wrong),
        lambda: constant.resolve("http://h/", wrong),
        lambda: URLDecomposition(wrong, standard=standard),
        lambda: URLDecomposition(wrong, "http://h/", standard=standard),
        lambda: URLDecomposition("a", wrong, standard=standard),
        lambda: URLDecomposition("http://h/", wrong, standard=standard),
        lambda: Document(wrong, standard=standard),
        lambda: is_absolute(wrong, standard=standard),
        lambda: is_hierarchical(wrong, standard=standard),
        lambda: is_authority_based(wrong, standard=standard),
        lambda: is_valid_url(wrong, standard=standard),
        lambda: is_valid_url(wrong, non_empty=True),
        lambda: is_valid_url(wrong, surrounded_by_spaces=True),
        lambda: is_valid_url(wrong, non_empty=True, surrounded_by_spaces=True),
    ):
        with pytest.raises(TypeError, match=words):
            call()


def test_url_object_of_another_library_raises_with_a_hint():
    foreign = type("URL", (), {"__module__": "yarl"})()
    for call in (
        lambda: URL(foreign),
        lambda: URL("a", foreign),
        lambda: parse(foreign),
        lambda: Document(foreign),
    ):
        with pytest.raises(TypeError, match=r"not yarl\.URL: convert it to a str first"):
            call()
    with pytest.raises(TypeError, match=r"not urldom\.URLPattern$"):
        URL(URLPattern("https://h/"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [(5, "not int"), (b"http://h/", "not bytes"), (1.5, "not float"), (["http://h/"], "not list")],
)
def test_functions_reject_a_value_of_another_type(wrong, words):
    for call in (
        lambda: URL(wrong),
        lambda: URL("a", wrong),
        lambda: URL.parse(wrong),
        lambda: URL.parse("a", wrong),
        lambda: URL.can_parse(wrong),
        lambda: URL.can_parse("a", wrong),
        lambda: validation_errors(wrong),
        lambda: validation_errors("a", wrong),
        lambda: BaseChain(content=wrong),
        lambda: BaseChain(encapsulating=wrong),
        lambda: BaseChain(retrieval=wrong),
        lambda: BaseChain(default=wrong),
    ):
        with pytest.raises(TypeError, match=words):
            call()


@every_standard
def test_none_as_a_url_raises(standard):
    for call in (
        lambda: parse(None, standard=standard),
        lambda: resolve(None, "http://h/", standard=standard),
        lambda: CONSTANTS[standard].parse(None),
        lambda: URLDecomposition(None, standard=standard),
        lambda: is_absolute(None, standard=standard),
        lambda: is_valid_url(None, standard=standard),
        lambda: Document(None, standard=standard),
        lambda: URL(None),
        lambda: URL.can_parse(None),
    ):
        with pytest.raises(TypeError, match="not None"):
            call()


@every_standard
def test_other_arguments_of_wrong_types_raise(standard):
    for call in (
        lambda: URLDecomposition("http://h/", standard=standard, encoding=5),
        lambda: URLDecomposition("http://h/", standard=standard, on_set=5),
        lambda: URLDecomposition("http://h/", None, standard),
        lambda: URLDecomposition("http://h/", standard=standard, nonsense=5),
        lambda: resolve("http://h/", standard=standard, encoding=5),
    ):
        with pytest.raises(TypeError):
            call()


# The class and its subclasses


@every_standard
@each_case(
    "base",
    [
        None,
        PAGE,
        parse(PAGE),
        Document(PAGE),
        Element(Document(PAGE)),
        BaseChain(retrieval=PAGE),
        URL(PAGE),
    ],
    ids=lambda base: type(base).__name__,
)
@each_case(
    "text",
    [
        "http://h/",
        "https://u@h:1/a?b#c",
        "http://h/é",
        "mailto:a",
        "file:///",
        "a",
        "",
        "http://[/",
    ],
)
def test_assignments_keep_the_type_urldecomposition(standard, base, text):
    url = URLDecomposition(text, base, standard=standard)
    assert type(url) is URLDecomposition is url.__class__
    seven(url)
    for name, value in (
        ("hash", "x"),
        ("hostname", "i.j"),
        ("pathname", "/é"),
        ("port", 82),
        ("port", "x"),
    ):
        setattr(url, name, value)
        assert type(url) is URLDecomposition


class Empty(URLDecomposition):
    __slots__ = ()


class WithSlots(URLDecomposition):
    __slots__ = ("note", "unset")

    def shout(self):
        return self.href.upper()


class Open(URLDecomposition):
    """A subclass with a `__dict__`, and with a class attribute that instances can change."""

    color: str = "blue"

    def with_color(self, color):
        self.color = color
        return self

    @property
    def site(self):
        return f"{self.protocol}//{self.host}"

    @site.setter
    def site(self, value):
        self.protocol, _, self.host = value.partition("//")


class Lowered(URLDecomposition):
    """A subclass that overrides attributes of the standard."""

    __slots__ = ()

    @property
    def hostname(self):
        return f"<{super().hostname}>"

    @hostname.setter
    def hostname(self, value):
        URLDecomposition.hostname.__set__(self, value.lower())

    @property
    def port(self):
        return int(super().port or 0)


class Link(URLDecomposition):
    """A subclass with its own `__init__`, which assigns before and after `super().__init__()`."""

    def __init__(self, text, *, standard, title):
        self.title = title
        self.log = []
        super().__init__(text, PAGE, standard=standard, on_set=self.log.append)
        self.length = len(self.href)


class SlottedLink(URLDecomposition):
    __slots__ = ("log", "title")

    def __init__(self, text, title, standard):
        self.title = title
        super().__init__(text, standard=standard, on_set=self.noted)
        self.log = []

    def noted(self, output):
        self.log.append(output)


class Describing:
    __slots__ = ()

    def describe(self):
        return f"{self.hostname} {self.pathname}"

    def __str__(self):
        return f"[{super().__str__()}]"


class Counting:
    """A mix-in that counts the assignments to `hash`."""

    def __init__(self, *args, **options):
        self.count = 0
        super().__init__(*args, **options)

    def __setattr__(self, name, value):
        if name == "hash":
            self.count += 1
        super().__setattr__(name, value)


class Described(Describing, URLDecomposition):
    __slots__ = ()


class Counted(Counting, Describing, URLDecomposition):
    pass


class Deeper(WithSlots):
    __slots__ = ("more",)


class OwnURL(URL):
    """A subclass of `URL`."""

    mark = None

    def parent(self):
        return type(self)(".", self)


SUBCLASSES = [Empty, WithSlots, Open, Lowered, Described, Counted, Deeper]
every_subclass = pytest.mark.parametrize("kind", SUBCLASSES)


@every_subclass
@every_standard
@each_case(
    "text",
    ["http://h/a", "https://h:1/a", "http://u@h/a b", "mailto:a", "a", "", "http://[/", "file:/a"],
)
@every_kind_of_base
def test_subclass_and_base_class_have_the_same_results(kind, standard, text, base):
    outputs = []
    url = kind(text, base, standard=standard, on_set=outputs.append)
    expected, expected_outputs = recorded(text, base, standard=standard)
    state = seven if kind is not Lowered else lambda url: url.pathname
    for name, value in (
        ("protocol", "https"),
        ("host", "i:2"),
        ("hostname", "j.k"),
        ("port", 3),
        ("pathname", "/é"),
        ("search", "x"),
        ("hash", "y"),
        ("hostname", ""),
        ("search", None),
    ):
        setattr(expected, name, value)
        if kind is not Lowered or name != "port":
            setattr(url, name, value)
        else:
            URLDecomposition.port.__set__(url, value)
        assert (type(url), url.href, state(url)) == (kind, expected.href, state(expected))
    assert outputs == expected_outputs
    assert url == expected
    if url:
        url.assign(hash=None)
        assert url != expected
    assert repr(url).startswith(f"{kind.__name__}(")


def test_slots_of_a_subclass_can_be_assigned():
    url = WithSlots("http://h/")
    url.note = "n"
    url.hash = "x"
    assert (url.note, url.shout(), url.href) == ("n", "HTTP://H/#X", "http://h/#x")
    with pytest.raises(AttributeError):
        url.unset  # noqa: B018
    with pytest.raises(AttributeError):
        url.other = "x"
    del url.note
    assert not hasattr(url, "note")
    with pytest.raises(AttributeError):
        Empty("http://h/").note = "x"
    deeper = Deeper("http://h/")
    deeper.note, deeper.more = 1, 2
    assert (deeper.note, deeper.more) == (1, 2)


def test_subclass_without_slots_accepts_any_attribute():
    url = Open("http://h/")
    assert url.color == "blue"
    assert url.with_color("red").color == "red" and Open.color == "blue"
    url.anything = 5
    url.site = "https://i:81"
    assert (url.anything, url.site, url.href) == (5, "https://i:81", "https://i:81/")
    del url.color
    assert url.color == "blue"


def test_overriding_properties_are_used():
    url = Lowered("http://H:81/")
    url.hostname = "EXAMPLE.com"
    assert (url.hostname, url.host, url.port, url.href) == (
        "<example.com>",
        "example.com:81",
        81,
        "http://example.com:81/",
    )
    with pytest.raises(AttributeError):
        url.port = 5
    assert url.port == 81


def test_subclass_can_have_its_own_init():
    link = Link("c", standard="rfc3986", title="t")
    assert (link.title, link.length, link.href, link.log) == ("t", 22, "http://example.com/a/c", [])
    link.hash = "x"
    assert link.log == ["http://example.com/a/c#x"]
    slotted = SlottedLink("http://h/", "t", HTML5)
    slotted.hash = "x"
    assert (slotted.title, slotted.log) == ("t", ["http://h/#x"])


def test_subclass_can_have_mix_ins():
    assert Described("http://h/a").describe() == "h /a"
    url = Counted("http://h/a")
    url.hash = "x"
    url.hash = "y"
    url.pathname = "/b"
    assert (url.count, url.describe(), url.href, str(url)) == (
        2,
        "h /b",
        "http://h/b#y",
        "[http://h/b#y]",
    )


#: For each subclass with its own state, the names of the attributes that contain this state.
OWN = {
    WithSlots: ["note"],
    Open: ["color", "anything"],
    Counted: ["count"],
    Deeper: ["note", "more"],
}


def with_state(kind, url, base=None):
    url = kind(
        url, base, standard="rfc3986", encoding="koi8-r", on_set=lambda output: pytest.fail(output)
    )
    for name in OWN.get(kind, []):
        setattr(url, name, [name])
    return url


@every_subclass
@copies
@every_kind_of_base
def test_copies_of_subclasses_keep_their_state(kind, duplicate, base):
    url = with_state(kind, "http://h:81/a", base)
    twin = duplicate(url)
    assert type(twin) is kind
    assert all(getattr(twin, name) == [name] for name in OWN.get(kind, []))
    assert (twin.href, twin.reference, twin.standard, twin.encoding) == (
        url.href,
        url.reference,
        RFC3986,
        "koi8-r",
    )
    twin.pathname = (
        "/b"  # The original's common setter action would raise. The copy has no such action.
    )
    assert (url.pathname, twin.pathname) == ("/a", "/b")


@copies
@each_case(
    "make",
    [
        lambda: Link("c", standard="whatwg", title=["t"]),
        lambda: SlottedLink("http://h/c", ["t"], "whatwg"),
    ],
)
def test_copies_of_a_subclass_with_its_own_init_are_equal(make, duplicate):
    link = make()
    link.hash = "x"
    assert len(link.log) == 1
    twin = duplicate(link)
    assert (type(twin), twin.title, twin.href, twin.log) == (type(link), ["t"], link.href, link.log)
    twin.hash = "y"
    assert (len(link.log), len(twin.log), link.hash, twin.hash) == (1, 1, "#x", "#y")


def test_only_a_deep_copy_copies_the_state():
    url = with_state(Open, "http://h/")
    assert copy.copy(url).color is url.color
    assert copy.deepcopy(url).color is not url.color


@copies
def test_subclass_of_url_can_be_copied(duplicate):
    assert type(OwnURL.parse("http://h/")) is OwnURL
    assert OwnURL.can_parse("http://h/")
    url = OwnURL("c", "http://h/a/b?q#f")
    url.mark = "m"
    assert (type(url.parent()), url.parent().href) == (OwnURL, "http://h/a/")
    twin = duplicate(url)
    assert (type(twin), twin.mark, twin.href) == (OwnURL, "m", "http://h/a/c")
    twin.search_params.append("x", "1")
    assert (url.href, twin.href) == ("http://h/a/c", "http://h/a/c?x=1")
    with pytest.raises(InvalidURLError):
        OwnURL("c")
    with pytest.raises(InvalidURLError):
        url.href = "c"


# Copies of the object itself


@every_standard
@copies
@each_case("text", ["http://h:81/a/../é?b#c", "mailto:a", "a", "", "http://[/"])
def test_copy_is_independent_without_the_common_setter_action(standard, duplicate, text):
    url, outputs = recorded(text, standard=standard, encoding="koi8-r")
    twin = duplicate(url)
    assert type(twin) is URLDecomposition
    assert twin == url
    assert (seven(twin), twin.reference, twin.standard, twin.encoding, twin.base) == (
        seven(url),
        text,
        CONSTANTS[standard],
        "koi8-r",
        None,
    )
    twin.hash = "x"
    twin.pathname = "/y"
    assert outputs == []
    assert (url.href, url.reference) == (
        URLDecomposition(text, standard=standard, encoding="koi8-r").href,
        text,
    )
    url.hash = "z"
    assert twin.hash in ("#x", "")


def test_only_a_deep_copy_copies_the_context():
    document = Document("http://h/")
    url = URLDecomposition("a", document)
    shallow, deep = copy.copy(url), copy.deepcopy(url)
    assert shallow.base is document
    document.base_href = "/b/"
    assert (url.href, shallow.href, deep.href) == ("http://h/b/a", "http://h/b/a", "http://h/a")


@copies
def test_copy_of_a_url_is_independent(duplicate):
    url = URL("http://u:p@h:8080/a?b#c")
    twin = duplicate(url)
    assert (type(twin), twin, twin.href) == (URL, url, url.href)
    twin.hash = None
    assert (url.hash, twin.href) == ("#c", "http://u:p@h:8080/a?b")


# Equality, truth, repr


def test_equality_is_by_standard_and_href():
    one = URLDecomposition("http://h/a")
    assert one == URLDecomposition(" http://h/b/../a ") == URLDecomposition("a", "http://h/")
    assert (
        one
        == URLDecomposition("a", Document("http://h/"))
        == URLDecomposition("http://h/a", encoding="koi8-r")
    )
    assert (one != URLDecomposition("http://h/a")) is False
    assert one != URLDecomposition("http://h/b")
    assert (
        len([name for name in CONSTANTS if URLDecomposition("http://h/a", standard=name) == one])
        == 1
    )
    assert URL("http://h/a") == URLDecomposition("HTTP://h/a", standard=WHATWG)
    assert URLDecomposition("HTTP://h/a", standard=WHATWG) == URL("http://h/a")
    assert URL("http://h/a") != one
    assert Empty("http://h/a") == one == Open("http://h/a")
    assert URLDecomposition("a") == URLDecomposition("a") != URLDecomposition("b")
    two = copy.copy(one)
    two.hash = "x"
    assert one != two
    one.hash = "x"
    assert one == two


@pytest.mark.parametrize(
    "other", ["http://h/a", None, 5, parse("http://h/a"), object()], ids=type_name
)
def test_url_is_unequal_to_other_types(other):
    for url in (URLDecomposition("http://h/a"), URL("http://h/a")):
        assert (url == other, other == url, url != other) == (False, False, True)


@every_standard
def test_url_has_no_hash(standard):
    url = URLDecomposition("http://h/", standard=standard)
    for call in (hash, lambda url: {url}, lambda url: {url: 1}):
        with pytest.raises(TypeError, match="unhashable"):
            call(url)
    assert {url.href} == {"http://h/"}


@every_standard
@each_case(
    ("text", "base"),
    [("http://h/a", None), ("mailto:a", None), ("b", PAGE), ("", PAGE), ("#f", Document(PAGE))],
)
def test_valid_url_is_true_without_error(standard, text, base):
    url = URLDecomposition(text, base, standard=standard)
    assert (bool(url), url.error) == (True, None)


@every_standard
@each_case(
    ("text", "base"),
    [("a", None), ("", None), ("//h", None), ("a", "nowhere"), ("a", Document("b"))],
)
def test_invalid_url_is_false_with_an_error(standard, text, base):
    url = URLDecomposition(text, base, standard=standard)
    assert bool(url) is False
    assert isinstance(url.error, InvalidURLError)
    assert url.error.standard == standard
    assert url.error.reason
    assert url.error.url == text
    assert seven(url) == nothing(standard)


@each_case("text", ["http://a:b/", "http://[/", "http://a_b:x"])
# RFC 1808 and RFC 2396 accept every authority.
@each_case("standard", sorted({*STANDARD_NAMES} - {"rfc1808", "rfc2396"}))
def test_error_has_the_reason(standard, text):
    url = URLDecomposition(text, standard=standard)
    with pytest.raises(InvalidURLError) as caught:
        resolve(text, standard=standard)
    assert (url.error.url, url.error.reason) == (text, caught.value.reason)


def test_error_follows_the_base():
    context = Context("nowhere")
    url = URLDecomposition("a", context)
    assert not url and url.error.reason
    context.address = "http://h/"
    assert url and url.error is None
    assert url.href == "http://h/a"


def test_url_stays_valid_after_a_rejected_value():
    url = URL("http://h/")
    url.hostname = "x y"
    assert (bool(url), url.error) == (True, None)


@pytest.mark.parametrize(
    ("arguments", "options", "expected"),
    [
        (("http://h/",), {}, "URLDecomposition('http://h/')"),
        (("http://h/a/../é",), {}, "URLDecomposition('http://h/a/../é')"),
        (
            ("http://h/",),
            {"standard": "html5", "encoding": "utf-8"},
            "URLDecomposition('http://h/')",
        ),
        (
            ("a", "http://h/"),
            {"standard": "rfc3986"},
            "URLDecomposition('a', 'http://h/', standard=RFC3986)",
        ),
        (("a",), {"encoding": "koi8-r"}, "URLDecomposition('a', encoding='koi8-r')"),
        (
            ("a", "http://h/"),
            {"standard": WHATWG, "encoding": "koi8-r"},
            "URLDecomposition('a', 'http://h/', standard=WHATWG, encoding='koi8-r')",
        ),
    ],
)
def test_repr_shows_the_arguments(arguments, options, expected):
    url = URLDecomposition(*arguments, **options)
    assert repr(url) == expected
    reparsed = eval(repr(url), {name: getattr(urldom, name) for name in urldom.__all__})
    assert (reparsed, reparsed.reference, reparsed.encoding) == (url, url.reference, url.encoding)


def test_repr_shows_class_context_and_current_url():
    assert repr(URL("HTTP://h")) == "URL('http://h/')"
    assert repr(Empty("http://h/", standard="rfc2396")) == "Empty('http://h/', standard=RFC2396)"
    document = Document("http://h/")
    assert repr(document) in repr(URLDecomposition("a", document))
    url = URLDecomposition("http://h/")
    url.hash = "x"
    assert repr(url) == "URLDecomposition('http://h/#x')"
    assert repr(URLDecomposition(Text("http://h/"))) == "URLDecomposition('http://h/')"


@every_standard
def test_format_of_a_url_equals_format_of_its_string(standard):
    url = URLDecomposition("b", "http://h/a", standard=standard)
    assert f"{url}" == f"{url!s}" == url.href == "http://h/b"
    assert f"{url:>40}" == f"{url.href:>40}"
    assert f"{url:*^30.8}" == f"{url.href:*^30.8}"
    with pytest.raises(ValueError):
        format(url, "d")


@every_standard
def test_base_standard_and_encoding_can_be_read(standard):
    url = URLDecomposition("http://h/", standard=standard)
    assert (url.base, url.standard, url.encoding, url.reference) == (
        None,
        CONSTANTS[standard],
        "utf-8",
        "http://h/",
    )
    url = URLDecomposition("../c", PAGE, standard=standard, encoding="koi8-r")
    assert (url.base, url.standard, url.encoding, url.reference) == (
        PAGE,
        CONSTANTS[standard],
        "koi8-r",
        "../c",
    )
    document = Document(PAGE, standard=standard, encoding="windows-1252")
    for context in (document, Element(document)):
        url = URLDecomposition("../c", context)
        assert (url.base, url.standard, url.encoding) == (
            context,
            CONSTANTS[standard],
            "windows-1252",
        )
        url = URLDecomposition("../c", context, standard="rfc2396", encoding="koi8-r")
        assert (url.standard, url.encoding) == (RFC2396, "koi8-r")
    assert URLDecomposition("../c", BaseChain(retrieval=PAGE)).standard is RFC1808
    assert str(URLDecomposition("c", parse(PAGE)).base) == PAGE


@every_standard
def test_reference_is_the_input_then_the_output_of_an_assignment(standard):
    url, outputs = recorded("../c", PAGE, standard=standard)
    assert (url.reference, url.href) == ("../c", "http://example.com/c")
    url.hash = "x"
    assert url.reference == url.href == outputs[-1] == "http://example.com/c#x"


@of_the_table
@pytest.mark.parametrize("text", ["../c", "http://h/"])
def test_rejected_value_stores_the_resolved_url(standard, text):
    for name, value in (("protocol", "1"), ("port", "99999"), ("hostname", "")):
        url = URLDecomposition(text, PAGE, standard=standard)
        before = url.href
        setattr(url, name, value)
        assert url.reference == url.href == before


def test_rejected_value_writes_the_resolved_url_under_whatwg():
    outputs, page = [], Document("http://h/a/", standard="whatwg")
    url = URLDecomposition("b", page, on_set=outputs.append)
    url.port = "x"
    page.base_href = "/other/"
    assert outputs == [url.reference] == [url.href] == ["http://h/a/b"]
    url = URLDecomposition("http://[", page, on_set=outputs.append)
    url.port = "x"
    assert (outputs, url.reference) == (["http://h/a/b"], "http://[")


def test_encoding_and_standard_follow_the_context():
    element = Element(Document("http://h/"))
    url, fixed = (
        URLDecomposition("?q=м", element),
        URLDecomposition("?q=м", element, encoding="utf-8", standard="html5"),
    )
    assert url.href == fixed.href == "http://h/?q=%D0%BC"
    element.move_to(Document("http://k/", encoding="windows-1251", standard="whatwg"))
    assert (url.href, url.encoding, url.standard, url.origin) == (
        "http://k/?q=%EC",
        "windows-1251",
        WHATWG,
        "http://k",
    )
    assert (fixed.href, fixed.encoding, fixed.standard) == ("http://k/?q=%D0%BC", "utf-8", HTML5)
    assert repr(url) == f"URLDecomposition('?q=м', {element!r})"


def test_enum_member_as_encoding_is_stored_as_a_str():
    kind = enum.Enum("kind", {"CYRILLIC": "windows-1251"}, type=str)
    for base in (None, "http://h/", PAGE):
        assert type(URLDecomposition("?м", base, encoding=kind.CYRILLIC).encoding) is str


# Assignable and read-only attributes


@every_standard
@each_case("name", ["reference", "base", "standard", "encoding", "error"])
def test_read_only_attributes_cannot_be_assigned(standard, name):
    url = URLDecomposition("http://h/", standard=standard)
    with pytest.raises(AttributeError):
        setattr(url, name, "x")
    assert url == URLDecomposition("http://h/", standard=standard)


@every_standard
@each_case("name", [*ATTRIBUTES, "href", "reference", "standard"])
def test_attributes_cannot_be_deleted(standard, name):
    url = URLDecomposition("http://h:1/a?b#c", standard=standard)
    with pytest.raises(AttributeError):
        delattr(url, name)
    assert url.href == "http://h:1/a?b#c"


@every_standard
@each_case("name", ["path", "query", "scheme", "fragment", "nonsense", "_nonsense"])
def test_unknown_attributes_raise(standard, name):
    url = URLDecomposition("http://h/", standard=standard)
    with pytest.raises(AttributeError, match=name):
        getattr(url, name)
    with pytest.raises(AttributeError, match=name):
        setattr(url, name, "x")
    assert not hasattr(url, name)


HINTS = {
    "hostName": "hostname",
    "pathName": "pathname",
    "userName": "username",
    "searchParams": "params",  # On `URL`, the hint is `search_params`.
    # Attribute names of other URL libraries
    "scheme": "protocol",
    "netloc": "host",
    "path": "pathname",
    "query": "params",
    "fragment": "hash",
    "with_query": "replace",
    "update_query": "params",
    "is_default_port": "effective_port",
    "with_host": "hostname",
    "copy_with": "replace",
    "args": "params",
}


@every_standard
@each_case(("wrong", "right"), HINTS.items())
def test_misspelled_name_raises_with_a_hint(standard, wrong, right):
    url, outputs = recorded("http://h/", standard=standard)
    for use in (lambda: getattr(url, wrong), lambda: setattr(url, wrong, "x")):
        with pytest.raises(AttributeError, match=wrong) as caught:
            use()
        assert re.search(rf"\b(search_)?{right}\b", str(caught.value))
    assert not hasattr(url, wrong)
    assert wrong not in dir(url)
    with pytest.raises(TypeError, match=right):
        url.assign(**{wrong: "x"})
    assert (url.href, outputs) == ("http://h/", [])


@each_case(("wrong", "right"), [*HINTS.items(), ("searchParams", "search_params")])
def test_misspelled_name_on_a_url_raises_with_a_hint(wrong, right):
    url = URL("http://h/")
    with pytest.raises(AttributeError, match=wrong) as caught:
        getattr(url, wrong)
    assert re.search(rf"\b(search_)?{right}\b", str(caught.value))


@pytest.mark.parametrize("kind", [Open, WithSlots])
def test_misspelled_name_on_a_subclass_raises_with_a_hint(kind):
    with pytest.raises(AttributeError, match=r"\bhostname\b"):
        kind("http://h/").hostName  # noqa: B018


@of_the_table
def test_attributes_of_whatwg_raise_under_other_standards(standard):
    url, outputs = recorded("http://u:p@h/", standard=standard)
    for name in OF_WHATWG:
        assert not hasattr(url, name)
        with pytest.raises(AttributeError, match=named(standard)):
            getattr(url, name)
    for name in ("username", "password"):
        with pytest.raises(AttributeError, match=named(standard)):
            setattr(url, name, "x")
        with pytest.raises((AttributeError, TypeError)):
            url.assign(hash="x", **{name: "x"})
    with pytest.raises(AttributeError):
        url.origin = "http://i"
    assert (url.href, outputs) == ("http://u:p@h/", [])


@of_the_table
@every_kind_of_base
def test_assigning_href_under_another_standard_gives_the_reason_of_assign(standard, base):
    url, outputs = recorded("http://u:p@h/", base, standard=standard)
    with pytest.raises(
        AttributeError, match=f"^'href' cannot be assigned under {standard}: use one of "
    ) as raised:
        url.href = "http://i/"
    with pytest.raises(TypeError) as raised_by_assign:
        url.assign(hash="x", href="http://i/")
    assert str(raised.value) == str(raised_by_assign.value)
    assert (url.href, outputs) == ("http://u:p@h/", [])


def test_origin_username_and_password_exist_under_whatwg():
    url, outputs = recorded("http://u:p@EXAMPLE.com:81/a", standard="whatwg")
    assert (url.origin, url.username, url.password) == ("http://example.com:81", "u", "p")
    url.username = "ü:"
    url.password = ""
    assert outputs == ["http://%C3%BC%3A:p@example.com:81/a", "http://%C3%BC%3A@example.com:81/a"]
    url.username = None
    url.assign(password="q")
    assert (url.username, url.password, url.href) == ("", "q", "http://:q@example.com:81/a")
    url.password = None
    url.href = "../b"
    assert (url.href, outputs[-1], bool(url)) == ("../b", "../b", False)
    with pytest.raises(AttributeError):
        url.origin = "http://i"
    url = URLDecomposition("a", Document(PAGE, standard=WHATWG))
    url.href = "../b"
    assert (url.reference, url.href, url.origin) == (
        "../b",
        "http://example.com/b",
        "http://example.com",
    )


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://h:443/", "https://h"),
        ("file:///a", "null"),
        ("data:,x", "null"),
        ("blob:https://h/x", "https://h"),
    ],
)
def test_each_kind_of_url_has_its_origin(text, origin):
    assert URLDecomposition(text, standard=WHATWG).origin == URL(text).origin == origin


# None, and wrong types (ruling 19)

FULL = "http://u:p@h:8080/a?b#c"


@every_standard
@each_case(
    ("name", "expected"),
    [
        ("port", "http://u:p@h/a?b#c"),
        ("search", "http://u:p@h:8080/a#c"),
        ("hash", "http://u:p@h:8080/a?b"),
    ],
)
def test_ruling_19_none_removes_a_component(standard, name, expected):
    url, outputs = recorded(FULL, standard=standard)
    setattr(url, name, None)
    assert (url.href, getattr(url, name), outputs) == (expected, "", [expected])
    setattr(url, name, None)  # The previous assignment removed the component.
    assert url.href == expected
    url = URLDecomposition(FULL, standard=standard)
    url.assign(**{name: None})
    assert url.href == expected


@every_standard
def test_ruling_19_none_removes_several_components(standard):
    url, outputs = recorded(FULL, standard=standard)
    url.assign(port=None, search=None, hash=None)
    assert (url.href, outputs) == ("http://u:p@h/a", ["http://u:p@h/a"])


@of_the_table
def test_ruling_19_none_is_not_the_empty_string(standard):
    url = URLDecomposition("http://h/a?b#c", standard=standard)
    url.search = ""
    assert url.reference == "http://h/a?#c"
    url.hash = ""
    assert url.reference.endswith("#")
    url.search = None
    url.hash = None
    assert url.href == url.reference == "http://h/a"


def test_ruling_19_none_removes_username_and_password_under_whatwg():
    for url in (URL(FULL), URLDecomposition(FULL, standard=WHATWG)):
        url.username = None
        assert url.href == "http://:p@h:8080/a?b#c"
        url.password = None
        assert url.href == "http://h:8080/a?b#c"


@every_standard
@each_case("name", [name for name in ATTRIBUTES if name not in REMOVABLE])
def test_ruling_19_none_raises_for_other_attributes(standard, name):
    url, outputs = recorded(FULL, standard=standard)
    with pytest.raises(TypeError, match=name):
        setattr(url, name, None)
    with pytest.raises(TypeError, match=name):
        url.assign(hash="x", **{name: None})
    assert (url.href, seven(url), outputs) == (
        FULL,
        seven(URLDecomposition(FULL, standard=standard)),
        [],
    )


def test_ruling_19_none_as_href_raises():
    for url in (URL(FULL), URLDecomposition(FULL, standard=WHATWG)):
        with pytest.raises(TypeError, match="href"):
            url.href = None
        assert url.href == FULL


@every_standard
@each_case("value", [b"x", 1.5, True, ["x"], object(), parse("http://h/")], ids=type_name)
@each_case("name", ATTRIBUTES)
def test_ruling_19_value_of_another_type_raises(standard, name, value):
    url, outputs = recorded(FULL, standard=standard)
    with pytest.raises(TypeError, match=name):
        setattr(url, name, value)
    rest = {"pathname": "/x"} if name == "hash" else {"hash": "x"}
    with pytest.raises(TypeError, match=name):
        url.assign(**rest, **{name: value})
    assert (url.href, outputs) == (FULL, [])


@every_standard
@each_case("text", ["a", "mailto:a", "http://[/"])
def test_ruling_19_value_of_another_type_raises_for_any_url(standard, text):
    url, outputs = recorded(text, standard=standard)
    for name in ATTRIBUTES:
        with pytest.raises(TypeError):
            setattr(url, name, b"x")
    assert (url.reference, outputs) == (text, [])


@every_standard
@each_case("name", [name for name in ATTRIBUTES if name != "port"])
def test_ruling_19_only_port_accepts_an_int(standard, name):
    with pytest.raises(TypeError, match="not int"):
        setattr(URLDecomposition(FULL, standard=standard), name, 5)


@every_standard
def test_ruling_19_port_accepts_an_int(standard):
    url = URLDecomposition(FULL, standard=standard)
    for port in (0, 1, 81, 65535):
        url.port = port
        assert (url.port, url.host) == (f"{port}", f"h:{port}")
    for port in (-1, 65536, 10**20, 10**5000):
        url.port = port
        assert url.port == "65535"
        with pytest.raises(RejectedValueError) as caught:
            url.assign(port=port)
        assert (caught.value.attribute, caught.value.value) == ("port", port)
        assert caught.value.reason and len(str(caught.value)) < 1000


# assign()


@every_standard
def test_assign_runs_the_common_setter_action_once(standard):
    url, outputs = recorded("http://h/", standard=standard)
    url.assign(protocol="https", host="i:81", pathname="/a", search="b", hash="c")
    assert (url.href, outputs) == ("https://i:81/a?b#c", ["https://i:81/a?b#c"])
    url.assign(hostname="j", port=82)
    assert url.href == "https://j:82/a?b#c"
    url.replace()
    assert len(outputs) == 2


@every_standard
@each_case(
    ("text", "name", "value"),
    [
        ("http://h/a", "protocol", ""),
        ("http://h/a", "protocol", "1"),
        ("http://h/a", "hostname", ""),
        ("http://h/a", "port", "65536"),
        ("http://h/a", "port", 65536),
        ("mailto:a", "host", "x"),
        ("mailto:a", "hostname", "x"),
        ("mailto:a", "port", "1"),
        ("mailto:a", "pathname", "x"),
        ("a", "hash", "x"),
        ("http://[/", "hash", "x"),
    ],
)
def test_assign_changes_all_or_nothing(standard, text, name, value):
    url, outputs = recorded(text, standard=standard)
    before = (url.href, url.reference, seven(url))
    if text == "http://[/" and url:  # The RFCs before 3986 have no brackets.
        return
    other = "search" if name == "hash" else "hash"
    for values in ({other: "x", name: value}, {name: value, other: "x"}, {name: value}):
        with pytest.raises(RejectedValueError) as caught:
            url.assign(**values)
        assert isinstance(caught.value, ValueError)
        if text not in ("a", "http://[/"):
            assert (caught.value.attribute, caught.value.value) == (name, value)
        assert caught.value.reason and caught.value.reason in str(caught.value)
        assert (url.href, url.reference, seven(url), outputs) == (*before, [])


@pytest.mark.parametrize(
    ("text", "name", "value", "words"),
    [
        ("a", "hash", "x", "absolute"),
        ("mailto:a", "host", "x", "authority"),
        ("mailto:a", "pathname", "x", "hierarchical"),
        ("http://h/", "protocol", "", "empty"),
        ("http://h/", "protocol", "1", "scheme"),
        ("http://h/", "hostname", "", "empty"),
        ("http://h/", "host", "a:b", "host"),
        ("http://h/", "port", "65536", "65535"),
        ("http://h/", "port", 65536, "65535"),
    ],
)
def test_error_of_assign_has_the_reason(text, name, value, words):
    with pytest.raises(RejectedValueError, match=words):
        URLDecomposition(text).assign(**{name: value})


@every_standard
@each_case(
    "name", ["hostnam", "path", "input", "reference", "standard", "_url", "on_set", "origin"]
)
def test_assign_of_an_unknown_attribute_raises_type_error(standard, name):
    url, outputs = recorded("http://h/", standard=standard)
    with pytest.raises(TypeError, match=name):
        url.assign(hash="x", **{name: "x"})
    assert (url.href, outputs) == ("http://h/", [])


@every_standard
def test_assign_rejects_positional_values(standard):
    with pytest.raises(TypeError):
        URLDecomposition("http://h/", standard=standard).replace("x")


# help()


@each_case("kind", [URLDecomposition, URL])
@each_case("name", [*ATTRIBUTES, *OF_WHATWG, "href"])
def test_help_documents_each_attribute_with_its_section(kind, name):
    text = inspect.getdoc(getattr(kind, name))
    assert text and len(text) > 20
    assert re.search(r"\b\d\.\d", text), text
    if name in ATTRIBUTES:
        assert "2.6.6" in text


@pytest.mark.parametrize(
    "kind", [URLDecomposition, URL, ParsedURL, Document, Element, BaseChain, URLSearchParams]
)
def test_help_documents_every_public_name(kind):
    assert inspect.getdoc(kind)
    names = [name for name in dir(kind) if not name.startswith("_") and hasattr(kind, name)]
    assert names
    for name in names:
        if kind is ParsedURL and name in attrs.fields_dict(ParsedURL):
            continue  # attrs adds these slots itself.
        member = inspect.getattr_static(kind, name)
        if inspect.ismemberdescriptor(member):
            assert kind is BaseChain, f"{name} is a slot without a docstring"
            continue
        assert inspect.getdoc(getattr(kind, name)), f"{kind.__name__}.{name} is not documented"


# Base contexts


class Context:
    """A user's own base context: an object with these three attributes."""

    def __init__(self, base_url, encoding="utf-8", standard=HTML5):
        self.address, self.encoding, self.standard = base_url, encoding, standard
        self.readings = 0

    @property
    def base_url(self):
        self.readings += 1
        return self.address


@every_standard
def test_standard_and_encoding_of_a_context_are_used(standard):
    for context in (
        Document("http://h/a/b", encoding="windows-1252", standard=standard),
        Element(Document("http://h/a/b", encoding="windows-1252", standard=standard)),
        Context("http://h/a/b", "windows-1252", standard),
        Context("http://h/a/b", "windows-1252", CONSTANTS[standard]),
    ):
        url = URLDecomposition("c?%E9", context)
        assert (url.standard, url.encoding, url.href) == (
            CONSTANTS[standard],
            "windows-1252",
            "http://h/a/c?%E9",
        )
        assert str(resolve("c", context)) == "http://h/a/c"
        if standard in ("html5", "whatwg"):
            assert URLDecomposition("?é", context).search == "?%E9"
            assert URLDecomposition("?é", context, encoding="utf-8").search == "?%C3%A9"


@every_standard
def test_url_follows_a_users_own_context(standard):
    context = Context("http://h/a/b", standard=standard)
    url = URLDecomposition("c", context)
    assert url.href == "http://h/a/c"
    context.address = "https://i:8/x/"
    assert (url.href, seven(url)) == (
        "https://i:8/x/c",
        ("https:", "i:8", "i", "8", "/x/c", "", ""),
    )
    context.address = "nowhere"
    assert (bool(url), seven(url)) == (False, nothing(standard))
    url.hash = "lost"
    assert url.reference == "c"
    context.address = "http://j/"
    url.hash = "f"
    assert url.reference == "http://j/c#f"
    context.address = "http://k/"
    assert url.href == "http://j/c#f"


def test_context_is_read_once_for_each_access():
    context = Context("http://h/a/b")
    for call in (
        lambda: resolve("c", context),
        lambda: URLDecomposition("c", context).href,
        lambda: URLDecomposition("c", context).hostname,
        lambda: str(URLDecomposition("c", context)),
        lambda: bool(URLDecomposition("c", context)),
    ):
        context.readings = 0
        call()
        assert context.readings == 1


class Broken:
    encoding, standard = "utf-8", HTML5

    def __init__(self, error):
        self.error = error

    @property
    def base_url(self):
        raise self.error


@pytest.mark.parametrize("kind", [AttributeError, RuntimeError, ValueError, KeyError, TypeError])
def test_error_of_a_context_propagates(kind):
    error = kind("a message")
    for call in (
        lambda: resolve("a", Broken(error)),
        lambda: URLDecomposition("a", Broken(error)).href,
        lambda: URLDecomposition("a", Broken(error)).hostname,
        lambda: str(URLDecomposition("a", Broken(error))),
        lambda: bool(URLDecomposition("a", Broken(error))),
        lambda: setattr(URLDecomposition("a", Broken(error)), "hash", "x"),
        lambda: URLDecomposition("a", Broken(error)).assign(hash="x"),
        lambda: Document("about:blank", creator=Broken(error)).base_url,
        lambda: Element(Document("about:blank", creator=Broken(error))).base_url,
    ):
        with pytest.raises(kind) as caught:
            call()
        assert caught.value is error


def test_class_or_incomplete_context_raises():
    class Half:
        base_url = "http://h/"

    for wrong in (Half(), Document, HTML5):
        with pytest.raises((TypeError, AttributeError)):
            URLDecomposition("a", wrong).href  # noqa: B018


def test_url_follows_every_change_of_its_chain():
    document = Document(PAGE)
    branch = Element(document)
    url, outputs = recorded("c?d", Element(branch, kind="hyperlink"))
    assert url.href == "http://example.com/a/c?d"
    branch.xml_base = "/x/"
    assert (url.pathname, url.reference, outputs) == ("/x/c", "c?d", [])
    document.base_href = "https://other:8443/"
    assert (url.host, url.href) == ("other:8443", "https://other:8443/x/c?d")
    branch.move_to(Document("http://two/"))
    assert url.href == "http://two/x/c?d"


# Ruling 13: the input is a resolved URL

HOSTILE = [
    "http://①②⑦.⓪.⓪.①/",
    "http://%31%32%37.0.0.1/",
    "http://169。254。169。254/",
    "http://evil\\@good.com/p",
    "http://good.com\\.evil.com/",
    "http://u\\v@h/#\\",
    " http://EXAMPLE.com:080/a/../b ",
    "http://h/a/./../..//b",
    "http://ⅷ.example:8/",
    "http:\\\\evil/",
    "http:/\\evil",
    "http:///evil",
    "http://h/%2e%2e/é?é#é",
    "ht\ttp://h/",
    "//evil/",
    "http://[::1]/",
    "http://xn--/",
]


@every_standard
@each_case("text", HOSTILE)
@every_kind_of_base
def test_ruling_13_hostname_is_the_host_of_href(standard, text, base):
    url = URLDecomposition(text, base, standard=standard)
    reparsed = URLDecomposition(url.href, standard=standard)
    assert (reparsed.href, seven(reparsed)) == (url.href, seven(url))
    assert str(url) == url.href
    assert url.reference == text
    if url:
        resolved = resolve(text, base, standard=standard)
        assert url.href == str(resolved)


@each_case(
    ("standard", "text", "href", "hostname", "pathname"),
    [
        ("html5", "http://①②⑦.⓪.⓪.①/", "http://127.0.0.1/", "127.0.0.1", "/"),
        ("html5", "http://%31%32%37.0.0.1/", "http://127.0.0.1/", "127.0.0.1", "/"),
        ("html5", "http://169。254。169。254/", "http://169.254.169.254/", "169.254.169.254", "/"),
        ("html5", "http://evil\\@good.com/p", "http://evil/@good.com/p", "evil", "/@good.com/p"),
        (
            "html5",
            " http://BÜCHER/a/../é b ",
            "http://xn--bcher-kva/%C3%A9%20b",
            "xn--bcher-kva",
            "/%C3%A9%20b",
        ),
        ("html5", "HTTP://EXAMPLE.com:080", "HTTP://EXAMPLE.com:080", "EXAMPLE.com", "/"),
        ("html5", "foo:x/../a", "foo:/a", "", "/a"),
        ("whatwg", "http://①②⑦.⓪.⓪.①/", "http://127.0.0.1/", "127.0.0.1", "/"),
        ("whatwg", "http://evil\\@good.com/p", "http://evil/@good.com/p", "evil", "/@good.com/p"),
        ("whatwg", " HTTP://EXAMPLE.com:080/a/.. ", "http://example.com/", "example.com", "/"),
        ("rfc3986", "http://h/a/./b/../c", "http://h/a/c", "h", "/a/c"),
        ("rfc3986", "http://%31%32%37.0.0.1/", "http://%31%32%37.0.0.1/", "%31%32%37.0.0.1", "/"),
        ("rfc2396", "http://h/a/./b/../c", "http://h/a/./b/../c", "h", "/a/./b/../c"),
        ("rfc1808", "http://h/a/./b/../c", "http://h/a/./b/../c", "h", "/a/./b/../c"),
    ],
)
def test_ruling_13_input_without_a_base_is_the_resolved_url(
    standard, text, href, hostname, pathname
):
    url = URLDecomposition(text, standard=standard)
    assert (url.href, str(url), url.hostname, url.pathname, url.reference) == (
        href,
        href,
        hostname,
        pathname,
        text,
    )
    assert str(resolve(text, standard=standard)) == href
    assert url and url.error is None


@every_standard
@each_case("text", ["a", " a ", "", "//h/a?b#c", "?b", "#c"])
def test_ruling_13_invalid_url_is_kept_verbatim(standard, text):
    url = URLDecomposition(text, standard=standard)
    assert (url.href, str(url), url.reference, seven(url)) == (text, text, text, nothing(standard))


@of_the_table
@pytest.mark.parametrize("text", ["a", "http://h/"])
def test_ruling_13_input_with_an_invalid_base_is_empty(standard, text):
    url, outputs = recorded(text, "nowhere", standard=standard)
    assert (url.href, str(url), url.reference, seven(url)) == ("", "", text, ("",) * 7)
    url.hash = "x"
    assert (url.reference, url.href, outputs) == (text, "", [""])  # ruling 18


def test_ruling_13_unresolvable_url_under_whatwg_has_empty_attributes():
    for text, base in (
        ("a", "nowhere"),
        ("http://[/", PAGE),
        ("http:x", "nowhere"),
        ("http://h/", "nowhere"),
    ):
        url = URLDecomposition(text, base, standard=WHATWG)
        assert (bool(url), seven(url), url.reference) == (False, nothing("whatwg"), text)
        assert seven(URLDecomposition(url.href, standard=WHATWG)) == nothing("whatwg")


ASSIGNED = [
    # standard, attribute, value, output of the setter, href, attribute after the assignment
    (
        "html5",
        "hostname",
        "é.example",
        "http://%C3%A9.example/",
        "http://xn--9ca.example/",
        "xn--9ca.example",
    ),
    ("html5", "hostname", "①②⑦.⓪.⓪.①", None, "http://127.0.0.1/", "127.0.0.1"),
    (
        "html5",
        "hostname",
        "%31%32%37.0.0.1",
        "http://%31%32%37.0.0.1/",
        "http://127.0.0.1/",
        "127.0.0.1",
    ),
    ("html5", "host", "é:81", "http://%C3%A9:81/", "http://xn--9ca:81/", "xn--9ca:81"),
    ("html5", "pathname", "/a/../b", "http://h/a/../b", "http://h/b", "/b"),
    ("html5", "pathname", "é", "http://h/%C3%A9", "http://h/%C3%A9", "/%C3%A9"),
    ("html5", "hash", "\\", "http://h/#%5C", "http://h/#%5C", "#%5C"),
    (
        "whatwg",
        "hostname",
        "é.example",
        "http://xn--9ca.example/",
        "http://xn--9ca.example/",
        "xn--9ca.example",
    ),
    ("whatwg", "pathname", "/a/../b", "http://h/b", "http://h/b", "/b"),
    ("rfc3986", "pathname", "/a/../b", "http://h/a/../b", "http://h/b", "/b"),
    (
        "rfc3986",
        "hostname",
        "é.example",
        "http://%C3%A9.example/",
        "http://%C3%A9.example/",
        "%C3%A9.example",
    ),
    ("rfc2396", "pathname", "/a/../b", "http://h/a/../b", "http://h/a/../b", "/a/../b"),
    ("rfc1808", "pathname", "/a/../b", "http://h/a/../b", "http://h/a/../b", "/a/../b"),
]


@each_case(("standard", "name", "value", "output", "href", "read"), ASSIGNED)
def test_ruling_13_attributes_after_an_assignment_are_those_of_href(
    standard, name, value, output, href, read
):
    url, outputs = recorded("http://h/", standard=standard)
    setattr(url, name, value)
    assert outputs == [
        output if output is not None else outputs[0]
    ]  # the output that the specification defines
    assert url.reference == outputs[0]
    assert (url.href, str(url), getattr(url, name)) == (href, href, read)
    reparsed = URLDecomposition(url.href, standard=standard)
    assert (reparsed.href, seven(reparsed)) == (href, seven(url))
    url.hash = "next"  # The setter starts from the resolved input.
    assert url.reference == outputs[1] == url.href == f"{href.partition('#')[0]}#next"
    strict = URLDecomposition("http://h/", standard=standard)
    strict.assign(**{name: value})
    assert (strict.href, strict.reference) == (href, outputs[0])


def test_ruling_13_common_setter_action_sees_the_new_url():
    seen = []

    def act(output):
        seen.append((output, url.reference, url.href, url.pathname))

    url = URLDecomposition("http://h/", on_set=act)
    url.pathname = "/a/../b"
    assert seen == [("http://h/a/../b", "http://h/a/../b", "http://h/b", "/b")]


# Ruling 18


@of_the_table
@each_case(
    ("text", "name", "value"),
    [
        ("http://h/a", "protocol", ""),
        ("http://h/a", "protocol", "1"),
        ("http://h/a", "host", ":80"),
        ("http://h/a", "hostname", ""),
        ("http://h/a", "port", "65536"),
        ("http://h/a", "port", 65536),
        ("mailto:a", "host", "x"),
        ("mailto:a", "hostname", "x"),
        ("mailto:a", "port", "1"),
        ("mailto:a", "pathname", "x"),
        ("mailto:a", "search", "x"),
        ("a", "hash", "x"),
        ("", "pathname", "x"),
    ],
)
def test_ruling_18_action_is_called_with_the_input(standard, text, name, value):
    url, outputs = recorded(text, standard=standard)
    setattr(url, name, value)
    assert (outputs, url.href, url.reference) == ([text], text, text)


def test_ruling_18_action_gets_the_resolved_url_which_is_stored():
    url, outputs = recorded(" http://h/é ")
    url.port = "70000"
    assert (outputs, url.reference, url.href) == (
        ["http://h/%C3%A9"],
        "http://h/%C3%A9",
        "http://h/%C3%A9",
    )
    url, outputs = recorded("../c", PAGE)
    url.port = "70000"
    assert (outputs, url.reference) == (["http://example.com/c"], "http://example.com/c")
    url, outputs = recorded("http:x", PAGE)
    url.hash = "x"
    assert (outputs, url.reference, url.href) == ([""], "http:x", "")


@each_case(
    ("text", "names"),
    [
        ("nothing", [*ATTRIBUTES, "username", "password"]),
        ("http://[/", [*ATTRIBUTES, "username", "password"]),
        ("About:blank", ["host", "hostname", "port", "pathname", "username", "password"]),
        ("MAILTO:a", ["host", "hostname", "port", "pathname", "username", "password"]),
        ("FILE:///a/../b", ["port", "username", "password"]),
        ("foo:/a/../b", ["port", "username", "password"]),
        ("foo:///a/../b", ["port", "username", "password"]),
    ],
)
@each_case("base", [None, PAGE])
def test_ruling_18_whatwg_setter_that_returns_early_writes_nothing(text, names, base):
    for name in names:
        if text == "nothing" and base is not None:
            continue
        for value in ("81", "", *([None] if name in (*REMOVABLE, "username", "password") else [])):
            url, outputs = recorded(text, base, standard=WHATWG)
            before = (url.href, seven(url))
            setattr(url, name, value)
            assert outputs == [], (name, value)
            assert (url.reference, url.href, seven(url)) == (text, *before)


@each_case(
    ("text", "name", "value", "href"),
    [
        ("HTTP://h", "hostname", "a b", "http://h/"),
        ("HTTP://h", "hostname", "", "http://h/"),
        ("HTTP://h", "host", "a b", "http://h/"),
        ("HTTP://h", "host", "i:99999", "http://i/"),
        ("HTTP://h", "port", "abc", "http://h/"),
        ("HTTP://h", "port", "99999", "http://h/"),
        ("HTTP://h", "port", 99999, "http://h/"),
        ("HTTP://h", "protocol", "1", "http://h/"),
        ("HTTP://h", "protocol", "foo", "http://h/"),
        ("HTTP://h", "protocol", "", "http://h/"),
        ("HTTP://h:80/a/..", "hash", "", "http://h/"),
        ("mailto:/../", "protocol", "http", "mailto:/"),
        ("mailto:/../", "search", "x", "mailto:/?x"),
        ("MAILTO:a", "search", None, "mailto:a"),
        ("MAILTO:a", "hash", "x", "mailto:a#x"),
        ("FILE:///a", "host", "[", "file:///a"),
    ],
)
def test_ruling_18_whatwg_setter_with_an_invalid_value_writes_href(text, name, value, href):
    url, outputs = recorded(text, standard=WHATWG)
    setattr(url, name, value)
    assert (outputs, url.href) == ([href], href)
    url, outputs = recorded(text, Document("http://example.com/", standard=WHATWG))
    setattr(url, name, value)
    assert (outputs, url.href) == ([href], href)


@every_standard
def test_error_of_the_action_propagates_after_the_assignment(standard):
    def fail(output):
        raise RuntimeError(output)

    url = URLDecomposition("http://h/", standard=standard, on_set=fail)
    with pytest.raises(RuntimeError, match="http://h/a"):
        url.pathname = "/a"
    assert (url.href, url.pathname) == ("http://h/a", "/a")


@every_standard
def test_common_setter_action_can_assign(standard):
    outputs = []

    def act(output):
        outputs.append(output)
        if len(outputs) == 1:
            url.hash = "x"

    url = URLDecomposition("http://h/", standard=standard, on_set=act)
    url.pathname = "/a"
    assert outputs == ["http://h/a", "http://h/a#x"]
    assert url.href == "http://h/a#x"


# Properties of any text

texts = st.one_of(
    hostile,
    url_behind_a_start,
    st.sampled_from(["http://h/", "https://u@h:8080/a?b#c", "mailto:a"]),
)
values = st.one_of(url_like, any_text, st.text("ab.:/?#@%4 \\[]1é", max_size=6))
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(ATTRIBUTES), values),
        st.tuples(st.sampled_from(REMOVABLE), st.none()),
        st.tuples(st.just("port"), st.integers(0, 70000)),
    ),
    max_size=5,
)
any_base = st.one_of(bases, any_text, url_like)


def state(url):
    return (url.href, url.reference, seven(url), bool(url), url.base, url.standard, url.encoding)


def check(url):
    """Assert the properties that every object has at any time."""
    standard = url.standard
    href, read = url.href, seven(url)
    reparsed = URLDecomposition(href, standard=standard)
    assert all(type(value) is str for value in (href, url.reference, *read))
    assert str(url) == f"{url}" == href
    assert reparsed.hostname == url.hostname
    assert reparsed.href == str(reparsed) == href
    if standard is WHATWG and url.protocol == "file:":
        # The parser changes drive letters and `localhost` in a `file:` URL. The setter of
        # `protocol` does not: it keeps `C|` in `http://h/C|/`. So the other attributes can differ
        # here.
        assert reparsed.protocol == url.protocol
    else:
        assert seven(reparsed) == read
    assert bool(url) is (url.error is None)
    assert url or read == nothing(standard.name)
    assert reparsed == url
    assert repr(url)


@every_standard
@given(texts, any_base, steps)
def test_attributes_after_any_assignments_are_those_of_href(standard, text, base, steps):
    url, outputs = recorded(text, base, standard=standard)
    assert url.reference == text
    check(url)
    for name, value in steps:
        before, count = state(url), len(outputs)
        setattr(url, name, value)
        check(url)
        assert len(outputs) - count == 1 or standard == "whatwg"
        if len(outputs) == count:
            assert state(url) == before
        elif url.reference != before[1]:
            assert url.reference == outputs[-1]
        assert bool(url) is before[3]


@every_standard
@given(texts, any_base, steps)
def test_context_and_string_as_base_have_the_same_results(standard, text, base, steps):
    url = URLDecomposition(text, base or "", standard=standard)
    on_context = URLDecomposition(text, Context(base or "", standard=standard))
    assert (on_context.href, seven(on_context)) == (url.href, seven(url))
    for name, value in steps:
        setattr(url, name, value)
        setattr(on_context, name, value)
        assert (on_context.href, seven(on_context), on_context.reference) == (
            url.href,
            seven(url),
            url.reference,
        )


@every_standard
@given(
    texts,
    any_base,
    st.lists(st.tuples(st.sampled_from(ATTRIBUTES), values), min_size=1, max_size=3),
)
def test_assign_has_the_result_of_an_assignment_or_changes_nothing(standard, text, base, steps):
    url, outputs = recorded(text, base, standard=standard)
    before = state(url)
    new = dict(steps)
    try:
        url.assign(**new)
    except RejectedValueError as error:
        assert (state(url), outputs) == (before, [])
        assert error.reason and error.attribute in new
        assert error.value == new[error.attribute]
        str(error).encode()  # The message has no lone surrogate.
    else:
        assert outputs == [url.reference]
        check(url)
        if len(new) == 1:
            assigned = URLDecomposition(text, base, standard=standard)
            setattr(assigned, *next(iter(new.items())))
            assert state(assigned) == state(url)


@every_standard
@given(texts, any_base, steps)
def test_copies_of_any_url_are_equal(standard, text, base, steps):
    url = URLDecomposition(text, base, standard=standard, encoding="koi8-r")
    for name, value in steps:
        setattr(url, name, value)
    for twin in (copy.copy(url), copy.deepcopy(url), pickle.loads(pickle.dumps(url))):
        assert twin == url
        assert state(twin) == state(url)


@given(texts, st.one_of(bases, any_text), steps)
def test_url_equals_a_decomposition_under_whatwg_or_raises(text, base, steps):
    general = URLDecomposition(text, base, standard=WHATWG)
    try:
        url = URL(text, base)
    except InvalidURLError:
        assert not general
        assert URL.parse(text, base) is None and not URL.can_parse(text, base)
        return
    assert general and URL.can_parse(text, base)
    assert URL.parse(text, base) == url == general
    for name, value in steps:
        setattr(url, name, value)
        setattr(general, name, value)
        assert (url.href, seven(url)) == (general.href, seven(general))
        check(url)


class Named(URL):
    """A subclass with an attribute that URLs of other libraries have."""

    def __init__(self, url, name):
        super().__init__(url)
        self.name = name


def test_subclass_can_have_an_attribute_name_of_another_library():
    url = Named("http://h/", "x")
    assert url.name == copy.copy(url).name == pickle.loads(pickle.dumps(url)).name == "x"
    with pytest.raises(AttributeError, match="use `segments"):
        URL("http://h/").name  # noqa: B018
