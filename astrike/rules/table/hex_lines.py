"""What lies on the lines between units that stand on hexes?

For many pairs at once: how many hexes, what rises into the line, how much woods is on it, in which arc, from which
side. The measurements are the same as in inches, so that all rules ask the same: a line that is blocked hides all of a
unit, partial cover half of it, and each hex of woods counts for the inches of a hex. Sources: CE pp.68-70, AS p.110.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arcs import bearings, turned
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.geometry.hexes import hexes_between, lines_between
from astrike.model.attack_answer import HidingPiece
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.hex_units import hexes_of
from astrike.rules.table.metric import SightScene
from astrike.rules.terrain.hex_board import NOWHERE, HexBoard
from astrike.tolerance import TOUCH

FARTHEST = 400
"""Hexes beyond which nobody asks what lies between."""
HALF = 0.5
"""Share of a unit that counts as hidden in partial cover, and as inside of an arc exactly on whose edge it is."""
SIDES = (1, -1)
SIDE_NAMES = {1: "left", -1: "right", 0: ""}


@dataclass(frozen=True, slots=True, eq=False)
class _Hexes:
    """The hexes between the two ends of all lines, those of each line in a row."""

    first: Ints
    """(n + 1,) where those of each line begin."""
    names: list[str]
    side: list[int]
    piece: list[str | None]
    """What makes each hex as high as it is: a piece of terrain or a unit."""
    blocks: list[bool]
    """Does it rise into the line?"""
    covers: list[bool]
    """Does it cover the target partly, if that is a 'Mech?"""
    covers_back: list[bool]
    """Does it cover the attacker partly as the target looks back, if the attacker is a 'Mech?"""
    woods: list[tuple[bool, ...]]
    """For each kind of see-through terrain: does it rise into the line there?"""
    at: list[int]
    """Index of each hex on the board."""
    is_wet: list[bool]


class _Way(NamedTuple):
    """What one way along a line meets; where it runs along borders there are two."""

    side: int
    hexes: list[int]
    hidden: float
    hiders: tuple[HidingPiece, ...]
    between: tuple[float, ...]
    pieces: tuple[str, ...]
    is_wet: bool


def hex_lines(
    field: SightScene, board: HexBoard, attacker: Ints, target: Ints, *, arcs: Floats
) -> list[MeasuredLine]:
    """Measure the lines between pairs of units (indices (n,) each); `arcs` are the attackers' own, in degrees."""
    units = field.units
    home = hexes_of(board, units)
    away = hexes_between(home[attacker], home[target])
    level = board.level_of(units.z)
    apart = np.abs(level[attacker] - level[target])
    contact = (away <= 1) & (apart <= field.edition.number("hex.contact-levels"))
    xy = units.bases.xy
    off_rear = turned(bearings(xy[target], xy[attacker]), units.facing[target])
    off_rear[away == 0] = np.nan
    shares = _arc_shares(field, attacker, target, arcs)
    met = _between(field, board, attacker, target, away)
    none = (0.0,) * len(field.terrain.kinds)
    in_water = [body.submersion != "none" for body in units.of]
    found: list[MeasuredLine] = []
    for k, (a, t) in enumerate(zip(attacker.tolist(), target.tolist(), strict=True)):
        ways = list(_ways(field, board, met, k))
        there = _best(field, t, ways)
        back = _best(field, a, [_back(field, met, way) for way in ways])
        found.append(
            MeasuredLine(
                attacker=a,
                target=t,
                range=float(away[k]) * board.inches,
                contact=bool(contact[k]),
                hidden=there.hidden,
                hidden_back=back.hidden,
                hiders=there.hiders,
                back_hiders=back.hiders,
                own=none,
                between=there.between,
                theirs=none,
                between_back=back.between,
                woods_pieces=there.pieces,
                own_pieces=(),
                pieces_back=back.pieces,
                arc_share=float(shares[k]),
                off_rear=float(off_rear[k]),
                same_water=in_water[a] and in_water[t] and there.is_wet,
                hexes=tuple(met.names[h] for h in there.hexes),
                side=SIDE_NAMES[there.side] if _differ(field, t, ways) else "",
            )
        )
    return found


def _arc_shares(field: SightScene, attacker: Ints, target: Ints, arcs: Floats) -> Floats:
    """Say for each pair whether the target's hex lies in the attacker's arc: 1, 0, or half exactly on its edge."""
    units = field.units
    xy = units.bases.xy
    off = np.abs(turned(bearings(xy[attacker], xy[target]), units.facing[attacker]))
    share = np.where(off < arcs / 2 - TOUCH, 1.0, np.where(off <= arcs / 2 + TOUCH, HALF, 0.0))
    free = np.isnan(off) | (arcs >= 360.0 - TOUCH) | (np.hypot(*(xy[target] - xy[attacker]).T) <= TOUCH)
    return np.where(free, 1.0, share)


# ---- what lies between


def _between(field: SightScene, board: HexBoard, attacker: Ints, target: Ints, away: Ints) -> _Hexes:
    """Say of every hex between the ends of each line what rises there (CE p.70)."""
    units = field.units
    home = hexes_of(board, units)
    asked = np.flatnonzero(away <= FARTHEST)
    lines = lines_between(home[attacker[asked]], home[target[asked]])
    line = asked[lines.line]
    a, t = attacker[line], target[line]
    from_a, to_t = hexes_between(home[a], lines.hexes), hexes_between(lines.hexes, home[t])
    inner = (from_a > 0) & (to_t > 0)
    line, a, t, from_a, to_t = line[inner], a[inner], t[inner], from_a[inner], to_t[inner]
    hexes, side = lines.hexes[inner], lines.side[inner]
    at = board.index(hexes)
    level = board.level_of(units.z)
    tall = level + (units.top - units.z) / board.level

    def rises(top: Floats | Ints) -> Bools:
        """As high as both units, or as the one that it stands beside."""
        high = top >= np.maximum(tall[a], tall[t]) - TOUCH
        high |= (from_a == 1) & (top >= tall[a] - TOUCH)
        return np.asarray(high | ((to_t == 1) & (top >= tall[t] - TOUCH)))

    top = _tops_met(field, board, at, a, t)
    blocks = rises(top)
    step = field.edition.number("hex.cover-step")
    covers = (to_t == 1) & (top == level[t] + step) & (tall[a] <= tall[t] + TOUCH)
    covers_back = (from_a == 1) & (top == level[a] + step) & (tall[t] <= tall[a] + TOUCH)
    names = [piece.id for piece in field.terrain.pieces]
    piece: list[str | None] = [names[k] if k != NOWHERE else None for k in board.piece[at].tolist()]
    for i in _large(field):
        there = (hexes == home[i]).all(axis=1) & (a != i) & (t != i)
        if units.blocks[i] == "smaller":
            there &= np.array(units.rank)[t] < units.rank[i]
        hidden = there & rises(np.full(len(at), tall[i]))
        blocks |= hidden
        for h in np.flatnonzero(hidden).tolist():
            piece[h] = units.units[i].id
    woods = np.zeros((len(at), len(field.terrain.kinds)), dtype=np.bool_)
    for kind in range(len(field.terrain.kinds)):
        woods[:, kind] = board.grown[at, kind] & rises(board.treetop[at, kind])
    return _Hexes(
        first=np.searchsorted(line, np.arange(len(attacker) + 1)),
        names=board.layout.names(hexes),
        side=side.tolist(),
        piece=piece,
        blocks=blocks.tolist(),
        covers=covers.tolist(),
        covers_back=covers_back.tolist(),
        woods=[tuple(row) for row in woods.tolist()],
        at=at.tolist(),
        is_wet=(board.depth[at] > 0).tolist(),
    )


def _tops_met(field: SightScene, board: HexBoard, at: Ints, a: Ints, t: Ints) -> Ints:
    """Give how high each hex is; a building is not there for infantry inside it (CE p.40)."""
    units = field.units
    inside = np.array(
        [
            field.terrain.index[body.inside] if body.inside is not None and row.infantry else NOWHERE
            for body, row in zip(units.of, units.rows, strict=True)
        ],
        dtype=np.intp,
    )
    gone = board.is_solid[at] & ((board.piece[at] == inside[a]) | (board.piece[at] == inside[t]))
    return np.where(gone, board.ground[at] - board.depth[at], board.top[at])


def _large(field: SightScene) -> list[int]:
    """Give the units that are solid to lines of sight (CE pp.64, 70)."""
    return [i for i, whom in enumerate(field.units.blocks) if whom != "none"]


# ---- one line


def _ways(field: SightScene, board: HexBoard, met: _Hexes, k: int) -> Iterator[_Way]:
    """Give what line k meets; where it runs along borders once by the hexes to the left, once by those to the right."""
    inner = range(int(met.first[k]), int(met.first[k + 1]))
    if not any(met.side[h] for h in inner):
        yield _way(field, board, met, 0, list(inner))
        return
    for side in SIDES:
        yield _way(field, board, met, side, [h for h in inner if met.side[h] in (0, side)])


def _way(field: SightScene, board: HexBoard, met: _Hexes, side: int, hexes: list[int]) -> _Way:
    hidden, hiders = _hidden(met, hexes, met.covers)
    between = tuple(
        board.inches * sum(met.woods[h][kind] for h in hexes) for kind in range(len(field.terrain.kinds))
    )
    pieces = dict.fromkeys(
        field.terrain.pieces[piece].id
        for h in hexes
        if any(met.woods[h])
        for piece in board.over[met.at[h]]
        if piece in field.terrain.kind_of and met.woods[h][field.terrain.kind_of[piece]]
    )
    is_wet = all(met.is_wet[h] for h in hexes)
    return _Way(side, hexes, hidden, hiders, between, tuple(pieces), is_wet)


def _hidden(
    met: _Hexes, hexes: Sequence[int], covers: Sequence[bool]
) -> tuple[float, tuple[HidingPiece, ...]]:
    """Give the share that counts as hidden, and by what: all where a hex rises into the line, else half in cover."""
    for share, which in ((1.0, met.blocks), (HALF, covers)):
        found = [h for h in hexes if which[h]]
        if found:
            names = dict.fromkeys(name for h in found if (name := met.piece[h]) is not None)
            return share, tuple(HidingPiece(name, share) for name in names)
    return 0.0, ()


def _back(field: SightScene, met: _Hexes, way: _Way) -> _Way:
    """Give the same way as the target looks back."""
    hidden, hiders = _hidden(met, way.hexes, met.covers_back)
    return way._replace(side=-way.side, hidden=hidden, hiders=hiders)


def _best(field: SightScene, defender: int, ways: Sequence[_Way]) -> _Way:
    """Choose the way that is better for the target: a border's sides are its choice (CE p.68)."""
    return ways[0] if len(ways) == 1 else max(ways, key=lambda way: _worth(field, defender, way))


def _differ(field: SightScene, defender: int, ways: Sequence[_Way]) -> bool:
    return len(ways) > 1 and len({_worth(field, defender, way) for way in ways}) > 1


def _worth(field: SightScene, defender: int, way: _Way) -> tuple[bool, int, float, float]:
    """Say how much a way is worth to the target: no sight first, then what it adds to the number."""
    filled = sum(inches / kind.limit for kind, inches in zip(field.terrain.kinds, way.between, strict=True))
    is_blocked = way.hidden >= 1.0 or filled >= 1.0 - TOUCH
    rows = field.edition.modifiers
    added = max(
        (
            rows[kind.modifier].value
            for kind, inches in zip(field.terrain.kinds, way.between, strict=True)
            if inches > 0
        ),
        default=0,
    )
    if way.hidden and field.units.rows[defender].cover:
        added += rows["terrain.cover"].value
    return is_blocked, added, sum(way.between), way.hidden
