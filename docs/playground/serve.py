"""Build the playground and serve it to this machine: `python docs/playground/serve.py`, in a
checkout."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from build import BuildError, build


class Handler(SimpleHTTPRequestHandler):
    #: The types that browsers require to run a module, and to compile WebAssembly during the
    #: download.
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def handle(self) -> None:
        with suppress(ConnectionError):  # The user may have closed the page during the answer.
            super().handle()

    def end_headers(self) -> None:
        self.send_header(
            "Cache-Control", "no-cache"
        )  # The browser asks each time if a file has changed.
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server for the files in `folder` on the loopback address. With `port` 0, the server
    uses a free port."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Build the playground and serve it to this machine, until Ctrl+C."
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="the port (default 8000, 0 for a free one)"
    )
    port = parser.parse_args().port
    with tempfile.TemporaryDirectory() as folder:
        print("Building the playground ...", flush=True)
        try:
            build(Path(folder))
            running = server(Path(folder), port)
        except (BuildError, OSError, OverflowError) as error:
            print(f"the playground is not served: {error}", file=sys.stderr)
            return 1
        with running:
            print(f"http://127.0.0.1:{running.server_port}/", flush=True)
            try:
                running.serve_forever()
            except KeyboardInterrupt:
                return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
