"""In which colors is a table drawn for paper and for other tools' screens? Those of the map on a light page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from astrike.model.terrain import Family, Terrain
from astrike.rulebook.schema import Edition

GROUND: Final = "#f1efe2"
INK: Final = "#2a2517"
SIDES: Final = ("#0b5394", "#a8320c", "#005b47", "#5c4a68", "#4a4c4e")
_HILLS: Final = ("#e6d7b4", "#d6bf8e", "#c3a56c", "#ad8b4f")
_WATERS: Final = ("#d6e8ef", "#a3cbe3", "#6aa5cf")


@dataclass(frozen=True, slots=True)
class Paint:
    """How an area is filled and edged; `share` is how much of what lies below it hides."""

    fill: str
    edge: str
    width: float = 0.06
    """Inches."""
    share: float = 1.0
    dashes: str = ""


_OTHER: Final = Paint("#e4e0d4", "#8b8473", 0.04)
_SOLID: Final = Paint("#b9b6b4", "#2b2c2e", 0.08)
_OF_KIND: Final[Mapping[str, Paint]] = {
    "ramp": Paint(_HILLS[0], "#7d5f2c"),
    "woods": Paint("#c4dcae", "#2f5f2c", share=0.9),
    "jungle": Paint("#8fb97a", "#2f5f2c", share=0.9),
    "planted-fields": Paint("#e3e8b8", "#5f7a3a", share=0.9),
    "heavy-industrial": Paint("#d4cfd6", "#55534f", share=0.9),
    "smoke": Paint("#d9d9d9", "#8b8b8b", share=0.6, dashes="0.3 0.2"),
    "building": _SOLID,
    "wall": Paint("#6f6d6b", "#2b2c2e", 0.04),
    "bridge": Paint("#fbfaf5", "#55534f"),
    "road": Paint("#fbfaf5", "#a9a392", 0.04),
    "paved": Paint("#efeee9", "#a9a392", 0.04),
    "rail": Paint("#ddd8cf", "#55534f", 0.04),
    "swamp": Paint("#cfdcc0", "#4f7a5a", 0.04),
    "sand": Paint("#f3e6bd", "#b39a55", 0.04),
    "snow": Paint("#ffffff", "#9fb4c0", 0.04),
    "ice": Paint("#e4f2f8", "#2f6f9e", 0.04),
    "deployment": Paint("#0b5394", "#0b5394", 0.06, 0.1, "0.5 0.3"),
    "objective-area": Paint("#a8320c", "#a8320c", 0.06, 0.12, "0.2 0.2"),
    "minefield": Paint("#f2c9b8", "#a8320c", 0.06, 0.7, "0.15 0.15"),
}
_LAYERS: Final = (
    Family.GROUND, Family.RAMP, Family.FLAT, Family.WATER, Family.DECK, Family.SEE_THROUGH, Family.ZONE, Family.SOLID,
)  # fmt: skip


def layer(piece: Terrain, edition: Edition) -> int:
    """Give the layer that a piece is drawn in, the lowest first."""
    row = edition.terrain.get(piece.kind)
    return _LAYERS.index(Family(row.family)) if row is not None and row.family in _LAYERS else 2


def paint(piece: Terrain) -> Paint:
    """Give the paint of a piece; hills are darker the higher they are, water the deeper it is.

    >>> paint(Terrain("h", "hill", (), height=3)).fill, paint(Terrain("w", "water", (), depth=1)).fill
    ('#c3a56c', '#a3cbe3')
    """
    if piece.kind == "hill":
        top = (piece.base or 0.0) + (piece.height if piece.height is not None else 1.0)
        return Paint(_HILLS[min(3, max(0, round(top + 0.49) - 1))], "#7d5f2c")
    if piece.kind in ("water", "rapids", "hazardous-liquid"):
        return Paint(
            _WATERS[min(2, max(0, round(piece.depth if piece.depth is not None else 1.0)))], "#2f6f9e"
        )
    return _OF_KIND.get(piece.kind, _OTHER)
