"""Documents of events: read and written without loss; a wrong one is refused with all of its problems."""

from types import MappingProxyType

import pytest

from astrike.errors import InputError
from astrike.formats.events.event_file import read_event, write_event
from astrike.model.events.event import (
    Announcement,
    Event,
    EventTable,
    Game,
    RoundClock,
    all_the_same,
    rotated,
    with_games,
    with_layout_named,
    with_seat,
    without_seat,
)
from astrike.model.events.pairing import GameResult
from astrike.model.wifi import Wifi

HALL = Event(
    name="Autumn Open",
    edition="ce-7",
    preset="club",
    options=MappingProxyType({"sight.eye": 0.9}),
    rounds=4,
    minutes=90.0,
    clock=RoundClock(3, left=2480.5, started=1_764_000_000.0),
    seats=(EventTable(1, "Stage", "ready"), EventTable(7)),
    games=MappingProxyType(
        {
            (7, 1): Game("Ford", "08 v 19", "4 : 6", "Robin"),
            (7, 2): Game("Ford", "08 v 24", "14 : 6", "Robin", GameResult(("08", "24"), ("14", "6"))),
        }
    ),
    deployments=MappingProxyType({2: "match-play/lines"}),
    announcements=(Announcement("Lunch at noon", 1_764_000_000.0, "Kim"),),
    wifi=Wifi("Hall; north", "p:ss"),
)


def test_what_is_written_is_read_back() -> None:
    assert read_event(write_event(HALL)) == HALL


def test_everything_that_is_wrong_is_named() -> None:
    wrong = {
        "format": 2,
        "name": "",
        "edition": "ce-6",
        "options": {"nothing": 1},
        "rounds": 21,
        "minutes": 0,
        "clock": {"round": 9, "left": "much"},
        "tables": [{"number": 1}, {"number": 1}, {"number": 0}, {"status": "lost"}, 5],
        "games": [
            {"table": 2, "round": 1},
            {"table": 1, "round": 1, "pairing": "x" * 61},
            {"table": 1, "round": 1, "score": "4\n6"},
            {"table": 1, "round": 2, "score": "4 : 6", "scores": [{"player": "A", "score": "4"}]},
            {
                "table": 1,
                "round": 3,
                "score": "4 : 6",
                "scores": [{"player": "A", "score": "6"}, {"player": "B", "score": "4"}],
            },
            {
                "table": 1,
                "round": 4,
                "score": "4 : 6",
                "scores": [{"player": "A", "score": "4"}, {"player": "a", "score": "6"}],
            },
            {"table": 1, "round": 5, "scores": [{"player": "", "score": "4"}, {"score": "x" * 9}]},
        ],
        "deployments": [{"round": 1, "deployment": "a/b"}, {"round": 1, "deployment": "a/c"}, {"round": 22}],
        "announcements": [{"text": ""}],
        "wifi": {"name": "", "password": "x" * 64},
    }
    with pytest.raises(InputError) as refused:
        read_event(wrong)
    assert {each.at for each in refused.value.problems} == {
        "format",
        "name",
        "edition",
        "options.nothing",
        "rounds",
        "minutes",
        "clock.round",
        "clock.left",
        "tables[1].number",
        "tables[2].number",
        "tables[3].number",
        "tables[3].status",
        "tables[4]",
        "games[0].table",
        "games[1].pairing",
        "games[2].round",
        "games[2].score",
        "games[3].scores",
        "games[4].scores",
        "games[5].round",
        "games[5].scores",
        "games[6].round",
        "games[6].scores",
        "games[6].scores[0].player",
        "games[6].scores[1].player",
        "games[6].scores[1].score",
        "deployments[1].round",
        "deployments[2].round",
        "deployments[2].deployment",
        "announcements[0].text",
        "wifi.password",
    }


@pytest.mark.parametrize("document", [None, [], "event", {}])
def test_what_is_no_event_is_refused(document: object) -> None:
    with pytest.raises(InputError):
        read_event(document)


def test_the_clock_stands_still_while_it_is_stopped() -> None:
    clock = RoundClock(1, left=100.0).going(at=50.0)
    assert clock.left_at(60.0) == 90.0
    assert clock.left_at(170.0) == -20.0
    stopped = clock.stopped(at=60.0)
    assert (stopped.is_going, stopped.left_at(999.0)) == (False, 90.0)
    assert stopped.going(at=200.0).left_at(210.0) == 80.0
    assert clock.going(at=60.0).left_at(70.0) == 80.0, "starting what goes loses nothing"


def test_layouts_go_round_or_are_all_the_same() -> None:
    event = with_seat(HALL, EventTable(3))
    assert [each.number for each in event.seats] == [1, 3, 7]
    turned = rotated(event, ("Ford", "Mill"), range(1, 3))
    at_round = {turn: [turned.game(seat.number, turn).layout for seat in turned.seats] for turn in (1, 2)}
    assert at_round == {1: ["Ford", "Mill", "Ford"], 2: ["Mill", "Ford", "Mill"]}
    assert turned.game(7, 1).pairing == "08 v 19"
    same = all_the_same(turned, "Hill", range(2, 3))
    assert [same.game(seat.number, 2).layout for seat in same.seats] == ["Hill"] * 3
    assert same.game(1, 1).layout == "Ford"
    assert with_layout_named(same, "Hill", "").game(1, 2).layout == ""
    assert without_seat(same, 7).layouts_used() == {"Ford", "Mill", "Hill"}
    assert without_seat(event, 7).games == {}


def test_a_game_of_which_nothing_is_known_is_not_kept() -> None:
    assert with_games(HALL, {(7, 1): Game(), (7, 2): Game(), (1, 1): Game()}).games == {}
