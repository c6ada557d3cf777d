"""A code opens its table with its right, however people write it, and nothing else does."""

import itertools
from datetime import timedelta

import pytest

from astrike.errors import NotFound
from astrike.store.database.connection import Database
from astrike.store.table.codes import (
    ALPHABET,
    LENGTH,
    Codes,
    Right,
    code_as_meant,
    code_for_people,
    draw_code,
    installation_code,
    lookup,
    lookup_deleted,
    lookup_installation,
    reissue_code,
    reissue_installation_code,
    was_given,
)
from astrike.store.table.tables import KEPT_AFTER_DELETION, create_table, delete_table, forget_deleted
from tests.store.builders import NOW, change, document, new_table, set_heat


def test_each_code_of_a_table_opens_it_with_its_right(db: Database) -> None:
    table = new_table(db)
    found = [lookup(db, code) for code in (table.codes.view, table.codes.play, table.codes.organise)]
    assert [access.right for access in found] == [Right.VIEW, Right.PLAY, Right.ORGANISE]
    assert {access.table_id for access in found} == {table.id}


def test_a_look_up_tells_the_newest_version(db: Database) -> None:
    table = new_table(db)
    assert lookup(db, table.codes.view).version == 1
    change(db, table, set_heat(1))
    assert lookup(db, table.codes.view).version == 2


def test_rights_include_the_lesser_ones() -> None:
    assert Right.VIEW < Right.PLAY < Right.ORGANISE


@pytest.mark.parametrize(
    ("right", "shown"),
    [
        pytest.param(Right.VIEW, ["V"], id="a viewer sees one"),
        pytest.param(Right.PLAY, ["V", "P"], id="a player sees two"),
        pytest.param(Right.ORGANISE, ["V", "P", "O"], id="an organiser sees all"),
    ],
)
def test_nobody_sees_a_code_of_a_greater_right(right: Right, shown: list[str]) -> None:
    assert list(Codes("V", "P", "O").up_to(right).values()) == shown


def test_codes_are_ten_characters_that_are_hard_to_misread() -> None:
    drawn = {draw_code() for _ in range(500)}
    assert len(drawn) == 500
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in drawn)
    assert set().union(*drawn) == set(ALPHABET)
    assert not set("ILOU") & set(ALPHABET)
    assert len(ALPHABET) == 32


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("7KQ2011M3Z", id="as drawn"),
        pytest.param("7kq2011m3z", id="in small letters"),
        pytest.param("7KQ20-11M3Z", id="in two halves"),
        pytest.param(" 7kq 201 1m3z\n", id="with blanks"),
        pytest.param("7KQ2OI1M3Z", id="with O for 0 and I for 1"),
        pytest.param("7kq2olim3z", id="with o, l and i"),
    ],
)
def test_a_code_is_read_as_people_write_it(db: Database, written: str) -> None:
    drawn = iter(["7KQ2011M3Z", "AAAAAAAAAA", "BBBBBBBBBB"])
    create_table(db, document=document(), now=NOW, author="A", draw=lambda: next(drawn))
    assert lookup(db, written).right == Right.VIEW


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("", id="nothing"),
        pytest.param("7KQ2011M3", id="too short"),
        pytest.param("7KQ2011M3ZZ", id="too long"),
        pytest.param("7KQ2U11M3Z", id="with a U"),
        pytest.param("7KQ2011M3Ü", id="with an umlaut"),
        pytest.param("７KQ2011M3Z", id="with a wide digit"),
        pytest.param("\ud800" * 10, id="halves of characters"),
        pytest.param("\0" * 10, id="zero bytes"),
        pytest.param("7" * 1_000_000, id="a million digits"),
        pytest.param("' OR 1=1 --", id="SQL"),
    ],
)
def test_what_cannot_be_a_code_opens_nothing(db: Database, written: str) -> None:
    new_table(db)
    assert code_as_meant(written) is None
    with pytest.raises(NotFound, match="No table has this code"):
        lookup(db, written)


def test_a_code_that_was_not_given_opens_nothing(db: Database) -> None:
    new_table(db)
    with pytest.raises(NotFound, match="No table has this code"):
        lookup(db, draw_code())


def test_a_code_that_is_taken_is_drawn_again(db: Database) -> None:
    codes = [f"{number:010}" for number in range(10)]
    first = iter(codes)
    create_table(db, document=document(), now=NOW, author="A", draw=lambda: next(first))
    second = iter(codes)
    table = create_table(db, document=document(), now=NOW, author="A", draw=lambda: next(second))
    assert table.codes == Codes(view=codes[3], play=codes[4], organise=codes[5])


def test_one_draw_that_repeats_itself_still_gives_three_codes(db: Database) -> None:
    drawn = itertools.chain(["A" * 10] * 5, ["B" * 10] * 5, ["C" * 10])
    table = create_table(db, document=document(), now=NOW, author="A", draw=lambda: next(drawn))
    assert table.codes == Codes(view="A" * 10, play="B" * 10, organise="C" * 10)


def test_a_deleted_table_is_found_only_by_who_wants_it_back(db: Database) -> None:
    table = new_table(db)
    with pytest.raises(NotFound):
        lookup_deleted(db, table.codes.organise)
    delete_table(db, table.id, from_version=1, now=NOW)
    with pytest.raises(NotFound):
        lookup(db, table.codes.organise)
    assert lookup_deleted(db, table.codes.organise).right == Right.ORGANISE


def test_people_get_codes_in_two_halves() -> None:
    code = draw_code()
    assert code_as_meant(code_for_people(code)) == code


def test_the_installations_code_is_drawn_once_and_kept(db: Database) -> None:
    code = installation_code(db)
    assert code_as_meant(code) == code
    assert installation_code(db) == code
    assert lookup_installation(db, code.lower()).code == code
    for wrong in ("", "0000000000", new_table(db).codes.organise):
        with pytest.raises(NotFound):
            lookup_installation(db, wrong)


def test_the_installations_code_opens_nothing_else(db: Database) -> None:
    code = installation_code(db)
    for look_up in (lookup, lookup_deleted):
        with pytest.raises(NotFound):
            look_up(db, code)


def test_the_installations_code_is_drawn_anew(db: Database) -> None:
    old = installation_code(db)
    new = reissue_installation_code(db)
    assert installation_code(db) == new != old
    with pytest.raises(NotFound):
        lookup_installation(db, old)
    assert was_given(db, old)


def test_a_code_that_was_given_out_is_known_whatever_became_of_it(db: Database) -> None:
    table = new_table(db)
    assert [was_given(db, code) for code in ("", "0000000000", "no code")] == [False] * 3
    reissue_code(db, table.id, Right.PLAY)
    given = [table.codes.play, table.codes.organise]
    assert [was_given(db, f"{code[:5]}-{code[5:]}".lower()) for code in given] == [True] * 2
    delete_table(db, table.id, from_version=1, now=NOW)
    forget_deleted(db, now=NOW + KEPT_AFTER_DELETION + timedelta(days=1))
    with pytest.raises(NotFound):
        lookup_deleted(db, table.codes.organise)
    assert was_given(db, table.codes.organise), "a screen may ask for a table that was forgotten long ago"


def test_a_code_that_is_void_is_never_drawn_again(db: Database) -> None:
    table = new_table(db)
    reissue_code(db, table.id, Right.PLAY)
    taken = [table.codes.play, table.codes.view, installation_code(db)]
    drawn = iter([*taken, "FRESH00001", *taken, "FRESH00002"])
    assert reissue_code(db, table.id, Right.VIEW, draw=lambda: next(drawn)) == "FRESH00001"
    assert reissue_installation_code(db, draw=lambda: next(drawn)) == "FRESH00002"
