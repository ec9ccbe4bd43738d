"""Copy a site so that a browser can show it from files: the pages below an address, with their
style sheets, images, `srcset`s, frames and fragments. The copy requests nothing outside its folder,
unless a script of the site does.

    python examples/mirror.py https://example.com/docs/ COPY
    python examples/mirror.py https://example.com/docs/ COPY --folder PAGES

`--folder` is a folder with the files that a server serves below the address. By default, the
program fetches them. COPY is a new folder. Without arguments, the program copies a small site and
prints a page of the copy.

- The program copies only URLs below the address. A hyperlink to another URL becomes absolute. For
  an image, script or frame that is not below the address, an empty `data:` URL replaces the URL.
- Browsers do not load module scripts from files. So a classic script of the copy replaces each
  module script. It has the text of the modules, makes a `blob:` URL of each, and an import map for
  the names that the modules import. These modules cannot load JSON or CSS, and an `import(name)`
  with a variable finds only names of the page's import map.
- Manifests are not loaded from files, so their URLs are replaced too. Other scripts stay, but files
  that they load are not copied.
- `crossorigin`, `integrity` and a Content-Security-Policy are removed.
- Each file gets a different name, and no URL can lead to a file outside COPY. The name is the path
  of the file's URL, or a hash if the URL has a query, if an operating system could reject the path,
  or if another file has this name.

It prints:

    index.html <- https://example.com/docs/
    a.css <- https://example.com/docs/a.css
    a.png <- https://example.com/docs/a.png
    hashed/e267a9d0e3dc1c3a1730.png <- https://example.com/docs/a.png?size=2
    b/c.html <- https://example.com/docs/b/c.html

    <base href="index.html"><link rel="stylesheet" href="a.css">
    <img src="a.png" srcset="hashed/e267a9d0e3dc1c3a1730.png 2x"><img src="data:,">
    <a href="b/c.html#d">d</a> <a href="index.html#top">top</a>
    <a href="https://example.com/">home</a>
"""

import argparse
import json
import os
import re
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from email.message import Message
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import unquote_to_bytes
from urllib.request import HTTPRedirectHandler, build_opener

from urldom import URL
from urldom.http import location
from urldom.imports import ImportMap, UnresolvableSpecifierError, specifiers
from urldom.trees import Row, StyleSheet, TreeDocument, URLAttribute, parse, stylesheet

EXAMPLE = {
    "index.html": """<base href="/docs/"><link rel="stylesheet" href="a.css">
<img src="a.png" srcset="a.png?size=2 2x"><img src="//other.example/a.png">
<a href="b/c.html#d">d</a> <a href="#top">top</a>
<a href="/">home</a>
""",
    "a.css": "body { background: url(a.png) }",
    "a.png": "",
    "b/c.html": "<h1 id=d>d</h1>",
}
#: The suffixes of media types. A browser finds the type of a file by its suffix.
SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "application/xml": ".xml",
    "text/xml": ".xml",
    "application/atom+xml": ".xml",
    "application/rss+xml": ".xml",
    "text/css": ".css",
    "text/javascript": ".js",
    "application/javascript": ".js",
    "application/x-javascript": ".js",
    "application/json": ".json",
    "text/plain": ".txt",
    "text/vtt": ".vtt",
    "application/pdf": ".pdf",
    "image/svg+xml": ".svg",
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/avif": ".avif",
    "image/x-icon": ".ico",
    "image/vnd.microsoft.icon": ".ico",
    "font/woff": ".woff",
    "font/woff2": ".woff2",
    "font/ttf": ".ttf",
    "font/otf": ".otf",
    "audio/mpeg": ".mp3",
    "audio/ogg": ".ogg",
    "video/mp4": ".mp4",
    "video/webm": ".webm",
}
TYPES = {suffix: kind for kind, suffix in reversed(SUFFIXES.items())} | {
    ".htm": "text/html",
    ".jpeg": "image/jpeg",
}
PAGES = {".html", ".xhtml", ".xml", ".svg"}
#: Matches a segment of a path that every operating system accepts as a file name
SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}(?<!\.)")
RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)
HASHED = "hashed"
#: The URL that replaces a resource outside the copy, and the URL that replaces a refresh to a page
#: outside the copy and a link that leads nowhere
NOTHING = "data:,"
NOWHERE = "javascript:void(0)"
#: The link types whose URLs a browser does not load from files
CONNECTIONS = {"dns-prefetch", "manifest", "modulepreload", "preconnect"}
#: The script that replaces a module script: `modules` are texts by URL, and `names` are URLs by
#: bare specifier.
LOADER = """{{
const modules = {modules}, names = {names}, imports = {{}}
for (const url in modules)
    imports[url] = URL.createObjectURL(new Blob([modules[url]], {{type: "text/javascript"}}))
for (const name in names) imports[name] = imports[names[name]]
const script = document.createElement("script")
script.type = "importmap"
script.textContent = JSON.stringify({{imports}})
document.head.append(script)
import({first})
}}
"""
#: The greatest number of bytes of a file, and of redirects in a row
MOST_OCTETS = 100_000_000
MOST_REDIRECTS = 20


def is_policy(get: Callable[[str], str | None]) -> bool:
    return (get("http-equiv") or "").strip().lower() == "content-security-policy"


def is_inline_module(get: Callable[[str], str | None]) -> bool:
    return (get("type") or "").strip().lower() == "module" and get("src") is None


#: Rows for attributes and texts that are not URLs, but that the program changes too
ROWS = [
    Row("meta", "content", "metadata", when=is_policy),
    Row("script", "", "metadata", when=is_inline_module),
]


class Answer(NamedTuple):
    """The response at a URL: the URL after redirects, the `Content-Type`, and the body."""

    url: str
    content_type: str
    body: bytes


#: A function that returns the answer at a URL below the address, or `None`
Fetch = Callable[[str], Answer | None]


class Mirror:
    """Copies the files below an address."""

    def __init__(self, address: str, target: Path, fetch: Fetch) -> None:
        self.address = URL(address).href.partition("#")[0]
        self.scope = URL(".", self.address).href
        self.target = target
        self.fetch = fetch
        #: The path in the copy of each URL's file
        self.files: dict[str, str] = {}
        #: The answer for each file of the copy, with an empty body
        self.sources: dict[str, Answer] = {}
        #: A key can be a file of the copy: the value is its encoding. A key can also be a URL: the
        #: value is the encoding of the page that refers to the URL. A style sheet that does not
        #: declare an encoding has this encoding.
        self._encodings: dict[str, str] = {}
        #: The texts of modules, by their URLs
        self._texts: dict[str, str | None] = {}
        self._taken = {f"{HASHED}/"}

    def copy(self) -> None:
        """Make the copy. If the folder exists, raise `FileExistsError`."""
        self.target.mkdir(parents=True)
        waiting = deque([self.address])
        self._encodings[self.address] = "utf-8"
        while waiting:
            current = waiting.popleft()
            for url in self._store(current):
                if url not in self._encodings and url.startswith(self.scope):
                    self._encodings[url] = self._encodings[self.files[current]]
                    waiting.append(url)
        for file in list(self.sources):
            self._finish(file)

    def _store(self, url: str) -> list[str]:
        """Store the file at a URL, and return the URLs in it, or none if it is already stored."""
        answer = self.fetch(url)
        if answer is None or not answer.url.startswith(self.scope):
            return []
        if answer.url in self.files:
            self.files[url] = self.files[answer.url]
            return []
        suffix = suffix_of(answer)
        try:
            document = read(answer, suffix, self._encodings[url])
            urls = [loaded_url(found) for found in urls_of(document) if is_followed(found)]
        except ValueError:  # The XML is not well-formed, so a browser would show an error.
            return []
        file = self._name(answer.url, suffix)
        self._encodings[file] = self._encodings[url] if document is None else document.encoding
        self._write(file, answer.body)
        self.files[url] = self.files[answer.url] = file
        self.sources[file] = answer._replace(body=b"")
        return [found.partition("#")[0] for found in urls if found]

    def _modules_of(self, page: TreeDocument, script: URLAttribute) -> str | None:
        """Return a classic script that does what a module script does, or `None` for a module that
        is not in the copy. In the texts of its modules, the specifiers of imports are the URLs that
        they have by the page's import map."""
        known = page.import_map()
        modules: dict[str, str] = {}
        first = loaded_url(script)
        if not script.attribute:  # An inline script has no URL, so it gets one.
            first = f"{page.base_url}#{sha256(script.value.encode()).hexdigest()}"
        names = {name: url for name, url in known.imports.items() if url}
        waiting = [*names.values(), first]
        while waiting:
            url = waiting.pop()
            if url is None or url in modules:
                continue
            if url == first and script.attribute is None:
                text, base = script.value, page.base_url
            else:
                text, base = self._module(url), url
            if text is None and url == first:
                return None
            # A module that is not below the address becomes an empty module, so that nothing else
            # is requested.
            modules[url], imported = resolve_imports(text or "", base, known)
            waiting += imported
        values = {"modules": modules, "names": names, "first": first}
        return LOADER.format(**{name: json.dumps(value) for name, value in values.items()})

    def _module(self, url: str) -> str | None:
        """Return the text of a module below the address."""
        if url not in self._texts:
            answer = self.fetch(url) if url.startswith(self.scope) else None
            self._texts[url] = (
                None if answer is None else answer.body.decode("utf-8-sig", "replace")
            )
        return self._texts[url]

    def _name(self, url: str, suffix: str) -> str:
        """Return a unique name for the file of a URL. It is the URL's path if this path is a valid
        name, or else a hash."""
        path, _, query = url.removeprefix(self.scope).partition("?")
        if path == "" or path.endswith("/"):
            path += "index.html"
        segments = path.split("/")
        *above, name = path.lower().split("/")
        if TYPES.get(Path(name).suffix) != TYPES.get(suffix):
            segments[-1] += suffix
            name += suffix
        directories = {"/".join(above[: i + 1]) + "/" for i in range(len(above))}
        file = "/".join([*above, name])
        is_valid = all(SEGMENT.fullmatch(each) and not RESERVED.match(each) for each in segments)
        is_plain = is_valid and not query and len(path) <= 150 and above[:1] != [HASHED]
        # Two files cannot have the same name, nor can a file and a folder. Some systems ignore
        # case, so the comparison does too.
        as_files = {directory.removesuffix("/") for directory in directories}
        if not is_plain or {file, f"{file}/", *as_files} & self._taken:
            return f"{HASHED}/{sha256(url.encode()).hexdigest()[:20]}{suffix}"
        self._taken |= {file, *directories}
        return "/".join(segments)

    def _write(self, file: str, body: bytes) -> None:
        path = self.target / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)

    def _finish(self, file: str) -> None:
        """Rewrite the URLs of a file, so that they refer to the copy."""
        suffix = Path(file).suffix
        if suffix not in PAGES and suffix not in (".css", ".js"):
            return
        answer = self.sources[file]._replace(body=(self.target / file).read_bytes())
        document = read(answer, suffix, self._encodings[file])
        if isinstance(document, StyleSheet):
            document.rewrite(lambda url: self._local(url, file))
            # Files have no Content-Type, so a byte order mark declares the encoding.
            self._write(file, b"\xef\xbb\xbf" + str(document).encode())
        elif isinstance(document, TreeDocument):
            self._rewrite(document, file)
            # A page that HTML cannot write is copied as well as it can be.
            self._write(file, document.to_bytes(force=True))
        else:
            charset = header(answer.content_type).get_param("charset")
            if charset is not None:
                text = decoded(answer.body, str(charset))
                self._write(file, b"\xef\xbb\xbf" + text.encode())

    def _rewrite(self, page: TreeDocument, file: str) -> None:
        # `urls(embedded=True)` has read the page, so at most 20 documents are in each other.
        for node, embedded in page.embedded_documents():
            attributes = attributes_of(node)
            if attributes.get("srcdoc") is not None:
                self._rewrite(embedded, file)
                attributes["srcdoc"] = embedded.to_text(force=True)
        loaders: list[tuple[Any, str]] = []
        for url in list(page.urls()):
            attributes = attributes_of(url.node)
            if is_policy(attributes.get):
                attributes["http-equiv"] = "none"
            for name in ("crossorigin", "integrity"):
                if name in attributes:
                    del attributes[name]
            text = self._modules_of(page, url) if is_script(url, "module") else None
            if text is not None:
                name = f"{HASHED}/{sha256(text.encode()).hexdigest()[:20]}.js"
                self._write(name, text.encode())
                source = loaded_url(url) if url.attribute else page.address
                self.sources[name] = Answer(source, "text/javascript", b"")
                loaders.append((url.node, name))
        maps = [url.node for url in page.urls() if is_script(url, "importmap")]
        page.rewrite(lambda url: self._local(url, file))
        for node, name in loaders:
            path = relpath(name, dirname(file))
            attributes_of(node).update({"type": "text/javascript", "defer": "", "src": path})
        for node in maps:  # The scripts that load the modules have maps of their own.
            attributes_of(node)["type"] = "text/plain"

    def _local(self, url: URLAttribute, file: str) -> str | None:
        """Return the replacement for a URL in a file of the copy, or `None` if the URL stays."""
        if is_script(url, "module") and url.attribute is None:
            return None
        if url.kind == "base":
            # All other references in the file are relative to the file itself.
            return Path(file).name
        if url.kind in ("fragment", "identifier") or is_policy(url.get):
            return None
        is_loaded = url.kind == "resource"
        loaded = loaded_url(url)
        if loaded is None:  # It could resolve against the new base URL.
            return NOTHING if is_loaded else NOWHERE
        address, hash_mark, fragment = loaded.partition("#")
        scheme, _, _ = address.partition(":")
        if scheme in ("data", "about", "javascript"):
            return None
        if is_loaded and is_not_loaded_from_files(url):
            return NOTHING
        if address in self.files:
            # `relative_to` may return a path that begins with a slash, which means the root folder
            # of the disk.
            return relpath(self.files[address], dirname(file)) + hash_mark + fragment
        if url.kind == "refresh":
            return NOWHERE
        return NOTHING if is_loaded else loaded


def loaded_url(url: URLAttribute) -> str | None:
    """Return the URL of the file that a browser uses in the end. If a `base` follows an image, a
    browser requests the image again."""
    return url.url if url.element_name == "img" else url.requested_url


def is_followed(url: URLAttribute) -> bool:
    """Return `True` if the program should copy the file that a URL refers to."""
    return url.kind in ("hyperlink", "refresh", "resource") and not is_not_loaded_from_files(url)


def is_not_loaded_from_files(url: URLAttribute) -> bool:
    """Return `True` if a browser loads the URL by a request that fails for a `file:` URL."""
    if url.element_name == "link":
        relations = (url.get("rel") or "").lower().split()
        return not CONNECTIONS.isdisjoint(relations)
    is_module = is_script(url, "module") or is_script(url, "importmap")
    return is_module or url.element_name in ("use", "track")


def is_script(url: URLAttribute, kind: str) -> bool:
    return url.element_name == "script" and (url.get("type") or "").strip().lower() == kind


def resolve_imports(script: str, base: str, known: ImportMap) -> tuple[str, list[str]]:
    """Return a script with the URLs of the modules that it imports, and these URLs."""
    parts: list[str] = []
    urls: list[str] = []
    end = 0
    for specifier in specifiers(script):
        try:
            url = known.resolve(specifier, base).href
        except UnresolvableSpecifierError:
            continue
        urls.append(url)
        parts += [script[end : specifier.start], json.dumps(url)]
        end = specifier.end
    return "".join(parts) + script[end:], urls


def attributes_of(node: Any) -> MutableMapping[str, Any]:
    """Return the attributes of an element of any library. A processing instruction has no
    attributes."""
    for name in ("attrib", "attrs"):
        attributes: Any = getattr(node, name, None)
        if attributes is not None:
            found: MutableMapping[str, Any] = attributes
            return found
    return {}


def urls_of(document: TreeDocument | StyleSheet | None) -> Iterator[URLAttribute]:
    """Yield the URLs of a document and its embedded documents."""
    if isinstance(document, TreeDocument):
        yield from document.urls(embedded=True)
    elif document is not None:
        yield from document.urls()


def read(answer: Answer, suffix: str, encoding: str) -> TreeDocument | StyleSheet | None:
    """Parse the document or style sheet of an answer. For other types, return `None`. If XML is not
    well-formed, raise `ValueError`. `encoding` is the encoding of the document that refers to the
    style sheet."""
    if suffix == ".css":
        kind = answer.content_type
        return stylesheet(answer.body, answer.url, content_type=kind, environment_encoding=encoding)
    if suffix in PAGES:
        return parse(answer.body, answer.url, content_type=answer.content_type, rows=ROWS)
    return None


def header(content_type: str) -> Message:
    message = Message()
    message["content-type"] = content_type
    return message


def suffix_of(answer: Answer) -> str:
    """Return the suffix of a file with the answer's media type."""
    return SUFFIXES.get(header(answer.content_type).get_content_type(), ".bin")


def decoded(body: bytes, charset: str) -> str:
    try:
        return body.decode(charset, "replace")
    except (LookupError, ValueError):
        # Some of Python's codecs do not decode text, and raise errors.
        return body.decode("utf-8", "replace")


# Sources of answers
# ----------------------------------------------------------------------------------------------


def from_folder(folder: Path, address: str) -> Fetch:
    """Return a function that answers with the files of a folder. `address` is the URL that serves
    the folder."""
    scope = URL(".", address).href
    files = {
        (Path(directory) / name).relative_to(folder).as_posix()
        for directory, _, names in os.walk(folder)
        for name in names
        if (Path(directory) / name).is_file()  # Broken symbolic links and pipes are left out.
    }

    def fetch(url: str) -> Answer | None:
        path, _, _ = url.removeprefix(scope).partition("?")
        name = os.fsdecode(unquote_to_bytes(path))
        file = f"{name}index.html" if not name or name.endswith("/") else name
        if file not in files:  # `files` contains only files inside the folder.
            return fetch(f"{scope}{path}/") if f"{name}/index.html" in files else None
        content_type = TYPES.get(Path(file).suffix.lower(), "application/octet-stream")
        return Answer(url, content_type, (folder / file).read_bytes())

    return fetch


class NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Do not follow redirects, because `fetch` first checks each redirect."""


def from_server(address: str) -> Fetch:
    """Return a function that answers with the responses of a server. It requests only URLs below
    `address`."""
    scope = URL(".", address).href
    opener = build_opener(NoRedirects)

    def fetch(url: str) -> Answer | None:
        for _ in range(MOST_REDIRECTS):
            if not url.startswith(scope) or not scope.startswith(("http://", "https://")):
                return None
            try:
                with opener.open(url, timeout=30) as response:
                    body = response.read(MOST_OCTETS + 1)
                    kind = response.headers.get("Content-Type") or "application/octet-stream"
                    return Answer(url, kind, body) if len(body) <= MOST_OCTETS else None
            except HTTPError as error:
                target = redirect_target(error, url)
                if target is None:
                    return None
                url = target
            except (OSError, HTTPException, ValueError):
                return None
        return None

    return fetch


def redirect_target(response: HTTPError, url: str) -> str | None:
    """Return the URL that a response redirects to, without its fragment."""
    value = response.headers.get("Location") if response.code // 100 == 3 else None
    if value is None:
        return None
    try:
        # urllib decodes headers as Latin-1.
        target = location(value.encode("latin-1"), url)
    except ValueError:
        return None
    target.hash = None
    return target.href


def main() -> None:
    arguments = argparse.ArgumentParser(
        description="Make a copy of a site that a browser shows from its files."
    )
    arguments.add_argument("address", nargs="?", metavar="ADDRESS")
    arguments.add_argument("copy", nargs="?", type=Path, metavar="COPY")
    arguments.add_argument(
        "--folder", type=Path, metavar="PAGES", help="the files that are served below the address"
    )
    given = arguments.parse_args()
    if given.address is not None:
        if given.copy is None:
            arguments.error("COPY is missing")
        fetch = (
            from_server(given.address)
            if given.folder is None
            else from_folder(given.folder, given.address)
        )
        report(Mirror(given.address, given.copy, fetch))
        return
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        (site / "b").mkdir(parents=True)
        for name, text in EXAMPLE.items():
            (site / name).write_text(text, encoding="utf-8")
        address = "https://example.com/docs/"
        report(Mirror(address, Path(folder) / "copy", from_folder(site, address)))
        page = (Path(folder) / "copy/index.html").read_text(encoding="windows-1252")
        print(f"\n{re.sub('<meta[^>]*>|</?(?:html|head|body)>', '', page).strip()}")


def report(mirror: Mirror) -> None:
    mirror.copy()
    for file, answer in mirror.sources.items():
        print(file, "<-", answer.url)


if __name__ == "__main__":
    main()
