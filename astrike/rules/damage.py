"""What a hit does: the damage value at the bracket and everything that changes it.

Which question: how many points on a hit? Changes by the attacker, its state, the direction and water; what the
target's armor does comes later. Sources: CE pp.48-53, 163; AS p.39.
"""

from collections.abc import Callable

from astrike.model.answer import Damage, DamageTerm
from astrike.model.card import DamageValue
from astrike.rules.situation import Situation

Points = tuple[int, bool]
"""Points so far, and whether a minimal value (a die decides) is among them."""

Step = Callable[[Situation, Points], tuple[int, str, str, str] | None]
"""Returns the change with key, label and page, or None."""


def bracket_value(s: Situation) -> DamageValue | None:
    """Give the printed value at the bracket, None when the card does not say."""
    if s.weapon.damage is None or s.bracket is None:
        return None
    if s.bracket.key == "extreme":
        return DamageValue(
            max(0, s.weapon.damage.at("long").points - int(s.field.edition.number("extreme.loss")))
        )
    if s.bracket.key == "horizon":
        return DamageValue(s.weapon.damage.at("long").points // 2)
    return s.weapon.damage.at(s.bracket.key)


def damage_of(s: Situation) -> Damage:
    """Work the damage of a hit out, term by term."""
    printed = bracket_value(s)
    if printed is None or s.bracket is None:
        return Damage(None)
    terms = [
        DamageTerm(
            "damage.bracket", printed.points if not printed.minimal else "0*", s.bracket.label, s.bracket.ref
        )
    ]
    points, minimal = printed.points, printed.minimal
    for name in s.field.edition.damage_steps:
        step = STEPS[name]
        found = step(s, (points, minimal))
        if found is not None:
            change, key, label, ref = found
            if key == "damage.weapon-hits" and s.field.options.is_on("critical.weapon-minimal"):
                minimal = points > 0 and points + change == 0
            elif key in _WIPES_MINIMAL:
                minimal = False
            points = max(0, points + change)
            terms.append(DamageTerm(key, change, label, ref))
    target: int | str = "0*" if minimal and points == 0 else points
    return Damage(target, tuple(terms))


_WIPES_MINIMAL = frozenset({"damage.weapon-hits", "damage.engine-hit"})


def weapon_hits(s: Situation, so_far: Points) -> tuple[int, str, str, str] | None:
    """Each weapon hit takes a point from every value (CE p.50)."""
    if not s.attacker.hits.weapon:
        return None
    return (
        -min(s.attacker.hits.weapon, so_far[0]),
        "damage.weapon-hits",
        "Weapon hits",
        _ref(s, "CE p.50", "AS p.40"),
    )


def engine_hit(s: Situation, so_far: Points) -> tuple[int, str, str, str] | None:
    """A vehicle's engine hit halves its damage (CE p.50)."""
    if not (s.attacker.hits.engine and s.attacker_row.vehicle):
        return None
    return so_far[0] // 2 - so_far[0], "damage.engine-hit", "Engine hit", _ref(s, "CE p.50", "AS p.40")


def hull_down_fire(s: Situation, so_far: Points) -> tuple[int, str, str, str] | None:
    """Fire from hull down: 'Mechs lose a point, others half; a turret loses nothing (CE p.38)."""
    if "hull-down" not in s.attacker.state or s.weapon.code == "TUR":
        return None
    loss = min(1, so_far[0]) if s.attacker_row.mech else so_far[0] - so_far[0] // 2
    return -loss, "damage.hull-down", "Fires from hull down", _ref(s, "CE p.38", "AS p.62")


def overheat(s: Situation, so_far: Points) -> tuple[int, str, str, str] | None:
    """Overheat points add at Short and Medium, at Long only with OVL (CE pp.48, 53)."""
    if not s.question.overheat or s.weapon.code or s.bracket is None:
        return None
    if s.bracket.key not in ("short", "medium") and not s.attacker.has("OVL"):
        return None
    return s.question.overheat, "damage.overheat", "Overheat", _ref(s, "CE p.53", "AS p.45")


def rear(s: Situation, so_far: Points) -> tuple[int, str, str, str] | None:
    """An attack from the rear does a point more (CE p.48)."""
    if s.direction != "rear":
        return None
    row = s.field.edition.numbers["rear.damage"]
    return int(row.value), "damage.rear", "From the rear", row.ref


def submerged(s: Situation, so_far: Points) -> tuple[int, str, str, str] | None:
    """Weapons do half damage to a submerged unit, down, at least 1; ENE and torpedoes full (CE p.48)."""
    if s.field.units.of[s.t].submersion != "completely" or s.attacker.has("ENE") or s.weapon.code == "TOR":
        return None
    least = int(s.field.edition.number("submerged.least"))
    halved = max(min(least, so_far[0]), so_far[0] // 2)
    return halved - so_far[0], "damage.underwater", "Under water", _ref(s, "CE p.48", "AS p.39")


def torpedoes(s: Situation, so_far: Points) -> tuple[int, str, str, str] | None:
    """A submerged attacker adds its torpedoes to its halved weapons (CE p.79)."""
    special = s.attacker.special("TOR")
    if (
        s.field.units.of[s.a].submersion != "completely"
        or s.weapon.code
        or special is None
        or special.values is None
    ):
        return None
    if s.bracket is None or s.field.units.of[s.t].submersion != "completely":
        return None
    return (
        special.values.at(s.bracket.key).points,
        "damage.torpedoes",
        "Torpedoes",
        _ref(s, "CE p.79", "AS p.34"),
    )


def _ref(s: Situation, ce: str, classic: str) -> str:
    book = s.field.edition.book
    return classic if classic.startswith(f"{book} ") else ce.replace("CE ", f"{book} ", 1)


STEPS: dict[str, Step] = {
    "weapon-hits": weapon_hits,
    "engine-hit": engine_hit,
    "hull-down-fire": hull_down_fire,
    "overheat": overheat,
    "rear": rear,
    "underwater": submerged,
    "torpedoes": torpedoes,
}
