"""Whatever cites a page names its printing: in the JSON of all cases, in the description of the API, on screens."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from zlib import crc32

import pytest

from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import SightReport
from astrike.model.effect_answer import EffectAnswer
from astrike.model.electronics_answer import NetworksAnswer
from astrike.model.explain import Citation
from astrike.model.legality import Legality
from astrike.model.movement import MoveAnswer
from astrike.model.turn_order import OrderAnswer
from astrike.model.unit_answer import UnitAnswer
from astrike.report.area.json import blast_json
from astrike.report.attack.json import attack_json, sight_json
from astrike.report.effects.json import effect_json
from astrike.report.electronics.json import networks_json
from astrike.report.layout.json import legal_json
from astrike.report.movement.json import move_json, unit_json
from astrike.report.movement.order import order_json
from astrike.report.rulebook.editions import differences_json
from astrike.rulebook.compare import differences
from astrike.rulebook.loader import load_edition
from astrike.rulebook.row import RulebookRow
from astrike.web.http.assets import template_dir
from astrike.web.openapi.document import openapi_document
from tests.rules.expectation import expected_for
from tests.rules.scene import POSES, Answer, ask, scenes
from tools.casefiles import SHORT, Case, all_cases

PRINTING = "a printing of these tests"
PAGE = re.compile(r"(CE7?|AS) pp?\.\d.*")
TOPICS = sorted({case.topic for case in all_cases()})


@pytest.mark.parametrize("topic", TOPICS)
def test_all_that_cites_a_page_names_the_printing_of_its_row(
    topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RulebookRow, "cite", property(lambda row: Citation(row.ref, PRINTING)))
    found = [
        (case.id, where, cited)
        for case in all_cases()
        if case.topic == topic
        for answer in answers_of(case)
        for where, cited in objects_that_cite(json_of(answer))
    ]
    assert found, "answers cite pages"
    problems = [
        f"{case}, {where}: {problem}" for case, where, cited in found for problem in problems_of(cited)
    ]
    assert not problems, "\n".join(problems)


def test_the_difference_of_two_editions_names_both_printings() -> None:
    ours, theirs = load_edition("ce-5.01"), load_edition("classic-2.3.1")
    skill = replace(theirs.modifiers["terrain.woods"], page_of="classic-2.3.1")
    theirs = replace(theirs, modifiers={**theirs.modifiers, "terrain.woods": skill})
    woods = replace(ours.modifiers["terrain.woods"], page_of="ce-7")
    ours = replace(ours, modifiers={**ours.modifiers, "terrain.woods": woods})
    rows = differences_json(differences(ours, theirs))["rows"]
    assert isinstance(rows, list)
    found = next(row for row in rows if row["key"] == "terrain.woods")
    assert found["pages"] == {
        "a": {"ref": woods.ref, "page_of": "ce-7"},
        "b": {"ref": skill.ref, "page_of": "classic-2.3.1"},
    }
    assert (found["ref"], found["page_of"]) == (f"{woods.ref} / {skill.ref}", None)


def test_the_description_of_the_api_has_both_keys_wherever_it_has_one() -> None:
    described = [
        (where, schema)
        for where, schema in _objects(openapi_document(), "")
        if {"ref", "page_of"} & set(_properties(schema))
    ]
    assert len(described) > 10
    for where, schema in described:
        required = schema["required"]
        assert isinstance(required, list), where
        assert {"ref", "page_of"} <= set(_properties(schema)) & set(required), where


def test_templates_write_pages_by_one_function() -> None:
    written = [
        f"{path.relative_to(template_dir())}:{number}: {found}"
        for path in sorted(template_dir().rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for found in re.findall(r"\{\{[^}]*\b(?:ref|cite)\b[^}]*\}\}", line)
    ]
    by_the_function = [each for each in written if re.search(r"cited(_in)?\(|ref=|total\.ref", each)]
    assert by_the_function
    assert written == by_the_function


def answers_of(case: Case) -> Iterator[Answer]:
    """Ask a case as it is written, under one edition: every other case under its first, the others under its last.

    One that is wrong input has no answer.
    """
    scene = next(iter(scenes(case.raw)))
    editions = list(scene.raw.get("editions", case.editions))  # type: ignore[call-overload]  # a list
    edition = editions[-(crc32(case.id.encode()) % 2)]
    if "wrong" not in expected_for(scene.expect, edition=SHORT[edition]):
        yield ask(scene, edition=edition, pose=POSES[0])


def json_of(answer: Answer) -> Mapping[str, object]:
    match answer:
        case MoveAnswer():
            return move_json(answer)
        case UnitAnswer():
            return unit_json(answer)
        case NetworksAnswer():
            return networks_json(answer)
        case EffectAnswer():
            return effect_json(answer)
        case BlastAnswer():
            return blast_json(answer)
        case OrderAnswer():
            return order_json(answer)
        case Legality():
            return legal_json(answer)
        case SightReport():
            return sight_json(answer)
        case _:
            return attack_json(answer)


def objects_that_cite(found: Mapping[str, object]) -> Iterator[tuple[str, Mapping[str, object]]]:
    yield from ((where, each) for where, each in _objects(found, "") if {"ref", "page_of"} & set(each))


def problems_of(found: Mapping[str, object]) -> Iterator[str]:
    keys = list(found)
    if "ref" not in keys or "page_of" not in keys or keys.index("page_of") != keys.index("ref") + 1:
        yield f"ref and page_of do not stand together among {keys}"
    elif not found["ref"]:
        yield "ref is empty"
    elif PAGE.fullmatch(str(found["ref"])) and found["page_of"] not in (PRINTING, "classic-2.3.1"):
        yield f"{found['ref']} is said to be of {found['page_of']}"


def _properties(schema: Mapping[str, object]) -> Mapping[str, object]:
    properties = schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _objects(value: object, where: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    if isinstance(value, Mapping):
        yield where, value
        for key, each in value.items():
            yield from _objects(each, f"{where}.{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for number, each in enumerate(value):
            yield from _objects(each, f"{where}[{number}]")
