"""What do people call the tables of the rulebook?"""

from collections.abc import Callable, Mapping
from typing import Final

from astrike.web.http.i18n import _

_TABLE_LABELS: Final[Mapping[str, Callable[[], str]]] = {
    "modifiers": lambda: _("Modifiers of the Target Number"),
    "damage": lambda: _("Terms of the damage"),
    "numbers": lambda: _("Measures and limits"),
    "brackets": lambda: _("Range brackets"),
    "units": lambda: _("Types of unit"),
    "large": lambda: _("Large units"),
    "arcs": lambda: _("Firing arcs"),
    "terrain": lambda: _("Terrain"),
    "buildings": lambda: _("Buildings"),
    "visual": lambda: _("Visual range"),
    "conditions": lambda: _("Light, weather, wind"),
    "tmm": lambda: _("Target movement modifier"),
    "water": lambda: _("Attacks in and out of water"),
    "options": lambda: _("Options"),
    "reasons": lambda: _("Reasons for a no"),
    "abilities": lambda: _("Special abilities and pilots"),
    "movers": lambda: _("Who moves how"),
    "going": lambda: _("Movement costs of terrain"),
    "modes": lambda: _("Modes of movement"),
    "prices": lambda: _("Terms of movement costs and of Move"),
    "effects": lambda: _("What conditions do to Move"),
    "hazards": lambda: _("Rolls and damage on the way"),
    "kinds": lambda: _("Kinds of attack"),
    "artillery": lambda: _("Artillery"),
    "munitions": lambda: _("Special ammunition"),
    "electronics": lambda: _("Electronics"),
    "nets": lambda: _("Networks"),
    "criticals": lambda: _("Critical hits"),
    "critical_effects": lambda: _("What critical hits do"),
    "follow_ups": lambda: _("What may follow a hit"),
    "motive": lambda: _("Motive damage"),
    "motive_modifiers": lambda: _("Modifiers of the motive roll"),
    "support": lambda: _("Battlefield support"),
    "air_cover": lambda: _("Air cover"),
    "minefields": lambda: _("Minefields"),
    "heat": lambda: _("Heat in the End Phase"),
    "altitudes": lambda: _("Altitudes"),
    "bonuses": lambda: _("What abilities change"),
    "choices": lambda: _("What players decide"),
    "figures": lambda: _("Figures"),
    "refusals": lambda: _("Refusals"),
    "rulings": lambda: _("Rulings"),
    "standard_tables": lambda: _("Standard tables"),
    "standard_figures": lambda: _("Rows of the standard tables"),
    "doubts": lambda: _("Doubtful points"),
    "impacts": lambda: _("Falls, skids, charges and collapses"),
    "impact_words": lambda: _("What follows an impact"),
    "impact_facings": lambda: _("Facing after a fall"),
    "impact_bands": lambda: _("Target movement by hexes"),
    "impact_basements": lambda: _("Basements"),
    "impact_hits": lambda: _("Hit locations"),
    "roll_lasting": lambda: _("Lasting modifiers of piloting rolls"),
    "roll_events": lambda: _("Events that ask for a piloting roll"),
    "roll_terrain": lambda: _("Terrain under a piloting roll"),
    "roll_distances": lambda: _("Hexes moved before a skid or a building"),
    "roll_effects": lambda: _("What a failed roll leads to"),
    "wounds": lambda: _("Staying conscious"),
    "critical_counts": lambda: _("Number of critical hits"),
    "critical_locations": lambda: _("Locations and transfer"),
    "critical_structure": lambda: _("Internal structure"),
    "critical_layouts": lambda: _("Standard slots"),
    "critical_engines": lambda: _("Engines"),
    "critical_gyros": lambda: _("Gyros"),
    "critical_components": lambda: _("Components"),
    "critical_measures": lambda: _("What critical hits change"),
    "critical_names": lambda: _("Items by name"),
    "critical_notes": lambda: _("Notes on critical hits"),
    "hex_terrain_costs": lambda: _("Movement points for terrain of hexes"),
    "hex_movers": lambda: _("Who moves how across hexes"),
    "hex_actions": lambda: _("Actions and limits of movement across hexes"),
    "hex_boosters": lambda: _("MASC and supercharger"),
    "hex_move_words": lambda: _("What is said of a path across hexes"),
    "hex_measures": lambda: _("Limits of sight"),
    "hex_units": lambda: _("Heights of units"),
    "hex_growth": lambda: _("Woods and smoke on a line"),
    "hex_covers": lambda: _("Partial cover"),
    "hex_sides": lambda: _("Side hit"),
    "hex_arcs": lambda: _("Firing arcs"),
    "hex_mounts": lambda: _("Arcs of mounts"),
    "hex_line_words": lambda: _("What is said of a line"),
    "hex_modifiers": lambda: _("Numbers of weapon attacks"),
    "hex_weapons": lambda: _("Kinds of weapons"),
    "hex_number_words": lambda: _("What is said of weapon attacks"),
    "clusters": lambda: _("Cluster hits"),
    "cluster_modifiers": lambda: _("Modifiers of the cluster roll"),
    "cluster_groups": lambda: _("Groups of a volley"),
    "cluster_jams": lambda: _("Rapid fire that jams"),
    "physical_attacks": lambda: _("Physical attacks"),
    "physical_modifiers": lambda: _("Modifiers of physical attacks"),
    "physical_refusals": lambda: _("When a physical attack is refused"),
    "physical_levels": lambda: _("Physical attacks and levels"),
    "physical_after": lambda: _("After a physical attack"),
    "heat_scale": lambda: _("Heat scale"),
    "heat_figures": lambda: _("Heat: sources, sinks and limits"),
    "building_shelters": lambda: _("Infantry inside a building"),
    "armor_soaks": lambda: _("Armor that soaks up damage"),
    "plasma_damage": lambda: _("Plasma against woods and buildings"),
    "vehicle_hits": lambda: _("Hit locations of vehicles"),
    "motive_results": lambda: _("Motive damage"),
}
"""Those of Alpha Strike, then those that only classic BattleTech has."""


def table_label(name: str) -> str:
    """Give what people call a table, in the language of this request.

    A table without words of its own is called by its name.
    """
    made = _TABLE_LABELS.get(name)
    return made() if made else name.replace("_", " ").capitalize()


_GROUP_LABELS: Final[Mapping[str, Callable[[], str]]] = {
    "criticals": lambda: _("Critical hits"),
    "falling-skidding": lambda: _("Falls and skids"),
    "to-hit": lambda: _("Numbers to hit"),
    "physical": lambda: _("Physical attacks"),
    "movement": lambda: _("Movement"),
    "geometry": lambda: _("Sight, cover, sides"),
    "damage": lambda: _("Damage"),
    "heat": lambda: _("Heat"),
    "buildings": lambda: _("Buildings"),
    "weapons": lambda: _("Weapons"),
    "electronics": lambda: _("Electronics"),
    "vehicles": lambda: _("Vehicles"),
    "infantry": lambda: _("Infantry"),
    "quirks": lambda: _("Quirks"),
    "example": lambda: _("Examples in the books"),
    "page-reference": lambda: _("Page references"),
    "wording-only": lambda: _("Wording"),
}


def group_label(group: str) -> str:
    """Give what people call a subject of rulings, in the language of this request."""
    return _GROUP_LABELS[group]()
