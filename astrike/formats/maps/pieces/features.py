"""How do the pieces of another tool's drawing become features of a table file?"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from astrike.formats.checks import MAX_TEXT
from astrike.formats.geojson import MAX_VERTICES
from astrike.geometry.shaping import Areas, union
from astrike.model.terrain import Point


@dataclass(slots=True)
class Piece:
    """One piece on its way to a feature."""

    group: str
    properties: dict[str, object]
    areas: Areas = ()
    at: Point | None = None
    id: str = ""

    @property
    def corners(self) -> int:
        """How many positions its geometry will have."""
        return sum(len(ring) + 1 for exterior, holes in self.areas for ring in (exterior, *holes)) or 1


def joined_pieces(pieces: list[Piece]) -> Iterator[Piece]:
    """Join pieces of which a table file says the same, as far as one feature may have so many corners."""
    sorts: dict[str, list[Piece]] = {}
    for piece in pieces:
        about = {key: value for key, value in piece.properties.items() if key not in ("name", "source")}
        sorts.setdefault(json.dumps([piece.group, about], sort_keys=True), []).append(piece)
    for some in sorts.values():
        about = {key: value for key, value in some[0].properties.items() if key not in ("name", "source")}
        bundle: list[tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]] = []
        corners = 0
        for area in union([area for piece in some for area in piece.areas]):
            more = len(area[0]) + 1 + sum(len(hole) + 1 for hole in area[1])
            if bundle and corners + more > MAX_VERTICES:
                yield Piece(some[0].group, dict(about), tuple(bundle))
                bundle, corners = [], 0
            bundle.append(area)
            corners += more
        if bundle:
            yield Piece(some[0].group, dict(about), tuple(bundle))


def features(pieces: list[Piece]) -> Iterator[dict[str, object]]:
    """Write each piece as a feature, with an id of its own."""
    given = Counter(piece.id for piece in pieces if piece.id)
    taken = set(given)
    numbers: Counter[str] = Counter()
    seen: set[str] = set()
    for piece in pieces:
        name = piece.id
        if not name or name in seen:
            stem = name or str(piece.properties["kind"])
            name = _next_id(stem, numbers, taken)
        seen.add(name)
        taken.add(name)
        yield {"type": "Feature", "id": name, "geometry": _geometry(piece), "properties": piece.properties}


def _next_id(stem: str, numbers: Counter[str], taken: set[str]) -> str:
    while True:
        numbers[stem] += 1
        end = f"-{numbers[stem]}"
        name = stem[: MAX_TEXT - len(end)] + end
        if name not in taken:
            return name


def _geometry(piece: Piece) -> dict[str, object]:
    if piece.at is not None:
        return {"type": "Point", "coordinates": list(piece.at)}
    polygons = [
        [[list(point) for point in (*ring, ring[0])] for ring in (exterior, *holes)]
        for exterior, holes in piece.areas
    ]
    if len(polygons) == 1:
        return {"type": "Polygon", "coordinates": polygons[0]}
    return {"type": "MultiPolygon", "coordinates": polygons}
