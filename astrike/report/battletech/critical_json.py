"""How does an answer about critical hits read as JSON?"""

from collections.abc import Callable
from typing import Any, Final

from astrike.model.battletech.critical import (
    CASES,
    COMPONENTS,
    ENGINES,
    LOCATIONS,
    RecordSheet,
    SheetItem,
    SheetLocation,
)
from astrike.model.battletech.critical_answer import (
    Blast,
    BlastStep,
    CountOdds,
    CriticalAnswer,
    CriticalCheck,
    CriticalFall,
    DiceNeed,
    ItemOdds,
    PilotDamage,
    SheetFigures,
    SlotHit,
    SlotOdds,
    ThrowUse,
)
from astrike.model.battletech.unit import ARMORS, COCKPITS, GYROS, MECHS, STRUCTURES
from astrike.report.battletech.json_parts import BATTLETECH_EDITION, CARD_KEYS, DUE_ROLL, LEDGER_ROW
from astrike.report.schema import (
    CITED,
    COUNT,
    FLAG,
    REASON,
    SHARE,
    TEXT,
    WHOLE,
    Json,
    JsonKey,
    JsonRecord,
    JsonShape,
    key,
    list_of,
    or_null,
    word,
)

PURPOSES: Final = ("count", "slot", "slot-second", "case-ii", "ammo")
_LOCATION: Final = word(*LOCATIONS)
_NUMBERS: Final = list_of(WHOLE)
_COUNT_OR_NULL: Final = or_null(COUNT)
_EFFECTS: Final[JsonKey[Any]] = key("effects", list_of(REASON))


def _named(record: JsonRecord[Any]) -> JsonShape[Any]:
    """Objects of one kind under names."""
    shape = record.shape
    schema: Json = {"type": "object", "additionalProperties": shape.schema}
    return JsonShape(
        schema, lambda pairs: {name: record.written(each) for name, each in pairs}, shape.records
    )


SLOT_HIT: Final = JsonRecord[SlotHit](
    "CriticalSlotHit",
    key("location", _LOCATION),
    key("slot", or_null(COUNT), help="Counted from 1; null where the hit found no slot."),
    key("item", or_null(TEXT)),
    key("component", TEXT),
    key("effect", list_of(REASON), "effects", "What it does, at once and lastingly."),
)
_CHECK_KEYS: Final[tuple[JsonKey[CriticalCheck], ...]] = (
    key("hits", COUNT, help="Always applied + soaked + moved_on + lost + unplaced."),
    key("blown_off", FLAG),
    key("applied", list_of(SLOT_HIT)),
    key("soaked", list_of(SLOT_HIT), help="Hits on what was destroyed before."),
    key("moved_on", COUNT, help="Hits still to be rolled in the next location."),
    key("lost", list_of(SLOT_HIT)),
    key("unplaced", COUNT, help="Hits still to be rolled in the location itself; 0 once all dice are there."),
    key("roll", _COUNT_OR_NULL, help="2D6 for the number of hits."),
    key("total", _COUNT_OR_NULL, help="The roll with its modifiers, within 2 to 12."),
    key("roll_modifiers", list_of(LEDGER_ROW), "modifiers"),
    key("count", or_null(REASON), help="The row of the table."),
)
CHECK: Final = JsonRecord[CriticalCheck](
    "CriticalCheck", key("location", _LOCATION), key("cause", word("hit", "explosion")), *_CHECK_KEYS
)
NEEDS: Final = JsonRecord[DiceNeed](
    "CriticalNeeds",
    key("dice", COUNT),
    key("for", word(*PURPOSES), "purpose"),
    key("location", _LOCATION),
    key("hit", COUNT, help="Which hit of the check, counted from 1; 0 for none."),
    key("hits", COUNT),
    key("first", _COUNT_OR_NULL, help="The first die, where the second is needed."),
    key("item", or_null(TEXT), help="The item whose shots and damage have to be said."),
)
SLOT_ODDS: Final = JsonRecord[SlotOdds](
    "CriticalSlotOdds",
    key("location", _LOCATION),
    key("slot", COUNT),
    key("item", TEXT),
    key("probability", SHARE),
)
ITEM_ODDS: Final = JsonRecord[ItemOdds](
    "CriticalItemOdds",
    key("location", _LOCATION),
    key("item", TEXT),
    key("component", TEXT),
    key("open_slots", COUNT),
    key("of", COUNT),
    key("probability", SHARE),
    key("effect", TEXT),
    key("points", _COUNT_OR_NULL, help="Points of the explosion; null where they are not known."),
)
COUNT_ODDS: Final = JsonRecord[CountOdds](
    "CriticalCountOdds",
    key("hits", COUNT),
    key("blown_off", FLAG),
    key("label", TEXT),
    key("probability", SHARE),
)
THROW: Final = JsonRecord[ThrowUse](
    "CriticalThrow",
    key("dice", _NUMBERS),
    key("for", word(*PURPOSES), "purpose"),
    key("location", _LOCATION),
    key("slot", _COUNT_OR_NULL),
    key("rerolled", FLAG),
)
STEP: Final = JsonRecord[BlastStep](
    "ExplosionStep",
    key("location", _LOCATION),
    key("points", COUNT, help="Always lost + passed_on + vented."),
    key("structure", COUNT),
    key("armor", COUNT),
    key("lost", COUNT, help="Points that end here."),
    key("passed_on", COUNT),
    key("vented", COUNT),
    key("destroyed", FLAG),
    key("case", word(*CASES)),
)
EXPLOSION: Final = JsonRecord[Blast](
    "Explosion",
    key("item", TEXT),
    key("location", _LOCATION),
    key("slot", COUNT),
    key("shots", _COUNT_OR_NULL),
    key("missiles", _COUNT_OR_NULL),
    key("damage", _COUNT_OR_NULL),
    key("points", COUNT),
    key("pilot", COUNT),
    key("path", list_of(STEP)),
    *CITED,
)
PILOT: Final = JsonRecord[PilotDamage](
    "CriticalPilot",
    key("damage", COUNT),
    key("rolls", COUNT, help="Consciousness rolls that are due."),
    key("dead", FLAG),
)
FALL: Final = JsonRecord[CriticalFall](
    "CriticalFall", key("damage", COUNT), key("groups", _NUMBERS), key("levels", COUNT), *CITED
)
FIGURES: Final = JsonRecord[SheetFigures](
    "SheetFigures",
    key("walk", COUNT),
    key("run", COUNT),
    key("jump", COUNT),
    key("wing", COUNT),
    key("dissipation", _COUNT_OR_NULL),
    key("heat", COUNT, help="Heat of engine hits per turn."),
    key("immobile", FLAG),
    key("can_fire", FLAG),
)
SHEET_LOCATION: Final = JsonRecord[SheetLocation](
    "SheetLocation",
    key("slots", or_null(list_of(or_null(TEXT)))),
    key("armor", COUNT),
    key("rear_armor", COUNT),
    key("full_armor", _COUNT_OR_NULL),
    key("structure", _COUNT_OR_NULL),
    key("case", word(*CASES)),
    key("destroyed", FLAG),
    key("blown_off", FLAG),
    key("hit", _NUMBERS),
    key("hit_this_phase", _NUMBERS),
    key("spared", _NUMBERS),
)
SHEET_ITEM: Final = JsonRecord[SheetItem](
    "SheetItem",
    key("kind", or_null(word(*COMPONENTS))),
    key("slots", _COUNT_OR_NULL),
    key("shots", _COUNT_OR_NULL),
    key("damage", _COUNT_OR_NULL),
    key("missiles", _COUNT_OR_NULL),
    key("points", _COUNT_OR_NULL),
    key("armored", FLAG),
    key("hittable", FLAG),
    key("used", FLAG),
)
SHEET: Final = JsonRecord[RecordSheet](
    "RecordSheet",
    key("kind", word(*MECHS)),
    key("layout", or_null(word("standard"))),
    key("locations", _named(SHEET_LOCATION)),
    key("items", _named(SHEET_ITEM)),
    key("tons", COUNT),
    key("piloting", COUNT),
    key("walk", COUNT),
    key("jump", COUNT),
    key("dissipation", _COUNT_OR_NULL),
    key("wing", COUNT),
    key("engine", word(*ENGINES)),
    key("gyro", word(*GYROS)),
    key("cockpit", word(*COCKPITS)),
    key("industrial", FLAG),
    key("armor", word(*ARMORS)),
    key("structure", word(*STRUCTURES)),
    key("prone", FLAG),
    key("wounds", COUNT),
    key("phase", COUNT),
)


def _of_first(each: JsonKey[CriticalCheck]) -> JsonKey[CriticalAnswer]:
    """Give a key of a check as one of the answer: it is the check that was asked for."""
    take: Callable[[CriticalCheck], Any] = each.take
    return JsonKey(each.name, each.shape, lambda answer: take(answer.first), None, each.help)


CRITICAL: Final = JsonRecord[CriticalAnswer](
    "CriticalAnswer",
    BATTLETECH_EDITION,
    *map(_of_first, _CHECK_KEYS),
    key("needs", or_null(NEEDS), help="What has to be rolled or said next; null once all is settled."),
    key("odds", list_of(SLOT_ODDS)),
    key("item_odds", list_of(ITEM_ODDS)),
    key("count_odds", list_of(COUNT_ODDS)),
    key("checks", list_of(CHECK), help="All checks: the one that was asked for, then those of explosions."),
    key("throws", list_of(THROW)),
    key("unused_dice", list_of(_NUMBERS)),
    key("explosions", list_of(EXPLOSION)),
    _EFFECTS,
    key("consciousness", list_of(DUE_ROLL), help="Rolls of the pilot to stay awake, which come first."),
    key("rolls", list_of(DUE_ROLL)),
    key("modifiers", list_of(LEDGER_ROW), help="All that lasts, after these hits."),
    key("figures", FIGURES),
    key("pilot", PILOT),
    key("fall", or_null(FALL)),
    key("out_of_action", FLAG),
    key("sheet", SHEET, help="The sheet after; the next question goes on from it."),
    *CARD_KEYS,
)
