"""The to-hit steps that look at attacker and target together.

Which question: which rows of the modifiers table do line, range and weapon bring to this one attack?
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from astrike.model.explain import Modifier
from astrike.rules.abilities.ranges import changed_range
from astrike.rules.air.terms import aerospace, airborne_target_from_ground
from astrike.rules.electronics.sharing import is_hidden_by_stealth, lent_range, points_of
from astrike.rules.situation import Situation
from astrike.rules.steps.artillery import airborne_fire, area, artillery_range, homing, munition, off_table
from astrike.rules.steps.physical import physical
from astrike.rules.steps.see_through import see_through
from astrike.rules.steps.terms import PairStep, Term

IN_WATER = frozenset({"partly", "completely"})
"""How deep a target is that under water counts for: what floats on the surface is not in it (CE pp.43-44)."""


def cover(s: Situation) -> Iterator[Term]:
    """O: partial cover (CE p.43); points have none, cover belongs to units."""
    if s.sight.cover and s.aim is None:
        yield "terrain.cover", None


def spotter(s: Situation) -> Iterator[Term]:
    """O and A: indirect fire, and what its spotter adds (CE pp.41, 44; AS pp.35, 37)."""
    if s.spotting is not None:
        yield from s.spotting.terms
    elif s.kind.family == "indirect":
        yield "attack.indirect", None


def underwater(s: Situation) -> Iterator[Term]:
    """O: the attack runs under water, at who is in it and not on it (CE p.44 note 2, AS p.37 note 5)."""
    if s.underwater and s.field.units.of[s.t].submersion in IN_WATER:
        yield "terrain.underwater", None


def secondary(s: Situation) -> Iterator[Term]:
    """O: a secondary target (CE p.44)."""
    if s.question.secondary:
        yield "attack.secondary", None


def rear_weapon(s: Situation) -> Iterator[Term]:
    """O: weapons that fire to the rear (CE p.44)."""
    if s.weapon.code == "REAR":
        yield "attack.rear-weapon", None


def hull_down(s: Situation) -> Iterator[Term]:
    """O: the target is hull down; whether from the rear too is an option (CE p.38)."""
    if "hull-down" in s.target.state and (
        s.direction != "rear" or s.field.options.is_on("hull-down.rear-counts")
    ):
        yield "state.hull-down", None


def stealth(s: Situation) -> Iterator[Term]:
    """O: stealth armor by range; by whose, if a network lends one, is an option (CE p.79, AS p.48)."""
    if s.bracket is not None and is_hidden_by_stealth(s):
        suit = "suit-" if s.target.type == "BA" else ""
        lent = lent_range(s) if s.field.options.word("c3.stealth-bracket") == "network" else None
        counts = (lent.bracket if lent is not None else s.bracket).key
        reach = counts if counts in ("short", "medium") else "long"
        yield f"armor.stealth-{suit}{reach}", None


def range_bracket(s: Situation) -> Iterator[Term | Modifier]:
    """R: the range bracket, or that of the friend whose range a network lends (CE pp.43, 80).

    What Extreme range adds to Long stays (CE p.163).
    """
    lent = lent_range(s)
    if lent is not None and s.bracket is not None:
        yield changed_range(s, lent.bracket) or (lent.bracket.modifier, None)
        beyond = points_of(s.field, s.bracket) - points_of(s.field, s.field.edition.brackets["long"])
        if beyond > 0:
            yield s.bracket.modifier, beyond
    elif s.bracket is not None:
        yield changed_range(s, s.bracket) or (s.bracket.modifier, None)


PLAIN_STEPS: Mapping[str, PairStep] = MappingProxyType(
    {
        "see-through": see_through,
        "cover": cover,
        "spotter": spotter,
        "underwater": underwater,
        "physical": physical,
        "secondary": secondary,
        "rear-weapon": rear_weapon,
        "hull-down": hull_down,
        "stealth": stealth,
        "range": range_bracket,
        "area": area,
        "aerospace": aerospace,
        "airborne-target-from-ground": airborne_target_from_ground,
        "airborne-fire": airborne_fire,
        "munition": munition,
        "homing": homing,
        "off-table": off_table,
        "artillery-range": artillery_range,
    }
)
