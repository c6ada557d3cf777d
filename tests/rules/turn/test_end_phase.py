"""What is due in an End Phase is read off the table: rolls, heat with its sources, who is lost (CE pp.45-53)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.model.dice import DiceTray
from astrike.model.effect_answer import EffectAnswer
from astrike.model.end_phase import DueEvent, EndPhaseAnswer, UnitHeat
from astrike.rules.effects.effect import effect
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.turn.end_phase import due_events, end_phase
from tests.builders import (
    Json,
    area,
    box,
    bridge,
    building,
    infantry,
    mech,
    point,
    table,
    unit,
    vehicle,
    water,
)

FIGHTER: Json = {
    "type": "AF", "move": "6a", "motion": "flight",
    "flight": {"from": [2, 28], "to": [30, 28], "altitude": "low"},
}  # fmt: skip
EVERYTHING = (
    mech("critical", at=(2, 2), pending={"rolls": ["critical"]}),
    mech("industrial", at=(6, 2), type="IM", pending={"rolls": ["critical", "critical"]}),
    vehicle("motive", at=(10, 2), pending={"rolls": ["motive"]}),
    water("lake", box(13, 0, 17, 4), depth=1),
    mech("breach", at=(15, 2), pending={"rolls": ["hull-breach"]}),
    vehicle("falling", at=(20, 2), move='10"v', elevation=6, state=["immobile"]),
    vehicle(
        "crashing", at=(24, 2), move='10"v', elevation=6, pending={"rolls": ["crash"]}, state=["immobile"]
    ),
    area("field", box(27, 0, 31, 4), kind="minefield", density=3),
    mech("mined", at=(29, 2)),
    mech("repairing", at=(34, 2), specials=["BHJ2"], armor_left=2),
    building("hall", box(0, 10, 4, 14), height=4, class_="light"),
    mech("heavy", at=(2, 12), elevation="roof"),
    bridge("span", box(8, 10, 12, 14), base=4, cf=2),
    mech("crossing", at=(10, 12)),
    area("pit", box(16, 10, 20, 14), kind="quicksand"),
    mech("sinking", at=(18, 12), state=["bogged"]),
    mech("stuck", at=(24, 12), state=["bogged"]),
    area("falls", box(27, 10, 31, 14), kind="rapids", depth=1),
    mech("drifting", at=(29, 12)),
    building("ruin", box(33, 10, 35, 14), height=4, class_="light", cf=0),
    mech("buried", at=(34, 12), elevation="inside"),
    mech("lost", at=(2, 20), armor_left=0, structure_left=0, state=["destroyed"]),
    mech("gone", at=(6, 20), state=["destroyed", "off-table"]),
    mech("lame", at=(10, 20), armor_left=0, structure_left=1),
    vehicle("dazed", at=(18, 20), state=["stunned"]),
    unit("flier", at=(2, 28), pending={"rolls": ["control-roll"]}, **FIGHTER),
    point("aim", (14, 20), kind="poi"),
    area("blaze", box(21, 18, 25, 22), kind="fire"),
    vehicle("burning", at=(23, 20)),
    infantry("windswept", at=(29, 20), armor=2),
    mech("straining", at=(33, 20), moved=12, motion="ground"),
)


def prepared(*features: Json, **head: object) -> PreparedTable:
    return prepare_table(table(*features, **{"phase": "end", **head}))


@pytest.fixture(scope="module")
def everything() -> EndPhaseAnswer:
    return end_phase(prepared(*EVERYTHING, width=36, depth=36, conditions={"wind": 4, "gravity": 0.5}))


@pytest.mark.parametrize(
    ("key", "kind", "who", "page", "needs"),
    [
        ("critical.critical", "critical", "critical", "CE p.49", "2D6 for Critical hit"),
        ("critical.industrial", "critical", "industrial", "CE p.49", "2D6 for Critical hit"),
        ("critical.industrial.2", "critical", "industrial", "CE p.49", "2D6 for Critical hit"),
        ("motive.motive", "motive", "motive", "CE p.49", "2D6 for Motive damage"),
        ("hull-breach.breach", "hull-breach", "breach", "CE p.48", "2D6 for Roll against a breach"),
        ("crash.falling", "crash", "falling", "CE p.36", "2D6 for Critical hit"),
        ("crash.crashing", "crash", "crashing", "CE p.36", "2D6 for Critical hit"),
        (
            "control-roll.flier",
            "control-roll",
            "flier",
            "CE p.187",
            "2D6 for Control roll, or it falls an altitude",
        ),
        ("mines.mined.field", "support", "mined", "CE p.168", "2D6 for Mines of density 3"),
        ("harjel.repairing", "harjel", "repairing", "CE p.83", ""),
        ("collapse.hall", "collapse", "hall", "CE p.72", "1D6 for Damage to heavy"),
        ("collapse.span", "collapse", "span", "no page known", ""),
        ("quicksand.sinking", "quicksand", "sinking", "CE p.60", ""),
        ("rapids.drifting", "rapids", "drifting", "CE p.137", "2D6 for Carried off by rapids"),
        ("fire.burning", "fire", "burning", "CE p.166", ""),
        ("wind.windswept", "wind", "windswept", "CE p.64", ""),
    ],
)
def test_every_kind_of_roll_is_listed(
    everything: EndPhaseAnswer, key: str, kind: str, who: str, page: str, needs: str
) -> None:
    (event,) = [each for each in everything.events if each.key == key]
    assert (event.kind, event.unit, event.cite.page, event.needs) == (kind, who, page, needs)


def test_nothing_else_is_listed(everything: EndPhaseAnswer) -> None:
    assert len(everything.events) == 16


@pytest.mark.parametrize(
    ("who", "key", "page"),
    [
        ("stuck", "bog", "CE p.60"),
        ("straining", "strain", "CE p.62"),
        ("blaze", "fire", "CE p.166"),
        ("ruin", "collapse", "CE p.74"),
        ("dazed", "stunned", "CE p.50"),
    ],
)
def test_what_no_effect_works_out_is_a_note(
    everything: EndPhaseAnswer, who: str, key: str, page: str
) -> None:
    (note,) = [each for each in everything.notes if each.unit == who]
    assert (note.reason.key, note.reason.cite.page) == (key, page)


def test_shells_in_the_air_and_attacks_without_dice_are_noted() -> None:
    attacks = [
        {"by": "A", "target": [20, 20], "ask": {"kind": "off-table"}, "lands": 5},
        {"by": "A", "target": "B"},
    ]
    units = (mech("A", at=(7, 7)), mech("B", at=(7, 20)))
    found = end_phase(prepared(*units, turn=4, attacks=attacks))
    assert [(note.unit, note.reason.key, dict(note.reason.facts)) for note in found.notes] == [
        ("A", "in-flight", {"lands": 5}),
        ("A", "without-dice", {}),
    ]


def test_who_is_lost_or_crippled_and_what_is_aimed_at_is_named(everything: EndPhaseAnswer) -> None:
    assert everything.fallen == ("lost",)
    assert "lame" in {each.unit for each in everything.crippled}
    assert everything.points == ("aim",)


@pytest.mark.parametrize(
    "features",
    [
        [mech("A", pending={"rolls": ["critical"]}, state=["destroyed"])],
        [mech("A", pending={"rolls": ["motive"]})],
        [mech("A", pending={"rolls": ["hull-breach"]})],
        [mech("A", motion="unmoved"), area("f", box(5, 5, 9, 9), kind="minefield", density=2)],
        [vehicle("A", move='10"v', elevation=6), area("f", box(5, 5, 9, 9), kind="minefield", density=2)],
        [mech("A", specials=["BHJ2"])],
        [mech("A", size=1, elevation="roof"), building("h", box(5, 5, 9, 9), height=4, class_="heavy")],
        [vehicle("A", move='10"v', elevation=6)],
        [mech("A", state=["bogged"]), area("m", box(5, 5, 9, 9), kind="mud")],
        [mech("A"), area("q", box(5, 5, 9, 9), kind="quicksand")],
        [vehicle("A", move='10"h'), area("r", box(5, 5, 9, 9), kind="rapids", depth=1)],
        [mech("A"), area("f", box(5, 5, 9, 9), kind="fire")],
    ],
    ids=[
        "destroyed", "no vehicle", "dry", "mines it stood on", "above the mines", "armor whole", "it bears it", "flies",
        "mud", "not stuck", "hovers", "heated instead",
    ],
)  # fmt: skip
def test_what_does_not_meet_a_unit_is_not_due(features: list[Json]) -> None:
    assert due_events(prepared(*features)) == ()


def test_a_roll_that_cannot_be_made_is_a_note_that_says_why() -> None:
    found = end_phase(prepared(mech("A", pending={"rolls": ["hull-breach", "motive"]})))
    assert found.events == ()
    assert [(note.unit, note.reason.key) for note in found.notes] == [
        ("A", "effect.dry"),
        ("A", "effect.no-vehicle"),
    ]


def test_older_rules_have_no_mines_and_say_that_their_critical_table_is_not_known() -> None:
    features = [
        mech("A", pending={"rolls": ["critical"]}),
        area("f", box(5, 5, 9, 9), kind="minefield", density=2),
    ]
    found = end_phase(prepared(*features, edition="classic-2.3.1"))
    assert found.events == ()
    assert [note.reason.key.partition(".")[0] for note in found.notes] == ["criticals"]


# ---- heat


def heat(*features: Json, **card: object) -> UnitHeat:
    (found,) = end_phase(prepared(mech("A", at=(7, 7), **card), *features)).heat
    return found


def sources(found: UnitHeat) -> dict[str, int]:
    return {term.key.removeprefix("heat."): term.value for term in found.answer.terms}


POND = water("pond", box(5, 5, 9, 9), depth=1)
MAGMA = area("magma", box(5, 5, 9, 9), kind="magma")
FIRE = area("fire", box(5, 5, 9, 9), kind="fire")
CRUST = area("crust", box(5, 5, 9, 9), kind="magma-crust")


@pytest.mark.parametrize(
    ("card", "features", "after", "made_of"),
    [
        ({"heat": 2}, [], 0, {"cooling": -2}),
        ({"heat": 2, "fired": True}, [], 0, {"cooling": -2}),
        ({"heat": 2, "heat_made": 0}, [], 2, {}),
        ({"heat": 1, "heat_made": 2}, [], 3, {"overheat": 2}),
        ({"heat": 2, "heat_made": 1}, [POND], 2, {"overheat": 1, "water": -1}),
        ({"heat_made": 0, "hits": {"engine": 1}}, [], 1, {"engine": 1}),
        ({"heat": 1, "hits": {"engine": 1}}, [], 0, {"cooling": -1}),
        ({"heat_made": 0, "hits": {"engine": 1}, "specials": ["FC"]}, [], 0, {}),
        ({"heat": 2, "pending": {"heat": 1}}, [], 1, {"cooling": -2, "external": 1}),
        ({"pending": {"heat": 5}}, [], 2, {"external": 2}),
        ({"pending": {"heat": 2}, "specials": ["FR"]}, [], 0, {}),
        ({"heat": 3}, [MAGMA], 1, {"cooling": -3, "external": 1}),
        ({}, [CRUST], 1, {"external": 1}),
        ({"pending": {"heat": 5}}, [CRUST], 3, {"external": 3}),
        ({}, [FIRE], 1, {"external": 1}),
        ({}, [FIRE, CRUST], 2, {"external": 2}),
    ],
    ids=[
        "E8: without a weapon attack it cools", "E12: so it does after a punch", "E8: an attack without overheat",
        "E8: overheat", "E8: water takes a level", "engine hit after an attack", "engine hit without an attack",
        "engine that burns fuel", "E9: heat from outside comes after cooling", "E10: attacks bring two at most",
        "fire-resistant", "magma", "its crust", "ground beside attacks",
        "a fire", "a fire on magma",
    ],
)  # fmt: skip
def test_heat_is_filled_in_with_its_sources(
    card: dict[str, object], features: list[Json], after: int, made_of: dict[str, int]
) -> None:
    found = heat(*features, **card)
    assert (found.after, sources(found)) == (after, made_of)


def test_four_levels_shut_it_down_and_a_turn_later_it_restarts_without_a_roll() -> None:
    hot = heat(heat=2, heat_made=3)
    assert (hot.after, hot.answer.changes[-1].after) == (4, "shutdown")
    cold = heat(heat=4, state=["shutdown"])
    assert (cold.after, cold.answer.facts["restarts"], cold.answer.dice) == (0, True, ())
    assert ("state", "") in {(change.at, change.after) for change in cold.answer.changes}


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ({"heat": 1, "heat_made": 1}, 6.0, 4.0),
        ({"heat_made": 1, "specials": ["TSM"]}, 8.0, 10.0),
        ({"heat_made": 2, "specials": ["TSM"]}, 8.0, 6.0),
    ],
    ids=["two inches a level", "E13: myomer gains at the first level", "E13: and less at the second"],
)
def test_heat_says_what_it_does_to_the_move(card: dict[str, object], before: float, after: float) -> None:
    found = heat(**card)
    assert (found.move_before, found.move_after) == (before, after)


def test_by_the_older_rules_heat_from_outside_comes_before_cooling() -> None:
    (found,) = end_phase(prepared(mech("A", pending={"heat": 2}), edition="classic-2.3.1")).heat
    assert found.after == 0


def test_vehicles_and_the_lost_have_no_heat() -> None:
    units = (
        vehicle("V", at=(7, 7)),
        mech("D", at=(12, 7), state=["destroyed"]),
        unit("I", at=(20, 7), type="CI"),
    )
    assert end_phase(prepared(*units)).heat == ()


@given(heat_now=st.integers(0, 3), made=st.one_of(st.none(), st.integers(0, 4)), more=st.integers(0, 9))
def test_heat_stays_on_its_scale_and_is_the_sum_of_its_sources(
    heat_now: int, made: int | None, more: int
) -> None:
    found = heat(heat=heat_now, pending={"heat": more}, **({} if made is None else {"heat_made": made}))
    assert 0 <= found.after <= 4
    assert found.after == min(heat_now + sum(sources(found).values()), 4)
    if made is None and not more:
        assert found.after == 0


def test_every_due_roll_can_be_made_with_what_it_asks_for() -> None:
    scene = prepared(*EVERYTHING, width=36, depth=36, conditions={"wind": 4, "gravity": 0.5})
    for event in due_events(scene):
        assert not rolled(scene, event).refusals


def rolled(scene: PreparedTable, event: DueEvent) -> EffectAnswer:
    return effect(scene, event.kind, event.unit, event.settings, DiceTray((), lambda sides: sides))


def test_older_rules_print_neither_fires_nor_wind_nor_quicksand() -> None:
    units = [mech("A", state=["bogged"]), infantry("I", at=(20, 20))]
    found = end_phase(
        prepared(
            *units,
            area("f", box(5, 5, 9, 9), kind="fire"),
            area("q", box(5, 5, 9, 9), kind="quicksand"),
            edition="classic-2.3.1",
            conditions={"wind": 4},
        )
    )
    assert (found.events, found.notes) == ((), ())
    assert [each.after for each in found.heat] == [0]


@pytest.mark.parametrize(
    ("card", "gravity"),
    [({"moved": 8}, 0.5), ({"moved": 12}, 1), ({"type": "CI", "moved": 12}, 0.5), ({}, 0.5)],
    ids=["normal Move", "full gravity", "infantry", "has not moved"],
)
def test_who_cannot_be_strained_is_not_asked_about(card: dict[str, object], gravity: float) -> None:
    found = end_phase(prepared(mech("A", motion="ground", **card), conditions={"gravity": gravity}))
    assert found.notes == ()
