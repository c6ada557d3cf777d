"""Which properties of a unit in the table file does an effect change?

The unit's card and state are kept while the effect is worked out and compared with what they were; the table itself is
not changed. Lists of words (`state`, `hits.motive`) are written with commas.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from astrike.model.effect_answer import StateChange
from astrike.model.explain import Fact
from astrike.model.unit import Hits, Unit

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "hits.mp": "MP hits",
        "hits.engine": "Engine hits",
        "hits.fire-control": "Fire control hits",
        "hits.weapon": "Weapon hits",
        "hits.crew": "Crew hits",
        "hits.motive": "Motive damage",
        "armor_left": "Armor left",
        "structure_left": "Structure left",
        "heat": "Heat",
        "state": "State",
        "pending.state": "State to come",
        "sunk": "Sunk in quicksand",
        "elevation": "Elevation",
        "altitude": "Altitude",
        "at": "Place",
        "cf": "Construction factor",
    }
)
"""What a property is called."""


class UnitChanges:
    """The card and state of one unit as an effect leaves them, counted from what its damage so far comes to.

    >>> sheet = UnitChanges(Unit("A", (0, 0), "A", armor=1, structure=3, stated=frozenset({"armor", "structure"})))
    >>> sheet.hurt(2)
    1
    >>> [(change.at, change.after) for change in sheet.changes()]
    [('armor_left', 0), ('structure_left', 2)]
    """

    def __init__(self, unit: Unit) -> None:
        self._lasting = unit.state - unit.pending.state
        """Flags that it has already, and that none of its damage of this phase brings."""
        self.unit = unit = unit.with_pending
        hits = unit.hits
        self._before: dict[str, Fact] = {
            "hits.mp": hits.mp,
            "hits.engine": hits.engine,
            "hits.fire-control": hits.fire_control,
            "hits.weapon": hits.weapon,
            "hits.crew": hits.crew,
            "hits.motive": ",".join(hits.motive),
            "heat": unit.heat,
            "sunk": unit.sunk,
            "state": ",".join(sorted(unit.state)),
            "elevation": unit.elevation if isinstance(unit.elevation, int | float | str) else "",
            "altitude": "" if unit.flight is None else unit.flight.altitude,
            "at": _place(*unit.at),
        }
        self.is_known = bool(
            unit.stated & {"armor", "armor_left"} and unit.stated & {"structure", "structure_left"}
        )
        """Does the card say how much it can take?"""
        if self.is_known:
            self._before["armor_left"] = unit.armor if unit.armor_left is None else unit.armor_left
            self._before["structure_left"] = (
                unit.structure if unit.structure_left is None else unit.structure_left
            )
        self._now = dict(self._before)

    def number(self, at: str) -> int:
        """Give a number as it is now."""
        value = self._now.get(at, 0)
        return int(value) if isinstance(value, int | float) else 0

    def set(self, at: str, value: Fact) -> None:
        """Give a property another value."""
        self._now[at] = value

    def hit(self, name: str) -> int:
        """Count one more hit, and give how many there are now."""
        self._now[f"hits.{name}"] = self.number(f"hits.{name}") + 1
        return self.number(f"hits.{name}")

    def motive(self, loss: str) -> tuple[str, ...]:
        """Note motive damage behind what there is, and give all of it."""
        before = str(self._now["hits.motive"])
        self._now["hits.motive"] = f"{before},{loss}" if before else loss
        return tuple(str(self._now["hits.motive"]).split(","))

    @property
    def flags(self) -> frozenset[str]:
        """The flags of its state now."""
        return frozenset(word for word in str(self._now["state"]).split(",") if word)

    def flag(self, word: str) -> None:
        """Add a flag to its state."""
        self._now["state"] = ",".join(sorted({*self.flags, word}))

    def flag_anew(self, word: str) -> None:
        """Add a flag that lasts a turn; where it is there since a turn ago, note that it comes once more (CE p.50)."""
        if word in self._lasting:
            self._now["pending.state"] = word
        self.flag(word)

    def unflag(self, word: str) -> None:
        """Take a flag from its state."""
        self._now["state"] = ",".join(sorted(self.flags - {word}))

    def hurt(self, points: int) -> int:
        """Take damage, armor first (CE p.49, AS p.40); give how much structure it cost, and note who is destroyed."""
        if not self.is_known or points <= 0:
            return 0
        from_armor = min(points, self.number("armor_left"))
        left = points - from_armor
        lost = min(left, self.number("structure_left"))
        self._now["armor_left"] = self.number("armor_left") - from_armor
        self._now["structure_left"] = self.number("structure_left") - lost
        if self.number("structure_left") == 0:
            self.flag("destroyed")
        return lost

    @property
    def unit_now(self) -> Unit:
        """Give the unit with its card and state as they are now; it stands where it stood."""
        hits = Hits(
            mp=self.number("hits.mp"),
            engine=self.number("hits.engine"),
            fire_control=self.number("hits.fire-control"),
            weapon=self.number("hits.weapon"),
            crew=self.number("hits.crew"),
            motive=tuple(hit for hit in str(self._now["hits.motive"]).split(",") if hit),
        )
        unit = replace(self.unit, hits=hits, heat=self.number("heat"), state=self.flags)
        if not self.is_known:
            return unit
        return replace(
            unit, armor_left=self.number("armor_left"), structure_left=self.number("structure_left")
        )

    @property
    def is_destroyed(self) -> bool:
        """Is nothing left of it?"""
        return "destroyed" in self.flags

    def changes(self) -> Iterator[StateChange]:
        """Give everything that is another than before, in the order of a card."""
        for at, after in self._now.items():
            before = self._before.get(at, "")
            if after != before:
                yield StateChange(self.unit.id, at, before, after, LABELS[at])


def _place(x: float, y: float) -> str:
    return f"{x:.12g},{y:.12g}"
