"""How does one piece read on its card: what it is, a drawing with lettered points, and where each of them lies?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.number_text import MINUS, plain_number
from astrike.report.drawing.labels import LabelWish, place_labels
from astrike.report.drawing.shapes import Box, upright_frame
from astrike.report.paper.canvas import Canvas
from astrike.report.paper.edge_distances import TapeUnit, from_edges, length, reach_of
from astrike.report.paper.inventory import InventoryEntry, LetteredPoint, PrintedTier
from astrike.report.paper.measured_points import MeasuredPoints
from astrike.report.paper.surface import DrawingPen
from astrike.report.paper.terrain_ink import draw_ink, inked_piece
from astrike.report.terrain.symbols import TerrainLayer, symbol
from astrike.report.words.numbers import height
from astrike.report.words.texts import Translate, untranslated
from astrike.report.words.texts import to_translate as _

_PICTURE: Final = 92.0
_ROW: Final = 11.6
_TEXT: Final = 9.0
_SMALL: Final = 7.4
_HEAD: Final = 15.0
_PAD: Final = 6.0
_LETTER: Final = 7.5
_NOTE: Final = 9.4
_MOST: Final = 40
"""Rows of a block; more go on in the next."""


@dataclass(frozen=True, slots=True)
class CardBlock:
    """A drawing and what stands beside it: points, and texts between them."""

    picture: int | None
    """Index of the step whose points are lettered; None: the rows go on from the block before."""
    rows: tuple[LetteredPoint | str, ...]

    @property
    def height(self) -> float:
        """Points that it takes."""
        return max(_PICTURE if self.picture is not None else 0.0, len(self.rows) * _ROW) + _PAD

    @property
    def deep(self) -> float:
        """Points that the drawing may be deep."""
        return min(max(_PICTURE, len(self.rows) * _ROW), 2.0 * _PICTURE)


@dataclass(frozen=True, slots=True)
class PieceCard:
    """One entry, or a part of a long one, measured out for a column of a page."""

    entry: InventoryEntry
    notes: tuple[str, ...]
    """Lines below the head."""
    blocks: tuple[CardBlock, ...]
    goes_on: bool = False
    """Is it the continuation of the card before?"""

    @property
    def height(self) -> float:
        """Points that it takes."""
        return _HEAD + len(self.notes) * _NOTE + sum(block.height for block in self.blocks) + _PAD


@dataclass(frozen=True, slots=True)
class CardMeasures:
    """How cards are written: the width of a column, the height of a page, the table's size, the tape."""

    room: float
    deep: float
    size: tuple[float, float]
    tape: TapeUnit


def cards_of(
    canvas: Canvas, entry: InventoryEntry, how: CardMeasures, translate: Translate = untranslated
) -> list[PieceCard]:
    """Measure out the cards of an entry: one, or more where a page is too short."""
    notes = tuple(
        line
        for text in card_notes(entry, how.tape, translate)
        for line in canvas.lines_of(text, _SMALL, how.room - 2 * _PAD)
    )
    found = [PieceCard(entry, notes, ())]
    for block in _blocks(canvas, entry, how, translate):
        if found[-1].blocks and found[-1].height + block.height > how.deep:
            found.append(PieceCard(entry, (), (), goes_on=True))
        found[-1] = replace(found[-1], blocks=(*found[-1].blocks, block))
    return found


def _blocks(
    canvas: Canvas, entry: InventoryEntry, how: CardMeasures, translate: Translate
) -> Iterator[CardBlock]:
    room = how.room - _PICTURE - 3 * _PAD
    for index, step in enumerate(entry.steps):
        rows: list[LetteredPoint | str] = []
        if len(entry.steps) > 1:
            rows.append(_step_words(step, translate))
        for part, points in zip(step.parts, step.points, strict=True):
            if part.is_hole:
                rows.append(translate(_("Hole")))
            rows += points
            for text in part_words(part, how.size, how.tape, translate):
                rows += canvas.lines_of(text, _SMALL, room)
        for start in range(0, len(rows), _MOST):
            yield CardBlock(index if start == 0 else None, tuple(rows[start : start + _MOST]))


def _step_words(step: PrintedTier, translate: Translate) -> str:
    if symbol(step.piece.kind).layer == TerrainLayer.WATER:
        return translate(_("Depth {depth}")).format(depth=plain_number(step.depth))
    return translate(_("Step up to {height}")).format(height=height(step.top))


def card_notes(entry: InventoryEntry, tape: TapeUnit, translate: Translate = untranslated) -> list[str]:
    """Say what an entry is besides its name: kind, height, size, turn, and what it stands on."""
    step = entry.steps[0]
    found = [
        " · ".join(part for part in (kind_words(entry, translate), height_words(entry, translate)) if part)
    ]
    found.append(", ".join(part for part in (size_words(step, tape), turn_words(step, translate)) if part))
    found += standing_words(entry, translate)
    return found


def kind_words(entry: InventoryEntry, translate: Translate = untranslated) -> str:
    """Name the kind and its class, unless the head already does."""
    piece = entry.steps[0].piece
    kind = translate(entry.kind)
    words = [kind] if entry.name and kind.lower() not in entry.name.lower() else []
    if piece.grade:
        words.append(piece.grade)
    if piece.cf is not None:
        words.append(f"CF {plain_number(piece.cf)}")
    return ", ".join(words)


def height_words(entry: InventoryEntry, translate: Translate = untranslated) -> str:
    """Say how high an entry is: of a hill its steps above the table, of water its depth."""
    piece = entry.steps[0].piece
    layer = symbol(piece.kind).layer
    step = entry.steps[0]
    if piece.kind == "ramp":
        words = translate(_("from {low} up to {high}, high end {direction}"))
        return words.format(
            low=height(step.base), high=height(step.top), direction=_wind(piece.toward or 0.0)
        )
    if layer == TerrainLayer.HILL:
        if len(entry.steps) == 1:
            return translate(_("{height} high")).format(height=height(step.top))
        tops = ", ".join(height(each.top) for each in entry.steps)
        return translate(_("steps up to {heights}")).format(heights=tops)
    if layer == TerrainLayer.WATER:
        depths = ", ".join(plain_number(each.depth) for each in entry.steps)
        return translate(_("depth {depth}")).format(depth=depths)
    if layer == TerrainLayer.DECK and step.top > 0.0:
        return translate(_("deck at {height}")).format(height=height(step.top))
    rises = layer in (TerrainLayer.SOLID, TerrainLayer.TREES) and step.top > step.base
    return translate(_("{height} high")).format(height=height(step.top - step.base)) if rises else ""


def _wind(degrees: float) -> str:
    """Name the direction of degrees clockwise from north.

    >>> _wind(280), _wind(350)
    ('W', 'N')
    """
    return ("N", "NE", "E", "SE", "S", "SW", "W", "NW")[round(degrees / 45.0) % 8]


def size_words(step: PrintedTier, tape: TapeUnit) -> str:
    """Write width by depth of the rectangle around a piece."""
    return f"{length(step.size[0], tape)} × {length(step.size[1], tape)}″"


def turn_words(step: PrintedTier, translate: Translate = untranslated) -> str:
    """Say how the rectangle lies, unless it lies along the edges."""
    if abs(step.turn) < 0.5:
        return ""
    way = _("turned {degrees}° clockwise") if step.turn > 0 else _("turned {degrees}° counter-clockwise")
    return translate(way).format(degrees=round(abs(step.turn)))


def standing_words(entry: InventoryEntry, translate: Translate = untranslated) -> list[str]:
    """Say what an entry stands on or leads over."""
    found: list[str] = []
    if entry.on:
        words = _("partly on {pieces}") if entry.partly else _("stands on {pieces}")
        found.append(translate(words).format(pieces=", ".join(entry.on)))
    if entry.over:
        found.append(translate(_("leads over {pieces}")).format(pieces=", ".join(entry.over)))
    return found


def part_words(
    part: MeasuredPoints, size: tuple[float, float], tape: TapeUnit, translate: Translate = untranslated
) -> list[str]:
    """Say how the outline runs between the points, and where it ends to all sides."""
    found: list[str] = []
    match part.form:
        case "corners":
            return []
        case "round":
            found.append(translate(_("centre; {width} across")).format(width=_inch(part.width, tape)))
        case "ellipse":
            found.append(translate(_("oval")))
        case "curve":
            found.append(translate(_("smooth curve")) + _off(part, translate))
        case "line":
            words = translate(_("middle line, {width} wide")).format(width=_inch(part.width, tape))
            found.append(words + _off(part, translate))
        case "outline":
            found.append(translate(_("straight lines")) + _off(part, translate))
    west, south, east, north = part.box
    across = reach_of(west, east, edges="WE", size=size[0], tape=tape, to=translate(_("to")))
    along = reach_of(south, north, edges="SN", size=size[1], tape=tape, to=translate(_("to")))
    found.append(translate(_("reaches {across}, {along}")).format(across=across, along=along))
    return found


def _off(part: MeasuredPoints, translate: Translate) -> str:
    """Say how far the outline lies off what the points say, where it does."""
    return translate(_(", within {inches}")).format(inches=f"{part.off:.2f}″") if part.off > 0.02 else ""


def _inch(value: float | None, tape: TapeUnit) -> str:
    return f"{length(value or 0.0, tape)}″"


# ---- ink


def draw_card(
    canvas: Canvas,
    one: PieceCard,
    how: CardMeasures,
    *,
    at: tuple[float, float],
    translate: Translate = untranslated,
) -> None:
    """Draw a card with its upper left corner at a place."""
    left, top = at
    room = how.room
    canvas.rect((left, top, left + room, top + one.height - 2.0), pen=DrawingPen(0.5, 0.4))
    x, y = left + _PAD, top + _HEAD - 2.0
    wide = canvas.text((x, y), one.entry.number, 12.0, is_bold=True)
    title = one.entry.name or translate(one.entry.kind)
    if one.goes_on:
        title += " " + translate(_("(continued)"))
    canvas.text((x + wide + 6.0, y), title, 9.6, is_bold=True, room=room - wide - 2 * _PAD - 22.0)
    if not one.goes_on:
        canvas.rect((left + room - _PAD - 9.0, y - 8.6, left + room - _PAD, y + 0.4), pen=DrawingPen(0.8))
    for note in one.notes:
        y += _NOTE
        canvas.text((x, y), note, _SMALL)
    y += _PAD - 1.0
    firm = _first_two(one.entry)
    for block in one.blocks:
        if block.picture is not None:
            _picture(canvas, one.entry, block.picture, (x, y, x + _PICTURE, y + block.deep))
        _rows(canvas, block.rows, firm, how, at=(x + _PICTURE + _PAD, y))
        y += block.height


def _rows(
    canvas: Canvas,
    rows: Sequence[LetteredPoint | str],
    firm: Sequence[LetteredPoint],
    how: CardMeasures,
    *,
    at: tuple[float, float],
) -> None:
    left, y = at
    for row in rows:
        y += _ROW
        if isinstance(row, str):
            canvas.text((left, y - 2.6), row, _SMALL)
            continue
        canvas.text((left, y - 2.6), row.letter, _TEXT, is_bold=row in firm)
        for place_, offset in zip(from_edges(row.at, how.size), (15.0, 84.0), strict=True):
            x = left + offset
            x += canvas.text((x, y - 2.6), place_.edge, _SMALL) + 3.0
            x += canvas.text((x, y - 2.6), length(place_.inches, how.tape), _TEXT, is_bold=True) + 3.5
            if how.tape == "eighths" and round(place_.inches * 8.0, 6) % 1:
                canvas.text((x, y - 2.6), f"{place_.inches:.2f}".replace("-", MINUS), 6.4, grey=0.25)


def _first_two(entry: InventoryEntry) -> tuple[LetteredPoint, ...]:
    """Give the two points of the lowest step that lie farthest apart: laid first, they turn the piece the least."""
    points = [point for part in entry.steps[0].points for point in part]
    pairs = [(dist(a.at, b.at), a, b) for k, a in enumerate(points) for b in points[k + 1 :]]
    return max(pairs, key=lambda each: each[0])[1:] if pairs else ()


def _picture(canvas: Canvas, entry: InventoryEntry, index: int, box: Box) -> None:
    """Draw an entry by itself, north up, with the letters of one of its steps."""
    every = [point for step in entry.steps for part in step.parts for point in (*part.ring, *part.points)]
    west, south = min(x for x, _y in every), min(y for _x, y in every)
    east, north = max(x for x, _y in every), max(y for _x, y in every)
    left, top, right, bottom = box
    edge = 11.0
    scale = min(
        (right - left - 2 * edge) / max(east - west, 0.1),
        (bottom - top - 2 * edge) / max(north - south, 0.1),
        24.0,
    )
    frame = upright_frame(
        scale,
        left=(left + right) / 2 - scale * (east - west) / 2,
        bottom=(top + bottom) / 2 + scale * (north - south) / 2,
        origin=(west, south),
    )
    looks = [inked_piece(step.piece, frame, step.top) for step in entry.steps]
    for one in looks:
        draw_ink(canvas, one)
    for step in entry.steps:
        for part in step.parts:
            if part.form == "line":
                canvas.line([frame.at(point) for point in part.points], DrawingPen(0.8, dashes=(3.0, 2.0)))
    wishes: list[LabelWish] = []
    discs: list[tuple[float, float, float]] = []
    middle = frame.at(((west + east) / 2, (south + north) / 2))
    for point in (each for part in entry.steps[index].points for each in part):
        at = frame.at(point.at)
        canvas.dot(at, 1.5)
        discs.append((*at, 1.5))
        off = dist(at, middle)
        away = ((at[0] - middle[0]) / off, (at[1] - middle[1]) / off) if off > 1e-6 else None
        wide = canvas.width_of(point.letter, _LETTER, is_bold=True) + 1.0
        wishes.append(LabelWish(point.letter, wide, _LETTER, at, reach=-0.5, toward=away, must=True))
    for found in place_labels(wishes, area=box, discs=discs):
        if found.leader is not None:
            canvas.line(found.leader, DrawingPen(0.5))
        canvas.rect((found.box[0], found.box[1] + 0.6, found.box[2], found.box[3] - 0.2), grey=1.0)
        canvas.text((found.x, found.box[3] - 1.4), found.key, _LETTER, is_bold=True, align="middle")


def columns_of(cards: Sequence[PieceCard], *, deep: float, count: int) -> list[list[list[PieceCard]]]:
    """Fill pages, each with so many columns so deep, in the order of the cards."""
    pages: list[list[list[PieceCard]]] = [[[]]]
    used = 0.0
    for one in cards:
        if pages[-1][-1] and used + one.height > deep:
            if len(pages[-1]) < count:
                pages[-1].append([])
            else:
                pages.append([[]])
            used = 0.0
        pages[-1][-1].append(one)
        used += one.height
    return pages if cards else []
