"""Which groups and notes does a drawing have, once a reader has gone through all of its shapes?

Groups come in the order in which they were met. Equal notes become one with a count, so that a large map does not bury
its few remarks.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import field, replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnShape, ShapeGroup

MOST_GROUPS: Final = 60
"""Groups that a person can be asked about; what comes later is asked about together."""

MOST_CORNERS: Final = 400_000
"""What is compared when a map is simplified; more is refused at once."""

_REST: Final = "everything else"


@dataclass(slots=True)
class DrawingBuilder:
    """Shapes, their groups and notes, as a reader finds them."""

    shapes: list[DrawnShape] = field(default_factory=list)
    _groups: dict[str, ShapeGroup] = field(default_factory=dict)
    _notes: Counter[tuple[str, str]] = field(default_factory=Counter)
    _corners: int = 0

    def add(self, group: ShapeGroup, *shapes: DrawnShape) -> None:
        """Put shapes into a group, which is named when the first of them arrives."""
        key = group.key
        if key not in self._groups:
            if len(self._groups) >= MOST_GROUPS:
                key = _REST
                group = ShapeGroup(
                    key, "Everything else", 0, why="more groups than anybody wants to be asked about"
                )
            self._groups.setdefault(key, group)
        if self._groups[key].is_line and any(shape.outlines for shape in shapes):
            self._groups[key] = replace(self._groups[key], is_line=False)
        for shape in shapes:
            self._corners += shape.corners
            if self._corners > MOST_CORNERS:
                found = f"more than {MOST_CORNERS:,} corners"
                raise InputError([Problem(FILE, found, f"at most {MOST_CORNERS:,} on a map")])
            self.shapes.append(shape if shape.group == key else replace(shape, group=key))

    def note(self, at: str, words: str, count: int = 1) -> None:
        """Say something; said twice it is counted."""
        self._notes[at, words] += count

    @property
    def notes(self) -> tuple[ImportNote, ...]:
        """What was said, each thing once."""
        return tuple(ImportNote(at, words, count) for (at, words), count in self._notes.items())

    @property
    def groups(self) -> tuple[ShapeGroup, ...]:
        """The groups with the number of their shapes."""
        counts = Counter(shape.group for shape in self.shapes)
        return tuple(replace(group, count=counts[key]) for key, group in self._groups.items() if counts[key])


MOST_NOTES: Final = 80
"""More than anybody reads."""


def summed(notes: Iterable[ImportNote]) -> tuple[ImportNote, ...]:
    """Give notes as they are, or those that say the same as one where there are too many.

    >>> [note.sentence for note in summed(ImportNote(f"tree {n}", "left out") for n in range(1000))]
    ['left out (1000 times)']
    """
    given = tuple(notes)
    if len(given) <= MOST_NOTES:
        return given
    words: Counter[str] = Counter()
    for note in given:
        words[note.words] += note.count
    few = tuple(ImportNote("", stated, count) for stated, count in words.most_common(MOST_NOTES))
    more = sum(words.values()) - sum(note.count for note in few)
    return (*few, ImportNote("", "said besides, too much to list", more)) if more else few
