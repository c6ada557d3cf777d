"""How does the answer to an attack read on a terminal? Explained, at most 78 columns wide.

First the answer in words, then how it was made: the ledger S A T O R with what added nothing, the facts, the outcome
of the attack, the options that decided, what was assumed and what was not applied.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from astrike.model.attack_answer import AttackAnswer, SightAnswer, SightReport
from astrike.model.attack_outcome import AttackChoice, FollowUp, PointsChance, SpotterAnswer
from astrike.model.explain import Modifier, Reason
from astrike.model.margin import Margins
from astrike.model.number_text import plain_number
from astrike.model.table import MetricName, Table
from astrike.report.area.text import RING_WORDS, blast_sentence
from astrike.report.attack.ledger import damage_terms, shown_value, terms_in_order
from astrike.report.attack.sentences import (
    covering_water,
    headline,
    instead_words,
    modifier_detail,
    pair_names,
    sight_headline,
)
from astrike.report.rulings.margins import margin_rows
from astrike.report.words.names import names_of
from astrike.report.words.numbers import inches, percent, signed
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import fact_text, note_rows, reason_detail, reason_words, words_of
from astrike.report.words.terminal import Column, grid, small_print, width_of, with_small_print, wrapped
from astrike.report.words.texts import Names, Translate, listed, untranslated
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.loader import load_edition


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


def odds_words(odds: Iterable[PointsChance]) -> str:
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


def _choice_words(choice: AttackChoice, names: Names, edition: str, translate: Translate) -> str:
    whose = f"{listed([choice.whose], names)}: " if choice.whose else ""
    allowed = f" [{', '.join(choice.values)}]" if choice.values else ""
    if choice.low or choice.high:
        allowed = f" [{choice.low}–{choice.high}]"
    page = page_words(choice.cite, edition)
    return f"{whose}{choice.key} = {fact_text(choice.value)}{allowed}: {translate(choice.label)} ({page})"


ARCS = {
    "front": _("front"),
    "rear": _("rear"),
    "turret": _("turret"),
    "rear-weapon": _("rear weapons"),
    "nose": _("nose"),
    "left": _("left"),
    "right": _("right"),
    "aft": _("aft"),
}

_LEDGER = (Column(1), Column(44), Column(right=True), Column(22))

_REASONS = (Column(4), Column(52), Column(16))


def attack_text(
    answer: AttackAnswer, table: Table, *, margins: Margins | None = None, translate: Translate = untranslated
) -> str:
    """Explain one attack."""
    names = names_of(table)
    if answer.allowed:
        lines = wrapped(headline(answer, names, translate=translate, odds=True))
        lines += ["", *ledger_lines(answer, names, translate)]
    else:
        said = pair_names(answer, names)
        lines = wrapped(translate(_("%(attacker)s may not attack %(target)s:")) % said)
        lines += ["", *reason_lines(answer.refusals, names, answer.edition, translate)]
    rows = [
        (translate(_("Range")), _range_words(answer, table, translate)),
        *_sight_rows(answer.sight, pair_names(answer, names), names, translate),
        (translate(_("Arc")), _arc_words(answer, names, translate)),
    ]
    if answer.allowed:
        rows.append((translate(_("Damage")), _damage_words(answer, translate)))
    elif answer.instead:
        rows.append((translate(_("Instead")), instead_words(answer.instead, translate)))
    rows += margin_rows(margins, names, translate)
    rows += combat_rows(answer, names, translate)
    rows += small_print(answer.options_used, answer.assumed, translate)
    if answer.not_applied:
        rows.append((translate(_("Not applied")), ", ".join(answer.not_applied)))
    rows.append((translate(_("Edition")), answer.edition))
    return with_small_print(lines, rows, translate)


def sight_text(
    report: SightReport, table: Table, *, margins: Margins | None = None, translate: Translate = untranslated
) -> str:
    """Explain line of sight from one unit to another."""
    names = names_of(table)
    said = pair_names(report, names)
    if report.sight.reasons:
        lines = wrapped(translate(_("%(attacker)s does not see %(target)s:")) % said)
        lines += ["", *reason_lines(report.sight.reasons, names, table.edition, translate)]
    else:
        lines = wrapped(sight_headline(report, names, translate=translate))
    rows = [
        (translate(_("Range")), _distance_words(report.range, table, translate)),
        *_sight_rows(report.sight, said, names, translate),
        *margin_rows(margins, names, translate),
        *small_print(report.options_used, report.assumed, translate),
        (translate(_("Edition")), table.edition),
    ]
    return with_small_print(lines, rows, translate)


def ledger_lines(answer: AttackAnswer, names: Names, translate: Translate = untranslated) -> list[str]:
    """Lay the Target Number out as a ledger, in the order players say it aloud."""
    rows = [_ledger_row(term, answer, names, translate) for term in terms_in_order(answer)]
    total = str(answer.tally.total)
    rows.append(("", translate(_("Target Number")), plain_number(answer.tally.total), f"2D6 ≥ {total}"))
    lines = grid(rows, _LEDGER)
    rule = "─" * max(width_of(line) for line in lines)
    return [*lines[:-1], rule, lines[-1]]


def _ledger_row(
    term: Modifier, answer: AttackAnswer, names: Names, translate: Translate
) -> tuple[str, str, str, str]:
    detail = modifier_detail(term, answer, names, translate=translate)
    label = translate(term.label)
    what = f"{label} ({detail})" if detail else label
    return term.part, what, shown_value(term), page_words(term.cite, answer.edition)


def reason_lines(
    reasons: Sequence[Reason], names: Names, edition: str, translate: Translate = untranslated
) -> list[str]:
    """List reasons why not, each with what was measured and its page."""
    rows: list[tuple[str, str, str]] = []
    for number, reason in enumerate(reasons, start=1):
        detail = reason_detail(reason, names, translate=translate)
        label = translate(reason.label)
        label = label[:1].upper() + label[1:]
        page = page_words(reason.cite, edition)
        rows.append((f"{number}.", f"{label}: {detail}" if detail else label, page))
    return grid(rows, _REASONS)


# ---- lines of facts


def _distance_words(length: float, table: Table, translate: Translate) -> str:
    return translate(DISTANCES[table.metric]) % {"inches": inches(length)}


def _range_words(answer: AttackAnswer, table: Table, translate: Translate) -> str:
    words = _distance_words(answer.range, table, translate)
    if flown := _flown(answer, table):
        words = translate(flown) % {"inches": inches(answer.range)}
    if answer.kind in load_edition(table.edition).tagged("without-brackets"):
        return words
    bracket = (
        translate(words_of("brackets")[answer.bracket]) if answer.bracket else translate(_("out of reach"))
    )
    return f"{words}: {bracket}"


def _flown(answer: AttackAnswer, table: Table) -> str:
    """Say from what the range is measured where somebody flies a path; empty where nobody does."""
    if load_edition(table.edition).kinds[answer.kind].family == "air":
        return _("%(inches)s from the strip") if answer.kind == "strafe" else _("%(inches)s from the path")
    ours, theirs = (
        unit is not None and unit.flight is not None
        for unit in map(table.unit, (answer.attacker, answer.target))
    )
    if answer.kind != "weapon" or not theirs:
        return ""
    return _("%(inches)s from path to path") if ours else _("%(inches)s to the path, its altitude among them")


DISTANCES: Mapping[MetricName, str] = {
    "inches": _("%(inches)s from base edge to base edge"),
    "hexes": _("%(inches)s from hex to hex"),
}
"""How far, and between what it is measured."""


def _sight_rows(
    sight: SightAnswer, said: Mapping[str, object], names: Names, translate: Translate
) -> Iterator[tuple[str, str]]:
    yield translate(_("Sight")), _seen_words(sight, said, names, translate)
    if sight.hidden_back > 0 and not sight.contact:
        text = translate(_("%(hidden)s of %(attacker)s hidden from %(target)s"))
        yield translate(_("Back")), text % {**said, "hidden": percent(sight.hidden_back)}
    parts = sight.woods_parts
    if parts.attacker or parts.between or parts.target:
        text = translate(_("%(own)s around %(attacker)s, %(between)s between, %(theirs)s around %(target)s"))
        lengths = {
            "own": inches(parts.attacker),
            "between": inches(parts.between),
            "theirs": inches(parts.target),
        }
        yield translate(_("Woods")), text % {**said, **lengths}
    if pieces := [*sight.by, *sight.own_woods]:
        yield translate(_("Pieces")), listed(pieces, names)
    if sight.hexes:
        yield translate(_("Hexes")), ", ".join(sight.hexes)


def _seen_words(sight: SightAnswer, said: Mapping[str, object], names: Names, translate: Translate) -> str:
    if sight.contact and not sight.reasons and not sight.cover:
        return translate(_("clear: the bases are in contact"))
    states = {"clear": _("clear"), "partial": _("partial, no cover"), "blocked": _("blocked")}
    found = translate(_("partial cover") if sight.cover else states[sight.state])
    water = covering_water(sight)
    if sight.hidden > 0:
        text = translate(_("%(state)s, %(hidden)s of %(target)s hidden"))
        found = text % {**said, "state": found, "hidden": percent(sight.hidden)}
    elif sight.state == "clear":
        found = translate(_("%(state)s, nothing of %(target)s hidden")) % {**said, "state": found}
    if water is not None:
        found += ", " + translate(_("in %(piece)s")) % {"piece": listed([water], names)}
    if len(sight.hiders) > 1:
        alone = ", ".join(f"{listed([each.piece], names)} {percent(each.share)}" for each in sight.hiders)
        found += translate(_(" (each alone: %(pieces)s)")) % {"pieces": alone}
    if sight.underwater:
        found += translate(_("; under water"))
    return found


def _arc_words(answer: AttackAnswer, names: Names, translate: Translate) -> str:
    said = {
        **pair_names(answer, names),
        "arc": translate(ARCS[answer.arc]) if answer.arc else "",
        "direction": translate(ARCS[answer.direction]),
    }
    if answer.arc is None:
        return translate(_("outside; would strike %(target)s from the %(direction)s")) % said
    return translate(_("%(arc)s; strikes %(target)s from the %(direction)s")) % said


def _damage_words(answer: AttackAnswer, translate: Translate) -> str:
    damage = answer.damage
    if damage.target is None and not damage.terms:
        return translate(_("unknown: the card does not say"))
    pages = ((words, page_words(cite, answer.edition)) for words, cite in damage_terms(damage, translate))
    terms = [f"{words} ({page})" for words, page in pages]
    points = translate(_("unknown")) if damage.target is None else str(damage.target)
    found = f"{points}: {', '.join(terms)}" if terms else points
    if damage.heat:
        found += translate(_("; heat %(points)s")) % {"points": damage.heat}
    for own, text in (
        (damage.attacker_on_hit, _("; %(points)s to the attacker on a hit")),
        (damage.attacker_on_miss, _("; %(points)s to the attacker on a miss")),
    ):
        if own:
            found += translate(text) % {"points": own}
    return found
