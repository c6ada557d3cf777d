"""Do the values of a preset make sense together? Bounds in order, keys and kinds known, references that lead on."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from astrike.errors import Problem
from astrike.model.inch_limits import LARGEST_TABLE, NARROWEST_BASE, SMALLEST_TABLE, WIDEST_BASE
from astrike.presets import scenario_schema
from astrike.presets.laying_order import LAYING_ORDERS
from astrike.presets.list_schema import MEASURES, UNIT_TYPES, ListLimit
from astrike.presets.reading import place_of_member, value_shown
from astrike.presets.schema import CONFIDENCE, LIMITS, LayoutLimits, Preset

TERRAIN: Final = (
    "hill", "ramp", "woods", "jungle", "heavy-industrial", "planted-fields", "smoke", "water", "rapids",
    "hazardous-liquid", "building", "wall", "bridge", "rough", "ultra-rough", "rubble", "ultra-rubble", "paved",
    "road", "rail", "swamp", "quicksand", "mud", "ice", "sand", "snow", "tundra", "gravel", "magma-crust", "magma",
    "minefield", "fortified", "fire",
)  # fmt: skip
"""The kinds of terrain that limits can name."""
SYMMETRIES: Final = ("turn", "west-east", "south-north")
_ID: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-")


def check_preset(preset: Preset, at: str = "") -> Iterator[Problem]:
    """Name everything about a preset, its layout aside, that makes no sense."""
    if not preset.id or not set(preset.id) <= _ID or len(preset.id) > 60:
        yield Problem(place_of_member(at, "id"), value_shown(preset.id), "1 to 60 of a to z, 0 to 9, - and .")
    for key, value in (("title", preset.title), ("source", preset.source)):
        if not value.strip():
            yield Problem(place_of_member(at, key), value_shown(value), "text")
    yield from _word(place_of_member(at, "confidence"), preset.confidence, CONFIDENCE)
    for key, sure in preset.doubts.items():
        yield from _word(place_of_member(place_of_member(at, "doubts"), key), sure, CONFIDENCE)
    yield from _between(place_of_member(at, "base"), preset.base, NARROWEST_BASE, WIDEST_BASE)
    for unit_type, width in preset.bases.items():
        yield from _word(place_of_member(place_of_member(at, "bases"), unit_type), unit_type, UNIT_TYPES)
        yield from _between(
            place_of_member(place_of_member(at, "bases"), unit_type), width, NARROWEST_BASE, WIDEST_BASE
        )
    yield from _between(place_of_member(at, "tolerance"), preset.tolerance, 0.0, 2.0)
    if preset.table is not None:
        for key, size in (("width", preset.table.width), ("depth", preset.table.depth)):
            yield from _between(place_of_member(at, f"table.{key}"), size, SMALLEST_TABLE, LARGEST_TABLE)
    for key, amount in (
        ("rounds", preset.clock.rounds),
        ("minutes", preset.clock.minutes),
        ("turns", preset.clock.turns),
    ):
        yield from _between(place_of_member(at, f"clock.{key}"), amount, 1, 1_000)
    yield from _lists(preset, place_of_member(at, "lists"))
    yield from _deployments(preset, place_of_member(at, "deployments"))
    yield from _scenarios(preset, place_of_member(at, "scenarios"))


def check_layout(layout: LayoutLimits, at: str) -> Iterator[Problem]:
    """Name everything about limits of a layout that makes no sense."""
    yield from _word(place_of_member(at, "symmetry"), layout.symmetry, ("", *SYMMETRIES))
    yield from _word(place_of_member(at, "quadrants"), layout.quadrants, ("", *LAYING_ORDERS))
    for number, limit in enumerate(layout.limits.values()):
        here = place_of_member(place_of_member(at, "limits"), number)
        if not is_limit(limit.key):
            yield Problem(place_of_member(here, "key"), value_shown(limit.key), f"one of {', '.join(LIMITS)}")
        if limit.confidence:
            yield from _word(place_of_member(here, "confidence"), limit.confidence, CONFIDENCE)
        yield from _bounds(here, limit.at_least, limit.at_most)


def is_limit(key: str) -> bool:
    """Is this the key of a limit, of a kind of terrain that exists?

    >>> is_limit("gap.edge"), is_limit("count.woods"), is_limit("count.KIND"), is_limit("footprint.hill.width")
    (True, True, False, True)
    """
    if "KIND" in key:
        return False
    return key in LIMITS or any(
        pattern.replace("KIND", kind) == key for pattern in LIMITS if "KIND" in pattern for kind in TERRAIN
    )


def confident(preset: Preset) -> Preset:
    """Write the preset's confidence beside each value that has none of its own."""
    sure = preset.confidence

    def filled(limit: ListLimit) -> ListLimit:
        return limit if limit.confidence else replace(limit, confidence=sure)

    table = preset.table
    return replace(
        preset,
        table=table if table is None or table.confidence else replace(table, confidence=sure),
        lists=replace(
            preset.lists,
            limits=tuple(map(filled, preset.lists.limits)),
            game=tuple(map(filled, preset.lists.game)),
            extras=tuple(
                each if each.confidence else replace(each, confidence=sure) for each in preset.lists.extras
            ),
        ),
        deployments=tuple(
            each if each.confidence else replace(each, confidence=sure) for each in preset.deployments
        ),
        scenarios=tuple(
            each if each.confidence else replace(each, confidence=sure) for each in preset.scenarios
        ),
        rules=tuple(each if each.confidence else replace(each, confidence=sure) for each in preset.rules),
    )


def _lists(preset: Preset, at: str) -> Iterator[Problem]:
    lists = preset.lists
    for number, unit_type in enumerate(lists.types):
        yield from _word(place_of_member(place_of_member(at, "types"), number), unit_type, UNIT_TYPES)
    for name, limits in (("limits", lists.limits), ("game", lists.game)):
        yield from _once(place_of_member(at, name), [limit.key for limit in limits])
        for number, limit in enumerate(limits):
            here = place_of_member(place_of_member(at, name), number)
            yield from _word(place_of_member(here, "measure"), limit.measure, MEASURES)
            yield from _bounds(here, limit.at_least, limit.at_most)
            if limit.confidence:
                yield from _word(place_of_member(here, "confidence"), limit.confidence, CONFIDENCE)
            for count, unit_type in enumerate(limit.of.types):
                yield from _word(
                    place_of_member(place_of_member(here, "of.types"), count), unit_type, UNIT_TYPES
                )
            for count, skill in enumerate(limit.of.skills):
                yield from _between(place_of_member(place_of_member(here, "of.skills"), count), skill, 0, 8)
    yield from _once(place_of_member(at, "extras"), [extra.key for extra in lists.extras])


def _deployments(preset: Preset, at: str) -> Iterator[Problem]:
    yield from _once(at, [each.id for each in preset.deployments], key="id")
    tokens = {token.key for scenario in preset.scenarios for token in scenario.tokens}
    for number, each in enumerate(preset.deployments):
        here = place_of_member(at, number)
        yield from _word(place_of_member(here, "home"), each.home, ("", *scenario_schema.HOMES))
        for count, zone in enumerate(each.zones):
            spot = place_of_member(place_of_member(here, "zones"), count)
            yield from _word(place_of_member(spot, "rule"), zone.rule, scenario_schema.RULES)
            yield from _word(place_of_member(spot, "edge"), zone.edge, scenario_schema.EDGES)
            yield from _word(place_of_member(spot, "corner"), zone.corner, scenario_schema.CORNERS)
            yield from _word(place_of_member(spot, "side"), zone.side, scenario_schema.SIDES)
            yield from _between(place_of_member(spot, "inches"), zone.inches, 0.1, LARGEST_TABLE)
            if not 0 <= zone.start < zone.inches:
                yield Problem(
                    place_of_member(spot, "start"), value_shown(zone.start), "from 0 to less than inches"
                )
            if zone.rule == "point":
                yield from _word(place_of_member(spot, "of"), zone.of, tokens)


def _scenarios(preset: Preset, at: str) -> Iterator[Problem]:
    yield from _once(at, [each.id for each in preset.scenarios], key="id")
    deployments = ("", *(each.id for each in preset.deployments))
    for number, each in enumerate(preset.scenarios):
        here = place_of_member(at, number)
        yield from _word(place_of_member(here, "deployment"), each.deployment, deployments)
        yield from _once(place_of_member(here, "tokens"), [token.key for token in each.tokens])
        for count, token in enumerate(each.tokens):
            spot = place_of_member(place_of_member(here, "tokens"), count)
            yield from _word(place_of_member(spot, "owner"), token.owner, scenario_schema.OWNERS)
            for key in ("from_home", "from_enemy", "near_enemy", "near_centre", "apart", "hold", "deny"):
                yield from _between(place_of_member(spot, key), getattr(token, key), 0.0, LARGEST_TABLE)


def _word(at: str, value: str, allowed: Collection[str]) -> Iterator[Problem]:
    if value not in allowed:
        yield Problem(at, value_shown(value), f"one of {', '.join(word or 'nothing' for word in allowed)}")


def _between(at: str, value: float | None, low: float, high: float) -> Iterator[Problem]:
    if value is not None and not low <= value <= high:
        yield Problem(at, f"{value:g}", f"a number from {low:g} to {high:g}")


def _bounds(at: str, at_least: float | None, at_most: float | None) -> Iterator[Problem]:
    if at_least is None and at_most is None:
        yield Problem(at, "neither at_least nor at_most", "one of them, or both")
    elif at_least is not None and at_most is not None and at_least > at_most:
        yield Problem(place_of_member(at, "at_least"), f"{at_least:g}", f"no more than at_most, {at_most:g}")
    for key, value in (("at_least", at_least), ("at_most", at_most)):
        if value is not None and value < 0:
            yield Problem(place_of_member(at, key), f"{value:g}", "0 or more")


def _once(at: str, names: list[str], *, key: str = "key") -> Iterator[Problem]:
    for number, name in enumerate(names):
        if not name or name in names[:number]:
            yield Problem(
                place_of_member(place_of_member(at, number), key),
                value_shown(name),
                "each once, and not empty",
            )
