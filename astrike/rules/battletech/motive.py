"""Where does a hit on a vehicle land, and what does a motive hit do to it?"""

from collections.abc import Sequence

from astrike.dataclass import dataclass
from astrike.model.explain import Modifier
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.battletech.vehicle_rows import MotiveResultRow, VehicleHitRow

TURRET = "turret"
_STRUCK = {"front": "front", "left": "left-side", "right": "right-side", "rear": "rear"}


def vehicle_hit(edition: BattleTechEdition, roll: int) -> VehicleHitRow:
    """Give the row of the hit location table of vehicles for a roll of 2D6."""
    return next(row for row in edition.vehicle_hits.values() if row.die == roll)


def vehicle_location(row: VehicleHitRow, column: str, *, has_turret: bool) -> str:
    """Name the location that is hit from a side; without a turret the side struck stands for it."""
    where = row.location(column)
    return _STRUCK[column] if where == TURRET and not has_turret else where


def motive_modifiers(edition: BattleTechEdition, kind: str, column: str) -> tuple[Modifier, ...]:
    """List what is added to the motive roll of a kind of vehicle that is hit from a side.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> [row.value for row in motive_modifiers(load_battletech(""), "hover", "left")]
    [2, 3]
    """
    rows = edition.motive_modifiers.values()
    return tuple(
        Modifier(row.key, "", row.value, row.label, row.cite)
        for row in rows
        if column in row.columns or kind in row.kinds
    )


def motive_result(edition: BattleTechEdition, total: int) -> MotiveResultRow:
    """Give what a motive roll of so much does."""
    return max(
        (row for row in edition.motive_results.values() if row.least <= total), key=lambda row: row.least
    )


@dataclass(frozen=True, slots=True)
class DrivenOn:
    """A vehicle after its motive damage."""

    cruise: int
    driving: int
    """What its driving rolls are harder by."""
    is_immobile: bool


def after_motive_damage(edition: BattleTechEdition, cruise: int, keys: Sequence[str]) -> DrivenOn:
    """Give the cruising MP and the driving modifier after these motive results, one after another.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> after_motive_damage(load_battletech(""), 6, ["motive.moderate", "motive.moderate", "motive.heavy"])
    DrivenOn(cruise=2, driving=5, is_immobile=False)
    """
    rows = [edition.motive_results[key] for key in keys]
    for row in rows:
        cruise = max(0, cruise + row.cruise)
        if row.halved:
            cruise = -(-cruise // 2)
    lasting = {row.lasting for row in rows if row.lasting}
    is_immobile = any(row.immobile for row in rows)
    driving = sum(edition.roll_lasting[each].value for each in lasting)
    return DrivenOn(0 if is_immobile else cruise, driving, is_immobile)
