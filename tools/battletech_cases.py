"""Which data cases are there for the cards of classic BattleTech, and which rulings do they assert?

Reads tests/cases/battletech/*.toml; a file is named after its card, with further words behind an underscore. A case
asserts the ruling that its id begins with, and those that it lists under `covers`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import tomli

from tools.casefiles import ROOT

FOLDER: Final = ROOT / "tests" / "cases" / "battletech"
_RULING: Final = re.compile(r"(?:tw|bmm|crit)-\d{3}")


@dataclass(frozen=True, slots=True)
class BattleTechCase:
    """A question of one card with the answer that it must have."""

    id: str
    card: str
    editions: tuple[str, ...]
    rulings: tuple[str, ...]


@cache
def battletech_cases() -> tuple[BattleTechCase, ...]:
    """Give the cases of all cards, in the order of their files."""
    return tuple(
        case_of(raw, path.stem.partition("_")[0])
        for path in sorted(FOLDER.glob("*.toml"))
        for raw in tomli.loads(path.read_text(encoding="utf-8")).get("case", ())
    )


def case_of(raw: Mapping[str, Any], card: str) -> BattleTechCase:
    """Read what a case asserts.

    >>> case_of({"id": "TW-018-four-levels", "covers": ["BMM-059"]}, "roll").rulings
    ('tw-018', 'bmm-059')
    """
    name = str(raw["id"])
    begun = _RULING.match(name.casefold())
    named = [each.casefold() for each in raw.get("covers", ())]
    rulings = dict.fromkeys([*([begun[0]] if begun else []), *named])
    return BattleTechCase(name, card, tuple(raw.get("editions", ())), tuple(rulings))


@cache
def cases_by_ruling() -> Mapping[str, tuple[BattleTechCase, ...]]:
    """Give the cases that assert each ruling, by its key."""
    found: dict[str, list[BattleTechCase]] = {}
    for case in battletech_cases():
        for ruling in case.rulings:
            found.setdefault(ruling, []).append(case)
    return {ruling: tuple(cases) for ruling, cases in found.items()}
