"""Questions about attacks as tests ask them: of one pair, of one unit's list, of everybody."""

from astrike.model.attack_answer import AttackAnswer, SightReport
from astrike.model.attack_question import PLAIN, AttackQuestion, TablePoint
from astrike.rules.solver import attack as door
from astrike.rules.solver.attack import Detail, enemy_pairs, pairs_with
from astrike.rules.table.prepared_table import PreparedTable


def attack(
    prepared: PreparedTable, attacker: str, target: str | TablePoint, question: AttackQuestion = PLAIN
) -> AttackAnswer:
    """Ask for the whole answer to one attack."""
    return door.attack(prepared, [(attacker, target)], question, detail=Detail.WHOLE)[0]


def attack_as_listed(
    prepared: PreparedTable, attacker: str, target: str | TablePoint, question: AttackQuestion = PLAIN
) -> AttackAnswer:
    """Ask for one attack as lists show it."""
    return door.attack(prepared, [(attacker, target)], question, detail=Detail.LISTED)[0]


def attacks_from(
    prepared: PreparedTable, attacker: str, question: AttackQuestion = PLAIN
) -> tuple[AttackAnswer, ...]:
    """Ask for the list of one attacker."""
    return door.attack(prepared, enemy_pairs(prepared, attacker=attacker), question, detail=Detail.LISTED)


def attacks_at(prepared: PreparedTable, target: str) -> tuple[AttackAnswer, ...]:
    """Ask for every enemy's attack at one unit."""
    return door.attack(prepared, enemy_pairs(prepared, target=target), detail=Detail.LISTED)


def attacks_with(prepared: PreparedTable, unit: str) -> tuple[AttackAnswer, ...]:
    """Ask for every attack that one unit has a part in: its row and its column."""
    return door.attack(prepared, pairs_with(prepared, unit), detail=Detail.LISTED)


def matrix(prepared: PreparedTable, side: str | None = None) -> tuple[AttackAnswer, ...]:
    """Ask for every attack, or those of one side."""
    return door.attack(prepared, enemy_pairs(prepared, side=side), detail=Detail.LISTED)


def sight(prepared: PreparedTable, attacker: str, target: str) -> SightReport:
    """Ask for one line of sight."""
    return door.sight(prepared, [(attacker, target)])[0]
