"""How does a record of play stand in its row? As JSON with the version of its format, and back again.

Records of a newer format are kept as they are; who reads them here gets None.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from astrike.errors import InputError, Problem
from astrike.model.area_answer import PointAtHeight
from astrike.model.attack_question import TablePoint
from astrike.model.explain import Fact
from astrike.model.movement import Waypoint
from astrike.model.play_record import (
    PLAY_FORMAT,
    Act,
    AreaPlayed,
    AttackPlayed,
    AttacksPlayed,
    ChangePlayed,
    DamageByHand,
    DiePlayed,
    EffectPlayed,
    EffectsPlayed,
    MovePlayed,
    PlayRecord,
)
from astrike.store.database.column_values import json_to_text

Found = TypeVar("Found")
_PLACES: Final = 3
"""Decimals of an inch that are kept, as on the table."""


def play_to_text(record: PlayRecord) -> str:
    """Write a record."""
    head: dict[str, object] = {"play": PLAY_FORMAT, "turn": record.turn}
    if record.phase is not None:
        head["phase"] = record.phase
    return json_to_text({**head, **_act(record.act)})


def play_from_text(text: str) -> PlayRecord | None:
    """Read a record; None for one of a format that only newer programs know, `InputError` for what is none."""
    values = json.loads(text)
    if not isinstance(values, dict):
        raise InputError([Problem("play", "no object", "an object with keys and values")])
    fields = _Fields(values)
    number = fields.whole("play")
    if number > PLAY_FORMAT:
        return None
    if number < 1 or fields.text("act") not in _READERS:
        found = f"format {number}, {fields.text('act')!r}"
        raise InputError([Problem("play", found, f"format 1, one of {', '.join(_READERS)}")])
    read = _READERS[fields.text("act")]
    return PlayRecord(fields.whole("turn"), fields.maybe("phase", fields.text), read(fields))


# ---- written


def _act(act: Act) -> dict[str, object]:
    match act:
        case MovePlayed():
            return {"act": "move", **_move(act)}
        case AttackPlayed():
            return {"act": "attack", **_attack(act)}
        case AttacksPlayed():
            return {"act": "attacks", "attacks": [_attack(each) for each in act.attacks]}
        case AreaPlayed():
            return {"act": "area", **_area(act)}
        case EffectsPlayed():
            return {"act": "effects", "effects": [_effect(each) for each in act.effects]}


def _move(act: MovePlayed) -> dict[str, object]:
    said = {"mount": act.mount, "dismount": act.dismount}
    return {
        "unit": act.unit,
        "mode": act.mode,
        "from": _numbers(act.start),
        "path": [[*_numbers((point.x, point.y)), *_height(point)] for point in act.path],
        "to": _numbers(act.end),
        "inches": _number(act.inches),
        "cost": _number(act.cost),
        "facing": None if act.facing is None else _number(act.facing),
        "allowed": act.is_allowed,
        "out_of_order": act.is_out_of_order,
        **{key: value for key, value in said.items() if value is not None},
    }


def _attack(act: AttackPlayed) -> dict[str, object]:
    said = {"weapon": act.weapon, "ruling": act.ruling, "mark": act.mark}
    return {
        "attacker": act.attacker,
        **_target(act.target),
        "kind": act.kind,
        "target_number": act.target_number,
        "dice": _dice(act.dice),
        "hit": act.is_hit,
        "out_of_order": act.is_out_of_order,
        "overheat": act.overheat,
        "damage": act.damage,
        **_brought(act),
        **{key: value for key, value in said.items() if value is not None},
    }


def _area(act: AreaPlayed) -> dict[str, object]:
    return {
        "weapon": act.weapon,
        **({} if act.by is None else {"by": act.by}),
        "aim": _numbers(act.aim),
        "landed": [_numbers(place) for place in act.landed],
        "dice": _dice(act.dice),
        **_brought(act),
    }


def _effect(act: EffectPlayed) -> dict[str, object]:
    return {
        "unit": act.unit,
        "effect": act.effect,
        "result": act.result,
        "dice": _dice(act.dice),
        "changes": _changes(act.changes),
    }


def _target(target: str | TablePoint) -> dict[str, object]:
    if isinstance(target, str):
        return {"target": target}
    at = [target.x, target.y] if target.z is None else [target.x, target.y, target.z]
    stated: dict[str, object] = {"target": _numbers(at)}
    return stated if target.piece is None else {**stated, "piece": target.piece}


def _brought(act: AttackPlayed | AreaPlayed) -> dict[str, object]:
    return {
        "changes": _changes(act.changes),
        "by_hand": [{"unit": each.unit, "damage": each.damage} for each in act.by_hand],
    }


def _changes(changes: Iterable[ChangePlayed]) -> list[dict[str, object]]:
    return [
        {"unit": each.unit, "at": each.at, "before": each.before, "after": each.after} for each in changes
    ]


def _dice(dice: Iterable[DiePlayed]) -> list[dict[str, object]]:
    return [
        {"for": die.key, "count": die.count, "sides": die.sides, "fell": die.fell, "typed": die.is_typed}
        for die in dice
    ]


def _height(point: Waypoint) -> list[float | str]:
    if point.z is None:
        return []
    return [point.z if isinstance(point.z, str) else _number(point.z)]


def _numbers(values: Iterable[float]) -> list[float]:
    return [_number(value) for value in values]


def _number(value: float) -> float:
    short = round(float(value), _PLACES)
    return int(short) if short.is_integer() else short


# ---- read


class _Fields:
    """The keys of one object, each read as what it has to be; anything else is an `InputError`."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def wrong(self, key: str, expected: str) -> InputError:
        """Say what is wrong with a key."""
        return InputError([Problem(f"play.{key}", repr(self._values.get(key)), expected)])

    def maybe(self, key: str, read: Callable[[str], Found]) -> Found | None:
        """Read a key that may be missing or null."""
        return None if self._values.get(key) is None else read(key)

    def text(self, key: str) -> str:
        """Read a text."""
        value = self._values.get(key)
        if not isinstance(value, str):
            raise self.wrong(key, "a text")
        return value

    def whole(self, key: str) -> int:
        """Read a whole number."""
        value = self._values.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(key, "a whole number")
        return value

    def number(self, key: str) -> float:
        """Read a number."""
        return self._number(self._values.get(key), key)

    def yes(self, key: str) -> bool:
        """Read a yes or no."""
        value = self._values.get(key)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def fact(self, key: str) -> Fact:
        """Read a text, a number or a yes or no."""
        value = self._values.get(key)
        if not isinstance(value, str | int | float):
            raise self.wrong(key, "a text, a number, true or false")
        return value

    def points(self, key: str) -> int | str:
        """Read damage: a whole number, or what a die decides."""
        return self.text(key) if isinstance(self._values.get(key), str) else self.whole(key)

    def each(self, key: str) -> list["_Fields"]:
        """Read a list of objects."""
        value = self._values.get(key)
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.wrong(key, "a list of objects")
        return [_Fields(each) for each in value]

    def place(self, key: str) -> PointAtHeight:
        """Read a point with its height."""
        return self._place(self._values.get(key), key)

    def places(self, key: str) -> tuple[PointAtHeight, ...]:
        """Read points with their heights."""
        value = self._values.get(key)
        if not isinstance(value, list):
            raise self.wrong(key, "a list of points")
        return tuple(self._place(each, key) for each in value)

    def way(self, key: str) -> tuple[Waypoint, ...]:
        """Read points, each with a height, a word for one, or none."""
        value = self._values.get(key)
        if not isinstance(value, list):
            raise self.wrong(key, "a list of points")
        return tuple(self._waypoint(each, key) for each in value)

    def aimed_at(self, key: str) -> str | TablePoint:
        """Read the id of a unit, or a point."""
        value = self._values.get(key)
        if isinstance(value, str):
            return value
        x, y, *z = self._numbers(value, key, (2, 3))
        return TablePoint(x, y, z[0] if z else None, self.maybe("piece", self.text))

    def _place(self, value: object, key: str) -> PointAtHeight:
        x, y, z = self._numbers(value, key, (3,))
        return x, y, z

    def _waypoint(self, value: object, key: str) -> Waypoint:
        word = value[2] if isinstance(value, list) and len(value) == 3 and isinstance(value[2], str) else None
        if isinstance(value, list) and word is not None:
            x, y = self._numbers(value[:2], key, (2,))
            return Waypoint(x, y, word)
        x, y, *z = self._numbers(value, key, (2, 3))
        return Waypoint(x, y, z[0] if z else None)

    def _numbers(self, value: object, key: str, lengths: tuple[int, ...]) -> list[float]:
        if not isinstance(value, list) or len(value) not in lengths:
            raise self.wrong(key, f"{' or '.join(map(str, lengths))} numbers")
        return [self._number(each, key) for each in value]

    def _number(self, value: object, key: str) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.wrong(key, "a number")
        return value


def _read_move(fields: _Fields) -> MovePlayed:
    return MovePlayed(
        unit=fields.text("unit"),
        mode=fields.text("mode"),
        start=fields.place("from"),
        path=fields.way("path"),
        end=fields.place("to"),
        inches=fields.number("inches"),
        cost=fields.number("cost"),
        facing=fields.maybe("facing", fields.number),
        is_allowed=fields.yes("allowed"),
        is_out_of_order=fields.yes("out_of_order"),
        mount=fields.maybe("mount", fields.text),
        dismount=fields.maybe("dismount", fields.text),
    )


def _read_attack(fields: _Fields) -> AttackPlayed:
    return AttackPlayed(
        attacker=fields.text("attacker"),
        target=fields.aimed_at("target"),
        kind=fields.text("kind"),
        weapon=fields.maybe("weapon", fields.text),
        target_number=fields.maybe("target_number", fields.whole),
        ruling=fields.maybe("ruling", fields.text),
        dice=_read_dice(fields),
        is_hit=fields.yes("hit"),
        overheat=fields.maybe("overheat", fields.whole),
        damage=fields.maybe("damage", fields.points),
        changes=_read_changes(fields),
        by_hand=_read_by_hand(fields),
        mark=fields.maybe("mark", fields.text),
        is_out_of_order=fields.maybe("out_of_order", fields.yes) or False,
    )


def _read_attacks(fields: _Fields) -> AttacksPlayed:
    return AttacksPlayed(tuple(_read_attack(each) for each in fields.each("attacks")))


def _read_area(fields: _Fields) -> AreaPlayed:
    return AreaPlayed(
        weapon=fields.text("weapon"),
        by=fields.maybe("by", fields.text),
        aim=fields.place("aim"),
        landed=fields.places("landed"),
        dice=_read_dice(fields),
        changes=_read_changes(fields),
        by_hand=_read_by_hand(fields),
    )


def _read_effects(fields: _Fields) -> EffectsPlayed:
    return EffectsPlayed(tuple(_read_effect(each) for each in fields.each("effects")))


def _read_effect(fields: _Fields) -> EffectPlayed:
    return EffectPlayed(
        unit=fields.text("unit"),
        effect=fields.text("effect"),
        result=fields.text("result"),
        dice=_read_dice(fields),
        changes=_read_changes(fields),
    )


def _read_dice(fields: _Fields) -> tuple[DiePlayed, ...]:
    return tuple(
        DiePlayed(
            die.text("for"), die.whole("count"), die.whole("sides"), die.whole("fell"), die.yes("typed")
        )
        for die in fields.each("dice")
    )


def _read_changes(fields: _Fields) -> tuple[ChangePlayed, ...]:
    return tuple(
        ChangePlayed(each.text("unit"), each.text("at"), each.fact("before"), each.fact("after"))
        for each in fields.each("changes")
    )


def _read_by_hand(fields: _Fields) -> tuple[DamageByHand, ...]:
    return tuple(DamageByHand(each.text("unit"), each.points("damage")) for each in fields.each("by_hand"))


_READERS: Final[Mapping[str, Callable[[_Fields], Act]]] = {
    "move": _read_move,
    "attack": _read_attack,
    "attacks": _read_attacks,
    "area": _read_area,
    "effects": _read_effects,
}
