"""How do the rulings of the errata read on a terminal and in JSON?"""

from collections.abc import Iterator, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.report.rulebook.editions import ROWS, differences_text
from astrike.report.schema import CITED, TEXT, Json, JsonRecord, key, list_of, word
from astrike.report.words.pages import printing_words
from astrike.report.words.terminal import wrapped
from astrike.report.words.texts import Translate, untranslated
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.rulebook.battletech.ruling_search import ErrataRuling, RulingView, all_rulings
from astrike.rulebook.battletech.rulings import GROUPS, REFERENCE
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.schema import EditionDifference

_TABLE: Final = "rulings"
_INDENT: Final = "  "


@dataclass(frozen=True, slots=True)
class ComparedEditions:
    """Where two editions of classic BattleTech differ, and the rulings that are only looked up."""

    rows: Sequence[EditionDifference]
    reference: Sequence[ErrataRuling]


_RULING: Final = JsonRecord[ErrataRuling](
    "",
    key("key", TEXT, "row.key"),
    key("label", TEXT, "row.label"),
    key("group", word(*GROUPS), "row.group"),
    key("says", TEXT, "row.says"),
    key("check", TEXT, "row.check", "The smallest example; empty where there is none."),
    key("editions", list_of(word(*BATTLETECH_IDS)), help="The editions that have it."),
    *CITED,
)
COMPARED: Final = JsonRecord[ComparedEditions](
    "", ROWS.of("rows"), key("reference", list_of(_RULING), help="All rulings that are only looked up.")
)


def compared_with_reference(rows: Sequence[EditionDifference]) -> ComparedEditions:
    """Put the rulings that are only looked up beside the rows in which two editions differ."""
    return ComparedEditions(
        rows, tuple(each for each in all_rulings().values() if each.row.weight == REFERENCE)
    )


def compared_json(found: ComparedEditions) -> Json:
    """Give where two editions differ, and the rulings that are only looked up."""
    return COMPARED.written(found)


def compared_text(
    found: ComparedEditions,
    first: BattleTechEdition,
    second: BattleTechEdition,
    *,
    translate: Translate = untranslated,
) -> str:
    """Show where two editions differ, each ruling in a paragraph, and below all that are only looked up."""
    rulings = all_rulings()
    lines = [differences_text(found.rows, first, second, apart={_TABLE}, translate=translate)]
    differing = [rulings[row.key] for row in found.rows if row.table == _TABLE]
    shown = [each for each in differing if each not in found.reference]
    if shown:
        lines += ["", translate(_("Rulings"))]
        for each in shown:
            lines += ["", *_paragraph(each, translate)]
    lines += ["", "", translate(_("Rulings that are only looked up"))]
    for each in found.reference:
        lines += ["", *_paragraph(each, translate)]
    return "\n".join(lines)


def _paragraph(ruling: ErrataRuling, translate: Translate) -> Iterator[str]:
    """Write a ruling: its id, page and editions, what it says, and what another edition says on the same point."""
    row = ruling.row
    where = ", ".join(ruling.editions)
    yield from wrapped(f"{row.key}  {row.label}  ({printing_words(row.cite, ruling.editions[0])}; {where})")
    yield from (f"{_INDENT}{line}" for line in wrapped(row.says, width=77))
    for view in ruling.views:
        words = view_words(view, translate)
        if words and not (view.is_printed and not view.is_overridden):
            yield from (f"{_INDENT}{line}" for line in wrapped(f"{view.edition}: {words}", width=77))


def view_words(view: RulingView, translate: Translate) -> str:
    """Say what an edition makes of a ruling; empty where it has it and says no more."""
    keys = ", ".join(row.key for row in view.related)
    if view.is_overridden:
        return translate(_("overridden by %(rulings)s")) % {"rulings": keys}
    if keys:
        return translate(_("see %(rulings)s")) % {"rulings": keys}
    return "" if view.is_printed else translate(_("its errata are silent"))
