"""Which kinds of attack does a page offer? The three that are most likely, and all others behind More."""

from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.attack_question import PLAIN, AttackQuestion
from astrike.report.attack.sentences import kind_label
from astrike.report.words.reasons import words_of
from astrike.rulebook.schema import Edition
from astrike.rules.attack.ability_choices import choices_known
from astrike.rules.solver.alternatives import kinds_offered
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.http.i18n import _, tr
from astrike.web.questions.form_answers import write_query

AT_HAND: Final = 3


@dataclass(frozen=True, slots=True)
class KindLink:
    """A kind of attack on the same target."""

    kind: str
    label: str
    """As short as a chip needs it for those at hand, else the whole name."""
    is_chosen: bool
    query: list[tuple[str, str]]
    """How it is asked about: what is said of the attack now stays as far as this kind knows it."""
    is_at_hand: bool
    """Is it one of the three that stand in sight?"""


def kind_links(
    prepared: PreparedTable,
    attacker: str,
    chosen: str,
    question: AttackQuestion = PLAIN,
    *,
    is_point: bool = False,
) -> tuple[KindLink, ...]:
    """Name the kinds of attack that a unit's card offers, and the one that is shown: those at hand first."""
    offered = kinds_offered(prepared, prepared.place_of(attacker))
    if is_point:
        offered = tuple(kind for kind in offered if prepared.edition.kinds[kind].points)
    every = dict.fromkeys((*offered, chosen))
    first = _at_hand(prepared.edition, tuple(every), chosen)
    return tuple(
        KindLink(
            kind,
            _short(kind) if kind in first else _whole(kind),
            is_chosen=kind == chosen,
            query=_asked_as(prepared, question, kind),
            is_at_hand=kind in first,
        )
        for kind in (*first, *(kind for kind in every if kind not in first))
    )


def _at_hand(edition: Edition, offered: tuple[str, ...], chosen: str) -> tuple[str, ...]:
    """Choose the three that are most likely; the one that is shown is among them.

    >>> from astrike.rulebook.loader import load_edition
    >>> _at_hand(load_edition("ce-5.01"), ("weapon", "indirect", "standard", "charge", "dfa"), "weapon")
    ('weapon', 'standard', 'indirect')
    >>> _at_hand(load_edition("ce-5.01"), ("weapon", "indirect", "standard", "charge", "dfa"), "dfa")
    ('weapon', 'standard', 'dfa')
    """
    first = sorted(offered, key=lambda kind: _rank(edition, kind))[:AT_HAND]
    return tuple(first) if chosen in first else (*first[: AT_HAND - 1], chosen)


def _rank(edition: Edition, kind: str) -> int:
    """Rank by likelihood: weapons, physical attacks in the arc, what the card has something for, all else."""
    row = edition.kinds[kind]
    if kind == PLAIN.kind:
        return 0
    if kind in edition.tagged("needs-arc"):
        return 1
    return 2 if row.codes or row.family == "artillery" else 3


def _short(kind: str) -> str:
    return tr(words_of("kinds")[kind]) if kind in words_of("kinds") else _whole(kind)


def _whole(kind: str) -> str:
    return tr(label) if (label := kind_label(kind)) else _("Weapons")


def _asked_as(prepared: PreparedTable, question: AttackQuestion, kind: str) -> list[tuple[str, str]]:
    """Ask about another kind of attack what both players say of this one, with none of its weapons and dice."""
    asked = replace(
        PLAIN,
        kind=kind,
        secondary=question.secondary,
        modifiers=question.modifiers,
        choices=question.choices,
    )
    return write_query(replace(asked, choices=choices_known(prepared.edition, asked)))
