"""How is what attacks and effects do to units written into the table file: at once, or for the End Phase?

Lost armor and structure are marked at once. In the Combat Phase of a table that is played, critical hits and states
wait under `pending` until the End Phase, so that a unit destroyed this turn still has its attack (CE pp.45, 48).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from astrike.formats.table.unit import MOST_HEAT_MADE
from astrike.model.document_change import ABSENT, Operation, SetGeometry, SetProperty
from astrike.model.effect_answer import EffectAnswer, StateChange
from astrike.model.table import Table
from astrike.model.unit import DUE_ROLLS, FLAGS, Hits, Pending, Unit

_STUNNED = "stunned"

_AGAIN = "pending.state"
"""What a change of flags is called that a unit has already, and that begin anew."""

_STATES = frozenset({"state", _AGAIN})

_OF_DAMAGE = frozenset({*DUE_ROLLS, "collapse", "threshold"})
"""Effects that damage brings; what else happens in a Combat Phase happens at once."""


def effect_operations(answer: EffectAnswer, table: Table) -> list[Operation]:
    """Write what an effect changes, and that its roll is no longer due."""
    made, is_at_once = [(answer.kind, answer.unit)], counts_at_once(answer, table)
    return change_operations(answer.changes, table, made=made, at_once=is_at_once)


def counts_at_once(answer: EffectAnswer, table: Table) -> bool:
    """Does an effect of the Combat Phase not wait for the End Phase: one of a surprise attack, or none of damage?"""
    unit = table.unit(answer.unit)
    is_surprise = unit is not None and answer.kind in unit.pending.at_once
    return is_surprise or answer.kind not in _OF_DAMAGE


def change_operations(
    changes: Iterable[StateChange],
    table: Table,
    *,
    due: Iterable[tuple[str, str]] = (),
    made: Iterable[tuple[str, str]] = (),
    heat: Mapping[str, int] | None = None,
    at_once: bool = False,
) -> list[Operation]:
    """Write changed cards and states, heat of attacks, and which rolls are `due` now or were `made`: kind and unit."""
    changed: dict[str, dict[str, StateChange]] = {}
    found: list[Operation] = []
    for each in changes:
        if table.unit(each.unit) is not None and (each.at in _STATES or each.at.startswith("hits.")):
            changed.setdefault(each.unit, {})[each.at] = each
        else:
            found += _operation(each, table)
    waits = table.is_played and table.phase == "combat" and not at_once
    now = {unit_id: _with_changes(table, unit_id, some, waits=waits) for unit_id, some in changed.items()}
    if table.is_played:
        _note_rolls(table, now, due, made, at_once=at_once and table.phase == "combat")
        _note_heat(table, now, heat or {})
    for unit_id, after in now.items():
        found += _differences(_unit(table, unit_id), after)
    return found


def unit_operations(before: Table, after: Table) -> list[Operation]:
    """Write the hits, states and pending damage of units, which stand in both tables in the same order."""
    pairs = zip(before.units, after.units, strict=True)
    return [each for was, now in pairs for each in _differences(was, now)]


def effects_begun(table: Table) -> Table:
    """Let the damage of a Combat Phase take effect, and crews that were stunned recover (CE pp.45, 48, 50)."""
    return replace(table, units=tuple(map(_effects_begun, table.units)))


def turn_over(table: Table) -> Table:
    """Forget the heat that attacks have brought, and let damage take effect; rolls that nobody made stay due."""
    settled = (
        effects_begun(table).units if table.phase == "combat" else [unit.with_pending for unit in table.units]
    )
    return replace(table, units=tuple(map(_turn_over, settled)))


def _turn_over(unit: Unit) -> Unit:
    left = Pending(rolls=unit.pending.rolls, at_once=unit.pending.at_once)
    return replace(unit, pending=left)


def _effects_begun(unit: Unit) -> Unit:
    after = unit.with_pending
    if _STUNNED not in unit.pending.state:
        after = replace(after, state=after.state - {_STUNNED})
    return replace(after, pending=replace(unit.pending, hits=Hits(), state=frozenset()))


def _with_changes(table: Table, unit_id: str, changes: Mapping[str, StateChange], *, waits: bool) -> Unit:
    """Give a unit with changes of its hits and state, which start from what its damage so far comes to."""
    unit = _unit(table, unit_id)
    before, after = unit.with_pending, _after(unit.with_pending, changes)
    hits, flags, gone = after.hits.since(before.hits), after.state - before.state, before.state - after.state
    if _AGAIN in changes:
        flags |= {str(changes[_AGAIN].after)}
    pending = replace(unit.pending, state=unit.pending.state - gone)
    unit = replace(unit, state=unit.state - gone, pending=pending)
    if waits:
        return replace(unit, pending=replace(pending, hits=pending.hits + hits, state=pending.state | flags))
    return replace(unit, hits=unit.hits + hits, state=unit.state | flags)


def _after(unit: Unit, changes: Mapping[str, StateChange]) -> Unit:
    values = {at: str(each.after) for at, each in changes.items()}

    def count(name: str, before: int) -> int:
        return int(values.get(f"hits.{name}", before))

    def words(at: str, before: Iterable[str]) -> tuple[str, ...]:
        return tuple(filter(None, values[at].split(","))) if at in values else tuple(before)

    hits = Hits(
        mp=count("mp", unit.hits.mp),
        engine=count("engine", unit.hits.engine),
        fire_control=count("fire-control", unit.hits.fire_control),
        weapon=count("weapon", unit.hits.weapon),
        crew=count("crew", unit.hits.crew),
        motive=words("hits.motive", unit.hits.motive),
    )
    return replace(unit, hits=hits, state=frozenset(words("state", unit.state)))


def _note_rolls(
    table: Table,
    now: dict[str, Unit],
    due: Iterable[tuple[str, str]],
    made: Iterable[tuple[str, str]],
    *,
    at_once: bool,
) -> None:
    for kind, unit_id in due:
        if table.unit(unit_id) is not None and kind in DUE_ROLLS:
            unit = now.get(unit_id) or _unit(table, unit_id)
            pending = replace(unit.pending, rolls=(*unit.pending.rolls, kind))
            if at_once:
                pending = replace(pending, at_once=(*pending.at_once, kind))
            now[unit_id] = replace(unit, pending=pending)
    for kind, unit_id in made:
        if table.unit(unit_id) is not None:
            unit = now.get(unit_id) or _unit(table, unit_id)
            rolls, sooner = (_without(kind, each) for each in (unit.pending.rolls, unit.pending.at_once))
            now[unit_id] = replace(unit, pending=replace(unit.pending, rolls=rolls, at_once=sooner))


def _without(kind: str, rolls: tuple[str, ...]) -> tuple[str, ...]:
    """Take one roll of a kind out of some."""
    place = rolls.index(kind) if kind in rolls else len(rolls)
    return (*rolls[:place], *rolls[place + 1 :])


def _note_heat(table: Table, now: dict[str, Unit], heat: Mapping[str, int]) -> None:
    for unit_id, points in heat.items():
        if points and table.unit(unit_id) is not None:
            unit = now.get(unit_id) or _unit(table, unit_id)
            most = min(unit.pending.heat + points, MOST_HEAT_MADE)
            now[unit_id] = replace(unit, pending=replace(unit.pending, heat=most))


def _differences(before: Unit, after: Unit) -> Iterator[Operation]:
    if after.hits != before.hits:
        yield SetProperty(before.id, "hits", _hits_stated(after.hits) or ABSENT)
    if after.state != before.state:
        yield SetProperty(before.id, "state", _flags_stated(after.state) or ABSENT)
    if after.pending != before.pending:
        yield SetProperty(before.id, "pending", _pending_stated(after.pending) or ABSENT)


def _operation(each: StateChange, table: Table) -> Iterator[Operation]:
    match each.at:
        case "altitude":
            flight = _unit(table, each.unit).flight
            assert flight is not None
            stated = {"from": list(flight.start), "to": list(flight.end), "altitude": each.after}
            yield SetProperty(each.unit, "flight", stated)
        case "at":
            x, y = (float(part) for part in str(each.after).split(","))
            yield SetGeometry(each.unit, {"type": "Point", "coordinates": [x, y]})
        case "elevation":
            yield SetProperty(each.unit, "elevation", each.after if each.after != "" else ABSENT)
        case _:
            yield SetProperty(each.unit, each.at, each.after)


def _pending_stated(pending: Pending) -> dict[str, object]:
    stated: dict[str, object] = {
        "hits": _hits_stated(pending.hits),
        "state": _flags_stated(pending.state),
        "rolls": list(pending.rolls),
        "at_once": list(pending.at_once),
        "heat": pending.heat,
    }
    return {name: value for name, value in stated.items() if value}


def _flags_stated(state: frozenset[str]) -> list[str]:
    return [flag for flag in FLAGS if flag in state]


def _hits_stated(hits: Hits) -> dict[str, object]:
    stated: dict[str, object] = {
        "mp": hits.mp,
        "engine": hits.engine,
        "fire-control": hits.fire_control,
        "weapon": hits.weapon,
        "crew": hits.crew,
        "motive": list(hits.motive),
    }
    return {name: value for name, value in stated.items() if value}


def _unit(table: Table, unit_id: str) -> Unit:
    unit = table.unit(unit_id)
    assert unit is not None
    return unit
