"""SOAK=1 tries everything; what costs much and is also held by other tests is tried less often from day to day."""

import os

SOAKED = bool(os.environ.get("SOAK"))


def examples(daily: int, soaked: int) -> int:
    """How many examples a law is given."""
    return soaked if SOAKED else daily
