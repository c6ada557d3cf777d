"""How do the editions, and the rows in which two of them differ, read on a terminal?"""

from collections.abc import Sequence

from astrike.report.columns import WIDTH, Column, grid, wrapped
from astrike.report.pages import printing_words
from astrike.report.words import Translate, same
from astrike.report.words import mark as _
from astrike.rulebook.schema import Difference, Edition

UNKNOWN = "unknown: "
_AFTER = ": "
_LONG_LIST = 8
_ROWS = (Column(25), Column(15), Column(14), Column(18))


def editions_text(editions: Sequence[Edition], *, default: str, translate: Translate = same) -> str:
    """List the editions."""
    marked = translate(_("%(edition)s (the default)"))
    rows = [
        (edition.id, marked % {"edition": edition.name} if edition.id == default else edition.name)
        for edition in editions
    ]
    first = max(len(edition.id) for edition in editions)
    return "\n".join(grid(rows, [Column(first), Column(WIDTH - first - 2)]))


def differences_text(
    rows: Sequence[Difference], first: Edition, second: Edition, *, translate: Translate = same
) -> str:
    """Show where two editions differ, table by table."""
    said = {"first": first.id, "second": second.id, "count": len(rows)}
    if not rows:
        return translate(_("%(first)s and %(second)s do not differ.")) % said
    lines = wrapped(translate(_("%(first)s and %(second)s differ in %(count)s rows.")) % said)
    unknown = list(dict.fromkeys(text for row in rows for text in (row.a, row.b) if text.startswith(UNKNOWN)))
    for table in dict.fromkeys(row.table for row in rows):
        cells = [("", first.id, second.id, "")]
        for row in rows:
            if row.table == table:
                a, b = _without_what_is_shared(row.a, row.b)
                cells.append((row.key, _short(a, unknown), _short(b, unknown), _pages(row, first, second)))
        lines += ["", table, *grid(cells, _ROWS)]
    if unknown:
        lines.append("")
    for number, text in enumerate(unknown, start=1):
        lines += wrapped(f"{_numbered(number, unknown)}{_AFTER}{text.removeprefix(UNKNOWN)}", indent="  ")
    return "\n".join(lines)


def _pages(row: Difference, first: Edition, second: Edition) -> str:
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
    word = UNKNOWN.removesuffix(_AFTER)
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
