"""How does an answer about a patch of hexes read on a terminal?"""

from astrike.model.battletech.hex import HexAnswer
from astrike.report.words.texts import Translate


def hex_text(answer: HexAnswer, translate: Translate) -> str:
    """Write an answer for a terminal."""
    raise NotImplementedError
