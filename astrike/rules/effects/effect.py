"""What does one effect do to a unit or building: its dice, its modifiers and what it changes on the table?

An effect is a roll on a table, a fall, a collapse, a skid, support or the End Phase. The table itself is not changed;
the answer states what would be.
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.errors import InputError, Problem
from astrike.model.dice import DiceTray
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Fact
from astrike.rules.effects.battlefield_support import air_cover, air_drop, battlefield_support, mine_dispenser
from astrike.rules.effects.collapse import collapse
from astrike.rules.effects.control_roll import control
from astrike.rules.effects.criticals import critical, hull_breach, threshold
from astrike.rules.effects.effect_case import Effect, EffectCase
from astrike.rules.effects.effect_settings import settings_of
from astrike.rules.effects.ground_hazards import fire, quicksand, rapids, strongest_wind
from astrike.rules.effects.heat import harjel, heat
from astrike.rules.effects.intimidation import booby_trap, intimidation
from astrike.rules.effects.loss_of_footing import bog, skid, strain
from astrike.rules.effects.motive_damage import crash, motive
from astrike.rules.effects.pulses import hyperpulse, viral_jamming
from astrike.rules.table.prepared_table import PreparedTable

EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        "collapse": collapse,
        "crash": crash,
        "motive": motive,
        "critical": critical,
        "hull-breach": hull_breach,
        "skid": skid,
        "bog": bog,
        "support": battlefield_support,
        "air-cover": air_cover,
        "heat": heat,
        "harjel": harjel,
        "threshold": threshold,
        "strain": strain,
        "drop": air_drop,
        "intimidation": intimidation,
        "booby-trap": booby_trap,
        "mine-dispenser": mine_dispenser,
        "hyperpulse": hyperpulse,
        "jam": viral_jamming,
        "control-roll": control,
        "quicksand": quicksand,
        "rapids": rapids,
        "fire": fire,
        "wind": strongest_wind,
    }
)
"""By the name of the kind."""
NOTHING: Mapping[str, Fact] = MappingProxyType({})


def effect(
    prepared: PreparedTable,
    kind: str,
    unit: str,
    settings: Mapping[str, Fact] = NOTHING,
    tray: DiceTray | None = None,
) -> EffectAnswer:
    """Work out an effect; raise `NotFound` for an unknown unit, `InputError` with everything wrong in the question.

    `unit` is the id of a unit, for a collapse also that of a building, for support also a point `x,y`.
    """
    work = EFFECTS.get(kind)
    if work is None:
        raise InputError([Problem("kind", kind, f"one of {', '.join(EFFECTS)}")])
    stated = settings_of(kind, settings)
    return work(EffectCase(prepared, kind, unit, stated, tray if tray is not None else DiceTray()))
