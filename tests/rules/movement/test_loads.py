"""Buildings and bridges that carry too much are found on a table as a move there says it (CE pp.64, 70, 72)."""

import pytest

from astrike.model.explain import Facts
from astrike.model.legality import Finding
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.rules.layout.legality import found_by_rules
from astrike.rules.movement.buildings import overloaded
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, battle_armor, box, bridge, building, infantry, mech, table

ROOF = building("b", box(10, 10, 20, 20), height=2, **{"class": "light"})
DECK = bridge("d", box(10, 10, 20, 20), base=2, cf=3)


def found(*features: Json, **head: object) -> tuple[Finding, ...]:
    return overloaded(prepare_table(table(*features, **head)))


def on(name: str, at: tuple[float, float] = (13, 13), size: int = 2, **card: object) -> Json:
    return mech(name, at, size=size, elevation="roof", **card)


def test_a_roof_loaded_above_its_class_is_found_with_all_who_stand_there() -> None:
    (finding,) = found(ROOF, on("A"), on("B", (17, 17), 1))
    assert (finding.key, finding.severity, finding.by) == ("standing.building-load", "error", ("b", "A", "B"))
    assert dict(finding.facts) == {"load": 3, "capacity": 2, "units": 2}
    assert finding.cite.page == "CE p.72"
    assert found(ROOF, on("A")) == ()


@pytest.mark.parametrize("where", ["roof", "inside", {"in": "b", "level": 1}])
def test_every_floor_counts(where: object) -> None:
    (finding,) = found(ROOF, mech("A", (13, 13), size=3, elevation=where))
    assert finding.by == ("b", "A")


def test_infantry_weighs_as_the_rules_say_and_others_do_not_count() -> None:
    armor = battle_armor("S", (17, 17), elevation="roof", size=1)
    assert found(ROOF, on("A", size=1), armor) == ()
    assert len(found(ROOF, on("A"), armor)) == 1
    assert found(ROOF, on("A"), infantry("I", (17, 17), elevation="roof")) == ()
    assert found(ROOF, on("A"), on("B", (17, 17), state=["destroyed"])) == ()
    assert found(ROOF, on("A"), on("B", (17, 17), state=["off-table"])) == ()
    assert found(ROOF, on("A"), mech("B", (30, 30), size=4)) == ()
    heavy = building("b", box(10, 10, 20, 20), height=2, **{"class": "hardened"})
    assert found(heavy, on("A", size=4), on("B", (17, 17), 4)) == ()


def test_decks_of_bridges_carry_their_construction_factor() -> None:
    (finding,) = found(DECK, mech("A", (13, 13), size=4))
    assert (finding.key, finding.by) == ("standing.bridge-load", ("d", "A"))
    assert dict(finding.facts) == {"load": 4, "capacity": 3, "units": 1}
    assert found(DECK, mech("A", (13, 13), size=3)) == ()
    assert found(DECK, mech("A", (13, 13), size=4, elevation="under")) == ()


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7"])
@pytest.mark.parametrize(("piece", "goal"), [(ROOF, "roof"), (DECK, None)])
def test_it_is_what_a_move_there_says(piece: Json, goal: str | None, edition: str) -> None:
    big = {"size": 4, "move": '20"'}
    waiting = table(piece, mech("A", (6, 15), **big), edition=edition)
    answer = judge_move(prepare_table(waiting), "A", MoveQuestion(path=(Waypoint(12, 15, goal),)))
    said: list[tuple[str, str, Facts]] = [
        (each.key, each.cite.page, each.facts) for each in answer.checks if each.key.endswith("-load")
    ]
    there = {} if goal is None else {"elevation": goal}
    (finding,) = found(piece, mech("A", (12, 15), **big, **there), edition=edition)
    assert said
    assert (finding.key.removeprefix("standing."), finding.cite.page, finding.facts) in said


def test_an_edition_without_figures_only_remarks() -> None:
    (finding,) = found(ROOF, on("A", size=4), edition="classic-2.3.1")
    assert finding.severity == "warning"


def test_it_is_part_of_what_the_rules_find_on_a_table() -> None:
    keys = [each.key for each in found_by_rules(prepare_table(table(ROOF, on("A", size=4))))]
    assert "standing.building-load" in keys
