"""Which presets are there, and is one that somebody brings complete and sound? Reads TOML or plain mappings.

Every problem is named at once. A value without a confidence of its own has that of its preset.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from astrike.errors import InputError, NotFound, Problem
from astrike.model.byte_limits import PRESET
from astrike.presets.checking import check_layout, check_preset, confident
from astrike.presets.reading import place_of_member, plain_values, read_record, value_shown
from astrike.presets.schema import LayoutLimit, LayoutLimits, Preset

DATA: Final = Path(__file__).parent / "data"
DEFAULT_PRESET: Final = "default"
IDS: Final = (
    DEFAULT_PRESET,
    *sorted(path.stem for path in DATA.glob("*.toml") if path.stem != DEFAULT_PRESET),
)
LARGEST_TEXT: Final = PRESET.most
"""Characters of a preset that somebody brings."""
_LAYOUT: Final = frozenset({"limits", "base"})


@cache
def load_preset(preset_id: str) -> Preset:
    """Load a preset that ships.

    >>> load_preset("default").table.width
    48.0
    """
    if preset_id not in IDS:
        raise NotFound(f"There is no preset {preset_id!r}; the presets are {', '.join(IDS)}.")
    return read_preset((DATA / f"{preset_id}.toml").read_text(encoding="utf-8"))


def read_preset(given: Mapping[str, object] | str, *, at: str = "") -> Preset:
    """Read a preset from a mapping, or from TOML or JSON text; raise `InputError` with every problem in it."""
    problems: list[Problem] = []
    raw = parse_preset(given, at=at) if isinstance(given, str) else given
    preset = read_record(Preset, raw, at, problems, but=frozenset({"layout"}))
    layout = _layout(raw.get("layout", {}), place_of_member(at, "layout"), problems)
    if preset is not None:
        problems += check_preset(preset, at)
    if layout is not None:
        problems += check_layout(layout, place_of_member(at, "layout"))
    if layout is not None and preset is not None and not problems:
        limits = {
            key: limit if limit.confidence else replace(limit, confidence=preset.confidence)
            for key, limit in layout.limits.items()
        }
        whole = replace(layout, limits=MappingProxyType(limits), base=preset.base)
        return confident(replace(preset, layout=whole))
    raise InputError(problems)


def preset_mapping(preset: Preset) -> dict[str, object]:
    """Give a preset as `read_preset` reads it, to be kept, shown or edited.

    >>> read_preset(preset_mapping(load_preset("default"))) == load_preset("default")
    True
    """
    found = plain_values(replace(preset, layout=LayoutLimits()))
    assert isinstance(found, dict)
    layout = plain_values(replace(preset.layout, limits=MappingProxyType({}), base=LayoutLimits().base))
    assert isinstance(layout, dict)
    if preset.layout.limits:
        layout["limits"] = [_limit_mapping(limit) for limit in preset.layout.limits.values()]
    return found | ({"layout": layout} if layout else {})


def _limit_mapping(limit: LayoutLimit) -> dict[str, object]:
    found = plain_values(limit)
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if value is not None}


def parse_preset(text: str, *, at: str = "") -> Mapping[str, object]:
    """Parse TOML, or JSON where the text begins like it; what it says is checked by `read_preset`."""
    here = at or "preset"
    if len(text) > LARGEST_TEXT:
        raise InputError([Problem(here, f"{len(text):,} characters", f"at most {LARGEST_TEXT:,}")])
    try:
        found = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers too long to be read
        raise InputError([Problem(here, f"text that cannot be read ({error})", "TOML or JSON")]) from error
    assert isinstance(found, dict)
    return found


def _layout(raw: object, at: str, problems: list[Problem]) -> LayoutLimits | None:
    layout = read_record(LayoutLimits, raw, at, problems, but=_LAYOUT)
    limits = raw.get("limits", []) if isinstance(raw, Mapping) else []
    here = place_of_member(at, "limits")
    if not isinstance(limits, list | tuple):
        problems.append(Problem(here, value_shown(limits), "a list of limits"))
        return None
    if isinstance(raw, Mapping) and "base" in raw:
        problems.append(
            Problem(
                place_of_member(at, "base"), value_shown(raw["base"]), "nothing: base stands beside layout"
            )
        )
    found: dict[str, LayoutLimit] = {}
    for number, each in enumerate(limits):
        whole = {"ref": "", "confidence": ""} | dict(each) if isinstance(each, Mapping) else each
        limit = read_record(LayoutLimit, whole, place_of_member(here, number), problems)
        if limit is None:
            continue
        if limit.key in found:
            problems.append(
                Problem(place_of_member(place_of_member(here, number), "key"), limit.key, "each key once")
            )
        found[limit.key] = limit
    return None if layout is None else replace(layout, limits=MappingProxyType(found))
