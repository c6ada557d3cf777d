"""What stands below every ruling: options that decided, what was assumed, and under which edition."""

from collections.abc import Iterator, Sequence

from astrike.model.explain import Assumed, Citation, OptionUsed
from astrike.model.ruling import Cause, Told
from astrike.model.schema import YesNo, members_of, values_of
from astrike.model.table import Table
from astrike.report.figures import plain
from astrike.report.option_words import option_words
from astrike.report.pages import page_words
from astrike.rulebook.schema import Edition
from astrike.rules.battlefield import Field
from astrike.web.asked_questions import pairs_of
from astrike.web.i18n import _, tr
from astrike.web.views.units import Cast


def small_print(
    field: Field, options: Sequence[OptionUsed], assumed: Sequence[Assumed], cast: Cast
) -> Iterator[Told]:
    """List the options that decided, and what was assumed."""
    for option in options:
        row = field.edition.options[option.id]
        page = page_words(row.cite, field.edition.id)
        yield Told(_("Option"), f"{tr(row.label)}: {_value(option.value, option.id)} · {page}", option.id)
    for note in assumed:
        where = ", ".join(cast.names[part] for part in note.at.split(".") if part in cast.names)
        text = f"{tr(note.label)}: {_value(note.value)}"
        yield Told(_("Assumed"), " · ".join(part for part in (text, where) if part), note.at)


def cause_of(
    label: str, detail: str, cite: Citation, key: str, *, severity: str = "error", mark: str = ""
) -> Cause:
    """Give a reason or a finding as a ruling keeps it."""
    return Cause(label, detail, cite.page, key, severity, mark, cite.page_of)


def asked_told(question: object, cast: Cast, *, but: Sequence[str]) -> Iterator[Told]:
    """List what was asked that is not as usual, but for fields that a ruling says in words of its own."""
    values = values_of(question)
    for member in members_of(type(question)):
        said = [] if member.name in but else pairs_of(member, values[member.name])
        if not said:
            continue
        if isinstance(member.described.holds, YesNo):
            text = _("yes") if values[member.name] else _("no")
        else:
            text = " – ".join(cast.names.get(word, word) for _name, word in said)
        yield Told(tr(member.described.help).rstrip("."), text, f"asked.{member.name}")


def editions_told(table: Table) -> Iterator[Told]:
    """Say under which edition it was asked."""
    yield Told(_("Edition"), table.edition, "edition")


def options_told(table: Table, edition: Edition) -> Iterator[Told]:
    """List every option that is set."""
    for key, value in sorted(table.options.items()):
        if key in edition.options:
            yield Told(tr(edition.options[key].label), _value(value, key), key)


def _value(value: object, option: str = "") -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int | float):
        return plain(value)
    return option_words(option, str(value), tr) if option else tr(str(value))
