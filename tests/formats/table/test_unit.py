"""Units in a table file: every property read, every wrong one named."""

from collections.abc import Callable

import pytest

from astrike.model.unit import FLAGS, MOTIONS, Base, FlightLine, Hits, InPiece, SpottingState
from tests.builders import (
    Json,
    battle_armor,
    box,
    bridge,
    building,
    document,
    hill,
    infantry,
    mech,
    point,
    polygon,
    ramp,
    table,
    unit,
    unit_of,
    vehicle,
    water,
)
from tests.formats.problems import places, problems_of

ABOUT = "features[0].properties"


def test_a_unit_of_which_nothing_is_said_has_the_contract_s_defaults() -> None:
    found = unit_of(unit("Alder-1", (3, 4)))
    assert (found.id, found.name, found.at) == ("Alder-1", "Alder-1", (3, 4))
    assert (found.type, found.size, found.skill, found.heat) == ("BM", 1, 4, 0)
    assert (found.base, found.height, found.stand, found.facing, found.side) == (None, None, 0, None, None)
    assert (found.move, found.tmm, found.damage, found.elevation) == (None, None, None, None)
    assert (found.overheat, found.armor, found.structure, found.threshold) == (0, 0, 0, 0)
    assert (found.specials, found.pilot, found.motion, found.moved, found.done) == (
        (),
        (),
        "unmoved",
        None,
        None,
    )
    assert (found.hits, found.armor_left, found.structure_left) == (Hits(), None, None)
    assert (found.state, found.spotter, found.ecm, found.flight) == (frozenset(), None, "ecm", None)
    assert (found.carried_by, found.carried_as) == (None, None)
    assert found.stated == {"kind"}


def test_every_property_is_read() -> None:
    found = table(
        unit(
            "A", (3, 4), name="Alder", type="BM", size=3, skill=2, heat=1, base=1.25, height=2.25, stand=0.1,
            facing=90, side="red", elevation=2, move='8"/6"j', tmm=1, damage="3/3/2", overheat=1, armor=5,
            structure=4, threshold=2, specials=["ECM", "IF2", "TUR(2/2/1,IF1)"], pv=30, mul=1234, pilot=["sniper"],
            motion="jump", moved=6, done=False,
            hits={"mp": 1, "engine": 1, "fire-control": 2, "weapon": 1, "crew": 1, "motive": ["-2", "half"]},
            armor_left=3, structure_left=4, state=["hull-down", "stunned"],
            spotter={"target": "B", "attacks": "weapon", "remote": True}, ecm="eccm",
            flight={"from": [0, 1], "to": [48, 1], "altitude": "low"}, carried_by="B", carried_as="cargo",
        ),
        unit("B", (9, 9)),
    ).units[0]  # fmt: skip
    assert (found.name, found.type, found.size, found.skill, found.heat) == ("Alder", "BM", 3, 2, 1)
    assert (found.base, found.height, found.stand) == (Base("round", 1.25, 1.25), 2.25, 0.1)
    assert (found.facing, found.side, found.elevation) == (90, "red", 2.0)
    assert found.move is not None
    assert (found.move.printed, found.move.jump, found.tmm) == ('8"/6"j', 6, 1)
    assert found.damage is not None
    assert [value.points for value in found.damage.values] == [3, 3, 2]
    assert (found.overheat, found.armor, found.structure, found.threshold) == (1, 5, 4, 2)
    assert [special.printed for special in found.specials] == ["ECM", "IF2", "TUR(2/2/1,IF1)"]
    assert (found.pilot, found.motion, found.moved, found.done) == (("sniper",), "jump", 6, False)
    assert found.hits == Hits(1, 1, 2, 1, 1, ("-2", "half"))
    assert (found.armor_left, found.structure_left) == (3, 4)
    assert found.state == {"hull-down", "stunned"}
    assert found.spotter == SpottingState("B", "weapon", remote=True)
    assert (found.ecm, found.flight) == ("eccm", FlightLine((0, 1), (48, 1), "low"))
    assert (found.carried_by, found.carried_as) == ("B", "cargo")
    assert {"pv", "mul", "carried_as", "stand"} <= found.stated


def test_null_says_as_little_as_nothing() -> None:
    keys = (
        "type",
        "facing",
        "base",
        "move",
        "damage",
        "pv",
        "mul",
        "hits",
        "state",
        "elevation",
        "flight",
    )
    feature = unit("A")
    feature["properties"] = {"kind": "unit", **dict.fromkeys(keys)}
    assert unit_of(feature) == unit_of(unit("A"))


def test_special_abilities_may_be_unknown_which_is_not_none() -> None:
    feature = unit("A")
    feature["properties"] = {"kind": "unit", "specials": None}
    found = unit_of(feature)
    assert (found.specials, found.unknown) == ((), {"specials"})
    assert "specials" not in found.stated
    assert unit_of(unit("A")).unknown == set()
    assert unit_of(unit("A", specials=[])).unknown == set()


@pytest.mark.parametrize(
    ("base", "read"),
    [
        (1, Base("round", 1, 1)),
        ({"shape": "hex", "across": 1.25}, Base("hex", 1.25, 1.25)),
        ({"shape": "rect", "width": 2, "length": 3}, Base("rect", 2, 3)),
    ],
)
def test_bases_are_round_hexagons_or_rectangles(base: object, read: Base) -> None:
    assert unit_of(unit(base=base)).base == read


@pytest.mark.parametrize(
    ("elevation", "read"),
    [
        (0, 0.0),
        (-1.5, -1.5),
        ("roof", "roof"),
        ("inside", "inside"),
        ("under", "under"),
        ({"in": "b", "level": 2}, InPiece("b", 2)),
        ({"in": "b"}, InPiece("b", 0)),
    ],
)
def test_elevations_are_numbers_words_or_floors(elevation: object, read: object) -> None:
    found = table(unit("A", elevation=elevation), building("b", box(5, 5, 9, 9)))
    assert found.units[0].elevation == read


@pytest.mark.parametrize(("facing", "read"), [(0, 0), (359.9, 359.9), (360, 0), (None, None)])
def test_a_full_turn_is_no_turn(facing: object, read: float | None) -> None:
    assert unit_of(unit(facing=facing)).facing == read


@pytest.mark.parametrize("motion", MOTIONS)
def test_every_motion_is_known(motion: str) -> None:
    assert unit_of(unit(motion=motion)).motion == motion


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_is_known(flag: str) -> None:
    assert unit_of(unit(state=[flag])).state == {flag}


@pytest.mark.parametrize("specials", [["XQZ"], ["FOO12"], ["BAR3/2/-"], ["C3M", "C3RS"], ["I-TSM"], []])
def test_any_well_formed_special_ability_is_read(specials: list[str]) -> None:
    assert [special.printed for special in unit_of(unit(specials=specials)).specials] == specials


@pytest.mark.parametrize("builder", [mech, vehicle, infantry, battle_armor])
def test_the_builders_build_units_that_are_read(builder: Callable[[], Json]) -> None:
    assert table(builder()).units


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ({"name": 7}, "name"),
        ({"type": "XX"}, "type"),
        ({"type": ["BM"]}, "type"),
        ({"size": 0}, "size"),
        ({"size": 2.5}, "size"),
        ({"size": True}, "size"),
        ({"skill": -1}, "skill"),
        ({"skill": 9}, "skill"),
        ({"skill": "4"}, "skill"),
        ({"heat": 5}, "heat"),
        ({"heat": -1}, "heat"),
        ({"base": 0}, "base"),
        ({"base": -1.25}, "base"),
        ({"base": 1e-9}, "base"),
        ({"base": 99}, "base"),
        ({"base": "1.25"}, "base"),
        ({"base": True}, "base"),
        ({"base": [1]}, "base"),
        ({"base": {}}, "base.shape"),
        ({"base": {"shape": "round", "across": 1}}, "base.shape"),
        ({"base": {"shape": "hex"}}, "base.across"),
        ({"base": {"shape": "hex", "across": 0}}, "base.across"),
        ({"base": {"shape": "rect", "width": 1}}, "base.length"),
        ({"base": {"shape": "rect", "width": -1, "length": 2}}, "base.width"),
        ({"height": 0}, "height"),
        ({"height": 1e9}, "height"),
        ({"stand": -0.1}, "stand"),
        ({"facing": 360.1}, "facing"),
        ({"facing": -90}, "facing"),
        ({"facing": "north"}, "facing"),
        ({"facing": 10**400}, "facing"),
        ({"side": 1}, "side"),
        ({"elevation": "top"}, "elevation"),
        ({"elevation": 1e6}, "elevation"),
        ({"elevation": [1]}, "elevation"),
        ({"elevation": False}, "elevation"),
        ({"elevation": {}}, "elevation.in"),
        ({"elevation": {"in": "nowhere"}}, "elevation.in"),
        ({"elevation": {"in": 3}}, "elevation.in"),
        ({"elevation": {"in": "h", "level": 1.5}}, "elevation.level"),
        ({"move": 8}, "move"),
        ({"move": ""}, "move"),
        ({"move": "fast"}, "move"),
        ({"move": '8"q'}, "move"),
        ({"move": "9" * 90}, "move"),
        ({"move": "9" * 9000}, "move"),
        ({"tmm": -1}, "tmm"),
        ({"damage": [3, 3, 2]}, "damage"),
        ({"damage": "3-3-2"}, "damage"),
        ({"damage": "3/3/2/1/1"}, "damage"),
        ({"damage": "1*/1/1"}, "damage"),
        ({"overheat": "1"}, "overheat"),
        ({"armor": -1}, "armor"),
        ({"structure": 1.5}, "structure"),
        ({"threshold": None, "armor": []}, "armor"),
        ({"specials": "ECM"}, "specials"),
        ({"specials": ["ECM", 7]}, "specials[1]"),
        ({"specials": ["E C M"]}, "specials[0]"),
        ({"specials": [""]}, "specials[0]"),
        ({"specials": ["TUR(" * 5000]}, "specials[0]"),
        ({"specials": ["TUR(2/2/2,???)"]}, "specials[0]"),
        ({"pv": -1}, "pv"),
        ({"pv": "30"}, "pv"),
        ({"mul": 1.5}, "mul"),
        ({"mul": "x"}, "mul"),
        ({"pilot": "sniper"}, "pilot"),
        ({"pilot": [1]}, "pilot[0]"),
        ({"motion": "walk"}, "motion"),
        ({"moved": -1}, "moved"),
        ({"done": "yes"}, "done"),
        ({"done": 1}, "done"),
        ({"hits": []}, "hits"),
        ({"hits": {"mp": -1}}, "hits.mp"),
        ({"hits": {"engine": "1"}}, "hits.engine"),
        ({"hits": {"fire-control": 1.5}}, "hits.fire-control"),
        ({"hits": {"weapon": 99}}, "hits.weapon"),
        ({"hits": {"crew": True}}, "hits.crew"),
        ({"hits": {"motive": "half"}}, "hits.motive"),
        ({"hits": {"motive": ["half", "-3"]}}, "hits.motive[1]"),
        ({"hits": {"motive": ["half"] * 21}}, "hits.motive"),
        ({"armor": 5, "armor_left": 6}, "armor_left"),
        ({"structure": 4, "structure_left": -1}, "structure_left"),
        ({"state": "immobile"}, "state"),
        ({"state": ["asleep"]}, "state[0]"),
        ({"state": [["immobile"]]}, "state[0]"),
        ({"spotter": True}, "spotter"),
        ({"spotter": {"target": "Z"}}, "spotter.target"),
        ({"spotter": {"target": 5}}, "spotter.target"),
        ({"spotter": {"target": [1]}}, "spotter.target"),
        ({"spotter": {"target": [1, "x"]}}, "spotter.target[1]"),
        ({"spotter": {"attacks": "some"}}, "spotter.attacks"),
        ({"spotter": {"remote": 1}}, "spotter.remote"),
        ({"ecm": "on"}, "ecm"),
        ({"flight": [[0, 0], [1, 1]]}, "flight"),
        ({"flight": {"to": [1, 1], "altitude": "low"}}, "flight.from"),
        ({"flight": {"from": [1, 1], "to": [1, "x"], "altitude": "low"}}, "flight.to[1]"),
        ({"flight": {"from": [1, 1], "to": [1, 1], "altitude": "top"}}, "flight.altitude"),
        ({"flight": {"from": [1, 1], "to": [1, 1]}}, "flight.altitude"),
        ({"carried_by": "Z"}, "carried_by"),
        ({"carried_by": "h"}, "carried_by"),
        ({"carried_by": "A"}, "carried_by"),
        ({"carried_as": "luggage"}, "carried_as"),
    ],
)
def test_a_wrong_property_has_one_problem_at_its_place(card: Json, place: str) -> None:
    assert places(document(unit("A", (7, 7), **card), hill("h", box(20, 20, 24, 24)))) == {f"{ABOUT}.{place}"}


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("type", "XX", "one of BM, IM, PM, CV"),
        ("move", "fast", "inches with a motive code, such as 8\"/6\"j"),
        ("damage", "x", "S/M/L or S/M/L/E of numbers, 0* or -"),
        ("motion", "walk", "one of unmoved, standstill, minimum"),
        ("base", "wide", '{"shape": "hex", "across"}'),
    ],
)  # fmt: skip
def test_a_problem_names_what_is_allowed(key: str, value: str, expected: str) -> None:
    (problem,) = problems_of(document(unit("A", (7, 7), **{key: value})))
    assert expected in problem.expected
    assert problem.found == f"'{value}'"


# ---- ids


@pytest.mark.parametrize("wrong", [None, "", 7, ["A"], "A\nB", "\x00", "x" * 201, True])
def test_an_id_is_a_short_text(wrong: object) -> None:
    feature = unit("A")
    feature["id"] = wrong
    assert places(document(feature)) == {"features[0].id"}


@pytest.mark.parametrize(
    "name", ["A", "1,2", "Große Eiche", "東\u30001", "👩\u200d🚀", "a/b?c#d", "<b>", " "]
)
def test_an_id_is_any_text_on_one_line(name: str) -> None:
    assert unit_of(unit(name)).id == name


def test_an_id_stands_once_on_a_table() -> None:
    wrong = document(unit("A"), hill("A", box(1, 1, 2, 2)), unit("A", (9, 9)))
    assert places(wrong) == {"features[1].id", "features[2].id"}
    assert "features[0] has it" in problems_of(wrong)[0].expected


def test_a_feature_without_an_id_is_a_problem() -> None:
    feature = unit("A")
    del feature["id"]
    assert places(document(feature)) == {"features[0].id"}


def test_a_unit_of_unknown_kind_may_be_named_without_a_second_problem() -> None:
    wrong = document(point("A", (7, 7), kind="mech"), unit("B", carried_by="A"))
    assert places(wrong) == {"features[0].properties.kind"}


# ---- places


@pytest.mark.parametrize("at", [(0, 0), (48, 36), (0, 36), (24, 18)])
def test_a_centre_may_lie_on_the_edge(at: tuple[float, float]) -> None:
    assert unit_of(unit("A", at)).at == at


@pytest.mark.parametrize(
    ("at", "expected"),
    [((-0.01, 5), {0}), ((48.01, 5), {0}), ((5, 36.01), {1}), ((-5, -5), {0, 1}), ((500, 5), {0})],
)
def test_a_centre_off_the_table_is_a_problem(at: tuple[float, float], expected: set[int]) -> None:
    assert places(document(unit("A", at))) == {f"features[0].geometry.coordinates[{n}]" for n in expected}


def test_a_unit_that_is_off_the_table_may_be_there() -> None:
    assert unit_of(unit("A", (-40, 200), state=["off-table"])).at == (-40, 200)


# ---- contradictions


@pytest.mark.parametrize("kind", ["CV", "SV", "CI", "BA", "PM"])
def test_a_unit_that_does_not_track_heat_has_none(kind: str) -> None:
    """AS-012: a vehicle with heat 1 is an input error."""
    assert places(document(unit("A", type=kind, heat=1))) == {f"{ABOUT}.heat"}
    assert unit_of(unit("A", type=kind, heat=0)).heat == 0


@pytest.mark.parametrize("kind", ["BM", "IM", "AF"])
def test_mechs_and_fighters_track_heat(kind: str) -> None:
    assert unit_of(unit("A", type=kind, heat=3)).heat == 3


LAKE = water("lake", box(5, 5, 15, 15), depth=3)


@pytest.mark.parametrize(
    ("elevation", "features"),
    [
        (0, [LAKE]),
        (1, [LAKE]),
        (-4, [LAKE]),
        (-1, []),
        (-1, [water("lake", box(20, 20, 30, 30), depth=3)]),
        ("roof", [LAKE, bridge("bridge", box(6, 6, 8, 8))]),
        ("inside", [LAKE, building("house", box(6, 6, 8, 8))]),
        ({"in": "house"}, [LAKE, building("house", box(6, 6, 8, 8))]),
        (3, [LAKE, hill("h", box(0, 0, 20, 20), height=2)]),
    ],
)
def test_an_elevation_out_of_the_water_contradicts_submerged(elevation: object, features: list[Json]) -> None:
    wrong = document(unit("A", (7, 7), elevation=elevation, state=["submerged"]), *features)
    assert places(wrong) == {f"{ABOUT}.elevation"}


@pytest.mark.parametrize(
    ("elevation", "features"),
    [
        (None, [LAKE]),
        (None, []),
        (-0.5, [LAKE]),
        (-3, [LAKE]),
        ("under", [LAKE, bridge("bridge", box(6, 6, 8, 8))]),
        (1, [LAKE, hill("h", box(0, 0, 20, 20), height=2)]),
        (-3, [water("lake", box(5, 5, 15, 15), depth=None)]),
        (-1, [water("lake", box(7, 5, 15, 15), depth=1)]),
        (-1, [water("lake", box(5, 7, 15, 15), depth=1)]),
        (-1, [water("lake", box(5, 5, 7, 7), depth=1)]),
        (1, [LAKE, ramp("r", box(0, 0, 20, 20), height=2, toward=0)]),
    ],
)
def test_an_elevation_in_the_water_goes_with_submerged(elevation: object, features: list[Json]) -> None:
    assert table(unit("A", (7, 7), elevation=elevation, state=["submerged"]), *features).units


def test_a_lake_that_cannot_be_read_is_the_only_problem() -> None:
    lake = water("lake", ((0, 0), (15, 15), (15, 0), (0, 15)))
    wrong = document(unit("A", (7, 7), elevation=-1, state=["submerged"]), lake)
    assert places(wrong) == {"features[1].geometry.coordinates[0]"}


def test_an_island_in_a_lake_is_no_water() -> None:
    lake = water("lake", polygon(box(0, 0, 20, 20), box(6, 6, 8, 8)), depth=3)
    assert places(document(unit("A", (7, 7), elevation=-1, state=["submerged"]), lake)) == {
        f"{ABOUT}.elevation"
    }
    assert table(unit("A", (7, 5), elevation=-1, state=["submerged"]), lake).units


def test_a_transport_is_not_carried_by_its_cargo() -> None:
    wrong = document(
        unit("A", carried_by="B"),
        unit("B", carried_by="C"),
        unit("C", carried_by="A"),
        unit("D", carried_by="A"),
    )
    assert places(wrong) == {f"features[{n}].properties.carried_by" for n in range(3)}
    assert table(unit("A", carried_by="B"), unit("B", carried_by="C"), unit("C")).units
