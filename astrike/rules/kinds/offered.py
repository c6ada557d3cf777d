"""Which kinds of attack can a unit make at all?

Which question: what does a card offer, whatever the position? Whether one is allowed here and now, its drill says.
"""

from collections.abc import Iterator

from astrike.rules.battlefield import Field

INDIRECT = ("IF", "IATM")
BEACONS = ("CNARC", "SNARC", "INARC")
TASERS = ("MTAS", "BTAS", "TSEMP")
DESIGNATORS = ("TAG", "LTAG")


def kinds_offered(field: Field, i: int) -> tuple[str, ...]:
    """Name the kinds of attack that a unit's card offers, the plain weapon attack first (CE pp.40-48, 181)."""
    return tuple(_offered(field, i))


def _offered(field: Field, i: int) -> Iterator[str]:
    unit, row = field.units.units[i], field.units.rows[i]
    turret = unit.special("TUR")
    codes = {special.code for special in unit.specials}
    codes |= {special.code for special in turret.inside} if turret is not None else set()
    yield "weapon"
    if codes & set(INDIRECT):
        yield "indirect"
    if any(code.startswith("ART") for code in codes):
        yield from ("artillery", "off-table")
    if any(code in ("ARTAIS", "ARTAC", "ART-AIS", "ART-AC") for code in codes):
        yield "homing"
    if row.mech or row.key == "PM":
        yield "melee" if "MEL" in codes else "standard"
    elif "MEL" in codes:
        yield "melee"
    if row.mech or row.vehicle:
        yield "charge"
    if unit.move is not None and unit.move.jump is not None:
        yield "dfa"
    if row.infantry and "AM" in codes:
        yield "anti-mech"
    if codes & set(DESIGNATORS):
        yield "tag"
    if codes & set(BEACONS):
        yield "narc"
    if codes & set(TASERS):
        yield "taser"
    if row.aerospace or (unit.move is not None and "v" in unit.move.codes):
        yield "strafe"
    if row.aerospace:
        yield "strike"
    if "BOMB" in codes:
        yield from ("dive-bomb", "altitude-bomb") if row.aerospace else ("dive-bomb",)
    yield "surprise"
