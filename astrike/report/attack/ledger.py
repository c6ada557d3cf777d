"""In which order and with which signs are the terms of an answer stated?

The same on the page and on the command line: a term is shown as it counts, and what added nothing stands among the
others of its letter.
"""

from collections.abc import Iterator

from astrike.model.attack_answer import AttackAnswer, Damage
from astrike.model.explain import Citation, Modifier
from astrike.model.number_text import plain_number
from astrike.report.words.numbers import signed
from astrike.report.words.texts import Translate

LEDGER_LETTERS = "SATOR"
"""Skill, attacker, target, other, range: how players say a Target Number aloud (CE p.42, AS p.36)."""


def terms_in_order(answer: AttackAnswer) -> tuple[Modifier, ...]:
    """Give every term that counted or was checked, in the order in which players say them aloud."""
    every = (*answer.tally.modifiers, *answer.considered)
    return tuple(sorted(every, key=lambda term: LEDGER_LETTERS.find(term.part)))


def shown_value(term: Modifier) -> str:
    """Write a term as it counts: the Skill is where counting begins, everything else is up or down.

    >>> cite = Citation("CE p.42", "ce-5.01")
    >>> [shown_value(Modifier(key, "S", value, "", cite)) for key, value in (("skill", 4), ("attacker.drone", 1))]
    ['4', '+1']
    """
    return plain_number(term.value) if term.key == "skill" else signed(term.value)


def damage_terms(damage: Damage, translate: Translate) -> Iterator[tuple[str, Citation]]:
    """Give each term of the damage in words, and its source; the value at the bracket is where counting begins."""
    for number, term in enumerate(damage.terms):
        value = signed(term.value) if number and isinstance(term.value, int) else term.value
        yield f"{translate(term.label)} {value}", term.cite
