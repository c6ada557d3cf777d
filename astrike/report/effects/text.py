"""How does it read on a terminal what came of a roll, a fall or a collapse? Explained, at most 78 columns wide."""

from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Modifier
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.report.words.names import names_of
from astrike.report.words.numbers import signed
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import fact_text, note_rows, reason_words
from astrike.report.words.terminal import Column, dice_rows, grid, small_print, with_small_print, wrapped
from astrike.report.words.texts import Translate, inside_sentence, listed, untranslated
from astrike.report.words.texts import to_translate as _

_TERMS = (Column(50), Column(right=True), Column(20))


def effect_text(answer: EffectAnswer, table: Table, *, translate: Translate = untranslated) -> str:
    """Explain what comes of a roll on a table, a fall or a collapse."""
    names = names_of(table)
    stated = {"unit": listed([answer.unit], names), "result": translate(answer.label)}
    lines = wrapped(translate(_("%(unit)s: %(result)s")) % stated)
    if answer.refusals:
        lines += [f"  {reason_words(each, names, answer.edition, translate)}" for each in answer.refusals]
    if answer.terms:
        lines += ["", *grid([_term_row(term, answer.edition, translate) for term in answer.terms], _TERMS)]
    rows: list[tuple[str, str]] = []
    if answer.total is not None:
        rows.append((translate(_("Sum")), plain_number(answer.total)))
    if answer.success is not None:
        rows.append((translate(_("Success")), translate(_("yes") if answer.success else _("no"))))
    if answer.damage is not None:
        rows.append((translate(_("Damage")), str(answer.damage)))
    rows += dice_rows(answer.dice, translate)
    for number, each in enumerate(answer.changes):
        label = inside_sentence(translate(each.label))
        text = f"{listed([each.unit], names)}: {label} {fact_text(each.before)} → {fact_text(each.after)}"
        rows.append(("" if number else translate(_("Changes")), text))
    for number, hit in enumerate(answer.caught):
        text = f"{listed([hit.unit], names)}: {hit.damage}"
        rows.append(("" if number else translate(_("Damage to")), text))
    rows += note_rows(answer.notes, names, answer.edition, translate)
    rows += small_print(answer.options_used, answer.assumed, translate)
    page = page_words(answer.cite, answer.edition)
    rows.append((translate(_("Edition")), f"{answer.edition}, {page}"))
    return with_small_print(lines, rows, translate)


def _term_row(term: Modifier, edition: str, translate: Translate) -> tuple[str, str, str]:
    return translate(term.label), signed(term.value), page_words(term.cite, edition)
