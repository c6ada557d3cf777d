"""How much work is an attack card? Calls of functions are counted, in one process and without a network.

How long a phone waits depends on the machine and on who else is on it. How many calls a page takes does not, so a card
that has become dearer is noticed on any machine.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from cProfile import Profile
from datetime import UTC, datetime
from pathlib import Path

from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document, read_table
from astrike.model.document_change import Document, SetGeometry, apply
from astrike.rules.solver.attack import enemy_pairs
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.database.connection import Database, connect
from astrike.store.table.tables import create_table, set_name
from astrike.web.app import create_app
from astrike.web.home.demo import demo_text
from astrike.web.settings import Settings
from tests.bench.clock import ms
from tests.bench.row import Row

NOW = datetime(2026, 11, 28, tzinfo=UTC)
CARDS = 6


def card_costs() -> Iterator[Row]:
    """Count for cards of a table that nobody has seen, of one on which only somebody else has moved, and once more."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.db")
        client = create_app(Settings(db_path=path)).test_client()
        document = read_table(demo_text("big")).document
        cards = cards_of(document)
        pictures = [f"{card}/pictures?part=pictures" for card in cards]
        with closing(connect(path)) as db:
            first, other, moved = (
                copy_of(db, document, name, far) for name, far in (("one", 0), ("two", 0), ("two", 1))
            )
        get_cards(client, first, [*cards, *pictures])  # templates are compiled, editions loaded
        yield _counted("cards of a table that nobody has seen: calls", client, other, cards, at_most=34_100)
        yield _counted(
            "  plan and side view of each, which come later", client, other, pictures, at_most=15_100
        )
        yield _counted("  when only somebody else has moved", client, moved, cards, at_most=31_900)
        yield _counted("  when asked for again", client, moved, cards, at_most=3_950)


def _counted(what: str, client: FlaskClient, code: str, cards: Sequence[str], *, at_most: int) -> Row:
    profile, start = Profile(), time.process_time()
    profile.runcall(get_cards, client, code, cards)
    took = time.process_time() - start
    calls = sum(entry.callcount for entry in profile.getstats())
    note = f"each of {len(cards)}; {ms(took / len(cards))} while they are counted"
    return Row(what, calls / len(cards), "at most", at_most, "", note)


def get_cards(client: FlaskClient, code: str, cards: Sequence[str]) -> None:
    for card in cards:
        answer = client.get(f"/t/{code}/attack/{card}", headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, answer.status


def cards_of(document: Document) -> list[str]:
    """Name the last unit with some of its enemies, as addresses do; the first unit, which moves, is not among them."""
    prepared = prepare_table(parse_document(document))
    names = [unit.id for unit in prepared.units.units]
    pairs = [pair for pair in enemy_pairs(prepared, attacker=names[-1]) if pair[1] != names[0]]
    return [f"{attacker}/{target}" for attacker, target in pairs[:CARDS]]


def copy_of(db: Database, document: Document, name: str, far: float) -> str:
    """Put a table of this name into the database, its first unit so far to the east of where it was; give its code."""
    unit = parse_document(document).units[0]
    place = {"type": "Point", "coordinates": [unit.at[0] + far, unit.at[1]]}
    document, _ = apply(document, [set_name(name), SetGeometry(unit.id, place)])
    return create_table(db, document=document, now=NOW, author="bench").codes.view
