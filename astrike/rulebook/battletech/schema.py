"""Which tables does an edition of classic BattleTech have, and what stands in a row of each?

Rows of one card stand in a module of their own; this one puts them together.
"""

from collections.abc import Mapping

from astrike.dataclass import dataclass
from astrike.rulebook.battletech.cluster_rows import ClusterGroupRow, ClusterModifierRow, ClusterRow, JamRow
from astrike.rulebook.battletech.criticals import (
    ComponentEffectRow,
    CriticalComponentRow,
    CriticalCountRow,
    CriticalEngineRow,
    CriticalGyroRow,
    CriticalLayoutRow,
    CriticalLocationRow,
    CriticalMeasureRow,
    CriticalNameRow,
    CriticalNoteRow,
    CriticalStructureRow,
)
from astrike.rulebook.battletech.damage_rows import ArmorSoakRow, PlasmaDamageRow
from astrike.rulebook.battletech.heat_rows import BuildingShelterRow, HeatFigureRow, HeatScaleRow
from astrike.rulebook.battletech.hex_line_rows import (
    HexArcRow,
    HexCoverRow,
    HexGrowthRow,
    HexLineWordsRow,
    HexMeasureRow,
    HexMountRow,
    HexSideRow,
    HexUnitRow,
)
from astrike.rulebook.battletech.hex_move_rows import (
    HexActionRow,
    HexBoosterRow,
    HexMoverRow,
    HexMoveWordsRow,
    HexTerrainCostRow,
)
from astrike.rulebook.battletech.hex_number_rows import HexModifierRow, HexNumberWordsRow, HexWeaponRow
from astrike.rulebook.battletech.impacts import (
    AttackModifierRow,
    ImpactBandRow,
    ImpactBasementRow,
    ImpactFacingRow,
    ImpactHitRow,
    ImpactRow,
    ImpactWordsRow,
)
from astrike.rulebook.battletech.physical_rows import (
    PhysicalAfterRow,
    PhysicalAttackRow,
    PhysicalLevelRow,
    PhysicalModifierRow,
    PhysicalRefusalRow,
)
from astrike.rulebook.battletech.roll_rows import (
    RollDistanceRow,
    RollEffectRow,
    RollEventRow,
    RollLastingRow,
    RollTerrainRow,
    WoundRow,
)
from astrike.rulebook.battletech.rulings import DoubtRow, RulingRow, StandardFigureRow, StandardTableRow
from astrike.rulebook.battletech.vehicle_rows import MotiveResultRow, MotiveRollRow, VehicleHitRow
from astrike.rulebook.row import RulebookRow, subject_field, words_field
from astrike.rulebook.schema import EditionHead, OptionRow


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow(RulebookRow):
    """A figure that formulas use, or a limit."""

    value: float = 0.0
    unit: str = subject_field("")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicRefusalRow(RulebookRow):
    """Why something is not allowed or cannot be, as it is said to a player."""

    refusal: str = words_field("")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicBuildingRow(RulebookRow):
    """A class of buildings."""

    piloting: int = 0
    """What it adds to the roll for going in."""
    cf: int = 0
    """Its CF where nobody says it."""
    mp: int = 0
    """MP that entering one of its hexes costs beside the hex itself."""
    most: int = 0
    """The highest CF of the class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleTechEdition(EditionHead):
    """One edition of classic BattleTech, as far as the desk needs it."""

    figures: Mapping[str, FigureRow]
    refusals: Mapping[str, ClassicRefusalRow]
    options: Mapping[str, OptionRow]
    buildings: Mapping[str, ClassicBuildingRow]
    impacts: Mapping[str, ImpactRow]
    attack_modifiers: Mapping[str, AttackModifierRow]
    impact_words: Mapping[str, ImpactWordsRow]
    impact_facings: Mapping[str, ImpactFacingRow]
    impact_bands: Mapping[str, ImpactBandRow]
    impact_basements: Mapping[str, ImpactBasementRow]
    impact_hits: Mapping[str, ImpactHitRow]
    roll_lasting: Mapping[str, RollLastingRow]
    roll_events: Mapping[str, RollEventRow]
    roll_terrain: Mapping[str, RollTerrainRow]
    roll_distances: Mapping[str, RollDistanceRow]
    roll_effects: Mapping[str, RollEffectRow]
    wounds: Mapping[str, WoundRow]
    critical_counts: Mapping[str, CriticalCountRow]
    critical_locations: Mapping[str, CriticalLocationRow]
    critical_structure: Mapping[str, CriticalStructureRow]
    critical_layouts: Mapping[str, CriticalLayoutRow]
    critical_engines: Mapping[str, CriticalEngineRow]
    critical_gyros: Mapping[str, CriticalGyroRow]
    critical_components: Mapping[str, CriticalComponentRow]
    critical_effects: Mapping[str, ComponentEffectRow]
    critical_measures: Mapping[str, CriticalMeasureRow]
    critical_names: Mapping[str, CriticalNameRow]
    critical_notes: Mapping[str, CriticalNoteRow]
    hex_terrain_costs: Mapping[str, HexTerrainCostRow]
    hex_movers: Mapping[str, HexMoverRow]
    hex_actions: Mapping[str, HexActionRow]
    hex_boosters: Mapping[str, HexBoosterRow]
    hex_move_words: Mapping[str, HexMoveWordsRow]
    hex_measures: Mapping[str, HexMeasureRow]
    hex_units: Mapping[str, HexUnitRow]
    hex_growth: Mapping[str, HexGrowthRow]
    hex_covers: Mapping[str, HexCoverRow]
    hex_sides: Mapping[str, HexSideRow]
    hex_arcs: Mapping[str, HexArcRow]
    hex_mounts: Mapping[str, HexMountRow]
    hex_line_words: Mapping[str, HexLineWordsRow]
    hex_modifiers: Mapping[str, HexModifierRow]
    hex_weapons: Mapping[str, HexWeaponRow]
    hex_number_words: Mapping[str, HexNumberWordsRow]
    clusters: Mapping[str, ClusterRow]
    cluster_modifiers: Mapping[str, ClusterModifierRow]
    cluster_groups: Mapping[str, ClusterGroupRow]
    cluster_jams: Mapping[str, JamRow]
    physical_attacks: Mapping[str, PhysicalAttackRow]
    physical_modifiers: Mapping[str, PhysicalModifierRow]
    physical_refusals: Mapping[str, PhysicalRefusalRow]
    physical_levels: Mapping[str, PhysicalLevelRow]
    physical_after: Mapping[str, PhysicalAfterRow]
    heat_scale: Mapping[str, HeatScaleRow]
    heat_figures: Mapping[str, HeatFigureRow]
    building_shelters: Mapping[str, BuildingShelterRow]
    armor_soaks: Mapping[str, ArmorSoakRow]
    plasma_damage: Mapping[str, PlasmaDamageRow]
    vehicle_hits: Mapping[str, VehicleHitRow]
    motive_results: Mapping[str, MotiveResultRow]
    motive_modifiers: Mapping[str, MotiveRollRow]
    rulings: Mapping[str, RulingRow]
    standard_tables: Mapping[str, StandardTableRow]
    standard_figures: Mapping[str, StandardFigureRow]
    doubts: Mapping[str, DoubtRow]

    def figure(self, key: str) -> float:
        """Give a figure by its key."""
        return self.figures[key].value

    def whole(self, key: str) -> int:
        """Give a figure that is a whole number by its key."""
        return int(self.figures[key].value)
