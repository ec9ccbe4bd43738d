"""`links` on files and folders: their addresses, and the processes that read them."""

import json
import os
import subprocess
import sys

import pytest

from urldom.command import _files as files
from urldom.trees import _libraries as libraries

#: The function that some tests replace
READ_PAGE = files.read_page
FEED = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/base/"><icon>i</icon></feed>'
PAGES = {
    "a.css": '@import "b.css"; a { background: url(i.png) }',
    "a/deep/q.HTM": '<a href="x">',
    "a/p.html": '<a href="x">y</a><img src="../i.png">',
    "feed.atom": FEED,
    "s p/é.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><a href="x"/></html>',
    "z.svg": '<svg xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>',
    "no-page.txt": "<a href=n>",
}
#: Files and folders are sorted by name: the files in the folder `a` come before the file `b.css`.
EXPECTED = """\
http://h/d/a/deep/x
http://h/d/a/x
http://h/d/i.png
http://h/d/b.css
http://h/d/i.png
http://h/base/i
http://h/d/s%20p/x
http://h/d/x
"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    for name, text in PAGES.items():
        file = tmp_path / "site" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "site"


@pytest.mark.parametrize("address", ["http://h/d", "http://h/d/", "http://h/d/?q#f"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_of_a_folder_have_addresses_below_its_address(run, site, address, jobs):
    assert run("links", "site", "--address", address, "--jobs", jobs) == (0, EXPECTED, "")


def test_file_has_a_file_url_or_the_given_address(run, site):
    assert (
        run("links", "site/a/p.html").out == f"{(site / 'a').as_uri()}/x\n{site.as_uri()}/i.png\n"
    )
    assert (
        run("links", "site/a/p.html", "--address", "http://h/").out
        == "http://h/x\nhttp://h/i.png\n"
    )
    assert run("links", "site/a", "site/z.svg", "site/no-page.txt").out.splitlines() == [
        f"{site.as_uri()}/{name}" for name in ("a/deep/x", "a/x", "i.png", "x", "n")
    ]


def test_standard_input_uses_the_given_address_and_type(run):
    assert run("links", "-", "--address", "http://h/", stdin=b"<a href=x>").out == "http://h/x\n"
    assert run("links", "-", "--base", "http://h/a/", stdin=b"<a href=x>").out == "http://h/a/x\n"
    assert (
        run("links", "-", "--address", "http://h/a.css?b", stdin=b"a{b:url(x)}").out
        == "http://h/x\n"
    )


def test_standard_input_is_read_with_any_number_of_jobs(run):
    assert (
        run("links", "-", "--address", "http://h/", "--jobs", "2", stdin=b"<a href=x>").out
        == "http://h/x\n"
    )


@pytest.mark.skipif(
    os.name != "posix", reason="symbolic links need special rights on other systems"
)
def test_broken_symbolic_link_does_not_stop_the_folder(run, site):
    (site / "circle.html").symlink_to("circle.html")
    (site / "b.html").symlink_to("nowhere")
    outcome = run("links", "site", "--address", "http://h/d")
    assert (outcome.status, outcome.out) == (1, EXPECTED)
    assert outcome.err.splitlines() == [
        "urldom: site/b.html: No such file or directory",
        "urldom: site/circle.html: Too many levels of symbolic links",
    ]


def test_json_includes_the_file_and_the_error(run, site):
    (site / "a.css").write_text("a { b: url(http://a:b/) url(c) }")
    outcome = run("links", "site/a.css", "site/a", "--json", "--address", "http://h/")
    assert outcome.status == 2  # One `--address` cannot be used for two paths.
    outcome = run("links", "site", "--json", "--address", "http://h/")
    objects = [json.loads(line) for line in outcome.out.splitlines()]
    assert objects[0] == {
        "file": "site/a/deep/q.HTM",
        "element": "a",
        "attribute": "href",
        "kind": "hyperlink",
        "value": "x",
        "url": "http://h/a/deep/x",
    }
    assert (
        objects[3]
        .pop("error")
        .startswith("'http://a:b/' does not resolve against 'http://h/a.css' under whatwg")
    )
    assert objects[3] == {
        "file": "site/a.css",
        "element": None,
        "attribute": None,
        "kind": "resource",
        "value": "http://a:b/",
    }
    assert objects[4]["url"] == "http://h/c"
    assert outcome.status == 1
    assert (
        outcome.err.startswith("urldom: site/a.css: 'http://a:b/' does not resolve")
        and outcome.err.count("\n") == 1
    )


def test_json_includes_forms(run):
    page = (
        b"<form action=s method=post><input name=q><button>x</button></form><template><form"
        b" action=t></form></template><form><input type=password></form><form"
        b" action='http://['></form><a href=u>v</a>"
    )
    outcome = run("links", "-", "--json", "--address", "http://h/p?q", stdin=page)
    objects = [json.loads(line) for line in outcome.out.splitlines()]
    assert [link.get("url") for link in objects] == [
        "http://h/s",
        "http://h/t",
        None,
        "http://h/u",
        "http://h/p?q",
    ]
    assert objects[0] == {
        "file": "-",
        "element": "form",
        "attribute": "action",
        "kind": "form",
        "value": "s",
        "url": "http://h/s",
        "method": "post",
        "enctype": "application/x-www-form-urlencoded",
        "controls": [{"name": "q", "type": "text"}, {"name": "", "type": "submit"}],
    }
    assert "controls" not in objects[1] and "controls" not in objects[3]
    assert objects[2]["controls"] == [] and "error" in objects[2]
    assert objects[4] == {
        "file": "-",
        "element": "form",
        "attribute": None,
        "kind": "form",
        "value": "",
        "url": "http://h/p?q",
        "method": "get",
        "enctype": "application/x-www-form-urlencoded",
        "controls": [{"name": "", "type": "password"}],
    }
    assert (
        run("links", "-", "--address", "http://h/", stdin=b"<form><input name=q></form>").out == ""
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_unreadable_file_is_reported_by_name_and_others_are_read(run, site, jobs):
    (site / "feed.atom").write_text(FEED[:-2])
    outcome = run("links", "nowhere.html", "", "site/feed.atom", "site/z.svg", "--jobs", jobs)
    assert (outcome.status, outcome.out) == (1, f"{site.as_uri()}/x\n")
    first, second, third = outcome.err.splitlines()
    assert first == "urldom: nowhere.html: No such file or directory"
    assert second == "urldom: the empty path: No such file or directory"
    assert third.startswith("urldom: site/feed.atom: the document is not well-formed XML: ")


def test_unreadable_folder_is_reported_and_others_are_read(run, site, monkeypatch):
    def scandir(path, scandir=os.scandir):
        if path == os.path.join("site", "a"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scandir)
    outcome = run("links", "site", "--address", "http://h/d")
    assert outcome == (
        1,
        "".join(EXPECTED.splitlines(keepends=True)[3:]),
        "urldom: site/a: Permission denied\n",
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_folder_may_contain_special_files(run, site):
    os.mkfifo(site / "fifo.html")
    (site / "a" / "loop").symlink_to(site)
    (site / "folder.html").mkdir()
    (site / "z2.svg").symlink_to("z.svg")
    assert run("links", "site", "--address", "http://h/d") == (0, f"{EXPECTED}http://h/d/x\n", "")


@pytest.mark.skipif(
    sys.platform != "linux", reason="file names are not arbitrary bytes on this system"
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_file_name_may_be_any_bytes(run, tmp_path, jobs):
    (tmp_path / os.fsdecode(b"%\xff?#.html")).write_text("<a href='#x'>")
    outcome = run("links", str(tmp_path), "--address", "http://h", "--jobs", jobs)
    assert outcome == (0, "http://h/%25%FF%3F%23.html#x\n", "")
    assert (
        json.loads(run("links", str(tmp_path), "--json", "--jobs", jobs).out)["file"]
        == f"{tmp_path}/%%FF?#.html"
    )


def test_address_of_a_folder_must_allow_files_below_the_address(run, site):
    assert run("links", "site", "--address", "mailto:a") == (
        2,
        "",
        (
            "urldom: a folder cannot have the address 'mailto:a': pass an address with a"
            " hierarchical path\n"
        ),
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_links_of_a_stream_needs_an_address(run, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    outcome = run("links", str(tmp_path / "fifo"))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("/fifo' is a stream, which has no address: pass one as --address\n")
    with subprocess.Popen(["sh", "-c", f"echo '<a href=b>' >{tmp_path}/fifo"]):
        assert run("links", str(tmp_path / "fifo"), "--address", "http://a/").out == "http://a/b\n"


def test_json_has_an_object_for_an_unreadable_file(run, site):
    outcome = run("links", "--json", "nowhere.html", "site/z.svg")
    first, second = map(json.loads, outcome.out.splitlines())
    assert first == {"file": "nowhere.html", "error": "No such file or directory"}
    assert second["file"] == "site/z.svg"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_file_too_large_for_memory_is_reported_and_others_are_read(run, site, monkeypatch, jobs):
    monkeypatch.setattr(files, "read_page", _find_no_memory)
    outcome = run("links", "site/a/p.html", "site/z.svg", "--jobs", jobs)
    assert outcome.err == "urldom: site/a/p.html: there is not enough memory for it\n"
    assert (outcome.status, outcome.out) == (1, f"{site.as_uri()}/x\n")


def _find_no_memory(data, address, **options):
    if b"html" in address.encode():
        raise MemoryError
    return READ_PAGE(data, address, **options)


def test_type_of_standard_input_comes_from_the_address(run):
    assert (
        run("links", "-", "--address", "http://u%5B@h/s.CSS?a", stdin=b"a{b:url(x)}").out
        == "http://u%5B@h/x\n"
    )
    assert (
        run("links", "-", "--address", "http://u[@h/s.css", stdin=b"a{b:url(x)}").out
        == "http://u%5B@h/x\n"
    )


def test_file_needs_an_address_if_the_current_folder_is_missing(run, site, tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    outcome = run("links", str(site))
    assert (outcome.status, outcome.out) == (2, "") and "the current folder" in outcome.err
    assert run("links", str(site), "--address", "http://h/d") == (0, EXPECTED, "")


def test_line_breaks_are_percent_encoded(run, tmp_path):
    (tmp_path / "a.html").write_text('<a href="#b&#10;c">x</a>')
    for options in ([], ["--json"]):
        out = run(
            "links",
            str(tmp_path / "a.html"),
            "--address",
            "http://h/",
            "--standard",
            "html5",
            *options,
        ).out
        assert "http://h/#b%0Ac" in out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_error_without_an_html_parser_says_what_to_install(run, site, monkeypatch, jobs):
    monkeypatch.setattr(libraries, "is_installed", lambda name: name == "xml.etree")
    if jobs == "2":
        monkeypatch.setattr(files, "read_page", _find_no_parser)
    outcome = run("links", "site", "--jobs", jobs)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("urldom: parsing HTML needs a parser: pip install lxml")
    assert outcome.err.count("\n") == 1
    assert run("links", "site/z.svg", "site/a.css").status == (0 if jobs == "1" else 2)


def _find_no_parser(*_, **__):
    raise ImportError("parsing HTML needs a parser: pip install lxml")


def test_processes_do_not_read_far_ahead():
    arguments = []
    answers = files.in_processes(abs, (arguments.append(n) or -n for n in range(1000)), 2)
    assert next(answers) == 0
    assert len(arguments) < 100
    assert list(answers) == list(range(1, 1000))
    assert len(arguments) == 1000


def test_process_that_dies_is_reported(run, site, monkeypatch):
    monkeypatch.setattr(files, "read_page", _die)
    outcome = run("links", "site", "--jobs", "2")
    assert (outcome.status, outcome.out) == (2, "")
    assert (
        outcome.err == "urldom: a process of --jobs could not start, or ended early: use --jobs 1\n"
    )


def _die(*_, **__):
    os._exit(1)
