"""Which question does the card about a patch of hexes ask, and what answers it?"""

from typing import Final

from astrike.model.battletech.hex import HexAnswer, HexQuestion
from astrike.report.battletech.hex_json import HEX
from astrike.report.battletech.hex_text import hex_text
from astrike.rules.battletech.hexes.answer import answer_hex
from astrike.rules.battletech.hexes.problems import hex_problems
from astrike.web.battletech.asking import ClassicCard
from astrike.web.battletech.hex_pictures import hex_svg

HEX_CARD: Final[ClassicCard[HexQuestion, HexAnswer]] = ClassicCard(
    name="hex",
    question=HexQuestion,
    problems=hex_problems,
    answer=answer_hex,
    record=HEX,
    text=hex_text,
    picture=hex_svg,
)
