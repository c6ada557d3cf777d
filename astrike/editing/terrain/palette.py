"""Which pieces can be put on a table at once: those that ship, and one of every kind of the edition?

A piece of the palette may consist of several, as a hill of its levels. Sizes are ours; what it leaves out is as the
edition says.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from astrike.dataclass import dataclass
from astrike.editing.terrain.shapes import (
    Form,
    FreeForm,
    RegularForm,
    SizedForm,
    StripForm,
    centre_of,
    moved_form,
    sized_form,
    turned_form,
)
from astrike.model.table import EMPTY
from astrike.model.terrain import BUILT, Family, Ring
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition, TerrainRow

DATA: Final = Path(__file__).parent.parent / "data" / "pieces.toml"
SECTIONS: Final = ("hills", "woods", "water", "buildings", "ways", "ground", "battle", "zones")
_SECTION_OF: Final[Mapping[str, str]] = {
    Family.GROUND: "hills",
    Family.RAMP: "hills",
    Family.SEE_THROUGH: "woods",
    Family.WATER: "water",
    Family.SOLID: "buildings",
    Family.DECK: "ways",
    Family.FLAT: "ground",
    Family.ZONE: "zones",
}
_NATURAL: Final = frozenset({Family.GROUND, Family.SEE_THROUGH, Family.WATER, Family.FLAT})
"""Families of what has no straight edges."""
_OF_PART: Final = ("kind", "form", "outline", "width", "depth", "sides", "line", "curved", "water")


@dataclass(frozen=True, slots=True)
class PalettePart:
    """One piece of a piece of the palette, around the origin, and its properties in the table file."""

    kind: str
    form: Form
    properties: Mapping[str, object] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class PalettePiece:
    """Something to put on a table."""

    key: str
    label: str
    section: str
    parts: tuple[PalettePart, ...]
    across: str = ""
    """`west-east` or `south-north`: it reaches from edge to edge of whatever table it comes onto."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What the data file holds."""

    outlines: Mapping[str, Ring]
    items: tuple[Mapping[str, object], ...]


@cache
def palette(edition_id: str) -> Mapping[str, PalettePiece]:
    """Give everything that can be put on a table of this edition, by key, section after section.

    >>> [part.properties["height"] for part in palette("ce-5.01")["hill-2"].parts]
    [1, 2]
    >>> palette("ce-5.01")["swamp"].label
    'Swamp'
    """
    edition = load_edition(edition_id)
    found = [_item(raw, _drawn().outlines) for raw in _drawn().items]
    shown = [item for item in found if all(_is_known(part, edition) for part in item.parts)]
    classes = {
        part.properties.get("class") for item in shown for part in item.parts if part.kind == "building"
    }
    for key, row in edition.buildings.items():
        if key not in classes:
            block = PalettePart("building", SizedForm("rectangle", (0.0, 0.0), 6.0, 6.0), {"class": key})
            shown.append(PalettePiece(f"building-{key}", row.label, "buildings", (block,)))
    kinds = {item.key for item in shown} | {part.kind for item in shown for part in item.parts}
    for key, kind in edition.terrain.items():
        if key not in kinds:
            shown.append(PalettePiece(key, kind.label, _SECTION_OF[kind.family], (part_of_kind(key, kind),)))
    ordered = sorted(shown, key=lambda item: SECTIONS.index(item.section))
    return MappingProxyType({item.key: item for item in ordered})


def part_of_kind(kind: str, row: TerrainRow) -> PalettePart:
    """Give the piece to begin with of a kind: natural ground with a curved outline, the rest a rectangle."""
    if row.family in _NATURAL:
        name = "hill" if row.family == "ground" else "grove"
        return PalettePart(kind, fitted(_drawn().outlines[name], 6.0, 5.0))
    return PalettePart(kind, SizedForm("rectangle", (0.0, 0.0), 4.0, 4.0))


def fitted(corners: Sequence[tuple[float, float]], width: float, depth: float) -> FreeForm:
    """Give a curved outline with these corners that is so wide and deep, its centre of gravity at the origin."""
    form = sized_form(FreeForm(tuple(corners), curved=True), width, depth, about=(0.0, 0.0))
    x, y = centre_of(form)
    assert isinstance(form, FreeForm)
    return FreeForm(tuple((round(a - x, 6), round(b - y, 6)) for a, b in form.corners), curved=True)


def laid(form: Form, at: tuple[float, float], turn: float) -> Form:
    """Lay a form that lies around the origin somewhere, turned."""
    return moved_form(turned_form(form, turn, about=(0.0, 0.0)), *at)


def laid_across(
    form: StripForm, across: str, at: tuple[float, float], size: tuple[float, float]
) -> StripForm:
    """Lay a line through a place from edge to edge of a table of this size.

    >>> laid_across(StripForm(((-8, 0), (8, 0)), 2.5), "west-east", (5.0, 10.0), (48, 36)).points
    ((0.0, 10.0), (48.0, 10.0))
    """
    axis = 0 if across == "west-east" else 1
    ends = [point[axis] for point in form.points]
    start, long = min(ends), max(ends) - min(ends)

    def stretched(point: tuple[float, float]) -> tuple[float, float]:
        place = [point[0] + at[0], point[1] + at[1]]
        place[axis] = (point[axis] - start) / long * size[axis]
        return (round(place[0], 6), round(place[1], 6))

    return replace(form, points=tuple(map(stretched, form.points)))


@cache
def _drawn() -> _Drawn:
    found = tomllib.loads(DATA.read_text(encoding="utf-8"))
    outlines = {name: tuple((float(x), float(y)) for x, y in ring) for name, ring in found["outline"].items()}
    return _Drawn(MappingProxyType(outlines), tuple(found["item"]))


def _is_known(part: PalettePart, edition: Edition) -> bool:
    """Does the edition know the kind of this part, and its class?"""
    row = edition.terrain.get(part.kind)
    if row is None:
        return False
    classes = edition.buildings if row.family in BUILT else row.grades
    return part.properties.get("class") is None or part.properties["class"] in classes


def _item(raw: Mapping[str, object], outlines: Mapping[str, Ring]) -> PalettePiece:
    parts = raw["part"]
    assert isinstance(parts, list)
    made = tuple(_part(part, outlines) for part in parts)
    return PalettePiece(
        str(raw["key"]), str(raw["label"]), str(raw["section"]), made, str(raw.get("across", ""))
    )


def _part(raw: Mapping[str, object], outlines: Mapping[str, Ring]) -> PalettePart:
    properties = {key: value for key, value in raw.items() if key not in _OF_PART}
    if "water" in raw:
        properties["depth"] = raw["water"]
    return PalettePart(str(raw["kind"]), _form(raw, outlines), MappingProxyType(properties))


def _form(raw: Mapping[str, object], outlines: Mapping[str, Ring]) -> Form:
    width, depth = (float(str(raw.get(key, 0.0))) for key in ("width", "depth"))
    if "outline" in raw:
        return fitted(outlines[str(raw["outline"])], width, depth)
    form = raw["form"]
    if form == "strip":
        line = raw["line"]
        assert isinstance(line, list)
        return StripForm(tuple((float(x), float(y)) for x, y in line), width, raw.get("curved") is True)
    if form == "regular":
        return RegularForm((0.0, 0.0), int(str(raw["sides"])), width)
    kind: Literal["rectangle", "ellipse"] = "ellipse" if form == "ellipse" else "rectangle"
    return SizedForm(kind, (0.0, 0.0), width, depth)
