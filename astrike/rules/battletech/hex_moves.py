"""What does a path across hexes cost, step by step, and what does it bring?"""

from astrike.model.battletech.hex_path import HexPath, PathAnswer
from astrike.rules.battletech.hex_ground import HexCase


def judge_path(case: HexCase, path: HexPath) -> PathAnswer:
    """Judge the path of the question."""
    raise NotImplementedError
