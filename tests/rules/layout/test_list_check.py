"""Rosters made by hand against presets: every kind of limit is kept, broken, and left open where nobody knows."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest

from astrike.model.card import parse_move, parse_special
from astrike.model.legality import Finding, Legality
from astrike.model.unit import Unit
from astrike.presets.loader import load_preset
from astrike.rules.layout.list_check import check_list, units_value

_numbers = count(1)
V32 = load_preset("alpha-strike-350-v3.2")


def unit(
    name: str,
    kind: str = "BM",
    *,
    pv: int | None = 30,
    skill: int = 4,
    specials: str = "",
    move: str = '10"',
    open_card: bool = False,
) -> Unit:
    return Unit(
        id=f"{name.lower().replace(' ', '-')}{next(_numbers)}",
        at=(0.0, 0.0),
        name=name,
        type=kind,
        skill=skill,
        pv=pv,
        move=parse_move(move),
        specials=tuple(parse_special(word) for word in specials.split()),
        unknown=frozenset({"specials"}) if open_card else frozenset(),
    )


def found(legality: Legality, key: str) -> Finding:
    (one,) = [each for each in legality.findings if each.key == f"list.{key}"]
    return one


def errors(legality: Legality) -> set[str]:
    return {each.key.removeprefix("list.") for each in legality.findings if each.severity == "error"}


def skipped(legality: Legality) -> set[str]:
    return {each.key.removeprefix("list.") for each in legality.skipped}


MECHS = tuple(unit(f"{tree} {tree[:3].upper()}-1") for tree in ("Alder", "Birch", "Cedar", "Elm"))


def test_a_list_in_order_answers_every_limit_with_its_figure() -> None:
    checked = check_list(MECHS, V32)
    assert errors(checked) == set()
    assert found(checked, "value").value == 120
    assert found(checked, "units").value == 4
    assert found(checked, "protomechs").severity == "pass"
    assert skipped(checked) == {"era", "faction", "rules-level", "unique", "formations"}
    assert {each.why for each in checked.skipped} == {"by-hand"}
    assert checked.title == "Alpha Strike 350, version 3.2"
    assert checked.figures["value"] == 120


def test_the_value_is_by_skill() -> None:
    # 30 at Skill 4 costs 6 a step up (14 or less is another row) and 3 a step down.
    assert (
        units_value([unit("A", pv=30, skill=4), unit("B", pv=30, skill=3), unit("C", pv=30, skill=5)]) == 93
    )
    heavy = [unit(f"Tree{number} T-{number}", pv=40) for number in range(9)]
    assert found(check_list(heavy, V32), "value").severity == "error"
    assert found(check_list(heavy, V32), "value").value == 360
    green = [unit(f"Tree{number} T-{number}", pv=40, skill=5) for number in range(9)]
    assert found(check_list(green, V32), "value").value == 324


@pytest.mark.parametrize(
    ("roster", "key"),
    [
        ([unit(f"Tree{n} T-{n}", pv=8) for n in range(17)], "units"),
        ([unit(f"Tree{n} T-{n}", pv=8) for n in range(13)], "mechs"),
        ([unit(f"Cart{n} C-{n}", "CV", pv=8) for n in range(7)], "vehicles"),
        ([unit(f"Squad{n} S-{n}", "BA" if n % 2 else "CI", pv=8) for n in range(6)], "infantry"),
        ([unit(f"Point{n} P-{n}", "PM", pv=8) for n in range(4)], "protomechs"),
        ([unit(f"Point{n} P-{n}", "PM", pv=8) for n in range(6)], "protomechs"),
        ([unit("Alder A-1", skill=1)], "skill"),
        ([unit("Alder A-1", skill=7)], "skill"),
        ([unit(f"Tree{n} T-{n}", skill=2 if n else 6) for n in range(3)], "skill-2-6"),
        ([unit(f"Alder ALD-{n}") for n in range(3)], "chassis"),
        ([unit(f"Fir Heavy Tank{model}", "CV") for model in ("", " (Ultra)", " (SRM)")], "chassis"),
        ([unit(f"Gum Battle Armor [{gun}]", "BA") for gun in ("Laser", "Flamer", "MG")], "chassis"),
        ([unit("Alder ALD-1"), unit("Alder ALD-1")], "variant"),
        ([unit("Cart C-1", "CV", specials="IT2"), unit("Cart C-1", "CV", specials="IT2")], "variant-cv"),
        ([unit("Cart C-1", "CV", specials="IT3") for _ in range(3)], "variant-it"),
        ([unit(f"Tree{n} T-{n}", specials="JMPS1") for n in range(3)], "jmps"),
        ([unit("Squad S-1", "CI", pv=6)], "smallest"),
        ([unit("Wing W-1", "AF")], "types"),
        ([unit("Alder A-1", specials="DRO")], "forbidden"),
        ([unit("Wagon W-1", "CV", specials="HTC", move='0"t')], "hitch"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_limit_is_broken_by_one_too_many(roster: Sequence[Unit], key: str) -> None:
    checked = check_list(roster, V32)
    assert key in errors(checked)
    assert found(checked, key).cite.page == "350 3.2"


@pytest.mark.parametrize(
    ("roster", "key"),
    [
        ([unit(f"Tree{n} T-{n}", pv=8) for n in range(12)], "mechs"),
        ([unit(f"Point{n} P-{n}", "PM", pv=8) for n in range(5)], "protomechs"),
        ([unit(f"Tree{n} T-{n}", skill=2 + 4 * n) for n in range(2)], "skill-2-6"),
        ([unit("Cart C-1", "CV", specials="IT3") for _ in range(2)], "variant-it"),
        ([unit("Alder ALD-1"), unit("Alder ALD-2")], "chassis"),
        ([unit("Squad S-1", "CI", pv=7)], "smallest"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_limit_is_kept_at_its_edge(roster: Sequence[Unit], key: str) -> None:
    checked = check_list(roster, V32)
    assert key not in errors(checked)
    assert any(each.key == f"list.{key}" for each in checked.findings)


def test_a_trailer_goes_with_one_that_tows() -> None:
    pair = [
        unit("Wagon W-1", "CV", specials="HTC", move='0"t'),
        unit("Tractor T-1", "CV", specials="HTC", move='8"t'),
    ]
    assert found(check_list(pair, V32), "hitch").severity == "pass"


def test_those_who_are_too_many_are_named() -> None:
    roster = [unit("Alder ALD-1"), unit("Alder ALD-2"), unit("Alder ALD-3"), unit("Birch BIR-1")]
    one = found(check_list(roster, V32), "chassis")
    assert one.by == tuple(each.id for each in roster[:3])
    assert (one.value, one.limit, one.bound, one.facts["over"]) == (3, 2, "at-most", 1)


def every(legality: Legality, key: str) -> list[Finding]:
    return [each for each in legality.findings if each.key == f"list.{key}"]


def test_each_chassis_of_which_there_are_too_many_is_a_finding_of_its_own() -> None:
    alders = [unit(f"Alder ALD-{n}") for n in range(4)]
    birches = [unit(f"Birch BIR-{n}") for n in range(3)]
    checked = check_list([*alders, unit("Cedar CED-1"), *birches], V32)
    reported = {each.by: (each.value, each.facts["over"]) for each in every(checked, "chassis")}
    assert reported == {
        tuple(each.id for each in alders): (4, 2),
        tuple(each.id for each in birches): (3, 1),
    }


def test_each_variant_type_ability_and_unit_is_a_finding_of_its_own() -> None:
    twins = [unit("Alder ALD-1"), unit("Alder ALD-1"), unit("Birch BIR-1"), unit("Birch BIR-1")]
    assert [len(each.by) for each in every(check_list(twins, V32), "variant")] == [2, 2]
    rookies = [unit("Alder ALD-1", skill=1), unit("Birch BIR-1", skill=7), unit("Cedar CED-1", skill=8)]
    skills = every(check_list(rookies, V32), "skill")
    assert {(each.by, each.value, each.bound) for each in skills} == {
        ((rookies[0].id,), 1, "at-least"),
        ((rookies[1].id,), 7, "at-most"),
        ((rookies[2].id,), 8, "at-most"),
    }
    small = [unit("Squad S-1", "CI", pv=6), unit("Squad S-2", "CI", pv=5), *MECHS]
    assert {each.by for each in every(check_list(small, V32), "smallest")} == {
        (small[0].id,),
        (small[1].id,),
    }
    flying = [unit("Wing W-1", "AF"), unit("Wing W-2", "AF"), unit("Ship S-1", "DS"), *MECHS]
    types = every(check_list(flying, V32), "types")
    assert {each.facts["type"]: len(each.by) for each in types} == {"AF": 2, "DS": 1}
    dropping = [unit("Alder A-1", specials="DRO"), unit("Birch B-1", specials="DRO"), *MECHS]
    [code] = every(check_list(dropping, V32), "forbidden")
    assert (code.facts["code"], len(code.by)) == ("DRO", 2)


def test_a_count_says_by_how_many_it_is_out() -> None:
    many = [unit(f"Cart{n} C-{n}", "CV", pv=8) for n in range(8)]
    one = found(check_list(many, V32), "vehicles")
    assert (one.facts["over"], len(one.by)) == (2, 8)
    heavy = [unit(f"Tree{number} T-{number}", pv=40) for number in range(9)]
    assert found(check_list(heavy, V32), "value").facts["over"] == 10
    assert not found(check_list(MECHS, V32), "value").facts


def test_what_nobody_knows_is_not_checked_unless_it_is_too_much_already() -> None:
    roster = [*MECHS, unit("Fir FIR-1", pv=None)]
    assert "value" in skipped(check_list(roster, V32))
    heavy = [unit(f"Tree{n} T-{n}", pv=60) for n in range(6)]
    assert "value" in errors(check_list([*heavy, unit("Fir FIR-1", pv=None)], V32))
    closed = [unit(f"Tree{n} T-{n}", open_card=True) for n in range(3)]
    assert {"jmps", "forbidden"} <= skipped(check_list(closed, V32))
    assert "jmps" not in skipped(check_list(closed[:2], V32))


def test_half_of_the_value_is_in_mechs() -> None:
    preset = load_preset("alpha-strike-open")
    mixed = [unit("Alder A-1", pv=30), unit("Cart C-1", "CV", pv=30)]
    assert found(check_list(mixed, preset), "mech-share").value == 0.5
    assert found(check_list(mixed, preset), "mech-share").severity == "pass"
    few = [unit("Alder A-1", pv=30), unit("Cart C-1", "CV", pv=31)]
    assert found(check_list(few, preset), "mech-share").severity == "error"
    guns = [unit("Alder A-1", specials="ARTS-1", skill=3)]
    assert "artillery-skill" in errors(check_list(guns, preset))
    assert found(check_list(mixed, preset), "artillery-skill").value is None


def test_one_skill_alone_and_no_vtols() -> None:
    preset = load_preset("ibc-germany")
    gnat = unit("Gnat G-1", "CV", move='14"v')
    checked = check_list([unit("Alder A-1", skill=3), gnat], preset)
    assert {"skill", "vtol"} <= errors(checked)
    assert found(checked, "vtol").by == (gnat.id,)


def test_what_is_fielded_has_limits_of_its_own() -> None:
    fielded = [unit(f"Tree{n} T-{n}", pv=26) for n in range(10)]
    assert errors(check_list(fielded, V32)) == set()
    assert found(check_list(fielded, V32), "game.value").severity == "note"
    assert found(check_list(fielded[:9], V32), "game.value").severity == "pass"


def test_a_number_behind_a_name_makes_no_other_variant() -> None:
    twins = [unit("Alder ALD-1"), unit("Alder ALD-1 2")]
    assert found(check_list(twins, V32), "variant").severity == "error"
    unlike = [unit("Alder IIC"), unit("Alder IIC 2", pv=44)]
    assert found(check_list(unlike, V32), "variant").severity == "pass"
    assert found(check_list(unlike, V32), "chassis").value == 2
    listed = [replace(each, mul=7 + number) for number, each in enumerate(twins)]
    assert found(check_list(listed, V32), "variant").severity == "pass", "the Master Unit List knows better"


def test_what_an_event_leaves_open_is_not_checked_and_listed() -> None:
    loose = check_list(MECHS, load_preset("nwa-2024"))
    assert {each.key for each in loose.findings} == {"list.value"}
    assert {each.key: each.why for each in loose.skipped} == {"list.units": "absent", "list.skill": "absent"}
    southern = check_list(MECHS, load_preset("southern-assault-2026"))
    assert [each.key for each in southern.skipped if each.why == "absent"] == ["list.skill"]


def test_a_whole_list_may_be_more_than_one_game_takes_and_it_is_noted() -> None:
    many = check_list([unit(f"Tree{n} T-{n}", pv=30) for n in range(11)], V32)
    assert errors(many) == set()
    noted = {each.key: (each.value, each.limit) for each in many.findings if each.severity == "note"}
    assert noted == {"list.game.value": (330, 250), "list.game.units": (11, 10)}
    few = check_list(MECHS, V32)
    assert [each.severity for each in few.findings if each.key.startswith("list.game.")] == ["pass", "pass"]
