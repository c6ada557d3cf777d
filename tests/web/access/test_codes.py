"""Only new wrong codes are guesses: neither a screen that asks with an old one nor a neighbor keeps anybody out."""

import pytest
from flask.testing import FlaskClient

from astrike.store.database.connection import connect
from astrike.store.table.codes import Right, installation_code, reissue_installation_code
from astrike.store.table.tables import KEPT_AFTER_DELETION as KEPT
from astrike.store.table.tables import delete_table, forget_deleted
from astrike.web.access.codes import GUESSES_AT_ONCE
from tests.web.conftest import NOW, Clock, Kept, next_id

MANY = 3 * GUESSES_AT_ONCE


def guess(client: FlaskClient, count: int = MANY) -> list[int]:
    """Try codes that nobody ever had, as somebody who types addresses does."""
    return [client.get(f"/t/{next_id().removeprefix('form-'):0>10}").status_code for _ in range(count)]


def has_guesses_left(client: FlaskClient) -> bool:
    """All of a burst: nothing before has counted."""
    return guess(client, GUESSES_AT_ONCE) == [404] * GUESSES_AT_ONCE


def test_a_code_that_was_drawn_anew_is_asked_for_all_day_and_never_counts(kept: Kept) -> None:
    old = kept.codes.view
    kept.send("/codes", {"right": "view"})
    client = kept.client
    assert {client.get(f"/t/{old}/version").status_code for _ in range(MANY)} == {404}
    assert client.post("/open", data={"code": old}).status_code == 404
    assert has_guesses_left(client)


def test_a_table_that_was_forgotten_long_ago_never_counts(kept: Kept) -> None:
    with connect(kept.db_path) as db:
        delete_table(db, kept.id, from_version=1, now=NOW - 2 * KEPT)
        forget_deleted(db, now=NOW)
    assert {kept.client.get(kept.url("/version")).status_code for _ in range(MANY)} == {404}
    assert has_guesses_left(kept.client)


def test_the_installations_old_code_never_counts(kept: Kept) -> None:
    with connect(kept.db_path) as db:
        old = installation_code(db)
        reissue_installation_code(db)
    assert {kept.client.get(f"/i/{old}").status_code for _ in range(MANY)} == {404}
    assert has_guesses_left(kept.client)


@pytest.mark.parametrize("address", ["/t/{}", "/i/{}", "/r/{}.json"])
def test_the_same_wrong_code_counts_once(kept: Kept, address: str) -> None:
    assert_counts_once(kept.client, address)


def assert_counts_once(client: FlaskClient, address: str) -> None:
    assert {client.get(address.format("7KQ2011M3Z")).status_code for _ in range(MANY)} == {404}
    assert client.get(address.format("7kq20-llm3z")).status_code == 404, "written in another way"
    assert guess(client, GUESSES_AT_ONCE) == [404] * (GUESSES_AT_ONCE - 1) + [429]


def test_a_code_of_another_kind_is_no_guess(kept: Kept) -> None:
    client = kept.client
    assert {client.get(f"/i/{kept.codes.organise}").status_code for _ in range(MANY)} == {404}
    assert has_guesses_left(client)


def test_who_holds_a_code_is_never_kept_out_by_a_neighbour_who_guesses(kept: Kept) -> None:
    client = kept.client
    with connect(kept.db_path) as db:
        installation = installation_code(db)
    assert guess(client)[-1] == 429
    for right in Right:
        assert client.get(kept.url(right=right)).status_code == 200
    assert client.get(f"/i/{installation}").status_code == 200
    assert client.post("/open", data={"code": kept.codes.play}).status_code == 303
    assert kept.send("/turn", right=Right.PLAY).status_code == 303


def test_who_deleted_a_table_brings_it_back_while_a_neighbour_guesses(kept: Kept) -> None:
    kept.send("/delete")
    assert guess(kept.client)[-1] == 429
    assert kept.client.get(kept.url("/deleted")).status_code == 200
    assert "deleted" in kept.client.get(kept.url()).text
    restored = kept.client.post(kept.url("/restore"), data={"change_id": next_id()})
    assert restored.status_code == 303


def test_beyond_the_limit_every_wrong_code_gets_the_same_answer(kept: Kept, clock: Clock) -> None:
    client = kept.client
    old = kept.codes.view
    kept.send("/codes", {"right": "view"})
    client.get("/t/7KQ2011M3Z")
    assert guess(client)[-1] == 429
    wrong = ["ABCDE00000", "7KQ2011M3Z", old, "no code"]
    answers = {(r.status_code, r.text) for code in wrong for r in [client.get(f"/t/{code}")]}
    assert [status for status, _text in answers] == [429], "new, tried, void: all alike"
    clock.now = clock.now.replace(hour=19)
    assert client.get(f"/t/{old}").status_code == 404


def test_before_the_limit_a_void_code_and_one_that_never_was_read_alike(kept: Kept) -> None:
    old = kept.codes.view
    kept.send("/codes", {"right": "view"})
    void, never = (kept.client.get(f"/t/{code}") for code in (old, "ABCDE00000"))
    assert (void.status_code, void.text) == (never.status_code, never.text)
