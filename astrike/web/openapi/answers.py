"""The schemas of all answers, made of the records that also write them (`report.answer_schema`)."""

from collections.abc import Mapping
from typing import Any, Final

from astrike.report.answer_json import ATTACK, MATRIX, SIGHT_ANSWER
from astrike.report.answer_schema import Shape, records_in, schema_of
from astrike.report.area.json import BLAST
from astrike.report.effects.json import EFFECT
from astrike.report.electronics.json import NETWORKS
from astrike.report.legal_json import LEGAL_OR_FILES
from astrike.report.move_json import MOVE, PROSPECTS, REACH, UNIT
from astrike.report.order_json import ORDER
from astrike.web.openapi.words import Json, ref

ANSWERS: Final[Mapping[str, Shape[Any]]] = {
    "attack": ATTACK.shape,
    "sight": SIGHT_ANSWER.shape,
    "matrix": MATRIX.shape,
    "blast": BLAST.shape,
    "scatter": BLAST.shape,
    "networks": NETWORKS.shape,
    "effect": EFFECT.shape,
    "move": MOVE.shape,
    "reach": REACH.shape,
    "prospects": PROSPECTS.shape,
    "unit": UNIT.shape,
    "order": ORDER.shape,
    "legal": LEGAL_OR_FILES,
    "list": LEGAL_OR_FILES,
}
"""What is answered, by the name of the question."""


def answer_schemas() -> Json:
    """Describe every answer under the name of its question, and every record inside by its own."""
    found: Json = {}
    names: dict[int, str] = {}
    for question, shape in ANSWERS.items():
        name = f"{question.capitalize()}Answer"
        own = {record.name: schema_of(record) for record in records_in(shape).values()}
        if name not in own:
            found[name] = ref(names[id(shape)]) if id(shape) in names else shape.schema
        names.setdefault(id(shape), name)
        found |= {record: schema for record, schema in own.items() if record not in found}
    return found
