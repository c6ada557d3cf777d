"""What does a ruling carry and show? The answer of a page in words and pictures, as it was when it was kept."""

from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

from astrike.model.ruling import Json, Record, Shown, digest_of
from astrike.rulebook.loader import load_edition
from astrike.store.codes import Codes, Right
from astrike.store.tables import StoredTable
from astrike.web.area.questions import AreaReply
from astrike.web.attack.questions import AttackReply, SightReply
from astrike.web.current import Current
from astrike.web.movement.questions import MoveReply
from astrike.web.rulings.questions import RulingAnswer
from astrike.web.views.fields import State, state_of
from astrike.web.views.ruling.answers import attack_shown, sight_shown
from astrike.web.views.ruling.places import area_shown, legal_shown, move_shown
from astrike.web.views.ruling.prints import options_told

_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


def record_of_answer(
    answered: RulingAnswer, table: Json, *, table_version: int, tried: str = "", state: State | None = None
) -> Record:
    """Put together what a ruling carries, everything that is shown of it among it.

    `state` is the table as it is kept, where just that was asked about: what pages know of it is taken from there.
    """
    asked = answered.asked.table
    edition = load_edition(asked.edition)
    name = f"ruling {digest_of(answered.kind, table, answered.question)} {edition.digest}"
    return Record(
        kind=answered.kind,
        table=table,
        question=answered.question,
        edition=asked.edition,
        edition_digest=edition.digest,
        environment=asked.environment,
        options=tuple(options_told(asked, edition)),
        tolerance=asked.tolerance,
        table_version=table_version,
        tried=tried,
        engine=version("astrike"),
        answer=answered.answer,
        shown=_shown(answered, state or _state(answered, name, table_version)),
    )


def _shown(answered: RulingAnswer, state: State) -> Shown:
    match answered.asked:
        case AttackReply():
            return attack_shown(state, answered.asked, answered.margins)
        case SightReply():
            return sight_shown(state, answered.asked, answered.margins)
        case MoveReply():
            return move_shown(answered.asked)
        case AreaReply():
            return area_shown(answered.asked, answered.margins)
        case _:
            return legal_shown(state, answered.asked)


def _state(answered: RulingAnswer, name: str, table_version: int) -> State:
    """Give the table as it was asked about, under a name of its own: what is kept of it is no other table's."""
    table = answered.asked.table
    stored = StoredTable(
        id=0,
        document=dict(table.document),
        version=table_version,
        created=_LONG_AGO,
        updated=_LONG_AGO,
        step=0,
        codes=Codes(name, name, name),
        undoable=None,
        redoable=None,
    )
    return state_of(Current(code="", right=Right.VIEW, stored=stored, table=table))
