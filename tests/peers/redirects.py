"""Test `url_has_allowed_host_and_scheme` with mutated redirect targets, against Chromium and
Django. Run it with `python -m tests.peers.redirects`. `--help` lists the options.

If the function allows a target, Chromium stays on the allowed hosts, and Django's function allows
the target too."""

from __future__ import annotations

import argparse
import random
import runpy
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.strategies import TOKENS
from urldom import URL
from urldom.readings import url_has_allowed_host_and_scheme

if TYPE_CHECKING:
    from tests.browser.browser import Browser

#: The hostile inputs in `examples/hostile_inputs.py`
INPUTS: Final[list[str]] = runpy.run_path(
    str(Path(__file__).parents[2] / "examples/hostile_inputs.py")
)["INPUTS"]

ALLOWED: Final = (
    "good.example",
    "www.good.example:8443",
    "xn--bcher-kva.example",
    "127.0.0.1",
    "[::1]",
)
#: The pages that redirect
ORIGINS: Final = [
    f"{scheme}://{host}/dir/page?q" for host in ALLOWED for scheme in ("http", "https")
]
#: The allowed hosts, in the form that a browser uses
_HOSTS: Final = {URL(origin).host for origin in ORIGINS}

_SEEDS: Final = [
    *INPUTS,
    *(
        "/",
        "/a/b?next=http://evil.example/",
        "a/b",
        "?q",
        "#f",
        "../a",
        "/é?é#é",
        "/a:b",
        "a b",
        "//good.example/x",
    ),
    *(f"{scheme}://{host}/a?b#c" for scheme in ("http", "https") for host in ALLOWED),
    *(f"//{host}" for host in ALLOWED),
    *(
        "http://good.example/@evil.example",
        "https://good.example.evil.example/",
        "javascript:alert(1)",
        "data:,x",
    ),
    *(
        "/\\evil.example",
        "\\/evil.example",
        "/\t/evil.example",
        "https:evil.example",
        "http:///evil.example",
    ),
    *("http://user@good.example/", "http://good.example:80/", "//evil.example\\@good.example/"),
    *(
        "http://bücher.example/",
        "http://BÜCHER.example/",
        "http://0x7f.1/",
        "http://[::ffff:127.0.0.1]/",
    ),
    *(
        "%68ttp://evil.example/",
        "http%3a//evil.example/",
        "%2f/evil.example/",
        "%5C%5Cevil.example/",
    ),
]
_MORE_TOKENS: Final = [
    *(
        "evil.example",
        "good.example",
        "@good.example",
        "@evil.example",
        ".evil.example",
        "//evil.example",
        "\\evil.example",
    ),
    *(
        "/\\",
        "\\/",
        "//",
        "\\\\",
        "///",
        "/\t/",
        "http:",
        "https:",
        "https://",
        ":80",
        ":443",
        ":8443",
        "%2f",
        "%5c",
        "%40",
    ),
    *(
        "%00",
        "%09",
        "＠",
        "／",
        "＼",
        "？",
        "＃",
        "：",
        "。",
        "．",
        "①②⑦",
        "ｅｖｉｌ",
        "ß",
        "\u200d",
        "\xad",
        "[",
        "]",
        "[::1]",
    ),
    *(
        "\t",
        "\r",
        "\n",
        " ",
        "\xa0",
        "\u3000",
        "\x85",
        "\x1c",
        "\0",
        "\x08",
        "\ufeff",
        "xn--",
        "evil",
        ".",
        "..",
        ";",
    ),
    *(
        "'",
        '"',
        "<",
        ">",
        "URL:",
        "%68ttp",
        "htt%70s:",
        "%3a",
        "%3A//",
        "%2F%2F",
        "%5C%5c",
        "%E2%80%8B",
        "%EF%BC%8F",
    ),
    # characters whose ISO-8859-1 bytes are not valid UTF-8
    *("\xe9", "\xff", "\xc3", "\xa9", "\x80", "\xbf"),
]


def targets(seed: int) -> Iterator[str]:
    """Yield an endless series of targets, which depends only on the seed."""
    chance = random.Random(seed)
    while True:
        text = chance.choice(_SEEDS)
        for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 5))):
            start = 0 if chance.random() < 0.2 else chance.randint(0, len(text))
            end = start + chance.choice((0, 0, 0, 1, 1, 2, 5))
            piece = chance.choice(chance.choice((_MORE_TOKENS, _MORE_TOKENS, TOKENS)))
            if chance.random() < 0.1:
                piece = chance.choice(_SEEDS)
            text = text[:start] + piece + text[end:]
        for _ in range(chance.choice((0, 0, 0, 0, 1, 2, 3))):
            # Most escapes are near the start, because most decisions depend on the text before the
            # path.
            place = min(int(chance.expovariate(0.2)), len(text))
            written = "".join(
                [
                    f"%{byte:02{chance.choice('xX')}}"
                    for byte in text[place : place + 1].encode("utf-8", "replace")
                ]
            )
            text = text[:place] + written + text[place + 1 :]
        yield text


class Outcome(NamedTuple):
    """The result of a run."""

    #: The number of targets
    count: int
    #: The number of targets that leave the allowed hosts in Chromium
    leading_elsewhere: int
    #: The number of targets that the function allows
    allowed: int
    #: The allowed targets that lead to a wrong server in Chromium: they leave the allowed hosts, or
    #: lead from `https:` to `http:`
    wrong: list[str]
    #: The allowed targets that Django refuses
    refused_by_django: list[str]


def run(
    browser: Browser, seed: int, count: int, django: Callable[..., bool] | None, size: int = 5000
) -> Outcome:
    """Return the results for `count` targets, which Chromium reads in batches."""
    made = targets(seed)
    elsewhere = allowed = 0
    wrong: list[str] = []
    refused: list[str] = []
    for start in range(0, count, size):
        batch = [next(made) for _ in range(min(size, count - start))]
        theirs = browser.run(
            """return argument.targets.map(target => argument.origins.map(origin => {
                try { const url = new URL(target, origin); return [url.protocol, url.host] } catch { return null }
            }))""",
            {"targets": batch, "origins": ORIGINS},
        )
        for target, places in zip(batch, theirs, strict=True):
            # A browser does not follow a redirect to an invalid URL.
            leaves = any(place is not None and not stays(*place) for place in places)
            elsewhere += leaves
            for require_https in (False, True):
                if url_has_allowed_host_and_scheme(target, ALLOWED, require_https):
                    allowed += not require_https
                    insecure = require_https and any(
                        place is not None and place[0] != "https:" and origin.startswith("https:")
                        for place, origin in zip(places, ORIGINS, strict=True)
                    )
                    if leaves or insecure:
                        wrong.append(target)
                    if django is not None and not django(target, set(ALLOWED), require_https):
                        refused.append(target)
    return Outcome(count, elsewhere, allowed, wrong, refused)


def stays(protocol: str, host: str) -> bool:
    return protocol in ("http:", "https:") and host in _HOSTS


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.peers.redirects",
        description=(
            "Compare url_has_allowed_host_and_scheme with Chromium, and with Django if it is"
            " installed, on mutated targets. The exit code is 1 if the function allows a target"
            " that leads to a wrong server, or that Django refuses."
        ),
    )
    parser.add_argument(
        "--inputs", type=int, default=200_000, metavar="N", help="mutated targets (200,000)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the same seed makes the same targets (0)"
    )
    options = parser.parse_args()
    from tests.browser.browser import Browser

    try:
        from django.utils.http import url_has_allowed_host_and_scheme as django
    except ImportError:
        django = None
    started = time.perf_counter()
    with Browser() as browser:
        outcome = run(browser, options.seed, options.inputs, django)
    print(f"seed {options.seed}, {outcome.count:,} targets, {time.perf_counter() - started:,.0f} s")
    print(
        f"{outcome.leading_elsewhere:,} leave the allowed hosts in Chromium, from at least one page"
    )
    print(
        f"{outcome.allowed:,} are allowed, and {len(outcome.wrong):,} of the allowed targets lead"
        " to a wrong server"
    )
    if django is not None:
        print(f"Django refuses {len(outcome.refused_by_django):,} of the allowed targets")
    for target in [*outcome.wrong, *outcome.refused_by_django][:20]:
        print(f"    {target!r}")
    sys.exit(1 if outcome.wrong or outcome.refused_by_django else 0)


if __name__ == "__main__":
    main()
