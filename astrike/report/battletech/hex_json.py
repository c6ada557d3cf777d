"""What does an answer about a patch of hexes hold as JSON?"""

from typing import Final

from astrike.model.battletech.hex import LINE_SIDES, SIDES_HIT, HexAnswer, HexOnLine, HexSight
from astrike.model.battletech.hex_path import MpRow, PathAnswer, PathLeg, PathRoll, PathSkid
from astrike.report.battletech.json_parts import BATTLETECH_EDITION, CARD_KEYS, DUE_ROLL, LEDGER_ROW
from astrike.report.schema import (
    CITED,
    FLAG,
    REASON,
    SHARE,
    TEXT,
    WHOLE,
    JsonKey,
    JsonRecord,
    JsonShape,
    key,
    list_of,
    or_null,
    word,
)

ON_LINE: Final = JsonRecord[HexOnLine](
    "HexOnLine",
    key("hex", TEXT, help="Its name."),
    key("place", WHOLE, help="Which place of the line; the two hexes of a border run are one place."),
    key(
        "side",
        or_null(word(*LINE_SIDES)),
        help="Which side of a border run it is on; null where the line goes through it.",
    ),
    key("height", WHOLE, help="Level up to which its solid part reaches."),
    key("points", WHOLE, help="Points of woods and smoke that count."),
    key("blocks", FLAG, "is_blocking", help="Whether it alone ends the line."),
    key("covers", FLAG, "gives_cover", help="Whether it covers the target or stops leg weapons."),
    key("counted", FLAG, "is_counted", help="It lies on the side that counts."),
    key("label", TEXT),
    key("what", TEXT, help="What is there."),
    key("effect", TEXT, help="What it does to the line."),
    *CITED,
)
SIGHT: Final = JsonRecord[HexSight](
    "HexSight",
    key("distance", WHOLE, help="Hexes from one to the other."),
    key(
        "line", list_of(list_of(TEXT)), help="The hexes of each place; where the line follows a border, two."
    ),
    key(
        "side_taken",
        or_null(word(*LINE_SIDES)),
        help="The side that counts along borders; null where there are none.",
    ),
    key("attacker_height", WHOLE, help="Level up to which whoever looks reaches."),
    key("target_height", WHOLE, help="Level up to which whoever is looked at reaches."),
    key("hexes", list_of(ON_LINE), help="What the line meets, hex by hex."),
    key("woods", WHOLE, help="Points of woods and smoke."),
    key("los", FLAG, "is_clear", help="Whether there is LOS."),
    key("blocked_by", list_of(REASON), help="Everything that blocks; empty where there is LOS."),
    key("cover", FLAG, "has_cover", help="Whether the target has partial cover."),
    key(
        "cover_by",
        or_null(TEXT),
        help="The hex that covers the target, its own for its building, or `water`.",
    ),
    key("cover_reason", or_null(REASON), "cover", help="Why it has."),
    key("attacker_cover_by", or_null(TEXT), help="The hex, or `water`, that stops leg weapons."),
    key(
        "side_hit", or_null(word(*SIDES_HIT)), help="Side of the target that is hit; null where it has none."
    ),
    key(
        "side_reason",
        or_null(REASON),
        help="Through which hexside the attack comes, or why that does not matter.",
    ),
    key(
        "sides",
        list_of(LEDGER_ROW),
        "side_ledger",
        help="Points on either side of a line along borders.",
    ),
    key("range", WHOLE, help="The distance as weapons count it."),
    key("hexes_inside", WHOLE, help="Hexes between the two inside one building."),
    key("levels_inside", WHOLE, help="Levels between the same."),
    key("underwater", FLAG, "is_underwater", help="The line runs below the surface."),
    key("line_notes", list_of(REASON), help="What has to be known beside."),
)
MP: Final = JsonRecord[MpRow](
    "HexMp",
    key("mp", WHOLE, help="How many."),
    key("ledger", list_of(LEDGER_ROW), help="What they are made of."),
)
PATH_LEG: Final = JsonRecord[PathLeg](
    "HexPathLeg",
    key("step", TEXT, help="The step, as it was asked."),
    key("hex", TEXT, help="Where it is after the step."),
    key("facing", WHOLE, help="The hexside it faces then."),
    key("elevation", WHOLE, help="Levels above the ground then."),
    key("cost", WHOLE, help="MP of this step."),
    key("total", WHOLE, help="MP spent up to and with this step."),
    key("ledger", list_of(LEDGER_ROW), help="What they are made of."),
)
PATH_ROLL: Final = JsonRecord[PathRoll](
    "HexPathRoll",
    key("leg", WHOLE, help="Which step, from 1."),
    key("roll", DUE_ROLL, help="The roll, as the card roll answers it."),
)
PATH_SKID: Final = JsonRecord[PathSkid](
    "HexPathSkid",
    key("leg", WHOLE, help="Which step, from 1."),
    key("direction", WHOLE, help="The hexside toward which it skids."),
    key("moved_before", WHOLE, help="Hexes moved before."),
    key("start", TEXT, help="The hex in which it begins."),
    key("hexes", list_of(TEXT), help="Hexes ahead, in their order."),
)
MOVE: Final = JsonRecord[PathAnswer](
    "HexMove",
    key("mode", TEXT, help="The mode that it counts as: a walk may turn out to be a run."),
    key("available", MP, help="The MP there are."),
    key("cost", WHOLE, help="MP that the path takes."),
    key("hexes", WHOLE, help="Hexes entered, as they count for being hit."),
    key("charge_hexes", WHOLE, help="Of these, hexes since the last reversal, for a charge."),
    key("heat", WHOLE, help="Heat that it makes."),
    key("heat_ledger", list_of(LEDGER_ROW), help="What the heat is made of."),
    key("legs", list_of(PATH_LEG), help="The path, step by step."),
    key("rolls", list_of(PATH_ROLL), help="Rolls that steps bring."),
    key("skids", list_of(PATH_SKID), help="What a failed roll would bring."),
    key("refusals", list_of(REASON)),
    key("notes", list_of(REASON)),
)


def _if_seen(of_sight: JsonKey[HexSight]) -> JsonKey[HexAnswer]:
    """Give the same key of the sight from the attacker to the target, null where the question lacks one of them."""
    return key(
        of_sight.name,
        or_null(of_sight.shape),
        lambda answer: None if answer.sight is None else of_sight.take(answer.sight),
        of_sight.help,
    )


def _arcs(answer: HexAnswer) -> dict[str, bool]:
    """Tell by mount whether the target lies in its arc; a rear mount has `.rear` behind its name."""
    return {f"{arc.mount}.rear" if arc.is_rear else arc.mount: arc.is_in for arc in answer.arcs}


_BY_MOUNT: Final[JsonShape[dict[str, bool]]] = JsonShape(
    {"type": "object", "additionalProperties": {"type": "boolean"}}
)
HEX: Final = JsonRecord[HexAnswer](
    "HexAnswer",
    BATTLETECH_EDITION,
    *(_if_seen(each) for each in SIGHT.keys),
    key("back", or_null(SIGHT), help="The line the other way."),
    key(
        "arc",
        _BY_MOUNT,
        _arcs,
        "Whether the target lies in the arc of each mount; `weapon` is that of the question.",
    ),
    key("target_number", or_null(WHOLE), lambda answer: answer.number.target if answer.number else None),
    key(
        "odds",
        or_null(SHARE),
        lambda answer: answer.number.odds if answer.number else None,
        "Chance to hit.",
    ),
    key(
        "modifiers",
        list_of(LEDGER_ROW),
        lambda answer: answer.number.modifiers if answer.number else (),
        "What the Target Number is made of.",
    ),
    key("move", or_null(MOVE), help="What the path costs and brings; null where none was asked."),
    key(
        "picture",
        or_null(TEXT),
        lambda _: None,
        "The patch from above with line and path, and the line from the side, as SVG.",
    ),
    *CARD_KEYS,
)
