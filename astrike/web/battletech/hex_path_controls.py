"""What leads a path on: steps, how it moves, taking steps back, arriving?"""

from collections.abc import Iterator, Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_path import MOST_TURNS, PathAnswer
from astrike.model.battletech.unit import FLYERS, ClassicUnit
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.hexes.grid import hex_name
from astrike.rules.battletech.hexes.path.mp import wing_row
from astrike.web.battletech.desk import ControlGroup, DeskChoice, DeskStepper, Json, changed
from astrike.web.battletech.hex_strokes import path_at_its_end, path_body
from astrike.web.battletech.hex_tools import hex_stepper
from astrike.web.battletech.hex_view import HexLinks
from astrike.web.http.i18n import _

_WALK, _RUN, _JUMP = "walk", "run", "jump"
_ON_THE_GROUND: Final = ("stand", "careful-stand", "prone", "backward", "side-left", "side-right")
"""Steps that no jump has."""
_UNDERWATER: Final = "underwater"
_LIFTS: Final = ("up", "down")
"""Steps of a jump that only underwater jets make."""


@dataclass(frozen=True, slots=True)
class HexPathControls:
    """What leads a path on."""

    mode: ControlGroup
    infantry: ControlGroup | None
    steps: ControlGroup
    """What is done most: turns, forward, back."""
    more: ControlGroup
    also: ControlGroup
    numbers: tuple[DeskStepper, ...]
    """For how many turns in a row MASC or a supercharger is used, what a partial wing adds."""
    undo: str
    clear: str
    arrive: str
    """Puts the attacker where the path ends, moved as the path says; empty where it cannot."""


def path_controls(question: HexQuestion, links: HexLinks, move: PathAnswer | None) -> HexPathControls | None:
    """Give what leads the path of the attacker on; None without a unit that could move."""
    path = path_body(question, links.body)
    if path is None:
        return None
    placed = question.attacker
    stated = question.path.unit if question.path is not None else None
    unit = stated or (placed.unit if placed else ClassicUnit())
    asking = _PathLinks(links, path)
    steps = list(path.get("steps", ()))
    return HexPathControls(
        mode=ControlGroup(_("Moves by"), tuple(_modes(unit, asking))),
        infantry=_infantry(unit, asking),
        steps=ControlGroup(_("Next step"), tuple(_steps(asking, steps, _usual_steps(asking.mode)))),
        more=ControlGroup(_("More steps"), tuple(_steps(asking, steps, _more_steps(unit, asking)))),
        also=ControlGroup(_("Also"), tuple(_extras(unit, asking))),
        numbers=tuple(_numbers(question, unit, links)),
        undo=asking.to(steps=steps[:-1] or None) if steps else "",
        clear=links.asking(changed(links.body, path=None)) if "path" in links.body else "",
        arrive=_arrival(question, links, move),
    )


@dataclass(frozen=True, slots=True)
class _PathLinks:
    """Makes addresses with another path."""

    links: HexLinks
    path: Json

    @property
    def mode(self) -> str:
        return str(self.path.get("mode", _WALK))

    def to(self, **changes: object) -> str:
        return self.links.asking(changed(self.links.body, path=changed(self.path, **changes)))

    def switch(self, key: str, word: str, value: object = True) -> DeskChoice:
        is_on = self.path.get(key) == value
        return DeskChoice(word, self.to(**{key: None if is_on else value}), is_on)


def _modes(unit: ClassicUnit, asking: _PathLinks) -> Iterator[DeskChoice]:
    """Offer how it moves; what does not go with another way of moving is no longer said."""
    words = {_WALK: _("Walk"), _RUN: _("Run"), _JUMP: _("Jump")}
    if unit.is_vehicle:
        words |= {_WALK: _("Cruise"), _RUN: _("Flank")}
    for mode, word in words.items():
        gone: Json = dict.fromkeys(("boost", "boost_turns") if mode != _RUN else ())
        if mode == _JUMP:
            kept = [each for each in asking.path.get("steps", ()) if each not in _ON_THE_GROUND]
            if asking.path.get("jets") != _UNDERWATER:
                kept = [each for each in kept if each not in _LIFTS]
            gone |= {"reckless": None, "steps": kept or None}
        else:
            gone |= {"jets": None}
        yield DeskChoice(word, asking.to(mode=None if mode == _WALK else mode, **gone), mode == asking.mode)


def _usual_steps(mode: str) -> dict[str, str]:
    found = {"left": _("Left"), "forward": _("Forward"), "right": _("Right")}
    return found if mode == _JUMP else found | {"backward": _("Back")}


def _more_steps(unit: ClassicUnit, asking: _PathLinks) -> dict[str, str]:
    """Name the steps that only some units take, or take seldom."""
    found: dict[str, str] = {}
    mode = asking.mode
    if unit.kind == "quad" and mode != _JUMP:
        found |= {"side-left": _("Sideways left"), "side-right": _("Sideways right")}
    if unit.is_mech and mode != _JUMP:
        found |= {"stand": _("Stand up"), "careful-stand": _("Stand carefully"), "prone": _("Go prone")}
    is_lifted = asking.path.get("jets") == _UNDERWATER if mode == _JUMP else unit.kind in FLYERS
    if is_lifted:
        found |= {"up": _("Up"), "down": _("Down")}
    return found


def _steps(asking: _PathLinks, steps: list[str], words: Mapping[str, str]) -> Iterator[DeskChoice]:
    for step, word in words.items():
        yield DeskChoice(word, asking.to(steps=[*steps, step]))


def _extras(unit: ClassicUnit, asking: _PathLinks) -> Iterator[DeskChoice]:
    """Offer what goes with such a unit and this way of moving."""
    if asking.mode == _RUN and unit.kind not in ("infantry", "battle-armor"):
        yield asking.switch("boost", _("MASC"), "masc")
        yield asking.switch("boost", _("Supercharger"), "supercharger")
        yield asking.switch("boost", _("Both"), "both")
    if unit.is_mech:
        yield asking.switch("myomer", _("Triple-strength myomer"))
    if asking.mode == _JUMP:
        is_on = asking.path.get("jets") == _UNDERWATER
        kept = [each for each in asking.path.get("steps", ()) if not is_on or each not in _LIFTS]
        address = asking.to(jets=None if is_on else _UNDERWATER, steps=kept or None)
        yield DeskChoice(_("Underwater jets"), address, is_on)
    else:
        yield asking.switch("reckless", _("Reckless"))
    yield asking.switch("stuck", _("Stuck at the start"))


def _numbers(question: HexQuestion, unit: ClassicUnit, links: HexLinks) -> Iterator[DeskStepper]:
    path = question.path
    if path is None:
        return
    if path.boost != "none":
        label = _("Turns in a row")
        yield hex_stepper(links, "path.boost_turns", label, path.boost_turns, low=1, high=MOST_TURNS)
    if path.mode == _JUMP and unit.is_mech and (unit.jump or path.wing):
        most = int(wing_row(load_battletech(question.edition or ""), unit.tons).value)
        yield hex_stepper(links, "path.wing", _("MP of a partial wing"), path.wing, low=0, high=most)


def _infantry(unit: ClassicUnit, asking: _PathLinks) -> ControlGroup | None:
    """Offer how infantry moves."""
    if unit.kind != "infantry":
        return None
    words = {
        "foot": _("On foot"),
        "motorized": _("Motorized"),
        "jump": _("Jump"),
        "mechanized-tracked": _("Mechanized, tracked"),
        "mechanized-wheeled": _("Mechanized, wheeled"),
        "mechanized-hover": _("Mechanized, hover"),
    }
    chosen = asking.path.get("infantry", "foot")
    return ControlGroup(
        _("Infantry"),
        tuple(
            DeskChoice(word, asking.to(infantry=None if each == "foot" else each), each == chosen)
            for each, word in words.items()
        ),
    )


def _arrival(question: HexQuestion, links: HexLinks, move: PathAnswer | None) -> str:
    """Give the address with the attacker at the end of its path."""
    path, placed = question.path, question.attacker
    if path is None or placed is None or move is None or move.refusals or not path.steps:
        return ""
    place, facing = path_at_its_end(path)
    name = hex_name(place)
    if name is None:
        return ""
    moved = {"mode": move.mode, "hexes": move.hexes} if move.hexes else {"mode": move.mode}
    last = move.legs[-1]
    arrived = {
        "attacker.hex": name,
        "attacker.facing": facing or None,
        "attacker.elevation": last.elevation or None,
        "attacker.moved": moved,
        "path": None,
    }
    return links.to(**arrived)
