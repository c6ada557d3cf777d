"""What stands below every ruling? The options that decided it, what was assumed, and the edition."""

from collections.abc import Iterator, Sequence

from astrike.model.explain import Assumed, Citation, OptionUsed
from astrike.model.question_schema import YesNoField, members_of, values_of
from astrike.model.ruling import RulingCause, StatedFact
from astrike.model.table import Table
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import setting_words
from astrike.rulebook.schema import Edition
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.units import UnitLabels
from astrike.web.http.i18n import _, tr
from astrike.web.questions.form_answers import pairs_of


def small_print(
    prepared: PreparedTable, options: Sequence[OptionUsed], assumed: Sequence[Assumed], labels: UnitLabels
) -> Iterator[StatedFact]:
    """List the options that decided, and what was assumed."""
    for option in options:
        row = prepared.edition.options[option.id]
        page = page_words(row.cite, prepared.edition.id)
        yield StatedFact(
            _("Option"),
            f"{tr(row.label)}: {setting_words(option.value, tr, option=option.id)} · {page}",
            option.id,
        )
    for note in assumed:
        where = ", ".join(labels.names[part] for part in note.at.split(".") if part in labels.names)
        text = f"{tr(note.label)}: {setting_words(note.value, tr)}"
        yield StatedFact(_("Assumed"), " · ".join(part for part in (text, where) if part), note.at)


def cause_of(
    label: str, detail: str, cite: Citation, key: str, *, severity: str = "error", mark: str = ""
) -> RulingCause:
    """Give a reason or a finding as a ruling keeps it."""
    return RulingCause(label, detail, cite.page, key, severity, mark, cite.page_of)


def asked_rows(question: object, labels: UnitLabels, *, but: Sequence[str]) -> Iterator[StatedFact]:
    """List what was asked that is not as usual, but for fields that a ruling says in words of its own."""
    values = values_of(question)
    for member in members_of(type(question)):
        said = [] if member.name in but else pairs_of(member, values[member.name])
        if not said:
            continue
        if isinstance(member.described.holds, YesNoField):
            text = _("yes") if values[member.name] else _("no")
        else:
            text = " – ".join(labels.names.get(word, word) for _name, word in said)
        yield StatedFact(tr(member.described.help).rstrip("."), text, f"asked.{member.name}")


def edition_rows(table: Table) -> Iterator[StatedFact]:
    """Say under which edition it was asked."""
    yield StatedFact(_("Edition"), table.edition, "edition")


def option_rows(table: Table, edition: Edition) -> Iterator[StatedFact]:
    """List every option that is set."""
    for key, value in sorted(table.options.items()):
        if key in edition.options:
            yield StatedFact(tr(edition.options[key].label), setting_words(value, tr, option=key), key)
