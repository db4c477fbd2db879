"""Settings for every test: Hypothesis runs are derandomised, so that a red test stays red until the code changes."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "deterministic", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("deterministic")
