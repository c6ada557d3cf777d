"""Where is the image of a point and of a piece on a table whose halves are alike?"""

import math
from dataclasses import dataclass

from astrike.editing.generator.pieces import Piece, fine, plain
from astrike.geometry.outlines import orient
from astrike.model.terrain import Point, Ring


@dataclass(frozen=True, slots=True)
class Mirror:
    """How one half becomes the other: `turn`, `west-east`, `south-north`; a table of inches."""

    symmetry: str
    width: float
    depth: float

    def at_other(self, point: Point) -> Point:
        """Give the image of a point."""
        w, d = self.width, self.depth
        match self.symmetry:
            case "turn":
                return plain(w - point[0], d - point[1])
            case "west-east":
                return plain(w - point[0], point[1])
            case _:
                return plain(point[0], d - point[1])

    def image(self, piece: Piece) -> Piece:
        """Give the image of a piece that lies on the table, its steps included."""
        ring = tuple(self.at_other(point) for point in piece.ring)
        shape = dict(piece.shape)
        if piece.at is not None:
            shape["at"] = list(self.at_other(piece.at))
            if self.symmetry != "turn":
                shape["turn"] = -float(str(shape["turn"])) % 360.0
        if piece.corners:
            shape["corners"] = [list(self.at_other(corner)) for corner in piece.corners]
        steps = tuple(self.image(step) for step in piece.steps)
        at = None if piece.at is None else self.at_other(piece.at)
        corners = tuple(map(self.at_other, piece.corners))
        return Piece(piece.kind, orient(ring)[0], shape, piece.about, at, corners, steps)

    def own_image(self, ring: Ring) -> Ring:
        """Make an outline that is nearly its own image exactly so: one half is the image of the other."""
        w, d = self.width, self.depth
        corners = fine(ring)
        match self.symmetry:
            case "turn":
                half = [p for p in corners if (p[1], p[0]) > (d / 2, w / 2)]
            case "west-east":
                half = [p for p in corners if p[0] >= w / 2]
            case _:
                half = [p for p in corners if p[1] >= d / 2]
        x0, y0 = (min(p[axis] for p in corners) + max(p[axis] for p in corners) for axis in (0, 1))
        whole = dict.fromkeys((*half, *(self.at_other(p) for p in half)))
        centre = (x0 / 2, y0 / 2)
        return tuple(sorted(whole, key=lambda p: math.atan2(p[1] - centre[1], p[0] - centre[0])))
