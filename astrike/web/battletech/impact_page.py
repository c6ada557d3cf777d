"""What does an impact do? Kind, damage in groups, what is in the way, dice one after the other."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from flask import Response, request

from astrike.dataclass import dataclass
from astrike.formats.questions import written
from astrike.model.battletech.impact import NeededDice
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.impact_skids import length_of
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.desk import (
    DeskFrame,
    Json,
    address_of,
    frame_of,
    question_in_address,
    question_in_form,
    show_desk,
    thrown,
)
from astrike.web.battletech.impact_card import IMPACT_CARD, START
from astrike.web.battletech.impact_controls import CARD, ImpactControls, controls_of
from astrike.web.battletech.impact_heads import head_hits
from astrike.web.battletech.impact_view import (
    ImpactResult,
    ImpactRollLink,
    gist_of,
    result_of,
    with_dice,
    without_dice,
)
from astrike.web.battletech.other_edition import OtherEditionLine, other_editions
from astrike.web.battletech.readings import OptionReading, readings
from astrike.web.battletech.ruling_card import go_on

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class ImpactPage:
    """The card as it is shown."""

    frame: DeskFrame
    calm: DeskFrame
    """The frame of the question without dice that another figure would make wrong: controls lead on from it."""
    kind: str
    result: ImpactResult
    head_hits: tuple[ImpactRollLink, ...]
    """Rolls of pilots whose head is hit."""
    controls: ImpactControls
    other_editions: tuple[OtherEditionLine, ...]
    readings: tuple[OptionReading, ...]
    length: int
    """Hexes of a skid."""
    again: str
    """The same question without dice; empty where there are none."""


def show_impact() -> Response:
    """Answer the question in the address."""
    body = question_in_address(IMPACT_CARD, START)
    reply = ask_card(IMPACT_CARD, body)
    edition = load_battletech(reply.answer.edition)
    calm_body = without_dice(body)
    calm = frame_of(CARD, calm_body, card_labels())
    context = ImpactPage(
        frame=replace(frame_of(CARD, body, card_labels()), editions=calm.editions),
        calm=calm,
        kind=reply.question.kind,
        result=result_of(reply.answer, body),
        head_hits=tuple(head_hits(reply.question, reply.answer, body)),
        controls=controls_of(reply.question, calm_body, edition, reached=reply.answer.hexes_reached),
        other_editions=other_editions(
            IMPACT_CARD, calm_body, ask_card(IMPACT_CARD, calm_body).answer, gist_of
        ),
        readings=readings(CARD, calm_body, reply.answer),
        length=length_of(reply.question, edition),
        again=address_of(CARD, body, dice=None) if "dice" in body else "",
    )
    return show_desk("battletech/impact.html", context)


def roll_impact() -> Response:
    """Roll the dice that are needed next, or all that are, and go on to the address with them."""
    body = dict(written(question_in_form(IMPACT_CARD).question))
    if not request.form.get(ALL):
        return go_on(CARD, _rolled(body, _needs(body)[:1]))
    while needs := _needs(body):
        body = _rolled(body, [each for each in needs if each.key == needs[0].key])
    return go_on(CARD, body)


def _needs(body: Json) -> tuple[NeededDice, ...]:
    return ask_card(IMPACT_CARD, body).answer.needs


def _rolled(body: Json, needs: Iterable[NeededDice]) -> Json:
    """Roll dice of one kind, which do not depend on each other."""
    for need in needs:
        body = with_dice(body, need, thrown(need.dice))
    return body
