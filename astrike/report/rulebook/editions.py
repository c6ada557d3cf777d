"""How do the editions, and the rows in which two of them differ, read on a terminal?"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation
from astrike.model.question_schema import ALPHA_STRIKE, BATTLETECH
from astrike.report.schema import FLAG, PAGE_OF, REF, TEXT, Json, JsonRecord, key, list_of, or_null
from astrike.report.words.pages import printing_words
from astrike.report.words.terminal import WIDTH, Column, grid, wrapped
from astrike.report.words.texts import Translate, untranslated
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.schema import EditionDifference, EditionHead
from astrike.rulebook.systems import DEFAULTS, NAMES

UNKNOWN_VALUE = "unknown: "

_AFTER = ": "

_LONG_LIST = 8

_ROWS = (Column(25), Column(15), Column(14), Column(18))


@dataclass(frozen=True, slots=True)
class EditionsByGame:
    """The editions of both games."""

    alpha_strike: Sequence[EditionHead]
    battletech: Sequence[EditionHead]


def editions_of_games_text(editions: EditionsByGame, *, translate: Translate = untranslated) -> str:
    """List the editions of both games, each under the name of its game."""
    games = ((ALPHA_STRIKE, editions.alpha_strike), (BATTLETECH, editions.battletech))
    return "\n\n".join(
        f"{NAMES[system]}\n{editions_text(found, default=_default_of(found), translate=translate)}"
        for system, found in games
    )


def _default_of(editions: Sequence[EditionHead]) -> str:
    return next(edition.id for edition in editions if edition.id in DEFAULTS)


def editions_text(
    editions: Sequence[EditionHead], *, default: str, translate: Translate = untranslated
) -> str:
    """List the editions of one game."""
    marked = translate(_("%(edition)s (the default)"))
    rows = [
        (edition.id, marked % {"edition": edition.name} if edition.id == default else edition.name)
        for edition in editions
    ]
    first = max(len(edition.id) for edition in editions)
    return "\n".join(grid(rows, [Column(first), Column(WIDTH - first - 2)]))


def differences_text(
    rows: Sequence[EditionDifference],
    first: EditionHead,
    second: EditionHead,
    *,
    apart: Collection[str] = (),
    translate: Translate = untranslated,
) -> str:
    """Show where two editions differ, table by table, but for the tables that are shown apart."""
    stated = {"first": first.id, "second": second.id, "count": len(rows)}
    if not rows:
        return translate(_("%(first)s and %(second)s do not differ.")) % stated
    lines = wrapped(translate(_("%(first)s and %(second)s differ in %(count)s rows.")) % stated)
    shown = [row for row in rows if row.table not in apart]
    unknown = list(
        dict.fromkeys(text for row in shown for text in (row.a, row.b) if text.startswith(UNKNOWN_VALUE))
    )
    for table in dict.fromkeys(row.table for row in shown):
        cells = [("", first.id, second.id, "")]
        for row in shown:
            if row.table == table:
                a, b = _without_what_is_shared(row.a, row.b)
                cells.append((row.key, _short(a, unknown), _short(b, unknown), _pages(row, first, second)))
        lines += ["", table, *grid(cells, _ROWS)]
    if unknown:
        lines.append("")
    for number, text in enumerate(unknown, start=1):
        lines += wrapped(
            f"{_numbered(number, unknown)}{_AFTER}{text.removeprefix(UNKNOWN_VALUE)}", indent="  "
        )
    return "\n".join(lines)


def _pages(row: EditionDifference, first: EditionHead, second: EditionHead) -> str:
    """Write the pages of both editions, one where they are the same, each with its printing where that is another."""
    pages = [
        printing_words(cite, edition.id)
        for cite, edition in ((row.a_cite, first), (row.b_cite, second))
        if cite is not None
    ]
    return " / ".join(dict.fromkeys(pages)) or "—"


def _short(text: str, unknown: Sequence[str]) -> str:
    """Why a figure is unknown stands under the table, once."""
    return _numbered(unknown.index(text) + 1, unknown) if text in unknown else text


def _numbered(number: int, unknown: Sequence[str]) -> str:
    word = UNKNOWN_VALUE.removesuffix(_AFTER)
    return word if len(unknown) == 1 else f"{word} ({number})"


def _without_what_is_shared(a: str, b: str) -> tuple[str, str]:
    """Leave out of two long lists what stands in both, unless only their order differs."""
    ours, theirs = a.split(", "), b.split(", ")
    if min(len(ours), len(theirs)) < _LONG_LIST or set(ours) == set(theirs):
        return a, b
    return (
        ", ".join(word for word in ours if word not in theirs) or "–",
        ", ".join(word for word in theirs if word not in ours) or "–",
    )


_EDITION: Final = JsonRecord[EditionHead](
    "",
    key("id", TEXT),
    key("name", TEXT),
    key("book", TEXT),
    key("default", FLAG, lambda edition: edition.id in DEFAULTS),
    key("digest", TEXT),
)


EDITIONS: Final = JsonRecord[EditionsByGame](
    "",
    key("editions", list_of(_EDITION), "alpha_strike", "Those of Alpha Strike."),
    key("classic", list_of(_EDITION), "battletech", "Those of classic BattleTech."),
)

_PAGE: Final = JsonRecord[Citation]("", REF.of("page"), PAGE_OF.of("page_of"))

_PAGES: Final = JsonRecord[EditionDifference](
    "",
    key("a", or_null(_PAGE), "a_cite", "The page of A; null where it has no such row."),
    key("b", or_null(_PAGE), "b_cite", "The page of B; null where it has no such row."),
)


def _shared_page(row: EditionDifference) -> str:
    """Give both pages in one text."""
    return " / ".join(dict.fromkeys(cite.page for cite in row.cites)) or "—"


def _shared_printing(row: EditionDifference) -> str | None:
    """Give the printing of both pages where they have the same."""
    printings = {cite.page_of for cite in row.cites}
    return printings.pop() if len(printings) == 1 else None


_DIFFERENCE: Final = JsonRecord[EditionDifference](
    "",
    key("key", TEXT),
    key("a", TEXT),
    key("b", TEXT),
    REF.of(_shared_page),
    PAGE_OF.of(_shared_printing),
    key("pages", _PAGES, lambda row: row),
    key("table", TEXT),
    key("label", TEXT),
)

ROWS: Final = key("rows", list_of(_DIFFERENCE), lambda rows: rows)
DIFFERENCES: Final = JsonRecord[Iterable[EditionDifference]]("", ROWS)


def editions_json(editions: EditionsByGame) -> Json:
    """Give the editions there are."""
    return EDITIONS.written(editions)


def differences_json(rows: Iterable[EditionDifference]) -> Json:
    """Give the rows in which two editions differ."""
    return DIFFERENCES.written(rows)
