"""How far does a unit go in each mode after hits and heat, and how hard is it to hit then?

Asked without a table, of a card as players read it aloud; the answer is the one that a unit on a table gets.
"""

from dataclasses import replace
from functools import lru_cache

from astrike.dataclass import dataclass
from astrike.model.card import parse_move, parse_special
from astrike.model.unit import Base, Hits, Unit
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.unit_answer import unit_answer
from astrike.rules.table.hypothetical import open_ground
from astrike.rules.table.prepared_table import PreparedTable

UNIT = "unit"
TYPES = ("BM", "CV", "CI", "BA", "PM")
MOTIVE = ("", "-2", "half", "immobile")
MOST_MP = 4
MOST_ENGINE = 2
SIZE = 24.0
KEPT = 256


@dataclass(frozen=True, slots=True)
class QuickMoveQuestion:
    """What a card says about Move, and what has happened to it."""

    edition: str = DEFAULT_EDITION
    type: str = "BM"
    move: str = '8"/6"j'
    tmm: int | None = None
    """As printed; None: from the printed Move."""
    heat: int = 0
    mp: int = 0
    engine: int = 0
    motive: tuple[str, ...] = ()
    """Motive hits in the order received."""
    myomer: bool = False
    paved: bool = False
    """Does the whole move stay on roads, pavement or bridges?"""


@lru_cache(maxsize=KEPT)
def quick_move(moving: QuickMoveQuestion) -> UnitAnswer:
    """Describe the unit; raise `ValueError` for a Move that cannot be read.

    >>> [(mode.mode, mode.available) for mode in quick_move(QuickMoveQuestion(heat=1)).modes[:3]]
    [('ground', 6.0), ('sprint', 9.0), ('jump', 6.0)]
    """
    prepared = open_ground(moving.edition, SIZE, (_unit(moving),))
    answer = unit_answer(prepared, UNIT)
    if not moving.paved:
        return answer
    seen: dict[str, int] = {}
    modes: list[UnitMode] = []
    for mode in answer.modes:
        choice = seen[mode.mode] = seen.get(mode.mode, -1) + 1
        modes.append(
            _on_pavement(prepared, mode, choice)
            if mode.mode in prepared.edition.tagged("on-ground")
            else mode
        )
    return replace(answer, modes=tuple(modes))


def _on_pavement(prepared: PreparedTable, mode: UnitMode, choice: int) -> UnitMode:
    budget = budget_of(prepared, 0, mode.mode, paved=True, choice=choice)
    return replace(mode, available=budget.available, terms=budget.terms)


def _unit(moving: QuickMoveQuestion) -> Unit:
    return Unit(
        UNIT,
        (SIZE / 2, SIZE / 2),
        UNIT,
        type=moving.type,
        base=Base("round", 1.0, 1.0),
        move=parse_move(moving.move),
        tmm=moving.tmm,
        heat=moving.heat,
        specials=(parse_special("TSM"),) if moving.myomer else (),
        hits=Hits(mp=moving.mp, engine=moving.engine, motive=moving.motive),
        stated=frozenset({"type", "move", "tmm"}),
    )
