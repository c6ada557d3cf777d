"""What tests of all map readers ask of a drawing: its only shape, its groups and their kinds, its notes."""

from astrike.geometry.outlines import signed_area
from astrike.model.imported_map import DrawnMap, DrawnShape, ShapeGroup


def only(drawing: DrawnMap) -> DrawnShape:
    (shape,) = drawing.shapes
    return shape


def group(drawing: DrawnMap, key: str) -> ShapeGroup:
    return next(group for group in drawing.groups if group.key == key)


def kinds(drawing: DrawnMap) -> dict[str, str]:
    return {group.key: group.kind for group in drawing.groups}


def stated(drawing: DrawnMap) -> str:
    return "\n".join(note.sentence for note in drawing.notes)


def area(shape: DrawnShape) -> float:
    return sum(
        abs(signed_area(outline.exterior)) - sum(abs(signed_area(hole)) for hole in outline.holes)
        for outline in shape.outlines
    )
