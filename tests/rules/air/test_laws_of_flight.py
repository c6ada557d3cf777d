"""Laws of what flies over the table: nearer paths, turned tables, and tables without anything in the air."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.loader import IDS, load_edition
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.asking import attack, matrix
from tests.soak import examples

BRACKETS = [*load_edition("ce-5.01").brackets]
ALTITUDES = ("low", "middle", "high", "extreme")
KINDS = ("weapon", "strafe", "strike", "dive-bomb", "altitude-bomb")
ROW = st.floats(4, 44)


def place_in(answer: AttackAnswer) -> int:
    return len(BRACKETS) if answer.bracket is None else BRACKETS.index(answer.bracket)


def flown(
    *,
    row: float,
    altitude: str,
    ground: tuple[float, float],
    facing: float | None,
    quarter: bool,
    mirrored: bool,
) -> list[dict[str, object]]:
    def put(x: float, y: float) -> list[float]:
        x = 48 - x if mirrored else x
        return [y, 48 - x] if quarter else [x, y]

    def look(degrees: float) -> float:
        return ((-degrees if mirrored else degrees) + (90 if quarter else 0)) % 360

    flight = {"from": put(0, row), "to": put(48, row), "altitude": altitude}
    turned = {} if facing is None else {"facing": look(facing)}
    return [
        builders.unit(
            "A", tuple(put(0, row)), type="AF", move="6a", damage="4/3/2", specials=["BOMB2"], flight=flight,
            facing=look(90), motion="flight", side="red",
        ),
        builders.unit(
            "B", tuple(put(*ground)), type="BM", damage="3/2/1", tmm=1, side="blue", motion="ground", **turned
        ),
    ]  # fmt: skip


def answers(edition: str, units: list[dict[str, object]]) -> list[AttackAnswer]:
    document = builders.document(*units, edition=edition, width=48, depth=48)
    prepared = prepare_table(parse_document(document))
    found = [attack(prepared, "A", "B", AttackQuestion(kind=kind)) for kind in KINDS]
    return [*found, attack(prepared, "B", "A")]


def essence(answer: AttackAnswer) -> tuple[object, ...]:
    caught = () if answer.blast is None else tuple((each.unit, each.damage) for each in answer.blast.caught)
    return (
        [reason.key for reason in answer.refusals], answer.tally.total, answer.bracket, round(answer.range, 4),
        answer.direction, answer.damage.target, caught,
    )  # fmt: skip


@settings(max_examples=examples(20, soaked=40), deadline=None)
@given(
    row=ROW,
    ground=st.tuples(st.floats(2, 46), st.floats(2, 46)),
    altitude=st.sampled_from(ALTITUDES),
    facing=st.none() | st.floats(0, 359),
    edition=st.sampled_from(IDS),
    mirrored=st.booleans(),
)
def test_turning_and_mirroring_the_table_changes_nothing(
    row: float,
    ground: tuple[float, float],
    altitude: str,
    facing: float | None,
    edition: str,
    mirrored: bool,
) -> None:
    # To a tenth: exactly on a limit the last digit of a turned number may fall to the other side.
    row, ground = round(row, 1) + 0.037, (round(ground[0], 1) + 0.011, round(ground[1], 1) + 0.023)
    scene = {"row": row, "altitude": altitude, "ground": ground, "facing": facing}
    plain = answers(edition, flown(**scene, quarter=False, mirrored=False))
    turned = answers(edition, flown(**scene, quarter=True, mirrored=mirrored))
    assert [essence(each) for each in plain] == [essence(each) for each in turned]


@settings(max_examples=examples(20, soaked=40), deadline=None)
@given(
    near=st.floats(0, 20),
    more=st.floats(0, 20),
    altitude=st.sampled_from(ALTITUDES),
    higher=st.integers(0, 3),
    facing=st.sampled_from([None, 0.0]),
)
def test_a_path_that_is_farther_or_higher_is_never_in_a_nearer_bracket(
    near: float, more: float, altitude: str, higher: int, facing: float | None
) -> None:
    up = ALTITUDES[min(len(ALTITUDES) - 1, ALTITUDES.index(altitude) + higher)]
    one = flown(row=4 + near, altitude=altitude, ground=(24, 4), facing=facing, quarter=False, mirrored=False)
    other = flown(
        row=4 + near + more, altitude=up, ground=(24, 4), facing=facing, quarter=False, mirrored=False
    )
    first, second = answers("ce-5.01", one)[-1], answers("ce-5.01", other)[-1]
    assert place_in(second) >= place_in(first)
    assert second.range >= first.range - 1e-6


def test_who_flies_leaves_the_attacks_of_all_others_as_they_are() -> None:
    ground = [
        builders.unit("C", (10, 10), side="red", damage="3/3/3", motion="ground"),
        builders.unit("D", (30, 12), side="blue", damage="3/3/3", motion="ground"),
    ]
    air = flown(row=20, altitude="low", ground=(24, 30), facing=None, quarter=False, mirrored=False)
    without = prepare_table(parse_document(builders.document(*ground, edition="ce-5.01", width=48, depth=48)))
    beside = prepare_table(
        parse_document(builders.document(*ground, *air, edition="ce-5.01", width=48, depth=48))
    )
    known = {(each.attacker, each.target): each for each in matrix(beside)}
    for each in matrix(without):
        assert known[each.attacker, each.target] == each


def test_single_answers_and_lists_agree_about_what_flies() -> None:
    units = flown(row=20, altitude="middle", ground=(24, 12), facing=0.0, quarter=False, mirrored=False)
    prepared = prepare_table(parse_document(builders.document(*units, edition="ce-5.01", width=48, depth=48)))
    for each in matrix(prepared):
        single = replace(
            attack(prepared, each.attacker, each.target).as_listed, options_used=each.options_used
        )
        assert single == each
