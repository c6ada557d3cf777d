"""How does a move end in base contact, and what does contact allow?

Contact is asked for with one enemy and found by the rules; from then on the way itself says that it ends in contact.
A charge is declared with the move: the address names whom, and how the unit moves says whether it is a charge or a
Death From Above.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from flask import url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.geometry.arrays import in_contact
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.movement import ContactAnswer, MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import AttackDeclaration
from astrike.model.unit import Unit
from astrike.report.attack.sentences import kind_label, reason_chip
from astrike.report.movement.path import letter_of
from astrike.report.movement.sentences import reason_title
from astrike.report.words.numbers import inches
from astrike.rulebook.combat_rows import KindRow
from astrike.rules.movement.contact import gap_at, units_touched
from astrike.rules.movement.judge import judge_move
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.solver.contact_attacks import (
    MOVED_INTO,
    contact_attacks,
    contact_kinds,
    standing_enemies,
)
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.enemy_list import percent_of
from astrike.web.current.place_fields import values_of
from astrike.web.current.prepared import with_unit
from astrike.web.current.table import Current
from astrike.web.current.units import UnitLabels
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import with_query
from astrike.web.questions.form_answers import write_query

_SHORT = 1.0
"""Inches from contact at which a straight move stops short instead."""


@dataclass(frozen=True, slots=True)
class ContactAsked:
    """Whom the unit is to touch, and whom to charge or jump on; empty: nobody."""

    target: str = ""
    declared: str = ""
    wrong: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class ContactAttackRow:
    """A physical attack that contact allows, or why it does not."""

    kind: str
    target: str
    name: str
    """Of the target."""
    title: str
    number: str
    odds: str
    detail: str
    """What it does, or why it is not allowed."""
    card: str
    """The address of its attack card, the unit standing where the move ends."""
    is_with_move: bool
    """Is it declared with the move?"""

    @property
    def allowed(self) -> bool:
        """May it be made?"""
        return bool(self.number)


@dataclass(frozen=True, slots=True)
class ShortOfContact:
    """Where the move stops instead, short of contact."""

    path: tuple[Waypoint, ...]
    words: str


@dataclass(frozen=True, slots=True)
class ContactCard:
    """What a move that ends in contact is about."""

    units: tuple[str, ...]
    """Ids of the units touched."""
    names: str
    marked: str
    """The units touched, as a button names them: letter and name."""
    attacks: tuple[ContactAttackRow, ...]
    charge: ContactAttackRow | None
    """What is declared with the move."""
    charge_marked: str
    """Its target, letter and name."""
    short: ShortOfContact | None


@dataclass(frozen=True, slots=True)
class MissedContact:
    """Why a unit does not get into contact, and how near it comes."""

    name: str
    reasons: tuple[str, ...]
    path: tuple[Waypoint, ...]
    """The move that ends nearest; empty when there is none."""
    cost: str
    gap: str


def read_contact(prepared: PreparedTable, unit: Unit, asked: Mapping[str, str]) -> ContactAsked:
    """Read whom the unit is to touch and to charge; who is no enemy on the table is named."""
    wrong: list[Problem] = []

    def enemy(name: str) -> str:
        text = asked.get(name, "")
        if not text or text in standing_enemies(prepared, unit.id):
            return text
        wrong.append(Problem(name, shown(text), _("an enemy on the table")))
        return ""

    return ContactAsked(enemy("contact"), enemy("declare"), tuple(wrong))


def enemies_by_gap(
    prepared: PreparedTable, unit: Unit, end: Waypoint | None, *, within: float
) -> Mapping[str, str]:
    """Give the enemies within so many inches of the end of the way, nearest first, and the inches to their bases."""
    i = prepared.place_of(unit.id)
    at = unit.at if end is None else (end.x, end.y)
    gaps = {
        each: gap_at(prepared, i, prepared.place_of(each), at) for each in standing_enemies(prepared, unit.id)
    }
    near = [each for each in sorted(gaps, key=gaps.__getitem__) if gaps[each] <= within]
    return {each: inches(max(0.0, gaps[each])) for each in near}


def contact_card(
    prepared: PreparedTable,
    current: Current,
    after: Unit,
    question: MoveQuestion,
    answer: MoveAnswer,
    labels: UnitLabels,
    *,
    declared: str,
) -> ContactCard | None:
    """Say what the end of an allowed move is in contact with, and what that allows; None where it touches nobody."""
    touched, there = _touched(prepared, after)
    if not touched or not answer.legs:
        return None
    end = _MoveEnd(there, current, after, question, labels, touched)
    attacks = tuple(end.attacks(answer.mode))
    charge = next(
        (each for each in attacks if each.is_with_move and each.allowed and each.target == declared), None
    )
    return ContactCard(
        units=touched,
        names=_listed([labels.names[each] for each in touched]),
        marked=_listed([_marked(labels, each) for each in touched]),
        attacks=attacks,
        charge=charge,
        charge_marked="" if charge is None else _marked(labels, charge.target),
        short=_short_of(prepared, question, answer),
    )


def missed_contact(found: ContactAnswer, labels: UnitLabels) -> MissedContact:
    """Say why no move leads into contact."""
    refused = () if found.refused is None else found.refused.refusals
    titles = dict.fromkeys(reason_title(each, labels.names, translate=tr) for each in refused)
    closest = found.closest
    return MissedContact(
        name=labels.names[found.target],
        reasons=tuple(titles) or (_("Where it would end, the two are too far apart in height."),),
        path=() if closest is None else closest.path,
        cost="" if closest is None else inches(closest.answer.cost),
        gap=inches(found.gap),
    )


def declaration_of(
    prepared: PreparedTable, after: Unit, answer: MoveAnswer, target: str
) -> AttackDeclaration | None:
    """Give what is declared with a move; raise `InputError` where the rules do not allow that attack."""
    if not target:
        return None
    touched, there = _touched(prepared, after)
    for kind in contact_kinds(there, answer.mode) if target in touched else ():
        if MOVED_INTO in kind.tags:
            (found,) = attack(
                there, [(after.id, target)], AttackQuestion(kind=kind.key), detail=Detail.LISTED
            )
            if found.allowed:
                return AttackDeclaration(after.id, kind.key, target)
            raise InputError(
                [Problem("declare", tr(found.refusals[0].label), _("an attack that the rules allow"))]
            )
    raise InputError([Problem("declare", shown(target), _("an enemy that the move ends in contact with"))])


# ---- parts


def _touched(prepared: PreparedTable, after: Unit) -> tuple[tuple[str, ...], PreparedTable]:
    """Name the enemies that a unit touches when its move is made; with them comes the table as it is then."""
    i = prepared.place_of(after.id)
    if not after.is_on_table:
        return (), prepared
    near = [
        each
        for each in standing_enemies(prepared, after.id)
        if _is_near(prepared, i, prepared.place_of(each), after)
    ]
    if not near:
        return (), prepared
    there = with_unit(prepared, after).prepared
    return units_touched(there, after.id, near), there


def _is_near(prepared: PreparedTable, i: int, k: int, after: Unit) -> bool:
    """Can the two touch? A base with corners may be turned at the end."""
    gap = gap_at(prepared, i, k, after.at)
    turn = (
        0.0
        if after.base is None or prepared.units.bases.is_round[i]
        else hypot(after.base.width, after.base.length)
    )
    return bool(in_contact(gap - turn)) or gap <= prepared.metric.contact_reach


@dataclass(frozen=True, slots=True)
class _MoveEnd:
    """A unit at the end of its move, in contact, and what it is asked about there."""

    prepared: PreparedTable
    """The table as it is then."""
    current: Current
    unit: Unit
    question: MoveQuestion
    labels: UnitLabels
    touched: tuple[str, ...]

    def attacks(self, mode: str) -> Iterator[ContactAttackRow]:
        """Say what may be made of contact, and what would be declared with the move but is not allowed."""
        for kind, found in contact_attacks(self.prepared, self.unit.id, self.touched, mode):
            is_with_move = MOVED_INTO in kind.tags
            name = self.labels.names[found.target]
            detail = _attack_detail(found, self.labels)
            yield ContactAttackRow(
                kind=kind.key,
                target=found.target,
                name=name,
                title=_attack_title(kind.key, name),
                number=str(found.target_number) if found.allowed else "",
                odds=percent_of(found.probability),
                detail=detail if is_with_move or len(self.touched) == 1 else f"{name}: {detail}",
                card=self._card(found.target, kind),
                is_with_move=is_with_move,
            )

    def _card(self, target: str, kind: KindRow) -> str:
        """Give the address of an attack card; that of a charge makes the move itself, so that its inches count."""
        address = url_for("attack.show_attack", code=self.current.code, attacker=self.unit.id, target=target)
        if MOVED_INTO in kind.tags:
            return with_query(address, write_query(AttackQuestion(kind=kind.key, path=self.question.path)))
        place = {name: value for name, value in values_of(self.unit).items() if value}
        return with_query(address, {"kind": kind.key, **place, "motion": self.unit.motion})


def _attack_title(kind: str, target: str) -> str:
    match kind:
        case "charge":
            return _("Charge %(target)s", target=target)
        case "dfa":
            return _("Death From Above on %(target)s", target=target)
        case _:
            return tr(kind_label(kind))


def _attack_detail(found: AttackAnswer, labels: UnitLabels) -> str:
    """Say what a hit does to both, or the first reason why not."""
    if not found.allowed:
        return reason_chip(found.refusals[0], labels.names, translate=tr)
    damage = found.damage
    parts = [_("%(points)s damage", points=damage.target if damage.target is not None else "?")]
    hit, miss = damage.attacker_on_hit, damage.attacker_on_miss
    if hit and hit == miss:
        parts.append(_("%(points)s to itself", points=hit))
    else:
        parts += [_("%(points)s to itself on a hit", points=hit)] if hit else []
        parts += [_("%(points)s to itself on a miss", points=miss)] if miss else []
    return ", ".join(parts)


def _short_of(prepared: PreparedTable, question: MoveQuestion, answer: MoveAnswer) -> ShortOfContact | None:
    """Give the move that stops at the point before contact, or, of a single leg, an inch from it."""
    path, leg = question.path, answer.legs[-1]
    if question.mount is not None or question.dismount is not None:
        return None
    if len(path) > 1:
        kept, left, where = path[:-1], leg.length, _("at %(letter)s", letter=letter_of(len(path) - 2))
    elif leg.length > 2 * _SHORT:
        share = 1.0 - _SHORT / leg.length
        x, y = (a + (b - a) * share for a, b in zip(leg.start[:2], leg.end[:2], strict=True))
        kept, left, where = (Waypoint(round(x, 3), round(y, 3)),), _SHORT, ""
    else:
        return None
    found = judge_move(prepared, answer.unit, MoveQuestion(kept, question.mode, question.facing))
    if not found.allowed:
        return None
    words = _("%(cost)s spent, %(left)s from contact", cost=inches(found.cost), left=inches(left))
    return ShortOfContact(kept, f"{where}: {words}" if where else words)


def _marked(labels: UnitLabels, unit: str) -> str:
    return f"{labels.marks[unit].letter} {labels.names[unit]}"


def _listed(names: Sequence[str]) -> str:
    """Write names as a list.

    >>> _listed(["Alder"])
    'Alder'
    """
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s", names=", ".join(names[:-1]), last=names[-1])
