"""What pictures of one line on hexes need beside the answer.

Which question: where along the line do woods count, and which part of the target is hidden? Pictures are drawn in
inches of the table from the middle of one hex to that of the other. Source: CE pp.68-70.
"""

import numpy as np

from astrike.geometry.hexes import lines_between
from astrike.model.answer import Body, Stretch
from astrike.rules.hexes.board import HexBoard
from astrike.rules.hexes.standing import hexes_of
from astrike.rules.line import Line
from astrike.rules.metrics.metric import Strip
from astrike.rules.metrics.scene import Scene


def hex_stretches(field: Scene, board: HexBoard, line: Line) -> tuple[Stretch, ...]:
    """Give the hexes of woods that count on a line, from so many inches of it to so many."""
    units = field.units
    a, t = line.attacker, line.target
    home = hexes_of(board, units)
    found = lines_between(home[[a]], home[[t]])
    length = float(np.hypot(*(units.bases.xy[t] - units.bases.xy[a])))
    names, at = board.layout.names(found.hexes), board.index(found.hexes).tolist()
    stretches: list[Stretch] = []
    for name, h, start, end in zip(names, at, found.start.tolist(), found.end.tolist(), strict=True):
        if name in line.hexes:
            stretches += [
                Stretch(start * length, end * length, field.lie.pieces[piece].id, "between")
                for piece in board.over[h]
                if field.lie.pieces[piece].id in line.woods_pieces
            ]
    return tuple(stretches)


def hex_strips(line: Line, body: Body) -> tuple[Strip, ...]:
    """Give the hidden part of the target: all of it, in partial cover its lower half."""
    if not line.hidden:
        return ()
    half, high = body.width / 2, (body.top - body.foot) * line.hidden
    return ((-half, half, 0.0, high, 0.0, high),)
