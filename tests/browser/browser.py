"""A headless Chromium, driven by Selenium, and a web site for it, served by the standard
library."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from selenium import webdriver

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
    # Pages contain URLs of other hosts. Requests to these hosts fail.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


#: Returns whether every frame has loaded. Before a frame has loaded, its document is empty.
ARE_FRAMES_COMPLETE = """
    const isThere = (frame, framed) =>
        frame.hasAttribute("srcdoc") ? framed.URL === "about:srcdoc"
            : !/^https?:/.test(frame.src) || framed.URL !== "about:blank"
    const isComplete = document => document.readyState === "complete" &&
        Array.from(document.querySelectorAll("iframe, frame")).every(frame =>
            frame.contentDocument == null ||
            isThere(frame, frame.contentDocument) && isComplete(frame.contentDocument))
    return isComplete(document)"""


class Browser:
    """A Chromium with an empty profile. It runs inside a `with` block, with `flags` and the usual
    flags.

    If `events` is true, `driver.get_log("performance")` returns the network events. If `waits` is
    false, no command waits until a page has loaded."""

    #: Selenium's driver, for everything that `Browser` has no method for.
    driver: webdriver.Chrome

    def __init__(self, *flags: str, events: bool = False, waits: bool = True) -> None:
        self._flags = flags
        self._events = events
        self._waits = waits

    def __enter__(self) -> Browser:
        from selenium import webdriver

        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = webdriver.ChromeOptions()
        options.binary_location = str(shutil.which("chromium"))
        for flag in (*FLAGS, *self._flags, f"--user-data-dir={self._folder.name}/profile"):
            options.add_argument(flag)
        if self._events:
            options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
        options.page_load_strategy = "normal" if self._waits else "none"
        service = webdriver.ChromeService(
            str(shutil.which("chromedriver")), env={**os.environ, "TMPDIR": self._folder.name}
        )
        try:
            self.driver = webdriver.Chrome(options, service)
        except BaseException:
            self._folder.cleanup()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.driver.quit()
        self._folder.cleanup()

    def visit(self, url: str) -> None:
        """Load the page at `url` with its frames. If a frame does not finish loading, stop waiting
        after a second."""
        from selenium.common.exceptions import TimeoutException

        self.driver.get(url)
        # On a busy machine, the driver returns before the frames have loaded.
        with suppress(TimeoutException):
            self.wait_until(ARE_FRAMES_COMPLETE, 1)

    def run(self, script: str, argument: object = None) -> Any:
        """Run the function body `script` with `argument` in the current page, and return its
        result.

        The argument and the result are passed as JSON text. This keeps lone surrogates, and is fast
        for large values."""
        function = (
            f"return JSON.stringify((function (argument) {{ {script} }})(JSON.parse(arguments[0])))"
        )
        returned = self.driver.execute_script(function, json.dumps(argument))
        return None if returned is None else json.loads(returned)

    def requests(self) -> dict[str, str]:
        """Return the URLs requested since the last call, each with its error or `""`. The browser
        needs the option `events`."""
        requested: dict[str, str] = {}
        urls: dict[str, str] = {}
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            parameters = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                urls[parameters["requestId"]] = parameters["request"]["url"]
                requested.setdefault(parameters["request"]["url"], "")
            elif message["method"] == "Network.loadingFailed":
                requested[urls.get(parameters["requestId"], "")] = parameters["errorText"]
        return requested

    def wait_until(self, script: str, seconds: float) -> None:
        """Wait until the function body `script` returns a true value. Raise `TimeoutException`
        after `seconds`."""
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(lambda _: self.run(script))


class Site:
    """A web site on a loopback port. `pages` maps each path to the `Content-Type` and the bytes of
    its page."""

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
                with suppress(
                    ConnectionError
                ):  # The browser may leave a page before the response is sent.
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

    def put(
        self, path: str, body: str | bytes, content_type: str = "text/html;charset=utf-8"
    ) -> str:
        """Serve `body` at `path`, and return its URL. A string is served in UTF-8."""
        self.pages[path] = (content_type, body if isinstance(body, bytes) else body.encode())
        return f"http://127.0.0.1:{self._server.server_port}{path}"
