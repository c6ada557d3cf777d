"""Ways across a table of 60 polygons: by gaps, against the flow through a grid."""

from collections.abc import Iterator

import numpy as np
from shapely import affinity, box

from astrike.geometry.arrays import shape_array
from astrike.geometry.corridors import corridors
from tests.bench.clock import medians
from tests.bench.plain_flow import PlainFlow
from tests.bench.row import Row

WIDTH, DEPTH, BASE = 48.0, 36.0, 1.25
COUNT = 60


def crossed() -> Iterator[Row]:
    """Count the ways from west to east."""
    pieces = _pieces()
    shapes, frame = shape_array(pieces), (0.0, 0.0, WIDTH, DEPTH)
    flow = PlainFlow(pieces, width=WIDTH, depth=DEPTH, base=BASE, step=BASE / 2)

    quick, slow = medians(lambda: corridors(shapes, frame, base=BASE, course="west-east"), flow.ways, runs=3)
    found = corridors(shapes, frame, base=BASE, course="west-east").count
    yield Row(
        "ways across: gaps against a grid of bases",
        slow / quick,
        "at least",
        20,
        "x",
        f"{found} ways, by the grid {flow.ways()}",
        baseline=slow,
        ours=quick,
    )


def _pieces() -> list[object]:
    rng = np.random.default_rng(7)
    return [
        affinity.rotate(box(x, y, x + long, y + deep), turn)
        for x, y, long, deep, turn in zip(
            rng.uniform(0, WIDTH, COUNT),
            rng.uniform(0, DEPTH, COUNT),
            rng.uniform(0.5, 4.5, COUNT),
            rng.uniform(0.5, 4.5, COUNT),
            rng.uniform(0, 180, COUNT),
            strict=True,
        )
    ]
