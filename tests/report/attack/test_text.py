"""Answers as text for a terminal: approved as a whole, and narrow and harmless whatever the table holds."""

import unicodedata

import pytest
from hypothesis import given, settings

from astrike.formats.table.table_file import parse_document, read_table, with_settings
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.table import Table
from astrike.report.attack.matrix_text import matrix_text
from astrike.report.attack.text import attack_text, sight_text
from astrike.report.rulebook.editions import differences_text, editions_text
from astrike.report.words.terminal import WIDTH, Column, grid, width_of, wrapped
from astrike.rulebook.compare import differences
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.table.prepared_table import prepare_table
from astrike.web.home.demo import demo_text
from tests import strategies
from tests.asking import attack, matrix, sight
from tests.builders import box, hill, mech, table, wall, water, woods
from tests.conftest import Approved
from tests.soak import examples


def demo(name: str = "diagram", *, edition: str = "ce-5.01") -> Table:
    return parse_document(with_settings(read_table(demo_text(name)).document, edition=edition))


def attack_of(placed: Table, a: str, b: str, question: AttackQuestion | None = None) -> str:
    return attack_text(attack(prepare_table(placed), a, b, question or AttackQuestion()), placed)


def narrow(text: str) -> None:
    for line in text.split("\n"):
        assert width_of(line) <= WIDTH, line
        assert not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in line), repr(line)


# ---- approved


@pytest.mark.parametrize("edition", ["ce-5.01", "classic-2.3.1"])
def test_every_attack_of_the_worked_example(approved: Approved, edition: str) -> None:
    placed = demo(edition=edition)
    texts = [attack_of(placed, "A", target) for target in "BCDEFG"]
    text = "\n\n\n".join(texts) + "\n"
    narrow(text)
    approved(f"text/diagram-{edition}.txt", text)


def scene() -> Table:
    """Two of ours against eleven of theirs, behind hills, walls and woods, in and out of a lake."""
    theirs = [
        mech(f"K{n}", at=(40 - 2 * (n % 3), 3 + 3 * n), name=name, side="blue", facing=270, tmm=n % 4)
        for n, name in enumerate(
            ["Kea", "Lark", "Magpie", "Nightjar", "Owl", "Pipit", "Quail", "Rook", "Snipe", "Teal", "Wren"]
        )
    ]
    return table(
        mech("A", at=(5, 15), name="Alder", side="red", facing=90, skill=3),
        mech("B", at=(5, 25), name="Beech", side="red", facing=90, motion="jump"),
        *theirs,
        hill("hill-1", box(30, 8, 34, 12), height=1),
        hill("hill-2", box(31, 9, 33, 14), height=2),
        wall("wall", box(34, 14, 35, 18), height=1),
        wall("silo", box(18, 22, 20, 25), height=6),
        woods("wood-1", box(15, 26, 25, 33)),
        woods("wood-2", box(3, 14, 7, 16)),
        water("lake", box(34, 2, 42, 8), depth=3),
    )


def test_sight_between_two_units(approved: Approved) -> None:
    placed = scene()
    prepared = prepare_table(placed)
    pairs = [("A", "K0"), ("A", "K3"), ("A", "K4"), ("A", "K7"), ("B", "K9"), ("B", "A")]
    text = "\n\n\n".join(sight_text(sight(prepared, a, b), placed) for a, b in pairs) + "\n"
    narrow(text)
    approved("text/sight.txt", text)


def matrix_of(placed: Table) -> str:
    """All attacks of a table, with what is too close to call."""
    prepared = prepare_table(placed)
    answers = matrix(prepared)
    return matrix_text(answers, close_calls(prepared, answers), placed)


def test_the_matrix(approved: Approved) -> None:
    texts = [matrix_of(placed) for placed in (demo(), scene())]
    text = "\n\n\n".join(texts) + "\n"
    narrow(text)
    approved("text/matrix.txt", text)


def test_the_editions_and_where_they_differ(approved: Approved) -> None:
    editions = [load_edition(each) for each in IDS]
    ours, classic, later = editions
    texts = [
        editions_text(editions, default=DEFAULT_EDITION),
        differences_text(differences(ours, later), ours, later),
        differences_text(differences(ours, classic), ours, classic),
        differences_text(differences(ours, ours), ours, ours),
    ]
    text = "\n\n\n".join(texts) + "\n"
    narrow(text)
    approved("text/editions.txt", text)


# ---- what stands where


def test_the_answer_comes_first_and_the_ledger_is_in_the_order_said_aloud() -> None:
    text = attack_of(demo(), "A", "D")
    lines = text.split("\n")
    assert lines[0] == "Alder hits Dogwood on 9 or more (27.8 %): long range, from West Wood, large"
    letters = [line[0] for line in lines[3 : lines.index(next(line for line in lines if line[0:1] == "─"))]]
    assert letters == sorted(letters, key="SATOR".index)


def test_terms_that_add_nothing_stand_in_the_ledger() -> None:
    text = attack_of(demo(), "A", "C")
    assert "A  Attacker moved, no jump" in text
    assert "(TMM 0)" in text


def test_a_refusal_lists_every_reason_with_what_was_measured() -> None:
    placed = table(
        mech("A", at=(2, 15), name="Alder", side="red", facing=270),
        mech("B", at=(40, 15), name="Pipit", side="blue", facing=0),
        wall("silo", box(18, 5, 19, 25), height=9),
    )
    text = attack_of(placed, "A", "B")
    assert text.startswith("Alder may not attack Pipit:\n\n1.  ")
    assert "More than two thirds of the target are hidden: 100 %" in text
    assert "hidden by Silo" in text
    assert "3.  More than half of the target's base lies outside the" in text
    assert "Damage" not in text


def test_both_pieces_are_shown_with_what_each_hides_alone() -> None:
    placed = table(
        mech("A", at=(5, 15), name="Alder", side="red", facing=90),
        mech("B", at=(25, 15), name="Magpie", side="blue", facing=270),
        hill("hill-1", box(16, 15, 22, 20), height=1),
        hill("hill-2", box(14, 10, 20, 15), height=1),
    )
    assert "(each alone: " in attack_of(placed, "A", "B")


def test_a_point_has_its_number_and_its_range() -> None:
    placed = demo()
    text = attack_text(attack(prepare_table(placed), "A", TablePoint(30, 20, 1)), placed)
    assert "30, 20, 1" in text.split("\n")[0]
    assert "immobile" in text
    assert "from base edge to base edge" in text


def test_a_table_without_enemies_says_so() -> None:
    lonely = table(mech("A", at=(5, 5), side="red"))
    assert matrix_of(lonely) == "Nobody on this table has an enemy to attack."


def test_units_of_no_side_are_everyones_enemy_in_the_matrix() -> None:
    placed = table(*(mech(f"u{n}", at=(5 + 8 * n, 15), facing=None) for n in range(4)))
    text = matrix_of(placed)
    assert text.count("·") == 4
    narrow(text)


def test_long_ids_become_numbers_in_the_heads_of_the_matrix() -> None:
    placed = table(
        mech("red", at=(5, 15), side="red", facing=90),
        mech("a-long-id-indeed", at=(15, 15), side="blue", facing=270),
    )
    text = matrix_of(placed)
    assert "1 a-long-id-indeed" in text


def test_numbers_that_no_roll_decides_are_explained() -> None:
    placed = table(
        mech("A", at=(5, 15), side="red", facing=90, skill=8, heat=3, motion="jump"),
        mech("B", at=(45, 15), side="blue", facing=270, skill=0, motion="standstill"),
    )
    assert "More than 12 cannot be rolled." in matrix_of(placed)


@settings(max_examples=examples(20, soaked=40), deadline=None)
@given(placed=strategies.tables(most_pieces=4, most_units=4, fewest_units=2))
def test_any_answer_is_narrow(placed: Table) -> None:
    prepared = prepare_table(placed)
    answers = matrix(prepared)
    narrow(matrix_text(answers, close_calls(prepared, answers), placed))
    for answer in answers[:6]:
        narrow(attack_text(answer, placed))
        narrow(sight_text(sight(prepared, answer.attacker, answer.target), placed))


@pytest.mark.parametrize(
    "name",
    [
        "x" * 150,
        "木" * 60,
        "e\u0301" * 50,
        "\x1b]0;title\x07\x1b[2J",
        "a\nb\tc",
        "\u202eevil",
        "%s %(a)s {0}",
    ],
    ids=["long", "wide", "combining", "escape", "lines", "turned", "format"],
)
def test_no_name_breaks_the_text(name: str) -> None:
    placed = table(
        mech("A", at=(5, 15), name=name, side="red", facing=90),
        mech("B", at=(25, 15), name=name, side="blue", facing=270),
        woods("w", box(10, 10, 12, 20), name=name),
    )
    prepared = prepare_table(placed)
    for text in (
        attack_of(placed, "A", "B"),
        sight_text(sight(prepared, "A", "B"), placed),
        matrix_of(placed),
    ):
        narrow(text)


# ---- columns


def test_wide_letters_take_two_columns() -> None:
    assert grid([("木", "1"), ("abc", "2")], [Column(), Column()]) == ["木   1", "abc  2"]
    assert wrapped("木木木木木", width=4) == ["木木", "木木", "木"]


def test_long_cells_go_on_below_in_their_column() -> None:
    assert grid([("a", "one two three", "9")], [Column(), Column(7), Column(right=True)]) == [
        "a  one two  9",
        "   three",
    ]
