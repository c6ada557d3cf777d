"""How do area effects, networks and effects read on a terminal? Explained, at most 78 columns wide."""

from collections.abc import Iterable, Iterator, Sequence

from astrike.model.answer import AttackAnswer
from astrike.model.combat import (
    BlastAnswer,
    Bubble,
    Caught,
    Choice,
    EffectAnswer,
    FollowUp,
    NetworkAnswer,
    NetworksAnswer,
    Odds,
    SpotterAnswer,
)
from astrike.model.dice import Die
from astrike.model.explain import Modifier, Reason
from astrike.model.margin import Margins
from astrike.model.table import Table
from astrike.report.columns import Column, grid, wrapped
from astrike.report.figures import height, inches, percent, place_named, plain, signed
from astrike.report.margins import ring_rows
from astrike.report.names import names_of
from astrike.report.pages import page_words
from astrike.report.sentences import reason_detail
from astrike.report.small_print import small_print, told
from astrike.report.words import Names, Translate, inside_sentence, listed, same
from astrike.report.words import mark as _

_ROWS = (Column(4), Column(26), Column(24), Column(18))
_TERMS = (Column(50), Column(right=True), Column(20))
RINGS = {"inner": _("inner"), "outer": _("outer")}


def blast_text(
    answer: BlastAnswer, table: Table, *, margins: Margins | None = None, translate: Translate = same
) -> str:
    """Explain who is caught by an area effect, and how it came there."""
    names = names_of(table)
    lines = wrapped(blast_sentence(answer, names, translate=translate))
    if answer.caught:
        lines += ["", *grid([_caught_row(each, names, translate) for each in answer.caught], _ROWS)]
        lines += [
            line for each in answer.caught for line in _caught_terms(each, names, answer.edition, translate)
        ]
    rows = [(translate(_("Aimed at")), _place(answer.poi))]
    if answer.bearing is not None:
        said = {"inches": inches(answer.inches), "bearing": plain(answer.bearing)}
        rows.append((translate(_("Scatters")), translate(_("%(inches)s at %(bearing)s°")) % said))
        rows.append((translate(_("Lands at")), _place(answer.final)))
    rows.append((translate(_("Radius")), _radius(answer, translate)))
    for each in answer.near:
        words = translate(_("%(unit)s is missed by %(inches)s: too close to call"))
        reach = answer.outer if each.ring == "outer" else answer.inner
        said = {"unit": listed([each.unit], names), "inches": inches(max(0.0, each.distance - reach))}
        rows.append((translate(_("Close")), words % said))
    rows += ring_rows(margins, names, translate)
    rows += dice_rows(answer.dice, translate)
    rows += _notes(answer.notes, names, answer.edition, translate)
    rows += small_print(answer.options_used, answer.assumed, translate)
    page = page_words(answer.cite, answer.edition)
    rows.append((translate(_("Edition")), f"{answer.edition}, {page}"))
    return told(lines, rows, translate)


def blast_sentence(answer: BlastAnswer, names: Names, *, translate: Translate = same) -> str:
    """Say in a sentence what an area effect does."""
    said = {
        "weapon": translate(answer.label) or answer.weapon,
        "place": _place(answer.final),
        "units": listed([each.unit for each in answer.caught], names),
    }
    if not answer.caught:
        return translate(_("%(weapon)s at %(place)s catches nobody.")) % said
    return translate(_("%(weapon)s at %(place)s catches %(units)s.")) % said


def _caught_row(each: Caught, names: Names, translate: Translate) -> tuple[str, str, str, str]:
    close = translate(_(", too close to call")) if each.close else ""
    return (
        str(each.damage),
        listed([each.unit], names),
        translate(_("%(inches)s from the point")) % {"inches": inches(each.distance)} + close,
        translate(RINGS[each.ring]),
    )


def _caught_terms(each: Caught, names: Names, edition: str, translate: Translate) -> Iterator[str]:
    for term in each.terms:
        page = page_words(term.cite, edition)
        yield f"      {listed([each.unit], names)}: {translate(term.label)} {signed(term.value)} ({page})"


def _radius(answer: BlastAnswer, translate: Translate) -> str:
    if answer.inner == answer.outer:
        return height(answer.inner)
    said = {"inner": height(answer.inner), "outer": height(answer.outer)}
    return translate(_("%(inner)s inner, %(outer)s outer")) % said


def _place(place: Sequence[float]) -> str:
    x, y, z = place
    return f"{plain(x)}, {plain(y)}, z {plain(z)}"


def dice_rows(dice: Iterable[Die], translate: Translate) -> Iterator[tuple[str, str]]:
    """List the dice that fell, for what, and whether they were typed in."""
    for number, die in enumerate(dice):
        origin = translate(_("typed in") if die.typed else _("rolled"))
        dice_word = f"{die.count}D{die.sides}"
        text = f"{translate(die.label)}: {die.fell} ({dice_word}, {origin})"
        yield "" if number else translate(_("Dice")), text


def _notes(
    notes: Iterable[Reason], names: Names, edition: str, translate: Translate
) -> Iterator[tuple[str, str]]:
    for number, note in enumerate(notes):
        yield "" if number else translate(_("Also")), reason_words(note, names, edition, translate)


def reason_words(reason: Reason, names: Names, edition: str, translate: Translate) -> str:
    """Say a reason with what was measured and its page."""
    detail = reason_detail(reason, names, translate=translate)
    label = translate(reason.label)
    page = page_words(reason.cite, edition)
    return f"{label}: {detail} ({page})" if detail else f"{label} ({page})"


def networks_text(answer: NetworksAnswer, table: Table, *, translate: Translate = same) -> str:
    """Explain every network with its members, and every electronic field."""
    names = names_of(table)
    lines: list[str] = []
    for network in answer.networks:
        lines += [*_network_lines(network, names, answer.edition, translate), ""]
    if not answer.networks:
        lines += [translate(_("There are no networks on this table.")), ""]
    if answer.bubbles:
        lines.append(translate(_("Electronic fields:")))
        lines += grid([_bubble_row(each, names, answer.edition, translate) for each in answer.bubbles], _ROWS)
        lines.append("")
    rows = [*small_print(answer.options_used, (), translate), (translate(_("Edition")), answer.edition)]
    return told(lines[:-1], rows, translate)


def _network_lines(network: NetworkAnswer, names: Names, edition: str, translate: Translate) -> Iterator[str]:
    state = translate(_("on") if network.on else _("off"))
    yield f"{network.id}: {translate(network.label)} ({page_words(network.cite, edition)}): {state}"
    for member in network.members:
        word = translate(_("on") if member.on else _("off"))
        why = "; ".join(reason_words(each, names, edition, translate) for each in member.reasons)
        yield from wrapped(
            f"  {listed([member.unit], names)} ({translate(ROLES[member.role])}): {word}{f': {why}' if why else ''}",
            indent="    ",
        )
    for finding in network.findings:
        yield from wrapped(f"  {reason_words(finding, names, edition, translate)}", indent="    ")


ROLES = {"master": _("master"), "slave": _("slave"), "peer": _("member")}


def _bubble_row(each: Bubble, names: Names, edition: str, translate: Translate) -> tuple[str, str, str, str]:
    why = ", ".join(reason_words(reason, names, edition, translate) for reason in each.reasons)
    return (
        each.code,
        listed([each.unit], names),
        height(each.radius),
        translate(_("on") if each.on else _("off")) + (f": {why}" if why else ""),
    )


def effect_text(answer: EffectAnswer, table: Table, *, translate: Translate = same) -> str:
    """Explain what comes of a roll on a table, a fall or a collapse."""
    names = names_of(table)
    said = {"unit": listed([answer.unit], names), "result": translate(answer.label)}
    lines = wrapped(translate(_("%(unit)s: %(result)s")) % said)
    if answer.refusals:
        lines += [f"  {reason_words(each, names, answer.edition, translate)}" for each in answer.refusals]
    if answer.terms:
        lines += ["", *grid([_term_row(term, answer.edition, translate) for term in answer.terms], _TERMS)]
    rows: list[tuple[str, str]] = []
    if answer.total is not None:
        rows.append((translate(_("Sum")), plain(answer.total)))
    if answer.success is not None:
        rows.append((translate(_("Success")), translate(_("yes") if answer.success else _("no"))))
    if answer.damage is not None:
        rows.append((translate(_("Damage")), str(answer.damage)))
    rows += dice_rows(answer.dice, translate)
    for number, each in enumerate(answer.changes):
        label = inside_sentence(translate(each.label))
        text = f"{listed([each.unit], names)}: {label} {_fact(each.before)} → {_fact(each.after)}"
        rows.append(("" if number else translate(_("Changes")), text))
    for number, hit in enumerate(answer.caught):
        text = f"{listed([hit.unit], names)}: {hit.damage}"
        rows.append(("" if number else translate(_("Damage to")), text))
    rows += _notes(answer.notes, names, answer.edition, translate)
    rows += small_print(answer.options_used, answer.assumed, translate)
    page = page_words(answer.cite, answer.edition)
    rows.append((translate(_("Edition")), f"{answer.edition}, {page}"))
    return told(lines, rows, translate)


def _fact(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return plain(value) if isinstance(value, int | float) else place_named(str(value)) or "–"


def _term_row(term: Modifier, edition: str, translate: Translate) -> tuple[str, str, str]:
    return translate(term.label), signed(term.value), page_words(term.cite, edition)


# ---- what an attack's answer holds beside its number


def combat_rows(answer: AttackAnswer, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """List notes, spotters, the outcome, what may follow, who is caught, and the players' choices."""
    yield from _notes(answer.notes, names, answer.edition, translate)
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
            how = f"{translate(RINGS[caught.ring])}, {where}"
            if caught.target_number is not None:
                how = translate(_("on %(number)s or more")) % {"number": caught.target_number}
            text = f"{listed([caught.unit], names)}: {caught.damage} ({how})"
            yield "" if number else translate(_("Caught")), text
        yield from _notes(answer.blast.notes, names, answer.edition, translate)
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
    return f"{whose}{choice.key} = {_fact(choice.value)}{allowed}: {translate(choice.label)} ({page})"
