"""Helpers for the tests of base contexts."""

import copy
import gc
import inspect
import pickle
import threading

from urldom import HTML5, Document, Element, Standard
from urldom._core.standards.interface import Engine, engine_of
from urldom._core.standards.parts import Grammar

ADDRESS = "http://example.com/a/b"

#: After this number of seconds, a thread counts as blocked forever.
PATIENCE = 20


def engine_with_cut(wrap):
    """Return an engine of HTML5 whose grammar cuts with the function `wrap(cut)`."""
    html5 = engine_of(HTML5)
    parts = {name: getattr(html5.grammar, name) for name in inspect.signature(Grammar).parameters}
    grammar = Grammar(**parts | {"cut": wrap(html5.grammar.cut)})
    return Engine(
        grammar=grammar,
        object_model=html5.object_model,
        reading=html5.reading,
        page_rules=html5.page_rules,
    )


class CountingHTML5(Standard):
    """HTML5, with a count of the URLs that it resolves. Reading a base URL resolves one URL for
    each `base` element and each `xml:base`."""

    __slots__ = ("counted",)

    def __init__(self):
        counted = []

        def counting(cut):
            def cut_and_count(url, base=None, encoding="utf-8"):
                if base is not None:
                    counted.append(url)
                return cut(url, base, encoding)

            return cut_and_count

        engine = engine_with_cut(counting)
        super().__init__(engine)
        engine.standard = self
        object.__setattr__(self, "counted", counted)

    def count(self):
        """Return the number of URLs resolved since the last call."""
        number = len(self.counted)
        self.counted.clear()
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
