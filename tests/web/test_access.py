"""The organiser locks a table and draws codes anew; everybody else notices at once."""

import pytest

from astrike.store.codes import Codes, Right
from astrike.store.database import connect
from astrike.store.tables import load_table
from tests.web.conftest import Kept, next_id


def codes_of(kept: Kept) -> Codes:
    with connect(kept.db_path) as db:
        return load_table(db, kept.id).codes


def stamp(kept: Kept, **more: str) -> dict[str, str]:
    return {"version": str(kept.version), "change_id": next_id(), **more}


def test_whoever_plays_cannot_change_a_locked_table(kept: Kept) -> None:
    assert kept.send("/lock", {"lock": "on"}).status_code == 303
    refused = kept.send("/turn", right=Right.PLAY)
    assert refused.status_code == 403
    assert "locked this table" in refused.text
    assert kept.document["astrike"].get("turn", 1) == 1  # type: ignore[attr-defined]  # a mapping
    assert kept.client.get(kept.url(right=Right.PLAY)).status_code == 200
    assert kept.client.get(kept.url(right=Right.VIEW)).status_code == 200


def test_the_organiser_still_changes_a_locked_table_and_unlocks_it(kept: Kept) -> None:
    kept.send("/lock", {"lock": "on"})
    assert kept.send("/turn").status_code == 303
    kept.send("/lock", {"lock": "off"})
    assert kept.send("/turn", right=Right.PLAY).status_code == 303


def test_buttons_that_change_a_table_are_not_shown_while_it_is_locked(kept: Kept) -> None:
    assert kept.page("/more", right=Right.PLAY).has_id("next-turn")
    kept.send("/lock", {"lock": "on"})
    assert not kept.page("/more", right=Right.PLAY).has_id("next-turn")
    assert kept.page("/more").has_id("next-turn")
    assert "Unlock the table" in kept.page("/more").by_id("lock").text


@pytest.mark.parametrize("right", list(Right))
def test_a_new_code_is_shown_and_the_old_one_is_void(kept: Kept, right: Right) -> None:
    old = kept.codes.up_to(right)[right]
    answer = kept.client.post(kept.url("/codes"), data=stamp(kept, right=right.name.lower()))
    assert answer.status_code == 303
    new = codes_of(kept).up_to(right)[right]
    assert new != old
    assert kept.client.get(f"/t/{old}").status_code == 404
    assert kept.client.get(f"/t/{new}").status_code == 200
    shown = kept.client.get(answer.headers["Location"])
    assert f"{new[:5]}-{new[5:]}" in shown.text
    assert old not in shown.text


def test_only_the_organiser_draws_codes(kept: Kept) -> None:
    assert not kept.page("/codes", right=Right.PLAY).all("form")
    refused = kept.client.post(kept.url("/codes", right=Right.PLAY), data=stamp(kept, right="play"))
    assert refused.status_code == 403
    assert codes_of(kept) == kept.codes


@pytest.mark.parametrize(("path", "field"), [("/codes", "right"), ("/lock", "lock")])
def test_a_wish_that_is_none_is_named(kept: Kept, path: str, field: str) -> None:
    refused = kept.send(path, {field: "everything"})
    assert refused.status_code == 422
    assert field in refused.text


def test_the_table_says_that_it_is_locked(kept: Kept) -> None:
    assert "locked" not in kept.page(right=Right.PLAY).one("header").text
    kept.send("/lock", {"lock": "on"})
    assert "locked" in kept.page(right=Right.PLAY).one("header").text
