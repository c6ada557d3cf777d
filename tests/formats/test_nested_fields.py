"""Questions with records, lists and names inside: read whole, written back, every mistake told with its place."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.errors import Problem
from astrike.formats.checks import Fields, Problems
from astrike.formats.questions import read_fields, written
from astrike.model.question_schema import (
    BATTLETECH,
    EditionField,
    FieldDescription,
    ListField,
    NamedRecordsField,
    NestedListField,
    NothingOrField,
    RecordField,
    TextField,
    WholeField,
    WordField,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """A record inside a record."""

    foot: Annotated[int, FieldDescription(WholeField(0, 2), "Hits.")] = 0
    side: Annotated[str, FieldDescription(WordField(("left", "right")), "Which.")] = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A question with everything inside."""

    leg: Annotated[Leg, FieldDescription(RecordField(Leg), "One leg.")] = Leg()
    slots: Annotated[
        tuple[str | None, ...],
        FieldDescription(NestedListField(NothingOrField(TextField(8)), 3, "slots"), "Slots."),
    ] = ()
    dice: Annotated[
        tuple[tuple[int, ...], ...],
        FieldDescription(NestedListField(ListField(WholeField(1, 6), 2, "dice", 1), 4, "rolls"), "Dice."),
    ] = ()
    legs: Annotated[
        tuple[Leg, ...], FieldDescription(NestedListField(RecordField(Leg), 2, "legs"), "Legs.")
    ] = ()
    named: Annotated[
        tuple[tuple[str, Leg], ...],
        FieldDescription(NamedRecordsField(RecordField(Leg), 2, "legs", 6), "By name."),
    ] = ()
    edition: Annotated[str, FieldDescription(EditionField(BATTLETECH), "Edition.")] = "bmm-7.01"


def read(body: dict[str, Any]) -> tuple[object, list[Problem]]:
    problems = Problems()
    return read_fields(Sheet, Fields(body, "", problems)), list(problems)


WHOLE: dict[str, Any] = {
    "leg": {"foot": 2, "side": "right"},
    "slots": ["Laser", None, "Engine"],
    "dice": [[2, 5], [4]],
    "legs": [{"foot": 1}, {}],
    "named": {"rear": {"foot": 1}},
    "edition": "tw-4.4",
}


def test_what_is_right_is_read_with_all_that_is_inside() -> None:
    found, problems = read(WHOLE)
    assert problems == []
    assert found == Sheet(
        leg=Leg(foot=2, side="right"),
        slots=("Laser", None, "Engine"),
        dice=((2, 5), (4,)),
        legs=(Leg(foot=1), Leg()),
        named=(("rear", Leg(foot=1)),),
        edition="tw-4.4",
    )


def test_what_is_written_is_read_back() -> None:
    found, _ = read(WHOLE)
    assert found is not None
    again, problems = read(dict(written(found)))
    assert (again, problems) == (found, [])
    assert read({})[0] == Sheet()


@pytest.mark.parametrize(
    ("body", "at", "expected"),
    [
        ({"leg": 5}, "leg", "an object"),
        ({"leg": {"foot": 3}}, "leg.foot", "a whole number from 0 to 2"),
        ({"leg": {"toe": 1}}, "leg.toe", "one of foot, side"),
        ({"slots": "Laser"}, "slots", "a list"),
        ({"slots": [None] * 4}, "slots", "at most 3 slots"),
        ({"slots": ["Laser", 5]}, "slots[1]", "or null"),
        ({"dice": [[2, 7]]}, "dice[0][1]", "a whole number from 1 to 6"),
        ({"dice": [[]]}, "dice[0]", "1 to 2 dice"),
        ({"dice": [3]}, "dice[0]", "a list"),
        ({"legs": [{"side": "top"}]}, "legs[0].side", "one of left, right"),
        ({"legs": [None]}, "legs[0]", "an object"),
        ({"named": {"a": {}, "b": {}, "c": {}}}, "named", "at most 2 legs"),
        ({"named": {"": {}}}, 'named[""]', "1 to 6 letters"),
        ({"named": {"rear": {"foot": "x"}}}, "named.rear.foot", "a whole number from 0 to 2"),
        ({"named": []}, "named", "an object of names and objects"),
        ({"edition": "ce-7"}, "edition", "ce-5.01, classic-2.3.1, ce-7 are for Alpha Strike"),
        ({"edition": "ce-9"}, "edition", "one of bmm-7.01, tw-4.4"),
    ],
)
def test_what_is_wrong_inside_is_told_with_its_place(body: dict[str, Any], at: str, expected: str) -> None:
    found, problems = read(body)
    assert found is None
    assert len(problems) == 1, problems
    assert problems[0].at.startswith(at), problems
    assert expected in problems[0].expected


def test_everything_that_is_wrong_is_told_at_once() -> None:
    _, problems = read(
        {
            "leg": {"foot": 9, "side": "up"},
            "slots": [5, "Laser", 6],
            "dice": [[0], [9, 1]],
            "legs": [{"foot": -1}, 3],
            "named": {"rear": {"toe": 1}},
            "edition": 7,
        }
    )
    assert {each.at for each in problems} == {
        "leg.foot", "leg.side", "slots[0]", "slots[2]", "dice[0][0]", "dice[1][0]", "legs[0].foot", "legs[1]",
        "named.rear.toe", "edition",
    }  # fmt: skip


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.text(max_size=9)
    | st.sampled_from(["left", "tw-4.4"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=7), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(list(WHOLE)), VALUES, max_size=4))
def test_whatever_is_sent_is_read_and_written_back_or_told(body: dict[str, Any]) -> None:
    found, problems = read(body)
    assert (found is None) == bool(problems)
    if found is not None:
        assert read(dict(written(found))) == (found, [])
