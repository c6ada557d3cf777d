"""What does an impact do? Kind, damage in groups, what is in the way, dice one after the other."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Response, request

from astrike.formats.questions import written
from astrike.model.battletech.impact import NeededDice
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.impact_skids import length_of
from astrike.web.battletech.asking import ask_card, read_question
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.desk import (
    DeskFrame,
    address_of,
    changed,
    frame_of,
    question_in_address,
    show_desk,
)
from astrike.web.battletech.impact_card import IMPACT_CARD
from astrike.web.battletech.impact_controls import CARD, ImpactControls, controls_of
from astrike.web.battletech.impact_view import ImpactResult, gist_of, result_of, with_dice
from astrike.web.battletech.links import AT, decoded
from astrike.web.battletech.other_edition import OtherEditionLine, other_editions
from astrike.web.http.responses import see_other

Json = dict[str, Any]
START: Final[Json] = {"kind": "fall"}
ALL: Final = "all"
FACES: Final = 6


@dataclass(frozen=True, slots=True)
class ImpactPage:
    """The card as it is shown."""

    frame: DeskFrame
    calm: DeskFrame
    """The frame of the question without dice that another figure would make wrong: controls lead on from it."""
    kind: str
    result: ImpactResult
    controls: ImpactControls
    other_editions: tuple[OtherEditionLine, ...]
    length: int
    """Hexes of a skid."""
    again: str
    """The same question without dice; empty where there are none."""


def show_impact() -> Response:
    """Answer the question in the address."""
    body = question_in_address(IMPACT_CARD, START)
    reply = ask_card(IMPACT_CARD, body)
    edition = load_battletech(reply.answer.edition)
    calm_body = _without_dice(body)
    calm = frame_of(CARD, calm_body, card_labels())
    context = ImpactPage(
        frame=replace(frame_of(CARD, body, card_labels()), editions=calm.editions),
        calm=calm,
        kind=reply.question.kind,
        result=result_of(reply.answer, body),
        controls=controls_of(reply.question, calm_body, edition),
        other_editions=other_editions(
            IMPACT_CARD, calm_body, ask_card(IMPACT_CARD, calm_body).answer, gist_of
        ),
        length=length_of(reply.question, edition),
        again=address_of(CARD, body, dice=None) if "dice" in body else "",
    )
    return show_desk("battletech/impact.html", context)


def _without_dice(body: Json) -> Json:
    """Leave out dice that only go with these figures; the facing is a die of any fall."""
    facing = body.get("dice", {}).get("facing")
    return changed(body, dice=None if facing is None else {"facing": facing})


def roll_impact() -> Response:
    """Roll the dice that are needed next, or all that are, and go on to the address with them."""
    body = dict(written(read_question(IMPACT_CARD, decoded(request.form.get(AT, "")))))
    if not request.form.get(ALL):
        return see_other(address_of(CARD, _rolled(body, _needs(body)[:1])))
    while needs := _needs(body):
        body = _rolled(body, [each for each in needs if each.key == needs[0].key])
    return see_other(address_of(CARD, body))


def _needs(body: Json) -> tuple[NeededDice, ...]:
    return ask_card(IMPACT_CARD, body).answer.needs


def _rolled(body: Json, needs: Iterable[NeededDice]) -> Json:
    """Roll dice of one kind, which do not depend on each other."""
    for need in needs:
        body = with_dice(body, need, [secrets.randbelow(FACES) + 1 for _die in range(need.dice)])
    return body
