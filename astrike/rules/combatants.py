"""The units of a table as the rules see them, and what is the same for all of its attacks.

Which question: which plain facts about units and table go into every shot? They are gathered once for each table.
"""

from functools import lru_cache

from astrike.rulebook.schema import BuildingRow
from astrike.rules.air.flight import altitude_of, flyers
from astrike.rules.areas.weapons import RADII
from astrike.rules.battlefield import Field
from astrike.rules.electronics.jamming import is_blinded_pod, is_lost_drone
from astrike.rules.many_arcs import many_armed
from astrike.rules.movement.construction import building_class
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
        declarations=field.table.declarations,
        radii={option: field.metric.template_radius(option) for option in RADII.values()},
        contact_within=field.metric.contact_within,
        contact_weapons=field.metric.contact_weapons,
        steps_decide=field.metric.steps_decide,
    )


@lru_cache(maxsize=8)  # as above
def combatants(field: Field) -> tuple[Combatant, ...]:
    """Give every unit of this table as the rules see it."""
    units, flying, carriers, many = field.units, flyers(field), _carriers(field), many_armed(field)
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
            z=z,
            inside=units.of[i].inside,
            building=_building_around(field, i) if units.of[i].inside is not None else None,
            altitude=altitude_of(field, unit) if unit.flight is not None else None,
            is_many_armed=i in many,
            is_jammed_pod="VR" in unit.by_code and is_blinded_pod(field, i),
            is_lost_drone="DRO" in unit.by_code and is_lost_drone(field, i),
        )
        for i, (unit, z) in enumerate(zip(units.units, units.z.tolist(), strict=True))
    )


def _building_around(field: Field, i: int) -> BuildingRow | None:
    """Give the class of the building that a unit is in."""
    inside = field.units.of[i].inside
    piece = field.table.piece(inside) if inside is not None else None
    if piece is None or piece.kind != "building":
        return None
    return building_class(piece, field.edition)


def _carriers(field: Field) -> frozenset[str | None]:
    return frozenset(
        unit.carried_by
        for unit in field.units.units
        if unit.type == "BA" and unit.carried_as in RIDES_OUTSIDE
    )
