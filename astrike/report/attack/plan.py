"""How does one attack look from above, turned so that its line runs from left to right?"""

from collections.abc import Mapping, Sequence
from math import atan2, degrees

from astrike.dataclass import dataclass
from astrike.geometry.cross_section import cuts_of_segment, make_edges
from astrike.model.attack_answer import AttackAnswer, PairGeometry
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import Ring, Terrain
from astrike.report.drawing.labels import LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.pair_scale import PairScale, pair_scale, reach_of_pair
from astrike.report.drawing.shapes import (
    Box,
    DrawnPath,
    DrawnText,
    FillPattern,
    PictureFrame,
    circle_path,
    line_path,
    tenth,
    text_width,
    turned_frame,
)
from astrike.report.table.board import BoxedDistance
from astrike.report.table.sight_lines import (
    BLOCKED,
    SightLine,
    cover_shapes,
    cross_shapes,
    deciding,
    sight_line,
    whole_line_shapes,
)
from astrike.report.terrain.grid import grid_of
from astrike.report.terrain.ground import PieceTops, pieces_on, terrain_shapes
from astrike.report.terrain.labels import short
from astrike.report.terrain.symbols import TerrainLayer, label_height, piece_heights, symbol
from astrike.report.units.marks import UnitMark, marks
from astrike.report.units.miniatures import Miniature, UnitTag, miniature, tag, tag_size
from astrike.report.words.numbers import height, inches
from astrike.rulebook.schema import Edition

_LEAST_HEIGHT = 92.0
_DIMENSION_Y = 18.0
_LINE = 12.0
_TEXT = 10.0
_NAMED = (TerrainLayer.HILL, TerrainLayer.WATER, TerrainLayer.DECK, TerrainLayer.TREES, TerrainLayer.SOLID)


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan to draw, bottom to top: `terrain`, `under`, `minis`, `over`, `tags`, labels, `dimension`, north."""

    width: float
    height: float
    terrain: tuple[DrawnPath, ...]
    fills: tuple[FillPattern, ...]
    under: tuple[DrawnPath, ...]
    minis: tuple[Miniature, ...]
    over: tuple[DrawnPath, ...]
    tags: tuple[UnitTag, ...]
    labels: tuple[DrawnText, ...]
    dimension: BoxedDistance
    north: tuple[float, float, float]
    """x, y and degrees clockwise."""
    attacker_name: str
    target_name: str
    scale: PairScale


def plan_size(table: Table, geometry: PairGeometry, *, width_px: float = 390.0) -> tuple[float, float]:
    """Give width and height of the plan of an attack, before it is drawn."""
    return width_px, tenth(_height(table, geometry, pair_scale(table, geometry, width_px=width_px)))


def _height(table: Table, geometry: PairGeometry, scale: PairScale) -> float:
    reach = max(reach_of_pair(table, geometry.attacker), reach_of_pair(table, geometry.target)) * scale.scale
    return max(_LEAST_HEIGHT, 2 * reach + 46.0)


def plan(
    table: Table,
    geometry: PairGeometry,
    *,
    answer: AttackAnswer,
    width_px: float = 390.0,
    tops: PieceTops | None = None,
    edition: Edition | None = None,
    known: Mapping[str, UnitMark] | None = None,
) -> PlanView:
    """Draw the strip of the table around the line of an attack."""
    scale = pair_scale(table, geometry, width_px=width_px)
    high = _height(table, geometry, scale)
    middle = high / 2.0 + 2.0
    frame = turned_frame(
        scale.scale, direction=scale.direction, at=scale.attacker, pixel=(scale.attacker_x, middle)
    )
    view = (0.0, 0.0, width_px, high)
    pieces = pieces_on(table, frame, view, tops=tops or {}, edition=edition)
    terrain, fills = terrain_shapes(table, frame, view, pieces)
    bodies = {geometry.attacker.id: geometry.attacker, geometry.target.id: geometry.target}
    line = sight_line(answer, bodies, table=table, geometry=geometry)
    known = known or marks(table)
    units = [unit for unit in table.units if unit.id in bodies]
    minis = tuple(miniature(unit, known[unit.id], frame, body=bodies[unit.id]) for unit in units)
    names = {unit.id: unit.name for unit in units}
    north = (width_px - 16.0, high - 18.0, tenth(degrees(atan2(scale.direction[1], scale.direction[0]))))
    wishes = [
        LabelWish(
            f"unit:{mini.id}", *tag_size(known[mini.id], ""), (mini.x, mini.y), reach=mini.reach, half=mini.half,
            toward=(0.0, 1.0), must=True,
        )
        for mini in minis
        if not mini.has_letter
    ]  # fmt: skip
    texts = _names(table, geometry, answer, scale, middle, high, tops or {}, edition)
    dimension, dim_wish = _dimension(answer, frame, line, middle)
    placed = _place([dim_wish, *wishes, *(wish for wish, _ in texts)], view, minis, line, frame, north)
    return PlanView(
        width_px, tenth(high), terrain, fills,
        (
            *grid_of(table).touched(table, answer.sight.hexes, frame),
            *cover_shapes(table, line.by, frame), *whole_line_shapes(line, frame), *dimension,
        ),
        minis, tuple(_ends(line, frame)),
        tuple(
            tag(mini.id, known[mini.id], "", centre=(found.x, found.y))
            for mini in minis
            if (found := placed.get(f"unit:{mini.id}")) is not None
        ),
        tuple(
            DrawnText(text.css, tenth(found.x), tenth(found.y), text.text)
            for wish, text in texts
            if (found := placed.get(wish.key)) is not None
        ),
        _written(answer, placed["distance"]), north,
        names.get(geometry.attacker.id, ""), names.get(geometry.target.id, ""), scale,
    )  # fmt: skip


def _is_tall(piece: Terrain) -> bool:
    return symbol(piece.kind).layer != TerrainLayer.WATER


def _names(
    table: Table,
    geometry: PairGeometry,
    answer: AttackAnswer,
    scale: PairScale,
    middle: float,
    high: float,
    tops: PieceTops,
    edition: Edition | None,
) -> list[tuple[LabelWish, DrawnText]]:
    """Ask places for the names of the pieces under the line, those that decide first."""
    weighty = deciding(answer)
    counted = {part.piece for part in geometry.stretches}
    words = piece_names(table)
    shapes: list[tuple[Ring, ...]] = []
    owners: list[Terrain] = []
    for piece in table.terrain:
        if piece.id in weighty or (symbol(piece.kind).layer in _NAMED and (piece.name or _is_tall(piece))):
            for outline in piece.outlines:
                shapes.append((outline.exterior, *outline.holes))
                owners.append(piece)
    first, last = scale.inches_at(4.0), scale.inches_at(scale.width - 4.0)
    found = cuts_of_segment(make_edges(shapes), start=scale.point_at(first), end=scale.point_at(last))
    rows: list[tuple[int, LabelWish, DrawnText]] = []
    seen: set[str] = set()
    for index, start, end in zip(found.shape.tolist(), found.start.tolist(), found.end.tolist(), strict=True):
        piece = owners[index]
        if piece.id in seen:
            continue
        seen.add(piece.id)
        left, right = scale.x_at(first + start), scale.x_at(first + end)
        known = piece_heights(piece, tops, edition)
        text = short(words[piece.id])
        is_weighty = piece.id in weighty
        rank = weighty.index(piece.id) - len(weighty) if is_weighty else 0 if piece.id in counted else 1
        if rank < 1 and known.top > known.base:
            text += f" · {height(label_height(piece, known))}"
        wide = text_width(text, _TEXT) + 3.0
        centre = min(max((left + right) / 2, wide / 2 + 2.0), scale.width - wide / 2 - 2.0)
        slots = tuple(
            (round(x, 2), y)
            for y in (middle + 25.0, middle + 36.0, middle - 20.0)
            for x in (centre, centre - 18.0, centre + 18.0)
            if y + _LINE / 2 < high
        )
        css = "lbl-t lbl-hit" if is_weighty else "lbl-t"
        wish = LabelWish(
            piece.id, wide, _LINE, (centre, middle), slots=slots, around=False, must=is_weighty, leader=False
        )
        rows.append((rank, wish, DrawnText(css, 0.0, 0.0, text)))
    rows.sort(key=lambda row: row[0])
    return [(wish, text) for _, wish, text in rows]


def _dimension(
    answer: AttackAnswer, frame: PictureFrame, line: SightLine, middle: float
) -> tuple[list[DrawnPath], LabelWish]:
    """Draw the dimension line above the sight line and ask a place on it for the distance."""
    left, right = (frame.at(point)[0] for point in line.measured)
    d = (
        line_path((left, _DIMENSION_Y - 4.0), (left, middle - 8.0))
        + line_path((right, _DIMENSION_Y - 4.0), (right, middle - 8.0))
        + line_path((left, _DIMENSION_Y), (right, _DIMENSION_Y))
    )
    centre = (left + right) / 2.0
    wide = text_width(inches(answer.range), 11.5) + 12.0
    slots = tuple((round(x, 2), _DIMENSION_Y) for x in (centre, centre + 30.0, centre - 30.0))
    wish = LabelWish(
        "distance", wide, 18.0, (centre, _DIMENSION_Y), slots=slots, around=False, must=True, leader=False
    )
    return [DrawnPath("dim-case", d), DrawnPath("dim", d)], wish


def _written(answer: AttackAnswer, found: PlacedLabel) -> BoxedDistance:
    return BoxedDistance(
        tenth(found.x), tenth(found.y), tenth(found.width), found.height, inches(answer.range)
    )


def _place(
    wishes: Sequence[LabelWish],
    view: Box,
    minis: Sequence[Miniature],
    line: SightLine,
    frame: PictureFrame,
    north: tuple[float, float, float],
) -> dict[str, PlacedLabel]:
    x, y, _ = north
    found = place_labels(
        wishes,
        area=(view[0] + 2.0, view[1] + 2.0, view[2] - 2.0, view[3] - 2.0),
        discs=[(mini.x, mini.y, mini.reach) for mini in minis if mini.half is None],
        boxes=[
            *(mini.box for mini in minis if mini.half is not None),
            (x - 20.0, y - 10.0, x + 11.0, y + 11.0),
        ],
        lines=[(*frame.at(line.start), *frame.at(line.end))],
    )
    return {one.key: one for one in found}


def _ends(line: SightLine, frame: PictureFrame) -> list[DrawnPath]:
    found = [DrawnPath("dot", "".join(circle_path(*frame.at(end), 2.6) for end in line.measured))]
    if line.state == BLOCKED and line.stop is not None:
        found += cross_shapes(*frame.at(line.stop), 4.0)
    return found
