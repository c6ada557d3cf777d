"""Where an attack is refused: what of the same card may be used at this target."""

import pytest

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.table import Table
from astrike.report.attack.json import attack_json
from astrike.report.attack.text import attack_text
from astrike.rules.solver.attack import alternatives
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attack, attack_as_listed, attacks_from, matrix
from tests.builders import box, hill, mech, table

EDITIONS = ("ce-5.01", "ce-7", "classic-2.3.1")


def apart(inches: float, *more: object, specials: tuple[str, ...] = (), **head: object) -> Table:
    """A and B with so much between their bases, and a friend of A beside B who can spot."""
    return table(
        mech("A", (10, 5), damage="2/2/-", specials=list(specials), side="red", skill=3),
        mech("B", (10, 6.25 + inches), facing=180, side="blue", tmm=1),
        mech("S", (16, 3.25 + inches), side="red", skill=3),
        *more, width=48, depth=60, **head,
    )  # fmt: skip


def asked(board: Table, question: AttackQuestion | None = None) -> AttackAnswer:
    return attack(prepare_table(board), "A", "B", question or AttackQuestion())


@pytest.mark.parametrize("edition", EDITIONS)
def test_heat_reaches_where_the_weapons_do_no_damage(edition: str) -> None:
    board = apart(30, specials=("HT0/0/1",), edition=edition)
    found = asked(board)
    single = asked(board, AttackQuestion(special="HT"))
    assert not found.allowed
    assert [(each.kind, each.special) for each in found.instead] == [("weapon", "HT")]
    assert (found.instead[0].target_number, found.instead[0].probability) == (
        single.target_number,
        single.probability,
    )
    assert "Instead        HT " in attack_text(found, board)


WALL = hill("h", box(0, 14, 48, 15), height=6)


@pytest.mark.parametrize(
    ("board", "question", "ways"),
    [
        (apart(20, WALL, specials=("IF1",)), AttackQuestion(), {("indirect", None, None)}),
        (apart(30, specials=("ART-T",)), AttackQuestion(), {("artillery", None, "ART-T")}),
        (apart(20, specials=("IF1",)), AttackQuestion(kind="indirect"), {("weapon", None, None)}),
        (apart(5, specials=("TAG", "IF1")), AttackQuestion(kind="standard"), {
            ("weapon", None, None), ("tag", None, None),
        }),
        (apart(0), AttackQuestion(), {("standard", None, None)}),
        (apart(30), AttackQuestion(), set()),
    ],
    ids=[
        "no line of sight, indirect fire", "too far for the weapons, artillery", "indirect at what is seen",
        "not in contact", "in contact", "nothing else reaches",
    ],
)  # fmt: skip
def test_what_is_named_is_allowed_when_it_is_asked(
    board: Table, question: AttackQuestion, ways: set[tuple[str, str | None, str | None]]
) -> None:
    found = asked(board, question)
    assert not found.allowed
    near = {(each.kind, each.special, each.weapon) for each in found.instead} - {("charge", None, None)}
    assert near >= ways
    for each in found.instead:
        other = AttackQuestion(kind=each.kind, special=each.special, weapon=each.weapon)
        again = asked(board, other)
        assert (again.allowed, again.target_number) == (True, each.target_number)
    odds = [each.probability for each in found.instead]
    assert odds == sorted(odds, reverse=True)


def test_lists_name_the_same_but_for_what_has_to_be_searched() -> None:
    board = apart(30, specials=("HT0/0/1", "IF1", "ART-T"))
    prepared = prepare_table(board)
    (listed,) = alternatives(prepared, attacks_from(prepared, "A"))
    alone = attack(prepared, "A", "B").instead
    assert listed == tuple(each for each in alone if each.kind not in ("charge", "dfa"))
    assert all(each.instead == () for each in matrix(prepared))


def test_an_allowed_attack_names_nothing() -> None:
    assert asked(apart(10, specials=("HT0/0/1",))).instead == ()


def test_json_says_how_to_ask() -> None:
    (instead,) = attack_json(asked(apart(30, specials=("HT0/0/1",))))["instead"]  # type: ignore[misc]  # a list
    assert set(instead) == {"kind", "special", "weapon", "target_number", "probability", "damage", "heat"}
    assert (instead["kind"], instead["special"], instead["heat"]) == ("weapon", "HT", 1)


def test_at_a_point_it_is_named_too() -> None:
    prepared = prepare_table(apart(20, specials=("ART-T",)))
    there = TablePoint(10, 26)
    question = AttackQuestion(kind="standard")
    assert attack_as_listed(prepared, "A", there, question).instead == ()
    found = attack(prepared, "A", there, question)
    assert not found.allowed
    assert ("artillery", "ART-T") in {(each.kind, each.weapon) for each in found.instead}
