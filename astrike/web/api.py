"""How do programs ask? The contract's JSON over HTTP: a question with its table in, an answer out, nothing stored."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, jsonify, make_response, request

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import FILE, load_json, shown
from astrike.report.answer_json import attack_json, matrix_json, sight_json
from astrike.web.asking import ask_attack, ask_matrix, ask_sight
from astrike.web.openapi import openapi_document

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


@blueprint.post("/attack")
def attack() -> Response:
    """Answer one attack."""
    return _answered(lambda body: attack_json(ask_attack(body).answer))


@blueprint.post("/sight")
def sight() -> Response:
    """Answer line of sight and cover."""
    return _answered(lambda body: sight_json(ask_sight(body).answer))


@blueprint.post("/matrix")
def matrix() -> Response:
    """Answer every attacker against every enemy."""
    return _answered(lambda body: matrix_json(ask_matrix(body).answers))


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Describe the addresses above."""
    return make_response(jsonify(openapi_document()))


def _answered(answer: Callable[[Mapping[str, object]], Mapping[str, object]]) -> Response:
    return make_response(jsonify(answer(_body())))


def _body() -> Mapping[str, object]:
    """Read the request's body: one JSON object, whatever the request calls it."""
    try:
        body = load_json(request.get_data(cache=False))
    except InputError as error:
        raise InputError(
            replace(each, at="body") if each.at == FILE else each for each in error.problems
        ) from error
    if not isinstance(body, dict):
        raise InputError([Problem("body", shown(body), "an object: a question with its table")])
    return body
