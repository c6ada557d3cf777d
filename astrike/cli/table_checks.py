"""How are many tables checked with one command? Each by itself, on all cores, answered in the order asked.

Problems with any of the files are reported together.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.checks import Problems
from astrike.report.layout.json import legal_json
from astrike.report.layout.text import legal_text
from astrike.report.schema import Json
from astrike.report.words.texts import Translate
from astrike.web.layout.questions import ask_legal
from astrike.web.layout.requests import MOST_TABLES
from astrike.web.work_limits import processors

WORTH_IT = 8
"""From this number of tables on, checking them takes longer than starting processes."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A checked table as JSON and as text; or what was wrong with its file."""

    as_json: Json
    as_text: str
    problems: tuple[Problem, ...] = ()


def check_many_tables(
    body: Mapping[str, object],
    *,
    tables_at: Sequence[str],
    titles: Sequence[str],
    translate: Translate,
    worth_it: int = WORTH_IT,
) -> tuple[CheckedFile, ...]:
    """Answer what is wrong with each of many tables, with a title over each text."""
    tables = body["tables"]
    assert isinstance(tables, list)
    workers = min(processors(), len(tables))
    if len(tables) < worth_it or len(tables) > MOST_TABLES or workers < 2:
        checked = ask_legal(body, tables_at=tables_at)
        return tuple(
            CheckedFile(
                legal_json(each.legality),
                legal_text(each.legality, each.table, title=title, translate=translate),
            )
            for title, each in zip(titles, checked, strict=True)
        )
    bodies = [{**body, "tables": [table]} for table in tables]
    # Fresh processes: a copy of one that has threads may wait for ever.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        answers = tuple(pool.map(_answered, bodies, tables_at, titles, chunksize=1))
    problems = Problems()
    for answer in answers:
        problems.extend(each for each in answer.problems if each not in problems)
    if problems:
        raise InputError(problems)
    return answers


def _answered(body: Mapping[str, object], at: str, title: str) -> CheckedFile:
    """Check one table in a process of its own; errors do not travel between processes, their problems do."""
    from astrike.web.server.terminal import translation

    try:
        (checked,) = ask_legal(body, tables_at=[at])
    except InputError as error:
        return CheckedFile({}, "", error.problems)
    text = legal_text(checked.legality, checked.table, title=title, translate=translation())
    return CheckedFile(legal_json(checked.legality), text)
