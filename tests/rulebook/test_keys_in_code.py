"""Every row that the program asks for by its key is there: the keys are read off the code, nobody keeps a list of them.

An edition has every row of its system, if only as unknown, so that a key of any row may be asked of any edition. Keys
that rows name are checked when the tables are loaded.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from astrike.rulebook.battletech.loader import load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition
from astrike.rulebook.schema import TABLES, tables_of

CODE = Path(__file__).resolve().parents[2] / "astrike"
ASKS_OPTIONS = frozenset({"word", "words", "fact", "is_on"})
"""Methods of `Options` and of what wraps them; `number` is asked of an edition as well."""
ASKS_FIGURES = frozenset({"figure", "whole"})
"""Methods of editions of the other game, whose tables have figures."""
_OTHER = """
    armor.stealth attack.arc attack.engagement attack.inches-off-table attack.path attack.special attack.spotter
    attack.target attack.weapon collapse.class critical.mp grid.origin move.altitude move.facing reach.part reach.sides
    reach.top reach.unreached scatter.direction scatter.distance sight.side skid.direction taser.interference
    taser.shutdown terrain.clear
"""
OTHER_NAMES = frozenset(_OTHER.split())
"""What the rules call a roll, a field of a question or a place, beside rows of the same beginning."""
ASKS_OTHER_GAME = {
    **dict.fromkeys(("whole", "figure"), ("figures", "hex_actions")),
    **dict.fromkeys(("value", "term", "divided"), ("impacts", "hex_actions", "hex_modifiers")),
    **dict.fromkeys(("note", "refuse", "reason"), ("impact_words", "critical_notes", "hex_move_words")),
    **dict.fromkeys(("stated", "prints"), ("hex_modifiers",)),
    "shared": ("attack_modifiers",),
    "says": ("hex_number_words", "hex_line_words"),
    "worded": ("hex_move_words",),
}
"""Methods that look the rows of the other game up, and in which tables."""
OTHER_GAME = "battletech"
"""Rooms so named ask the editions of the other game, whose tables have this before their names here."""
OTHER_TABLES = tables_of(BattleTechEdition)
_DOTTED = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")


class Code(NamedTuple):
    """What is read off the code in one go, so that no tree of it stays in memory."""

    constants: Mapping[str, frozenset[str]]
    """The words that the constants of all modules stand for, by game and name: `/SILENT`, `battletech/SKILL`."""
    looked_up: tuple[tuple[str, ast.expr, tuple[str, ...]], ...]
    """Where something is looked up, what, and in which tables."""
    said: tuple[tuple[str, str], ...]
    """Where which text is said."""


@cache
def code() -> Code:
    """Read the code of all rooms but the rulebook's own."""
    constants: dict[str, set[str]] = {}
    looked_up: list[tuple[str, ast.expr, tuple[str, ...]]] = []
    said: list[tuple[str, str]] = []
    for path in sorted(CODE.rglob("*.py")):
        name = path.relative_to(CODE)
        if "rulebook" in name.parts:
            continue
        tree, game = ast.parse(path.read_text(encoding="utf-8")), game_of(str(name))
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            value = getattr(node, "value", None)
            for target in targets:
                if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
                    constants.setdefault(f"{game}/{target.id}", set()).add(str(value.value))
        places = set(_places_of_problems(tree))
        for node in ast.walk(tree):
            if node in places:
                continue
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.append((f"{name}:{node.lineno}", node.value))
            elif isinstance(node, ast.Subscript | ast.Call):
                looked_up += ((f"{name}:{node.lineno}", *found) for found in _looked_up(node, game))
    clear = {name: frozenset(words) for name, words in constants.items() if len(words) == 1}
    return Code(clear, tuple(looked_up), tuple(said))


def _places_of_problems(tree: ast.Module) -> Iterator[ast.AST]:
    """Give what says where in a question a problem is: such a place is no key."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Problem"
            and node.args
        ):
            yield node.args[0]


def patterns(node: ast.expr, game: str) -> Iterator[str]:
    """Give regular expressions for the keys that an expression may be; none where only the run tells."""
    name = f"{game}/{_name_of(node)}"
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.Name) and name in code().constants:
        yield from map(re.escape, code().constants[name])
    elif isinstance(node, ast.IfExp):
        yield from (*patterns(node.body, game), *patterns(node.orelse, game))
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in node.values
        )


Keys = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A key that code asks for: where, as a regular expression, and among the keys of which tables."""

    where: str
    pattern: str
    tables: tuple[str, ...]

    def is_known(self, known: Keys) -> bool:
        """Has one of the tables such a row?"""
        if ".*" not in self.pattern:
            return any(self.pattern in _escaped(known[table]) for table in self.tables)
        return any(re.fullmatch(self.pattern, key) for table in self.tables for key in known[table])


@cache
def _escaped(known: frozenset[str]) -> frozenset[str]:
    """Give keys as patterns say them, to be looked up where there is nothing to match."""
    return frozenset(map(re.escape, known))


@cache
def keys() -> Keys:
    """Give the keys of every table, which are the same in all editions."""
    ours = {table: frozenset(getattr(load_edition(DEFAULT_EDITION), table)) for table in TABLES}
    theirs = {
        f"{OTHER_GAME}/{table}": frozenset(getattr(load_battletech(""), table)) for table in OTHER_TABLES
    }
    return ours | theirs


@cache
def asked() -> tuple[Asked, ...]:
    """Give the keys that code asks for."""
    every = {game: tables_of_game(game) for game in ("", OTHER_GAME)}
    families = {
        game: {key.partition(".")[0] for table in tables for key in keys()[table] if "." in key}
        for game, tables in every.items()
    }
    found = [
        Asked(where, pattern, tables)
        for where, what, names in code().looked_up
        if (tables := named_in(game_of(where), names))
        for pattern in patterns(what, game_of(where))
    ]
    for where, key in code().said:
        game = game_of(where)
        is_key = (
            where.startswith("rules/")
            and _DOTTED.fullmatch(key)
            and key.partition(".")[0] in families[game]
            and not key.endswith("-")
        )
        if is_key and key not in OTHER_NAMES:
            found.append(Asked(where, re.escape(key), every[game]))
    return tuple(found)


def game_of(where: str) -> str:
    """Name the other game where a place is in one of its rooms."""
    return OTHER_GAME if f"/{OTHER_GAME}/" in where else ""


def tables_of_game(game: str) -> tuple[str, ...]:
    """Name the tables of a game as `keys` has them."""
    return tuple(table for table in keys() if table.startswith(f"{OTHER_GAME}/") == bool(game))


def named_in(game: str, tables: tuple[str, ...]) -> tuple[str, ...]:
    """Name tables of a game as `keys` has them, as far as there are such."""
    names = [f"{game}/{table}" if game else table for table in tables]
    return tuple(name for name in names if name in keys())


def missing(known: Keys) -> list[str]:
    """Name the keys that code asks for and that no row has."""
    return [f"{each.where} asks for {each.pattern}" for each in asked() if not each.is_known(known)]


def _looked_up(node: ast.Subscript | ast.Call, game: str) -> Iterator[tuple[ast.expr, tuple[str, ...]]]:
    """Give what a look-up asks for, and the tables in which it has to be."""
    if isinstance(node, ast.Subscript):
        table = _name_of(node.value)
        if table in TABLES or table in OTHER_TABLES:
            yield node.slice, (table,)
    elif game and isinstance(node.func, ast.Attribute) and node.func.attr in ASKS_OTHER_GAME and node.args:
        yield node.args[0], ASKS_OTHER_GAME[node.func.attr]
    elif isinstance(node.func, ast.Attribute) and len(node.args) == 1:
        asks, method = node.func.value, node.func.attr
        if method in ASKS_FIGURES:
            yield node.args[0], ("figures",)
        elif (method == "number" or method in ASKS_OPTIONS) and _names_options(asks, method):
            yield node.args[0], ("numbers", "options") if method == "number" else ("options",)


def _name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _names_options(node: ast.expr, method: str) -> bool:
    """Is it an edition or its options that is asked?"""
    return _name_of(node) in ("options", "edition", "rules", "now") or (
        method == "number" and isinstance(node, ast.Call)
    )


def test_every_key_that_code_asks_for_is_that_of_a_row() -> None:
    assert missing(keys()) == []


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ("numbers", "rear.from"),
        ("numbers", "flight.cruise"),
        ("options", "practical-los"),
        ("options", "woods.attacker-occupied"),
        ("reasons", "range.none"),
        ("reasons", "arc.outside"),
        ("modifiers", "skill"),
        ("modifiers", "spotter.jump"),
        ("bonuses", "eagles-eyes"),
        ("brackets", "short"),
        ("prices", "stand-aside"),
        ("follow_ups", "destroyed"),
        ("battletech/figures", "fall.dfa"),
        ("battletech/impacts", "charge.target"),
        ("battletech/impact_words", "collapse.top"),
        ("battletech/critical_notes", "moves-inward"),
        ("battletech/roll_effects", "pilot-immobile"),
        ("battletech/options", "after-hip"),
    ],
)
def test_a_row_that_goes_missing_is_missed(table: str, key: str) -> None:
    less = {name: rows - {key} if name == table else rows for name, rows in keys().items()}
    assert any(line.endswith(f" {re.escape(key)}") for line in missing(less))


def test_no_name_is_excused_that_code_does_not_say() -> None:
    assert {text for _, text in code().said} >= OTHER_NAMES
