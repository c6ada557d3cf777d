"""The presets that ship: every figure of their sources stands there, and what the source leaves open is absent."""

import pytest

from astrike.presets.checking import TERRAIN
from astrike.presets.list_schema import UNIT_TYPES, ListLimit
from astrike.presets.loader import IDS, load_preset, preset_mapping, read_preset
from astrike.presets.scenario_schema import ScenarioToken, home_edges, zone_words
from astrike.presets.schema import CONFIDENCE, Preset
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition
from astrike.rulebook.loader import IDS as EDITIONS

EVENTS = (
    "default", "alpha-strike-350-v3.2", "alpha-strike-350-v3.2-doubles", "alpha-strike-350-v3.2-epic",
    "alpha-strike-350-v2.3", "alpha-strike-350-core-text", "ksagg-7", "alpha-strike-open",
    "southern-assault-2026", "match-play-battle", "match-play-skirmish", "torchlight", "ibc-germany", "nwa-2024",
    "outworlds-wastes", "outworlds-wastes-2v2", "breakthrough", "pursuit", "stand-up-fight", "capture-the-flag",
    "king-of-the-hill", "hold-the-line", "recon", "ce-setup", "parameters-example", "fair-layout",
)  # fmt: skip
Bounds = tuple[float | None, float | None]


def bounds(preset: Preset, *, game: bool = False) -> dict[str, Bounds]:
    limits: tuple[ListLimit, ...] = preset.lists.game if game else preset.lists.limits
    return {limit.key: (limit.at_least, limit.at_most) for limit in limits}


def layout(preset: Preset) -> dict[str, Bounds]:
    return {key: (limit.at_least, limit.at_most) for key, limit in preset.layout.limits.items()}


def tokens(preset: Preset, scenario: str) -> dict[str, ScenarioToken]:
    (found,) = [each for each in preset.scenarios if each.id == scenario]
    return {token.key: token for token in found.tokens}


def hands(preset: Preset) -> set[str]:
    return {each.key for each in preset.lists.by_hand}


def test_these_presets_ship() -> None:
    assert set(IDS) == set(EVENTS)
    assert IDS[0] == "default"


@pytest.mark.parametrize("name", IDS)
def test_each_loads_with_source_and_confidence_and_reads_back(name: str) -> None:
    preset = load_preset(name)
    assert preset.id == name
    assert preset.version
    assert preset.source
    assert preset.confidence in CONFIDENCE
    edition = preset.edition or DEFAULT_EDITION
    assert edition in EDITIONS
    assert set(preset.options) <= set(load_edition(edition).options)
    assert all(limit.ref and limit.confidence in CONFIDENCE for limit in preset.layout.limits.values())
    for limit in (*preset.lists.limits, *preset.lists.game):
        assert limit.confidence in CONFIDENCE
        assert limit.ref
    assert preset.absent  # every source leaves something open
    assert read_preset(preset_mapping(preset)) == preset


@pytest.mark.parametrize("edition", EDITIONS)
def test_kinds_and_types_are_those_of_the_editions(edition: str) -> None:
    rules = load_edition(edition)
    assert set(TERRAIN) == set(rules.terrain) - {"deployment", "objective-area"}
    assert set(UNIT_TYPES) == set(rules.units)


def test_fair_layout_is_ours_and_asks_for_two_sides_that_are_alike() -> None:
    preset = load_preset("fair-layout")
    assert preset.source.startswith("Ours")
    assert layout(preset) == {
        "count.all": (4, None),
        "corridors": (2, None),
        "symmetry.offset": (None, 0.5),
        "symmetry.turn": (None, 5),
        "zone.difference": (None, 0.05),
    }
    assert preset.layout.symmetry == "turn"
    assert preset.layout.limits["corridors"].ref == "AS p.124"
    assert [each.id for each in preset.deployments] == ["edges"]


def test_default() -> None:
    preset = load_preset("default")
    assert preset.table is not None
    assert (preset.table.width, preset.table.depth, preset.table.is_only) == (48, 48, False)
    assert preset.base == preset.layout.base == 1.25
    assert preset.tolerance == 0.1
    assert layout(preset) == {"corridors": (2, None)}
    assert preset.layout.limits["corridors"].ref == "AS p.124"
    assert {extra.key: extra.value for extra in preset.lists.extras} == {
        "light-strike": 2, "heavy-strike": 3, "light-bombing": 3, "heavy-bombing": 4, "strafing": 5,
        "light-air-cover": 1, "heavy-air-cover": 2, "thumper": 2, "sniper": 3, "long-tom": 5,
        "minefield-light": 0.5, "minefield-medium": 2, "minefield-heavy": 5,
    }  # fmt: skip


def test_alpha_strike_350() -> None:
    preset = load_preset("alpha-strike-350-v3.2")
    assert preset.confidence == "high"
    assert bounds(preset) == {
        "value": (None, 350), "units": (None, 16), "skill": (2, 6), "skill-2-6": (None, 2), "mechs": (None, 12),
        "vehicles": (None, 6), "infantry": (None, 5), "protomechs": (5, 5), "chassis": (None, 2),
        "variant": (None, 1), "variant-cv": (None, 1), "variant-it": (None, 2), "jmps": (None, 2),
        "smallest": (7, None),
    }  # fmt: skip
    assert bounds(preset, game=True) == {"value": (None, 250), "units": (None, 10)}
    assert set(preset.lists.types) == {"BA", "BM", "CV", "CI", "IM", "PM"}
    assert preset.lists.forbidden == ("DRO",)
    assert preset.lists.hitch
    assert hands(preset) == {"era", "faction", "rules-level", "unique", "formations"}
    assert {extra.key: (extra.value, extra.at_most) for extra in preset.lists.extras} == {
        "thumper": (5, 2),
        "sniper": (8, 2),
    }
    assert len(preset.scenarios) == 12
    assert preset.table is None
    assert (preset.clock.rounds, preset.clock.minutes, preset.clock.turns) == (None, None, None)
    assert preset.bases["BM"] == 1.25
    assert preset.bases["CI"] == 0.75
    assert preset.confidence_of("bases") == "medium"
    assert preset.options == {"multiple-attack-rolls": True, "ecm-eccm": True, "cover.types": "all"}
    assert "CE pp.56-60" in {rule.ref for rule in preset.rules}
    shared = next(limit for limit in preset.lists.limits if limit.key == "skill-2-6")
    assert shared.of.skills == (2, 6)
    none_or_five = next(limit for limit in preset.lists.limits if limit.key == "protomechs")
    assert none_or_five.or_none


def test_other_versions_of_350_differ_where_they_differ() -> None:
    newest = bounds(load_preset("alpha-strike-350-v3.2"))
    doubles = bounds(load_preset("alpha-strike-350-v3.2-doubles"))
    assert doubles == newest | {"value": (None, 250), "units": (None, 10)}
    epic = load_preset("alpha-strike-350-v3.2-epic")
    changed = {
        "value": (None, 600), "units": (None, 18), "skill": (1, 6), "vehicles": (None, 8), "infantry": (None, 6),
        "skill-1": (None, 1),
    }  # fmt: skip
    assert bounds(epic) == {k: v for k, v in (newest | changed).items() if k != "mechs"}
    assert {limit.confidence for limit in epic.lists.game} == {"medium"}
    assert "formations" not in hands(epic)
    assert "command-abilities" in hands(epic) & hands(load_preset("alpha-strike-350-v3.2-doubles"))
    old = load_preset("alpha-strike-350-v2.3")
    assert bounds(old) == {
        key: value
        for key, value in (newest | {"vehicles": (None, 8)}).items()
        if key not in ("variant-cv", "variant-it", "smallest")
    }
    assert {extra.key: extra.value for extra in old.lists.extras} == {"thumper": 6, "sniper": 9}
    assert len(old.scenarios) == 8
    core = load_preset("alpha-strike-350-core-text")
    assert core.clock.minutes == 80
    assert bounds(core, game=True) == {"value": (None, 200)}
    ksagg = load_preset("ksagg-7")
    assert bounds(ksagg) == newest | {"lam-bim": (None, 1)}
    assert "experimental" in hands(ksagg)


def test_other_events() -> None:
    open_, southern = load_preset("alpha-strike-open"), load_preset("southern-assault-2026")
    assert bounds(open_) == {
        "value": (None, 400), "units": (None, 16), "skill": (2, 6), "skill-6": (None, 2),
        "mech-share": (0.5, None), "artillery": (None, 2), "artillery-skill": (4, None), "jmps": (None, 2),
        "chassis": (None, 2), "variant": (None, 1),
    }  # fmt: skip
    assert open_.lists.forbidden == ("DRO", "BIM", "DCC", "HPG", "LAM", "RBT")
    assert "unique" in hands(open_)
    assert bounds(southern) == {
        "value": (None, 375), "units": (None, 16), "mechs": (None, 15), "vehicles": (None, 12),
        "infantry": (None, 5), "protomechs": (None, 5), "skill-2": (None, 2), "skill-6": (None, 2),
        "artillery": (None, 2), "artillery-skill": (3, None), "heat": (None, 5), "jmps": (None, 2),
        "chassis": (None, 2), "variant": (None, 1),
    }  # fmt: skip
    torch = load_preset("torchlight")
    assert bounds(torch) == {
        "value": (None, 300), "units": (None, 16), "skill": (2, 7), "skill-2": (None, 2), "skill-7": (None, 2),
        "vtol": (None, 2), "chassis": (None, 2), "battle-armor": (None, 5), "conventional": (None, 5),
    }  # fmt: skip
    assert torch.table is not None
    assert (torch.table.width, torch.table.depth, torch.table.is_only) == (48, 48, True)
    assert (torch.clock.rounds, torch.clock.minutes, torch.clock.turns) == (3, 120, 10)
    assert (torch.scoring.win, torch.scoring.draw, torch.scoring.loss) == (3, 1, 0)
    assert len(torch.scoring.ties) == 4
    ibc = load_preset("ibc-germany")
    assert bounds(ibc) == {"value": (None, 200), "skill": (4, 4), "vtol": (None, 0), "artillery": (None, 0)}
    assert (ibc.clock.rounds, ibc.clock.minutes) == (3, 90)
    assert not {"AF", "CF", "SC", "DS"} & set(ibc.lists.types)
    assert bounds(load_preset("nwa-2024")) == {"value": (None, 400)}


def test_outworlds_wastes() -> None:
    preset = load_preset("outworlds-wastes")
    assert bounds(preset) == {"value": (None, 150)}
    assert bounds(load_preset("outworlds-wastes-2v2")) == {"value": (None, 250)}
    assert preset.clock.turns == 7
    assert layout(preset) == {"height.building": (1, 3)}
    assert tokens(preset, "key-point")["key-point"].hold == 2
    assert [tokens(preset, "reconnaissance")[key].count for key in ("buildings", "contents")] == [15, 7]
    hidden = tokens(preset, "hidden-units")["hidden"]
    assert (hidden.near_enemy, hidden.apart) == (8, 8)


@pytest.mark.parametrize(
    ("name", "value", "points", "home"),
    [("match-play-battle", 500, 15, "long"), ("match-play-skirmish", 250, 10, "short")],
)
def test_match_play(name: str, value: int, points: int, home: str) -> None:
    preset = load_preset(name)
    assert preset.confidence == "medium"
    assert bounds(preset) == {"value": (None, value)}
    ways = {each.id: each for each in preset.deployments}
    assert {key: each.weight for key, each in ways.items()} == {
        "lines": 2, "corners": 1, "attack-defend": 1, "moving": 2, "combat-drop": None,
    }  # fmt: skip
    assert {key: each.home for key, each in ways.items()} == dict.fromkeys(ways, home) | {"corners": "short"}
    assert [(zone.rule, zone.inches) for zone in ways["lines"].zones] == [("edge", 3)]
    assert [(zone.rule, zone.inches, zone.corner) for zone in ways["corners"].zones] == [("corner", 6, "one")]
    assert [(zone.rule, zone.inches, zone.side) for zone in ways["attack-defend"].zones] == [
        ("triangle", 12, "first"),
        ("corner", 6, "second"),
    ]
    assert ways["combat-drop"].confidence == "low"
    assert {each.id: (each.weight, each.plays_to) for each in preset.scenarios} == {
        "objective-raid": (2, points), "control-the-field": (2, points), "destroy-the-enemy": (2, points),
        "hold-the-fort": (2, points), "breakthrough": (2, points), "find-the-target": (2, points),
        "extraction": (1, points), "escort": (1, 10), "reconnaissance": (1, points),
        "king-of-the-hill": (1, points), "capture-the-flag": (1, 10), "head-hunter": (1, points),
    }  # fmt: skip
    raid = tokens(preset, "objective-raid")["objective"]
    assert (raid.count, raid.from_home, raid.apart, raid.hold, raid.points) == (3, 21, 12, 0, (5,))
    fort = tokens(preset, "hold-the-fort")["fort"]
    assert (fort.count, fort.from_home, fort.apart, fort.hold, fort.deny) == (2, 12, 14, 6, 12)
    assert (fort.first_turn, fort.points) == (3, (2, 5))
    target = tokens(preset, "find-the-target")["target"]
    assert (target.count, target.near_enemy, target.apart, target.hold) == (3, 12, 8, 6)
    building = tokens(preset, "reconnaissance")["building"]
    assert (building.count, building.from_home, building.near_centre, building.apart) == (6, 12, 12, 2)
    hill = tokens(preset, "king-of-the-hill")
    assert (hill["centre"].near_centre, hill["centre"].hold, hill["centre"].deny) == (3, 6, 8)
    assert (hill["secondary"].count, hill["secondary"].from_home, hill["secondary"].apart) == (2, 12, 18)
    assert tokens(preset, "capture-the-flag")["flag"].near_enemy == 8
    assert tokens(preset, "capture-the-flag")["flag"].count == 1
    assert {kind.label: kind.weight for kind in preset.terrain} == {
        "Dense Wooded": 1, "Dense Light Industrial": 2, "Mountains": 3, "Urban": 6, "Light Industrial": 5,
        "Sparse Wooded": 6, "Hills": 5, "Wetlands": 4, "Desert": 3, "Dense Wetlands": 1,
    }  # fmt: skip


def test_classic_scenarios() -> None:
    pursuit, breakthrough = load_preset("pursuit"), load_preset("breakthrough")
    pieces: dict[str, Bounds] = {"count.all": (4, None), "count.even": (None, 0)}
    assert layout(pursuit) == pieces | {"corridors": (2, None)}
    assert layout(breakthrough) == pieces
    assert (pursuit.layout.quadrants, breakthrough.layout.quadrants) == ("pursuit", "breakthrough")
    assert {limit.ref for limit in breakthrough.layout.limits.values()} == {"AS p.122"}
    assert {limit.ref for limit in pursuit.layout.limits.values()} == {"AS p.124"}


def test_scenarios_of_the_book() -> None:
    fight = load_preset("stand-up-fight").deployments[0]
    assert ([zone.inches for zone in fight.zones], fight.apart) == ([12], 24)
    flag = load_preset("capture-the-flag")
    assert (flag.deployments[0].zones[0].inches, flag.deployments[0].apart) == (12, 24)
    flags = tokens(flag, "capture-the-flag")
    assert (flags["flag"].width, flags["flag"].near_centre, flags["extra-flag"].apart) == (2, 4, 8)
    king = load_preset("king-of-the-hill")
    assert (king.scenarios[0].turns, king.deployments[0].apart) == (12, 24)
    assert tokens(king, "king-of-the-hill")["hill"].near_centre == 4
    line = load_preset("hold-the-line").deployments[0]
    assert [(zone.rule, zone.inches, zone.side) for zone in line.zones] == [
        ("middle", 2, "defender"),
        ("edge", 12, "attacker"),
    ]
    assert line.apart == 12
    assert tokens(load_preset("recon"), "recon")["building"].apart == 2
    assert load_preset("ce-setup").deployments[0].zones[0].inches == 10


def test_parameters_of_other_games_are_an_example() -> None:
    preset = load_preset("parameters-example")
    assert preset.confidence == "medium"
    assert preset.layout.symmetry == "turn"
    assert layout(preset) == {
        "count.all": (10, 10), "height.building": (None, 9.5), "footprint.building.width": (None, 12),
        "footprint.building.depth": (None, 6), "gap.edge": (2, None), "gap.pieces": (3, None),
        "gap.zone": (4, None), "gap.objective": (2, None), "coverage.impassable": (None, 0.2),
        "coverage.objective": (None, 0.25),
    }  # fmt: skip


def test_zones_become_rules_of_the_editor_on_a_table() -> None:
    battle = load_preset("match-play-battle")
    lines = next(each for each in battle.deployments if each.id == "lines")
    south, north = home_edges(lines.home, width=72, depth=48)
    assert zone_words(lines.zones[0], north, width=72, depth=48)["edge"] == "north"
    corners = next(each for each in battle.deployments if each.id == "corners")
    assert home_edges(corners.home, width=72, depth=48) == ("west", "east")
    picked = zone_words(corners.zones[0], "west", width=72, depth=48, corner="south-west")
    assert picked == {"rule": "corner", "inches": 6.0, "corner": "south-west"}
    assert south == "south"
