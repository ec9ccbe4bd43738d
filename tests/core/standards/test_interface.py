"""`Engine`, which holds the parts of a standard."""

import copy
import pickle

import pytest

from urldom._core.standards.registry import STANDARD_NAMES, find_engine


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_copy_of_an_engine_is_the_engine(name):
    engine = find_engine(name)
    assert (
        pickle.loads(pickle.dumps(engine)) is copy.copy(engine) is copy.deepcopy(engine) is engine
    )
