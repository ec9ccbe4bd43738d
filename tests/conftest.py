"""One profile for every property test: the same examples in every run, and no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "urldom", derandomize=True, deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("urldom")
