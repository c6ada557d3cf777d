"""What is a unit's heat next turn, term by term, and which armor does it regain in the End Phase?

The terms stand in the edition's heat table in the order in which they are taken. Sources: CE pp.50, 52-53, 83; AS
pp.44-45.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.model.effect_answer import EffectAnswer
from astrike.rules.effects.effect_case import EffectCase
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True)
class _Turn:
    """What the turn was like."""

    attacked: bool
    """Did it attack with weapons? Who has used overheat did: it makes such an attack stronger (CE p.53)."""
    was_down: bool
    """Was it shut down?"""


def heat(case: EffectCase) -> EffectAnswer:
    """Change the heat in the End Phase (CE p.53, AS p.45)."""
    row = case.prepared.units.rows[case.index]
    if not row.tracks_heat:
        return case.refused("effect.no-heat")
    case.rows_used("heat")
    unit, shutdown = case.unit, int(case.edition.number("heat.shutdown"))
    has_attacked = case.is_set("attacked") or case.number("overheat") > 0
    turn = _Turn(has_attacked, "shutdown" in unit.state or unit.heat >= shutdown)
    level = unit.heat
    case.facts["before"] = level
    for step in case.edition.heat.values():
        after = max(0, HEAT_RULES[step.key](case, turn, level, step.value))
        if after != level:
            case.term(step, after - level, f"heat.{step.key}")
        level = after
    level = min(level, shutdown)
    case.sheet.set("heat", level)
    if turn.was_down and level < shutdown:
        case.sheet.unflag("shutdown")
        case.facts["restarts"] = True
    if level >= shutdown:
        case.sheet.flag("shutdown")
        found = case.edition.numbers["heat.shutdown"]
        return case.answer(found, "heat.shutdown", total=level)
    return case.answer(case.edition.follow_ups["heat"], f"heat.{level}", total=level)


def _overheat(case: EffectCase, turn: _Turn, level: int, value: int) -> int:
    return level + value * int(case.number("overheat")) if turn.attacked else level


def _engine(case: EffectCase, turn: _Turn, level: int, value: int) -> int:
    """Each engine hit of a 'Mech heats it after an attack with weapons; what burns fuel does not (CE pp.50, 77)."""
    burns = case.unit.has_any(*case.edition.tagged("fuel-burning"))
    is_hot = turn.attacked and case.prepared.units.rows[case.index].mech and not burns
    return level + value * case.unit.hits.engine if is_hot else level


def _water(case: EffectCase, turn: _Turn, level: int, value: int) -> int:
    body = case.prepared.units.of[case.index]
    is_in = body.submersion in ("partly", "completely")
    is_deep = body.depth >= case.edition.number("water.cools") - TOUCH
    return level + value if is_in and is_deep else level


def _cooling(case: EffectCase, turn: _Turn, level: int, value: int) -> int:
    return level if turn.attacked else value


def _shutdown(case: EffectCase, turn: _Turn, level: int, value: int) -> int:
    return value if turn.was_down else level


def _external(case: EffectCase, turn: _Turn, level: int, value: int) -> int:
    """From surroundings, and from attacks no more than a turn can; none through fire-resistant armor (CE pp.52, 78)."""
    attacks = min(int(case.number("from-attacks")), int(case.edition.number("heat.most")))
    return level if case.unit.has("FR") else level + value * (int(case.number("external")) + attacks)


def _deliberate(case: EffectCase, turn: _Turn, level: int, value: int) -> int:
    """A 'Mech may heat up on purpose (CE p.53, AS p.44)."""
    is_so = case.is_set("deliberate") and case.prepared.units.rows[case.index].mech
    return level + value if is_so else level


def harjel(case: EffectCase) -> EffectAnswer:
    """HarJel of the later kinds regains armor in the End Phase while any is left (CE p.83)."""
    codes = list(filter(case.unit.has, case.edition.tagged("regaining-armor")))
    sheet = case.sheet
    if not codes or not sheet.is_known or sheet.number("armor_left") == 0:
        return case.refused("effect.no-harjel")
    row = max(
        (case.edition.numbers[f"harjel.{code}"] for code in codes), key=lambda row: (row.value, row.key)
    )
    if (refused := case.unknown("", row)) is not None:
        return refused
    case.term(row, int(row.value))
    before = sheet.number("armor_left")
    sheet.set("armor_left", min(case.unit.armor, before + int(row.value)))
    return case.answer(row, "harjel", total=sheet.number("armor_left") - before)


HEAT_RULES: Mapping[str, Callable[[EffectCase, _Turn, int, int], int]] = MappingProxyType(
    {
        "overheat": _overheat,
        "engine": _engine,
        "water": _water,
        "cooling": _cooling,
        "shutdown": _shutdown,
        "external": _external,
        "deliberate": _deliberate,
    }
)
