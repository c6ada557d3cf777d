"""Who moves first, and how many units at a time?

The order of a Movement Phase once it is known who lost initiative, who has no move this turn, and whose move it is
now. Nothing is rolled here. Sources: CE pp.31-33, 40, 180.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from astrike.errors import InputError, Problem, child, quoted
from astrike.model.explain import Facts, Reason, facts
from astrike.model.turn_order import PARTS, NextToMove, OrderAnswer, OrderRound, SideShare, UnitWithoutMove
from astrike.rules.attack.sight import sight_rules
from astrike.rules.edition_rows import reason
from astrike.rules.table.prepared_table import PreparedTable

GROUPS: Mapping[str, str] = MappingProxyType(
    {"lance": "order.lance", "star": "order.star", "level-ii": "order.level-ii"}
)
"""Values of the option that moves groups, and the figure that says how many units each has."""

Left = dict[str, int]


def order(prepared: PreparedTable, lost: Sequence[str]) -> OrderAnswer:
    """Give the order of this turn; `lost` names sides, who lost initiative first.

    A side that is not named comes after those that are. Raise `InputError` for a side that is not there.
    """
    sides = _sides(prepared, lost)
    resting = tuple(_resting(prepared))
    idle = {each.unit for each in resting}
    size = _group_size(prepared)
    units_to_move = {part: _units_to_move(prepared, part, sides, idle) for part in PARTS}
    counts = {
        part: {side: _groups(len(units), size) for side, units in of.items()}
        for part, of in units_to_move.items()
    }
    by_multiples = prepared.options.word("order.unequal") == "multiples"
    steps = tuple(step for part in PARTS for step in _steps(part, counts[part], by_multiples=by_multiples))
    moved = {
        part: {side: sum(has_moved(prepared, i) for i in units) for side, units in of.items()}
        for part, of in units_to_move.items()
    }
    done, upcoming = _standing(prepared, steps, units_to_move, moved, size)
    return OrderAnswer(
        edition=prepared.edition.id,
        sides=sides,
        steps=steps,
        done=done,
        next=upcoming,
        resting=resting,
        group=size,
        rules=tuple(
            _rules(prepared, sides, steps, counts, size, _ahead(steps, units_to_move, moved, done, size))
        ),
        options_used=tuple(sight_rules(prepared).named[name] for name in _options(prepared, counts, size)),
    )


def sides_with_units(prepared: PreparedTable) -> tuple[str, ...]:
    """Name the sides that have units, in the order of the file.

    Sides that the table names come first, as it names them.
    """
    there = [unit.side for unit in prepared.units.units if unit.side is not None and not _is_gone(unit.state)]
    named = [side.id for side in prepared.table.sides if side.id in there]
    return tuple(dict.fromkeys([*named, *there]))


def lost_at(prepared: PreparedTable) -> tuple[str, ...]:
    """Give what the table says about initiative, as far as those sides still have units."""
    there = sides_with_units(prepared)
    return tuple(dict.fromkeys(side for side in prepared.table.initiative if side in there))


def _sides(prepared: PreparedTable, lost: Sequence[str]) -> tuple[str, ...]:
    there = sides_with_units(prepared)
    expected = f"one of {', '.join(there) or 'the sides, of which there are none'}"
    problems = [
        Problem(child("lost", k), quoted(side), expected if side not in there else "each side once")
        for k, side in enumerate(lost)
        if side not in there or side in lost[:k]
    ]
    if not lost:
        problems.append(Problem("lost", "nothing", "the side that lost initiative"))
    if problems:
        raise InputError(problems)
    return tuple(dict.fromkeys([*lost, *there]))


# ---- who moves


def _is_gone(state: frozenset[str]) -> bool:
    return bool(state & {"destroyed", "off-table"})


def _resting(prepared: PreparedTable) -> Iterator[UnitWithoutMove]:
    """Name who was immobile, shut down, carried or gone as the phase began (CE p.32)."""
    for unit, motion in zip(prepared.units.units, prepared.motions, strict=True):
        keys = []
        if "destroyed" in unit.state:
            keys.append("move.destroyed")
        if "off-table" in unit.state:
            keys.append("move.off-table")
        carried = unit.carried_by is not None and "mounted-this-turn" not in unit.state
        if carried or "dismounted" in unit.state:
            keys.append("move.carried")
        if motion.manner == "immobile" or unit.type == "BD":
            keys.append("move.immobile")
        if unit.side is None:
            keys.append("order.no-side")
        if keys:
            yield UnitWithoutMove(unit.id, tuple(reason(prepared, key) for key in keys))


def _units_to_move(
    prepared: PreparedTable, part: str, sides: Sequence[str], idle: set[str]
) -> Mapping[str, tuple[int, ...]]:
    """Give who moves in a part of the phase, by side; aerospace units come after everybody else (CE p.180)."""
    found: dict[str, list[int]] = {side: [] for side in sides}
    for i, (unit, row) in enumerate(zip(prepared.units.units, prepared.units.rows, strict=True)):
        if unit.side is not None and unit.id not in idle and row.aerospace == (part == "aerospace"):
            found[unit.side].append(i)
    return {side: tuple(units) for side, units in found.items()}


def has_moved(prepared: PreparedTable, i: int) -> bool:
    """Has the i-th unit moved this turn? Without a word of its own, by how it moved."""
    unit = prepared.units.units[i]
    return unit.done if unit.done is not None else unit.motion != "unmoved" or unit.carried_by is not None


# ---- how many at a time


def _group_size(prepared: PreparedTable) -> int:
    name = GROUPS.get(prepared.options.word("order.groups"))
    return int(prepared.edition.number(name)) if name else 1


def _groups(count: int, size: int) -> int:
    """Count groups; what is left over forms a smaller one (CE p.33).

    >>> _groups(9, 4), _groups(8, 4), _groups(5, 1)
    (3, 2, 5)
    """
    return -(-count // size)


def _steps(part: str, counts: Mapping[str, int], *, by_multiples: bool) -> Iterator[OrderRound]:
    """Let each side move in turn: N at a time who has at least N times as many left as the fewest (CE pp.32-33).

    >>> pairs = _steps("ground", {"B": 5, "A": 8}, by_multiples=True)
    >>> [[share.count for share in step.shares] for step in pairs]
    [[1, 1], [1, 1], [1, 2], [1, 2], [1, 2]]
    """
    left: Left = dict(counts)
    while any(left.values()):
        fewest = min(count for count in left.values() if count)
        shares = tuple(
            SideShare(side, count // fewest if by_multiples else 1, count)
            for side, count in left.items()
            if count
        )
        for share in shares:
            left[share.side] -= share.count
        yield OrderRound(part, shares)


# ---- where it stands


def _standing(
    prepared: PreparedTable,
    steps: Sequence[OrderRound],
    units_to_move: Mapping[str, Mapping[str, tuple[int, ...]]],
    moved: Mapping[str, Mapping[str, int]],
    size: int,
) -> tuple[int, NextToMove | None]:
    """Find the first share that has not moved yet, and how many rounds of the order are over before it."""
    due: dict[tuple[str, str], int] = {}
    for number, step in enumerate(steps):
        for share in step.shares:
            of = step.part, share.side
            due[of] = due.get(of, 0) + share.count
            units = units_to_move[step.part][share.side]
            missing = min(due[of] * size, len(units)) - moved[step.part][share.side]
            if missing > 0:
                open_units = tuple(prepared.units.units[i].id for i in units if not has_moved(prepared, i))
                return number, NextToMove(share.side, step.part, missing, open_units)
    return len(steps), None


def _ahead(
    steps: Sequence[OrderRound],
    units_to_move: Mapping[str, Mapping[str, tuple[int, ...]]],
    moved: Mapping[str, Mapping[str, int]],
    done: int,
    size: int,
) -> tuple[str, ...]:
    """Name sides that have moved more units than were due in the rounds so far."""
    due: dict[tuple[str, str], int] = {}
    for step in steps[: done + 1]:
        for share in step.shares:
            due[step.part, share.side] = due.get((step.part, share.side), 0) + share.count
    ahead = [
        side
        for part in PARTS
        for side, units in units_to_move[part].items()
        if moved[part][side] > min(due.get((part, side), 0) * size, len(units))
    ]
    return tuple(dict.fromkeys(ahead))


# ---- why


def _rules(
    prepared: PreparedTable,
    sides: Sequence[str],
    steps: Sequence[OrderRound],
    counts: Mapping[str, Mapping[str, int]],
    size: int,
    ahead: Sequence[str],
) -> Iterator[Reason]:
    def named(key: str, measured: Facts | None = None) -> Reason:
        return reason(prepared, key, measured)

    yield named("order.first", facts(side=sides[0]))
    if any(share.count > 1 for step in steps for share in step.shares):
        yield named("order.unequal")
    if len([side for side in sides if any(of[side] for of in counts.values())]) > 2:
        yield named("order.many-sides")
    if size > 1:
        yield named("order.groups", facts(size=size))
    if all(any(of.values()) for of in counts.values()):
        yield named("order.aerospace")
    yield named("order.attacks", facts(side=sides[0]))
    if ahead:
        yield named("order.out-of-turn", facts(side=", ".join(ahead)))


def _options(prepared: PreparedTable, counts: Mapping[str, Mapping[str, int]], size: int) -> Iterator[str]:
    """Name the options without which the order would be another."""
    for part, of in counts.items():
        if tuple(_steps(part, of, by_multiples=True)) != tuple(_steps(part, of, by_multiples=False)):
            yield "order.unequal"
            break
    if size > 1:
        yield "order.groups"
