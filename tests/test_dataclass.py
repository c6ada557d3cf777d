"""Our classes of data are those of the standard library; only their methods are compiled later."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import KW_ONLY, FrozenInstanceError, InitVar, field, fields
from typing import Any, ClassVar

import pytest

from astrike.dataclass import dataclass

Maker = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands; here at the top, so that another process finds it."""

    x: float
    y: float = 0.0
    names: list[str] = field(default_factory=list)
    seen: int = field(default=0, compare=False, repr=False)


@dataclass(slots=True)
class Count:
    """How many there are."""

    value: int = 0


def outcome(ask: Callable[[], object]) -> object:
    """Return what was answered, or the kind and words of what was raised."""
    try:
        return ask()
    except (TypeError, AttributeError) as error:
        return type(error), str(error)


def outcomes(make: Maker) -> list[object]:
    """Return all that can be asked of two classes that are made in a way."""

    @make
    class Base:
        first: int
        second: str = "b"
        made: list[int] = field(default_factory=list)
        later: int = field(init=False, default=3)
        kept: list[int] = field(init=False, default_factory=list)
        _: KW_ONLY
        named: int = 7
        needed: int
        hidden: int = field(default=0, compare=False, repr=False)

    @make
    class Longer(Base):
        last: int = 5

        def __post_init__(self) -> None:
            object.__setattr__(self, "last", self.last + 1)

    one, same, other = (Longer(1, "x", [1], 4, needed=n) for n in (1, 1, 2))
    asked: tuple[Callable[[], object], ...] = (
        lambda: repr(Base(1, needed=2)),
        lambda: repr(one),
        lambda: [(each.name, each.default, each.kw_only) for each in fields(Longer)],
        lambda: Longer.__match_args__,
        lambda: one == same,
        lambda: one == other,
        lambda: one == Base(1, needed=1),
        lambda: one == dataclasses.replace(one, hidden=9),
        lambda: Base(1, needed=1).made is Base(1, needed=1).made,
        Base,
        lambda: Base(1),
        lambda: Base(1, 2, [], 3, needed=2),
        lambda: Base(1, needed=2, more=1),
        lambda: setattr(one, "first", 2),
        lambda: delattr(one, "second"),
        lambda: repr(copy.deepcopy(one)),
        lambda: repr(dataclasses.replace(one, first=8)),
        lambda: dataclasses.asdict(one),
        lambda: isinstance(hash(one), int),
    )
    return [outcome(ask) for ask in asked]


@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.parametrize("frozen", [True, False])
@pytest.mark.parametrize("eq", [True, False])
def test_a_class_does_what_that_of_the_library_does(slots: bool, frozen: bool, eq: bool) -> None:
    ours = outcomes(dataclass(frozen=frozen, slots=slots, eq=eq))
    assert ours == outcomes(dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq))


def test_equal_ones_have_one_hash() -> None:
    @dataclass(frozen=True, slots=True)
    class Pair:
        a: int
        b: str = field(hash=False)

    assert hash(Pair(1, "x")) == hash(Pair(1, "y"))
    assert {Pair(1, "x"), Pair(1, "x")} == {Pair(1, "x")}


def test_what_only_the_library_does_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match="InitVar"):

        @dataclass
        class _Given:
            shared: ClassVar[int] = 1
            a: InitVar[int]

    with pytest.raises(TypeError, match="order"):
        dataclass(order=True)  # type: ignore[call-overload]


def test_what_can_change_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Count())


def test_methods_of_its_own_are_kept() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd:
        a: int

        def __repr__(self) -> str:
            return "odd"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    assert repr(Odd(1)) == "odd"
    assert Odd(1) == 5
    assert hash(Odd(2)) == 1


def test_what_is_frozen_refuses_and_is_sent_to_another_process_all_the_same() -> None:
    place = Place(1.0, names=["a"], seen=3)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        place.x = 2.0  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del place.x  # type: ignore[misc]
    sent = pickle.loads(pickle.dumps(place))
    assert (sent, sent.seen) == (place, 3)


def test_a_class_that_inherits_finds_the_methods_before_and_after_their_first_call() -> None:
    @dataclass(slots=True)
    class Base:
        a: int

    class Child(Base):
        def __init__(self, a: int) -> None:
            super().__init__(a + 1)

    assert [Child(1).a, Base(1).a, Child(2).a] == [2, 1, 3]
    assert Child.__init__ is not Base.__init__


def test_nothing_is_compiled_before_it_is_called() -> None:
    @dataclass(frozen=True, slots=True)
    class Lazy:
        a: int

    before = dict(vars(Lazy))
    assert Lazy(1) == Lazy(1)
    changed = {name for name, value in vars(Lazy).items() if before[name] is not value}
    assert changed == {"__init__", "__eq__"}
