"""How do programs ask? The contract's JSON over HTTP: a question with its table in, an answer out, nothing stored."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, jsonify, make_response, request

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import FILE, load_json, shown
from astrike.model.limits import QUESTION
from astrike.report.answer_json import attack_json, matrix_json, sight_json
from astrike.report.area.json import blast_json
from astrike.report.effects.json import effect_json
from astrike.report.electronics.json import networks_json
from astrike.report.legal_json import files_json, legal_json
from astrike.report.move_json import move_json, prospects_json, reach_json, unit_json
from astrike.report.order_json import order_json
from astrike.web.area.questions import AreaReply, ask_blast, ask_scatter
from astrike.web.attack.questions import ask_attack, ask_matrix, ask_sight
from astrike.web.effects.questions import ask_effect
from astrike.web.electronics.questions import ask_networks
from astrike.web.jobs.many_tables import checked_in_turn
from astrike.web.jobs.places import in_turn
from astrike.web.layout.list_questions import ask_list
from astrike.web.movement.questions import ask_move, ask_order, ask_prospects, ask_reach, ask_unit
from astrike.web.openapi.document import openapi_document

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


@blueprint.post("/attack")
def attack() -> Response:
    """Answer one attack."""
    return _answered(_attack)


@blueprint.post("/sight")
def sight() -> Response:
    """Answer line of sight and cover."""
    return _answered(_sight)


@blueprint.post("/matrix")
def matrix() -> Response:
    """Answer every attacker against every enemy."""
    return _answered(_matrix)


@blueprint.post("/blast")
def blast() -> Response:
    """Answer who is caught by an area effect."""
    return _answered(lambda body: _burst(ask_blast(body)))


@blueprint.post("/scatter")
def scatter() -> Response:
    """Answer where a miss lands and who is caught there."""
    return _answered(lambda body: _burst(ask_scatter(body)))


@blueprint.post("/networks")
def networks() -> Response:
    """Answer which network works for whom."""
    return _answered(lambda body: networks_json(ask_networks(body).answer))


@blueprint.post("/effect")
def effect() -> Response:
    """Answer what comes of a roll on a table, a fall, a collapse and the like."""
    return _answered(lambda body: effect_json(ask_effect(body).answer))


@blueprint.post("/order")
def order() -> Response:
    """Answer who moves how many units when."""
    return _answered(lambda body: order_json(ask_order(body).answer))


@blueprint.post("/move")
def move() -> Response:
    """Answer one move."""
    return _answered(lambda body: move_json(ask_move(body).answer))


@blueprint.post("/reach")
def reach() -> Response:
    """Answer where a unit can end its move."""
    return _answered(_reach)


@blueprint.post("/prospects")
def prospects() -> Response:
    """Answer where a unit would hit best and be hit least."""
    return _answered(lambda body: prospects_json(in_turn(lambda: ask_prospects(body)).answer))


@blueprint.post("/unit")
def unit() -> Response:
    """Answer what a unit is right now."""
    return _answered(lambda body: unit_json(ask_unit(body).answer))


@blueprint.post("/legal")
def legal() -> Response:
    """Answer what is wrong with tables."""
    return _answered(_legal)


@blueprint.post("/list")
def list_() -> Response:
    """Answer what is wrong with lists of units."""
    return _answered(_list)


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Describe the addresses above."""
    return make_response(jsonify(openapi_document()))


def _attack(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = ask_attack(body)
    return attack_json(asked.answer, asked.margins)


def _sight(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = ask_sight(body)
    return sight_json(asked.answer, asked.margins)


def _burst(asked: AreaReply) -> Mapping[str, object]:
    return blast_json(asked.answer, asked.margins)


def _reach(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = in_turn(lambda: ask_reach(body))
    return reach_json(asked.answer, route=asked.route)


def _legal(body: Mapping[str, object]) -> Mapping[str, object]:
    answers = checked_in_turn(body)
    return files_json(answers, [f"tables[{number}]" for number in range(len(answers))])


def _list(body: Mapping[str, object]) -> Mapping[str, object]:
    checked = ask_list(body)
    return files_json([legal_json(each.legality) for each in checked], [each.name for each in checked])


def _matrix(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = ask_matrix(body)
    return matrix_json(asked.answers, asked.calls, tolerance=asked.table.tolerance)


def _answered(answer: Callable[[Mapping[str, object]], Mapping[str, object]]) -> Response:
    return make_response(jsonify(answer(_body())))


def _body() -> Mapping[str, object]:
    """Read the request's body: one JSON object, whatever the request calls it."""
    try:
        body = load_json(request.get_data(cache=False), most_bytes=QUESTION.most)
    except InputError as error:
        raise InputError(
            replace(each, at="body") if each.at == FILE else each for each in error.problems
        ) from error
    if not isinstance(body, dict):
        raise InputError([Problem("body", shown(body), "an object: a question with its table")])
    return body
