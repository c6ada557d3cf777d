"""What must hold on any table of hexes, whatever lies on it."""

import math

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from astrike.errors import AstrikeError, InputError
from astrike.formats.table.table_file import parse_document
from astrike.geometry.hexes import hex_disc, hexes_between
from astrike.model.attack_question import KINDS, AttackQuestion
from astrike.model.movement import MODES, MoveAnswer, MoveQuestion, Waypoint
from astrike.model.unit import Unit
from astrike.rulebook.loader import IDS
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.standing_check import base_contacts, standing_findings
from astrike.rules.table.hex_units import hexes_of
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.table.tape_measure import measure, pair_geometry
from tests import builders, strategies
from tests.asking import attack, matrix, sight
from tests.builders import Json
from tests.rules.hex_scene import centre, layout_of

LAW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def field_of(document: Json) -> PreparedTable:
    """The table made ready, or the example thrown away when it cannot be: that is said and not crashed."""
    try:
        return prepare_table(parse_document(document))
    except AstrikeError:
        assume(False)
        raise


@st.composite
def hex_tables(draw: st.DrawFn) -> Json:
    document = draw(
        st.sampled_from(IDS).flatmap(
            lambda edition: strategies.documents(edition=edition, fewest_units=2, most_units=4, most_pieces=5)
        )
    )
    grid = {"hex": draw(st.sampled_from([1.25, 2, 2.5])), "top": draw(st.sampled_from(["flat", "pointy"]))}
    head = document["astrike"]
    assert isinstance(head, dict)
    return {**document, "astrike": {**head, "grid": grid}}


def pairs(prepared: PreparedTable) -> list[tuple[str, str]]:
    names = [unit.id for unit in prepared.table.units]
    return [(a, b) for a in names for b in names if a != b]


@LAW
@given(hex_tables(), st.sampled_from(KINDS))
def test_any_table_of_hexes_gives_each_pair_an_explained_answer(document: Json, kind: str) -> None:
    prepared = field_of(document)
    for a, b in pairs(prepared):
        for question in (AttackQuestion(), AttackQuestion(kind=kind)):
            answer = attack(prepared, a, b, question)
            assert (answer.target_number is None) == bool(answer.refusals)
            assert all(term.cite.page for term in (*answer.tally.modifiers, *answer.refusals))
            assert "grid.origin" in {note.at for note in answer.assumed}


def has_thrust(unit: Unit) -> bool:
    """Does the card print thrust alone, as of an airship?"""
    return unit.move is not None and all(part.code in ("a", "p", "k", "i") for part in unit.move.parts)


@LAW
@given(hex_tables())
def test_range_and_contact_are_those_of_the_hexes(document: Json) -> None:
    prepared = field_of(document)
    board = prepared.metric.board
    assert board is not None
    home = dict(zip(prepared.units.index, hexes_of(board, prepared.units).tolist(), strict=True))
    for a, b in pairs(prepared):
        answer = sight(prepared, a, b)
        away = int(hexes_between(home[a], home[b])[0])
        assert answer.range == 2 * away == measure(prepared, a, b).range
        assert away <= 1 or not answer.sight.contact
        units = prepared.units
        ends = (units.index[a], units.index[b])
        # CE p.181: always in sight, whatever its type, if its card prints thrust (CE pp.28, 34)
        flies = [units.airborne[i] and (units.rows[i].aerospace or has_thrust(units.units[i])) for i in ends]
        if not any(flies):
            assert len(answer.sight.hexes) >= max(away - 1, 0)


@LAW
@given(hex_tables())
def test_who_cannot_be_seen_does_not_see(document: Json) -> None:
    prepared = field_of(document)
    for a, b in pairs(prepared):
        there, back = sight(prepared, a, b).sight, sight(prepared, b, a).sight
        assert (there.hidden == 1) == (back.hidden == 1)
        assert (there.hidden_back, back.hidden_back) == (back.hidden, there.hidden)
        assert there.contact == back.contact


@LAW
@given(hex_tables())
def test_a_batch_on_hexes_equals_its_singles(document: Json) -> None:
    prepared = field_of(document)
    for each in matrix(prepared):
        one = attack(prepared, each.attacker, each.target)
        assert (one.tally, one.refusals, one.sight) == (each.tally, each.refusals, each.sight)


@LAW
@given(hex_tables(), st.sampled_from(["hill", "building", "woods"]), st.integers(1, 4))
def test_more_on_the_hexes_between_never_opens_a_line(document: Json, kind: str, height: int) -> None:
    prepared = field_of(document)
    board = prepared.metric.board
    assert board is not None
    for a, b in pairs(prepared)[:2]:
        before = sight(prepared, a, b).sight
        if not before.hexes or before.contact:
            continue
        cells = [(int(name[:2]), int(name[2:])) for name in before.hexes if name.isdigit() and len(name) == 4]
        ring = board.layout.corners(board.layout.from_cells(cells[:1]))[0].tolist()
        more = builders.area("more", builders.polygon(ring), kind=kind, height=height)
        features = document["features"]
        assert isinstance(features, list)
        after = sight(field_of({**document, "features": [more, *features]}), a, b).sight
        assert after.state == "blocked" or before.state != "blocked"


@LAW
@given(hex_tables())
def test_pictures_show_what_the_answer_says(document: Json) -> None:
    prepared = field_of(document)
    for a, b in pairs(prepared):
        seen, picture = sight(prepared, a, b).sight, pair_geometry(prepared, a, b)
        body = prepared.units.of[prepared.place_of(b)]
        area = sum((right - left) * high for left, right, _, high, _, _ in picture.strips)
        assert area == pytest.approx(seen.hidden * body.width * (body.top - body.foot))
        assert bool(picture.stretches) == (seen.woods > 0)


@LAW
@given(
    hex_tables(),
    st.sampled_from([None, *MODES]),
    st.lists(st.tuples(st.floats(0, 30), st.floats(0, 30)), min_size=1, max_size=4),
    st.one_of(st.none(), st.floats(0, 360)),
)
def test_any_move_on_hexes_has_an_explained_answer(document, mode, points, facing) -> None:
    prepared = field_of(document)
    for unit in prepared.table.units:
        question = MoveQuestion(tuple(Waypoint(x, y) for x, y in points), mode=mode, facing=facing)
        try:
            answer = judge_move(prepared, unit.id, question)
        except InputError:
            continue
        adds_up(answer)
        if answer.mode == "flight":
            continue  # flight paths cross the table in inches, on hexes too
        assert len(answer.legs) == len(points)
        board = prepared.metric.board
        assert board is not None
        assert board.layout.centre(board.layout.hex_at([answer.end[:2]]))[0] == pytest.approx(answer.end[:2])
        assert answer.length % 2 == pytest.approx(0)


def adds_up(answer: MoveAnswer) -> None:
    assert answer.allowed == (not answer.refusals)
    assert math.isclose(sum(term.value for term in answer.terms), answer.cost, abs_tol=1e-9)
    assert all(reason.cite.page for reason in answer.refusals)
    assert all(0 <= reason.leg < max(len(answer.legs), 1) for reason in answer.refusals)
    assert math.isclose(sum(leg.length for leg in answer.legs), answer.length, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("option", "count"), [("template.small-radius", 7), ("template.large-radius", 19)], ids=["2 in", "6 in"]
)
def test_a_template_covers_so_many_hexes(option: str, count: int) -> None:
    hexes = hex_disc((6, 4), 4)
    layout = field_of(
        builders.document(grid={"hex": 2, "top": "flat"}, width=48, depth=48)
    ).metric.board.layout
    units = [builders.mech(f"U{k}", at) for k, at in enumerate(layout.centre(hexes).tolist())]
    prepared = field_of(builders.document(*units, grid={"hex": 2, "top": "flat"}, width=48, depth=48))
    away = prepared.metric.from_burst(prepared.units.bases, tuple(layout.centre([(6, 4)])[0]))
    assert int((away <= prepared.metric.template_radius(option)).sum()) == count


# ---- the check of a table


def stand(*features: Json) -> PreparedTable:
    return field_of(builders.document(*features, grid={"hex": 2, "top": "flat"}, width=48, depth=48))


def at(name: str) -> list[float]:
    return centre(layout_of({"grid": {"hex": 2, "top": "flat"}}), name)


def test_the_check_counts_hexes_and_not_bases() -> None:
    large = {"type": "SV", "base": 4, "side": "red"}
    table = stand(
        builders.mech("A", at("0505"), **large),
        builders.mech("B", at("0506"), **large),
        builders.mech("C", at("0605"), side="blue"),
        builders.mech("D", [at("0605")[0] + 0.4, at("0605")[1]], side="blue"),
        builders.area("hill", builders.polygon(builders.box(0, 12.3, 30, 20)), kind="hill", height=3),
        builders.mech("E", at("0806"), side="blue"),
    )
    assert [(one.key, one.by) for one in standing_findings(table)] == [("standing.overlap", ("C", "D"))]
    assert {one.by for one in base_contacts(table)} == {
        ("A", "B"),
        ("A", "C"),
        ("A", "D"),
        ("B", "C"),
        ("B", "D"),
    }
