"""How does a piece of another tool's drawing become a feature of a table file?

What the table file has a property for becomes that property where the value fits the kind. Everything else that the
source says is kept under `source`, as long as it is short and plain.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.formats.checks import MAX_TEXT, SMALLEST, is_number, is_whole
from astrike.formats.maps.guesses import kind_meant
from astrike.formats.maps.large_json import as_figure, as_text
from astrike.formats.maps.pieces.outlines import OutlineNotes
from astrike.formats.table.geometry import MAX_VERTICES
from astrike.formats.table.terrain import DEEPEST, HIGHEST, LOWEST, MARKERS
from astrike.geometry.shaping import Areas, union
from astrike.model.terrain import BUILT, RAISED, Family, Point
from astrike.rulebook.schema import Edition

THICK: Final = RAISED | {Family.DECK}
"""Families of terrain that have a height."""

_DROPPED: Final = ("kind", "id", "name", "shape")
"""What is said elsewhere, and the editor's shape, whose measures are not those of the table."""

_MOST_SOURCE: Final = 600
"""Characters of what the source says about one piece."""


def family_of(kind: str, edition: Edition) -> str:
    """Give the family of a kind of terrain; marked points have their own."""
    return "point" if kind in MARKERS else edition.terrain[kind].family


def describe(
    kind: str, said: Mapping[str, object], *, group: str, edition: Edition, outline_notes: OutlineNotes
) -> dict[str, object]:
    """Sort what a source says about a piece into properties of the table and those under `source`."""
    found: dict[str, object] = {"kind": kind}
    rest: dict[str, object] = {}
    for key, value in said.items():
        if key in _DROPPED or value is None:
            continue
        if key == "source" and isinstance(value, Mapping):
            rest.update(value)
            continue
        meant = _meant(key, value)
        if _fits(kind, key, meant, edition):
            found[key] = meant
            continue
        rest[key] = value
        if key in _MEASURES and family_of(kind, edition) != "point":
            outline_notes.tell(group, f"a {key} that it cannot have: kept aside")
    source = _plain(rest)
    if isinstance(source, dict) and source:
        if len(json.dumps(source, ensure_ascii=False)) <= _MOST_SOURCE:
            found["source"] = source
        else:
            outline_notes.tell(group, f"properties left out, too long to keep: {', '.join(list(source)[:8])}")
    for key in rest:
        if not isinstance(source, dict) or key[:MAX_TEXT] not in source:
            outline_notes.tell(group, f"a property that cannot be kept: {as_text(key, most=60)}")
    return found


_LIMITS: Final[Mapping[str, tuple[float, float]]] = {
    "base": (LOWEST, HIGHEST),
    "depth": (0, DEEPEST),
    "toward": (0, 360),
    "cf": (0, 1000),
}

_COUNTS: Final[Mapping[str, tuple[int, int]]] = {"floors": (1, 100), "density": (1, 10)}

_MEASURES: Final = ("height", *_LIMITS, *_COUNTS)


def _meant(key: str, value: object) -> object:
    """Read a measure that stands there as text, and a class however it is spelled."""
    if key in _MEASURES:
        number = as_figure(value) if isinstance(value, str) else None
        return value if number is None else int(number) if number.is_integer() else number
    if key == "class" and isinstance(value, str):
        return _plain_words(value)
    return value


def _plain_words(text: str) -> str:
    return "-".join(text.lower().replace("_", " ").replace("-", " ").split())


def grade_meant(kind: str, text: str, *, edition: Edition) -> str:
    """Give the class of woods, smoke or a building that a name says beside what it is, or nothing.

    >>> from astrike.rulebook.loader import load_edition
    >>> [grade_meant("woods", text, edition=load_edition("ce-5.01")) for text in ("Ultra-heavy woods 3", "Heavy")]
    ['ultra-heavy', '']
    """
    grades = _grades(kind, family_of(kind, edition), edition)
    words = f"-{_plain_words(text)}-"
    found = [grade for grade in grades if f"-{grade}-" in words]
    return max(found, key=len) if found and kind_meant(text) else ""


def _fits(kind: str, key: str, value: object, edition: Edition) -> bool:
    """Say whether a table file may say this about a piece of this kind."""
    family = family_of(kind, edition)
    if key in _MEASURES and family == "point":
        return False
    if key in _LIMITS:
        return is_number(value, *_LIMITS[key])
    if key in _COUNTS:
        return is_whole(value, *_COUNTS[key])
    match key:
        case "height":
            return is_number(value, SMALLEST if family in RAISED else 0, HIGHEST)
        case "radius":
            return family == "point" and is_number(value, SMALLEST, 144)
        case "class":
            return isinstance(value, str) and value in _grades(kind, family, edition)
        case "side":
            return family in ("zone", "point") and isinstance(value, str) and 0 < len(value) <= MAX_TEXT
        case "group":
            return isinstance(value, str) and 0 < len(value) <= MAX_TEXT
        case "locked":
            return value is True
        case _:
            return False


def _grades(kind: str, family: str, edition: Edition) -> tuple[str, ...]:
    if family in BUILT:
        return tuple(edition.buildings)
    return () if family == "point" else edition.terrain[kind].grades


def _plain(value: object, depth: int = 0) -> object:
    """Give a value as JSON can hold it, without what it cannot; None where nothing is left."""
    if isinstance(value, bool | str):
        return as_text(value, most=MAX_TEXT) if isinstance(value, str) else value
    if isinstance(value, int | float):
        return value if is_number(value, -1e15, 1e15) else None
    if depth > 2 or not isinstance(value, Mapping | list):
        return None
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value[:20]]
    kept = {as_text(key, most=MAX_TEXT): _plain(item, depth + 1) for key, item in list(value.items())[:40]}
    return {key: item for key, item in kept.items() if key and item is not None}


@dataclass(slots=True)
class ImportedPiece:
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


def joined_pieces(pieces: list[ImportedPiece]) -> Iterator[ImportedPiece]:
    """Join pieces of which a table file says the same, as far as one feature may have so many corners."""
    sorts: dict[str, list[ImportedPiece]] = {}
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
                yield ImportedPiece(some[0].group, dict(about), tuple(bundle))
                bundle, corners = [], 0
            bundle.append(area)
            corners += more
        if bundle:
            yield ImportedPiece(some[0].group, dict(about), tuple(bundle))


def features(pieces: list[ImportedPiece]) -> Iterator[dict[str, object]]:
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


def _geometry(piece: ImportedPiece) -> dict[str, object]:
    if piece.at is not None:
        return {"type": "Point", "coordinates": list(piece.at)}
    polygons = [
        [[list(point) for point in (*ring, ring[0])] for ring in (exterior, *holes)]
        for exterior, holes in piece.areas
    ]
    if len(polygons) == 1:
        return {"type": "Polygon", "coordinates": polygons[0]}
    return {"type": "MultiPolygon", "coordinates": polygons}
