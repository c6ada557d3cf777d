"""Every case of tests/cases under every edition it names: as written, shifted, turned and mirrored."""

from collections import defaultdict
from functools import partial
from zlib import crc32

import pytest

from astrike.errors import InputError
from astrike.model.area_answer import BlastAnswer
from astrike.model.effect_answer import EffectAnswer
from astrike.model.electronics_answer import NetworksAnswer
from astrike.model.legality import Legality
from astrike.model.movement import MoveAnswer
from astrike.model.turn_order import OrderAnswer
from astrike.model.unit_answer import UnitAnswer
from tests.rules.expectation import differences, expected_for, wrong_places
from tests.rules.expectation_area import area_differences
from tests.rules.expectation_effect import effect_differences
from tests.rules.expectation_electronics import electronics_differences
from tests.rules.expectation_layout import legal_differences
from tests.rules.expectation_move import move_differences, unit_differences
from tests.rules.expectation_order import order_differences
from tests.rules.scene import POSES, Pose, Scene, aimed_at, ask, document_of, fitting, placed, scenes
from tests.soak import SOAKED
from tools.casefiles import FOLDER, SHORT, Case, all_cases, cases_of

RUNS = [
    pytest.param(case, edition, id=f"{case.topic}: {case.id} [{edition}]")
    for case in all_cases()
    for edition in case.editions
]


@pytest.mark.parametrize(("case", "edition"), RUNS)
def test_the_answer_is_the_expected_one(case: Case, edition: str) -> None:
    poses_with = defaultdict[tuple[str, str], list[str]](list)
    for scene in scenes(case.raw):
        if edition in scene.raw.get("editions", case.editions):
            for pose in fitting(poses_of(scene, case=case, edition=edition), scene):
                for problem in problems_of(scene, edition=edition, pose=pose):
                    poses_with[scene.name, problem].append(pose.name)
    problems = [f"{scene}, {', '.join(poses)}: {problem}" for (scene, problem), poses in poses_with.items()]
    assert not problems, f"{case.title}\n" + "\n".join(problems)


def poses_of(scene: Scene, *, case: Case, edition: str) -> tuple[Pose, ...]:
    """Turn a case under its first edition: the others share the geometry, and variations share the case's.

    From day to day a case is turned two ways and every sixth of its variations and other editions one way, each in
    another; a soak turns every case every way, and all of these.
    """
    is_first = edition == case.editions[0]
    if scene.raw.get("edge"):
        return POSES[:1]
    if scene.name != "the case" and not is_first:
        return POSES[:1]
    is_most_turned = scene.name == "the case" and is_first
    if SOAKED:
        return POSES if is_most_turned else (POSES[0], POSES[-1])
    written, turned = POSES[:1], POSES[1:]
    if not turned:
        return written
    drawn = crc32(f"{case.topic} {case.id} {edition} {scene.name}".encode())
    if is_most_turned:
        return (*written, *(turned[(drawn + by) % len(turned)] for by in (0, 1)))
    return written if drawn % 6 else (*written, turned[drawn // 6 % len(turned)])


def test_the_examples_of_the_readme_are_cases() -> None:
    blocks = (FOLDER / "README.md").read_text(encoding="utf-8").split("```toml\n")[1:]
    assert len(blocks) == 2
    for block in blocks:
        (case,) = cases_of(block.split("```")[0], topic="README")
        for edition in case.editions:
            test_the_answer_is_the_expected_one(case, edition)


def problems_of(scene: Scene, *, edition: str, pose: Pose) -> list[str]:
    expected = expected_for(scene.expect, edition=SHORT[edition])
    expected.pop("note", None)
    wrong = expected.pop("wrong", None)
    if wrong is not None:
        return wrong_input(scene, edition=edition, pose=pose, places=set(wrong))
    answer = ask(scene, edition=edition, pose=pose)
    if isinstance(answer, MoveAnswer):
        place = partial(placed, scene, edition=edition, pose=pose)
        return list(move_differences(expected, answer, place=place, bearing=pose.bearing))
    if isinstance(answer, UnitAnswer):
        return list(unit_differences(expected, answer))
    if isinstance(answer, NetworksAnswer):
        return list(electronics_differences(expected, answer))
    if isinstance(answer, EffectAnswer):
        return list(effect_differences(expected, answer))
    if isinstance(answer, BlastAnswer):
        place = partial(placed, scene, edition=edition, pose=pose)
        return list(area_differences(expected, answer, place=place, aimed=aimed_at(scene)))
    if isinstance(answer, OrderAnswer):
        return list(order_differences(expected, answer))
    if isinstance(answer, Legality):
        return list(legal_differences(expected, answer))
    return list(differences(expected, answer))


def wrong_input(scene: Scene, *, edition: str, pose: Pose, places: set[str]) -> list[str]:
    with pytest.raises(InputError) as caught:
        ask(scene, edition=edition, pose=pose)
    found = wrong_places(caught.value, document_of(scene, edition=edition, pose=pose))
    return [] if found == places else [f"expected problems at {sorted(places)}, found {sorted(found)}"]
