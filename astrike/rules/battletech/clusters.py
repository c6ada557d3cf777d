"""How many of a volley hit, in which groups do they land, and when does rapid fire jam?"""

from collections.abc import Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Modifier
from astrike.rulebook.battletech.cluster_rows import ClusterRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.options_in_use import OptionsInUse

LOWEST, HIGHEST = 2, 12
_DISPUTED: Final = "cluster-eight"
_ANTI_MISSILE: Final = "anti-missile"


@dataclass(frozen=True, slots=True)
class Volley:
    """A volley that hit, as it was fired."""

    weapon: str
    """A key of the groups of hits."""
    size: int
    """Missiles, pellets or shots."""
    roll: int
    """The result of 2D6."""
    helped_by: tuple[str, ...] = ()
    """Keys of what changes the roll."""
    shot_down: int = 0
    """Missiles that an anti-missile system takes off the volley, where an option says so."""
    points: int = 0
    """Damage of each hit, where the weapon has its own."""


@dataclass(frozen=True, slots=True)
class VolleyHits:
    """What of a volley hits."""

    roll: int
    """The roll as it counts."""
    modifiers: tuple[Modifier, ...]
    hits: int
    groups: tuple[int, ...]
    """Damage of each group, which has a hit location of its own."""


def volley_hits(edition: BattleTechEdition, volley: Volley, options: OptionsInUse) -> VolleyHits | None:
    """Say how many of a volley hit; None for a size that no table has.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> rules = load_battletech("")
    >>> volley_hits(rules, Volley("lrm", 20, 7), OptionsInUse(rules, {})).groups
    (5, 5, 2)
    """
    helped, size = list(volley.helped_by), volley.size
    if _ANTI_MISSILE in helped and options.word(_ANTI_MISSILE) == "remove":
        helped.remove(_ANTI_MISSILE)
        size -= volley.shot_down
    rows = [edition.cluster_modifiers[key] for key in helped]
    modifiers = tuple(Modifier(row.key, "", row.value, row.label, row.cite) for row in rows if not row.every)
    roll = min(HIGHEST, max(LOWEST, volley.roll + sum(each.value for each in modifiers)))
    if size <= 1 or any(row.every for row in rows):
        hits = max(0, size)
    else:
        row = _row_for(edition, size, options)
        if row is None:
            return None
        hits = row.after(roll)
    return VolleyHits(roll, modifiers, hits, grouped_hits(edition, volley.weapon, hits, volley.points))


def _row_for(edition: BattleTechEdition, size: int, options: OptionsInUse) -> ClusterRow | None:
    rows = [row for row in edition.clusters.values() if row.size == size]
    if len(rows) > 1:
        reading = options.word(_DISPUTED)
        rows = [row for row in rows if row.reading == reading]
    return rows[0] if rows else None


def grouped_hits(edition: BattleTechEdition, weapon: str, hits: int, points: int = 0) -> tuple[int, ...]:
    """Part hits of a weapon into groups, and give the damage of each.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> grouped_hits(load_battletech(""), "srm", 2)
    (2, 2)
    """
    row = edition.cluster_groups[weapon]
    full, rest = divmod(hits, row.together)
    each = row.points or points
    return tuple(count * each for count in ((row.together,) * full + ((rest,) if rest else ())))


def is_jammed(edition: BattleTechEdition, shots: int, dice: Sequence[int]) -> bool:
    """Does a rapid-firing autocannon jam on these dice of its roll to hit?

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> is_jammed(load_battletech("tw-4.4"), 4, (1, 2)), is_jammed(load_battletech("tw-4.4"), 3, (1, 2))
    (True, False)
    """
    return any(row.shots == shots and sum(dice) <= row.upto for row in edition.cluster_jams.values())
