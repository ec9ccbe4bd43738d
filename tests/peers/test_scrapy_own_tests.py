"""Scrapy's own tests pass with urldom's middlewares, except the tests in which Scrapy differs from
a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.peers.embedding.projects import PASSED, call, clean_environment, outcomes

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TEXT = (ROOT / "docs/scrapy.md").read_text(encoding="utf-8")
VERSION = "2.19"
FILES = [
    f"tests/test_{name}.py"
    for name in ("spidermiddleware_referer", "downloadermiddleware_redirect")
]
FILES.append("tests/test_downloadermiddleware_redirect_metarefresh.py")

SLASH = "Scrapy keeps an empty path, which is a slash in a browser."
OPAQUE = "The page is at an `ftps:` URL, whose origin is opaque, so a browser sends no `Referer`."
EMPTY = (
    "Scrapy reads an empty header as no-referrer-when-downgrade. It contains no policy, so the"
    " setting counts."
)
NO_PAGE = (
    "Scrapy's redirect sends the URL that redirects. There is no page, so a browser sends no"
    " `Referer`."
)
CLASS = "The warning contains the name of the class."

#: The tests that fail, without parameters: for each, the number of its failures, and the reason
DIFFERENT = {
    "TestRefererMiddleware::test": (1, SLASH),
    "TestSettingsNoReferrerWhenDowngrade::test": (1, OPAQUE),
    "TestSettingsOriginWhenCrossOrigin::test": (1, OPAQUE),
    "TestSettingsStrictOriginWhenCrossOrigin::test": (1, OPAQUE),
    "TestSettingsUnsafeUrl::test": (1, OPAQUE),
    "TestRequestMetaNoReferrerWhenDowngrade::test": (1, OPAQUE),
    "TestRequestMetaOriginWhenCrossOrigin::test": (1, OPAQUE),
    "TestRequestMetaStrictOriginWhenCrossOrigin::test": (1, OPAQUE),
    "TestRequestMetaUnsafeUrl::test": (1, OPAQUE),
    "TestRequestMetaPrecedence001::test": (1, OPAQUE),
    "TestRequestMetaPrecedence003::test": (1, OPAQUE),
    "TestPolicyHeaderPrecedence001::test": (1, OPAQUE),
    "TestPolicyHeaderPrecedence003::test": (1, OPAQUE),
    "TestPolicyHeaderPrecedence004::test": (1, EMPTY),
    "TestRedirectMiddleware::test_redirect_referer": (3, NO_PAGE),
    "test_response_referrer_policy": (2, NO_PAGE),
    "TestRedirectMiddleware::test_cross_origin_maintain_body": (2, SLASH),
    "test_warning_redirect_middleware": (1, CLASS),
    "test_warning_meta_refresh_middleware": (1, CLASS),
}


def is_explained(reason: str, source: str, theirs: str | None, ours: str | None) -> bool:
    """Return whether a reason explains the two values of the `Referer` for a page."""
    if source.startswith("ftps:"):
        return ours is None
    if reason == SLASH:
        return ours == f"{theirs}/"
    # The setting of the test is origin-when-cross-origin, and its pages and targets have different
    # origins.
    return (
        reason == EMPTY
        and ours is not None
        and re.fullmatch(r"(https?|ftp)://[^/]+/", ours) is not None
    )


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[ElementTree.Element]:
    scrapy = pytest.importorskip("scrapy", minversion=VERSION)
    folder = tmp_path_factory.mktemp("scrapy")
    pin = f"Scrapy=={scrapy.__version__}"
    try:
        call(
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--no-binary",
            ":all:",
            "-d",
            folder,
            pin,
        )
    except ConnectionError as error:
        pytest.skip(f"Scrapy cannot be downloaded: {error}")
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    plugins = folder / "plugins"
    plugins.mkdir()
    shutil.copy(HERE / "scrapy_swap.py", plugins)
    path = os.pathsep.join(map(str, (plugins, ROOT)))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "scrapy_swap",
        "-p",
        "no:cacheprovider",
        "--junitxml=out.xml",
    ]
    source = folder / archive.name.removesuffix(".tar.gz")
    subprocess.run(
        [*command, *FILES],
        cwd=source,
        env=clean_environment() | {"PYTHONPATH": path},
        capture_output=True,
    )
    return [*ElementTree.parse(source / "out.xml").iter("testcase")]


def name_of(case: ElementTree.Element) -> str:
    """Return the name of a test with its class, without its module and its parameters."""
    kinds = [name for name in case.get("classname", "").split(".") if name.startswith("Test")]
    return "::".join([*kinds, case.get("name", "").partition("[")[0]])


@pytest.mark.nightly
def test_tests_of_scrapy_pass_unless_scrapy_differs_from_a_browser(cases):
    failed = Counter(name_of(case) for case in cases if [*outcomes([case]).values()] != [PASSED])
    assert failed == {name: count for name, (count, _) in DIFFERENT.items()}


@pytest.mark.nightly
def test_reasons_explain_each_case_that_differs(cases):
    found = [
        (name_of(case), *json.loads(one.get("value", "")))
        for case in cases
        for one in case.iter("property")
        if one.get("name") == "different"
    ]
    assert len(found) > 30
    assert [one for one in found if not is_explained(DIFFERENT[one[0]][1], *one[1:])] == []


@pytest.mark.nightly
def test_documentation_has_the_numbers_of_tests(cases):
    count = sum(count for count, _ in DIFFERENT.values())
    assert f"{len(cases)} tests of its three middlewares" in re.sub(r"\s+", " ", TEXT)
    assert f"All except {count} pass" in re.sub(r"\s+", " ", TEXT)
