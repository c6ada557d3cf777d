"""How are all addresses of the API described together, with examples and schemas, as one OpenAPI document?"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Final

from astrike.model.byte_limits import QUESTION
from astrike.web.openapi.all_questions import all_questions
from astrike.web.openapi.schemas import (
    TEXT,
    Json,
    answer_schemas,
    classic_question_schemas,
    json_of,
    last_word,
    list_schema,
    question_schema,
    record_schema,
    schema_ref,
)

_TABLE: Json = {
    "type": "object",
    "description": "The table file: a GeoJSON FeatureCollection in inches with the member `astrike`.",
    "required": ["type", "astrike", "features"],
    "properties": {
        "type": {"const": "FeatureCollection"},
        "astrike": {"type": "object", "required": ["format", "width", "depth"]},
        "features": {"type": "array", "items": {"type": "object"}},
    },
}
_EVERYWHERE: Final[Mapping[str, str]] = {
    "400": "What came in is no request that a server can read.",
    "403": "A page of another address asks.",
    "404": "There is no such address.",
    "408": "The request did not arrive completely in time.",
    "421": "The server is called by a name that it does not have.",
    "429": "This address asks for too much at once, or the server is busy; Retry-After says when to try again.",
    "431": "Address and cookies are too long.",
    "500": "A mistake of astrike's; the log has the details under the number that is named.",
    "501": "The body is sent in a way that the server does not know.",
    "503": "The server cannot answer now: it is being stopped or is out of memory.",
}
_QUESTIONS_ONLY: Final[Mapping[str, str]] = {
    "405": "Only POST is answered here; Allow says so.",
    "413": "More bytes than that.",
    "422": (
        "The question or its table is wrong: every problem. "
        "Or the answer takes longer than this server allows: the limit."
    ),
}
_EXAMPLE_TABLE: Json = {
    "type": "FeatureCollection",
    "astrike": {"format": 1, "name": "Two 'Mechs and a wall", "width": 48, "depth": 36},
    "features": [
        {
            "type": "Feature",
            "id": "wall",
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[20, 10], [21, 10], [21, 20], [20, 20], [20, 10]]],
            },
            "properties": {"kind": "wall", "height": 1},
        },
        *(
            {
                "type": "Feature",
                "id": unit,
                "geometry": {"type": "Point", "coordinates": [x, 15]},
                "properties": {"kind": "unit", "side": side, "facing": facing, "skill": 4, "damage": "3/3/2"},
            }
            for unit, x, side, facing in (("A", 8, "red", 90), ("B", 26, "blue", 270))
        ),
    ],
}


@cache
def openapi_document() -> Json:
    """Describe the API; treat the result as read-only."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "astrike",
            "version": version("astrike"),
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": (
                "Measures a BattleTech: Alpha Strike table and explains what an attack or a move needs and why. "
                "The API stores nothing and needs no cookie and no code: a question brings its table. "
                "Lengths are inches, x east, y north, z up; angles degrees clockwise from north."
            ),
        },
        "paths": {
            "/api/v1/attack": _asks(
                "attack",
                "May one unit attack another, or a point, what does it need, and why?",
                example={"table": _EXAMPLE_TABLE, "attacker": "A", "target": "B"},
            ),
            "/api/v1/sight": _asks(
                "sight",
                "Line of sight and cover alone",
                example={"table": _EXAMPLE_TABLE, "attacker": "A", "target": "B"},
            ),
            "/api/v1/matrix": _asks(
                "matrix",
                "Every attacker against every enemy, in the order of the file",
                example={"table": _EXAMPLE_TABLE, "side": "red"},
            ),
            "/api/v1/blast": _asks(
                "blast",
                "Who is caught by an area effect at a point?",
                example={"table": _EXAMPLE_TABLE, "at": [25, 15], "weapon": "ART-LT"},
            ),
            "/api/v1/scatter": _asks(
                "scatter",
                "Where does a miss land, and who is caught there?",
                example={"table": _EXAMPLE_TABLE, "at": [25, 15], "weapon": "ART-LT", "dice": [2, 5]},
            ),
            "/api/v1/networks": _asks(
                "networks",
                "Which networks work for whom, and which electronic fields are on?",
                example={"table": _EXAMPLE_TABLE},
            ),
            "/api/v1/effect": _asks(
                "effect",
                "What comes of a roll on a table, a fall, a collapse and the like?",
                example={"table": _EXAMPLE_TABLE, "kind": "critical", "unit": "A", "dice": [7]},
            ),
            "/api/v1/move": _asks(
                "move",
                "May a unit go along this path, and at what cost?",
                example={
                    "table": _EXAMPLE_TABLE,
                    "unit": "A",
                    "path": [[12, 20.5], [22, 20.5, None]],
                    "mode": "ground",
                    "facing": 90,
                },
            ),
            "/api/v1/reach": _asks(
                "reach",
                "Where can a unit end its move, and which is the cheapest way to one point?",
                example={"table": _EXAMPLE_TABLE, "unit": "A", "to": [12, 22]},
            ),
            "/api/v1/prospects": _asks(
                "prospects",
                "Where would a unit hit one enemy best, and where would others hit it least?",
                example={"table": _EXAMPLE_TABLE, "unit": "A", "target": "B", "threats": ["B"]},
            ),
            "/api/v1/order": _asks(
                "order",
                "Who moves how many units when, once it is known who lost initiative?",
                example={"table": _EXAMPLE_TABLE, "lost": ["red"]},
            ),
            "/api/v1/unit": _asks(
                "unit",
                "Move and TMM of every mode with their derivation, arcs and modifiers",
                example={"table": _EXAMPLE_TABLE, "unit": "A"},
            ),
            "/api/v1/legal": _asks(
                "legal",
                "What is wrong with a table, or with several?",
                example={"tables": [_EXAMPLE_TABLE]},
            ),
            "/api/v1/list": _asks(
                "list",
                "What is wrong with a list of units, or with several?",
                example={"rosters": [_EXAMPLE_TABLE], "profile": "alpha-strike-350-v3.2"},
            ),
            "/api/v1/classic/roll": _asks(
                "classic/roll",
                "Classic BattleTech: which piloting rolls are due, against what, and what if they fail?",
                example={
                    "unit": {"tons": 65, "legs": {"left": {"foot": 1}}},
                    "events": [{"event": "gyro-hit"}],
                    "dice": [7],
                },
            ),
            "/api/v1/classic/impact": _asks(
                "classic/impact",
                "Classic BattleTech: what does a fall, a skid, a charge or a collapse do, and to whom?",
                example={
                    "kind": "skid",
                    "attacker": {"tons": 55},
                    "moved_before": 6,
                    "path": [{"what": "nothing"}, {"what": "building", "cf": 40}],
                    "dice": {"facing": 3},
                },
            ),
            "/api/v1/classic/critical": _asks(
                "classic/critical",
                "Classic BattleTech: which slots of a location are hit, and what stops working?",
                example={
                    "location": "right-torso",
                    "sheet": {
                        "locations": {"right-torso": {"slots": ["Medium Laser", "Ammo SRM 2"]}},
                        "items": {"Ammo SRM 2": {"shots": 50, "damage": 2, "missiles": 2}},
                    },
                    "dice": [[8], [2]],
                },
            ),
            "/api/v1/classic/hex": _asks(
                "classic/hex",
                "Classic BattleTech: is there LOS across hexes, what does the attack need, what does the path cost?",
                example={
                    "hexes": {"0504": {"woods": "light"}, "0503": {"level": 2}},
                    "attacker": {"hex": "0505", "facing": 0, "moved": {"mode": "walk", "hexes": 3}},
                    "target": {"hex": "0302", "facing": 3, "moved": {"mode": "run", "hexes": 6}},
                    "weapon": {"ranges": [3, 6, 9], "location": "right-arm"},
                    "path": {"from": "0505", "steps": ["forward", "left", "forward"]},
                },
            ),
            "/api/v1/openapi.json": {
                "get": {
                    "operationId": "openapi",
                    "summary": "This description",
                    "responses": _sorted(
                        {
                            "200": {"description": "OpenAPI 3.1", "content": json_of({"type": "object"})},
                            **_refused(_EVERYWHERE),
                            "405": _refusal("Only GET is answered here; Allow says so."),
                        }
                    ),
                }
            },
        },
        "components": {"schemas": _schemas()},
    }


def _asks(name: str, summary: str, *, example: Json) -> Json:
    title = last_word(name).capitalize()
    return {
        "post": {
            "operationId": name.replace("/", "-"),
            "summary": summary,
            "requestBody": {
                "required": True,
                "description": f"At most {QUESTION.size} of JSON ({QUESTION.most:,} bytes).",
                "content": {
                    "application/json": {"schema": schema_ref(f"{title}Question"), "example": example}
                },
            },
            "responses": _sorted(
                {
                    "200": {
                        "description": "The answer, also when it is no.",
                        "content": json_of(schema_ref(f"{title}Answer")),
                    },
                    **_refused(_EVERYWHERE),
                    **_refused(_QUESTIONS_ONLY),
                }
            ),
        }
    }


def _refused(descriptions: Mapping[str, str]) -> Json:
    return {code: _refusal(description) for code, description in descriptions.items()}


def _refusal(description: str) -> Json:
    return {"description": description, "content": json_of(schema_ref("Errors"))}


def _sorted(responses: Json) -> Json:
    return dict(sorted(responses.items()))


def _schemas() -> Json:
    return {
        "Table": _TABLE,
        **{
            f"{name.capitalize()}Question": question_schema(question)
            for name, question in all_questions().items()
        },
        **classic_question_schemas(),
        **answer_schemas(),
        "Errors": record_schema(
            {"errors": list_schema(record_schema({"at": TEXT, "found": TEXT, "expected": TEXT}))}
        ),
    }
