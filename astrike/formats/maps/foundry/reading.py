"""What does a Foundry scene draw? Painted heights, regions, drawings and walls, of versions 9 to 14.

Coordinates come out as grid cells from the map's own corner: the border that the program pads a scene with is taken
off. Walls are asked about by what they stop; one that only stops movement hides nothing unless the user says so.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import FILE, shown
from astrike.formats.maps.bigjson import Numbers, as_text, load_big_json
from astrike.formats.maps.foundry.frame import Frame, read_frame
from astrike.formats.maps.foundry.shapes import drawings, painted, regions
from astrike.formats.maps.foundry.walls import walls
from astrike.formats.maps.gathering import Gathering
from astrike.formats.maps.guesses.scale import guess_scale
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
_MOST_SCENES: Final = 2_000


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
    scale = frame.scale or guess_scale(frame.width, frame.depth)
    painted(document, frame, found, scale, numbers)
    regions(document, frame, found, scale, numbers)
    drawings(document, frame, found, numbers)
    walls(document, frame, found, numbers)
    numbers.settle()
    return Drawing(
        format="foundry",
        label=f"{LABEL} {_version(document)}".strip(),
        unit="cell",
        scale=frame.scale,
        guess=scale,
        y_down=True,
        box=(0.0, 0.0, frame.width, frame.depth),
        shapes=tuple(found.shapes),
        groups=found.groups,
        notes=(*found.notes, *_notes(document, frame)),
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


def is_scenes(data: bytes) -> bool:
    """Does this look like a Foundry database: one object a line, several lines?

    >>> is_scenes(b'{"name": "A", "walls": []}\\n{"name": "B", "walls": []}\\n'), is_scenes(b'{"a":\\n{}}')
    (True, False)
    """
    lines = data.lstrip().split(b"\n", 2)[:2]
    return len(lines) == 2 and all(line.startswith(b"{") and line.rstrip().endswith(b"}") for line in lines)


def read_scenes(data: bytes, name: str = "") -> Drawing:
    """Read one scene from a Foundry database with a scene a line: the only one, or the one the file is named after.

    The name may also say it behind a `#`: `maps.db#Cave`.
    """
    found: dict[str, tuple[Mapping[str, object], tuple[Note, ...]]] = {}
    lines = [line for line in data.splitlines() if line.strip()]
    if len(lines) > _MOST_SCENES:
        raise InputError(
            [Problem(FILE, f"{len(lines):,} lines", f"at most {_MOST_SCENES:,} scenes, one a line")]
        )
    for number, line in enumerate(lines):
        try:
            big = load_big_json(line)
        except InputError as error:
            raise InputError(
                Problem(f"line {number + 1}: {each.at}", each.found, each.expected) for each in error.problems
            ) from error
        if not isinstance(big.document, dict):
            raise InputError([Problem(f"line {number + 1}", shown(big.document), "an object, a scene")])
        # The database appends: a later line with the same id replaces an earlier one, or takes it away.
        key = as_text(big.document.get("_id")) or f"line {number + 1}"
        found.pop(key, None)
        if is_foundry(big.document):
            found[key] = (big.document, big.notes)
    names = Counter(as_text(scene.get("name")) or "without a name" for scene, _ in found.values())
    if not found:
        raise InputError([Problem(FILE, "no scene in any line", "a Foundry scene")])
    wanted = _wanted(name)
    chosen = [each for each in found.values() if _plain(as_text(each[0].get("name"))) in wanted]
    if len(found) == 1:
        chosen = list(found.values())
    if len(chosen) != 1:
        listed = ", ".join(f"'{scene}'" for scene in list(names)[:40])
        expected = "one scene: name the file after the scene that you want, or export that scene by itself"
        raise InputError([Problem("scene", f"{len(found)} scenes: {listed}", expected)])
    scene, notes = chosen[0]
    drawing = read_foundry(scene, name)
    if len(found) == 1:
        return _with(drawing, notes)
    return _with(drawing, (*notes, Note("scene", "another scene of the file was left out", len(found) - 1)))


def _with(drawing: Drawing, notes: Sequence[Note]) -> Drawing:
    return replace(drawing, notes=(*drawing.notes, *notes))


def _wanted(name: str) -> set[str]:
    file, _, scene = name.partition("#")
    words = {_plain(scene), _plain(PurePath(file).stem), _plain(file)}
    return words - {""}


def _plain(words: str) -> str:
    return "".join(letter for letter in words.casefold() if letter.isalnum())
