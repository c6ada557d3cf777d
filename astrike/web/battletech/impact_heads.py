"""Which rolls does a pilot owe for hits to the head of its 'Mech?"""

from collections.abc import Iterator
from dataclasses import replace

from flask_babel import ngettext

from astrike.formats.questions import written
from astrike.model.battletech.impact import ImpactAnswer, ImpactQuestion
from astrike.model.battletech.rolls import RollEvent, RollQuestion
from astrike.model.battletech.unit import ClassicUnit
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.chains import roll_address, settings_of
from astrike.web.battletech.desk import Json
from astrike.web.battletech.impact_view import ImpactRollLink
from astrike.web.battletech.roll_card import ROLL


def head_hits(question: ImpactQuestion, answer: ImpactAnswer, body: Json) -> Iterator[ImpactRollLink]:
    """Give a roll to stay awake for each pilot whose head is hit, with its own card."""
    for to, unit in (("attacker", question.attacker), ("target", question.target)):
        hits = sum(hit.location == "head" for lot in answer.damage if lot.to == to for hit in lot.hits)
        if hits and unit is not None and unit.is_mech:
            wounds = question.wounds if to == "attacker" else 0
            yield _link(_asked(unit, hits, wounds), hits, body)


def _asked(unit: ClassicUnit, hits: int, wounds: int) -> RollQuestion:
    return RollQuestion(unit=unit, events=(RollEvent("head-hit"),) * hits, wounds=wounds)


def _link(asked: RollQuestion, hits: int, body: Json) -> ImpactRollLink:
    label = ngettext("Head hit: pilot takes %(num)d damage", "Head hits: pilot takes %(num)d damage", hits)
    address = roll_address(asked, body)
    if not address:
        return ImpactRollLink(label, "", "", "")
    last = ask_card(ROLL, {**settings_of(body), **written(replace(asked, events=asked.events[-1:]))}).answer
    targets = [each.target for each in (*last.consciousness, *last.rolls) if each.target]
    return ImpactRollLink(label, "", f"{targets[0]}+" if hits == 1 and targets else "", address)
