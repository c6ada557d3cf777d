"""How much memory may what is kept take, and what makes room? One budget in bytes for all caches of a process.

Whatever is asked for again is kept under a name that says all it depends on, with an estimate of its size. When all of
it together takes more than the budget, what was not asked for longest goes first, whichever cache it is in: thirty
small tables are kept as well as one large one.
"""

import gc
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum, auto
from functools import wraps
from itertools import count, islice
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

CACHE_BYTES: Final = 40_000_000
"""What all caches of a process may keep by that estimate; it counts some of what is shared more than once, so in memory
it is little more than half of that: enough for the cards of thirty tables."""

_VERSIONS: Final = 2
"""Versions of one thing of which something is kept: the newest, and the one that somebody may be still asking about."""
_THINGS: Final = 1_000
"""Things whose versions are known; of others what is old goes as everything does that was not asked for longest."""

Value = TypeVar("Value")
Question = ParamSpec("Question")


class ByteBudget:
    """What all caches of a process keep, the longest unused first; safe among threads."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._guard = threading.Lock()
        self._known: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self._bytes = 0
        self._versions: OrderedDict[Hashable, OrderedDict[Hashable, set[Hashable]]] = OrderedDict()

    @property
    def bytes(self) -> int:
        """Estimate what is kept."""
        return self._bytes

    def get(self, name: Hashable) -> object:
        """Give what is kept under a name, which is used now; None for nothing."""
        with self._guard:
            found = self._known.get(name)
            if found is None:
                return None
            self._known.move_to_end(name)
            return found[0]

    def put(self, name: Hashable, value: object, size: int) -> None:
        """Keep a value in the place of the one before; what is larger than the whole budget is not kept."""
        with self._guard:
            self._put(name, value, size)

    def get_or_put(
        self, name: Hashable, value: object, size: int, *, of_version: tuple[Hashable, Hashable] | None = None
    ) -> object:
        """Give what is kept under a name already, or keep this one.

        Of a thing that has versions (the thing, its version) only the two that came last are kept.
        """
        with self._guard:
            found = self._known.get(name)
            if found is not None:
                self._known.move_to_end(name)
                return found[0]
            if of_version is not None:
                self._begin_version(name, *of_version)
            self._put(name, value, size)
            return value

    def _begin_version(self, name: Hashable, thing: Hashable, version: Hashable) -> None:
        """Note the version of what is kept under a name, and let go what is kept of too old ones."""
        versions = self._versions.setdefault(thing, OrderedDict())
        self._versions.move_to_end(thing)
        versions.setdefault(version, set()).add(name)
        if len(versions) > _VERSIONS:
            _version, names = versions.popitem(last=False)
            for each in names:
                _value, freed = self._known.pop(each, (None, 0))
                self._bytes -= freed
        if len(self._versions) > _THINGS:
            self._versions.popitem(last=False)

    def resize(self, name: Hashable, value: object, size: int) -> None:
        """Say how large a value has become, if it is still kept."""
        with self._guard:
            if self._known.get(name, (None, 0))[0] is value:
                self._put(name, value, size)

    def _put(self, name: Hashable, value: object, size: int) -> None:
        before = self._known.pop(name, None)
        self._bytes -= 0 if before is None else before[1]
        if size > self.most_bytes:
            return
        self._known[name] = value, size
        self._bytes += size
        while self._bytes > self.most_bytes:
            _name, (_value, freed) = self._known.popitem(last=False)
            self._bytes -= freed

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._known.clear()
            self._versions.clear()
            self._bytes = 0


BUDGET: Final = ByteBudget(CACHE_BYTES)
"""The budget of this process."""


class Same:
    """An object as part of a name: the same one, not one that looks like it.

    >>> one, other = [1], [1]
    >>> Same(one) == Same(one), Same(one) == Same(other)
    (True, False)
    """

    __slots__ = ("of",)

    def __init__(self, of: object) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.of is other.of

    def __hash__(self) -> int:
        return id(self.of)


_NUMBERS: Final = count()


def new_cache_id() -> int:
    """Give a number that tells the names of one cache from those of the others."""
    return next(_NUMBERS)


class _Kept(Generic[Value]):
    """A value that may be None."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


def kept(work_out: Callable[Question, Value]) -> Callable[Question, Value]:
    """Keep what a function gives for its arguments, which can be hashed, as `lru_cache` does, but within the budget.

    >>> @kept
    ... def double(number: int) -> int:
    ...     print("worked out")
    ...     return 2 * number
    >>> double(4), double(4)
    worked out
    (8, 8)
    """
    cache = new_cache_id()

    @wraps(work_out)
    def answer(*asked: Question.args, **more: Question.kwargs) -> Value:
        name = (cache, asked, tuple(more.items()))
        found = BUDGET.get(name)
        if found is None:
            found = _Kept(work_out(*asked, **more))
            BUDGET.put(name, found, estimated_size(found.value) + estimated_size(asked))
        return cast(_Kept[Value], found).value

    return answer


# ---- sizes

_PLAIN: Final = (str, bytes, bytearray, int, float, complex, type(None))
_SHARED: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)
_LOOKED_AT: Final = 3
"""Of a collection, so many are looked at, and the others taken to be like them."""
_DEEPEST: Final = 12
_SHAPE: Final = 1_000
"""Bytes of a shape of Shapely, whose corners are not Python's."""
_COUNTED_IN: Final[dict[type, tuple[type, ...]]] = {}


def count_only_in(kind: type, *wholes: type) -> None:
    """Let values of a type count by themselves and in those wholes only: others share what is kept anyway."""
    _COUNTED_IN[kind] = wholes


def estimated_size(value: object) -> int:
    """Estimate the bytes of a value and all it consists of, from a few of the members of its collections.

    >>> 1000 < estimated_size("x" * 1000) < 1100, 2000 < estimated_size(["x" * 1000] * 2) < 2200
    (True, True)
    """
    return int(_size(value, type(value), set(), 0))


class _Sort(Enum):
    """What a type counts as."""

    PLAIN = auto()
    SHARED = auto()
    MAPPING = auto()
    COLLECTION = auto()
    SHAPE = auto()
    OTHER = auto()


_SORTS: Final[dict[type, _Sort]] = {}
"""Those of the types that were met: to ask each value anew costs more than all else."""


def _sort_of(kind: type) -> _Sort:
    if issubclass(kind, _PLAIN):
        return _Sort.PLAIN
    if issubclass(kind, _SHARED):
        return _Sort.SHARED
    if issubclass(kind, Mapping):
        return _Sort.MAPPING
    if issubclass(kind, Sequence | AbstractSet):
        return _Sort.COLLECTION
    return _Sort.SHAPE if kind.__module__.startswith("shapely") else _Sort.OTHER


def _size(value: Any, whole: type, seen: set[int], depth: int) -> float:
    kind = type(value)
    sort = _SORTS.get(kind) or _SORTS.setdefault(kind, _sort_of(kind))
    if sort is _Sort.PLAIN:
        return sys.getsizeof(value)
    if sort is _Sort.SHARED or id(value) in seen:
        return 0
    if depth and kind in _COUNTED_IN and whole not in _COUNTED_IN[kind]:
        return 0
    seen.add(id(value))
    own = max(sys.getsizeof(value), getattr(value, "nbytes", 0))
    if depth == _DEEPEST:
        return own
    if sort is _Sort.MAPPING:
        return own + _members(value.items(), len(value), whole, seen, depth)
    if sort is _Sort.COLLECTION:
        return own + _members(value, len(value), whole, seen, depth)
    if sort is _Sort.SHAPE:
        return own + _SHAPE
    if getattr(getattr(value, "dtype", None), "hasobject", False):
        return own + _members(value.flat, value.size, whole, seen, depth)  # an array of NumPy
    for each in gc.get_referents(value):
        own += _size(each, whole, seen, depth + 1)
    return own


def _members(members: Iterable[object], how_many: int, whole: type, seen: set[int], depth: int) -> float:
    step = max(1, how_many // _LOOKED_AT)
    looked_at, found = 0, 0.0
    for each in islice(members, 0, step * _LOOKED_AT, step):
        looked_at += 1
        found += _size(each, whole, seen, depth + 1)
    return found * how_many / looked_at if looked_at else 0
