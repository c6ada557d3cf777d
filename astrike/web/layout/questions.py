"""Do whole tables meet the rules or an event's preset, and how are many tables checked together?

Each table is checked by itself, taking turns with other work, inside one time budget for all. Problems with any of the
tables are reported together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from astrike.dataclass import dataclass
from astrike.editing.terrain.saved import shipped_layouts
from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields, Problems
from astrike.formats.json_text import FILE, made_from
from astrike.formats.questions import read_values
from astrike.formats.table.table_file import parse_document
from astrike.model.legality import Finding, Legality
from astrike.model.table import Table
from astrike.presets.loader import DEFAULT_PRESET, load_preset, read_preset
from astrike.presets.schema import Preset
from astrike.report.layout.json import legal_json
from astrike.report.schema import Json
from astrike.rules.layout.legality import check_table
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.jobs.time_budget import within_budget
from astrike.web.layout.requests import MOST_TABLES, REQUESTS
from astrike.web.questions.body import Body, BodyReader, UnreadFile, json_faults, refuse_others
from astrike.web.questions.shared_fields import keys_of, settings_of


@dataclass(frozen=True, slots=True)
class _One:
    """The answer about one table, or what was wrong with it."""

    answer: Json
    problems: tuple[Problem, ...] = ()


def checked_in_turn(body: Mapping[str, object]) -> list[Json]:
    """Answer what is wrong with each of some tables; the first that cannot be read spares the others their check."""
    tables = body.get("tables")
    if not isinstance(tables, list) or not 1 <= len(tables) <= MOST_TABLES:
        return [_one(body, "tables[0]", is_checked=True).answer]  # refused in words
    answers, problems = list[Json](), Problems()
    with within_budget("batch") as budget:
        for number, table in enumerate(tables):
            alone = made_from(body, {**body, "tables": [table]})
            ask = partial(_asked, alone, f"tables[{number}]", is_checked=not problems)
            budget.check()
            found = run_long_work("legality", ask)
            answers.append(found.answer)
            problems.extend(each for each in found.problems if each not in problems)
    if problems:
        raise InputError(problems)
    return answers


def _one(body: Mapping[str, object], at: str, *, is_checked: bool) -> _One:
    if not is_checked:
        read_legal(body, tables_at=[at])
        return _One({})
    (checked,) = ask_legal(body, tables_at=[at])
    return _One(legal_json(checked.legality))


def _asked(body: Mapping[str, object], at: str, *, is_checked: bool) -> _One:
    """Check one table in a process; all problems of all tables are wanted, so none stops here."""
    try:
        return _one(body, at, is_checked=is_checked)
    except InputError as error:
        return _One({}, error.problems)


@dataclass(frozen=True, slots=True)
class LegalReply:
    """A table, and what came out when it was checked."""

    table: Table
    legality: Legality

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is not in order, worst first; what is only noted about the layout is in order."""
        return tuple(found for found in self.legality.findings if not _is_in_order(found))


@dataclass(frozen=True, slots=True)
class CheckedBy:
    """What tables are held against."""

    preset: Preset
    tolerance: float | None = None
    """Inches, instead of the preset's or the table's own."""
    packed: Table | None = None
    """The layout that the table's pieces have to match."""


def _is_in_order(found: Finding) -> bool:
    return found.severity == "pass" or (found.severity == "note" and found.key.startswith("layout."))


def ask_legal(body: Body, *, tables_at: Sequence[str] | None = None) -> tuple[LegalReply, ...]:
    """Answer what is wrong with each of some tables; `tables_at` names them in problems."""
    by, sound = read_legal(body, tables_at=tables_at)
    return tuple(
        LegalReply(prepared.table, check_table(prepared, by.preset, tolerance=by.tolerance, packed=by.packed))
        for prepared in sound
    )


def read_legal(
    body: Body, *, tables_at: Sequence[str] | None = None
) -> tuple[CheckedBy, list[PreparedTable]]:
    """Read some tables and what they are held against; raise `InputError` with all that is wrong with any of them."""
    problems = Problems()
    fields = Fields(body, "", problems)
    question = REQUESTS.legal
    refuse_others(fields, keys_of(question))
    settings = {member.name for member in settings_of(question)}
    values = read_values(question, fields)
    by = _by(values, fields)
    rest = {key: value for key, value in body.items() if key not in ("tables", "pack", *settings)}
    rest = made_from(body, rest)
    named = {problem.at for problem in problems}
    problems.extend(each for each in json_faults(rest, "body") if each.at not in named)
    beside = {key: body[key] for key in settings if key in body}
    sound: list[PreparedTable] = []
    for number, table in enumerate(values.get("tables", ())):
        at = f"tables[{number}]" if tables_at is None else tables_at[number]
        asked = BodyReader({"table": table, **beside}, ("table", *settings), at)
        try:
            sound.append(asked.sound_field())
        except InputError as error:
            problems.extend(each for each in error.problems if each not in problems)
    if problems or by is None:
        raise InputError(problems)
    return by, sound


def preset_asked(profile: str | Mapping[str, object] | None, *, at: str = "profile") -> Preset:
    """Give the preset that is meant: none asked for is the default, a text is an id, an object is one's own."""
    if isinstance(profile, UnreadFile):
        raise InputError(profile.problems)
    if isinstance(profile, Mapping):
        return read_preset(profile, at=at)
    return load_preset(DEFAULT_PRESET if profile is None else profile)


def packed_as(preset: Preset) -> Table | None:
    """Give the shipped layout that a preset names as its pack; None where it names none, or one that is not shipped."""
    return shipped_layouts().get(preset.layout.pack)


def with_base(preset: Preset, base: float | None) -> Preset:
    """Give the preset with another base that has to pass."""
    if base is None:
        return preset
    return replace(preset, base=base, layout=replace(preset.layout, base=base))


def _by(values: Mapping[str, Any], fields: Fields) -> CheckedBy | None:
    """Read what tables are held against; None where that is wrong."""
    preset, packed = None, None
    if "profile" in values:
        try:
            preset = preset_asked(values["profile"])
        except InputError as error:
            fields.problems.extend(error.problems)
    pack = values.get("pack")
    if isinstance(pack, UnreadFile):
        fields.problems.extend(pack.problems)
    elif pack is not None:
        try:
            packed = parse_document(pack)
        except InputError as error:
            fields.problems.extend(replace(each, at=_in_pack(each.at)) for each in error.problems)
    if preset is None:
        return None
    return CheckedBy(
        with_base(preset, values.get("base")),
        values.get("tolerance"),
        packed if fields.is_given("pack") else packed_as(preset),
    )


def _in_pack(at: str) -> str:
    return "pack" if at == FILE else f"pack.{at}"
