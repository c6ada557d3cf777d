"""Which table is asked about, with which settings and dice, and which fields of the body are wrong?

Every question brings its table. All problems with the fields and the table are reported at once. Dice that nobody typed
are rolled here, from a seed when one is given; every answer keeps the record of its dice.
"""

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields, Problems, one_of
from astrike.formats.json_text import FILE, DoubledKeys, json_problems
from astrike.formats.questions import read_values
from astrike.formats.table.table_file import parse_document, with_settings
from astrike.model.dice import DiceTray, left_over
from astrike.model.question_schema import question_of_values
from astrike.model.table import Table
from astrike.model.table_document import features_of
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.web.questions.shared_fields import QuestionSettings, Request, keys_of

Body = Mapping[str, object]
AnyRequest = TypeVar("AnyRequest", bound=Request)

Refuse = Callable[[PreparedTable, Mapping[str, Any]], object]
"""Raises `InputError` for what rules refuse of a question, given the fields that could be read."""


def read_body(
    request: type[AnyRequest], body: Body, *, table_at: str, refuse: Refuse | None = None
) -> tuple[AnyRequest, PreparedTable]:
    """Read a question and its table; raise `InputError` with everything that is wrong with either.

    Where anything is, `refuse` says what is wrong for the rules besides; else that turns out when they are asked.
    """
    asked = BodyReader(body, keys_of(request), table_at)
    stated = read_values(request, asked.fields, asked.table)
    prepared = asked.sound_field(None if refuse is None else lambda prepared: refuse(prepared, stated))
    found: AnyRequest = question_of_values(request, stated)
    return found, prepared


def refuse_others(fields: Fields, keys: Collection[str]) -> None:
    """Note every member that is none of the keys of a question."""
    for key in fields.values:
        if key not in keys:
            fields.report(key, one_of(keys))


class ReadyTable(dict[str, object]):
    """A table's document together with the same table prepared: asked about as it is, it is not read anew."""

    def __init__(self, document: Mapping[str, object], prepared: PreparedTable) -> None:
        super().__init__(document)
        self.prepared = prepared


class UnreadFile(dict[str, object]):
    """Stands in a body for a file that could not be read, with what is wrong with it, until all else is read."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__()
        self.problems = tuple(problems)


class BodyReader:
    """A body that is being read: its fields, the table with its settings, and all problems so far."""

    def __init__(self, body: Body, keys: Collection[str], table_at: str) -> None:
        self.problems = Problems()
        self.fields = Fields(body, "", self.problems)
        self._table_at = table_at
        self._unsound = list(json_faults(body, FILE if not table_at else "body"))
        refuse_others(self.fields, keys)
        self._ready: PreparedTable | None = None
        self.table = self._read_table()

    def sound_field(self, refuse: Callable[[PreparedTable], object] | None = None) -> PreparedTable:
        """Give the prepared table when nothing at all was wrong, else raise everything that was.

        Problems that `refuse` finds with the prepared table are raised together with the others.
        """
        named = {problem.at for problem in self.problems}
        self.problems.extend(each for each in self._unsound if each.at not in named)
        prepared = self._field()
        if prepared is not None and not self.problems:
            return prepared
        if prepared is not None and refuse is not None:
            try:
                refuse(prepared)
            except InputError as error:
                named = {problem.at for problem in self.problems}
                self.problems.extend(each for each in error.problems if each.at not in named)
        raise InputError(self.problems)

    def _field(self) -> PreparedTable | None:
        """Prepare the table; None where that is impossible, which is noted."""
        if self._ready is not None or self.table is None:
            return self._ready
        try:
            return prepare_table(self.table)
        except InputError as error:
            self.problems.extend(self._in_the_file(self.table, each) for each in error.problems)
            return None

    def _in_the_file(self, table: Table, problem: Problem) -> Problem:
        """Name the place in the file of what turned out when the units were put on the terrain."""
        for number, feature in enumerate(features_of(table.document)):
            unit = f"units.{feature.get('id')}."
            if problem.at.startswith(unit):
                at = f"features[{number}].properties.{problem.at.removeprefix(unit)}"
                return replace(problem, at=_inside(self._table_at, at))
        return replace(problem, at=_inside(self._table_at, problem.at))

    def _read_table(self) -> Table | None:
        if "table" not in self.fields.values:
            self.fields.require("table", "an object: a GeoJSON FeatureCollection")
            return None
        document = self.fields.values["table"]
        found: list[Problem] = []
        if isinstance(document, UnreadFile):
            self.problems.extend(document.problems)
            read_values(QuestionSettings, self.fields)
            return None
        if isinstance(document, dict):
            document, found = self._with_settings(document)
            self.problems.extend(found)
        if isinstance(document, ReadyTable):
            self._ready = document.prepared
            return document.prepared.table
        try:
            return parse_document(document)
        except InputError as error:
            known = set(self.problems)
            again = (
                Problem(_inside(self._table_at, each.at), each.found, each.expected)
                for each in error.problems
            )
            self.problems.extend(each for each in again if each not in known)
            return None

    def _with_settings(self, document: dict[str, object]) -> tuple[dict[str, object], list[Problem]]:
        """Lay edition, environment and options over the table's own; a wrong one leaves the table as it is."""
        if isinstance(document, DoubledKeys) or isinstance(document.get("astrike"), DoubledKeys):
            return document, []  # to be refused as it is
        before = len(self.problems)
        stated = read_values(QuestionSettings, self.fields)
        options = stated.pop("options", None) or {}
        if not options and all(value is None for value in stated.values()):
            return document, []
        try:
            found = with_settings(document, **stated, options=options)
            return (found if len(self.problems) == before else document), []
        except InputError as error:
            return document, [self._about_settings(problem) for problem in error.problems]

    def _about_settings(self, problem: Problem) -> Problem:
        """Name the place in the body: a setting that was asked for, else the table's own."""
        own = problem.at.removeprefix("astrike.")
        if own != problem.at and self.fields.is_given(re.split(r"[.\[]", own)[0]):
            return Problem(own, problem.found, problem.expected)
        return Problem(_inside(self._table_at, problem.at), problem.found, problem.expected)


def json_faults(body: Body, whole: str) -> Iterator[Problem]:
    """Name what JSON cannot hold, the table aside: its reader names that better. Endless nesting is raised."""
    try:
        found = json_problems(body)
    except InputError as error:
        raise InputError(Problem(whole, each.found, each.expected) for each in error.problems) from error
    is_table_twice = isinstance(body, DoubledKeys) and "table" in body.keys_twice
    for problem in found:
        if not re.match(r"table(?![\w-])", problem.at) or (is_table_twice and problem.at == "table"):
            yield replace(problem, at=whole) if problem.at == FILE else problem


def seeded_tray(typed: tuple[int, ...], seed: int | None) -> DiceTray:
    """Give dice: those that were typed in first, the rest rolled, from a seed or from the machine's own chance."""
    chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - dice of a game, to be rolled again
    return DiceTray(typed, lambda sides: chance.randint(1, sides))


def check_all_used(tray: DiceTray) -> None:
    """Refuse dice that nothing asked for."""
    problems = list(left_over(tray.left, len(tray.record)))
    if problems:
        raise InputError(problems)


def _inside(outer: str, at: str) -> str:
    if not outer:
        return at
    return outer if at == FILE else f"{outer}.{at}"
