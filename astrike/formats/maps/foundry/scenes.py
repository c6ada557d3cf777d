"""Which scenes does a Foundry file hold, and which of them is wanted?

A database has a scene a line; exported collections have a list of them. One is read at a time: the one that is named
by its name, id or number, else the only one, else the one that the file is called after.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, shown
from astrike.formats.maps.foundry.reading import is_foundry, read_foundry
from astrike.formats.maps.large_json import as_text, load_big_json
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap

FIRST: Final = "first"
"""Stands for the first scene, where none is wanted and none is named by the file."""
_MOST: Final = 2_000
_MOST_NAMED: Final = 40


@dataclass(frozen=True, slots=True)
class _Scene:
    """One scene of a file."""

    number: int
    id: str
    document: Mapping[str, object]
    notes: tuple[ImportNote, ...]

    @property
    def name(self) -> str:
        """What people call it."""
        return as_text(self.document.get("name")) or "without a name"


def is_scenes(data: bytes) -> bool:
    """Does this look like a Foundry database: one object a line, several lines?

    >>> is_scenes(b'{"name": "A", "walls": []}\\n{"name": "B", "walls": []}\\n'), is_scenes(b'{"a":\\n{}}')
    (True, False)
    """
    first, _, after = _unmarked(data).lstrip().partition(b"\n")
    second = after.lstrip().partition(b"\n")[0]
    return all(line.startswith(b"{") and line.rstrip().endswith(b"}") for line in (first, second))


def _unmarked(data: bytes) -> bytes:
    """Give a file without the mark that some editors put before text in UTF-8."""
    return data.removeprefix(b"\xef\xbb\xbf")


def listed_scenes(document: object) -> list[object]:
    """Give the scenes of a list, or of an export with a list of scenes in it; none for anything else.

    >>> scene = {"width": 900, "height": 900, "grid": 100, "walls": []}
    >>> [len(listed_scenes(each)) for each in ([scene, scene], {"scenes": [scene]}, {"scenes": [3]}, scene)]
    [2, 1, 0, 0]
    """
    inside = document.get("scenes") if isinstance(document, dict) else document
    return [each for each in inside if _is_scene(each)] if isinstance(inside, list) else []


def _is_scene(value: object) -> bool:
    return isinstance(value, dict) and is_foundry(value)


def read_scenes(data: bytes, name: str = "", *, scene: str = "") -> DrawnMap:
    """Read one scene from a Foundry database with a scene a line; `scene` is its name, id or number from 1.

    Without it the only one, or the one the file is named after: `Cave.db`, or `maps.db#Cave`.
    """
    found: dict[str, tuple[Mapping[str, object], tuple[ImportNote, ...]]] = {}
    lines = [line for line in _unmarked(data).splitlines() if line.strip()]
    if len(lines) > _MOST:
        raise InputError([Problem(FILE, f"{len(lines):,} lines", f"at most {_MOST:,} scenes, one a line")])
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
    return _read_one(list(_numbered(found.values())), name, scene)


def read_listed(
    scenes: Sequence[object], notes: tuple[ImportNote, ...], name: str = "", *, scene: str = ""
) -> DrawnMap:
    """Read one scene of a list, chosen as `read_scenes` does."""
    if len(scenes) > _MOST:
        raise InputError([Problem(FILE, f"{len(scenes):,} scenes", f"at most {_MOST:,} scenes")])
    documents = [each for each in scenes if isinstance(each, dict)]
    return _read_one(list(_numbered([(each, notes) for each in documents])), name, scene)


def _numbered(found: Iterable[tuple[Mapping[str, object], tuple[ImportNote, ...]]]) -> Iterator[_Scene]:
    for number, (document, notes) in enumerate(found, start=1):
        yield _Scene(number, as_text(document.get("_id")), document, notes)


def _read_one(scenes: Sequence[_Scene], name: str, wanted: str) -> DrawnMap:
    if not scenes:
        raise InputError([Problem(FILE, "no scene in any line", "a Foundry scene")])
    chosen = _chosen(scenes, name, wanted)
    drawing = read_foundry(chosen.document, name)
    notes = chosen.notes
    if len(scenes) == 1:
        return replace(drawing, notes=(*drawing.notes, *notes))
    notes = (*notes, ImportNote("scene", "another scene of the file was left out", len(scenes) - 1))
    choices = tuple((str(each.number), f"{each.number}. {each.name}") for each in scenes)
    return replace(drawing, notes=(*drawing.notes, *notes), scenes=choices, scene=str(chosen.number))


def _chosen(scenes: Sequence[_Scene], name: str, wanted: str) -> _Scene:
    """Give the scene that is wanted; raise `InputError` with all there are where that is none or several."""
    if wanted and wanted != FIRST:
        found = [each for each in scenes if wanted in (each.id, each.name)]
        found = found or [each for each in scenes if _plain(each.name) == _plain(wanted) != ""]
        if not found and wanted.isascii() and wanted.isdecimal():
            found = [each for each in scenes if str(each.number) == wanted.lstrip("0")]
        if len(found) != 1:
            what = f"{len(found)} scenes of that name" if found else "no scene of that name, id or number"
            raise InputError([Problem("scene", f"{shown(wanted)}, {what}", _listed(scenes))])
        return found[0]
    if len(scenes) == 1:
        return scenes[0]
    named = [each for each in scenes if _plain(each.name) in _named_by(name)]
    if len(named) == 1:
        return named[0]
    if wanted == FIRST:
        return scenes[0]
    names = ", ".join(dict.fromkeys(f"'{each.name}'" for each in scenes[:_MOST_NAMED]))
    raise InputError([Problem("scene", f"{len(scenes)} scenes: {names}", _listed(scenes))])


def _listed(scenes: Sequence[_Scene]) -> str:
    """Say what may be wanted: numbers, names and ids."""
    listed = [
        f"{each.number} {each.name}{f' ({each.id})' if each.id else ''}" for each in scenes[:_MOST_NAMED]
    ]
    more = f" and {len(scenes) - _MOST_NAMED} more" if len(scenes) > _MOST_NAMED else ""
    return f"the name, id or number of one of them: {', '.join(listed)}{more}"


def _named_by(file: str) -> set[str]:
    """Give what a file's name may call a scene."""
    whole, _, scene = file.partition("#")
    return {_plain(scene), _plain(PurePath(whole).stem), _plain(whole)} - {""}


def _plain(words: str) -> str:
    return "".join(letter for letter in words.casefold() if letter.isalnum())
