"""Which card does an address ask for? The question, the table that it is answered on, and the answer."""

from collections.abc import Callable
from typing import Final

from flask import request

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.model.attack_question import AttackQuestion
from astrike.model.unit import Unit
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.agreed import AgreedTable, agreed_table
from astrike.web.attack.card import AttackCard, AttackCardKey, card_of, card_on
from astrike.web.attack.landing import as_fired
from astrike.web.attack.questions import askable
from astrike.web.current.place_fields import TRIED_FIELDS, read_place
from astrike.web.current.prepared import TriedPose, prepared_state, state_of, with_pose
from astrike.web.current.table import Current
from astrike.web.http.i18n import language
from astrike.web.problems import all_of
from astrike.web.questions.form_answers import AskedQuestion

DRAWN_FROM: Final = "drawn"
"""Field of the address of its pictures: the version of the table that the card is about."""


@dataclass(frozen=True, slots=True)
class AskedCard:
    """A card, what was asked without what the rules refuse of it, and the table that it is answered on."""

    ground: AgreedTable
    asked: AskedQuestion[AttackQuestion]
    card: AttackCard


def card_asked(
    current: Current, attacker: str, target: str, asked: AskedQuestion[AttackQuestion], pose: TriedPose | None
) -> AskedCard:
    """Answer an attack at a unit."""
    state = state_of(current)
    prepared = prepared_state(state).prepared
    moved = attacker if pose else ""
    stood = prepared if pose is None else with_pose(prepared, attacker, pose).prepared
    stood = as_fired(stood, attacker, target, asked.question.kind)
    ground = agreed_table(current, stood, attacker, target, asked.question, request.args)
    is_agreed = ground.prepared is not stood or (pose is None and stood is not prepared)

    def make(question: AttackQuestion) -> AttackCard:
        key = AttackCardKey(language(), attacker, target, question, moved, pose, is_agreed)
        return card_on(state, ground.prepared, key) if is_agreed else card_of(state, key)

    return AskedCard(ground, *answered(prepared, asked, make))


def answered(
    prepared: PreparedTable,
    asked: AskedQuestion[AttackQuestion],
    make: Callable[[AttackQuestion], AttackCard],
) -> tuple[AskedQuestion[AttackQuestion], AttackCard]:
    """Make the card; what the rules refuse of the question is named at its field, and the rest asked."""
    while True:
        try:
            return asked, make(askable(prepared, asked))
        except InputError as error:
            asked = asked.without_refused(error)


def tried_pose(current: Current, unit: Unit) -> tuple[tuple[tuple[str, str], ...], TriedPose | None]:
    """Read where the attacker is tried out, if anywhere."""
    if "x" not in request.args:
        return (), None
    place = read_place(prepared_state(state_of(current)).prepared, unit, request.args)
    if place.pose is None:
        raise all_of(place.problems)
    return tuple((name, request.args[name]) for name in TRIED_FIELDS if name in request.args), place.pose
