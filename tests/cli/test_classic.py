"""The command for classic BattleTech reads questions, files saved on the desk and MegaMek boards."""

import json
from pathlib import Path

import pytest

from tests.builders import Json
from tests.cli.test_questions import errors, run
from tests.formats.maps.sketches import board_text

BOARD = board_text(16, 17, {(6, 8): (2, "woods:1"), (7, 8): (0, "water:1"), (8, 9): (0, "geyser:1")})


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "valley.board"
    path.write_text(BOARD, encoding="utf-8")
    return str(path)


def test_a_board_becomes_a_question_and_what_was_left_out_is_said(board: str) -> None:
    done = run("classic", "hex", board, "--first", "0607", "--size", "4x3")
    assert json.loads(done.stdout) == {
        "card": "hex",
        "question": {"hexes": {"0202": {"level": 2, "woods": "light"}, "0302": {"water": 1}}},
    }
    assert done.stderr.splitlines() == [
        "hex 0607: is hex 0201 of the patch",
        "geyser: a field that the desk has no place for",
    ]


def test_the_question_of_a_board_becomes_a_board_again(board: str) -> None:
    question = run("classic", "hex", board).stdout
    back = run("classic", "hex", "-", "--board", given=question).stdout
    assert back.startswith("size 7 8\n")
    assert 'hex 0608 2 "woods:1;foliage_elev:2" ""\nhex 0708 0 "water:1" ""\nend\n' in back
    again = run("classic", "hex", "-", given=back)
    assert (again.stdout, again.stderr) == (question, "")


def test_a_board_by_its_content_whatever_it_is_called() -> None:
    assert json.loads(run("classic", "hex", "-", given=BOARD).stdout)["card"] == "hex"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--first", "9999", "--size", "0x300"), {"--first": "9999", "--size": "300"}),
        (("--size", "12"), {"--size": "'12'"}),
        (("--edition", "tw-4.4", "--board"), {"--edition": "tw-4.4", "--board": "True"}),
    ],
)
def test_what_is_wrong_with_a_patch_is_said_at_once(board: str, words: tuple[str, ...], found: Json) -> None:
    assert errors("classic", "hex", board, *words) == found


def test_a_board_that_cannot_be_read_is_refused() -> None:
    assert list(errors("classic", "hex", "-", given="size 2 2\nhex 0101 0\n")) == ["file"]


@pytest.mark.parametrize(
    ("card", "question", "words"),
    [
        ("roll", {"events": [{"event": "gyro-hit"}]}, "Gyro hit: 8+"),
        ("impact", {"kind": "fall", "attacker": {"tons": 55}}, "6 damage"),
        ("hex", {"hexes": {"0101": {"level": 1}}}, "Nothing to answer"),
    ],
)
def test_a_question_saved_on_the_desk_is_answered(card: str, question: Json, words: str) -> None:
    saved = json.dumps({"card": card, "question": question})
    assert words in run("classic", card, "-", given=saved).stdout
    assert (
        run("classic", card, "-", given=saved).stdout
        == run("classic", card, "-", given=json.dumps(question)).stdout
    )


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"card": "roll", "question": {}}, {"CARD": "'hex'"}),
        ({"card": "dice", "question": [], "more": 1}, {"card": '"dice"', "question": "a list", "more": "1"}),
        ({"question": {}}, {"card": "null"}),
    ],
)  # fmt: skip
def test_a_file_for_another_card_is_refused(given: Json, found: Json) -> None:
    assert set(errors("classic", "hex", "-", given=json.dumps(given))) == set(found)


def test_options_of_boards_go_with_boards_only() -> None:
    assert set(errors("classic", "hex", "-", "--first", "0101", "--size", "2x2", given="{}")) == {
        "--first",
        "--size",
    }
    assert set(errors("classic", "roll", "-", "--board", given="{}")) == {"--board"}
