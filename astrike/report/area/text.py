"""How does an area effect read on a terminal? Explained, at most 78 columns wide."""

from collections.abc import Iterator, Sequence

from astrike.model.area_answer import BlastAnswer, CaughtTarget
from astrike.model.margin import Margins
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.report.rulings.margins import ring_rows
from astrike.report.words.names import names_of
from astrike.report.words.numbers import height, inches, signed
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import note_rows
from astrike.report.words.terminal import (
    FOUR_COLUMNS,
    dice_rows,
    grid,
    small_print,
    with_small_print,
    wrapped,
)
from astrike.report.words.texts import Names, Translate, listed, untranslated
from astrike.report.words.texts import to_translate as _

RING_WORDS = {"inner": _("inner"), "outer": _("outer")}


def blast_text(
    answer: BlastAnswer, table: Table, *, margins: Margins | None = None, translate: Translate = untranslated
) -> str:
    """Explain who is caught by an area effect, and how it came there."""
    names = names_of(table)
    lines = wrapped(blast_sentence(answer, names, translate=translate))
    if answer.caught:
        lines += ["", *grid([_caught_row(each, names, translate) for each in answer.caught], FOUR_COLUMNS)]
        lines += [
            line for each in answer.caught for line in _caught_terms(each, names, answer.edition, translate)
        ]
    rows = [(translate(_("Aimed at")), _place(answer.poi))]
    if answer.bearing is not None:
        stated = {"inches": inches(answer.inches), "bearing": plain_number(answer.bearing)}
        rows.append((translate(_("Scatters")), translate(_("%(inches)s at %(bearing)s°")) % stated))
        rows.append((translate(_("Lands at")), _place(answer.final)))
    rows.append((translate(_("Radius")), _radius(answer, translate)))
    for each in answer.near:
        words = translate(_("%(unit)s is missed by %(inches)s: too close to call"))
        reach = answer.outer if each.ring == "outer" else answer.inner
        stated = {"unit": listed([each.unit], names), "inches": inches(max(0.0, each.distance - reach))}
        rows.append((translate(_("Close")), words % stated))
    rows += ring_rows(margins, names, translate)
    rows += dice_rows(answer.dice, translate)
    rows += note_rows(answer.notes, names, answer.edition, translate)
    rows += small_print(answer.options_used, answer.assumed, translate)
    page = page_words(answer.cite, answer.edition)
    rows.append((translate(_("Edition")), f"{answer.edition}, {page}"))
    return with_small_print(lines, rows, translate)


def blast_sentence(answer: BlastAnswer, names: Names, *, translate: Translate = untranslated) -> str:
    """Say in a sentence what an area effect does."""
    stated = {
        "weapon": translate(answer.label) or answer.weapon,
        "place": _place(answer.final),
        "units": listed([each.unit for each in answer.caught], names),
    }
    if not answer.caught:
        return translate(_("%(weapon)s at %(place)s catches nobody.")) % stated
    return translate(_("%(weapon)s at %(place)s catches %(units)s.")) % stated


def _caught_row(each: CaughtTarget, names: Names, translate: Translate) -> tuple[str, str, str, str]:
    close = translate(_(", too close to call")) if each.close else ""
    return (
        str(each.damage),
        listed([each.unit], names),
        translate(_("%(inches)s from the point")) % {"inches": inches(each.distance)} + close,
        translate(RING_WORDS[each.ring]),
    )


def _caught_terms(each: CaughtTarget, names: Names, edition: str, translate: Translate) -> Iterator[str]:
    for term in each.terms:
        page = page_words(term.cite, edition)
        yield f"      {listed([each.unit], names)}: {translate(term.label)} {signed(term.value)} ({page})"


def _radius(answer: BlastAnswer, translate: Translate) -> str:
    if answer.inner == answer.outer:
        return height(answer.inner)
    stated = {"inner": height(answer.inner), "outer": height(answer.outer)}
    return translate(_("%(inner)s inner, %(outer)s outer")) % stated


def _place(place: Sequence[float]) -> str:
    x, y, z = place
    return f"{plain_number(x)}, {plain_number(y)}, z {plain_number(z)}"
