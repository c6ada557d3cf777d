"""Questions of the data cases about classic BattleTech, whole as the API takes them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import pytest
import tomli

from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from tools.battletech_cases import FOLDER

Json = dict[str, Any]
_LEFT_OUT: Final[Json] = {
    "attacker": {"hex": "0510"},
    "target": {"hex": "0507", "facing": 3},
    "weapon": {"ranges": [3, 6, 9]},
}
"""What cases about numbers leave out: three hexes up the map, a weapon that reaches 3, 6 and 9 hexes."""


def whole_question(stated: Json, edition: str) -> Json:
    """Add what a case about a number leaves out."""
    return {
        **stated,
        "edition": edition,
        **{key: {**usual, **stated.get(key, {})} for key, usual in _LEFT_OUT.items()},
    }


def cases_in(name: str) -> tuple[Json, ...]:
    """Read the data cases of a file."""
    return tuple(tomli.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["case"])


def each_case(cases: Iterable[Json]) -> Iterator[Any]:
    """Give a parameter for each case in each edition that it is about."""
    for case in cases:
        for edition in case.get("editions", BATTLETECH_IDS):
            yield pytest.param(case, edition, id=f"{case['id']}-{edition}")


def unfilled(answer: object) -> list[str]:
    """List what an answer says with a placeholder that nothing was measured for."""
    match answer:
        case str():
            return [answer] if "{" in answer else []
        case Mapping():
            return [text for each in answer.values() for text in unfilled(each)]
        case list() | tuple():
            return [text for each in answer for text in unfilled(each)]
        case _:
            return []


def questions_of(card: str) -> Iterator[Json]:
    """Give the questions of all cases of a card, by every edition that they are about."""
    for path in sorted(FOLDER.glob(f"{card}*.toml")):
        if path.stem.endswith("_tables"):
            continue  # what a table is asked, no card answers
        for case in tomli.loads(path.read_text(encoding="utf-8"))["case"]:
            for edition in case.get("editions", BATTLETECH_IDS):
                question = {**case["question"], "edition": edition}
                yield whole_question(question, edition) if path.stem == "hex_number" else question
