"""How do many tables come to their check? Each by itself, by turns with what others ask, inside one budget for all.

What is wrong with any of them is said at once, as when they are asked about one after another.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from astrike.errors import InputError, Problem
from astrike.formats.checks import Problems
from astrike.formats.jsontext import made_from
from astrike.report.answer_schema import Json
from astrike.report.legal_json import legal_json
from astrike.web.jobs.patience import spending
from astrike.web.jobs.places import worked_out
from astrike.web.layout.questions import ask_legal, read_legal
from astrike.web.layout.requests import MOST_TABLES


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
    with spending("batch") as patience:
        for number, table in enumerate(tables):
            alone = made_from(body, {**body, "tables": [table]})
            ask = partial(_asked, alone, f"tables[{number}]", is_checked=not problems)
            patience.check()
            found = worked_out("legality", ask)
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
