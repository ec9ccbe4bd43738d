"""The fixture of the tests of readings, for the tests of clients."""

from tests.readings.conftest import fresh

__all__ = ["fresh"]
