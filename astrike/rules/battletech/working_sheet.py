"""What is on a record sheet while critical hits are settled: which slots hold what, and which are still open?

A working sheet changes hit by hit; `as_record` gives it back as a plain record at the end.
"""

from collections.abc import Iterator
from dataclasses import field, replace

from astrike.dataclass import dataclass
from astrike.model.battletech.critical import (
    LOCATIONS,
    CriticalQuestion,
    RecordSheet,
    SheetItem,
    SheetLocation,
)
from astrike.rulebook.battletech.criticals import (
    CriticalComponentRow,
    CriticalEngineRow,
    CriticalLocationRow,
    CriticalStructureRow,
)
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.item_names import guessed_item


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item of a location with the slots it fills there; all slots of an engine are one item."""

    name: str
    component: str
    row: CriticalComponentRow
    slots: tuple[int, ...]
    shots: int | None = None
    damage: int | None = None
    missiles: int | None = None
    points: int | None = 0
    """Points of its explosion; 0 for none, None where they are not known."""
    armored: bool = False
    hittable: bool = True


@dataclass(slots=True)
class WorkingLocation:
    """A location while hits are settled."""

    key: str
    row: CriticalLocationRow
    armor: int
    rear_armor: int
    full_armor: int
    structure: int
    case: str
    destroyed: bool
    blown_off: bool
    items: dict[int, PlacedItem]
    """By slot, counted from 1."""
    earlier: list[int]
    now: list[int]
    spared: list[int]
    stated: SheetLocation
    is_changed: bool = False
    was_destroyed: bool = field(default=False)
    """It was destroyed before the dice were rolled."""
    lost_earlier: bool = field(default=False)
    """It was destroyed in an earlier phase, so that nothing in it can be hit any more."""

    @property
    def flooded(self) -> bool:
        """Was it flooded, so that what is in it stays out?"""
        return self.stated.flooded

    @property
    def is_gone(self) -> bool:
        """Is it destroyed or blown off?"""
        return self.destroyed or self.blown_off

    @property
    def has_unstated_armor(self) -> bool:
        """Does the sheet say nothing of its armor, neither of what is left nor of what was built?"""
        stated = self.stated
        return stated.full_armor is None and not stated.armor and not stated.rear_armor

    @property
    def hittable(self) -> list[int]:
        """Slots that can be hit at all."""
        return [slot for slot, item in self.items.items() if item.hittable]

    @property
    def open_before(self) -> list[int]:
        """Slots that were open when the phase began."""
        return [slot for slot in self.hittable if slot not in self.earlier]

    @property
    def open_now(self) -> list[int]:
        """Slots that are open now."""
        return [slot for slot in self.open_before if slot not in self.now]

    @property
    def marks(self) -> list[int]:
        """All slots that are hit, in the order of the hits."""
        return [*self.earlier, *self.now]

    def is_dead(self, item: PlacedItem) -> bool:
        """Is one of the item's slots hit?"""
        return any(slot in item.slots for slot in self.marks)


class WorkingSheet:
    """A record sheet while hits are settled."""

    def __init__(self, question: CriticalQuestion, edition: BattleTechEdition) -> None:
        self.record = question.sheet
        self.edition = edition
        self._phase = question.phase
        self._has_new_phase = bool(self.record.phase) and self.record.phase < question.phase
        self._items = dict(self.record.items)
        stated = dict(self.record.locations)
        self.locations = {
            key: self._location(row, stated.get(key, SheetLocation()))
            for key, row in edition.critical_locations.items()
            if self.record.kind in row.frames
        }
        self.wounds = self.record.wounds
        for location in self.locations.values():
            if location.destroyed:
                for limb in self.torn_with(location):
                    limb.destroyed = limb.was_destroyed = True
                    limb.structure = 0

    def location(self, key: str) -> WorkingLocation:
        """Give a location."""
        return self.locations[key]

    def next_of(self, location: WorkingLocation) -> WorkingLocation | None:
        """Give the location to which hits and explosions move on."""
        return self.locations[location.row.next] if location.row.next else None

    def torn_with(self, location: WorkingLocation) -> Iterator[WorkingLocation]:
        """List the limbs that are torn off with a location."""
        for each in self.locations.values():
            if each.row.torn_with == location.key and not each.is_gone:
                yield each

    def hits_on(self, component: str) -> int:
        """Count the hits on what counts hits; slots of a destroyed side torso count too."""
        return sum(
            1
            for location in self.locations.values()
            for slot, item in location.items.items()
            if item.component == component
            and (slot in location.marks or (location.is_gone and location.row.next))
        )

    def gone(self, part: str) -> list[WorkingLocation]:
        """List the limbs of a kind that are gone."""
        return [each for each in self.locations.values() if each.row.part == part and each.is_gone]

    def as_record(self, *, falls: bool) -> RecordSheet:
        """Give the sheet as it is now."""
        named = [key for key, _ in self.record.locations]
        changed = [key for key, each in self.locations.items() if each.is_changed and key not in named]
        return replace(
            self.record,
            locations=tuple(
                (key, self._as_stated(self.locations[key]))
                for key in sorted({*named, *changed}, key=LOCATIONS.index)
            ),
            prone=self.record.prone or falls,
            wounds=self.wounds,
            phase=self._phase,
        )

    def _as_stated(self, location: WorkingLocation) -> SheetLocation:
        return replace(
            location.stated,
            armor=location.armor,
            rear_armor=location.rear_armor,
            structure=location.structure,
            destroyed=location.destroyed,
            blown_off=location.blown_off,
            hit=tuple(location.earlier),
            hit_this_phase=tuple(location.now),
            spared=tuple(location.spared),
        )

    def _location(self, row: CriticalLocationRow, stated: SheetLocation) -> WorkingLocation:
        built = self.structure_of(row)
        before = [*stated.hit, *(stated.hit_this_phase if self._has_new_phase else ())]
        structure = built if stated.structure is None else stated.structure
        destroyed = stated.destroyed or structure == 0
        structure = 0 if destroyed else structure
        return WorkingLocation(
            key=row.key,
            row=row,
            armor=stated.armor,
            rear_armor=stated.rear_armor,
            full_armor=self.most_armor_of(row) if stated.full_armor is None else stated.full_armor,
            structure=structure,
            case=stated.case,
            destroyed=destroyed,
            blown_off=stated.blown_off,
            items=self._placed(self.slot_names(row, stated)),
            earlier=before,
            now=[] if self._has_new_phase else list(stated.hit_this_phase),
            spared=list(stated.spared),
            stated=stated,
            was_destroyed=destroyed or stated.blown_off,
            lost_earlier=destroyed and self._has_new_phase,
        )

    def structure_of(self, row: CriticalLocationRow) -> int:
        """Give the internal structure of a location as built: that of the next lighter tonnage of the table."""
        return int(getattr(self._structure_row(), row.column))

    def most_armor_of(self, row: CriticalLocationRow) -> int:
        """Give the most armor that a location can have, front and rear together."""
        if row.part == "head":
            return self.edition.whole("armor.head")
        return self.edition.whole("armor.of-structure") * self.structure_of(row)

    def _structure_row(self) -> CriticalStructureRow:
        rows = list(self.edition.critical_structure.values())
        return max((row for row in rows if row.tons <= self.record.tons), key=_tons, default=rows[0])

    # ---- what stands in the slots

    def slot_names(self, row: CriticalLocationRow, stated: SheetLocation) -> list[str | None]:
        """Give what stands in each slot of a location."""
        empty: list[str | None] = [None] * row.slots
        standard = [*self.standard_slots(row), *empty][: row.slots]
        if stated.slots is None:
            return standard
        given = [*stated.slots, *empty][: row.slots]
        if self.record.layout is None:
            return given
        return [mine or usual for mine, usual in zip(given, standard, strict=True)]

    def standard_slots(self, row: CriticalLocationRow) -> list[str | None]:
        """Give what stands in the slots of a standard location."""
        engine = self.engine_row
        gyro = self.edition.critical_gyros[self.record.gyro]
        components = self.edition.critical_components
        if row.key == "center-torso":
            first = min(engine.center, 3)
            keys = ["engine"] * first + ["gyro"] * gyro.slots + ["engine"] * (engine.center - first)
        elif row.part == "torso":
            keys = ["engine"] * engine.side
        else:
            is_small = row.part == "head" and self.record.cockpit == "small"
            layout = self.edition.critical_layouts["head.small" if is_small else row.part]
            keys = list(layout.slots)
        return [components[key].label if key else None for key in keys]

    @property
    def engine_row(self) -> CriticalEngineRow:
        """The engine of the sheet."""
        return self.edition.critical_engines[self.record.engine]

    def _placed(self, names: list[str | None]) -> dict[int, PlacedItem]:
        found: dict[int, PlacedItem] = {}
        slot = 1
        while slot <= len(names):
            name = names[slot - 1]
            run = _run(names, slot)
            if name is not None and name.strip():
                for each in self._of_run(name, slot, run):
                    found |= dict.fromkeys(each.slots, each)
            slot += run
        for each in list(found.values()):
            if each.row.spread:
                slots = tuple(slot for slot, item in found.items() if item.component == each.component)
                found |= dict.fromkeys(slots, replace(each, slots=slots))
        return found

    def _of_run(self, name: str, first: int, run: int) -> Iterator[PlacedItem]:
        """Give the items of slots in a row that have the same name."""
        stated = self._items.get(name, SheetItem())
        guess = guessed_item(name, self.edition)
        kind = stated.kind or ("ammo" if _is_ammo(stated, guess.row.component) else guess.row.component)
        if not kind:
            return
        component = self._component(kind)
        row = self.edition.critical_components[component]
        is_as_guessed = kind == guess.row.component
        size = stated.slots or (guess.row.slots if is_as_guessed else 0) or row.slots or run
        shots = guess.shots if stated.shots is None else stated.shots
        damage = guess.damage if stated.damage is None else stated.damage
        missiles = stated.missiles or guess.missiles or 1
        points = _points(stated, shots, damage, missiles, row, guess_points=guess.row.points)
        if guess.row.inert and is_as_guessed and stated.points is None:
            points = 0
        for start in range(first, first + run, size):
            yield PlacedItem(
                name,
                component,
                row,
                tuple(range(start, min(start + size, first + run))),
                shots,
                damage,
                missiles,
                points,
                stated.armored,
                stated.hittable and not row.unhittable,
            )

    def _component(self, kind: str) -> str:
        if kind == "engine":
            return self.engine_row.component
        if kind == "gyro":
            return self.edition.critical_gyros[self.record.gyro].component
        if kind == "sensors" and self.record.industrial:
            return "industrial-sensors"
        return kind


def _tons(row: CriticalStructureRow) -> int:
    return row.tons


def _run(names: list[str | None], slot: int) -> int:
    """Count the slots from this one on that have the same name."""
    name, length = names[slot - 1], 1
    while slot + length <= len(names) and names[slot + length - 1] == name:
        length += 1
    return length


def _is_ammo(stated: SheetItem, guessed: str) -> bool:
    """Is an item that has shots which do damage ammunition, though its name sounds like a weapon's?"""
    return guessed in ("weapon", "equipment") and stated.shots is not None and stated.damage is not None


def _points(
    stated: SheetItem,
    shots: int | None,
    damage: int | None,
    missiles: int,
    row: CriticalComponentRow,
    *,
    guess_points: int,
) -> int | None:
    """Give the points of an item's explosion, as far as they are known."""
    if stated.used or shots == 0 or not row.explodes:
        return 0
    if stated.points is not None:
        return stated.points
    if shots is not None and damage is not None:
        return shots * damage * missiles
    return guess_points or row.points or None
