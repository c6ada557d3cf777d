"""Whoever slides into a crowd is put beside it, and looking for that place takes little memory."""

import math
import tracemalloc

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.dice import DiceTray
from astrike.rules.effects.effect import effect
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import document, mech

MOST = 25_000_000
"""Bytes; a hundred units took seven times as many when all places were looked at together."""


def test_a_place_beside_a_crowd_is_found_in_little_memory() -> None:
    crowd = [(24 + 1.26 * x, 30 + 1.26 * y) for x in range(-5, 5) for y in range(-4, 6)]
    units = [mech(f"m{k}", at=at, tmm=1) for k, at in enumerate(crowd)]
    slides = mech("A", at=(24, 24), facing=0, move='12"', tmm=2, skill=4)
    prepared = prepare_table(parse_document(document(slides, *units, depth=48)))
    tracemalloc.start()
    answer = effect(prepared, "skid", "A", {}, DiceTray([5, 3], lambda sides: sides))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MOST
    [at] = [change.after for change in answer.changes if change.at == "at"]
    x, y = map(float, str(at).split(","))
    nearest = min(math.dist((x, y), other) for other in crowd)
    assert nearest == pytest.approx(1.25, abs=1e-5)
