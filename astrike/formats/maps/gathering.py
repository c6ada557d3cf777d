"""Which groups do the shapes of a drawing fall into, in the order in which they were met?"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import FILE
from astrike.model.drawing import Group, Shape
from astrike.model.notes import Note

MOST_GROUPS: Final = 60
"""Groups that a person can be asked about; what comes later is asked about together."""
MOST_CORNERS: Final = 400_000
"""What is looked at when a map is simplified; more is refused at once."""
_REST: Final = "everything else"


@dataclass(slots=True)
class Gathering:
    """Shapes, their groups and notes, as a reader finds them."""

    shapes: list[Shape] = field(default_factory=list)
    _groups: dict[str, Group] = field(default_factory=dict)
    _notes: Counter[tuple[str, str]] = field(default_factory=Counter)
    _corners: int = 0

    def add(self, group: Group, *shapes: Shape) -> None:
        """Put shapes into a group, which is named when the first of them arrives."""
        key = group.key
        if key not in self._groups:
            if len(self._groups) >= MOST_GROUPS:
                key = _REST
                group = Group(
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
    def notes(self) -> tuple[Note, ...]:
        """What was said, each thing once."""
        return tuple(Note(at, words, count) for (at, words), count in self._notes.items())

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups with the number of their shapes."""
        counts = Counter(shape.group for shape in self.shapes)
        return tuple(replace(group, count=counts[key]) for key, group in self._groups.items() if counts[key])
