"""How do electronic fields and networks look on the map, and what is each of them?

An overlay for a board: a ring of its side's colour around each carrier, dashed where it is off, filled where it jams;
lines between the members of a network. Labels stand on the rings, where there is room, and the legend says the rest.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from astrike.geometry.arrays import outer_and_inner, swollen
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
from astrike.report.table.overlay import OVERLAY_LINE, OVERLAY_TEXT, discs_of_bases, is_seen, writing_area
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
    """The letter of its side's colour."""
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
        bubble
        for bubble in answer.bubbles
        if bubble.kind in kinds and bubble.unit in here and unit in (None, bubble.unit)
    ]
    # Large rings lie below small ones.
    ordered = sorted(shown, key=lambda bubble: -bubble.radius)
    rings = {_key(bubble): _ring(here[bubble.unit], bodies, bubble, land.frame) for bubble in ordered}
    links = [
        shape for network in answer.networks for shape in _links(network, here, known, bodies, land.frame)
    ]
    placed = _labels(ordered, rings, table, land, keep)
    return EcmOverlay(
        under=(*(shape for one in ordered for shape in _shapes(one, rings[_key(one)], known)), *links),
        labels=tuple(
            DrawnText(
                f"bubble-t bubble-t-{known[bubble.unit].side}{'' if bubble.on else ' bubble-t-off'}",
                tenth(placed[_key(bubble)][0]),
                tenth(placed[_key(bubble)][1]),
                _label(bubble),
            )
            for bubble in ordered
            if _key(bubble) in placed
        ),
        rows=tuple(_row(bubble, here[bubble.unit], known[bubble.unit]) for bubble in shown),
        keep=tuple((x, y, text_width(text, OVERLAY_TEXT) / 2.0) for x, y, text in placed.values()),
    )


def _key(bubble: ElectronicField) -> str:
    return f"{bubble.unit} {bubble.code} {bubble.kind}"


def _label(bubble: ElectronicField) -> str:
    return f"{bubble.code} {height(bubble.radius)}"


def _row(bubble: ElectronicField, unit: Unit, mark: UnitMark) -> FieldLegendRow:
    return FieldLegendRow(
        unit=unit.id,
        letter=mark.letter,
        name=unit.name,
        side=mark.side,
        code=bubble.code,
        kind=bubble.kind,
        label=bubble.label,
        radius=height(bubble.radius),
        is_on=bubble.on,
        reasons=bubble.reasons,
    )


# ---- rings


@dataclass(frozen=True, slots=True)
class _Ring:
    """Where a field ends, in pixels."""

    d: str
    spots: tuple[Point, ...]
    """Places on it, the topmost first."""


def _ring(
    unit: Unit, bodies: Mapping[str, StandingUnit], bubble: ElectronicField, frame: PictureFrame
) -> _Ring:
    body = bodies.get(unit.id)
    x, y = body.at if body is not None else unit.at
    base = unit.base
    if base is None or base.is_round or bubble.measured_from == "centre":
        width = base.width if base is not None else body.width if body is not None else _BASE
        inches = bubble.radius + (0.0 if bubble.measured_from == "centre" else width / 2.0)
        a, b = frame.at((x, y))
        reach = inches * frame.scale
        turns = [2 * pi * k / _SPOTS for k in range(_SPOTS)]
        return _Ring(
            circle_path(a, b, reach), _sorted([(a + reach * sin(t), b - reach * cos(t)) for t in turns])
        )
    facing = unit.facing or 0.0
    shape = angular(base.shape, base.width, base.length, facing=facing)
    around = outer_and_inner(swollen(np.array([shape], dtype=object), bubble.radius)[0])[0]
    pixels = frame.all(around + np.array([x, y]))
    chosen = np.linspace(0, len(pixels) - 1, _SPOTS, endpoint=False).astype(np.intp)
    return _Ring(path(pixels[:-1].tolist()), _sorted([(px, py) for px, py in pixels[chosen].tolist()]))


def _sorted(spots: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in sorted(spots, key=lambda spot: (spot[1], spot[0])))


def _shapes(bubble: ElectronicField, ring: _Ring, known: Mapping[str, UnitMark]) -> Iterator[DrawnPath]:
    side = known[bubble.unit].side if bubble.unit in known else OTHERS
    off = "" if bubble.on else " bubble-off"
    if bubble.on and bubble.kind in (ECM, ECCM):
        yield DrawnPath(f"bubble-area bubble-{bubble.kind}-area bubble-{side}", ring.d)
    yield DrawnPath(f"bubble-case{off}", ring.d)
    yield DrawnPath(f"bubble bubble-{bubble.kind} bubble-{side}{off}", ring.d)


def _labels(
    bubbles: Sequence[ElectronicField],
    rings: Mapping[str, _Ring],
    table: Table,
    land: TerrainPicture,
    keep: Sequence[Disc],
) -> dict[str, tuple[float, float, str]]:
    """Give each label a place on its ring, the topmost there is room for; rings that say the same share one."""
    said: dict[tuple[str, str], ElectronicField] = {}
    for bubble in bubbles:
        said.setdefault((bubble.unit, _label(bubble)), bubble)
    wishes = [
        LabelWish(
            _key(bubble),
            text_width(_label(bubble), OVERLAY_TEXT) + 4.0,
            OVERLAY_LINE,
            spots[0],
            spots=spots,
            around=False,
            leader=False,
        )
        for bubble in said.values()
        if (spots := tuple(spot for spot in rings[_key(bubble)].spots if is_seen(spot, land)))
    ]
    found = place_labels(wishes, area=writing_area(land), discs=(*keep, *discs_of_bases(table, land)))
    texts = {_key(bubble): _label(bubble) for bubble in bubbles}
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
        d = line_path(*(frame.at(_place_of(here[member.unit], bodies)) for member in (one, other)))
        off = "" if one.on and other.on else " bubble-off"
        yield DrawnPath(f"link-case{off}", d)
        yield DrawnPath(f"link bubble-{known[one.unit].side}{off}", d)


def _place_of(unit: Unit, bodies: Mapping[str, StandingUnit]) -> Point:
    body = bodies.get(unit.id)
    return body.at if body is not None else unit.at
