"""Answers about movement as text for a terminal: approved as a whole, narrow, and harmless whatever the names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from astrike.model.explain import Citation, facts
from astrike.model.movement import MoveAnswer, MoveMargin, MoveReason, Waypoint
from astrike.report.movement.sentences import (
    check_words,
    margin_words,
    reason_detail,
    reason_title,
    term_words,
    verdict_words,
)
from astrike.report.movement.text import move_text, reach_text, unit_text
from astrike.rulebook.loader import IDS, load_edition
from tests.builders import box, hill, mech, table
from tests.conftest import Approved
from tests.report.attack.test_text import narrow
from tests.report.movement.answers import CLIMB, CLOSED, MINIMUM, REACH, ROUTE, STEEP, UNIT, WALK, scene

TO = Waypoint(14.2, 16.7)


def all_texts() -> Iterator[str]:
    placed = scene()
    yield from (move_text(answer, placed) for answer in (CLIMB, WALK, MINIMUM))
    yield reach_text(REACH, placed, to=TO, route=ROUTE)
    yield reach_text(replace(REACH, contours=(), sampled=0, refused=()), placed, to=TO)
    yield reach_text(replace(REACH, contours=(), mode="jump", refusals=(CLOSED,)), placed)
    yield unit_text(UNIT, placed)


def test_answers_about_movement(approved: Approved) -> None:
    text = "\n\n\n".join(all_texts()) + "\n"
    narrow(text)
    approved("text/moves.txt", text)


def test_the_verdict_comes_first() -> None:
    assert move_text(CLIMB, scene()).startswith("No: 19.89″ of 20″, enough Move, no way up or down.")
    assert move_text(WALK, scene()).startswith("Yes: 16.69″ of 20″, too close to call: 0.03″.")
    assert move_text(MINIMUM, scene()).startswith("Yes: 2.00″ of 2″, minimum movement.")


def test_a_reason_says_what_was_measured_whose_fault_it_is_and_where() -> None:
    assert reason_title(STEEP, scene()) == "Too steep: 3″ up or down in 1.50″ of travel."
    assert reason_detail(STEEP, scene()) == (
        "At most 2″ in any 2″ of travel. Hill 1, 7.44″ to 8.94″ along the path."
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ("Yes", "16.69″", "of 20″", "3.31″ left")),
        (
            {"margin": MoveMargin(-0.02, "move", None, True)},
            ("Yes", "16.69″", "of 20″", "too close to call: 0.02″"),
        ),
        ({"mode": "minimum"}, ("Yes", "16.69″", "of 20″", "minimum movement")),
        (
            {"allowed": False, "cost": 22.5, "refusals": (replace(STEEP, key="move.too-far"),)},
            ("No", "22.50″", "of 20″", "2.50″ too much"),
        ),
        (
            {"allowed": False, "refusals": (replace(STEEP, key="move.enemy"),)},
            ("No", "16.69″", "of 20″", "enough Move, an enemy in the way"),
        ),
        (
            {"allowed": False, "refusals": (CLOSED,)},
            ("No", "16.69″", "of 20″", "enough Move, this mode of movement is closed to it"),
        ),
        (
            {"allowed": False, "cost": 0.0, "refusals": (CLOSED,)},
            ("No", "0.00″", "of 20″", "this mode of movement is closed to it"),
        ),
    ],
    ids=["left", "close", "minimum", "too far", "enemy", "closed", "closed at once"],
)
def test_the_verdict_in_pieces(change: dict[str, object], words: tuple[str, ...]) -> None:
    found = verdict_words(replace(WALK, **{"margin": None, **change}))  # type: ignore[arg-type]  # what a case changes
    assert (found.word, found.cost, found.available, found.note) == words


def test_a_verdict_that_holds_says_nothing_of_being_close() -> None:
    assert margin_words(CLIMB) == ""


def test_terms_say_what_was_measured() -> None:
    placed = scene()
    words = [term_words(term, placed) for term in CLIMB.terms]
    assert [(each.what, each.detail) for each in words] == [
        ("Inches travelled", "10.10″ in 2 legs"),
        ("Rough 3", "3.79″ at +1"),
        ("Level change", "3″ at 2″ each"),
    ]


def test_checks_say_what_has_to_be_rolled() -> None:
    skid, load = (check_words(check, scene()) for check in WALK.checks)
    assert (skid.what, skid.detail) == (
        "Skid check",
        "2D6: 6 or more, Skill 4, TMM 2, at 1.00″ along the path",
    )
    assert (load.what, load.detail) == (
        "More than the building carries",
        "Silo, the Sizes on it add up to 3, at most 2, at 10.10″ along the path",
    )


KEYS = sorted(
    {
        key
        for edition in IDS
        for key in load_edition(edition).reasons
        if key.startswith(("move.", "transport."))
    }
)
MEASURED = facts(
    rise=3.0, inches=1.5, limit=2.0, window=2.0, low=0.0, high=3.0, gap=1.0, base=1.25, cost=21.0, available=20.0,
    missing=1.0, headroom=1.5, height=2.0, top=4.0, ceiling=3.0, z=1.0, bottom=-2.0, load=3, capacity=2,
)  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_every_reason_is_a_sentence_with_and_without_what_was_measured(key: str) -> None:
    placed = scene()
    bare = MoveReason(key, "A label", Citation("CE p.1", "ce-5.01"), 0.0, 0.0, (1, 1), 0)
    full = replace(bare, by="silo", at=1.0, until=2.0, facts=MEASURED)
    for reason in (bare, full, replace(full, by=None)):
        title = reason_title(reason, placed)
        assert title.endswith(".")
        assert "%" not in title + reason_detail(reason, placed)
    assert reason_title(bare, placed) != "A label."
    assert "Silo" in reason_title(full, placed) + reason_detail(full, placed)


def test_leaving_the_woods_one_stands_in_has_a_sentence_of_its_own() -> None:
    names = {"w": "Old Grove"}
    measured = facts(top=2.0, ceiling=1.5)
    across = MoveReason(
        "move.jump-ceiling",
        "",
        Citation("CE p.38", "ce-5.01"),
        2.0,
        2.5,
        (0.0, 0.0),
        0,
        by="w",
        facts=measured,
    )
    inside = replace(across, at=0.0, facts=facts(**measured, leaving="w"))
    assert reason_title(across, names) == "Too high to jump: Old Grove reaches 2″, the jump 1.5″."
    assert reason_title(inside, names) == (
        "Too high to jump out of Old Grove: the trees reach 2″, the jump 1.5″."
    )


def test_a_reason_nobody_has_words_for_says_its_label() -> None:
    assert (
        reason_title(replace(CLOSED, key="move.unheard-of"), scene())
        == "This mode of movement is closed to it."
    )


def test_a_row_that_no_source_prints_says_so_and_why() -> None:
    unprinted = replace(
        CLOSED, key="wige.taxi", label="the page is missing", facts=facts(row="Inches of a WiGE")
    )
    assert reason_title(unprinted, scene()) == "Inches of a WiGE: no figure in this edition."
    assert reason_detail(unprinted, scene()) == "The page is missing."


def test_areas_are_measured_without_their_holes() -> None:
    assert "15 square inches" in reach_text(REACH, scene())
    assert "160 square inches" in reach_text(REACH, scene())
    assert "99 % of 80 sampled places" in reach_text(REACH, scene())
    apart = replace(REACH.contours[0], rings=(*REACH.contours[0].rings, *REACH.contours[2].rings))
    assert "31 square inches      2" in reach_text(replace(REACH, contours=(apart,)), scene())


@pytest.mark.parametrize(
    "name",
    ["x" * 150, "木" * 60, "\x1b]0;title\x07\x1b[2J", "a\nb\tc", "\u202eevil", "%s %(a)s {0}"],
    ids=["long", "wide", "escape", "lines", "turned", "format"],
)
@pytest.mark.parametrize("answer", [CLIMB, WALK], ids=["refused", "allowed"])
def test_no_name_breaks_the_text(name: str, answer: MoveAnswer) -> None:
    placed = table(
        mech("B", at=(8, 10), name=name, side="blue"),
        hill("hill-1", box(12, 14, 18, 22), name=name),
        hill("silo", box(22, 14, 28, 22), name=name),
        hill("rough-3", box(32, 14, 38, 22), name=name),
    )
    narrow(move_text(answer, placed))
    narrow(reach_text(REACH, placed, to=TO, route=ROUTE))
    narrow(unit_text(UNIT, placed))
