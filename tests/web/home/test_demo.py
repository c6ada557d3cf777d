"""The demo game is ready to be played: 8 against 8 at the start of turn 1, everybody in its zone on open ground."""

from collections import Counter
from itertools import combinations
from math import hypot

import pytest

from astrike.formats.table.table_file import read_table
from astrike.model.card import PrintedMove
from astrike.model.movement import MoveQuestion
from astrike.model.unit import Unit
from astrike.presets.loader import load_preset
from astrike.rules.layout.legality import check_table
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.turn.standing import turn_standing
from astrike.rules.units.move_and_tmm import tmm_for
from astrike.web.current.prepared import prepare
from astrike.web.home.demo import demo_text

A_SIDE = 8
LONGEST = 40
"""Letters of a name, as long as those of real lists are."""


@pytest.fixture(scope="module")
def game() -> PreparedTable:
    return prepare_table(read_table(demo_text("eight")))


def codes(unit: Unit) -> set[str]:
    return {special.code for special in unit.specials}


def move(unit: Unit) -> PrintedMove:
    assert unit.move is not None
    return unit.move


def test_it_waits_for_initiative_in_turn_one(game: PreparedTable) -> None:
    table = game.table
    assert (table.width, table.depth, table.turn, table.phase, table.is_played) == (
        72,
        48,
        1,
        "initiative",
        True,
    )
    assert turn_standing(game).act == "initiative"
    assert all(unit.motion == "unmoved" and not unit.fired for unit in table.units)


def test_each_side_has_eight_units_of_every_kind_together(game: PreparedTable) -> None:
    units = game.table.units
    assert Counter(unit.side for unit in units) == {"blue": A_SIDE, "red": A_SIDE}
    kinds = Counter(unit.type for unit in units)
    assert kinds == {"BM": 9, "CV": 5, "BA": 1, "CI": 1}
    assert {code for unit in units if unit.type == "CV" for code in move(unit).codes} == {"t", "h", "v"}
    assert {unit.size for unit in units if unit.type == "BM"} == {1, 2, 3, 4}
    assert {unit.overheat for unit in units} >= {0, 1, 2, 3}
    assert sum(move(unit).jump is not None for unit in units if unit.type == "BM") >= 3
    every = set().union(*map(codes, units))
    assert every >= {"ARTT", "CASE", "ECM", "ENE", "IF", "MEL", "SNARC", "TAG", "TSM", "TUR"}


def test_names_are_long_and_no_two_are_alike(game: PreparedTable) -> None:
    names = [unit.name for unit in game.table.units]
    assert len({name.split()[0] for name in names}) == len(names)
    assert all(len(name) <= LONGEST for name in names)
    assert sum(len(name) > 25 for name in names) >= A_SIDE


def test_the_table_is_legal_and_nothing_has_to_be_assumed(game: PreparedTable) -> None:
    assert prepare(game.table).problems == ()
    found = check_table(game, load_preset("default"))
    assert {each.severity for each in found.findings} == {"pass"}
    assert found.undecided or found.verdict == "pass"


def test_everybody_stands_whole_in_the_own_zone(game: PreparedTable) -> None:
    depth = {"blue": (0, 6), "red": (42, 48)}
    zones = {piece.side: piece for piece in game.table.terrain if piece.kind == "deployment"}
    for side, (low, high) in depth.items():
        corners = zones[side].outlines[0].exterior
        assert {(x, y) for x, y in corners} == {(0, low), (72, low), (72, high), (0, high)}
    for unit, width in zip(game.table.units, game.units.width, strict=True):
        low, high = depth[unit.side or ""]
        assert low + width / 2 <= unit.at[1] <= high - width / 2, unit.name
        assert width / 2 <= unit.at[0] <= game.table.width - width / 2, unit.name


def test_nobody_touches_anybody(game: PreparedTable) -> None:
    bases = list(zip(game.table.units, game.units.width, strict=True))
    for (one, wide), (other, broad) in combinations(bases, 2):
        apart = hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
        assert apart > (wide + broad) / 2 + 1, (one.name, other.name)


def test_everybody_may_stand_and_its_card_can_be_read(game: PreparedTable) -> None:
    for unit in game.table.units:
        assert judge_move(game, unit.id, MoveQuestion((), "standstill")).allowed, unit.name
        assert unit.tmm == tmm_for(move(unit).ground, game.edition), unit.name
        assert None not in (unit.damage, unit.armor, unit.structure, unit.pv), unit.name
        known = {*game.edition.abilities, *(key.replace("-", "") for key in game.edition.artillery)}
        assert codes(unit) <= known, unit.name
