"""How does the order of a turn read on a terminal? Explained, at most 78 columns wide."""

from collections.abc import Iterator

from astrike.model.order import Next, OrderAnswer
from astrike.model.table import Table
from astrike.report.columns import Column, grid, wrapped
from astrike.report.names import names_of
from astrike.report.reason_words import reason_words
from astrike.report.small_print import small_print, told
from astrike.report.words import Names, Translate, listed, same
from astrike.report.words import mark as _

PARTS = {"ground": "", "aerospace": _("Aerospace")}


def order_text(answer: OrderAnswer, table: Table, *, translate: Translate = same) -> str:
    """Explain who moves how many units when."""
    names = {**names_of(table), **side_names(table, answer)}
    lines = wrapped(next_sentence(answer.next, names, translate=translate))
    if answer.steps:
        columns = (Column(right=True), *(Column(24) for _side in answer.sides), Column(12))
        lines += ["", *grid(list(_rows(answer, names, translate)), columns)]
    rows: list[tuple[str, str]] = []
    for number, rule in enumerate(answer.rules):
        rows.append(
            ("" if number else translate(_("Why")), reason_words(rule, names, answer.edition, translate))
        )
    for number, each in enumerate(answer.resting):
        why = "; ".join(reason_words(reason, names, answer.edition, translate) for reason in each.reasons)
        rows.append(("" if number else translate(_("No move")), f"{listed([each.unit], names)}: {why}"))
    rows += small_print(answer.options_used, (), translate)
    rows.append((translate(_("Edition")), answer.edition))
    return told(lines, rows, translate)


def side_names(table: Table, answer: OrderAnswer) -> Names:
    """Say what the sides are called."""
    named = {side.id: side.name for side in table.sides}
    return {side: named.get(side, side) for side in answer.sides}


def next_sentence(due: Next | None, names: Names, *, translate: Translate = same) -> str:
    """Say whose move it is, and of how many units.

    >>> next_sentence(Next("red", "ground", 2, ("A", "B", "C")), {"red": "Red"})
    'Red to move: 2 units.'
    """
    if due is None:
        return translate(_("Everybody has moved."))
    said = {"side": names.get(due.side, due.side), "count": due.count}
    if due.count == 1:
        return translate(_("%(side)s to move: one unit.")) % said
    return translate(_("%(side)s to move: %(count)s units.")) % said


def _rows(answer: OrderAnswer, names: Names, translate: Translate) -> Iterator[tuple[str, ...]]:
    """Give the heading, then each step: what every side moves, and how many it has left before."""
    yield ("", *(names[side] for side in answer.sides), "")
    for number, step in enumerate(answer.steps, start=1):
        shares = {share.side: share for share in step.shares}
        cells = [
            translate(_("%(count)s of %(left)s")) % {"count": shares[side].count, "left": shares[side].left}
            if side in shares
            else "–"
            for side in answer.sides
        ]
        part = translate(PARTS[step.part]) if PARTS[step.part] else ""
        over = translate(_("over")) if number <= answer.done else ""
        yield (f"{number}.", *cells, ", ".join(word for word in (part, over) if word))
