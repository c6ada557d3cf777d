"""How does the check of a table read on a terminal? Verdict, findings worst first, and what was not checked."""

from collections.abc import Iterator

from astrike.model.legality import Finding, Legality
from astrike.model.table import Table
from astrike.report.layout.sentences import (
    count_words,
    open_words,
    skipped_words,
    verdict_sentence,
    words_of_finding,
)
from astrike.report.words.names import names_of
from astrike.report.words.numbers import inches
from astrike.report.words.pages import page_words
from astrike.report.words.terminal import Column, grid, with_small_print, wrapped
from astrike.report.words.texts import Names, Translate, untranslated
from astrike.report.words.texts import to_translate as _

SEVERITIES = {
    "error": _("fails"),
    "close": _("close"),
    "warning": _("warning"),
    "note": _("note"),
    "pass": _("passes"),
}
_ROWS = (Column(4), Column(55), Column(14))


def legal_text(
    legality: Legality, table: Table, *, title: str = "", translate: Translate = untranslated
) -> str:
    """Say whether a table meets its preset, what was found, and what was not checked."""
    names = names_of(table)
    stated = verdict_sentence(legality, translate=translate)
    verdict = stated if legality.verdict == "open" else f"{_order(legality, translate)} {stated}"
    lines = wrapped(f"{title}: {verdict}" if title else verdict)
    if legality.findings:
        rows = [
            _row(number, each, names, table.edition, translate)
            for number, each in enumerate(legality.findings, 1)
        ]
        lines += ["", *grid(rows, _ROWS)]
    facts = [*_rows(legality, translate), (translate(_("Edition")), table.edition)]
    return with_small_print(lines, facts, translate)


def _order(legality: Legality, translate: Translate) -> str:
    if legality.verdict == "error":
        return translate(_("Not in order."))
    if legality.open:
        far = _("In order as far as checked, with points to look at.")
        return translate(far if _is_doubtful(legality) else _("In order as far as checked."))
    return translate(_("In order, with points to look at.") if _is_doubtful(legality) else _("In order."))


def _is_doubtful(legality: Legality) -> bool:
    return bool(legality.count("close") or legality.count("warning") or legality.count("note"))


def _row(
    number: int, finding: Finding, names: Names, edition: str, translate: Translate
) -> tuple[str, str, str]:
    stated = words_of_finding(finding, names, translate=translate)
    severity = translate(SEVERITIES.get(finding.severity, finding.severity))
    tail = stated.measured
    where = translate(_(", at %(at)s")) % {"at": _at(finding.where)} if finding.where else ""
    words = f"{severity}: {stated.what}{': ' if tail else ''}{tail}{where}"
    return f"{number}.", words, page_words(finding.cite, edition)


def _rows(legality: Legality, translate: Translate) -> Iterator[tuple[str, str]]:
    yield (
        translate(_("Points")),
        ", ".join(words for _key, words in count_words(legality, translate=translate)),
    )
    if legality.preset:
        sure = translate(_("%(title)s, confidence %(confidence)s"))
        yield (
            translate(_("Preset")),
            sure % {"title": legality.title, "confidence": translate(legality.confidence)},
        )
    yield translate(_("Tolerance")), inches(legality.tolerance)
    for number, (why, what) in enumerate(open_words(legality, translate=translate)):
        yield ("" if number else translate(_("Left open"))), f"{why}: {what}"
    for number, (why, what) in enumerate(skipped_words(legality.skipped, translate=translate)):
        yield ("" if number else translate(_("Skipped"))), f"{why}: {what}"


def _at(place: tuple[float, float]) -> str:
    """Write a place as commands take it."""
    return ",".join(f"{round(value, 2) + 0.0:g}" for value in place)
