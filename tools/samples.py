"""Do real files of other tools give the numbers that they must? ``make samples DIR=folder`` imports every file of it.

A file that `samples.toml` names is compared with the numbers there; of any other the numbers are printed. Files that
bring units are read in the order of the list, each knowing the cards of those before.
"""

import argparse
import math
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from astrike.errors import InputError
from astrike.formats.maps.placing import DrawingAsTable, place
from astrike.formats.maps.reading import read_map
from astrike.formats.rosters.memory_catalog import KnownCards
from astrike.formats.rosters.reading import read_roster
from astrike.formats.table.table_file import parse_document
from astrike.geometry.outlines import signed_area
from astrike.model.card import parse_move
from astrike.model.imported_map import DrawnMap, ImportChoices
from astrike.model.roster import Roster
from astrike.model.table import Table
from astrike.model.terrain import Outline, Point
from astrike.rules.table.prepared_table import prepare_table

EXPECTED = Path(__file__).with_name("samples.toml")
NEAR = 0.0006
"""Numbers in the list are rounded to thousandths; larger ones may differ by this share."""
_SHARE = 2e-4
_LEFT_ALONE = (".md", ".toml")

Figures = dict[str, object]


def figures_of_map(drawing: DrawnMap, wished: Mapping[str, object]) -> Figures:
    """Measure a map, in its own units and as it lies on the table."""
    west, low, east, high = drawing.box
    lines = [shape for shape in drawing.shapes if shape.path]
    found: Figures = {
        "format": drawing.format,
        "unit": drawing.unit,
        "y_down": drawing.y_down,
        "box": [east - west, high - low],
        "lines": len(lines),
        "segments": sum(len(shape.path) - 1 for shape in lines),
        "length": math.fsum(_length(shape.path) for shape in lines),
        "areas": sum(len(shape.outlines) for shape in drawing.shapes),
        "notes": len(drawing.notes),
    }
    for group in drawing.groups:
        of_group = [shape for shape in drawing.shapes if shape.group == group.key]
        found[f"group.{group.label}"] = group.count
        area = math.fsum(_area(outline) for shape in of_group for outline in shape.outlines)
        if area:
            found[f"area of {group.label}"] = area
        length = math.fsum(_length(shape.path) for shape in of_group if shape.path)
        if length:
            found[f"length of {group.label}"] = length
        found[f"taken.{group.label}"] = group.kind
    for note in drawing.notes:
        found[f"note.{note.at}"] = note.count
    try:
        placed = place(drawing, _wishes(drawing, wished))
    except InputError as error:
        found["not placed"] = "; ".join(problem.sentence for problem in error.problems[:3])
        return found
    table = parse_document(placed.document)
    found |= _figures_of_table(placed, table)
    return found | _levels(table) if drawing.format == "board" else found


def _figures_of_table(placed: DrawingAsTable, table: Table) -> Figures:
    found: Figures = {"scale": placed.scale, "size": [table.width, table.depth]}
    kinds = Counter(piece.kind for piece in table.terrain)
    for kind, count in kinds.items():
        pieces = [piece for piece in table.terrain if piece.kind == kind]
        found[f"pieces.{kind}"] = count
        found[f"sq in.{kind}"] = math.fsum(_area(outline) for piece in pieces for outline in piece.outlines)
        for grade in sorted({piece.grade for piece in pieces if piece.grade}):
            found[f"pieces.{kind}.{grade}"] = sum(piece.grade == grade for piece in pieces)
        for piece in pieces[:1]:
            for key in ("height", "depth", "cf", "base"):
                if getattr(piece, key) is not None:
                    found[f"first {kind}.{key}"] = getattr(piece, key)
    return found


def _levels(table: Table) -> Figures:
    """Count the hexes of a board by the ground at their centres."""
    centres = list(_hex_centres(table))
    ground = prepare_table(table).terrain.ground_at(np.array(centres))
    levels = Counter(round(float(each)) for each in ground)
    off = max(abs(float(each) - round(float(each))) for each in ground)
    highest = centres[int(np.argmax(ground))]
    return {
        "hexes": len(centres),
        **{f"level {level}": count for level, count in sorted(levels.items())},
        "level off by": off,
        "highest at": [round(highest[0], 3), round(highest[1], 3)],
        "first hex": [round(value, 3) for value in centres[0]],
        "first hex of column 2": [round(value, 3) for value in next(c for c in centres if c[0] > 2.0)],
    }


def _hex_centres(table: Table) -> Iterator[Point]:
    step = math.sqrt(3.0)
    columns = round((table.width - 4.0 / step) / step) + 1
    rows = round((table.depth - 1.0) / 2.0)
    for column in range(columns):
        for row in range(rows):
            yield 2.0 / step + column * step, table.depth - 1.0 - 2.0 * row - (1.0 if column % 2 else 0.0)


def figures_of_roster(roster: Roster) -> Figures:
    """Count the units of a roster and what stands on their cards."""
    units = roster.units
    usable = [unit for unit in units if unit.is_resolved and not unit.problems]
    moves = Counter[str]()
    for unit in usable:
        text = unit.card.get("move")
        if isinstance(text, str):
            moves.update(part.code for part in parse_move(text).parts)
    found: Figures = {
        "format": roster.format,
        "units": len(units),
        "usable": len(usable),
        "unresolved": sum(not unit.is_resolved for unit in units),
        "sum of pv": sum(int(str(unit.card.get("pv", 0))) for unit in usable),
        "minimal": sum("0*" in str(unit.card.get("damage", "")) for unit in usable),
        "abilities": sum(len(_specials(unit.card)) for unit in usable),
        "different ids": len({unit.mul for unit in units if unit.mul is not None}),
        "notes": len(roster.notes),
    }
    found |= {
        f"skill {skill}": count for skill, count in sorted(Counter(unit.skill for unit in units).items())
    }
    found |= {f"move {code or 'none'}": count for code, count in sorted(moves.items())}
    found |= {
        f"tmm {tmm}": count
        for tmm, count in sorted(
            Counter(str(unit.card["tmm"]) for unit in usable if "tmm" in unit.card).items()
        )
    }
    found |= {f"note.{note.at}": note.count for note in roster.notes}
    for unit in units[:50]:
        known = unit.mul if unit.mul is not None else unit.name
        found[f"{known}.name"] = unit.name
        found[f"{known}.skill"] = unit.skill
        found[f"{known}.group"] = unit.group
        found[f"{known}.unknown"] = ",".join(unit.unknown)
        found |= {f"{known}.{key}": value for key, value in unit.card.items()}
    return found


def _specials(card: Mapping[str, object]) -> Sequence[object]:
    found = card.get("specials")
    return found if isinstance(found, list | tuple) else ()


def _wishes(drawing: DrawnMap, wished: Mapping[str, object]) -> ImportChoices:
    by_label = {group.label: group.key for group in drawing.groups}
    kinds, heights = wished.get("kinds", {}), wished.get("heights", {})
    scale = wished.get("scale")
    assert isinstance(kinds, Mapping)
    assert isinstance(heights, Mapping)
    return ImportChoices(
        scale=None if scale is None else float(str(scale)),
        kinds={by_label[label]: kind for label, kind in kinds.items()},
        heights={by_label[label]: height for label, height in heights.items()},
    )


def _length(path: Sequence[Point]) -> float:
    return math.fsum(math.dist(a, b) for a, b in pairwise(path))


def _area(outline: Outline) -> float:
    return abs(signed_area(outline.exterior)) - math.fsum(abs(signed_area(hole)) for hole in outline.holes)


def differences(found: Figures, wanted: Mapping[str, object]) -> list[str]:
    """Name every number that is not as it must be."""
    return [
        f"{key}: found {found.get(key, 'nothing')!r}, expected {value!r}"
        for key, value in wanted.items()
        if not _is_as(found.get(key), value)
    ]


def _is_as(found: object, wanted: object) -> bool:
    if isinstance(wanted, bool) or isinstance(found, bool) or not isinstance(wanted, int | float | list):
        return found == wanted
    if isinstance(wanted, list):
        return (
            isinstance(found, list | tuple)
            and len(found) == len(wanted)
            and all(_is_as(one, other) for one, other in zip(found, wanted, strict=True))
        )
    if not isinstance(found, int | float):
        return False
    digits = len(str(wanted).partition(".")[2]) if isinstance(wanted, float) else 0
    return abs(found - wanted) <= max(0.6 * 10.0**-digits if digits else 1e-9, NEAR if digits > 2 else 0.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Import every file of a folder; answer 1 when one cannot be read or is not as it must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--figures", action="store_true", help="print the numbers of files that are as they must be, too"
    )
    asked = parser.parse_args(arguments)
    expected = tomllib.loads(EXPECTED.read_text(encoding="utf-8"))
    if not asked.folder.is_dir():
        print(f"{asked.folder}: no such folder")
        return 2
    files = sorted(
        path for path in asked.folder.rglob("*") if path.is_file() and path.suffix not in _LEFT_ALONE
    )
    names = {str(path.relative_to(asked.folder)): path for path in files}
    order = [name for name in expected if name in names] + [name for name in names if name not in expected]
    cards = KnownCards()
    segments: dict[str, list[tuple[Point, ...]]] = {}
    wrong = 0
    for name in order:
        wrong += _try(name, names[name], expected.get(name, {}), cards, segments, show_all=asked.figures)
    missing = [name for name in expected if name not in names]
    for name in missing:
        print(f"absent   {name}")
    print(f"{len(order)} files, {wrong} not as they must be, {len(missing)} of the list absent")
    return 1 if wrong or not order else 0


def _try(
    name: str,
    path: Path,
    wanted: Mapping[str, object],
    cards: KnownCards,
    segments: dict[str, list[tuple[Point, ...]]],
    *,
    show_all: bool,
) -> int:
    data = path.read_bytes()
    begun = time.perf_counter()
    if path.suffix == ".txt" and b"\n" in data.strip():
        parts = [line for line in data.splitlines() if line.strip()]
    else:
        parts = [data]
    found: Figures = {}
    faults: list[str] = []
    for number, part in enumerate(parts, start=1):
        ahead = f"line {number} " if len(parts) > 1 else ""
        try:
            figures, walls = _figures(part, path.name, wanted, cards)
        except InputError as error:
            faults += [f"{ahead}{problem.sentence}" for problem in error.problems[:5]]
            continue
        segments[name] = walls
        found |= {f"{ahead}{key}": value for key, value in figures.items()}
    same_as = wanted.get("same segments as")
    if isinstance(same_as, str) and same_as in segments:
        faults += _unlike(segments[name], segments[same_as], same_as)
    numbers = wanted.get("expected", {})
    assert isinstance(numbers, Mapping)
    faults += differences(found, numbers) if found else []
    took = (time.perf_counter() - begun) * 1000.0
    stated = "wrong   " if faults else "ok      " if numbers else "read    "
    print(f"{stated} {name}  {len(numbers)} numbers compared, {took:.0f} ms")
    for fault in faults:
        print(f"           {fault}")
    if found and (show_all or faults or not numbers):
        for key, value in found.items():
            print(f"             {key} = {value!r}")
    return 1 if faults else 0


def _figures(
    data: bytes, name: str, wanted: Mapping[str, object], cards: KnownCards
) -> tuple[Figures, list[tuple[Point, ...]]]:
    """Read a file as what it is; raise `InputError` with what both readers say when it is neither."""
    try:
        drawing = read_map(data, name=name)
    except InputError as no_map:
        try:
            roster = read_roster(data, name=name, catalog=cards)
        except InputError as no_roster:
            raise InputError([*no_map.problems, *no_roster.problems]) from no_roster
        cards.add(roster)
        return figures_of_roster(roster), []
    wished = wanted.get("wishes", {})
    assert isinstance(wished, Mapping)
    west, low, _east, _high = drawing.box
    rings = [
        ring
        for shape in drawing.shapes
        for outline in shape.outlines
        for ring in (outline.exterior, *outline.holes)
    ]
    walls = [_moved(shape.path, west, low) for shape in drawing.shapes if shape.path]
    walls += [_moved((*ring, ring[0]), west, low) for ring in rings]
    return figures_of_map(drawing, wished), walls


def _moved(path: Sequence[Point], west: float, low: float) -> tuple[Point, ...]:
    return tuple((x - west, y - low) for x, y in path)


def _unlike(one: list[tuple[Point, ...]], other: list[tuple[Point, ...]], name: str) -> list[str]:
    mine, theirs = _steps(one), _steps(other)
    if mine == theirs:
        return []
    lacking = f"{len(mine - theirs)} segments of {len(mine)} are not in {name}"
    return [f"{lacking}, {len(theirs - mine)} of {len(theirs)} only there"]


def _steps(paths: list[tuple[Point, ...]]) -> set[tuple[tuple[float, float], ...]]:
    return {
        tuple(sorted(((round(a[0], 2), round(a[1], 2)), (round(b[0], 2), round(b[1], 2)))))
        for path in paths
        for a, b in pairwise(path)
    }


if __name__ == "__main__":
    sys.exit(main())
