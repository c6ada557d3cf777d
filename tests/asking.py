"""Questions about attacks as tests ask them: of one pair, of one unit's list, of everybody."""

from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.attack import PLAIN, AttackQuestion, Point
from astrike.rules import attack as door
from astrike.rules.attack import Detail, enemy_pairs, pairs_with
from astrike.rules.battlefield import Field


def attack(
    field: Field, attacker: str, target: str | Point, question: AttackQuestion = PLAIN
) -> AttackAnswer:
    """Ask for the whole answer to one attack."""
    return door.attack(field, [(attacker, target)], question, detail=Detail.WHOLE)[0]


def attack_as_listed(
    field: Field, attacker: str, target: str | Point, question: AttackQuestion = PLAIN
) -> AttackAnswer:
    """Ask for one attack as lists show it."""
    return door.attack(field, [(attacker, target)], question, detail=Detail.LISTED)[0]


def attacks_from(field: Field, attacker: str, question: AttackQuestion = PLAIN) -> tuple[AttackAnswer, ...]:
    """Ask for the list of one attacker."""
    return door.attack(field, enemy_pairs(field, attacker=attacker), question, detail=Detail.LISTED)


def attacks_at(field: Field, target: str) -> tuple[AttackAnswer, ...]:
    """Ask for every enemy's attack at one unit."""
    return door.attack(field, enemy_pairs(field, target=target), detail=Detail.LISTED)


def attacks_with(field: Field, unit: str) -> tuple[AttackAnswer, ...]:
    """Ask for every attack that one unit has a part in: its row and its column."""
    return door.attack(field, pairs_with(field, unit), detail=Detail.LISTED)


def matrix(field: Field, side: str | None = None) -> tuple[AttackAnswer, ...]:
    """Ask for every attack, or those of one side."""
    return door.attack(field, enemy_pairs(field, side=side), detail=Detail.LISTED)


def sight(field: Field, attacker: str, target: str) -> SightReport:
    """Ask for one line of sight."""
    return door.sight(field, [(attacker, target)])[0]
