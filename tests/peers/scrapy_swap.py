"""A plugin of pytest that lets Scrapy's own tests test urldom's middlewares.
`tests/peers/test_scrapy_own_tests.py` uses it.

It runs coroutines, which Scrapy's tests leave to another plugin. A class of tests with a list of
cases, `scenarii`, stops at the first case that differs, so the plugin adds all of them to the
properties of the test."""

import asyncio
import inspect
import json

import pytest
from scrapy.downloadermiddlewares import redirect
from scrapy.settings import Settings
from scrapy.spidermiddlewares import referer

from urldom.scrapy import MetaRefreshMiddleware, RedirectMiddleware, RefererMiddleware


def pytest_configure(config):
    # Not when the module is imported: `--doctest-modules` imports it into the processes of the
    # other tests.
    redirect.MetaRefreshMiddleware = MetaRefreshMiddleware
    redirect.RedirectMiddleware = RedirectMiddleware
    referer.RefererMiddleware = RefererMiddleware
    config.addinivalue_line("markers", "asyncio: a test that is a coroutine")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    asyncio.run(pyfuncitem.obj(**arguments))
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    tests = item.instance
    for source, target, expected in getattr(tests, "scenarii", ()):
        middleware = RefererMiddleware(Settings(tests.settings))
        request = middleware.get_processed_request(
            tests.get_request(target), tests.get_response(source)
        )
        case = [
            source,
            *(value and value.decode() for value in (expected, request.headers.get("Referer"))),
        ]
        if case[1] != case[2]:
            item.user_properties.append(("different", json.dumps(case)))
