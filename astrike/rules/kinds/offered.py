"""Which kinds of attack can a unit make at all?

Which question: what does a card offer, whatever the position? Whether one is allowed here and now, its drill says.
"""

from collections.abc import Iterator

from astrike.rules.battlefield import Field


def kinds_offered(field: Field, i: int) -> tuple[str, ...]:
    """Name the kinds of attack that a unit's card offers, the plain weapon attack first (CE pp.40-48, 181)."""
    return tuple(_offered(field, i))


def _offered(field: Field, i: int) -> Iterator[str]:
    unit, row = field.units.units[i], field.units.rows[i]
    turret = unit.special("TUR")
    codes = {special.code for special in unit.specials}
    codes |= {special.code for special in turret.inside} if turret is not None else set()
    made_with = {key for key, kind in field.edition.kinds.items() if not codes.isdisjoint(kind.codes)}
    yield "weapon"
    if "indirect" in made_with:
        yield "indirect"
    if any(code.startswith("ART") for code in codes):
        yield "artillery"
        yield "off-table"
    if "homing" in made_with:
        yield "homing"
    if row.mech or row.key == "PM":
        yield "melee" if "melee" in made_with else "standard"
    elif "melee" in made_with:
        yield "melee"
    if row.mech or row.vehicle:
        yield "charge"
    if unit.move is not None and unit.move.jump is not None:
        yield "dfa"
    if row.infantry and "anti-mech" in made_with:
        yield "anti-mech"
    if "tag" in made_with:
        yield "tag"
    if "narc" in made_with:
        yield "narc"
    if "taser" in made_with:
        yield "taser"
    if row.aerospace or (unit.move is not None and "v" in unit.move.codes):
        yield "strafe"
    if row.aerospace:
        yield "strike"
    if "dive-bomb" in made_with:
        yield "dive-bomb"
    if row.aerospace and "altitude-bomb" in made_with:
        yield "altitude-bomb"
    yield "surprise"
