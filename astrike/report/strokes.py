"""Which strokes make a line of sight, its ends and the pieces that decide it, on the map and on a plan?"""

from collections.abc import Iterable

from astrike.model.table import Table
from astrike.report.directions import direction
from astrike.report.shapes import Box, Frame, Shape, circle_path, line_path, outline_path
from astrike.report.sightlines import BLOCKED, CLEAR, CLOSE, FAR, PARTIAL, SightLine

_CSS = {CLEAR: "sl", PARTIAL: "sl sl-part", CLOSE: "sl sl-close", BLOCKED: "sl sl-no", FAR: "sl sl-no"}
_CROSS = 3.4
_BAR = 5.0


def line_shapes(line: SightLine, frame: Frame) -> list[Shape]:
    """Draw a line of the map: up to the target, or to where it stops."""
    start = frame.at(line.start)
    end = frame.at(line.stop if line.state in (BLOCKED, FAR) and line.stop is not None else line.end)
    d = line_path(start, end)
    return [Shape("sl-case", d), *woods_shapes(line, frame), Shape(_CSS[line.state], d)]


def whole_line_shapes(line: SightLine, frame: Frame) -> list[Shape]:
    """Draw the line of a plan, all the way."""
    d = line_path(frame.at(line.start), frame.at(line.end))
    css = "sl sl-no" if line.state == BLOCKED else "sl sl-on"
    return [Shape("sl-case", d), *woods_shapes(line, frame), Shape(css, d)]


def woods_shapes(line: SightLine, frame: Frame) -> list[Shape]:
    """Draw the stretches in woods that count, thick."""
    woods = "".join(line_path(frame.at(a), frame.at(b)) for a, b in line.stretches)
    return [Shape("sl-wood-case", woods), Shape("sl-wood", woods)] if woods else []


def end_shapes(line: SightLine, frame: Frame, view: Box) -> list[Shape]:
    """Draw a dot at the nearest point, a cross at what blocks, or a bar where the range ends."""
    is_stopped = line.state in (BLOCKED, FAR) and line.stop is not None
    x, y = frame.at(line.stop if is_stopped and line.stop is not None else line.measured[1])
    if not (view[0] <= x <= view[2] and view[1] <= y <= view[3]):
        return []
    if not is_stopped:
        return [Shape("dot", circle_path(x, y, 1.9))]
    if line.state == BLOCKED:
        return cross_shapes(x, y, _CROSS)
    way = direction(frame.at(line.start), (x, y)) or (1.0, 0.0)
    d = line_path((x - way[1] * _BAR, y + way[0] * _BAR), (x + way[1] * _BAR, y - way[0] * _BAR))
    return [Shape("sl-stop-case", d), Shape("sl-stop", d)]


def cross_shapes(x: float, y: float, arm: float) -> list[Shape]:
    """Draw the cross where a line is blocked."""
    d = cross_path(x, y, arm)
    return [Shape("sl-stop-case", d), Shape("sl-stop", d)]


def cross_path(x: float, y: float, arm: float) -> str:
    """Write a cross."""
    return line_path((x - arm, y - arm), (x + arm, y + arm)) + line_path(
        (x + arm, y - arm), (x - arm, y + arm)
    )


def cover_shapes(table: Table, pieces: Iterable[str], frame: Frame) -> list[Shape]:
    """Outline the pieces that decide, each once."""
    found: list[Shape] = []
    for piece_id in dict.fromkeys(pieces):
        piece = table.piece(piece_id)
        if piece is not None:
            d = outline_path(frame, piece.outlines)
            found += [Shape("cover-case", d), Shape("cover", d)]
    return found
