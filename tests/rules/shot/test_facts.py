"""A shot is plain facts: one is written down by hand here and gets its ledger, without a table anywhere."""

import subprocess
import sys
from dataclasses import replace

import pytest

from astrike.model.attack_answer import SightAnswer, WoodsParts
from astrike.model.attack_question import AttackQuestion
from astrike.model.card import parse_special
from astrike.model.table import Conditions
from astrike.model.unit import Unit
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.options import resolve
from astrike.rules.shot.facts import Circumstances, Combatant, LentRange, SeeThroughKind, Shot, bracket_at
from astrike.rules.shot.measured_line import clear_line
from astrike.rules.shot.to_hit import ToHitLedger, to_hit
from astrike.rules.units.move_and_tmm import current_move
from astrike.rules.units.weapons import Weapon

WOODS = SeeThroughKind(
    "woods", limit=6.0, modifier="terrain.woods", from_inches=1.0, counts_when_occupied=True, whole_line=False
)


def combatant(name: str, edition: Edition, **facts: object) -> Combatant:
    unit = replace(Unit(name, (0.0, 0.0), name, type="BM"), **facts)  # type: ignore[arg-type]  # any field
    row = edition.units[unit.type]
    return Combatant(unit, row, current_move(unit, row=row, edition=edition, options=resolve(edition, {})))


def seen(state: str, *, hidden: float, cover: bool) -> SightAnswer:
    return SightAnswer(
        state,
        hidden=hidden,
        hidden_back=0.0,
        cover=cover,
        woods=0.0,
        woods_parts=WoodsParts(0.0, 0.0, 0.0),
        by=(),
        own_woods=(),
        hiders=(),
        reasons=(),
        contact=False,
        underwater=False,
    )


def shot(
    edition_id: str = "ce-5.01", *, inches: float = 16.0, attacker: object = None, target: object = None
) -> Shot:
    edition = load_edition(edition_id)
    at = Circumstances(edition, resolve(edition, {}), Conditions(), "daylight", (WOODS,))
    return Shot(
        at,
        attacker if isinstance(attacker, Combatant) else combatant("A", edition, skill=4, motion="ground"),
        target if isinstance(target, Combatant) else combatant("B", edition, tmm=2, motion="ground"),
        AttackQuestion(),
        inches,
        bracket_at(at, inches, underwater=False),
        seen("clear", hidden=0.0, cover=False),
        clear_line(inches, kinds=1),
        clear_line(inches, kinds=1),
        Weapon("", None),
    )


def terms(ledger: ToHitLedger) -> dict[str, int]:
    return {term.key: term.value for term in ledger.tally.modifiers}


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
def test_a_shot_written_down_by_hand_gets_its_ledger(edition: str) -> None:
    found = to_hit(shot(edition))
    assert terms(found) == {"skill": 4, "target.tmm": 2, "range.medium": 2}
    assert (found.tally.total, found.unknown) == (8, ())


def test_what_stands_between_and_where_the_units_stand_counts() -> None:
    plain = shot()
    between = plain._replace(view=clear_line(16.0, kinds=1)._replace(between=(2.0,), woods_pieces=("wood",)))
    inside = plain._replace(target=replace(plain.target, woods=frozenset({0})))
    covered = plain._replace(sight=seen("partial", hidden=0.5, cover=True))
    assert terms(to_hit(between))["terrain.woods"] == terms(to_hit(inside))["terrain.woods"] == 1
    assert "terrain.woods" not in terms(to_hit(plain))
    assert terms(to_hit(covered))["terrain.cover"] == 1


def test_states_of_both_units_count() -> None:
    edition = load_edition("ce-5.01")
    hot = combatant("A", edition, skill=4, motion="jump", heat=2, specials=(parse_special("SHLD"),))
    large = replace(combatant("B", edition, tmm=2, motion="ground"), size_class=1)
    found = terms(to_hit(shot(attacker=hot, target=large)))
    assert {"attacker.jump", "attacker.heat", "attacker.shield", "type.large"} <= found.keys()


def test_a_range_that_a_network_lends_says_whose_it_is() -> None:
    plain = shot()
    edition = plain.circumstances.edition
    lent = plain._replace(lent=LentRange("net", "C", 4.0, edition.brackets["short"]))
    (term,) = (term for term in to_hit(lent).tally.modifiers if term.part == "R")
    assert term.key == "range.short"
    assert term.facts == {"network": "net", "lender": "C", "lent": 4.0, "range": 16.0, "bracket": "medium"}


def test_to_hit_runs_where_nothing_can_be_measured() -> None:
    """Neither geometry nor a prepared table is loaded for it."""
    code = (
        "import sys, astrike.rules.shot.to_hit; "
        "print([name for name in sys.modules if name.split('.')[0] in ('numpy', 'shapely', 'scipy') "
        "or name.startswith(('astrike.geometry', 'astrike.rules.table.prepared_table'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
