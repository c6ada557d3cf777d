"""Line of sight: clear, partial cover or blocked, with every reason.

Which question: can one unit see another, and is it in cover? Sources: CE pp.40-43, 58, 157; AS pp.34, 92.
"""

from collections.abc import Iterator

import numpy as np

from astrike.editions.schema import VisualRow
from astrike.geometry.arrays import TOUCH
from astrike.model.answer import Hider, SightAnswer, WoodsParts
from astrike.model.explain import Fact, Facts, OptionUsed, Reason, facts
from astrike.rules.battlefield import Field
from astrike.rules.lines import Lines

WATER_PLACES = {"completely": "submerged", "partly": "partly", "surface": "surface", "none": "outside"}
PROBES = ("LPRB", "PRB", "BH", "WAT", "NOVA")


def reason(field: Field, key: str, measured: Facts | None = None) -> Reason:
    """Make a reason from the edition's table."""
    row = field.edition.reasons[key]
    return Reason(key, row.label, row.ref, measured if measured is not None else facts())


def sight_answer(field: Field, lines: Lines, k: int) -> SightAnswer:
    """Say what line k of measured lines means for sight."""
    a, t = int(lines.attacker[k]), int(lines.target[k])
    hidden, back = float(lines.hidden[k]), float(lines.hidden_back[k])
    contact = bool(lines.contact[k]) and _is_ground_contact(field, a, t)
    water = water_verdict(field, a, t, bool(lines.same_water[k]))
    between = lines.woods.between[k]
    reasons: list[Reason] = []
    if not contact:
        reasons += _hidden_reasons(field, hidden, back, lines, k)
        reasons += _woods_reasons(field, between)
        reasons += _distance_reasons(field, a, float(lines.range[k]))
    else:
        reasons += _level_reasons(field, a, t)
    reasons += [reason(field, key) for key in water]
    wet = field.units.of[t].submersion == "partly" and not contact
    cover = _is_covered(field, t, hidden, wet=wet and not reasons)
    partial = over_third(field, hidden) or (wet and field.units.rows[t].cover)
    by = tuple(name for name, _ in lines.hiders[k])
    if reasons and any(why.key == "sight.attacker-hidden" for why in reasons):
        by = tuple(dict.fromkeys((*by, *(name for name, _ in lines.back_hiders[k]))))
    if wet and field.units.rows[t].cover:
        by = (*by, *_water_under(field, t))
    return SightAnswer(
        state="blocked" if reasons else "partial" if partial and not contact else "clear",
        hidden=hidden,
        hidden_back=back,
        cover=cover and not contact and not reasons,
        woods=float(between.sum()),
        woods_parts=WoodsParts(
            float(lines.woods.start[k].sum()), float(between.sum()), float(lines.woods.end[k].sum())
        ),
        by=(*by, *(name for name in lines.woods_pieces[k] if name not in by)),
        hiders=tuple(Hider(name, part) for name, part in lines.hiders[k]),
        reasons=tuple(reasons),
        contact=contact,
        underwater=field.units.of[a].submersion == "completely",
    )


def over_third(field: Field, hidden: float) -> bool:
    """Is enough hidden for partial cover? Exactly a third is an option (CE p.41)."""
    limit = field.edition.number("cover.from")
    return hidden > limit + TOUCH or (abs(hidden - limit) <= TOUCH and _ties_high(field))


def over_two_thirds(field: Field, hidden: float) -> bool:
    """Is too much hidden to be seen? Exactly two thirds is an option (CE p.40)."""
    limit = field.edition.number("cover.to")
    return hidden > limit + TOUCH or (abs(hidden - limit) <= TOUCH and _ties_high(field))


def _ties_high(field: Field) -> bool:
    return field.options.word("sight.thirds-tie") == "higher"


def _is_covered(field: Field, t: int, hidden: float, *, wet: bool) -> bool:
    if "hull-down" in field.units.units[t].state:
        return False
    everyone = field.options.word("cover.types") == "all" or field.options.is_on("practical-los")
    may = field.units.rows[t].cover or everyone
    return may and (over_third(field, hidden) or wet)


def _is_ground_contact(field: Field, a: int, t: int) -> bool:
    """Do ground units touch, and is not exactly one of them completely submerged? (CE p.41)"""
    if field.units.airborne[a] or field.units.airborne[t]:
        return False
    under = [field.units.of[i].submersion == "completely" for i in (a, t)]
    return under[0] == under[1]


def _level_reasons(field: Field, a: int, t: int) -> Iterator[Reason]:
    ours, theirs = field.units.of[a], field.units.of[t]
    if (
        ours.inside
        and theirs.inside
        and ours.inside != theirs.inside
        and abs(ours.ground - theirs.ground) > TOUCH
    ):
        yield reason(field, "sight.levels")


def _hidden_reasons(field: Field, hidden: float, back: float, lines: Lines, k: int) -> Iterator[Reason]:
    if over_two_thirds(field, hidden):
        yield reason(field, "sight.solid", _hider_facts(hidden, lines.hiders[k]))
    if over_two_thirds(field, back) and field.options.word("sight.attacker-hidden") == "blocks":
        yield reason(field, "sight.attacker-hidden", _hider_facts(back, lines.back_hiders[k]))


def _hider_facts(hidden: float, hiders: tuple[tuple[str, float], ...]) -> Facts:
    measured: dict[str, Fact] = {"hidden": hidden}
    if hiders:
        measured["pieces"] = ", ".join(name for name, _ in hiders)
    return facts(**measured)


def _woods_reasons(
    field: Field, between: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> Iterator[Reason]:
    """Block when the inches of all kinds together use up their limits (CE p.40)."""
    filled = [inches / kind.limit for kind, inches in zip(field.lie.kinds, between.tolist(), strict=False)]
    if not filled:
        return
    used = sum(filled) if field.options.word("woods.mixed") == "sum" else max(filled)
    if used >= 1.0 - TOUCH:
        limit = min(kind.limit for kind, share in zip(field.lie.kinds, filled, strict=False) if share > 0)
        yield reason(field, "sight.woods", facts(inches=float(between.sum()), limit=limit))


def sight_limit(field: Field, a: int) -> tuple[float, str]:
    """Give how far a unit sees and the key of the reason beyond it (CE pp.40, 61, 157; AS pp.34, 92)."""
    furthest = field.options.number("sight.max")
    if field.options.is_on("extreme-range"):
        furthest = max(furthest, field.edition.brackets["extreme"].upto)
    if field.options.is_on("horizon-range"):
        furthest = max(furthest, field.edition.brackets["horizon"].upto)
    if is_concealing(field):
        visual = max(visual_row(field).inches, probe_inches(field, a))
        if visual < furthest:
            return visual, "sight.visual"
    return furthest, "sight.max"


def is_concealing(field: Field) -> bool:
    """Does the visual range limit sight at this table?"""
    chosen = field.options.word("concealing-unit-data")
    return chosen == "on" or (chosen == "auto" and field.table.environment != "daylight")


def visual_row(field: Field) -> VisualRow:
    """Give the visual range row of the table's environment."""
    return field.edition.visual[field.table.environment]


def probe_inches(field: Field, a: int) -> float:
    """Give the reach of the unit's best probe, 0 without; weather does not matter to it."""
    unit = field.units.units[a]
    return max((field.edition.number(f"probe.{code}") for code in PROBES if unit.has(code)), default=0.0)


def _distance_reasons(field: Field, a: int, distance: float) -> Iterator[Reason]:
    if is_concealing(field) and visual_row(field).unknown:
        row = visual_row(field)
        yield Reason(row.key, row.unknown, row.ref)
    limit, key = sight_limit(field, a)
    if distance > limit + TOUCH:
        yield reason(field, key, facts(range=distance, limit=limit))


# ---- water


def water_verdict(field: Field, a: int, t: int, same_water: bool) -> tuple[str, ...]:
    """Say why water stands between two units: keys of reasons, none when it does not (CE p.41, AS p.34)."""
    ours = WATER_PLACES[field.units.of[a].submersion]
    theirs = WATER_PLACES[field.units.of[t].submersion]
    if not same_water and ours != "outside" and theirs != "outside":
        if ours == "submerged" or theirs == "submerged":
            return ("water.separate",)
        ours = "outside"
    allowed = field.edition.water[f"{ours}.{theirs}"].allowed
    if allowed == "yes" or (allowed == "torpedo" and field.units.units[a].has("TOR")):
        return ()
    if allowed == "torpedo":
        return ("water.surface",) if ours == "submerged" else ("water.deep",)
    return ("water.submerged",)


def uses_torpedoes(field: Field, a: int, t: int, same_water: bool) -> bool:
    """Is this attack only possible with torpedoes?"""
    ours = WATER_PLACES[field.units.of[a].submersion]
    theirs = WATER_PLACES[field.units.of[t].submersion]
    return same_water and field.edition.water[f"{ours}.{theirs}"].allowed == "torpedo"


def _water_under(field: Field, t: int) -> tuple[str, ...]:
    _, piece = field.lie.depth_at(field.units.bases.xy[[t]])
    return (field.lie.pieces[piece[0]].id,) if piece[0] >= 0 else ()


# ---- options


def sight_options(field: Field, lines: Lines, k: int, answer: SightAnswer) -> tuple[OptionUsed, ...]:
    """Name the options that decided this sight."""
    used: list[str] = []
    hidden, back = answer.hidden, answer.hidden_back
    third, two = field.edition.number("cover.from"), field.edition.number("cover.to")
    if any(abs(share - limit) <= TOUCH for share in (hidden, back) for limit in (third, two)):
        used.append("sight.thirds-tie")
    if over_two_thirds(field, back) and not over_two_thirds(field, hidden):
        used.append("sight.attacker-hidden")
    if over_third(field, hidden) and not field.units.rows[int(lines.target[k])].cover:
        used.append("cover.types")
    if hidden > 0 or back > 0:
        used += [
            name
            for name in ("sight.eye", "silhouette-includes-base", "practical-los")
            if not _is_default(field, name)
        ]
    if answer.woods or answer.woods_parts.target or answer.woods_parts.attacker:
        used += [name for name in ("woods.line-to", "woods.advanced") if not _is_default(field, name)]
    if sum(1 for inches in lines.woods.between[k].tolist() if inches > 0) > 1:
        used.append("woods.mixed")
    keys = {why.key for why in answer.reasons}
    if "sight.max" in keys:
        used.append("sight.max")
    if is_concealing(field):
        used.append("concealing-unit-data")
    return tuple(OptionUsed(name, option_fact(field, name)) for name in used)


def _is_default(field: Field, option: str) -> bool:
    return field.options.values[option] == field.edition.options[option].default


def option_fact(field: Field, option: str) -> Fact:
    """Give an option's value as it stands in answers."""
    value = field.options.values[option]
    return value if isinstance(value, str | int | float) else ", ".join(f"{item:g}" for item in value)
