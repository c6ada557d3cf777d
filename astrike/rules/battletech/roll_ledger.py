"""What makes the number of a piloting roll? The skill, what stays with the unit, the terrain, and what happened."""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.rolls import RollEvent, RollQuestion
from astrike.model.battletech.unit import LEG_ACTUATORS, ClassicUnit, LegDamage
from astrike.model.explain import NO_FACTS, Facts, Modifier, facts
from astrike.rulebook.battletech.roll_rows import RollDistanceRow, RollEventRow, RollLastingRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.unit_state import HEAVY_DUTY, has_no_gyro, is_hit, legs_gone

PILOT: Final = "pilot"
SKILL: Final = "skill"
WHOLE_QUAD: Final = "quad.whole"
_HOVERING: Final = ("hover", "wige")


@dataclass(frozen=True, slots=True)
class RollCase:
    """One event of a question: its row, and the unit as it is when the roll is made."""

    edition: BattleTechEdition
    options: OptionsInUse
    question: RollQuestion
    event: RollEvent
    row: RollEventRow
    unit: ClassicUnit
    before: ClassicUnit
    """The unit as it was before the event."""
    water: int
    """Depth of the water under it when the roll is made, before it goes into any with this event."""

    @property
    def hexes(self) -> int:
        """Hexes moved before it."""
        return self.question.moved.hexes if self.event.hexes is None else self.event.hexes


def total_of(ledger: tuple[Modifier, ...]) -> int:
    """Add a ledger up.

    >>> total_of(())
    0
    """
    return sum(row.value for row in ledger)


def ledger_of(case: RollCase) -> tuple[Modifier, ...]:
    """List what makes the number of a roll."""
    return (*lasting_of(case, case.row.group), *event_modifiers(case))


def lasting_of(case: RollCase, group: str) -> tuple[Modifier, ...]:
    """List the skill, what stays with the unit, and the terrain of the hex, for a group of events."""
    unit = case.unit
    row = case.edition.roll_lasting[SKILL]
    found = [Modifier(row.key, "", unit.piloting, row.label, row.cite)]
    if unit.is_mech:
        found += [*hits_of(case, group), *_of_parts(case)]
    for key in case.question.extras:
        extra = case.edition.roll_lasting[key]
        if _counts(extra, unit, group):
            found.append(_modifier(extra))
    return (*found, *_of_terrain(case))


def hits_of(case: RollCase, group: str) -> Iterator[Modifier]:
    """List what its gyro and its legs add, for a group of events."""
    yield from _of_gyro(case, group)
    yield from _of_legs(case, group)


def _modifier(row: RollLastingRow, measured: Facts = NO_FACTS) -> Modifier:
    return Modifier(row.key, "", row.value, row.label, row.cite, measured)


def _counts(row: RollLastingRow, unit: ClassicUnit, group: str) -> bool:
    return (
        not row.unknown
        and unit.kind in row.kinds
        and unit.piloting > row.worse_than
        and (not row.groups or group in row.groups)
    )


def _of_gyro(case: RollCase, group: str) -> Iterator[Modifier]:
    unit, rows = case.unit, case.edition.roll_lasting
    if not unit.gyro_hits:
        return
    if has_no_gyro(unit):
        if group == PILOT:
            yield _modifier(rows["gyro.gone"])
        return
    key = f"gyro.heavy-{unit.gyro_hits}" if unit.gyro == HEAVY_DUTY else "gyro.first"
    yield _modifier(rows[key], facts(now=unit.gyro_hits > case.before.gyro_hits))


def _of_legs(case: RollCase, group: str) -> Iterator[Modifier]:
    unit, rows = case.unit, case.edition.roll_lasting
    key = _key_of_lost_legs(case)
    if key and _counts(rows[key], unit, group):
        yield _modifier(rows[key])
    for name in unit.leg_names:
        if not unit.leg(name).gone:
            yield from _of_leg(case, name)


def _key_of_lost_legs(case: RollCase) -> str:
    gone = legs_gone(case.unit)
    if case.unit.kind == "biped":
        return ("", "legs.one-of-two", "legs.both")[gone]
    jumps = case.row.key == "jump-damaged"
    return (
        WHOLE_QUAD,
        "quad.jump" if jumps else "",
        "quad.two-gone",
        "quad.three-gone",
        "quad.four-gone",
    )[gone]


def _of_leg(case: RollCase, name: str) -> Iterator[Modifier]:
    leg, before, rows = case.unit.leg(name), case.before.leg(name), case.edition.roll_lasting
    if leg.hip:
        yield _modifier(rows["leg.hip"], facts(leg=name, now=not before.hip))
    for part in counted_actuators(leg, case.options):
        yield _modifier(rows[f"leg.{part}"], facts(leg=name, now=not is_hit(before, part)))


def counted_actuators(leg: LegDamage, options: OptionsInUse) -> tuple[str, ...]:
    """Name the actuators of a leg that count: with a hip hit, those hit after it, if the option says so."""
    if not leg.hip:
        return tuple(part for part in LEG_ACTUATORS if is_hit(leg, part))
    if not leg.after_hip:
        return ()
    return leg.after_hip if options.word("after-hip") == "count" else ()


def _of_parts(case: RollCase) -> Iterator[Modifier]:
    unit, rows = case.unit, case.edition.roll_lasting
    if unit.cockpit == "small":
        yield _modifier(rows["cockpit.small"])
    advanced = [
        key
        for key in (f"cockpit.{unit.cockpit}", f"armor.{unit.armor}")
        if key in rows and key != "cockpit.small"
    ]
    if advanced and case.options.is_on("advanced-parts"):
        yield from (_modifier(rows[key]) for key in advanced)


def _of_terrain(case: RollCase) -> Iterator[Modifier]:
    terrain = _terrain_of(case)
    row = case.edition.roll_terrain[terrain]
    if not row.counted:
        return
    setting = case.options.word("hex-terrain")
    value = row.mech if case.unit.is_mech else row.hover if case.unit.kind in _HOVERING else row.vehicle
    if value and setting in ("all", row.counted):
        yield Modifier(f"terrain.{row.key}", "", value, row.label, row.cite)


def _terrain_of(case: RollCase) -> str:
    """Name the terrain under the roll: of a reckless entry, the terrain that is entered."""
    is_entry = case.event.reckless and case.event.event in case.edition.roll_terrain
    return case.event.event if is_entry else case.question.terrain


def event_modifiers(case: RollCase) -> tuple[Modifier, ...]:
    """List what an event adds of its own; what it leaves behind stands among what stays."""
    row, found = case.row, list[Modifier]()
    if row.value:
        found.append(Modifier(f"event.{row.key}", "", row.value, row.label, row.cite))
    if row.key == "skid":
        found += _of_distance(case, "skid")
    if row.key == "building":
        building = case.edition.buildings[case.event.building]
        found.append(
            Modifier(f"building.{building.key}", "", building.piloting, building.label, building.cite)
        )
        found += _of_distance(case, "building")
    if row.key == "fall-pilot":
        found += _of_fall(case, case.event.levels)
    return tuple(found)


def distance_row(edition: BattleTechEdition, hexes: int) -> RollDistanceRow:
    """Give the row about so many hexes moved."""
    rows = (each for each in edition.roll_distances.values() if each.hexes <= hexes)
    return max(rows, key=lambda each: each.hexes)


def _of_distance(case: RollCase, field: str) -> Iterator[Modifier]:
    row = distance_row(case.edition, case.hexes)
    value: int = getattr(row, field)
    if value or field == "skid":
        yield Modifier(f"hexes.{row.key}", "", value, row.label, row.cite, facts(hexes=case.hexes))


def _of_fall(case: RollCase, levels: int) -> Iterator[Modifier]:
    yield from levels_modifier(case.edition, levels)
    if case.event.modifier and case.options.is_on("failed-roll-modifier"):
        row = case.edition.options["failed-roll-modifier"]
        yield Modifier("failed-roll", "", case.event.modifier, row.label, row.cite)


def levels_modifier(edition: BattleTechEdition, levels: int) -> Iterator[Modifier]:
    """Give what the levels of a fall add to the pilot's roll."""
    beyond = levels - edition.whole("pilot.free-levels")
    row = edition.figures["pilot.level"]
    if beyond > 0:
        yield Modifier(
            row.key, "", beyond * edition.whole(row.key), row.label, row.cite, facts(levels=levels)
        )
