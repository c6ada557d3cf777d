"""What is due in the End Phase, read off the table alone: rolls, heat with its sources, who is lost or crippled?

Each roll is an effect with its settings filled in; the effect itself says what comes of it. Not read off the table, as
a table file does not hold it: who only went through a fire, and how often a unit strained itself before. Sources: CE
pp.45, 48-53, 59-60, 62, 64, 72-74, 126, 137, 151, 166, 168.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.errors import InputError
from astrike.model.dice import DiceTray
from astrike.model.end_phase import CrippledQuestion, DueEvent, EndPhaseAnswer, EndPhaseNote, UnitHeat
from astrike.model.explain import Fact, Reason, facts
from astrike.model.unit import Unit
from astrike.rulebook.row import RulebookRow
from astrike.rules.effects.effect import effect
from astrike.rules.effects.effect_settings import SETTINGS
from astrike.rules.movement.buildings import overload
from astrike.rules.movement.withdrawal import crippled_questions
from astrike.rules.table.ground_under import ground_under, hazard_under
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import current_move, inches_lost_to_heat
from astrike.tolerance import TOUCH

_GONE: Final = frozenset({"destroyed", "off-table"})
_NO_SETTINGS: Final[Mapping[str, Fact]] = MappingProxyType({})
_RESTING: Final = frozenset({"unmoved", "standstill"})


def end_phase(prepared: PreparedTable) -> EndPhaseAnswer:
    """Give everything that the End Phase of a table brings."""
    units = prepared.units.units
    return EndPhaseAnswer(
        events=due_events(prepared),
        heat=heat_of_units(prepared),
        notes=tuple(_notes(prepared)),
        fallen=tuple(unit.id for unit in units if "destroyed" in unit.state and unit.is_on_table),
        crippled=tuple(_crippled(prepared)),
        points=tuple(marker.id for marker in prepared.table.markers if marker.kind == "poi"),
    )


# ---- rolls


def idle_rolls(prepared: PreparedTable) -> tuple[tuple[str, str], ...]:
    """Name rolls that attacks have left and that cannot be made any more: each with its effect and its unit."""
    due = [(event.kind, event.unit) for event in due_events(prepared)]
    left = [(kind, unit.id) for unit in prepared.units.units for kind in unit.pending.rolls]
    return tuple(each for each in left if each not in due)


def due_events(prepared: PreparedTable) -> tuple[DueEvent, ...]:
    """Give the effects that are due: what attacks left, then crashes, mines, repairs, and overloaded buildings."""
    found = [
        event
        for i, unit in enumerate(prepared.units.units)
        if not unit.state & _GONE
        for event in _of_unit(prepared, i)
    ]
    return (*found, *_overloads(prepared))


def _of_unit(prepared: PreparedTable, i: int) -> Iterator[DueEvent]:
    unit = prepared.units.units[i]
    seen: dict[str, int] = {}
    for kind in unit.pending.rolls:
        seen[kind] = seen.get(kind, 0) + 1
        more = f".{seen[kind]}" if seen[kind] > 1 else ""
        yield from _due(prepared, f"{kind}.{unit.id}{more}", kind, unit.id, _row_of(prepared, kind))
    crash = prepared.edition.hazards.get("crash")
    if crash is not None and "crash" not in seen and _falls(prepared, i):
        yield from _due(prepared, f"crash.{unit.id}", "crash", unit.id, crash)
    yield from _mines(prepared, i)
    yield from _surroundings(prepared, i)
    yield from _repairs(prepared, i)


def _due(
    prepared: PreparedTable,
    key: str,
    kind: str,
    unit: str,
    row: RulebookRow,
    settings: Mapping[str, Fact] = _NO_SETTINGS,
    *,
    is_once: bool = False,
    piece: str = "",
) -> Iterator[DueEvent]:
    """Give an effect with the dice that it needs first; one that does not meet the unit is not due."""
    needs, refusals = _asked(prepared, kind, unit, settings)
    if not refusals:
        yield DueEvent(key, kind, unit, row.label, row.cite, settings, needs, is_once, piece)


def _asked(
    prepared: PreparedTable, kind: str, unit: str, settings: Mapping[str, Fact]
) -> tuple[str, tuple[Reason, ...]]:
    """Give what an effect wants to be rolled first, and why it may not happen at all."""
    try:
        return "", effect(prepared, kind, unit, settings, DiceTray()).refusals
    except InputError as error:
        return error.problems[0].expected, ()


def _row_of(prepared: PreparedTable, kind: str) -> RulebookRow:
    """Give the row that a roll left by an attack is looked up in."""
    edition, key = prepared.edition, kind.removesuffix("-roll")
    if key in edition.follow_ups:
        return edition.follow_ups[key]
    if kind in edition.hazards:
        return edition.hazards[kind]
    return edition.follow_ups["critical.structure"]


def _falls(prepared: PreparedTable, i: int) -> bool:
    """Does it fly over the table without any Move left (CE pp.36, 50)?"""
    is_aloft = prepared.units.airborne[i] and not prepared.units.rows[i].aerospace
    return bool(is_aloft) and prepared.motions[i].manner == "immobile"


def _mines(prepared: PreparedTable, i: int) -> Iterator[DueEvent]:
    """Mines under a unit that has moved this turn (CE p.168)."""
    unit = prepared.units.units[i]
    if unit.motion in _RESTING:
        return
    rows = prepared.edition.minefields.values()
    for piece in hazard_under(prepared, i, "minefield"):
        row = next((row for row in rows if row.density == piece.density), None)
        if row is None:
            continue
        settings: dict[str, Fact] = {"support": "mines", "density": row.density}
        key = f"mines.{unit.id}.{piece.id}"
        yield from _due(prepared, key, "support", unit.id, row, settings, is_once=True, piece=piece.id)


def _surroundings(prepared: PreparedTable, i: int) -> Iterator[DueEvent]:
    """Quicksand that takes down, rapids that carry off, fires and wind that hurt (CE pp.60, 64, 137, 166)."""
    unit, hazards = prepared.units.units[i], prepared.edition.hazards
    for kind in ("quicksand", "rapids", "fire"):
        row = hazards.get(kind)
        if row is not None and not row.unknown and any(hazard_under(prepared, i, kind)):
            yield from _due(prepared, f"{kind}.{unit.id}", kind, unit.id, row, is_once=True)
    strong = prepared.edition.numbers.get("wind.damage")
    if strong is not None and not strong.unknown and prepared.table.conditions.wind:
        yield from _due(prepared, f"wind.{unit.id}", "wind", unit.id, strong, is_once=True)


def _repairs(prepared: PreparedTable, i: int) -> Iterator[DueEvent]:
    """HarJel that has armor to bring back (CE p.83)."""
    unit = prepared.units.units[i]
    codes = [code for code in prepared.edition.tagged("regaining-armor") if unit.has(code)]
    if codes and unit.armor_left is not None and unit.armor_left < unit.armor:
        row = prepared.edition.numbers[f"harjel.{codes[-1]}"]
        yield from _due(prepared, f"harjel.{unit.id}", "harjel", unit.id, row, is_once=True)


def _overloads(prepared: PreparedTable) -> Iterator[DueEvent]:
    """Buildings and bridges that carry more than they can (CE pp.64, 72)."""
    for name in _carrying(prepared):
        piece = prepared.terrain.pieces[prepared.terrain.index[name]]
        broken = None if piece.cf == 0 else overload(prepared, name)
        row = None if broken is None else prepared.edition.hazards.get(broken[0])
        if row is not None:
            yield from _due(prepared, f"collapse.{name}", "collapse", name, row)


def _carrying(prepared: PreparedTable) -> tuple[str, ...]:
    """Name the buildings and bridges that units are in or on."""
    found: dict[str, None] = {}
    for body, unit in zip(prepared.units.of, prepared.units.units, strict=True):
        if unit.is_on_table and not unit.state & _GONE:
            found |= dict.fromkeys(name for name in (body.inside, body.on) if name)
    return tuple(found)


# ---- heat


def heat_of_units(prepared: PreparedTable) -> tuple[UnitHeat, ...]:
    """Give the heat of all units that have a heat scale and are not lost, from what the table says of their turn."""
    return tuple(
        _heat_of(prepared, i)
        for i, unit in enumerate(prepared.units.units)
        if prepared.units.rows[i].tracks_heat and not unit.state & _GONE
    )


def _heat_of(prepared: PreparedTable, i: int) -> UnitHeat:
    unit = prepared.units.units[i]
    answer = effect(prepared, "heat", unit.id, heat_settings(prepared, i))
    after = unit.heat if answer.total is None else answer.total
    return UnitHeat(
        unit.id,
        unit.heat,
        answer,
        move_with_heat(prepared, i, unit.heat),
        move_with_heat(prepared, i, after),
        myomer=_from_myomer(prepared, i, after),
        has_fired=unit.heat_made is not None,
    )


def _from_myomer(prepared: PreparedTable, i: int, heat: int) -> float:
    """Give the inches that hot myomer adds at a heat level (CE p.79)."""
    hot = replace(prepared.units.units[i], heat=heat)
    printed = hot.move.ground if hot.move is not None else None
    changes = inches_lost_to_heat(printed or 0.0, hot, edition=prepared.edition)
    return sum(change.value for change in changes if change.key == "myomer")


def move_with_heat(prepared: PreparedTable, i: int, heat: int) -> float | None:
    """Give the Move on the ground that a unit has with so much heat (CE p.52)."""
    unit = replace(
        prepared.units.units[i],
        heat=heat,
        motion="ground",
        moved=None,
        state=prepared.units.units[i].state - {"shutdown"},
    )
    row = prepared.units.rows[i]
    return current_move(unit, row=row, edition=prepared.edition, options=prepared.options).ground


def heat_settings(prepared: PreparedTable, i: int) -> Mapping[str, Fact]:
    """Fill in what the heat of a unit comes from: its attacks, its overheat, the ground, and attacks on it."""
    unit, most = prepared.units.units[i], SETTINGS["heat"]
    overheat = min(unit.heat_made or 0, int(most["overheat"].high))
    attacks = min(unit.pending.heat, int(most["from-attacks"].high))
    stated: dict[str, Fact] = {"attacked": unit.heat_made is not None}
    named = {"overheat": overheat, "external": _from_ground(prepared, i), "from-attacks": attacks}
    return MappingProxyType(stated | {key: value for key, value in named.items() if value})


def _from_ground(prepared: PreparedTable, i: int) -> int:
    """Give the heat of the ground a unit stands on: magma and its crust, and fires (CE pp.59, 166)."""
    numbers, kinds, points = prepared.edition.numbers, prepared.edition.tagged("heating"), 0
    magma, fire = numbers.get("magma.heat"), numbers.get("fire.heat")
    if magma is not None and any(piece.kind in kinds for piece in ground_under(prepared, i)):
        points += int(magma.value)
    if fire is not None and any(hazard_under(prepared, i, "fire")):
        points += int(fire.value)
    return points


# ---- what else is to be looked at


def _notes(prepared: PreparedTable) -> Iterator[EndPhaseNote]:
    for i, unit in enumerate(prepared.units.units):
        if unit.state & _GONE:
            continue
        yield from _refused(prepared, unit)
        if "stunned" in unit.state and "stunned" in prepared.edition.critical_effects:
            row = prepared.edition.critical_effects["stunned"]
            yield EndPhaseNote(unit.id, Reason("stunned", row.label, row.cite))
        yield from _stuck(prepared, i)
        yield from _strained(prepared, i)
    yield from _burning(prepared)
    yield from _without_dice(prepared)
    fall = prepared.edition.follow_ups.get("collapse")
    for name in _carrying(prepared):
        if prepared.terrain.pieces[prepared.terrain.index[name]].cf == 0 and fall is not None:
            yield EndPhaseNote(name, Reason("collapse", fall.label, fall.cite))


def _without_dice(prepared: PreparedTable) -> Iterator[EndPhaseNote]:
    """Shells that are still in the air, and declared attacks that are over with the turn (CE p.151)."""
    kinds = prepared.edition.kinds
    for each in prepared.table.attacks:
        kind = kinds.get(each.ask.kind, kinds["weapon"])
        if each.is_in_flight(prepared.table.turn) and each.lands is not None:
            yield EndPhaseNote(each.by, Reason("in-flight", kind.label, kind.cite, facts(lands=each.lands)))
        else:
            yield EndPhaseNote(each.by, Reason("without-dice", kind.label, kind.cite))


def _refused(prepared: PreparedTable, unit: Unit) -> Iterator[EndPhaseNote]:
    """Say why rolls that attacks have left cannot be made."""
    for kind in dict.fromkeys(unit.pending.rolls):
        for refusal in _asked(prepared, kind, unit.id, _NO_SETTINGS)[1]:
            yield EndPhaseNote(unit.id, refusal)


def _stuck(prepared: PreparedTable, i: int) -> Iterator[EndPhaseNote]:
    """Who is stuck outside of quicksand rolls to come free when it moves next (CE p.60)."""
    unit, row = prepared.units.units[i], prepared.edition.hazards.get("bog")
    if "bogged" not in unit.state or row is None or row.unknown:
        return
    if not any(hazard_under(prepared, i, "quicksand")):
        yield EndPhaseNote(unit.id, Reason("bog", row.label, row.cite))


def _strained(prepared: PreparedTable, i: int) -> Iterator[EndPhaseNote]:
    """Who went farther than its normal Move where gravity is low; the third turn running strains it (CE p.62)."""
    unit, row = prepared.units.units[i], prepared.edition.numbers.get("strain.turns")
    if row is None or row.unknown or prepared.units.rows[i].infantry or unit.moved is None:
        return
    normal = unit.move.ground if unit.move is not None else None
    if prepared.table.conditions.gravity < 1 and normal is not None and unit.moved > normal + TOUCH:
        stated = facts(moved=unit.moved, move=normal, turns=int(row.value))
        yield EndPhaseNote(unit.id, Reason("strain", row.label, row.cite, stated))


def _burning(prepared: PreparedTable) -> Iterator[EndPhaseNote]:
    """Fires: no table says how they spread, and who went through one is not read off the table."""
    row = prepared.edition.hazards.get("fire")
    if row is None or row.unknown:
        return
    for piece in prepared.terrain.pieces:
        going = prepared.edition.going.get(piece.kind)
        if going is not None and going.hazard == row.key:
            yield EndPhaseNote(piece.id, Reason("fire", row.label, row.cite))


def _crippled(prepared: PreparedTable) -> Iterator[CrippledQuestion]:
    for i, unit in enumerate(prepared.units.units):
        if unit.is_on_table and (reasons := crippled_questions(prepared, i)):
            yield CrippledQuestion(unit.id, reasons)
