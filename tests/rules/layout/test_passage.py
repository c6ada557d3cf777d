"""Ways across a table and gaps between its pieces, as the judge of moves sees them."""

import math
from collections.abc import Callable
from functools import cache
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from astrike.geometry.arrays import boxes
from astrike.model.legality import CheckResult, Finding
from astrike.presets.schema import LayoutLimit, LayoutLimits
from astrike.report.layout.sentences import words_of_finding
from astrike.rules.layout.chokepoints import chokepoints
from astrike.rules.layout.passage import check_passage, ways_across
from astrike.rules.layout.reachable_areas import ground_unit_kind, reachable_areas_of
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Json, box
from tests.rules.movement.move_questions import ask

TWO = LayoutLimits(MappingProxyType({"corridors": LayoutLimit("corridors", 2, None, "AS p.124", "high")}))
law = settings(max_examples=30, deadline=None)
TOLERANCE = 0.1

MOVERS: dict[str, Json] = {
    "mech": {"type": "BM", "move": '80"'},
    "tracked": {"type": "CV", "move": '80"t'},
    "wheeled": {"type": "CV", "move": '80"w'},
    "hover": {"type": "CV", "move": '80"h'},
    "infantry": {"type": "CI", "move": '80"f'},
}
PIECES: tuple[Json, ...] = (
    {"kind": "wall", "height": 3},
    {"kind": "hill", "height": 3},
    {"kind": "hill", "height": 1.5},
    {"kind": "hill", "height": 1},
    {"kind": "water", "depth": 1},
    {"kind": "water", "depth": 3},
    {"kind": "woods"},
    {"kind": "jungle"},
    {"kind": "rough"},
    {"kind": "wall", "height": 0.5},
)


def checked(
    *features: Json, limits: LayoutLimits = TWO, tolerance: float = TOLERANCE, **head: object
) -> CheckResult:
    return check_passage(prepare_table(builders.table(*features, **head)), limits, tolerance=tolerance)


def corridor(part: CheckResult) -> Finding:
    (found,) = [each for each in part.findings if each.key == "layout.corridors"]
    return found


# ---- AS-172: two ways between the edges that are farthest apart


def barrier(*gaps: tuple[float, float], at: float = 24.0, depth: float = 36.0) -> list[Json]:
    """A wall from south to north with these gaps: where each begins, and how wide it is."""
    found: list[Json] = []
    south = -1.0
    for start, width in (*gaps, (depth + 1.0, 0.0)):
        found.append(builders.wall(f"w{len(found)}", box(at, south, at + 1, start), height=3))
        south = start + width
    return found


@pytest.mark.parametrize(
    ("gaps", "count", "severity"),
    [
        ((), 0, "error"),
        (((10.0, 2.0),), 1, "error"),
        (((10.0, 2.0), (20.0, 1.5)), 2, "pass"),
        (((10.0, 2.0), (20.0, 1.3)), 2, "close"),
        (((10.0, 2.0), (20.0, 1.2)), 1, "close"),
        (((10.0, 2.6),), 2, "pass"),
        (((10.0, 2.55),), 2, "close"),
    ],
    ids=["none", "one", "two", "two, hardly", "one, hardly", "side by side", "side by side, hardly"],
)
def test_two_ways_join_the_edges_farthest_apart_or_terrain_is_taken_off(
    gaps: tuple[tuple[float, float], ...], count: int, severity: str
) -> None:
    found = corridor(checked(*barrier(*gaps)))
    assert (found.value, found.severity, found.limit, found.cite.page) == (count, severity, 2, "AS p.124")


def test_the_gaps_that_let_no_more_through_are_drawn() -> None:
    found = corridor(checked(*barrier((10.0, 2.0), (20.0, 1.5))))
    assert found.by == ("w0", "w1", "w2")
    lengths = sorted(math.dist(*line) for line in found.lines)
    assert lengths == pytest.approx([1.5, 2.0])
    assert found.where is not None
    assert 20.0 <= found.where[1] <= 21.5


@pytest.mark.parametrize("start", [0.0, 0.2, -0.2], ids=["to the edge", "not quite", "over it"])
def test_beside_a_piece_that_goes_to_the_edge_of_the_table_there_is_no_gap(start: float) -> None:
    found = corridor(
        checked(
            builders.wall("south", box(24, start, 25, 16), height=3),
            builders.wall("north", box(24, 17.3, 25, 36 - start), height=3),
        )
    )
    narrow = [line for line in found.lines if math.dist(*line) < 1.0]
    assert bool(narrow) is (start > 0.0)
    assert found.where is not None
    assert narrow or found.where[1] == pytest.approx(16.65)


def test_between_which_edges_it_is_depends_on_the_table() -> None:
    # The barrier stands across the long way; the short way is open, but nobody asks for it.
    assert corridor(checked(*barrier())).value == 0
    deep = checked(*barrier(at=15.0, depth=60.0), width=36, depth=60)
    assert corridor(deep).value > 20
    square = checked(*barrier(depth=48.0), width=48, depth=48)
    assert corridor(square).value == 0
    figures = square.figures["corridors"]
    assert isinstance(figures, dict)
    assert figures["between"] == [["west", "east"], ["south", "north"]]


def test_without_a_limit_the_ways_are_counted_all_the_same() -> None:
    part = checked(*barrier((10.0, 2.0)), limits=LayoutLimits())
    assert [each.key for each in part.skipped] == ["layout.corridors"]
    figures = part.figures["corridors"]
    assert isinstance(figures, dict)
    assert figures["count"] == 1
    assert all(kind["count"] == 1 for kind in figures["kinds"].values())


def test_a_wider_base_of_the_preset_is_asked_for() -> None:
    wide = LayoutLimits(TWO.limits, base=2.25)
    assert corridor(checked(*barrier((10.0, 2.3), (20.0, 2.2)), limits=wide, tolerance=0.01)).value == 1


def test_played_on_hexes_nothing_is_said() -> None:
    part = checked(grid={"hex": 2})
    assert part.findings == ()
    assert part.skipped


# ---- as the judge has it


@law
@given(
    mover=st.sampled_from(sorted(MOVERS)),
    one=st.integers(0, len(PIECES) - 1),
    other=st.integers(0, len(PIECES) - 1),
    width=st.sampled_from([0.5, 1.0, 1.2, 1.2499, 1.25, 1.2501, 1.3, 1.75]),
    turn=st.sampled_from([0, 20, 45, 90, 117]),
)
def test_who_is_stopped_by_a_gap_is_refused_there_and_who_is_not_walks_through(
    mover: str, one: int, other: int, width: float, turn: int
) -> None:
    pieces = [_beside(PIECES[one], "p", -width / 2 - 3, turn), _beside(PIECES[other], "q", width / 2, turn)]
    prepared = prepare_table(builders.table(*pieces))
    stopped = any(mover in gap.stops for gap in chokepoints(prepared, tolerance=0.0))
    angle = math.radians(turn)
    ahead = (-math.sin(angle) * 4, math.cos(angle) * 4)
    start, end = (24 - ahead[0], 18 - ahead[1]), (24 + ahead[0], 18 + ahead[1])
    unit = builders.unit("A", start, **{"size": 2, "skill": 4, "tmm": 1, "side": "red", **MOVERS[mover]})
    answer = ask(unit, *pieces, path=[end])
    bars = [_stops_by_itself(mover, piece) for piece in (one, other)]
    is_narrow = width < 1.25 - 1e-6
    assert stopped == (all(bars) and is_narrow)
    # The way is the middle one: a single bar that reaches under the base refuses it too. Beside what stops nobody by
    # itself the judge may have other reasons, such as levels that a base may not straddle.
    if is_narrow:
        assert not (any(bars) and answer.allowed)
    else:
        assert answer.allowed


def _beside(about: Json, name: str, off: float, turn: int) -> Json:
    """A piece three wide and two long to one side of the middle of the table, turned around it."""
    angle = math.radians(turn)
    ring = [(off, -1.0), (off + 3, -1.0), (off + 3, 1.0), (off, 1.0)]
    return builders.area(
        name,
        tuple(
            (24 + x * math.cos(angle) - y * math.sin(angle), 18 + x * math.sin(angle) + y * math.cos(angle))
            for x, y in ring
        ),
        **about,
    )


@cache
def _stops_by_itself(mover: str, number: int) -> bool:
    """Is such a unit refused right across the piece? The judge says."""
    about = PIECES[number]
    piece = builders.area("p", box(22, 16, 26, 20), **about)
    unit = builders.unit("A", (24, 12), **{"size": 2, "skill": 4, "tmm": 1, "side": "red", **MOVERS[mover]})
    low = about["kind"] == "wall" and about["height"] == 0.5
    path = [(24, 18, 0.5), (24, 24)] if low else [(24, 24)]
    return not ask(unit, piece, path=path).allowed  # type: ignore[arg-type]


@law
@given(
    off=st.sampled_from([0.3, 0.6251, 0.8, 1.2499, 1.25, 1.2501, 2.0, 2.5]),
    mover=st.sampled_from(sorted(MOVERS)),
    edge=st.sampled_from(["south", "north", "west", "east"]),
)
def test_the_edge_is_a_wall_for_ways_though_a_move_may_hang_over_it(
    off: float, mover: str, edge: str
) -> None:
    """What passes with half of its base beside the table is no way across it."""
    far = 36 - off
    boxes_ = {
        "south": (16, off, 20, 37),
        "north": (16, -1, 20, far),
        "west": (off, 16, 37, 20),
        "east": (-1, 16, far, 20),
    }
    piece = builders.wall("w", box(*boxes_[edge]), height=3)
    prepared = prepare_table(builders.table(piece, width=36, depth=36))
    assert ways_across(prepared, ground_unit_kind(prepared, mover)).count == math.floor(off / 1.25 + 1e-6)
    told = [gap for gap in chokepoints(prepared, tolerance=0.0) if edge in gap.between]
    assert [gap.width for gap in told] == pytest.approx([off])
    assert (mover in told[0].stops) == (off < 1.25 - 1e-6)


LEDGES: dict[str, Json] = {
    "hill": {"kind": "hill", "height": 3},
    "wall": {"kind": "wall", "height": 3},
    "water": {"kind": "water", "depth": 3},
}


@pytest.mark.parametrize("across", [False, True], ids=["west to east", "south to north"])
@pytest.mark.parametrize("kind", LEDGES)
def test_a_piece_from_0_80_off_one_edge_to_0_80_off_the_other_lets_nobody_through(
    kind: str, across: bool
) -> None:
    outline = box(16, 0.8, 20, 35.2) if across else box(0.8, 16, 35.2, 20)
    part = checked(builders.area("a", outline, **LEDGES[kind]), width=36, depth=36)
    found = corridor(part)
    assert (found.value, found.severity) == (0, "error")
    assert found.where is not None
    told = [each for each in part.findings if each.key == "layout.gaps"]
    assert [each.value for each in told] == pytest.approx([0.8])
    assert told[0].facts["places"] == 2
    assert [math.dist(*line) for line in told[0].lines] == pytest.approx([0.8, 0.8])
    edges = {
        word for each in told for word in str(each.facts.get("edge", each.facts.get("edges"))).split(", ")
    }
    assert edges == ({"south", "north"} if across else {"west", "east"})
    assert sorted(math.dist(*line) for line in found.lines) == pytest.approx([0.8, 0.8])


@pytest.mark.parametrize("out", [0.0, 0.3, -1.0], ids=["touches the edges", "nearly", "hangs over them"])
def test_where_a_piece_goes_on_to_the_edges_there_is_a_place_to_look_at(out: float) -> None:
    found = corridor(checked(builders.hill("h", box(out, 16, 36 - out, 20), height=3), width=36, depth=36))
    assert found.value == 0
    assert found.where is not None
    x, y = found.where
    assert -0.01 <= x <= 36.01
    assert 15 <= y <= 21


@pytest.mark.parametrize(
    ("size", "count"), [(36, 28), (48, 38), (72, 57)], ids=["36 inches", "48 inches", "72 inches"]
)
def test_an_empty_table_has_as_many_ways_as_bases_fit_side_by_side_on_it(size: float, count: int) -> None:
    found = corridor(checked(width=size, depth=size))
    assert found.value == count
    assert found.where is None


def _by_trying_places(
    some: list[tuple[float, float, float, float]], size: tuple[float, float], base: float
) -> bool:
    """Walk a base from the west to the east on a grid of places for its middle, with all of it on the table."""
    step, (width, depth), r = 0.05, size, base / 2
    x = np.arange(round(width / step) + 1)[:, None] * step
    y = np.arange(round(depth / step) + 1) * step
    is_free = np.broadcast_to((r <= y + 1e-9) & (y + 1e-9 <= depth - r + 2e-9), (x.size, y.size)).copy()
    for w, s, e, n in some:
        aside = np.maximum(np.maximum(w - x, x - e), 0.0), np.maximum(np.maximum(s - y, y - n), 0.0)
        is_free &= np.hypot(*aside) >= r
    grounds, _ = ndimage.label(is_free)
    return bool((set(grounds[0]) & set(grounds[-1])) - {0})


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_by_trying_all_places_there_is_a_way_exactly_where_one_is_counted(data: st.DataObject) -> None:
    """Walls at random on a small table, some at its edges and over them, against a walk from place to place."""
    tenths = st.integers(-5, 130).map(lambda n: n / 10)
    some: list[tuple[float, float, float, float]] = []
    for _ in range(data.draw(st.integers(1, 6))):
        west, south = data.draw(tenths), data.draw(tenths)
        some.append(
            (
                west,
                south,
                west + data.draw(st.integers(3, 30)) / 10,
                south + data.draw(st.integers(3, 80)) / 10,
            )
        )
    walls = [builders.wall(f"w{k}", box(*each), height=3) for k, each in enumerate(some)]
    prepared = prepare_table(builders.table(*walls, width=16, depth=12))
    kind = ground_unit_kind(prepared, "mech")
    fewest, most = (ways_across(prepared, kind, slack=slack).count for slack in (-0.15, 0.15))
    if (fewest > 0) == (most > 0):
        assert _by_trying_places(some, (16.0, 12.0), kind.base) == (fewest > 0)


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_there_is_a_way_exactly_where_ground_that_a_kind_walks_joins_the_edges(data: st.DataObject) -> None:
    pieces: list[Json] = []
    for number in range(data.draw(st.integers(2, 7))):
        x, y = data.draw(st.integers(4, 20)), data.draw(st.integers(0, 12))
        long, turn = data.draw(st.integers(2, 9)), math.radians(data.draw(st.sampled_from([0, 30, 90])))
        ring = [
            (
                x + a * long * math.cos(turn) - b * math.sin(turn),
                y + a * long * math.sin(turn) + b * math.cos(turn),
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        about = PIECES[data.draw(st.sampled_from([0, 1, 2, 4, 5, 6, 8]))]
        pieces.append(builders.area(f"p{number}", ring, **about))
    prepared = prepare_table(builders.table(*pieces, width=24, depth=12))
    # Ground is as moves have it, over the edge as far as the middle: along the walls' sides they must not.
    beside = [
        builders.wall("s", box(-1, -1, 25, 0), height=3),
        builders.wall("n", box(-1, 12, 25, 13), height=3),
    ]
    walled = prepare_table(builders.table(*pieces, *beside, width=24, depth=12))
    for key in ("mech", "wheeled"):
        kind = ground_unit_kind(prepared, key)
        narrow, wide = (ways_across(prepared, kind, slack=slack).count for slack in (-0.02, 0.02))
        if (narrow > 0) == (wide > 0):
            bounds = [boxes(part) for part in reachable_areas_of(walled, kind).parts]
            joined = any(box[:, 0].min() < 1e-6 and box[:, 2].max() > 24 - 1e-6 for box in bounds)
            assert (narrow > 0) == joined


def field_of(*features: Json, **head: object) -> PreparedTable:
    return prepare_table(builders.table(*features, **head))


def test_a_ramp_leads_through_a_cliff() -> None:
    ridge = [
        builders.hill("south", box(20, -1, 30, 16), height=4),
        builders.hill("north", box(20, 19, 30, 37), height=4),
        builders.hill("middle", box(25, 16, 30, 19), height=4),
        builders.ramp("up", box(20, 16, 25, 19), height=4, toward=90),
        builders.ramp("down", box(30, 16, 35, 19), height=4, toward=270),
    ]
    prepared = field_of(*ridge)
    assert ways_across(prepared, ground_unit_kind(prepared, "mech")).count == 2
    unit = builders.unit(
        "A", (18, 17.5), **{"size": 2, "skill": 4, "tmm": 1, "side": "red", "type": "BM", "move": '40"'}
    )
    assert ask(unit, *ridge, path=[(37, 17.5)]).allowed
    assert ways_across(prepared, ground_unit_kind(prepared, "tracked")).count == (
        2
        if ask(
            {**unit, "properties": {**unit["properties"], "type": "CV", "move": '60"t'}},
            *ridge,
            path=[(37, 17.5)],
        ).allowed
        else 0
    )


def test_a_gap_beside_a_cliff_is_drawn_from_its_edge() -> None:
    found = corridor(
        checked(
            builders.hill("h", box(20, -1, 24, 20), height=3),
            builders.wall("w", box(20, 22, 24, 37), height=3),
        )
    )
    assert found.value == 1
    ((one, other),) = found.lines
    assert sorted((one[1], other[1])) == pytest.approx([20.0, 22.0])


def test_a_terrace_narrower_than_the_base_leads_nowhere() -> None:
    def steps(terrace: float) -> int:
        prepared = field_of(
            builders.hill("low", box(20, -1, 34, 37), height=2),
            builders.hill("high", box(20 + terrace, -1, 34 - terrace, 37), height=4),
        )
        return ways_across(prepared, ground_unit_kind(prepared, "mech")).count

    assert steps(1.2) == 0
    assert steps(1.3) > 20


def test_over_a_bridge_there_is_a_way_across_the_river() -> None:
    river = builders.water("river", box(20, -1, 24, 37), depth=3)
    bridge = builders.bridge("bridge", box(19, 17, 25, 19), base=0)
    without, over = field_of(river), field_of(river, bridge)
    for key in ("mech", "tracked", "wheeled", "infantry"):
        assert ways_across(without, ground_unit_kind(without, key)).count == 0
        assert ways_across(over, ground_unit_kind(over, key)).count >= 1
    assert ways_across(without, ground_unit_kind(without, "hover")).count > 20


def test_beside_a_road_nobody_leaves_it_over_what_bars() -> None:
    # Before the whole base is out of the woods its middle may not leave the road.
    woods = builders.woods("woods", box(20, -1, 26, 37))
    for end, count in ((25.3, 0), (26.5, 0), (26.7, 1)):
        prepared = field_of(woods, builders.area("road", box(15, 10, end, 11), kind="road"))
        assert ways_across(prepared, ground_unit_kind(prepared, "wheeled")).count == count


def test_a_road_leads_through_woods_that_stop_wheels() -> None:
    woods = builders.woods("woods", box(20, -1, 26, 37))
    road = builders.area("road", box(15, 10, 31, 11), kind="road")
    without, along = field_of(woods), field_of(woods, road)
    found = corridor(checked(woods, road, builders.wall("w", box(22, 20, 23, 37), height=3)))
    assert found.value > 10
    assert ways_across(without, ground_unit_kind(without, "wheeled")).count == 0
    assert ways_across(along, ground_unit_kind(along, "wheeled")).count == 1
    unit = builders.unit(
        "A", (17, 10.5), **{"size": 2, "skill": 4, "tmm": 1, "side": "red", **MOVERS["wheeled"]}
    )
    assert ask(unit, woods, road, path=[(29, 10.5)]).allowed


TURNS = {
    "turned": (lambda x, y: (48 - x, 36 - y), lambda toward: toward + 180),
    "mirrored": (lambda x, y: (48 - x, y), lambda toward: -toward),
}


@pytest.mark.parametrize("how", TURNS)
def test_a_table_turned_or_mirrored_has_as_many_ways_and_the_same_gaps(how: str) -> None:
    move, turn = TURNS[how]
    pieces = [
        builders.hill("low", box(8, -1, 20, 20), height=2),
        builders.hill("high", box(9, 2, 17, 18), height=4),
        builders.ramp("up", box(4, 6, 9, 9), height=4, toward=90),
        builders.woods("w", box(16, 21, 22, 30)),
        builders.water("r", box(26, -1, 30, 37), depth=3),
        builders.bridge("b", box(25, 12, 31, 14), base=0),
        builders.area("road", box(14, 24, 26, 25), kind="road"),
        builders.wall("x", box(33, 3, 34, 30), height=3),
    ]
    twins = []
    for piece in pieces:
        (ring,) = piece["geometry"]["coordinates"]  # type: ignore[index]
        about = dict(piece["properties"])  # type: ignore[call-overload]
        if "toward" in about:
            about["toward"] = turn(about["toward"]) % 360
        twins.append(builders.area(str(piece["id"]), [move(x, y) for x, y in ring[:-1]], **about))
    one, other = (checked(*some).figures for some in (pieces, twins))
    kinds = [figures["corridors"]["kinds"] for figures in (one, other)]  # type: ignore[index]
    assert kinds[0] == kinds[1]
    assert min(kind["count"] for kind in kinds[0].values()) < 29
    gaps = [
        sorted(
            (
                round(gap["inches"], 2),
                sorted(_swapped(how, name) if is_twin else name for name in gap["between"]),
                gap["stops"],
            )
            for gap in figures["gaps"]  # type: ignore[attr-defined]
        )
        for figures, is_twin in ((one, False), (other, True))
    ]
    assert gaps[0] == gaps[1]


def _swapped(how: str, name: str) -> str:
    edges = {"west": "east", "east": "west"} | (
        {"south": "north", "north": "south"} if how == "turned" else {}
    )
    return edges.get(name, name)


# ---- what is told of gaps


def test_gaps_say_whom_they_stop_and_where_it_is_too_close_to_call() -> None:
    part = checked(
        builders.wall("a", box(10, 10, 12, 12), height=3),
        builders.wall("b", box(13, 10, 15, 12), height=3),
        builders.wall("c", box(16.3, 10, 18, 12), height=3),
        builders.woods("d", box(18.8, 10, 20, 12)),
    )
    told = {each.by: each for each in part.findings if each.key.startswith("layout.gaps")}
    assert told["a", "b"].severity == "note"
    assert told["a", "b"].value == pytest.approx(1.0)
    assert told["a", "b"].facts["kinds"] == "mech, tracked, wheeled, hover, infantry"
    assert told["b", "c"].facts["close"] == "mech, tracked, wheeled, hover, infantry"
    assert (told["b", "c"].key, told["b", "c"].severity) == ("layout.gaps.close", "note")
    assert told["c", "d"].facts["kinds"] == "wheeled, hover"
    assert told["c", "d"].lines == (((18.0, 11.0), (18.8, 11.0)),)


def test_gaps_of_one_cause_at_the_edges_are_one_note_with_all_their_lines() -> None:
    hills = [
        builders.hill(f"h{k}", box(5 + 10 * k, low, 9 + 10 * k, low + 4), height=3)
        for k, low in enumerate((1, 31, 1, 31))
    ]
    (found,) = [each for each in checked(*hills).findings if each.key == "layout.gaps"]
    assert found.by == ("h0", "h1", "h2", "h3")
    assert (found.value, found.facts["places"], found.facts["edges"]) == (1.0, 4, "south, north")
    assert len(found.lines) == 4
    stated = words_of_finding(found, {f"h{k}": f"Hill {k + 1}" for k in range(4)})
    assert stated.what == "Gaps between Hill 1–4 and the edges (south and north), 4 places"


def test_gaps_between_the_same_two_pieces_are_told_once_with_all_their_lines() -> None:
    comb = [(10, 10), (22, 10), (22, 14), (20, 14), (20, 12), (12, 12), (12, 14), (10, 14)]
    part = checked(
        builders.area("a", comb, kind="wall", height=3), builders.wall("b", box(10, 15, 22, 16), height=3)
    )
    (found,) = [each for each in part.findings if each.key == "layout.gaps"]
    assert (found.by, found.value, found.facts["places"]) == (("a", "b"), 1.0, 2)
    assert len(found.lines) == 2
    assert found.facts["side"] == "north"


@pytest.mark.parametrize(
    ("other", "side"),
    [
        (box(25, 15, 28, 21), "east"),
        (box(16, 15, 19, 21), "west"),
        (box(20, 22, 24, 24), "north"),
        (box(20, 12, 24, 14), "south"),
    ],
)
def test_a_gap_names_the_side_its_width_the_base_and_lies_in_between(
    other: tuple[tuple[float, float], ...], side: str
) -> None:
    part = checked(builders.wall("a", box(20, 15, 24, 21), height=3), builders.wall("b", other, height=3))
    (found,) = [each for each in part.findings if each.key == "layout.gaps"]
    assert (found.value, found.limit, found.bound) == (1.0, 1.25, "at-least")
    opposite = {"east": "west", "west": "east", "north": "south", "south": "north"}
    assert found.facts["side"] == (side if found.by[0] == "a" else opposite[side])
    assert found.where is not None
    (line,) = found.lines
    assert math.dist(found.where, line[0]) == pytest.approx(0.5)


def test_a_gap_beside_a_hill_of_steps_names_the_step_that_is_there() -> None:
    """Where the foot of a ramp is as high as the step, the line of the drop belongs to who is along most of it."""
    part = checked(
        builders.hill("low", box(8, -1, 20, 20), height=2),
        builders.hill("high", box(9, 2, 17, 18), height=4),
        builders.ramp("up", box(4, 6, 9, 9), height=4, toward=90),
    )
    gaps = part.figures["gaps"]
    assert {frozenset(gap["between"]) for gap in gaps if gap["inches"] < 2.5} == {  # type: ignore[attr-defined]
        frozenset({"low", "high"}),
        frozenset({"up", "high"}),
        frozenset({"high", "south"}),
    }


def test_between_buildings_the_rules_let_them_through_and_it_is_said_so() -> None:
    part = checked(builders.building("a", box(10, 10, 12, 12)), builders.building("b", box(13, 10, 15, 12)))
    (gap,) = part.figures["gaps"]  # type: ignore[misc]
    assert gap["stops"] == []
    assert set(gap["through"]) == set(MOVERS)
    assert [each.severity for each in part.findings if each.key == "layout.gaps"] == ["pass"]
    (told,) = (each for each in part.findings if each.key == "layout.gaps")
    assert told.value is None, "what is narrower than the limit and passes would be no sense"


def test_outlines_with_too_many_corners_are_told_not_to_be_measured_and_soon() -> None:
    """A saw with 1,200 teeth: two thousand sides within 3 inches of each other."""
    teeth = [
        place
        for k in range(1200, 0, -1)
        for place in ((20 + k * 0.003, 12.0 + (k % 2)), (20 + (k - 0.5) * 0.003, 12.5 + (k % 2)))
    ]
    saw = builders.area("saw", [(20.0, 10.0), (24.0, 10.0), *teeth], kind="building", height=2)
    part = check_passage(prepare_table(builders.table(saw)), LayoutLimits(), tolerance=0.1)
    assert [(each.key, each.why) for each in part.skipped] == [
        ("layout.corridors", "too-crowded"),
        ("layout.gaps", "too-crowded"),
    ]
    assert not part.findings
    assert not part.figures


@pytest.mark.parametrize("way", ["mirrored", "turned"])
def test_of_gaps_that_are_equally_wide_the_same_are_told_however_the_table_lies(way: str) -> None:
    """Both corners of the magma are as far from the edge; two corners of the woods are as far from each other."""
    magma = box(12.5, 26.875, 16.5, 28.875)
    woods = ((17.22, 27.25), (16.36, 28.36), (15.37, 27.7), (15.37, 26.79), (16.33, 26.23))
    swamp = box(12.5, 2, 16.5, 4)

    def told(place: Callable[[float, float], tuple[float, float]]) -> list[tuple[list[str], float]]:
        pieces = [
            builders.area(kind, [place(x, y) for x, y in outline], kind=kind)
            for kind, outline in (("magma", magma), ("woods", woods), ("swamp", swamp))
        ]
        found = chokepoints(prepare_table(builders.table(*pieces, width=18, depth=30)), tolerance=0.1)
        return sorted(
            (sorted({*gap.between} & {"magma", "woods", "swamp"}), round(gap.width, 6)) for gap in found
        )

    as_it_is = told(lambda x, y: (x, y))
    assert as_it_is
    assert told(lambda x, y: (18 - x, y if way == "mirrored" else 30 - y)) == as_it_is
