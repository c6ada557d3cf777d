"""What comes of a roll on a table, a fall, a collapse, a skid, support or the End Phase?

Which question: one effect on one unit (or building), with its dice, its terms and what it changes on the table. What
may be said about each kind stands in `settings`. Nothing is changed here: `changes` says what would be.
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.errors import InputError, Problem
from astrike.model.combat import EffectAnswer
from astrike.model.dice import Tray
from astrike.model.explain import Fact
from astrike.rules.battlefield import Field
from astrike.rules.effects.case import Case, Effect
from astrike.rules.effects.collapse import collapse
from astrike.rules.effects.criticals import critical, hull_breach, threshold
from astrike.rules.effects.fright import booby_trap, intimidation
from astrike.rules.effects.ground import bog, skid, strain
from astrike.rules.effects.heat import harjel, heat
from astrike.rules.effects.mines import mine_dispenser
from astrike.rules.effects.motive import crash, motive
from astrike.rules.effects.pulses import hyperpulse, jam
from astrike.rules.effects.settings import settings_of
from astrike.rules.effects.support import air_cover, drop, support

EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        "collapse": collapse,
        "crash": crash,
        "motive": motive,
        "critical": critical,
        "hull-breach": hull_breach,
        "skid": skid,
        "bog": bog,
        "support": support,
        "air-cover": air_cover,
        "heat": heat,
        "harjel": harjel,
        "threshold": threshold,
        "strain": strain,
        "drop": drop,
        "intimidation": intimidation,
        "booby-trap": booby_trap,
        "mine-dispenser": mine_dispenser,
        "hyperpulse": hyperpulse,
        "jam": jam,
    }
)
"""By the name of the kind."""
NOTHING: Mapping[str, Fact] = MappingProxyType({})


def effect(
    field: Field, kind: str, unit: str, settings: Mapping[str, Fact] = NOTHING, tray: Tray | None = None
) -> EffectAnswer:
    """Work out an effect; raise `NotFound` for an unknown unit, `InputError` with everything wrong in the question.

    `unit` is the id of a unit, for a collapse also that of a building, for support also a point `x,y`.
    """
    work = EFFECTS.get(kind)
    if work is None:
        raise InputError([Problem("kind", kind, f"one of {', '.join(EFFECTS)}")])
    said = settings_of(kind, settings)
    return work(Case(field, kind, unit, said, tray if tray is not None else Tray()))
