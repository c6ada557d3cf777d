"""Cards are kept and their pictures outlive a version: what is shown is always what would be made anew."""

import itertools
from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from astrike.errors import AstrikeError
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_question import PLAIN
from astrike.store.table.codes import Codes, Right
from astrike.store.table.tables import StoredTable
from astrike.web.attack import pictures as attack_pictures
from astrike.web.attack.card import AttackCard, AttackCardKey, card_of
from astrike.web.current.prepared import TableState, prepared_state, state_of
from astrike.web.current.table import Current
from astrike.web.current.units import unit_labels
from astrike.web.jobs.keyed_cache import KeyedCache
from tests import strategies
from tests.builders import Json
from tests.web.conftest import NOW

_numbers = itertools.count(1)
LAW = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,
    ],
)


@st.composite
def games(draw: st.DrawFn) -> tuple[Json, ...]:
    """A table, and the same table when somebody has moved, something has been built, or a word has been changed."""
    tables = [draw(strategies.documents(fewest_units=3, most_units=4, most_pieces=4))]
    for _ in range(2):
        table = tables[-1]
        features = list(table["features"])
        number = draw(st.integers(0, len(features) - 1))
        feature = features[number]
        about = feature["properties"]
        if about["kind"] == "unit":
            features[number] = draw(strategies.units(unit_id=feature["id"]))
        else:
            features[number] = draw(strategies.terrain(piece_id=feature["id"]))
        tables.append({**table, "features": features})
    return tuple(tables)


def states_of(documents: tuple[Json, ...]) -> Iterator[TableState]:
    """The versions of one table."""
    code = f"T{next(_numbers)}"
    codes = Codes(view=f"{code}v", play=f"{code}p", organise=code)
    for version, document in enumerate(documents, start=1):
        stored = StoredTable(
            id=1,
            document=document,
            version=version,
            created=NOW,
            updated=NOW,
            step=version,
            codes=codes,
            undoable=None,
            redoable=None,
        )
        yield state_of(Current(code, Right.ORGANISE, stored, parse_document(document)))


def cards_of(state: TableState) -> dict[tuple[str, str], AttackCard]:
    names = [unit.id for unit in prepared_state(state).prepared.table.units]
    pairs = list(itertools.permutations(names, 2))[:3]
    return {(a, t): card_of(state, AttackCardKey("en", a, t, PLAIN)) for a, t in pairs}


def drawn_of(state: TableState) -> list[attack_pictures.LargePictures | None]:
    prepared = prepared_state(state).prepared
    labels = unit_labels(prepared.table)
    drawn = (card.drawn for card in cards_of(state).values())
    return [
        attack_pictures.large_pictures_of(state, prepared, each, labels) for each in drawn if each is not None
    ]


@LAW
@given(games())
def test_a_card_that_was_kept_is_the_one_that_would_be_made_anew(
    app: Flask, monkeypatch: pytest.MonkeyPatch, game: tuple[Json, ...]
) -> None:
    with app.test_request_context("/"):
        try:
            shown = [(cards_of(state), drawn_of(state)) for state in states_of(game)]
        except AstrikeError:
            assume(False)
            raise
        with monkeypatch.context() as patch:
            patch.setattr(attack_pictures, "_ON_CARDS", KeyedCache[attack_pictures.CardPictures]())
            patch.setattr(attack_pictures, "_LARGE", KeyedCache[attack_pictures.LargePictures]())
            anew = [(cards_of(state), drawn_of(state)) for state in states_of(game)]
    assert shown == anew


def test_pictures_outlive_the_move_of_somebody_else(app: Flask) -> None:
    from tests.builders import box, document, mech, woods

    def game(x: float) -> Json:
        return document(
            mech("A", at=(5, 20), side="red"),
            mech("B", at=(30, 20), side="blue"),
            mech("C", at=(x, 30), side="blue"),
            woods("w", box(10, 10, 14, 30)),
        )

    with app.test_request_context("/"):
        (before, _), (after, moved) = (
            (cards_of(state)["A", "B"].pictures, cards_of(state)["A", "C"].pictures)
            for state in states_of((game(20), game(21)))
        )
        assert before is after
        assert before is not None
        assert moved != before


def test_pictures_are_drawn_anew_when_somebody_moves_who_hides_others(app: Flask) -> None:
    from tests.builders import document, mech

    def game(x: float) -> Json:
        # The answer is the same: from both places C hides the whole of B.
        return document(
            mech("A", at=(5, 20), side="red"),
            mech("B", at=(30, 20), side="blue"),
            mech("C", at=(x, 20), side="blue", type="DS", height=8, base=6),
        )

    with app.test_request_context("/"):
        before, after = (cards_of(state)["A", "B"].pictures for state in states_of((game(17.5), game(20))))
    assert before is not None
    assert after is not None
    assert before is not after
