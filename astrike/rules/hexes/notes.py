"""What does an answer about a table of hexes take for granted?

Which question: how are hexes numbered, which heights were rounded to levels, and who chose the side where a line runs
along a border? Source: CE p.68.
"""

from astrike.model.explain import Assumed
from astrike.rules.battlefield import Field
from astrike.rules.hexes.rounding import line_notes
from astrike.rules.line import Line

FIRST = "0101"
ORIGIN = Assumed("grid.origin", FIRST, "First hex in the south-west corner; columns count eastwards")


def hex_notes(field: Field, line: Line) -> tuple[Assumed, ...]:
    """Say what was assumed about the hexes of a line; nothing on a table that is played in inches."""
    if field.board is None:
        return ()
    levels = line_notes(field, line.attacker, line.target)
    if not line.side:
        return (ORIGIN, *levels)
    label = "The line runs along a border: the target takes the side that is better for it"
    return (ORIGIN, *levels, Assumed("sight.side", line.side, label))
