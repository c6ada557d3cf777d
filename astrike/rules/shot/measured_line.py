"""Which facts about the line between two units do sight, Target Number and damage use?

They are the same facts whether the table is measured in inches or in hexes.
"""

from typing import NamedTuple

from astrike.model.attack_answer import HidingPiece


class MeasuredLine(NamedTuple):
    """Everything measured on the line from one attacker to one target."""

    attacker: int
    target: int
    range: float
    contact: bool
    """Bases touch, and the difference of height between them is no more than allowed."""
    hidden: float
    """Share of the target hidden from the attacker."""
    hidden_back: float
    """Share of the attacker hidden from the target."""
    hiders: tuple[HidingPiece, ...]
    """What each solid piece alone hides of the target, most first."""
    back_hiders: tuple[HidingPiece, ...]
    own: tuple[float, ...]
    """Inches of each see-through kind in the attacker's own corridor, around its base."""
    between: tuple[float, ...]
    """Inches of each see-through kind between the corridors around both bases."""
    theirs: tuple[float, ...]
    """Inches of each see-through kind in the target's own corridor, around its base."""
    between_back: tuple[float, ...]
    """Inches between the corridors as the target looks back: another line where the two stand at other heights."""
    woods_pieces: tuple[str, ...]
    """See-through pieces that the line meets below their tops, between the units or around the target."""
    own_pieces: tuple[str, ...]
    """See-through pieces that the line meets in the attacker's own corridor alone."""
    pieces_back: tuple[str, ...]
    """See-through pieces that the line back meets."""
    arc_share: float
    """Share of the target's base inside the attacker's own arc."""
    off_rear: float
    """Degrees between the target's facing and the bearing of the attacker; nan: facing unknown, or straight above."""
    same_water: bool
    hexes: tuple[str, ...] = ()
    """On hexes the numbers of those between the two units, in order."""
    side: str = ""
    """Where the line runs along borders and it matters: which hexes the target took, those to the `left` or `right`."""


def clear_line(inches: float, *, kinds: int = 0) -> MeasuredLine:
    """Give a line of a length that meets nothing, on a table with so many kinds of see-through terrain."""
    none = (0.0,) * kinds
    return MeasuredLine(
        attacker=0,
        target=1,
        range=inches,
        contact=False,
        hidden=0.0,
        hidden_back=0.0,
        hiders=(),
        back_hiders=(),
        own=none,
        between=none,
        theirs=none,
        between_back=none,
        woods_pieces=(),
        own_pieces=(),
        pieces_back=(),
        arc_share=1.0,
        off_rear=180.0,
        same_water=False,
    )
