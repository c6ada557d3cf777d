"""What fell, for what, and was it typed in or rolled?

Dice that the players typed in are used first, then dice are rolled; each carries what it was rolled for. Where rolled
faces come from is not known here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """One roll that an answer asked for: the sum of some dice."""

    key: str
    """What it was rolled for: `scatter.direction`, `critical`, ..."""
    label: str
    count: int
    sides: int
    fell: int
    """The sum."""
    typed: bool
    """Was it typed in by the players?"""


def impossible(
    typed: Iterable[int], label: str, *, count: int = 2, sides: int = 6, first: int = 0
) -> Iterator[Problem]:
    """Name what was typed in for rolls that cannot fall so; `first` is the number of the first one.

    >>> [problem.sentence for problem in impossible([3, 9], "Direction", count=1)]
    ['dice[1]: found 9, expected Direction: a whole number from 1 to 6']
    """
    for number, fell in enumerate(typed, start=first):
        if not count <= fell <= count * sides:
            expected = f"{label}: a whole number from {count} to {count * sides}"
            yield Problem(f"dice[{number}]", str(fell), expected)


def left_over(dice: Sequence[int], used: int) -> Iterator[Problem]:
    """Name dice that nothing asked for, behind those that were used: somebody counts on them.

    >>> [problem.sentence for problem in left_over([6, 1], used=2)]
    ['dice: found 6, 1, expected 2 dice, no more']
    """
    if dice:
        expected = f"{used} dice, no more" if used else "no more dice: none is rolled here"
        yield Problem("dice", ", ".join(map(str, dice)), expected)


class DiceTray:
    """Gives what falls, in the order in which an answer asks, and keeps the record.

    >>> tray = DiceTray([5], lambda sides: 3)
    >>> tray.roll("scatter.direction", "Direction", count=1), tray.roll("critical", "Critical hit")
    (5, 6)
    >>> [(die.fell, die.typed) for die in tray.record]
    [(5, True), (6, False)]
    """

    def __init__(self, typed: Iterable[int] = (), supply: Callable[[int], int] | None = None) -> None:
        self._typed = list(typed)
        self._supply = supply
        self._record: list[DiceRoll] = []

    @property
    def record(self) -> tuple[DiceRoll, ...]:
        """Everything that fell so far."""
        return tuple(self._record)

    @property
    def left(self) -> Sequence[int]:
        """Dice that were typed in and that nothing asked for."""
        return tuple(self._typed)

    def roll(self, key: str, label: str, *, count: int = 2, sides: int = 6) -> int:
        """Give the sum of some dice: the next typed one, else rolled ones; an impossible one is an `InputError`."""
        if self._typed:
            fell, typed = self._typed.pop(0), True
            number = sum(die.typed for die in self._record)
            problems = list(impossible([fell], label, count=count, sides=sides, first=number))
            if problems:
                raise InputError(problems)
        elif self._supply is not None:
            fell, typed = sum(self._supply(sides) for _ in range(count)), False
        else:
            raise InputError([Problem("dice", "no more dice", f"{count}D{sides} for {label}")])
        self._record.append(DiceRoll(key, label, count, sides, fell, typed))
        return fell
