"""Helpers for the tests of base contexts."""

import copy
import gc
import pickle
import threading

from urldom import HTML5, Document, Element, Standard
from urldom._core.standards.html5.resolving import SETTLE
from urldom._core.standards.interface import engine_of

ADDRESS = "http://example.com/a/b"

#: After this number of seconds, a thread counts as blocked forever.
PATIENCE = 20


class CountingEngine(type(engine_of(HTML5))):
    def __init__(self):
        super().__init__(SETTLE)
        self.counted = []

    def resolve_string(self, *args, **options):
        self.counted.append(args)
        return super().resolve_string(*args, **options)


class CountingHTML5(Standard):
    """HTML5, with a count of the URLs that it resolves. Reading a base URL resolves one URL for each `base` element and
    each `xml:base`."""

    __slots__ = ()

    def __init__(self):
        engine = CountingEngine()
        super().__init__(engine)
        engine.standard = self

    def count(self):
        """Return the number of URLs resolved since the last call."""
        counted = engine_of(self).counted
        number = len(counted)
        counted.clear()
        return number


class Context:
    """A user's base context, which does not report its changes."""

    base_url = "http://h/a/"
    encoding = "utf-8"
    standard = HTML5


def observed(element, events, name=None):
    """Return the element, after registering an observer that appends each change to `events`."""
    element.observe(lambda element, old, new: events.append((name, old, new)))
    return element


def pickled(value):
    return pickle.loads(pickle.dumps(value))


DEEP_COPIES = (copy.deepcopy, pickled)


def alive():
    """Return the number of elements and documents in memory."""
    gc.collect()
    return sum(isinstance(value, (Document, Element)) for value in gc.get_objects())


def finishes(job):
    """Return whether the job finishes in a separate thread."""
    thread = threading.Thread(target=job, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return not thread.is_alive()
