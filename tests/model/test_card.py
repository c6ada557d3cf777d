"""The Move strings and special abilities of a card."""

import pytest

from astrike.model.card import parse_move, parse_special


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('8"', [(8, "", "")]),
        ('8"/6"j', [(8, "", ""), (6, "j", "")]),
        ('10"j', [(10, "j", "")]),
        ('14"w(b)', [(14, "w", "b")]),
        ('6"w(m)', [(6, "w", "m")]),
        ('12"h', [(12, "h", "")]),
        ('9"v', [(9, "v", "")]),
        ('12"g', [(12, "g", "")]),
        ('6"n', [(6, "n", "")]),
        ('8"s', [(8, "s", "")]),
        ('8"r', [(8, "r", "")]),
        ("5a", [(5, "a", "")]),
        ("3p", [(3, "p", "")]),
        ("4i", [(4, "i", "")]),
        ('0.2"k', [(0.2, "k", "")]),
        ('6"qt', [(6, "qt", "")]),
        ('8"/8"qw', [(8, "", ""), (8, "qw", "")]),
        ('4"f/6"j', [(4, "f", ""), (6, "j", "")]),
        ('2"m', [(2, "m", "")]),
        ('8"t, 4"s', [(8, "t", ""), (4, "s", "")]),
        ("10″J", [(10, "j", "")]),
        ("10”/8”j", [(10, "", ""), (8, "j", "")]),
        ("10''t", [(10, "t", "")]),
        ("8 in / 6 in j", [(8, "", ""), (6, "j", "")]),
        ("12j", [(12, "j", "")]),
        ('36"g/5a', [(36, "g", ""), (5, "a", "")]),
        ('0"', [(0, "", "")]),
    ],
)
def test_moves_of_every_kind(text: str, parts: list[tuple[float, str, str]]) -> None:
    assert [(part.inches, part.code, part.variant) for part in parse_move(text).parts] == parts


@pytest.mark.parametrize("text", ["", "fast", '8"x', '8"tt', '-2"', '8"/', "8,,6", '8"w(c)', "NaN", "1e3"])
def test_what_is_no_move_is_said(text: str) -> None:
    with pytest.raises(ValueError, match="cannot read Move"):
        parse_move(text)


def test_ground_and_jump_of_a_card() -> None:
    both, lone = parse_move('14"/6"j'), parse_move('10"j')
    assert (both.ground, both.jump) == (14, 6)
    assert (lone.ground, lone.jump) == (10, 10)


def test_a_land_air_mech_names_its_other_modes() -> None:
    found = parse_special('LAM(36"g/5a)')
    assert found.move is not None
    assert (found.code, found.move.inches_of("g"), found.move.inches_of("a")) == ("LAM", 36, 5)
    with pytest.raises(ValueError, match="cannot read"):
        parse_special("LAM(fast)")


@pytest.mark.parametrize(
    ("text", "amount"), [("CAR4", 4), ("IT12", 12), ("IT12.5", 12.5), ("ECM", 0), ("CT0.5", 0.5)]
)
def test_amounts_keep_their_decimals(text: str, amount: float) -> None:
    assert parse_special(text).amount == amount
