"""Whole table files: the contract's example, what is read, what is kept, what is refused at once."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError, Problem
from astrike.formats.json_text import MAX_BYTES
from astrike.formats.table.table_file import (
    empty_document,
    parse_document,
    read_table,
    with_settings,
    write_document,
    write_table,
)
from astrike.model.table import AttackDeclaration, Conditions, HexGrid, Network, Side, TargetMark
from tests import builders, strategies
from tests.builders import Json, around, box, document, hill, mech, polygon, table, water, woods
from tests.formats.problems import places, problems_of
from tests.soak import examples

CONTRACT_EXAMPLE = """
{
  "type": "FeatureCollection",
  "astrike": {"format": 1, "name": "Target Number diagram", "width": 48, "depth": 36,
              "edition": "ce-5.01", "environment": "daylight", "options": {}},
  "features": [
    {"type": "Feature", "id": "wood-1",
     "geometry": {"type": "Polygon", "coordinates": [[[5,5],[9,5],[9,9],[5,9],[5,5]]]},
     "properties": {"kind": "woods", "height": 2}},
    {"type": "Feature", "id": "A",
     "geometry": {"type": "Point", "coordinates": [7, 7]},
     "properties": {"kind": "unit", "name": "Attacker", "side": "red", "type": "BM", "size": 3,
                    "base": 1.25, "facing": 90, "skill": 3, "move": "8\\"/6\\"j", "tmm": 1,
                    "damage": "3/3/2", "overheat": 1, "armor": 5, "structure": 4,
                    "specials": ["IF1", "ECM"], "motion": "ground", "heat": 0}}
  ]
}
"""


# ---- what is read


def test_the_contract_s_example_is_read() -> None:
    found = read_table(CONTRACT_EXAMPLE)
    assert (found.name, found.width, found.depth, found.edition) == (
        "Target Number diagram",
        48,
        36,
        "ce-5.01",
    )
    (wood,), (unit,) = found.terrain, found.units
    assert (wood.id, wood.kind, wood.height) == ("wood-1", "woods", 2)
    assert wood.outlines[0].exterior == ((5, 5), (9, 5), (9, 9), (5, 9))
    assert (unit.id, unit.name, unit.at, unit.side, unit.size) == ("A", "Attacker", (7, 7), "red", 3)
    assert unit.move is not None
    assert (unit.move.ground, unit.move.jump, unit.skill, unit.facing) == (8, 6, 3, 90)
    assert unit.base is not None
    assert (unit.base.is_round, unit.base.width) == (True, 1.25)
    assert [special.code for special in unit.specials] == ["IF", "ECM"]


def test_what_the_file_leaves_out_has_the_contract_s_default() -> None:
    found = table()
    assert found.edition == "ce-5.01"
    assert found.environment == "daylight"
    assert found.conditions == Conditions()
    assert (found.tolerance, found.turn, found.phase, found.grid) == (0.1, 1, "combat", None)
    assert (found.sides, found.networks, found.declarations, found.marks) == ((), (), (), ())
    assert dict(found.options) == {}


def test_every_key_of_the_head_is_read() -> None:
    found = table(
        mech("A"),
        mech("B", (20, 20)),
        edition="ce-7",
        environment="night",
        conditions={
            "light": "night",
            "weather": "rain",
            "wind": 3,
            "gravity": 0.7,
            "atmosphere": "thin",
            "emi": True,
        },
        options={"sight.eye": 0.9, "probe.hidden": [6, 10, 18], "cover.types": "all", "extreme-range": True},
        tolerance=0.2,
        turn=4,
        phase="end",
        grid={"hex": 2, "top": "flat"},
        sides=[{"id": "red", "name": "The Reds", "home": "south"}],
        networks=[{"id": "n", "type": "C3I", "members": ["A", "B"]}],
        declarations=[{"by": "A", "kind": "charge", "target": "B"}],
        marks=[{"kind": "tag", "by": "A", "target": "B", "success": False}],
    )
    assert (found.edition, found.environment) == ("ce-7", "night")
    assert found.conditions == Conditions("night", "rain", 3, 0.7, "thin", emi=True)
    assert found.options["probe.hidden"] == (6.0, 10.0, 18.0)
    assert (found.options["sight.eye"], found.options["cover.types"]) == (0.9, "all")
    assert found.options["extreme-range"] is True
    assert (found.tolerance, found.turn, found.phase, found.grid) == (0.2, 4, "end", HexGrid(2.0, "flat"))
    assert found.sides == (Side("red", "The Reds", "south"),)
    assert found.networks == (Network("n", "C3I", None, ("A", "B")),)
    assert found.declarations == (AttackDeclaration("A", "charge", "B"),)
    assert found.marks == (TargetMark("tag", "A", "B", success=False),)


def test_sides_that_only_units_name_are_sides_too() -> None:
    found = table(
        mech("A", side="blue"), mech("B", (9, 9), side="red"), sides=[{"id": "red", "name": "Reds"}]
    )
    assert found.sides == (Side("red", "Reds"), Side("blue", "Blue"))


def test_the_document_is_the_file_s_json_itself() -> None:
    given_document = document(mech("A"), hill("h", box(10, 10, 14, 14)))
    assert parse_document(given_document).document is given_document


# ---- what is written


@given(strategies.with_unknown_keys(strategies.documents(most_pieces=3, most_units=3)))
@settings(max_examples=examples(20, soaked=50))
def test_reading_and_writing_keeps_everything(original: Json) -> None:
    written = write_table(read_table(json.dumps(original)))
    again = json.loads(written)
    # Dumped, so that the order of keys and the difference between 1, 1.0 and true count.
    assert json.dumps(again) == json.dumps(original)
    assert write_table(read_table(written)) == written


@given(strategies.documents())
@settings(max_examples=examples(30, soaked=60))
def test_a_made_up_table_is_read_whole(original: Json) -> None:
    found = parse_document(original)
    features = original["features"]
    assert isinstance(features, list)
    assert len(found.units) + len(found.terrain) + len(found.markers) == len(features)


def test_a_file_has_one_line_for_each_feature() -> None:
    lines = write_table(table(mech("A"), hill("h", box(1, 1, 3, 3)))).decode().splitlines()
    assert sum('"type": "Feature",' in line for line in lines) == 2
    assert lines[0] == "{"


def test_texts_of_all_languages_stay_readable_in_the_file() -> None:
    assert "Größe – 東".encode() in write_table(table(name="Größe – 東"))


def test_a_large_file_that_could_be_read_can_be_read_again() -> None:
    note = {"x": [1] * ((MAX_BYTES - 400) // 2)}
    compact = json.dumps(document(**note), separators=(",", ":"))
    assert len(compact) < MAX_BYTES
    assert len(json.dumps(document(**note))) > MAX_BYTES
    written = write_table(read_table(compact))
    assert read_table(written).name == "Test table"


def test_an_empty_table_is_a_table() -> None:
    found = read_table(write_document(empty_document("Practice", width=72, depth=48, edition="ce-7")))
    assert (found.name, found.width, found.depth, found.edition) == ("Practice", 72, 48, "ce-7")
    assert found.units == ()


# ---- problems, all at once


def test_all_problems_are_named_at_once_with_their_places() -> None:
    wrong = document(
        mech("A", facing="north", skill=-1),
        mech("A", (60, 7)),
        hill("h", ((0, 0), (4, 4), (4, 0), (0, 4)), height=0),
        edition="ce-9",
        width=2,
        options={"sight.ey": 1},
    )
    assert places(wrong) == {
        "astrike.edition",
        "astrike.width",
        'astrike.options["sight.ey"]',
        "features[0].properties.facing",
        "features[0].properties.skill",
        "features[1].id",
        "features[2].properties.height",
        "features[2].geometry.coordinates[0]",
    }


def test_a_problem_says_what_was_found_and_what_is_allowed() -> None:
    (problem,) = problems_of(document(mech("A", facing="north")))
    assert (problem.at, problem.found) == ("features[0].properties.facing", "'north'")
    assert problem.expected == "a number from 0 to 360"


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"format": 2}, "astrike.format"),
        ({"format": None}, "astrike.format"),
        ({"format": True}, "astrike.format"),
        ({"width": 11.9}, "astrike.width"),
        ({"depth": 144.1}, "astrike.depth"),
        ({"width": "48"}, "astrike.width"),
        ({"width": True}, "astrike.width"),
        ({"width": None}, "astrike.width"),
        ({"depth": 10**400}, "astrike.depth"),
        ({"name": 7}, "astrike.name"),
        ({"name": "x" * 201}, "astrike.name"),
        ({"edition": "ce-6"}, "astrike.edition"),
        ({"edition": ["ce-7"]}, "astrike.edition"),
        ({"environment": "drizzle"}, "astrike.environment"),
        ({"conditions": []}, "astrike.conditions"),
        ({"conditions": {"light": "dim"}}, "astrike.conditions.light"),
        ({"conditions": {"weather": "night"}}, "astrike.conditions.weather"),
        ({"conditions": {"wind": 5}}, "astrike.conditions.wind"),
        ({"conditions": {"wind": 1.5}}, "astrike.conditions.wind"),
        ({"conditions": {"gravity": -1}}, "astrike.conditions.gravity"),
        ({"conditions": {"atmosphere": 1}}, "astrike.conditions.atmosphere"),
        ({"conditions": {"emi": 1}}, "astrike.conditions.emi"),
        ({"options": []}, "astrike.options"),
        ({"options": {"arc.forward": 180}}, 'astrike.options["arc.forward"]'),
        ({"options": {"sight.eye": 1.1}}, 'astrike.options["sight.eye"]'),
        ({"options": {"sight.eye": "1"}}, 'astrike.options["sight.eye"]'),
        ({"options": {"extreme-range": 1}}, "astrike.options.extreme-range"),
        ({"options": {"cover.types": "all units"}}, 'astrike.options["cover.types"]'),
        ({"options": {"probe.hidden": [6, 10]}}, 'astrike.options["probe.hidden"]'),
        ({"options": {"crippling.causes": []}}, 'astrike.options["crippling.causes"]'),
        ({"options": {"crippling.causes": "immobile"}}, 'astrike.options["crippling.causes"]'),
        ({"options": {"crippling.causes": ["rust"]}}, 'astrike.options["crippling.causes"]'),
        ({"options": {"crippling.causes": [1]}}, 'astrike.options["crippling.causes"]'),
        ({"options": {"anti-mech.conventional": 4.5}}, 'astrike.options["anti-mech.conventional"]'),
        ({"tolerance": -0.1}, "astrike.tolerance"),
        ({"turn": -1}, "astrike.turn"),
        ({"turn": "1"}, "astrike.turn"),
        ({"phase": "deployment"}, "astrike.phase"),
        ({"grid": "hex"}, "astrike.grid"),
        ({"grid": {"top": "flat"}}, "astrike.grid.hex"),
        ({"grid": {"hex": 0}}, "astrike.grid.hex"),
        ({"grid": {"hex": 2, "top": "round"}}, "astrike.grid.top"),
        ({"sides": {}}, "astrike.sides"),
        ({"sides": ["red"]}, "astrike.sides[0]"),
        ({"sides": [{"name": "Red"}]}, "astrike.sides[0].id"),
        ({"sides": [{"id": "red"}, {"id": "red"}]}, "astrike.sides[1].id"),
        ({"sides": [{"id": "red", "home": "up"}]}, "astrike.sides[0].home"),
        ({"sides": [{"id": "red", "color": "pink"}]}, "astrike.sides[0].color"),
        ({"sides": [{"id": "a", "color": "red"}, {"id": "b", "color": "red"}]}, "astrike.sides[1].color"),
        ({"networks": [{"type": "C3", "members": ["A"]}]}, "astrike.networks[0].id"),
        ({"networks": [{"id": "n", "members": ["A"]}]}, "astrike.networks[0].type"),
        ({"networks": [{"id": "n", "type": "C4"}]}, "astrike.networks[0].type"),
        ({"networks": [{"id": "n", "type": "C3", "master": "h"}]}, "astrike.networks[0].master"),
        ({"networks": [{"id": "n", "type": "C3", "members": "A"}]}, "astrike.networks[0].members"),
        ({"networks": [{"id": "n", "type": "C3", "members": ["A", "Z"]}]}, "astrike.networks[0].members[1]"),
        ({"networks": [{"id": "n", "type": "C3", "members": ["A", "A"]}]}, "astrike.networks[0].members[1]"),
        ({"networks": [{"id": "n", "type": "C3", "members": [["A"]]}]}, "astrike.networks[0].members[0]"),
        ({"networks": [{"id": "n", "type": "C3"}, {"id": "n", "type": "C3"}]}, "astrike.networks[1].id"),
        ({"declarations": [{"kind": "dfa", "target": "A"}]}, "astrike.declarations[0].by"),
        ({"declarations": [{"by": "A", "kind": "ram", "target": "h"}]}, "astrike.declarations[0].kind"),
        ({"declarations": [{"by": "A", "kind": "dfa", "target": "Z"}]}, "astrike.declarations[0].target"),
        ({"declarations": [{"by": "h", "kind": "dfa", "target": "A"}]}, "astrike.declarations[0].by"),
        ({"marks": [{"kind": "tag", "by": "A"}]}, "astrike.marks[0].target"),
        ({"marks": [{"kind": "dot", "by": "A", "target": "A"}]}, "astrike.marks[0].kind"),
        ({"marks": [{"kind": "tag", "target": "A", "success": "yes"}]}, "astrike.marks[0].success"),
    ],
)
def test_a_wrong_head_has_one_problem_at_its_place(changed: Json, place: str) -> None:
    assert places(document(mech("A"), hill("h", box(20, 20, 24, 24)), **changed)) == {place}


def test_a_unit_in_two_networks_is_a_problem() -> None:
    networks = [
        {"id": "one", "type": "C3", "master": "A", "members": ["A", "B"]},
        {"id": "two", "type": "C3I", "members": ["C", "B"]},
        {"id": "three", "type": "C3", "master": "A"},
    ]
    units = (mech("A"), mech("B", (9, 9)), mech("C", (12, 12)))
    assert places(document(*units, networks=networks)) == {
        "astrike.networks[1].members[1]",
        "astrike.networks[2].master",
    }


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ([], "file"),
        (None, "file"),
        ("table", "file"),
        ({}, "type astrike features"),
        (
            {"type": "Feature", "astrike": {}, "features": {}},
            "type features astrike.format astrike.width astrike.depth",
        ),
        (
            {"type": "FeatureCollection", "astrike": [], "features": [1, None, {}]},
            "astrike features[0] features[1] "
            "features[2].type features[2].id features[2].properties features[2].geometry",
        ),
    ],
    ids=["a list", "null", "text", "an empty object", "wrong members", "features that are none"],
)
def test_what_is_no_table_has_its_parts_named(wrong: object, expected: str) -> None:
    assert places(wrong) == set(expected.split())


def test_a_hundred_problems_are_a_hundred_problems() -> None:
    assert len(problems_of(document(*(mech(f"u{n}", skill="good") for n in range(100))))) == 100


def test_an_unknown_edition_does_not_hide_the_other_problems() -> None:
    assert places(document(mech("A", skill=99), edition="x")) == {
        "astrike.edition",
        "features[0].properties.skill",
    }


# ---- limits


def test_more_than_a_thousand_features_are_refused() -> None:
    pois = [builders.poi(f"p{n}", (1, 1)) for n in range(1000)]
    assert len(table(*pois).markers) == 1000
    assert places(document(*pois, builders.poi("last", (1, 1)))) == {"features"}


def test_more_than_5000_vertices_in_a_feature_are_refused() -> None:
    ring = around(24, 18, radius=10, corners=4999)
    assert len(table(hill("h", ring)).terrain[0].outlines[0].exterior) == 4999
    (problem,) = problems_of(document(hill("h", around(24, 18, radius=10, corners=5000))))
    assert (problem.at, problem.found) == ("features[0].geometry.coordinates", "5,001 vertices")


def test_more_than_20000_vertices_on_a_table_are_refused() -> None:
    hills = [hill(f"h{n}", around(5 + 9 * n, 18, radius=4, corners=4000)) for n in range(5)]
    assert len(table(*hills[:4]).terrain) == 4
    (problem,) = problems_of(document(*hills))
    assert (problem.at, problem.found) == ("features", "20,005 vertices")


def comb(name: str, *, teeth: int, turned: bool) -> Json:
    tooth = [(0.0, 0.0), (0.0, 34.0), (0.5, 34.0), (0.5, 0.0)]
    ring = [(1 + (n + x) * 34 / teeth, 1 + y) for n in range(teeth) for x, y in tooth]
    ring += [(35.0, 1.0), (35.0, 0.5), (1.0, 0.5)]
    return hill(name, [(y, x) for x, y in ring] if turned else ring)


@pytest.mark.parametrize(
    "pieces",
    [
        [comb("a", teeth=60, turned=False), comb("b", teeth=60, turned=True)],
        [hill(f"h{n}", box(n / 20, n / 20, 34 - n / 20, 34 - n / 20)) for n in range(150)],
        [hill(f"h{n}", around(18, 18, radius=10, corners=12)) for n in range(150)],
    ],
    ids=["two combs across each other", "a pile of hills", "the same hill again and again"],
)
def test_outlines_that_would_take_minutes_to_cut_are_refused(pieces: list[Json]) -> None:
    (problem,) = problems_of(document(*pieces))
    assert problem.at == "features"
    assert problem.expected == "at most 10,000 times on a table"


def test_a_map_of_a_thousand_tiles_is_not_too_much() -> None:
    tiles = [
        hill(f"t{n}", box(n % 40, n // 40, n % 40 + 1, n // 40 + 1), height=1 + n % 3) for n in range(1000)
    ]
    assert len(table(*tiles).terrain) == 1000


def test_a_crowded_table_is_not_too_much() -> None:
    trees = [woods(f"w{n}", around(3 + 4 * (n % 11), 3 + 4 * (n // 11), radius=2.5)) for n in range(88)]
    terraces = [hill(f"h{n}", box(n, n, 40 - n, 30 - n), height=n + 1) for n in range(9)]
    assert len(table(*trees, *terraces).terrain) == 97


@pytest.mark.parametrize(
    ("broken", "at"),
    [
        (document(mech("A", state=[0] * 300_000)), "features[0].properties.state"),
        (document(mech("A", specials=["ECM"] * 1001)), "features[0].properties.specials"),
        (document(networks=[{}] * 300_000), "astrike.networks"),
        (
            document(networks=[{"id": "n", "type": "C3", "members": ["A"] * 1001}]),
            "astrike.networks[0].members",
        ),
    ],
    ids=["states", "special abilities", "networks", "members"],
)
def test_a_list_without_end_has_one_problem(broken: Json, at: str) -> None:
    (problem,) = problems_of(broken)
    assert (problem.at, problem.expected) == (at, "at most 1,000")


@pytest.mark.parametrize(
    "broken",
    [
        document(options={f"option-{n}": True for n in range(50_000)}),
        document(hill("h", {"type": "Polygon", "coordinates": [[["x", "y"]] * 4_900]})),
        document(hill("h", {"type": "Polygon", "coordinates": [[]] * 200_000})),
        document(unknown=[math.nan] * 200_000),
    ],
    ids=["options", "positions", "rings", "no numbers"],
)
def test_after_a_thousand_problems_the_rest_is_not_listed(broken: Json) -> None:
    found = problems_of(broken)
    assert 1_000 <= len(found) <= 1_001
    assert sum(len(problem.sentence) for problem in found) < 3_000_000


def test_a_key_without_end_is_cut_where_problems_name_it() -> None:
    found = problems_of(document(**{"k" * 500_000: [math.nan] * 500}))
    assert len(found) == 500
    assert max(len(problem.at) for problem in found) < 120


# ---- settings


def test_settings_replace_what_the_file_says_and_leave_the_file_alone() -> None:
    before = document(mech("A"), edition="ce-7", options={"extreme-range": True, "sight.eye": 0.8})
    kept = json.dumps(before)
    after = with_settings(
        before,
        edition="ce-5.01",
        environment="night",
        options={"sight.eye": "0.9", "probe.hidden": "6,10,16"},
    )
    found = parse_document(after)
    assert json.dumps(before) == kept
    assert (found.edition, found.environment) == ("ce-5.01", "night")
    assert dict(found.options) == {"extreme-range": True, "sight.eye": 0.9, "probe.hidden": (6.0, 10.0, 16.0)}


def test_no_settings_change_nothing() -> None:
    before = document(mech("A"), note="kept")
    assert json.dumps(with_settings(before)) == json.dumps(before)


@pytest.mark.parametrize(
    ("option", "words", "value"),
    [
        ("extreme-range", "true", True),
        ("extreme-range", "False", False),
        ("extreme-range", True, True),
        ("sight.eye", "0.9", 0.9),
        ("sight.eye", 1, 1.0),
        ("sight.max", "40", 40.0),
        ("anti-mech.conventional", "3", 3),
        ("woods.attacker-occupied", "text", "text"),
        ("artillery.immobile-unit", "-2", -2),
        ("probe.hidden", "6, 10, 16", (6.0, 10.0, 16.0)),
        ("probe.hidden", "[6,10,16]", (6.0, 10.0, 16.0)),
        ("template.small-radius", "1.5", 1.5),
    ],
)
def test_words_of_a_command_line_become_what_the_option_is(option: str, words: object, value: object) -> None:
    found = parse_document(with_settings(document(), options={option: words})).options[option]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("option", "words", "allowed"),
    [
        ("extreme-range", "yes", "true or false"),
        ("sight.eye", "1.5", "a number from 0.5 to 1"),
        ("sight.eye", "nan", "a number from 0.5 to 1"),
        ("sight.eye", "9" * 5000, "a number from 0.5 to 1"),
        ("sight.max", "4_2", "a number from 6 to 144"),
        ("sight.max", "٤٢", "a number from 6 to 144"),
        ("sight.max", "1e999", "a number from 6 to 144"),
        ("sight.max", True, "a number from 6 to 144"),
        ("anti-mech.conventional", "4.5", "a whole number from 0 to 6"),
        ("anti-mech.conventional", True, "a whole number from 0 to 6"),
        ("woods.attacker-occupied", "never", "one of example, text, always"),
        ("probe.hidden", "6,10", "a list of 3 numbers from 0 to 60"),
        ("probe.hidden", "6,10,x", "a list of 3 numbers from 0 to 60"),
        ("woods.attacker-occupied", "", "one of example, text, always"),
    ],
)
def test_wrong_words_name_what_is_allowed(option: str, words: object, allowed: str) -> None:
    with pytest.raises(InputError) as caught:
        with_settings(document(), options={option: words})
    (problem,) = caught.value.problems
    assert problem.expected == allowed


def test_an_unknown_option_names_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        with_settings(document(), edition="ce-8", environment="fair", options={"sight.ey": "1"})
    assert [problem.at for problem in caught.value.problems] == [
        "astrike.edition",
        "astrike.environment",
        'astrike.options["sight.ey"]',
    ]
    assert "sight.eye" in caught.value.problems[2].expected


@pytest.mark.parametrize("wrong", [{}, {"astrike": 1}, {"astrike": {"options": 7}}])
def test_settings_for_what_is_no_table_are_refused(wrong: Json) -> None:
    with pytest.raises(InputError):
        with_settings(wrong, options={"sight.eye": "1"})


# ---- anything at all


def survives(read: object) -> bool:
    """Read as a table or refused with problems that say something; any other exception is a failure."""
    problems: tuple[Problem, ...] = ()
    try:
        write_table(read_table(read) if isinstance(read, bytes | str) else parse_document(read))
    except InputError as error:
        problems = error.problems
    assert all(problem.at and problem.found and problem.expected for problem in problems)
    assert "\n".join(map(str, problems)).encode() is not None
    return not problems


@given(strategies.json_values())
def test_any_json_is_a_table_or_has_problems(value: object) -> None:
    survives(value)
    survives(json.dumps(value))


@given(strategies.mutated(strategies.documents(most_pieces=2, most_units=2)))
@settings(max_examples=examples(30, soaked=60))
def test_a_broken_table_is_a_table_or_has_problems(value: Json) -> None:
    survives(value)
    survives(json.dumps(value))


EVERYTHING = document(
    mech(
        "A", (7, 7), name="Alder", base={"shape": "rect", "width": 1, "length": 2}, height=2, stand=0.1, heat=1,
        side="red", elevation={"in": "h", "level": 1}, overheat=1, threshold=2, specials=["ECM", "TUR(2/2/1,IF1)"],
        pv=30, mul=7, pilot=["sniper"], moved=6, done=True, armor_left=3, structure_left=4, state=["hull-down"],
        ecm="eccm", hits={"mp": 1, "engine": 1, "fire-control": 2, "weapon": 1, "crew": 1, "motive": ["-2", "half"]},
        spotter={"target": "B", "attacks": "weapon", "remote": True}, carried_by="B", carried_as="cargo",
        flight={"from": [0, 1], "to": [48, 1], "altitude": "low"},
    ),
    mech("B", (20, 20), base={"shape": "hex", "across": 1.25}, spotter={"target": [3, 4]}, elevation=-1,
         state=["submerged"]),
    hill("h", builders.multipolygon(box(1, 1, 3, 3), box(4, 1, 6, 3)), base=0),
    water("w", polygon(box(15, 15, 30, 30), box(16, 16, 17, 17)), depth=2),
    builders.building("b", box(31, 1, 35, 5), class_="heavy", cf=12, floors=2, armed="A", name="Town hall"),
    builders.ramp("r", box(36, 1, 40, 5), toward=90),
    builders.poi("p", (3, 3), radius=1, side="red"),
    edition="ce-7", environment="night", tolerance=0.2, turn=4, phase="end", grid={"hex": 2, "top": "flat"},
    conditions={"light": "night", "weather": "rain", "wind": 3, "gravity": 0.7, "atmosphere": "thin", "emi": True},
    options={"sight.eye": 0.9, "probe.hidden": [6, 10, 18], "cover.types": "all", "extreme-range": True},
    sides=[{"id": "red", "name": "The Reds", "home": "south"}],
    networks=[{"id": "n", "type": "C3", "master": "A", "members": ["A", "B"]}],
    declarations=[{"by": "A", "kind": "charge", "target": "B"}],
    marks=[{"kind": "tag", "by": "A", "target": "h", "success": False}],
)  # fmt: skip


@given(strategies.mutated(st.just(EVERYTHING)))
@settings(max_examples=examples(30, soaked=150))
def test_a_broken_table_with_every_key_is_a_table_or_has_problems(value: Json) -> None:
    survives(value)
    survives(json.dumps(value))


def test_a_table_with_every_key_is_a_table() -> None:
    assert survives(EVERYTHING)


@given(st.binary(max_size=400))
def test_any_bytes_have_problems(value: bytes) -> None:
    assert not survives(value)


@given(st.text(max_size=200))
def test_any_text_has_problems(value: str) -> None:
    assert not survives(value)


@given(st.data())
@settings(max_examples=examples(30, soaked=100))
def test_a_file_with_damaged_bytes_is_a_table_or_has_problems(data: st.DataObject) -> None:
    raw = bytearray(CONTRACT_EXAMPLE.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        what = data.draw(st.sampled_from(["cut", "change", "repeat"]))
        if what == "cut":
            del raw[place : place + data.draw(st.integers(1, 40))]
        elif what == "change":
            raw[place] = data.draw(st.integers(0, 255))
        else:
            raw[place:place] = raw[place : place + 20]
        if not raw:
            break
    survives(bytes(raw))


def test_holes_and_several_parts_survive_the_way_to_the_model() -> None:
    found = table(
        woods("w", polygon(box(0, 0, 9, 9), box(1, 1, 2, 2), box(4, 4, 6, 6))),
        water("l", builders.multipolygon(box(20, 20, 24, 24), box(24, 20, 28, 22))),
    )
    wood, lake = found.terrain
    assert [len(outline.holes) for outline in wood.outlines] == [2]
    assert len(lake.outlines) == 2
