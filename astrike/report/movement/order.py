"""How does the order of a turn look as JSON, and how does it read on a terminal, at most 78 columns wide?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.table import Table
from astrike.model.turn_order import PARTS, NextToMove, OrderAnswer, OrderRound, SideShare, UnitWithoutMove
from astrike.report.schema import (
    EDITION,
    OPTION_USED,
    REASON,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    key,
    list_of,
    or_null,
    word,
)
from astrike.report.words.names import names_of
from astrike.report.words.reasons import reason_words
from astrike.report.words.terminal import Column, grid, small_print, with_small_print, wrapped
from astrike.report.words.texts import Names, Translate, listed, untranslated
from astrike.report.words.texts import to_translate as _

_SHARE: Final = JsonRecord[SideShare]("", key("side", TEXT), key("count", WHOLE), key("left", WHOLE))

_STEP: Final = JsonRecord[OrderRound]("", key("part", word(*PARTS)), key("shares", list_of(_SHARE)))

_NEXT: Final = JsonRecord[NextToMove](
    "", key("side", TEXT), key("part", word(*PARTS)), key("count", WHOLE), key("units", list_of(TEXT))
)

_RESTING: Final = JsonRecord[UnitWithoutMove]("", key("unit", TEXT), key("reasons", list_of(REASON)))

ORDER: Final = JsonRecord[OrderAnswer](
    "OrderAnswer",
    EDITION,
    key("sides", list_of(TEXT)),
    key("group", WHOLE, help="How many units move as one."),
    key("steps", list_of(_STEP)),
    key("done", WHOLE, help="How many steps are over."),
    key("next", or_null(_NEXT)),
    key("resting", list_of(_RESTING)),
    key("rules", list_of(REASON)),
    key("options_used", list_of(OPTION_USED)),
    help="In which order units move.",
)


def order_json(answer: OrderAnswer) -> Json:
    """Give every step, who has no move, and whose move it is."""
    return ORDER.written(answer)


ORDER_PARTS = {"ground": "", "aerospace": _("Aerospace")}


def order_text(answer: OrderAnswer, table: Table, *, translate: Translate = untranslated) -> str:
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
    return with_small_print(lines, rows, translate)


def side_names(table: Table, answer: OrderAnswer) -> Names:
    """Say what the sides are called."""
    named = {side.id: side.name for side in table.sides}
    return {side: named.get(side, side) for side in answer.sides}


def next_sentence(due: NextToMove | None, names: Names, *, translate: Translate = untranslated) -> str:
    """Say whose move it is, and of how many units.

    >>> next_sentence(NextToMove("red", "ground", 2, ("A", "B", "C")), {"red": "Red"})
    'Red to move: 2 units.'
    """
    if due is None:
        return translate(_("Everybody has moved."))
    stated = {"side": names.get(due.side, due.side), "count": due.count}
    if due.count == 1:
        return translate(_("%(side)s to move: one unit.")) % stated
    return translate(_("%(side)s to move: %(count)s units.")) % stated


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
        part = translate(ORDER_PARTS[step.part]) if ORDER_PARTS[step.part] else ""
        over = translate(_("over")) if number <= answer.done else ""
        yield (f"{number}.", *cells, ", ".join(word for word in (part, over) if word))
