"""A convention: 48 phones on twelve tables, and how long each of them waits. `python -m tests.bench.convention`.

The phones are another process (`phones.py`), since one that measures itself slows down what it measures.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path

from flask.testing import FlaskClient

from astrike.byte_budget import BUDGET, CACHE_BYTES
from astrike.formats.table.table_file import read_table
from astrike.store.database.connection import connect
from astrike.web.app import create_app
from astrike.web.home.demo import demo_text
from astrike.web.settings import Settings
from tests.bench.cards import cards_of, copy_of, get_cards
from tests.bench.clock import ms
from tests.bench.phones import Outcome, Plan, SeatedPhone
from tests.bench.row import Row
from tests.bench.server import Phone, Server, new_table, p95, running

TABLES = 12
PHONES_OF_A_TABLE = 4
SECONDS = 60.0
WARM_UP = 10.0
REFUSED = {"429"}
ANSWERED = {"200", "303", "304", "409"}
"""That somebody else was faster is an answer."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a convention is, and how long it is watched."""

    tables: int = TABLES
    phones: int = PHONES_OF_A_TABLE
    seconds: float = SECONDS
    warm_up: float = WARM_UP
    hurry: float = 1.0


@dataclass(frozen=True, slots=True)
class Convention:
    """What came of one."""

    size: Size
    outcome: Outcome
    busy: float
    """Of one processor, what the server took."""
    memory: float
    """Megabytes that all processes of the server hold at the end."""
    lost: int
    """Changes that were said to be saved, and are not there."""

    def waits(self, kind: str) -> list[float]:
        return self.outcome.waits.get(kind, [0.0])

    @property
    def failed(self) -> dict[str, int]:
        """What was neither answered nor put off."""
        return {
            f"{status} for a {kind}": count
            for kind, statuses in self.outcome.statuses.items()
            for status, count in statuses.items()
            if status not in ANSWERED | REFUSED
        }

    @property
    def put_off(self) -> int:
        """How many requests were put off."""
        return sum(statuses.get("429", 0) for statuses in self.outcome.statuses.values())


def hold(server: Server, size: Size) -> Convention:
    """Open the tables, let all phones ask, and look at what is there afterwards."""
    codes = [new_table(server) for _ in range(size.tables)]
    phones = [phone for number, code in enumerate(codes) for phone in _seated(server, code, number, size)]
    plan = Plan(
        int(server.address.rpartition(":")[2]), size.seconds, phones, hurry=size.hurry, warm_up=size.warm_up
    )
    before = server.busy_seconds()
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.phones", json.dumps(asdict(plan))],
        check=True,
        capture_output=True,
        text=True,
        timeout=size.seconds + size.warm_up + 300,
    )
    outcome = Outcome(**json.loads(told.stdout))
    busy = (server.busy_seconds() - before) / (size.seconds + size.warm_up)
    asking = server.phone()
    lost = sum(abs(_version(asking, code) - 1 - outcome.changes.get(code, 0)) for code in codes)
    return Convention(size, outcome, busy, server.memory_mb(), lost)


def convention_rows(server: Server, size: Size = Size()) -> Iterator[Row]:
    """Say how long the phones of a convention waited."""
    found = hold(server, size)
    count = size.tables * size.phones
    cards, changes = found.waits("card"), found.waits("change")
    note = f"{found.busy:.0%} of a processor, the phones {found.outcome.share:.0%}"
    yield Row(f"convention, {count} phones: p95 of a card", p95(cards) * 1000, "at most", 60, " ms", note)
    note = f"median {ms(statistics.median(cards))}, {len(cards)} cards"
    yield Row("  p95 of a change", p95(changes) * 1000, "at most", 80, " ms", note)
    others = ", ".join(f"{kind} {ms(p95(found.waits(kind)))}" for kind in ("version", "reload"))
    yield Row(
        "  errors", sum(found.failed.values()), "is", 0, note=_named(found.failed) or f"p95 of {others}"
    )
    yield Row("  changes that were lost", found.lost, "is", 0)
    yield Row("  requests put off", found.put_off, "is", 0)
    yield Row("  memory of a convention", found.memory, "at most", 150, " MB")


def rotation_rows(*, tables: int = 30, rounds: int = 5) -> Iterator[Row]:
    """Ask for the same cards of one table and of many in rotation, once all of them have been asked for."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.db")
        client = create_app(Settings(db_path=path)).test_client()
        document = read_table(demo_text("big")).document
        cards = cards_of(document)
        with closing(connect(path)) as db:
            codes = [copy_of(db, document, f"table {number}", number / 100) for number in range(tables)]
        for code in codes:
            get_cards(client, code, cards)
        before = BUDGET.bytes
        many: list[float] = []
        one: list[float] = []
        for code in codes * rounds:  # by turns, so that a slow minute hits both
            many.append(_time_of(client, code, cards[:1]))
            one.append(_time_of(client, codes[0], cards[:1]))
        ratio = statistics.median(many) / statistics.median(one)
    note = f"{ms(statistics.median(many))}, of one {ms(statistics.median(one))}"
    yield Row(
        f"a card of {tables} tables in rotation to one of a single table", ratio, "at most", 1.1, "x", note
    )
    yield Row("  kept for them", before / 1e6, "at most", CACHE_BYTES / 1e6, " MB", "as estimated")


def _time_of(client: FlaskClient, code: str, cards: Sequence[str]) -> float:
    start = time.process_time()
    get_cards(client, code, cards)
    return time.process_time() - start


def _seated(server: Server, code: str, number: int, size: Size) -> Iterator[SeatedPhone]:
    """Give each phone of a table a unit of its own, of both sides by turns, and an address as on a network."""
    text, _ = server.phone().ask(f"/t/{code}/download")
    features = [each for each in json.loads(text)["features"] if each["properties"]["kind"] == "unit"]
    sides: dict[str, list[tuple[str, float]]] = {}
    for each in features:
        sides.setdefault(each["properties"]["side"], []).append(
            (each["id"], each["geometry"]["coordinates"][0])
        )
    one, other = sides.values()
    for place, (own, others) in enumerate(islice(cycle(((one, other), (other, one))), size.phones)):
        unit, x = own[place // 2]
        source = (
            f"127.0.{1 + number // 50}.{1 + number % 50 * 5 + place}"
            if sys.platform == "linux"
            else "127.0.0.1"
        )
        yield SeatedPhone(code, unit, x, [target for target, _ in others], source)


def _version(phone: Phone, code: str) -> int:
    return int(json.loads(phone.ask(f"/t/{code}/version")[0])["version"])


def _named(found: dict[str, int]) -> str:
    return ", ".join(f"{count} times {what}" for what, count in Counter(found).most_common(3))


def main(arguments: Sequence[str] | None = None) -> int:
    """Hold one convention and print what came of it."""
    usual = Size()
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("tables", "phones", "seconds", "warm_up", "hurry"):
        value = getattr(usual, name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    parser.add_argument("--processes", type=int, default=1)
    wished = vars(parser.parse_args(arguments))
    more = ["--processes", str(wished.pop("processes"))] if wished["processes"] > 1 else []
    wished.pop("processes", None)
    rows = list(rotation_rows())
    with running(*more) as server:
        rows += convention_rows(server, Size(**wished))
    print("\n".join(row.text() for row in rows))
    return 0 if all(row.holds() for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
