"""Shared by all tests: property tests repeat the same examples everywhere, so a red build can be reproduced."""

from hypothesis import settings

settings.register_profile("table", deadline=None, derandomize=True)
settings.load_profile("table")
