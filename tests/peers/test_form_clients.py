"""HTTP clients send a submission unchanged to a server on the loopback."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.trees.forms.helpers import page_of
from tests.trees.parsers import HTML_PARSERS
from urldom.trees import document

FORMS = {
    "get": ("<form action='/g?old'><input name='a b' value='&#1084;'>", "koi8-r"),
    "urlencoded": ("<form action=/u method=post><input name=a value='x y'>", "utf-8"),
    "plain": (
        "<form action=/p method=post enctype=text/plain><textarea name=a>\n1\n2</textarea>",
        "utf-8",
    ),
    "multipart": (
        "<form action=/m method=post enctype=multipart/form-data><input type=file name=f>",
        "shift_jis",
    ),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.server.seen.append(
            (self.command, self.path, self.headers.get("Content-Type"), self.rfile.read(length))
        )
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.seen = []
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("client", ["requests", "httpx"])
@pytest.mark.parametrize("kind", FORMS)
def test_server_receives_the_submission(server, client, kind):
    library = pytest.importorskip(client)
    text, encoding = FORMS[kind]
    address = f"http://127.0.0.1:{server.server_port}/"
    page = document(HTML_PARSERS["html5lib, etree"](text), address, encoding=encoding)
    files = {"f": ("\u30bd.bin", bytes(range(256)))} if kind == "multipart" else None
    sent = page.submission(next(page.forms()), files=files)
    server.seen.clear()
    if client == "requests":
        session = library.Session()
        session.trust_env = False
        session.request(
            sent.method, sent.url, headers=sent.headers, data=sent.body
        ).raise_for_status()
    else:
        with library.Client(trust_env=False) as session:
            session.request(
                sent.method, sent.url, headers=sent.headers, content=sent.body
            ).raise_for_status()
    path = sent.url.removeprefix(address.rstrip("/"))
    assert server.seen == [(sent.method, path, sent.headers.get("Content-Type"), sent.body or b"")]


def test_werkzeug_reads_the_uploaded_file():
    multipart = pytest.importorskip("werkzeug.formparser", reason="Werkzeug is not installed")
    import io

    page = page_of(FORMS["multipart"][0])
    sent = page.submission(next(page.forms()), files={"f": ("a.txt", b"abc")})
    environ = {
        "REQUEST_METHOD": "POST",
        "CONTENT_TYPE": sent.headers["Content-Type"],
        "CONTENT_LENGTH": str(len(sent.body or b"")),
        "wsgi.input": io.BytesIO(sent.body or b""),
    }
    _, _, files = multipart.parse_form_data(environ)
    assert [(file.name, file.filename, file.mimetype, file.read()) for file in files.values()] == [
        ("f", "a.txt", "text/plain", b"abc")
    ]
