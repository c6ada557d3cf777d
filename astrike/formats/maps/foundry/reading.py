"""What does a Foundry scene draw? Painted heights, regions, drawings and walls, of versions 9 to 14.

Coordinates come out as grid cells from the map's own corner: the border that the program pads a scene with is taken
off. Walls are asked about by what they stop; one that only stops movement hides nothing unless the user says so.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from astrike.formats.maps.bigjson import Numbers, as_text
from astrike.formats.maps.foundry.drawings import drawings
from astrike.formats.maps.foundry.frame import Frame, read_frame
from astrike.formats.maps.foundry.shapes import painted, regions
from astrike.formats.maps.foundry.walls import walls
from astrike.formats.maps.gathering import Gathering
from astrike.formats.maps.guesses.scale import guess_scale, said_or_guessed
from astrike.model.drawing import Drawing
from astrike.model.notes import Note

LABEL: Final = "Foundry scene"

_MARKS: Final = ("walls", "drawings", "regions", "tokens")
_COUNTED: Final = (
    ("lights", "a light is no terrain"),
    ("sounds", "a sound is no terrain"),
    ("notes", "a pin of the journal is no terrain"),
    ("templates", "a measured template is no terrain"),
    ("tiles", "a picture laid on the map was left out"),
    ("tokens", "a token is no terrain; its place could be that of a unit"),
)
_READ: Final = frozenset(
    {
        "name", "width", "height", "padding", "grid", "gridDistance", "gridUnits", "gridType", "shiftX", "shiftY",
        "background", "img", "walls", "regions", "drawings", "levels", "flags", "_id", "_stats",
        *(key for key, _ in _COUNTED),
    }
)  # fmt: skip
_MOST_NAMED: Final = 40


def is_foundry(document: Mapping[str, object]) -> bool:
    """Does this document look like a Foundry scene?

    >>> is_foundry({"width": 900, "height": 900, "grid": 100, "walls": []}), is_foundry({"layers": []})
    (True, False)
    """
    return "grid" in document and "width" in document and any(key in document for key in _MARKS)


def read_foundry(document: Mapping[str, object], name: str = "") -> Drawing:
    """Read a scene; coordinates are cells from the corner of the map.

    >>> wall = {"c": [300, 300, 500, 300], "move": 20, "sight": 20, "door": 0}
    >>> scene = {"width": 2400, "height": 1600, "padding": 0.1, "grid": {"size": 100}, "walls": [wall]}
    >>> drawing = read_foundry(scene)
    >>> drawing.box, drawing.shapes[0].group, drawing.shapes[0].path
    ((0.0, 0.0, 24.0, 16.0), 'walls that stop sight and movement', ((0.0, 1.0), (2.0, 1.0)))
    """
    numbers = Numbers()
    frame = read_frame(document, numbers)
    numbers.settle()
    found = Gathering()
    scale, notes = said_or_guessed(frame.scale, frame.width, frame.depth, unit="cell", guess=guess_scale)
    if notes:  # heights that the file gives in inches do not grow with a size that it does not have
        frame = replace(frame, distance=max(frame.distance, scale))
    painted(document, frame, found, scale, numbers)
    regions(document, frame, found, scale, numbers)
    drawings(document, frame, found, numbers)
    walls(document, frame, found, numbers)
    aside = numbers.kept_aside(is_empty=not found.shapes)
    return Drawing(
        format="foundry",
        label=f"{LABEL} {_version(document)}".strip(),
        unit="cell",
        scale=None if notes else frame.scale,
        guess=scale,
        y_down=True,
        box=(0.0, 0.0, frame.width, frame.depth),
        shapes=tuple(found.shapes),
        groups=found.groups,
        notes=(*aside, *found.notes, *notes, *_notes(document, frame)),
        name=as_text(document.get("name")) or name,
        heights_grow=True,
    )


def _version(document: Mapping[str, object]) -> str:
    stats = document.get("_stats")
    version = as_text(stats.get("coreVersion"), most=12) if isinstance(stats, dict) else ""
    if version:
        return f"v{version.split('.')[0]}"
    return "" if isinstance(document.get("grid"), dict) else "v9"


def _notes(document: Mapping[str, object], frame: Frame) -> list[Note]:
    notes = list(frame.notes)
    background = document.get("background")
    picture = as_text(background.get("src") if isinstance(background, dict) else document.get("img"))
    if picture:
        notes.append(Note("background", f"the picture {picture} was not fetched"))
    for key, words in _COUNTED:
        items = document.get(key)
        if isinstance(items, list) and items:
            notes.append(Note(key, words, len(items)))
    levels = document.get("levels")
    if isinstance(levels, list) and len(levels) > 1:
        notes.append(
            Note("levels", "a level of the scene: all of them were laid over each other", len(levels))
        )
    flags = document.get("flags")
    if isinstance(flags, dict):
        known = ("core", "terrain-height-tools")
        notes.extend(
            Note(f"flags.{as_text(key, most=40)}", "data of a module that is not known here")
            for key in list(flags)[:50]
            if key not in known and flags[key]
        )
    others = [as_text(key, most=40) for key in document if key not in _READ]
    if others:
        words = ", ".join(others[:_MOST_NAMED])
        if len(others) > _MOST_NAMED:
            words += f" and {len(others) - _MOST_NAMED} more"
        notes.append(Note(words, "settings of the scene that mean nothing on a table"))
    return notes
