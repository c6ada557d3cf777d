"""Which floors and rooms has the program, and who imports whom? Writes the picture and the table of
astrike/docs/architecture.md: ``python -m tools.architecture_page``; with ``--count`` it prints rooms and arrows.

Everything is read from the import graph of the package. A test fails when picture or table is not the newest.
"""

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

import grimp

from tools.casefiles import ROOT

PAGE: Final = ROOT / "astrike" / "docs" / "architecture.md"
PICTURE: Final = PAGE.with_suffix(".svg")
BEGIN: Final = "<!-- begin: written by python -m tools.architecture_page -->\n"
END: Final = "<!-- end -->\n"


def _floors() -> tuple[str, ...]:
    """Read the floors from the contract that says which imports which."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers: list[str] = next(each["layers"] for each in contracts if each["id"] == "layers")
    names = [name for layer in layers for name in layer.split(" | ")]
    return tuple(name for name in names if (ROOT / "astrike" / name).is_dir())


FLOORS: Final = _floors()
"""From the top; a floor imports only those further down."""
SUBJECTS: Final = (
    "attack",
    "physical",
    "area",
    "electronics",
    "movement",
    "air",
    "effects",
    "layout",
    "units",
    "terrain",
    "rulings",
    "quick",
    "table",
    "events",
)
"""What the game and its tables are about: the same word on every floor."""

_LABEL_WIDTH: Final = 96
_CELL_WIDTH: Final = 92
_OTHERS_WIDTH: Final = 220
_ROW_HEIGHT: Final = 64
_HEAD_HEIGHT: Final = 34
_FULL: Final = 60
"""Modules of the room that is drawn darkest."""


@dataclass(frozen=True, slots=True, order=True)
class Room:
    """A package of a floor, or a module that lies on the floor itself and is counted with it."""

    floor: str
    name: str
    """Empty for what lies on the floor itself."""


@dataclass(frozen=True, slots=True)
class House:
    """Rooms with their modules, and the arrows between them."""

    modules: Mapping[Room, int]
    arrows: Mapping[tuple[Room, Room], int]
    """Imports from the modules of one room by those of another."""


def room_of(module: str, packages: frozenset[str]) -> Room | None:
    """Give the room that a module lies in; what is on no floor, such as `astrike.errors`, has none."""
    parts = module.split(".")
    if len(parts) < 2 or parts[1] not in FLOORS:
        return None
    is_in_a_room = ".".join(parts[:3]) in packages and len(parts) > 2
    return Room(parts[1], parts[2] if is_in_a_room else "")


def read_house() -> House:
    """Read rooms and arrows from the imports of the package."""
    graph = grimp.build_graph("astrike")
    packages = frozenset(module for module in graph.modules if graph.find_children(module))
    modules: Counter[Room] = Counter()
    arrows: Counter[tuple[Room, Room]] = Counter()
    for module in graph.modules:
        room = room_of(module, packages)
        if room is None:
            continue
        if module not in packages:
            modules[room] += 1
        for imported in graph.find_modules_directly_imported_by(module):
            other = room_of(imported, packages)
            if other is not None and other != room:
                arrows[room, other] += 1
    return House(modules, arrows)


def question_of(room: Room) -> str:
    """Give the first paragraph of the docstring of a room's package, on one line."""
    folder = ROOT.joinpath("astrike", room.floor, room.name)
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


def picture(house: House) -> str:
    """Draw floors as rows and subjects as columns; every box has its modules and what it imports of its own floor."""
    right = _LABEL_WIDTH + len(SUBJECTS) * _CELL_WIDTH + 8
    width = right + _OTHERS_WIDTH
    height = _HEAD_HEIGHT + len(FLOORS) * _ROW_HEIGHT + 8
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        "<title>Floors and subjects of astrike</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for column, subject in enumerate(SUBJECTS):
        lines.append(_text(_LABEL_WIDTH + (column + 0.5) * _CELL_WIDTH, 22, subject, size=13, is_bold=True))
    lines.append(_text(right + _OTHERS_WIDTH / 2, 22, "other rooms", size=13, is_bold=True))
    for row, floor in enumerate(FLOORS):
        top = _HEAD_HEIGHT + row * _ROW_HEIGHT
        total = sum(count for room, count in house.modules.items() if room.floor == floor)
        lines.append(f'<line x1="0" x2="{width}" y1="{top}" y2="{top}" stroke="#ccc"/>')
        lines.append(_text(_LABEL_WIDTH / 2, top + 28, floor, size=14, is_bold=True))
        lines.append(_text(_LABEL_WIDTH / 2, top + 46, f"{total} modules", size=10))
        for column, subject in enumerate(SUBJECTS):
            room = Room(floor, subject)
            if room in house.modules:
                lines.extend(_box(house, room, _LABEL_WIDTH + column * _CELL_WIDTH + 3, top + 4))
        others = [
            f"{room.name} {count}"
            for room, count in sorted(house.modules.items())
            if room.floor == floor and room.name and room.name not in SUBJECTS
        ]
        for line, names in enumerate(_in_lines(others, letters=40, most=5)):
            lines.append(_text(right + _OTHERS_WIDTH / 2, top + 14 + 11 * line, names, size=9))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _box(house: House, room: Room, left: float, top: float) -> Iterable[str]:
    count = house.modules[room]
    shade = 0.15 + 0.55 * min(1.0, count / _FULL)
    yield (
        f'<rect x="{left}" y="{top}" width="{_CELL_WIDTH - 6}" height="{_ROW_HEIGHT - 8}" rx="5"'
        f' fill="#2f6f9f" fill-opacity="{shade:.2f}" stroke="#2f6f9f"/>'
    )
    middle = left + _CELL_WIDTH / 2 - 3
    yield _text(middle, top + 17, str(count), size=13, is_bold=True)
    beside = [other.name for (one, other) in house.arrows if one == room and other.floor == room.floor]
    known = sorted((name for name in beside if name in SUBJECTS), key=SUBJECTS.index)
    for line, names in enumerate(_in_lines(known)):
        yield _text(middle, top + 29 + 10 * line, names, size=8)


def _in_lines(names: list[str], *, letters: int = 20, most: int = 3) -> list[str]:
    """Set names in lines that fit; of what does not fit the number is given.

    >>> _in_lines(["attack", "electronics", "movement", "shot", "terrain"])
    ['attack, electronics', 'movement, shot', 'terrain']
    """
    lines: list[str] = []
    for k, name in enumerate(names):
        if lines and len(lines[-1]) + len(name) + 2 <= letters:
            lines[-1] += f", {name}"
        elif len(lines) < most:
            lines.append(name)
        else:
            lines[-1] += f" +{len(names) - k}"
            break
    return lines


def _text(x: float, y: float, words: str, *, size: int, is_bold: bool = False) -> str:
    weight = ' font-weight="bold"' if is_bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight} text-anchor="middle">{escape(words)}</text>'


def table(house: House) -> str:
    """Write one row a room: its question, its modules, what it imports."""
    lines = ["| room | its question | modules | imports |", "|---|---|---|---|"]
    for floor in FLOORS:
        rooms = sorted(room for room in house.modules if room.floor == floor)
        for room in rooms:
            beside = sorted(
                {
                    other.name if other.floor == floor else other.floor
                    for (one, other) in house.arrows
                    if one == room and (other.floor != floor or other.name)
                },
                key=lambda name: (name in FLOORS, name),
            )
            path = "/".join(part for part in (room.floor, room.name) if part)
            imports = ", ".join(beside) or "nothing"
            lines.append(f"| `{path}` | {question_of(room)} | {house.modules[room]} | {imports} |")
    return "\n".join(lines) + "\n"


def page(house: House, text: str) -> str:
    """Give the text of the page with its written part renewed."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + table(house) + "\n" + END + after


def main(arguments: list[str]) -> int:
    """Write picture and table, or print the counts."""
    house = read_house()
    if arguments == ["--count"]:
        print(f"modules {sum(house.modules.values()):6,}")
        print(f"rooms   {len(house.modules):6,}")
        print(f"arrows  {len(house.arrows):6,}")
        return 0
    PAGE.write_text(page(house, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_text(picture(house), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
