"""How does an answer about critical hits read as text?"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from astrike.model.battletech.critical import UPPER
from astrike.model.battletech.critical_answer import (
    Blast,
    BlastStep,
    CriticalAnswer,
    CriticalFall,
    DiceNeed,
    SlotHit,
)
from astrike.model.explain import Modifier, Reason
from astrike.report.battletech.roll_text import groups_words, number_words, option_lines, when_words
from astrike.report.words.pages import page_words
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.battletech.loader import load_battletech


@cache
def place_labels() -> Mapping[str, str]:
    """Give the labels of the locations by name."""
    return MappingProxyType({key: row.label for key, row in load_battletech("").critical_locations.items()})


@cache
def _slots_of() -> Mapping[str, int]:
    """Give how many slots each location has."""
    return MappingProxyType({key: row.slots for key, row in load_battletech("").critical_locations.items()})


def slot_words(slot: int, slots: int, translate: Translate) -> str:
    """Name a slot as the sheet numbers it: 1 to 6, in each half of a location that has two.

    >>> slot_words(4, 6, str), slot_words(4, 12, str), slot_words(9, 12, str)
    ('4', 'upper 4', 'lower 3')
    """
    if slots <= UPPER:
        return str(slot)
    if slot <= UPPER:
        return translate(_("upper %(slot)s")) % {"slot": slot}
    return translate(_("lower %(slot)s")) % {"slot": slot - UPPER}


def critical_text(answer: CriticalAnswer, translate: Translate) -> str:
    """Write an answer for a terminal."""
    return "\n".join(_lines(answer, translate)) + "\n"


def need_words(need: DiceNeed, translate: Translate) -> str:
    """Say what has to be rolled or said next."""
    place = translate(place_labels()[need.location])
    texts = {
        "count": translate(_("%(place)s: roll 2D6 for the number of critical hits.")),
        "slot": translate(_("%(place)s, hit %(hit)s of %(hits)s: roll the slot.")),
        "slot-second": translate(_("%(place)s, hit %(hit)s of %(hits)s: roll the second die.")),
        "case-ii": translate(_("%(place)s: roll 2D6, CASE II may ignore the critical hits.")),
        "ammo": translate(
            _("%(item)s explodes: say its points, or how many shots are left and what a shot does.")
        ),
    }
    return texts[need.purpose] % {"place": place, "hit": need.hit, "hits": need.hits, "item": need.item}


def share_words(probability: Fraction, of: int) -> str:
    """Say a chance as a share of so many ways where it is one, else in percent.

    >>> share_words(Fraction(1, 3), 9), share_words(Fraction(5, 18), 9), share_words(Fraction(1, 2), 0)
    ('3 of 9', '28%', '50%')
    """
    ways = probability * of
    return (
        f"{ways.numerator} of {of}" if of and ways.denominator == 1 else f"{round(float(probability) * 100)}%"
    )


def step_words(step: BlastStep, translate: Translate) -> str:
    """Say what an explosion does in one location."""
    parts = [translate(_("%(points)s to the structure")) % {"points": step.structure}]
    if step.armor:
        parts.append(translate(_("%(points)s off the armor")) % {"points": step.armor})
    if step.destroyed:
        parts.append(translate(_("destroyed")))
    if step.vented:
        parts.append(translate(_("%(points)s vented")) % {"points": step.vented})
    if step.passed_on:
        parts.append(translate(_("%(points)s move on")) % {"points": step.passed_on})
    return f"{translate(place_labels()[step.location])}: {', '.join(parts)}"


def modifier_words(each: Modifier, translate: Translate) -> str:
    """Say what a lasting modifier is added to."""
    return f"{translate(str(each.facts['of']))} {each.value:+}"


def fall_words(fall: CriticalFall, translate: Translate) -> str:
    """Say what a fall does."""
    said = translate(_("It falls: %(damage)s damage as %(groups)s"))
    return said % {"damage": fall.damage, "groups": groups_words(fall.groups, translate)}


def _lines(answer: CriticalAnswer, translate: Translate) -> Iterator[str]:
    for check in answer.checks:
        place = translate(place_labels()[check.location])
        if check.count is not None:
            rolled = f" ({check.roll} -> {check.total})" if check.roll != check.total else ""
            yield f"{place}: {translate(check.count.label)}{rolled}"
        for title, hits in (
            (translate(_("hit")), check.applied),
            (translate(_("no effect")), check.soaked),
            (translate(_("lost")), check.lost),
        ):
            for each in hits:
                yield f"  {title}: {_hit_words(each, translate)}"
                yield from (f"    {_cited(why, answer, translate)}" for why in each.effects)
    for why in answer.effects:
        yield f"{translate(place_labels()[str(why.facts['location'])])}: {_cited(why, answer, translate)}"
    for blast in answer.explosions:
        yield from _blast_lines(blast, translate)
    if answer.fall is not None:
        yield fall_words(answer.fall, translate)
    for roll in (*answer.consciousness, *answer.rolls):
        when = f", {when_words(roll.when, translate)}" if roll.automatic is None else ""
        yield f"{translate(roll.label)}: {number_words(roll, translate)}{when}"
    for term in answer.modifiers:
        yield f"  {translate(term.label)}: {modifier_words(term, translate)} ({page_words(term.cite, answer.edition)})"
    if answer.out_of_action:
        yield translate(_("The 'Mech is out of action."))
    if answer.needs is not None:
        yield need_words(answer.needs, translate)
        for odds in answer.item_odds:
            yield f"  {odds.item}: {share_words(odds.probability, odds.of)}"
        for count in answer.count_odds:
            yield f"  {translate(count.label)}: {share_words(count.probability, 36)}"
    for note in answer.notes:
        yield _cited(note, answer, translate)
    yield from option_lines(answer, translate)


def _cited(reason: Reason, answer: CriticalAnswer, translate: Translate) -> str:
    return f"{translate(reason.label)} ({page_words(reason.cite, answer.edition)})"


def _hit_words(hit: SlotHit, translate: Translate) -> str:
    place = translate(place_labels()[hit.location])
    if hit.slot is None:
        return place
    return f"{place} {slot_words(hit.slot, _slots_of()[hit.location], translate)}, {hit.item}"


def _blast_lines(blast: Blast, translate: Translate) -> Iterator[str]:
    said = translate(_("%(item)s explodes for %(points)s points; the pilot takes %(pilot)s."))
    yield said % {"item": blast.item, "points": blast.points, "pilot": blast.pilot}
    yield from (f"  {step_words(step, translate)}" for step in blast.path)
