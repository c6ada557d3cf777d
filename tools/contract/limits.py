"""How much is too much? Each limit as the program itself tells it to whoever goes beyond."""

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document, read_table
from astrike.web.attack.questions import ask_matrix
from tools.contract.block import Block, Row
from tools.contract.table_keys import WHOLE

Json = dict[str, Any]
Try = tuple[Callable[[], object], str]
"""What goes beyond a limit, and where the program says so."""

TOO_MANY = 1_001
FAR_TOO_MANY = 2_000_001


def limit_blocks() -> Mapping[str, Block]:
    """Give the block of limits."""
    return {"limits": Block(("Most", "Told as"), tuple(_rows()))}


def _rows() -> Iterator[Row]:
    for name, (attempt, at) in _attempts().items():
        yield name, _reported(attempt, at)


def _reported(attempt: Callable[[], object], at: str) -> str:
    try:
        attempt()
    except InputError as error:
        reported = {each.at: each.expected for each in error.problems}
        return reported[at]
    raise LookupError(f"nothing is wrong at {at}")


def _attempts() -> Mapping[str, Try]:
    return {
        "Bytes of a table file": (lambda: read_table(b" " * FAR_TOO_MANY), "file"),
        "Lists and objects inside each other": (lambda: read_table("[" * 99 + "]" * 99), "file"),
        "Values of a file or question": (lambda: parse_document([0] * 1_000_001), "file"),
        "Members of a list": (lambda: _header(sides=[{}] * TOO_MANY), "astrike.sides"),
        "Features": (lambda: _features({} for _ in range(TOO_MANY)), "features"),
        "Corners of a feature": (lambda: _features([_piece(5_001)]), "features[0].geometry.coordinates"),
        "Corners of a table": (lambda: _features(_piece(4_001) for _ in range(5)), "features"),
        "Crossings and overlaps of outlines": (lambda: _features(map(_comb, range(204))), "features"),
        "Attacks of a matrix": (_everybody, "side"),
    }


def _header(**more: object) -> None:
    document = copy.deepcopy(WHOLE)
    document["astrike"].update(more)
    parse_document(document)


def _features(features: Iterable[Json]) -> None:
    parse_document({**copy.deepcopy(WHOLE), "features": list(features)})


def _piece(corners: int) -> Json:
    ring = [[40 * number / corners, 30.0 + number % 2] for number in range(corners - 3)]
    outline = [*ring, [40.0, 0.0], [0.0, 0.0], ring[0]]
    return _feature("piece", {"type": "Polygon", "coordinates": [outline]}, {"kind": "hill", "height": 1})


def _comb(number: int) -> Json:
    """Give a narrow strip across the table: along it by even numbers, across it by odd ones."""
    near, far = number // 2 * 0.3, number // 2 * 0.3 + 0.1
    ring = [[near, 0], [far, 0], [far, 36], [near, 36], [near, 0]]
    if number % 2:
        ring = [[y, x] for x, y in ring]
    about = {"kind": "hill", "height": 1}
    return _feature(f"strip-{number}", {"type": "Polygon", "coordinates": [ring]}, about)


def _everybody() -> None:
    places = ({"type": "Point", "coordinates": [1 + number % 40, 1 + number // 40]} for number in range(102))
    units = [_feature(f"unit-{number}", place, {"kind": "unit"}) for number, place in enumerate(places)]
    head = {"format": 1, "width": 48, "depth": 36}
    ask_matrix({"table": {"type": "FeatureCollection", "astrike": head, "features": units}})


def _feature(name: str, geometry: Json, about: Json) -> Json:
    return {"type": "Feature", "id": name, "geometry": geometry, "properties": about}
