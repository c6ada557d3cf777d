"""What is asked about whole tables: is anything on them not in order?"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from astrike.errors import InputError
from astrike.formats.checks import Fields, Problems, one_of
from astrike.formats.jsontext import shown
from astrike.model.movement import Finding
from astrike.model.table import Table
from astrike.report.words import mark as _
from astrike.rules.battlefield import Field
from astrike.rules.electronics.networks import misfits
from astrike.rules.movement.standing import contacts, standing
from astrike.web.asking.body import SETTINGS, Asked, Body, unsound

LEGAL_KEYS = ("tables", "profile", *SETTINGS)
MOST_TABLES = 50

SKIPPED = MappingProxyType(
    {
        "layout": _("Checks of the layout come with a later version"),
        "profile": _("Profiles of events come with a later version"),
    }
)
"""What is not looked at yet."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with one table, what was counted, and what was not looked at."""

    table: Table
    findings: tuple[Finding, ...]
    figures: MappingProxyType[str, float]
    skipped: MappingProxyType[str, str] = field(default_factory=lambda: SKIPPED)


def ask_legal(body: Body, *, tables_at: Sequence[str] | None = None) -> tuple[Checked, ...]:
    """Answer what is wrong with each of some tables; `tables_at` names them in problems."""
    problems = Problems()
    fields = Fields(body, "", problems)
    for key in body:
        if key not in LEGAL_KEYS:
            fields.report(key, one_of(LEGAL_KEYS))
    if fields.is_given("profile"):
        fields.report("profile", "nothing: profiles of events come with a later version")
    rest = {key: value for key, value in body.items() if key not in ("tables", *SETTINGS)}
    named = {problem.at for problem in problems}
    problems.extend(each for each in unsound(rest, "body") if each.at not in named)
    settings = {key: body[key] for key in SETTINGS if key in body}
    sound: list[Field] = []
    for number, table in enumerate(_tables(fields)):
        at = f"tables[{number}]" if tables_at is None else tables_at[number]
        asked = Asked({"table": table, **settings}, ("table", *SETTINGS), at)
        try:
            sound.append(asked.sound_field())
        except InputError as error:
            problems.extend(each for each in error.problems if each not in problems)
    if problems:
        raise InputError(problems)
    return tuple(_checked(each) for each in sound)


def _checked(prepared: Field) -> Checked:
    table = prepared.table
    figures = {"units": len(table.units), "pieces": len(table.terrain)}
    return Checked(
        table, (*standing(prepared), *misfits(prepared), *contacts(prepared)), MappingProxyType(figures)
    )


def _tables(fields: Fields) -> Sequence[object]:
    expected = f"a list of 1 to {MOST_TABLES} tables"
    if not fields.require("tables", expected):
        return ()
    tables = fields.values["tables"]
    if not isinstance(tables, list) or not 1 <= len(tables) <= MOST_TABLES:
        found = f"a list of {len(tables):,}" if isinstance(tables, list) else shown(tables)
        fields.report("tables", expected, found=found)
        return ()
    return tables
