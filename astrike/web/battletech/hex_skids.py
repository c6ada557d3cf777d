"""Where on its own card is the question about a skid on a patch of hexes?"""

from typing import Final

from astrike.formats.questions import written
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_path import PathAnswer, PathSkid
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.hexes.path.skids import skid_question
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.web.battletech.chains import IMPACT, settings_of
from astrike.web.battletech.desk import Json, address_of

_SETTINGS: Final = ("edition", "options")


def skid_address(
    question: HexQuestion, move: PathAnswer, skid: PathSkid, body: Json, edition: BattleTechEdition
) -> str:
    """Give the address of a skid on its own card; empty without a unit that skids."""
    path, attacker = question.path, question.attacker
    unit = path.unit if path else None
    if unit is None and attacker is not None:
        unit = attacker.unit
    if unit is None:
        return ""
    case = HexCase(question, HexPatch.of(question), edition, OptionsInUse(edition, {}))
    asked = written(skid_question(case, unit, skid, move.legs[skid.leg - 2]))
    stated = {key: value for key, value in asked.items() if key not in _SETTINGS}
    return address_of(IMPACT, {**settings_of(body), **stated})
