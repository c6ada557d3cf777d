"""What friends of the attacker see.

Which question: does any friend see this target, near enough for its sensors? Needed beyond Long range (CE p.163).
"""

from collections.abc import Callable

import numpy as np

from astrike.rules.lines import measure_lines
from astrike.rules.sight import sight_answer
from astrike.rules.situation import Situation
from astrike.tolerance import TOUCH


def friends_that_see(s: Situation, is_in_reach: Callable[[int, float], bool]) -> bool:
    """Say whether a friend has a clear or partial view of the target within the ground limit and its own reach."""
    units = s.field.units.units
    friends = [
        i
        for i, unit in enumerate(units)
        if i not in (s.a, s.t)
        and unit.side is not None
        and unit.side == s.attacker.side
        and unit.is_on_table
        and not unit.state & {"destroyed", "shutdown"}
    ]
    if not friends:
        return False
    lines = measure_lines(s.field, np.array(friends, dtype=np.intp), np.full(len(friends), s.t))
    limit = s.field.options.number("sight.max") + TOUCH
    return any(
        line.range <= limit
        and is_in_reach(line.attacker, line.range)
        and sight_answer(s.field, line).state != "blocked"
        for line in lines
    )
