"""What the tests of base contexts have in common."""

import copy
import gc
import pickle
import threading

from urldom import HTML5, Document, Element
from urldom._standards.html5.setting import SETTLE

ADDRESS = "http://example.com/a/b"

#: Seconds after which a thread counts as blocked for ever.
PATIENCE = 20


class CountingHTML5(type(HTML5)):
    """HTML5, whose work is counted: one resolving for each `base` element and each `xml:base` that is read."""

    def __init__(self):
        super().__init__(SETTLE)
        object.__setattr__(self, "counted", [])

    def resolve_string(self, *args, **options):
        self.counted.append(args)
        return super().resolve_string(*args, **options)

    def count(self):
        """How often it has resolved since the last count."""
        number = len(self.counted)
        self.counted.clear()
        return number


class Context:
    """A user's own base context, which tells nobody of its changes."""

    base_url = "http://h/a/"
    encoding = "utf-8"
    standard = HTML5


def observed(element, events, name=None):
    """The element, after all that its observer hears goes into the events."""
    element.observe(lambda element, old, new: events.append((name, old, new)))
    return element


def pickled(value):
    return pickle.loads(pickle.dumps(value))


DEEP_COPIES = (copy.deepcopy, pickled)


def alive():
    """How many elements and documents there are."""
    gc.collect()
    return sum(isinstance(value, (Document, Element)) for value in gc.get_objects())


def finishes(job):
    """Whether the job comes to its end in a thread of its own."""
    thread = threading.Thread(target=job, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return not thread.is_alive()
