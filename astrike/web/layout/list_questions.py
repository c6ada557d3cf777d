"""Are whole lists of units as an event requires, limit by limit?

A list is any roster that can be read, as text or as JSON; a table holds one for each of its sides. Units known by a
number or a name alone get their cards from further rosters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from astrike.dataclass import dataclass
from astrike.editing.units.joining import join
from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields, Problems
from astrike.formats.json_text import FILE, json_bytes, json_problems, made_from
from astrike.formats.questions import read_values
from astrike.formats.rosters.memory_catalog import KnownCards
from astrike.formats.rosters.reading import read_roster
from astrike.formats.rosters.table_units import FORMAT
from astrike.formats.table.table_file import empty_document, parse_document
from astrike.model.document_change import apply
from astrike.model.legality import Legality
from astrike.model.roster import RosterUnit
from astrike.model.table import Table
from astrike.presets.schema import Preset
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.rules.layout.list_check import check_list
from astrike.web.layout.questions import preset_asked
from astrike.web.layout.requests import REQUESTS
from astrike.web.questions.body import json_faults, refuse_others
from astrike.web.questions.shared_fields import keys_of
from astrike.web.questions.wrong_place import units_wanted_by_command

_SIZE = 48.0


@dataclass(frozen=True, slots=True)
class ListReply:
    """A list, and what came out when it was checked."""

    called: str
    """Name of the side; empty where a roster is one list."""
    at: str
    """The place of the list in the question."""
    table: Table
    """The units of the list on an empty table."""
    legality: Legality

    @property
    def name(self) -> str:
        """Name the list by where it was, and by its side."""
        return f"{self.at} ({self.called})" if self.called else self.at


def ask_list(
    body: Mapping[str, object],
    *,
    rosters_at: Sequence[str] | None = None,
    cards_at: Sequence[str] | None = None,
) -> tuple[ListReply, ...]:
    """Answer what is wrong with each of some lists; `rosters_at` and `cards_at` name them in problems."""
    problems = Problems()
    fields = Fields(body, "", problems)
    refuse_others(fields, keys_of(REQUESTS.list))
    problems.extend(json_faults(_spoken(body), "body"))
    if any(problem.at.startswith("body") for problem in problems):
        raise InputError(problems)
    values: Mapping[str, Any] = read_values(REQUESTS.list, fields)
    known = KnownCards()
    for at, data in _files(values.get("cards", ()), "cards", cards_at):
        try:
            with units_wanted_by_command(data):
                known.add(read_roster(data, catalog=known))
        except InputError as error:
            problems.extend(_placed(error, at))
    preset: Preset | None = None
    if "profile" in values:
        try:
            preset = preset_asked(values["profile"])
        except InputError as error:
            problems.extend(error.problems)
    found: list[ListReply] = []
    for at, data in _files(values.get("rosters", ()), "rosters", rosters_at):
        try:
            found += _lists_in(data, at, known, preset)
        except InputError as error:
            problems.extend(_placed(error, at))
    if problems:
        raise InputError(problems)
    return tuple(found)


def _spoken(body: Mapping[str, object]) -> dict[str, object]:
    """Give what was asked without files, which are checked when they are read."""
    spoken = {
        key: [each for each in value if not isinstance(each, bytes)] if isinstance(value, list) else value
        for key, value in body.items()
    }
    return made_from(body, spoken)


def _lists_in(data: bytes, at: str, known: KnownCards, preset: Preset | None) -> Iterator[ListReply]:
    with units_wanted_by_command(data):
        roster = read_roster(data, catalog=known)
    bare = [unit.name for unit in roster.units if not unit.is_resolved]
    wrong = [problem for unit in roster.units for problem in unit.problems]
    if bare or wrong:
        named = (
            Problem(name, "its id only", "its card: name a roster that has it as cards") for name in bare
        )
        raise InputError([*named, *wrong])
    of_side: dict[str, list[RosterUnit]] = {}
    for unit in roster.units:
        of_side.setdefault(unit.group if roster.format == FORMAT else "", []).append(unit)
    for called, units in of_side.items():
        title = called or roster.name or roster.label
        empty = parse_document(empty_document(title, width=_SIZE, depth=_SIZE, edition=DEFAULT_EDITION))
        joined = join(empty, units, side=None, off_table=True)
        table = parse_document(apply(empty.document, joined.operations)[0])
        if preset is not None:
            yield ListReply(called, at, table, check_list(table.units, preset))


def _files(rosters: Sequence[object], key: str, names: Sequence[str] | None) -> Iterator[tuple[str, bytes]]:
    """Give the rosters under a key as files, and how each is called; what JSON cannot hold has been named."""
    for number, roster in enumerate(rosters):
        at = f"{key}[{number}]" if names is None else names[number]
        if isinstance(roster, bytes):
            yield at, roster
        elif not json_problems(roster):
            yield at, roster.encode() if isinstance(roster, str) else json_bytes(roster)


def _placed(error: InputError, at: str) -> Iterator[Problem]:
    """Name the roster in which something is wrong."""
    for problem in error.problems:
        yield replace(problem, at=at if problem.at in ("", FILE) else f"{at} {problem.at}".strip())
