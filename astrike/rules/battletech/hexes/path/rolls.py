"""Which rolls do the steps of a path bring? Each is the answer to a question of its own about rolls."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex_patch import HexContents
from astrike.model.battletech.hex_path import PathRoll
from astrike.model.battletech.rolls import TERRAINS, MovedBefore, RollEvent, RollQuestion
from astrike.rulebook.battletech.roll_rows import NO_ROLL
from astrike.rules.battletech.failures import sideslips
from astrike.rules.battletech.hexes.path.entering import is_on_the_road, reckless_row, terrain_rows
from astrike.rules.battletech.hexes.path.path_case import HexPosition, PathCase, Stride, hexside_of
from astrike.rules.battletech.hexes.path.standing import STANDS
from astrike.rules.battletech.rolls import roll_answer

_BOGS: Final = ("swamp", "mud", "snow")


@dataclass(frozen=True, slots=True)
class PathTurn:
    """A change of facing in the hex that a step leaves."""

    direction: int
    """The hexside toward which it moved before it."""
    terrain: str


@dataclass(frozen=True, slots=True)
class PathRolls:
    """Works out which rolls one path brings, and their numbers."""

    case: PathCase
    strides: Sequence[Stride]
    mode: str
    """The mode that the path counts as."""
    is_minimum: bool
    """It is minimum movement."""

    def rolls(self) -> Iterator[PathRoll]:
        """Give the rolls that are due, in the order of the steps."""
        for stride in self.strides:
            if stride.step in STANDS:
                event = RollEvent(stride.step)
                position = replace(stride.before, prone=True)
                yield from self._asked(stride, event, position, stride.before)
            elif stride.enters:
                yield from self._of_breaking_free(stride)
                if not self.case.jumps:
                    yield from self._of_entry(stride)
        if self.strides:
            yield from self._at_the_end(self.strides[-1])

    def _of_breaking_free(self, stride: Stride) -> Iterator[PathRoll]:
        """Ask the roll of what is bogged down before it leaves its hex, jump or not."""
        if self.case.path.stuck and not stride.hexes:
            if self.case.leaves_out_grounds():
                self.case.note("left-out")
            yield from self._asked(stride, RollEvent("break-free"), stride.before, stride.before)

    def _of_entry(self, stride: Stride) -> Iterator[PathRoll]:
        before, after = stride.before, stride.after
        turn = turn_before(self.case, self.strides, stride)
        if turn is not None:
            name = "sideslip" if sideslips(self.case.edition, self.case.unit) else "skid"
            event = RollEvent(name, hexes=stride.hexes)
            yield from self._asked(stride, event, before, before, terrain=turn.terrain)
        for position in self._walls(before, after):
            yield from self._asked(stride, self._wall(position, stride), before, after)
        if not self.case.mover.flies:
            yield from self._of_ground(stride, "walk")

    def _walls(self, before: HexPosition, after: HexPosition) -> Iterator[HexPosition]:
        """Give where it is inside the buildings whose walls it goes through."""
        was, is_in = self.case.is_inside(before), self.case.is_inside(after)
        if was and not (is_in and self.case.patch.is_one_building(before.place, after.place)):
            yield before
        if is_in:
            yield after

    def _wall(self, position: HexPosition, stride: Stride) -> RollEvent:
        building = self.case.contents(position).building
        hexes = stride.hexes + stride.enters
        if building is None:
            return RollEvent("building", hexes=hexes)
        return RollEvent("building", building=building.class_, cf=building.cf, hexes=hexes)

    def _of_ground(self, stride: Stride, by: str) -> Iterator[PathRoll]:
        case, before, after = self.case, stride.before, stride.after
        depth = case.depth_under(after)
        if depth:
            surface = case.contents(after).level
            event = RollEvent(
                "water",
                by=by,
                depth=depth,
                from_depth=0 if by == "jump" else case.depth_under(before),
                levels=0 if by == "jump" else max(0, case.height(before) - surface),
            )
            yield from self._asked(stride, event, before, after)
        if stride.on_road or case.contents(after).building:
            return
        saved = self._saved(stride) if by == "walk" else ""
        for row in terrain_rows(case, case.contents(after)):
            if row.key == saved:
                event = RollEvent(row.event, by=by, reckless=True)
                yield from self._asked(stride, event, before, after)
            elif row.event and not row.key.startswith("water"):
                at = before if row.key in _BOGS else after
                yield from self._asked(stride, RollEvent(row.event, by=by), before, at)

    def _saved(self, stride: Stride) -> str:
        """Name the terrain that it rolls for in place of paying."""
        case = self.case
        is_reckless = case.path.reckless and not case.edition.hex_move_words["reckless"].unknown
        is_forced = self.is_minimum and not case.edition.hex_move_words["reckless"].unknown
        row = reckless_row(case, stride.after) if is_reckless or is_forced else None
        return row.key if row else ""

    def _at_the_end(self, last: Stride) -> Iterator[PathRoll]:
        if self.case.jumps:
            if not self.case.swims:
                yield from self._of_ground(last, "jump")
            yield from self._asked(last, RollEvent("jump-damaged"), last.after, last.after)
        elif self.mode == "run":
            yield from self._asked(last, RollEvent("run-damaged"), last.after, last.after)

    def _asked(
        self, stride: Stride, event: RollEvent, at: HexPosition, ground: HexPosition, *, terrain: str = ""
    ) -> Iterator[PathRoll]:
        """Ask one roll, and give it where there is one."""
        case = self.case
        hexes = stride.hexes + (stride.enters if event.event.endswith("damaged") else 0)
        asked = RollQuestion(
            unit=replace(case.unit, prone=at.prone),
            events=(event,),
            moved=MovedBefore(self.mode, hexes),
            terrain=terrain or terrain_word(case.contents(ground)),
            water=case.depth_under(at),
            edition=case.edition.id,
            options=case.case.question.options,
        )
        for roll in roll_answer(asked, case.edition, case.options).rolls:
            if roll.event == event.event and roll.automatic != NO_ROLL:
                yield PathRoll(stride.number, asked, roll)
                return


def turn_before(case: PathCase, strides: Sequence[Stride], stride: Stride) -> PathTurn | None:
    """Give the turn that may make a step skid or slide: in the hex that it leaves, and not after standing up there."""
    here: list[Stride] = []
    came = None
    for each in reversed(strides[: stride.number - 1]):
        if each.enters:
            came = each
            break
        here.append(each)
    if not here or any(each.step in STANDS for each in here):
        return None
    facing = here[-1].before.facing
    if facing == stride.before.facing:
        return None
    slippery = _slippery(case, stride.before)
    direction = hexside_of(came.step if came else stride.step, facing)
    return PathTurn(direction, slippery) if slippery else None


def _slippery(case: PathCase, position: HexPosition) -> str:
    """Name what makes a turn slip there; empty for nothing."""
    if sideslips(case.edition, case.unit):
        return terrain_word(case.contents(position))
    if case.contents(position).ground == "ice" and not case.leaves_out_grounds():
        return "ice"
    return "pavement" if is_on_the_road(case, position) else ""


def terrain_word(contents: HexContents) -> str:
    """Name the terrain of a hex as questions about rolls do.

    >>> terrain_word(HexContents(woods="light")), terrain_word(HexContents(ground="mud")), terrain_word(HexContents())
    ('woods', 'mud', 'clear')
    """
    if contents.ground != "clear" and contents.ground in TERRAINS:
        return contents.ground
    if contents.pavement or (contents.road and not contents.water):
        return "pavement"
    return "clear" if contents.woods == "none" else "woods"
