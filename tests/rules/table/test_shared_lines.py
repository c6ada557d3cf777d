"""Lines taken over from an older version are the lines that would be measured anew, whatever was edited."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from astrike.errors import AstrikeError
from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.model.unit import Base
from astrike.rulebook.loader import IDS
from astrike.rules.table import shared_lines
from astrike.rules.table.hypothetical import with_unit
from astrike.rules.table.lines import measure_columns
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.table.shared_lines import MOST_LINES, lines_between
from tests import builders, strategies
from tests.bench.tables import table_of
from tests.builders import Json, box
from tests.oracle.scenes import random_scene
from tests.soak import examples

LAW = settings(
    max_examples=examples(40, soaked=300), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def ends_of(prepared: PreparedTable) -> tuple[np.ndarray, np.ndarray]:
    """Everybody with everybody else."""
    count = len(prepared.units.units)
    attacker, target = (
        np.array([(a, t) for a in range(count) for t in range(count) if a != t], dtype=np.intp)
        .reshape(-1, 2)
        .T
    )
    return attacker, target


def assert_as_anew(prepared: PreparedTable) -> None:
    ends = ends_of(prepared)
    kept, anew = lines_between(prepared, *ends), measure_columns(prepared, *ends)
    assert list(map(repr, kept.lines())) == list(map(repr, anew.lines()))  # nan equals no nan
    assert kept.meets_woods.tolist() == anew.meets_woods.tolist()
    assert kept.meets_woods_back.tolist() == anew.meets_woods_back.tolist()


HEADS: list[Json] = [
    *({"edition": edition} for edition in IDS),
    {"options": {"sight.eye": 0.6}},
    {"options": {"woods.line-to": "foot"}},
    {"options": {"practical-los": True}},
    {"options": {"silhouette-includes-base": False}},
    {"options": {"contact.max-step": 3.0}},
    {"options": {"arc.forward-degrees": 120}},
    {"grid": {"kind": "hex", "across": 2.0}},
    {"grid": {"kind": "hex", "across": 3.0}},
    {"width": 60.0},
    {},
]
UNIT_IDS = tuple(f"unit-{k}" for k in range(4))


@st.composite
def edits(draw: st.DrawFn) -> list[tuple[str, Json]]:
    """Some edits, one after the other: a unit or a piece that comes, changes or goes, or the head of the table."""
    found: list[tuple[str, Json]] = []
    for _ in range(draw(st.integers(1, 5))):
        what = draw(st.sampled_from(("unit", "unit", "unit", "large", "piece", "gone", "head")))
        name = draw(st.sampled_from(UNIT_IDS))
        if what == "unit":
            found.append((name, draw(strategies.units(unit_id=name))))
        elif what == "large":
            size = draw(st.sampled_from(["LG", "VLG", "SLG"]))
            card = {"type": "CV", "special": size, "side": "red"}
            found.append((name, builders.unit(name, draw(strategies.points()), **card)))
        elif what == "piece":
            found.append(("piece-0", draw(strategies.terrain(piece_id="piece-0"))))
        elif what == "gone":
            found.append((name, {}))
        else:
            found.append(("", draw(st.sampled_from(HEADS))))
    return found


def edited(document: Json, edit: tuple[str, Json]) -> Json:
    name, new = edit
    if not name:
        return {**document, "astrike": {**document["astrike"], **new}}
    others = [each for each in document["features"] if each["id"] != name]
    return {**document, "features": [*others, new] if new else others}


@LAW
@given(strategies.documents(edition="ce-5.01", fewest_units=3, most_units=4, most_pieces=4), edits())
def test_lines_that_are_taken_over_are_those_measured_anew(
    document: Json, changes: list[tuple[str, Json]]
) -> None:
    for change in (("", {}), *changes):
        document = edited(document, change)
        try:
            prepared = prepare_table(parse_document(document))
        except AstrikeError:
            continue  # an option that this edition has not, or no place to stand on
        assert_as_anew(prepared)


def crowd(count: int = 6) -> Table:
    return table_of(random_scene(5, units=count))


EDITS = {
    "at": {"at": (20.0, 17.5)},
    "facing": {"facing": 123.0},
    "facing unknown": {"facing": None},
    "height": {"height": 3.5},
    "elevation": {"elevation": 5.0},
    "base": {"base": Base("hex", 1.5, 1.5)},
    "type": {"type": "CI"},
    "hull-down": {"state": frozenset({"hull-down"})},
    "destroyed": {"state": frozenset({"destroyed"})},
    "off the table": {"state": frozenset({"off-table"})},
}


@pytest.mark.parametrize("change", EDITS.values(), ids=EDITS.keys())
def test_a_unit_that_stands_otherwise_has_other_lines(change: dict[str, object]) -> None:
    table = crowd()
    assert_as_anew(prepare_table(table))
    first, *others = table.units
    changed = replace(first, **change)
    assert_as_anew(prepare_table(replace(table, units=(changed, *others))))
    assert_as_anew(with_unit(prepare_table(table), 0, changed))


def test_a_large_unit_that_comes_and_goes_hides_others_and_no_longer() -> None:
    units = [
        builders.mech("A", (5, 15), side="red", facing=90),
        builders.vehicle("L", (15, 15), side="red", specials=["VLG"]),
        builders.mech("B", (25, 15), side="blue"),
    ]
    for large in (
        units[1],
        {**units[1], "geometry": {"type": "Point", "coordinates": [15, 25]}},
        None,
        units[1],
    ):
        here = [units[0], *([large] if large else []), units[2]]
        prepared = prepare_table(builders.table(*here))
        assert_as_anew(prepared)
        (line,) = lines_between(prepared, np.array([0]), np.array([len(here) - 1])).lines()
        assert bool(line.hiders) == (large is units[1])


def measured(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the lines of each measurement from here on."""
    counts: list[int] = []

    def counted(prepared: PreparedTable, *ends: np.ndarray) -> object:
        counts.append(len(ends[0]))
        return measure_columns(prepared, *ends)

    monkeypatch.setattr(shared_lines, "measure_columns", counted)
    return counts


def test_a_newer_version_measures_the_lines_of_changed_units_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = builders.table(
        builders.hill("h", box(10, 10, 20, 20)),
        *(builders.mech(f"R{k}", (4 + 5 * k, 4), side="red", facing=0) for k in range(4)),
        *(builders.mech(f"B{k}", (4 + 5 * k, 26), side="blue", facing=180) for k in range(4)),
    )
    counts = measured(monkeypatch)
    enemies = np.arange(4, 8)
    for k in range(4):
        lines_between(prepare_table(table), np.full(4, k), enemies)
    assert counts == [8, 8, 8, 8]  # each of these is another table, asked for the first time
    prepared = prepare_table(table)
    for k in range(4):
        lines_between(prepared, np.full(4, k), enemies)
    assert counts == [8, 8, 8, 8]
    first, *others = table.units
    moved = prepare_table(replace(table, units=(replace(first, at=(5.0, 5.0)), *others)))
    for k in range(4):
        lines_between(moved, np.full(4, k), enemies)
    assert counts == [8, 8, 8, 8, 8]
    hurt = prepare_table(replace(table, units=(replace(first, heat=2, skill=3, armor=1), *others)))
    lines_between(hurt, *ends_of(hurt))
    assert counts[5:] == [24]  # friends alone have not been asked about


def test_who_asks_about_a_second_unit_gets_all_lines_between_enemies(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = prepare_table(crowd(4))
    counts = measured(monkeypatch)
    for k in range(4):
        lines_between(prepared, np.full(4, k), np.arange(4, 8))
    assert counts == [8, 24]


def test_many_versions_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_lines, "MOST_LINES", 40)
    table = crowd(4)
    first, *others = table.units
    for k in range(20):
        prepared = prepare_table(
            replace(table, units=(replace(first, at=(first.at[0], 5.0 + k / 2)), *others))
        )
        assert_as_anew(prepared)
    assert MOST_LINES > 40


def test_more_units_than_are_kept_are_measured_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_lines, "MOST_UNITS", 3)
    assert_as_anew(prepare_table(crowd(4)))


def test_several_at_once_get_the_same_lines() -> None:
    prepared = prepare_table(crowd(4))
    anew = list(map(repr, measure_columns(prepared, *ends_of(prepared)).lines()))

    def ask(k: int) -> list[str]:
        attacker, target = ends_of(prepared)
        some = (attacker + k) % 8 < 5
        return list(map(repr, lines_between(prepared, attacker[some], target[some]).lines()))

    with ThreadPoolExecutor(8) as pool:
        for k, found in enumerate(pool.map(ask, range(32))):
            assert found == [
                line for line, a in zip(anew, ends_of(prepared)[0], strict=True) if (a + k) % 8 < 5
            ]
