"""Words of the rulebook stand in its tables: what several of them have in common is a field of their rows.

Code may name a word where a rule is about just that one. A tuple, set or table of them is a piece of the rulebook that
no edition can change, and the next one that needs it writes it down anew.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from astrike.model.attack_question import KINDS
from astrike.model.movement import MODES
from astrike.model.terrain import Family
from astrike.model.unit import MOTIONS, MOTIVE_CODES
from astrike.rulebook.loader import IDS, load_edition

PACKAGE = Path(__file__).resolve().parent.parent / "astrike"
OWN = "rulebook/"
"""The room that reads the tables names fields of their rows, not words in them."""
TABLES = (
    "abilities", "artillery", "buildings", "choices", "electronics", "kinds", "large", "minefields", "modes", "movers",
    "munitions", "nets", "terrain", "units",
)  # fmt: skip
"""Tables whose keys are words of the rules; keys with a dot are names of rows, which code may list."""
EXCUSED: Mapping[str, str] = {
    "editing/terrain/actions/zones.py:KINDS": "the two kinds of zones that a form lays",
    "editing/layout/generator.py:": "sizes and classes that random tables of ours are drawn in",
    "editing/layout/wishes.py:": "what random tables of ours are laid from, which no edition prints",
    "editing/terrain/palette.py:SECTIONS": "headings of a list",
    "formats/table/document_head.py:": "the words of a table file's head",
    "formats/maps/": "words of other tools, and what astrike makes of them",
    "formats/rosters/": "words of other tools",
    "model/attack_question.py:KINDS": "the words of questions and files, which a test compares with the table",
    "model/attack_question.py:MOVED_INTO": "the words of table files, which a test compares with the table",
    "model/battletech/": "the words of questions about another game, some of them spelled like these",
    "model/card.py:": "how cards are printed",
    "model/effect_limits.py:EFFECT_KINDS": "effects, some of them named like the terrain that brings them",
    "model/movement.py:MODES": "the words of questions, which a test compares with the table",
    "model/unit.py:MOTIONS": "the words of table files, which a test compares with the table",
    "model/unit.py:MOTIVE_CODES": "how cards are printed",
    "presets/": "presets see no rulebook; a test compares these words with the tables",
    "report/paper/": "ink by kind of terrain",
    "report/terrain/symbols.py:": "colors and patterns by kind of terrain",
    "rules/attack/ability_effects.py:RULES": "code by the key of an ability",
    "rules/shot/ability_steps.py:PREFIXES": "sources of bonuses, some of them named like choices",
    "rules/shot/physical_damage.py:PHYSICAL_DAMAGE_RULES": "code by the key of a step of the damage",
    "rules/battletech/": "words of another game, some of them spelled like these",
    "rules/effects/criticals.py:_fatal": "which field of a row is about which column",
    "rules/effects/effect.py:EFFECTS": "code by the name of an effect, some of them named like the terrain",
    "rules/effects/effect_settings.py:SETTINGS": "settings, some of them spelled like classes of buildings",
    "rules/physical/attack_kinds.py:TURNS": "how finely places around a target are tried",
    "rules/solver/attack_solver.py:ATTACK_KINDS": "code by the key of a kind of attack",
    "rules/movement/cost_maps.py:OWN_ELEMENT": "code by the key of a kind of mover",
    "rules/movement/hazards.py:_Hazards": "code by the key of a hazard, some of them named like the terrain",
    "report/battletech/": "words of another game, some of them spelled like these",
    "rules/movement/hex_moves.py:HexMoveMetric": "code by the key of a mode or mover",
    "rules/movement/hex_reach.py:LATER": "what hexes have no code for yet",
    "rules/movement/inch_moves.py:InchMoveMetric": "code by the key of a mode or mover",
    "rules/attack/attack_rows.py:REFUSALS_LOOK_AT": "code by the key of what forbids",
    "rules/solver/attack_columns.py:_FORBIDS": "code by the key of what forbids",
    "rules/turn/end_phase.py:_surroundings": "effects, named like the hazards that bring them",
    "rules/quick/": "what the quick check offers to be tapped",
    "rules/shot/pair_steps.py:PLAIN_STEPS": "code by the key of a to-hit step",
    "web/current/log_words.py:_WAYS": "what the log says was done, with the figures in the sentence",
    "web/battletech/": "words of another game, some of them spelled like these",
    "web/events/round_page.py:_problems": "results of a match",
    "web/terrain/measure_page.py:_USUAL": "the order of buttons",
    "web/attack/aftermath.py:mark_words": "how marks of table files are written",
    "web/terrain/piece_list.py:": "classes of a style sheet",
    "web/terrain/tools.py:": "the order of buttons",
    "web/effects/view.py:TITLES": "effects, some of them named like the terrain that brings them",
    "web/effects/view.py:WITHOUT_DICE": "effects, some of them named like the terrain that brings them",
    "web/effects/view.py:LABELS": "settings, some of them named like choices",
    "web/quick/": "buttons, their order and what stands on them",
    "web/rulebook/sheets.py:COLUMNS": "headings of the table of critical hits",
}
"""Where words may stand together, by the beginning of the place, and why."""


@dataclass(frozen=True, slots=True, order=True)
class Together:
    """Words of the rulebook that stand together in code."""

    name: str
    """Where: the module, and the constant, class or function in it."""
    line: int
    table: str
    words: tuple[str, ...]


@cache
def vocabularies() -> Mapping[str, frozenset[str]]:
    """Give by table its keys in all editions, and the families of terrain."""
    editions = [load_edition(edition) for edition in IDS]
    keys = {
        table: frozenset(key for edition in editions for key in getattr(edition, table) if "." not in key)
        for table in TABLES
    }
    return {**keys, "families": frozenset(Family)}


def words_in(node: ast.AST) -> list[str]:
    """Give the texts that code lists: elements, keys, cases of a pattern, what one thing is compared with."""
    listed: list[ast.expr | None] = []
    match node:
        case ast.Tuple() | ast.List() | ast.Set():
            listed = list(node.elts)
        case ast.Dict():
            listed = list(node.keys)
        case ast.MatchOr():
            listed = [each.value for each in node.patterns if isinstance(each, ast.MatchValue)]
        case ast.BoolOp():
            compared = [each for each in node.values if isinstance(each, ast.Compare)]
            left = Counter(ast.unparse(each.left) for each in compared)
            listed = [each.comparators[0] for each in compared if left[ast.unparse(each.left)] > 1]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="split")):
            return text.split()
    return [each.value for each in listed if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def together(code: str, module: str) -> Iterator[Together]:
    """Find all of code that lists two or more words of one table."""
    for statement in ast.parse(code).body:
        yield from _together(statement, f"{module}:{_name(statement)}")


def _together(statement: ast.stmt, name: str) -> Iterator[Together]:
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if len(words := dict.fromkeys(words_in(node))) > 1:
            for table, vocabulary in vocabularies().items():
                both = tuple(word for word in words if word in vocabulary)
                if len(both) > 1:
                    yield Together(name, getattr(node, "lineno", 0), table, both)
        waiting += reversed(list(ast.iter_child_nodes(node)))


def _name(statement: ast.stmt) -> str:
    match statement:
        case ast.FunctionDef() | ast.ClassDef():
            return statement.name
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ast.unparse(statement).partition("\n")[0]


@cache
def found() -> tuple[Together, ...]:
    """Find all of them, module by module."""
    modules = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    return tuple(
        each
        for module, path in modules.items()
        if not module.startswith(OWN)
        for each in together(path.read_text(encoding="utf-8"), module)
    )


def excuse(each: Together) -> str | None:
    """Give the excuse of a place, if it has one."""
    return next((known for known in EXCUSED if each.name.startswith(known)), None)


def test_words_of_the_rulebook_stand_together_in_its_tables_alone() -> None:
    unexcused = [each for each in found() if excuse(each) is None]
    assert unexcused == [], "give their rows a tag (astrike/rulebook/tags.py) or a field"


@pytest.mark.parametrize("excused", EXCUSED)
def test_every_excuse_is_needed(excused: str) -> None:
    assert excused in {excuse(each) for each in found()}, f"{excused} lists no words of the rulebook any more"


@pytest.mark.parametrize(
    "code",
    [
        "TREES = ('woods', 'jungle')",
        "TREES = frozenset({'woods', 'jungle'})",
        "TREES = {'woods': 1, **more, 'jungle': 2}",
        "TREES = frozenset('woods jungle'.split())",
        "def f(piece):\n    return piece.kind in ['woods', 'jungle', other]",
        "def f(piece):\n    return piece.kind == 'woods' or piece.kind == 'jungle'",
        "match kind:\n    case 'woods' | 'jungle':\n        pass",
        "def f(row):\n    return row.family in ('ground', 'ramp')",
    ],
)
def test_words_that_stand_together_are_found(code: str) -> None:
    assert [len(each.words) for each in together(code, "rules/trees.py")] == [2]


@pytest.mark.parametrize(
    "code",
    [
        "x = piece.kind == 'woods'",
        "x = piece.kind == 'wall' and mover == 'rail'",
        "x = {'woods': 1}, {'jungle': 2}",
        "x = 'BM', 'woods', 'jump'",
        "x = kind in edition.tagged('trees') or kind == 'smoke'",
    ],
)
def test_one_word_at_a_time_may_be_named(code: str) -> None:
    assert list(together(code, "rules/trees.py")) == []


def test_the_words_of_questions_and_files_are_those_of_the_tables() -> None:
    for edition in map(load_edition, IDS):
        assert set(KINDS) == set(edition.kinds)
        assert set(MODES) == set(edition.modes)
        assert set(MOTIONS) == {*edition.modes, "unmoved"}
        assert set(MOTIVE_CODES) < set(edition.modes)


def test_a_place_is_named_after_what_the_words_are_in() -> None:
    code = (
        "class Map:\n    def f(self):\n        return 'woods', 'jungle'\nTREES: Final = ['woods', 'jungle']\n"
    )
    assert [each.name for each in together(code, "rules/map.py")] == [
        "rules/map.py:Map",
        "rules/map.py:TREES",
    ]
