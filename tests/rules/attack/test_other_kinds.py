"""Attacks that are counted like a weapon attack: indirect fire, designators, beacons and tasers."""

from collections import Counter

import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.asking import attack
from tests.builders import Json

CARRIED = ["IF2", "TAG", "SNARC1", "MTAS1"]
SIGHT = {"indirect.with-los": "allow", "environment-modifiers": True, "multiple-attack-rolls": True}

SCENES: dict[str, dict[str, Json]] = {
    "plain": {},
    "drone": {"attacker": {"specials": [*CARRIED, "DRO"]}},
    "attacker jumped": {"attacker": {"motion": "jump"}},
    "attacker stands": {"attacker": {"motion": "standstill"}},
    "heat": {"attacker": {"heat": 2}},
    "fire control": {"attacker": {"hits": {"fire-control": 1}}},
    "crew": {"attacker": {"type": "AF", "hits": {"crew": 1}}},
    "spots": {"attacker": {"spotter": {"target": "B"}}},
    "shield": {"attacker": {"specials": [*CARRIED, "SHLD"]}},
    "industrial": {"attacker": {"type": "IM"}},
    "support": {"attacker": {"type": "SV"}},
    "basic fire control": {"attacker": {"type": "SV", "specials": [*CARRIED, "BFC"]}},
    "DropShip": {"attacker": {"type": "DS", "base": 4}},
    "night": {"head": {"conditions": {"light": "night"}}, "attacker": {"type": "CV"}},
    "named": {"question": {"dust": 1}},
    "target moved": {"target": {"tmm": 3, "motion": "ground", "move": '14"'}},
    "target jumped": {"target": {"tmm": 2, "motion": "jump", "move": '8"/8"j'}},
    "climbing": {"target": {"tmm": 2, "move": '10"', "state": ["climbing"]}},
    "immobile": {"target": {"state": ["immobile"]}},
    "woods": {"target": {"motion": "ground"}, "terrain": {"kind": "woods", "box": (11, 4, 13, 8)}},
    "cover": {"terrain": {"kind": "wall", "height": 1, "box": (11.2, 4, 11.5, 8)}},
    "under water": {"terrain": {"kind": "water", "depth": 3, "box": (0, 0, 30, 20)}},
    "battle armor": {"target": {"type": "BA"}},
    "large": {"target": {"type": "CV", "specials": ["LG"]}},
    "VTOL": {
        "target": {"type": "CV", "move": '10"v', "motion": "vtol", "state": ["airborne"], "elevation": 2}
    },
    "hull down": {"target": {"state": ["hull-down"], "type": "CV"}},
    "dug in": {"target": {"type": "BA", "state": ["dug-in"]}},
    "stealth": {"target": {"type": "BA", "specials": ["STL"]}},
    "mimetic": {"target": {"type": "BA", "specials": ["MAS"], "motion": "standstill"}},
    "interference": {"question": {}, "choices": {"interference": True}},
    "pod": {
        "attacker": {"specials": [*CARRIED, "VR"]},
        "jammer": {"specials": ["ECM"], "at": (12, 12), "side": "blue"},
    },
}


def answers(name: str, edition: str, *kinds: str) -> list[AttackAnswer]:
    scene = SCENES[name]
    attacker: Json = {"type": "BM", "motion": "ground", "skill": 4, "damage": "3/3/3", "specials": CARRIED}
    features = [
        builders.unit("A", (5, 6), **{"side": "red", **attacker, **scene.get("attacker", {})}),
        builders.unit(
            "B", (12, 6), **{"side": "blue", "motion": "ground", "tmm": 0, **scene.get("target", {})}
        ),
        builders.unit("C", (5, 7.5), side="red", motion="ground"),
    ]
    if "terrain" in scene:
        about = dict(scene["terrain"])
        features.append(builders.area("piece", builders.box(*about.pop("box")), **about))
    if "jammer" in scene:
        about = dict(scene["jammer"])
        features.append(builders.unit("J", about.pop("at"), **about))
    document = builders.document(*features, edition=edition, options=SIGHT, **scene.get("head", {}))
    prepared = prepare_table(parse_document(document))
    modifiers = tuple(scene.get("question", {}).items())
    choices = tuple(scene.get("choices", {}).items())
    return [
        attack(prepared, "A", "B", AttackQuestion(kind=kind, modifiers=modifiers, choices=choices))
        for kind in kinds
    ]


def terms(answer: AttackAnswer) -> Counter[tuple[str, int]]:
    return Counter((modifier.key, modifier.value) for modifier in answer.tally.modifiers if modifier.value)


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
@pytest.mark.parametrize("name", SCENES)
def test_designators_beacons_and_tasers_need_what_a_weapon_needs(name: str, edition: str) -> None:
    plain, *others = answers(name, edition, "weapon", "tag", "narc", "taser")
    for each in others:
        assert terms(each) == terms(plain), each.kind
        assert each.considered == plain.considered


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
@pytest.mark.parametrize("name", SCENES)
def test_indirect_fire_needs_what_a_weapon_needs_and_a_spotter(name: str, edition: str) -> None:
    plain, indirect = answers(name, edition, "weapon", "indirect")
    added = terms(indirect) - terms(plain)
    lost = terms(plain) - terms(indirect)
    terrain = {"terrain.woods", "terrain.cover"}
    assert added - Counter({("attack.indirect", 1): 1}) == Counter(
        {term: 1 for term in added if term[0] in terrain}
    )
    assert {key for key, _ in lost} <= {*terrain, "terrain.underwater"}
    assert ("attack.indirect", 1) in added
