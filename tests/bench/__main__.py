"""Print the bench: `python -m tests.bench`. Ends with 1 when a promise is not kept."""

import sys
from collections.abc import Iterator

from tests.bench.attacks import Attacks, growth
from tests.bench.cards import card_costs
from tests.bench.layouts import batch, single
from tests.bench.moves import Moves
from tests.bench.passages import crossed
from tests.bench.row import Row
from tests.bench.server import server_rows


def rows() -> Iterator[Row]:
    attacks = Attacks()
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
    yield from batch()
    yield from card_costs()
    yield from server_rows()


def main() -> int:
    kept = True
    for row in rows():
        print(row.text(), flush=True)
        kept &= row.holds()
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
