"""How is a unit introduced: its mark and name, what it did this turn, and where it stands?"""

from collections.abc import Iterator, Mapping

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.model.unit import Hits, Unit
from astrike.report.units.marks import UnitMark, marks
from astrike.report.words.names import names_of
from astrike.report.words.numbers import height, signed
from astrike.report.words.texts import Names
from astrike.rules.movement.withdrawal import crippled_questions
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.prepared import TableState, cached
from astrike.web.http.i18n import _, tr


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit in one line."""

    id: str
    name: str
    mark: UnitMark
    skill: int
    did: str
    stands: str
    states: tuple[str, ...]
    due: tuple[str, ...]
    """Those of the states that say how many rolls are due."""
    is_destroyed: bool
    is_here: bool
    """Is it on the table itself, not carried and not off it?"""
    is_carried: bool


@dataclass(frozen=True, slots=True)
class SideGroup:
    """The units of one side."""

    name: str
    style: str
    units: tuple[UnitLine, ...]


@dataclass(frozen=True, slots=True)
class UnitLabels:
    """Marks and names of everything on a table."""

    marks: Mapping[str, UnitMark]
    names: Names


def unit_labels(table: Table) -> UnitLabels:
    """Give everything on a table its mark and its name."""
    return UnitLabels(marks(table), names_of(table))


@cached
def labels_of(state: TableState) -> UnitLabels:
    """Give everything on the table of a request its mark and its name."""
    return unit_labels(state.current.table)


def unit_line(
    prepared: PreparedTable, unit: Unit, labels: UnitLabels, answers: tuple[AttackAnswer, ...] = ()
) -> UnitLine:
    """Introduce a unit; the `answers` of its attacks tell what its own movement costs it."""
    return UnitLine(
        id=unit.id,
        name=labels.names[unit.id],
        mark=labels.marks[unit.id],
        skill=unit.skill,
        did=_did(unit, answers),
        stands=_stands(prepared, unit, labels),
        states=(*_asked(prepared, unit), *_states(unit)),
        due=tuple(_due(unit)),
        is_destroyed="destroyed" in unit.state,
        is_here=unit.is_on_table,
        is_carried=unit.carried_by is not None,
    )


def sides_of(prepared: PreparedTable, labels: UnitLabels) -> tuple[SideGroup, ...]:
    """Group all units by side, in the order of the file."""
    found: dict[tuple[str, str], list[UnitLine]] = {}
    for unit in prepared.table.units:
        mark = labels.marks[unit.id]
        found.setdefault((mark.side, mark.side_name), []).append(unit_line(prepared, unit, labels))
    return tuple(
        SideGroup(name or _("No side"), style, tuple(units)) for (style, name), units in found.items()
    )


def side_name(table: Table, side: str) -> str:
    """Give the name of a side."""
    return next((each.name for each in table.sides if each.id == side), side)


def motion_label(motion: str) -> str:
    """Say what a unit did this turn."""
    match motion:
        case "standstill":
            return _("stood still")
        case "minimum":
            return _("minimum move")
        case "ground":
            return _("moved")
        case "jump":
            return _("jumped")
        case "sprint":
            return _("sprinted")
        case "vtol":
            return _("flew")
        case "wige":
            return _("flew low")
        case "submersible":
            return _("dived")
        case "flight":
            return _("in flight")
        case _:
            return _("has not moved")


def state_label(flag: str) -> str:
    """Say a state of a unit."""
    words = {
        "immobile": _("immobile"),
        "shutdown": _("shut down"),
        "stunned": _("crew stunned"),
        "hull-down": _("hull down"),
        "airborne": _("airborne"),
        "submerged": _("submerged"),
        "dropping": _("being dropped"),
        "dropped": _("dropped this turn"),
        "bogged": _("bogged down"),
        "dug-in": _("dug in"),
        "on-the-deck": _("on the deck"),
        "stealth-off": _("stealth off"),
        "mounted-this-turn": _("mounted this turn"),
        "dismounted": _("dismounted"),
        "climbing": _("climbing"),
        "intimidated": _("intimidated"),
        "vehicle-mode": _("in vehicle mode"),
        "crippled": _("crippled"),
        "destroyed": _("destroyed"),
        "off-table": _("off the table"),
    }
    return words.get(flag, flag)


def heat_label(heat: int) -> str:
    """Write a heat level; 4 means shut down."""
    return _("shut down") if heat >= 4 else str(heat)


def _did(unit: Unit, answers: tuple[AttackAnswer, ...]) -> str:
    did = motion_label(unit.motion)
    if unit.moved is not None and unit.motion not in ("unmoved", "standstill"):
        did = f"{did} {height(unit.moved)}"
    for answer in answers:
        for modifier in (*answer.tally.modifiers, *answer.considered):
            if modifier.part == "A":
                return f"{did}, {signed(modifier.value) if modifier.value else '+0'}"
    return did


def _stands(prepared: PreparedTable, unit: Unit, labels: UnitLabels) -> str:
    if unit.carried_by is not None:
        return _("carried by %(unit)s", unit=labels.names.get(unit.carried_by, unit.carried_by))
    if "off-table" in unit.state:
        return ""
    place = prepared.place_of(unit.id)
    body = prepared.units.of[place]
    parts: list[str] = []
    if body.inside is not None:
        parts.append(_("inside %(piece)s", piece=labels.names[body.inside]))
    elif body.on is not None:
        parts.append(_("on %(piece)s", piece=labels.names[body.on]))
    if body.submersion != "none":
        words = {
            "partly": _("partly under water"),
            "completely": _("under water"),
            "surface": _("on the water"),
        }
        parts.append(words[body.submersion])
    woods = [piece.id for k, piece in enumerate(prepared.terrain.pieces) if prepared.in_woods[place, k]]
    if woods:
        parts.append(_("in %(pieces)s", pieces=", ".join(labels.names[each] for each in woods)))
    if abs(body.ground) > 1e-9:
        up = body.ground > 0
        inches = height(abs(body.ground))
        parts.append(_("%(inches)s up", inches=inches) if up else _("%(inches)s down", inches=inches))
    return ", ".join(parts)


def _hits(hits: Hits) -> list[str]:
    counted = (
        (hits.mp, _("MP hits %(count)s", count=hits.mp)),
        (hits.engine, _("engine hits %(count)s", count=hits.engine)),
        (hits.fire_control, _("fire control hits %(count)s", count=hits.fire_control)),
        (hits.weapon, _("weapon hits %(count)s", count=hits.weapon)),
        (hits.crew, _("crew hits %(count)s", count=hits.crew)),
        (len(hits.motive), _("motive hits %(count)s", count=len(hits.motive))),
    )
    return [words for count, words in counted if count]


def _asked(prepared: PreparedTable, unit: Unit) -> Iterator[str]:
    """Ask about what its players have to look up."""
    yield from (tr(each.label) for each in crippled_questions(prepared, prepared.place_of(unit.id)))


def _due(unit: Unit) -> Iterator[str]:
    if unit.pending.rolls:
        yield _("rolls due: %(count)s", count=len(unit.pending.rolls))
    if unit.pending.at_once:
        yield _("rolls that count at once: %(count)s", count=len(unit.pending.at_once))


def _states(unit: Unit) -> tuple[str, ...]:
    found = [state_label(flag) for flag in sorted(unit.state)]
    if unit.heat:
        found.append(_("heat %(level)s", level=heat_label(unit.heat)))
    if unit.heat_made:
        found.append(_("overheated by %(points)s", points=unit.heat_made))
    found += _hits(unit.hits)
    to_come = [*map(state_label, sorted(unit.pending.state)), *_hits(unit.pending.hits)]
    if to_come:
        found.append(_("in the End Phase: %(what)s", what=", ".join(to_come)))
    if unit.pending.heat:
        found.append(_("heat from attacks %(points)s", points=unit.pending.heat))
    found += _due(unit)
    if unit.armor_left is not None or unit.structure_left is not None:
        armor = unit.armor if unit.armor_left is None else unit.armor_left
        structure = unit.structure if unit.structure_left is None else unit.structure_left
        found.append(
            _(
                "armor %(armor)s, structure %(structure)s",
                armor=plain_number(armor),
                structure=plain_number(structure),
            )
        )
    return tuple(found)
