"""Print the bench: `python -m tests.bench`; with `--write` also into astrike/docs/speed.md.

Ends with 1 when a promise is not kept, or when the machine was never steady for a whole run.
"""

import sys
import time
from collections.abc import Iterator
from typing import Final

from tests.bench.attacks import Attacks, growth
from tests.bench.cards import card_costs
from tests.bench.convention import convention_rows, rotation_rows
from tests.bench.layouts import batch, hills, single
from tests.bench.moves import Moves
from tests.bench.page import write_bench
from tests.bench.passages import crossed
from tests.bench.plain_time import PlainTime
from tests.bench.row import COLUMNS, Row, printed
from tests.bench.server import running, server_rows
from tests.bench.starts import starts, starts_to_libraries

RUNS: Final = 3
"""So often a run is tried on a machine that is not steady."""
AGAIN: Final = 60.0
"""So many seconds after the plain loop was timed it is timed again."""


def rows(attacks: Attacks) -> Iterator[Row]:
    yield from attacks.all_pairs()
    yield from attacks.same_answers()
    yield from attacks.sliced()
    yield from attacks.one_list()
    yield from attacks.one_moved()
    yield from growth()
    moves = Moves()
    yield from moves.judged()
    yield from moves.searched()
    yield from moves.reached()
    yield from moves.weighed()
    yield from crossed()
    yield from single()
    yield from hills()
    yield from batch()
    yield from card_costs()
    yield from starts()
    yield from starts_to_libraries()
    yield from server_rows()
    yield from rotation_rows()
    with running() as server:
        yield from convention_rows(server)


def run() -> tuple[PlainTime, list[Row]]:
    """Measure every row once, printing as it goes; in between and at the end time the plain loop again."""
    attacks, done = Attacks(), []
    plain = PlainTime(attacks, [])
    print(printed(COLUMNS))
    for row in rows(attacks):
        if not plain.seconds:
            assert row.baseline is not None, "the first row is the one with the plain loop"
            plain.seconds.append(row.baseline)
            timed = time.monotonic()
        print(row.text(plain.n), flush=True)
        done.append(row)
        if time.monotonic() - timed > AGAIN:
            plain.again()
            timed = time.monotonic()
    plain.again()
    print(plain.text(), flush=True)
    return plain, done


def main() -> int:
    for _ in range(RUNS):
        plain, done = run()
        if plain.is_steady:
            break
    if plain.is_steady and "--write" in sys.argv[1:]:
        write_bench(plain, done)
    return 0 if plain.is_steady and all(row.holds(n=plain.n) for row in done) else 1


if __name__ == "__main__":
    sys.exit(main())
