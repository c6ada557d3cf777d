"""Which phase is it, whose step, and who may act? Read off the table alone: what has moved and attacked says it.

Sources: CE pp.31-33 (order of moves), CE p.40 (who lost initiative makes all its attacks first).
"""

from collections.abc import Sequence
from itertools import islice

from astrike.model.table import UnresolvedAttack
from astrike.model.turn import NextAct, Phase, TurnStanding, TurnUnit
from astrike.model.turn_order import OrderAnswer, SideShare
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.rules.movement.turn_order import has_moved, lost_at, order, sides_with_units
from astrike.rules.table.prepared_table import PreparedTable

_GONE = frozenset({"destroyed", "off-table"})
_CANNOT_ATTACK = _GONE | {"shutdown", "stunned"}


def turn_standing(prepared: PreparedTable) -> TurnStanding:
    """Say where the turn of a table stands.

    A table whose phase is `movement` before anybody has said who lost initiative is still in its first phase, as files
    for older programs say it.
    """
    lost = lost_at(prepared)
    match prepared.table.phase:
        case "combat":
            return _combat(prepared)
        case "end":
            return _standing(prepared, "end", "turn")
        case _ if not lost:
            return _standing(prepared, "initiative", "initiative")
        case _:
            return _movement(prepared, order(prepared, lost))


def _movement(prepared: PreparedTable, found: OrderAnswer) -> TurnStanding:
    resting = {each.unit for each in found.resting}
    if found.next is None:
        return _standing(prepared, "movement", "combat", out=resting, done=_moved(prepared))
    upcoming = found.next
    left = dict.fromkeys(found.sides, 0)
    for i, unit in enumerate(prepared.units.units):
        if unit.side is not None and unit.id not in resting and not has_moved(prepared, i):
            left[unit.side] += 1
    return _standing(
        prepared,
        "movement",
        "move",
        share=SideShare(upcoming.side, upcoming.count, left[upcoming.side]),
        after=_share_after(found, upcoming.side, left),
        due=upcoming.units,
        out=resting,
        done=_moved(prepared),
    )


def _share_after(found: OrderAnswer, side: str, left: dict[str, int]) -> SideShare | None:
    """Give the next share of another side that still has units to move."""
    shares = (share for step in islice(found.steps, found.done, None) for share in step.shares)
    is_now = False
    for share in shares:
        if is_now and share.side != side and left[share.side]:
            return SideShare(share.side, min(share.count * found.group, left[share.side]), left[share.side])
        is_now |= share.side == side
    return None


def _moved(prepared: PreparedTable) -> set[str]:
    return {unit.id for i, unit in enumerate(prepared.units.units) if has_moved(prepared, i)}


def _combat(prepared: PreparedTable) -> TurnStanding:
    there = sides_with_units(prepared)
    due = [each for each in prepared.table.attacks if not each.is_in_flight(prepared.table.turn)]
    firing = [unit.side for unit in prepared.units.units if unit.id in {each.by for each in due}]
    # A shell comes down though nobody of its side is left.
    sides = tuple(dict.fromkeys([*lost_at(prepared), *there, *(side for side in firing if side is not None)]))
    declared = {each.by for each in due if each.lands is None and not _is_beside(prepared, each)}
    done = {unit.id for unit in prepared.units.units if unit.fired} | declared
    ready = {side: _ready_to_attack(prepared.units.units, side, done) for side in sides}
    waiting = {side: _of_side(prepared.units.units, side, {each.by for each in due}) for side in sides}
    out = {unit.id for unit in prepared.units.units if not can_attack(unit)} - done
    still = [side for side in sides if ready[side] or waiting[side]]
    if not still:
        return _standing(prepared, "combat", "end", out=out, done=done)
    now, *others = still
    counts = [len(ready[side]) or len(waiting[side]) for side in still]
    return _standing(
        prepared,
        "combat",
        "attack" if ready[now] else "resolve",
        share=SideShare(now, counts[0], counts[0]),
        after=SideShare(others[0], counts[1], counts[1]) if others else None,
        due=ready[now],
        out=out,
        done=done,
    )


def _is_beside(prepared: PreparedTable, attack: UnresolvedAttack) -> bool:
    return is_beside(prepared.edition, prepared.unit_of(attack.by), attack.ask.kind)


def _ready_to_attack(units: Sequence[Unit], side: str, done: set[str]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units if unit.side == side and can_attack(unit) and unit.id not in done)


def _of_side(units: Sequence[Unit], side: str, some: set[str]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units if unit.side == side and unit.id in some)


def is_beside(edition: Edition, unit: Unit, kind: str) -> bool:
    """Is an attack of this kind made beside the unit's one attack of the turn, and has it another? (AS p.42, CE p.47)

    >>> from astrike.model.card import parse_damage
    >>> from astrike.rulebook.loader import load_edition
    >>> scout = Unit("A", (1, 1), "Alder", damage=parse_damage("1/1/0"))
    >>> is_beside(load_edition("ce-5.01"), scout, "tag"), is_beside(load_edition("ce-5.01"), scout, "weapon")
    (True, False)
    """
    return unit.damage is not None and unit.damage.is_any and kind in edition.tagged("beside")


def can_attack(unit: Unit) -> bool:
    """Is there any attack for it this turn, by its state alone: not gone, shut down, stunned, carried or sprinting?

    >>> from astrike.model.unit import Unit
    >>> can_attack(Unit("A", (1, 1), "Alder")), can_attack(Unit("A", (1, 1), "Alder", motion="sprint"))
    (True, False)
    """
    is_able = not unit.state & _CANNOT_ATTACK and unit.carried_by is None
    return is_able and unit.motion != "sprint" and unit.type != "BD"


def _standing(
    prepared: PreparedTable,
    phase: Phase,
    act: NextAct,
    *,
    share: SideShare | None = None,
    after: SideShare | None = None,
    due: Sequence[str] = (),
    out: set[str] | None = None,
    done: set[str] | None = None,
) -> TurnStanding:
    gone = {unit.id for unit in prepared.units.units if unit.state & _GONE} if out is None else out
    return TurnStanding(
        turn=prepared.table.turn,
        phase=phase,
        act=act,
        share=share,
        after=after,
        units=tuple(
            TurnUnit(
                unit.id,
                unit.side,
                is_done=unit.id in (done or ()),
                is_due=unit.id in due,
                is_out=unit.id in gone,
            )
            for unit in prepared.units.units
            if unit.side is not None
        ),
    )
