"""Change the editions' tables value by value: `python -m tests.mutants`. Ends with 1 when a mutant survives.

With ALL in the environment (`make mutants ALL=1`) every number, yes or no, chosen word and tag is changed, not one
for each table. With SHORT it is seen whether this works at all: some cases without a mutant,
and with one that must die.
"""

import contextlib
import io
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from astrike.errors import EditionError
from astrike.model.question_schema import BATTLETECH
from astrike.rulebook import loader
from astrike.rulebook.battletech import loader as battletech_loader
from astrike.rulebook.systems import edition_of_any_game, ids_of
from tests.mutants.change import (
    Mutant,
    all_battletech_numbers,
    all_numbers,
    one_for_each_battletech_table,
    one_for_each_table,
)
from tools.casefiles import Case

TESTS = ("tests/rulebook", "tests/rules/test_cases.py", "tests/rules")
"""Those that are done soonest come first: whichever turns red, the mutant is dead."""
BATTLETECH_TESTS = ("tests/rules/battletech", "tests/rulebook/test_battletech.py")
"""Those of the cards of classic BattleTech."""
COMPARES = ("test_compare",)
"""Tests that only hold editions against each other: they know that a value is another, not that it is wrong."""
FEW_TESTS = ("tests/rules/test_cases.py",)
FEW_TOPICS = ("range", "woods", "cover", "target")
MUST_DIE = (loader.DEFAULT_EDITION, "modifiers")
SHORT = bool(os.environ.get("SHORT"))
WORKERS = 2


@dataclass(eq=False, slots=True)
class Judge:
    """Looks at a run: which test turned red first? Every case is run as written; that it may turn is known."""

    row: str = ""
    """The row that has a wrong value: cases that speak of it are asked first."""
    red: list[str] = field(default_factory=list)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.row:
            items.sort(key=lambda item: not self._speaks_of_it(item))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            module = getattr(item, "module", None)
            if hasattr(module, "POSES"):
                module.POSES = module.POSES[:1]

    def _speaks_of_it(self, item: pytest.Item) -> bool:
        case = (
            item.callspec.params.get("case")
            if isinstance(item, pytest.Function) and hasattr(item, "callspec")
            else None
        )
        return self.row in (str(case.raw) if isinstance(case, Case) else item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.red.append(report.nodeid.split("::")[-1])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.red.append(f"{report.nodeid} cannot be collected")


def killer(mutant: Mutant | None) -> str:
    """Run the rules' tests with a mutant, or without; return the first that turns red, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        if mutant is not None:
            mutant.write(Path(folder))
            if mutant.system == BATTLETECH:
                battletech_loader.DATA = Path(folder)
            else:
                loader.DATA = Path(folder)
        for each in (
            loader.load_system,
            loader.load_edition,
            battletech_loader.load_battletech_system,
            battletech_loader.load_battletech,
        ):
            each.cache_clear()
        if mutant is not None:
            try:
                edition_of_any_game(mutant.edition)
            except EditionError as error:
                return f"does not load: {error}"
        judge, said = Judge(mutant.row if mutant else ""), io.StringIO()
        quiet = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not timing"]
        others = [f"not {name}" for name in COMPARES]
        others += [
            f"not {edition}"
            for edition in (ids_of(mutant.system) if mutant else ())
            if mutant and edition != mutant.edition
        ]
        if SHORT:
            others.append(f"({' or '.join(FEW_TOPICS)})")
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            tests = FEW_TESTS if SHORT else tests_for(mutant)
            ended = pytest.main([*quiet, "-k", " and ".join(others), *tests], plugins=[judge])
    if judge.red or ended == pytest.ExitCode.OK:
        return judge.red[0] if judge.red else ""
    raise RuntimeError(f"The tests did not run:\n{said.getvalue()}")


def tests_for(mutant: Mutant | None) -> tuple[str, ...]:
    """Give the tests that may notice a mutant: those of its game."""
    if mutant is None:
        return (*TESTS, *BATTLETECH_TESTS)
    return BATTLETECH_TESTS if mutant.system == BATTLETECH else TESTS


def verdicts(mutants: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Judge all mutants, each in a process of its own that begins with everything imported and nothing loaded."""
    context = multiprocessing.get_context("fork")
    with context.Pool(WORKERS, maxtasksperchild=1) as pool:
        yield from zip(mutants, pool.imap(killer, mutants, chunksize=1), strict=True)


def main() -> int:
    with multiprocessing.get_context("fork").Pool(1) as pool:
        red = pool.apply(killer, (None,))
    if red:
        print(f"The tests are red without any mutant: {red}")
        return 2
    survivors = []
    has_all = bool(os.environ.get("ALL"))
    mutants = [
        *(all_numbers() if has_all else one_for_each_table()),
        *(all_battletech_numbers() if has_all else one_for_each_battletech_table()),
    ]
    if SHORT:
        mutants = [mutant for mutant in mutants if (mutant.edition, mutant.table) == MUST_DIE]
    for mutant, test in verdicts(mutants):
        print(f"{'killed  ' if test else 'SURVIVED'} {mutant}{f'   by {test}' if test else ''}", flush=True)
        if not test:
            survivors.append(mutant)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants killed, {len(survivors)} survived")
    return 1 if survivors or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
