"""`urldom links`: the function behind it, and the command."""

import io
import json

import pytest

from urldom.command import main
from urldom.trees import links
from urldom.trees.links import write_links

PARSERS = ["selectolax", "html5lib", "lxml", "bs4"]


def run(data, *, address="http://example.com/", encoding=None, standard="html5", as_json=False):
    out, err = io.StringIO(), io.StringIO()
    status = write_links(
        io.BytesIO(data), out, err, address=address, encoding=encoding, standard=standard, json=as_json
    )
    return status, out.getvalue(), err.getvalue()


@pytest.fixture(params=PARSERS)
def with_each_parser(request, monkeypatch):
    pytest.importorskip(request.param, reason=f"{request.param} is not installed")
    monkeypatch.setattr(links, "_PARSERS", {request.param: links._PARSERS[request.param]})


@pytest.mark.usefixtures("with_each_parser")
def test_a_page():
    page = '<meta charset="windows-1251"><base href="b/"><p><a href="?q=я">x</a><img src="">'.encode("windows-1251")
    assert run(page) == (0, "http://example.com/b/\nhttp://example.com/b/?q=%FF\n", "")
    assert run(page, encoding="koi8-r")[1].endswith("?q=%D1\n") is False
    assert run(page, encoding="latin1", standard="whatwg")[1].endswith("?q=%FF\n")


@pytest.mark.usefixtures("with_each_parser")
def test_an_empty_file_has_no_urls():
    assert run(b"") == (0, "", "")


@pytest.mark.usefixtures("with_each_parser")
def test_xhtml_that_is_not_well_formed_is_html():
    assert run(b'<?xml version="1.0"?><html><a href="b">&nbsp;<br></html>') == (0, "http://example.com/b\n", "")


def test_a_url_that_does_not_resolve():
    status, out, err = run(b'<a href="http://a:b/">x</a><a href="c">y</a>')
    assert (status, out) == (1, "http://example.com/c\n")
    assert err.startswith("urldom: 'http://a:b/' does not resolve") and err.count("\n") == 1


def test_json():
    status, out, err = run(b'<a href=" b ">x</a><style>@import "c"</style><img src="http://a:b/">', as_json=True)
    first, second, third = map(json.loads, out.splitlines())
    assert (status, err) == (1, "")
    assert first == {
        "element": "a",
        "attribute": "href",
        "kind": "hyperlink",
        "value": "b",
        "url": "http://example.com/b",
    }
    assert (second["attribute"], second["url"]) == (None, "http://example.com/c")
    assert third.pop("reason").startswith("its port") and "url" not in third


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1251"])
def test_feeds_are_xml(encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?><rss><channel><link>?q=я</link></channel></rss>'
    query = "%FF" if encoding == "windows-1251" else "%D1%8F"
    assert run(text.encode(encoding)) == (0, f"http://example.com/?q={query}\n", "")


def test_a_feed_that_is_not_well_formed():
    status, out, err = run(b"<rss><channel><link>x</link>")
    assert (status, out) == (1, "")
    assert err.startswith("urldom: the file is not well-formed XML: ")


def test_a_line_is_a_line():
    assert run(b'<a href="#b&#10;c">x</a>') == (0, "http://example.com/#b%0Ac\n", "")


def test_no_parser(monkeypatch):
    monkeypatch.setattr(links, "find_spec", lambda name: None)
    status, out, err = run(b"<p>")
    assert (status, out) == (1, "")
    assert err == "urldom: no parser for HTML is installed; one of selectolax, html5lib, lxml, bs4 is needed\n"
    assert run(b"<rss></rss>") == (0, "", "")


def test_the_command(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_bytes(b'<a href="b">c</a>')
    assert main(["links", str(page), "--address", "http://example.com/a"]) == 0
    assert capsys.readouterr().out == "http://example.com/b\n"
    assert main(["links", str(page)]) == 0
    assert capsys.readouterr().out == f"{tmp_path.as_uri()}/b\n"
