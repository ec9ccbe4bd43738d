"""`URL.from_path()` and `url.to_path()`: the path of a file and its URL, on POSIX and on
Windows."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any
from urllib.parse import unquote, unquote_to_bytes, urlsplit

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom import FrozenURL, RejectedValueError, URLDecomposition
from urldom.whatwg import URL

# The tables of Node.js's tests

#: Names with the characters that matter, and their escapes
NAMES = {
    **{
        name: name
        for name in (
            "foo",
            "FOO",
            "foo.mjs",
            "foo&bar",
            "foo=bar",
            "foo:bar",
            "foo;bar",
            "...",
            "..a",
        )
    },
    " ": "%20",
    "foo?bar": "foo%3Fbar",
    "foo#bar": "foo%23bar",
    "foo%bar": "foo%25bar",
    "%2e%2E": "%252e%252E",
    "foo\bbar": "foo%08bar",
    "foo\tbar": "foo%09bar",
    "foo\nbar": "foo%0Abar",
    "foo\rbar": "foo%0Dbar",
    "fóóbàr": "f%C3%B3%C3%B3b%C3%A0r",
    "€": "%E2%82%AC",
    "🚀": "%F0%9F%9A%80",
    "foo^bar": "foo%5Ebar",
    "foo[bar": "foo%5Bbar",
    "foo]bar": "foo%5Dbar",
    "C|": "C%7C",
}


@each_case(("name", "escaped"), NAMES.items())
@each_case("kind", [URL, FrozenURL])
def test_every_character_of_a_name_is_kept(kind: type[URL], name: str, escaped: str) -> None:
    url = kind.from_path(f"/{name}", windows=False)
    assert type(url) is kind and str(url) == f"file:///{escaped}"
    assert url.to_path(windows=False) == PurePosixPath(f"/{name}")
    url = kind.from_path(f"C:\\dir\\{name}", windows=True)
    assert type(url) is kind and str(url) == f"file:///C:/dir/{escaped}"
    assert url.to_path(windows=True) == PureWindowsPath(f"C:\\dir\\{name}")


PATHS: list[tuple[bool, str, str]] = [
    (False, "/", "file:///"),
    (False, "/dir/", "file:///dir/"),
    (False, "/dir/.", "file:///dir/"),
    (False, "/./a/./b", "file:///a/b"),
    (False, "/foo\\bar", "file:///foo%5Cbar"),
    (False, "/C|/x", "file:///C%7C/x"),
    (False, "//a", "file:////a"),
    (False, "/a\udcff", "file:///a%FF"),
    (True, "C:\\", "file:///C:/"),
    (True, "c:/a\\b", "file:///c:/a/b"),
    (True, "C:\\dir\\", "file:///C:/dir/"),
    (True, "C:\\dir\\.", "file:///C:/dir/"),
    (True, "C:\\a\\C|\\b", "file:///C:/a/C%7C/b"),
    (True, "\\\\nas\\My Docs\\File.doc", "file://nas/My%20Docs/File.doc"),
    (True, "//NAS/share", "file://nas/share"),
    (True, "\\\\nas\\C$\\", "file://nas/C$/"),
    (True, "\\\\127.0.0.1\\share\\a", "file://127.0.0.1/share/a"),
    (True, "\\\\a_b\\share\\a", "file://a_b/share/a"),
    (True, "\\\\münchen\\share\\a", "file://xn--mnchen-3ya/share/a"),
]


@each_case(("windows", "path", "href"), PATHS)
def test_path_and_its_url(windows: bool, path: str, href: str) -> None:
    url = URL.from_path(path, windows=windows)
    assert str(url) == href
    assert url == URL(href)
    assert url.to_path(windows=windows) == (PureWindowsPath if windows else PurePosixPath)(path)


@pytest.mark.parametrize(
    ("path", "href"),
    [
        ("\\\\?\\C:\\path\\to\\file.txt", "file:///C:/path/to/file.txt"),
        ("\\\\?\\UNC\\server\\share\\folder\\file.txt", "file://server/share/folder/file.txt"),
        ("//?/C:/a./b", "file:///C:/a./b"),
        ("\\\\?\\C:\\console\\a.con", "file:///C:/console/a.con"),
    ],
)
def test_prefix_of_windows_is_left_out(path: str, href: str) -> None:
    assert str(URL.from_path(path, windows=True)) == href


@each_case(
    ("windows", "path", "reason"),
    [
        (False, "", "not an absolute path of POSIX"),
        (False, "a/b", "not an absolute path of POSIX"),
        (False, "C:\\a", "or pass windows=True"),
        (False, "/a/../b", "contains .."),
        (False, "/..", "contains .."),
        (False, "/a\0", r"U\+0000"),
        (False, "/a\ud800", "lone surrogate, at 2"),
        (True, "", "not an absolute path of Windows"),
        (True, "C:", "not an absolute path of Windows"),
        (True, "C:a", "not an absolute path of Windows"),
        (True, "\\a", "not an absolute path of Windows"),
        (True, "1:\\a", "not an absolute path of Windows"),
        (True, "C:\\a\\..\\b", "contains .."),
        (True, "\\\\nas\\..\\b", "contains .."),
        (True, "C:\\a\udcff", "lone surrogate"),
        (True, "\\\\\\no-server", "needs a server and a share"),
        (True, "\\\\host", "needs a server and a share"),
        (True, "\\\\host\\\\a", "needs a server and a share"),
        (True, "\\\\.\\pipe\\x", "names a device"),
        (True, "\\\\.\\C:\\x", "names a device"),
        (True, "\\\\?\\PhysicalDrive0", "names a device"),
        (True, "\\\\?\\C:", "names a device"),
        (True, "//?/UNC/./pipe/x", "an empty label"),
        (True, "\\\\?\\UNC\\?\\C:\\x", "cannot contain"),
        (True, "\\\\?\\C:\\a.\\b", "the name at 8 in another way"),
        (True, "\\\\?\\C:\\a ", "another way"),
        (True, "\\\\?\\C:\\..\\b", "another way"),
        (True, "\\\\?\\C:\\a/b", "another way"),
        (True, "\\\\?\\C:\\a\\NUL.txt", "another way"),
        (True, "\\\\?\\C:\\com¹ :x\\a", "another way"),
        (True, "\\\\localhost\\share", "cannot keep the server 'localhost'"),
        (True, "\\\\[::1]\\share", "cannot keep the server"),
        (True, "\\\\::1\\share", "cannot keep the server"),
        (True, "\\\\a@b\\share", "cannot contain"),
        (True, "\\\\a%41\\share", "cannot contain"),
        (True, "\\\\0x7f.1\\share", "127.0.0.1"),
        (True, "\\\\C:\\share", "colon"),
        (True, "\\\\ｅvil\\share", "evil"),
        (True, "\\\\a\ud800\\share", "not a valid domain"),
    ],
)
def test_rejected_path_has_a_reason(windows: bool, path: str, reason: str) -> None:
    with pytest.raises(RejectedValueError, match=reason) as caught:
        URL.from_path(path, windows=windows)
    assert (caught.value.attribute, caught.value.value) == ("path", path)


@each_case(
    ("windows", "href", "reason"),
    [
        (False, "https://a/b/c", "scheme is not file"),
        (False, "file://host/a", "on the host host"),
        (False, "file:///a%2F/", "cannot contain %2F"),
        (False, "file:///a%2f", "cannot contain %2f"),
        (False, "file:///a%00", "cannot contain %00"),
        (True, "https://a/b/c", "scheme is not file"),
        (True, "file:///C:/a%2F/", "cannot contain %2F"),
        (True, "file:///C:/a%5C/", "cannot contain %5C"),
        (True, "file:///C:/..%5c../a", "cannot contain %5c"),
        (True, "file:///C:/a%00", "cannot contain %00"),
        (True, "file:///C:/a%FF", "not UTF-8"),
        (True, "file:///a", "neither a drive nor a host"),
        (True, "file:///?:/", "neither a drive nor a host"),
        (True, "file:////nas/share/a", "neither a drive nor a host"),
        (True, "file:///C%7C/a", "neither a drive nor a host"),
        (True, "file:///C:a", "neither a drive nor a host"),
        (True, "file://nas", "needs a server and a share"),
        (True, "file://nas//a", "needs a server and a share"),
        (True, "file://./pipe/x", "an empty label"),
        (True, "file://%2e/pipe/x", "an empty label"),
        (True, "file://[::1]/share/a", "cannot keep the server"),
    ],
)
def test_url_without_a_path_has_a_reason(windows: bool, href: str, reason: str) -> None:
    system = "Windows" if windows else "POSIX"
    with pytest.raises(ValueError, match=f"is not the URL of a file on {system}: .*{reason}"):
        URL(href).to_path(windows=windows)


@each_case(
    ("windows", "href", "path"),
    [
        (False, "file:", "/"),
        (False, "file:///a?b#c", "/a"),
        (False, "file://localhost/a", "/a"),
        (False, "file:///a%5Cb", "/a\\b"),
        (False, "file:///C|/a", "/C:/a"),
        (False, "file:///a/%2e%2E/b", "/b"),
        (False, "file:///%252e%252e/b", "/%2e%2e/b"),
        (True, "file:///C|/a", "C:\\a"),
        (True, "file:///c%3A/a", "c:\\a"),  # as Visual Studio Code writes it
        (True, "file:///C:", "C:\\"),
        (True, "file:///C:/a:b", "C:\\a:b"),
        (True, "file:///C:/../../a", "C:\\a"),
        (True, "file:\\\\nas\\a\\b", "\\\\nas\\a\\b"),
    ],
)
def test_url_and_its_path(windows: bool, href: str, path: str) -> None:
    assert URL(href).to_path(windows=windows) == (PureWindowsPath if windows else PurePosixPath)(
        path
    )


def test_url_of_another_standard_has_the_path_that_a_browser_reads() -> None:
    url = FrozenURL("file://localhost/a/%62", standard="rfc3986")
    assert url.to_path(windows=False) == PurePosixPath("/a/b")
    assert not hasattr(URLDecomposition, "to_path")


# The system


def test_class_of_a_path_decides_about_the_system() -> None:
    assert str(URL.from_path(PureWindowsPath("C:\\a"))) == "file:///C:/a"
    assert str(URL.from_path(PurePosixPath("/C:\\a"))) == "file:///C:%5Ca"


def test_default_is_the_system_of_this_python() -> None:
    here = Path(__file__)
    assert URL.from_path(here).to_path() == URL.from_path(str(here)).to_path() == here
    assert isinstance(URL.from_path(here).to_path(), PureWindowsPath) == (os.name == "nt")
    assert Path(URL.from_path(here).to_path()).samefile(here)


class _Named:
    def __init__(self, path: Any) -> None:
        self.path = path

    def __fspath__(self) -> Any:
        return self.path


def test_any_path_like_object_is_a_path() -> None:
    assert str(URL.from_path(_Named("/a b"), windows=False)) == "file:///a%20b"


@pytest.mark.parametrize("value", [None, 1, b"/a", ["/a"], _Named(b"/a")])
def test_other_types_are_no_paths(value: Any) -> None:
    with pytest.raises(TypeError, match=r"path must be a str or a path of pathlib"):
        URL.from_path(value, windows=False)
    with pytest.raises(TypeError, match="fsdecode"):
        URL.from_path(b"/a")  # type: ignore[arg-type]


# Nothing is lost


def is_kept(segments: list[Any]) -> bool:
    return not any(segment in (".", "..", b".", b"..") for segment in segments)


ODD = "/ab.%#?;:|\\~&[]^`{}\"'<> \n\t\r\x7fé€🚀２\u202e"
octet_names = st.lists(
    st.one_of(
        st.binary(max_size=6).map(lambda name: name.replace(b"/", b"").replace(b"\0", b"")),
        st.text(ODD[1:], max_size=6).map(str.encode),
    ),
    max_size=5,
).filter(is_kept)


@given(octet_names)
@example([b"C|", b"x"])
@example([b"", b"", b"a"])
@example([b"\xed\xa0\x80", b"\xc3", b"\xa9"])
def test_path_of_posix_comes_back(names: list[bytes]) -> None:
    octets = b"/" + b"/".join(names)
    path = octets.decode("utf-8", "surrogateescape")
    url = URL.from_path(path, windows=False)
    assert str(url).startswith("file:///") and str(url).isascii()
    assert unquote_to_bytes(str(url).removeprefix("file://")) == octets
    assert URL(str(url)) == url and not url.search and not url.hash
    back = url.to_path(windows=False)
    assert back == PurePosixPath(path) and str(back).encode("utf-8", "surrogateescape") == bytes(
        back
    )


names = st.lists(
    st.text(
        st.one_of(st.sampled_from(ODD.replace("/", "").replace("\\", "")), st.characters()),
        max_size=6,
    )
)


@given(st.sampled_from(["C:", "z:", "//nas/share", "//10.0.0.1/C$"]), names)
def test_path_of_windows_comes_back(root: str, names: list[str]) -> None:
    names = [name.translate(dict.fromkeys(map(ord, "/\\\0"))) for name in names]
    assume(
        is_kept(names)
        and all(
            name.isprintable() or name.encode(errors="replace").decode() == name for name in names
        )
    )
    path = f"{root}/{'/'.join(names)}"
    url = URL.from_path(path.replace("/", "\\"), windows=True)
    assert str(url) == str(URL.from_path(path, windows=True)) == str(URL(str(url)))
    assert unquote(str(url)) == "file://" + ("" if root[0] == "/" else "/") + path.removeprefix(
        "//"
    )
    assert url.to_path(windows=True) == PureWindowsPath(path)


@given(
    st.sampled_from(["file:", "file:///C:", "file://nas"]),
    st.text(f"{ODD}C0125FfeE"),
    st.booleans(),
)
def test_path_names_the_same_file_as_its_url(start: str, rest: str, windows: bool) -> None:
    url = URL.parse(start + rest)
    assume(url is not None)
    assert url is not None
    try:
        path = url.to_path(windows=windows)
    except ValueError:
        return
    back = URL.from_path(path, windows=windows)
    # pathlib leaves out slashes that name nothing.
    plain = [name for name in unquote_to_bytes(url.pathname).split(b"/") if name]
    assert [name for name in unquote_to_bytes(back.pathname).split(b"/") if name] == plain
    assert back.hostname == url.hostname


@pytest.mark.full
def test_100_000_random_paths_come_back() -> None:
    draw = random.Random(34)
    characters = [*ODD, *"/\\:.%C|2Ff", *map(chr, range(1, 0x180))]
    kept = 0
    for _ in range(100_000):
        windows = draw.random() < 0.5
        text = "".join(draw.choices(characters, k=draw.randrange(12)))
        path = draw.choice(["C:\\", "\\\\nas\\share\\"] if windows else ["/"]) + text
        parts = path.replace("\\", "/").split("/") if windows else path.split("/")
        if not is_kept(parts):
            continue
        kept += 1
        url = URL.from_path(path, windows=windows)
        pure = PureWindowsPath(path) if windows else PurePosixPath(path)
        assert URL(str(url)) == url and url.to_path(windows=windows) == pure, path
        written = path.replace("\\", "/") if windows else path
        assert unquote(url.pathname) == ("/" if written[0] == "C" else "") + written.removeprefix(
            "//nas"
        ), path
    assert kept > 90_000


# Real files


@pytest.mark.skipif(os.name != "posix", reason="names of files on POSIX")
def test_files_with_odd_names_are_opened(tmp_path: Path) -> None:
    odd = [bytes([octet]) for octet in range(1, 0x100) if octet not in b"/."]
    odd += [
        b"%2e%2e",
        b"...",
        b"a\\..\\b",
        b"C|",
        b"C:",
        b"~",
        b"a?b#c;d",
        b"\xc3\xa9",
        b"\xff\xfe",
        b" a\n",
        b"%00",
    ]
    opened = 0
    for name in odd:
        octets = os.fsencode(tmp_path) + b"/" + name
        try:
            with open(octets, "wb") as file:
                file.write(name)
        except OSError:  # The file system does not accept names that are not UTF-8.
            continue
        url = URL(str(URL.from_path(os.fsdecode(octets))))
        with open(url.to_path(), "rb") as file:
            assert file.read() == name
        opened += 1
    assert opened > 120


# Node.js

NODE = shutil.which("node")
PROGRAM = """
const {pathToFileURL, fileURLToPath} = require("url");
const answers = [];
for (const [path, ours, windows] of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  answers.push([pathToFileURL(path, {windows}).href, fileURLToPath(ours, {windows})]);
}
console.log(JSON.stringify(answers));
"""


@pytest.mark.skipif(NODE is None, reason="it compares with Node.js")
def test_node_reads_and_writes_the_same_urls() -> None:
    roots = [("/d/", False), ("C:\\d\\", True), ("\\\\nas\\share\\", True)]
    paths = [(root + name, windows) for root, windows in roots for name in NAMES]
    # Node.js leaves out the slash of a last dot, and writes the root of a drive as `C://`.
    paths += [
        (path, windows)
        for windows, path, _ in PATHS
        if path[:2] != "//" and path[-1] != "." and path[1:] != ":\\"
    ]
    paths = [
        (path, windows)
        for path, windows in paths
        if path.isascii() or path.encode(errors="replace").decode() == path
    ]
    given = [(path, str(URL.from_path(path, windows=windows)), windows) for path, windows in paths]
    assert NODE is not None
    run = subprocess.run(
        [NODE, "-e", PROGRAM], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    if "ERR_INVALID" in run.stderr:
        pytest.skip("this Node.js is older than 20.13 and reads paths of its own system only")
    assert run.returncode == 0, run.stderr
    for (path, ours, windows), (theirs, path_of_ours) in zip(
        given, json.loads(run.stdout), strict=True
    ):
        pure: type[PurePath] = PureWindowsPath if windows else PurePosixPath
        assert URL(theirs).to_path(windows=windows) == pure(path_of_ours) == pure(path)
        assert unquote(theirs) == unquote(ours) and urlsplit(theirs).netloc == urlsplit(ours).netloc
