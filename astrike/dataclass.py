"""How is a class of plain data made when a program starts with a thousand of them?

The `dataclass` of the standard library writes and compiles up to six methods when a class is defined, whether or not
they are ever called: half of the time of a start. The one here means the same; each of its methods is compiled at its
first call. Frozen fields are set through their slots, so that making an instance takes two thirds of the time. What it
does not know, such as `order` and `InitVar`, it refuses.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, FrozenInstanceError, fields
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final, NoReturn

_Writer = Callable[[type[Any]], Callable[..., Any]]
"""Compiles a method of a class."""


def _dataclass(
    cls: type[Any] | None = None,
    /,
    *,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
    eq: bool = True,
) -> Any:
    """Make a class of plain data, as `dataclasses.dataclass` does; methods that the class has itself are kept."""
    if cls is None:
        return lambda given: _dataclass(given, frozen=frozen, slots=slots, kw_only=kw_only, eq=eq)
    own = cls.__dict__
    # A class with an equality of its own has None for its hash, until something gives it one.
    has_hash = "__hash__" in own and not (own["__hash__"] is None and "__eq__" in own)
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # or the library would look up the signature for it
    made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
    _refuse_arguments_that_are_no_fields(made)
    later: dict[str, _Writer] = {"__init__": _frozen_init if frozen else _init, "__repr__": _repr}
    if eq:
        later["__eq__"] = _eq
    if eq and frozen and not has_hash:
        later["__hash__"] = _hash
    methods: dict[str, object] = {
        name: _compiled_when_called(made, name, write)
        for name, write in later.items()
        if name not in own or name == "__hash__"
    }
    if eq and not frozen and not has_hash:
        methods["__hash__"] = None  # as every class has whose equal instances may change
    if frozen:
        methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if frozen and slots and "__getstate__" not in own:
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        setattr(made, name, method)
    return made


if TYPE_CHECKING:  # all that is known of classes of data holds for these
    from dataclasses import dataclass
else:
    dataclass = _dataclass

__all__ = ["dataclass"]


def _refuse_arguments_that_are_no_fields(cls: type[Any]) -> None:
    """Refuse `InitVar`, which no method here passes on: it would be left out of `__init__` without a word."""
    others = cls.__dataclass_fields__.keys() - set(_names(cls))
    for name in others:
        if "InitVar" in repr(cls.__dataclass_fields__[name].type):
            raise TypeError(f"{cls.__qualname__}.{name}: only the library's dataclass knows InitVar")


def _compiled_when_called(cls: type[Any], name: str, write: _Writer) -> Callable[..., Any]:
    def first_call(self: object, *given: object, **named: object) -> Any:
        method = write(cls)
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)  # two threads at once set the same
        return method(self, *given, **named)

    return first_call


def _init(cls: type[Any]) -> Callable[..., Any]:
    return _init_that_sets(cls, {name: f"self.{name} = {{}}" for name in _names(cls)}, {})


def _frozen_init(cls: type[Any]) -> Callable[..., Any]:
    sets: dict[str, str] = {}
    known: dict[str, object] = {"_set": object.__setattr__}
    for name in _names(cls):
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            known[f"_set_{name}"] = slot.__set__
            sets[name] = f"_set_{name}(self, {{}})"
        else:
            sets[name] = f"_set(self, {name!r}, {{}})"
    return _init_that_sets(cls, sets, known)


def _init_that_sets(cls: type[Any], sets: dict[str, str], known: dict[str, object]) -> Callable[..., Any]:
    """Compile an `__init__`; `sets` has the statement for each field, with a gap for its value."""
    by_place: list[str] = ["self"]
    by_name: list[str] = []
    body: list[str] = []
    for field in fields(cls):
        name, default, made = field.name, f"_default_{field.name}", f"_make_{field.name}()"
        known[default], known[f"_make_{name}"] = field.default, field.default_factory
        has_maker = field.default_factory is not MISSING
        if not field.init:
            if has_maker or field.default is not MISSING:
                body.append(sets[name].format(made if has_maker else default))
            continue
        is_needed = field.default is MISSING and not has_maker
        (by_name if field.kw_only else by_place).append(name if is_needed else f"{name}={default}")
        # A value that has to be made stands for itself until it is seen that none was given.
        body.append(sets[name].format(f"{made} if {name} is {default} else {name}" if has_maker else name))
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = [*by_place, "*", *by_name] if by_name else by_place
    return _compiled("__init__", parameters, body, known)


def _repr(cls: type[Any]) -> Callable[..., Any]:
    shown = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in fields(cls) if field.repr)
    return _compiled("__repr__", ["self"], [f'return f"{{self.__class__.__qualname__}}({shown})"'])


def _eq(cls: type[Any]) -> Callable[..., Any]:
    names = [field.name for field in fields(cls) if field.compare]
    return _compiled(
        "__eq__",
        ["self", "other"],
        [
            "if other.__class__ is not self.__class__: return NotImplemented",
            f"return {_tuple_of('self', names)} == {_tuple_of('other', names)}",
        ],
    )


def _hash(cls: type[Any]) -> Callable[..., Any]:
    hashed = [field.name for field in fields(cls) if (field.compare if field.hash is None else field.hash)]
    return _compiled("__hash__", ["self"], [f"return hash({_tuple_of('self', hashed)})"])


def _tuple_of(instance: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{instance}.{name}, ' for name in names)})"


def _compiled(
    name: str, parameters: Iterable[str], body: Iterable[str], known: dict[str, object] | None = None
) -> Callable[..., Any]:
    text = "\n ".join([f"def {name}({', '.join(parameters)}):", *body, *([] if body else ["pass"])])
    space: dict[str, Any] = dict(known or {})
    exec(text, space)  # noqa: S102 - names of fields only, as the standard library does it
    method: Callable[..., Any] = space[name]
    return method


def _names(cls: type[Any]) -> Iterator[str]:
    return (field.name for field in fields(cls))


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


_SET: Final = object.__setattr__


def _state(self: Any) -> list[object]:
    """Give the fields to be copied or sent to another process, as nothing sets them from outside."""
    return [getattr(self, name) for name in _names(type(self))]


def _set_state(self: Any, state: list[object]) -> None:
    for name, value in zip(_names(type(self)), state, strict=True):
        _SET(self, name, value)
