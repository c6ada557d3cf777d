"""What stands on what when pieces move: levels of hills, ramps between them, and what a hill leaves behind?

Buildings, walls and woods stand on the ground by the rules of the table file. Heights of hills are measured from the
table, so a level that is put on a hill gets the right height here; a ramp gets the right base. What stood on a hill
that moved away stays where it is, and a note says so.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.editing.terrain.edit_requests import EditedPiece
from astrike.editing.terrain.shapes import Form, areas_of, box_of, centre_of
from astrike.formats.checks import number_or_none
from astrike.geometry.shaping import centroid, size_of
from astrike.model.document_change import ABSENT, Operation, SetProperty
from astrike.model.import_notes import ImportNote
from astrike.model.number_text import plain_number
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import BUILT, LAND, Family, Point, Terrain
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.options import resolve
from astrike.rules.terrain.prepared_terrain import prepare_terrain
from astrike.tolerance import TOUCH

_STANDING: Final = BUILT | {Family.SEE_THROUGH}
_HAIR: Final = 0.01
"""Inches beyond the end of a ramp where it meets the ground it leads to."""


class HillsAndRamps:
    """The hills and ramps of a table, without some of its pieces."""

    def __init__(self, table: Table, *, without: Collection[str] = ()) -> None:
        edition = load_edition(table.edition)
        pieces = [
            piece
            for piece in table.terrain
            if piece.id not in without and edition.terrain[piece.kind].family in LAND
        ]
        options = resolve(edition, table.options)
        self._lie = prepare_terrain(pieces, edition=edition, options=options) if pieces else None

    def at(self, places: Sequence[Point]) -> list[float]:
        """Give the height of the ground at each place."""
        if self._lie is None or not places:
            return [0.0] * len(places)
        found = self._lie.ground_at(np.array(places, dtype=np.float64))
        return [round(float(height), 9) for height in found]


@dataclass(frozen=True, slots=True)
class HillTier:
    """A piece with a height of its own that is put somewhere: where it was, where it goes, and what it is."""

    id: str
    title: str
    family: str
    before: Form
    after: Form
    properties: Mapping[str, object]
    usual: float
    """The height of its kind where it says none."""

    @property
    def base(self) -> float:
        """The height at which it begins."""
        return number_or_none(self.properties.get("base")) or 0.0

    @property
    def height(self) -> float:
        """The height that it has above its base."""
        found = number_or_none(self.properties.get("height"))
        return self.usual if found is None else found


def hill_tier(piece: EditedPiece, after: Form, edition: Edition) -> HillTier | None:
    """Give a piece that moves as a tier: hills, ramps, and what says at which height it begins."""
    row = edition.terrain.get(piece.kind)
    says_base = number_or_none(piece.properties.get("base")) is not None
    if row is None or not (row.family in LAND or (row.family in _STANDING and says_base)):
        return None
    return HillTier(piece.id, piece.title, row.family, piece.form, after, piece.properties, row.height)


def stood_up(
    table: Table, tiers: Iterable[HillTier], *, moving: Collection[str]
) -> tuple[Mapping[str, Mapping[str, float]], tuple[ImportNote, ...]]:
    """Give base and height of those tiers that come onto other ground; `moving` is everything that moves.

    Steps that lie on each other rise together, by the ground under the largest of them.
    """
    listed = list(tiers)
    if not listed:
        return {}, ()
    ground = HillsAndRamps(table, without=moving)
    changed: dict[str, Mapping[str, float]] = {}
    notes: list[ImportNote] = []
    for stack in _stacks(listed):
        first = max(stack, key=lambda tier: (tier.family in LAND, size_of(areas_of(tier.after))))
        before, after = ground.at([centre_of(first.before), centre_of(first.after)])
        if first.family in LAND and first.base + first.height <= before + TOUCH:
            continue  # it lay under other ground; what it is measured from nobody knows
        if first.family not in LAND and abs(first.base - before) > TOUCH:
            continue  # it did not stand on the ground, and goes on hanging where it hangs
        if abs(after - before) <= TOUCH:
            continue
        for tier in stack:
            found = _raised(tier, after - before)
            if found:
                changed[tier.id] = found
                top = found.get("base", tier.base) + found.get("height", tier.height)
                notes.append(
                    ImportNote(
                        tier.title,
                        f"stands at {plain_number(after)}″ now: its top is {plain_number(top)}″ above the table",
                    )
                )
    return changed, tuple(notes)


def _raised(tier: HillTier, by: float) -> dict[str, float]:
    if tier.base or tier.family != "ground":
        return {"base": round(tier.base + by, 9)}
    height = round(tier.height + by, 9)
    return {"height": height} if height > TOUCH else {}


def _stacks(tiers: Sequence[HillTier]) -> list[list[HillTier]]:
    """Put together the tiers that share a group or lie on each other."""
    boxes = np.array([box_of(tier.before) for tier in tiers])
    x, y = np.array([centre_of(tier.before) for tier in tiers]).T[:, :, None]
    over = (boxes[:, 0] <= x) & (x <= boxes[:, 2]) & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
    near = [set(np.flatnonzero(row).tolist()) for row in over | over.T]
    first: dict[str, int] = {}
    for i, tier in enumerate(tiers):
        group = tier.properties.get("group")
        if isinstance(group, str) and group:
            near[i].add(first.setdefault(group, i))
            near[first[group]].add(i)
    stacks: list[list[HillTier]] = []
    left = set(range(len(tiers)))
    while left:
        whole, waiting = set[int](), {min(left)}
        while waiting:
            i = waiting.pop()
            whole.add(i)
            waiting |= near[i] - whole
        stacks.append([tiers[i] for i in sorted(whole)])
        left -= whole
    return stacks


def height_operations(name: str, found: Mapping[str, float]) -> list[Operation]:
    """Give what writes base and height into a piece; a base of 0 is what every hill has."""
    return [
        SetProperty(name, key, ABSENT if key == "base" and value == 0.0 else value)
        for key, value in found.items()
    ]


# ---- ramps


def between_levels(table: Table, form: Form, toward: float) -> tuple[float, float] | None:
    """Give base and height of a ramp that leads from the ground at its lower end to that at its upper end.

    None when the ground beyond both ends is as high.
    """
    exterior = areas_of(form)[0][0]
    angle = np.radians(toward)
    ahead = (float(np.sin(angle)), float(np.cos(angle)))
    middle = centroid(areas_of(form))
    along = [x * ahead[0] + y * ahead[1] for x, y in exterior]
    centre = middle[0] * ahead[0] + middle[1] * ahead[1]
    ends = (min(along) - centre - _HAIR, max(along) - centre + _HAIR)
    places = [(middle[0] + ahead[0] * end, middle[1] + ahead[1] * end) for end in ends]
    low, high = HillsAndRamps(table).at(places)
    return (low, round(high - low, 9)) if high - low > TOUCH else None


# ---- what stays behind


def left_behind(old: Table, new: Table, *, touched: Collection[str]) -> tuple[ImportNote, ...]:
    """Say which buildings, woods and units stay where they are while the ground under them changes."""
    edition = load_edition(old.edition)
    if _reliefs(old, edition) == _reliefs(new, edition):
        return ()
    standing = [
        piece
        for piece in new.terrain
        if piece.id not in touched
        and edition.terrain[piece.kind].family in _STANDING
        and old.piece(piece.id) is not None
    ]
    places = [_middle(piece) for piece in standing] + [unit.at for unit in new.units]
    before, after = HillsAndRamps(old).at(places), HillsAndRamps(new).at(places)
    notes: list[ImportNote] = []
    called = piece_names(new)
    for piece, was, now in zip(standing, before, after, strict=False):
        if abs(was - now) > TOUCH:
            notes.append(ImportNote(called[piece.id], _moved_under(piece, was, now)))
    units = len(new.units)
    count = sum(abs(was - now) > TOUCH for was, now in zip(before[-units:], after[-units:], strict=True))
    if units and count:
        who = "A unit stays where it is" if count == 1 else f"{count} units stay where they are"
        notes.append(ImportNote("", f"{who}; the ground under {'it' if count == 1 else 'them'} changed"))
    return tuple(notes)


def _moved_under(piece: Terrain, was: float, now: float) -> str:
    if piece.base is not None and piece.base > now + TOUCH:
        return f"stays where it is and hangs {plain_number(piece.base - now)}″ above the ground now"
    return f"stays where it is: its ground was at {plain_number(was)}″ and is at {plain_number(now)}″ now"


def _reliefs(table: Table, edition: Edition) -> tuple[Terrain, ...]:
    """Give the ground of a table without what makes no difference to its height."""
    return tuple(
        replace(piece, name=None) for piece in table.terrain if edition.terrain[piece.kind].family in LAND
    )


def _middle(piece: Terrain) -> Point:
    return centroid(piece.areas)
