"""The units of a table as to-hit sees them, and what is the same for all of its attacks.

Which question: which plain facts about units and table go into every shot? They are gathered once for each table.
"""

from functools import lru_cache

from astrike.rules.air.flight import flyers
from astrike.rules.battlefield import Field
from astrike.rules.shot import Circumstances, Combatant

RIDES_OUTSIDE = frozenset({"mechanized", "cargo"})
"""How battle armor is carried that can fend off who climbs its carrier."""
FIELDS = "planted-fields"


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def circumstances(field: Field) -> Circumstances:
    """Give what is the same for every attack at this table."""
    return Circumstances(
        edition=field.edition,
        options=field.options,
        conditions=field.table.conditions,
        environment=field.table.environment,
        see_through=field.lie.kinds,
    )


@lru_cache(maxsize=8)  # as above
def combatants(field: Field) -> tuple[Combatant, ...]:
    """Give every unit of this table as to-hit sees it."""
    units, flying, carriers = field.units, flyers(field), _carriers(field)
    fields = [piece for piece in field.lie.kind_of if field.lie.rows[piece].key == FIELDS]
    return tuple(
        Combatant(
            unit=unit,
            row=units.rows[i],
            motion=field.motions[i],
            size_class=units.rank[i],
            airborne=units.airborne[i],
            flies=i in flying,
            submersion=units.of[i].submersion,
            woods=field.woods_of[i],
            in_fields=bool(fields) and bool(field.in_woods[i, fields].any()),
            carries_armor=unit.id in carriers,
        )
        for i, unit in enumerate(units.units)
    )


def _carriers(field: Field) -> frozenset[str | None]:
    return frozenset(
        unit.carried_by
        for unit in field.table.units
        if unit.type == "BA" and unit.carried_as in RIDES_OUTSIDE
    )
