"""A headless Chromium, driven over W3C WebDriver, and the web site that it visits; the standard library does both."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    # The pages name other hosts: nothing is to ask for them.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


class Browser:
    """One Chromium with an empty profile, from `with` to the end of it."""

    def __enter__(self) -> Browser:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The shell's process group is chromedriver's and Chromium's too. It ends when the pipe from here does, and so
        # whatever ends this process ends them all.
        self._driver = subprocess.Popen(
            ["sh", "-c", "chromedriver --port=0 </dev/null & read line; kill -KILL 0"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": self._folder.name},
            start_new_session=True,
        )
        try:
            self._connection = HTTPConnection("127.0.0.1", self._port(), timeout=60)
            options = {
                "binary": shutil.which("chromium"),
                "args": [*FLAGS, f"--user-data-dir={self._folder.name}/profile"],
            }
            capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}
            self._session = ""
            made = self._call("POST", "/session", {"capabilities": capabilities})
            self._session = f"/session/{made['sessionId']}"
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self._call("DELETE", "")
        finally:
            self._end()

    def _end(self) -> None:
        assert self._driver.stdin is not None and self._driver.stdout is not None
        self._driver.stdin.close()
        self._driver.wait()
        self._driver.stdout.close()
        self._folder.cleanup()

    def _port(self) -> int:
        assert self._driver.stdout is not None
        for line in self._driver.stdout:
            if started := re.search(r"started successfully on port (\d+)", line):
                return int(started[1])
        raise RuntimeError("chromedriver did not start")

    def _call(self, method: str, path: str, body: object = None) -> Any:
        self._connection.request(method, self._session + path, None if body is None else json.dumps(body))
        value = json.load(self._connection.getresponse())["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{value['error']}: {value['message']}")
        return value

    def visit(self, url: str) -> None:
        """Loads the page at `url`, its frames and all."""
        self._call("POST", "/url", {"url": url})

    def run(self, script: str, argument: object = None) -> Any:
        """What the function body `script` returns for `argument` in the page that was last visited.

        Both pass as JSON text of their own, in which a lone surrogate is an escape, and a large value quick.
        """
        function = f"return JSON.stringify((function (argument) {{ {script} }})(JSON.parse(arguments[0])))"
        returned = self._call("POST", "/execute/sync", {"script": function, "args": [json.dumps(argument)]})
        return None if returned is None else json.loads(returned)


class Site:
    """A web site on a loopback port: `pages` is what it serves, a `Content-Type` and bytes a path."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[str, bytes]] = {}

    def __enter__(self) -> Site:
        pages = self.pages

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                content_type, body = pages.get(path, ("text/plain", b""))
                self.send_response(200 if path in pages else 404)
                self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(body)))
                with suppress(ConnectionError):  # The browser may have left the page.
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def put(self, path: str, body: str | bytes, content_type: str = "text/html;charset=utf-8") -> str:
        """Serves `body` at `path`, and returns the URL there. A string is served in UTF-8."""
        self.pages[path] = (content_type, body if isinstance(body, bytes) else body.encode())
        return f"http://127.0.0.1:{self._server.server_port}{path}"
