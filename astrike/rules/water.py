"""Water between two units.

Which question: does it stand between a weapon here and a target there? Only torpedoes leave it. Source: CE p.41, AS
p.34.
"""

from astrike.rules.options import HasEdition

PLACES = {"completely": "submerged", "partly": "partly", "surface": "surface", "none": "outside"}
"""The word of the water table for how much of a unit is under water."""


def water_between(at: HasEdition, ours: str, theirs: str, *, same_water: bool) -> tuple[str, ...]:
    """Say why water stands between two units for all that is no torpedo: keys of reasons, none when it does not.

    >>> from astrike.rules.options import resolve
    >>> from astrike.rulebook.loader import load_edition
    >>> from types import SimpleNamespace
    >>> water_between(SimpleNamespace(edition=load_edition("ce-5.01")), "completely", "none", same_water=False)
    ('water.submerged',)
    """
    here, there = PLACES[ours], PLACES[theirs]
    if not same_water and here != "outside" and there != "outside":
        if here == "submerged" or there == "submerged":
            return ("water.separate",)
        here = "outside"
    allowed = at.edition.water[f"{here}.{there}"].allowed
    if allowed == "yes":
        return ()
    if allowed == "torpedo":
        return ("water.surface",) if here == "submerged" else ("water.deep",)
    return ("water.submerged",)
