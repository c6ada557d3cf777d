"""How do programs ask? The contract's JSON over HTTP: a question with its table in, an answer out, nothing stored."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Response, jsonify, make_response, request

from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, load_json, shown
from astrike.model.byte_limits import QUESTION


def json_answer(answer: Callable[[Mapping[str, object]], Mapping[str, object]]) -> Response:
    """Answer the question in the request's body."""
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
