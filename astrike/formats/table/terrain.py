"""What does the table file say about a piece of terrain, a zone or a marked point?

Heights that the file leaves out stay out and get their default from the edition, in the rules.
"""

from collections.abc import Mapping

from astrike.formats.checks import SMALLEST, Fields, number_words
from astrike.formats.table.geometry import read_outlines, read_point
from astrike.formats.table.references import TableReading, name_unit
from astrike.model.terrain import BUILT, RAISED, Marker, Terrain
from astrike.rulebook.schema import Edition, TerrainRow

MARKERS = ("poi", "objective", "sensor")
LOWEST, HIGHEST = -100.0, 100.0
DEEPEST = 60.0


def read_terrain(
    reading: TableReading, feature: Fields, about: Fields, *, piece_id: str, kind: str
) -> Terrain:
    """Read one piece; without outlines when something is wrong with them."""
    row = reading.edition.terrain[kind]
    if row.family == "ramp":
        about.require("toward", f"the direction in which it rises: {number_words(0, 360)}")
    toward = about.number("toward", None, low=0, high=360)
    return Terrain(
        id=piece_id,
        kind=kind,
        outlines=read_outlines(feature),
        name=about.text("name", None),
        base=about.number("base", None, low=LOWEST, high=HIGHEST),
        height=about.number("height", None, low=SMALLEST if row.family in RAISED else 0, high=HIGHEST),
        depth=about.number("depth", None, low=0, high=DEEPEST),
        toward=0.0 if toward == 360 else toward,
        grade=_grade(reading.edition, row, about),
        cf=about.number("cf", None, low=0, high=1000),
        floors=about.whole("floors", None, low=1, high=100),
        armed=name_unit(reading, about, "armed"),
        density=about.whole("density", None, low=1, high=10),
        side=about.text("side", None),
    )


def _grade(edition: Edition, row: TerrainRow, about: Fields) -> str | None:
    classes: Mapping[str, object] | tuple[str, ...] = row.grades
    if row.family in BUILT:
        classes = edition.buildings
    return about.word("class", None, tuple(classes)) if classes else about.text("class", None)


def read_marker(feature: Fields, about: Fields, *, marker_id: str, kind: str) -> Marker:
    """Read one marked point."""
    return Marker(
        id=marker_id,
        kind=kind,
        at=read_point(feature) or (0.0, 0.0),
        name=about.text("name", None),
        side=about.text("side", None),
        radius=about.number("radius", None, low=SMALLEST, high=144),
        network=about.text("network", None),
    )
