"""How does one piece read on its card: what it is, a drawing with lettered points, and where each of them lies?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

from astrike.report.figures import height, plain
from astrike.report.labels import Wish, place
from astrike.report.paper.canvas import Canvas, Pen
from astrike.report.paper.entries import Entry, Lettered, Step
from astrike.report.paper.fixing import Fixed
from astrike.report.paper.ink import draw, look
from astrike.report.paper.tape import Tape, from_edges, length, reach_of
from astrike.report.shapes import upright
from astrike.report.symbols import Layer, symbol, water_depth
from astrike.report.words import Translate, same
from astrike.report.words import mark as _

_PICTURE: Final = 92.0
_ROW: Final = 11.6
_TEXT: Final = 9.0
_SMALL: Final = 7.4
_HEAD: Final = 15.0
_PAD: Final = 6.0
_LETTER: Final = 7.5


@dataclass(frozen=True, slots=True)
class Card:
    """One entry, measured out for a column of a page."""

    entry: Entry
    notes: tuple[str, ...]
    """Lines below the head."""
    rows: tuple[Lettered | str, ...]
    """Points, and texts between them."""
    height: float


def card(
    canvas: Canvas,
    entry: Entry,
    *,
    room: float,
    size: tuple[float, float],
    tape: Tape,
    translate: Translate = same,
) -> Card:
    """Measure a card out."""
    notes = [
        line
        for text in card_notes(entry, tape, translate)
        for line in canvas.lines_of(text, _SMALL, room - 2 * _PAD)
    ]
    rows: list[Lettered | str] = []
    for step in entry.steps:
        if len(entry.steps) > 1:
            rows.append(f"{translate(_('Step'))} {height(step.top)}")
        for part, points in zip(step.parts, step.points, strict=True):
            if part.is_hole:
                rows.append(translate(_("Hole")))
            rows += points
            words = part_words(part, size, tape, translate)
            rows += [
                line for text in words for line in canvas.lines_of(text, _SMALL, room - _PICTURE - 3 * _PAD)
            ]
    body = max(_PICTURE, len(rows) * _ROW)
    return Card(entry, tuple(notes), tuple(rows), _HEAD + len(notes) * 9.4 + body + 2 * _PAD)


def card_notes(entry: Entry, tape: Tape, translate: Translate = same) -> list[str]:
    """Say what an entry is besides its name: kind, height, size, turn, and what it stands on."""
    step = entry.steps[0]
    found = [
        " · ".join(part for part in (kind_words(entry, translate), height_words(entry, translate)) if part)
    ]
    found.append(f"{size_words(step, tape)}{turn_words(step, translate)}")
    found += standing_words(entry, translate)
    return found


def kind_words(entry: Entry, translate: Translate = same) -> str:
    """Name the kind and its class, unless the head already does."""
    piece = entry.steps[0].piece
    words = [translate(entry.kind)] if entry.name else []
    if piece.grade:
        words.append(piece.grade)
    if piece.cf is not None:
        words.append(f"CF {plain(piece.cf)}")
    return ", ".join(words)


def height_words(entry: Entry, translate: Translate = same) -> str:
    """Say how high an entry is: of a hill its steps above the table, of water its depth."""
    piece = entry.steps[0].piece
    layer = symbol(piece.kind).layer
    step = entry.steps[0]
    if piece.kind == "ramp":
        return translate(_("ramp from {low} up to {high}")).format(
            low=height(step.base), high=height(step.top)
        )
    if layer == Layer.HILL:
        tops = ", ".join(height(each.top) for each in entry.steps)
        if len(entry.steps) == 1:
            return translate(_("{height} high")).format(height=tops)
        return translate(_("{count} steps: {heights} above the table")).format(
            count=len(entry.steps), heights=tops
        )
    if layer == Layer.WATER:
        return translate(_("depth {depth}")).format(depth=water_depth(piece.depth or 0.0)[1:])
    if layer == Layer.DECK:
        return translate(_("deck at {height}")).format(height=height(step.top))
    rises = layer in (Layer.SOLID, Layer.TREES) and step.top > step.base
    return translate(_("{height} high")).format(height=height(step.top - step.base)) if rises else ""


def size_words(step: Step, tape: Tape) -> str:
    """Write width by depth of the rectangle around a piece."""
    return f"{length(step.size[0], tape)} × {length(step.size[1], tape)}″"


def turn_words(step: Step, translate: Translate = same) -> str:
    """Say how the rectangle lies, unless it lies along the edges."""
    if abs(step.turn) < 0.5 or step.parts[0].form == "round":
        return ""
    way = _("turned {degrees}° clockwise") if step.turn > 0 else _("turned {degrees}° counter-clockwise")
    return ", " + translate(way).format(degrees=round(abs(step.turn)))


def standing_words(entry: Entry, translate: Translate = same) -> list[str]:
    """Say what an entry stands on or leads over."""
    found: list[str] = []
    if entry.on:
        words = _("partly on {pieces}") if entry.partly else _("stands on {pieces}")
        found.append(translate(words).format(pieces=", ".join(entry.on)))
    if entry.over:
        found.append(translate(_("leads over {pieces}")).format(pieces=", ".join(entry.over)))
    return found


def part_words(part: Fixed, size: tuple[float, float], tape: Tape, translate: Translate = same) -> list[str]:
    """Say how the outline runs between the points, and where it ends to all sides."""
    found: list[str] = []
    match part.form:
        case "corners":
            return []
        case "round":
            found.append(translate(_("centre; {width} across")).format(width=_inch(part.width, tape)))
        case "ellipse":
            found.append(translate(_("oval through these points")))
        case "curve":
            found.append(translate(_("smooth curve through these points")))
        case "line":
            found.append(translate(_("middle line, {width} wide")).format(width=_inch(part.width, tape)))
        case "outline":
            words = _("straight between these: the outline is off by up to {inches}")
            found.append(translate(words).format(inches=f"{part.off:.2f}″"))
    west, south, east, north = part.box
    across = reach_of(west, east, edges="WE", size=size[0], tape=tape)
    along = reach_of(south, north, edges="SN", size=size[1], tape=tape)
    found.append(translate(_("reaches {across}, {along}")).format(across=across, along=along))
    return found


def _inch(value: float | None, tape: Tape) -> str:
    return f"{length(value or 0.0, tape)}″"


# ---- ink


def draw_card(
    canvas: Canvas,
    one: Card,
    *,
    at: tuple[float, float],
    room: float,
    size: tuple[float, float],
    tape: Tape,
    translate: Translate = same,
) -> None:
    """Draw a card with its upper left corner at a place."""
    left, top = at
    canvas.rect((left, top, left + room, top + one.height - 2.0), pen=Pen(0.5, 0.4))
    x, y = left + _PAD, top + _HEAD - 2.0
    wide = canvas.text((x, y), one.entry.number, 12.0, is_bold=True)
    title = one.entry.name or translate(one.entry.kind)
    canvas.text((x + wide + 6.0, y), title, 9.6, is_bold=True, room=room - wide - 2 * _PAD - 22.0)
    canvas.rect((left + room - _PAD - 9.0, y - 8.6, left + room - _PAD, y + 0.4), pen=Pen(0.8))
    for note in one.notes:
        y += 9.4
        canvas.text((x, y), note, _SMALL)
    y += _PAD
    _picture(canvas, one.entry, (x, y, x + _PICTURE, y + _PICTURE))
    firm = _first_two(one.entry)
    column = x + _PICTURE + _PAD
    for row in one.rows:
        y += _ROW
        if isinstance(row, str):
            canvas.text((column, y - 2.6), row, _SMALL)
            continue
        canvas.text((column, y - 2.6), row.letter, _TEXT, is_bold=row in firm)
        for place_, offset in zip(from_edges(row.at, size), (15.0, 84.0), strict=True):
            px = column + offset
            px += canvas.text((px, y - 2.6), place_.edge, _SMALL) + 3.0
            px += canvas.text((px, y - 2.6), length(place_.inches, tape), _TEXT, is_bold=True) + 3.5
            if tape == "eighths" and round(place_.inches * 8.0, 6) % 1:
                canvas.text((px, y - 2.6), f"{place_.inches:.2f}", 6.0, grey=0.3)


def _first_two(entry: Entry) -> tuple[Lettered, ...]:
    """Give the two points of the lowest step that lie farthest apart: laid first, they turn the piece the least."""
    points = [point for part in entry.steps[0].points for point in part]
    pairs = [(dist(a.at, b.at), a, b) for k, a in enumerate(points) for b in points[k + 1 :]]
    return max(pairs, key=lambda each: each[0])[1:] if pairs else ()


def _picture(canvas: Canvas, entry: Entry, box: tuple[float, float, float, float]) -> None:
    """Draw a piece by itself, north up, with all its letters."""
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
    frame = upright(
        scale,
        left=(left + right) / 2 - scale * (east - west) / 2,
        bottom=(top + bottom) / 2 + scale * (north - south) / 2,
        origin=(west, south),
    )
    looks = [look(step.piece, frame, step.top) for step in entry.steps]
    for one in looks:
        draw(canvas, one)
    for step in entry.steps:
        for part in step.parts:
            if part.form == "line":
                canvas.line([frame.at(point) for point in part.points], Pen(0.8, dashes=(3.0, 2.0)))
    wishes: list[Wish] = []
    discs: list[tuple[float, float, float]] = []
    middle = frame.at(((west + east) / 2, (south + north) / 2))
    for point in entry.all_points:
        at = frame.at(point.at)
        canvas.dot(at, 1.5)
        discs.append((*at, 1.5))
        off = dist(at, middle)
        away = ((at[0] - middle[0]) / off, (at[1] - middle[1]) / off) if off > 1e-6 else None
        wide = canvas.width_of(point.letter, _LETTER, is_bold=True) + 1.0
        wishes.append(Wish(point.letter, wide, _LETTER, at, reach=-0.5, toward=away, must=True))
    for found in place(wishes, area=box, discs=discs):
        if found.leader is not None:
            canvas.line(found.leader, Pen(0.5))
        canvas.rect((found.box[0], found.box[1] + 0.6, found.box[2], found.box[3] - 0.2), grey=1.0)
        canvas.text((found.x, found.box[3] - 1.4), found.key, _LETTER, is_bold=True, align="middle")


def columns_of(cards: Sequence[Card], *, deep: float, count: int) -> list[list[list[Card]]]:
    """Fill pages, each with so many columns so deep, in the order of the cards."""
    pages: list[list[list[Card]]] = [[[]]]
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
