"""How do electronic fields and networks look on the map, and what is each of them?

An overlay for a board: a ring of its side's color around each carrier, dashed where it is off, filled where it jams;
lines between the members of a network. Labels stand on the rings, where there is room, and the legend says the rest.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import cos, pi, sin

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import buffered, outer_and_inner
from astrike.geometry.bases import angular
from astrike.model.attack_answer import StandingUnit
from astrike.model.electronics_answer import ElectronicField, NetworkAnswer, NetworksAnswer
from astrike.model.explain import Reason
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.report.drawing.labels import LabelWish, place_labels
from astrike.report.drawing.shapes import (
    DrawnPath,
    DrawnText,
    PictureFrame,
    circle_path,
    line_path,
    path,
    tenth,
    text_width,
)
from astrike.report.table.board import Disc
from astrike.report.table.overlay import (
    OVERLAY_LINE,
    OVERLAY_TEXT,
    discs_of_bases,
    is_seen,
    place_of_unit,
    writing_area,
)
from astrike.report.terrain.picture import TerrainPicture
from astrike.report.units.marks import OTHERS, UnitMark, marks
from astrike.report.words.numbers import height

ECM, ECCM, PROBE, TAG = "ecm", "eccm", "probe", "tag"
ALL_FIELDS = frozenset({ECM, ECCM, PROBE, TAG})
_SPOTS = 24
_BASE = 1.25


@dataclass(frozen=True, slots=True)
class FieldLegendRow:
    """One line of the legend."""

    unit: str
    letter: str
    name: str
    side: str
    """The letter of its side's color."""
    code: str
    kind: str
    label: str
    radius: str
    is_on: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class EcmOverlay:
    """Fields and networks to draw on a board: `under` below the units, the labels above."""

    under: tuple[DrawnPath, ...]
    labels: tuple[DrawnText, ...]
    rows: tuple[FieldLegendRow, ...]
    keep: tuple[Disc, ...]
    """Where labels stand: those of the board keep off."""


def ecm_overlay(
    table: Table,
    answer: NetworksAnswer,
    bodies: Mapping[str, StandingUnit],
    *,
    land: TerrainPicture,
    kinds: Collection[str] = ALL_FIELDS,
    unit: str | None = None,
    keep: Sequence[Disc] = (),
) -> EcmOverlay:
    """Draw the fields of these kinds, of all units or of one, and the lines of all networks."""
    known = marks(table)
    here = {one.id: one for one in table.units if one.is_on_table}
    shown = [
        field
        for field in answer.electronic_fields
        if field.kind in kinds and field.unit in here and unit in (None, field.unit)
    ]
    # Large rings lie below small ones.
    ordered = sorted(shown, key=lambda field: -field.radius)
    rings = {_key(field): _ring(here[field.unit], bodies, field, land.frame) for field in ordered}
    links = [
        shape for network in answer.networks for shape in _links(network, here, known, bodies, land.frame)
    ]
    placed = _labels(ordered, rings, table, land, keep)
    return EcmOverlay(
        under=(*(shape for one in ordered for shape in _shapes(one, rings[_key(one)], known)), *links),
        labels=tuple(
            DrawnText(
                f"bubble-t bubble-t-{known[field.unit].side}{'' if field.on else ' bubble-t-off'}",
                tenth(placed[_key(field)][0]),
                tenth(placed[_key(field)][1]),
                _label(field),
            )
            for field in ordered
            if _key(field) in placed
        ),
        rows=tuple(_row(field, here[field.unit], known[field.unit]) for field in shown),
        keep=tuple((x, y, text_width(text, OVERLAY_TEXT) / 2.0) for x, y, text in placed.values()),
    )


def _key(field: ElectronicField) -> str:
    return f"{field.unit} {field.code} {field.kind}"


def _label(field: ElectronicField) -> str:
    return f"{field.code} {height(field.radius)}"


def _row(field: ElectronicField, unit: Unit, mark: UnitMark) -> FieldLegendRow:
    return FieldLegendRow(
        unit=unit.id,
        letter=mark.letter,
        name=unit.name,
        side=mark.side,
        code=field.code,
        kind=field.kind,
        label=field.label,
        radius=height(field.radius),
        is_on=field.on,
        reasons=field.reasons,
    )


# ---- rings


@dataclass(frozen=True, slots=True)
class _Ring:
    """Where a field ends, in pixels."""

    d: str
    slots: tuple[Point, ...]
    """Places on it, the topmost first."""


def _ring(
    unit: Unit, bodies: Mapping[str, StandingUnit], field: ElectronicField, frame: PictureFrame
) -> _Ring:
    body = bodies.get(unit.id)
    x, y = body.at if body is not None else unit.at
    base = unit.base
    if base is None or base.is_round or field.measured_from == "centre":
        width = base.width if base is not None else body.width if body is not None else _BASE
        inches = field.radius + (0.0 if field.measured_from == "centre" else width / 2.0)
        a, b = frame.at((x, y))
        reach = inches * frame.scale
        turns = [2 * pi * k / _SPOTS for k in range(_SPOTS)]
        return _Ring(
            circle_path(a, b, reach), _sorted([(a + reach * sin(t), b - reach * cos(t)) for t in turns])
        )
    facing = unit.facing or 0.0
    shape = angular(base.shape, base.width, base.length, facing=facing)
    around = outer_and_inner(buffered(np.array([shape], dtype=object), field.radius)[0])[0]
    pixels = frame.all(around + np.array([x, y]))
    chosen = np.linspace(0, len(pixels) - 1, _SPOTS, endpoint=False).astype(np.intp)
    return _Ring(path(pixels[:-1].tolist()), _sorted([(px, py) for px, py in pixels[chosen].tolist()]))


def _sorted(slots: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in sorted(slots, key=lambda spot: (spot[1], spot[0])))


def _shapes(field: ElectronicField, ring: _Ring, known: Mapping[str, UnitMark]) -> Iterator[DrawnPath]:
    side = known[field.unit].side if field.unit in known else OTHERS
    off = "" if field.on else " bubble-off"
    if field.on and field.kind in (ECM, ECCM):
        yield DrawnPath(f"bubble-area bubble-{field.kind}-area bubble-{side}", ring.d)
    yield DrawnPath(f"bubble-case{off}", ring.d)
    yield DrawnPath(f"bubble bubble-{field.kind} bubble-{side}{off}", ring.d)


def _labels(
    fields: Sequence[ElectronicField],
    rings: Mapping[str, _Ring],
    table: Table,
    land: TerrainPicture,
    keep: Sequence[Disc],
) -> dict[str, tuple[float, float, str]]:
    """Give each label a place on its ring, the topmost there is room for; rings that say the same share one."""
    said: dict[tuple[str, str], ElectronicField] = {}
    for field in fields:
        said.setdefault((field.unit, _label(field)), field)
    wishes = [
        LabelWish(
            _key(field),
            text_width(_label(field), OVERLAY_TEXT) + 4.0,
            OVERLAY_LINE,
            slots[0],
            slots=slots,
            around=False,
            leader=False,
        )
        for field in said.values()
        if (slots := tuple(spot for spot in rings[_key(field)].slots if is_seen(spot, land)))
    ]
    found = place_labels(wishes, area=writing_area(land), discs=(*keep, *discs_of_bases(table, land)))
    texts = {_key(field): _label(field) for field in fields}
    return {one.key: (one.x, one.y, texts[one.key]) for one in found}


# ---- networks


def _links(
    network: NetworkAnswer,
    here: Mapping[str, Unit],
    known: Mapping[str, UnitMark],
    bodies: Mapping[str, StandingUnit],
    frame: PictureFrame,
) -> Iterator[DrawnPath]:
    """Draw a line from each member to the master, or between partners; dashed to those that are off."""
    members = [member for member in network.members if member.unit in here]
    masters = [member for member in members if member.role == "master"][:1]
    pairs = (
        [(masters[0], member) for member in members if member is not masters[0]]
        if masters
        else [(one, other) for k, one in enumerate(members) for other in members[k + 1 :]]
    )
    for one, other in pairs:
        if one.role == "peer" and not (one.on and other.on):
            continue
        d = line_path(*(frame.at(place_of_unit(here[member.unit], bodies)) for member in (one, other)))
        off = "" if one.on and other.on else " bubble-off"
        yield DrawnPath(f"link-case{off}", d)
        yield DrawnPath(f"link bubble-{known[one.unit].side}{off}", d)
