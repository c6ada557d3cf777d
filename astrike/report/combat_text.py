"""How does it read on a terminal what an attack's answer holds beside its number?"""

from collections.abc import Iterable, Iterator

from astrike.model.answer import AttackAnswer
from astrike.model.combat import Choice, FollowUp, Odds, SpotterAnswer
from astrike.report.area.text import RING_WORDS, blast_sentence
from astrike.report.figures import inches, percent, signed
from astrike.report.pages import page_words
from astrike.report.reason_words import fact_text, note_rows, reason_words
from astrike.report.words import Names, Translate, listed
from astrike.report.words import mark as _


def combat_rows(answer: AttackAnswer, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """List notes, spotters, the outcome, what may follow, who is caught, and the players' choices."""
    yield from note_rows(answer.notes, names, answer.edition, translate)
    for number, spotter in enumerate(answer.spotters):
        yield (
            "" if number else translate(_("Spotters")),
            spotter_words(spotter, names, answer.edition, translate),
        )
    if answer.allowed and answer.outcome is not None:
        outcome = answer.outcome
        if len(outcome.on_hit) > 1:
            yield translate(_("On a hit")), odds_words(outcome.on_hit)
        yield translate(_("Expected")), f"{outcome.expected:.2f}"
        if outcome.hits is not None:
            said = {"hits": outcome.hits, "rolls": outcome.rolls, "dealt": outcome.dealt or 0}
            words = translate(_("%(hits)s of %(rolls)s hit: %(dealt)s damage"))
            yield translate(_("Rolled")), words % said
        for number, each in enumerate(outcome.follow_ups):
            yield (
                "" if number else translate(_("May follow")),
                follow_up_words(each, answer.edition, translate),
            )
    if answer.blast is not None:
        for number, caught in enumerate(answer.blast.caught):
            where = inches(caught.distance)
            how = f"{translate(RING_WORDS[caught.ring])}, {where}"
            if caught.target_number is not None:
                how = translate(_("on %(number)s or more")) % {"number": caught.target_number}
            text = f"{listed([caught.unit], names)}: {caught.damage} ({how})"
            yield "" if number else translate(_("Caught")), text
        yield from note_rows(answer.blast.notes, names, answer.edition, translate)
        for number, bomb in enumerate(answer.blast.more, start=2):
            label = translate(_("Bomb %(number)s")) % {"number": number}
            yield label, blast_sentence(bomb, names, translate=translate)
    chosen = [choice for choice in answer.choices if choice.value or choice.whose]
    for number, choice in enumerate(chosen):
        yield (
            "" if number else translate(_("Choices")),
            _choice_words(choice, names, answer.edition, translate),
        )
    if others := [choice.key for choice in answer.choices if choice not in chosen]:
        yield translate(_("Can be chosen")), ", ".join(others)


def spotter_words(spotter: SpotterAnswer, names: Names, edition: str, translate: Translate) -> str:
    """Say what an attack needs with a spotter, or why it may not spot."""
    name = listed([spotter.unit], names)
    if spotter.refusals:
        why = "; ".join(reason_words(each, names, edition, translate) for each in spotter.refusals)
        return translate(_("%(unit)s may not: %(why)s")) % {"unit": name, "why": why}
    terms = ", ".join(
        f"{translate(each.label)} {signed(each.value)}" for each in spotter.modifiers if each.value
    )
    said = {"unit": name, "number": spotter.target_number, "inches": inches(spotter.range)}
    words = translate(_("%(unit)s, %(inches)s away: %(number)s+")) % said
    return f"{words} ({terms})" if terms else words


def odds_words(odds: Iterable[Odds]) -> str:
    """Say how likely each number of points is."""
    return ", ".join(f"{each.points}: {percent(each.share)}" for each in odds)


def follow_up_words(each: FollowUp, edition: str, translate: Translate) -> str:
    """Say what may follow a hit, how likely, and what is rolled."""
    found = translate(each.label)
    if each.chance is not None:
        found += f", {percent(each.chance)}"
    if each.dice:
        found += f", {each.dice}D6{f' ≥ {each.need}' if each.need else ''}"
        if each.modifier:
            found += f" {signed(each.modifier)}"
    return f"{found} ({page_words(each.cite, edition)})"


def _choice_words(choice: Choice, names: Names, edition: str, translate: Translate) -> str:
    whose = f"{listed([choice.whose], names)}: " if choice.whose else ""
    allowed = f" [{', '.join(choice.values)}]" if choice.values else ""
    if choice.low or choice.high:
        allowed = f" [{choice.low}–{choice.high}]"
    page = page_words(choice.cite, edition)
    return f"{whose}{choice.key} = {fact_text(choice.value)}{allowed}: {translate(choice.label)} ({page})"
