"""What are findings called whose limit no preset sets? Plain English, by key; `report` has them translated."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": "Size of the table",
        "gaps.none": "No gap stops anybody",
        "gaps": "Gap too narrow for some",
        "gaps.close": "Gap as narrow as a base",
        "gaps.more": "More gaps that stop somebody",
        "steps.none": "Every hill is climbed by everybody",
        "steps": "Too steep for some",
        "steps.nobody": "Too steep for everybody",
        "reach.part": "Ground that units can stand on and not walk to",
        "reach.sides": "Kinds of unit that cannot walk from one side to the other",
        "reach.top": "A hill that nobody can walk onto",
        "outline.invalid": "Outlines that enclose no area",
        "outline.off-table": "Pieces beside the table",
        "outline.overhang": "Pieces over the edge of the table",
        "outline.overlap": "Buildings, walls and bridges that stand in each other",
        "outline.fallen": "Buildings and bridges with no construction factor left",
        "quadrants.count": "Pieces of terrain that both sides lay together",
        "quadrants.even": "Pieces that are left over when both sides lay as many",
        "quadrants.order": "Pieces in each quadrant when sides take turns",
        "symmetry.missing": "Pieces without a twin",
        "symmetry.unlike": "Twins that are not alike",
        "terrain": "Terrain",
        "open.symmetry": "Symmetry",
        "open.zones": "Deployment zones",
        "open.amount": "Amount of terrain",
        "open.ways": "Ways across the table",
        "pack.size": "Size of the pack's table",
        "pack.missing": "Pieces of the pack that are not on the table",
        "pack.extra": "Pieces that the pack does not have",
        "pack.unlike": "Pieces that are not as in the pack",
    }
)
