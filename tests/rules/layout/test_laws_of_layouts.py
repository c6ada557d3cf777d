"""Laws of layouts: what must hold on any table, however it lies."""

import json
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.geometry.shaping import rectangle
from astrike.model.table import Table
from astrike.rules.layout import coverage, outlines, pack, piece_limits, quadrants, spacing, symmetry
from astrike.rules.layout.legality import LayoutCheck
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, Point, building, hill, point, table, wall, woods
from tests.rules.layout.limits import limits
from tests.strategies import tables

W, D = 48.0, 36.0
law = settings(max_examples=20, deadline=None)
MAKERS: Final = (hill, building, wall, woods)
MAPS: Final = {
    "turn": lambda x, y: (W - x, D - y),
    "west-east": lambda x, y: (W - x, y),
    "south-north": lambda x, y: (x, D - y),
}
"""What becomes of a place."""
NAMES: Final = MappingProxyType({"west": "east", "east": "west", "south": "north", "north": "south"})

eighths = st.integers(-8, 8 * 48 + 8).map(lambda number: number / 8)
sizes = st.integers(4, 64).map(lambda number: number / 8)
Drawn = tuple[int, Point, float, float, float]


@st.composite
def drawn(draw: st.DrawFn) -> Drawn:
    """A rectangle of some kind somewhere on the table or over its edge."""
    x, y = draw(eighths), draw(eighths) * D / W
    turn = draw(st.sampled_from([0.0, 30.0, 45.0, 90.0, 137.0]))
    return draw(st.integers(0, 3)), (x, y), draw(sizes), draw(sizes), turn


def piece(number: int, about: Drawn, how: str = "") -> Json:
    kind, at, width, depth, turn = about
    outline = rectangle(at, width, depth, turn)
    return MAKERS[kind](f"p{number}", [MAPS[how](*corner) for corner in outline] if how else outline)


CHECKS: Final = (
    outlines.check_outlines,
    piece_limits.check_counts,
    piece_limits.check_piece_sizes,
    coverage.check_coverage,
    spacing.check_spacing,
    symmetry.check_symmetry,
)


def figures(pieces: list[Json], checks: Sequence[LayoutCheck] = CHECKS) -> dict[str, object]:
    prepared = prepare_table(table(*pieces))
    found: dict[str, object] = {}
    for check in checks:
        found |= check(prepared, limits(), tolerance=0.1).figures
    return found


def renamed(value: object, how: str) -> object:
    """What a figure becomes when the table is turned or mirrored: parts of the table change places."""
    if isinstance(value, Mapping):
        return {_renamed(key, how): renamed(each, how) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, how) for each in value]
    return _renamed(value, how) if isinstance(value, str) else value


def _renamed(name: str, how: str) -> str:
    def side(word: str) -> str:
        along = word in ("south", "north")
        moves = how == "turn" or (how == "south-north") == along
        return NAMES[word] if moves and word in NAMES else word

    return "-".join(side(word) for word in name.split("-")) if name not in MAPS else name


def same(one: object, other: object) -> None:
    """Compare figures but for noise."""
    if isinstance(one, Mapping):
        assert isinstance(other, Mapping)
        assert one.keys() == other.keys()
        for key in one:
            same(one[key], other[key])
    elif isinstance(one, list):
        assert isinstance(other, list)
        assert len(one) == len(other)
        for mine, its in zip(one, other, strict=True):
            same(mine, its)
    elif isinstance(one, float):
        assert one == pytest.approx(other, abs=1e-6)
    else:
        assert one == other


@law
@given(st.lists(drawn(), max_size=5), st.sampled_from(sorted(MAPS)))
def test_turning_or_mirroring_a_table_changes_nothing_but_the_names_of_its_parts(
    pieces: list[Drawn], how: str
) -> None:
    here = figures([piece(k, each) for k, each in enumerate(pieces)])
    there = figures([piece(k, each, how) for k, each in enumerate(pieces)])
    for found in (here, there):
        for gap in found["spacing"].values():  # type: ignore[attr-defined]
            if gap is not None:  # of two as close as each other either may be named
                del gap["by"]
                gap.pop("edge", None)
    same(renamed(here, how), there)


@law
@given(st.lists(drawn(), min_size=1, max_size=4), st.sampled_from(sorted(MAPS)))
def test_a_table_made_symmetric_is_off_by_nothing(pieces: list[Drawn], how: str) -> None:
    both = [piece(k, each) for k, each in enumerate(pieces)]
    both += [piece(k + len(pieces), each, how) for k, each in enumerate(pieces)]
    found = symmetry.symmetry_match(prepare_table(table(*both)), how)  # type: ignore[arg-type]
    assert found.alone == ()
    assert found.worst == pytest.approx(0, abs=1e-6)
    assert max((abs(each.turn) for each in found.pairs), default=0) == pytest.approx(0, abs=1e-3)


@law
@given(
    drawn(),
    st.sampled_from(sorted(MAPS)),
    st.floats(0.0, 360.0),
    st.floats(0.0, 0.4),
)
def test_one_piece_of_a_pair_that_is_moved_is_off_by_as_much(
    about: Drawn, how: str, direction: float, by: float
) -> None:
    kind, (x, y), width, depth, turn = about
    one = (kind, (min(x, 10.0), min(y, 10.0)), width, depth, turn)
    angle = np.radians(direction)
    step = (by * float(np.sin(angle)), by * float(np.cos(angle)))
    twin = [(a + step[0], b + step[1]) for a, b in (MAPS[how](*corner) for corner in rectangle(*one[1:]))]
    pieces = [piece(0, one), MAKERS[kind]("twin", twin), hill("other", rectangle((24, 18), 4, 4))]
    found = symmetry.symmetry_match(prepare_table(table(*pieces)), how)  # type: ignore[arg-type]
    assert found.worst == pytest.approx(by, abs=1e-6)
    assert found.alone == ()


@law
@given(st.lists(drawn(), max_size=4), drawn())
def test_one_piece_more_never_lowers_a_share(pieces: list[Drawn], more: Drawn) -> None:
    spots = [point("o", (20, 15), kind="objective", radius=3)]
    laid = [*(piece(k, each) for k, each in enumerate(pieces)), *spots]
    one = figures(laid, [coverage.check_coverage])["coverage"]
    two = figures([*laid, piece(len(pieces), more)], [coverage.check_coverage])["coverage"]
    for before, after in zip(_numbers(one), _numbers(two), strict=True):
        assert after >= before - 1e-9


def _numbers(found: object) -> list[float]:
    """The shares that both tables have."""
    assert isinstance(found, Mapping)
    return [
        found["whole"],
        found["impassable"],
        *found["halves"].values(),
        *found["quadrants"].values(),
        *found["objectives"].values(),
    ]


@law
@given(st.lists(drawn(), max_size=5))
def test_halves_and_quadrants_add_up_to_the_whole(pieces: list[Drawn]) -> None:
    found = figures([piece(k, each) for k, each in enumerate(pieces)], [coverage.check_coverage])["coverage"]
    assert isinstance(found, Mapping)
    whole = found["whole"]
    assert sum(found["quadrants"].values()) / 4 == pytest.approx(whole)
    assert sum(found["halves"].values()) / 4 == pytest.approx(whole)
    assert 0 <= whole <= 1 + 1e-9


BOUNDED: Final = limits(
    {
        **dict.fromkeys(("count.all", "count.woods", "count.quadrant", "height.hill"), (1.0, 3.0)),
        **dict.fromkeys(("footprint.building.width", "gap.edge", "gap.pieces", "gap.zone"), (2.0, 20.0)),
        **dict.fromkeys(("coverage.all", "coverage.quadrant", "coverage.objective"), (0.1, 0.5)),
        **dict.fromkeys(("symmetry.offset", "pack.offset", "pack.turn", "count.even"), (None, 0.25)),
    },
    symmetry="turn",
    quadrants="pursuit",
    pack="Other",
)


@law
@given(tables(most_units=1), tables(most_units=1))
def test_any_table_is_answered_and_every_figure_can_be_written(one: Table, other: Table) -> None:
    prepared = prepare_table(one)
    parts = [check(prepared, BOUNDED, tolerance=0.1) for check in (*CHECKS, quadrants.check_quadrants)]
    parts.append(pack.check_pack(prepared, BOUNDED, tolerance=0.1, pack=other))
    for part in parts:
        json.dumps(dict(part.figures), allow_nan=False)
        for found in part.findings:
            assert found.label, found.key
            assert found.cite.page, found.key
            assert found.severity in ("error", "close", "warning", "note", "pass")
            assert found.value is None or math.isfinite(found.value)
            assert set(found.by) <= {
                each.id for each in (*one.terrain, *one.markers, *other.terrain, *other.markers)
            }
