"""A record of play comes back from its row as it was; newer formats are passed over, and nonsense is named."""

import json

import pytest

from astrike.errors import InputError
from astrike.model.attack_question import TablePoint
from astrike.model.movement import Waypoint
from astrike.model.play_record import (
    AreaPlayed,
    AttackPlayed,
    AttacksPlayed,
    ChangePlayed,
    DamageByHand,
    DiePlayed,
    EffectPlayed,
    EffectsPlayed,
    MovePlayed,
    PlayRecord,
)
from astrike.store.table.play_text import play_from_text, play_to_text

MOVE = PlayRecord(
    2,
    "movement",
    MovePlayed(
        unit="A",
        mode="jump",
        start=(7, 7.5, 0),
        path=(Waypoint(9.25, 8), Waypoint(12, 8, 2), Waypoint(14, 9.125, "roof")),
        end=(14, 9.125, 3),
        inches=7.03,
        cost=9,
        facing=90.5,
        is_allowed=True,
        is_out_of_order=False,
        mount="T",
    ),
)
ATTACK = PlayRecord(
    1,
    None,
    AttackPlayed(
        attacker="A",
        target="B",
        kind="weapon",
        weapon=None,
        target_number=7,
        ruling="9RV0000004",
        dice=(DiePlayed("attack", 2, 6, 8, is_typed=False), DiePlayed("damage", 1, 6, 1, is_typed=True)),
        is_hit=True,
        overheat=1,
        damage=3,
        changes=(ChangePlayed("B", "armor_left", 4, 1), ChangePlayed("B", "state", "", "shutdown")),
        by_hand=(DamageByHand("depot", "0*"),),
        mark="tag",
    ),
)
AT_A_POINT = PlayRecord(
    1,
    "combat",
    AttackPlayed(
        "D", TablePoint(42, 31.5, 2, "b1"), "artillery", "ARTLT-1", None, None, (), True, None, None, (), ()
    ),
)
AREA = PlayRecord(
    3,
    "combat",
    AreaPlayed("ART-LT", "E", (36, 24, 0), ((31, 24, 0), (35, 22.25, 1)), (), (), (DamageByHand("b1", 2),)),
)


EFFECTS = PlayRecord(
    2,
    "combat",
    EffectsPlayed(
        (
            EffectPlayed(
                "B",
                "critical",
                "critical.mp",
                (DiePlayed("critical", 2, 6, 7, is_typed=False),),
                (ChangePlayed("B", "hits.mp", 0, 1),),
            ),
            EffectPlayed("V", "motive", "none", (), ()),
        )
    ),
)
TOGETHER = PlayRecord(
    2,
    "combat",
    AttacksPlayed(tuple(each.act for each in (ATTACK, AT_A_POINT) if isinstance(each.act, AttackPlayed))),
)


@pytest.mark.parametrize(
    "record",
    [MOVE, ATTACK, AT_A_POINT, TOGETHER, AREA],
    ids=["move", "attack", "point", "together", "area"],
)
def test_what_is_written_is_read(record: PlayRecord) -> None:
    assert play_from_text(play_to_text(record)) == record


def test_lengths_are_kept_to_a_thousandth_of_an_inch() -> None:
    record = PlayRecord(1, None, AreaPlayed("X", None, (1, 2.00049, 0), (), (), (), ()))
    assert json.loads(play_to_text(record))["aim"] == [1, 2, 0]


def test_a_newer_format_is_passed_over_whatever_it_says() -> None:
    assert play_from_text('{"play": 2, "act": 7, "turn": "soon"}') is None


@pytest.mark.parametrize(
    "text",
    [
        "7",
        "[]",
        "{}",
        '{"play": "1"}',
        '{"play": true, "act": "move"}',
        '{"play": 0, "act": "move", "turn": 1}',
        '{"play": 1, "act": "dance", "turn": 1}',
        '{"play": 1, "act": "move", "turn": 1}',
    ],
)
def test_what_is_no_record_is_named(text: str) -> None:
    with pytest.raises(InputError, match="play"):
        play_from_text(text)


@pytest.mark.parametrize("record", [MOVE, ATTACK, AREA], ids=["move", "attack", "area"])
def test_each_key_that_is_wrong_is_named(record: PlayRecord) -> None:
    values = json.loads(play_to_text(record))
    for key in values:
        with pytest.raises(InputError, match=r"play\b.*"):
            play_from_text(json.dumps({**values, key: {}}))


def test_a_point_with_a_third_number_too_many_is_none() -> None:
    values = json.loads(play_to_text(MOVE))
    for path in ([[1]], [[1, 2, 3, 4]], [[1, True]], ["here"], 7):
        with pytest.raises(InputError, match=r"play\.path"):
            play_from_text(json.dumps({**values, "path": path}))
