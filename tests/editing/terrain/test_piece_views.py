"""How pieces lie, as the editor shows them, and what is remarked about them."""

import json

import pytest

from astrike.editing.terrain.piece_views import piece_json, pieces_of
from astrike.editing.terrain.typed_fields import TypedFields
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.model.piece_names import piece_names
from astrike.report.paper.inventory import inventory
from astrike.rulebook.loader import IDS
from astrike.rules.layout.features import features_of
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.builders import box, building, hill, mech, multipolygon, poi, ramp, wall, water, woods
from tests.editing.terrain.edits import TableEditor


def remarks(editor: TableEditor, name: str) -> list[str]:
    return [remark.key for remark in editor.view(name).remarks]


def test_a_piece_is_given_with_everything_that_a_script_draws() -> None:
    editor = TableEditor(mech("A"), poi("p", (3, 4)))
    editor.do("add", piece="building-heavy", x="10", y="12", turn="30", name="Hall")
    editor.do("lock", "building-1")
    point, hall = pieces_of(editor.table, prepare_table(editor.table))
    found = piece_json(hall)
    assert json.loads(json.dumps(found)) == found
    assert {key: found[key] for key in ("id", "kind", "title", "form", "at", "width", "depth", "turn")} == {
        "id": "building-1",
        "kind": "building",
        "title": "Hall",
        "form": "rectangle",
        "at": [10.0, 12.0],
        "width": 5.0,
        "depth": 4.0,
        "turn": 30.0,
    }
    assert (found["base"], found["top"], found["height"], found["locked"]) == (0.0, 2.0, None, True)
    assert found["area"] == pytest.approx(20)
    assert (piece_json(point)["form"], piece_json(point)["at"], piece_json(point)["rings"]) == (
        "point",
        [3.0, 4.0],
        [],
    )


def test_heights_are_those_that_the_rules_find() -> None:
    editor = TableEditor(
        hill("h", box(10, 10, 20, 20), height=2),
        woods("w", box(12, 12, 14, 14)),
        building("b", box(15, 15, 17, 17), height=3),
        water("v", box(30, 10, 34, 14), depth=2),
    )
    views = {name: editor.view(name) for name in "hwbv"}
    assert (views["h"].base, views["h"].top) == (0.0, 2.0)
    assert (views["w"].base, views["w"].top) == (None, 2.0)
    assert (views["b"].base, views["b"].top) == (2.0, 5.0)
    assert (views["v"].base, views["v"].top) == (-2.0, 0.0)


def test_a_piece_of_several_outlines_is_drawn_whole() -> None:
    editor = TableEditor(woods("w", multipolygon(box(0, 0, 2, 2), box(4, 0, 6, 2))))
    view = editor.view("w")
    assert (view.form, len(view.rings), view.corners, view.at) == ("parts", 2, (), (3.0, 1.0))


def test_woods_with_a_base_end_so_much_higher() -> None:
    editor = TableEditor(
        woods("w", box(0, 0, 4, 4), base=1, height=2), woods("v", box(9, 0, 12, 4), height=2)
    )
    assert [(editor.view(name).base, editor.view(name).top) for name in "wv"] == [(1.0, 3.0), (None, 2.0)]


# ---- remarks


def test_what_hangs_over_the_edge_says_by_how_much() -> None:
    editor = TableEditor(
        woods("w", box(-1, 33, 3, 37.5)), woods("off", box(50, 3, 52, 5)), woods("in", box(0, 0, 3, 3))
    )
    (remark,) = editor.view("w").remarks
    assert (remark.key, dict(remark.facts)) == (
        "piece.overhang",
        {"edges": "north, west", "edge": "north", "inches": 1.5},
    )
    assert remarks(editor, "off") == ["piece.off-table"]
    assert remarks(editor, "in") == []


def test_a_river_that_is_cut_off_by_the_edge_hangs_over_nothing() -> None:
    """A wall that is drawn as far does."""
    editor = TableEditor()
    for kind in ("water", "road", "wall"):
        editor.do("add", kind=kind, form="strip", points=[[-1, 18], [50, 18]], width="2")
    assert [remarks(editor, f"{kind}-1") for kind in ("water", "road", "wall")] == [
        [],
        [],
        ["piece.overhang"],
    ]


def test_a_step_that_is_too_near_to_the_lower_one_says_who_does_not_climb_it() -> None:
    editor = TableEditor(
        hill("low", box(10, 10, 20, 20), height=1),
        hill("high", box(11.24, 12.5, 17, 17), height=3),
    )
    (remark,) = editor.view("high").remarks
    assert (remark.key, remark.cite.page) == ("piece.steep", "CE p.35")
    assert (remark.facts["rise"], remark.facts["side"]) == (3, "west")
    assert (remark.facts["inches"], remark.facts["ledge"], remark.facts["needed"]) == (1.24, 1.24, 2)
    assert remark.at is not None
    assert remark.at[0] == pytest.approx(11.24)
    assert "mech" in str(remark.facts["stopped"])
    assert remark.words == (
        "3″ up within 1.24″ on the west side: the ledge is 1.24″ wide and needs 2″. "
        "’Mechs climb 2″ in 2″, others 1″."
    )


@pytest.mark.parametrize(("height", "stopped"), [(1, []), (2, ["tracked"]), (2.5, ["tracked", "mech"])])
def test_who_climbs_a_hill_is_told_by_its_height(height: float, stopped: list[str]) -> None:
    editor = TableEditor(hill("h", box(10, 10, 20, 20), height=height))
    found = [each for remark in editor.view("h").remarks for each in str(remark.facts["stopped"]).split(", ")]
    assert [name for name in ("tracked", "mech") if name in found] == stopped
    assert all(remark.facts["side"] == "all" for remark in editor.view("h").remarks)


@pytest.mark.parametrize("edition", IDS)
def test_hills_that_ship_can_be_climbed_by_everybody(edition: str) -> None:
    editor = TableEditor(edition=edition)
    editor.do("add", piece="hill-3", x="24", y="18")
    assert [editor.view(name).remarks for name in ("hill-1", "hill-1-step-2", "hill-1-step-3")] == [
        (),
        (),
        (),
    ]


@pytest.mark.parametrize(("run", "stopped"), [(4, []), (3, ["tracked"]), (1.5, ["tracked"])])
def test_a_ramp_may_be_too_steep(run: float, stopped: list[str]) -> None:
    editor = TableEditor(ramp("r", box(10, 10, 13, 10 + run), toward=0, height=2))
    found = [each for remark in editor.view("r").remarks for each in str(remark.facts["stopped"]).split(", ")]
    assert [name for name in ("tracked", "mech") if name in found] == stopped


def test_a_step_that_is_lower_than_its_hill_makes_no_difference_and_that_is_said() -> None:
    editor = TableEditor(
        hill("h", box(10, 10, 30, 30), height=2),
        hill("low", box(12, 12, 16, 16), height=1),
        hill("same", box(17, 12, 20, 16), height=2),
        hill("half", box(5, 20, 15, 24), height=1),
    )
    (remark,) = editor.view("low").remarks
    assert remark.words == "Lies under ground that is 2″ high: its top is 1″ above the table."
    assert "piece.buried" not in remarks(editor, "h") + remarks(editor, "same") + remarks(editor, "half")


def test_nobody_comes_onto_a_hill_from_beside_the_table() -> None:
    editor = TableEditor(hill("low", box(0, 0, 48, 10), height=1), hill("high", box(0, 0, 48, 7.9), height=2))
    assert remarks(editor, "low") == remarks(editor, "high") == []


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("gap", [0.9, 1.2, 1.3, 2.1])
@pytest.mark.parametrize("height", [2, 3])
def test_who_does_not_climb_a_step_by_the_remark_does_not_climb_it_by_the_rules(
    edition: str, gap: float, height: float
) -> None:
    walkers = {"mech": {"type": "BM", "move": '40"'}, "tracked": {"type": "CV", "move": '40"t'}}
    walkers |= {"protomech": {"type": "PM", "move": '40"'}, "infantry": {"type": "CI", "move": '40"f'}}
    editor = TableEditor(
        hill("low", box(0, 10, 48, 30), height=1),
        hill("high", box(0, 10 + gap, 48, 28), height=height),
        *(
            mech(key, at=(6 + 10 * number, 5), motion=None, **about)
            for number, (key, about) in enumerate(walkers.items())
        ),
        edition=edition,
    )
    prepared = prepare_table(editor.table)
    stopped = ", ".join(
        str(remark.facts["stopped"]) for name in ("low", "high") for remark in editor.view(name).remarks
    )
    for number, key in enumerate(walkers):
        found = judge_move(prepared, key, MoveQuestion((Waypoint(6 + 10 * number, 20),)))
        assert (key in stopped.split(", ")) == (not found.allowed), (key, found.refusals)


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize(("run", "height"), [(3, 1), (3, 2), (6, 2), (6, 3), (2, 3), (1.5, 4)])
def test_who_does_not_climb_a_ramp_by_the_remark_does_not_climb_it_by_the_rules(
    edition: str, run: float, height: float
) -> None:
    walkers = {"mech": {"type": "BM", "move": '60"'}, "tracked": {"type": "CV", "move": '60"t'}}
    editor = TableEditor(
        hill("h", box(0, 20, 48, 30), height=height),
        ramp("r", box(0, 20 - run, 48, 20), toward=0, height=height),
        *(
            mech(key, at=(x, 5), motion=None, **about)
            for x, (key, about) in zip((6, 20), walkers.items(), strict=True)
        ),
        edition=edition,
    )
    prepared = prepare_table(editor.table)
    stopped = [each for r in editor.view("r").remarks for each in str(r.facts["stopped"]).split(", ")]
    assert all("in 0″" not in remark.words for remark in editor.view("r").remarks)
    for x, key in zip((6, 20), walkers, strict=True):
        found = judge_move(prepared, key, MoveQuestion((Waypoint(x, 23),)))
        assert (key in stopped) == (not found.allowed), (key, found.refusals)


@pytest.mark.parametrize("edition", ["ce-5.01", "classic-2.3.1"])
@pytest.mark.parametrize("shift", [-0.3, 0.0, 0.6])
def test_a_ramp_that_ends_beside_its_hill_is_remarked_as_the_rules_have_it(
    edition: str, shift: float
) -> None:
    editor = TableEditor(
        hill("h", box(0, 20, 48, 30), height=2),
        ramp("r", box(4, 16 + shift, 8, 20 + shift), toward=0, height=2),
        mech("mech", at=(6, 12), motion=None, move='60"', side="red"),
        mech("tracked", at=(6, 9), motion=None, move='60"t', type="CV", side="red"),
        edition=edition,
    )
    prepared = prepare_table(editor.table)
    stopped = [each for r in editor.view("r").remarks for each in str(r.facts["stopped"]).split(", ")]
    for key in ("mech", "tracked"):
        found = judge_move(prepared, key, MoveQuestion((Waypoint(6, 23),)))
        assert (key in stopped) == (not found.allowed), (key, stopped, found.refusals)


def test_a_building_over_the_rim_of_a_hill_hangs() -> None:
    editor = TableEditor(
        hill("h", box(10, 10, 20, 20), height=1),
        building("b", box(18, 12, 22, 15)),
        building("c", box(16, 16, 20, 20)),
    )
    assert remarks(editor, "b") == ["piece.hangs"]
    assert editor.view("b").remarks[0].words == "A part of it hangs 1″ above the ground."
    assert remarks(editor, "c") == []


def test_what_lies_inside_a_building_is_said() -> None:
    editor = TableEditor(
        building("b", box(10, 10, 20, 20), name="Hall"),
        wall("w", box(11, 11, 12, 12)),
        woods("v", box(19, 19, 22, 22)),
    )
    assert [remark.words for remark in editor.view("w").remarks] == ["Lies inside Hall."]
    assert remarks(editor, "b") == remarks(editor, "v") == []


def test_remarks_go_by_the_option_of_the_table() -> None:
    features = [hill("low", box(10, 10, 20, 20), height=1), hill("high", box(11.3, 12.5, 17, 17), height=2)]
    assert remarks(TableEditor(*features), "high") == ["piece.steep"]
    assert remarks(TableEditor(*features, options={"move.level-limit": "step"}), "high") == []


# ---- what people type


@pytest.mark.parametrize(
    ("text", "value"),
    [("12.5", 12.5), ("12,5″", 12.5), (" −3 ", -3.0), ("12 3/8", 12.375), ("7½", 7.5), ("0", 0.0)],
)
def test_numbers_are_read_as_people_type_them(text: str, value: float) -> None:
    typed = TypedFields({"x": text})
    assert (typed.number("x", None, low=-50, high=50), typed.problems) == (value, [])


@pytest.mark.parametrize("text", ["x", "1e3", "nan", "inf", "1..2", "--3", "51", "1/0"])
def test_what_is_no_number_is_said(text: str) -> None:
    typed = TypedFields({"x": text})
    assert typed.number("x", 7.0, low=-50, high=50) == 7.0
    assert [problem.at for problem in typed.problems] == ["x"]


def test_lists_of_places_have_their_limits() -> None:
    many = json.dumps([[0, n / 100] for n in range(501)])
    typed = TypedFields({"corners": many, "holes": json.dumps([builders.box(0, 0, 1, 1)] * 51)})
    assert (typed.places("corners", fewest=3), typed.rings("holes")) == ((), ())
    assert [problem.at for problem in typed.problems] == ["corners", "holes"]


# ---- names


def names(editor: TableEditor) -> dict[str, str]:
    return dict(piece_names(editor.table))


def test_six_hills_of_two_steps_are_numbered_one_to_six_as_they_are_counted() -> None:
    editor = TableEditor()
    for x in (8, 24, 40):
        for y in (8, 26):
            editor.do("add", piece="hill-2", x=str(x), y=str(y), width="6", depth="6")
    called = names(editor)
    assert {name for name in called.values() if "step" not in name} == {f"Hill {k}" for k in range(1, 7)}
    assert {name for name in called.values() if "step" in name} == {f"Hill {k} step 2" for k in range(1, 7)}
    counted = features_of(prepare_table(editor.table))
    assert [called[each.ids[0]] for each in counted] == [f"Hill {k}" for k in range(1, 7)]
    assert len(inventory(editor.table).pieces) == len(counted) == 6


@pytest.mark.parametrize("action", ["copy", "mirror"])
def test_a_copied_hill_keeps_its_steps_together(action: str) -> None:
    editor = TableEditor()
    editor.do("add", piece="hill-3", x="12", y="10", width="8", depth="8")
    wanted = {"dx": "16", "dy": "0"} if action == "copy" else {"axis": "west-east"}
    made = editor.do("copy" if action == "copy" else "mirror", "hill-1", **wanted).selected
    assert made == ("hill-2", "hill-2-step-2", "hill-2-step-3")
    assert [names(editor)[each] for each in made] == ["Hill 2", "Hill 2 step 2", "Hill 2 step 3"]


def test_a_hill_put_on_a_hill_is_its_next_step() -> None:
    editor = TableEditor()
    editor.do("add", piece="hill-1", x="12", y="12", width="10", depth="10")
    editor.do("add", piece="hill-1", x="12", y="12", width="5", depth="5")
    editor.do("add", piece="hill-1", x="36", y="12")
    assert list(names(editor).values()) == ["Hill 1", "Hill 1 step 2", "Hill 2"]
    assert len(features_of(prepare_table(editor.table))) == 2


def test_zones_say_whose_they_are() -> None:
    sides = [{"id": "s", "name": "South"}, {"id": "n", "name": "North"}]
    editor = TableEditor(
        builders.area("deployment-1", box(0, 0, 48, 3), kind="deployment", side="s"),
        builders.area("deployment-2", box(0, 33, 48, 36), kind="deployment", side="n"),
        sides=sides,
    )
    assert list(names(editor).values()) == ["South's zone", "North's zone"]
    assert [each.name for each in inventory(editor.table).zones] == ["South's zone", "North's zone"]
    named = TableEditor(
        builders.area("a", box(0, 0, 48, 3), kind="deployment", side="s", name="Zone"),
        builders.area("b", box(0, 33, 48, 36), kind="deployment", side="n", name="Zone"),
        sides=sides,
    )
    assert list(names(named).values()) == ["Zone, South", "Zone, North"]
