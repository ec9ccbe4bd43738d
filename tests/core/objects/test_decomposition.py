"""`URLDecomposition` as a Python object: input, base, common setter action, `assign()`, copies and
wrong arguments."""

import contextlib
import copy
import enum
import gc
import pickle

import pytest

from tests.cases import each_case
from tests.standards import every_standard
from urldom import (
    HTML5,
    WHATWG,
    BaseChain,
    Document,
    Element,
    InvalidURLError,
    RejectedValueError,
    URLDecomposition,
    find_standard,
    html5,
    parse,
    resolve,
)
from urldom._core.objects.decomposition import url_of_pieces, why_ignored
from urldom._core.standards.interface import engine_of

ATTRIBUTES = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")


def seven(url):
    return tuple(getattr(url, name) for name in ATTRIBUTES)


class Context:
    """A user's own base context: an object with these three attributes."""

    def __init__(self, base_url, encoding="utf-8", standard=HTML5):
        self.base_url, self.encoding, self.standard = base_url, encoding, standard


# Why a setter would ignore a value


@each_case(
    ("name", "value", "reason"),
    [
        ("port", "8", None),
        ("port", 8, None),
        ("port", None, None),
        ("port", "x", "a port must begin with a digit"),
        ("port", 65536, "the port is greater than 65535"),
        ("port", -1, "a port must be 0 or greater"),
        ("protocol", "https", None),
        ("host", "i:9", None),
        ("host", "", "the host is missing"),
        ("hash", None, None),
        ("href", "::", None),
        ("username", "u", None),
    ],
)
def test_reason_why_a_setter_ignores_a_value(name, value, reason):
    assert why_ignored(URLDecomposition("http://h/", standard="whatwg"), name, value) == reason


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("origin", "x", "'origin' cannot be assigned under whatwg"),
        ("x", "y", "'x' cannot be assigned under whatwg"),
        ("hostname", None, "hostname must be a str, not None"),
        ("port", 1.5, "port must be "),
    ],
)
def test_wrong_name_or_type_has_no_reason_but_an_error(name, value, message):
    with pytest.raises(TypeError) as caught:
        why_ignored(URLDecomposition("http://h/", standard="whatwg"), name, value)
    assert str(caught.value).startswith(message)


# The input


def test_href_without_a_base_is_the_absolute_url_or_the_string():
    for text in ("http://h/", " http://h/ ", "a", "", "http://a:b/"):
        url = URLDecomposition(text)
        assert url.reference == text
        assert url.href == str(url) == (text.strip() if "/h/" in text else text)


@pytest.mark.parametrize(
    "base",
    [
        "http://example.com/a/b",
        html5.parse("http://example.com/a/b"),
        find_standard("rfc3986").parse("http://example.com/a/b"),
        find_standard("rfc1808").parse("http://example.com/a/b"),
        Document("http://example.com/a/b"),
        Element(Document("http://example.com/"), xml_base="a/b"),
        Context("http://example.com/a/b"),
    ],
    ids=lambda base: type(base).__name__,
)
def test_href_with_a_base_is_the_resolved_url(base):
    url = URLDecomposition("c?d#e", base)
    assert str(url) == url.href == "http://example.com/a/c?d#e"
    assert seven(url) == ("http:", "example.com", "example.com", "", "/a/c", "?d", "#e")
    assert url.reference == "c?d#e"
    assert str(html5.resolve("c?d#e", base)) == url.href


@pytest.mark.parametrize(
    ("text", "base"),
    [("http://a:b/", "http://h/"), ("a", "nowhere"), ("http:x", "http://h/"), ("x", "")],
)
def test_href_is_empty_if_the_url_does_not_resolve(text, base):
    outputs = []
    url = URLDecomposition(text, base, on_set=outputs.append)
    assert str(url) == url.href == ""
    assert seven(url) == ("",) * 7
    url.hash = "x"
    assert (url.reference, outputs) == (text, [""])  # ruling 18


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("http://BÜCHER/é", "http://xn--bcher-kva/%C3%A9"),
        ("a", "a"),
        ("http://a:b/", "http://a:b/"),
        (" x ", " x "),
    ],
)
def test_href_is_the_absolute_url_or_the_input(text, href):
    assert URLDecomposition(text).href == href


def test_attributes_are_those_of_the_resolved_url():
    """Ruling 13: `URLDecomposition` first resolves its input."""
    assert URLDecomposition("http://h/a/../é").pathname == "/%C3%A9"
    assert URLDecomposition("http://h/a/../é", "http://h/").pathname == "/%C3%A9"


def test_attributes_follow_a_users_own_context():
    context = Context("http://example.com/a/b")
    url = URLDecomposition("c", context)
    assert url.pathname == "/a/c"
    context.base_url = "https://other:8/x/"
    assert seven(url) == ("https:", "other:8", "other", "8", "/x/c", "", "")
    context.base_url = "nowhere"
    assert seven(url) == ("",) * 7
    context.base_url = "http://h/"
    url.hash = "f"
    assert str(url) == "http://h/c#f"  # The assignment made the URL absolute.
    context.base_url = "http://i/"
    assert url.href == "http://h/c#f"


def test_context_can_have_an_attribute_scheme():
    class Page(Context):
        scheme = "light"

    assert URLDecomposition("c", Page("http://h/")).href == "http://h/c"


def test_default_standard_and_encoding_are_those_of_the_context():
    document = Document("http://h/", encoding="windows-1252")
    assert URLDecomposition("?é", document).search == "?%E9"
    assert URLDecomposition("?é", Element(document)).search == "?%E9"
    assert str(resolve("?é", document)) == "http://h/?%E9"
    assert (
        URLDecomposition("?y", Document("http://a/b/c;p", standard="rfc1808")).pathname == "/b/c;p"
    )
    assert URLDecomposition("?y", Context("http://a/b/c;p", standard="rfc2396")).pathname == "/b/"
    assert URLDecomposition("?y", BaseChain(retrieval="http://a/b/c;p")).pathname == "/b/c;p"


def test_given_standard_and_encoding_have_priority():
    document = Document("http://h/a", encoding="windows-1252", standard="rfc2396")
    assert URLDecomposition("?é", document, encoding="utf-8", standard=HTML5).search == "?%C3%A9"
    assert URLDecomposition("?y", document, standard="rfc3986").pathname == "/a"
    assert str(resolve("?é", document, encoding="koi8-r", standard="html5")) == "http://h/a??"


def test_default_without_context_is_html5_and_utf_8():
    assert URLDecomposition("?é", "http://h/").search == "?%C3%A9"
    assert URLDecomposition("é", "http://h/").pathname == "/%C3%A9"


# The common setter action


def test_common_setter_action_runs_after_every_assignment():
    outputs = []
    url = URLDecomposition("http://h/", on_set=outputs.append)
    for name, value in (
        ("protocol", "https"),
        ("host", "i:1"),
        ("hostname", "j"),
        ("port", 2),
        ("pathname", "a"),
    ):
        setattr(url, name, value)
        assert outputs[-1] == str(url)
    url.search = "b"
    url.hash = "c"
    url.hash = "c"
    assert len(outputs) == 8
    assert outputs[-1] == str(url) == "https://j:2/a?b#c"


def test_common_setter_action_sees_the_new_url():
    seen = []
    url = URLDecomposition(
        "http://h/", on_set=lambda output: seen.append((output, str(url), url.pathname))
    )
    url.pathname = "/a"
    assert seen == [("http://h/a",) * 2 + ("/a",)]


def test_error_of_the_common_setter_action_propagates():
    def fail(output):
        raise RuntimeError(output)

    url = URLDecomposition("http://h/", on_set=fail)
    with pytest.raises(RuntimeError, match="http://h/a"):
        url.pathname = "/a"
    assert (str(url), url.pathname) == ("http://h/a", "/a")


def test_common_setter_action_can_assign_to_another_url():
    other = URLDecomposition("http://other/")

    def write(output):
        other.pathname = html5.parse(output).path

    URLDecomposition("http://h/", on_set=write).pathname = "/a"
    assert str(other) == "http://other/a"


def test_assignment_with_a_base_makes_the_url_absolute():
    outputs = []
    url = URLDecomposition("b", "http://h/a/", on_set=outputs.append)
    url.search = "x"
    assert str(url) == url.href == "http://h/a/b?x"
    assert outputs == ["http://h/a/b?x"]


@pytest.mark.parametrize("base", ["http://h/a/", Document("http://h/a/"), Context("http://h/a/")])
def test_ruling_18_output_of_a_rejected_value_is_stored_as_any_other(base):
    outputs = []
    url = URLDecomposition("b", base, on_set=outputs.append)
    url.port = "99999"
    assert (url.reference, outputs) == ("http://h/a/b", ["http://h/a/b"])
    without_action = URLDecomposition("b", base)
    without_action.port = "99999"
    assert without_action.reference == without_action.href == "http://h/a/b"


def test_ruling_18_link_does_not_follow_its_base_after_a_rejected_value():
    document = Document("http://h/a/")
    url = URLDecomposition("b", document)
    url.hostname = ""
    document.base_href = "/other/"
    assert url.href == "http://h/a/b"


@each_case("name", ["protocol", "host", "hostname", "port", "pathname", "search", "hash"])
@each_case("base", [None, "nowhere", Document("nowhere")])
def test_ruling_18_text_that_is_not_a_url_stays_as_it_was_written(name, base):
    outputs = []
    url = URLDecomposition("b", base, on_set=outputs.append)
    setattr(url, name, "1")
    assert (url.reference, outputs) == ("b", [url.href])
    setattr(URLDecomposition("b", base), name, "1")


# assign


def test_assign_runs_the_common_setter_action_once():
    outputs = []
    url = URLDecomposition("mailto:a", on_set=outputs.append)
    with pytest.raises(RejectedValueError):
        url.assign(hash="x", protocol="http")
    assert (str(url), outputs) == ("mailto:a", [])
    url.assign(hash="x", protocol="sms")
    assert (str(url), outputs) == ("sms:a#x", ["sms:a#x"])
    url = URLDecomposition("http://h:1/", on_set=outputs.append)
    url.assign(port=2, host="i")
    assert str(url) == "http://i:2/"
    url.assign(host="j", port="3")
    assert str(url) == "http://j:3/"
    assert outputs[1:] == ["http://i:2/", "http://j:3/"]


def test_assign_changes_all_or_nothing():
    outputs = []
    url = URLDecomposition("http://h/a", on_set=outputs.append)
    with pytest.raises(RejectedValueError) as caught:
        url.assign(pathname="/b", port="99999", hash="x")
    assert (caught.value.attribute, caught.value.value) == ("port", "99999")
    assert "65535" in caught.value.reason
    assert (
        "port" in str(caught.value)
        and "99999" in str(caught.value)
        and caught.value.reason in str(caught.value)
    )
    assert (seven(url), str(url), outputs) == (
        seven(URLDecomposition("http://h/a")),
        "http://h/a",
        [],
    )


@pytest.mark.parametrize(
    ("url", "name", "value", "words"),
    [
        ("a", "hash", "x", "absolute"),
        ("mailto:a", "host", "x", "authority"),
        ("mailto:a", "pathname", "x", "hierarchical"),
        ("http://h/", "protocol", "", "empty"),
        ("http://h/", "protocol", "1", "scheme"),
        ("http://h/", "hostname", "", "empty"),
        ("http://h/", "host", "a:b", "host"),
        ("http://h/", "hostname", "a b", "not a letter, digit or hyphen"),
        ("http://h/", "port", "65536", "65535"),
        ("file:/a", "pathname", "//b", "read as an authority"),
    ],
)
def test_error_of_assign_has_the_reason(url, name, value, words):
    with pytest.raises(RejectedValueError) as caught:
        URLDecomposition(url).assign(**{name: value})
    assert words in caught.value.reason
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "name", ["path", "href", "username", "origin", "input", "_url", "encoding"]
)
def test_assign_of_an_unknown_attribute_raises_type_error(name):
    outputs = []
    url = URLDecomposition("http://h/", on_set=outputs.append)
    with pytest.raises(TypeError, match=name):
        url.assign(hash="x", **{name: "x"})
    assert (str(url), outputs) == ("http://h/", [])


def test_assign_without_arguments_changes_nothing():
    outputs = []
    url = URLDecomposition("a", Document("nowhere"), on_set=outputs.append)
    url.replace()
    assert (url.reference, outputs) == ("a", [])


# Copies, equality, wrong arguments


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda url: pickle.loads(pickle.dumps(url))]
)
def test_copy_is_independent(duplicate):
    url = URLDecomposition("b?é", "http://h/a/", standard="html5", encoding="windows-1252")
    twin = duplicate(url)
    assert type(twin) is type(url)
    assert (str(twin), twin.href, seven(twin)) == (str(url), url.href, seven(url))
    twin.hash = "x"
    assert (url.reference, str(twin)) == ("b?é", "http://h/a/b?%E9#x")
    url.hash = "y"
    assert str(twin) == "http://h/a/b?%E9#x"


def test_copy_keeps_the_base_context_but_not_the_common_setter_action():
    outputs = []
    document = Document("http://h/")
    url = URLDecomposition("a", document, on_set=outputs.append)
    twin = copy.copy(url)
    document.base_href = "/b/"
    assert twin.href == url.href == "http://h/b/a"
    twin.hash = "x"
    assert outputs == []


def test_urls_are_equal_by_value_and_unhashable():
    one, two = URLDecomposition("http://h/"), URLDecomposition(" http://h/a/.. ")
    assert one == two
    two.hash = "x"
    assert one != two
    assert one != URLDecomposition("http://h/", standard="whatwg") and one != "http://h/"
    with pytest.raises(TypeError):
        hash(one)


def test_unknown_read_only_and_deleted_attributes_raise():
    url = URLDecomposition("http://h/")
    for name in ("path", "query", "nonsense", "origin", "username", "password"):
        with pytest.raises(AttributeError):
            getattr(url, name)
        with pytest.raises(AttributeError):
            setattr(url, name, "x")
    for name in ("href", "reference", "base", "standard", "encoding", "error"):
        with pytest.raises(AttributeError):
            setattr(url, name, "http://i/")
    for name in ("hash", "host", "reference"):
        with pytest.raises(AttributeError):
            delattr(url, name)
    assert str(url) == url.href == "http://h/"


@pytest.mark.parametrize("wrong", [None, b"http://h/", 5])
def test_url_of_another_type_raises_type_error(wrong):
    with pytest.raises(TypeError):
        URLDecomposition(wrong)
    with pytest.raises(TypeError):
        URLDecomposition(wrong, "http://h/")


@pytest.mark.parametrize("wrong", [5, b"http://h/", object()])
def test_base_of_another_type_raises_type_error(wrong):
    with pytest.raises(TypeError):
        URLDecomposition("a", wrong)


def test_unknown_standard_raises():
    with pytest.raises(ValueError, match="html6"):
        URLDecomposition("a", standard="html6")
    with pytest.raises(TypeError):
        URLDecomposition("a", standard=5)


def test_repr_shows_the_url():
    assert repr(URLDecomposition("http://h/")) == "URLDecomposition('http://h/')"
    url = URLDecomposition("a", "http://h/", standard="rfc3986")
    assert repr(url) == "URLDecomposition('a', 'http://h/', standard=RFC3986)"


# Under each standard


class Plain(URLDecomposition):
    """A subclass without its own attributes."""


class Slotted(URLDecomposition):
    __slots__ = ()


PLACES = ["http://a.b/c", "https://a.b:1/c", "mailto:a", "a", ""]


@every_standard
@each_case("text", PLACES)
@each_case("kind", [URLDecomposition, Plain, Slotted])
@each_case("base", [None, "http://h/", Document("http://h/")], ids=["no base", "string", "context"])
def test_assignments_keep_the_class(standard, text, kind, base):
    url = kind(text, base, standard=standard)
    assert type(url) is kind
    for name in ATTRIBUTES:
        getattr(url, name)
        setattr(url, name, "81" if name == "port" else "x")
        assert type(url) is kind


@every_standard
@each_case("kind", [Plain, Slotted])
@each_case("text", ["http://a.b/c", "https://a.b:1/c", "https://u@a.b/c d"])
def test_attributes_of_subclass_and_base_class_are_equal_after_every_assignment(
    standard, kind, text
):
    url, expected = kind(text, standard=standard), URLDecomposition(text, standard=standard)
    for name, value in (
        ("hostname", "x.y"),
        ("port", 82),
        ("pathname", "/d"),
        ("search", "e"),
        ("hash", "f"),
    ):
        setattr(url, name, value)
        setattr(expected, name, value)
        assert (url.href, seven(url)) == (expected.href, seven(expected))
    if url:
        assert seven(url)[1:] == ("x.y:82", "x.y", "82", "/d", "?e", "#f")


HOSTILE = {
    "http://①②⑦.⓪.⓪.①/": "127.0.0.1",
    "http://%31%32%37.0.0.1/": "127.0.0.1",
    "http://169。254。169。254/": "169.254.169.254",
    "http://evil\\@good.com/p": "evil",
}


@pytest.mark.parametrize("standard", ["html5", "whatwg"])
@pytest.mark.parametrize("url", HOSTILE)
def test_hostname_is_the_host_that_clients_connect_to(standard, url):
    decomposition = URLDecomposition(url, standard=standard)
    assert decomposition.hostname == HOSTILE[url]
    assert decomposition.href.startswith(f"http://{HOSTILE[url]}/")
    assert str(resolve(url, standard=standard)) == decomposition.href


@every_standard
@each_case("url", HOSTILE)
@each_case("base", [None, "http://h/a/b"])
def test_hostname_is_the_host_of_href(standard, url, base):
    decomposition = URLDecomposition(url, base, standard=standard)
    reparsed = URLDecomposition(decomposition.href, standard=standard)
    assert (reparsed.href, seven(reparsed)) == (decomposition.href, seven(decomposition))


class Address(str, enum.Enum):
    PAGE = "http://example.com/a/b"
    LINK = "c?d"
    PLACE = "#e"


class Shouting(str):
    def __str__(self):
        return "http://wrong.example/"

    __repr__ = __format__ = __str__


@every_standard
@each_case("kind", [Address, Shouting])
def test_subclass_of_str_is_read_by_its_characters(standard, kind):
    page, link, place = (kind(text) for text in ("http://example.com/a/b", "c?d", "#e"))
    url = URLDecomposition(link, page, standard=standard)
    assert (url.href, str(url), url.reference) == ("http://example.com/a/c?d",) * 2 + ("c?d",)
    assert type(url.href) is type(str(url)) is type(url.reference) is str
    url.hash = place
    assert url.href == "http://example.com/a/c?d#e"
    url.assign(hash=kind("#e"), search=kind("c?d"))
    assert url.href == "http://example.com/a/c?c?d#e"
    assert str(resolve(link, page, standard=standard)) == "http://example.com/a/c?d"
    assert str(parse(page, standard=standard)) == "http://example.com/a/b"
    assert Document(page, base_href=link, standard=standard).base_url == "http://example.com/a/c?d"


def test_assign_of_a_misspelled_name_raises_type_error():
    url = URLDecomposition("http://h/")
    with pytest.raises(TypeError, match="hostnam"):
        url.assign(hostnam="x")
    assert url.href == "http://h/"


# URLs on a chain of elements


def test_url_keeps_its_element_alive():
    page = Document("http://example.com/")
    url = URLDecomposition("x", Element(Element(page, xml_base="a/"), xml_base="b/"))
    gc.collect()
    page.base_href = "/c/"
    assert url.href == "http://example.com/c/a/b/x"


DEPTH = 5000


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_url_on_a_deep_chain_can_be_copied(duplicate):
    element = Element(Document("http://example.com/"), xml_base="a/")
    for _ in range(DEPTH):
        element = Element(element)
    url = duplicate(URLDecomposition("b", element))
    assert url.href == "http://example.com/a/b"


@pytest.mark.parametrize("standard", ["html5", "rfc3986"])
def test_live_urls_on_a_deep_chain_equal_the_results_of_resolve(standard):
    bases = [
        "a/",
        None,
        "../b/c/",
        "?q",
        "#f",
        "",
        "http://a:b/",
        "/d/e/",
        "x\ty/",
        "//h:81/g/",
        None,
        "./",
    ]
    page = Document("http://example.com/1/2", base_href="3/", standard=standard)
    chain, depth = [], 120
    for number in range(depth):
        chain.append(Element(chain[-1] if chain else page, xml_base=bases[number % len(bases)]))
    urls = [
        URLDecomposition(reference, chain[n])
        for n in range(depth)
        for reference in ("../z?é#é", "", "//i/j")
    ]

    def resolved_urls():
        base = page.base_url
        for element in chain:
            if element.xml_base is not None:
                with contextlib.suppress(InvalidURLError):
                    base = str(resolve(element.xml_base, base, standard=standard)).partition("#")[0]
            for reference in ("../z?é#é", "", "//i/j"):
                try:
                    yield str(resolve(reference, base, standard=standard))
                except InvalidURLError:
                    yield ""

    def check():
        hrefs = list(resolved_urls())
        assert [url.href for url in urls] == hrefs
        assert [seven(url) for url in urls] == [
            seven(URLDecomposition(href, standard=standard)) for href in hrefs
        ]

    check()
    page.base_href = "http://other.example/x/y/"
    check()
    chain[7].xml_base = "/changed/"
    check()
    chain[60].move_to(chain[3])
    del chain[4:60]
    urls[:] = [
        URLDecomposition(reference, element)
        for element in chain
        for reference in ("../z?é#é", "", "//i/j")
    ]
    check()
    page.base_href = None
    check()


def test_url_of_pieces_has_no_base_and_its_encoding():
    pieces = engine_of(WHATWG).grammar.cut("http://h/a?b")
    url = url_of_pieces(pieces, WHATWG, "windows-1252")
    assert (url.href, url.base, url.encoding, url.standard) == (
        "http://h/a?b",
        None,
        "windows-1252",
        WHATWG,
    )
    url.search = "c"
    assert url.href == "http://h/a?c"
