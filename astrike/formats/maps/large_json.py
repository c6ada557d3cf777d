"""What JSON do these bytes of a map hold, without the pictures and tiles that were packed into them?

Maps of other programs are larger than tables because a picture sits in them as text. Pictures and tile numbers
are cut out before anything is parsed and said to be there; what is left has limits of its own. The readers of
each format take numbers from it through `NumberReader`, which knows no NaN and nothing without end.
"""

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NoReturn

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, child
from astrike.formats.encodings import LARGEST_IMPORT, check_size
from astrike.formats.json_text import FILE, MAX_DEPTH, load_json, shown
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnShape
from astrike.model.terrain import Point

FARTHEST_UNITS: Final = 1e7
"""Units of a source that a coordinate may be away from its origin; pixels of the largest maps are some 1e5."""
MOST_PROBLEMS: Final = 50

_PICTURE = re.compile(rb'(?<!\\)"(?:data:[^"\\,]{0,200},[^"]*+|[A-Za-z0-9+/=\\_-]{2000,}+)"')
"""A text that is a picture: it says so, or it is base64 and longer than anything that people write."""
_TILES = re.compile(rb'"data"\s*+:\s*+\[[\d,\s]{200,}+\]')
"""Numbers of tiles, which say which picture lies where."""
_FIGURE = re.compile(r"\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)\s*", re.ASCII)
_LONGEST_FIGURE = 40
_DEEP = f"at most {MAX_DEPTH} inside each other"


@dataclass(frozen=True, slots=True)
class LargeJson:
    """What is left of a document, and what was cut out of it."""

    document: object
    notes: tuple[ImportNote, ...]


def load_big_json(data: bytes) -> LargeJson:
    """Read JSON of up to 32 MB; embedded pictures and tiles become empty and are counted in notes.

    >>> big = load_big_json(b'{"walls": [], "img": "data:image/png;base64,iVBORw0KGgo="}')
    >>> big.document, [note.sentence for note in big.notes]
    ({'walls': [], 'img': ''}, ['an embedded picture: left out'])
    """
    check_size(data)
    text, pictures = _PICTURE.subn(b'""', data)
    text, layers = _TILES.subn(b'"data":[]', text)
    document = load_json(text, most_bytes=LARGEST_IMPORT)
    _check_depth(document)
    notes = []
    if pictures:
        notes.append(ImportNote("an embedded picture", "left out", pictures))
    if layers:
        notes.append(ImportNote("a layer of tiles", "left out: tiles are pictures, no outlines", layers))
    return LargeJson(document, tuple(notes))


def _check_depth(document: object) -> None:
    level = [document]
    for _ in range(MAX_DEPTH):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
        if not below:
            return
        level = below
    raise InputError([Problem(FILE, "lists and objects nested too deeply", _DEEP)])


class NumberReader:
    """Takes numbers, points and objects out of a document, and collects what is wrong with them."""

    __slots__ = ("problems",)

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def report(self, at: str, found: object, expected: str) -> None:
        """Note a problem; when there are more than anybody reads, they are raised at once."""
        self.problems.append(Problem(at or FILE, shown(found), expected))
        if len(self.problems) >= MOST_PROBLEMS:
            self.settle()

    def refuse(self, at: str, found: object, expected: str) -> NoReturn:
        """Raise one problem at once: a limit of the whole file."""
        raise InputError([Problem(at or FILE, shown(found), expected)])

    def settle(self) -> None:
        """Raise what is wrong, if anything is."""
        if self.problems:
            raise InputError(self.problems)

    @contextmanager
    def whole(self, shapes: list[DrawnShape]) -> Iterator[None]:
        """Read one thing: what was drawn of it is taken back when anything of it is wrong."""
        wrong, drawn = len(self.problems), len(shapes)
        yield
        if len(self.problems) > wrong:
            del shapes[drawn:]

    def kept_aside(self, *, is_empty: bool) -> tuple[ImportNote, ...]:
        """Say what was kept aside because it cannot be read; raise it where nothing else is there."""
        if is_empty:
            self.settle()
        return tuple(
            ImportNote(each.at, f"{each.found} was kept aside: needs {each.expected}")
            for each in self.problems
        )

    def number(
        self,
        values: Mapping[str, object],
        key: str,
        at: str,
        *,
        default: float | None = None,
        low: float = -FARTHEST_UNITS,
        high: float = FARTHEST_UNITS,
    ) -> float | None:
        """Read a number that may be absent; what is no number within the limits is a problem."""
        value = values.get(key)
        if value is None:
            return default
        found = as_number(value)
        if found is None or not low <= found <= high:
            self.report(child(at, key), value, f"a number from {low:g} to {high:g}")
            return default
        return found

    def needed(
        self, values: Mapping[str, object], key: str, at: str, *, low: float, high: float = FARTHEST_UNITS
    ) -> float:
        """Read a number that has to be there; what is wrong with it is noted, and the answer is then the least."""
        if values.get(key) is None:
            self.report(child(at, key), None, f"a number from {low:g} to {high:g}")
            return low
        found = self.number(values, key, at, low=low, high=high)
        return low if found is None else found

    def pair(self, value: object, at: str) -> Point | None:
        """Read a position: a list of two numbers or more."""
        if isinstance(value, list) and len(value) >= 2:
            return self._point(value[0], value[1], at, expected="two numbers")
        self.report(at, value, "a position: a list of two numbers")
        return None

    def xy(self, value: object, at: str) -> Point | None:
        """Read a position: an object with x and y."""
        if isinstance(value, dict):
            return self._point(value.get("x"), value.get("y"), at, expected="x and y, two numbers")
        self.report(at, value, "a position: an object with x and y")
        return None

    def _point(self, x: object, y: object, at: str, *, expected: str) -> Point | None:
        east, north = as_number(x), as_number(y)
        if (
            east is not None
            and north is not None
            and abs(east) <= FARTHEST_UNITS
            and abs(north) <= FARTHEST_UNITS
        ):
            return (east, north)
        self.report(at, [x, y], f"{expected} from {-FARTHEST_UNITS:g} to {FARTHEST_UNITS:g}")
        return None

    def items(
        self, values: Mapping[str, object], key: str, at: str = "", *, is_needed: bool = False
    ) -> Iterator[tuple[str, object]]:
        """Go through a list: the place and the value of each item."""
        value = values.get(key)
        if value is None and not is_needed:
            return
        if not isinstance(value, list):
            self.report(child(at, key), value, "a list")
            return
        place = child(at, key)
        for number, item in enumerate(value):
            yield child(place, number), item

    def objects(
        self, values: Mapping[str, object], key: str, at: str = "", *, is_needed: bool = False
    ) -> Iterator[tuple[str, dict[str, object]]]:
        """Go through a list of objects."""
        for place, item in self.items(values, key, at, is_needed=is_needed):
            if isinstance(item, dict):
                yield place, item
            else:
                self.report(place, item, "an object")


def as_number(value: object) -> float | None:
    """Give a finite number as a float; true, text and NaN are none.

    >>> as_number(3), as_number(True), as_number(float("inf"))
    (3.0, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        return float(value) if value.bit_length() <= 1000 else None
    return value if math.isfinite(value) else None


def as_figure(value: object) -> float | None:
    """Give a finite number, also where it stands there as text.

    >>> as_figure(" 2.5 "), as_figure(3), as_figure("12 m"), as_figure("nan"), as_figure("1_0")
    (2.5, 3.0, None, None, None)
    """
    if not isinstance(value, str):
        return as_number(value)
    return float(value) if len(value) <= _LONGEST_FIGURE and _FIGURE.fullmatch(value) else None


def as_text(value: object, *, most: int = 200) -> str:
    """Give a text of one line without blanks around it; what is no text is empty.

    >>> as_text("  Old mill\\n"), as_text(None), as_text(7)
    ('Old mill', '', '7')
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    words = " ".join(str(value)[: 4 * most].split())
    return "".join(letter for letter in words if letter.isprintable())[:most]
