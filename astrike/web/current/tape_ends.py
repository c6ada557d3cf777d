"""Between what is the tape measure held? Ends that are units, points, pieces or edges, as an address writes them."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.model.attack_question import TablePoint
from astrike.model.inch_limits import FARTHEST
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.report.rulings.margins import NOT_MEASURED
from astrike.report.words.numbers import height, inches
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.tape_measure import EdgeAtEnd, EdgeName, PieceAtEnd, TapeMeasurement, TapePlace
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _, tr

LABELS: Final[Mapping[EdgeName, str]] = {
    "west": "West edge",
    "south": "South edge",
    "east": "East edge",
    "north": "North edge",
}
NEAR_EDGE: Final = 1.0
"""Inches from an edge of the table within which a tap may mean the edge."""
_POINT = re.compile(r"\s*(?P<x>[^,;\s]+)\s*[,;]\s*(?P<y>[^,;\s]+)\s*")


@dataclass(frozen=True, slots=True)
class TapeEnd:
    """One end as it was typed, what it means, and what is wrong with it."""

    text: str
    place: TapePlace | None
    problem: Problem | None = None


def read_end(table: Table, name: str, text: str) -> TapeEnd:
    """Read an end: the id of a unit, or x and y with a comma between them."""
    typed = text.strip()
    if not typed:
        return TapeEnd("", None)
    if table.unit(typed) is not None:
        return TapeEnd(typed, typed)
    found = _POINT.fullmatch(typed)
    x, y = (number_or_text(found["x"]), number_or_text(found["y"])) if found is not None else ("", "")
    if isinstance(x, str) or isinstance(y, str):
        expected = _("a unit of this table, or x, y in inches")
        return TapeEnd(typed[:60], None, Problem(at=name, found=repr(typed[:40]), expected=expected))
    if not (-1000 <= x <= 1000 and -1000 <= y <= 1000):
        expected = _("x and y on the table")
        return TapeEnd(typed[:60], None, Problem(at=name, found=repr(typed[:40]), expected=expected))
    return TapeEnd(typed, (float(x), float(y)))


def read_tape_end(table: Table, name: str, text: str) -> TapeEnd:
    """Read an end of the tape: a unit, a point, a piece or an edge of the table, by id or by the words people use."""
    end = read_end(table, name, text)
    if end.problem is None:
        return end
    known = _known_as(table).get(_plain(text), ())
    if len(known) == 1:
        return TapeEnd(text.strip(), known[0])
    if known:
        expected = _("one of those called so: %(ids)s", ids=", ".join(map(_id_of, known)))
    else:
        expected = _("a unit, a piece of terrain, an edge such as north edge, or x, y in inches")
    return TapeEnd(end.text, None, Problem(at=name, found=end.problem.found, expected=expected))


def ends_of(table: Table) -> tuple[tuple[str, str], ...]:
    """Give every end that has a name, as it is typed, and what it is."""
    called = piece_names(table)
    pieces = [(called[piece.id], called[piece.id]) for piece in table.terrain]
    edges = [(tr(LABELS[side]), tr(LABELS[side])) for side in LABELS]
    return (*pieces, *edges)


def pieces_there(
    table: Table, prepared: PreparedTable, place: TapePlace | None
) -> tuple[tuple[str, str], ...]:
    """Give the pieces under a point of the tape, and the edge of the table that it is close to: how they are typed."""
    if not isinstance(place, tuple):
        return ()
    names = dict(zip([piece.id for piece in table.terrain], ends_of(table), strict=False))
    found = [names[prepared.terrain.pieces[k].id] for k in prepared.terrain.pieces_over(np.array([place]))[0]]
    x, y = place
    away = {"west": x, "south": y, "east": table.width - x, "north": table.depth - y}
    near = [side for side in LABELS if away[side] <= NEAR_EDGE]
    return (*found, *((tr(LABELS[side]), tr(LABELS[side])) for side in near))


def _known_as(table: Table) -> Mapping[str, tuple[TapePlace, ...]]:
    """Give what each word means: ids, names and edges, written large or small."""
    found: dict[str, list[TapePlace]] = {}

    def call(words: str | None, place: TapePlace) -> None:
        if words and place not in found.setdefault(_plain(words), []):
            found[_plain(words)].append(place)

    for unit in table.units:
        call(unit.id, unit.id)
        call(unit.name, unit.id)
    called = piece_names(table)
    for piece in table.terrain:
        # An id is one piece, whatever others are called.
        if _plain(piece.id) not in found:
            found[_plain(piece.id)] = [PieceAtEnd(piece.id)]
    ids = frozenset(found)
    for piece in table.terrain:
        for words in (called[piece.id], piece.name):
            if words and _plain(words) not in ids:
                call(words, PieceAtEnd(piece.id))
    for marker in table.markers:
        for words in (called[marker.id], marker.name or marker.id):
            if _plain(words) not in ids:
                call(words, marker.at)
    for side, words in LABELS.items():
        for stated in (words, tr(words), side):
            call(stated, EdgeAtEnd(side))
    return {words: tuple(places) for words, places in found.items()}


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()


def _id_of(place: TapePlace) -> str:
    match place:
        case PieceAtEnd():
            return place.piece
        case EdgeAtEnd():
            return place.side
        case str():
            return place
        case _:
            return ", ".join(f"{each:g}" for each in place)


def point_named(
    table: Table, name: str, text: str, *, beside: Mapping[str, Sequence[Problem]] = MappingProxyType({})
) -> TablePoint:
    """Read a point of the table, perhaps with a height; raise `InputError` where none, or a unit, is named.

    The error names what is wrong beside it as well.
    """
    numbers = [number_or_text(each.strip()) for each in re.split("[,;]", text)]
    found = [float(each) for each in numbers if not isinstance(each, str) and abs(each) <= FARTHEST]
    if table.unit(text.strip()) is not None or len(found) != len(numbers) or len(found) not in (2, 3):
        expected = _("x, y in inches, each at most %(most)s, and perhaps a height", most=f"{FARTHEST:g}")
        others = (each for several in beside.values() for each in several)
        raise InputError([Problem(name, shown(text.strip()), expected), *others])
    return TablePoint(found[0], found[1], found[2] if len(found) == 3 else None)


def why_unmeasured(prepared: PreparedTable) -> str:
    """Say why nothing is measured around the bases of a table; empty where it is."""
    why = prepared.metric.unmeasured
    return tr(NOT_MEASURED[why]) if why else ""


def measured_facts(found: TapeMeasurement, bracket: str) -> tuple[tuple[str, str], ...]:
    """Give every figure of a measurement with its name."""
    rise = found.rise
    return (
        (_("Range bracket"), bracket or _("out of range")),
        *([(_("Center to center"), inches(found.centres))] if found.centres is not None else []),
        (_("Height at the first end"), height(found.start.z)),
        (_("Height at the second end"), height(found.end.z)),
        (_("Rise"), height(rise) if rise <= 0 else f"+{height(rise)}"),
        (_("Through the air"), inches(found.slant)),
    )
