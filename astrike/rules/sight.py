"""Line of sight: clear, partial cover or blocked, with every reason.

Which question: can one unit see another, and is it in cover? Sources: CE pp.40-43, 58, 157; AS pp.34, 92.
"""

from collections.abc import Iterator

from astrike.editions.schema import VisualRow
from astrike.geometry.arrays import TOUCH
from astrike.model.answer import Hider, SightAnswer, WoodsParts
from astrike.model.explain import Fact, Facts, OptionUsed, Reason, facts
from astrike.rules.battlefield import Field
from astrike.rules.lines import Line

WATER_PLACES = {"completely": "submerged", "partly": "partly", "surface": "surface", "none": "outside"}
PROBES = ("LPRB", "PRB", "BH", "WAT", "NOVA")


def reason(field: Field, key: str, measured: Facts | None = None) -> Reason:
    """Make a reason from the edition's table."""
    row = field.edition.reasons[key]
    return Reason(key, row.label, row.ref, measured if measured is not None else facts())


def sight_answer(field: Field, line: Line) -> SightAnswer:
    """Say what a measured line means for sight."""
    a, t = line.attacker, line.target
    contact = line.contact and _is_ground_contact(field, a, t)
    inches = sum(line.between)
    reasons: list[Reason] = []
    if contact:
        reasons += _level_reasons(field, a, t)
    else:
        if line.hidden or line.hidden_back:
            reasons += _hidden_reasons(field, line)
        if inches:
            reasons += _woods_reasons(field, line.between)
        reasons += _distance_reasons(field, a, line.range)
    reasons += [reason(field, key) for key in water_verdict(field, a, t, line.same_water)]
    wet = field.units.of[t].submersion == "partly" and not contact and not reasons
    cover = not contact and not reasons and _is_covered(field, t, line.hidden, wet=wet)
    partial = not contact and (over_third(field, line.hidden) or (wet and field.units.rows[t].cover))
    return SightAnswer(
        state="blocked" if reasons else "partial" if partial else "clear",
        hidden=line.hidden,
        hidden_back=line.hidden_back,
        cover=cover,
        woods=inches,
        woods_parts=WoodsParts(sum(line.own), inches, sum(line.theirs)),
        by=_pieces_that_matter(field, line, reasons, wet=wet),
        hiders=tuple(Hider(name, part) for name, part in line.hiders),
        reasons=tuple(reasons),
        contact=contact,
        underwater=field.units.of[a].submersion == "completely",
    )


def _pieces_that_matter(field: Field, line: Line, reasons: list[Reason], *, wet: bool) -> tuple[str, ...]:
    names = [name for name, _ in line.hiders]
    if any(why.key == "sight.attacker-hidden" for why in reasons):
        names += [name for name, _ in line.back_hiders]
    if wet and field.units.rows[line.target].cover:
        names += _water_under(field, line.target)
    return tuple(dict.fromkeys((*names, *line.woods_pieces)))


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


def _hidden_reasons(field: Field, line: Line) -> Iterator[Reason]:
    if over_two_thirds(field, line.hidden):
        yield reason(field, "sight.solid", _hider_facts(line.hidden, line.hiders))
    if over_two_thirds(field, line.hidden_back) and field.options.word("sight.attacker-hidden") == "blocks":
        yield reason(field, "sight.attacker-hidden", _hider_facts(line.hidden_back, line.back_hiders))


def _hider_facts(hidden: float, hiders: tuple[tuple[str, float], ...]) -> Facts:
    measured: dict[str, Fact] = {"hidden": hidden}
    if hiders:
        measured["pieces"] = ", ".join(name for name, _ in hiders)
    return facts(**measured)


def _woods_reasons(field: Field, between: tuple[float, ...]) -> Iterator[Reason]:
    """Block when the inches of all kinds together use up their limits (CE p.40)."""
    filled = [inches / kind.limit for kind, inches in zip(field.lie.kinds, between, strict=True)]
    if not filled:
        return
    used = sum(filled) if field.options.word("woods.mixed") == "sum" else max(filled)
    if used >= 1.0 - TOUCH:
        limit = min(kind.limit for kind, share in zip(field.lie.kinds, filled, strict=True) if share > 0)
        yield reason(field, "sight.woods", facts(inches=sum(between), limit=limit))


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


def sight_options(field: Field, line: Line, answer: SightAnswer) -> tuple[OptionUsed, ...]:
    """Name the options that decided this sight."""
    used: list[str] = []
    if line.hidden or line.hidden_back:
        used += _hidden_options(field, line)
    if answer.woods or answer.woods_parts.target or answer.woods_parts.attacker:
        used += [name for name in ("woods.line-to", "woods.advanced") if not _is_default(field, name)]
    if sum(1 for inches in line.between if inches > 0) > 1:
        used.append("woods.mixed")
    if any(why.key == "sight.max" for why in answer.reasons):
        used.append("sight.max")
    if is_concealing(field):
        used.append("concealing-unit-data")
    return tuple(OptionUsed(name, option_fact(field, name)) for name in used)


def _hidden_options(field: Field, line: Line) -> Iterator[str]:
    limits = (field.edition.number("cover.from"), field.edition.number("cover.to"))
    if any(abs(share - limit) <= TOUCH for share in (line.hidden, line.hidden_back) for limit in limits):
        yield "sight.thirds-tie"
    if over_two_thirds(field, line.hidden_back) and not over_two_thirds(field, line.hidden):
        yield "sight.attacker-hidden"
    if over_third(field, line.hidden) and not field.units.rows[line.target].cover:
        yield "cover.types"
    for name in ("sight.eye", "silhouette-includes-base", "practical-los"):
        if not _is_default(field, name):
            yield name


def _is_default(field: Field, option: str) -> bool:
    return field.options.values[option] == field.edition.options[option].default


def option_fact(field: Field, option: str) -> Fact:
    """Give an option's value as it stands in answers."""
    value = field.options.values[option]
    return value if isinstance(value, str | int | float) else ", ".join(f"{item:g}" for item in value)
