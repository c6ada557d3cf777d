"""What can be tapped around the map of the hex card: tools, brushes, the part that is shown, what lies in one hex?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import (
    HIGHEST,
    LOWEST,
    MOST_CF,
    MOST_DEPTH,
    MOST_LEVELS,
    HexContents,
)
from astrike.model.battletech.rolls import BUILDINGS
from astrike.report.battletech.hex_window import HexWindow
from astrike.report.battletech.hex_words import contents_words
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.web.battletech.desk import ControlGroup, DeskChoice, DeskStepper
from astrike.web.battletech.hex_brushes import (
    BRUSHES,
    BUILDING,
    LEVEL,
    MORE,
    STOREYS,
    WATER,
    WOODS,
    Brush,
    brush_words,
)
from astrike.web.battletech.hex_strokes import swapped
from astrike.web.battletech.hex_view import (
    LOOK,
    MOVE_A,
    MOVE_S,
    MOVE_T,
    PATH,
    HexLinks,
    HexView,
    corner_of,
    hex_address,
)
from astrike.web.http.forms import TYPED
from astrike.web.http.i18n import _, tr

_STEP: Final = 4
"""Columns and rows that a tap on an arrow goes on; an even number, so that the pattern stays."""
_CLEAR: Final = HexContents()


@dataclass(frozen=True, slots=True)
class HexTarget:
    """A hex that can be tapped."""

    name: str
    said: str
    d: str
    address: str


@dataclass(frozen=True, slots=True)
class HexDetails:
    """What lies in the hex that is looked at, and how to change it exactly."""

    name: str
    words: str
    steppers: tuple[DeskStepper, ...]
    road_sides: tuple[DeskChoice, ...]
    close: str


@dataclass(frozen=True, slots=True)
class HexTools:
    """Everything around the map."""

    tools: tuple[DeskChoice, ...]
    brushes: tuple[ControlGroup, ...]
    """Groups of brushes of the tool that is chosen."""
    units: tuple[DeskChoice, ...]
    """Move A, Move T, Path."""
    swap: str
    arrows: tuple[tuple[str, DeskChoice], ...]
    """Where else to look, with the name of an icon."""
    size: DeskChoice
    targets: tuple[HexTarget, ...]
    paints: bool
    """Dragging paints."""
    stroke: str
    """The address that a stroke over several hexes is put behind."""
    hint: str
    is_path: bool
    """A path is planned: what it costs comes before what is seen."""


def tools_of(question: HexQuestion, links: HexLinks, window: HexWindow) -> HexTools:
    """Give everything that can be tapped around the map."""
    view = links.view
    here = replace(view, at="" if view.is_whole else corner_of(window))
    stroke = hex_address(links.body, here, "-")
    return HexTools(
        tools=tuple(_tools(links)),
        brushes=tuple(_brushes(links)),
        units=tuple(_units(question, links)),
        swap=links.asking(swapped(links.body)),
        arrows=tuple(_arrows(links, window)),
        size=DeskChoice(
            _("Close up") if view.is_whole else _("Whole patch"), links.seen(is_whole=not view.is_whole)
        ),
        targets=() if view.is_whole else tuple(_targets(question, window, stroke)),
        paints=view.paint is not None and not view.is_whole,
        stroke=stroke,
        hint=_hint(view),
        is_path=view.tool == PATH,
    )


def _tools(links: HexLinks) -> Iterator[DeskChoice]:
    words = {
        LOOK: _("Look"),
        LEVEL: _("Level"),
        WOODS: _("Woods"),
        WATER: _("Water"),
        BUILDING: _("Building"),
        MORE: _("More"),
    }
    for tool, word in words.items():
        yield DeskChoice(word, links.seen(tool=tool, brush=""), tool == links.view.tool)


def _brushes(links: HexLinks) -> Iterator[ControlGroup]:
    tool, brush = links.view.tool, links.view.paint
    if brush is None:
        return
    if tool != BUILDING:
        choices = tuple(
            DeskChoice(brush_words(Brush(tool, kind)), links.seen(brush=kind), kind == brush.kind)
            for kind in BRUSHES[tool]
        )
        yield ControlGroup(_("Brush"), choices)
        return
    class_, _dot, levels = brush.kind.partition(".")
    words = {"light": _("Light"), "medium": _("Medium"), "heavy": _("Heavy"), "hardened": _("Hardened")}
    yield ControlGroup(
        _("Class"),
        tuple(
            DeskChoice(words[each], links.seen(brush=f"{each}.{levels}"), each == class_)
            for each in BUILDINGS
        ),
    )
    yield ControlGroup(
        _("Levels"),
        tuple(
            DeskChoice(str(each), links.seen(brush=f"{class_}.{each}"), str(each) == levels)
            for each in STOREYS
        ),
    )


def _units(question: HexQuestion, links: HexLinks) -> Iterator[DeskChoice]:
    words = {MOVE_A: _("Move A"), MOVE_T: _("Move T")}
    if question.shot.indirect:
        words[MOVE_S] = _("Move S")
    words[PATH] = _("Path")
    for tool, word in words.items():
        yield DeskChoice(word, links.seen(tool=tool, brush=""), tool == links.view.tool)


def _hint(view: HexView) -> str:
    """Say what a tap on the map does."""
    if view.is_whole:
        return _("Close up to change hexes.")
    if view.paint is not None:
        return _("Tap or drag to paint. Tap again to clear.")
    hints = {
        LOOK: _("Tap a hex for details."),
        PATH: _("Tap the next hex. Tap the last one to take a step back."),
    }
    return hints.get(view.tool) or _("Tap where it stands. Tap it again to turn it.")


# ---- the part that is shown


def _arrows(links: HexLinks, window: HexWindow) -> Iterator[tuple[str, DeskChoice]]:
    if links.view.is_whole:
        return
    for icon, label, columns, rows in (
        ("←", _("Look left"), -_STEP, 0),
        ("↑", _("Look up"), 0, -_STEP),
        ("↓", _("Look down"), 0, _STEP),
        ("→", _("Look right"), _STEP, 0),
    ):
        there = window.moved(columns, rows)
        yield icon, DeskChoice(label, "" if there == window else links.seen(at=corner_of(there)))


def _targets(question: HexQuestion, window: HexWindow, stroke: str) -> Iterator[HexTarget]:
    contents = dict(question.hexes)
    units = {
        unit.hex: letter
        for letter, unit in (("T", question.target), ("A", question.attacker))
        if unit is not None
    }
    for column, row in window.cells:
        name = f"{column:02d}{row:02d}"
        words = contents_words(contents.get(name, _CLEAR), tr)
        said = f"{name}, {words}" + (f", {units[name]}" if name in units else "")
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in window.corners(name)) + "z"
        yield HexTarget(name, said, path, stroke[:-1] + name)


# ---- one hex


def details_of(question: HexQuestion, links: HexLinks, edition: BattleTechEdition) -> HexDetails | None:
    """Give the hex that is looked at; None without one."""
    name = links.view.hex
    if not name:
        return None
    contents = dict(question.hexes).get(name, _CLEAR)
    return HexDetails(
        name=name,
        words=contents_words(contents, tr),
        steppers=tuple(_numbers(name, contents, links, edition)),
        road_sides=tuple(_road_sides(name, contents, links)) if contents.road else (),
        close=links.seen(hex=""),
    )


def _numbers(
    name: str, contents: HexContents, links: HexLinks, edition: BattleTechEdition
) -> Iterator[DeskStepper]:
    place = f"hexes.{name}"
    yield hex_stepper(links, f"{place}.level", _("Level"), contents.level, low=LOWEST, high=HIGHEST)
    if contents.water is not None:
        yield hex_stepper(links, f"{place}.water", _("Depth"), contents.water, low=0, high=MOST_DEPTH)
    building = contents.building
    if building is not None:
        inside = f"{place}.building"
        cf = building.cf or edition.buildings[building.class_].cf
        yield hex_stepper(links, f"{inside}.levels", _("Levels"), building.levels, low=1, high=MOST_LEVELS)
        yield hex_stepper(links, f"{inside}.cf", _("CF"), cf, low=1, high=MOST_CF)
        yield hex_stepper(links, f"{inside}.basement", _("Basement"), building.basement, low=0, high=2)


def _road_sides(name: str, contents: HexContents, links: HexLinks) -> Iterator[DeskChoice]:
    for side, arrow in enumerate(ARROWS):
        is_on = side in contents.road_sides
        rest = [each for each in contents.road_sides if each != side]
        sides = rest if is_on else sorted((*rest, side))
        yield DeskChoice(arrow, links.to(**{f"hexes.{name}.road_sides": sides or None}), is_on)


ARROWS: Final = ("↑", "↗", "↘", "↓", "↙", "↖")
"""The hexsides, 0 to 5."""


def hex_stepper(links: HexLinks, place: str, label: str, value: int, *, low: int, high: int) -> DeskStepper:
    """Make the control of a number that keeps how the patch is looked at."""
    return DeskStepper(
        label=label,
        name=f"{TYPED}{place}",
        value=value,
        less=links.to(**{place: value - 1}) if value > low else "",
        more=links.to(**{place: value + 1}) if value < high else "",
        low=low,
        high=high,
    )
