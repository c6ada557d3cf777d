"""Which plain facts about units and table go into every attack?

They are the same for all attacks of a table and are gathered once.
"""

from functools import lru_cache

from astrike.rulebook.schema import BuildingRow
from astrike.rules.attack.weapon_arcs import units_with_many_arcs
from astrike.rules.electronics.jamming import is_blinded_pod, is_lost_drone
from astrike.rules.shot.area_weapons import RADII
from astrike.rules.shot.facts import Circumstances, Combatant
from astrike.rules.table.flyers import aerospace_flyers, altitude_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.construction import building_class

RIDES_OUTSIDE = frozenset({"mechanized", "cargo"})
"""How battle armor is carried that can fend off who climbs its carrier."""
FIELDS = "planted-fields"
_AFTER_MOVEMENT = frozenset({"combat", "end"})


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def circumstances(prepared: PreparedTable) -> Circumstances:
    """Give what is the same for every attack at this table."""
    return Circumstances(
        edition=prepared.edition,
        options=prepared.options,
        conditions=prepared.table.conditions,
        environment=prepared.table.environment,
        see_through=prepared.terrain.kinds,
        declarations=prepared.table.declarations,
        has_moved=prepared.table.is_played and prepared.table.phase in _AFTER_MOVEMENT,
        radii={option: prepared.metric.template_radius(option) for option in RADII.values()},
        contact_within=prepared.metric.contact_within,
        contact_weapons=prepared.metric.contact_weapons,
        height_decides_contact=prepared.metric.height_decides_contact,
    )


@lru_cache(maxsize=8)  # one a thread that is answering, as for circumstances
def combatants(prepared: PreparedTable) -> tuple[Combatant, ...]:
    """Give every unit of this table as the rules see it."""
    units, flying, carriers, many = (
        prepared.units,
        aerospace_flyers(prepared),
        _carriers(prepared),
        units_with_many_arcs(prepared),
    )
    fields = [piece for piece in prepared.terrain.kind_of if prepared.terrain.rows[piece].key == FIELDS]
    return tuple(
        Combatant(
            unit=unit,
            row=units.rows[i],
            motion=prepared.motions[i],
            size_class=units.rank[i],
            airborne=units.airborne[i],
            flies=i in flying,
            submersion=units.of[i].submersion,
            woods=prepared.woods_of[i],
            in_fields=bool(fields) and bool(prepared.in_woods[i, fields].any()),
            carries_armor=unit.id in carriers,
            z=z,
            inside=units.of[i].inside,
            building=_building_around(prepared, i) if units.of[i].inside is not None else None,
            altitude=altitude_of(prepared, unit) if unit.flight is not None else None,
            is_many_armed=i in many,
            is_jammed_pod="VR" in unit.by_code and is_blinded_pod(prepared, i),
            is_lost_drone="DRO" in unit.by_code and is_lost_drone(prepared, i),
        )
        for i, (unit, z) in enumerate(zip(units.units, units.z.tolist(), strict=True))
    )


def _building_around(prepared: PreparedTable, i: int) -> BuildingRow | None:
    """Give the class of the building that a unit is in."""
    inside = prepared.units.of[i].inside
    piece = prepared.table.piece(inside) if inside is not None else None
    if piece is None or piece.kind != "building":
        return None
    return building_class(piece, prepared.edition)


def _carriers(prepared: PreparedTable) -> frozenset[str | None]:
    return frozenset(
        unit.carried_by
        for unit in prepared.units.units
        if unit.type == "BA" and unit.carried_as in RIDES_OUTSIDE
    )
