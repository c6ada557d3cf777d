"""Does one unit see another, is the target in cover, and why?

Sight is clear, partial cover or blocked, with every reason. Sources: CE pp.40-43, 58, 157; AS pp.34, 92.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from astrike.dataclass import dataclass
from astrike.model.attack_answer import HidingPiece, SightAnswer, WoodsParts
from astrike.model.explain import Facts, OptionUsed, Reason, facts
from astrike.model.unit import Unit
from astrike.rulebook.schema import VisualRow
from astrike.rules.edition_rows import reason
from astrike.rules.electronics.jamming import probe_reach, probe_reach_to
from astrike.rules.shot.facts import takes_cover
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.refusals import WATER_PLACES, water_between
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.weapons import in_turret
from astrike.tolerance import TOUCH

FOR_TORPEDOES = frozenset({"water.surface", "water.deep"})
"""Reasons that do not hold for torpedoes."""


def sight_answer(prepared: PreparedTable, line: MeasuredLine) -> SightAnswer:
    """Say what a measured line means for sight."""
    rules, flying = sight_rules(prepared), aerospace_flyers(prepared)
    a, t = line.attacker, line.target
    if flying and (a in flying or t in flying):
        return _aloft(prepared, line, flying)
    ours, theirs = prepared.units.of[a].submersion, prepared.units.of[t].submersion
    contact = line.contact and sees_in_contact(prepared, a, t)
    inches = sum(line.between)
    reasons: list[Reason] = []
    in_the_air = rules.practical and (prepared.units.airborne[a] or prepared.units.airborne[t])
    is_open = (contact and prepared.metric.contact_uncovers) or in_the_air
    if contact:
        reasons += level_reasons(prepared, a, t)
    else:
        if (line.hidden or line.hidden_back) and not is_open:
            reasons += _hidden_reasons(prepared, rules, line)
        if (line.woods_pieces or line.pieces_back) and not is_open:
            reasons += _woods_reasons(prepared, line)
        reasons += _distance_reasons(prepared, rules, line)
    if ours != "none" or theirs != "none":
        reasons += [reason(prepared, key) for key in water_verdict(prepared, a, t, line.same_water)]
    # Water covers from all sides, also from a unit that stands beside (CE p.43); in contact nothing else does.
    wet = theirs == "partly" and not in_the_air and not reasons
    hidden = 0.0 if is_open else line.hidden
    cover = not reasons and _is_covered(prepared, rules, t, hidden, wet=wet)
    partial = hidden > rules.cover_from or (wet and prepared.units.rows[t].cover)
    return SightAnswer(
        state="blocked" if reasons else "partial" if partial else "clear",
        hidden=line.hidden,
        hidden_back=line.hidden_back,
        cover=cover,
        woods=inches,
        woods_parts=WoodsParts(sum(line.own), inches, sum(line.theirs)),
        by=_pieces_that_matter(prepared, line, reasons, wet=wet),
        own_woods=line.own_pieces,
        hiders=line.hiders,
        reasons=tuple(reasons),
        contact=contact,
        underwater=ours == "completely",
        hexes=line.hexes,
    )


def _aloft(prepared: PreparedTable, line: MeasuredLine, flying: frozenset[int]) -> SightAnswer:
    """Say who sees whom where one of them flies as aerospace units do (CE pp.181-182, 185-186).

    Nothing hides; under water and inside structures nobody is seen, and who stands in water keeps its cover.
    """
    below = [prepared.units.of[i] for i in (line.attacker, line.target) if i not in flying]
    reasons = [reason(prepared, "water.submerged") for body in below if body.submersion == "completely"]
    reasons += [reason(prepared, "air.inside") for body in below if body.inside is not None]
    t = line.target
    wet = t not in flying and prepared.units.of[t].submersion == "partly" and not reasons
    cover = wet and _is_covered(prepared, sight_rules(prepared), t, 0.0, wet=True)
    return SightAnswer(
        state="blocked" if reasons else "partial" if cover else "clear",
        hidden=0.0,
        hidden_back=0.0,
        cover=cover,
        woods=0.0,
        woods_parts=WoodsParts(0.0, 0.0, 0.0),
        by=(*(_water_under(prepared, t) if cover else ()), *prepared.stands_in[t]),
        own_woods=(),
        hiders=(),
        reasons=tuple(reasons),
        contact=False,
        underwater=False,
    )


def _pieces_that_matter(
    prepared: PreparedTable, line: MeasuredLine, reasons: list[Reason], *, wet: bool
) -> tuple[str, ...]:
    names = [hider.piece for hider in line.hiders]
    if any(why.key == "sight.attacker-hidden" for why in reasons):
        names += [hider.piece for hider in line.back_hiders]
    if any(why.key == "sight.woods" for why in reasons):
        names += line.pieces_back
    if wet and prepared.units.rows[line.target].cover:
        names += _water_under(prepared, line.target)
    return tuple(dict.fromkeys((*names, *line.woods_pieces, *prepared.stands_in[line.target])))


@dataclass(frozen=True, slots=True)
class SightRules:
    """What decides sight at one table, worked out once from edition, options and conditions."""

    cover_from: float
    """More than this share hidden is partial cover; the option for exact thirds is in it."""
    cover_to: float
    """More than this share hidden is out of sight."""
    thirds: tuple[float, float]
    """Both as printed, without the tie."""
    hidden_attacker_blocks: bool
    all_types_covered: bool
    practical: bool
    """Templates in place of miniatures: for the ground only, and a structure shows as soon as any part does."""
    concealing: bool
    visual: VisualRow
    limits: tuple[tuple[tuple[float, str], ...], ...]
    """For each unit how far it sees, and the key of the reason beyond."""
    hidden_options: tuple[OptionUsed, ...]
    """Options set otherwise than usual that bear on hidden shares."""
    woods_options: tuple[OptionUsed, ...]
    """Options set otherwise than usual that bear on woods."""
    named: Mapping[str, OptionUsed]
    """Every option as answers name it."""


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def sight_rules(prepared: PreparedTable) -> SightRules:
    """Work out what decides sight at this table (CE pp.40-41, 157; AS pp.34, 92)."""
    edition, options = prepared.edition, prepared.options
    tie = -TOUCH if options.word("sight.thirds-tie") == "higher" else TOUCH
    chosen = options.word("concealing-unit-data")
    concealing = chosen == "on" or (chosen == "auto" and prepared.table.environment != "daylight")
    visual = edition.visual[prepared.table.environment]
    inches = visual.inches if concealing and not visual.unknown else None
    practical = options.is_on("practical-los") and prepared.metric.sees_models
    return SightRules(
        cover_from=edition.number("cover.from") + tie,
        cover_to=edition.number("cover.to") + tie,
        thirds=(edition.number("cover.from"), edition.number("cover.to")),
        hidden_attacker_blocks=options.word("sight.attacker-hidden") == "blocks",
        all_types_covered=options.word("cover.types") == "all" or practical,
        concealing=concealing,
        visual=visual,
        limits=tuple(tuple(_limits(prepared, inches, i)) for i in range(len(prepared.units.units))),
        practical=practical,
        hidden_options=_unusual(prepared, "sight.eye", "silhouette-includes-base", "practical-los"),
        woods_options=_unusual(prepared, "woods.line-to", "woods.advanced"),
        named={name: OptionUsed(name, options.fact(name)) for name in options.values},
    )


def _limits(prepared: PreparedTable, visual: float | None, i: int) -> Iterator[tuple[float, str]]:
    """Give each limit of how far a unit sees, with the key of the reason beyond it."""
    furthest = prepared.options.number("sight.max")
    for option, bracket in (("extreme-range", "extreme"), ("horizon-range", "horizon")):
        if prepared.options.is_on(option):
            furthest = max(furthest, prepared.edition.brackets[bracket].upto)
    if visual is not None and (seen := max(visual, probe_reach(prepared, i))) < furthest:
        yield seen, "sight.visual"
    yield furthest, "sight.max"


def _unusual(prepared: PreparedTable, *names: str) -> tuple[OptionUsed, ...]:
    return tuple(
        OptionUsed(name, prepared.options.fact(name))
        for name in names
        if prepared.options.values[name] != prepared.edition.options[name].default
    )


def _is_covered(prepared: PreparedTable, rules: SightRules, t: int, hidden: float, *, wet: bool) -> bool:
    if not (hidden > rules.cover_from or wet):
        return False
    return may_have_cover(prepared, rules, t)


def may_have_cover(prepared: PreparedTable, rules: SightRules, t: int) -> bool:
    """May a unit be in partial cover at this table?"""
    row = prepared.units.rows[t]
    all_types = rules.all_types_covered and not (rules.practical and row.structure)
    return takes_cover(prepared.units.units[t], row, all_types=all_types)


def sees_in_contact(prepared: PreparedTable, a: int, t: int) -> bool:
    """May units in contact see each other: is not exactly one of them completely submerged? (CE p.41)

    The metric says whether those who fly are ever too near (CE p.68).
    """
    if not prepared.metric.contact_in_flight and (prepared.units.airborne[a] or prepared.units.airborne[t]):
        return False
    under = [prepared.units.of[i].submersion == "completely" for i in (a, t)]
    return under[0] == under[1]


def level_reasons(prepared: PreparedTable, a: int, t: int) -> Iterator[Reason]:
    """Say when two units in contact are on other levels of two buildings."""
    ours, theirs = prepared.units.of[a], prepared.units.of[t]
    if (
        ours.inside
        and theirs.inside
        and ours.inside != theirs.inside
        and abs(ours.ground - theirs.ground) > TOUCH
    ):
        yield reason(prepared, "sight.levels")


def _hidden_reasons(prepared: PreparedTable, rules: SightRules, line: MeasuredLine) -> Iterator[Reason]:
    if line.hidden > hidden_above(prepared, rules, line.target):
        yield reason(prepared, "sight.solid", _hider_facts(line.hidden, line.hiders))
    if line.hidden_back > hidden_above(prepared, rules, line.attacker) and rules.hidden_attacker_blocks:
        yield reason(prepared, "sight.attacker-hidden", _hider_facts(line.hidden_back, line.back_hiders))


def hidden_above(prepared: PreparedTable, rules: SightRules, unit: int) -> float:
    """Give the share above which a hidden unit is out of sight: a structure's template shows with any part."""
    return 1.0 - TOUCH if rules.practical and prepared.units.rows[unit].structure else rules.cover_to


def _hider_facts(hidden: float, hiders: tuple[HidingPiece, ...]) -> Facts:
    if not hiders:
        return facts(hidden=hidden)
    return facts(hidden=hidden, pieces=", ".join([hider.piece for hider in hiders]))


def _woods_reasons(prepared: PreparedTable, line: MeasuredLine) -> Iterator[Reason]:
    """Block when the inches of all kinds together use up their limits, there or back (CE p.40, AS p.34)."""
    for between in (line.between, line.between_back):
        filled = [inches / kind.limit for kind, inches in zip(prepared.terrain.kinds, between, strict=True)]
        used = sum(filled) if prepared.options.word("woods.mixed") == "sum" else max(filled)
        if used >= 1.0 - TOUCH:
            limits = {
                kind.limit for kind, share in zip(prepared.terrain.kinds, filled, strict=True) if share > 0
            }
            one = len(limits) == 1
            measured = facts(inches=sum(between), limit=limits.pop()) if one else facts(filled=used)
            yield reason(prepared, "sight.woods", measured)
            return


def _distance_reasons(prepared: PreparedTable, rules: SightRules, line: MeasuredLine) -> Iterator[Reason]:
    a, t, distance = line.attacker, line.target, line.range
    if rules.concealing and rules.visual.unknown and distance > probe_reach_to(prepared, a, t) + TOUCH:
        measured = facts(row=rules.visual.label)
        yield Reason(f"visual.{rules.visual.key}", rules.visual.unknown, rules.visual.cite, measured)
    for at_best, key in rules.limits[a]:
        by_probe = key == "sight.visual" and at_best > rules.visual.inches
        limit = max(rules.visual.inches, probe_reach_to(prepared, a, t)) if by_probe else at_best
        if distance > limit + TOUCH:
            yield reason(prepared, key, facts(range=distance, limit=limit))


# ---- water


def water_verdict(prepared: PreparedTable, a: int, t: int, same_water: bool) -> tuple[str, ...]:
    """Say why water stands between two units: keys of reasons, none when it does not (CE p.41, AS p.34)."""
    keys = water_without_torpedoes(prepared, a, t, same_water)
    return () if FOR_TORPEDOES.issuperset(keys) and carries_torpedoes(prepared.units.units[a]) else keys


def water_without_torpedoes(prepared: PreparedTable, a: int, t: int, same_water: bool) -> tuple[str, ...]:
    """Say why water stands between two units for all that is no torpedo (CE p.41, AS p.34)."""
    of = prepared.units.of
    return water_between(prepared, of[a].submersion, of[t].submersion, same_water=same_water)


def carries_torpedoes(unit: Unit) -> bool:
    """Does the card print torpedoes, outside a turret or in it?"""
    return unit.has("TOR") or in_turret(unit, "TOR") is not None


def uses_torpedoes(prepared: PreparedTable, a: int, t: int) -> bool:
    """Is an attack between these places of one water only possible with torpedoes?"""
    ours, theirs = (WATER_PLACES[prepared.units.of[i].submersion] for i in (a, t))
    return prepared.edition.water[f"{ours}.{theirs}"].allowed == "torpedo"


def _water_under(prepared: PreparedTable, t: int) -> tuple[str, ...]:
    _, piece = prepared.terrain.depth_at(prepared.units.bases.xy[[t]])
    return (prepared.terrain.pieces[piece[0]].id,) if piece[0] >= 0 else ()


# ---- options


def sight_options(prepared: PreparedTable, line: MeasuredLine, answer: SightAnswer) -> tuple[OptionUsed, ...]:
    """Name the options that decided this sight."""
    rules = sight_rules(prepared)
    used: list[OptionUsed] = []
    if line.hidden or line.hidden_back:
        used += rules.hidden_options
        used += [rules.named[name] for name in _hidden_options(prepared, rules, line)]
    if line.woods_pieces or line.own_pieces or line.pieces_back:
        used += rules.woods_options
        if sum([inches > 0 for inches in line.between]) > 1:
            used.append(rules.named["woods.mixed"])
    if any(why.key == "sight.max" for why in answer.reasons):
        used.append(rules.named["sight.max"])
    if rules.concealing:
        used.append(rules.named["concealing-unit-data"])
    return tuple(used)


def _hidden_options(prepared: PreparedTable, rules: SightRules, line: MeasuredLine) -> Iterator[str]:
    for share in (line.hidden, line.hidden_back):
        if abs(share - rules.thirds[0]) <= TOUCH or abs(share - rules.thirds[1]) <= TOUCH:
            yield "sight.thirds-tie"
            break
    if line.hidden_back > rules.cover_to >= line.hidden:
        yield "sight.attacker-hidden"
    is_seen = line.hidden <= rules.cover_to and "hull-down" not in prepared.units.units[line.target].state
    if is_seen and line.hidden > rules.cover_from and not prepared.units.rows[line.target].cover:
        yield "cover.types"
