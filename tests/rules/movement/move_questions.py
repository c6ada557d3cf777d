"""A declared move, asked as players ask it: units, terrain and the places of the path in one call."""

from collections.abc import Mapping

from astrike.model.movement import Height, MoveAnswer, MoveQuestion, Waypoint
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.builders import Json

Stop = tuple[float, float] | tuple[float, float, Height]


def ask(
    *features: Json, path: list[Stop], mode: str | None = "ground", unit: str = "A", **more: object
) -> MoveAnswer:
    """Lay a table out and judge a move on it; keywords are of the table file's head, then of the question."""
    head = {key: more.pop(key) for key in ("edition", "options", "environment") if key in more}
    prepared = prepare_table(builders.table(*features, **head))
    stops = tuple(Waypoint(stop[0], stop[1], stop[2] if len(stop) == 3 else None) for stop in path)
    return judge_move(prepared, unit, MoveQuestion(path=stops, mode=mode, **more))  # type: ignore[arg-type]


def mobility(at: tuple[float, float] = (5, 10), **card: object) -> Json:
    """Return a 'Mech called A with Move 10 that has not moved."""
    usual: Json = {"type": "BM", "size": 2, "skill": 4, "move": '10"', "tmm": 2, "side": "red"}
    return builders.unit("A", at, **{**usual, **card})


def tank(at: tuple[float, float] = (5, 10), code: str = "t", **card: object) -> Json:
    """Return a combat vehicle called A with Move 16."""
    return mobility(at, **{"type": "CV", "move": f'16"{code}', **card})


def foot(at: tuple[float, float] = (5, 10), **card: object) -> Json:
    """Return foot infantry called A with Move 12."""
    return mobility(at, **{"type": "CI", "move": '12"f', "tmm": 1, "size": 1, **card})


def keys(answer: MoveAnswer) -> list[str]:
    """Name the reasons against a move, in order."""
    return [reason.key for reason in answer.refusals]


def ledger(answer: MoveAnswer) -> Mapping[str, float]:
    """Add the ledger's lines up by key."""
    found: dict[str, float] = {}
    for term in answer.terms:
        found[term.key] = round(found.get(term.key, 0.0) + term.value, 6)
    return found
