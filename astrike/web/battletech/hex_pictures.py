"""Which pictures does an answer about hexes have: the whole patch from above, and the line from the side?"""

from dataclasses import replace

from markupsafe import Markup

from astrike.model.battletech.hex import HexAnswer, HexQuestion
from astrike.report.battletech.hex_side_view import side_view
from astrike.report.battletech.hex_top_view import TopView, top_view
from astrike.report.battletech.hex_window import HexWindow, whole_window
from astrike.report.battletech.picture_svg import svg_of
from astrike.report.battletech.pictures import ClassicPicture
from astrike.report.words.texts import Translate
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.hexes.grid import HEXSIDES, hex_named
from astrike.rules.battletech.hexes.patch import HexPatch

_GAP = 14.0


def roads_of(question: HexQuestion, window: HexWindow) -> dict[str, tuple[int, ...]]:
    """Tell for the hexes that are shown through which sides their road leads on."""
    patch = HexPatch.of(question)
    found = {}
    for name, contents in question.hexes:
        if contents.road and window.shows(name):
            place = hex_named(name)
            sides = tuple(side for side in range(HEXSIDES) if patch.leads_on(place, side))
            found[name] = sides or contents.road_sides
    return found


def hex_picture(question: HexQuestion, answer: HexAnswer, translate: Translate) -> ClassicPicture:
    """Draw the patch from above, and below it the line from the side."""
    names = [] if question.path is None else [question.path.from_]
    names += [] if answer.move is None else [leg.hex for leg in answer.move.legs]
    window = whole_window(question, names)
    above = top_view(
        TopView(question, window, answer.sight, answer.move, roads_of(question, window)), translate
    )
    if answer.sight is None:
        return above
    growth = load_battletech(answer.edition).hex_growth
    return _below(above, side_view(question, answer.sight, growth, translate))


def _below(above: ClassicPicture, side: ClassicPicture) -> ClassicPicture:
    """Put one picture below another."""
    down = above.height + _GAP
    outlines = (
        replace(each, points=tuple((x, round(y + down, 1)) for x, y in each.points)) for each in side.outlines
    )
    letters = (replace(each, y=round(each.y + down, 1)) for each in side.letters)
    return ClassicPicture(
        down + side.height,
        f"{above.said}. {side.said}",
        (*above.outlines, *outlines),
        (*above.letters, *letters),
    )


def hex_svg(question: HexQuestion, answer: HexAnswer) -> str:
    """Draw an answer as SVG that carries its colors."""
    from astrike.web.rulings.pictures import (
        drawing,  # with all of Alpha Strike, which commands would wait for
    )

    return drawing("hex", Markup(svg_of(hex_picture(question, answer, str)))).svg
